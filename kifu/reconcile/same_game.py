"""Precheck that two sheets are of one game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.errors import KifuError
from kifu.core.message import Message
from kifu.reconcile.sheets import Bounds, TooLong

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.reconcile.line_replay import LineTree
    from kifu.referee.record import Record

MIN_COMPARED_LINES = 8
"""Sheets with fewer lines are compared whatever they say."""
MIN_SHARED_LINES_DIVISOR = 4
"""At least a line in four of the shorter sheet stands in the other too, or they are not of one game. Of unrelated random games
up to 23 % of the lines do; of a game with a slip in every second line half."""


class NotOneGame(KifuError):
    """Two sheets that cannot be of one game. Nothing was compared."""


def pair_games(a: Record, b: Record) -> list[tuple[Record, Record]]:
    """Return the games of two sheets in pairs.

    None if a game or its rules are not known. Raises NotOneGame.
    """
    if a.game is None or b.game is None:
        return []
    if a.game.id != b.game.id:
        raise NotOneGame(
            "different-games",
            Message(
                f"A は{a.game.name.ja}、B は{b.game.name.ja}の棋譜です。一つの対局の二枚を渡してください",
                f"A is a record of {a.game.name.en}, and B of {b.game.name.en}; give two sheets of one game",
            ),
        )
    if len(a.games) != len(b.games):
        games = [max(1, len(sheet.games)) for sheet in (a, b)]
        raise NotOneGame(
            "different-games",
            Message(
                f"A は {games[0]} 局、B は {games[1]} 局です。同じ対局の数の二枚を渡してください",
                f"A holds {games[0]} game(s), and B {games[1]}; give two sheets with the same games",
            ),
        )
    return list(zip(a.games, b.games, strict=True)) or [(a, b)]


def require_one_game(pairs: Sequence[tuple[LineTree, Record, Record]]) -> None:
    """Raise NotOneGame if two sheets share too few lines."""
    shared = shorter = 0
    for tree, a, b in pairs:
        texts = [[entry.text for entry in sheet.main.entries] for sheet in (a, b)]
        shared += _count_shared_lines(tree, *texts)
        shorter += min(map(len, texts))
    if shorter >= MIN_COMPARED_LINES and shared * MIN_SHARED_LINES_DIVISOR < shorter:
        raise NotOneGame(
            "little-in-common",
            Message(
                f"違う対局のようです: 短いほうの {shorter} 手のうち、もう一方にもあるのは {shared} 手です。"
                "一つの対局の二枚を渡してください",
                f"they seem to be different games: of the {shorter} moves of the shorter sheet {shared} stand in the other; "
                "give two sheets of one game",
            ),
        )


def _count_shared_lines(tree: LineTree, a: list[str], b: list[str]) -> int:
    """Return how many lines two sheets share in order.

    A line that cannot be read may say anything.
    """
    shared = sum(one == two for one, two in zip(a, b, strict=False))
    for wide in (False, True):
        if shared * MIN_SHARED_LINES_DIVISOR >= min(len(a), len(b)):
            break
        try:
            bounds = Bounds(tree, a, b, wide=wide)
        except TooLong:
            return min(len(a), len(b))
        beside = [(a[i], b[j]) for i, j in bounds.pairs() if i is not None and j is not None]
        tokens = tree.tokenizer.of_text
        shared = sum(tokens(one).unread or tokens(two).unread or not bounds.cost(one, two) for one, two in beside)
        if bounds.whole:
            break
    return shared
