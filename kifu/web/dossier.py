"""The dossier of a game of the folder, or of two sheets, as one ZIP file: what `kifu dossier` writes into a folder."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, NamedTuple

from analysis.dossier.contents import dossier
from analysis.dossier.dossier_files import files_of
from analysis.dossier.inputs import BESIDE, JOURNAL, TOML, Input, Inputs, kind_of
from analysis.dossier.inputs import InputRole as Role
from analysis.dossier.inputs import UnusableInput as NoDossier
from kifu.model.extras import need
from kifu.table import fields
from kifu.table.refusal import Refused
from kifu.web.compare import alone, sheet_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.web.compare import Sheet
    from kifu.web.keys import Device
    from kifu.web.tables import Tables

FOLDER = "dossier"
"""The folder within the ZIP file; ``kifu dossier --check`` takes it."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file within, so that the same dossier is the same ZIP file."""
_READABLE = 0o644 << 16


class Zipped(NamedTuple):
    """A dossier as the bytes of a ZIP file."""

    data: bytes
    fingerprint: str


def zipped_dossier(tables: Tables, device: Device, request: object) -> Zipped | None:
    """Return the dossier of the sheets that a device asks for; None while another one, or a comparison, is under way.

    `request` is ``{"a"}`` or ``{"a", "b"}``, each as in :func:`kifu.web.compare.compared`. The journal of a game of the folder
    is an input too. Raises Refused, MissingExtra and OSError.
    """
    need("paper")

    given = fields.members(request, ("a", "b"), "dossier")
    asked = {Role.A: given.get("a")} | ({Role.B: given["b"]} if given.get("b") is not None else {})
    sheets: dict[Role, Sheet] = {role: sheet_of(tables, device, one, role.value) for role, one in asked.items()}
    inputs = [Input(role, kind_of(sheet.data), sheet.data) for role, sheet in sheets.items()]
    journals = [journal for sheet in sheets.values() if (journal := _journal(tables, sheet)) is not None]
    inputs += [Input(Role.JOURNAL, JOURNAL, journal) for journal in journals[:1]]
    inputs += [
        Input(BESIDE[role], TOML, sheet.variant.text.encode())
        for role, sheet in sheets.items()
        if sheet.variant is not None
    ]
    with alone() as free:
        if not free:
            return None
        whole = Inputs.from_files({one.file: one.data for one in inputs})
        try:
            made = dossier(whole)
        except NoDossier as wrong:
            raise Refused(wrong.code, wrong.message) from None
        return Zipped(_zipped(files_of(whole, made)), made.fingerprint)


def _journal(tables: Tables, sheet: Sheet) -> bytes | None:
    table = None if sheet.table is None else tables.find(sheet.table)
    return None if table is None else table.journal()


def _zipped(files: Mapping[str, bytes]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{FOLDER}/{name}", _EPOCH)
            entry.external_attr, entry.compress_type = _READABLE, zipfile.ZIP_DEFLATED
            packed.writestr(entry, data)
    return whole.getvalue()
