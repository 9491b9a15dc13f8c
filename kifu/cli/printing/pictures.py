"""Pictures of positions, animations of lines, and pages of figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.cli.printing.guarded_output_and_progress import show_progress
from kifu.cli.printing.language_and_usage_errors import language, say, usage_error
from kifu.core.message import Message, visible
from kifu.core.outcome import PLAYERS, Side
from kifu.referee.match_of_two_games import PART
from kifu.render.board import Board, panel_heights_for
from kifu.render.shapes_and_svg import DrawingOptions, scene_svg

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from matplotlib.figure import Figure

    from analysis.plots.picture_style import PicturePage
    from kifu.cli.arguments.position_options import RecordView
    from kifu.core.outcome import Ending

FORMS = ("svg", "png", "gif")
ENDINGS = {f".{form}": form for form in FORMS}
"""Maps the ending of a file name to the form of the picture."""


def picture_bytes(view: RecordView, form: str, *, flipped: bool = False) -> bytes:
    """Return a position's picture as svg, png or animated gif.

    `flipped` draws the board from the side of 後手. Raises click.UsageError if the animation would be too long.
    """
    if form == "gif":
        return b"".join(_animation_frames(view, flipped=flipped))
    scene = _board(view, view.ply, flipped=flipped).scene()
    if form == "svg":
        return scene_svg(scene).encode()
    from analysis.plots.board_png_and_gif import png_bytes  # noqa: PLC0415 - loads matplotlib

    return png_bytes(scene)


def position_caption(view: RecordView, ply: int) -> str:
    """Return a position's caption: its ply and last move."""
    if not ply:
        return say(Message(f"開始局面 (全 {view.plies} 手)", f"start (of {view.plies} plies)"))
    move = view.game.spell(view.replay.moves[ply - 1])
    return say(Message(f"{ply} 手目 {move} (全 {view.plies} 手)", f"ply {ply} {move} (of {view.plies})"))


def branch_caption(view: RecordView) -> str | None:
    """Return a view's branch caption; None for the main line."""
    if view.branch is None:
        return None
    number, start = view.branch, view.line.start
    return say(Message(f"変化 {number} ({start} 手目から)", f"branch {number}, from ply {start}"))


def _drawing_options(view: RecordView, ply: int, *, flipped: bool) -> DrawingOptions:
    """Return a picture's options: caption, names, side below, ending."""
    caption = " ".join(filter(None, (view.record.header(PART), branch_caption(view), position_caption(view, ply))))
    first, second = (view.record.header(player) or "" for player in PLAYERS)
    return DrawingOptions(
        seen_from=Side.SECOND if flipped else Side.FIRST,
        language=language(),
        caption=caption,
        names=(first, second),
        ended=ending_at_ply(view, ply),
    )


def ending_at_ply(view: RecordView, ply: int) -> Ending | None:
    """Return the end at a ply of a view, if any.

    None before its end, in a branch, and for a game that goes on.
    """
    if view.branch is None and ply == view.plies and view.verdict.outcome is not None:
        return view.verdict.outcome
    return view.game.outcome(view.replay.positions[ply])


def _board(view: RecordView, ply: int, *, flipped: bool) -> Board:
    played = view.replay
    return Board.at(view.game, played.positions, played.moves, ply, _drawing_options(view, ply, flipped=flipped))


def _animation_frames(view: RecordView, *, flipped: bool) -> Iterator[bytes]:
    """Return the pictures of a line of play, ply by ply."""
    from analysis.plots.board_png_and_gif import MAX_FRAMES, gif_parts  # noqa: PLC0415 - loads matplotlib

    plies = range(view.ply + 1)
    if len(plies) > MAX_FRAMES:
        most = MAX_FRAMES - 1
        raise usage_error(
            f"動く図は {most} 手までです。{view.ply} 手あるので、--ply で短くしてください [too-many-frames]",
            f"an animation shows at most {most} plies; here are {view.ply}: choose fewer with --ply [too-many-frames]",
        )
    positions = view.replay.positions
    room = panel_heights_for(
        view.game, ((positions[ply], _drawing_options(view, ply, flipped=flipped)) for ply in plies)
    )
    label = say(Message("図を描いています", "drawing"))
    yield from gif_parts(_board(view, ply, flipped=flipped).scene(room) for ply in show_progress(plies, label))


NAMED = 3
"""The number of omitted pictures that a message names for each reason; the others are counted."""


def drawn_figures_by_file_name(
    pages: Iterable[PicturePage], left_out: list[PicturePage]
) -> Iterator[tuple[str, Figure]]:
    """Draw pages one by one; yield file name and figure.

    Each page without figures is added to `left_out`.
    """
    for page in pages:
        empty = True
        for name, figure in page.named_figures():
            empty = False
            yield name, figure
        if empty:
            left_out.append(page)


def report_left_out_pictures(left_out: Sequence[PicturePage]) -> None:
    """Report pictures left out on standard error, by reason."""
    reasons: dict[Message, list[str]] = {}
    for page in left_out:
        reasons.setdefault(page.empty, []).append(visible(page.name))
    for reason, pages in reasons.items():
        names, more = ", ".join(pages[:NAMED]), len(pages) - NAMED
        rest = say(Message(f" ほか {more}", f" and {more} more")) if more > 0 else ""
        message = Message(
            f"{reason.ja}ので書きませんでした: {names}{rest}", f"{reason.en}, so not written: {names}{rest}"
        )
        click.echo(say(message), err=True)
