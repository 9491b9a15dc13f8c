"""Compares a tablebase of 6面体 with forward proofs, which share nothing with it but the rules. Run by hand:

    python tests/tools/check_tablebase.py six.tablebase --slice 武-士馬 --random 10000

Each position of the slice, and each random position of the whole table, is asked: can the winner win within the plies that
the table says, and not within one ply less? Where neither side wins: can neither win within --depth plies? Where all
positions that can follow fit into --graph, the whole answer is compared. A question that takes more than --nodes is
counted by itself.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

from kifu import games
from kifu.engine import tablebase
from kifu.engine.solver import BUDGET, STOPPED, _kernels, _list_all
from kifu.engine.tablebase_file import read
from kifu.games.six import slices
from kifu.model.outcome import Side

SIX = games.load("six")


def question(bound, position, plies, side, nodes):
    """Tell whether a side wins within a number of plies; None if it takes more than `nodes`."""
    table = bound["make_proofs"](len(position), 1 << 16, nodes)
    table.counters[BUDGET] = nodes
    proven = bool(bound["prove"](position, plies, int(side), table))
    return None if table.counters[STOPPED] else proven


def compare(position, value, options):
    """Return what a forward proof says about the value of a position: same, different, or too long."""
    bound = _kernels(SIX)
    if options.graph:
        listed = _list_all(position, 10 * options.graph, bound)
        if listed is not None:
            found = 0 if listed.winner is None else listed.plies + 1
            return "same, by all that follow" if found == value else "different"
    if value == 0:
        answers = [question(bound, position, options.depth, side, options.nodes) for side in Side]
        expected = [False, False]
    else:
        plies = value - 1
        winner = position.turn if plies % 2 else 1 - position.turn
        shorter = question(bound, position, plies - 1, winner, options.nodes) if plies else False
        answers = [question(bound, position, plies, winner, options.nodes), shorter]
        expected = [True, False]
    if None in answers:
        return "too long"
    kind = "neither" if value == 0 else "win"
    return f"same, {kind} by depth" if answers == expected else "different"


def turned(position, draw):
    """Return an image of a position, each 怨 with an owner by chance: the table holds one of all of them."""
    for square in range(49):
        bit = 1 << square
        if position.ghosts & bit and draw.random() < 1 / 2:
            position = position._replace(first=position.first & ~bit, second=position.second | bit)
    return SIX.image(position, draw.randrange(16))


def chosen(table, options, draw):
    """Yield the positions to compare: those of the slice, then random ones."""
    names = {each.name: each for each in table.slices}
    if options.slice:
        each = names[options.slice]
        for number in range(each.size):
            position = slices.position_at(each.code, number)
            if slices.index_of(position) == number:
                yield turned(position, draw)
    sizes = [each.size for each in table.slices]
    for _ in range(options.random):
        each = draw.choices(table.slices, sizes)[0]
        yield turned(slices.position_at(each.code, draw.randrange(each.size)), draw)


def main():
    """Compare, and print the counts; the exit code is 1 if a position differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--slice", default="")
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--nodes", type=int, default=2_000_000)
    parser.add_argument("--graph", type=int, default=0)
    options = parser.parse_args()
    table = read(options.file, SIX)
    draw = random.Random(options.seed)
    count = Counter()
    for position in chosen(table, options, draw):
        value = tablebase.value(SIX, table, position)
        found = compare(position, value, options)
        count[found] += 1
        if found == "different":
            sys.stdout.write(f"different: {value} {position}\n")
    sys.stdout.write(", ".join(f"{kind}: {number:,}" for kind, number in sorted(count.items())) + "\n")
    sys.exit(1 if count["different"] else 0)


if __name__ == "__main__":
    main()
