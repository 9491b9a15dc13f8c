"""Plies of a sheet's pages, and log-likelihood of their ink given moves."""

from __future__ import annotations

from functools import cached_property
from heapq import heappop, heappush
from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from analysis.scan.scanned_sheet import CROSSED, EMPTY, POOR, dash_squares, move_codec_of_shape
from kifu.core.errors import InvalidMove

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from analysis.scan.scanned_sheet import InkBox, InkRow, SheetPage
    from kifu.core.game.game import Game, Position

DOUBT, CROSSED_DOUBT = 0.02, 0.6
"""The share of each box's chances that is spread over all its symbols: no reader of ink is sure. More where it is crossed out."""
MISSING = -12.0
"""The fit of a symbol for which there is no box, or no row."""
BLANK = -7.0
"""The fit of nothing above which nothing is written; it is below what one box can have, for a move fills three at least."""
OTHERWISE = -1.5
"""The fit of a way to write that the sheet does not ask for: with leading zeros, or without a dash."""
MIN_BOXES_OF_A_MOVE = 3
"""The fewest boxes that a move fills."""
MIN_WORDS = 4
"""The fewest ticked words of a row that no move has together."""
READINGS, TRIED = 6, 300
"""How many well-formed readings of a ply are looked for, among how many ways to put its symbols together."""


class FreeMove(NamedTuple):
    """A move as the ink alone gives it: well-formed, legal or not."""

    fit: float
    text: str


class _Boxes:
    """Boxes of a ply, row by row, with their symbols."""

    def __init__(self, rows: Sequence[Sequence[InkBox]]) -> None:
        boxes = [box for row in rows for box in row]
        self._spelling = move_codec_of_shape(tuple((box.place, box.symbols) for box in rows[0]))
        self._widths = [len(row) for row in rows]
        self._shown = [box.best for box in boxes]
        self._logs = [_log_probabilities(box) for box in boxes]
        self.best = sum(max(logs.values()) for logs in self._logs)
        """The logarithm of the chance that the best symbol of each box is right."""
        self.empty = sum(logs.get(EMPTY, MISSING) for logs in self._logs)
        """The same of the chance that nothing is written."""

    @property
    def written(self) -> str:
        """The best symbol of each box, put together."""
        return self._text_of_symbols(self._shown)

    def fit_of_text(self, text: str) -> float:
        """Return the fit of a canonical text, as it is best written."""
        fits = (
            self._fit_of_symbols(rows) + (OTHERWISE if number else 0.0)
            for number, rows in enumerate(self._usual_spellings(text))
        )
        return max(fits, default=MISSING) - self.best

    def rows_of(self, text: str) -> tuple[tuple[str, ...], ...]:
        """Return the symbols of a canonical text by row, if they fit."""
        return max(self._usual_spellings(text), key=self._fit_of_symbols, default=())

    def texts(self) -> Iterator[str]:
        """Yield joint readings of all boxes by probability, up to TRIED."""
        return map(self._text_of_symbols, self._likeliest_symbols())

    def _usual_spellings(self, text: str) -> tuple[tuple[tuple[str, ...], ...], ...]:
        return self._spelling.symbols_of_usual_spellings(text)

    def _fit_of_symbols(self, rows: Sequence[Sequence[str]]) -> float:
        total, at = 0.0, 0
        for row, width in zip(rows, self._widths, strict=False):
            total += sum(
                logs.get(symbol, MISSING) for logs, symbol in zip(self._logs[at : at + width], row, strict=False)
            )
            at += width
        total += sum(logs.get(EMPTY, MISSING) for logs in self._logs[at:])
        return total + MISSING * sum(symbol != EMPTY for row in rows[len(self._widths) :] for symbol in row)

    def _text_of_symbols(self, symbols: Sequence[str]) -> str:
        ends = [sum(self._widths[: number + 1]) for number in range(len(self._widths))]
        rows = [symbols[end - width : end] for end, width in zip(ends, self._widths, strict=True)]
        return self._spelling.joined_text([row for number, row in enumerate(rows) if number == 0 or any(row)])

    def _likeliest_symbols(self) -> Iterator[tuple[str, ...]]:
        """Yield symbols of all boxes by joint probability, up to TRIED."""
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


