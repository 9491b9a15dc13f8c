"""The squares that units can go to, drawn as the page of 6面体 draws them, and in every other game."""

import pytest
from each import each
from six_pictures import ARCHER, FLIGHTS, GHOST, HORSE, MAIDEN, SET_ANEW, TERRITORY, WARRIOR, board, unmarked

from kifu.core import games
from kifu.core.errors import InvalidMove
from kifu.core.game.text import split_diagram
from kifu.render.move_diagrams import marked_diagram, occupied_targets, placement_reach, unit_reach_from, unit_reaches

SIX = games.load("six")
SMALL = ["six", "ace", "king", "master"]
MELEE = """
    ○○○○○○○01
    ○○○○○○○02
    ○○○霊領○○03
    ○○占武○○○04
    ○○○怨○○○05
    ○○○○○○○06
    ○○○○○○○07
"""


def drawn(text, game=SIX):
    """Return the position of a drawn board."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    return game.read_diagram(split_diagram(1, lines))


def square(name):
    """Return the number of a square of 6面体."""
    return SIX.board.parse(name)


@each(
    ("picture", "origin"),
    [
        pytest.param(GHOST, "五03", id="怨"),
        pytest.param(WARRIOR, "四04", id="武"),
        pytest.param(HORSE, "四04", id="騎"),
        pytest.param(ARCHER, "四04", id="弓"),
        pytest.param(MAIDEN, "四04", id="巫①"),
        pytest.param(SET_ANEW, "五03", id="怨②③"),
    ],
)
def test_the_pictures_of_the_page(picture, origin):
    """The picture of a die that moves has the lines of the page, marks and all."""
    position = drawn(unmarked(picture))
    assert board(marked_diagram(SIX, position, unit_reach_from(SIX, position, square(origin)))) == board(picture)


@each("unit", ["武", "騎", "弓", "巫", "武士", "弓矢", "H"])
def test_the_picture_of_placements(unit):
    """The picture of what may be placed round a 占 has the lines of the page, whatever the unit is called."""
    position = drawn(unmarked(TERRITORY))
    assert board(marked_diagram(SIX, position, placement_reach(SIX, position, unit))) == board(TERRITORY)


def test_the_picture_of_flights():
    """Every ◎ of the page's picture ④ is marked in the picture of one of its three 怨."""
    position = drawn(unmarked(FLIGHTS))
    reached = [unit_reach_from(SIX, position, square(origin)) for origin in ("五02", "一04", "三07")]
    pictures = [board(marked_diagram(SIX, position, reach)) for reach in reached]
    shown = {at for picture in pictures for at, cell in enumerate(picture) if cell == "◎"}
    assert {at for at, cell in enumerate(board(FLIGHTS)) if cell == "◎"} <= shown


def test_every_picture_of_a_position():
    """Without a choice: 占, which go everywhere, apart from 武 騎 弓 巫, which go round the 占 and share a picture."""
    position = drawn(unmarked(TERRITORY))
    everywhere, round_it = unit_reaches(SIX, position)
    assert everywhere.units == ("占",)
    assert board(marked_diagram(SIX, position, everywhere)) == board(unmarked(TERRITORY)).replace("○", "△")
    assert round_it.units == ("武", "騎", "弓", "巫")
    assert board(marked_diagram(SIX, position, round_it)) == board(TERRITORY)


def test_a_target_that_is_occupied():
    """A die that can be beaten stays in the picture, and is named besides; a 怨 is no target."""
    position = drawn(MELEE)
    reach = unit_reach_from(SIX, position, square("四04"))
    assert board(marked_diagram(SIX, position, reach)) == board("""
    ○○○○○○○01
    ○○○○○○○02
    ○○◎霊領○○03
    ○○占武◎○○04
    ○○◎怨◎○○05
    ○○○○○○○06
    ○○○○○○○07
    """)
    assert occupied_targets(SIX, position, reach) == [square("五03")]


def test_nothing_to_reach():
    """A 占 goes nowhere, and a 怨 is never placed: the pictures have no marks and no moves."""
    position = drawn(MELEE)
    for reach in (unit_reach_from(SIX, position, square("三04")), placement_reach(SIX, position, "怨")):
        assert not reach.moves
        assert marked_diagram(SIX, position, reach) == SIX.spell_diagram(position)


def test_no_such_unit():
    """A unit that the game does not have cannot be placed, also where nothing can."""
    for text in (MELEE, f"{MELEE}    先手の持駒：0 占不可\n"):
        with pytest.raises(InvalidMove):
            placement_reach(SIX, drawn(text), "桂")


@each("name", SMALL)
def test_every_game(name):
    """The pictures of the start share out the legal moves, and their marks stand on the empty targets alone."""
    game = games.load(name)
    position = game.start()
    pictures = unit_reaches(game, position)
    assert sorted(move for reach in pictures for move in reach.moves) == sorted(game.legal_moves(position))
    for reach in pictures:
        picture, plain = marked_diagram(game, position, reach), game.spell_diagram(position)
        assert picture.translate(str.maketrans("◎△", "・・" if "・" in plain else "○○")) == plain
        empty = len(reach.targets) - len(occupied_targets(game, position, reach))
        assert picture.count(reach.mark) == empty * len(game.cell(position, min(reach.targets)))


def test_drops_of_rengo():
    """A unit that is dropped (打) is found under its name, and its marks fill the two characters of a square."""
    game = games.load("rengo").configure(None, {"盤": "碁盤9路"})
    position = drawn(
        """
        ・・・・・・・・△王・・・・・・・・01
        ・・△城・・・・・・・・・・・・・・02
        ・・・・△卒・・・・△平・・・・・・03
        ・・・・・・・・・・・・・・・・・・04
        ・・・・・・・・・・・・・・・・・・05
        ・・・・・・・・・・・・・・・・・・06
        ・・・・▲平・・・・・・▲歩・・・・07
        ・・・・・・・・・・・・・・▲飛・・08
        ・・・・・・・・▲玉・・・・・・・・09
        先手の駒台：碁3 翻2 珠2
        後手の駒台：碁3 翻
        """,
        game,
    )
    reach = placement_reach(game, position, "碁")
    wanted = [text for text in map(game.spell, game.legal_moves(position)) if text.endswith("碁打")]
    assert [game.spell(move) for move in reach.moves] == wanted
    assert wanted
    plain, picture = game.spell_diagram(position), marked_diagram(game, position, reach)
    assert picture.count("△△") == len(wanted)
    assert picture.replace("△△", "・・") == plain
