"""Packs the page: as the files of a folder for any host, or as one HTML file."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, NamedTuple

import kifu
from kifu import games
from kifu.site.archive import archives
from kifu.site.carried import carried, digest, framed, packed, static, text
from kifu.site.licences import licences
from kifu.site.room import rules
from kifu.site.sheets import sheets
from kifu.table.game_json import words
from kifu.table.journal import canonical

if TYPE_CHECKING:
    from pathlib import Path

BUILD_ONLY = frozenset(
    {"boot.js", "compile.mjs", "index.html", "carry.js", "offline.js", "explorer.html", "explorer_file.js"}
)
"""The files of static/ that are no files of the page as they stand."""
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
    files = {name: data for name, data in static().items() if name not in BUILD_ONLY}
    files |= {name: (runtime / name).read_bytes() for name in ("pyodide.asm.mjs", "pyodide.mjs")}
    files["pyodide.asm.wasm.gz"] = packed((runtime / "pyodide.asm.wasm").read_bytes())
    files["kifu.zip.gz"] = packed(modules.kifu)
    files["library.zip.gz"] = packed(modules.library)
    found = [games.load(game_id) for game_id in games.ids()]
    files |= {f"rules-{game.id}.json": canonical(rules(game.id)).encode() for game in found}
    files["licences.txt"] = licences().encode()
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
    files["index.html"] = framed(
        text("index.html"),
        policy,
        '<link rel="manifest" href="manifest.webmanifest"><link rel="stylesheet" href="style.css"><link rel="stylesheet" href="site.css">',
        '<script type="module" src="shell.js"></script>',
    )
    version = hashlib.sha256(b"".join(name.encode() + files[name] for name in sorted(files))).hexdigest()
    listed = json.dumps(sorted(files))
    worker = text("offline.js").replace("/*VERSION*/", json.dumps(version[:16])).replace("/*FILES*/", listed)
    files["offline.js"] = worker.encode()
    return files


def one_file(made: Page) -> bytes:
    """Return the page as one HTML file that opens from a disk too: all that it needs stands in it, packed."""
    files = {name: data for name, data in made.files.items() if name not in {"style.css", "site.css", "embed.js"}}
    style = (made.files["style.css"] + made.files["site.css"]).decode()
    return carried(files, "shell.js", text("index.html"), POLICY.format(own="blob:", styles=_styles()), style)


def _styles() -> str:
    """Return what the policy says of the styles of the pages without scripts that are shown in a frame."""
    from kifu.page.style import STYLE  # noqa: PLC0415

    return digest(STYLE)
