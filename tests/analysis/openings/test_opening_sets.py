"""Openings as sets: order and symmetry do not matter, sides do, and incomplete openings are not counted."""

import pytest
from explored import SIX, corner_games, six

from analysis.openings.opening_sets import (
    SkippedGames,
    add_share_columns,
    collect_openings,
    destination_square,
    results_by_pair,
    results_by_sequence,
    results_by_set,
    results_by_sizes,
    square_share_grids,
    table_row_dicts,
)
from kifu.core import games

END = ("四05武", "四02武")


def by_hand(connection):
    """Return, by record, the squares that each side placed on before its first other die, and the winner."""
    placements = {}
    rows = connection.execute("SELECT record, winner FROM games WHERE similar_to IS NULL ORDER BY record").fetchall()
    for record, winner in rows:
        sets, done = ([], []), [False, False]
        moves = connection.execute(
            "SELECT side, move FROM plies WHERE record = ? AND ply > 0 ORDER BY ply", [record]
        ).fetchall()
        for side, move in moves:
            place = ("first", "second").index(side)
            if move[-1] in "占領" and not done[place]:
                sets[place].append(move[:-1])
            elif move[-1] in "武士騎馬弓矢巫女" and "-" not in move:
                done[place] = True
        placements[record] = sets, winner
    return placements


def test_the_same_as_by_hand(placed):
    """Numbers and sets are those that reading the moves gives; equal sets have equal numbers."""
    collected = collect_openings(placed, SIX)
    expected = by_hand(placed)
    assert len(collected.table) == len(expected) > 80
    turns = [SIX.symmetries[number].squares for number in collected.turns]
    assert len(turns) == 8
    canonical = {}
    for row in table_row_dicts(collected.table):
        sets, winner = expected[row["record"]]
        assert (row["winner"] if isinstance(row["winner"], str) else None) == winner
        for side, name in enumerate(("first", "second")):
            assert row[f"{name}_number"] == len(sets[side])
            squares = {SIX.board.parse(square) for square in sets[side]}
            same = min(tuple(sorted(turn[square] for square in squares)) for turn in turns)
            assert canonical.setdefault((side, same), row[f"{name}_set"]) == row[f"{name}_set"]
    assert len(set(canonical.values())) == len(canonical)


def test_order_and_symmetry_do_not_matter(dataset_of):
    """Two orders of one placement, and its mirror image, are one set; the same squares of the other side are another."""
    connection = dataset_of(
        {
            "a.kif": six("一01占", "七07領", "三02占", "七06領", "一02武", "六06士"),
            "b.kif": six("三02占", "七06領", "一01占", "七07領", "二02騎", "六06士"),
            "c.kif": six("七01占", "四04領", "五02占", "四05領", "七02武", "五05士"),
        }
    )
    collected = collect_openings(connection, SIX)
    table = collected.table.set_index("record").sort_index()
    assert table["first_set"].nunique() == 1
    assert sorted(table["second_set"].value_counts()) == [1, 2]
    assert sorted(table["pair"].value_counts()) == [1, 2]
    (moves,) = {collected.sets[number] for number in table["first_set"]}
    assert len({SIX.spell(SIX.image_of_move(move, number)) for move in moves for number in range(8)}) > 2


def test_what_is_not_counted_is_said(dataset_of):
    """Duplicates, other starts and incomplete openings are left out, each counted under its reason."""
    diagram = SIX.spell_diagram(SIX.play_legal(SIX.start(), SIX.resolve(SIX.start(), SIX.read("四04占"))))
    connection = dataset_of(
        {
            "good.kif": six("一01占", "七07領", "一02武", "六06士"),
            "again.kif": six("一01占", "七07領", "一02武", "六06士"),
            "mirror.kif": six("七01占", "一07領", "七02武", "二06士"),
            "open.kif": six("一01占", "七07領", "一02武"),
            "study.kif": f"棋種：6面体\n局面図\n{diagram}   1 一01領\n   2 四05武\n   3 一02士\n",
        }
    )
    collected = collect_openings(connection, SIX)
    assert len(collected.table) == 1
    assert collected.passed_over == SkippedGames(2, 0, 1, 1, 0)


def test_unfinished_games_are_no_draws(dataset_of):
    """A game without a result counts as unfinished, and not in any share."""
    moves = ("一01占", "七07領", "一02武")
    connection = dataset_of(
        {
            "won.kif": six(*moves, "六06士", end="先手の勝ち"),
            "drawn.kif": six(*moves, "六07士", end="引き分け"),
            "open.kif": six(*moves, "七06士", end="中断"),
        }
    )
    (row,) = table_row_dicts(results_by_sizes(collect_openings(connection, SIX)))
    assert {name: row[name] for name in ("games", "first_wins", "second_wins", "draws", "unfinished", "finished")} == {
        "games": 3,
        "first_wins": 1,
        "second_wins": 0,
        "draws": 1,
        "unfinished": 1,
        "finished": 2,
    }
    assert row["share"] == 0.75


