"""Tests `kifu verify`: its exit codes, its output, and its answer to every kind of bad input."""

import io
import json
import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from each import each
from helpers import DIAGRAM, HEAD

from kifu.cli.main import main
from kifu.cli.printing.verdict_report import LONG, excerpt_around
from kifu.cli.read_and_write_files import find_record_files
from notation.formats.kif_head_reader import KEPT_BY_A_TABLE

WON = HEAD + DIAGRAM + "1 四03-五03武\nまで1手で先手の勝ち\n"
OPEN = HEAD + DIAGRAM + "1 四03-三03武\n"
ENGLISH = {"LC_ALL": "C.UTF-8"}


def run(*arguments, env=ENGLISH, stdin=None):
    """Run `kifu verify` in this process."""
    return CliRunner().invoke(main, ["verify", *map(str, arguments)], env=env, input=stdin, catch_exceptions=False)


def verify(path, *arguments):
    """Return exit code and verdicts of `kifu verify --format json`."""
    result = run(path, *arguments, "--format", "json")
    assert result.stdout.endswith("\n")
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def file(tmp_path):
    """A function that writes a file and returns its path."""

    def write(content, name="game.kif"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [
        (WON, "CONFIRMED", 0),
        (OPEN + "2 投了\n", "DECLARED", 0),
        (OPEN, "UNFINISHED", 0),
        (WON.replace("先手の勝ち", "後手の勝ち"), "CONTRADICTED", 1),
        (OPEN + "2 四07士\n", "ILLEGAL", 1),
        (OPEN + "2 八01領\n", "UNREADABLE", 3),
    ],
)
def test_exit_codes(file, text, status, code):
    """Each status has its exit code, and is printed in either format."""
    path = file(text)
    assert [(exit_code, verdict["status"]) for exit_code, (verdict,) in [verify(path)]] == [(code, status)]
    result = run(path)
    assert (result.exit_code, result.stderr) == (code, "")
    assert result.stdout.startswith(f"{path}: {status} ")


def test_the_highest_exit_of_all(file):
    """Every path is tried, whatever came before, and each record is one line."""
    paths = [file("", "c.kif"), file(OPEN + "2 四07士\n" + WON, "b.kif"), file(WON, "a.kif")]
    code, verdicts = verify(paths[0], *paths[1:])
    assert (code, [(verdict["file"], verdict["index"], verdict["status"]) for verdict in verdicts]) == (
        3,
        [
            (str(paths[0]), 0, "UNREADABLE"),
            (str(paths[1]), 0, "ILLEGAL"),
            (str(paths[1]), 1, "CONFIRMED"),
            (str(paths[2]), 0, "CONFIRMED"),
        ],
    )
    assert verify(paths[1], paths[2])[0] == 1


def test_usage_errors_keep_clicks_exit_code():
    """A missing file argument or an unknown format gives exit code 2."""
    assert run().exit_code == 2
    assert run("--format", "xml", "x").exit_code == 2


