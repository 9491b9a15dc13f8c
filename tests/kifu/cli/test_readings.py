"""Tests of `kifu readings`: what it prints, with which exit code, of one file and of many."""

import csv
import io
import json
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers import DIAGRAM, HEAD

from kifu.cli.main import main
from kifu.core.games import load
from kifu.core.rulebook import option_meaning
from notation.random_record import random_game_as_kif

SAMPLES = Path(__file__).resolve().parents[3] / "samples"
FAR = f"{HEAD}{DIAGRAM}1 六02武\n"
"""先手 places a 武 next to the 領 of 後手, far from the only 占: six.4 allows it only under near=any."""
ROW = ["status", "winner", "termination", "article", "plies", "fault"]


def run(*arguments, **options):
    """Run the program in this process, in English."""
    return CliRunner().invoke(
        main, ["readings", *map(str, arguments)], env={"LC_ALL": "C.UTF-8"}, catch_exceptions=False, **options
    )


@pytest.fixture
def far(tmp_path):
    """Return a file whose only move one reading allows."""
    file = tmp_path / "far.kif"
    file.write_text(FAR, encoding="utf-8")
    return file


def test_text(far):
    """The default row, the reading that differs, and the sentence that sums up."""
    done = run(far)
    assert done.exit_code == 1
    lines = done.stdout.splitlines()
    assert lines.pop(1).startswith("  perhaps: ")
    assert lines.pop(2).startswith("  basis: six.4 ")
    assert lines == [
        f"{far}: ILLEGAL (suspected slip of the pen) - 6面体 (six) (six/1), 0 plies",
        "  ply 1 六02武 (line 14): six.4: no 占 of first (先手) stands on the eight neighbours of 六02 [illegal-move]",
        "  near=any [six.4]: UNFINISHED - 1 plies",
        f"    {option_meaning(load('six'), 'near', 'any').en}",
        "  ⚖ 3 of 4 readings change nothing. Under near=any ply 1 is legal, and it is UNFINISHED: 1 plies.",
    ]


def test_text_in_japanese(far):
    """The same in Japanese."""
    lines = run(far, "--lang", "ja").stdout.splitlines()
    assert lines[-3:] == [
        "  near=any [six.4]: UNFINISHED 未了 - 1 手",
        f"    {option_meaning(load('six'), 'near', 'any').ja}",
        "  ⚖ 4 のうち 3 では変わらない。near=any なら 1 手目は合法で、UNFINISHED: 1 手。",
    ]


def test_json_is_one_object_a_record(far):
    """The members are those of the contract, in both of its parts; a file that is missing has an object too."""
    done = run("--format", "json", far, "samples/six/trades.kif", "missing.kif")
    assert done.exit_code == 3
    values = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(value["index"], value["game"]) for value in values] == [
        (0, "six"),
        (0, "six"),
        (1, "six"),
        (2, "six"),
        (0, None),
    ]
    for value in values:
        assert list(value) == ["file", "index", "game", "default", "readings"]
        assert list(value["default"]) == ROW
        assert all(list(other) == ["option", "rule", *ROW, "same"] for other in value["readings"])
    assert [(other["option"], other["rule"], other["same"]) for other in values[0]["readings"]] == [
        ("near=any", "six.4", False),
        ("line=blocked", "six.12", True),
        ("beat=any", "six.13", True),
        ("four=draw", "six.16", True),
    ]
    assert values[-1] == {
        "file": "missing.kif",
        "index": 0,
        "game": None,
        "default": {
            "status": "UNREADABLE",
            "winner": None,
            "termination": None,
            "article": None,
            "plies": 0,
            "fault": {"ply": 0, "article": None},
        },
        "readings": [],
    }


def test_csv_has_a_line_a_reading(far):
    """The own reading comes first and names no option."""
    rows = list(csv.DictReader(io.StringIO(run("--format", "csv", far).stdout)))
    assert [(row["option"], row["status"], row["same"]) for row in rows] == [
        ("", "ILLEGAL", "True"),
        ("near=any", "UNFINISHED", "False"),
        ("line=blocked", "ILLEGAL", "True"),
        ("beat=any", "ILLEGAL", "True"),
        ("four=draw", "ILLEGAL", "True"),
    ]
    assert {row["rules"] for row in rows} == {"six/1"}


def test_the_exit_code_is_that_of_the_own_reading(far):
    """A reading that differs changes no exit code; a record that chose it is judged by it."""
    assert run("--rules", "six/1 near=any", far).exit_code == 0
    assert run(far).exit_code == 1
    assert run("missing.kif").exit_code == 3
    assert run().exit_code == 2


def test_a_combination_is_asked_for_with_rules(far):
    """Under `--rules` each other reading changes one option of the combination."""
    (line,) = run("--format", "json", "--rules", "six/1 near=any four=draw", far).stdout.splitlines()
    value = json.loads(line)
    assert value["default"]["status"] == "UNFINISHED"
    assert [(other["option"], other["same"]) for other in value["readings"]] == [
        ("near=own", False),
        ("line=blocked", True),
        ("beat=any", True),
        ("four=note", True),
    ]


def test_quiet_leaves_out_what_no_reading_changes(far):
    """Only the record that a reading changes is printed; the exit code counts all."""
    done = run("--quiet", far, "samples/six/trades.kif", "samples/six/damaged.kif")
    assert done.exit_code == 3
    assert [line.split(":")[0] for line in done.stdout.splitlines() if not line.startswith(" ")] == [str(far)]


def test_standard_input_and_folders(far):
    """A folder is walked, and - is standard input."""
    assert run("--format", "json", far.parent).stdout == run("--format", "json", far).stdout
    (line,) = run("--format", "json", "-", input=FAR).stdout.splitlines()
    assert json.loads(line) == json.loads(run("--format", "json", far).stdout) | {"file": "-"}


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp", "utf-8-sig", "utf-16"])
def test_encodings(far, encoding):
    """The encoding of a file changes no reading."""
    before = run("--format", "json", far).stdout
    far.write_text(FAR, encoding=encoding)
    assert run("--format", "json", far).stdout == before


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_many_records_together_are_those_alone(tmp_path, form):
    """What is printed does not depend on how many are judged at a time, by how many processes."""
    texts = [random_game_as_kif(load(game), seed, 40) for seed in range(8) for game in ("six", "king", "rengo")]
    texts[3] = texts[3].replace("  10 ", "  11 ", 1)
    (tmp_path / "many.kif").write_text("".join(texts) + FAR, encoding="utf-8")
    (tmp_path / "none.kif").write_text("何もない\n", encoding="utf-8")
    alone, *together = (run("--format", form, *jobs, tmp_path) for jobs in ((), ("--jobs", "1"), ("--jobs", "2")))
    assert alone.exit_code == 3
    assert alone.stdout.count("near=any") > 1
    for one, other in pairwise([alone, *together]):
        assert (one.stdout, one.exit_code) == (other.stdout, other.exit_code)


def test_the_fault_of_a_match_names_its_game(tmp_path):
    """The ply of a fault in a match stands behind the game that it belongs to."""
    text = (SAMPLES / "king/match.kif").read_text("utf-8")
    first, second = text.split("対局：後半")
    file = tmp_path / "match.kif"
    file.write_text(f"{first}対局：後半{second.replace('四07-四06五外合', '四07-四05五外合')}", "utf-8")
    assert "\n  game 2 ply 5 四07-四05五外合 " in run(file).stdout
