"""Reads the closing line of a record: まで52手で先手の勝ち, and the other ways people write it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.outcome import Outcome, Side, Termination
from kifu.record import Closing, Score
from kifu.specials import SPECIALS, Winner
from kifu.squares import DIGITS

if TYPE_CHECKING:
    from collections.abc import Mapping

_B = "[ \u3000\t]*"
_SHAPE = re.compile(rf"まで{_B}[、,，]?{_B}(?:([{DIGITS}]{{1,9}}){_B}手)?{_B}(?:で|にて|、)?{_B}(.*?){_B}[。．.]?")
_REASONS = {
    "投了": Termination.RESIGNATION,
    "時間切れ": Termination.TIME,
    "切れ負け": Termination.TIME,
    "反則": Termination.FOUL,
    "詰み": Termination.MATE,
    "不戦": Termination.FORFEIT,
}
_REASON = re.compile(rf"(?:({'|'.join(_REASONS)}){_B}(?:により|によって|で|、){_B})?(.*)")
_RESULT = re.compile(
    rf"(.*?){_B}の?{_B}(?:(反則|不戦|時間切れ|切れ|投了|詰み)(?:で|により)?の?)?(勝ち?|負け?|敗|勝利|敗北)"
)
_SCORE = re.compile(rf"(?:先手|白|▲|☗){_B}[:：]?{_B}([{DIGITS}]{{1,6}}){_B}点?{_B}[、,，]?{_B}(?:後手|黒|△|☖){_B}[:：]?{_B}([{DIGITS}]{{1,6}}){_B}点?{_B}")
_LOST = frozenset({"負", "負け", "敗", "敗北"})
_HOW = {
    "反則": Termination.FOUL,
    "不戦": Termination.FORFEIT,
    "時間切れ": Termination.TIME,
    "切れ": Termination.TIME,
    "投了": Termination.RESIGNATION,
    "詰み": Termination.MATE,
}


def read_closing(text: str, line: int, column: int, players: Mapping[str, Side]) -> Closing | None:
    """Read a closing line. `players` maps each name that may stand for a side. None: the line is not understood."""
    shape = _SHAPE.fullmatch(text)
    if shape is None:
        return None
    count = int(shape[1]) if shape[1] else None
    said = _read_result(shape[2], players)
    if said is None:
        return None
    return Closing(text, count, *said, line, column)


def read_score(text: str, line: int, column: int) -> Score | None:
    """Read 先手105 後手98. None: it is not understood."""
    match = _SCORE.fullmatch(text)
    return None if match is None else Score(int(match[1]), int(match[2]), line, column)


def _read_result(text: str, players: Mapping[str, Side]) -> tuple[Outcome | None, Termination | None] | None:
    if not text:
        return None, None
    word = SPECIALS.get(text)
    if word is not None and word.winner in {Winner.DRAW, Winner.NOBODY}:
        return (Outcome.DRAW if word.winner is Winner.DRAW else None), word.termination
    if word is not None and word.termination in {Termination.RESIGNATION, Termination.TIME}:
        return None, word.termination
    reason = _REASON.fullmatch(text)
    result = _RESULT.fullmatch(reason[2]) if reason else None
    if reason is None or result is None or result[1] not in players:
        return None
    side = players[result[1]]
    termination = _REASONS.get(reason[1] or "") or _HOW.get(result[2] or "")
    return Outcome.win(side.other if result[3] in _LOST else side), termination
