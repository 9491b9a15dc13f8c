"""Tests `kifu corpus find` and `kifu study tree`, as a user types them."""

import csv
import io
import json
import re

import pytest
from click.testing import CliRunner
from explored import SIX, corner_games, dataset, six

from kifu.cli.main import main

AFTER = "棋種：6面体\n局面図\n" + SIX.spell_diagram(SIX.play_legal(SIX.start(), 0 | 0 << 4 | 63 << 10 | 63 << 16))


def run(*arguments, **options):
    """Run `kifu` in English."""
    return CliRunner().invoke(main, ["--lang", "en", *map(str, arguments)], catch_exceptions=False, **options)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a dataset of corner games."""
    return dataset(tmp_path_factory.mktemp("explore"), corner_games(30))


@pytest.fixture
def diagram(tmp_path):
    """Return a diagram of the position after 一01占."""
    path = tmp_path / "position.kif"
    path.write_text(AFTER, encoding="utf-8")
    return path


def test_find_names_each_game(folder, diagram):
    """Each game is named by file and number, with ply, result; the count goes to standard error."""
    result = run("corpus", "find", diagram, folder)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines
    assert all(".kif#0" in line and "ply 1 of" in line for line in lines)
    assert f"{len(lines)} place(s) in {len(lines)} game(s)" in result.stderr


def test_find_as_json_and_csv(folder, diagram):
    """JSON has an object a line, CSV a row; both the same places, more of them with --symmetric."""
    exact = run("corpus", "find", diagram, folder, "--format", "json").stdout.splitlines()
    turned = run("corpus", "find", diagram, folder, "--symmetric", "--format", "json").stdout.splitlines()
    assert len(turned) > len(exact) > 0
    places = [json.loads(line) for line in exact]
    table = list(csv.DictReader(io.StringIO(run("corpus", "find", diagram, folder, "--format", "csv").stdout)))
    assert [row["game"] for row in table] == [row["game"] for row in places]
    assert {row["ply"] for row in places} == {1}
    limited = run("corpus", "find", diagram, folder, "--symmetric", "--limit", 2, "--format", "json")
    assert limited.stdout.splitlines() == turned[:2]


def test_find_nothing(folder, tmp_path):
    """A position that never stood: nothing on standard output, exit code 1."""
    path = tmp_path / "none.kif"
    path.write_text(six("四04占"), encoding="utf-8")
    start = run("corpus", "find", path, folder, "--ply", 0)
    assert start.exit_code == 0
    path.write_text(AFTER.replace("占○○○○○○01", "○○○○○○○01").replace("○○04", "○占04"), encoding="utf-8")
    result = run("corpus", "find", path, folder)
    assert (result.exit_code, result.stdout) == (1, "")


def test_the_dataset_of_the_option(folder, diagram):
    """Without the argument, the dataset is that of --corpus, or of KIFU_CORPUS."""
    expected = run("corpus", "find", diagram, folder).stdout
    assert run("corpus", "find", diagram, "-c", folder).stdout == expected
    assert run("corpus", "find", diagram, env={"KIFU_CORPUS": str(folder)}).stdout == expected


def test_find_reads_standard_input(folder):
    """- is a diagram on standard input; the game is the dataset's only one."""
    result = run("corpus", "find", "-", folder, input=SIX.spell_diagram(SIX.start()))
    assert result.exit_code == 0
    assert "30 place(s)" in result.stderr


def test_tree_in_words(folder, diagram):
    """The position, its moves with counts, shares, intervals and first games, and what the numbers are."""
    shown = run("study", "tree", folder, "--from", diagram, "--depth", 2, "--moves", 3)
    assert shown.exit_code == 0
    assert shown.stdout.startswith("一二三四五六七\n占○")
    assert re.search(r"\[0\] the position asked for: \d+ games, △second \(後手\) [\d.]+% \(", shown.stdout)
    assert "△" in shown.stdout
    assert "Wilson" in shown.stdout
    assert "more moves" in shown.stdout


def test_tree_as_csv_and_json(folder):
    """CSV has a row for each move of each position, JSON the same with diagrams."""
    arguments = ("study", "tree", folder, "--symmetric", "--depth", 2, "--least", 3)
    table = list(csv.DictReader(io.StringIO(run(*arguments, "--format", "csv").stdout)))
    answer = json.loads(run(*arguments, "--format", "json").stdout)
    assert answer["game"] == "six"
    assert sum(len(node["moves"]) for node in answer["nodes"]) == len(table)
    assert sum(int(row["games"]) for row in table if row["depth"] == "0") == answer["nodes"][0]["games"]
    assert answer["nodes"][0]["diagram"] == SIX.spell_diagram(SIX.start())


