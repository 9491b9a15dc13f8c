"""Printed forms: boxes with a tick in one of them (□先手勝 ■後手勝), and the reason of an end on a line of its own."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from notation.freeform.fold_text import LocatedText, word_at
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notation.freeform.clean_lines import CleanLine

MAX_FORM_CHARACTERS = 160
_TICKED = r"[■☑☒✓✔✅◼▣]|[\[(]\s?[xX✓✔レ○◯■*]\s?[\])]"
_EMPTY = r"[□☐◻▢]|[\[(]\s{1,2}[\])]"
_OPTION = rf"(?:(?P<ticked>{_TICKED})|(?:{_EMPTY}))\s?(?P<option>(?![はがをの])[^\s□■☐☑☒✓✔✅◻◼▢▣\[\](){{}}|｜、,=:/]{{2,16}}(?:\s(?!\s|{_TICKED}|{_EMPTY})[A-Za-z]{{1,12}}){{0,3}})"
_BOX = kept_pattern(_OPTION)
_LINE_OF_BOXES = kept_pattern(
    rf"\s{{0,8}}(?P<label>[^\s□■☐☑☒\[\](){{}}|｜]{{1,12}}?)?\s{{0,4}}:?\s{{0,8}}(?P<boxes>(?:{_OPTION.replace('?P<ticked>', '?:').replace('?P<option>', '?:')}[\s、,/・]{{0,8}}){{2,12}})"
)
"""A line of boxes behind what they are for, one of them with a tick: 勝敗　□先手勝　■後手勝　□引分."""
_COLOUR_AND_GAP = kept_pattern(r"\s{0,8}(?:[先後]手[がは][白黒]番?|[白黒]番?[がは][先後]手)(?:です)?\s{2,12}(?=\S)")
"""The colour of a side before a wide gap: 先手が白　　28手までは相手の駒を置く."""
_CELL = kept_pattern(r"(?:^|(?<=[|\t]))[^|\t]*")
"""A cell of a row, which may be empty."""
_COLUMNS = {
    **dict.fromkeys(("先", "行先", "行き先", "移動先", "着点", "to"), "to"),
    **dict.fromkeys(("元", "移動元", "出発", "from"), "from"),
}
"""The names of the columns for the squares of a move."""
_CELL_PUT_RIGHT = kept_pattern(
    rf"(?P<column>{'|'.join(map(re.escape, sorted(_COLUMNS, key=len, reverse=True)))})(?:の?(?:マス|欄))?\s?(?:[はを]|(?:should be|is really))\s?(?:正しくは)?[「『]?"
    r"(?P<right>[一二三四五六七八九十1-9a-sA-S]\s?[の,.・-]?\s?(?:0?[1-9]|1[0-9]|[一二三四五六七八九]))[」』]?"
    r"(?:の(?:誤り|誤記|間違い|まちがい|書き(?:間違い|損じ))|が(?:正しい|正)|に訂正)?(?:です|でした)?(?P<doubt>だった|かも(?:しれない|しれません)?|らしい|か(?=[?？]|$)|[?？]){0,3}(?:\s?\([^()\d]{1,8}\))?\s?。?",
    re.IGNORECASE,
)
"""A remark that puts a square of its row right by the name of the column: 先は二01の誤り（訂正印）."""
MIN_CELLS = 4
_OF_A_RESULT = kept_pattern(
    r"\s{0,8}(?:結果|勝敗|対局結果|勝者|(?i:result|winner|outcome))\s{0,2}[:\s]\s{0,8}(?P<said>[^\s:()][^:()]{0,23}?)\s{0,8}"
)
_OF_A_REASON = kept_pattern(
    r"\s{0,8}(?:(?:終局|終了|勝敗|決着|勝ち|負け)?の?(?:事由|理由)|決まり手|決着|(?i:(?:reason|cause|how|termination|ended by)))\s{0,2}[:\s]\s{0,8}"
    r"(?P<reason>投了|時間切れ?|時間負け|反則(?:負け)?|合意|双方合意|規定(?:による終局|の終局)?|規則による終局|詰み?|全滅|中断|"
    r"(?i:resign(?:ation|ed)?|time(?: out| forfeit)?|timeout|on time|agreement|foul|checkmate|mate))\s{0,8}。?"
)
"""A line that tells why a game ended, and not of whom: 事由：時間切れ."""


def with_ticked_options(lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines of a form with only the option that is ticked, and a reason in brackets behind the result beside it.

    Boxes without a tick, or with 'other' ticked, are a comment; those with several ticks stand as they are.
    """
    parted = [part for laid in lines for part in _colour_and_what_stands_apart(laid)]
    return _with_cells_put_right(_with_reasons_behind_results([_with_ticked_option(laid) for laid in parted]))


