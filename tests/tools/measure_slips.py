"""Makes slips of the pen in random games, and measures what `kifu repair` and `kifu reconcile` find of them.

    .venv/bin/python tests/tools/measure_slips.py repair --game six --each 30
    .venv/bin/python tests/tools/measure_slips.py reconcile --game six --pairs 200
    .venv/bin/python tests/tools/measure_slips.py ranks --each 10

Times are processor time. A line of docs/research/disputes-measured.md is printed for each kind of slip, or number of slips.
"""

import random
import sys
from collections import Counter
from pathlib import Path
from statistics import median
from time import process_time

import click

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS.parent), str(TESTS / "support")]

import slip_makers  # noqa: E402 - found in the folder just named

import kifu  # noqa: E402
from kifu.reconcile.candidate_edits import canonical_moves  # noqa: E402
from kifu.reconcile.make_reconciliation import reconcile  # noqa: E402
from kifu.reconcile.reconciliation import ReconciliationStatus  # noqa: E402
from kifu.reconcile.repair import MAX_PLIES_PLAYED, Repair  # noqa: E402
from notation.random_record import random_game_as_kif  # noqa: E402

PLIES = {"six": 1000, "rengo": 60}
GAMES = ("six", "ace", "king", "master", "rengo")


def records(game, count, seed):
    """Return random games: their heads, moves and closing lines."""
    made = [
        slip_makers.parts_of(random_game_as_kif(game, seed * 1000 + n, PLIES.get(game.id, 200))) for n in range(count)
    ]
    if game.id == "rengo":  # games with stones, and on other boards
        files = sorted((TESTS.parent / "samples/rengo").glob("game-*.kif"))
        made += [slip_makers.parts_of(file.read_text("utf-8")) for file in files]
    seen = slip_makers.UNITS_SEEN.setdefault(game.id, set())
    for _, moves, _ in made:
        for move in moves:
            tail = slip_makers.squares_of(move)[1]
            seen.add(tail.rstrip("反合打成不"))
    return made


def read(text):
    """Return the one record of a text and the verdict on it."""
    document = kifu.read(text.encode())
    return document.records[0], kifu.verify(document)[0]


def of(head, game):
    """Return the game on the board that a record's head names."""
    return read("\n".join([*head, "手数----指手---------消費時間--"]) + "\n")[0].game or game


@click.group()
def main():
    """Measure repairs and joint readings."""


@main.command()
@click.option("--game", "name", type=click.Choice(GAMES), required=True)
@click.option("--each", default=30, help="Slips that show of each kind.")
@click.option("--games", "count", default=12)
@click.option("--seed", default=1)
@click.option("--kind", "kinds", multiple=True, type=click.Choice((*slip_makers.KINDS, *slip_makers.OF_THE_REST)))
def repair(name, each, count, seed, kinds):
    """Measure repairs: shown, truth among the candidates, alone, numbers of candidates, times."""
    game = kifu.load_game(name)
    made = records(game, count, seed)
    draw = random.Random(seed)
    all_times = []
    for kind in kinds or (*slip_makers.KINDS, *slip_makers.OF_THE_REST):
        shown, legal, truth, alone, broken_off = 0, 0, 0, 0, 0
        numbers, times, apart = [], [], []
        for _ in range(each * 8):
            if shown == each:
                break
            head, moves, closing = draw.choice(made)
            kind_of_rest = kind in slip_makers.OF_THE_REST
            own = of(head, game)
            wrong = None if kind_of_rest else slip_makers.slipped(draw, kind, moves, own)
            if kind_of_rest:
                text = slip_makers.with_another_slip(draw, kind, own, (head, moves, closing))
            elif wrong is not None:
                text = slip_makers.sheet(head, wrong.moves, closing, count=len(wrong.moves) if wrong.counted else None)
            else:
                text = None
            if text is None:
                continue
            record, verdict = read(text)
            if not verdict.status.exit_code:
                legal += canonical_moves(verdict) != tuple(moves)
                continue
            shown += 1
            start = process_time()
            found = Repair(record, verdict).run()
            times.append(process_time() - start)
            numbers.append(len(found.candidates))
            broken_off += not found.complete
            at = wrong.ply if wrong is not None else verdict.fault.ply
            apart.append(verdict.fault.ply - at)
            hit = any(candidate.moves == tuple(moves) for candidate in found.candidates)
            truth += hit
            alone += hit and len(found.candidates) == 1
            if not hit and found.complete:
                click.echo(f"  lost: {kind} at {at}, fault {verdict.fault.ply} {verdict.fault.code}", err=True)
        all_times += times
        if shown:
            click.echo(
                f"| {name} | {kind} | {shown} | {legal} | {truth} | {alone} | {median(numbers):g} | {max(numbers)} "
                f"| {median(times):.2f} | {max(times):.2f} | {max(apart)} | {broken_off} |"
            )
    click.echo(f"{name}: {len(all_times)} slips, median {median(all_times):.2f} s, worst {max(all_times):.2f} s")


