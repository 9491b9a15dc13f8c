"""Reads the closing line of a record: まで52手で先手の勝ち.

People write it in other ways too: 六十手まで後手の勝ち, 先手投了. Blanks have no meaning in a closing line. So they are
removed first, from the line and from the players' names.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kifu.core.outcome import (
    SIDE_NAMES,
    SPECIALS,
    NamedSide,
    Outcome,
    Side,
    SpecialMeaning,
    Termination,
    claimed_ending,
)
from kifu.core.squares import BLANKS
from kifu.referee.record import Closing, Header
from notation.lazy_pattern import lazy_pattern
from notation.line_kinds import NUMBER, parse_numeral

MAX_CLOSING_CHARACTERS = 200
"""The most characters of a closing line."""
_NO_BLANKS = str.maketrans(dict.fromkeys(BLANKS))
_SHAPE = lazy_pattern(rf"(以上|計|全(?!滅))?(まで)?[、,，]?(?:({NUMBER})手)?(まで)?(?:で|にて)?[、,，]?(.*?)[。．.]?")
_REASONS = {
    "反則": Termination.FOUL,
    "不戦": Termination.FORFEIT,
    "時間切れ": Termination.TIME,
    "切れ負け": Termination.TIME,
    "切れ": Termination.TIME,
    "投了": Termination.RESIGNATION,
    "詰み": Termination.MATE,
    **{why.label.ja: why for why in (Termination.ELIMINATION, Termination.TARGET, Termination.FIVE)},
    "resigned": Termination.RESIGNATION,
    "resigns": Termination.RESIGNATION,
    "resign": Termination.RESIGNATION,
}
_ENGLISH = {"resign": "投了", "resigns": "投了", "resigned": "投了", "draw": "引き分け", "adjourned": "中断"}
"""The special word for each word that other programs write."""
_WHY = "|".join(_REASONS)
_BY_THE_WINNER = frozenset({Termination.TARGET, Termination.FIVE})
"""The reasons that name the winner: 先手の五連."""
_LOST_BY = rf"(.*?)[のが]?({_WHY})(?:負け)?"
_RESULT = lazy_pattern(
    rf"(?:(.*?)({_WHY})(?:により|によって|で|、))?(.*?)の?(?:({_WHY})(?:で|により)?の?)?(勝ち?|負け?|敗|勝利|敗北)"
)
_LOST = frozenset({"負", "負け", "敗", "敗北"})


class _Result(NamedTuple):
    """What a closing line says about the result."""

    outcome: Outcome | None = None
    termination: Termination | None = None
    word: str | None = None
    side: Side | None = None
    """The side before the word, where it does not tell who has won."""


def without_blanks(text: str) -> str:
    """Return `text` without its blanks."""
    return text.translate(_NO_BLANKS)


def sides_of_named_players(headers: Sequence[Header]) -> dict[str, Side]:
    """Return the side of each player's name, without blanks. Empty if both players have the same name."""
    own: dict[str, Side] = {}
    for key, value, *_ in headers:
        side, name = SIDE_NAMES.get(key), without_blanks(value)
        if side is not None and name:
            if own.get(name, side) != side:
                return {}
            own[name] = side
    return own


def read_closing_line(
    text: str,
    line: int,
    column: int,
    players: Mapping[str, Side],
    special_words: Mapping[str, SpecialMeaning] = SPECIALS,
) -> Closing | None:
    """Return the closing line that `text` holds, or None if it is not understood.

    `players` maps each name, without blanks, to its side; `special_words` are the special words of the game. A line without まで has
    to name a winner or a reason, or to count behind 以上.
    """
    shape = _SHAPE.fullmatch(without_blanks(text)) if len(text) <= MAX_CLOSING_CHARACTERS else None
    if shape is None:
        return None
    counted = shape[3]
    until = shape[2] or shape[4] or (counted and shape[1] == "以上")
    result = _read_result(shape[5], players, special_words)
    if result is None or not (until or result != _Result()):
        return None
    count = parse_numeral(counted) if counted else None
    return Closing(text, count, *result[:3], line, column, result.side)


def _read_result(text: str, players: Mapping[str, Side], special_words: Mapping[str, SpecialMeaning]) -> _Result | None:
    """Return the result that a text states; None if it is not understood."""
    if not text:
        return _Result()
    word = _ENGLISH.get(text.lower(), text)
    if word in special_words:
        return _Result(None, special_words[word].termination, word)
    if named := _named_result(text, players, special_words):
        return named
    if result := _RESULT.fullmatch(text):
        return _winner_result(result, players)
    lost = re.fullmatch(_LOST_BY, text)
    if lost is None or lost[1] not in players:
        return None
    side, why = players[lost[1]], _REASONS[lost[2]]
    return _Result(Outcome.win(side if why in _BY_THE_WINNER else side.other), why)


def _named_result(
    text: str, players: Mapping[str, Side], special_words: Mapping[str, SpecialMeaning]
) -> _Result | None:
    """Return the result of a special word behind the side or the player that it names; None for any other text."""
    for word, meaning in special_words.items():
        name = text.removesuffix(word)
        side = players.get(name, players.get(name[:-1]) if name.endswith(("の", "が")) else None)
        if side is not None and name != text:
            if meaning.named is NamedSide.NEITHER:
                return _Result(None, meaning.termination, word, side)
            return _Result(claimed_ending(meaning, side, side).outcome, meaning.termination)
    return None


def _winner_result(result: re.Match[str], players: Mapping[str, Side]) -> _Result | None:
    """Return the result of 「(先手の)(反則により)後手の(反則)勝ち」. Who is blamed has lost; who reaches a target has won."""
    blamed, why, name, reason, verb = result.groups()
    side = players.get(name)
    if side is None:
        return None
    winner = side.other if verb in _LOST else side
    reached = _REASONS.get(why or reason or "")
    if blamed and players.get(blamed.removesuffix("の")) != (winner if reached in _BY_THE_WINNER else winner.other):
        return None
    return _Result(Outcome.win(winner), reached)
