"""The DataFrames: their columns, their types and their numbers."""

from __future__ import annotations

import pandas as pd
import pytest

import kifu
from analysis.tables.columns import DTYPES, MARKS, MEASURES, OPENING_SETS, PLIES, RECORDS, ColumnType
from analysis.tables.dataframes import (
    marks_table,
    measures_table,
    opening_sets_table,
    plies_table,
    records_table,
    typed_column,
)
from kifu.core.compiled.position_hash import canonical_key, position_key
from kifu.core.outcome import Side


def test_plies_have_their_times(judge):
    """Seconds are as in the record; they are missing for the start and for a ply without a time."""
    (verdict,) = judge("棋種：6面体\n1 四04占 (1:05)\n2 四06領\n3 一01武\n")
    seconds = plies_table([verdict])["seconds"]
    assert seconds.isna().to_list() == [True, False, True]
    assert seconds[1] == 65


def fixed(table):
    """Return the documented columns of a table and their dtypes, in order."""
    return {column.name: DTYPES[column.kind] for column in table.in_memory}


def types(table):
    """Return the dtype of each column, in order."""
    return {name: str(dtype) for name, dtype in table.dtypes.items()}


def test_a_record_is_one_row(beaten):
    """Status, winner, article, players, final score and counts stand in the record's row."""
    (row,) = records_table([beaten]).to_dict("records")
    assert row["file"] == "game.kif"
    assert (row["game"], row["rules"], row["status"], row["plies"]) == ("six", "six/1", "CONFIRMED", 7)
    assert (row["winner"], row["termination"], row["article"]) == ("first", "elimination", "six.14")
    assert (row["recorded_winner"], row["recorded_termination"]) == ("first", "declared")
    assert (row["first_name"], row["second_name"]) == ("山田 太郎", "佐藤 花子")
    assert (row["date_written"], row["date_known"]) == ("2013/05/01 14:00", "2013-05-01")
    assert row["date"] == pd.Timestamp(2013, 5, 1)
    assert (row["first_score"], row["second_score"]) == (1, 0)
    assert (row["errors"], row["warnings"]) == (0, 0)
    assert row["sha256"] == beaten.sha256
    assert pd.isna(row["fault_ply"])


def test_records_have_the_documented_types(beaten, unreadable):
    """The dtypes are those of the docstring, even if values are missing."""
    for verdicts in ([], [beaten], [unreadable], [unreadable, beaten]):
        assert types(records_table(verdicts)) == fixed(RECORDS)


def test_a_fault_is_in_the_row(illegal):
    """An illegal record tells the ply, the article and the code; nobody has won."""
    (row,) = records_table([illegal]).to_dict("records")
    assert (row["status"], row["plies"]) == ("ILLEGAL", 2)
    assert (row["fault_ply"], row["fault_article"], row["fault_code"]) == (3, "six.4", "illegal-move")
    assert row["errors"] == 1
    assert pd.isna(row["winner"])
    assert pd.isna(row["first_name"])


def test_what_could_not_be_read_has_a_row_too(unreadable, beaten):
    """A file without a record keeps its row among the others, with missing cells."""
    table = records_table([unreadable, beaten])
    assert table["status"].to_list() == ["UNREADABLE", "CONFIRMED"]
    assert pd.isna(table["first_score"][0])
    assert pd.isna(table["game"][0])


def test_plies_begin_with_the_start(beaten):
    """Row 0 is the start, without move or side; then each ply has a row."""
    table = plies_table([beaten])
    assert table["ply"].to_list() == list(range(8))
    assert table[["move", "side"]].iloc[0].isna().all()
    assert table["move"].to_list()[1:] == [
        "四04占",
        "四06領",
        "四05武",
        "五05士",
        "四05-五05武",
        "三07士",
        "五05-四06武",
    ]
    assert table["side"].to_list()[1:] == ["first", "second"] * 3 + ["first"]


def measured(table, measure, side):
    """Return the values of a measure for a side, ply by ply."""
    return table[(table["measure"] == measure) & (table["side"] == side)]["value"].to_list()


def test_measures_are_rows(beaten):
    """The numbers of each ply are those of the position after it, by measure and side."""
    table = measures_table([beaten])
    assert plies_table([beaten])["second_score"].to_list() == [0, 0, 1, 1, 1, 1, 1, 0]
    assert measured(table, "territories", "second") == [0, 0, 1, 1, 1, 1, 1, 0]
    assert measured(table, "fighters", "first") == [0, 0, 0, 1, 1, 1, 1, 1]
    assert measured(table, "ghosts", "second") == [0, 0, 0, 0, 0, 1, 1, 2]
    assert measured(table, "hand", "first") == [15, 14, 14, 13, 13, 13, 13, 13]
    assert measured(table, "mobility", "first")[0] == 49
    assert set(table["record"]) == {0}


