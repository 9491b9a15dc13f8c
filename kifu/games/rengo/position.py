"""Options of 続・連合将棋 (rengo.57), its position, and moves as integers."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.game.options import RuleOption, RuleSet
from kifu.core.message import Message
from kifu.games.rengo.boards_and_unit_movements import FRESH, HANDS, PAWN
from kifu.games.rengo.geometry import Geometry, geometry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

RULES = RuleSet(
    "rengo/1",
    Message("続・連合将棋", "続・連合将棋"),
    (
        RuleOption("budget", ("100",), "rengo.7", number="[0-9]{1,6}"),
        RuleOption("kan", ("1", "2"), "rengo.6"),
        RuleOption("jin", ("half", "zone"), "rengo.3", also=("rengo.30",)),
        RuleOption("nari", ("move", "stop"), "rengo.24"),
        RuleOption("pawn2", ("on", "off"), "rengo.18"),
        RuleOption("kinshi", ("all", "nonking"), "rengo.34"),
        RuleOption("hasami", ("take", "immune"), "rengo.38"),
        RuleOption("saki", ("capture", "five"), "rengo.42"),
        RuleOption("komi", ("6.5",), "rengo.55", number=r"-?[0-9]{1,4}(?:\.[0-9]{1,2})?"),
    ),
    aliases=("rengo",),
)
USUAL_LENGTH = 200
"""The characters of a text of 規則 up to which it is remembered: records of one file mostly have the same."""
NUMBERS = {"budget": int, "kan": int, "komi": float}
"""The types of the options whose value is a number."""


class RengoOptions(NamedTuple):
    """The readings that a record may choose.

    The defaults are the rulings with the mark ⚖.
    """

    budget: int = 100
    kan: int = 1
    jin: str = "half"
    nari: str = "move"
    pawn2: str = "on"
    kinshi: str = "all"
    hasami: str = "take"
    saki: str = "capture"
    komi: float = 6.5

    def by_name(self) -> dict[str, str]:
        """Return the value of each option as text."""
        return {name: str(value) for name, value in self._asdict().items()}

    def spell(self) -> str:
        """Return the rule set as a record names it.

        It names only options that differ from their default.
        """
        return RULES.spell(self.by_name())


def parse_rules(rules_text: str | None) -> RengoOptions:
    """Read the text of 規則.

    Raises InvalidSetup for an unknown rule set, option or value, and for an option that comes twice.
    """
    if rules_text is None or len(rules_text) <= USUAL_LENGTH:
        return _cached_options(rules_text)
    return options_of(RULES.parse(rules_text))


@lru_cache(maxsize=1 << 6)
def _cached_options(text: str | None) -> RengoOptions:
    return options_of(RULES.parse(text or None))


def options_of(chosen: Mapping[str, str]) -> RengoOptions:
    """Return the options with these values."""
    return RengoOptions(**{name: NUMBERS.get(name, str)(value) for name, value in chosen.items()})


def differing_options(options: RengoOptions) -> Iterator[tuple[str, RengoOptions]]:
    """Options that differ in one named value, with its text."""
    now = options.by_name()
    for option in RULES.options:
        for value in option.values:
            if not option.number and now[option.name] != value:
                yield f"{option.name}={value}", options_of(now | {option.name: value})


EMPTY_HAND = (0,) * len(HANDS)

GOING, KING_TAKEN, FIVE, FACED, PASSED_TWICE = range(5)
"""The effect of the last action: the game goes on, or it has ended by rengo.44, 39, 48 or 53."""


class RuleContext:
    """Rule context of a position: board, options, dead squares, sets."""

    def __init__(self, board: str, options: RengoOptions, dead: frozenset[int], sets: tuple[int, int]) -> None:
        self.board = board
        self.options = options
        self.dead = dead
        """Squares of the 碁 that the record lists under 死石 (rengo.54)."""
        self.sets = sets
        """The sets of 先手 and of 後手: 0 is set A, 1 is set B (rengo.6)."""
        self.geometry: Geometry = geometry(board)

    def __repr__(self) -> str:
        return f"RuleContext({self.board}, {self.options.spell()})"

    def __reduce__(self) -> tuple[object, ...]:
        """Unpickle to the only object for this choice."""
        return _cached_rule_context, (self.board, self.options, self.dead, self.sets)

    def under(self, options: RengoOptions) -> RuleContext:
        """Return the context with other options and everything else equal."""
        return rule_context(self.board, options, self.dead, self.sets)


def rule_context(
    board: str, options: RengoOptions | None = None, dead: frozenset[int] = frozenset(), sets: tuple[int, int] = (0, 1)
) -> RuleContext:
    """Return the one RuleContext of this choice.

    Positions compare their contexts by identity.
    """
    return _cached_rule_context(board, options or RengoOptions(), dead, sets)


@cache  # a cache knows a call by its arguments, so it needs all of them
def _cached_rule_context(board: str, options: RengoOptions, dead: frozenset[int], sets: tuple[int, int]) -> RuleContext:
    return RuleContext(board, options, dead, sets)


class Position(NamedTuple):
    """A position. Two positions are equal by rengo.51.

    Equal positions have the same context, units with side and face, first-move and en passant rights, ko ban, stands and
    side to move. アゲハマ, passes, 楚 that face each other and the end of the game are part of a position but do not count
    for equality.
    """

    context: RuleContext
    turn: int
    board: bytes
    """For each square 0 if it is empty, the kind of a unit of 先手, or kind + SIDE of a unit of 後手."""
    stands: tuple[tuple[int, ...], tuple[int, ...]]
    """For each side the number of units of each kind of HANDS."""
    en_passant: int
    """The square that a 兵 has just passed by its double step, else -1."""
    ko: int
    """The square on which no unit may be put now (rengo.35), else -1."""

    captives: tuple[int, int]
    """The number of アゲハマ of each side."""
    kings: tuple[int, int]
    """The square of each king, -1 if it has been taken."""
    passed: bool
    """Whether the last action was パス."""
    facing: bool
    """Whether two 楚 face each other, so that the side to move must break it (rengo.48)."""
    ended: int
    is_setup: bool = False
    """Whether it is a setup (rengo.6-10) before the first action."""

    def __eq__(self, other: object) -> bool:
        """Tell whether two positions are equal by rengo.51."""
        return isinstance(other, Position) and self[:KEY] == other[:KEY]

    def __ne__(self, other: object) -> bool:
        """Tell whether two positions differ by rengo.51."""
        return not self == other

    def __hash__(self) -> int:
        return hash(self.board)  # bytes remember their hash; positions with the same board and other stands are rare

    def words(self) -> Iterator[int]:
        """Integers of at most 63 bits for :meth:`__eq__`, stable across runs.

        The context gives only the board and the options. The players' sets (rengo.6) and the dead 碁 of the record (rengo.54)
        matter only at the start and at the end of a game.
        """
        named = f"{self.context.board} {self.context.options.spell()}".encode()
        for part in (named, self.board):
            yield len(part)
            for start in range(0, len(part), WORD):
                yield int.from_bytes(part[start : start + WORD], "little")
        for stand in self.stands:
            yield from stand
        yield self.turn
        yield self.en_passant
        yield self.ko


WORD = 7
"""The number of bytes in a word."""
KEY = 6
"""The number of fields, from the first on, that count for the equality of positions."""

PASS = 0
NO_SUFFIX, PROMOTED, UNPROMOTED, DROP, BECOMES, DROP_PROMOTED = 0, 1, 2, 3, 4, 8
"""The suffixes: none, 成, 不成 if it matters, 打, 成 with the new kind of a 兵 (one for each of FOR_PAWN), 打成."""
SUFFIX_BITS, KIND_BITS, SQUARE_BITS = 4, 6, 10
SQUARES_FROM = SUFFIX_BITS + KIND_BITS
SECOND_SQUARE_FROM = SQUARES_FROM + SQUARE_BITS
_SQUARE, _KIND, _SUFFIX = (1 << SQUARE_BITS) - 1, (1 << KIND_BITS) - 1, (1 << SUFFIX_BITS) - 1


def encode(kind: int, places: tuple[int, ...], suffix: int = NO_SUFFIX) -> int:
    """Move as an integer: kind before it, squares as places, suffix."""
    packed = 0
    for at in reversed(places):
        packed = packed << SQUARE_BITS | at
    return packed << SQUARES_FROM | (PAWN if kind == FRESH else kind) << SUFFIX_BITS | suffix


def decode(move: int) -> tuple[int, tuple[int, ...], int]:
    """Return the kind, the places and the suffix of a move."""
    if move < 0:  # its bits never end
        raise ValueError(f"{move} is no move")
    places = []
    packed = move >> SQUARES_FROM
    while packed:
        places.append(packed & _SQUARE)
        packed >>= SQUARE_BITS
    return move >> SUFFIX_BITS & _KIND, tuple(places), move & _SUFFIX


def place_code(row: int, column: int) -> int:
    """Place of a square: a positive number, equal on every board.

    Row and column count from 0.
    """
    return row + 1 << 5 | column


@cache
def place_codes(board: str) -> tuple[int, ...]:
    """Return the places of all squares of a board."""
    tables = geometry(board)
    return tuple(place_code(row, column) for row, column in zip(tables.row_of, tables.column_of, strict=True))
