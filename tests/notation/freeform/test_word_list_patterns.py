"""Tests of patterns for many words against the plain alternation of the words, and of their first signs."""

from __future__ import annotations

import re

import pytest
import typed_records
from hypothesis import given
from hypothesis import strategies as st

from notation.freeform import tokens_of_result_words, undecided_results
from notation.freeform.word_list_patterns import any_continued_word_pattern, any_word_pattern, tried_where_it_may_begin

_SIGNS = "あい.-]^"
_WORDS = st.text(_SIGNS, min_size=1, max_size=4)
_BEHIND = st.sampled_from(["", "い?", "(?=い|$)", "あ|い", "(?!あ)"])
_TEXTS = st.text(_SIGNS, max_size=8)


def _alternation(words):
    return "|".join(f"{re.escape(word)}(?:{words[word]})" for word in sorted(words, key=len, reverse=True))


def _ways(pattern, text):
    """Return what a pattern matches at each place of a text, and how it parts the text, at the first try and at others."""
    found = [re.compile(pattern).match(text, at) for at in range(len(text) + 1)]
    parted = re.fullmatch(f"({pattern})({pattern})?({pattern})?", text)
    return [one and one.span() for one in found], parted and parted.groups()


@given(st.dictionaries(_WORDS, _BEHIND, min_size=1, max_size=12), _TEXTS)
def test_words_with_what_stands_behind(words, text):
    """The pattern of words with what may stand behind each matches what the alternation does, in the same order."""
    assert _ways(any_continued_word_pattern(words), text) == _ways(_alternation(words), text)


@given(st.lists(_WORDS, max_size=12), _TEXTS)
def test_words_alone(words, text):
    """The pattern of words alone matches what the alternation does; that of no words matches nothing."""
    assert _ways(any_word_pattern(words), text) == _ways(_alternation(dict.fromkeys(words, "")) or "(?!)", text)


def test_what_words_share_is_written_once():
    """Words that go on in the same ways stand together, so that their pattern is short."""
    assert any_continued_word_pattern({"出す": "x", "回す": "x", "回る": "y", "回": ""}) == "(?:出すx|回(?:すx|るy|))"
    assert any_word_pattern(["移した", "移す", "回した", "回す"]) == "[回移](?:した|す)"


WIDTH = 40
"""The most characters of a line that is tried."""
FORMS = (
    r"(?-i:(?<!あ))負け|い",
    "勝ち|負け",
    "(?:持ち?)?時間|切れ",
    r"(?<![a-z])win|1/2-1/2|\d点",
    "[あ-う-]{1,3}え|o{0,2}k",
    "(?P<one>黒|白)番?",
)


@pytest.mark.parametrize("pattern", FORMS)
def test_expression_is_tried_only_at_its_first_signs(pattern):
    """A pattern gets a look at the next sign in front, and finds the same."""
    led = tried_where_it_may_begin(pattern)
    assert led != pattern
    text = "持ち時間の切れ負けで黒番の白勝ち あ-え k ok ook win awin 1/2-1/2 30点 え"
    assert [one.span() for one in re.finditer(led, text)] == [one.span() for one in re.finditer(pattern, text)]


@pytest.mark.parametrize(
    "pattern", ["", "あ?", "(?:あ|)い?", "[^あ]い", ".い", "(?i:a)b", r"(あ)\1|(?(1)い|う)", "あ|い?"]
)
def test_expression_that_may_begin_anywhere_stays_as_it_is(pattern):
    """What may be empty, begins with any sign but some, or has a form that is not followed is not changed."""
    assert tried_where_it_may_begin(pattern) == pattern


LED = {
    "weighty": tokens_of_result_words.WEIGHTY,
    "light": tokens_of_result_words._LIGHT,
    "before names": tokens_of_result_words._BEFORE_NAMES,
    "of no result": undecided_results.OF_NO_RESULT,
}


@pytest.mark.parametrize("name", LED)
def test_words_of_results_begin_with_their_first_signs(name):
    """In lines that people typed, the expressions of results find what they find without the look at the next sign."""
    led = LED[name]
    plain = re.compile(led.pattern[led.pattern.index("])(?:") + len("])(?:") : -1], led.flags)
    texts = (file.read_text("utf-8", errors="ignore") for _, file, _ in typed_records.typed("ah"))
    lines = {line for text in texts for line in text.splitlines() if len(line) <= WIDTH}
    parts = [line[at:] for line in lines for at in range(len(line))]
    assert any(map(led.match, parts))
    differ = [part for part in parts if _end(led.match(part)) != _end(plain.match(part))]
    assert not differ


def _end(found):
    return None if found is None else found.end()
