"""The grounds that a statement of a rulebook may rest on."""

from __future__ import annotations

from enum import StrEnum

from kifu.core.message import Message


class BasisKind(StrEnum):
    """Name the ground that a statement of the rulebook rests on."""

    SOURCE = "source"
    """The quoted words of the source say it."""
    RESTORED = "restored"
    """A damaged sentence of the source says it; the project quotes the sentence as it must have been."""
    RULING = "ruling"
    """⚖ The source is silent or unclear, and the project decided."""
    RECONSTRUCTED = "reconstructed"
    """A figure or a table of the source is lost, and the project filled in its data."""
    STANDARD = "standard"
    """It is the ordinary rule of another game that the source builds upon."""

    @property
    def label(self) -> Message:
        """The name of the kind in both languages."""
        return KIND_LABELS[self]


KIND_LABELS = {
    BasisKind.SOURCE: Message("原文", "source"),
    BasisKind.RESTORED: Message("原文 (復元)", "source, restored"),
    BasisKind.RULING: Message("⚖ 裁定", "⚖ ruling"),
    BasisKind.RECONSTRUCTED: Message("再構成", "reconstructed"),
    BasisKind.STANDARD: Message("通則", "standard"),
}
