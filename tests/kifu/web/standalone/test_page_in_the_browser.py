"""The page in Chromium: what goes wrong, several tabs, other stores, accessibility, and pages that embed it."""

import pytest
from paged import MISSING, hosted

pytest.importorskip("playwright.sync_api")

from browsed import AXE, CHROMIUM, SAMPLES, device, enter, has_plies, violations
from opened_page import SIX, TABS, judged, new_game, opened, ready, to
from playwright.sync_api import expect
from repository import ROOT

from kifu.web.standalone.third_parties import PARTS

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is here"),
    pytest.mark.skipif(MISSING, reason="pyodide is not here (tests/tools/fetch_runtime.py)"),
]


@pytest.fixture(params=["host", "disk"])
def page(request, browser, shapes, host):
    """Return the page in one of its shapes on a new phone."""
    address = host.address if request.param == "host" else (shapes / "kifu.html").as_uri()
    made = opened(browser, address)
    yield made
    made.context.close()
    assert made.wrong == []


def test_the_licences_of_what_it_carries(page):
    """A link at the foot shows each part with the text of its licence, before Python is there."""
    page.locator("#about a[href='#/licences']").click()
    shown = page.locator("#main pre.licences")
    expect(shown).to_contain_text("Mozilla Public License Version 2.0")
    text = shown.inner_text()
    assert all(part.name in text for part in PARTS)
    assert "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2" in text
    expect(page.locator("#main h1")).to_have_text("ライセンス")


def save_record(page):
    """Hand the record of the game on as a file."""
    page.get_by_role("button", name="棋譜を渡す").click()
    page.get_by_role("button", name="ファイル (.txt)").click()
    page.get_by_role("button", name="保存する").click()


def test_every_tab_is_for_everybody(browser, host):
    """axe-core finds nothing wrong on any tab, in both languages, light and dark; nothing runs over the side."""
    if not AXE.exists():
        pytest.skip("axe-core is not here (tests/tools/fetch_axe.py)")
    for locale, scheme in (("ja-JP", "light"), ("en-US", "dark")):
        page = opened(browser, host.address, locale=locale, color_scheme=scheme, bypass_csp=True)
        page.locator("input[type=file]").set_input_files([SAMPLES / "six/illegal-move.kif", SAMPLES / SIX])
        judged(page, 2)
        for tab in TABS:
            to(page, tab)
            expect(page.locator(f"main[data-screen={tab}] h1").first).not_to_have_text("kifu")
            if tab == "games":
                expect(page.locator("main .fields:visible, main form:visible").first).to_be_attached()
            assert violations(page) == [], (locale, tab)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (locale, tab)
        new_game(page, SIX)
        assert violations(page) == [], locale
        page.context.close()


def test_two_tabs_do_not_write_over_each_other(browser, host):
    """One tab leads, the other looks on and sees each move; when it takes over, it goes on from there."""
    one = opened(browser, host.address)
    to(one, "games")
    ready(one)
    moves = new_game(one, SIX)
    two = one.context.new_page()
    two.goto(one.url)
    expect(two.get_by_text("別のタブが記録しています")).to_be_visible()
    for ply, text in enumerate(moves[:3], start=1):
        enter(one, text)
        has_plies(one, ply)
        has_plies(two, ply)
    two.get_by_role("button", name="このタブで記録する").click()
    expect(one.get_by_text("別のタブが記録しています")).to_be_visible()
    enter(two, moves[3])
    has_plies(two, 4)
    has_plies(one, 4)
    state = one.evaluate("() => kifu.ask('GET', '/api/games')")["body"]["games"]
    assert [(game["ply"], game.get("error")) for game in state] == [(4, None)]
    one.context.close()


def test_back_and_forward_lose_nothing(browser, host):
    """Going back and forth between the screens ends the one and begins the other; the game goes on."""
    page = opened(browser, host.address)
    to(page, "games")
    ready(page)
    moves = new_game(page, SIX)
    for ply, text in enumerate(moves[:4], start=1):
        enter(page, text)
        page.go_back()
        expect(page.locator("main[data-screen=games]")).to_be_attached()
        page.go_forward()
        has_plies(page, ply)
    page.context.close()


def test_a_full_device_takes_nothing_and_says_so(browser, host):
    """When the device is full the red bar says so, the tap stays; when there is room again it is taken, once."""
    page = opened(browser, host.address)
    to(page, "games")
    ready(page)
    moves = new_game(page, SIX)
    enter(page, moves[0])
    has_plies(page, 1)
    tools = page.context.new_cdp_session(page)
    origin = host.address.rstrip("/")
    tools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    enter(page, moves[1])
    expect(page.locator(".bar")).to_contain_text("記録できていません")
    assert page.evaluate("() => kifu.ask('GET', '/api/games')")["body"]["games"][0]["ply"] == 1
    tools.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    has_plies(page, 2)
    page.context.close()


def changed(shapes, folder, name, *pairs):
    """Copy the page into a folder, with one file changed."""
    for path in (shapes / "folder").iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    text = (folder / name).read_text("utf-8")
    for before, after in pairs:
        assert before in text
        text = text.replace(before, after)
    (folder / name).write_text(text, "utf-8")


