"""What a position of 続・連合将棋 looks worth to a search: what can be taken next counts, wide land does not."""

import pytest
from drawn import position_of

from kifu.games.rengo.score_and_evaluation import MATERIAL, PROMOTED, SECOND, worth

KOMI = 6.5
KINGS = "先: 玉五09 {} | 後: 玉五01 {} | 番: {}"
CASES = {
    "units, on board and stand": ("先: 玉五09 金一09 | 後: 玉五01 | 台先: 銀 | 番: 後", 6 + 5),
    "a promoted face": (KINGS.format("と一09", "", "後"), PROMOTED["と"]),
    "the mover takes": (KINGS.format("飛一09", "銀一03", "先"), 10 - 5 + 5),
    "and would be taken": (KINGS.format("飛一09", "銀一03 歩一02", "先"), 10 - 5 - 1),
    "what is cheaper takes": (KINGS.format("歩一04", "金一03 歩一02", "先"), 1 - 6 - 1 + (6 - 1)),
    "one of two is saved": (KINGS.format("金一09,九09", "飛一02 飛九02", "先"), 12 - 20 - SECOND * 6),
}
"""Small positions with the lead of 先手 in set-up cost, counted by hand: 飛 costs 10, 金 6, 銀 5, 歩 1."""


def lead(line):
    """Return by how much 先手 leads, without コミ."""
    first, second = worth(position_of(line))
    return first - second + (KOMI if line.startswith("碁盤") else 0)


def test_units_and_prey():
    """The lead is what a person counts, on boards that are counted at the end and on others."""
    for board in ("碁盤9路", "将棋盤"):
        found = {name: lead(f"{board} | {line}") / MATERIAL for name, (line, _) in CASES.items()}
        assert found == {name: value for name, (_, value) in CASES.items()}, board


def test_land():
    """A first 碁 owns nothing, a fenced corner nearly all of its squares, and nothing on a board that is not counted."""
    fence = "先: 玉五09 碁三01,三02,一03,二03 | 後: 玉五01 碁九01 | 番: 先"
    assert lead("碁盤9路 | 先: 玉五09 碁五05 | 後: 玉五01 | 番: 後") == 1
    assert lead(f"碁盤9路 | {fence}") == pytest.approx(3 + 4 * (1 - 8 / 81))
    assert lead(f"将棋盤 | {fence}") == 3
