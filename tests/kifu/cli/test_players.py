"""Tests `kifu corpus stats --players`, which lists the players with their results."""

import csv
import io
import json

import pytest
from click.testing import CliRunner
from explored import dataset, six

from analysis.tables.significance import wilson_intervals
from kifu.cli.commands.corpus.stats import COLUMNS
from kifu.cli.main import main


def named(first, second, end, *moves):
    """Return a record with its players."""
    return six(*(moves or ("四04占", "三03領")), end=end, head=[f"先手：{first}", f"後手：{second}"])


GAMES = {
    "1.kif": named("甲", "乙", "先手の勝ち", "一01占"),
    "2.kif": named("乙", "甲", "先手の勝ち", "一02占"),
    "3.kif": named("甲", "=乙+", "引き分け", "一03占"),
    "4.kif": named("甲", "乙", "", "一04占"),
    "5.kif": named("甲", "甲", "先手の勝ち", "一05占"),
    "6.kif": named("甲", "", "先手の勝ち", "一06占"),
    "7.kif": named("甲", "乙", "後手の勝ち", "一06占", "三03領"),
    "8.kif": named("甲", "乙", "先手の勝ち", "一01占"),
    "9.kif": "棋種：ユニオンエース\n先手：丙\n後手：乙\n   1 一06-一05四内\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a dataset of named players."""
    return dataset(tmp_path_factory.mktemp("players"), GAMES)


def run(folder, *arguments, lang="en"):
    """Run `kifu corpus stats --players`."""
    words = ["--lang", lang, "corpus", "stats", str(folder), "--players", *arguments]
    return CliRunner().invoke(main, words, catch_exceptions=False)


def rows(folder, *arguments):
    """Return the rows of the JSON, by game and player."""
    result = run(folder, *arguments, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    return {(row["game"], row["player"]): row for row in map(json.loads, result.stdout.splitlines())}


def test_each_player_of_each_game(folder):
    """Each player of a game has a row with games, results and sides; a player of two games has two rows."""
    players = rows(folder)
    assert list(players) == [("ace", "丙"), ("ace", "乙"), ("six", "甲"), ("six", "乙"), ("six", "=乙+")]
    ours = players["six", "甲"]
    assert [ours[name] for name in ("games", "wins", "losses", "draws", "unfinished")] == [6, 2, 2, 1, 1]
    assert [ours[f"first_{name}"] for name in ("games", "wins", "losses", "draws", "unfinished")] == [5, 2, 1, 1, 1]
    assert [ours[f"second_{name}"] for name in ("games", "wins", "losses", "draws", "unfinished")] == [1, 0, 1, 0, 0]
    assert ours["same_name"] == 1
    theirs = players["six", "乙"]
    assert [theirs[name] for name in ("games", "wins", "losses", "draws", "unfinished")] == [4, 2, 1, 0, 1]


def test_the_share_has_an_interval(folder):
    """Points of the finished games, a draw a half, with Wilson's; nothing where none is finished."""
    players = rows(folder)
    low, high = map(float, wilson_intervals(2.5, 5))
    ours = players["six", "甲"]
    assert [ours["share"], ours["low"], ours["high"]] == pytest.approx([0.5, low, high])
    assert [players["ace", "丙"][name] for name in ("share", "low", "high")] == [None, None, None]


def test_duplicates(folder):
    """Games with the same moves count once, or as often as they stand there."""
    assert rows(folder, "--duplicates")["six", "甲"]["games"] == rows(folder)["six", "甲"]["games"] + 1


def test_csv(folder):
    """The same numbers; a name that a spreadsheet would compute is harmless."""
    result = run(folder, "--format", "csv")
    table = list(csv.DictReader(io.StringIO(result.stdout)))
    assert tuple(table[0]) == COLUMNS
    assert [row["player"] for row in table] == ["丙", "乙", "甲", "乙", "'=乙+"]
    assert (table[2]["wins"], table[0]["share"]) == ("2", "")


@pytest.mark.parametrize(
    ("lang", "phrases"),
    [
        ("ja", ["6面体", "対局者", "50.0%", "2-1-1", "名のない側: 1", "Wilson の 95% 区間"]),
        ("en", ["6面体 (six)", "player", "50.0%", "2-1-1", "sides without a name: 1", "Wilson's 95 % interval"]),
    ],
)
def test_text(folder, lang, phrases):
    """The text has a table for each game and explains its numbers."""
    shown = run(folder, lang=lang).stdout
    for phrase in phrases:
        assert phrase in shown


def test_csv_is_for_players(folder):
    """CSV without --players is a usage error."""
    result = CliRunner().invoke(main, ["--lang", "en", "corpus", "stats", str(folder), "--format", "csv"])
    assert (result.exit_code, "is for the table of --players" in result.stderr) == (2, True)


def test_no_games(tmp_path):
    """A dataset without any game has no players."""
    empty = dataset(tmp_path / "none", {"a.kif": "棋種：6面体\n1 八08占\n"})
    assert rows(empty) == {}
    assert run(empty).exit_code == 0
