"""Writes the sample records of 6面体 that a program made (see six/SOURCES.md). Every run writes the same bytes."""

from __future__ import annotations

import random
from pathlib import Path

from kifu.core import games
from kifu.games.six.position import TERRITORY
from notation.formats.kif_canonical_writer import (
    TABLE,
    compose_record,
    spell_clock,
    spell_closing_line,
    spell_move_line,
)
from notation.line_kinds import MoveClock
from notation.random_record import random_game_as_kif

SIX = Path(__file__).parent / "six"
GAME = games.load("six")

ELIMINATION_SEED = 319
STANDSTILL_SEED = 2840
OPENING_SEED = 13
LONGEST = 200
DISPUTED = "  41 六05-七06武\n"
FIRST_PLACES, SECOND_PLACES = 7, 8


def seven_against_eight(seed: int) -> str:
    """Return a game in which 先手 places seven 占 and 後手 eight, none beside another of its side.

    After the placing, each side beats a unit if it can; else it moves or places at random.
    """
    draw = random.Random(seed)  # noqa: S311 - reproducible samples
    position = GAME.start()
    moves: list[int] = []
    while GAME.outcome(position) is None and len(moves) < LONGEST:
        ply = len(moves)
        placing = ply // 2 < (SECOND_PLACES if ply % 2 else FIRST_PLACES)
        legal = list(GAME.legal_moves(position))
        if placing:
            choice = [move for move in legal if GAME.spell(move)[-1] in "占領" and not _beside_own(position, move)]
        else:
            choice = [move for move in legal if any(mark.kind == "beating" for mark in GAME.trace(position, move))]
            legal = [move for move in legal if move & 15 != TERRITORY + 6 * position.turn] or legal
        move = draw.choice(choice or legal)
        moves.append(move)
        position = GAME.play(position, move)
    ending = GAME.outcome(position)
    headers = {
        "先手": "七つ置き (プログラム)",
        "後手": "八つ置き (プログラム)",
        "備考": f"samples/generate.py による。占を七つと八つ置き、あとは倒せるときは倒す乱数 (種 {seed})",
    }
    return compose_record(GAME, headers, moves, spell_closing_line(len(moves), ending.outcome if ending else None))


def _beside_own(position: object, move: int) -> bool:
    square = move >> 4 & 63
    own = {mark.square for mark in GAME.standing(position) if mark.side == GAME.turn(position)}
    return any(abs(square % 7 - unit % 7) <= 1 and abs(square // 7 - unit // 7) <= 1 for unit in own)


def branched(seed: int) -> str:
    """Return the first 20 plies of :func:`seven_against_eight` with times, comments, bookmarks and branches."""
    draw = random.Random(seed)  # noqa: S311 - reproducible samples
    moves = [line.split()[1] for line in seven_against_eight(seed).splitlines() if line[:4].strip().isdigit()][:20]
    main_line = _timed(moves, 1, [0, 0], comments=COMMENTS)
    late, nested, early = (
        _branch(moves[:17], 3, draw),
        _branch(moves[:18], 2, draw),
        _branch(moves[:4], 4, draw),
    )
    lines = [
        "# 変化・注釈・消費時間の見本。samples/generate.py による",
        "棋種：6面体",
        "規則：six/1",
        "開始日時：2026/11/21 13:00",
        "先手：七つ置き (プログラム)",
        "後手：八つ置き (プログラム)",
        TABLE,
        *main_line,
        "  21 中断",
        "まで20手で中断",
        "",
        "変化：18手",
        *late,
        "",
        "変化：19手",
        "*変化の中の変化 (上の 18 手目の続き)",
        *nested,
        "",
        "変化：5手",
        *early,
    ]
    return "".join(f"{line}\n" for line in lines)


COMMENTS = {
    1: ["*互いに占を離して置き合う", "*(連続して取られないように)"],
    7: ["&七手目まで"],
    15: ["*先手は七つ、後手は八つ。ここから先手が駒を置きはじめる"],
}


def _timed(moves: list[str], start: int, totals: list[int], comments: dict[int, list[str]]) -> list[str]:
    lines: list[str] = []
    for ply, text in enumerate(moves, start=start):
        spent = 5 + ply * 7 % 50
        totals[ply % 2] += spent
        lines.append(spell_move_line(ply, text, spell_clock(MoveClock(spent, totals[ply % 2], branches=False))))
        lines += comments.get(ply, [])
    return lines


def _branch(stem: list[str], length: int, draw: random.Random) -> list[str]:
    """Return the lines of `length` random moves that follow the moves `stem`."""
    position = GAME.start()
    for text in stem:
        position = GAME.play(position, GAME.resolve(position, GAME.read(text)))
    lines = []
    for ply in range(len(stem) + 1, len(stem) + 1 + length):
        move = draw.choice(list(GAME.legal_moves(position)))
        lines.append(spell_move_line(ply, GAME.spell(move)))
        position = GAME.play(position, move)
    return lines


def damaged(text: str) -> bytes:
    """Return a record as a bad copy: one number lost, one written twice, a move torn off, the end missing."""
    lines = text.splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if line.startswith("   1 "))
    lines[first + 9] = lines[first + 9].replace("  10 ", "     ")
    lines[first + 19] = lines[first + 19].replace("  20 ", "  19 ")
    lines[first + 30] = lines[first + 30][:8] + "\n"
    return "".join(lines[: first + 45]).encode()


def main() -> None:
    """Write the samples."""
    whole = random_game_as_kif(GAME, ELIMINATION_SEED, 1000)
    opening = seven_against_eight(OPENING_SEED)
    texts = {
        "elimination.kif": whole,
        "standstill.kif": random_game_as_kif(GAME, STANDSTILL_SEED, 1000),
        "seven-against-eight.kif": opening,
        "branches.kif": branched(OPENING_SEED),
        "wrong-winner.kif": opening.replace("後手の勝ち", "先手の勝ち"),
        "illegal-move.kif": opening.replace(DISPUTED, "  41 六04-七06弓\n"),
        "foul.kif": opening[: opening.index(DISPUTED)] + "  41 六04-七06弓\n  42 反則負け\nまで41手で後手の勝ち\n",
    }
    for name, text in texts.items():
        (SIX / name).write_text(text, "utf-8")
    (SIX / "damaged.kif").write_bytes(damaged(whole))
    (SIX / "cp932.kif").write_bytes(whole.replace("\n", "\r\n").encode("cp932"))


if __name__ == "__main__":
    main()
