"""What decoding makes of filled sheets: plies and games read, what is asked, fouls, derailed readings. Every number follows from the seed.

    .venv/bin/python tests/tools/measure_decoding.py --games 40 --fouls 40 --seed 1
    .venv/bin/python tests/tools/measure_decoding.py --photographs FOLDER --games 20 --fouls 20

Without `--photographs` the ink is simulated (tests/simulated_ink.py). With it, sheets are drawn in hands that the reader was not
trained on (`--part look`, and `held` for the last run), photographed and read; what was read is kept in FOLDER, so that a run can be broken off.
"""

import argparse
import pickle
import random
import re
import sys
import zlib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS.parent), str(TESTS / "support"), str(TESTS / "tools")]

import simulated_ink  # noqa: E402 - found in the folder just named

import kifu  # noqa: E402
from analysis.scan.draft_of_one_game import draft_of_game  # noqa: E402
from analysis.scan.plies_and_move_likelihood import plies_without_gaps  # noqa: E402
from kifu.core.errors import InvalidMove  # noqa: E402
from kifu.core.squares import COLUMNS  # noqa: E402

SQUARE = re.compile(f"({'|'.join(reversed(COLUMNS))})([0-9]{{2}})")

SAMPLES = sorted((TESTS.parent / "samples").glob("*/*.kif"))
LONGEST = 60
"""The plies of a sample that are written."""
WITHIN = 0.995
"""The share of plies without a question that has to be right."""
DERAILED = 3
"""A derailed reading has at least this number of wrong plies one after another."""


class Written(NamedTuple):
    """A game as its players wrote it."""

    name: str
    game: object
    start: object
    moves: list
    struck: frozenset = frozenset()
    left_out: frozenset = frozenset()
    """The plies that the first player forgot to write."""
    foul: int | None = None


@cache
def sample(path):
    """Return the games of a sample that are long enough, with their starts and canonical moves."""
    found = []
    for judged in kifu.verify(kifu.read(path)):
        for verdict in judged.games or (judged,):
            game, played = verdict.game, verdict.replay
            if game is None or played is None or len(played.moves) < 20:
                continue
            if not game.placing_plies or played.positions[0] == game.start():
                moves = [verdict.game.spell(move) for move in verdict.replay.moves[:LONGEST]]
                found.append(
                    Written(f"{path.parent.name}/{path.stem}", verdict.game, verdict.replay.positions[0], moves)
                )
    return found


def drawn(number, draw):
    """Return a game of a sample; the games take turns."""
    kinds = sorted({path.parent.name for path in SAMPLES})
    paths = [path for path in SAMPLES if path.parent.name == kinds[number % len(kinds)]]
    while True:
        found = sample(draw.choice(paths))
        if found:
            return draw.choice(found)


def disturbed(written, draw):
    """Return a game with some plies struck out and written again, and now and then one left out by the first player."""
    # What comes behind a placement that is left out would stand in rows with boxes for placements.
    plies = range(max(2, (written.game.placing_plies or 0) + 1), len(written.moves))
    struck = frozenset(ply for ply in plies if draw.random() < 0.02 and not written.game.placing_plies)
    left_out = frozenset({draw.choice(plies)} if plies and draw.random() < 0.25 else ())
    return written._replace(struck=struck - left_out, left_out=left_out)


def with_foul(written, draw):
    """Return a game whose last ply, or one before it, is illegal: a move with its last square changed."""
    game, position, plies = written.game, written.start, draw.randint(5, min(40, len(written.moves) - 1))
    for text in written.moves[:plies]:
        position = game.play_legal(position, game.resolve(position, game.read(text)))
    for _ in range(300):
        text = _changed(game, game.spell(draw.choice(list(game.legal_moves(position)))), draw)
        try:
            move = game.resolve(position, game.read(text))
        except InvalidMove:
            continue
        if game.explain(position, move) is not None:
            moves = [*written.moves[:plies], text, *_played_on(game, position, move, draw)]
            return written._replace(moves=moves, foul=plies + 1)
    return None


