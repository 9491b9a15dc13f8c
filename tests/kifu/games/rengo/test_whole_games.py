"""Compares the whole rules with the second implementation: every position of the scenarios, and random games."""

import naive_game
import naive_moves
import pytest
from drawn import position_of
from each import each
from hypothesis_profile import examples
from naive_moves import State
from random_games import Differs, king_match, whole_game
from test_scenarios import BY_SCENARIO, played

from kifu.games.rengo.boards_and_unit_movements import FRESH, HANDS, NAMES, SIDE
from kifu.games.rengo.check_detection_and_effect_breaches import is_in_check
from kifu.games.rengo.position import FACED, FIVE, GOING, KING_TAKEN, PASSED_TWICE

pytestmark = pytest.mark.no_cover  # watching this number of positions is slow, and other tests run the same lines

ENDED = {GOING: "", KING_TAKEN: "king", FIVE: "five", FACED: "facing", PASSED_TWICE: "passes"}


def state_of(position):
    """Return a position as the second computation has it."""
    columns = position.context.geometry.columns
    units = {
        divmod(square, columns): (unit // SIDE, NAMES[unit % SIDE], unit % SIDE == FRESH)
        for square, unit in enumerate(position.board)
        if unit
    }
    return State(
        naive_moves.BOARDS[position.context.board],
        position.context.options._asdict(),
        units,
        tuple({NAMES[kind]: number for kind, number in zip(HANDS, stand, strict=True)} for stand in position.stands),
        position.captives,
        position.turn,
        *(divmod(square, columns) if square >= 0 else None for square in (position.en_passant, position.ko)),
        position.passed,
        position.facing,
        ENDED[position.ended],
    )


@pytest.mark.parametrize("scenario", BY_SCENARIO)
def test_scenarios_by_the_second_computation(scenario):
    """At each position of a scenario the legal actions, check and the end are the same."""

    @each("case", BY_SCENARIO[scenario], ids=lambda case: case.name)
    def is_the_same(case):
        game, replayed = played(case)
        for position in replayed.positions:
            judged = naive_game.judge(state_of(position))
            ending = game.outcome(position)
            assert judged.end == (ending and (int(ending.article[6:]), ending.outcome.value))
            assert sorted(judged.legal) == sorted(game.spell(move) for move in game.legal_moves(position))
            assert ending or judged.check == is_in_check(position)

    is_the_same()


@pytest.mark.parametrize("seed", range(examples(3, 6)))
def test_random_games(seed):
    """Legal actions, refused ones with their articles, check, score and the end, ply by ply."""
    assert whole_game(f"small {seed}", plies=12)["positions"]


@pytest.mark.parametrize("seed", range(2))
def test_random_matches_of_king(seed):
    """Two games, their winners, and the sums that decide the match."""
    assert king_match(f"small {seed}")["games"] == 2


def test_a_difference_is_found(monkeypatch):
    """The comparison can fail: it reports a wrong count and a missing move."""
    monkeypatch.setattr(naive_game, "score", lambda _state: (0, 0))
    with pytest.raises(Differs, match="score"):
        whole_game("small 0", plies=2)
    monkeypatch.undo()
    judge = naive_game.judge

    def fewer(state):
        judged = judge(state)
        return judged._replace(legal=dict(sorted(judged.legal.items())[1:]))

    monkeypatch.setattr(naive_game, "judge", fewer)
    with pytest.raises(Differs, match="legal"):
        whole_game("small 0", plies=2)


def test_facing_at_the_start():
    """The second implementation treats a start with facing 楚 as the result of the other side's move (rengo.48)."""
    position = position_of("碁盤9路 | 先: 楚五09 歩九06 | 後: 楚五01 | 番: 先")
    assert state_of(position).facing
