"""Drawing of 6面体: dice as tokens, and how moves write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.game.drawing import Drawing, Form, Paper, Placed, SetupPiece, Token
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.games.six import text
from kifu.games.six.measures import standing
from kifu.games.six.position import FACES, Position
from kifu.games.six.text import UNITS, cell, written_units

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class SixDrawing(Drawing[Position], Paper[Position]):
    """The dice as tokens, and how a move writes them."""

    written_on = staticmethod(text.written_units)
    longest_moves = staticmethod(text.longest_moves)
    passes = False  # six.1

    def goes_on(self, token: Token) -> bool:
        """Tell whether a token shows a 怨.

        Its move names the die that it beats on its way.
        """
        return token.text in text.GHOSTS

    def written_units(self, side: Side) -> Mapping[str, str]:
        """Return the character of each unit of a side."""
        return dict(zip(self.units, text.written_units(side), strict=True))

    def tokens(self, position: Position) -> Iterator[Token]:
        """Yield each die on the board."""
        for die in standing(position):
            yield Token(die.square, die.side, cell(position, die.square), Form.DIE)

    def pieces(self) -> tuple[SetupPiece, ...]:
        """Return the dice by side and face."""
        return tuple(SetupPiece(unit, Side(number // FACES), unit, form=Form.DIE) for number, unit in enumerate(UNITS))

    def placed(self, side: Side) -> tuple[Placed, ...]:
        """Return the faces of a die that is placed."""
        return tuple(Placed(side, unit, Form.DIE) for unit in written_units(side))

    def held(self, position: Position, side: Side) -> dict[str, int | None]:
        """Return every face while a side has a die in hand."""
        return dict.fromkeys(written_units(side) if position.hands >> 4 * side & 15 else ())

    def beside(self, position: Position, side: Side) -> Message:
        """Number of dice in hand, and the right to 占 (six.3)."""
        dice = position.hands >> 4 * side & 15
        if position.rights >> side & 1:
            return Message(f"持駒 {dice}　占可", f"{dice} in hand, 占 allowed")
        return Message(f"持駒 {dice}　占不可", f"{dice} in hand, no more 占")
