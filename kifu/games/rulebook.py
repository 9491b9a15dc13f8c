"""A game's rulebook: its articles in Japanese and English, each with what it rests on.

Every game keeps one in ``rulebook.toml`` of its folder. The file holds, in this order:

- ``game``, ``rules``: the game's id and the rule set it states; ``include``: packages whose ``rulebook.toml`` comes
  first, for articles that several games share (such a file has neither ``game`` nor ``rules``);
- ``[[sources]]``: the pages the rules come from (``id``, ``file``, ``sha256``, ``title``, ``text``);
- ``[[preface]]``, ``[[appendix]]``: what is to be read before and after the articles (``id``, ``title``, ``text``,
  ``items``, ``basis``); an item is a line in both languages that may name ``articles``;
- ``[[articles]]``: ``number`` (in full: ``six.3``), ``title``, ``text``, ``basis``.

Whatever is said to people is a table of ``ja`` and ``en``. A basis has a ``kind`` and, as that asks, ``source``,
``quote``, ``damaged``, ``text`` and ``reason`` (see :class:`Basis`). Nothing in a file is skipped: an unknown or missing
key is an error.
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
    """What a statement of the rulebook rests on."""

    SOURCE = "source"
    """The source says so, in the words quoted."""
    RESTORED = "restored"
    """The source says so, in a sentence that was damaged and is quoted as it must have been."""
    RULING = "ruling"
    """⚖ The source is silent or unclear; the project decided."""
    STANDARD = "standard"
    """The ordinary rule of another game that the source builds upon."""

    @property
    def label(self) -> Message:
        """The word the reader sees."""
        return KIND_LABELS[self]


KIND_LABELS = {
    Kind.SOURCE: Message("原文", "source"),
    Kind.RESTORED: Message("原文 (復元)", "source, restored"),
    Kind.RULING: Message("⚖ 裁定", "⚖ ruling"),
    Kind.STANDARD: Message("通則", "standard"),
}


class Source(NamedTuple):
    """A page the rules come from, and in what state it was found."""

    id: str
    file: str
    sha256: str
    title: Message
    text: Message


class Basis(NamedTuple):
    """One thing that an article rests on.

    ==========  ===============================  ==========================================  ========
    kind        quote, source                    text                                        reason
    ==========  ===============================  ==========================================  ========
    source      the sentence as it stands        what it shows, where that is not plain       none
    restored    as it must have been; `damaged`  likewise                                    none
                is the same as it stands
    ruling      what it interprets, if anything  what was decided                            why
    standard    none                             the rule                                    none
    ==========  ===============================  ==========================================  ========
    """

    kind: Kind
    source: str | None
    """Id of the Source that is quoted; None exactly when nothing is."""
    quote: tuple[str, ...]
    """Lines of the page, from top to bottom; each stands there as one piece."""
    damaged: tuple[str, ...]
    """For a restored quotation its lines as the page has them, one for one; else empty."""
    text: Message | None
    reason: Message | None


class Item(NamedTuple):
    """A line of a list, and the articles it is about."""

    text: Message
    articles: tuple[str, ...]


class Section(NamedTuple):
    """Something the rulebook says outside its articles."""

    id: str
    title: Message
    text: Message
    items: tuple[Item, ...]
    basis: tuple[Basis, ...]


class Article(NamedTuple):
    """One article; `basis` is never empty. `text` may have several lines."""

    number: str
    """In full, as verdicts cite it: ``six.3``."""
    title: Message
    text: Message
    basis: tuple[Basis, ...]


class Rulebook(NamedTuple):
    """All that a game's rulebook holds, in the order of its file, what it includes first."""

    game: str
    rules: str
    sources: tuple[Source, ...]
    preface: tuple[Section, ...]
    articles: tuple[Article, ...]
    appendix: tuple[Section, ...]


def load(game: Game) -> Rulebook:
    """Return the rulebook of `game`. Raises KifuError (``no-rulebook``, ``bad-rulebook``) saying what is wrong where."""
    rulebook = _load(game.package)
    if rulebook.game != game.id:
        _bad(f"{game.package}/{FILE}: game", f"「{game.id}」のはずです", f"should be '{game.id}'")
    return rulebook


def article(rulebook: Rulebook, number: str) -> Article:
    """Return the article that `number` means: ``six.3``, or ``3`` where only one article has that number.

    Full-width characters and capitals are equal to the others. Raises UnknownArticle (``unknown-article``,
    ``ambiguous-article``).
    """
    wanted = unicodedata.normalize("NFKC", number).strip().casefold()
    found = [one for one in rulebook.articles if wanted in {one.number, one.number.rpartition(".")[2]}]
    if len(found) == 1:
        return found[0]
    if found:
        several = " ".join(one.number for one in found)
        raise UnknownArticle(
            "ambiguous-article",
            Message(
                f"「{quoted(number)}」は {several} のどれですか", f"'{quoted(number)}' is one of {several}; say which"
            ),
            width=max(1, len(number)),
        )
    known = ", ".join(_ranges(rulebook.articles))
    hint = suggestion(number, (one.number for one in rulebook.articles))
    raise UnknownArticle(
        "unknown-article",
        Message(
            f"「{quoted(number)}」という条はありません。{known} のどれかです{hint.ja}",
            f"no article '{quoted(number)}': there are {known}{hint.en}",
        ),
        width=max(1, len(number)),
    )


