"""Tests `kifu moves`, which lists the legal moves of a diagram, of a record, or of the start."""

import pytest
from click.testing import CliRunner
from each import each

from kifu.cli.arguments.position_argument import BadDiagram, load_game_and_position
from kifu.cli.main import main
from kifu.core import games

EXAMPLE = """\
一二三四五六七
○○○○○怨○01
○○○○巫○○02
○○○士○○士03
○○矢○○矢○04
○馬○○巫○○05
○○○怨○○○06
○○馬○○○○07
"""
FIELDS = """\
先手の持駒：11 占不可
後手の持駒：9 占不可
手番：先手
"""
MOVES = """\
六01-四01怨
六01-五01怨
六01-四02怨
六01-六02怨
六01-五03怨
六01-六03怨
六01-一06怨
四06-四04怨
四06-五04怨
四06-四05怨
四06-六05怨
四06-五06怨
四06-六06怨
六01-四03-一06怨
六01-三04-一06怨
六01-二05-一06怨
"""
MIDDLE = """\
占○○怨○○領01
○武○○○士○02
○○○○○○○03
騎○弓○馬○矢04
○○○○○○○05
○占○霊女○領06
○巫○○○女○07
先手の持駒：0 占不可
後手の持駒：2 占不可
手番：後手
"""
STANDSTILL = """\
占霊○○○○○01
領士○○○○○02
○○○○○○○03
○○○○○○○04
○○○○○○○05
○○○○○○○06
○○○○○○○07
先手の持駒：9 占不可
"""
HEAD = f"棋種：6面体\n局面図\n{EXAMPLE}{FIELDS}"
RECORD = f"""\
棋種：6面体
規則：six/1
先手：甲
局面図
{EXAMPLE}{FIELDS}手数----指手---------消費時間--
   1 六01-四03-一06怨霊
まで1手で中断
"""


@pytest.fixture(name="moves")
def _moves(tmp_path, monkeypatch):
    """A function from the text or bytes of a file to the run of `kifu moves` on it."""
    monkeypatch.chdir(tmp_path)

    def run(content, *options):
        data = content.encode() if isinstance(content, str) else content
        (tmp_path / "position.txt").write_bytes(data)
        return CliRunner().invoke(main, ["moves", "--game", "six", "--lang", "en", *options, "position.txt"])

    return run


def outcome(run):
    """Return what a run printed and how it ended, standard output first."""
    return run.stdout, run.stderr, run.exit_code


def test_start():
    """Without a diagram: the 49 placements of 占, by rows, and nothing else."""
    run = CliRunner().invoke(main, ["moves", "--game", "six"])
    placements = [f"{column}{row:02d}占" for row in range(1, 8) for column in "一二三四五六七"]
    assert outcome(run) == ("".join(f"{move}\n" for move in placements), "", 0)


@each("name", ["six", "6面体", "６面体", "SIX"])
def test_names_of_the_game(name):
    """The game goes by its id and its name, full-width or not."""
    run = CliRunner().invoke(main, ["moves", "--game", name])
    assert (run.exit_code, len(run.stdout.splitlines())) == (0, 49)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(EXAMPLE + FIELDS, id="diagram"),
        pytest.param(EXAMPLE, id="as the source prints it"),
        pytest.param("局面図\n" + EXAMPLE + FIELDS, id="with its heading"),
        pytest.param("# ④例１\n\n局面図：\n\n" + EXAMPLE + "\n" + FIELDS + "\n", id="blank lines and a comment"),
        pytest.param("規則：six/1\n局面図\n" + EXAMPLE + FIELDS, id="rules before it"),
        pytest.param(EXAMPLE.partition("\n")[2], id="rows alone"),
        pytest.param((EXAMPLE + FIELDS).replace("\n", "\r\n"), id="CRLF"),
        pytest.param("\ufeff" + EXAMPLE + FIELDS, id="BOM"),
        pytest.param(EXAMPLE.replace("0", "０").replace("○", "〇") + FIELDS.replace("：", ":"), id="other characters"),
        pytest.param("".join(f"    {line}\n" for line in EXAMPLE.splitlines()), id="indented"),
        pytest.param("棋種：6面体\n局面図\n" + EXAMPLE + FIELDS, id="head of a record"),
        pytest.param("棋種：6面体\n" + EXAMPLE + FIELDS, id="record without the heading"),
    ],
)
def test_diagram(moves, text):
    """A bare diagram, with or without what may surround it, and a record's head, give the moves in pinned order."""
    assert outcome(moves(text)) == (MOVES, "", 0)


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp"])
@pytest.mark.parametrize(
    "text", [EXAMPLE + FIELDS, EXAMPLE, EXAMPLE.partition("\n")[2], "局面図\n" + EXAMPLE, HEAD, FIELDS + EXAMPLE]
)
def test_encodings(moves, text, encoding):
    """Diagrams and records in Shift_JIS and EUC-JP are read too, also rows without any heading."""
    assert outcome(moves(text.encode(encoding))) == (MOVES, "", 0)


