"""Shares fixtures among the tests of 6面体."""

import importlib.util
import sys
from pathlib import Path

import pytest

from kifu.core import games
from kifu.core.game.text import split_diagram


@pytest.fixture(scope="session")
def six():
    """The game under test."""
    return games.load("six")


@pytest.fixture(scope="session")
def read(six):
    """A function from a drawn board (with or without hand and turn lines) to the position it shows."""

    def read_board(text):
        lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
        return six.read_diagram(split_diagram(1, lines))

    return read_board


@pytest.fixture(scope="session")
def naive():
    """The second, naive reading of the rules: the module naive.py beside this file."""
    spec = importlib.util.spec_from_file_location("naive_six", Path(__file__).with_name("naive.py"))
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up there
    spec.loader.exec_module(module)
    return module
