"""Licences of third-party parts in the page, with their texts."""

from __future__ import annotations

from importlib import resources
from typing import NamedTuple

from kifu.web.standalone.pyodide_runtime import VERSION

FOLDER = "licences"
"""The folder of the texts, in ``static/``."""
RULE = "=" * 78


class Part(NamedTuple):
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
    Part("kifu", "MIT", "the screens, kifu.zip", "https://pypi.org/project/kifu/", ("kifu.txt",)),
    Part(
        f"Pyodide {VERSION}",
        "MPL-2.0",
        f"worker.js (pyodide.mjs, pyodide.asm.mjs), {WASM}, library.zip (pyodide, _pyodide)",
        f"https://github.com/pyodide/pyodide/tree/{VERSION}",
        ("pyodide.txt",),
    ),
    Part(
        "stackframe, error-stack-parser",
        "MIT",
        "worker.js (pyodide.mjs)",
        "https://github.com/stacktracejs",
        ("stackframe.txt",),
    ),
    Part(
        "CPython 3.14, with the software that it incorporates",
        "PSF-2.0",
        f"{WASM}, library.zip (the standard library)",
        "https://github.com/python/cpython",
        ("cpython.txt", "cpython-parts.txt"),
    ),
    Part("HACL* (hashes of CPython)", "MIT", WASM, "https://github.com/hacl-star/hacl-star", ("hacl.txt",)),
    Part(
        "Emscripten",
        "MIT OR NCSA",
        f"worker.js (pyodide.asm.mjs), {WASM}",
        "https://github.com/emscripten-core/emscripten",
        ("emscripten.txt",),
    ),
    Part("musl", "MIT", WASM, "https://musl.libc.org", ("musl.txt",)),
    Part("bzip2", "bzip2-1.0.6", WASM, "https://sourceware.org/bzip2/", ("bzip2.txt",)),
    Part("Expat", "MIT", WASM, "https://libexpat.github.io", ("expat.txt",)),
    Part("libffi", "MIT", WASM, "https://github.com/libffi/libffi", ("libffi.txt",)),
    Part("liblzma of XZ Utils", "public domain, 0BSD", WASM, "https://tukaani.org/xz/", ("xz.txt",)),
    Part("SQLite", "public domain", WASM, "https://sqlite.org", ("sqlite.txt",)),
    Part("zlib", "Zlib", WASM, "https://zlib.net", ("zlib.txt",)),
    Part("Zstandard", "BSD-3-Clause", WASM, "https://github.com/facebook/zstd", ("zstd.txt",)),
    Part("segno", "BSD-3-Clause", "library.zip (segno)", "https://github.com/heuer/segno", ("segno.txt",)),
    Part("IPAex Gothic", "IPA", "glyphs in sheet-*.pdf", "https://moji.or.jp/ipafont/", ("ipaex.txt",)),
    Part("DejaVu Sans", "Bitstream-Vera", "glyphs in sheet-*.pdf", "https://dejavu-fonts.github.io", ("dejavu.txt",)),
)
"""What the page carries. The texts of what Debian packages too are Debian's accounts of their licences."""


def licences() -> str:
    """Return the licences as one text: a list, then each text."""
    folder = resources.files("kifu.web.standalone").joinpath("static", FOLDER)
    listed = [f"{part.name}\n    {part.licence}; in {part.place}\n    {part.source}\n" for part in PARTS]
    texts = [
        f"{RULE}\n{part.name}\n{RULE}\n\n{folder.joinpath(name).read_text('utf-8').strip()}\n"
        for part in PARTS
        for name in part.texts
    ]
    return "\n".join([*listed, *texts])
