"""The screens in a real browser: games entered by taps, by keys and by typing, on a phone."""

import re
import time

import pytest

pytest.importorskip("starlette")
pytest.importorskip("playwright.sync_api")

from browsed import CHROMIUM, LAPTOP, at_table, enter, entered, has_plies, kept, sample, tap, until_illegal
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is here")]


def test_practice_shows_the_legal_squares_and_enters_a_game(server, recorder, phone):
    """With choices the picker asks only where several moves are left, and a game comes out as with free entry."""
    moves, opening = sample("six/elimination.kif")
    game = server.new(recorder, **{**opening, "mode": "practice"})
    at_table(phone, server, game)
    for number, text in enumerate(moves, start=1):
        enter(phone, text)
        has_plies(phone, number)
    assert kept(server, game) == moves


def test_an_illegal_move_is_marked_explained_and_taken_back(server, recorder, phone):
    """It stays in the list, struck through, and in the journal."""
    game = until_illegal(server, recorder, "record")
    at_table(phone, server, game)
    tap(phone, "一01", "四06")
    has_plies(phone, 3)
    expect(phone.locator(".moves .illegal")).to_contain_text("一01-四06占")
    alarm = phone.locator(".alarm:visible")
    expect(alarm).to_contain_text(re.compile(r"\[six\.\d+\]"))
    alarm.get_by_role("button", name="戻す").click()
    has_plies(phone, 2)
    expect(phone.locator(".moves s")).to_contain_text("一01-四06占")
    expect(alarm).to_have_count(0)
    assert "一01-四06占" in (server.folder / f"{game}.journal").read_text("utf-8")
    assert kept(server, game) == ["一01占", "七07領"]


def test_an_illegal_move_stands_with_a_corrected_board(server, recorder, phone):
    """The board is corrected by tapping, and the game goes on from it."""
    game = until_illegal(server, recorder, "record")
    at_table(phone, server, game)
    tap(phone, "一01", "四06")
    phone.get_by_role("button", name="盤を合わせて続ける").click()
    dialog = phone.locator("dialog")
    for square in ("一01", "四06"):
        dialog.locator(f'[data-square="{square}"]').click()
    dialog.get_by_role("button", name="この盤で続ける").click()
    # A closed dialog has no role any more, and its squares stand in the page until the browser has said that it closed.
    expect(dialog).to_have_count(0)
    expect(phone.locator('button[data-square="四06"]')).to_have_attribute("aria-label", re.compile("占"))
    enter(phone, "五02領")
    has_plies(phone, 4)
    state = server.state(recorder, game)
    assert [move["legal"] for move in state["moves"]] == [True, True, False, True]
    assert "局面図" in (server.folder / f"{game}.kif").read_text("utf-8")


def test_official_mode_shows_nothing_until_the_pin_is_given(server, recorder, phone):
    """An illegal move looks like any other move. The arbiter's PIN shows what is wrong."""
    game = until_illegal(server, recorder, "official")
    at_table(phone, server, game)
    tap(phone, "一01", "四06")
    has_plies(phone, 3)
    expect(phone.locator(".moves .illegal")).to_have_count(0)
    expect(phone.locator(".alarm:visible")).to_have_count(0)
    assert "反則の手" not in phone.locator("main").inner_text()
    expect(phone.locator('button[data-square="四06"]')).to_have_attribute("aria-label", re.compile("占"))
    phone.get_by_text("そのほか").click()
    phone.get_by_label("審判の暗証番号").fill(server.told["pin"])
    phone.get_by_role("button", name="判定を見る").click()
    expect(phone.locator(".moves .illegal")).to_have_count(1)


