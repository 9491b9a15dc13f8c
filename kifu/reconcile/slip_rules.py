"""Slip rules: the closed list of slips between written moves.

A slip needs no rules: the same list holds for every game. The kinds stand in the order in which repairs are ranked.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from kifu.core.escapes_confusables_and_text_width import GROUPS
from kifu.core.message import Message
from kifu.reconcile.move_tokens import are_one_character_apart, may_mean_move

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kifu.reconcile.move_tokens import MoveToken, Square

    View = Callable[[Square], Square]
    """Gives the square that is meant for one that is written."""


class SlipKind(Enum):
    """Kinds of slips, likeliest first.

    The value is the name in JSON.
    """

    COUNT = "count"
    WINNER = "winner"
    TOTAL = "total"
    DIAGRAM = "diagram"
    MARK = "mark"
    PROMOTED = "promoted"
    LOOK_ALIKE = "look-alike"
    SUFFIX = "suffix"
    FIGURES = "figures"
    ILLEGIBLE = "illegible"
    TEN = "ten"
    BESIDE = "beside"
    EXCHANGED = "exchanged"
    TWICE = "twice"
    THROUGHOUT = "throughout"
    REVERSED = "reversed"
    SQUARE = "square"
    TRANSPOSED = "transposed"
    MIRRORED = "mirrored"
    OPPOSITE = "opposite"
    UNIT = "unit"
    COORDINATE = "coordinate"
    LEFT_OUT = "left-out"

    @property
    def rank(self) -> int:
        """The place in the list, from 0."""
        return RANKS[self]

    @property
    def label(self) -> Message:
        """The slip in words."""
        return LABELS[self]


RANKS = {kind: place for place, kind in enumerate(SlipKind)}
LABELS = {
    SlipKind.ILLEGIBLE: Message("読めない字", "illegible"),
    SlipKind.LOOK_ALIKE: Message("似た駒", "a unit that looks alike"),
    SlipKind.FIGURES: Message("算用数字と漢数字", "figures and kanji figures"),
    SlipKind.THROUGHOUT: Message("棋譜全体で同じ書き違い", "the same slip throughout the record"),
    SlipKind.MARK: Message("手番の印", "the mark of the other side"),
    SlipKind.PROMOTED: Message("成った駒の名", "a unit named as its promotion leaves it"),
    SlipKind.SUFFIX: Message("添え字の有無", "a suffix missing or too many"),
    SlipKind.TEN: Message("01 と 10", "01 and 10"),
    SlipKind.BESIDE: Message("隣のマス", "one square beside"),
    SlipKind.COUNT: Message("手数の書き違い", "a wrong count"),
    SlipKind.WINNER: Message("勝者の書き違い", "the wrong winner"),
    SlipKind.TOTAL: Message("得点の書き違い", "a wrong total"),
    SlipKind.DIAGRAM: Message("局面図の書き違い", "a slip in a diagram"),
    SlipKind.EXCHANGED: Message("二行の入れ替わり", "two lines exchanged"),
    SlipKind.TWICE: Message("同じ行が二度", "a line twice"),
    SlipKind.REVERSED: Message("元と先の入れ替わり", "from and to exchanged"),
    SlipKind.SQUARE: Message("マスの抜け・余り", "a square left out or too many"),
    SlipKind.TRANSPOSED: Message("列と段の入れ替わり", "column and row exchanged"),
    SlipKind.MIRRORED: Message("左右・上下の取り違え", "mirrored"),
    SlipKind.OPPOSITE: Message("盤の反対側から見たマス", "seen from the other side of the board"),
    SlipKind.UNIT: Message("別の駒", "another unit"),
    SlipKind.COORDINATE: Message("列か段の一方が別", "another column or row"),
    SlipKind.LEFT_OUT: Message("行の抜け", "a line left out"),
}

ALIKE = (*GROUPS, "武士", "騎馬", "弓矢", "巫女", "占領", "怨霊", "占巫", "士女", "玉王", "歩と", "卒卆", "丸九")
"""Characters of units that are confused: they look alike, or they are the two sides' names of one unit."""


def slip_between(written: MoveToken, meant: MoveToken, board_size: tuple[int, int]) -> SlipKind | None:
    """Return the slip that turned `meant` into `written`.

    None if one slip does not explain it, or none is needed.
    `board_size` is the number of columns and rows of the board. `meant` is a move in its canonical spelling. Between two texts
    that can be read the relation is symmetric.
    """
    if written.unread:
        return _slip_in_unread(written, meant, board_size)
    unit = written.units.isdisjoint(meant.units)
    suffix = written.suffixes != meant.suffixes
    squares = written.squares != meant.squares
    if unit and not squares and _is_promotion_slip(written, meant):
        return SlipKind.PROMOTED
    if unit + suffix + squares != 1:
        return None
    if unit:
        return (
            SlipKind.LOOK_ALIKE
            if any(_do_units_look_alike(one, two) for one in written.units for two in meant.units)
            else SlipKind.UNIT
        )
    if suffix:
        return SlipKind.SUFFIX if _is_suffix_slip(written.suffixes, meant.suffixes) else None
    return slip_of_squares(written.squares, meant.squares, board_size)


