"""Tests `kifu corpus build`, `sql` and `stats`."""

import csv
import io
import json
import os
import pty
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from corpora import contents, two_dozen
from each import each

from kifu.cli.main import main


def corpus(*arguments, lang="en"):
    """Run `kifu corpus`; return its exit code, standard output and standard error."""
    run = CliRunner().invoke(main, ["--lang", lang, "corpus", *map(str, arguments)], catch_exceptions=False)
    return run.exit_code, run.stdout, run.stderr


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Make a file of two dozen records, and a dataset of them, which each test copies."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "many.kif").write_text("\n".join(two_dozen()))
    corpus("build", folder / "many.kif", "-o", folder / "data", "--workers", "0")
    return folder


@pytest.fixture
def records(tmp_path, made):
    """Return a file of two dozen records."""
    return Path(shutil.copy(made / "many.kif", tmp_path))


@pytest.fixture
def dataset(tmp_path, made):
    """Return a dataset of them."""
    return Path(shutil.copytree(made / "data", tmp_path / "data"))


@pytest.mark.parametrize(
    ("lang", "summary"),
    [
        ("en", "19 games (533 plies), 4 rejects, from 1 file(s)"),
        ("ja", "19 局 (533 手)、採らなかった棋譜 4、ファイル 1"),
    ],
)
def test_build(tmp_path, records, lang, summary):
    """A build prints its counts; a second build finds the dataset; another build over it is refused."""
    build = ["build", records, "-o", tmp_path / "out"]
    assert corpus(*build, lang=lang) == (0, f"{tmp_path}/out: {summary}\n", "")
    code, stdout, _ = corpus(*build)
    assert (code, "already" in stdout) == (0, True)
    second = tmp_path / "other.kif"
    second.write_text("棋種：6面体\n1 四04占\n")
    before = contents(tmp_path / "out")
    code, stdout, stderr = corpus("build", second, "-o", tmp_path / "out")
    assert (code, stdout) == (2, "")
    assert "[dataset-exists]" in stderr
    assert "--force" in stderr
    assert contents(tmp_path / "out") == before
    assert corpus("build", second, "-o", tmp_path / "out", "--force")[0] == 0


def test_build_mentions_what_it_passed_over(tmp_path):
    """As other commands do."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "picture.png").touch()
    (tmp_path / "in" / "game.kif").write_text("棋種：6面体\n")
    code, _, stderr = corpus("build", tmp_path / "in", "-o", tmp_path / "out")
    assert (code, stderr) == (0, "1 other file(s) in the folders were not looked at\n")


def test_build_what_is_wrong(tmp_path, records):
    """Each under its code, in a message that says what to do, and no traceback."""
    (tmp_path / "file").touch()
    (tmp_path / "empty").mkdir()
    cases = {
        "no-such-file": ("build", tmp_path / "nowhere.kif", "-o", tmp_path / "out"),
        "cannot-open": ("build", "no-such-protocol://x", "-o", tmp_path / "out"),
        "directory": ("build", tmp_path / "empty", "-o", tmp_path / "out"),
        "not-a-dataset": ("build", records, "-o", tmp_path / "file"),
        "cannot-write": ("build", records, "-o", tmp_path / "file" / "out"),
        "no-scheduler": ("build", records, "-o", tmp_path / "out", "--scheduler", "nonsense"),
        "bad-name": ("build", records, "-o", os.fsdecode(bytes(tmp_path / "o") + b"\xff")),
    }
    for code, arguments in cases.items():
        exit_code, stdout, stderr = corpus(*arguments)
        assert (exit_code, stdout) == (2, ""), code
        assert f"[{code}]" in stderr


def program(*arguments, **options):
    """Return the command line that runs the program as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "kifu", "--lang", "en", *map(str, arguments)], **options
    )


