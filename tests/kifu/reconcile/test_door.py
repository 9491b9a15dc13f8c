"""Tests of the door of `kifu.reconcile`: repairs and reconciliations of documents."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from each import each

import kifu
from kifu import reconcile as door
from kifu.cli.main import main

SAMPLES = Path(__file__).resolve().parents[3] / "samples"
GAME = (SAMPLES / "six/elimination.kif").read_text("utf-8")
NAMES = 10
"""The names of a door, at most."""


def slipped(old, new):
    """Return the bytes of the sample with another text in it."""
    assert old in GAME
    return GAME.replace(old, new, 1).encode()


A = slipped("  11 六03-六05弓", "  11 六03-七05弓")
B = slipped("  20 二01士", "  20 〓")


def printed(*words):
    """Return the JSON that a command prints."""
    return json.loads(CliRunner().invoke(main, [*map(str, words), "--format", "json"]).stdout)


def test_names():
    """The door has ten names at most, each is there, and its docstring names them."""
    assert len(door.__all__) <= NAMES
    for name in door.__all__:
        assert getattr(door, name) is not None
        assert name in door.__doc__
    with pytest.raises(AttributeError, match="nothing_like_it"):
        door.nothing_like_it  # noqa: B018 - asked for, to be refused


def test_find_repairs_as_the_command_does(tmp_path):
    """The candidates are those of `kifu repair`, progress ends at its total, and a candidate's data is a sound record."""
    path = tmp_path / "a.kif"
    path.write_bytes(A)
    told = []
    (repair,) = door.find_repairs(path, progress=lambda *numbers: told.append(numbers))
    assert [one.to_json() for one in repair.candidates] == printed("repair", path)["candidates"]
    assert told[-1][0] == told[-1][1] == len(told)
    (verdict,) = kifu.verify(repair.candidates[0].data)
    assert verdict.status is kifu.Status.CONFIRMED


def test_find_repairs_of_each_record():
    """One search for each record of a document, none without a record; a limit leaves a search incomplete."""
    searches = door.find_repairs(A + b"\n" + GAME.encode())
    assert [bool(one.candidates) for one in searches] == [True, False]
    assert door.find_repairs(b"\x00") == ()
    assert door.find_repairs(A, limit=1)[0].complete is False


def test_find_repairs_under_given_rules():
    """A repair is proven by the rules that the caller gave."""
    record = SAMPLES / "rengo/mate.kif"
    (repair,) = door.find_repairs(record, rules="rengo/1 saki=five")
    assert repair.record.game.rules == "rengo/1 saki=five"
    assert {one.verdict.game.rules for one in repair.candidates} <= {"rengo/1 saki=five"}


def test_reconcile_sheets_as_the_command_does(tmp_path):
    """The reconciliation is that of `kifu reconcile`, and the merged record is what -o writes."""
    paths = [tmp_path / name for name in ("a.kif", "b.kif", "c.kif")]
    for path, data in zip(paths, (A, B, GAME.encode()), strict=True):
        path.write_bytes(data)
    told = []
    reading = door.reconcile_sheets(*paths, progress=lambda *numbers: told.append(numbers))
    assert reading.word is door.ReconciliationStatus.SAME_GAME
    assert reading.to_json() == printed("reconcile", *paths)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    merged = door.merged_document(reading)
    CliRunner().invoke(main, ["reconcile", *map(str, paths), "-o", str(tmp_path / "out.kif")])
    assert merged.text == (tmp_path / "out.kif").read_text("utf-8")


def test_sheets_that_do_not_give_one_game_have_no_merged_record():
    """Both are legal and differ: the program does not choose."""
    six = kifu.load_game("six")
    a, b = (kifu.from_moves(six, ["四04占", move]) for move in ("三03領", "三05領"))
    reading = door.reconcile_sheets(a, b)
    assert (reading.word, door.merged_document(reading)) == (door.ReconciliationStatus.BOTH_LEGAL_DIFFERENT, None)


@each(
    ("sheet", "code"),
    [
        (GAME.encode() * 2, "several-records"),
        ((SAMPLES / "rengo/mate.kif").read_bytes(), "different-games"),
        (b"\x00", "binary-file"),
        (b"", "empty-file"),
    ],
)
def test_what_is_no_other_sheet_is_refused(sheet, code):
    """A document that is not one record of the same game is refused by a code."""
    with pytest.raises(kifu.KifuError) as refused:
        door.reconcile_sheets(A, sheet)
    assert refused.value.code == code


def test_wrong_arguments():
    """Arguments of another kind and limits below one are refused."""
    with pytest.raises(kifu.WrongArgument):
        door.find_repairs(3)
    with pytest.raises(kifu.WrongArgument):
        door.reconcile_sheets(A, 3)
    with pytest.raises(kifu.WrongArgument):
        door.merged_document(A)
    with pytest.raises(ValueError, match="limit"):
        door.find_repairs(A, limit=0)
