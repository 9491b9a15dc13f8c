"""The page gathers games a few at a time, and reads puzzles: both as the commands do."""

import json

import pytest
from repository import ROOT
from rooms import Asked, Kept

from analysis.explorer.graph_json import explorer_json
from analysis.explorer.played_game import games_of_verdict
from analysis.explorer.position_graph import GraphCollector
from kifu import verify
from kifu.cli.commands.study.puzzles import puzzle_json
from kifu.core import games
from kifu.engine.puzzles import Puzzle
from kifu.web.standalone import explorer_puzzle_and_share_requests
from notation.random_record import random_game_as_kif
from notation.reading import read

SIX = games.load("six")
FILES = {
    "many.kif": "\n".join(
        random_game_as_kif(SIX, seed, 8) for seed in range(explorer_puzzle_and_share_requests.MAX_BATCH_RECORDS + 5)
    ).encode(),
    "bad.kif": (ROOT / "samples/six/illegal-move.kif").read_bytes(),
    "none.kif": b"nothing",
    "match.kif": (ROOT / "samples/king/last-move-taken.kif").read_bytes(),
}


def test_it_gathers_what_the_command_counts():
    """Files are judged a few records at a time until none is left; the graphs are those of all records, and can be forgotten."""
    ask, gathered = Asked(Kept()), GraphCollector()
    for name, data in FILES.items():
        status, told = ask("POST", "/api/explorer/take", {"name": name}, data)
        assert status == 200
        while told["left"]:
            told = ask("POST", "/api/explorer/judge", {})[1]
        for verdict in verify(read(name, data)):
            for game in games_of_verdict(verdict):
                gathered.add_game(game)
    wanted = json.loads(json.dumps(explorer_json(gathered.graphs(), gathered.rejected)))
    assert ask("GET", "/api/explorer")[1] == wanted
    assert (wanted["rejected"], len(wanted["graphs"])) == (2, 2)
    assert ask("POST", "/api/explorer/clear", {})[1] == {"games": 0, "left": 0}
    assert ask("GET", "/api/explorer")[1]["graphs"] == []


def test_it_takes_no_more_than_it_says(monkeypatch):
    """More games than the limit are refused as a whole, and so is an address of several lines."""
    monkeypatch.setattr(explorer_puzzle_and_share_requests, "MAX_GAMES", 3)
    ask = Asked(Kept())
    assert ask("POST", "/api/explorer/take", {"name": "a.kif"}, FILES["many.kif"])[1]["error"] == "too-many-games"
    assert ask("POST", "/api/explorer/take", {"name": "a.kif", "address": "a\nb"}, FILES["bad.kif"])[0] == 422
    assert ask("POST", "/api/explorer/judge", {})[1] == {"games": 0, "left": 0}


def as_lines(data):
    """Return the puzzles of a file as the command gives them as JSON."""
    for verdict in verify(read("p.kif", data)):
        position, moves = verdict.replay.positions[0], verdict.replay.moves
        yield puzzle_json(verdict.game, Puzzle(position=position, solution=tuple(moves), origin="table"))


@pytest.mark.parametrize("game", ["six", "king", "master"])
def test_puzzles_are_read_with_their_solutions(game):
    """Each record of the samples is a puzzle: its board, its legal moves, and the solution, which is one of them."""
    data = (ROOT / f"samples/{game}/puzzles.kif").read_bytes()
    ask = Asked(Kept())
    status, told = ask("POST", "/api/puzzles", {"name": "p.kif"}, data)
    assert status == 200
    assert len(told["puzzles"]) == len(read("p.kif", data).records)
    assert len({puzzle["id"] for puzzle in told["puzzles"]}) == len(told["puzzles"])
    for puzzle in told["puzzles"]:
        assert puzzle["solution"][0] in {choice["text"] for choice in puzzle["choices"]}
        assert len(puzzle["boards"]) == len(puzzle["solution"]) + 1
        assert told["looks"][puzzle["look"]]["game"] == game
    lines = "\n".join(json.dumps(each) for each in as_lines(data))
    again = ask("POST", "/api/puzzles", {"name": "p.json"}, lines.encode())[1]
    ids = [(puzzle["id"], puzzle["solution"]) for puzzle in again["puzzles"]]
    assert ids == [(puzzle["id"], puzzle["solution"]) for puzzle in told["puzzles"]]
    assert [each["id"] for each in as_lines(data)] == [number for number, _ in ids]
    assert ask("POST", "/api/puzzles", {"name": "p.kif"}, FILES["many.kif"])[1]["error"] == "no-puzzle"


@pytest.mark.parametrize(
    "line",
    [
        '{"format": "kifu-puzzle/1"}',
        '{"format": "kifu-puzzle/1", "game": "six", "rules": 1, "solution": 1, "source": 1}',
        "{}",
        "{",
    ],
)
def test_what_is_no_puzzle_is_refused(line):
    """Whatever JSON a file holds is answered with the same refusal."""
    assert Asked(Kept())("POST", "/api/puzzles", {"name": "p.json"}, line.encode())[1]["error"] == "no-puzzle"
