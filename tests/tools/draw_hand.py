"""Fills score sheets in as a hand would, and photographs them: pictures to train and test the reader of sheets by.

`python tests/tools/draw_hand.py samples/six/trades.kif -o FOLDER --form 2 --hand kiwi-maru --kind fold --seed 7`
writes a JPEG a page. The same arguments give the same pictures.
"""

from __future__ import annotations

import argparse
import math
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
import scan_hands
from PIL import Image, ImageDraw, ImageFont

from analysis.pdf import fonts
from analysis.pdf.paper_page import SIZES, Area, add_footers
from analysis.pdf.score_sheet import blank_sheet, layout_pages, sheet_pages
from analysis.pdf.sheet_contents import BoxRow
from analysis.scan.scanned_sheet import move_codec_of_shape
from kifu.core.outcome import Side
from kifu.render.shapes_and_svg import STROKES, Circle, Line, Polygon, Rectangle, Ring, Text
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from analysis.pdf.sheet_contents import ScoreSheet

SCALE = 10
"""Pixels of a millimetre of the page before it is photographed."""
KINDS = ("flat", "angle", "fold", "curl", "shadow", "blur", "low", "rough")
"""How a page is photographed: each has one thing wrong with it, the last has some of all."""
PENS = ((25, 25, 30), (45, 45, 50), (90, 45, 25), (75, 75, 80))
"""The colours of pens and pencils: blue, green, red."""


class Hand(NamedTuple):
    """A writer: fonts for kanji and for digits (see `scan_hands.written`), and how he writes."""

    kanji: str
    latin: str | None
    part: str
    size: float
    """The share of its box that a character takes."""
    wildness: float
    pen: tuple[int, int, int]
    rng: np.random.Generator
    """Where the differences between two of his characters come from."""


def hand_of(name: str, rng: np.random.Generator) -> Hand:
    """Return a writer with the kanji of a font; digits, pen and size come from `rng`."""
    part = next((part for part, names in scan_hands.KANJI.items() if name in names), "look")
    if name == scan_hands.PRINT:
        return Hand(name, None, part, 0.8, 0.6, PENS[0], rng)
    latin = (None, "mnist", *scan_hands.LATIN[part])[int(rng.integers(2 + len(scan_hands.LATIN[part])))]
    pen = PENS[int(rng.integers(len(PENS)))]
    return Hand(name, latin, part, float(rng.uniform(0.68, 0.9)), float(rng.uniform(0.5, 1.1)), pen, rng)


def drawn(shapes: Sequence[object], size: str) -> np.ndarray:
    """Return shapes in millimetres as an image: blue, green and red bytes."""
    width, height = SIZES[size]
    image = Image.new("RGB", (round(width * SCALE), round(height * SCALE)), "white")
    pen = ImageDraw.Draw(image)
    for shape in shapes:
        match shape:
            case Text():
                _text(pen, shape)
            case Line(points, paint):
                pen.line([(x * SCALE, y * SCALE) for x, y in points], paint.stroke, max(1, round(paint.width * SCALE)))
            case Polygon(points, paint):
                outline = paint.stroke or None
                pen.polygon([(x * SCALE, y * SCALE) for x, y in points], paint.fill or None, outline)
            case Rectangle(x, y, wide, high, paint):
                corners = [x * SCALE, y * SCALE, (x + wide) * SCALE, (y + high) * SCALE]
                pen.rectangle(corners, paint.fill or None, paint.stroke or None, max(1, round(paint.width * SCALE)))
            case Circle(x, y, radius, paint):
                corners = [(x - radius) * SCALE, (y - radius) * SCALE, (x + radius) * SCALE, (y + radius) * SCALE]
                pen.ellipse(corners, paint.fill or None, paint.stroke or None)
            case Ring():
                pass  # a blank sheet has none
    return cv2.cvtColor(np.array(image), cv2.COLOR_RGB2BGR)


@cache
def _font(name: str, size: float) -> ImageFont.FreeTypeFont:
    package, file = next(file for file in fonts.FILES if name == f"kifu-{file[0]}")
    return ImageFont.truetype(fonts._font_file(package, file), size)


def _text(pen: ImageDraw.ImageDraw, text: Text) -> None:
    wide = fonts.text_width(text.text, text.size)
    left = (text.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * wide) * SCALE
    for run in fonts.text_runs(text.text):
        if run.font is None:
            for number, character in enumerate(run.text):
                corner = (left + number * text.size * SCALE, (text.y - text.size / 2) * SCALE)
                for stroke in STROKES[character]:
                    points = [(corner[0] + x * text.size * SCALE, corner[1] + y * text.size * SCALE) for x, y in stroke]
                    pen.line(points, text.fill, max(1, round(0.05 * text.size * SCALE)))
        else:
            font = _font(run.font, text.size * SCALE)
            pen.text((left, text.y * SCALE), run.text, text.fill, font, anchor="lm", stroke_width=int(text.bold))
        left += run.width(text.size) * SCALE


