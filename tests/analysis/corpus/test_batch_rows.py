"""The rows of a batch of records are those of the records one by one."""

import io
import random

import pytest
from corpora import in_order

from analysis.corpus.batch_rows import tables_of
from analysis.corpus.partitions import pieces
from analysis.corpus.record_rows import tables
from analysis.corpus.variant_files import rules_of
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
    """Return random records of three games, some with slips."""
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
    """A file as a whole and in pieces, in any encoding, gives the rows of the careful reader."""
    data = archive(size).replace("\n", ends).encode(encoding)
    cuts = list(pieces("all.kif", io.BytesIO(data), size))
    assert (len(cuts) > 1) is (size == 4000)
    rules = rules_of(())
    careful = tables("all.kif", data, rules)
    batched = tables_of(cuts, rules, small=0)
    assert in_order(batched) == in_order(careful)
    assert [table.schema for table in batched] == [table.schema for table in careful]


def test_a_record_without_moves():
    """A game without plies has only the row of its start."""
    data = "棋種：6面体\n手数----\nまで0手で中断\n".encode()
    (cut,) = pieces("empty.kif", io.BytesIO(data))
    rules = rules_of(())
    assert in_order(tables_of([cut], rules, small=0)) == in_order(tables(cut.name, cut.data, rules))
