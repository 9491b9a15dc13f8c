"""Shares among the tests of processes: which are left of those that one has started, and when one is at work."""

import contextlib
import time

import pytest

psutil = pytest.importorskip("psutil")

LONG = 60
"""Seconds in which what should end at once has ended, on however busy a machine; nothing that is wrong ends by then."""


def at_work(process, seconds=1.0):
    """Wait until a process, with its children, has used some seconds of the processor."""
    while used(process) < seconds:
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)


def used(process):
    """Return the seconds of the processor that a process and its children have used."""
    total = 0.0
    with contextlib.suppress(psutil.Error):
        for one in family(process):
            with contextlib.suppress(psutil.Error):
                total += sum(one.cpu_times()[:2])
    return total


def family(process):
    """Return a process and all that it has started."""
    own = psutil.Process(process.pid)
    return [own, *own.children(recursive=True)]


def left(processes):
    """Return which of some processes are left, as soon as none is, or after a long time; those are killed."""
    alive = psutil.wait_procs(processes, LONG)[1]
    found = [one.cmdline() for one in alive if one.is_running() and one.status() != psutil.STATUS_ZOMBIE]
    for one in alive:
        with contextlib.suppress(psutil.Error):
            one.kill()
    return found
