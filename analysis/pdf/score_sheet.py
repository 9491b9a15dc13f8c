"""Score sheet layout: header, move grid, footer band, further pages."""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from analysis.pdf import fonts, sheet_contents
from analysis.pdf.footer_setup_page_and_writing_examples import (
    SHOWN,
    draw_footer,
    draw_setup_page,
    draw_strip_box,
    draw_writing_examples,
    footer_height,
    result_boxes,
    symbol_strip_boxes,
)
from analysis.pdf.labelled_fields_and_header import (
    CONTINUATION_HEIGHT,
    HEADER_HEIGHT,
    LABEL,
    RULED,
    draw_continuation_head,
    draw_head_of_first_page,
    draw_labelled_line,
    draw_page_code,
    header_keys_with_field,
    labels_and_values_without_room,
    page_title,
    split_in_rows,
    text_fitted_to_width,
    text_shape,
)
from analysis.pdf.move_rows import (
    ABREAST,
    ROW,
    box_row_of_ply,
    draw_box_row,
    draw_grid_row,
    draw_section_heading,
    grid_of_sheet,
    row_count,
    row_layout,
)
from analysis.pdf.paper_page import AT_EDGE, Area, PaperPage, area_inside_margins, draw_fiducials
from analysis.pdf.pdf_writer import pages_to_pdf, refuse_too_many_pages
from analysis.pdf.sheet_contents import (
    TAUGHT,
    PlySlot,
    ScoreSheet,
    SheetGame,
    blank_slots,
    compact_move_text,
    do_players_set_up,
)
from analysis.pdf.sheet_contents_of_record import score_sheet_of_record
from kifu.core.outcome import Side
from kifu.render.shapes_and_svg import Line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from analysis.pdf.move_rows import MoveGrid, RowLayout
    from analysis.pdf.paper_page import Size
    from analysis.pdf.sheet_contents import Box, BoxRow
    from kifu.core.game.game import Game
    from kifu.core.message import Language
    from kifu.referee.record import Record
    from kifu.referee.verdict import Verdict
    from kifu.render.shapes_and_svg import Shape

HEADING, FURTHER = 5.5, 2
"""The height of a heading, and the rows for long moves and corrections."""
SUM_ROW, SUM_LABEL = 8.0, 22.0
REMARK_SIZE, REMARK_LEADING = 2.9, 4.4
MIN_PLIES = 80
"""The fewest plies of an empty sheet; remarks that leave less room go on further pages."""
PAGES = 2
"""The pages of each game of a blank sheet: the two sides of one leaf."""


class PageBlock(NamedTuple):
    """A part of a page that is not divided."""

    height: float
    draw: Callable[[float], Iterator[Shape]]
    """(upper edge) -> its shapes."""
    keep: float = 0.0
    """The room that must be left below it, so that a heading does not stand alone."""
    rows: Callable[[float], Iterable[BoxRow]] = lambda _: ()
    """(upper edge) -> the boxes of plies that it has."""
    loose: Callable[[float], Iterable[Box]] = lambda _: ()
    """(upper edge) -> other boxes to write in."""


class LaidPage(NamedTuple):
    """Page with its boxes: plies, result, symbol strip."""

    shapes: tuple[Shape, ...]
    rows: tuple[BoxRow, ...]
    loose: tuple[Box, ...]


def blank_sheet(  # noqa: PLR0913 - what a sheet depends on
    game: Game,
    *,
    side: Side,
    size: Size,
    language: Language,
    head_values: Mapping[str, str],
    plies: int | None = None,
    version: int = TAUGHT,
) -> ScoreSheet:
    """Return a blank sheet; `version` is the form.

    Without `plies` each game has the plies that two pages hold.
    """
    set_up = do_players_set_up(game)
    shown = None if set_up else game.start()
    names = (head_values.get("先手", ""), head_values.get("後手", ""))
    shown_elsewhere = header_keys_with_field() | set(game.required_head)
    remarks = tuple(f"{key}：{value}" for key, value in head_values.items() if key not in shown_elsewhere)
    titles = sheet_contents.HALVES if game.match_article is not None else (None,)
    # The players exchange their sides in the second game of a match.
    parts = tuple(
        SheetGame(
            (),
            label,
            exchanged=bool(number % 2),
            names=(names[1], names[0]) if number % 2 else names,
            shown=shown,
            set_up=set_up,
            remarks=remarks,
        )
        for number, label in enumerate(titles)
    )
    total = () if game.match_article is not None else None
    form = ScoreSheet(game, side, size, language, parts, head_values, sum=total, version=version)
    return form._replace(
        parts=tuple(part._replace(slots=_empty_slots(form, number, plies)) for number, part in enumerate(parts))
    )


