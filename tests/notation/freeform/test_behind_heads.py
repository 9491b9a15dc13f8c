"""Tests of statements behind a head on its line: they are heard as on lines of their own, or asked about."""

import pytest

import kifu
from kifu.referee.status_fault_and_basis import Status

OPEN = "1 四04占\n2 四02領\n3 四03武\n4 三01士\n"
SIX = f"{OPEN}5 四03-四02武\n"
ACE = "1 一07-三05十外反\n2 七01-五03十外反\n"
HEADS = (
    "場所：公民館",
    "後手：鈴木",
    "開始日時：2024/05/01",
    "終了日時：2024/05/01 15:00",
    "備考：晴れ",
    "持ち時間：30分",
)


def judged(head, body=SIX, game="6面体"):
    """Return the verdict on a record with one line of the head."""
    (verdict,) = kifu.verify(kifu.read(f"棋種：{game}\n{head}\n{body}".encode()))
    return verdict


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("parted", ["　", "\t", "；", "｜", "・", "。", "、", ""])
@pytest.mark.parametrize("said", ["結果：後手の勝ち", "勝敗：先手の負け"])
def test_a_result(head, parted, said):
    """A result that the board contradicts is heard behind any head and any separator, or asked about."""
    assert judged(f"{head}{parted}{said}").status in {Status.CONTRADICTED, Status.UNREADABLE}


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("said", ["；先手の負け", "先手の負け", " 27対35", "、勝者：田中", "｜結果 後手勝ち"])
def test_a_result_without_its_key(head, said):
    """What says who has won, and stands in a value, never passes beside exit code 0."""
    assert judged(f"{head}{said}").status.exit_code


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("said", [" 得点 3-5", "；得点：先手3 後手5", "得点：先手3 後手5"])
def test_points(head, said):
    """Points that the board contradicts are heard, or asked about."""
    assert judged(head + said, ACE, "ユニオンエース").status.exit_code


@pytest.mark.parametrize("head", HEADS)
def test_rules(head):
    """Rules right behind another head are those of the record, or asked about."""
    verdict = judged(f"{head}規則：six/1 near=any")
    assert verdict.status is Status.UNREADABLE or verdict.game.rules == "six/1 near=any"


@pytest.mark.parametrize("head", ["開始日時：2024/05/01 10:00　四04占", "終了日時：2024/05/01 15:00。初手四04占"])
def test_a_date_is_one_value(head):
    """A head ends within no date and no time: 01 is no ply, 0 and 115 are no points."""
    (record,) = kifu.read(f"棋種：6面体\n{head}\n2 四02領\n".encode()).records
    dated = [one.value.rstrip("。") for one in record.plain.headers if one.key.endswith("日時")]
    assert dated == [head.partition("：")[2][:16]]


def test_a_result_for_a_name():
    """勝 and 負 in the places of the players are no names."""
    assert judged("備考：晴れ", f"{SIX}先手：負　後手：勝\n").status in {Status.CONTRADICTED, Status.UNREADABLE}


def test_remarks_of_the_head():
    """A place, an event or a remark that speaks of games says nothing of this one."""
    for head in (
        "棋戦：第3回 勝者決定戦",
        "備考：前回の対局では後手が勝ったそうです",
        "場所：五番町、公民館",
        "備考：3対3の団体戦、大将戦",
        "場所：勝田公民館",
        "持ち時間：各15分　切れ負け",
    ):
        verdict = judged(head)
        assert (verdict.status, verdict.plies) == (Status.CONFIRMED, 5), head


@pytest.mark.parametrize("end", ["先手に凱歌あり", "後手が制したり", "先手が長い戦いを制したもよう。"])
def test_words_of_a_result_that_are_not_read(end):
    """They are asked about below the moves, and so is whatever stands behind the key of a result."""
    assert judged("備考：晴れ", f"{SIX[:14]}{end}\n").status is Status.UNREADABLE
    assert judged(f"結果 {end}", SIX[:14]).status is Status.UNREADABLE
    assert judged(f"【結果】{end}", SIX[:14]).status is Status.UNREADABLE


def test_a_half_for_each():
    """0.5-0.5 is a draw."""
    assert judged("備考：晴れ", f"{SIX[:14]}0.5-0.5\n").status is Status.DECLARED


