"""Files of a dossier by fixed names, with SHA-256 list; their ZIP archive."""

from __future__ import annotations

import hashlib
import io
import zipfile
from typing import TYPE_CHECKING, NamedTuple

from analysis.dossier.contents import make_dossier
from analysis.dossier.dossier_html import dossier_page
from analysis.dossier.inputs_and_judged_sheets import BESIDE, FILES, JOURNAL, TOML, Input, Inputs, sheet_kind
from analysis.dossier.inputs_and_judged_sheets import InputRole as Role
from analysis.dossier.inputs_and_judged_sheets import UnusableInput as NoDossier
from kifu.recording import untrusted_json_fields
from kifu.recording.sheet_comparison_json import requested_sheet
from kifu.recording.untrusted_json_fields import Rejected

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from analysis.dossier.contents import Dossier
    from kifu.recording.sheet_comparison_json import ComparedSheet
    from kifu.recording.state_record_conversion import StoredGame


JSON, HTML, PDF, SUMS = "dossier.json", "dossier.html", "dossier.pdf", "SHA256SUMS"
DECISION = "decision.txt"
"""The decision of an arbiter. It is written later, and SHA256SUMS does not name it."""
MADE = (JSON, HTML, PDF, SUMS)
"""The files that every dossier has besides the copies of its inputs."""
KNOWN = FILES | {*MADE, DECISION}
"""Every name that a file of a dossier can have."""


def dossier_files(inputs: Inputs, dossier: Dossier, *, paper: bool = True) -> dict[str, bytes]:
    """Return the dossier's files by name, SHA256SUMS last; `paper` adds the PDF.

    Raises MissingExtra.
    """
    files = {**inputs.files, JSON: dossier.data, HTML: dossier_page(dossier).encode()}
    if paper:
        from analysis.dossier.dossier_pdf import write_dossier_pdf  # noqa: PLC0415 - what draws it is missing where no PDF is made

        files[PDF] = write_dossier_pdf(dossier)
    return {**files, SUMS: sha256sum_lines(files)}


def sha256sum_lines(files: Mapping[str, bytes]) -> bytes:
    """Return digests of files in the format of `sha256sum -c`."""
    lines = (f"{sha256_hex(data)}  {name}\n" for name, data in sorted(files.items()) if name not in {SUMS, DECISION})
    return "".join(lines).encode()


def sha256_hex(data: bytes) -> str:
    """Return the SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


FOLDER = "dossier"
"""The folder within the ZIP file; ``kifu dossier --check`` takes it."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file within, so that the same dossier is the same ZIP file."""
_READABLE = 0o644 << 16


class ZippedDossier(NamedTuple):
    """A dossier as the bytes of a ZIP file."""

    data: bytes
    fingerprint: str

    @property
    def name(self) -> str:
        """The name of the file."""
        return f"dossier-{self.fingerprint[:8]}.zip"


def requested_inputs(
    request: object, find_game: Callable[[str], StoredGame | None], journal_of_game: Callable[[str], bytes | None]
) -> Inputs:
    """Return the inputs of the dossier that a device asks for.

    `request` is ``{"a"}`` or ``{"a", "b"}``, each as in :func:`kifu.recording.sheet_comparison_json.sheet_comparison_json`. `journal_of_game` returns the journal of a
    game by its id; that of a sheet is an input too. Raises Rejected, and what `journal_of_game` raises.
    """
    given = untrusted_json_fields.object_field(request, ("a", "b"), "dossier")
    asked = {Role.A: given.get("a")} | ({Role.B: given["b"]} if given.get("b") is not None else {})
    sheets: dict[Role, ComparedSheet] = {
        role: requested_sheet(one, role.value, find_game) for role, one in asked.items()
    }
    inputs = [Input(role, sheet_kind(sheet.data), sheet.data) for role, sheet in sheets.items()]
    ids = (sheet.id for sheet in sheets.values() if sheet.id is not None)
    journals = [data for name in ids if (data := journal_of_game(name)) is not None]
    inputs += [Input(Role.JOURNAL, JOURNAL, data) for data in journals[:1]]
    inputs += [
        Input(BESIDE[role], TOML, sheet.variant.text.encode())
        for role, sheet in sheets.items()
        if sheet.variant is not None
    ]
    return Inputs.from_copies({one.file: one.data for one in inputs})


def zip_dossier(inputs: Inputs, *, paper: bool = True) -> ZippedDossier:
    """Return the dossier as a ZIP file; `paper` adds the PDF.

    Raises Rejected and MissingExtra.
    """
    try:
        made = make_dossier(inputs)
    except NoDossier as wrong:
        raise Rejected(wrong.code, wrong.message) from None
    return ZippedDossier(_zip_files(dossier_files(inputs, made, paper=paper)), made.fingerprint)


def _zip_files(files: Mapping[str, bytes]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{FOLDER}/{name}", _EPOCH)
            entry.external_attr, entry.compress_type = _READABLE, zipfile.ZIP_DEFLATED
            packed.writestr(entry, data)
    return whole.getvalue()
