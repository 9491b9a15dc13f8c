"""Corrections of what was written: a move in the place of another, a line that was missing, a line too many.

Nothing is erased: what was taken away stays in view, and a comment in the record names the correction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.model.message import Message
from kifu.recording.events import MOST_PLIES
from kifu.recording.refusal import Refused, no_such_ply
from kifu.recording.state import PlayedMove, TableRemark, Undone

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.recording.events import CorrectEvent
    from kifu.recording.state import Origin, State


def corrected(state: State, event: CorrectEvent, origin: Origin) -> State:
    """Return the state with a line of play corrected; its stretches are not judged again here.

    Raises Refused if another text than `was` stands at the ply.
    """
    if not event.was:
        return _put_in(state, event, origin)
    if event.ply > state.ply or state.moves[event.ply - 1].text != event.was:
        raise Refused(
            "not-that-move",
            Message(f"{event.ply} 手目には別の手が書かれています", f"another move stands at ply {event.ply}"),
        )
    return _replaced(state, event, origin) if event.text else _taken_out(state, event, origin)


def written_at(state: State, ply: int) -> str:
    """Return the text of the move at a ply. Raises Refused for a ply that is not there."""
    if not 0 < ply <= state.ply:
        raise no_such_ply()
    return state.moves[ply - 1].text


def _replaced(state: State, event: CorrectEvent, origin: Origin) -> State:
    place, old = event.ply - 1, state.moves[event.ply - 1]
    new = old._replace(text=event.text, origin=origin)
    return state._replace(
        moves=(*state.moves[:place], new, *state.moves[place + 1 :]),
        undone=(*state.undone, Undone(old, (), (), origin)),
        remarks=_with(state, event.ply, f"訂正: {event.was} → {event.text}", origin),
    )


def _put_in(state: State, event: CorrectEvent, origin: Origin) -> State:
    if event.ply > state.ply + 1:
        raise no_such_ply()
    if state.ply >= MOST_PLIES:
        raise Refused("full", Message(f"一局に {MOST_PLIES} 手までです", f"a game has {MOST_PLIES} plies at most"))
    place = event.ply - 1
    new = PlayedMove(event.ply, event.text, None, None, origin)
    state = _moved(state, lambda ply: ply + (ply >= event.ply), lambda ply: ply + (ply >= event.ply))
    return state._replace(
        moves=(*state.moves[:place], new, *state.moves[place:]),
        remarks=_with(state, event.ply, f"訂正: {event.text} を補う", origin),
    )


def _taken_out(state: State, event: CorrectEvent, origin: Origin) -> State:
    ply, old = event.ply, state.moves[event.ply - 1]
    away = tuple(variant for variant in state.variants if variant.ply == ply)
    state = state._replace(
        moves=(*state.moves[: ply - 1], *state.moves[ply:]),
        variants=tuple(variant for variant in state.variants if variant.ply != ply),
        undone=(*state.undone, Undone(old, (), away, origin)),
    )
    state = _moved(state, lambda at: at - (at >= ply), lambda at: at - (at > ply))
    # Two diagrams may now stand after one ply: the later one counts, as it does at the table.
    boards = {board.ply: board for board in state.boards}
    return state._replace(
        boards=tuple(boards.values()), remarks=_with(state, ply - 1, f"訂正: {event.was} を除く", origin)
    )


def _moved(state: State, after: Callable[[int], int], at: Callable[[int], int]) -> State:
    """Return the state with its plies renumbered: `after` of what stands after a ply, `at` of what belongs to a move."""
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
