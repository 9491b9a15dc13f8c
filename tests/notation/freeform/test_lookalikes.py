"""Tests what is made of characters that a scanner or a telephone has put for others."""

from each import each
from helpers import record, verdict

MOVES = ("四04占", "四02領", "四05占", "二01領", "四03武", "三01士")
HEAD = "棋種：6面体\n"


def confused(table, moves=MOVES):
    """Return a record of moves with some characters for others."""
    lines = "".join(f"{ply} {move}\n" for ply, move in enumerate(moves, start=1))
    return HEAD + "".join(table.get(sign, sign) for sign in lines)


@each("table", [{"四": "囚"}, {"占": "古", "士": "土", "四": "囚"}, {"占": "千", "領": "両", "武": "部", "士": "氏"}])
def test_characters_that_stand_for_others_throughout(table):
    """Where they explain every line, they are read so, and a note says for what."""
    judged = verdict(confused(table))
    assert judged.status == "UNFINISHED"
    game = record(confused(table)).game
    assert tuple(map(game.spell, judged.replay.moves)) == MOVES
    (belief,) = [one for one in judged.diagnostics if "→" in one.message.ja and "行の" in one.message.ja]
    assert all(f"{sign}→{into}" in belief.message.ja for into, sign in table.items())


@each(
    ("table", "moves"),
    [
        ({"士": "土"}, MOVES),
        ({"四": "囚"}, (*MOVES, "四04-四07武")),
        ({"四": "囚"}, ("四04占", "四02領", "四03占", "四04士")),
    ],
)
def test_what_is_only_suggested(table, moves):
    """In a line or two, and where a move is illegal, nothing is read so: a foul is not laundered, nor made."""
    judged = verdict(confused(table, moves))
    assert judged.status == "UNREADABLE"
