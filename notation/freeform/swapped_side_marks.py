"""Sentences by which the marks of both sides were exchanged on some lines: 11手目から16手目までは▲と△を逆に書いた."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notation.freeform.clean_lines import CleanLine

MAX_CHARACTERS = 120
_OTHER = {"▲": "△", "△": "▲", "☗": "☖", "☖": "☗", "先手": "後手", "後手": "先手"}
_BOTH = "(?:▲と?△|△と?▲|☗と?☖|☖と?☗|先手と後手|後手と先手|先後|手番)"
_SAID = re.compile(
    rf"\W{{0,3}}(?:(?:訂正|注意?)\W{{1,3}})?(?P<one>\d{{1,3}})(?:手目?)?(?:から|[~〜-])(?P<two>\d{{1,3}})手目?(?:まで)?[はのでが、]{{0,2}}{_BOTH}(?:の(?:印|記号|マーク))?[をがは]"
    r"(?:逆|あべこべ|反対)(?:に(?:書[いき]|付け|つけ|なって|し)|です|でし|だっ)[^\d]{0,60}"
)
"""Such a sentence: nothing stands behind it that may tell a ply."""
_UNSURE = re.compile("かも|だろう|らしい|たぶん|多分|はず|思う|[?？]")
_NUMBERED = re.compile(r"\s{0,4}(?P<number>\d{1,3})\s?(?:手目?)?[.):、]?\s{0,3}(?P<mark>[▲△☗☖]|[先後]手(?=[\s:]))")


def with_marks_of_sides_exchanged(lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines with the marks of the sides exchanged where a sentence says so, if they are in turn then."""
    for at, laid in enumerate(lines):
        text = laid.passage.text
        usable = len(text) <= MAX_CHARACTERS and not (laid.furniture or laid.parts or laid.refused)
        said = _SAID.fullmatch(text) if usable and _UNSURE.search(text) is None else None
        if said is not None:
            marked = _lines_with_exchanged_marks(lines, range(int(said["one"]), int(said["two"]) + 1))
            if marked is not None:
                return [*marked[:at], laid._replace(raw=None, furniture=True), *marked[at + 1 :]]
    return list(lines)


def _lines_with_exchanged_marks(lines: Sequence[CleanLine], plies: range) -> list[CleanLine] | None:
    """Return the lines with the marks of some plies exchanged; None if those of all plies are not in turn then."""
    found, order = list(lines), []
    for at, laid in enumerate(lines):
        numbered = None if laid.furniture or laid.parts else _NUMBERED.match(laid.passage.text)
        if numbered is None:
            continue
        number, mark = int(numbered["number"]), numbered["mark"]
        if number in plies:
            mark = _OTHER[mark]
            found[at] = laid._replace(passage=laid.passage.with_part_replaced(*numbered.span("mark"), mark), raw=None)
        order.append((number, mark))
    numbers = [number for number, _ in order]
    firsts = {mark for number, mark in order if number % 2}
    seconds = {mark for number, mark in order if not number % 2}
    in_turn = len(firsts) == 1 and len(seconds) == 1 and firsts != seconds
    whole_range = set(plies) <= set(numbers) and len(set(numbers)) == len(numbers)
    return found if in_turn and whole_range and len(plies) > 0 else None