BAD_FILES = [
    ("empty", b"", "empty-file", None),
    ("blank", b"\n \n", "empty-file", None),
    ("binary", b"\x7fELF\x02\x01\x01\x00", "binary-file", None),
    ("image", bytes(range(256)), "binary-file", None),
    ("no text", b"\x81\n\xff", "unknown-encoding", 1),
    ("utf-32", "棋種：6面体\n".encode("utf-32"), "other-encoding", None),
    ("truncated utf-16", (HEAD + "*注").encode("utf-16")[:-1], "unknown-encoding", 2),
    ("truncated utf-8", HEAD.encode() + "*注".encode()[:-1], "unknown-encoding", 2),
    ("truncated cp932", HEAD.encode("cp932") + "*注".encode("cp932")[:-1], "unknown-encoding", 2),
    ("truncated euc-jp", HEAD.encode("euc_jp") + "*注".encode("euc_jp")[:-1], "unknown-encoding", 2),
    ("mixed", HEAD.encode() + "*注\n".encode("cp932"), "unknown-encoding", 2),
    ("no record", b"hello\n", "no-record", None),
    ("unknown game", "棋種：将棋\n1 ７六歩\n", "unknown-game", 1),
    ("bad json", b'{"format": ', "bad-json", 1),
    ("wrong json", b'{"format": "sgf"}', "json-schema", None),
    ("column off the board", HEAD + "1 八01占\n", "square-off-board", 2),
    ("row off the board", HEAD + "1 一08占\n", "square-off-board", 2),
    ("unknown unit", HEAD + "1 一01金\n", "unknown-unit", 2),
    ("two moves on a line", HEAD + "1 一01占 八07領\n", "two-moves", 2),
    ("two moves with times", HEAD + "1 一01占(0:01/) 八07領(0:02/)\n", "not-understood", 2),
    ("a short row", OPEN.replace("○○○武領○○03", "○○○武領○03"), "diagram-row-length", 6),
    ("a row with the number of another", OPEN.replace("○○○武領○○03", "○○○武領○○04"), "diagram-row-number", 6),
    ("16 dice", OPEN.replace("：13", "：14"), "too-many-dice", 11),
    (
        "16 dice on the board",
        HEAD + "局面図\n" + "".join(f"{'占' * 7 if row < 3 else '占占○○○○○'}0{row}\n" for row in range(1, 8)),
        "too-many-dice",
        2,
    ),
]


@pytest.mark.parametrize(
    ("content", "code", "line"), [case[1:] for case in BAD_FILES], ids=[case[0] for case in BAD_FILES]
)
def test_what_cannot_be_read(file, content, code, line):
    """Each has its own code, its line, exit 3, no article, and says so in both languages and in the text."""
    path = file(content)
    exit_code, (verdict,) = verify(path)
    assert (exit_code, verdict["status"], verdict["outcome"]) == (3, "UNREADABLE", None)
    assert (verdict["fault"]["code"], verdict["fault"]["line"], verdict["fault"]["article"]) == (code, line, None)
    assert [d["code"] for d in verdict["diagnostics"] if d["code"] == code] == [code]
    assert verdict["fault"]["message"]["ja"] != verdict["fault"]["message"]["en"]
    for language in ("ja", "en"):
        result = run(path, "--lang", language)
        assert result.exit_code == 3
        assert f"{verdict['fault']['message'][language]} [{code}]" in result.stdout


@pytest.mark.parametrize(
    ("text", "remark", "status"),
    [
        (HEAD + "1 一01占\n七07領\n", ("missing-ply-number", "warning", 3), "UNFINISHED"),
        (HEAD + "1 一01占\n1 七07領\n", ("repeated-ply-number", "warning", 3), "UNFINISHED"),
        (HEAD + "1 一01占\n2 中断\n3 七07領\n", ("game-goes-on", "note", 3), "UNFINISHED"),
        (WON + "3 一01占\n", ("after-the-end", "warning", 16), "CONFIRMED"),
        (HEAD + "1 一01占\n変化：5手\n5 一02占\n", ("branch-from-nowhere", "error", 3), "UNREADABLE"),
        (HEAD + "先手 山田\n1 一01占\n", ("read-as", "note", 2), "UNFINISHED"),
        (KEPT_BY_A_TABLE + "\n" + HEAD + "先手 山田\n1 一01占\n", ("unclosed-header", "error", 3), "UNREADABLE"),
        (HEAD + "1 一01占 (0:61/)\n", ("unreadable-time", "warning", 2), "UNFINISHED"),
        (HEAD + "先手：\x1b[31m赤\n1 一01占\n", ("control-character", "warning", 2), "UNFINISHED"),
        (HEAD + "1 一01占\n*<b>\x9b31m\u202e\n", ("control-character", "warning", 3), "UNFINISHED"),
        (HEAD + "1 一01占\n2 七07占\n", ("illegal-move", "error", 3), "ILLEGAL"),
        (WON.replace("まで", "2 一01領\nまで"), ("illegal-move", "error", 15), "ILLEGAL"),
    ],
)
def test_what_is_odd(file, text, remark, status):
    """Each has its own diagnostic with its line; the rest of the record is judged."""
    exit_code, (verdict,) = verify(file(text))
    assert (verdict["status"], exit_code) == (status, {"ILLEGAL": 1, "UNREADABLE": 3}.get(status, 0))
    assert remark in {(d["code"], d["severity"], d["line"]) for d in verdict["diagnostics"]}
    assert f"[{remark[0]}]" in run(file(text)).stdout


