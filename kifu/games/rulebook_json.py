"""A rulebook, or one of its articles, as JSON in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.options import DataEntry
    from kifu.games.rulebook import Article, Rulebook


def book(book: Rulebook, data: Sequence[DataEntry]) -> dict[str, Any]:
    """Return a whole rulebook with the data that its game is played by."""
    return {
        "game": book.game,
        "rules": book.rules,
        "sources": _value(book.sources),
        "preface": _value(book.preface),
        "data": _value(tuple(data)),
        "articles": _value(book.articles),
        "appendix": _value(book.appendix),
    }


def of_one(book: Rulebook, article: Article) -> dict[str, Any]:
    """Return one article of a rulebook."""
    return {"game": book.game, "rules": book.rules, **_value(article)}


def _value(thing: Any) -> Any:  # noqa: ANN401 - any value of a rulebook
    """Return a value of a rulebook as JSON: a NamedTuple as an object, another tuple as a list, in depth."""
    if isinstance(thing, tuple):
        if hasattr(thing, "_asdict"):
            return {key: _value(value) for key, value in thing._asdict().items()}
        return [_value(item) for item in thing]
    return thing
