"""Armies told over several lines become one plain line for each side, and one for what it holds."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from kifu.core.outcome import PLAYERS, SIDE_LABELS, Side
from notation.freeform.armies_told_by_sentence import (
    ToldArmy,
    armies_of_rules_example,
    armies_told_by_rows,
    army_turned_by_half_circle,
    names_rules_example,
    sides_of_senders,
    usual_chess_armies,
    with_side_of_sender,
)
from notation.freeform.army_context import BOTH, ArmyContext
from notation.freeform.army_line_reader import Army, read_army_line
from notation.freeform.fold_text import LocatedText
from notation.freeform.free_text_risk import CORRECTION, count_move_like_texts
from notation.freeform.head_lines_in_other_words import only_game_named, read_head
from notation.freeform.number_time_and_side_recogniser import leading_ply_numbers_and_ends
from notation.freeform.plain_diagram_lines_and_setup import DIAGRAM, is_row
from notation.freeform.setup_in_words import read_setup
from notation.freeform.setup_parts import Setup, may_rows_be_start, unit_signs
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from notation.freeform.clean_lines import CleanLine

MAX_REGION_LINES = 80
"""The most lines above the first move in which an army is told."""
_ROYAL = frozenset("玉王帥楚君")
_HEADING = kept_pattern(
    r"[^\w\s]{0,3}\s?(?:(?:双方|両軍|両者|お互い)の)?(?:初期|開始)?(?:配置|布陣|陣形|駒の配置|盤面|盤上|駒組み?|局面|局面図(?:\s.{0,40})?|setup|board)[^\w\s]{0,3}|vs\.?|対",
    re.IGNORECASE,
)
"""A heading above the units of both sides, or what stands between them."""
_MOVED = kept_pattern(r"[0-9一二三四五六七八九]\)?\s?(?:[-→~>]|から)\s?\(?[0-9一二三四五六七八九]|打")
_SIDE_OF_A_UNIT = r"([{}])(?:の(?:ある|いる)?)?(?:ほう|方|側|陣|軍)(?:が|は|=)\s?(先手|後手)"


def with_plain_army_lines(context: ArmyContext, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return lines with one plain line for the units of each side, and one for its stand, where they are told otherwise."""
    if not context.game.vocabulary.cells:
        return list(lines)
    names = {**_names_before_bracketed_sides(lines), **_sides_of_players(context, lines), **context.names}
    known = context._replace(names={name: side for name, side in names.items() if not any(map(str.isdecimal, name))})
    senders = {name.rstrip("> "): side for name, side in sides_of_senders(context, lines).items()}
    context = known._replace(names={**senders, **known.names})
    drawn = any(is_row(context.game, laid.passage.text) for laid in lines)
    lines = list(lines) if drawn else _lines_parted_by_sentences(context, lines)
    found, aside = _army_lines_and_leads(context, lines)
    found = _armies_with_told_sides(context, lines, found)
    found = (
        found
        if drawn
        else [
            *found,
            *army_turned_by_half_circle(context, lines, found),
            *armies_of_rules_example(context, lines, found),
            *usual_chess_armies(context, lines, found),
        ]
    )
    needed = any(not _is_read_as_it_stands(known, lines[one.at].passage.text, one.army) for one in found)
    units = [(one.at, *unit) for one in found for unit in one.army.units]
    if not needed or not _may_be_starting_armies(units, drawn=drawn) or _is_a_stand_unread(context, lines, found):
        return list(lines)
    stands = _stands_of_sides(found)
    if stands is None or (any(one.army.loose for one in found) and not drawn and not _are_legal(context, units)):
        return list(lines)
    own = {one.at for one in found} | aside
    last = _line_of_game_below(context, lines, max(one.at for one in found))
    made: list[CleanLine] = []
    for at, laid in enumerate(lines):
        made.append(laid._replace(raw=None, furniture=True) if at in own else laid)
        if at == last:
            made += _diagram_lines(context, lines, found) if units else ()
            made += _stand_lines(lines, stands, "：" if units else ":")
    return made


def _line_of_game_below(context: ArmyContext, lines: Sequence[CleanLine], last: int) -> int:
    """Return the line that first names the game, if it stands below the armies and above the moves; else the last of these."""
    texts = [laid.passage.text for laid in lines]
    if any(map(only_game_named, texts[: last + 1])):
        return last
    for at, text in enumerate(texts[last + 1 : last + 1 + MAX_LINES_TO_GAME], start=last + 1):
        if count_move_like_texts(context.game, text):
            return last
        if only_game_named(text) is not None:
            return at
    return last


