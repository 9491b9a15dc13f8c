"""Writes the records of this folder: ``python samples/rengo/generate.py``. SOURCES.md describes each of them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

from kifu.core.game.text import split_diagram
from kifu.games.rengo.diagrams_and_drawing import read_diagram
from kifu.games.rengo.game import Rengo
from kifu.games.rengo.position import parse_rules, rule_context
from kifu.referee.record import Entry
from kifu.referee.replay import Replay, replay_entries
from notation.formats.kif_canonical_writer import spell_closing_line

if TYPE_CHECKING:
    from kifu.games.rengo.position import Position

HERE = Path(__file__).parent
CYCLE = ("五09-四09玉", "五01-四01{}", "四09-五09玉", "四01-五01{}")
LONGEST = 500
TRIED = 25
"""How many moves are drawn for each ply. A move that ends the game is taken; without one, the first."""
FACED = "・・・・・・・・△{}"


def rows(board: str, units: dict[int, str], extra: str = "") -> str:
    """Return a diagram from its rows that have units; each row is padded with empty squares."""
    tables = rule_context(board).geometry
    lines = []
    for number in range(1, tables.rows + 1):
        text = units.get(number, "")
        lines.append(text + "・" * (2 * tables.columns - len(text)) + f"{number:02d}")
    return "\n".join(lines) + "\n" + extra


def record(  # noqa: PLR0913, PLR0917 - the parts of a record
    board: str, diagram: str, moves: list[str], closing: str, options: str = "", before: str = ""
) -> str:
    """Return the text of a record."""
    rules = f"rengo/1 {options}".strip()
    lines = [
        "棋種：続・連合将棋",
        f"規則：{rules}",
        f"盤：{board}",
        "先手：甲（A）",
        "後手：乙（B）",
        "局面図",
        diagram.rstrip("\n"),
    ]
    lines += ["手数----指手---------消費時間--", *(f"{ply:>4} {move}" for ply, move in enumerate(moves, start=1))]
    lines += [line for line in (before, closing) if line]
    return "\n".join(lines) + "\n"


def at(column: int, cell: str, *more: tuple[int, str]) -> str:
    """Return a row with cells at columns counted from 1."""
    text = ""
    for place, content in ((column, cell), *more):
        text += "・・" * (place - 1 - len(text) // 2) + content
    return text


def random_game(board: str, seed: int, army: tuple[str, str, str], stand: str) -> str:
    """Return a random game of mirrored armies, played to its end; the closing line is the result by the rules."""
    chosen = rule_context(board, parse_rules("rengo/1 budget=200"))
    tables = chosen.geometry
    height, soldiers = tables.rows, tables.board.soldiers
    placed = dict(zip((height, height - 1, soldiers), army, strict=True))
    units = {
        row: "".join("・・" if unit == "・" else f"▲{unit}" for unit in text) for row, text in placed.items() if text
    }
    units |= {
        height + 1 - row: "".join("・・" if unit == "・" else f"△{unit}" for unit in text)
        for row, text in placed.items()
        if text
    }
    diagram = rows(board, units, f"先手の駒台：{stand}\n後手の駒台：{stand}\n")
    start: Position = read_diagram(chosen, split_diagram(1, enumerate(diagram.splitlines(), start=1)))
    game, draw = Rengo(chosen), random.Random(seed)  # noqa: S311 - a reproducible game, no secret
    position, texts = start, []
    played = Replay((start,), (), None, None)
    while played.ending is None and len(texts) < LONGEST:
        moves = [move for move in game.legal_moves(position) if move] or [0]
        drawn = draw.sample(moves, min(TRIED, len(moves)))
        decisive = [move for move in drawn if game.outcome(game.play_legal(position, move)) is not None]
        texts.append(game.spell((decisive or drawn)[0]))
        played = replay_entries(game, [Entry(len(texts), texts[-1], 1, 1)], played)
        position = played.positions[-1]
    ending = played.ending
    closing = spell_closing_line(len(texts), ending.outcome if ending else None)
    return record(board, diagram, texts, closing, "budget=200")


def cycle(king: str, plies: int) -> list[str]:
    """Return `plies` moves of two kings that step to and fro."""
    return [CYCLE[number % 4].format(king) for number in range(plies)]


STANDSTILLS = {
    "shogi": ("将棋盤", "玉", "後手の勝ち"),
    "chess": ("チェス盤", "王", "引き分け"),
    "xiangqi": ("シャンチー盤", "王", "後手の勝ち"),
    "janggi": ("チャンギ盤", "王", None),
    "makruk": ("マークルック盤", "君", "引き分け"),
    "renju-gyoku": ("連珠盤", "玉", "後手の勝ち"),
    "renju-o": ("連珠盤", "王", "引き分け"),
    "renju-sui": ("連珠盤", "帥", "後手の勝ち"),
    "renju-so": ("連珠盤", "楚", None),
    "renju-kun": ("連珠盤", "君", "引き分け"),
    "draughts": ("ドラフツ盤", "玉", "後手の勝ち"),
}
"""A board, 後手's king, and the result for a side without any action; None: 先手 passes."""


