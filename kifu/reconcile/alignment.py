"""Alignment of two sheets: best-first search for the cheapest joint games.

The cost of a game is the number of slips that the two sheets need. The search is exact: it ends when no cheaper and no
equally cheap game can be found, or says that its limit ended it. It is symmetric in the two sheets.
"""

from __future__ import annotations

from functools import partial
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from kifu.reconcile.distance_and_first_difference import BAND_PLIES, NEVER, SlipBounds, may_say_move, may_say_same_move
from kifu.reconcile.line_tree import ILLEGAL, START
from kifu.reconcile.slip_rules import slip_between

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kifu.reconcile.line_tree import LineTree

TWO_LINES = (1, 2)
"""How many plies apart two exchanged lines stand."""


class AlignedStep(NamedTuple):
    """One aligned line: its index in each sheet, and the slips needed."""

    a: int | None
    b: int | None
    move: int | None
    """None for a line that stands in a sheet twice."""
    slip_a: bool = False
    slip_b: bool = False

    @property
    def in_other_order(self) -> AlignedStep:
        """The same step of the sheets in the other order."""
        return AlignedStep(self.b, self.a, self.move, self.slip_b, self.slip_a)


class CheapestGame(NamedTuple):
    """A cheapest joint game."""

    line: int
    """Its number in the tree."""
    steps: tuple[AlignedStep, ...]


class JointGames(NamedTuple):
    """The result of a search."""

    cost: int | None
    """The number of slips of a cheapest game; None if there is none."""
    games: tuple[CheapestGame, ...]
    complete: bool
    """Whether the search came to its end before its limit."""


class _State(NamedTuple):
    """Search state: lines read of each sheet, and the legal line.

    `first_a` are the lines of sheet A, by index, that are read before its line `a`: the sheet has exchanged them.
    """

    a: int
    b: int
    line: int
    first_a: tuple[int, ...] = ()
    first_b: tuple[int, ...] = ()


class _Final(NamedTuple):
    """A finished game with the cost of the sheets' claims about it."""

    state: _State


def cheapest_joint_games(
    tree: LineTree,
    sheets: tuple[Sequence[str], Sequence[str]],
    count_contradictions: Callable[[int, Sequence[AlignedStep]], int],
    max_plies_played: int,
    progress: Callable[[int], None] | None = None,
) -> JointGames:
    """Return the cheapest joint games of two sheets.

    The arguments are those of `AlignmentSearch`.
    Few slips are looked for first: then lines far apart need not be compared. `progress` is told how many plies were
    played since it was last called. Raises TooLong for sheets that cannot be compared.
    """
    search = AlignmentSearch(tree, sheets, count_contradictions, max_plies_played)
    joint = search.find_joint_games(progress)
    if search.whole or not joint.complete or (joint.cost is not None and joint.cost <= BAND_PLIES):
        return joint
    wider = AlignmentSearch(tree, sheets, count_contradictions, max_plies_played, compare_all=True)
    # Sheets that are too long for that may have a cheaper game, with lines farther apart.
    return wider.find_joint_games(progress) if wider.whole else joint._replace(complete=False)


