"""A slip that is no move: in a closing line or in a diagram."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kifu.reconcile.patch_text import Replacement
    from kifu.reconcile.slip_rules import Kind


class Edit(NamedTuple):
    """A part of a record's text that should be another."""

    kind: Kind
    ply: int
    was: str
    now: str
    replaced: tuple[Replacement, ...]
