"""The cheapest legal games of which two sheets may both be slips: a best-first search over pairs of lines.

The cost of a game is the number of slips that the two sheets need. The search is exact: it ends when no cheaper and no
equally cheap game can be found, or says that its limit ended it. It is symmetric in the two sheets.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from kifu.dispute.course import ILLEGAL, START
from kifu.dispute.sheets import NEVER, Bounds, may_be_same
from kifu.dispute.slips import slip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kifu.dispute.course import Course

TWO_LINES = (1, 2)
"""How many plies apart two exchanged lines stand."""


class Step(NamedTuple):
    """A line of the joint reading: the indices of the lines of the sheets, and whether each needs a slip."""

    a: int | None
    b: int | None
    move: int | None
    """None for a line that stands in a sheet twice."""
    slip_a: bool = False
    slip_b: bool = False


class Game(NamedTuple):
    """A cheapest joint game."""

    line: int
    """Its number in the course."""
    steps: tuple[Step, ...]


class Joint(NamedTuple):
    """The result of a search."""

    cost: int | None
    """The number of slips of a cheapest game; None if there is none."""
    games: tuple[Game, ...]
    complete: bool
    """Whether the search came to its end before its limit."""


class _State(NamedTuple):
    """The lines that have been read of each sheet, and the legal line of play that they are slips of."""

    a: int
    b: int
    line: int


class _Final(NamedTuple):
    """A whole game with the cost of what the sheets claim about it."""

    state: _State


class Search:
    """The search for the joint games of two sheets.

    `claims` returns the number of slips in what the sheets say besides their moves: closing lines and diagrams.
    `limit` is the number of plies that are played at most.
    """

    def __init__(
        self,
        course: Course,
        sheets: tuple[Sequence[str], Sequence[str]],
        claims: Callable[[int, Sequence[Step]], int],
        limit: int,
    ) -> None:
        self.course = course
        self.a, self.b = sheets
        self._claims = claims
        self._limit = limit
        self._bounds = Bounds(course, *sheets)
        self._costs: dict[_State, int] = {}
        self._from: dict[_State, tuple[_State, tuple[Step, ...]]] = {}
        self._heap: list[tuple[int, int, int, int, object]] = []
        self._slips: dict[tuple[str, int], int] = {}
        self._pushed = 0

    def run(self) -> Joint:
        """Search to the end or to the limit."""
        first = _State(0, 0, START)
        self._costs[first] = 0
        self._push(self._bounds.of(0, 0), first, 0, first)
        best: int | None = None
        found: dict[int, Game] = {}
        while self._heap:
            cost, _, _, spent, item = heappop(self._heap)
            if best is not None and cost > best:
                break
            if self.course.played > self._limit or self._pushed > 8 * self._limit:
                return Joint(best, tuple(found.values()), complete=False)
            if isinstance(item, _Final):
                best = cost
                found.setdefault(item.state.line, Game(item.state.line, tuple(self.steps(item.state))))
            elif isinstance(item, _State):
                if self._costs[item] == spent:
                    self._expand(item, spent)
            else:
                item()  # type: ignore[operator]  # a step that was put off
        games = sorted(found.values(), key=lambda game: self.course.texts(game.line))
        return Joint(best, tuple(games), complete=True)

    def steps(self, state: _State) -> list[Step]:
        """Return the steps that lead to a state."""
        steps: list[tuple[Step, ...]] = []
        while state in self._from:
            state, taken = self._from[state]
            steps.append(taken)
        return [step for taken in reversed(steps) for step in taken]

    def _push(self, bound: int, state: _State, spent: int, item: object) -> None:
        if bound < NEVER:
            self._pushed += 1
            heappush(self._heap, (bound, -(state.a + state.b), self._pushed, spent, item))

    def _later(
        self, bound: int, state: _State, spent: int, steps: Callable[[], Iterator[tuple[int, list[Step]]]]
    ) -> None:
        """Put off a step that costs at least `bound`: it is taken only if nothing cheaper leads to an end."""

        def take() -> None:
            for cost, taken in steps():
                self._go(state, spent, cost, taken)

        self._push(bound, state, spent, take)

    def _expand(self, state: _State, spent: int) -> None:
        i, j, line = state
        bound = self._bounds.of
        if i == len(self.a) and j == len(self.b):
            wrong = self._claims(line, self.steps(state))
            self._push(spent + wrong, state, spent, _Final(state))
            return
        if i < len(self.a) and j < len(self.b):
            for cost, steps in self._as_written(state):
                self._go(state, spent, cost, steps)
            self._later(spent + 2 + bound(i + 1, j + 1), state, spent, lambda: self._neither(state))
            for apart in TWO_LINES:
                ahead = bound(i + apart + 1, j + apart + 1)
                if i + apart < len(self.a) and j + apart < len(self.b) and ahead < NEVER:
                    self._later(spent + 1 + ahead, state, spent, lambda apart=apart: self._exchanged(state, apart))  # type: ignore[misc]
        for sheet, ahead in ((0, bound(i + 1, j)), (1, bound(i, j + 1))):
            lines, at = (self.a, i) if sheet == 0 else (self.b, j)
            if at < len(lines) and ahead < NEVER:
                self._later(spent + 1 + ahead, state, spent, lambda sheet=sheet: self._alone(state, sheet))  # type: ignore[misc]
                self._later(spent + 2 + ahead, state, spent, lambda sheet=sheet: self._alone_with_a_slip(state, sheet))  # type: ignore[misc]

    def _go(self, state: _State, spent: int, cost: int, steps: Sequence[Step]) -> None:
        """Take steps from a state, if the rules allow them and nothing cheaper has led to where they lead."""
        line, i, j = state.line, state.a, state.b
        for step in steps:
            if step.move is not None:
                line = self.course.after(line, step.move)
                if line == ILLEGAL:
                    return
            i += step.a is not None
            j += step.b is not None
        after, total = _State(i, j, line), spent + cost
        if total < self._costs.get(after, NEVER):
            self._costs[after] = total
            self._from[after] = (state, tuple(steps))
            self._push(total + self._bounds.of(i, j), after, total, after)

    def _distance(self, line: int, text: str, move: int) -> int:
        """Return how many slips a text needs to say a move: 0, 1 or NEVER."""
        if self.course.move(line, text) == move:
            return 0
        key = (text, move)
        cost = self._slips.get(key)
        if cost is None:
            found = slip(self.course.signs.of_text(text), self.course.sign(move), self.course.size)
            cost = self._slips[key] = NEVER if found is None else 1
        return cost

    def _as_written(self, state: _State) -> Iterator[tuple[int, list[Step]]]:
        """Yield the moves that one of the two lines says."""
        i, j, line = state
        texts = self.a[i], self.b[j]
        moves = [self.course.move(line, text) for text in texts]
        for move in dict.fromkeys(moves):
            if move is not None:
                costs = [self._distance(line, text, move) for text in texts]
                if max(costs) < NEVER:
                    yield sum(costs), [Step(i, j, move, costs[0] > 0, costs[1] > 0)]

    def _neither(self, state: _State) -> Iterator[tuple[int, list[Step]]]:
        """Yield the legal moves that neither line says, and both are slips of."""
        i, j, line = state
        for move in self.course.legal(line):
            if self._distance(line, self.a[i], move) == 1 and self._distance(line, self.b[j], move) == 1:
                yield 2, [Step(i, j, move, slip_a=True, slip_b=True)]

    def _alone(self, state: _State, sheet: int) -> Iterator[tuple[int, list[Step]]]:
        """Yield the line of one sheet as a move that the other left out, or as one that stands there twice."""
        i, j, line = state
        lines, at = ((self.a, i), (self.b, j))[sheet]
        a, b = (i, None) if sheet == 0 else (None, j)
        move = self.course.move(line, lines[at])
        if move is not None:
            yield 1, [Step(a, b, move, slip_a=sheet == 1, slip_b=sheet == 0)]
        if at and may_be_same(self.course, lines[at - 1], lines[at]):
            yield 1, [Step(a, b, None, slip_a=sheet == 0, slip_b=sheet == 1)]

    def _alone_with_a_slip(self, state: _State, sheet: int) -> Iterator[tuple[int, list[Step]]]:
        """Yield the moves that one sheet left out, and that the other wrote with a slip."""
        i, j, line = state
        text = self.a[i] if sheet == 0 else self.b[j]
        a, b = (i, None) if sheet == 0 else (None, j)
        for move in self.course.legal(line):
            if self._distance(line, text, move) == 1:
                yield 2, [Step(a, b, move, slip_a=True, slip_b=True)]

    def _exchanged(self, state: _State, apart: int) -> Iterator[tuple[int, list[Step]]]:
        """Yield the moves of lines that one sheet has exchanged, or both."""
        i, j, first = state
        order = [apart, *range(1, apart), 0]
        plain = list(range(apart + 1))
        for in_a, in_b in ((order, plain), (plain, order), (order, order)):
            line, steps, cost = first, [], (in_a is order) + (in_b is order)
            source, orders = (self.a, in_a) if in_a is order else (self.b, in_b)
            base = i if in_a is order else j
            for place in plain:
                move = self.course.move(line, source[base + orders[place]])
                if move is None:
                    break
                costs = (
                    self._distance(line, self.a[i + in_a[place]], move),
                    self._distance(line, self.b[j + in_b[place]], move),
                )
                if max(costs) >= NEVER:
                    break
                cost += sum(costs)
                changed = place in {0, apart}
                steps.append(
                    Step(
                        i + place,
                        j + place,
                        move,
                        costs[0] > 0 or (changed and in_a is order),
                        costs[1] > 0 or (changed and in_b is order),
                    )
                )
                line = self.course.after(line, move)
                if line == ILLEGAL:
                    break
            else:
                yield cost, steps
