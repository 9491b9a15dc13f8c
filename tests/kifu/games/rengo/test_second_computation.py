"""Compares flips, enclosures, fives and threats with a second implementation, on random boards of every kind."""

import random

import naive
import pytest
from drawn import drawn, position_of
from each import each

from kifu.core.errors import InvalidSetup
from kifu.games.rengo import apply_move, check_detection_and_effect_breaches, rules
from kifu.games.rengo.apply_move import move_effect, pseudo_legal_effect
from kifu.games.rengo.boards_and_unit_movements import BOARDS, HANDS, NAMES, SIDE, UNITS
from kifu.games.rengo.diagrams_and_drawing import spell_diagram
from kifu.games.rengo.jump_moves import SQUARE, leaping_pieces, leaps_of_piece
from kifu.games.rengo.jump_search import breadth_first_levels, expand_landings, sequence_effect
from kifu.games.rengo.position import DROP, GOING, KING_TAKEN, RengoOptions, decode, differing_options, rule_context

pytestmark = pytest.mark.no_cover  # watching this number of positions is slow, and other tests run the same lines

ANY = [unit.name for unit in UNITS if unit.arm != "王様"]
STONY = "碁碁碁碁碁翻翻珠平冠歩飛炮"
SEEDS = 60
THREATS = 360
"""Positions whose threats are compared: among the first 311 none holds a threat by enclosure alone."""


def random_position(draw, crowd=None):
    """Return a random later position: any board, any units, stones often, stands filled, sometimes an option."""
    while True:
        name = draw.choice(list(BOARDS)) if draw.random() < 0.5 else draw.choice(["チェス盤", "碁盤9路", "ドラフツ盤"])
        options = draw.choice(
            [RengoOptions(), RengoOptions(), *(chosen for _, chosen in differing_options(RengoOptions()))]
        )
        chosen = rule_context(name, options)
        size = chosen.geometry.size
        columns = chosen.geometry.columns
        cells = ["・・"] * size
        share = crowd or draw.choice([0.1, 0.3, 0.5, 0.8, 0.93])
        for at in range(size):
            if draw.random() < share:
                cells[at] = draw.choice("▲△") + draw.choice(STONY if draw.random() < 0.7 else ANY)
        for side, at in zip("▲△", draw.sample(range(size), 2), strict=True):
            cells[at] = side + draw.choice("玉王帥楚君")
        rows = ["".join(cells[at : at + columns]) + f"{at // columns + 1:02d}" for at in range(0, size, columns)]
        stands = [" ".join(NAMES[kind] for kind in HANDS if draw.random() < 0.5) or "なし" for _ in range(2)]
        fields = [f"先手の駒台：{stands[0]}", f"後手の駒台：{stands[1]}", f"手番：{draw.choice('先後')}手"]
        try:
            return drawn(chosen, "\n".join([*rows, *fields]))
        except InvalidSetup:
            continue


def seen(position):
    """Return the board as the second computation sees it, and its size."""
    geometry = position.context.geometry
    return naive.read(spell_diagram(position), geometry.columns), (geometry.rows, geometry.columns)


@pytest.mark.parametrize("ten", range(0, SEEDS, 10))
@each("one", range(10))
def test_dropped_stones(ten, one):
    """A dropped 碁 or 翻 flips and takes what the second computation says, and leaves the rest."""
    seed = ten + one
    draw = random.Random(f"drop {seed}")
    position = random_position(draw)._replace(turn=seed % 2)
    units, size = seen(position)
    mark = "▲△"[position.turn]
    dropped = 0
    for move in rules.pseudo_legal_actions(position):
        kind, places, suffix = decode(move)
        if suffix != DROP:
            continue
        at = ((places[0] >> 5) - 1, places[0] & 31)
        deed = pseudo_legal_effect(position, move)
        expected = dict(units)
        expected[at] = (mark, NAMES[kind])
        flipped = naive.flips(units, at, mark, size) if NAMES[kind] == "翻" else set()
        royal = [here for here in flipped if units[here][1] in "玉王帥楚君"]
        if position.context.options.hasami == "immune" and NAMES[kind] == "翻":
            flipped = flips_without_kings(units, at, mark, size)
            royal = []
        for here in flipped:
            expected[here] = (mark, units[here][1])
        for here in royal:
            del expected[here]
        for here in naive.captured(expected, "△▲"[position.turn], size):
            del expected[here]
        after, _ = seen(deed.after)
        assert after == expected, spell_diagram(position)
        assert deed.after.ended == KING_TAKEN or apply_move.has_five(
            position.context.geometry, deed.after.board, position.turn
        ) == naive.five(after, mark)
        dropped += 1
        if dropped > 40:
            break


def flips_without_kings(units, at, side, size):
    """Return the flips of the directions that hold no king (hasami=immune)."""
    flipped = set()
    for down, right in naive.DIRECTIONS:
        line = {here for here in naive.flips(units, at, side, size) if on_ray(at, here, (down, right))}
        if not any(units[here][1] in "玉王帥楚君" for here in line):
            flipped |= line
    return flipped


