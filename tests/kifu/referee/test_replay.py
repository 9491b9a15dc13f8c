"""A replay is a value: the legal plies before the first fault, and that fault."""

import random
from functools import cache

from each import each
from helpers import DIAGRAM, HEAD, SIX, record

from kifu.core.outcome import Ending, Outcome, Side, Termination
from kifu.games.six.position import Position
from kifu.referee.record import Entry, Variation
from kifu.referee.replay import Replay, move_after_end_breach, out_of_turn_breach, replay_entries, replay_lines

START = Replay((SIX.start(),), (), None, None)


def entries(*moves):
    """Return moves as written on lines from 1, in column 6."""
    return [Entry(ply, text, ply, 6) for ply, text in enumerate(moves, start=1)]


def test_a_replay_holds_each_position():
    """A legal game has a position before the first ply and after each ply, the moves as integers, and no fault."""
    played = replay_entries(SIX, entries("一01占", "七07領", "一02占"), START)
    assert [SIX.spell(move) for move in played.moves] == ["一01占", "七07領", "一02占"]
    assert len(played.positions) == 4
    for before, move, after in zip(played.positions, played.moves, played.positions[1:], strict=False):
        assert SIX.play_legal(before, move) == after
    assert (played.fault, played.ending, played.notices) == (None, None, ())


@each(
    ("bad", "article", "code", "column"),
    [
        ("一01占", "six.1", "illegal-move", 6),
        ("四04士", "six.2", "illegal-move", 6),
        ("八01領", None, "square-off-board", 6),
        ("一02?", None, "unknown-unit", 9),
    ],
)
def test_a_replay_stops_at_the_first_fault(bad, article, code, column):
    """The replay keeps the legal plies before the fault and ignores the entries after it."""
    played = replay_entries(SIX, entries("一01占", bad, "！", "一01占"), START)
    assert (len(played.moves), len(played.positions)) == (1, 2)
    fault = played.fault
    assert (fault.ply, fault.move, fault.line, fault.column) == (2, bad, 2, column)
    assert (fault.article, fault.code) == (article, code)


def test_all_spellings_play_the_same():
    """Short and full names, marks, digits of either width and the ASCII dialect give the same move."""
    expected = replay_entries(SIX, entries("一01占", "七07領", "一02武"), START).positions
    for moves in (("一01占領", "七07占領", "一02武士"), ("▲一１占", "△七０7領", "☗一2武"), ("a01T", "g7T", "a2W")):
        assert replay_entries(SIX, entries(*moves), START).positions == expected


def test_a_replay_goes_on_from_another():
    """A replay continues the positions and moves of the line before it; the ply of a fault counts them."""
    first = replay_entries(SIX, entries("一01占"), START)
    second = replay_entries(SIX, [Entry(2, "七07領", 9, 1), Entry(3, "？", 10, 1)], first)
    assert (second.positions[:2], len(second.moves)) == (first.positions, 2)
    assert (second.fault.ply, second.fault.line) == (3, 10)


def test_nothing_may_follow_the_end():
    """A move after the end is a fault, whether the position or the line before it has ended the game."""
    over = record(HEAD + DIAGRAM + "1 四03-五03武\n2 一01領\n")
    start = SIX.read_diagram(over.setup)
    played = replay_entries(SIX, over.main.entries, Replay((start,), (), None, None))
    assert played.ending == Ending(Outcome.FIRST, Termination.ELIMINATION, "six.14")
    assert (played.fault.article, len(played.moves)) == ("six.14", 1)
    agreed = START._replace(ending=Ending(Outcome.DRAW, Termination.REPETITION, "six.16"))
    stopped = replay_entries(SIX, entries("一01占"), agreed)
    assert (stopped.fault.article, stopped.ending) == ("six.16", agreed.ending)


def test_the_breach_of_moving_out_of_turn():
    """The fault names both sides in both languages; in a finished game the end comes first."""
    breach = out_of_turn_breach(SIX, SIX.start(), Side.SECOND)
    assert breach.article == "six.1"
    assert "△" in breach.message.ja
    assert "先手の番" in breach.message.ja
    assert "turn of first" in breach.message.en
    ended = SIX.start()._replace(fallen=2)
    assert out_of_turn_breach(SIX, ended, Side.SECOND) == move_after_end_breach(SIX.outcome(ended))


def test_repetition_is_noted_at_its_ply():
    """Repetition counts the positions before too, and is noted once in a game."""
    board = DIAGRAM.replace("○占○○○○○05", "○占○○○士○05").replace("：14 占可", "：13 占不可")
    start = SIX.read_diagram(record(HEAD + board).setup)
    there, back = ["四03-三03武", "六05-六06士"], ["三03-四03武", "六06-六05士"]
    played = replay_entries(SIX, entries(*(there + back) * 5), Replay((start,), (), None, None))
    assert [(ply, note.code) for ply, note in played.notices] == [(12, "repetition")]


