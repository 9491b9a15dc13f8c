"""Armies told over several lines become one plain line for each side, and one for what it holds."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import PLAYERS, SIDE_LABELS, Side
from notation.freeform.army_words import BOTH, Army, Words, read_army
from notation.freeform.diagrams import is_row
from notation.freeform.fold_text import LocatedText
from notation.freeform.free_text_risk import CORRECTION, count_move_like_texts
from notation.freeform.heads import read_head
from notation.freeform.number_recogniser import numbers_before
from notation.freeform.setup_in_words import read_setup
from notation.freeform.setup_parts import unit_signs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from notation.freeform.clean_lines import CleanLine

MAX_REGION_LINES = 80
"""The most lines above the first move in which an army is told."""
_ROYAL = frozenset("玉王帥楚君")
_HEADING = re.compile(
    r"[^\w\s]{0,3}\s?(?:(?:双方|両軍|両者|お互い)の)?(?:初期|開始)?(?:配置|布陣|陣形|駒の配置|盤面|盤上|駒組み?|局面|局面図(?:\s.{0,40})?|setup|board)[^\w\s]{0,3}|vs\.?|対",
    re.IGNORECASE,
)
"""A heading above the units of both sides, or what stands between them."""
_MOVED = re.compile(r"[0-9一二三四五六七八九]\s?(?:[-→~>]|から)\s?[0-9一二三四五六七八九]|打")
_SIDE_OF_A_UNIT = r"([{}])(?:の(?:ある|いる)?)?(?:ほう|方|側|陣|軍)(?:が|は|=)\s?(先手|後手)"


class _Told(NamedTuple):
    """A line with what it tells."""

    at: int
    army: Army


def plain_armies(told: Words, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return lines with one plain line for the units of each side, and one for its stand, where they are told otherwise."""
    if not told.game.vocabulary.cells:
        return list(lines)
    names = {**_players(told, lines), **told.names}
    told = told._replace(names={name: side for name, side in names.items() if not any(map(str.isdecimal, name))})
    found, aside = _armies_above(told, lines)
    found = _with_sides(told, lines, found)
    needed = any(not _is_plain(told, lines[one.at].passage.text, one.army) for one in found)
    drawn = any(is_row(told.game, laid.passage.text) for laid in lines)
    units = [(one.at, *unit) for one in found for unit in one.army.units]
    if not needed or not _is_an_army(units, drawn=drawn):
        return list(lines)
    stands = _stands(found)
    if stands is None:
        return list(lines)
    own = {one.at for one in found} | aside
    last = max(one.at for one in found)
    made: list[CleanLine] = []
    for at, laid in enumerate(lines):
        made.append(laid._replace(raw=None, furniture=True) if at in own else laid)
        if at == last:
            made += _plain_lines(lines, found, stands)
    return made


def _players(told: Words, lines: Sequence[CleanLine]) -> dict[str, Side]:
    """Return the sides of the names that the head gives to the players."""
    heads = [head for laid in lines[:MAX_REGION_LINES] for head in read_head(laid.passage.text, told.game) or ()]
    pairs = [
        (value.strip(), PLAYERS.index(key))
        for key, _, value in (head.partition("：") for head in heads)
        if key in PLAYERS
    ]
    return {name: Side(at) for name, at in pairs if name and len(name) <= MAX_NAME_CHARACTERS}


MAX_NAME_CHARACTERS = 12


def _armies_above(told: Words, lines: Sequence[CleanLine]) -> tuple[list[_Told], set[int]]:
    """Return the lines that tell an army, and those that lead to them."""
    found: list[_Told] = []
    aside: set[int] = set()
    above = Army()
    for at, laid in enumerate(lines[:MAX_REGION_LINES]):
        text = laid.passage.text.strip()
        if laid.furniture or laid.refused or laid.parts or not text or is_row(told.game, text):
            continue
        if _begins_the_moves(told, text, found):
            break
        if _HEADING.fullmatch(text) is not None:
            aside.add(at)
            above = Army()
            continue
        if _corrects_an_army(told, text):
            return [], set()  # which of two squares holds is asked
        army = read_army(told, text, above)
        if army is None:
            continue
        if army.units or army.stands:
            found.append(_Told(at, army))
        else:
            above = army
            if read_head(text, told.game) is None:
                aside.add(at)
    return found, aside if found else set()


def _begins_the_moves(told: Words, text: str, found: Sequence[_Told]) -> bool:
    """Return whether a line begins the moves: it has the number 1, or places a single unit behind a whole army."""
    if not count_move_like_texts(told.game, text):
        return False
    if any(value == 1 and end < len(text) for value, end in numbers_before(text)):
        return True
    royal = {side for one in found for side, unit, _ in one.army.units if unit in _ROYAL}
    moved = _MOVED.search(text) is not None
    return moved and (len(royal) == len(Side) or read_army(told, text, Army()) is None)


def _corrects_an_army(told: Words, text: str) -> bool:
    """Return whether a line corrects a square of a unit."""
    named = any(sign in text for sign in told.units) and any(map(str.isdecimal, text))
    return named and CORRECTION.search(text) is not None


