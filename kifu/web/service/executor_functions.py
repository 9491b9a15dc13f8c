"""Functions that an executor runs: untrusted input in, picklable values out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.escapes_confusables_and_text_width import escape_markup_lines
from kifu.core.lazy_imports_extras_and_package_files import require_extra
from kifu.reconcile.slip_or_foul import verify_with_headlines
from kifu.recording.game_drawing_and_catalogue_json import blank_board_json
from kifu.recording.sheet_comparison_json import sheet_comparison_json
from kifu.recording.state_record_conversion import StoredGame, record_text
from kifu.recording.untrusted_json_fields import Rejected
from kifu.recording.viewer_json import analysis_line_json, read_analysis_line
from kifu.render.html.document_frame_and_style import STYLE, content_security_policy, page_frame
from kifu.render.html.record_pages_and_notebook import PageOptions, page_limit_message, records_page
from notation import vendor_jis_codecs
from notation.encoding import decode
from notation.formats.json import to_json
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from analysis.dossier.dossier_files_and_zip import ZippedDossier
    from kifu.core.message import Language
    from kifu.recording.state_and_clock import State

CHARSETS = {
    "cp932": "shift_jis",
    "euc_jp": "euc-jp",
    vendor_jis_codecs.EUC: "euc-jp",
    vendor_jis_codecs.JIS: "iso-2022-jp",
    "utf-16-le": "utf-16le",
    "utf-16-be": "utf-16be",
}
"""How a browser names the encodings of records that are not UTF-8."""


def record_charset(name: str, data: bytes) -> str:
    """Return the encoding of a record as browsers name it. Raises UnreadableFile."""
    return CHARSETS.get(decode(name, data).encoding, "utf-8")


def record_json(stored: StoredGame) -> bytes | None:
    """Return a record as JSON; None for a file without one."""
    document = read(stored.name, stored.data, stored.rules)
    return to_json(document.source, document.records) if document.source is not None and document.records else None


PAGE_POLICY = f"{content_security_policy(STYLE)}; frame-ancestors 'none'"
"""What the browser holds the page of a game to."""


def unjudged_page(state: State) -> str:
    """Return a record as a page of text without judgement."""
    return page_frame(state.game.name.ja, f"<pre>{escape_markup_lines(record_text(state))}</pre>", "ja")


def records_page_html(stored: StoredGame, language: Language) -> str:
    """Return the records of a file as a page.

    Raises Rejected if they are too long for one.
    """
    document = read(stored.name, stored.data, stored.rules)
    verdicts = verify_with_headlines(document, stored.rules)
    refused = page_limit_message(verdicts)
    if refused is not None:
        raise Rejected("too-many-plies", refused)
    return records_page(verdicts, PageOptions(language))


def blank_board(setup_request: object) -> dict[str, Any]:
    """Return a board to set up, a given set-up judged. Raises Rejected."""
    return blank_board_json(setup_request)


def try_moves(state: State, line_json: object, *, silent: bool) -> dict[str, Any]:
    """Play moves behind a ply, and list those that may follow.

    Raises Rejected.
    """
    return analysis_line_json(state, read_analysis_line(state, line_json, silent=silent))


def compare_sheets(request: object, sheets: Mapping[str, StoredGame]) -> dict[str, Any]:
    """Compare two sheets; `sheets` are those that are named by ids.

    Raises Rejected.
    """
    return sheet_comparison_json(request, sheets.get)


def make_dossier(
    request: object, sheets: Mapping[str, StoredGame], journals: Mapping[str, bytes], *, paper: bool
) -> ZippedDossier:
    """Return a dossier. Raises Rejected, and MissingExtra for `paper`."""
    if paper:
        require_extra("paper")
    from analysis.dossier.dossier_files_and_zip import requested_inputs, zip_dossier  # noqa: PLC0415 - few ask for one

    return zip_dossier(requested_inputs(request, sheets.get, journals.get), paper=paper)
