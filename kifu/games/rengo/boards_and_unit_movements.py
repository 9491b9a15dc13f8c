"""Boards (rengo.2), units (rengo.6) and their movements (rengo.15-22), from TOML."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.lazy_imports_extras_and_package_files import package_text
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping

SIDE = 64
"""The number of a unit of 後手 is its kind + SIDE; a unit of 先手 has just the kind."""
KING_ARM, SOLDIER_ARM = "王様", "兵隊"
ARMS = frozenset({KING_ARM, SOLDIER_ARM, "副官", "戦車", "火砲", "置石", "象兵", "騎士"})
"""The arms of rengo.6."""
UNITS_OF = tuple(bytes(int(unit > 0 and unit // SIDE == side) for unit in range(256)) for side in (0, 1))
"""For each side the table that turns a board into one byte a square: 1 for its units, else 0."""
SETS = frozenset({"将棋", "チェス", "シャンチー", "チャンギ", "マークルック", "ドラフツ", "囲碁", "五目並べ", "オセロ"})
"""The sets of pieces that the units are taken from."""
BASES = frozenset({"source", "first"})
"""The grounds on which the arm and the cost of a unit rest."""
REQUIRED = frozenset({"name", "en", "set", "arm", "cost", "moves", "article", "basis"})
"""The keys that every unit has in units.toml."""
OPTIONAL = {"number": 0, "number_b": 0, "away": 0, "free": 0, "promoted": "", "of": ""}
"""The optional keys with their defaults. But the default of `number_b` is `number`, and that of `away` is `cost`."""


class RengoBoard(NamedTuple):
    """One of the boards of rengo.2.

    Its row numbers are counted by 先手, from 1.
    """

    number: str
    name: Message
    columns: int
    rows: int
    soldiers: int
    zone: int
    line: int
    camp: int
    palace: bool
    river: bool
    passing: str
    standstill: str
    passes: str
    basis: str
    ground: str
    stars: int

    @property
    def reconstructed(self) -> bool:
        """Whether the project has reconstructed its rows, because the source lost them."""
        return self.basis == "reconstructed"

    @property
    def family(self) -> bool:
        """Shogi-family board ①-⑤: units cost `cost`, not `away`."""
        return self.number in "①②③④⑤"


class Unit(NamedTuple):
    """One kind of unit of rengo.6.

    `number` is the number per player in sets A and B; a promoted face has none.
    """

    name: str
    en: str
    set: str
    arm: str
    number: tuple[int, int]
    cost: int
    away: int
    free: int
    promoted: str
    of: str
    moves: str
    """The way it moves: a name of :data:`kifu.games.rengo.boards_and_unit_movements.WAYS_BY_NAME`."""
    article: int
    basis: str


def _read_toml(name: str) -> dict[str, Any]:
    return tomllib.loads(package_text(__package__ or "", name))


def _parse_board(entry: dict[str, Any]) -> RengoBoard:
    return RengoBoard(**{**entry, "name": Message(**entry["name"])})


def parse_unit(entry: Mapping[str, Any]) -> Unit:
    """Return the unit that an entry of units.toml describes.

    Raises ValueError for a missing or unknown key, for an unknown set, arm or basis, and for a number that is no whole
    number: a typing error must not make another unit.
    """
    name = entry.get("name", "?")
    wrong = (REQUIRED - entry.keys()) | (entry.keys() - REQUIRED - OPTIONAL.keys())
    if wrong:
        raise ValueError(f"units.toml: {name}: missing or not known: {', '.join(sorted(wrong))}")
    filled = {**OPTIONAL, "number_b": entry.get("number", 0), "away": entry["cost"], **entry}
    for key, known in (("set", SETS), ("arm", ARMS), ("basis", BASES)):
        if filled[key] not in known:
            raise ValueError(f"units.toml: {name}: no such {key}: {filled[key]!r}")
    numbers = ("number", "number_b", "cost", "away", "free", "article")
    if any(type(filled[key]) is not int for key in numbers):
        raise ValueError(f"units.toml: {name}: {', '.join(numbers)} are whole numbers")
    if not filled["of"] and "number" not in entry:
        raise ValueError(f"units.toml: {name}: a unit that is no promoted face has a number")
    filled["number"] = (filled["number"], filled.pop("number_b"))
    return Unit(**filled)


BOARDS = {board.name.ja: board for board in map(_parse_board, _read_toml("boards.toml")["boards"])}
"""The boards by name, as the line 盤： writes it."""

UNITS = tuple(map(parse_unit, _read_toml("units.toml")["units"]))
NAMES = ("", *(unit.name for unit in UNITS), "兵")
"""The character of each kind. Kind 0 is an empty square; the last kind is a 兵 that still has its first-move right."""
KINDS = {unit.name: kind for kind, unit in enumerate(UNITS, start=1)}
FRESH = len(UNITS) + 1
"""The kind of a 兵 that still has its first-move right (rengo.18)."""
UNIT_OF = (None, *UNITS, UNITS[KINDS["兵"] - 1])

PAWN, MAN, CROWN = KINDS["兵"], KINDS["平"], KINDS["冠"]
GO, DISC, PEARL = KINDS["碁"], KINDS["翻"], KINDS["珠"]
"""The kinds of the stones 碁, 翻 and 珠."""
STONES = frozenset({GO, DISC, PEARL})
MEN = frozenset({MAN, CROWN})
"""The kinds that leap."""
PAWNS = frozenset({PAWN, FRESH})
"""兵, with its first-move right and without it."""
KINGS = frozenset(KINDS[name] for name in "玉王帥楚君")
SHOGI = frozenset(kind for name, kind in KINDS.items() if UNITS[kind - 1].set == "将棋")
"""The kinds of the 将棋駒 (rengo.5)."""
PROMOTES = {KINDS[unit.name]: KINDS[unit.promoted] for unit in UNITS if unit.promoted}
UNPROMOTED_KIND = {KINDS[unit.name]: KINDS[unit.of] for unit in UNITS if unit.of}
"""The unpromoted kind of each promoted face."""
FOR_PAWN = tuple(KINDS[name] for name in "后城僧騎")
"""The kinds that a 兵 may become (rengo.25)."""

HANDS = tuple(KINDS[name] for name in "飛角金銀桂香歩碁翻珠")
"""The kinds that a stand (駒台) can hold, in the order in which a diagram writes them."""
HAND_PLACE = {kind: place for place, kind in enumerate(HANDS)}
HAND_GO, HAND_DISC = HAND_PLACE[GO], HAND_PLACE[DISC]


def hand_index(kind: int) -> int:
    """Index in HANDS of a captured kind, -1 for アゲハマ (rengo.26)."""
    return HAND_PLACE.get(UNPROMOTED_KIND.get(kind, kind), -1) if kind in SHOGI or kind == DISC else -1


TO_HAND = tuple(hand_index(kind) for kind in range(FRESH + 1))

MOVE, TAKE, BOTH = 1, 2, 3
"""The modes of a step: it may end on an empty square, on an enemy, or on both."""

Vector = tuple[int, int]
"""Rows down, then columns to the right."""

DIRECTIONS: tuple[Vector, ...] = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""The eight directions, forward first, clockwise; the opposite of number n is n ^ 4."""
ORTHOGONAL, DIAGONAL = (0, 2, 4, 6), (1, 3, 5, 7)
FORWARD = (0,)
FORWARD_DIAGONAL = (1, 7)


