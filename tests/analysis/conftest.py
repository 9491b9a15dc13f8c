"""Short hand-made records, and a game of another kind, for the tables and pictures."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import pytest

from kifu.core import games
from kifu.core.game.counting import Measure, Trace
from kifu.core.game.game import Game
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.core.squares import BoardSize
from kifu.referee import verify
from kifu.referee.replay import Replay
from kifu.referee.status_fault_and_basis import Status
from kifu.referee.verdict import Verdict
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SAMPLES = Path(__file__).parents[2] / "samples"

BEATEN = """棋種：6面体
開始日時：2013/05/01 14:00
先手：山田 太郎
後手：佐藤 花子
   1 四04占
   2 四06領
   3 四05武
   4 五05士
   5 四05-五05武
   6 三07士
   7 五05-四06武
まで7手で先手の勝ち
"""
"""Both sides place, 先手 beats a 士 at ply 5 and the last 領 at ply 7."""

ILLEGAL = """棋種：6面体
   1 四04占
   2 四06領
   3 一01武
"""

SETUP = """棋種：6面体
局面図
一二三四五六七
○○○○○○○01
○○占武領○○02
○○○○○○○03
○○○○○○○04
○○○○○○○05
○○○○○○○06
○○○○○○○07
"""
"""A diagram and no move."""


def judge(text: str, name: str = "game.kif") -> list[Verdict]:
    """Read a text of records, and return the verdict on each."""
    document = read(name, text.encode())
    return [verify.verify(record, document.sha256, document.diagnostics) for record in document.records]


def random_game(seed: int, plies: int) -> str:
    """Return a record of random legal moves."""
    six, choice = games.load("six"), random.Random(seed).choice
    position, lines = six.start(), ["棋種：6面体"]
    for ply in range(1, plies + 1):
        moves = list(six.legal_moves(position))
        if six.outcome(position) is not None or not moves:
            break
        move = choice(moves)
        lines.append(f"{ply:4d} {six.spell(move)}")
        position = six.play_legal(position, move)
    return "\n".join(lines) + "\n"


@pytest.fixture(name="judge")
def judge_text() -> Callable[..., list[Verdict]]:
    """Return the function that reads and judges a text."""
    return judge


@pytest.fixture(scope="session")
def beaten() -> Verdict:
    """Return the verdict on a game that is won at ply 7 by six.14."""
    return judge(BEATEN)[0]


@pytest.fixture(scope="session")
def illegal() -> Verdict:
    """Return the verdict on a record whose third ply breaks six.4."""
    return judge(ILLEGAL, "illegal.kif")[0]


@pytest.fixture(scope="session")
def setup_only() -> Verdict:
    """Return the verdict on a record of a diagram alone."""
    return judge(SETUP, "setup.kif")[0]


@pytest.fixture(scope="session")
def unreadable() -> Verdict:
    """Return the verdict on a file without a record."""
    return verify.unreadable_file("none.kif", "0" * 64, ())


@pytest.fixture(scope="session")
def long_game() -> Verdict:
    """Return the verdict on a long random game."""
    return judge(random_game(3, 200), "long.kif")[0]


@pytest.fixture(scope="session")
def group(long_game: Verdict) -> list[Verdict]:
    """Return the verdicts on three random games of different length."""
    return [long_game, *(judge(random_game(seed, 60), f"{seed}.kif")[0] for seed in (4, 5))]


class Stones(NamedTuple):
    """How many stones lie on the board of the other game."""

    count: int


class OtherGame(Game):
    """A game that analysis does not know: 3×2 squares, twelve kinds of stone, and no stone is ever beaten."""

    id = "stones"
    name = Message("石並べ", "stones")
    rules = "stones/1"
    board = BoardSize(3, 2)
    measures = (Measure("stones", Message("石の数", "stones")),)
    traces: ClassVar = {"drop": Message("落とした所", "drops"), "stood": Message("居た手数", "plies stood")}
    units: ClassVar = {f"kind{number}": Message(f"石{number}", f"stone {number}") for number in range(12)}

    # The analysis uses none of these.
    configure = start = outcome = explain = history = read = resolve = move_space = None
    read_diagram = spell_diagram = cell = differences = None

    def turn(self, position: Stones) -> Side:
        """Alternate."""
        return Side(position.count % 2)

    def score(self, position: Stones) -> tuple[float, float]:
        """Count halves for 先手."""
        return (position.count * 0.5, 0.0)

    def measure(self, position: Stones) -> tuple[tuple[float, float], ...]:
        """Return a measure that is no whole number."""
        return ((position.count * 0.5, 1.0),)

    def spell(self, move: int) -> str:
        """Name the stone."""
        return f"stone-{move}"

    def trace(self, position: Stones, move: int) -> tuple[Trace, ...]:
        """Drop stone n on square n."""
        return (Trace("drop", move, self.turn(position), f"kind{move}"),)

    def standing(self, position: Stones) -> Iterator[Trace]:
        """Yield the stones dropped so far."""
        for square in range(position.count):
            yield Trace("stood", square, Side(square % 2), f"kind{square}")


@pytest.fixture
def other_game() -> Verdict:
    """Return the verdict on three plies of a game that the analysis does not know."""
    played = Replay(tuple(Stones(count) for count in range(4)), (0, 1, 2), None, None)
    return Verdict("stones.kif", 0, "0" * 64, Status.UNFINISHED, OtherGame(), played)


@pytest.fixture(scope="session")
def match() -> Verdict:
    """Return the verdict on the sample of a match of two games, on a board that is a graph."""
    return judge((SAMPLES / "king/match.kif").read_text(encoding="utf-8"), "match.kif")[0]
