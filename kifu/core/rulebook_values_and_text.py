"""Parts of a rulebook: its values, and the text of ``rulebook.toml``. :mod:`kifu.core.rulebook` gives them.

Its docstring describes the file.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple, NoReturn

from kifu.core.errors import KifuError
from kifu.core.lazy_imports_extras_and_package_files import package_text
from kifu.core.message import Message

FILE = "rulebook.toml"


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


class RulesPage(NamedTuple):
    """A page that the rules come from.

    `text` tells the state of the page.
    """

    id: str
    file: str
    sha256: str
    title: Message
    text: Message


class Value(NamedTuple):
    """Value of an option: its text in a record, its meaning.

    ``N`` and ``x`` stand for a number.
    """

    value: str
    meaning: Message


class Option(NamedTuple):
    """Another reading of a ruling that a record may choose: ``規則：six/1 near=any``."""

    name: str
    article: str
    """The number of the article where the rulebook first names the option."""
    values: tuple[Value, ...]
    """At least two; the first is the default."""
    why: Message
    """Why the other reading is possible."""


class ArticleBasis(NamedTuple):
    """One ground that an article rests on.

    =============  ===============================  ==========================================  ========
    kind           quote, source                    text                                        reason
    =============  ===============================  ==========================================  ========
    source         the sentence as it stands        what it shows, or None if that is clear     none
    restored       as it must have been; `damaged`  what it shows, or None if that is clear     none
                   is the same as it stands
    ruling         what it interprets, if anything  what was decided                            why
    reconstructed  what bounds it, if anything      what the project filled in                  why so
    standard       none                             the rule                                    none
    =============  ===============================  ==========================================  ========

    A ruling has either an `option` or a sentence `no_option`; other kinds have neither.
    """

    kind: BasisKind
    source: str | None
    """Id of the Source that is quoted; None exactly when `quote` is empty."""
    quote: tuple[str, ...]
    """Lines of the page from top to bottom; the page has each line in one piece."""
    damaged: tuple[str, ...]
    """The lines of a restored quotation as the page has them, in step with `quote`; empty for other kinds."""
    text: Message | None
    reason: Message | None
    option: Option | None = None
    """The option that chooses another reading of the ruling. Several rulings may share one option."""
    no_option: Message | None = None
    """Why the ruling is no option."""


class RulebookItem(NamedTuple):
    """Line of a list, with the numbers of its articles."""

    text: Message
    articles: tuple[str, ...]


class Section(NamedTuple):
    """A part of the rulebook outside its articles."""

    id: str
    title: Message
    text: Message
    items: tuple[RulebookItem, ...]
    basis: tuple[ArticleBasis, ...]


class Article(NamedTuple):
    """One article.

    `basis` is never empty, and its first entry is the main one. `text` may have several lines.
    """

    number: str
    """The full number, as verdicts cite it: ``six.3``."""
    title: Message
    text: Message
    basis: tuple[ArticleBasis, ...]


class Rulebook(NamedTuple):
    """A game's rulebook in the order of its file.

    The parts of included files come first.
    """

    game: str
    rules: str
    sources: tuple[RulesPage, ...]
    preface: tuple[Section, ...]
    articles: tuple[Article, ...]
    appendix: tuple[Section, ...]


def rulebook_text(package: str) -> str:
    """Return the text of the rulebook in `package`. Raises KifuError (``no-rulebook``, ``bad-rulebook``)."""
    place = f"{package}/{FILE}"
    try:
        return package_text(package, FILE)
    except (FileNotFoundError, ModuleNotFoundError):
        raise KifuError("no-rulebook", Message(f"{place} がありません", f"there is no {place}")) from None
    except UnicodeDecodeError:
        bad_rulebook(place, "UTF-8 ではありません", "is not UTF-8")


def parse_toml(toml_text: str, package: str) -> dict[str, Any]:
    """Parse TOML of the rulebook of `package`, or of a part."""
    import tomllib  # noqa: PLC0415 - a verdict looks up one line of the text

    try:
        return tomllib.loads(toml_text)
    except tomllib.TOMLDecodeError as error:
        bad_rulebook(f"{package}/{FILE}", f"TOML として読めません ({error})", f"is no TOML: {error}")


def bad_rulebook(place: str, ja: str, en: str) -> NoReturn:
    """Raise KifuError (``bad-rulebook``) for the fault at a place."""
    raise KifuError("bad-rulebook", Message(f"{place}: {ja}", f"{place}: {en}"))
