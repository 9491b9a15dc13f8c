"""Child processes, pools and programs, that end with their parent.

A child watches a pipe whose other end its parent holds: the system closes it even for a parent that is killed.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children, parent_process
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

STDIN = 0


class ChildProcess(SpawnProcess):
    """A process that ends with its parent."""

    def start(self) -> None:
        """Start with Ctrl-C blocked, already while it is being loaded.

        A terminal sends Ctrl-C to child processes too.
        """
        with _block_interrupts():
            super().start()

    def run(self) -> None:
        """Do its work, and watch for the end of its parent."""
        end_with_parent()
        super().run()


class ChildContext(SpawnContext):
    """The context of pools whose processes end with their parent.

    A forked copy of a process with threads could hang.
    """

    Process = ChildProcess


@contextlib.contextmanager
def process_pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Open a pool of `processes`.

    After an error or an interrupt they are killed, whatever they do.
    """
    pool = ProcessPoolExecutor(processes, ChildContext())
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)  # first: its thread trips over futures that are cancelled later
        kill_children()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def kill_children() -> None:
    """Kill the processes of all pools of this process."""
    for child in active_children():
        child.kill()


def end_with_parent() -> None:
    """Watch for the end of a multiprocessing parent, and end with it."""
    parent = parent_process()
    if parent is None:
        return
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    sentinel = parent.sentinel
    _end_by_signal(sentinel)
    threading.Thread(target=lambda: wait([sentinel]) and os._exit(1), daemon=True).start()


def end_with_stdin() -> None:
    """Watch for the end of the parent's pipe, standard input; end then."""
    _end_by_signal(STDIN)
    threading.Thread(target=lambda: os._exit(1) if not os.read(STDIN, 1) else None, daemon=True).start()


def _end_by_signal(descriptor: int) -> None:
    """End this process by SIGIO when a pipe is closed.

    A thread waits for code that holds the interpreter; a signal does not. Other systems than Linux ignore this signal,
    or do not have it.
    """
    if sys.platform == "linux":
        import fcntl  # noqa: PLC0415 - Windows has none

        fcntl.fcntl(descriptor, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(descriptor, fcntl.F_SETFL, fcntl.fcntl(descriptor, fcntl.F_GETFL) | os.O_ASYNC)


def run_program(command: Sequence[str], max_seconds: float, working_folder: Path | None = None) -> None:
    """Run another program, and end it with this one or after `max_seconds`.

    Raises OSError and subprocess.SubprocessError.
    """
    keeper = [sys.executable, "-P", __file__, *command]
    with subprocess.Popen(  # noqa: S603 - the callers' arguments are fixed
        keeper, cwd=working_folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            code = process.wait(max_seconds)
        finally:
            assert process.stdin is not None  # noqa: S101 - it was asked for
            process.stdin.close()  # the keeper ends the program, if it still runs
    if code:
        raise subprocess.CalledProcessError(code, list(command))


def _run_until_stdin_ends(command: Sequence[str]) -> int:
    """Run a program until it ends, or until standard input does.

    Return its exit code.
    """
    with subprocess.Popen(command, stdin=subprocess.DEVNULL) as process:  # noqa: S603 - as above

        def watch() -> None:
            os.read(STDIN, 1)
            process.kill()

        threading.Thread(target=watch, daemon=True).start()
        return process.wait()


@contextlib.contextmanager
def _block_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back; a process that is started meanwhile never hears it.

    Windows cannot.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


if __name__ == "__main__":
    sys.exit(_run_until_stdin_ends(sys.argv[1:]))
