"""The drawn positions that pairs of games begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core import games
from kifu.core.compiled.bind_and_compile import rules_compile
from kifu.core.game.text import split_diagram
from kifu.engine.solver import solve
from kifu.games.rengo.boards_and_unit_movements import UNITS

if TYPE_CHECKING:
    import random

    from kifu.core.game.game import Game, Position

PROOF = 3000
"""The positions that a proof may take; 30 times fewer where the rules are interpreted."""
REVISIONS = 1000
"""How often an army is drawn anew until it costs what it may."""


class Opening(NamedTuple):
    """The first position of a game and the moves that are played before the players choose."""

    game: Game
    positions: tuple[Position, ...]
    moves: tuple[int, ...]
    head: dict[str, str]
    """What a record of the game says about its board; empty for a game with a start of its own."""
    diagram: str


def opening(game_id: str, draw: random.Random, plies: int, board: str = "", cost: int = 40) -> Opening:
    """Return an opening of `plies` moves drawn uniformly, drawn anew if a side is proven to win in it.

    With a `board` of 続・連合将棋 both sides have the same drawn army, which costs `cost` points at most.
    """
    game, head, diagram = games.load(game_id), {}, ""
    start = game.start()
    if board:
        head = {"盤": board}
        game = game.configure(None, head)
        diagram = army(game, draw, cost)
        start = game.read_diagram(split_diagram(1, enumerate(diagram.splitlines(), start=1)))
    while True:
        positions, moves = [start], []
        while len(moves) < plies and game.outcome(positions[-1]) is None:
            moves.append(draw.choice(list(game.legal_moves(positions[-1]))))
            positions.append(game.play_legal(positions[-1], moves[-1]))
        ended = game.outcome(positions[-1]) is not None
        if not ended and solve(game, positions[-1], PROOF if rules_compile(game) else PROOF // 30).winner is None:
            return Opening(game, tuple(positions), tuple(moves), head, diagram)


def army(game: Game, draw: random.Random, cost: int) -> str:
    """Return the diagram of two equal drawn armies of 続・連合将棋, turned to each other: a king, pieces and soldiers, and stones in hand."""
    columns, rows = game.board.columns, game.board.rows
    soldiers = 6  # the soldiers' row of the boards with nine rows, from 0 (rengo.2)
    cells = [["・・"] * columns for _ in range(rows)]
    pieces = [unit for unit in UNITS if min(unit.number) and not unit.of and unit.arm not in {"王様", "置石"}]
    left = cost
    taken = {(rows - 1, columns // 2)}
    placed = [(rows - 1, columns // 2, draw.choice("玉王"))]
    numbers: dict[str, int] = {}
    for unit in draw.choices(pieces, k=REVISIONS):
        row = soldiers if unit.arm == "兵隊" else draw.choice((rows - 2, rows - 1))
        column = draw.randrange(columns)
        if unit.cost > left or numbers.get(unit.name, 0) == min(unit.number) or (row, column) in taken:
            continue
        taken.add((row, column))
        numbers[unit.name] = numbers.get(unit.name, 0) + 1
        left -= unit.cost
        placed.append((row, column, unit.name))
    for row, column, name in placed:
        cells[row][column] = f"▲{name}"
        cells[rows - 1 - row][columns - 1 - column] = f"△{name}"
    lines = ["".join(row) + f"{number:02d}" for number, row in enumerate(cells, start=1)]
    stand = f"碁{draw.randint(0, 50)} 翻{draw.randint(0, 4)} 珠{draw.randint(0, 6)}"
    return "\n".join([*lines, f"先手の駒台：{stand}", f"後手の駒台：{stand}"])
