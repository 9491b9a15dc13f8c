"""Footer band, set-up page and writing examples of a score sheet.

The band has the board, the units, faults, result and signatures; the set-up page a large board, units in hand and their costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.pdf import fonts, sheet_contents
from analysis.pdf.labelled_fields_and_header import (
    CONTINUATION_HEIGHT,
    LABEL,
    RULED,
    VALUE,
    area_below_title,
    draw_continuation_head,
    draw_labelled_line,
    draw_titled_frame,
    draw_wrapped_text,
    split_in_rows,
    text_fitted_to_width,
    text_shape,
)
from analysis.pdf.move_rows import BOX, MIN_STRIP_BOX, OUTLINE, ROW, TICK, boxes_of_ply, boxes_side_by_side, digit_boxes
from analysis.pdf.paper_page import INK, Area, fit_scene, small_board
from analysis.pdf.sheet_contents import CROSSED, EMPTY, Box, has_points
from kifu.core.outcome import Outcome, Side
from kifu.render.panels_above_and_below import diagram_fields
from kifu.render.shapes_and_svg import Line, Paint, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from analysis.pdf.sheet_contents import ScoreSheet, SheetGame
    from kifu.core.game.drawing import SetupPiece
    from kifu.core.game.game import Game
    from kifu.core.message import Message
    from kifu.render.shapes_and_svg import Shape

BLANK, FILLED = (66.0, 0.31, 0.32), (77.0, 0.4, 0.29)
"""The height of the band, and the shares of the board and of the middle in its width. The last board of a record is 6 cm wide
at least; an empty sheet needs its room for the moves."""
GAP = 3.0
FOUL, SIGNATURES = 33.0, 27.0
UNIT_SIZE, UNIT_LEADING = 2.5, 3.7
SEPARATOR = {"ja": "・", "en": " · "}
RESULT_SIZE, RESULT_LEADING = 3.0, 4.4
FOUL_SIZE, FOUL_LEADING = 2.5, 3.5


def footer_height(form: ScoreSheet) -> float:
    """Return the height of the band."""
    return (FILLED if form.filled else BLANK)[0]


def draw_footer(form: ScoreSheet, sheet_game: SheetGame, area: Area) -> Iterator[Shape]:
    """Yield the footer: board, units, foul, result and signatures."""
    _, board, middle = FILLED if form.filled else BLANK
    first = area.left + area.width * board
    second = first + GAP + area.width * middle
    yield from _draw_captioned_board(form, sheet_game, area._replace(right=first))
    column = area._replace(left=first + GAP, right=second)
    yield from _draw_units(form, column._replace(bottom=area.bottom - FOUL - GAP))
    yield from _draw_foul(form, sheet_game, column._replace(top=area.bottom - FOUL))
    right = area._replace(left=second + GAP)
    yield from _draw_result(form, sheet_game, area)
    yield from _draw_signatures(form, right._replace(top=area.bottom - SIGNATURES))


def _result_area(form: ScoreSheet, area: Area) -> Area:
    _, board, middle = FILLED if form.filled else BLANK
    left = area.left + area.width * (board + middle) + 2 * GAP
    return area._replace(left=left, bottom=area.bottom - SIGNATURES - GAP)


def _result_row_areas(form: ScoreSheet, area: Area) -> list[Area]:
    return split_in_rows(area_below_title(area), 4 if has_points(form.game) else 3)


def result_boxes(form: ScoreSheet, area: Area) -> Iterator[Box]:
    """Yield the boxes of the result of a form with marks.

    They are: who has won, the plies of the game, and how it ended.
    """
    if not form.marked:
        return
    won, plies, how, *_ = _result_row_areas(form, _result_area(form, area))
    for place, words in ((won, sheet_contents.WHO_WON), (how, sheet_contents.HOW_ENDED)):
        step = place.width / len(words)
        for number, word in enumerate(words):
            left, top = place.left + number * step, (place.top + place.bottom - TICK) / 2
            yield Box("result", (EMPTY, word), Area(left, top, left + TICK, top + TICK))
    middle = (plies.top + plies.bottom) / 2
    yield from (
        box._replace(place="plies", area=box.area._replace(bottom=middle + 3.4))
        for box in boxes_side_by_side(digit_boxes(3, BOX), plies.left, 3 * BOX, middle - 3.4)
    )


def _draw_captioned_board(form: ScoreSheet, part: SheetGame, area: Area) -> Iterator[Shape]:
    yield text_fitted_to_width(area.left, area.top + 1.5, form.say(part.caption), area.width, LABEL, bold=True)
    yield from fit_scene(small_board(form.game, part.shown, form.side_of_writer(part)), area._replace(top=area.top + 4))


def unit_labels(form: ScoreSheet) -> list[str]:
    """Return unit labels: spelling of each side, and name."""
    first, second = (form.game.written_units(side) for side in Side)
    words = []
    for kind, label in form.game.units.items():
        name = form.say(label)
        if first[kind] != second[kind]:
            words.append(f"{Side.FIRST.mark}{first[kind]} {Side.SECOND.mark}{second[kind]} {name}")
        else:
            words.append(name)
    return words


def unit_glyphs(form: ScoreSheet) -> list[str]:
    """Return how the units are written, without their names."""
    first, second = (form.game.written_units(side) for side in Side)
    return [first[kind] if first[kind] == second[kind] else first[kind] + second[kind] for kind in form.game.units]


def text_columns_and_fit(texts: Sequence[str], area: Area, size: float, leading: float) -> tuple[list[Shape], bool]:
    """Return texts in columns of one width, and whether all fit."""
    wide = max(fonts.text_width(word, size) for word in texts) + 2.0
    columns = max(1, int((area.width + 2.0) / wide))
    high = -(-len(texts) // columns)
    shapes: list[Shape] = [
        text_shape(
            area.left + number // high * area.width / columns, area.top + (number % high + 0.5) * leading, word, size
        )
        for number, word in enumerate(texts)
    ]
    return shapes, high * leading <= area.height + 0.1 and wide - 2.0 <= area.width


def _draw_units(form: ScoreSheet, area: Area) -> Iterator[Shape]:
    """Yield the frame of the units' names, as large as fits."""
    marks = [f"{side.mark} = {form.game.sides[side].mark}" for side in Side if form.game.sides[side].mark != side.mark]
    title = "\u3000".join([form.say(sheet_contents.UNITS), *marks])
    yield from draw_titled_frame(area, title)
    for words in (unit_labels(form), unit_glyphs(form)):
        for size in (UNIT_SIZE + 1.0, UNIT_SIZE + 0.5, UNIT_SIZE):
            shapes, whole = text_columns_and_fit(words, area_below_title(area), size, size + UNIT_LEADING - UNIT_SIZE)
            if whole:
                yield from shapes
                return
    shapes, _ = text_columns_and_fit(unit_glyphs(form), area_below_title(area), 2.2, 2.9)
    yield from shapes


