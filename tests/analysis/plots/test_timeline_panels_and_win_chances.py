"""The panel of winning chances below a timeline."""

from __future__ import annotations

import pytest

from analysis.plots.picture_style import DOTS_PER_INCH
from analysis.plots.timeline import draw_timeline
from analysis.tables.verdict_access import game_and_replay
from analysis.tables.win_chances_and_proofs import Estimate

CHANCES = [0.5, 0.3, 0.9, 0.9, 0.95, 0.2, 0.2, 1.0]


def named(verdict, chances, best=None):
    """Return estimates in which another move, `best` if it is given, keeps the chance of each position."""
    game, replay = game_and_replay(verdict)
    others = [
        next(move for move in game.legal_moves(position) if move != played) if best is None else best
        for position, played in zip(replay.positions, replay.moves, strict=False)
    ]
    return [Estimate(*each) for each in zip(chances, [*others, None], [*chances[:-1], None], strict=True)]


@pytest.mark.parametrize(("language", "title"), [("ja", "先手の勝率"), ("en", "winning chance of first")])
def test_chances_add_a_panel(beaten, language, title):
    """The panel is the last one, in per cent, and names the moves that lost most."""
    without, figure = draw_timeline(beaten, language), draw_timeline(beaten, language, named(beaten, CHANCES))
    assert len(figure.axes) == len(without.axes) + 1
    panel = figure.axes[-1]
    assert panel.get_title(loc="left").startswith(title)
    (line,) = [line for line in panel.get_lines() if line.get_label() == "chance_first"]
    assert list(line.get_ydata()) == [100 * chance for chance in CHANCES]
    names = [text.get_text().split(" → ")[0] for text in panel.texts]
    assert names == ["5 ▲四05-五05武", "2 △四06領", "1 ▲四04占"]


def test_without_swings_there_is_no_key(beaten):
    """A game in which no move lost much has no names and no key."""
    panel = draw_timeline(beaten, "en", [Estimate(0.5)] * 8).axes[-1]
    assert not panel.texts
    assert "▼" not in panel.get_title(loc="left")


@pytest.mark.parametrize(("language", "best"), [("ja", "最善"), ("en", "best")])
def test_the_better_move_is_named(beaten, language, best):
    """Beside a move that lost most stands the move that the search would have played."""
    game, replay = game_and_replay(beaten)
    better = next(move for move in game.legal_moves(replay.positions[4]) if move != replay.moves[4])
    chances = [Estimate(0.9)] * 4 + [Estimate(0.9, better, 0.9)] + [Estimate(0.1)] * 3
    (name,) = draw_timeline(beaten, language, chances).axes[-1].texts
    assert name.get_text() == f"5 ▲四05-五05武 → {best} {game.spell(better)}"


@pytest.mark.parametrize(
    "chances", [CHANCES, [0.9, 0.1, 0.9, 0.1, 0.1, 0.1, 0.1, 0.1], [0.5, 0.5, 0.5, 0.5, 0.9, 0.1, 0.9, 0.1]]
)
def test_names_do_not_overprint(beaten, chances):
    """Names of moves next to each other, at either end of the game, neither overlap nor leave the panel."""
    game, replay = game_and_replay(beaten)
    longest = max(game.legal_moves(replay.positions[4]), key=lambda move: len(game.spell(move)))
    figure = draw_timeline(beaten, "ja", named(beaten, chances, longest))
    panel = figure.axes[-1]
    boxes = [text.get_window_extent() for text in panel.texts]
    assert len(boxes) == 3
    assert not any(box.overlaps(before) for place, box in enumerate(boxes) for before in boxes[:place])
    inside = panel.get_window_extent()
    assert all(inside.y0 < box.y0 and box.y1 < inside.y1 for box in boxes)
    assert all(box.x0 > 0 and box.x1 < figure.get_figwidth() * DOTS_PER_INCH for box in boxes)
    curve = panel.transData.transform((0, 100))[1]
    assert all(curve < box.y0 for box in boxes)


def test_the_chance_is_that_of_white(judge):
    """In a Union game the panel shows the chance of 白."""
    (verdict,) = judge("棋種：ユニオンキング\n1 一06-一05十内\n")
    panel = draw_timeline(verdict, "ja", [Estimate(0.5)] * 2).axes[-1]
    assert panel.get_title(loc="left").startswith("白の勝率")
