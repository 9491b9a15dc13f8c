"""Patterns for any of many words: the longest first, what they share written once, each tried only where it may begin."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from notation.lazy_pattern import kept_pattern

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
    return _either(_alternative_patterns(tuple(words.items())) or ["(?!)"])


@cache
def _alternative_patterns(words: tuple[tuple[str, str], ...]) -> list[str]:
    """Return the patterns of words and of what goes on behind each, words that go on alike together."""
    longer: dict[str, dict[str, str]] = {}
    for word, behind in sorted(words):  # a word stands before those that begin with it
        head = next((word[:end] for end in range(len(word)) if word[:end] in longer), word)
        longer.setdefault(head, {})[word[len(head) :]] = behind
    by_rest: dict[str, list[str]] = {}
    for head, rests in longer.items():
        behind = rests.pop("")
        rest = _either([*_alternative_patterns(tuple(rests.items())), f"(?:{behind})" if "|" in behind else behind])
        by_rest.setdefault(rest, []).append(head)
    return [_prefix_tree_pattern(tuple(heads)) + rest for rest, heads in by_rest.items()]


@cache
def _prefix_tree_pattern(words: tuple[str, ...]) -> str:
    """Return the pattern of any word of a list in which none begins with another one."""
    by_first: dict[str, list[str]] = {}
    for word in words:
        by_first.setdefault(_escaped(word[:1]), []).append(word[1:])
    by_rest: dict[str, list[str]] = {}
    for first, rests in by_first.items():
        by_rest.setdefault(_prefix_tree_pattern(tuple(rests)) if first else "", []).append(first)
    return _either([(one[0] if len(one) == 1 else f"[{''.join(one)}]") + rest for rest, one in by_rest.items()])


def _either(patterns: Sequence[str]) -> str:
    """Return the pattern of any of some patterns, the first one first, for use within a longer one."""
    return patterns[0] if len(patterns) == 1 else f"(?:{'|'.join(patterns)})"


_SIGN = kept_pattern(r"\\[dwsDWS]|\\\W|\[\^?(?:\\.|[^\]\\])+\]|[^\\\[\](){}|?*+^$]", re.DOTALL)
"""A sign, or a set of signs."""
_LOOK = kept_pattern(r"\(\?<?[=!]")
_GROUP = kept_pattern(r"\((?:\?(?:-i)?:|\?P<\w+>|(?!\?))")
_TIMES = kept_pattern(r"([?*]|\{0?,\d+\})[?+]?|(?:\+|\{\d+(?:,\d*)?\})[?+]?")
"""How often a part may stand; the group says that it may be missing."""
_BEGINS_TIMES = frozenset("?*+{")
_EDGE = kept_pattern(r"\^|\$|\\b")
_TOKEN_OF_PATTERN = kept_pattern(r"[()|]|(?:\\.|\[\^?(?:\\.|[^\]\\])+\]|[^\\\[()|])+", re.DOTALL)
"""A sign that parts or encloses alternatives, or what stands between two of them."""


class _Part:
    """A part of an expression: the signs that it may begin with, where it ends, and whether it may be empty."""

    def __init__(self, signs: set[str], end: int, *, empty: bool) -> None:
        self.signs, self.end, self.empty = signs, end, empty


class _UnknownFormError(Exception):
    """An expression has a form that is not followed here."""


def tried_where_it_may_begin(pattern: str) -> str:
    """Return a pattern that matches the same, and fails at once at a place where none of its first signs stands.

    One that may be empty, or has a form that is not known here, is returned as it is.
    """
    return _behind_first_signs(pattern, _first_signs(pattern))


def any_tried_where_it_may_begin(patterns: Iterable[str]) -> str:
    """Return the pattern of any of several, the first one first; each is tried only where it may begin."""
    known = {pattern: _first_signs(pattern) for pattern in patterns}
    either = "|".join(_behind_first_signs(pattern, signs) for pattern, signs in known.items())
    return _behind_first_signs(either, frozenset().union(*known.values()) if all(known.values()) else frozenset())


def first_sign_pattern(pattern: str) -> str:
    """Return the pattern of the signs that a pattern may begin with; of any sign, if it is not known which."""
    return _one_of(signs) if (signs := _first_signs(pattern)) else "(?s:.)"


def _behind_first_signs(pattern: str, signs: frozenset[str]) -> str:
    return f"(?={_one_of(signs)})(?:{pattern})" if signs else pattern


def _one_of(signs: frozenset[str]) -> str:
    return f"[{''.join(sorted(signs))}]"


@lru_cache(maxsize=64)
def _first_signs(pattern: str) -> frozenset[str]:
    """Return the signs that a pattern may begin with; none if it may begin with nearly any, or that is not known here."""
    try:
        whole = _alternatives(pattern, 0)
    except _UnknownFormError:
        return frozenset()
    known = whole.end == len(pattern) and not whole.empty and not any(sign.startswith("^") for sign in whole.signs)
    return frozenset(whole.signs) if known else frozenset()


def _alternatives(pattern: str, at: int) -> _Part:
    """Return alternatives as one part, up to the end of the pattern or to the bracket that closes them."""
    signs: set[str] = set()
    empty, open_yet = False, True
    while at < len(pattern) and pattern[at] != ")":
        if pattern[at] == "|":
            empty, open_yet, at = empty or open_yet, True, at + 1
            continue
        part = _repeated_part(pattern, at)
        signs |= part.signs
        open_yet, at = part.empty, part.end if part.empty else _end_of_alternative(pattern, part.end)
    return _Part(signs, at, empty=empty or open_yet)


def _end_of_alternative(pattern: str, at: int) -> int:
    """Return where the alternative ends that a place is within: what stands there is not begun with."""
    depth = 0
    while (token := _TOKEN_OF_PATTERN.match(pattern, at)) is not None:
        if depth == 0 and token[0] in {"|", ")"}:
            return at
        depth += (token[0] == "(") - (token[0] == ")")
        at = token.end()
    return len(pattern)


def _repeated_part(pattern: str, at: int) -> _Part:
    """Return the part that begins at a place, with how often it may stand."""
    part = _part(pattern, at)
    if pattern[part.end : part.end + 1] in _BEGINS_TIMES and (times := _TIMES.match(pattern, part.end)):
        return _Part(part.signs, times.end(), empty=part.empty or times[1] is not None)
    return part


def _part(pattern: str, at: int) -> _Part:
    if pattern[at].isalnum():  # most are
        return _Part({pattern[at]}, at + 1, empty=False)
    if edge := _EDGE.match(pattern, at):
        return _Part(set(), edge.end(), empty=True)
    if look := _LOOK.match(pattern, at):
        return _Part(set(), _alternatives(pattern, look.end()).end + 1, empty=True)
    if group := _GROUP.match(pattern, at):
        inside = _alternatives(pattern, group.end())
        return _Part(inside.signs, inside.end + 1, empty=inside.empty)
    if sign := _SIGN.match(pattern, at):
        return _Part({_within_a_set(sign[0])}, sign.end(), empty=False)
    raise _UnknownFormError


def _within_a_set(sign: str) -> str:
    """Return a sign or a set as it stands within a larger set; it begins with ^ if it may be any but some."""
    if sign == ".":
        return "^"
    if sign[0] != "[":
        return sign if sign[0] == "\\" else re.escape(sign)
    inside = sign[1:-1]
    inside = f"\\{inside}" if inside[0] == "-" else inside
    return f"{inside[:-1]}\\-" if inside[-1] == "-" and inside[-2:-1] != "\\" else inside
