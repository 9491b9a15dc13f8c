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
    """Drawing of a board: ground, tokens, and what tapping them writes."""

    lines: tuple[tuple[int, ...], ...] = ()
    """The lines of a board that is a graph, each as its squares in order; none for a board of plain squares."""

    joins: str = ""
    """The suffix that a move has exactly if it ends on a unit it unites with: 合; empty in a game whose units do not unite."""
    places_once: bool = False
    """Whether each unit of :meth:`written_on` is there once, so that what was placed is not left."""

    @cached_property
    def ground(self) -> Ground:
        """Ground of the board: its lines or, by default, plain squares."""
        return Ground(self.lines)

    def tokens(self, position: P) -> Iterator[Token]:
        """Tokens on the board: by default discs with their cells' texts."""
        for unit in self.standing(position):
            yield Token(unit.square, unit.side, self.cell(position, unit.square).strip())

    def written_from(self, token: Token) -> tuple[str, ...]:
        """Texts that a move of the token's unit may write behind squares.

        They are its name and suffixes. The position counts for nothing, so the texts tell nothing about what is legal.
        By default the token's own text.
        """
        return (token.text,)

    def face(self, token: Token, behind: str) -> str:
        """Glyph of a token after a move, `behind` from :meth:`written_from`."""
        return token.text

    def placed(self, side: Side) -> tuple[Placed, ...]:
        """Return how the units of :meth:`written_on` are drawn, in its order.

        By default discs of `side`.
        """
        return tuple(Placed(side, text) for text in self.written_on(side))

    def held(self, position: P, side: Side) -> Mapping[str, int | None]:
        """Units of :meth:`written_on` in hand, with their numbers.

        They are those that `side` can still bring to the board. None stands for any number out of what :meth:`beside`
        says. By default each of them.
        """
        return dict.fromkeys(self.written_on(side))

    def beside(self, position: P, side: Side) -> Message | None:
        """Description of what else lies beside the board for a side.

        It is of dice, prisoners, a last move; None stands for nothing.
        """
        return None

    def written_on(self, side: Side) -> tuple[str, ...]:
        """Texts behind the square of a drop by `side`: 占, 白A内, 歩打.

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
        """Tell whether the token's unit may move over more than two squares."""
        return False
