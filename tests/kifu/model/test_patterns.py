"""Tests the regular expressions that are compiled late."""

import copy
import re

import pytest

from kifu.model.movetext import _SIDE, MOVE_LIKE
from kifu.model.patterns import lazy_pattern
from kifu.model.squares import _ALL_FIGURES, _ALL_KANJI, _EXCHANGED, _NEARLY
from notation.formats.kif_moves import NUMBER
from notation.scanner import _BRANCH, _NUMBER


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


@pytest.mark.parametrize(
    ("pattern", "match"),
    [
        (_SIDE, "先手：四04占"),
        (MOVE_LIKE, "四04占"),
        (MOVE_LIKE, "▲四04占"),
        (_NUMBER, "12 四04占"),
        (_BRANCH, "変化：3手"),
        (_NEARLY, "六O2"),
        (_ALL_KANJI, "六二"),
        (_ALL_FIGURES, "62"),
        (_EXCHANGED, "2六"),
        (NUMBER, "【第12手】"),
        (NUMBER, "　12."),
    ],
)
def test_a_match_begins_with_one_of_the_first_characters(pattern, match):
    """The compiled expression matches no text that begins with another character."""
    compiled, first = re.compile(pattern.pattern), pattern.first
    assert compiled.match(match)
    assert match[0] in first
    others = [chr(code) for code in range(0x10000) if chr(code) not in first]
    assert not any(compiled.match(start + rest) for start in others for rest in ("", match, match[1:]))


def test_first_characters_spare_compiling():
    """A text without them is answered although the expression is wrong; a text with one of them needs the expression."""
    pattern = lazy_pattern("(", first="ab")
    assert pattern.match("") is None
    assert pattern.match("xa") is None
    assert pattern.fullmatch("xa") is None
    assert pattern.search("xyz") is None
    for call in (lambda: pattern.match("xa", 1), lambda: pattern.fullmatch("b"), lambda: pattern.search("xa")):
        with pytest.raises(re.error):
            call()


def test_first_characters_change_no_answer():
    """Each method gives what that of the compiled expression gives, before and after it is compiled."""
    texts = ("", "ab", "xab", "aab", "b", "xx")
    compiled = re.compile("a+b")
    for name in ("match", "fullmatch", "search"):
        for bounds in ((0,), (1,), (1, 3)):
            late = lazy_pattern("a+b", first="a")
            spans = [
                [found and found.span() for found in (getattr(p, name)(t, *bounds) for t in texts)]
                for p in (late, compiled, late)
            ]
            assert spans[0] == spans[1] == spans[2]
