"""Tests that `kifu verify` prints the same about many records at once as about single records."""

import json
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

import pytest
from click.testing import CliRunner

from analysis.batch import scan_and_replay
from analysis.batch.file_splitting import BLOCK
from kifu.cli import judge_files
from kifu.cli.main import main
from kifu.core import child_processes
from kifu.core.compiled import bind_and_compile, machine_code_cache, replay_kernel, user_cache
from kifu.core.games import load
from notation.random_record import random_game_as_kif


def run(*arguments):
    """Run the program in this process, in English."""
    return CliRunner().invoke(main, arguments, env={"LC_ALL": "C.UTF-8"}, catch_exceptions=False)


@pytest.fixture
def archive(tmp_path):
    """Return a folder: a file of many games, one of them with a slip; a small one; one that is no record."""
    games = [random_game_as_kif(load(game), seed, 40) for seed in range(6) for game in ("six", "king", "rengo")]
    games[7] = games[7].replace("  10 ", "  11 ", 1)
    games[9] = games[9].replace("占", "武", 1)
    (tmp_path / "many.kif").write_text("".join(games), encoding="utf-8")
    (tmp_path / "one.kif").write_text(games[0], encoding="cp932")
    (tmp_path / "none.kif").write_text("何もない\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_same_output(archive, form, jobs):
    """Text and JSON do not depend on how many are judged at a time, by how many processes."""
    alone = run("verify", "--format", form, str(archive))
    together = run("verify", "--format", form, "--jobs", jobs, str(archive))
    assert together.output == alone.output
    assert together.exit_code == alone.exit_code == 3


def test_workers_read_a_large_file_in_parts(tmp_path):
    """Behind a byte order mark, in several pieces: a slip in the last record is named at its place by either number."""
    game = random_game_as_kif(load("six"), 1, 60)
    slip = game.replace("  10 ", "  11 ", 1)
    text = "\ufeff" + game * (2 * BLOCK // len(game.encode())) + slip
    (tmp_path / "large.kif").write_text(text, encoding="utf-8")
    by_one, by_two = (run("verify", "--quiet", "--jobs", jobs, str(tmp_path)) for jobs in ("1", "2"))
    doubled = text.count("\n", 0, text.rindex("  11 ")) + 1
    assert f"large.kif:{doubled}:" in by_two.output
    assert by_two.output == by_one.output


def test_quiet_shows_what_is_wrong_and_counts_the_rest(archive):
    """Only the three records with a fault or a warning are printed; all twenty are counted."""
    result = run("verify", "--quiet", "--lang", "en", "--jobs", "1", str(archive))
    assert result.exit_code == 3
    *shown, totals = result.output.splitlines()
    assert [line.split(":")[1].split()[0] for line in shown if line.startswith(str(archive))] == [
        "UNFINISHED",
        "ILLEGAL",
        "UNREADABLE",
    ]
    assert totals.startswith("20 record(s): ")
    assert run("verify", "--quiet", "--lang", "en", str(archive)).output == result.output


def test_quiet_json_is_json_only(archive):
    """With JSON nothing but objects is printed, those of the records that have something to say."""
    lines = run("verify", "--quiet", "--format", "json", "--jobs", "1", str(archive)).output.splitlines()
    assert [json.loads(line)["status"] for line in lines] == ["UNFINISHED", "ILLEGAL", "UNREADABLE"]


@pytest.mark.parametrize("command", ["verify", "readings"])
def test_large_files_are_judged_together_unasked(archive, monkeypatch, command):
    """Files above a total size are judged with machine code without an option; where none is kept, it is a larger size."""
    size = (archive / "many.kif").stat().st_size
    monkeypatch.setattr(judge_files, "available_cores", lambda: 1)
    seen = []
    monkeypatch.setattr(judge_files, "judge_in_parallel", lambda _paths, _wanted, jobs: seen.append(jobs) or iter(()))
    for kept, kept_from, made_from, wanted in (
        (True, size, size + 1, [1]),
        (True, size + 1, size + 1, []),
        (False, size, size, [1]),
        (False, 1, size + 1, []),
    ):
        monkeypatch.setattr(scan_and_replay, "is_any_replay_code_cached", lambda kept=kept: kept)
        monkeypatch.setattr(judge_files, "COMPILED_FROM", kept_from)
        monkeypatch.setattr(judge_files, "COLD_COMPILED_FROM", made_from)
        seen.clear()
        run(command, str(archive / "many.kif"))
        assert seen == wanted


def test_machine_code_that_is_cached(tmp_path, monkeypatch):
    """Machine code of any game counts; that of another version, which has another name, does not."""
    monkeypatch.setenv(user_cache.GIVEN, str(tmp_path))
    (tmp_path / f"kifu_games_six_old-0{machine_code_cache.SUFFIX}").touch()
    assert not scan_and_replay.is_any_replay_code_cached()
    name = bind_and_compile.last_layer_name(load("six"), replay_kernel.__name__)
    (tmp_path / f"{name}-0{machine_code_cache.SUFFIX}").touch()
    assert scan_and_replay.is_any_replay_code_cached()


def in_small_pieces(monkeypatch, worth):
    """Let even a small file be cut, and say from which amount of work on processes are started."""
    monkeypatch.setattr(judge_files, "MIN_PIECE_BYTES", 1 << 11)
    monkeypatch.setattr(judge_files, "MIN_CPU_SECONDS", worth)


def test_processes_print_the_same(archive, monkeypatch):
    """What is judged here and what is judged in processes is printed in the order of the records."""
    (archive / "a.json").write_text("{}", encoding="utf-8")
    (archive / "bytes.kif").write_bytes((archive / "many.kif").read_bytes() + b"\xff\n")
    alone = run("verify", "--quiet", "--jobs", "1", str(archive))
    for worth in (1e9, 0.0):
        in_small_pieces(monkeypatch, worth)
        together = run("verify", "--quiet", "--jobs", "2", str(archive))
        assert (together.output, together.exit_code) == (alone.output, alone.exit_code)


def test_little_work_starts_no_process(archive, monkeypatch):
    """Processes are started only if the work that is left is worth it."""
    monkeypatch.setattr(child_processes, "ProcessPoolExecutor", lambda *_: pytest.fail("processes were started"))
    in_small_pieces(monkeypatch, 1e9)
    assert run("verify", "--quiet", "--jobs", "2", str(archive)).exit_code == 3
    in_small_pieces(monkeypatch, 0.0)
    with pytest.raises(pytest.fail.Exception):
        run("verify", "--quiet", "--jobs", "2", str(archive))


@pytest.mark.parametrize("first", ["missing.kif", "empty.kif", "bytes.kif", "-"])
def test_the_first_file_may_be_of_any_kind(archive, first):
    """A file that cannot be cut, or is not there, changes nothing for those after it."""
    (archive / "empty.kif").write_bytes(b"")
    (archive / "bytes.kif").write_bytes(b"\xe6\xa3\n" * 100 + (archive / "many.kif").read_bytes())
    files = first if first == "-" else str(archive / first), str(archive / "many.kif")
    alone, together = (run("verify", "--quiet", "--jobs", jobs, *files) for jobs in ("1", "2"))
    assert (together.output, together.exit_code) == (alone.output, alone.exit_code)


def test_all_workers_have_something_to_do():
    """A file is cut into several pieces a worker, but into none that are too small or too large."""
    sizes = [judge_files._piece_size(total, 2, BLOCK) for total in (0, judge_files.MIN_PIECE_BYTES * 16, BLOCK * 100)]
    assert sizes == [judge_files.MIN_PIECE_BYTES, judge_files.MIN_PIECE_BYTES * 2, BLOCK]
    assert judge_files._piece_size(0, 1, BLOCK) == BLOCK


def test_an_interrupt_drops_what_has_not_begun(monkeypatch):
    """Ctrl-C while a process works ends the command; its tasks are dropped, and none begins after it."""
    pool = Ended(KeyboardInterrupt())
    monkeypatch.setattr(child_processes, "ProcessPoolExecutor", lambda *_: pool)
    with pytest.raises(KeyboardInterrupt):
        list(judge_files._run_in_processes(iter([print] * 9), 2))
    assert (pool.begun, pool.dropped) == (2 * judge_files.MAX_QUEUED + 1, True)


def test_sizes_of_what_cannot_be_looked_at_count_nothing(tmp_path):
    """A missing path and standard input are no reason to compile."""
    assert judge_files.total_bytes([str(tmp_path / "missing"), "-", "a\0b", "x" * 5000]) == 0
    file = tmp_path / "a.kif"
    file.write_bytes(b"12345")
    assert judge_files.total_bytes([str(file), str(file)]) == 10


def test_a_file_that_changes_while_it_is_read(tmp_path, monkeypatch):
    """A file that changes is named, with exit code 3, and no verdict on it is printed."""
    path = tmp_path / "many.kif"
    path.write_text("棋種：6面体\n   1 四04占\nまで1手で中断\n" * 50, encoding="utf-8")
    surveyed = judge_files._survey_file

    def cut_meanwhile(*given, **more):
        survey = surveyed(*given, **more)
        path.write_bytes(path.read_bytes()[:-100])
        return survey

    monkeypatch.setattr(judge_files, "_survey_file", cut_meanwhile)
    result = CliRunner().invoke(main, ["--lang", "en", "verify", "--jobs", "1", str(path)])
    assert (result.exit_code, result.stdout) == (3, "")
    assert "many.kif: the file changed while it was being read" in result.stderr


class Ended:
    """Stands for a pool of processes in which something raises `raised`."""

    def __init__(self, raised, *, at_once=False):
        self.raised = raised
        self.at_once = at_once
        self.begun = 0
        self.dropped = False

    def submit(self, *_):
        """Break at once, or when the result is asked for."""
        if self.at_once:
            raise self.raised
        self.begun += 1
        future = Future()
        future.set_exception(self.raised)
        return future

    def shutdown(self, *, cancel_futures, **_wait):
        """Remember whether tasks are dropped."""
        self.dropped = cancel_futures


@pytest.mark.parametrize("at_once", [True, False])
def test_a_process_that_the_system_ends(tmp_path, monkeypatch, at_once):
    """A process that the system ends gives a message and exit code 3."""
    for name in "abcdefgh":  # each folder is a task; the last ones begin after processes have started
        (tmp_path / name).mkdir()
        (tmp_path / name / "slip.kif").write_text("棋種：6面体\n   1 四09占\n", encoding="utf-8")
    in_small_pieces(monkeypatch, 0.0)
    monkeypatch.setattr(child_processes, "ProcessPoolExecutor", lambda *_: Ended(BrokenProcessPool(), at_once=at_once))
    result = run("--lang", "en", "verify", "--quiet", "--jobs", "2", str(tmp_path))
    assert result.exit_code == 3
    assert "ended from outside" in result.stderr
