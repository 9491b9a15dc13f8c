"""Two pages in two folders of one host, in one browser: journals, offline copies and what is chosen are of one folder each."""

import pytest
from paged import MISSING, hosted

pytest.importorskip("playwright.sync_api")

from browsed import CHROMIUM, PATIENCE, SAMPLES, enter, has_plies
from opened_page import SIX, judged, new_game, opened, ready, to
from playwright.sync_api import expect

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is here"),
    pytest.mark.skipif(MISSING, reason="pyodide is not here (tests/tools/fetch_runtime.py)"),
]
TO_EARLIER = """async () => {
  const root = await navigator.storage.getDirectory();
  const earlier = await root.getDirectoryHandle("kifu", { create: true });
  for await (const [scope, folder] of root.entries()) {
    if (!scope.startsWith("kifu@")) continue;
    for await (const [name, file] of folder.entries()) {
      const writer = await (await earlier.getFileHandle(name, { create: true })).createWritable();
      await writer.write(await (await file.getFile()).arrayBuffer());
      await writer.close();
    }
    await root.removeEntry(scope, { recursive: true });
  }
}"""
"""Brings journals to where the pages of an earlier version kept them, for all folders."""


@pytest.fixture
def folders(shapes, tmp_path):
    """Return a folder of a host with the page in two folders of its own."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        for path in (shapes / "folder").iterdir():
            (tmp_path / name / path.name).write_bytes(path.read_bytes())
    return tmp_path


def games_of(page):
    """Return the plies of the games that a page has."""
    to(page, "games")
    ready(page)
    return [game["ply"] for game in page.evaluate("() => kifu.ask('GET', '/api/games')")["body"]["games"]]


def recorded(page, plies):
    """Record the first plies of a game."""
    to(page, "games")
    ready(page)
    moves = new_game(page, SIX)
    for ply, text in enumerate(moves[:plies], start=1):
        enter(page, text)
        has_plies(page, ply)


def copied(page):
    """Wait until the worker has kept the page; return its files by the folder they are of."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    return page.evaluate(
        """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(
             async (name) => [name, (await (await caches.open(name)).keys()).map(({ url }) => url)])))"""
    )


UPDATE = "async () => (await navigator.serviceWorker.getRegistration()).update()"
"""Looks for a newer worker, as each visit does. While a browser does so of itself, with what the host had then, it does
nothing: so a test that has changed the host's files asks more than once."""


def copied_until(page, is_so, meanwhile="() => null"):
    """Wait until what is kept is so, with a script that the page runs meanwhile; return it."""
    for _ in range(PATIENCE // 500):
        page.evaluate(meanwhile)
        kept = copied(page)
        if is_so(kept):
            return kept
        page.wait_for_timeout(500)
    raise AssertionError(kept)


def test_two_pages_keep_apart(browser, folders):
    """Neither sees the games of the other, nor deletes its offline copy when it is renewed; each opens without the host."""
    with hosted(folders) as gone:
        one = opened(browser, f"{gone.address}one/")
        copied(one)
        recorded(one, 2)
        two = one.context.new_page()
        two.goto(f"{gone.address}two/")
        assert games_of(two) == []
        recorded(two, 1)
        assert (games_of(one), games_of(two)) == ([2], [1])
        one.get_by_role("button", name="EN", exact=True).click()
        two.reload()
        expect(two.locator("html")).to_have_attribute("lang", "ja")
        copied(two)
        worker = folders / "two" / "offline.js"
        worker.write_text(worker.read_text("utf-8").replace('const VERSION = "', 'const VERSION = "f'), "utf-8")
        kept = copied_until(two, lambda kept: len(kept) == 2 and any("@f" in name for name in kept), UPDATE)
        assert [sorted({url.split("/")[3] for url in urls}) for _, urls in sorted(kept.items())] == [
            ["one"],
            ["two"],
        ], kept
    for page, plies in ((one, [2]), (two, [1])):
        page.reload()
        assert games_of(page) == plies
    one.context.close()


@pytest.mark.sweep
def test_an_emptied_cache_fills_again(browser, folders):
    """When a browser has emptied the cache and kept the worker, one visit with the host makes the page whole again."""
    with hosted(folders) as gone:
        page = opened(browser, f"{gone.address}one/")
        (before,) = copied(page).values()
        page.evaluate("async () => { for (const name of await caches.keys()) await caches.delete(name); }")
        page.reload()
        copied_until(page, lambda kept: list(map(sorted, kept.values())) == [sorted(before)])
    page.reload()
    page.locator("input[type=file]").set_input_files(SAMPLES / SIX)
    judged(page, 1)
    page.context.close()


@pytest.mark.sweep
def test_games_of_an_earlier_version_are_taken_over(browser, folders):
    """Games that earlier pages kept for all folders are there, with all their moves, and go on; those copies stay."""
    with hosted(folders) as host:
        one = opened(browser, f"{host.address}one/", service_workers="block")
        recorded(one, 3)
        address = one.url.split("#")[1]
        one.goto("about:blank")
        two = one.context.new_page()
        two.goto(f"{host.address}two/about.json")
        two.evaluate(TO_EARLIER)
        two.goto(f"{host.address}two/#{address}")
        expect(two.locator(".moves button[data-ply]")).to_have_count(3)
        recorded(two, 1)
        assert sorted(games_of(two)) == [1, 3]
        one.goto(f"{host.address}one/")
        assert games_of(one) == [3]
        one.context.close()


def test_no_download_is_an_option(browser, shapes):
    """A file that is given under a name of other people's never begins with -."""
    with hosted(shapes / "folder") as host:
        page = opened(browser, host.address, service_workers="block")
        with page.expect_download() as download:
            page.evaluate("async () => (await import('./dom.js')).keep(new Blob(['x']), '-rf.kif')")
        assert download.value.suggested_filename == "_-rf.kif"
        page.context.close()
