"""The compiled rules are made from the source of the interpreted rules, and are never out of date."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kifu.games.ace as ace_package
from kifu.core.compiled import bind_and_compile
from kifu.core.games import load
from kifu.games.six import rules
from kifu.games.six.position import START


def test_a_bound_copy_is_the_same_source():
    """A copy that is not compiled answers as the module itself does."""
    copy = bind_and_compile.bind("kifu.games.six.rules", "copy_of_rules", {}, jit=False)
    assert list(copy.legal_moves(START)) == list(rules.legal_moves(START))
    assert copy.legal_moves is not rules.legal_moves


def test_binding_replaces_only_what_the_source_knows():
    """Names that the source imports are replaced; its own kernels and unknown names are not."""
    names = {"popcount": lambda _: 7, "score": None, "stranger": 1}
    copy = bind_and_compile.bind("kifu.games.six.rules", "another_copy_of_rules", names, jit=False)
    assert copy.score(START) == (7, 7)
    assert not hasattr(copy, "stranger")


def test_no_such_source():
    """A module that does not exist raises ModuleNotFoundError with its name."""
    with pytest.raises(ModuleNotFoundError, match="nowhere"):
        bind_and_compile.bind("kifu.nowhere", "x", {}, jit=False)


def test_a_layer_is_named_after_its_machine_code():
    """The names of kept code hold the game, the source, the digest and the function; to name it compiles nothing."""
    name = bind_and_compile.last_layer_name(load("six"), "kifu.core.compiled.perft_kernel")
    assert re.fullmatch(r"kifu_games_six_kifu_core_compiled_perft_kernel_[0-9a-f]{16}", name)
    assert bind_and_compile.compiled_perft(load("six")).py_func.__qualname__ == f"{name}_count"


def test_equal_sources_over_other_tables_have_other_names():
    """Union games share their source, but not their machine code; a variant with another target has its own too."""
    ace = load("ace")
    text = (Path(ace_package.__file__).parent / "default.toml").read_text(encoding="utf-8")
    same, other = (
        ace.variant("same.toml", text),
        ace.variant("other.toml", text.replace("target = 100", "target = 90")),
    )
    names = {game: bind_and_compile.layer_names(game)[0] for game in (ace, same, other, load("king"), load("master"))}
    assert names[ace] == names[same]
    assert len(set(names.values())) == len(names) - 1


def test_the_kernels_of_a_game():
    """Each function that the rules and the breaches mark is compiled."""
    kernels = bind_and_compile.compiled_rule_kernels(load("six"))
    marked = {name for name, value in vars(rules).items() if bind_and_compile.is_kernel(value)}
    assert marked | {"breach"} <= kernels.keys()
    assert kernels["score"](START) == (0, 0)
