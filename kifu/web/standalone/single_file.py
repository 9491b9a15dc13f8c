"""Bundler of one HTML file that opens from a disk: its modules and data stand in it, and nothing else is loaded."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from importlib import resources
from typing import TYPE_CHECKING

from kifu.core.html_escape import markup
from kifu.core.message import escaped
from kifu.recording.journal import canonical

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

IMPORT = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)["']\./([\w.-]+)["']""")
_MODULES = (".js", ".mjs")


def bundle(files: Mapping[str, bytes], entry: str, frame: str, policy: str, style: str) -> bytes:
    """Bundle `files` into a page that begins with the module `entry`. `policy` is that of a page without them."""
    modules = {name: data.decode() for name, data in files.items() if name.endswith(_MODULES)}
    order = [*sorted(files.keys() - modules.keys()), *import_order(modules, sorted(modules))]
    scripts = "".join(
        f'<script type="text/plain" data-name="{name}">{base64.b64encode(_compress_once(files[name])).decode()}</script>\n'
        for name in order
    )
    boot = static_text("unpack.js")
    policy = policy.replace("script-src ", f"script-src {csp_hash(boot)} ").replace(
        "style-src ", f"style-src {csp_hash(style)} "
    )
    tail = f'{scripts}<script data-entry="{entry}">{boot}</script>'
    return fill_frame(frame, policy, f"<style>{style}</style>", tail)


def fill_frame(frame: str, policy: str, head: str, tail: str) -> bytes:
    """Return a frame with its policy, end of head, end of body."""
    meta = f'<meta http-equiv="Content-Security-Policy" content="{markup(policy)}">'
    return frame.replace("<!--POLICY-->", meta).replace("<!--HEAD-->", head).replace("<!--TAIL-->", tail).encode()


def import_order(modules: Mapping[str, str], wanted: Iterable[str]) -> list[str]:
    """Return `wanted` modules and their imports, each behind those that it imports."""
    order: list[str] = []
    begun: set[str] = set()

    def visit(name: str) -> None:
        if name in modules and name not in begun:
            begun.add(name)
            for other in IMPORT.findall(modules[name]):
                visit(other)
            order.append(name)

    for name in wanted:
        visit(name)
    return order


def static_files() -> dict[str, bytes]:
    """Return the static files of the screens and of the page."""
    return {
        entry.name: entry.read_bytes()
        for package in ("kifu.web", "kifu.web.standalone")
        for entry in resources.files(package).joinpath("static").iterdir()
        if entry.is_file()
    }


def static_text(name: str) -> str:
    """Return a static file of the page as text."""
    return resources.files("kifu.web.standalone").joinpath("static", name).read_text("utf-8")


def csp_hash(source: str) -> str:
    """Return the CSP hash of an inline script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}'"


def gzip_bytes(data: bytes) -> bytes:
    """Return bytes packed; the same bytes give the same."""
    return gzip.compress(data, 9, mtime=0)


def _compress_once(data: bytes) -> bytes:
    """Return a file compressed, unless it is already."""
    return data if data.startswith((b"\x1f\x8b", b"PK")) else gzip_bytes(data)


ENTRY = "explorer_file.js"
POLICY = (
    "default-src 'none'; script-src blob:; style-src ; img-src data: blob:; connect-src blob:; base-uri 'none'; "
    "form-action 'none'"
)


def explorer_file(made: Mapping[str, object]) -> bytes:
    """Return the explorer as one HTML file. `made` is the JSON of :func:`analysis.explorer.graph_json.explorer_json`."""
    files = static_files()
    modules = {name: data.decode() for name, data in files.items() if name.endswith(".js")}
    carries = {name: files[name] for name in import_order(modules, [ENTRY])}
    carries["explorer.json"] = escaped(canonical(made)).encode()
    return bundle(carries, ENTRY, static_text("explorer.html"), POLICY, files["style.css"].decode())
