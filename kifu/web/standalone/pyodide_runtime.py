"""Pyodide runtime of the page from npm, pinned by digest."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import tarfile
from typing import TYPE_CHECKING

from kifu.core.errors import KifuError
from kifu.core.message import PATH, Message, quoted
from kifu.core.processes import run_program

if TYPE_CHECKING:
    from pathlib import Path

VERSION = "314.0.7"
INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The SHA-512 of the package, as npm states it."""
FILES = {
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
"""The files of the runtime, with their SHA-256: a folder that somebody names is checked like the package."""
_TIMEOUT_S = 600


class NoRuntime(KifuError):
    """Runtime that is missing, or of another version."""


def runtime_folder(folder: Path | None, work: Path) -> Path:
    """Return the folder of the runtime: `folder`, else npm's package.

    npm fetches it into `work`.
    Raises NoRuntime.
    """
    found = _fetch_package(work) if folder is None else folder
    for name, digest in FILES.items():
        path = found / name
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            raise NoRuntime(
                "wrong-runtime",
                Message(
                    f"{quoted(str(path), PATH)} が pyodide {VERSION} のものではありません。npm pack pyodide@{VERSION} を展開したフォルダーを --runtime に書いてください",
                    f"{quoted(str(path), PATH)} is not that of pyodide {VERSION}; give --runtime the folder of npm pack pyodide@{VERSION}, unpacked",
                ),
            )
    return found


def _fetch_package(work: Path) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        raise _no_runtime("npm がありません", "there is no npm")
    try:
        run_program([npm, "pack", "--silent", f"pyodide@{VERSION}"], _TIMEOUT_S, work)
        data = (work / f"pyodide-{VERSION}.tgz").read_bytes()
    except (OSError, subprocess.SubprocessError) as failed:
        words = str(failed)
        raise _no_runtime(f"npm で取り寄せられません ({words})", f"npm cannot fetch it ({words})") from None
    if base64.b64encode(hashlib.sha512(data).digest()).decode() != INTEGRITY:
        raise _no_runtime("取り寄せたものの照合値が違います", "what was fetched has another digest")
    with tarfile.open(work / f"pyodide-{VERSION}.tgz") as package:
        for name in FILES:
            package.extract(f"package/{name}", work, filter="data")
    return work / "package"


def _no_runtime(ja: str, en: str) -> NoRuntime:
    return NoRuntime(
        "no-runtime",
        Message(
            f"pyodide {VERSION}: {ja}。npm pack pyodide@{VERSION} を展開したフォルダーを --runtime に書くこともできます",
            f"pyodide {VERSION}: {en}; you can also give --runtime the folder of npm pack pyodide@{VERSION}, unpacked",
        ),
    )