def put(page: np.ndarray, ink: np.ndarray, area: Area, hand: Hand) -> None:
    """Write ink into a box of a page, not quite in its middle."""
    rng = hand.rng
    side = hand.size * min(area.width + 0.6, area.height) * SCALE * math.exp(rng.normal(0, 0.06))
    ink = cv2.resize(ink, (round(side), round(side)), interpolation=cv2.INTER_AREA)
    x = (area.left + area.right) / 2 * SCALE - side / 2 + rng.normal(0, 0.3 * SCALE)
    y = (area.top + area.bottom) / 2 * SCALE - side / 2 + rng.normal(0, 0.35 * SCALE)
    place = page[round(y) : round(y) + ink.shape[0], round(x) : round(x) + ink.shape[1]]
    share = (ink[: place.shape[0], : place.shape[1], None] / 255.0) * rng.uniform(0.82, 1.0)
    place[:] = (place * (1 - share) + np.array(hand.pen) * share).astype(np.uint8)


def write_row(page: np.ndarray, row: BoxRow, symbols: Sequence[str], hand: Hand, *, struck: bool = False) -> None:
    """Write the symbols of a ply into its boxes; `struck` strikes them out again."""
    rng = hand.rng
    for box, symbol in zip(row.boxes, symbols, strict=True):
        if not symbol:
            continue
        if box.place in {"tick", "ten", "result"}:
            ink = scan_hands.tick(rng)
        elif symbol == "-":
            ink = scan_hands.dash(rng)
        else:
            ink = scan_hands.written(hand.kanji, hand.latin, hand.part, symbol, rng)
        ink = scan_hands.distorted(ink, rng, hand.wildness)
        put(page, scan_hands.crossed(ink, rng) if struck else ink, box.area, hand)


def written_pages(  # noqa: PLR0913 - what a sheet can hold
    form: ScoreSheet,
    part: int,
    moves: Mapping[int, str],
    hand: Hand,
    *,
    struck: Mapping[int, str] | None = None,
    finish: Sequence[str] = (),
    strip: bool = True,
) -> list[np.ndarray]:
    """Return the pages of a game of a sheet with moves written in, by ply.

    `struck` has moves that were written first and struck out; the right ones then stand in further rows. `finish` are words of
    the result to tick, and the number of plies is written with them. Raises ValueError for a sheet that is too small.
    """
    struck = struck or {}
    sheets = add_footers(sheet_pages(form))
    first = sum(len(layout_pages(form, number)) + form.parts[number].set_up for number in range(part))
    made = []
    waiting: list[tuple[int, Sequence[str]]] = []
    for number, laid in enumerate(layout_pages(form, part)):
        page = drawn(sheets[first + number].shapes, form.size)
        for row in laid.rows:
            if row.ply is None or row.ply not in moves:
                continue
            shape = move_codec_of_shape(tuple((box.place, box.symbols) for box in row.boxes))
            lines = list(shape.rows(moves[row.ply]) or ())
            if row.ply in struck:
                write_row(page, row, shape.rows(struck[row.ply])[0], hand, struck=True)
            elif lines:
                write_row(page, row, lines.pop(0), hand)
            waiting += [(row.ply, symbols) for symbols in lines]
        for row in laid.rows:
            if row.ply is None and waiting:
                _write_further(page, row, *waiting.pop(0), hand)
        _write_loose(page, laid.loose, moves, finish, hand, strip=strip)
        made.append(page)
    if waiting:
        raise ValueError("the further rows of the sheet are full")
    return made


def _write_further(page: np.ndarray, row: BoxRow, ply: int, symbols: Sequence[str], hand: Hand) -> None:
    number = [box for box in row.boxes if box.place == "digit"]
    if number:
        write_row(page, row, (*_padded(ply, len(number)), *symbols), hand)
        return
    write_row(page, row, symbols, hand)
    area = row.boxes[0].area
    for place, digit in enumerate(str(ply)):
        left = area.left - 12 + 3.4 * place
        ink = scan_hands.written(hand.kanji, hand.latin, hand.part, digit, hand.rng)
        put(page, ink, Area(left, area.top, left + 4.5, area.bottom), hand)


def _padded(number: int, width: int) -> tuple[str, ...]:
    digits = tuple(str(number))
    return ("",) * (width - len(digits)) + digits


