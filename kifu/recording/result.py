"""Result of a game in words: winner, reason, article."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.errors import KifuError
from kifu.core.message import Message
from kifu.core.outcome import Outcome, Side, Termination
from kifu.games import rulebook
from kifu.recording.game_json import words
from kifu.recording.json_fields import SIDE_NAMES

if TYPE_CHECKING:
    from kifu.core.game.game import Game
    from kifu.core.outcome import Ending
    from kifu.recording.state import State
    from kifu.referee.fault import Fault

NO_RESULT = Message("結果は書かれていません", "no result was written down")
NOBODY = Message("勝敗なし", "nobody has won")


def result_json(state: State, *, silent: bool) -> dict[str, Any] | None:
    """Return how a game has ended; None while it goes on.

    With `silent` only what people have said counts.
    The members: ``winner`` ("first", "second", "draw" or null), ``termination`` (null if nothing is known of it), ``said``
    (who has won), ``why`` (how; null if nobody says it), and ``article``: its ``number`` and ``title``, or null.
    """
    ending = state.by_people if silent else state.by_people or state.by_rule
    fault = None if silent else _fault(state)
    if ending is None and state.closed is None:
        return None
    outcome = None if ending is None else ending.outcome
    number = _article(ending, fault)
    return {
        "winner": None if outcome is None else outcome.value,
        "termination": None if ending is None else ending.termination.value,
        "said": words(_winner_text(state, ending)),
        "why": _why(ending, fault),
        "article": None if number is None else {"number": number, "title": words(_title(state.game, number))},
    }


def _fault(state: State) -> Fault | None:
    """Return the fault of the named ply, else that on board."""
    faults = [(stretch.before, stretch.replay.fault) for stretch in state.stretches]
    if state.end is not None and state.end.ply is not None:
        return next((fault for _, fault in faults if fault is not None and fault.ply == state.end.ply), None)
    return faults[-1][1]


def _article(ending: Ending | None, fault: Fault | None) -> str | None:
    if ending is not None and ending.article is not None:
        return ending.article
    by_fault = ending is None or ending.termination is Termination.FOUL
    return fault.article if by_fault and fault is not None else None


def _winner_text(state: State, ending: Ending | None) -> Message:
    if ending is None:
        return NO_RESULT
    if ending.outcome is None:
        return NOBODY
    if ending.outcome is Outcome.DRAW:
        return state.game.outcome_label(Outcome.DRAW)
    side = Side(SIDE_NAMES.index(ending.outcome.value))
    name, label = state.opening.names[side], state.game.sides[side].label
    if not name:
        return state.game.outcome_label(ending.outcome)
    return Message(f"{label.ja} {name} の勝ち", f"{name}, {label.en}, wins")


def _why(ending: Ending | None, fault: Fault | None) -> dict[str, str] | None:
    if ending is not None and ending.termination is Termination.DECLARED:
        return None
    label = Termination.FOUL.label if ending is None else ending.termination.label
    if fault is not None and (ending is None or ending.termination is Termination.FOUL):
        return words(Message(f"{fault.ply}手目が{label.ja}", f"{label.en} at ply {fault.ply}"))
    return None if ending is None else words(label)


def _title(game: Game, number: str) -> Message:
    try:
        return rulebook.article(rulebook.load(game), number).title
    except KifuError:  # a game without a rulebook
        return Message("", "")
