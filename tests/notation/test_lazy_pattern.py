"""Tests of expressions that are compiled when they are first used."""

import re

import pytest

from notation.lazy_pattern import LazyPattern, kept_pattern, lazy_pattern


def test_compiled_at_its_first_use(monkeypatch):
    """An expression is compiled once, when a way to use it is first asked for, and its text can be read before."""
    compiled = []
    monkeypatch.setattr(
        LazyPattern, "compiled", lambda self: compiled.append(self) or re.compile(self.pattern, self.flags)
    )
    pattern = lazy_pattern("(?P<one>a+)b", re.IGNORECASE)
    assert pattern.pattern == "(?P<one>a+)b"
    assert not compiled
    assert pattern.search("xAAb")["one"] == "AA"
    assert pattern.fullmatch("ab").span() == (0, 2)
    assert len(compiled) == 1


def test_finds_what_the_compiled_expression_finds():
    """Each way to use it gives what the compiled expression gives."""
    text = "ab、b 12b"
    lazy, plain = lazy_pattern(r"(\d*)b"), re.compile(r"(\d*)b")
    assert lazy.match(text, 1).groups() == plain.match(text, 1).groups()
    assert [one.span() for one in lazy.finditer(text)] == [one.span() for one in plain.finditer(text)]
    assert (lazy.findall(text), lazy.split(text)) == (plain.findall(text), plain.split(text))
    assert (lazy.sub("x", text), lazy.subn("x", text)) == (plain.sub("x", text), plain.subn("x", text))


@pytest.mark.parametrize("pattern", [lazy_pattern, kept_pattern])
def test_flags_within(pattern):
    """An expression that ignores the case of letters says so before it is compiled, wherever it is told to."""
    assert [bool(pattern(*one).flags & re.IGNORECASE) for one in (("(?i)a",), ("a", re.IGNORECASE), ("a",))] == [
        True,
        True,
        False,
    ]
    assert pattern("(?i)a").fullmatch("A")


def test_what_an_expression_has_not_is_missing():
    """A name that is no way to use an expression is an error, and compiles nothing."""
    with pytest.raises(AttributeError, match="_asdict"):
        lazy_pattern("(")._asdict()
