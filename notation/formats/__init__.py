"""Finds the formats: every module of this folder without a ``_`` in its name is one. There is no list to edit.

The name of the module is the name of the format, which ``--to`` takes. The module has

- ``ENDINGS``: the endings of the format's files, in small letters, each with its dot;
- ``write(source, records)``: the bytes of a file in this format. `source` is the text in the KIF family, `records` a
  function that reads the records from it, for formats that need more than the text.

A format writes in the encoding of `source` (``source.encoding``). The games of a match are in ``record.games``. Texts of
strangers go through :func:`kifu.core.message.visible`, and in cells of a spreadsheet through
:func:`kifu.core.escapes_confusables_and_text_width.safe_csv_cell`.

Modules with a ``_`` are parts of the format whose name they begin with.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kifu.referee.record import Record, Source

TEXT = "kif"
"""The format that records are read and judged in; the other formats are written from it."""


class Format(Protocol):
    """The module of a format."""

    ENDINGS: tuple[str, ...]

    def write(self, source: Source, records: Callable[[], Sequence[Record]], /) -> bytes:
        """Return the bytes of a file of records in this format."""
        ...


@cache
def format_names() -> tuple[str, ...]:
    """Return the names of all formats: TEXT first, then the others in order. No format is imported."""
    modules = (module.name for module in pkgutil.iter_modules(__path__) if "_" not in module.name)
    return tuple(sorted(modules, key=lambda name: (name != TEXT, name)))


def load_format(name: str) -> Format:
    """Return the format called `name`, one of :func:`format_names`. Raises ModuleNotFoundError for any other name."""
    return cast("Format", importlib.import_module(f"{__name__}.{name}"))


@cache
def formats_by_ending() -> dict[str, str]:
    """Return the name of the format for each ending of files, in the order of the endings."""
    return dict(sorted((ending, name) for name in format_names() for ending in load_format(name).ENDINGS))
