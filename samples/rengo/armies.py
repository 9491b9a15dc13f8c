"""Buys armies of 100 points (rengo.7) and plays games with them. SOURCES.md describes the player.

There is no engine for 続・連合将棋. A player here looks at its move and the answer to it, and counts units at their cost.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from rengo.generate import rows

from kifu.core.game.text import split_diagram
from kifu.core.outcome import Ending, Outcome, Side
from kifu.games.rengo.boards_and_unit_movements import BOARDS, FRESH, SIDE, UNIT_OF, UNITS
from kifu.games.rengo.diagrams_and_drawing import read_diagram
from kifu.games.rengo.game import Rengo
from kifu.games.rengo.position import parse_rules, rule_context

if TYPE_CHECKING:
    from kifu.games.rengo.position import Position

LONGEST = 120
BEST, OTHERS = 10, 10
"""How many moves are looked at: those that win most at once, and others drawn at random."""
HOPELESS = 30
"""The points behind, at two of its turns in succession, at which a side resigns."""
WIN = 10_000
GAIN = {"馬": 12, "竜": 15, "と": 6, "圭": 6, "杏": 6, "全": 6, "核": 4}
"""What a promoted face is worth to the player; every other unit is worth its cost."""
VALUE = [0] + [
    GAIN.get(unit.name, unit.cost) if unit.arm != "王様" else 0
    for unit in (UNIT_OF[kind] for kind in range(1, FRESH + 1))
]
MOST = 32
"""The most stones that an army has on its stand: there are 32 翻 for a player."""
PALACE = "帥仕楚士"


class Game(NamedTuple):
    """A game that two players have played."""

    rules: Rengo
    diagram: str
    positions: tuple[Position, ...]
    played: tuple[int, ...]
    ending: Ending | None
    resigned: bool
    """Whether the side to move resigned; else the rules have ended the game, or it was broken off."""

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves as a record writes them."""
        return tuple(map(self.rules.spell, self.played))


