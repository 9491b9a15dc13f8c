"""Reads one move as people write it. All ways of reading it are found; whoever asks decides what several of them mean."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.errors import InvalidMove
from notation.formats.kif_moves_of_line import is_move
from notation.freeform.axis_order_and_direction import BOTTOM, RIGHT
from notation.freeform.fold_text import fold_line
from notation.freeform.move_and_unit_rewriting import FILE_AND_ROW
from notation.freeform.move_ink import ANY_STEPS, MOTIONS, InkMove, ink_moves_by_end
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game, Position
    from notation.freeform.hypothesis import PlyLink, Situation

MAX_READINGS = 8
"""The most readings of a move that are looked for."""
_COLOURS = frozenset("白黒")
_PLACED = kept_pattern("[置打]|お[くいき]")
"""Words of a unit that is placed."""


Visited = tuple[tuple[str, ...], tuple[str, ...]]
"""The squares of a move, and its suffixes, in the notation."""


class MoveReading(NamedTuple):
    """One move that a text may mean."""

    text: str
    """The move in the notation."""
    order: str = ""
    """Which axis stands first in its squares of two figures."""
    whole: bool = True
    """Whether all of it is written: the unit, and where it comes from."""


def moves_meant_by_ink(
    game: Game, written: str, moves: Sequence[InkMove], situation: Situation
) -> tuple[MoveReading, ...]:
    """Return the moves that an ink may mean, at most MAX_READINGS; only itself where it is one of the notation.

    `written` is the text as it stands, `moves` its patterns. A move without its unit, or without the square that it leaves,
    needs the position: each legal move that fits is a reading.
    """
    return _all_moves_meant_by_ink(game, written, tuple(moves), situation)


@lru_cache(maxsize=4096)
def _all_moves_meant_by_ink(
    game: Game, written: str, moves: tuple[InkMove, ...], situation: Situation
) -> tuple[MoveReading, ...]:
    """Return the moves that an ink may mean, squares counted as the record counts them."""
    if is_move(game, written) and not any(_lacks_its_colour(game, move) for move in moves):
        return (MoveReading(_text_as_counted(game, written, situation.counted)),)
    moves = tuple(_ink_as_counted(game, move, situation.counted) for move in moves)
    found: dict[object, MoveReading] = {}
    for move in moves:
        if move.way[2]:
            for spelled, seen in _legal_moves_on_way(game, move, situation.position):
                found.setdefault(move_key(game, spelled, situation), MoveReading(spelled, seen))
            continue
        for spelled in _complete_moves_meant(game, move, situation):
            whole = bool(move.unit) and not move.motion and is_move(game, move.text()) and not move.same
            found.setdefault(move_key(game, spelled, situation), MoveReading(spelled, move.order, whole))
            if len(found) == MAX_READINGS:
                break
    by_files = FILE_AND_ROW.search(written) is not None
    if game.vocabulary.cells and (by_files or _AS_IN_SHOGI.fullmatch(written.strip()) is not None):
        found = {key: way._replace(order=way.order or "column" * by_files) for key, way in found.items()}
        for move in moves:  # 七六歩 of shogi counts its columns from the right, and nothing tells which is meant
            for spelled in _complete_moves_meant(game, _ink_as_counted(game, move, (RIGHT,)), situation):
                found.setdefault(move_key(game, spelled, situation), MoveReading(spelled, FROM_THE_RIGHT, whole=False))
    return tuple(found.values())


PAGE, OWN_SIDE = "page", "own side"
"""The orders of ways as the board is printed, and as the player of each side sees it."""
FROM_THE_RIGHT = "right"
"""The order of squares whose columns are counted from the right."""
_AS_IN_SHOGI = kept_pattern(r"[▲△☗☖▽]?\s*[1-9１-９]\s?[一二三四五六七八九]\s?[^\d\W](?:成|不成)?")
"""A move as shogi writes it, without the square that it leaves."""


def square_counted_from_sides(game: Game, square: str, sides: Sequence[str]) -> str:
    """Return the square that is as far from the given sides of the board as one is from the left and the top."""
    at = game.board.parse(square)
    if at is None or not sides:
        return square
    row, column = divmod(at, game.board.columns)
    column = game.board.columns - 1 - column if RIGHT in sides else column
    row = game.board.rows - 1 - row if BOTTOM in sides else row
    return game.board.spell(row * game.board.columns + column)


def _text_as_counted(game: Game, text: str, sides: Sequence[str]) -> str:
    """Return a move of the notation whose squares are counted from the given sides of the board."""
    if not sides:
        return text
    written = game.read(text).written
    squares = (square_counted_from_sides(game, game.board.spell(at), sides) for at in written.squares)
    return "-".join(squares) + written.unit + "".join(written.suffixes)


def _ink_as_counted(game: Game, move: InkMove, sides: Sequence[str]) -> InkMove:
    """Return a move whose squares are counted from the given sides of the board."""
    return (
        move._replace(squares=tuple(square_counted_from_sides(game, square, sides) for square in move.squares))
        if sides
        else move
    )


@lru_cache(maxsize=4096)
def is_legal(game: Game, position: Position, text: str) -> bool:
    """Return whether a text is a legal move."""
    try:
        return game.legal(position, game.resolve(position, game.read(text)))
    except InvalidMove:
        return False


def is_out_of_turn(game: Game, plies: PlyLink, text: str) -> bool:
    """Return whether an illegal move is one of the other side: by the rules, or because it was legal a ply earlier."""
    position, before = plies.position, plies.before
    if position is None:
        return False
    if before is not None and before.position is not None and is_legal(game, before.position, text):
        return True
    try:
        breach = game.explain(position, game.resolve(position, game.read(text)))
    except InvalidMove:
        return False
    return breach is not None and breach.article == game.turn_article


def move_key(game: Game, text: str, situation: Situation) -> object:
    """Return what two texts of the notation have in common that are the same move in a situation."""
    try:
        reading = game.read(text)
        if reading.move is None and situation.position is not None:
            return game.resolve(situation.position, reading)
    except InvalidMove:
        return text
    return text if reading.move is None else reading.move


def _complete_moves_meant(game: Game, move: InkMove, situation: Situation) -> Iterator[str]:
    """Yield what a parsed move means: itself if it is complete, else the legal moves that it leaves open."""
    if move.same:
        if not situation.last:
            return
        move = move._replace(squares=(*move.squares, situation.last), same=False)
        if len(move.squares) == 1 and move.unit:
            yield from _matching_legal_moves(game, move, situation.position)
            return
    if _lacks_its_colour(game, move):
        marked = tuple(_matching_legal_moves(game, move._replace(unit="", fragment=move.unit), situation.position))
        if marked:  # A内 for 白A内
            yield from marked
            return
    if len(move.squares) > 1 and move.unit[:1] in _COLOURS and move.unit[1:] in game.vocabulary.units:
        own = None if situation.position is None else game.sides[game.turn(situation.position)].label.ja
        if own not in {None, move.unit[0]}:
            return  # a unit that moves is that of the side to move
        move = move._replace(unit=move.unit[1:], leaving=move.leaving.lstrip("白黒"))
    without_its_origin = len(move.squares) == 1 and (move.moved or not _has_placements(game, situation.position))
    swapped = move._replace(suffixes=move.suffixes[::-1])  # 合反
    move = swapped if not is_move(game, move.text()) and is_move(game, swapped.text()) else move
    if move.leaving and (turned := _move_of_turned_over_unit(game, move, situation.position)) is not None:
        yield from turned
    elif move.unit and not move.motion and not without_its_origin and is_move(game, move.text()):
        yield move.text()
    else:
        yield from _matching_legal_moves(game, move, situation.position)


def _may_unit_show_named_part(game: Game, move: InkMove, position: Position | None) -> bool:
    """Return whether a unit shows what is named with the square that it leaves: it might go there without being turned over."""
    return position is not None and any(
        squares[:1] == move.squares[:1] and suffixes[:1] != move.suffixes[:1] and move.leaving in spelled
        for _, spelled, squares, suffixes in _legal_moves(game, position)
    )


def _move_of_turned_over_unit(game: Game, move: InkMove, position: Position | None) -> tuple[str, ...] | None:
    """Return the move of a unit that is named by what it shows before it is turned over; None if it is not."""
    if move.leaving != move.unit:  # it is named by both
        return (move.text(),) if _may_unit_show_named_part(game, move, position) else ()
    if position is None or not move.suffixes or is_legal(game, position, move.text()):
        return None
    ways = [
        spelled
        for _, spelled, squares, suffixes in _legal_moves(game, position)
        if squares == move.squares and suffixes == move.suffixes
    ]
    return tuple(ways) if len(ways) == 1 and _may_unit_show_named_part(game, move, position) else None


def _lacks_its_colour(game: Game, move: InkMove) -> bool:
    """Return whether a move places a unit whose name begins with a colour that is not written: 三06B外."""
    return len(move.squares) == 1 and any(mark + move.unit in game.vocabulary.units for mark in _COLOURS if move.unit)


@lru_cache(maxsize=4096)
def moves_without_origin(game: Game, written: str, position: Position) -> tuple[str, ...]:
    """Return the legal moves over the board that a text may mean which names one square and a unit, without a word of placing it."""
    folded = fold_line(written, 1).text.lstrip("▲△☗☖▽ ")
    if _PLACED.search(folded):
        return ()
    moves = ink_moves_by_end(game, folded, 0).get(len(folded), ())
    bare = [move for move in moves if len(move.squares) == 1 and move.unit and not move.same]
    return tuple(
        dict.fromkeys(
            text for move in bare for text in _matching_legal_moves(game, move._replace(moved=True), position)
        )
    )


def _legal_moves_on_way(game: Game, move: InkMove, position: Position | None) -> Iterator[tuple[str, str]]:
    """Yield the legal moves of a unit on a way, each with whose view of the board tells it: of the page, or of its player."""
    if position is None:
        return
    across, down, steps = move.way
    views = {(across, down): PAGE}
    if game.turn(position):
        views[-across, -down] = OWN_SIDE
    for legal in game.legal_moves(position):
        spelled = game.spell(legal)
        written = game.read(spelled).written
        squares = tuple(map(game.board.spell, written.squares))
        if (
            len(squares) > 1
            and move.squares in {(), squares[:1]}
            and _does_legal_move_fit(game, position, legal, move, (squares, written.suffixes))
        ):
            (one_row, one), (two_row, two) = (
                divmod(at, game.board.columns) for at in (written.squares[0], written.squares[-1])
            )
            across, down = two - one, two_row - one_row
            far = max(abs(across), abs(down))
            straight = across in {0, far, -far} and down in {0, far, -far} and steps in {far, ANY_STEPS}
            seen = views.get((across // far, down // far)) if straight else None
            if seen is not None:
                yield spelled, seen if game.turn(position) else ""


@lru_cache(maxsize=4096)
def _has_placements(game: Game, position: Position | None) -> bool:
    """Return whether a unit can be placed: where none can, a move of one square lacks the square that it leaves."""
    if position is None:
        return True
    return any(len(game.read(game.spell(legal)).written.squares) == 1 for legal in game.legal_moves(position))


def _matching_legal_moves(game: Game, move: InkMove, position: Position | None) -> Iterator[str]:
    """Yield the legal moves that have all that is written."""
    if position is None:
        return
    for legal, spelled, squares, suffixes in _legal_moves(game, position):
        if (
            squares[-1:] == move.squares[-1:]
            and not (move.moved and len(squares) == 1)
            and (squares == move.squares or (len(move.squares) == 1 and move.unit))
            and (not move.motion or _moves_in_direction(game, position, squares, move.motion))
            and _does_legal_move_fit(game, position, legal, move, (squares, suffixes))
        ):
            yield spelled


@lru_cache(maxsize=16)  # the hypotheses about a line have few positions, which may have thousands of moves
def _legal_moves(game: Game, position: Position) -> Sequence[tuple[int, str, tuple[str, ...], tuple[str, ...]]]:
    """Return the legal moves of a position, each with its text, its squares and its suffixes."""
    found = []
    for legal in game.legal_moves(position):
        spelled = game.spell(legal)
        written = game.read(spelled).written
        found.append((legal, spelled, tuple(map(game.board.spell, written.squares)), written.suffixes))
    return found


def _does_legal_move_fit(game: Game, position: Position, legal: int, move: InkMove, visited: Visited) -> bool:
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


def _moves_in_direction(game: Game, position: Position, squares: tuple[str, ...], motion: str) -> bool:
    start, end = (game.board.parse(square) for square in (squares[0], squares[-1]))
    if start is None or end is None or len(squares) == 1:
        return False
    rows = (start // game.board.columns - end // game.board.columns) * (1, -1)[game.turn(position)]
    return (rows > 0) - (rows < 0) == MOTIONS[motion]