def test_paths_that_cannot_be_read(tmp_path, file):
    """No such file, a directory without records, a name too long, a link to nowhere: each said, and the rest judged."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "link.kif").symlink_to(tmp_path / "nowhere")
    good = file(WON)
    code, verdicts = verify(
        tmp_path / "none.kif", tmp_path / "empty", tmp_path / ("x" * 300), tmp_path / "link.kif", good
    )
    assert code == 3
    assert [verdict["fault"] and verdict["fault"]["code"] for verdict in verdicts] == [
        "no-such-file",
        "directory",
        "cannot-open",
        "no-such-file",
        None,
    ]
    assert [verdict["plies"] for verdict in verdicts] == [0, 0, 0, 0, 1]


def test_a_file_without_permission(file):
    """A missing permission is reported as such."""
    path = file(WON)
    path.chmod(0)
    if os.access(path, os.R_OK):
        path = "/proc/self/mem"  # who may read everything may not read this
    code, (verdict,) = verify(path)
    assert (code, verdict["fault"]["code"] in {"no-permission", "cannot-open"}) == (3, True)


def test_a_directory_is_walked(tmp_path, file):
    """Sorted, for the four endings in any case, dangling links among them; what else lies there is one note on stderr."""
    for name in ("b.kif", "a/z.KIFU", "a/y.txt", "c.json.bak", "picture.png", "a/notes.html"):
        file(WON, name)
    file('{"format": "kifu/1", "records": [{"lines": [{"kind": "header", "key": "棋種", "value": "six"}]}]}', "c.json")
    (tmp_path / "d.kif").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "e.kif")
    result = run(tmp_path, "--format", "json")
    verdicts = [json.loads(line) for line in result.stdout.splitlines()]
    assert [os.path.relpath(verdict["file"], tmp_path) for verdict in verdicts] == [
        "a/y.txt",
        "a/z.KIFU",
        "b.kif",
        "c.json",
        "d.kif",
    ]
    assert [verdict["status"] for verdict in verdicts] == [
        "CONFIRMED",
        "CONFIRMED",
        "CONFIRMED",
        "UNFINISHED",
        "UNREADABLE",
    ]
    assert (result.exit_code, result.stderr) == (3, "4 other file(s) in the folders were not looked at\n")


def test_a_folder_without_permission_within_another(tmp_path, file, monkeypatch):
    """A folder without permission is reported, and the other files are judged."""
    for name in ("a.kif", "sub/x.kif", "z.kif"):
        file(WON, name)
    closed, look = str(tmp_path / "sub"), os.scandir

    def refuse(given, instead):  # root may read everything
        if str(given) == closed:
            raise PermissionError(13, "Permission denied", closed)
        return instead(given)

    monkeypatch.setattr(os, "scandir", lambda given: refuse(given, look))
    opened = os.open
    monkeypatch.setattr(os, "open", lambda given, *more: refuse(given, lambda path: opened(path, *more)))
    code, verdicts = verify(tmp_path)
    assert code == 3
    assert [(Path(verdict["file"]).name, verdict["fault"] and verdict["fault"]["code"]) for verdict in verdicts] == [
        ("a.kif", None),
        ("sub", "no-permission"),
        ("z.kif", None),
    ]


def test_a_folder_whose_files_cannot_be_looked_at(tmp_path, file, monkeypatch):
    """Files that cannot be examined are tried by their names."""
    path = file(WON)

    def refuse(given, **_):
        raise PermissionError(13, "Permission denied", str(given))

    monkeypatch.setattr(Path, "stat", refuse)
    assert find_record_files([str(tmp_path)]).paths == (str(path),)


@each("encoding", ["utf-8", "cp932", "euc_jp"])
def test_standard_input(encoding):
    """The argument - reads bytes of standard input in any encoding."""
    result = run("-", "--format", "json", stdin=WON.encode(encoding))
    verdict = json.loads(result.stdout)
    assert (result.exit_code, verdict["file"], verdict["status"]) == (0, "-", "CONFIRMED")


def test_standard_input_that_is_closed(monkeypatch):
    """A closed standard input is reported as a path that cannot be read."""
    monkeypatch.setattr(sys, "stdin", None)
    captured = io.StringIO()
    monkeypatch.setattr(sys, "stdout", captured)
    with pytest.raises(SystemExit) as caught:
        main(["verify", "-", "--format", "json"], standalone_mode=False)
    assert (caught.value.code, json.loads(captured.getvalue())["fault"]["code"]) == (3, "cannot-open")


def test_json_is_one_object_a_line_and_nothing_else(file, tmp_path):
    """Whatever names, comments and file names hold: no line breaks, no raw controls, remarks only within."""
    seen = '\x1b[31m\u202e\x7f<>"\\'
    odd = f"</b>{seen}"
    file(f"{HEAD}先手：名{odd}\n1 一01{seen}あ\n", "od\x1b\u2028d.kif")
    file(WON.encode("cp932"), "b.kif")
    result = run(tmp_path, "--format", "json")
    lines = result.stdout.splitlines()
    assert [json.loads(line)["status"] for line in lines] == ["CONFIRMED", "UNREADABLE"]
    assert result.stderr == ""
    assert not [c for c in result.stdout if c != "\n" and not c.isprintable() and c != "\u3000"]
    assert json.loads(lines[1])["fault"]["move"] == f"一01{seen}あ"


@pytest.mark.parametrize("name", ["n\x1b[2J.kif", "n\u202ex.kif"])
def test_no_raw_control_reaches_the_terminal(file, tmp_path, name):
    """Neither from a file's content nor from its name, in any message of any command."""
    odd = "\x1b]0;x\x07\x9b2J\u202e"
    path = file(
        f"{HEAD}{odd}\n先手：{odd}\n後手：{odd}2\n1 一01占\n*{odd}\n{odd}\n2 七07{odd}\nまで1手で{odd}の勝ち\n", name
    )
    clean = file(f"{HEAD}先手：{odd}\n1 一01占\n*{odd}\n2 投了\nまで9手で{odd}の勝ち\n", "clean" + name)
    outputs = [
        run(path),
        run(clean),
        run(tmp_path / f"none{odd}"),
        CliRunner().invoke(main, ["show", str(clean)]),
        CliRunner().invoke(main, ["show", str(clean), "--record", "3"]),
        CliRunner().invoke(main, ["show", str(tmp_path / f"none{odd}")]),
        CliRunner().invoke(main, ["convert", str(clean), "-o", str(clean)]),
        CliRunner().invoke(main, ["convert", str(path), "-o", str(tmp_path / "x.kif"), "--encoding", "cp932"]),
        CliRunner().invoke(main, ["play", "--game", odd]),
    ]
    for result in outputs:
        assert result.output
        assert not [c for c in result.output if c not in "\n\t　" and not c.isprintable()]


