"""Patterns for any of many words: the longest first, and what they share written once."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_escaped = cache(re.escape)


def any_word_pattern(words: Iterable[str]) -> str:
    """Return the pattern of any word of a list, the longest first.

    It matches what `a|b|c` of the sorted words does, and is compiled in a fraction of the time.
    """
    return any_continued_word_pattern(dict.fromkeys(words, ""))


def any_continued_word_pattern(words: Mapping[str, str]) -> str:
    """Return the pattern of any word of a list with what may stand behind it, the longest word first.

    Words that begin with another one are looked for behind it; words that go on in the same ways stand together.
    """
    return _either(_alternative_patterns(words) or ["(?!)"])


def _alternative_patterns(words: Mapping[str, str]) -> list[str]:
    """Return the patterns of words and of what goes on behind each, words that go on alike together."""
    longer: dict[str, dict[str, str]] = {}
    for word in sorted(words):  # a word stands before those that begin with it
        head = next((word[:end] for end in range(len(word)) if word[:end] in longer), word)
        longer.setdefault(head, {})[word[len(head) :]] = words[word]
    by_rest: dict[str, list[str]] = {}
    for head, rests in longer.items():
        behind = rests.pop("")
        rest = _either([*_alternative_patterns(rests), f"(?:{behind})" if "|" in behind else behind])
        by_rest.setdefault(rest, []).append(head)
    return [_prefix_tree_pattern(heads) + rest for rest, heads in by_rest.items()]


def _prefix_tree_pattern(words: Iterable[str]) -> str:
    """Return the pattern of any word of a list in which none begins with another one."""
    by_first: dict[str, list[str]] = {}
    for word in words:
        by_first.setdefault(_escaped(word[:1]), []).append(word[1:])
    by_rest: dict[str, list[str]] = {}
    for first, rests in by_first.items():
        by_rest.setdefault(_prefix_tree_pattern(rests) if first else "", []).append(first)
    return _either([(one[0] if len(one) == 1 else f"[{''.join(one)}]") + rest for rest, one in by_rest.items()])


def _either(patterns: Sequence[str]) -> str:
    """Return the pattern of any of some patterns, the first one first, for use within a longer one."""
    return patterns[0] if len(patterns) == 1 else f"(?:{'|'.join(patterns)})"
