"""Holds the shortcut that follows a game to the rules: it judges every sound action as they do, whatever came before."""

import copy
import random

import pytest
from drawn import drawn
from effort import effort
from test_second_computation import random_position

from kifu.games.rengo import rules
from kifu.games.rengo.action import carry_out
from kifu.games.rengo.consequences import objection
from kifu.games.rengo.diagrams import spell_diagram
from kifu.games.rengo.position import GOING, PASS, laws
from kifu.games.rengo.text import read, spell
from kifu.games.rengo.watch import Watch
from kifu.model.errors import InvalidSetup

pytestmark = pytest.mark.no_cover  # watching this number of positions is slow, and other tests run the same lines

SEEDS = effort(6, 120)
GAMES, PLIES, TRIED = 6, 16, 40
"""The games of a seed, the plies of each, and the sound actions that are compared at each position."""


THEMES = {
    "碁": ("チェス盤", "碁碁碁碁碁碁翻歩", "玉王", 0.75),
    "翻": ("オセロ盤", "翻翻翻碁碁碁歩飛", "玉君", 0.6),
    "legs": ("シャンチー盤", "傌傌马马象象相歩", "玉王", 0.25),
    "cannons": ("チャンギ盤", "包包包包士卆", "楚楚", 0.4),
    "facing": ("碁盤9路", "歩金飛碁", "帥帥", 0.15),
    "leaps": ("ドラフツ盤", "平平冠歩金", "玉王", 0.3),
}
"""Boards that are full of what one kind of threat needs: the board, its units, its kings, and how much of it is filled."""


def themed_position(draw, theme):
    """Return a random later position of a theme. The kings stand in the middle columns, in their palaces if there are any."""
    board, units, kings, share = THEMES[theme]
    chosen = laws(board)
    columns, rows = chosen.geometry.columns, chosen.geometry.rows
    while True:
        cells = [
            "・・" if draw.random() > share else draw.choice("▲△") + draw.choice(units) for _ in range(columns * rows)
        ]
        for side, row in (("△", draw.randrange(3)), ("▲", rows - 1 - draw.randrange(3))):
            cells[row * columns + draw.choice((3, 4, 5))] = side + draw.choice(kings)
        drawing = [
            "".join(cells[at : at + columns]) + f"{at // columns + 1:02d}" for at in range(0, columns * rows, columns)
        ]
        fields = ["先手の駒台：碁3 翻3 歩", "後手の駒台：碁3 翻3 歩", f"手番：{draw.choice('先後')}手"]
        try:
            return drawn(chosen, "\n".join([*drawing, *fields]))
        except InvalidSetup:
            continue


def known_to(watch):
    """Return a watch that knows the same, so that each action is judged from the same knowledge."""
    return copy.deepcopy(watch, {id(watch._last): watch._last})


@pytest.mark.parametrize("theme", [None, *THEMES])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_followed_game_is_judged_by_the_rules(seed, theme, monkeypatch):
    """At each position of a game the watch finds for many actions what the rules find; mostly it need not ask them."""
    draw = random.Random(f"watch {seed} {theme}")
    asked = []
    monkeypatch.setattr(
        "kifu.games.rengo.watch.consequences.objection",
        lambda position, deed: asked.append(deed) or objection(position, deed),
    )
    compared = illegal = 0
    for _ in range(GAMES):
        position = themed_position(draw, theme) if theme else random_position(draw, draw.choice([0.1, 0.2, 0.3, 0.5]))
        watch = Watch()
        for _ply in range(PLIES):
            if position.ended != GOING:
                break
            moves = list(rules.sound(position))
            tried = [*rules.leaps(position), *draw.sample(moves, min(TRIED, len(moves)))][:TRIED]
            legal = []
            for move in tried:
                article, after = rules.judged(position, move, known_to(watch).objection)
                assert (article, after) == rules.judged(position, move), (spell(move), spell_diagram(position))
                compared += 1
                illegal += article != 0
                legal += [move] if not article else []
            if not legal:
                break
            move = PASS if draw.random() < 0.05 and not rules.fault(position, PASS) else draw.choice(legal)
            _, position = rules.judged(position, move, watch.objection)
    assert compared > 500
    assert illegal > 10
    assert theme or len(asked) < compared / 2


@pytest.mark.parametrize("seed", range(effort(3, 30)))
def test_a_position_from_elsewhere_is_judged_anew(seed):
    """What is known of one game says nothing about a position that does not follow it."""
    draw = random.Random(f"elsewhere {seed}")
    watch = Watch()
    compared = 0
    while compared < 300:
        position = random_position(draw, draw.choice([0.2, 0.5]))
        moves = [move for move in rules.sound(position) if carry_out(position, move)] if position.ended == GOING else []
        for move in draw.sample(moves, min(TRIED, len(moves))):
            assert rules.judged(position, move, watch.objection) == rules.judged(position, move), (
                spell(move),
                spell_diagram(position),
            )
            compared += 1


def test_a_jump_across_the_palace_is_seen():
    """A 包 that comes to the corner of the palace opposite the king, with a screen in the middle, threatens it."""
    board = "チャンギ盤"
    position = drawn(
        laws(board),
        """\
・・・・・・・・△楚・・・・・・・・01
・・・・・・・・・・・・・・・・・・02
・・・・・・・・・・・・・・・・・・03
・・・・・・・・・・・・・・・・・・04
・・・・・・・・・・△包・・・・・・05
・・・・・・・・・・△卆・・・・・・06
▲卆・・・・・・・・・・・・・・・・07
・・・・・・・・・・・・・・・・・・08
・・・・・・・・▲士・・・・・・・・09
・・・・・・▲楚・・・・・・・・・・10
手番：先手""",
    )
    watch = Watch()
    for written in ("一07-一06卆", "六05-六08包"):
        article, position = rules.judged(position, read(board, written).move, watch.objection)
        assert not article
    for written, expected in (("一06-一05卆", 45), ("五09-四09士", 0)):
        move = read(board, written).move
        assert rules.judged(position, move, known_to(watch).objection)[0] == rules.fault(position, move) == expected
