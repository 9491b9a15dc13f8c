"""Compares the rules of 6面体 with a second, naive implementation of the articles (naive.py), position by position."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profile import examples
from six_walks import PIECES, Referee, choose, completed, draws, random_diagram, written

from kifu.core import games
from kifu.core.compiled.perft_and_expected_counts import parse_perft_blocks, read_perft_blocks
from kifu.core.game.text import split_diagram
from kifu.referee.status_fault_and_basis import Status
from kifu.referee.verify import verify
from notation.reading import read

pytestmark = pytest.mark.no_cover  # watching this number of positions is slow, and other tests run the same lines

WALK_POSITIONS = examples(2500, 7000)
"""Positions of whole games from the start."""
DIAGRAMS = examples(900, 2500)
"""Diagrams drawn at random."""
EXAMPLES = examples(250, 800)
"""Diagrams drawn by hypothesis, which also makes a failing one small."""
GAMES = 40
"""Whole games judged from text, and how many fouls are written into each."""
FOULS = 12
LONGEST = 160


def test_games_from_the_start(six, naive):
    """Along random games from the start, fought hard, moves, outcomes, boards and verdicts agree."""
    draw = draws(1)
    referee = Referee(six, naive)
    while referee.seen["positions"] < WALK_POSITIONS:
        position, state = six.start(), naive.State()
        territories = (draw.randint(1, 8), draw.randint(1, 8))
        for _ in range(LONGEST):
            named = referee.compare(position, state, draw)
            if not named:
                break
            text = choose(naive, state, list(named), draw, territories[state.turn])
            position, state = referee.play(position, state, named[text], text)
    referee.require(
        {"占": 250, "placed": 1400, "stepped": 850, "beat": 280, "①": 110, "②③": 180, "④": 70}
        | {"over by six.14": 4, "legal": 240, "six.1": 10000, "six.2": 20, "six.3": 140, "six.4": 500}
        | {"six.5": 170, "six.6": 6400, "six.7": 200, "six.8": 170, "six.9": 170, "six.10": 40, "six.11": 640}
        | {"six.12": 380, "six.13": 270, "six.14": 140}
    )


def naive_game(naive, draw):
    """Return the texts and the states of a game that only the naive reading has played."""
    states, texts = [naive.State()], []
    territories = (draw.randint(1, 4), draw.randint(1, 4))
    while len(texts) < LONGEST:
        legal = sorted(naive.moves(states[-1]))
        if not legal:
            break
        texts.append(choose(naive, states[-1], legal, draw, territories[states[-1].turn]))
        states.append(naive.play(states[-1], texts[-1]))
    return texts, states


def judged(texts, closing=""):
    """Return the verdict on a record of these moves."""
    lines = [f"{ply} {text}" for ply, text in enumerate(texts, start=1)]
    record = "\n".join(["棋種：6面体", "手数----指手--", *lines, closing, ""])
    return verify(read("game.kif", record.encode()).records[0], "")


def test_whole_games_through_the_referee(naive):
    """Games of the naive reading, written down: the referee finds them legal, and the same winner and article."""
    draw = draws(3)
    endings = Counter()
    for _ in range(GAMES):
        texts, states = naive_game(naive, draw)
        ending = naive.outcome(states[-1], naive.moves(states[-1]))
        winner = None if ending is None else "先手後手"[2 * (1 - ending[0]) :][:2]
        verdict = judged(texts, f"まで{len(texts)}手で{winner}の勝ち" if winner else "")
        assert (texts, verdict.fault, verdict.plies) == (texts, None, len(texts))
        assert verdict.game.spell_diagram(verdict.final) == naive.draw(states[-1])
        assert verdict.status is (Status.CONFIRMED if winner else Status.UNFINISHED)
        ended = None if verdict.outcome is None else (verdict.outcome.outcome.value, verdict.outcome.article)
        assert (texts, ended) == (texts, ending and (("second", "first")[ending[0]], ending[1]))
        endings[ending and ending[1]] += 1
    assert endings["six.14"] > GAMES // 2


def test_illegal_moves_through_the_referee(naive):
    """Illegal moves written into games of the naive reading: the referee names the same ply and the same article."""
    draw = draws(4)
    articles = Counter()
    for _ in range(GAMES):
        texts, states = naive_game(naive, draw)
        for _ in range(FOULS):
            ply = draw.choice((draw.randrange(len(states)), len(states) - 1))
            (wrong,) = written(naive, states[ply], draw, 1)
            article = naive.article(states[ply], wrong, naive.moves(states[ply]))
            if article is None:
                continue
            verdict = judged([*texts[:ply], wrong])
            assert verdict.status is Status.ILLEGAL
            fault = verdict.fault
            assert (texts[:ply], fault.ply, fault.move, fault.article) == (texts[:ply], ply + 1, wrong, article)
            assert verdict.game.spell_diagram(verdict.final) == naive.draw(states[ply])
            articles[article] += 1
    assert len(articles) >= 10, articles


def test_random_diagrams(six, naive):
    """On diagrams that no game need lead to, moves, outcomes, boards and verdicts agree."""
    draw = draws(2)
    referee = Referee(six, naive)
    for _ in range(DIAGRAMS):
        text = random_diagram(naive, draw)
        position = six.read_diagram(split_diagram(1, enumerate(text.splitlines(), start=1)))
        referee.compare(position, naive.parse(text), draw)
    referee.require(
        {"goes on": 600, "over by six.15": 280, "④": 320, "①": 240, "②③": 400, "beat": 600, "six.15": 10000}
    )


BOARDS = st.dictionaries(
    st.tuples(st.integers(1, 7), st.integers(1, 7)), st.sampled_from(PIECES), min_size=0, max_size=15
)


@settings(max_examples=EXAMPLES)
@given(BOARDS, BOARDS, st.integers(0, 1), st.integers(0, 15), st.randoms(use_true_random=False))
def test_diagrams_of_hypothesis(six, naive, some, others, turn, most, draw):  # noqa: PLR0913, PLR0917 - drawn apart
    """Both implementations also agree on diagrams that hypothesis draws and shrinks."""
    board = {square: dice for square, dice in some.items() if naive.owner(dice) == 0 or square not in others} | others
    for side in (0, 1):
        own = [square for square, character in board.items() if naive.owner(character) == side]
        for square in own[15:]:
            del board[square]
    text = completed(naive, board, turn, lambda rest: min(rest, most), draw)
    position = six.read_diagram(split_diagram(1, enumerate(text.splitlines(), start=1)))
    Referee(six, naive).compare(position, naive.parse(text), draws(text))


@pytest.mark.parametrize("seed", range(examples(2, 6)))
def test_every_move_of_a_die_that_stands(six, naive, seed):
    """Every move of one, two or three squares that can be written for the dice on a board breaks the same article."""
    draw = draws(f"every {seed}")
    text = random_diagram(naive, draw)
    while len(naive.parse(text).board) < 12:
        text = random_diagram(naive, draw)
    position = six.read_diagram(split_diagram(1, enumerate(text.splitlines(), start=1)))
    state = naive.parse(text)
    legal = naive.moves(state)
    names = [naive.name(square) for square in naive.SQUARES]
    candidates = [name + character for name in names for character in PIECES]
    for square, character in state.board.items():
        origin = naive.name(square)
        candidates += [f"{origin}-{to}{character}" for to in names]
        candidates += [f"{origin}-{beaten}-{to}{character}" for beaten in names for to in names]
    cited, expected = {}, {}
    for candidate in candidates:
        breach = six.explain(position, six.resolve(position, six.read(candidate)))
        cited[candidate] = breach.article if breach else None
        expected[candidate] = naive.article(state, candidate, legal)
    assert (text, {}) == (
        text,
        {move: (cited[move], expected[move]) for move in cited if cited[move] != expected[move]},
    )
    assert {move for move, article in cited.items() if article is None} == legal


UNDER_OPTIONS = parse_perft_blocks((Path(__file__).parents[3] / "data" / "perft" / "six.txt").read_text("utf-8"))


@pytest.mark.parametrize(
    "counts", [*read_perft_blocks(games.load("six")), *UNDER_OPTIONS], ids=lambda counts: counts.id
)
def test_perft_counts(naive, counts):
    """The counts of perft.txt, and those under options, are what the naive reading counts, as deep as it gets in a moment."""
    options = frozenset((counts.rules or "").split()[1:])
    text = "\n".join(line for _, line in counts.diagram)
    state = naive.parse(text, options) if text else naive.State(options=options)
    shallow = {depth: nodes for depth, nodes in counts.nodes if nodes <= 12000}
    assert len(shallow) >= (1 if options else 2)
    assert {depth: naive.count(state, depth) for depth in shallow} == shallow
