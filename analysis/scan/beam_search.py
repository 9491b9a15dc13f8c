"""Beam search over legal moves for the game of scanned sheets.

The rows of two sheets are aligned first, so that a step of the beam is one ply with its row of each sheet. A line of play
that the rules no longer explain goes on **off the rules**: there each ply is the best well-formed move of its ink, at a price.
Whatever wins, the ply at which ink and rules part stays known (see :mod:`analysis.scan.draft_of_one_game`).
"""

from __future__ import annotations

from functools import cached_property
from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from analysis.scan.plies_and_move_likelihood import parse_move
from kifu.reconcile.line_tree import ILLEGAL, START, LineTree

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.scan.plies_and_move_likelihood import PlyInk
    from kifu.core.game.game import Game, Position

WIDTH, WIDTH_OFF = 14, 4
"""The lines of play that are followed by the rules, and off them."""
LAG = 6
"""The plies after which the lines that are still followed decide how sure a ply is."""
OFF, OFF_PLY = -8.0, -5.0
"""What leaving the rules costs, and each ply off them: far more moves are well-formed than legal."""
LEFT_OUT, TWICE, SURPLUS, BLANK, PASSED = -9.0, -5.0, -14.0, -3.0, -9.0
"""What it costs that a sheet lacks a line, has one twice or another one too many, left one blank, or went on below a blank one."""
DISAGREED = -16.0
"""The least fit of two rows to each other: rather two players who differ than two who each left out what the other has."""
POOR = -6.0
"""The fit below which lines left out are thought of."""
FAR = 15.0
"""How far behind the best line of play another is still followed, and behind the best move of a ply another is tried."""
LOOKAHEAD_PLIES, MAX_GUESSES, MAX_GUESSING, MAX_PASSED = 24, 8, 4, 3
"""The plies that are looked ahead to find a move nobody wrote, how many such moves are followed, the lines of play behind which
the first of them is looked for, and blank rows passed over."""
DRIFT, ALIGNED_BY = 5, 3
"""How many rows two sheets may be apart beyond what their lengths are, and the readings of each row by which they are aligned."""
ALIKE = 1.0
"""By how much less moves that nobody wrote may fit what follows and count as likely as the best of them."""

NOTHING = "（空き）"
"""What stands for a blank row that was passed over."""
Rows = tuple[int | None, ...]


class DecodedPly(NamedTuple):
    """One ply of a line of play."""

    rows: Rows
    """The index of the row of each sheet; None where the sheet lacks it."""
    move: int | None
    """The move; None off the rules."""
    text: str
    """Its canonical text, or what the ink gives off the rules; empty where nothing can be read."""
    fit: float
    """The fit of `text` to the ink of all rows together."""
    guessed: bool = False
    """Whether no sheet says anything about it."""
    surplus: str = ""
    """What stands in a row before it that was passed over; empty where none was."""


class BeamLine(NamedTuple):
    """A line of play up to some ply."""

    score: float
    node: int
    """Its number in the course; ILLEGAL off the rules."""
    at: int
    """The next column."""
    before: BeamLine | None
    step: DecodedPly | None

    def plies_from_start(self) -> list[DecodedPly]:
        """Return its steps from the first ply on."""
        steps, line = [], self
        while line.step is not None and line.before is not None:
            steps.append(line.step)
            line = line.before
        return steps[::-1]


class DecodedGame(NamedTuple):
    """Best line of play, and its agreement with the other lines."""

    course: LineTree
    score: float
    steps: tuple[DecodedPly, ...]
    off: int | None
    """The ply from which it is off the rules; None if it is legal throughout."""
    shares: tuple[dict[str, float], ...]
    """For each ply the texts of the lines followed some plies later, with their weight; the sum is 1."""


