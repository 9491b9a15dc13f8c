"""Text of strangers as it may stand in HTML and in SVG."""

from __future__ import annotations

from html import escape

from kifu.core.message import visible


def markup(text: str) -> str:
    """Escaped text for HTML and XML, with control characters made visible."""
    return escape(visible(text))


def markup_breaks(text: str) -> str:
    """Escaped text of several lines, with <br> for each LF."""
    return markup_lines(text).replace("\n", "<br>")


def markup_lines(text: str) -> str:
    """Return text of several lines, as :func:`markup` does.

    The LF between the lines stays.
    """
    return "\n".join(map(markup, text.split("\n")))
