"""The page without a server in Chromium, as its tests open it and go about in it."""

from browsed import PHONE, device, sample
from playwright.sync_api import expect

TABS = ("judge", "games", "compare", "explorer", "rules", "guide", "sheets")
SIX = "six/seven-against-eight.kif"


def opened(browser, address, **more):
    """Open the page on a new device. What it asks of other origins, and what goes wrong in it, is written down."""
    page = device(browser, **{"viewport": PHONE, "locale": "ja-JP", "has_touch": True, **more})
    page.wrong = []
    own = address.split("/")[2]
    page.on("request", lambda asked: is_own(asked.url, own) or page.wrong.append(asked.url))
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("console", lambda said: said.type == "error" and page.wrong.append(said.text))
    page.goto(address)
    expect(page.locator("#shell nav a")).to_have_count(len(TABS))
    return page


def is_own(url, own):
    """Tell whether an address is the page's own."""
    return url.startswith(("blob:", "data:", "file:")) or url.split("/")[2] == own


def to(page, tab):
    """Go to a tab."""
    page.locator(f"#shell nav a[href='#/{tab}']").click()


def judged(page, number):
    """Wait for that number of verdicts."""
    expect(page.locator(".verdict")).to_have_count(number)


def new_game(page, name):
    """Open a game for the moves of a sample; return them."""
    moves, opening = sample(name)
    found = page.evaluate("(opening) => kifu.ask('POST', '/api/games', opening)", opening)
    assert found["status"] == 201, found
    page.evaluate("(id) => { location.hash = `#/g/${id}` }", found["body"]["id"])
    expect(page.locator("button.square").first).to_be_attached()
    return moves


def ready(page):
    """Wait until kifu answers."""
    page.wait_for_function("() => window.kifu")
