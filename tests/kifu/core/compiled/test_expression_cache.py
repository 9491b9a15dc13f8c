"""Tests of compiled expressions that are kept between runs: they are those that Python makes, and whatever is damaged is made anew."""

import importlib
import json
import pkgutil
import re
import subprocess
import sys
import zlib

import pytest

import notation.freeform
from kifu.core.compiled import expression_cache
from kifu.core.compiled.expression_cache import MIN_NEW, SUFFIX, compile_expression, kept_bytes
from kifu.core.compiled.user_cache import GIVEN
from notation.lazy_pattern import KeptPattern

EXPRESSIONS = (
    ("(?P<one>a+)|(?P<two>[ぁ-ん一二]{1,9})b\\1", re.IGNORECASE),
    (r"(?i:\bten\b)|(\d)", 0),
    ("(?<!あと)[^、]*", 0),
)
READ = """
import json, kifu
from kifu.core.compiled import expression_cache
(verdict,) = kifu.verify({text!r}.encode())
print(json.dumps([verdict.status.name, verdict.plies, len(expression_cache._new)]))
"""
TEXT = "6面体\n先手 ぬまじり\n後手 ほそかわ\n1 二02占\n2 三06領\n3 三02占\nぬまじりさんが投了しました。\n"


@pytest.fixture(name="unkept")
def _unkept(monkeypatch):
    """Nothing is kept yet, and nothing of it will be."""
    monkeypatch.setattr(expression_cache, "_kept", dict)
    monkeypatch.setattr(expression_cache, "_new", {})


def kept_expressions():
    """Return the expressions of the reader of free forms that are kept."""
    modules = pkgutil.iter_modules(notation.freeform.__path__, "notation.freeform.")
    values = (value for one in modules for value in vars(importlib.import_module(one.name)).values())
    parts = (part for value in values for part in (value if isinstance(value, tuple) else (value,)))
    return [part for part in parts if isinstance(part, KeptPattern)]


@pytest.mark.usefixtures("unkept")
def test_every_kept_expression_is_what_python_makes(monkeypatch):
    """Compiled anew, and from kept code, each equals the one that re compiles: its text, its flags, its code."""
    expressions = [(one.pattern, one.flags) for one in kept_expressions()]
    assert len(expressions) > 800
    anew = [compile_expression(*one) for one in expressions]
    kept = expression_cache._codes_of(kept_bytes())
    monkeypatch.setattr(expression_cache, "_kept", lambda: kept)
    monkeypatch.setattr(expression_cache, "_compile", None)
    for one, first in zip(expressions, anew, strict=True):
        plain, again = re.compile(*one), compile_expression(*one)
        assert plain == first == again
        assert (plain.groupindex, plain.groups, plain.flags) == (again.groupindex, again.groups, again.flags)


@pytest.mark.usefixtures("unkept")
@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_ways_to_use(expression):
    """Searching with a kept expression finds what searching with the plain one finds, with the groups by name."""
    compile_expression(*expression)
    kept = expression_cache._expression(expression[0], expression_cache._codes_of(kept_bytes())[expression])
    for text in ("AAa", "ぁ一b", "あと7手", "tEn 3", "a、b"):
        plain = [
            (one.span(), one.groups(), one.groupdict())
            for one in re.finditer(*reversed((text, expression[0])), expression[1])
        ]
        assert [(one.span(), one.groups(), one.groupdict()) for one in kept.finditer(text)] == plain


@pytest.mark.usefixtures("unkept")
def test_an_expression_that_is_none():
    """A text that is no expression raises what re raises."""
    with pytest.raises(re.error, match="unterminated"):
        compile_expression("(a")


