"""Tests of docs/research/study-7-8: the tables of the pages are those of the CSV files, and the CSV files follow from the games.

The games of the first study were played by earlier engines, so they are not played again.
"""

import csv
import shlex
from pathlib import Path

import click
import pytest
from comparisons import COLUMNS, HERE, rows, shares
from each import each
from factors import FOLDERS
from helpers import SIX
from page_tables import tables
from pair_figures import coefficients, course, regression_rows
from pairs import PairGame

from analysis.tournaments.game_tasks_and_journal import Settings, TaskBatch, count_results, parse_results_of_batch
from analysis.tournaments.opening_policy_contests import ContestSettings, plan_contests, play_contest
from analysis.tournaments.opening_policy_contests import game_rows as contest_rows
from analysis.tournaments.strongest_sets_and_replies import REPLY
from analysis.tournaments.study_matches import plan_match
from kifu.cli.commands.study.contests import command
from kifu.cli.main import main
from kifu.cli.printing.guarded_output_and_progress import rows_as_csv
from kifu.core.outcome import Side
from kifu.engine.opening_match_and_adjudication import AUTO, parse_squares

DOCS = Path(__file__).parents[2] / "docs/research"
FIGURES = DOCS / "study-7-8"
EARLIER = (DOCS / "study-7-8-earlier.md").read_text("utf-8")
SEVENS = ("sevens-1000", "sevens-200")
RIVALS = tuple(name for name in FOLDERS if name not in SEVENS)
CHAINS = ("chain-seven", "chain-eight", "chain-10000")
PLAYED = [
    shlex.split(line) for line in (FIGURES / "play.sh").read_text("utf-8").splitlines() if line.startswith("kifu")
]
"""The words of the command that played each folder of contests."""
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


def lines_of(folder, name):
    """Return the rows of a CSV file of the study."""
    return list(csv.DictReader((FIGURES / folder / name).read_text("utf-8").splitlines()))


def played(folder):
    """Return the games of a folder, without what was seen on the way."""
    for row in lines_of(folder, "games.csv"):
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


@each("folder", SEVENS)
def test_coefficients_are_those_of_the_files(folder):
    """Each coefficient of the main fit stands on the page with the number of games and its interval."""
    for row in lines_of(folder, "regression.csv"):
        if row["broken_off"] == "left out":
            value, low, high = signed(row, "coefficient", "low", "high")
            expected = f"| {row['model']} | {row['factor']} | {row['games']} | {value} [{low}, {high}] |"
            assert expected in EARLIER, expected


@each("folder", SEVENS)
def test_the_course_is_that_of_the_files(folder):
    """Plies, endings and the room to move stand on the page as in the files."""
    for row in lines_of(folder, "course.csv"):
        if row["figure"] in SHOWN:
            assert shown(row) in EARLIER, row


@each("folder", RIVALS)
def test_the_sizes_are_those_of_the_files(folder):
    """The share of the seven against other sizes stands on the page, with the coefficient of the size."""
    share = next(row for row in lines_of(folder, "course.csv") if row["figure"] == "the first set won")
    size = next(
        row
        for row in lines_of(folder, "regression.csv")
        if (row["model"], row["broken_off"], row["factor"]) == ("entries", "left out", "size")
    )
    value, low, high = signed(size, "coefficient", "low", "high")
    assert f"| {FOLDERS[folder].rival} | {shown(share)} {value} [{low}, {high}] |" in EARLIER


@each("folder", CHAINS)
def test_the_replies_are_those_of_the_files(folder):
    """Every reply stands on the page with its squares, and its share with each number of nodes and by seat."""
    found = lines_of(folder, "replies.csv")
    for row in found:
        assert row["a"] in EARLIER
        if row["seat"] == "all":
            ends = f"{100 * float(row['share']):.1f} [{100 * float(row['low']):.1f}, {100 * float(row['high']):.1f}]"
            expected = (
                f"| {row['rank']} | {row['a_size']} | {row['nodes']} | {row['games']} | {row['unfinished']} | {ends} |"
            )
            assert expected in EARLIER, expected


@pytest.mark.parametrize("folder", [*SEVENS, *RIVALS])
def test_the_figures_follow_from_the_games(folder):
    """The regression, plies and endings come out anew from the games; the sets are drawn anew from the seed."""
    settings, games = FOLDERS[folder], list(played(folder))
    assert [(game.pair, game.exchanged) for game in games] == [
        (pair, exchanged) for pair in range(settings.pairs) for exchanged in (False, True)
    ]
    again = list(regression_rows(tuple(coefficients(settings, games))))
    for row, one in zip(lines_of(folder, "regression.csv"), again, strict=True):
        for name in ("model", "broken_off", "factor"):
            assert row[name] == one[name]
        assert (int(row["games"]), int(row["pairs"])) == (one["games"], one["pairs"])
        assert [float(row[name]) for name in ("coefficient", "low", "high")] == pytest.approx(
            [float(one[name]) for name in ("coefficient", "low", "high")], abs=2e-4
        )
    kept = {(row["figure"], row["of"]): row for row in lines_of(folder, "course.csv")}
    for reading in course(games):
        row = kept[reading.figure, reading.of]
        assert (int(row["n"]), float(row["value"])) == (reading.n, pytest.approx(reading.value, abs=1e-4))


