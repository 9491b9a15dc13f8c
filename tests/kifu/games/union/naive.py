"""Implements the Union games a second time, simply and without code of kifu, on dictionaries and texts.

It reads the sources' words afresh: where may each piece go, what is it worth, who has won. Moves are their canonical
texts. It plays on the default board, or on one that is told as drawn lines, by the pages or by other readings of them.
"""

import re

COLUMNS = "一二三四五六七八九"
WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
FIGURES = "丸三四五六八十"
LETTERS = "ABCDEFG"
INNERS = {"ace": "五六八十丸三四", "king": FIGURES, "master": LETTERS}
"""The 内コマ at the start, each in front of the 外コマ of the same place in FIGURES."""
BACKS = {
    "ace": (dict(zip(FIGURES, FIGURES, strict=True)), dict(zip(FIGURES, FIGURES, strict=True))),
    "king": (dict(zip(FIGURES, "四五六八十丸三", strict=True)), dict(zip(FIGURES, "八十丸三四五六", strict=True))),
    "master": (dict(zip(LETTERS, "DEFGABC", strict=True)), dict(zip(LETTERS, "EFGABCD", strict=True))),
}


def name(place):
    """Return how a place (column, row) from (1, 1) is written."""
    return f"{COLUMNS[place[0] - 1]}0{place[1]}"


def roads(place):
    """Return the drawn ways on from a place, each a list of places."""
    roads_on = []
    for x, y in WAYS:
        if x and y and sum(place) % 2:
            continue
        road = []
        column, row = place[0] + x, place[1] + y
        while 1 <= column <= 7 and 1 <= row <= 7:
            road.append((column, row))
            column, row = column + x, row + y
        if road:
            roads_on.append(road)
    return roads_on


def roads_along(lines):
    """Return the roads of a board of drawn lines, each a list of names of points in order."""
    roads_by_place = {}
    for line in lines:
        places = [(COLUMNS.index(point[0]) + 1, int(point[1:])) for point in line]
        for number, place in enumerate(places):
            ways = roads_by_place.setdefault(place, [])
            ways += [way for way in (places[number + 1 :], places[:number][::-1]) if way]
    return roads_by_place


ROADS = {(column, row): roads((column, row)) for column in range(1, 8) for row in range(1, 8)}


class Piece:
    """A wooden piece: its colour and part never change."""

    def __init__(self, colour, part, front, back, place):
        self.colour, self.part, self.front, self.back, self.place = colour, part, front, back, place
        self.flipped = False

    def shows(self, *, flip=False):
        """Return the figure on top, or the one that would be after turning it over."""
        return self.back if self.flipped != flip else self.front


