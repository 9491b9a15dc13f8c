"""Lists the known keys of header lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.outcome import SIDE_MARKS
from notation.formats.kif_head import GAME, MATCH, RULES
from notation.timecontrol import BUDGET_KEY, BYOYOMI_KEY

if TYPE_CHECKING:
    from kifu.core.game.game import Game

WINNER_KEYS, LOSER_KEYS = frozenset({"勝者", "勝ち", "勝"}), frozenset({"敗者", "負け", "敗"})
RESULT_KEYS = frozenset({"結果", "勝敗", "対局結果"}) | WINNER_KEYS | LOSER_KEYS
SCORE, MATCH_SCORE, MATCH_RESULT = "得点", "合計得点", "結果"
KNOWN_KEYS = (GAME, RULES, "開始日時", "終了日時", "先手", "後手", "場所", "棋戦", BUDGET_KEY, "備考", "盤")
SCANNED, UNCONFIRMED, CONFIRMED = "読み取り", "未確認", "確認済み"
"""The key of a record that was read from photographs, and how its value begins before and after a person has confirmed it."""
_ELSEWHERE = frozenset(
    "先 後 先手省略名 後手省略名 先手段位 後手段位 開始日 終了日 対局日 消費時間 表題 題名 大会 会場 棋戦詳細 戦型 "  # noqa: SIM905 - words are easier to read and to extend than a list of strings
    "記録係 立会人 審判 掲載 作者 出典".split()
)
"""The keys that other programs and people write. They are kept and have no effect."""
_ALL = _ELSEWHERE.union(KNOWN_KEYS, SIDE_MARKS, RESULT_KEYS, (BYOYOMI_KEY, MATCH, SCORE, MATCH_SCORE, SCANNED))


def keys_of(game: Game) -> frozenset[str]:
    """Return the keys that a record of the game may have."""
    return _ALL.union(game.required_head, game.name_marks, game.head_keys)
