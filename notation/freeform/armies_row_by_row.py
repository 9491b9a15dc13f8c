"""Armies that are told row by row: below a line that says where the rows begin, タケ 上から; by whoever sends a message."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.core.outcome import Side
from notation.freeform.armies_told_by_sentence import ToldArmy
from notation.freeform.army_line_reader import Army, read_army_line
from notation.freeform.free_text_risk import count_move_like_texts
from notation.freeform.plain_diagram_lines_and_setup import OF_EMPTY
from notation.freeform.players_named_in_sentences import MYSELF
from notation.line_kinds import KANJI, parse_numeral

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from notation.freeform.army_context import ArmyContext
    from notation.freeform.clean_lines import CleanLine

MAX_LEAD_CHARACTERS, MAX_SENTENCE_CHARACTERS, MAX_LINES = 40, 100, 80
_OF_AN_ARMY = r"(?:の?(?:陣[営形地]?|布陣|配置|並[びべ]方?|駒|軍))?"
_ARMY = re.compile(rf"{_OF_AN_ARMY}[:\s]{{0,3}}")
_LEAD = re.compile(
    rf"{_OF_AN_ARMY}[はが:、(\s]{{0,3}}(?:(?P<above>上)|(?P<below>下)|第?(?P<row>\d{{1,2}}|[{KANJI[1:]}十]{{1,2}})段目?)(?:の段)?から"
    r"(?:下へ|下に|順番?に|左から|[:、)。\s]){0,4}"
)
"""What leads to the rows of an army, behind the word for its side: 上から, の陣は7段目から順に."""
_SIDE_OF_MYSELF = re.compile(rf"(?:{MYSELF})[がはも、]?\s?(先手|後手|先番|後番)")
MAX_ODD_SIGNS = 2
"""The most signs that are no units on a line that was meant for a row."""
_BETWEEN_CELLS = re.compile(r"[\s、,|]")


def armies_told_by_rows(
    context: ArmyContext, lines: Sequence[CleanLine], senders: Mapping[str, Side]
) -> dict[int, list[ToldArmy]]:
    """Return the rows of armies below lines that say where they begin, by the indices of their lines; such a line tells none."""
    found: dict[int, list[ToldArmy]] = {}
    for at, laid in enumerate(lines[:MAX_LINES]):
        above = _side_of_line(context, lines[at - 1].passage.text) if at else None
        rows = _rows_below_lead(context, lines, at, senders.get(laid.sender, above))
        found |= {one.at: [one] for one in rows} | ({at: []} if rows else {})
    return found


def _is_move(context: ArmyContext, text: str) -> bool:
    """Return whether a message names a move, and is not about an army."""
    return bool(count_move_like_texts(context.game, text)) and read_army_line(context, text, Army()) is None


def with_side_of_sender(told_army: ToldArmy, side: Side | None) -> ToldArmy:
    """Return an army whose units without a side are those of whoever sends the message; what is held may be of both."""
    own = told_army.army
    units = tuple((side if of is None else of, unit, square) for of, unit, square in own.units)
    return ToldArmy(told_army.at, own._replace(units=units))


def _side_of_line(context: ArmyContext, text: str) -> Side | None:
    """Return the side that a line names, with a few words for its army; None for any other line."""
    named = context.side_and_end_at(text, 0) if text else None
    side = named[0] if named is not None and _ARMY.fullmatch(text, named[1]) else None
    return side if isinstance(side, Side) else None


def _rows_below_lead(context: ArmyContext, lines: Sequence[CleanLine], at: int, side: Side | None) -> list[ToldArmy]:
    """Return the rows of an army below a line that says where they begin; none below any other line.

    `side` is that of the heading above, or of whoever sends the line.
    """
    text = lines[at].passage.text.strip()
    if not 0 < len(text) <= MAX_LEAD_CHARACTERS:
        return []
    named = context.side_and_end_at(text, 0)
    lead = _LEAD.fullmatch(text, named[1] if named else 0)
    own = named[0] if named else side
    if lead is None or not isinstance(own, Side):
        return []
    rows: list[tuple[int, str]] = []
    for below in range(at + 1, len(lines)):
        cells = _BETWEEN_CELLS.sub("", lines[below].passage.text)
        known = sum(cell in context.units or cell in OF_EMPTY for cell in cells)
        if known < len(cells) or len(cells) != context.game.board.columns:
            if len(cells) > 1 and known + MAX_ODD_SIGNS >= len(cells):
                return []  # a row with a sign that is no unit, or one that is too short
            break
        rows.append((below, cells))
    numbers = _numbers_of_rows(lead, own, len(rows), context.game.board.rows)
    return [
        ToldArmy(below, _army_of_row(context, own, row, cells))
        for row, (below, cells) in zip(numbers, rows, strict=False)
    ]


def _numbers_of_rows(lead: re.Match[str], side: Side, count: int, last: int) -> list[int]:
    """Return the numbers of the rows of an army that stands at its edge of the board; none where it may stand otherwise."""
    bottom = range(last - count + 1, last + 1) if side is Side.FIRST else range(1, count + 1)
    first = None if lead["row"] is None else parse_numeral(lead["row"])
    if lead["below"]:
        return list(bottom)[::-1] if side is Side.FIRST else []
    return list(bottom) if first in {None, bottom.start} and 0 < count <= last else []


def _army_of_row(context: ArmyContext, side: Side, row: int, cells: str) -> Army:
    board = context.game.board
    squares = (board.spell((row - 1) * board.columns + column) for column in range(board.columns))
    return Army(
        tuple((side, unit, square) for unit, square in zip(cells, squares, strict=True) if unit in context.units)
    )


def sides_of_senders(context: ArmyContext, lines: Sequence[CleanLine]) -> Mapping[str, Side]:
    """Return the sides of two people who send messages: by what one says of himself, and by who sends the first move."""
    senders = list(dict.fromkeys(laid.sender for laid in lines if laid.sender))
    said: set[tuple[str, Side]] = set()
    for laid in lines[:MAX_LINES]:
        if laid.sender and (own := _SIDE_OF_MYSELF.search(laid.passage.text[:MAX_SENTENCE_CHARACTERS])) is not None:
            said.add((laid.sender, Side(own[1][0] == "後")))
    mover = next((laid.sender for laid in lines if laid.sender and _is_move(context, laid.passage.text.strip())), "")
    said |= {(mover, Side.FIRST)} if mover else set()
    if len(senders) != len(Side):
        return {}
    firsts = {name if side is Side.FIRST else senders[name == senders[0]] for name, side in said}
    first = firsts.pop() if len(firsts) == 1 else None
    return {} if first is None else {name: Side(name != first) for name in senders}
