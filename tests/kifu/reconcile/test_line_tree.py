"""Tests the lines of play that share their beginnings: legality, repetitions along forks, and the quick test of a rest."""

import random

from each import each

import kifu
from kifu.reconcile.line_tree import ILLEGAL, START, LineTree

GAMES = [kifu.load_game(name) for name in ("six", "ace", "king", "master")]


@each("game", GAMES, ids=lambda game: game.id)
def test_legal_says_what_explain_says(game):
    """The wordless test of a move agrees with the explanation, for legal moves and for moves of other positions."""
    draw = random.Random(1)
    position, known, tried = game.start(), set(), {True: 0, False: 0}
    for _ in range(40):
        moves = list(game.legal_moves(position))
        if not moves:
            break
        known |= set(moves)
        for move in [*moves[:10], *draw.sample(sorted(known), min(40, len(known)))]:
            legal = game.legal(position, move)
            assert bool(legal) == (game.explain(position, move) is None), game.spell(move)
            tried[bool(legal)] += 1
        position = game.play_legal(position, draw.choice(moves))
    assert min(tried.values()) > 50


def test_occurrences_along_forks():
    """How often a position has occurred in a line is counted along that line only, wherever it goes off from others."""
    game = GAMES[0]
    draw = random.Random(2)
    tree = LineTree(game, game.start())
    lines = [START]
    for _ in range(60):  # a common trunk, so that units can go back and forth
        lines.append(tree.line_after_move(lines[-1], draw.choice(tree.legal_moves_after(lines[-1]))))
    for _ in range(200):  # both sides go somewhere and come back
        line = draw.choice(lines[-40:])
        there = []
        for _ in "AB":
            steps = [move for move in tree.legal_moves_after(line) if "-" in game.spell(move)]
            if steps:
                there.append(game.spell(draw.choice(steps)))
                line = tree.line_after_text(line, there[-1])
                lines.append(line)
        for text in there:
            squares, unit = text[:-1].split("-"), text[-1]
            line = tree.line_after_text(line, "-".join(squares[::-1]) + unit)
            if line == ILLEGAL:
                break
            lines.append(line)
    most = 0
    for line in lines:
        positions = tree.replay_of_line(line).positions
        times = sum(position == positions[-1] for position in positions)
        assert tree._count_occurrences(line) == times
        most = max(most, times)
    assert most > 1


@each("game", GAMES, ids=lambda game: game.id)
def test_the_quick_test_of_a_rest(game):
    """`allows_texts` and `may_text_follow_move` say what `line_after_text` says of the same moves, and keep no line."""
    draw = random.Random(3)
    tree, texts, line = LineTree(game, game.start()), [], START
    for _ in range(16):
        move = draw.choice(tree.legal_moves_after(line))
        texts.append(game.spell(move))
        line = tree.line_after_move(line, move)
    assert tree.allows_texts(START, texts)
    assert tree.allows_texts(line, ())
    said = {True: 0, False: 0}
    fresh = LineTree(game, game.start())
    for move in fresh.legal_moves_after(START):
        after = fresh.line_after_move(START, move)
        for text in texts[1:4]:
            expected = fresh.line_after_text(after, text) != ILLEGAL
            assert fresh.may_text_follow_move(START, move, text) == fresh.allows_texts(after, [text]) == expected
            said[expected] += 1
    assert min(said.values()) > 0
    assert not tree.allows_texts(START, [*texts, "〓"])
    assert not tree.may_text_follow_move(START, tree.legal_moves_after(START)[0], "〓")
