"""Boards of a dossier: before and at the deciding ply, and drawn.

The last one is the board that the record draws after a fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.message import Message, quoted
from kifu.reconcile.first_difference import squares_of
from kifu.render.board import Board
from kifu.render.drawing import draw
from kifu.render.shapes import Look

if TYPE_CHECKING:
    from kifu.core.game.game import Game, Position
    from kifu.referee.replay import Replay
    from kifu.referee.verdict import Verdict
    from kifu.render.shapes import Scene

LOOK = Look(cell=40.0)
"""The look of every board of a dossier."""


class CaptionedBoard(NamedTuple):
    """A board with what is said below it."""

    scene: Scene
    caption: Message


class Deciding(NamedTuple):
    """The ply that decides a verdict, with its boards."""

    ply: int
    title: Message
    """What the boards are: only the rules or a fault decide a record; a game that is not over has a last position."""
    part: int | None
    """The number of the game within a match, from 1; None for a single game."""
    move: str | None
    """The move as written; None if the ply is none, or cannot be read."""
    squares: tuple[str, ...]
    """The squares of a move at fault."""
    before: str
    """The diagram of the board before the ply."""
    at: str | None
    """The diagram of the board after it; None if the ply could not be played."""
    after: str | None
    """The diagram that the record draws after a fault, from which play went on; None if there is none."""
    drawn: tuple[CaptionedBoard, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the boards as a JSON object, each as its diagram."""
        return {
            "ply": self.ply,
            "part": self.part,
            "move": self.move,
            "squares": list(self.squares),
            "before": self.before,
            "at": self.at,
            "after": self.after,
        }


def deciding_ply(verdict: Verdict) -> Deciding | None:
    """Return the ply of the fault, else the last; None without replay.

    In a match it is a ply of the first game that is at fault, or else of the last one.
    """
    part, judged = None, verdict
    if verdict.games:
        faulty = [number for number, game in enumerate(verdict.games) if game.status.exit_code]
        part = (faulty[0] if faulty else len(verdict.games) - 1) + 1
        judged = verdict.games[part - 1]
    if judged.game is None or judged.replay is None:
        return None
    game, replay, fault = judged.game, judged.replay, judged.fault
    plies = len(replay.moves)
    ply = plies if fault is None else fault.ply
    played = ply <= plies
    before = replay.positions[min(max(ply - 1, 0), plies)]
    entries = judged.record.main.entries if judged.record is not None else ()
    move = entries[ply - 1].text if 0 < ply <= len(entries) else None
    squares = () if played or move is None else squares_of(game, move)
    after = judged.stretches[0].replay.positions[0] if judged.stretches else None
    return Deciding(
        ply=ply,
        title=_title(judged),
        part=part,
        move=move,
        squares=tuple(game.board.spell(square) for square in squares),
        before=game.spell_diagram(before),
        at=game.spell_diagram(replay.positions[ply]) if played else None,
        after=None if after is None else game.spell_diagram(after),
        drawn=_draw_board(game, replay, ply, move, squares, after, LOOK._replace(ended=judged.outcome)),
    )


def _title(verdict: Verdict) -> Message:
    """Return the title of the boards of a game."""
    if verdict.fault is not None and verdict.fault.ply > verdict.plies:
        return Message("誤りのある手の局面", "the position of the move at fault")
    if verdict.outcome is not None and verdict.outcome.article is not None:
        return Message("決め手の局面", "the deciding position")
    if verdict.fault is not None:
        return Message("記録と合わない局面", "the position that the record contradicts")
    return Message("最後の局面", "the last position")


def _draw_board(  # noqa: PLR0913, PLR0917 - the game, its plies and what is wrong are independent
    game: Game,
    replay: Replay,
    ply: int,
    move: str | None,
    squares: tuple[int, ...],
    after: Position | None,
    at_end: Look,
) -> tuple[CaptionedBoard, ...]:
    plies = len(replay.moves)
    boards = []
    if ply:
        number = min(ply - 1, plies)
        said = Message(f"{number} 手目のあと", f"after ply {number}") if number else Message("開始局面", "the start")
        boards.append(CaptionedBoard(Board.at(game, replay.positions, replay.moves, number, LOOK).scene(), said))
    shown = "" if move is None else f" {quoted(move)}"
    if ply <= plies:
        said = Message(f"{ply} 手目{shown}", f"ply {ply}{shown}") if ply else Message("開始局面", "the start")
        look = at_end if ply == plies else LOOK
        boards.append(CaptionedBoard(Board.at(game, replay.positions, replay.moves, ply, look).scene(), said))
    elif squares:
        said = Message(
            f"{ply} 手目{shown} (赤い枠。盤の上では指していない)",
            f"ply {ply}{shown} (red frames; not played on the board)",
        )
        boards.append(CaptionedBoard(draw(game, replay.positions[plies], wrong=squares, look=at_end), said))
    if after is not None:
        said = Message("記録にある、その後の局面図", "the diagram that the record draws after it")
        boards.append(CaptionedBoard(draw(game, after, look=LOOK), said))
    return tuple(boards)
