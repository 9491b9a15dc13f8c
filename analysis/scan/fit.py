"""How well a move fits the ink of a ply, and what the ink says by itself."""

from __future__ import annotations

from functools import cached_property
from heapq import heappop, heappush
from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from analysis.scan.ink import CROSSED, EMPTY
from analysis.scan.spelling import spelling
from kifu.model.errors import InvalidMove

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.scan.ink import InkRow
    from kifu.contract.game import Game, Position

DOUBT, CROSSED_DOUBT = 0.02, 0.6
"""The share of each box's chances that is spread over all its symbols: no reader of ink is sure. More where it is crossed out."""
MISSING = -12.0
"""The fit of a symbol for which there is no box, or no row."""
BLANK = -7.0
"""The fit of nothing above which nothing is written; it is below what one box can have, for a move fills three at least."""
READINGS, TRIED = 6, 300
"""How many well-formed readings of a ply are looked for, among how many ways to put its symbols together."""


class Free(NamedTuple):
    """A move as the ink alone gives it: well-formed, legal or not."""

    fit: float
    text: str


class Inked:
    """The ink of one ply on one sheet: its row, and the further rows that go on with it."""

    def __init__(
        self, game: Game, ply: int, rows: Sequence[InkRow], *, pages: Sequence[int] = (), doubtful: bool = False
    ) -> None:
        self.game = game
        self.ply = ply
        self.rows = tuple(rows)
        self.pages = tuple(pages)
        """The page that each of its rows stands on."""
        boxes = [[box for box in row.boxes if box.place != "digit"] for row in rows]
        self._spelling = spelling(tuple((box.place, box.symbols) for box in boxes[0]))
        self._logs: list[dict[str, float]] = []
        self._widths = [len(row) for row in boxes]
        crossed = [_chance(box.symbols, box.chances, CROSSED) > 1 / 2 for row in boxes for box in row]
        for box, out in zip((box for row in boxes for box in row), crossed, strict=True):
            doubt = CROSSED_DOUBT if out else DOUBT
            left = 1 - _chance(box.symbols, box.chances, CROSSED)
            symbols = [symbol for symbol in box.symbols if symbol != CROSSED]
            self._logs.append(
                {
                    symbol: log((1 - doubt) * chance / max(left, 1e-9) + doubt / len(symbols))
                    for symbol, chance in zip(box.symbols, box.chances, strict=True)
                    if symbol != CROSSED
                }
            )
        self._best = sum(max(logs.values()) for logs in self._logs)
        self.crossed = doubtful or any(crossed)
        """Whether a box is crossed out, or it is not sure which rows belong together."""
        shown = [max(zip(box.chances, box.symbols, strict=True))[1] for row in boxes for box in row]
        self.blank = sum(logs.get(EMPTY, MISSING) for logs in self._logs) - self._best > BLANK
        """Whether nothing is written: at most one box has something like ink."""
        loose = [box.place in {"tick", "ten"} for row in boxes for box in row]
        self.all_crossed = any(crossed) and all(
            tick or symbol in {EMPTY, CROSSED} for tick, symbol in zip(loose, shown, strict=True)
        )
        self.written = self._spelling.text(self._parted(shown))
        """The best symbol of each box, put together."""
        self._fits: dict[int, float] = {}
        self._known: dict[str, float] = {}

    @property
    def silent(self) -> bool:
        """Whether the ink says nothing about the move: none is written, or all is crossed out."""
        return self.blank or self.all_crossed

    def of_move(self, move: int) -> float:
        """Return the fit of a move, at most 0: the logarithm of its chance beside that of the best symbols."""
        fit = self._fits.get(move)
        if fit is None:
            fit = self._fits[move] = self.of_text(self.game.spell(move))
        return fit

    def of_text(self, text: str) -> float:
        """Return the fit of a canonical text."""
        fit = self._known.get(text)
        if fit is None:
            fit = self._known[text] = self._of_text(text)
        return fit

    def _of_text(self, text: str) -> float:
        rows = self._spelling.rows(text)
        if rows is None:
            return MISSING - self._best
        total, at = -self._best, 0
        for row, width in zip(rows, self._widths, strict=False):
            total += sum(
                logs.get(symbol, MISSING) for logs, symbol in zip(self._logs[at : at + width], row, strict=False)
            )
            at += width
        total += sum(logs.get(EMPTY, MISSING) for logs in self._logs[at:])
        return total + MISSING * sum(symbol != EMPTY for row in rows[len(self._widths) :] for symbol in row)

    @cached_property
    def readings(self) -> tuple[Free, ...]:
        """The best well-formed moves that the ink gives, whatever the rules say, best first; each text once."""
        found: dict[str, float] = {}
        for symbols in self._ways():
            text = _canonical(self.game, self._spelling.text(self._parted(symbols)))
            if text is not None and text not in found:
                found[text] = self.of_text(text)
                if len(found) == READINGS:
                    break
        return tuple(sorted((Free(fit, text) for text, fit in found.items()), reverse=True))

    @property
    def sure(self) -> float:
        """The chance that the best symbol of each box is right."""
        return exp(self._best)

    @property
    def says(self) -> str | None:
        """What the best symbols say: the canonical text of a move if they are one; None if nothing is written."""
        return None if self.blank else _canonical(self.game, self.written) or self.written

    def _parted(self, symbols: Sequence[str]) -> list[Sequence[str]]:
        ends = [sum(self._widths[: number + 1]) for number in range(len(self._widths))]
        rows = [symbols[end - width : end] for end, width in zip(ends, self._widths, strict=True)]
        return [row for number, row in enumerate(rows) if number == 0 or any(row)]

    def _ways(self) -> Iterator[tuple[str, ...]]:
        """Yield the symbols of all boxes in the order of their chances, up to TRIED."""
        ranked = [sorted(logs.items(), key=lambda item: -item[1]) for logs in self._logs]
        drops = [[value - row[0][1] for _, value in row] for row in ranked]
        order = sorted(range(len(ranked)), key=lambda at: -(drops[at][1] if len(drops[at]) > 1 else MISSING * 9))
        # Each way but the first is made once: from one that is likelier, by a step in the last box it changed, or a later one.
        heap: list[tuple[float, int, int, dict[int, int]]] = [(0.0, 0, -1, {})]
        made = 0
        for _ in range(TRIED):
            if not heap:
                return
            cost, _, last, steps = heappop(heap)
            yield tuple(row[steps.get(at, 0)][0] for at, row in enumerate(ranked))
            for place in range(max(last, 0), len(order)):
                at = order[place]
                step = steps.get(at, 0) + 1
                if step < len(ranked[at]):
                    made += 1
                    more = cost + drops[at][step - 1] - drops[at][step]
                    heappush(heap, (more, made, place, steps | {at: step}))


def _chance(symbols: Sequence[str], chances: Sequence[float], wanted: str) -> float:
    return next((chance for symbol, chance in zip(symbols, chances, strict=True) if symbol == wanted), 0.0)


def _canonical(game: Game, text: str) -> str | None:
    """Return the text of a move as a record has it; None if it is no move of the game."""
    try:
        reading = game.read(text)
    except InvalidMove:
        return None
    if reading.written.directions:
        return None
    return text if reading.move is None else game.spell(reading.move)


def meant(game: Game, position: Position, text: str) -> int | None:
    """Return the move that a text means in a position, legal or not; None if it is left open."""
    try:
        return game.resolve(position, game.read(text))
    except InvalidMove:
        return None