def _changed(game, text, draw):
    """Return a move with its last square changed: to one beside it, or to any."""
    found = list(SQUARE.finditer(text))
    if not found:
        return text
    column, row = COLUMNS.index(found[-1][1]), int(found[-1][2]) - 1
    near = draw.random() < 0.6
    column = (column + draw.choice((-1, 0, 1)) if near else draw.randrange(99)) % game.board.columns
    row = (row + draw.choice((-1, 0, 1)) if near else draw.randrange(99)) % game.board.rows
    return f"{text[: found[-1].start()]}{COLUMNS[column]}{row + 1:02d}{text[found[-1].end() :]}"


def _played_on(game, position, move, draw):
    """Return what nobody objected to: up to 15 plies more in six of ten games, as far as the rules can be played on."""
    texts = []
    try:
        for _ in range(15 if draw.random() < 0.6 else 0):
            position = game.play_legal(position, move)
            move = draw.choice(list(game.legal_moves(position)))
            texts.append(game.spell(move))
    except Exception:  # noqa: BLE001 - rules promise nothing behind an illegal move
        return texts
    return texts


class Simulated:
    """Sheets whose ink is simulated."""

    def __init__(self, form, quality):
        self.form, self.quality = form, quality

    def pages(self, written, number, sheet):
        """Return the pages of one player's sheet of the game with a number."""
        draw = random.Random(f"{written.name} {number} {sheet}")
        hand = simulated_ink.Hand(f"{number} {sheet}", self.quality)
        moves, struck = lines(written, sheet)
        return [simulated_ink.sheet_page(written.game, moves, hand, draw, form=self.form, struck=struck)]


class Photographed(Simulated):
    """Sheets that are drawn, photographed and read; the photographs, and what was read of them, are kept in the folder."""

    def __init__(self, form, folder, part):
        super().__init__(form, 1.0)
        self.folder, self.part = Path(folder), part

    def pages(self, written, number, sheet):
        """Return the pages of one player's sheet of a game."""
        from analysis.scan.read_sheet import read_page  # noqa: PLC0415 - needs the extra

        del number
        photographs = self.photographs(written, sheet)
        kept = photographs[0].with_suffix(".pickle")
        if not kept.exists():
            read = []
            for photograph in photographs:
                try:
                    page = read_page(photograph.read_bytes(), written.game, read[0].code if read else None)
                    read.append(page._replace(flat=b"", strip=()))
                except kifu.KifuError as lost:
                    click.echo(f"lost: {written.name} {photograph.name}: {lost.code}")
            kept.write_bytes(pickle.dumps(read))
        return pickle.loads(kept.read_bytes())  # noqa: S301 - our own file

    def photographs(self, written, sheet):
        """Return the photographs of a sheet; they are taken if they are not there yet."""
        moves, struck = lines(written, sheet)
        key = zlib.crc32(repr((written.name, moves, sorted(struck), sheet)).encode())
        found = sorted(self.folder.glob(f"{self.part}-{self.form}-{key:08x}-*.jpg"))
        return found or list(self._taken(written, moves, struck, sheet, key))

    def _taken(self, written, moves, struck, sheet, key):
        import draw_hand  # noqa: PLC0415
        import numpy as np  # noqa: PLC0415
        import scan_hands  # noqa: PLC0415

        from analysis.pdf.score_sheet import blank_sheet  # noqa: PLC0415
        from kifu.core.outcome import Side  # noqa: PLC0415

        rng = np.random.default_rng(key)
        hands = scan_hands.KANJI[self.part]
        hand = draw_hand.hand_of(hands[int(rng.integers(len(hands)))], rng)
        form = blank_sheet(
            written.game,
            side=Side(sheet),
            size="a4",
            language="ja",
            head_values={},
            plies=len(moves) + 2,
            version=int(self.form),
        )
        wrong = {ply: moves[ply - 2] for ply in struck}
        images = draw_hand.written_pages(form, 0, dict(enumerate(moves, start=1)), hand, struck=wrong)
        self.folder.mkdir(parents=True, exist_ok=True)
        for number, image in enumerate(images, start=1):
            path = self.folder / f"{self.part}-{self.form}-{key:08x}-{number}.jpg"
            kind = draw_hand.KINDS[int(rng.integers(len(draw_hand.KINDS)))]
            path.write_bytes(draw_hand.photograph(image, kind, rng))
            yield path


