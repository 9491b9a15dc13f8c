"""JSON view of a state and its result, by mode and role.

In official mode nothing tells whether a move is legal, until the game is closed or the device has given the arbiter's PIN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core import rulebook
from kifu.core.errors import KifuError
from kifu.core.message import Message
from kifu.core.outcome import SIDE_IDS, Outcome, Side, Termination
from kifu.recording import state_and_clock as clocks
from kifu.recording.position_and_moves_json import enterable_moves, position_json, silent_position_json
from kifu.recording.state_and_clock import CorrectedBoard, PlayedMove, TableEnd

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Game
    from kifu.core.outcome import Ending
    from kifu.recording.game_setup import FirstGame
    from kifu.recording.state_and_clock import Instant, Origin, State, UndoneStep
    from kifu.referee.status_fault_and_basis import Fault


NO_RESULT = Message("結果は書かれていません", "no result was written down")
NOBODY = Message("勝敗なし", "nobody has won")


def result_json(state: State, *, silent: bool) -> dict[str, Any] | None:
    """Return how a game has ended; None while it goes on.

    With `silent` only what people have said counts.
    The members: ``winner`` ("first", "second", "draw" or null), ``termination`` (null if nothing is known of it), ``said``
    (who has won), ``why`` (how; null if nobody says it), and ``article``: its ``number`` and ``title``, or null.
    """
    ending = state.ending_by_people if silent else state.ending_by_people or state.by_rule
    fault = None if silent else _shown_fault(state)
    if ending is None and state.closed is None:
        return None
    number = _deciding_article(ending, fault)
    return {
        "winner": None if ending is None else ending.winner,
        "termination": None if ending is None else ending.termination.value,
        "said": _winner_text(state, ending).to_json(),
        "why": _end_reason_json(ending, fault),
        "article": None
        if number is None
        else {"number": number, "title": _article_title(state.game, number).to_json()},
    }


def _shown_fault(state: State) -> Fault | None:
    """Return the fault of the named ply, else that on board."""
    faults = [(stretch.before, stretch.replay.fault) for stretch in state.stretches]
    if state.end is not None and state.end.ply is not None:
        return next((fault for _, fault in faults if fault is not None and fault.ply == state.end.ply), None)
    return faults[-1][1]


def _deciding_article(ending: Ending | None, fault: Fault | None) -> str | None:
    if ending is not None and ending.article is not None:
        return ending.article
    by_fault = ending is None or ending.termination is Termination.FOUL
    return fault.article if by_fault and fault is not None else None


def _winner_text(state: State, ending: Ending | None) -> Message:
    """Return who has won, by name if it is known."""
    if ending is None:
        return NO_RESULT
    if ending.outcome is None:
        return NOBODY
    if ending.outcome is Outcome.DRAW:
        return state.game.outcome_label(Outcome.DRAW)
    side = Side(SIDE_IDS.index(ending.outcome.value))
    name, label = state.opening.names[side], state.game.sides[side].label
    if not name:
        return state.game.outcome_label(ending.outcome)
    return Message(f"{label.ja} {name} の勝ち", f"{name}, {label.en}, wins")


def _end_reason_json(ending: Ending | None, fault: Fault | None) -> dict[str, str] | None:
    if ending is not None and ending.termination is Termination.DECLARED:
        return None
    label = Termination.FOUL.label if ending is None else ending.termination.label
    if fault is not None and (ending is None or ending.termination is Termination.FOUL):
        return Message(f"{fault.ply}手目が{label.ja}", f"{label.en} at ply {fault.ply}").to_json()
    return None if ending is None else label.to_json()


def _article_title(game: Game, number: str) -> Message:
    try:
        return rulebook.find_article(rulebook.load_rulebook(game), number).title
    except KifuError:  # a game without a rulebook
        return Message("", "")


def are_judgements_withheld(state: State, *, arbiter: bool) -> bool:
    """Tell whether judgements are withheld from a device.

    `arbiter` says that it has given the PIN.
    """
    return state.opening.mode == "official" and state.closed is None and not arbiter


def is_over_and_public(state: State) -> bool:
    """Tell whether a game is over and its judgement is public."""
    if state.closed is not None:
        return True
    return state.opening.mode != "official" and (state.end is not None or state.by_rule is not None)


def state_json(state: State, now: Instant, *, arbiter: bool = False) -> dict[str, Any]:
    """Return a table as a JSON object, as of `now`."""
    silent = are_judgements_withheld(state, arbiter=arbiter)
    opening = state.opening
    view: dict[str, Any] = {
        "seq": state.seq,
        "head": state.head,
        "game": state.game.id,
        "rules": state.game.rules,
        "mode": opening.mode,
        "names": dict(zip(SIDE_IDS, opening.names, strict=True)),
        "headers": dict(state.headers),
        "ply": state.ply,
        "turn": SIDE_IDS[state.turn],
        "moves": list(map(_move_json, state.moves) if silent else _judged_moves_json(state)),
        "boards": [_correction_json(board) for board in state.boards],
        "comments": [
            {
                "ply": remark.ply,
                "text": "\n".join(remark.lines),
                "bookmark": remark.bookmark,
                **_origin_json(remark.origin),
            }
            for remark in state.remarks
        ],
        "branches": [
            {
                "ply": variant.ply,
                "moves": list(variant.moves),
                "text": "\n".join(variant.lines),
                **_origin_json(variant.origin),
            }
            for variant in state.variants
        ],
        "undone": [_undone_json(undone) for undone in state.undone],
        "said": [
            {"kind": said.kind, "ply": said.ply, "text": said.text, **_origin_json(said.origin)} for said in state.said
        ],
        "clock": clocks.clock_json(clocks.clock_advanced_to(state.clock, now)),
        "closed": None if state.closed is None else _origin_json(state.closed),
    }
    if opening.first is not None:
        view["match"] = _match_of_second_game_json(opening.first)
    if silent:
        start = state.stretches[-1].replay.positions[-1]
        view["position"] = silent_position_json(state.game, start, state.unplayed)
    else:
        view["position"] = position_json(state.game, state.position, state.by_rule)
        view["standing"] = state.replay.fault is not None
    ending = state.ending_by_people if silent else state.ending_by_people or state.by_rule
    if ending is not None:
        view["ending"] = ending.to_json()
    result = result_json(state, silent=silent)
    if result is not None:
        view["result"] = result
    if opening.mode == "practice" and state.end is None and state.closed is None:
        over = state.by_rule is not None or state.replay.fault is not None
        view["choices"] = [] if over else [choice.to_json() for choice in enterable_moves(state.game, state.position)]
    return view


def game_summary_json(state: State) -> dict[str, object]:
    """Return what a list of games shows of a table."""
    opening = state.opening
    more: dict[str, object] = {} if opening.first is None else {"match": _match_of_second_game_json(opening.first)}
    result = result_json(state, silent=are_judgements_withheld(state, arbiter=False))
    if result is not None:
        more["result"] = result
    return more | {
        "game": state.game.id,
        "rules": state.game.rules,
        "mode": opening.mode,
        "names": dict(zip(SIDE_IDS, opening.names, strict=True)),
        "head": dict(opening.head) | dict(state.headers),
        "opened": state.opened,
        "ply": state.ply,
        "seq": state.seq,
        "hash": state.head,
        "ended": state.end is not None,
        "closed": state.closed is not None,
    }


def _match_of_second_game_json(first_game: FirstGame) -> dict[str, Any]:
    """Return the match as its second game shows it.

    ``before`` are the points of the first by the sides of this one.
    """
    return {"half": "second", "first": first_game.id, "before": list(reversed(first_game.points))}


def _judged_moves_json(state: State) -> Iterator[dict[str, object]]:
    """Yield the moves with their judgement; null behind a fault."""
    for number, stretch in enumerate(state.stretches):
        after = state.stretches[number + 1].before if number + 1 < len(state.stretches) else state.ply
        played, fault = len(stretch.replay.moves), stretch.replay.fault
        for offset, move in enumerate(state.moves[stretch.before : after]):
            if offset < played:
                yield {**_move_json(move), "legal": True}
            elif offset == played and fault is not None:
                yield {**_move_json(move), "legal": False, **_fault_members(fault)}
            else:
                yield {**_move_json(move), "legal": None}


def _fault_members(fault: Fault) -> dict[str, object]:
    why: dict[str, object] = {"message": fault.message.to_json(), "code": fault.code}
    return why if fault.article is None else {"article": fault.article, **why}


def _move_json(move: PlayedMove) -> dict[str, object]:
    shown: dict[str, object] = {"ply": move.ply, "text": move.text, **_origin_json(move.origin)}
    if move.seconds is not None:
        shown["seconds"] = move.seconds
    if move.device_ms is not None:
        shown["device_ms"] = move.device_ms
    return shown


def _correction_json(board: CorrectedBoard) -> dict[str, object]:
    return {"ply": board.ply, "diagram": board.diagram, **_origin_json(board.origin)}


def _undone_json(undone: UndoneStep) -> dict[str, object]:
    """Return what was taken back as JSON."""
    what = undone.what
    match what:
        case PlayedMove():
            shown = {"kind": "move", **_move_json(what)}
        case CorrectedBoard():
            shown = {"kind": "board", **_correction_json(what)}
        case TableEnd():
            shown = {"kind": "foul" if what.word is None else "special", "word": what.word, **_origin_json(what.origin)}
    return {**shown, "undone": _origin_json(undone.origin)}


def _origin_json(origin: Origin) -> dict[str, object]:
    return {"by": origin.by, "time": origin.time, "seq": origin.seq}
