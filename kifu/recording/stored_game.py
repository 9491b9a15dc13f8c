"""A game that somebody asks for by its id: its record, whether it has a table, and whether its judgement may be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.recording.record_writer import file_of
from kifu.recording.session_json import is_silent
from kifu.recording.variant_upload import rules_of
from notation.formats.json import to_json
from notation.reading import read

if TYPE_CHECKING:
    from kifu.recording.state import State
    from notation.formats.kif_head import Rules


class Kept(NamedTuple):
    """The record of a game: the bytes of its file, and the state of its table."""

    name: str
    data: bytes
    state: State | None = None
    """None for a file without a table."""
    arbiter: bool = False
    """Whether who asks has given the PIN of the game."""

    @property
    def rules(self) -> Rules | None:
        """What opens the variant file that the record names."""
        return None if self.state is None else rules_of(self.state.opening.variant)

    @property
    def silent(self) -> bool:
        """Whether nothing may be shown of what the rules say."""
        return self.state is not None and is_silent(self.state, arbiter=self.arbiter)


def of_table(name: str, state: State, *, arbiter: bool = False) -> Kept:
    """Return the record of a table."""
    return Kept(f"{name}.kif", file_of(state), state, arbiter)


def as_json(kept: Kept) -> bytes | None:
    """Return a record as a JSON record; None for a file that holds none."""
    document = read(kept.name, kept.data, kept.rules)
    return to_json(document.source, document.records) if document.source is not None and document.records else None
