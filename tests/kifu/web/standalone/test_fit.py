"""Screens of the page in the window of a phone: the board, the hands and the buttons are in sight, whatever is around them."""

import pytest
from paged import MISSING

pytest.importorskip("playwright.sync_api")

from browsed import CHROMIUM, FIVE, LAPTOP, PHONES, TABLE, outside, sample
from opened_page import opened, ready, to
from playwright.sync_api import expect

from kifu.core import games
from notation.random_record import random_game_as_kif

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is here"),
    pytest.mark.skipif(MISSING, reason="pyodide is not here (tests/tools/fetch_runtime.py)"),
]
WIDE = tuple(LAPTOP.values())
OPEN = "async (opening) => [(await kifu.ask('POST', '/api/games', opening)).body.id, 0, 0]"
"""Opens a game; returns its id, its last event and its plies."""
RECORD = """async ([[id, seq, ply], moves]) => {
  let base = seq;
  for (const [more, text] of moves.entries()) {
    const event = { id: `m${ply + more}`, kind: "move", ply: ply + more + 1, text };
    base = (await kifu.ask("POST", `/api/g/${id}/events`, { base, event })).body.seq;
  }
  location.hash = `#/g/${id}`;
  return [id, base, ply + moves.length];
}"""
"""Records further moves, and goes to the table of the game."""
AT_EACH_LANDING = ("six/elimination.kif", "rengo/game-othello.kif")
"""The games with the fullest hands and with the largest board; the others are left to .ci/sweep."""
DEVICES = {
    "folder": {"locale": "ja-JP", "color_scheme": "light"},
    "kifu.html": {"locale": "en-US", "color_scheme": "dark"},
}


@pytest.mark.parametrize(
    "name", [one if one in AT_EACH_LANDING else pytest.param(one, marks=pytest.mark.sweep) for one in FIVE]
)
@pytest.mark.parametrize("shape", [pytest.param("folder", marks=pytest.mark.sweep), "kifu.html"])
def test_a_game_is_in_the_window_of_every_phone(browser, shapes, host, shape, name):
    """A game at its start with full hands, in the middle and at its end, recorded and looked at."""
    address = host.address if shape == "folder" else (shapes / shape).as_uri()
    page = opened(browser, address, **DEVICES[shape])
    to(page, "games")
    ready(page)
    found = {}
    moves, opening = sample(name)
    game = page.evaluate(OPEN, opening)
    for number in (0, len(moves) // 2, len(moves)):
        game = page.evaluate(RECORD, [game, moves[game[-1] : number]])
        expect(page.locator(".moves button[data-ply]")).to_have_count(number)
        for screen in ("table", "view"):
            if screen == "view":
                page.evaluate("location.hash += '/view'")
            expect(page.locator(f"main[data-screen={screen}] .board svg")).to_be_visible()
            beyond = outside(page, [*PHONES, WIDE], TABLE)
            if beyond:
                found[number, screen] = beyond
    assert found == {}
    page.context.close()


SMALL = [(360, 640), (390, 664), WIDE]


def test_moves_of_the_explorer_stand_at_its_board(browser, host, tmp_path):
    """The board, the way there and the first moves are in the window; a tap on a move shows the rest; the pattern is a tap away."""
    records = [random_game_as_kif(games.load(game), seed, 30) for game in ("six", "rengo") for seed in range(12)]
    (tmp_path / "own.kif").write_text("\n".join(records), encoding="utf-8")
    page = opened(browser, f"{host.address}#/explorer")
    page.locator("input[type=file]").set_input_files(tmp_path / "own.kif")
    expect(page.locator(".drop p[role=status]")).to_have_text("24 局を数えました")
    parts = [".top > *", ".board", ".acts > *", "tbody:nth-of-type(-n + 2) .move"]
    assert outside(page, SMALL, parts) == {}
    page.locator(".top select").select_option(index=1)
    assert outside(page, SMALL, parts) == {}
    page.set_viewport_size({"width": 390, "height": 664})
    more = page.locator("tbody .more").first
    expect(more).to_be_hidden()
    page.get_by_role("button", name="くわしく").first.click()
    expect(more).to_contain_text("勝–分–負")
    page.get_by_role("button", name="配置でさがす").click()
    expect(page.get_by_label("駒", exact=True)).to_be_in_viewport()
    page.context.close()


def test_a_puzzle_stands_as_a_game_does(browser, host):
    """The board, both hands and the buttons of a puzzle are in the window, while it is asked and when it is answered."""
    page = opened(browser, f"{host.address}#/puzzles")
    for game in ("6面体", "ユニオンエース", "ユニオンキング", "ユニオンマスター"):
        page.get_by_role("button", name=game, exact=True).click()
        expect(page.get_by_role("button", name=game, exact=True)).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".acts button")).to_have_text(["答えを見る"])
        assert outside(page, SMALL, TABLE) == {}, game
        page.get_by_role("button", name="答えを見る").click()
        assert outside(page, SMALL, TABLE) == {}, game
    page.context.close()
