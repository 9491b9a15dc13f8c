"""Writes whole games of 続・連合将棋 with armies of 100 points, one for each board, and a record for each option.

See rengo/SOURCES.md. Every run writes the same bytes.
"""

from __future__ import annotations

from pathlib import Path

import sheet
from rengo import armies
from rengo.generate import at, rows

HERE = Path(__file__).parent / "rengo"
HUNDRED = {
    "shogi": ("将棋盤", "将棋", 2),
    "chess": ("チェス盤", "チェス", 1),
    "xiangqi": ("シャンチー盤", "シャンチー", 1),
    "janggi": ("チャンギ盤", "チャンギ", 3),
    "makruk": ("マークルック盤", "マークルック", 6),
    "go9": ("碁盤9路", "将棋", 2),
    "go13": ("碁盤13路", "将棋", 3),
    "go19": ("碁盤19路", "チェス", 1),
    "othello": ("オセロ盤", "オセロ", 4),
    "renju": ("連珠盤", "シャンチー", 3),
    "draughts": ("ドラフツ盤", "ドラフツ", 2),
}
"""The board, the set that the armies mostly have, and the seed."""
SOONER = {"碁盤19路": 10}
"""The points behind at which a side resigns on a board where armies meet late; else armies.HOPELESS."""
NOTE = "samples/generate_rengo.py による。二手先まで読むプログラムどうし (種 {seed})"
TURN = "アゲハマ：先手0 後手0\n手番：先手\n"
CROWNS = rows(
    "碁盤9路",
    {
        1: at(2, "△冠△冠", (5, "△玉"), (7, "△冠△冠")),
        2: at(1, "△冠", (3, "△冠"), (7, "△冠"), (9, "△冠")),
        3: "△平" * 9,
        7: "▲平" * 9,
        8: at(1, "▲冠", (3, "▲冠"), (7, "▲冠"), (9, "▲冠")),
        9: at(2, "▲冠▲冠", (5, "▲玉"), (7, "▲冠▲冠")),
    },
    "先手の駒台：なし\n後手の駒台：なし\n",
)
"""Nine 平 and eight 冠 a side: 99 points. Seventeen of twenty 平, or twenty-five if a 冠 uses two."""
DISPUTED = {
    "kan": ("碁盤9路", "", 6, "平9と冠8は平20枚で足りるか、冠は平を二枚使うのか (rengo.6、kan=2 で判定が変わる)"),
    "nari": ("ドラフツ盤", "ドラフツ", 7, "敵陣から出る手で成れるか (rengo.24、nari=stop で判定が変わる)"),
    "pawn2": ("チェス盤", "チェス", 2, "兵は初めに二マス進めるか (rengo.18、pawn2=off で判定が変わる)"),
}
"""The disputes in whole games: the board, the set that the armies mostly have, the seed, and what is disputed."""
POSITIONS = {
    "kinshi": (
        "碁盤9路",
        {2: at(5, "△碁"), 3: at(4, "△碁△玉△碁"), 4: at(5, "△碁"), 5: at(6, "▲騎"), 9: at(9, "▲玉")},
        "先手の駒台：なし\n後手の駒台：なし\n",
        "六05-五03騎",
        ("   2 王取り", "まで1手で先手の勝ち"),
        "碁に囲まれた所でも、玉を取る手なら指せるか (rengo.34、kinshi=nonking で判定が変わる)",
    ),
    "hasami": (
        "オセロ盤",
        {1: "△玉", 7: at(7, "▲銀"), 8: at(4, "△翻▲玉")},
        "先手の駒台：なし\n後手の駒台：翻\n",
        "七07-七06銀",
        ("   2 投了", "まで1手で先手の勝ち"),
        "六08に翻を打たれると玉は挟まれる。玉は挟んで取れるのか (rengo.38、hasami=immune で判定が変わる)",
    ),
    "saki": (
        "碁盤9路",
        {
            1: at(1, "▲珠", (9, "△玉")),
            2: "▲珠",
            3: "▲珠",
            4: "▲珠",
            6: at(5, "△碁"),
            7: at(4, "▲平"),
            9: at(5, "▲玉"),
        },
        "先手の駒台：珠\n後手の駒台：なし\n",
        "一05珠打",
        ("   2 五連", "まで1手で先手の勝ち"),
        "平で取れるときに五連を作ってよいか (rengo.42、saki=five で判定が変わる)",
    ),
}
"""The disputes that a game rarely reaches: the board, its rows, the stands, the move, the closing lines, what is disputed."""


def whole(board: str, house: str, seed: int, diagram: str = "", before: str = "") -> str:
    """Return the record of a game that the player of armies.py plays against itself."""
    game = armies.play(board, house, seed, SOONER.get(board, armies.HOPELESS), diagram)
    plies = len(game.moves)
    if game.resigned:
        closing = sheet.resigned(plies, game.positions[-1].turn)
    elif game.ending is not None and game.ending.outcome is not None:
        closing = (f"まで{plies}手で{game.ending.outcome.label.ja}",)
    else:
        raise LookupError(board, seed)
    note = NOTE.format(seed=seed)
    return sheet.sheet(_head(board, note), game.moves, closing, diagram=game.diagram, before=before)


def _head(board: str, note: str) -> dict[str, str]:
    return {"棋種": "続・連合将棋", "規則": "rengo/1", "盤": board, "先手": "甲（A）", "後手": "乙（B）", "備考": note}


def records() -> dict[str, str]:
    """Return the records by file name."""
    texts = {f"hundred-{name}": whole(*chosen) for name, chosen in HUNDRED.items()}
    for name, (board, house, seed, words) in DISPUTED.items():
        before = f"争点：{words}"
        texts[f"disputed-{name}"] = whole(board, house, seed, CROWNS if name == "kan" else "", before)
    for name, (board, units, stands, move, closing, words) in POSITIONS.items():
        diagram = rows(board, units, stands + TURN)
        head = _head(board, "samples/generate_rengo.py による局面")
        texts[f"disputed-{name}"] = sheet.sheet(head, [move], closing, diagram=diagram, before=f"争点：{words}")
    return texts


def main() -> None:
    """Write the samples."""
    for name, text in records().items():
        (HERE / f"{name}.kif").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
