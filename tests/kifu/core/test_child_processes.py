"""Children end with their parent, whatever ends it and whatever they do."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from ended import LONG, family, left

from kifu.core.child_processes import process_pool, run_program

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="kills by signals")

IDLE = """
import sys
import time
from kifu.core.child_processes import process_pool
with process_pool(2) as pool:
    list(pool.map(abs, range(20)))
    print("ready", flush=True)
    sys.stdin.read()
"""
BUSY = """
import re, time
from kifu.core.child_processes import process_pool
def main():
    with process_pool(1) as pool:
        pool.submit(abs, 1).result()
        pool.submit(re.fullmatch, "(a+)+", "a" * 50 + "b")  # it holds the interpreter for hours
        time.sleep(1)
        print("ready", flush=True)
        time.sleep(1000)
main()
"""
PROGRAM = """
import sys, threading, time
from kifu.core.child_processes import run_program
threading.Thread(target=run_program, args=([sys.executable, "-c", "import time; time.sleep(1000)"], 1000), daemon=True).start()
print("ready", flush=True)
time.sleep(1000)
"""
CLUSTER = """
import time
from analysis.corpus.dask_workers_and_task_runner import local_cluster
with local_cluster(1) as client:
    client.wait_for_workers(1)
    client.submit(time.sleep, 1000, pure=False)
    time.sleep(1)
    print("ready", flush=True)
    time.sleep(1000)
"""


def _killed(text, least, *, end="kill"):
    """Return what is left of the children of a program that is ended once it is ready and has `least` of them."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}"}
    process = subprocess.Popen(
        [sys.executable, "-c", text],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    assert process.stdout.readline() == b"ready\n"
    give_up = time.monotonic() + LONG
    while len(children := family(process)[1:]) < least and time.monotonic() < give_up:
        time.sleep(0.05)
    getattr(process, end)()
    process.communicate()
    assert len(children) >= least
    return left(children)


@pytest.mark.parametrize("end", ["kill", "terminate"])
@pytest.mark.parametrize(("text", "least"), [(IDLE, 2), (PROGRAM, 2)])
def test_children_end_with_a_parent_that_is_ended_from_outside(text, least, end):
    """The processes of a pool, and another program with the one that keeps it, end by SIGKILL and SIGTERM."""
    assert _killed(text, least, end=end) == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it ends when it has the interpreter again")
def test_a_child_that_holds_the_interpreter_ends_too():
    """An expression that runs for hours does not keep a process of a pool whose parent is killed."""
    assert _killed(BUSY, 1) == []


@pytest.mark.parametrize("end", ["kill", "terminate"])
def test_workers_of_a_build_end_with_it(end):
    """Nothing is left of a cluster that is at work: no nanny, no worker, nobody who listens."""
    pytest.importorskip("distributed")
    assert _killed(CLUSTER, 2, end=end) == []


def test_a_pool_is_killed_after_an_error():
    """An error of the caller does not wait for tasks that would take long."""

    def fail(pool):
        pool.submit(abs, 1).result()
        return pool.submit(__import__("time").sleep, 1000)

    with pytest.raises(LookupError), process_pool(1) as pool:  # noqa: PT012 - the error is the caller's
        waiting = fail(pool)
        raise LookupError
    while not waiting.done():  # the thread of the pool says so
        time.sleep(0.01)
    assert waiting.cancelled() or waiting.exception() is not None


def test_another_program_has_its_code_and_its_time(tmp_path):
    """A program runs in its folder; one that fails or takes too long is an error."""
    run_program([sys.executable, "-c", "open('made', 'w')"], 100, tmp_path)
    assert (tmp_path / "made").exists()
    with pytest.raises(subprocess.CalledProcessError):
        run_program([sys.executable, "-c", "raise SystemExit(3)"], 100)
    with pytest.raises(subprocess.TimeoutExpired):
        run_program([sys.executable, "-c", "import time; time.sleep(1000)"], 0.5)
