"""Kills the browser while the page records, again and again, and counts acknowledged moves that are gone.

``python tests/tools/kill_page.py PAGE [TIMES]``: PAGE is the folder that `kifu site` wrote. Each time Chromium is begun with the
same profile, a game is recorded through the page's own queue of events, and all processes of the browser are ended by SIGKILL at
a random moment; then it is begun again, and the game has to hold every move that was acknowledged. The exit code is 1 if one is
gone or a journal is damaged.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from paged import hosted

START = 180_000
MOVES = [f"{column}{row:02d}占" for row in range(1, 8) for column in "一二三四五六七"]
RECORD = """async (moves) => {
  const { body: { id } } = await kifu.ask("POST", "/api/games", { game: "six", mode: "record" });
  told(JSON.stringify({ id, ply: 0 }));
  let base = 1;
  for (let ply = 1; ; ply += 1) {
    const event = { id: `m${ply}`, kind: "move", ply, text: moves[(ply - 1) % moves.length] };
    const { status, body } = await kifu.ask("POST", `/api/g/${id}/events`, { base, event });
    if (status !== 200) throw new Error(JSON.stringify(body));
    base = body.seq;
    told(JSON.stringify({ id, ply }));
  }
}"""


def begun(profile):
    """Begin Chromium as a group of processes of its own; return it and the address of its tools."""
    command = [
        shutil.which("chromium"),
        "--headless=new",
        "--no-first-run",
        f"--user-data-dir={profile}",
        "--remote-debugging-port=0",
        *(["--no-sandbox"] if os.geteuid() == 0 else []),
        "about:blank",
    ]
    port = Path(profile, "DevToolsActivePort")
    port.unlink(missing_ok=True)
    process = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(600):
        if port.exists() and port.read_text().strip():
            return process, f"http://127.0.0.1:{port.read_text().split()[0]}"
        time.sleep(0.1)
    raise RuntimeError("Chromium does not start")


def page_of(playwright, tools, address):
    """Open the page, and wait until it answers."""
    page = playwright.chromium.connect_over_cdp(tools).contexts[0].new_page()
    page.goto(f"{address}#/games")
    page.wait_for_function("() => window.kifu", timeout=START)
    return page


def once(playwright, profile, address, wait):
    """Record, kill after `wait` seconds of recording, begin again: return the moves acknowledged, and the game that stands there."""
    process, tools = begun(profile)
    told = []
    try:
        page = page_of(playwright, tools, address)
        killer = threading.Timer(wait, os.killpg, (process.pid, signal.SIGKILL))

        def tell(text):
            told.append(json.loads(text))
            if len(told) == 1:  # the game is open
                killer.start()

        page.expose_function("told", tell)
        try:
            page.evaluate(RECORD, MOVES)
        except Error:
            killer.join()
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    process, tools = begun(profile)
    try:
        page = page_of(playwright, tools, address)
        found = page.evaluate("(id) => kifu.ask('GET', `/api/g/${id}/state`)", told[-1]["id"])
        listed = page.evaluate("() => kifu.ask('GET', '/api/games')")["body"]["games"]
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    damaged = [game for game in listed if "error" in game]
    return told[-1]["ply"], {"ply": found["body"].get("ply", -1), "damaged": damaged}


def main():
    """Kill as often as asked; return the exit code."""
    folder, times = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100
    lost = damaged = acknowledged = 0
    with hosted(folder) as host, tempfile.TemporaryDirectory() as profile:
        for number in range(times):
            with sync_playwright() as playwright:
                wait = random.uniform(0, 3)
                ply, found = once(playwright, profile, host.address, wait)
            acknowledged += ply
            lost += max(0, ply - found["ply"])
            damaged += bool(found["damaged"])
            print(f"{number + 1}: {ply} acknowledged, {found['ply']} there", flush=True)  # noqa: T201
    print(f"{times} kills, {acknowledged} acknowledged, {lost} lost, {damaged} damaged")  # noqa: T201
    return 1 if lost or damaged else 0


if __name__ == "__main__":
    sys.exit(main())
