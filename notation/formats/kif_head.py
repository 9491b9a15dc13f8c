"""Finds which game a record is of and under which rules, before its lines are read: they depend on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu import games
from kifu.games.variants import configured, names_a_file
from kifu.model.diagnostic import error
from kifu.model.errors import InvalidSetup, UnknownGame, UnreadableFile
from kifu.model.record import VariantFile, first_values
from notation import codes
from notation.scanner import Kind, classify

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kifu.model.diagnostic import Diagnostic
    from kifu.model.game import Game
    from kifu.model.record import Header, Source, Span

GAME = "棋種"
RULES = "規則"


class Rules(NamedTuple):
    """Where variant files come from: no reader opens one itself."""

    load: Callable[[str], str] | None = None
    """Gives the text of the file that 規則 names. Raises UnreadableFile."""
    given: VariantFile | str | None = None
    """The file, or the text of rules, to judge every record by, whatever 規則 says."""

    def of(self, named: str | None) -> tuple[str | None, VariantFile | None]:
        """Return the rules of a record in which 規則 says `named`, and the variant file they are. Raises UnreadableFile."""
        if isinstance(self.given, VariantFile):
            return self.given.name, self.given
        if self.given is not None:
            return self.given, None
        if self.load is not None and named is not None and names_a_file(named):
            return named, VariantFile(named, self.load(named))
        return named, None


class Head(NamedTuple):
    """What a record is of. `game` is None where it is not known, or not under these rules."""

    game: Game | None
    rules: str | None
    file: VariantFile | None = None


class _Place(NamedTuple):
    """Where the rules are named."""

    line: int
    column: int


def find_head(source: Source, span: Span, start: int, rules: Rules, diagnostics: list[Diagnostic]) -> Head:
    """Return what the record on the lines of `span` is of; its 棋種 stands on line `start`.

    What is wrong with it is added to `diagnostics`.
    """
    game = _named_game(source, start, diagnostics)
    named, place = (None, _Place(start, 1)) if rules.given is not None else _named_rules(source, span)
    if game is None or (named is None and rules.given is None and not game.required_head):
        return Head(game, named)
    head = _headers(source, span, start) if game.required_head else {}
    try:
        named, file = rules.of(named)
        return Head(configured(game, named, {key: value for key, (value, _) in head.items()}, file), named, file)
    except (InvalidSetup, UnreadableFile) as wrong:
        if wrong.key in head:
            place = head[wrong.key][1]
        column = place.column if rules.given is not None else place.column + wrong.offset
        diagnostics.append(error(wrong.code, wrong.message, place.line, column, width=wrong.width, ply=0))
        return Head(None, named)


def settled(head: Head, headers: Sequence[Header]) -> tuple[Game | None, InvalidSetup | None]:
    """Return the game of a record under all its headers, those below its moves included, once they are known.

    If the game cannot be played under them, it is the game under its default rules, and the reason comes with it.
    """
    if head.game is None:
        return None, None
    plain = games.load(head.game.id)
    try:
        return configured(plain, head.rules, first_values(headers), head.file), None
    except InvalidSetup as refused:
        return plain, refused


def _headers(source: Source, span: Span, start: int) -> dict[str, tuple[str, _Place]]:
    """Return the header lines before the first move, by key: value and place; of two the first counts."""
    found: dict[str, tuple[str, _Place]] = {}
    for number, text in enumerate(source.lines[span.first - 1 : span.last], start=span.first):
        item = classify(text)
        if item.kind is Kind.HEADER:
            found.setdefault(item.key, (item.text, _Place(number, item.column)))
        elif item.kind is Kind.MOVE and number > start:
            break
    return found


def _named_game(source: Source, start: int, diagnostics: list[Diagnostic]) -> Game | None:
    item = classify(source.lines[start - 1])
    if item.kind is not Kind.HEADER:
        diagnostics.append(codes.unclosed_header(start, item.column, GAME, len(item.text)))
        return None
    try:
        return games.find(item.text)
    except UnknownGame as unknown:
        diagnostics.append(error(unknown.code, unknown.message, start, item.column, width=unknown.width))
        return None


def _named_rules(source: Source, span: Span) -> tuple[str | None, _Place]:
    for number, text in enumerate(source.lines[span.first - 1 : span.last], start=span.first):
        if RULES in text:
            item = classify(text)
            if item.kind is Kind.HEADER and item.key == RULES:
                return item.text, _Place(number, item.column)
    return None, _Place(span.first, 1)
