"""The digest of machine code changes with a rule and not with a word; with the same digest nothing is compiled."""

import json
import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from kifu.core.compiled import source_digest
from kifu.core.compiled.kernel_primitives import kernel

ROOT = Path(__file__).parents[4]
PACKAGES = ("kifu", "notation", "analysis")

NAMES = """
import importlib, json, os, pathlib, sys
import numba

sys.dont_write_bytecode = False
def names():
    for name in [name for name in sys.modules if name.partition(".")[0] in {"kifu", "notation", "analysis"}]:
        del sys.modules[name]
    scanner_kernel, bind_engine, solver, games, bind, replay_kernel, code_cache = map(importlib.import_module, (
        "analysis.batch.scanner_kernel", "kifu.engine.bind_engine", "kifu.engine.solver", "kifu.core.games",
        "kifu.core.compiled.bind_and_compile", "kifu.core.compiled.replay_kernel", "kifu.core.compiled.machine_code_cache",
    ))
    found = {"scan": [bind.compiled_name(scanner_kernel.__name__), code_cache._cache_key((code_cache.ArgumentForm.of(1),))]}
    for game in map(games.load, games.ids()):
        if bind.rules_compile(game):
            engine = (*bind_engine.LOWER, game.engine_modules().evaluation.__name__, *bind_engine.KERNELS)
            layers = (*engine, *solver.KERNELS)
            found[game.id] = [*bind.layer_names(game, *layers), bind.last_layer_name(game, replay_kernel.__name__)]
    return found

told = [names()]
sys.dont_write_bytecode = True  # what was written stands for all files but the one that is edited: its time differs
for file, old, new in EDITS:
    path = pathlib.Path(file)
    text, time = path.read_text("utf-8"), path.stat().st_mtime_ns
    assert old in text, (file, old)
    path.write_text(text.replace(old, new, 1), "utf-8")
    told.append(names())
    path.write_text(text, "utf-8")
    os.utime(path, ns=(time, time))
print(json.dumps(told))
"""
"""Prints the names of the compiled kernels of a copy of the program, and those after each edit alone: all modules are loaded anew."""
COMPILED = """
import json, pathlib, sys
import numba.core.event
from analysis.batch import scan_and_replay
from kifu.core.games import load
from kifu.core.compiled import bind_and_compile as bind
from kifu.core.message import Message

compiled = []
class Listener(numba.core.event.Listener):
    def on_start(self, event):
        compiled.append(event.data["dispatcher"].py_func.__qualname__)
    def on_end(self, event):
        pass
six = load("six")
with numba.core.event.install_listener("numba:compile", Listener()):
    nodes = bind.compiled_perft(six)(six.start(), 2)
print(json.dumps([nodes, compiled]))
"""


