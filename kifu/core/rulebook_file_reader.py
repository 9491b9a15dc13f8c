"""Read ``rulebook.toml`` of a game and the files that it includes.

:mod:`kifu.core.rulebook` describes the file.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from kifu.core.message import Message
from kifu.core.rulebook_values_and_text import (
    FILE,
    Article,
    ArticleBasis,
    BasisKind,
    Option,
    Rulebook,
    RulebookItem,
    RulesPage,
    Section,
    Value,
    bad_rulebook,
    parse_toml,
    rulebook_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable


class TomlTable:
    """A table of the file.

    It knows its place and checks that every key is read exactly once. Each method that reads a key raises KifuError
    (``bad-rulebook``), which names the place and the fault.
    """

    def __init__(self, values: object, place: str) -> None:
        if not isinstance(values, dict):
            bad_rulebook(place, "テーブルではありません", "is no table")
        self.values: dict[str, Any] = dict(values)
        self.place = place

    def bad(self, key: str, ja: str, en: str) -> NoReturn:
        """Raise the error for the fault of a key."""
        bad_rulebook(f"{self.place}: {key}", ja, en)

    def string(self, key: str) -> str:
        """Return the text of a key, trimmed; it must not be empty."""
        value = self.values.pop(key, None)
        if not isinstance(value, str) or not value.strip():
            self.bad(key, "文字列がありません", "is no text, or empty")
        return value.strip()

    def strings(self, key: str) -> tuple[str, ...]:
        """Return the texts of a list, () if the key is missing.

        They may be quotations and are not trimmed.
        """
        value = self.values.pop(key, [])
        if not isinstance(value, list) or not all(isinstance(line, str) and line.strip() for line in value):
            self.bad(key, "文字列の並びではありません", "is no list of texts")
        return tuple(value)

    def table(self, key: str) -> TomlTable:
        """Return the table of a key."""
        return TomlTable(self.values.pop(key, None), f"{self.place}: {key}")

    def tables(self, key: str) -> list[TomlTable]:
        """Return the tables of a list, [] if the key is missing."""
        value = self.values.pop(key, [])
        if not isinstance(value, list):
            self.bad(key, "テーブルの並びではありません", "is no list of tables")
        return [TomlTable(entry, f"{self.place}: {key} {count}") for count, entry in enumerate(value, start=1)]

    def message(self, key: str) -> Message:
        """Return the text of a key in both languages."""
        inner = self.table(key)
        message = Message(inner.string("ja"), inner.string("en"))
        inner.require_all_read()
        return message

    def optional_message(self, key: str) -> Message | None:
        """Return the text of a key in both languages.

        None if the key is missing.
        """
        return self.message(key) if key in self.values else None

    def require_all_read(self) -> None:
        """Check that no key is left."""
        for key in self.values:
            self.bad(key, "知らない項目です", "is not known here")


QUOTING = {BasisKind.SOURCE, BasisKind.RESTORED}
"""The kinds that must quote the page."""
DECIDED = {BasisKind.RULING, BasisKind.RECONSTRUCTED}
"""The kinds that the project decided itself, and gives its reason for."""


class _Context(NamedTuple):
    """What the entries of a file refer to."""

    game: str
    """The id of the game whose rulebook is read."""
    shared: bool
    """Whether the file is one that several games include."""
    sources: tuple[str, ...]
    """The ids of the sources of the file and of the files that it includes."""
    options: dict[str, Option]
    """The options named so far, by name; reading an option adds it."""


@cache
def read_rulebook(package: str) -> Rulebook:
    """Return the rulebook of the game in `package`. Raises KifuError (``no-rulebook``, ``bad-rulebook``)."""
    rulebook = _parse_rulebook(package, None, {})
    place = f"{package}/{FILE}"
    _require_consecutive_numbers(rulebook.articles, place)
    _require_unique_names([source.id for source in rulebook.sources], f"{place}: sources")
    _require_unique_names(
        [section.id for section in rulebook.preface + rulebook.appendix], f"{place}: preface, appendix"
    )
    numbers = {article.number for article in rulebook.articles}
    for section in rulebook.preface + rulebook.appendix:
        for item in section.items:
            for number in item.articles:
                if number not in numbers:
                    bad_rulebook(
                        f"{place}: {section.id}", f"「{number}」という条はありません", f"there is no article '{number}'"
                    )
    return rulebook


def rulebook_digest(package: str) -> str:
    """SHA-256 of the rulebook in `package`, with files it includes.

    Each file counts with LF line ends, so the digest is the same on every system. Raises KifuError.
    """
    import hashlib  # noqa: PLC0415 - loads a library of the system, which judging does without

    text = rulebook_text(package)
    included = map(rulebook_digest, parse_toml(text, package).get("include", ()))
    return hashlib.sha256("\n".join([*included, text]).encode()).hexdigest()


def _parse_rulebook(package: str, including: str | None, options: dict[str, Option]) -> Rulebook:
    """Parse one rulebook file, parts of included files first.

    `including` is the game that includes a shared file, None for the game's own file.
    """
    table = TomlTable(parse_toml(rulebook_text(package), package), f"{package}/{FILE}")
    shared = including is not None
    game, rules = ("", "") if shared else (table.string("game"), table.string("rules"))
    included = [_parse_rulebook(other, including or game, options) for other in table.strings("include")]
    own = tuple(map(_parse_page, table.tables("sources")))
    ids = tuple(source.id for rulebook in included for source in rulebook.sources) + tuple(source.id for source in own)
    context = _Context(including or game, shared, ids, options)
    rulebook = Rulebook(
        game,
        rules,
        own,
        tuple(_parse_section(entry, context) for entry in table.tables("preface")),
        tuple(_parse_article(entry, context) for entry in table.tables("articles")),
        tuple(_parse_section(entry, context) for entry in table.tables("appendix")),
    )
    table.require_all_read()
    for shared_book in reversed(included):
        rulebook = rulebook._replace(
            sources=shared_book.sources + rulebook.sources,
            preface=shared_book.preface + rulebook.preface,
            articles=shared_book.articles + rulebook.articles,
            appendix=shared_book.appendix + rulebook.appendix,
        )
    return rulebook


def _parse_page(page_table: TomlTable) -> RulesPage:
    source = RulesPage(
        page_table.string("id"),
        page_table.string("file"),
        page_table.string("sha256"),
        page_table.message("title"),
        page_table.message("text"),
    )
    page_table.require_all_read()
    return source


def _parse_section(section_table: TomlTable, context: _Context) -> Section:
    """Section of a table, with its items and its bases."""
    section = Section(
        section_table.string("id"),
        section_table.message("title"),
        section_table.message("text"),
        tuple(map(_parse_item, section_table.tables("items"))),
        _parse_bases(section_table, context, None),
    )
    section_table.require_all_read()
    return section


def _parse_item(table: TomlTable) -> RulebookItem:
    item = RulebookItem(Message(table.string("ja"), table.string("en")), table.strings("articles"))
    table.require_all_read()
    return item


def _parse_article(article_table: TomlTable, context: _Context) -> Article:
    number = article_table.string("number")
    article_table.place = f"{article_table.place} ({number})"
    entry = Article(
        number,
        article_table.message("title"),
        article_table.message("text"),
        _parse_bases(article_table, context, number),
    )
    if not entry.basis:
        article_table.bad("basis", "根拠が一つもありません", "is missing; an article rests on something")
    article_table.require_all_read()
    return entry


def _parse_bases(part_table: TomlTable, context: _Context, article_number: str | None) -> tuple[ArticleBasis, ...]:
    """Return the basis of a part.

    An entry of a shared file that names other ``games`` is left out.
    """
    bases = []
    for entry in part_table.tables("basis"):
        named = entry.strings("games") if context.shared else ()
        if not named or context.game in named:
            bases.append(_parse_basis(entry, context, article_number))
    return tuple(bases)


def _parse_basis(basis_table: TomlTable, context: _Context, article_number: str | None) -> ArticleBasis:
    """Read a basis.

    Its keys must be exactly the keys of its kind.
    """
    name = basis_table.string("kind")
    if name not in set(BasisKind):
        basis_table.bad(
            "kind",
            f"「{name}」は {' '.join(BasisKind)} のどれでもありません",
            f"'{name}' is none of {' '.join(BasisKind)}",
        )
    kind = BasisKind(name)
    quote = basis_table.strings("quote") if kind is not BasisKind.STANDARD else ()
    if kind in QUOTING and not quote:
        basis_table.bad("quote", "引用がありません", "is missing")
    damaged = basis_table.strings("damaged") if kind is BasisKind.RESTORED else ()
    if kind is BasisKind.RESTORED and (len(damaged) != len(quote) or damaged == quote):
        basis_table.bad(
            "damaged", "quote と行を揃え、違いを示してください", "should match quote line by line, and differ"
        )
    text = basis_table.optional_message("text") if kind in QUOTING else basis_table.message("text")
    reason = basis_table.message("reason") if kind in DECIDED else None
    source = None
    if quote:
        # A file with only one source need not name that source in every basis.
        several = len(context.sources) != 1 or "source" in basis_table.values
        source = basis_table.string("source") if several else context.sources[0]
        if source not in context.sources:
            basis_table.bad("source", f"「{source}」という出典はありません", f"there is no source '{source}'")
    option, no_option = (
        _option_or_why_there_is_none(basis_table, context, article_number) if kind is BasisKind.RULING else (None, None)
    )
    basis_table.require_all_read()
    return ArticleBasis(kind, source, quote, damaged, text, reason, option, no_option)


def _option_or_why_there_is_none(
    basis_table: TomlTable, context: _Context, article_number: str | None
) -> tuple[Option | None, Message | None]:
    """Option to choose another reading, or ``no_option``: exactly one of them."""
    if ("option" in basis_table.values) == ("no_option" in basis_table.values):
        basis_table.bad(
            "option", "option か no_option のどちらか一つが要ります", "needs exactly one of option and no_option"
        )
    if "no_option" in basis_table.values:
        return None, basis_table.message("no_option")
    inner = basis_table.table("option")
    name = inner.string("name")
    if not inner.values and name in context.options:
        return context.options[name], None
    if name in context.options:
        inner.bad(
            "name", f"「{name}」は二度目です。名前だけ書いてください", f"'{name}' comes again; give the name alone"
        )
    if article_number is None:
        inner.bad("name", "選べる読みは条の中で書いてください", "belongs to an article")
    option = Option(name, article_number, tuple(map(_parse_option_value, inner.tables("values"))), inner.message("why"))
    if len(option.values) < 2:  # noqa: PLR2004 - a choice is between two
        inner.bad("values", "値は二つ以上要ります", "needs two values or more")
    _require_unique_names([value.value for value in option.values], f"{inner.place}: values")
    inner.require_all_read()
    context.options[name] = option
    return option, None


def _parse_option_value(table: TomlTable) -> Value:
    value = Value(table.string("value"), Message(table.string("ja"), table.string("en")))
    table.require_all_read()
    return value


def _require_consecutive_numbers(articles: Iterable[Article], place: str) -> None:
    """Check that article numbers of a prefix count 1, 2, 3 ….

    They stand together. Verdicts cite them, so none may be missing or double.
    """
    prefixes = []
    for prefix, group in groupby(articles, key=lambda article: article.number.rpartition(".")[0]):
        prefixes.append(prefix)
        for count, article in enumerate(group, start=1):
            if not prefix or article.number != f"{prefix}.{count}":
                expected = f"{prefix or '…'}.{count}"
                bad_rulebook(f"{place}: {article.number}", f"ここの条は {expected} のはずです", f"should be {expected}")
    if not prefixes:
        bad_rulebook(f"{place}: articles", "条が一つもありません", "is missing")
    _require_unique_names(prefixes, f"{place}: articles")


def _require_unique_names(names: list[str], place: str) -> None:
    for name in names:
        if names.count(name) > 1:
            bad_rulebook(place, f"「{name}」が二度現れます", f"'{name}' stands there twice")
