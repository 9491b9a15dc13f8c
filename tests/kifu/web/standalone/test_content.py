"""What the page carries: samples, two sheets, puzzles and reference openings; and a change of language that loses nothing."""

import gzip
import json

import pytest
from paged import MISSING

pytest.importorskip("playwright.sync_api")

from browsed import CHROMIUM
from opened_page import judged, opened, to
from playwright.sync_api import expect
from repository import ROOT

from kifu.reconcile.make_reconciliation import reconcile
from kifu.referee.verify import verify
from kifu.web.service.requests_responses_and_ports import Request
from kifu.web.standalone.explorer_puzzle_and_share_requests import read_puzzles
from notation.reading import read

STATIC = ROOT / "kifu/web/standalone/static"
MAX_BYTES = 400_000
"""The bytes that what the page carries may have."""
in_browser = pytest.mark.skipif(CHROMIUM is None or MISSING, reason="no Chromium, or no pyodide, is here")
SMALL_PHONE = {"width": 390, "height": 664}


def content(name):
    """Return a part of what the page carries."""
    return json.loads(gzip.decompress((STATIC / f"content-{name}.json.gz").read_bytes()))


def joint(*texts):
    """Return the joint reading of two sheets."""
    one, two = (read("a.kif", text.encode()).records[0] for text in texts)
    return reconcile(one, two, (verify(one, ""), verify(two, "")))


def test_what_is_carried_is_small_and_of_the_samples():
    """All of it is at most 400 kB; the samples are files of samples/, and the second sheet is the first but for three lines."""
    assert sum(path.stat().st_size for path in STATIC.glob("content-*")) <= MAX_BYTES
    samples = content("samples")
    for record in samples["records"].values():
        game, name = record["name"].split("-", 1)
        assert record["text"] == (ROOT / "samples" / game / name).read_text("utf-8")
    a, b = (samples["sheets"][letter]["text"] for letter in "ab")
    assert sum(one != other for one, other in zip(a.split("\n"), b.split("\n"), strict=True)) == 3
    reading = joint(a, b)
    assert (reading.word, reading.cost) == ("one-legal", 3)
    assert reading.label.ja == "A は最後まで規則どおり。B は 3 か所の書き違いで A になる"
    assert joint(b, a).label.en == "B is legal to its end; A is B but for 3 slips of the pen"


def test_there_are_twelve_puzzles_of_each_game_that_is_solved():
    """Each is legal, has a solution and is asked by the page."""
    carried = content("puzzles")
    assert set(carried) == {"six", "ace", "king", "master"}
    for game, text in carried.items():
        found = json.loads(read_puzzles(Request("POST", "/api/puzzles", {"name": game}, text.encode())).text)
        assert len({puzzle["id"] for puzzle in found["puzzles"]}) == 12
        assert found["left_out"] == 0


def test_the_reference_openings_are_of_the_corpus():
    """Each game has its first games of the reference corpus, apart from copies; 6面体 those against seven 占 too."""
    graphs = content("explorer")["graphs"]
    found = {graph["game"]: len(graph["games"]["source"]) + graph["copies"] for graph in graphs}
    assert found == {"six": 560, "ace": 400, "king": 400, "master": 400}


@pytest.mark.browser
@in_browser
def test_no_room_is_empty(browser, host):
    """A sample is judged, sevens of 占 are found with what is played against them, and a puzzle of each game is asked, by taps."""
    page = opened(browser, host.address, viewport=SMALL_PHONE)
    page.get_by_role("button", name="反則のある一局").click()
    judged(page, 1)
    expect(page.locator(".verdict[data-status=ILLEGAL]")).to_be_visible()
    to(page, "explorer")
    page.get_by_role("button", name="占が七つの局面").click()
    expect(page.get_by_text("局面、")).to_be_visible()
    page.locator("button.found").first.click()
    expect(page.locator("table.played")).to_be_visible()
    assert page.locator(".crumbs button").count() > 7
    page.get_by_role("link", name="詰め問題").click()
    said = page.locator("main .status")
    for game in ("6面体", "ユニオンエース", "ユニオンキング", "ユニオンマスター"):
        page.get_by_role("button", name=game, exact=True).click()
        expect(page.get_by_role("button", name=game, exact=True)).to_have_attribute("aria-pressed", "true")
        expect(said).to_contain_text("今日の分 12 / 12 題")
    page.context.close()
    assert page.wrong == []


@pytest.mark.browser
@in_browser
def test_a_change_of_language_loses_nothing(browser, host):
    """One button a screen: a comparison with its files, a search of patterns, a puzzle and a pasted text stay in both languages."""
    page = opened(browser, host.address, viewport=SMALL_PHONE)

    def turn():
        """Change the language by the one button that there is."""
        buttons = page.get_by_role("button", name="EN", exact=True).or_(
            page.get_by_role("button", name="日本", exact=True)
        )
        expect(buttons).to_have_count(1)
        expect(page.get_by_role("button", name="English", exact=True)).to_have_count(0)
        buttons.click()

    page.locator("summary", has_text="棋譜を貼り付ける").click()
    page.get_by_role("textbox").fill("棋種：6面体")
    turn()
    expect(page.get_by_role("heading", name="Judge records")).to_be_visible()
    expect(page.get_by_role("textbox")).to_have_value("棋種：6面体")
    turn()
    to(page, "compare")
    page.get_by_role("button", name="見本で試す").click()
    expect(page.get_by_text("A は最後まで規則どおり。B は 3 か所の書き違いで A になる")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE["width"]
    expect(page.locator("main input[type=file]")).to_have_count(2)
    turn()
    expect(page.get_by_text("A is legal to its end; B is A but for 3 slips of the pen")).to_be_visible()
    expect(page.locator(".sheet .name")).to_have_text(["sheet-a.kif", "sheet-b.kif"])
    page.get_by_role("button", name="Compare two sheets").click()  # both files are still there
    expect(page.locator("figure")).to_have_count(3)  # a board for each difference, with both arrows
    turn()
    to(page, "explorer")
    page.get_by_role("button", name="占が七つの局面").click()
    found = page.locator("button.found").count()
    assert found > 5
    turn()
    expect(page.locator("button.found")).to_have_count(found)
    turn()
    page.get_by_role("link", name="詰め問題").click()
    page.get_by_role("button", name="答えを見る").click()
    answer = page.locator(".acts .status").inner_text().split(" · ")[0].removeprefix("答えは ")
    turn()
    expect(page.locator(".acts .status")).to_contain_text(f"The answer is {answer}")
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()
    page.context.close()
    assert page.wrong == []
