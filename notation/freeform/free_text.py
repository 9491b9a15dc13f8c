"""Spans of free text, and what they cost."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from notation.freeform.fields import MAX_KEY_CHARACTERS
from notation.freeform.heads import read_head
from notation.freeform.ink import HOLE, MAX_INK_CHARACTERS
from notation.freeform.risk import (
    BARE_SQUARE,
    DOUBTED,
    HIRAGANA,
    LABEL,
    SIDE_MARK,
    moves_in,
    risk,
    risk_of_words,
    signs_of,
)
from notation.freeform.setup_parts import leaves_hands_open
from notation.freeform.spans import BOUNDS, COLUMN_AND_ROW, Context, Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.core.game.game import Game

MAX_PROSE_CHARACTERS = 400
MAX_SCRAP_CHARACTERS = 4
MAX_WEIGHT_LENT = 1.45
"""The greatest weight of the moves and results in a text of whose cost something is lent."""
LENT = 0.4
"""How much of the least cost of free text is paid back where no move is missing."""
_GOES_ON = re.compile(r"へ|(?:から|より)\s?[0-9a-s一二三四五六七八九十]")
_MARKED_SCRAP = re.compile(r"[▲△☗☖▽]\s*\S{1,4}")
_LETTER = re.compile(r"[^\W\d_]|^[、。，,.…・~\-=_*]+$")
_WORD = re.compile(r"[ぁ-んァ-ヶー〜]{2}|[A-Za-z]{3}|[^\W\d_ぁ-ん一二三四五六七八九十]{3}")
_TAKES_BACK = re.compile("[、。 ]*(?:なんて|てのは|というのは|は)?(?:うそ|嘘|冗談|続き|つづき|再開)")
"""Words behind an end by which it is none."""
_SQUARE_AT_THE_END = re.compile(r"[1-9一二三四五六七八九a-s] ?[-の・]? ?[0-9一二三四五六七八九]$")
_FIELD = re.compile(r"(?:先手|後手|白|黒)の?[^\s:]{1,6}:\s*\d")
"""What looks like a field below a diagram, as what a side holds."""


@lru_cache(maxsize=1 << 14)
def _cost_as_scrap(text: str) -> tuple[float, float, bool]:
    """Return what it costs that a text is a scrap, or in cells, how much of it is lent, and whether it doubts the move before it."""
    scrap = len(text) <= MAX_SCRAP_CHARACTERS and not _WORD.search(text)
    lent = 0.8 * scrap + 2.5 * (not _LETTER.search(text))
    cost = 2.5 * (not lent and _MARKED_SCRAP.fullmatch(text) is not None) + 1.5 * ("\t" in text)
    return cost + lent, lent, DOUBTED.search(text) is not None


def prose_span(  # noqa: PLR0913, PLR0917 - where it stands
    context: Context, text: str, at: int, end: int, before: str, most: float
) -> Span | None:
    """Return the free text from `at` to `end`, with what it costs; None if that is more than `most`.

    Its value is how much of the cost is lent: it is paid back when the number of a later ply, or the count at the end, shows
    that the text hides no move.
    """
    part = text[at:end]
    cut = (at > 0 and text[at - 1] not in BOUNDS) + (end < len(text) and text[end] not in BOUNDS)
    if before == "move" and text[at - 1] not in BOUNDS and not HIRAGANA.match(part):
        cut += 6  # the rest of a longer move that is not understood
    if before == "move" and _GOES_ON.match(part):
        cut += 6  # a move that goes on: へ、返して
    if before == "move" and not HIRAGANA.search(part) and BARE_SQUARE.search(part):
        cut += 5  # a square behind a move is a part of it
    if text.startswith(("→", "->"), end) and _SQUARE_AT_THE_END.search(part[-5:]):
        cut += 5  # a square before an arrow is a part of the move behind it
    told = before in {"move", "sep", "remark", "time"}
    behind = context.moving or (told and moves_in(context.game, text[max(0, at - MAX_INK_CHARACTERS) : at]) >= 1)
    if before in {"move", "sep"} and behind and signs_of(context.game).end.match(part):
        cut += 5  # so is what happens at its end: 裏返し, 合体, 成
    if before in {"move", "sep"} and behind and _ends_a_move(context.game).search(part[-4:]):
        cut += 5  # そこの仲間と合
    if behind and _ends_with_a_name(context.around.players, part):
        cut += 3  # 悪くない。彼【四2→五3: whose move it is
    scrap, lent, doubted = _cost_as_scrap(part)
    scrap += 4.0 * (doubted and before in {"move", "time"})
    scrap += 4.0 * (before == "end" and _TAKES_BACK.match(part) is not None)
    scrap += 2.0 * (part.strip("。.! ") in context.around.words)
    scrap += 4.0 * (not context.moving and not at and _FIELD.match(part) is not None)
    scrap += 4.0 * (not context.moving and bool(context.game.vocabulary.cells) and leaves_hands_open(part))
    if not context.moving and context.game.required_head and len(part) <= MAX_KEY_CHARACTERS * 4:
        lines = read_head(part.strip(), context.game)  # a game that has lost its board has no fouls either
        scrap += 4.0 * (lines is not None and lines[0].partition("：")[0] in context.game.required_head)
    length = min(1.2, 0.03 * len(part))
    cost = 0.7 + scrap + length + 0.6 * cut
    if cost > most:
        return None
    weight = risk(context, part)
    disproved = risk_of_words(context.game, part, kana=True, of_results=context.of_results)[1]
    inked = (
        weight - disproved > MAX_WEIGHT_LENT
        or (disproved > 0 and bool(text[end:].strip()))  # the number may be that of a move behind it
        or any(sign.search(part) for sign in (COLUMN_AND_ROW, SIDE_MARK))
        or HOLE.fullmatch(part)
        or LABEL.fullmatch(part)
    )
    lent = 0.0 if inked or not context.moving else lent + length + LENT + disproved  # above the moves it may be a head
    return Span("prose", at, end, lent, cost + weight)


def _ends_with_a_name(players: Iterable[str], part: str) -> bool:
    """Return whether a player's name stands at the end of a text, behind other words."""
    return any(part.endswith(name) and part[: -len(name)][-1:] in BOUNDS - {""} for name in players)


@lru_cache(maxsize=16)
def _ends_a_move(game: Game) -> re.Pattern[str]:
    """Return the pattern of a text that ends with what happens at the end of a move."""
    words = "|".join(map(re.escape, game.vocabulary.suffixes))
    return re.compile(rf"(?<![試場都具割組待連])(?:{words})[。、.,]?$" if words else "(?!)")
