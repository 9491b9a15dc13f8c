"""The compiled rules are the interpreted source, executed once more, and never a stale copy of it."""

from __future__ import annotations

import pytest

from kifu import games
from kifu.games.six import rules
from kifu.games.six.position import START
from kifu.kernels import bind


def test_a_bound_copy_is_the_same_source():
    """A copy that is not compiled answers as the module itself does."""
    copy = bind.bind("kifu.games.six.rules", "copy_of_rules", {}, jit=False)
    assert list(copy.legal_moves(START)) == list(rules.legal_moves(START))
    assert copy.legal_moves is not rules.legal_moves


def test_binding_replaces_only_what_the_source_knows():
    """Names the source imports are replaced; kernels of its own and strangers are not."""
    names = {"popcount": lambda _: 7, "score": None, "stranger": 1}
    copy = bind.bind("kifu.games.six.rules", "another_copy_of_rules", names, jit=False)
    assert copy.score(START) == (7, 7)
    assert not hasattr(copy, "stranger")


def test_no_such_source():
    """A module that is not there is named."""
    with pytest.raises(ModuleNotFoundError, match="nowhere"):
        bind.bind("kifu.nowhere", "x", {}, jit=False)


def test_the_fingerprint_follows_every_source(tmp_path):
    """A changed rule changes the name of all that is compiled, its callers' too."""
    (tmp_path / "games" / "a").mkdir(parents=True)
    rule = tmp_path / "games" / "a" / "rules.py"
    rule.write_text("one = 1\n")
    before = bind.fingerprint(tmp_path)
    assert bind.fingerprint.__wrapped__(tmp_path) == before
    rule.write_text("one = 2\n")
    assert bind.fingerprint.__wrapped__(tmp_path) != before


def test_compiled_names_carry_the_fingerprint():
    """What the compiler caches is told apart by the sources, the game and the function."""
    kernels = bind.rules_of(games.load("six"))
    for name, kernel in kernels.items():
        assert kernel.py_func.__qualname__.endswith(f"_{bind.fingerprint()}_{name}")
    counter = bind.counter_of(games.load("six")).py_func.__qualname__
    assert counter == f"kifu_games_six_kifu_kernels_perft_kernel_{bind.fingerprint()}_count"


def test_the_kernels_of_a_game():
    """Every function the rules and the breaches mark is there, compiled."""
    kernels = bind.rules_of(games.load("six"))
    marked = {name for name, value in vars(rules).items() if bind.is_kernel(value)}
    assert marked | {"breach"} <= kernels.keys()
    assert kernels["score"](START) == (0, 0)
