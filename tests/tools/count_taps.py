"""Counts the taps that whole games take on the screen of a table, in Chromium on a small phone.

    python tests/tools/count_taps.py [SAMPLE...]

prints a table for docs/table.md. Units are tapped by their names, as tests/browsed.py does; a text that stands by itself is not
tapped.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from browsed import at_table, entered, has_plies, kept, launched, sample, tapped
from playwright.sync_api import sync_playwright
from served import served

SMALL = {"width": 360, "height": 640}
SAMPLES = (
    "six/elimination.kif",
    "ace/black-reaches-the-target.kif",
    "ace/last-move-decides.kif",
    "king/last-move-taken.kif",
    "king/last-move-decides.kif",
    "master/last-move-taken.kif",
    "master/draw.kif",
    "rengo/game-othello.kif",
    "rengo/game-draughts.kif",
    "rengo/game-renju.kif",
)


def mean(numbers):
    """Return the mean of numbers as text; a dash without any."""
    return f"{sum(numbers) / len(numbers):.2f}" if numbers else "–"


def counted(server, browser, cookie, name):
    """Enter a sample by taps; return a row of the table. Raises AssertionError if the record does not have its moves."""
    moves, opening = sample(name)
    game = server.new(cookie, **opening)
    page = at_table(entered(browser, server, viewport=SMALL), server, game)
    taps = [tapped(page, text) for text in moves]
    has_plies(page, len(moves))
    if kept(server, game) != moves:
        raise AssertionError(name)
    page.context.close()
    placed = [number for number, text in zip(taps, moves, strict=True) if "-" not in text and text != "パス"]
    moved = [number for number, text in zip(taps, moves, strict=True) if "-" in text]
    return f"| `{name}` | {len(moves)} | {mean(placed)} | {mean(moved)} | {mean(taps)} |"


def main(names):
    """Print the table."""
    print("| sample | plies | taps a placement | taps a move | taps a ply |\n|---|---|---|---|---|")  # noqa: T201
    with served(Path(tempfile.mkdtemp())) as server, sync_playwright() as playwright:
        browser = launched(playwright)
        cookie = server.enter()
        for name in names:
            print(counted(server, browser, cookie, name), flush=True)  # noqa: T201
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:] or SAMPLES)
