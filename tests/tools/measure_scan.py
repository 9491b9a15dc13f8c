"""Measures how well pages of score sheets are read: boxes by kind, pages lost, seconds and memory a page.

`python tests/tools/measure_scan.py --part look --form 2 --sheets 8` draws sheets of records in the hands of a part, photographs
each in every kind, and compares what is read with what was written, box by box. `--part held` is for the last run alone.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import draw_hand
import numpy as np
import scan_hands

from analysis.pdf.score_sheet import blank_sheet, layout_pages
from analysis.scan.read_sheet import read_page
from analysis.scan.scan_errors import UnreadablePage
from analysis.scan.scanned_sheet import EMPTY, move_codec_of_shape
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.pdf.sheet_contents import ScoreSheet

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
RECORDS = (
    "six/elimination.kif", "king/resigned.kif", "ace/draw.kif", "master/resigned.kif", "rengo/hundred-go9.kif",
    "six/standstill.kif", "king/draw.kif", "ace/resigned.kif", "master/draw.kif", "rengo/hundred-go13.kif",
)  # fmt: skip


def truth_of(rows: tuple[object, ...], moves: dict[int, str]) -> dict[int, tuple[str, ...]]:
    """Return what was written in the row of each ply."""
    made = {}
    for row in rows:
        shape = move_codec_of_shape(tuple((box.place, box.symbols) for box in row.boxes))
        lines = shape.rows(moves[row.ply]) if moves.get(row.ply) else None
        made[row.ply] = lines[0] if lines else (EMPTY,) * len(row.boxes)
    return made


class Counts:
    """What was read, and how much of it rightly."""

    def __init__(self) -> None:
        self.right, self.total, self.lost, self.pages, self.plies, self.wrong = (Counter() for _ in range(6))
        self.said, self.kept = Counter(), Counter()
        self.used = 0.0

    def page(self, data: bytes, kind: str, form: ScoreSheet, number: int, moves: dict[int, str], hand: str) -> None:  # noqa: PLR0913, PLR0917
        """Read a photograph, and count what is read."""
        began = time.process_time()
        self.pages[kind] += 1
        try:
            first = form.version == 1
            read = read_page(
                data,
                game=form.game if first else None,
                sibling_code=form.code_of_form_without_fiducials if first else None,
            )
        except UnreadablePage as fault:
            self.lost[kind, fault.code] += 1
            return
        finally:
            self.used += time.process_time() - began
        laid = layout_pages(form, 0)[number - 1].rows
        if read.page != number or [row.ply for row in laid if row.ply] != [row.ply for row in read.rows]:
            self.lost[kind, "another page"] += 1
            return
        truth = truth_of(read.rows, moves)
        for row in read.rows:
            good = [box.best == symbol for box, symbol in zip(row.boxes, truth[row.ply], strict=True)]
            if any(truth[row.ply]):
                self.plies[kind, "written"] += 1
                self.plies[kind, "whole"] += all(good)
            for box, symbol, is_right in zip(row.boxes, truth[row.ply], good, strict=True):
                place = f"{box.place} {'empty' if symbol == EMPTY else 'written'}"
                for name in (place, f"hand {hand}", f"kind {kind}"):
                    self.total[name] += 1
                    self.right[name] += is_right
                if not is_right:
                    self.wrong[symbol, box.best] += 1
                step = min(9, int(10 * max(box.chances)))
                self.said[step] += 1
                self.kept[step] += is_right

    def lines(self) -> Iterator[str]:
        """Yield the counts."""
        for name in sorted(self.total):
            yield f"{name:28} {self.right[name]:6} of {self.total[name]:6}  {100 * self.right[name] / self.total[name]:6.2f} %"
        for kind, pages in self.pages.items():
            lost = sum(count for (of, _), count in self.lost.items() if of == kind)
            yield f"{kind:8} pages {pages:3}  lost {lost}  plies whole {self.plies[kind, 'whole']} of {self.plies[kind, 'written']}"
        for step in sorted(self.said):
            yield f"chance {step / 10:.1f} and more: right {self.kept[step]} of {self.said[step]}"
        yield f"lost {dict(self.lost)}"
        yield f"wrong {self.wrong.most_common(30)}"
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        yield f"processor time a page {self.used / max(1, self.pages.total()):.2f} s, memory at most {memory:.0f} MB, with drawing"


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", default="look", choices=tuple(scan_hands.KANJI))
    parser.add_argument("--form", type=int, default=2)
    parser.add_argument("--sheets", type=int, default=4)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kinds", nargs="+", default=list(draw_hand.KINDS))
    parser.add_argument("--size", default="a4")
    chosen = parser.parse_args()
    counts = Counts()
    hands = scan_hands.KANJI[chosen.part]
    for sheet in range(chosen.first, chosen.first + chosen.sheets):
        rng = np.random.default_rng((chosen.form, sheet, 77))
        game, games, _ = draw_hand.moves_of(SAMPLES / RECORDS[sheet % len(RECORDS)])
        most = None if chosen.form == 1 else max(60, *games[0])
        options = {"side": Side.FIRST, "size": chosen.size, "language": "ja", "plies": most, "version": chosen.form}
        form = blank_sheet(game, head_values={}, **options)
        moves = {ply: text for ply, text in games[0].items() if ply <= len(form.parts[0].slots)}
        hand = draw_hand.hand_of(hands[sheet % len(hands)], rng)
        drawn = draw_hand.written_pages(form, 0, moves, hand, finish=("投了",))
        laid = [page.rows for page in layout_pages(form, 0)]
        for kind in chosen.kinds:
            for number, (page, rows) in enumerate(zip(drawn, laid, strict=True), start=1):
                if number > 1 and not any(row.ply in moves for row in rows):
                    continue
                counts.page(draw_hand.photograph(page, kind, rng), kind, form, number, moves, hand.kanji)
    print("\n".join(counts.lines()))  # noqa: T201


if __name__ == "__main__":
    main()
