"""Legal moves as input paths: squares in order, unit, suffix."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kifu.core.game.game import Game, Position


class EnteredMove(NamedTuple):
    """A legal move as a person enters it."""

    squares: tuple[str, ...]
    """The squares in the order of the move; empty for パス. A drop or a placement has one."""
    unit: str
    """The unit as it is written, パス for a pass."""
    suffix: str
    """What stands behind the unit: 反, 合, 成, 打, …; empty without any."""
    text: str
    """The canonical text of the move, without a side mark."""

    def to_json(self) -> dict[str, object]:
        """Return the choice as a JSON object."""
        return {"squares": list(self.squares), "unit": self.unit, "suffix": self.suffix, "text": self.text}


def choices(game: Game, position: Position) -> tuple[EnteredMove, ...]:
    """Return the legal moves of a position in the game's order.

    An end that follows from the history of a game (a repetition) is not seen here.
    """
    spell = game.board.spell
    found = []
    for move in game.legal_moves(position):
        text = game.spell(move)
        written = game.read(text).written
        squares = tuple(spell(square) for square in written.squares)
        found.append(EnteredMove(squares, written.unit, "".join(written.suffixes), text))
    return tuple(found)


def legal(game: Game, position: Position, move: int) -> bool:
    """Tell whether a move is legal, without the reason."""
    return move in game.legal_moves(position)