class StepRule(NamedTuple):
    """Step: vector, vectors of squares to be empty, mode."""

    to: Vector
    past: tuple[Vector, ...] = ()
    mode: int = BOTH


class UnitMovement(NamedTuple):
    """Movement of one kind of unit, apart from palace and river."""

    rays: tuple[int, ...] = ()
    """The numbers of the directions in which it goes any distance."""
    steps: tuple[StepRule, ...] = ()


def _steps_of_mode(*groups: tuple[int, ...], mode: int = BOTH) -> tuple[StepRule, ...]:
    return tuple(StepRule(DIRECTIONS[number], (), mode) for group in groups for number in group)


def _lame_steps(diagonals: int) -> tuple[StepRule, ...]:
    """Return the steps made of one orthogonal and then `diagonals` diagonal steps.

    All squares but the last must be empty.
    """
    steps = []
    for number in ORTHOGONAL:
        down, right = DIRECTIONS[number]
        for turn in (number + 1) % 8, (number - 1) % 8:
            d, r = DIRECTIONS[turn]
            squares = [(down + d * count, right + r * count) for count in range(diagonals + 1)]
            steps.append(StepRule(squares[-1], tuple(squares[:-1])))
    return tuple(steps)


KNIGHT = tuple(StepRule((d, r)) for d, r in ((-2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2)))
GOLD = UnitMovement((), _steps_of_mode(ORTHOGONAL, FORWARD_DIAGONAL))
SILVER = UnitMovement((), _steps_of_mode(FORWARD, DIAGONAL))
ROOK, BISHOP = UnitMovement(ORTHOGONAL), UnitMovement(DIAGONAL)
HORSE = UnitMovement((), _lame_steps(1))
PAWN_STEPS = (*_steps_of_mode(FORWARD, mode=MOVE), *_steps_of_mode(FORWARD_DIAGONAL, mode=TAKE))
DOUBLE = StepRule((-2, 0), ((-1, 0),), MOVE)
"""The first move of 兵 (rengo.18)."""

