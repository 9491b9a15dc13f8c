"""Lines of diagrams, however they are drawn, in the plain form, and the start that lines below them tell."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.game.text import ends_like_a_row
from kifu.core.outcome import Side
from kifu.core.squares import BLANKS
from notation.formats.kif_head_reader import GAME, is_game_name
from notation.freeform.fold_text import LocatedText
from notation.freeform.head_lines_in_other_words import read_head
from notation.freeform.hypothesis import CopyItem, Hypothesis
from notation.freeform.plain_copy import CopyLine, copy_line
from notation.freeform.setup_in_words import read_setup
from notation.freeform.setup_parts import CELL_MARKS, EMPTY_CELL, unit_signs
from notation.freeform.table_cells_and_columns import is_frame_line
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import KANJI, LineKind, parse_numeral
from notation.line_kinds import ClassifiedLine as ScannedItem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from kifu.referee.record import Source
    from notation.freeform.clean_lines import CleanLine

MAX_ROW_CHARACTERS = 400
OF_EMPTY = frozenset("・･·.+-_*□口空無○〇◯×┼ ")
"""The characters of empty squares in a row."""
_OF_A_FRAME = frozenset("+-=|─━│")
_BAR_SIGNS = tuple("|│┃｜")
_BARS = kept_pattern("[|│┃｜]")
_BETWEEN_CELLS = (",", ";", "/", "\t")
"""What stands between the cells of a row that is no drawing: of a sheet, or of a message."""
_NUMBER_BEFORE = kept_pattern(
    rf"\s*(?:[Rr](?:ow|ank)\s*|第)?(\d{{1,2}}|[{KANJI[1:]}十]{{1,2}})(?:段目?)?(?:[\s:.]{{0,2}}(?=[|│┃｜])|[,;/\t]|[.:]?[\s|]+|[.:|])(.*)"
)
_NUMBER_BEHIND = kept_pattern(rf"(?:\b[Rr](?:ow|ank) ?)?(\d{{1,2}}|[{KANJI[1:]}十]{{1,2}})(?:段目?)?$")
MAX_NUMBER_CHARACTERS = 8
"""The most characters of the number behind a row."""
_FRAMED = kept_pattern(r"\s*[|│](.*)[|│]\s*([一二三四五六七八九十\d]{1,2})\s*")
_ROW = kept_pattern(rf"\s*(.*?)\s*(\d{{1,2}}|[{KANJI}十]{{1,2}})?\s*")
_NUMBER_LEFT = kept_pattern(r"\s*(\d{1,2})\s+(\D.*)")
_MARKED_CELL = kept_pattern(rf"[{re.escape(''.join(sorted(CELL_MARKS)))}]?.")
_EMPTY_RUN = kept_pattern(r"[・･·.+_□]+")
_CELLS = kept_pattern("[・○〇◯.+]")
_COLUMNS = kept_pattern(
    r"(?:配置|局面|盤面?|段)?[\s|,;/]*[1-9a-s一二三四五六七八九十](?:[\s|,;/]*[1-9a-s一二三四五六七八九十])+[\s|,;/]*"
)
DIAGRAM, TURN = "局面図", "手番"
_ENDS_IN_A_NUMBER = kept_pattern(r"\d\d\s*$")
FIGURE = kept_pattern(
    r"[^\w\s]?\s?第?\s?(?:\d{1,3}|[一二三四五六七八九十]{1,3})\s?図\s?[は:]?\s?[^\w\s]?(?:(\d{1,3})手(?:目|まで|目まで)?(?:の局面|の図)?)?[^\w\s]{0,2}"
    r"|[^\w\s]?\s?(?:中断|再中断|投了|途中|指了|終了|封じ手?|指し掛け|部分|参考|結果|最終|下|上|左|右)図\s?[は:]?\s?[^\w\s]?\s?(?:(?:は|を)?(?:省略|略|省く|なし|無し|割愛|別紙|添付)(?:します|しました|です)?)?[^\w\s]{0,2}"
    r"|\s?一 ?二 ?三 ?四 ?五(?: ?[六七八九十]){0,5}|\s?(?:[六七八九十] ?){0,5}五 ?四 ?三 ?二 ?一"
)
"""The line above a figure among the moves, with the ply that it stands behind; the names of its columns."""
MIN_ROWS = 3
"""The fewest rows by which a diagram is known that nothing announces."""


def plain_cells_of_row(game: Game, text: str, row_index: int) -> str:
    """Return the cells of row `row_index` of a diagram, two characters each, however it is drawn; empty for any other line."""
    return next((cells for cells, number in _cells_and_numbers_of_row(game, text) if number in {0, row_index}), "")


def _cells_and_numbers_of_row(game: Game, text: str) -> Iterator[tuple[str, int]]:
    """Yield the cells that a line may have as a row of a diagram, and the number of the row; 0 where it has none."""
    signs = set(text) - set(" ")
    if len(text) > MAX_ROW_CHARACTERS or not signs or (len(signs) > 1 and signs <= _OF_A_FRAME):
        return
    for row, number in _split_row_number(text):
        for parts, framed in _possible_cells_of_row(row, game.board.columns):
            if len(parts) == game.board.columns:
                cells = [_plain_cell(game, part, framed=framed) for part in parts]
                if all(cells):
                    yield "".join(cells), number


def mark_bare_units(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return lines with the mark of 先手 before the units of a diagram that marks those of 後手 alone: v歩 ・ 歩."""
    found, at = list(lines), 0
    while game.vocabulary.cells and at < len(lines):
        rows = list(takewhile(bool, (_cells_of_a_row(game, laid) for laid in lines[at : at + game.board.rows])))
        marks = {cell[0][0] for row in rows for cell in row if len(cell[0]) > 1}
        if len(rows) == game.board.rows and marks and all(CELL_MARKS.get(mark) == "△" for mark in marks):
            for index, row in enumerate(rows, start=at):
                bare = [cell.start() for cell in row if not OF_EMPTY.issuperset(cell[0]) and len(cell[0]) == 1]
                found[index] = _mark_first_side_at(lines[index], bare)
        at += max(1, len(rows))
    return found