class Decoder:
    """Searches the game of one or two sheets from a position."""

    def __init__(self, game: Game, start: Position, sheets: Sequence[Sequence[PlyInk]], width: int = WIDTH) -> None:
        self.game = game
        self._width = width
        self.course = LineTree(game, start)
        self.sheets = tuple(tuple(_trim_blank_plies(sheet)) for sheet in sheets)
        self.columns = tuple(_rows_of_each_ply(self.sheets))
        """The rows of each ply, as the sheets say it."""

    def best_game(self) -> DecodedGame:
        """Return the game."""
        beam = [BeamLine(0.0, START, 0, None, None)]
        end = len(self.columns)
        done: list[BeamLine] = []
        beams: list[list[BeamLine]] = []
        while beam:
            done += [line for line in beam if line.at == end]
            going = [line for line in beam if line.at != end]
            beam = _best_distinct_lines(
                [after for rank, line in enumerate(going) for after in self._extend_by_ply(line, rank)], self._width
            )
            if done:  # a line only loses as it goes on
                least = max(line.score for line in done) - FAR
                beam = [line for line in beam if line.score > least]
            beams.append(beam)
        best = max(done, key=lambda line: line.score)
        steps = best.plies_from_start()
        off = next((ply for ply, step in enumerate(steps, start=1) if step.move is None), None)
        return DecodedGame(
            self.course, best.score, tuple(steps), off, tuple(self._text_shares_by_ply(beams, done, len(steps)))
        )

    def _text_shares_by_ply(
        self, beams: Sequence[Sequence[BeamLine]], done: Sequence[BeamLine], plies: int
    ) -> Iterator[dict[str, float]]:
        """Yield for each ply the share of each move's text."""
        for ply in range(1, plies + 1):
            later = min(ply + LAG, plies)
            lines = [*beams[later - 1], *(line for line in done if line not in beams[later - 1])]
            top = max(line.score for line in lines)
            share: dict[str, float] = {}
            for line in lines:
                steps = line.plies_from_start()
                if len(steps) >= ply:
                    text = steps[ply - 1].text
                    share[text] = share.get(text, 0.0) + exp(line.score - top)
            total = sum(share.values())
            yield {text: weight / total for text, weight in share.items()}

    def _extend_by_ply(self, line: BeamLine, rank: int) -> list[BeamLine]:
        """Return the lines that go on with one ply.

        A move that nobody wrote is looked for behind the best line, its first one also behind a few others, and on a single
        sheet: two do not lack the same.
        """
        if line.node == ILLEGAL:
            return list(self._extend_by_ink_alone(line, OFF_PLY))
        after = self._extend_by_legal_moves(line, line.at, self._price_of_lacking_ply(line.at))
        best = (
            max((one.score for one in after), default=line.score + 2 * POOR)
            - line.score
            - self._price_of_lacking_ply(line.at)
        )
        after += self._lines_that_pass_over_rows(line, poor=best < POOR)
        lost = best < POOR and len(self.sheets) == 1 and line.step is not None and not line.step.guessed
        if lost and (rank == 0 or (rank < MAX_GUESSING and not any(step.guessed for step in line.plies_from_start()))):
            after += self._extend_by_unwritten_moves(line, line.at, LEFT_OUT, (None,))
        after += self._extend_by_ink_alone(line, OFF + OFF_PLY)
        return after

    def _price_of_lacking_ply(self, column: int) -> float:
        """Return the price of the sheets that lack a ply before their end."""
        return LEFT_OUT * sum(
            row is None and any(rows[sheet] is not None for rows in self.columns[column:])
            for sheet, row in enumerate(self.columns[column])
        )

    def _lines_that_pass_over_rows(self, line: BeamLine, *, poor: bool) -> Iterator[BeamLine]:
        """Yield what follows if rows are passed over: blank ones, one that only one sheet has, or one that fits poorly."""
        price, passed = 0.0, ""
        for at in range(line.at, min(line.at + MAX_PASSED, len(self.columns) - 1)):
            inks, _ = self._informative_rows_and_price(at)
            rows = self.columns[at]
            if inks and (at > line.at or not (poor or (len(rows) > 1 and None in rows))):
                return
            before = self.columns[at - 1] if at else (None,) * len(rows)
            written = [
                (sheet[row].best_text, None if last is None else sheet[last].best_text)
                for sheet, row, last in zip(self.sheets, rows, before, strict=True)
                if row is not None and not sheet[row].silent
            ]
            price += PASSED if not written else TWICE if all(one == other for one, other in written) else SURPLUS
            passed += "".join(dict.fromkeys(one or "" for one, _ in written)) or NOTHING
            for after in self._extend_by_legal_moves(line, at + 1, price + self._price_of_lacking_ply(at + 1)):
                assert after.step is not None  # noqa: S101 - a ply has been played
                yield after._replace(step=after.step._replace(surplus=passed))

    def _informative_rows_and_price(self, column: int) -> tuple[list[PlyInk], float]:
        """Return the informative rows of a column, and the price of the others."""
        rows = [sheet[row] for sheet, row in zip(self.sheets, self.columns[column], strict=True) if row is not None]
        speaking = [row for row in rows if not row.silent]
        return speaking, BLANK * (len(rows) - len(speaking))

    def _extend_by_legal_moves(self, line: BeamLine, column: int, price: float) -> list[BeamLine]:
        """Return the lines that go on with a legal move."""
        inks, blank = self._informative_rows_and_price(column)
        rows = self.columns[column]
        if not inks:
            return self._extend_by_unwritten_moves(line, column + 1, blank + price, rows)
        scored = sorted(
            (
                (sum(ink.log_likelihood_of_move(move) for ink in inks), move)
                for move in self.course.legal_moves_after(line.node)
            ),
            reverse=True,
        )[: self._width]
        lines = []
        for fit, move in scored:
            if fit < scored[0][0] - FAR:
                break
            node = self.course.line_after_move(line.node, move)
            if node != ILLEGAL:
                step = DecodedPly(rows, move, self.game.spell(move), fit)
                lines.append(BeamLine(line.score + fit + blank + price, node, column + 1, line, step))
        return lines

    def _extend_by_ink_alone(self, line: BeamLine, price: float) -> Iterator[BeamLine]:
        """Yield the ply as the ink alone gives it."""
        inks, blank = self._informative_rows_and_price(line.at)
        fit, text = best_fit_and_well_formed_move(inks)
        score = line.score + fit + blank + price
        yield BeamLine(score, ILLEGAL, line.at + 1, line, DecodedPly(self.columns[line.at], None, text, fit))

    def _extend_by_unwritten_moves(self, line: BeamLine, later: int, price: float, rows: Rows) -> list[BeamLine]:
        """Return lines extended by unwritten moves, best look-ahead first."""
        moves = self.course.legal_moves_after(line.node)
        if not moves:
            return []
        position = self.course.position(line.node)
        ranked = sorted(
            ((self._look_ahead_score(self.game.play_legal(position, move), later), move) for move in moves),
            reverse=True,
        )
        alike = sum(outlook > ranked[0][0] - ALIKE for outlook, _ in ranked)
        # What follows allows any of these: together they have their share of all moves.
        price += log(alike / len(moves) / min(alike, MAX_GUESSES))
        lines = []
        for _, move in ranked[:MAX_GUESSES]:
            node = self.course.line_after_move(line.node, move)
            if node != ILLEGAL:
                step = DecodedPly(rows, move, self.game.spell(move), 0.0, guessed=True)
                lines.append(BeamLine(line.score + price, node, later, line, step))
        return lines

    def _look_ahead_score(self, position: Position, column: int) -> float:
        """Return the look-ahead score: the next columns by the best of their own readings that is legal."""
        total = 0.0
        ahead = self._texts[column : column + LOOKAHEAD_PLIES]
        for number, texts in enumerate(ahead):
            for fit, text in texts:
                move = parse_move(self.game, position, text)
                if move is not None and self.game.legal(position, move):
                    total += fit
                    position = self.game.play_legal(position, move)
                    break
            else:
                return total + 2 * POOR * (len(ahead) - number) if texts else total
        return total

    @cached_property
    def _texts(self) -> list[list[tuple[float, str]]]:
        """The well-formed readings of each column with their fits, the best first; none of a blank one."""
        return [_joint_well_formed_moves(self._informative_rows_and_price(at)[0]) for at in range(len(self.columns))]


