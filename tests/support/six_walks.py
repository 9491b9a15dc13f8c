"""Walks through 6面体 and draws diagrams at random, and judges positions both by the rules and by the naive reading (naive.py)."""

import random
from collections import Counter

from kifu.core.outcome import Outcome, Side

PLAYED = 6
"""How many moves of each position are played on."""
WRITTEN = 40
"""How many moves of each position are written at random and judged."""

WEIGHTS = {"占": 1, "placed": 3, "stepped": 2, "beat": 5, "①": 4, "②③": 2, "④": 20}
"""How often a walk prefers each kind of move: fights far more often than chance would have them."""
PIECES = "占武騎弓巫怨領士馬矢女霊"


def draws(seed):
    """Return a source of random draws with a fixed seed."""
    return random.Random(seed)


class Referee:
    """Judges positions twice and counts what it has seen."""

    def __init__(self, six, naive):
        self.six = six
        self.naive = naive
        self.seen = Counter()

    def compare(self, position, state, draw):
        """Compare moves, outcome, some positions after it and some verdicts; return each legal move by its text."""
        six, naive = self.six, self.naive
        board = naive.draw(state)
        assert six.spell_diagram(position) == board
        moves = list(six.legal_moves(position))
        texts = [six.spell(move) for move in moves]
        legal = naive.moves(state)
        assert (sorted(texts), board) == (sorted(legal), board)
        outcome = naive.outcome(state, legal)
        assert (ended(six, position), board) == (outcome, board)
        named = dict(zip(texts, moves, strict=True))
        self.seen["positions"] += 1
        self.seen[f"over by {outcome[1]}" if outcome else "goes on"] += 1
        for text in preferred(naive, state, texts, draw):
            self.play(position, state, named[text], text)
        self.judge(position, state, legal, draw)
        return named

    def play(self, position, state, move, text):
        """Play a move twice; the boards, hands, rights and turns after it agree, and whether it ends the game."""
        six, naive = self.six, self.naive
        after, expected = six.play_legal(position, move), naive.play(state, text)
        assert (text, six.spell_diagram(after)) == (text, naive.draw(expected))
        lost = ended(six, after)
        assert (text, lost if lost and lost[1] == "six.14" else None) == (
            text,
            None if expected.lost is None else (expected.lost, "six.14"),
        )
        self.seen[kind(naive, state, text)] += 1
        return after, expected

    def judge(self, position, state, legal, draw):
        """Write moves at random and compare the article each breaks."""
        board = self.naive.draw(state)
        for text in written(self.naive, state, draw, WRITTEN):
            move = self.six.resolve(position, self.six.read(text))
            breach = self.six.explain(position, move)
            article = None if breach is None else breach.article
            expected = self.naive.article(state, text, legal)
            assert (text, article, board) == (text, expected, board)
            self.seen[article or "legal"] += 1

    def require(self, least):
        """Fail when the run has not met what it claims to compare: `least` of each for a thousand positions."""
        thousands = self.seen["positions"] / 1000
        short = {name: self.seen[name] for name, number in least.items() if self.seen[name] < number * thousands}
        assert not short


def ended(six, position):
    """Return who has lost and by which article."""
    ending = six.outcome(position)
    if ending is None:
        return None
    return (0 if ending.outcome is Outcome.win(Side.SECOND) else 1), ending.article


def kind(naive, state, text):
    """Return what sort of move a legal move is."""
    path, character = naive.split(text)
    face = naive.face(character)
    if len(path) == 1:
        return "占" if face == "占" else "placed"
    if face == "巫":
        return "①"
    if face == "怨":
        return "④" if len(path) == 3 else "②③"
    return "beat" if path[1] in state.board else "stepped"


def preferred(naive, state, texts, draw):
    """Choose some of the moves to be played on, the fights first."""
    weights = [WEIGHTS[kind(naive, state, text)] for text in texts]
    return draw.choices(texts, weights, k=PLAYED) if texts else []


def written(naive, state, draw, number):
    """Yield written moves; most are illegal, often by one small difference from a legal move."""
    standing = list(state.board)
    for _ in range(number):
        squares = draw.choices(naive.SQUARES, k=draw.choice((1, 2, 2, 2, 3, 3, 4)))
        character = draw.choice(PIECES)
        if standing and len(squares) > 1 and draw.random() < 0.9:
            squares[0] = draw.choice(standing)
            character = state.board[squares[0]] if draw.random() < 0.9 else character
            if len(squares) == 3 and draw.random() < 0.7:
                squares[1] = draw.choice(standing)
            if draw.random() < 0.5:
                squares[-1] = draw.choice([near for near in naive.SQUARES if distance(near, squares[0]) <= 3])
        yield "パス" if draw.random() < 0.02 else "-".join(map(naive.name, squares)) + character


def distance(square, other):
    """Return how many king's steps lie between two squares."""
    return max(abs(square[0] - other[0]), abs(square[1] - other[1]))


def choose(naive, state, texts, draw, territories):
    """Choose a move of a walk: at first 占, then mostly fights."""
    groups = {}
    for text in texts:
        groups.setdefault(kind(naive, state, text), []).append(text)
    own = sum(character == naive.FACES[state.turn][0] for character in state.board.values())
    if own < territories and "占" in groups:
        return draw.choice(groups["占"])
    kinds = list(groups)
    return draw.choice(groups[draw.choices(kinds, [WEIGHTS[name] for name in kinds])[0]])


def random_diagram(naive, draw):
    """Return a diagram that no game need lead to: any dice, odd hands, odd rights, either side to move."""
    pieces = draw.choice((PIECES, PIECES, "占領巫女怨霊士馬", "巫女怨霊怨霊", "怨霊占領", "武騎弓士馬矢怨霊"))
    board, count = {}, [0, 0]
    for square in draw.sample(naive.SQUARES, draw.choice((0, 2, 6, 12, 18, 24, 28, 30))):
        character = draw.choice(pieces)
        side = naive.owner(character)
        if count[side] < 15:
            board[square] = character
            count[side] += 1
    return completed(naive, board, draw.randint(0, 1), lambda most: draw.choice((0, 0, draw.randint(0, most))), draw)


def completed(naive, board, turn, hand, draw):
    """Return the diagram of a board with some hands, and the rights it allows."""
    hands, may = [], []
    for side in (0, 1):
        own = [character for character in board.values() if naive.owner(character) == side]
        hands.append(hand(15 - len(own)))
        fighting = any(naive.face(character) in "武騎弓巫" for character in own)
        may.append(not fighting and draw.random() < 0.5)
    return naive.draw(naive.State(board, tuple(hands), tuple(may), turn))
