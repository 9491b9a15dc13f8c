"""Implements 続・連合将棋 a second time, simply and from the rulebook alone: the board, the position, the moves.

It shares no code with the program. A square is (row, column) from (0, 0), a unit (side, name, fresh), side 0 先手; an
action is its canonical text. The code prefers trying all possibilities to reasoning.
"""

from typing import NamedTuple

from naive import DIRECTIONS, NEXT_TO

COLUMNS = "一二三四五六七八九十"
SHOGI = "玉飛竜角馬金銀全桂圭香杏歩と"
FACES = dict(zip("飛角銀桂香歩", "竜馬全圭杏と", strict=True))
BACKS = {face: front for front, face in FACES.items()}
KINGS = "玉王帥楚君"
ORTHOGONAL = [(-1, 0), (0, 1), (1, 0), (0, -1)]
DIAGONAL = [(-1, 1), (1, 1), (1, -1), (-1, -1)]
KNIGHT = [(down, right) for down in (-2, -1, 1, 2) for right in (-2, -1, 1, 2) if abs(down) != abs(right)]
GOLD = [*ORTHOGONAL, (-1, -1), (-1, 1)]
SILVER = [*DIAGONAL, (-1, 0)]
STEPS = {
    **dict.fromkeys("玉王君", DIRECTIONS),
    "歩": [(-1, 0)],
    "桂": [(-2, -1), (-2, 1)],
    **dict.fromkeys("銀根", SILVER),
    **dict.fromkeys("金全圭杏と", GOLD),
    "竜": DIAGONAL,
    "馬": ORTHOGONAL,
    **dict.fromkeys("騎午", KNIGHT),
    **dict.fromkeys("種核", DIAGONAL),
    "卆": [(-1, 0), (0, -1), (0, 1)],
}
SLIDES = {
    **dict.fromkeys("飛竜城俥车船炮", ORTHOGONAL),
    **dict.fromkeys("角馬僧", DIAGONAL),
    "后": DIRECTIONS,
    "香": [(-1, 0)],
}
TOO_MANY = 120
"""Leap sequences of one piece from which on a position is left alone."""


class Board(NamedTuple):
    """A row of the table of rengo.2."""

    columns: int
    rows: int
    soldiers: int
    zone: int
    line: int
    camp: int
    passing: str
    stuck: str
    passes: str = ""
    palace: bool = False
    river: bool = False


BOARDS = {
    "将棋盤": Board(9, 9, 7, 3, 5, 6, "no", "loss"),
    "チェス盤": Board(8, 8, 7, 2, 4, 5, "no", "draw"),
    "シャンチー盤": Board(9, 10, 7, 4, 5, 6, "no", "loss", palace=True, river=True),
    "チャンギ盤": Board(9, 10, 7, 4, 5, 6, "at will", "", "draw", palace=True),
    "マークルック盤": Board(8, 8, 6, 3, 4, 5, "no", "draw"),
    "碁盤9路": Board(9, 9, 7, 3, 5, 6, "at will", "", "count"),
    "碁盤13路": Board(13, 13, 10, 4, 7, 8, "at will", "", "count"),
    "碁盤19路": Board(19, 19, 16, 4, 10, 11, "at will", "", "count"),
    "オセロ盤": Board(8, 8, 7, 2, 4, 5, "forced", "", "count"),
    "連珠盤": Board(15, 15, 12, 4, 8, 9, "by king", "by king", "draw"),
    "ドラフツ盤": Board(10, 10, 7, 4, 5, 6, "no", "loss"),
}
OPTIONS = {"jin": "half", "nari": "move", "pawn2": "on", "kinshi": "all", "hasami": "take", "saki": "capture"}


class TooMany(Exception):
    """There are too many leap sequences to try them all."""


def name(at):
    """Return the text of a square."""
    column = at[1] + 1
    return ("" if column < 10 else "十") + (COLUMNS[(column - 1) % 10] if column != 10 else "") + f"{at[0] + 1:02d}"