def copy_of_the_program(folder):
    """Copy the program, so that its sources may be changed."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture(name="program")
def _program(tmp_path):
    """Return a copy of the program for one test."""
    return copy_of_the_program(tmp_path)


def names(program, edits=()):
    """Return the names of the compiled kernels of a copy of the program, and then those after each edit alone."""
    return run(program, f"EDITS = {list(edits)!r}\n{NAMES}")


def run(program, script):
    """Return what a script prints with a copy of the program, as JSON."""
    paths = [str(program), *(path for path in sys.path if "site-packages" in path)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths), "NUMBA_CACHE_DIR": str(program / "kept")}
    done = subprocess.run(
        [sys.executable, "-c", f"import kifu; assert kifu.__file__.startswith({str(program)!r})\n{script}"],
        env=environment | {"PYTHONDONTWRITEBYTECODE": "1"},
        cwd=program,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def edit(program, file, old, new):
    """Replace a text in a file of a copy of the program; the file must contain it."""
    text = (program / file).read_text(encoding="utf-8")
    assert old in text, (file, old)
    (program / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def edit_words(program):
    """Change words of a copy of the program: docstrings, comments, messages, a chart; lines move."""
    for file, old, new in (
        ("kifu/games/six/rules.py", '"""', '"""Once more:\n\n'),
        ("kifu/games/six/rules.py", '    """Return the set of `squares`', '    """\n    Give the set of `squares`'),
        ("kifu/games/six/rules.py", "@kernel\ndef around", "# A comment.\n\n\n@kernel\ndef around"),
        ("kifu/games/six/explain.py", "there is no pass", "nobody passes"),
        ("kifu/games/six/evaluation.py", "Return the side to move", "Give the side to move"),
        ("kifu/games/union/rules.py", "Return the", "Give the"),
        ("kifu/games/union/diagrams.py", '"""', '"""More words. '),
        ("kifu/core/compiled/kernel_primitives.py", "Index of the lowest", "Place of the lowest"),
        ("kifu/core/compiled/symmetry_kernel.py", "Return the image", "Give the image"),
        ("kifu/core/compiled/bind_and_compile.py", "do not compile", "cannot be compiled"),
        ("kifu/core/compiled/position_hash_kernel.py", "Lowest key of", "Least key of"),
        ("kifu/engine/search_kernel.py", '"""', '"""A word. '),
        ("kifu/core/message.py", '"""', '"""A word. '),
        ("analysis/batch/scanner_kernel.py", '"""', '"""A word.\n\n'),
        ("analysis/plots/review_pages.py", '"""', '"""A word. '),
    ):
        edit(program, file, old, new)


def test_words_are_no_part_of_machine_code(program):
    """Docstrings, comments, messages, charts and moved lines leave the name of every compiled kernel as it is."""
    before = names(program)
    edit_words(program)
    assert names(program) == before


ALL_GAMES = {"ace", "king", "master", "six"}
UNION = ALL_GAMES - {"six"}


EDITS = [
    ("kifu/games/six/rules.py", "& 15 or face == GHOST", "& 7 or face == GHOST", {"six"}, "a rule"),
    ("kifu/games/six/position.py", "NONE = 63", "NONE = 61", {"six"}, "a constant it imports"),
    ("kifu/games/six/rules.py", "for n in (2, 3))", "for n in (1, 3))", {"six"}, "a table"),
    ("kifu/games/six/rules.py", "wide << SIZE", "wide << 8", {"six"}, "a helper"),
    ("kifu/games/six/evaluation.py", "min(struck, 4)", "min(struck, 3)", {"six"}, "an evaluation"),
    ("kifu/games/union/position.py", "MANY = 1 << 26", "MANY = 1 << 27", UNION, "a Union constant"),
    ("kifu/games/ace/default.toml", "target = 100", "target = 90", {"ace"}, "a Union table"),
    ("kifu/games/union/rules.py", "position.inner_white |", "position.inner_white ^", UNION, "Union"),
    ("kifu/games/union/evaluation.py", "min(ready, 7)", "min(ready, 6)", UNION, "Union's evaluation"),
    ("kifu/core/compiled/symmetry_kernel.py", "squares >>= CHUNK", "squares >>= 7", ALL_GAMES, "turned sets"),
    ("kifu/core/compiled/position_hash_kernel.py", "mixed >> 32", "mixed >> 31", ALL_GAMES, "keys"),
    ("kifu/engine/best_move_and_win_chance.py", "MAX_DEPTH = 64", "MAX_DEPTH = 65", ALL_GAMES, "the engine's constant"),
    ("kifu/core/compiled/replay_kernel.py", "NOBODY = -1", "NOBODY = -2", ALL_GAMES, "the replay"),
    ("analysis/batch/scanner_layout_and_text_kernel.py", " 10, 13, 32", " 10, 12, 32", {"scan"}, "the scanner"),
    (
        "kifu/core/compiled/bit_intrinsics.py",
        "ir.IntType(1), 1)",
        "ir.IntType(1), 0)",
        {*ALL_GAMES, "scan"},
        "primitives",
    ),
    (
        "kifu/core/compiled/machine_code_cache.py",
        "speed_level=3",
        "speed_level=2",
        {*ALL_GAMES, "scan"},
        "what is kept",
    ),
]
"""A file, the text that is replaced in it, by what, the games whose machine code it changes, and what it is."""


@pytest.mark.parametrize("half", [0, 1])
def test_what_machine_code_is_made_of(program, half):
    """A changed rule, constant, table, helper or primitive changes the names in exactly the games that use it."""
    edits = EDITS[half::2]
    before, *after = names(program, [edit[:3] for edit in edits])
    changed = [{name for name in before if before[name] != now[name]} for now in after]
    assert [(what, found) for (*_, what), found in zip(edits, changed, strict=True)] == [
        (what, games) for *_, games, what in edits
    ]


def kept(program):
    """Return the files of machine code of a copy of the program, with their bytes."""
    files = [path for path in (program / "kept").rglob("*") if path.is_file()]
    return {path.relative_to(program).as_posix(): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def test_a_changed_word_compiles_nothing(program):
    """After an edit of words perft uses only kept machine code; after a changed rule it compiles."""
    nodes, compiled = run(program, COMPILED)
    before = kept(program)
    assert any(name.endswith("_count") for name in compiled)
    assert any(path.endswith(".nbc") for path in before)
    edit_words(program)
    assert run(program, COMPILED) == [nodes, []]
    assert kept(program) == before
    edit(program, "kifu/games/six/rules.py", "for n in (2, 3))", "for n in (2,))")
    fewer, again = run(program, COMPILED)
    assert fewer == nodes  # no die of the first two plies moves
    assert any(name.endswith("_count") for name in again)
    assert before.items() < kept(program).items()


TABLE = (1, 2)
WORD = {"a": 1}


@kernel
def helper(number):
    """Help."""
    return number + TABLE[0]


@kernel
def caller(number):
    """Call."""
    return helper(number) if number else caller(number - 1)


@kernel
def unclear(number):
    """Look a word up."""
    return WORD["a"] + number


def test_the_compiler_is_part_of_it(monkeypatch):
    """The digest depends on the versions of the compiler and of Python, and on the functions that a kernel calls."""
    before = source_digest.machine_code_digest([caller])
    assert source_digest.machine_code_digest([caller]) == before
    assert source_digest.machine_code_digest([helper]) != before
    monkeypatch.setitem(globals(), "TABLE", (1, 3))
    changed = source_digest.machine_code_digest([caller])
    assert changed != before
    monkeypatch.setattr(source_digest, "_compiler_versions", source_digest._compiler_versions.__wrapped__)
    assert source_digest.machine_code_digest([caller]) == changed
    monkeypatch.setattr(source_digest, "_distribution_version", lambda _: "0.62.0")
    older = source_digest.machine_code_digest([caller])
    monkeypatch.setattr(source_digest, "_distribution_version", lambda _: "0.63.0")
    newer = source_digest.machine_code_digest([caller])
    monkeypatch.setattr(sys, "version", "4.0")
    assert len({changed, older, newer, source_digest.machine_code_digest([caller])}) == 4


def test_what_cannot_be_summed_up_is_refused():
    """A kernel that names a value of an unknown kind raises TypeError, because its digest would be wrong."""
    with pytest.raises(TypeError, match="dict"):
        source_digest.machine_code_digest([unclear])


def test_equal_values_of_other_types_differ(monkeypatch):
    """1, 1.0 and True are equal, but not the same machine code."""
    digests = set()
    for value in (1, 1.0, True, (1,), "1"):
        monkeypatch.setitem(globals(), "TABLE", value)
        digests.add(source_digest.machine_code_digest([helper]))
    assert len(digests) == 5


def test_no_such_module():
    """A module that does not exist has no digest: it raises ModuleNotFoundError."""
    with pytest.raises(ModuleNotFoundError, match="nowhere"):
        source_digest.modules_digest(["kifu.nowhere"])


def test_a_changed_layer_renames_the_layers_above_it(program):
    """The kept code of the search loads the module of `settled` by name, which has changed."""
    change = ("kifu/games/six/evaluation.py", "rights &= ~(1 << owner)", "rights &= ~(2 << owner)")
    before, after = (told["six"][:-1] for told in names(program, [change]))  # the last, of the replay, is not above
    changed = [old != new for old, new in zip(before, after, strict=True)]
    evaluation = next(place for place, name in enumerate(before) if "evaluation" in name)
    assert changed == [place >= evaluation for place in range(len(before))]


def test_the_engine_of_a_study_follows_the_rules(program):
    """The engine's digest changes with the engine, the rules and the tables of a game, and not with words."""
    script = "import json; from kifu.engine.bind_engine import engine_digest; from kifu.core.games import ids, load\n"
    digests = partial(run, program, f"{script}print(json.dumps({{i: engine_digest(load(i)) for i in ids()}}))")
    before = digests()
    edit(program, "kifu/games/six/evaluation.py", '"""', '"""A word. ')
    assert digests() == before
    edit(program, "kifu/games/union/rules.py", "position.inner_white |", "position.inner_white ^")
    after = digests()
    assert {game for game in before if before[game] != after[game]} == {*UNION, "rengo"}
