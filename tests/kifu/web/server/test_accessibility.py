"""Every screen for everybody: axe-core finds nothing wrong, targets are large enough, nothing runs over, keys are enough."""

import re
from functools import partial

import pytest

pytest.importorskip("starlette")
pytest.importorskip("playwright.sync_api")

from browsed import (
    AXE,
    CHROMIUM,
    LAPTOP,
    PHONE,
    SAMPLES,
    at_table,
    entered,
    has_plies,
    kept,
    sample,
    tap,
    until_illegal,
    violations,
)
from matches import HALVES
from playwright.sync_api import expect
from served import served

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is here")]
with_axe = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not here (tests/tools/fetch_axe.py)")
LOOKS = [
    (PHONE, "light", "ja-JP"),
    (LAPTOP, "dark", "en-US"),
]
MORE_LOOKS = [
    (PHONE, "dark", "ja-JP"),
    (PHONE, "light", "en-US"),
    (PHONE, "dark", "en-US"),
    (LAPTOP, "light", "ja-JP"),
]
"""Looks whose window, scheme and language stand in the others one by one: left to .ci/sweep."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Serve a folder that holds games, a record without a journal, one that no table shows, and a damaged journal."""
    folder = tmp_path_factory.mktemp("tables")
    six = (SAMPLES / "six/cp932.kif").read_bytes()
    (folder / "one.kif").write_bytes(six)
    (folder / "two.kif").write_bytes(six + b"\n" + six)
    (folder / "broken.journal").write_text("{}\n")
    with served(folder) as running:
        yield running


@pytest.fixture(
    scope="module",
    params=[*LOOKS, *(pytest.param(one, marks=pytest.mark.sweep) for one in MORE_LOOKS)],
    ids=lambda look: f"{look[0]['width']}-{look[1]}-{look[2][:2]}",
)
def look(request):
    """Return a window, a colour scheme and a language."""
    return request.param


@pytest.fixture
def page(browser, server, look):
    """Return a page in one look."""
    viewport, scheme, locale = look
    made = entered(browser, server, viewport=viewport, color_scheme=scheme, locale=locale)
    yield made
    made.context.close()


@pytest.fixture
def word(look):
    """Return what chooses between a Japanese and an English word."""
    return lambda ja, en: ja if look[2] == "ja-JP" else en


def button(page, text):
    """Return a button by its text."""
    return page.get_by_role("button", name=text, exact=True)


@with_axe
def test_the_list_and_the_form(server, recorder, page, word):
    """Games, files, a damaged journal; the form of each game, with its options, variant files and its set-up."""
    server.new(recorder, names={"first": "甲", "second": "乙"})
    page.reload()
    expect(page.locator(".list > li")).not_to_have_count(1)
    assert violations(page) == []
    for game in ("king", "rengo", "six"):
        page.get_by_label(word("棋種", "Game"), exact=True).select_option(game)
        page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
        if game == "rengo":
            expect(page.locator(".editor")).to_be_visible()
        assert violations(page) == [], game
    button(page, word("はじめの局面を作る", "Set up the board")).click()
    expect(page.locator(".editor")).to_be_visible()
    button(page, word("規則に照らす", "Check with the rules")).click()
    assert violations(page) == []


@with_axe
@pytest.mark.parametrize("mode", ["practice", "record", "official"])
def test_a_table_in_each_mode(server, recorder, page, word, mode):
    """The picker, the panels, an illegal move, the board for correction, the question before closing, the closed game."""
    game = until_illegal(server, recorder, mode)
    server.send(recorder, game, 3, "c", "comment", ply=1, text="よい手", bookmark=True)
    server.send(recorder, game, 4, "b", "branch", ply=2, moves=["六06領"])
    at_table(page, server, game)
    # Where practice leaves one move only, a tap is that move: there a unit is chosen, and its targets are shown.
    tap(page, "一01" if mode == "practice" else "三03")
    assert violations(page) == []
    page.keyboard.press("Escape")
    for summary in page.locator("details.card > summary").all():
        summary.click()
    page.locator("#typed").fill("一01-四06占")
    page.locator("#typed").press("Enter")
    has_plies(page, 3)
    if mode != "official":
        expect(page.locator(".alarm:visible")).to_be_visible()
    assert violations(page) == []
    button(page, word("盤を直す", "Correct the board")).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []
    button(page.get_by_role("dialog"), word("やめる", "Cancel")).click()
    button(page, word("対局を閉じる", "Close the game")).click()
    assert violations(page) == []
    button(page.get_by_role("dialog"), word("はい", "Yes")).click()
    expect(page.locator(".status")).to_contain_text(word("閉じられて", "closed"))
    assert violations(page) == []


@with_axe
def test_what_goes_wrong(server, recorder, browser, page, word):
    """The red bar, a conflict, a refusal, a second tab, a spectator, a game that is not there."""
    game = server.new(recorder, clock={"kind": "sudden", "main": 600})
    at_table(page, server, game)
    button(page, word("時計: 動かす", "Clock: Start")).click()
    expect(page.locator(".time.running")).to_be_visible()
    assert violations(page) == []
    tab = at_table(page.context.new_page(), server, game)
    expect(button(tab, word("このタブで記録する", "Record in this tab"))).to_be_visible()
    assert violations(tab) == []
    tab.close()
    page.locator("#typed").fill("四04\u200b占")
    page.locator("#typed").press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []
    button(page.get_by_role("dialog"), word("はい", "Yes")).click()
    page.context.set_offline(True)
    page.locator("#typed").fill("四04占")
    page.locator("#typed").press("Enter")
    expect(page.locator(".bar")).to_be_visible()
    assert violations(page) == []
    server.send(recorder, game, server.state(recorder, game)["seq"], "x", "move", ply=1, text="一01領")
    page.context.set_offline(False)
    expect(page.get_by_role("dialog")).to_contain_text("一01領")
    assert violations(page) == []
    looker = entered(browser, server, "spectator")
    at_table(looker, server, game)
    assert violations(looker) == []
    looker.context.close()
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"http://{server.host}:{server.port}/api/games")


