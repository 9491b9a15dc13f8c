"""Make the notices of 続・連合将棋 that a verdict mentions besides its status."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.game.referee_hooks import Notice
from kifu.core.message import Message
from kifu.core.outcome import SIDE_LABELS
from kifu.core.squares import BoardSize
from kifu.games.rengo.counting import count
from kifu.games.rengo.data import NAMES, SIDE

if TYPE_CHECKING:
    from kifu.core.outcome import Side
    from kifu.games.rengo.position import Position


def reconstructed_board(board: str) -> Notice:
    """Notice of a board with reconstructed rows and endings (rengo.2)."""
    return Notice(
        "reconstructed-board",
        Message(
            f"{board}の段と終わり方は、第一作の失われた部分を補った再構成です (rengo.2)",
            f"the rows and endings of {board} are reconstructed: that part of the first article is lost (rengo.2)",
        ),
    )


def king_in_danger(side: Side) -> Notice:
    """Return the notice that `side` can take the king at once (rengo.44)."""
    return Notice(
        "king-in-danger",
        Message(
            f"はじめの局面で{side.label.ja}は敵の王様駒を取れます。取れば勝ちです (rengo.44)",
            f"in the starting position {side.label.en} can take the enemy king, and wins by it (rengo.44)",
        ),
    )


def unproven_maximum(most: int) -> Notice:
    """Notice that the maximum capture `most` is a lower bound (rengo.42)."""
    if not most:
        message = Message(
            "飛び越しの順が多すぎて、取らなければならない駒があるか決め切れません。見つからなかったので、ないものとします (rengo.42)",
            "there are too many leap sequences to prove whether any is legal: none was found, so none is asked for (rengo.42)",
        )
    else:
        message = Message(
            f"飛び越しの順が多すぎて、一番多く取る数を決め切れません。少なくとも {most} 個取れ、それより少ない手は反則、{most} 個以上なら認めます (rengo.42)",
            f"there are too many leap sequences to prove what the most is: at least {most} can be taken, fewer is illegal, {most} or more is accepted (rengo.42)",
        )
    return Notice("leap-maximum-unproven", message)


def dead_units(position: Position) -> tuple[Notice, ...]:
    """Notices of dead units removed before the count, per side (rengo.54)."""
    geometry = position.laws.geometry
    size = BoardSize(geometry.columns, geometry.rows)
    notices = []
    for side, label in enumerate(SIDE_LABELS):
        squares = count(position)[side].dead
        if squares:
            units = " ".join(f"{size.spell(at)}{NAMES[position.board[at] % SIDE][:1]}" for at in squares)
            notices.append(
                Notice(
                    "dead-units",
                    Message(
                        f"{label.ja}が取り除いた死に駒: {units} (rengo.54)",
                        f"dead, taken off by {label.en}: {units} (rengo.54)",
                    ),
                )
            )
    return tuple(notices)
