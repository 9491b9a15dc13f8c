"""Stored game: its record as file, page, JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.untrusted_text import escape_markup_lines
from kifu.reconcile.slip_or_foul import with_slip_headline
from kifu.recording.game_setup import variant_rules
from kifu.recording.json_fields import Rejected
from kifu.recording.record_writer import record_file_bytes, record_text
from kifu.recording.session_json import are_judgements_withheld
from kifu.referee.verify import unreadable_file, verify
from kifu.render.html.document_frame_and_style import STYLE, content_security_policy, page_frame
from kifu.render.html.record_pages_and_notebook import PageOptions, page_limit_message, records_page
from notation.formats.json import to_json
from notation.reading import read

if TYPE_CHECKING:
    from kifu.core.message import Language
    from kifu.recording.state import State
    from notation.formats.kif_head import RulesSource


class StoredGame(NamedTuple):
    """A stored game: its file's bytes, and its state."""

    name: str
    data: bytes
    state: State | None = None
    """None for a file without a table."""
    arbiter: bool = False
    """Whether who asks has given the PIN of the game."""

    @property
    def rules(self) -> RulesSource | None:
        """The rules that open the record's variant file."""
        return None if self.state is None else variant_rules(self.state.opening.variant)

    @property
    def silent(self) -> bool:
        """True if no judgement may be shown."""
        return self.state is not None and are_judgements_withheld(self.state, arbiter=self.arbiter)


def stored_game(name: str, state: State, *, arbiter: bool = False) -> StoredGame:
    """Return the record of a table."""
    return StoredGame(f"{name}.kif", record_file_bytes(state), state, arbiter)


def stored_record_json(stored_game: StoredGame) -> bytes | None:
    """Return a stored record in JSON; None if the file holds none."""
    document = read(stored_game.name, stored_game.data, stored_game.rules)
    return to_json(document.source, document.records) if document.source is not None and document.records else None


POLICY = f"{content_security_policy(STYLE)}; frame-ancestors 'none'"
"""What the browser holds the page of a game to."""


def silent_page(state: State) -> str:
    """Return a record as a page of text without judgement."""
    return page_frame(state.game.name.ja, f"<pre>{escape_markup_lines(record_text(state))}</pre>", "ja")


def record_page(name: str, data: bytes, rules: RulesSource | None, language: Language) -> str:
    """Return a file's records as a page.

    Raises Rejected if they are too long for one.
    """
    document = read(name, data, rules)
    judged = (verify(record, document.sha256, document.diagnostics) for record in document.records)
    verdicts = [with_slip_headline(verdict, rules) for verdict in judged]
    verdicts = verdicts or [unreadable_file(name, document.sha256, document.diagnostics)]
    refused = page_limit_message(verdicts)
    if refused is not None:
        raise Rejected("too-many-plies", refused)
    return records_page(verdicts, PageOptions(language))
