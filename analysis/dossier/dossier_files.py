"""Files of a dossier by their fixed names, with SHA-256 list."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from analysis.dossier.dossier_html import page
from analysis.dossier.inputs import FILES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from analysis.dossier.contents import Dossier
    from analysis.dossier.inputs import Inputs

JSON, HTML, PDF, SUMS = "dossier.json", "dossier.html", "dossier.pdf", "SHA256SUMS"
DECISION = "decision.txt"
"""The decision of an arbiter. It is written later, and SHA256SUMS does not name it."""
MADE = (JSON, HTML, PDF, SUMS)
"""The files that every dossier has besides the copies of its inputs."""
KNOWN = FILES | {*MADE, DECISION}
"""Every name that a file of a dossier can have."""


def files_of(inputs: Inputs, dossier: Dossier, *, paper: bool = True) -> dict[str, bytes]:
    """Return the files of a dossier by their names; without `paper` it has no PDF. SHA256SUMS is the last. Raises MissingExtra."""
    files = {**inputs.files, JSON: dossier.data, HTML: page(dossier).encode()}
    if paper:
        from analysis.dossier.dossier_pdf import pdf  # noqa: PLC0415 - what draws it is missing where no PDF is made

        files[PDF] = pdf(dossier)
    return {**files, SUMS: sums_of(files)}


def sums_of(files: Mapping[str, bytes]) -> bytes:
    """Return the digests of files as `sha256sum -c` reads them, sorted by name."""
    lines = (f"{digest(data)}  {name}\n" for name, data in sorted(files.items()) if name not in {SUMS, DECISION})
    return "".join(lines).encode()


def digest(data: bytes) -> str:
    """Return the SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
