"""Decision of an arbiter as a file, bound to the dossier's fingerprint."""

from __future__ import annotations

import hashlib
import re
from enum import StrEnum
from typing import Literal, NamedTuple, get_args

from analysis.dossier.contents import fingerprint_groups
from kifu.core.message import Message, safe, visible
from kifu.core.outcome import OUTCOME_LABELS, Outcome

Winner = Literal["first", "second", "draw", "none"]
WINNERS: tuple[Winner, ...] = get_args(Winner)
MAX_FILE_BYTES = 1 << 20
"""The most bytes of a decision that is read."""
MAX_TEXT_LENGTH = 10_000
"""The most characters of a decision in words."""
_KEY = "指紋 fingerprint"
_PRINT = r"(?:[0-9a-f]{4} ){15}[0-9a-f]{4}|[0-9a-f]{64}"
_LINE = re.compile(rf"^{_KEY}:[ \t]*({_PRINT})?[ \t]*\r?$", re.MULTILINE)
_ANY = re.compile(rf"(?<![0-9a-f])(?:{_PRINT})(?![0-9a-f])")
_SEAL = "上の行の SHA-256 of the lines above"
_SEALED = re.compile(rf"^{_SEAL}: ([0-9a-f]{{64}})\r?$", re.MULTILINE)
_WINNER = "勝者 winner"
_NONE = Message("勝者なし (指し直しなど)", "no winner (such as a replay)")


class DecisionState(StrEnum):
    """State of a decision file: sealed, free words, or changed."""

    SEALED = "sealed"
    """It is as :func:`decision_text` has written it."""
    OWN_WORDS = "own-words"
    """It was written, or filled in, by hand."""
    CHANGED = "changed"
    """It is no longer as :func:`decision_text` has written it."""


class ArbiterDecision(NamedTuple):
    """Decision of an arbiter; empty fields are left for ink."""

    winner: Winner | None = None
    text: str = ""
    by: str = ""
    date: str = ""
    """As the arbiter writes it; no clock is asked."""


def decision_text(fingerprint: str, decided: ArbiterDecision) -> str:
    """Return the decision as text, the arbiter's words indented.

    Ended by LF; no line of the words counts, because each is indented.

    A decision that names a winner ends in the SHA-256 of the lines above; a form to be filled in does not.
    """
    winner = f"{_WINNER}:" if decided.winner is None else _winner_line(decided.winner)
    lines = [
        "裁定 decision",
        f"{_KEY}: {fingerprint_groups(fingerprint)}",
        winner,
        f"審判 arbiter: {visible(decided.by)}",
        f"日付 date: {visible(decided.date)}",
        "裁定の文 text:",
        *(f"  {line}" for line in safe(decided.text).split("\n")),
        "署名 signatures: 審判 ____________________  先手 ____________________  後手 ____________________",
    ]
    text = "\n".join(line.rstrip() for line in lines) + "\n"
    return text if decided.winner is None else f"{text}{_SEAL}: {_digest(text)}\n"


def named_by(data: bytes) -> str | None:
    """Return the fingerprint of a decision; None for none or several.

    It stands in a line of its own; a decision in words of somebody's own may name it anywhere.
    """
    text = _text(data)
    lines = [match[1] for match in _LINE.finditer(text)]
    found = lines or [match[0] for match in _ANY.finditer(text)]
    named = {str(one).replace(" ", "") for one in found if one}
    return named.pop() if len(named) == 1 and len(lines) <= 1 else None


def state_of(data: bytes) -> DecisionState:
    """Return the state of a decision, by the SHA-256 of its lines.

    The program never names a winner in its own words without that last line. So where such a winner stands without it, the line
    was taken away. What is in words of one's own may have been changed: nothing in it would show that.
    """
    text = _text(data)
    seals = list(_SEALED.finditer(text))
    if not seals:
        lines = {line.rstrip() for line in text.splitlines()}
        return DecisionState.CHANGED if _SEAL in text or lines & _winners() else DecisionState.OWN_WORDS
    sealed = text[: seals[-1].start()].replace("\r\n", "\n")
    whole = len(seals) == 1 and _digest(sealed) == seals[0][1] and not text[seals[0].end() :].strip()
    return DecisionState.SEALED if whole else DecisionState.CHANGED


def _text(data: bytes) -> str:
    """Return the text of a decision; empty for invalid UTF-8."""
    return data.decode("utf-8-sig", "replace")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _winner_line(winner: Winner) -> str:
    label = _NONE if winner == "none" else OUTCOME_LABELS[Outcome(winner)]
    return f"{_WINNER}: {winner} {label.ja} {label.en}"


def _winners() -> set[str]:
    return {_winner_line(winner) for winner in WINNERS}