@with_axe
def test_the_viewer_and_a_match(server, recorder, page, word):
    """A timeline, a heatmap, an article; an official game; both games of a match; the boards of the other games."""
    for name in ("king/last-move-taken.kif", "rengo/game-othello.kif"):
        _, opening = sample(name)
        at_table(page, server, server.new(recorder, **opening))
        assert violations(page) == []
    for mode in ("record", "official"):
        game = until_illegal(server, recorder, mode)
        server.send(recorder, game, 3, "m", "move", ply=3, text="一01-四06占")
        page.goto(f"http://{server.host}:{server.port}/g/{game}/view")
        expect(page.locator(".status")).to_be_visible()
        if mode == "record":
            page.get_by_label(word("盤の熱", "Heatmap")).select_option(index=1)
        assert violations(page) == []
    first = server.new(recorder, game="king")
    server.send(recorder, first, 1, "m", "move", ply=1, text=HALVES[0][0])
    server.send(recorder, first, 2, "e", "close")
    at_table(page, server, first)
    assert violations(page) == []
    page.get_by_role("button", name=re.compile(word("後半を始める", "Begin the second"))).click()
    expect(page.locator(".moves button[data-ply]")).to_have_count(0)
    expect(page.locator("main")).to_contain_text(word("二局の対局: 後半", "Match of two games: second"))
    assert violations(page) == []
    page.goto(page.url + "/view")
    expect(page.locator("main")).to_contain_text(word("二局の対局", "Match of two games"))
    assert violations(page) == []


def reach(page, locator, most=150):
    """Press Tab until something has the keyboard."""
    for _ in range(most):
        if locator.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(locator)


def test_a_game_from_its_opening_to_its_end_by_keys_alone(server, browser):
    """A form, moves by arrows, an illegal move that is taken back, a special word, the close: no finger and no mouse."""
    page = entered(browser, server, viewport=LAPTOP)
    keys = page.keyboard

    tab_to = partial(reach, page)
    # The form stands behind the list, however long that is; a button before the list leads to it.
    tab_to(page.get_by_role("button", name="新しい対局"), most=10)
    keys.press("Enter")
    expect(page.get_by_label("棋種")).to_be_focused()
    tab_to(page.get_by_role("button", name="対局を開く"), most=40)
    keys.press("Enter")
    expect(page).to_have_url(re.compile("/g/[0-9a-f]+$"))
    game = page.url.rsplit("/", 1)[1]
    expect(page.locator("button.square").first).to_be_attached()
    tab_to(page.locator("button.square").first)

    def walk(to):
        """Go from the square with the keyboard to another by arrows."""
        names = "一二三四五六七"
        at = page.evaluate("document.activeElement.dataset.square")
        right, down = names.index(to[0]) - names.index(at[0]), int(to[1:]) - int(at[1:])
        for key, steps in (("ArrowRight", right), ("ArrowLeft", -right), ("ArrowDown", down), ("ArrowUp", -down)):
            for _ in range(steps):
                keys.press(key)
        expect(page.locator(f'button[data-square="{to}"]')).to_be_focused()
        keys.press("Enter")

    for ply, (square, unit) in enumerate([("一01", "占"), ("七07", "領")], start=1):
        walk(square)
        tab_to(page.locator(f'.picker button[data-text="{square}{unit}"]'))
        keys.press("Enter")
        has_plies(page, ply)
        expect(page.locator(f'button[data-square="{square}"]')).to_be_focused()
    walk("一01")
    walk("四06")
    has_plies(page, 3)
    alarm = page.locator(".alarm:visible")
    expect(alarm).to_contain_text("一01-四06占")
    tab_to(alarm.get_by_role("button", name="戻す"))
    keys.press("Enter")
    has_plies(page, 2)
    ending = page.locator("details.card > summary", has_text="終局")
    tab_to(ending)
    keys.press("Enter")
    tab_to(page.get_by_label("終局の語"))
    keys.type("投了")
    tab_to(page.get_by_role("button", name="記録する", exact=True).first)
    keys.press("Enter")
    expect(page.locator(".status")).to_contain_text("終わっています")
    tab_to(page.get_by_role("button", name="対局を閉じる"))
    keys.press("Enter")
    tab_to(page.get_by_role("dialog").get_by_role("button", name="はい"))
    keys.press("Enter")
    expect(page.locator(".status")).to_contain_text("閉じられています")
    assert kept(server, game) == ["一01占", "七07領"]
    assert "投了" in (server.folder / f"{game}.kif").read_text("utf-8")
    page.context.close()


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_targets_are_large_enough_and_nothing_runs_over(server, recorder, browser, width):
    """Every button is at least 44 pixels wide and high, and the page is never wider than its window."""
    page = entered(browser, server, viewport={"width": width, "height": 800})
    for name in ("six/elimination.kif", "king/last-move-taken.kif", "rengo/game-draughts.kif", "rengo/game-go19.kif"):
        _, opening = sample(name)
        at_table(page, server, server.new(recorder, **opening))
        boxes = page.evaluate(
            "[...document.querySelectorAll('button, select, summary, main a')].filter(each => each.offsetParent)"
            ".map(each => [each.textContent + (each.dataset.square || ''), each.getBoundingClientRect()])"
            ".filter(([, box]) => Math.min(box.width, box.height) < 43.9).map(([name]) => name)"
        )
        assert boxes == [], name
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name
    page.context.close()
