"""Reads one turn as people write it: its number, side and player, the move or the word, its time, and a remark."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from kifu.model.errors import InvalidMove
from kifu.model.outcome import SIDE_MARKS, Side
from kifu.model.special_words import find as find_special
from notation.forms.words import Situation, readings
from notation.numerals import KANJI, number
from notation.scanner import Clock, read_clock

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kifu.contract.game import Game
    from kifu.model.special_words import Meaning
    from notation.forms.passages import Passage

LONGEST = 200
"""The most characters of a turn with all that stands round its move."""
HONORIFICS = "(?:さん|君|くん|氏|様|さま|先生|ちゃん)?"
UNWRITTEN = re.compile(
    r"[(\[【「]?(?:[×✕]|(?:\d+手目[はの]?)?(?:不明|未記入|未記録|記録(?:なし|無し|漏れ|もれ|忘れ)|記入漏れ|書き?忘れ(?:た|ました)?|書き?漏らし|忘れた|忘れました|"
    r"覚えていない|わからない|分からない|読めない|判読不能|空欄|欠|〓+|[?？]+|[…‥.・]{2,}|-{2,}|[_＿]+|\?+手?))[)\]】」]?"
)
"""What people write in place of a move that is not known."""
_AN = rf"\d{{1,4}}|[{KANJI}十百]{{1,5}}"
_NUMBERS = tuple(
    map(
        re.compile,
        (
            r"[(\[【<]?\s*(?:第|[Nn][oO][.:]?|№|#)?\s*(\d{1,4})(?![\d:])\s*(?:手目?|番)?\s*[.]?[)\]】>]?\s*(?:->|→|[.,:、。-](?!\d\d\b))?\s*",
            rf"[(\[【]?\s*第?([{KANJI}十百]{{1,5}})\s*手目?\s*[)\]】]?\s*[.,:、]?\s*",
            rf"第?([{KANJI}十百]{{1,5}})(?:\s+|[、.:]\s*)",
            r"(初)手(?:目|は|[:、])?\s*",
        ),
    )
)
_SIDES = {"先手": Side.FIRST, "後手": Side.SECOND, "先": Side.FIRST, "後": Side.SECOND} | SIDE_MARKS
DISCS = {"●": "黒", "⚫": "黒", "○": "白", "⚪": "白", "◯": "白", "黒": "黒", "白": "白"}
_SIDE_END = r"\s*[\])】]?\s*(?:番|側)?\s*(?:は|が|の手は|[:、.])?\s*"
_NUMBER_BEHIND = re.compile(r"\s*(?:\((\d{1,4})(?:手目?)?\)|[ 　]第?(\d{1,4})手目?|\s+#(\d{1,4}))$")
_TIME = re.compile(
    r"\s*[(\[]?\s*((?:\d{1,4}:)?\d{1,4}:\d{2}(?:\s*/\s*(?:\d{1,4}:\d{1,2}:\d{2})?)?"
    rf"|(?:(?:{_AN})時間)?(?:(?:{_AN})分)?(?:(?:{_AN})秒)?"
    r"|(?:\d{1,3}[’'′])?\d{1,2}(?:[”\"″]|''))\s*[)\]]?$"
)
_PART = re.compile(rf"({_AN})(時間|分|秒|[’'′]|[”\"″])")
_UNITS = {"時間": 3600, "分": 60, "秒": 1, "’": 60, "'": 60, "′": 60, "”": 1, '"': 1, "″": 1}
_REMARKS = tuple(
    map(
        re.compile,
        (
            r"\s*([!?！？☆★♪◎]+)$",
            r"\s*(?:←|<-|※|#|//|\*|＊|…|‥)\s*([^←※#*]+)$",
            r"\s*\(([^()]+)\)$",
            r"\s*[「『]([^「」『』]+)[」』]$",
        ),
    )
)
_A_TIME = re.compile(r"\d\s*:\s*\d|\d\s*[分秒]")
_A_SQUARE = re.compile(r"[一二三四五六七八九十a-s]\s*\d|\d\s*[一二三四五六七八九]|\d\d|[一二三四五六七八九十〇]{2}")
_PROSE = re.compile(r"(?!から|より)[ぁ-ん]{2}")
_NUMBERED = re.compile(r"\d+\s+\S*[^\W\d]")
_AS_BETWEEN_SQUARES = "-→>"
"""What may also stand between two squares, so that figures before it may be the rest of a square."""
_TRIM = re.compile(r"^[\s、,。・;/「『\[]+|[\s、,。;/」』\]]+$")


class Turn(NamedTuple):
    """One turn as somebody wrote it."""

    core: Passage
    """The move or the word as written."""
    moves: tuple[str, ...]
    """The moves that it may mean, in the notation; empty for a word and for a move that is not written."""
    word: str = ""
    """The special word, in the notation."""
    number: int | None = None
    side: Side | None = None
    clock: Clock | None = None
    remark: str = ""
    unwritten: bool = False


class Around(NamedTuple):
    """What a turn is read with."""

    game: Game
    words: Mapping[str, Meaning]
    players: Mapping[str, Side]
    """The side of each player's name."""
    situation: Situation = Situation()
    expected: int = 1
    """The ply number that comes next."""
    first: str = ""
    """The colour of 先手 as the record uses it, 黒 or 白; empty where it is not known."""

    def side(self, word: str) -> Side | None:
        """Return the side that a mark, a word or a colour means, None if it means none."""
        colour = DISCS.get(word)
        if colour is None:
            return _SIDES.get(word)
        labels = [side.label.ja for side in self.game.sides]
        first = labels[0] if colour in labels else self.first
        return Side(first != colour) if first else None


