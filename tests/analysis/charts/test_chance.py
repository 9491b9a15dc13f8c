"""The panel of winning chances below a timeline."""

from __future__ import annotations

import pytest

from analysis.charts.timeline import timeline

CHANCES = [0.5, 0.3, 0.9, 0.9, 0.95, 0.2, 0.2, 1.0]


@pytest.mark.parametrize(("language", "title"), [("ja", "先手の勝率"), ("en", "winning chance of first")])
def test_chances_add_a_panel(beaten, language, title):
    """The last one, in per cent, with the moves that lost most named."""
    plain, figure = timeline(beaten, language), timeline(beaten, language, CHANCES)
    assert len(figure.axes) == len(plain.axes) + 1
    panel = figure.axes[-1]
    assert panel.get_title(loc="left").startswith(title)
    (line,) = [line for line in panel.get_lines() if line.get_label() == "chance_first"]
    assert list(line.get_ydata()) == [100 * chance for chance in CHANCES]
    assert [text.get_text() for text in panel.texts] == ["5 ▲四05-五05武", "2 △四06領", "1 ▲四04占"]


def test_without_swings_there_is_no_key(beaten):
    """A game in which nothing was lost."""
    panel = timeline(beaten, "en", [0.5] * 8).axes[-1]
    assert not panel.texts
    assert "▼" not in panel.get_title(loc="left")
