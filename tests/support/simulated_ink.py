"""Makes the ink of filled sheets without any picture: chances with the confusions of a hand, for decoding alone."""

import io
import math
import random

from PIL import Image

from analysis.pdf.move_rows import boxes_of_ply, digit_boxes
from analysis.scan.scanned_sheet import CROSSED, EMPTY, InkBox, InkFinish, InkRow, SheetPage, move_codec_of_shape
from kifu.core.outcome import Side

APART = {"tick": 5.5, "ten": 5.5, "column": 5.9, "row": 6.0, "unit": 5.9, "any": 5.6, "digit": 6.0, "becomes": 6.0}
"""How far two symbols of a place are apart, in standard deviations of what a hand does: an error is what half of it does not hold."""
ALIKE, FROM_EMPTY, SURER = 1.6, 2.0, 1.2
"""How much nearer symbols are that look alike, how much farther nothing is, and by how much the chances are too sure."""
PAIRS = (
    "一二三",
    "一1",
    "1七7",
    "4四9",
    "06八8",
    "3五5",
    "士土七十",
    "七九丸",
    "武弓矢",
    "占巫女",
    "怨霊領",
    "王玉金銀",
    "歩平",
    "馬騎",
    "内外",
    "ABDEF",
    "CG",
    "27",
    "-一二",
)
"""Symbols that look alike."""


DIGITS = tuple((place.name, place.symbols) for place in digit_boxes(3, 4.0))


class Hand:
    """How one person writes: which symbols come near each other. `quality` above 1 is clearer."""

    def __init__(self, seed, quality=1.0):
        self._draw = random.Random(f"hand {seed}")
        self._quality = quality * self._draw.uniform(0.85, 1.1)
        self._apart = {}

    def apart(self, place, one, other):
        """Return how far two symbols are apart."""
        key = place, one, other
        if key not in self._apart:
            base = APART[place] + FROM_EMPTY * (EMPTY in key[1:] and place not in {"tick", "ten"})
            base -= ALIKE * any(one in group and other in group for group in PAIRS if one and other)
            self._apart[key] = max(1.0, self._quality * (base + self._draw.gauss(0, 0.6)))
        return self._apart[key]

    def box(self, place, symbols, written, draw):
        """Return the ink of a box with a symbol in it."""
        apart = [0.0 if symbol == written else self.apart(place, written, symbol) for symbol in symbols]
        logs = [-SURER * (far * far / 2 + far * draw.gauss(0, 1)) if far else 0.0 for far in apart]
        top = max(logs)
        chances = [math.exp(one - top) for one in logs]
        return InkBox(place, symbols, tuple(chance / sum(chances) for chance in chances), (0.0, 0.0, 6.0, 7.0))


def shape_of(game, form, *, placing=False):
    """Return the places of a row of a form."""
    if form == "2":
        return tuple((place.name, place.symbols) for place in boxes_of_ply(game, placing=placing))
    later, first = game.ply_boxes(placing=False), game.ply_boxes(placing=True)
    words = (
        *later.units,
        *later.ticks,
        *later.becomes,
        *first.units,
        *first.marks,
        "パ",
        "ス",
        "-",
        *"一二三四五六七八九十0123456789",
    )
    return (("any", (EMPTY, CROSSED, *dict.fromkeys("".join(words)))),) * 11


def sheet_page(  # noqa: PLR0913 - what a sheet can hold
    game, moves, hand, draw, *, form="2", struck=(), blank=(), finish=()
):
    """Return a sheet with the moves of a game written in; the plies that are `struck` stand in further rows, `blank` rows are skipped."""
    rows, further = [], []
    moves = list(moves)
    for ply in sorted(blank):
        moves.insert(ply - 1, "")
    for ply, text in enumerate([*moves, *[""] * 4], start=1):
        shape = shape_of(game, form, placing=ply <= (game.placing_plies or 0))
        lines = list(move_codec_of_shape(shape).rows(text)) if text else [(EMPTY,) * len(shape)]
        if ply in struck:
            wrong = (
                CROSSED if symbol and CROSSED in symbols else symbol
                for symbol, (_, symbols) in zip(lines[0], shape, strict=True)
            )
            lines = [tuple(wrong), *lines]
        rows.append(InkRow(ply, _boxes(shape, lines[0], hand, draw)))
        number = _number(ply) if form == "2" else ()
        further += [
            InkRow(None, (*_boxes(DIGITS, number, hand, draw)[: len(number)], *_boxes(shape, line, hand, draw)))
            for line in lines[1:]
        ]
    ticks = tuple(InkBox("result", (EMPTY, word), (0.0, 1.0), (0.0,) * 4) for word in finish)
    ends = InkFinish(_boxes(DIGITS, _number(len(moves)), hand, draw), ticks) if finish else InkFinish()
    return SheetPage(
        form=form,
        game=game.id,
        board="",
        side=Side.FIRST,
        page=1,
        part=0,
        first_ply=1,
        rows=tuple(rows),
        further=tuple(further),
        finish=ends,
        strip=(),
        flat=b"",
    )


def _number(number):
    return tuple(digit.strip() for digit in f"{number:>3}")


def _boxes(shape, line, hand, draw):
    return tuple(hand.box(*place, symbol, draw) for place, symbol in zip(shape, line, strict=False))


def reader(game, moves, *, struck=(3,), finish=("▲", "投了")):
    """Return what stands in for the reader of photographs: the length of a file decides the hand."""
    blank = io.BytesIO()
    Image.new("L", (400, 300), 240).save(blank, "PNG")

    def read(data, known=None, _code=None):
        page = sheet_page(known or game, moves, Hand(len(data)), random.Random(len(data)), struck=struck, finish=finish)
        return page._replace(flat=blank.getvalue())

    return read
