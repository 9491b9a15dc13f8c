"""Positions of 続・連合将棋 for the tests: from one line or from a drawn board."""

import re

from kifu.core.game.text import split_diagram
from kifu.core.squares import SQUARE, BoardSize
from kifu.games.rengo.diagrams_and_drawing import read_diagram
from kifu.games.rengo.position import parse_rules, rule_context

SIDES = {"先": "▲", "後": "△"}


def position_of(line, options=""):
    """Return the later position that a line such as ``碁盤9路 | 先: 玉五09 | 後: 玉五01 | 番: 先`` tells."""
    name, *parts = [part.strip() for part in line.split("|")]
    chosen = rule_context(name, parse_rules(f"rengo/1 {options}"))
    board = BoardSize(chosen.geometry.columns, chosen.geometry.rows)
    cells = ["・・"] * (board.columns * board.rows)
    stands = {"先": "なし", "後": "なし"}
    captives, turn = "0 0", "先"
    for part in parts:
        key, _, value = part.partition(":")
        value = value.strip()
        if key in SIDES:
            for unit, squares in re.findall(rf"(\S)((?:{SQUARE},?)+)", value):
                for square in squares.split(","):
                    at = board.parse(square)
                    assert at is not None, square
                    assert cells[at] == "・・", square
                    cells[at] = SIDES[key] + unit
        elif key.startswith("台"):
            stands[key[1]] = value
        elif key == "ハマ":
            captives = value
        else:
            assert key == "番", part
            turn = value
    rows = [
        "".join(cells[row * board.columns : (row + 1) * board.columns]) + f"{row + 1:02d}" for row in range(board.rows)
    ]
    first, second = captives.split()
    fields = [
        f"先手の駒台：{stands['先']}",
        f"後手の駒台：{stands['後']}",
        f"アゲハマ：先手{first} 後手{second}",
        f"手番：{turn}手",
    ]
    return drawn(chosen, "\n".join([*rows, *fields]))


def drawn(chosen, text, base=None):
    """Return the position of a diagram as rengo.58 writes it."""
    return read_diagram(chosen, split_diagram(1, enumerate(text.splitlines(), start=1)), base)
