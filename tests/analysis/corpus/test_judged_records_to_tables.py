"""A row has the verdict on a record in the columns of the dataset, a game of a match each; a batch gives the same rows."""

import datetime as dt
import io
import json
import random

import pytest
from corpora import BAD, game, in_order
from each import each
from helpers import SIX, document, verdict, verdicts

from analysis.corpus.judged_records_to_tables import tables_of_pieces, tables_of_records_in_bytes
from analysis.corpus.partitions_and_shards import pieces_of_file
from analysis.corpus.record_sources_and_variant_files import rules_of_variants
from kifu.core.compiled.position_hash import canonical_key, position_key
from kifu.core.games import load
from notation.formats.json import to_json
from notation.random_record import random_game_as_kif


def rows(text):
    """Return the rows of a file's records, by table."""
    return [table.to_pylist() for table in tables_of_records_in_bytes("game.kif", text.encode())]


def test_a_game():
    """The row of a game has its verdict and headers; the rows of its plies have moves, scores and keys."""
    text = game(0).replace("先手：一様乱数", "先手：山田\n棋戦：名人戦\n開始日時：2026/11/21")
    (row,), plies, rejects = rows(text)
    game_verdict = verdict(text)
    assert rejects == []
    assert (row["status"], row["plies"], row["game"], row["rules"]) == ("UNFINISHED", 30, "six", "six/1")
    assert (row["first_name"], row["second_name"], row["event"]) == ("山田", "一様乱数", "名人戦")
    dates = (row["date_written"], row["date"], row["date_known"])
    assert dates == ("2026/11/21", dt.date(2026, 11, 21), "2026-11-21")
    assert (row["recorded_winner"], row["recorded_termination"], row["winner"]) == (None, "adjourned", None)
    assert (row["match"], row["start"], row["branches"], row["diagnostics"]) == (None, None, 0, "[]")
    assert [(ply["first_score"], ply["second_score"]) for ply in plies] == game_verdict.scores()
    assert [ply["side"] for ply in plies] == [None, *["first", "second"] * 15]
    assert [ply["code"] for ply in plies] == [None, *game_verdict.replay.moves]
    assert [ply["move"] for ply in plies] == [None, *map(SIX.spell, game_verdict.replay.moves)]
    assert [ply["key"] for ply in plies] == [position_key(SIX, position) for position in game_verdict.replay.positions]
    assert [ply["symmetric"] for ply in plies] == [
        canonical_key(SIX, position) for position in game_verdict.replay.positions
    ]


@each("name", BAD)
def test_rejects(name):
    """A reject has status, code, article, place and both messages of its verdict."""
    games, plies, (row,) = rows(BAD[name])
    game_verdict = verdict(BAD[name])
    assert (games, plies) == ([], [])
    assert row["status"] == game_verdict.status
    assert row["plies"] == game_verdict.plies
    fault = game_verdict.fault
    names = (*(f"fault_{name}" for name in ("ply", "move", "line", "column", "article", "code")), "ja", "en")
    cells = tuple(row[name] for name in names)
    place = (fault.ply, fault.move, fault.line, fault.column, fault.article, fault.code)
    assert cells == (*place, *fault.message)
    assert json.loads(row["diagnostics"]) == game_verdict.to_json()["diagnostics"]


def test_a_record_has_one_digest_wherever_it_stands():
    """Encoding, line ends and following records do not change a record's digest; other lines do."""
    text = game(1)
    files = [
        text.encode(),
        text.encode("cp932"),
        text.replace("\n", "\r\n").encode(),
        f"{text}\n \n".encode(),
        (text + game(2)).encode(),
    ]
    digests = {tables_of_records_in_bytes("a.kif", data).games["digest"][0].as_py() for data in files}
    assert len(digests) == 1
    assert tables_of_records_in_bytes("a.kif", game(2).encode()).games["digest"][0].as_py() not in digests


def test_branches_are_counted():
    """A game counts its branches, whose moves are no rows."""
    (row,), plies, _ = rows("棋種：6面体\n1 四04占\n2 二02領\nまで2手で中断\n\n変化：2手\n2 三03領\n")
    assert (row["branches"], len(plies)) == (1, 3)


MATCH = """\
棋種：ユニオンキング
先手：山田
後手：鈴木
対局：前半
{first}
対局：後半
{second}
"""
BROKEN_OFF, ILLEGAL = "まで0手で中断", "1 一01-一02丸内"


def match(first, second):
    """Return the rows of a match of two games."""
    return rows(MATCH.format(first=first, second=second))


