"""Tests of corrections behind a move, or in the message below it: いや、G内だった; ← sorry, g5 to g2."""

import pytest

import kifu
from kifu.core import games
from kifu.referee.status_fault_and_basis import Status
from notation.freeform.correction_clauses import correction_clause
from notation.reading import read_documents


def _read(text):
    (document,) = read_documents("a.txt", text.encode())
    (record,) = document.records
    (verdict,) = kifu.verify(document)
    return [entry.text.lstrip("▲△") for entry in record.main.entries], verdict


HEAD = "6面体\n1 二02占\n2 三06領\n3 三02占\n4 七05領\n"
END = "6 二06馬\n"


@pytest.mark.parametrize(
    "behind",
    [
        " ← 四03でした",
        " ※テロップ間違い、正しくは ▲四03占",
        " ← 四03でした（すぐ気づいた）",
        "（四03だった）",
        "（いや、四03だった）",
        "（もとい四03）",
        "、いや四03",
        "（まちがい。四03です。すみません）",
        "（×五03ではなく四03でした。失礼しました）",
        "　……と書いたが失礼、四03占の誤り　（３分）",
        "　と書きましたが、正しくは四03です",
        " ←先生の書きまちがい。四03へ でした",
        "　→ちがう、四03占",
        "... no, 四03 (Makoto-san pointed at it)",
        " (wait, actually 四03)",
        "  <- sorry, 四03",
        " -- oops, should be 四03",
        " (四03, not 五03)",
        " (not 五03 but 四03)",
        "【訂正：四03】",
        " ⇐ 四03でした",
        "（実際は四03）",
        "（記録係：四03でした）",
        "　←これは四03の書き間違い",
        "　←あとで四03に直しました",
        " …四03でした、すみません",
        "（3分）←四03でした",
        "; correction: 四03",
        " {correction: 四03}",
        " -> 四03 (corrected)",
    ],
)
def test_the_square_that_stands_behind_words_of_a_correction(behind):
    """It takes the place of the square of the move, whose unit stands."""
    moves, verdict = _read(f"{HEAD}5 五03占{behind}\n{END}")
    assert (verdict.status.name, moves) == (
        "UNFINISHED",
        ["二02占", "三06領", "三02占", "七05領", "四03占", "二06馬"],
    )


@pytest.mark.parametrize(
    "behind",
    [
        "（いや、四03だったかも）",
        "（いや、四03だろう）",
        "（四03です）",
        " (no, 四03!)",
        "（四03でしたっけ）",
        "（四03のつもりだった）",
        "（いや、四9だった）",
        " ←四9でした",
        "（六06ではなく四03でした）",
        "（四03でした。先手の勝ち）",
        " ←書き間違い",
        "（いや、武だった）",
    ],
)
def test_a_correction_that_cannot_be_followed_is_asked_about(behind):
    """A doubt, a square that the board has not, another wrong one, and an end beside it leave the move open; so does a foul."""
    assert _read(f"{HEAD}5 五03占{behind}\n{END}")[1].status.name == "UNREADABLE"


@pytest.mark.parametrize(
    "behind",
    [
        "（五03ではなく四03なら勝ち）",
        "（五03なら勝ちだった）",
        "（いや、五03もあった）",
        " ※五03のほうがよかった",
        " (五03 would have been better)",
        " ← 前の局では五03でした",
        " ← 四03でした",
        "（すみません、席を外しました）",
    ],
)
def test_a_remark_that_takes_nothing_back(behind):
    """What might have been played, another game, an excuse and the same square leave the move as it stands."""
    moves, verdict = _read(f"{HEAD}5 四03占{behind}\n{END}")
    assert (verdict.status.name, moves[4]) == ("UNFINISHED", "四03占")


MASTER = "ユニオンマスター\n先手：ばあば\n後手：けんた\n1 白B外 五の6\n2 黒B外 二の7\n"


@pytest.mark.parametrize(
    ("third", "played"),
    [
        ("3 白C内 一の7（いや、G内だった）", "一07白G内"),
        ("3 白C内 一の7 ←白G内でした", "一07白G内"),
        ("3 白C内 一の7（一の6でした）", "一06白C内"),
        ("3 a7 white C inner... no, G inner", "一07白G内"),
    ],
)
def test_the_unit_or_the_square_of_a_placement(third, played):
    """Which of both is meant the word itself tells."""
    _, verdict = _read(f"{MASTER}{third}\n4 黒G外 四の6\n")
    assert (verdict.status.name, kifu.load_game("master").spell(verdict.replay.moves[2])) == ("UNFINISHED", played)


