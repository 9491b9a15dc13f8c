"""Results that heads claim, of a game and of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.outcome import SPECIALS, Outcome, Winner
from kifu.referee.record import Closing, Span
from notation import codes
from notation.closing_line import read_closing, without_blanks
from notation.formats.kif_head import HALVES, MATCH
from notation.formats.kif_keys import LOSER_KEYS, WINNER_KEYS
from notation.scanner import Kind, classify

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.outcome import Meaning, Side, Special
    from kifu.referee.record import Entry, Header, Record, Source, Variation

_WITHOUT_TURN = frozenset({Winner.DRAW, Winner.NOBODY})


def read_claim(header: Header, players: Mapping[str, Side], words: Mapping[str, Meaning] = SPECIALS) -> Closing | None:
    """Return the result that a header claims, or None if it is not understood.

    The value is worded like a closing line. In 勝者 and 敗者 it may also be the name of a player or a side.
    """
    side = players.get(without_blanks(header.value))
    if side is not None and header.key in WINNER_KEYS | LOSER_KEYS:
        winner = Outcome.win(side.other if header.key in LOSER_KEYS else side)
        return Closing(header.value, None, winner, None, None, header.line, header.column)
    claim = read_closing(header.value, header.line, header.column, players, words)
    return None if claim is None or (claim.outcome is None and claim.word is None) else claim


def spans_of_games(source: Source, span: Span) -> list[Span]:
    """Return the span of each game of a match, from its 対局 line on. Empty if the record has one game."""
    starts = []
    for number, text in enumerate(source.lines[span.first - 1 : span.last], start=span.first):
        if MATCH in text:
            item = classify(text)
            if item.kind is Kind.HEADER and item.key == MATCH and item.text in HALVES:
                starts.append(number)
    ends = [*(start - 1 for start in starts[1:]), span.last]
    return [Span(first, last) for first, last in zip(starts, ends, strict=False)]


def match_diagnostics(main: Variation, games: Sequence[Record]) -> Iterator[Diagnostic]:
    """Yield the diagnostics of a match: for a move, an end or a diagram in its head, and for games in the wrong order."""
    played: list[Entry | Special] = [*main.entries, *([main.special] if main.special else [])]
    places = [(part.line, part.column) for part in played] + [(shown.diagram.line, 1) for shown in main.checkpoints]
    if places:
        yield codes.outside_the_games(*min(places), f"{MATCH}：{HALVES[0]}")
    for number, game in enumerate(games):
        wanted = HALVES[number] if number < len(HALVES) else None
        if game.header(MATCH) != wanted:
            yield codes.match_order(game.span.first, f"{MATCH}：{wanted}" if wanted else None)


def read_result(header: Header, players: Mapping[str, Side]) -> Closing | None:
    """Return the result of a match in a line like 結果：先手の勝ち or 勝者：甲, or None if it is not understood.

    先手 and 後手 are the sides of the first game. A match has no number of plies and no side to move.
    """
    claim = read_claim(header, players)
    if claim is None or claim.count is not None:
        return None
    if claim.word is not None and SPECIALS[claim.word].winner not in _WITHOUT_TURN:
        return None
    return claim