def _empty_slots(form: ScoreSheet, game_number: int, plies: int | None) -> tuple[PlySlot, ...]:
    """Return a game's empty plies: `plies`, or a page's capacity.

    Long remarks get pages of their own.
    """
    if plies is not None:
        return blank_slots(form.game, plies)
    plain = form._replace(head={}, parts=tuple(part._replace(remarks=()) for part in form.parts))
    most = int(PAGES * area_inside_margins(form.size).height / ROW) * ABREAST
    for shown, least in ((form, MIN_PLIES), (plain, 0)):
        for count in range(most, least, -ABREAST):
            slots = blank_slots(form.game, count)
            whole = shown._replace(parts=tuple(part._replace(slots=slots) for part in shown.parts))
            if len(_stack_blocks_by_page(whole, game_number)) <= PAGES:
                return slots
    raise AssertionError("two pages hold a row")


def sheet_pages(form: ScoreSheet) -> tuple[PaperPage, ...]:
    """Return the pages of a sheet."""
    made: list[PaperPage] = []
    for number, part in enumerate(form.parts):
        foot = "\u3000".join(filter(None, (page_title(form, part), form.code_of_form_without_fiducials)))
        drawn = [page.shapes for page in layout_pages(form, number)]
        if part.set_up:
            drawn.append(tuple(draw_setup_page(form, part, form.area)))
        for page, shapes in enumerate(drawn, start=1):
            if form.marked:
                marked = (*shapes, *draw_fiducials(form.size, len(made)), *draw_page_code(form, number, page))
                made.append(PaperPage(form.size, marked, foot, indent=AT_EDGE))
            else:
                made.append(PaperPage(form.size, shapes, foot))
    return tuple(made)


def _footer_area(form: ScoreSheet) -> Area:
    """Return the area of the footer band on a first page."""
    return form.area._replace(top=form.area.bottom - footer_height(form))


def _stack_blocks_by_page(form: ScoreSheet, game_number: int) -> list[list[tuple[float, PageBlock]]]:
    """Return the blocks of each page of a game, with their upper edges."""
    area = form.area
    last = list(_further_row_blocks(form, area))
    kept = sum(block.height for block in last)
    first = Area(area.left, area.top + HEADER_HEIGHT, area.right, _footer_area(form).top - 2 - kept)
    later = area._replace(top=area.top + CONTINUATION_HEIGHT, bottom=area.bottom - kept)
    stacked = [_stack_blocks(last, first.bottom)]
    y, bottom = first.top, first.bottom
    for block in _game_blocks(form, game_number, area):
        if y + block.height + block.keep > bottom + 0.01:
            refuse_too_many_pages(len(stacked))
            stacked.append(_stack_blocks(last, later.bottom))
            y, bottom = later.top, later.bottom
        stacked[-1].append((y, block))
        y += block.height
    return stacked


def layout_pages(form: ScoreSheet, game_number: int) -> list[LaidPage]:
    """Return the pages of a game, without its setup page."""
    part, area = form.parts[game_number], form.area
    band = _footer_area(form)
    made = []
    for page, blocks in enumerate(_stack_blocks_by_page(form, game_number)):
        rows = [row for top, block in blocks for row in block.rows(top)]
        loose = [box for top, block in blocks for box in block.loose(top)]
        if page:
            shapes = list(draw_continuation_head(form, part, area))
        else:
            shapes = [*draw_head_of_first_page(form, part, area), *draw_footer(form, part, band)]
            loose += result_boxes(form, band)
        shapes += [shape for top, block in blocks for shape in block.draw(top)]
        made.append(LaidPage(tuple(shapes), tuple(rows), tuple(loose)))
    return made


def _stack_blocks(blocks: Iterable[PageBlock], top: float) -> list[tuple[float, PageBlock]]:
    """Return blocks one below the other, each with its upper edge."""
    tops = accumulate((block.height for block in blocks), initial=top)
    return list(zip(tops, blocks, strict=False))


