"""Tests of corrections elsewhere that name their ply by its number: 6手目、53じゃなくて51だった."""

import pytest

import kifu
from notation.reading import read_documents


def _read(text):
    (document,) = read_documents("a.txt", text.encode())
    (record,) = document.records
    (verdict,) = kifu.verify(document)
    return [entry.text.lstrip("▲△") for entry in record.main.entries], verdict


PLAYERS = "6面体\n先手：山田\n後手：鈴木\n"
A_LINE_EACH = f"{PLAYERS}1 二02占\n2 三06領\n3 三02占\n4 七05領\n5 五03占\n6 二06馬\n"
TWO_A_LINE = f"{PLAYERS}1 二02占  2 三06領\n3▲三02占  4△七05領\n5▲五03占  6△二06馬\n以上6手\n"
ROWS = "6面体\n先手\t山田\n後手\t鈴木\nNo.\t先後\t指し手\t消費(秒)\n" + "".join(
    f"{ply}\t{'先後'[(ply - 1) % 2]}\t{move}\t{ply + 7}\n"
    for ply, move in enumerate(["B2 占", "C6 占", "C2 占", "G5 占", "E3 占", "B6 騎"], 1)
)


@pytest.mark.parametrize("above", [A_LINE_EACH, TWO_A_LINE])
@pytest.mark.parametrize(
    "note",
    [
        "5手目、五03じゃなくて四03だった（山田）",
        "5手目は四03が正しい。",
        "（注）5手目の占は四03が正しい。鈴木さんに確認済み。山田",
        "※No.5 の行き先は 四03 に訂正（山田）",
        "訂正：5手目は「五03」と書きましたが、正しくは四03占です（鈴木さんと確認しました）。山田",
        "（訂正）5手目 → 四03占",
        "訂正：5手目は四03でした",
        "5手目 五03→四03に訂正",
        "追伸　読み返しましたところ、5手目の場所を書き違えておりました。正しくは四03です。お直しください。",
        "見直したら、5手目のマスを間違えていました。正しくは四03です。",
        "Correction: move 5 should be 四03",
        "Edit: move 5 was mistyped above, it is 四03. Thanks.",
        "Move 5 was 四03, not 五03.",
    ],
)
def test_the_ply_of_a_number_is_put_right(above, note):
    """It may stand alone on its line, or among others; its unit stands."""
    moves, verdict = _read(f"{above}{note}\n")
    assert (verdict.status.name, moves[4], len(moves)) == ("UNFINISHED", "四03占", 6)


@pytest.mark.parametrize("note", ["※No.5 の行き先は D3 に訂正（山田）", "5手目、E3ではなくD3", "Move 5 should be D3"])
def test_the_row_of_a_number_is_put_right(note):
    """The seconds of its next cell are no part of the move."""
    _, verdict = _read(f"{ROWS}{note}\n※列は左からA〜G、行は上から1〜7\n")
    assert (verdict.status.name, kifu.load_game("six").spell(verdict.replay.moves[4])) == ("UNFINISHED", "四03占")


@pytest.mark.parametrize("above", [A_LINE_EACH, TWO_A_LINE])
@pytest.mark.parametrize(
    "note",
    [
        "5手目、六06じゃなくて四03だった",
        "9手目、五03じゃなくて四03だった",
        "5手目の馬は四03が正しい",
        "5手目は五03じゃなくて四03だったかも",
        "5手目、五03じゃなくて四03だった。先手の勝ち",
        "第二局の5手目は五03ではなく四03が正しい",
        "昨日の対局の5手目は五03ではなく四03でした",
        "5手目の行き先は四9に訂正",
        "5手目は四03でした",
        "※5手目の行き先は四03です",
    ],
)
def test_a_correction_of_a_ply_that_is_not_there_is_asked_about(above, note):
    """So is one of another unit or square, in doubt, with an end beside it, or of a game that may be another one."""
    assert _read(f"{above}{note}\n")[1].status.name == "UNREADABLE"


@pytest.mark.parametrize(
    "note",
    [
        "5手目は五03ではなく四03なら勝ち",
        "5手目、四03のほうがよかった",
        "前局の5手目、五03じゃなくて四03だった",
        "5手目は五03でした",
        "5手目は五3でした",
    ],
)
def test_a_note_about_a_ply_that_puts_nothing_right(note):
    """What might have been played, and another game, leave the ply as it stands."""
    moves, verdict = _read(f"{TWO_A_LINE}{note}\n")
    assert (verdict.status.name, moves[4]) == ("UNFINISHED", "五03占")


@pytest.mark.parametrize("behind", ["です。", "です。すみません。", "でした。"])
def test_a_ply_told_in_a_sentence_is_no_correction_of_one(behind):
    """A letter tells its own ply, and may quote the one before it."""
    told = f"1手目、二02に占領です。\n2手目、三06に占領{behind}\n3手目、三02に占領です。\n"
    moves, verdict = _read(f"{PLAYERS}{told}")
    assert (verdict.status.name, len(moves)) == ("UNFINISHED", 3)


@pytest.mark.parametrize("line", ["{}手目：{}！", "{}手目、{}！", "{}手目 {}！", "No.{}：{}！"])
def test_plies_with_an_exclamation_mark(line):
    """They are the plies themselves, and correct none."""
    moves = ("四04占", "二02領", "三03占", "五05領")
    rows = "".join(line.format(at, move) + "\n" for at, move in enumerate(moves, start=1))
    (verdict,) = kifu.verify(kifu.read(f"6面体\n{rows}".encode()))
    assert (verdict.status.name, verdict.plies) == ("UNFINISHED", 4)
