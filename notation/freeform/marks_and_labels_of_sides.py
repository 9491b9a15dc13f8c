"""Marks of the sides: ○ and × of the head, those exchanged on some lines (▲と△を逆に書いた), labels of a letter and a number (W1, B1)."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.free_text_risk import count_move_like_texts
from notation.freeform.spans_line_context_and_sides import SideContext
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.fold_text import LocatedText

_CIRCLE, _CROSS = "○◯〇", "×✕✖"
_MARK = f"[{_CIRCLE}{_CROSS}]"
_SIDE = "(?:先手|後手|先番|後番|せんて|ごて|白番?|黒番?|先|後)"
_NAME = rf"[^\s()=:{_CIRCLE}{_CROSS}]{{1,12}}"
_DECLARED = tuple(
    kept_pattern(pattern)
    for pattern in (
        rf"(?P<side>{_SIDE})\s?[:=は]?\s?\(?(?P<mark>{_MARK})\)?\s?[:=]?",
        rf"(?P<mark>{_MARK})\s?[:=はが]?\s?(?P<side>{_SIDE})(?:(?=で?す?[\s、,。・:/(はが)]|$)|の(?=[^\W\d]))",
        rf"(?P<mark>{_MARK})\s?[:=はが]?\s?(?P<name>{_NAME}(?:\s{{1,2}}{_NAME}){{0,2}})\s?\((?P<side>{_SIDE})\)",
    )
)
"""What the head says of a mark: 白○ 川端, ○は先手, ○：中村（先手）."""
_SQUARE = r"(?=(?:\d{1,3}\s?(?:手目?)?[.):、]?\s{1,4})?[一二三四五六七八九十a-sA-S1-9])"
_MARKED_MOVE = kept_pattern(
    rf"\s{{0,4}}(?:\d{{1,3}}\s?(?:手目?)?[.):、]?\s{{0,3}})?(?P<mark>{_MARK})\s{{0,3}}{_SQUARE}"
)
_MARK_BEFORE_MOVE = kept_pattern(rf"(?<![^\s、,。]){_MARK}(?=\s{{0,3}}{_SQUARE})|(?<=\d){_MARK}(?=\s{{0,3}}{_SQUARE})")
_MARK_OF_SOMEBODY = kept_pattern(rf"(?<![^\s、,。(!]){_MARK}(?=(?:側|番|チーム|さん)?[のはがもに])")
MIN_MARKED_MOVES = 2
"""The fewest moves of each side behind its mark."""
MAX_HEAD_LINES = 12


def with_circles_and_crosses_as_side_marks(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines with the marks of the notation for ○ and ×, where the head gives them to the sides and all moves have them.

    Elsewhere × is a move that was struck out, or the sign of whoever has lost.
    """
    usable = [
        at
        for at, laid in enumerate(lines)
        if not (laid.furniture or laid.parts) and len(laid.passage.text) <= MAX_CHARACTERS
    ]
    moves = {at: found for at in usable if (found := _MARKED_MOVE.match(lines[at].passage.text))}
    above = [at for at in usable if moves and at < min(moves)][:MAX_HEAD_LINES]
    if not moves or not _are_moves_marked(game, [lines[at].passage.text for at in usable if at not in above]):
        return list(lines)
    heads = [(at, pattern) for pattern in _DECLARED for at in above if pattern.search(lines[at].passage.text)]
    for pattern in _DECLARED:
        own = [at for at, of in heads if of is pattern]
        meant = _sides_of_marks(game, pattern, [lines[at].passage.text for at in own])
        if meant:
            made = {at: _head_line_without_marks(lines[at], pattern) for at in own}
            names = _words_behind_marks([lines[at].passage.text for at in own])
            made |= {
                at: _line_with_side_marks(lines[at], meant, names, move=at in moves) for at in usable if at not in above
            }
            return [made.get(at, laid) for at, laid in enumerate(lines)]
    return list(lines)


def _are_moves_marked(game: Game, texts: Sequence[str]) -> bool:
    """Return whether most lines with a move begin with one of the marks, several with each."""
    moves = [text for text in texts if count_move_like_texts(game, text) >= 0.5]  # noqa: PLR2004 - a square alone counts less
    marks = [found["mark"] for text in moves if (found := _MARKED_MOVE.match(text)) is not None]
    circles = sum(mark in _CIRCLE for mark in marks)
    return min(circles, len(marks) - circles) >= MIN_MARKED_MOVES and 4 * len(marks) >= 3 * len(moves)


