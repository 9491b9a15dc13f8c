"""Tests standard output and error that lack Japanese, have no room, or have no reader."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from each import each
from helpers import SIX

from notation.random_record import random_game_as_kif

RECORD = Path(__file__).parents[3] / "samples/king/match.kif"
FULL = Path("/dev/full")
needs_a_full_device = pytest.mark.skipif(not FULL.exists(), reason="only Linux has /dev/full, a device without room")
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def program(*arguments, env=None, **streams):
    """Run `python -m kifu` as a process, in English unless told otherwise."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams
    return subprocess.run(
        [sys.executable, "-m", "kifu", *arguments],
        check=False,
        env=os.environ | {"LC_ALL": "C.UTF-8"} | (env or {}),
        **streams,
    )


@each("env", [ASCII, {"PYTHONIOENCODING": "latin-1"}, {"PYTHONIOENCODING": "cp932"}])
def test_a_record_is_utf8_whatever_the_locale(env):
    """A record that `kifu play` writes to a stream without Japanese has no escapes and is read again."""
    done = program("play", "--game", "six", "--seed", "1", "--plies", "2", env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == random_game_as_kif(SIX, 1, 2)


@pytest.mark.parametrize("arguments", [(), ("verify",)])
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp932", "utf-8"])
def test_help_in_any_encoding(encoding, arguments):
    """Characters that the encoding lacks are escaped; there is no traceback."""
    done = program(*arguments, "--help", env={"PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"--lang" in done.stdout


@needs_a_full_device
@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("verify", "--help"),
        ("verify", str(RECORD)),
        ("show", str(RECORD)),
        ("convert", str(RECORD), "-o", "-", "--to", "kif"),
        ("play", "--game", "six", "--plies", "2"),
        ("moves", "--game", "six"),
    ],
)
def test_no_room_for_the_output(arguments):
    """A full device gives a message in one line and exit code 2; 1 would mean that a record has a fault."""
    with FULL.open("wb") as full:
        done = program(*arguments, stdout=full)
    assert done.returncode == 2
    message = done.stderr.decode()
    assert message.startswith("Error: cannot write to standard output: No space left on device; ")
    assert message.endswith(" [cannot-write]\n")
    assert message.count("\n") == 1


@needs_a_full_device
def test_no_room_is_said_in_the_language_asked_for():
    """The message is in the language of `--lang`, also after the name of the command."""
    with FULL.open("wb") as full:
        done = program("verify", "--lang", "ja", str(RECORD), stdout=full)
    assert "標準出力に書けません" in done.stderr.decode()


@needs_a_full_device
def test_no_room_for_the_message_either():
    """If standard error is full too, the exit code still tells the failure."""
    with FULL.open("wb") as full:
        assert program("verify", str(RECORD), stdout=full, stderr=full).returncode == 2


def test_standard_output_that_is_closed():
    """A closed standard output is reported as unwritable."""
    shell = f"{sys.executable} -m kifu verify --lang en {RECORD} >&-"
    done = subprocess.run([shutil.which("sh"), "-c", shell], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"Error: cannot write to standard output: ")


def test_a_file_of_somebody_else_is_named(monkeypatch, capsys):
    """An error about a file is not reported as an error of standard output."""
    from kifu.cli.main import main  # noqa: PLC0415 - all else runs as a process

    def fails(_paths):
        raise PermissionError(13, "Permission denied", "cache")

    monkeypatch.setattr("kifu.cli.commands.verify.find_record_files", fails)
    with pytest.raises(SystemExit) as caught:
        main(["verify", "--lang", "en", "x.kif"])
    assert caught.value.code == 2
    assert capsys.readouterr().err == "Error: cannot use cache: Permission denied [cannot-open]\n"


@pytest.mark.parametrize("form", ["csv", "json"])
def test_rows_are_utf8_whatever_the_locale(tmp_path, form):
    """CSV and JSON of a dataset have no escapes, whatever the encoding of the output."""
    (tmp_path / "a.kif").write_text(random_game_as_kif(SIX, 1, 2), encoding="utf-8")
    folder = str(tmp_path / "data")
    assert program("corpus", "build", str(tmp_path / "a.kif"), "-o", folder).returncode == 0
    question = "SELECT move FROM plies WHERE ply = 1"
    done = program("corpus", "sql", question, folder, "--format", form, env=ASCII)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "占" in done.stdout.decode()
