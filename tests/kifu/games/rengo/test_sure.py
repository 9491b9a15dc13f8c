"""Holds the kernels that prove moves legal to the rules: the same positions, the same moves, the same counts."""

import random

import numpy as np
import pytest
from drawn import position_of
from effort import effort
from test_scenarios import CASES, MORE_CASES
from test_second_computation import random_position

from kifu.games.rengo import rules
from kifu.games.rengo.data import DISC, GO, SIDE
from kifu.games.rengo.diagrams import spell_diagram
from kifu.games.rengo.game import Rengo
from kifu.games.rengo.position import DROP_PROMOTED, GOING, SQUARES_FROM, decode, encode
from kifu.games.rengo.sure import layout
from kifu.games.rengo.sure.door import code_of, pack, prover_of, unpack
from kifu.kernels import proofs

pytestmark = pytest.mark.no_cover  # watching this number of positions is slow

SEEDS = effort(2, 400)
POSITIONS = 6
DRAWN = list(dict.fromkeys((case.position, case.options) for case in CASES + MORE_CASES))
"""The positions of the scenarios, each with its options."""
PROVEN = {
    "オセロ盤 | 先: 玉五08 翻一04 | 後: 玉八01 馬二04 兵三04 騎四04 | 台先: 翻 | 番: 先": "五04翻打",
    "オセロ盤 | 先: 玉五08 翻一04,五01 歩三04 | 後: 玉八01 碁二04 歩四04 卒五02 銀五03 | 台先: 翻 | 番: 先": "五04翻打",
    "ドラフツ盤 | 先: 玉五10 平三06,十06 | 後: 玉一01 歩四05 翻六05 騎九05 | 番: 先": "三06-五04-七06平",
    "ドラフツ盤 | 先: 玉一10 平五08 | 後: 玉十01 碁六07,六05,四05,四07 | 番: 先": "五08-七06-五04-三06-五08平",
    "ドラフツ盤 | 先: 玉一10 冠一08 | 後: 玉十01 歩三06 騎六05 | 番: 先": "一08-五04-八07冠",
    "碁盤9路 | 先: 玉五09 平三03 | 後: 玉九01 碁四02 | 番: 先": "三03-五01平",
    "碁盤9路 | 先: 玉五09 飛二02 | 後: 玉九01 と二01 | 番: 先": "二02-二01飛成",
    "オセロ盤 | 先: 玉五08 兵四07 | 後: 玉一01 | 番: 先": "四07-四05兵",
    "オセロ盤 | 先: 玉五08 兵七02 | 後: 玉一01 | 番: 先": "七02-七01兵成騎",
    "碁盤9路 | 先: 玉五09 炮一07 翻三05 | 後: 玉九02 翻一05 騎一03 | 番: 先": "一07-一03炮",
    "チャンギ盤 | 先: 楚五10 车四08 | 後: 楚六01 | 番: 先": "四08-六10车",
    "碁盤9路 | 先: 玉五09 珠一01,一02,一03,一04 | 後: 玉九01 飛五02 | 台先: 珠 | 番: 先": "一05珠打",
    "碁盤9路 | 先: 楚五09 | 後: 楚四01 | 番: 先": "五09-四09楚",
    "碁盤9路 | 先: 玉五09 | 後: 玉九01 | 番: 先": "パス",
}
"""Positions with a move that must be proven: the kernels are not too shy."""
DISCS_FOR_GO = bytes.maketrans(bytes([GO, GO + SIDE]), bytes([DISC, DISC + SIDE]))
"""Replaces each 碁 by a 翻: where no 碁 stand, drops that turn over units are proven."""
LONGEST_CODE = 62
"""The bits of a code."""