class Game:
    """A game in progress."""

    def __init__(  # noqa: PLR0913 - one parameter for each thing that a file or a record may change
        self, kind, roads=ROADS, *, bottom=7, right=7, target=None, readings=()
    ):
        """Begin a game; Ace and King stand along the rows at the top and at the `bottom`, there up to column `right`.

        `readings` are texts like last=must; the other options have their default.
        """
        self.kind = kind
        self.must_move_last = "last=must" in readings
        self.turns_once = kind == "ace" if "turn=both" not in readings else False
        if "turn=once" in readings:
            self.turns_once = True
        self.four_draw = "four=draw" in readings
        self.shown = []
        self.roads = roads
        self.target = target or (5 if kind == "master" else 100)
        self.pieces = []
        self.white_to_move = kind != "master" or "first=side" in readings
        inner_backs, outer_backs = BACKS[kind]
        for colour in "白黒":
            for index in range(7):
                if kind == "master":
                    self.pieces.append(Piece(colour, "内", LETTERS[index], inner_backs[LETTERS[index]], None))
                    self.pieces.append(Piece(colour, "外", LETTERS[index], outer_backs[LETTERS[index]], None))
                    continue
                inner, outer = INNERS[kind][index], FIGURES[index]
                places = (
                    ((right - index, bottom), (right - index, bottom - 1))
                    if colour == "白"
                    else ((index + 1, 1), (index + 1, 2))
                )
                self.pieces.append(Piece(colour, "外", outer, outer_backs[outer], places[0]))
                self.pieces.append(Piece(colour, "内", inner, inner_backs[inner], places[1]))

    def at(self, place):
        """Return the pieces on a place."""
        return [piece for piece in self.pieces if piece.place == place]

    def waiting(self):
        """Return the pieces not yet on the board."""
        return [piece for piece in self.pieces if piece.place is None]

    def couples(self, colour):
        """Return the pairs whose two pieces are of one colour."""
        inners = [piece for piece in self.pieces if piece.place and piece.colour == colour and piece.part == "内"]
        outers = [piece for piece in self.pieces if piece.place and piece.colour == colour and piece.part == "外"]
        return [(inner, outer) for inner in inners for outer in outers if inner.place == outer.place]

    def points(self, colour):
        """Return a colour's total."""
        total = 0
        for inner, outer in self.couples(colour):
            lines = len(self.roads[inner.place])
            promoted = [inner.flipped, outer.flipped].count(True)
            if self.kind == "ace":
                total += lines + 5 * promoted
            elif self.kind == "master":
                total += 10 + 5 * promoted
            elif promoted == 2:
                total += lines * 2 + 5
            elif promoted == 0:
                total += lines * 2
            else:
                total += lines
        return total

    def reached(self, colour):
        """Tell whether a colour has reached the target."""
        return (len(self.couples(colour)) if self.kind == "master" else self.points(colour)) >= self.target

    def steps(self, colour):
        """Return text -> (piece, place, flip) for everything a colour's pieces can do."""
        steps = {}
        standing = {}
        for piece in self.pieces:
            standing.setdefault(piece.place, []).append(piece)
        for piece in self.pieces:
            if piece.colour != colour or piece.place is None:
                continue
            for flip in (False, True):
                if flip and piece.flipped and self.turns_once:
                    continue
                for place, unites in self.landings(piece, piece.shows(flip=flip), standing):
                    text = f"{name(piece.place)}-{name(place)}{piece.shows(flip=flip)}{piece.part}"
                    steps[text + "反" * flip + "合" * unites] = (piece, place, flip)
        return steps

    def landings(self, piece, figure, standing):
        """Yield each place a piece may land on showing `figure` where these stand, and whether it unites there."""
        for road in self.roads[piece.place]:
            for place in road:
                there = standing.get(place)
                if not there:
                    yield place, False
                    break
                single = len(there) == 1 and there[0].part != piece.part and there[0].shows() == figure
                if single and (there[0].colour == piece.colour or self.kind == "master"):
                    yield place, True

    def moves(self):
        """Return the effect of every legal move by its text; the effect of パス is None."""
        if self.over():
            return {}
        colour = "白" if self.white_to_move else "黒"
        other = "黒" if self.white_to_move else "白"
        if self.waiting():
            empty = [place for place in self.roads if not self.at(place)]
            return {
                f"{name(place)}{other}{piece.front}{piece.part}": (piece, place, False)
                for piece in self.waiting()
                if piece.colour == other
                for place in empty
            }
        moves = self.steps(colour)
        if self.may_decline() or (not moves and self.steps(other)):
            moves = dict(moves)
            moves["パス"] = None
        return moves

    def may_decline(self):
        """Tell whether black has the last move and need not make it."""
        if self.white_to_move or not self.reached("白"):
            return False
        return not self.must_move_last or not self.steps("黒")

    def over(self):
        """Tell whether the game is over."""
        if self.reached("白"):
            return self.white_to_move
        if self.reached("黒"):
            return True
        return not self.waiting() and not self.steps("白") and not self.steps("黒")

    def look(self):
        """Remember what the board shows now; tell whether it shows that for the fourth time."""
        view = (
            self.white_to_move,
            frozenset((it.colour, it.part, it.front, it.place, it.flipped) for it in self.pieces),
        )
        self.shown.append(view)
        return self.shown.count(view) == 4

    def play(self, what):
        """Carry out the effect of a move."""
        if what is not None:
            piece, place, flip = what
            placed = piece.place is None
            piece.place = place
            if flip:
                piece.flipped = not piece.flipped
            if placed and not self.waiting():
                self.white_to_move = True
                return
        self.white_to_move = not self.white_to_move

    def winner(self):
        """Return who has won a game that is over."""
        white, black = self.points("白"), self.points("黒")
        return "draw" if white == black else "first" if white > black else "second"


HALF = re.compile(r"・|(v?)([丸三四五六八十A-G])('?)")


def drawn(kind, diagram, readings=()):
    """Return the game in progress that a diagram on the default board shows, read by itself."""
    game = Game(kind, readings=readings)
    standing = {}
    rows = {line[-2:]: line[:-2] for line in diagram.splitlines() if line[-2:].isdigit()}
    for row in range(1, 8):
        for half, match in enumerate(HALF.finditer(rows[f"0{row}"])):
            if match[2]:
                part, colour = "内外"[half % 2], "黒" if match[1] else "白"
                back = {there: front for front, there in BACKS[kind][half % 2].items()}
                front = back[match[2]] if match[3] else match[2]
                standing[colour, part, front] = (half // 2 + 1, row), bool(match[3])
    left = {line[0]: line.partition("：")[2] for line in diagram.splitlines() if "の残り" in line}
    waiting = {
        (colour, part, front)
        for colour, text in left.items()
        for part, fronts in (("内", text.split("外")[0]), ("外", text.split("外")[1]))
        for front in fronts
    }
    there = [it for it in game.pieces if (it.colour, it.part, it.front) in standing.keys() | waiting]
    for piece in there:
        piece.place, piece.flipped = standing.get((piece.colour, piece.part, piece.front), (None, False))
    game.pieces = there
    game.white_to_move = "手番：黒" not in diagram
    return game


def count(game, depth):
    """Return the number of lines of play of `depth` moves."""
    moves = game.moves()
    if depth == 1:
        return len(moves)
    nodes = 0
    for what in moves.values():
        piece = what[0] if what else None
        before = (piece.place, piece.flipped) if piece else None
        turn = game.white_to_move
        game.play(what)
        nodes += count(game, depth - 1)
        game.white_to_move = turn
        if piece:
            piece.place, piece.flipped = before
    return nodes
