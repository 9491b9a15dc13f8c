"""Draws positions of 6面体 for tests: with few dice, near the end of a random game, or with dice close together."""

import random

from helpers import SIX

from kifu.games.six.position import START

LONGEST = 400
"""The plies of a random game at most. In one game in a hundred the last dice cannot reach each other, and it never ends."""
LONG_WIN = """\
一二三四五六七
武占霊霊霊怨領01
霊霊弓怨霊○士02
○霊弓霊霊○怨03
霊○○騎怨○士04
○○○怨○○○05
騎○○○騎○○06
○○弓○○○○07
先手の持駒：2 占不可
後手の持駒：2 占不可
手番：後手
"""
"""A diagram: 先手 wins in 14 plies. A search ply by ply takes two million positions to find that."""


def small_position(seed):
    """Return a position of 6面体 with a few dice; None if its game is over."""
    draw = random.Random(seed)
    squares = draw.sample(range(49), draw.randint(3, 6))
    boards = [0] * 6
    sides = [0, 0]
    for number, square in enumerate(squares):
        face = 0 if number < 2 else draw.choice([1, 2, 2, 3, 4, 5])
        boards[face] |= 1 << square
        sides[number % 2 if number < 2 else draw.randrange(2)] |= 1 << square
    hands = draw.choice([0, 0, 0, 1, 1 << 4])
    fields = ("territories", "warriors", "horses", "archers", "maidens", "ghosts")
    position = START._replace(
        turn=draw.randrange(2),
        first=sides[0],
        second=sides[1],
        hands=hands,
        rights=0,
        **dict(zip(fields, boards, strict=True)),
    )
    return None if SIX.outcome(position) else position


def late_position(seed):
    """Return a position a few plies before the end of a random game of 6面体; None if the game has no end."""
    draw = random.Random(seed)
    position = SIX.start()
    line = []
    while SIX.outcome(position) is None:
        if len(line) == LONGEST:
            return None
        line.append(position)
        position = SIX.play_legal(position, draw.choice(list(SIX.legal_moves(position))))
    return line[-min(len(line), draw.randint(1, 6))]


def crowded(seed):
    """Return a position of 6面体 in which dice of all faces stand close together, so that threats are many."""
    draw = random.Random(seed)
    square = iter(draw.sample([row * 7 + column for row in range(5) for column in range(5)], 12))
    fields = dict.fromkeys(("territories", "warriors", "horses", "archers", "maidens", "ghosts"), 0)
    sides = [0, 0]
    for side, count in ((0, draw.choice((1, 1, 2))), (1, draw.choice((1, 1, 2)))):
        for number in range(count + draw.randint(1, 4)):
            bit = 1 << next(square)
            face = "territories" if number < count else draw.choice(list(fields)[1:])
            fields[face] |= bit
            sides[side] |= bit
    hands = draw.choice((0, 0, 1, 1 << 4, 1 | 1 << 4))
    options = draw.choice((0, 0, draw.randrange(16)))
    return START._replace(
        turn=draw.randrange(2),
        first=sides[0],
        second=sides[1],
        hands=hands,
        rights=draw.randrange(4),
        options=options,
        **fields,
    )
