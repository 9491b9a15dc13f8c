"""Tests of docs/study-7-8: the tables of the pages are those of the CSV files, and the CSV files follow from the games."""

import csv
from itertools import pairwise
from pathlib import Path

import pytest
from each import each
from helpers import SIX

from analysis.study.fresh_matches import match
from analysis.study.games_journal import read_results
from analysis.study.pair_figures import GAMES, coefficients, course, game_rows, regression_rows
from analysis.study.pairs import PairGame, PairSettings, play_pair_game
from analysis.study.replies import REPLY, improves
from analysis.study.settings import Settings
from analysis.study.tasks import TaskBatch, counted, play_task
from kifu.engine.adjudicate import AUTO
from kifu.engine.duel import read_set
from kifu.model.outcome import Side

DOCS = Path(__file__).parents[2] / "docs"
FIGURES = DOCS / "study-7-8"
PAGES = {name: (DOCS / name).read_text("utf-8") for name in ("study-7-8.md", "study-7-8.ja.md")}
SEVENS = {
    "sevens-1000": PairSettings("six", 7, 4000, 1000, 1, 300),
    "sevens-200": PairSettings("six", 7, 2000, 200, 2, 300),
}
RIVALS = {f"seven-{rival}": PairSettings("six", 7, 300, 1000, 3, 300, rival=rival) for rival in (4, 5, 6, 8, 9, 10)}
CHAINS = ("chain-seven", "chain-eight", "chain-10000")
DEEP = Settings(
    "six",
    nodes=10000,
    others=(200, 1000, 5000, 20000),
    seed=2,
    plies=150,
    confirm_games=200,
    adjudicate=AUTO,
    proof_nodes=2000,
)
"""What decides the games of the chain with 10 000 nodes in which replies are confirmed."""
FEW = "last moves of the loser, at most 5"
SHOWN = {"plies", "plies 50-60", "standstill", "elimination", "moves, within games", "last moves of the loser", FEW}
"""The figures of the course of games that the pages show; the others are in the files alone."""
SHARES = {"plies 50-60", "standstill", "elimination", "the first set won", FEW}


def rows(folder, name):
    """Return the rows of a CSV file of the study."""
    return list(csv.DictReader((FIGURES / folder / name).read_text("utf-8").splitlines()))


def played(folder):
    """Return the games of a folder, without what was seen on the way."""
    for row in rows(folder, "games.csv"):
        winner = Side[row["winner"].upper()] if row["winner"] else None
        last = int(row["last_moves"]) if row["last_moves"] else None
        exchanged = row["exchanged"] == "1"
        yield PairGame(int(row["pair"]), exchanged, winner, row["ending"], int(row["plies"]), last, ())


def signed(row, *names):
    """Return numbers of a row with two decimals and their signs."""
    return [f"{float(row[name]):+.3f}" for name in names]


def shown(row):
    """Return a figure with its interval as the pages spell it: shares in per cent, other figures as they are."""
    value, low, high = (float(row[name]) for name in ("value", "low", "high"))
    if row["figure"] in SHARES:
        return f"{row['n']} | {100 * value:.1f} [{100 * low:.1f}, {100 * high:.1f}] |"
    if row["figure"] == "moves, within games":
        return f"{row['n']} | {value:+.2f} [{low:+.2f}, {high:+.2f}] |"
    return f"{row['n']} | {value:.0f} [{low:.0f}, {high:.0f}] |"


@each("page", PAGES)
@each("folder", SEVENS)
def test_coefficients_are_those_of_the_files(page, folder):
    """Each coefficient of the main fit stands on the page with the number of games and its interval."""
    for row in rows(folder, "regression.csv"):
        if row["broken_off"] == "left out":
            value, low, high = signed(row, "coefficient", "low", "high")
            expected = f"| {row['model']} | {row['factor']} | {row['games']} | {value} [{low}, {high}] |"
            assert expected in PAGES[page], expected


@each("page", PAGES)
@each("folder", SEVENS)
def test_the_course_is_that_of_the_files(page, folder):
    """Plies, endings and the room to move stand on the page as in the files."""
    for row in rows(folder, "course.csv"):
        if row["figure"] in SHOWN:
            assert shown(row) in PAGES[page], row


@each("page", PAGES)
@each("folder", RIVALS)
def test_the_sizes_are_those_of_the_files(page, folder):
    """The share of the seven against other sizes stands on the page, with the coefficient of the size."""
    share = next(row for row in rows(folder, "course.csv") if row["figure"] == "the first set won")
    size = next(
        row
        for row in rows(folder, "regression.csv")
        if (row["model"], row["broken_off"], row["factor"]) == ("entries", "left out", "size")
    )
    value, low, high = signed(size, "coefficient", "low", "high")
    assert f"| {RIVALS[folder].rival} | {shown(share)} {value} [{low}, {high}] |" in PAGES[page]


@each("page", PAGES)
@each("folder", CHAINS)
def test_the_replies_are_those_of_the_files(page, folder):
    """Every reply stands on the page with its squares, and its share with each number of nodes and by seat."""
    found = rows(folder, "replies.csv")
    for row in found:
        assert row["a"] in PAGES[page]
        if row["seat"] == "all":
            ends = f"{100 * float(row['share']):.1f} [{100 * float(row['low']):.1f}, {100 * float(row['high']):.1f}]"
            expected = (
                f"| {row['rank']} | {row['a_size']} | {row['nodes']} | {row['games']} | {row['unfinished']} | {ends} |"
            )
            assert expected in PAGES[page], expected


