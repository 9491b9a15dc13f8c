"""Reads the start of a game told in words: units with their squares, stands."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import SIDE_MARKS, Side
from notation.freeform.setup_parts import (
    FULL_ROW,
    IN_LINE,
    ROW,
    Setup,
    hands_begin,
    read_full_row,
    read_hand_behind_bar,
    read_hands,
    read_joint_hands,
    read_numbered_row,
    read_units_of_row,
    side_named_at,
    unit_signs,
    usual_start_and_end,
)
from notation.freeform.squares_named_in_text import squares_ends_and_first_axes_at
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import parse_numeral

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.game.game import Game

MAX_SETUP_CHARACTERS = 400
_NAMED = r"[\[(【]?\s*(?:{})\s*(?:さん|くん|氏|様|さま|先生|ちゃん|君(?=の?(?:陣|側|方|配置|軍)))?(?:[)\]】])?(?:方|側|番)?(?:の駒(?!台))?(?:の?(?:初期)?(?:陣営?|陣形|布陣|配置|駒組み?|軍勢?|ぐん|じん|手勢|[並な]ら?べ方|[並な]ら?び))?\s*(?:\([上下奥手前]{{1,2}}(?:側)?\))?\s*(?:(?:は|が)(?:先手|後手)(?:で|、)?|is (?:first|second|sente|gote)(?: \((?:first|second|sente|gote)\))?,?)?\s*(?:(?:down|up|lower|upper|bottom|top) side)?\s*(?:[:=はがに、,]\s*)?"
"""The name of a player before his units, and what stands between them."""
_LEAD = kept_pattern(
    r"[\s◆◇■□●○・*\[(【-]*(?:[▲△☗☖▽]\s*)?(?P<word>先手番?|後手番?|先番|後番|先|後|[▲△☗☖▽]|[Ss]ente|[Gg]ote|[Ff]irst|[Ss]econd|(?:[Ww]hite|[Bb]lack|[^\W\d]{1,12})\s*\((?P<said>first|second|sente|gote|先手?番?|後手?番?)(?:[・、/][^()]{1,8})?\))"
    r"[^。;、,]{0,24}[\s:=)）】\]]"
)
"""The head of a player that stands before his units on the line: 先手 宗像(下), ▲先手:大門."""
_LABEL = kept_pattern(
    r"(?:white|black|[^\W\d_]{1,8})\s*\((first|second|sente|gote|先手?番?|後手?番?)\)\s*[:=はが]?\s*", re.IGNORECASE
)
"""A colour or a name before the units of a side, with the word that says which side it is: 紅組(先手)は."""
_SECONDS = ("後", "△", "☖", "▽", "g", "second")
_TURN = kept_pattern(r"(?:(?:手番|次|つぎ)は?[:\s]*)?(先手|後手)番?(?:の?(?:手番|てばん|番|ばん))(?:です|の局面)?")
_BETWEEN = kept_pattern(
    r"[\s、。,.;/+・:…()\[\]「」と■◆●◇□]+|だけ|のみ|あと(?:は)?|(?:を|が)(?:置く|置き|配置)|に(?:置く|置き|配置)|(?:初期)?(?:配置|局面|盤面|盤上)(?:の駒)?(?:は|:)?|(?<=\()[上下奥](?:から|より)(?=\))|(?:ほか|他|それ以外)に?(?:は|の)?(?:盤上の?)?駒?(?:は|も)?(?:なし|無し|ありません)|でした|です|で(?=[、,\s]|$)|ね(?=[。!]?$)|持ち?石|盤は(?:本?将棋|チェス)盤(?=[、,。])"
)
_ON_A_STAND = kept_pattern(
    r"を?(?:駒台|台|手元)に(?:(?:[置お](?:く|いた|き(?:ます|ました)?)|[乗載の]せ(?:る|た|ます|ました)?)|(?=[。\s]*$))"
)
"""What stands behind the units that a side holds: を駒台に置きました."""
_BEFORE_SQUARES = kept_pattern(r"\s*(?:[は/=:@]|が(?!\d*つ))?\s*")
_LEADING_TO_A_UNIT = kept_pattern(r"(?:\([^()]{1,24}\)(?=[・、, /と]))?[・、, /と(]{0,9}")
_BETWEEN_SQUARES = kept_pattern(r"[・,、\s/と&+]*")


def may_setup_end_at(game: Game, text: str, end: int) -> bool:
    """Return whether a text about the start may end at a place: no unit follows that would belong to it."""
    following = _LEADING_TO_A_UNIT.match(text, end)
    at = following.end() if following else end
    return text[end - 1] not in "・、,/(" and text[at : at + 1] not in {*unit_signs(game), *"0123456789石"}


MAX_UNITS_NAMED = 2
"""The most units in a text that may be a name."""


@lru_cache(maxsize=1024)
def read_setup(
    game: Game,
    text: str,
    side_names: tuple[tuple[str, Side], ...] = (),
    order: str = "",
    side_above: Side | None = None,
) -> Setup | None:
    """Return what a text says about the start, if all of it is understood; None for any other text.

    `side_names` are those of the players, `order` says which axis stands first in squares of two figures, and `side_above` is the side
    whose head stands before the text on its line.
    """
    told = _SetupContext(game, order, dict(side_names))
    if len(text) > MAX_SETUP_CHARACTERS:
        return None
    row = ROW.match(text)
    if (
        row is not None
        and (by_row := read_numbered_row(game, text, row.end(), parse_numeral(row[1] or row[2]))) is not None
    ):
        return by_row
    found, at, side, turns = Setup(), 0, side_above, 0
    while at < len(text):
        step = _read_next_words(told, text, at, side)
        if step is None:
            return None
        turns += None is not side is not step[2] is not None
        more, at, side = step
        found = found.join(more)
    if turns > 1 or (order and len(found.units) == turns + 1 > 1 and text[:1] in SIDE_MARKS):
        return None  # ▲2九炮 △1五卒 ▲8九炮 are moves
    return found if found.units or found.diagram_field_lines() else None


def does_name_tell_units(game: Game, text: str) -> bool:
    """Return whether a text that looks like the name of a player tells the units of a side."""
    told = read_setup(game, text) if game.vocabulary.cells else None
    return told is not None and len(told.units) > MAX_UNITS_NAMED


def side_before(text: str, side_names: tuple[tuple[str, Side], ...]) -> Side | None:
    """Return the side whose head is all that stands before its units on a line; None for any other text."""
    if not text or len(text) > MAX_SETUP_CHARACTERS:
        return None
    if (lead := _LEAD.fullmatch(text)) is not None:
        return Side((lead["said"] or lead["word"]).lower().startswith(_SECONDS))
    sides = {side for name, side in side_names if text.strip(" :=、,は").removesuffix(name) != text.strip(" :=、,は")}
    return sides.pop() if len(sides) == 1 else None


class _SetupContext(NamedTuple):
    """What the words about a start are read with."""

    game: Game
    order: str
    names: Mapping[str, Side]

    def named(self, text: str, at: int) -> tuple[Side, int] | None:
        """Return the side that a name at a place is of, and where what leads to its units ends."""
        for name, side in sorted(self.names.items(), key=lambda one: -len(one[0])):
            if text.startswith(name, at) or text[at : at + 1] in "[(【":
                found = re.compile(_NAMED.format(re.escape(name))).match(text, at)
                if found is not None:
                    return side, found.end()
        return None


def _read_next_words(  # noqa: C901, PLR0911 - kinds of words
    context: _SetupContext, text: str, at: int, side: Side | None
) -> tuple[Setup, int, Side | None] | None:
    """Return what the next words say, where they end, and whose units follow; None if they are not understood."""
    game = context.game
    if label := _LABEL.match(text, at):
        return Setup(), label.end(), Side(label[1].lower().startswith(_SECONDS))
    if (by_name := context.named(text, at)) is not None:
        return Setup(), by_name[1], by_name[0]
    if (usual := usual_start_and_end(game, text, at)) is not None:
        return usual
    if stood := _ON_A_STAND.match(text, at):
        return Setup(), stood.end(), side
    if hands_begin(text, at):
        return read_hands(game, text, at, side, context.named)
    if turn := _TURN.match(text, at):
        return Setup(turn=f"手番：{turn[1]}"), turn.end(), side
    if (named := side_named_at(text, at)) is not None:
        return Setup(), named[1], named[0]
    if between := _BETWEEN.match(text, at):
        return Setup(), between.end(), side
    if (on_stands := read_joint_hands(game, text, at, side)) is not None:
        return on_stands
    if only := re.compile(rf"[{unit_signs(game)}](?:だけ|のみ)").match(text, at):
        return Setup(), only.end(), side
    if side is not None and (row := FULL_ROW.match(text, at)):
        whole = read_full_row(game, text, row.end(), parse_numeral(row[1]), side)
        return whole or read_units_of_row(game, text, row.end(), parse_numeral(row[1]), side)
    if side is not None and (
        line := re.compile(rf"([{unit_signs(game)}])(?:は|を|が)?\s*{IN_LINE.pattern}").match(text, at)
    ):
        count = parse_numeral(line[3]) if line[3] else game.board.columns
        row_of_one = f"{line[1]}{count}枚"
        filled = (
            None if count != game.board.columns else read_full_row(game, row_of_one, 0, parse_numeral(line[2]), side)
        )
        return None if filled is None else (filled[0], line.end(), side)
    return None if side is None else _read_units_of_side(context, text, at, side)


def _read_units_of_side(context: _SetupContext, text: str, at: int, side: Side) -> tuple[Setup, int, Side] | None:
    """Return the units behind the name of a side: 玉八15, 玉は五の九, 玉/5九, 五03金, 香四01・六01."""
    game = context.game
    mark, names = side.mark, unit_signs(game)
    if text[at] in names:
        lead = _BEFORE_SQUARES.match(text, at + 1)
        squares, end = [], lead.end() if lead else at + 1
        while (found := _only_square_at(context, text, end)) is not None:
            squares.append(found[0])
            between = _BETWEEN_SQUARES.match(text, found[1])
            end, following = found[1], between.end() if between else found[1]
            if _only_square_at(context, text, following) is None or _does_unit_follow(context, text, following):
                break
            end = following
        told_of = Setup(tuple((mark + text[at], square) for square in squares))
        return (told_of, end, side) if squares else read_hand_behind_bar(game, text, at, side)
    found = _only_square_at(context, text, at)
    if found is None:
        return None
    behind = re.compile(r"\s*(?:に|へ|の|[:=])?\s*").match(text, found[1])
    unit = behind.end() if behind else found[1]
    if text[unit : unit + 1] not in names or unit >= len(text):
        return None
    return Setup(((mark + text[unit], found[0]),)), unit + 1, side


def _does_unit_follow(context: _SetupContext, text: str, at: int) -> bool:
    found = _only_square_at(context, text, at)
    if found is None or found[1] >= len(text) or text[found[1]] not in unit_signs(context.game):
        return False
    return text[found[1]] != "と" or _only_square_at(context, text, found[1] + 1) is None  # 一の七と三の七


def _only_square_at(context: _SetupContext, text: str, at: int) -> tuple[str, int] | None:
    """Return the square at a place that has only one reading, and where it ends."""
    if at >= len(text):
        return None
    found = [
        (name, end)
        for name, end, order in squares_ends_and_first_axes_at(context.game.board, text, at)
        if order in {"", context.order}
    ]
    longest = max((end for _, end in found), default=0)
    names = {name for name, end in found if end == longest}
    return (names.pop(), longest) if len(names) == 1 else None
