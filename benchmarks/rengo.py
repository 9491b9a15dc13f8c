"""Measures 続・連合将棋 with full armies from text to verdict, the functions that dominate, and the worst leap positions.

Records are judged one by one. Plies per second are also given as a ratio to python-chess's `read_game`, measured in the
same run. So is perft from the start of chess to python-chess, and from the start of shogi to pyffish: the same positions
with the same counts. Times are those of the processor, so that other programs on the machine disturb them less.
"""

from __future__ import annotations

import cProfile
import pstats
import random
from importlib import util
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

import chess
import click
from peer import chess_perft, machine, random_pgn, read_pgn, work_of

from kifu.core.compiled.perft_and_expected_counts import perft
from kifu.core.game.text import split_diagram
from kifu.games.rengo import jump_search, mandatory_capture
from kifu.games.rengo.diagrams_and_drawing import read_diagram
from kifu.games.rengo.game import Rengo
from kifu.games.rengo.position import Position, parse_rules, rule_context
from kifu.games.rengo.rules import end_of_game, first_breach, legal_moves
from kifu.referee.verify import verify
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ARMY = ("香桂銀金玉金銀桂香", "・角・碁・翻・飛・", "歩平歩平兵平歩平歩")
"""Three rows of units: the last row of the board, the row before it, and the row of the soldiers. With the stand they
make 90 of the 100 points."""
STAND = "碁8 翻4 珠8"
BOARDS = {"碁盤9路": 2000, "ドラフツ盤": 2000, "碁盤19路": 300}
"""The boards, and the plies per second that each must reach."""
LATTICES = ("ドラフツ盤", "連珠盤", "碁盤19路")
"""The boards that are filled with units to leap over."""
CHESS = ("城騎僧后王僧騎城", "兵兵兵兵兵兵兵兵")
SHOGI = ("香桂銀金玉金銀桂香", "・角・・・・・飛・", "歩歩歩歩歩歩歩歩歩")
"""The armies of chess and of shogi, 先手's rows from the last one up; the other army of shogi is turned round."""
DEPTH = 3
PROFILED = 6
"""How many functions are named: those that take the most time themselves."""


@click.command()
@click.option("--games", "number", default=12, show_default=True, help="Games on each board.")
@click.option("--plies", default=120, show_default=True)
@click.option("--runs", default=3, show_default=True)
def main(number: int, plies: int, runs: int) -> None:
    """Judge random games of full armies, and the same number of plies of chess with the peer; then lattices of leaps."""
    print(machine())
    for board, aim in BOARDS.items():
        data = "".join(game(board, seed, plies) for seed in range(number)).encode()
        judged = judging(board, data, plies, runs)
        print(f"{board}\t{judged.ours:>8,.0f} plies/s (wanted {aim:,}), {judged.told}")
        print(f"\t{_dominating(data)}")
    for counted in counting(runs):
        print(f"perft {DEPTH} on {counted.board}\t{counted.ours:>8,.0f} nodes/s, {counted.told}")
    for holes in (0, 4):
        slowest = max((_leaps(board, unit, holes), f"{unit} on {board}") for board in LATTICES for unit in "平冠")
        named = f"a lattice without every {holes}th unit" if holes else "full lattices"
        print(f"slowest of {named}: {slowest[1]}, {slowest[0]:.2f} s for the duty, one action, one refusal and the end")


class Rates(NamedTuple):
    """What we and a peer do in a second of the processor: plies judged, or nodes counted."""

    board: str
    ours: float
    peer: str
    theirs: float

    @property
    def told(self) -> str:
        """The rate of the peer, and our ratio to it."""
        return f"{self.peer} {self.theirs:,.0f}, ratio {self.ours / self.theirs:.2f}"


def judging(board: str, data: bytes, plies: int, runs: int) -> Rates:
    """Judge records on a board, which have `plies` plies at most, and let python-chess read as many plies of chess."""
    judged = sum(verdict.plies for verdict in _judge(data))
    pgn, chess_plies = random_pgn(round(judged / plies), plies, seed=1)
    ours = judged / work_of(runs, lambda: _judge(data))
    return Rates(board, ours, "python-chess", chess_plies / work_of(runs, lambda: read_pgn(pgn)))


