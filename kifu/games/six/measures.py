"""Measures and marks of 6面体, for timeline and heatmaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import popcount
from kifu.core.game.counting import Measure, Trace
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.games.six.position import FACES, NONE, SQUARES, Position
from kifu.games.six.rules import mobility, score, unit_on
from kifu.games.six.text import FULL_NAMES, UNITS

if TYPE_CHECKING:
    from collections.abc import Iterator

MEASURES = (
    Measure("territories", Message("盤上の占", "占 standing")),
    Measure("fighters", Message("戦う駒 (武騎弓巫)", "fighting dice (武騎弓巫)")),
    Measure("ghosts", Message("怨", "怨")),
    Measure("hand", Message("持駒", "dice in hand")),
    Measure("mobility", Message("指せる手 (手番だとして)", "legal moves (as if to move)")),
)

TRACES = {
    "placement": Message("置いたマス", "placements"),
    "landing": Message("動いた先", "landings"),
    "beating": Message("倒されたマス", "beatings"),
    "stood": Message("立っていた手数", "plies stood"),
}

FACE_NAMES = ("territory", "warrior", "horse", "archer", "maiden", "ghost")
UNIT_LABELS = {
    name: Message(full, f"{UNITS[face]} ({name})")
    for face, (name, full) in enumerate(zip(FACE_NAMES, FULL_NAMES, strict=True))
}


def measure_values(position: Position) -> tuple[tuple[float, float], ...]:
    """Return the MEASURES of a position, each as (先手, 後手).

    Mobility counts a side's moves as if it were its turn.
    """
    sides = (position.first, position.second)
    ghosts = (popcount(position.ghosts & sides[0]), popcount(position.ghosts & sides[1]))
    territories = score(position)
    fighters = (
        popcount(sides[0]) - ghosts[0] - territories[0],
        popcount(sides[1]) - ghosts[1] - territories[1],
    )
    moves = (mobility(position._replace(turn=0)), mobility(position._replace(turn=1)))
    hands = (position.hands & 15, position.hands >> 4 & 15)
    return (territories, fighters, ghosts, hands, moves)


def marks_of_move(position: Position, move: int) -> tuple[Trace, ...]:
    """Marks of a legal move: placement or landing, and a beaten die."""
    unit, to, origin, beaten = move & 15, move >> 4 & 63, move >> 10 & 63, move >> 16 & 63
    kind = "placement" if origin == NONE else "landing"
    marks = [Trace(kind, to, Side(unit // FACES), FACE_NAMES[unit % FACES])]
    struck = to if beaten == NONE else beaten
    victim = unit_on(position, struck) if origin != NONE else -1
    if victim >= 0:
        marks.append(Trace("beating", struck, Side(victim // FACES), FACE_NAMES[victim % FACES]))
    return tuple(marks)


def standing_marks(position: Position) -> Iterator[Trace]:
    """Yield one mark for each die on the board."""
    for square in range(SQUARES):
        unit = unit_on(position, square)
        if unit >= 0:
            yield Trace("stood", square, Side(unit // FACES), FACE_NAMES[unit % FACES])
