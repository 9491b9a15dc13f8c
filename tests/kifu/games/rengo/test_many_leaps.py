"""Tests the duty to leap with many leap sequences: the greatest number is exact, or the verdict calls it unproven."""

import random
from itertools import islice

import pytest
from drawn import drawn, position_of
from each import each

from kifu.games.rengo import jump_search, longest_jump_trails, mandatory_capture, rules
from kifu.games.rengo.check_detection_and_effect_breaches import article_violated_by_effect
from kifu.games.rengo.diagrams_and_drawing import spell_diagram
from kifu.games.rengo.game import GAME
from kifu.games.rengo.jump_moves import VICTIM_SHIFT, leaping_pieces, leaps_of_piece
from kifu.games.rengo.mandatory_capture import capture_obligation
from kifu.games.rengo.position import decode, encode, rule_context
from kifu.referee.verify import verify
from notation.reading import read


def lattice(board, unit, at, step=2):
    """Return a position with 歩 on every second square of every second row, and one 平 or 冠 among them."""
    chosen = rule_context(board)
    columns, rows = chosen.geometry.columns, chosen.geometry.rows
    cells = [["・・"] * columns for _ in range(rows)]
    for row in range(1, rows - 1, step):
        for column in range(1, columns - 1, step):
            cells[row][column] = "△歩"
    cells[at[0]][at[1]] = f"▲{unit}"
    cells[0][columns - 1], cells[rows - 1][0] = "△玉", "▲玉"
    return drawn(
        chosen, "\n".join(["".join(row) + f"{number:02d}" for number, row in enumerate(cells, 1)] + ["手番：先手"])
    )


@each("unit", "平冠")
@each(("board", "most"), [("ドラフツ盤", 16), ("連珠盤", 45), ("碁盤19路", 75)])
def test_a_lattice_is_proven(board, most, unit):
    """On a board full of units to leap the number is proven; a sequence that takes it is legal, all other actions are not."""
    position = lattice(board, unit, (8, 2))
    assert capture_obligation(position)[:2] == (most, True)
    first = next(rules.legal_moves(position))
    assert rules.first_breach(position, first) == 0
    assert len(rules.pseudo_legal_effect(position, first).taken) == most
    assert rules.first_breach(position, 0) in {42, 49}
    _, places, _ = decode(first)
    assert rules.first_breach(position, encode(decode(first)[0], places[:-1])) == 42


def test_the_whole_lattice_of_the_draughts_board_is_exact():
    """On the draughts board the walk is exact: all sixteen units can be taken, and every listed sequence takes them."""
    position = lattice("ドラフツ盤", "平", (8, 2))
    moves = list(rules.legal_moves(position))
    assert capture_obligation(position).most == 16
    assert len(set(moves)) == len(moves) > 1
    assert {len(rules.pseudo_legal_effect(position, move).taken) for move in moves} == {16}


def crowded(unit, seed, pieces=1):
    """Return a position of 碁盤9路 with 歩 to leap on a lattice with holes and off it, and some 平 or 冠."""
    draw = random.Random(f"crowded {seed}")
    cells = [["・・"] * 9 for _ in range(9)]
    lattice_points = [(row, column) for row in range(1, 8, 2) for column in range(1, 8, 2)]
    anywhere = [(row, column) for row in range(9) for column in range(9)]
    for row, column in draw.sample(lattice_points, draw.randint(8, 16)) + draw.sample(anywhere, draw.randint(0, 8)):
        cells[row][column] = "△歩"
    for _ in range(pieces):
        cells[2 * draw.randrange(5)][2 * draw.randrange(5)] = f"▲{unit}"
    cells[0][1], cells[8][7] = "△玉", "▲玉"
    rows = ["".join(row) + f"{number:02d}" for number, row in enumerate(cells, 1)]
    return drawn(rule_context("碁盤9路"), "\n".join([*rows, "手番：先手"]))


@pytest.mark.parametrize("unit", "平冠")
def test_no_unit_is_leapt_twice(unit):
    """Each leap of a sequence takes another unit: a sequence takes as many units as it has leaps."""
    longest = 0
    for seed in range(20):
        position = crowded(unit, seed)
        most = capture_obligation(position).most
        for move in islice(rules.legal_moves(position), 200) if most else ():
            taken = rules.pseudo_legal_effect(position, move).taken
            assert len(set(taken)) == len(taken) == len(decode(move)[1]) - 1 == most
        longest = max(longest, most)
    assert longest > 5


def fresh(position):
    """Return the duty and the moves, computed without the caches."""
    mandatory_capture._find_obligation.cache_clear()
    mandatory_capture._capturing_pieces.cache_clear()
    return capture_obligation(position), sorted(rules.legal_moves(position))


@pytest.mark.parametrize("unit", "平冠")
@each("seed", range(25))
def test_webs_and_searches_agree_with_the_walk(unit, seed, monkeypatch):
    """Webs and searches, used when there are too many states, give the same number and the same moves as the walk."""
    position = crowded(unit, seed, pieces=1 + seed % 3)
    walked, moves = fresh(position)
    with monkeypatch.context() as few:
        few.setattr(jump_search, "STATES", 0)
        compelled, others = fresh(position)
    fresh(position)
    assert walked.proven
    assert compelled.most <= walked.most
    if compelled.proven:
        assert (compelled.most, others) == (walked.most, moves)


