"""Drawing of a board, and the meanings of a tap on it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kifu.core.drawing_spec import Ground, Placed, Token
from kifu.core.game.counting import Counting
from kifu.core.game.head import Head
from kifu.core.game.identity import P
from kifu.core.game.rules import Rules
from kifu.core.game.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kifu.core.message import Message
    from kifu.core.outcome import Side


class Drawing(Head, Rules[P], Text[P], Counting[P]):
    """The ground, the tokens, and what may be written when they are tapped."""

    lines: tuple[tuple[int, ...], ...] = ()
    """The lines of a board that is a graph, each as its squares in order; none for a board of plain squares."""

    joins: str = ""
    """The suffix that a move has exactly if it ends on a unit it unites with: 合; empty in a game whose units do not unite."""
    places_once: bool = False
    """Whether each unit of :meth:`written_on` is there once, so that what was placed is not left."""

    @cached_property
    def ground(self) -> Ground:
        """The board without units, as it is drawn: by default its lines, or plain squares if it has none."""
        return Ground(self.lines)

    def tokens(self, position: P) -> Iterator[Token]:
        """Yield the tokens on the board: by default a disc for each unit, with the text of its cell."""
        for unit in self.standing(position):
            yield Token(unit.square, unit.side, self.cell(position, unit.square).strip())

    def written_from(self, token: Token) -> tuple[str, ...]:
        """Return what may stand behind the squares of a move of the unit that a token shows: its name and suffixes.

        The position counts for nothing, so the texts tell nothing about what is legal. By default the token's own text.
        """
        return (token.text,)

    def face(self, token: Token, behind: str) -> str:
        """Return the glyph that a token shows after a move with one of the texts of :meth:`written_from`."""
        return token.text

    def placed(self, side: Side) -> tuple[Placed, ...]:
        """Return how the units of :meth:`written_on` are drawn, in its order.

        By default discs of `side`.
        """
        return tuple(Placed(side, text) for text in self.written_on(side))

    def held(self, position: P, side: Side) -> Mapping[str, int | None]:
        """Return those of :meth:`written_on` that `side` can still bring to the board, each with its number.

        None stands for any number out of what :meth:`beside` says. By default each of them.
        """
        return dict.fromkeys(self.written_on(side))

    def beside(self, position: P, side: Side) -> Message | None:
        """Return what else lies beside the board for a side, in words: its dice, prisoners, a last move; None for nothing."""
        return None

    def written_on(self, side: Side) -> tuple[str, ...]:
        """Return what may stand behind the one square of a move of `side` that brings a unit to the board: 占, 白A内, 歩打.

        By default what the moves with one square of :meth:`move_space` say, whatever their side.
        """
        behind = {}
        for move in self.move_space(self.start()):
            text = self.spell(move)
            squares = self.read(text).written.squares
            if len(squares) == 1:
                behind[text.removeprefix(self.board.spell(squares[0]))] = side
        return tuple(behind)

    def goes_on(self, token: Token) -> bool:
        """Tell whether a move of the unit that a token shows may name more than two squares."""
        return False