@pytest.mark.usefixtures("unkept")
def test_damaged_bytes():
    """Whatever byte is missing or changed, the codes are those that were kept, or none."""
    for one in EXPRESSIONS:
        compile_expression(*one)
    whole = kept_bytes()
    codes = expression_cache._codes_of(whole)
    assert codes.keys() == {(pattern, int(flags)) for pattern, flags in EXPRESSIONS}
    for at in range(len(whole)):
        assert expression_cache._codes_of(whole[:at]) == {}
        changed = whole[:at] + bytes([whole[at] ^ 0x20]) + whole[at + 1 :]
        assert expression_cache._codes_of(changed) in ({}, codes)
    for other in (b"", b"x", zlib.compress(b""), zlib.compress(b"N"), None):
        assert expression_cache._codes_of(other) == {}


@pytest.mark.usefixtures("unkept")
def test_code_of_another_python(monkeypatch):
    """What another version of Python has made is not used."""
    compile_expression(*EXPRESSIONS[0])
    data = kept_bytes()
    monkeypatch.setattr(expression_cache, "_version", lambda: "4.0")
    assert expression_cache._codes_of(data) == {}


@pytest.mark.usefixtures("unkept")
def test_code_that_is_refused(monkeypatch):
    """Code that Python does not take is not used: the expression is compiled as usual."""
    pattern, flags = EXPRESSIONS[0]
    compile_expression(pattern, flags)
    code = expression_cache._new[pattern, flags]
    bad = {(pattern, flags): code._replace(words=b"\xff\xff\xff\xff" + code.words)}
    monkeypatch.setattr(expression_cache, "_kept", lambda: bad)
    assert compile_expression(pattern, flags) == re.compile(pattern, flags)


@pytest.mark.usefixtures("unkept")
def test_python_without_these_parts(monkeypatch):
    """Where Python has the parts in another way, each expression is compiled as usual, and nothing is kept."""
    monkeypatch.setattr(expression_cache.importlib, "import_module", lambda _name: object())
    assert compile_expression(*EXPRESSIONS[0]) == re.compile(*EXPRESSIONS[0])
    assert not expression_cache._new


@pytest.mark.usefixtures("unkept")
@pytest.mark.parametrize("raised", [TypeError, RuntimeError, AttributeError])
def test_python_that_takes_code_otherwise(raised, monkeypatch):
    """Where Python takes code in another way, each expression is compiled as usual, and nothing is kept."""

    class Other:
        MAGIC, CODESIZE = 0, 4

        @staticmethod
        def compile(*_code):
            raise raised

    monkeypatch.setattr(expression_cache, "_sre", Other)
    assert compile_expression(*EXPRESSIONS[0]) == re.compile(*EXPRESSIONS[0])
    assert not expression_cache._new


def run(folder, seed=1):
    """Read the text in a process of its own, with a cache in a folder; return its status, its plies and what was compiled anew."""
    environment = {
        GIVEN: str(folder),
        "PYTHONPATH": ":".join(sys.path),
        "PYTHONIOENCODING": "utf-8",
        "PYTHONHASHSEED": str(seed),
    }
    done = subprocess.run(
        [sys.executable, "-c", READ.format(text=TEXT)],
        env=environment,
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    return json.loads(done.stdout)


def test_the_second_run_compiles_none(tmp_path):
    """What the first run compiles is kept, without a name of the record; the second run gives the same without compiling."""
    folder = tmp_path / "cache"
    *first, compiled = run(folder)
    *second, again = run(folder, seed=2)
    assert (first, compiled > MIN_NEW) == (["DECLARED", 3], True)
    assert (second, again) == (first, 0)
    (file,) = folder.glob(f"*{SUFFIX}")
    codes = expression_cache._codes_of(file.read_bytes())
    assert len(codes) == compiled
    assert not [pattern for pattern, _ in codes if "ぬまじり" in pattern or "ほそかわ" in pattern]
    assert file.stat().st_mode & 0o077 == 0


def test_a_file_that_others_may_write(tmp_path):
    """A file that others may write is not used, and a folder that cannot be one costs nothing but time."""
    run(tmp_path / "cache")
    (file,) = (tmp_path / "cache").glob(f"*{SUFFIX}")
    file.chmod(0o666)
    assert run(tmp_path / "cache")[2] > MIN_NEW
    (tmp_path / "file").write_text("")
    assert run(tmp_path / "file" / "cache")[2] > MIN_NEW
