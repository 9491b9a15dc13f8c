"""Tests of the KIF writer: new records, records in canonical form, single lines changed in place."""

import pytest
from each import each
from helpers import DIAGRAM, HEAD, SIX, document, record, replaced, verdict

from kifu.core.errors import UnreadableFile
from notation.encoding import ENCODINGS, encode
from notation.formats.kif_canonical_writer import compose_record, spell_clock, spell_move_line
from notation.line_kinds import MoveClock, read_clock
from notation.random_record import random_game_as_kif
from notation.writing import _canonical_lines

UNTIDY = (
    "#註\n 棋種:６面体\n先手 ： 山田\n局面図：\n"
    + "".join(f" ○○○{'武領○○' if n == 3 else '○○○○'}{n}\n" for n in range(1, 8))
    + " 手番 : 先手\n手数-------\n１ d3-e3W(0:05/)\n *注\n*よめない\n2 △四03怨霊  ( 0:07 / 00:00:07 )\n"
    "3 投了\n まで1手で先手の勝ち \n変化:1\n1 四03→三０3武士\n2 占領\n\n変化：1手\n  1   四03-三02武\nめも"
)


def tidy(text):
    """Return a file's text in canonical form."""
    lines = _canonical_lines(document(text))
    return "".join(f"{line}\n" for line in lines)


def meaning(text):
    """Return the meaning of a file's only record: everything but its spelling and its places."""
    game_record, game_verdict = record(text), verdict(text)
    moves = [
        game_verdict.replay and game_verdict.replay.moves,
        *(branch and branch.moves for branch in game_verdict.branches),
    ]
    shapes = [
        (line.start, line.parent, len(line.entries), line.special and line.special[:3]) for line in game_record.lines
    ]
    remarks = [[remark[:3] for remark in line.comments] for line in game_record.lines]
    closings = [line.closing and line.closing[1:5] for line in game_record.lines]
    return (
        game_verdict.status,
        game_verdict.plies,
        game_verdict.final,
        game_verdict.recorded,
        moves,
        shapes,
        remarks,
        closings,
    )


def test_a_composed_record_reads_back_clean():
    """A composed record with headers, a set-up, moves and a closing line has no diagnostic."""
    start = verdict(HEAD + DIAGRAM).final
    move = SIX.read("四03-五03武").move
    text = compose_record(SIX, {"先手": "山田"}, [move], "まで1手で先手の勝ち", start)
    game_verdict = verdict(text)
    assert (game_verdict.status, game_verdict.plies, game_verdict.replay.moves, game_verdict.diagnostics) == (
        "CONFIRMED",
        1,
        (move,),
        (),
    )
    assert text.startswith("棋種：6面体\n規則：six/1\n先手：山田\n局面図\n一二三四五六七\n")
    assert text.endswith("   1 四03-五03武\nまで1手で先手の勝ち\n")


@each("seed", range(10))
def test_whole_games_read_back_confirmed(seed):
    """A random game to its end is CONFIRMED and already canonical."""
    text = random_game_as_kif(SIX, seed, 1000)
    game_verdict = verdict(text)
    assert (game_verdict.status, game_verdict.diagnostics) == ("CONFIRMED", ())
    assert tidy(text) == text


@each(
    "text",
    [
        UNTIDY,
        HEAD + "1 x\n3 一01占\n",
        HEAD + "一01占\n九01占\n七07領\n5 投了\n",
        "棋種：なに\n 1 一01占\n",
        HEAD + DIAGRAM + "1 四03-五03武\n " + DIAGRAM,
    ],
)
def test_canonical_form_is_idempotent_and_means_the_same(text):
    """A canonical text does not change when written again, and it has the meaning of the first text."""
    once = tidy(text)
    assert tidy(once) == once
    assert meaning(once) == meaning(text)


def test_canonical_form():
    """Each line gets its canonical spelling; a line that is not understood stays unchanged."""
    assert tidy(UNTIDY) == (
        "#註\n棋種：６面体\n先手：山田\n局面図\n一二三四五六七\n○○○○○○○01\n○○○○○○○02\n○○○武領○○03\n"
        "○○○○○○○04\n○○○○○○○05\n○○○○○○○06\n○○○○○○○07\n先手の持駒：14 占不可\n後手の持駒：14 占可\n手番：先手\n"
        "手数----指手---------消費時間--\n   1 四03-五03武   ( 0:05/)\n *注\n*よめない\n   2 △四03霊      ( 0:07/00:00:07)\n"
        "   3 投了\nまで1手で先手の勝ち\n変化：1手\n   1 四03-三03武\n2 占領\n\n変化：1手\n   1 四03-三02武\n*めも\n"
    )


