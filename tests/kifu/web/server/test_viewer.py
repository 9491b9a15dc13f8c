"""The viewer as a study board, the list and the hall: what people look for stands there."""

import re
import time

import pytest

pytest.importorskip("starlette")
pytest.importorskip("playwright.sync_api")

from browsed import AXE, CHROMIUM, LAPTOP, PHONE, entered, sample, tap, violations
from playwright.sync_api import expect

from kifu.core.lazy_imports_extras_and_package_files import is_installed

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is here")]
NAMES = {"first": "佐藤", "second": "鈴木"}
BEGUN = ("四04占", "一01領")


def told(server, recorder, game, events):
    """Send the events of a new game; a device that is too fast waits."""
    for seq, (kind, members) in enumerate(events, 1):
        while (reply := server.send(recorder, game, seq, f"{game}-{seq}", kind, **members)).status == 429:
            time.sleep(0.2)
        assert reply.status == 200, reply.body


@pytest.fixture(scope="module")
def games(server, recorder):
    """Return the ids of a game that has ended by the rules and was closed, and of one that goes on with a clock."""
    moves, opening = sample("six/elimination.kif")
    over = server.new(recorder, **opening, names=NAMES)
    told(
        server,
        recorder,
        over,
        [*(("move", {"ply": ply, "text": text}) for ply, text in enumerate(moves, 1)), ("close", {})],
    )
    going = server.new(recorder, names={"first": "高橋", "second": "渡辺"}, clock={"kind": "sudden", "main": 600})
    begun = [
        ("clock", {"action": "start"}),
        *(("move", {"ply": ply, "text": text}) for ply, text in enumerate(BEGUN, 1)),
    ]
    told(server, recorder, going, begun)
    return over, going


@pytest.fixture(scope="module", params=[(PHONE, "light", "ja-JP"), (LAPTOP, "dark", "en-US")], ids=["phone", "laptop"])
def looker(request, browser, server):
    """Return the page of a spectator."""
    viewport, scheme, locale = request.param
    page = entered(browser, server, "spectator", viewport=viewport, color_scheme=scheme, locale=locale)
    yield page
    page.context.close()


def at(page, server, path):
    """Go to a screen."""
    page.goto(f"http://{server.host}:{server.port}{path}")
    expect(page.locator("header h1")).to_be_visible()
    return page


def is_fit(page):
    """See that axe finds nothing, that nothing runs over, and that what is tapped is large enough."""
    if AXE.exists():
        assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert (
        page.evaluate(
            "[...document.querySelectorAll('button, select, summary, main a')].filter(each => each.offsetParent)"
            ".map(each => [each.outerHTML, each.getBoundingClientRect()])"
            ".filter(([, box]) => Math.min(box.width, box.height) < 43.9).map(([name]) => name)"
        )
        == []
    )


@pytest.mark.usefixtures("games")
def test_the_list_says_who_has_won(server, looker):
    """Each game has its board, its players and, when it has ended, its result; the newest is on top; games are filtered."""
    at(looker, server, "/")
    rows = looker.locator(".list > li.game")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("高橋 — 渡辺")
    expect(rows.last.locator(".result")).to_contain_text(re.compile("鈴木.*six.14"))
    expect(rows.first.locator(".result")).to_have_count(0)
    for row in (rows.first, rows.last):
        expect(row.locator("svg.mini")).to_be_visible()
    expect(looker.get_by_role("link", name=re.compile("記録する|^Record$"))).to_have_count(0)
    is_fit(looker)
    looker.locator("select").select_option("over")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("佐藤 — 鈴木")


def test_the_hall_is_live(server, recorder, games, looker):
    """All tables at once: a move is drawn as it comes, a result stands below its board, and a clock runs."""
    over, going = games
    at(looker, server, "/hall")
    cards = looker.locator(".cards > li")
    expect(cards).to_have_count(2)
    expect(cards.nth(0).locator(".result")).to_contain_text("鈴木")
    state = server.state(recorder, going)
    expect(cards.nth(1).locator(".foot")).to_contain_text(state["moves"][-1]["text"])
    expect(cards.nth(1).locator(".time.running")).to_have_count(1)
    is_fit(looker)
    text = "七07占" if state["ply"] == 2 else "七06領"
    server.send(recorder, going, state["seq"], f"hall-{text}", "move", ply=state["ply"] + 1, text=text)
    expect(cards.nth(1).locator(".foot")).to_contain_text(text)
    cards.nth(0).get_by_role("link").click()
    expect(looker).to_have_url(re.compile(f"/g/{over}/view$"))


