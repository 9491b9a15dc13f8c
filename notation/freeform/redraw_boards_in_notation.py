"""Boards drawn in any way become the rows of the notation: whose a unit is, and which way the board is turned."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Side
from notation.freeform.drawn_boards import (
    MAX_ONE_LINE_CHARACTERS,
    OF_A_UNIT,
    DrawingExplanations,
    DrawnRow,
    column_numbers,
    drawn_rows,
    explanations_of_drawing,
    row_below_column_names,
    side_of_word,
    unit_marks_of_rows,
    with_letters_explained,
)
from notation.freeform.fold_text import LocatedText
from notation.freeform.setup_parts import CELL_MARKS, EMPTY_CELL, may_rows_be_start, unit_signs
from notation.freeform.table_cells_and_columns import is_frame_line
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine

DIAGRAM = "局面図"
MAX_LINES_BETWEEN = 3
"""The most lines between two rows: frames, the heading of the other half."""
_PICTURE = kept_pattern(
    r"[^\w\s]{0,3}\s?(?:初期|開始|対局開始時?の?|最初の|はじめの|さいしょの|始めの)?\s?(?:局面|配置|盤面|開始|初期|初形|布陣|盤|[並な]ら?び(?:かた|方)?|[並な]ら?べ(?:かた|方)|形|かたち)の?図?(?:\([^()]{0,30}\)|は?こう|は?次の通り|は?以下の?(?:通り|とおり)|です|[:。]|\s)*[^\w\s]{0,3}"
)
"""The line above a drawing: 初期局面図, 局面図（空きマスは口）."""
_OF_A_HALF = kept_pattern(
    r"[^\w\s]{0,3}\s?(先手|後手)(?:の|側の?)?(?:陣営?|布陣|配置|側|方)?\s?(?:の図)?\s?(?:\(([^()]{1,40})\))?\s?[^\w\s]{0,3}"
)
"""The line above the rows of one side."""
_SEEN_BY_SECOND = kept_pattern(
    "後手(?:側|番)?(?:から|の側から)(?:見|み)|後手(?:が|を)(?:手前|下)|(?:上下|天地)(?:が)?(?:逆|さかさ)"
)
_PLAYER = kept_pattern(r"(先手|後手)\s?[(:]\s?([^\s()]{1,12})\)?")
"""A side and its player, beside the rows of its units."""


class Redrawn(NamedTuple):
    """The lines of a record with the rows of the notation in place of a drawing."""

    lines: list[CleanLine]
    from_below: bool = False
    """Whether the rows of its squares are counted from below."""
    from_right: bool = False
    """Whether the columns are counted from the right."""


def redraw_boards(game: Game, lines: Sequence[CleanLine]) -> Redrawn | None:
    """Return lines with the rows of the notation in place of a board that is drawn otherwise; None where none is."""
    if not game.vocabulary.cells or len(lines) < game.board.rows // 2:
        return None
    stated = explanations_of_drawing(game, lines)
    drawing = _find_rows(game, lines, stated)
    placed = None if drawing is None else _rows_in_notation(game, lines, drawing, stated)
    if drawing is None or placed is None:
        return None
    plain = _is_drawn_in_notation(lines, drawing, placed)
    made = list(lines) if plain else list(_lines_with_rows_redrawn(lines, drawing, placed.rows, stated))
    return Redrawn(made, placed.from_below, placed.from_right) if not plain or placed.from_right else None


class _Drawing(NamedTuple):
    """The rows of a board, each with the index of its line."""

    rows: tuple[tuple[int, DrawnRow], ...]
    names: tuple[int, ...] | None
    """The numbers of the columns; None where no line names them."""
    others: tuple[int, ...]
    """The indices of the lines that belong to the drawing besides."""


def _find_rows(game: Game, lines: Sequence[CleanLine], stated: DrawingExplanations) -> _Drawing | None:
    """Return the rows of the first drawing of a board; None if there is none."""
    columns, count = game.board.columns, game.board.rows
    units = frozenset(unit_signs(game)) | frozenset(stated.letters)
    texts = ["" if laid.parts else laid.passage.text for laid in lines]  # equal rows may be taken for furniture
    for first in range(len(texts)):
        names: list[int] | None = None
        named_at = -1
        rows: list[tuple[int, DrawnRow]] = []
        others: list[int] = []
        idle = 0
        for at in range(first, len(texts)):
            number = 0 if len(rows) == count else _next_row_number(rows)
            row = None if number == 0 else _drawn_row_of_line(texts[at], units, columns, rows, lines[at].raw)
            if row is None and named_at >= 0 and number and (raw := lines[at].raw) is not None:
                row = row_below_column_names(raw, lines[named_at].raw or "", units, columns)
            if row is not None:
                rows.append((at, row))
                others += range(at - idle, at)
                idle = 0
            elif (numbers := column_numbers(texts[at], columns)) is not None and names is None:
                names, named_at = numbers, at
                others.append(at)
                idle = 0
            elif not rows or idle >= MAX_LINES_BETWEEN or not _may_stand_between_rows(texts[at]):
                break
            else:
                idle += 1
        if _are_rows_of_whole_board(rows, count, [texts[at] for at in range(max(0, first - 2), at + 1)]):
            return _Drawing(tuple(rows), None if names is None else tuple(names), tuple(others))
    return _rows_on_one_line(texts, units, columns, count)


def _next_row_number(rows: Sequence[tuple[int, DrawnRow]]) -> int:
    return len(rows) + 1


def _drawn_row_of_line(
    text: str, units: frozenset[str], columns: int, rows: Sequence[tuple[int, DrawnRow]], raw: str | None
) -> DrawnRow | None:
    """Return the row that a line is, numbered as those above are."""
    found = list(drawn_rows(text, units, columns, raw))
    if is_frame_line(text):
        found = [one for one in found if one.number]
    if not rows:
        return next((one for one in found if one.number), next(iter(found), None))
    last = rows[-1][1].number
    fits = [one for one in found if bool(one.number) == bool(last)]
    step = [one for one in fits if abs(one.number - last) <= 1]
    return next(iter(step or fits), None)


def _may_stand_between_rows(text: str) -> bool:
    """Return whether a line may stand between two rows: a frame, a blank line, the heading of the other half."""
    return not text.strip() or is_frame_line(text) or _OF_A_HALF.fullmatch(text) is not None


def _are_rows_of_whole_board(rows: Sequence[tuple[int, DrawnRow]], count: int, texts: Sequence[str]) -> bool:
    """Return whether rows are those of a whole board, or the numbered ones of both halves."""
    numbers = [row.number for _, row in rows]
    full = len(rows) == count and (set(numbers) == {0} or sorted(numbers) == list(range(1, count + 1)))
    ordered = full and (set(numbers) == {0} or numbers in (sorted(numbers), sorted(numbers, reverse=True)))
    headed = {found[1] for text in texts if (found := _OF_A_HALF.fullmatch(text)) is not None}
    once = all(numbers) and len(set(numbers)) == len(rows) and max(numbers, default=0) <= count
    halves = len(headed) == len(Side) and 1 < len(rows) < count and once
    return (ordered or halves) and any(unit for _, row in rows for _, unit in row.cells)


def _rows_on_one_line(texts: Sequence[str], units: frozenset[str], columns: int, count: int) -> _Drawing | None:
    """Return the rows of a drawing on one line, parted by / as programs do: 4王4/1城7/…; None if there is none."""
    for at, text in enumerate(texts):
        parts = text.strip().split("/") if len(text) <= MAX_ONE_LINE_CHARACTERS else []
        rows = [next(iter(drawn_rows(part, units, columns)), None) for part in parts] if len(parts) == count else []
        if rows and None not in rows:
            return _Drawing(tuple((at, row._replace(number=0)) for row in rows if row is not None), None, ())
    return None


def _is_drawn_in_notation(lines: Sequence[CleanLine], drawing: _Drawing, placed: _Placed) -> bool:
    """Return whether a drawing has the rows of the notation, and nothing besides."""
    texts = ["".join(lines[at].passage.text.split()) for at, _ in drawing.rows]
    return texts == list(placed.rows) and not drawing.others


class _Placed(NamedTuple):
    """The rows of the notation for a drawing."""

    rows: tuple[str, ...]
    from_below: bool = False
    """Whether its rows are counted from below, as those of chess are."""
    from_right: bool = False
    """Whether its columns are counted from the right, as those of shogi are."""


def _rows_in_notation(
    game: Game, lines: Sequence[CleanLine], drawing: _Drawing, stated: DrawingExplanations
) -> _Placed | None:
    """Return the rows of the notation for a drawing; None where it does not say whose a unit is, or which way it is turned."""
    count = game.board.rows
    rows = with_letters_explained([row for _, row in drawing.rows], stated.letters)
    numbers = [row.number for row in rows]
    texts = [laid.passage.text for laid in lines]
    around = [*range(max(0, drawing.rows[0][0] - MAX_LINES_BETWEEN), drawing.rows[0][0]), *drawing.others]
    turned = any(_SEEN_BY_SECOND.search(texts[at]) for at in around)
    halves = len(rows) < count
    falls = not halves and all(numbers) and numbers[0] > numbers[-1]
    if falls and drawing.names is None and not turned:
        return None  # only one axis says that the board is turned
    numbered = all(numbers)
    if not any(numbers):
        numbers = list(range(count, 0, -1) if turned else range(1, count + 1))
    from_right = stated.from_right and not (falls or turned)
    right = drawing.names[0] > drawing.names[-1] if drawing.names is not None else turned and not halves
    mirrored = right and not from_right
    sides = _cells_with_side_marks(game, lines, drawing, rows, stated)
    told = sides is not None
    ways = [sides] if sides is not None else list(_possible_cells_with_sides(rows)) if numbered and not halves else []
    found = []
    for from_below in (False, True)[: 1 + (falls and not mirrored)]:
        for cells_of_rows in ways:
            made = dict.fromkeys(range(1, count + 1), EMPTY_CELL * game.board.columns)
            for number, cells, (at, _) in zip(numbers, cells_of_rows, drawing.rows, strict=True):
                heading = _heading_above(texts, at) if halves else None
                own = heading is not None and _SEEN_BY_SECOND.search(heading) is not None
                cells_from_left = reversed(cells) if mirrored or own else cells
                made[count + 1 - number if from_below else number] = "".join(cells_from_left)
            whole = tuple(f"{made[number]}{number:02d}" for number in range(1, count + 1))
            found.append(_Placed(whole, from_below, from_right))
    if told and len(found) == 1:
        return found[0]
    proven = [one for one in found if may_rows_be_start(game, one.rows)]
    return proven[0] if len(proven) == 1 else found[0] if told and not proven else None


def _possible_cells_with_sides(rows: Sequence[DrawnRow]) -> Iterator[list[list[str]]]:
    """Yield the cells of rows whose marks nothing explains: two marks for two sides, or one side above the other."""
    marks = sorted(unit_marks_of_rows(rows))
    halves = len(rows) / 2
    for side in Side:
        known = dict(zip(marks, (side, side.other), strict=True)) if len(marks) == len(Side) else {}
        if known or len(marks) == 1:
            yield [
                [
                    f"{(known[mark] if known else side if at < halves else side.other).mark}{unit}"
                    if unit
                    else EMPTY_CELL
                    for mark, unit in row.cells
                ]
                for at, row in enumerate(rows)
            ]


def _heading_above(texts: Sequence[str], at: int) -> str | None:
    """Return the nearest heading of a half above a row."""
    return next((text for text in reversed(texts[max(0, at - 12) : at]) if _OF_A_HALF.fullmatch(text)), None)


def _cells_with_side_marks(
    game: Game, lines: Sequence[CleanLine], drawing: _Drawing, rows: Sequence[DrawnRow], stated: DrawingExplanations
) -> list[list[str]] | None:
    """Return the cells of each row with the mark of its side; None where nothing says whose a unit is."""
    marks = unit_marks_of_rows(rows)
    known = {mark: Side(CELL_MARKS[mark] == "△") for mark in marks if mark in CELL_MARKS} | {
        mark: side for mark, side in stated.marks.items() if mark in marks
    }
    if "" in marks and len(set(known.values())) == 1 and len(known) == len(marks) - 1:
        known[""] = next(iter(known.values())).other
    bare = _sides_of_bare_rows(game, lines, drawing, rows, stated) if "" in marks and "" not in known else []
    if bare is None or marks - {"", *known}:
        return None
    return [
        [
            EMPTY_CELL if not unit else f"{(known[mark] if mark in known else bare[index]).mark}{unit}"
            for mark, unit in row.cells
        ]
        for index, row in enumerate(rows)
    ]


def _sides_of_bare_rows(
    game: Game, lines: Sequence[CleanLine], drawing: _Drawing, rows: Sequence[DrawnRow], stated: DrawingExplanations
) -> list[Side] | None:
    """Return the side of the units without a mark in each row, as a heading or a sentence says; None if nothing does."""
    texts = [laid.passage.text for laid in lines]
    headings = [found for at, _ in drawing.rows if (found := _heading_above(texts, at)) is not None]
    if len(headings) == len(rows) and len(set(headings)) > 1:
        return [side_of_word(half[1]) for one in headings if (half := _OF_A_HALF.fullmatch(one)) is not None]
    upper = stated.upper
    if upper is None:
        upper = _side_of_upper_half(game, texts, rows)
    befores = {side_of_word(row.before): at for at, row in enumerate(rows) if row.before.startswith(("先手", "後手"))}
    if upper is None and len(befores) == len(Side):
        upper = min(befores, key=lambda side: befores[side])
    filled = [at for at, row in enumerate(rows) if any(unit for _, unit in row.cells)]
    middle = len(rows) / 2
    if upper is None or any(at + 0.5 == middle for at in filled):
        return None
    return [upper if at + 0.5 < middle else upper.other for at in range(len(rows))]


def _side_of_upper_half(game: Game, texts: Sequence[str], rows: Sequence[DrawnRow]) -> Side | None:
    """Return the side of the upper half by a sentence like 玉のほうが先手."""
    said = re.compile(OF_A_UNIT.format(unit_signs(game)))
    for text in texts:
        found = said.search(text[:MAX_ONE_LINE_CHARACTERS])
        at = [at for at, row in enumerate(rows) if found is not None and any(unit == found[1] for _, unit in row.cells)]
        if found is not None and len(at) == 1:
            side = side_of_word(found[2])
            return side if at[0] < len(rows) / 2 else side.other
    return None


def _lines_with_rows_redrawn(
    lines: Sequence[CleanLine], drawing: _Drawing, rows_placed: Sequence[str], stated: DrawingExplanations
) -> Iterator[CleanLine]:
    """Yield lines with the rows of the notation in place of a drawing; what belongs to it besides is a comment."""
    first = drawing.rows[0][0]
    sources = {row.number or at: index for at, (index, row) in enumerate(drawing.rows, start=1)}
    rows = {index for index, _ in drawing.rows}
    aside = {*drawing.others}
    top = min([first, *aside])
    above = [at for at in range(max(0, top - MAX_LINES_BETWEEN), top) if _PICTURE.fullmatch(lines[at].passage.text)]
    above += [at for at in range(max(0, top - 1), top) if _OF_A_HALF.fullmatch(lines[at].passage.text)]
    for index, row in drawing.rows:
        if (player := _PLAYER.fullmatch(row.before)) is not None:
            passage = lines[index].passage
            at = passage.text.index(player[2])
            label = LocatedText(f"{player[1]}:", (passage.places[0],) * 3)
            yield lines[index]._replace(passage=label.joined(passage.cut(at, at + len(player[2]))), raw=None)
    for at, laid in enumerate(lines):
        if at == first:
            place, end = laid.passage.places[0], laid.passage.places[-1]
            passage = LocatedText(DIAGRAM, (*(place,) * (len(DIAGRAM) - 1), end))
            yield laid._replace(passage=passage, raw=None, furniture=False)
            for number, cells in enumerate(rows_placed, start=1):
                source = lines[sources.get(number, first)]
                own, end = source.passage.places[0], source.passage.places[-1]
                passage = LocatedText(cells, (*(own,) * (len(cells) - 1), end))
                yield source._replace(passage=passage, raw=None, furniture=False)
        if at in rows:
            continue
        if at in aside or at in above:
            yield laid._replace(raw=None, furniture=True)
        else:
            yield from _explanations_as_comments(laid, stated.spans.get(at, ()))


def _explanations_as_comments(clean_line: CleanLine, spans: Sequence[tuple[int, int]]) -> Iterator[CleanLine]:
    """Yield the parts of a line; those that explain the drawing are comments."""
    text = clean_line.passage.text
    spans = [
        (start, stop)
        for start, stop in spans
        if not text[:start].rstrip(" 　") or text[start - 1] in " 、。(・" or text[start] == "("
        if not text[stop:].strip() or text[stop - 1] in " 、。)" or text[stop] in " 、。)・"
    ]
    end = 0
    for start, stop in sorted(spans):
        if clean_line.passage.text[end:start].strip(" 、。"):
            yield clean_line._replace(passage=clean_line.passage.cut(end, start), raw=None)
        yield clean_line._replace(passage=clean_line.passage.cut(start, stop), raw=None, furniture=True)
        end = stop
    if not spans:
        yield clean_line
    elif clean_line.passage.text[end:].strip(" 、。"):
        yield clean_line._replace(passage=clean_line.passage.cut(end), raw=None)