def test_the_events_of_a_record_are_counted_from_its_marks(beaten):
    """By kind and side, as the marks tell them."""
    counted = marks_table([beaten]).groupby(["kind", "side"]).size().to_dict()
    assert counted == {
        ("placement", "first"): 2,
        ("placement", "second"): 3,
        ("landing", "first"): 2,
        ("beating", "second"): 2,
    }


def test_the_columns_do_not_depend_on_the_games(judge, beaten, unreadable, other_game):
    """Tables of one game, of several, of none and of what is no game have the same columns and dtypes; rows can be joined."""
    (king,) = judge("棋種：ユニオンキング\n1 一06-一05十内\n")
    mixtures = ([], [beaten], [king], [king, beaten, other_game], [unreadable], [other_game])
    for build, table in (
        (records_table, RECORDS),
        (plies_table, PLIES),
        (measures_table, MEASURES),
        (marks_table, MARKS),
        (opening_sets_table, OPENING_SETS),
    ):
        for verdicts in mixtures:
            if build is not records_table or other_game not in verdicts:  # the toy spells no diagrams
                assert types(build(verdicts)) == fixed(table)
    mixed = records_table([king, beaten, unreadable])
    alone = pd.concat([records_table([each]) for each in (king, beaten, unreadable)], ignore_index=True)
    pd.testing.assert_frame_equal(mixed.drop(columns="record"), alone.drop(columns="record"))


OPENING = "棋種：6面体\n1 四04占\n2 四06領\n3 一01占\n4 七07領\n5 四01武\n"


def test_openings_are_sets_up_to_symmetry(judge):
    """In 6面体 an opening is the 占 of a side: neither their order nor a turn of the board makes another one."""
    (whole,) = judge(OPENING)
    (turned,) = judge("棋種：6面体\n1 七07占\n2 二04領\n3 四04占\n4 一01領\n5 四01武\n")
    table = opening_sets_table([whole, turned])
    assert table["number"].tolist() == [2, 2, 2, 2]
    assert table["moves"][0] == "四04占 一01占"
    assert table.groupby("side")["opening"].nunique().to_dict() == {"first": 1, "second": 1}
    assert table["complete"].tolist() == [0, 0, 0, 0]  # more 占 may be placed


def test_a_set_up_position_has_no_opening():
    """Where units stand already, nothing is said of the units placed first."""
    game = kifu.load_game("six")
    later = kifu.from_moves(game, ["四06領"], start=game.play(game.start(), "四04占"))
    table = opening_sets_table(kifu.verify(later))
    assert table["number"].isna().all()
    assert table["complete"].tolist() == [0, 0]


