"""The screen that compares two sheets, in a real browser."""

import re

import pytest

pytest.importorskip("starlette")
pytest.importorskip("playwright.sync_api")

from browsed import AXE, CHROMIUM, PHONE, entered, kept, violations
from playwright.sync_api import expect
from served import served

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is here")]

PLAYED = ("四04占", "三02領", "五05武", "三01士", "四05騎", "二02馬")


def recorded(server, cookie, moves):
    """Record a game; return its id."""
    game = server.new(cookie, names={"first": "山田", "second": "<b>鈴木"})
    for ply, text in enumerate(moves, start=1):
        server.send(cookie, game, ply, f"{game}{ply}", "move", ply=ply, text=text)
    return game


def test_a_row_is_accepted_on_a_phone(browser, tmp_path):
    """Two games are chosen, the row that differs is put right after a question, and a file of the phone is compared."""
    with served(tmp_path / "games") as server:
        cookie = server.enter()
        a, b = recorded(server, cookie, [*PLAYED[:4], "四05馬", PLAYED[5]]), recorded(server, cookie, PLAYED)
        for scheme in ("light", "dark"):
            page = entered(browser, server, viewport=PHONE, color_scheme=scheme)
            page.get_by_role("link", name="二枚を比べる").click()
            page.get_by_label("棋譜 A").select_option(a)
            page.get_by_label("棋譜 B").select_option(b)
            page.get_by_role("button", name="二枚を比べる").click()
            expect(page.locator("tbody tr").first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            if AXE.exists():
                assert violations(page) == []
                page.get_by_role("button", name="English").click()
                assert violations(page) == []
                page.get_by_role("button", name="日本語").click()
        expect(page.locator("tbody")).to_contain_text("A の書き違い")
        expect(page.locator("tbody tr").first).to_have_text("… 同じ 4 行")
        expect(page.locator("tbody tr").nth(1)).to_contain_text("5 四05馬")
        expect(page.locator("figcaption")).to_have_text("A: 四05馬、B: 四05騎")
        expect(page.locator("figure svg").first).to_be_visible()
        page.screenshot(path=tmp_path / "compare.png", full_page=True)
        page.get_by_role("button", name=re.compile("A の 5 手目")).click()
        page.get_by_role("button", name="はい").click()
        expect(page.get_by_text("違いはありません")).to_be_visible()
        assert kept(server, a) == list(PLAYED)
        assert not page.locator("main b").count()
        page.get_by_label("棋譜 B").select_option("file")
        sheet = tmp_path / "sheet.kif"
        sheet.write_bytes("棋種：6面体\n   1 四04占\n   2 三02領\n".encode("cp932"))
        page.get_by_label("手もとのファイル B").set_input_files(sheet)
        page.get_by_role("button", name="二枚を比べる").click()
        expect(page.locator("tbody")).to_contain_text("B に抜け")
        named = page.get_by_role("region", name="結果と見出し").get_by_role("row").filter(has_text="先手")
        expect(named).to_contain_text("山田")
        expect(named).to_contain_text("B に抜け")
        if AXE.exists():
            assert violations(page) == []
