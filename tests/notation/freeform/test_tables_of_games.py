"""Tests of texts with a game in each row of a table, or in each object of JSON."""

import json

import pytest

import kifu

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