def _colour_and_what_stands_apart(laid: CleanLine) -> list[CleanLine]:
    """Return a line that tells a side's colour, and what a wide gap parts from that, as two lines; any other as it is."""
    told = _COLOUR_AND_GAP.match(laid.passage.text)
    if told is None or laid.parts or laid.furniture:
        return [laid]
    passages = (laid.passage.cut(0, told.end()), laid.passage.cut(told.end()))
    return [laid._replace(passage=passage, raw=None) for passage in passages]


def _with_ticked_option(laid: CleanLine) -> CleanLine:
    """Return a line of boxes with the ticked option behind its label; any other line as it is."""
    text = laid.passage.text
    form = None if len(text) > MAX_FORM_CHARACTERS else _LINE_OF_BOXES.fullmatch(text)
    if form is None:
        return laid
    boxes = list(_BOX.finditer(text, form.start("boxes")))
    ticked = [box for box in boxes if box["ticked"]]
    if len(ticked) > 1 or len(ticked) == len(boxes):
        return laid
    if not ticked or ticked[0]["option"] in {"その他", "other"}:
        return laid._replace(raw=None, furniture=True)
    option = laid.passage.part(*ticked[0].span("option"))
    if form["label"]:
        label = laid.passage.part(*form.span("label"))
        option = label.joined(word_at(":", option)).joined(option)
    return laid._replace(passage=option, raw=None)


def _with_reasons_behind_results(lines: list[CleanLine]) -> list[CleanLine]:
    """Return the lines; a reason right below a result, or above it, stands in brackets behind it, and is a comment besides."""
    for at, (one, two) in enumerate(pairwise(lines)):
        if one.furniture or two.furniture:
            continue
        for result, told, where in ((one, two, at), (two, one, at + 1)):
            reason = _OF_A_REASON.fullmatch(told.passage.text[:MAX_FORM_CHARACTERS])
            if reason is not None and _OF_A_RESULT.fullmatch(result.passage.text[:MAX_FORM_CHARACTERS]):
                lines[where] = _with_reason(result, told.passage.part(*reason.span("reason")))
                lines[2 * at + 1 - where] = told._replace(raw=None, furniture=True)
                break
    return lines


def _with_cells_put_right(lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines; a square of a row is as the remark at its end says, and that remark is a comment behind it."""
    made: list[CleanLine] = []
    names: list[str] = []
    for laid in lines:
        cells = list(_CELL.finditer(laid.passage.text[:MAX_FORM_CHARACTERS]))
        said = [cell[0].strip() for cell in cells]
        if len(cells) >= MIN_CELLS and {"to", "from"} <= {_COLUMNS.get(name.lower(), "") for name in said}:
            names = [_COLUMNS.get(name.lower(), "") for name in said]
        filled = max((at for at, text in enumerate(said) if text), default=0)
        told = _CELL_PUT_RIGHT.fullmatch(said[filled]) if len(cells) == len(names) else None
        column = _COLUMNS[told["column"].lower()] if told is not None else ""
        at = names.index(column) if names.count(column) == 1 else -1
        if told is None or laid.furniture or not 0 <= at < filled or not said[at] or names[filled]:
            made.append(laid)
            continue
        if told["doubt"]:
            made.append(laid._replace(refused=True))
            continue
        row = laid.passage.part(0, cells[filled].start())
        row = row.with_part_replaced(*cells[at].span(), told["right"])
        made += [
            laid._replace(passage=row, raw=None),
            laid._replace(passage=laid.passage.cut(*cells[filled].span()), raw=None, furniture=True),
        ]
    return made


def _with_reason(result: CleanLine, reason: LocatedText) -> CleanLine:
    """Return the line of a result with a reason in brackets behind it."""
    said = result.passage.joined(word_at("(", reason)).joined(reason).joined(word_at(")", reason))
    return result._replace(passage=said, raw=None)