class PlyInk:
    """Ink of one ply on a sheet: its row and continuation rows."""

    def __init__(  # noqa: PLR0913
        self,
        game: Game,
        ply: int,
        rows: Sequence[InkRow],
        *,
        pages: Sequence[int] = (),
        aside: Sequence[tuple[InkRow, int]] = (),
        doubtful: bool = False,
        crossed: bool = False,
    ) -> None:
        self.game = game
        self.ply = ply
        self.rows = tuple(rows)
        self.pages = tuple(pages)
        """The page that each of its rows stands on."""
        self.aside = tuple(aside)
        """Rows that a person should see with it, each with its page: what was struck out, and corrections that may be meant."""
        written = [[box for box in row.boxes if box.place != "digit"] for row in rows]
        boxes = [_without_full_row_ticks(row) for row in written]
        struck = [_is_crossed_out(box) for row in boxes for box in row]
        self._boxes = [_Boxes(boxes)]
        left = [box for box in boxes[0] if not _is_crossed_out(box)]
        if (
            len(boxes) == 1
            and any(struck)
            and sum(box.best != EMPTY for box in left) >= MIN_BOXES_OF_A_MOVE
            and _are_free_boxes(left)
        ):
            self._boxes.append(_Boxes([left]))  # written again behind what is crossed out
        self.doubtful = doubtful
        """Whether it is not sure where its boxes are, or which of two rows counts."""
        self.crossed = doubtful or crossed or any(struck) or boxes != written
        """Whether a box of it or a row that it replaces is crossed out, its number is not sure, or it is `doubtful`."""
        self.blank = self._boxes[0].empty - self._boxes[0].best > BLANK
        """Whether nothing is written: at most one box has something like ink."""
        self.all_crossed = any(struck) and all(
            box.place in {"tick", "ten"} or box.best in {EMPTY, CROSSED} for row in boxes for box in row
        )
        self.written = self._boxes[-1].written
        """The best symbol of each box, put together."""
        self._fits: dict[int, float] = {}
        self._known: dict[str, float] = {}

    @property
    def silent(self) -> bool:
        """True if no move is written, or all is crossed out."""
        return self.blank or self.all_crossed

    def log_likelihood_of_move(self, move: int) -> float:
        """Return the log-likelihood ratio of a move, at most 0."""
        fit = self._fits.get(move)
        if fit is None:
            fit = self._fits[move] = self.fit_of_text(self.game.spell(move))
        return fit

    def fit_of_text(self, text: str) -> float:
        """Return the fit of a canonical text."""
        fit = self._known.get(text)
        if fit is None:
            fit = self._known[text] = max(boxes.fit_of_text(text) for boxes in self._boxes)
        return fit

    def rows_of(self, text: str) -> tuple[tuple[str, ...], ...]:
        """Return the best-fitting symbols of a canonical text, row by row."""
        return self._boxes[0].rows_of(text)

    @cached_property
    def well_formed_moves(self) -> tuple[FreeMove, ...]:
        """Best well-formed moves of the ink, off the rules, without duplicates."""
        found: dict[str, float] = {}
        for boxes in self._boxes:
            most = len(found) + READINGS
            for symbols in boxes.texts():
                text = _canonical_text(self.game, symbols)
                if text is not None and text not in found:
                    found[text] = self.fit_of_text(text)
                    if len(found) == most:
                        break
        return tuple(sorted((FreeMove(fit, text) for text, fit in found.items()), reverse=True))

    @property
    def best_log_chance(self) -> float:
        """The logarithm of the chance that the best symbol of each box is right."""
        return self._boxes[0].best

    @property
    def best_chance(self) -> float:
        """That chance."""
        return exp(self.best_log_chance)

    @property
    def best_text(self) -> str | None:
        """Canonical text of the best symbols; None if nothing is written."""
        return None if self.blank else _canonical_text(self.game, self.written) or self.written


