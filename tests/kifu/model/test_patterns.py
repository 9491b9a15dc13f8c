"""Tests the regular expressions that are compiled late."""

import copy
import re

import pytest

from kifu.model.patterns import lazy_pattern


def test_it_finds_what_the_compiled_one_finds():
    """Each method gives what that of the compiled expression gives, at the first call and later."""
    text, compiled, late = "一01 二02", re.compile("([一二])([0-9]+)"), lazy_pattern("([一二])([0-9]+)")
    for _ in range(2):
        assert late.findall(text) == compiled.findall(text)
        assert late.match(text).groups() == compiled.match(text).groups()
        assert late.fullmatch(text) is None
        assert late.sub("x", text) == "x x"
    assert late.pattern == compiled.pattern
    assert late.groups == 2


def test_flags_count():
    """The flags are those of the compiled expression."""
    assert lazy_pattern("abc", re.IGNORECASE).match("ABC")
    assert not lazy_pattern("abc").match("ABC")


def test_a_wrong_expression_is_found_when_it_is_used():
    """A wrong expression, and a member that there is not, raise what re raises."""
    wrong = lazy_pattern("(")
    with pytest.raises(re.error):
        wrong.match("")
    with pytest.raises(AttributeError):
        _ = lazy_pattern("a").nothing_like_it


def test_it_can_be_copied():
    """A copy finds the same."""
    assert copy.deepcopy(lazy_pattern("a+")).match("aab")[0] == "aa"
