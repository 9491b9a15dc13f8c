"""Tells processors apart, because machine code is made for one kind of them."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path

INFORMATION = Path("/proc/cpuinfo")
"""What Linux tells of each processor."""
LINES = frozenset({"vendor_id", "cpu family", "model", "flags"})
"""The lines that tell what an x86 processor can do."""
ENOUGH = 1 << 14
"""The bytes in which the first processor is described."""


@cache
def described() -> tuple[str, ...]:
    """Return what Linux tells of an x86 processor; empty for any other, which LLVM has to describe."""
    lines: dict[str, str] = {}
    with suppress(OSError), INFORMATION.open("rb") as file:
        for line in file.read(ENOUGH).decode("ascii", "replace").partition("\n\n")[0].splitlines():
            name, _, value = line.partition(":")
            if name.strip() in LINES:
                lines[name.strip()] = value.strip()
    return tuple(value for _, value in sorted(lines.items())) if lines.keys() == LINES else ()
