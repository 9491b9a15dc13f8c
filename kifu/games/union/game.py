"""A Union game over the data of one variant: the family's functions under the names that every game has."""

from __future__ import annotations

import hashlib
import importlib
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from kifu.games.ruleset import unknown_rules
from kifu.games.union import binding, shown, turns, variant
from kifu.games.union import measures as counted
from kifu.games.union.board import Points
from kifu.games.union.diagram import EMPTY, KEYS, TURNED_MARK, Diagrams
from kifu.games.union.explain import Explainer
from kifu.games.union.position import (
    KINDS,
    MACHINE_POINTS,
    NONE,
    PASS,
    SIDE_PIECES,
    TURNED,
    UNITED,
    Position,
    build,
    encode,
)
from kifu.games.union.tables import tables
from kifu.games.union.text import Text
from kifu.games.variants import VARIANT_ENDING
from kifu.kernels.mark import popcount
from kifu.model.errors import InvalidSetup
from kifu.model.game import Note, SideName, Target
from kifu.model.message import Message
from kifu.model.outcome import Ending, Outcome, Side, Termination

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from types import ModuleType

    from kifu.games.union.family import Family
    from kifu.model.game import DataEntry
    from kifu.model.symmetry import Symmetry

REPETITIONS = 4
"""The occurrence that union.11 reports."""
KEPT = 64
"""How many games over variant files are kept, and how many files that are none."""


