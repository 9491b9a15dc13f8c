"""Tests `kifu study explorer`: one file that carries all it needs, the same of records and of a dataset of them."""

import base64
import gzip
import json
import re

import pytest
from click.testing import CliRunner

from analysis.openings.book import BookEntry, BookMove, book_bytes
from kifu.cli.commands.study import explorer
from kifu.cli.main import main
from kifu.core import games
from kifu.web.standalone.single_file_bundler import csp_hash

RECORDS = ["samples/six/trades.kif", "samples/six/example-1.kif", "samples/king/last-move-taken.kif"]
CARRIED = re.compile(r'<script type="text/plain" data-name="([^"]+)">([^<]*)</script>')
EVIL = "</script><img src=x onerror=alert(1)>"


def run(*words, code=0):
    """Run the command."""
    done = CliRunner().invoke(main, ["study", "explorer", *map(str, words)])
    assert done.exit_code == code, (done.output, done.exception)
    return done


def carries(path):
    """Return what a file carries, by name."""
    return {name: gzip.decompress(base64.b64decode(data)) for name, data in CARRIED.findall(path.read_text("utf-8"))}


def test_it_is_one_file_that_asks_nothing_elsewhere(tmp_path):
    """Modules, style and games stand in it; its policy lets nothing else run, and no address of another origin stands in it."""
    path = tmp_path / "x.html"
    assert "5 games" in run(*RECORDS, "--lang", "en", "-o", path).output
    text, parts = path.read_text("utf-8"), carries(path)
    assert {"explorer.js", "graph.js", "explorer_file.js", "explorer.json"} <= parts.keys()
    assert not {"table.js", "worker.js", "home.js"} & parts.keys()
    (boot,) = re.findall(r'<script data-entry="explorer_file.js">(.*?)</script>', text, re.DOTALL)
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy.startswith("default-src &#x27;none&#x27;; script-src ")
    assert csp_hash(boot).strip("'") in policy
    assert csp_hash(style).strip("'") in policy
    assert "unsafe" not in policy
    assert not re.search(r"""(?:src|href)=["']?https?:""", text)
    told = json.loads(parts["explorer.json"])
    assert [(graph["game"], len(graph["games"]["source"])) for graph in told["graphs"]] == [("six", 4), ("king", 1)]
    assert run(*RECORDS, "-o", path, code=2).output
    run(*RECORDS, "-o", path, "--force", "--game", "king", "--plies", "2")
    (graph,) = json.loads(carries(path)["explorer.json"])["graphs"]
    assert (graph["game"], graph["plies"]) == ("king", 2)


def test_records_and_their_dataset_give_the_same(tmp_path):
    """The games of a dataset are led through the same graph as the records that it was built from."""
    pytest.importorskip("duckdb")
    data, one, other = tmp_path / "data", tmp_path / "one.html", tmp_path / "other.html"
    records = [*sorted(RECORDS), "samples/six/illegal-move.kif"]
    built = CliRunner().invoke(main, ["corpus", "build", *records, "-o", str(data), "--workers", "0"])
    assert built.exit_code == 0, built.output
    run(data, "-o", one)
    run(*records, "-o", other)
    assert carries(one)["explorer.json"] == carries(other)["explorer.json"]
    assert json.loads(carries(one)["explorer.json"])["rejected"] == 1


def test_whatever_a_record_holds_is_packed(tmp_path):
    """A hostile name does not stand in the file as it is."""
    record, path = tmp_path / f"{EVIL.replace('/', '')}.kif", tmp_path / "x.html"
    record.write_text(f"棋種：6面体\n先手：{EVIL}\n   1 四04占\n", encoding="utf-8")
    run(record, "-o", path)
    assert "onerror" not in path.read_text("utf-8")
    assert EVIL in json.loads(carries(path)["explorer.json"])["graphs"][0]["games"]["players"]


def test_too_many_games_are_refused(tmp_path, monkeypatch):
    """More games than a browser opens are refused before anything is written."""
    monkeypatch.setattr(explorer, "MAX_GAMES", 4)
    assert "too-many-games" in run(*RECORDS, "-o", tmp_path / "x.html", code=2).output
    assert not (tmp_path / "x.html").exists()


def test_nothing_to_count_is_an_error(tmp_path):
    """Records with faults alone, no record at all, and what is no dataset end with code 2, and nothing is written."""
    path = tmp_path / "x.html"
    for given in ("samples/six/illegal-move.kif", tmp_path, tmp_path / "none.kif"):
        assert run(given, "-o", path, code=2).output
    (tmp_path / "dataset.json").write_text("{}", encoding="utf-8")
    run(tmp_path, "-o", path, code=2)
    assert not path.exists()


def test_the_values_of_a_book_stand_at_its_moves(tmp_path):
    """A move has the value and the proof that the book has for it or for its image; a book of other rules has none."""
    six = games.load("six")
    first = six.resolve(six.start(), six.read("四04占"))
    second = six.play_legal(six.start(), first)
    corner = six.resolve(second, six.read("七07領"))
    entries = [
        (six.start(), BookEntry(2, (BookMove(first, 1, 0, 1, 0, 35, None),))),
        (second, BookEntry(2, (BookMove(corner, 0, 0, 2, 0, -900, -4),))),
    ]
    book, record, path = tmp_path / "six.book", tmp_path / "a.kif", tmp_path / "x.html"
    book.write_bytes(book_bytes(six, entries, 2000, 2))
    record.write_text("棋種：6面体\n   1 四04占\n   2 一01領\n   3 二02占\n", encoding="utf-8")
    run(record, RECORDS[2], "-o", path, "--book", book)
    graphs = json.loads(carries(path)["explorer.json"])["graphs"]
    values = {graph["game"]: graph["values"] for graph in graphs}
    assert values == {"six": {"nodes": 2000, "edge": [0, 1], "value": [35, -900], "proven": [None, -4]}, "king": None}
    book.write_bytes(book.read_bytes()[:-9])
    for wrong in (book, record, tmp_path / "none"):
        assert "Traceback" not in run(record, "-o", path, "--force", "--book", wrong, code=2).output
