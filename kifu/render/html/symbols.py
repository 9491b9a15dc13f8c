"""The drawings that a page has several times: each is written once, and used by its id."""

from __future__ import annotations

WORTH = 48
"""The fewest characters of a drawing that is shorter written once and used twice."""


class Symbols:
    """Drawings by their content. The same content has the same id, so the same page gets the same text."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def use(self, content: str, x: str = "0", y: str = "0") -> str:
        """Return an element that shows `content`, which is SVG, with its origin at (x, y).

        HTML lets its values stand without quotation marks: a page has thousands of them.
        """
        return f"<use href=#{self.name(content)}{_at('x', x)}{_at('y', y)} />"

    def name(self, content: str) -> str:
        """Return the id of a drawing, or of a text that describes one."""
        return self._ids.setdefault(content, f"{len(self._ids):x}")

    def html(self) -> str:
        """Return an element that holds all drawings and shows none."""
        groups = "".join(f"<g id={name}>{content}</g>" for content, name in self._ids.items())
        return f'<svg class="symbols" width="0" height="0" aria-hidden="true"><defs>{groups}</defs></svg>'


def _at(name: str, length: str) -> str:
    return "" if length == "0" else f" {name}={length}"
