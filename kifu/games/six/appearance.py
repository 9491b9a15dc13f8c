"""How 6面体 is drawn, tapped and put on paper, under the names of the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.contract.appearance import Appearance
from kifu.contract.paper import Paper
from kifu.games.six import text
from kifu.games.six.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kifu.contract.paper import SetupPiece
    from kifu.model.drawn import Placed, Token
    from kifu.model.message import Message
    from kifu.model.outcome import Side


class SixAppearance(Appearance[Position], Paper[Position]):
    """The dice as tokens, and how a move writes them."""

    written_on = staticmethod(text.written_units)
    longest_moves = staticmethod(text.longest_moves)
    passes = False  # six.1

    def tokens(self, position: Position) -> Iterator[Token]:
        """Yield each die on the board."""
        from kifu.games.six.dice_tokens import tokens  # noqa: PLC0415 - only a picture needs it

        return tokens(position)

    def placed(self, side: Side) -> tuple[Placed, ...]:
        """Return the faces of a die that is placed."""
        from kifu.games.six.dice_tokens import placed  # noqa: PLC0415 - only a page needs it

        return placed(side)

    def held(self, position: Position, side: Side) -> Mapping[str, int | None]:
        """Return every face while a side has a die in hand."""
        from kifu.games.six.dice_tokens import held  # noqa: PLC0415 - only a page needs it

        return held(position, side)

    def beside(self, position: Position, side: Side) -> Message:
        """Return the number of dice in hand, and whether 占 may still be placed (six.3)."""
        from kifu.games.six.dice_tokens import beside  # noqa: PLC0415 - only a page needs it

        return beside(position, side)

    def pieces(self) -> tuple[SetupPiece, ...]:
        """Return the dice by side and face."""
        from kifu.games.six.dice_tokens import pieces  # noqa: PLC0415 - only a page needs it

        return pieces()

    def goes_on(self, token: Token) -> bool:
        """Tell whether a token shows a 怨, whose move names the die that it beats on its way."""
        return token.text in text.GHOSTS

    def written_units(self, side: Side) -> Mapping[str, str]:
        """Return the character of each unit of a side."""
        return dict(zip(self.units, text.written_units(side), strict=True))
