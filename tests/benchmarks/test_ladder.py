"""The ladder of baselines: the same seed gives the same games, a journal goes on where it stopped, ratings and tests are sober."""

import json
import random
import sys

import pytest
from repository import ROOT

sys.path.append(str(ROOT / "benchmarks"))  # scripts, not a package

import ladder
import players
from ladder_table import Match, ratings
from openings import opening
from sequential import BOUND, ratio, spread_between

from kifu.core.compiled.bind_and_compile import bind
from kifu.core.outcome import Outcome
from kifu.engine.bind_engine import interpreted_search_kernels

TERMS = ladder.Terms(7, 6, 9, 40, None, None, 0, "")


def match(journal, *, seed=7, most=1):
    """Play pairs of the engine with few nodes against uniform play, 9 plies at most."""
    terms = TERMS._replace(seed=seed)
    return ladder.contested(Match("six", "engine@20", "uniform"), None, terms, most, journal)


@pytest.mark.nightly  # it compiles the engine of a game where no machine code is kept
@pytest.mark.slow
def test_the_same_seed_gives_the_same_games():
    """Two runs agree move by move; another seed does not; the two games of a pair differ."""
    first, again, other = (match(ladder.Journal(None, {}), seed=seed).games for seed in (7, 7, 8))
    assert [game["key"] for game in first] == [game["key"] for game in again]
    assert len({game["key"] for game in first + other}) == 4


def test_a_journal_goes_on_and_refuses_other_terms(tmp_path):
    """Games that stand there are not played again; a journal of other terms is not touched."""
    path = tmp_path / "games.jsonl"
    match(ladder.Journal(path, {"seed": 7}))
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([head, lines[0].replace("broken off", "won"), lines[1]]) + "\n", encoding="utf-8")
    longer = match(ladder.Journal(path, {"seed": 7}), most=2)
    assert [game["result"] for game in longer.games] == ["won", "broken off", "broken off", "broken off"]
    assert [json.loads(line)["pair"] for line in path.read_text(encoding="utf-8").splitlines()[1:]] == [0, 0, 1, 1]
    with pytest.raises(SystemExit, match="seed"):
        ladder.Journal(path, {"seed": 8})


def test_baselines_by_looking_at_every_move():
    """Greedy plays a move after which nobody leads more; two-ply one whose worst answer nobody's is better than."""
    lots = set()
    for game_id, plies in (("six", 9), ("six", 6), ("king", 5)):
        begun = opening(game_id, random.Random(1), plies)
        game, position = begun.game, begun.positions[-1]
        kernels = vars(
            bind(
                "baseline_kernel",
                f"tried_{game_id}",
                interpreted_search_kernels(game) | {"score": game.score},
                jit=False,
            )
        )
        turn = game.turn(position)

        def lead(after, game=game, turn=turn):
            ended = game.outcome(after)
            if ended is not None:
                return {Outcome.win(turn): 1e9, Outcome.win(turn.other): -1e9}.get(ended.outcome, 0)
            return game.score(after)[turn] - game.score(after)[1 - turn]

        def worst(move, game=game, lead=lead, position=position):
            after = game.play_legal(position, move)
            return min((lead(game.play_legal(after, reply)) for reply in game.legal_moves(after)), default=lead(after))

        moves = list(game.legal_moves(position))
        chosen = {kernels["greedy"](position, seed)[0] for seed in range(20)}
        most = max(lead(game.play_legal(position, move)) for move in moves)
        assert chosen <= {move for move in moves if lead(game.play_legal(position, move)) == most}, game_id
        lots |= {game_id} if len(chosen) > 1 else set()
        best = max(map(worst, moves))
        assert {worst(kernels["two_ply"](position, seed)[0]) for seed in range(2)} == {best}, game_id
    assert lots, "equal moves are drawn by lot"


def made(a, b, results):
    """Return a match with those results of `a`: w, l, d."""
    names = {"w": "won", "l": "lost", "d": "drawn"}
    return Match("six", a, b, [{"result": names[one], "pair": place // 2} for place, one in enumerate(results)])


def test_ratings():
    """Three games of four are 400·log10(3) Elo; who always wins is rated with a wide interval; strangers are left out."""
    rated = {one.player: one for one in ratings([made("x", "greedy", "wwwl" * 200), made("y", "x", "w" * 40)])}
    assert rated["x"].elo == pytest.approx(191, abs=3)
    assert rated["greedy"].elo == 0
    assert rated["y"].elo > rated["x"].elo + 400
    assert 1000 > rated["y"].half > 300
    assert [one.player for one in ratings([made("x", "greedy", "wwld"), made("p", "q", "wl")])] == ["x", "greedy"]


def test_a_match_that_one_side_always_wins_is_not_decided_by_its_spread():
    """95 % against 90 %: games that are all won decide only after as many as independent games need."""
    low, high = 381.7, 511.5
    decided = next(n for n in range(1, 200) if ratio([1.0] * n, low, high, spread_between(low, high)) >= BOUND)
    assert 25 <= decided <= 30  # log(19) / log(0.95 / 0.9) = 54 games


def test_names_of_players():
    """A name that no player has, a limit of nothing, a release without a revision."""
    for name in ("strong", "engine", "engine@0", "release@300"):
        with pytest.raises(ValueError, match=name):
            players.player(name, None)
