"""The statistics of a dataset count each game once, and give intervals to shares."""

import statistics
from collections import Counter
from pathlib import Path

import pytest
from corpora import table
from each import each

from analysis.corpus.build import build_dataset
from analysis.corpus.dataset_queries import open_dataset
from analysis.corpus.dataset_statistics import _length_statistics, dataset_statistics
from analysis.tables.significance import unfinished_bounds, wilson_intervals


@pytest.fixture
def counted(folder):
    """Return the statistics of the records, first without duplicates and then with them."""
    build_dataset([str(folder)], Path("out"))
    with open_dataset(Path("out")) as connection:
        return dataset_statistics(connection), dataset_statistics(connection, duplicates=True)


def test_counts(counted):
    """Every row counts once; records of an unknown game are last."""
    six, unknown = counted[0]
    assert (six.game, six.games, six.rejects) == ("six", 19, 3)
    assert (unknown.game, unknown.games, unknown.rejects, unknown.codes) == (None, 0, 1, {"unknown-game": 1})
    assert sum(six.statuses.values()) == 22
    assert six.codes == {"illegal-move": 1, "square-off-board": 1, "wrong-count": 1}
    assert (six.duplicates, six.similar) == (2, 1)


def test_duplicates_count_once_or_each(counted):
    """Results, lengths and ends agree with the table, without duplicates and with them."""
    games = table("out", "games")
    for (six, _), chosen in zip(counted, ([row for row in games if row["duplicate_of"] is None], games), strict=True):
        ended = [row for row in chosen if row["winner"] is not None]
        assert (six.counted, six.finished) == (len(chosen), len(ended))
        assert {side: share.count for side, share in six.results.items() if share.count} == Counter(
            row["winner"] for row in ended
        )
        assert six.ends == Counter((row["termination"], row["article"]) for row in ended)
        for share in six.results.values():
            low, high = wilson_intervals(share.count, len(ended))
            assert share[1:4] == (share.count / len(ended), low, high)
            unfinished = len(chosen) - len(ended)
            assert (share.least, share.most) == unfinished_bounds(share.count, len(ended), unfinished)
        plies = [row["plies"] for row in ended]
        assert (six.lengths.shortest, six.lengths.longest) == (min(plies), max(plies))
        assert six.lengths.mean == pytest.approx(statistics.mean(plies))


@each("plies", [[5], [3, 4], [1, 1, 1, 9], [7, 2, 2, 8, 8, 8, 30], list(range(100))])
def test_quartiles(plies):
    """The quartiles are those of the standard library."""
    lengths = _length_statistics(Counter(plies))
    if len(plies) > 1:
        assert lengths[1:4] == tuple(statistics.quantiles(plies, n=4, method="inclusive"))
    assert lengths.median == statistics.median(plies)


def test_of_copies_the_one_with_a_result_counts(tmp_path):
    """An adjourned record does not hide the result of another record of the same game."""
    for number, end in enumerate(["中断", "中断", "投了", "中断"]):
        (tmp_path / f"{number}.kif").write_text(f"棋種：6面体\n先手：{number}\n1 四04占\n2 {end}\n")
    build_dataset([str(tmp_path)], tmp_path / "out")
    with open_dataset(tmp_path / "out") as connection:
        (six,) = dataset_statistics(connection)
    assert (six.games, six.duplicates, six.finished) == (4, 3, 1)
    assert six.ends == {("resignation", None): 1}


def test_nothing_finished(tmp_path):
    """Statistics without a finished game have no results and no lengths, and divide by nothing."""
    (tmp_path / "a.kif").write_text("棋種：6面体\n1 四04占\n")
    build_dataset([str(tmp_path)], tmp_path / "out")
    with open_dataset(tmp_path / "out") as connection:
        (six,) = dataset_statistics(connection)
    assert (six.games, six.finished, six.results, six.lengths, six.ends) == (1, 0, {}, None, {})
