"""`kifu study duel`: the result in words and as JSON, the records, and what is said about wrong options."""

import json

import pytest
from click.testing import CliRunner
from each import each
from helpers import verdicts

from kifu.cli.commands.study.duel import kif_of_duel_game
from kifu.cli.main import main

SETS = ["--first", "四04,三03", "--second", "六06,五05,二02"]
QUICK = ["--nodes", "40", "--plies", "30", "--seed", "3", "--lang", "en"]


def duel(*options):
    """Run `kifu study duel --game six`."""
    return CliRunner().invoke(main, ["study", "duel", "--game", "six", *QUICK, *options])


def test_in_words():
    """The text has the sets, a line for each side and one for all games, with the interval."""
    shown = duel(*SETS, "--games", "4").stdout.splitlines()
    assert shown[:3] == ["6面体 seed 3", "A: 2: 四04,三03 (40 nodes)", "B: 3: 六06,五05,二02 (40 nodes)"]
    assert [line.split(":")[0] for line in shown[3:]] == ["A moves first", "A moves second", "all"]
    assert all("[" in line or line.endswith("-") for line in shown[3:])


def test_as_json():
    """One object: the settings that reproduce it, counts that add up, shares within their intervals."""
    result = json.loads(duel(*SETS, "--games", "6", "--second-nodes", "0", "--format", "json").stdout)
    assert (result["a"], result["nodes"], result["seed"]) == (["四04", "三03"], [40, 0], 3)
    rows = result["rows"]
    assert [rows[name]["games"] for name in ("A first", "A second", "all")] == [3, 3, 6]
    for row in rows.values():
        assert row["a"] + row["b"] + row["draw"] + row["unfinished"] == row["games"]
        assert row["share"] is None or row["low"] <= row["share"] <= row["high"]


def test_workers_change_nothing(tmp_path):
    """Two processes give the same games as one."""
    texts = []
    for workers in ("1", "2"):
        path = tmp_path / f"{workers}.kif"
        assert duel(*SETS, "--games", "5", "--workers", workers, "-o", str(path)).exit_code == 0
        texts.append(path.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]


def test_records_are_written_on_request(tmp_path):
    """Every game, each legal; not over another file unless forced."""
    path = tmp_path / "games.kif"
    assert duel("--games", "3", "--keep-sides", "-o", str(path)).exit_code == 0
    judged = verdicts(path.read_text(encoding="utf-8"))
    assert len(judged) == 3
    assert {verdict.status for verdict in judged} <= {"CONFIRMED", "UNFINISHED"}
    assert duel("--games", "3", "-o", str(path)).exit_code == 2


@each(
    ("options", "message"),
    [
        (["--first", "四04", "--second", "d4"], "both sets have 四04"),
        (["--first", "四08"], "--first: there is no square"),
        (["--first", "四04 四04"], "named twice"),
        (["--games", "0"], "--games"),
    ],
)
def test_usage_errors(options, message):
    """A wrong option gives exit code 2 and advice."""
    result = duel(*options)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_number_alone():
    """A side with a number places as many 占, on squares that the search finds; a number that no board has is refused."""
    result = json.loads(duel("--first", "3", "--games", "2", "--format", "json").stdout)
    assert (result["a"], result["b"]) == (3, None)
    assert "A: 3, on squares that the search finds (40 nodes)" in duel("--first", "3", "--games", "2").stdout
    assert "a size is 1 to 49, not 50" in duel("--first", "50").stderr


def test_a_set_without_squares():
    """An empty set is no free side: it is refused."""
    result = duel("--first", "", "--games", "2")
    assert result.exit_code == 2
    assert "leave --first out" in result.stderr


def test_adjudicated_games(tmp_path):
    """It is said how many games a proof decided; their records go on to the end by the moves of the proof."""
    path = tmp_path / "games.kif"
    options = ["--games", "4", "--plies", "36", "--adjudicate", "auto", "--proof-nodes", "3000"]
    result = json.loads(duel(*options, "--format", "json", "-o", str(path)).stdout)
    adjudication = result["adjudication"]
    assert (adjudication["from"], adjudication["nodes"]) == ("auto", 3000)
    assert adjudication["decided"] > 0
    total = result["rows"]["all"]
    text = path.read_text(encoding="utf-8")
    judged = verdicts(text)
    assert {verdict.status for verdict in judged} <= {"CONFIRMED", "UNFINISHED"}
    assert sum(verdict.status == "UNFINISHED" for verdict in judged) == total["unfinished"]
    assert text.count("証明された必勝の手順") == adjudication["decided"]
    shown = duel(*options).stdout.splitlines()
    assert shown[-1].startswith(f"decided by proof: {adjudication['decided']} of 4 games")


