"""Times in words."""

from __future__ import annotations

from each import each

from kifu.render.html.svg_charts import format_seconds


@each(("seconds", "text"), [(0, "0:00"), (5, "0:05"), (90, "1:30"), (3599, "59:59"), (3723, "1:02:03")])
def test_times_are_written_as_clocks_show_them(seconds, text):
    """Times have minutes and seconds, and hours if there are any."""
    assert format_seconds(seconds) == text