def _kind(mark: str) -> str:
    return _CIRCLE[0] if mark in _CIRCLE else _CROSS[0]


def _sides_of_marks(game: Game, pattern: re.Pattern[str], texts: Sequence[str]) -> Mapping[str, str]:
    """Return the mark of the notation, or the colour, that each of the two marks stands for; empty if a head does not give both."""
    around = SideContext(game, {}, {})
    found: dict[str, set[str]] = {}
    for said in (one for text in texts for one in pattern.finditer(text)):
        word = said["side"].removesuffix("番") if said["side"][0] in "黒白" else said["side"]
        side = around.side_meant_by(word)
        found.setdefault(_kind(said["mark"]), set()).add(word if side is None else side.mark)
    meant = {mark: next(iter(words)) for mark, words in found.items() if len(words) == 1}
    return meant if len(meant) == len(found) == len({*meant.values()}) == len((_CIRCLE, _CROSS)) else {}


def _words_behind_marks(texts: Sequence[str]) -> Mapping[str, str]:
    """Return what the heads say behind each mark."""
    found = {_CIRCLE[0]: "", _CROSS[0]: ""}
    for text in texts:
        marks = [*re.finditer(_MARK, text)]
        for mark, behind in zip(marks, [*marks[1:], None], strict=True):
            found[_kind(mark[0])] += text[mark.end() : len(text) if behind is None else behind.start()] + " "
    return found


def _head_line_without_marks(clean_line: CleanLine, pattern: re.Pattern[str]) -> CleanLine:
    """Return a line of the head with its sides before the names, and no marks; a line without names is a legend."""
    passage = clean_line.passage
    rest = re.sub(rf"{_MARK}|{_SIDE}|で?す|[\W_]|[はがの]", "", passage.text)
    if not rest:
        return clean_line._replace(raw=None, furniture=True)
    for said in reversed([*pattern.finditer(passage.text)]):
        name = said.groupdict().get("name")
        behind = said["side"] if name is None else f"{said['side']}:{name}"
        colon = ":" if name is None else ""
        passage = passage.with_part_replaced(*said.span(), behind + colon)
    return clean_line._replace(passage=passage, raw=None)


def _marks_of_sides_in(text: str, names: Mapping[str, str], *, move: bool) -> Iterator[re.Match[str]]:
    """Yield the marks of a line that stand for a side: before a move, a particle, or the name that the head has behind the mark."""
    if move:
        yield from _MARK_BEFORE_MOVE.finditer(text)
        return
    marks = [*re.finditer(_MARK, text)]
    for mark in marks:
        own = _kind(mark[0])
        other = next(one for one in names if one != own)
        named = re.match(r"[^\W\d_]{1,8}", text[mark.end() :])
        parts = [] if named is None else [named[0][:size] for size in range(len(named[0]), 0, -1)]
        whose = next(
            (part in names[own] for part in parts if (part in names[own]) is not (part in names[other])), False
        )
        if _MARK_OF_SOMEBODY.match(text, mark.start()) or whose:
            yield mark


def _line_with_side_marks(
    clean_line: CleanLine, meant: Mapping[str, str], names: Mapping[str, str], *, move: bool
) -> CleanLine:
    """Return a line with the marks of the notation in place of those that stand for a side."""
    passage: LocatedText = clean_line.passage
    found = [*_marks_of_sides_in(passage.text, names, move=move)]
    for mark in reversed(found):
        passage = passage.with_part_replaced(*mark.span(), meant[_kind(mark[0])])
    return clean_line._replace(passage=passage, raw=None) if found else clean_line