def test_a_spectator_has_words_of_his_own(server, games, looker):
    """The address of a table shows him the viewer: nothing to record with, no advice to recorders, and the result."""
    over, _ = games
    at(looker, server, f"/g/{over}")
    expect(looker.locator(".result")).to_contain_text(re.compile("鈴木.*six.14"))
    expect(looker.locator(".status")).to_contain_text("鈴木")
    shown = looker.locator("main").inner_text()
    assert not re.search("記録する|自動ロック|auto-lock|送る|対局を閉じる", shown)
    expect(looker.get_by_role("button", name=re.compile("送る|Send"))).to_have_count(0)
    is_fit(looker)


def test_a_game_that_goes_on_shows_its_clock_and_each_ply_its_own(server, games, looker):
    """The clock runs at the last ply; an earlier one has the time that was left there."""
    _, going = games
    at(looker, server, f"/g/{going}/view")
    expect(looker.locator(".time.running")).to_be_visible()
    looker.keyboard.press("Home")
    expect(looker.locator(".time.past:visible")).to_have_text(["10:00", "10:00"])
    expect(looker.locator(".time.running:visible")).to_have_count(0)


def test_moves_are_tried_and_kept_only_if_wanted(server, recorder, games, browser):
    """A line is tried by taps, gone through by keys, left, kept on this device, and by a recorder in the record."""
    _, going = games
    for role in ("spectator", "recorder"):
        page = entered(browser, server, role, viewport=LAPTOP)
        at(page, server, f"/g/{going}/view")
        page.keyboard.press("Home")
        before = server.state(recorder, going)["seq"]
        tap(page, "三03")
        status = page.locator(".status")
        expect(status).to_contain_text("試した手 1 三03占")
        tap(page, "五05")
        expect(status).to_contain_text("試した手 2 五05")
        page.keyboard.press("ArrowLeft")
        expect(status).to_contain_text("試した手 1 三03占")
        is_fit(page)
        assert server.state(recorder, going)["seq"] == before
        page.get_by_role("button", name="この端末に残す" if role == "spectator" else "変化として棋譜に残す").click()
        kept = page.get_by_role("button", name=re.compile("^1: 三03占 五05"))
        expect(kept).to_be_visible()
        page.get_by_role("button", name="本譜").first.click()
        expect(status).to_contain_text("0 /")
        page.reload()
        kept.click()
        expect(status).to_contain_text("試した手 2 五05")
        page.context.close()
    state = server.state(recorder, going)
    assert (state["seq"], state["branches"][0]["moves"][0]) == (before + 1, "三03占")


def test_an_official_game_is_not_studied(server, recorder, browser):
    """Nothing can be tried or searched before it is closed; the keys and the board stay."""
    game = server.new(recorder, mode="official")
    server.send(recorder, game, 1, "m", "move", ply=1, text="四04占")
    for path, body in (("try", {"ply": 0, "moves": []}), ("search", {"ply": 0, "moves": []}), ("chances", None)):
        reply = server.request("GET" if body is None else "POST", f"/api/g/{game}/{path}", body, recorder)
        assert (reply.status, reply.json["error"]) == (422, "silent"), path
    page = entered(browser, server, "spectator")
    at(page, server, f"/g/{game}/view")
    expect(page.locator(".engine:visible")).to_have_count(0)
    expect(page.get_by_text("閉じるまで判定は示しません")).to_be_visible()
    is_fit(page)
    page.context.close()


@pytest.mark.skipif(not is_installed("fast"), reason="needs the extra fast")
def test_the_engine_says_how_it_looks(server, games, browser):
    """A bar for the board, the line that it expects, and the chances of the whole game; a click on the chart goes to a ply."""
    over, _ = games
    page = entered(browser, server, "spectator", viewport=LAPTOP)
    at(page, server, f"/g/{over}/view")
    page.keyboard.press("Home")
    page.locator("body").press("l")
    engine = page.locator(".engine")
    expect(engine).to_contain_text(re.compile("読み筋 1… [一二三四五六七]"))
    expect(engine.locator(".chance")).to_contain_text(re.compile(r"先手 \d+%.*\d+% 後手"))
    expect(engine.locator("svg.chart")).to_be_visible()
    expect(engine.locator("h3")).to_have_text(re.compile(r"下げた手 \(\d+ / \d+\)$"))
    worst = engine.locator("li button").first
    ply = worst.inner_text().split()[0]
    worst.click()
    expect(page.locator("[aria-current]")).to_have_text(re.compile(rf"^{ply}\b"))
    is_fit(page)
    page.keyboard.press("End")
    expect(engine.locator(".chance")).to_contain_text("先手 0%")
    page.context.close()