def drawn_positions(seed):
    """Yield random positions, crowded and open, each with either side to move, and two positions that follow each."""
    draw = random.Random(f"sure {seed}")
    for number in range(POSITIONS):
        position = random_position(draw, draw.choice([0.1, 0.2, 0.3, 0.5]))._replace(turn=number % 2)
        if number % 3 == 0:
            position = position._replace(board=position.board.translate(DISCS_FOR_GO))
        for _ in range(3):
            yield draw, position
            moves = list(rules.legal_moves(position)) or list(rules.sound(position))
            if not moves or position.ended != GOING:
                break
            position = rules.play(position, draw.choice(moves))


def agree(position, move):
    """Compare the kernels with the rules about one move; return whether it is legal, and whether it is proven."""
    after = proven(position, move)
    article, expected = rules.judged(position, move)
    if after is not None:
        assert not article, (article, decode(move), spell_diagram(position))
        assert tuple(after) == tuple(expected), (decode(move), spell_diagram(position))
    return not article, after is not None


def proven(position, move):
    """Return the position after a move that the kernels prove legal, else None."""
    prover = prover_of(position.laws)
    return proofs.last_of(prover, position, np.array([move], dtype=np.int64), lambda *_: None)


def near(draw, moves):
    """Yield moves that differ a little from sound ones, and パス."""
    yield 0
    for move in draw.sample(moves, min(len(moves), 6)):
        kind, places, suffix = decode(move)
        yield encode(kind, places, draw.randrange(DROP_PROMOTED + 1))
        yield encode(draw.randrange(1, 60), places, suffix)
        yield encode(kind, (places[0], draw.choice(places) + draw.randrange(-33, 34)), suffix)
        yield encode(kind, (places[0] + draw.randrange(-33, 34), *places[1:]), suffix)
        yield encode(kind, (*places, places[0]), suffix)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_proven_move_is_legal(seed):
    """The rules call each proven move legal, and play it to the same position; most legal moves are proven."""
    legal = counted = 0
    for draw, position in drawn_positions(seed):
        sound = [*rules.sound(position), *rules.leaps(position)]
        moves = draw.sample(sound, min(len(sound), 30))
        for move in (*moves, *near(draw, moves)):
            if not 0 <= move < 1 << LONGEST_CODE or (move and not move >> SQUARES_FROM):
                continue
            answers = agree(position, move)
            legal += answers[0]
            counted += answers[1]
    assert 2 * counted > legal


@pytest.mark.parametrize("scenario", DRAWN)
def test_scenarios_of_the_rules(scenario):
    """In each position of the scenarios the kernels agree with the rules, about every sound move and about the count."""
    position = position_of(*scenario)
    game = Rengo(position.laws)
    for move in (0, *rules.sound(position), *rules.leaps(position)):
        if move < 1 << LONGEST_CODE:
            agree(position, move)
    assert proofs.perft(game, position, 1) == len(list(rules.legal_moves(position)))


def test_a_move_of_each_kind_is_proven():
    """Flips, leaps, drops, promotions, double steps, cannons and passes are proven, with what they change."""
    for line, text in PROVEN.items():
        position = position_of(line)
        game = Rengo(position.laws)
        move = game.resolve(position, game.read(text))
        assert agree(position, move) == (True, True), (line, text)
        assert proven(position, code_of(position.laws, game.read(text))) == rules.play(position, move)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_counts_are_those_of_the_rules(seed):
    """The legal moves that the kernels and the rules count together are those that the rules list."""
    for _, position in drawn_positions(seed):
        expected = len(list(rules.legal_moves(position)))
        assert proofs.perft(Rengo(position.laws), position, 1) == expected, spell_diagram(position)


@pytest.mark.parametrize("seed", range(effort(2, 40)))
def test_a_packed_position_is_unpacked(seed):
    """A position that is packed and unpacked is the same in all parts."""
    for _, position in drawn_positions(seed):
        assert tuple(unpack(position.laws, pack(position))) == tuple(position._replace(fresh=False))
        assert len(pack(position)) == layout.BOARD + position.laws.geometry.size