def test_bar_on_a_terminal_only(tmp_path, records):
    """With the share that is done; in a pipe standard error stays empty."""
    inputs = tmp_path / "in"
    inputs.mkdir()
    for number in range(30):  # more than one portion
        (inputs / f"{number}.kif").write_text(records.read_text() * 2)
    with program(
        "corpus",
        "build",
        inputs,
        "-o",
        tmp_path / "a",
        "--workers",
        "0",
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as run:
        stdout, stderr = run.communicate()
    assert (run.returncode, stderr) == (0, b"")
    assert b"1140 games" in stdout
    parent, child = pty.openpty()
    with program(
        "corpus", "build", inputs, "-o", tmp_path / "b", "--workers", "0", stderr=child, stdout=subprocess.PIPE
    ) as run:
        os.close(child)
        shown = b""
        while True:
            try:
                data = os.read(parent, 1 << 16)
            except OSError:  # the other end is closed
                break
            if not data:
                break
            shown += data
    os.close(parent)
    text = shown.decode()
    assert run.returncode == 0
    assert "building" in text
    assert "100%" in text
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_the_program_on_workers_of_its_own(tmp_path, records):
    """As a process, with two workers: the same bytes, and nothing on standard error."""
    (tmp_path / "large.kif").write_text((records.read_text() + "\n") * 20)
    for name, workers in (("a", "0"), ("b", "2")):
        arguments = ("corpus", "build", tmp_path / "large.kif", "-o", tmp_path / name, "--workers", workers)
        with program(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            assert run.communicate()[1] == b""
        assert run.returncode == 0
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_sql(dataset):
    """The answer is printed as a table, as CSV, or as JSON with one line for each row."""
    sql = "SELECT status, count(*) AS n, NULL AS nothing, 0.5 AS half, '名' AS name FROM games GROUP BY 1 ORDER BY 1"
    code, stdout, stderr = corpus("sql", "-c", dataset, sql)
    assert (code, stderr) == (0, "")
    assert stdout == (
        "status       n  nothing  half  name\n"
        "----------  --  -------  ----  ----\n"
        "CONFIRMED    3     NULL   0.5  名\n"
        "UNFINISHED  16     NULL   0.5  名\n"
    )
    _, stdout, _ = corpus("sql", "-c", dataset, sql, "--format", "csv")
    assert list(csv.DictReader(io.StringIO(stdout)))[1] == {
        "status": "UNFINISHED", "n": "16", "nothing": "", "half": "0.5", "name": "名"
    }  # fmt: skip
    _, stdout, _ = corpus("sql", "-c", dataset, sql, "--format", "json")
    assert json.loads(stdout.splitlines()[0]) == {
        "status": "CONFIRMED", "n": 3, "nothing": None, "half": 0.5, "name": "名"
    }  # fmt: skip


def test_sql_values_that_json_lacks(dataset):
    """No number, a list, a date, a control character."""
    sql = "SELECT 'nan'::DOUBLE a, [1, 2] b, DATE '2026-11-21' c, chr(27) || '[2J' d"
    _, stdout, _ = corpus("sql", "-c", dataset, sql, "--format", "json")
    assert json.loads(stdout) == {"a": None, "b": [1, 2], "c": "2026-11-21", "d": "\x1b[2J"}
    assert "\x1b" not in stdout
    assert "\x1b" not in corpus("sql", "-c", dataset, sql)[1]


def test_sql_of_many_rows(dataset):
    """More than are measured or fetched at a time."""
    _, stdout, _ = corpus("sql", "-c", dataset, "SELECT range AS n FROM range(5000)")
    assert [int(line) for line in stdout.splitlines()[2:]] == list(range(5000))


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("SELEC 1", "bad-sql"),
        ("SELECT error('no') FROM games", "bad-sql"),
        ("DROP VIEW games", "not-a-question"),
        ("SELECT \udcff", "not-text"),
    ],
)
def test_sql_errors(dataset, sql, code):
    """A wrong question gives exit code 2 and a message with a code."""
    exit_code, stdout, stderr = corpus("sql", "-c", dataset, sql)
    assert (exit_code, stdout) == (2, "")
    assert f"[{code}]" in stderr


def test_sql_columns_of_one_name(dataset):
    """As JSON one would be lost, so they are refused; as a table and as CSV both are there."""
    sql = "SELECT 1 a, 2 a"
    code, stdout, stderr = corpus("sql", "-c", dataset, sql, "--format", "json")
    assert (code, stdout) == (2, "")
    assert "two columns 'a'; name one of them otherwise with AS [same-column]" in stderr
    assert corpus("sql", "-c", dataset, sql, "--format", "csv")[1] == "a,a\n1,2\n"
    assert corpus("sql", "-c", dataset, sql)[1].splitlines()[-1] == "1  2"


def truncated(part):
    """Cut it off."""
    os.truncate(part, 3000)


def emptied(part):
    """Leave nothing of it."""
    os.truncate(part, 0)


