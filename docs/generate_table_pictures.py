"""Takes the pictures docs/images/table*.png: a phone on which a game is recorded. `python docs/generate_table_pictures.py`.

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

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

from notation.reading import read

HERE = Path(__file__).parent
SAMPLE = HERE.parent / "samples/six/elimination.kif"
PLIES = 30
PHONE = {"width": 390, "height": 844}
NAMES = {"ja-JP": {"first": "山田", "second": "鈴木"}, "en-US": {"first": "Yamada", "second": "Suzuki"}}
PICTURES = {"ja-JP": "table.ja.png", "en-US": "table.png"}
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
                    for locale, name in PICTURES.items():
                        take(browser, told["recorder"], locale, HERE / "images" / name)
            finally:
                server.terminate()


def take(browser: Browser, address: str, locale: str, path: Path) -> None:
    """Record the game and take its picture."""
    game = recorded(address, NAMES[locale])
    page = browser.new_page(viewport=PHONE, locale=locale, has_touch=True, is_mobile=True, device_scale_factor=1)
    page.goto(f"{address}?game={game}")
    expect(page.locator(".moves button[data-ply]")).to_have_count(PLIES)
    page.locator(".moves").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=path)
    page.close()
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(COLOURS).save(path, optimize=True)


def recorded(address: str, names: dict[str, str]) -> str:
    """Record the first plies of the sample with a clock that runs; return the id of the game."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    opener.open(address).read()
    root = address.split("/j/", maxsplit=1)[0]

    def post(path: str, value: dict[str, object]) -> dict[str, object]:
        time.sleep(PACE)
        headers = {"Content-Type": "application/json"}
        asked = urllib.request.Request(root + path, json.dumps(value).encode(), headers)  # noqa: S310 - its own address
        answer: dict[str, object] = json.loads(opener.open(asked).read())
        return answer

    clock = {"kind": "byoyomi", "main": 600, "byoyomi": 30}
    opening = {"game": "six", "mode": "record", "names": names, "clock": clock}
    game = str(post("/api/games", opening)["id"])
    moves = [entry.text for entry in read(SAMPLE.name, SAMPLE.read_bytes()).records[0].main.entries[:PLIES]]
    events = [
        {"kind": "clock", "action": "start"},
        *({"kind": "move", "ply": ply, "text": text} for ply, text in enumerate(moves, start=1)),
    ]
    for base, event in enumerate(events, start=1):
        post(f"/api/g/{game}/events", {"base": base, "event": {"id": f"e{base}", **event}})
    return game


if __name__ == "__main__":
    main()
