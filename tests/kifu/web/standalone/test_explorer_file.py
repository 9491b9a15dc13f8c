"""The explorer in Chromium: as a file, in the server and in the page, what a student asks is answered by clicks."""

import re

import pytest

pytest.importorskip("playwright.sync_api")

from browsed import AXE, CHROMIUM, LAPTOP, PHONE, device, violations
from click.testing import CliRunner
from playwright.sync_api import expect

from kifu.cli.main import main

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is here")]
EVIL = "<img src=x onerror=alert(1)>"
GAMES = [
    ("甲", "乙", "2026/01/01", "四04占 四05領 三04占 三03領 二02占", "まで5手で中断"),
    ("丙", EVIL, "2026/01/02", "四04占 四05領 三04占 三03領 二03占", "6 投了\nまで5手で先手の勝ち"),
    ("甲", "丁", "2026/01/03", "四04占 四05領 三03占", "4 投了\nまで3手で先手の勝ち"),
    ("乙", "甲", "", "四04占 四03領 三04占", "4 投了\nまで3手で先手の勝ち"),
]


def record(first, second, date, moves, end):
    """Return a record."""
    lines = "".join(f"{ply} {move}\n" for ply, move in enumerate(moves.split(), start=1))
    return f"棋種：6面体\n先手：{first}\n後手：{second}\n開始日時：{date}\n{lines}{end}\n"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Write the explorer of a few games; return its address."""
    folder = tmp_path_factory.mktemp("explorer")
    for number, game in enumerate(GAMES, start=1):
        (folder / f"{number}.kif").write_text(record(*game), encoding="utf-8")
    done = CliRunner().invoke(main, ["study", "explorer", str(folder), "-o", str(folder / "x.html")])
    assert done.exit_code == 0, done.output
    return (folder / "x.html").as_uri()


@pytest.fixture
def page(browser, address, request):
    """Return the explorer on a device that asks nobody."""
    more = getattr(request, "param", {"viewport": PHONE, "locale": "ja-JP"})
    made = device(browser, has_touch=True, **more)
    wrong = []
    made.on("request", lambda asked: asked.url.startswith(("file:", "blob:", "data:")) or wrong.append(asked.url))
    made.on("pageerror", lambda error: wrong.append(str(error)))
    made.on("console", lambda said: said.type == "error" and wrong.append(said.text))
    made.on("dialog", lambda dialog: wrong.append(dialog.message) or dialog.dismiss())
    made.goto(address)
    expect(made.locator("table.played")).to_be_visible()
    yield made
    made.context.close()
    assert wrong == []


def rows(page):
    """Return the moves that are shown: text, games, won–drawn–lost, and what stands below on a tap."""
    return [
        [body.locator(part).first.text_content().strip() for part in ("td", ".number", ".figures", ".more")]
        for body in page.locator("table.played tbody").all()
    ]


def play(page, text):
    """Click a move."""
    page.locator("button.move", has_text=text).first.click()


def test_what_was_played_and_how_it_went(page):
    """Moves with games, results and first game; a novelty; the board; grey rows; back, forward, the browser's own way back."""
    (row,) = rows(page)
    assert row[:3] == ["▲四04占", "4", "3–0–0 未了 1"]
    assert "最初: 2026/01/01 甲 — 乙" in row[3]
    expect(page.locator("tbody.few")).to_have_count(1)
    for move in ("四04占", "四03領", "三04占"):
        play(page, move)
    expect(page.locator(".crumbs button")).to_have_text(["開始", "1 四04占", "2 四03領", "3 三04占"])
    assert [row[0] for row in rows(page)] == ["△三05領"]
    play(page, "三05領")
    assert [(row[0], "新手" in row[3]) for row in rows(page)] == [("▲二05占", True), ("▲二06占", False)]
    assert EVIL in rows(page)[0][3]
    here = page.url
    page.get_by_role("button", name="一手戻る").click()
    expect(page.locator(".crumbs button")).to_have_count(4)
    page.get_by_role("button", name="一手進む").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".crumbs button")).to_have_count(4)
    page.go_back()
    expect(page.locator(".crumbs button")).to_have_count(5)
    page.goto("about:blank")
    page.goto(here)
    expect(page.locator(".crumbs button")).to_have_count(5)
    play(page, "二05占")
    expect(page.get_by_text("この局面で終わった局")).to_be_visible()


