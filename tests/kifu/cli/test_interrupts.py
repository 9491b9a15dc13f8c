"""Ctrl-C ends every command: at once, with exit code 130 and a word in the language of the user, without a traceback."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from corpora import game
from ended import LONG, at_work, family, left

from kifu.core import interrupts

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows sends Ctrl-C otherwise")
LONG_QUERY = "SELECT sum(hash(a.i, b.i) % 7) FROM range(10000000) a(i), range(10000000) b(i)"
WORDS = {"ja": "中断しました\n", "en": "Interrupted\n"}


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    """Return a small dataset."""
    folder = tmp_path_factory.mktemp("asked")
    (folder / "games.kif").write_text(game(1) + game(2), "utf-8")
    _run("corpus", "build", str(folder / "games.kif"), "-o", str(folder / "dataset"), "--workers", "0").communicate()
    return folder / "dataset"


def _run(*words):
    return subprocess.Popen(
        [sys.executable, "-m", "kifu", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,  # the signal goes to all its processes, as from a terminal
    )


def _interrupted(*words, seconds=1.5):
    """Return the exit code and what was said of a command that is interrupted at work, and what is left of its processes."""
    process = _run(*words)
    at_work(process, seconds)
    children = family(process)[1:]
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=LONG)[1].decode()
    return process.returncode, said, left(children)


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_long_question_ends(dataset, language):
    """A query that would take hours is stopped in the database."""
    pytest.importorskip("duckdb")
    found = _interrupted("corpus", "sql", LONG_QUERY, str(dataset), "--lang", language)
    assert found == (130, WORDS[language], [])


def test_a_search_ends():
    """A search in machine code never comes back to Python to hear of it: the process ends."""
    pytest.importorskip("numba")
    found = _interrupted("perft", "--game", "six", "9", "--lang", "en", seconds=6)
    assert found == (130, WORDS["en"], [])


def test_games_of_several_processes_end(tmp_path):
    """The processes say nothing, the games that are over are kept, and nothing half is written."""
    pytest.importorskip("numba")
    output = tmp_path / "games.kif"
    words = ("study", "duel", "--game", "six", "--games", "100000", "--workers", "2", "-o", str(output), "--lang", "en")
    assert _interrupted(*words, seconds=8) == (130, WORDS["en"], [])
    assert list(tmp_path.iterdir()) in ([], [output])


def test_a_build_of_several_processes_ends(tmp_path):
    """So do the workers of a build, which are in sessions of their own."""
    pytest.importorskip("distributed")
    for number in range(240):  # on a busy machine it is some time until the interrupt comes
        (tmp_path / f"{number}.kif").write_text("".join(game(seed, 40) for seed in range(20)), "utf-8")
    words = ("corpus", "build", str(tmp_path), "-o", str(tmp_path / "dataset"), "--workers", "2", "--lang", "ja")
    assert _interrupted(*words, seconds=3) == (130, WORDS["ja"], [])


def test_an_interrupt_that_is_swallowed_comes_again():
    """What a library has swallowed is raised again; a command that swallows all is ended."""
    swallow = "try: print(1, flush=True); time.sleep(60)\n except KeyboardInterrupt: print('swallowed', flush=True)\n "
    for times, expected in ((1, "KeyboardInterrupt"), (9, "ended")):
        text = f"import os, time\nfrom kifu.core.interrupts import watch_interrupts\nwith watch_interrupts(lambda: os._exit(print('ended', flush=True) or 0)):\n {swallow * times}time.sleep(60)"
        process = subprocess.Popen(
            [sys.executable, "-c", text],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=LONG)
        said = (out + err).decode().split()  # each time it is begun, too
        assert (said[0], said[-1]) == ("swallowed", expected)


def test_nothing_is_raised_behind_the_watch(monkeypatch):
    """Ctrl-C that is about to be raised again when the work ends is not raised in what comes after it."""
    about, press = threading.Event(), interrupts._resend_interrupt

    def late():
        about.set()
        time.sleep(0.2)
        press()

    monkeypatch.setattr(interrupts, "PATIENCE", 0.01)
    monkeypatch.setattr(interrupts, "_resend_interrupt", late)
    said = []
    try:
        with interrupts.watch_interrupts(lambda: said.append("ended")):
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
            assert about.wait(LONG)
        time.sleep(0.5)
    except KeyboardInterrupt:
        said.append("raised")
    assert said == []


def test_the_loading_of_modules_ends():
    """Ctrl-C before the command line is read gives no traceback either."""
    process = subprocess.Popen(
        [sys.executable, "-c", "import sys; sys.modules['kifu.cli.main'] = None\nimport kifu.__main__"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
    )
    assert b"Traceback" in process.communicate()[1]  # any other failure is a fault
    text = "import builtins, sys\nclass Loader:\n def find_spec(self, name, *more):\n  if name == 'kifu.cli.main': raise KeyboardInterrupt\n"
    process = subprocess.Popen(
        [sys.executable, "-c", f"{text}sys.meta_path.insert(0, Loader())\nimport kifu.__main__"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
    )
    said = process.communicate()[1].decode()
    assert (process.returncode, said) == (130, "Interrupted (中断しました)\n")