def _further_row_blocks(form: ScoreSheet, area: Area) -> Iterator[PageBlock]:
    """Yield the bottom of marked pages: rows for continuations, corrections."""
    if form.marked:
        rows_ = row_layout(form.game, area.left, area.width)
        yield PageBlock(
            HEADING,
            lambda top: iter((text_shape(area.left, top + HEADING / 2, form.say(sheet_contents.FURTHER), bold=True),)),
        )
        yield from _box_row_blocks(form, rows_, (PlySlot(),) * (FURTHER * rows_.abreast))


def _box_row_blocks(form: ScoreSheet, places: RowLayout, slots: tuple[PlySlot, ...]) -> Iterator[PageBlock]:
    for start in range(0, len(slots), places.abreast):
        across = slots[start : start + places.abreast]
        yield PageBlock(
            ROW,
            partial(_draw_box_rows, form.game, places, across),
            rows=partial(_box_rows_side_by_side, form.game, places, across),
        )


def _draw_box_rows(game: Game, places: RowLayout, across: tuple[PlySlot, ...], top: float) -> Iterator[Shape]:
    for number, (slot, made) in enumerate(zip(across, _box_rows_side_by_side(game, places, across, top), strict=True)):
        yield from draw_box_row(made, slot, places.left_of_column(number))


def _box_rows_side_by_side(game: Game, places: RowLayout, across: tuple[PlySlot, ...], top: float) -> list[BoxRow]:
    return [
        box_row_of_ply(game, slot, places.left_of_column(number), places.column, top)
        for number, slot in enumerate(across)
    ]


def _symbol_strip_blocks(form: ScoreSheet, area: Area) -> Iterator[PageBlock]:
    """Yield the symbol strip, for fine-tuning to the handwriting."""
    taught = form.version == TAUGHT
    boxes_at = partial(symbol_strip_boxes, form.game, area.left, area.width, taught=taught)
    high = max(box.area.bottom for box in boxes_at(0.0))

    def draw(top: float) -> Iterator[Shape]:
        yield text_shape(area.left, top + HEADING / 2, form.say(sheet_contents.STRIP), LABEL - 0.2)
        for box in boxes_at(top + HEADING):
            yield from draw_strip_box(box)

    yield PageBlock(HEADING + high + 1, draw, loose=lambda top: boxes_at(top + HEADING))


def _game_blocks(form: ScoreSheet, game_number: int, area: Area) -> Iterator[PageBlock]:
    """Yield the blocks of a game: legend, symbol strip, rows."""
    part = form.parts[game_number]
    grid = grid_of_sheet(form, area.left, area.width)
    if not form.filled:
        yield _legend_block(form, grid)
    if form.version == TAUGHT and not form.filled:
        yield PageBlock(SHOWN + 0.8, lambda top: draw_writing_examples(area.left, top, form.say))
    if form.marked:
        yield from _symbol_strip_blocks(form, area)
        rows_ = partial(_box_row_blocks, form, row_layout(form.game, area.left, area.width))
    else:
        rows_ = partial(_grid_row_blocks, form.game, grid)
    placed = form.game.placing_plies or 0
    if placed:
        yield _heading_block(grid, f"{form.say(sheet_contents.PLACING)} 1–{placed}")
        yield from rows_(part.slots[:placed])
        yield _heading_block(grid, f"{form.say(sheet_contents.MOVES)} {placed + 1}–")
    yield from rows_(part.slots[placed:])
    if not form.filled and not form.marked:
        yield _heading_block(grid, form.say(sheet_contents.FURTHER))
        yield from rows_((PlySlot(),) * (FURTHER * ABREAST))
    if form.sum is not None and game_number == len(form.parts) - 1:
        count = len(form.sum) if form.filled else 3
        yield PageBlock(HEADING + count * SUM_ROW, partial(_draw_points_table, form, area))
    yield from _remark_blocks(form, part, grid, area)


def _legend_block(form: ScoreSheet, grid: MoveGrid) -> PageBlock:
    """Return the line that tells how to fill in the boxes."""
    if form.marked:
        words = form.say(sheet_contents.HOW_BOXES)
        return PageBlock(
            HEADING,
            lambda top: iter(
                (text_fitted_to_width(grid.left, top + HEADING / 2 - 0.4, words, 2 * grid.column, LABEL - 0.2),)
            ),
        )
    examples = "\u3000".join(
        compact_move_text(move) for move in form.game.longest_moves() if len(compact_move_text(move)) <= grid.boxes
    )
    words = f"{form.say(sheet_contents.HOW_TIMED if grid.time else sheet_contents.HOW)}\u3000{form.say(sheet_contents.EXAMPLES)}: {examples}"
    return PageBlock(HEADING, lambda top: iter((text_shape(grid.left, top + HEADING / 2 - 0.4, words, LABEL - 0.2),)))


