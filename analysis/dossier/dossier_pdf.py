"""PDF of a dossier: A4 with fingerprint, page number and QR code."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from analysis.dossier.contents import FINGERPRINT, TITLE, fingerprint_groups
from analysis.dossier.document_blocks_and_deciding_boards import (
    BoardsBlock,
    DecisionBlock,
    FactsBlock,
    HeadingBlock,
    ListingBlock,
    TableBlock,
    TableRow,
    TextBlock,
)
from analysis.dossier.dossier_and_journal_to_blocks import dossier_blocks
from analysis.pdf.fonts import text_width, wrap_text
from analysis.pdf.paper_page import (
    FRAME,
    HAIR,
    INK,
    MAX_PAGES,
    PALE,
    Area,
    PaperPage,
    area_inside_margins,
    fit_scene,
    place_shapes,
    qr_shapes,
    scene_in_paper_greys,
)
from analysis.pdf.pdf_writer import pages_to_pdf
from kifu.core.message import Message, visible_lines
from kifu.render.shapes_and_svg import FAULT, Line, Paint, Rectangle, Shape
from kifu.render.shapes_and_svg import Text as Written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from analysis.dossier.contents import Dossier
    from analysis.dossier.document_blocks_and_deciding_boards import Block, CaptionedBoard, Words
    from analysis.pdf.paper_page import Size
    from kifu.render.shapes_and_svg import Shape

BODY, SMALL, LISTED = 3.4, 2.7, 2.5
"""The sizes of Japanese text, of English text and tables, and of the full texts."""
LEADING = 1.5
APART = 1.6
LABEL = 0.3
"""The share of the width that the labels of facts have."""
INDENT = 5.0
BOARD = 92.0
"""The height of a board."""
CAPTION = 9.0
NUMBERS = 10.0
"""The width of the line numbers beside a full text."""
MAX_LINES = 1_500
"""The most lines of a full text on paper."""
MAX_LINE_LENGTH = 20_000
"""The most characters of a line of it that are printed."""
DECISION = 104.0
SHADE, STRUCK = "#f0f0f0", "#666666"
MAX_HANGING_CHARACTERS = 2
_HANGING = frozenset("、。，．・：；？！）」』】］〕〉》,.:;?!)]}")
"""What may not begin a line; it stands beyond the end of the line before."""


class Strip(NamedTuple):
    """Strip of a page at full width, its upper edge at 0."""

    height: float
    shapes: tuple[Shape, ...] = ()
    keeps: bool = False
    """Whether the next strip has to stand on the same page."""
    head: Strip | None = None
    """What is repeated above it if it begins a page."""


def strips_of_blocks(blocks: Iterable[Block], width: float) -> Iterator[Strip]:
    """Yield the strips of blocks on paper of a width."""
    for block in blocks:
        yield from _block_strips(block, width)


def _block_strips(block: Block, width: float) -> Iterable[Strip]:  # noqa: PLR0911 - a case for each kind of block
    """Yield the strips of one block."""
    match block:
        case HeadingBlock(level, words):
            return _heading_strips(level, words, width)
        case FactsBlock(rows):
            return (*(_fact_strip(label, said, width) for label, said in rows), Strip(APART))
        case TextBlock(words, tone):
            return _paragraph_strips(words, tone, width)
        case BoardsBlock(drawn):
            return [_boards_strip(drawn[at : at + 2], width) for at in range(0, len(drawn), 2)]
        case TableBlock():
            return _table_strips(block, width)
        case ListingBlock(words, text):
            return _listing_strips(words, text, width)
        case DecisionBlock(signatures):
            return [_decision_strip(signatures, width)]


def paginate(strips: Iterable[Strip], area: Area) -> Iterator[tuple[Shape, ...]]:
    """Yield the shapes of each page: strips stacked in an area.

    A heading is not left alone at the foot.
    """
    page: list[Shape] = []
    y = area.top
    for group in _group_unbroken_strips(strips):
        if y > area.top and y + sum(strip.height for strip in group) > area.bottom:
            yield tuple(page)
            page, y = [], area.top
        for strip in group:
            parts = [strip.head, strip] if y == area.top and strip.head is not None else [strip]
            for part in parts:
                if y > area.top and y + part.height > area.bottom:
                    yield tuple(page)
                    page, y = [], area.top
                page += place_shapes(part.shapes, area.left, y, 1.0)
                y += part.height
    if page:
        yield tuple(page)


def wrap_with_hanging_punctuation(text: str, size: float, max_width: float) -> list[str]:
    """Return wrapped lines; closing punctuation hangs at the line's end."""
    return [line for own in text.split("\n") for line in _wrap_line_with_hanging(own, size, max_width)]


