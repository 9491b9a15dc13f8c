"""A build gives the same bytes for the same records, loses and doubles nothing, and marks equal games."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from corpora import contents, mirrored, small, table

from analysis.corpus import buckets_and_prefix_games, partitions_and_shards
from analysis.corpus import build as building
from analysis.corpus.build import OutputConflict, build_dataset
from analysis.corpus.partitions_and_shards import unpack_tables
from kifu.core.errors import UnreadableFile


def test_every_record_is_a_game_or_a_reject(folder, records):
    """Every record is a row of games or rejects, and every game has its plies from the start on."""
    built = build_dataset([str(folder)], Path("out"))
    games, plies, rejects = (table("out", name) for name in ("games", "plies", "rejects"))
    assert (len(games), len(rejects), built.others) == (19, 4, 1)
    assert sorted((row["file"], row["index"]) for row in games + rejects) == [
        *((f"in/{number}/game.kif", 0) for number in range(6)),
        *(("in/many.kif", number) for number in range(len(records) - 6)),
    ]
    assert built.manifest.counts == {"games": 19, "plies": len(plies), "rejects": 4}
    for game in games:
        game_plies = [row for row in plies if row["record"] == game["record"]]
        assert [row["ply"] for row in game_plies] == list(range(game["plies"] + 1))
        assert (game_plies[-1]["first_score"], game_plies[-1]["second_score"]) == (
            game["first_score"],
            game["second_score"],
        )


def test_the_cuts_change_no_byte(folder, monkeypatch):
    """The order of the inputs, the size of pieces and the number of buckets in one pass change no byte."""
    inputs = sorted(str(path) for path in folder.rglob("*.kif"))
    monkeypatch.setattr(building, "bucket_bits", lambda _: 3)
    build_dataset(inputs, Path("one"))
    monkeypatch.setattr(building, "TOGETHER", 3)
    monkeypatch.setattr(partitions_and_shards, "AT_ONCE", 2)
    small(monkeypatch)
    build_dataset([*reversed(inputs), *inputs], Path("two"))
    assert contents("one") == contents("two")
    assert len(list(Path("one/games").iterdir())) > 3


def test_a_crowded_bucket(folder, monkeypatch):
    """A crowded bucket is written in slices, one in memory at a time, with the same rows in the same order."""
    copies = folder / "many.kif"
    copies.write_text(copies.read_text() * 5)
    build_dataset([str(folder)], Path("one"))
    monkeypatch.setattr(buckets_and_prefix_games, "LARGE", 8)
    monkeypatch.setattr(buckets_and_prefix_games, "LONG", 7)
    taken = []
    written = building.make_bucket
    monkeypatch.setattr(
        building,
        "make_bucket",
        lambda *arguments: taken.append(unpack_tables(arguments[1])) or written(*arguments),
    )
    build_dataset([str(folder)], Path("two"))
    assert len(list(Path("two/games").iterdir())) > 5
    assert max(tables.games.num_rows + tables.rejects.num_rows for tables in taken) == 7
    for name in ("games", "plies", "rejects"):
        assert table("two", name) == table("one", name)
    assert sum(row["duplicate_of"] is not None for row in table("two", "games")) > 50


def test_plies_do_not_depend_on_where_records_stand(folder, records):
    """The same records in one file, in another order, give the same numbers and the same plies."""
    build_dataset([str(folder)], Path("one"))
    Path("all.kif").write_text("\n".join(reversed(records)))
    build_dataset(["all.kif"], Path("two"))
    assert contents("one/plies") == contents("two/plies")
    here, there = ([(row["record"], row["moves_digest"]) for row in table(out, "games")] for out in ("one", "two"))
    assert here == there


def test_the_same_moves_are_marked(folder):
    """Two copies with other headers are duplicates of the first game, which is itself no duplicate."""
    build_dataset([str(folder)], Path("out"))
    games = table("out", "games")
    by_number = {row["record"]: row for row in games}
    copies = [row for row in games if row["duplicate_of"] is not None]
    assert len(copies) == 2
    for row in copies:
        first = by_number[row["duplicate_of"]]
        assert (first["moves_digest"], first["duplicate_of"]) == (row["moves_digest"], None)
        assert row["similar_to"] == by_number[row["similar_to"]]["record"] != row["record"]
    assert len({row["moves_digest"] for row in games}) == len(games) - 2


def test_games_in_a_mirror_are_similar(folder, records):
    """Mirrored games have other positions and keys, but the same keys up to symmetry."""
    build_dataset([str(folder)], Path("out"))
    games = {(row["file"], row["index"]): row for row in table("out", "games")}
    plies = table("out", "plies")
    five, mirror = games["in/5/game.kif", 0], games["in/many.kif", records.index(mirrored(records[5])) - 6]
    assert five["symmetric_digest"] == mirror["symmetric_digest"]
    assert five["moves_digest"] != mirror["moves_digest"]
    group = [row for row in games.values() if row["symmetric_digest"] == five["symmetric_digest"]]
    assert len(group) == 3  # one of them a copy of five's moves
    (first,) = [row["record"] for row in group if row["similar_to"] is None]
    assert {row["similar_to"] for row in group} == {None, first}
    keys = [
        [row[key] for row in plies if row["record"] == game["record"]]
        for key in ("key", "symmetric")
        for game in (five, mirror)
    ]
    assert keys[0] != keys[1]
    assert keys[2] == keys[3]


def test_nothing_played_is_no_duplicate(tmp_path):
    """Two games without a move are not marked as equal."""
    for name in "ab":
        (tmp_path / f"{name}.kif").write_text(f"棋種：6面体\n先手：{name}\nまで0手で後手の勝ち\n")
    build_dataset([str(tmp_path)], tmp_path / "out")
    assert [(row["plies"], row["duplicate_of"], row["similar_to"]) for row in table(tmp_path / "out", "games")] == [
        (0, None, None)
    ] * 2


def test_a_second_build(folder):
    """The same inputs need no work; other inputs replace the dataset only if forced."""
    assert build_dataset([str(folder)], Path("out")).anew
    before = contents("out")
    assert not build_dataset([str(folder)], Path("out")).anew
    with pytest.raises(OutputConflict, match="--force"):
        build_dataset([str(folder / "many.kif")], Path("out"))
    assert contents("out") == before
    assert build_dataset([str(folder / "many.kif")], Path("out"), force=True).manifest.files == 1
    build_dataset([str(folder)], Path("out"), force=True)
    assert contents("out") == before


def test_a_dataset_inside_its_inputs(folder):
    """A dataset in an input folder is not an input of itself."""
    first = build_dataset([str(folder)], folder / "out")
    again = build_dataset([str(folder)], folder / "out")
    assert (again.anew, again.manifest) == (False, first.manifest)
    assert build_dataset([str(folder)], folder / "out", force=True).manifest == first.manifest


def test_a_folder_with_something_else(folder):
    """A folder with other files is not touched, forced or not."""
    for force in (False, True):
        with pytest.raises(OutputConflict, match="something else"):
            build_dataset([str(folder)], folder, force=force)


def test_the_working_folder_goes_inside_the_lock(folder, monkeypatch):
    """The working folder is removed under the lock, which keeps other builds out; nothing of it remains."""
    codes = []

    def clear(working_folder, clear=building._remove_working_folder):
        with pytest.raises(OutputConflict) as raised, building._lock_folder(working_folder):
            pass
        codes.append(raised.value.code)
        clear(working_folder)

    monkeypatch.setattr(building, "_remove_working_folder", clear)
    build_dataset([str(folder)], Path("out"))
    assert codes == ["being-built"]
    assert not Path("out", building.WORK).exists()


def test_another_build_has_ended_meanwhile(folder, monkeypatch):
    """A dataset that appears just before the lock is taken as it is, or not replaced unless forced."""
    original = building._lock_folder

    def locked(inputs):
        def waits(working_folder):
            monkeypatch.setattr(building, "_lock_folder", original)
            build_dataset([inputs], Path("out"))
            return original(working_folder)

        monkeypatch.setattr(building, "_lock_folder", waits)

    locked(str(folder))
    assert not build_dataset([str(folder)], Path("out")).anew
    assert not Path("out", building.WORK).exists()
    shutil.rmtree("out")
    locked(str(folder / "many.kif"))
    with pytest.raises(OutputConflict, match="another"):
        build_dataset([str(folder)], Path("out"))


def test_it_imports_without_locks_of_unix():
    """The modules of a build load without fcntl, which Python does not have on Windows."""
    script = "import sys; sys.modules['fcntl'] = None; import analysis.corpus.build, kifu.cli.commands.corpus.build"
    subprocess.run(
        [sys.executable, "-c", script], check=True, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    )


def test_two_builds_at_once(folder):
    """A second build in the same folder is refused with a message."""
    (Path("out") / building.WORK).mkdir(parents=True)
    with building._lock_folder(Path("out") / building.WORK), pytest.raises(OutputConflict, match="another process"):
        build_dataset([str(folder)], Path("out"))


class Stopped(Exception):
    """Stands for a power failure."""


def test_an_interrupted_build_goes_on(folder, monkeypatch):
    """Finished shards are used again, a torn one is not, and the dataset is the same."""
    build_dataset([str(folder)], Path("whole"))
    small(monkeypatch)
    seen = []

    def stop(progress):
        seen.append(progress.records)
        if len(seen) == 5:
            raise Stopped

    with pytest.raises(Stopped):
        build_dataset([str(folder)], Path("out"), report_progress=stop)
    assert not (Path("out") / "dataset.json").exists()
    shards = Path("out") / building.WORK / "shards"
    finished = {path.name: path.stat().st_mtime_ns for path in shards.iterdir()}
    assert len(finished) == 5
    (shards / "new-torn").mkdir()
    portions = []
    monkeypatch.setattr(
        building,
        "pack_piece_rows",
        lambda pieces, pack=building.pack_piece_rows: portions.append(pieces) or pack(pieces),
    )
    built = build_dataset([str(folder)], Path("out"))
    assert built.known == 5
    assert len(portions) == portion_count(folder) - 5
    assert contents("out") == contents("whole")


def portion_count(folder):
    """Return how many portions the finely cut inputs have."""
    from analysis.corpus.dataset_schemas_and_manifest import InputDigest  # noqa: PLC0415 - only this function needs it
    from analysis.corpus.record_sources_and_variant_files import list_sources  # noqa: PLC0415 - only this function needs it

    return len(
        list(
            building.partition_inputs(
                building.input_pieces(list_sources([str(folder)]), InputDigest(), lambda _: None), ""
            )
        )
    )


def test_interrupted_while_it_was_put_in_place(folder, monkeypatch):
    """A dataset that is being replaced has no manifest until all its tables are in place."""
    build_dataset([str(folder)], Path("whole"))
    build_dataset([str(folder / "many.kif")], Path("out"))
    rename = Path.rename

    def fail(path, target):
        if Path(target).name == "plies":
            raise Stopped
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail)
    with pytest.raises(Stopped):
        build_dataset([str(folder)], Path("out"), force=True)
    monkeypatch.setattr(Path, "rename", rename)
    assert not (Path("out") / "dataset.json").exists()
    build_dataset([str(folder)], Path("out"))
    assert contents("out") == contents("whole")


def test_no_such_input(folder):
    """A missing input stops the build before anything is written."""
    for name in ("nowhere.kif", "no-such://x", str(folder / "1" / "nothing*.kif")):
        with pytest.raises(UnreadableFile):
            build_dataset([str(folder), name], Path("out"))
    assert not Path("out").exists()


def test_no_record_at_all(tmp_path):
    """A dataset without records still has every table."""
    (tmp_path / "empty.kif").write_text("")
    built = build_dataset([str(tmp_path / "empty.kif")], tmp_path / "out")
    assert built.manifest.counts == {"games": 0, "plies": 0, "rejects": 1}
    assert [table(tmp_path / "out", name) for name in ("games", "plies")] == [[], []]
    assert table(tmp_path / "out", "rejects")[0]["fault_code"] == "empty-file"