def _heading_block(grid: MoveGrid, text: str) -> PageBlock:
    return PageBlock(HEADING, lambda top: draw_section_heading(grid, text, top, HEADING), ROW)


def _grid_row_blocks(game: Game, grid: MoveGrid, slots: tuple[PlySlot, ...]) -> Iterator[PageBlock]:
    for start in range(0, len(slots), ABREAST):
        pair = slots[start : start + ABREAST]
        for number in range(row_count(grid, pair)):
            yield PageBlock(ROW, partial(draw_grid_row, grid, pair, number), rows=partial(_grid_rows, game, grid, pair))


def _grid_rows(game: Game, grid: MoveGrid, pair: tuple[PlySlot, ...], top: float) -> list[BoxRow]:
    return [grid.boxes_of_ply(game, slot, number, top) for number, slot in enumerate(pair)]


def _draw_points_table(form: ScoreSheet, area: Area, top: float) -> Iterator[Shape]:
    """Yield the points table of a match, filled if known."""
    yield text_shape(area.left, top + HEADING / 2, form.say(sheet_contents.SUM), LABEL, bold=True)
    for number, words in enumerate(form.sum or ()):
        y = top + HEADING + (number + 0.5) * SUM_ROW
        yield text_fitted_to_width(area.left, y, words, area.width)
    if form.filled:
        return
    place = area._replace(top=top + HEADING, bottom=top + HEADING + 3 * SUM_ROW)
    # A column is a player: whoever has ▲ in the first game has △ in the second.
    wide = (place.width - SUM_LABEL) / 2
    labels: tuple[Callable[[Side], str], ...] = (
        form.marked_side_name,
        lambda side: form.marked_side_name(side.other, exchanged=True),
        form.seat_in_first_game,
    )
    for line, half, label in zip(
        split_in_rows(place, 3), (*sheet_contents.HALVES, sheet_contents.TOTAL), labels, strict=True
    ):
        middle = (line.top + line.bottom) / 2
        yield text_shape(line.left, middle, form.say(half))
        for side in Side:
            left = line.left + SUM_LABEL + side * wide
            yield from draw_labelled_line(line._replace(left=left, right=left + wide - 5), label(side))
        yield Line(((line.left, line.bottom), (line.right, line.bottom)), RULED)


def _remark_blocks(form: ScoreSheet, sheet_game: SheetGame, grid: MoveGrid, area: Area) -> Iterator[PageBlock]:
    cut = [f"{label}: {value}" for label, value in labels_and_values_without_room(form, sheet_game, area)]
    words = [*cut, *sheet_game.remarks]
    if not words:
        return
    yield _heading_block(grid, form.say(sheet_contents.REMARKS))
    for remark in words:
        for line in fonts.wrap_text(remark, REMARK_SIZE, area.width):
            yield PageBlock(REMARK_LEADING, partial(_draw_remark_line, area.left, line))


def _draw_remark_line(left: float, line: str, top: float) -> Iterator[Shape]:
    yield text_shape(left, top + REMARK_LEADING / 2, line, REMARK_SIZE)


def blank_pdf(form: ScoreSheet) -> bytes:
    """Return an empty score sheet. Raises MissingExtra."""
    return pages_to_pdf(
        sheet_pages(form), form.code_of_form_without_fiducials, form.game.name.in_language(form.language)
    )


def records_pdf(
    records: Sequence[Record], verdicts: Sequence[Verdict | None], *, side: Side, size: Size, language: Language
) -> bytes:
    """Return records as filled score sheets; records without game are omitted.

    Raises MissingExtra, and TooLong.
    """
    made: list[PaperPage] = []
    titles: dict[str, str] = {}
    for record, verdict in zip(records, verdicts, strict=True):
        if record.game is not None:
            form = score_sheet_of_record(record, verdict, side=side, size=size, language=language)
            made += sheet_pages(form)
            refuse_too_many_pages(len(made))
            titles[form.game.name.in_language(language)] = form.code_of_form_without_fiducials
    return pages_to_pdf(tuple(made), " ".join(titles), " ".join(titles.values()))
