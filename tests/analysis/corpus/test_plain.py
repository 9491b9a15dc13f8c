"""The rows of plain records, read and judged by compiled code, are those of the careful reader."""

import random

import pytest
from corpora import BAD, in_order, two_dozen

from analysis.corpus import judged_records_to_tables
from analysis.corpus.partitions_and_shards import InputPiece, pieces_of_file
from analysis.corpus.record_sources_and_variant_files import rules_of_variants
from kifu.core import games
from notation.random_record import random_game_as_kif


def tables_of(file_pieces, small=0):
    """Return the rows of pieces, by default with machine code for any size."""
    return judged_records_to_tables.tables_of_pieces(file_pieces, rules_of_variants(()), max_unbatched_bytes=small)


def agree(file_pieces):
    """Compare the rows of pieces with those of the careful reader, and return them."""
    rows = in_order(tables_of(file_pieces))
    assert rows == in_order(tables_of(file_pieces, small=1 << 60))
    return rows


@pytest.mark.parametrize("game_id", games.ids())
def test_random_games(game_id):
    """Random games of each kind agree, with names, dates and comments."""
    game = games.load(game_id)
    texts = []
    for seed in range(12):
        text = random_game_as_kif(game, seed, 40 + 60 * (seed % 3))
        if seed % 2:
            text = text.replace(
                "後手：一様乱数", f"後手 : 相手{seed}\r\n開始日時：2026/11/{seed + 1}\n棋戦：大会\n*後手：注釈"
            )
        if seed % 3 == 0:
            text = text.replace("規則：", " \n　\n\t\n規則：", 1)
        texts.append(text)
    rows, _ = agree([InputPiece("a.kif", "\n".join(texts).encode()), InputPiece("b.kif", texts[0].encode())])
    if game_id != "rengo":
        assert len(rows) == 13
        assert (rows[1][0]["date_written"], rows[1][0]["date_known"]) == ("2026/11/2", "2026-11-02")


def test_games_under_options():
    """Games under options agree; the same moves under two readings have the same spelling, but no digest in common."""
    six = games.load("six")
    texts = [random_game_as_kif(six, 1, 30)]
    readings = [six.under(option.name, option.values[1]).rules for option in six.options]
    texts += [texts[0].replace("規則：six/1\n", f"規則：{rules}\n") for rules in readings]
    rows, _ = agree([InputPiece("a.kif", "\n".join(texts).encode())])
    assert [row["rules"] for row, _ in rows] == ["six/1", *readings]
    for name in ("moves_digest", "symmetric_digest"):
        assert len({row[name] for row, _ in rows}) == len(texts)


def test_good_and_bad():
    """Good and bad records in one file agree, whole and cut, in all encodings and with all line ends."""
    texts = [*two_dozen(), *BAD.values()]
    random.Random(1).shuffle(texts)
    text = "# 前書き\n" + "\n".join(texts)
    for encoding in ("utf-8", "utf-8-sig", "cp932", "euc_jp"):
        for end in ("\n", "\r\n", "\r"):
            data = text.replace("\n", end).encode(encoding)
            agree([InputPiece("a.kif", data)])
    for encoding in ("utf-8", "utf-8-sig", "cp932"):
        data = text.encode(encoding)
        agree(list(pieces_of_file("a.kif", _stream(data), 4000)))


def _stream(data):
    from io import BytesIO  # noqa: PLC0415 - only this function needs it

    return BytesIO(data)


def test_samples(sample_files):
    """All samples together agree: matches, setups, branches, damage, other encodings."""
    agree(
        [InputPiece(str(path), path.read_bytes()) for path in sample_files]
    )  # several folders have a file of the same name


def test_files_that_are_no_records():
    """Empty files, binary files and text without a record agree."""
    contents = [b"", b"\n\n", b"\x00\x01", b"\xff\xfe1", "日記".encode(), b"{}", "棋種：6面体\n\x00".encode()]
    agree([InputPiece(str(number), data) for number, data in enumerate(contents)])


def test_most_records_are_plain(monkeypatch):
    """No record of a file of random games gets its rows from the careful reader."""
    careful = []
    rows_of = judged_records_to_tables.tables_of_verdicts
    monkeypatch.setattr(
        judged_records_to_tables, "tables_of_verdicts", lambda pairs: careful.extend(pairs) or rows_of(pairs)
    )
    text = "\n".join(random_game_as_kif(games.load("six"), seed, 60) for seed in range(30))
    assert tables_of([InputPiece("a.kif", text.encode())]).games.num_rows == 30
    assert careful == []
