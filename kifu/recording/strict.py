"""Reads JSON that has one meaning only."""

from __future__ import annotations

import json
from typing import Any


def strict(text: str) -> object:
    """Return the value of a JSON text.

    Raises ValueError also for what two readers may take for two values: the same member twice, NaN and infinities. Raises
    RecursionError for a value that is nested too deeply.
    """
    value: object = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a member stands twice")
    return value


def _constant(name: str) -> None:
    raise ValueError(name)