def _wrap_line_with_hanging(text: str, size: float, width: float) -> list[str]:
    """Return one line wrapped, closing punctuation hanging at its ends."""
    lines: list[str] = []
    for line in wrap_text(text, size, width):
        hanging = 0
        while lines and hanging < min(len(line), MAX_HANGING_CHARACTERS) and line[hanging] in _HANGING:
            hanging += 1
        if hanging:
            lines[-1] += line[:hanging]
        if line[hanging:] or not hanging:
            lines.append(line[hanging:])
    return lines


def _group_unbroken_strips(strips: Iterable[Strip]) -> Iterator[list[Strip]]:
    group: list[Strip] = []
    for strip in strips:
        group.append(strip)
        if not strip.keeps:
            yield group
            group = []
    if group:
        yield group


class _TextStyle(NamedTuple):
    size: float
    fill: str
    bold: bool = False


def _styled_bilingual_texts(
    words: Words, size: float, *, bold: bool = False, fill: str = INK
) -> list[tuple[str, _TextStyle]]:
    """Return styled texts: Japanese, with smaller English below."""
    if not isinstance(words, Message):
        return [(words, _TextStyle(size, fill, bold))]
    japanese = (words.ja, _TextStyle(size, fill, bold))
    return [japanese] if words.ja == words.en else [japanese, (words.en, _TextStyle(min(size, BODY) * 0.8, PALE))]


def _height_and_stacked_texts(
    texts: Iterable[tuple[str, _TextStyle]], left: float, width: float
) -> tuple[float, tuple[Shape, ...]]:
    """Return the height and the shapes of texts below each other."""
    y, shapes = 0.0, []
    for text, style in texts:
        for line in wrap_with_hanging_punctuation(text, style.size, width):
            high = style.size * LEADING
            shapes.append(Written(left, y + high / 2, style.size, line, style.fill, "start", style.bold))
            y += high
    return y, tuple(shapes)


def _heading_strips(level: int, title: Message, width: float) -> Iterator[Strip]:
    """Yield a heading, kept with what follows it."""
    size = 4.6 if level == 1 else 3.8
    above = 5.0 if level == 1 else 2.5
    english = "" if title.ja == title.en else title.en
    lines = wrap_with_hanging_punctuation(title.ja, size, width)
    for number, line in enumerate(lines):
        shapes: list[Shape] = [Written(0, above + size * 0.7, size, line, INK, "start", bold=True)]
        last = number == len(lines) - 1
        beside = text_width(line, size) + 3
        small = size * 0.7
        if last and english and beside + text_width(english, small) <= width:
            shapes.append(Written(beside, above + size * 0.7, small, english, PALE, "start"))
            english = ""
        if last and level == 1 and not english:
            shapes.append(_horizontal_line(0, above + size * 1.5, width, FRAME))
        yield Strip(above + size * LEADING + (1.5 if last else 0), tuple(shapes), keeps=True)
        above = 0.0
    if english:
        yield from _text_line_strips(english, size * 0.7, width)


def _text_line_strips(text: str, size: float, width: float) -> Iterator[Strip]:
    for line in wrap_with_hanging_punctuation(text, size, width):
        high = size * LEADING
        yield Strip(high, (Written(0, high / 2, size, line, PALE, "start"),), keeps=True)


def _fact_strip(label: Message, value: Words, width: float) -> Strip:
    left = LABEL * width
    name, named = _height_and_stacked_texts(_bilingual_label_text(label), 0, left - 3)
    high, said = _height_and_stacked_texts(_styled_bilingual_texts(value, BODY), left, width - left)
    return Strip(max(name, high) + 0.6, (*named, *said))


def _bilingual_label_text(label: Message) -> list[tuple[str, _TextStyle]]:
    text = label.ja if label.ja == label.en else f"{label.ja} {label.en}"
    return [(text, _TextStyle(SMALL, PALE))]


