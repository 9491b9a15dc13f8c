"""Option `--book`, and the place where a game leaves a book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kifu.cli.arguments.command_options import option
from kifu.cli.printing.language import say, usage_error
from kifu.core.message import Message, visible
from kifu.core.regular_files import NotRegular, open_regular

if TYPE_CHECKING:
    from analysis.openings.book import Book, BookMove
    from kifu.core.game.game import Game
    from kifu.referee.verdict import Verdict


def book_option(words: str) -> Any:
    """Return the option `--book`, with `words` on what it does."""
    return option(metavar="BOOK").help(f"{words} (kifu study book)")


def read_book_file(path: str, game: Game | None = None) -> Book:
    """Return the book in a file.

    Raises click.UsageError if it cannot be read, or is not one of `game`.
    """
    from analysis.openings.book import MAX_BOOK_BYTES, BadBook, read_book  # noqa: PLC0415 - only --book needs it

    shown = visible(path)
    try:
        with open_regular(path) as file:
            data = file.read(MAX_BOOK_BYTES + 1)
    except (OSError, ValueError) as failed:
        reason = failed.about().ja if isinstance(failed, NotRegular) else getattr(failed, "strerror", None) or failed
        raise usage_error(
            f"--book {shown}: 読めません ({reason})",
            f"--book {shown}: it cannot be read ({getattr(failed, 'strerror', None) or failed})",
        ) from None
    if len(data) > MAX_BOOK_BYTES:
        raise usage_error(
            f"--book {shown}: {MAX_BOOK_BYTES >> 20} MB を超えています",
            f"--book {shown}: it is larger than {MAX_BOOK_BYTES >> 20} MB",
        )
    try:
        return read_book(data, game)
    except BadBook as wrong:
        raise click.UsageError(f"--book {shown}: {say(wrong.message)} [{wrong.code}]") from None


SHOWN = 3
"""The moves of the book that are named."""


def left_book(verdict: Verdict, book: Book) -> Message:
    """Return the ply where a game leaves a book.

    The moves that the book knows there are named.
    """
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
    known = [_spell_moves(game, each) for each in left.entry.moves[:SHOWN]]
    return Message(
        f"{left.ply} 手目 {played} で定跡を離れました。定跡の手: {'、'.join(each.ja for each in known)}",
        f"ply {left.ply} {played} leaves the book, which has {', '.join(each.en for each in known)}",
    )


def _spell_moves(game: Game, known: BookMove) -> Message:
    move = game.spell(known.move)
    return Message(
        f"{move} ({known.games} 局、{known.won} 勝 {known.drawn} 分 {known.lost} 敗)",
        f"{move} ({known.games} games: +{known.won} ={known.drawn} -{known.lost})",
    )
