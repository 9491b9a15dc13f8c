"""A diagram as text: its rows, and the lines about hands and turn below it. Each game gives its cells their meaning."""

from typing import NamedTuple


class DiagramRow(NamedTuple):
    """One row: its cells as written, and the row number at its end. `line` and `column` count from 1."""

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
    """The parts of a diagram. No game has read them yet."""

    line: int
    """The line where the diagram starts, from 1."""
    head: DiagramRow | None
    rows: tuple[DiagramRow, ...]
    fields: tuple[DiagramField, ...]
