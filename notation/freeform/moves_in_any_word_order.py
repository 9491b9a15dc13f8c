"""Moves as a set of slots: squares, parts of a unit, and what happens at the end, each named once, in any order.

Where :mod:`notation.freeform.move_ink` knows an order of the parts, this only knows the parts: a text is a move if each of its
words fills a slot, leads from one to another, or says nothing, and if no slot is filled in two ways.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.japanese_verbs import MOVING, PLACING, verb_pattern
from notation.freeform.move_ink import InkMove, units_by_first_sign
from notation.freeform.spans_line_context_and_sides import BOUNDS
from notation.freeform.squares_named_in_text import SPOKEN, squares_ends_and_first_axes_at
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.core.game.game import Game

MAX_SLOT_CHARACTERS = 64
"""The most characters of a move whose slots stand in any order."""
MAX_SLOT_STATES = 600
"""The most states that are gone through from one place; beyond them nothing is a move there."""
FROM, BEATEN, TO = "from", "beaten", "to"
_VISITED = (FROM, BEATEN, TO)
_OKURIGANA = kept_pattern(r"(?<=[一-龠々0-9])[ァ-ヴ]{1,3}(?![ァ-ヴー])")
"""Katakana behind kanji and figures, as old records have them for particles and the ends of verbs: 二五ニ置ク."""
_HIRAGANA = {code + 0x60: chr(code) for code in range(0x3041, 0x3095)}
_BETWEEN = kept_pattern(
    r"[\s、,・·/|:;]|[+&](?=\s?[^\W\d_])|\*(?=[反合])|(?<=[反合])\*|(?<=\S)=(?=\s|$)|(?:and|the|und|et|y|avec|with)\b"
)
"""What parts two slots and says nothing."""
_BRACKET = kept_pattern(r"[(\[「『【〈《<{)\]」』】〉》>}]")
_OPENS = kept_pattern(r"[(\[「『【〈《<{=*]")
_BEHIND_A_SUBJECT = frozenset("はがも")
_OF_CELLS = frozenset(" \t,;|")
"""What stands between cells."""
_LIKE_A_SQUARE = kept_pattern(
    rf"[0-9①-⑲]|[一二三四五六七八九十]\s?[のノ之乃筋列・,、-]?\s?[一二三四五六七八九十]|(?:{SPOKEN})[のノ]?(?:{SPOKEN})"
)
_STOP = kept_pattern(r"[。.!](?=\s?[^\s。.!])\s?")
"""What ends a sentence behind which the move may go on: no square may follow."""
_ARROW = kept_pattern(r"\s?(?:->|-→|=>|→|>>|[>~〜～▷»⇢⇝↦-](?=\s?[^\s>])|…{1,2}|_{1,2}(?=\S))\s?")
_BACK = kept_pattern(r"\s?(?:<-|<=|←)\s?")
_ROLES = (
    (kept_pattern(r"\s?(?:から|カラ|より|ヨリ|kara\b|に(?:ある|あった|い[るた]|居[るた])|なる(?=[^、。]{0,4}[外内])|発)の?"), FROM),
    (kept_pattern(r"\s?(?:の(?:ところ|所)?)?(?:[へにヘニで](?!あ|い[るた])|まで|made\b|h?e\b(?! ?[1-9])|ni\b)"), TO),
)  # fmt: skip
"""The particles behind a square, in the tongues that put them there."""
_BEATS_THERE = kept_pattern(
    r"[、,\s]{0,2}(?:そこ|該所|其処|同所)の[^\s、。\d]{1,3}を(?:討|倒|たお|取|撃)[^\s、。\d]{0,4}"
)
_BEATS = kept_pattern(
    r"(?:の?[^\s、。\d]{0,4}?を)\s?(?:たお|倒|討|打ち取|取|とっ|撃|食)[^\s、。\d]{0,4}?(?=[、,\s]|[0-9一二三四五六七八九十])[、,\s]*"
)
"""What says that the unit on a square is beaten on the way."""
_LEADING_ROLES = (
    (kept_pattern(r"(?:from|von|aus|desde|depuis|de|从|從|自)\s?(?![a-z]{2})"), FROM),
    (
        kept_pattern(r"(?:(?:in|on)?to|nach|auf|vers|hacia|at|on|in|en|sur|a(?= [a-g]\d)|到|至|进|進)\s?(?![a-z]{2})"),
        TO,
    ),
)
"""The words before a square, in the tongues that put them there."""
_SAYS_NOTHING = kept_pattern(
    r"[のノをヲがガはもとで]|(?:no|wo|wa|ga|o)\b|[でとに](?=\s?[^\s])|(?:外|内)?(?<=[外内])(?:側|がわ|ガワ)|[コこ][マま]|ｺﾏ|駒|石|棋子|子(?=[\s、・])|pieces?\b|men\b|man\b|Steine?\b|fichas?\b|pi[eè]ces?\b|地点|交点|マス目?|点(?!数)"
    r"|(?:and )?(?:(?:so |which )?(?:now )?(?:(?:it|which) )?(?:now )?(?:shows?|showing)(?: an?| the)?|now|(?:(?:with|on|to) )?(?:the|its|own) (?:piece|one|other|partner)(?: (?:there|on it))?|(?<=合 )there)\b|(?:and )?(?:it|which)\s?(?=合|反)"
    r"|(?:して?|させて?|した|する|します|しました|となり|となって|になって?|として|としつつ|つつ|って)|(?:下|降|お)ろ(?:し(?:ました|た|て)?|す)|(?:そこで|そのまま|さらに|また|いま|今)[、,]?"
)
"""Particles, and words of a move that say nothing of it."""
_MOVED = kept_pattern(
    verb_pattern(MOVING)
    + "|進め|動き|行き|移り|入れて?|(?:降|お)り(?:る|た|て|ます|ました)?|(?:moves?|moved|zieht|va|goes)"
    + r"\b"
)
_PLACED = kept_pattern(verb_pattern(PLACING) + "|put(?:s)?\\b|place[sd]?\\b|drop(?:s|ped)?\\b|pose\\b|setzt\\b")


class _Filled(NamedTuple):
    """The slots that are filled up to a place."""

    at: int
    squares: tuple[tuple[str, str], ...] = ()
    parts: tuple[tuple[str, str], ...] = ()
    """The parts of the unit by the names of their slots, in the order in which they are filled."""
    front: tuple[tuple[str, str], ...] = ()
    """The parts that it showed before it was turned over."""
    suffixes: tuple[str, ...] = ()
    order: str = ""
    last: str = ""
    """What was filled last: square, part, suffix, arrow, back or nothing."""
    led: bool = False
    """Whether something tells that the squares are of one move: an arrow, a particle."""
    stopped: bool = False
    moved: bool = False
    placed: bool = False
    before: int = 0
    """How many squares stand before the unit."""

    again: int = 0
    """How often a part is named once more."""

    @property
    def begun(self) -> bool:
        """Whether any slot is filled."""
        return bool(self.squares or self.parts or self.suffixes)


@lru_cache(maxsize=4096)
def slot_moves_by_end(game: Game, text: str, start: int) -> Mapping[int, Sequence[InkMove]]:
    """Return the moves whose slots are filled from a place of a text on, by the place where each ends."""
    found: dict[int, list[InkMove]] = {}
    if not _LIKE_A_SQUARE.search(text, start, start + MAX_SLOT_CHARACTERS):
        return found
    text = _OKURIGANA.sub(lambda kana: kana[0].translate(_HIRAGANA), text[: start + MAX_SLOT_CHARACTERS])
    pending, seen = [_Filled(start)], set[_Filled]()
    while pending:
        state = pending.pop()
        if state in seen:
            continue
        seen.add(state)
        if len(seen) > MAX_SLOT_STATES:
            return {}
        move = _move_of_slots(game, state) if state.at == len(text) or text[state.at] in BOUNDS else None
        if move is not None:
            end = start + len(text[start : state.at].rstrip())
            if move not in found.setdefault(end, []):
                found[end].append(move)
        if state.at < len(text):
            pending += _next_states(game, text, state)
    last = max(found, default=0)  # whoever cuts it leaves out what is written
    return {last: found[last]} if found else {}


@lru_cache(maxsize=1024)
def moves_by_slots(game: Game, text: str) -> Sequence[tuple[int, int]]:
    """Return the places of the moves in a text that name a unit, and two squares or what happens at the end."""
    found = []
    for at in range(len(text)):
        if (not at or text[at - 1] in BOUNDS or text[at - 1] in _BEHIND_A_SUBJECT) and text[at] not in BOUNDS:
            for end, moves in slot_moves_by_end(game, text, at).items():
                if any(move.unit and (len(move.squares) > 1 or move.suffixes) for move in moves):
                    found.append((at, end))
    return found


def _next_states(game: Game, text: str, state: _Filled) -> Iterator[_Filled]:
    """Yield the states after the next word of a text."""
    most = len((FROM, TO)) + any(role == BEATEN for _, role in state.squares)
    if len(state.squares) < most and not state.stopped:
        yield from _states_after_square(game, text, state)
    yield from _states_after_part(game, text, state)
    yield from _states_after_role(text, state)
    yield from _states_after_arrow(text, state)
    yield from _states_after_verb(text, state)
    yield from _states_after_filler(text, state)


def _states_after_part(game: Game, text: str, state: _Filled) -> Iterator[_Filled]:
    """Yield the states after a part of the unit, or what happens at the end of the move."""
    at = state.at
    ends = [(own, at + len(word)) for word, own in game.vocabulary.suffixes.items() if text.startswith(word, at)]
    for slot, value, end in _unit_parts_at(game, text, at):
        if slot == "suffix":
            ends.append((value, end))
        elif (one := _state_with_slot_filled(state, slot, value, end)) is not None:
            yield one
    for suffix, end in ends:
        if suffix not in state.suffixes:
            yield state._replace(at=end, suffixes=(*state.suffixes, suffix), last="suffix")


def _states_after_role(text: str, state: _Filled) -> Iterator[_Filled]:
    """Yield the states after a particle behind a square, or what says that its unit is beaten."""
    if state.last != "square" or state.squares[-1][1]:
        return
    name, taken = state.squares[-1][0], {role for _, role in state.squares}
    for pattern, role in (*_ROLES, *[(_BEATS, BEATEN)] * (len(state.squares) > 1)):
        if role not in taken and (said := pattern.match(text, state.at)):
            yield state._replace(at=said.end(), squares=(*state.squares[:-1], (name, role)), last="", led=True)


def _states_after_arrow(text: str, state: _Filled) -> Iterator[_Filled]:
    """Yield the states after an arrow in either direction."""
    if not state.begun or state.stopped:
        return
    for pattern, last in ((_ARROW, "arrow"), (_BACK, "back")):
        if state.last != last and (arrow := pattern.match(text, state.at)):
            yield state._replace(at=arrow.end(), last=last, led=True)


def _states_after_verb(text: str, state: _Filled) -> Iterator[_Filled]:
    """Yield the states after a verb that tells that a unit moves, or is placed."""
    if not state.placed and (said := _MOVED.match(text, state.at)):
        yield state._replace(at=said.end(), moved=True, last="")
    if not state.moved and (said := _PLACED.match(text, state.at)):
        yield state._replace(at=said.end(), placed=True, last="")


def _states_after_filler(text: str, state: _Filled) -> Iterator[_Filled]:
    """Yield the states after a separator, a bracket, a particle or the end of a sentence."""
    if state.last in {"arrow", "back"}:
        return
    if not state.begun:
        if opens := _OPENS.match(text, state.at):
            yield state._replace(at=opens.end())
        return
    for pattern in (_BETWEEN, _BRACKET, _SAYS_NOTHING, *(_BEATS_THERE, _STOP) * bool(state.squares)):
        said = pattern.match(text, state.at)
        if said is not None and said.end() > state.at:
            keeps = pattern in {_BETWEEN, _BRACKET}
            last = "sign" if said[0] in {"+", "&"} else state.last if keeps else ""
            led = state.led or (said[0] in {"を", "が"} and len(state.squares) == 1)
            yield state._replace(at=said.end(), last=last, led=led, stopped=state.stopped or pattern is _STOP)


def _states_after_square(game: Game, text: str, state: _Filled) -> Iterator[_Filled]:
    """Yield the states after a square, with the word of its role before it or without."""
    places = [(state.at, "from" if state.last == "back" else "")]
    for pattern, role in _LEADING_ROLES:
        if (said := pattern.match(text, state.at)) and (not state.at or text[state.at - 1] in BOUNDS):
            places.append((said.end(), role))
    taken = {role for _, role in state.squares}
    before = text[state.at - 1 : state.at]
    for at, role in places:
        if role in taken - {""} or (at == state.at and before.isdigit()):
            continue
        if state.squares and not (state.led or role) and before in _OF_CELLS:
            continue  # which of two cells is left nothing tells
        for name, end, order in squares_ends_and_first_axes_at(game.board, text, at, spoken=True):
            if state.order not in {"", order} and order:
                continue
            if text[end : end + 1].isdigit() and text[end - 1].isdigit():
                continue
            squares = (*state.squares, (name, role))
            yield state._replace(
                at=end, squares=squares, order=order or state.order, last="square", led=state.led or bool(role)
            )


def _state_with_slot_filled(state: _Filled, slot: str, value: str, end: int) -> _Filled | None:
    """Return the state with a part of the unit; None if another stands in its slot, and was not turned over."""
    parts = dict(state.parts)
    made = state._replace(at=end, last="part", before=len(state.squares))
    if slot in parts and parts[slot] == value:
        return None if state.again > 1 else made._replace(before=state.before, again=state.again + 1)
    if slot not in parts:
        return made._replace(parts=(*state.parts, (slot, value)), before=state.before if state.parts else made.before)
    behind = state.suffixes or state.squares[1:]
    if state.front or not behind or not state.before < len((FROM, TO)):
        return None
    return made._replace(
        front=state.parts, parts=tuple((name, value if name == slot else own) for name, own in state.parts)
    )


def _move_of_slots(game: Game, state: _Filled) -> InkMove | None:
    """Return the move of the slots; None if they are none."""
    starts = [name for name, role in state.squares if role == FROM]
    ends = [name for name, role in state.squares if role == TO]
    beaten = [name for name, role in state.squares if role == BEATEN]
    middle = [name for name, role in state.squares if not role]
    squares = (
        (*starts, *middle, *beaten, *ends)
        if ends
        else (*starts, *middle[:1], *beaten, *middle[1:])
        if not starts
        else (*starts, *beaten, *middle)
    )
    between = places_units(game) and not state.led and 0 < state.before < len(state.squares)
    if (
        not squares
        or between
        or (beaten and len(squares) < len(_VISITED))
        or state.last in {"arrow", "back", "sign"}
        or (starts and len(squares) == 1)
    ):
        return None
    if len(squares) == len((FROM, TO)) and squares[0] == squares[1]:
        return None
    unit = _unit_of_parts(game, state.parts)
    written = "".join(value for _, value in state.parts)
    if not written or (len(squares) == 1 and not unit and not state.moved):
        return None
    front = _unit_of_parts(game, state.front) if state.front else ""
    suffixes = tuple(one for one in game.vocabulary.suffixes.values() if one in state.suffixes)
    suffixes = tuple(dict.fromkeys(suffixes))
    if front and not suffixes:
        return None
    if state.placed and len(squares) > 1:
        return None
    leaving = front or unit * (state.before < len(squares) == len((FROM, TO)))
    return InkMove(
        squares,
        unit,
        suffixes,
        "" if unit else written,
        order=state.order,
        moved=state.moved and len(squares) == 1,
        leaving=leaving,
    )


@lru_cache(maxsize=16)
def places_units(game: Game) -> bool:
    """Return whether a unit beside a square may be one that is placed there."""
    return not game.vocabulary.slots or game.vocabulary.slots[0][0] == "colour"


def _unit_of_parts(game: Game, parts: Sequence[tuple[str, str]]) -> str:
    """Return the unit of parts that are all named; an empty text if one is left out."""
    known = dict(parts)
    word = "".join(
        known.get(slot, "") for slot in dict.fromkeys(slot for slot, *_ in game.vocabulary.slots if slot != "suffix")
    ) or known.get("unit", "")
    return game.vocabulary.units.get(word, "")


def _unit_parts_at(game: Game, text: str, at: int) -> Iterator[tuple[str, str, int]]:
    """Yield the parts of a unit that a word at a place names."""
    slots = _slot_patterns(game)
    for pattern, slot, value in slots if _any_slot_pattern(game).match(text, at) else ():
        if said := pattern.match(text, at):
            yield slot, value, said.end()
    before = text[at - 1 : at] if at else ""
    if not slots:
        for unit in units_by_first_sign(game).get(text[at : at + 1], ()):
            if text.startswith(unit, at) and not (unit.isascii() and before.isascii() and before.isalnum()):
                yield "unit", game.vocabulary.units[unit], at + len(unit)


@lru_cache(maxsize=16)
def _slot_patterns(game: Game) -> Sequence[tuple[re.Pattern[str], str, str]]:
    """Return the patterns of the words for the parts of units, each with its slot and the notation's own sign."""
    return tuple((kept_pattern(pattern), slot, value) for slot, value, pattern in game.vocabulary.slots)


@lru_cache(maxsize=16)
def _any_slot_pattern(game: Game) -> re.Pattern[str]:
    """Return the pattern of any of these words: few places of a text have one."""
    return kept_pattern("|".join(f"(?:{pattern})" for _, _, pattern in game.vocabulary.slots) or "(?!)")
