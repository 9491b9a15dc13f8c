"""Tests `kifu moves --diagram`, which draws where units can go, and the choice of one unit with --from and --place."""

import pytest
from click.testing import CliRunner
from six_pictures import ARCHER, FLIGHTS, GHOST, HORSE, MAIDEN, SET_ANEW, TERRITORY, WARRIOR, board, unmarked

from kifu.cli.main import main

BEATING = """\
一二三四五六七
○○○○○○○01
○○○○○○○02
○○○武領○○03
○○○○○○○04
○占○○○○○05
○○○○○○○06
○○○○○○○07
"""


@pytest.fixture(name="moves")
def _moves(tmp_path, monkeypatch):
    """A function from the text of a file to the run of `kifu moves` on it."""
    monkeypatch.chdir(tmp_path)

    def run(content, *options):
        (tmp_path / "position.txt").write_text(content, encoding="utf-8")
        return CliRunner().invoke(main, ["moves", "--game", "six", "--lang", "en", *options, "position.txt"])

    return run


def page(picture):
    """Return a picture as the page of the game prints it, with its column names."""
    return f"一二三四五六七\n{board(picture)}\n"


@pytest.mark.parametrize(
    ("picture", "choice"),
    [
        pytest.param(GHOST, ("--from", "五03"), id="怨"),
        *(pytest.param(TERRITORY, ("--place", unit), id=f"占 {unit}") for unit in ("武", "騎馬", "弓", "M")),
        pytest.param(WARRIOR, ("--from", "d4"), id="武"),
        pytest.param(HORSE, ("--from", "四4"), id="騎"),
        pytest.param(ARCHER, ("--from", "四０４"), id="弓"),
        pytest.param(MAIDEN, ("--from", "四04"), id="巫①"),
        pytest.param(SET_ANEW, ("--from", "五03"), id="怨②③"),
    ],
)
def test_the_pictures_of_the_page(moves, picture, choice):
    """From the page's own picture, marks and all, the command draws the same lines, and says that it read marks as empty."""
    done = moves(page(picture), "--diagram", *choice)
    assert done.exit_code == 0
    caption, *lines = done.stdout.splitlines(keepends=True)
    assert caption.startswith("# ")
    assert "".join(lines[:8]) == page(picture)
    marks = sum(picture.count(mark) for mark in "◎△")
    assert f"note: {marks} mark(s)" in done.stderr


def test_the_picture_of_flights(moves):
    """Each ◎ of the page's picture ④ stands in one of the pictures that are drawn of its position."""
    done = moves(page(unmarked(FLIGHTS)), "--diagram")
    assert (done.stderr, done.exit_code) == ("", 0)
    pictures = [board(text) for text in done.stdout.split("\n\n")]
    marked = [{at for at, cell in enumerate(picture) if cell == "◎"} for picture in pictures]
    assert {at for at, cell in enumerate(board(FLIGHTS)) if cell == "◎"} <= set().union(*marked)
    assert len(pictures) > 3


def test_a_picture_is_a_diagram(moves):
    """What is drawn is a diagram with hands and turn; read again, it gives the same moves."""
    first = moves(page(GHOST), "--diagram", "--from", "五03").stdout
    assert moves(first).stdout == moves(page(GHOST)).stdout
    assert moves(first, "--diagram", "--from", "五03").stdout == first


def test_all_pictures(moves):
    """Without a choice: each unit that moves, then what may be placed, with an empty line between two pictures."""
    done = moves(BEATING, "--diagram")
    assert [line for line in done.stdout.splitlines() if line.startswith("#")] == [
        "# 四03武 ◎ occupied squares: 五03",
        "# 武 騎 弓 巫 △",
    ]
    assert "○○◎武領○○03" in done.stdout
    assert "△占△○○○○05" in done.stdout


def test_a_choice_of_the_list(moves):
    """Without --diagram the choice shortens the list."""
    assert moves(BEATING, "--from", "四03").stdout.splitlines() == [
        f"四03-{square}武" for square in ("三02", "四02", "五02", "三03", "五03", "三04", "四04", "五04")
    ]
    assert moves(BEATING, "--place", "武士").stdout.splitlines() == [
        f"{square}武" for square in ("一04", "二04", "三04", "一05", "三05", "一06", "二06", "三06")
    ]
    assert not moves(BEATING, "--from", "二05").stdout


def test_nothing_to_draw(moves):
    """A unit without a legal move is drawn without marks, and the first line says so."""
    done = moves(BEATING, "--diagram", "--from", "二05")
    assert done.stdout.startswith(f"# no legal move\n{BEATING}")
    assert done.exit_code == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--from", "九01"), "this board has no square '九01'"),
        (("--from", "あ"), "this board has no square 'あ'"),
        (("--from", ""), "this board has no square ''"),
        (("--from", "一01"), "nothing stands on 一01"),
        (("--place", "桂"), "there is no unit '桂'"),
        (("--place", ""), "names no unit"),
        (("--place", "-四03武"), "'-四03武' is no name of a unit"),
        (("--from", "四03", "--place", "武"), "exclude each other"),
    ],
)
def test_wrong_choices(moves, options, message):
    """A square that is not there or is empty, an unknown unit, or both choices: exit code 2, and what is wrong."""
    done = moves(BEATING, "--diagram", *options)
    assert (done.stdout, done.exit_code) == ("", 2)
    assert message in done.stderr


def test_another_game():
    """Another game has its own diagram, and marks fill the two characters of a point that is empty."""
    started = CliRunner().invoke(main, ["moves", "--game", "king", "--diagram", "--from", "四06"])
    assert "・・ ・・ ◎◎ ◎◎ ◎◎ ・・ ・・ 05\n十・ 八・ 六・ 五・ 四・ 三・ 丸・ 06" in started.stdout
