"""Reads one move as people write it. All ways of reading it are found; whoever asks decides what several of them mean."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.model.errors import InvalidMove
from notation.forms.grammar import MOTIONS, Move, parsed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.contract.game import Game, Position
    from kifu.model.vocabulary import Vocabulary

LONGEST = 60
"""The most characters of a move."""
MOST = 8
"""The most readings of a move that are looked for."""
_AND = "[・,、 ]*"


class Situation(NamedTuple):
    """What is known of the place of a move in its game."""

    position: Position | None = None
    last: str = ""
    """The square where the move before has ended, in the notation."""


Visited = tuple[tuple[str, ...], tuple[str, ...]]
"""The squares of a move, and its suffixes, in the notation."""


def readings(game: Game, text: str, situation: Situation) -> tuple[str, ...]:
    """Return the moves that `text` may mean, in the notation, at most MOST; empty if it is no move.

    `text` is folded and has no side, number or time. A move without its unit, or without the square that it leaves, needs
    the position: each legal move that fits is a reading.
    """
    if not text or len(text) > LONGEST:
        return ()
    if _read(game, text) is not None:
        return (text,)
    found: dict[object, str] = {}
    for move in parsed(game, rewritten(game.vocabulary, text)):
        for spelled in _completed(game, move, situation):
            found.setdefault(_identity(game, spelled, situation), spelled)
            if len(found) == MOST:
                break
    return _from_where_it_stands(game, tuple(found.values()), situation)


def _from_where_it_stands(game: Game, moves: tuple[str, ...], situation: Situation) -> tuple[str, ...]:
    """Return the moves; of those that differ only in where they come from, the only legal one: 五06武(45)."""
    if len(moves) > 1 and situation.position is not None and len({move.rpartition("-")[2] for move in moves}) == 1:
        legal = [move for move in moves if is_legal(game, situation.position, move)]
        return tuple(legal) if len(legal) == 1 else moves
    return moves


def is_legal(game: Game, position: Position, text: str) -> bool:
    """Return whether a text is a legal move."""
    try:
        return game.legal(position, game.resolve(position, game.read(text)))
    except InvalidMove:
        return False


def rewritten(vocabulary: Vocabulary, text: str) -> str:
    """Return a text with the notation's own words, and without the parentheses round them: 丸内(反・合) is 丸内反合."""
    for pattern, into in vocabulary.rewritings:
        text = re.sub(pattern, into, text)
    words = _words(tuple(vocabulary.units), tuple(vocabulary.suffixes))
    return re.sub(rf"\(\s*({words})\s*\)", lambda found: re.sub(_AND, "", found[1]), text)


def is_of_a_move(vocabulary: Vocabulary, text: str) -> bool:
    """Return whether a text is only words of a move: units, their colours, and what stands behind one."""
    words = _words(tuple(vocabulary.units), tuple(vocabulary.suffixes))
    return re.fullmatch(words, rewritten(vocabulary, text.strip())) is not None or any(
        unit.startswith(text.strip()) for unit in vocabulary.units
    )


@lru_cache(maxsize=32)
def _words(units: tuple[str, ...], suffixes: tuple[str, ...]) -> str:
    """Return the pattern for a unit, for suffixes, or for both."""
    unit, suffix = (
        "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) for words in (units, suffixes)
    )
    more = rf"(?:{_AND}(?:{suffix}))*" if suffix else ""
    return rf"(?:{unit}){more}|(?:{suffix}){more}" if suffix else unit


def _identity(game: Game, text: str, situation: Situation) -> object:
    try:
        reading = game.read(text)
        if reading.move is None and situation.position is not None:
            return game.resolve(situation.position, reading)
    except InvalidMove:
        return text
    return text if reading.move is None else reading.move


def _read(game: Game, text: str) -> str | None:
    try:
        game.read(text)
    except InvalidMove:
        return None
    return text


def _completed(game: Game, move: Move, situation: Situation) -> Iterator[str]:
    """Yield what a parsed move means: itself if it is complete, else the legal moves that it leaves open."""
    if move.same:
        if not situation.last:
            return
        move = move._replace(squares=(*move.squares, situation.last), same=False)
        if len(move.squares) == 1 and move.unit:
            yield from _legal(game, move, situation.position)
            return
    without_its_origin = move.moved and len(move.squares) == 1
    if move.unit and not move.motion and not without_its_origin and _read(game, move.text()) is not None:
        yield move.text()
    else:
        yield from _legal(game, move, situation.position)


def _legal(game: Game, move: Move, position: Position | None) -> Iterator[str]:
    """Yield the legal moves that have all that is written."""
    if position is None:
        return
    for legal in game.legal_moves(position):
        spelled = game.spell(legal)
        written = game.read(spelled).written
        squares = tuple(map(game.board.spell, written.squares))
        if (
            squares[-1:] == move.squares[-1:]
            and not (move.moved and len(squares) == 1)
            and (squares == move.squares or (len(move.squares) == 1 and move.unit))
            and (not move.motion or _goes(game, position, squares, move.motion))
            and _fits(game, position, legal, move, (squares, written.suffixes))
        ):
            yield spelled


def _fits(game: Game, position: Position, legal: int, move: Move, visited: Visited) -> bool:
    """Return whether a legal move is one that is written so, with its squares as `visited`."""
    squares, suffixes = visited
    if not move.unit:
        unit = game.read(game.spell(legal)).written.unit
        return (move.suffixes == suffixes or not (move.suffixes or move.fragment)) and set(move.fragment) <= set(unit)
    if len(squares) == 1 and not move.suffixes:  # the mark of bringing a unit to the board may be left out
        move = move._replace(suffixes=suffixes)
    try:
        return game.resolve(position, game.read(move.text(squares))) == legal
    except InvalidMove:
        return False


def _goes(game: Game, position: Position, squares: tuple[str, ...], motion: str) -> bool:
    start, end = (game.board.parse(square) for square in (squares[0], squares[-1]))
    if start is None or end is None or len(squares) == 1:
        return False
    rows = (start // game.board.columns - end // game.board.columns) * (1, -1)[game.turn(position)]
    return (rows > 0) - (rows < 0) == MOTIONS[motion]
