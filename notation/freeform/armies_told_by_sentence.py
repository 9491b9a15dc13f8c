"""Armies that only a sentence tells: the other one turned by half a circle, the usual ones of chess, the example of the rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.core import games
from kifu.core.errors import InvalidSetup
from kifu.core.outcome import Side
from notation.freeform.army_line_reader import Army, read_army_line
from notation.freeform.setup_parts import usual_start_and_end
from notation.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from notation.freeform.army_context import ArmyContext
    from notation.freeform.clean_lines import CleanLine

MAX_LINES, MAX_SENTENCE_CHARACTERS = 80, 100
"""The most lines above the first move, and the most characters of each, in which such a sentence is looked for."""


class ToldArmy(NamedTuple):
    """A line with what it tells."""

    at: int
    army: Army


_TURNED = re.compile(
    r"半回転|(?:180|百八十)度|点対称|(?:ぐるり|くるり|逆さ|さかさ)[^。]{0,6}(?:回|まわ|し|に)|盤を(?:回|まわ)(?:した|して)|(?:rotated|turned)[^.]{0,12}(?:180|half)|point[- ]symmetric"
)
"""A sentence by which one army is the other one turned by half a circle."""
_SAME = re.compile("同じ|同様|おなじ|same|そのまま|まわし|回し|もの")
_EXAMPLE = re.compile(
    r"(?:(?:規則|ルール|きまり)(?:書|集|ブック|ノート)?|冊子|説明書|本|rule ?book|rules)[^。.]{0,16}(?:例|見本|example|\brei\b)[^。.]{0,48}(?:通り|とおり|(?<!この)まま|同じ|mama)"
    r"|(?:the )?example (?:set-?up |position |start )?(?:in|of|from) the rule(?:s|book)",
    re.IGNORECASE,
)
"""A sentence by which a game begins from the example of the rules."""
_STANDARD = re.compile(
    r"(?:標準|見本)(?:の|どおりの|通りの)?(?:見本|布陣|陣形|並べ方|並び|初期配置|配置|駒組み?)|(?:布陣|陣形|並べ方|並び|配置|駒組み?)(?:は|も|:|\s)\s?(?:標準|見本)"
    r"|(?:the )?(?:standard|default) (?:set-?up|armies|arrangement|starting position)",
    re.IGNORECASE,
)
"""The words for it that name no rules: only where the first moves of both sides fit."""
MIN_DEPARTURES = 3
"""The fewest units that have to be seen where they begin."""
_LEADS_ON = re.compile(r"\s?(?:[-→~>]|から)\s?")


def army_turned_by_half_circle(
    context: ArmyContext, lines: Sequence[CleanLine], armies: Sequence[ToldArmy]
) -> list[ToldArmy]:
    """Return the army of the side that only a sentence tells: it is that of the other side, turned by half a circle."""
    sides = {side for one in armies for side, *_ in one.army.units}
    said = [
        at for at, laid in enumerate(lines[:MAX_LINES]) if _TURNED.search(laid.passage.text[:MAX_SENTENCE_CHARACTERS])
    ]
    said = [
        at
        for at in said
        if _SAME.search(lines[at].passage.text) and read_army_line(context, lines[at].passage.text, Army()) is None
    ]
    if len(sides) != 1 or None in sides or len(said) != 1:
        return []
    board = context.game.board
    units = []
    for side, unit, square in (unit for one in armies for unit in one.army.units):
        at = board.parse(square)
        if side is None or at is None:
            return []
        units.append((side.other, unit, board.spell(board.columns * board.rows - 1 - at)))
    return [ToldArmy(said[0], Army(tuple(units), loose=True))]


_USUAL_CHESS = lazy_pattern(
    r"both[^.;]{0,30}chess (?:army|armies|sets?)(?![a-z])|(?:ordinary|usual|normal|standard|regular) chess (?:army|armies|sets?)[^.;]{0,16}both"
    r"|(?:二人とも|ふたりとも|双方(?:とも)?|お?互いに?|両者(?:とも)?|どちらも)[^。\d]{0,12}(?:ふつう|普通|通常|標準|いつも)の?チェスの?(?:並び|配置|初期配置|陣形?|セット)",
    re.IGNORECASE,
)
"""A sentence by which both sides have the army of chess as it stands there."""
_MORE = re.compile(
    r"\d (?:stones?|pearls?|discs?)|(?:駒台|石|碁(?!盤)|翻|珠)[^。]{0,12}\d|[、,] ?except|ただし|but (?:no|with)",
    re.IGNORECASE,
)
"""What such a sentence tells besides, and what is not read with it."""


def usual_chess_armies(context: ArmyContext, lines: Sequence[CleanLine], armies: Sequence[ToldArmy]) -> list[ToldArmy]:
    """Return both armies of chess, where a sentence says that both sides have them, and no line tells another."""
    said = [
        at
        for at, laid in enumerate(lines[:MAX_LINES])
        if _USUAL_CHESS.search(laid.passage.text[: 2 * MAX_SENTENCE_CHARACTERS])
    ]
    usual = usual_start_and_end(context.game, "チェスの初期配置", 0)
    if armies or len(said) != 1 or usual is None or _MORE.search(lines[said[0]].passage.text):
        return []
    units = tuple((Side(cell[0] == "△"), cell[1], square) for cell, square in usual[0].units)
    return [ToldArmy(said[0], Army(units, loose=True))]


def armies_of_rules_example(
    context: ArmyContext, lines: Sequence[CleanLine], armies: Sequence[ToldArmy]
) -> list[ToldArmy]:
    """Return both armies of the example of the rules, where a sentence says that the game begins from it, or the moves do."""
    texts = [laid.passage.text[: 2 * MAX_SENTENCE_CHARACTERS] for laid in lines[:MAX_LINES]]
    named = [at for at, text in enumerate(texts) if _EXAMPLE.search(text)]
    said = named or [at for at, text in enumerate(texts) if _STANDARD.search(text)]
    game = games.load(context.game.id)
    if armies or len(said) != 1 or any(one.search(lines[said[0]].passage.text) for one in (_NOT_SO, _MORE)):
        return []
    try:
        start = game.spell_diagram(game.start()).splitlines()
    except InvalidSetup:
        return []
    board = context.game.board
    if (board.columns, board.rows) != (game.board.columns, game.board.rows):
        return []
    rows = start[: board.rows]
    units = [
        (Side(row[2 * column] == "△"), row[2 * column + 1], board.spell(at * board.columns + column))
        for at, row in enumerate(rows)
        for column in range(board.columns)
        if row[2 * column] in "▲△"
    ]
    stands = [
        (side, held[0], int(held[1:] or 1))
        for side, line in zip(Side, start[board.rows :], strict=False)
        for held in line.partition("：")[2].split()
        if held != "なし"
    ]
    if not named and not _do_moves_begin_from(context, lines, units):
        return []
    return [ToldArmy(said[0], Army(tuple(units), tuple(stands), loose=True))]


def _do_moves_begin_from(
    context: ArmyContext, lines: Sequence[CleanLine], units: Sequence[tuple[Side, str, str]]
) -> bool:
    """Return whether units of both sides are first moved from where they stand, and none is that stands otherwise."""
    standing = {square: (side, unit) for side, unit, square in units}
    sides: list[Side] = []
    for laid in lines:
        for origin, goal, unit in _written_moves(context, laid.passage.text[:MAX_SENTENCE_CHARACTERS]):
            side, own = standing.pop(origin, (Side.FIRST, ""))
            standing.pop(goal, None)
            if own and own != unit:
                return False
            sides += [side] * bool(own)
    return len(sides) >= MIN_DEPARTURES and {*sides} == {*Side}


def _written_moves(context: ArmyContext, text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the two squares of each move of a text, and the sign behind them."""
    at = 0
    while at < len(text):
        origin = context.square_at(text, at)
        arrow = None if origin is None else _LEADS_ON.match(text, origin[1])
        goal = None if arrow is None else context.square_at(text, arrow.end())
        if origin is not None and goal is not None:
            yield origin[0], goal[0], text[goal[1] : goal[1] + 1]
        at = goal[1] if goal else origin[1] if origin else at + 1


_NOT_SO = re.compile(r"ない|なく|違|ちが|似|近い|変え|少し|ただし|以外|not|except|but|similar")
