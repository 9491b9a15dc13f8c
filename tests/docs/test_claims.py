"""What the documents say of the program is run, wherever it stands in a block that can be run.

- ``console``: commands with their output, as in the guides;
- ``python``: a program, with what it prints in the block ``text`` below it;
- ``claims``: a record in a line, and its verdict: ``GAME / line / line → STATUS [article or code]``; before the bracket stands
  the article that ends the game, or how it ended off the board.

Each page is run here, or by another test, or has a reason not to be.
"""

import contextlib
import io
import re
from pathlib import Path

import pytest
from doc_blocks import fences, judged, lines, printed
from repository import ROOT

DOCS = ROOT / "docs"
PAGES = {path.name: path.read_text("utf-8") for path in sorted(DOCS.rglob("*.md"))}
ELSEWHERE = {
    "adding-a-game.md": "test_adding_a_game.py",
    "completion.md": "test_completion.py",
    "disputes.ja.md": "test_guide.py",
    "disputes.md": "test_guide.py",
    "guide.ja.md": "test_guide.py",
    "guide.md": "test_guide.py",
    "index.md": "test_site.py",
    "python.md": "test_python.py",
}
"""The pages whose console blocks and programs another test runs."""
NOT_RUN = {
    "disputes-measured.md": "its programs take hours",
    "dossier.md": "what it names are the files of a game of the reader's",
}
"""The pages whose console blocks nothing runs, and why."""
PROGRAM = re.compile(r"(?ms)^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?")
HERE = [
    pytest.param(kind, text, id=f"{name}:{number}")
    for name, page in PAGES.items()
    if name not in {*ELSEWHERE, *NOT_RUN}
    for number, (kind, text) in enumerate(fences(page))
    if kind in {"console", "claims"}
]
PROGRAMS = [
    pytest.param(code, expected, id=f"{name}:{number}")
    for name, page in PAGES.items()
    if name not in {*ELSEWHERE, *NOT_RUN}
    for number, (code, expected) in enumerate(PROGRAM.findall(page))
]
CLAIMED = [pytest.param(*each.values, id=each.id) for each in HERE if each.values[0] == "claims"]
SHOWN = [pytest.param(*each.values, id=each.id) for each in HERE if each.values[0] == "console"]


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """Enter a folder that looks like a clone to the commands of a page; what they write stays in it."""
    for name in ("samples", "docs"):
        (tmp_path / name).symlink_to(ROOT / name, target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("kind", "text"), CLAIMED)
def test_claims(kind, text):
    """Each record has the verdict behind it."""
    assert kind == "claims"
    assert lines(text) == [judged(line) for line in lines(text)]


@pytest.mark.usefixtures("clone")
@pytest.mark.parametrize(("kind", "text"), SHOWN)
def test_what_is_printed(kind, text):
    """Each command prints what stands below it."""
    assert kind == "console"
    assert lines(text) == printed(text, "C.UTF-8")


@pytest.mark.usefixtures("clone")
@pytest.mark.parametrize(("code", "expected"), PROGRAMS)
def test_programs(code, expected):
    """Each program prints the text below it."""
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(compile(code, "docs", "exec"), {"__name__": "docs"})  # noqa: S102 - our own examples
    assert lines(shown.getvalue()) == lines(expected)


def test_each_page_is_run_somewhere():
    """A console block stands in a page that is run here or by another test, or there is a reason; programs are all run."""
    for name, page in PAGES.items():
        kinds = [kind for kind, _ in fences(page)]
        if name not in ELSEWHERE:
            assert kinds.count("python") == len(PROGRAM.findall(page)), name
    for name, test in ELSEWHERE.items():
        source = (Path(__file__).parent / test).read_text("utf-8")
        assert name in source, (name, test)
    assert set(NOT_RUN) <= set(PAGES)
    assert {each.id.partition(":")[0] for each in HERE} >= {
        "notation.md",
        "explorer.md",
        "tablebase.md",
        "reference-corpus.md",
    }


def test_a_wrong_claim_is_found():
    """A claim with another verdict, and a command with another output, differ from what ought to stand there."""
    right = "6面体 / 1 四04占 / 2 四04領 → ILLEGAL [six.3]"
    assert judged(right) == right
    assert judged(right.replace("six.3", "six.4")) == right
    assert judged(right.replace("ILLEGAL [six.3]", "UNFINISHED")) == right
    assert printed("$ kifu games --wrong\n$ echo $?\n0\n", "C.UTF-8") == ["$ kifu games --wrong", "$ echo $?", "2"]