@each("content", [EXAMPLE + FIELDS, HEAD, (EXAMPLE + FIELDS).encode("cp932")])
def test_standard_input(content):
    """The argument - reads standard input."""
    run = CliRunner().invoke(main, ["moves", "--game", "six", "-"], input=content)
    assert outcome(run) == (MOVES, "", 0)


def test_hands_and_turn_count(moves):
    """The hand and turn lines are used: 後手 to move, placing beside its own 領 alone, while 先手 has no die in hand."""
    lines = moves(MIDDLE).stdout.splitlines()
    placed = {line[:3] for line in lines if len(line) == 4}
    assert placed == {"六01", "七02", "六05", "七05", "六06", "七07"}
    assert {line[-1] for line in lines} == set("士馬矢女霊")
    of_first = moves(MIDDLE.replace("手番：後手", "手番：先手")).stdout.splitlines()
    assert {line[-1] for line in of_first} == set("武騎弓")
    assert not [line for line in of_first if len(line) == 4]


def test_right_to_place_territory(moves):
    """占可 and 占不可 are used."""
    board = "○○○○○○○01\n○占○○○○○02\n" + "".join(f"○○○○○○○{row:02d}\n" for row in range(3, 8))
    free = moves(board + "先手の持駒：3 占可\n").stdout.splitlines()
    bound = moves(board + "先手の持駒：3 占不可\n").stdout.splitlines()
    assert [move for move in free if move[-1] == "占"] == free[:48]
    assert bound == free[48:]
    assert len(bound) == 8 * 4


@pytest.mark.parametrize("text", [STANDSTILL, "棋種：6面体\n局面図\n" + STANDSTILL])
def test_nothing_when_the_game_is_over(moves, text):
    """Nothing at all is printed for a position in which the side to move has lost."""
    assert outcome(moves(text)) == ("", "", 0)


def test_a_record_is_its_end(moves):
    """Of a record the position after its last ply is taken, and that is said; its head and --ply 0 are its start."""
    said = "position.txt: note: using the position after ply 2, the end of the record; choose another with --ply N"
    run = moves("棋種：6面体\n1 四04占\n2 三03領\n")
    assert (run.exit_code, run.stdout) == (0, moves(AFTER_TWO).stdout)
    assert run.stderr == f"{said} [end-of-record]\n"
    assert outcome(moves(RECORD, "--ply", "0")) == (MOVES, "", 0)
    assert moves("棋種：6面体\n1 四04占\n2 三03領\n", "--lang", "ja").stderr.startswith(
        "position.txt: お知らせ: 棋譜の最後の局面（2手目の後）を使います。"
    )


def test_the_end_of_an_illegal_record(moves):
    """It is the position before the first fault: the fault is named, and so is the position."""
    run = moves("棋種：6面体\n1 四04占\n2 四04領\n3 三03占\n")
    assert (run.exit_code, run.stdout) == (0, moves("棋種：6面体\n1 四04占\n").stdout)
    assert "position.txt:3:3: warning: 四04 is not empty" in run.stderr
    assert "using the position after ply 1, before the first fault of the record (ply 2)" in run.stderr


@each("line", ["2 あああ", "2 八09-四03怨", "指した"])
def test_the_end_of_a_record_that_cannot_be_read(moves, line):
    """Where a line is not understood, nobody knows the end: exit code 3; what was read has its positions by --ply."""
    text = f"棋種：6面体\n1 四04占\n{line}\n3 三03占\n"
    run = moves(text)
    assert (run.stdout, run.exit_code) == ("", 3)
    assert run.stderr.startswith("position.txt:3:")
    assert "the record cannot be read to its end" in run.stderr
    assert moves(text, "--ply", "1").exit_code == 0


def test_several_records(moves):
    """A file of several records is no position before one of them is chosen."""
    run = moves(RECORD + "棋種：6面体\n1 四04占\n")
    assert (run.stdout, run.exit_code) == ("", 2)
    assert "position.txt holds 2 records; choose one with --record, 1 to 2" in run.stderr
    assert moves(RECORD + "棋種：6面体\n1 四04占\n", "--record", "1", "--ply", "0").stdout == MOVES


