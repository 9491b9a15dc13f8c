"""Score sheets filled in by simulated people, and photographs of them, from seeds.

    python tests/tools/independent_sheets.py HANDS -o FOLDER --sheets 4 --seed 1

fetches the hands into HANDS (once), and writes photographs and the records that stand on them. What kind of person and of
photograph it is stands in each sheet's labels. It shares nothing with the training of the reader but the printed form, and needs
pypdfium2 and fonttools (pip), apt-get, dpkg and npm.
"""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
import cv2
import numpy as np
import pypdfium2

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parent)]

from independent_hands import FONTSOURCE, KANJI_FONTS, PENS, STROKES, Hand, fetch  # noqa: E402

from analysis.pdf.score_sheet import (  # noqa: E402
    blank_pdf,
    blank_sheet,
    layout_pages,
)
from kifu.core import games  # noqa: E402
from kifu.core.outcome import Side  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.pdf.paper_page import Area
    from analysis.pdf.sheet_contents import Box, BoxRow, ScoreSheet
    from kifu.core.game.game import Game

DPI = 250
MM = DPI / 25.4
GAMES = ("six", "ace", "king", "master")
TICKS = ("check", "hatched", "filled", "underlined", "circled", "cross", "dot", "slash")
ZEROS = ("none", "squeezed")
CAMERAS = ("flat", "angle", "fold", "shadow", "cloth", "turned", "small", "compressed")
SLIPS = ("clean", "corrected", "overwritten", "lost row", "blank row")
SQUARE = re.compile(r"([一二三四五六七八九])0?([1-9])-?")
EMPTY_PLY = ""
"""A ply of a page that has no move on it."""


class Writer(NamedTuple):
    """Person: hand, pen and habits."""

    hand: Hand
    pen: str
    tick: str
    zero: str
    slips: str
    strip: bool
    """Whether the strip of the form is filled in."""
    form: int

    @property
    def labels(self) -> dict[str, str]:
        """The kinds by which figures are printed."""
        kanji = "strokes" if self.hand.kanji in STROKES else "font"
        return {"pen": self.pen, "tick": self.tick, "zero": self.zero, "slips": self.slips, "kanji": kanji,
                "hand": self.hand.kanji, "strip": "filled" if self.strip else "empty", "form": str(self.form)}  # fmt: skip


class Filled(NamedTuple):
    """Photographs of the pages of one sheet, and its kinds."""

    photographs: list[bytes]
    labels: dict[str, str]


def random_writer(folder: Path, draw: np.random.Generator, **habits: str) -> Writer:
    """Return a person; `habits` fixes some of the kinds."""
    kanji = habits.get("kanji") or str(draw.choice([*KANJI_FONTS, *STROKES, *STROKES]))
    digits = str(draw.choice(["drawn", "drawn", "drawn", "strokes", *FONTSOURCE]))
    hand = Hand(
        folder,
        kanji,
        digits,
        slant=float(draw.normal(0, 0.08)),
        stretch=float(draw.uniform(0.85, 1.1)),
        size=float(draw.uniform(0.6, 0.85)),
        wobble=float(draw.uniform(0.015, 0.045)),
        ways=int(draw.integers(0, 81)),
    )
    pen = habits.get("pen") or str(draw.choice(list(PENS), p=[0.4, 0.15, 0.1, 0.2, 0.15]))
    return Writer(
        hand,
        pen,
        habits.get("tick") or str(draw.choice(TICKS)),
        habits.get("zero") or str(draw.choice(ZEROS, p=[0.7, 0.3])),
        habits.get("slips") or str(draw.choice(SLIPS, p=[0.4, 0.3, 0.1, 0.1, 0.1])),
        habits.get("strip", "filled") == "filled",
        int(habits.get("form", 4)),
    )


def random_game(game: Game, plies: int, draw: np.random.Generator) -> list[str]:
    """Return the moves of a legal random game that is not over before `plies`, if there is one."""
    best: list[str] = []
    for _ in range(20):
        position, moves = game.start(), []
        while len(moves) < plies and game.outcome(position) is None:
            legal = sorted(game.legal_moves(position))
            if not legal:
                break
            move = legal[int(draw.integers(len(legal)))]
            moves.append(game.spell(move))
            position = game.play(position, move)
        best = max(best, moves, key=len)
        if len(best) == plies:
            break
    return best


