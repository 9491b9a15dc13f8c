"""What a device sees: choices in practice mode, marks in record mode, nothing in official mode."""

import json
import random

from each import each
from helpers import DIAGRAM
from tables import GAMES, Recorder

from kifu.core import games
from kifu.recording.position_and_moves_json import enterable_moves, position_json, unjudged_tokens_and_turn
from kifu.recording.session_json import game_summary_json


@each("name", GAMES)
def test_choices_are_the_legal_moves(name):
    """Each legal move is one choice, whose parts spell its text; a move without a square is パス."""
    state = Recorder(name).state
    game, position = state.game, state.position
    found = enterable_moves(game, position)
    moves = list(game.legal_moves(position))
    assert [choice.text for choice in found] == [game.spell(move) for move in moves]
    assert len({(choice.squares, choice.unit, choice.suffix) for choice in found}) == len(found)
    for choice in found[:50]:
        assert "-".join(choice.squares) + choice.unit + choice.suffix == choice.text
        assert choice.to_json()["squares"] == list(choice.squares)


@each("name", GAMES)
def test_a_position_as_json(name):
    """It has the board, the units with their owners, hands, turn, score and diagram, and is plain JSON."""
    state = Recorder(name).state
    shown = position_json(state.game, state.position)
    assert json.loads(json.dumps(shown)) == shown
    assert shown["turn"] == ("second" if name == "master" else "first")
    assert len(shown["cells"]) == shown["board"]["rows"]
    assert shown["diagram"] == state.game.spell_diagram(state.position)
    assert len(shown["tokens"]) == sum(1 for _ in state.game.tokens(state.position))
    assert bool(shown["board"]["lines"]) == (name in {"ace", "king", "master"})


def test_practice_shows_the_choices():
    """They are those of the position; after an illegal move and after the end there are none."""
    table = Recorder(mode="practice")
    assert len(table.view()["choices"]) == 49
    table.move("四04占", "四04領")
    assert table.view()["choices"] == []
    assert "choices" not in Recorder(mode="record").view()


def keys(value):
    """Yield every key of a JSON value."""
    if isinstance(value, dict):
        yield from value
        for member in value.values():
            yield from keys(member)
    elif isinstance(value, list):
        for member in value:
            yield from keys(member)


def test_official_mode_is_silent():
    """A legal and an illegal game look alike, to the last key, until the game is closed or the PIN is given."""
    good, bad = (Recorder(mode="official").move("四04占", text) for text in ("四03領", "四04領"))
    shapes = []
    for table in (good, bad):
        view = table.view()
        assert not {"legal", "article", "message", "choices", "ending", "standing"} & set(keys(view))
        shapes.append((set(keys(view)), view["position"]["turn"], view["turn"]))
    assert shapes[0] == shapes[1]
    assert shapes[0][1:] == ("first", "first")
    assert bad.view(arbiter=True)["moves"][1]["legal"] is False
    bad.send("close")
    assert bad.view()["moves"][1]["article"] == "six.3"


def test_official_mode_hides_an_end_by_the_rules():
    """The end by the rules is left out, that by people is shown."""
    table = Recorder(mode="official", setup=DIAGRAM).move("四03-五03武")
    assert "ending" not in table.view()
    assert "score" not in table.view()["position"]
    table.send("special", word="投了")
    assert table.view()["ending"]["winner"] == "first"


def test_a_silent_board_follows_what_is_written():
    """An illegal move is drawn as it says, by no rule: the unit goes where it is said to go."""
    table = Recorder(mode="official", setup=DIAGRAM).move("四03-一01武", "よめない", "パス", "二02占")
    shown = table.view()["position"]
    places = {token["square"]: token["text"] for token in shown["tokens"]}
    assert places["一01"] == "武"
    assert places["二02"] == "占"
    assert "四03" not in places


def test_a_silent_board_tells_no_legal_move_from_another():
    """In every game a move is drawn as it says as it would be if it was played: its unit, its face, the order of the units."""
    for name in GAMES:
        game, draw = games.load(name), random.Random(7)
        position, drawn = game.start(), 0
        for _ in range(60):
            moves = [] if game.outcome(position) is not None else list(game.legal_moves(position))
            if not moves:
                break
            text = game.spell(move := draw.choice(moves))
            squares = [game.board.spell(square) for square in game.read(text).written.squares]
            played = game.play_legal(position, move)
            as_written, legal = (
                unjudged_tokens_and_turn(game, position, [text])[0],
                unjudged_tokens_and_turn(game, played, [])[0],
            )
            for square in squares[-1:]:
                assert _at(as_written, square) == _at(legal, square), (name, text)
            if {token["square"] for token in legal} == {token["square"] for token in as_written}:
                assert [token["square"] for token in legal] == [token["square"] for token in as_written], (name, text)
            position, drawn = played, drawn + 1
        assert drawn > 30, name


def _at(tokens, square):
    return [token for token in tokens if token["square"] == square]


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
        assert game_summary_json(table.state)["result"] == result


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
