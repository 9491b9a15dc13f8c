"""The decision of an arbiter as a file: it names the fingerprint of the dossier that was decided."""

from __future__ import annotations

import hashlib
import re
from typing import Literal, NamedTuple, get_args

from analysis.dossier.contents import grouped
from kifu.model.message import Message, safe, visible
from kifu.model.outcome import OUTCOME_LABELS, Outcome

Winner = Literal["first", "second", "draw", "none"]
WINNERS: tuple[Winner, ...] = get_args(Winner)
LARGEST = 1 << 20
"""The most bytes of a decision that is read."""
LONGEST = 10_000
"""The most characters of a decision in words."""
_KEY = "指紋 fingerprint"
_PRINT = r"(?:[0-9a-f]{4} ){15}[0-9a-f]{4}|[0-9a-f]{64}"
_LINE = re.compile(rf"^{_KEY}:[ \t]*({_PRINT})?[ \t]*\r?$", re.MULTILINE)
_ANY = re.compile(rf"(?<![0-9a-f])(?:{_PRINT})(?![0-9a-f])")
_SEAL = "上の行の SHA-256 of the lines above"
_SEALED = re.compile(rf"^{_SEAL}: ([0-9a-f]{{64}})\r?$", re.MULTILINE)
_NONE = Message("勝者なし (指し直しなど)", "no winner (such as a replay)")


class Decided(NamedTuple):
    """What an arbiter decides. What is empty is left for ink."""

    winner: Winner | None = None
    text: str = ""
    by: str = ""
    date: str = ""
    """As the arbiter writes it; no clock is asked."""


def decision_text(fingerprint: str, decided: Decided) -> str:
    """Return the decision as text, ended by LF. The words of the arbiter are indented, so that no line of them counts.

    A decision that names a winner ends in the SHA-256 of the lines above; a form to be filled in does not.
    """
    label = None if decided.winner is None else _winner(decided.winner)
    winner = "" if label is None else f"{decided.winner} {label.ja} {label.en}"
    lines = [
        "裁定 decision",
        f"{_KEY}: {grouped(fingerprint)}",
        f"勝者 winner: {winner}",
        f"審判 arbiter: {visible(decided.by)}",
        f"日付 date: {visible(decided.date)}",
        "裁定の文 text:",
        *(f"  {line}" for line in safe(decided.text).split("\n")),
        "署名 signatures: 審判 ____________________  先手 ____________________  後手 ____________________",
    ]
    text = "\n".join(line.rstrip() for line in lines) + "\n"
    return text if label is None else f"{text}{_SEAL}: {_digest(text)}\n"


def named_by(data: bytes) -> str | None:
    """Return the fingerprint that a decision names; None if it names none, or several.

    It stands in a line of its own; a decision in words of somebody's own may name it anywhere.
    """
    text = _text(data)
    lines = [match[1] for match in _LINE.finditer(text)]
    found = lines or [match[0] for match in _ANY.finditer(text)]
    named = {str(one).replace(" ", "") for one in found if one}
    return named.pop() if len(named) == 1 and len(lines) <= 1 else None


def is_altered(data: bytes) -> bool:
    """Tell whether a decision that ends in the SHA-256 of its lines is not as it was written."""
    text = _text(data)
    seals = list(_SEALED.finditer(text))
    if not seals:
        return _SEAL in text
    sealed = text[: seals[-1].start()].replace("\r\n", "\n")
    return len(seals) != 1 or _digest(sealed) != seals[0][1] or bool(text[seals[0].end() :].strip())


def _text(data: bytes) -> str:
    """Return the text of a decision; nothing that is no UTF-8 names a fingerprint."""
    return data.decode("utf-8-sig", "replace")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _winner(winner: Winner) -> Message:
    return _NONE if winner == "none" else OUTCOME_LABELS[Outcome(winner)]