class SurePly(NamedTuple):
    """A ply of a sheet whose move is all but known."""

    part: int
    """Which game of a match, from 0."""
    ink: PlyInk
    text: str
    chance: float


def _without_full_row_ticks(boxes: Sequence[InkBox]) -> list[InkBox]:
    """Return the boxes of a row; where all its words are ticked, as by a fold or a line through it, their ink says nothing."""
    words = [box for box in boxes if box.place == "tick"]
    if len(words) < MIN_WORDS or not all(box.best for box in words):
        return list(boxes)
    return [box._replace(chances=(0.5, 0.5)) if box in words else box for box in boxes]


def _log_probabilities(box: InkBox) -> dict[str, float]:
    """Return log-probabilities of a box's symbols; crossed-out boxes are uniform."""
    doubt = CROSSED_DOUBT if _is_crossed_out(box) else DOUBT
    left = 1 - _chance_of_symbol(box.symbols, box.chances, CROSSED)
    symbols = [symbol for symbol in box.symbols if symbol != CROSSED]
    return {
        symbol: log((1 - doubt) * chance / max(left, 1e-9) + doubt / len(symbols))
        for symbol, chance in zip(box.symbols, box.chances, strict=True)
        if symbol != CROSSED
    }


def _is_crossed_out(box: InkBox) -> bool:
    return _chance_of_symbol(box.symbols, box.chances, CROSSED) > 1 / 2


def _are_free_boxes(boxes: Sequence[InkBox]) -> bool:
    """Tell whether each box may hold any character.

    Then it does not matter which of them a move is written into.
    """
    return all(box.place == "any" for box in boxes)


def _chance_of_symbol(symbols: Sequence[str], chances: Sequence[float], wanted: str) -> float:
    return next((chance for symbol, chance in zip(symbols, chances, strict=True) if symbol == wanted), 0.0)


def _canonical_text(game: Game, text: str) -> str | None:
    """Return the canonical text of a move; None if ill-formed."""
    try:
        reading = game.read(dash_squares(text))
    except InvalidMove:
        return None
    if reading.written.directions:
        return None
    return text if reading.move is None else game.spell(reading.move)


def parse_move(game: Game, position: Position, text: str) -> int | None:
    """Return the move of a text, legal or not; None if ambiguous."""
    try:
        return game.resolve(position, game.read(text))
    except InvalidMove:
        return None


MIN_PROBABILITY = 1e-4
MISCOUNTED = 5.0
"""By how much the ink of a count has to speak against the plies that were read."""
STRUCK = 2
"""The crossed-out boxes of a row for which a correction is believed; with no more than these it is asked."""
DOUBTED = 2.0
"""A number is doubted if another one fits its ink worse by less than this."""