def _write_loose(page, loose, moves, finish, hand, *, strip) -> None:  # noqa: PLR0913
    for box in loose:
        if (box.place == "strip" and strip) or (box.place == "result" and box.symbols[1] in finish):
            symbols = (box.symbols[-1],)
            write_row(page, BoxRow(None, (box,)), symbols, hand)
    boxes = tuple(box for box in loose if box.place == "plies")
    if boxes and finish and moves:
        write_row(page, BoxRow(None, boxes), _padded(max(moves), len(boxes)), hand)


def photograph(page: np.ndarray, kind: str, rng: np.random.Generator, megapixels: float = 3.0) -> bytes:
    """Return a photograph of a page as JPEG."""
    rough = kind == "rough"
    height, width = page.shape[:2]
    angle = {"angle": 0.42, "rough": 0.22}.get(kind, 0.08)
    tilt, yaw = rng.uniform(-angle, angle), rng.uniform(-angle, angle)
    roll = rng.normal(0, 0.12 if kind in {"angle", "rough"} else 0.03)
    megapixels = {"low": 1.5}.get(kind, megapixels)
    tall = round(math.sqrt(megapixels * 1e6 * 4 / 3))
    wide = round(tall * 3 / 4)
    us, vs = np.linspace(0, 1, 13), np.linspace(0, 1, 17)
    bend = _bent(us, vs, kind, rng)
    points = np.stack([*np.meshgrid((us - 0.5) * width / height, vs - 0.5), bend], axis=-1)
    turned = points @ _turn(tilt, yaw, roll).T
    away = 1.9
    flat = turned[..., :2] * (away / (away + turned[..., 2:3]))
    low, high = flat.reshape(-1, 2).min(0), flat.reshape(-1, 2).max(0)
    margin = rng.uniform(0.03, 0.08)
    scale = min(wide / (high - low)[0], tall / (high - low)[1]) * (1 - 2 * margin)
    target = (flat - (low + high) / 2) * scale + np.array([wide / 2, tall / 2])
    picture = _desk(tall, wide, rng)
    _lay(picture, page, us, vs, target)
    picture = _lit(picture, rng, kind)
    blur = {"blur": rng.uniform(1.2, 1.8), "rough": rng.uniform(0.5, 1.1)}.get(kind, rng.uniform(0.3, 0.7))
    picture = cv2.GaussianBlur(picture, (0, 0), blur * tall / 2000)
    if kind == "blur" or (rough and rng.random() < 0.4):
        length = int(rng.integers(3, 6) * tall / 2000) + 1
        picture = cv2.filter2D(picture, -1, _motion(length, rng.uniform(0, np.pi)))
    noise = rng.normal(0, 6 if rough or kind == "low" else 3.5, picture.shape)
    picture = np.clip(picture + noise, 0, 255).astype(np.uint8)
    quality = int(rng.integers(60, 75) if rough else rng.integers(80, 93))
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def _bent(us: np.ndarray, vs: np.ndarray, kind: str, rng: np.random.Generator) -> np.ndarray:
    """Return how far each point of the page stands up from the table, in heights of the page."""
    u, v = np.meshgrid(us, vs)
    bend = np.zeros_like(u)
    if kind == "fold" or (kind == "rough" and rng.random() < 0.6):
        for along, share in ((v, 1.0), (u, 0.6)):
            if share == 1.0 or rng.random() < 0.6:
                bend += rng.choice([-1, 1]) * rng.uniform(0.02, 0.07) * share * (1 - np.abs(along - 0.5) * 2)
    if kind == "curl" or (kind == "rough" and rng.random() < 0.6):
        along = v if rng.random() < 0.5 else u
        bend += rng.uniform(-0.06, 0.06) * np.sin(np.pi * (along * rng.uniform(0.8, 1.3) + rng.uniform(0, 0.4)))
    return bend


def _turn(tilt: float, yaw: float, roll: float) -> np.ndarray:
    matrix = np.eye(3)
    for axis, angle in enumerate((tilt, yaw, roll)):
        one, two = [other for other in range(3) if other != axis]
        step = np.eye(3)
        step[one, one] = step[two, two] = math.cos(angle)
        step[one, two], step[two, one] = -math.sin(angle), math.sin(angle)
        matrix = step @ matrix
    return matrix