def _draw_foul(form: ScoreSheet, sheet_game: SheetGame, area: Area) -> Iterator[Shape]:
    """Yield the frame of an illegal move, filled in if known."""
    yield from draw_titled_frame(area, form.say(sheet_contents.FOUL))
    marks = SEPARATOR[form.language].join(side.mark for side in Side)
    first, second, third, fourth = split_in_rows(area_below_title(area), 4)
    middle = area.left + area.width * 0.45
    foul = sheet_game.foul
    if foul is not None:
        at = sheet_contents.AT_PLY
        ply = f"{foul.ply} {form.say(at)}" if form.language == "ja" else f"{form.say(at)} {foul.ply}"
        yield text_shape(first.left, (first.top + first.bottom) / 2, ply, VALUE, bold=True)
        yield text_shape(
            middle, (first.top + first.bottom) / 2, f"{form.say(sheet_contents.MADE_BY)}  {foul.side.mark}"
        )
    elif form.language == "ja":
        label = form.say(sheet_contents.AT_PLY)
        end = middle - 3 - fonts.text_width(label, LABEL)
        yield Line(((first.left, first.bottom - 1), (end - 1, first.bottom - 1)), RULED)
        yield text_shape(end, (first.top + first.bottom) / 2, label)
    else:
        yield from draw_labelled_line(first._replace(right=middle - 2), form.say(sheet_contents.AT_PLY))
    if foul is None:
        yield text_shape(middle, (first.top + first.bottom) / 2, f"{form.say(sheet_contents.MADE_BY)}  {marks}")
    who = SEPARATOR[form.language].join([marks, form.say(sheet_contents.ARBITER)])
    yield text_shape(second.left, (second.top + second.bottom) / 2, f"{form.say(sheet_contents.NAMED_BY)}  {who}")
    if foul is not None:
        yield from draw_wrapped_text(third._replace(bottom=fourth.bottom), [foul.words], FOUL_SIZE, FOUL_LEADING)
        return
    yield from draw_labelled_line(third, form.say(sheet_contents.WHAT))
    yield Line(((fourth.left, fourth.bottom - 1), (fourth.right, fourth.bottom - 1)), RULED)


