"""Spans of ply numbers, of times or the points in their place, and of sides by mark, colour, player or speaker."""

from __future__ import annotations

import re
import unicodedata
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
from notation.lazy_pattern import kept_pattern, lazy_pattern
from notation.line_kinds import KANJI, MoveClock, parse_numeral, read_clock

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.spans_line_context_and_sides import SideContext

_NUMBERS = tuple(
    map(
        lazy_pattern,
        (
            r"[(\[【〔<]?\s*(?:(?:第|[Nn][oO][.:]?|№|#|[Pp]ly|[Mm]ove|手|その|n\s?=|(?<!・)・(?=\d))\s*)?(\d{1,4})(?!\d|:\d|手\s?\d{1,3}\s?[分秒]|時?限|校時|時間目|階|丁目)\s*(?:手目?|てめ|te(?:me)?(?![a-z])|着(?:目|手)?|通目|信目?|便目?|番目?|ばんめ?|回目|かいめ)?\s*(?:に[^\s\d、。]{1,6}[たる]の[はが]|の(?:一手|手)は|として|(?<=[手目])[はで][、,]?)?[.]?[)\]】〕>]?\s*(?:->|→|(?:[.・…‥]{2,3}|…)(?=\s?[^\s.・…‥])|・(?=[^\W\d_])|(?:[.,:、。]|-(?=\s*\S))(?!\d\d\b))?\s*",
            rf"[(\[【]?\s*第?([{KANJI}十百]{{1,5}})\s*(?:手目?|着目?)\s*[)\]】]?\s*[.,:、]?\s*",
            rf"[(\[【〔]\s*第?([{KANJI}十百]{{1,5}})\s*[)\]】〕]\s*",
            rf"第?([{KANJI}十百]{{1,5}})(?:\s+|[、.:]\s*)",
            r"(初)手(?:目|は|[:、])?\s*",
        ),
    )
)
MAX_PLIES_OF_A_LINE = 20
"""The most plies of a line that begins with the numbers of its first and last: 8-14."""
SEVERAL_PLIES = kept_pattern(
    r"(?:[(\[【〔〈《<第]\s?(\d{1,3})(?:手目?)?\s?[-~〜～]\s?第?(\d{1,3})?\s?(?:手目?)?\s?[)\]】〕〉》>][.:]?|第?(\d{1,3})(?:手目?)?\s?[-~〜～]\s?第?(\d{1,3})(?:手目?)?(?:\s?[.:)|]|(?=\s))"
    r"|第?(\d{1,3})(?:手目?)?[~〜～](?!\s?\d)[:)]?|(\d{1,3})\s?[~〜～]\s?(\d{1,3})(?=\s+\d\d))\s*(?=[^\d\s]|\d\D|\d\d-)"
    r"|[(](\d{1,3})[)][~〜～-][(](\d{1,3})[)]\s*$|([1-9]\d{0,2})(?:手目?)?\s?[~〜～-]\s?(\d{1,3})(?:手目?)?\s?:?\s*$"
)
"""The numbers of the first and last ply of a line, or of those below it, or of the first: 8-14, 〔6~10〕, 11~, (1)~(10)."""
_BEFORE_THE_SECOND = kept_pattern(r"(\d{1,3})(?=(?:\.{3}|…{1,2})\s)")
"""The number of a round before the move of 後手: 2..."""
_WITH_A_PRIME = kept_pattern(r"(\d{1,3})['’′](?=\s)\s*")
_PAIR = kept_pattern(r"(\d{1,4})\s*[-~・,]\s*(\d{1,4})[.:)]?\s+")
_OF_ALL = kept_pattern(r"[(\[]?(\d{1,3})\s*/\s*\d{1,3}[)\]]?[.:)]?\s+")
_WHITE_ON_BLACK = kept_pattern(r"[❶-❿⓫-⓴]")
_BEHIND = kept_pattern(r"\s*(?:\((\d{1,4})(?:手目?|\s*/\s*\d{1,3})?\)|第?(\d{1,4})手目|#(\d{1,4})(?!\d))")
_SQUARE_BEHIND = kept_pattern(r"\([1-9][1-9]\)")