def _cells_of_a_row(game: Game, clean_line: CleanLine) -> list[re.Match[str]]:
    """Return the cells of a row with blanks between them, without its number; nothing for any other line."""
    text = (
        clean_line.passage.text if len(clean_line.passage.text) <= MAX_ROW_CHARACTERS and not clean_line.parts else ""
    )
    cells = [one for one in re.finditer(r"\S+", text) if not _NUMBER_BEHIND.fullmatch(one[0])]
    units = unit_signs(game)
    fits = all(one[0] in OF_EMPTY or (one[0][-1] in units and one[0][:-1] in {"", *CELL_MARKS}) for one in cells)
    return cells if fits and len(cells) == game.board.columns else []


def _mark_first_side_at(clean_line: CleanLine, places: Sequence[int]) -> CleanLine:
    """Return a line with the mark of 先手 at some places."""
    passage = clean_line.passage
    for place in reversed(places):
        mark = LocatedText("▲", (passage.places[place],))
        passage = passage.part(0, place).joined(mark).joined(passage.part(place, None))
    return clean_line._replace(passage=passage, raw=None) if places else clean_line


def is_row(game: Game, text: str) -> bool:
    """Return whether a line is a row of a diagram."""
    return bool(game.vocabulary.cells) and any(
        number <= game.board.rows for _, number in _cells_and_numbers_of_row(game, text)
    )


def _split_row_number(text: str) -> Iterator[tuple[str, int]]:
    """Yield a row without its number, and the number; 0 where it has none."""
    whole = text.rstrip()
    if (right := _NUMBER_BEHIND.search(whole[-MAX_NUMBER_CHARACTERS:])) is not None:
        row = whole[: len(whole) - len(right[0])]
        yield row.rstrip() if row.rstrip()[-1:] in _BAR_SIGNS else row, parse_numeral(right[1])
    if (left := _NUMBER_BEFORE.fullmatch(text)) is not None:
        yield left[2], parse_numeral(left[1])
    yield text, 0


