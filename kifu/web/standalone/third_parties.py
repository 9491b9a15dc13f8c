"""Third parties' parts of the page: Pyodide by digest, and licences."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import tarfile
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.child_processes import run_program
from kifu.core.errors import KifuError
from kifu.core.message import PATH, Message, quoted

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
    found = _fetch_pyodide_package(work) if folder is None else folder
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


def _fetch_pyodide_package(work: Path) -> Path:
    """Fetch pyodide's package by npm, checked by its digest; return its folder."""
    npm = shutil.which("npm")
    if npm is None:
        raise _no_runtime_error("npm がありません", "there is no npm")
    try:
        run_program([npm, "pack", "--silent", f"pyodide@{VERSION}"], _TIMEOUT_S, work)
        data = (work / f"pyodide-{VERSION}.tgz").read_bytes()
    except (OSError, subprocess.SubprocessError) as failed:
        words = str(failed)
        raise _no_runtime_error(f"npm で取り寄せられません ({words})", f"npm cannot fetch it ({words})") from None
    if base64.b64encode(hashlib.sha512(data).digest()).decode() != INTEGRITY:
        raise _no_runtime_error("取り寄せたものの照合値が違います", "what was fetched has another digest")
    with tarfile.open(work / f"pyodide-{VERSION}.tgz") as package:
        for name in FILES:
            package.extract(f"package/{name}", work, filter="data")
    return work / "package"


def _no_runtime_error(ja: str, en: str) -> NoRuntime:
    return NoRuntime(
        "no-runtime",
        Message(
            f"pyodide {VERSION}: {ja}。npm pack pyodide@{VERSION} を展開したフォルダーを --runtime に書くこともできます",
            f"pyodide {VERSION}: {en}; you can also give --runtime the folder of npm pack pyodide@{VERSION}, unpacked",
        ),
    )


FOLDER = "licences"
"""The folder of the texts, in ``static/``."""
RULE = "=" * 78


class ThirdPartyPart(NamedTuple):
    """Third-party part of the page."""

    name: str
    licence: str
    """The licence by its SPDX name, where there is one."""
    place: str
    """Where it stands in the page."""
    source: str
    """Where its source is."""
    texts: tuple[str, ...]
    """The files of :data:`FOLDER` with its licence."""


WASM = "pyodide.asm.wasm"
PARTS = (
    ThirdPartyPart("kifu", "MIT", "the screens, kifu.zip", "https://pypi.org/project/kifu/", ("kifu.txt",)),
    ThirdPartyPart(
        f"Pyodide {VERSION}",
        "MPL-2.0",
        f"worker.js (pyodide.mjs, pyodide.asm.mjs), {WASM}, library.zip (pyodide, _pyodide)",
        f"https://github.com/pyodide/pyodide/tree/{VERSION}",
        ("pyodide.txt",),
    ),
    ThirdPartyPart(
        "stackframe, error-stack-parser",
        "MIT",
        "worker.js (pyodide.mjs)",
        "https://github.com/stacktracejs",
        ("stackframe.txt",),
    ),
    ThirdPartyPart(
        "CPython 3.14, with the software that it incorporates",
        "PSF-2.0",
        f"{WASM}, library.zip (the standard library)",
        "https://github.com/python/cpython",
        ("cpython.txt", "cpython-parts.txt"),
    ),
    ThirdPartyPart("HACL* (hashes of CPython)", "MIT", WASM, "https://github.com/hacl-star/hacl-star", ("hacl.txt",)),
    ThirdPartyPart(
        "Emscripten",
        "MIT OR NCSA",
        f"worker.js (pyodide.asm.mjs), {WASM}",
        "https://github.com/emscripten-core/emscripten",
        ("emscripten.txt",),
    ),
    ThirdPartyPart("musl", "MIT", WASM, "https://musl.libc.org", ("musl.txt",)),
    ThirdPartyPart("bzip2", "bzip2-1.0.6", WASM, "https://sourceware.org/bzip2/", ("bzip2.txt",)),
    ThirdPartyPart("Expat", "MIT", WASM, "https://libexpat.github.io", ("expat.txt",)),
    ThirdPartyPart("libffi", "MIT", WASM, "https://github.com/libffi/libffi", ("libffi.txt",)),
    ThirdPartyPart("liblzma of XZ Utils", "public domain, 0BSD", WASM, "https://tukaani.org/xz/", ("xz.txt",)),
    ThirdPartyPart("SQLite", "public domain", WASM, "https://sqlite.org", ("sqlite.txt",)),
    ThirdPartyPart("zlib", "Zlib", WASM, "https://zlib.net", ("zlib.txt",)),
    ThirdPartyPart("Zstandard", "BSD-3-Clause", WASM, "https://github.com/facebook/zstd", ("zstd.txt",)),
    ThirdPartyPart("segno", "BSD-3-Clause", "library.zip (segno)", "https://github.com/heuer/segno", ("segno.txt",)),
    ThirdPartyPart("IPAex Gothic", "IPA", "glyphs in sheet-*.pdf", "https://moji.or.jp/ipafont/", ("ipaex.txt",)),
    ThirdPartyPart(
        "DejaVu Sans", "Bitstream-Vera", "glyphs in sheet-*.pdf", "https://dejavu-fonts.github.io", ("dejavu.txt",)
    ),
)
"""What the page carries. The texts of what Debian packages too are Debian's accounts of their licences."""


def licence_texts() -> str:
    """Return the licences as one text: a list, then each text."""
    folder = resources.files("kifu.web.standalone").joinpath("static", FOLDER)
    listed = [f"{part.name}\n    {part.licence}; in {part.place}\n    {part.source}\n" for part in PARTS]
    texts = [
        f"{RULE}\n{part.name}\n{RULE}\n\n{folder.joinpath(name).read_text('utf-8').strip()}\n"
        for part in PARTS
        for name in part.texts
    ]
    return "\n".join([*listed, *texts])
