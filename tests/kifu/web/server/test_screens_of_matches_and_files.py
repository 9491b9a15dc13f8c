"""On a phone: both games of a match, a variant file, records that lie in the folder without a journal."""

import re

import pytest

pytest.importorskip("starlette")
pytest.importorskip("playwright.sync_api")

from browsed import CHROMIUM, SAMPLES, at_table, enter, entered, has_plies, until_illegal
from matches import HALVES, NAMES
from playwright.sync_api import expect

from kifu.core import games
from kifu.referee.verify import verify
from notation.reading import read

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is here")]


def closed(page):
    """Close the game of the screen."""
    page.get_by_text("終局", exact=True).click()
    page.get_by_role("button", name="対局を閉じる").click()
    page.get_by_role("dialog").get_by_role("button", name="はい").click()
    expect(page.locator(".status")).to_contain_text("閉じられています")


def test_a_match_is_entered_by_taps(server, recorder, phone):
    """The second game is begun from the first; the points of the first stand beside it, and its record is the match."""
    first = server.new(recorder, game="king", names=NAMES)
    at_table(phone, server, first)
    for moves in HALVES:
        for ply, text in enumerate(moves, start=1):
            enter(phone, text)
            has_plies(phone, ply)
        closed(phone)
        if moves is HALVES[0]:
            phone.get_by_role("button", name=re.compile("後半を始める")).click()
            expect(phone.locator(".moves button[data-ply]")).to_have_count(0)
            expect(phone.locator(".player", has_text="甲")).to_contain_text("前半 105、合計")
            expect(phone.locator(".player", has_text="乙")).to_contain_text("前半 99、合計")
    second = phone.url.rsplit("/", 1)[1]
    expect(phone.locator(".player", has_text="甲")).to_contain_text("前半 105、合計 207")
    document = read("match.kif", (server.folder / f"{second}.kif").read_bytes())
    verdict = verify(document.records[0], document.sha256)
    assert [[entry.text for entry in game.main.entries] for game in verdict.record.games] == list(HALVES)
    assert (verdict.status.value, verdict.scores()[-1]) == ("CONFIRMED", (207, 183))
    phone.get_by_role("link", name="前半を見る").click()
    expect(phone.get_by_role("link", name="後半へ")).to_be_visible()
    phone.goto(f"http://{server.host}:{server.port}/g/{second}/view")
    card = phone.locator("section", has=phone.get_by_role("heading", name="二局の対局"))
    expect(card).to_contain_text("甲の勝ち")


def test_both_recorders_begin_the_same_second_game(server, recorder, browser):
    """Whoever is later is led to the game that is there; a spectator sees the way to it at once."""
    first = server.new(recorder, game="king")
    server.send(recorder, first, 1, "end", "close")
    one, other = (at_table(entered(browser, server), server, first) for _ in range(2))
    looker = at_table(entered(browser, server, "spectator"), server, first)
    begin = other.get_by_role("button", name=re.compile("後半を始める"))
    expect(begin).to_be_visible()
    other.context.set_offline(True)
    one.get_by_role("button", name=re.compile("後半を始める")).click()
    expect(one).not_to_have_url(re.compile(first))
    expect(looker.get_by_role("link", name="後半へ")).to_be_visible()
    other.context.set_offline(False)
    (begin.or_(other.get_by_role("link", name="後半へ"))).first.click()
    expect(other).to_have_url(one.url)
    for page in (one, other, looker):
        page.context.close()


def test_the_result_of_a_match_that_did_not_end_on_the_board(server, recorder, phone):
    """People choose it by name; 先手 of the result is 先手 of the first game."""
    first = server.new(recorder, game="king", names=NAMES)
    server.send(recorder, first, 1, "end", "close")
    second = server.request("POST", "/api/games", {"match": first}, recorder).json["id"]
    server.send(recorder, second, 1, "x", "special", word="投了")
    at_table(phone, server, second)
    phone.get_by_label("二局の結果").select_option(label="甲の勝ち")
    phone.locator(".card", has=phone.get_by_label("二局の結果")).get_by_role("button", name="記録する").click()
    expect(phone.locator("main")).to_contain_text("二局の結果: 先手の勝ち")
    assert "結果：先手の勝ち" in (server.folder / f"{second}.kif").read_text("utf-8")


