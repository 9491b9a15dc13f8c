"""Families of near sets: the same sets that comparing each pair of sets in all turns gives."""

from itertools import combinations

from explored import SIX

from analysis.openings.opening_sets import collect_openings, opening_families, results_by_set, table_row_dicts
from kifu.core.outcome import Side


def near(collected, first, second):
    """Tell whether two sets of one size differ in one move, in some turn of the board."""
    sets = collected.sets
    images = [{SIX.image_of_move(move, turn) for move in sets[second]} for turn in collected.turns]
    return len(sets[first]) == len(sets[second]) and any(len(set(sets[first]) - image) <= 1 for image in images)


def test_all_sets_of_a_family_are_near(placed):
    """Each two sets of a family are near each other; its games are theirs; every pair of near sets has a common core."""
    collected = collect_openings(placed, SIX)
    found = opening_families(collected, Side.FIRST, 30, 1000)
    counted = results_by_set(collected, Side.FIRST)
    games = counted.groupby("set")["games"].sum().to_dict()
    rows = table_row_dicts(found.table)
    assert rows
    assert [row["games"] for row in rows] == sorted((row["games"] for row in rows), reverse=True)
    for row in rows:
        core = set(found.cores[row["core"]])
        members = [
            number
            for number in games
            if len(collected.sets[number]) == len(core) + 1
            and any(
                core <= {SIX.image_of_move(move, turn) for move in collected.sets[number]} for turn in collected.turns
            )
        ]
        assert (row["sets"], row["number"]) == (len(members), len(core) + 1)
        assert row["games"] == sum(games[number] for number in members)
        assert all(near(collected, *pair) for pair in combinations(members, 2))


def test_the_first_families(placed):
    """The families of most games come first, and no more than asked for."""
    collected = collect_openings(placed, SIX)
    whole, few = (opening_families(collected, Side.SECOND, 30, top) for top in (1000, 2))
    assert few.cores == whole.cores[:2]
    assert few.table["games"].tolist() == whole.table["games"].tolist()[:2]