def _result_title(form: ScoreSheet) -> Message:
    if form.filled:
        return sheet_contents.AS_RECORDED
    return sheet_contents.RESULT_TICKED if form.marked else sheet_contents.RESULT


def _draw_result(form: ScoreSheet, sheet_game: SheetGame, band: Area) -> Iterator[Shape]:
    """Yield the frame of the result, to fill in or filled in."""
    area = _result_area(form, band)
    yield from draw_titled_frame(area, form.say(_result_title(form)))
    if form.filled:
        place = area_below_title(area)
        if sheet_game.ending:
            yield text_fitted_to_width(
                place.left, place.top + 2.4, sheet_game.ending, place.width, VALUE + 0.6, bold=True
            )
            place = place._replace(top=place.top + 6.5)
        yield from draw_wrapped_text(place, sheet_game.result, RESULT_SIZE, RESULT_LEADING)
        return
    points = has_points(form.game)
    places = _result_row_areas(form, area)
    if form.marked:
        yield from _draw_boxed_result(form, band, places)
        return
    wins = [f"{side.mark} {form.say(form.game.outcome_label(Outcome.win(side)))}" for side in Side]
    choices = SEPARATOR[form.language].join([*wins, form.say(sheet_contents.DRAW)])
    yield text_fitted_to_width(places[0].left, (places[0].top + places[0].bottom) / 2, choices, places[0].width, LABEL)
    plies = places[1]
    label = form.say(sheet_contents.UNTIL)
    yield Line(((plies.left, plies.bottom - 1), (plies.left + 18, plies.bottom - 1)), RULED)
    yield text_shape(plies.left + 19, (plies.top + plies.bottom) / 2, label)
    yield from draw_labelled_line(places[2], f"{form.say(sheet_contents.REASON)}  {form.say(sheet_contents.REASONS)}")
    if points:
        yield from _draw_points(form, places[3])


def _draw_boxed_result(form: ScoreSheet, band: Area, places: list[Area]) -> Iterator[Shape]:
    """Yield the boxes to tick of a marked form's result."""
    english = {
        "引分": sheet_contents.DRAW.en,
        **dict(zip(sheet_contents.HOW_ENDED, sheet_contents.HOW_ENDED_EN, strict=True)),
    }
    for box in result_boxes(form, band):
        yield box.area.frame(OUTLINE)
        if box.place == "result":
            word = box.symbols[1] if form.language == "ja" else english.get(box.symbols[1], box.symbols[1])
            step = places[0].width / 3 - TICK - 1
            yield text_fitted_to_width(box.area.right + 0.7, (box.area.top + box.area.bottom) / 2, word, step, LABEL)
    yield text_shape(
        places[1].left + 3 * BOX + 1.5, (places[1].top + places[1].bottom) / 2, form.say(sheet_contents.UNTIL)
    )
    if has_points(form.game):
        yield from _draw_points(form, places[3])


