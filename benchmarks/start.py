"""Measures the wall time of `kifu verify` on one 60-ply record, as a ratio to `python -c pass`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
from peer import best_of, environment, machine

RECORD = Path(__file__).parent.parent / "samples" / "six" / "seven-against-eight.kif"


@click.command()
@click.option("--runs", default=15, show_default=True)
def main(runs: int) -> None:
    """Time both as whole processes; each time is the best of `runs`."""
    ours, nothing, library = times(runs)
    print(machine())
    print(f"kifu verify, one record  {ours * 1000:8.1f} ms")
    print(f"python -c pass           {nothing * 1000:8.1f} ms")
    print(f"python -c 'import click' {library * 1000:8.1f} ms")
    print(f"ratio to pass            {ours / nothing:8.1f}")


def times(runs: int) -> tuple[float, float, float]:
    """Return the seconds of `kifu verify`, of `python -c pass`, and of importing click, which reads our command line."""
    _run("-m", "kifu", "verify", str(RECORD))  # writes the bytecode
    return (
        best_of(runs, lambda: _run("-m", "kifu", "verify", str(RECORD))),
        best_of(runs, lambda: _run("-c", "pass")),
        best_of(runs, lambda: _run("-c", "import click")),
    )


def _run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=environment())


if __name__ == "__main__":
    main()
