"""Says at which ply a game leaves a book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.message import Message

if TYPE_CHECKING:
    from analysis.openings.book import Book, BookMove
    from kifu.core.game.game import Game
    from kifu.referee.verdict import Verdict

SHOWN = 3
"""The moves of the book that are named."""


def left_book(verdict: Verdict, book: Book) -> Message:
    """Return at which ply a game leaves a book, with the moves that the book knows there."""
    from analysis.openings.book import (  # noqa: PLC0415 - only --book needs it
        BadBook,
        departure,
        require_game,
    )

    game, replay = verdict.game, verdict.replay
    if game is None or replay is None:
        return Message("定跡とは比べられません", "it cannot be compared with the book")
    try:
        require_game(book.head, game)
        left = departure(book, game, replay.positions)
    except BadBook as wrong:
        return Message(
            f"定跡とは比べられません: {wrong.message.ja}", f"it cannot be compared with the book: {wrong.message.en}"
        )
    plies = len(replay.moves)
    if left is None:
        return Message(f"{plies} 手すべてが定跡にあります", f"all {plies} plies are in the book")
    played = game.spell(replay.moves[left.ply - 1])
    if left.entry is None:
        return Message(
            f"{left.ply} 手目の前の局面から、定跡にありません ({left.ply} 手目 {played})",
            f"the book does not know the position before ply {left.ply} ({played})",
        )
    known = [_spelled(game, each) for each in left.entry.moves[:SHOWN]]
    return Message(
        f"{left.ply} 手目 {played} で定跡を離れました。定跡の手: {'、'.join(each.ja for each in known)}",
        f"ply {left.ply} {played} leaves the book, which has {', '.join(each.en for each in known)}",
    )


def _spelled(game: Game, known: BookMove) -> Message:
    move = game.spell(known.move)
    return Message(
        f"{move} ({known.games} 局、{known.won} 勝 {known.drawn} 分 {known.lost} 敗)",
        f"{move} ({known.games} games: +{known.won} ={known.drawn} -{known.lost})",
    )