class _Peeled(NamedTuple):
    """What is left of a text, and what was taken away from round it."""

    start: int
    end: int
    number: int | None = None
    side: Side | None = None
    clock: Clock | None = None
    remark: str = ""


def turns(around: Around, passage: Passage, *, remarks: bool = True) -> tuple[Turn, ...]:
    """Return the turns that a text may be. All take away as little as can be from round the move.

    Several turns differ in the move, or in what was taken for the number. `remarks` says whether a remark may stand behind.
    """
    text = passage.text
    if not text or len(text) > LONGEST:
        return ()
    level = {_trimmed(text, _Peeled(0, len(text)))}
    seen: set[_Peeled] = set()
    while level:
        found = [turn for peeled in sorted(level, key=_as_key) for turn in _as_turn(around, passage, peeled)]
        if found:
            return _distinct(found)
        seen |= level
        level = {
            _trimmed(text, more) for peeled in level for more in _peel(around, text, peeled, remarks=remarks)
        } - seen
    return ()


def _as_key(peeled: _Peeled) -> tuple[int, int]:
    return peeled.start, -peeled.end


def _distinct(found: list[Turn]) -> tuple[Turn, ...]:
    """Return the turns that differ in what is played, the one with the most known of each."""
    best: dict[object, Turn] = {}
    for turn in found:
        key = turn.moves, turn.word, turn.unwritten
        known = best.get(key)
        if known is None or _said(turn) > _said(known):
            best[key] = turn
    return tuple(best.values())


def _said(turn: Turn) -> int:
    return sum(part is not None for part in (turn.number, turn.side, turn.clock)) - len(turn.remark)


def _as_turn(around: Around, passage: Passage, peeled: _Peeled) -> Iterator[Turn]:
    core = passage.cut(peeled.start, peeled.end)
    known = {"number": peeled.number, "side": peeled.side, "clock": peeled.clock, "remark": peeled.remark}
    if peeled.number is None and _NUMBERED.match(core.text):
        return  # the figures are a number, not a square
    if special := find_special(core.text, around.words):
        yield Turn(core, (), word=" ".join(filter(None, special)), **known)  # type: ignore[arg-type]
    elif "?" in peeled.remark and not _stands_alone(around, core.text):
        return  # the question mark may stand for a part of the move that nobody could read
    elif moves := readings(around.game, core.text, around.situation):
        yield Turn(core, moves, **known)  # type: ignore[arg-type]
    elif peeled.number is not None and (not core.text or UNWRITTEN.fullmatch(core.text)):
        yield Turn(core, (), unwritten=True, **known)  # type: ignore[arg-type]


def _stands_alone(around: Around, text: str) -> bool:
    """Return whether a text is a whole move, and a legal one as far as the position is known."""
    game, position = around.game, around.situation.position
    for move in readings(game, text, Situation()):
        try:
            return position is None or game.legal(position, game.resolve(position, game.read(move)))
        except InvalidMove:
            return False
    return False


