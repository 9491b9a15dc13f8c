"""Drawing of a board: its ground and tokens, taps on it, and paper.

A game names them; :mod:`kifu.render` draws them.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.game.counting import Counting
from kifu.core.game.rules import Head, P, Rules
from kifu.core.game.text import Text, Vocabulary
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kifu.core.message import Message


DARK_MARKS = "▲●"
"""The marks of sides whose tokens are dark."""


class Form(StrEnum):
    """The outline of a token."""

    DIE = "die"
    WEDGE = "wedge"
    """A shogi piece. It points towards the opponent."""
    DISC = "disc"
    RING = "ring"
    """A disc with a hole. A CORE fits into it."""
    CORE = "core"


class Token(NamedTuple):
    """Unit on the board, or one of two on a square."""

    square: int
    side: Side
    text: str
    """The glyph. A unit that is turned over has a mark such as ' behind it."""
    form: Form = Form.DISC


class Placed(NamedTuple):
    """Unit beside the board, as it will stand on it.

    What a move writes behind its square says which.
    """

    side: Side
    text: str
    form: Form = Form.DISC


class Ground(NamedTuple):
    """A board without units.

    Without lines the board has squares, and units stand in the squares. With lines the units stand where lines meet.
    """

    lines: tuple[tuple[int, ...], ...] = ()
    """Each line as its squares in order."""
    dots: tuple[int, ...] = ()
    """The points with a dot: the stars of a go board, each point of a graph."""
    dark: frozenset[int] = frozenset()
    """The dark squares of a chequered board."""
    room: float = 1.0
    """The width of a square in units of the usual width. A wider square has room for larger tokens."""


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


class SetupPiece(NamedTuple):
    """Unit that a page offers for the squares of a diagram."""

    cell: str
    """The text of its cell."""
    side: Side
    name: str
    cost: int = 0
    """The points that each costs in a set-up, in games that count them."""
    free: int = 0
    """The number of them that cost nothing."""
    form: Form = Form.DISC
    """How it is drawn."""
    part: int = 0
    """Which part of its cell it fills, where two units share a square."""
    line: str = ""
    """The key of the line of a diagram that holds those that are not on the board; empty if none does."""


class PlyBoxes(NamedTuple):
    """Boxes of a move on paper, besides columns and rows.

    It is for games in whose moves each part has a place of its own.
    """

    squares: int
    """The squares that a row has room for; a move over more of them goes on in a further row."""
    units: tuple[str, ...]
    """What the box of the unit may hold."""
    ticks: tuple[str, ...] = ()
    """Words that are printed behind the unit, to be ticked."""
    marks: tuple[str, ...] = ()
    """Those that are printed before it."""
    becomes: tuple[str, ...] = ()
    """What the box behind a ticked word may hold; empty for a game without such a box."""


class Paper(Rules[P], Text[P], Counting[P]):
    """Score sheets: blank start, units to fill in, room for moves."""

    promoted_names: Mapping[str, tuple[str, str]] = {}
    """The units that a promotion leaves, each with the unit that promotes and the suffix which says so: 竜 is 飛 with 成."""

    def blank_start(self) -> P:
        """Start position of an empty record: by default the game's."""
        return self.start()

    def longest_moves(self) -> tuple[str, ...]:
        """Longest canonical move texts, per number of squares from one.

        By default they are found in :meth:`move_space`. A game whose moves may name any number of squares gives one more
        than two.
        """
        longest: dict[int, str] = {}
        for move in self.move_space(self.blank_start()):
            text = self.spell(move)
            squares = len(self.read(text).written.squares)
            if len(text) > len(longest.get(squares, "")):
                longest[squares] = text
        return tuple(longest[squares] for squares in sorted(longest) if squares)

    def ply_boxes(self, *, placing: bool) -> PlyBoxes:
        """Return the boxes of a ply on paper.

        `placing` asks for those of the plies that place pieces first, in games that do. By default there is room for
        the squares of the longest move, and for a unit of either side.
        """
        squares = max((len(self.read(text).written.squares) for text in self.longest_moves()), default=1)
        units = dict.fromkeys(unit for side in Side for unit in self.written_units(side).values())
        return PlyBoxes(1 if placing else squares, tuple(units))

    def written_units(self, side: Side) -> Mapping[str, str]:
        """Return how a move writes the units of a side, by kind.

        By default the first word of each label.
        """
        return {kind: label.ja.split()[0] for kind, label in self.units.items()}

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Words used in moves: by default the names of :meth:`written_units`."""
        return Vocabulary({unit: unit for side in Side for unit in self.written_units(side).values()})

    def pieces(self) -> tuple[SetupPiece, ...]:
        """Units that a page offers for a diagram; by default none."""
        return ()

    @property
    def budget(self) -> int | None:
        """The points that the set-up of a side may cost.

        None for a game without such a limit.
        """
        return None
