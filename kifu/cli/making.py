"""Lets a process of its own make machine code on another core, the first time a command judges many records.

The scanner is half of what has to be made, and no game's. The process ends with it, and writes nothing but the file that
keeps it; if it fails, the command makes the code itself.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

FIRST, SECOND = "analysis.bulk.look_kernel", "analysis.bulk.scan_kernel"
PROGRAM = """
import json
import sys
sys.path[:] = json.load(sys.stdin)
from analysis.bulk.scan import prepare
from kifu import games
prepare(games.load(games.ids()[0]))
"""
"""What the process does. It looks for modules where this one does, and nowhere before it knows where."""
PATIENCE = 60
"""Seconds that the command waits for the process before it makes the code itself."""


def share_making() -> None:
    """Let another process make the machine code of the scanner if this one has to make what comes before it."""
    from kifu.kernels.machine_code import share  # noqa: PLC0415 - only many records need it

    share(FIRST, SECOND, _begin)


def _begin() -> Callable[[], None]:
    """Start the process; return a function that waits for it."""
    import atexit  # noqa: PLC0415 - these are loaded only if machine code has to be made
    import json  # noqa: PLC0415
    import subprocess  # noqa: PLC0415

    if not sys.executable:
        return lambda: None
    try:
        process = subprocess.Popen(  # noqa: S603 - Python itself
            [sys.executable, "-I", "-c", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            encoding="ascii",
        )
    except (OSError, ValueError):
        return lambda: None
    atexit.register(process.kill)
    with suppress(OSError):
        process.stdin.write(json.dumps(sys.path))  # type: ignore[union-attr]  # it is a pipe
        process.stdin.close()  # type: ignore[union-attr]  # it is a pipe

    def wait() -> None:
        with suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
        process.kill()

    return wait