@each("value", ["x", "-1", "１", "9" * 30, ""])
def test_adjudicate_from_nowhere(value):
    """Anything but a ply or auto is refused, and so is a game that the solver cannot solve."""
    result = duel("--games", "2", f"--adjudicate={value}")
    assert result.exit_code == 2
    assert "neither a ply nor auto" in result.stderr
    rengo = CliRunner().invoke(main, ["study", "duel", "--game", "rengo", "--adjudicate", "auto", "--lang", "en"])
    assert rengo.exit_code == 2
    assert "cannot be solved" in rengo.stderr


def test_a_run_goes_on(tmp_path):
    """Several runs with --resume give the bytes of one; drawn plies vary the openings; another duel's file is refused."""
    drawn = ("--drawn", "2", "--adjudicate", "auto", "--proof-nodes", "50")
    whole, parts = tmp_path / "whole.kif", tmp_path / "parts.kif"
    assert duel(*drawn, "--games", "5", "-o", str(whole)).exit_code == 0
    for games in ("2", "2", "5"):
        assert duel(*drawn, "--games", games, "-o", str(parts), "--resume").exit_code == 0
    assert parts.read_bytes() == whole.read_bytes()
    text = whole.read_text(encoding="utf-8")
    assert len({line for line in text.splitlines() if line.startswith("   1 ")}) > 1
    other = duel(*drawn, "--games", "6", "-o", str(parts), "--resume", "--seed", "4")
    assert (other.exit_code, "is not that of these options" in other.stderr) == (2, True)
    assert parts.read_bytes() == whole.read_bytes()
    parts.write_bytes(b"\xff")
    assert duel("--games", "2", "-o", str(parts), "--resume").exit_code == 2
    assert duel("--games", "2", "--resume").exit_code == 2
    assert duel(*SETS, "--drawn", "1").exit_code == 2


def test_games_are_written_while_others_go_on(tmp_path, monkeypatch):
    """A run that is broken off leaves the games played so far, whole, and another goes on behind them."""
    whole, broken = tmp_path / "whole.kif", tmp_path / "broken.kif"
    assert duel("--games", "4", "-o", str(whole)).exit_code == 0
    monkeypatch.setattr("kifu.cli.commands.study.duel.WRITING_SECONDS", 0)
    played = []

    def interrupted(*words):
        played.append(words)
        if len(played) == 3:
            raise KeyboardInterrupt
        return kif_of_duel_game(*words)

    monkeypatch.setattr("kifu.cli.commands.study.duel.kif_of_duel_game", interrupted)
    assert duel("--games", "4", "-o", str(broken)).exit_code != 0
    assert whole.read_text("utf-8").startswith(broken.read_text("utf-8"))
    assert len(verdicts(broken.read_text("utf-8"))) == 2
    monkeypatch.setattr("kifu.cli.commands.study.duel.kif_of_duel_game", kif_of_duel_game)
    assert duel("--games", "4", "-o", str(broken), "--resume").exit_code == 0
    assert broken.read_bytes() == whole.read_bytes()


def test_a_file_that_is_there_is_refused_before_a_game_is_played(tmp_path, monkeypatch):
    """The games would be played for nothing."""
    path = tmp_path / "games.kif"
    path.write_text("mine", "utf-8")
    monkeypatch.setattr("kifu.cli.commands.study.duel.kif_of_duel_game", lambda *_: pytest.fail("a game was played"))
    assert duel("--games", "2", "-o", str(path)).exit_code == 2
    assert path.read_text("utf-8") == "mine"


def test_progress_is_shown_on_a_terminal(monkeypatch):
    """A bar begins before the first game, also of few games, and ends full; what is no terminal shows none."""
    assert duel("--games", "2").stderr == ""
    shown = []
    monkeypatch.setattr("kifu.cli.commands.study.duel.progress_bar", lambda length, label: _Bar(shown, length, label))
    assert duel("--games", "2").exit_code == 0
    assert shown == [(2, "playing"), 1, 1]


class _Bar:
    """Notes what a bar is told."""

    def __init__(self, shown, *given):
        self.shown = shown
        shown.append(given)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def update(self, number):
        """Note the number of steps."""
        self.shown.append(number)