def leading_ply_numbers_and_ends(text: str) -> Iterator[tuple[int, int]]:
    """Yield the ply numbers that a text may begin with, and where each ends."""
    for pattern in _NUMBERS:
        if match := pattern.match(text):
            yield (1 if match[1] == "初" else parse_numeral(match[1])), match.end()
    if (value := enclosed_number(text[:1])) is not None:
        yield value, len(text) - len(text[1:].lstrip(BLANKS))


_COUNT_WORD = kept_pattern(r"(?i)(?<![a-z])(?:after|in|at)\s?$")
"""The word before a number that counts plies or rounds, and numbers none: resigned after 9. 0-1."""


def enclosed_number(sign: str) -> int | None:
    """Return the number of a sign like ①, ⑴, ⒈ or ㊿; None for any other."""
    if not sign or unicodedata.category(sign) != "No":
        return None
    value = unicodedata.numeric(sign)
    return int(value) if value.is_integer() and value > 0 else None


def number_spans(text: str, at: int, kind_before: str) -> Iterator[Span]:
    """Yield the ply numbers that may stand at a place."""
    part = text[at : at + 24]
    counted = at > 0 and (text[at - 1].isdigit() or _COUNT_WORD.search(text[max(at - 7, 0) : at]) is not None)
    if kind_before not in {"num", "word"} and not counted:
        seen = set()
        for value, end in leading_ply_numbers_and_ends(part):
            if (value, end) in seen or (part[:end].strip().isdecimal() and end < len(part) and part[end] in "'’′\"″"):
                continue
            seen.add((value, end))
            apart = enclosed_number(part[:1]) is not None and part[end - 1] in BLANKS  # ② before a blank is no column
            signed = apart or not part[:end].strip().isalnum() or "手" in part[:end]
            kanji = not any(sign.isdecimal() for sign in part[:end])
            close = 0.5 * (
                kind_before == "move" and text[at - 1] not in BLANKS and _SQUARE_BEHIND.match(part) is not None
            )  # 同飛(82) left 82
            yield Span("num", at, at + end, value, close + 0.12 if signed else 0.6 if kanji else 0.3)
        for pattern, cost in ((_BEFORE_THE_SECOND, 0.1), (_WITH_A_PRIME, 0.4)):
            if found := pattern.match(part):
                yield Span("num", at, at + found.end(), int(found[1]), cost)
        pair = _PAIR.match(part)
        if pair and int(pair[2]) == int(pair[1]) + 1:
            yield Span("num", at, at + pair.end(), int(pair[1]), 0.2)
        yield from _spans_of_several(text, at, part)
        if of_all := _OF_ALL.match(part):
            yield Span("num", at, at + of_all.end(), int(of_all[1]), 0.2)
        if tens := _WHITE_ON_BLACK.match(part):
            yield Span("num", at, at + 1, ord(tens[0]) - (0x2775 if tens[0] <= "❿" else 0x24E0), 0.12)
    if kind_before in {"move", "time", "side-behind"} and (behind := _BEHIND.match(part)):
        yield Span("num-behind", at, at + behind.end(), int(next(filter(None, behind.groups()))), 0.37)


def _spans_of_several(text: str, at: int, part: str) -> Iterator[Span]:
    """Yield the numbers of several plies at the beginning of a line."""
    several = None if text[:at].strip() else SEVERAL_PLIES.match(part)
    ends = [int(one) for one in several.groups() if one] if several else []
    if several and (len(ends) == 1 or 0 < ends[1] - ends[0] < MAX_PLIES_OF_A_LINE):
        yield Span("num", at, at + several.end(), ends[0], 0.2)


