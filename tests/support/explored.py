"""Builds datasets for the tests of the explorer and of the openings from a few records, as a user builds them."""

import random
from pathlib import Path

from analysis.corpus.build import build_dataset
from kifu.core import games

SIX = games.load("six")
RESULTS = ("先手の勝ち", "後手の勝ち", "引き分け", "中断")


def dataset(folder, texts):
    """Write texts of records by file name below `folder`, build their dataset beside them, and return its folder."""
    inputs = Path(folder) / "in"
    inputs.mkdir(parents=True)
    for name, text in texts.items():
        (inputs / name).write_text(text, encoding="utf-8")
    build_dataset([str(inputs)], inputs.parent / "out")
    return inputs.parent / "out"


def six(*moves, end="", head=()):
    """Return a record of 6面体 with these moves and header lines; `end` is its result, such as 先手の勝ち."""
    lines = [f"{ply:4d} {move}" for ply, move in enumerate(moves, start=1)]
    closing = [f"まで{len(moves)}手で{end}"] if end else []
    return "\n".join(["棋種：6面体", *head, *lines, *closing]) + "\n"


def corner_games(number, plies=8):
    """Return records of games that stay in the corners of the board, so that they meet again and again."""
    texts = {}
    for seed in range(number):
        draw = random.Random(seed)
        position, moves = SIX.start(), []
        while len(moves) < plies:
            near = [move for move in SIX.legal_moves(position) if move >> 4 & 63 in {0, 1, 6, 7, 42, 48}]
            if not near:
                break
            moves.append(draw.choice(near))
            position = SIX.play_legal(position, moves[-1])
        end = "" if SIX.outcome(position) else draw.choice(RESULTS)
        day = f"開始日時：{2000 + seed % 7}/0{seed % 9 + 1}/01"
        texts[f"{seed:03d}.kif"] = six(*map(SIX.spell, moves), end=end, head=[day] if seed % 5 else [])
    return texts


def placements(number, *, longest=60):
    """Return records of games of 6面体 whose sides place two to four 占 each, near the middle, and then play on."""
    texts = {}
    for seed in range(number):
        draw = random.Random(seed)
        wanted = [draw.choice((2, 3, 3, 4)) for _ in range(2)]
        position, moves = SIX.start(), []
        while len(moves) < longest and SIX.outcome(position) is None:
            legal = list(SIX.legal_moves(position))
            if position.rights >> position.turn & 1:
                territory = wanted[position.turn] > 0
                wanted[position.turn] -= territory
                right = [move for move in legal if (move % 16 % 6 == 0) == territory]
                near = [move for move in right if (move >> 4 & 63) in {16, 17, 18, 24, 30, 31, 32}]
                legal = near or right or legal
            moves.append(draw.choice(legal))
            position = SIX.play_legal(position, moves[-1])
        end = "" if SIX.outcome(position) else draw.choice(RESULTS)
        texts[f"{seed:03d}.kif"] = six(
            *map(SIX.spell, moves), end=end, head=[f"先手：甲{seed % 4}", f"後手：乙{seed % 3}"]
        )
    return texts
