"""Armies that a sentence tells: the usual ones, the other one turned; row by row below a line that says where the rows begin; by senders."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.core import games
from kifu.core.errors import InvalidSetup
from kifu.core.outcome import Side
from notation.freeform.army_line_reader import Army, read_army_line
from notation.freeform.free_text_risk import count_move_like_texts
from notation.freeform.plain_diagram_lines_and_setup import OF_EMPTY
from notation.freeform.players_named_in_sentences import MYSELF
from notation.freeform.setup_parts import usual_start_and_end
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import KANJI, parse_numeral

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from notation.freeform.army_context import ArmyContext
    from notation.freeform.clean_lines import CleanLine

MAX_LINES, MAX_SENTENCE_CHARACTERS = 80, 100
"""The most lines above the first move, and the most characters of each, in which such a sentence is looked for."""


class ToldArmy(NamedTuple):
    """A line with what it tells."""

    at: int
    army: Army


_TURNED = kept_pattern(
    r"半回転|(?:180|百八十)度|点対称|(?:ぐるり|くるり|逆さ|さかさ)[^。]{0,6}(?:回|まわ|し|に)|盤を(?:回|まわ)(?:した|して)|(?:rotated|turned)[^.]{0,12}(?:180|half)|point[- ]symmetric"
)
"""A sentence by which one army is the other one turned by half a circle."""
_SAME = kept_pattern("同じ|同様|おなじ|same|そのまま|まわし|回し|もの")
_RULES = r"(?:(?:規則|ルール|きまり|きそく)(?:書|集|ブック|ノート)?|冊子|説明書|手引き?書?|解説書?|しおり|マニュアル|本|rule ?book|rules|manual)"
_NAME_OF_A_START = "(?:布陣|陣形|並べ方|ならべ方|並び方?|初形|初期(?:局面|配置|図|位置)|開始局面|配置|駒組み?|(?:最初|さいしょ|初め|はじめ|始め)の(?:形|配置|並び))"
_EXAMPLE = kept_pattern(
    rf"{_RULES}[^。.]{{0,16}}(?:例|見本|example|\brei\b)[^。.]{{0,48}}(?:通り|[とど]おり|(?<!この)まま|同じ|mama)"
    r"|(?:初形|初期(?:局面|配置|図)|開始(?:局面|図)|(?:最初|さいしょ|初め|はじめ|始め|始まり|はじまり)の(?:形|かたち|局面|配置|並び|並べ方|図)|並べ方|ならべ方|並び方?|配置|start(?:ing position)?|set-?up)"
    rf"(?:は|が|も|:|\s)\s{{0,4}}{_RULES}の?(?:(?:記入|記載|図の)?例|見本|お?手本)(?:の?(?:図|形|局面|配置|棋譜))?(?:の(?:やつ|もの|図|形))?(?:です|である|だ|から)?(?=[。、)\s]|$)"
    rf"|{_NAME_OF_A_START}(?:は|も|が|:|\s)\s?{_RULES}(?:の|に(?:ある|書いてある|のっている|載っている))標準(?:の?(?:もの|やつ|形))?の?(?:通り|[とど]おり|まま)"
    r"|(?:the )?example (?:set-?up |position |start |diagram |layout |figure |arrangement |board )?(?:in|of|from) the rule(?:s|book)",
    re.IGNORECASE,
)
"""A sentence by which a game begins from the example of the rules."""
_USUAL = r"(?:標準|見本|通常|(?:いつもの|例の)例|(?:普通|ふつう)の(?!チェス))"
_STANDARD = kept_pattern(
    rf"{_USUAL}(?:の|どおりの|通りの|的な)?(?:見本|形|{_NAME_OF_A_START})|{_NAME_OF_A_START}(?:は|も|が|:|\s)\s?(?:{_RULES}の|{_RULES}に(?:ある|書いてある|のっている|載っている))?{_USUAL}"
    r"|(?:the )?(?:standard|default|usual|normal|regular|ordinary) (?:set-?up|armies|arrangement|(?:starting|initial|start|opening) (?:position|layout|set-?up|array))",
    re.IGNORECASE,
)
"""The words for it that name no rules: only where the first moves of both sides fit."""
MIN_DEPARTURES = 3
"""The fewest units that have to be seen where they begin."""
_LEADS_ON = kept_pattern(r"\s?(?:[-→~>]|から|to)\s?")
_PARTICLES = kept_pattern(r"^(?:へと?|に|[\s、])*の?")
"""What stands between the goal of a move and its unit."""


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


_USUAL_CHESS = kept_pattern(
    r"both[^.;]{0,30}chess (?:army|armies|sets?)(?![a-z])|(?:ordinary|usual|normal|standard|regular) chess (?:army|armies|sets?)[^.;]{0,16}both"
    r"|(?:二人とも|ふたりとも|双方(?:とも)?|お?互いに?|両者(?:とも)?|どちらも)[^。\d]{0,12}(?:ふつう|普通|通常|標準|いつも)の?チェスの?(?:並び|配置|初期配置|陣形?|セット)",
    re.IGNORECASE,
)
"""A sentence by which both sides have the army of chess as it stands there."""
_MORE = kept_pattern(
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


def names_rules_example(text: str) -> bool:
    """Return whether a sentence says that a game begins from the example of the rules."""
    return _EXAMPLE.search(text[: 2 * MAX_SENTENCE_CHARACTERS]) is not None and _NOT_SO.search(text) is None


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
    known = {unit for _, unit, _ in units}
    sides: list[Side] = []
    for laid in lines:
        for origin, goal, written in _written_moves(context, laid.passage.text[:MAX_SENTENCE_CHARACTERS]):
            side, own = standing.pop(origin, (Side.FIRST, ""))
            standing.pop(goal, None)
            named = [unit for unit in written if unit in known]
            if own and named and own not in named:
                return False
            sides += [side] * (own in named)
    return len(sides) >= MIN_DEPARTURES and {*sides} == {*Side}


def _written_moves(context: ArmyContext, text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the two squares of each move of a text, and the signs before and behind them that may be its unit."""
    at = 0
    while at < len(text):
        origin = context.square_at(text, at)
        arrow = None if origin is None else _LEADS_ON.match(text, origin[1])
        goal = None if arrow is None else context.square_at(text, arrow.end())
        if origin is not None and goal is not None:
            yield origin[0], goal[0], text[:at].rstrip()[-1:] + _PARTICLES.sub("", text[goal[1] :])[:1]
        at = goal[1] if goal else origin[1] if origin else at + 1


