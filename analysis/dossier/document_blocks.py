"""Document blocks shared by the HTML and the PDF of a dossier."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kifu.core.message import Message, quoted
from kifu.core.outcome import Ending, Outcome, Termination
from kifu.games import load
from kifu.referee import verdict_text as words

if TYPE_CHECKING:
    from collections.abc import Iterator

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

MAX_ROWS_SHOWN = 200
"""The most rows of a table of slips or of the joint reading; dossier.json has all."""
NAME = 200
"""The most characters of a name that are shown."""
LONG = 80
"""The most characters of a text that a row shows."""
NOTHING = "—"


def left_out(count: int, most: int = MAX_ROWS_SHOWN) -> Iterator[Block]:
    """Yield what is said of the rows beyond the first `most`."""
    if count > most:
        rest = count - most
        yield TextBlock(Message(f"ほか {rest} (dossier.json にあります)", f"and {rest} more, in dossier.json"), "pale")


def ending_words(ending: dict[str, Any] | None, game_id: str | None) -> Words:
    """Return an ending from a verdict's JSON in words."""
    if ending is None:
        return NOTHING
    winner = None if ending["winner"] is None else Outcome(ending["winner"])
    ended = Ending(winner, Termination(ending["termination"]), ending["article"])
    return words.ending_text(ended, None if game_id is None else load(game_id))


def name_or_nothing(name: str | None) -> str:
    """Return the name of a player as it may be shown."""
    return quoted(name, NAME) if name else NOTHING


def in_words(said: dict[str, str]) -> Message:
    """Return a sentence of the contents."""
    return Message(said["ja"], said["en"])
