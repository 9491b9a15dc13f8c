"""Makes slips of the pen in whole records: what people do wrong when they write a sheet, one kind at a time."""

import re

import kifu
from kifu.core.errors import InvalidMove
from kifu.core.escapes_confusables_and_text_width import GROUPS
from kifu.core.move_grammar import PASS
from kifu.core.squares import COLUMNS

SIDES = ("武士", "騎馬", "弓矢", "巫女", "占領", "怨霊", "占巫", "士女", "玉王", "歩と", "卒卆", "丸九")
SQUARE = re.compile("(十[一二三四五六七八九]?|[一二三四五六七八九])([0-9]{2})")
TAIL = re.compile("(?:(?:十[一二三四五六七八九]?|[一二三四五六七八九])[0-9]{2}-?)+(.*)")
SUFFIXES = {"six": (), "rengo": ("成", "不成", "打")}


class Slipped:
    """A sheet with one slip: its moves, whether the count of its closing line follows them, and the slip's ply."""

    def __init__(self, moves, ply, *, counted=True):
        self.moves, self.ply, self.counted = moves, ply, counted


def squares_of(text):
    """Return the squares of a written move as pairs of numbers, and the text behind them."""
    tail = TAIL.match(text)
    pairs = [(COLUMNS.index(column) + 1, int(row)) for column, row in SQUARE.findall(text)]
    return pairs, tail[1] if tail else text


def spelled(pairs, tail):
    """Return a move with these squares, or None if one of them cannot be written."""
    if not all(1 <= column <= len(COLUMNS) and row >= 1 for column, row in pairs):
        return None
    return "-".join(f"{COLUMNS[column - 1]}{row:02d}" for column, row in pairs) + tail


def _changed_square(draw, text, change):
    pairs, tail = squares_of(text)
    if not pairs:
        return None
    place = draw.randrange(len(pairs))
    pairs[place] = change(*pairs[place])
    return spelled(pairs, tail)


def illegible(draw, text, _game):
    """Replace a character, a part, or the whole move by marks."""
    mark = draw.choice("〓？?")
    way = draw.randrange(3)
    if way == 0:
        return mark
    at = draw.randrange(len(text))
    return text[:at] + mark + text[at + 1 :]


