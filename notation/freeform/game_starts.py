"""Games of a text that begin anew: the numbers start again at 1, or a heading stands behind an end."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.free_text_risk import count_move_like_texts
from notation.freeform.heading_words import SEPARATOR, find_heading
from notation.freeform.heads import only_game_named, read_head
from notation.freeform.line_order import leading_ply_number
from notation.freeform.number_recogniser import numbers_before
from notation.freeform.result_words import REOPENED, may_tell_an_end

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine

MIN_MOVES = 2
"""The fewest moves of each game."""
MAX_GAP_LINES = 30
"""The most lines between the last move of a game and the first of the next."""
MAX_TEXT_CHARACTERS = 80
"""The most characters of a line between two games that tells something about them."""
_OTHER_LINE = re.compile(
    "変化|分岐|参考|検討|感想|解説|もし|仮に|代わりに|なら|たら|本譜|別の手順|別案|読み筋|研究|再掲|写し|控え|清書|訂正"
)
"""Words above moves that are not those of another game: a variation, a copy."""


class GameSection(NamedTuple):
    """The lines of one game."""

    first: int
    """The index of its heading; 0 for the first game, whose lines begin with those that all have in common."""
    last: int
    """The index behind its last line."""


def games_by_starts(known: Sequence[Game], lines: Sequence[CleanLine]) -> list[GameSection]:
    """Return the games of a text whose moves begin anew, each behind the end of the one before or below a heading; else nothing.

    `known` are the games that the text names. Whether each is a game has to be tried.
    """
    texts = [laid.passage.text for laid in lines]
    counts = [max((int(count_move_like_texts(game, text)) for game in known), default=0) for text in texts]
    moves = [at for at, count in enumerate(counts) if count]
    if len(moves) < MIN_MOVES:
        return []
    starts, played, last = [_first_heading(texts, moves[0])], counts[moves[0]], _leading_ply_number(texts[moves[0]])
    for before, at in pairwise(moves):
        number = _leading_ply_number(texts[at])
        begun = _begin_of_next(texts, before, at, anew=number == 1 and last != 0, counted=last is not None)
        if begun is not None and played >= MIN_MOVES and (number == 1 or (number is None and last is None)):
            starts.append(begun)
            played = 0
        played += counts[at]
        last = number
    ends = [*starts[1:], len(lines)]
    return [GameSection(*one) for one in zip(starts, ends, strict=True)] if len(starts) > 1 else []


def _leading_ply_number(text: str) -> int | None:
    """Return the ply number that a line begins with; None if it has none."""
    stripped = text.lstrip(" ([【▲△")
    found = leading_ply_number(text)
    return found if found is not None else next((value for value, _ in numbers_before(stripped)), None)


def _first_heading(texts: Sequence[str], first: int) -> int:
    """Return the index of the heading above the first move; that of the move if there is none."""
    above = range(first, max(-1, first - MAX_GAP_LINES), -1)
    return next((at for at in above if find_heading(texts[at]) is not None), first)


def _begin_of_next(texts: Sequence[str], before: int, at: int, *, anew: bool, counted: bool) -> int | None:
    """Return the index of the first line of the game that begins between two lines with moves; None if none begins there."""
    gap = range(before + 1, at)
    if len(gap) > MAX_GAP_LINES or any(_OTHER_LINE.search(texts[one][:MAX_TEXT_CHARACTERS]) for one in gap):
        return None
    headings = [one for one in gap if _is_heading(texts[one])]
    own = find_heading(texts[at])
    if own is not None and own[1] < len(texts[at].rstrip()) and not counted:
        headings.append(at)  # 副将戦 三07-一05六外 …
    others = [one for one in gap if one not in headings]
    if not headings and any(REOPENED.search(texts[one][:MAX_TEXT_CHARACTERS]) for one in gap):
        return None  # 中断, 再開, 1 …: the same game, its plies counted anew
    ended = [one for one in others if len(texts[one]) <= MAX_TEXT_CHARACTERS and may_tell_an_end(texts[one])]
    closed = bool(ended) or may_tell_an_end(texts[before].partition(" ")[2])
    below = [one for one in headings if one > max(ended, default=before)]
    if not (below or (anew and closed)) or not (anew or (closed and below)):
        return None
    return below[0] if below else max(ended, default=before) + 1


def _is_heading(text: str) -> bool:
    """Return whether a line without a move begins a game: a heading, the name of a game, its players, a line that separates."""
    if len(text) > MAX_TEXT_CHARACTERS or not text.strip():
        return False
    if find_heading(text) is not None or SEPARATOR.fullmatch(text) is not None or only_game_named(text) is not None:
        return True
    return read_head(text, None) is not None and not may_tell_an_end(text)
