"""The page in Chromium hands records on, as links above all, and opens links of any copy of it judged, without a network."""

import zlib
from base64 import urlsafe_b64encode

import pytest
from paged import MISSING, hosted

pytest.importorskip("playwright.sync_api")

from browsed import CHROMIUM, device, enter, has_plies
from linked_records import LONG, MARK, sixty_plies
from opened_page import SIX, judged, new_game, opened, ready, to
from playwright.sync_api import expect

import kifu
from kifu.recording.journal_and_record_mark import add_journal_mark
from kifu.recording.record_link import record_fragment, record_of_link

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is here"),
    pytest.mark.skipif(MISSING, reason="pyodide is not here (tests/tools/fetch_runtime.py)"),
]
SMALL_PHONE = {"width": 390, "height": 664}
SHARING = """() => {
navigator.canShare = () => true;
navigator.share = async (what) => {
  window.shared = what.files ? {name: what.files[0].name, text: await what.files[0].text()} : what;
  if (window.calledOff) throw new DOMException("", "AbortError");
};
}"""


def follow(page, link):
    """Go to a link in the page that is open, as somebody who pastes it into its address does."""
    page.evaluate("(link) => { location.hash = link }", link)


def of_page(page, data):
    """Return the verdicts that the page gives on bytes."""
    return page.evaluate("async (text) => kifu.verify(new TextEncoder().encode(text))", data.decode())


def test_links_open_judged_without_a_network(browser, shapes):
    """60 plies of each game are a link of at most 1 000 characters that opens judged, offline and from a disk, as the command judges."""
    records = {game: add_journal_mark(sixty_plies(game), MARK) for game in LONG}
    with hosted(shapes / "folder") as gone:
        page = opened(browser, gone.address, viewport=SMALL_PHONE)
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    disk = opened(browser, (shapes / "kifu.html").as_uri(), viewport=SMALL_PHONE)
    for place in (page, disk):
        links = []
        for number, (game, data) in enumerate(records.items(), start=1):
            links.append(record_fragment(data))
            assert len(links[-1]) <= 1_000
            follow(place, links[-1])
            judged(place, number)
            card = place.locator("section.card", has=place.locator(".verdict")).first
            (verdict,) = kifu.verify(data)
            expect(card.locator(f".verdict[data-status={verdict.status.value}]")).to_be_visible()
            expect(card).to_contain_text(f"{verdict.plies} 手")
            expect(card).to_contain_text("山田 太郎")
            assert of_page(place, data)[0] == verdict.to_json() | {"file": "<bytes>"}, game
        made = place.evaluate("(text) => kifu.link(new TextEncoder().encode(text))", records["six"].decode())
        assert record_of_link(made) == records["six"]
        place.reload()  # the address still has the last link
        judged(place, 1)
        follow(place, made)
        judged(place, 2)
        assert place.evaluate("document.documentElement.scrollWidth <= innerWidth")
        place.context.close()
        assert place.wrong == []


def hostile():
    """Yield links that carry no record, each with what is said of it."""

    def linked(head, body):
        return f"#r={urlsafe_b64encode(head + body).decode().rstrip('=')}"

    head = bytes([1 << 4, 0, 0, 0, 0])
    good = record_fragment(sixty_plies("six").encode())
    yield "#r=<script>alert(1)</script>", ("切れているか、変わっています", "cut off or has been changed")
    yield good[:-9], ("切れているか、変わっています", "cut off or has been changed")
    yield good.replace(good[40], "A" if good[40] != "A" else "B"), ("変わっています", "has been changed")
    yield linked(head, zlib.compress(b"a" * 40_000_000, 9, -15)), ("超えています", "too large for a link")
    yield linked(b"\x7f1234", b""), ("新しい版の kifu", "made by a newer kifu")


@pytest.mark.parametrize(("locale", "language"), [("ja-JP", 0), ("en-US", 1)])
def test_hostile_links_are_errors_in_words(browser, host, locale, language):
    """Damaged links, bombs and newer versions are said to be so in both languages; the page goes on, and nothing runs."""
    page = opened(browser, host.address, locale=locale, viewport=SMALL_PHONE)
    page.on("dialog", lambda _dialog: page.wrong.append("a dialog"))
    for number, (link, said) in enumerate(hostile(), start=1):
        follow(page, link)
        expect(page.locator("section.card p.bad")).to_have_count(number)
        expect(page.locator("section.card p.bad").first).to_contain_text(said[language])
    page.evaluate("() => { location.hash = '#r=' + 'A'.repeat(1_500_000) }")
    expect(page.locator("section.card p.bad").first).to_contain_text(("長すぎます", "too long")[language])
    named = "棋種：6面体\n規則：six/1\n先手：<img src=x onerror=alert(1)>\n手数----\n   1 一01占\n"
    follow(page, record_fragment(named.encode()))
    judged(page, 1)
    expect(page.locator(".verdict bdi")).to_contain_text("<img src=x onerror=alert(1)>")
    page.context.close()
    assert page.wrong == []


