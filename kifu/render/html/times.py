"""Times as a page writes them."""

from __future__ import annotations

HOUR = 3600


def spelled(seconds: int) -> str:
    """Return a number of seconds as 1:05 or 1:02:03."""
    minutes, rest = divmod(seconds, 60)
    if seconds < HOUR:
        return f"{minutes}:{rest:02d}"
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"
