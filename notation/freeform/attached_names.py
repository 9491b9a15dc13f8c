"""Names of players that a record ties to a side only in passing: 先手ムラタ=…, 後手（イレーネ）の陣, black=gen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from notation.freeform.heads import HONORIFICS
from notation.freeform.result_words import OF_THE_LOSER, OF_THE_WINNER, WEIGHTY, WORDS
from notation.freeform.side_context import side_or_colour

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.outcome import Side
    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.side_context import SideContext

MAX_SENTENCE_CHARACTERS = 200
"""The most characters of a line in which a name is looked for."""
_ENDS = "|".join(WORDS[kind] for kind in sorted(OF_THE_LOSER | OF_THE_WINNER))
_NO_NAME = (
    "(?!私|わたし|わたくし|僕|ぼく|俺|おれ|うち|小生|当方|相手|敵|自分|両者|双方|勝者|敗者|こちら|向こう|これ|それ)"
)
"""Words for somebody that are no names: in a quotation 俺 is whoever speaks."""
_OF_A_RESULT = re.compile(
    rf"{_NO_NAME}(?P<name>(?<![^\W_ぁ-ん])[^\W\d_ぁ-ん]{{1,8}}?|(?<!\w)[ぁ-ん]{{2,6}}?|(?<!\w)[A-Za-z]{{2,12}})"
    rf"(?:{HONORIFICS}[がはの、]?|\s(?=resign|won|win|los))\s?(?:{_ENDS})",
    re.IGNORECASE,
)
"""The end of a game with the name of whom it is told."""
_SIDE = (
    r"(?:先手番?|後手番?|先番|後番|先攻|後攻|[▲△☗☖●○]|[白黒]番?|(?<![A-Za-z])(?:white|black|sente|gote)(?![A-Za-z]))"
)
_SIDE_BEFORE = re.compile(rf"({_SIDE})[()\[\]「」:=はがの・]{{0,3}}$", re.IGNORECASE)
MAX_SIDE_CHARACTERS = 24
"""How far before a name the word for its side begins."""
_NAME_ENDS = re.compile(rf"{HONORIFICS}(?![^\W_ぁ-ん])")
_SIDE_BEHIND = re.compile(
    rf"{HONORIFICS}[(=:はが]?({_SIDE}|先(?![生日週月々])|後(?!半))(?=番|で|[\s、。)]|$)", re.IGNORECASE
)
_OTHER_DISC = {"●": "○", "○": "●", "黒": "白", "白": "黒"}


def attached_names(around: SideContext, lines: Sequence[CleanLine]) -> tuple[tuple[str, Side], ...]:
    """Return the sides of the names of an end, where other words of the record tie each to one side, and never to the other."""
    texts = [
        laid.passage.text for laid in lines if not laid.parts and len(laid.passage.text) <= MAX_SENTENCE_CHARACTERS
    ]
    ends = filter(WEIGHTY.search, texts)  # each word of _ENDS is one of WEIGHTY: few lines have any
    names = dict.fromkeys(found["name"] for text in ends for found in _OF_A_RESULT.finditer(text))
    sides = {name: _sides_of(around, name, texts) for name in names if side_or_colour(name) is None}
    return tuple((name, side) for name, of_name in sides.items() if len(of_name) == 1 for side in of_name)


def _sides_of(around: SideContext, name: str, texts: Sequence[str]) -> set[Side]:
    """Return the sides that a name is tied to; by a disc it is the side that the name behind the other disc is not tied to."""
    words = {*_ties(name, texts)}
    sides = {side for word in words if (side := around.side(word)) is not None}
    for disc in words & _OTHER_DISC.keys():
        behind = re.compile(rf"{_OTHER_DISC[disc]}\s?([^\W\d_]{{1,8}})")
        others = {found[1] for text in texts if disc in text for found in behind.finditer(text)}
        tied = (around.side(word) for other in others for word in _ties(other, texts))
        sides |= {side.other for side in tied if side is not None}
    return sides


def _ties(name: str, texts: Sequence[str]) -> Iterator[str]:
    """Yield the words for a side that stand right before or behind a name: 先手ムラタ, 後手は菅野, 野々村(先)."""
    for text in texts:
        for found in re.finditer(re.escape(name), text):
            start, end = found.span()
            before = _SIDE_BEFORE.search(text[max(0, start - MAX_SIDE_CHARACTERS) : start])
            if before is not None and _NAME_ENDS.match(text, end):
                yield before[1]
            behind = _SIDE_BEHIND.match(text, end)
            if behind is not None and not text[max(0, start - 1) : start].isalnum():
                yield behind[1]
