"""Search and solver play by the options of a game; only the draw at the fourth occurrence (four=draw) they do not see."""

from unittest.mock import Mock

import pytest
from each import each

import kifu
from kifu.cli.commands.play import engine_game_as_kif
from kifu.core import games
from kifu.core.compiled.bind_and_compile import rules_compile
from kifu.core.compiled.perft_and_expected_counts import read_perft_blocks
from kifu.core.errors import InvalidSetup
from kifu.core.game.text import split_diagram
from kifu.engine import play_engine_games
from kifu.engine.play_engine_games import EngineGame, Player, play_engine_game
from kifu.engine.solver import does_line_prove_solution, solve
from kifu.games.union.position import PASS
from kifu.referee.status_fault_and_basis import Status
from notation.reading import read

pytestmark = pytest.mark.no_cover  # coverage makes these tests slow, and other tests run the same lines

CHOICES = [
    (game_id, option.name, value)
    for game_id in games.ids()
    if rules_compile(games.load(game_id))
    for option in games.load(game_id).options
    for value in option.values[1:]
]
SHUTTLE = ("四06-四05十内", "四02-四03十内", "四05-四06十内", "四03-四02十内")


def late(game, name):
    """Return the position of a diagram of perft.txt."""
    (block,) = [block for block in read_perft_blocks(game) if block.id == name]
    return game.read_diagram(split_diagram(block.line, block.diagram))


@each(("game_id", "option", "value"), CHOICES)
def test_the_engine_plays_legal_moves(game_id, option, value):
    """From the start and from each diagram of perft.txt the engine makes only moves that are legal under the option."""
    game = games.load(game_id).under(option, value)
    starts = [game.start()]
    for block in read_perft_blocks(game):
        if block.diagram:
            try:
                starts.append(game.read_diagram(split_diagram(block.line, block.diagram)))
            except InvalidSetup:
                assert option == "first"  # the diagram is one of the placing half
    for seed, start in enumerate(starts):
        played = play_engine_game(game, (Player(60), Player(60)), seed, start=start, plies=12)
        position = start
        assert played.moves
        for move in played.moves:
            assert game.explain(position, move) is None, (game.spell(move), game.spell_diagram(position))
            position = game.play_legal(position, move)


@pytest.mark.parametrize("value", ["free", "must"])
def test_the_solver_knows_whether_the_last_move_may_be_declined(value):
    """A proof at the last move holds by the rules with the option, and passes only where that is legal."""
    game = games.load("ace").under("last", value)
    position = late(game, "last-move")
    solution = solve(game, position, 20_000)
    assert solution.proven
    assert does_line_prove_solution(game, position, solution)
    assert value == "free" or solution.line[0] != PASS


def test_a_game_of_the_engine_ends_at_the_fourth_occurrence(monkeypatch):
    """The search plays on, but under four=draw the record that `kifu play` writes ends there; by default it does not."""
    for rules, status, plies in (("ace/1", Status.UNFINISHED, 14), ("ace/1 four=draw", Status.CONFIRMED, 12)):
        game = games.load("ace").configure(rules, {})
        moves = tuple(game.read(SHUTTLE[ply % 4]).move for ply in range(14))
        monkeypatch.setattr(
            play_engine_games, "play_engine_game", Mock(return_value=EngineGame(moves, (0,) * 14, None))
        )
        text = engine_game_as_kif(game, seed=1, max_plies=14, nodes=1)
        (verdict,) = kifu.verify(read("a.kif", text.encode()))
        assert (verdict.status, verdict.plies, verdict.game.rules) == (status, plies, rules)
