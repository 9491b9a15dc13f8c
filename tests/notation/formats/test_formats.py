"""Tests of the formats: a format is one file in the folder, and `kifu convert` writes it."""

import csv
import importlib
import io
import sys

import pytest
from click.testing import CliRunner

from kifu.cli.main import main
from notation import formats
from notation.formats import json, kif

ROWS = '''
"""The moves of each record, a row a move."""
import csv
import io

ENDINGS = (".rows",)


def write(source, records):
    """Return a file of moves."""
    file = io.StringIO(newline="")
    rows = csv.writer(file, lineterminator="\\n")
    rows.writerow(("record", "ply", "move"))
    for record in records():
        for entry in record.main.entries:
            rows.writerow((record.index + 1, entry.ply, entry.text))
    return file.getvalue().encode(source.encoding)
'''
TEXT = "棋種：6面体\n1 四02領\n2 四06領\n\n棋種：6面体\n1 四03領\n"


@pytest.fixture(name="with_rows")
def _with_rows(tmp_path, monkeypatch):
    """Add one file to the formats. The commands are imported again, because they list the formats when imported."""
    (tmp_path / "rows.py").write_text(ROWS, encoding="utf-8")
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(tmp_path)])
    command = importlib.import_module("kifu.cli.commands.convert")
    formats.format_names.cache_clear()
    formats.formats_by_ending.cache_clear()
    importlib.reload(command)
    yield
    monkeypatch.undo()
    formats.format_names.cache_clear()
    formats.formats_by_ending.cache_clear()
    sys.modules.pop("notation.formats.rows", None)
    importlib.reload(command)


def test_the_formats_that_are_there():
    """The text comes first. Modules with an underscore are parts of a format, not formats."""
    assert formats.format_names() == ("kif", "json")
    assert formats.formats_by_ending() == {".json": "json", ".kif": "kif", ".kifu": "kif", ".txt": "kif"}
    assert (formats.load_format("kif"), formats.load_format("json")) == (kif, json)


def test_every_format_says_what_it_is():
    """Each format has endings in small letters with their dot, shared with no other format, and a function `write`."""
    endings = [ending for name in formats.format_names() for ending in formats.load_format(name).ENDINGS]
    assert len(endings) == len(set(endings))
    assert all(ending.startswith(".") and ending == ending.lower() for ending in endings)
    assert all(callable(formats.load_format(name).write) for name in formats.format_names())


@pytest.mark.usefixtures("with_rows")
def test_a_new_format_is_one_file(tmp_path):
    """The new format has its name for --to, its ending and its place in the help, and it is written like the others."""
    (tmp_path / "in.kif").write_text(TEXT, encoding="utf-8")

    def run(*arguments):
        return CliRunner().invoke(main, ["convert", str(tmp_path / "in.kif"), "--lang", "en", *arguments])

    assert run("-o", str(tmp_path / "out.rows")).exit_code == 0
    rows = list(csv.reader(io.StringIO((tmp_path / "out.rows").read_text(encoding="utf-8"))))
    assert rows == [["record", "ply", "move"], ["1", "1", "四02領"], ["1", "2", "四06領"], ["2", "1", "四03領"]]
    assert run("-o", "-", "--to", "rows").stdout.splitlines()[1:] == ["1,1,四02領", "1,2,四06領", "2,1,四03領"]
    assert run("-o", "-", "--to", "kif").stdout == TEXT
    assert ".json .kif .kifu .rows .txt" in run("-o", "x.sgf").stderr
    assert "[kif|json|rows]" in run("--help").stdout


def test_without_the_file_there_is_no_such_format(tmp_path):
    """The format is gone with its file."""
    (tmp_path / "in.kif").write_text(TEXT, encoding="utf-8")
    done = CliRunner().invoke(main, ["convert", str(tmp_path / "in.kif"), "-o", "-", "--to", "rows", "--lang", "en"])
    assert done.exit_code == 2
    assert "'kif', 'json'" in done.stderr
