"""Plays the engine against public baselines and an earlier release, at equal nodes and at equal time, and rates them all.

    python benchmarks/ladder.py --game king --nodes 100 --nodes 300 --ms 1
    python benchmarks/ladder.py --match engine@300:greedy --low 382 --high 512 --pairs 400
    python benchmarks/ladder.py --release b9e1e51f --nodes 300 --journal ladder.jsonl --csv ladder.csv

Players: `uniform` draws its moves; `greedy` plays the move after which it leads most by the score of the rules (in 続・連合将棋
with three points for each point of set-up cost); `two-ply` looks at the replies too, `three-ply` at its own best answer to them; `engine@300` is the
engine with 300 nodes a move, `engine@1ms` with the nodes that take it 1 ms of the processor a move on average; `release@300`
and `release@1ms` are the engine of the revision that `--release` names, in a process of its own. Baselines have no limit: the
table tells what they took.

Two games make a pair: `--plies` moves are drawn, anew if a side is then proven to win, and both players play both sides of that
opening. In 続・連合将棋 both have the same drawn army. Games of nodes depend on the seed alone; games of time also on the machine
and its load, and are not reproducible. A game drawn, or broken off after `--longest` plies, is half a point; with `--adjudge 10`
one of 続・連合将棋 is won by a lead of 10 points of set-up cost. With `--low` and
`--high` a match ends when a sequential test decides between these leads in Elo (H0 and H1, errors of 5 % each). Each game is a
line of the journal; a run goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import tempfile
from functools import cache
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
from ladder_table import Match, match_line, ratings, write_csv
from openings import opening
from players import Course, Release, costs_of_rengo, export, player, warmed
from sequential import LOOK, ratio, spread_between, verdict

from kifu.core import games
from kifu.core.outcome import Outcome
from kifu.engine.bind_engine import engine_digest
from kifu.engine.selfplay_kernel import random_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from openings import Opening
    from players import Player

    from kifu.core.game.game import Position

GAMES = ("six", "ace", "king", "master", "rengo")
BOARD = {"rengo": "碁盤9路"}
RESULTS = {Outcome.FIRST: "won", Outcome.SECOND: "lost"}
"""The result of a game for 先手; any other is drawn, and none is broken off."""
TURNED = {"won": "lost", "lost": "won"}


class Terms(NamedTuple):
    """What all games of a journal share."""

    seed: int
    plies: int
    longest: int
    army: int
    low: float | None
    high: float | None
    adjudge: int
    """The lead in set-up cost by which a game of 続・連合将棋 that is broken off is won; 0: by none."""
    revision: str
    """The commit of the release; empty without one."""


class Journal:
    """The games played so far, one JSON object a line; the first line tells the terms and the digests of the engine."""

    def __init__(self, path: Path | None, head: dict) -> None:
        """Read a journal, or begin it. Raises SystemExit if it was begun under other terms or with another engine."""
        self.path, self.games = path, {}
        if path is None:
            return
        if not path.exists():
            path.write_text(json.dumps(head) + "\n", encoding="utf-8")
        first, *lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        if first != json.loads(json.dumps(head)):
            other = ", ".join(key for key in {*first, *head} if first.get(key) != head.get(key))
            raise SystemExit(f"{path} was begun with other settings: {other}; name another journal")
        self.games = {_place(line): line for line in lines}

    def known(self, line: dict) -> dict | None:
        """Return the game that stands in this place, if it was played."""
        return self.games.get(_place(line))

    def add(self, line: dict) -> None:
        """Write a game."""
        self.games[_place(line)] = line
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")


def _place(line: dict) -> tuple:
    return line["game"], line["a"], line["b"], line["pair"], line["exchanged"]


def adjudged(last: Position, lead: int) -> str:
    """Return the result for 先手 of a game of 続・連合将棋 that is broken off, by a lead in set-up cost."""
    first, second = costs_of_rengo(last)
    return "won" if first - second >= lead else "lost" if second - first >= lead else "broken off"


def played(begun: Opening, players: tuple[Player, Player], seed: int, terms: Terms) -> dict:
    """Play one game from an opening; return its result for 先手, its plies, both players' milliseconds a move, and its key."""
    course = Course(begun, list(begun.positions), list(begun.moves))
    game, spent, chosen = begun.game, [0.0, 0.0], [0, 0]
    ending = None
    while ending is None and len(course.moves) < terms.longest:
        turn = game.turn(course.positions[-1])
        move, seconds = players[turn](course, random_number(seed, len(course.moves)))
        spent[turn] += seconds
        chosen[turn] += 1
        course.moves.append(move)
        course.positions.append(game.play_legal(course.positions[-1], move))
        ending = game.outcome(course.positions[-1])
    result = "broken off" if ending is None else RESULTS.get(ending.outcome, "drawn")
    if ending is None and game.id == "rengo" and terms.adjudge:
        result = adjudged(course.positions[-1], terms.adjudge)
    texts = " ".join(map(game.spell, course.moves))
    return {
        "result": result,
        "adjudged": ending is None and result != "broken off",
        "plies": len(course.moves),
        "ms": [round(1000 * time / max(1, number), 4) for time, number in zip(spent, chosen, strict=True)],
        "key": hashlib.sha256(texts.encode()).hexdigest()[:16],
    }