def lines(written, sheet):
    """Return the moves as a player wrote them, and the plies that were struck out; the first player left some out."""
    if sheet or not written.left_out:
        return written.moves, written.struck
    gone = min(written.left_out)
    moves = [text for ply, text in enumerate(written.moves, start=1) if ply not in written.left_out]
    return moves, frozenset(ply - (ply > gone) for ply in written.struck)


def measure_games(source, games, tally):
    """Read games from one sheet and from two."""
    for number, written in enumerate(games):
        sheets = [plies_without_gaps(written.game, source.pages(written, number, sheet)) for sheet in (0, 1)]
        if not all(sheets):
            tally["", "pages lost"] += 1
            continue
        kind = written.name.partition("/")[0]
        for ink, text in zip(sheets[1], written.moves, strict=False):
            tally[kind, "plies"] += 1
            tally[kind, "free"] += ink.best_text == text
            tally[kind, "grammar"] += bool(ink.well_formed_moves) and ink.well_formed_moves[0].text == text
        for count in (1, 2):
            draft = draft_of_game(written.game, written.start, sheets[1:] if count == 1 else sheets)
            right = [ply.text == text for ply, text in zip(draft.plies, written.moves, strict=False)]
            right += [False] * (len(written.moves) - len(right))
            tally[kind, count, "games"] += 1
            tally[kind, count, "whole"] += all(right) and len(draft.plies) == len(written.moves)
            tally[kind, count, "right"] += sum(right)
            tally[kind, count, "asked"] += sum(ply.asked for ply in draft.plies)
            tally[kind, count, "unasked wrong"] += sum(
                not ply.asked and not fine for ply, fine in zip(draft.plies, right, strict=False)
            )
            tally["", count, "sure"] = [
                *(tally["", count, "sure"] or []),
                *((rank(ply), fine) for ply, fine in zip(draft.plies, right, strict=False)),
            ]
            bad = next(
                (at for at in range(len(right)) if not any(right[at : at + DERAILED]) and len(right) - at >= DERAILED),
                None,
            )
            if bad is not None:
                tally["", count, "derailed"] += 1
                tally["", count, "derailed, said"] += any(ply.asked for ply in draft.plies[: bad + DERAILED])


def rank(ply):
    """Return how sure a ply is: those asked for what their ink says come first."""
    return ply.confidence - (1 if ply.gain > 0 or not ply.text else 0)


def measure_fouls(source, games, tally):
    """Read games with one illegal move, and tell what became of it."""
    for number, written in enumerate(games):
        sheets = [plies_without_gaps(written.game, source.pages(written, number, sheet)) for sheet in (0, 1)]
        for count in (1, 2):
            if not all(sheets):
                tally["foul", count, "page lost"] += 1
                continue
            draft = draft_of_game(written.game, written.start, sheets[:count])
            tally["foul", count, fate(written, draft)] += 1
            before = draft.plies[: written.foul - 1]
            tally["foul", count, "plies before"] += len(before)
            tally["foul", count, "asked before"] += sum(ply.asked for ply in before)


