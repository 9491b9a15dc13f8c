"""A closed game says who won, how, and by which article; official mode tells nothing that the rules say before."""

from helpers import DIAGRAM
from tables import Recorder

from kifu.recording.session_json import summary_json

NAMES = {"first": "甲", "second": "乙"}


def test_results_in_words():
    """Each way to end a game is said with the winner's name, the reason and its article."""
    foul = ("四04占", "一01領", "四04-四07占")
    cases = [
        ({}, ("四04占",), [("special", {"word": "投了"})], "先手 甲 の勝ち", "投了", None),
        ({}, foul, [("foul", {"side": "first", "ply": 3})], "後手 乙 の勝ち", "3手目が反則", "six.6"),
        ({}, foul, [("special", {"word": "反則負け"})], "後手 乙 の勝ち", "3手目が反則", "six.6"),
        ({}, foul, [("close", {})], "結果は書かれていません", "3手目が反則", "six.6"),
        ({}, (), [("special", {"word": "中断"})], "勝敗なし", "中断", None),
        ({}, ("四04占",), [("special", {"word": "引き分け"})], "引き分け", "合意", None),
        ({}, ("四04占",), [("close", {})], "結果は書かれていません", None, None),
        ({"setup": DIAGRAM}, ("四03-五03武",), [], "先手 甲 の勝ち", "全滅", "six.14"),
    ]
    for more, moves, events, said, why, article in cases:
        table = Recorder(names=NAMES, **more).move(*moves)
        for kind, members in events:
            table.send(kind, **members)
        result = table.view()["result"]
        found = (result["said"]["ja"], (result["why"] or {}).get("ja"), (result["article"] or {}).get("number"))
        assert found == (said, why, article), (moves, events)
        assert summary_json(table.state)["result"] == result


def test_a_game_that_goes_on_has_none():
    """Neither the table nor the list has a result then, not even after an illegal move."""
    for moves in ((), ("四04占",), ("四04占", "一01領", "四04-四07占")):
        assert "result" not in Recorder().move(*moves).view(), moves


def test_official_mode_is_silent_until_it_is_closed():
    """An end by the rules is not told, a foul that people have called is told without its article; closing tells both."""
    table = Recorder(mode="official", setup=DIAGRAM).move("四03-五03武")
    assert "result" not in table.view()
    assert table.view(arbiter=True)["result"]["article"]["number"] == "six.14"
    table = Recorder(mode="official").move("四04占", "一01領", "四04-四07占")
    table.send("foul", side="first", ply=3)
    assert (table.view()["result"]["article"], table.view()["result"]["why"]["ja"]) == (None, "反則")
    table.send("close")
    assert table.view()["result"]["article"]["number"] == "six.6"


def test_a_player_without_a_name_is_called_by_the_side():
    """The words of the game say who has won."""
    table = Recorder().move("四04占")
    table.send("special", word="投了")
    assert table.view()["result"]["said"] == {"ja": "先手の勝ち", "en": "first (先手) wins"}
