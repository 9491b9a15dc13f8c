"""How far the game of a record has come while it is copied: its position, its plies, and what a turn is read with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.model.errors import InvalidMove
from kifu.model.outcome import SIDE_NAMES, Side
from kifu.model.special_words import SPECIALS
from kifu.referee.record import Header
from kifu.referee.settle import Settled, settle
from notation.closing_line import named_players
from notation.forms.entries import Turn, turns
from notation.forms.labels import DISCS, Around
from notation.forms.words import Situation

if TYPE_CHECKING:
    from kifu.contract.game import Game, Position
    from kifu.referee.record import Record
    from notation.forms.passages import Passage


_OF_LETTER = {"B": "黒", "W": "白"}
_SHORTEST = 2
"""The least number of characters of a name that stand for all of it."""


class Course:
    """The game of a record up to the turn that comes next. The position is None where it is not known."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.head: dict[str, str] = {}
        """The headers by key; the first of two counts."""
        self.positions: list[Position | None] = [None]
        self.number = 0
        """The ply number written last."""
        self.last = ""
        """The square where the last move has ended."""
        self.colour = ""
        """The colour of 先手 as the record uses it; empty while it has used none."""

    @property
    def ply(self) -> int:
        """The number of the last ply."""
        return len(self.positions) - 1

    @property
    def side(self) -> Side:
        """The side whose turn it is; by the number of plies where the position is not known."""
        position = self.positions[-1]
        return Side(self.ply % 2 if position is None else self.game.turn(position))

    def begin(self, head: Record) -> None:
        """Begin the moves below the head that was read as `head`."""
        if head.game is None:
            return
        self.game = head.game
        settled = settle(head, head.game)
        self.positions = [settled.start if isinstance(settled, Settled) else None]

    def back_to(self, ply: int) -> None:
        """Go back to the position after `ply` plies, for a branch or the next game of a match."""
        self.positions = self.positions[: ply + 1] if ply <= self.ply else [None] * (ply + 1)
        self.number = ply
        self.last = ""

    def play(self, text: str) -> None:
        """Go on to the position after a move; it is unknown after a move that is not legal."""
        position, after = self.positions[-1], None
        try:
            reading = self.game.read(text)
            squares = reading.written.squares
            self.last = self.game.board.spell(squares[-1]) if squares else ""
            if position is not None:
                move = self.game.resolve(position, reading)
                after = self.game.play_legal(position, move) if self.game.legal(position, move) else None
        except InvalidMove:
            self.last = ""
        self.positions.append(after)

    def skip(self) -> None:
        """Go on after a move that is not known."""
        self.positions.append(None)
        self.last = ""

    def players(self) -> dict[str, Side]:
        """Return the side of each player's name."""
        named = named_players([Header(key, value, 0) for key, value in self.head.items()])
        whole = {name: side for name, side in named.items() if name not in SIDE_NAMES}
        beginnings: dict[str, set[Side]] = {}
        for name, side in whole.items():  # people write 山田 for 山田太郎
            for end in range(_SHORTEST, len(name)):
                beginnings.setdefault(name[:end], set()).add(side)
        return {name: sides.pop() for name, sides in beginnings.items() if len(sides) == 1} | whole

    def around(self, text: str = "") -> Around:
        """Return what the next turn, or a line with `text`, is read with.

        Where the game has no colours, the first disc of a record is that of the side whose turn it is.
        """
        colour = self.colour
        english = re.match(r"(?:\d+[.:)]?\s*)?(B|W)(?:lack|hite)?[\s.:]", text)
        signs = [DISCS[mark] for mark in text if mark in DISCS] or ([_OF_LETTER[english[1]]] if english else [])
        if not colour and (sign := next(iter(signs), "")):
            colour = sign if self.ply % 2 == 0 else "黒白"[sign == "黒"]
        words = {**SPECIALS, **self.game.words}
        return Around(
            self.game, words, self.players(), Situation(self.positions[-1], self.last), self.number + 1, colour
        )

    def turns(self, passage: Passage) -> tuple[Turn, ...]:
        """Return the turns that a text may be (see :func:`notation.forms.entries.turns`)."""
        around = self.around(passage.text)
        found = turns(around, passage)
        if found:
            self.colour = around.first
        return found
