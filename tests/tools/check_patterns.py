"""Compares `kifu corpus sql --pattern` with a naive count over the same records, position by position and image by image.

    python tests/tools/check_patterns.py RECORDS.kif [--games N]

The naive count reads the records through `kifu.verify`, turns each position by the contract (not the pattern), and asks plain
functions of a board instead of the parser. It prints the places of each pattern; any difference ends it with exit code 1.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import kifu

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.core.game.game import Game, Position

Board = dict[str, list[str]]
"""The squares by name, each with the units on it, as 先占 or 後三内."""
COLUMNS = "一二三四五六七八九"


class Asked(NamedTuple):
    """A pattern as text, and the same as a function of a board: how much is missing or too much."""

    text: str
    missing: Callable[[Board], int]
    turned: bool = False
    exchanged: bool = False
    near: int = 0


def on(board: Board, squares: str, *units: str) -> int:
    """Count the units on some squares, named with blanks between them."""
    return sum(unit in units for square in squares.split() for unit in board[square])


def rim(board: Board) -> str:
    """Name the squares of the rim."""
    names = list(board)
    columns, rows = {name[0] for name in names}, {name[1:] for name in names}
    ends = {min(columns, key=COLUMNS.index), max(columns, key=COLUMNS.index), min(rows), max(rows)}
    return " ".join(name for name in names if name[0] in ends or name[1:] in ends)


def below(number: int, least: int) -> int:
    """Return how many are missing."""
    return max(0, least - number)


def asked(game: Game) -> list[Asked]:
    """Return the patterns that are compared for a game."""
    if game.id == "six":
        own = ("先占",)
        return [
            Asked(
                "占 on 一01 and 七07, none on 四04",
                lambda b: below(on(b, "一01", *own), 1) + below(on(b, "七07", *own), 1) + on(b, "四04", *own),
                turned=True,
            ),
            Asked(
                "占が隅に2以上、縁に霊なし",
                lambda b: below(on(b, "一01 七01 一07 七07", *own), 2) + on(b, rim(b), "後怨"),
            ),
            Asked(
                "占または武 on 三03 or 四04, 一01 empty",
                lambda b: below(on(b, "三03 四04", "先占", "先武"), 1) + bool(b["一01"]),
                turned=True,
                exchanged=True,
            ),
            Asked(
                "exactly 3 占 on the board, none on the rim",
                lambda b: abs(on(b, " ".join(b), *own) - 3) + on(b, rim(b), *own),
                near=1,
            ),
            Asked(
                "占領 only on 二02-六06",
                lambda b: below(on(b, inner(b), "先占", "後占"), 1) + on(b, rim(b), "先占", "後占"),
            ),
        ]
    label = next(iter(game.units.values())).en.split(" (")[0]
    first, second = (name.label.ja for name in game.sides)
    any_first = [f"先{each.en.split(' (')[0]}" for each in game.units.values()]
    any_second = [f"後{each.en.split(' (')[0]}" for each in game.units.values()]
    whole = Asked(
        f"{first}が中央に、{second} none on the centre",
        lambda b: below(on(b, middle(b), *any_first), 1) + on(b, middle(b), *any_second),
        turned=True,
    )
    return [
        whole,
        whole._replace(exchanged=True),
        Asked(f"{label} on row 3", lambda b: below(on(b, row(b, "03"), f"先{label}", f"後{label}"), 1), turned=True),
        Asked(
            f"at least 3 {first} in 二02-四04, 三03 empty",
            lambda b: below(on(b, square(b, "二三四", "02 03 04"), *any_first), 3) + bool(b["三03"]),
            turned=True,
            near=1,
        ),
        Asked(
            f"{second} {label}が縁になし、先手の{label}が隅に1以下",
            lambda b: on(b, rim(b), f"後{label}") + max(0, on(b, corners(b), f"先{label}") - 1),
        ),
    ]


def inner(board: Board) -> str:
    """Name the squares that are not of the rim."""
    return " ".join(set(board) - set(rim(board).split()))


def row(board: Board, number: str) -> str:
    """Name the squares of a row."""
    return " ".join(name for name in board if name[1:] == number)


def square(board: Board, columns: str, rows: str) -> str:
    """Name the squares of a rectangle."""
    return " ".join(name for name in board if name[0] in columns and name[1:] in rows.split())


def middle(board: Board) -> str:
    """Name the square in the middle: all boards compared here have odd sides."""
    columns, rows = sorted({name[0] for name in board}, key=COLUMNS.index), sorted({name[1:] for name in board})
    return columns[len(columns) // 2] + rows[len(rows) // 2]


def corners(board: Board) -> str:
    """Name the corners."""
    columns, rows = sorted({name[0] for name in board}, key=COLUMNS.index), sorted({name[1:] for name in board})
    return " ".join(column + number for column in (columns[0], columns[-1]) for number in (rows[0], rows[-1]))


def board_of(game: Game, position: Position) -> Board:
    """Return a board as plain text."""
    board: Board = {game.board.spell(number): [] for number in range(game.board.rows * game.board.columns)}
    for stood in game.standing(position):
        label = game.units[stood.unit].en.split(" (")[0]
        board[game.board.spell(stood.square)].append(("先", "後")[stood.side] + label)
    return board


def naive(game: Game, boards: list[Board], each: Asked) -> int | None:
    """Return the distance of a position, given as the boards of its images, from a pattern; None if it is beyond."""
    missing = min(
        each.missing(boards[number])
        for number, symmetry in enumerate(game.symmetries)
        if (each.turned or symmetry.squares == game.symmetries[0].squares)
        and (each.exchanged or not symmetry.exchanges)
    )
    return missing if missing <= each.near else None


def text_of(each: Asked) -> str:
    """Return the pattern with what counts for all of it."""
    more = [", turned"] * each.turned + [", exchanged"] * each.exchanged + [f", near {each.near}"] * bool(each.near)
    return each.text + "".join(more)


def places(game: Game, records: Path, games: int | None, patterns: list[Asked]) -> list[dict[tuple[int, int], int]]:
    """Return the distance of each place (record of the file, ply) of each pattern, found naively."""
    found: list[dict[tuple[int, int], int]] = [{} for _ in patterns]
    for verdict in kifu.verify(kifu.read(records))[:games]:
        if verdict.replay is None:
            continue
        for ply, position in enumerate(verdict.replay.positions):
            boards = [board_of(game, game.image(position, number)) for number in range(len(game.symmetries))]
            for each, places_of in zip(patterns, found, strict=True):
                distance = naive(game, boards, each)
                if distance is not None:
                    places_of[verdict.index, ply] = distance
    return found


def answered(folder: str, each: Asked) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield the places that the command finds."""
    question = 'SELECT "index", ply, distance FROM matches JOIN games USING (record)'
    words = ["corpus", "sql", question, folder, "--pattern", text_of(each), "--format", "json"]
    done = subprocess.run([sys.executable, "-m", "kifu", *words], capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        row_of = json.loads(line)
        yield (row_of["index"], row_of["ply"]), row_of["distance"]


def main() -> None:
    """Compare the patterns over a file of records."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", type=Path)
    parser.add_argument("--games", type=int)
    given = parser.parse_args()
    first = kifu.verify(kifu.read(given.records))[0]
    game = first.game
    assert game is not None
    patterns = asked(game)
    expected = places(game, given.records, given.games, patterns)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        words = ["corpus", "build", str(given.records), "-o", f"{folder}/data", "--workers", "0"]
        subprocess.run([sys.executable, "-m", "kifu", *words], check=True, capture_output=True)
        for each, right in zip(patterns, expected, strict=True):
            found = {
                place: much
                for place, much in answered(f"{folder}/data", each)
                if given.games is None or place[0] < given.games
            }
            wrong += found != right
            sys.stdout.write(
                f"{game.id} {text_of(each)}: {len(right)} places naively, {len(found)} found, {'equal' if found == right else 'DIFFERENT'}\n"
            )
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