def _draw_points(form: ScoreSheet, area: Area) -> Iterator[Shape]:
    label = form.say(sheet_contents.POINTS)
    yield text_shape(area.left, (area.top + area.bottom) / 2, label)
    left = area.left + fonts.text_width(label, LABEL) + 3
    half = (area.right - left) / 2
    for side in Side:
        yield from draw_labelled_line(
            area._replace(left=left + side * half, right=left + (side + 1) * half - 2), side.mark
        )


def _draw_signatures(form: ScoreSheet, area: Area) -> Iterator[Shape]:
    yield from draw_titled_frame(area, form.say(sheet_contents.SIGNATURES))
    labels = [*(form.marked_side_name(side) for side in Side), form.say(sheet_contents.ARBITER)]
    for place, label in zip(split_in_rows(area_below_title(area), 3), labels, strict=True):
        yield from draw_labelled_line(place, label)


BOARD_SHARE, SETUP_FIELD, SETUP_UNIT_SIZE, SETUP_LEADING = 0.62, 8.0, 2.9, 4.2
"""The share of the board in the height, the height of a field, and the size of the units."""


def draw_setup_page(form: ScoreSheet, sheet_game: SheetGame, area: Area) -> Iterator[Shape]:
    """Yield the setup page: empty board, units and their costs."""
    yield from draw_continuation_head(form, sheet_game, area, continued=False)
    top = area.top + CONTINUATION_HEIGHT
    yield text_fitted_to_width(area.left, top + 1.5, form.say(sheet_contents.START), area.width, LABEL, bold=True)
    board = Area(area.left, top + 4, area.right, area.top + area.height * BOARD_SHARE)
    yield from fit_scene(small_board(form.game, sheet_game.start, form.side), board)
    fields = list(diagram_fields(form.game, sheet_game.start)) if sheet_game.start is not None else []
    y = board.bottom + 2
    for side in Side:
        own = next((line for line in fields if line.startswith(form.game.sides[side].label.ja)), "")
        yield from draw_labelled_line(
            Area(area.left, y, area.right if form.filled else area.right - 48, y + SETUP_FIELD),
            f"{form.marked_side_name(side)}  {form.say(sheet_contents.HAND)}",
            own.partition("：")[2],
        )
        if form.game.budget is not None and not form.filled:
            place = Area(area.right - 44, y, area.right - 10, y + SETUP_FIELD)
            yield from draw_labelled_line(place, form.say(sheet_contents.COST))
            yield text_fitted_to_width(
                area.right - 9, (place.top + place.bottom) / 2, f"/ {form.game.budget}", 12, LABEL
            )
        y += SETUP_FIELD
    yield from _draw_unit_costs(form, Area(area.left, y + 3, area.right, area.bottom))


def _cost_text(form: ScoreSheet, piece: SetupPiece) -> str:
    free = form.say(sheet_contents.FREE)
    return f"{piece.cost} ({piece.free} {free})" if piece.free else str(piece.cost)


def _draw_unit_costs(form: ScoreSheet, area: Area) -> Iterator[Shape]:
    """Yield the list of units and costs, as large as fits."""
    costs = {piece.name: _cost_text(form, piece) for piece in form.game.pieces()}
    written = form.game.written_units(Side.FIRST)
    words = [
        f"{words} {costs[written[kind]]}" if form.game.budget is not None and written[kind] in costs else words
        for kind, words in zip(form.game.units, unit_labels(form), strict=True)
    ]
    cost = f"\u3000({form.say(sheet_contents.COST)})" if form.game.budget is not None else ""
    yield from draw_titled_frame(area, f"{form.say(sheet_contents.UNITS)}{cost}")
    for size in (SETUP_UNIT_SIZE, SETUP_UNIT_SIZE - 0.4, SETUP_UNIT_SIZE - 0.8):
        shapes, whole = text_columns_and_fit(
            words, area_below_title(area), size, size + SETUP_LEADING - SETUP_UNIT_SIZE
        )
        if whole:
            break
    yield from shapes