def game(board: str, seed: int, plies: int) -> str:
    """Return a random game of two full armies as a record."""
    chosen = rule_context(board, parse_rules("rengo/1"))
    tables = chosen.geometry
    cells = [["・・"] * tables.columns for _ in range(tables.rows)]
    for row, army in zip((tables.rows, tables.rows - 1, tables.board.soldiers), ARMY, strict=True):
        for column, unit in enumerate(army):
            if unit != "・":
                cells[row - 1][column], cells[tables.rows - row][column] = f"▲{unit}", f"△{unit}"
    diagram = "\n".join("".join(row) + f"{at:02d}" for at, row in enumerate(cells, 1))
    diagram += f"\n先手の駒台：{STAND}\n後手の駒台：{STAND}\n"
    position: Position = read_diagram(chosen, split_diagram(1, enumerate(diagram.splitlines(), start=1)))
    draw, rules = random.Random(seed), Rengo(chosen)
    lines = []
    while len(lines) < plies and (moves := [move for move in legal_moves(position) if move]):
        move = draw.choice(moves)
        lines.append(f"{len(lines) + 1} {rules.spell(move)}\n")
        position = rules.play(position, move)
    return f"棋種：続・連合将棋\n規則：rengo/1\n盤：{board}\n局面図\n{diagram}{''.join(lines)}"


def counting(runs: int) -> Iterator[Rates]:
    """Count the moves of chess and of shogi as rengo plays them, and as a public engine does, if it is installed."""
    board = chess.Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1")
    peers: list[tuple[str, str, Position, Callable[[], int]]] = [
        ("python-chess", "チェス盤", _start("チェス盤", CHESS), lambda: chess_perft(board, DEPTH))
    ]
    if util.find_spec("pyffish") is not None:
        peers.append(("pyffish", "将棋盤", _start("将棋盤", SHOGI), lambda: _of_shogi([], DEPTH)))
    for name, ground, position, theirs in peers:
        rules = Rengo(position.context)
        nodes = theirs()
        if perft(rules, position, DEPTH) != nodes:
            raise SystemExit(f"the counts on {ground} differ from {name}'s")
        ours = nodes / work_of(runs, lambda rules=rules, position=position: perft(rules, position, DEPTH))
        yield Rates(ground, ours, name, nodes / work_of(runs, theirs))


def _start(board: str, army: tuple[str, ...]) -> Position:
    """Return the start of a board's own game; the budget is raised."""
    chosen = rule_context(board, parse_rules("rengo/1 budget=999"))
    rows = ["・・" * chosen.geometry.columns for _ in range(chosen.geometry.rows)]
    for number, units in enumerate(army):
        for mark, at, row in (("▲", -1 - number, units), ("△", number, units[::-1] if board == "将棋盤" else units)):
            rows[at] = "".join("・・" if unit == "・" else mark + unit for unit in row)
    lines = [f"{row}{number:02d}" for number, row in enumerate(rows, start=1)]
    return read_diagram(chosen, split_diagram(1, enumerate(lines, start=1)))


def _of_shogi(played: list[str], depth: int) -> int:
    """Return the perft of shogi by pyffish, after the moves `played` from the start."""
    import pyffish  # noqa: PLC0415 - it is an extra

    moves = pyffish.legal_moves("shogi", pyffish.start_fen("shogi"), played)
    return len(moves) if depth == 1 else sum(_of_shogi([*played, move], depth - 1) for move in moves)


def _judge(data: bytes) -> list:
    document = read("benchmark", data)
    return [verify(record, document.sha256) for record in document.records]


def _dominating(data: bytes) -> str:
    """Return the functions that take the most time themselves, with their share."""
    profile = cProfile.Profile(process_time)
    profile.runcall(_judge, data)
    stats = pstats.Stats(profile)
    whole = stats.total_tt  # type: ignore[attr-defined]  # the stub lacks it
    spent = sorted(((time, place) for place, (_, _, time, _, _) in stats.stats.items()), reverse=True)  # type: ignore[attr-defined]
    return ", ".join(f"{Path(file).stem}.{name} {time / whole:.0%}" for time, (file, _, name) in spent[:PROFILED])


def _leaps(board: str, unit: str, holes: int) -> float:
    """Return the seconds that one position takes with units to leap over on every second square of every second row.

    One in `holes` of these units is missing, at random; with 0 none is missing.
    """
    draw = random.Random(holes)
    tables = rule_context(board).geometry
    cells = [["・・"] * tables.columns for _ in range(tables.rows)]
    for row in range(1, tables.rows - 1, 2):
        for column in range(1, tables.columns - 1, 2):
            if not holes or draw.randrange(holes):
                cells[row][column] = "△歩"
    cells[8][2], cells[0][-1], cells[-1][0] = f"▲{unit}", "△玉", "▲玉"
    lines = ["".join(row) + f"{at:02d}" for at, row in enumerate(cells, 1)]
    position: Position = read_diagram(rule_context(board), split_diagram(1, enumerate([*lines, "手番：先手"], start=1)))
    mandatory_capture._find_obligation.cache_clear()  # noqa: SLF001 - empties the caches for a fair time
    mandatory_capture._capturing_pieces.cache_clear()  # noqa: SLF001
    jump_search.breadth_first_levels.cache_clear()
    start = process_time()
    first = next(legal_moves(position))
    first_breach(position, first)
    first_breach(position, 0)
    end_of_game(position)
    return process_time() - start


if __name__ == "__main__":
    main()