@pytest.mark.parametrize("folder", [*SEVENS, *RIVALS])
def test_the_figures_follow_from_the_games(folder):
    """The regression, plies and endings come out anew from the games; the sets are drawn anew from the seed."""
    settings, games = (SEVENS | RIVALS)[folder], list(played(folder))
    assert [(game.pair, game.exchanged) for game in games] == [
        (pair, exchanged) for pair in range(settings.pairs) for exchanged in (False, True)
    ]
    again = list(regression_rows(tuple(coefficients(settings, games))))
    for row, one in zip(rows(folder, "regression.csv"), again, strict=True):
        for name in ("model", "broken_off", "factor"):
            assert row[name] == one[name]
        assert (int(row["games"]), int(row["pairs"])) == (one["games"], one["pairs"])
        assert [float(row[name]) for name in ("coefficient", "low", "high")] == pytest.approx(
            [float(one[name]) for name in ("coefficient", "low", "high")], abs=2e-4
        )
    kept = {(row["figure"], row["of"]): row for row in rows(folder, "course.csv")}
    for reading in course(games):
        row = kept[reading.figure, reading.of]
        assert (int(row["n"]), float(row["value"])) == (reading.n, pytest.approx(reading.value, abs=1e-4))


@pytest.mark.parametrize("folder", [*SEVENS, *RIVALS])
def test_the_games_are_played_again(folder):
    """The first games of a folder, and one in the middle, come out the same."""
    settings = (SEVENS | RIVALS)[folder]
    kept = rows(folder, "games.csv")
    for number in (0, 1, settings.pairs):
        (row,) = game_rows([play_pair_game(settings, number)])
        assert {name: str(row[name]) for name in GAMES} == kept[number]


@each("folder", CHAINS)
def test_each_reply_answers_the_set_before(folder):
    """The sets of a chain are those of the page's first study and the replies, of seven and eight in turn."""
    found = [row for row in rows(folder, "replies.csv") if row["seat"] == "all" and row["nodes"] == "200"]
    finalists = {row["squares"] for row in csv.DictReader((FIGURES / "finalists.csv").read_text("utf-8").splitlines())}
    assert found[0]["b"] in finalists
    assert [row["b"] for row in found[1:]] == [row["a"] for row in found[:-1]]
    for row in found:
        own, rival = read_set(SIX, row["a"]), read_set(SIX, row["b"])
        assert {len(own), len(rival)} == {7, 8}
        assert not set(own) & set(rival)


def deep_matches():
    """Yield each match of the chain with 10 000 nodes as the study plans it, with its row and the text of its games."""
    for row in rows("chain-10000", "replies.csv"):
        if row["seat"] == "all":
            reply, target = (tuple(sorted(read_set(SIX, row[side]))) for side in ("a", "b"))
            planned = match(DEEP, REPLY, reply, target, int(row["rank"]), nodes=int(row["nodes"]), wanted=200)
            path = FIGURES / "chain-10000" / f"{planned.name}.csv"
            yield row, planned, path.read_text("utf-8")


def test_the_curve_follows_from_its_games():
    """Every strength of every reply has 200 games, as the study plans them; the counts are those of the figures."""
    seen = set()
    for row, planned, text in deep_matches():
        results = read_results(DEEP, TaskBatch(planned.name, planned.tasks), text)
        tally = counted(planned.tasks, results)
        assert sum(tally) == 200
        names = ("a_won", "b_won", "drawn", "unfinished")
        assert tally == tuple(int(row[name]) for name in names), planned.name
        seen.add((int(row["rank"]), int(row["nodes"])))
    ranks = {rank for rank, _ in seen}
    assert seen == {(rank, nodes) for rank in ranks for nodes in (200, 1000, 5000, 10000, 20000)}


def test_the_chain_came_to_rest():
    """The last two replies do not improve, and no two in a row before them; the pages say so of each reply."""
    tallies = [
        counted(planned.tasks, read_results(DEEP, TaskBatch(planned.name, planned.tasks), text))
        for _, planned, text in deep_matches()
        if planned.nodes == DEEP.nodes
    ]
    better = [improves(now, before) for before, now in pairwise(tallies)]
    assert [any(two) for two in pairwise(better)] == [True] * (len(better) - 2) + [False]
    for number, (before, now, improved) in enumerate(zip(tallies, tallies[1:], better, strict=False), start=2):
        size = 7 if number % 2 == 0 else 8
        shares = (now.a / now.finished, before.b / before.finished)
        for page, (yes, no) in {"study-7-8.md": ("yes", "no"), "study-7-8.ja.md": ("はい", "いいえ")}.items():
            start = f"| {number} | {size} | {100 * shares[0]:.1f} | {100 * shares[1]:.1f} |"
            (line,) = (line for line in PAGES[page].splitlines() if line.startswith(start))
            assert line.endswith(f"| {yes if improved else no} |")


def test_games_of_the_curve_are_played_again():
    """The first two games of each reply with 200 and with 1000 nodes end on the board as they did.

    Which of them a proof decides, and when, depends on the solver, which proves more with the same positions today.
    """
    for _, planned, text in deep_matches():
        if planned.nodes <= 1000:
            batch = TaskBatch(planned.name, planned.tasks)
            for task, kept in zip(planned.tasks[:2], read_results(DEEP, batch, text), strict=False):
                again = play_task(DEEP._replace(adjudicate=None), task)
                assert again.winner == (kept.played_winner if kept.decided else kept.winner)
                assert again.placed == kept.placed
                assert again.plies >= kept.plies
