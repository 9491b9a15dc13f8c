"""Finds the formats by looking: every module here without a ``_`` in its name is one; there is no list to edit.

The name of the module is the name of the format, as ``--to`` takes it. The module has

- ``ENDINGS``: the endings of its files, in small letters, each with its dot;
- ``write(source, records)``: the bytes of a file in this format. `source` is the text in the KIF family, `records` a
  function that reads the records from it, for formats that need more than the text.

Modules with a ``_`` are parts of the format whose name they begin with.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kifu.model.record import Record, Source

TEXT = "kif"
"""The format that records are read and judged in; the others are made from it."""


class Format(Protocol):
    """What the module of a format has."""

    ENDINGS: tuple[str, ...]

    def write(self, source: Source, records: Callable[[], Sequence[Record]], /) -> bytes:
        """Return a file of records in this format."""
        ...


@cache
def names() -> tuple[str, ...]:
    """Return the names of all formats, that of the text first, then sorted. No format is imported for it."""
    found = (module.name for module in pkgutil.iter_modules(__path__) if "_" not in module.name)
    return tuple(sorted(found, key=lambda name: (name != TEXT, name)))


def load(name: str) -> Format:
    """Return the format of that name, one of :func:`names`."""
    return cast("Format", importlib.import_module(f"{__name__}.{name}"))


@cache
def endings() -> dict[str, str]:
    """Return the name of the format for each ending of files, in the order of the endings."""
    return dict(sorted((ending, name) for name in names() for ending in load(name).ENDINGS))
