"""Kills the browser while the page records, again and again, and counts moves that were drawn as kept and are gone.

``python tests/tools/kill_page.py PAGE ENGINE [TIMES]``: PAGE is the folder that `kifu site` wrote, or the one file; ENGINE is
chromium, firefox or webkit. Each time the browser is begun with the same profile and has to show every move that was drawn as kept
before; then moves are tapped on the table, and all processes of the browser are ended by SIGKILL, every other time at the moment at
which a move is drawn, else at any. The exit code is 1 if a move is gone or a journal is damaged.
"""

import random
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from browsed import SQUARE, sample
from engines import ENGINES
from paged import hosted

SIX = "six/seven-against-eight.kif"
SECONDS = 3
"""The longest time of tapping before the browser is killed."""
TAPPING = """(opening, moves) => {
  const drawn = () => document.querySelectorAll(".moves button[data-ply]").length;
  const soon = () => new Promise((go) => setTimeout(go, 1));
  const tap = async (css) => {
    while (!document.querySelector(css)) await soon();
    document.querySelector(css).click();
  };
  const game = async () => {
    const { body } = await kifu.ask("POST", "/api/games", opening);
    window.tapped = null;
    location.hash = `#/g/${body.id}`;
    while (drawn() || !document.querySelector("button.square")) await soon();
    window.tapped = body.id;
    for (const [place, { text, squares }] of moves.entries()) {
      for (const square of squares) await tap(`button.square[data-square="${square}"]`);
      document.querySelector(`.picker button[data-text="${text}"]`)?.click();
      while (drawn() <= place) await soon();
    }
  };
  (async () => { for (;;) await game(); })();
}"""
DRAWN = "() => window.tapped && [window.tapped, document.querySelectorAll('.moves button[data-ply]').length]"
KEPT = """async () => {
  const { body } = await kifu.ask("GET", "/api/games");
  return { plies: body.games.map(({ id, ply }) => [id, ply ?? -1]), damaged: body.games.filter(({ error }) => error) };
}"""


def recorded(device, at_once):
    """Tap moves until it is time to kill; return the games and their plies that were drawn as kept."""
    moves, opening = sample(SIX)
    entries = [{"text": text, "squares": SQUARE.findall(text)} for text in moves]
    drawn = {}
    device.call(TAPPING, opening, entries)
    end = time.monotonic() + random.uniform(0.2, SECONDS)
    while True:
        seen = device.call(DRAWN)
        if seen:
            new = drawn.get(seen[0], 0) < seen[1]
            drawn[seen[0]] = max(seen[1], drawn.get(seen[0], 0))
            if time.monotonic() > end and (new or not at_once):
                return drawn


def main():
    """Kill as often as asked; return the exit code."""
    page, engine, times = Path(sys.argv[1]), ENGINES[sys.argv[2]], int(sys.argv[3]) if len(sys.argv) > 3 else 100
    lost = damaged = count = 0
    drawn = {}
    with ExitStack() as stack:
        profile = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        address = stack.enter_context(hosted(page)).address if page.is_dir() else page.resolve().as_uri()
        for number in range(times + 1):
            device = engine(profile)
            try:
                device.open(f"{address}#/games")
                device.until("() => Boolean(window.kifu)")
                if device.call("() => kifu.keeps") == "memory":
                    device.sees("ページを閉じると記録が消えます")
                    print("nothing is kept, and the page says so")  # noqa: T201
                    return 0
                found = device.call(KEPT)
                plies = dict(found["plies"])
                gone = {game: (ply, plies.get(game)) for game, ply in drawn.items() if plies.get(game, -1) < ply}
                lost += len(gone)
                damaged += len(found["damaged"])
                said = f"{sum(drawn.values())} drawn, {len(plies)} games, gone {gone}, {found['damaged']}"
                print(f"{number}: {said}", flush=True)  # noqa: T201
                if number == times:
                    break
                now = recorded(device, at_once=number % 2 == 0)
                count += sum(now.values())
                drawn |= now
            finally:
                device.kill()
    print(f"{times} kills, {count} plies drawn as kept, {lost} games with plies gone, {damaged} damaged")  # noqa: T201
    return 1 if lost or damaged else 0


if __name__ == "__main__":
    sys.exit(main())