class AlignmentSearch:
    """The search for the joint games of two sheets.

    `claims` returns the number of slips in what the sheets say besides their moves: closing lines and diagrams.
    `limit` is the number of plies that are played at most. Lines far apart are read together only if `wide` is set.
    """

    def __init__(
        self,
        tree: LineTree,
        sheets: tuple[Sequence[str], Sequence[str]],
        count_contradictions: Callable[[int, Sequence[AlignedStep]], int],
        max_plies_played: int,
        *,
        compare_all: bool = False,
    ) -> None:
        self.tree = tree
        self.a, self.b = sheets
        self._count_contradictions = count_contradictions
        self._max_plies_played = max_plies_played
        self._bounds = SlipBounds(tree, *sheets, compare_all=compare_all)
        self._costs: dict[_State, int] = {}
        self._from: dict[_State, tuple[_State, tuple[AlignedStep, ...]]] = {}
        self._heap: list[tuple[int, int, int, int, object]] = []
        self._slips: dict[tuple[str, int], int] = {}
        self._pushed = 0

    @property
    def whole(self) -> bool:
        """True if all pairs of lines are compared, however far apart."""
        return self._bounds.whole

    def find_joint_games(self, progress: Callable[[int], None] | None = None) -> JointGames:
        """Search to the end or to the limit.

        `progress` is told how many plies were played since it was last called.
        """
        told = self.tree.played
        first = _State(0, 0, START)
        self._costs[first] = 0
        self._push(self._min_slips_of_rest(first), first, 0, first)
        best: int | None = None
        found: dict[int, CheapestGame] = {}
        while self._heap:
            cost, _, _, spent, item = heappop(self._heap)
            if progress is not None and self.tree.played > told:
                progress(self.tree.played - told)
                told = self.tree.played
            if best is not None and cost > best:
                break
            if self.tree.played > self._max_plies_played or self._pushed > 4 * self._max_plies_played:
                return JointGames(best, tuple(found.values()), complete=False)
            if isinstance(item, _Final):
                best = cost
                found.setdefault(item.state.line, CheapestGame(item.state.line, tuple(self.steps_to(item.state))))
            elif isinstance(item, _State):
                if self._costs[item] == spent:
                    self._expand_state(item, spent)
            else:
                item()  # type: ignore[operator]  # a step that was put off
        games = sorted(found.values(), key=lambda game: self.tree.texts(game.line))
        return JointGames(best, tuple(games), complete=True)

    def steps_to(self, state: _State) -> list[AlignedStep]:
        """Return the steps that lead to a state."""
        steps: list[tuple[AlignedStep, ...]] = []
        while state in self._from:
            state, taken = self._from[state]
            steps.append(taken)
        return [step for taken in reversed(steps) for step in taken]

    def _push(self, bound: int, state: _State, spent: int, item: object) -> None:
        if bound < NEVER:
            self._pushed += 1
            heappush(self._heap, (bound, -(state.a + state.b), self._pushed, spent, item))

    def _defer_steps(
        self, bound: int, state: _State, spent: int, steps: Callable[[], Iterator[tuple[int, AlignedStep]]]
    ) -> None:
        """Defer a step until nothing cheaper than `bound` is left."""

        def take() -> None:
            for cost, taken in steps():
                self._take_step(state, spent, cost, taken)

        self._push(bound, state, spent, take)

    def _expand_state(self, state: _State, spent: int) -> None:
        """Push the states that may follow a state, or its end."""
        i, j = self._next_indices(state)
        if i is None and j is None:
            wrong = self._count_contradictions(state.line, self.steps_to(state))
            self._push(spent + wrong, state, spent, _Final(state))
            return
        if i is not None and j is not None:
            for cost, steps in self._moves_that_one_line_says(state.line, i, j):
                self._take_step(state, spent, cost, steps)
            both = spent + 2 + self._min_slips_of_rest(_state_after_step(state, AlignedStep(i, j, None)))
            self._defer_steps(both, state, spent, partial(self._moves_both_miswrote, state.line, i, j))
        for step in (AlignedStep(i, None, None), AlignedStep(None, j, None)):
            if (step.a, step.b) != (None, None):
                ahead = spent + self._min_slips_of_rest(_state_after_step(state, step))
                self._defer_steps(1 + ahead, state, spent, partial(self._missing_or_doubled_moves, state.line, step))
                self._defer_steps(
                    2 + ahead, state, spent, partial(self._missing_and_miswritten_moves, state.line, step)
                )
        for apart in TWO_LINES:
            for after in self._states_after_exchange(state, apart):
                self._record_state(state, after, spent + 1, ())

    def _next_indices(self, state: _State) -> tuple[int | None, int | None]:
        """Return the next index of each sheet; None at its end."""
        i = state.first_a[0] if state.first_a else state.a if state.a < len(self.a) else None
        j = state.first_b[0] if state.first_b else state.b if state.b < len(self.b) else None
        return i, j

    def _states_after_exchange(self, state: _State, lines_apart: int) -> Iterator[_State]:
        """Yield the state after two lines of one sheet change places."""
        a, b = state.a, state.b
        if not state.first_a and a + lines_apart < len(self.a):
            yield state._replace(a=a + lines_apart + 1, first_a=(a + lines_apart, *range(a + 1, a + lines_apart), a))
        if not state.first_b and b + lines_apart < len(self.b):
            yield state._replace(b=b + lines_apart + 1, first_b=(b + lines_apart, *range(b + 1, b + lines_apart), b))

    def _min_slips_of_rest(self, state: _State) -> int:
        """Return the least number of slips that the rest needs."""
        of = self._bounds.min_slips_from
        i, j = state.a, state.b
        if not state.first_a and not state.first_b:
            return of(i, j)
        # The other sheet first comes level; a further slip may lie across that place.
        ahead = len(state.first_a) - len(state.first_b)
        i, j = min(i + max(0, -ahead), len(self.a)), min(j + max(0, ahead), len(self.b))
        across = ((i, j - 1), (i, j + 1), (i - 1, j), (i + 1, j), (i + 1, j + 1), (i + 2, j + 2))
        return min(of(i, j), *(1 + of(*place) for place in across if min(place) >= 0))

    def _take_step(self, state: _State, spent: int, cost: int, step: AlignedStep) -> None:
        """Take a step from a state, if the rules allow its move."""
        line = state.line if step.move is None else self.tree.line_after_move(state.line, step.move)
        if line != ILLEGAL:
            self._record_state(state, _state_after_step(state, step)._replace(line=line), spent + cost, (step,))

    def _record_state(self, state: _State, after: _State, total: int, steps: tuple[AlignedStep, ...]) -> None:
        """Record the way to a state unless a cheaper one is known."""
        if total < self._costs.get(after, NEVER):
            self._costs[after] = total
            self._from[after] = (state, steps)
            self._push(total + self._min_slips_of_rest(after), after, total, after)

    def _slips_between(self, line: int, move_text: str, move: int) -> int:
        """Return the slips between text and move; 0, 1 or NEVER."""
        if may_say_move(self.tree, line, move_text, move):
            return 0
        key = (move_text, move)
        cost = self._slips.get(key)
        if cost is None:
            found = slip_between(self.tree.tokenizer.token_of_text(move_text), self.tree.token(move), self.tree.size)
            cost = self._slips[key] = NEVER if found is None else 1
        return cost

    def _moves_that_one_line_says(self, line: int, index_a: int, index_b: int) -> Iterator[tuple[int, AlignedStep]]:
        """Yield the moves that one of two lines says."""
        texts = self.a[index_a], self.b[index_b]
        moves = [self.tree.move_of_text(line, text) for text in texts]
        for move in dict.fromkeys(moves):
            if move is not None:
                costs = [self._slips_between(line, text, move) for text in texts]
                if max(costs) < NEVER:
                    yield sum(costs), AlignedStep(index_a, index_b, move, costs[0] > 0, costs[1] > 0)

    def _moves_both_miswrote(self, line: int, index_a: int, index_b: int) -> Iterator[tuple[int, AlignedStep]]:
        """Yield the legal moves that both lines are slips of."""
        for move in self.tree.legal_moves_after(line):
            if (
                self._slips_between(line, self.a[index_a], move) == 1
                and self._slips_between(line, self.b[index_b], move) == 1
            ):
                yield 2, AlignedStep(index_a, index_b, move, slip_a=True, slip_b=True)

    def _missing_or_doubled_moves(self, line: int, step: AlignedStep) -> Iterator[tuple[int, AlignedStep]]:
        """Yield one sheet's line as a missing or doubled move."""
        lines, at = (self.a, step.a) if step.a is not None else (self.b, step.b)
        assert at is not None  # noqa: S101 - a step has one line or two
        of_a = step.a is not None
        move = self.tree.move_of_text(line, lines[at])
        if move is not None:
            yield 1, step._replace(move=move, slip_a=not of_a, slip_b=of_a)
        if at and may_say_same_move(self.tree, lines[at - 1], lines[at]):
            yield 1, step._replace(slip_a=of_a, slip_b=not of_a)

    def _missing_and_miswritten_moves(self, line: int, step: AlignedStep) -> Iterator[tuple[int, AlignedStep]]:
        """Yield moves missing in one sheet and miswritten in the other."""
        text = self.a[step.a] if step.a is not None else self.b[step.b or 0]
        for move in self.tree.legal_moves_after(line):
            if self._slips_between(line, text, move) == 1:
                yield 2, step._replace(move=move, slip_a=True, slip_b=True)


def _state_after_step(state: _State, step: AlignedStep) -> _State:
    """Return the state behind the lines of a step."""
    a, b, line, first_a, first_b = state
    if step.a is not None:
        a, first_a = (a, first_a[1:]) if first_a else (a + 1, first_a)
    if step.b is not None:
        b, first_b = (b, first_b[1:]) if first_b else (b + 1, first_b)
    return _State(a, b, line, first_a, first_b)