class State(NamedTuple):
    """A position, with the traces of the last action."""

    board: Board
    options: dict
    units: dict
    stands: tuple
    captives: tuple = (0, 0)
    turn: int = 0
    passed_over: tuple | None = None
    """The square a 兵 has just passed."""
    ko: tuple | None = None
    passed: bool = False
    facing: bool = False
    ended: str = ""
    """What the last action ended at once."""

    def key(self):
        """Return the parts of a position that rengo.51 compares."""
        stands = tuple(tuple(sorted((unit, n) for unit, n in stand.items() if n)) for stand in self.stands)
        return frozenset(self.units.items()), stands, self.turn, self.passed_over, self.ko

    def on(self, at):
        """Tell whether a square is on the board."""
        return 0 <= at[0] < self.board.rows and 0 <= at[1] < self.board.columns

    def depth(self, at, side):
        """Return the row as a side counts it, 1 the last."""
        return at[0] + 1 if side == 0 else self.board.rows - at[0]

    def king(self, side):
        """Return the square of a side's king, None if it has been taken."""
        return next((at for at, (owner, unit, _) in self.units.items() if owner == side and unit in KINGS), None)

    def palace(self, at):
        """Return 1 or 2 in a palace, 0 elsewhere."""
        if not self.board.palace or at[1] not in (3, 4, 5):
            return 0
        return 1 if at[0] < 3 else 2 if at[0] >= self.board.rows - 3 else 0

    def drawn(self, at, to):
        """Tell whether a diagonal step is drawn in a palace."""
        centres = ((1, 4), (self.board.rows - 2, 4))
        return self.palace(at) > 0 and self.palace(at) == self.palace(to) and (at in centres or to in centres)


def marked_units(units):
    """Return the units with side marks, as the second implementation of the stones has them."""
    return {at: ("▲△"[side], unit) for at, (side, unit, _) in units.items()}


def size(state):
    """Return rows and columns."""
    return state.board.rows, state.board.columns


def enclosed(drawn, side, state):
    """Return the units that the 碁 of `side` enclose (rengo.32), chain by chain."""
    stone, enemy = ("▲△"[side], "碁"), "▲△"[1 - side]
    victims, seen = set(), set()
    for start in [go(at, vector) for at in drawn if drawn[at] == stone for vector in NEXT_TO]:
        if start in seen or start not in drawn or drawn[start][0] != enemy:
            continue
        group, todo, shut = {start}, [start], True
        while todo and shut:
            at = todo.pop()
            for to in (go(at, vector) for vector in NEXT_TO):
                if to in drawn and drawn[to][0] == enemy:
                    if to not in group:
                        group.add(to)
                        todo.append(to)
                elif state.on(to) and drawn.get(to) != stone:
                    shut = False
        seen |= group if shut else {start}
        victims |= group if shut else set()
    return victims


def go(at, vector, steps=1):
    """Return the square `steps` steps away in a direction."""
    return at[0] + vector[0] * steps, at[1] + vector[1] * steps


def turned(vector, side):
    """Mirror a vector of 先手 for 後手."""
    return (-vector[0], vector[1]) if side else vector


