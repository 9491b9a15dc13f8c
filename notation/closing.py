"""Reads the closing line of a record: まで52手で先手の勝ち, and the other ways people write it.

Blanks mean nothing in it, so they are taken out first, from the players' names too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.outcome import Outcome, Side, Termination
from kifu.record import Closing
from kifu.specials import SPECIALS
from kifu.squares import DIGITS
from notation.scanner import BLANKS

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST = 200
"""A longer line is no closing line."""
_NO_BLANKS = str.maketrans(dict.fromkeys(BLANKS))
_SHAPE = re.compile(rf"まで[、,，]?(?:([{DIGITS}]{{1,9}})手)?(?:で|にて|、)?(.*?)[。．.]?")
_REASONS = {
    "反則": Termination.FOUL,
    "不戦": Termination.FORFEIT,
    "時間切れ": Termination.TIME,
    "切れ負け": Termination.TIME,
    "切れ": Termination.TIME,
    "投了": Termination.RESIGNATION,
    "詰み": Termination.MATE,
}
_WHY = "|".join(_REASONS)
_LOST_BY = re.compile(rf"(.*?)の?({_WHY})(?:負け)?")
_RESULT = re.compile(
    rf"(?:(.*?)({_WHY})(?:により|によって|で|、))?(.*?)の?(?:({_WHY})(?:で|により)?の?)?(勝ち?|負け?|敗|勝利|敗北)"
)
_LOST = frozenset({"負", "負け", "敗", "敗北"})


class _Said(NamedTuple):
    """What a closing line says about the result."""

    outcome: Outcome | None = None
    termination: Termination | None = None
    word: str | None = None


def without_blanks(text: str) -> str:
    """Return `text` as closing lines are compared: blanks taken out."""
    return text.translate(_NO_BLANKS)


def read_closing(text: str, line: int, column: int, players: Mapping[str, Side]) -> Closing | None:
    """Read a closing line. `players` maps each name, without blanks, to its side. None: the line is not understood."""
    shape = _SHAPE.fullmatch(without_blanks(text)) if len(text) <= LONGEST else None
    if shape is None:
        return None
    said = _read_result(shape[2], players)
    if said is None:
        return None
    count = int(shape[1]) if shape[1] else None
    return Closing(text, count, said.outcome, said.termination, said.word, line, column)


def _read_result(text: str, players: Mapping[str, Side]) -> _Said | None:
    if not text:
        return _Said()
    if text in SPECIALS:
        return _Said(None, SPECIALS[text].termination, text)
    if result := _RESULT.fullmatch(text):
        return _winner(result, players)
    lost = _LOST_BY.fullmatch(text)
    if lost is None or lost[1] not in players:
        return None
    return _Said(Outcome.win(players[lost[1]].other), _REASONS[lost[2]])


def _winner(result: re.Match[str], players: Mapping[str, Side]) -> _Said | None:
    """Return what 「(先手の)(反則により)後手の(反則)勝ち」 says; whoever is blamed must be the one who lost."""
    blamed, why, name, how, verb = result.groups()
    side = players.get(name)
    if side is None:
        return None
    winner = side.other if verb in _LOST else side
    if blamed and players.get(blamed.removesuffix("の")) != winner.other:
        return None
    return _Said(Outcome.win(winner), _REASONS.get(why or how or ""))
