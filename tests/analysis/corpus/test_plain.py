"""The rows of plain records, read and judged compiled, are those of the careful reader."""

import random

import pytest
from corpora import BAD, in_order, two_dozen

from analysis.corpus import batch_rows
from analysis.corpus.cutting import Piece, pieces
from analysis.corpus.variants import rules_of
from kifu import games
from kifu.cli.commands.play import random_game


def tables_of(several, small=0):
    """Return the rows of pieces, with machine code however little there is."""
    return batch_rows.tables_of(several, rules_of(()), small=small)


def agree(several):
    """Compare the rows of some pieces, which are returned, with those made one at a time."""
    found = in_order(tables_of(several))
    assert found == in_order(tables_of(several, small=1 << 60))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game_id", games.ids())
def test_random_games(game_id):
    """Of each game, to their ends, with names, dates and comments; some do begin like others."""
    game = games.load(game_id)
    texts = []
    for seed in range(12):
        text = random_game(game, seed, 40 + 60 * (seed % 3))
        if seed % 2:
            text = text.replace(
                "後手：一様乱数", f"後手 : 相手{seed}\r\n開始日時：2026/11/{seed + 1}\n棋戦：大会\n*後手：注釈"
            )
        if seed % 3 == 0:
            text = text.replace("規則：", " \n　\n\t\n規則：", 1)
        texts.append(text)
    rows, _ = agree([Piece("a.kif", "\n".join(texts).encode()), Piece("b.kif", texts[0].encode())])
    if game_id != "rengo":
        assert len(rows) == 13
        assert rows[1][0]["date"] == "2026/11/2"


def test_good_and_bad():
    """Together in a file, in some order; whole and cut; in other encodings, with other line ends."""
    texts = [*two_dozen(), *BAD.values()]
    random.Random(1).shuffle(texts)
    text = "# 前書き\n" + "\n".join(texts)
    for encoding in ("utf-8", "utf-8-sig", "cp932", "euc_jp"):
        for end in ("\n", "\r\n", "\r"):
            data = text.replace("\n", end).encode(encoding)
            agree([Piece("a.kif", data)])
    for encoding in ("utf-8", "utf-8-sig", "cp932"):
        data = text.encode(encoding)
        agree(list(pieces("a.kif", _stream(data), 4000)))


def _stream(data):
    from io import BytesIO  # noqa: PLC0415 - for this alone

    return BytesIO(data)


@pytest.mark.slow
def test_samples(sample_files):
    """All of them at once: matches, set-ups, branches, damage, other encodings."""
    agree([Piece(path.name, path.read_bytes()) for path in sample_files])


def test_files_that_are_no_records():
    """Nothing at all, no text, no record: as alone."""
    several = [b"", b"\n\n", b"\x00\x01", b"\xff\xfe1", "日記".encode(), b"{}", "棋種：6面体\n\x00".encode()]
    agree([Piece(str(number), data) for number, data in enumerate(several)])


def test_most_records_are_plain(monkeypatch):
    """The careful reader is asked for none of a file of random games but one of each kind."""
    careful = []
    rows_of = batch_rows.rows_of
    monkeypatch.setattr(batch_rows, "rows_of", lambda judged: careful.extend(judged) or rows_of(judged))
    text = "\n".join(random_game(games.load("six"), seed, 60) for seed in range(30))
    assert tables_of([Piece("a.kif", text.encode())]).games.num_rows == 30
    assert careful == []
