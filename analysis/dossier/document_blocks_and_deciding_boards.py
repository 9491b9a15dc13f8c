"""Document blocks of a dossier, for HTML and PDF, and the boards in them.

The boards are before and at the deciding ply; the last one is the board that the record draws after a fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kifu.core.games import load
from kifu.core.message import Message, quoted
from kifu.core.outcome import Ending, Outcome, Termination
from kifu.reconcile.distance_and_first_difference import squares_of_written_move
from kifu.referee import verdict_text as words
from kifu.render.board import Board
from kifu.render.position_drawing import draw_position
from kifu.render.shapes_and_svg import DrawingOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Game, Position
    from kifu.referee.replay import Replay
    from kifu.referee.verdict import Verdict
    from kifu.render.shapes_and_svg import Scene

LOOK = DrawingOptions(cell=40.0)
"""The look of every board of a dossier."""


class CaptionedBoard(NamedTuple):
    """A board with what is said below it."""

    scene: Scene
    caption: Message


class DecidingBoards(NamedTuple):
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


def deciding_boards(verdict: Verdict) -> DecidingBoards | None:
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
    squares = () if played or move is None else squares_of_written_move(game, move)
    after = judged.stretches[0].replay.positions[0] if judged.stretches else None
    return DecidingBoards(
        ply=ply,
        title=_boards_title(judged),
        part=part,
        move=move,
        squares=tuple(game.board.spell(square) for square in squares),
        before=game.spell_diagram(before),
        at=game.spell_diagram(replay.positions[ply]) if played else None,
        after=None if after is None else game.spell_diagram(after),
        drawn=_boards_around_ply(game, replay, ply, move, squares, after, LOOK._replace(ended=judged.outcome)),
    )


def _boards_title(verdict: Verdict) -> Message:
    """Return the title of the boards of a game."""
    if verdict.fault is not None and verdict.fault.ply > verdict.plies:
        return Message("誤りのある手の局面", "the position of the move at fault")
    if verdict.outcome is not None and verdict.outcome.article is not None:
        return Message("決め手の局面", "the deciding position")
    if verdict.fault is not None:
        return Message("記録と合わない局面", "the position that the record contradicts")
    return Message("最後の局面", "the last position")


def _boards_around_ply(  # noqa: PLR0913, PLR0917 - the game, its plies and what is wrong are independent
    game: Game,
    replay: Replay,
    ply: int,
    move: str | None,
    squares: tuple[int, ...],
    after: Position | None,
    at_end: DrawingOptions,
) -> tuple[CaptionedBoard, ...]:
    """Return the boards before and after a ply, with captions."""
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
        boards.append(
            CaptionedBoard(draw_position(game, replay.positions[plies], wrong_squares=squares, look=at_end), said)
        )
    if after is not None:
        said = Message("記録にある、その後の局面図", "the diagram that the record draws after it")
        boards.append(CaptionedBoard(draw_position(game, after, look=LOOK), said))
    return tuple(boards)


Words = Message | str
"""A sentence in both languages, or text of the inputs, which has one."""
Mark = Literal["", "struck", "wrong", "differs"]
"""What a row of a table is marked with: taken back, at fault, or unlike the other sheet."""


class HeadingBlock(NamedTuple):
    """Heading of a section (1) or of a subsection (2)."""

    level: Literal[1, 2]
    words: Message


class FactsBlock(NamedTuple):
    """Pairs of a label and what it says."""

    rows: tuple[tuple[Message, Words], ...]


class TextBlock(NamedTuple):
    """A paragraph."""

    words: Words
    tone: Literal["plain", "strong", "pale", "quote"] = "plain"


class BoardsBlock(NamedTuple):
    """Boards beside each other."""

    drawn: tuple[CaptionedBoard, ...]


class TableRow(NamedTuple):
    """A row of a table."""

    cells: tuple[Words, ...]
    mark: Mark = ""


class TableBlock(NamedTuple):
    """Table with the relative widths of its columns (`shares`)."""

    head: tuple[Message, ...]
    shares: tuple[float, ...]
    rows: tuple[TableRow, ...]
    words: Message
    """What the table is about."""


class ListingBlock(NamedTuple):
    """Full text of an input; on paper only its first lines."""

    words: Message
    text: str


class DecisionBlock(NamedTuple):
    """Box for the arbiter's decision, date and signatures, filled in ink."""

    signatures: tuple[Message, ...]


Block = HeadingBlock | FactsBlock | TextBlock | BoardsBlock | TableBlock | ListingBlock | DecisionBlock

MAX_ROWS_SHOWN = 200
"""The most rows of a table of slips or of the joint reading; dossier.json has all."""
NAME = 200
"""The most characters of a name that are shown."""
LONG = 80
"""The most characters of a text that a row shows."""
NOTHING = "—"


def rows_left_out_blocks(count: int, limit: int = MAX_ROWS_SHOWN) -> Iterator[Block]:
    """Yield what is said of the rows beyond the first `limit`."""
    if count > limit:
        rest = count - limit
        yield TextBlock(Message(f"ほか {rest} (dossier.json にあります)", f"and {rest} more, in dossier.json"), "pale")


def ending_words(ending: dict[str, Any] | None, game_id: str | None) -> Words:
    """Return an ending from a verdict's JSON in words."""
    if ending is None:
        return NOTHING
    winner = None if ending["winner"] is None else Outcome(ending["winner"])
    ended = Ending(winner, Termination(ending["termination"]), ending["article"])
    return words.ending_text(ended, None if game_id is None else load(game_id))


def shown_player_name(name: str | None) -> str:
    """Return the name of a player as it may be shown."""
    return quoted(name, NAME) if name else NOTHING


def message_of_json(words_by_language: dict[str, str]) -> Message:
    """Return a sentence of the contents."""
    return Message(words_by_language["ja"], words_by_language["en"])
