"""Parts of a verdict: its status, its fault, and its basis.

The first fault of a record decides its verdict.
A verdict cites one article, and reading the whole rulebook takes as long as judging.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.diagnostic import Diagnostic, Severity, error
from kifu.core.errors import InvalidMove, InvalidSetup
from kifu.core.message import Message
from kifu.core.rulebook_values_and_text import BasisKind, parse_toml, rulebook_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.core.game.game import Game
    from kifu.core.outcome import Ending
    from kifu.referee.record import Entry

EXIT_CODES = {
    "CONFIRMED": 0,
    "DECLARED": 0,
    "UNFINISHED": 0,
    "CONTRADICTED": 1,
    "ILLEGAL": 1,
    "UNREADABLE": 3,
}


class Status(StrEnum):
    """The kind of a verdict."""

    CONFIRMED = "CONFIRMED"
    DECLARED = "DECLARED"
    UNFINISHED = "UNFINISHED"
    CONTRADICTED = "CONTRADICTED"
    ILLEGAL = "ILLEGAL"
    UNREADABLE = "UNREADABLE"

    @property
    def exit_code(self) -> int:
        """The exit code of `kifu verify` for a record of this status."""
        return EXIT_CODES[self]

    @property
    def label(self) -> Message:
        """The status in words."""
        return STATUS_LABELS[self]

    @property
    def heading(self) -> Message:
        """Status as programs name it, explained where the word is unclear."""
        return Message(f"{self.value} {self.label.ja}", f"{self.value}{ENGLISH_REMARKS.get(self, '')}")


STATUS_LABELS = {
    Status.CONFIRMED: Message("確認済み", "confirmed"),
    Status.DECLARED: Message("申告のとおり (規則では決められません)", "as declared (the rules cannot confirm it)"),
    Status.UNFINISHED: Message("未了", "unfinished"),
    Status.CONTRADICTED: Message("記録と食い違い", "contradicts the record"),
    Status.ILLEGAL: Message("反則", "illegal"),
    Status.UNREADABLE: Message("判定不能", "unreadable"),
}

SUSPICION = Message("書き違いの疑い", "suspected slip of the pen")
"""What an illegal move is called that a slip of the pen explains."""
BREACH = Message("規則に合わない", "illegal")
"""What an illegal move is called as long as no slip of the pen has been looked for."""
SUSPECTED = Message(f"ILLEGAL {SUSPICION.ja}", f"ILLEGAL ({SUSPICION.en})")
"""The heading of a verdict on an illegal move that a slip of the pen explains."""

ENGLISH_REMARKS = {
    Status.DECLARED: " (the rules cannot confirm it)",
    Status.CONTRADICTED: " (the rules find otherwise)",
}


class Fault(NamedTuple):
    """A mistake in a line of play.

    `article` is the article that a move breaks. None: no rule is broken; the text could not be read, or a claim is wrong.
    `ply` counts from 1 (0: the set-up), `line` and `column` count from 1.
    """

    ply: int
    code: str
    message: Message
    move: str | None = None
    """The move as written; None for a fault that is not about a move."""
    line: int | None = None
    column: int | None = None
    article: str | None = None
    width: int = 1
    """The number of characters that are underlined from `column` on."""

    def diagnostic(self) -> Diagnostic:
        """Return the fault as an error at its place."""
        return error(self.code, self.message, self.line, self.column, ply=self.ply, width=self.width)


def reader_fault(unread: Diagnostic) -> Fault:
    """Return an error of the reader as a fault.

    If it names no ply, it is a fault of the set-up (ply 0).
    """
    return Fault(
        ply=unread.ply or 0,
        code=unread.code,
        message=unread.message,
        line=unread.line,
        column=unread.column,
        width=unread.width,
    )


def fault_of_setup(invalid: InvalidSetup, ply: int = 0) -> Fault:
    """Return the fault of a wrong diagram, or of wrong rules.

    A diagram stands after ply `ply`.
    """
    return Fault(
        ply=ply,
        code=invalid.code,
        message=invalid.message,
        line=invalid.line,
        column=None if invalid.line is None else invalid.offset + 1,
        article=invalid.article,
        width=invalid.width,
    )


def fault_of_move(entry: Entry, unread: InvalidMove) -> Fault:
    """Fault of an unreadable move, at its wrong characters."""
    if entry.unread is not None:
        unread = InvalidMove(entry.unread.code, entry.unread.message, width=max(1, len(entry.text)))
    return Fault(
        ply=entry.ply,
        code=unread.code,
        message=unread.message,
        move=entry.text,
        line=entry.line,
        column=entry.column + unread.offset,
        width=unread.width,
    )


def first_error_as_fault(diagnostics: Iterable[Diagnostic]) -> Fault | None:
    """Return the first error as a fault; None if there is none."""
    return next((reader_fault(diagnostic) for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR), None)


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
