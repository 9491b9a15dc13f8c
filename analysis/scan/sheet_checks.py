"""Checks of scanned sheets: foreign, mixed, repeated, empty ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.scan.photo_errors import UnreadablePage
from kifu.core.message import Message, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.scan.move_likelihood import PlyInk
    from analysis.scan.scanned_sheet import Sheet

MIN_COMPARED, MIN_CONTRAST = 16, 0.12
"""The plies of two sheets that are compared, and by how much more of their characters are the same than by chance.

In twelve pairs of sheets of one game in other hands than those of the training it was 0.24 and more, in 72 of two games 0.08 and less.
"""
NEAR, FAR = (-2, -1, 0, 1, 2), (-8, -6, -4, 4, 6, 8)
"""The rows by which a sheet may be behind the other, and those by which the same side moves and only chance makes characters the same."""


def require_some_move(sheets: Sequence[Sheet], inks: Sequence[Sequence[Sequence[PlyInk]]]) -> None:
    """Raise UnreadablePage if a sheet has no move in any of its games."""
    for number, sheet in enumerate(sheets):
        if all(ink.silent for game in inks for ink in game[number]):
            raise UnreadablePage(
                "sheet-empty",
                Message(
                    "用紙に指し手が見つかりません。記入した頁の写真か、薄い字が写っているかを確かめてください",
                    "no move is found on the sheet; is it the page that was filled in, and can light writing be seen in the photograph?",
                ),
                key=sheet.photographs[0].name,
            )


def require_one_game(first: Sequence[PlyInk], second: Sequence[PlyInk]) -> None:
    """Raise UnreadablePage if two sheets have too little in common."""
    one, other = ([_characters(ink) for ink in sheet] for sheet in (first, second))
    if min(sum(map(bool, one)), sum(map(bool, other))) < MIN_COMPARED:
        return
    near, far = (max(_share_of_equal_characters(one, other, by) for by in behind) for behind in (NEAR, FAR))
    if near - far < MIN_CONTRAST:
        raise UnreadablePage(
            "other-record",
            Message(
                "二枚の用紙は、別の対局のもののようです。写真の組み合わせを確かめるか、一枚ずつ読んでください",
                "the two sheets seem to be of different games; look at which photographs belong together, or read each sheet alone",
            ),
        )


def _characters(ink: PlyInk) -> str:
    """Return what is written for a ply, alike on all forms."""
    return "" if ink.silent else (ink.says or "").replace("-", "").replace("0", "")


def _share_of_equal_characters(first: Sequence[str], second: Sequence[str], by: int) -> float:
    """Return the share of equal characters, with one sheet `by` rows behind."""
    pairs = [pair for pair in zip(first[max(0, by) :], second[max(0, -by) :], strict=False) if all(pair)]
    same = sum(a == b for pair in pairs for a, b in zip(*pair, strict=False))
    return same / max(1, sum(max(map(len, pair)) for pair in pairs))


def sheet_warnings(sheets: Sequence[Sheet]) -> Iterator[Message]:
    """Yield warnings of pages and writers that do not seem to belong together."""
    sides = [{page.side for page in sheet.pages if page.code_read} for sheet in sheets]
    for sheet, known in zip(sheets, sides, strict=True):
        if len(known) > 1:
            name = quoted(sheet.photographs[0].name)
            yield Message(
                f"{name} の用紙に、先手が記入する頁と後手が記入する頁が混ざっています。二人の用紙が入れ替わっていないか確かめてください",
                f"the sheet of {name} has pages for both players to fill in; are the pages of two sheets mixed up?",
            )
    if len(sides) > 1 and sides[0] == sides[1] and len(sides[0]) == 1:
        yield Message(
            "二枚とも同じ側が記入する用紙です。同じ人の用紙を二度読むと、書き違いが見つかりません",
            "both sheets are for the same side to fill in; one person's sheet read twice shows no slip",
        )


def require_no_common_photograph(sheets: Sequence[Sheet]) -> None:
    """Raise UnreadablePage if both sheets have a photograph in common."""
    if len(sheets) > 1:
        first = {photograph.sha256 for photograph in sheets[0].photographs}
        for photograph in sheets[1].photographs:
            if photograph.sha256 in first:
                raise UnreadablePage(
                    "same-photograph",
                    Message(
                        "同じ写真が二枚の用紙の両方にあります。もう一人の用紙の写真を渡してください",
                        "the same photograph is given for both sheets; give that of the other player's sheet",
                    ),
                    key=photograph.name,
                )