def army(board: str, house: str, seed: str) -> tuple[dict[tuple[int, int], str], str]:
    """Return an army that costs at most 100 points: units by row and column as 先手 sets them up, and the stand.

    Half of it is of the set `house`; the rest is drawn from all sets.
    """
    draw = random.Random(seed)  # noqa: S311 - a reproducible game, no secret
    spec = BOARDS[board]
    away = not rule_context(board).geometry.board.family
    price = {unit.name: unit.away if away else unit.cost for unit in UNITS}
    soldiers = [unit for unit in UNITS if unit.arm == "兵隊" and not unit.of]
    officers = [unit for unit in UNITS if unit.arm not in {"兵隊", "王様", "置石"} and not unit.of]
    kings = [unit.name for unit in UNITS if unit.arm == "王様"]
    own = [unit.name for unit in UNITS if unit.arm == "王様" and unit.set == house]
    points = 100
    units: dict[tuple[int, int], str] = {}
    palace = (
        [(row, column) for row in range(spec.rows - 2, spec.rows + 1) for column in (4, 5, 6)] if spec.palace else []
    )
    back = [(row, column) for row in range(spec.soldiers + 1, spec.rows + 1) for column in range(1, spec.columns + 1)]
    king = own[0] if own else draw.choice(kings)
    units[spec.rows, (spec.columns + 1) // 2] = king
    points -= price[king]
    bought: dict[str, int] = {}
    for column in range(1, spec.columns + 1):
        kinds = [unit for unit in soldiers if bought.get(unit.name, 0) < unit.number[0]]
        wanted = [unit for unit in kinds if unit.set == house] if column % 2 else kinds
        chosen = draw.choice(wanted or kinds)
        units[spec.soldiers, column] = chosen.name
        bought[chosen.name] = bought.get(chosen.name, 0) + 1
        points -= price[chosen.name]
    stones = {"碁盤9路": "碁", "碁盤13路": "碁", "碁盤19路": "碁", "オセロ盤": "翻", "連珠盤": "珠"}.get(board, "")
    stand = f"{stones}5" if stones else "なし"
    points -= 5 * price[stones] if stones in {"翻", "珠"} else 0
    while True:
        left = [unit for unit in officers if bought.get(unit.name, 0) < unit.number[0] and price[unit.name] <= points]
        free = [place for place in back if place not in units]
        if not left or not free:
            break
        fitting = [unit for unit in left if unit.set == house and draw.random() < 1 / 2] or left
        chosen = draw.choice(fitting)
        inside = [place for place in free if place in palace]
        if spec.palace and chosen.name in PALACE:
            free = inside
        bought[chosen.name] = bought.get(chosen.name, 0) + 1
        if not free:
            continue
        units[draw.choice(free)] = chosen.name
        points -= price[chosen.name]
    if stones in {"翻", "珠"}:
        stand = f"{stones}{min(MOST, 5 + points // price[stones])}"
    return units, stand


def setup(board: str, house: str, seed: int) -> str:
    """Return the diagram of two armies, each bought by itself."""
    spec = BOARDS[board]
    cells: dict[int, list[str]] = {row: ["・・"] * spec.columns for row in range(1, spec.rows + 1)}
    stands = []
    for mark in "▲△":
        units, stand = army(board, house, f"{board} {seed} {mark}")
        for (row, column), name in units.items():
            if mark == "▲":
                cells[row][column - 1] = f"▲{name}"
            else:
                cells[spec.rows + 1 - row][spec.columns - column] = f"△{name}"
        stands.append(stand)
    drawn = {row: "".join(units) for row, units in cells.items()}
    return rows(board, drawn, f"先手の駒台：{stands[0]}\n後手の駒台：{stands[1]}\n")


def balance(position: Position) -> float:
    """Return what 先手 has on the board more than 後手."""
    total = 0
    for unit in position.board:
        if unit:
            total += VALUE[unit % SIDE] if unit < SIDE else -VALUE[unit % SIDE]
    return total


def choose(game: Rengo, position: Position, draw: random.Random) -> int:
    """Return the move after which the best answer leaves most units; among equal ones, one that goes forward."""
    side = 1 - 2 * position.turn
    legal = list(game.legal_moves(position))
    moves = [move for move in legal if move] or legal
    draw.shuffle(moves)
    after = {move: game.play_legal(position, move) for move in moves}
    ordered = sorted(moves, key=lambda move: -side * balance(after[move]))
    tried = ordered[:BEST] + draw.sample(ordered[BEST:], min(OTHERS, len(ordered[BEST:])))
    return max(tried, key=lambda move: _worth(game, after[move], side) + draw.random())


def _worth(game: Rengo, position: Position, side: int) -> float:
    ending = game.outcome(position)
    if ending is not None:
        return {Outcome.FIRST: WIN, Outcome.SECOND: -WIN}.get(ending.outcome, 0) * side
    worst = side * balance(position)
    for move in game.legal_moves(position):
        reply = game.play_legal(position, move)
        if reply.ended and (ended := game.outcome(reply)) and ended.outcome is Outcome.win(Side(position.turn)):
            return -WIN
        worst = min(worst, side * balance(reply))
    return worst


def play(board: str, house: str, seed: int, hopeless: int = HOPELESS, diagram: str = "") -> Game:
    """Play the game of a seed to its end by the rules, to a resignation, or to LONGEST plies.

    Without a diagram each side buys an army. A side resigns that is `hopeless` points behind.
    """
    chosen = rule_context(board, parse_rules("rengo/1"))
    diagram = diagram or setup(board, house, seed)
    start = read_diagram(chosen, split_diagram(1, enumerate(diagram.splitlines(), start=1)))
    game, draw = Rengo(chosen), random.Random(seed)  # noqa: S311 - a reproducible game, no secret
    positions, moves = [start], []
    seen = Counter(positions)
    behind = [0, 0]
    ending = game.outcome(start)
    while ending is None and len(moves) < LONGEST:
        position = positions[-1]
        lack = -balance(position) * (1 - 2 * position.turn)
        behind[position.turn] = behind[position.turn] + 1 if lack >= hopeless else 0
        if behind[position.turn] > 1:
            return Game(game, diagram, tuple(positions), tuple(moves), None, resigned=True)
        move = choose(game, position, draw)
        moves.append(move)
        positions.append(game.play_legal(position, move))
        seen[positions[-1]] += 1
        notice = game.history(positions, moves, seen[positions[-1]])
        ending = notice if isinstance(notice, Ending) else game.outcome(positions[-1])
    return Game(game, diagram, tuple(positions), tuple(moves), ending, resigned=False)