def plies_without_gaps(game: Game, pages: Sequence[SheetPage]) -> list[PlyInk]:
    """Return the plies of a game on a sheet, without gaps."""
    ordered = sorted(pages, key=lambda page: (page.first_ply, page.page))
    rows = {row.ply: (row, page.page) for page in ordered for row in page.rows if row.ply is not None}
    further: dict[int, list[tuple[InkRow, int]]] = {}
    # Where the print does not match, a box may have been looked for beside its place.
    doubted = {row.ply for page in pages for row in page.rows if POOR in page.warnings}
    unsure = set()
    alone = {ply: PlyInk(game, ply, [row]) for ply, (row, _) in rows.items()}
    crossed = {ply: sum(box.best == CROSSED for box in row.boxes) for ply, (row, _) in rows.items()}
    struck = {ply for ply, ink in alone.items() if ink.all_crossed or crossed[ply] >= STRUCK}
    waiting = [ply for ply, ink in sorted(alone.items()) if ink.all_crossed or _has_continuation(ink)]
    for row, page in ((row, one.page) for one in ordered for row in one.further):
        digits = [box for box in row.boxes if box.place == "digit"]
        if _is_blank_row(game, row, digits):
            continue
        ply, sure = _ply_of_row_and_certainty(digits, rows, [*waiting, *struck] if digits else waiting)
        if ply is not None:
            further.setdefault(ply, []).append((row, page))
            unsure |= set() if sure else {ply}
    plies = []
    for ply in range(1, len(rows) + 1):
        if ply not in rows:
            break
        more = further.get(ply, [])
        own = [] if more and ply in struck else [rows[ply]]
        # A whole move beside one that is not crossed out: which of them counts is not for a program to say.
        both = bool(more and own) and not _has_continuation(alone[ply])
        taken, on = zip(*own, *([] if both else more), strict=True)
        aside = more if both else [rows[ply]] if not own else []
        # A line through a row may look like 一 in some of its boxes: it counts as struck out, with few crossed ones it is asked.
        asked = ply in unsure or (not own and not alone[ply].all_crossed and crossed[ply] <= STRUCK)
        plies.append(PlyInk(game, ply, taken, pages=on, aside=aside, doubtful=both or ply in doubted, crossed=asked))
    return plies


def _is_blank_row(game: Game, row: InkRow, digits: Sequence[InkBox]) -> bool:
    """Tell whether a further row has no ink but in its number, or specks and no number."""
    specks = bool(digits) and not any(box.best.isdecimal() for box in digits) and PlyInk(game, 0, [row]).blank
    return specks or all(box.best == EMPTY for box in row.boxes if box.place != "digit")


def _has_continuation(ink: PlyInk) -> bool:
    """Tell whether a move continues in a further row.

    It has squares and no unit, or fills the boxes of the first form.
    """
    boxes = ink.rows[0].boxes
    units = [box for box in boxes if box.place == "unit"]
    return not ink.blank and (units[0].best == EMPTY if units else boxes[-1].best not in {EMPTY, CROSSED})


def _ply_of_row_and_certainty(
    digits: Sequence[InkBox], rows: Mapping[int, object], waiting: list[int]
) -> tuple[int | None, bool]:
    """Return the ply of a further row, and its certainty.

    Without digits it is the next that waits.
    """
    if not digits:
        return (waiting.pop(0), False) if waiting else (None, False)
    fits = sorted(
        ((_number_fit(digits, ply) + (0.0 if ply in waiting else -DOUBTED), ply) for ply in rows), reverse=True
    )
    return fits[0][1], len(fits) == 1 or fits[0][0] - fits[1][0] > DOUBTED


def _number_fit(digits: Sequence[InkBox], number: int) -> float:
    """Return the log-likelihood of a number, aligned left or right."""
    text, width = str(number), len(digits)
    return (
        max(
            sum(
                log(max(MIN_PROBABILITY, dict(zip(box.symbols, box.chances, strict=True)).get(symbol, 0.0)))
                for box, symbol in zip(digits, symbols, strict=True)
            )
            for symbols in ((*text, *[EMPTY] * (width - len(text))), (*[EMPTY] * (width - len(text)), *text))
            if len(symbols) == width
        )
        if len(text) <= width
        else width * log(MIN_PROBABILITY)
    )


def stated_ply_count(pages: Sequence[SheetPage], preferred_count: int) -> int | None:
    """Return the ply count of a sheet (手まで), preferring `preferred_count`.

    None if it says none.
    """
    boxes = next((page.finish.plies for page in pages if any(box.best != EMPTY for box in page.finish.plies)), ())
    text = "".join(box.best for box in boxes)
    if boxes and _number_fit(boxes, preferred_count) > sum(log(max(box.chances)) for box in boxes) - MISCOUNTED:
        return preferred_count
    return int(text) if text.isdecimal() else None


def ticked_results(pages: Sequence[SheetPage]) -> tuple[str, ...]:
    """Return the words that are ticked for the result, in their order."""
    return tuple(box.best for page in pages for box in page.finish.result if box.best)
