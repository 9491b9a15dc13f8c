"""Analysis lines: moves tried from a position, judged and not stored."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.message import Message
from kifu.recording import untrusted_json_fields
from kifu.recording.game_setup import position_of_diagram_text
from kifu.recording.position_and_moves_json import enterable_moves
from kifu.recording.replay_and_lobby_json import ViewerBoard, boards_by_ply, viewer_step
from kifu.recording.untrusted_json_fields import Rejected, unknown_ply_rejection
from kifu.referee.record import Entry
from kifu.referee.replay import replay_from, replay_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Position
    from kifu.recording.game_setup import GameSetup
    from kifu.recording.replay_and_lobby_json import ViewerStep
    from kifu.recording.state_and_clock import State
    from kifu.referee.replay import Replay

MAX_MOVES = 200
"""The most moves that are tried in a row."""


class PlayedLine(NamedTuple):
    """The way to a position, replayable anywhere."""

    diagram: str | None
    """The corrected board that the moves start from; None for the start of the game."""
    moves: tuple[str, ...]


class AnalysisLine(NamedTuple):
    """An analysis line: its start, its moves, the way to its end."""

    start: ViewerBoard
    replay: Replay
    line: PlayedLine

    @property
    def position(self) -> Position:
        """The position after the legal ones."""
        return self.replay.positions[-1]


def read_analysis_line(state: State, line_json: object, *, silent: bool) -> AnalysisLine:
    """Return the analysis line of a JSON object; may raise Rejected.

    Its members are ``moves``, behind the board after ``ply`` plies.
    In official mode nothing may be tried (`silent`), and nothing on a board on which a move stands that was not played.
    """
    if silent:
        raise Rejected(
            "silent", Message("公式の対局は、閉じるまで調べられません", "an official game is studied when it is closed")
        )
    given = untrusted_json_fields.object_field(line_json, ("ply", "moves"), "try")
    ply = untrusted_json_fields.integer_field(given.get("ply"), "ply", 1 << 31)
    texts = given.get("moves")
    if not isinstance(texts, list) or len(texts) > MAX_MOVES:
        raise untrusted_json_fields.field_rejection(
            "moves", Message(f"{MAX_MOVES} 手までの配列です", f"it has to be an array of at most {MAX_MOVES} moves")
        )
    texts = [untrusted_json_fields.one_line_field(text, "moves") for text in texts]
    start = next(islice(boards_by_ply(state), ply, None), None)
    if start is None:
        raise unknown_ply_rejection()
    if start.unplayed:
        raise Rejected(
            "not-played",
            Message("盤に指されていない手があります", "a move stands here that was not played on the board"),
        )
    game = state.game
    entries = [Entry(ply + number, text, 0, 1) for number, text in enumerate(texts, 1)]
    played = replay_from(game, start.position, entries)
    there = next(islice(played_lines_by_ply(state), ply, None))
    return AnalysisLine(start, played, there._replace(moves=(*there.moves, *texts[: len(played.moves)])))


def played_lines_by_ply(state: State) -> Iterator[PlayedLine]:
    """Yield the way to the board after each ply, from 0.

    A move that was not played leaves it as it was.
    """
    diagrams = (None, *(board.diagram for board in state.boards))
    ends = (*(stretch.before for stretch in state.stretches[1:]), state.ply + 1)
    for stretch, diagram, end in zip(state.stretches, diagrams, ends, strict=True):
        texts = [move.text for move in state.moves[stretch.before : stretch.before + len(stretch.replay.moves)]]
        for offset in range(end - stretch.before):
            yield PlayedLine(diagram, tuple(texts[:offset]))


def position_after_line(setup: GameSetup, line: PlayedLine) -> Position:
    """Return the position that a line of legal moves leads to."""
    game = setup.game
    start = setup.start if line.diagram is None else position_of_diagram_text(game, line.diagram)
    return replay_texts(game, start, line.moves).positions[-1]


def analysis_line_json(state: State, line: AnalysisLine) -> dict[str, Any]:
    """Return a line's ``steps``, ``choices`` and fault ``message``."""
    game, played = state.game, line.replay
    steps: list[ViewerStep] = []
    before = viewer_step(game, line.start, None)
    for number, move in enumerate(played.moves):
        shown = ViewerBoard(played.positions[number + 1], played.positions[number], move)
        steps.append(viewer_step(game, shown, steps[-1] if steps else before))
    over = played.fault is not None or played.ending is not None
    return {
        "steps": [each.json for each in steps],
        "choices": [] if over else [choice.to_json() for choice in enterable_moves(game, line.position)],
        "message": None if played.fault is None else played.fault.message.to_json(),
    }
