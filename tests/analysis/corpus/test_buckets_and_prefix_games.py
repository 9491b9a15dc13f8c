"""Games of a dataset that are the beginning of another: each names the longest game that goes on."""

import random
from pathlib import Path

import pandas as pd

import analysis
import kifu
from analysis.corpus import buckets_and_prefix_games
from analysis.corpus.build import build_dataset
from analysis.corpus.dataset_queries import hide_and_count_prefix_games, open_dataset
from analysis.corpus.dataset_statistics import dataset_statistics

SIX = kifu.load_game("six")


def record(moves, head=""):
    """Return the text of a record of 6面体."""
    lines = [f"{ply} {SIX.spell(move)}" for ply, move in enumerate(moves, start=1)]
    return "\n".join([f"棋種：6面体\n{head}", *lines, ""])


def walk(draw, plies, moves=()):
    """Return random moves that go on from some moves."""
    moves = list(moves)
    position = SIX.start()
    for move in moves:
        position = SIX.play_legal(position, move)
    while len(moves) < plies:
        moves.append(draw.choice(list(SIX.legal_moves(position))))
        position = SIX.play_legal(position, moves[-1])
    return moves


def group(seed=5):
    """Return records, many of them the beginnings of others: branches of a few games, and cuts of them, some under other rules."""
    draw = random.Random(seed)
    whole = [walk(draw, draw.randint(4, 24)) for _ in range(12)]
    branches = [walk(draw, draw.randint(len(each), 26), each[: len(each) // 2]) for each in whole]
    cuts = [each[: draw.randint(0, len(each))] for each in whole + branches for _ in range(2)]
    texts = [record(moves) for moves in whole + branches + cuts]
    return texts + [record(moves, "規則：six/1 near=any\n") for moves in cuts[:9]]


def by_place(frame):
    """Return the place of the game that each game begins, by the place of the game: numbers of records differ."""
    place = frame.set_index("record")["index"]
    return {
        index: place.get(longer, -1)
        for index, longer in zip(frame["index"], frame["prefix_of"].fillna(-1), strict=True)
    }


def lengths(marked, frame):
    """Return how long the game is that each game begins: of several as long any may be named."""
    plies = frame.set_index("index")["plies"]
    return {index: int(plies.get(longer, 0)) for index, longer in marked.items()}


def test_as_in_memory(tmp_path):
    """The dataset marks the games that the table of the same records marks, and by games that are as long."""
    path = tmp_path / "many.kif"
    path.write_text("\n".join(group()), "utf-8")
    build_dataset([str(path)], tmp_path / "out")
    memory, games = analysis.records(kifu.verify(path)), analysis.dataset(tmp_path / "out").games
    marked, in_memory = by_place(games), by_place(memory)
    assert set(memory["status"]) == {"UNFINISHED"}
    assert lengths(marked, games) == lengths(in_memory, memory)
    assert sum(longer >= 0 for longer in marked.values()) > 20
    for index, longer in marked.items():
        if longer >= 0:
            row, other = (games[games["index"] == number].iloc[0] for number in (index, longer))
            assert (row["rules"], pd.isna(other["prefix_of"]), pd.isna(other["duplicate_of"])) == (
                other["rules"],
                True,
                True,
            )


def test_equal_bytes_however_it_is_built(tmp_path, monkeypatch):
    """In one file or in many, by workers, and with crowded buckets: the same marks."""
    texts = group()
    (tmp_path / "one.kif").write_text("\n".join(texts), "utf-8")
    built = build_dataset([str(tmp_path / "one.kif")], tmp_path / "out")
    again = build_dataset([str(tmp_path / "one.kif")], tmp_path / "again")
    assert built.manifest.parts == again.manifest.parts
    monkeypatch.setattr(buckets_and_prefix_games, "LARGE", 8)
    monkeypatch.setattr(buckets_and_prefix_games, "LONG", 4)
    build_dataset([str(tmp_path / "one.kif")], tmp_path / "crowded")
    frames = [analysis.dataset(tmp_path / name).games for name in ("out", "crowded")]
    marked = [lengths(by_place(frame), frame) for frame in frames]
    assert marked[0] == marked[1]


def test_variant_files_of_one_name_are_different_games(tmp_path):
    """The same moves under another text of my.toml begin no game of the first."""
    text = Path("kifu/games/king/default.toml")
    source = (Path(kifu.__file__).parent / "games" / "king" / text.name).read_text("utf-8")
    for name, target, moves in (("a", "100", 1), ("b", "99", 2)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "my.toml").write_text(source.replace("target = 100", f"target = {target}"), "utf-8")
        lines = ["1 一06-一05十内", "2 一02-一03丸内"][:moves]
        (tmp_path / name / "game.kif").write_text(
            "\n".join(["棋種：ユニオンキング", "規則：my.toml", *lines, ""]), "utf-8"
        )
    build_dataset([str(tmp_path)], tmp_path / "out")
    games = analysis.dataset(tmp_path / "out").games
    assert (len(games), games["setting"].nunique(), games["prefix_of"].notna().sum()) == (2, 2, 0)
    (tmp_path / "b" / "short.kif").write_text("棋種：ユニオンキング\n規則：my.toml\n1 一06-一05十内\n", "utf-8")
    build_dataset([str(tmp_path)], tmp_path / "more", force=True)
    assert analysis.dataset(tmp_path / "more").games["prefix_of"].notna().sum() == 1


def test_they_are_left_out_on_request(tmp_path):
    """The view without them holds all other games, and the statistics count those."""
    path = tmp_path / "many.kif"
    path.write_text("\n".join(group()), "utf-8")
    build_dataset([str(path)], tmp_path / "out")
    with open_dataset(tmp_path / "out") as connection:
        every = dataset_statistics(connection)
        beginnings = sum(each.prefixes for each in every)
        left_out = hide_and_count_prefix_games(connection)
        rest = dataset_statistics(connection)
    assert left_out >= beginnings > 20
    assert sum(each.counted for each in rest) == sum(each.counted for each in every) - beginnings
    assert sum(each.prefixes for each in rest) == 0


def test_columns_have_the_types_that_they_have_in_memory(tmp_path):
    """Of games of several kinds, and of a match: each column of a dataset and of an answer has the dtype that it has in a table."""
    paths = sorted((Path(kifu.__file__).parents[1] / "samples").glob("*/*.kif"))[::9]
    build_dataset([str(path) for path in paths], tmp_path / "out")
    data = analysis.dataset(tmp_path / "out")
    verdicts = [verdict for path in paths for verdict in kifu.verify(path)]
    for memory, stored in ((analysis.records(verdicts), data.games), (analysis.plies(verdicts), data.plies)):
        common = [name for name in memory.columns if name in set(stored.columns)]
        assert len(common) > 9
        assert [str(memory[name].dtype) for name in common] == [str(stored[name].dtype) for name in common]
    for question in ("SELECT * FROM games WHERE false", "SELECT * FROM games"):
        answer = analysis.ask(tmp_path / "out", question)
        assert [str(kind) for kind in answer.dtypes] == [str(kind) for kind in data.games.dtypes]
    assert str(data.plies["code"].dtype) == "Int64"
    question = "SELECT 1 AS a, 0.5 AS b, sum(key) AS c, DATE '2026-11-03' AS d, 'x' AS e FROM plies"
    kinds = [str(kind) for kind in analysis.ask(tmp_path / "out", question).dtypes]
    assert kinds == ["Int64", "Float64", kinds[2], "datetime64[s]", "string"]
    assert list(analysis.ask(tmp_path / "out", "SELECT 1 AS a, 2 AS a").columns) == ["a", "a"]
