"""Patterns: what a text asks for, what is refused and where, and that a match is that of the turned position."""

import contextlib
import random

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.openings.pattern import Clause, Match, Matcher, Pattern, points, usable
from analysis.openings.pattern_scanner import BadPattern
from analysis.openings.pattern_text import read_pattern
from kifu import games
from kifu.model.outcome import Side
from notation.diagram_lines import split

SIX = games.load("six")
BOARD = """
    占○○○○○○01
    ○○武○○○○02
    ○○領○○○○03
    ○○○霊○○○04
    ○○○○○○○05
    ○○○○○領○06
    ○○○○○○占07
"""


def drawn(text=BOARD):
    """Return the position of a drawn board."""
    rows = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    return SIX.read_diagram(split(1, rows))


def distance(text, game=SIX, position=None):
    """Return the distance of a position from a pattern; None if it does not have it."""
    found = Matcher(game, read_pattern(game, text)).match(position or drawn())
    return found and found.distance


@each(
    ("english", "japanese", "expected"),
    [
        ("占 on 一01 and 七07, none in row 3", "一01と七07に占、3段になし", 0),
        ("占 on 一01 and 七07, none on the rim", "一01と七07に占、縁になし", None),
        ("占 only on 一01 and 七07", "占が一01と七07だけ", 0),
        ("占 on 一01, none elsewhere", "一01に占、ほかになし", None),
        ("2 占 on the board", "盤上に占2", 0),
        ("at least 3 占領 in 二02-七07", "二02〜七07に占領3以上", 0),
        ("at most 2 領 on the board", "領が盤に2以下", 0),
        ("領 on 四04 or 三03", "領が四04または三03", 0),
        ("武 or 騎 on 三02", "三02に武または騎", 0),
        ("second on 四04", "後手が四04", 0),
        ("second's ghost on the centre", "中央に後手の怨霊", 0),
        ("any unit around 五05", "五05の周りに駒", 0),
        ("corners empty", "隅が空", None),
        ("column 七 empty, near 1", "七列は空、差 1", 1),
        ("占 on 七01 and 一07", "占が七01と一07", None),
        ("占 on 七01 and 一07, turned", "占が七01と一07、対称", 0),
        ("領 on 一01 and 七07", "一01と七07に領", None),
        ("領 on 一01 and 七07, either side", "一01と七07に領、先後を問わず", 0),
        ("no warrior in row 1", "1段に武士なし", 0),
    ],
)
def test_both_languages_say_the_same(english, japanese, expected):
    """A pattern in English and in Japanese is the same, and holds on the drawn board or does not."""
    assert read_pattern(SIX, english) == read_pattern(SIX, japanese)
    assert distance(english) == expected


@each(
    ("text", "code", "wrong"),
    [
        ("", "empty-pattern", ""),
        ("turned", "empty-pattern", "turned"),
        ("占 xyz 四04", "unknown-word", "xyz"),
        ("占 on 八01", "no-such-square", "八01"),
        ("占 around 九09", "no-such-square", "around 九09"),
        ("占 in row 9", "no-such-square", "row 9"),
        ("占", "no-place", "占"),
        ("on 四04", "no-unit", "四04"),
        ("占と領が四04", "two-units", "領"),
        ("後手の占が四04", "other-owner", "占"),
        ("占 empty 四04", "empty-unit", "占"),
        ("at least 占 on 四04", "no-number", "at least"),
        ("3 4 占", "two-numbers", "4"),
        ("at least 3 at most 2 占", "none-possible", "at least"),
        ("none elsewhere 占", "elsewhere-than-what", "elsewhere"),
        ("占 on 四04, near", "near-what", "near"),
        ("占 on 四04 turned", "not-a-flag", "占"),
        ("占" * 2001, "pattern-too-long", "占"),
    ],
)
def test_what_is_refused(text, code, wrong):
    """The first wrong word is named with its place, in both languages."""
    with pytest.raises(BadPattern) as raised:
        read_pattern(SIX, text)
    found = raised.value
    assert (found.code, text[found.offset : found.offset + found.width]) == (code, wrong)
    assert found.message.ja != found.message.en


def test_the_particle_that_is_a_unit():
    """と is the pawn of rengo, but between two places it is the Japanese "and"; between two units it is refused."""
    rengo = games.load("rengo")
    both = read_pattern(rengo, "一01と一02に歩")
    assert [clause.squares for clause in both.clauses] == [{0}, {9}]
    assert read_pattern(rengo, "一01にと").clauses[0].units == {(side, "と") for side in Side}
    with pytest.raises(BadPattern):
        read_pattern(rengo, "歩と玉が一01")


@each("game", ["six", "ace", "king", "master", "rengo"])
def test_a_match_is_that_of_the_turned_position(game):
    """The symmetry that a match names turns the position so that the pattern holds as it is written."""
    loaded = games.load(game)
    draw = random.Random(1)
    matched = 0
    for _ in range(12):
        position = loaded.start()
        for _ in range(12):
            position = loaded.play_legal(position, draw.choice(list(loaded.legal_moves(position))))
        stood = draw.sample(list(loaded.standing(position)), 2)
        turn = draw.randrange(len(loaded.symmetries))
        squares = loaded.symmetries[turn].squares
        clauses = tuple(
            Clause(
                frozenset({(Side(each.side ^ loaded.symmetries[turn].exchanges), each.unit)}),
                frozenset({squares[each.square]}),
                1,
                None,
            )
            for each in stood
        )
        pattern = Pattern(clauses, turned=True, exchanged=True)
        found = Matcher(loaded, pattern).match(position)
        assert found is not None
        exact = Matcher(loaded, Pattern(clauses)).match(loaded.image(position, found.symmetry))
        assert exact == Match(0, 0)
        matched += found.symmetry > 0
    assert matched or len(loaded.symmetries) == 1


@settings(max_examples=30, deadline=None)
@given(st.text(st.sampled_from("占領武空一三四七0123, 、and or noneturnednear以上なしとにが周りrow段-〜"), max_size=40))
def test_any_text(text):
    """Any text is a pattern of squares of the board, or an error with a place in the text."""
    found = None
    with contextlib.suppress(BadPattern):
        found = read_pattern(SIX, text)
    if found is None:
        with pytest.raises(BadPattern) as raised:
            read_pattern(SIX, text)
        assert raised.value.offset <= len(text)
    else:
        assert all(clause.squares <= points(SIX) for clause in found.clauses)
        assert usable(SIX, found)[0] == 0