def test_tables_add_up(placed):
    """Every table counts every game once; the shares of a set are those of its own side."""
    collected = collect_openings(placed, SIX)
    games_counted = len(collected.table)
    for table in (
        results_by_sizes(collected),
        results_by_set(collected, 0),
        results_by_set(collected, 1),
        results_by_pair(collected),
    ):
        assert table["games"].sum() == games_counted
        assert (
            table["first_wins"] + table["second_wins"] + table["draws"] + table["unfinished"] == table["games"]
        ).all()
        assert (table["low_all"] <= table["low"]).all()
        assert (table["high_all"] >= table["high"]).all()
    second = results_by_set(collected, 1)
    played = second[second["finished"] > 0]
    points = played["second_wins"] + played["draws"] / 2
    assert (played["share"] == points / played["finished"]).all()
    assert second["games"].is_monotonic_decreasing


def test_maps_are_turned_means(placed):
    """A map adds up to the squares of its placements, and is the same turned by every symmetry of the board."""
    collected = collect_openings(placed, SIX)
    all_maps = square_share_grids(collected)
    assert {number for _, number in all_maps} >= {2, 3, 4}
    for (side, number), one_map in all_maps.items():
        rows = collected.table[collected.table[("first_number", "second_number")[side]] == number]
        assert one_map.games == len(rows)
        squares = [len(collected.sets[place]) for place in rows[("first_set", "second_set")[side]]]
        assert one_map.grid.sum() == pytest.approx(sum(squares) / len(rows))
        assert one_map.grid == pytest.approx(one_map.grid.T)
        assert one_map.grid == pytest.approx(one_map.grid[::-1])


def test_intervals_hold_together():
    """The wider intervals hold for all rows with enough games together: with more rows they are wider."""
    short = add_share_columns(by_numbers_of(3), 0)
    long = add_share_columns(by_numbers_of(40), 0)
    assert (short["low"] == long["low"][:3]).all()
    assert short["low_all"][0] > long["low_all"][0]
    assert (short["low_all"] < short["low"]).all()


def by_numbers_of(rows):
    """Return a table of `rows` equal rows of counts."""
    import pandas as pd  # noqa: PLC0415

    row = {"games": 50, "first_wins": 30, "second_wins": 10, "draws": 10, "unfinished": 0, "finished": 50}
    return pd.DataFrame([row] * rows)


def test_the_first_moves_of_another_game(dataset_of):
    """In a game that does not define its opening, the opening is the first plies: sets by side, and the sequence."""
    ace = games.load("ace")
    first, second = (ace.spell(move) for move in list(ace.legal_moves(ace.start()))[:2])
    position = ace.play_legal(ace.start(), ace.resolve(ace.start(), ace.read(first)))
    reply = ace.spell(next(ace.legal_moves(position)))
    later = ace.spell(list(ace.legal_moves(position))[-1])
    texts = [(first, reply), (first, later), (second, reply)]
    connection = dataset_of(
        {
            f"{n}.kif": "棋種：ユニオンエース\n" + "".join(f"{ply} {move}\n" for ply, move in enumerate(moves, 1))
            for n, moves in enumerate(texts)
        }
    )
    collected = collect_openings(connection, ace, 2)
    assert collected.turns == (0,)
    assert len(collected.table) == 3
    assert sorted(collected.table["first_set"].value_counts()) == [1, 2]
    assert results_by_sequence(collected)["games"].tolist() == [1, 1, 1]
    assert collect_openings(connection, ace, 3).passed_over.incomplete == 3
    (row,) = table_row_dicts(results_by_sizes(collected))
    assert (row["first_number"], row["second_number"]) == (1, 1)


def test_where_moves_end():
    """A move ends on the last square that its text names; パス has no square."""
    king = games.load("king")
    move = next(king.legal_moves(king.start()))
    text = king.spell(move)
    assert king.board.spell(destination_square(king, move)) in text.split("-")[-1]
    assert destination_square(king, -1) is None


def test_nothing_to_collect(dataset_of):
    """A dataset whose games are all too short gives an empty table, and the games are counted as left out."""
    collected = collect_openings(dataset_of(corner_games(3, plies=3)), SIX)
    assert collected.table.empty
    assert sum(collected.passed_over) == 3
