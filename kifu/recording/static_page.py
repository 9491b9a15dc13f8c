"""A game as one page without any script, which can be kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.model.markup import markup_lines
from kifu.reconcile.slip_or_foul import with_headline
from kifu.recording.record_writer import text_of
from kifu.recording.refusal import Refused
from kifu.referee.verify import unreadable_file, verify
from kifu.render.html.document import Options, page, too_many
from kifu.render.html.document_frame import policy, shell
from kifu.render.html.style import STYLE
from notation.reading import read

if TYPE_CHECKING:
    from kifu.model.message import Language
    from kifu.recording.state import State
    from notation.formats.kif_head import Rules

POLICY = f"{policy(STYLE)}; frame-ancestors 'none'"
"""What the browser holds the page of a game to."""


def silent_page(state: State) -> str:
    """Return a table as a page that tells nothing of what the rules say: its record as text."""
    return shell(state.game.name.ja, f"<pre>{markup_lines(text_of(state))}</pre>", "ja")


def record_page(name: str, data: bytes, rules: Rules | None, language: Language) -> str:
    """Return the records of a file as a page. Raises Refused if they are too long for one."""
    document = read(name, data, rules)
    judged = (verify(record, document.sha256, document.diagnostics) for record in document.records)
    verdicts = [with_headline(verdict, rules) for verdict in judged]
    verdicts = verdicts or [unreadable_file(name, document.sha256, document.diagnostics)]
    refused = too_many(verdicts)
    if refused is not None:
        raise Refused("too-many-plies", refused)
    return page(verdicts, Options(language))
