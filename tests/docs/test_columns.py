"""Test of docs/columns.md: the page says the same as the columns of the tables."""

import runpy

from repository import ROOT

DOCS = ROOT / "docs"


def test_the_page_is_what_the_columns_say():
    """The page kept in git is the page written anew from the columns."""
    assert runpy.run_path(str(DOCS / "generate_columns.py"))["page"]() == (DOCS / "columns.md").read_text("utf-8"), (
        "docs/columns.md is not what the columns say; run: python docs/generate_columns.py"
    )
