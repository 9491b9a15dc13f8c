"""The page in Chromium, Firefox and WebKit: nine tasks over http, eight from a disk, and nothing in the console."""

import contextlib
import re

import pytest
from paged import MISSING, hosted

pytest.importorskip("playwright.sync_api")

from browsed import SAMPLES, SQUARE, sample
from engines import ENGINES, WebKit

from notation.reading import read

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(MISSING, reason="pyodide is not here (tests/tools/fetch_runtime.py)"),
]
SIX = "six/seven-against-eight.kif"
PLIES = 12
"""The moves that are entered by taps; whole games are entered in the screens of the table."""
FATAL = "Pyodide has suffered a fatal error"
"""What the runtime says when its WebAssembly fails: WebKitGTK did so once in seven runs on a busy machine. All is done once more."""
ERASE = """async () => {
  const folder = await navigator.storage?.getDirectory?.().catch(() => null);
  for await (const name of folder?.keys() ?? []) await folder.removeEntry(name, { recursive: true });
  for (const { name } of await indexedDB.databases()) {
    await new Promise((done) => Object.assign(indexedDB.deleteDatabase(name), { onsuccess: done, onerror: done, onblocked: done }));
  }
}"""
"""Erases what the page keeps, as a person does who clears the data of a site."""
COUNT = "(css, number) => document.querySelectorAll(css).length === number"


class Person:
    """Somebody with a device who has opened the page."""

    def __init__(self, device, folder):
        self.device = device
        self.folder = folder
        self.moves, _ = sample(SIX)
        self.kept = None

    def to(self, place):
        """Go to a screen."""
        self.device.call("(place) => { location.hash = place }", place)

    def has(self, css, number):
        """Wait until a number of elements is there."""
        self.device.until(COUNT, css, number)

    def enter(self, text):
        """Enter a move by taps: its squares, and what the picker asks for."""
        for square in SQUARE.findall(text):
            self.device.tap(f'button.square[data-square="{square}"]')
        option = f'.picker button[data-text="{text}"]'
        if self.device.call("(css) => document.querySelector(css) !== null", option):
            self.device.tap(option)


def judges_records(person):
    """Records in three encodings get their verdicts; one is shown with its doubts, as a page, by its article, and on the board."""
    device = person.device
    names = ("six/illegal-move.kif", "six/cp932.kif", SIX)
    device.files("main input[type=file]", *(SAMPLES / name for name in names))
    person.has(".verdict[data-status=CONFIRMED]", 2)
    person.has(".verdict[data-status=ILLEGAL]", 1)
    card = ".card:has([data-status=ILLEGAL]) "
    device.tap(f"{card}button", "ほかの読み方と書き違い")
    device.sees("⚖")
    device.tap(f"{card}button", "一枚のページで見る")
    person.has("iframe.page", 1)
    device.tap(f"{card}a[href*='/six.']")
    device.there("section.card[id^='article-six']")
    person.to("#/judge")
    device.tap(f"{card}button", "盤で見る")
    person.has("main[data-screen=view] .board svg", 1)


def judges_what_is_pasted(person):
    """A record that is typed is judged."""
    person.to("#/judge")
    person.device.tap("main summary")
    person.device.tap("main textarea")
    person.device.keys("棋種：6面体\n   1 一01占\n   2 七07領\n")
    person.device.tap("button", "貼り付けた棋譜を判定する")
    person.device.sees("pasted.kif")
    person.has(".verdict", 4)


def records_by_taps(person):
    """A game is opened, and its moves are entered by taps; it goes on when all that the page keeps is erased before the last one."""
    person.to("#/games")
    person.device.tap("button", "新しい対局")
    person.device.tap("button", "対局を開く")
    person.device.there("button.square")
    warned = person.device.call("() => document.body.innerText.includes('ページを閉じると記録が消えます')")
    assert warned is person.ends
    for ply, text in enumerate(person.moves[:PLIES], start=1):
        if ply == PLIES:
            person.device.call(ERASE)
        person.enter(text)
        person.has(".moves button[data-ply]", ply)


def finds_the_game_after_a_reload(person):
    """The page that is loaded anew has the game with all its moves."""
    person.device.reload()
    person.has(".moves button[data-ply]", PLIES)


def hands_the_game_on(person):
    """The record is saved as a file that has the moves; its link opens judged."""
    device = person.device
    device.tap("button", "棋譜を渡す")
    device.tap("dialog button[data-kind=link]")
    link = device.until("() => document.querySelector('dialog textarea')?.value")
    device.tap("dialog button[data-kind=file]")
    device.tap("dialog button", "保存する")
    path = device.download("20")  # its name begins with the day, that of a file still being written does not
    assert [entry.text for entry in read(path.name, path.read_bytes()).records[0].main.entries] == person.moves[:PLIES]
    device.tap("dialog button", "閉じる")
    person.to(f"#{link.partition('#')[2]}")
    device.sees(f"{PLIES} 手", ".verdict")


