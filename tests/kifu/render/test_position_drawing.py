"""A drawing shows the sides, the marks and the text around the board, as seen from either side."""

import pytest
from each import each
from scene_boards import board_of

from kifu.core import games
from kifu.core.game.drawing import Form, Ground, Token
from kifu.core.game.game import Game
from kifu.core.outcome import Side
from kifu.render.board import Board, panel_heights_for
from kifu.render.position_drawing import draw_position
from kifu.render.shapes_and_svg import (
    DARK,
    LAST_EDGE,
    LIGHT,
    Circle,
    DrawingOptions,
    Line,
    Polygon,
    Rectangle,
    Ring,
    Text,
)

SIX = games.load("six")


def texts(scene):
    """Return the lines of text above and below a board, from the top."""
    return [shape.text for shape in scene.shapes if isinstance(shape, Text) and shape.anchor == "start"]


def bodies(scene):
    """Return the numbers of dark and of light bodies."""
    fills = [shape.paint.fill for shape in scene.shapes if not isinstance(shape, Text)]
    return fills.count(DARK), fills.count(LIGHT)


def play(game, *moves):
    """Return the last two positions after some moves from the start of a game."""
    before = position = game.start()
    for text in moves:
        before, position = position, game.play_legal(position, game.resolve(position, game.read(text)))
    return before, position


def test_the_text_about_a_board():
    """The caption, 後手 and its hand stand above; 先手, who is to move, and its hand below. Both have their names."""
    _, position = play(SIX, "一01占", "七07占")
    look = DrawingOptions(caption="2 手目", names=("山田", "佐藤"))
    assert texts(draw_position(SIX, position, look=look)) == [
        "2 手目",
        "△ 後手 佐藤",
        "後手の持駒：14 占可",
        "▲ 先手 山田 【手番】",
        "先手の持駒：14 占可",
    ]


def test_the_text_in_english():
    """Sides and turn are named in English; the lines of the diagram are as in a record."""
    assert texts(draw_position(SIX, SIX.start(), look=DrawingOptions(language="en"))) == [
        "△ second (後手)",
        "後手の持駒：15 占可",
        "▲ first (先手) 【to move】",
        "先手の持駒：15 占可",
    ]


def test_seen_from_the_second_side():
    """Board and text are turned: 先手 and its hand stand above."""
    _, position = play(SIX, "一01占")
    scenes = [draw_position(SIX, position, look=DrawingOptions(seen_from=side)) for side in Side]
    dice = [next(shape for shape in scene.shapes if isinstance(shape, Rectangle) and shape.radius) for scene in scenes]
    assert dice[0].x < dice[1].x
    assert dice[0].y < dice[1].y
    assert [texts(scene)[0] for scene in scenes] == ["△ 後手 【手番】", "▲ 先手"]


def test_wedges_point_to_the_enemy():
    """A piece of the side at the lower edge points up, an opponent's down, and both turn with the board."""
    board = board_of("rengo/rulebook", 0)
    tips = []
    for side in Side:
        scene = draw_position(board.game, board.position, look=DrawingOptions(seen_from=side))
        wedges = [shape for shape in scene.shapes if isinstance(shape, Polygon)]
        tips.append([(wedge.paint.fill, wedge.points[0][1] < wedge.points[2][1]) for wedge in wedges])
    assert set(tips[0]) == {(DARK, True), (LIGHT, False)}
    assert set(tips[1]) == {(DARK, False), (LIGHT, True)}


@each(
    ("name", "dark"),
    [("six/branches", Side.FIRST), ("rengo/rulebook", Side.FIRST), ("king/draw", Side.SECOND)],
)
def test_sides_are_dark_and_light(name, dark):
    """The side with the dark mark (▲, ●) has dark tokens, the opponent has light ones."""
    board = board_of(name)
    tokens = tuple(board.game.tokens(board.position))
    count = sum(token.side is dark for token in tokens)
    assert bodies(board.scene()) == (count, len(tokens) - count)


def test_what_a_move_changed():
    """The square that a move left has a thin frame, the square that it reached a thick one."""
    board = board_of("rengo/rulebook")
    frames = {
        shape.paint.width: bool(shape.paint.fill)
        for shape in board.scene().shapes
        if isinstance(shape, Rectangle) and shape.paint.stroke == LAST_EDGE
    }
    thin, thick = sorted(frames)
    assert 2 * thin == pytest.approx(thick)
    assert (frames[thin], frames[thick]) == (False, True)
    assert {board.game.board.spell(square) for square in board.changed} == {"八07", "八01"}


