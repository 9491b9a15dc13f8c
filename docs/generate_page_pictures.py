"""Takes the pictures docs/images/page*.png from the page as one file: `python docs/generate_page_pictures.py kifu.html`.

They show a phone: a record is judged on the left, a game is recorded on the right. It needs Chromium, playwright and a Japanese
font (fonts-noto-cjk). The pictures differ from run to run in the digits of the hash.
"""

import os
import shutil
import sys
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

from notation.reading import read

HERE = Path(__file__).parent
SAMPLES = HERE.parent / "samples"
PHONE = {"width": 390, "height": 844}
ENDINGS = {"ja-JP": ".ja.png", "en-US": ".png"}
NAMES = {"ja-JP": {"first": "山田", "second": "鈴木"}, "en-US": {"first": "Yamada", "second": "Suzuki"}}
PLIES = 30
START = 120_000
COLOURS = 128
GAP = 20
RECORD = """async ({ opening, moves }) => {
  const { body: { id } } = await kifu.ask("POST", "/api/games", opening);
  for (const [place, text] of moves.entries()) {
    const event = { id: `m${place}`, kind: "move", ply: place + 1, text };
    await kifu.ask("POST", `/api/g/${id}/events`, { base: place + 1, event });
  }
  return id;
}"""


def main() -> None:
    """Take a picture in each language."""
    address = Path(sys.argv[1]).resolve().as_uri()
    with sync_playwright() as playwright:
        alone = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=alone)
        for locale, ending in ENDINGS.items():
            taken = [Image.open(BytesIO(data)) for data in shots(browser, address, locale)]
            whole = Image.new("RGB", (2 * taken[0].width + GAP, taken[0].height), "white")
            for number, picture in enumerate(taken):
                whole.paste(picture, (number * (picture.width + GAP), 0))
            whole.quantize(COLOURS).save(HERE / "images" / f"page{ending}", optimize=True)


def shots(browser: Browser, address: str, locale: str) -> tuple[bytes, bytes]:
    """Return a picture of a record that is judged, and of a game that is recorded."""
    context = browser.new_context(viewport=PHONE, locale=locale, has_touch=True)
    page = context.new_page()
    page.goto(address)
    page.locator("input[type=file]").set_input_files(
        [SAMPLES / "six/illegal-move.kif", SAMPLES / "king/last-move-taken.kif"]
    )
    expect(page.locator(".verdict")).to_have_count(2, timeout=START)
    judged = page.screenshot()
    record = read("game.kif", (SAMPLES / "six/elimination.kif").read_bytes()).records[0]
    moves = [entry.text for entry in record.main.entries][:PLIES]
    opening = {"game": "six", "mode": "record", "names": NAMES[locale]}
    game = page.evaluate(RECORD, {"opening": opening, "moves": moves})
    page.evaluate("(id) => { location.hash = `#/g/${id}` }", game)
    expect(page.locator("button.square").first).to_be_attached(timeout=START)
    page.wait_for_timeout(1_000)
    recorded = page.screenshot()
    context.close()
    return judged, recorded


if __name__ == "__main__":
    main()