@main.command()
@click.option("--game", "names", multiple=True, type=click.Choice(GAMES), default=GAMES)
@click.option("--each", default=10, help="Slips that show of each kind.")
@click.option("--games", "count", default=4)
@click.option("--seed", default=1)
@click.option("--limit", default=MAX_PLIES_PLAYED, help="Plies that a search plays at most.")
def ranks(names, each, count, seed, limit):
    """Measure suggestions: whether the truth is the first candidate, or among three. `throughout` is a slip in every line."""
    kinds = (*slip_makers.KINDS, *(f"throughout: {kind}" for kind in slip_makers.THROUGHOUT))
    rows = {kind: [] for kind in kinds}
    sums = []
    for name in names:
        game, draw = kifu.load_game(name), random.Random(seed)
        made = records(game, count, seed)
        total = Counter()
        for kind in kinds:
            found = Counter()
            for _ in range(each * 4):
                if found["shown"] == each:
                    break
                head, moves, closing = draw.choice(made)
                own = of(head, game)
                if kind.startswith("throughout: "):
                    wrong = slip_makers.slipped_throughout(kind.partition(": ")[2], moves, own.board)
                else:
                    slipped = slip_makers.slipped(draw, kind, moves, own)
                    wrong = moves if slipped is None else slipped.moves
                if wrong == moves:
                    continue
                record, verdict = read(slip_makers.sheet(head, wrong, closing))
                if verdict.status.exit_code:
                    found += _ranked(Repair(record, verdict, limit=limit).run(), tuple(moves))
            rows[kind].append(f"{found['first']}/{found['three']}/{found['shown']}" if found["shown"] else "")
            total += found
        sums.append(total)
    click.echo(f"| kind | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
    for kind, cells in rows.items():
        click.echo(f"| {kind} | {' | '.join(cells)} |")
    sure = "where one reading fits"
    for said, of_what, words in (
        ("first", "shown", "first of all"),
        ("three", "shown", "among three of all"),
        ("one_first", "one", f"first, {sure}"),
        ("one_three", "one", f"among three, {sure}"),
    ):
        cells = [f"{total[said]}/{total[of_what]}" for total in sums]
        whole = sum(total[said] for total in sums) / max(1, sum(total[of_what] for total in sums))
        click.echo(f"| **{words}**, {whole:.1%} | {' | '.join(cells)} |")


def _ranked(search, truth):
    """Count where the truth stands among the candidates; `one`: no other candidate of its kind is as near to the text."""
    place = next((at for at, one in enumerate(search.candidates) if one.moves == truth), None)
    found = Counter(shown=1, first=place == 0, three=place is not None and place < 3)
    if place is None:
        return found + Counter(one=search.complete and len(search.candidates) <= 1)
    right = search.candidates[place]
    same = [one for one in search.candidates if (one.ply, one.kind) == (right.ply, right.kind)]
    if len(same) == 1:
        found += Counter(one=1, one_first=place == 0, one_three=place < 3)
    return found


@main.command(name="reconcile")
@click.option("--game", "name", type=click.Choice(GAMES), required=True)
@click.option("--pairs", default=50)
@click.option("--games", "count", default=20)
@click.option("--seed", default=1)
@click.option("--slips", multiple=True, type=int, default=(0, 1, 2, 3))
def joint(name, pairs, count, seed, slips):
    """Measure joint readings: truth alone, truth among the cheapest, wrong and sure, silent slips found."""
    game = kifu.load_game(name)
    made = records(game, count, seed)
    draw = random.Random(seed)
    for number in slips:
        words, times = Counter(), []
        alone = among = wrong_and_sure = silent = silent_found = broken_off = 0
        for _ in range(pairs):
            head, moves, closing = draw.choice(made)
            sheets = []
            quiet = False
            for _ in "AB":
                new, counted = list(moves), True
                for _ in range(number):
                    made_wrong = None
                    while made_wrong is None:
                        made_wrong = slip_makers.slipped(draw, draw.choice(slip_makers.KINDS), new, of(head, game))
                    new = made_wrong.moves
                text = slip_makers.sheet(head, new, closing, count=len(new) if counted else None)
                record, verdict = read(text)
                quiet = quiet or (not verdict.status.exit_code and canonical_moves(verdict) != tuple(moves))
                sheets.append((record, verdict))
            start = process_time()
            found = reconcile(sheets[0][0], sheets[1][0], (sheets[0][1], sheets[1][1]))
            times.append(process_time() - start)
            words[found.word.value] += 1
            broken_off += not found.complete
            truth = tuple(moves)
            among += truth in found.games
            one = (
                found.word
                in {ReconciliationStatus.IDENTICAL, ReconciliationStatus.ONE_LEGAL, ReconciliationStatus.SAME_GAME}
                and len(found.games) == 1
            )
            alone += one and truth in found.games
            if one and truth not in found.games:
                wrong_and_sure += 1
                rows = [(row.ply, row.a, row.b, row.kind, row.joint) for row in found.rows if row.kind != "same"]
                click.echo(f"  wrong: {found.word.value} {rows}", err=True)
            silent += quiet
            silent_found += quiet and found.first_difference is not None
        told = ", ".join(f"{word} {times_said}" for word, times_said in words.most_common())
        click.echo(
            f"| {name} | {number} | {pairs} | {alone} | {among} | {wrong_and_sure} | {silent} | {silent_found} "
            f"| {median(times):.2f} | {max(times):.2f} | {broken_off} | {told} |"
        )


if __name__ == "__main__":
    main()
