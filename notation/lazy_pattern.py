"""Expressions that are compiled when they are first used: most records need few of them."""

from __future__ import annotations

import re
from typing import cast

_WAYS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "subn", "split")


def lazy_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return an expression that is compiled at its first use, for one that costs much and that few records need.

    Its text can be a part of others before it is compiled.
    """
    return cast("re.Pattern[str]", LazyPattern(pattern, flags))


def kept_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return an expression that is compiled at its first use, and then kept for later runs.

    There are a thousand of these in the reader of free forms. One with the names of a record in it is no such: it would be kept
    for nothing.
    """
    return cast("re.Pattern[str]", KeptPattern(pattern, flags))


class LazyPattern:
    """Expression that is not compiled yet; used once, it is as fast as a compiled one, whose methods it takes over."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = pattern
        self.flags = flags | re.IGNORECASE if pattern.startswith("(?i)") else flags

    def compiled(self) -> re.Pattern[str]:
        """Return the expression compiled."""
        return re.compile(self.pattern, self.flags)

    def __getattr__(self, name: str) -> object:
        """Compile the expression where a way to use it is first looked up, and return that way."""
        if name not in _WAYS:
            raise AttributeError(name)
        compiled = self.compiled()
        vars(self).update((way, getattr(compiled, way)) for way in _WAYS)
        return vars(self)[name]


class KeptPattern(LazyPattern):
    """Lazy expression whose compiled code is kept between runs."""

    def compiled(self) -> re.Pattern[str]:
        """Return the expression compiled, from kept code if there is any."""
        from kifu.core.compiled.expression_cache import compile_expression  # noqa: PLC0415 - a plain record needs none

        return compile_expression(self.pattern, self.flags)
