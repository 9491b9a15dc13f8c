"""What a page draws a game and enters its moves with: parts of a drawing, diagrams in pieces, texts behind squares."""

import json
import random

import pytest
from each import each
from tables import GAMES

from kifu.core import games
from kifu.core.game.game import Game
from kifu.core.outcome import Side
from kifu.recording.game_drawing_and_catalogue_json import blank_board_json, catalogue_json, diagram_json, drawing_json
from kifu.recording.game_setup import position_of_diagram_text
from kifu.recording.position_and_moves_json import enterable_moves
from kifu.recording.untrusted_json_fields import Rejected
from kifu.render.position_drawing import GLYPH, draw_position, drawing_parts
from kifu.render.shapes_and_svg import Text


def _positions(game, number, seed=1):
    """Yield positions of a random game."""
    position, rng = game.start(), random.Random(seed)
    for _ in range(number):
        yield position
        moves = list(game.legal_moves(position))
        if not moves:
            return
        position = game.play_legal(position, rng.choice(moves))


@each("name", GAMES)
def test_every_legal_move_can_be_tapped_together(name):
    """What may stand behind the squares of a unit, or of a placement, covers each legal move of a random game."""
    game = games.game_by_name(name)
    for position in _positions(game, 40):
        standing = {}
        for token in game.tokens(position):
            standing.setdefault(game.board.spell(token.square), []).append(token)
        placed = game.written_on(game.turn(position))
        for choice in enterable_moves(game, position):
            behind = choice.unit + choice.suffix
            if len(choice.squares) == 1:
                assert behind in placed
            elif choice.squares:
                tokens = standing[choice.squares[0]]
                assert any(behind in game.written_from(token) for token in tokens)
                assert len(choice.squares) == 2 or any(game.goes_on(token) for token in tokens)


@each("name", GAMES)
def test_what_is_drawn_beforehand_is_what_stands_afterwards(name):
    """The face of a move, and the unit that is placed, are the token of the position after it; a hand has what may be placed."""
    game = games.game_by_name(name)
    for position in _positions(game, 40):
        side = game.turn(position)
        standing = {
            (token.square, behind): token for token in game.tokens(position) for behind in game.written_from(token)
        }
        placed = dict(zip(game.written_on(side), game.placed(side), strict=True))
        held = game.held(position, side)
        assert set(held) <= set(placed)
        for move in list(game.legal_moves(position))[:40]:
            written = game.read(game.spell(move)).written
            if not written.squares:
                assert game.passes
                continue
            after = {
                (token.side, token.text, token.form)
                for token in game.tokens(game.play_legal(position, move))
                if token.square == written.squares[-1]
            }
            behind = game.spell(move).removeprefix("-".join(map(game.board.spell, written.squares)))
            if len(written.squares) == 1:
                assert behind in held
                assert tuple(placed[behind]) in after
            else:
                token = standing[written.squares[0], behind]
                assert (token.side, game.face(token, behind), token.form) in after
                assert not game.joins or behind.endswith(game.joins) == (len(after) > 1)


@each("name", GAMES)
def test_each_cell_is_put_together_of_pieces(name):
    """Cut into its parts, a cell of any position is one piece or nothing a part: an editor draws and changes each."""
    game = games.game_by_name(name)
    pieces = game.pieces()
    parts = 1 + max(piece.part for piece in pieces)
    for position in _positions(game, 20):
        diagram = diagram_json(game, position)
        size = len(diagram["empty"]) // parts
        for row in diagram["rows"]:
            for cell in row["cells"]:
                rest = cell
                for part in range(parts):
                    texts = [
                        diagram["empty"][part * size :][:size],
                        *(piece.cell for piece in pieces if piece.part == part),
                    ]
                    rest = rest.removeprefix(max((text for text in texts if rest.startswith(text)), key=len))
                assert rest == "", cell


@each("name", GAMES)
def test_what_may_be_written_can_be_read(name):
    """Every text that taps put together is a move of the game, legal or not."""
    game = games.game_by_name(name)
    for position in _positions(game, 10):
        for token in game.tokens(position):
            square = game.board.spell(token.square)
            for behind in game.written_from(token):
                assert game.read(f"{square}-{square}{behind}").written.squares == (token.square, token.square)
    for side in Side:
        for behind in game.written_on(side):
            assert game.read(f"四04{behind}").written.squares