def test_a_variant_file_of_the_folder_and_one_of_the_device(server, phone):
    """Each is chosen in the form, and the game is played by it."""
    text = games.game_by_name("ace").default_variant()
    (server.folder / "<i>mine.toml").write_text(text, "utf-8")
    for way in ("folder", "device"):
        phone.goto(f"http://{server.host}:{server.port}/")
        phone.get_by_label("棋種").select_option("ace")
        phone.get_by_text("規則のファイル", exact=True).click()
        if way == "folder":
            phone.get_by_label("フォルダーにあるファイル").select_option("<i>mine.toml")
        else:
            sent = {
                "name": "own",
                "mimeType": "text/plain",
                "buffer": text.encode() + b"# mine\n",
            }
            phone.get_by_label(re.compile("この端末のファイル")).set_input_files(sent)
            expect(phone.get_by_label("フォルダーにあるファイル")).to_have_value("own.toml")
        phone.get_by_role("button", name="対局を開く").click()
        expect(phone).to_have_url(re.compile("/g/[0-9a-f]+$"))
        record = (server.folder / f"{phone.url.rsplit('/', 1)[1]}.kif").read_text("utf-8")
        assert re.search(r"^規則：(ace|own)-[0-9a-f]{32}\.toml$", record, re.MULTILINE)
    assert phone.locator("main i").count() == 0


def test_a_faulty_variant_file_says_what_is_wrong(phone):
    """The reason stands in the form, and no game is opened."""
    phone.get_by_label("棋種").select_option("king")
    phone.get_by_text("規則のファイル", exact=True).click()
    sent = {"name": "own.toml", "mimeType": "text/plain", "buffer": b"<script>alert(1)</script>"}
    phone.get_by_label(re.compile("この端末のファイル")).set_input_files(sent)
    expect(phone.get_by_label("フォルダーにあるファイル")).to_have_value("own.toml")
    phone.get_by_role("button", name="対局を開く").click()
    expect(phone.locator("section", has=phone.locator("#new")).get_by_role("alert")).not_to_be_empty()
    expect(phone).to_have_url(re.compile("/$"))


def test_a_record_without_a_journal_is_listed_as_the_file_that_it_is(server, phone):
    """Its name, why no table shows it, and the way to the file; a hostile name is text, and is found by a search."""
    one = (SAMPLES / "six/cp932.kif").read_bytes()
    evil = "<img src=x onerror=alert(1)>\u202efik.kif"
    (server.folder / evil).write_bytes(one + b"\n" + one)
    (server.folder / "plain.kif").write_bytes(one)
    phone.reload()
    row = phone.locator(".list > li", has_text="<img src=x")
    expect(row).to_contain_text("ファイルのままで読めます: 一局だけの棋譜ではありません")
    assert row.locator("bdi").inner_text() == evil
    assert phone.locator("main img").count() == 0
    address = row.get_by_role("link", name="棋譜").get_attribute("href")
    assert phone.request.get(f"http://{server.host}:{server.port}{address}").body() == one + b"\n" + one
    assert "alert" not in address
    plain = phone.locator(".list > li", has_text="plain.kif")
    expect(plain.get_by_role("link", name="見る")).to_be_visible()
    expect(plain.get_by_role("link", name="記録する")).to_have_count(0)
    phone.get_by_label("さがす").fill("plain.kif")
    expect(phone.locator(".list > li")).to_have_count(1)


def test_official_mode_says_nothing_before_the_close(server, recorder, phone):
    """An illegal move leaves the page as a legal one does: table, viewer, list. After the close the verdict is there."""
    texts = []
    for move in ("一01-一02占", "一01-四06占"):
        game = until_illegal(server, recorder, "official")
        server.send(recorder, game, 3, "m", "move", ply=3, text=move)
        seen = []
        for address in (f"/g/{game}", f"/g/{game}/view", f"/g/{game}.html"):
            phone.goto(f"http://{server.host}:{server.port}{address}")
            expect(phone.locator("body")).to_contain_text(move)
            for summary in phone.locator("details > summary").all():
                summary.click()
            seen.append(phone.locator("body").inner_text().replace(move, "MOVE"))
        heads = [server.state(recorder, game)["head"][:8], game]
        texts.append([re.sub("|".join(heads), "HEAD", text) for text in seen])
    assert texts[0] == texts[1]
    at_table(phone, server, game)
    expect(phone.locator(".moves .illegal")).to_have_count(0)
    closed(phone)
    expect(phone.locator(".moves .illegal")).to_have_count(1)
    expect(phone.locator(".moves")).to_contain_text(re.compile(r"\[six\.\d+\]"))


def test_a_record_that_was_changed_is_shown(server, recorder, phone):
    """When the record was changed by hand, the table and the list of games say so and name the file that keeps it."""
    game = server.new(recorder)
    (server.folder / f"{game}.kif").write_text("x")
    at_table(phone, server, game)
    enter(phone, "四04占")
    has_plies(phone, 1)
    (kept,) = server.folder.glob(f"{game}.kif.kept-*")
    expect(phone.locator(".alarm", has_text=kept.name)).to_be_visible()
    phone.goto(f"http://{server.host}:{server.port}/")
    expect(phone.locator("li .bad", has_text="記録簿と違っていました")).to_be_visible()
