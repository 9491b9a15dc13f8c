"""Tests of patterns for many words against the plain alternation of the words, the longest first."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from notation.freeform.word_list_patterns import any_continued_word_pattern, any_word_pattern

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
