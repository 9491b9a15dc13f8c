"""Spans of sides by mark, colour, player or speaker, round a move."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kifu.core.outcome import Side
from kifu.core.squares import BLANKS
from notation.freeform.free_text_risk import free_text_risk
from notation.freeform.head_lines_in_other_words import known_keys
from notation.freeform.move_ink import ink_moves_by_end
from notation.freeform.players_of_head_lines import HONORIFICS
from notation.freeform.spans_line_context_and_sides import DISCS, SIDE_WORDS, LineContext, Span
from notation.freeform.tokens_of_result_words import WEIGHTY
from notation.lazy_pattern import lazy_pattern
from notation.line_kinds import KANJI

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.spans_line_context_and_sides import SideContext

_BEFORE_A_MOVE = (*SIDE_WORDS, *DISCS, "しろ", "くろ", "シロ", "クロ", "shiro", "kuro", "Shiro", "Kuro")
_ENGLISH = {
    "B": "黒",
    "W": "白",
    "Black": "黒",
    "White": "白",
    "Sente": "先手",
    "Gote": "後手",
    **dict.fromkeys(("Weiß", "Blancs", "Blancas"), "白"),
    **dict.fromkeys(("Schwarz", "Noirs", "Negras"), "黒"),
}
"""The sides in Latin letters, as they begin a line."""
_IN_SMALL_LETTERS = {word: _ENGLISH[word.capitalize()] for word in ("black", "white", "sente", "gote")}
"""The same without a capital, before a move: 1 black Senryo b1. Where units have colours, white F is the unit."""
_OPENS = re.compile(r"[\[(【]?\s*")
_SIDE_END = r"(?:さん|くん|ちゃん)?\s*[\])】]?\s*(?:番|側)?\s*(?:(?:は|が|も|の手は|の番で)[、,]?|[:、.]|…{1,2})?\s*"
_ENGLISH_END = re.compile(r"\s*[:.]\s*|\s+")
_NAME_END = re.compile(
    rf"{HONORIFICS}\s*[\])】]?\s*(?:番|側)?\s*(?:(?:wa|ga|no|mo)(?=\s)|(?:は|が|も|の手は|の番で)[、,]?|の(?=[\s\d(一二三四五六七八九])|[:、.・])?\s*"
)
_OPENS_BEHIND = re.compile(r"\s*\(?")
_NAME_END_BEHIND = lazy_pattern(rf"{HONORIFICS}\)?(?=$|[\s、。,(])")
_COLOUR_OF_A_UNIT = re.compile(r"[\[(【]?[黒白](?!(?:番|側)?[はがも:、])")
_OWNER_OF_A_UNIT = re.compile(r"([黒白])の?\s?(?=[^\s、,。]{2,5}\1)")
"""The colour of a unit that its move names again: 白の二06白C内."""
_SIGN_OF_A_PROGRAM = re.compile(r"[+-](?=[0-9]{4}[^\W\d])")
"""The sign of a side as programs write it: +7776歩."""
_DISC = re.compile(r"[\[(【]?\s*([●⚫○⚪◯]|[黒白])\s*[\])】]?\s*(?:番|側)?\s*(?:は|が|の手は|[:、.])?\s*")
_IN_ENGLISH = re.compile(r"(B|W|Black|White|Weiß|Schwarz|Blancs|Noirs|Blancas|Negras)(?:\s*[:.]\s*|\s+)")
_COLOUR_IN_SMALL_LETTERS = re.compile(r"(black|white)(?:\s*[:.]\s*|\s+)")
_MARK_AND_WORD = re.compile(r"[▼▽](?=[黒白]番?\s)")
_SIDE_AND_NAME = re.compile(
    r"([黒白]|先手|後手)の?[^\s、。,.「」()0-9]{1,12}?(?:さん|[初二三四五六七八九]段|氏|君|くん|ちゃん|先生|女流)(?:の|は|が|[、,])\s*"
)
"""A side with the name and the title of whoever plays it: 白の杉浦二段の."""
_SECOND_OF_A_ROUND = re.compile(r"(?:\.{3}|…{1,2})\s+")
"""What stands between the number of a round and the move of 後手, as in chess: 2... Outer Cross."""
_GLUED_TO_A_NUMBER = re.compile(r"[wb][.:)]?\s+")
"""The first letter of a colour right behind a number: 1w b7-b6 ge."""
_MARK_BEHIND = re.compile(r"\s{0,9}\((先手?|後手?|[▲△☗☖])\)|[▲△☗☖](?=$|\s)")
_SPEAKER = re.compile(
    rf"((?:[A-Z][a-z]{{1,12}}\.? ){{1,2}}[A-Z][a-z]{{1,15}}(?=\s?:)|[^\W\d_](?:[^\s\d:()（）、。,.]{{0,9}}))({HONORIFICS})\s*(?:[:：]\s*|\s+|(?:は|が|も)[、,]?\s*)(?=\S)"
)


@lru_cache(maxsize=1024)
def _words_before_a_move(sign: str) -> Sequence[str]:
    """Return the words for a side that may begin with a sign: most signs begin none."""
    return [word for word in _BEFORE_A_MOVE if sign and sign in word[:3]]


def leading_sides_and_ends(side_context: SideContext, text: str) -> Iterator[tuple[Side, int]]:
    """Yield the sides that a text may begin with, by mark, colour or player, and where each ends."""
    sign = text.lstrip("[(【" + BLANKS)[:1]
    opens = _OPENS.match(text)
    start = 0 if opens is None else opens.end()
    if drawn := _MARK_AND_WORD.match(text):  # ▼黒: the word says whose it is
        yield from (
            (side, drawn.end() + end) for side, end in leading_sides_and_ends(side_context, text[drawn.end() :])
        )
    for word in _words_before_a_move(sign):
        side = side_context.side_meant_by(word)
        if side is not None and (match := re.match(rf"[\[(【]?\s*{word}{_SIDE_END}", text)):
            yield side, match.end()
    coloured = _has_coloured_units(side_context.game)
    for word, colour in (_ENGLISH if coloured else {**_ENGLISH, **_IN_SMALL_LETTERS}).items():
        side = side_context.side_meant_by(colour) if word[0] == sign else None
        if side is not None and text.startswith(word) and (match := _ENGLISH_END.match(text, len(word))):
            yield side, match.end()
    for name, side in side_context.players.items():
        if name[0] == sign and text.startswith(name, start) and (match := _NAME_END.match(text, start + len(name))):
            yield side, match.end()


def _tells_a_move(context: LineContext, text: str, at: int, speaker: re.Match[str]) -> bool:
    """Return whether a name with a colon, or behind another move, stands right before one, as it may on the first line of a record."""
    return (":" in speaker[0] or at > 0) and any(
        one.unit for moves in ink_moves_by_end(context.game, text, at + speaker.end()).values() for one in moves
    )


@lru_cache(maxsize=16)
def _has_coloured_units(game: Game) -> bool:
    """Return whether the names of some units begin with a colour."""
    return any(unit[0] in "黒白" for unit in game.vocabulary.units)


def side_spans(context: LineContext, text: str, at: int, kind_before: str) -> Iterator[Span]:  # noqa: C901, PLR0912 - marks, words, names
    """Yield the sides that may stand at a place."""
    part = text[at : at + 40]
    around = context.around
    coloured = _has_coloured_units(context.game)
    if at == 0 and (csa := _SIGN_OF_A_PROGRAM.match(part)):
        yield Span("side", at, at + csa.end(), Side("+-".index(csa[0])), 0.1)
    if kind_before == "num" and text[at - 1 : at].isdigit() and (short := _GLUED_TO_A_NUMBER.match(part)):
        colour = "白" if short[0][0] == "w" else "黒"
        yield Span("side", at, at + short.end(), around.side_meant_by(colour) or colour, 0.15)
    if kind_before == "num" and (second := _SECOND_OF_A_ROUND.match(part)):
        yield Span("side", at, at + second.end(), Side.SECOND, 0.05)
    if (called := _SIDE_AND_NAME.match(part)) and (side := around.side_meant_by(called[1])) is not None:
        yield Span("side", at, at + called.end(), side, 0.2)
    if coloured and (owner := _OWNER_OF_A_UNIT.match(part)):
        yield Span("sep", at, at + owner.end(), owner[0], 0.1)
    elif kind_before != "side":
        for side, end in leading_sides_and_ends(around, part):
            if kind_before in {"head", "title"} and at + end >= len(text):
                continue  # ▽リーグ最終局 東(先)-西(後)▽
            named = any(part.lstrip("[(【").startswith(known) for known in around.players)
            own = coloured and _COLOUR_OF_A_UNIT.match(part) is not None
            apart = 0.8 * (own and part[:end].endswith(" "))  # 黒 G外 is less a unit than 黒G外
            yield Span("side", at, at + end, side, 0.2 if named else 1.2 - apart if own else 0.1)
        disc = _DISC.match(part)
        if disc and around.side_meant_by(disc[1]) is None:
            yield Span("side", at, at + disc.end(), DISCS[disc[1]], 0.25)
        english = _IN_ENGLISH.match(part) or (None if coloured else _COLOUR_IN_SMALL_LETTERS.match(part))
        colour = _ENGLISH[english[1].capitalize()] if english else ""
        if english and around.side_meant_by(colour) is None:
            yield Span("side", at, at + english.end(), colour, 0.15)
        if (speaker := _SPEAKER.match(part)) and (context.moving or _tells_a_move(context, text, at, speaker)):
            name = speaker[1]
            parted = kind_before == "move" and (
                (":" in speaker[0] and text[at - 1] in BLANKS) or text[at - 1] in "。!"
            )  # 紅:八8→二8炮 緑:
            if (
                (parted or kind_before in {"", "num", "sep", "time"})
                and not (name.isascii() and name.islower() and ":" not in speaker[0])  # pawn b7 to b6
                and name not in around.players
                and name not in known_keys(context.game)
                and free_text_risk(context, name) == 0
                and name not in around.words
                and name not in context.game.vocabulary.units
                and re.fullmatch(f"[{KANJI}十百]+", name) is None
                and not WEIGHTY.search(name)
            ):
                yield Span("side", at, at + speaker.end(), f"@{name}", 0.8)
    if kind_before in {"move", "time"}:
        opens = _OPENS_BEHIND.match(part)
        start = 0 if opens is None else opens.end()
        for name, side in around.players.items():
            if part.startswith(name, start) and (behind := _NAME_END_BEHIND.match(part, start + len(name))):
                yield Span("side-behind", at, at + behind.end(), side, 0.3)
        mark = _MARK_BEHIND.match(part)
        marked = None if mark is None else around.side_meant_by(mark[0].strip(" ()"))
        if mark is not None and marked is not None:
            yield Span("side-behind", at, at + mark.end(), marked, 0.3)
