"""Cells of CSV: text that a spreadsheet would run gets a quote; numbers and harmless text stay unchanged."""

from decimal import Decimal

from each import each

from kifu.core.escape_untrusted_text import safe_csv_cell


@each(
    "text",
    ["=1+1", "+81 3", "-cmd", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠a", '=HYPERLINK("http://x")'],
)
def test_text_that_would_be_run(text):
    """Text that would be run gets a ' before it, by which spreadsheets know text."""
    assert safe_csv_cell(text) == f"'{text}"


@each("value", [-1.5, -3, Decimal(-1), None, True, "", "四04占", "'=1", "a=b", "-1.5", "+3", "-2e-05", " =1"])
def test_what_runs_nothing(value):
    """Numbers stay numbers, also as text; other text that would not be run is unchanged."""
    assert safe_csv_cell(value) is value