KING = "ユニオンキング\n先手：葛西\n後手：土居\n1 二6→二5 八内\n2 六2→七3 丸内反\n3 六7→六6 三外合\n4 七3→七4 八内反\n5 四6→四5 五内\n"


@pytest.mark.parametrize(
    ("behind", "played"),
    [
        (" <- sorry, 五2-五1", "五02-五01六内合"),
        ("　→ちがう、五1 六内", "五02-五01六内合"),
        ("（いや、五2→五1だった）", "五02-五01六内合"),
        (" ← 五1へでした", "五02-五01六内合"),
        ("（五3→五1だった）", None),
        ("（後手「いや、五1でした」）", "五02-五01六内合"),
        ("（いや、反でした）", None),
        ("（正しくは五1、合なし）", None),
        ("\n※最後の手は五1でした", "五02-五01六内合"),
    ],
)
def test_a_correction_of_a_move_between_squares(behind, played):
    """One square is where it ends; what may be two squares in place of one, or from one to the other, is asked about."""
    _, verdict = _read(f"{KING}6 五2→五3 六内合{behind}\n")
    assert (verdict.status.name == "UNFINISHED") is (played is not None)
    assert played is None or kifu.load_game("king").spell(verdict.replay.moves[5]) == played


CHAT = "10:00 こうじ 6面体しよう。おれ先手\n10:01 こうじ 二02占\n10:02 まゆ 三06領\n10:03 こうじ 三02占\n10:04 まゆ 七06領\n{}10:06 こうじ 四03占\n"


@pytest.mark.parametrize(
    "said",
    [
        "ごめん↑まちがい 七05領",
        "↑まちがい、七05でした",
        "今のは間違い。七05です",
        "さっきの、七05の間違いです",
        "sorry ↑ 七05",
    ],
)
def test_a_message_that_points_to_the_one_above(said):
    """The move above it goes where it says."""
    moves, verdict = _read(CHAT.format(f"10:05 まゆ {said}\n"))
    assert (moves[3], verdict.status.name) == ("七05領", "UNFINISHED")


@pytest.mark.parametrize(
    "said", ["10:05 こうじ ごめん↑まちがい 七05領\n", "10:05 まゆ ごめん↑まちがい 七05領かも\n", "10:05 まゆ ↑ 二02\n"]
)
def test_a_message_that_points_to_a_move_of_somebody_else_or_in_doubt(said):
    """It is asked which move was a slip."""
    assert _read(CHAT.format(said))[1].status.name == "UNREADABLE"


@pytest.mark.parametrize(
    ("note", "fourth"),
    [
        ("↑訂正：七06", "七06領"),
        ("　↑ 七06でした", "七06領"),
        ("（前の手は七06でした）", "七06領"),
        ("※上の手は七06が正しい", "七06領"),
        ("(the move above should be 七06)", "七06領"),
        ("上の手は七06のほうが良かった", "七05領"),
        ("前の対局では七06でした", "七05領"),
    ],
)
def test_a_line_below_that_points_to_its_move(note, fourth):
    """It corrects the move right above it, unless it tells what might have been, or of another game."""
    moves, verdict = _read(f"{HEAD}{note}\n5 四03占\n")
    assert (verdict.status.name, moves[3]) == ("UNFINISHED", fourth)


@pytest.mark.parametrize(
    ("line", "played"),
    [
        ("5 四6→四5 五内 6 五2→五3六内合（いや五1でした）", "五02-五01六内合"),
        ("5 四6→四4 五内（いや、四5でした） 6 五2→五1六内合", "五02-五01六内合"),
        ("5 四6→四5 五内（好手） 6 五2→五1六内合", "五02-五01六内合"),
    ],
)
def test_a_clause_corrects_the_move_that_it_stands_behind(line, played):
    """That is so where several plies share a line."""
    above = "\n".join(KING.split("\n")[:-2])
    _, verdict = _read(f"{above}\n{line}\n")
    assert (verdict.status.name, kifu.load_game("king").spell(verdict.replay.moves[5])) == ("UNFINISHED", played)


