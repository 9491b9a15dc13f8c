"""Tests `--ply`, `--record`, `--part` and `--branch`, which choose a position of a record for every command."""

import pytest
from click.testing import CliRunner
from each import each
from explored import SIX, dataset, six
from helpers import DIAGRAM, HEAD
from repository import ROOT

from kifu.cli.main import main
from kifu.core import games
from notation.random_record import random_game_as_kif

PLIES = 30
SEED = 1
"""Of a game that is not over then: a diagram does not say that it is."""
RECORD = "棋種：6面体\n1 四04占\n2 三03領\n3 一01占\n変化：2手\n2 五05領\n3 一02占\n4 七07領\n変化：9手\n9 一01占\n"
MATCH = "棋種：ユニオンキング\n対局：前半\n1 一06-一05十内\n対局：後半\n1 一06-一05十内\n2 一02-一03丸内\n"


def run(*arguments, stdin=None):
    """Run the program in English."""
    return CliRunner().invoke(main, ["--lang", "en", *map(str, arguments)], input=stdin, catch_exceptions=False)


def text_of(run_):
    """Return what a run printed, which has gone well."""
    assert (run_.exit_code, run_.stderr) == (0, "")
    return run_.stdout


def after(*moves):
    """Return the diagram of 6面体 after some moves."""
    position = SIX.start()
    for move in moves:
        position = SIX.play_legal(position, SIX.resolve(position, SIX.read(move)))
    return SIX.spell_diagram(position)


@pytest.fixture
def record(tmp_path):
    """Return the path of a record with branches."""
    path = tmp_path / "record.kif"
    path.write_text(RECORD, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("options", "moves"),
    [
        (["--ply", 0], []),
        (["--ply", 1], ["四04占"]),
        (["--ply", 3], ["四04占", "三03領", "一01占"]),
        (["--ply", 1, "--branch", 1], ["四04占"]),
        (["--ply", 4, "--branch", 1], ["四04占", "五05領", "一02占", "七07領"]),
    ],
)
def test_the_position_after_a_ply(record, options, moves):
    """A position of a game or of a branch gives each command the same output as its diagram."""
    diagram = after(*moves)
    for words in (["moves", "--game", "six"], ["perft", "--game", "six", 1]):
        assert text_of(run(*words, record, *options)) == text_of(run(*words, "-", stdin=diagram))
    played = text_of(run("play", "--game", "six", "--seed", 1, "--plies", 3, record, *options))
    assert played == text_of(run("play", "--game", "six", "--seed", 1, "--plies", 3, "-", stdin=diagram))


def test_solve(tmp_path):
    """The game of the record need not be named; --record chooses which."""
    path = tmp_path / "two.kif"
    path.write_text(RECORD + HEAD + DIAGRAM + "1 四03-三02武\n", encoding="utf-8")
    result = run("solve", path, "--record", 2, "--ply", 0)
    assert (result.exit_code, result.stdout.splitlines()[0]) == (0, "first (先手) wins in 1 plies")
    assert run("solve", path, "--record", 2, "--ply", 1, "--nodes", 10).stdout != result.stdout


def test_find_and_tree(tmp_path, record):
    """A position of a record is looked for in a dataset, and is the root of a tree."""
    folder = dataset(tmp_path / "games", {"a.kif": six("四04占", "三03領", "一01占"), "b.kif": six("四04占", "三02領")})
    result = run("corpus", "find", record, folder, "--ply", 2)
    assert (result.exit_code, len(result.stdout.splitlines())) == (0, 1)
    assert run("corpus", "find", record, folder, "--ply", 3, "--branch", 1).exit_code == 1
    tree = run("study", "tree", folder, "--from", record, "--ply", 1)
    assert "the position asked for: 2 games" in tree.stdout


def test_a_record_of_several(tmp_path):
    """--record chooses a record, and then no note about the others is printed."""
    path = tmp_path / "two.kif"
    path.write_text("棋種：6面体\n1 四04占\n" + RECORD, encoding="utf-8")
    assert text_of(run("moves", "--game", "six", path, "--record", 2, "--ply", 3)) == text_of(
        run("moves", "--game", "six", "-", stdin=after("四04占", "三03領", "一01占"))
    )


def test_games_of_a_match():
    """--ply counts on through a match, or within the game that --part names."""
    through = text_of(run("moves", "--game", "king", "-", "--ply", 3, stdin=MATCH))
    assert through == text_of(run("moves", "--game", "king", "-", "--part", 2, "--ply", 2, stdin=MATCH))
    start = text_of(run("moves", "--game", "king"))
    assert text_of(run("moves", "--game", "king", "-", "--part", 2, "--ply", 0, stdin=MATCH)) == start != through