def flipped(part):
    """Change a few bytes in its middle, where the rows are."""
    data = bytearray(part.read_bytes())
    for place in range(4, len(data) * 3 // 4):
        data[place] ^= 0xFF
    part.write_bytes(data)


def exchanged(part):
    """Put another table there."""
    shutil.copy(part.parents[1] / "games" / part.name, part)


def removed(part):
    """Take it away."""
    part.unlink()


def no_parts(part):
    """Let the manifest name no file."""
    edit_manifest(part, parts=[])


def no_counts(part):
    """Let the manifest count nothing."""
    edit_manifest(part, counts=None)


def torn_manifest(part):
    """Cut the manifest off."""
    os.truncate(part.parents[1] / "dataset.json", 100)


def edit_manifest(part, **values):
    """Change what the manifest says."""
    path = part.parents[1] / "dataset.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | values))


PARTS = (truncated, emptied, flipped, exchanged, removed)
DAMAGES = (*PARTS, no_parts, no_counts, torn_manifest)


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_dataset(dataset, tmp_path, damage):
    """A damaged dataset is reported for every question, with advice to build it again."""
    (tmp_path / "start.kif").write_text("棋種：6面体\n")
    damage(dataset / "plies" / "part-00000.parquet")
    questions = (
        ("corpus", "sql", "SELECT sum(key) FROM plies", dataset),
        ("corpus", "find", tmp_path / "start.kif", dataset),
        ("study", "tree", dataset),
        ("study", "openings", dataset, "-o", tmp_path / "atlas"),
    )
    for question in questions:
        run = CliRunner().invoke(main, ["--lang", "en", *map(str, question)], catch_exceptions=False)
        assert (run.exit_code, run.stdout) == (2, ""), question
        assert "[damaged-dataset]" in run.stderr
        assert f"{dataset}/{'plies' if damage in PARTS else 'dataset.json'}" in run.stderr
        assert f"kifu corpus build INPUT… -o {dataset} --force" in run.stderr


@pytest.mark.parametrize("damage", DAMAGES)
def test_stats_of_a_damaged_dataset(dataset, damage):
    """They need only the games and the rejects."""
    damage(dataset / "rejects" / "part-00000.parquet")
    code, stdout, stderr = corpus("stats", dataset)
    assert (code, stdout) == (2, "")
    assert "[damaged-dataset]" in stderr


def test_any_changed_bit_is_found_before_an_answer(dataset):
    """Where nothing fails to be read either: a changed bit is another number, which nobody has written."""
    draw = random.Random(1)
    for name in ("plies", "games"):
        part = dataset / name / "part-00000.parquet"
        whole = part.read_bytes()
        for at in draw.sample(range(len(whole)), 10):
            part.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << draw.randrange(8)]) + whole[at + 1 :])
            code, stdout, stderr = corpus("sql", f"SELECT * FROM {name}", dataset)  # noqa: S608 - names of ours
            assert (code, stdout, f"{part} is damaged" in stderr) == (2, "", True), at
        part.write_bytes(whole)


def test_what_a_question_gets_wrong_in_a_damaged_dataset(dataset, monkeypatch):
    """An error in a question is reported as one, where the dataset is too large to be looked through for each question."""
    monkeypatch.setattr("analysis.corpus.dataset_queries.CHECKED", 0)
    flipped(dataset / "plies" / "part-00000.parquet")
    assert "[bad-sql]" in corpus("sql", "SELECT bogus FROM plies", dataset)[2]


@pytest.mark.parametrize("damage", DAMAGES)
def test_build_repairs_a_damaged_dataset(dataset, made, damage):
    """Of the same records: it is built anew, and says which file was damaged."""
    before = contents(dataset)
    damage(dataset / "plies" / "part-00000.parquet")
    assert contents(dataset) != before
    code, stdout, stderr = corpus("build", made / "many.kif", "-o", dataset, "--workers", "0")
    part = "plies/part-00000.parquet" if damage in PARTS else "dataset.json"
    assert (code, stderr) == (0, "")
    assert stdout.endswith(f"; built anew, because files of it were damaged: {part}\n")
    assert contents(dataset) == before


def test_build_leaves_other_files_alone(dataset, records):
    """Where the manifest is damaged and something else lies there, it is no folder to write to."""
    torn_manifest(dataset / "plies" / "part-00000.parquet")
    (dataset / "mine.txt").touch()
    assert "[not-a-dataset]" in corpus("build", records, "-o", dataset, "--force")[2]


def test_dataset_in_a_folder_without_a_name(dataset):
    """A file name that is no text gives a message, not a traceback."""
    folder = dataset.rename(os.fsdecode(bytes(dataset) + b"\xff"))
    code, _, stderr = corpus("stats", folder)
    assert (code, "[bad-name]" in stderr) == (2, True)


@pytest.mark.parametrize("command", [["sql", "SELECT 1"], ["stats"]])
def test_no_dataset(tmp_path, command):
    """A folder without one: what makes one."""
    code, _, stderr = corpus(*command, "-c", tmp_path)
    assert code == 2
    assert "[no-dataset]" in stderr
    assert "kifu corpus build" in stderr