def _with_sides(told: Words, lines: Sequence[CleanLine], found: Sequence[_Told]) -> list[_Told]:
    """Return the armies with the sides that a sentence like 玉側が先手 gives to those that stand without one."""
    nameless = [one for one in found if any(side is None for side, *_ in (*one.army.units, *one.army.stands))]
    if not nameless:
        return list(found)
    said = re.compile(_SIDE_OF_A_UNIT.format(unit_signs(told.game)))
    sides = {one[1]: Side(one[2] == "後手") for laid in lines for one in said.finditer(laid.passage.text[:100])}
    of_line: dict[int, Side] = {}
    for one in nameless:
        known = {sides[unit] for _, unit, _ in one.army.units if unit in sides}
        if len(known) == 1:
            of_line[one.at] = known.pop()
    others = [one.at for one in nameless if one.at not in of_line]
    if len(of_line) == 1 and len(others) == 1:
        of_line[others[0]] = next(iter(of_line.values())).other
    made = []
    for one in found:
        side = of_line.get(one.at)
        own = one.army
        if side is not None:
            units = tuple((side if of is None else of, unit, square) for of, unit, square in own.units)
            own = own._replace(
                units=units, stands=tuple((side if of is None else of, unit, count) for of, unit, count in own.stands)
            )
        made.append(_Told(one.at, own))
    return made


def _is_plain(told: Words, text: str, army: Army) -> bool:
    """Return whether a line is read as it stands, and says the same."""
    known = read_setup(told.game, text, tuple(told.names.items()), told.order)
    if known is None or army.adds:
        return False
    held = [_spell_stand(army, side) for side in Side]
    units = {(f"{side.mark}{unit}", square) for side, unit, square in army.units if side is not None}
    same = [_counted(one) == _counted(two) for one, two in zip(held, known.stands, strict=True)]
    return units == set(known.units) and all(same)


def _counted(held: str | None) -> Counter[str] | None:
    if held is None:
        return None
    return Counter({one[:1]: int(one[1:] or 1) for one in held.split() if one != "なし"})


def _spell_stand(army: Army, side: Side) -> str | None:
    kinds = [(unit, count) for of, unit, count in army.stands if of in {side, BOTH}]
    return " ".join(f"{unit}{count}" for unit, count in kinds if count) or "なし" if kinds else None


def _is_an_army(units: Sequence[tuple[int, Side | None, str, str]], *, drawn: bool) -> bool:
    """Return whether units may be those of a start: each side has what must not be lost, and no square holds two."""
    if drawn or not units:
        return not units
    squares = [square for *_, square in units]
    royal = {side for _, side, unit, _ in units if unit in _ROYAL}
    return royal == {*Side} and len(set(squares)) == len(squares) and all(side is not None for _, side, *_ in units)


def _stands(found: Sequence[_Told]) -> dict[Side, list[tuple[int, str, int]]] | None:
    """Return what each side holds, with the line that tells it; None where two lines say two things."""
    held: dict[Side, list[tuple[int, str, int]]] = {}
    for one in found:
        for of, unit, count in one.army.stands:
            if of is None:
                return None
            for side in (of,) if isinstance(of, Side) else Side:
                kinds = held.setdefault(side, [])
                again = next((index for index, kind in enumerate(kinds) if kind[1] == unit), None)
                if again is None:
                    kinds.append((one.at, unit, count))
                elif one.army.adds:
                    kinds[again] = (one.at, unit, kinds[again][2] + count)
                elif kinds[again][2] != count:
                    return None
    if any(len(kinds) > 1 and any(not unit for _, unit, _ in kinds) for kinds in held.values()):
        return None
    return held


def _plain_lines(
    lines: Sequence[CleanLine], found: Sequence[_Told], stands: dict[Side, list[tuple[int, str, int]]]
) -> Iterator[CleanLine]:
    """Yield the plain lines of both armies."""
    for side in Side:
        parts = [(one.at, f"{unit}{square}") for one in found for of, unit, square in one.army.units if of is side]
        kinds = stands.get(side)
        label = f"{SIDE_LABELS[side].ja}:" if parts else f"{SIDE_LABELS[side].ja}の駒台:"
        if kinds is not None:
            named = [(at, f"{unit}{count}") for at, unit, count in kinds if count] or [(kinds[0][0], "なし")]
            if parts:
                named[0] = (named[0][0], f"(駒台 {named[0][1]}")
                named[-1] = (named[-1][0], f"{named[-1][1]})")
            parts += named
        if parts:
            yield _joined(lines, label, parts)


def _joined(lines: Sequence[CleanLine], label: str, parts: Sequence[tuple[int, str]]) -> CleanLine:
    """Return a line of parts, each with the place of the line that tells it."""
    whole = _at(lines[parts[0][0]], label)
    for at, text in parts:
        blank = "" if whole.text.endswith(":") else " "
        whole = whole.joined(_at(lines[at], blank + text))
    return lines[parts[0][0]]._replace(passage=whole, raw=None, sender="")


def _at(laid: CleanLine, text: str) -> LocatedText:
    places = laid.passage.places
    return LocatedText(text, (*(places[0],) * (len(text) - 1), places[-1]))