def _ranges(articles: Iterable[Article]) -> Iterator[str]:
    """Yield ``six.1-six.16``, one range for each prefix."""
    for _, group in groupby((one.number for one in articles), key=_prefix):
        numbers = list(group)
        yield numbers[0] if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def _prefix(number: str) -> str:
    return number.rpartition(".")[0]


@cache
def _load(package: str) -> Rulebook:
    rulebook = _read(package, shared=False)
    place = f"{package}/{FILE}"
    _check_numbers(rulebook.articles, place)
    _check_unique([one.id for one in rulebook.sources], f"{place}: sources")
    _check_unique([one.id for one in rulebook.preface + rulebook.appendix], f"{place}: preface, appendix")
    numbers = {one.number for one in rulebook.articles}
    for section in rulebook.preface + rulebook.appendix:
        for item in section.items:
            for number in item.articles:
                if number not in numbers:
                    _bad(
                        f"{place}: {section.id}", f"「{number}」という条はありません", f"there is no article '{number}'"
                    )
    return rulebook


def _read(package: str, *, shared: bool) -> Rulebook:
    """Read one file and, before it, those it includes."""
    table = _Table(_toml(package), f"{package}/{FILE}")
    included = [_read(other, shared=True) for other in table.strings("include")]
    game, rules = ("", "") if shared else (table.string("game"), table.string("rules"))
    own = tuple(map(_source, table.tables("sources")))
    ids = tuple(source.id for rulebook in included for source in rulebook.sources) + tuple(one.id for one in own)
    rulebook = Rulebook(
        game,
        rules,
        own,
        tuple(_section(one, ids) for one in table.tables("preface")),
        tuple(_article(one, ids) for one in table.tables("articles")),
        tuple(_section(one, ids) for one in table.tables("appendix")),
    )
    table.finish()
    for other in reversed(included):
        rulebook = rulebook._replace(
            sources=other.sources + rulebook.sources,
            preface=other.preface + rulebook.preface,
            articles=other.articles + rulebook.articles,
            appendix=other.appendix + rulebook.appendix,
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
    except tomllib.TOMLDecodeError as failed:
        _bad(place, f"TOML として読めません ({failed})", f"is no TOML: {failed}")


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
        tuple(_basis(one, sources) for one in table.tables("basis")),
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
    found = Article(
        number,
        table.message("title"),
        table.message("text"),
        tuple(_basis(one, sources) for one in table.tables("basis")),
    )
    if not found.basis:
        table.bad("basis", "根拠が一つもありません", "is missing; an article rests on something")
    table.finish()
    return found


def _basis(table: _Table, sources: tuple[str, ...]) -> Basis:
    """Read a basis and see that it has what its kind asks for, and nothing else."""
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
        # With one source there is nothing to choose, so a file need not name it each time.
        source = table.string("source") if len(sources) != 1 or "source" in table.values else sources[0]
        if source not in sources:
            table.bad("source", f"「{source}」という出典はありません", f"there is no source '{source}'")
    table.finish()
    return Basis(kind, source, quote, damaged, text, reason)


def _check_numbers(articles: Iterable[Article], place: str) -> None:
    """Numbers of a prefix stand together and count 1, 2, 3 …: verdicts cite them, so none may be lost or doubled."""
    prefixes = []
    for prefix, group in groupby(articles, key=lambda one: _prefix(one.number)):
        prefixes.append(prefix)
        for count, one in enumerate(group, start=1):
            if not prefix or one.number != f"{prefix}.{count}":
                expected = f"{prefix or '…'}.{count}"
                _bad(f"{place}: {one.number}", f"ここの条は {expected} のはずです", f"should be {expected}")
    if not prefixes:
        _bad(f"{place}: articles", "条が一つもありません", "is missing")
    _check_unique(prefixes, f"{place}: articles")


def _check_unique(names: list[str], place: str) -> None:
    for name in names:
        if names.count(name) > 1:
            _bad(place, f"「{name}」が二度現れます", f"'{name}' stands there twice")


class _Table:
    """A table of the file that knows its place and sees that every key is taken exactly once."""

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
        """Return a list of texts, untrimmed because they may be quotations; empty where there is none."""
        value = self.values.pop(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
            self.bad(key, "文字列の並びではありません", "is no list of texts")
        return tuple(value)

    def tables(self, key: str) -> list[_Table]:
        value = self.values.pop(key, [])
        if not isinstance(value, list):
            self.bad(key, "テーブルの並びではありません", "is no list of tables")
        return [_Table(one, f"{self.place}: {key} {count}") for count, one in enumerate(value, start=1)]

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
