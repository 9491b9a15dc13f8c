"""Shares among the browser tests: Chromium over a served folder, and what a person does on the screen of a table."""

import os
import re
import shutil
from pathlib import Path

from playwright.sync_api import expect

from notation.reading import read

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}
PHONES = [(360, 640), (390, 664), (390, 844), (412, 780)]
"""The windows of phones, with the bars of their browsers, in which a game has to be seen whole."""
CHROMIUM = shutil.which("chromium")
PATIENCE = 120_000
"""The milliseconds within which a state has to come: tests wait for states, and Python in a browser on a busy machine is slow."""
expect.set_options(timeout=PATIENCE)
SAMPLES = Path(__file__).parents[2] / "samples"
AXE = Path(os.environ.get("KIFU_AXE", Path(__file__).parents[1] / "data" / "axe" / "axe.min.js"))
"""axe-core (Deque, MPL-2.0). It is no part of the project: tests/tools/fetch_axe.py fetches it."""
FIVE = [
    "six/elimination.kif",
    "ace/black-reaches-the-target.kif",
    "king/last-move-taken.kif",
    "master/last-move-taken.kif",
    "rengo/game-othello.kif",
]
"""A game of each kind, whose board a finger taps without moving it."""
OUTSIDE = """(parts) => parts.flatMap((part) => [...document.querySelectorAll(part)]).filter((each) => {
  const { left, top, right, bottom, width } = each.getBoundingClientRect();
  return width && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
}).map((each) => `${each.className} ${each.textContent}`)
  .concat(document.documentElement.scrollWidth > innerWidth ? ["wider than the window"] : [])"""
"""The elements that are drawn, but not wholly inside the window."""
FITS = 30
"""How often a board is looked at that has to fit a new window, every tenth of a second."""
TABLE = [".top > *", ".board", ".player", ".acts > *"]
"""What has to be in the window at a table."""
AT_HAND = "(each) => !each.closest('.many') || getComputedStyle(each.parentElement).flexWrap === 'wrap'"
"""Tells whether the hand of a unit is whole in sight: a large one is a row that the finger moves where two do not fit."""
SQUARE = re.compile(r"[一二三四五六七八九十]+\d\d")


def launched(playwright):
    """Return Chromium. It has no sandbox for a root user, who could not start it otherwise."""
    alone = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=CHROMIUM, args=alone)


def device(browser, **more):
    """Return a page of a new device, which waits with patience."""
    context = browser.new_context(**more)
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def entered(browser, server, role="recorder", viewport=PHONE, **more):
    """Return the page of a new device that has come in by the address of its role."""
    page = device(browser, viewport=viewport, **{"locale": "ja-JP", "has_touch": True, **more})
    page.goto(server.told[role])
    expect(page.locator("h1")).to_contain_text("kifu")
    expect(page).to_have_url(re.compile(r"/$"))
    return page


def at_table(page, server, game):
    """Go to the table of a game."""
    page.goto(f"http://{server.host}:{server.port}/g/{game}")
    expect(page.locator("button.square").first).to_be_attached()
    return page


def tap(page, *squares):
    """Tap squares in order."""
    for square in squares:
        page.locator(f'button.square[data-square="{square}"]').click()


def enter(page, text):
    """Enter a move by taps: its squares, and what the picker asks for."""
    if text == "パス":
        page.get_by_role("button", name="パス", exact=True).click()
        return
    tap(page, *SQUARE.findall(text))
    option = page.locator(f'.picker button[data-text="{text}"]')
    if option.count():
        option.click()


def tapped(page, text):
    """Enter a move as a hurried person does, by names alone; return the number of taps. The usual text is not tapped.

    A unit of the hand is tapped where all of the hand is in sight: who would have to move it taps the square first.
    """
    squares = SQUARE.findall(text)
    if not squares:
        page.get_by_role("button", name=text, exact=True).click()
        return 1
    held = page.locator(".held").and_(
        page.get_by_role("button", name=re.compile(f" {text.removeprefix(squares[0])}( |$)"))
    )
    in_hand = len(squares) == 1 and held.first.is_visible() and held.first.evaluate(AT_HAND)
    if in_hand:
        held.first.click()
    tap(page, *squares)
    option = page.locator(".picker:visible").get_by_role("button", name=text, exact=True)
    chosen = option.count() == 1 and option.get_attribute("aria-pressed") != "true"
    if chosen:
        option.click()
    return len(squares) + in_hand + chosen


def has_plies(page, number):
    """Wait until the list shows that number of moves that the server has taken, and nothing else."""
    expect(page.locator(".moves button[data-ply]")).to_have_count(number)
    expect(page.locator(".bar")).to_be_hidden()


def sample(name):
    """Return the moves of a sample as written, and what its table is opened with."""
    path = SAMPLES / name
    record = read(path.name, path.read_bytes()).records[0]
    head = record.head
    opening = {"game": head["棋種"], "rules": head["規則"], "mode": "record"}
    if record.setup is not None:
        opening["head"] = {"盤": head["盤"]}
        opening["names"] = {"first": head["先手"], "second": head["後手"]}
        lines = path.read_text("utf-8").splitlines()
        start = lines.index("局面図")
        end = next(number for number, line in enumerate(lines) if line.startswith("手数"))
        opening["setup"] = "\n".join(lines[start:end])
    return [entry.text for entry in record.main.entries], opening


def kept(server, game):
    """Return the moves of a table's record, as the file in the folder says them."""
    path = server.folder / f"{game}.kif"
    return [entry.text for entry in read(path.name, path.read_bytes()).records[0].main.entries]


def violations(page):
    """Return what axe-core finds wrong with a page, each as its rule and the elements."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [(wrong["id"], [node["html"][:200] for node in wrong["nodes"]]) for wrong in found["violations"]]


def until_illegal(server, recorder, mode):
    """Open a game in which 先手 has a 占 on 一01, 後手 one on 七07; 占 cannot move to a far square."""
    game = server.new(recorder, game="six", mode=mode)
    for ply, text in enumerate(["一01占", "七07領"], start=1):
        assert server.send(recorder, game, ply, f"m{ply}", "move", ply=ply, text=text).status == 200
    return game


def outside(page, sizes, parts):
    """Return what of `parts` is not in the window, by its size; and the sizes at which the page is wider than the window."""
    found = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".board:visible")).to_have_count(1)
        for _ in range(FITS):
            page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
            beyond = page.evaluate(OUTSIDE, parts)
            if not beyond:
                break
            page.wait_for_timeout(100)
        else:
            found[width, height] = beyond
    return found