@each("words", [["moves"], ["perft", "1"], ["play", "--seed", "1", "--plies", "1"], ["solve", "--nodes", "1"]])
def test_a_record_names_its_game(tmp_path, words):
    """No command asks for the game of a record, also from standard input; a contradiction is an error that names both."""
    record = "棋種：6面体\n1 四04占\n2 三03領\n"
    path = tmp_path / "record.kif"
    path.write_text(record, encoding="utf-8")
    command, *options = words
    for option, before in (([], []), (["--game", "six"], []), ([], ["six"])):
        run = CliRunner().invoke(main, ["--lang", "en", command, *before, *options, *option, str(path)])
        assert "after ply 2, the end of the record" in run.stderr
        assert "Usage" not in run.stderr
        again = CliRunner().invoke(main, ["--lang", "en", command, *before, *options, *option, "-"], input=record)
        assert (again.stdout, again.exit_code) == (run.stdout, run.exit_code)
    wrong = CliRunner().invoke(main, ["--lang", "en", command, "king", *options, str(path)])
    assert (wrong.stdout, wrong.exit_code) == ("", 3)
    assert "this is a record of 6面体 (six); give a diagram or a record of ユニオンキング (king)" in wrong.stderr


def test_a_diagram_names_no_game():
    """Of a bare diagram the game is asked for, with the games that there are."""
    run = CliRunner().invoke(main, ["--lang", "en", "moves", "-"], input=EXAMPLE)
    assert (run.stdout, run.exit_code) == ("", 2)
    assert "which game is it? Add --game, or write the game first (ace king master rengo six)" in run.stderr


AFTER_TWO = """\
○○○○○○○01
○○○○○○○02
○○領○○○○03
○○○占○○○04
○○○○○○○05
○○○○○○○06
○○○○○○○07
先手の持駒：14 占可
後手の持駒：14 占可
手番：先手
"""
SIXTEEN = "占占占占占占占01\n占占占占占占占02\n占占○○○○○03\n" + "".join(f"○○○○○○○{row:02d}\n" for row in range(4, 8))


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        pytest.param(EXAMPLE.replace("○○○士○○士03", "○○○士○○03"), "4:1", "diagram-row-length", id="short row"),
        pytest.param(EXAMPLE.replace("○○○士○○士03", "○○○士○○士○03"), "4:1", "diagram-row-length", id="long row"),
        pytest.param(EXAMPLE.replace("○○矢○○矢○04", "○○矢○○×○04"), "5:6", "diagram-cell", id="strange cell"),
        pytest.param(EXAMPLE.replace("07", ""), "8:1", "diagram-row-number", id="no row number"),
        pytest.param(EXAMPLE.replace("○○矢○○矢○04\n", ""), "5:1", "diagram-row-number", id="missing row"),
        pytest.param(EXAMPLE[:-10], "1:1", "diagram-rows", id="six rows"),
        pytest.param(EXAMPLE + "○○○○○○○08\n", "9:1", "diagram-row-number", id="eight rows"),
        pytest.param(EXAMPLE.replace("五六七", "五七六"), "1:1", "diagram-head", id="column names"),
        pytest.param(SIXTEEN, "1:1", "too-many-dice", id="16 dice"),
        pytest.param(EXAMPLE + FIELDS.replace("11", "12"), "9:7", "too-many-dice", id="16 dice with the hand"),
        pytest.param(EXAMPLE + FIELDS.replace("占不可", "占可", 1), "9:7", "diagram-right", id="impossible right"),
        pytest.param(EXAMPLE + FIELDS.replace("11", "many"), "9:7", "diagram-field", id="hand"),
        pytest.param(EXAMPLE + FIELDS.replace("手番：先手", "手番：甲"), "11:4", "diagram-field", id="turn"),
        pytest.param(EXAMPLE + FIELDS.replace("持駒", "持ち駒"), "9:1", "unknown-field", id="misspelt hand"),
        pytest.param(EXAMPLE + FIELDS + "1 四04占\n", "12:1", "diagram-row-number", id="a move without 棋種"),
        pytest.param("局面図\n" + EXAMPLE.replace("怨", "?"), "3:6", "diagram-cell", id="after its heading"),
        pytest.param(RECORD.replace("○○○士○○士03", "○○○士○03"), "8:1", "diagram-row-length", id="in a record"),
        pytest.param(RECORD.replace("先手の持駒", "先手の駒"), "13:1", "unknown-field", id="misspelt, in a record"),
        pytest.param(
            RECORD.replace("手番：先手\n", "\n大会：名人戦\n手番：後手\n"), "17:1", "field-outside-diagram", id="astray"
        ),
        pytest.param(RECORD.replace("six/1", "six/9"), "2:4", "unknown-rules", id="rules"),
        pytest.param("規則：six/9\n" + EXAMPLE, None, "unknown-rules", id="rules before a diagram"),
        pytest.param(RECORD.replace("6面体", "将棋"), "1:4", "unknown-game", id="no such game"),
        pytest.param("", None, "empty-file", id="empty"),
        pytest.param(" \n\n", None, "empty-file", id="blank"),
        pytest.param("# 図\n", None, "no-diagram", id="no diagram"),
        pytest.param("規則：six/1\n局面図\n", None, "no-diagram", id="nothing under its heading"),
        pytest.param("規則：six/1 near=all\n", None, "unknown-option", id="an option that there is not"),
        pytest.param("{}", None, None, id="no record in the JSON"),
        pytest.param(EXAMPLE.encode()[:41], None, "unknown-encoding", id="broken off"),
        pytest.param(b"\x00\x01\x02", None, "binary-file", id="binary"),
        pytest.param(EXAMPLE.encode("utf-32"), None, "other-encoding", id="UTF-32"),
    ],
)
def test_bad_diagram(moves, text, place, code):
    """A diagram that cannot be read: no output, its place and what is wrong on standard error, exit code 3."""
    run = moves(text)
    assert (run.stdout, run.exit_code) == ("", 3)
    first = run.stderr.splitlines()[0]
    assert first.startswith(f"position.txt:{place}: error: " if place else "position.txt")
    assert code is None or first.endswith(f"[{code}]")
    assert "Traceback" not in run.stderr