TICKED, LEADING_ZERO = "✓", "04"
"""What stands in the strip beside the symbols of a game: a tick, and a row with the zero that people write before it."""
SHOWN = 5.4
"""The side of a box of the pictures that show how to write."""
PEN = 0.35
"""The width of their lines."""
CHECK, CIRCLE, CROSS, HATCHED, BLACKENED, UNDERLINED = (
    "20,50 42,80 85,20",
    "50,18 75,28 82,50 75,72 50,82 25,72 18,50 25,28 50,18",
    "20,20 80,80 80,20 20,80",
    "15,35 85,15 15,50 85,30 15,65 85,45 15,80 85,60 15,95 85,75",
    "48,50 52,50",
    "12,88 88,88",
)
"""The ways to tick that are read: corners of lines in hundredths of a box; lines of two corners, but the first two."""


def draw_writing_examples(left: float, top: float, say: Callable[[Message], str]) -> Iterator[Shape]:
    """Yield the pictures of how to write: marks, a row without zero, a struck symbol."""
    marks = [("", mark) for mark in (CHECK, CIRCLE, CROSS, HATCHED, BLACKENED, UNDERLINED)]
    for words, shown in (
        (sheet_contents.ANY_MARK, marks),
        (sheet_contents.NO_ZERO, [("四", ""), ("4", "")]),
        (sheet_contents.STRUCK, [("三", CROSS)]),
    ):
        label = say(words)
        yield text_shape(left, top + SHOWN / 2, label, LABEL - 0.2)
        left += fonts.text_width(label, LABEL - 0.2) + 1.5
        for symbol, mark in shown:
            area = Area(left, top, left + SHOWN, top + SHOWN)
            yield area.frame(OUTLINE)
            if symbol:
                yield Text(left + SHOWN / 2, top + SHOWN / 2, 3.8, symbol, INK)
            yield from _draw_mark(area, mark)
            left += SHOWN
        left += 4.0


def _draw_mark(area: Area, outline: str) -> Iterator[Line]:
    """Yield the lines of a tick, by the corners of its `outline`."""
    corners = [tuple(float(number) / 100 for number in corner.split(",")) for corner in outline.split()]
    points = [(area.left + u * area.width, area.top + v * area.height) for u, v in corners]
    lines = [points] if outline in {CHECK, CIRCLE} else [points[at : at + 2] for at in range(0, len(points), 2)]
    paint = Paint("", INK, 0.6 * area.width if outline == BLACKENED else PEN)
    yield from (Line(tuple(line), paint) for line in lines)


def symbol_strip_boxes(game: Game, left: float, width: float, top: float, *, taught: bool = False) -> Iterator[Box]:
    """Yield a box for each symbol of a game, row by row; `taught` with a tick, × and a row with its zero, in narrower ones."""
    rows = (boxes_of_ply(game, placing=placing) for placing in {False, bool(game.placing_plies)})
    known = dict.fromkeys(
        symbol
        for row in rows
        for place in (*row, *digit_boxes(1, BOX))
        if place.name in {"column", "row", "unit", "becomes", "digit"}
        for symbol in place.symbols[2:]
    )
    shown = [*known, CROSSED, LEADING_ZERO, TICKED] if taught else [*known]
    across = int(width / BOX)
    wide = width / len(shown) if taught and across < len(shown) <= width / MIN_STRIP_BOX else BOX
    across = max(across, int(width / wide))
    for number, symbol in enumerate(shown):
        x, y = left + number % across * wide, top + number // across * ROW
        symbols = (symbol, EMPTY) if symbol == LEADING_ZERO else (symbol,)  # it is no symbol that a reader knows
        yield Box("strip", symbols, Area(x, y, x + wide, y + ROW))


def draw_strip_box(box: Box) -> Iterator[Shape]:
    """Yield a strip box, with its symbol small in the corner."""
    yield box.area.frame(OUTLINE)
    symbol = box.symbols[0]
    yield Text(box.area.left + 0.3 + 0.8 * len(symbol) ** 0.5, box.area.top + 1.2, 1.8, symbol, RULED.stroke)
