"""Application of a move: captures, flips, promotion, end; effects of stones."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kifu.games.rengo.boards_and_unit_movements import (
    DISC,
    FOR_PAWN,
    FRESH,
    GO,
    HAND_PLACE,
    JANGGI,
    KINGS,
    MEN,
    PAWN,
    PAWNS,
    PEARL,
    PROMOTES,
    SIDE,
    TO_HAND,
)
from kifu.games.rengo.position import (
    BECOMES,
    DROP,
    DROP_PROMOTED,
    FACED,
    FIVE,
    GOING,
    KING_TAKEN,
    NO_SUFFIX,
    PASSED_TWICE,
    PROMOTED,
    Position,
    decode,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kifu.games.rengo.geometry import Geometry


FIVE_IN_A_ROW = 5
PEARLS = tuple(bytes(int(unit == PEARL + SIDE * side) for unit in range(256)) for side in (0, 1))
"""For each side the table that turns a board into one byte a square: 1 for its 珠, else 0."""


def enclosed_chain(geometry: Geometry, board: bytes | bytearray, square: int) -> list[int]:
    """Chain of the unit on `square` if enclosed (rengo.32), else nothing."""
    neighbours = geometry.neighbours
    for to in neighbours[square]:
        if not board[to]:
            return []
    side = board[square] // SIDE
    fence = GO + SIDE * (1 - side)
    chain = [square]
    seen = {square}
    fenced = False
    for at in chain:
        for to in neighbours[at]:
            there = board[to]
            if there == fence:
                fenced = True
            elif not there or there // SIDE != side:
                return []
            elif to not in seen:
                seen.add(to)
                chain.append(to)
    return chain if fenced else []


def has_empty_neighbour(geometry: Geometry, board: bytes | bytearray, square: int) -> bool:
    """Tell whether a square has a liberty: an empty neighbour."""
    for at in geometry.neighbours[square]:  # noqa: SIM110 - a call of `any` would take longer than the loop
        if not board[at]:
            return True
    return False


def is_any_chain_enclosed(geometry: Geometry, board: bytes | bytearray, squares: Iterable[int], side: int) -> bool:
    """Tell whether a chain of `side` on `squares` is enclosed (rengo.34)."""
    if GO + SIDE * (1 - side) not in board:
        return False
    for square in squares:
        unit = board[square]
        if unit and unit // SIDE == side and enclosed_chain(geometry, board, square):
            return True
    return False


def captured_by_stones(geometry: Geometry, board: bytes | bytearray, stones: Iterable[int], side: int) -> list[int]:
    """Squares of enemy chains that new `stones` of `side` enclose."""
    victims: list[int] = []
    for stone in stones:
        for to in geometry.neighbours[stone]:
            unit = board[to]
            if unit and unit // SIDE != side and to not in victims:
                victims += enclosed_chain(geometry, board, to)
    return victims


def flanked_units(geometry: Geometry, board: bytes | bytearray, square: int, side: int, *, immune: bool) -> list[int]:
    """Squares that a 翻 dropped on `square` flanks, in all directions (rengo.37).

    If `immune`, a direction that holds a king is not flanked (``hasami=immune``).
    """
    own = DISC + SIDE * side
    turned: list[int] = []
    if own not in board:
        return turned
    for rays in geometry.rays:
        line: list[int] = []
        for to in rays[square]:
            unit = board[to]
            if not unit:
                break
            if unit // SIDE == side:
                if unit == own and not (immune and any(board[at] % SIDE in KINGS for at in line)):
                    turned += line
                break
            line.append(to)
    return turned


def flanking_drops(geometry: Geometry, board: bytes, side: int) -> list[int]:
    """Empty squares where a 翻 of `side` flanks a unit, once each."""
    own = DISC + SIDE * side
    points: dict[int, None] = {}
    disc = board.find(own)
    while disc >= 0:
        for rays in geometry.rays:
            length = 0
            for to in rays[disc]:
                there = board[to]
                if there and there // SIDE != side:
                    length += 1
                    continue
                if not there and length:
                    points[to] = None
                break
        disc = board.find(own, disc + 1)
    return list(points)


def has_five(geometry: Geometry, board: bytes | bytearray, side: int) -> bool:
    """Tell whether `side` has five or more 珠 in line (rengo.39)."""
    if board.count(PEARL + SIDE * side) < FIVE_IN_A_ROW:
        return False
    pearls = int.from_bytes(board.translate(PEARLS[side]), "little")
    for distance, begins in geometry.fives:
        shift = 8 * distance
        pairs = pearls & pearls >> shift
        if pairs and pairs & pairs >> 2 * shift & pearls >> 4 * shift & begins:
            return True
    return False


def longest_row(geometry: Geometry, board: bytes, side: int) -> int:
    """Return the length of the longest unbroken line of 珠 of `side`."""
    pearl = PEARL + SIDE * side
    squares = [square for square, unit in enumerate(board) if unit == pearl]
    longest = min(1, len(squares))
    for square in squares:
        for number in range(4):
            length = 1
            for to in geometry.rays[number][square]:
                if board[to] != pearl:
                    break
                length += 1
            longest = max(longest, length)
    return longest


class MoveEffect(NamedTuple):
    """The effect of an action."""

    after: Position
    touched: tuple[int, ...]
    """The squares where the mover's units are new. Only chains through these squares can have become enclosed."""
    taken: tuple[int, ...] = ()
    """Squares of the units that were taken by displacement, leap or enclosure."""
    flipped: tuple[int, ...] = ()
    enclosed: tuple[int, ...] = ()
    """The squares of `taken` whose units were enclosed."""
    origin: int = -1
    """The square that a unit has left; -1 for a drop and for パス."""


