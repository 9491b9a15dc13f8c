"""A diagram as text: its rows and the lines about hands and turn below it. What the cells mean, each game says."""

from __future__ import annotations

from typing import NamedTuple


class DiagramRow(NamedTuple):
    """One row: its cells as written, and the row number that ends it."""

    cells: str
    number: int | None
    line: int
    column: int


class DiagramField(NamedTuple):
    """A line `key：value` of a diagram, such as ``手番：先手``."""

    key: str
    value: str
    line: int
    column: int
    """Where the value starts, from 1."""


class DiagramText(NamedTuple):
    """A diagram in parts, unjudged."""

    line: int
    """The line it starts at, from 1."""
    head: DiagramRow | None
    rows: tuple[DiagramRow, ...]
    fields: tuple[DiagramField, ...]