def destinations(state, at):  # noqa: C901, PLR0912, PLR0915 - unit by unit
    """Return the squares to which a piece moves by rengo.16-22, without leaps."""
    units = state.units
    side, unit, fresh = units[at]
    forward = (1 if side else -1, 0)
    targets = set()

    def free(to):
        return state.on(to) and to not in units

    def enemy(to):
        return to in units and units[to][0] != side

    def add(to):
        if free(to) or enemy(to):
            targets.add(to)

    for vector in STEPS.get(unit, ()):
        add(go(at, turned(vector, side)))
    for vector in SLIDES.get(unit, ()):
        to = go(at, turned(vector, side))
        while free(to):
            targets.add(to)
            to = go(to, turned(vector, side))
        if enemy(to) and unit != "炮":
            targets.add(to)
    if unit in "兵貝":
        ahead = go(at, forward)
        if free(ahead):
            targets.add(ahead)
            if fresh and state.options["pawn2"] == "on" and free(go(ahead, forward)):
                targets.add(go(ahead, forward))
        for aside in (-1, 1):
            to = (ahead[0], ahead[1] + aside)
            if enemy(to) or (unit == "兵" and to == state.passed_over):
                targets.add(to)
    elif unit == "卒":
        add(go(at, forward))
        if state.depth(at, side) <= state.board.line:
            add((at[0], at[1] - 1))
            add((at[0], at[1] + 1))
    elif unit in "帥楚士":
        for vector in ORTHOGONAL:
            if not state.board.palace or state.palace(go(at, vector)):
                add(go(at, vector))
        if unit in "楚士":
            for vector in DIAGONAL:
                if state.drawn(at, go(at, vector)):
                    add(go(at, vector))
    elif unit == "仕":
        for vector in DIAGONAL:
            if not state.board.palace or state.drawn(at, go(at, vector)):
                add(go(at, vector))
    elif unit == "相":
        for vector in DIAGONAL:
            to = go(at, vector, 2)
            crosses = state.board.river and (at[0] < state.board.rows // 2) != (to[0] < state.board.rows // 2)
            if free(go(at, vector)) and not crosses:
                add(to)
    elif unit in "傌马象":
        for down, right in ORTHOGONAL:
            leg = go(at, (down, right))
            for aside in (-1, 1):
                onward = (down or aside, right or aside)
                one, two = go(leg, onward), go(leg, onward, 2)
                if free(leg) and unit in "傌马":
                    add(one)
                if free(leg) and free(one) and unit == "象":
                    add(two)
    elif unit in "炮包":
        for vector in ORTHOGONAL:
            to = go(at, vector)
            while free(to):
                to = go(to, vector)
            if to not in units or (unit == "包" and units[to][1] == "包"):
                continue
            to = go(to, vector)
            while free(to):
                if unit == "包":
                    targets.add(to)
                to = go(to, vector)
            if enemy(to) and not (unit == "包" and units[to][1] == "包"):
                targets.add(to)
    elif unit in "平冠":
        for vector in [turned((-1, -1), side), turned((-1, 1), side)] if unit == "平" else DIAGONAL:
            to = go(at, vector)
            while free(to):
                targets.add(to)
                if unit == "平":
                    break
                to = go(to, vector)
    if unit in "车卆包":
        for vector in DIAGONAL:
            middle, beyond = go(at, vector), go(at, vector, 2)
            if not state.drawn(at, middle):
                continue
            if unit == "车" or (unit == "卆" and vector[0] == forward[0]):
                add(middle)
            if not state.drawn(middle, beyond):
                continue
            if unit == "车" and free(middle):
                add(beyond)
            jumps = unit == "包" and middle in units and units[middle][1] != "包"
            if jumps and not (beyond in units and units[beyond][1] == "包"):
                add(beyond)
    if unit == "帥":
        other = state.king(1 - side)
        if other and units[other][1] == "帥" and open_column(units, at, other):
            targets.add(other)
    return targets


def open_column(units, one, other):
    """Tell whether two squares share a column with no unit between."""
    low, high = sorted((one[0], other[0]))
    return one[1] == other[1] and not any((row, one[1]) in units for row in range(low + 1, high))


def leaps(state, at):
    """Return every sequence of leaps of a 平 or 冠 as (path, units taken)."""
    units = {here: unit for here, unit in state.units.items() if here != at}
    side, kind, _ = state.units[at]
    sequences = []

    def further(here, path, taken):
        if len(sequences) > TOO_MANY:
            raise TooMany
        for vector in DIAGONAL:
            to = go(here, vector)
            while kind == "冠" and state.on(to) and to not in units:
                to = go(to, vector)
            if to not in units or units[to][0] == side or to in taken:
                continue
            victim, to = to, go(to, vector)
            while state.on(to) and to not in units:
                sequences.append(((*path, to), (*taken, victim)))
                further(to, (*path, to), (*taken, victim))
                if kind == "平":
                    break
                to = go(to, vector)

    further(at, (at,), ())
    return sequences
