"""Patterns in a dataset: the places are those of a naive count over the replayed records."""

import pytest
from explored import SIX, corner_games, dataset

import kifu
from analysis.corpus.dataset_queries import open_dataset
from analysis.openings.pattern_parser import read_pattern
from analysis.openings.pattern_search import (
    MatchStretch,
    fill_matches_and_count_games,
    fill_matches_of_text_and_count_games,
    match_stretches,
)


@pytest.fixture(scope="module")
def corners(tmp_path_factory):
    """Return texts of games in the corners, and their open dataset."""
    texts = corner_games(30)
    with open_dataset(dataset(tmp_path_factory.mktemp("corners"), texts)) as connection:
        yield texts, connection


def test_all_places(corners):
    """占 on 一01 and on no other corner, with any turn of the board: each ply of each game, as counted by hand."""
    texts, connection = corners
    ends = {0, 6, 42, 48}
    expected = set()
    for name, text in texts.items():
        (verdict,) = kifu.verify(kifu.read(text.encode()))
        for ply, position in enumerate(verdict.replay.positions):
            held = {each.square for each in SIX.standing(position) if (each.side, each.unit) == (0, "territory")}
            if len(held & ends) == 1:
                expected.add((name, ply))
    assert fill_matches_of_text_and_count_games(
        connection, "占 on 一01, none on 七01 and 一07 and 七07, turned"
    ) == len(texts)
    rows = connection.execute("SELECT file, ply FROM matches JOIN games USING (record)").fetchall()
    assert {(file.rsplit("/", 1)[-1], ply) for file, ply in rows} == expected
    assert len(rows) == len(expected) > 0


def test_stretches(corners):
    """Plies after each other are one stretch: from the first ply that has the pattern to the last."""
    _, connection = corners
    fill_matches_of_text_and_count_games(connection, "空 on 四04")  # nothing of these games stands there
    found = match_stretches(connection)
    plies = dict(connection.execute("SELECT record, plies FROM games").fetchall())
    assert sorted(found) == [MatchStretch(record, 0, last, 0, 0) for record, last in sorted(plies.items())]


def test_games_of_other_rules_are_left_out(corners):
    """Only games under the same rules are looked through."""
    _, connection = corners
    other = SIX.configure("six/1 near=any", {})
    assert fill_matches_and_count_games(connection, other, read_pattern(other, "四04 empty")) == 0
    assert match_stretches(connection) == []
