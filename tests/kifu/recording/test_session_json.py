"""What a device sees: choices in practice mode, marks in record mode, nothing in official mode."""

import json
import random

from each import each
from helpers import DIAGRAM
from tables import GAMES, Recorder

from kifu import games
from kifu.recording.position_json import choices, legal, position_json, silent_tokens


@each("name", GAMES)
def test_choices_are_the_legal_moves(name):
    """Each legal move is one choice, whose parts spell its text; a move without a square is パス."""
    state = Recorder(name).state
    game, position = state.game, state.position
    found = choices(game, position)
    moves = list(game.legal_moves(position))
    assert [choice.text for choice in found] == [game.spell(move) for move in moves]
    assert len({(choice.squares, choice.unit, choice.suffix) for choice in found}) == len(found)
    for choice in found[:50]:
        assert "-".join(choice.squares) + choice.unit + choice.suffix == choice.text
        assert choice.to_json()["squares"] == list(choice.squares)
    assert legal(game, position, moves[0])
    assert not legal(game, position, next(move for move in game.move_space(position) if move not in moves))


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
            as_written, legal = silent_tokens(game, position, [text])[0], silent_tokens(game, played, [])[0]
            for square in squares[-1:]:
                assert _at(as_written, square) == _at(legal, square), (name, text)
            if {token["square"] for token in legal} == {token["square"] for token in as_written}:
                assert [token["square"] for token in legal] == [token["square"] for token in as_written], (name, text)
            position, drawn = played, drawn + 1
        assert drawn > 30, name


def _at(tokens, square):
    return [token for token in tokens if token["square"] == square]