def test_a_match_is_a_row_a_game():
    """Each game of a match is a row with the status of the match; in the second game the players change sides."""
    games, _, rejects = match(BROKEN_OFF, BROKEN_OFF)
    assert rejects == []
    cells = [(row["index"], row["match"], row["first_name"], row["second_name"], row["match_status"]) for row in games]
    assert cells == [(0, 1, "山田", "鈴木", "UNFINISHED"), (0, 2, "鈴木", "山田", "UNFINISHED")]
    assert games[0]["digest"] == games[1]["digest"]


def test_a_good_game_of_a_bad_match():
    """The good game of a bad match stays a game; only the other game is a reject."""
    games, _, rejects = match(BROKEN_OFF, ILLEGAL)
    assert [(row["match"], row["match_status"]) for row in games] == [(1, "ILLEGAL")]
    assert [(row["match"], row["status"]) for row in rejects] == [(2, "ILLEGAL")]


def test_a_match_that_is_itself_wrong(sample_files):
    """A match with a wrong sum is a reject beside its games; one whose games cannot be told apart is one reject."""
    text = next(path for path in sample_files if path.name == "match.kif").read_text()
    games, _, rejects = rows(text)
    assert (len(games), rejects) == (2, [])
    games, _, (wrong,) = rows(f"{text}合計得点：先手1 後手2\n" if "合計得点" not in text else _wrong_sum(text))
    assert [row["match"] for row in games] == [1, 2]
    assert {row["match_status"] for row in games} == {"CONTRADICTED"}
    assert (wrong["match"], wrong["fault_code"]) == (None, "wrong-score")
    games, _, (broken,) = rows(text.replace("対局：前半", "対局：後半", 1))
    assert (games, broken["match"], broken["fault_code"]) == ([], None, "match-order")


def _wrong_sum(text):
    return "\n".join("合計得点：先手1 後手2" if line.startswith("合計得点") else line for line in text.splitlines())


def test_json_is_the_same_record():
    """A record in JSON gives the rows of its text, digests included."""
    source = document(game(1))
    (row,), plies, _ = rows(game(1))
    (same,), same_plies, _ = rows(to_json(source.source, source.records).decode())
    assert same | {"sha256": row["sha256"]} == row
    assert same_plies == plies


def test_samples(sample_files):
    """Every record of every sample has a row with the status of its verdict, and no two rows share a place."""
    for path in sample_files:
        data = path.read_bytes()
        games, _, rejects = [table.to_pylist() for table in tables_of_records_in_bytes("game.kif", data)]
        places = {(row["index"], row["match"]) for row in games + rejects}
        assert len(places) == len(games) + len(rejects)
        statuses = {verdict.index: verdict.status for verdict in verdicts(data)}
        assert {index for index, _ in places} == set(statuses)
        assert all(statuses[row["index"]] == row["match_status"] for row in games if row["match"])
        assert all(statuses[row["index"]] == row["status"] for row in games + rejects if not row["match"])


HEADS = (
    ("先手：一様乱数\n", "先手： 太郎　\n開始日時:2026/11/21\n棋戦：名人戦\n"),
    ("後手：一様乱数\n", "*注 先手：花子\n後手：\n"),
    ("備考", "場所"),
    ("規則：six/1\n", ""),
    ("  10 ", "  12 "),
    ("まで", "1まで"),
)


def archive(seed):
    """Return random records of three games, some with slips."""
    draw = random.Random(seed)
    texts = [
        random_game_as_kif(load(game), draw.randrange(1000), 40) for _ in range(5) for game in ("six", "master", "ace")
    ]
    for _ in range(6):
        at = draw.randrange(len(texts))
        texts[at] = texts[at].replace(*draw.choice(HEADS), 1)
    return "".join(texts)


@pytest.mark.parametrize("encoding", ["utf-8", "cp932", "utf-8-sig"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("size", [1 << 20, 4000])
def test_the_same_rows(encoding, ends, size):
    """A file as a whole and in pieces, in any encoding, gives the rows of the careful reader."""
    data = archive(size).replace("\n", ends).encode(encoding)
    cuts = list(pieces_of_file("all.kif", io.BytesIO(data), size))
    assert (len(cuts) > 1) is (size == 4000)
    rules = rules_of_variants(())
    careful = tables_of_records_in_bytes("all.kif", data, rules)
    batched = tables_of_pieces(cuts, rules, max_unbatched_bytes=0)
    assert in_order(batched) == in_order(careful)
    assert [table.schema for table in batched] == [table.schema for table in careful]


def test_a_record_without_moves():
    """A game without plies has only the row of its start."""
    data = "棋種：6面体\n手数----\nまで0手で中断\n".encode()
    (cut,) = pieces_of_file("empty.kif", io.BytesIO(data))
    rules = rules_of_variants(())
    assert in_order(tables_of_pieces([cut], rules, max_unbatched_bytes=0)) == in_order(
        tables_of_records_in_bytes(cut.name, cut.data, rules)
    )