class Union:
    """A game of the family (see :class:`kifu.model.game.Game`)."""

    turn_article = "union.1"
    agreed_article = "union.11"
    evaluation = f"{__package__}.evaluation"
    diagram_keys = KEYS
    quiet_until = REPETITIONS
    sides = (SideName("○", Message("白", "white (白)")), SideName("●", Message("黒", "black (黒)")))
    """先手 is white (union.1). ▲ is dark and △ light, so for these sides they would say the opposite."""
    measures = counted.MEASURES

    def __init__(self, family: Family, data: variant.Variant, laws: ModuleType, faults: ModuleType) -> None:
        """Make the game from its data and from rules and breaches that are bound to the same."""
        self.family = family
        self.data = data
        self.laws = laws
        self._faults = faults
        self.id = family.id
        self.name = family.name
        self.package = family.package
        self.rules = data.name
        self.likeness = data._replace(name="", provenance=())
        self.match_article = family.match_article
        self.board = points = Points(data.points, variant.WIDEST.columns)
        self.lines = tuple(tuple(points.squares[point] for point in line) for line in data.lines)
        self.target = Target(counted.PAIRS if family.target_counts_pairs else counted.POINTS, data.target)
        text, diagrams = Text(family, points), Diagrams(family, points, data.backs, laws)
        tally = counted.Tally(family, points, laws)
        self.units = tally.units
        self.traces = {kind: label for kind, label in counted.TRACES.items() if family.places or kind != counted.PLACED}
        self.legal_moves = laws.legal_moves
        self.play = laws.play
        self.score = laws.score
        self.explain = Explainer(family, laws, faults, text, diagrams).explain
        self.read, self.resolve, self.spell = text.read, text.resolve, text.spell
        self.read_diagram, self.spell_diagram = diagrams.read, diagrams.spell
        self.differences = diagrams.differences
        self.measure, self.trace, self.standing, self.shares = tally.measure, tally.trace, tally.standing, tally.shares
        self._cell = diagrams.cell
        left = SIDE_PIECES | SIDE_PIECES << 2 * KINDS if family.places else 0
        self._start = build(data.start, int(family.places), left)

    def configure(self, named: str | None, head: Mapping[str, str]) -> Union:  # noqa: ARG002 - no header changes it
        """Return this game. Raises InvalidSetup when the record names other rules; files are `variant`'s."""
        if named is None or named.strip() in {self.rules, self.id, f"{self.id}/1"}:
            return self
        example = f"my-{self.id}{VARIANT_ENDING}"
        files = Message(f"。規則のファイルなら「{example}」のように書きます", f", or a variant file such as {example}")
        raise unknown_rules(named, f"{self.id}/1", self.name, files)

    def variant(self, name: str, text: str) -> Union:
        """Return the game over the data of the variant file `name`. Raises InvalidSetup."""
        made = _of_file(self.family, name, text)
        if isinstance(made, InvalidSetup):
            raise made.with_traceback(None)
        return made

    def default_variant(self) -> str:
        """Return the text of the variant file that ships with the game."""
        return variant.default_text(self.family)

    def entries(self) -> tuple[DataEntry, ...]:
        """Return the variant's data in words, each entry with where it comes from."""
        start = self.spell_diagram(self._start)
        return tuple(shown.entries(self.family, self.data, self.board, self.laws.DEGREES, start))

    def start(self) -> Position:
        """Return the starting layout; for Master the empty board, black to place a white piece (master.1)."""
        return self._start

    def double_turn(self, start: Position) -> int | None:
        """Return the ply that places the last piece, for white moves after it again (master.1); None if none is left."""
        return popcount(start.left) or None

    def turn(self, position: Position) -> Side:
        """Return whose turn it is: 先手 is white."""
        return Side(position.turn)

    def outcome(self, position: Position) -> Ending | None:
        """Return the end of the game at the target, or where neither side can move; None while it goes on."""
        how = self.laws.ended(position)
        if not how:
            return None
        if how == 1:
            return Ending(self._higher(position), Termination.TARGET, self.family.end_article)
        return Ending(self._higher(position), Termination.STANDSTILL, "union.9")

    def closed(self, position: Position) -> Ending | None:
        """Return the end of the game if black declines the last move here; None where there is none to decline."""
        return self.outcome(self.laws.passed(position)) if self.laws.last_move(position) else None

    def history(self, positions: Sequence[Position], moves: Sequence[int], occurrences: int) -> Note | None:  # noqa: ARG002
        """Report the fourth occurrence of a position, once (union.11)."""
        if occurrences != REPETITIONS or positions.count(positions[-1]) != REPETITIONS:
            return None
        name = self.name
        return Note(
            "repetition",
            Message(
                f"同じ局面が四回現れました。{name.ja}に千日手の規則はなく、勝負は続きます (union.11)",
                f"the same position has occurred four times; {name.en} has no rule for it and play goes on (union.11)",
            ),
        )

    def remarks(self, start: Position) -> tuple[Note, ...]:
        """Say of a set-up in the placing half what placing never leads to; it is a study all the same (master.2)."""
        cells = [self._cell(start, point) for point in range(len(self.board.squares))] if start.left else []
        found = next((point for point, cell in enumerate(cells) if TURNED_MARK in cell or EMPTY not in cell), None)
        if found is None:
            return ()
        there = self.board.name(found)
        return (
            Note(
                "never-placed",
                Message(
                    f"配置の途中なのに、{there} に裏返った、または合体したコマがあります。配置だけではこの局面になりません (master.2)",
                    f"pieces are left to place, but one on {there} is turned over or united: placing never leads to this position (master.2)",
                ),
            ),
        )

    def move_space(self, position: Position) -> Iterator[int]:  # noqa: ARG002 - it is the same everywhere
        """Yield every move that can be written, legal or not: パス, placements and moves, with each mark and suffix."""
        points = range(len(self.data.points))
        yield PASS
        for flags in (0, TURNED, UNITED, TURNED | UNITED):
            for unit in range(3 * 2 * KINDS):
                mark, (part, kind) = unit // (2 * KINDS), divmod(unit % (2 * KINDS), KINDS)
                for origin in (NONE, *points):
                    stem = encode(part, kind, 0, origin, mark=mark, flags=flags)
                    yield from (stem | to for to in points)

    def cell(self, position: Position, square: int) -> str:
        """Return what stands on a square of the rectangle; two blanks where there is no point."""
        point = self.board.find(square)
        return "\u3000\u3000" if point is None else self._cell(position, point)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The turns of the board that keep its lines (see :mod:`kifu.games.union.symmetry`)."""
        return turns.on_board(turns.permutations(self.data), self.board)

    def image(self, position: Position, symmetry: int) -> Position:
        """Return the position turned by the symmetry of that number."""
        return self._turning.image(position, symmetry)  # type: ignore[no-any-return]

    def image_of_move(self, move: int, symmetry: int) -> int:
        """Return the move turned by the symmetry of that number."""
        return self._turning.image_of_move(move, symmetry)  # type: ignore[no-any-return]

    @cached_property
    def _turning(self) -> ModuleType:
        """The symmetries over this board's own tables, made when first wanted."""
        if self.laws.__name__ == f"{self.package}.rules":
            return importlib.import_module(f"{self.package}.symmetry")
        return binding.symmetry(f"{self.laws.__name__}_turning", turns.symmetry_tables(self.data))

    @cached_property
    def modules(self) -> tuple[ModuleType, ModuleType, ModuleType]:
        """Rules, breaches and symmetries over the tables of this variant: what :mod:`kifu.kernels.bind` compiles."""
        return self.laws, self._faults, self._turning

    def _higher(self, position: Position) -> Outcome:
        """Return who has the higher total (union.10)."""
        white, black = self.score(position)
        return Outcome.DRAW if white == black else Outcome.win(Side(black > white))


@lru_cache(KEPT)
def _of_file(family: Family, name: str, text: str) -> Union | InvalidSetup:
    """Return the game over a variant file, or what is wrong with it: many a record names the same."""
    try:
        data = variant.read(family, name, text)
    except InvalidSetup as wrong:
        return wrong
    names = tables(family, data)
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    laws = binding.rules(f"{family.package}.file_{digest}_rules", names)
    faults = binding.breach(f"{family.package}.file_{digest}_breach", names, laws)
    if len(data.points) > MACHINE_POINTS:
        binding.unmark(laws)
        binding.unmark(faults)
    return Union(family, data, laws, faults)
