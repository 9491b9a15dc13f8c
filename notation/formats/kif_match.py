"""A match of two games in one record: where each of them begins, and what is said of their sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.model.record import Span
from kifu.model.specials import SPECIALS, Winner
from notation import codes
from notation.closing import read_closing
from notation.scanner import Kind, classify

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.model.diagnostic import Diagnostic
    from kifu.model.outcome import Side
    from kifu.model.record import Closing, Entry, Header, Record, Source, Variation
    from kifu.model.specials import Special

MATCH, HALVES = "対局", ("前半", "後半")
"""The line before each game, and what it says."""
SCORE, MATCH_SCORE, MATCH_RESULT = "得点", "合計得点", "結果"
_WITHOUT_TURN = frozenset({Winner.DRAW, Winner.NOBODY})


def spans_of_games(source: Source, span: Span) -> list[Span]:
    """Return the lines of each game among those of `span`, from its 対局 line on; none for a record of one game."""
    starts = []
    for number, text in enumerate(source.lines[span.first - 1 : span.last], start=span.first):
        if MATCH in text:
            item = classify(text)
            if item.kind is Kind.HEADER and item.key == MATCH and item.text in HALVES:
                starts.append(number)
    ends = [*(start - 1 for start in starts[1:]), span.last]
    return [Span(first, last) for first, last in zip(starts, ends, strict=False)]


def match_diagnostics(main: Variation, games: Sequence[Record]) -> Iterator[Diagnostic]:
    """Yield what is wrong with a match: a move, an end or a diagram in its head, or games in another order."""
    played: list[Entry | Special] = [*main.entries, *([main.special] if main.special else [])]
    places = [(part.line, part.column) for part in played] + [(shown.diagram.line, 1) for shown in main.checkpoints]
    if places:
        yield codes.outside_the_games(*min(places), f"{MATCH}：{HALVES[0]}")
    for number, game in enumerate(games):
        wanted = HALVES[number] if number < len(HALVES) else None
        if game.header(MATCH) != wanted:
            yield codes.match_order(game.span.first, f"{MATCH}：{wanted}" if wanted else None)


def read_result(header: Header, players: Mapping[str, Side]) -> Closing | None:
    """Read 結果：先手の勝ち, whose 先手 is that of the first game. None: it is not understood."""
    closing = read_closing(f"まで{header.value}", header.line, header.column, players)
    if closing is None or closing.count is not None:
        return None
    if closing.word is not None and SPECIALS[closing.word].winner not in _WITHOUT_TURN:
        return None
    return closing._replace(text=header.value)
