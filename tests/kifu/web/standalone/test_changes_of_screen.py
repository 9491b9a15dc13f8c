"""Changes of screen on the page: nothing jumps, the keyboard goes along, and what is said is true without a server."""

import re

import pytest
from paged import MISSING

pytest.importorskip("playwright.sync_api")

from browsed import CHROMIUM, LAPTOP, PHONE, SAMPLES, enter, has_plies
from opened_page import SIX, TABS, judged, new_game, opened, ready, to
from playwright.sync_api import expect

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is here"),
    pytest.mark.skipif(MISSING, reason="pyodide is not here (tests/tools/fetch_runtime.py)"),
]
MOST_SHIFTED = 0.1
"""The layout shift above which a page is felt to jump (web.dev, Cumulative Layout Shift)."""
SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) window.shifted += each.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""
DARK = 64
"""The mean of the three parts of a colour, of 255, below which it is dark."""
STILL = 700
"""The milliseconds after which a screen stands as it is."""


@pytest.mark.parametrize("viewport", [PHONE, pytest.param(LAPTOP, marks=pytest.mark.sweep)], ids=["phone", "laptop"])
def test_no_change_of_screen_shifts_what_is_seen(browser, host, viewport):
    """From each screen to another one, to a game, its viewer and back, whether or not a person has tapped."""
    page = opened(browser, host.address, viewport=viewport)
    ready(page)
    page.locator("input[type=file]").set_input_files(SAMPLES / SIX)
    judged(page, 1)
    new_game(page, SIX)
    game = page.evaluate("location.hash")
    page.evaluate(SHIFTS)
    found = {}
    for screen in [*TABS, "puzzles", "licences", "hall", *TABS[::-1], "table", "games", "view", "judge"]:
        path = {"table": game, "view": f"{game}/view"}.get(screen, f"#/{screen}")
        page.evaluate("(path) => { window.shifted = 0; location.hash = path }", path)
        expect(page.locator(f"main[data-screen={screen}] h1").first).to_be_attached()
        page.wait_for_timeout(STILL)
        shifted = page.evaluate("window.shifted")
        if shifted >= MOST_SHIFTED:
            found[screen] = shifted
    assert found == {}
    page.context.close()


def test_the_keyboard_is_at_the_heading_of_the_new_screen(browser, host):
    """After each change the focus is on the first heading of what is shown; the page begins without any."""
    page = opened(browser, host.address)
    assert page.evaluate("document.activeElement === document.body")
    ready(page)
    for tab in TABS[1:]:
        to(page, tab)
        expect(page.locator("main h1:focus")).to_be_attached()
    moves = new_game(page, SIX)
    expect(page.locator("main h1:focus")).to_have_text("6面体")
    enter(page, moves[0])
    has_plies(page, 1)
    page.evaluate("location.hash += '/view'")
    expect(page.locator("main[data-screen=view] h1:focus")).to_be_attached()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("status").filter(has_text="0 / 1 手")).to_be_visible()
    page.context.close()


def test_the_keyboard_stays_at_the_heading_when_a_screen_draws_what_it_waited_for(browser, host):
    """The openings come late; the first heading, which had the focus, goes, and the next one has it."""
    page = opened(browser, host.address, service_workers="block")
    ready(page)
    held = []
    page.route("**/content-explorer.json.gz", lambda route: held.append(route))  # noqa: PLW0108 - a bound method of a list takes no marks
    to(page, "explorer")
    expect(page.locator("main h1:focus")).to_be_attached()
    expect(page.locator("main [aria-busy]")).to_be_attached()
    page.wait_for_function("() => document.activeElement.tagName === 'H1'")
    for route in held:
        route.continue_()
    expect(page.locator("main button.square").first).to_be_attached()
    expect(page.locator("main h1:focus")).to_be_attached()
    page.context.close()


def test_a_recorder_who_hears_hears_the_move_and_then_the_turn(browser, host):
    """The status says what was just written before it says whose turn it is."""
    page = opened(browser, host.address)
    to(page, "games")
    ready(page)
    moves = new_game(page, SIX)
    for ply, text in enumerate(moves[:2], start=1):
        enter(page, text)
        has_plies(page, ply)
        expect(page.locator(".acts").get_by_role("status")).to_have_text(
            re.compile(rf"^{ply}手目 {text} · {ply + 1}手目 (先手|後手)の番")
        )
    page.context.close()


@pytest.mark.parametrize(
    ("locale", "words"),
    [("ja-JP", "サーバー|電波|自動ロック"), pytest.param("en-US", "server|network|auto-lock", marks=pytest.mark.sweep)],
)
def test_a_game_of_the_page_says_nothing_of_a_server(browser, host, locale, words):
    """There is none here, and a page that is read again comes back: neither is warned of."""
    page = opened(browser, host.address, locale=locale)
    to(page, "games")
    ready(page)
    new_game(page, SIX)
    expect(page.locator(".rest")).to_be_attached()
    assert re.search(words, page.locator("main").inner_text()) is None
    page.context.close()


def test_nothing_about_a_board_is_white_in_the_dark(browser, host):
    """What is round a board is as dark as the page; the marks of the sides keep their own colours."""
    page = opened(browser, host.address, color_scheme="dark")
    to(page, "games")
    ready(page)
    new_game(page, "ace/draw.kif")
    colour = page.locator(".board").evaluate("(board) => getComputedStyle(board).backgroundColor")
    name = page.locator(".board .ground text").first.evaluate("(text) => getComputedStyle(text).fill")
    assert brightness(colour) < DARK
    assert brightness(name) > 2 * DARK
    page.locator("a[href='/']").first.click()
    expect(page.locator(".mini").first).to_be_visible()
    assert brightness(page.locator(".mini").first.evaluate("(mini) => getComputedStyle(mini).backgroundColor")) < DARK
    page.context.close()


def brightness(colour):
    """Return the mean of the three parts of a colour as a style has it."""
    return sum(map(int, re.findall(r"\d+", colour)[:3])) / 3
