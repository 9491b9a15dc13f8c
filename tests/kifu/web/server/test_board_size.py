"""The table as a stage: the board never moves, a move takes few taps, and what is done most is within reach."""

import re
import time

import pytest

pytest.importorskip("starlette")
pytest.importorskip("playwright.sync_api")

from browsed import (
    AXE,
    CHROMIUM,
    FIVE,
    LAPTOP,
    PHONES,
    TABLE,
    at_table,
    enter,
    entered,
    has_plies,
    kept,
    outside,
    sample,
    tap,
    tapped,
    violations,
)
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is here")]
SMALL = {"width": 360, "height": 640}
TOO_FAST = 429
DIGIT = 0.72
"""The height of a digit in sizes of its font."""
LONG_NAMES = {"first": "山" * 60, "second": "W" * 60}
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value;
}).observe({type: "layout-shift", buffered: true});
"""

LATE = """
window.EventSource = class extends EventTarget { readyState = 1; close() {} };
const asked = window.fetch;
window.fetch = async (path, options) => {
  if (path.endsWith("/state")) await new Promise((resolve) => setTimeout(resolve, 600));
  return asked(path, options);
};
"""
"""No stream, and states that come late."""
TABS = """
new MutationObserver((_, observer) => {
  const main = document.getElementById("main");
  if (!main) return;
  observer.disconnect();
  const tabs = document.createElement("header");
  tabs.style.height = "100px";
  main.before(tabs);
}).observe(document, {childList: true, subtree: true});
"""
"""Something of 100 pixels above the screen."""


def box(page):
    """Return the place of the board in the window."""
    found = page.locator(".board").bounding_box()
    return tuple(round(found[key]) for key in ("x", "y", "width", "height"))


def inside(board, viewport):
    """Check that a board lies in the window and fills its height or its width."""
    x, y, width, height = board
    assert x >= 0
    assert y >= 0
    assert x + width <= viewport["width"]
    assert y + height <= viewport["height"]
    assert max(width / viewport["width"], height / viewport["height"]) > 0.9


def many_plies(page, server, game, number):
    """Let the next state of a game have that number of plies, for as long as the page is there."""
    state = server.state(page.cookie, game)
    moves = [
        {"ply": ply, "text": f"一0{ply % 7 + 1}占", "legal": True, "by": "x", "seq": ply}
        for ply in range(1, number + 1)
    ]
    state.update(moves=moves, ply=number, seq=10_000)
    page.route("**/state", lambda route: route.fulfill(json=state))


@pytest.mark.parametrize("viewport", [SMALL, LAPTOP], ids=["phone", "laptop"])
def test_the_board_stands_still(server, recorder, browser, viewport):
    """Offline, alarm, picker, a second tab, a conflict, long names, a clock, 400 plies: its box is the same after each event."""
    page = entered(browser, server, viewport=viewport)
    page.add_init_script(SHIFTS)
    page.cookie = recorder
    game = server.new(recorder, game="six", names=LONG_NAMES, clock={"kind": "sudden", "main": 600})
    at_table(page, server, game)
    boxes = {"opened": box(page)}

    def seen(what, locator=None):
        if locator is not None:
            expect(locator.first).to_be_visible()
        boxes[what] = box(page)

    tap(page, "一01")
    seen("picker", page.locator(".picker:visible"))
    page.get_by_role("button", name="一01占", exact=True).click()
    has_plies(page, 1)
    seen("a move, and the clock", page.locator(".time.running"))
    enter(page, "七07領")
    tap(page, "一01")
    tap(page, "四06")
    seen("alarm", page.locator(".alarm:visible"))
    page.get_by_role("button", name="この手を戻す").click()
    has_plies(page, 2)
    seen("taken back")
    page.locator('.moves button[data-ply="1"]').click()
    seen("an earlier board", page.locator(".review:visible"))
    page.get_by_role("button", name="今の局面へ").click()
    tab = at_table(page.context.new_page(), server, game)
    take_over = [each.get_by_role("button", name="このタブで記録する") for each in (tab, page)]
    take_over[0].click()
    seen("another tab", take_over[1])
    take_over[1].click()
    tab.close()
    expect(take_over[1]).to_be_hidden()
    page.context.set_offline(True)
    enter(page, "四04占")
    seen("red bar", page.locator(".bar:visible"))
    server.send(recorder, game, server.state(recorder, game)["seq"], "x", "move", ply=3, text="二02占")
    page.context.set_offline(False)
    seen("conflict", page.get_by_role("dialog"))
    page.get_by_role("button", name="サーバーの記録にする").click()
    has_plies(page, 3)
    seen("decided")
    many_plies(page, server, game, 400)
    page.reload()
    expect(page.locator(".moves button[data-ply]")).to_have_count(400)
    seen("400 plies")
    assert set(boxes.values()) == {boxes["opened"]}, boxes
    assert page.evaluate("window.shifted") == 0
    inside(boxes["opened"], viewport)
    page.context.close()


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("six/elimination.kif", 2.0),
        ("ace/black-reaches-the-target.kif", 2.4),
        pytest.param("king/last-move-taken.kif", 2.3, marks=pytest.mark.sweep),
        pytest.param("master/last-move-taken.kif", 2.05, marks=pytest.mark.sweep),
        pytest.param("rengo/game-othello.kif", 2.1, marks=pytest.mark.sweep),
    ],
)
def test_a_whole_game_takes_few_taps(server, recorder, browser, name, most):
    """Units are tapped on the board, in the hand and in the picker, by their names; no placement takes more than two taps."""
    moves, opening = sample(name)
    page = at_table(entered(browser, server, viewport=SMALL), server, game := server.new(recorder, **opening))
    taps = [tapped(page, text) for text in moves]
    has_plies(page, len(moves))
    assert kept(server, game) == moves
    assert sum(taps) / len(taps) <= most
    assert {number for number, text in zip(taps, moves, strict=True) if "-" not in text} <= {1, 2}
    expect(page.locator(".moves .illegal")).to_have_count(0)
    page.context.close()


def test_a_tap_changes_little_of_a_long_game(server, recorder, phone):
    """With 400 plies a tap touches the squares of the move, not the list: what is drawn anew does not grow with the game."""
    game = server.new(recorder, game="king")
    phone.cookie = recorder
    changed = []
    for plies in (0, 400):
        if plies:
            many_plies(phone, server, game, plies)
        at_table(phone, server, game)
        expect(phone.locator(".moves button[data-ply]")).to_have_count(plies)
        phone.evaluate(
            "window.changed = 0; new MutationObserver((all) => { window.changed += all.length })"
            ".observe(document.body, {subtree: true, childList: true, attributes: true})"
        )
        tap(phone, "四07")
        tap(phone, "四05")
        expect(phone.locator(".picker:visible")).to_be_visible()
        changed.append(phone.evaluate("window.changed"))
        phone.get_by_role("button", name="やめる").click()
    assert max(changed) < 80


def test_the_usual_text_stands_unless_another_is_chosen(server, recorder, phone):
    """A unit goes as it is when the next move is tapped, or after a while; its turned face is one tap; taking back calls it off."""
    game = server.new(recorder, game="king")
    at_table(phone, server, game)
    tap(phone, "一07", "一05")
    option = phone.locator(".picker:visible").get_by_role("button", name="一07-一05十外", exact=True)
    expect(option).to_have_attribute("aria-pressed", "true")
    phone.get_by_role("button", name="戻す", exact=True).click()
    expect(phone.locator(".picker:visible")).to_have_count(0)
    expect(phone.locator('button[data-square="一07"]')).to_have_attribute("aria-label", re.compile("十"))
    tap(phone, "四07", "四05")
    tap(phone, "四01", "四03")
    phone.locator(".picker:visible").get_by_role("button", name="四01-四03三外反", exact=True).click()
    has_plies(phone, 2)
    tap(phone, "五07", "五05")
    has_plies(phone, 3)
    assert kept(server, game) == ["四07-四05五外", "四01-四03三外反", "五07-五05四外"]
    expect(phone.locator(".board .from")).to_have_count(1)
    expect(phone.locator(".board .last")).to_have_count(1)


def test_a_mouse_draws_units(server, recorder, browser):
    """From square to square, and from the hand to a square; beside it stand clocks with digits of 48 pixels."""
    page = entered(browser, server, viewport=LAPTOP)
    at_table(page, server, game := server.new(recorder, game="six", clock={"kind": "sudden", "main": 600}))
    size = page.locator(".time").first.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    assert size * DIGIT >= 48
    square = '.stage button[data-square="{}"]'.format
    page.get_by_role("button", name=re.compile("占$"), exact=False).and_(page.locator(".held")).drag_to(
        page.locator(square("一01"))
    )
    has_plies(page, 1)
    page.locator('.held[data-behind="領"]').drag_to(page.locator(square("七07")))
    has_plies(page, 2)
    page.locator(square("一01")).drag_to(page.locator(square("一02")))
    has_plies(page, 3)
    assert kept(server, game) == ["一01占", "七07領", "一01-一02占"]
    page.context.close()


def test_the_first_move_starts_the_clock_and_a_stopped_one_asks(server, recorder, phone):
    """It runs for the side to move; when it is stopped both faces say so, and one tap starts it again."""
    game = server.new(recorder, clock={"kind": "sudden", "main": 600})
    at_table(phone, server, game)
    expect(phone.locator(".status")).to_contain_text("最初の手で時計が動きます")
    enter(phone, "四04占")
    expect(phone.locator(".upper .time.running")).to_be_visible()
    phone.get_by_role("button", name="時計: 止める").click()
    expect(phone.locator(".time.stands")).to_have_count(2)
    phone.get_by_role("button", name=re.compile("時計が止まっています")).click()
    expect(phone.locator(".upper .time.running")).to_be_visible()
    assert [move["text"] for move in server.state(recorder, game)["moves"]] == ["四04占"]


def test_resigning_is_asked_once_and_stands_where_the_rules_have_it(server, recorder, phone):
    """投了 asks who; 6面体 has no パス, so there is none to tap; switches of the device are remembered."""
    game = server.new(recorder)
    at_table(phone, server, game)
    expect(phone.get_by_role("button", name="パス", exact=True)).to_be_hidden()
    enter(phone, "四04占")
    phone.get_by_role("button", name="投了", exact=True).click()
    phone.get_by_role("dialog").get_by_role("button", name="後手の投了").click()
    expect(phone.locator(".status")).to_contain_text("先手の勝ち")
    assert (
        "まで1手で後手の投了" in (server.folder / f"{game}.kif").read_text("utf-8")
        or server.state(recorder, game)["ending"]["winner"] == "first"
    )
    phone.get_by_text("そのほか").click()
    phone.get_by_label("指すと音を鳴らす").check()
    phone.reload()
    phone.get_by_text("そのほか").click()
    expect(phone.get_by_label("指すと音を鳴らす")).to_be_checked()


def test_official_mode_offers_what_is_left_by_what_was_written(server, recorder, phone):
    """Master's pieces go from the picker as they are written, whatever the rules say of them; no tally is shown."""
    game = server.new(recorder, game="master", mode="official")
    at_table(phone, server, game)
    enter(phone, "四04白A内")
    has_plies(phone, 1)
    enter(phone, "四05黒A内")
    has_plies(phone, 2)
    tap(phone, "三03")
    expect(phone.locator(".picker .option")).to_have_count(13)
    expect(phone.locator(".picker").get_by_role("button", name="三03白A内", exact=True)).to_have_count(0)
    expect(phone.locator(".player").get_by_text("計")).to_have_count(0)
    expect(phone.locator(".alarm:visible")).to_have_count(0)


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not here (tests/tools/fetch_axe.py)")
def test_what_is_new_is_for_everybody(server, recorder, browser):
    """axe-core finds nothing in the picker, the hands, a ply that is looked at, a branch, the editor and the question of 投了."""
    for scheme, locale, branch, resign, board in (
        ("light", "ja-JP", "変化を書く", "投了", "盤を直す"),
        ("dark", "en-US", "Write a branch", "Resign", "Correct the board"),
    ):
        page = entered(browser, server, viewport=SMALL, color_scheme=scheme, locale=locale)
        for name, squares in (("king/last-move-taken.kif", ("四07", "四06")), ("rengo/game-othello.kif", ("六05",))):
            moves, opening = sample(name)
            at_table(page, server, game := server.new(recorder, **opening, clock={"kind": "sudden", "main": 60}))
            server.send(recorder, game, 1, "m", "move", ply=1, text=moves[0])
            has_plies(page, 1)
            tap(page, *squares)
            assert violations(page) == [], name
            page.keyboard.press("Escape")
            page.locator('.moves button[data-ply="1"]').click()
            page.get_by_role("button", name=branch).click()
            assert violations(page) == [], name
            page.keyboard.press("Escape")
            page.get_by_role("button", name=resign, exact=True).click()
            assert violations(page) == [], name
            page.keyboard.press("Escape")
            page.locator("details.card").last.locator("summary").click()
            page.get_by_role("button", name=board, exact=True).click()
            assert violations(page) == [], name
        page.context.close()