def beside(draw, text, _game):
    """Write one square beside."""
    step = draw.choice([(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b])
    return _changed_square(draw, text, lambda column, row: (column + step[0], row + step[1]))


def ten(_draw, text, _game):
    """Write 01 for 10, or 10 for 01."""
    pairs, _ = squares_of(text)
    if not any(row in {1, 10} for _, row in pairs):
        return None
    return text.replace("01", "\0").replace("10", "01").replace("\0", "10")


def look_alike(draw, text, game):
    """Write a unit that looks alike, or the other side's name of it."""
    pairs, tail = squares_of(text)
    others = [
        (at, other) for at, one in enumerate(tail) for group in (*SIDES, *GROUPS) if one in group for other in group
    ]
    others = [
        (at, other)
        for at, other in others
        if other != tail[at] and readable(game, pairs, tail[:at] + other + tail[at + 1 :])
    ]
    if not others:
        return None
    at, other = draw.choice(others)
    return spelled(pairs, tail[:at] + other + tail[at + 1 :])


def readable(game, pairs, tail):
    """Tell whether the game can read a move."""
    try:
        game.read(spelled(pairs, tail))
    except InvalidMove:
        return False
    return True


def suffix(draw, text, game):
    """Leave out a suffix, or write one too many."""
    pairs, tail = squares_of(text)
    known = SUFFIXES.get(game.id, ("反", "合"))
    ways = (
        {tail.removesuffix(one) for one in known}
        | {tail + one for one in known}
        | {tail.replace("反合", "合"), tail.replace("不成", "成")}
    )
    ways = sorted(way for way in ways - {tail} if readable(game, pairs, way))
    return spelled(pairs, draw.choice(ways)) if ways else None


def transposed(draw, text, _game):
    """Exchange column and row."""
    if draw.random() < 0.5:
        return _changed_square(draw, text, lambda column, row: (row, column))
    pairs, tail = squares_of(text)
    return spelled([(row, column) for column, row in pairs], tail)


def mirrored(draw, text, game):
    """Mirror a square, or all."""
    columns, rows = game.board.columns, game.board.rows
    change = draw.choice([lambda c, r: (columns + 1 - c, r), lambda c, r: (c, rows + 1 - r)])
    if draw.random() < 0.5:
        return _changed_square(draw, text, change)
    pairs, tail = squares_of(text)
    return spelled([change(*pair) for pair in pairs], tail)


def opposite(draw, text, game):
    """See a square, or all, from the other side of the board."""
    columns, rows = game.board.columns, game.board.rows
    if draw.random() < 0.5:
        return _changed_square(draw, text, lambda c, r: (columns + 1 - c, rows + 1 - r))
    pairs, tail = squares_of(text)
    return spelled([(columns + 1 - c, rows + 1 - r) for c, r in pairs], tail)


def reversed_path(_draw, text, _game):
    """Exchange from and to."""
    pairs, tail = squares_of(text)
    return spelled(pairs[::-1], tail) if len(pairs) > 1 else None


def square(draw, text, game):
    """Leave out a square, or write one too many."""
    pairs, tail = squares_of(text)
    if len(pairs) > 1 and draw.random() < 0.7:
        del pairs[draw.randrange(len(pairs))]
    else:
        one = (draw.randint(1, game.board.columns), draw.randint(1, game.board.rows))
        pairs.insert(draw.randint(0, len(pairs)), one)
    return spelled(pairs, tail)


def unit(draw, text, game):
    """Write another unit that moves of this game have."""
    pairs, tail = squares_of(text)
    suffixes = "".join(re.findall("[反合打成不]", tail))
    base = tail.removesuffix(suffixes)
    others = sorted(one for one in UNITS_SEEN[game.id] if one != base and readable(game, pairs, one + suffixes))
    return spelled(pairs, draw.choice(others) + suffixes) if others else None


UNITS_SEEN = {}
"""The units in the moves of each game's records."""


def coordinate(draw, text, game):
    """Write another column, or another row."""
    columns, rows = game.board.columns, game.board.rows
    if draw.random() < 0.5:
        return _changed_square(draw, text, lambda c, r: (draw.choice([x for x in range(1, columns + 1) if x != c]), r))
    return _changed_square(draw, text, lambda c, r: (c, draw.choice([x for x in range(1, rows + 1) if x != r])))


OF_A_MOVE = {
    "illegible": illegible,
    "look-alike": look_alike,
    "suffix": suffix,
    "ten": ten,
    "beside": beside,
    "reversed": reversed_path,
    "square": square,
    "transposed": transposed,
    "mirrored": mirrored,
    "opposite": opposite,
    "unit": unit,
    "coordinate": coordinate,
}
_OTHER_LETTERS = str.maketrans("占武騎弓巫怨領士馬矢女霊", "領士馬矢女霊占武騎弓巫怨")
_SQUARES_THROUGHOUT = {
    "shogi-order": lambda c, r, _: f"{c}{COLUMNS[r - 1]}",
    "row-first": lambda c, r, _: f"{r}{COLUMNS[c - 1]}",
    "kanji-ranks": lambda c, r, _: f"{COLUMNS[c - 1]}{COLUMNS[r - 1]}",
    "figures": lambda c, r, _: f"{c}{r}",
    "transposed": lambda c, r, _: f"{COLUMNS[r - 1]}{c:02d}",
    "mirrored": lambda c, r, board: f"{COLUMNS[board.columns - c]}{r:02d}",
    "opposite": lambda c, r, board: f"{COLUMNS[board.columns - c]}{board.rows + 1 - r:02d}",
}
_TAILS_THROUGHOUT = {
    "letters": lambda tail: tail.translate(_OTHER_LETTERS),
    "unit": lambda tail: tail.translate(str.maketrans("騎馬弓矢銀桂", "弓矢騎馬桂銀")),
    "drop-mark": lambda tail: tail.removesuffix("打"),
}
THROUGHOUT = (*_SQUARES_THROUGHOUT, *_TAILS_THROUGHOUT, "opposite-of-one", "letters-of-one")


def slipped_throughout(slip, moves, board):
    """Return moves with the same slip in every line, or in every line of 後手."""
    kind, one_side = slip.removesuffix("-of-one"), slip.endswith("-of-one")

    def wrong(move):
        pairs, tail = squares_of(move)
        if not pairs:
            return move
        tail = _TAILS_THROUGHOUT.get(kind, str)(tail)
        spell = _SQUARES_THROUGHOUT.get(kind, lambda c, r, _: f"{COLUMNS[c - 1]}{r:02d}")
        return "-".join(spell(*pair, board) for pair in pairs) + tail

    return [move if one_side and place % 2 == 0 else wrong(move) for place, move in enumerate(moves)]


OF_LINES = ("twice", "exchanged", "left-out")
KINDS = (*OF_A_MOVE, *OF_LINES)
OF_THE_REST = ("count", "winner", "diagram")
"""Slips that are not in the moves."""


def slipped(draw, kind, moves, game):
    """Return the moves of a sheet with one slip of a kind, at any ply; None if the game has no place for it."""
    for _ in range(60):
        at = draw.randrange(len(moves))
        new = list(moves)
        if kind == "twice":
            new.insert(at, moves[at])
            return Slipped(new, at + 2, counted=draw.random() < 0.5)
        if kind == "left-out":
            del new[at]
            return Slipped(new, at + 1, counted=draw.random() < 0.5)
        if kind == "exchanged":
            other = at + draw.choice((1, 2))
            if other < len(moves) and moves[at] != moves[other]:
                new[at], new[other] = moves[other], moves[at]
                return Slipped(new, at + 1)
            continue
        text = None if moves[at] == PASS else OF_A_MOVE[kind](draw, moves[at], game)
        if text is not None and text != moves[at]:
            new[at] = text
            return Slipped(new, at + 1)
    return None


def sheet(head, moves, closing, *, count=None):
    """Return a record with these moves; `count` replaces the number of plies in its closing line."""
    lines = [*head, "手数----指手---------消費時間--", *(f"{ply:>4} {text}" for ply, text in enumerate(moves, start=1))]
    if closing:
        lines.append(closing if count is None else re.sub("[0-9]+手", f"{count}手", closing, count=1))
    return "\n".join(lines) + "\n"


def parts_of(text):
    """Return the head, the moves and the closing line of a record that `kifu play` has written."""
    lines = text.splitlines()
    table = next(at for at, line in enumerate(lines) if line.startswith("手数"))
    moves = [line.split()[1] for line in lines[table + 1 :] if re.match(r" *[0-9]+ ", line)]
    closing = next((line for line in lines[table + 1 :] if line.startswith("まで")), None)
    return lines[:table], moves, closing


def with_another_slip(draw, kind, game, parts):
    """Return a record with a slip in its closing line, or in a diagram between its moves; None if it has no place for it."""
    head, moves, closing = parts
    if kind == "count":
        return sheet(head, moves, closing, count=len(moves) + draw.choice((-10, -2, -1, 1, 2, 10)))
    if kind == "winner":
        if "先手" not in closing and "後手" not in closing:
            return None
        return sheet(head, moves, closing.replace("先手", "\0").replace("後手", "先手").replace("\0", "後手"))
    at = draw.randrange(1, len(moves))
    replay = kifu.verify(kifu.read(sheet(head, moves, closing).encode()))[0].replay
    rows = game.spell_diagram(replay.positions[at]).splitlines()
    number = draw.choice([place for place, row in enumerate(rows) if row[-2:].isdecimal()])
    cells = sorted({cell for row in rows for cell in row[:-2] if row[-2:].isdecimal() and cell not in "▲△"})
    places = [place for place, cell in enumerate(rows[number][:-2]) if cell in cells]
    place = draw.choice(places)
    rows[number] = (
        rows[number][:place]
        + draw.choice([cell for cell in cells if cell != rows[number][place]])
        + rows[number][place + 1 :]
    )
    lines = sheet(head, moves, closing).splitlines()
    after = len(head) + 1 + at
    return "\n".join([*lines[:after], "局面図", *rows, *lines[after:]]) + "\n"
