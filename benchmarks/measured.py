"""A command as a process, watched: how long it took, and how much memory it and all that it started held at most."""

from __future__ import annotations

import subprocess
import time
from typing import TYPE_CHECKING, NamedTuple

import psutil

if TYPE_CHECKING:
    from collections.abc import Sequence

PAUSE = 0.1


class Run(NamedTuple):
    """What a command took."""

    seconds: float
    working: float
    """Seconds of processor time of all processes: what else the machine does counts less here."""
    peak: int
    """Bytes of resident memory, summed over the processes: pages they share count for each."""
    status: int


def run(command: Sequence[str]) -> Run:
    """Run a command, whatever it prints."""
    began = time.perf_counter()
    peak = 0
    worked: dict[int, float] = {}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            peak = max(peak, _look(process.pid, worked))
            time.sleep(PAUSE)
    return Run(time.perf_counter() - began, sum(worked.values()), peak, process.returncode)


def _look(pid: int, worked: dict[int, float]) -> int:
    """Return the resident bytes of a process and its descendants, and note how long each has worked."""
    total = 0
    try:
        process = psutil.Process(pid)
        for one in (process, *process.children(recursive=True)):
            total += one.memory_info().rss
            times = one.cpu_times()
            worked[one.pid] = times.user + times.system
    except psutil.NoSuchProcess:
        pass
    return total
