"""Records of one line, or of one sentence: the players at its beginning are parted from the moves, and these from the end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.core.outcome import PLAYERS, Side
from notation.freeform.fold_text import word_at
from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.freeform.move_ink import first_whole_move
from notation.freeform.spans_line_context_and_sides import side_or_colour
from notation.freeform.tokens_of_result_words import WEIGHTY
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine

MAX_LINE_CHARACTERS = 4096
_NAME = r"[^\s\d▲△☗☖▽()。、:,|/-]{1,12}?"
_OPPOSED = r"\s?(?:[-・/、,&]|対|と|(?i:vs?\.?))\s?"
_TITLE = r"(?P<title>[^\s。▲△☗☖▽()、:,]{1,24}(?:[。:、]\s?|\s{1,3}))?"
_BEHIND = r"(?:[。:、]\s?|\s{1,3}|$)"
_MARKED = kept_pattern(
    rf"\s{{0,3}}{_TITLE}(?P<one>{_NAME})\s?(?P<first>[▲△☗☖▽]){_OPPOSED}(?P<two>{_NAME})\s?(?P<second>[▲△☗☖▽]){_BEHIND}"
)
"""Two players, the sign of each behind the name: 森▲-岡△."""
_SIDE = r"\((?:先手?|後手?|[白黒])番?\)"
_BRACKETED = kept_pattern(rf"\s{{0,3}}{_TITLE}(?P<one>{_NAME}){_SIDE}{_OPPOSED}(?P<two>{_NAME}){_SIDE}{_BEHIND}")
"""Two players, the side of each in brackets: シュン(白)とマキ(黒)。."""

_POINTED = r"(?:先手|後手|先|後|白|黒)番?\s?(?P<{0}>→|->|⇒|⇨)\s?[^\s\d→⇒⇨()、。:=,/|>-]{{1,12}}"
_POINTED_PLAYERS = kept_pattern(
    rf"(?<![^\s、。/(]){_POINTED.format('one')}[\s、,・/]{{1,3}}{_POINTED.format('two')}(?=[\s、。/)]|$)"
)
"""Both players with an arrow between each and the side: 白→たかし 黒→まい."""
_CLOSED = kept_pattern(r"(?:^|(?<=[\s。、)]))〆[:、\s]{0,2}(?=(?P<end>[^\n〆]{2,60})$)")
"""The sign that closes a record, before its end: 〆白の負け(投了)."""


def lines_parted_behind_players(game: Game, lines: Sequence[CleanLine]) -> Iterator[CleanLine]:
    """Yield the lines; one that begins with both players, with a move right behind them, is parted there."""
    for laid in map(_with_colons_for_arrows, lines):
        text = laid.passage.text
        if laid.parts or laid.furniture or laid.sender or len(text) > MAX_LINE_CHARACTERS:
            yield laid
            continue
        marked = _MARKED.match(text)
        players = marked or _BRACKETED.match(text)
        if players is None or not _stands_before_move(game, laid, players.end(), whole=marked is not None):
            yield laid
            continue
        if marked is not None and side_or_colour(marked["first"]) is not side_or_colour(marked["second"]):
            yield from _heads_of_marked_players(laid, marked)
        elif marked is None:
            yield laid._replace(passage=laid.passage.cut(0, players.end()), raw=None)
        else:
            yield laid
            continue
        if text[players.end() :].strip():
            yield laid._replace(passage=laid.passage.cut(players.end()), raw=None)


def _with_colons_for_arrows(clean_line: CleanLine) -> CleanLine:
    """Return a line with a colon for the arrow between each side and its player."""
    text = clean_line.passage.text
    if clean_line.parts or clean_line.furniture or len(text) > MAX_LINE_CHARACTERS:
        return clean_line
    if (said := _POINTED_PLAYERS.search(text)) is not None:
        passage = clean_line.passage.with_part_replaced(*said.span("two"), ":")
        return clean_line._replace(passage=passage.with_part_replaced(*said.span("one"), ":"), raw=None)
    return clean_line


def lines_parted_at_closing_sign(lines: Sequence[CleanLine]) -> Iterator[CleanLine]:
    """Yield the lines; what stands behind 〆 and tells an end is a line of its own, without the sign."""
    for laid in lines:
        usable = not (laid.parts or laid.furniture) and "〆" in laid.passage.text
        closed = _CLOSED.search(laid.passage.text) if usable else None
        if closed is None or not WEIGHTY.search(closed["end"]):
            yield laid
            continue
        above = laid.passage.cut(0, closed.start())
        if above.text:
            yield laid._replace(passage=above, raw=None)
        yield laid._replace(passage=laid.passage.cut(closed.end()), raw=None)


def _stands_before_move(game: Game, clean_line: CleanLine, at: int, *, whole: bool) -> bool:
    """Return whether a move begins at a place of a line; with `whole` also whether the line ends there."""
    rest = clean_line.passage.part(at, None)
    if not rest.text.strip():
        return whole
    told = rewrite_in_notation(game, rest)
    found = first_whole_move(game, told.text, 0)
    return found is not None and not re.sub(r"[\d\W]|手目?", "", told.text[: found[0]])


def _heads_of_marked_players(clean_line: CleanLine, players: re.Match[str]) -> Iterator[CleanLine]:
    """Yield the title and the players of a line as lines of the head."""
    if players["title"]:
        yield clean_line._replace(passage=clean_line.passage.cut(*players.span("title")), raw=None)
    for name, sign in (("one", "first"), ("two", "second")):
        side = side_or_colour(players[sign])
        key = next(key for key, of in zip(PLAYERS, Side, strict=True) if of is side)
        own = clean_line.passage.part(*players.span(name))
        yield clean_line._replace(passage=word_at(f"{key}:", own).joined(own), raw=None)