MAX_CHARACTERS = 120
_OTHER = {"▲": "△", "△": "▲", "☗": "☖", "☖": "☗", "先手": "後手", "後手": "先手"}
_BOTH = "(?:▲と?△|△と?▲|☗と?☖|☖と?☗|先手と後手|後手と先手|先後|手番)"
_SAID = kept_pattern(
    rf"\W{{0,3}}(?:(?:訂正|注意?)\W{{1,3}})?(?P<one>\d{{1,3}})(?:手目?)?(?:から|[~〜-])(?P<two>\d{{1,3}})手目?(?:まで)?[はのでが、]{{0,2}}{_BOTH}(?:の(?:印|記号|マーク))?[をがは]"
    r"(?:逆|あべこべ|反対)(?:に(?:書[いき]|付け|つけ|なって|し)|です|でし|だっ)[^\d]{0,60}"
)
"""Such a sentence: nothing stands behind it that may tell a ply."""
_UNSURE = kept_pattern("かも|だろう|らしい|たぶん|多分|はず|思う|[?？]")
_NUMBERED = kept_pattern(r"\s{0,4}(?P<number>\d{1,3})\s?(?:手目?)?[.):、]?\s{0,3}(?P<mark>[▲△☗☖]|[先後]手(?=[\s:]))")


