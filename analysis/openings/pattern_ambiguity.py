"""Ambiguity check of patterns: refuse clauses that have two senses."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from analysis.openings.pattern_lexer import PLACES, UNITS, misread
from analysis.openings.pattern_vocabulary import Kind
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analysis.openings.pattern_vocabulary import Word

_FLAGS = {Kind.TURNED, Kind.EXCHANGED}
_OTHER = ("ほか", "他", "そのほか", "その他")


def require_joined(words: Sequence[Word]) -> None:
    """Raise BadPattern for a misplaced or missing 'and' or 'or'.

    'and' and 'or' join squares and areas, or units, or owners. A clause has only one of them between its places, and none
    beside ELSEWHERE; beside an area it needs one. `words` are those of a clause, without fillers.
    """
    joints = {word.kind for before, word, behind in _threes(words) if {before.kind, behind.kind} <= PLACES}
    for before, word, behind in _threes(words):
        if word.kind in {Kind.AND, Kind.OR}:
            _require_alike(before, word, behind)
            if word.kind is Kind.OR and {Kind.AND, Kind.OR} <= joints and before.kind in PLACES:
                raise misread(
                    "and-or",
                    word,
                    Message(
                        "「と」と「または」が混ざっています。読点で区切って別に書いてください",
                        "'and' and 'or' in one clause; write a clause for each, after a comma",
                    ),
                )
    if words[0].kind in {Kind.AND, Kind.OR} or words[-1].kind in {Kind.AND, Kind.OR}:
        at_the_edge = words[0] if words[0].kind in {Kind.AND, Kind.OR} else words[-1]
        raise misread("joins-nothing", at_the_edge, _JOINS)
    for before, behind in pairwise(words):
        pair = {before.kind, behind.kind}
        if Kind.AREA in pair and pair <= {Kind.AREA, Kind.SQUARE}:
            raise misread(
                "two-places",
                behind,
                Message(
                    "場所が二つ並んでいます。「と」か「または」でつないでください",
                    "a second place; join them by 'and' or 'or'",
                ),
            )
    owners = {word.value: word for word in words if word.kind is Kind.OWNER}
    if len(owners) > 1 and any(word.kind in UNITS for word in words):
        raise misread(
            "two-owners",
            list(owners.values())[1],
            Message(
                "先手と後手の両方があります。読点で区切って別に書いてください",
                "both sides in one clause; write a clause for each, after a comma",
            ),
        )


_JOINS = Message(
    "「と」「または」は、マスや場所どうし、または駒どうしをつなぎます。別のことは読点で区切ってください",
    "'and' and 'or' join squares and areas, or units; part anything else by a comma",
)


def _require_alike(before: Word, joint: Word, behind: Word) -> None:
    if Kind.ELSEWHERE in {before.kind, behind.kind}:
        raise misread(
            "elsewhere-and",
            joint,
            Message(
                "「ほか」はほかの場所とつなげません。読点で区切って別に書いてください",
                "'elsewhere' is not joined to another place; write it as a clause of its own, after a comma",
            ),
        )
    alike = (PLACES, UNITS | {Kind.OWNER}, _FLAGS)
    if not any(before.kind in kinds and behind.kind in kinds for kinds in alike):
        raise misread("joins-nothing", joint, _JOINS)


def refuse_except(words: Sequence[Word]) -> None:
    """Raise BadPattern for the ambiguous 縁のほか.

    It may mean all but the rim, or the rest of the rim. `words` are those of a text.
    """
    for before, of, other in _threes(words):
        if other.text in _OTHER and of.text == "の" and before.kind in {Kind.AREA, Kind.SQUARE}:
            raise misread(
                "other-than",
                other,
                Message(
                    f"「{before.text}のほか」は二通りに読めます。その中の残りなら「ほかの{before.text}」、その外なら外の場所を書いてください",
                    f"it may mean the rest of {before.text}, or all but {before.text}; write 'ほかの{before.text}' for the "
                    "rest, or name what lies outside",
                ),
            )


def _threes(words: Sequence[Word]) -> list[tuple[Word, Word, Word]]:
    return list(zip(words, words[1:], words[2:], strict=False))