@pytest.mark.parametrize("head", [head for head in HEADS if not head.startswith("備考")])
def test_a_move_in_kana(head):
    """A move that is told in kana behind a head is played, or asked about; it is no part of the head's value."""
    text = f"""\
ゆにおんますたー　わたし（しろ）と　パパ（くろ）
{head}　パパが　しろの　えふの　そとを　さんのさんに　おいた。
わたしが　くろの　でぃーの　そとを　ごのごに　おいた。
パパが　しろの　じーの　うちを　ななのにに　おいた。
わたしが　くろの　でぃーの　うちを　さんのにに　おいた。
"""
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert verdict.plies == 4 or verdict.status is Status.UNREADABLE


@pytest.mark.parametrize("parted", ["　", "\t", "；", "・", "、", " / "])
@pytest.mark.parametrize("other", ["主催：町内会", "5月1日（水）", "※三年ぶり", "於 公民館", "会場：公民館"])
def test_another_field_behind_a_name(parted, other):
    """A key, a date, a place or a remark behind a player is no part of the name, and it is kept."""
    record = judged(f"先手：山田{parted}{other}").record
    assert record.header("先手") == "山田"
    kept = [header.value for header in record.headers] + [comment.text for comment in record.main.comments]
    assert any(other[-2:] in text or "5月1日" in text for text in kept[2:])


@pytest.mark.parametrize("name", ["山田（三段）", "山田 太郎", "鈴木一郎・二段", "Team A: Bob", "山田、佐藤組"])
def test_a_name_in_several_parts(name):
    """Ranks, first names and partners are a part of the name."""
    assert judged(f"先手：{name}").record.header("先手") == name


@pytest.mark.parametrize(
    "line",
    [
        "A-3卓　先手：三宅　後手：久保田",
        "5番テーブル 先手：三宅 後手：久保田",
        "B卓 先手三宅 後手久保田",
        "黒＝先手＝三宅　白＝後手＝久保田",
        "記録シート 黒=先手 三宅 白=後手 久保田",
        "白(先手)：三宅 黒(後手)：久保田",
        "First/White: 三宅  Second/Black: 久保田",
        "BLACK(1st)=三宅  WHITE(2nd)=久保田",
        "shiro (white, first): 三宅     kuro (black, second): 久保田",
        "kuro (black): 三宅     shiro (white): 久保田",
        "White (先手) = 三宅, Black (後手) = 久保田",
    ],
)
def test_both_players_with_their_table_or_colours(line):
    """In a game without colours a record says whose they are; the table says nothing of the players."""
    (record,) = kifu.read(f"6面体\n{line}\n五06占\n三03領\n投了\n".encode()).records
    assert (record.head["先手"], record.head["後手"]) == ("三宅", "久保田")


def test_a_colour_that_the_game_gives_to_the_other_side():
    """It is asked about, and makes no name of the rest of the line."""
    text = "ユニオンエース\n黒(先手)：くま 白(後手)：おの\n一07-三05十外反\n七01-五03十外反\n投了\n"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert (verdict.status.name, "後手" in verdict.record.head) == ("UNREADABLE", False)


@pytest.mark.parametrize("hours", ["10:32〜", "10:32～10:51", "10:32-", "〜10:51", "14:05〜 A卓"])
def test_the_hours_of_a_game(hours):
    """When a game began and ended is a remark, on a line of its own."""
    (verdict,) = kifu.verify(kifu.read(f"6面体 二回戦\n▲山田 △鈴木\n{hours}\n{OPEN}後手投了\n".encode()))
    assert verdict.status is Status.DECLARED


@pytest.mark.parametrize("said", ["▲山田 時間切れ。△鈴木 勝ち 15:07", "▲投了。△勝ち 15:07", "後手の勝ち 15:07"])
def test_the_hour_behind_an_end(said):
    """When a game was won are no points."""
    (verdict,) = kifu.verify(kifu.read(f"6面体\n▲山田 △鈴木\n{OPEN}{said}\n".encode()))
    assert verdict.status is Status.DECLARED
    assert verdict.outcome.outcome.value == "second"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("First player (sente): Ann Lee", "Second player (gote): Bob"),
        ("First player: Ann Lee", "Second player: Bob"),
        ("first (sente) - Ann Lee", "second (gote) - Bob"),
        ("Player 1 (sente): Ann Lee", "Player 2 (gote): Bob"),
    ],
)
def test_players_by_their_turn_in_english(first, second):
    """What a side is called besides is no part of a name."""
    (record,) = kifu.read(f"6 men-tai (6面体)\n{first}\n{second}\n{SIX}".encode()).records
    assert [one.value for one in record.headers if one.key in {"先手", "後手"}] == ["Ann Lee", "Bob"]