def test_text_shows_the_place_with_a_caret(file):
    """The quoted line, the caret under what is meant (a full-width character is two columns), and the position."""
    out = run(file(OPEN + "　2　一01領　八07領\n")).stdout
    assert "    　2　一01領　八07領\n" in out
    assert "\n" + " " * (6 + 13) + "^^^^^^\n" in out
    assert "the position after ply 1:\n    一二三四五六七\n" in out


def test_a_line_of_ten_megabytes(file):
    """As a move, a header, a comment, a closing line: read in a moment, and quoted in part."""
    for start, status in (
        ("2 七07領", "UNREADABLE"),
        ("備考：", "UNFINISHED"),
        ("*", "UNFINISHED"),
        ("まで", "UNREADABLE"),
    ):
        path = file(HEAD + "1 一01占\n" + start + " あ" * 2_500_000 + "\n")
        assert path.stat().st_size > 10_000_000
        _, (verdict,) = verify(path)
        assert verdict["status"] == status
        assert all(len(d["message"]["en"]) < 300 for d in verdict["diagnostics"])


@pytest.mark.parametrize("move", ["x" * 300_000, "四06領" + "5" * 300_000, " " * 5 + "四04" * 100_000])
def test_a_long_move_is_quoted_in_part(file, move):
    """In words, round the place that is meant; in JSON as it is."""
    path = file(HEAD + "1 一01占\n2 " + move + "\n")
    out = run(path).stdout
    assert max(map(len, out.splitlines())) < 500
    assert "…" in out.splitlines()[1]
    _, (verdict,) = verify(path)
    assert verdict["fault"]["move"] == move.strip()


