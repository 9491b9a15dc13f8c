"""Build of the standalone page: archives of modules, a folder or file."""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import io
import json
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from analysis.pdf.score_sheet import blank_pdf, blank_sheet
from kifu.core import games
from kifu.core.child_processes import run_program
from kifu.core.errors import KifuError
from kifu.core.lazy_imports_extras_and_package_files import is_installed, program_version
from kifu.core.message import Message, escape_json
from kifu.core.outcome import Side
from kifu.recording.game_drawing_and_catalogue_json import drawing_json
from kifu.recording.journal_and_record_mark import canonical_json_text
from kifu.render.html.document_frame_and_style import STYLE, csp_hash
from kifu.web.standalone.page_router import rulebook_as_json
from kifu.web.standalone.single_file_bundler import (
    bundle_page,
    classic_script,
    fill_frame,
    gzip_bytes,
    static_files,
    static_text,
)
from kifu.web.standalone.third_parties import licence_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kifu.core.message import Language


PACKED_FOLDERS = (
    *(
        f"kifu/{room}"
        for room in (
            "core",
            "games",
            "reconcile",
            "recording",
            "referee",
            "render",
            "web/service",
            "web/standalone",
        )
    ),
    "notation",
    "analysis/dossier",
)
"""The folders that are packed; the commands, the server and the engine are not."""
PACKED_MODULES = (
    "kifu/__init__.py",
    "kifu/web/__init__.py",
    "analysis/__init__.py",
    *(f"analysis/explorer/{name}.py" for name in ("__init__", "position_graph", "graph_json", "played_game")),
    *(f"analysis/pdf/{name}.py" for name in ("__init__", "paper_page")),
)
"""The modules of other folders that are packed."""
EXCLUDED_FILES = frozenset(["py.typed", "network.txt", "network.md"])
"""Files that no module of the page reads; the networks are the engine's."""
EXCLUDED_MODULES = frozenset(
    [
        "kifu/web/standalone/single_file_bundler",
        "kifu/web/standalone/build",
        "kifu/web/standalone/third_parties",
        "kifu/reconcile/python_api",
        "kifu/reconcile/merged_record",
        "kifu/core/compiled/bit_intrinsics",
        "kifu/core/compiled/machine_code_cache",
        "kifu/core/compiled/default_mobility_kernel",
        "kifu/core/compiled/perft_and_expected_counts",
        "kifu/core/compiled/perft_kernel",
        "kifu/core/compiled/replay_kernel",
        "analysis/dossier/verification_and_decision",
        "analysis/dossier/dossier_pdf",
    ]
)
"""The modules in these folders that nothing asks for in the browser."""
EXCLUDED_LIBRARY = frozenset(
    [
        "_pyio",
        "_pyrepl",
        "bdb",
        "cProfile",
        "cmd",
        "compileall",
        "ctypes",
        "curses",
        "dbm",
        "doctest",
        "ensurepip",
        "filecmp",
        "fileinput",
        "ftplib",
        "idlelib",
        "imaplib",
        "mailbox",
        "modulefinder",
        "multiprocessing",
        "netrc",
        "optparse",
        "pdb",
        "pickletools",
        "plistlib",
        "poplib",
        "profile",
        "pstats",
        "pty",
        "pyclbr",
        "pydoc",
        "pydoc_data",
        "sched",
        "shelve",
        "smtplib",
        "socketserver",
        "sqlite3",
        "symtable",
        "tabnanny",
        "test",
        "timeit",
        "tkinter",
        "trace",
        "tracemalloc",
        "turtle",
        "unittest",
        "venv",
        "wave",
        "webbrowser",
        "wsgiref",
        "xmlrpc",
        "zipapp",
    ]
)
"""The modules of the standard library that nothing asks for in the browser."""
SEGNO_MODULES = ("__init__", "consts", "encoder", "utils", "writers")
"""The modules of the library of QR codes, which a dossier has."""
_TOP = Path(__file__).parents[3]
_EPOCH = (1980, 1, 1, 0, 0, 0)
_TIMEOUT_S = 300


class ModuleArchives(NamedTuple):
    """Archives of our modules and the library; whether they are compiled."""

    kifu: bytes
    library: bytes
    compiled: bool


