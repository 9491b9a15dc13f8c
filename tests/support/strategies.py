"""Invents records with hypothesis: legal and illegal games of 6面体 in every spelling and encoding, and damaged files."""

import random
from typing import NamedTuple

from hypothesis import strategies as st

from kifu.core import games
from notation.encoding import ENCODINGS, UTF8_BOM

SIX = games.load("six")
UNITS = "占武騎弓巫怨領士馬矢女霊"
FULL_NAMES = dict(zip(UNITS, ["占領", "武士", "騎馬", "弓矢", "巫女", "怨霊"] * 2, strict=True))
ASCII_UNITS = dict(zip(UNITS, "TWHAMG" * 2, strict=True))
ASCII_COLUMNS = str.maketrans("一二三四五六七", "abcdefg")
WIDE = str.maketrans("0123456789", "０１２３４５６７８９")
LINE_ENDS = ("\n", "\r\n", "\r")

SEPARATORS = "-→－ー‐−"
LINE_BREAKS = "\n\r\x85\u2028\u2029"
odd_text = st.text(st.characters(exclude_characters=LINE_BREAKS + "\0", exclude_categories=["Cs"]), max_size=30)
"""Any characters but NUL and line breaks: controls, marks that turn the direction, half of what nobody types."""
notation_text = st.text("一二三八０1 2　九棋種：:変化手まで占領武怨#*&-▲(/)投了局面図○\t", max_size=20)
"""Text of the notation's own characters: what damage looks like."""
remark_text = st.one_of(odd_text, notation_text)


class Line(NamedTuple):
    """A line of play: its first ply, the line that it leaves, and each (position, move) from the game's start on."""

    start: int
    parent: int | None
    steps: list


class InventedRecord(NamedTuple):
    """An invented record, with the lines and the status that reading it should give."""

    text: list
    """Its lines."""
    lines: list
    """Its lines of play."""
    status: str


def widened(text, draw_random):
    """Return `text` with some of its digits full-width."""
    return "".join(c.translate(WIDE) if draw_random.random() < 0.2 else c for c in text)


def respelled(move, position, draw_random):
    """Return one of the ways to write a legal move."""
    text = SIX.spell(move)
    unit, path = text[-1], text[:-1]
    # A full name or a letter does not name the owner: the unit on the square decides it, else the side to move.
    way = draw_random.randrange(5)
    if way == 1:
        text = path + FULL_NAMES[unit]
    elif way == 2:
        return path.translate(ASCII_COLUMNS) + ASCII_UNITS[unit]
    elif way == 3:
        text = path.replace("0", "") + unit
    elif way == 4:
        text = path.replace("-", draw_random.choice(SEPARATORS)) + unit
    if draw_random.random() < 0.2:
        text = ("▲☗" if SIX.turn(position) == 0 else "△☖▽")[draw_random.randrange(2)] + text
    return widened(text, draw_random)


def played(draw_random, position, plies):
    """Return (position, move) for each ply of a random game from a position."""
    plies_played = []
    while len(plies_played) < plies and SIX.outcome(position) is None:
        move = draw_random.choice(list(SIX.legal_moves(position)))
        plies_played.append((position, move))
        position = SIX.play_legal(position, move)
    return plies_played


def clock(draw_random, used, side):
    """Return a correct time, with or without its side's total, or no text. `used` is None for no totals."""
    if draw_random.random() < 0.5:
        return ""
    spent = draw_random.randrange(200)
    total = ""
    if used is not None:
        used[side] += spent
        if draw_random.random() < 0.8:
            total = f"{used[side] // 3600:02d}:{used[side] // 60 % 60:02d}:{used[side] % 60:02d}"
    return widened(f" ({spent // 60:>2}:{spent % 60:02d}/{total})", draw_random) + draw_random.choice(["", "+"])


def move_lines(draw_random, remarks, start, steps, used=None):
    """Return the text of a line of play with comments between its moves."""
    text = []
    for ply, (position, move) in enumerate(steps, start=start):
        number = widened(str(ply), draw_random)
        time = clock(draw_random, used, (ply + 1) % 2)
        text.append(f"{' ' * draw_random.randrange(4)}{number} {respelled(move, position, draw_random)}{time}")
        while remarks and draw_random.random() < 0.3:
            text.append(draw_random.choice(["*", "&", "#", " *"]) + remarks.pop())
        if draw_random.random() < 0.1:
            text.append(draw_random.choice(["", "　", "\t "]))
    return text


def ending(draw_random, steps, last):
    """Return the text that ends a game whose last position is `last`, and the status it should have."""
    count = len(steps)
    over = SIX.outcome(last)
    turn = SIX.turn(last)
    if over is not None:
        name = ("先手", "後手")[over.outcome == "second"]
        word = f"{count + 1} {('▲', '△')[turn]}投了"
        closing = widened(f"まで{count}手で{name}の勝ち", draw_random)
        return draw_random.choice([[], [word], [closing], [word, closing]]), "CONFIRMED"
    loser, winner = ("先手", "後手") if turn == 0 else ("後手", "先手")
    return draw_random.choice(
        [
            ([], "UNFINISHED"),
            ([f"{count + 1} 中断"], "UNFINISHED"),
            ([f"まで{count}手で中断"], "UNFINISHED"),
            ([f"{count + 1} 投了", f"まで{count}手で{winner}の勝ち"], "DECLARED"),
            ([f"まで{count}手で{loser}の時間切れ負け"], "DECLARED"),
            ([f"{count + 1} 千日手"], "DECLARED"),
        ]
    )