def _joint_well_formed_moves(inks: Sequence[PlyInk], max_moves: int | None = None) -> list[tuple[float, str]]:
    """Return the well-formed moves of all rows with their joint fits, the best first."""
    texts = dict.fromkeys(free.text for ink in inks for free in ink.well_formed_moves[:max_moves])
    return sorted(((sum(ink.fit_of_text(text) for ink in inks), text) for text in texts), reverse=True)


def best_fit_and_well_formed_move(inks: Sequence[PlyInk]) -> tuple[float, str]:
    """Return the best well-formed move of all rows, with its fit.

    The text is empty if there is none.
    """
    return next(iter(_joint_well_formed_moves(inks)), (2 * POOR, ""))


def _rows_of_each_ply(sheets: Sequence[Sequence[PlyInk]]) -> list[Rows]:
    """Return the rows of each ply: those of two sheets that fit each other best, with the fewest left out.

    What one sheet has behind the end of the other is not left out.
    """
    if len(sheets) == 1:
        return [(row,) for row in range(len(sheets[0]))]
    drift = abs(len(sheets[0]) - len(sheets[1])) + DRIFT
    best: dict[tuple[int, int], tuple[float, tuple[int, int] | None]] = {(0, 0): (0.0, None)}
    for first in range(len(sheets[0]) + 1):
        for second in range(max(0, first - drift), min(len(sheets[1]), first + drift) + 1):
            here = first, second
            for price, after in _scores_and_next_rows(sheets, here) if here in best else ():
                score = best[here][0] + price
                if after not in best or score > best[after][0]:
                    best[after] = score, here
    columns: list[Rows] = []
    place = len(sheets[0]), len(sheets[1])
    while (before := best[place][1]) is not None:
        columns.append(tuple(low if low < high else None for low, high in zip(before, place, strict=True)))
        place = before
    return columns[::-1]


