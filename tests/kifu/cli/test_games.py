"""`kifu games`: the list of games."""

import json

import pytest
import wcwidth
from click.testing import CliRunner

from kifu.cli.main import main
from kifu.core import games


def run(*arguments):
    """Run `kifu games` under an English locale."""
    return CliRunner().invoke(main, ["games", *arguments], env={"LC_ALL": "C.UTF-8"})


@pytest.mark.parametrize(("language", "articles"), [("en", "16 articles"), ("ja", "全 16 条")])
def test_list(language, articles):
    """Each game found is a line, sorted: id, Japanese name, rule set, board, number of articles."""
    result = run("--lang", language)
    assert result.exit_code == 0
    lines = [line.split(maxsplit=4) for line in result.output.splitlines()]
    assert [line[0] for line in lines] == list(games.ids())
    assert ["six", "6面体", "six/1", "7×7", articles] in lines


def test_columns_are_aligned(monkeypatch):
    """Names of any width stand in columns on a terminal, where a full-width character takes two places."""
    six = games.load("six")

    class Longer(type(six)):
        """The same game under a longer id and name."""

        id = "six"
        name = six.name._replace(ja="続・連合将棋")
        rules = "long-rules/1"

    both = {"a": six, "b": Longer()}
    monkeypatch.setattr(games, "ids", lambda: tuple(both))
    monkeypatch.setattr(games, "load", both.__getitem__)
    first, second = run().output.splitlines()
    assert "続・連合将棋" in second
    for mark in ("7×7", "16 articles"):
        places = {wcwidth.wcswidth(line[: line.index(mark)]) for line in (first, second)}
        assert len(places) == 1
    assert first == first.rstrip()


def test_json():
    """As JSON there is one object a line for each game, and nothing else."""
    result = run("--format", "json")
    assert result.exit_code == 0
    listed = [json.loads(line) for line in result.output.splitlines()]
    assert [game["game"] for game in listed] == list(games.ids())
    assert {
        "game": "six",
        "name": {"ja": "6面体", "en": "6面体 (six)"},
        "rules": "six/1",
        "board": {"columns": 7, "rows": 7},
        "articles": 16,
    } in listed


def test_wrong_use():
    """The command takes no arguments: a usage error, exit code 2."""
    result = run("six")
    assert (result.exit_code, result.stdout) == (2, "")