@cache  # every match of a game begins with the same openings, and a proof may take long
def begun_of(game: str, number: int, seed: int, plies: int, army: int) -> tuple[Opening, int]:
    """Return the opening of a pair, and the seed of its games."""
    draw = random.Random(f"{seed}/{game}/{number}")
    return opening(game, draw, plies, BOARD.get(game, ""), army), draw.getrandbits(31)


def pairs_of(
    game: str, names: tuple[str, str], sides: tuple[Player, Player], terms: Terms, journal: Journal
) -> Iterator[list[dict]]:
    """Yield the pairs of a match without end, two games each, played now or before."""
    for number in count():
        begun, seed = begun_of(game, number, terms.seed, terms.plies, terms.army)
        pair = []
        for exchanged in (False, True):
            line = {"game": game, "a": names[0], "b": names[1], "pair": number, "exchanged": exchanged}
            known = journal.known(line)
            if known is None:
                told = played(begun, sides[::-1] if exchanged else sides, seed + exchanged, terms)
                if exchanged:
                    told |= {"result": TURNED.get(told["result"], told["result"]), "ms": told["ms"][::-1]}
                known = line | told
                journal.add(known)
            pair.append(known)
        yield pair


def contested(match: Match, tree: Path | None, terms: Terms, most: int, journal: Journal) -> Match:
    """Play a match until the test decides, or for `most` pairs; return it with its games."""
    begun, _ = begun_of(match.game, 0, terms.seed, terms.plies, terms.army)
    course = Course(begun, list(begun.positions), list(begun.moves))
    names = (match.a, match.b)
    sides = (warmed(player(match.a, tree), course), warmed(player(match.b, tree), course))
    for pair in islice(pairs_of(match.game, names, sides, terms, journal), most):
        match.games.extend(pair)
        if terms.low is None or terms.high is None or len(match.pairs) % LOOK:
            continue
        match.value = ratio(match.pairs, terms.low, terms.high, spread_between(terms.low, terms.high))
        match.decision = verdict(match.value)
        if match.decision != "undecided":
            break
    for side in sides:
        if isinstance(side, Release):
            side.process.terminate()
    return match


def ladder(nodes: tuple[int, ...], times: tuple[float, ...], *, release: bool) -> list[tuple[str, str]]:
    """Return the matches of a whole ladder."""
    matches = [("greedy", "uniform"), ("two-ply", "greedy")]
    for limit in (*map(str, nodes), *(f"{time:g}ms" for time in times)):
        matches += [(f"engine@{limit}", baseline) for baseline in ("greedy", "two-ply", "three-ply")]
        if release:
            matches += [(f"engine@{limit}", f"release@{limit}"), (f"release@{limit}", "greedy")]
    return matches


@click.command()
@click.option("--game", "chosen", type=click.Choice(GAMES), multiple=True, default=GAMES, show_default=True)
@click.option("--nodes", multiple=True, type=click.IntRange(1), help="Nodes of a move; may be given several times.")
@click.option("--ms", "times", multiple=True, type=float, help="Milliseconds of the processor of a move.")
@click.option("--match", "matches", multiple=True, help="Only this match: A:B, by the names of the players.")
@click.option("--release", help="The revision whose engine plays too.")
@click.option("--pairs", default=50, show_default=True, help="The most pairs of a match, of two games each.")
@click.option("--plies", default=4, show_default=True, help="Drawn moves at the start.")
@click.option("--longest", default=300, show_default=True, help="The plies after which a game is broken off.")
@click.option(
    "--army", default=40, show_default=True, help="What a drawn army of 続・連合将棋 costs at most, without stones."
)
@click.option(
    "--adjudge",
    default=0,
    show_default=True,
    help="The lead in set-up cost that wins a game of 続・連合将棋 broken off; 0: none.",
)
@click.option("--low", type=float, help="The lead of A in Elo that H0 supposes.")
@click.option("--high", type=float, help="The lead of A in Elo that H1 supposes.")
@click.option("--seed", default=1, show_default=True)
@click.option("--journal", "path", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--csv", "table", type=click.Path(dir_okay=False, path_type=Path))
def main(  # noqa: PLR0913, PLR0917
    chosen: tuple[str, ...],
    nodes: tuple[int, ...],
    times: tuple[float, ...],
    matches: tuple[str, ...],
    release: str | None,
    pairs: int,
    plies: int,
    longest: int,
    army: int,
    adjudge: int,
    low: float | None,
    high: float | None,
    seed: int,
    path: Path | None,
    table: Path | None,
) -> None:
    """Play the matches; print each as it ends, then the ratings of each game."""
    revision = ""
    if release:
        command = ["git", "rev-parse", f"{release}^{{commit}}"]
        revision = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    named = [(a, b) for a, _, b in (match.partition(":") for match in matches)]
    wanted = named or ladder(nodes, times, release=bool(release))
    terms = Terms(seed, plies, longest, army, low, high, adjudge, revision)
    journal = Journal(path, {**terms._asdict(), "engine": {game: engine_digest(games.load(game)) for game in GAMES}})
    lines: list[Match] = []
    with tempfile.TemporaryDirectory() as folder:
        tree = export(revision, Path(folder)) if release else None
        for game in chosen:
            own = []
            for names in wanted:
                own.append(contested(Match(game, *names), tree, terms, pairs, journal))
                print(match_line(own[-1]), flush=True)
            for line in ratings(own):
                print(line.told)
            lines += own
    if table:
        write_csv(table, lines)


if __name__ == "__main__":
    main()
