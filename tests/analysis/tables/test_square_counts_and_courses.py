"""The counts behind the heatmaps: they add up, means are per record, and only records of one game are combined."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.tables.dataframes import marks_table, measures_table, plies_table
from analysis.tables.square_counts_and_courses import (
    average_course,
    count_difference,
    count_squares,
    group_replayed_by_key,
    mean_counts,
    shared_properties,
)
from kifu.core.outcome import Side


def test_a_beating_is_counted_where_it_happened(beaten):
    """The 士 beaten on 五05 and the 領 on 四06 are 後手's losses, and there are no others."""
    counted = count_squares(beaten)
    assert counted.counts_per_record("beating", Side.SECOND, "warrior")[4, 4] == 1
    assert counted.counts_per_record("beating", Side.SECOND, "territory")[5, 3] == 1
    assert counted.counts_per_record("beating").sum() == 2
    assert counted.counts_per_record("beating", Side.FIRST).sum() == 0


def test_time_stood_is_counted_in_plies(beaten):
    """A die stands from the ply that places it to the end; a beaten die stands on as 怨 on its new square."""
    counted = count_squares(beaten)
    assert counted.counts_per_record("stood", Side.FIRST, "territory")[3, 3] == 7
    assert counted.counts_per_record("stood", Side.SECOND, "warrior")[4, 4] == 1
    assert counted.counts_per_record("stood", Side.SECOND, "ghost")[4, 3] == 3
    assert counted.counts_per_record("stood", Side.SECOND, "ghost")[4, 4] == 1


def test_every_ply_places_or_moves(long_game):
    """Placements are the placement plies, and with the landings they are all plies."""
    counted = count_squares(long_game)
    moves = plies_table([long_game])["move"][1:]
    placements = sum("-" not in move for move in moves)
    assert 0 < placements < len(moves)
    assert counted.counts_per_record("placement").sum() == placements
    assert counted.counts_per_record("landing").sum() == len(moves) - placements


def test_dice_stood_are_those_not_in_hand(long_game):
    """The plies stood add up to the dice on the board after each ply; those of 怨 to the measure 怨."""
    counted, table = count_squares(long_game), measures_table([long_game]).query("ply > 0")
    for side, name in ((Side.FIRST, "first"), (Side.SECOND, "second")):
        values = table[table["side"] == name].groupby("measure")["value"]
        assert counted.counts_per_record("stood", side).sum() == 15 * values.size()["hand"] - values.sum()["hand"]
        assert counted.counts_per_record("stood", side, "ghost").sum() == values.sum()["ghosts"]


def test_sides_and_units_sum_up(long_game):
    """The grid of all sides and units is the sum of their grids."""
    counted = count_squares(long_game)
    parts = sum(counted.counts_per_record("landing", side, unit) for side in Side for unit in counted.game.units)
    assert np.array_equal(parts, counted.counts_per_record("landing"))
    assert counted.counts["landing"].shape == (2, 6, 7, 7)


def test_a_mean_is_per_record(group):
    """The mean of a group is the sum over its records divided by their number."""
    average = mean_counts(count_squares(verdict) for verdict in group)
    totals = marks_table(group).query("kind == 'beating'").groupby("side").size()
    assert average.records == 3
    assert average.counts_per_record("beating", Side.FIRST).sum() * 3 == pytest.approx(totals["first"])
    assert average.counts_per_record("beating", Side.SECOND).sum() * 3 == pytest.approx(totals["second"])


def test_means_of_groups_are_weighted(group):
    """The mean of two means is the mean of all their records."""
    parts = [count_squares(verdict) for verdict in group]
    stepwise = mean_counts([mean_counts(parts[:2]), parts[2]])
    assert np.allclose(stepwise.counts["stood"], mean_counts(parts).counts["stood"])


def test_a_difference_has_two_directions(beaten, long_game):
    """A − B is the negative of B − A, and A − A is zero."""
    first, second = count_squares(beaten), count_squares(long_game)
    assert np.array_equal(count_difference(first, second)["stood"], -count_difference(second, first)["stood"])
    assert not count_difference(first, first)["stood"].any()
    assert count_difference(first, second)["placement"].sum() == 5 - second.counts_per_record("placement").sum()


def test_other_boards_are_refused(beaten, other_game, unreadable):
    """Counts of two games are neither averaged nor compared; an empty group has no mean."""
    first, second = count_squares(beaten), count_squares(other_game)
    with pytest.raises(ValueError, match="cannot compare"):
        count_difference(first, second)
    with pytest.raises(ValueError, match="cannot compare"):
        mean_counts([first, second])
    with pytest.raises(ValueError, match="no records"):
        mean_counts([])
    with pytest.raises(ValueError, match=r"none\.kif"):
        count_squares(unreadable)


def test_unknown_kinds_and_units_are_refused(beaten):
    """A kind or a unit that the game does not have is an error, not an empty grid."""
    with pytest.raises(KeyError, match="drop"):
        count_squares(beaten).counts_per_record("drop")
    with pytest.raises(KeyError, match="queen"):
        count_squares(beaten).counts_per_record("stood", None, "queen")


def test_records_are_sorted_by_game_and_board(beaten, other_game, unreadable, illegal):
    """Verdicts on one game and board come together in their order; one without a replay is left out."""
    groups = group_replayed_by_key([beaten, unreadable, other_game, illegal])
    assert list(groups) == [shared_properties(beaten.game), shared_properties(other_game.game)]
    assert groups[shared_properties(beaten.game)] == [beaten, illegal]


def test_a_course_is_the_mean_of_those_still_going_on(beaten, illegal):
    """Up to the end of the shorter record two records count, after it one."""
    means = average_course([beaten, illegal])
    keys = [measure.key for measure in beaten.game.measures]
    assert means.records.tolist() == [2, 2, 2, 1, 1, 1, 1, 1]
    assert means.means.shape == (len(keys), 2, 8)
    assert means.means[keys.index("hand"), Side.FIRST].tolist() == [15, 14, 14, 13, 13, 13, 13, 13]
    assert means.means[keys.index("fighters"), Side.FIRST].tolist() == [0, 0, 0, 1, 1, 1, 1, 1]


def test_a_course_needs_one_game(beaten, other_game):
    """Records of two games have no common course, and an empty group has none."""
    with pytest.raises(ValueError, match="one game is needed"):
        average_course([beaten, other_game])
    with pytest.raises(ValueError, match="one game is needed"):
        average_course([])
