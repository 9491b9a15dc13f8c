"""Packs files into one HTML file that opens from a disk too: its modules and its data stand in it, and nothing else is loaded."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from importlib import resources
from typing import TYPE_CHECKING

from kifu.model.markup import markup

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

IMPORT = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)["']\./([\w.-]+)["']""")
_MODULES = (".js", ".mjs")


def carried(files: Mapping[str, bytes], entry: str, frame: str, policy: str, style: str) -> bytes:
    """Return a page that carries `files` and begins with the module `entry`. `policy` is that of a page without them."""
    modules = {name: data.decode() for name, data in files.items() if name.endswith(_MODULES)}
    order = [*sorted(files.keys() - modules.keys()), *in_order(modules, sorted(modules))]
    scripts = "".join(
        f'<script type="text/plain" data-name="{name}">{base64.b64encode(_once(files[name])).decode()}</script>\n'
        for name in order
    )
    boot = text("carry.js")
    policy = policy.replace("script-src ", f"script-src {digest(boot)} ").replace(
        "style-src ", f"style-src {digest(style)} "
    )
    tail = f'{scripts}<script data-entry="{entry}">{boot}</script>'
    return framed(frame, policy, f"<style>{style}</style>", tail)


def framed(frame: str, policy: str, head: str, tail: str) -> bytes:
    """Return the HTML of a frame with its policy, the end of its head and the end of its body."""
    meta = f'<meta http-equiv="Content-Security-Policy" content="{markup(policy)}">'
    return frame.replace("<!--POLICY-->", meta).replace("<!--HEAD-->", head).replace("<!--TAIL-->", tail).encode()


def in_order(modules: Mapping[str, str], wanted: Iterable[str]) -> list[str]:
    """Return the `wanted` modules and those that they import, in an order in which each stands behind those that it imports."""
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


def static() -> dict[str, bytes]:
    """Return the files of the screens, and those of the page without a server."""
    return {
        entry.name: entry.read_bytes()
        for package in ("kifu.web", "kifu.site")
        for entry in resources.files(package).joinpath("static").iterdir()
        if entry.is_file()
    }


def text(name: str) -> str:
    """Return a file of the page without a server as text."""
    return resources.files("kifu.site").joinpath("static", name).read_text("utf-8")


def digest(source: str) -> str:
    """Return what a policy says of a script or a style that stands in the page."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}'"


def packed(data: bytes) -> bytes:
    """Return bytes packed; the same bytes give the same."""
    return gzip.compress(data, 9, mtime=0)


def _once(data: bytes) -> bytes:
    """Return a file as it is carried: packed, unless it is already."""
    return data if data.startswith((b"\x1f\x8b", b"PK")) else packed(data)