def _slip_in_unread(written: MoveToken, meant: MoveToken, board_size: tuple[int, int]) -> SlipKind | None:
    """Return the slip that made a move an unread text, or None."""
    if written.blank:
        return SlipKind.ILLEGIBLE
    if written.has_illegible_mark:
        return SlipKind.ILLEGIBLE if may_mean_move(written, meant) else None
    if any(other.equals(meant) for other in written.others):
        return SlipKind.FIGURES
    if written.tail == meant.tail and written.squares:
        squares = slip_of_squares(written.squares, meant.squares, board_size)
        if squares is not None:
            return squares
    elif written.squares == meant.squares and written.squares:
        return _slip_in_tail(written.tail, meant)
    return SlipKind.ILLEGIBLE if are_one_character_apart(written.text, meant.text) else None


def _slip_in_tail(tail: str, meant: MoveToken) -> SlipKind | None:
    """Return the slip in an unread text behind the squares.

    What is written of a unit has to be explained.
    """
    if _differ_in_suffix(tail, meant):
        return SlipKind.SUFFIX
    if _do_units_look_alike(tail, meant.tail):
        return SlipKind.LOOK_ALIKE
    unit = meant.tail.removesuffix("".join(meant.suffixes))
    return (
        SlipKind.ILLEGIBLE if not tail or are_one_character_apart(tail, meant.tail) or tail.startswith(unit) else None
    )


def slip_of_squares(
    written: tuple[Square, ...], meant: tuple[Square, ...], board_size: tuple[int, int]
) -> SlipKind | None:
    """Return the one slip between two paths of squares, or None."""
    if written == meant:
        return None
    if len(written) != len(meant):
        return SlipKind.SQUARE if _has_one_item_more(written, meant) else None
    differing = [pair for pair in zip(written, meant, strict=True) if pair[0] != pair[1]]
    alone = len(differing) == 1
    pairs = differing if alone else list(zip(written, meant, strict=True))
    relations = (
        (SlipKind.TEN, all(_is_ten_for_one(*pair) for pair in differing)),
        (SlipKind.BESIDE, alone and _is_beside(*differing[0])),
        (SlipKind.REVERSED, written == meant[::-1]),
        *(
            (kind, any(all(change(one) == two for one, two in pairs) for change in all_))
            for kind, all_ in mirror_and_turn_views(board_size)
        ),
        (SlipKind.COORDINATE, alone and _in_one_line(*differing[0])),
    )
    return next((kind for kind, holds in relations if holds), None)


def _in_one_line(written: Square, meant: Square) -> bool:
    return written[0] == meant[0] or written[1] == meant[1]


def _is_ten_for_one(written: Square, meant: Square) -> bool:
    """Tell whether 01 stands for 10, or 10 for 01."""
    (column, row), (other_column, other_row) = written, meant
    ten = {1, 10}
    return (column == other_column and {row, other_row} == ten) or (row == other_row and {column, other_column} == ten)


def _is_beside(written: Square, meant: Square) -> bool:
    return max(abs(written[0] - meant[0]), abs(written[1] - meant[1])) == 1


def mirror_and_turn_views(board_size: tuple[int, int]) -> tuple[tuple[SlipKind, tuple[View, ...]], ...]:
    """Return the mirrorings and turns of squares, by kind."""
    columns, rows = board_size
    return (
        (SlipKind.TRANSPOSED, (lambda at: (at[1], at[0]),)),
        (SlipKind.MIRRORED, (lambda at: (columns + 1 - at[0], at[1]), lambda at: (at[0], rows + 1 - at[1]))),
        (SlipKind.OPPOSITE, (lambda at: (columns + 1 - at[0], rows + 1 - at[1]),)),
    )


def _do_units_look_alike(unit: str, other: str) -> bool:
    if len(unit) != len(other):
        return False
    differing = [pair for pair in zip(unit, other, strict=True) if pair[0] != pair[1]]
    return len(differing) == 1 and any(differing[0][0] in group and differing[0][1] in group for group in ALIKE)


def _has_one_item_more(sequence: Sequence[object], other_sequence: Sequence[object]) -> bool:
    """Tell whether one sequence has exactly one more item."""
    longer, shorter = (sequence, other_sequence) if len(sequence) > len(other_sequence) else (other_sequence, sequence)
    return len(longer) == len(shorter) + 1 and any(
        longer[:at] == shorter[:at] and longer[at + 1 :] == shorter[at:] for at in range(len(longer))
    )


def _is_suffix_slip(written: Sequence[str], meant: Sequence[str]) -> bool:
    """Tell whether one suffix or character differs: 成, 不成; 成后, 成城."""
    one, other = "".join(written), "".join(meant)
    another = len(one) == len(other) > 1 and one[0] == other[0] and sum(map(str.__ne__, one, other)) == 1
    return another or _has_one_item_more(written, meant) or _has_one_item_more(one, other)


def _is_promotion_slip(token_a: MoveToken, token_b: MoveToken) -> bool:
    """Tell whether tokens differ by a promotion.

    One names the unit that a promotion leaves, the other the unit that promotes, with its suffix.
    """
    return any(
        (unit, token.suffixes) in named.promoting
        for named, token in ((token_a, token_b), (token_b, token_a))
        for unit in token.units
    )


def _differ_in_suffix(tail: str, meant: MoveToken) -> bool:
    suffixes = "".join(meant.suffixes)
    unit = meant.tail.removesuffix(suffixes)
    return tail.startswith(unit) and _has_one_item_more(tail[len(unit) :], suffixes)
