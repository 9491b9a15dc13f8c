"""Packs the page: as the files of a folder for any host, or as one HTML file."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

import kifu
from kifu import games
from kifu.model.markup import markup
from kifu.site.archive import archives
from kifu.site.room import rules
from kifu.site.sheets import sheets
from kifu.table.game_json import words
from kifu.table.journal import canonical

if TYPE_CHECKING:
    from pathlib import Path

BUILD_ONLY = frozenset({"boot.js", "compile.mjs", "index.html", "carry.js", "offline.js"})
"""The files of static/ that are no files of the page as they stand."""
_IMPORT = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)["']\./([\w.-]+)["']""")
POLICY = (
    "default-src 'none'; script-src {own} 'wasm-unsafe-eval'; worker-src {own}; style-src {own} {styles}; img-src {own} data: blob:; "
    "connect-src {own}; frame-src blob:; manifest-src {own}; base-uri 'none'; form-action 'none'"
)
"""What the browser holds the page to: nothing of another origin, and no text becomes a program but WebAssembly."""


class Page(NamedTuple):
    """The files of the page by their names, and whether its modules are compiled."""

    files: dict[str, bytes]
    compiled: bool


def page(runtime: Path, work: Path) -> Page:
    """Return the files of the page. `runtime` has the files of the runtime, `work` may be written to."""
    modules = archives(runtime, work)
    files = {**_static("kifu.web"), **_static("kifu.site")}
    files |= {name: (runtime / name).read_bytes() for name in ("pyodide.asm.mjs", "pyodide.mjs")}
    files["pyodide.asm.wasm.gz"] = _packed((runtime / "pyodide.asm.wasm").read_bytes())
    files["kifu.zip.gz"] = _packed(modules.kifu)
    files["library.zip.gz"] = _packed(modules.library)
    found = [games.load(game_id) for game_id in games.ids()]
    files |= {f"rules-{game.id}.json": canonical(rules(game.id)).encode() for game in found}
    printed = dict(sheets())
    files |= printed
    files["about.json"] = canonical(
        {
            "version": kifu.__version__,
            "games": [{"id": game.id, "name": words(game.name)} for game in found],
            "sheets": sorted(printed),
        }
    ).encode()
    return Page(files, modules.compiled)


def folder(made: Page) -> dict[str, bytes]:
    """Return the page as the files of a folder, with what makes it installable and whole without a network."""
    files = dict(made.files)
    policy = POLICY.format(own="'self'", styles=_styles())
    files["index.html"] = _index(
        policy,
        '<link rel="manifest" href="manifest.webmanifest"><link rel="stylesheet" href="style.css"><link rel="stylesheet" href="site.css">',
        '<script type="module" src="shell.js"></script>',
    )
    digest = hashlib.sha256(b"".join(name.encode() + files[name] for name in sorted(files))).hexdigest()
    listed = json.dumps(sorted(files))
    worker = _text("offline.js").replace("/*VERSION*/", json.dumps(digest[:16])).replace("/*FILES*/", listed)
    files["offline.js"] = worker.encode()
    return files


def one_file(made: Page) -> bytes:
    """Return the page as one HTML file that opens from a disk too: all that it needs stands in it, packed."""
    order = _ordered({name: data.decode() for name, data in made.files.items() if name.endswith((".js", ".mjs"))})
    rest = sorted(set(made.files) - set(order) - {"style.css", "site.css", "embed.js"})
    carried = "".join(
        f'<script type="text/plain" data-name="{name}">{base64.b64encode(_once(made.files[name])).decode()}</script>\n'
        for name in [*rest, *order]
        if name != "embed.js"
    )
    style = (made.files["style.css"] + made.files["site.css"]).decode()
    boot = _text("carry.js")
    policy = POLICY.format(own="blob:", styles=f"{_styles()} {_hash(style)}").replace(
        "script-src blob:", f"script-src blob: {_hash(boot)}"
    )
    return _index(policy, f"<style>{style}</style>", f"{carried}<script>{boot}</script>")


def _index(policy: str, head: str, tail: str) -> bytes:
    text = _text("index.html").replace(
        "<!--POLICY-->", f'<meta http-equiv="Content-Security-Policy" content="{markup(policy)}">'
    )
    return text.replace("<!--HEAD-->", head).replace("<!--TAIL-->", tail).encode()


def _static(package: str) -> dict[str, bytes]:
    entries = resources.files(package).joinpath("static").iterdir()
    return {entry.name: entry.read_bytes() for entry in entries if entry.is_file() and entry.name not in BUILD_ONLY}


def _text(name: str) -> str:
    return resources.files("kifu.site").joinpath("static", name).read_text("utf-8")


def _ordered(modules: dict[str, str]) -> list[str]:
    """Return the names of modules in an order in which each stands behind those that it imports."""
    order: list[str] = []
    begun: set[str] = set()

    def visit(name: str) -> None:
        if name in modules and name not in begun:
            begun.add(name)
            for other in _IMPORT.findall(modules[name]):
                visit(other)
            order.append(name)

    for name in sorted(modules):
        visit(name)
    return order


def _packed(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


def _once(data: bytes) -> bytes:
    """Return a file as it is carried: packed, unless it is already."""
    return data if data.startswith((b"\x1f\x8b", b"PK")) else _packed(data)


def _styles() -> str:
    """Return what the policy says of the styles of the pages without scripts that are shown in a frame."""
    from kifu.page.style import STYLE  # noqa: PLC0415

    return _hash(STYLE)


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
