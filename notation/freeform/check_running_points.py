"""Points so far, behind moves or between them: where most of them are those of the board, one that differs is false, or asked about."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from functools import partial
from math import nan
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.diagnostic import Diagnostic, error
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.referee.decide import TOLD_COUNT
from notation.freeform.check_counts_told_in_sentences import units_in_hand
from notation.freeform.free_text_risk import count_move_like_texts
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator, Sequence

    from kifu.core.game.game import Game, Position
    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.hypothesis import Hypothesis

MIN_GROWN = 2
"""The fewest different points of the board by which numbers in brackets are no times."""
MIN_AGREEING = 4
"""The fewest points of the board by which those behind the moves are known to be counted as the notation counts."""
_FIRST, _SECOND = r"(?:白|先手|W(?:hite)?)", r"(?:黒|後手|B(?:lack)?)"
_NO_POINTS = "(?![\\d分秒個枚手組:])"
_POINTS = kept_pattern(
    rf"{_FIRST}\s?[:=]?\s?(\d{{1,3}})点?[\s、,/・対-]{{0,3}}{_SECOND}\s?[:=]?\s?(\d{{1,3}}){_NO_POINTS}"
)
_POINTS_OF_ONE = kept_pattern(rf"^[\s*(\[]{{0,3}}(?:{_FIRST}\s?(\d{{1,3}})|{_SECOND}\s?(\d{{1,3}}))点?[)\]]?\s*$")
_PLY_OF_REMARK = kept_pattern(r"[\s*(\[<【]{0,4}(\d{1,3})手(?:目?(?:まで|の(?:あと|後|時点)|終了)|時点)")
"""The ply of a remark between moves: (16手まで 白39 黒18)."""
_BRACKETED = kept_pattern(r"(?:^|[\s*#])[\[(]\s?(\d{1,3})\s?[-:/]\s?(\d{1,3})\s?[\])]\W*$")
"""Two numbers in brackets, of points or of a clock: (15-10), [18:31]."""
_OF_POINTS = kept_pattern(
    r"(?:白|先手?|W(?:hite)?)\s?[-:：/・と対]\s?(?:黒|後手?|B(?:lack)?)\)?(?:の(?:得|合計)?点|(?:得)?点|の?スコア| points)"
    r"|(?:得?点数?|スコア|(?i:points|score))[はも:\s]{0,2}[(\[]?\s?(?:白|先手?|W(?:hite)?)\s?[-:：/・と対]\s?(?:黒|後手?|B(?:lack)?)"
)
"""What says of two numbers that they are the points of 先手 and of 後手: 手のうしろの[ ]は白:黒の点."""
_BARE = kept_pattern(r"\W*(\d{1,3})\s+(\d{1,3})\W*$")
"""Two numbers without words, as of columns: they count whatever most of them agree with."""
_BETWEEN_MOVES = kept_pattern(
    r"(?P<key>[^\w]{0,6}(?:途中の?|中間)?(?:得点|点数|スコア|経過|(?i:scores?|points))(?:経過)?[\s:は]{0,3}(?:[(\[]\s?)?)"
    r"(?:白|先手|(?i:white))番?\s?:?\s?\d{1,3}点?[\s、,/・-]{0,3}(?:黒|後手|(?i:black))番?\s?:?\s?\d{1,3}点?\W{0,6}"
)
"""The points so far with their key, on a line between moves: ── 得点　白18　黒18 ──."""
_NUMBERED = kept_pattern(r"\s{0,4}(?P<number>\d{1,3})(?!\d)")
MAX_POINTS_CHARACTERS = 60


class _Told(NamedTuple):
    """Two numbers that are told behind a ply, and those of the board."""

    line: int
    ply: int
    told: tuple[int, int]
    shown: tuple[float, float]


def running_points_errors(best: Hypothesis) -> Iterator[Diagnostic]:
    """Yield an error for points behind a move that are not those of the board, where three in four others are.

    Of points with the words for their sides, more than half of them. Two numbers without words may also count the units in hand.
    """
    points, in_hand = Message("得点", "points"), Message("持駒", "units in hand")
    named = _told_behind_moves(best, (_POINTS, _POINTS_OF_ONE), best.game.score) if best.game.counts_points else []
    for one in _fewer_that_differ(named):
        yield error(
            TOLD_COUNT if _do_shown_grow(named) else "points-so-far", _difference_message(one, points), one.line, 1
        )
    for count, what in ((best.game.score, points), (partial(_units_in_hand_of_both, best.game), in_hand)):
        for one in _differences_from_board(_told_behind_moves(best, (_BARE,), count)):
            yield error("points-so-far", _difference_message(one, what), one.line, 1)
    said = any(_OF_POINTS.search(_normal(line.text)) for line in best.lines(("turn", "kept-turn")))
    bracketed = _told_behind_moves(best, (_BRACKETED,), best.game.score)
    for one in _differences_from_board(bracketed) if _do_shown_grow(bracketed) else ():
        yield error(TOLD_COUNT if said else "points-so-far", _difference_message(one, points), one.line, 1)


def _normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _units_in_hand_of_both(game: Game, position: Position) -> tuple[int, int]:
    return units_in_hand(game, position, Side.FIRST), units_in_hand(game, position, Side.SECOND)


def _texts_behind_moves(best: Hypothesis) -> Iterator[tuple[int, int, str]]:
    """Yield the line, the ply and the text of what stands behind moves, and of remarks on lines of their own.

    A remark that names a ply is of that one, if it stands behind it.
    """
    ply = 0
    for item in list(best.items_from_last())[::-1]:
        if item.is_turn:
            ply = item.ply or ply + 1
            yield from ((item.lines[0].line, ply, line.text) for line in item.lines[1:])
        elif item.kind == "comment" and item.lines:
            text = _normal(item.lines[0].text)
            named = _PLY_OF_REMARK.match(text)
            if named is None or int(named[1]) == ply:
                yield item.lines[0].line, ply, text if named is None else text[named.end() :]


def _told_behind_moves(
    best: Hypothesis, patterns: Sequence[re.Pattern[str]], count: Callable[[Position], tuple[float, float]]
) -> list[_Told]:
    """Return the two numbers that are told behind each ply; of one alone, the other as the board shows it."""
    positions, told = best.plies.positions()[::-1], dict[int, _Told]()
    for line, ply, text in _texts_behind_moves(best):
        fresh = ply not in told and 0 < ply < len(positions)
        found = next((one for pattern in patterns if fresh and (one := pattern.search(text)) is not None), None)
        position = positions[ply] if found is not None else None
        points = None if position is None else count(position)
        if found is not None and points is not None:
            first, second = (int(number or shown) for number, shown in zip(found.groups(), points, strict=True))
            told[ply] = _Told(line, ply, (first, second), points)
    return list(told.values())


def _differences_from_board(told: Sequence[_Told]) -> list[_Told]:
    """Return what the board does not show, where three in four others are shown."""
    wrong = [one for one in told if one.told != one.shown]
    return [] if len(told) - len(wrong) < max(MIN_AGREEING, 3 * len(wrong)) else wrong


def _fewer_that_differ(told: Sequence[_Told]) -> list[_Told]:
    """Return what the board does not show, where it shows more than half, and not only 0 and 0."""
    wrong = [one for one in told if one.told != one.shown]
    return wrong if 2 * len(wrong) < len(told) and any(any(one.told) for one in told if one.told == one.shown) else []


def _do_shown_grow(told: Sequence[_Told]) -> bool:
    """Return whether two of those that are shown are others than 0 and 0, as no clock shows them."""
    return len({one.told for one in told if one.told == one.shown and any(one.told)}) >= MIN_GROWN


def _difference_message(one: _Told, what: Message) -> Message:
    (first, second), (shown_first, shown_second) = one.told, one.shown
    return Message(
        f"{one.ply} 手目までの{what.ja}は {first} と {second} と書かれていますが、盤では {shown_first} と {shown_second} です。写しちがいがないか確かめてください",
        f"the {what.en} after move {one.ply} are {first} and {second} here, but {shown_first} and {shown_second} on the board: look for a slip",
    )


def with_points_between_moves(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines; points between two plies that follow each other are a remark without its key, which ends would have."""
    found = list(lines)
    told = {at: key for at, laid in enumerate(lines) if (key := _key_and_points(laid)) is not None}
    plies = list(_numbers_of_moves(game, lines)) if told else []
    for at, key in told.items():
        above = bisect_left(plies, (at,))
        below = above + (above < len(plies) and plies[above][0] == at)
        if above > 0 and below < len(plies) and plies[below][1] == plies[above - 1][1] + 1:
            passage = lines[at].passage.with_part_replaced(*key.span("key"), "-- ")
            found[at] = lines[at]._replace(passage=passage, raw=None)
    return found


def _key_and_points(clean_line: CleanLine) -> re.Match[str] | None:
    """Return the points of both on a line of its own, with their key, matched; None for any other line."""
    text = clean_line.passage.text.rstrip()
    usable = len(text) <= MAX_POINTS_CHARACTERS and not (clean_line.furniture or clean_line.parts)
    return _BETWEEN_MOVES.fullmatch(text) if usable else None


def _numbers_of_moves(game: Game, lines: Sequence[CleanLine]) -> Iterator[tuple[int, float]]:
    """Yield the index of each line with a move, and its number; not a number where it has none."""
    for at, laid in enumerate(lines):
        if count_move_like_texts(game, laid.passage.text) > 0:
            numbered = _NUMBERED.match(laid.passage.text)
            yield at, nan if numbered is None else int(numbered["number"])