def _possible_cells_of_row(row: str, columns: int) -> Iterator[tuple[list[str], bool]]:
    """Yield the cells of a row by the bars between them, by blanks, and by two characters each."""
    for whole in dict.fromkeys((row, row.rstrip())):
        if len(whole) == 2 * columns and not _BARS.search(row):  # an empty square is two blanks
            yield [whole[at : at + 2] for at in range(0, len(whole), 2)], False
    for sign in _BETWEEN_CELLS:
        if row.count(sign) >= columns - 1:
            parts = row.split(sign)
            yield parts[: columns + (len(parts) > columns and parts[columns].strip() != "")], False
    inner = row.strip().strip("".join(_BAR_SIGNS))
    row = row if _BARS.search(inner) else inner  # a frame about the whole row
    if len(_BARS.findall(row)) >= columns - 1:
        parts = _BARS.split(row)  # a frame begins and ends with a bar, a blank square does not
        yield parts[not parts[0] : len(parts) - (not parts[-1])], True
    elif not _BARS.search(row):
        yield row.split(), False
        close = "".join(row.split())
        yield [close[at : at + 2] for at in range(0, len(close), 2)], False
        if " " in row.strip() or any(len(run) % 2 for run in _EMPTY_RUN.findall(close)):
            yield _MARKED_CELL.findall(close), False  # △车△马・△士: an empty point is one character


def _plain_cell(game: Game, text: str, *, framed: bool) -> str:
    """Return a cell of the plain form; empty for what is none. In a frame a unit without a mark is of 先手."""
    text = text.strip()
    if OF_EMPTY.issuperset(text):
        return EMPTY_CELL
    if text[-1:] not in unit_signs(game) or not text:
        return ""
    mark = text[:-1].strip()
    return (
        f"▲{text[-1]}"
        if framed and mark in {"", "^"}
        else f"{CELL_MARKS[mark]}{text[-1]}"
        if mark in CELL_MARKS
        else ""
    )


class DiagramLine(NamedTuple):
    """A line of a diagram: its lines in the plain form (None: as it stands), and the row that comes next."""

    lines: tuple[str, ...] | None
    row: int
    begins: bool = False
    """Whether the line begins a diagram in a frame."""
    ends: bool = False
    """Whether it is the last row of one."""


def plain_diagram_line(
    game: Game, clean_line: CleanLine, item: ScannedItem, row: int, *, moving: bool
) -> DiagramLine | None:
    """Return what a line of a diagram becomes; None for a line that belongs to none."""
    if item.kind is LineKind.DIAGRAM:
        row = 1
    elif game.vocabulary.cells and not moving and (framed := _row_in_frame(game, clean_line, row)) is not None:
        return framed
    elif not row:
        return None
    else:
        following = _row_after_diagram_line(game, clean_line, item, row)
        if following is None:
            return None
        row = following
    if item.kind is LineKind.HEADER:
        plain = is_plain_header(game, item)
        if game.vocabulary.cells and (told := read_setup(game, clean_line.passage.text)) is not None:
            fields = tuple(told.diagram_field_lines())
            if fields and not told.units:
                return DiagramLine(None if plain and len(fields) == 1 else fields, row)
        return DiagramLine(None if plain else read_head(clean_line.passage.text, game), row)
    return DiagramLine(_plain_row(game, clean_line, row), row)


def is_plain_header(game: Game, item: ScannedItem) -> bool:
    """Return whether a header is one of the notation in its own words."""
    if item.key == GAME and is_game_name(item.text):
        return True
    lines = read_head(f"{item.key}:{item.text}", game)
    same = lines == (f"{item.key}：{item.text}",)
    if item.key == GAME or item.key in game.head_values or item.key in game.vocabulary.keys:
        return same
    return lines is None or same


def _cells_between_blanks(game: Game, text: str, row_index: int) -> str:
    """Return the cells of row `row_index` that has blanks between them, its number in kanji, or none; empty for any other line."""
    if game.vocabulary.cells:
        return plain_cells_of_row(game, text, row_index)
    if len(text) <= MAX_ROW_CHARACTERS and (left := _NUMBER_LEFT.fullmatch(text)):
        text = f"{left[2]} {left[1]}"
    row = _ROW.fullmatch(text) if len(text) <= MAX_ROW_CHARACTERS else None
    cells = re.sub(r"\s", "", row[1]) if row else ""
    wanted = game.board.columns
    numbered = row is not None and row[2] and parse_numeral(row[2]) != row_index
    return "" if len(cells) != wanted or numbered or not _CELLS.search(cells) else cells


