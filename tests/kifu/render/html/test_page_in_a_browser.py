"""The page in a real browser with scripts off: by taps, by keys, on a phone and on paper, light and dark."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api")

from browsed import AXE, CHROMIUM, LAPTOP, PHONE, launched, violations
from helpers import DIAGRAM
from helpers import verdict as verdict_on
from playwright.sync_api import expect, sync_playwright
from small_records import FOUL

import kifu
from kifu.render.html.record_pages_and_notebook import PageOptions, records_page

SAMPLES = Path(__file__).parents[4] / "samples"
STRETCHES = (
    FOUL + DIAGRAM + "   3 四03-四04武\n   4 七07士\n" + DIAGRAM + "   5 四03-五03武\n*" + "長い感想。" * 1000 + "\n"
)
NAMES = FOUL.replace("棋種：6面体\n", f"棋種：6面体\n先手：{'長' * 60}\n後手：{'W' * 60}\n")
SHOWN = [
    "six/branches.kif",
    "six/illegal-move.kif",
    "six/damaged.kif",
    "ace/illegal-moves.kif",
    "king/match.kif",
    "master/last-move-taken.kif",
    "rengo/game-go19.kif",
]

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is here")]


@pytest.fixture(scope="module")
def browser():
    """Start Chromium."""
    with sync_playwright() as playwright:
        running = launched(playwright)
        yield running
        running.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Write the pages into a folder."""
    folder = tmp_path_factory.mktemp("pages")
    for name in SHOWN:
        for language in ("ja", "en"):
            html = records_page(kifu.verify(kifu.read(SAMPLES / name)), PageOptions(language))
            (folder / f"{name.replace('/', '-')}.{language}.html").write_text(html, "utf-8")
    (folder / "stretches.html").write_text(records_page([verdict_on(STRETCHES)], PageOptions()), "utf-8")
    (folder / "names.ja.html").write_text(records_page([verdict_on(NAMES)], PageOptions()), "utf-8")
    return folder


def opened(browser, file, viewport=PHONE, **more):
    """Return a page that a file is opened in, and what it has asked for besides that file."""
    context = browser.new_context(viewport=viewport, **{"java_script_enabled": False, **more})
    asked = []
    context.on("request", lambda request: asked.append(request.url))
    shown = context.new_page()
    shown.goto(file.as_uri())
    assert asked == [file.as_uri()]
    return shown


def test_stepping_by_taps_and_keys(browser, folder):
    """One board is shown at a time: by a tap on a move, by the arrows beside the board, by the arrow keys."""
    shown = opened(browser, folder / "six-branches.kif.ja.html")
    boards, caption = shown.locator(".at:visible"), shown.locator(".nav:visible > span")
    expect(boards).to_have_count(1)
    expect(caption).to_have_text("20 手目 六02馬")
    shown.locator(".game > label[for=g1-1]").click()
    expect(caption).to_have_text("1 手目 三03占")
    expect(boards).to_contain_text("互いに占を離して置き合う")
    shown.locator(".nav:visible > label").last.click()
    expect(caption).to_have_text("2 手目 六03領")
    shown.keyboard.press("ArrowLeft")
    shown.keyboard.press("ArrowLeft")
    expect(caption).to_have_text("開始局面")
    seen = set()
    for _ in range(shown.get_by_role("radio").count()):
        seen.add(shown.locator("input:checked").get_attribute("id"))
        expect(boards).to_have_count(1)
        shown.keyboard.press("ArrowRight")
    assert len(seen) == shown.get_by_role("radio").count()
    expect(shown.get_by_role("radio", name="19 二05-二04武", exact=True)).to_have_count(1)
    expect(shown.get_by_role("img", name="盤 0", exact=True)).to_be_visible()
    shown.context.close()


def test_a_stretch_and_a_long_comment(browser, folder):
    """The page opens at the fault; play goes on from the diagram, and a long comment is scrolled in its place."""
    shown = opened(browser, folder / "stretches.html")
    caption, board = shown.locator(".nav:visible > span"), shown.locator(".at:visible")
    expect(caption).to_contain_text("2 手目 四07士")
    expect(board).to_contain_text("six.4")
    for _ in range(3):
        shown.locator(".nav:visible > label").last.click()
    expect(caption).to_contain_text("5 手目")
    comment = shown.locator(".at:visible .comment")
    assert comment.bounding_box()["height"] < 150
    comment.focus()
    expect(comment).to_be_focused()
    shown.context.close()