def on_ray(start, end, direction):
    """Tell whether `end` lies from `start` in a direction."""
    row, column = end[0] - start[0], end[1] - start[1]
    length = max(abs(row), abs(column))
    return (row, column) == (direction[0] * length, direction[1] * length)


@pytest.mark.parametrize("ten", range(0, SEEDS, 10))
@each("one", range(10))
def test_forbidden_points(ten, one):
    """rengo.34 as the program judges it: an action is refused exactly if it leaves a chain of its own surrounded."""
    seed = ten + one
    draw = random.Random(f"34 {seed}")
    position = random_position(draw, 0.8 if seed % 2 else None)
    mark = "▲△"[position.turn]
    for move in list(rules.pseudo_legal_actions(position))[:150]:
        deed = pseudo_legal_effect(position, move)
        units, size = seen(deed.after)
        mine = bool(naive.captured(units, mark, size))
        theirs = apply_move.is_any_chain_enclosed(
            position.context.geometry, deed.after.board, deed.touched, position.turn
        )
        assert mine == theirs, (decode(move), spell_diagram(position), spell_diagram(deed.after))
        assert deed.after.ended == KING_TAKEN or not naive.captured(units, "△▲"[position.turn], size)


def could_be_taken(position, side):
    """Tell by trying every action whether the king of `side` could be taken (rengo.44)."""
    given = position._replace(turn=1 - side, ended=GOING, en_passant=-1)
    deeds = [pseudo_legal_effect(given, move) for move in rules.pseudo_legal_actions(given)]
    for origin in leaping_pieces(given.board, 1 - side):
        ways = leaps_of_piece(given.context.geometry, given.board, origin)
        for level in breadth_first_levels(ways, origin) or ():
            deeds += [
                sequence_effect(given, origin, state)
                for state in expand_landings(ways, level)
                if state & SQUARE != given.ko
            ]
    for deed in deeds:
        if deed.after.kings[side] < 0:
            if given.context.options.kinshi == "nonking":
                return True
            units, size = seen(deed.after)
            if not naive.captured(units, "▲△"[1 - side], size):
                return True
    return False


@pytest.mark.parametrize("ten", range(0, THREATS, 10))
@each("one", range(10))
def test_threats(ten, one):
    """A king is threatened exactly if some action takes it: by any piece, leap, enclosure or flanking."""
    seed = ten + one
    draw = random.Random(f"threat {seed}")
    position = random_position(draw)
    for side in (0, 1):
        assert check_detection_and_effect_breaches.is_king_attacked(position, side, -1) == could_be_taken(
            position, side
        ), (
            side,
            spell_diagram(position),
        )


@each(
    ("king", "fence"),
    [("一02", "二02,一03"), ("八01", "七01,八02"), ("二09", "三09,二08"), ("九08", "八08,九07")],
)
def test_the_last_gap_may_be_a_corner(king, fence):
    """A king beside a corner is threatened by the 碁 that completes the fence there, on each corner of a board."""
    line = f"碁盤9路 | 先: 玉{king} | 後: 玉五05 碁{fence} | 台後: {{}} | 番: 先"
    for stand in ("碁", "歩"):
        position = position_of(line.format(stand))
        assert (
            check_detection_and_effect_breaches.is_king_attacked(position, 0, -1)
            == could_be_taken(position, 0)
            == (stand == "碁")
        )


def test_threats_of_every_kind_were_met():
    """The random positions hold threats by displacement, leap, enclosure and flanking, each alone."""
    met = set()
    for seed in range(THREATS):
        position = random_position(random.Random(f"threat {seed}"))
        for side in (0, 1):
            king, stand = position.kings[side], position.stands[1 - side]
            kinds = {
                "displacement": check_detection_and_effect_breaches._is_king_attacked_by_displacement(
                    position, king, 1 - side
                ),
                "enclosure": bool(stand[check_detection_and_effect_breaches.HAND_GO])
                and check_detection_and_effect_breaches._is_king_attacked_by_enclosure(position, king, 1 - side, -1),
                "flanking": bool(stand[check_detection_and_effect_breaches.HAND_DISC])
                and check_detection_and_effect_breaches._is_king_attacked_by_flanking(position, king, 1 - side, -1),
                "leap": check_detection_and_effect_breaches.is_king_attacked_by_leaps(position, king, 1 - side, -1),
            }
            present = [kind for kind, there in kinds.items() if there]
            if len(present) == 1:
                met.add(present[0])
    assert met == {"displacement", "enclosure", "flanking", "leap"}


def test_the_settled_board_is_what_moved():
    """A move that takes nothing empties its origin, fills its target, and touches no other square."""
    position = random_position(random.Random("settle"), 0.3)
    moved = 0
    for move in rules.pseudo_legal_actions(position):
        kind, places, suffix = decode(move)
        if suffix or NAMES[kind] == "兵":
            continue
        origin, to = (
            (at >> 5) * position.context.geometry.columns - position.context.geometry.columns + (at & 31)
            for at in places
        )
        deed = move_effect(position, origin, to, (to,) if position.board[to] else ())
        expected = bytearray(position.board)
        expected[to], expected[origin] = expected[origin], 0
        assert deed.after.board == bytes(expected)
        assert position.board[origin] // SIDE == position.turn
        moved += 1
    assert moved > 20