@pytest.mark.parametrize("note", ["3. 後手は五3ではなく五1", "後手の最後は五3ではなく五1でした"])
def test_a_foul_beside_words_that_take_a_square_back_is_asked_about(note):
    """Whether they speak of it nobody can say."""
    assert _read(f"{KING}6 五2→五3 六内合\n{note}\n")[1].status.name == "UNREADABLE"


@pytest.mark.parametrize("remark", ["←五03でしたら負け", "←五03なら負け", "← 五03のほうがよかった"])
def test_a_square_that_a_remark_speaks_of(remark):
    """A square behind an arrow that a sentence goes on with is not where the unit comes from: no foul."""
    text = f"6面体\n1 七01占\n2 四04領\n3 一01占\n4 二02領\n5 四03占 {remark}\n6 五05領\n"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert verdict.status.name in {"UNFINISHED", "UNREADABLE"}


def test_a_remark_on_what_stood_there_before():
    """The move that a correction calls right may stand there already: the words are a comment."""
    remark = "※はじめ「五03占」と書いたが四03占が正しい"
    text = f"6面体\n1 七01占\n2 四04領\n3 一01占\n4 二02領\n5 四03占 {remark}\n6 五05領\n"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert (verdict.status.name, verdict.plies) == ("UNFINISHED", 6)


@pytest.mark.parametrize(
    "words",
    ["一の二です、二の二じゃなくて一の二。", "行き先は一の二です、二の二じゃなくて", "違う違う、行き先は一の二です"],
)
def test_the_wrong_part_behind_the_right_one(words):
    """The right square may stand first, be told twice, and be called the goal of the move."""
    clause = correction_clause(games.load("ace"), words, 0, pointed=False)
    assert clause.right.removesuffix("です") == "一の二"
    assert clause.wrong in {"二の二", ""}


_PAIRS = (
    "ユニオンキング\n先手 りこ\n後手 わたし\nマスは(よこ,たて)。いちばん左上が(1,1)で右下が(7,7)\n\n"
    "1. 三内 (6,6)→(6,7) 合体\n2. 丸内 (1,2)→(1,1) 合体\n3. 丸外 (7,7)→(7,6) 合体\n"
)


@pytest.mark.parametrize(
    ("fourth", "below"),
    [
        ("三外 (2,1)→(2,3)", "↑まちがえた。ほんとうは(2,2)で合体"),
        ("三外 (2,1)→(2,3) 合体", "↑まちがえた。ほんとうは(2,2)"),
        ("三外 (2,1)→(2,3) 合体", "↑まちがえた。ほんとうは(2,2)で合体"),
        ("三外 (2,1)→(2,3) 合体", "↑ sorry, should be (2,2)"),
        ("三外 (2,1)→(2,3) 合体", "4手目は(2,3)ではなく(2,2)でした"),
        ("三外 (2,1)→(2,3) 合体 ←(2,2)でした", ""),
    ],
)
def test_a_pair_of_figures_in_brackets_corrects_a_square(fourth, below):
    """Squares as pairs in brackets are corrected like any others, with the end of the move that stands behind them."""
    moves, verdict = _read(f"{_PAIRS}4. {fourth}\n{below}\n")
    assert (moves[-1], verdict.status) == ("二01-二02三外合", Status.UNFINISHED)


@pytest.mark.parametrize("below", ["↑ほんとうは(2,2)かも", "↑まちがえた。ほんとうは(2,2)か(3,2)"])
def test_a_pair_of_figures_in_doubt_is_asked_about(below):
    """A correction in brackets that cannot be followed is not dropped."""
    _, verdict = _read(f"{_PAIRS}4. 三外 (2,1)→(2,3)\n{below}\n")
    assert verdict.status is Status.UNREADABLE


def test_a_note_on_a_ply_by_its_number_is_no_word_on_the_line_above():
    """A sentence about 上の2手目 corrects the ply with that number, and not the line above it."""
    text = "6面体\n1 二02占\n2 三05領\n3 三02占\n\n上の2手目は書きまちがいです。正しくは 三06領 でした。\n"
    moves, verdict = _read(text)
    assert (moves[1], verdict.status) == ("三06領", Status.UNFINISHED)
