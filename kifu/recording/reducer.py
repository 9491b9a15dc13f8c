"""Reducer: each event gives the next state; corrections of written moves.

Nothing is erased: what was taken away stays in view, and a comment in the record names the correction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.message import Message
from kifu.core.outcome import SPECIALS
from kifu.recording import state_and_clock as clocks
from kifu.recording.events import (
    MAX_PLIES,
    AgreeEvent,
    BoardEvent,
    BranchEvent,
    ClockEvent,
    CloseEvent,
    CommentEvent,
    CorrectEvent,
    FoulEvent,
    HeaderEvent,
    MoveEvent,
    NoteEvent,
    PersonEvent,
    SignEvent,
    SpecialEvent,
    UndoEvent,
)
from kifu.recording.game_drawing_and_catalogue_json import diagram_json
from kifu.recording.game_setup import position_of_diagram_text, reject_reserved_header
from kifu.recording.state_and_clock import (
    CorrectedBoard,
    JudgedStretch,
    Origin,
    PlayedMove,
    State,
    TableBranch,
    TableEnd,
    TableRemark,
    TableStatement,
    UndoneStep,
)
from kifu.recording.untrusted_json_fields import Rejected, unknown_ply_rejection
from kifu.referee.record import Entry
from kifu.referee.replay import Replay, replay_entries, replay_from
from kifu.render.panels_above_and_below import TURN
from notation.formats.kif_head_reader import MATCH_RESULT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kifu.core.game.game import Game, Position
    from kifu.recording.events import Event
    from kifu.recording.game_setup import GameSetup
    from kifu.recording.state_and_clock import Instant


def correct_line_of_play(state: State, event: CorrectEvent, origin: Origin) -> State:
    """Return the state with a line of play corrected, not yet rejudged.

    Raises Rejected if another text than `was` stands at the ply.
    """
    if not event.was:
        return _insert_move(state, event, origin)
    if event.ply > state.ply or state.moves[event.ply - 1].text != event.was:
        raise Rejected(
            "not-that-move",
            Message(f"{event.ply} 手目には別の手が書かれています", f"another move stands at ply {event.ply}"),
        )
    return _replace_move(state, event, origin) if event.text else _remove_move(state, event, origin)


def move_text_at(state: State, ply: int) -> str:
    """Return the text of the move at a ply.

    Raises Rejected for a ply that is not there.
    """
    if not 0 < ply <= state.ply:
        raise unknown_ply_rejection()
    return state.moves[ply - 1].text


def _replace_move(state: State, event: CorrectEvent, origin: Origin) -> State:
    place, old = event.ply - 1, state.moves[event.ply - 1]
    new = old._replace(text=event.text, origin=origin)
    return state._replace(
        moves=(*state.moves[:place], new, *state.moves[place + 1 :]),
        undone=(*state.undone, UndoneStep(old, (), (), origin)),
        remarks=_with(state, event.ply, f"訂正: {event.was} → {event.text}", origin),
    )


def _insert_move(state: State, event: CorrectEvent, origin: Origin) -> State:
    """Return the state with a forgotten move put in at its ply."""
    if event.ply > state.ply + 1:
        raise unknown_ply_rejection()
    if state.ply >= MAX_PLIES:
        raise Rejected("full", Message(f"一局に {MAX_PLIES} 手までです", f"a game has {MAX_PLIES} plies at most"))
    place = event.ply - 1
    new = PlayedMove(event.ply, event.text, None, None, origin)
    state = _renumber_plies(state, lambda ply: ply + (ply >= event.ply), lambda ply: ply + (ply >= event.ply))
    return state._replace(
        moves=(*state.moves[:place], new, *state.moves[place:]),
        remarks=_with(state, event.ply, f"訂正: {event.text} を補う", origin),
    )


def _remove_move(state: State, event: CorrectEvent, origin: Origin) -> State:
    """Return the state without a move that was written too much."""
    ply, old = event.ply, state.moves[event.ply - 1]
    away = tuple(variant for variant in state.variants if variant.ply == ply)
    state = state._replace(
        moves=(*state.moves[: ply - 1], *state.moves[ply:]),
        variants=tuple(variant for variant in state.variants if variant.ply != ply),
        undone=(*state.undone, UndoneStep(old, (), away, origin)),
    )
    state = _renumber_plies(state, lambda at: at - (at >= ply), lambda at: at - (at > ply))
    # Two diagrams may now stand after one ply: the later one counts, as it does at the table.
    boards = {board.ply: board for board in state.boards}
    return state._replace(
        boards=tuple(boards.values()), remarks=_with(state, ply - 1, f"訂正: {event.was} を除く", origin)
    )


def _renumber_plies(state: State, new_ply_after: Callable[[int], int], new_ply_of_move: Callable[[int], int]) -> State:
    """Return the state with plies renumbered by two functions.

    `new_ply_after` is for what stands after a ply, `new_ply_of_move` for what belongs to a move.
    """
    end = state.end
    if end is not None and end.ply is not None:
        end = end._replace(ply=max(1, new_ply_of_move(end.ply)))
    return state._replace(
        moves=tuple(move._replace(ply=new_ply_of_move(move.ply)) for move in state.moves),
        boards=tuple(board._replace(ply=new_ply_after(board.ply)) for board in state.boards),
        remarks=tuple(remark._replace(ply=new_ply_after(remark.ply)) for remark in state.remarks),
        variants=tuple(variant._replace(ply=new_ply_of_move(variant.ply)) for variant in state.variants),
        end=end,
    )


def _with(state: State, ply: int, text: str, origin: Origin) -> tuple[TableRemark, ...]:
    return (*state.remarks, TableRemark(ply, (text,), bookmark=False, origin=origin))


def correction_board_json(state: State, *, silent: bool) -> dict[str, Any]:
    """Return the ``diagram`` of a table, with the side that moves next.

    With `silent` the board is the one that was known first: what followed would tell which moves were played on it.
    """
    positions = state.stretches[-1].replay.positions
    position = positions[0 if silent else -1]
    diagram = diagram_json(state.game, position)
    label = state.game.sides[state.turn].label.ja
    others = [field for field in diagram["fields"] if field[0] != TURN]
    if len(others) < len(diagram["fields"]) or state.turn != state.game.turn(position):
        diagram["fields"] = [*others, [TURN, label]]
    return {"diagram": diagram}


class EventMeta(NamedTuple):
    """Event metadata by the server: sender, time, instant, sequence number."""

    by: str
    time: str
    now: Instant
    seq: int
    head: str = ""
    """The hash of its line; empty as long as it is not written."""


AFTER_CLOSING = (AgreeEvent, CommentEvent, CorrectEvent, NoteEvent, PersonEvent, SignEvent)
"""The events that are taken after a game was closed. Only an arbiter may correct a move then."""


def initial_state(setup: GameSetup, meta: EventMeta) -> State:
    """Return the state of a game that was opened."""
    start = JudgedStretch(0, _replay(setup.game, setup.start, ()))
    clock = clocks.stopped_clock(setup.control, meta.now)
    return State(setup, clock, (start,), {}, meta.seq, meta.head, opened=meta.time)


def reduce_event(state: State, event_id: str, event: Event, meta: EventMeta) -> State:
    """Return the state after an event; may raise Rejected."""
    if state.closed is not None and not isinstance(event, AFTER_CLOSING):
        raise Rejected("closed", Message("この対局は閉じられています", "the game is closed"))
    folded = _apply_event(state, event, meta)
    ids = {**state.ids, event_id: (meta.seq, meta.head)}
    return folded._replace(ids=ids, seq=meta.seq, head=meta.head)


def commit_event(state: State, identity: str, head: str) -> State:
    """Return the state with its last event written as `head`."""
    return state._replace(head=head, ids={**state.ids, identity: (state.seq, head)})


def _apply_event(state: State, event: Event, meta: EventMeta) -> State:  # noqa: C901, PLR0911, PLR0912 - a case for each kind of event
    """Return the state after an event of any kind; may raise Rejected."""
    origin = Origin(meta.by, meta.time, meta.seq)
    match event:
        case MoveEvent():
            return _apply_move(state, event, origin, meta.now)
        case UndoEvent():
            return _apply_undo(state, event, origin, meta.now)
        case CorrectEvent():
            state = _rejudge(correct_line_of_play(state, event, origin))
            same_turn = event.was and event.text
            return state if same_turn else state._replace(clock=clocks.resume_turn(state.clock, state.turn, meta.now))
        case BoardEvent():
            return _correct_board(state, event, origin)
        case FoulEvent() | SpecialEvent():
            return _apply_end(state, event, origin, meta.now)
        case ClockEvent():
            return state._replace(clock=_apply_clock(state, event, meta.now))
        case CommentEvent():
            _require_ply(state, event.ply)
            remark = TableRemark(event.ply, event.lines, event.bookmark, origin)
            return state._replace(remarks=(*state.remarks, remark))
        case BranchEvent():
            _require_ply(state, event.ply)
            variant = TableBranch(event.ply, event.moves, event.lines, origin)
            return state._replace(variants=(*state.variants, variant))
        case HeaderEvent():
            if event.key != MATCH_RESULT or state.opening.first is None:
                reject_reserved_header(state.game, event.key)
            return state._replace(headers=(*state.headers, (event.key, event.value)))
        case CloseEvent():
            return state._replace(closed=origin, clock=clocks.clock_and_seconds_at_end(state.clock, meta.now)[0])
        case AgreeEvent():
            _require_ply(state, event.ply)
            return _add_statement(state, "agree", event.text, origin, event.ply)
        case PersonEvent():
            return _add_statement(state, event.kind, event.name, origin)
        case SignEvent():
            return _add_statement(state, "sign", event.name, origin)
        case NoteEvent():
            return _add_statement(state, "note", "\n".join(event.lines), origin)


def _add_statement(state: State, kind: str, text: str, origin: Origin, ply: int | None = None) -> State:
    said = TableStatement(kind, state.ply if ply is None else ply, text, origin)
    return state._replace(said=(*state.said, said))


def _apply_move(state: State, event: MoveEvent, origin: Origin, now: Instant) -> State:
    """Return the state after a move, be it legal or not."""
    if state.end is not None:
        raise Rejected("ended", Message("対局は終わっています", "the game has ended"))
    if event.ply != state.ply + 1:
        raise Rejected("not-next", Message("次の手ではありません", "it is not the next ply"))
    last = state.stretches[-1]
    entry = Entry(event.ply, event.text, 0, 1)
    played = last.replay if last.replay.fault is not None else replay_entries(state.game, (entry,), last.replay)
    move = PlayedMove(event.ply, event.text, None, event.device_ms, origin)
    state = state._replace(moves=(*state.moves, move), stretches=(*state.stretches[:-1], last._replace(replay=played)))
    clock, seconds = clocks.clock_and_seconds_after_turn(state.clock, state.turn, now)
    seconds = event.seconds if seconds is None else seconds
    return state._replace(moves=(*state.moves[:-1], move._replace(seconds=seconds)), clock=clock)


def _correct_board(state: State, event: BoardEvent, origin: Origin) -> State:
    if state.end is not None:
        raise Rejected("ended", Message("対局は終わっています", "the game has ended"))
    position = position_of_diagram_text(state.game, event.diagram)
    diagram = state.game.spell_diagram(position)
    # A second correction after the same ply takes the place of the first.
    boards = tuple(board for board in state.boards if board.ply != state.ply)
    return _rejudge(state._replace(boards=(*boards, CorrectedBoard(state.ply, diagram, origin))))


def _apply_end(state: State, event: FoulEvent | SpecialEvent, origin: Origin, now: Instant) -> State:
    """Return the state after a foul or an ending word."""
    if state.end is not None:
        raise Rejected("ended", Message("対局は終わっています", "the game has ended"))
    if isinstance(event, SpecialEvent) and event.word not in SPECIALS and event.word not in state.game.words:
        known = " ".join((*SPECIALS, *state.game.words))
        raise Rejected(
            "unknown-word", Message(f"終局の語は {known} のどれかです", f"the word has to be one of {known}")
        )
    clock, seconds = clocks.clock_and_seconds_at_end(state.clock, now)
    if isinstance(event, FoulEvent):
        end = TableEnd(None, "", event.side, event.ply, seconds, origin)
    else:
        end = TableEnd(event.word, event.detail, event.side, None, seconds, origin)
    return state._replace(end=end, clock=clock)


def _apply_undo(state: State, event: UndoEvent, origin: Origin, now: Instant) -> State:
    """Return the state with the last end, board or move taken back."""
    if event.ply is not None and event.ply != state.ply:
        raise Rejected("not-last", Message("最後の手ではありません", "it is not the last ply"))
    if state.end is not None:
        undone = UndoneStep(state.end, (), (), origin)
        return state._replace(end=None, undone=(*state.undone, undone))
    if state.boards and state.boards[-1].ply == state.ply:
        undone = UndoneStep(state.boards[-1], (), (), origin)
        state = state._replace(boards=state.boards[:-1], undone=(*state.undone, undone))
        return _rejudge(state)
    if not state.moves:
        raise Rejected("nothing-to-undo", Message("戻す手がありません", "there is nothing to take back"))
    ply = state.ply
    gone = tuple(remark for remark in state.remarks if remark.ply >= ply)
    away = tuple(variant for variant in state.variants if variant.ply >= ply)
    state = state._replace(
        moves=state.moves[:-1],
        remarks=tuple(remark for remark in state.remarks if remark.ply < ply),
        variants=tuple(variant for variant in state.variants if variant.ply < ply),
        undone=(*state.undone, UndoneStep(state.moves[-1], gone, away, origin)),
    )
    state = _rejudge(state)
    return state._replace(clock=clocks.resume_turn(state.clock, state.turn, now))


def _rejudge(state: State) -> State:
    """Return the state with its stretches judged again."""
    game = state.game
    starts = [
        (0, state.opening.start),
        *((board.ply, position_of_diagram_text(game, board.diagram)) for board in state.boards),
    ]
    ends = [*(before for before, _ in starts[1:]), state.ply]
    judged = (
        JudgedStretch(before, _replay(game, position, state.moves[before:end]))
        for (before, position), end in zip(starts, ends, strict=True)
    )
    return state._replace(stretches=tuple(judged))


def _replay(game: Game, start: Position, moves: Iterable[PlayedMove]) -> Replay:
    return replay_from(game, start, [Entry(move.ply, move.text, 0, 1) for move in moves])


def _apply_clock(state: State, event: ClockEvent, now: Instant) -> clocks.TableClock:
    clock = state.clock
    if event.action == "start":
        return clocks.start_clock(clock, state.turn if event.side is None else event.side, now)
    if event.action == "press":
        return clocks.press_clock(clock, now)
    if event.action == "stop":
        return clocks.stop_clock(clock, now)
    return clocks.set_times(clock, event.left or clock.left, now)


def _require_ply(state: State, ply: int) -> None:
    if ply > state.ply:
        raise unknown_ply_rejection()
