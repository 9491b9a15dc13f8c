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


def test_characters_behind_a_particle():
    """A telephone that predicts 千 for 占 puts it behind the square and に, where no sign of a move stands beside it."""
    told = zip(
        ("四の四に千", "四の二に両", "四の五に千", "二の一に両", "四の三に部", "三の一に氏"), range(1, 7), strict=True
    )
    text = HEAD + "".join(f"{ply}手目{move}\n" for move, ply in told)
    assert tuple(map(record(text).game.spell, verdict(text).replay.moves)) == MOVES


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


@each(
    "text",
    [
        "六面休\n"
        + "".join(
            f"{str(ply).replace('1', 'l').zfill(2).replace('0', 'O')} {move}\n" for ply, move in enumerate(MOVES, 1)
        ),
        HEAD
        + "".join(
            f"{ply} {move.replace('二', 'ニ').replace('三', 'ミ').replace('01', 'Ol')}\n"
            for ply, move in enumerate(MOVES, 1)
        ),
    ],
)
def test_figures_and_columns_as_a_scanner_has_them(text):
    """Letters in ply numbers and rows, kana for columns, a name of a game with a sign that looks like its own."""
    judged = verdict(text)
    assert judged.status == "UNFINISHED"
    assert tuple(map(record(text).game.spell, judged.replay.moves)) == MOVES


def test_a_dash_that_a_scanner_has_read_as_a_column():
    """五7一七5 is a move from one square to another."""
    text = "ュニオンエ一ス\nl| 五7一七5四外\n2| 二2一三3六內\n"
    judged = verdict(text)
    assert [record(text).game.spell(move) for move in judged.replay.moves] == ["五07-七05四外", "二02-三03六内"]
