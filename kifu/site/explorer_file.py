"""Packs the explorer with the graphs that it shows into one HTML file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.model.message import escaped
from kifu.site.carried import carried, in_order, static, text
from kifu.table.journal import canonical

if TYPE_CHECKING:
    from collections.abc import Mapping

ENTRY = "explorer_file.js"
POLICY = (
    "default-src 'none'; script-src blob:; style-src ; img-src data: blob:; connect-src blob:; base-uri 'none'; "
    "form-action 'none'"
)


def explorer_file(made: Mapping[str, object]) -> bytes:
    """Return the explorer as one HTML file. `made` is the JSON of :func:`analysis.explorer.graph_json.explorer_json`."""
    files = static()
    modules = {name: data.decode() for name, data in files.items() if name.endswith(".js")}
    carries = {name: files[name] for name in in_order(modules, [ENTRY])}
    carries["explorer.json"] = escaped(canonical(made)).encode()
    return carried(carries, ENTRY, text("explorer.html"), POLICY, files["style.css"].decode())
