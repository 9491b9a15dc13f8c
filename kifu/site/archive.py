"""The archives of the modules that the page is answered by: only those that it needs, compiled where node is there."""

from __future__ import annotations

import importlib.util
import io
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import kifu
from kifu.model.errors import KifuError
from kifu.model.message import Message
from kifu.model.processes import run_program

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOMS = (
    *(
        f"kifu/{room}"
        for room in ("contract", "dispute", "games", "kernels", "model", "page", "referee", "scene", "site", "table")
    ),
    "notation",
    "analysis/dossier",
)
"""The folders that are packed; the commands, the server and the engine are not."""
SINGLE = (
    "kifu/__init__.py",
    "analysis/__init__.py",
    *(f"analysis/explorer/{name}.py" for name in ("__init__", "build_graph", "graph_json", "played_game")),
    *(f"analysis/pdf/{name}.py" for name in ("__init__", "paper_page", "qr_code")),
)
"""The modules of other folders that are packed."""
LEFT_OUT = frozenset(
    [
        "kifu/site/archive",
        "kifu/site/carried",
        "kifu/site/explorer_file",
        "kifu/site/licences",
        "kifu/site/packing",
        "kifu/site/runtime",
        "kifu/site/sheets",
        "kifu/dispute/agreed",
        "kifu/dispute/html",
        "kifu/kernels/bits",
        "kifu/kernels/machine_code",
        "kifu/kernels/mobility_kernel",
        "kifu/kernels/perft",
        "kifu/kernels/perft_kernel",
        "kifu/kernels/replay_kernel",
        "analysis/dossier/verification",
        "analysis/dossier/arbiter_decision",
        "analysis/dossier/dossier_pdf",
        "analysis/dossier/page_layout",
    ]
)
"""The modules in these folders that nothing asks for in the browser."""
UNUSED = frozenset(
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
SEGNO = ("__init__", "consts", "encoder", "utils", "writers")
"""The modules of the library of QR codes, which a dossier has."""
_TOP = Path(kifu.__file__).parents[1]
_EPOCH = (1980, 1, 1, 0, 0, 0)
_TIMEOUT = 300


class Archives(NamedTuple):
    """The archives of modules, each to be packed as a whole, and whether they are compiled."""

    kifu: bytes
    library: bytes
    compiled: bool


def archives(runtime: Path, work: Path) -> Archives:
    """Return the archives of our modules, and of the standard library with what a dossier needs besides. `runtime` has the files of the runtime, `work` may be written to.

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
    library = _zipped(_library(runtime))
    own = _zipped(_files())
    node, paths = shutil.which("node"), [work / "kifu.zip", work / "library.zip"]
    if node is None:
        return Archives(own, library, compiled=False)
    for path, data in zip(paths, (own, library), strict=True):
        path.write_bytes(data)
    script = Path(__file__).parent / "static" / "compile.mjs"
    command = [node, str(script), str(runtime.resolve()), *map(str, paths)]
    try:
        run_program(command, _TIMEOUT)
    except (OSError, subprocess.SubprocessError):
        return Archives(own, library, compiled=False)
    return Archives(paths[0].read_bytes(), paths[1].read_bytes(), compiled=True)


def _zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as packed:
        for name, data in sorted(files, key=_kind):
            packed.writestr(zipfile.ZipInfo(name, _EPOCH), data)
    return whole.getvalue()


def _kind(file: tuple[str, bytes]) -> tuple[str, str]:
    """Return by what the files are sorted: what is alike stands together, and packs better."""
    return file[0].rpartition(".")[2], file[0]


def _files() -> Iterator[tuple[str, bytes]]:
    yield from ((name, (_TOP / name).read_bytes()) for name in SINGLE)
    for room in ROOMS:
        for path in (_TOP / room).rglob("*"):
            inside = path.relative_to(_TOP)
            if not path.is_file() or {"__pycache__", "static"} & set(inside.parts) or path.name == "py.typed":
                continue
            if inside.with_suffix("").as_posix() not in LEFT_OUT:
                yield inside.as_posix(), path.read_bytes()
    yield (
        f"kifu-{kifu.__version__}.dist-info/METADATA",
        f"Metadata-Version: 2.1\nName: kifu\nVersion: {kifu.__version__}\n".encode(),
    )


def _library(runtime: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(runtime / "python_stdlib.zip") as given:
        yield from (
            (name, given.read(name)) for name in given.namelist() if name.split("/")[0].partition(".")[0] not in UNUSED
        )
    found = importlib.util.find_spec("segno")
    for folder in (found.submodule_search_locations or ()) if found is not None else ():
        yield from ((f"segno/{name}.py", (Path(folder) / f"{name}.py").read_bytes()) for name in SEGNO)
