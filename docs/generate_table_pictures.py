"""Takes the pictures docs/images/{table,viewer,hall}*.png. `python docs/generate_table_pictures.py [NAME…]`, such as `hall`.

They show a phone on which a game is recorded, the viewer, and the hall.

It needs Chromium, playwright and a Japanese font (fonts-noto-cjk). The pictures differ from run to run in the digits of the hash.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from notation.reading import read

HERE = Path(__file__).parent
SAMPLES = HERE.parent / "samples"
PLIES = 30
PHONE = {"width": 390, "height": 844}
NAMES = {"ja-JP": {"first": "山田", "second": "鈴木"}, "en-US": {"first": "Yamada", "second": "Suzuki"}}
LAPTOP = {"width": 1120, "height": 700}
GAMES = {"six": "six/elimination.kif", "king": "king/last-move-taken.kif", "ace": "ace/draw.kif"}
"""The games of the hall; the first is that of the table, the second that of the viewer."""
ENDINGS = {"ja-JP": ".ja.png", "en-US": ".png"}
COLOURS = 128
PACE = 0.06
"""The seconds between two events; a device may send twenty a second."""


def main() -> None:
    """Serve a new folder, record a game in it, and take a picture in each language."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "kifu", "serve", folder, "--format", "json", "--no-browser"]
        with subprocess.Popen(words, stdout=subprocess.PIPE) as server:  # noqa: S603 - it is this program
            try:
                told = json.loads(server.stdout.readline())
                with sync_playwright() as playwright:
                    alone = ["--no-sandbox"] if os.geteuid() == 0 else []
                    browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=alone)
                    for locale, ending in ENDINGS.items():
                        games = [recorded(told["recorder"], NAMES[locale], *game) for game in GAMES.items()]
                        for name in sys.argv[1:] or TAKERS:
                            picture = HERE / "images" / f"{name}{ending}"
                            TAKERS[name](browser, told["recorder"], locale, games, picture)
                        closed(told["recorder"], games)
            finally:
                server.terminate()


def table(browser: Browser, address: str, locale: str, games: list[str], path: Path) -> None:
    """Take the picture of a phone at the table."""
    page = browser.new_page(viewport=PHONE, locale=locale, has_touch=True, is_mobile=True, device_scale_factor=1)
    page.goto(f"{address}?game={games[0]}")
    expect(page.locator(".moves button[data-ply]")).to_have_count(PLIES)
    page.locator(".moves").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, 0)")
    kept(page, path)


def viewer(browser: Browser, address: str, locale: str, games: list[str], path: Path) -> None:
    """Take the picture of the viewer with the engine."""
    page = browser.new_page(viewport=LAPTOP, locale=locale)
    page.goto(f"{address}?game={games[1]}")
    expect(page.locator(".moves button[data-ply]")).to_have_count(PLIES)
    page.goto(f"{page.url}/view")
    expect(page.locator(".status")).to_contain_text(str(PLIES))
    page.keyboard.press("l")
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".engine svg.chart")).to_be_visible(timeout=60_000)
    page.wait_for_timeout(4_000)  # until all plies are searched
    page.locator(".engine").evaluate("each => each.scrollIntoView({block: 'end'})")
    kept(page, path)


def hall(browser: Browser, address: str, locale: str, _games: list[str], path: Path) -> None:
    """Take the picture of the hall."""
    page = browser.new_page(viewport={"width": 1120, "height": 560}, locale=locale)
    page.goto(address)
    expect(page.locator(".list > li")).not_to_have_count(0)
    page.goto(f"{address.split('/j/', maxsplit=1)[0]}/hall")
    expect(page.locator(".cards svg.mini").nth(2)).to_be_visible()
    kept(page, path)


def kept(page: Page, path: Path) -> None:
    """Take the picture of a page, with few colours, and close the page."""
    page.screenshot(path=path)
    page.close()
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(COLOURS).save(path, optimize=True)


TAKERS = {"table": table, "viewer": viewer, "hall": hall}


class Recorder:
    """A device that records."""

    def __init__(self, address: str) -> None:
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self._opener.open(address).read()
        self._root = address.split("/j/", maxsplit=1)[0]

    def get(self, path: str) -> dict[str, Any]:
        """Ask for something."""
        answer: dict[str, Any] = json.loads(self._opener.open(self._root + path).read())
        return answer

    def post(self, path: str, value: dict[str, object]) -> dict[str, Any]:
        """Send something."""
        time.sleep(PACE)
        headers = {"Content-Type": "application/json"}
        asked = urllib.request.Request(self._root + path, json.dumps(value).encode(), headers)  # noqa: S310 - its own address
        answer: dict[str, Any] = json.loads(self._opener.open(asked).read())
        return answer


def recorded(address: str, names: dict[str, str], game: str, sample: str) -> str:
    """Record the first plies of a sample with a clock that runs; return the id of the game."""
    recorder = Recorder(address)
    clock = {"kind": "byoyomi", "main": 600, "byoyomi": 30}
    opened = recorder.post("/api/games", {"game": game, "mode": "record", "names": names, "clock": clock})["id"]
    path = SAMPLES / sample
    moves = [entry.text for entry in read(path.name, path.read_bytes()).records[0].main.entries[:PLIES]]
    events = [
        {"kind": "clock", "action": "start"},
        *({"kind": "move", "ply": ply, "text": text} for ply, text in enumerate(moves, start=1)),
    ]
    for base, event in enumerate(events, start=1):
        recorder.post(f"/api/g/{opened}/events", {"base": base, "event": {"id": f"e{base}", **event}})
    return str(opened)


def closed(address: str, games: list[str]) -> None:
    """Take games out of the way of the next pictures: they end by resignation."""
    recorder = Recorder(address)
    for game in games:
        for event in ({"kind": "special", "word": "投了"}, {"kind": "close"}):
            base = recorder.get(f"/api/g/{game}/state")["seq"]
            recorder.post(f"/api/g/{game}/events", {"base": base, "event": {"id": f"c{base}", **event}})


if __name__ == "__main__":
    main()