def test_webs_are_what_most_crowded_boards_are():
    """The comparison meets webs, searches and long sequences, and every web is proven."""
    met = set()
    for unit in "平冠":
        for seed in range(25):
            position = crowded(unit, seed)
            (origin,) = leaping_pieces(position.board, 0)
            ways = leaps_of_piece(position.context.geometry, position.board, origin)
            web = longest_jump_trails.jump_graph(ways, origin) if ways.leaps_from(origin) else None
            if web is not None:
                least = len(jump_search.breadth_first_levels(ways, origin) or ())
                count, state = next(longest_jump_trails.capturable_sets(web, 1))
                assert count == least
                assert (state >> VICTIM_SHIFT).bit_count() == count
            met.add((unit, web is not None, capture_obligation(position).most > 4))
    assert met >= {("平", True, True), ("冠", True, True), ("冠", False, True)}


def test_what_is_not_proven_is_said():
    """For a 冠 among scattered units of the largest board the number is a lower bound, and the verdict says so."""
    chosen = rule_context("碁盤19路")
    draw = random.Random("scattered")
    squares = draw.sample([(row, column) for row in range(1, 18) for column in range(1, 18)], 91)
    cells = [["・・"] * 19 for _ in range(19)]
    for row, column in squares[:90]:
        cells[row][column] = "△歩"
    for row in range(3, 16, 2):
        for column in range(3, 16, 2):
            cells[row][column] = "△歩"
            cells[row - 1][column] = cells[row][column - 1] = cells[row - 1][column - 1] = "・・"
    cells[8][8], cells[0][18], cells[18][0] = "▲冠", "△玉", "▲玉"
    rows = ["".join(row) + f"{number:02d}" for number, row in enumerate(cells, 1)]
    diagram = "\n".join([*rows, "手番：先手"])
    position = drawn(chosen, diagram)
    compelled = capture_obligation(position)
    assert not compelled.proven
    assert len(compelled.example) - 1 == compelled.most > 10
    move = next(rules.legal_moves(position))
    text = f"棋種：続・連合将棋\n盤：碁盤19路\n局面図\n{diagram}\n1 {GAME.spell(move)}\n"
    verdict = verify(read("text", text.encode()).records[0], "")
    assert verdict.status.value == "UNFINISHED"
    assert "leap-maximum-unproven" in [diagnostic.code for diagnostic in verdict.diagnostics]
    assert (
        f"at least {compelled.most}" in GAME.explain(position, 0).message.en
        or GAME.explain(position, 0).article != "rengo.42"
    )


def mixed(seed):
    """Return a crowded position of 碁盤9路 with units of all kinds, many of them attacking 先手's king."""
    draw = random.Random(f"permit {seed}")
    cells = [["・・"] * 9 for _ in range(9)]
    at = draw.sample(range(81), 30)
    for square in at[:16]:
        cells[square // 9][square % 9] = "△" + draw.choice("歩歩飛角香桂城傌象车炮包后騎")
    for square in at[16:20]:
        cells[square // 9][square % 9] = "▲" + draw.choice("歩金碁珠")
    for square in at[20:23]:
        cells[square // 9][square % 9] = "▲" + draw.choice("平冠")
    cells[at[23] // 9][at[23] % 9], cells[at[24] // 9][at[24] % 9] = "▲玉", "△玉"
    rows = ["".join(row) + f"{number:02d}" for number, row in enumerate(cells, 1)]
    return drawn(rule_context("碁盤9路"), "\n".join([*rows, "手番：先手"]))


@pytest.mark.parametrize("ten", range(0, 120, 10))
@each("one", range(10))
def test_searches_under_attack_agree_with_the_walk(ten, one, monkeypatch):
    """With units of all kinds, checks and pins, a proven number is exact, and an unproven one is not too large."""
    position = mixed(ten + one)
    walked, moves = fresh(position)
    with monkeypatch.context() as few:
        few.setattr(jump_search, "STATES", 0)
        compelled, others = fresh(position)
    fresh(position)
    assert walked.proven
    assert compelled.most <= walked.most
    if compelled.proven:
        assert (compelled.most, others) == (walked.most, moves)


@each("seed", range(120))
def test_the_quick_look_refuses_nothing_legal(seed):
    """The quick look at attacks on the king agrees with the full test whether a sequence may end."""
    position = mixed(seed)
    for origin in leaping_pieces(position.board, 0):
        ways, permit = (
            leaps_of_piece(position.context.geometry, position.board, origin),
            jump_search.LegalEndTest(position, origin),
        )
        for level in jump_search.breadth_first_levels(ways, origin) or ():
            for state in jump_search.expand_landings(ways, level):
                deed = jump_search.sequence_effect(position, origin, state)
                assert permit(state) == (not article_violated_by_effect(position, deed)), spell_diagram(position)


def test_the_quick_look_spares_looking():
    """If no leap can meet a check, the search looks at no position."""
    position = position_of("碁盤9路 | 先: 玉五09 平三07 | 後: 玉九01 飛五05 歩四06,二06,四04,六04 | 番: 先")
    permit = jump_search.LegalEndTest(position, leaping_pieces(position.board, 0)[0])
    assert capture_obligation(position).most == 0
    ways = leaps_of_piece(position.context.geometry, position.board, leaping_pieces(position.board, 0)[0])
    assert not any(
        permit(state)
        for level in jump_search.breadth_first_levels(ways, permit._origin)
        for state in level
        if not state & (1 << 9 + 40)
    )
    assert permit.looks == 0
