"""Corrections of written moves: one replaced, inserted or removed.

Nothing is erased: what was taken away stays in view, and a comment in the record names the correction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.message import Message
from kifu.recording.events import MAX_PLIES
from kifu.recording.game_json import diagram_json
from kifu.recording.json_fields import Rejected, no_such_ply
from kifu.recording.state import PlayedMove, TableRemark, UndoneStep
from kifu.render.side_panels import TURN

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.recording.events import CorrectEvent
    from kifu.recording.state import Origin, State


def correct_line(state: State, event: CorrectEvent, origin: Origin) -> State:
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
        raise no_such_ply()
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
    if event.ply > state.ply + 1:
        raise no_such_ply()
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


def _renumber_plies(state: State, after: Callable[[int], int], at: Callable[[int], int]) -> State:
    """Return the state with plies renumbered by two functions.

    `after` is for what stands after a ply, `at` for what belongs to a move.
    """
    end = state.end
    if end is not None and end.ply is not None:
        end = end._replace(ply=max(1, at(end.ply)))
    return state._replace(
        moves=tuple(move._replace(ply=at(move.ply)) for move in state.moves),
        boards=tuple(board._replace(ply=after(board.ply)) for board in state.boards),
        remarks=tuple(remark._replace(ply=after(remark.ply)) for remark in state.remarks),
        variants=tuple(variant._replace(ply=at(variant.ply)) for variant in state.variants),
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
