"""What the head of a record says of its result: 結果, 勝敗, 勝者, 勝ち, 敗者, 負け."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.model.outcome import Outcome
from kifu.model.record import Closing
from notation.closing import read_closing, without_blanks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.model.outcome import Side
    from kifu.model.record import Header

WINNER_KEYS, LOSER_KEYS = frozenset({"勝者", "勝ち", "勝"}), frozenset({"敗者", "負け", "敗"})
RESULT_KEYS = frozenset({"結果", "勝敗", "対局結果"}) | WINNER_KEYS | LOSER_KEYS


def read_claim(header: Header, players: Mapping[str, Side]) -> Closing | None:
    """Read what a header says of the result, in the words of a closing line or, of 勝者 and the like, a name.

    None: it is not understood.
    """
    side = players.get(without_blanks(header.value))
    if side is not None and header.key in WINNER_KEYS | LOSER_KEYS:
        winner = Outcome.win(side.other if header.key in LOSER_KEYS else side)
        return Closing(header.value, None, winner, None, None, header.line, header.column)
    said = read_closing(header.value, header.line, header.column, players)
    return None if said is None or (said.outcome is None and said.word is None) else said