@each(
    ("words", "text", "message"),
    [
        (["--ply", 4], RECORD, "the record ends at ply 3\n"),
        (["--ply", 5, "--branch", 1], RECORD, "the branch ends at ply 4\n"),
        (["--ply", 1, "--branch", 3], RECORD, "the record has 2 branch(es)"),
        (["--ply", 9, "--branch", 2], RECORD, "branch 2 starts at a position there is not"),
        (["--record", 2], RECORD, "- holds 1 record(s)"),
        (["--part", 1], RECORD, "this is no match"),
        (["--ply", 2], RECORD.replace("三03領", "四04領"), "the record ends at ply 1: "),
        (["--ply", 2], after("四04占"), "this is no record"),
        (["--ply", 99999999999999999999], RECORD, "the record ends at ply 3\n"),
    ],
)
def test_what_is_not_there(words, text, message):
    """A place that does not exist is a usage error, with the same message for every command."""
    result = run("moves", "--game", "six", "-", *words, stdin=text)
    assert (result.exit_code, result.stdout, message in result.stderr) == (2, "", True)


def test_a_ply_of_no_record():
    """A ply is one of a record; 0 is the start of a diagram too."""
    assert "name one as DIAGRAM" in run("moves", "--game", "six", "--ply", 2).stderr
    assert run("moves", "--game", "six", "--ply", 0).exit_code == 0
    assert run("moves", "--game", "six", "--ply", 0, "-", stdin=after("四04占")).exit_code == 0


def test_what_cannot_be_read_is_said_first():
    """An unreadable file is reported as such, not as a file without records."""
    for data, code in (("", "empty-file"), (b"\x00\x01", "binary-file")):
        result = run("moves", "--game", "six", "--ply", 2, "-", stdin=data)
        assert (result.exit_code, f"[{code}]" in result.stderr) == (3, True)