_NOT_SO = kept_pattern(r"ない|なく|違|ちが|似|近い|変え|少し|ただし|以外|not|except|but|similar")


MAX_LEAD_CHARACTERS, MAX_SENTENCE_CHARACTERS, MAX_LINES = 40, 100, 80
_OF_AN_ARMY = r"(?:の?(?:陣[営形地]?|布陣|配置|並[びべ]方?|駒|軍))?"
_ARMY = kept_pattern(rf"{_OF_AN_ARMY}[:\s]{{0,3}}")
_LEAD = kept_pattern(
    rf"{_OF_AN_ARMY}[はが:、(\s]{{0,3}}(?:(?P<above>上)|(?P<below>下)|第?(?P<row>\d{{1,2}}|[{KANJI[1:]}十]{{1,2}})段目?)(?:の段)?から"
    r"(?:下へ|下に|順番?に|左から|[:、)。\s]){0,4}"
)
"""What leads to the rows of an army, behind the word for its side: 上から, の陣は7段目から順に."""
_SIDE_OF_MYSELF = kept_pattern(rf"(?:{MYSELF})[がはも、]?\s?(先手|後手|先番|後番)")
MAX_ODD_SIGNS = 2
"""The most signs that are no units on a line that was meant for a row."""
_BETWEEN_CELLS = kept_pattern(r"[\s、,|]")


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