def test_the_line_is_shown_with_a_caret(moves):
    """The line at fault is quoted, with a caret under the place, aligned for full-width characters."""
    run = moves(EXAMPLE + FIELDS.replace("手番：先手", "手番：甲乙"))
    assert run.stderr.splitlines()[1:] == ["    手番：甲乙", f"    {' ' * 6}^^^^"]


@pytest.mark.parametrize(("language", "message"), [("ja", "図がありません"), ("en", "there is no diagram")])
def test_language(moves, language, message):
    """Messages are in the language of --lang."""
    assert message in moves("# 図\n", "--lang", language).stderr


@pytest.mark.parametrize("game", ["", "棋種：6面体\n"])
@pytest.mark.parametrize("heading", ["", "局面図\n"])
def test_a_diagram_below_its_options(moves, game, heading):
    """The lines of a head give the options of the diagram below them, with or without 棋種 and 局面図."""
    runs = [moves(f"{game}規則：six/1{option}\n{heading}{MIDDLE}") for option in ("", " near=any")]
    assert [(run.exit_code, "一02女" in run.stdout.split()) for run in runs] == [(0, False), (0, True)]


@pytest.mark.parametrize(
    "head", ["規則：six/1 near=any\n", "棋種：6面体\n規則：six/1 near=any\n", "先手：太郎\n# 注\n"]
)
def test_a_head_alone_is_the_start(moves, head):
    """The lines of a head without a diagram stand for the start of the game under them."""
    run = moves(head)
    assert (run.exit_code, len(run.stdout.split())) == (0, 49)


def test_missing_file(tmp_path):
    """A path that is not there: exit code 3, and it is named."""
    run = CliRunner().invoke(main, ["moves", "--game", "six", "--lang", "en", str(tmp_path / "none.txt")])
    assert outcome(run) == ("", f"{tmp_path}/none.txt: error: no such file [no-such-file]\n", 3)


def test_directory(tmp_path):
    """A directory gives exit code 3, and the message calls it a directory."""
    run = CliRunner().invoke(main, ["moves", "--game", "six", "--lang", "en", str(tmp_path)])
    assert (run.stdout, run.exit_code) == ("", 3)
    assert "a directory" in run.stderr


def test_no_permission(tmp_path, monkeypatch):
    """A file that may not be read: exit code 3."""

    def refuse(_path):
        raise PermissionError

    monkeypatch.setattr("kifu.cli.read_and_write_files.open_regular", refuse)
    run = CliRunner().invoke(main, ["moves", "--game", "six", "--lang", "en", str(tmp_path / "secret.txt")])
    assert (run.stdout, run.exit_code) == ("", 3)
    assert "no permission" in run.stderr


def test_a_nul_in_the_path():
    """A path that no file can have: exit code 3, no traceback."""
    run = CliRunner().invoke(main, ["moves", "--game", "six", "--lang", "en", "a\0b"])
    assert (run.stdout, run.exit_code) == ("", 3)
    assert "no such file [no-such-file]" in run.stderr


def test_no_standard_input(monkeypatch):
    """A missing standard input gives a message."""
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(BadDiagram, match="cannot-open"):
        load_game_and_position(games.load("six"), "-")


@each("arguments", [["--game", "chess"], [], ["--game", "six", "--lang", "fr"]])
def test_usage(arguments):
    """An unknown game, none, or an unknown language: exit code 2."""
    run = CliRunner().invoke(main, ["moves", *arguments])
    assert (run.stdout, run.exit_code) == ("", 2)
