"""The card of a table: what anybody may see of it, and nothing that official mode keeps silent."""

from helpers import DIAGRAM
from tables import Recorder

from kifu.recording.game_drawing_and_catalogue_json import look_name
from kifu.recording.replay_and_lobby_json import MAX_CARDS, game_card_json, lobby_order, public_board_json
from kifu.recording.state_and_clock import Instant

INSTANT = Instant("run", 0)


def test_a_card_has_the_last_board():
    """Players, the last move with its square, whose turn it is; a look has one name for all tables of its game."""
    table = Recorder(names={"first": "甲", "second": "乙"}).move("四04占", "一01領")
    card = game_card_json(table.state, INSTANT)
    assert (card["names"], card["ply"], card["move"], card["turn"]) == (
        {"first": "甲", "second": "乙"},
        2,
        "一01領",
        "first",
    )
    assert {(token["square"], token["text"]) for token in card["tokens"]} == {("四04", "占"), ("一01", "領")}
    assert (card["last"], card["result"], card["closed"]) == ("一01", None, False)
    assert card["look"] == public_board_json(Recorder().state)["look"] == look_name(table.state.game)
    assert card["look"] != public_board_json(Recorder("king").state)["look"]
    assert game_card_json(Recorder().state, INSTANT)["move"] is None


def test_official_mode_is_silent_in_the_hall():
    """A legal and an illegal move look alike; neither an end by the rules nor a fault is told before the close."""
    cards = [
        game_card_json(Recorder(mode="official").move("四04占", "一01領", text).state, INSTANT)
        for text in ("四04-四05占", "四04-四07占")
    ]
    same = [{key: value for key, value in card.items() if key not in {"tokens", "move"}} for card in cards]
    assert same[0] == same[1]
    assert [sorted(token["square"] for token in card["tokens"]) for card in cards] == [
        ["一01", "四05"],
        ["一01", "四07"],
    ]
    ended = Recorder(mode="official", setup=DIAGRAM).move("四03-五03武")
    assert game_card_json(ended.state, INSTANT)["result"] is None
    ended.send("close")
    assert game_card_json(ended.state, INSTANT)["result"]["winner"] == "first"


def test_who_stands_in_the_hall():
    """The tables that go on come before those that have ended, of these the newest; they stand in the order of their opening."""
    state = Recorder().state
    over = Recorder()
    over.send("close")
    states = [(f"g{number}", state._replace(opened=f"{number:03}")) for number in range(MAX_CARDS - 1)]
    states += [("old", over.state._replace(opened="000")), ("new", over.state._replace(opened="999"))]
    found = lobby_order(states)
    assert len(found) == MAX_CARDS
    assert found[-1] == "new"
    assert "old" not in found
    assert found[:-1] == [name for name, _ in states[: MAX_CARDS - 1]]
