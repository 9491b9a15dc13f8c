"""The screen that reads photographed sheets, in a real browser; the reader of photographs is a simulated one."""

import re

import pytest

pytest.importorskip("starlette")
pytest.importorskip("cv2")
pytest.importorskip("playwright.sync_api")

from browsed import AXE, CHROMIUM, LAPTOP, PHONE, entered, violations
from PIL import Image
from playwright.sync_api import expect
from repository import ROOT
from served import served

import kifu

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is here")]
LOOKS = [(PHONE, "light"), (LAPTOP, "dark")]
MOVES = ["四04占", "三02領", "五05武", "三01士", "四05騎", "二02馬", "五05-五06武", "三01-三03士"]
PATCH = f"""
import sys
sys.path[:0] = [{str(ROOT / "tests/support")!r}, {str(ROOT)!r}]
import analysis.scan.read_sheet, kifu, simulated_ink
analysis.scan.read_sheet.read_page = simulated_ink.reader(kifu.load_game("six"), {MOVES!r})
"""
"""What the server runs before it starts."""


def test_a_person_makes_a_record_of_photographs(browser, tmp_path):
    """A sheet given twice is offered alone, doubtful plies are decided by a tap or by hand, the record says that a person confirmed it; the hand is kept and forgotten."""
    (tmp_path / "sitecustomize.py").write_text(PATCH, encoding="utf-8")
    photo = tmp_path / "用紙 1.jpg"
    exif = Image.Exif()
    exif[0x8825] = {2: (35.0, 41.0, 0.0)}  # where it was taken
    Image.new("RGB", (3000, 2000), "white").save(photo, exif=exif)
    sent = []
    with served(tmp_path / "games", environment={"PYTHONPATH": str(tmp_path)}) as server:
        for viewport, scheme in LOOKS:
            page = entered(browser, server, viewport=viewport, color_scheme=scheme)
            page.on(
                "request",
                lambda request: sent.append(request.post_data or "") if "/api/scan?" in request.url else None,
            )
            page.get_by_role("link", name="用紙の写真を読む").click()
            page.get_by_role("button", name="読む", exact=True).click()
            expect(page.get_by_role("alert")).to_have_text("用紙の写真を選んでください")
            for label in ("用紙 1 の写真", "もう一人の用紙の写真"):
                page.get_by_label(re.compile(label)).set_input_files(photo)
            page.get_by_role("button", name="読む", exact=True).click()
            expect(page.get_by_role("alert")).to_contain_text("同じ写真が二枚の用紙の両方にあります")
            page.get_by_role("button", name="用紙 1 だけを読む").click()
            expect(page.locator("figure svg")).to_be_visible()
            expect(page.locator(".ink canvas").first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            for name in ("English", "日本語"):
                assert not AXE.exists() or violations(page) == []
                page.get_by_role("button", name=name).click()
        page.screenshot(path=tmp_path / "scan.png", full_page=True)
        confirm = page.get_by_role("button", name="用紙と比べて確かめた棋譜として残す")
        expect(confirm).to_be_disabled()
        for _ in MOVES:
            if confirm.is_enabled():
                break
            ply = int(re.search(r"\d+", page.locator("h2").first.inner_text())[0])
            own = page.get_by_role("button", name=MOVES[ply - 1], exact=True)
            if own.count():
                own.click()
            else:
                page.get_by_label("この手", exact=True).fill(MOVES[ply - 1])
                page.get_by_role("button", name="この手でよい").click()
        confirm.click()
        _keeps_and_forgets(page, tmp_path / "games" / "handwritings")
        page.get_by_role("link", name="棋譜を見る").click()
        expect(page.locator("body")).to_have_attribute("data-screen", "view")
    (kept,) = (tmp_path / "games").glob("scan-*.kif")
    record = kifu.read(kept).records[0]
    assert [entry.text for entry in record.main.entries] == MOVES
    assert record.head["読み取り"].startswith("確認済み、写真 用紙 1.jpg sha256 ")
    assert "unconfirmed-reading" not in {one.code for one in record.diagnostics}
    assert all('"name":"用紙 1.jpg"' in one and "RXhpZg" not in one for one in sent)  # base64 of Exif
    assert len(sent) == 2 * len(LOOKS)


def _keeps_and_forgets(page, folder):
    """Keep the handwriting of the confirmed sheet under a name, and forget it."""
    page.get_by_label("用紙 1 の書き手の名前").fill("佐藤")
    page.get_by_role("button", name="筆跡を覚える").click()
    expect(page.get_by_label(re.compile("用紙 1 の書き手 .筆跡"))).to_contain_text("佐藤")
    assert [one.name for one in folder.iterdir()] == ["佐藤.npz"]
    page.get_by_text("覚えている筆跡", exact=True).click()
    page.get_by_role("button", name="佐藤 を忘れる").click()
    expect(page.get_by_label(re.compile("用紙 1 の書き手 .筆跡"))).to_have_count(0)
    assert not [*folder.iterdir()]
