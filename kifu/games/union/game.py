"""A Union game over one variant's data, under the contract's names.

It implements the contract :class:`kifu.core.game.game.Game`.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, cast

from kifu.core.compiled.kernel_primitives import popcount
from kifu.core.errors import InvalidSetup
from kifu.core.game.counting import Target
from kifu.core.game.game import Game
from kifu.core.game.kernels import EngineModules, KernelModules
from kifu.core.game.options import VARIANT_ENDING, RuleOption, RuleSet, named_file
from kifu.core.game.rules import SideName
from kifu.core.game.text import Text
from kifu.core.message import Message
from kifu.core.outcome import Ending, Outcome, Side, Termination
from kifu.games.union import counting_and_referee_hooks as counted
from kifu.games.union import variant
from kifu.games.union.counting_and_referee_hooks import LABELS, UnionCounting, UnionRefereeHooks, variant_data_entries
from kifu.games.union.diagrams import KEYS, Diagrams
from kifu.games.union.drawing import UnionDrawing, ground
from kifu.games.union.explain import Explainer
from kifu.games.union.position import (
    FIRST_SIDE,
    KINDS,
    NONE,
    PASS,
    SIDE_PIECES,
    TURNED,
    UNITED,
    Position,
    encode,
    position_with,
)
from kifu.games.union.unit_words_and_move_text import UnionText
from kifu.games.union.variant_context_and_rule_tables import VariantContext

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kifu.core.game.options import DataEntry
    from kifu.core.game.rules import Breach
    from kifu.core.game.symmetries import Symmetry
    from kifu.core.game.text import DiagramText, Reading, Vocabulary
    from kifu.games.union.variant import BoardPoints, Family, Variant


def union_rule_set(family: Family, rule_set_name: str) -> RuleSet:
    """Return the rule set of a game with its options.

    `rule_set_name` is ``king/1``, or the name of a variant file.
    """
    own = f"{family.id}/1"
    example = f"my-{family.id}{VARIANT_ENDING}"
    files = Message(f"。規則のファイルなら「{example}」のように書きます", f", or a variant file such as {example}")
    options = [
        RuleOption("last", ("free", "must"), family.end_article),
        RuleOption("turn", ("both", "once") if family.turns_back else ("once", "both"), "union.8"),
        RuleOption("four", ("note", "draw"), "union.11"),
    ]
    if family.places:
        options.append(RuleOption("first", ("piece", "side"), "master.1"))
    return RuleSet(
        rule_set_name, family.name, tuple(options), aliases=(family.id,) if rule_set_name == own else (), files=files
    )


class UnionWriting(Text[Position]):
    """Read and spell moves and diagrams of one board."""

    board: BoardPoints
    _data: Variant
    _text: UnionText
    _diagrams: Diagrams
    diagram_keys = KEYS

    def read(self, text: str) -> Reading:
        """Read a written move. Raises InvalidMove if it is not understood."""
        return self._text.read(text)

    def resolve(self, position: Position, reading: Reading) -> int:
        """Return the move of a reading."""
        return self._text.resolve(position, reading)

    def spell(self, move: int) -> str:
        """Return the canonical text of a move."""
        return self._text.spell(move)

    def move_space(self, position: Position) -> Iterator[int]:  # noqa: ARG002 - every position has the same space
        """All spellable moves: パス, placements and moves, with marks and suffixes."""
        points = range(len(self._data.points))
        yield PASS
        for flags in (0, TURNED, UNITED, TURNED | UNITED):
            for unit in range(3 * 2 * KINDS):
                mark, (part, kind) = unit // (2 * KINDS), divmod(unit % (2 * KINDS), KINDS)
                for origin in (NONE, *points):
                    stem = encode(part, kind, 0, origin, mark=mark, flags=flags)
                    yield from (stem | to for to in points)

    def read_diagram(self, diagram: DiagramText, base: Position | None = None) -> Position:
        """Read a diagram; `base` gives what it leaves out.

        Raises InvalidSetup if it is faulty.
        """
        return self._diagrams.read(diagram, base)

    def spell_diagram(self, position: Position) -> str:
        """Return the diagram of a position with the lines below it."""
        return self._diagrams.spell(position)

    def differences(self, position: Position, other: Position) -> tuple[Message, ...]:
        """Differences between the replayed `position` and a diagram's, one message each."""
        return self._diagrams.differences(position, other)

    def cell(self, position: Position, square: int) -> str:
        """Return the text of a square of the rectangle.

        Two blanks if the square is no point.
        """
        point = self.board.find(square)
        return "\u3000\u3000" if point is None else self._diagrams.cell(position, point)