def standstill(board: str, king: str, result: str | None) -> str:
    """Return a record in which 先手, not in check, has no action left."""
    height = rule_context(board).geometry.rows
    corner = {1: at(2, "△城", (8, f"△{king}")), height - 2: at(3, "△飛"), height: "▲玉"}
    diagram = rows(board, corner, "アゲハマ：先手0 後手0\n手番：後手\n")
    before, after = f"三{height - 2:02d}", f"三{height - 1:02d}"
    if result is None:
        return record(board, diagram, [f"{before}-{after}飛", "パス", f"{after}-{before}飛"], "   4 中断")
    return record(board, diagram, [f"{before}-{after}飛"], f"   2 手詰まり\nまで1手で{result}")


def ends(turn: str) -> dict[str, str]:
    """Return records of the endings that no other record has: king taken, perpetual check, passes on ④ and on ⑦."""
    checks = ("一01-一02飛", "五02-五01玉", "一02-一01飛", "五01-五02玉") * 3
    boxed = {1: at(7, "△碁", (8, "△玉")), 2: at(7, "△碁", (8, "△碁")), 7: "▲碁▲碁", 8: "▲玉▲碁"}
    return {
        "king-taken.kif": record(
            "碁盤9路",
            rows("碁盤9路", {1: at(5, "△玉"), 5: at(5, "▲飛"), 9: at(5, "▲玉")}, turn),
            ["五05-五01飛"],
            "   2 王取り\nまで1手で先手の勝ち",
        ),
        "perpetual-check.kif": record(
            "碁盤9路",
            rows("碁盤9路", {1: "▲飛", 2: at(5, "△玉"), 9: at(9, "▲玉")}, turn),
            list(checks),
            "  13 連続王手の千日手\nまで12手で後手の勝ち",
        ),
        "passes-janggi.kif": record(
            "チャンギ盤",
            rows("チャンギ盤", {1: at(6, "△楚"), 10: at(5, "▲楚")}, turn),
            ["パス", "パス"],
            "   3 両者パス\nまで2手で引き分け",
        ),
        "passes-othello.kif": record(
            "オセロ盤",
            rows("オセロ盤", boxed, turn),
            ["パス", "パス"],
            "   3 整地 先手0 後手6.5\nまで2手で後手の勝ち",
        ),
    }