def test_a_pasted_link_is_judged(browser, shapes):
    """A message that ends with a link of another page is judged where it is pasted: a page on a disk has no address."""
    page = opened(browser, (shapes / "kifu.html").as_uri())
    page.locator("summary", has_text="棋譜を貼り付ける").click()
    link = record_fragment(sixty_plies("king").encode())
    page.get_by_role("textbox").fill(f"見てください https://example.org/kifu/{link}\n")
    page.get_by_role("button", name="貼り付けた棋譜を判定する").click()
    judged(page, 1)
    page.context.close()


def test_a_game_is_handed_on_in_five_forms(browser, host):
    """Link with its code, text, picture, page and file: each is made, and the page says what happened, no more."""
    page = opened(browser, host.address, viewport=SMALL_PHONE)
    to(page, "games")
    ready(page)
    page.evaluate(SHARING)
    moves = new_game(page, SIX)
    for ply, text in enumerate(moves[:3], start=1):
        enter(page, text)
        has_plies(page, ply)
    row = page.locator(".handon")
    page.get_by_role("button", name="棋譜を渡す").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("img.code")).to_be_visible()
    link = dialog.locator("textarea").input_value()
    assert link.startswith(f"{host.address}#r=")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog.get_by_role("button", name="コピーする").click()
    expect(dialog.get_by_role("status")).to_contain_text("コピーしました")
    assert page.evaluate("navigator.clipboard.readText()") == link
    expect(row).to_contain_text("この端末の中だけにあります (3 手目までをコピーしただけです)")
    page.evaluate("window.calledOff = true")
    dialog.get_by_role("button", name="共有する").click()
    expect(dialog.get_by_role("status")).to_contain_text("まだ渡していません")
    expect(row).to_contain_text("この端末の中だけにあります")
    page.evaluate("window.calledOff = false")
    record = record_of_link(link)
    dialog.get_by_role("button", name="ファイル (.txt)").click()
    dialog.get_by_role("button", name="共有する").click()
    expect(dialog.get_by_role("status")).to_contain_text("共有しました")
    expect(row).to_have_text("3 手目までを共有しました棋譜を渡す")
    shared = page.evaluate("window.shared")
    assert shared["name"].endswith(".txt")
    assert shared["text"].encode() == record
    lines = shared["text"].splitlines()
    assert lines[0].startswith("棋種：")
    assert lines[-1].startswith("# kifu-table/1 ")
    dialog.get_by_role("button", name="文字", exact=True).click()
    expect(dialog.locator("textarea")).to_have_value(shared["text"])
    dialog.get_by_role("button", name="絵", exact=True).click()
    expect(dialog.locator("img.shared")).to_be_visible()
    assert dialog.locator("img.shared").evaluate("(image) => image.naturalWidth") == 1080
    dialog.get_by_role("button", name="一枚のページ").click()
    with page.expect_download() as download:
        dialog.get_by_role("button", name="保存する").click()
    assert moves[2] in download.value.path().read_text("utf-8")
    dialog.get_by_role("button", name="閉じる").click()
    enter(page, moves[3])
    has_plies(page, 4)
    expect(row).to_contain_text("この端末の中だけにあります (3 手目までを保存しました)")
    page.context.close()
    assert page.wrong == []


def test_news_of_a_game_takes_no_tap_away(browser, host):
    """The button that hands a record on is the same one after news that changes nothing."""
    page = opened(browser, host.address, viewport=SMALL_PHONE)
    to(page, "games")
    ready(page)
    enter(page, new_game(page, SIX)[0])
    has_plies(page, 1)
    button = page.get_by_role("button", name="棋譜を渡す").element_handle()
    told = (
        "const game = location.hash.split('/')[2]; kifu.changed(game); await kifu.ask('GET', `/api/g/${game}/state`);"
    )
    page.evaluate(f"async () => {{ {told} }}")
    button.click()
    expect(page.get_by_role("dialog").locator("img.code")).to_be_visible()
    page.context.close()
    assert page.wrong == []


def test_a_code_is_read_by_a_camera(browser, host, tmp_path):
    """The QR code of 60 plies, photographed from a phone's screen, is the link that opens the record."""
    zxing, image = pytest.importorskip("zxingcpp"), pytest.importorskip("PIL.Image")
    page = opened(browser, host.address, viewport=SMALL_PHONE, device_scale_factor=2, color_scheme="dark")
    data = sixty_plies("rengo").encode()
    follow(page, record_fragment(data))
    judged(page, 1)
    page.get_by_role("button", name="棋譜を渡す").click()
    page.locator("dialog img.code").screenshot(path=tmp_path / "code.png")
    (found,) = zxing.read_barcodes(image.open(tmp_path / "code.png"))
    assert found.text == page.locator("dialog textarea").input_value()
    assert record_of_link(found.text) == data
    page.context.close()


def test_the_link_of_a_module_is_that_of_the_program(host, browser):
    """`load()` of another page gives the same links as the program."""
    page = device(browser, service_workers="block")
    page.goto(f"{host.address}about.json")
    text = sixty_plies("ace")
    made = page.evaluate(
        """async (text) => {
          const { load } = await import("./kifu.js");
          const kifu = await load();
          const link = await kifu.link(new TextEncoder().encode(text));
          return [link, new TextDecoder().decode(await kifu.linked(link))];
        }""",
        text,
    )
    assert made == [record_fragment(text.encode()), text]
    page.context.close()