def begins_with_row(game: Game, texts: Sequence[str]) -> bool:
    """Return whether lines are the first rows of a diagram."""
    rows = (_cells_between_blanks(game, text, row) for row, text in enumerate(texts, start=1))
    return len(texts) == MIN_ROWS and all(cells and _signs_of_cells(game).issuperset(cells) for cells in rows)


MAX_LINES_ABOVE_BOARD = 2
"""The most lines above a drawing that tell its ply: a sentence, and the names of its columns."""
_PLY_OF_A_BOARD = kept_pattern(
    rf"(?<![\d.:/])(\d{{1,3}}|[{KANJI[1:]}十百]{{1,5}})手(?:目|め|まで|終了|時点|後|の)|(?<![A-Za-z])(?:after|at) (?:ply |move )?(\d{{1,3}})(?!\d)",
    re.IGNORECASE,
)


def ply_of_board(texts: Sequence[str]) -> int | None:
    """Return the ply behind which a board stands, as the lines above its drawing tell: 19手目のあとの盤; None where none does."""
    told = [found for text in texts if (found := _PLY_OF_A_BOARD.search(text[:MAX_ROW_CHARACTERS])) is not None]
    return parse_numeral(told[-1][1] or told[-1][2]) if told else None


@lru_cache(maxsize=16)
def _signs_of_cells(game: Game) -> frozenset[str]:
    """Return the characters of the cells of a game's diagrams."""
    return frozenset(unit[-1] for unit in game.vocabulary.units) | set("▲△・○〇◯")


def plain_row(game: Game, text: str, row: int) -> tuple[str, ...]:
    """Return a row of a diagram with its number in figures and without blanks."""
    return (f"{_cells_between_blanks(game, text, row)}{row:02d}",)


def _plain_row(game: Game, clean_line: CleanLine, row: int) -> tuple[str, ...] | None:
    """Return a row of a diagram with its number in figures and without blanks; None where it stands so."""
    cells = _cells_between_blanks(game, clean_line.passage.text, row - 1) if row > 1 else ""
    written = f"{cells}{row - 1:02d}"
    return None if not cells or clean_line.passage.text.strip() == written else (written,)


def _row_after_diagram_line(game: Game, clean_line: CleanLine, item: ScannedItem, first: int) -> int | None:
    """Return the row behind a line of a diagram; None if it is none."""
    text = clean_line.passage.text
    if item.kind is LineKind.HEADER:
        return first if game.vocabulary.keys.get(item.key, item.key) in game.diagram_keys else None
    cells = _cells_between_blanks(game, text, first)
    drawn = bool(cells)
    row = ends_like_a_row(text) or drawn
    of_cells = bool(game.vocabulary.cells) or (first > 1 and _signs_of_cells(game).issuperset(cells))
    fits = (
        (item.kind is LineKind.UNKNOWN or (drawn and of_cells))  # 2 ○馬怨矢○○○ is no second move
        and first <= game.board.rows
        and (row or first == 1)
    )
    return first + row if fits else None


def _row_in_frame(game: Game, clean_line: CleanLine, number_of_row: int) -> DiagramLine | None:
    """Return what a line of a diagram in a frame becomes; None if it is none."""
    text = clean_line.passage.text
    row = _FRAMED.fullmatch(text) if len(text) <= MAX_ROW_CHARACTERS else None
    if row is None:
        if number_of_row and plain_cells_of_row(game, text, number_of_row):
            return None  # a row without a frame
        if is_frame_line(text) or (_COLUMNS.fullmatch(text) and number_of_row == 0):
            return DiagramLine(("",), number_of_row)
        return None
    first = number_of_row or 1
    cells = plain_cells_of_row(game, text, first)
    if not cells:
        cells = row[1]
        for pattern, into in game.vocabulary.cells:
            cells = re.sub(pattern, into, cells)
    lines = (f"{cells}{first:02d}",)
    return DiagramLine(lines, first + 1, begins=not number_of_row, ends=first + 1 > game.board.rows)


def _indices_of_row_items(items: Sequence[CopyItem]) -> list[int]:
    """Return the places of the rows of a diagram among the items of a copy."""
    return [
        at
        for at, one in enumerate(items)
        if one.kind == "kept" and one.lines and _ENDS_IN_A_NUMBER.search(one.lines[0].text)
    ]


