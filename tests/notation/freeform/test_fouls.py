"""Tests that no foul is laundered: an illegal move is judged at its ply or asked about, however it is written."""

import random
from collections import Counter

import pytest
import written_forms
from helpers import verdict

import kifu
from kifu.core.errors import InvalidMove
from kifu.core.outcome import Side
from kifu.referee.status_fault_and_basis import Status
from notation.freeform.move_readings import is_legal

LETTERS = "abcdefghijklmnopqrs"
_COLUMNS = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十")
KNOWN = {"six": 0, "ace": 0, "king": 0, "master": 0, "rengo": 0}
"""How many of the many fouls are laundered today, by game; none is to be added."""
PLIES = 8
"""The most legal moves before a foul."""


def _letter(column, row):
    number = 10 * (len(column) > 1) + _COLUMNS.index(column[-1]) + 1
    return LETTERS[number - 1] + str(int(row))


def _styled(name):
    return lambda moves, _: [
        f"{ply} {written_forms.STYLES[name](*written_forms._parts(move))}" for ply, move in enumerate(moves, start=1)
    ]


def _numbered(moves, _):
    forms = ("第{}手 {}", "{}. {}", "({}) {}", "No.{} {}", "{}手目：{}", "{}) {}")
    return [forms[ply % len(forms)].format(ply, move) for ply, move in enumerate(moves, start=1)]


def _lettered(moves, _):
    written = (written_forms._parts(move) for move in moves)
    return [
        f"{ply} {'-'.join(_letter(*square) for square in squares)}{unit}"
        for ply, (squares, unit) in enumerate(written, start=1)
    ]


WAYS = {
    "plain": lambda moves, _: list(moves),
    "kanji rows": _styled("kanji-rows"),
    "numbers": _numbered,
    "marks": lambda moves, marks: [mark + move for mark, move in zip(marks, moves, strict=True)],
    "から": _styled("kara"),
    "CSV": lambda moves, _: ["手数,符号", *(f"{ply},{move}" for ply, move in enumerate(moves, start=1))],
    "table": lambda moves, _: [
        "| 手数 | 指し手 |",
        "|---|---|",
        *(f"| {ply} | {move} |" for ply, move in enumerate(moves, start=1)),
    ],
    "running text": lambda moves, marks: [
        "、".join(mark + move for mark, move in zip(marks, moves, strict=True)) + "。"
    ],
    "letters": _lettered,
}


def walk(game, draw):
    """Return the head of a game, its rules, and the moves and positions of a random walk."""
    head = written_forms.games()[game]["head"].strip() + "\n"
    (record,) = kifu.read(head.encode()).records
    (verdict,) = kifu.verify(kifu.read(head.encode()))
    rules, positions, moves = record.game, [verdict.replay.positions[0]], []
    for _ in range(4 * PLIES):
        legal = [one for one in rules.legal_moves(positions[-1]) if written_forms._parts(rules.spell(one))[0]]
        if not legal:
            break
        moves.append(rules.spell(draw.choice(legal)))
        positions.append(rules.play(positions[-1], rules.resolve(positions[-1], rules.read(moves[-1]))))
    return head, rules, moves, positions


def fouls(game, number):
    """Yield heads, legal moves with an illegal one behind them, and the mark of each side to move."""
    draw = random.Random(11)
    found = 0
    while found < number:
        head, rules, moves, positions = walk(game, draw)
        other = walk(game, draw)[2]
        for ply in draw.sample(range(min(PLIES, len(moves))), min(4, len(moves))):
            bad = [
                one
                for one in (*moves, *other)
                if written_forms._parts(one)[0] and not _is_legal(rules, positions[ply], one)
            ]
            if not bad or found == number:
                continue
            played = (*moves[:ply], draw.choice(bad))
            (verdict,) = kifu.verify(
                kifu.read(_text(head, [f"{at} {move}" for at, move in enumerate(played, start=1)]))
            )
            if (verdict.status, verdict.plies) == (Status.ILLEGAL, ply):
                found += 1
                yield head, played, ["▲" if rules.turn(one) is Side.FIRST else "△" for one in positions[: ply + 1]]


def _is_legal(rules, position, text):
    try:
        return is_legal(rules, position, text)
    except InvalidMove:
        return False


def _text(head, lines):
    return (head + "\n".join(lines) + "\n").encode()


def outcomes(game, number):
    """Return how many fouls of a game were judged, asked about, judged elsewhere, or laundered; and the laundered ones."""
    counts, laundered = Counter(), []
    for head, moves, marks in fouls(game, number):
        for name, way in WAYS.items():
            data = _text(head, way(moves, marks))
            verdict, *others = kifu.verify(kifu.read(data))
            if verdict.status is Status.ILLEGAL:
                kind = "judged" if verdict.plies == len(moves) - 1 else "elsewhere"
            else:
                kind = "asked" if verdict.status is Status.UNREADABLE and not others else "laundered"
            counts[kind] += 1
            if kind in {"laundered", "elsewhere"}:
                laundered.append((name, kind, verdict.status.value, verdict.plies, data.decode()))
    return counts, laundered


@pytest.mark.parametrize("game", written_forms.GAMES)
def test_some_fouls_in_nine_ways(game):
    """Eight illegal moves of a game, each written in nine ways: none passes as legal, none is judged at another ply."""
    counts, laundered = outcomes(game, 8)
    assert counts.total() == 8 * len(WAYS)
    assert len(laundered) <= KNOWN[game], laundered


@pytest.mark.no_cover
@pytest.mark.sweep
@pytest.mark.parametrize("game", written_forms.GAMES)
def test_many_fouls_in_nine_ways(game):
    """Some four hundred of each game, two thousand in all: the same."""
    counts, laundered = outcomes(game, 45)
    print(game, dict(counts))  # noqa: T201 - how many are judged, how many asked about
    assert len(laundered) <= KNOWN[game], laundered


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("武士 4-4→4-6 （ぴょーんと2マス）", "ILLEGAL"),
        ("武士 4-4→4-5 やったー", "UNFINISHED"),
        ("3-2に武士 → つぎは 4-4 がいい", "UNFINISHED"),
    ],
)
def test_the_goal_behind_an_arrow(line, status):
    """A square behind the arrow of a move is its goal, and not the beginning of a remark."""
    above = "6面体\n（数字は 左から-上から）\n1 4-3に占領\n2 2-5に占領\n3 4-4に武士\n4 2-6に占領\n"
    assert verdict(f"{above}5 {line}\n").status == status
