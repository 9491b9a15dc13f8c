"""The licences of what the page and the wheel carry: every part of somebody else has its text inside."""

import io
import re
import subprocess
import sys
import zipfile
from importlib import resources
from pathlib import Path

import pytest
from each import each
from paged import MISSING, RUNTIME
from repository import ROOT, tracked

from analysis.pdf import fonts
from kifu.web.standalone.build import blank_sheets, build_archives
from kifu.web.standalone.third_parties import FILES, FOLDER, PARTS, licence_texts

TEXTS = {
    entry.name: entry.read_text("utf-8")
    for entry in resources.files("kifu.web.standalone").joinpath("static", FOLDER).iterdir()
}
NAMED = " ".join(part.name for part in PARTS)
LIBRARIES = {
    b"BZ2_bzCompress": "bzip2",
    b"XML_ParserCreate": "Expat",
    b"PyInit__ctypes": "libffi",
    b"PyInit__lzma": "liblzma",
    b"sqlite3_open_v2": "SQLite",
    b"PyInit_zlib": "zlib",
    b"ZSTD_CCtx_setParameter": "Zstandard",
    b"PyInit__sha3": "HACL*",
    b"PyInit__pyodide_core": "Pyodide",
    b"PyInit__abc": "CPython",
}
"""What the runtime says of itself, by the library that it says it of."""
OWN_MODULES = {"pyodide": "Pyodide", "_pyodide": "Pyodide", "segno": "segno"}
"""The modules of the archive of libraries that are not of Python, by their part."""
OF_PYTHON = {"annotationlib", "compression", "site-packages"}
"""What CPython 3.14 has in its archive, and an older one has not."""


def test_each_part_has_its_text():
    """No part is without a text, and no text is without a part; each text allows something, to everybody."""
    named = [name for part in PARTS for name in part.texts]
    assert all(part.texts and part.licence and part.source for part in PARTS)
    assert sorted(named) == sorted(TEXTS)
    for name, text in TEXTS.items():
        assert re.search(r"[Pp]ermi(t|ssion)|[Ll]icense|public domain", text), name
        assert len(text) > 400, name


def test_the_page_holds_every_text():
    """The text that the page shows lists each part, and holds each licence whole."""
    shown = licence_texts()
    for part in PARTS:
        assert part.name in shown
        assert part.source in shown
    for text in TEXTS.values():
        assert text.strip() in shown
    assert TEXTS["kifu.txt"] == (ROOT / "LICENSE").read_text("utf-8")


@pytest.mark.skipif(MISSING, reason="pyodide is not here (tests/tools/fetch_runtime.py)")
def test_what_is_linked_into_the_runtime_is_named():
    """Each library that shows itself in the WebAssembly has a part; the files of the runtime are named by the parts."""
    wasm = (RUNTIME / "pyodide.asm.wasm").read_bytes()
    for mark, library in LIBRARIES.items():
        assert mark in wasm, mark
        assert library in NAMED
    places = " ".join(part.place for part in PARTS)
    assert all(name in places for name in FILES if name != "python_stdlib.zip")


@pytest.mark.skipif(MISSING, reason="pyodide is not here (tests/tools/fetch_runtime.py)")
def test_each_packed_module_belongs_to_a_part(tmp_path):
    """The modules in the archives are ours, Python's, or those of a part."""
    made = build_archives(RUNTIME, tmp_path)
    packed = zipfile.ZipFile(io.BytesIO(made.library)).namelist()
    modules = {name.split("/")[0].partition(".")[0] for name in packed} - sys.stdlib_module_names - OF_PYTHON
    assert {name for name in modules if not name.startswith("_") or name in OWN_MODULES} == set(OWN_MODULES)
    assert all(part in NAMED for part in OWN_MODULES.values())
    own = {name.split("/")[0] for name in zipfile.ZipFile(io.BytesIO(made.kifu)).namelist()}
    assert {name.partition("-")[0] for name in own} == {"analysis", "kifu", "notation"}


def test_the_fonts_of_the_sheets_are_named():
    """The sheets embed glyphs of the fonts of paper, and of no other."""
    assert {file.rpartition("/")[2] for _, file in fonts.FILES} == {"ipaexg.ttf", "DejaVuSans.ttf"}
    embedded = {name for _, data in blank_sheets() for name in re.findall(rb"/FontName /\w+\+(\w+)", data)}
    assert embedded <= {b"IPAexGothic", b"DejaVuSans"}
    assert {"IPAex Gothic", "DejaVu Sans"} <= {part.name for part in PARTS}


@each("name", ["click", "wcwidth"])
def test_what_the_one_file_program_holds_brings_its_licence(name):
    """kifu.pyz is made by pip, which keeps the licences of the libraries beside them."""
    from importlib.metadata import files  # noqa: PLC0415 - only this test asks

    texts = [path for path in files(name) if "licen" in path.name.lower()]
    assert texts
    assert name in (ROOT / ".ci/make_pyz.py").read_text("utf-8")


def test_the_wheel_holds_every_text(tmp_path):
    """The texts are files of the package, and licence files of the wheel beside our own."""
    source = tmp_path / "source"
    for name in tracked():
        if name.split("/")[0] in {"kifu", "notation", "analysis", "pyproject.toml", "LICENSE", "README.md"}:
            target = source / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((ROOT / name).read_bytes())
    code = f"from setuptools import build_meta; print(build_meta.build_wheel({str(tmp_path)!r}))"
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], cwd=source, capture_output=True, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    (info,) = {Path(name).parts[0] for name in names if ".dist-info/" in name}
    for text in TEXTS:
        assert f"kifu/web/standalone/static/{FOLDER}/{text}" in names
        assert f"{info}/licenses/kifu/web/standalone/static/{FOLDER}/{text}" in names
    assert f"{info}/licenses/LICENSE" in names
