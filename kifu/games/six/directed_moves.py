"""Moves of 6面体 by unit and direction (巫女→右上).

A die goes in a direction if its square and the square where it lands lie on one row, column or diagonal; a 怨 that beats
on its way goes in the direction of the die that it beats. The directions are those of the board as it is drawn (上 is the
side of row 01), for both sides: the page draws and names all squares in one way, for 先手 and for 後手.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.errors import InvalidMove
from kifu.core.message import Message
from kifu.core.move_grammar import DIRECTIONS, direction_of_step
from kifu.core.outcome import SIDE_LABELS
from kifu.games.six import text
from kifu.games.six.position import FACES, NONE, SIZE, SQUARES, TERRITORY, WARRIOR, Position, encode
from kifu.games.six.rules import legal_moves, unit_on

if TYPE_CHECKING:
    from kifu.core.game.text import Reading

_ONE_STEP = frozenset({TERRITORY, WARRIOR})
"""The faces whose move in a direction has only one target, also if it is illegal; a 占 has none that is legal."""
MAX_LISTED_MOVES = 12
"""The number of moves that a message lists at most."""


def move_of_directed_reading(position: Position, reading: Reading) -> int:
    """Return the move that a reading means in `position`, legal or not.

    Raises InvalidMove for a reading with directions: ``unclear-direction`` if several legal moves fit,
    ``no-such-direction`` if none does, ``two-moves`` if it has several directions.
    """
    directions = reading.written.directions
    if not directions:
        return text.move_of_reading(position, reading)
    move = _only_legal_move(position, reading.written.unit, directions[0])
    if len(directions) > 1:
        raise _several_directions_error(position, reading.written.unit, directions, move)
    return move


def _only_legal_move(position: Position, unit_name: str, direction: str) -> int:
    """Return the only move of a unit in a direction.

    If none is legal, return the only illegal one that can be meant.
    """
    units = _units_named(unit_name)
    fitting = _moves_in_direction(position, units, direction)
    if len(fitting) > 1:
        raise _ambiguous_error(unit_name, direction, fitting)
    # A die of the other side, or a step that no rule allows, is a foul, and the referee names its article.
    other = position._replace(turn=1 - position.turn)
    meant = (
        fitting
        or _steps_in_direction(position, units, direction)
        or (_moves_in_direction(other, units, direction) if len(units) == 1 else [])
    )
    if len(meant) != 1:
        raise _no_move_error(position, unit_name, direction, units)
    return meant[0]


def _units_named(unit_name: str) -> tuple[int, ...]:
    """Units of a name: one by character, both sides' by full name."""
    if unit_name in text.UNITS:
        return (text.UNITS.index(unit_name),)
    face = text.FULL_NAMES.index(unit_name)
    return face, face + FACES


def _moves_in_direction(position: Position, units: tuple[int, ...], direction: str) -> list[int]:
    return [move for move in _legal_moves_of(position, units) if _direction_of(move) == direction]


def _legal_moves_of(position: Position, units: tuple[int, ...]) -> list[int]:
    """Return the legal moves of some units on the board.

    A side moves its own dice, and a 怨 of either side.
    """
    return [move for move in legal_moves(position) if move >> 10 & 63 != NONE and move & 15 in units]


def _direction_of(move: int) -> str | None:
    """Return the direction of a move on the board.

    None if it is not straight, as a move of 騎.
    """
    to, origin, beaten = move >> 4 & 63, move >> 10 & 63, move >> 16 & 63
    target = to if beaten == NONE else beaten
    return direction_of_step(target % SIZE - origin % SIZE, target // SIZE - origin // SIZE)


def _steps_in_direction(position: Position, units: tuple[int, ...], direction: str) -> list[int]:
    """Steps of the mover's one-step dice in a direction, legal or not."""
    own = [unit for unit in units if unit // FACES == position.turn and unit % FACES in _ONE_STEP]
    columns, rows = DIRECTIONS[direction]
    steps = []
    for origin in range(SQUARES):
        column, row = origin % SIZE + columns, origin // SIZE + rows
        if own and unit_on(position, origin) == own[0] and 0 <= column < SIZE and 0 <= row < SIZE:
            steps.append(encode(own[0], row * SIZE + column, origin))
    return steps


def _ambiguous_error(unit_name: str, direction: str, moves: list[int]) -> InvalidMove:
    listed = _moves_message(moves)
    return InvalidMove(
        "unclear-direction",
        Message(
            f"「{unit_name}→{direction}」に当たる手は {len(moves)} 通りあります: {listed.ja}。指した手をこのように書いてください",
            f"'{unit_name}→{direction}' fits {len(moves)} moves: {listed.en}; write the one that was played, like this",
        ),
    )


def _no_move_error(position: Position, unit_name: str, direction: str, units: tuple[int, ...]) -> InvalidMove:
    """Error of a direction that no unit of the name can take."""
    mover = SIDE_LABELS[position.turn]
    possible = _legal_moves_of(position, units)
    if possible:
        listed = _moves_message(possible)
        ja = f"動ける手は {listed.ja} です。指した手をこのように書いてください"
        en = f"it can play {listed.en}; write the move that was played, like this"
    else:
        ja = f"{mover.ja}に動かせる{unit_name}はありません。駒と手番を確かめてください"
        en = f"{mover.en} has no {unit_name} that can move; check the unit and the turn"
    return InvalidMove(
        "no-such-direction",
        Message(
            f"{mover.ja}が{unit_name}を{direction}に動かす手はありません。{ja}",
            f"{mover.en} has no move '{unit_name}→{direction}'; {en}",
        ),
    )


def _several_directions_error(
    position: Position, unit_name: str, directions: tuple[str, ...], first_move: int
) -> InvalidMove:
    """Error of several arrows, which are several moves of one side."""
    mover = SIDE_LABELS[position.turn]
    other = SIDE_LABELS[1 - position.turn]
    spelled, second = text.spell_move(first_move), f"{unit_name}→{directions[1]}"
    return InvalidMove(
        "two-moves",
        Message(
            f"→ が {len(directions)} つあるのは{mover.ja}の {len(directions)} 手で、間の{other.ja}の手が書かれていません。"
            f"ここには「{spelled}」だけを書き、{other.ja}の手のあとの行に「{second}」を書いてください",
            f"{len(directions)} arrows are {len(directions)} moves of {mover.en}, and the moves of {other.en} between them are "
            f"not written; write only '{spelled}' here, and '{second}' on the line after the move of {other.en}",
        ),
    )


def _moves_message(moves: list[int]) -> Message:
    shown = " ".join(map(text.spell_move, moves[:MAX_LISTED_MOVES]))
    more = len(moves) - MAX_LISTED_MOVES
    return Message(f"{shown} ほか {more} 手", f"{shown} and {more} more") if more > 0 else Message(shown, shown)
