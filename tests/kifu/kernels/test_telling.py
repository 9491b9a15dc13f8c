"""Whoever asks is told once when machine code is made."""

import os
import pty
import subprocess
import sys

import pytest

pytest.importorskip("numba")

import numba

from kifu.kernels import telling


def test_it_is_told_once():
    """A kernel that is compiled is told of, and no other after it; nobody has to ask."""
    told = []
    telling.listen()
    numba.njit(lambda number: number + 1)(1)
    telling.when_making(lambda: told.append("made"))
    numba.njit(lambda number: number + 2)(1)
    numba.njit(lambda number: number + 3)(1)
    assert told == ["made"]


def test_a_terminal_says_so(tmp_path):
    """The first run of a calculation says on a terminal why it takes long; the second is silent, as is one without a terminal."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "LC_ALL": "C.UTF-8"}
    words = [sys.executable, "-m", "kifu", "perft", "--game", "six", "2", "--compiled"]
    said = []
    for _ in range(2):
        ours, theirs = pty.openpty()
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=theirs, env=environment)
        os.close(theirs)
        try:
            said.append(os.read(ours, 10_000).decode())
        except OSError:  # nothing was written
            said.append("")
        os.close(ours)
    assert ["making machine code" in text for text in said] == [True, False]