def test_what_is_asked_must_be_clear(tmp_path, folder):
    """No dataset, or two games and none named: a usage error that says what there is."""
    nothing = run("study", "tree", tmp_path)
    assert (nothing.exit_code, nothing.stdout) == (2, "")
    assert "kifu corpus build" in nothing.stderr
    both = dataset(tmp_path / "both", {"a.kif": six("一01占"), "b.kif": "棋種：ユニオンエース\n   1 一06-一05四内\n"})
    unclear = run("study", "tree", both)
    assert unclear.exit_code == 2
    assert "--game" in unclear.stderr
    assert run("study", "tree", both, "--game", "six").exit_code == 0
    assert run("study", "tree", folder, "--game", "chess").exit_code == 2


def test_a_position_that_is_not_there(tmp_path):
    """Exit code 3 and the file's name, before any question which of two games it is of."""
    both = dataset(tmp_path / "both", {"a.kif": six("一01占"), "b.kif": "棋種：ユニオンエース\n   1 一06-一05四内\n"})
    missing = run("corpus", "find", tmp_path / "missing.kif", both)
    assert (missing.exit_code, missing.stdout) == (3, "")
    assert "missing.kif: error: no such file" in missing.stderr


def test_marks_and_names_are_those_of_the_game(tmp_path):
    """A tree and the places of a position in a Union game have 白 and 黒, ○ and ●, as every picture has."""
    head = "棋種：ユニオンエース\n先手：甲\n後手：乙\n"
    union = dataset(tmp_path / "ace", {"a.kif": f"{head}   1 一06-一05四内\n   2 投了\n"})
    shown = [
        run("study", "tree", union, "--lang", "ja").stdout,
        run("corpus", "find", tmp_path / "ace/in/a.kif", union).stdout,
    ]
    assert "○一06-一05四内" in shown[0]
    assert "白勝  黒勝" in shown[0]
    assert "white (白) wins (resignation)" in shown[1]
    for text in shown:
        assert "○甲 ●乙" in text
        assert not set("▲△") & set(text)


def test_unfinished_games_are_not_passed_over(tmp_path):
    """Beside the interval stands what they leave open, and above a tenth there is a caution; below it there is none."""
    ended = {
        f"{row}{column}.kif": six(f"{column}0{row}占", end="先手の勝ち") for row in range(1, 7) for column in "一二"
    }
    few = dataset(tmp_path / "few", ended | {"open.kif": six("七07占")})
    many = dataset(tmp_path / "many", ended | {f"{row}.kif": six(f"七0{row}占") for row in (5, 6, 7)})
    for words in (["study", "tree"], ["corpus", "stats"]):
        calm, warned = run(*words, few), run(*words, many)
        assert "⚠" not in calm.output
        assert "⚠ 3 of 15 games (20%) are unfinished" in warned.stdout
        as_json = run(*words, many, "--format", "json")
        assert "⚠" in as_json.stderr
        assert "⚠" not in as_json.stdout
    assert "first (先手) wins: 12  100.0% [75.8%, 100.0%]  unfinished ones open: 80.0%–100.0%" in warned.stdout
    assert json.loads(as_json.stdout)["results"]["first"]["least"] == 0.8


def test_the_places_are_listed_in_the_order_of_the_sources(tmp_path):
    """With --limit the first games of the sources are listed, not those of some digest."""
    games = dataset(tmp_path, {f"{name}.kif": six("一01占", f"七0{row}領") for row, name in enumerate("gfedcba", 1)})
    shown = run("corpus", "find", "-", games, "--limit", 3, input=SIX.spell_diagram(SIX.start())).stdout
    assert re.findall(r"(\w)\.kif", shown) == ["a", "b", "c"]


def test_find_a_pattern(folder):
    """Stretches of plies, in both forms; the dataset is the first argument then; nothing found is exit code 1."""
    pattern = "占 on 一01, none on 七01 and 一07 and 七07"
    done = run("corpus", "find", "--pattern", f"{pattern}, turned", folder)
    assert done.exit_code == 0
    assert re.search(r"pl(y|ies) \d+( to \d+)? of \d+", done.stdout)
    rows = [
        json.loads(line)
        for line in run("corpus", "find", "--pattern", pattern, folder, "--format", "json").stdout.splitlines()
    ]
    assert rows
    assert all(row["ply"] <= row["until"] <= row["plies"] and row["distance"] == 0 for row in rows)
    assert run("corpus", "find", "--pattern", "9 占 on the board", folder).exit_code == 1
    asked = run(
        "corpus", "sql", "SELECT count(*) FROM matches", folder, "--pattern", pattern, "--format", "csv"
    ).stdout.split()
    assert int(asked[1]) == sum(row["until"] - row["ply"] + 1 for row in rows)


def test_a_wrong_pattern(folder, diagram):
    """The wrong word is underlined; a diagram and a pattern, and neither, are usage errors."""
    done = run("corpus", "find", "--pattern", "占 on 八01", folder)
    assert done.exit_code == 2
    assert done.stderr.rstrip("\n").endswith("占 on 八01\n          ^^^^")
    assert "[no-such-square]" in done.stderr
    assert run("corpus", "find", diagram, folder, "--pattern", "占 on 一01").exit_code == 2
    assert run("corpus", "find").exit_code == 2