def fate(written, draft):
    """Return what became of a foul. It is laundered if the draft with all its questions answered rightly is legal there."""
    if len(draft.plies) < written.foul:
        return "asked" if any(ply.asked for ply in draft.plies) else "laundered"
    ply = draft.plies[written.foul - 1]
    if ply.foul:
        return "found"
    if ply.asked or any(not one.text or None in one.rows for one in draft.plies[: written.foul]):
        return "asked"
    game, position = written.game, written.start
    for one, truth in zip(draft.plies[: written.foul], written.moves, strict=False):
        move = game.resolve(position, game.read(truth if one.asked else one.text))
        if game.explain(position, move) is not None:
            return "asked"
        position = game.play_legal(position, move)
    return "laundered"


def show(tally):
    """Print the tables."""
    kinds = sorted({key[0] for key in tally} - {"", "foul"})
    click.echo("game     plies   free  gramm.  legal1  legal2  whole1  whole2  asked1  asked2  wrong unasked 1, 2")
    for kind in [*kinds, None]:
        sums = Counter()
        for key, value in tally.items():
            if key[0] in kinds and (kind is None or key[0] == kind):
                sums[key[1:]] += value
        plies = max(1, sums["plies",])
        share = [f"{sums[key] / plies:7.3f}" for key in (("free",), ("grammar",), (1, "right"), (2, "right"))]
        whole = [f"{sums[count, 'whole']:>3}/{sums[count, 'games']:<3}" for count in (1, 2)]
        asked = [f"{sums[count, 'asked'] / plies:7.3f}" for count in (1, 2)]
        wrong = [f"{sums[count, 'unasked wrong']:>3}" for count in (1, 2)]
        click.echo(" ".join([f"{kind or 'all':8}{plies:6}", *share, *whole, *asked, *wrong]))
    for count in (1, 2):
        sure = sorted(tally["", count, "sure"] or [])
        wrong = sum(not fine for _, fine in sure)
        for asked, (_, fine) in enumerate(sure):
            if wrong <= (1 - WITHIN) * (len(sure) - asked):
                click.echo(f"{count} sheet(s): {asked / len(sure):.3f} asked for {WITHIN} right among the rest")
                break
            wrong -= not fine
        click.echo(
            f"{count} sheet(s): derailed {tally['', count, 'derailed']}, said {tally['', count, 'derailed, said']}"
        )
        fates = {key[2]: value for key, value in tally.items() if key[:2] == ("foul", count)}
        before, asked = fates.pop("plies before", 0), fates.pop("asked before", 0)
        click.echo(f"{count} sheet(s): fouls {fates}, asked before {asked / max(1, before):.3f}")
    click.echo(f"games with a page lost: {tally['', 'pages lost']}")


def main():
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--fouls", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--form", choices=["1", "2"], default="2")
    parser.add_argument("--quality", type=float, default=1.0)
    parser.add_argument("--photographs")
    parser.add_argument("--part", default="look", help="the hands: `held` for the last run alone")
    parser.add_argument("--take", action="store_true", help="take the photographs and read none")
    parser.add_argument(
        "--tally", help="a file to which the numbers of this run are added: runs with other seeds go on in it"
    )
    chosen = parser.parse_args()
    source = (
        Photographed(chosen.form, chosen.photographs, chosen.part)
        if chosen.photographs
        else Simulated(chosen.form, chosen.quality)
    )
    draw = random.Random(chosen.seed)
    games = [drawn(chosen.seed + number, draw) for number in range(chosen.games)]
    fouls = []
    while len(fouls) < chosen.fouls:
        one = with_foul(drawn(chosen.seed + len(fouls), draw), draw)
        fouls += [] if one is None else [one]
    games = [disturbed(one, draw) for one in games]
    if chosen.take:
        for one in (*games, *fouls):
            for sheet in (0, 1):
                source.photographs(one, sheet)
        return
    kept = Path(chosen.tally) if chosen.tally else None
    tally = pickle.loads(kept.read_bytes()) if kept and kept.exists() else Counter()  # noqa: S301 - our own file
    measure_games(source, games, tally)
    measure_fouls(source, fouls, tally)
    if kept:
        kept.write_bytes(pickle.dumps(tally))
    show(tally)


if __name__ == "__main__":
    main()
