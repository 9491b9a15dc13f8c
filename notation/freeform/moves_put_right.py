"""Puts moves right: the part that a correction names takes the place of the square, the squares or the unit of a move."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.correction_clauses import CorrectionClause
from notation.freeform.free_text_risk import unit_words
from notation.freeform.move_ink import first_whole_move, ink_moves_by_end
from notation.freeform.squares_named_in_text import squares_ends_and_first_axes_at
from notation.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game
    from notation.freeform.fold_text import LocatedText
    from notation.freeform.move_ink import InkMove

BOTH = 2
"""The squares of a move that leaves one and ends at another."""
_CORRECTED_WITHIN = re.compile(
    r"\(\s{0,3}(?:訂正|修正|正しくは)\s{0,3}[:は→]?\s{0,3}(?P<right>[^()\s]{1,6})\s{0,3}\)"
    r"|\s?(?:→|⇒|->)\s?(?P<arrow>[^()\s→、。/]{1,6}?)[にへ](?:訂正|修正|変更|直)(?:し)?(?:ます|ました|す|た|済み?)?"
    r"|\s?(?:→|⇒|->|=>)\s?(?P<marked>[^()\s→、。/]{1,6}?)\s?\((?:(?:訂正|修正)(?:済み?|後)?|(?i:corrected|fixed))\)"
)
"""What corrects a unit or a square right before it on its line: 七02より七03(訂正:七04)へ; 六05黒E内→F内に訂正."""
_SQUARE_RIGHT_BEFORE = lazy_pattern(r"[1-9a-sA-S一二三四五六七八九]\s?[、,・の.-]?\s?0?[1-9一二三四五六七八九]$")


class _Replacement(NamedTuple):
    start: int
    end: int
    text: str


class _SquareSpan(NamedTuple):
    start: int
    end: int
    names: frozenset[str]
    """The squares that it may be: figures may name the row first."""


def passage_put_right(
    game: Game, passage: LocatedText, move: tuple[int, int], clause: CorrectionClause
) -> LocatedText | None:
    """Return a line with its move as a correction says it; None if that cannot be followed."""
    own = passage.text[slice(*move)]
    if clause.wrong and clause.right == own.strip():
        return passage  # 四2-一5F内反 ※はじめ「四2-一4F内反」と書いたが四2-一5F内反が正しい
    found = _replacement(game, own, clause.right) if clause.right else None
    if found is None:
        return None
    if clause.wrong:
        at = own.find(clause.wrong)
        if own.count(clause.wrong) != 1 or at >= found.end or at + len(clause.wrong) <= found.start:
            return None  # 五1ではなく…: of another move, or of another part of it
    return passage.with_part_replaced(move[0] + found.start, move[0] + found.end, found.text)


def _replacement(game: Game, own: str, right: str) -> _Replacement | None:
    """Return the part of a move whose place a correction takes; None if that is not sure."""
    if right in unit_words(game):
        unit = _span_of_unit(game, own, right)
        return None if unit is None else _Replacement(*unit, right)
    old, new = _ink_of(game, own), _ink_of(game, right)
    if new is None or not new.squares:
        return None
    if new.unit and (old is None or new.unit != old.unit or len(new.squares) >= len(old.squares)):
        return _Replacement(0, len(own), right)
    return None if old is None or new.suffixes else _replacement_of_squares(game, (own, old), (right, new))


def _replacement_of_squares(game: Game, own: tuple[str, InkMove], right: tuple[str, InkMove]) -> _Replacement | None:
    """Return what takes the place of both squares of a move, or of the one where it ends; None if that is not sure."""
    squares, told = _spans_of_squares(game, own[0]), _spans_of_squares(game, right[0])
    old, new = own[1].squares, right[1].squares
    if len(squares) != len(old):
        return None
    if len(new) == BOTH:
        instead = old[0] == old[-1] or new[0] == old[-1]  # 六3→六2 may be 六2 for 六3
        return None if instead else _Replacement(squares[0].start, squares[-1].end, right[0])
    goal = [span for span in squares if old[-1] in span.names]
    if len(goal) != 1 or len(told) != 1:
        return None
    if goal[0].names & told[0].names:
        return _Replacement(0, 0, "")  # the same square in other signs
    return _Replacement(goal[0].start, goal[0].end, right[0][told[0].start : told[0].end])


def _ink_of(game: Game, text: str) -> InkMove | None:
    """Return the parts of a move that a whole text is, with its unit where it may name one; None if it is none."""
    found = ink_moves_by_end(game, text, 0).get(len(text), ())
    return max(found, key=lambda one: (bool(one.unit), len(one.squares)), default=None)


def _span_of_unit(game: Game, own: str, right: str) -> tuple[int, int] | None:
    """Return the place of the unit of a move; of words for it the one that is as long as another unit."""
    at, unit = max(
        ((found, unit) for unit in unit_words(game) if (found := own.rfind(unit)) >= 0 and not unit.isascii()),
        key=lambda one: (len(one[1]) == len(right), one[0] + len(one[1]), len(one[1])),
        default=(-1, ""),
    )
    return None if at < 0 else (at, at + len(unit))


def _spans_of_squares(game: Game, text: str) -> Sequence[_SquareSpan]:
    """Return the places of the squares of a move, and which squares each may be."""
    spans: list[_SquareSpan] = []
    at = 0
    while at < len(text):
        found = [(name, end) for name, end, _ in squares_ends_and_first_axes_at(game.board, text, at)]
        longest = max((end for _, end in found), default=at + 1)
        if found:
            spans.append(_SquareSpan(at, longest, frozenset(name for name, end in found if end == longest)))
        at = longest
    return spans


def correct_within(game: Game, passage: LocatedText) -> LocatedText | None:
    """Return a line with a unit or a square as what stands right behind it corrects it; None if nothing does, or several."""
    said = _CORRECTED_WITHIN.search(passage.text)
    if said is None or _CORRECTED_WITHIN.search(passage.text, said.end()) is not None:
        return None
    before, right = passage.text[: said.start()].rstrip(), said["right"] or said["arrow"] or said["marked"]
    units = unit_words(game)
    if (
        not said["right"]
        and len(_spans_of_squares(game, before)) < len(("from", "to"))
        and not any(unit in before for unit in units)
    ):
        return None  # 8 三1→四1に訂正: of a ply that stands elsewhere
    if right in units:
        ending = [unit for unit in units if before.endswith(unit)]
        wrong = max(ending, key=lambda unit: (len(unit) == len(right), len(unit)), default="")
    else:
        square = _SQUARE_RIGHT_BEFORE.search(before) if _SQUARE_RIGHT_BEFORE.fullmatch(right) else None
        wrong = "" if square is None else square[0]
    if not wrong and (move := first_whole_move(game, before, 0)) is not None and move[1] == len(before):
        made = passage_put_right(game, passage.part(0, len(before)), move, CorrectionClause(right))
        return None if made is None else made.joined(passage.part(said.end(), None))
    return passage.with_part_replaced(len(before) - len(wrong), said.end(), right) if wrong else None
