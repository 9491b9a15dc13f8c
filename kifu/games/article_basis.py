"""Look up what one article rests on.

A verdict cites one article, and reading the whole rulebook takes as long as judging.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from kifu.core.message import Message
from kifu.games.rulebook_text import parse_toml, text_of

if TYPE_CHECKING:
    from kifu.core.game.game import Game

TABLES = "\n[["
"""The keys of the file as a whole stand before the first of its tables."""
ARTICLE = "\n[[articles]]\n"
"""The line with which an article begins."""
BASIS = "\n[[articles.basis]]\n"
"""The line with which a basis of an article begins."""


def kind_of(game: Game, number: str) -> BasisKind:
    """Kind of an article's main basis, its first.

    The number is in full: ``six.3``. Raises UnknownArticle, and KifuError (``no-rulebook``, ``bad-rulebook``).
    """
    kind = _kind(game.package, number, game.id)
    if kind is not None:
        return kind
    from kifu.games import rulebook  # noqa: PLC0415 - it reads all, however it is written, and says what is wrong

    return rulebook.article(rulebook.load(game), number).basis[0].kind


@cache
def _kind(package: str, number: str, game: str) -> BasisKind | None:
    """Kind stated in usual form by a package's or included file."""
    text = text_of(package)
    for article in text.split(ARTICLE)[1:]:
        if article.startswith(f'number = "{number}"\n'):
            return next((_kind_stated(basis) for basis in article.split(BASIS)[1:] if _counts_for(game, basis)), None)
    head = text.partition(TABLES)[0]
    included = parse_toml(head, package)["include"] if "include" in head else ()
    return next((kind for other in included if (kind := _kind(other, number, game))), None)


def _counts_for(game: str, basis: str) -> bool:
    """Tell whether a basis counts for a game.

    In a shared file it may name the games that it counts for.
    """
    named = next((line for line in basis.splitlines() if line.startswith("games = ")), None)
    return named is None or f'"{game}"' in named


def _kind_stated(basis: str) -> BasisKind | None:
    stated = basis.partition("\n")[0].removeprefix('kind = "').removesuffix('"')
    return BasisKind(stated) if stated in set(BasisKind) else None


class BasisKind(StrEnum):
    """Name the ground that a statement of the rulebook rests on."""

    SOURCE = "source"
    """The quoted words of the source say it."""
    RESTORED = "restored"
    """A damaged sentence of the source says it; the project quotes the sentence as it must have been."""
    RULING = "ruling"
    """⚖ The source is silent or unclear, and the project decided."""
    RECONSTRUCTED = "reconstructed"
    """A figure or a table of the source is lost, and the project filled in its data."""
    STANDARD = "standard"
    """It is the ordinary rule of another game that the source builds upon."""

    @property
    def label(self) -> Message:
        """The name of the kind in both languages."""
        return KIND_LABELS[self]


KIND_LABELS = {
    BasisKind.SOURCE: Message("原文", "source"),
    BasisKind.RESTORED: Message("原文 (復元)", "source, restored"),
    BasisKind.RULING: Message("⚖ 裁定", "⚖ ruling"),
    BasisKind.RECONSTRUCTED: Message("再構成", "reconstructed"),
    BasisKind.STANDARD: Message("通則", "standard"),
}
