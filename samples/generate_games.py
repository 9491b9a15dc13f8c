"""Writes games with times and remarks, one that is resigned and one lost on time for each game: samples/*/SOURCES.md.

The engine plays them against itself; in 続・連合将棋 it is slow, so the player of rengo/armies.py does. Every run writes the same
bytes.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import sheet
from rengo import armies

from kifu.core import games
from kifu.engine import play_engine_games

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = Path(__file__).parent
NODES = 3000
"""The positions that the engine may visit for a move."""
LONGEST = 200
HOPELESS = {"six": 100, "ace": 40, "king": 60, "master": 100}
"""The value of its own move, in units of evaluation, at which a side resigns at its next turn."""
SHORTEST = {"six": 30, "ace": 24, "king": 30, "master": 40}
"""The fewest plies of a sample. The first seed with such a game is taken."""
BUDGETS = {"six": 600, "ace": 300, "king": 420, "master": 540, "rengo": 600}
"""The seconds of each side in the game that is lost on time."""
NOTE = "samples/generate_games.py による。エンジンどうし、一手 {nodes} 局面 (種 {seed})"
RENGO_NOTE = "samples/generate_games.py による。二手先まで読むプログラムどうし (種 {seed})"
RENGO = {"resigned": ("碁盤9路", "将棋", 3), "out-of-time": ("ドラフツ盤", "ドラフツ", 2)}
"""The board, the set that the armies mostly have, and the seed."""


class Played(NamedTuple):
    """A game with the positions before and after each move."""

    game: Any
    positions: tuple[Any, ...]
    moves: tuple[int, ...]
    values: tuple[int, ...] = ()


def engine_game(game: Any, seed: int, start: Any = None) -> Played:  # noqa: ANN401
    """Return a game of the engine against itself."""
    player = play_engine_games.Player(NODES)
    done = play_engine_games.play_engine_game(game, (player, player), seed, start=start, plies=LONGEST)
    return followed(game, done.moves, done.values, start)


def followed(game: Any, moves: Sequence[int], values: Sequence[int] = (), start: Any = None) -> Played:  # noqa: ANN401
    """Return a game from its moves."""
    positions = [game.start() if start is None else start]
    for move in moves:
        positions.append(game.play_legal(positions[-1], move))
    return Played(game, tuple(positions), tuple(moves), tuple(values))


def cut(played: Played, plies: int) -> Played:
    """Return the first plies of a game."""
    return Played(played.game, played.positions[: plies + 1], played.moves[:plies], played.values[:plies])


def resignation(played: Played, limit: int) -> int | None:
    """Return after how many plies a side resigns: its last move was worth -limit or less, and the answer no better."""
    for ply in range(2, len(played.moves) - 1):
        if played.values[ply - 2] <= -limit and played.values[ply - 1] >= limit:
            return ply
    return None


def text(played: Played, kind: str, name: str, seed: str, note: str, head: dict[str, str], diagram: str = "") -> str:  # noqa: PLR0913, PLR0917
    """Return the record of a game that is resigned after its last move (`name` resigned), or lost on time."""
    budget = BUDGETS[kind]
    sides = sheet.sides_of(played.game, played.positions)
    if name == "resigned":
        times = sheet.clock(sides[:-1], seed, 15 * 60, 30)
        limit, closing = "15分、秒読み30秒", sheet.resigned(len(played.moves), sides[-1])
    else:
        times = sheet.clock(sides[:-1], seed, budget)
        if not times.ran_out:
            raise LookupError(kind)
        played = cut(played, len(times.spent))
        limit, closing = f"{budget // 60}分", sheet.out_of_time(times, sides, budget)
    head = {
        "棋種": played.game.name.ja,
        "規則": played.game.rules,
        "開始日時": "2026/11/21 13:00",
        **head,
        "持ち時間": limit,
        "備考": note,
    }
    return sheet.sheet(
        head,
        [played.game.spell(move) for move in played.moves],
        closing,
        diagram=diagram,
        sides=sides,
        spent=times.spent,
        remarks=sheet.remarks(played.game, played.positions, played.moves, times.spent),
    )


def by_engine(kind: str) -> dict[str, str]:
    """Return the two samples of a game by file name."""
    texts: dict[str, str] = {}
    names = {"先手": "プログラム甲", "後手": "プログラム乙"}
    for seed in range(500):
        played = engine_game(games.load(kind), seed)
        note = NOTE.format(nodes=NODES, seed=seed)
        ply = resignation(played, HOPELESS[kind])
        if "resigned" not in texts and ply is not None and ply >= SHORTEST[kind]:
            texts["resigned"] = text(cut(played, ply), kind, "resigned", f"{kind} {seed}", note, names)
        elif "out-of-time" not in texts:
            times = sheet.clock(sheet.sides_of(played.game, played.positions[:-1]), f"{kind} {seed}", BUDGETS[kind])
            if times.ran_out and len(times.spent) >= SHORTEST[kind]:
                texts["out-of-time"] = text(played, kind, "out-of-time", f"{kind} {seed}", note, names)
        if len(texts) == len(RENGO):
            return texts
    raise LookupError(kind)


def by_player() -> dict[str, str]:
    """Return the two samples of 続・連合将棋."""
    texts = {}
    for name, (board, house, seed) in RENGO.items():
        done = armies.play(board, house, seed)
        start = done.positions[0]
        played = followed(done.rules, done.played, start=start)
        head = {"盤": board, "先手": "甲（A）", "後手": "乙（B）"}
        note = RENGO_NOTE.format(seed=seed)
        texts[name] = text(played, "rengo", name, f"{board} {seed}", note, head, done.diagram)
    return texts


def main() -> None:
    """Write the samples."""
    for kind in ("six", "ace", "king", "master", "rengo"):
        for name, record in (by_player() if kind == "rengo" else by_engine(kind)).items():
            (HERE / kind / f"{name}.kif").write_text(record, "utf-8")


if __name__ == "__main__":
    main()
