"""The tablebase of 6面体: its values are those of forward proofs, its file is read back, and others are refused."""

import json
import random
from hashlib import sha256

import numpy as np
import pytest
from built_tablebase import build_tablebase
from helpers import SIX

from kifu.core import games
from kifu.core.errors import DamagedTablebase
from kifu.core.outcome import Outcome, Side
from kifu.engine import tablebase, tablebase_file_and_cache
from kifu.engine.best_move_and_win_chance import find_best_move
from kifu.engine.play_engine_games import Player, play_engine_game
from kifu.engine.solver import does_line_prove_solution, prove_forced_win, solve
from kifu.engine.tablebase_file_and_cache import (
    GIVEN,
    UnusableTablebase,
    file_head,
    read_tablebase,
    tablebase_or_why_unusable,
)
from kifu.games.six import tablebase_index
from kifu.games.six.position import BEAT_ANY, FOUR_DRAW, LINE_BLOCKED, NEAR_ANY

pytestmark = pytest.mark.no_cover  # coverage makes these tests slow, and other tests run the same lines


@pytest.fixture(scope="module")
def table():
    """Return the tablebase with two dice."""
    return build_tablebase(SIX, 2)


@pytest.fixture
def file(table, tmp_path, monkeypatch):
    """Write the tablebase to the file that the solver and the engine use."""
    path = tmp_path / "six.tablebase"
    path.write_bytes(file_head(SIX, 2, table.slices) + table.values.tobytes())
    monkeypatch.setenv(GIVEN, str(path))
    return path


def positions(table, name):
    """Yield each position of a slice."""
    (code,) = [each.code for each in table.slices if each.name == name]
    for number in range(tablebase_index.size_of(code)):
        position = tablebase_index.position_at(code, number)
        if tablebase_index.index_of(position) == number:
            yield position


def test_counts(table):
    """The positions of each slice are won, lost or neither; all together they are those of the numbers that are used."""
    assert [each.name for each in table.slices][:2] == ["武-士", "武-馬"]
    assert sum(each.positions for each in table.slices) == int((table.values != 255).sum()) == 5040
    assert table.slices[1][3:-1] == (630, 81, 2, 3)
    assert table.slices[1].neither == 547


@pytest.mark.parametrize("name", ["武-馬", "騎-馬", "武-女", "弓-矢"])
def test_each_position_of_a_slice_against_forward_proof(table, name):
    """Winner and plies are those of the solver, which lists all positions that follow."""
    for position in positions(table, name):
        answer = prove_forced_win(SIX, position, 100_000)
        assert answer.proven
        known = tablebase.tablebase_value(SIX, table, position)
        assert known == (0 if answer.winner is None else answer.plies + 1)
        assert known == 0 or (answer.winner == SIX.turn(position)) == (known % 2 == 0)


def test_values_follow_from_each_other(table):
    """No value differs from what the values after the moves say; a changed one does."""
    assert sum(looked_at for _, looked_at, _ in tablebase.check_slices(SIX, table)) == 5040
    assert not any(wrong for _, _, wrong in tablebase.check_slices(SIX, table))
    changed = table.values.copy()
    changed[np.flatnonzero(changed == 3)[0]] = 5
    assert any(wrong for _, _, wrong in tablebase.check_slices(SIX, table._replace(values=changed)))


def test_what_it_says_nothing_about(table):
    """Dice in hand, other dice, other readings of line, beat and four; near does not matter without dice in hand."""
    position = next(positions(table, "武-馬"))
    known = tablebase.tablebase_value(SIX, table, position)
    assert known >= 0
    assert tablebase.tablebase_value(SIX, table, SIX.start()) == -1
    assert tablebase.tablebase_value(SIX, table, position._replace(hands=17)) == -1
    for option in (LINE_BLOCKED, BEAT_ANY, FOUR_DRAW):
        assert tablebase.tablebase_value(SIX, table, position._replace(options=option)) == -1
    assert tablebase.tablebase_value(SIX, table, position._replace(options=NEAR_ANY)) == known


