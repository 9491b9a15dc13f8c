"""The players of the ladder: each chooses a move in a game so far, and tells the processor time that it took."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
import tarfile
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from kifu.core.compiled.bind_and_compile import bind, compiled_kernels_of_layers, rules_compile
from kifu.engine.best_move_and_win_chance import find_best_move
from kifu.engine.bind_engine import KERNELS, LOWER, interpreted_search_kernels
from kifu.engine.play_engine_games import NOISE
from kifu.games.rengo import score_and_evaluation, setup_check

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from openings import Opening

    from kifu.core.game.game import Game, Position

BASELINES = {"greedy": "greedy", "two-ply": "two_ply", "three-ply": "three_ply"}
"""The kernels of :mod:`baseline_kernel` by the name of the player."""
FIRST = 64
"""The nodes of the first move of a player whose time is limited."""
WORKER = Path(__file__).with_name("release_worker.py")


class Course(NamedTuple):
    """A game so far."""

    opening: Opening
    positions: list[Position]
    """All positions, the present one last."""
    moves: list[int]

    @property
    def game(self) -> Game:
        """The rules, on the board of the opening."""
        return self.opening.game


class Player(Protocol):
    """One side of a match."""

    def __call__(self, course: Course, seed: int) -> tuple[int, float]:
        """Return the move, and the seconds of the processor that it took. The game is not over."""


def uniform(course: Course, seed: int) -> tuple[int, float]:
    """Draw a legal move uniformly."""
    started = time.process_time()
    move = random.Random(seed).choice(list(course.game.legal_moves(course.positions[-1])))
    return move, time.process_time() - started


@cache
def baselines(game: Game) -> Mapping[str, Callable[[Any, int], tuple[int, int]]]:
    """Return the kernels of :mod:`baseline_kernel` for a game: machine code, or interpreted with :func:`of_rengo`."""
    modules = game.engine_modules()
    if modules is not None and rules_compile(game):
        return compiled_kernels_of_layers(game, (*LOWER, modules.evaluation.__name__, *KERNELS, "baseline_kernel"))
    names = {**interpreted_search_kernels(game), "score": of_rengo}
    return vars(bind("baseline_kernel", f"baseline_of_{game.id}_{id(game)}", names, jit=False))


def costs_of_rengo(position: Position) -> tuple[int, int]:
    """Return the set-up cost of the units of both sides of 続・連合将棋, on board and stand."""
    first, second = (
        sum(
            cost for _, _, cost in setup_check.unit_costs(position.context, position.board, position.stands[side], side)
        )
        for side in (0, 1)
    )
    return first, second


def of_rengo(position: Position) -> tuple[float, float]:
    """Return three points for each point of set-up cost, and the sum that would be counted now, for both sides of 続・連合将棋.

    The score of its rules is that sum alone, which is all land of one's own after the first 碁.
    """
    first, second = (
        3 * cost + sum_
        for cost, sum_ in zip(costs_of_rengo(position), score_and_evaluation.sums_of_both_sides(position), strict=True)
    )
    return first, second


class Baseline:
    """A player that knows only the rules and the score."""

    def __init__(self, kernel: str) -> None:
        """Play by a kernel of :mod:`baseline_kernel`."""
        self.kernel = kernel

    def __call__(self, course: Course, seed: int) -> tuple[int, float]:
        """Return the move, and the seconds of the processor that it took."""
        choose = baselines(course.game)[self.kernel]
        started = time.process_time()
        move, _ = choose(course.positions[-1], seed)
        return int(move), time.process_time() - started


class Engine:
    """The engine of this tree, with a limit of nodes or of processor time for each move."""

    def __init__(self, nodes: int, seconds: float = 0) -> None:
        """With `seconds` the nodes of a move are those that take so long on average, by the moves before."""
        self.nodes, self.limit = nodes, seconds
        self.visited, self.spent = 0.0, 0.0

    def __call__(self, course: Course, seed: int) -> tuple[int, float]:
        """Return the move, and the seconds of the processor that it took."""
        nodes = self.nodes
        if self.limit:
            nodes = max(2, round(self.limit * self.visited / self.spent)) if self.spent else FIRST
        move, seconds, used = self.choose(course, nodes, seed)
        if 2 * used >= nodes or not self.spent:  # a search that ended early tells nothing about the pace
            self.visited, self.spent = 0.9 * self.visited + nodes, 0.9 * self.spent + seconds
        return move, seconds

    def forget(self) -> None:
        """Forget the pace: the first move has made or loaded the machine code."""
        self.visited, self.spent = 0.0, 0.0

    def choose(self, course: Course, nodes: int, seed: int) -> tuple[int, float, int]:
        """Return the move, its seconds of the processor, and the nodes visited."""
        *before, position = course.positions
        started = time.process_time()
        choice = find_best_move(course.game, position, nodes, seed, noise=NOISE, before=before)
        return choice.move, time.process_time() - started, choice.nodes


class Release(Engine):
    """The engine of another tree, which runs in a process of its own."""

    def __init__(self, tree: Path, nodes: int, seconds: float = 0) -> None:
        """Start the process; it ends with this one."""
        super().__init__(nodes, seconds)
        command = [sys.executable, str(WORKER), str(tree)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def choose(self, course: Course, nodes: int, seed: int) -> tuple[int, float, int]:
        """Return the move, its seconds of the processor, and the nodes allowed. Raises SystemExit if the process has ended."""
        game, opening = course.game, course.opening
        asked = {"game": game.id, "moves": [game.spell(move) for move in course.moves], "nodes": nodes, "seed": seed}
        asked |= {"head": opening.head, "diagram": opening.diagram, "noise": NOISE}
        assert self.process.stdin is not None and self.process.stdout is not None  # noqa: S101, PT018 - they are pipes
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"the process of the other tree has ended: {self.process.args}")
        answer = json.loads(line)
        move = game.resolve(course.positions[-1], game.read(answer["move"]))
        if not game.legal(course.positions[-1], move):
            raise SystemExit(f"the other tree plays {answer['move']}, which is not legal: {asked}")
        return move, answer["seconds"], nodes


def export(revision: str, folder: Path) -> Path:
    """Write the packages of a revision to a folder; return it. Raises CalledProcessError for an unknown revision."""
    packed = subprocess.run(["git", "archive", revision, "kifu", "notation"], check=True, capture_output=True)  # noqa: S607
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def warmed(chosen: Player, course: Course) -> Player:
    """Return the player after a first move that does not count, which makes or loads its machine code."""
    chosen(course, 0)
    if isinstance(chosen, Engine):
        chosen.forget()
    return chosen


def player(name: str, tree: Path | None) -> Player:
    """Return the player of a name: uniform, greedy, two-ply, three-ply, engine@300, engine@1ms, release@300, release@1ms.

    Raises ValueError for another name, and for a release without a tree.
    """
    if name == "uniform":
        return uniform
    if name in BASELINES:
        return Baseline(BASELINES[name])
    kind, _, limit = name.partition("@")
    nodes, seconds = (0, float(limit[:-2]) / 1000) if limit.endswith("ms") else (int(limit or 0), 0.0)
    if kind == "engine" and (nodes or seconds):
        return Engine(nodes, seconds)
    if kind == "release" and (nodes or seconds) and tree is not None:
        return Release(tree, nodes, seconds)
    raise ValueError(name)
