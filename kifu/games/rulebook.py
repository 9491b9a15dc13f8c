"""Reads a game's rulebook: its articles in Japanese and English, each with the basis it rests on.

Every game keeps its rulebook in ``rulebook.toml`` of its folder. The file holds, in this order:

- ``game``, ``rules``: the game's id and the rule set it states; ``include``: packages whose ``rulebook.toml`` is
  read first, for articles that several games share (a shared file has neither ``game`` nor ``rules``);
- ``[[sources]]``: the pages the rules come from (``id``, ``file``, ``sha256``, ``title``, ``text``);
- ``[[preface]]``, ``[[appendix]]``: the sections before and after the articles (``id``, ``title``, ``text``,
  ``items``, ``basis``); an item is a line in both languages that may name ``articles``;
- ``[[articles]]``: ``number`` (in full: ``six.3``), ``title``, ``text``, ``basis``.

Every text that a reader sees is a table of ``ja`` and ``en``. A basis has a ``kind``; the kind decides which of
``source``, ``quote``, ``damaged``, ``text`` and ``reason`` it has (see :class:`Basis`). No key is skipped: an unknown or
a missing key is an error.
"""

from __future__ import annotations

import tomllib
import unicodedata
from enum import StrEnum
from functools import cache
from importlib import resources
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from kifu.model.errors import KifuError, UnknownArticle
from kifu.model.message import Message, quoted
from kifu.model.suggestions import suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kifu.model.game import Game

FILE = "rulebook.toml"


class Kind(StrEnum):
    """Names the ground that a statement of the rulebook rests on."""

    SOURCE = "source"
    """The quoted words of the source say it."""
    RESTORED = "restored"
    """A damaged sentence of the source says it; the project quotes the sentence as it must have been."""
    RULING = "ruling"
    """⚖ The source is silent or unclear, and the project decided."""
    STANDARD = "standard"
    """It is the ordinary rule of another game that the source builds upon."""

    @property
    def label(self) -> Message:
        """The name of the kind in both languages."""
        return KIND_LABELS[self]


KIND_LABELS = {
    Kind.SOURCE: Message("原文", "source"),
    Kind.RESTORED: Message("原文 (復元)", "source, restored"),
    Kind.RULING: Message("⚖ 裁定", "⚖ ruling"),
    Kind.STANDARD: Message("通則", "standard"),
}


class Source(NamedTuple):
    """A page that the rules come from; `text` tells the state of the page."""

    id: str
    file: str
    sha256: str
    title: Message
    text: Message


class Basis(NamedTuple):
    """One ground that an article rests on.

    ==========  ===============================  ==========================================  ========
    kind        quote, source                    text                                        reason
    ==========  ===============================  ==========================================  ========
    source      the sentence as it stands        what it shows, or None if that is clear     none
    restored    as it must have been; `damaged`  what it shows, or None if that is clear     none
                is the same as it stands
    ruling      what it interprets, if anything  what was decided                            why
    standard    none                             the rule                                    none
    ==========  ===============================  ==========================================  ========
    """

    kind: Kind
    source: str | None
    """Id of the Source that is quoted; None exactly when `quote` is empty."""
    quote: tuple[str, ...]
    """Lines of the page from top to bottom; the page has each line in one piece."""
    damaged: tuple[str, ...]
    """The lines of a restored quotation as the page has them, in step with `quote`; empty for other kinds."""
    text: Message | None
    reason: Message | None


class Item(NamedTuple):
    """A line of a list, and the numbers of the articles that it is about."""

    text: Message
    articles: tuple[str, ...]


class Section(NamedTuple):
    """A part of the rulebook outside its articles."""

    id: str
    title: Message
    text: Message
    items: tuple[Item, ...]
    basis: tuple[Basis, ...]


class Article(NamedTuple):
    """One article; `basis` is never empty. `text` may have several lines."""

    number: str
    """The full number, as verdicts cite it: ``six.3``."""
    title: Message
    text: Message
    basis: tuple[Basis, ...]


class Rulebook(NamedTuple):
    """A game's rulebook in the order of its file; the parts of included files come first."""

    game: str
    rules: str
    sources: tuple[Source, ...]
    preface: tuple[Section, ...]
    articles: tuple[Article, ...]
    appendix: tuple[Section, ...]


def load(game: Game) -> Rulebook:
    """Return the rulebook of `game`. Raises KifuError (``no-rulebook``, ``bad-rulebook``) that names the place and the fault."""
    rulebook = _load(game.package)
    if rulebook.game != game.id:
        _bad(f"{game.package}/{FILE}: game", f"「{game.id}」のはずです", f"should be '{game.id}'")
    return rulebook