def test_how_the_dataset_is_named(dataset, monkeypatch):
    """Behind the question, by the option, by the environment, or it is the current folder."""
    assert corpus("sql", "SELECT count(*) AS n FROM games", dataset)[1] == " n\n--\n19\n"
    monkeypatch.setenv("KIFU_CORPUS", str(dataset))
    assert corpus("sql", "SELECT count(*) AS n FROM games")[1] == " n\n--\n19\n"
    monkeypatch.delenv("KIFU_CORPUS")
    monkeypatch.chdir(dataset)
    assert corpus("sql", "SELECT count(*) AS n FROM games")[1] == " n\n--\n19\n"


def test_stats(dataset):
    """The text counts the games without duplicates, and with them if --duplicates is given."""
    code, stdout, stderr = corpus("stats", "-c", dataset)
    assert (code, stderr) == (0, "")
    assert "6面体 (six): 19 games, 3 rejects\n" in stdout
    assert "duplicates: 2 with the same moves (not counted below), 1 the same only up to symmetry" in stdout
    assert "records of no known game: 0 games, 1 rejects\n" in stdout
    assert "unknown-game 1" in stdout
    assert "of 17 games have a winner" in stdout
    assert "of 19 games have a winner" in corpus("stats", "-c", dataset, "--duplicates")[1]
    assert "棋種のわからない棋譜: 0 局、採らなかった棋譜 1" in corpus("stats", "-c", dataset, lang="ja")[1]


def test_stats_as_json(dataset):
    """The same for programs, a game a line."""
    _, stdout, _ = corpus("stats", "-c", dataset, "--format", "json")
    six, unknown = (json.loads(line) for line in stdout.splitlines())
    assert (six["game"], six["games"], six["counted"], six["duplicates_counted"]) == ("six", 19, 17, False)
    assert set(six["results"]) == {"first", "second", "draw"}
    first = six["results"]["first"]
    assert 0 <= first["low"] <= first["share"] <= first["high"] <= 1
    assert sum(end["count"] for end in six["ends"]) == six["finished"]
    assert unknown["codes"] == [{"code": "unknown-game", "count": 1}]


@each("command", ["build", "sql", "stats"])
def test_help_is_light(command):
    """The help of a command loads neither Arrow nor Dask nor DuckDB."""
    heavy = ("pyarrow", "dask", "distributed", "duckdb", "fsspec", "numpy", "numba")
    code = f"import sys, kifu.cli.commands.corpus.{command}; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_beginnings_are_left_out_on_request(tmp_path):
    """By each command that counts: the record that another one goes on from counts no longer, and its number is said."""
    moves = [f"{ply} {move}" for ply, move in enumerate(("四04占", "四06領", "五01占", "二02領", "七07占"), start=1)]
    for name, plies in (("short", 3), ("long", 5)):
        (tmp_path / f"{name}.kif").write_text("\n".join(["棋種：6面体", *moves[:plies], ""]), "utf-8")
    made = tmp_path / "made"
    inputs = [str(tmp_path / "short.kif"), str(tmp_path / "long.kif")]
    run = CliRunner(env={"LC_ALL": "C.UTF-8"}).invoke
    assert run(main, ["corpus", "build", *inputs, "-o", str(made)]).exit_code == 0

    def counted(*words):
        """Return what a command prints as JSON, with all games and without the beginning."""
        every, rest = (run(main, [*words, *more], catch_exceptions=False) for more in ([], ["--skip-prefixes"]))
        assert "left out" not in every.stderr
        assert "1 games that are the beginning of another are left out" in rest.stderr
        return [json.loads(result.stdout.splitlines()[0]) for result in (every, rest)]

    every, rest = counted("corpus", "stats", str(made), "--format", "json")
    assert (every["counted"], every["prefixes"], rest["counted"], rest["prefixes"]) == (2, 1, 1, 0)
    every, rest = counted("study", "tree", str(made), "--format", "json")
    assert (every["nodes"][0]["games"], rest["nodes"][0]["games"]) == (2, 1)
    for out, words in (
        ("atlas", ["study", "openings", str(made), "--plies", "2", "--format", "svg"]),
        ("six.book", ["study", "book", str(made), "--least", "1"]),
        ("page.html", ["study", "explorer", *inputs]),
        ("data.html", ["study", "explorer", str(made)]),
    ):
        result = run(main, [*words, "-o", str(tmp_path / out), "--skip-prefixes"], catch_exceptions=False)
        assert "1 games that are the beginning of another are left out" in result.stderr, out
    assert (
        "1 games (copies: 0"
        in run(main, ["study", "explorer", *inputs, "-o", str(tmp_path / "e.html"), "--skip-prefixes"]).stdout
    )
