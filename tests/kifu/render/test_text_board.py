"""The board as text is what `kifu show` prints, without colours, and needs no code of the command line."""

import sys
from subprocess import run

import pytest
from each import each
from scene_boards import SAMPLES, board_of, boards_of
from wcwidth import wcswidth

from kifu.core import games
from kifu.core.escapes_confusables_and_text_width import cut_to_width, japanese_columns, terminal_columns
from kifu.core.squares import COLUMNS
from kifu.render.board import Board

SIX = games.load("six")


def test_the_board_of_six():
    """The rows stand between rules, the last move in brackets, and hands and turn below."""
    position = SIX.start()
    for text in ("一01占", "七07領"):
        before, move = position, SIX.resolve(position, SIX.read(text))
        position = SIX.play_legal(position, move)
    assert str(Board.after(SIX, before, move)) == (
        "  一  二  三  四  五  六  七 \n"
        "+----------------------------+\n"
        "| 占  ・  ・  ・  ・  ・  ・ | 01\n"
        "| ・  ・  ・  ・  ・  ・  ・ | 02\n"
        "| ・  ・  ・  ・  ・  ・  ・ | 03\n"
        "| ・  ・  ・  ・  ・  ・  ・ | 04\n"
        "| ・  ・  ・  ・  ・  ・  ・ | 05\n"
        "| ・  ・  ・  ・  ・  ・  ・ | 06\n"
        "| ・  ・  ・  ・  ・  ・ [領]| 07\n"
        "+----------------------------+\n"
        "先手の持駒：14 占可\n"
        "後手の持駒：14 占可\n"
        "手番：先手\n"
    )


@pytest.mark.parametrize("name", ["six/branches", "ace/draw", "master/draw", "rengo/rulebook", "rengo/game-go13"])
def test_show_prints_it(name):
    """The command prints the same lines between its heading and its verdict."""
    done = run([sys.executable, "-m", "kifu", "show", f"{SAMPLES / name}.kif"], capture_output=True, check=True)
    assert str(board_of(name)).encode() in done.stdout


@each("name", ["six/trades", "king/draw", "master/draw", "rengo/game-go19", "rengo/game-renju"])
def test_widths_are_those_of_a_terminal(name):
    """All cells have the width that a terminal gives them."""
    for board in boards_of(name, (0, 20, -1)):
        game = board.game
        cells = [game.cell(board.position, square) for square in range(game.board.columns * game.board.rows)]
        assert [terminal_columns(cell) for cell in [*cells, *COLUMNS]] == [
            wcswidth(cell) for cell in [*cells, *COLUMNS]
        ]


def test_widths_of_other_text():
    """A combining mark takes no room in a terminal; ▲ takes one column there and two in a Japanese font."""
    assert terminal_columns("か\u3099") == wcswidth("か\u3099") == 2
    assert (terminal_columns("▲"), japanese_columns("▲")) == (1, 2)
    assert cut_to_width("▲△▲", 4) == "▲…"


def test_nothing_of_the_command_line():
    """Text and SVG of a board need only the standard library."""
    code = (
        "import sys; from kifu.core import games; from kifu.render.board import Board\n"
        "six = games.load('six'); board = Board(six, six.start()); str(board), board._repr_svg_()\n"
        "print([name for name in ('click', 'wcwidth', 'numpy', 'matplotlib', 'PIL', 'notation') if name in sys.modules])"
    )
    assert run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout == "[]\n"