def test_moves_are_numbered_while_the_state_is_late(server, recorder, phone):
    """Moves that are taken but not yet in a state count: fast taps on a slow network do not write a ply twice."""
    game = server.new(recorder)
    phone.add_init_script(LATE)
    at_table(phone, server, game)
    moves = ["四04占", "一01領", "五05占", "二02領", "六06占"]
    for text in moves:
        enter(phone, text)
    has_plies(phone, len(moves))
    assert kept(server, game) == moves
    expect(phone.get_by_role("dialog")).to_have_count(0)


def test_what_stands_above_the_screen_takes_its_room(server, recorder, browser):
    """On a page that has tabs above it, the whole board is still in the window of a laptop."""
    page = entered(browser, server, viewport=LAPTOP)
    page.add_init_script(TABS)
    at_table(page, server, server.new(recorder))
    expect(page.locator("main")).to_have_attribute("style", re.compile("--above: 100px"))
    inside(box(page), {**LAPTOP, "width": LAPTOP["height"] - 100})
    assert box(page)[1] >= 100
    page.context.close()


def test_a_game_is_in_the_window_of_every_phone(server, recorder, phone):
    """Five games in their middle: the board, both hands and the buttons are in sight."""
    found = {}
    for name in FIVE:
        moves, opening = sample(name)
        game = server.new(recorder, **opening)
        base = 0
        for ply, text in enumerate(moves[: len(moves) // 2], start=1):
            reply = server.send(recorder, game, base, f"m{ply}", "move", ply=ply, text=text)
            while reply.status == TOO_FAST:
                time.sleep(1)
                reply = server.send(recorder, game, base, f"m{ply}", "move", ply=ply, text=text)
            base = reply.json["seq"]
        at_table(phone, server, game)
        has_plies(phone, len(moves) // 2)
        beyond = outside(phone, PHONES, TABLE)
        if beyond:
            found[name] = beyond
    assert found == {}
