"""Shares a dispute among the tests of the dossier: two sheets with a slip each, and the journal of their game."""

from pathlib import Path

from tables import Recorder

from analysis.dossier.contents import make_dossier
from analysis.dossier.dossier_files_and_zip import dossier_files
from analysis.dossier.inputs_and_judged_sheets import Input, InputRole, Inputs, sheet_kind
from notation.reading import read

SAMPLES = Path(__file__).parents[2] / "samples"
GAME = SAMPLES / "six/elimination.kif"
RIGHT, WRONG = "六03-六05弓", "六03-七05弓"
"""Move 11 of the game, and a slip of it that breaks six.9."""


def sheet_a():
    """Return a sheet with an illegal move 11."""
    return _slipped(f"  11 {RIGHT}", f"  11 {WRONG}")


def sheet_b():
    """Return a sheet with an illegible move 20."""
    return _slipped("  20 二01士", "  20 〓")


def recorded():
    """Return the recorder of the game: move 11 was written wrong, taken back and written again, as was move 15."""
    moves = [entry.text for entry in read("x", GAME.read_bytes()).records[0].main.entries]
    table = Recorder("six", "official", names={"first": "甲 <b>", "second": "乙"})
    table.move(*moves[:10])
    table.send("move", ply=11, text=WRONG)
    table.send("undo", ply=11)
    table.move(*moves[10:15])
    table.send("undo", ply=15)
    table.move(moves[14])
    table.send("move", base=5, ply=3, text=moves[2])  # a second recorder confirms it
    table.send("comment", ply=3, text="注 <script>alert(1)</script>")
    table.send("note", text="一行目\n二行目")
    table.move(*moves[15:])
    table.send("sign", name="甲")
    table.send("close")
    return table


def inputs(a, b=None, journal=None, *more):
    """Return inputs of the bytes of sheets and of a journal."""
    sheets = [(InputRole.A, a), (InputRole.B, b)]
    found = [Input(role, sheet_kind(data), data) for role, data in sheets if data is not None]
    found += [Input(InputRole.JOURNAL, "journal", journal)] if journal is not None else []
    return Inputs((*found, *more))


def made(*given):
    """Return the dossier of inputs and its files."""
    found = inputs(*given)
    whole = make_dossier(found)
    return whole, dossier_files(found, whole)


def _slipped(old, new):
    text = GAME.read_text("utf-8")
    assert old in text
    return text.replace(old, new, 1).encode()
