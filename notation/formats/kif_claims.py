"""Reads the claims in the head of a record: 結果, 勝敗, 勝者, 勝ち, 敗者, 負け."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.outcome import Outcome
from kifu.core.special_words import SPECIALS
from kifu.referee.record import Closing
from notation.closing_line import read_closing, without_blanks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.outcome import Side
    from kifu.core.special_words import Meaning
    from kifu.referee.record import Header

WINNER_KEYS, LOSER_KEYS = frozenset({"勝者", "勝ち", "勝"}), frozenset({"敗者", "負け", "敗"})
RESULT_KEYS = frozenset({"結果", "勝敗", "対局結果"}) | WINNER_KEYS | LOSER_KEYS


def read_claim(header: Header, players: Mapping[str, Side], words: Mapping[str, Meaning] = SPECIALS) -> Closing | None:
    """Return the result that a header claims, or None if it is not understood.

    The value is worded like a closing line. In 勝者 and 敗者 it may also be the name of a player or a side.
    """
    side = players.get(without_blanks(header.value))
    if side is not None and header.key in WINNER_KEYS | LOSER_KEYS:
        winner = Outcome.win(side.other if header.key in LOSER_KEYS else side)
        return Closing(header.value, None, winner, None, None, header.line, header.column)
    claim = read_closing(header.value, header.line, header.column, players, words)
    return None if claim is None or (claim.outcome is None and claim.word is None) else claim
