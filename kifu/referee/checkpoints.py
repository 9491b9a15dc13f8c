"""Comparison of diagrams between moves with the replay."""

from collections.abc import Sequence
from typing import NamedTuple

from kifu.core.diagnostic import Diagnostic, note
from kifu.core.errors import InvalidSetup
from kifu.core.game.game import Game
from kifu.core.message import Message
from kifu.referee.fault import Fault, fault_of_setup
from kifu.referee.record import Checkpoint
from kifu.referee.replay import Replay

NOT_REACHED = "checkpoint-not-reached"
"""The code of a diagram that cannot be compared, because a move before it is at fault."""
LISTED = 8
"""The number of differences of a diagram that a message lists."""


class Compared(NamedTuple):
    """Fault of a line's first wrong diagram, and further diagnostics."""

    wrong: Fault | None
    diagnostics: tuple[Diagnostic, ...]


def compare_checkpoints(game: Game, checkpoints: Sequence[Checkpoint], played: Replay, before: int = 0) -> Compared:
    """Compare the diagrams in a line of play with its replay.

    A diagram that cannot be read, and a diagram after the end of the replay, gets a diagnostic. `before` is the number of
    plies of the game before the line of play; messages count them too.
    """
    wrong: Fault | None = None
    diagnostics: list[Diagnostic] = []
    for checkpoint in checkpoints:
        if checkpoint.ply >= len(played.positions):
            diagnostics.append(_not_reached(checkpoint))
            continue
        fault = _fault_of(game, checkpoint, played, before)
        if fault is None:
            continue
        if wrong is None and fault.code == "checkpoint":
            wrong = fault
        else:
            diagnostics.append(fault.diagnostic())
    return Compared(wrong, tuple(diagnostics))


def _fault_of(game: Game, checkpoint: Checkpoint, played: Replay, before: int) -> Fault | None:
    position = played.positions[checkpoint.ply]
    try:
        shown = game.read_diagram(checkpoint.diagram, position)
    except InvalidSetup as invalid:
        return fault_of_setup(invalid, checkpoint.ply)
    differences = game.differences(position, shown)
    return _wrong(checkpoint, differences, before) if differences else None


def _not_reached(checkpoint: Checkpoint) -> Diagnostic:
    message = Message(
        "この局面図は、前の手に誤りがあるので比べられません",
        "this diagram cannot be compared: a move before it is at fault",
    )
    return note(NOT_REACHED, message, checkpoint.diagram.line, ply=checkpoint.ply)


def _wrong(checkpoint: Checkpoint, differences: Sequence[Message], before: int) -> Fault:
    shown = differences[:LISTED]
    more = len(differences) - len(shown)
    ja = "、".join(message.ja for message in shown) + (f"、ほか {more} 箇所" if more else "")
    en = "; ".join(message.en for message in shown) + (f"; and {more} more" if more else "")
    return Fault(
        ply=checkpoint.ply,
        code="checkpoint",
        message=Message(
            f"{before + checkpoint.ply} 手目のあとの局面図が合いません: {ja}",
            f"the diagram after ply {before + checkpoint.ply} differs: {en}",
        ),
        line=checkpoint.diagram.line,
        column=1,
    )
