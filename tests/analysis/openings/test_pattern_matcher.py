"""Patterns: what a text asks for, what is refused and where, and that a match is that of the turned position."""

import contextlib
import random
from itertools import product

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.openings.pattern_conflicts import indices_of_minimal_conflict
from analysis.openings.pattern_matcher import Clause, Match, Matcher, Pattern, board_squares, searched_symmetries
from analysis.openings.pattern_parser import read_pattern
from analysis.openings.pattern_vocabulary import BadPattern, squares_of_named_areas
from kifu.core import games
from kifu.core.game.text import split_diagram
from kifu.core.outcome import Side

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
    return SIX.read_diagram(split_diagram(1, rows))


def distance(text, game=SIX, position=None):
    """Return the distance of a position from a pattern; None if it does not have it."""
    found = Matcher(game, read_pattern(game, text)).match(position or drawn())
    return found and found.distance


@each(
    ("english", "japanese", "expected"),
    [
        ("占 on 一01 and 七07, none in row 3", "一01と七07に占、3段になし", 0),
        ("占 on 一01 and 七07, none elsewhere on the rim", "一01と七07に占、ほかの縁になし", 0),
        ("占 on 一01, none elsewhere on the rim", "一01に占、縁のほかのマスになし", None),
        ("占 on 一01, 1 elsewhere on the rim", "一01に占、縁ではほかに1", 0),
        ("占 on 一01, at most 1 on the rest of the rim", "一01に占、残りの縁に1以下", 0),
        ("占 on 一01, none elsewhere on the rim and in row 3", "一01に占、ほかの縁と3段になし", None),
        ("占 on 一01, any unit elsewhere on the corners", "一01に占、ほかの隅に駒", 0),
        ("武 on 三02, none on the rim", "三02に武、縁になし", 0),
        ("占 on 一01 and 七07, the rest of the rim empty", "一01と七07に占、その他の縁は空", 0),
        ("占 on 一01 and 七07, empty elsewhere", "一01と七07に占、ほかは空", None),
        ("占 on 一01 and 七07, nothing else on the rim", "一01と七07に占、残りの縁になし", 0),
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
        ("empty empty 四04 占", "empty-unit", "占"),
        ("空 縁 空 1段 2", "two-units", "空"),
        ("at least 占 on 四04", "no-number", "at least"),
        ("3 4 占", "two-numbers", "4"),
        ("at least 3 at most 2 占", "none-possible", "at least"),
        ("none elsewhere 占", "elsewhere-than-what", "elsewhere"),
        ("占 on 四04, near", "near-what", "near"),
        ("占 on 四04 turned", "not-a-flag", "占"),
        ("占" * 2001, "pattern-too-long", "占"),
        ("占 on 一01 and 七07, none on the rim", "excluding-clauses", "none on the rim"),
        ("一01と七07に占、縁になし", "excluding-clauses", "縁になし"),
        (
            "exactly 3 占 on the rim, 占 on 一01 and 二01 and 三01 and 四01",
            "excluding-clauses",
            "占 on 一01 and 二01 and 三01 and 四01",
        ),
        ("占 on 四04, 領 on 四04", "excluding-clauses", "領 on 四04"),
        ("四04に占、四04が空", "excluding-clauses", "四04が空"),
        ("at most 2 占 on the board, 占 in row 1, 占 in row 2, 占 in row 3", "excluding-clauses", "占 in row 3"),
        ("8 占, 8 武", "excluding-clauses", "8 武"),
        ("16 占 on the board", "impossible-clause", "16 占 on the board"),
        ("縁に占25", "impossible-clause", "縁に占25"),
        ("隅に駒5以上", "impossible-clause", "隅に駒5以上"),
        ("占 on 一01, 占 only on 七07", "excluding-clauses", "占 only on 七07"),
        ("占 on 一01 and 七07, none on the rim, near 1", "excluding-clauses", "none on the rim"),
        ("7 占 on the board, none elsewhere", "nothing-elsewhere", "elsewhere"),
        ("占 on 一01, none elsewhere and on the rim", "elsewhere-and", "and"),
        ("一01に占、縁のほかになし", "other-than", "ほか"),
        ("一01に占、縁の他になし", "other-than", "他"),
        ("占 on 一01, none other than 七07", "unknown-word", "than"),
        ("占 on 一01 and 七07 or 四04", "and-or", "or"),
        ("占 on 一01 and none on the rim", "joins-nothing", "and"),
        ("占 in row 3 and 4", "joins-nothing", "and"),
        ("占 on 一01 and", "joins-nothing", "and"),
        ("占と縁に2", "joins-nothing", "と"),
        ("none 占 on the rim in row 3", "two-places", "row 3"),
        ("縁の隅に占なし", "two-places", "隅"),
        ("no 3 占 on the rim", "none-of-a-number", "3"),
        ("占 not only on the rim", "none-of-a-number", "only"),
        ("first's 武 or second's 騎 on 四04", "two-owners", "second"),
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
        assert all(clause.squares <= board_squares(SIX) for clause in found.clauses)
        assert searched_symmetries(SIX, found)[0] == 0


def test_clauses_that_exclude_each_other_are_named():
    """Both, as they are written, and no other; within the distance that is asked for they do not."""
    text = "占 on 一01 and 七07, 領 on 四04, none on the rim, 占 on 二02, none in row 1"
    with pytest.raises(BadPattern) as raised:
        read_pattern(SIX, text)
    assert "'占 on 一01 and 七07' and 'none in row 1' exclude each other" in raised.value.message.en
    assert "「占 on 一01 and 七07」と「none in row 1」は両立しません" in raised.value.message.ja
    assert "say 'elsewhere'" in raised.value.message.en
    with pytest.raises(BadPattern, match=r"exclude each other: no position has them together$"):
        read_pattern(SIX, "占 exactly 3, 占 exactly 4")
    assert read_pattern(SIX, "占 on 一01 and 七07, none on the rim, near 2").near == 2


@each("game", ["six", "ace", "king", "master", "rengo"])
def test_what_stands_somewhere_is_never_refused(game):
    """Counts that are taken from positions of random games, on areas and squares drawn at random, exclude nothing."""
    loaded = games.load(game)
    draw = random.Random(7)
    named = [*squares_of_named_areas(loaded).values(), *(frozenset([square]) for square in board_squares(loaded))]
    for _ in range(6):
        position = loaded.start()
        for _ in range(draw.randrange(60)):
            moves = list(loaded.legal_moves(position))
            position = loaded.play(position, draw.choice(moves)) if moves else position
        stood = list(loaded.standing(position))
        groups = []
        for _ in range(8):
            squares = draw.choice(named)
            units = frozenset(
                (side, unit) for side in draw.choice([[0], [1], [0, 1]]) for unit in draw.sample(list(loaded.units), 3)
            )
            number = sum(each.square in squares and (each.side, each.unit) in units for each in stood)
            empty = len(squares - {each.square for each in stood})
            groups.append([Clause(units, squares, number, number), Clause(None, squares, empty, empty)])
        assert indices_of_minimal_conflict(loaded, groups, 0) == []


def test_contradictions_are_those_of_all_arrangements():
    """On three squares all arrangements of two units, and of another, are tried: just what none of them has is refused."""
    draw = random.Random(3)
    kinds = [frozenset({(Side.FIRST, "territory")}), frozenset({(Side.SECOND, "territory")})]
    kinds += [kinds[0] | kinds[1], None]
    contents = [None, *kinds[:2], frozenset({(Side.FIRST, "warrior")})]
    seen = set()
    for _ in range(150):
        clauses = []
        for _ in range(draw.randrange(1, 5)):
            squares = frozenset(draw.sample(range(3), draw.randrange(1, 4)))
            least = draw.randrange(len(squares) + 1)
            clauses.append(Clause(draw.choice(kinds), squares, least, draw.choice([None, least, least + 1])))
        near = draw.choice([0, 0, 1])
        possible = any(sum(_off(clause, held) for clause in clauses) <= near for held in product(contents, repeat=3))
        assert (indices_of_minimal_conflict(SIX, [[clause] for clause in clauses], near) == []) == possible
        seen.add(possible)
    assert seen == {True, False}


def _off(clause, held):
    """Return how far an arrangement of three squares is from a clause, counted by hand."""
    number = sum(
        held[at] is None if clause.units is None else held[at] is not None and held[at] <= clause.units
        for at in clause.squares
    )
    most = number if clause.most is None else clause.most
    return max(clause.least - number, number - most, 0)


@pytest.mark.timeout(60)
def test_a_long_pattern_is_read_soon():
    """Many clauses about many areas come to an end; what is not decided in time is not refused."""
    text = ", ".join(f"{number % 5} 占 in 一01-{'一二三四五六七'[number % 7]}0{number % 6 + 1}" for number in range(60))
    with contextlib.suppress(BadPattern):
        read_pattern(SIX, text)
    read_pattern(
        games.load("rengo"), ", ".join(f"at least {number % 3} 歩 in 一01-九0{number % 9 + 1}" for number in range(60))
    )