def test_symmetric_positions_are_one_and_taps_find_them(page):
    """A tap on a square that the board makes equal to one that was played is that move, turned."""
    play(page, "四04占")
    assert [row[:2] for row in rows(page)] == [["△四03領", "4"]]
    page.locator('button.square[data-square="五04"]').click()
    expect(page.locator(".crumbs button").last).to_have_text("2 五04領")
    expect(page.locator("p.status")).to_contain_text("4 局がこの局面に来ました")


def test_the_board_weighs_the_moves(page):
    """Of two moves the one that more games played has the larger mark on its square."""
    play(page, "四04占")
    play(page, "四03領")
    assert sorted(row[1] for row in rows(page)) == ["1", "3"]
    radii = page.locator(".board .dot").evaluate_all("(dots) => dots.map((dot) => Number(dot.getAttribute('r')))")
    assert max(radii) > 1.3 * min(radii)


def test_filters_count_anew(page):
    """By player and side, and by date; what is left is said, and so is the first game among it."""
    page.locator("summary", has_text="しぼる").click()
    page.get_by_label("対局者").fill("甲")
    page.get_by_label("対局者").press("Enter")
    expect(page.get_by_text("3 / 4 局")).to_be_visible()
    page.get_by_label("どちらの側で").select_option("second")
    expect(page.get_by_text("1 / 4 局")).to_be_visible()
    assert "乙 — 甲" in rows(page)[0][3]
    page.get_by_role("button", name="しぼるのをやめる").click()
    page.get_by_label("この日から").fill("2026-01-02")
    expect(page.get_by_text("2 / 4 局")).to_be_visible()
    assert "2026/01/02" in rows(page)[0][3]


def test_where_a_game_left_what_is_known(page):
    """Each game says with which ply it was new, and leads there; a pattern finds the positions that hold it."""
    page.locator("summary", has_text="この局面に来た局").click()
    expect(page.get_by_role("button", name="手目で新しい局面")).to_have_count(3)
    expect(page.get_by_text("先の局と同じ")).to_have_count(1)
    page.get_by_role("button", name="5 手目で新しい局面").first.click()
    expect(page.locator(".crumbs button")).to_have_count(6)
    page.locator("summary", has_text="配置でさがす").click()
    page.get_by_label("マス", exact=True).fill("四04 三04")
    page.get_by_label("これ以上", exact=True).fill("2")
    page.get_by_role("button", name="さがす", exact=True).click()
    found = page.get_by_text(re.compile(r"\d+ 局面、\d+ 局"))
    expect(found).to_be_visible()
    page.locator("button.found").first.click()
    expect(page.locator(".crumbs button").nth(1)).to_have_text("1 四04占")
    page.get_by_label("マス", exact=True).fill("四99")
    page.get_by_role("button", name="さがす", exact=True).click()
    expect(page.get_by_text("四99 というマスはありません")).to_be_visible()


VIEWS = [
    {"viewport": PHONE, "locale": "ja-JP", "color_scheme": "light", "bypass_csp": True},
    {"viewport": LAPTOP, "locale": "en-US", "color_scheme": "dark", "bypass_csp": True},
]


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not here (tests/tools/fetch_axe.py)")
@pytest.mark.parametrize("page", VIEWS, indirect=True, ids=["phone", "laptop"])
def test_it_is_for_everybody(page):
    """axe-core finds nothing wrong with everything opened; nothing runs over the side, and buttons are large enough."""
    for summary in page.locator("summary").all():
        summary.click()
    page.locator("fieldset + button.main, .main").last.click()
    page.locator("button.move").first.click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate(
        "[...document.querySelectorAll('button:not(.square), select, summary')].filter((each) => each.offsetParent)"
        ".filter((each) => Math.min(each.offsetWidth, each.offsetHeight) < 43.9).map((each) => each.textContent)"
    )
    assert small == []
