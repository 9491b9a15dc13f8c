"""What decides games between random sets: figures from games that a rule of thumb decides."""

import random

import pytest
from each import each
from helpers import SIX
from pair_figures import (
    COURSE,
    FACTORS,
    GAMES,
    MOVES,
    REGRESSION,
    coefficients,
    course,
    course_rows,
    differences,
    factors,
    game_rows,
    place,
    regression_rows,
)
from pairs import PairGame, PairLook, PairSettings, sets_of

from kifu.core.outcome import Side

SETTINGS = PairSettings("six", 7, 300, 30, 1, 120)


def decided(pair, *, exchanged):
    """Return a game that the side with more centre squares mostly wins; 先手 has luck too; few games are broken off."""
    draw = random.Random(f"{pair}/{exchanged}")
    sets = sets_of(SETTINGS, pair)[:: -1 if exchanged else 1]
    own, rival = (factors(*sides, SIX.board)[3] for sides in (sets, sets[::-1]))
    first = draw.random() < 1 / (1 + 2.718281828 ** -(0.5 + 0.8 * (own - rival)))
    winner = None if draw.random() < 0.05 else Side.FIRST if first else Side.SECOND
    ghosts = [draw.randrange(9) for _ in range(6)]
    looks = tuple(
        PairLook(40 - 2 * rival + draw.randrange(3), rival, draw.randrange(9), draw.randrange(9)) for rival in ghosts
    )
    ending = "" if winner is None else draw.choice(["standstill", "elimination"])
    return PairGame(
        pair, exchanged, winner, ending, draw.randrange(40, 70), None if winner is None else pair % 9, looks
    )


@pytest.fixture(scope="module")
def played():
    """Return two games of each pair."""
    return [decided(pair, exchanged=exchanged) for pair in range(SETTINGS.pairs) for exchanged in (False, True)]


def test_what_decides_is_found(played):
    """Centre and seat have intervals above zero around what drew the games; touching pairs have none in the whole model."""
    found = {(one.model, one.broken_off, one.factor): one for one in coefficients(SETTINGS, played)}
    for handling in ("left out", "half"):
        centre, seat = found["entries", handling, "centre"], found["entries", handling, "seat"]
        assert 0.4 < centre.low < centre.coefficient < centre.high < 1.2
        assert 0 < seat.low < 0.5 < seat.high + 0.2
        touching = found["entries", handling, "touching"]
        assert touching.low < 0 < touching.high
        assert found["touching", handling, "touching"].coefficient > 0  # the centre is narrow: place shows as touching
    assert found["place", "half", "edges"].games == 600
    assert found["place", "half", "edges"].pairs == 300
    assert found["place", "left out", "edges"].games == sum(game.winner is not None for game in played)


def test_sizes_are_a_factor_where_they_differ(played):
    """Pairs of sets of two sizes have the size in every model: first less second, turned with the seats."""
    settings = SETTINGS._replace(size=6, rival=8)
    assert {row[1] for row in differences(settings, played)} == {-2, 2}
    assert all(
        row[1] == (2 if game.exchanged else -2) for row, game in zip(differences(settings, played), played, strict=True)
    )
    factors_of = {(one.model, one.factor) for one in coefficients(settings, played)}
    assert {model for model, factor in factors_of if factor == "size"} == {"touching", "place", "entries"}
    assert not any(one.factor == "size" for one in coefficients(SETTINGS, played))


def test_rows(played):
    """The rows have the columns that are named."""
    for names, rows in (
        (REGRESSION, regression_rows(tuple(coefficients(SETTINGS, played)))),
        (COURSE, course_rows(tuple(course(played)))),
        (GAMES, game_rows(played)),
    ):
        assert all(tuple(row) == names for row in rows)


def test_the_course(played):
    """Shares add up, quartiles are in order, and 怨 of the opponent take away two moves each."""
    found = {(one.figure, one.of): one for one in course(played)}
    ended = sum(game.winner is not None for game in played)
    assert found["broken off", "games"].value == pytest.approx(1 - ended / 600)
    assert found["standstill", "decided games"].value + found["elimination", "decided games"].value == pytest.approx(1)
    quartiles = [found["plies", f"quantile {part}"] for part in (0.25, 0.5, 0.75)]
    assert [one.n for one in quartiles] == [ended] * 3
    assert 40 <= quartiles[0].value < quartiles[1].value < quartiles[2].value < 70
    assert all(one.low <= one.value <= one.high for one in found.values())
    slope = found["moves, within games", "rival_ghosts"]
    assert slope.low < -2 < slope.high < 0
    assert found["moves, within games", "own_ghosts"].low < 0 < found["moves, within games", "own_ghosts"].high


def test_figures_that_cannot_be_told_apart(played):
    """Each 怨 is a fighter less where no 占 was beaten: the course has no regression of moves, and all else."""
    plain = [
        game._replace(looks=tuple(look._replace(own_fighters=14 - look.own_ghosts) for look in game.looks))
        for game in played
    ]
    figures = [one.figure for one in course(plain)]
    assert MOVES not in figures
    assert figures == [one.figure for one in course(played) if one.figure != MOVES]


def test_no_game_was_decided():
    """Games that were all broken off have a share of broken-off games and nothing else."""
    game = PairGame(0, exchanged=False, winner=None, ending="", plies=9, last_moves=None, looks=())
    first = next(course([game]))
    assert (first.figure, first.n, first.value) == ("broken off", 1, 1.0)


def squares(text):
    """Return the squares that a text names."""
    return tuple(sorted(SIX.board.parse(word) for word in text.split()))


@each(
    ("own", "other", "expected"),
    [
        ("一01", "七07", (0, 1, 0, 0, 3)),
        ("一01", "二02", (0, 1, 0, 0, 2)),
        ("四04 五05", "一01", (1, 0, 0, 2, 12)),
        ("一01 四01 三03 二02", "七07", (2, 1, 1, 1, 13)),
        ("二02", "三03 一02", (0, 0, 0, 0, 6)),
    ],
)
def test_factors(own, other, expected):
    """Touching pairs, corners, edges, centre, and the squares beside the set that no set has."""
    assert dict(zip(FACTORS, factors(squares(own), squares(other), SIX.board), strict=True)) == dict(
        zip(FACTORS, expected, strict=True)
    )


def test_every_square_has_one_place():
    """There are 4 corners, 20 edges, 9 squares of the centre and 16 between."""
    names = [place(square, SIX.board) for square in range(49)]
    assert {name: names.count(name) for name in set(names)} == {"corners": 4, "edges": 20, "centre": 9, "ring": 16}