def with_marks_of_sides_exchanged(lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines with the marks of the sides exchanged where a sentence says so, if they are in turn then."""
    for at, laid in enumerate(lines):
        text = laid.passage.text
        usable = len(text) <= MAX_CHARACTERS and not (laid.furniture or laid.parts or laid.refused)
        said = _SAID.fullmatch(text) if usable and _UNSURE.search(text) is None else None
        if said is not None:
            marked = _lines_with_exchanged_marks(lines, range(int(said["one"]), int(said["two"]) + 1))
            if marked is not None:
                return [*marked[:at], laid._replace(raw=None, furniture=True), *marked[at + 1 :]]
    return list(lines)


def _lines_with_exchanged_marks(lines: Sequence[CleanLine], plies: range) -> list[CleanLine] | None:
    """Return the lines with the marks of some plies exchanged; None if those of all plies are not in turn then."""
    found, order = list(lines), []
    for at, laid in enumerate(lines):
        numbered = None if laid.furniture or laid.parts else _NUMBERED.match(laid.passage.text)
        if numbered is None:
            continue
        number, mark = int(numbered["number"]), numbered["mark"]
        if number in plies:
            mark = _OTHER[mark]
            found[at] = laid._replace(passage=laid.passage.with_part_replaced(*numbered.span("mark"), mark), raw=None)
        order.append((number, mark))
    numbers = [number for number, _ in order]
    firsts = {mark for number, mark in order if number % 2}
    seconds = {mark for number, mark in order if not number % 2}
    in_turn = len(firsts) == 1 and len(seconds) == 1 and firsts != seconds
    whole_range = set(plies) <= set(numbers) and len(set(numbers)) == len(numbers)
    return found if in_turn and whole_range and len(plies) > 0 else None


_SIDES = {"W": "White", "B": "Black", "S": "Sente", "G": "Gote"}
_PAIRS = ({"W", "B"}, {"S", "G"})
_LABEL = kept_pattern(r"[(\[]?([WBSGwbsg])[.-]?\s?([1-9]\d{0,2})[)\]]?[.:]?\s{1,9}(?=\S)")
MIN_LABELS = 3
"""The fewest labels by which they are some."""
MAX_LABELLED_CHARACTERS = 120


class _Label(NamedTuple):
    line: int
    start: int
    end: int
    letter: str
    number: int


def with_labels_as_numbers_and_sides(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return lines with a number and a word for the side in place of each label; as they are where those do not alternate."""
    labels = list(_labels_at_line_starts(game, lines))
    if len({one.letter for one in labels}) == 1:
        labels = list(_labels_of_both_sides(lines, labels))
    made = list(lines)
    if len(labels) < MIN_LABELS or not _alternate(labels):
        return made
    for label in reversed(labels):
        laid = made[label.line]
        written = f"{label.number}. {_SIDES[label.letter]}: "
        passage = laid.passage.with_part_replaced(label.start, label.end, written)
        made[label.line] = laid._replace(passage=passage, raw=None)
    return made


def _labels_at_line_starts(game: Game, lines: Sequence[CleanLine]) -> Iterator[_Label]:
    """Yield the label at the beginning of each line that has one before a move, or the next of those above."""
    above: _Label | None = None
    for at, laid in enumerate(lines):
        text = laid.passage.text
        found = None if laid.furniture or len(text) > MAX_LABELLED_CHARACTERS else _LABEL.match(text)
        if found is None:
            continue
        label = _Label(at, 0, found.end(), found[1].upper(), int(found[2]))
        follows = above is not None and _alternate([above, label])
        if follows or count_move_like_texts(game, text[found.end() :]):
            above = label
            yield label


def _labels_of_both_sides(lines: Sequence[CleanLine], labels: Sequence[_Label]) -> Iterator[_Label]:
    """Yield labels at the beginnings of lines, each with that of the other side before the second move of its line."""
    for label in labels:
        yield label
        text = lines[label.line].passage.text
        found = [one for one in _LABEL.finditer(text, label.end) if text[one.start() - 1].isspace()]
        others = [one for one in found if int(one[2]) in {label.number, label.number + 1}]
        if len(others) == 1 and others[0][1].upper() != label.letter:
            yield _Label(label.line, *others[0].span(), others[0][1].upper(), int(others[0][2]))


def _alternate(labels: Sequence[_Label]) -> bool:
    """Return whether the letters of both sides stand in turn, each with the number before it or the next one."""
    return {one.letter for one in labels} in _PAIRS and all(
        one.letter != two.letter and two.number - one.number in {0, 1} for one, two in pairwise(labels)
    )


_SIDE_AND_NUMBER = kept_pattern(
    r"(?<![^\s、,。;/|])(?P<side>黒|白|先手?|後手?)番?(?P<number>[1-9]\d{0,2})(?:[.)]?\s{1,3}|:\s{0,3})(?=[1-9a-sA-S一二三四五六七八九十(パpP同])"
)
"""A ply by its side and its number, before its move: 黒11 ５の五."""
MAX_CHARACTERS_OF_PLIES = 400
MIN_PLIES_OF_SIDES = 4
"""The fewest plies by their sides and numbers, several on a line, by which these lines are parted."""
MAX_STEP = 2
"""How many plies a number may be behind the one before it: one number may be missing."""


def with_plies_parted_at_sides_and_numbers(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return lines with each ply on a line of its own where several stand on one, each behind its side and its number."""
    plies = [
        (at, found)
        for at, laid in enumerate(lines)
        if not (laid.furniture or laid.parts or len(laid.passage.text) > MAX_CHARACTERS_OF_PLIES)
        for found in _SIDE_AND_NUMBER.finditer(laid.passage.text)
    ]
    if len(plies) < MIN_PLIES_OF_SIDES or len(plies) == len({at for at, _ in plies}) or not _are_plies_in_turn(plies):
        return list(lines)
    if sum(bool(count_move_like_texts(game, found.string[found.end() :])) for _, found in plies) < MIN_PLIES_OF_SIDES:
        return list(lines)
    made: list[CleanLine] = []
    for at, laid in enumerate(lines):
        own = [found for index, found in plies if index == at]
        cuts = [*(found.start() for found in own), len(laid.passage.text)]
        if not own:
            made.append(laid)
            continue
        if laid.passage.text[: cuts[0]].strip():
            made.append(laid._replace(passage=laid.passage.cut(0, cuts[0]), raw=None))
        for found, end in zip(own, cuts[1:], strict=True):
            passage = laid.passage.part(0, len(laid.passage.text[:end].rstrip(" 、,;/|")))
            label = f"{found['number']}. {found['side']}: "
            passage = passage.with_part_replaced(found.start(), found.end(), label).part(found.start(), None)
            made.append(laid._replace(passage=passage, raw=None))
    return made


def _are_plies_in_turn(plies: Sequence[tuple[int, re.Match[str]]]) -> bool:
    """Return whether plies count on from the first or second, and the odd ones are all of one side, the even ones of the other."""
    numbers = [int(found["number"]) for _, found in plies]
    sides = [{found["side"][0] for _, found in plies if int(found["number"]) % 2 == odd} for odd in range(2)]
    steps = {two - one for one, two in pairwise(numbers)}
    return (
        numbers[0] <= MAX_STEP
        and steps <= {1, MAX_STEP}
        and all(len(one) == 1 for one in sides)
        and sides[0] | sides[1] in ({"黒", "白"}, {"先", "後"})
    )
