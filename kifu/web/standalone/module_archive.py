"""Module archives of the page: needed modules, compiled by node if installed."""

from __future__ import annotations

import importlib.util
import io
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import kifu
from kifu.core.errors import KifuError
from kifu.core.message import Message
from kifu.core.processes import run_program

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
    *(f"analysis/explorer/{name}.py" for name in ("__init__", "build_graph", "graph_json", "played_game")),
    *(f"analysis/pdf/{name}.py" for name in ("__init__", "paper_page")),
)
"""The modules of other folders that are packed."""
EXCLUDED_FILES = frozenset(["py.typed", "network.txt", "network.md"])
"""Files that no module of the page reads; the networks are the engine's."""
EXCLUDED_MODULES = frozenset(
    [
        "kifu/web/standalone/module_archive",
        "kifu/web/standalone/single_file",
        "kifu/web/standalone/build",
        "kifu/web/standalone/third_parties",
        "kifu/reconcile/documents",
        "kifu/reconcile/merged_record",
        "kifu/core/compiled/intrinsics",
        "kifu/core/compiled/code_cache",
        "kifu/core/compiled/mobility_kernel",
        "kifu/core/compiled/perft",
        "kifu/core/compiled/perft_kernel",
        "kifu/core/compiled/replay_kernel",
        "analysis/dossier/verification",
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
        "ctypes",
        "curses",
        "dbm",
        "doctest",
        "ensurepip",
        "ftplib",
        "idlelib",
        "imaplib",
        "mailbox",
        "multiprocessing",
        "netrc",
        "optparse",
        "pdb",
        "pickletools",
        "plistlib",
        "poplib",
        "profile",
        "pstats",
        "pydoc",
        "pydoc_data",
        "sched",
        "shelve",
        "smtplib",
        "socketserver",
        "sqlite3",
        "tabnanny",
        "test",
        "timeit",
        "tkinter",
        "trace",
        "tracemalloc",
        "turtle",
        "unittest",
        "venv",
        "webbrowser",
        "wsgiref",
        "xmlrpc",
        "zipapp",
    ]
)
"""The modules of the standard library that nothing asks for in the browser."""
SEGNO_MODULES = ("__init__", "consts", "encoder", "utils", "writers")
"""The modules of the library of QR codes, which a dossier has."""
_TOP = Path(kifu.__file__).parents[1]
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
    own = _zip_files(_own_files())
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


def _own_files() -> Iterator[tuple[str, bytes]]:
    yield from ((name, (_TOP / name).read_bytes()) for name in PACKED_MODULES)
    for room in PACKED_FOLDERS:
        for path in (_TOP / room).rglob("*"):
            inside = path.relative_to(_TOP)
            if not path.is_file() or {"__pycache__", "static"} & set(inside.parts) or path.name in EXCLUDED_FILES:
                continue
            if inside.with_suffix("").as_posix() not in EXCLUDED_MODULES:
                yield inside.as_posix(), path.read_bytes()
    yield (
        f"kifu-{kifu.__version__}.dist-info/METADATA",
        f"Metadata-Version: 2.1\nName: kifu\nVersion: {kifu.__version__}\n".encode(),
    )


def _library_files(runtime: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(runtime / "python_stdlib.zip") as given:
        yield from (
            (name, given.read(name))
            for name in given.namelist()
            if name.split("/")[0].partition(".")[0] not in EXCLUDED_LIBRARY
        )
    found = importlib.util.find_spec("segno")
    for folder in (found.submodule_search_locations or ()) if found is not None else ():
        yield from ((f"segno/{name}.py", (Path(folder) / f"{name}.py").read_bytes()) for name in SEGNO_MODULES)