def _trimmed(text: str, peeled: _Peeled) -> _Peeled:
    whole = text[peeled.start : peeled.end]
    stripped = _TRIM.sub("", whole)
    at = peeled.start + (whole.index(stripped) if stripped else 0)
    return peeled._replace(start=at, end=at + len(stripped))


def _peel(around: Around, text: str, peeled: _Peeled, *, remarks: bool) -> Iterator[_Peeled]:
    """Yield what is left after one more part round the move has been taken away."""
    inside = text[peeled.start : peeled.end]
    if peeled.number is None:
        yield from (
            peeled._replace(start=peeled.start + end, number=value)
            for value, end in numbers_before(inside)
            if value == around.expected or inside[end - 1] not in _AS_BETWEEN_SQUARES
        )
        if behind := _NUMBER_BEHIND.search(inside):
            value = int(next(filter(None, behind.groups())))
            yield peeled._replace(end=peeled.start + behind.start(), number=value)
    if peeled.side is None:
        yield from (peeled._replace(start=peeled.start + end, side=side) for side, end in sides_before(around, inside))
        for name, side in around.players.items():
            if behind := re.search(rf"(?:\s+|\s*\()(?:{re.escape(name)}{HONORIFICS})\)?$", inside):
                yield peeled._replace(end=peeled.start + behind.start(), side=side)
    if peeled.clock is None and (time := _TIME.search(inside)) and (clock := clock_of(time[1])) is not None:
        yield peeled._replace(end=peeled.start + time.start(), clock=clock)
    if remarks:
        for pattern in _REMARKS:
            found = pattern.search(inside)
            if found and found.start() and not _tells_a_move(found[1]) and not _is_of_a_move(around.game, found[1]):
                remark = f"{found[1].strip()} {peeled.remark}".strip()
                yield peeled._replace(end=peeled.start + found.start(), remark=remark)


def _tells_a_move(text: str) -> bool:
    """Return whether a text is no remark: it has a time, or a square without any words round it."""
    return _A_TIME.search(text) is not None or (_A_SQUARE.search(text) is not None and _PROSE.search(text) is None)


def _is_of_a_move(game: Game, text: str) -> bool:
    """Return whether a text is a word of a move: a unit, or what stands behind one."""
    return text.strip() in {*game.vocabulary.units, *game.vocabulary.suffixes}


def numbers_before(text: str) -> Iterator[tuple[int, int]]:
    """Yield the ply numbers that a text may begin with, and where each ends."""
    for pattern in _NUMBERS:
        if match := pattern.match(text):
            yield (1 if match[1] == "初" else number(match[1])), match.end()
    if (value := enclosed_number(text[:1])) is not None:
        yield value, 1


def enclosed_number(sign: str) -> int | None:
    """Return the number of a sign like ①, ⑴, ⒈ or ㊿; None for any other."""
    if not sign or unicodedata.category(sign) != "No":
        return None
    value = unicodedata.numeric(sign)
    return int(value) if value.is_integer() and value > 0 else None


def sides_before(around: Around, text: str) -> Iterator[tuple[Side, int]]:
    """Yield the sides that a text may begin with, by mark, colour or player, and where each ends."""
    for word in (*_SIDES, *DISCS):
        side = around.side(word)
        if side is not None and (match := re.match(rf"[\[(【]?\s*{word}{_SIDE_END}", text)):
            yield side, match.end()
    for name, side in around.players.items():
        if match := re.match(rf"[\[(【]?\s*{re.escape(name)}{HONORIFICS}{_SIDE_END}", text):
            yield side, match.end()


def clock_of(text: str) -> Clock | None:
    """Return the time that a text says: 0:05, 0:05/0:00:05, 5秒, 1分30秒, 1'30"; None for anything else."""
    text = text.strip("()[] ")
    if ":" in text:
        return read_clock(f"({text})")
    parts = _PART.findall(text)
    if not parts or "".join(value + unit for value, unit in parts) != text.replace("''", '"'):
        return None
    return Clock(sum(number(value) * _UNITS[unit] for value, unit in parts), None, branches=False)