def test_a_core_in_a_ring():
    """United pieces are a ring with its core in the hole; a core alone stands in the middle of its point."""
    scene = board_of("king/draw").scene()
    rings = [shape for shape in scene.shapes if isinstance(shape, Ring)]
    cores = [shape for shape in scene.shapes if isinstance(shape, Circle) and shape.paint.fill in {DARK, LIGHT}]
    holes = {(ring.x, ring.hole_y) for ring in rings}
    tokens = tuple(board_of("king/draw").game.tokens(board_of("king/draw").position))
    squares = {form: {token.square for token in tokens if token.form is form} for form in (Form.RING, Form.CORE)}
    assert len(rings) == len(squares[Form.RING])
    inside = [core for core in cores if (core.x, core.y) in holes]
    assert len(inside) == len(squares[Form.RING] & squares[Form.CORE])
    assert all(core.radius < rings[0].hole for core in cores)


@each(
    ("board", "lines", "dots", "dark"),
    [
        ("将棋盤", 0, 0, 0),
        ("チェス盤", 0, 0, 32),
        ("シャンチー盤", 10 + 2 + 7 * 2 + 4, 0, 0),
        ("チャンギ盤", 10 + 9 + 4, 0, 0),
        ("碁盤9路", 18, 5, 0),
        ("碁盤13路", 26, 5, 0),
        ("碁盤19路", 38, 9, 0),
        ("オセロ盤", 0, 0, 0),
        ("連珠盤", 30, 5, 0),
        ("ドラフツ盤", 0, 0, 50),
    ],
)
def test_boards_of_rengo(board, lines, dots, dark):
    """Each board has its lines (a river divides seven columns, a palace has two diagonals), stars and dark squares."""
    ground = games.load("rengo").configure(None, {"盤": board}).ground
    assert (len(ground.lines), len(ground.dots), len(ground.dark)) == (lines, dots, dark)


def test_the_corner_of_a_chequered_board():
    """The square at the lower left is dark."""
    chess = games.load("rengo").configure(None, {"盤": "チェス盤"})
    assert chess.board.parse("一08") in chess.ground.dark


def test_the_lines_of_a_variant():
    """The lines of a Union game are those of its variant file, each drawn from corner to corner, with a dot on each point."""
    king = games.load("king").variant(
        "small.toml",
        """
        game = "king"
        [board]
        points = ["一01", "二01", "一02", "三03", "五05", "六06", "七07", "一07", "二07", "三07", "四07", "五07", "六07",
                  "七01", "七02", "七03", "七04", "七05", "七06", "一03", "一04", "一05", "一06", "三01", "四01", "五01",
                  "六01", "二02"]
        lines = [["一01", "二01", "三01", "四01", "五01", "六01", "七01"],
                 ["一01", "二02", "三03", "五05", "六06", "六07"]]
        [start.white]
        "一07" = "外十"
        [start.black]
        "一01" = "外丸"
        """,
    )
    scene = draw_position(king, king.start())
    assert [len(shape.points) for shape in scene.shapes if isinstance(shape, Line)] == [2, 3]
    assert len(king.ground.dots) == 28


def test_a_game_that_says_nothing_about_its_drawing():
    """A game without its own ground and tokens is drawn as discs on squares, with the text of its cells."""
    _, position = play(SIX, "一01占")
    assert Game.ground.func(SIX) == Ground()
    assert tuple(Game.tokens(SIX, position)) == (Token(0, Side.FIRST, "占", Form.DISC),)


def test_a_series_is_of_one_size():
    """Drawings with the same room have the same size, although they have different numbers of lines of text."""
    boards = [board_of("rengo/rulebook", ply) for ply in (0, 5, 11)]
    room = panel_heights_for(boards[0].game, ((board.position, board.look) for board in boards))
    assert len({board.scene().height for board in boards}) > 1
    assert len({board.scene(room).height for board in boards}) == 1


def test_text_that_is_too_long():
    """A long caption is divided at its blanks; a long word and a long name are cut."""
    look = DrawingOptions(caption="とても長い見出し " * 4 + "切" * 100, names=("名" * 500, ""))
    scene = draw_position(SIX, SIX.start(), look=look)
    longest = max(len(text) for text in texts(scene))
    assert 20 < longest < 40
    assert any(text.endswith("…") for text in texts(scene))
    assert len(texts(scene)) > 5


def test_a_square_that_is_not_there():
    """A mark off the board raises ValueError."""
    with pytest.raises(ValueError, match="squares 0 to 48, not 49"):
        Board(SIX, SIX.start(), 49)
