"""Holds every game to the contract, also under each of its options: by kifu.testing, and on the samples."""

from pathlib import Path

import pytest
from effort import effort

from kifu import games
from kifu.cli.judging import judge
from kifu.testing import cases, walks
from kifu.testing.test_kernels import *  # noqa: F403 - the tests
from kifu.testing.test_moves import *  # noqa: F403
from kifu.testing.test_symmetries import *  # noqa: F403
from kifu.testing.test_texts import *  # noqa: F403
from notation.reading import read

pytestmark = pytest.mark.no_cover  # watching this number of positions is slow, and other tests run the same lines

SAMPLES = Path(__file__).parents[1] / "samples"

walks.READ_BACK = effort(walks.READ_BACK, 10_000)
cases.EACH_OPTION_ALONE = effort(usual=False, thorough=True)


def test_there_are_games():
    """There is at least one game."""
    assert games.ids()


def over_in_samples(game_id):
    """Yield each game of the samples that the rules have ended, under its record's own rules, with its last position."""
    for path in sorted((SAMPLES / game_id).glob("*.kif")):
        for verdict in judge(read(str(path), path.read_bytes())):
            for one in verdict.games or (verdict,):
                if one.game is not None and one.final is not None and one.game.outcome(one.final) is not None:
                    yield one.game, one.final


def test_no_moves_once_a_sample_is_over(default):
    """Each game has samples that its rules have ended, and no legal move at their last positions."""
    over = list(over_in_samples(default.id))
    assert over
    for played, position in over:
        assert list(played.legal_moves(position)) == [], played.spell_diagram(position)
