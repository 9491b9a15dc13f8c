"""Reading of score sheets by simulated people whom no training saw: figures by kind.

    python tests/tools/measure_independent.py HANDS --singles 40 --pairs 20 --fouls 40 --seed 1

Each sheet is made (`independent_sheets.py`), read through the door that `kifu scan` uses, and compared with the game that
was played. A line a sheet is printed at once, and the tables at the end.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

import click
import numpy as np

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parent)]

from independent_hands import fetch  # noqa: E402
from independent_sheets import CAMERAS, GAMES, TICKS, fill_sheet, random_game, random_writer, with_foul, with_slip  # noqa: E402

from analysis.scan.draft import scan_draft_of_sheets  # noqa: E402
from analysis.scan.read_sheet import game_of_pages, read_sheet  # noqa: E402
from analysis.scan.scan_errors import UnreadablePage  # noqa: E402
from kifu.core import games  # noqa: E402
from kifu.core.outcome import Side  # noqa: E402

if TYPE_CHECKING:
    from independent_sheets import Filled

    from analysis.scan.draft import ScanDraft

COLUMNS = ("sheets", "refused", "plies", "right", "asked", "unasked_wrong", "derailed", "silent", "fouls", "found",
           "asked_fouls", "laundered", "seconds")  # fmt: skip
DERAILED = 3
"""Plies wrong on end, from which on a reading counts as derailed."""


def measured(sheets: list[Filled], truth: list[str], foul: int | None) -> Counter[str]:
    """Return the counts of one reading; plies behind a foul are not counted."""
    began = process_time()
    counts: Counter[str] = Counter(sheets=1)
    try:
        pages = [read_sheet([(f"{number}-{page}.jpg", data) for page, data in enumerate(sheet.photographs)])
                 for number, sheet in enumerate(sheets)]  # fmt: skip
        game = game_of_pages(pages, None)
        read = scan_draft_of_sheets(game, game.start(), pages)
    except UnreadablePage as refused:
        return counts + Counter({"refused": 1, f"refused {refused.code}": 1, "seconds": process_time() - began})
    counts["seconds"] = process_time() - began
    return counts + _compared(read, truth, foul)


def _compared(read: ScanDraft, truth: list[str], foul: int | None) -> Counter[str]:
    counted = truth[:foul]
    plies = read.plies[: len(counted)]
    asked = [ply.asked for ply in plies] + [False] * (len(counted) - len(plies))
    right = [ply.text == text for ply, text in zip(plies, counted, strict=False)] + [False] * (
        len(counted) - len(plies)
    )
    counts: Counter[str] = Counter(plies=len(counted), right=sum(right), asked=sum(asked))
    counts["unasked_wrong"] = sum(not a and not r for a, r in zip(asked, right, strict=True))
    start = next(
        (at for at in range(len(right)) if not any(right[at : at + DERAILED]) and at + DERAILED <= len(right)), None
    )
    if start is not None:
        off = next((draft.off for draft in read.drafts if draft.off is not None), None)
        said = any(asked[max(0, start - 1) : start + DERAILED]) or (off is not None and off <= start + DERAILED)
        counts["derailed"], counts["silent"] = 1, int(not said)
    if foul is not None:
        ply = plies[foul - 1] if foul <= len(plies) else None
        kind = "found" if right[foul - 1] else "asked_fouls" if ply is None or ply.asked else "laundered"
        counts["fouls"] = counts[kind] = 1
    return counts


class Tables:
    """Counts by kind of sheet."""

    def __init__(self) -> None:
        """Begin without counts."""
        self.counts: dict[str, dict[tuple[str, str], Counter[str]]] = defaultdict(lambda: defaultdict(Counter))

    def add(self, group: str, sheets: list[Filled], counts: Counter[str]) -> None:
        """Add the counts of one reading to its kinds."""
        kinds = {(key, value) for sheet in sheets for key, value in sheet.labels.items()}
        for kind in {("all", ""), *kinds}:
            self.counts[group][kind] += counts

    def lines(self, *, kinds: bool = True) -> list[str]:
        """Return the tables in Markdown."""
        made = []
        for group, table in self.counts.items():
            made += [f"\n**{group}**\n", f"| kind | {' | '.join(COLUMNS)} |", f"|{'---|' * (len(COLUMNS) + 1)}"]
            for (key, value), counts in sorted(table.items()):
                if kinds or key == "all":
                    made.append(f"| {key} {value} | {' | '.join(_cell(name, counts) for name in COLUMNS)} |")
            codes = [f"{name} {count:.0f}" for name, count in table["all", ""].items() if name.startswith("refused ")]
            made += [", ".join(codes)] if codes else []
        return made


def _cell(name: str, counts: Counter[str]) -> str:
    if name in {"right", "asked"} and counts["plies"]:
        return f"{counts[name]} ({counts[name] / counts['plies']:.1%})"
    if name == "seconds":
        return f"{counts[name] / counts['sheets']:.1f}"
    return str(counts[name])


def single(hands: Path, seed: int, number: int, form: str) -> tuple[list[Filled], list[str], None]:
    """Return one person's sheet of a legal game."""
    draw = np.random.default_rng([seed, 1, number])
    game = games.load(GAMES[number % len(GAMES)])
    moves = random_game(game, int(draw.integers(22, 29)), draw)
    strip = "empty" if draw.random() < 0.2 else "filled"
    writer = random_writer(
        hands, draw, tick=TICKS[(number + number // len(GAMES)) % len(TICKS)], strip=strip, form=form
    )
    return [fill_sheet(game, Side.FIRST, moves, writer, CAMERAS[number % len(CAMERAS)], draw)], moves, None


def pair(hands: Path, seed: int, number: int, form: str, *, foul: bool) -> tuple[list[Filled], list[str], int | None]:
    """Return both players' sheets of one game; with a foul it is written by both, else one of them may have a slip."""
    draw = np.random.default_rng([seed, 3 if foul else 2, number])
    game = games.load(GAMES[number % (len(GAMES) - foul)])
    moves = random_game(game, int(draw.integers(22, 29)), draw)
    at = None
    while foul and at is None:
        moves = random_game(game, int(draw.integers(22, 29)), draw)
        made = with_foul(game, moves, draw)
        moves, at = made or (moves, None)
    sheets = []
    slipping = None if foul else int(draw.integers(4))
    for player, side in enumerate(Side):
        habits = {"slips": str(draw.choice(["clean", "corrected"]))} if foul else {}
        written = with_slip(moves, draw) if player == slipping else moves
        writer = random_writer(hands, draw, form=form, **habits)
        sheets.append(fill_sheet(game, side, written, writer, str(draw.choice(CAMERAS)), draw))
    return sheets, moves, at


@click.command()
@click.argument("hands", type=click.Path(path_type=Path))
@click.option("--singles", default=40)
@click.option("--pairs", default=20)
@click.option("--fouls", default=40)
@click.option("--seed", default=1)
@click.option("--form", type=click.Choice(["2", "4"]), default="4")
def main(  # noqa: PLR0913, PLR0917
    hands: Path, singles: int, pairs: int, fouls: int, seed: int, form: str
) -> None:
    """Print how well sheets are read, by kind."""
    if not hands.exists():
        fetch(hands)
    tables = Tables()
    makers = {
        "single": (singles, lambda number: single(hands, seed, number, form)),
        "pair": (pairs, lambda number: pair(hands, seed, number, form, foul=False)),
        "pair with a foul": (fouls, lambda number: pair(hands, seed, number, form, foul=True)),
    }
    for group, (count, made) in makers.items():
        for number in range(count):
            sheets, truth, foul = made(number)
            counts = measured(sheets, truth, foul)
            tables.add(group, sheets, counts)
            said = " ".join(f"{name}={count:.4g}" for name, count in counts.items() if count and name != "sheets")
            kinds = " + ".join("/".join(sheet.labels.values()) for sheet in sheets)
            click.echo(f"{group} {number:02}: {said}  [{kinds}]")
    click.echo("\n".join(tables.lines()))


if __name__ == "__main__":
    main()