def test_a_game_that_says_nothing_has_texts_from_its_moves():
    """By default the placements are those that can be written, and a unit is written as it looks."""
    game = games.game_by_name("six")
    by_default = Game.written_on(game, Side.FIRST)
    assert set(game.written_on(Side.FIRST)) | set(game.written_on(Side.SECOND)) == set(by_default)
    token = next(game.tokens(list(_positions(game, 3))[-1]))
    assert Game.written_from(game, token) == (token.text,)
    assert not Game.goes_on(game, token)


@each("name", GAMES)
@each("side", Side)
def test_the_parts_are_those_of_the_drawing(name, side):
    """Ground and units have the shapes and colours of the whole drawing, moved as a whole."""
    game = games.game_by_name(name)
    found = drawing_parts(game, side)
    position = list(_positions(game, 30))[-1]
    whole = [type(shape) for shape in draw_position(game, position).shapes]
    assert all(type(shape) in whole for shape in found.ground)
    assert set(found.places) == {
        square for square in found.places if game.board.parse(game.board.spell(square)) == square
    }
    xs = [x for x, _ in found.places.values()]
    assert min(xs) >= found.cell / 2
    assert max(xs) + found.cell / 2 <= found.width
    for body in found.bodies:
        assert [shape.text for shape in body.shapes if isinstance(shape, Text)] == [GLYPH]


def test_the_second_side_sees_the_board_turned():
    """What one side has at the lower left, the other has at the upper right."""
    game = games.game_by_name("six")
    first, second = (drawing_parts(game, side) for side in Side)
    corner = 6 * 7
    assert first.places[corner] == pytest.approx(second.places[6])


@each("name", GAMES)
def test_a_diagram_in_pieces_is_the_diagram(name):
    """Put together again it is the game's own diagram, and with one cell changed it is another position."""
    game = games.game_by_name(name)
    for position in _positions(game, 20):
        found = diagram_json(game, position)
        rows = ["".join(a + b for a, b in zip(row["parts"], [*row["cells"], ""], strict=True)) for row in found["rows"]]
        lines = [*found["head"], *rows, *("：".join(field) for field in found["fields"])]
        assert lines == game.spell_diagram(position).splitlines()
        assert len(found["rows"]) == game.board.rows
    assert position_of_diagram_text(game, "\n".join(lines)) == position


@each("name", GAMES)
def test_a_look_is_plain_json(name):
    """It can be sent as it is; each view has a body for each form of either side."""
    look = drawing_json(games.game_by_name(name))
    assert json.loads(json.dumps(look)) == look
    for view in look["views"].values():
        kinds = [(body["form"], body["side"], body["inside"]) for body in view["bodies"]]
        assert len(set(kinds)) == len(kinds) == 12


def test_the_catalogue_has_every_game_with_what_has_to_be_chosen():
    """続・連合将棋 names its boards and options; the others need no head."""
    found = {game["id"]: game for game in catalogue_json()}
    assert set(GAMES) <= set(found)
    assert len(found["rengo"]["head"]["盤"]) > 5
    assert "budget" in [option["name"] for option in found["rengo"]["options"]]
    assert found["rengo"]["budget"]
    assert found["six"]["head"] == {}


def test_a_board_to_set_up_is_judged():
    """Without a set-up it is the emptiest board; a wrong one is refused with the reason."""
    blank = blank_board_json({"game": "rengo", "head": {"盤": "オセロ盤"}})
    assert [token["text"] for token in blank["tokens"]] == ["玉", "玉"]
    assert blank["look"]["budget"] == 100
    setup = "\n".join(["△玉・・・・・・・・・・・・・・01", *(f"{'・' * 16}{row:02d}" for row in range(2, 9))])
    with pytest.raises(Rejected) as refused:
        blank_board_json({"game": "rengo", "head": {"盤": "オセロ盤"}, "setup": setup})
    assert refused.value.article == "rengo.8"
    for wrong in ({"game": "x"}, {"game": "rengo", "head": []}, {"game": "king", "rules": "my.toml"}, [], {"games": 1}):
        with pytest.raises(Rejected):
            blank_board_json(wrong)


def test_units_cost_what_the_rules_say():
    """The costs that the set-up screen adds up are those by which the budget is judged."""
    game = games.game_by_name("rengo")
    costs = {piece.cell: piece.cost for piece in game.pieces()}
    assert costs["▲飛"] == 10
    assert {piece.line for piece in game.pieces() if piece.name == "珠"} == {"先手の駒台", "後手の駒台"}
    assert game.budget == 100
    assert games.game_by_name("six").budget is None
    assert [piece.cell for piece in games.game_by_name("six").pieces()] == list("占武騎弓巫怨領士馬矢女霊")
    assert {(piece.form, piece.part) for piece in games.game_by_name("king").pieces()} == {("core", 0), ("ring", 1)}
