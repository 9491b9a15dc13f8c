"""Tests of the first signs of long expressions: what matches is the same with them and without."""

import re

import pytest
import typed_records

from notation.freeform import tokens_of_result_words, undecided_results
from notation.freeform.first_signs import tried_where_it_may_begin

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
