"""Text that sections of a dossier share: endings, omissions, summaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analysis.dossier.document_blocks import TextBlock
from kifu.core.message import Message, quoted
from kifu.core.outcome import Ending, Outcome, Termination
from kifu.games import load
from kifu.referee import verdict_text as words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.dossier.document_blocks import Block, Words

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
