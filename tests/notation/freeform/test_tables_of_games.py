"""Tests of tables of several games: a game in each row, or object of JSON; points held against those of the boards."""

import json

import pytest
import typed_records

import kifu
from kifu.referee.status_fault_and_basis import Status

ONE = ("二02占", "三06領", "三02占", "七05領", "四03占", "二06馬")
TWO = ("六05占", "一04領", "七06騎", "七04領", "六04巫")
NAMES = ("棋種", "先手", "後手", "結果", "手数", "指し手", "備考")
ROWS = (
    ("6面体", "山田", "鈴木", "先手の勝ち", "6", " ".join(ONE), "例会"),
    ("6面体", "鈴木", "山田", "先手投了", "5", " ".join(f"{at}.{move}" for at, move in enumerate(TWO, start=1)), ""),
)
LAYOUTS = {
    "tabs": lambda rows: "\n".join(map("\t".join, rows)),
    "commas": lambda rows: "\n".join(map(",".join, rows)),
    "bars": lambda rows: "\n".join(f"| {' | '.join(row)} |" for row in [rows[0], ["---"] * len(rows[0]), *rows[1:]]),
    "below a title": lambda rows: "十一月の例会\n\n" + "\n".join(map("\t".join, rows)) + "\n\n",
}
OBJECTS = [
    {"game": "six", "sente": "Ann", "gote": "Bob", "winner": "first", "moves": ONE},
    {"game": "six", "sente": "Bob", "gote": "Ann", "winner": "second", "moves": TWO},
]


def _judged(text):
    document = kifu.read(text.encode())
    verdicts = list(kifu.verify(document))
    moves = [tuple(entry.text.lstrip("▲△") for entry in record.main.entries) for record in document.records]
    return [one.status.name for one in verdicts], [one.outcome and one.outcome.outcome.value for one in verdicts], moves


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_game_in_each_row(layout):
    """Each row is a record with its players, its result and its moves."""
    assert _judged(LAYOUTS[layout]([NAMES, *ROWS])) == (["DECLARED"] * 2, ["first", "second"], [ONE, TWO])


def test_a_table_of_one_game():
    """A table with one row is one record."""
    assert _judged(LAYOUTS["tabs"]([NAMES, ROWS[0]])) == (["DECLARED"], ["first"], [ONE])


@pytest.mark.parametrize(("column", "value"), [(4, "7"), (3, "まで9手で後手の勝ち")])
def test_what_a_row_says_falsely(column, value):
    """A false count of plies in a row contradicts its own game alone."""
    row = [*ROWS[0]]
    row[column] = value
    statuses, _, _ = _judged(LAYOUTS["tabs"]([NAMES, row, ROWS[1]]))
    assert statuses == ["CONTRADICTED", "DECLARED"]


@pytest.mark.parametrize("row", ["合計\t2局", "6面体\t山田\t鈴木\t先手の勝ち\t6\t二02占\t例会"])
def test_a_row_that_is_no_game(row):
    """A row without the cells of a game, or with one move, is asked about, below the game above it."""
    table = LAYOUTS["tabs"]([NAMES, *ROWS])
    assert _judged(f"{table}\n{row}\n")[0] == ["DECLARED", "UNREADABLE"]
    assert _judged(table.replace("\n6面体\t鈴木", f"\n{row}\n6面体\t鈴木"))[0] == ["UNREADABLE", "DECLARED"]


@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize("laid_out", ["lines", "list", "below a key"])
def test_a_game_in_each_object(ascii_only, laid_out):
    """JSON holds the games as objects, one below the other, with its characters escaped or not."""

    def write(value, indent=None):
        return json.dumps(value, ensure_ascii=ascii_only, indent=indent)

    text = {
        "lines": "\n".join(map(write, OBJECTS)),
        "list": write(OBJECTS, indent=1),
        "below a key": write({"games": OBJECTS}, indent=1),
    }[laid_out]
    assert _judged(text) == (["DECLARED"] * 2, ["first", "second"], [ONE, TWO])