def test_a_browser_that_keeps_nothing_says_so_before_the_first_move(browser, shapes, tmp_path):
    """Where neither store can be had, the warning stands before a game is opened; the game can be recorded and handed on."""
    refused = 'throw new Error("refused");'
    changed(
        shapes,
        tmp_path,
        "worker.js",
        ("async function files() {", f"async function files() {{ {refused}"),
        ("async function base() {", f"async function base() {{ {refused}"),
    )
    scope = (tmp_path / "scope.js").read_text("utf-8")
    (tmp_path / "scope.js").write_text(f"globalThis.BroadcastChannel = () => {{ {refused} }};\n{scope}", "utf-8")
    with hosted(tmp_path) as host:
        page = opened(browser, host.address, service_workers="block")
        to(page, "games")
        expect(page.get_by_role("alert").filter(has_text="ページを閉じると記録が消えます")).to_be_visible()
        moves = new_game(page, SIX)
        enter(page, moves[0])
        has_plies(page, 1)
        with page.expect_download():
            save_record(page)
        page.context.close()


def test_games_of_another_store_are_taken_over(browser, shapes, tmp_path):
    """A game that was kept in the base, when there were no files, is there when there are, with all its moves, and goes on."""
    changed(
        shapes,
        tmp_path,
        "worker.js",
        ("async function files() {", 'async function files() { throw new Error("refused");'),
    )
    with hosted(tmp_path) as host:
        page = opened(browser, host.address, service_workers="block")
        to(page, "games")
        ready(page)
        assert page.evaluate("kifu.keeps") == "base"
        moves = new_game(page, SIX)
        for ply, text in enumerate(moves[:3], start=1):
            enter(page, text)
            has_plies(page, ply)
        (tmp_path / "worker.js").write_bytes((shapes / "folder" / "worker.js").read_bytes())
        page.reload()
        expect(page.locator(".moves button[data-ply]")).to_have_count(3)
        assert page.evaluate("kifu.keeps") == "files"
        enter(page, moves[3])
        has_plies(page, 4)
        page.context.close()


@pytest.mark.parametrize(
    "fault",
    [
        ("worker.js", 'tell({ step: "runtime" });', "await new Promise(() => {});", "20 秒たっても進みません"),
        ("worker.js", 'tell({ step: "runtime" });', 'Promise.reject(new Error("at once"));', "動きません (at once)"),
        ("worker.js", "const modules = {};", "const modules = {;", "動きません (Uncaught SyntaxError"),
        ("python_worker.js", '"library.zip.gz"', '"missing.zip.gz"', "動きません (missing.zip.gz: 404)"),
        ("python_worker.js", 'new Worker(at("worker.js"))', "undefined.no", "動きません (Cannot read"),
        ("shell.js", "new Shell(about);", "undefined.no;", "まだ始まりません"),
    ],
    ids=["stalls", "rejects", "does not parse", "lacks a part", "throws", "has no shell"],
)
def test_what_does_not_start_says_so(browser, shapes, tmp_path, fault):
    """Whatever keeps Python from starting, the page says what is wrong and what to do, in a while."""
    name, before, after, said = fault
    changed(shapes, tmp_path, name, (before, after))
    waits = {"python_worker.js": ("20_000", "200"), "style.css": ("20s", "0.2s")}
    for other, (long, short) in waits.items():
        path = tmp_path / other
        path.write_text(path.read_text("utf-8").replace(long, short), "utf-8")
    with hosted(tmp_path) as host:
        page = device(browser, locale="ja-JP", service_workers="block")
        page.goto(host.address)
        shown = page.get_by_text(said)
        expect(shown).to_be_visible()
        expect(shown).to_contain_text("新しい Chrome、Firefox、Safari")
        page.context.close()


def test_large_and_endless_files_leave_the_page_alive(browser, shapes, tmp_path):
    """50 MB are refused with their size; what takes too long is ended and said; the next record is judged."""
    changed(shapes, tmp_path, "kifu.js", ("const LONG = 120_000;", "const LONG = 4_000;"))
    large, endless = tmp_path / "large.kif", tmp_path / "endless.kif"
    large.write_bytes(b"x" * (50 << 20))
    moves = "".join(f"{ply} 四{ply % 7 + 1:02d}占\n" for ply in range(1, 90_000))
    endless.write_text("棋種：6面体\n規則：six/1\n手数----指手---------\n" + moves, "utf-8")
    with hosted(tmp_path) as host:
        page = opened(browser, host.address, service_workers="block")
        files = page.locator("input[type=file]")
        files.set_input_files(large)
        expect(page.get_by_text("大きすぎます (50 MB)")).to_be_visible()
        files.set_input_files(endless)
        expect(page.get_by_text("時間がかかりすぎるので止めました")).to_be_visible()
        files.set_input_files(SAMPLES / SIX)
        judged(page, 1)
        page.context.close()


def test_another_page_embeds_a_record_and_judges_it(browser, shapes, tmp_path):
    """The example of the docs shows a record in a frame, and the verdict that the module gives."""
    (tmp_path / "kifu").symlink_to(shapes / "folder")
    (tmp_path / "index.html").write_bytes((ROOT / "docs/examples/page/index.html").read_bytes())
    (tmp_path / "game.kif").write_bytes((SAMPLES / SIX).read_bytes())
    with hosted(tmp_path) as host:
        page = device(browser, service_workers="block")
        page.goto(host.address)
        expect(page.locator("#verdict")).to_have_text("CONFIRMED: 60 手")
        expect(page.frame_locator("iframe").locator("svg").first).to_be_attached()
        page.context.close()
