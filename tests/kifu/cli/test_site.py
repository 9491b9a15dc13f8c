"""`kifu site` packs the page: a folder for any host, or one file; it refuses what it cannot use, and writes nothing then."""

import json
import re
import subprocess

import pytest
from click.testing import CliRunner
from paged import MISSING, RUNTIME

from kifu.cli.main import main
from kifu.web.standalone import build, single_file_bundler
from kifu.web.standalone.third_parties import FILES, VERSION, NoRuntime, runtime_folder


def run(*words):
    """Run the program."""
    return CliRunner().invoke(main, list(words), env={"LC_ALL": "C.UTF-8"})


with_runtime = pytest.mark.skipif(MISSING, reason="pyodide is not here (tests/tools/fetch_runtime.py)")


def test_a_folder_that_is_no_runtime_is_refused(tmp_path):
    """A folder without the files, or with other ones, is named with what to do; nothing is written."""
    for name in FILES:
        (tmp_path / name).write_text("?")
    for folder in (tmp_path, tmp_path.parent):
        done = run("site", "-o", str(tmp_path / "page"), "--runtime", str(folder), "--lang", "en")
        assert done.exit_code == 2
        assert f"npm pack pyodide@{VERSION}" in done.stderr
        assert not (tmp_path / "page").exists()


def test_a_folder_that_holds_something_is_not_written_over(tmp_path):
    """Without --force a folder has to be empty; it is refused before anything is fetched."""
    (tmp_path / "mine.txt").write_text("mine")
    done = run("site", "-o", str(tmp_path), "--lang", "en")
    assert (done.exit_code, "--force" in done.stderr) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_packed_parts_are_written_as_they_are(tmp_path, monkeypatch):
    """The folder holds parts that are packed, under names that no other command writes."""
    files = {"index.html": b"<!doctype html>", "kifu.zip.gz": b"packed"}
    monkeypatch.setattr("kifu.web.standalone.third_parties.runtime_folder", lambda folder, _work: folder)
    monkeypatch.setattr(
        "kifu.web.standalone.build.build_page_files", lambda *_given: build.BuiltPage(files, compiled=True)
    )
    monkeypatch.setattr("kifu.web.standalone.build.folder_files", lambda made: made.files)
    done = run("site", "-o", str(tmp_path / "page"), "--runtime", str(tmp_path), "--lang", "en")
    assert done.exit_code == 0, done.output
    assert {path.name: path.read_bytes() for path in (tmp_path / "page").iterdir()} == files


def test_what_npm_brings_is_checked(tmp_path, monkeypatch):
    """Without npm, where it fails, and where it brings something else, the error says so."""
    monkeypatch.setattr("kifu.web.standalone.third_parties.shutil.which", lambda _name: None)
    with pytest.raises(NoRuntime, match="npm"):
        runtime_folder(None, tmp_path)
    monkeypatch.setattr("kifu.web.standalone.third_parties.shutil.which", lambda name: name)
    (tmp_path / f"pyodide-{VERSION}.tgz").write_bytes(b"something else")
    monkeypatch.setattr("kifu.web.standalone.third_parties.run_program", lambda *_words, **_options: None)
    with pytest.raises(NoRuntime, match="digest"):
        runtime_folder(None, tmp_path)

    def fails(*words, **_options):
        raise subprocess.CalledProcessError(1, words)

    monkeypatch.setattr("kifu.web.standalone.third_parties.run_program", fails)
    with pytest.raises(NoRuntime, match="npm cannot fetch"):
        runtime_folder(None, tmp_path)


def test_each_module_that_is_left_out_is_there():
    """The names of what is packed alone, and of what is left out, are those of modules."""
    top = build._TOP
    assert all((top / name).is_file() for name in build.PACKED_MODULES)
    assert all((top / f"{name}.py").is_file() for name in build.EXCLUDED_MODULES)
    assert all((top / name).is_dir() for name in build.PACKED_FOLDERS)


def test_modules_stand_behind_those_that_they_import():
    """The one file gives a module its address when those of its imports are known."""
    modules = {
        "a.js": 'import { b } from "./b.js";\nimport("./c.js");',
        "b.js": "export { c } from './c.js';",
        "c.js": 'import other from "elsewhere";',
    }
    assert single_file_bundler.import_order(modules, sorted(modules)) == ["c.js", "b.js", "a.js"]


@with_runtime
def test_both_shapes_are_written(tmp_path):
    """The folder holds all that the page asks for, named for its worker that keeps it; the one file carries the same."""
    made = run("site", "-o", str(tmp_path / "page"), "--runtime", str(RUNTIME), "--lang", "en")
    assert made.exit_code == 0, made.stderr
    files = {path.name for path in (tmp_path / "page").iterdir()}
    about = json.loads((tmp_path / "page" / "about.json").read_text())
    assert {*about["sheets"], *(f"rules-{game['id']}.json" for game in about["games"])} <= files
    kept = re.search(r"const FILES = (\[.*?\]);", (tmp_path / "page" / "offline.js").read_text())
    assert set(json.loads(kept[1])) == files - {"offline.js"}
    for name in files:
        if name.endswith(".js"):
            assert set(single_file_bundler.IMPORT.findall((tmp_path / "page" / name).read_text())) <= files, name
    told = json.loads((tmp_path / "page" / "about.json").read_text())["bytes"]
    fetched = sum(path.stat().st_size for path in (tmp_path / "page").iterdir())
    assert 0 <= fetched - told < 30_000  # about.json itself, the shell and the list of what is kept
    again = run("site", "-o", str(tmp_path / "kifu.html"), "--runtime", str(RUNTIME), "--lang", "en")
    assert again.exit_code == 0, again.stderr
    whole = (tmp_path / "kifu.html").read_text()
    assert len(whole) < 10_500_000
    assert set(re.findall(r'data-name="([^"]+)"', whole)) >= {"worker.js", "kifu.zip.gz", "pyodide.asm.wasm.gz"}
    assert not re.search(r'(?:src|href)="https?:', whole)