AN = rf"\d{{1,4}}|[{KANJI}十百]{{1,5}}"
_PART = kept_pattern(rf"({AN})(時間|分|秒|[’'′]|[”\"″])")
_UNITS = {"時間": 3600, "分": 60, "秒": 1, "’": 60, "'": 60, "′": 60, "”": 1, '"': 1, "″": 1}
_CLOCK_TEXT = r"(?:\d{1,4}:)?\d{1,4}:\d{2}(?:\s*/\s*(?:\d{1,4}:\d{1,2}:\d{2})?)?"
_IN_WORDS = rf"(?:(?:{AN})時間)?(?:(?:{AN})分)?(?:(?:{AN})秒)?"
_PRIMES = r"(?:\d{1,3}[’'′])?\d{1,2}(?:[”\"″]|'')"
_TIME = kept_pattern(rf"([(\[]\s*)?({_CLOCK_TEXT}|{_PRIMES}|{_IN_WORDS})(\s*(?:\+\s*)?[)\]]\s*\+?)?")
SCORE_BEHIND = kept_pattern(
    r"(?<=[\s(\[])[(\[]?(?:計|得点|点数?|累計)? ?(?:白 ?)?(?!1 ?- ?0(?![0-9])|0 ?- ?1(?![0-9]))(\d{1,3})(?: ?(?:[-/:~]|対|点? ?黒) ?|(?<=\s\s\d)\s{2,8}|(?<=\s\s\d\d)\s{1,8}|(?<=\s\s\d\d\d)\s{1,8})(\d{1,3})点?[)\]]?(?=$|\s\s|\s*←)"
)
"""The points of both sides behind a move."""
_ODD_TIME = kept_pattern(r"[(\[]\s*[\d:/'.\s]{3,30}\s*[)\]]")
_BLANK_TIME = kept_pattern(r"[(\[][\s:/-]*[)\]]")
_SAID_TIME = kept_pattern(
    rf"\{{?\[%(?:clk|emt|eval|csl|cal)[^\]{{}}]{{0,60}}\]\}}?|(?:残り?|残時間|長考|考慮|使用|消費|ここまで|経過)\s*[:は]?\s*(?:{_CLOCK_TEXT}|(?=\d|[一二三四五六七八九十]){_IN_WORDS})"
    rf"|[▲△☗☖]\s*{_CLOCK_TEXT}(?:\s*[▲△☗☖]\s*{_CLOCK_TEXT})?"
)
_HOURS = kept_pattern(r"\d{1,2}:\d{2}\s?[~〜～-]\s?(?:\d{1,2}:\d{2}(?!\d)|(?=\s|$))|[~〜～]\s?\d{1,2}:\d{2}(?!\d)")
"""When a game began, or ended: 10:32〜; 10:32〜10:51."""
CLOCKS = kept_pattern(
    rf"[(【\[]?(?:残り?(?:時間)?|消費(?:時間)?|考慮(?:時間)?|使用(?:時間)?)\s*[:は]?\s*(?:[^\s\d:/()、,]{{0,8}}\s*(?:{_CLOCK_TEXT}|(?=[\d一二三四五六七八九十]){_IN_WORDS})\s*[/、,]?\s*){{1,2}}[)】\]。]?"
)
"""What is left to the players, or what they have used, as a line of its own."""


def time_of_text(text: str) -> MoveClock | None:
    """Return the time that a text says: 0:05, 0:05/0:00:05, 5秒, 1分30秒, 1'30"; None for anything else."""
    text = text.strip("()[] ")
    if ":" in text:
        return read_clock(f"({text})")
    parts = _PART.findall(text)
    if not parts or "".join(value + unit for value, unit in parts) != text.replace("''", '"'):
        return None
    return MoveClock(sum(parse_numeral(value) * _UNITS[unit] for value, unit in parts), None, branches=False)


