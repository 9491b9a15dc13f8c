"""Compares all numbers of the explorer with those that pandas finds from verdict JSON and diagrams. By hand:

    python tests/tools/check_explorer.py six.kif [--plies 14]

The records are of one game under one set of rules. Needs node.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from recounted import compare

from notation.reading import read

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--plies", type=int, default=14)
    given = parser.parse_args()
    documents = [read(path.name, path.read_bytes()) for path in given.files]
    with tempfile.TemporaryDirectory() as folder:
        games, nodes, moves = compare(documents, given.plies, folder)
    sys.stdout.write(f"{games} games: {nodes} positions and {moves} moves are counted alike\n")