def compares_two_files(person):
    """Two files are read together; the dossier is a ZIP."""
    lines = (SAMPLES / SIX).read_bytes().split(b"\n")
    del lines[next(number for number, line in enumerate(lines) if line.startswith("手数".encode())) + 5]
    other = person.folder / "other.kif"
    other.write_bytes(b"\n".join(lines))
    person.to("#/compare")
    person.has("main input[type=file]", 2)
    for number, path in enumerate((SAMPLES / SIX, other)):
        mark = "(number, mark) => document.querySelectorAll('main input[type=file]')[number].setAttribute('data-sheet', mark)"
        person.device.call(mark, number, "ab"[number])
        person.device.files(f"input[data-sheet={'ab'[number]}]", path)
    person.device.tap("main button", "二枚を比べる")
    person.device.there("table.rows")
    person.device.tap("main button", "調書を作る")
    assert re.fullmatch(r"dossier-[0-9a-f]{8}\.zip", person.device.download("dossier").name)


def looks_into_openings(person):
    """The moves of one's own records are counted, and clicked through."""
    person.to("#/explorer")
    person.device.files("main input[type=file]", SAMPLES / SIX)
    person.device.until("() => document.querySelector('.drop p[role=status]')?.textContent === '1 局を数えました'")
    person.device.there("table.played button.move")
    person.device.tap("table.played button.move")
    person.has(".crumbs button", 2)


def solves_a_puzzle(person):
    """A puzzle of a file is solved by taps."""
    records = read("p.kif", (SAMPLES / "six/puzzles.kif").read_bytes()).records
    person.to("#/puzzles")
    person.device.there("main[data-screen=puzzles] input[type=file]")
    person.device.files("main[data-screen=puzzles] input[type=file]", SAMPLES / "six/puzzles.kif")
    person.device.sees("最初の手は?")
    person.enter(records[0].main.entries[0].text)
    person.device.sees("正解です")


def works_without_its_host(person):
    """The page opens again when its host is gone, judges, has the game, and gives a sheet."""
    person.device.until("async () => Boolean(await navigator.serviceWorker.ready)")
    person.host.close()
    person.to("#/judge")
    person.device.reload()
    person.device.files("main input[type=file]", SAMPLES / SIX)
    person.has(".verdict[data-status=CONFIRMED]", 1)
    games = person.device.call("() => kifu.ask('GET', '/api/games')")["body"]["games"]
    assert [game["ply"] for game in games] == [PLIES]
    person.to("#/sheets")
    person.device.tap("button", "6面体 (PDF)")
    assert person.device.download("sheet").read_bytes().startswith(b"%PDF")


TASKS = (
    judges_records,
    judges_what_is_pasted,
    compares_two_files,
    looks_into_openings,
    solves_a_puzzle,
    records_by_taps,
    finds_the_game_after_a_reload,
    hands_the_game_on,
)


@pytest.mark.parametrize("shape", ["host", "disk"])
@pytest.mark.parametrize(
    "engine", [pytest.param(one, marks=[] if one == "chromium" else pytest.mark.sweep) for one in ENGINES]
)
def test_what_a_person_does(engine, shape, shapes, tmp_path):
    """All tasks are done by what stands on the screen, one after another on one phone; the console stays empty."""
    if ENGINES[engine] is None:
        pytest.skip(f"{engine} is not here (.ci/sweep names its packages)")
    try:
        all_tasks(ENGINES[engine], shape, shapes, tmp_path / "one")
    except AssertionError as error:
        if FATAL not in str(error):
            raise
        all_tasks(ENGINES[engine], shape, shapes, tmp_path / "two")


def all_tasks(engine, shape, shapes, folder):
    """Do all tasks on a new device."""
    with contextlib.ExitStack() as host:
        address = (shapes / "kifu.html").as_uri()
        if shape == "host":
            address = host.enter_context(hosted(shapes / "folder")).address
        device = engine(folder / "device")
        try:
            person = Person(device, folder)
            person.host = host
            person.ends = shape == "disk" and isinstance(device, WebKit)  # what is kept there ends with the browser
            device.open(address)
            for task in (*TASKS, works_without_its_host) if shape == "host" else TASKS:
                task(person)
                logs = device.logs
                assert logs == [], f"{task.__doc__}\n{logs}"
        finally:
            device.close()