def with_foul(game: Game, moves: list[str], draw: np.random.Generator) -> tuple[list[str], int] | None:
    """Return the game with one illegal move in it, and its ply; None if none was found."""
    for _ in range(60):
        at = int(draw.integers(len(moves) // 3, len(moves)))
        squares = list(SQUARE.finditer(moves[at]))
        if not squares:
            continue
        last = squares[-1]
        square = "一二三四五六七"[int(draw.integers(7))] + f"0{int(draw.integers(1, 8))}"
        wrong = moves[at][: last.start()] + square + ("-" if last[0].endswith("-") else "") + moves[at][last.end() :]
        position = game.start()
        for text in moves[:at]:
            position = game.play(position, text)
        legal = {game.spell(move) for move in game.legal_moves(position)}
        if wrong not in legal and wrong != moves[at]:
            ends = draw.random() < 0.5
            return [*moves[:at], wrong, *([] if ends else moves[at + 1 :])], at + 1
    return None


def with_slip(moves: list[str], draw: np.random.Generator) -> list[str]:
    """Return the moves as a player wrote them who got one digit wrong."""
    made = list(moves)
    at = int(draw.integers(len(moves) // 2, len(moves)))
    squares = list(SQUARE.finditer(made[at]))
    if squares:
        one = squares[int(draw.integers(len(squares)))]
        digit = str(1 + (int(one[2]) + int(draw.integers(0, 6))) % 7)
        made[at] = made[at][: one.start(2)] + digit + made[at][one.end(2) :]
    return made


class Sheet:
    """Ink on the pages of one form."""

    def __init__(self, form: ScoreSheet, writer: Writer, draw: np.random.Generator) -> None:
        """Take an empty form."""
        self.form, self.writer, self.draw = form, writer, draw
        self.pages = layout_pages(form, 0)
        self.ink = [np.zeros(_printed(form)[0].shape[:2], np.float32) for _ in self.pages]
        self.pen = PENS[writer.pen]
        self.used = 0

    def fill(self, moves: Sequence[str]) -> None:
        """Write the moves, with this person's slips, the end and the strip."""
        for page, rows in enumerate(self._rows()):
            for row in rows:
                ply = row.ply or 0
                if ply <= len(moves) and moves[ply - 1] != EMPTY_PLY:
                    self._ply(page, row, moves, ply)
        strip = [box for box in self.pages[0].loose if box.place == "strip"]
        for box in strip if self.writer.strip else ():
            if box.symbols[0] == "✓":
                self._tick(0, box.area)
            else:
                self._in_box(0, box, box.symbols[0])
        self._end(len(moves))

    def _rows(self) -> Iterator[list[BoxRow]]:
        for page in self.pages:
            yield [row for row in page.rows if row.ply is not None]

    def _ply(self, page: int, row: BoxRow, moves: Sequence[str], ply: int) -> None:
        text = moves[ply - 1]
        further = [one for one in self.pages[page].rows if one.ply is None]
        slip = self.draw.random() < 0.06
        if slip and self.writer.slips == "corrected" and self.used < len(further):
            self._move(page, row, self._other(moves, ply))
            self._strike(page, row)
            self._move(page, further[self.used], text)
            number = [box for box in further[self.used].boxes if box.place == "digit"]
            for box, digit in zip(number[-len(str(ply)) :], str(ply), strict=True):
                self._in_box(page, box, digit)
            self.used += 1
            return
        if slip and self.writer.slips == "overwritten":
            box = next(one for one in row.boxes if one.place == "row")
            self._in_box(page, box, str(int(self.draw.integers(1, 8))), dark=0.6)
            self._move(page, row, text, heavy=True)
            return
        self._move(page, row, text)

    def _other(self, moves: Sequence[str], ply: int) -> str:
        return moves[(ply + 1) % len(moves)] or moves[0]

    def _move(self, page: int, row: BoxRow, text: str, *, heavy: bool = False) -> None:
        """Write a move into its boxes, from the left."""
        squares = [(one[1], one[2]) for one in SQUARE.finditer(text)]
        rest = SQUARE.sub("", text).replace("-", "")
        column = 0
        for box in row.boxes:
            if box.place == "column" and column < len(squares):
                self._in_box(page, box, squares[column][0], heavy=heavy)
            elif box.place == "row" and column < len(squares):
                number = squares[column][1]
                self._in_box(page, box, f"0{number}" if self.writer.zero == "squeezed" else number, heavy=heavy)
                column += 1
            elif box.place == "tick" and box.symbols[1] in rest:
                self._tick(page, box.area)
                rest = rest.replace(box.symbols[1], "")
            elif box.place == "unit":
                unit = next((letter for letter in rest if letter in box.symbols[2:]), None)
                if unit is not None:
                    self._in_box(page, box, unit, heavy=heavy)
                    rest = rest.replace(unit, "", 1)

    def _in_box(self, page: int, box: Box, text: str, *, heavy: bool = False, dark: float = 1.0) -> None:
        area, hand = box.area, self.writer.hand
        high = hand.size * min(area.height, 1.15 * area.width) * float(self.draw.normal(1, 0.06))
        if len(text) > 1:
            high *= 0.8
        step = min(0.55 * high, area.width / 2.1)
        for number, symbol in enumerate(text):
            shift = (number - (len(text) - 1) / 2) * step
            x = (area.left + area.right) / 2 + shift + float(self.draw.normal(0, 0.25))
            y = (area.top + area.bottom) / 2 + float(self.draw.normal(0, 0.25))
            self._stamp(page, symbol, x, y, high, heavy=heavy, dark=dark)

    def _stamp(self, page: int, text: str, x: float, y: float, high: float, *, heavy: bool, dark: float) -> None:  # noqa: PLR0913
        pixels = max(12, round(high * MM))
        line = self.pen.width * MM * (1.5 if heavy else 1.0)
        self._lay(page, self.writer.hand.symbol(text, self.draw, pixels, round(line, 1)), x, y, dark)

    def _lay(self, page: int, image: np.ndarray, x: float, y: float, dark: float = 1.0) -> None:
        """Lay ink on a page with its middle at a place in millimetres."""
        ink = self.ink[page]
        high, wide = image.shape
        top, left = round(y * MM - high / 2), round(x * MM - wide / 2)
        if top < 0 or left < 0 or top + high > ink.shape[0] or left + wide > ink.shape[1]:
            return
        place = ink[top : top + high, left : left + wide]
        fresh = image.astype(np.float32) / 255 * self.pen.dark * dark * float(self.draw.uniform(0.9, 1.05))
        if self.pen.grain:
            grain = cv2.GaussianBlur(self.draw.normal(0, 1, image.shape).astype(np.float32), (0, 0), 1.3)
            fresh *= np.clip(1 + 1.5 * self.pen.grain * grain, 0.1, 1.3)
        np.maximum(place, fresh, out=place)

    def _lines(self, page: int, area: Area, lines: Sequence[Sequence[tuple[float, float]]], width: float = 1.0) -> None:
        """Draw lines by places in shares of an area."""
        pad = 3.0
        high, wide = round((area.height + 2 * pad) * MM), round((area.width + 2 * pad) * MM)
        image = np.zeros((high, wide), np.uint8)
        for line in lines:
            points = np.array([(pad + x * area.width, pad + y * area.height) for x, y in line]) * MM
            thick = max(1, round(self.pen.width * width * MM))
            fine = np.round(points * 16).astype(np.int32)
            cv2.polylines(image, [fine], isClosed=False, color=255, thickness=thick, lineType=cv2.LINE_AA, shift=4)
        self._lay(page, image, (area.left + area.right) / 2, (area.top + area.bottom) / 2)

    def _tick(self, page: int, area: Area) -> None:
        """Mark a pale word in this person's way."""
        a, b, c, d = self.draw.normal(0, 0.07, 4)
        if self.writer.tick == "check":
            shape = [[(0.15 + a, 0.5 + b), (0.4 + c, 0.85 + d), (1.0 + a, 0.1 + c)]]
        elif self.writer.tick == "hatched":
            shape = [[(0.1, y + 0.12 + a / 2), (0.9, y - 0.12 + b / 2)] for y in np.arange(0.2, 0.95, 0.2)]
        elif self.writer.tick == "filled":
            shape = [[(0.15 if n % 2 else 0.85, y) for n, y in enumerate(np.arange(0.12, 0.9, 0.045))]]
        elif self.writer.tick == "underlined":
            shape = [[(0.08 + a, 0.86 + b / 2), (0.95 + c, 0.86 + d / 2)]]
        elif self.writer.tick == "circled":
            turns = np.linspace(0.3, 0.3 + 2 * np.pi + 0.3, 30)
            shape = [[(0.5 + (0.42 + a / 2) * np.cos(t), 0.5 + (0.34 + b / 2) * np.sin(t)) for t in turns]]
        elif self.writer.tick == "cross":
            shape = [[(0.15 + a, 0.2 + b), (0.85 + c, 0.8 + d)], [(0.85 + c, 0.2 + b), (0.15 + a, 0.8 + d)]]
        elif self.writer.tick == "dot":
            turns = np.linspace(0, 4 * np.pi, 30)
            shape = [[(0.5 + a + 0.008 * t * np.cos(t), 0.5 + b + 0.005 * t * np.sin(t)) for t in turns]]
        else:
            shape = [[(0.85 + a, 0.12 + b), (0.15 + c, 0.9 + d)]]
        self._lines(page, area, shape)

    def _strike(self, page: int, row: BoxRow) -> None:
        """Strike out what stands in the boxes of a row."""
        area = row.boxes[0].area._replace(right=row.boxes[-1].area.right)
        wave = [(x, 0.5 + float(self.draw.normal(0, 0.08))) for x in np.linspace(0, 1, 9)]
        again = [(x, 0.62 + float(self.draw.normal(0, 0.08))) for x in np.linspace(0.02, 0.98, 9)]
        self._lines(page, area, [wave, again], 1.2)

    def _end(self, plies: int) -> None:
        boxes = self.pages[0].loose
        number = [box for box in boxes if box.place == "plies"]
        text = str(plies)
        for box, digit in zip(number[-len(text) :], text, strict=True):
            self._in_box(0, box, digit)
        results = [box for box in boxes if box.place == "result"]
        self._tick(0, results[int(self.draw.integers(2))].area)
        self._tick(0, results[3].area)

    def images(self, pages: int) -> list[np.ndarray]:
        """Return the first pages as pictures in colour."""
        colour = np.array([70, 45, 40], np.float32) if self.draw.random() < 0.7 else np.array([150, 60, 30], np.float32)
        if "pencil" in self.writer.pen:
            colour = np.array([60, 60, 60], np.float32)
        made = []
        for paper, ink in zip(_printed(self.form)[:pages], self.ink, strict=False):
            share = np.clip(ink, 0, 1)[..., None]
            made.append((paper * (1 - share) + np.minimum(paper, colour) * share).astype(np.uint8))
        return made


@lru_cache(maxsize=8)
def _pdf(game: str, side: Side, version: int) -> tuple[ScoreSheet, tuple[np.ndarray, ...]]:
    form = blank_sheet(games.load(game), side=side, size="a4", language="ja", head_values={}, version=version)
    document = pypdfium2.PdfDocument(blank_pdf(form))
    return form, tuple(document[page].render(scale=DPI / 72).to_numpy()[..., :3] for page in range(2))


def _printed(form: ScoreSheet) -> tuple[np.ndarray, ...]:
    return _pdf(form.game.id, form.side, form.version)[1]


def photograph(page: np.ndarray, kind: str, draw: np.random.Generator) -> bytes:
    """Return a JPEG of a page as a telephone takes it."""
    pixels = {"small": draw.uniform(1.2, 1.8)}.get(kind, draw.choice([2, 3, 4, 6, 8, 12])) * 1e6
    high, wide = page.shape[:2]
    paper = page.astype(np.float32)
    if kind == "fold":
        at = float(draw.uniform(0.35, 0.65)) * high
        y = np.arange(high, dtype=np.float32)
        crease = np.exp(-(((y - at) / (0.012 * high)) ** 2))
        paper *= (1 - 0.18 * np.sign(y - at) * np.exp(-np.abs(y - at) / (0.12 * high)) - 0.1 * crease)[:, None, None]
        bend = (6 * np.exp(-np.abs(y - at) / (0.15 * high)))[:, None]
        grid_y, grid_x = np.mgrid[0:high, 0:wide].astype(np.float32)
        paper = cv2.remap(
            paper,
            grid_x + bend * (grid_x / wide - 0.5) * 2,
            grid_y + bend,
            cv2.INTER_LINEAR,
            borderValue=(255, 255, 255),
        )
    out_high = int((pixels * 4 / 3) ** 0.5)
    out_wide = int(pixels / out_high)
    tilt = {"angle": 0.11, "turned": 0.05}.get(kind, 0.03)
    margin = float(draw.uniform(0.03, 0.09))
    base = np.array([[margin, margin], [1 - margin, margin], [1 - margin, 1 - margin], [margin, 1 - margin]])
    fit = min(out_wide / wide, out_high / high)
    frame = (base - 0.5) * [wide * fit / out_wide, high * fit / out_high] + 0.5
    frame = frame + draw.uniform(-tilt, tilt, (4, 2)) * [0.8, 0.5] - 0
    frame = np.clip(frame, 0.008, 0.992) * [out_wide, out_high]
    matrix = cv2.getPerspectiveTransform(
        np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32), frame.astype(np.float32)
    )
    shrink = cv2.INTER_AREA if fit < 1 else cv2.INTER_LINEAR
    if fit < 0.7:
        paper = cv2.GaussianBlur(paper, (0, 0), 0.35 / fit)
    scene = cv2.warpPerspective(paper, matrix, (out_wide, out_high), flags=shrink, borderValue=(-1, -1, -1))
    outside = scene[..., 0] < 0
    scene[outside] = _ground(kind, (out_high, out_wide), draw)[outside]
    scene = _lit(scene, kind, draw)
    scene = cv2.GaussianBlur(scene, (0, 0), float(draw.uniform(0.4, 0.9)) * max(0.6, out_high / 2400))
    scene += _noise(scene.shape[:2], float(draw.uniform(2, 6)), draw)
    picture = np.clip(scene, 0, 255).astype(np.uint8)
    if kind == "turned":
        picture = np.rot90(picture, int(draw.integers(1, 4))).copy()
    quality = int(draw.integers(40, 55) if kind == "compressed" else draw.integers(60, 91))
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def _ground(kind: str, shape: tuple[int, int], draw: np.random.Generator) -> np.ndarray:
    """Return the table below the paper: plain, or a woven cloth."""
    colour = draw.uniform(40, 150, 3)
    ground = np.ones((*shape, 3), np.float32) * colour.astype(np.float32)
    if kind == "cloth":
        y, x = np.mgrid[0 : shape[0], 0 : shape[1]]
        period = shape[1] / float(draw.uniform(30, 90))
        ground += (45 * np.sign(np.sin(2 * np.pi * x / period)) * np.sign(np.sin(2 * np.pi * y / period)))[..., None]
    return ground + _noise(shape, 9, draw)


def _noise(shape: tuple[int, int], strength: float, draw: np.random.Generator) -> np.ndarray:
    return strength * draw.standard_normal(shape, np.float32)[..., None]


def _lit(scene: np.ndarray, kind: str, draw: np.random.Generator) -> np.ndarray:
    high, wide = scene.shape[:2]
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    turn = float(draw.uniform(0, 2 * np.pi))
    across = (np.cos(turn) * (x / wide - 0.5) + np.sin(turn) * (y / high - 0.5)).astype(np.float32)
    light = 0.86 + 0.14 * across
    if kind == "shadow":
        light *= 1 - 0.42 / (1 + np.exp(-(across - float(draw.uniform(-0.15, 0.15))) * float(draw.uniform(15, 60))))
    warm = np.array([draw.uniform(0.85, 1.0), draw.uniform(0.93, 1.0), 1.0], np.float32)
    return scene * light[..., None] * warm


def fill_sheet(  # noqa: PLR0913, PLR0917
    game: Game, side: Side, moves: Sequence[str], writer: Writer, camera: str, draw: np.random.Generator
) -> Filled:
    """Return photographs of a sheet with these moves, some of them wrong or missing as the person's slips say."""
    written = list(moves)
    at = int(draw.integers(len(written) // 3, 2 * len(written) // 3))
    if writer.slips == "lost row":
        del written[at]
    elif writer.slips == "blank row":
        written[at] = EMPTY_PLY
    form = _pdf(game.id, side, writer.form)[0]
    sheet = Sheet(form, writer, draw)
    sheet.fill(written)
    rows = [max(row.ply or 0 for row in page.rows) for page in sheet.pages]
    pages = 1 + sum(last < len(written) for last in rows[:-1])
    labels = writer.labels | {"camera": camera, "game": game.id}
    if game.id == "six":
        labels.pop("tick")
    return Filled([photograph(image, camera, draw) for image in sheet.images(pages)], labels)


@click.command()
@click.argument("hands", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True)
@click.option("--sheets", default=4)
@click.option("--seed", default=1)
def main(hands: Path, output: Path, sheets: int, seed: int) -> None:
    """Write photographs of filled sheets, and the records that stand on them."""
    if not hands.exists():
        fetch(hands)
    output.mkdir(parents=True, exist_ok=True)
    for number in range(sheets):
        draw = np.random.default_rng([seed, number])
        game = games.load(GAMES[number % len(GAMES)])
        moves = random_game(game, int(draw.integers(22, 29)), draw)
        filled = fill_sheet(game, Side.FIRST, moves, random_writer(hands, draw), str(draw.choice(CAMERAS)), draw)
        for page, data in enumerate(filled.photographs, start=1):
            (output / f"{number:03}-{page}.jpg").write_bytes(data)
        lines = [
            f"棋種：{game.name.ja}",
            "手数----指手---------消費時間--",
            *(f"{n} {m}" for n, m in enumerate(moves, 1)),
        ]
        (output / f"{number:03}.kif").write_text("\n".join(lines) + "\n")
        click.echo(f"{number:03} {' '.join(f'{key}={value}' for key, value in filled.labels.items())}")


if __name__ == "__main__":
    main()
