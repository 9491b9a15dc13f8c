"""Tests of records of one line: the players at its beginning, the moves, and the end behind a closing sign."""

import pytest

import kifu
from notation.reading import read_documents

SIX = "二04占、七01領、七06占、四06領"
KING = "二07の八外を二06へ合体、四01の五外を四02へ合体、四07の五外を四06へ合体"


def _judged(text):
    (document,) = read_documents("a.txt", text.encode())
    (verdict,) = kifu.verify(document)
    plies = len(verdict.replay.moves) if verdict.replay else 0
    return verdict.status.name, plies, verdict.outcome and verdict.outcome.outcome and verdict.outcome.outcome.value


@pytest.mark.parametrize(
    ("text", "plies", "winner"),
    [
        (f"6面体 森▲−岡△ {SIX} まで4手、岡投げて森勝ち", 4, "first"),
        (f"6面体 森△ 対 岡▲ {SIX} まで4手、岡投げて森勝ち", 4, "second"),
        ("6面体：森☗vs岡☖ 1.二04占 2.七01領 3.七06占 まで3手、岡の投了", 3, "first"),
        (f"ユニオンキング。シュン(白)とマキ(黒)。{KING}。3手で終わり、マキの投了でシュンの勝ち。", 3, "first"),
        (f"ユニオンキング シュン(黒)・マキ(白) {KING}。マキの投了", 3, "second"),
        (f"6面体 先手:森 後手:岡 {SIX} 〆岡の負け(投了)", 4, "first"),
        (f"6面体 先手:森 後手:岡\n{SIX}\n〆 先手の勝ち", 4, "first"),
    ],
)
def test_players_before_the_moves(text, plies, winner):
    """Whose side a sign or a bracket behind a name tells is that of the name, not of the move behind it."""
    assert _judged(text) == ("DECLARED", plies, winner)


@pytest.mark.parametrize(
    "text",
    [
        f"6面体 森▲−岡▲ {SIX} まで4手、岡投げて森勝ち",
        f"6面体 森▲−岡△ {SIX} まで4手、森か岡の勝ち",
        f"6面体 森▲−岡△ {SIX} まで4手、林の勝ち",
        f"6面体 先手:森 後手:岡 {SIX} 〆岡と森の負け",
    ],
)
def test_players_that_are_not_told(text):
    """One sign for both, and an end in doubt, are asked about."""
    assert _judged(text)[0] == "UNREADABLE"


@pytest.mark.parametrize(
    ("players", "winner"),
    [
        ("白→たかし 黒→まい", "first"),
        ("黒→まい、白→たかし", "first"),
        ("白⇒まい／黒⇒たかし", "second"),
        ("白→たかし", None),
    ],
)
def test_players_behind_arrows(players, winner):
    """Both sides with an arrow to a player name them; an end of players that are not known is asked about."""
    found = _judged(f"ユニオンキング 11/2 部室 {players}／{KING}／まいの投了でたかしの勝ち")
    assert found[2] == winner
    assert (found[0] == "UNREADABLE") is (winner is None)