def main_kind(rulebook: Rulebook, number: str) -> Kind:
    """Return the ground on which an article as a whole rests: that of its first statement. Raises UnknownArticle."""
    return article(rulebook, number).basis[0].kind


def article(rulebook: Rulebook, number: str) -> Article:
    """Return the article that `number` means: ``six.3``, or ``3`` if only one article has that number.

    Full-width characters count as half-width ones, and capitals as small letters. Raises UnknownArticle (``unknown-article``,
    ``ambiguous-article``).
    """
    wanted = unicodedata.normalize("NFKC", number).strip().casefold()
    matches = [match for match in rulebook.articles if wanted in {match.number, match.number.rpartition(".")[2]}]
    if len(matches) == 1:
        return matches[0]
    if matches:
        several = " ".join(match.number for match in matches)
        raise UnknownArticle(
            "ambiguous-article",
            Message(
                f"「{quoted(number)}」は {several} のどれですか", f"'{quoted(number)}' is one of {several}; say which"
            ),
            width=max(1, len(number)),
        )
    ranges = ", ".join(_ranges(rulebook.articles))
    hint = suggestion(number, (known.number for known in rulebook.articles))
    raise UnknownArticle(
        "unknown-article",
        Message(
            f"「{quoted(number)}」という条はありません。{ranges} のどれかです{hint.ja}",
            f"no article '{quoted(number)}': there are {ranges}{hint.en}",
        ),
        width=max(1, len(number)),
    )


def _ranges(articles: Iterable[Article]) -> Iterator[str]:
    """Yield one range of numbers for each prefix: ``six.1-six.16``."""
    for _, group in groupby((article.number for article in articles), key=_prefix):
        numbers = list(group)
        yield numbers[0] if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def _prefix(number: str) -> str:
    return number.rpartition(".")[0]


@cache
def _load(package: str) -> Rulebook:
    rulebook = _read(package, shared=False)
    place = f"{package}/{FILE}"
    _check_numbers(rulebook.articles, place)
    _check_unique([source.id for source in rulebook.sources], f"{place}: sources")
    _check_unique([section.id for section in rulebook.preface + rulebook.appendix], f"{place}: preface, appendix")
    numbers = {article.number for article in rulebook.articles}
    for section in rulebook.preface + rulebook.appendix:
        for item in section.items:
            for number in item.articles:
                if number not in numbers:
                    _bad(
                        f"{place}: {section.id}", f"「{number}」という条はありません", f"there is no article '{number}'"
                    )
    return rulebook


def _read(package: str, *, shared: bool) -> Rulebook:
    """Read one file and put the parts of the files that it includes before its own."""
    table = _Table(_toml(package), f"{package}/{FILE}")
    included = [_read(shared_package, shared=True) for shared_package in table.strings("include")]
    game, rules = ("", "") if shared else (table.string("game"), table.string("rules"))
    own = tuple(map(_source, table.tables("sources")))
    ids = tuple(source.id for rulebook in included for source in rulebook.sources) + tuple(source.id for source in own)
    rulebook = Rulebook(
        game,
        rules,
        own,
        tuple(_section(entry, ids) for entry in table.tables("preface")),
        tuple(_article(entry, ids) for entry in table.tables("articles")),
        tuple(_section(entry, ids) for entry in table.tables("appendix")),
    )
    table.finish()
    for shared_book in reversed(included):
        rulebook = rulebook._replace(
            sources=shared_book.sources + rulebook.sources,
            preface=shared_book.preface + rulebook.preface,
            articles=shared_book.articles + rulebook.articles,
            appendix=shared_book.appendix + rulebook.appendix,
        )
    return rulebook


def _toml(package: str) -> dict[str, Any]:
    place = f"{package}/{FILE}"
    try:
        text = resources.files(package).joinpath(FILE).read_text(encoding="utf-8")
    except (FileNotFoundError, ModuleNotFoundError):
        raise KifuError("no-rulebook", Message(f"{place} がありません", f"there is no {place}")) from None
    except UnicodeDecodeError:
        _bad(place, "UTF-8 ではありません", "is not UTF-8")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        _bad(place, f"TOML として読めません ({error})", f"is no TOML: {error}")


def _source(table: _Table) -> Source:
    source = Source(
        table.string("id"), table.string("file"), table.string("sha256"), table.message("title"), table.message("text")
    )
    table.finish()
    return source


def _section(table: _Table, sources: tuple[str, ...]) -> Section:
    section = Section(
        table.string("id"),
        table.message("title"),
        table.message("text"),
        tuple(map(_item, table.tables("items"))),
        tuple(_basis(basis, sources) for basis in table.tables("basis")),
    )
    table.finish()
    return section


def _item(table: _Table) -> Item:
    item = Item(Message(table.string("ja"), table.string("en")), table.strings("articles"))
    table.finish()
    return item