def time_spans(context: LineContext, text: str, at: int, kind_before: str) -> Iterator[Span]:
    """Yield the times that may begin at a place, and points."""
    if context.scored and kind_before == "move" and (score := SCORE_BEHIND.match(text, at)):
        yield Span("remark", at, score.end(), score[0], 0.05)
        return
    if blank := _BLANK_TIME.match(text, at):
        yield Span("furniture", at, blank.end(), cost=0.05)
    if kind_before in {"", "prose", "name", "sep"} and (hours := _HOURS.match(text, at)):
        yield Span("remark", at, hours.end(), hours[0], 0.3)
    said = _SAID_TIME.match(text, at)
    if said is not None and kind_before not in {"", "num"}:
        yield Span("remark", at, said.end(), said[0], 0.1)
    time = _TIME.match(text, at)
    if time is not None and time[2] and not (at and text[at - 1].isdigit()):
        bracketed = bool(time[1]) and bool(time[3])
        whole = (bracketed or not (time[1] or time[3])) and not text[time.end() : time.end() + 1].isdigit()
        if whole and (clock := time_of_text(time[2])) is not None:
            yield Span("time", at, time.end(), clock, 0.05 if bracketed else 0.3)
    if (odd := _ODD_TIME.match(text, at)) is not None and ":" in odd[0]:
        yield Span("time", at, odd.end(), odd[0], 0.6)


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
_OPENS = kept_pattern(r"[\[(【]?\s*")
_SIDE_END = r"(?:さん|くん|ちゃん)?\s*[\])】]?\s*(?:番|側)?\s*(?:(?:は|が|も|の手は|の番で)[、,]?|[:、.]|…{1,2})?\s*"
_ENGLISH_END = kept_pattern(r"\s*[:.]\s*|\s+")
_NAME_END = kept_pattern(
    rf"{HONORIFICS}\s*[\])】]?\s*(?:番|側)?\s*(?:(?:wa|ga|no|mo)(?=\s)|(?:は|が|も|の手は|の番で)[、,]?|の(?=[\s\d(一二三四五六七八九])|[:、.・])?\s*"
)
_OPENS_BEHIND = kept_pattern(r"\s*\(?")
_NAME_END_BEHIND = kept_pattern(rf"{HONORIFICS}\)?(?=$|[\s、。,(])")
_COLOUR_OF_A_UNIT = kept_pattern(r"[\[(【]?[黒白](?!(?:番|側)?[はがも:、])")
_OWNER_OF_A_UNIT = kept_pattern(r"([黒白])の?\s?(?=[^\s、,。]{2,5}\1)")
"""The colour of a unit that its move names again: 白の二06白C内."""
_SIGN_OF_A_PROGRAM = kept_pattern(r"[+-](?=[0-9]{4}[^\W\d])")
"""The sign of a side as programs write it: +7776歩."""
_DISC = kept_pattern(r"[\[(【]?\s*([●⚫○⚪◯]|[黒白])\s*[\])】]?\s*(?:番|側)?\s*(?:は|が|の手は|[:、.])?\s*")
_IN_ENGLISH = kept_pattern(r"(B|W|Black|White|Weiß|Schwarz|Blancs|Noirs|Blancas|Negras)(?:\s*[:.]\s*|\s+)")
_COLOUR_IN_SMALL_LETTERS = kept_pattern(r"(black|white)(?:\s*[:.]\s*|\s+)")
_MARK_AND_WORD = kept_pattern(r"[▼▽](?=[黒白]番?\s)")
_SIDE_AND_NAME = kept_pattern(
    r"([黒白]|先手|後手)の?[^\s、。,.「」()0-9]{1,12}?(?:さん|[初二三四五六七八九]段|氏|君|くん|ちゃん|先生|女流)(?:の|は|が|[、,])\s*"
)
"""A side with the name and the title of whoever plays it: 白の杉浦二段の."""
_SECOND_OF_A_ROUND = kept_pattern(r"(?:\.{3}|…{1,2})\s+")
"""What stands between the number of a round and the move of 後手, as in chess: 2... Outer Cross."""
_GLUED_TO_A_NUMBER = kept_pattern(r"[wb][.:)]?\s+")
"""The first letter of a colour right behind a number: 1w b7-b6 ge."""
_MARK_BEHIND = kept_pattern(r"\s{0,9}\((先手?|後手?|[▲△☗☖])\)|[▲△☗☖](?=$|\s)")
_SPEAKER = kept_pattern(
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