def test_a_game_is_entered_by_keys_alone(server, recorder, browser):
    """Arrows move from square to square, Enter taps, Esc cancels, u takes back; nothing is clicked."""
    page = entered(browser, server, viewport=LAPTOP)
    game = server.new(recorder, game="six", mode="record")
    at_table(page, server, game)
    page.locator('button[data-square="一01"]').focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".picker button").first).to_be_focused()
    page.keyboard.press("Enter")
    has_plies(page, 1)
    expect(page.locator('button[data-square="二03"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('button[data-square="二03"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator('button[data-square="二03"]')).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("u")
    has_plies(page, 0)
    page.keyboard.press("t")
    page.keyboard.type("四04占")
    page.keyboard.press("Enter")
    has_plies(page, 1)
    assert kept(server, game) == ["四04占"]
    page.context.close()


def test_two_devices_agree_and_differ(server, recorder, browser):
    """The same move twice is a confirmation. Another move is shown to a person, who decides; nothing is rebased."""
    game = server.new(recorder, game="six", mode="record")
    one, other = (at_table(entered(browser, server), server, game) for _ in range(2))
    other.context.set_offline(True)
    # The other device writes first, for a stream that was open may still tell it the news.
    enter(other, "四04占")
    expect(other.locator(".bar")).to_be_visible()
    enter(one, "四04占")
    has_plies(one, 1)
    other.context.set_offline(False)
    has_plies(other, 1)
    assert [said["kind"] for said in server.state(recorder, game)["said"]] == ["agree"]
    other.context.set_offline(True)
    enter(other, "七07領")
    expect(other.locator(".bar")).to_be_visible()
    enter(one, "一01領")
    has_plies(one, 2)
    other.context.set_offline(False)
    dialog = other.get_by_role("dialog")
    expect(dialog).to_contain_text("一01領")
    expect(dialog).to_contain_text("七07領")
    assert kept(server, game) == ["四04占", "一01領"]
    dialog.get_by_role("button", name=re.compile("この端末の記録にする")).click()
    for page in (one, other):
        expect(page.locator(".moves button[data-ply='2']")).to_contain_text("七07領")
    has_plies(other, 2)
    assert kept(server, game) == ["四04占", "七07領"]
    assert [undone["text"] for undone in server.state(recorder, game)["undone"]] == ["一01領"]
    for page in (one, other):
        page.context.close()


def test_moves_wait_while_the_phone_is_offline(server, recorder, phone):
    """The red bar stands until everything is recorded; a queue outlives the page."""
    game = server.new(recorder, game="six", mode="record")
    at_table(phone, server, game)
    phone.context.set_offline(True)
    for text in ("四04占", "一01領", "五05占"):
        enter(phone, text)
    bar = phone.locator(".bar")
    expect(bar).to_contain_text("記録できていません")
    expect(bar).to_contain_text("3件")
    assert kept(server, game) == []
    phone.context.set_offline(False)
    phone.on("dialog", lambda dialog: dialog.accept())
    phone.reload()
    has_plies(phone, 3)
    assert kept(server, game) == ["四04占", "一01領", "五05占"]


def test_of_two_tabs_one_leads(server, recorder, phone):
    """The second tab looks on, sees each move, and can take over."""
    game = server.new(recorder, game="six", mode="record")
    at_table(phone, server, game)
    second = at_table(phone.context.new_page(), server, game)
    expect(second.get_by_role("button", name="このタブで記録する")).to_be_visible()
    enter(phone, "四04占")
    expect(second.locator(".moves button[data-ply]")).to_have_count(1)
    second.get_by_role("button", name="このタブで記録する").click()
    enter(second, "一01領")
    has_plies(second, 2)
    expect(phone.get_by_role("button", name="このタブで記録する")).to_be_visible()
    assert kept(server, game) == ["四04占", "一01領"]


def test_a_spectator_looks_on(server, recorder, browser):
    """It sees the moves as they come, and has nothing to enter one with."""
    game = server.new(recorder, game="six", mode="record")
    page = at_table(entered(browser, server, "spectator"), server, game)
    server.send(recorder, game, 1, "m1", "move", ply=1, text="四04占")
    expect(page.locator(".moves button[data-ply]")).to_have_count(1)
    expect(page.get_by_role("button", name="送る")).to_have_count(0)
    tap(page, "一01")
    expect(page.locator(".picker:visible")).to_have_count(0)
    page.context.close()


def test_texts_of_people_never_become_markup(server, recorder, phone):
    """Names, comments and moves are shown as they were written."""
    evil = "<img src=x onerror=alert(1)><b>x</b>"
    game = server.new(recorder, game="six", mode="record", names={"first": evil, "second": "乙"})
    server.send(recorder, game, 1, "c", "comment", ply=0, text=evil)
    server.send(recorder, game, 2, "m", "move", ply=1, text=evil)
    at_table(phone, server, game)
    phone.get_by_text("コメント", exact=True).click()
    expect(phone.locator("main")).to_contain_text(evil)
    for address in (f"/g/{game}", f"/g/{game}/view", "/"):
        phone.goto(f"http://{server.host}:{server.port}{address}")
        expect(phone.locator("h1")).to_be_visible()
        expect(phone.locator("main")).to_contain_text("<b>x</b>")
        assert phone.locator("main img, main b").count() == 0


def test_comments_branches_and_the_end_are_recorded(server, recorder, phone):
    """Each has its panel; the game is then closed, and nothing more is written."""
    game = until_illegal(server, recorder, "record")
    at_table(phone, server, game)
    phone.get_by_text("コメント", exact=True).click()
    phone.locator("textarea").fill("よい手")
    phone.locator("textarea").locator("xpath=ancestor::form").get_by_role("button", name="送る").click()
    expect(phone.locator("main")).to_contain_text("よい手")
    phone.locator('.moves button[data-ply="2"]').click()
    phone.get_by_role("button", name="変化を書く").click()
    enter(phone, "六06領")
    enter(phone, "一01-一02占")
    phone.locator(".review").get_by_role("button", name="記録する").click()
    phone.get_by_text("変化", exact=True).click()
    expect(phone.locator("main")).to_contain_text("2手目に代わる手: 六06領 一01-一02占")
    phone.get_by_text("終局", exact=True).click()
    phone.get_by_label("終局の語").select_option("投了")
    phone.get_by_role("button", name="記録する", exact=True).first.click()
    expect(phone.locator(".status")).to_contain_text("終わっています")
    phone.get_by_role("button", name="対局を閉じる").click()
    phone.get_by_role("dialog").get_by_role("button", name="はい").click()
    expect(phone.locator(".status")).to_contain_text("閉じられています")
    text = (server.folder / f"{game}.kif").read_text("utf-8")
    assert all(part in text for part in ("*よい手", "変化：2手", "投了"))


def test_a_slip_is_corrected_in_the_list(server, recorder, phone):
    """A move of the list is put right, and another is taken out after a question; both stay in view, struck through."""
    game = server.new(recorder)
    for ply, text in enumerate(("四04占", "三02占", "三01士", "五05武"), start=1):
        server.send(recorder, game, ply, f"m{ply}", "move", ply=ply, text=text)
    at_table(phone, server, game)
    phone.locator('.moves button[data-ply="2"]').click()
    phone.get_by_role("button", name="正しい手に直す").click()
    enter(phone, "三02領")
    expect(phone.locator(".moves")).to_contain_text("三02領")
    phone.locator('.moves button[data-ply="3"]').click()
    phone.get_by_role("button", name="この手を除く").click()
    phone.get_by_role("dialog").get_by_role("button", name="はい").click()
    has_plies(phone, 3)
    assert kept(server, game) == ["四04占", "三02領", "五05武"]
    expect(phone.locator(".moves s")).to_have_count(2)


def test_a_game_is_opened_with_a_set_up_that_the_rules_judge(phone):
    """The list has a form. An army is tapped together, its cost is summed, and the server says what is wrong."""
    phone.get_by_label("棋種").select_option("rengo")
    form = phone.locator("section", has=phone.locator("#new"))
    expect(form).to_contain_text("/ 100")
    before = phone.locator(".editor p.note").inner_text()
    form.locator('button[data-cell="▲飛"]').click()
    form.locator('button[data-square="一09"]').click()
    expect(phone.locator(".editor p.note")).not_to_have_text(before)
    form.locator('button[data-cell="▲玉"]').click()
    form.locator('button[data-square="二09"]').click()
    form.get_by_role("button", name="規則に照らす").click()
    expect(form.get_by_role("alert")).to_contain_text("王様駒が 2 枚")
    form.locator('button[data-square="二09"]').click()
    form.get_by_role("button", name="規則に照らす").click()
    expect(form).to_contain_text("この局面から始められます")
    form.get_by_role("button", name="対局を開く").click()
    expect(phone).to_have_url(re.compile("/g/[0-9a-f]+$"))
    expect(phone.locator('button[data-square="一09"]')).to_have_attribute("aria-label", re.compile("飛"))


def test_the_viewer_goes_through_a_game_by_keys(server, recorder, browser):
    """Home, End and the arrows; the verdict cites its article with its sentence."""
    moves, opening = sample("six/elimination.kif")
    game = server.new(recorder, **opening)
    for ply, text in enumerate(moves, start=1):
        server.send(recorder, game, ply, f"m{ply}", "move", ply=ply, text=text)
        if ply % 15 == 0:
            time.sleep(0.8)  # a device may send twenty events a second
    page = entered(browser, server, viewport=LAPTOP)
    page.goto(f"http://{server.host}:{server.port}/g/{game}/view")
    status = page.locator(".status")
    expect(status).to_contain_text(f"{len(moves)} / {len(moves)}")
    page.keyboard.press("Home")
    expect(status).to_contain_text(f"0 / {len(moves)}")
    page.keyboard.press("ArrowRight")
    expect(status).to_contain_text(moves[0])
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="停止")).to_be_visible()
    page.keyboard.press("Space")
    page.keyboard.press("End")
    expect(status).to_contain_text(moves[-1])
    expect(page.locator("main")).to_contain_text("根拠")
    page.context.close()


def test_the_page_of_a_game_needs_no_script(server, recorder, browser):
    """What is sent as .html is the page of `kifu export`: its style is allowed, one board is shown, the next by a tap."""
    game = until_illegal(server, recorder, "record")
    page = entered(browser, server)
    page.goto(f"http://{server.host}:{server.port}/g/{game}.html")
    expect(page.locator(".at:visible")).to_have_count(1)
    expect(page.locator(".nav:visible > span")).to_have_text("2 手目 七07領")
    page.locator(".game > label").first.click()
    expect(page.locator(".nav:visible > span")).to_have_text("開始局面")
    page.context.close()