# Branches


@cache
def long_game(plies):
    """Return for each ply of an unfinished game the move played and another legal move."""
    draw = random.Random(plies)
    position, pairs = SIX.start(), []
    while len(pairs) < plies:
        moves = list(SIX.legal_moves(position))
        going = [move for move in moves if SIX.outcome(SIX.play_legal(position, move)) is None]
        played = draw.choice(going)
        pairs.append((SIX.spell(played), SIX.spell(draw.choice(moves))))
        position = SIX.play_legal(position, played)
    return tuple(pairs)


def line(start, parent, *moves):
    """Return a line of play from ply `start` on."""
    return Variation(start, parent, 1, tuple(Entry(ply, text, 1, 1) for ply, text in enumerate(moves, start)))


def one_by_one(lines):
    """Replay lines in the simplest way: each over a copy of the plies that it shares with its parent."""
    replays = [replay_entries(SIX, lines[0].entries, START)]
    for line in lines[1:]:
        above = None if line.parent is None else replays[line.parent]
        plies = line.start - 1
        if above is None or plies > len(above.moves):
            replays.append(None)
            continue
        over = above.ending if plies == len(above.moves) else None
        replays.append(
            replay_entries(SIX, line.entries, Replay(above.positions[: plies + 1], above.moves[:plies], None, over))
        )
    return replays


@each("seed", range(40))
def test_branches_are_replayed_like_lines_of_their_own(seed):
    """Lines in any order and with any parents have the same faults, ends and notes in both ways."""
    draw = random.Random(seed)
    game = long_game(60)
    lines = [line(1, None, *(played for played, _ in game))]
    for _ in range(30):
        parent = draw.randrange(len(lines))
        above = lines[parent]
        start = draw.randint(above.start + bool(parent), above.start + max(1, len(above.entries)))
        moves = [played for played, _ in game[start - 1 : start - 1 + draw.randint(0, 9)]]
        if start <= len(game) and draw.random() < 0.7:
            moves[:1] = [game[start - 1][1]]
        if draw.random() < 0.1:
            moves.append("？")
        lines.append(line(start, draw.choice([parent] * 9 + [None]), *moves))
    assert replay_lines(SIX, lines, START.positions[0]) == one_by_one(lines)


def test_a_branch_looks_back_over_what_it_shares():
    """Repetition is counted along the branch, without the plies that were taken back."""
    board = DIAGRAM.replace("○占○○○○○05", "○占○○○士○05").replace("：14 占可", "：13 占不可")
    start = SIX.read_diagram(record(HEAD + board).setup)
    cycle = ["四03-三03武", "六05-六06士", "三03-四03武", "六06-六05士"]
    lines = [
        line(1, None, *cycle * 5),
        line(11, 0, *cycle[2:]),
        line(3, 0, *(cycle * 3)[2:]),
        line(2, 0, "六05-七05士"),
    ]
    notes = [[(ply, note.code) for ply, note in played.notices] for played in replay_lines(SIX, lines, start)]
    assert notes == [[(12, "repetition")]] * 3 + [[]]


class Counted(Position):
    """A position that counts its look-ups."""

    looked_up = 0

    def __hash__(self):
        Counted.looked_up += 1
        return super().__hash__()


class Watched:
    """6面体 with positions that count."""

    def __getattr__(self, name):
        return getattr(SIX, name)

    def play(self, position, move):
        """Play a move."""
        return Counted(*SIX.play_legal(position, move))


BRANCHES, LENGTH = 400, 400


@each("kind", ["each from the one above", "all from the end", "from the beginning on"])
def test_many_branches_take_no_more_work_than_their_plies(kind):
    """Each position is looked up a few times, also in long games; the plies that branches share are kept once."""
    game = long_game(LENGTH)
    main = line(1, None, *(played for played, _ in game))
    if kind == "each from the one above":
        lines = [line(1, None, game[0][0], game[1][1])]
        lines += [line(at, at - 2, game[at - 1][0], game[at][1]) for at in range(2, LENGTH - 1)]
    elif kind == "all from the end":
        lines = [main, *(line(LENGTH, 0, game[-1][1]) for _ in range(BRANCHES))]
    else:
        lines = [main, *(line(at % LENGTH + 1, 0, game[at % LENGTH][1]) for at in range(BRANCHES))]
    Counted.looked_up = 0
    replays = replay_lines(Watched(), lines, Counted(*SIX.start()))
    assert not any(played.fault for played in replays)
    plies = sum(len(variation.entries) for variation in lines)
    assert Counted.looked_up <= 5 * (plies + 1)
    kept = [played.positions for played in replays[1:]]
    assert sum(len(positions.own) for positions in kept) <= plies
    for positions, branch in zip(kept, lines[1:], strict=True):
        assert positions.before is replays[branch.parent].positions
