"""Handwritten symbols of hands that the reader of score sheets was not trained on.

Kanji come from Debian's handwriting fonts and from the strokes of KanjiVG, digits from strokes drawn here and from other fonts.
A folder of hands is filled once with `fetch`; nothing of it is kept in this repository.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from pathlib import Path

DEBIAN = {
    "fonts-kiloji": "1:2.1.0-25",
    "fonts-seto": "6.20-8",
    "fonts-yozvox-yozfont-standard-kana": "14.04-2",
    "fonts-aoyagi-soseki": "20070207-17",
}
KANJIVG = "kanjivg==20260714"
FONTSOURCE = {
    "architects-daughter": "5.3.0",
    "covered-by-your-grace": "5.3.0",
    "delicious-handrawn": "5.3.0",
    "gochi-hand": "5.3.0",
    "neucha": "5.3.0",
    "reenie-beanie": "5.3.0",
    "schoolbell": "5.3.0",
    "short-stack": "5.3.0",
}
KANJI_FONTS = {
    "kiloji": "kiloji/kiloji.ttf",
    "seto": "seto/setofont.ttf",
    "yozfont": "yozvox-yozfont/YOzRS_.ttf",
    "yozfont-bold": "yozvox-yozfont/YOzBS_.ttf",
    "soseki": "aoyagi-soseki/aoyagi-soseki.ttf",
}
STROKES = ("strokes", "quick strokes")
"""Hands whose kanji are the strokes of KanjiVG, drawn one by one or hastily."""
DIGITS = {
    "0": [["50,3 18,20 12,55 30,95 62,97 88,60 80,18 50,3"], ["58,6 30,8 10,45 22,90 55,97 84,70 82,25 52,2"]],
    "1": [["50,3 50,97"], ["28,25 54,4 54,97"], ["30,24 52,4 52,96", "28,97 78,97"]],
    "2": [["16,26 34,5 66,5 80,28 62,58 14,95 88,94"], ["15,14 50,4 78,16 74,40 20,88 14,97 40,86 88,95"]],
    "3": [["18,12 48,3 76,16 68,40 42,48 74,56 82,80 50,98 14,86"], ["18,6 80,6 46,42 78,56 80,84 46,98 16,88"]],
    "4": [["56,4 12,66 90,66", "66,40 66,98"], ["22,6 18,52 84,52", "74,6 70,98"]],
    "5": [["26,6 20,46 56,38 82,62 70,92 16,94", "26,6 80,6"], ["78,6 28,6 22,46 58,42 80,66 60,96 16,92"]],
    "6": [["66,4 28,36 14,74 40,97 76,86 80,62 48,52 18,74"], ["56,3 22,50 20,88 54,98 80,76 60,56 24,72"]],
    "7": [["14,8 84,8 46,97"], ["18,34 18,8 82,8 50,97"], ["14,8 84,8 44,97", "26,50 76,50"]],
    "8": [
        ["76,16 46,3 22,20 46,46 80,72 52,98 18,78 48,48 78,22"],
        ["50,46 24,22 52,3 76,24 50,46 16,76 50,98 84,74 50,46"],
    ],
    "9": [["78,26 46,4 18,30 44,54 76,34 78,10 76,60 66,98"], ["76,30 50,4 22,26 44,52 78,28 70,80 34,97"]],
    "×": [["14,12 86,90", "84,10 14,92"]],
}
"""Strokes of each digit, the ways people write it one after another; points in hundredths of its box."""


class Pen(NamedTuple):
    """Width in millimetres, darkness from 0 to 1, and how grainy the line is."""

    width: float
    dark: float
    grain: float = 0.0


PENS = {
    "ballpoint": Pen(0.45, 0.85),
    "fine": Pen(0.28, 0.8),
    "thick": Pen(1.0, 0.95),
    "pencil": Pen(0.5, 0.55, 0.35),
    "light pencil": Pen(0.4, 0.3, 0.45),
}


def fetch(folder: Path) -> None:
    """Fill a folder with the hands, by apt, npm and pip."""
    folder.mkdir(parents=True, exist_ok=True)

    def run(*words: str) -> None:
        subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL)

    for name, version in DEBIAN.items():
        run("apt-get", "-q", "download", f"{name}={version}")
    for package in folder.glob("*.deb"):
        run("dpkg", "-x", str(package), "debian")
    for name, version in FONTSOURCE.items():
        run("npm", "pack", "-s", f"@fontsource/{name}@{version}")
    run(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", "kanjivg", KANJIVG)


class Hand(NamedTuple):
    """Person's handwriting: its sources, and what is always the same in it."""

    folder: Path
    kanji: str
    digits: str
    """`drawn`, `strokes`, or the name of a font."""
    slant: float = 0.0
    stretch: float = 1.0
    size: float = 0.72
    """Height of a symbol as a share of its box."""
    wobble: float = 0.03
    ways: int = 0
    """Which of the ways to write a digit; kept for the whole sheet."""

    def symbol(self, text: str, draw: np.random.Generator, pixels: int, line: float) -> np.ndarray:
        """Return the ink of a symbol in a square of `pixels`, with lines of `line` pixels."""
        source = self.digits if text.isascii() or text == "×" else self.kanji
        if source in {"drawn", *STROKES} or text == "×":
            strokes = self._strokes(text, source)
            image = _drawn(_moved(strokes, self, draw, hasty=source == STROKES[1]), pixels, line, draw)
        else:
            image = _printed(_font_path(self.folder, source), text, pixels, line)
            image = _bent(image, self, draw)
        return image

    def _strokes(self, text: str, source: str) -> list[np.ndarray]:
        if text in DIGITS and (source == "drawn" or text == "×"):
            ways = DIGITS[text]
            return [_smooth(_points(stroke)) for stroke in ways[(self.ways // 3 ** (ord(text) % 4)) % len(ways)]]
        return _kanjivg(self.folder, text)


def _points(text: str) -> np.ndarray:
    return np.array([[float(number) / 100 for number in pair.split(",")] for pair in text.split()])


def _smooth(points: np.ndarray, steps: int = 8) -> np.ndarray:
    """Return a Catmull-Rom curve through points; a pair stays a line."""
    if len(points) == 2:
        return np.linspace(points[0], points[1], 3 * steps)
    padded = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    curve = [
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False)
    ]
    return np.vstack([*curve, points[-1:]])


@lru_cache(maxsize=512)
def _kanjivg(folder: Path, text: str) -> list[np.ndarray]:
    source = (folder / "kanjivg/kanji" / f"{ord(text):05x}.svg").read_text()
    strokes = [_svg_path(path) for path in re.findall(r'<path[^>]* d="([^"]+)"', source)]
    every = np.vstack(strokes)
    low, high = every.min(0), every.max(0)
    span = max(high - low) or 1.0
    return [(stroke - (low + high) / 2) / span + 0.5 for stroke in strokes]


def _svg_path(path: str) -> np.ndarray:
    """Return the points of an SVG path of moves and cubic curves."""
    tokens = re.findall(r"[A-Za-z]|-?\d*\.?\d+", path)
    here, handle, made, command, at = np.zeros(2), None, [], "", 0
    t = np.linspace(0, 1, 10)[:, None]
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        count = {"m": 2, "c": 6, "s": 4, "l": 2}[command.lower()]
        numbers = np.array([float(token) for token in tokens[at : at + count]]).reshape(-1, 2)
        at += count
        ends = numbers + (here if command.islower() else 0)
        if command.lower() == "c":
            first, second, end = ends
        elif command.lower() == "s":
            first, (second, end) = here if handle is None else 2 * here - handle, ends
        else:
            made.append(ends)
            here, handle = ends[-1], None
            continue
        made.append((1 - t) ** 3 * here + 3 * (1 - t) ** 2 * t * first + 3 * (1 - t) * t**2 * second + t**3 * end)
        here, handle = end, second
    return np.vstack(made)


def _moved(strokes: list[np.ndarray], hand: Hand, draw: np.random.Generator, *, hasty: bool) -> list[np.ndarray]:
    """Return strokes as a hand writes them this time."""
    turn = draw.normal(0, 0.04)
    shape = np.array([[hand.stretch * np.cos(turn), -np.sin(turn) - hand.slant], [np.sin(turn), np.cos(turn)]])
    phase = draw.uniform(0, 2 * np.pi, 4)
    made = []
    for stroke in strokes:
        bent = stroke + hand.wobble * np.stack(
            [np.sin(5 * stroke[:, 1] + phase[0]) + np.sin(9 * stroke[:, 0] + phase[1]) / 2,
             np.sin(5 * stroke[:, 0] + phase[2]) + np.sin(9 * stroke[:, 1] + phase[3]) / 2], 1)  # fmt: skip
        middle = bent.mean(0)
        bent = middle + (bent - middle) * draw.normal(1, 1.2 * hand.wobble) + draw.normal(0, 0.6 * hand.wobble, 2)
        if hasty:  # corners are cut, and a stroke ends before its end
            width = max(3, len(bent) // 4)
            ends = np.vstack([np.repeat(bent[:1], width, 0), bent, np.repeat(bent[-1:], width, 0)])
            kernel = np.ones(width) / width
            bent = np.stack([np.convolve(ends[:, axis], kernel, "same")[width:-width] for axis in (0, 1)], 1)
        made.append((bent - 0.5) @ shape.T + 0.5)
    if hasty:  # the pen does not leave the paper between some strokes
        made = [
            np.vstack([a, b[:1]]) if draw.random() < 0.25 else a
            for a, b in zip(made, [*made[1:], made[-1][-1:]], strict=True)
        ]
    return made


def _drawn(strokes: list[np.ndarray], pixels: int, line: float, draw: np.random.Generator) -> np.ndarray:
    image = np.zeros((pixels, pixels), np.uint8)
    margin = 0.08
    for stroke in strokes:
        at = (margin + (1 - 2 * margin) * stroke) * pixels
        presses = np.linspace(draw.uniform(0.9, 1.2), draw.uniform(0.6, 1.0), len(at))
        for a, b, press in zip(at, at[1:], presses, strict=False):
            ends = [tuple(int(16 * value) for value in point) for point in (a, b)]
            cv2.line(image, *ends, 255, max(1, round(line * press)), cv2.LINE_AA, 4)
    return image


@lru_cache(maxsize=64)
def _font_path(folder: Path, name: str) -> bytes:
    if name in KANJI_FONTS:
        return (folder / "debian/usr/share/fonts/truetype" / KANJI_FONTS[name]).read_bytes()
    with tarfile.open(next(folder.glob(f"fontsource-{name}-*.tgz"))) as packed:
        member = packed.extractfile(f"package/files/{name}-latin-400-normal.woff")
        if member is None:
            raise FileNotFoundError(name)
        font = TTFont(BytesIO(member.read()))
    font.flavor = None
    plain = BytesIO()
    font.save(plain)
    return plain.getvalue()


@lru_cache(maxsize=2048)
def _printed(font: bytes, text: str, pixels: int, line: float) -> np.ndarray:
    """Return a font's symbol in a square, its lines about `line` pixels wide."""
    big = 160
    loaded = ImageFont.truetype(BytesIO(font), big)
    canvas = Image.new("L", (2 * big, 2 * big))
    ImageDraw.Draw(canvas).text((big // 2, big // 2), text, 255, loaded)
    box = canvas.getbbox()
    if box is None:
        raise ValueError(f"the font has no {text}")
    glyph = np.asarray(canvas.crop(box))
    scale = 0.84 * pixels / max(glyph.shape)
    glyph = cv2.resize(glyph, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    image = np.zeros((pixels, pixels), np.uint8)
    top, left = (pixels - glyph.shape[0]) // 2, (pixels - glyph.shape[1]) // 2
    image[top : top + glyph.shape[0], left : left + glyph.shape[1]] = glyph
    inside = cv2.distanceTransform((image > 128).astype(np.uint8), cv2.DIST_L2, 3)
    own = 2 * float(np.percentile(inside[inside > 0], 90)) if inside.any() else 1.0
    more = round(line - own)
    if more > 0:
        image = cv2.dilate(image, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (more + 1, more + 1)))
    return image


def _bent(image: np.ndarray, hand: Hand, draw: np.random.Generator) -> np.ndarray:
    pixels = len(image)
    y, x = np.mgrid[0:pixels, 0:pixels].astype(np.float32) / pixels
    phase = draw.uniform(0, 2 * np.pi, 4)
    dx = hand.wobble * (np.sin(5 * y + phase[0]) + np.sin(9 * x + phase[1]) / 2) + hand.slant * (y - 0.5)
    dy = hand.wobble * (np.sin(5 * x + phase[2]) + np.sin(9 * y + phase[3]) / 2)
    across = 0.5 + (x - 0.5) / hand.stretch + dx
    return cv2.remap(
        image, (pixels * across).astype(np.float32), (pixels * (y + dy)).astype(np.float32), cv2.INTER_LINEAR
    )