def _scores_and_next_rows(
    sheets: Sequence[Sequence[PlyInk]], next_rows: tuple[int, int]
) -> Iterator[tuple[float, tuple[int, int]]]:
    """Yield the ways to take the next rows of two sheets: both as one ply, or one of them alone."""
    one, two = (sheet[row] if row < len(sheet) else None for sheet, row in zip(sheets, next_rows, strict=True))
    if one is not None and two is not None:
        yield _row_likeness(one, two), (next_rows[0] + 1, next_rows[1] + 1)
    if one is not None:
        yield _price_of_unpaired_row(one, other_sheet_ended=two is None), (next_rows[0] + 1, next_rows[1])
    if two is not None:
        yield _price_of_unpaired_row(two, other_sheet_ended=one is None), (next_rows[0], next_rows[1] + 1)


def _row_likeness(first_ink: PlyInk, second_ink: PlyInk) -> float:
    """Return how well two rows fit as one ply."""
    if first_ink.silent or second_ink.silent:
        return 0.0 if first_ink.silent and second_ink.silent else BLANK
    return max(DISAGREED, next(iter(_joint_well_formed_moves((first_ink, second_ink), ALIGNED_BY)), (DISAGREED, ""))[0])


def _price_of_unpaired_row(ink: PlyInk, *, other_sheet_ended: bool) -> float:
    """Return the price of a row that the other sheet lacks."""
    return 0.0 if other_sheet_ended else PASSED if ink.silent else LEFT_OUT


def _trim_blank_plies(sheet: Sequence[PlyInk]) -> Sequence[PlyInk]:
    """Return the plies of a sheet up to the last written one."""
    last = max((number for number, ink in enumerate(sheet, start=1) if not ink.blank), default=0)
    return sheet[:last]


def _best_distinct_lines(lines: Sequence[BeamLine], width: int) -> list[BeamLine]:
    """Return the best lines, each (game, place) once; those that end in a guess have yet to fit a row, and crowd out no others."""
    best: dict[object, BeamLine] = {}
    for line in sorted(lines, key=lambda line: -line.score):
        best.setdefault((line.node, line.at), line)
    legal = [line for line in best.values() if line.node != ILLEGAL]
    guessed = [line for line in legal if line.step is not None and line.step.guessed][:MAX_GUESSES]
    others = [line for line in legal if line not in guessed][:width]
    legal = sorted([*others, *guessed], key=lambda line: -line.score)
    legal = [line for line in legal if line.score > legal[0].score - FAR]
    return legal + [line for line in best.values() if line.node == ILLEGAL][:WIDTH_OFF]