def records() -> dict[str, str]:
    """Return every record by file name."""
    turn = "アゲハマ：先手0 後手0\n手番：先手\n"
    nine = {9: at(5, "▲玉")}
    texts = {
        "five.kif": record(
            "碁盤9路",
            rows(
                "碁盤9路",
                {
                    1: "▲珠・・・・・・・・・・・・・・△玉",
                    2: at(1, "▲珠", (5, "△飛")),
                    3: "▲珠",
                    4: "▲珠",
                    9: at(5, "▲玉"),
                },
                f"先手の駒台：珠\n後手の駒台：なし\n{turn}",
            ),
            ["一05珠打"],
            "   2 五連\nまで1手で先手の勝ち",
        ),
        "mate.kif": record(
            "碁盤9路",
            rows(
                "碁盤9路",
                {1: at(4, "△香", (5, "△玉"), (6, "△香")), 3: at(5, "▲金"), **nine},
                f"先手の駒台：歩 金\n後手の駒台：なし\n{turn}",
            ),
            ["五02金打"],
            "   2 詰み\nまで1手で先手の勝ち",
        ),
        "pawn-drop-mate.kif": record(
            "碁盤9路",
            rows(
                "碁盤9路",
                {1: at(4, "△香", (5, "△玉"), (6, "△香")), 3: at(5, "▲金"), **nine},
                f"先手の駒台：歩 金\n後手の駒台：なし\n{turn}",
            ),
            ["五02歩打"],
            "",
        ),
        "facing-refused.kif": record(
            "碁盤9路",
            rows("碁盤9路", {1: at(5, "△帥"), 6: at(5, "▲金"), 9: at(5, "▲帥")}, turn),
            ["五06-四06金"],
            "   2 反則負け\nまで1手で後手の勝ち",
        ),
        "bikjang.kif": record(
            "チャンギ盤",
            rows("チャンギ盤", {1: at(4, "△楚"), 6: at(9, "▲卆"), 10: at(5, "▲楚")}, turn),
            ["五10-四10楚", "パス"],
            "   3 対面\nまで2手で引き分け",
        ),
        "counting.kif": record(
            "碁盤9路",
            rows(
                "碁盤9路",
                {
                    row: at(
                        1,
                        "▲翻" if row == 1 else "・・",
                        (4, "▲碁"),
                        (6, "△碁"),
                        *(((7, "▲碁"),) if row == 3 else ()),  # noqa: PLR2004
                        *(((8, "△玉"),) if row == 1 else ()),
                    )
                    for row in range(1, 9)
                }
                | {9: at(2, "▲玉", (4, "▲碁"), (6, "△碁"))},
                "アゲハマ：先手1 後手2\n手番：先手\n",
            ),
            ["パス", "パス"],
            "   3 整地 先手27 後手35.5\nまで2手で後手の勝ち",
            before="死石：七03",
        ),
        "forced-pass-othello.kif": record(
            "オセロ盤",
            rows(
                "オセロ盤",
                {1: at(2, "△城", (8, "△玉")), 6: at(3, "△飛"), 8: "▲玉"},
                "アゲハマ：先手0 後手0\n手番：後手\n",
            ),
            ["三06-三07飛", "パス", "三07-三06飛"],
            "   4 中断",
        ),
        "over-budget.kif": record(
            "碁盤9路",
            rows(
                "碁盤9路",
                {1: "△玉", 7: at(1, "▲歩"), 8: "▲后▲飛▲角▲俥▲俥▲城▲城▲车▲车", 9: "▲玉▲船"},
                "先手の駒台：なし\n後手の駒台：なし\n",
            ),
            ["一07-一06歩"],
            "",
        ),
        "by-option.kif": record(
            "碁盤9路",
            rows("碁盤9路", {1: at(9, "△玉"), 9: at(5, "▲玉")}, f"先手の駒台：珠\n後手の駒台：なし\n{turn}"),
            ["五06珠打"],
            "   2 投了\nまで1手で先手の勝ち",
            "jin=zone",
        ),
        "by-default.kif": record(
            "碁盤9路",
            rows("碁盤9路", {1: at(9, "△玉"), 9: at(5, "▲玉")}, f"先手の駒台：珠\n後手の駒台：なし\n{turn}"),
            ["五06珠打"],
            "   2 投了\nまで1手で先手の勝ち",
        ),
    }
    for king, name, plies in (
        ("玉", "gyoku", 12),
        ("王", "o", 16),
        ("帥", "sui", 8),
        ("楚", "so", 8),
        ("君", "kun", 8),
    ):
        diagram = rows("碁盤9路", {1: FACED.format(king), **nine}, turn)
        texts[f"repetition-{name}.kif"] = record(
            "碁盤9路", diagram, cycle(king, plies), f"{plies + 1:>4} 千日手\nまで{plies}手で引き分け"
        )
    diagram = rows("碁盤9路", {1: FACED.format("王"), **nine}, turn)
    texts["repetition-claimed.kif"] = record("碁盤9路", diagram, cycle("王", 8), "   9 千日手\nまで8手で引き分け")
    texts |= {f"standstill-{name}.kif": standstill(*row) for name, row in STANDSTILLS.items()}
    texts |= ends(turn)
    pieces = ("香桂銀金玉金銀桂香", "・角・碁・翻・飛・", "歩平歩平兵平歩平歩")
    small = ("桂金騎玉僧午根翻", "", "歩平兵卒貝平歩平")
    for name, board, seed, army in (
        ("game-go9", "碁盤9路", 3, pieces),
        ("game-go13", "碁盤13路", 7, pieces),
        ("game-go19", "碁盤19路", 1, pieces),
        ("game-othello", "オセロ盤", 2, small),
        ("game-renju", "連珠盤", 8, pieces),
        ("game-draughts", "ドラフツ盤", 6, pieces),
    ):
        texts[f"{name}.kif"] = random_game(board, seed, army, "碁8 翻4 珠8")
    return texts


if __name__ == "__main__":
    for file, text in records().items():
        (HERE / file).write_text(text, encoding="utf-8")
