"""Tests that a game in a manner which the reader does not know is asked about: its moves are not lost at exit code 0."""

import pytest

import kifu

MOVES = ((2, 2, "占"), (3, 6, "領"), (3, 2, "占"), (7, 5, "領"), (4, 3, "占"), (5, 1, "領"))
SIDES = ("先手", "後手")
MANNERS = (
    "{side}：{column}列{row}行に{unit}を置く",
    "{side}：{column}ー{row}　{unit}",
    "{side} = {unit}({column},{row})",
    '<m by="{side}" unit="{unit}" to="{column},{row}"/>',
    '<img alt="{side} {kanji}{row}{unit}">',
    "* {side} {unit} :{kanji}{row}:",
)


def written(manner):
    """Return the lines of MOVES in a manner of writing."""
    return "".join(
        manner.format(side=SIDES[at % 2], column=column, row=row, unit=unit, kanji="一二三四五六七"[column - 1]) + "\n"
        for at, (column, row, unit) in enumerate(MOVES)
    )


@pytest.mark.parametrize("manner", MANNERS)
def test_moves_are_read_or_asked_about(manner):
    """The moves are read, or the record is not understood; it is never a record without them."""
    document = kifu.read(f"棋種：6面体\n{written(manner)}".encode())
    for record, verdict in zip(document.records, kifu.verify(document), strict=True):
        assert verdict.status.exit_code or len(record.main.entries) == len(MOVES)


def test_names_that_differ_once_are_a_warning():
    """Two names of a player are a warning, as before; a third one, or a move for a name, is an error."""
    head = "棋種：6面体\n先手：甲\n"
    found = [
        kifu.verify(kifu.read(f"{head}{more}1 四04占\n".encode()))[0] for more in ("先手：乙\n", "先手：乙\n先手：丙\n")
    ]
    assert [one.status.exit_code for one in found] == [0, 3]


def test_a_commentary_is_no_lost_game():
    """Remarks on squares and units between the moves leave the record as it is."""
    text = "棋種：6面体\n1 四04占\n*四04の占は中央を占める\n*二2に領が来るか\n2 四02領\n*四02の領で受けた\n"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert (verdict.status.exit_code, verdict.plies) == (0, 2)


@pytest.mark.parametrize("line", ["\u200b", "\ufe0f\u2060", "\u00ad"])
def test_a_line_of_invisible_characters(line):
    """A line on which nothing can be seen is read as a blank one or asked about, above, between and below the moves."""
    lines = ["棋種：6面体", "先手：山田", "1 四04占", "2 四02領"]
    for at in range(1, len(lines) + 1):
        (verdict,) = kifu.verify(kifu.read("\n".join([*lines[:at], line, *lines[at:], ""]).encode()))
        assert verdict.status.exit_code or verdict.plies == len(MOVES[:2])
