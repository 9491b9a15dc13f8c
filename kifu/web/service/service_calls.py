"""Calls of the service: untrusted input in, picklable values out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.packages import require_extra
from kifu.recording.analysis_lines import analysis_line_json, read_analysis_line
from kifu.recording.game_json import blank_board_json
from kifu.recording.sheet_comparison import reconcile_sheets
from kifu.recording.stored_game import StoredGame, record_page, stored_record_json
from notation import vendor_jis_codecs
from notation.encoding import decode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from analysis.dossier.dossier_files import ZippedDossier
    from kifu.core.message import Language
    from kifu.recording.state import State

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


def record_json(kept: StoredGame) -> bytes | None:
    """Return a record as JSON; None for a file without one."""
    return stored_record_json(kept)


def records_as_page(kept: StoredGame, language: Language) -> str:
    """Return the records of a file as a page. Raises Rejected."""
    return record_page(kept.name, kept.data, kept.rules, language)


def setup_board(value: object) -> dict[str, Any]:
    """Return a board to set up, a given set-up judged. Raises Rejected."""
    return blank_board_json(value)


def try_moves(state: State, value: object, *, silent: bool) -> dict[str, Any]:
    """Play moves behind a ply, and list those that may follow.

    Raises Rejected.
    """
    return analysis_line_json(state, read_analysis_line(state, value, silent=silent))


def compare_sheets(request: object, sheets: Mapping[str, StoredGame]) -> dict[str, Any]:
    """Compare two sheets; `sheets` are those that are named by ids.

    Raises Rejected.
    """
    return reconcile_sheets(request, sheets.get)


def make_dossier(
    request: object, sheets: Mapping[str, StoredGame], journals: Mapping[str, bytes], *, paper: bool
) -> ZippedDossier:
    """Return a dossier. Raises Rejected, and MissingExtra for `paper`."""
    if paper:
        require_extra("paper")
    from analysis.dossier.dossier_files import requested_inputs, zip_dossier  # noqa: PLC0415 - few ask for one

    return zip_dossier(requested_inputs(request, sheets.get, journals.get), paper=paper)
