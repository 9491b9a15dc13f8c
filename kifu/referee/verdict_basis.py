"""Basis of a verdict: its deciding article, and reconstructed data.

A verdict cites one article, and reading the whole rulebook takes as long as judging.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.rulebook_values_and_text import BasisKind, parse_toml, rulebook_text

if TYPE_CHECKING:
    from kifu.core.game.game import Game
    from kifu.core.message import Message
    from kifu.core.outcome import Ending
    from kifu.referee.fault import Fault

JSON_KINDS = {BasisKind.STANDARD: BasisKind.SOURCE}
"""The page names the games that it builds upon, so their ordinary rules count as its own words in JSON."""
TABLES = "\n[["
"""The keys of the file as a whole stand before the first of its tables."""
ARTICLE = "\n[[articles]]\n"
"""The line with which an article begins."""
BASIS = "\n[[articles.basis]]\n"
"""The line with which a basis of an article begins."""


class Basis(NamedTuple):
    """What a verdict stands on."""

    article: str
    """The deciding article: of the end by the rules, or of the fault."""
    kind: BasisKind
    data: dict[str, Message]
    """The reconstructed data that the record was judged by, with their labels."""

    def to_json(self) -> dict[str, object]:
        """Return the member `basis` of a verdict's JSON."""
        kind = JSON_KINDS.get(self.kind, self.kind)
        return {"article": self.article, "kind": kind.value, "data": list(self.data)}


def basis_of(
    game: Game | None, outcome: Ending | None, fault: Fault | None, *, set_up: bool, by_a_reading: bool = False
) -> Basis | None:
    """Return the basis of a verdict.

    None if no article decides it: neither that of the end by the rules nor that of the fault. The kind is that on which
    the article rests. If the fault is one `by_a_reading`, an illegal move that another reading of the same article
    would allow, it is our ruling. A record that is `set_up` by a diagram of its own does not use the start.
    """
    ended = None if outcome is None else outcome.article
    article = ended if ended is not None else fault and fault.article
    if game is None or article is None:
        return None
    kind = BasisKind.RULING if by_a_reading else main_basis_kind(game, article)
    return Basis(
        article, kind, {key: label for key, label in game.reconstructed.items() if key != "start" or not set_up}
    )


def main_basis_kind(game: Game, article_number: str) -> BasisKind:
    """Kind of an article's main basis, its first.

    The number is in full: ``six.3``. Raises UnknownArticle, and KifuError (``no-rulebook``, ``bad-rulebook``).
    """
    kind = _basis_kind_in_rulebook_text(game.package, article_number, game.id)
    if kind is not None:
        return kind
    from kifu.core import rulebook  # noqa: PLC0415 - it reads all, however it is written, and says what is wrong

    return rulebook.find_article(rulebook.load_rulebook(game), article_number).basis[0].kind


@cache
def _basis_kind_in_rulebook_text(package: str, article_number: str, game: str) -> BasisKind | None:
    """Kind stated in usual form by a package's or included file."""
    text = rulebook_text(package)
    for article in text.split(ARTICLE)[1:]:
        if article.startswith(f'number = "{article_number}"\n'):
            return next(
                (_kind_of_basis_text(basis) for basis in article.split(BASIS)[1:] if _basis_applies_to(game, basis)),
                None,
            )
    head = text.partition(TABLES)[0]
    included = parse_toml(head, package)["include"] if "include" in head else ()
    return next(
        (kind for other in included if (kind := _basis_kind_in_rulebook_text(other, article_number, game))), None
    )


def _basis_applies_to(game: str, basis: str) -> bool:
    """Tell whether a basis counts for a game.

    In a shared file it may name the games that it counts for.
    """
    named = next((line for line in basis.splitlines() if line.startswith("games = ")), None)
    return named is None or f'"{game}"' in named


def _kind_of_basis_text(basis: str) -> BasisKind | None:
    stated = basis.partition("\n")[0].removeprefix('kind = "').removesuffix('"')
    return BasisKind(stated) if stated in set(BasisKind) else None
