"""Document blocks shared by the HTML and the PDF of a dossier."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from kifu.core.message import Message

if TYPE_CHECKING:
    from analysis.dossier.deciding_position import CaptionedBoard

Words = Message | str
"""A sentence in both languages, or text of the inputs, which has one."""
Mark = Literal["", "struck", "wrong", "differs"]
"""What a row of a table is marked with: taken back, at fault, or unlike the other sheet."""


class HeadingBlock(NamedTuple):
    """Heading of a section (1) or of a subsection (2)."""

    level: Literal[1, 2]
    words: Message


class FactsBlock(NamedTuple):
    """Pairs of a label and what it says."""

    rows: tuple[tuple[Message, Words], ...]


class TextBlock(NamedTuple):
    """A paragraph."""

    words: Words
    tone: Literal["plain", "strong", "pale", "quote"] = "plain"


class BoardsBlock(NamedTuple):
    """Boards beside each other."""

    drawn: tuple[CaptionedBoard, ...]


class TableRow(NamedTuple):
    """A row of a table."""

    cells: tuple[Words, ...]
    mark: Mark = ""


class TableBlock(NamedTuple):
    """Table with the relative widths of its columns (`shares`)."""

    head: tuple[Message, ...]
    shares: tuple[float, ...]
    rows: tuple[TableRow, ...]
    words: Message
    """What the table is about."""


class ListingBlock(NamedTuple):
    """Full text of an input; on paper only its first lines."""

    words: Message
    text: str


class DecisionBlock(NamedTuple):
    """Box for the arbiter's decision, date and signatures, filled in ink."""

    signatures: tuple[Message, ...]


Block = HeadingBlock | FactsBlock | TextBlock | BoardsBlock | TableBlock | ListingBlock | DecisionBlock
