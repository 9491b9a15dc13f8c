"""Tells prose between the moves, which is kept as a comment, from what may be a move or an end that nobody could read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from notation.forms.entries import A_SQUARE

if TYPE_CHECKING:
    from kifu.contract.game import Game

LONGEST = 200
"""The most characters of such a line."""
_ENDS = "。！!♪…"
_KANA = 3
"""The least number of hiragana in a sentence."""
_OF_A_RECORD = re.compile(
    "勝|負|敗|投|引き?分|終|了|中断|切れ|反則|千日|詰|将棋|パス|不戦|手|先|後|黒|白|番|置|お[いきくけ]|打|動|進|取|指|行|移|飛|裏|合|反|成|盤|図|局|変化|"
    "読め|よめ|忘|覚え|思い出|記録|不明|:|いち|よん|ろく|なな|はち|きゅう|じゅう|かち|まけ"
)
"""Words of moves, ends and heads: a line with one of them may be one that is damaged."""


def is_prose(game: Game, text: str, *, below_a_rule: bool) -> bool:
    """Return whether a line is a sentence about something else: よろしくお願いします。 Below a rule it may be a name."""
    units = {sign for unit in game.vocabulary.units for sign in unit}
    return (
        len(text) <= LONGEST
        and not any(sign.isnumeric() or sign in units for sign in text)
        and (below_a_rule or (text[-1:] in _ENDS and len(re.findall("[ぁ-ん]", text)) >= _KANA))
        and _OF_A_RECORD.search(text) is None
        and A_SQUARE.search(text) is None
    )
