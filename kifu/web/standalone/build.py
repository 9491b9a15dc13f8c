"""Build of the standalone page: a folder, or one HTML file."""

from __future__ import annotations

import gzip
import hashlib
import json
from typing import TYPE_CHECKING, NamedTuple

import kifu
from analysis.pdf.score_sheet import blank_form, blank_pdf
from kifu import games
from kifu.core.message import escaped
from kifu.core.outcome import Side
from kifu.core.packages import is_installed
from kifu.recording.game_json import look_json, words
from kifu.recording.journal import canonical
from kifu.render.html.style import STYLE
from kifu.web.standalone.module_archive import build_archives
from kifu.web.standalone.page_router import rulebook_of
from kifu.web.standalone.single_file import (
    bundle,
    classic_script,
    csp_hash,
    fill_frame,
    gzip_bytes,
    static_files,
    static_text,
)
from kifu.web.standalone.third_parties import licences

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kifu.core.message import Language

BUILD_ONLY = frozenset(
    {"boot.js", "compile.mjs", "index.html", "unpack.js", "offline.js", "explorer.html", "explorer_file.js"}
)
"""The files of static/ that are no files of the page as they stand."""
EXPLORER = "content-explorer.json.gz"
"""The openings of the reference games, of docs/generate_page_content.py."""
POLICY = (
    "default-src {default}; object-src 'none'; script-src {own} 'wasm-unsafe-eval'; worker-src {own}; style-src {own} {styles}; img-src {own} data: blob:; "
    "connect-src {own}; frame-src blob:; base-uri 'none'; form-action 'none'"
)
"""What the browser holds the page to: nothing of another origin, and no text becomes a program but WebAssembly.

The manifest is allowed by the default: WebKit does not know `manifest-src`.
"""


class BuiltPage(NamedTuple):
    """Built page: its files by name, and whether its modules are compiled."""

    files: dict[str, bytes]
    compiled: bool


def build_page(runtime: Path, work: Path) -> BuiltPage:
    """Return the files of the page.

    `runtime` has the files of the runtime, `work` may be written to.
    """
    archives = build_archives(runtime, work)
    files = {name: data for name, data in static_files().items() if name not in BUILD_ONLY}
    modules = {name: data.decode() for name, data in files.items() if name.endswith(".js")}
    modules |= {name: (runtime / name).read_text("utf-8") for name in ("pyodide.asm.mjs", "pyodide.mjs")}
    files["worker.js"] = classic_script(modules, "worker.js").encode()
    del files["journals.js"]
    files["pyodide.asm.wasm.gz"] = gzip_bytes((runtime / "pyodide.asm.wasm").read_bytes())
    files["kifu.zip.gz"] = gzip_bytes(archives.kifu)
    files["library.zip.gz"] = gzip_bytes(archives.library)
    found = [games.load(game_id) for game_id in games.ids()]
    files |= {f"rules-{game.id}.json": canonical(rulebook_of(game.id)).encode() for game in found}
    files["licences.txt"] = licences().encode()
    printed = dict(blank_sheets())
    files |= printed
    files["about.json"] = canonical(
        {
            "version": kifu.__version__,
            "games": [{"id": game.id, "name": words(game.name)} for game in found],
            "sheets": sorted(printed),
            "bytes": sum(map(len, files.values())),
        }
    ).encode()
    files[EXPLORER] = _with_looks(files[EXPLORER])
    return BuiltPage(files, archives.compiled)


def _with_looks(packed: bytes) -> bytes:
    """Return the reference games' graphs, with drawing data of boards."""
    explorer = json.loads(gzip.decompress(packed))
    for graph in explorer["graphs"]:
        graph["look"] = look_json(games.load(graph["game"]))
    return gzip_bytes(escaped(canonical({**explorer, "version": kifu.__version__})).encode())


def folder_files(made: BuiltPage) -> dict[str, bytes]:
    """Return the page as files of a folder, installable and usable offline."""
    files = dict(made.files)
    policy = POLICY.format(default="'self'", own="'self'", styles=_styles())
    files["index.html"] = fill_frame(
        static_text("index.html"),
        policy,
        '<link rel="manifest" href="manifest.webmanifest"><link rel="stylesheet" href="style.css"><link rel="stylesheet" href="site.css">',
        '<script type="module" src="shell.js"></script>',
    )
    version = hashlib.sha256(b"".join(name.encode() + files[name] for name in sorted(files))).hexdigest()
    listed = json.dumps(sorted(files))
    worker = static_text("offline.js").replace("/*VERSION*/", json.dumps(version[:16])).replace("/*FILES*/", listed)
    files["offline.js"] = worker.encode()
    return files


def single_html(made: BuiltPage) -> bytes:
    """Return the page as one self-contained HTML file."""
    files = {name: data for name, data in made.files.items() if name not in {"style.css", "site.css", "embed.js"}}
    style = (made.files["style.css"] + made.files["site.css"]).decode()
    return bundle(
        files,
        "shell.js",
        static_text("index.html"),
        POLICY.format(default="'none'", own="blob:", styles=_styles()),
        style,
    )


def _styles() -> str:
    """Return the CSP hash of the style of framed pages without scripts."""
    return csp_hash(STYLE)


LANGUAGES: tuple[Language, ...] = ("ja", "en")


def blank_sheets() -> Iterator[tuple[str, bytes]]:
    """Yield score sheets by file name, as ``sheet-six.ja.pdf``.

    None where what draws them is not installed.
    """
    if not is_installed("paper"):
        return
    for game_id in games.ids():
        for language in LANGUAGES:
            form = blank_form(
                games.load(game_id), side=Side.FIRST, size="a4", language=language, head_values={}, plies=None
            )
            yield f"sheet-{game_id}.{language}.pdf", blank_pdf(form)
