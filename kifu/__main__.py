"""`python -m kifu`, and the command `kifu`."""

import atexit
import gc
import os
import sys

# Most objects of a small command are modules, functions and classes, which stay. Looking through them again and again for
# garbage, and once more at the end of the process, took a sixth of its time.
gc.set_threshold(100_000)


def _leave() -> None:
    """Spare the last look for garbage, except for DuckDB: it counts its objects then, and complains of those that are left."""
    if "_duckdb" not in sys.modules:
        gc.freeze()


atexit.register(_leave)

# Python looks for modules in the folder one stands in first: a file there called notation.py is not ours, whoever put it there.
_HOME = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))  # noqa: PTH120 - pathlib is not loaded yet
if not sys.flags.safe_path and os.path.realpath(sys.path[0]) == os.path.realpath(".") != _HOME:
    del sys.path[0]

try:
    from kifu.cli.main import main
except KeyboardInterrupt:  # the loading of modules ends as a command does, without a traceback
    sys.stderr.write("Interrupted (中断しました)\n")
    sys.exit(130)

if __name__ == "__main__":
    main(prog_name="kifu")