def _paragraph_strips(paragraph: Words, tone: str, width: float) -> Iterator[Strip]:
    """Yield the lines of a paragraph in its tone."""
    left = INDENT if tone == "quote" else 0.0
    fill = PALE if tone == "pale" else INK
    size = SMALL if tone == "pale" else BODY
    for text, style in _styled_bilingual_texts(paragraph, size, bold=tone == "strong", fill=fill):
        for line in wrap_with_hanging_punctuation(text, style.size, width - left):
            high = style.size * LEADING
            shapes: list[Shape] = [Written(left, high / 2, style.size, line, style.fill, "start", style.bold)]
            if tone == "quote":
                shapes.append(Rectangle(1.5, 0, 1.0, high, Paint("#b5b5b5")))
            yield Strip(high, tuple(shapes))
    yield Strip(APART)


def _boards_strip(boards: Sequence[CaptionedBoard], width: float) -> Strip:
    """Return boards side by side with their captions."""
    half = (width - 6) / 2
    shapes: list[Shape] = []
    for number, one in enumerate(boards):
        left = number * (half + 6)
        scene = scene_in_paper_greys(one.scene)
        shapes += fit_scene(scene, Area(left, 0, left + half, BOARD))
        high = min(BOARD, half * scene.height / scene.width)
        _, caption = _height_and_stacked_texts(_styled_bilingual_texts(one.caption, SMALL), left, half)
        shapes += place_shapes(caption, 0, high + 1, 1.0)
    high = max(min(BOARD, half * one.scene.height / one.scene.width) for one in boards)
    return Strip(high + CAPTION + 2, tuple(shapes))


def _table_strips(table: TableBlock, width: float) -> Iterator[Strip]:
    head = _table_row_strip(TableRow(tuple(table.head)), table.shares, width, bold=True)
    yield head._replace(keeps=True)
    for row in table.rows:
        yield _table_row_strip(row, table.shares, width)._replace(head=head)
    yield Strip(APART * 1.5)


def _table_row_strip(row: TableRow, width_shares: Sequence[float], width: float, *, bold: bool = False) -> Strip:
    """Return a table row, its cells wrapped in their columns."""
    fill = STRUCK if row.mark == "struck" else INK
    left, high = 0.0, 0.0
    shapes: list[Shape] = []
    edges = [0.0]
    for cell, share in zip(row.cells, width_shares, strict=True):
        room = share * width
        tall, texts = _height_and_stacked_texts(
            _styled_bilingual_texts(cell, SMALL, bold=bold, fill=fill), left + 1, room - 3
        )
        if row.mark == "struck":
            texts += tuple(_strike_through_line(text) for text in texts if isinstance(text, Written) and text.text)
        shapes += place_shapes(texts, 0, 0.7, 1.0)
        left, high = left + room, max(high, tall + 1.4)
        edges.append(left)
    ground = SHADE if bold or row.mark == "differs" else ""
    frame = [Rectangle(0, 0, width, high, Paint(ground, PALE, HAIR))]
    if row.mark == "wrong":
        frame.append(Rectangle(0, 0, 0.9, high, Paint(FAULT)))
    between = [Line(((x, 0), (x, high)), Paint("", PALE, HAIR)) for x in edges[1:-1]]
    return Strip(high, (*frame, *between, *shapes))


def _strike_through_line(text: Written) -> Line:
    long = text_width(text.text, text.size)
    return Line(((text.x, text.y), (text.x + long, text.y)), Paint("", STRUCK, HAIR))


def _listing_strips(title: Message, text: str, width: float) -> Iterator[Strip]:
    """Yield a text with line numbers, at most MAX_LINES lines."""
    yield from _heading_strips(2, title, width)
    lines = visible_lines(text.replace("\r\n", "\n").replace("\r", "\n")).removesuffix("\n").split("\n")
    shown = 0
    high = LISTED * LEADING
    for number, line in enumerate(lines, start=1):
        for part, piece in enumerate(wrap_with_hanging_punctuation(_shorten_line(line), LISTED, width - NUMBERS)):
            if shown == MAX_LINES:
                yield from _omitted_lines_strips(number, len(lines), width)
                return
            shown += 1
            shapes: list[Shape] = [Written(NUMBERS, high / 2, LISTED, piece, INK, "start")]
            if not part:
                shapes.append(Written(NUMBERS - 3, high / 2, LISTED * 0.8, str(number), PALE, "end"))
            yield Strip(high, tuple(shapes))
    yield Strip(APART)


def _shorten_line(line: str) -> str:
    return line if len(line) <= MAX_LINE_LENGTH else f"{line[:MAX_LINE_LENGTH]}… (+{len(line) - MAX_LINE_LENGTH})"