@pytest.mark.parametrize("plies", [None, 4])
def test_the_opening_of_another_game_is_its_first_plies(plies):
    """The Union games do not say what an opening is: it is the first plies, by default eight."""
    game = kifu.load_game("king")
    position, moves = game.start(), []
    for _ in range(10):
        moves.append(min(game.legal_moves(position)))
        position = game.play_legal(position, moves[-1])
    table = opening_sets_table(kifu.verify(kifu.from_moves(game, moves)), plies)
    assert table["number"].tolist() == [(plies or 8) // 2] * 2
    assert table["complete"].tolist() == [1, 1]


def test_large_codes_keep_their_digits():
    """A column with missing values is no column of floats: 64 bits are exact."""
    table = typed_column([None, 2**62 + 1, -(2**63)], ColumnType.WIDE)
    assert table.dtype == "Int64"
    assert table[1:].tolist() == [2**62 + 1, -(2**63)]


START = "棋種：6面体\n1 四04占\n2 四06領\n"


def test_a_game_that_begins_another_is_named(judge):
    """`prefix_of` is the longest game that goes on, `duplicate_of` the first of the same moves; other rules are other games."""
    longer, longest = f"{START}3 五01占\n", f"{START}3 五01占\n4 二02領\n5 七07占\n"
    texts = [
        START,  # 0 begins 1, 2 and 3
        longer,
        longer,  # 2 has the same moves as 1
        longest,
        f"{START}3 七07占\n",  # 4 goes on otherwise
        START.replace("棋種：6面体", "棋種：6面体\n規則：six/1 near=any"),  # 5 has other rules
        "棋種：6面体\n",  # 6 has no moves, and begins nothing
        f"{longer}4 七07占\n",  # 7 is illegal: no game that begins another
        f"{longest}6 七07領\n",  # 8 is illegal after all moves of 3: no game that 3 begins
    ]
    verdicts = [judge(text)[0] for text in texts]
    assert [verdict.status.value for verdict in verdicts] == ["UNFINISHED"] * 7 + ["ILLEGAL"] * 2
    table = records_table(verdicts)
    assert table["prefix_of"].fillna(-1).to_list() == [3, 3, 3, -1, -1, -1, -1, -1, -1]
    assert table["duplicate_of"].fillna(-1).to_list() == [-1, -1, 1, -1, -1, -1, -1, -1, -1]


def test_nothing_replayed_gives_no_plies(unreadable, beaten):
    """A file without a record adds no ply; tables of no verdicts have the fixed columns."""
    assert len(plies_table([unreadable, beaten])) == 8
    assert types(plies_table([])) == fixed(PLIES)
    assert types(marks_table([])) == fixed(MARKS)
    assert types(records_table([])) == fixed(RECORDS)


def test_marks_name_square_side_and_unit(beaten):
    """Each mark has a row with its square: the name, and column and row from 1."""
    table = marks_table([beaten])
    assert types(table) == fixed(MARKS)
    beatings = table[table["kind"] == "beating"].to_dict("records")
    assert [(row["ply"], row["square"], row["side"], row["unit"]) for row in beatings] == [
        (5, "五05", "second", "warrior"),
        (7, "四06", "second", "territory"),
    ]
    assert (beatings[1]["column"], beatings[1]["column_name"], beatings[1]["row"]) == (4, "四", 6)


def test_standing_marks_are_asked_for(beaten):
    """With `standing`, every die on the board after each ply has a further row."""
    without, table = marks_table([beaten]), marks_table([beaten], standing=True)
    hands = measures_table([beaten]).query("ply > 0 and measure == 'hand'")["value"]
    on_board = 15 * len(hands) - hands.sum()
    assert len(table) - len(without) == (table["kind"] == "stood").sum() == on_board
    final = table[(table["kind"] == "stood") & (table["ply"] == 7)]
    assert set(final["square"]) == {"四04", "四05", "四06", "五05", "三07"}


def test_another_game_needs_no_edit(other_game, beaten):
    """What a game with other measures and traces counts is rows of the same tables."""
    table = measures_table([other_game, beaten])
    assert measured(table[table["record"] == 0], "stones", "first")[:4] == [0.0, 0.5, 1.0, 1.5]
    assert "stones" not in set(table[table["record"] == 1]["measure"])
    dropped = marks_table([other_game]).query("kind == 'drop'")
    assert dropped.groupby("side").size().to_dict() == {"first": 2, "second": 1}
    assert other_game.game.turn(other_game.replay.positions[0]) is Side.FIRST


def test_many_records_are_told_apart(beaten, illegal, unreadable):
    """`record` counts the records; plies and marks have the number of their record, and its game."""
    verdicts = [beaten, unreadable, illegal, beaten]
    records, plies = records_table(verdicts), plies_table(verdicts)
    assert records["record"].to_list() == [0, 1, 2, 3]
    assert plies.groupby("record").size().to_dict() == {0: 8, 2: 3, 3: 8}
    assert set(plies["game"]) == {"six"}
    assert plies["match"].isna().all()
    assert set(marks_table(verdicts)["record"]) == {0, 2, 3}
    joined = plies.merge(records, on="record", suffixes=("", "_of_record"))
    assert (joined["game"] == joined["game_of_record"]).all()


def test_plies_of_a_match_are_those_of_its_games(judge):
    """A match is one row of records with the sum of both games; each ply has the number of its game."""
    text = "棋種：ユニオンキング\n対局：前半\n1 一06-一05十内 (0:09)\n対局：後半\n1 一06-一05十内 (0:07)\n"
    (verdict,) = judge(text)
    plies = plies_table([verdict])
    assert plies[["record", "match", "ply"]].to_numpy().tolist() == [[0, 1, 0], [0, 1, 1], [0, 2, 0], [0, 2, 1]]
    assert plies["seconds"].fillna(-1).to_list() == [-1, 9, -1, 7]
    (row,) = records_table([verdict]).to_dict("records")
    assert row["plies"] == verdict.plies == 2
    assert (row["first_score"], row["second_score"]) == verdict.scores()[-1]


def test_positions_are_numbered_as_in_a_dataset(beaten):
    """`key` and `symmetric` are the keys of the positions; they are missing without `keys`."""
    table, without = plies_table([beaten]), plies_table([beaten], keys=False)
    game, positions = beaten.game, beaten.replay.positions
    assert table["key"].to_list() == [position_key(game, position) for position in positions]
    assert table["symmetric"].to_list() == [canonical_key(game, position) for position in positions]
    assert without[["key", "symmetric"]].isna().all(axis=None)
    kept = [name for name in table.columns if name not in {"key", "symmetric"}]
    pd.testing.assert_frame_equal(table[kept], without[kept])