def build_archives(runtime: Path, work: Path) -> ModuleArchives:
    """Return the archives of our modules and of the library.

    `runtime` has the files of the runtime, `work` may be written to.
    Raises KifuError where this program is not a folder of files.
    """
    if not _TOP.is_dir():
        raise KifuError(
            "packed-program",
            Message(
                "一つのファイルの kifu からは作れません。リポジトリのクローンに入れた kifu で作ってください",
                "kifu as one file cannot make it; use one that is installed from a clone",
            ),
        )
    library = _zip_files(_library_files(runtime))
    own = _zip_files(_program_files())
    node, paths = shutil.which("node"), [work / "kifu.zip", work / "library.zip"]
    if node is None:
        return ModuleArchives(own, library, compiled=False)
    for path, data in zip(paths, (own, library), strict=True):
        path.write_bytes(data)
    script = Path(__file__).parent / "static" / "compile.mjs"
    command = [node, str(script), str(runtime.resolve()), *map(str, paths)]
    try:
        run_program(command, _TIMEOUT_S)
    except (OSError, subprocess.SubprocessError):
        return ModuleArchives(own, library, compiled=False)
    return ModuleArchives(paths[0].read_bytes(), paths[1].read_bytes(), compiled=True)


def _zip_files(files: Iterable[tuple[str, bytes]]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as packed:
        for name, data in sorted(files, key=_sort_key):
            packed.writestr(zipfile.ZipInfo(name, _EPOCH), data)
    return whole.getvalue()


def _sort_key(file: tuple[str, bytes]) -> tuple[str, str]:
    """Return a file's sort key: similar files compress better together."""
    return file[0].rpartition(".")[2], file[0]


def _program_files() -> Iterator[tuple[str, bytes]]:
    """Yield the program's own files for the page, by path."""
    yield from ((name, (_TOP / name).read_bytes()) for name in PACKED_MODULES)
    for room in PACKED_FOLDERS:
        for path in (_TOP / room).rglob("*"):
            inside = path.relative_to(_TOP)
            if not path.is_file() or {"__pycache__", "static"} & set(inside.parts) or path.name in EXCLUDED_FILES:
                continue
            if inside.with_suffix("").as_posix() not in EXCLUDED_MODULES:
                yield inside.as_posix(), path.read_bytes()
    yield (
        f"kifu-{program_version()}.dist-info/METADATA",
        f"Metadata-Version: 2.1\nName: kifu\nVersion: {program_version()}\n".encode(),
    )


def _library_files(runtime: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the libraries that the page needs, by path."""
    with zipfile.ZipFile(runtime / "python_stdlib.zip") as given:
        yield from (
            (name, given.read(name))
            for name in given.namelist()
            if name.split("/")[0].partition(".")[0] not in EXCLUDED_LIBRARY
        )
    found = importlib.util.find_spec("segno")
    for folder in (found.submodule_search_locations or ()) if found is not None else ():
        yield from ((f"segno/{name}.py", (Path(folder) / f"{name}.py").read_bytes()) for name in SEGNO_MODULES)


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


def build_page_files(runtime: Path, work: Path) -> BuiltPage:
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
    files |= {f"rules-{game.id}.json": canonical_json_text(rulebook_as_json(game.id)).encode() for game in found}
    files["licences.txt"] = licence_texts().encode()
    printed = dict(blank_sheets())
    files |= printed
    files["about.json"] = canonical_json_text(
        {
            "version": program_version(),
            "games": [{"id": game.id, "name": game.name.to_json()} for game in found],
            "sheets": sorted(printed),
            "bytes": sum(map(len, files.values())),
        }
    ).encode()
    files[EXPLORER] = _add_drawing_data(files[EXPLORER])
    return BuiltPage(files, archives.compiled)


def _add_drawing_data(packed: bytes) -> bytes:
    """Return the reference games' graphs, with drawing data of boards."""
    explorer = json.loads(gzip.decompress(packed))
    for graph in explorer["graphs"]:
        graph["look"] = drawing_json(games.load(graph["game"]))
    return gzip_bytes(escape_json(canonical_json_text({**explorer, "version": program_version()})).encode())


def folder_files(page: BuiltPage) -> dict[str, bytes]:
    """Return the page as files of a folder, installable and usable offline."""
    files = dict(page.files)
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


def single_html(page: BuiltPage) -> bytes:
    """Return the page as one self-contained HTML file."""
    files = {name: data for name, data in page.files.items() if name not in {"style.css", "site.css", "embed.js"}}
    style = (page.files["style.css"] + page.files["site.css"]).decode()
    return bundle_page(
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
            form = blank_sheet(
                games.load(game_id), side=Side.FIRST, size="a4", language=language, head_values={}, plies=None
            )
            yield f"sheet-{game_id}.{language}.pdf", blank_pdf(form)