def _lay(picture: np.ndarray, page: np.ndarray, us: np.ndarray, vs: np.ndarray, target: np.ndarray) -> None:
    """Lay a page on a picture, patch by patch; each patch is flat."""
    height, width = page.shape[:2]
    for row, (top, bottom) in enumerate(pairwise(vs)):
        for column, (left, right) in enumerate(pairwise(us)):
            corners = np.float32(
                [
                    [left * width, top * height],
                    [right * width, top * height],
                    [right * width, bottom * height],
                    [left * width, bottom * height],
                ]
            )
            to = target[[row, row, row + 1, row + 1], [column, column + 1, column + 1, column]].astype(np.float32)
            x, y = np.floor(to.min(0) - 1).astype(int)
            right_, bottom_ = np.ceil(to.max(0) + 2).astype(int)
            x, y = max(x, 0), max(y, 0)
            part = picture[y:bottom_, x:right_]
            if not part.size:
                continue
            low = np.floor(corners[0]).astype(int) - 12
            low = np.maximum(low, 0)
            piece = page[low[1] : int(corners[2, 1]) + 12, low[0] : int(corners[2, 0]) + 12]
            shrink = max(1.0, np.linalg.norm(corners[1] - corners[0]) / max(1.0, np.linalg.norm(to[1] - to[0])))
            piece = cv2.GaussianBlur(piece, (0, 0), 0.42 * shrink) if shrink > 1.2 else piece
            map_ = cv2.getPerspectiveTransform(corners - low.astype(np.float32), to - np.float32([x, y]))
            size = part.shape[1::-1]
            patch = cv2.warpPerspective(piece, map_, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            mask = np.zeros(part.shape[:2], np.uint8)
            cv2.fillConvexPoly(mask, np.round((to - [x, y]) * 16).astype(np.int32), 255, cv2.LINE_8, 4)
            part[mask > 0] = patch[mask > 0]


def _desk(tall: int, wide: int, rng: np.random.Generator) -> np.ndarray:
    colour = rng.uniform([30, 40, 50], [120, 130, 150])
    grain = cv2.resize(rng.normal(0, 14, (tall // 3, wide // 40)).astype(np.float32), (wide, tall))
    return np.clip(colour + grain[..., None], 0, 255).astype(np.uint8)


def _lit(picture: np.ndarray, rng: np.random.Generator, kind: str) -> np.ndarray:
    """Return a picture in uneven light, of a colour, with a shadow across it."""
    tall, wide = picture.shape[:2]
    y, x = np.mgrid[0 : 1 : tall * 1j, 0 : 1 : wide * 1j]
    direction = rng.uniform(0, 2 * np.pi)
    light = 1 - rng.uniform(0.05, 0.3) * (x * np.cos(direction) + y * np.sin(direction))
    if kind == "shadow" or (kind == "rough" and rng.random() < 0.6):
        angle = rng.uniform(0, np.pi)
        edge = (x - rng.uniform(0.3, 0.7)) * np.cos(angle) + (y - rng.uniform(0.3, 0.7)) * np.sin(angle)
        light = light * (1 - rng.uniform(0.3, 0.6) / (1 + np.exp(-edge / rng.uniform(0.01, 0.06))))
    cast = 1 + rng.normal(0, 0.04, 3)
    return np.clip(picture * (light * rng.uniform(0.8, 1.0))[..., None] * cast, 0, 255)


def _motion(length: int, angle: float) -> np.ndarray:
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    for step in np.linspace(-length / 2, length / 2, 4 * length):
        kernel[round(length + step * math.sin(angle)), round(length + step * math.cos(angle))] = 1
    return kernel / kernel.sum()


def moves_of(path: Path) -> tuple[object, list[dict[int, str]], dict[str, str]]:
    """Return the game of a record, the moves of each of its games by ply, and its head."""
    record = read(str(path), path.read_bytes()).records[0]
    games = record.games or (record,)
    return record.game, [{entry.ply: entry.text for entry in one.main.entries} for one in games], dict(record.head)


def main() -> None:
    """Write the photographs of a record's sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("record", type=Path)
    parser.add_argument("-o", "--out", type=Path, required=True)
    parser.add_argument("--form", type=int, default=2)
    parser.add_argument("--size", default="a4", choices=list(SIZES))
    parser.add_argument("--hand", default="kiwi-maru")
    parser.add_argument("--kind", default="flat", choices=KINDS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--megapixels", type=float, default=3.0)
    parser.add_argument("--second", action="store_true")
    chosen = parser.parse_args()
    rng = np.random.default_rng(chosen.seed)
    game, games, _ = moves_of(chosen.record)
    side = Side.SECOND if chosen.second else Side.FIRST
    plies = max([40, *(max(moves, default=0) for moves in games)])
    form = blank_sheet(
        game, side=side, size=chosen.size, language="ja", head_values={}, plies=plies, version=chosen.form
    )
    hand = hand_of(chosen.hand, rng)
    chosen.out.mkdir(parents=True, exist_ok=True)
    for part, moves in enumerate(games):
        for number, page in enumerate(written_pages(form, part, moves, hand, finish=("投了",)), start=1):
            data = photograph(page, chosen.kind, rng, chosen.megapixels)
            (chosen.out / f"{chosen.record.stem}-{part + 1}-{number}.jpg").write_bytes(data)


if __name__ == "__main__":
    main()
