"""Draws a position as a picture, or a line of play as an animation, and returns the bytes of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.cli.printing.language import language, say
from kifu.cli.printing.progress import progress
from kifu.core.message import Message
from kifu.core.outcome import PLAYERS, Side
from kifu.referee.match import PART
from kifu.render.board import Board, room_of
from kifu.render.options import Look
from kifu.render.svg import svg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.cli.arguments.place_options import View
    from kifu.core.outcome import Ending

FORMS = ("svg", "png", "gif")
ENDINGS = {f".{form}": form for form in FORMS}
"""Maps the ending of a file name to the form of the picture."""


def picture(view: View, form: str, *, flipped: bool = False) -> bytes:
    """Return the bytes of a picture of a position, as svg or png; as gif, an animation of all positions up to it.

    `flipped` draws the board from the side of 後手. Raises click.UsageError if the animation would be too long.
    """
    if form == "gif":
        return b"".join(_animation(view, flipped=flipped))
    scene = _board(view, view.ply, flipped=flipped).scene()
    if form == "svg":
        return svg(scene).encode()
    from analysis.plots.raster import png  # noqa: PLC0415 - loads matplotlib

    return png(scene)


def headline(view: View, ply: int) -> str:
    """Return the caption of a position: its ply and the move that led to it."""
    if not ply:
        return say(Message(f"開始局面 (全 {view.plies} 手)", f"start (of {view.plies} plies)"))
    move = view.game.spell(view.replay.moves[ply - 1])
    return say(Message(f"{ply} 手目 {move} (全 {view.plies} 手)", f"ply {ply} {move} (of {view.plies})"))


def branch_line(view: View) -> str | None:
    """Return the caption of the branch of a view; None for the main line."""
    if view.branch is None:
        return None
    number, start = view.branch, view.line.start
    return say(Message(f"変化 {number} ({start} 手目から)", f"branch {number}, from ply {start}"))


def _look(view: View, ply: int, *, flipped: bool) -> Look:
    caption = " ".join(filter(None, (view.record.header(PART), branch_line(view), headline(view, ply))))
    first, second = (view.record.header(player) or "" for player in PLAYERS)
    return Look(
        seen_from=Side.SECOND if flipped else Side.FIRST,
        language=language(),
        caption=caption,
        names=(first, second),
        ended=ended(view, ply),
    )


def ended(view: View, ply: int) -> Ending | None:
    """Return how the game has ended at a ply of a view; None before its end, in a branch, and for a game that goes on."""
    if view.branch is None and ply == view.plies and view.verdict.outcome is not None:
        return view.verdict.outcome
    return view.game.outcome(view.replay.positions[ply])


def _board(view: View, ply: int, *, flipped: bool) -> Board:
    played = view.replay
    return Board.at(view.game, played.positions, played.moves, ply, _look(view, ply, flipped=flipped))


def _animation(view: View, *, flipped: bool) -> Iterator[bytes]:
    from analysis.plots.gif_animation import MAX_FRAMES, gif  # noqa: PLC0415 - loads matplotlib

    plies = range(view.ply + 1)
    if len(plies) > MAX_FRAMES:
        most = MAX_FRAMES - 1
        raise click.UsageError(
            say(
                Message(
                    f"動く図は {most} 手までです。{view.ply} 手あるので、--ply で短くしてください [too-many-frames]",
                    f"an animation shows at most {most} plies; here are {view.ply}: choose fewer with --ply [too-many-frames]",
                )
            )
        )
    positions = view.replay.positions
    room = room_of(view.game, ((positions[ply], _look(view, ply, flipped=flipped)) for ply in plies))
    label = say(Message("図を描いています", "drawing"))
    yield from gif(_board(view, ply, flipped=flipped).scene(room) for ply in progress(plies, label))