def with_setup_in_diagram(hypothesis: Hypothesis, source: Source) -> Hypothesis:
    """Return the hypothesis with what lines say about the start: below the diagram, or as a diagram of its own."""
    if not hypothesis.setup:
        return hypothesis
    told, passage = hypothesis.setup[0]
    for more, _ in hypothesis.setup[1:]:
        told = told.join(more)
    items = list(hypothesis.items_from_last())[::-1]
    rows = _indices_of_row_items(items)
    known = dict(line.text.split("：", 1) for item in items for line in item.lines if "：" in line.text)
    fields = [line for line in told.diagram_field_lines() if line.partition("：")[0] not in known]
    others = (line.split("：", 1) for line in told.diagram_field_lines())
    if (
        told.contradicts
        or (rows and told.units)
        or any(known.get(key, value).strip() != value for key, value in others)
    ):
        return setup_as_not_understood(hypothesis, source)
    if not rows and not told.units:
        return hypothesis
    lines = fields if rows else [DIAGRAM, *told.diagram_rows(hypothesis.game), *fields]
    own = CopyItem(tuple(copy_line(passage, line) for line in lines), "kept")
    return _insert_item(hypothesis, items, rows[-1] if rows else len(items) - 1, own)


def may_be_later_position(hypothesis: Hypothesis) -> bool:
    """Return whether the units that lines tell, but no diagram, may be those of a later position: nothing says whose turn it is."""
    told = [one for one, _ in hypothesis.setup]
    return any(one.units for one in told) and not any(one.captives or one.turn for one in told)


def setup_as_not_understood(hypothesis: Hypothesis, source: Source) -> Hypothesis:
    """Return the hypothesis with its lines about the start as not understood."""
    passages = {passage for _, passage in hypothesis.setup}
    made = hypothesis._replace(made=None, setup=())
    for item in list(hypothesis.items_from_last())[::-1]:
        if item.kind == "comment" and item.passage in passages:
            number = item.lines[0].line
            item = CopyItem((CopyLine(source.lines[number - 1], None, number, kind="unread"),), "unread")  # noqa: PLW2901
        made = made.adding(item)
    return made


def move_fields_below_diagram(hypothesis: Hypothesis) -> Hypothesis:
    """Return the hypothesis with the fields that it holds right below its diagram, although other heads stand between."""
    items = list(hypothesis.items_from_last())[::-1] if hypothesis.fields else []
    rows = _indices_of_row_items(items)
    if not rows:
        return hypothesis.with_fields()
    last = rows[-1]
    for at in range(last + 1, len(items)):
        if not _is_field(hypothesis.game, items[at]):
            break
        last = at
    return _insert_item(hypothesis, items, last, CopyItem(hypothesis.fields, "kept"))._replace(fields=())


def _is_field(game: Game, item: CopyItem) -> bool:
    """Return whether an item is a field below a diagram."""
    return bool(item.lines) and item.lines[0].text.partition("：")[0].strip(BLANKS) in game.diagram_keys


def add_turn_line(hypothesis: Hypothesis) -> Hypothesis:
    """Return the hypothesis with 手番：後手 below a diagram of the start that does not say whose turn it is."""
    items = list(hypothesis.items_from_last())[::-1]
    rows = _indices_of_row_items(items)
    texts = [line.text for item in items for line in item.lines]
    if TURN not in hypothesis.game.diagram_keys or not rows or any(text.lstrip().startswith(TURN) for text in texts):
        return hypothesis
    last = items[rows[-1]].lines[-1]
    text = f"{TURN}：{Side.SECOND.label.ja}"
    line = last._replace(text=text, place=last.place or (last.line, 1), shifted=False)
    return _insert_item(hypothesis, items, rows[-1], CopyItem((line,), "kept"))._replace(cost=hypothesis.cost + 0.3)


def _insert_item(
    hypothesis: Hypothesis, items: Sequence[CopyItem], index_before: int, new_item: CopyItem
) -> Hypothesis:
    """Return the hypothesis with one more item behind another."""
    made = hypothesis._replace(made=None)
    for at, item in enumerate(items):
        made = made.adding(item)
        if at == index_before:
            made = made.adding(new_item)
    return made
