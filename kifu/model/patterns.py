"""Regular expressions that are compiled when they are first used: compiling all took a seventh of the time of a small command."""

from __future__ import annotations

import re
from typing import Any, cast


def lazy_pattern(text: str, flags: int = 0, *, first: str = "") -> re.Pattern[str]:
    """Return a regular expression that is compiled when its first method is called. Only then re.error is raised.

    Args:
        text: The expression.
        flags: Its flags.
        first: All characters that a match can begin with, for an expression that few texts match. Where none of them
            stands, ``match`` and ``search`` answer without compiling.
    """
    return cast("re.Pattern[str]", _Beginning(text, flags, first) if first else _Pattern(text, flags))


class _Pattern:
    """Stands for a compiled regular expression; each of its methods is looked up once."""

    def __init__(self, text: str, flags: int) -> None:
        self.pattern = text
        self.flags = flags

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - the members of re.Pattern
        """Compile the expression (re keeps it for the other members) and return a member of it."""
        if name.startswith("__"):  # copying and pickling ask for these, before there is a text
            raise AttributeError(name)
        value = getattr(re.compile(self.pattern, self.flags), name)
        setattr(self, name, value)
        return value


class _Beginning(_Pattern):
    """Knows the characters that a match begins with. Once it is compiled, the methods of the compiled one stand before these."""

    def __init__(self, text: str, flags: int, first: str) -> None:
        super().__init__(text, flags)
        self.first = frozenset(first)

    def match(self, text: str, start: int = 0, *end: int) -> re.Match[str] | None:
        """Return the match at `start`."""
        return self._compiled("match")(text, start, *end) if text[start : start + 1] in self.first else None

    def fullmatch(self, text: str, start: int = 0, *end: int) -> re.Match[str] | None:
        """Return the match of all the text from `start` on."""
        return self._compiled("fullmatch")(text, start, *end) if text[start : start + 1] in self.first else None

    def search(self, text: str, start: int = 0, *end: int) -> re.Match[str] | None:
        """Return the first match from `start` on."""
        return None if self.first.isdisjoint(text) else self._compiled("search")(text, start, *end)

    def _compiled(self, name: str) -> Any:  # noqa: ANN401 - the members of re.Pattern
        return super().__getattr__(name)
