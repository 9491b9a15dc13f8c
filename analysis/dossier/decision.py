"""The decision of an arbiter as a file: it names the fingerprint of the dossier that was decided."""

from __future__ import annotations

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
_NAMED = re.compile(rf"^{_KEY}:[ \t]*((?:[0-9a-f]{{4}} ?){{16}})[ \t]*\r?$", re.MULTILINE)
_LINE = re.compile(rf"^{_KEY}:", re.MULTILINE)
_NONE = Message("勝者なし (指し直しなど)", "no winner (such as a replay)")


class Decided(NamedTuple):
    """What an arbiter decides. What is empty is left for ink."""

    winner: Winner | None = None
    text: str = ""
    by: str = ""
    date: str = ""
    """As the arbiter writes it; no clock is asked."""


def decision_text(fingerprint: str, decided: Decided) -> str:
    """Return the decision as text, ended by LF. The words of the arbiter are indented, so that no line of them counts."""
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
    return "\n".join(line.rstrip() for line in lines) + "\n"


def named_by(data: bytes) -> str | None:
    """Return the fingerprint that a decision names; None if it names none, or several."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    found = _NAMED.findall(text)
    if len(found) != 1 or len(_LINE.findall(text)) != 1:
        return None
    return str(found[0]).replace(" ", "")


def _winner(winner: Winner) -> Message:
    return _NONE if winner == "none" else OUTCOME_LABELS[Outcome(winner)]