def branch_place(draw_random, lines):
    """Return an earlier line that a branch may leave, and the ply it replaces; no line between them may have that ply."""
    above, limit = len(lines) - 1, None
    while True:
        line = lines[above]
        last = len(line.steps) if limit is None else min(len(line.steps), limit)
        first = line.start + 1 if above else 1
        leave = draw_random.random() < 0.5 or above == 0
        if leave and first <= last:
            return above, draw_random.randint(first, last)
        if above == 0:
            return None
        above, limit = line.parent, line.start


@st.composite
def records(draw):
    """Draw a clean record: head, maybe a setup, a game, maybe its end, branches within branches."""
    draw_random = random.Random(draw(st.integers(0, 2**32)))
    remarks = draw(st.lists(remark_text, max_size=6))
    values = draw(st.lists(odd_text, max_size=3))
    before = played(draw_random, SIX.start(), draw_random.choice([0, 0, 20]))
    start = before[-1][0] if before else SIX.start()  # the last but one: a diagram cannot say that 占 has fallen
    text = [draw_random.choice(["棋種：6面体", "棋種:six", " 棋種 ： ６面体 "])]
    text += [f"{key}：{value}" for key, value in zip(["先手", "備考", "ｘ"], values, strict=False)]
    if before:
        text += ["局面図", *SIX.spell_diagram(start).splitlines()]
    text += ["手数----指手---------消費時間--"] * draw_random.randrange(2)
    steps = played(draw_random, start, draw_random.choice([3, 25, 80]))
    last = SIX.play_legal(*steps[-1]) if steps else start
    text += move_lines(draw_random, remarks, 1, steps, [0, 0])
    if draw_random.random() < 0.3:
        text += ["局面図", *SIX.spell_diagram(last).splitlines()]
    end, status = ending(draw_random, steps, last)
    text += end
    lines = [Line(1, None, steps)]
    for _ in range(draw_random.randrange(5)):
        place = branch_place(draw_random, lines)
        if place is not None:
            parent, at = place
            stem = lines[parent].steps
            branch = played(draw_random, stem[at - 1][0], draw_random.randrange(6))
            text += ["", widened(f"変化：{at}手", draw_random), *move_lines(draw_random, remarks, at, branch)]
            lines.append(Line(at, parent, stem[: at - 1] + branch))
    return InventedRecord(text, lines, status)


class File(NamedTuple):
    """An invented file: its bytes and the parts that they consist of."""

    data: bytes
    lines: list
    ends: list
    encoding: str
    bom: bool
    made: list
    """The records in it; empty if nonsense stands between their lines."""


REPLACEMENTS = str.maketrans({"☗": "▲", "☖": "△", "▽": "△"} | dict.fromkeys(SEPARATORS, "-"))


def fitted(line, encoding):
    """Return `line` with the characters that an encoding lacks replaced, or left out."""
    lacking = "".join(c for c in dict.fromkeys(line) if c.encode(encoding, "ignore") == b"")
    line = "".join(c.translate(REPLACEMENTS) if c in lacking else c for c in line)
    return line.encode(encoding, "ignore").decode(encoding)


@st.composite
def files(draw, *, junk=False):
    """Draw a file of one to three records in any encoding, with any line ends; `junk` adds lines of nonsense."""
    invented = draw(st.lists(records(), min_size=1, max_size=3))
    encoding = draw(st.sampled_from(list(ENCODINGS)))
    bom = encoding == "utf-8" and draw(st.booleans())
    lines = [line for record in invented for line in record.text]
    if junk:
        for nonsense in draw(st.lists(st.one_of(odd_text, notation_text), max_size=5)):
            lines.insert(draw(st.integers(0, len(lines))), nonsense)
    lines = [fitted(line, encoding) for line in lines]
    usual = draw(st.sampled_from([*LINE_ENDS, None]))
    ends = [usual or draw(st.sampled_from(LINE_ENDS)) for _ in lines]
    # A CR before an empty line that ends in LF would be one CRLF.
    ends = ["\n" if end == "\r" and usual is None else end for end in ends]
    if draw(st.booleans()) and lines[-1]:
        ends[-1] = ""
    body = "".join(line + end for line, end in zip(lines, ends, strict=True)).encode(encoding)
    return File((UTF8_BOM if bom else b"") + body, lines, ends, encoding, bom, [] if junk else invented)


@st.composite
def damaged_files(draw):
    """Draw the bytes of a file after damage."""
    file = draw(files(junk=draw(st.booleans())))
    data = file.data
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        way = draw(st.sampled_from(["flip", "cut", "lose", "double", "swap", "drop", "insert", "garble"]))
        lines = data.split(b"\n")
        one, two = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
        if way == "flip":
            data = (
                data[:at] + bytes([byte ^ 1 << draw(st.integers(0, 7)) for byte in data[at : at + 1]]) + data[at + 1 :]
            )
        elif way == "cut":
            data = data[:at]
        elif way == "lose":
            data = data[:at] + data[at + draw(st.integers(1, 5)) :]
        elif way == "insert":
            data = data[:at] + draw(st.text(max_size=3)).encode(file.encoding, "ignore") + data[at:]
        elif way == "garble":
            lines[one] = draw(notation_text).encode(file.encoding, "ignore")
            data = b"\n".join(lines)
        else:
            if way == "swap":
                lines[one], lines[two] = lines[two], lines[one]
            elif way == "double":
                lines.insert(two, lines[one])
            else:
                del lines[one]
            data = b"\n".join(lines)
    return data