@each(
    ("place", "shown"),
    [
        (0, "a" * LONG + "…"),
        (LONG, "…" + "a" * (LONG // 2) + "b" * (LONG // 2) + "…"),
        (2 * LONG - 1, "…" + "b" * LONG),
    ],
)
def test_what_is_quoted_of_a_long_move(place, shown):
    """A long move is quoted around the fault, with marks for the omissions."""
    assert excerpt_around("a" * LONG + "b" * LONG, place) == shown
    assert excerpt_around("a" * LONG, place) == "a" * LONG


def test_a_million_lines(file):
    """A million comment lines after a game are read."""
    _, (verdict,) = verify(file(OPEN + "*注\n" * 1_000_000 + "2 一01領\n"))
    assert (verdict["status"], verdict["plies"], verdict["diagnostics"]) == ("UNFINISHED", 2, [])


def test_languages(file):
    """`--lang` before and after the command's name, else the locale."""
    path = str(file(WON))
    for before, after, env, word in (
        (["--lang", "ja"], [], {"LC_ALL": "en_US.UTF-8"}, " 確認済み -"),
        ([], ["--lang", "ja"], {"LC_ALL": "en_US.UTF-8"}, " 確認済み -"),
        (["--lang", "ja"], ["--lang", "en"], {"LC_ALL": "ja_JP.UTF-8"}, " -"),
        ([], [], {"LC_ALL": "ja_JP.UTF-8"}, " 確認済み -"),
        ([], [], {"LC_ALL": "", "LC_MESSAGES": "ja_JP", "LANG": "en_US"}, " 確認済み -"),
        ([], [], {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "ja_JP.eucJP"}, " 確認済み -"),
        ([], [], {"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}, " -"),
    ):
        result = CliRunner().invoke(main, [*before, "verify", *after, path], env=env)
        assert f"CONFIRMED{word} " in result.stdout


def test_diagnostics_of_one_kind_are_one_message(tmp_path):
    """Five lines that are wrong in one way are one message with their places; JSON keeps each."""
    path = tmp_path / "five.kif"
    moves = "".join(f"{ply} 四0{ply}Z\n" for ply in range(1, 6))
    path.write_text(f"棋種：6面体\n{moves}6 四O6占\n7 ４六占\n", "utf-8")
    text = CliRunner().invoke(main, ["verify", str(path), "--lang", "ja"]).stdout
    assert text.count("という駒はありません") == 1
    assert (
        "同じことがほかに 4 か所: 3 行目「2 四02Z」、4 行目「3 四03Z」、5 行目「4 四04Z」、6 行目「5 四05Z」 [unknown-unit]"
        in text
    )
    (verdict,) = map(
        json.loads, CliRunner().invoke(main, ["verify", str(path), "--format", "json"]).stdout.splitlines()
    )
    assert [one["code"] for one in verdict["diagnostics"]].count("unknown-unit") == 5
