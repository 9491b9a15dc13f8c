"""Implements the rules of 6面体 a second time, from the articles alone and as naively as they allow.

It shares no code with the package: the board is a dict from (column, row), both from 1, to the character that stands
there, and every article is a simple loop over all squares. It is slow, but simple enough to be seen to be right.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import product, takewhile

COLUMNS = "一二三四五六七"
SIZE = range(1, 8)
SQUARES = [(column, row) for row in SIZE for column in SIZE]
FACES = ("占武騎弓巫怨", "領士馬矢女霊")
SIDES = ("先手", "後手")
DIRECTIONS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
DICE = 15


@dataclass(frozen=True)
class State:
    """A position: units by square, hands, the rights to place 占 (six.3), the side to move, the loser by six.14.

    `options` are the options of the rules that do not have their default, such as near=any.
    """

    board: dict[tuple[int, int], str] = field(default_factory=dict)
    hands: tuple[int, int] = (DICE, DICE)
    may: tuple[bool, bool] = (True, True)
    turn: int = 0
    lost: int | None = None
    options: frozenset[str] = frozenset()


def owner(character):
    """Return 0 for a die of 先手, 1 for one of 後手."""
    return 0 if character in FACES[0] else 1


def face(character):
    """Return the 先手 character, which stands for the face of both owners."""
    return FACES[0][FACES[owner(character)].index(character)]


def name(square):
    """Return the written form of a square."""
    return f"{COLUMNS[square[0] - 1]}{square[1]:02d}"


def neighbours(square):
    """Return the squares of the board around `square`."""
    return [other for other in SQUARES if max(abs(other[0] - square[0]), abs(other[1] - square[1])) == 1]


def parse(text, options=()):
    """Read a diagram under some options; docs/notation.md defines the parts that are left out."""
    board = {}
    for line in text.splitlines():
        if row := re.fullmatch(r"\s*(\S{7})(0[1-7])", line):
            board |= {(c, int(row[2])): cell for c, cell in enumerate(row[1], start=1) if cell != "○"}
    hands, may = [], []
    for side, key in enumerate(SIDES):
        own = [character for character in board.values() if owner(character) == side]
        hand = re.search(rf"{key}の持駒：(\d+) (占可|占不可)", text)
        hands.append(int(hand[1]) if hand else DICE - len(own))
        may.append(hand[2] == "占可" if hand else not any(face(character) in "武騎弓巫" for character in own))
    return State(board, tuple(hands), tuple(may), 1 if "手番：後手" in text else 0, options=frozenset(options))


def draw(state):
    """Return the diagram of a state."""
    rows = ["".join(state.board.get((column, row), "○") for column in SIZE) + f"{row:02d}" for row in SIZE]
    hands = [
        f"{key}の持駒：{state.hands[side]} {'占可' if state.may[side] else '占不可'}" for side, key in enumerate(SIDES)
    ]
    return "\n".join([COLUMNS, *rows, *hands, f"手番：{SIDES[state.turn]}"]) + "\n"


def moves(state):
    """Return the texts of all legal moves; there are none once the game is over by six.14."""
    if state.lost is not None:
        return set()
    texts = set()
    for square in SQUARES:
        texts |= placements(state, square)
        character = state.board.get(square)
        if character is not None and owner(character) == state.turn:
            texts |= steps(state, square)
            if face(character) == "巫":
                texts |= by_maiden(state, square)
    return texts


def placements(state, square):
    """Return the placements on a square (six.1 to six.5)."""
    if square in state.board or state.hands[state.turn] == 0:
        return set()
    mine = FACES[state.turn]
    texts = set()
    if state.may[state.turn]:
        texts.add(f"{name(square)}{mine[0]}")
    if has_begun(state) and any(state.board.get(other) in near(state) for other in neighbours(square)):
        texts |= {f"{name(square)}{character}" for character in mine[1:5]}
    return texts


def has_begun(state):
    """six.2: whether the side to move has a die on the board; what was placed once never leaves it."""
    return any(owner(character) == state.turn for character in state.board.values())


def near(state):
    """six.4: the 占 next to which the side to move may place."""
    return (FACES[0][0], FACES[1][0]) if "near=any" in state.options else (FACES[state.turn][0],)


def reaches(kind, origin, to):
    """six.7 to six.9: whether a 武, 騎 or 弓 gets from one square to the other on an empty board."""
    across, down = abs(to[0] - origin[0]), abs(to[1] - origin[1])
    if kind == "武":
        return max(across, down) == 1
    if kind == "騎":
        return sorted((across, down)) == [1, 2]
    return sorted((across, down)) in ([0, 2], [0, 3])


def lands(state, to):
    """six.10: an empty square, or an enemy die that is not 怨."""
    standing = state.board.get(to)
    return standing is None or (owner(standing) != state.turn and face(standing) != "怨")


def steps(state, origin):
    """Return the moves of the 武, 騎 or 弓 on a square (six.6 to six.10)."""
    character = state.board[origin]
    if face(character) not in "武騎弓":
        return set()
    return {
        f"{name(origin)}-{name(to)}{character}"
        for to in SQUARES
        if reaches(face(character), origin, to) and lands(state, to)
    }


def beyond(origin, over):
    """Return the squares of the line from `origin` over its neighbour `over`, behind `over`, the next one first."""
    across, down = over[0] - origin[0], over[1] - origin[1]
    line = [(over[0] + across * far, over[1] + down * far) for far in range(1, 7)]
    return [square for square in line if square in SQUARES]


def whole_line(origin, over):
    """Return every square of the row, column or diagonal that two neighbours share."""
    across, down = over[0] - origin[0], over[1] - origin[1]
    return [(c, r) for c, r in SQUARES if (c - origin[0]) * down == (r - origin[1]) * across]


def by_maiden(state, maiden):
    """Return the moves of one 巫 with each 怨 next to it (six.12, six.13)."""
    texts = set()
    for ghost in neighbours(maiden):
        if face(state.board.get(ghost, "占")) == "怨":
            texts |= over_a_ghost(state, maiden, ghost) | set_anew(state, maiden, ghost)
            texts |= flown(state, maiden, ghost) | beaten_in_flight(state, maiden, ghost)
    return texts


def empty(state, squares):
    """Return the empty squares among `squares`."""
    return [square for square in squares if square not in state.board]


def jumps(state, line):
    """Return the squares of a line, the next one first, where a jump may end (six.12, six.13 ③)."""
    if "line=blocked" in state.options:
        return list(takewhile(lambda square: square not in state.board, line))
    return empty(state, line)


def over_a_ghost(state, maiden, ghost):
    """① the 巫 goes over the 怨, to any empty square on the line beyond it."""
    return {f"{name(maiden)}-{name(to)}{state.board[maiden]}" for to in jumps(state, beyond(maiden, ghost))}


def set_anew(state, maiden, ghost):
    """② the 怨 is put on any empty square round the 巫."""
    return {f"{name(ghost)}-{name(to)}{state.board[ghost]}" for to in empty(state, neighbours(maiden))}


def flown(state, maiden, ghost):
    """③ the 怨 flies over the 巫, to any empty square on the line beyond it."""
    return {f"{name(ghost)}-{name(to)}{state.board[ghost]}" for to in jumps(state, beyond(ghost, maiden))}


def beaten_in_flight(state, maiden, ghost):
    """④ the 怨 flies over the 巫, beats one enemy die beyond it, and lands on any square of the line that was empty."""
    texts = set()
    for victim in beyond(ghost, maiden):
        standing = state.board.get(victim)
        if standing is None or owner(standing) == state.turn:
            continue
        if face(standing) != "怨" or "beat=any" in state.options:
            for to in empty(state, whole_line(ghost, maiden)):
                texts.add(f"{name(ghost)}-{name(victim)}-{name(to)}{state.board[ghost]}")
    return texts


def split(text):
    """Return the squares of a written move and its character."""
    path = re.findall(rf"([{COLUMNS}])(0[1-7])", text)
    return [(COLUMNS.index(column) + 1, int(row)) for column, row in path], text[-1]


def play(state, text):
    """Return the state after a legal move."""
    path, character = split(text)
    board = dict(state.board)
    hands, may = list(state.hands), list(state.may)
    me, you = state.turn, 1 - state.turn
    beaten = None
    if len(path) == 1:
        board[path[0]] = character
        hands[me] -= 1
        may[me] = may[me] and face(character) == "占"
    elif len(path) == 2:
        origin, to = path
        beaten = board.pop(to, None)
        del board[origin]
        board[to] = character
        if beaten is not None:
            board[origin] = FACES[you][5]
    else:
        origin, victim, to = path
        beaten = board[victim]
        board[victim] = FACES[you][5]
        del board[origin]
        board[to] = character
    lost = you if beaten == FACES[you][0] and FACES[you][0] not in board.values() else None
    return State(board, tuple(hands), tuple(may), you, lost, state.options)


def outcome(state, legal):
    """Return who has lost and by which article, None while the game goes on. `legal` is moves(state)."""
    if state.lost is not None:
        return state.lost, "six.14"
    if not legal:
        return state.turn, "six.15"
    return None


def article(state, text, legal):
    """Return the article that a written move breaks, in the order of the rulebook; None for one of the `legal` moves.

    Two readings are ours: a move of 武, 騎 or 弓 with more than two squares breaks six.11 wherever it leads, and an
    enemy 怨 that no 巫 of the mover stands next to breaks six.6, not six.1.
    """
    over = outcome(state, legal)
    if over is not None:
        return over[1]
    if text in legal:
        return None
    if text == "パス":
        return "six.1"
    path, character = split(text)
    return of_placing(state, path[0], character) if len(path) == 1 else of_moving(state, path, character)


def of_placing(state, square, character):
    """Return the article that an illegal placement breaks."""
    mine = FACES[state.turn]
    if character not in mine or state.hands[state.turn] == 0:
        return "six.1"
    if face(character) == "怨":
        return "six.5"
    if face(character) != "占" and not has_begun(state):
        return "six.2"
    if face(character) == "占":
        assert square in state.board or not state.may[state.turn]
        return "six.3"
    return "six.4"


def of_moving(state, path, character):
    """Return the article that an illegal move breaks."""
    kind = face(character)
    if state.board.get(path[0]) != character or (owner(character) != state.turn and kind != "怨"):
        return "six.1"
    if kind == "占":
        return "six.6"
    if kind == "怨":
        near = any(state.board.get(other) == FACES[state.turn][4] for other in neighbours(path[0]))
        return "six.13" if near else "six.6"
    return "six.12" if kind == "巫" else of_stepping(state, path, kind)


def of_stepping(state, path, kind):
    """Return the article that an illegal move of a 武, 騎 or 弓 breaks."""
    if len(path) > 2:
        return "six.11"
    if not reaches(kind, path[0], path[-1]):
        return {"武": "six.7", "騎": "six.8", "弓": "six.9"}[kind]
    assert not lands(state, path[-1])
    return "six.10"


def count(state, depth):
    """Return how many sequences of `depth` legal moves there are."""
    legal = moves(state)
    return len(legal) if depth == 1 else sum(count(play(state, text), depth - 1) for text in legal)