@lru_cache(maxsize=1 << 16)
def decode_move(geometry: Geometry, move: int) -> tuple[int, tuple[int, ...], int]:
    """Kind, squares and suffix of a move; -1 for off-board squares."""
    kind, places, suffix = decode(move)
    columns, rows = geometry.columns, geometry.rows
    squares = tuple(
        ((at >> 5) - 1) * columns + (at & 31) if at >> 5 <= rows and at & 31 < columns else -1 for at in places
    )
    return kind, squares, suffix


def move_squares(position: Position, move: int) -> tuple[int, ...]:
    """Return the squares of a move.

    -1 for a place off the board.
    """
    return decode_move(position.context.geometry, move)[1]


def pseudo_legal_effect(position: Position, move: int) -> MoveEffect:
    """Effect of a pseudo-legal `move` (rengo.12-31)."""
    if not move:
        return MoveEffect(
            _next_position(position, position.board, position.stands, position.captives, position.kings), ()
        )
    return effect_of_parts(position, *decode_move(position.context.geometry, move))


def effect_of_parts(position: Position, kind: int, squares: tuple[int, ...], suffix: int) -> MoveEffect:
    """Return the effect of a sound move in parts.

    That of a drop that promotes, which is no move, is that of the drop: it is asked for when the move is explained.
    """
    if suffix in {DROP, DROP_PROMOTED}:
        return drop_effect(position, kind, squares[0])
    return step_effect(position, squares, suffix)


def step_effect(position: Position, squares: tuple[int, ...], suffix: int = NO_SUFFIX) -> MoveEffect:
    """Effect of moving a unit from the first to the last square."""
    geometry, board = position.context.geometry, position.board
    origin, to = squares[0], squares[-1]
    kind = board[origin] % SIDE
    if kind in MEN:
        taken = captured_on_path(geometry, board, squares)
    elif board[to]:
        taken = (to,)
    elif kind in PAWNS and to == position.en_passant and geometry.column_of[to] != geometry.column_of[origin]:
        taken = (geometry.ahead[0 if position.turn else 4][to],)
    else:
        taken = ()
    return move_effect(position, origin, to, taken, suffix)


def move_effect(
    position: Position, origin: int, destination: int, taken: tuple[int, ...], suffix: int = NO_SUFFIX
) -> MoveEffect:
    """Effect of a move from `origin` to `destination` that captures on `taken`."""
    context, side, before, stands, _, _, captives, kings = position[:8]
    board = bytearray(before)
    unit = board[origin]
    kind = unit % SIDE
    board[origin] = 0
    if taken:
        stands, captives, kings = _stands_captives_and_kings(position, before, taken)
        for victim in taken:
            board[victim] = 0
    passed = -1
    if kind == FRESH:
        unit += PAWN - FRESH
        row_of = context.geometry.row_of
        if abs(row_of[destination] - row_of[origin]) == 2:  # noqa: PLR2004 - a double step
            passed = (origin + destination) // 2
    if suffix == PROMOTED:
        unit = PROMOTES[kind] + SIDE * side
    elif suffix >= BECOMES:
        unit = FOR_PAWN[suffix - BECOMES] + SIDE * side
    board[destination] = unit
    if kind in KINGS:
        kings = (kings[0], destination) if side else (destination, kings[1])
    after = _next_position(position, bytes(board), stands, captives, kings, passed)
    return MoveEffect(after, (destination,), taken, (), (), origin)