def _omitted_lines_strips(first_omitted_line: int, count: int, width: float) -> Iterator[Strip]:
    said = Message(
        f"{first_omitted_line} 行目からは紙に載せません (全 {count} 行)。全文は dossier.json にあります",
        f"from line {first_omitted_line} on it is not printed ({count} lines in all); the full text is in dossier.json",
    )
    yield from _paragraph_strips(said, "strong", width)


def _decision_strip(signatures: Sequence[Message], width: float) -> Strip:
    """Return the decision box: winner, decision, date, signatures."""
    frame = Paint("", INK, FRAME)
    shapes: list[Shape] = [Rectangle(0, 1, width, DECISION - 2, frame)]
    left, right = 4.0, width - 4
    rows = ((Message("勝者", "winner"), 14.0), (Message("裁定の文", "the decision in words"), 26.0))
    for label, y in rows:
        shapes += _draw_bilingual_label(label, left, y - 6)
        shapes.append(_horizontal_line(left + 38, y, right, HAIR))
    shapes += [_horizontal_line(left, 26.0 + 9.0 * line, right, HAIR) for line in range(1, 5)]
    shapes += _draw_bilingual_label(Message("日付", "date"), left, 67)
    shapes.append(_horizontal_line(left + 38, 73, left + 110, HAIR))
    room = (right - left) / len(signatures)
    for number, label in enumerate(signatures):
        at = left + number * room
        shapes += _draw_bilingual_label(label, at, 78)
        shapes.append(_horizontal_line(at, 98, at + room - 6, HAIR))
    return Strip(DECISION, tuple(shapes))


def _draw_bilingual_label(label: Message, left: float, y: float) -> Iterator[Shape]:
    yield Written(left, y, SMALL, label.ja, INK, "start")
    yield Written(left, y + 3.6, SMALL * 0.85, label.en, PALE, "start")


def _horizontal_line(left: float, y: float, right: float, thickness: float) -> Line:
    return Line(((left, y), (right, y)), Paint("", INK, thickness))


SIZE: Size = "a4"
HEAD = 17.0
"""The height of the band at the top of each page."""
QR = 16.0
"""The side of the QR code of a page, with its empty border."""

_LEFT_OUT = Message(
    "ここから先は紙に載せません。全文は dossier.html と dossier.json にあります",
    "the rest is not printed; all of it is in dossier.html and dossier.json",
)


def write_dossier_pdf(dossier: Dossier) -> bytes:
    """Return the dossier on paper. The same dossier gives the same bytes."""
    whole = area_inside_margins(SIZE)
    area = Area(whole.left, whole.top + HEAD, whole.right, whole.bottom)
    foot = fingerprint_groups(dossier.fingerprint)
    band = tuple(_page_header(dossier, whole))
    shapes = list(islice(paginate(strips_of_blocks(dossier_blocks(dossier), area.width), area), MAX_PAGES + 1))
    if len(shapes) > MAX_PAGES:
        shapes[MAX_PAGES - 1 :] = paginate(strips_of_blocks((TextBlock(_LEFT_OUT, "strong"),), area.width), area)
    pages = tuple(PaperPage(SIZE, (*band, *page), foot) for page in shapes)
    title = f"{TITLE.ja} {TITLE.en} {dossier.fingerprint[:8]}"
    return pages_to_pdf(pages, title, foot, compressed=False)


def _page_header(dossier: Dossier, page_area: Area) -> Iterator[Shape]:
    """Yield the header of a page, with the fingerprint as QR code."""
    game = dossier.contents["game"]["name"]
    title = f"{TITLE.ja} {TITLE.en}"
    yield Written(page_area.left, page_area.top + 4, 5.2, title, INK, "start", bold=True)
    yield Written(
        page_area.left,
        page_area.top + 10,
        2.7,
        f"{game['ja']} — {FINGERPRINT.ja} {FINGERPRINT.en} (SHA-256, dossier.json):",
        PALE,
        "start",
    )
    yield Written(page_area.left, page_area.top + 13.4, 2.7, fingerprint_groups(dossier.fingerprint), INK, "start")
    yield from qr_shapes(dossier.fingerprint, page_area.right - QR + 2, page_area.top - 2, QR)
    y = page_area.top + HEAD - 1.5
    yield Line(((page_area.left, y), (page_area.right, y)), Paint("", PALE, HAIR))