def test_show_a_branch(record):
    """Its board, under its number; the status is the game's and is not shown."""
    shown = text_of(run("show", record, "--branch", 1))
    assert shown.startswith("branch 1, from ply 2\nply 4 七07領 (of 4)\n")
    assert "UNFINISHED" not in shown
    match = run("show", "-", "--branch", 1, stdin=MATCH)
    assert (match.exit_code, "name the game whose branch it is with --part" in match.stderr) == (2, True)


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("game", games.ids())
def test_a_board_that_show_prints_is_a_diagram(game, lang, tmp_path):
    """Frames, names, file and score lines and all: each position of a game reads as what it is."""
    path = tmp_path / "game.kif"
    path.write_text(random_game_as_kif(games.load(game), SEED, PLIES), encoding="utf-8")
    for ply in (0, 1, PLIES // 2, PLIES):
        shown = CliRunner().invoke(main, ["--lang", lang, "show", str(path), "--ply", str(ply)]).stdout
        assert text_of(run("moves", "--game", game, "-", stdin=shown)) == text_of(
            run("moves", "--game", game, path, "--ply", ply)
        )


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("game", games.ids())
def test_a_board_that_verify_prints_is_a_diagram(game, lang, tmp_path):
    """A printed board is read with the lines that surround it."""
    text = random_game_as_kif(games.load(game), SEED, PLIES).partition("\nまで")[0]
    path = tmp_path / "game.kif"
    path.write_text(f"{text}\n{PLIES + 1} 八99占\n*棋種：6面体\n", encoding="utf-8")
    judged = CliRunner().invoke(main, ["--lang", lang, "verify", str(path)])
    assert judged.exit_code in {1, 3}
    assert text_of(run("moves", "--game", game, "-", stdin=judged.stdout)) == text_of(
        run("moves", "--game", game, path, "--ply", PLIES)
    )


def test_comments_behind_a_board_are_none_of_it():
    """A comment may look like a line of the diagram."""
    shown = text_of(run("show", "-", stdin="棋種：6面体\n1 四04占\n*手番：後手\n*先手の持駒：3\n"))
    assert "*手番：後手\n" in shown
    assert text_of(run("moves", "--game", "six", "-", stdin=shown)) == text_of(
        run("moves", "--game", "six", "-", stdin=after("四04占"))
    )


def test_the_first_of_several_boards():
    """The first of several boards is used, and a note says so."""
    both = text_of(run("show", "-", stdin=MATCH))
    result = run("moves", "--game", "king", "-", stdin=both)
    assert (result.exit_code, "[several-boards]" in result.stderr) == (0, True)
    assert result.stdout == run("moves", "--game", "king", "-", "--ply", 1, stdin=MATCH).stdout


def test_a_record_with_a_board_pasted_into_it_is_a_record():
    """A record into which a printed board was pasted is still read as a record."""
    board = text_of(run("show", "-", stdin="棋種：6面体\n1 四04占\n"))
    result = run("moves", "--game", "six", "-", "--ply", 1, stdin=f"棋種：6面体\n1 一01占\n{board}")
    assert result.stdout == run("moves", "--game", "six", "-", stdin=after("一01占")).stdout


def test_a_quoted_record_is_none():
    """A line that verify quotes below a remark does not turn the answer into a record."""
    judged = run("verify", "-", stdin="棋種：6面体\n棋種：6面体 \n先手：甲\n1 四04占\n2 四04領\n")
    answer = f"{judged.stdout}  -:2:1: note\n    棋種：6面体\n    ^^^^\n"
    assert (
        run("moves", "--game", "six", "-", stdin=answer).stdout
        == run("moves", "--game", "six", "-", stdin=after("四04占")).stdout
    )


@each("text", ["+-+\n", "+-+\n+-+\n", "+--+\n| 占 | 01\n", "  the position after ply 3:\n", "+-+\n| x\n"])
def test_a_torn_board(text):
    """A part of a board is said to be no diagram, with exit code 3."""
    result = run("moves", "--game", "six", "-", stdin=text)
    assert (result.exit_code, result.stdout, "Traceback" in result.stderr) == (3, "", False)


def test_the_end_of_a_record(record):
    """Without --ply, and with --ply end, every command takes the end of a record or of a branch, and says so."""
    assert "there is no move 9 to branch from" in run("moves", record).stderr
    record.write_text(RECORD.partition("変化：9手")[0], encoding="utf-8")
    words = ["moves", record]
    for options, ply, said in (([], 3, "the end of the record"), (["--branch", 1], 4, "the end of branch 1")):
        for end in ([], ["--ply", "end"]):
            taken = run(*words, *options, *end)
            assert taken.stdout == text_of(run(*words, *options, "--ply", ply))
            assert f"using the position after ply {ply}, {said}" in taken.stderr
    assert text_of(run("show", record)) == text_of(run("show", record, "--ply", "end"))
    assert text_of(run("show", record)) != text_of(run("show", record, "--ply", 0))


def test_the_end_of_a_match(tmp_path):
    """It is the end of its last game, with --part that of one game; `kifu show` shows both, with the sums."""
    path = tmp_path / "match.kif"
    path.write_text(MATCH, encoding="utf-8")
    words = ["moves", path]
    for options, ply, said in (
        ([], 3, "after ply 2, the end of 後半"),
        (["--part", 1], 1, "after ply 1, the end of 前半"),
    ):
        for end in ([], ["--ply", "end"]):
            taken = run(*words, *options, *end)
            assert taken.stdout == text_of(run(*words, "--ply", ply))
            assert said in taken.stderr
    path.write_text(MATCH.replace("1 一06-一05十内\n対局：後半", "1 一06-一01十内\n対局：後半"), encoding="utf-8")
    broken = run(*words)
    assert (broken.exit_code, broken.stdout) == (0, text_of(run("moves", "king")))
    assert "the position at the start, before the first fault of 前半 (ply 1)" in broken.stderr
    assert text_of(run("show", path, "--ply", "end")) == text_of(run("show", path))


def test_a_ply_that_is_none(record):
    """The message says what can stand there; a diagram has no end."""
    wrong = run("moves", "--game", "six", record, "--ply", "last")
    assert (wrong.exit_code, "'last' is no ply; write a number from 0, or end" in wrong.stderr) == (2, True)
    assert run("moves", "--game", "six", record, "--ply", -1).exit_code == 2
    assert run("moves", "--game", "six", "-", "--ply", "end", stdin=after()).exit_code == 2


def test_each_help_says_which_position_of_a_record_it_takes():
    """The help of each command with --ply, in both languages."""
    for words in ("moves", "perft", "play", "solve", "corpus find", "study tree"):
        for lang, said in (("ja", "なければ最後の局面"), ("en", "by default the last")):
            help_ = CliRunner().invoke(main, ["--lang", lang, *words.split(), "--help"]).stdout
            assert said.replace(" ", "") in "".join(help_.split()), (words, lang)


def test_an_end_that_the_position_does_not_tell():
    """A game that its moves have ended, as repetition does, is said to be over: the position alone has moves."""
    taken = run("moves", ROOT / "samples/rengo/repetition-o.kif")
    assert taken.stdout
    assert "the moves before have ended the game there, which the position alone does not tell" in taken.stderr
