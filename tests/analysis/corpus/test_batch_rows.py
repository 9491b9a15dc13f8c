"""The rows of many records at once are those of one at a time."""

import io
import random

import pytest
from corpora import in_order

from analysis.corpus.batch_rows import tables_of
from analysis.corpus.cutting import pieces
from analysis.corpus.rows import tables
from analysis.corpus.variants import rules_of
from kifu.cli.commands.play import random_game
from kifu.games import load

HEADS = (
    ("先手：一様乱数\n", "先手： 太郎　\n開始日時:2026/11/21\n棋戦：名人戦\n"),
    ("後手：一様乱数\n", "*注 先手：花子\n後手：\n"),
    ("備考", "場所"),
    ("規則：six/1\n", ""),
    ("  10 ", "  12 "),
    ("まで", "1まで"),
)


def archive(seed):
    """Return records of several games, some with slips."""
    draw = random.Random(seed)
    texts = [random_game(load(game), draw.randrange(1000), 40) for _ in range(5) for game in ("six", "master", "ace")]
    for _ in range(6):
        at = draw.randrange(len(texts))
        texts[at] = texts[at].replace(*draw.choice(HEADS), 1)
    return "".join(texts)


@pytest.mark.parametrize("encoding", ["utf-8", "cp932", "utf-8-sig"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("size", [1 << 20, 4000])
def test_the_same_rows(encoding, ends, size):
    """Whole files and pieces of them, in any encoding, give the rows of the whole read at once."""
    data = archive(size).replace("\n", ends).encode(encoding)
    cuts = list(pieces("all.kif", io.BytesIO(data), size))
    assert (len(cuts) > 1) is (size == 4000)
    rules = rules_of(())
    at_once = tables("all.kif", data, rules)
    together = tables_of(cuts, rules, small=0)
    assert in_order(together) == in_order(at_once)
    assert [table.schema for table in together] == [table.schema for table in at_once]


def test_a_record_without_moves():
    """Of a game of no plies there is the start alone."""
    data = "棋種：6面体\n手数----\nまで0手で中断\n".encode()
    (cut,) = pieces("empty.kif", io.BytesIO(data))
    rules = rules_of(())
    assert in_order(tables_of([cut], rules, small=0)) == in_order(tables(cut.name, cut.data, rules))
