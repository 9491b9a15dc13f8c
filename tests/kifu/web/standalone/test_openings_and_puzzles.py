"""The page in Chromium counts the openings of one's own records, and asks puzzles that come back in time."""

import json

import pytest
from paged import MISSING

pytest.importorskip("playwright.sync_api")

from browsed import AXE, CHROMIUM, PHONE, SAMPLES, device, enter, violations
from playwright.sync_api import expect

from kifu.core import games
from notation.random_record import random_game_as_kif
from notation.reading import read

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is here"),
    pytest.mark.skipif(MISSING, reason="pyodide is not here (tests/tools/fetch_runtime.py)"),
]
DAY = 86_400_000


@pytest.fixture
def page(browser):
    """Return the page on a new phone."""
    made = device(browser, viewport=PHONE, locale="ja-JP", has_touch=True, bypass_csp=True)
    made.wrong = []
    made.on("pageerror", lambda error: made.wrong.append(str(error)))
    made.on("console", lambda said: said.type == "error" and made.wrong.append(said.text))
    yield made
    made.context.close()
    assert made.wrong == []


def test_the_openings_of_own_records_and_puzzles(page, host, tmp_path):
    """Records are judged here in place of the reference games; their moves are clicked through, and back. Then puzzles are asked."""
    text = "\n".join(random_game_as_kif(games.load("six"), seed, 8) for seed in range(60))
    (tmp_path / "own.kif").write_text(text, encoding="utf-8")
    page.goto(f"{host.address}#/explorer")
    page.locator("input[type=file]").set_input_files([tmp_path / "own.kif", SAMPLES / "six/illegal-move.kif"])
    expect(page.locator(".drop p[role=status]")).to_have_text("60 局を数えました")
    expect(page.locator("table.played")).to_be_visible()
    expect(page.locator("p.status")).to_contain_text("60 局がこの局面に来ました")
    page.locator("button.move").first.click()
    expect(page.locator(".crumbs button")).to_have_count(2)
    if AXE.exists():
        assert violations(page) == []
    page.go_back()
    expect(page.locator(".crumbs button")).to_have_count(1)
    page.locator("summary", has_text="ファイルを選ぶ").click()
    page.get_by_role("button", name="消す").click()
    expect(page.get_by_text("エンジンどうしの参考対局")).to_be_visible()
    puzzles_come_back_in_time(page)


def puzzles_come_back_in_time(page):
    """A puzzle that is solved comes back tomorrow, one that is missed at once; who comes again finds both, and what was chosen."""
    records = read("p.kif", (SAMPLES / "six/puzzles.kif").read_bytes()).records
    answers = [record.main.entries[0].text for record in records]
    page.get_by_role("link", name="詰め問題").click()
    # The explorer has a field for files too: only the new screen's is meant.
    expect(page.get_by_text("最初の手は?")).to_be_visible()
    page.locator("input[type=file]").set_input_files(SAMPLES / "six/puzzles.kif")
    said = page.locator(".puzzle .status")
    expect(said).to_contain_text("最初の手は?")
    expect(said).to_contain_text(f"今日の分 {len(records)} / {len(records)} 題")
    enter(page, answers[0])
    expect(said).to_contain_text("正解です")
    page.get_by_role("button", name="次の問題").click()
    page.get_by_role("button", name="答えを見る").click()
    expect(said).to_contain_text(f"答えは {answers[1]}")
    first, second = json.loads(
        page.evaluate("localStorage.getItem(`kifu-puzzles@${encodeURIComponent('/')}`)")
    ).values()
    now = page.evaluate("Date.now()")
    assert (first[0], second[0]) == (1, 0)
    assert now + 0.9 * DAY < first[1] < now + DAY
    assert second[1] <= now
    page.go_back()
    page.go_forward()
    expect(said).to_contain_text(f"今日の分 {len(records) - 1} / {len(records)} 題")
    enter(page, answers[1])
    expect(said).to_contain_text("正解です")
