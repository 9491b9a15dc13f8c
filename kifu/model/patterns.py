"""Regular expressions that are compiled when they are first used: compiling all took a seventh of the time of a small command."""

from __future__ import annotations

import re
from typing import Any, cast


def lazy_pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return a regular expression that is compiled when its first method is called. Only then re.error is raised."""
    return cast("re.Pattern[str]", _Pattern(text, flags))


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
