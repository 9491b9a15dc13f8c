"""Compares a tablebase of 6面体 with two other ways to find its values, which share nothing with it but the rules. By hand:

    python tests/tools/check_tablebase.py six.tablebase --dice 3 --random 10000
    python tests/tools/check_tablebase.py six.tablebase --slice 武-士馬矢

--dice and --slice compare each position of all slices with that number of dice, or of one slice and those that it leads to, with
values found by looking forward, round after round (forward_table.py). Each position is asked in one of its images.

Each of the --random positions is asked by a proof: can the winner win within the plies that the table says, and not within
one ply less? Where neither side wins: can neither win within --depth plies? If all positions that can follow are no more
than --graph, the whole answer is compared. A question that takes more than --nodes is counted by itself.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

from forward_table import SIX, whole

from kifu.core.outcome import Side
from kifu.engine import tablebase
from kifu.engine.solver import BUDGET, SHARE_OF_GRAPH, STOPPED, _solve_by_retrograde, proof_kernels
from kifu.engine.tablebase_file_and_cache import read_tablebase
from kifu.games.six import tablebase_index


def question(bound, position, plies, side, nodes):
    """Tell whether a side wins within a number of plies; None if it takes more than `nodes`."""
    table = bound["make_proof_table"](len(position), 1 << 16, nodes)
    table.counters[BUDGET] = nodes
    proven = bool(bound["can_force_win_within"](position, plies, int(side), table))
    return None if table.counters[STOPPED] else proven


def compare(position, value, options):
    """Return what a forward proof says about the value of a position: same, different, or too long."""
    bound = proof_kernels(SIX)
    if options.graph:
        listed = _solve_by_retrograde(position, SHARE_OF_GRAPH * options.graph, bound)
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


def drawn(table, count, seed):
    """Yield positions of the whole table by chance."""
    draw = random.Random(seed)
    sizes = [each.size for each in table.slices]
    for _ in range(count):
        each = draw.choices(table.slices, sizes)[0]
        yield turned(tablebase_index.position_at(each.code, draw.randrange(each.size)), draw)


def compare_whole(table, dice, only, *, shown):
    """Compare whole slices and print the counts; return how many positions differ."""
    positions = wrong = 0
    for name, compared, different in whole(table, dice, only):
        positions += compared
        wrong += different
        if shown or different:
            sys.stdout.write(f"{name}: {compared:,} positions, {different:,} different\n")
            sys.stdout.flush()
    sys.stdout.write(f"{only or dice}: {positions:,} positions compared, {wrong:,} different\n")
    return wrong


def main():
    """Compare, and print the counts; the exit code is 1 if a position differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--dice", type=int, action="append", default=[])
    parser.add_argument("--slice", default="")
    parser.add_argument("--shown", action="store_true", help="a line for each slice")
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--nodes", type=int, default=2_000_000)
    parser.add_argument("--graph", type=int, default=0)
    options = parser.parse_args()
    table = read_tablebase(options.file, SIX)
    for each in table.slices:
        tablebase.slice_values(table, each)
    wrong = sum(compare_whole(table, dice, "", shown=options.shown) for dice in options.dice)
    if options.slice:
        dice = sum(each not in "-+" for each in options.slice)
        wrong += compare_whole(table, dice, options.slice, shown=True)
    count = Counter()
    for position in drawn(table, options.random, options.seed):
        value = tablebase.tablebase_value(SIX, table, position)
        found = compare(position, value, options)
        count[found] += 1
        if found == "different":
            sys.stdout.write(f"different: {value} {position}\n")
    sys.stdout.write("".join(f"{kind}: {number:,}\n" for kind, number in sorted(count.items())))
    sys.exit(1 if wrong or count["different"] else 0)


if __name__ == "__main__":
    main()
