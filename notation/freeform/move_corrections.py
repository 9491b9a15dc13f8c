"""Corrections beside a move, on its line or below it, that give the right one or a part of it: 四04巫 ※正しくは武; ↑武の間違い."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from notation.freeform.fold_text import LocatedText
from notation.freeform.move_ink import first_whole_move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine

MAX_CHARACTERS = 80
_NUMBER = re.compile(r"\s*\d{1,3}\s?(?:手目)?[.:)、]?\s+")
_PART = r"[「『]?(?P<right>[^\s「」『』、。()→:=]{1,12}?)[」』]?"
_WRONG = r"[「『]?(?P<wrong>[^\s「」『』、。()→:=]{1,12}?)[」』]?"
_POLITE = r"(?:です|でした|だった|だ)?[。.!]?\s?(?:[)]|$)"
_FRAMES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:訂正|修正|正しくは|正)\s?[:は、\s]\s?{_PART}{_POLITE}",
        rf"正しくは{_PART}{_POLITE}",
        rf"{_PART}(?:の(?:書き)?(?:間違い|まちがい|誤り|誤記|書き違い)|が正しい|が正){_POLITE}",
        rf"{_WRONG}(?:じゃ|では?)なく(?:て)?[、\s]?{_PART}(?:が正しい|の(?:間違い|誤り))?{_POLITE}",
        rf"{_WRONG}は(?:誤り|間違い|まちがい|誤記)(?:で|です|でした)?[、。\s]{{0,2}}(?:正しくは)?{_PART}(?:が正しい)?{_POLITE}",
        rf"{_PART}[にへ](?:訂正|修正|変更|直)(?:して(?:ください|下さい)|しました|します|し|す|済み?|した)?{_POLITE}",
    )
)
"""What a correction says: the right move or part, and the wrong one where it is named."""
_MAY_CORRECT = re.compile("訂正|修正|正しい|正しくは|正:|が正|間違い|まちがい|誤|書き違い|なく|直し|変更")
_CORRECTED_FROM = re.compile("[(←※#]|訂正|修正|正しくは")
_LEADS = re.compile(r"\s{0,3}(?:(?:[←※#→]|\((?!訂正|修正|正しくは))\s?|--\s?|(?=訂正|修正|正しくは))(?:は\s?)?")
_POINTS_UP = re.compile(r"\W{0,2}(?:↑|(?:今|いま|[上前]|直前)の(?:\d{0,3}(?:手目?|行目?|指し手)?))\s?[はのがを、:]?\s?")
_SQUARE_AT_THE_END = re.compile(r"[1-9a-sA-S一二三四五六七八九十]\s?[、,・の.-]?\s?0?[1-9一二三四五六七八九]$")
_CHANGED = re.compile(r"\s?\((?:もと|元)?は?[^()、。]{1,12}(?:から|を)(?:訂正|修正|変更)(?:済み?|しました|した)?\)\s*$")
"""A remark that tells what stood there before: 四04武（四05武から訂正）."""


def correct_moves_beside(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines with the moves as the words right behind them, or on the line below, correct them.

    The words stand behind the move as a comment: one that is no legal move is asked about.
    """
    found: list[CleanLine] = []
    for laid in lines:
        text = laid.passage.text
        if (
            laid.furniture
            or laid.parts
            or laid.refused
            or len(text) > MAX_CHARACTERS
            or _MAY_CORRECT.search(text) is None
        ):
            found.append(laid)
            continue
        up = _POINTS_UP.match(text)
        above = found[-1] if found and up is not None else laid
        move = _first_move(game, above.passage.text)
        made = None
        if up is not None and above is not laid:
            whole = move is not None and move[1] >= len(above.passage.text.rstrip())
            made = _corrected_line(game, above, move, text, up.end()) if move is not None and whole else None
            found = found if made is None else [*found[:-1], made]
            found.append(laid if made is None else laid._replace(furniture=True))
        elif move is None:
            found.append(laid)
        else:
            lead, changed = _LEADS.match(text, move[1]), _CHANGED.match(text, move[1])
            if changed is not None:
                made = laid._replace(passage=laid.passage.cut(0, move[1]), raw=None)
            elif lead is not None:
                made = _corrected_line(game, laid, move, text, lead.end())
            words = laid._replace(passage=laid.passage.cut(move[1]), raw=None, furniture=True)
            found += [laid] if made is None else [made, words]
    return found


def _corrected_line(
    game: Game, clean_line: CleanLine, move: tuple[int, int], text: str, start: int
) -> CleanLine | None:
    """Return a line with its move as a text behind a place corrects it; None if that does not."""
    for frame in _FRAMES:
        said = frame.fullmatch(text.rstrip(), start)
        if said is None:
            continue
        own = clean_line.passage.text[slice(*move)]
        if said.groupdict().get("wrong") and said["wrong"] not in own:
            continue
        span = _part_of_move_meant(game, own, said["right"])
        if span is None:
            continue
        first, last = move[0] + span[0], move[0] + span[1]
        passage, places = clean_line.passage, clean_line.passage.places
        new = LocatedText(said["right"], (places[min(first, len(places) - 1)],) * len(said["right"]))
        made = passage.part(0, first).joined(new).joined(passage.part(last, move[1]))
        return clean_line._replace(passage=made, raw=None)
    return None


def _part_of_move_meant(game: Game, move: str, right: str) -> tuple[int, int] | None:
    """Return the part of a move that a word takes the place of: all of it, its unit, or the square where it ends."""
    if (whole := _first_move(game, right)) == (0, len(right)) and whole is not None:
        return 0, len(move)
    units = {*game.vocabulary.units, *(unit[1:] for unit in game.vocabulary.units if unit[0] in "白黒")}
    at, unit = max(
        ((found, unit) for unit in units if (found := move.rfind(unit)) >= 0 and not unit.isascii()),
        key=lambda one: (len(one[1]) == len(right), one[0] + len(one[1]), len(one[1])),
        default=(-1, ""),
    )
    if at < 0:
        return None
    if right in units:
        return at, at + len(unit)
    squares = _SQUARE_AT_THE_END.search(move[:at].rstrip())
    return squares.span() if squares is not None and _SQUARE_AT_THE_END.fullmatch(right) else None


def _first_move(game: Game, text: str) -> tuple[int, int] | None:
    """Return the place of the first move with its unit in a text, if it begins within the first words."""
    start = number.end() if (number := _NUMBER.match(text)) is not None else 0
    corrected = _CORRECTED_FROM.search(text, start)
    text = text if corrected is None else text[: corrected.start()]
    return first_whole_move(game, text, start)
