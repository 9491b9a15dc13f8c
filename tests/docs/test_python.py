"""Tests of the guide to the Python API and the notebook: every example is executed, in order, in one namespace."""

import ast
import contextlib
import io
import json
import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "python.md"
NOTEBOOK = ROOT / "docs" / "notebook.ipynb"
_BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)
SHOWN = ("_repr_html_", "_repr_svg_", "_repr_png_")
"""The methods that a notebook calls on a value."""


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Enter a copy of the folders that the examples read; the examples write there."""
    shutil.copytree(ROOT / "samples" / "six", tmp_path / "samples" / "six")
    shutil.copytree(ROOT / "samples" / "rengo", tmp_path / "samples" / "rengo")
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_guide_prints_what_it_says(place):
    """Each block of Python prints the block of text below it, or nothing if there is none."""
    blocks = _BLOCK.findall(GUIDE.read_text("utf-8"))
    assert len(blocks) == GUIDE.read_text("utf-8").count("```python")
    namespace = {"__name__": "guide"}
    for code, expected in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, str(GUIDE), "exec"), namespace)  # noqa: S102 - our own examples
        assert printed.getvalue() == expected, code
    assert (place / "timeline.png").read_bytes().startswith(b"\x89PNG")


def cells():
    """Return the code of the notebook's cells."""
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run(code, namespace):
    """Execute a cell as a notebook does, and return the value of its last line if that is an expression."""
    tree = ast.parse(code, str(NOTEBOOK))
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, str(NOTEBOOK), "exec"), namespace)  # noqa: S102 - our own examples
    return None if last is None else eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), namespace)  # noqa: S307


@pytest.mark.usefixtures("place")
def test_the_notebook_runs_and_shows_something_in_every_cell(monkeypatch):
    """Each cell after the first ends in a value that a notebook can show: a verdict, a board, a table, a picture."""
    monkeypatch.chdir("docs")
    namespace = {"__name__": "__main__"}
    shown = [run(code, namespace) for code in cells()]
    offers = [{name for name in SHOWN if getattr(value, name, None) is not None} for value in shown]
    assert all(offers[1:])
    assert {name for names in offers for name in names} == set(SHOWN)
    assert shown[1]._repr_html_().count("<svg") == 1


def test_the_notebook_is_kept_without_results():
    """The cells hold no results, because results differ from run to run."""
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)