MAX_LINES_TO_GAME = 12
"""The most lines between the armies and the game that is named below them."""
_OF_A_STAND = kept_pattern(
    r"(?:駒台|持ち?駒|手駒|持ち?石|台の石|(?<![囲の])石|碁(?![盤石会])|翻|珠)[^。]{0,12}?(?:\d|[一二三四五六七八九十]|ずつ)"
)
"""What a side holds, with a number."""


def _is_a_stand_unread(context: ArmyContext, lines: Sequence[CleanLine], armies: Sequence[ToldArmy]) -> bool:
    """Return whether a line among those of the armies tells what is held, and is not understood."""
    own = {one.at for one in armies}
    between = [laid.passage.text for at, laid in enumerate(lines) if min(own) < at < max(own) and at not in own]
    names, order = tuple(context.names.items()), context.order
    return any(_OF_A_STAND.search(text) and read_setup(context.game, text, names, order) is None for text in between)


def _are_legal(context: ArmyContext, units: Sequence[tuple[int, Side | None, str, str]]) -> bool:
    """Return whether armies stand as the rules allow at the start."""
    cells = tuple((f"{side.mark}{unit}", square) for _, side, unit, square in units if side is not None)
    return may_rows_be_start(context.game, Setup(cells).diagram_rows(context.game))