def test_the_solver_asks_it(table, file, monkeypatch):  # noqa: ARG001 - the file is there
    """Winner, plies and a line that holds are those of the search without it, and nothing is searched."""
    draw = random.Random(1)
    for position in draw.sample(list(positions(table, "武-馬")), 40) + [
        each for each in positions(table, "武-馬") if tablebase.tablebase_value(SIX, table, each) == 4
    ]:
        known = solve(SIX, position)
        with monkeypatch.context() as without:
            without.setenv(GIVEN, "")
            searched = solve(SIX, position, 100_000)
        assert (known.by_table, known.positions, searched.by_table) == (True, 0, False)
        assert known[:2] == searched[:2]
        assert does_line_prove_solution(SIX, position, known)
        assert prove_forced_win(SIX, position, 1).positions == 0


def test_the_engine_asks_it(table, file):  # noqa: ARG001 - the file is there
    """It plays a known win to the end in the plies that the table says; where neither side wins, it keeps it so."""
    won = next(each for each in positions(table, "武-馬") if tablebase.tablebase_value(SIX, table, each) == 4)
    players = (Player(50), Player(50))
    played = play_engine_game(SIX, players, 3, start=won)
    assert len(played.moves) == 3
    assert played.outcome is Outcome.win(Side(won.turn))
    assert find_best_move(SIX, won, 10).chance == 1
    even = [each for each in positions(table, "武-馬") if tablebase.tablebase_value(SIX, table, each) == 0]
    for position in even[::40]:
        after = SIX.play_legal(position, find_best_move(SIX, position, 10).move)
        assert tablebase.tablebase_value(SIX, table, after) == 0
    drawn = play_engine_game(SIX, (Player(50), Player(0)), 3, start=even[0], plies=20)
    assert drawn == play_engine_game(SIX, (Player(50), Player(0)), 3, start=even[0], plies=20)


def test_no_tablebase_is_needed(table, monkeypatch, tmp_path):
    """Without a file, or with an empty name, the solver searches."""
    position = next(positions(table, "武-馬"))
    for name in ("", str(tmp_path / "none")):
        monkeypatch.setenv(GIVEN, name)
        table_there, wrong = tablebase_or_why_unusable(SIX)
        assert table_there is None
        assert bool(wrong) is bool(name)  # a file that is named and not there is said
        assert not solve(SIX, position, 100_000).by_table


def changed(head, **values):
    """Return a head with other values."""
    text = json.dumps({**json.loads(head), **values}).encode()
    return text + b" " * (len(head) - 1 - len(text)) + b"\n"


def test_files_that_are_refused(table, file):
    """A file of another program or game, or no tablebase at all, is refused with a reason; a damaged head is damage."""
    head, values = file_head(SIX, 2, table.slices), table.values.tobytes()
    opened = read_tablebase(file, SIX)
    for each in table.slices:
        assert np.array_equal(tablebase.slice_values(opened, each), tablebase.slice_values(table, each))
    rows = json.loads(head)["slices"]
    for data, reason in (
        (head[:100], "no tablebase"),
        (b"", "no tablebase"),
        (b"[" * 100_000, "no tablebase"),
        (b"{}\n", "no tablebase"),
        (b"\xff\xfe\n", "no tablebase"),
        (changed(head, format=7) + values, "no tablebase"),
        (changed(head, format="kifu-tablebase/1") + values, "another version"),
        (changed(head, game="king") + values, "game king"),
        (changed(head, program="x") + values, "another version"),
    ):
        file.write_bytes(data)
        with pytest.raises(UnusableTablebase, match=reason):
            read_tablebase(file, SIX)
        assert solve(SIX, next(positions(table, "武-馬")), 100_000).by_table is False
    first = rows[0]
    for slices_told in (
        1,
        [],
        [[1, 2]],
        [first, first, *rows[2:]],
        *([[*first[:at], wrong, *first[at + 1 :]], *rows[1:]] for at in (0, 2) for wrong in (-1, 0, True, 2.5, None)),
        [[(1 << 33) - 1, *first[1:]], *rows[1:]],
        [[*first[:-1], 5], *rows[1:]],
    ):
        file.write_bytes(changed(head, slices=slices_told) + values)
        with pytest.raises(DamagedTablebase, match="the tablebase is damaged"):
            read_tablebase(file, SIX)
    for data in (head + values[:-1], head + values + b"\0", head):
        file.write_bytes(data)
        with pytest.raises(DamagedTablebase, match="the tablebase is damaged"):
            read_tablebase(file, SIX)
    with pytest.raises(UnusableTablebase, match="cannot be read"):
        read_tablebase(file.parent, SIX)