WAYS_BY_NAME = {
    "king": UnitMovement((), _steps_of_mode(ORTHOGONAL, DIAGONAL)),
    "orthogonal step": UnitMovement((), _steps_of_mode(ORTHOGONAL)),
    "rook": ROOK,
    "bishop": BISHOP,
    "lance": UnitMovement(FORWARD),
    "forward step": UnitMovement((), _steps_of_mode(FORWARD)),
    "shogi knight": UnitMovement((), (StepRule((-2, -1)), StepRule((-2, 1)))),
    "gold": GOLD,
    "silver": SILVER,
    "dragon": UnitMovement(ORTHOGONAL, _steps_of_mode(DIAGONAL)),
    "horse": UnitMovement(DIAGONAL, _steps_of_mode(ORTHOGONAL)),
    "queen": UnitMovement((*ORTHOGONAL, *DIAGONAL)),
    "knight": UnitMovement((), KNIGHT),
    "pawn": UnitMovement((), PAWN_STEPS),
    "lame knight": HORSE,
    "janggi elephant": UnitMovement((), _lame_steps(2)),
    "elephant": UnitMovement(
        (), tuple(StepRule((2 * d, 2 * r), ((d, r),)) for d, r in (DIRECTIONS[n] for n in DIAGONAL))
    ),
    "diagonal step": UnitMovement((), _steps_of_mode(DIAGONAL)),
    "janggi soldier": UnitMovement((), _steps_of_mode(FORWARD, (2, 6))),
    "own": UnitMovement(),
}
"""The ways by their names in ``moves`` of units.toml. "own" is for cannons, draughts men and stones: code moves them."""


def unit_movement(unit: Unit) -> UnitMovement:
    """Return the movement of a unit.

    Raises ValueError if its data name an unknown way.
    """
    if unit.moves not in WAYS_BY_NAME:
        raise ValueError(f"units.toml: {unit.name} moves like no unit: {unit.moves!r}")
    return WAYS_BY_NAME[unit.moves]


WAYS = (UnitMovement(), *map(unit_movement, UNITS))
"""The ways by kind; kind 0 is an empty square. A fresh 兵 has the way of 兵, and DOUBLE too."""
SIDEWAYS = _steps_of_mode((2, 6))
"""The steps that 卒 gains on its line (rengo.19)."""

BOUND = frozenset(KINDS[name] for name in "帥仕楚士")
"""The kinds that stay in the palace on boards with palaces (rengo.16, 19, 20)."""
LINED = frozenset(KINDS[name] for name in "楚士")
"""The kinds that also go along the palace's diagonals."""
ELEPHANT, SOLDIER, CHARIOT, LEAPER, JUMPER, FOOT = (KINDS[name] for name in "相卒车炮包卆")
GENERAL, JANGGI = KINDS["帥"], KINDS["楚"]
"""The two kings with rules of their own (rengo.47, 48)."""