@each("folder", CHAINS)
def test_each_reply_answers_the_set_before(folder):
    """The sets of a chain are those of the page's first study and the replies, of seven and eight in turn."""
    found = [row for row in lines_of(folder, "replies.csv") if row["seat"] == "all" and row["nodes"] == "200"]
    finalists = {row["squares"] for row in csv.DictReader((FIGURES / "finalists.csv").read_text("utf-8").splitlines())}
    assert found[0]["b"] in finalists
    assert [row["b"] for row in found[1:]] == [row["a"] for row in found[:-1]]
    for row in found:
        own, rival = parse_squares(SIX, row["a"]), parse_squares(SIX, row["b"])
        assert {len(own), len(rival)} == {7, 8}
        assert not set(own) & set(rival)


def deep_matches():
    """Yield each match of the chain with 10 000 nodes as the study plans it, with its row and the text of its games."""
    for row in lines_of("chain-10000", "replies.csv"):
        if row["seat"] == "all":
            reply, target = (tuple(sorted(parse_squares(SIX, row[side]))) for side in ("a", "b"))
            wanted = plan_match(DEEP, REPLY, reply, target, int(row["rank"]), nodes=int(row["nodes"]), game_count=200)
            path = FIGURES / "chain-10000" / f"{wanted.name}.csv"
            yield row, wanted, path.read_text("utf-8")


def test_the_curve_follows_from_its_games():
    """Every strength of every reply has 200 games, as the study plans them; the counts are those of the figures."""
    seen = set()
    for row, wanted, text in deep_matches():
        results = parse_results_of_batch(DEEP, TaskBatch(wanted.name, wanted.tasks), text)
        tally = count_results(wanted.tasks, results)
        assert sum(tally) == 200
        names = ("a_won", "b_won", "drawn", "unfinished")
        assert tally == tuple(int(row[name]) for name in names), wanted.name
        seen.add((int(row["rank"]), int(row["nodes"])))
    ranks = {rank for rank, _ in seen}
    assert seen == {(rank, nodes) for rank in ranks for nodes in (200, 1000, 5000, 10000, 20000)}


def contest_settings(words):
    """Return the folder of a command, and the settings that it plays with."""
    within = click.Context(main, **main.context_settings)
    values = command.make_context("contests", words[3:], parent=within).params
    names = ("sides", "rivals", "paired", "nodes", "games", "control", "seed", "plies")
    found = ContestSettings(values["game"].id, *(values[name] for name in names), stale=values["stale"])
    return FIGURES / values["output"], found


@each("words", PLAYED)
def test_contests_are_those_of_their_command(words):
    """A folder has the contests of its command in order, and its three shortest games come out the same; one with many nodes."""
    folder, settings = contest_settings(words)
    kept = list(csv.DictReader((folder / "games.csv").read_text("utf-8").splitlines()))
    contests = list(plan_contests(settings))
    names = [(str(each.nodes), each.side.word, each.rival.word) for each in contests for _ in each.tasks]
    assert names == [(row["nodes"], row["side"], row["rival"]) for row in kept]
    shortest = sorted(range(len(kept)), key=lambda place: int(kept[place]["plies"]))
    for place in shortest[: 3 if settings.nodes[-1] <= 1000 else 1]:
        contest, number = contests[place // settings.games], place % settings.games
        task = contest.tasks[number]
        done = contest._replace(tasks=(task,), results=(play_contest(settings, task),))
        (again,) = contest_rows(settings, [done])
        assert {name: str(cell) for name, cell in again.items()} == {**kept[place], "game": "0"}


def test_the_comparisons_follow_from_the_shares():
    """The comparisons that were stated come out anew from the folders."""
    text = (HERE / "comparisons.csv").read_text("utf-8")
    assert text == rows_as_csv(COLUMNS, rows(shares()))


@each("name", ["study-7-8.md", "study-7-8.ja.md"])
def test_the_tables_of_a_page_are_those_of_the_files(name):
    """Each line of each table stands on the page."""
    page = (DOCS / name).read_text("utf-8")
    for title, lines in tables():
        assert "\n".join(lines) in page, title
