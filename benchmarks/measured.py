"""Runs a command as a process and watches it: its time, and the peak memory of it and all its descendants."""

from __future__ import annotations

import subprocess
import time
from typing import TYPE_CHECKING, NamedTuple

import psutil

if TYPE_CHECKING:
    from collections.abc import Sequence

PAUSE = 0.1
"""Seconds between two looks at the processes."""


class Run(NamedTuple):
    """The cost of a command."""

    seconds: float
    """Seconds by the clock."""
    working: float
    """Seconds of processor time of all processes. Other load on the machine changes it less than `seconds`."""
    peak: int
    """The most bytes of resident memory, summed over the processes. A shared page counts for each process."""
    status: int
    """The exit code."""


def run(command: Sequence[str]) -> Run:
    """Run a command; its standard output is dropped."""
    began = time.perf_counter()
    peak = 0
    worked: dict[int, float] = {}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            peak = max(peak, _look(process.pid, worked))
            time.sleep(PAUSE)
    return Run(time.perf_counter() - began, sum(worked.values()), peak, process.returncode)


def _look(pid: int, worked: dict[int, float]) -> int:
    """Return the resident bytes of a process and its descendants; put the processor time of each into `worked`."""
    total = 0
    try:
        process = psutil.Process(pid)
        for member in (process, *process.children(recursive=True)):
            total += member.memory_info().rss
            times = member.cpu_times()
            worked[member.pid] = times.user + times.system
    except psutil.NoSuchProcess:
        pass
    return total
