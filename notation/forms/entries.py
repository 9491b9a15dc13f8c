"""Reads one turn as people write it: its number, side and player, the move or the word, its time, and a remark."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.model.outcome import PLAYERS, SIDE_MARKS, Side
from kifu.model.special_words import find as find_special
from notation.forms.labels import AN, HONORIFICS, clock_of, numbers_before, sides_before
from notation.forms.words import Situation, is_legal, is_of_a_move, readings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.contract.game import Game
    from notation.forms.labels import Around
    from notation.forms.passages import Passage
    from notation.scanner import Clock

LONGEST = 200
"""The most characters of a turn with all that stands round its move."""
UNWRITTEN = re.compile(
    r"[(\[【「]?(?:[×✕]|(?:\d+手目[はの]?)?(?:不明|未記入|未記録|記録(?:なし|無し|漏れ|もれ|忘れ)|記入漏れ|書き?忘れ(?:た|ました)?|書き?漏らし|忘れた|忘れました|"
    r"覚えていない|わからない|分からない|読めない|読めず|判読不能|聞き取れず|見(?:落と|逃)し|記録(?:できず|不能)|空欄|欠|[〓□■]+|[?？]+|[…‥.・]{2,}|-{2,}|[_＿]+|\?+手?))[)\]】」]?"
)
"""What people write in place of a move that is not known."""
_NUMBER_BEHIND = re.compile(r"\s*(?:\((\d{1,4})(?:手目?)?\)|[ 　]第?(\d{1,4})手目?|\s+#(\d{1,4}))$")
_TIME = re.compile(
    r"\s*[(\[]?\s*((?:\d{1,4}:)?\d{1,4}:\d{2}(?:\s*/\s*(?:\d{1,4}:\d{1,2}:\d{2})?)?"
    rf"|(?:(?:{AN})時間)?(?:(?:{AN})分)?(?:(?:{AN})秒)?"
    r"|(?:\d{1,3}[’'′])?\d{1,2}(?:[”\"″]|''))\s*[)\]]?$"
)
_TIME_BEFORE = re.compile(r"[(\[]?\s*((?:\d{1,4}:)?\d{1,4}:\d{2})(?:\s*[)\]]|\s)\s*")
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
_OR = re.compile(r"\s*(?:か(?!ら)|または|又は|もしくは|あるいは|(?<![a-z])or(?![a-z])|[?])[、,\s]*(?=.)")
_A_TIME = re.compile(r"\d\s*:\s*\d|\d\s*[分秒]")
A_SQUARE = re.compile(r"[一二三四五六七八九十a-s]\s*\d|\d\s*[一二三四五六七八九]|\d\d|[一二三四五六七八九十〇]{2}")
_KANA = 3
"""The hiragana that make a remark of a text with a square."""
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
    return _turns(around, passage, remarks=remarks) or _either(around, passage)


def _either(around: Around, passage: Passage) -> tuple[Turn, ...]:
    """Return the turns of 四04占か四05占, which names two moves; empty if the text does not."""
    text = passage.text
    words = list(_OR.finditer(text))
    starts, ends = [0, *(word.end() for word in words)], [*(word.start() for word in words), len(text)]
    parts = [passage.cut(start, end) for start, end in zip(starts, ends, strict=True)] if words else []
    found = [_turns(around, part, remarks=False) for part in parts]
    if not parts or not all(turns and turns[0].moves for turns in found):
        return ()
    first = found[0][0]
    moves = tuple(dict.fromkeys(move for turns in found for turn in turns for move in turn.moves))
    core = passage.cut(text.index(first.core.text))
    return (first._replace(core=core, moves=moves),)


def _turns(around: Around, passage: Passage, *, remarks: bool) -> tuple[Turn, ...]:
    text = passage.text
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
    numbered = _NUMBERED.match(core.text) or core.text.startswith(f"{around.expected} ")
    if peeled.number is None and numbered:
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
    moves = readings(game, text, Situation())
    return bool(moves) and (position is None or is_legal(game, position, moves[0]))


def _trimmed(text: str, peeled: _Peeled) -> _Peeled:
    whole = text[peeled.start : peeled.end]
    stripped = _TRIM.sub("", whole)
    at = peeled.start + (whole.index(stripped) if stripped else 0)
    return peeled._replace(start=at, end=at + len(stripped))


def _peel(around: Around, text: str, peeled: _Peeled, *, remarks: bool) -> Iterator[_Peeled]:
    """Yield what is left after one more part round the move has been taken away."""
    inside = text[peeled.start : peeled.end]
    if peeled.number is None:
        yield from _without_a_number(around, inside, peeled)
    if peeled.side is None:
        yield from _without_a_side(around, inside, peeled)
    if peeled.clock is None:
        yield from _without_a_time(inside, peeled)
    if remarks:
        for pattern in _REMARKS:
            found = pattern.search(inside)
            if (
                found
                and found.start()
                and not _tells_a_move(found[1])
                and not is_of_a_move(around.game.vocabulary, found[1])
            ):
                remark = f"{found[1].strip()} {peeled.remark}".strip()
                yield peeled._replace(end=peeled.start + found.start(), remark=remark)


def _without_a_number(around: Around, inside: str, peeled: _Peeled) -> Iterator[_Peeled]:
    yield from (
        peeled._replace(start=peeled.start + end, number=value)
        for value, end in numbers_before(inside)
        if value == around.expected or inside[end - 1] not in _AS_BETWEEN_SQUARES
    )
    if behind := _NUMBER_BEHIND.search(inside):
        value = int(next(filter(None, behind.groups())))
        yield peeled._replace(end=peeled.start + behind.start(), number=value)


def _without_a_side(around: Around, inside: str, peeled: _Peeled) -> Iterator[_Peeled]:
    yield from (peeled._replace(start=peeled.start + end, side=side) for side, end in sides_before(around, inside))
    if (mark := SIDE_MARKS.get(inside[-1:])) is not None:
        yield peeled._replace(end=peeled.end - 1, side=mark)
    for name, side in (*zip(PLAYERS, Side, strict=True), *around.players.items()):
        if behind := re.search(rf"(?:\s+|\s*\()(?:{re.escape(name)}{HONORIFICS})\)?$", inside):
            yield peeled._replace(end=peeled.start + behind.start(), side=side)


def _without_a_time(inside: str, peeled: _Peeled) -> Iterator[_Peeled]:
    if (time := _TIME.search(inside)) and (clock := clock_of(time[1])) is not None:
        yield peeled._replace(end=peeled.start + time.start(), clock=clock)
    if (time := _TIME_BEFORE.match(inside)) and (clock := clock_of(time[1])) is not None:
        yield peeled._replace(start=peeled.start + time.end(), clock=clock)


def _tells_a_move(text: str) -> bool:
    """Return whether a text is no remark: it has a time, or a square without any words round it."""
    return _A_TIME.search(text) is not None or (A_SQUARE.search(text) is not None and not _is_prose(text))


def _is_prose(text: str) -> bool:
    return _PROSE.search(text) is not None or len(re.findall("[ぁ-ん]", text)) >= _KANA


def like_a_move(game: Game, text: str) -> bool:
    """Return whether a text begins with a square and ends as the moves of the game do."""
    ends = {word[-1] for word in (*game.vocabulary.units, *game.vocabulary.suffixes)}
    return A_SQUARE.match(text) is not None and text[-1] in ends