def _article(table: _Table, sources: tuple[str, ...]) -> Article:
    number = table.string("number")
    table.place = f"{table.place} ({number})"
    entry = Article(
        number,
        table.message("title"),
        table.message("text"),
        tuple(_basis(basis, sources) for basis in table.tables("basis")),
    )
    if not entry.basis:
        table.bad("basis", "根拠が一つもありません", "is missing; an article rests on something")
    table.finish()
    return entry


def _basis(table: _Table, sources: tuple[str, ...]) -> Basis:
    """Read a basis; its keys must be exactly the keys of its kind."""
    name = table.string("kind")
    if name not in set(Kind):
        table.bad(
            "kind", f"「{name}」は {' '.join(Kind)} のどれでもありません", f"'{name}' is none of {' '.join(Kind)}"
        )
    kind = Kind(name)
    quoting = kind in {Kind.SOURCE, Kind.RESTORED}
    quote = table.strings("quote") if kind is not Kind.STANDARD else ()
    if quoting and not quote:
        table.bad("quote", "引用がありません", "is missing")
    damaged = table.strings("damaged") if kind is Kind.RESTORED else ()
    if kind is Kind.RESTORED and (len(damaged) != len(quote) or damaged == quote):
        table.bad("damaged", "quote と行を揃え、違いを示してください", "should match quote line by line, and differ")
    text = table.optional_message("text") if quoting else table.message("text")
    reason = table.message("reason") if kind is Kind.RULING else None
    source = None
    if quote:
        # A file with only one source need not name that source in every basis.
        source = table.string("source") if len(sources) != 1 or "source" in table.values else sources[0]
        if source not in sources:
            table.bad("source", f"「{source}」という出典はありません", f"there is no source '{source}'")
    table.finish()
    return Basis(kind, source, quote, damaged, text, reason)


def _check_numbers(articles: Iterable[Article], place: str) -> None:
    """Check that the numbers of a prefix stand together and count 1, 2, 3 …: verdicts cite them, so none may be missing or double."""
    prefixes = []
    for prefix, group in groupby(articles, key=lambda article: _prefix(article.number)):
        prefixes.append(prefix)
        for count, article in enumerate(group, start=1):
            if not prefix or article.number != f"{prefix}.{count}":
                expected = f"{prefix or '…'}.{count}"
                _bad(f"{place}: {article.number}", f"ここの条は {expected} のはずです", f"should be {expected}")
    if not prefixes:
        _bad(f"{place}: articles", "条が一つもありません", "is missing")
    _check_unique(prefixes, f"{place}: articles")


def _check_unique(names: list[str], place: str) -> None:
    for name in names:
        if names.count(name) > 1:
            _bad(place, f"「{name}」が二度現れます", f"'{name}' stands there twice")


class _Table:
    """A table of the file. It knows its place and checks that every key is read exactly once."""

    def __init__(self, values: object, place: str) -> None:
        if not isinstance(values, dict):
            _bad(place, "テーブルではありません", "is no table")
        self.values: dict[str, Any] = dict(values)
        self.place = place

    def bad(self, key: str, ja: str, en: str) -> NoReturn:
        _bad(f"{self.place}: {key}", ja, en)

    def string(self, key: str) -> str:
        value = self.values.pop(key, None)
        if not isinstance(value, str) or not value.strip():
            self.bad(key, "文字列がありません", "is no text, or empty")
        return value.strip()

    def strings(self, key: str) -> tuple[str, ...]:
        """Return the texts of a list, () if the key is missing; they may be quotations and are not trimmed."""
        value = self.values.pop(key, [])
        if not isinstance(value, list) or not all(isinstance(line, str) and line.strip() for line in value):
            self.bad(key, "文字列の並びではありません", "is no list of texts")
        return tuple(value)

    def tables(self, key: str) -> list[_Table]:
        value = self.values.pop(key, [])
        if not isinstance(value, list):
            self.bad(key, "テーブルの並びではありません", "is no list of tables")
        return [_Table(entry, f"{self.place}: {key} {count}") for count, entry in enumerate(value, start=1)]

    def message(self, key: str) -> Message:
        inner = _Table(self.values.pop(key, None), f"{self.place}: {key}")
        message = Message(inner.string("ja"), inner.string("en"))
        inner.finish()
        return message

    def optional_message(self, key: str) -> Message | None:
        return self.message(key) if key in self.values else None

    def finish(self) -> None:
        for key in self.values:
            self.bad(key, "知らない項目です", "is not known here")


def _bad(place: str, ja: str, en: str) -> NoReturn:
    raise KifuError("bad-rulebook", Message(f"{place}: {ja}", f"{place}: {en}"))
