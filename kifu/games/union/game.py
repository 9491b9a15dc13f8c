"""Defines a Union game over the data of one variant; it implements the contract :class:`kifu.contract.game.Game`."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from kifu.contract.game import Game
from kifu.contract.head import SideName
from kifu.contract.judging import Notice
from kifu.contract.kernels import EngineModules, KernelModules
from kifu.contract.tally import Target
from kifu.games.union import measures as counted
from kifu.games.union import shown, variant
from kifu.games.union import tokens as drawn
from kifu.games.union.diagram import EMPTY, KEYS, TURNED_MARK, Diagrams
from kifu.games.union.explain import Explainer
from kifu.games.union.options import FIRST_SIDE, FOUR_DRAW, ruleset
from kifu.games.union.position import (
    KINDS,
    NONE,
    PASS,
    SIDE_PIECES,
    TURNED,
    UNITED,
    Position,
    build,
    encode,
)
from kifu.games.union.shared import Shared
from kifu.games.union.text import Text
from kifu.games.variants import named_file
from kifu.kernels.mark import popcount
from kifu.model.errors import InvalidSetup
from kifu.model.message import Message
from kifu.model.outcome import Ending, Outcome, Side, Termination

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kifu.contract.options import DataEntry
    from kifu.contract.rules import Breach
    from kifu.contract.tally import Share, Trace
    from kifu.contract.text import Reading
    from kifu.games.union.board import Points
    from kifu.games.union.family import Family
    from kifu.games.union.variant import Variant
    from kifu.model.diagram import DiagramText
    from kifu.model.drawn import Token
    from kifu.model.symmetry import Symmetry
    from kifu.model.vocabulary import Vocabulary

REPETITIONS = 4
"""The number of the occurrence that union.11 reports."""
KEPT = 64
"""The number of variant files whose game, or whose error, is remembered."""


class Union(Game[Position]):
    """A game of the family (see :class:`kifu.contract.game.Game`)."""

    turn_article = "union.1"
    agreed_article = "union.11"
    diagram_keys = KEYS
    quiet_until = REPETITIONS
    sides = (SideName("○", Message("白", "white (白)")), SideName("●", Message("黒", "black (黒)")))
    """先手 is white (union.1). The marks ▲ (dark) and △ (light) would suggest the opposite colours, so they are not used."""
    measures = counted.MEASURES
    board: Points

    def __init__(self, shared: Shared, flags: int = 0) -> None:
        """Make the game over the data of `shared` under the options of the set `flags` (:mod:`kifu.games.union.options`)."""
        self._shared = shared
        self._flags = flags
        self._family = family = shared.family
        self._data = data = shared.data
        self._laws = laws = shared.laws
        self.id = family.id
        self.name = family.name
        self.package = family.package
        self._ruleset = rules = ruleset(family, data.name)
        self.options = rules.options
        self.chosen = rules.of_flags(flags)
        self.rules = rules.spell(self.chosen)
        self.match_article = family.match_article
        self.board = points = shared.points
        self.lines = tuple(tuple(points.squares[point] for point in line) for line in data.lines)
        self.ground = drawn.ground(self.lines, points)
        self.target = Target(counted.PAIRS if family.target_counts_pairs else counted.POINTS, data.target)
        self._text = Text(family, points)
        self._diagrams = Diagrams(family, points, data.backs, laws, flags)
        self._tally = counted.Tally(family, points, laws)
        self._breach = shared.faults.breach
        self._explainer = Explainer(family, shared, self._text, self._diagrams)
        self.units = self._tally.units
        self.traces = {kind: label for kind, label in counted.TRACES.items() if family.places or kind != counted.PLACED}
        self.legal_moves = laws.legal_moves
        self.play = laws.play
        self.score = laws.score
        left = SIDE_PIECES | SIDE_PIECES << 2 * KINDS if family.places else 0
        self.placing_plies = popcount(left) or None
        self._start = build(data.start, int(family.places and not flags & FIRST_SIDE), left, flags)

    def configure(self, named: str | None, head: Mapping[str, str]) -> Union:  # noqa: ARG002 - no header changes it
        """Return this game under the options of a record; :meth:`variant` reads variant files.

        Raises InvalidSetup for an unknown rule set, option or value.
        """
        file = named_file(named)
        if file is not None and file.name == self._data.name:  # a name is compared as it is, an option in any width
            return self._at(self._ruleset.flags(self._ruleset.read_options(file.options, len(file.name))))
        return self._at(self._ruleset.flags(self._ruleset.parse(named)))

    def under(self, option: str, value: str) -> Union:
        """Return this game with another value of one option. Raises ValueError for an unknown one."""
        return self._at(self._ruleset.flags(self._ruleset.changed(self.chosen, option, value)))

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words that people use for pieces, 反 and 合."""
        return self._text.vocabulary()

    def _at(self, flags: int) -> Union:
        """Return the only game over this data under these options."""
        return _under(self._shared, flags)

    def variant(self, name: str, text: str) -> Union:
        """Return the game over the data of the variant file `name`. Raises InvalidSetup if the file is faulty."""
        game = _of_file(self._family, name, text)
        if isinstance(game, InvalidSetup):
            raise game.with_traceback(None)
        return game

    def default_variant(self) -> str:
        """Return the text of the variant file that ships with the game."""
        return variant.default_text(self._family)

    def entries(self) -> tuple[DataEntry, ...]:
        """Return the variant's data in words, each entry with its provenance."""
        start = self.spell_diagram(self._start)
        return tuple(shown.entries(self._family, self._data, self.board, self._laws.DEGREES, start))

    @cached_property
    def reconstructed(self) -> Mapping[str, Message]:
        """The sections of the variant whose provenance says that they are reconstructed, wholly or in part."""
        return {key: shown.LABELS[key] for key, origin in self._data.provenance if variant.is_reconstructed(origin)}

    def start(self) -> Position:
        """Return the starting layout.

        For Master it is the empty board: black places a white piece, under first=side white a black one (master.1).
        """
        return self._start

    def double_turn(self, start: Callable[[], Position]) -> int | None:
        """Return the ply that places the last piece, because white also makes the next move (master.1); None if none is left.

        Under first=side black places the last piece, and turns alternate.
        """
        return None if self._flags & FIRST_SIDE else popcount(start().left) or None

    def turn(self, position: Position) -> Side:
        """Return the side to move; 先手 is white."""
        return Side(position.turn)

    def outcome(self, position: Position) -> Ending | None:
        """Return the end of the game, at the target or because neither side can move; None while the game goes on."""
        ended = self._laws.ended(position)
        if not ended:
            return None
        if ended == 1:
            return Ending(self._higher(position), Termination.TARGET, self._family.end_article)
        return Ending(self._higher(position), Termination.STANDSTILL, "union.9")

    def explain(self, position: Position, move: int) -> Breach | None:
        """Return why a move is illegal, None if it is legal."""
        return self._explainer.explain(position, move)

    def legal(self, position: Position, move: int) -> bool:
        """Tell whether a move is legal; nothing is explained."""
        return not self._breach(position, move)

    def article_of(self, number: int) -> str:
        """Return the article that the kernel `breach` gives as a number."""
        return self._explainer.article(number)

    def closed(self, position: Position) -> Ending | None:
        """Return the end of the game if black declines the last move here; None if there is none that it may decline."""
        return self.outcome(self._laws.passed(position)) if self._laws.may_decline(position) else None

    def history(self, positions: Sequence[Position], moves: Sequence[int], occurrences: int) -> Ending | Notice | None:  # noqa: ARG002
        """Return what follows from the fourth occurrence of a position (union.11), None for every other occurrence.

        It is a notice; under four=draw it is the end of the game, if no other has come first.
        """
        if occurrences != REPETITIONS or positions.count(positions[-1]) != REPETITIONS:
            return None
        if self._flags & FOUR_DRAW:
            return None if self.outcome(positions[-1]) else Ending(Outcome.DRAW, Termination.REPETITION, "union.11")
        name = self.name
        return Notice(
            "repetition",
            Message(
                f"同じ局面が四回現れました。{name.ja}に千日手の規則はなく、勝負は続きます (union.11)",
                f"the same position has occurred four times; {name.en} has no rule for it and play goes on (union.11)",
            ),
        )

    def opening_notices(self, start: Position) -> tuple[Notice, ...]:
        """Return the notice of the reconstructed data that the game is judged by, and one for an impossible setup.

        A setup in the placing half that placing never leads to is still valid as a study (master.2).
        """
        return (*self._notice_of_data(start), *self._notice_of_placing(start))

    def _notice_of_data(self, start: Position) -> tuple[Notice, ...]:
        used = {key: label for key, label in self.reconstructed.items() if key != "start" or start == self._start}
        return (shown.reconstructed(self.name, used),) if used else ()

    def _notice_of_placing(self, start: Position) -> tuple[Notice, ...]:
        cells = [self._diagrams.cell(start, point) for point in range(len(self.board.squares))] if start.left else []
        odd = next((point for point, cell in enumerate(cells) if TURNED_MARK in cell or EMPTY not in cell), None)
        if odd is None:
            return ()
        there = self.board.name(odd)
        return (
            Notice(
                "never-placed",
                Message(
                    f"配置の途中なのに、{there} に裏返った、または合体したコマがあります。配置だけではこの局面になりません (master.2)",
                    f"pieces are left to place, but one on {there} is turned over or united: placing never leads to this position (master.2)",
                ),
            ),
        )

    def move_space(self, position: Position) -> Iterator[int]:  # noqa: ARG002 - every position has the same space
        """Yield every move that can be written, legal or not: パス, placements and moves, with each mark and suffix."""
        points = range(len(self._data.points))
        yield PASS
        for flags in (0, TURNED, UNITED, TURNED | UNITED):
            for unit in range(3 * 2 * KINDS):
                mark, (part, kind) = unit // (2 * KINDS), divmod(unit % (2 * KINDS), KINDS)
                for origin in (NONE, *points):
                    stem = encode(part, kind, 0, origin, mark=mark, flags=flags)
                    yield from (stem | to for to in points)

    def read(self, text: str) -> Reading:
        """Read a written move. Raises InvalidMove if it is not understood."""
        return self._text.read(text)

    def resolve(self, position: Position, reading: Reading) -> int:
        """Return the move of a reading."""
        return self._text.resolve(position, reading)

    def spell(self, move: int) -> str:
        """Return the canonical text of a move."""
        return self._text.spell(move)

    def read_diagram(self, diagram: DiagramText, base: Position | None = None) -> Position:
        """Read a diagram; `base` gives what it leaves out. Raises InvalidSetup if it is faulty."""
        return self._diagrams.read(diagram, base)

    def spell_diagram(self, position: Position) -> str:
        """Return the diagram of a position with the lines below it."""
        return self._diagrams.spell(position)

    def differences(self, position: Position, other: Position) -> tuple[Message, ...]:
        """Return one message for each difference between the replayed `position` and `other`, the position of a diagram."""
        return self._diagrams.differences(position, other)

    def measure(self, position: Position) -> tuple[tuple[float, float], ...]:
        """Return the measures of a position, each as (white, black)."""
        return self._tally.measure(position)

    def shares(self, position: Position) -> tuple[Share, ...]:
        """Return the shares of the score, one for each pair of one colour."""
        return self._tally.shares(position)

    def trace(self, position: Position, move: int) -> tuple[Trace, ...]:
        """Return the marks of a legal move."""
        return self._tally.trace(position, move)

    def standing(self, position: Position) -> Iterator[Trace]:
        """Yield one mark for each piece on the board."""
        return self._tally.standing(position)

    def likeness(self) -> tuple[Variant, int]:
        """Return the data without name and provenance, and the options, to compare two variants of this game."""
        return self._data._replace(name="", provenance=()), self._flags

    def cell(self, position: Position, square: int) -> str:
        """Return the text of a square of the rectangle; two blanks if the square is no point."""
        point = self.board.find(square)
        return "\u3000\u3000" if point is None else self._diagrams.cell(position, point)

    def tokens(self, position: Position) -> Iterator[Token]:
        """Yield one token for each piece on the board."""
        return drawn.tokens(self._family, self.board, self._laws, position)

    def written_from(self, token: Token) -> tuple[str, ...]:
        """Return the texts of moves of a piece: with and without 反 and 合."""
        return drawn.written_from(self._family, self._data.backs, token)

    def longest_moves(self) -> tuple[str, ...]:
        """Return a placement, if this game has them, and a move with 反 and 合."""
        return drawn.longest_moves(self._family, self.board)

    def written_on(self, side: Side) -> tuple[str, ...]:
        """Return the pieces that a side may place."""
        return drawn.written_on(self._family, side)

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The turns of the board that keep its lines (see :mod:`kifu.games.union.symmetry`)."""
        return self._shared.symmetries

    def image(self, position: Position, symmetry: int) -> Position:
        """Return `position` under the symmetry of number `symmetry`; 0 leaves it as it is."""
        return position if symmetry == 0 else self._shared.turning.image(position, symmetry)

    def image_of_move(self, move: int, symmetry: int) -> int:
        """Return `move` under the symmetry of number `symmetry`; 0 leaves it as it is."""
        return move if symmetry == 0 else self._shared.turning.image_of_move(move, symmetry)

    def kernel_modules(self) -> KernelModules:
        """Return rules, breaches and symmetries over the tables of this variant."""
        return KernelModules(self._laws, self._shared.faults, self._shared.turning)

    def engine_modules(self) -> EngineModules:
        """Return the evaluation and the limits, which the engine binds to the tables of this variant."""
        from kifu.games.union import evaluation, limits  # noqa: PLC0415 - only the engine needs them

        return EngineModules(evaluation, limits)

    def _higher(self, position: Position) -> Outcome:
        """Return who has the higher total (union.10)."""
        white, black = self.score(position)
        return Outcome.DRAW if white == black else Outcome.win(Side(black > white))


def shipped(family: Family) -> Union:
    """Return the game of a family over the data that ships with it."""
    return _under(Shared(family, variant.default(family), "own"), 0)


@lru_cache(KEPT)
def _of_file(family: Family, name: str, text: str) -> Union | InvalidSetup:
    """Return the game over a variant file, or the error of the file; both are cached, since records share files."""
    try:
        data = variant.read(family, name, text)
    except InvalidSetup as error:
        return error
    import hashlib  # noqa: PLC0415 - only a variant file needs it

    return _under(Shared(family, data, f"file_{hashlib.sha256(text.encode()).hexdigest()[:16]}"), 0)


def _under(shared: Shared, flags: int) -> Union:
    """Return the only game over this data under these options."""
    if flags not in shared.games:
        shared.games.setdefault(flags, Union(shared, flags))
    return shared.games[flags]