def _lines_parted_by_sentences(context: ArmyContext, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return lines with each sentence on a line of its own where only some of them tell an army."""
    made: list[CleanLine] = []
    for at, laid in enumerate(lines):
        text = laid.passage.text
        stops = [stop.end() for stop in re.finditer(r"。[)\]」』】]?", text)] if at < MAX_REGION_LINES else []
        parts = [(0 if not index else stops[index - 1], end) for index, end in enumerate([*stops, len(text)])]
        parts = [(start, end) for start, end in parts if text[start:end].strip(" 。")]
        if (
            len(parts) < len(Side)
            or laid.furniture
            or laid.refused
            or laid.parts
            or (not names_rules_example(text) and read_army_line(context, text.strip(), Army()))
        ):
            made.append(laid)
            continue
        armies = [read_army_line(context, text[start:end].strip(), Army()) for start, end in parts]
        if any(army is not None and (army.units or army.stands) for army in armies) or names_rules_example(text):
            made += [laid._replace(passage=laid.passage.cut(start, end), raw=None) for start, end in parts]
        else:
            made.append(laid)
    return made


def _names_before_bracketed_sides(lines: Sequence[CleanLine]) -> dict[str, Side]:
    """Return the names before a side in brackets, where each always has the same one."""
    found: dict[str, set[Side]] = {}
    for laid in lines[:MAX_REGION_LINES]:
        for name, word in _SIDE_IN_BRACKETS.findall(laid.passage.text[:MAX_BRACKETED_CHARACTERS]):
            found.setdefault(name, set()).add(Side(word[0] in "後△☖▽"))
    return {name: sides.pop() for name, sides in found.items() if len(sides) == 1}


_ENGLISH_PLAYER = kept_pattern(
    r"(?<![A-Za-z])(First|Second|Sente|Gote)(?: player)?(?: \([a-z ,0-9]{1,40}\))?\s?[:=]\s?([A-Z][A-Za-z'.-]{1,12}(?: [A-Z][A-Za-z'.-]{0,12}){0,2})(?![A-Za-z]|\s?[a-h][1-9])"
)
_SIDE_IN_BRACKETS = kept_pattern(
    r"(?<![^\W\d_])([^\W\d_]{1,10}?)(?:さん|様|くん|君|氏|先生|ちゃん)?\s?\((先手?番?[▲☗]?|後手?番?[△☖]?|[▲☗▼]|[△☖▽])(?:[・、,]\s?[^()]{1,8})?\)"
)
MAX_BRACKETED_CHARACTERS = 100


def _sides_of_players(context: ArmyContext, lines: Sequence[CleanLine]) -> dict[str, Side]:
    """Return the sides of the names that the head gives to the players."""
    heads = [head for laid in lines[:MAX_REGION_LINES] for head in read_head(laid.passage.text, context.game) or ()]
    pairs = [
        (value.strip(), PLAYERS.index(key))
        for key, _, value in (head.partition("：") for head in heads)
        if key in PLAYERS
    ]
    found: dict[str, Side] = {}
    for laid in lines[:MAX_REGION_LINES]:
        for word, name in _ENGLISH_PLAYER.findall(laid.passage.text[:MAX_BRACKETED_CHARACTERS]):
            found |= {one: Side(word.lower() in {"second", "gote"}) for one in (name, name.split(" ")[0])}
    for value, at in pairs:
        name = value.partition("(")[0].strip()
        named = {one: Side(at) for one in (name, name.split(" ")[0]) if 0 < len(one) <= MAX_NAME_CHARACTERS}
        found |= {one: side for one, side in named.items() if one not in context.units}  # 先手：玉 五9
    return found


MAX_NAME_CHARACTERS = 12


def _army_lines_and_leads(context: ArmyContext, lines: Sequence[CleanLine]) -> tuple[list[ToldArmy], set[int]]:
    """Return the lines that tell an army, and those that lead to them."""
    found: list[ToldArmy] = []
    aside: set[int] = set()
    above = Army()
    senders = sides_of_senders(context, lines)
    rows = armies_told_by_rows(context, lines, senders)
    for at, laid in enumerate(lines[: _first_move_below_example(lines)]):
        text = laid.passage.text.strip()
        above = above if laid.sender == lines[at - 1].sender else Army()  # what one says is no heading of the other's
        found += rows.get(at, [])
        if at in rows or laid.furniture or laid.refused or laid.parts or not text or is_row(context.game, text):
            continue
        if _begins_the_moves(context, text, found, apart=at > 0 and not lines[at - 1].passage.text.strip()):
            break
        if _HEADING.fullmatch(text) is not None:
            aside.add(at)
            above = Army()
            continue
        if _corrects_an_army(context, text):
            return [], set()  # which of two squares holds is asked
        army = None if _tells_turn_or_captives(context, text) else read_army_line(context, text, above)
        if army is None:
            side = _side_of_heading(context, text)
            above = above if side is None else Army(side=side)
            if side is not None and _HEADING_WITH_REMARK.fullmatch(text) is not None:
                aside.add(at)
            continue
        if army.units or army.stands:
            found.append(with_side_of_sender(ToldArmy(at, army), senders.get(laid.sender)))
        else:
            above = army
            if read_head(text, context.game) is None:
                aside.add(at)
    return found, aside | rows.keys() if found else set()


def _first_move_below_example(lines: Sequence[CleanLine]) -> int:
    """Return the index of the first line that moves or drops a unit below one that names the example of the rules."""
    texts = [laid.passage.text for laid in lines[:MAX_REGION_LINES]]
    named = next((at for at, text in enumerate(texts) if names_rules_example(text)), len(texts))
    return next((at for at, text in enumerate(texts) if at > named and _MOVED.search(text)), len(texts))


_SIDE_ALONE = kept_pattern(r"\W*(?:先手|後手)番?\W*")


def _tells_turn_or_captives(context: ArmyContext, text: str) -> bool:
    """Return whether a line tells who moves next, 先手番です, or what was taken; 先手番 alone may head an army."""
    if _SIDE_ALONE.fullmatch(text) is not None:
        return False
    told = read_setup(context.game, text, tuple(context.names.items()), context.order)
    return told is not None and bool(told.turn or told.captives) and not told.units


def _begins_the_moves(context: ArmyContext, text: str, armies: Sequence[ToldArmy], *, apart: bool) -> bool:
    """Return whether a line begins the moves: it has the number 1, or places a single unit behind a whole army.

    `apart` says whether a blank line stands above it.
    """
    whole = sum(unit in _ROYAL for one in armies for _, unit, _ in one.army.units) == len(Side)
    army = read_army_line(context, text, Army()) if whole and apart else None
    if army is not None and len(army.units) == 1 and army.units[0][0] is not None and not army.stands:
        return True
    if not count_move_like_texts(context.game, text) and not (whole and _MOVED.search(text)):
        return False
    if any(value == 1 and end < len(text) for value, end in leading_ply_numbers_and_ends(text)):
        return True
    moved = _MOVED.search(text) is not None
    return moved and (whole or read_army_line(context, text, Army()) is None)


def _corrects_an_army(context: ArmyContext, text: str) -> bool:
    """Return whether a line corrects a square of a unit."""
    named = any(sign in text for sign in context.units) and any(map(str.isdecimal, text))
    return named and CORRECTION.search(text) is not None


def _armies_with_told_sides(
    context: ArmyContext, lines: Sequence[CleanLine], armies: Sequence[ToldArmy]
) -> list[ToldArmy]:
    """Return the armies with the sides that a sentence like 玉側が先手 gives to those that stand without one."""
    armies = _armies_with_sides_of_headings(context, lines, armies)
    nameless = [one for one in armies if any(side is None for side, *_ in (*one.army.units, *one.army.stands))]
    if not nameless:
        return list(armies)
    said = re.compile(_SIDE_OF_A_UNIT.format(unit_signs(context.game)))
    sides = {one[1]: Side(one[2] == "後手") for laid in lines for one in said.finditer(laid.passage.text[:100])}
    of_line: dict[int, Side] = {}
    for one in nameless:
        known = {sides[unit] for _, unit, _ in one.army.units if unit in sides}
        if len(known) == 1:
            of_line[one.at] = known.pop()
    others = [one.at for one in nameless if one.at not in of_line]
    if len(of_line) == 1 and len(others) == 1:
        of_line[others[0]] = next(iter(of_line.values())).other
    return [_army_of_side(one, of_line.get(one.at)) for one in armies]


def _army_of_side(told_army: ToldArmy, side: Side | None) -> ToldArmy:
    """Return an army whose units without a side are those of one."""
    own = told_army.army
    units = tuple((side if of is None else of, unit, square) for of, unit, square in own.units)
    stands = tuple((side if of is None else of, unit, count) for of, unit, count in own.stands)
    mixed = len({of for of, *_ in own.units}) > 1  # one that has a side stands beside one that has none
    return told_army if side is None or mixed else ToldArmy(told_army.at, own._replace(units=units, stands=stands))


def _armies_with_sides_of_headings(
    context: ArmyContext, lines: Sequence[CleanLine], told_armies: Sequence[ToldArmy]
) -> list[ToldArmy]:
    """Return the armies with the side of the line above them that names one, where both sides are told so."""
    armies = {one.at: one.army for one in told_armies}
    sides: dict[int, Side | None] = {}
    side: Side | None = None
    for at in range(max(armies, default=-1) + 1):
        text = lines[at].passage.text.strip()
        if at in armies:
            own = {of for of, *_ in armies[at].units if of is not None}
            sides[at] = side
            side = own.pop() if len(own) == 1 else side
        elif text:
            named = _side_of_heading(context, text)
            side = side if named is None and _MORE_THAN_A_HEADING.search(text) is None else named
    headed = [_army_of_side(one, sides[one.at]) for one in told_armies]
    units = [(one.at, *unit) for one in headed for unit in one.army.units]
    return _armies_with_empty_stands(headed) if _may_be_starting_armies(units, drawn=False) else list(told_armies)


def _armies_with_empty_stands(armies: Sequence[ToldArmy]) -> list[ToldArmy]:
    """Return armies whose last line, or one of neither side, says that nothing is held: both hold nothing, 石なし.

    Where another line tells a stand they are as they were.
    """
    empty = [one for one in armies if one.army.stands and not one.army.units]
    if len(empty) != 1 or any(unit for _, unit, _ in empty[0].army.stands):
        return list(armies)
    (nothing,) = empty
    last = nothing is armies[-1]
    of_nobody = all(side is None for side, *_ in nothing.army.stands)
    if any(one.army.stands for one in armies if one is not nothing) or not (last or of_nobody):
        return list(armies)
    both = ToldArmy(nothing.at, nothing.army._replace(stands=((BOTH, "", 0),)))
    return [both if one is nothing else one for one in armies]


_HEADING_WITH_REMARK = kept_pattern(
    r"[^\w\s]{0,3}\s?(?:先手|後手)(?:番|側)?の?(?:陣[営形]?|布陣|配置|駒組み?|駒|軍勢?|並べ方|並び)[^\w\s]{0,3}\([^()\d]{1,30}\)[^\w\s]{0,3}"
)
_MORE_THAN_A_HEADING = kept_pattern(r"[。0-9]")
_SIDE_WORD = kept_pattern(
    r"先手|後手|先番|後番|[▲△☗☖]|(?<![A-Za-z])(?:[Ff]irst|[Ss]econd|[Ss]ente|[Gg]ote)(?![A-Za-z])"
)


def _side_of_heading(context: ArmyContext, text: str) -> Side | None:
    """Return the only side that a short line names; None for any other line."""
    if len(text) > MAX_HEADING_CHARACTERS:
        return None
    named = [context.side_and_end_at(text, word.start()) for word in _SIDE_WORD.finditer(text)]
    named += [(side, 0) for name, side in context.names.items() if text.startswith(name)]
    sides = {one[0] for one in named if one is not None}
    side = sides.pop() if len(sides) == 1 else None
    return side if isinstance(side, Side) else None


MAX_HEADING_CHARACTERS = 40


def _is_read_as_it_stands(context: ArmyContext, text: str, army: Army) -> bool:
    """Return whether a line is read as it stands, and says the same."""
    known = read_setup(context.game, text, tuple(context.names.items()), context.order)
    heads = read_head(text, context.game) or ()
    pairs = [head.partition("：")[::2] for head in heads]
    units_as_names = any(
        key in PLAYERS and value.split(" ")[0] in context.units for key, value in pairs
    )  # 先手：玉 五9
    if known is None or army.adds or units_as_names:
        return False
    held = [_spell_stand(army, side) for side in Side]
    units = {(f"{side.mark}{unit}", square) for side, unit, square in army.units if side is not None}
    same = [_count_held_units(one) == _count_held_units(two) for one, two in zip(held, known.stands, strict=True)]
    return units == set(known.units) and all(same)


def _count_held_units(held: str | None) -> Counter[str] | None:
    if held is None:
        return None
    return Counter({one[:1]: int(one[1:] or 1) for one in held.split() if one != "なし"})


def _spell_stand(army: Army, side: Side) -> str | None:
    kinds = [(unit, count) for of, unit, count in army.stands if of in {side, BOTH}]
    return " ".join(f"{unit}{count}" for unit, count in kinds if count) or "なし" if kinds else None


def _may_be_starting_armies(units: Sequence[tuple[int, Side | None, str, str]], *, drawn: bool) -> bool:
    """Return whether units may be those of a start: each side has what must not be lost, and no square holds two."""
    if drawn or not units:
        return not units
    squares = [square for *_, square in units]
    royal = {side for _, side, unit, _ in units if unit in _ROYAL}
    return royal == {*Side} and len(set(squares)) == len(squares) and all(side is not None for _, side, *_ in units)


def _stands_of_sides(armies: Sequence[ToldArmy]) -> dict[Side, list[tuple[int, str, int]]] | None:
    """Return what each side holds, with the line that tells it; None where two lines say two things."""
    held: dict[Side, list[tuple[int, str, int]]] = {}
    for one in armies:
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


def _diagram_lines(context: ArmyContext, lines: Sequence[CleanLine], armies: Sequence[ToldArmy]) -> Iterator[CleanLine]:
    """Yield the rows of the diagram of both armies, each with the place of the line that tells the first unit on it."""
    board = context.game.board
    cells = {
        square: f"{side.mark}{unit}" for one in armies for side, unit, square in one.army.units if side is not None
    }
    sources = {square: one.at for one in reversed(armies) for *_, square in one.army.units}
    first = next(one.at for one in armies if one.army.units)
    yield _line_of_label_and_parts(lines, "", [(first, DIAGRAM)])
    for row, text in enumerate(
        Setup(tuple((cell, square) for square, cell in cells.items())).diagram_rows(context.game)
    ):
        squares = (board.spell(row * board.columns + column) for column in range(board.columns))
        source = next((sources[square] for square in squares if square in sources), first)
        yield _line_of_label_and_parts(lines, "", [(source, text)])


def _stand_lines(
    lines: Sequence[CleanLine], stands: dict[Side, list[tuple[int, str, int]]], colon: str
) -> Iterator[CleanLine]:
    """Yield a plain line for what each side holds; below a diagram it is a field with its wide colon."""
    for side in Side:
        kinds = stands.get(side)
        if kinds is not None:
            named = [(at, f"{unit}{count}") for at, unit, count in kinds if count] or [(kinds[0][0], "なし")]
            yield _line_of_label_and_parts(lines, f"{SIDE_LABELS[side].ja}の駒台{colon}", named)


def _line_of_label_and_parts(lines: Sequence[CleanLine], label: str, parts: Sequence[tuple[int, str]]) -> CleanLine:
    """Return a line of parts, each with the place of the line that tells it."""
    whole = _at(lines[parts[0][0]], label) if label else LocatedText("", ())
    for at, text in parts:
        blank = "" if whole.text.endswith((":", "：")) or not whole.text else " "
        whole = whole.joined(_at(lines[at], blank + text))
    return lines[parts[0][0]]._replace(passage=whole, raw=None, sender="", furniture=False)


def _at(clean_line: CleanLine, text: str) -> LocatedText:
    places = clean_line.passage.places
    return LocatedText(text, (*(places[0],) * (len(text) - 1), places[-1]))