VARIANT_CACHE_SIZE = 64
"""The number of variant files whose game, or whose error, is remembered."""


class Union(UnionRefereeHooks, UnionDrawing, UnionWriting, UnionCounting, Game[Position]):
    """A game of the family (see :class:`kifu.core.game.game.Game`)."""

    sides = (SideName("○", Message("白", "white (白)")), SideName("●", Message("黒", "black (黒)")))
    """先手 is white (union.1). The marks ▲ (dark) and △ (light) would suggest the opposite colours, so they are not used."""
    counts_points = True
    board: BoardPoints

    def __init__(self, shared: VariantContext, flags: int = 0) -> None:
        """Game over the data of `shared`, under the option set `flags`."""
        self._shared = shared
        self._flags = flags
        self._family = family = shared.family
        self._data = data = shared.data
        self._laws = laws = shared.laws
        self.id = family.id
        self.name = family.name
        self.package = family.package
        self._ruleset = rules = union_rule_set(family, data.name)
        self.options = rules.options
        self.chosen = rules.of_flags(flags)
        self.rules = rules.spell(self.chosen)
        self.match_article = family.match_article
        self.board = points = shared.points
        self.lines = tuple(tuple(points.squares[point] for point in line) for line in data.lines)
        self.ground = ground(self.lines, points)
        self.target = Target(counted.PAIRS if family.target_counts_pairs else counted.POINTS, data.target)
        self._text = UnionText(family, points)
        self._diagrams = Diagrams(family, points, data.backs, laws, flags)
        self._breach = shared.faults.breach
        self._explainer = Explainer(family, shared, self._text, self._diagrams)
        self.units = counted.units_of(family)
        self.layers = counted.layers_of(family)
        self.stock = tuple(
            (frozenset((side, unit) for unit in layer), len(layer)) for side in Side for layer in self.layers
        )
        self.places_once = family.places
        self.traces = {kind: label for kind, label in counted.TRACES.items() if family.places or kind != counted.PLACED}
        self.legal_moves = laws.legal_moves
        self.play_legal = laws.play
        self.score = laws.score
        left = SIDE_PIECES | SIDE_PIECES << 2 * KINDS if family.places else 0
        self.placing_plies = popcount(left) or None
        self._start = position_with(data.start, int(family.places and not flags & FIRST_SIDE), left, flags)

    def configure(self, rules: str | None, head: Mapping[str, str]) -> Union:  # noqa: ARG002 - no header changes it
        """Return this game under the options of a record.

        :meth:`variant` reads variant files.

        Raises InvalidSetup for an unknown rule set, option or value.
        """
        file = named_file(rules)
        if file is not None and file.name == self._data.name:  # a name is compared as it is, an option in any width
            return self._at(self._ruleset.flags(self._ruleset.read_options(file.options, len(file.name))))
        return self._at(self._ruleset.flags(self._ruleset.parse(rules)))

    def under(self, option: str, value: str) -> Union:
        """Return this game with another value of one option.

        Raises ValueError for an unknown one.
        """
        return self._at(self._ruleset.flags(self._ruleset.with_value(self.chosen, option, value)))

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words that people use for pieces, 反 and 合."""
        return self._text.vocabulary()

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as rules, or as the text of a variant file."""
        if self._shared.text is None:
            return super().__reduce__()
        return _game_of_text, (self._family, self._data.name, self._shared.text, self._flags)

    def _at(self, flags: int) -> Union:
        """Return the only game over this data under these options."""
        return _cached_game(self._shared, flags)

    def variant(self, name: str, text: str) -> Union:
        """Return the game over the data of the variant file `name`.

        Raises InvalidSetup if the file is faulty.
        """
        return _game_of_text(self._family, name, text, 0)

    def default_variant(self) -> str:
        """Return the text of the variant file that ships with the game."""
        return variant.default_text(self._family)

    def entries(self) -> tuple[DataEntry, ...]:
        """Return the variant's data in words, each entry with its provenance."""
        start = self.spell_diagram(self._start)
        return tuple(variant_data_entries(self._family, self._data, self.board, self._laws.DEGREES, start))

    @cached_property
    def reconstructed(self) -> Mapping[str, Message]:
        """Variant sections that are reconstructed, wholly or in part."""
        return {key: LABELS[key] for key, origin in self._data.provenance if variant.is_reconstructed(origin)}

    def start(self) -> Position:
        """Return the starting layout.

        For Master it is the empty board: black places a white piece, under first=side white a black one (master.1).
        """
        return self._start

    def turn(self, position: Position) -> Side:
        """Return the side to move; 先手 is white."""
        return Side(position.turn)

    def outcome(self, position: Position) -> Ending | None:
        """Ending at the target or by standstill; None while going on."""
        ended = self._laws.ended(position)
        if not ended:
            return None
        if ended == 1:
            return Ending(self._outcome_by_higher_total(position), Termination.TARGET, self._family.end_article)
        return Ending(self._outcome_by_higher_total(position), Termination.STANDSTILL, "union.9")

    def explain(self, position: Position, move: int) -> Breach | None:
        """Return why a move is illegal, None if it is legal."""
        return self._explainer.explain(position, move)

    def legal(self, position: Position, move: int) -> bool:
        """Tell whether a move is legal; nothing is explained."""
        return not self._breach(position, move)

    def article_of(self, number: int) -> str:
        """Return the article that the kernel `breach` gives as a number."""
        return self._explainer.article_of_number(number)

    def likeness(self) -> tuple[Variant, int]:
        """Data without name and provenance, and options, to compare variants."""
        return self._data._replace(name="", provenance=()), self._flags

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The turns of the board that keep its lines (see :mod:`kifu.games.union.symmetry`)."""
        return self._shared.symmetries

    def image(self, position: Position, symmetry: int) -> Position:
        """Return `position` under the symmetry of number `symmetry`.

        0 leaves it as it is.
        """
        return position if symmetry == 0 else self._shared.symmetry_module.image(position, symmetry)

    def image_of_move(self, move: int, symmetry: int) -> int:
        """Return `move` under the symmetry of number `symmetry`.

        0 leaves it as it is.
        """
        return move if symmetry == 0 else self._shared.symmetry_module.image_of_move(move, symmetry)

    def kernel_modules(self) -> KernelModules:
        """Return rules, breaches and symmetries over the tables of this variant."""
        return KernelModules(self._laws, self._shared.faults, self._shared.symmetry_module)

    def engine_modules(self) -> EngineModules:
        """Evaluation and win bounds that the engine binds to this variant."""
        from kifu.games.union import evaluation, win_bounds  # noqa: PLC0415 - only the engine needs them

        return EngineModules(evaluation, win_bounds)

    def _outcome_by_higher_total(self, position: Position) -> Outcome:
        """Return who has the higher total (union.10)."""
        white, black = self.score(position)
        return Outcome.DRAW if white == black else Outcome.win(Side(black > white))


def default_game(family: Family) -> Union:
    """Game of a family over its own data."""
    return _cached_game(VariantContext(family, variant.default_variant(family), "own"), 0)


@lru_cache(VARIANT_CACHE_SIZE)
def _game_of_file(family: Family, file_name: str, variant_text: str) -> Union | InvalidSetup:
    """Game over a variant file, or the file's error; both cached."""
    try:
        data = variant.read_variant(family, file_name, variant_text)
    except InvalidSetup as error:
        return error
    import hashlib  # noqa: PLC0415 - only a variant file needs it

    return _cached_game(
        VariantContext(family, data, f"file_{hashlib.sha256(variant_text.encode()).hexdigest()[:16]}", variant_text), 0
    )


def _game_of_text(family: Family, file_name: str, variant_text: str, flags: int) -> Union:
    """Game over a variant text read before, under `flags`."""
    game = _game_of_file(family, file_name, variant_text)
    if isinstance(game, InvalidSetup):
        raise game.with_traceback(None)
    return _cached_game(game._shared, flags)  # noqa: SLF001 - of the same class


def _cached_game(shared: VariantContext, flags: int) -> Union:
    """Return the only game over this data under these options."""
    if flags not in shared.games:
        shared.games.setdefault(flags, Union(shared, flags))
    return cast("Union", shared.games[flags])