def drop_effect(position: Position, kind: int, square: int) -> MoveEffect:
    """Effect of a drop, with units flanked and enclosed (rengo.27, 32, 37)."""
    context, side = position.context, position.turn
    geometry = context.geometry
    board = bytearray(position.board)
    board[square] = kind + SIDE * side
    hand = list(position.stands[side])
    hand[HAND_PLACE[kind]] -= 1
    stands = _replace_hand(position.stands, side, hand)
    flipped: list[int] = []
    kings = position.kings
    if kind == DISC:
        flipped = flanked_units(geometry, board, square, side, immune=context.options.hasami == "immune")
        for at in flipped:
            turned_kind = board[at] % SIDE
            if turned_kind in KINGS:
                board[at] = 0
                kings = _remove_king(kings, 1 - side)
            else:
                board[at] = (PAWN if turned_kind == FRESH else turned_kind) + SIDE * side
    stones = [at for at in (square, *flipped) if board[at] == GO + SIDE * side]
    taken = captured_by_stones(geometry, board, stones, side) if stones else []
    ko = -1
    captives = position.captives
    if taken:
        stands, captives, lost = _stands_captives_and_kings(position._replace(stands=stands), board, taken)
        kings = _remove_king(kings, 1 - side) if lost[1 - side] < 0 else kings
        for victim in taken:
            board[victim] = 0
        if kind == GO and len(taken) == 1 and would_enemy_retake_stone(geometry, board, taken[0], square, side):
            ko = taken[0]
    after = _next_position(position, bytes(board), stands, captives, kings, -1, ko)
    return MoveEffect(after, (square, *flipped), tuple(taken), tuple(flipped), tuple(taken))


def captured_on_path(geometry: Geometry, board: bytes, squares: tuple[int, ...]) -> tuple[int, ...]:
    """Squares captured on a sound path of a draughtsman, in order."""
    victims: list[int] = []
    for start, end in pairwise(squares):
        between = geometry.between(start, end) or ()
        victims += [at for at in between if board[at] and at != squares[0]]
    return tuple(victims)


def would_enemy_retake_stone(geometry: Geometry, board: bytearray, vacated: int, stone: int, side: int) -> bool:
    """Ko test: an enemy 碁 on `vacated` would take exactly `stone` (rengo.35)."""
    board[vacated] = GO + SIDE * (1 - side)
    chains = [
        enclosed_chain(geometry, board, at)
        for at in geometry.neighbours[vacated]
        if board[at] and board[at] // SIDE == side
    ]
    board[vacated] = 0
    return [chain for chain in chains if chain] == [[stone]]


def do_kings_face(board: bytes, kings: tuple[int, int], geometry: Geometry, kind: int) -> bool:
    """Tell whether kings of `kind` face on an open column (rengo.47, 48)."""
    first_king, second_king = kings
    if first_king < 0 or second_king < 0 or board[first_king] != kind or board[second_king] != kind + SIDE:
        return False
    if geometry.column_of[first_king] != geometry.column_of[second_king]:
        return False
    return not any(board[at] for at in geometry.between(first_king, second_king) or ())


def _stands_captives_and_kings(
    position: Position, board: bytes | bytearray, victims: Sequence[int]
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, int], tuple[int, int]]:
    """Stands, アゲハマ and kings after captures (rengo.26), taken kings to neither."""
    side = position.turn
    hand: list[int] = []
    captives = 0
    kings = position.kings
    for victim in victims:
        kind = board[victim] % SIDE
        to = TO_HAND[kind]
        if kind in KINGS:
            kings = _remove_king(kings, 1 - side)
        elif to >= 0:
            hand = hand or list(position.stands[side])
            hand[to] += 1
        else:
            captives += 1
    stands, of_both = position.stands, position.captives
    if captives:
        of_both = (of_both[0], of_both[1] + captives) if side else (of_both[0] + captives, of_both[1])
    return _replace_hand(stands, side, hand) if hand else stands, of_both, kings


def _replace_hand(
    stands: tuple[tuple[int, ...], tuple[int, ...]], side: int, hand: list[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (stands[0], tuple(hand)) if side else (tuple(hand), stands[1])


def _remove_king(kings: tuple[int, int], side: int) -> tuple[int, int]:
    return (kings[0], -1) if side else (-1, kings[1])


def _next_position(  # noqa: PLR0913, PLR0917 - the parts of a position
    position_before: Position,
    board: bytes,
    stands: tuple[tuple[int, ...], tuple[int, ...]],
    captives: tuple[int, int],
    kings: tuple[int, int],
    en_passant: int = -1,
    ko: int = -1,
) -> Position:
    """Return the position with the other side to move.

    It also records what has ended the game (rengo.13).
    """
    context, side, board_before = position_before[:3]
    passed = board is board_before
    first = kings[0]
    facing = first >= 0 and board[first] == JANGGI and do_kings_face(board, kings, context.geometry, JANGGI)
    if kings[1 - side] < 0:
        ended = KING_TAKEN
    elif board.count(PEARL + SIDE * side) >= FIVE_IN_A_ROW and has_five(context.geometry, board, side):
        ended = FIVE
    elif facing and position_before.facing:
        ended = FACED
    elif passed and position_before.passed:
        ended = PASSED_TWICE
    else:
        ended = GOING
    return Position(context, 1 - side, board, stands, en_passant, ko, captives, kings, passed, facing, ended)