@pytest.mark.parametrize("width", [360, 390, 1280])
@pytest.mark.parametrize("name", SHOWN)
def test_nothing_runs_over_and_nothing_overlaps(browser, folder, name, width):
    """The page is never wider than its window, what is tapped is large enough, and no caption lies on another."""
    shown = opened(browser, folder / f"{name.replace('/', '-')}.en.html", {"width": width, "height": 800})
    game = shown.locator(".game").first
    assert shown.locator("main").bounding_box()["width"] <= width
    parts = game.locator(".at:visible").locator("p, svg").all()
    edges = [
        (box["y"], box["y"] + box["height"], box["x"] + box["width"]) for box in (part.bounding_box() for part in parts)
    ]
    assert len(edges) >= 2
    for (_, bottom, right), (top, _, _) in pairwise(edges):
        assert bottom <= top + 0.5
        assert right <= width
    for label in game.locator("label:visible").all()[:8]:
        box = label.bounding_box()
        assert min(box["width"], box["height"]) >= 43.9
    shown.context.close()


@pytest.mark.parametrize("viewport", [{"width": 360, "height": 640}, PHONE])
def test_the_first_screen_of_a_phone(browser, folder, viewport):
    """It shows the names, the result, the whole board and its controls, and none of the rulings; no name widens the page."""
    for file in (folder / "names.ja.html", *sorted(folder.glob("*.en.html"))):
        shown = opened(browser, file, viewport)
        places = {
            part: shown.locator(part).first.bounding_box()
            for part in ("h1", ".badge a", ".at:visible svg", ".nav:visible")
        }
        tops = [place["y"] for place in places.values()]
        assert tops == sorted(tops), file.name
        for part, place in places.items():
            assert place["y"] + place["height"] <= viewport["height"], (file.name, part)
            assert place["x"] + place["width"] <= viewport["width"], (file.name, part)
        assert shown.evaluate("document.documentElement.scrollWidth") <= viewport["width"], file.name
        for ruling in shown.get_by_text("⚖").all():
            assert not ruling.is_visible() or ruling.bounding_box()["y"] > viewport["height"], file.name
        shown.locator(".badge a").first.click()
        expect(shown.locator("#v1")).to_be_in_viewport()
        shown.context.close()


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not here (tests/tools/fetch_axe.py)")
@pytest.mark.parametrize(
    ("viewport", "scheme"),
    [
        (PHONE, "light"),
        (LAPTOP, "dark"),
        pytest.param(PHONE, "dark", marks=pytest.mark.sweep),
        pytest.param(LAPTOP, "light", marks=pytest.mark.sweep),
    ],
)
def test_every_page_is_accessible(browser, folder, viewport, scheme):
    """axe-core finds nothing wrong."""
    for file in (folder / "stretches.html", *sorted(folder.glob("*.ja.html"))):
        # The page's own policy would keep axe-core out.
        more = {"java_script_enabled": True, "bypass_csp": True, "color_scheme": scheme}
        shown = opened(browser, file, viewport, **more)
        assert violations(shown) == [], file.name
        shown.context.close()


def test_no_script_would_run(browser, folder, tmp_path):
    """The policy holds also where scripts are on: one that got into the page would not run, and nothing would be loaded."""
    html = (folder / "six-branches.kif.ja.html").read_text("utf-8")
    forged = "<script>document.title='ran'</script><img src='data:,' onerror=\"document.title='ran'\"></main>"
    (tmp_path / "forged.html").write_text(html.replace("</main>", forged), "utf-8")
    shown = opened(browser, tmp_path / "forged.html", java_script_enabled=True)
    assert shown.title() == "七つ置き (プログラム) - 八つ置き (プログラム)"
    shown.context.close()


def test_on_paper(browser, folder, tmp_path):
    """Printed, a page has the boards of every 20th ply with numbers on the squares, every comment, and nothing to press."""
    shown = opened(browser, folder / "six-branches.kif.ja.html", LAPTOP, color_scheme="dark")
    shown.emulate_media(media="print")
    expect(shown.locator(".at svg:visible")).to_have_count(1)
    expect(shown.locator(".plies text").first).to_have_text("1")
    expect(shown.locator(".nav label:visible, summary:visible")).to_have_count(0)
    comments = shown.locator(".comment")
    for comment in comments.all():
        expect(comment).to_be_visible()
    assert comments.count() == 4
    data = shown.pdf(path=tmp_path / "page.pdf", format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 3
    shown.context.close()
