"""Beam search over legal moves for the game of scanned sheets.

A step of the beam is one ply. It takes a row of each sheet, or leaves out a sheet that lacks its line. A line of play that
the rules no longer explain goes on **off the rules**: there each ply is the best well-formed move of its ink, at a price.
Whatever wins, the ply at which ink and rules part stays known (see :mod:`analysis.scan.review_questions`).
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from kifu.reconcile.line_replay import ILLEGAL, START, LineTree

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.scan.move_likelihood import Inked
    from kifu.core.game.game import Game, Position

WIDTH, WIDTH_OFF = 14, 4
"""The lines of play that are followed by the rules, and off them."""
LAG = 6
"""The plies after which the lines that are still followed decide how sure a ply is."""
OFF, OFF_PLY = -8.0, -5.0
"""What leaving the rules costs, and each ply off them: far more moves are well-formed than legal."""
LEFT_OUT, TWICE, SURPLUS, BLANK = -9.0, -5.0, -14.0, -3.0
"""What it costs that a sheet lacks a line, has one twice or another one too many, or left one blank."""
POOR = -6.0
"""The fit below which lines left out are thought of."""
FAR = 15.0
"""How far behind the best line of play another is still followed, and behind the best move of a ply another is tried."""
LOOKAHEAD_PLIES, MAX_GUESSES = 8, 8
"""The plies that are looked ahead to find a move nobody wrote, and how many such moves are followed."""

Rows = tuple[int | None, ...]


class Step(NamedTuple):
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


class Line(NamedTuple):
    """A line of play up to some ply."""

    score: float
    node: int
    """Its number in the course; ILLEGAL off the rules."""
    at: tuple[int, ...]
    """The next row of each sheet."""
    before: Line | None
    step: Step | None

    def steps(self) -> list[Step]:
        """Return its steps from the first ply on."""
        steps, line = [], self
        while line.step is not None and line.before is not None:
            steps.append(line.step)
            line = line.before
        return steps[::-1]


class Decoded(NamedTuple):
    """Best line of play, and its agreement with the other lines."""

    course: LineTree
    steps: tuple[Step, ...]
    off: int | None
    """The ply from which it is off the rules; None if it is legal throughout."""
    shares: tuple[dict[str, float], ...]
    """For each ply the texts of the lines followed some plies later, with their weight; the sum is 1."""


class Decoder:
    """Searches the game of one or two sheets from a position."""

    def __init__(self, game: Game, start: Position, sheets: Sequence[Sequence[Inked]]) -> None:
        self.game = game
        self.course = LineTree(game, start)
        self.sheets = tuple(tuple(_trim_blank_plies(sheet)) for sheet in sheets)
        self._ends = tuple(map(len, self.sheets))

    def run(self) -> Decoded:
        """Return the game."""
        beam = [Line(0.0, START, (0,) * len(self.sheets), None, None)]
        done: list[Line] = []
        beams: list[list[Line]] = []
        while beam:
            done += [line for line in beam if line.at == self._ends]
            going = [line for line in beam if line.at != self._ends]
            beam = _prune([after for line in going for after in self._after(line, first=line is going[0])])
            if done:  # a line only loses as it goes on
                least = max(line.score for line in done) - FAR
                beam = [line for line in beam if line.score > least]
            beams.append(beam)
        best = max(done, key=lambda line: line.score)
        steps = best.steps()
        off = next((ply for ply, step in enumerate(steps, start=1) if step.move is None), None)
        return Decoded(self.course, tuple(steps), off, tuple(self._shares(beams, done, len(steps))))

    def _shares(self, beams: Sequence[Sequence[Line]], done: Sequence[Line], plies: int) -> Iterator[dict[str, float]]:
        for ply in range(1, plies + 1):
            later = min(ply + LAG, plies)
            lines = [*beams[later - 1], *(line for line in done if line not in beams[later - 1])]
            top = max(line.score for line in lines)
            share: dict[str, float] = {}
            for line in lines:
                steps = line.steps()
                if len(steps) >= ply:
                    text = steps[ply - 1].text
                    share[text] = share.get(text, 0.0) + exp(line.score - top)
            total = sum(share.values())
            yield {text: weight / total for text, weight in share.items()}

    def _after(self, line: Line, *, first: bool) -> list[Line]:
        """Return the lines that go on with one ply.

        A move that nobody wrote is looked for behind the `first` line alone, and on a single sheet: two do not lack the same.
        """
        going = [sheet for sheet, end in enumerate(self._ends) if line.at[sheet] < end]
        if line.node == ILLEGAL:
            return list(self._off(line, line.at, going, OFF_PLY))
        after = self._legal(line, line.at, going, 0.0)
        best = max((one.score for one in after), default=line.score + 2 * POOR) - line.score
        if best < POOR:
            if len(going) > 1:
                for sheet in going:
                    after += self._legal(line, line.at, [sheet], LEFT_OUT)
            after += self._surplus(line, going)
            if first and len(self.sheets) == 1 and line.step is not None and not line.step.guessed:
                after += self._guess_moves(line, line.at, LEFT_OUT)
        after += self._off(line, line.at, going, OFF + OFF_PLY)
        return after

    def _surplus(self, line: Line, going: Sequence[int]) -> Iterator[Line]:
        """Yield what follows if a sheet has a line too many."""
        for sheet in going:
            row = line.at[sheet]
            passed, before = self.sheets[sheet][row].says, self.sheets[sheet][row - 1].says if row else None
            at = tuple(place + (number == sheet) for number, place in enumerate(line.at))
            if at[sheet] < self._ends[sheet] and passed is not None:
                for after in self._legal(line, at, going, TWICE if passed == before else SURPLUS):
                    assert after.step is not None  # noqa: S101 - a ply has been played
                    yield after._replace(step=after.step._replace(surplus=passed))

    def _inks(self, at: Sequence[int], going: Sequence[int]) -> tuple[list[Inked], float]:
        """Return the informative rows, and the price of the others."""
        rows = [self.sheets[sheet][at[sheet]] for sheet in going]
        speaking = [row for row in rows if not row.silent]
        return speaking, BLANK * (len(rows) - len(speaking))

    def _legal(self, line: Line, at: tuple[int, ...], going: Sequence[int], price: float) -> list[Line]:
        inks, blank = self._inks(at, going)
        if not inks:
            return self._guess_moves(line, _next(at, going), blank + price, _rows(at, going)) if going else []
        scored = sorted(
            ((sum(ink.of_move(move) for ink in inks), move) for move in self.course.legal(line.node)), reverse=True
        )[:WIDTH]
        rows, later = _rows(at, going), _next(at, going)
        lines = []
        for fit, move in scored:
            if fit < scored[0][0] - FAR:
                break
            node = self.course.after(line.node, move)
            if node != ILLEGAL:
                step = Step(rows, move, self.game.spell(move), fit)
                lines.append(Line(line.score + fit + blank + price, node, later, line, step))
        return lines

    def _off(self, line: Line, at: tuple[int, ...], going: Sequence[int], price: float) -> Iterator[Line]:
        """Yield the ply as the ink alone gives it."""
        inks, blank = self._inks(at, going)
        fit, text = best_free(inks)
        score = line.score + fit + blank + price
        yield Line(score, ILLEGAL, _next(at, going), line, Step(_rows(at, going), None, text, fit))

    def _guess_moves(self, line: Line, later: tuple[int, ...], price: float, rows: Rows | None = None) -> list[Line]:
        """Return lines extended by unwritten moves, best look-ahead first."""
        moves = self.course.legal(line.node)
        if not moves:
            return []
        position = self.course.position(line.node)
        ranked = sorted(
            ((self._outlook(self.game.play_legal(position, move), later), move) for move in moves), reverse=True
        )
        lines = []
        for _, move in ranked[:MAX_GUESSES]:
            node = self.course.after(line.node, move)
            if node != ILLEGAL:
                step = Step(rows or (None,) * len(self.sheets), move, self.game.spell(move), 0.0, guessed=True)
                lines.append(Line(line.score + price - log(len(moves)), node, later, line, step))
        return lines

    def _outlook(self, position: Position, at: tuple[int, ...]) -> float:
        """Return the look-ahead score: the next rows by best legal moves."""
        total = 0.0
        for _ in range(LOOKAHEAD_PLIES):
            going = [sheet for sheet in range(len(at)) if at[sheet] < self._ends[sheet]]
            inks = self._inks(at, going)[0] if going else []
            scored = [
                (sum(ink.of_move(move) for ink in inks), move)
                for move in (self.game.legal_moves(position) if inks else ())
            ]
            if not scored:
                return total if not going else total + POOR
            fit, move = max(scored)
            total += fit
            if total < LOOKAHEAD_PLIES * POOR:
                return total
            position = self.game.play_legal(position, move)
            at = _next(at, going)
        return total


def best_free(inks: Sequence[Inked]) -> tuple[float, str]:
    """Return the best well-formed move of all rows, with its fit.

    The text is empty if there is none.
    """
    texts = dict.fromkeys(free.text for ink in inks for free in ink.readings)
    return max(((sum(ink.of_text(text) for ink in inks), text) for text in texts), default=(2 * POOR, ""))


def _trim_blank_plies(sheet: Sequence[Inked]) -> Sequence[Inked]:
    """Return the plies of a sheet up to the last written one."""
    last = max((number for number, ink in enumerate(sheet, start=1) if not ink.blank), default=0)
    return sheet[:last]


def _prune(lines: Sequence[Line]) -> list[Line]:
    """Return the best lines, each (game, place) once."""
    best: dict[object, Line] = {}
    for line in sorted(lines, key=lambda line: -line.score):
        best.setdefault((line.node, line.at), line)
    legal = [line for line in best.values() if line.node != ILLEGAL][:WIDTH]
    legal = [line for line in legal if line.score > legal[0].score - FAR]
    return legal + [line for line in best.values() if line.node == ILLEGAL][:WIDTH_OFF]


def _rows(at: Sequence[int], going: Sequence[int]) -> Rows:
    return tuple(row if sheet in going else None for sheet, row in enumerate(at))


def _next(at: Sequence[int], going: Sequence[int]) -> tuple[int, ...]:
    return tuple(row + (sheet in going) for sheet, row in enumerate(at))
