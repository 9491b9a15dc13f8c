"""Answers moves of the engine of another tree, as a process of its own: one JSON object a line, in and out.

    python release_worker.py TREE

A question has `game` (id), `head` and `diagram` (of the first position; both may be missing), `moves` (their texts so far),
`nodes`, `seed` and `noise`; the answer has `move` (its text) and `seconds` of the processor. It uses no more of the tree than any release
has.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

TREE = str(Path(sys.argv[1]).resolve())
sys.path.insert(0, TREE)  # before an installed copy

try:
    from kifu.core import games
except ImportError:  # 0.1.0
    from kifu import games

if not str(games.__file__).startswith(TREE):
    raise SystemExit(f"{games.__file__} is not of {TREE}")
try:
    from kifu.core.game.text import split_diagram as split
    from kifu.engine.best_move_and_win_chance import find_best_move
except ImportError:  # 0.1.0
    from notation.diagram import split


class Course:
    """The game that was asked about last, so that its moves are not played again."""

    def __init__(self) -> None:
        """No game yet."""
        self.start: object = None
        self.texts: list[str] = []

    def at(self, asked: dict) -> list:
        """Return the positions of a game up to the present one."""
        start = (asked["game"], asked.get("head"), asked.get("diagram"))
        if self.start != start or asked["moves"][: len(self.texts)] != self.texts:
            self.start, self.texts = start, []
            self.game = games.load(asked["game"])
            if asked.get("diagram"):
                self.game = self.game.configure(None, asked["head"])
                lines = enumerate(asked["diagram"].splitlines(), start=1)
                self.positions = [self.game.read_diagram(split(1, lines))]
            else:
                self.positions = [self.game.start()]
        for text in asked["moves"][len(self.texts) :]:
            move = self.game.resolve(self.positions[-1], self.game.read(text))
            self.positions.append(self.game.play_legal(self.positions[-1], move))
            self.texts.append(text)
        return self.positions


def main() -> None:
    """Answer until the input ends."""
    course = Course()
    for line in sys.stdin:
        asked = json.loads(line)
        *before, position = course.at(asked)
        started = time.process_time()
        choice = find_best_move(
            course.game, position, asked["nodes"], asked["seed"], noise=asked["noise"], before=before
        )
        seconds = time.process_time() - started
        print(json.dumps({"move": course.game.spell(choice.move), "seconds": seconds}), flush=True)


main()
