"""The lines of text above and below a board: a caption, the sides with the turn, and the hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.model.message import Message, visible
from kifu.model.outcome import Side
from kifu.model.text_width import columns, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.contract.appearance import Appearance
    from kifu.contract.game import Position
    from kifu.scene.look import Look

TURN = "手番"
"""The key of the line of a diagram that names the side to move."""
TO_MOVE = Message("手番", "to move")
NAME_WIDTH = 32
"""The largest width of a player's name, in half-width columns."""


class PanelRow(NamedTuple):
    """One line of a panel."""

    text: str
    bold: bool = False


class Panels(NamedTuple):
    """The lines above and below a board."""

    caption: tuple[PanelRow, ...]
    above: tuple[PanelRow, ...]
    below: tuple[PanelRow, ...]

    @property
    def heights(self) -> Heights:
        """The number of lines of each panel."""
        return Heights(len(self.caption), len(self.above), len(self.below))


class Heights(NamedTuple):
    """The numbers of lines that a drawing has room for."""

    caption: int = 0
    above: int = 0
    below: int = 0

    def at_least(self, needed: Heights) -> Heights:
        """Return the smallest room that is enough for these lines and for `needed`."""
        return Heights._make(map(max, zip(self, needed, strict=True)))


def diagram_fields(game: Appearance, position: Position) -> Iterator[str]:
    """Yield the lines of a position's diagram below its rows: hands and turn."""
    return (line for line in game.spell_diagram(position).splitlines() if "：" in line)


def panels(game: Appearance, position: Position, look: Look, width: int) -> Panels:
    """Return the lines above and below a board, each of at most `width` half-width columns.

    The lines of the side at the upper edge stand above the board; all other lines stand below it.
    """
    upper = look.seen_from.other
    fields = [field for field in diagram_fields(game, position) if not field.startswith(f"{TURN}：")]
    of_upper = [field for field in fields if _owner(game, field) == upper]
    others = [field for field in fields if field not in of_upper]
    return Panels(
        tuple(_rows([look.caption] if look.caption else [], width, bold=True)),
        (_side(game, position, look, upper, width), *_rows(of_upper, width)),
        (_side(game, position, look, look.seen_from, width), *_rows(others, width)),
    )


def _owner(game: Appearance, field: str) -> Side | None:
    """Return the side that a line of a diagram begins with: 先手の持駒, 白の残り."""
    return next((side for side in Side if field.startswith(game.sides[side].label.ja)), None)


def _side(game: Appearance, position: Position, look: Look, side: Side, width: int) -> PanelRow:
    """Return the line of a side: ▲ 先手 山田 (手番)."""
    mark, label = game.sides[side]
    moves = game.turn(position) == side
    words = [mark, label.in_language(look.language)]
    if look.names[side]:
        words.append(shortened(visible(look.names[side]), NAME_WIDTH))
    if moves:
        words.append(f"【{TO_MOVE.in_language(look.language)}】")
    return PanelRow(shortened(" ".join(words), width), bold=moves)


def _rows(lines: list[str], width: int, *, bold: bool = False) -> Iterator[PanelRow]:
    """Yield the lines, divided at blanks so that each fits. A word that is too long for a line is cut."""
    for line in lines:
        row = ""
        for word in visible(line).split():
            longer = f"{row} {word}" if row else word
            if row and columns(longer) > width:
                yield PanelRow(row, bold)
                longer = word
            row = shortened(longer, width)
        yield PanelRow(row, bold)