def written(table, values):
    """Return the file of a tablebase with these values, whose digests fit them."""
    forged = []
    for each, begin in zip(table.slices, np.cumsum([0, *(each.size for each in table.slices)]), strict=False):
        forged.append(each._replace(digest=sha256(values[begin : begin + each.size].tobytes()).hexdigest()))
    return file_head(SIX, 2, forged) + values.tobytes()


def test_changed_values_prove_nothing(table, file):
    """Whatever bytes are changed, with their digests or without: the slice is named, and no answer is given by it."""
    draw = random.Random(1)
    position = next(each for each in positions(table, "武-馬") if tablebase.tablebase_value(SIX, table, each) == 4)
    begin = int(table.offsets[np.searchsorted(table.codes, tablebase_index.slice_of(position))])
    size = tablebase_index.size_of(tablebase_index.slice_of(position))

    def all_neither(values):
        values[values != 255] = 0

    def one(values):
        values[begin + tablebase_index.index_of(position)] ^= 1 << draw.randrange(8)

    def some(values):
        for at in draw.sample(range(begin, begin + size), 30):
            values[at] = draw.randrange(256)

    for change in (all_neither, one, some, *[one] * 5):
        values = table.values.copy()
        change(values)
        for data in (file_head(SIX, 2, table.slices) + values.tobytes(), written(table, values)):
            file.write_bytes(data)
            tablebase_file_and_cache._tablebase_of_unchanged_file.cache_clear()
            for answer in (solve, prove_forced_win, find_best_move):
                with pytest.raises(DamagedTablebase, match="the slice 武-馬 of the tablebase is damaged"):
                    answer(SIX, position, 1000)
    gone = [each for each in table.slices if each.name != "武-士"]  # another slice than the one that is asked
    rest = b"".join(tablebase.slice_values(table, each).tobytes() for each in gone)
    file.write_bytes(file_head(SIX, 2, gone) + rest)
    tablebase_file_and_cache._tablebase_of_unchanged_file.cache_clear()
    assert solve(SIX, position).plies == 3


def test_a_slice_that_others_need_is_missing(tmp_path):
    """A slice whose moves lead to one that the file does not have proves nothing."""
    three = build_tablebase(SIX, 3)
    held = [each for each in three.slices if each.name == "武-馬矢"]
    path = tmp_path / "x"
    path.write_bytes(file_head(SIX, 3, held) + tablebase.slice_values(three, held[0]).tobytes())
    table = read_tablebase(path, SIX)
    with pytest.raises(DamagedTablebase, match="武-馬矢"):
        tablebase.tablebase_value(SIX, table, next(positions(three, "武-馬矢")))
    assert [wrong for _, _, wrong in tablebase.check_slices(SIX, table)] == [1]


def test_a_file_that_changes_while_it_is_used(table, file):
    """Values that were not read yet are gone with the file: that is damage, not an end of the process."""
    opened = read_tablebase(file, SIX)
    file.write_bytes(b"")
    with pytest.raises(DamagedTablebase):
        tablebase.tablebase_value(SIX, opened, next(positions(table, "武-馬")))


def test_a_file_in_the_cache_that_others_may_write(table, monkeypatch, tmp_path):
    """In the user's cache the file must be the user's own; a file that cannot be used is named, not used in silence."""
    monkeypatch.delenv(GIVEN, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = tablebase_file_and_cache.cache_path(SIX)
    assert path == tmp_path / "kifu" / "six.tablebase"
    path.parent.mkdir()
    path.write_bytes(file_head(SIX, 2, table.slices) + table.values.tobytes())
    path.chmod(0o666)
    used, wrong = tablebase_or_why_unusable(SIX)
    assert used is None
    assert "others may write" in wrong.en


def test_games_without_slices():
    """The Union games have none, nor has 続・連合将棋."""
    for name in ("king", "rengo"):
        game = games.load(name)
        assert not tablebase.has_slices(game)
        assert tablebase_or_why_unusable(game) == (None, None)
        with pytest.raises(ValueError, match=name):
            build_tablebase(game, 2)
