"""Rulebook of a game: articles in two languages, with their basis.

Every game keeps its rulebook in ``rulebook.toml`` of its folder. The file holds, in this order:

- ``game``, ``rules``: the game's id and the rule set it states; ``include``: packages whose ``rulebook.toml`` is
  read first, for articles that several games share (a shared file has neither ``game`` nor ``rules``);
- ``[[sources]]``: the pages the rules come from (``id``, ``file``, ``sha256``, ``title``, ``text``);
- ``[[preface]]``, ``[[appendix]]``: the sections before and after the articles (``id``, ``title``, ``text``,
  ``items``, ``basis``); an item is a line in both languages that may name ``articles``;
- ``[[articles]]``: ``number`` (in full: ``six.3``), ``title``, ``text``, ``basis``.

Every text that a reader sees is a table of ``ja`` and ``en``. A basis has a ``kind``; the kind decides which of
``source``, ``quote``, ``damaged``, ``text`` and ``reason`` it has (see :class:`ArticleBasis`). The first basis of an article is
the one it mainly rests on. In a shared file a basis may name the ``games`` that it counts for.

A ruling has exactly one of two further keys:

- ``option``: ``name``, ``values`` (each ``value``, ``ja``, ``en``; the default first) and ``why`` the other reading is
  possible; a later ruling on the same option gives its ``name`` alone;
- ``no_option``: a sentence that says why there is no option.

No key is skipped: an unknown or a missing key is an error.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from kifu.core import rulebook_file_reader
from kifu.core.errors import KifuError, UnknownArticle, suggestion
from kifu.core.message import Message, quoted
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
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kifu.core.game.game import Game
    from kifu.core.game.options import DataEntry

__all__ = [
    "FILE",
    "Article",
    "ArticleBasis",
    "BasisKind",
    "Option",
    "Rulebook",
    "RulebookItem",
    "RulesPage",
    "Section",
    "Value",
    "find_article",
    "load_rulebook",
    "option_meaning",
    "rulebook_options",
]


def load_rulebook(game: Game) -> Rulebook:
    """Return the rulebook of `game`.

    Raises KifuError (``no-rulebook``, ``bad-rulebook``) that names the place and the fault.
    """
    rulebook = rulebook_file_reader.read_rulebook(game.package)
    if rulebook.game != game.id:
        bad_rulebook(f"{game.package}/{FILE}: game", f"「{game.id}」のはずです", f"should be '{game.id}'")
    return rulebook


def find_article(rulebook: Rulebook, article_number: str) -> Article:
    """Article with a number: ``six.3``, or ``3`` if unambiguous.

    Full-width characters count as half-width ones, and capitals as small letters. Raises UnknownArticle (``unknown-article``,
    ``ambiguous-article``).
    """
    wanted = unicodedata.normalize("NFKC", article_number).strip().casefold()
    matches = [match for match in rulebook.articles if wanted in {match.number, match.number.rpartition(".")[2]}]
    if len(matches) == 1:
        return matches[0]
    if matches:
        several = " ".join(match.number for match in matches)
        raise UnknownArticle(
            "ambiguous-article",
            Message(
                f"「{quoted(article_number)}」は {several} のどれですか",
                f"'{quoted(article_number)}' is one of {several}; say which",
            ),
            width=max(1, len(article_number)),
        )
    ranges = ", ".join(_article_ranges(rulebook.articles))
    hint = suggestion(article_number, (known.number for known in rulebook.articles))
    raise UnknownArticle(
        "unknown-article",
        Message(
            f"「{quoted(article_number)}」という条はありません。{ranges} のどれかです{hint.ja}",
            f"no article '{quoted(article_number)}': there are {ranges}{hint.en}",
        ),
        width=max(1, len(article_number)),
    )


def rulebook_options(rulebook: Rulebook) -> tuple[Option, ...]:
    """Options that a record may choose, in the articles' order."""
    bases = (basis for article in rulebook.articles for basis in article.basis)
    return tuple(dict.fromkeys(basis.option for basis in bases if basis.option is not None))


def option_meaning(game: Game, option_name: str, option_value: str) -> Message | None:
    """Return what a value of an option means.

    None if the game has no rulebook, or its rulebook does not explain it.
    """
    try:
        return _option_meanings(game.package).get((option_name, option_value))
    except KifuError:
        return None


@cache
def _option_meanings(package: str) -> dict[tuple[str, str], Message]:
    explained = rulebook_options(rulebook_file_reader.read_rulebook(package))
    return {(option.name, each.value): each.meaning for option in explained for each in option.values}


def _article_ranges(articles: Iterable[Article]) -> Iterator[str]:
    """Yield one range of numbers for each prefix: ``six.1-six.16``."""
    for _, group in groupby((article.number for article in articles), key=_prefix_of_number):
        numbers = list(group)
        yield numbers[0] if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def _prefix_of_number(number: str) -> str:
    return number.rpartition(".")[0]


def rulebook_json(book: Rulebook, data: Sequence[DataEntry]) -> dict[str, Any]:
    """JSON of a whole rulebook with its game's data."""
    return {
        "game": book.game,
        "rules": book.rules,
        "sources": _json_value(book.sources),
        "preface": _json_value(book.preface),
        "data": _json_value(tuple(data)),
        "articles": _json_value(book.articles),
        "appendix": _json_value(book.appendix),
    }


def article_json(book: Rulebook, article: Article) -> dict[str, Any]:
    """Return one article of a rulebook."""
    return {"game": book.game, "rules": book.rules, **_json_value(article)}


def _json_value(rulebook_value: Any) -> Any:  # noqa: ANN401 - any value of a rulebook
    """JSON of a rulebook value: NamedTuples as objects, tuples as lists."""
    if isinstance(rulebook_value, tuple):
        if hasattr(rulebook_value, "_asdict"):
            return {key: _json_value(value) for key, value in rulebook_value._asdict().items()}
        return [_json_value(item) for item in rulebook_value]
    return rulebook_value