def test_owners_are_spelled_by_the_position():
    """A full name or an ASCII letter becomes the character of the die's owner, in branches too."""
    board = DIAGRAM.replace("○占○○○○○05", "○占○霊巫○○05").replace("：13", "：12").replace("：14", "：13")
    text = HEAD + board + "1 d5-f5G\n変化：1手\n1 四05-六05怨霊\n変化：1手\n1 ▲四03-五03武士\n"
    assert [line for line in tidy(text).splitlines() if " 四0" in line or "▲" in line] == [
        "   1 四05-六05霊",
        "   1 四05-六05霊",
        "   1 ▲四03-五03武",
    ]


def test_a_path_that_no_move_has_stays_as_it_was_written():
    """A 武 has no path of four squares, so the text stays as it is written and is judged."""
    text = HEAD + "1 一01-二02-三03-四04武\n"
    assert tidy(text) == HEAD + "   1 一01-二02-三03-四04武\n"


def test_written_numbers_stay():
    """A number that does not fit stays, for it tells that a move is missing, or stands twice; moves without one follow it."""
    text = HEAD + "1 一01占\n４ 四04領\n二01占\n"
    assert tidy(text) == HEAD + "   1 一01占\n   4 四04領\n   5 二01占\n"
    assert meaning(tidy(text)) == meaning(text)


def test_a_move_that_cannot_be_read_stays_as_written():
    """An unreadable move keeps its place in the count, so that the next line does not become a move."""
    text = HEAD + "1 一01占\n1 ？\nめも\n2 投了\n"
    assert tidy(text) == HEAD + "   1 一01占\n   1 ？\n*めも\n   2 投了\n"
    assert meaning(tidy(text)) == meaning(text)


def test_columns_beyond_ten_keep_their_first_character():
    """A move that no position could resolve is left as it is: 十一04 is not 一04."""
    text = HEAD + "1 一01占\n変化：9手\n9 十一04占領\n10 ▲四04占領\n"
    assert tidy(text).endswith("変化：9手\n9 十一04占領\n  10 ▲四04占領\n")


@pytest.mark.parametrize(
    ("ply", "text", "clock", "line"), [(1, "一01占", "", "   1 一01占"), (12345, "投了", "(x", "12345 投了        (x")]
)
def test_move_lines(ply, text, clock, line):
    """A move line has its number in four columns and its time in a column of its own."""
    assert spell_move_line(ply, text, clock) == line


@each(
    "clock",
    [MoveClock(0, None, branches=False), MoveClock(5, 5, branches=True), MoveClock(3723, 359999, branches=False)],
)
def test_clocks_read_back(clock):
    """A time is spelled so that it reads back the same."""
    assert read_clock(spell_clock(clock)) == clock


@each("end", ["\n", "\r\n", "\r"])
@each("encoding", ENCODINGS)
def test_an_edit_changes_only_its_line(encoding, end):
    """Each line is changed in turn: all others keep their bytes, also without a last line end."""
    lines = ["棋種：6面体", "1 一01占", "", "*注", "まで1手で中断"]
    for ends in ([end] * 5, [*[end] * 4, ""]):
        source = document(encode(lines, ends, encoding)).source
        for number in range(1, 6):
            changed = [*lines[: number - 1], "#変更", *lines[number:]]
            assert replaced(source, number, "#変更") == encode(changed, ends, encoding)


def test_an_edit_keeps_the_byte_order_mark():
    """The byte order mark is no part of the first line, so it stays."""
    source = document("\ufeff" + HEAD).source
    assert replaced(source, 1, "#") == b"\xef\xbb\xbf#\n"


def test_an_edit_that_cannot_be_made():
    """A character that the encoding of the file lacks raises UnreadableFile."""
    source = document(HEAD.encode("cp932")).source
    with pytest.raises(UnreadableFile):
        replaced(source, 1, "😀")
