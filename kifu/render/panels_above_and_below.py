"""Text panels of a board: caption, sides, turn or result, hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.escapes_confusables_and_text_width import cut_to_width, japanese_columns
from kifu.core.message import Message, visible
from kifu.core.outcome import Outcome, Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.drawing import Drawing
    from kifu.core.game.game import Game, Position
    from kifu.core.outcome import Ending
    from kifu.render.shapes_and_svg import DrawingOptions

TURN = "手番"
"""The key of the line of a diagram that names the side to move."""
TO_MOVE = Message("手番", "to move")
WON, LOST = Message("勝ち", "won"), Message("負け", "lost")
NAME_WIDTH = 32
"""The largest width of a player's name, in half-width columns."""


class SideState(NamedTuple):
    """State of a side: to move, or its result."""

    marked: bool
    """Whether the side is to move, or has won."""
    result: Message | None = None
    """How it fared; None before the end."""


def side_state(game: Game, position: Position, side: Side, ended: Ending | None = None) -> SideState:
    """Return the state of a side: to move, or its result.

    `ended` is an end that the position does not show, such as 投了. A game that was broken off has no result, so it still
    has a turn.
    """
    end = ended or game.outcome(position)
    if end is None or end.outcome is None:
        return SideState(game.turn(position) == side)
    if end.outcome is Outcome.DRAW:
        return SideState(marked=False, result=end.outcome.label)
    won = end.outcome is Outcome.win(side)
    return SideState(won, WON if won else LOST)


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
    def heights(self) -> PanelHeights:
        """The number of lines of each panel."""
        return PanelHeights(len(self.caption), len(self.above), len(self.below))


class PanelHeights(NamedTuple):
    """The numbers of lines that a drawing has room for."""

    caption: int = 0
    above: int = 0
    below: int = 0

    def at_least(self, needed: PanelHeights) -> PanelHeights:
        """Return the least room for these lines and `needed`."""
        return PanelHeights._make(map(max, zip(self, needed, strict=True)))


def diagram_fields(game: Drawing, position: Position) -> Iterator[str]:
    """Yield the lines below a diagram's rows: hands and turn."""
    return (line for line in game.spell_diagram(position).splitlines() if "：" in line)


def panel_rows(game: Game, position: Position, look: DrawingOptions, width: int) -> Panels:
    """Return the panel lines, at most `width` half-width columns wide.

    The lines of the side at the upper edge stand above the board; all other lines stand below it.
    """
    upper = look.seen_from.other
    fields = [field for field in diagram_fields(game, position) if not field.startswith(f"{TURN}：")]
    of_upper = [field for field in fields if _side_of_field(game, field) == upper]
    others = [field for field in fields if field not in of_upper]
    return Panels(
        tuple(_wrap_rows([look.caption] if look.caption else [], width, bold=True)),
        (_side_row(game, position, look, upper, width), *_wrap_rows(of_upper, width)),
        (_side_row(game, position, look, look.seen_from, width), *_wrap_rows(others, width)),
    )


def _side_of_field(game: Drawing, field: str) -> Side | None:
    """Return the side that begins a diagram line: 先手の持駒, 白の残り."""
    return next((side for side in Side if field.startswith(game.sides[side].label.ja)), None)


def _side_row(game: Game, position: Position, look: DrawingOptions, side: Side, width: int) -> PanelRow:
    """Return a side's line: ▲ 先手 山田 【手番】, or 【勝ち】."""
    mark, label = game.sides[side]
    state = side_state(game, position, side, look.ended)
    words = [mark, label.in_language(look.language)]
    if look.names[side]:
        words.append(cut_to_width(visible(look.names[side]), NAME_WIDTH))
    said = state.result or (TO_MOVE if state.marked else None)
    if said is not None:
        words.append(f"【{said.in_language(look.language)}】")
    return PanelRow(cut_to_width(" ".join(words), width), bold=state.marked)


def _wrap_rows(lines: list[str], width: int, *, bold: bool = False) -> Iterator[PanelRow]:
    """Yield the lines, wrapped at blanks; long words are cut."""
    for line in lines:
        row = ""
        for word in visible(line).split():
            longer = f"{row} {word}" if row else word
            if row and japanese_columns(longer) > width:
                yield PanelRow(row, bold)
                longer = word
            row = cut_to_width(longer, width)
        yield PanelRow(row, bold)
