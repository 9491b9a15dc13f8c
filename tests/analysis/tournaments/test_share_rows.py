"""The figures of a study: counts, shares, intervals, and the commands that reproduce them."""

import pytest
from studies import SMALL, played

from analysis.tables.significance import wilson_intervals
from analysis.tournaments.share_rows import (
    FIGURES,
    FINALISTS,
    ShareEstimate,
    all_share_estimates,
    duel_command,
    estimate_rows,
    finalist_rows,
)
from analysis.tournaments.study_matches import plan_match
from kifu.engine.opening_match_and_adjudication import MatchScore


@pytest.fixture(scope="module")
def findings():
    """Return the results of the small study."""
    return played()[0]


def test_every_figure_adds_up(findings):
    """Games are won, drawn or broken off; the share is that of the games that ended, inside its intervals."""
    rows = list(estimate_rows(all_share_estimates(findings)))
    for row in rows:
        assert set(FIGURES) <= set(row)
        assert row["games"] == row["a_won"] + row["b_won"] + row["drawn"] + row["unfinished"]
        if row["share"]:
            ended = row["games"] - row["unfinished"]
            assert float(row["share"]) == pytest.approx((row["a_won"] + row["drawn"] / 2) / ended, abs=1e-4)
            low, high, low_all, high_all = (float(row[name]) for name in ("low", "high", "low_all", "high_all"))
            assert low_all <= low <= float(row["share"]) <= high <= high_all
    parts = {row["part"] for row in rows} - {"target"}  # there is none where no finalist can stand beside the target
    assert parts == {"cell", "placed", "neighbours", "answer", "strength"}


def test_seats_add_up(findings):
    """The figure of both seats is the sum of the two others."""
    shares = [figure for figure in all_share_estimates(findings) if figure.part in {"answer", "target", "strength"}]
    for whole, first, second in zip(shares[::3], shares[1::3], shares[2::3], strict=True):
        assert (whole.seat, first.seat, second.seat) == ("all", "a_first", "a_second")
        assert tuple(whole.tally) == tuple(map(sum, zip(first.tally, second.tally, strict=True)))


def test_free_games_by_what_was_placed(findings):
    """The figures by numbers placed add up to the cell of free games."""
    table = all_share_estimates(findings)
    for nodes in (200, 30):
        free = next(figure for figure in table if (figure.part, figure.a_size, figure.nodes) == ("cell", "free", nodes))
        parts = [figure.tally for figure in table if (figure.part, figure.nodes) == ("placed", nodes)]
        assert tuple(map(sum, zip(*parts, strict=True))) == tuple(free.tally)


def test_a_figure():
    """The interval is Wilson's for the games that ended; the interval for all figures at once is Bonferroni's."""
    figure = ShareEstimate("cell", 7, 8, None, "a_first", 200, MatchScore(30, 20, 10, 5), 1)
    row = next(estimate_rows([figure] * 10))
    assert (row["share"], row["unfinished"], row["rank"]) == ("0.5833", 5, "")
    low, high = wilson_intervals(35, 60)
    assert (row["low"], row["high"]) == (f"{low:.4f}", f"{high:.4f}")
    low, high = wilson_intervals(35, 60, 0.995)
    assert (row["low_all"], row["high_all"]) == (f"{low:.4f}", f"{high:.4f}")


def test_no_game_ended():
    """Without a finished game there is no share, and the interval is 0 to 1."""
    row = next(estimate_rows([ShareEstimate("cell", 7, 8, None, "a_first", 200, MatchScore(0, 0, 0, 5), 1)]))
    assert (row["share"], row["low"], row["high"]) == ("", "0.0000", "1.0000")


def test_the_command_that_plays_it_again():
    """A match of two sets has a command; a match against random sets has none."""
    planned = plan_match(SMALL, "answer", (0, 10), (3, 4), 1, nodes=200, game_count=16)
    assert duel_command(SMALL, planned) == (
        "kifu study duel --game six --first 一01,四02 --second 四01,五01 --games 16 --nodes 200 --plies 150 --stale 200 "
        f"--seed {planned.seed} --search-only"
    )
    assert not duel_command(SMALL, plan_match(SMALL, "strength", (0, 10), 2, 1, nodes=200, game_count=16))


def test_finalists(findings):
    """The finalists are ranked from 1, for each size and both searches."""
    rows = list(finalist_rows(findings))
    assert all(set(FINALISTS) == set(row) for row in rows)
    assert [row["rank"] for row in rows] == [1, 2, 3] * 4
    assert [row["searched"] for row in rows] == ["strength"] * 6 + ["answer"] * 6
