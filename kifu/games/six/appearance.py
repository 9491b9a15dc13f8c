"""How 6面体 is drawn, tapped and put on paper, under the names of the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.game.drawing import Drawing
from kifu.core.game.paper import Paper
from kifu.games.six import dice_tokens, text
from kifu.games.six.position import Position

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.drawing_spec import Token
    from kifu.core.outcome import Side


class SixAppearance(Drawing[Position], Paper[Position]):
    """The dice as tokens, and how a move writes them."""

    written_on = staticmethod(text.written_units)
    longest_moves = staticmethod(text.longest_moves)
    passes = False  # six.1
    tokens = staticmethod(dice_tokens.tokens)
    placed = staticmethod(dice_tokens.placed)
    held = staticmethod(dice_tokens.held)
    beside = staticmethod(dice_tokens.beside)
    pieces = staticmethod(dice_tokens.pieces)

    def goes_on(self, token: Token) -> bool:
        """Tell whether a token shows a 怨, whose move names the die that it beats on its way."""
        return token.text in text.GHOSTS

    def written_units(self, side: Side) -> Mapping[str, str]:
        """Return the character of each unit of a side."""
        return dict(zip(self.units, text.written_units(side), strict=True))