def test_places_of_escaped_characters():
    """A move that JSON has escaped is illegal at its own place."""
    text = json.dumps({"game": "six", "moves": [*ONE[:2], "二02占"]})
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert verdict.status == "ILLEGAL"
    assert verdict.fault.column == text.rindex("\\u4e8c") + 1


KING_ONE = ("六07-六06三外合", "二01-二02三外合", "四07-四06五外合", "六01-六02八外合", "二07-二06八外合")
KING_TWO = ("二07-二06八外合", "二01-二02三外合", "四07-四06五外合", "四01-四02五外合")
GAMES = """ユニオンキング　決勝
{table}
【前半】　白 久保田　黒 新井
{one}
久保田投了
【後半】　白 新井　黒 久保田
{two}
新井投了
{below}
"""


def judged(table, tmp_path, below=""):
    """Return the records of a text with a table as they are judged."""
    file = tmp_path / "record.txt"
    moves = {
        key: "\n".join(f"{at} {move}" for at, move in enumerate(own, start=1))
        for key, own in (("one", KING_ONE), ("two", KING_TWO))
    }
    file.write_text(GAMES.format(table=table, below=below, **moves), "utf-8")
    return typed_records.judged(file)


TABLES = {
    "players": "　　　前半　後半　合計\n久保田　48　32　80　優勝\n新井　　32　32　64",
    "marks, with a frame": "氏名 | 前半戦 | 後半戦 | 計\n久保田さん | 48点 | 32点 | 80点 | ○\n新井さん | 32点 | 32点 | 64点 | ●",
    "games": "　　　新井　久保田\n前半　32　48\n後半　32　32\n合計　64　80",
    "pairs": "前半　久保田48　新井32\n後半　新井32　久保田32\n合計　久保田80　新井64",
    "points between the names": "前半　久保田 48 - 32 新井\n後半　新井 32 - 32 久保田\n合計　久保田 80 - 64 新井",
    "no names of columns": "久保田　48　32　80\n新井　32　32　64",
    "no sums": "得点　前半　後半\n久保田　48　32\n新井　32　32",
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_points(name, tmp_path):
    """A row for each player, or for each game; the sums and the winner are so."""
    expected = [(Status.DECLARED, "second")] * 2
    assert [(one.status, one.winner) for one in judged(TABLES[name], tmp_path)] == expected
    assert [(one.status, one.winner) for one in judged("", tmp_path, TABLES[name])] == expected


@pytest.mark.parametrize(
    ("table", "status"),
    [
        ("前半　後半　合計\n久保田　48　32　81\n新井　32　32　64", Status.UNREADABLE),
        ("前半　後半　合計\n久保田　48　32　80\n新井　32　32　64　優勝", Status.UNREADABLE),
        ("前半　後半　合計\n久保田　48　　80\n新井　32　32　64", Status.UNREADABLE),
        ("前半　後半　合計\n久保田　48　32　80\n荒井　32　32　64", Status.UNREADABLE),
        ("前半　後半　合計\n久保田　50　32　82\n新井　32　32　64", Status.CONTRADICTED),
        ("　新井　久保田\n前半　48　32\n後半　32　32\n合計　80　64", Status.CONTRADICTED),
        ("　　　前半　後半\n久保田　12　15\n新井　13　20", Status.UNREADABLE),
    ],
)
def test_a_table_that_does_not_fit(table, status, tmp_path):
    """A sum, a winner, a name or points that are not so, and numbers that may be minutes, are errors."""
    assert judged(table, tmp_path)[0].status is status


def test_numbers_of_a_game_without_points(tmp_path):
    """In 6面体 a table of numbers says nothing of points: it is asked about, and contradicts nothing."""
    file = tmp_path / "record.txt"
    games = "第1局　先手 森　後手 林\n1 四04占\n2 四02領\n森投了\n第2局　先手 林　後手 森\n1 四04占\n2 四02領\n林投了\n"
    file.write_text(f"6面体\n　第1局　第2局　合計\n森　10　12　22\n林　9　11　20\n{games}", "utf-8")
    assert [one.status for one in typed_records.judged(file)] == [Status.UNREADABLE] * 2
