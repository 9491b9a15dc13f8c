"""Lists the columns of every table, in memory and in a corpus, and their meanings.

A column has one name wherever it stands: the DataFrames (:mod:`analysis.tables.frames`) and the dataset
(:mod:`analysis.corpus.schema`) are two selections of the columns below, in the same order. Both are built from this
list, and so is the page docs/columns.md.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from kifu.model.message import Message


class ColumnType(Enum):
    """The type of the values in a column. A value of any kind may be missing."""

    TEXT = Message("文字", "text")
    COUNT = Message("整数", "whole number")
    WIDE = Message("整数 (64 ビット)", "whole number of 64 bits")
    REAL = Message("数", "number")


class Column(NamedTuple):
    """A column of a table."""

    name: str
    kind: ColumnType
    meaning: Message
    memory: bool = True
    """Whether the DataFrame has it."""
    corpus: bool = True
    """Whether the dataset has it."""


class TableColumns(NamedTuple):
    """A table: the meaning of one row, and the columns in order."""

    row: Message
    columns: tuple[Column, ...]
    memory: str | None = None
    """Its name in memory; None for a table that is only in datasets."""
    corpus: str | None = None
    """Its name in a dataset; None for a table that is only in memory."""
    of_games: tuple[Column, ...] = ()
    """The columns that each game adds to the DataFrame: a game fills in the names for `<kind>` and `<measure>`."""

    @property
    def in_memory(self) -> tuple[Column, ...]:
        """The columns of the DataFrame."""
        return tuple(column for column in self.columns if column.memory)

    @property
    def in_corpus(self) -> tuple[Column, ...]:
        """The columns of the dataset."""
        return tuple(column for column in self.columns if column.corpus)


def _both(name: str, kind: ColumnType, ja: str, en: str) -> Column:
    return Column(name, kind, Message(ja, en))


def _memory(name: str, kind: ColumnType, ja: str, en: str) -> Column:
    return Column(name, kind, Message(ja, en), corpus=False)


def _corpus(name: str, kind: ColumnType, ja: str, en: str) -> Column:
    return Column(name, kind, Message(ja, en), memory=False)


TEXT, COUNT, WIDE, REAL = ColumnType.TEXT, ColumnType.COUNT, ColumnType.WIDE, ColumnType.REAL

_RECORD = _both(
    "record",
    WIDE,
    "棋譜の番号。メモリーでは行の番号 (0 から)",
    "number of the record; in memory that of its row, from 0",
)
_FILE = _both("file", TEXT, "ファイルの名前", "name of the file, as it was given")
_INDEX = _both("index", COUNT, "ファイルの中で何番目か (0 から)", "number of the record within its file, from 0")
_MATCH = (
    "match",
    COUNT,
    "対局の何局目か (1 から)。対局でなければ空",
    "which game of a match it is, from 1; else missing",
)
_SHA256 = _both("sha256", TEXT, "ファイルの SHA-256", "SHA-256 of the file")
_DIGEST = _corpus("digest", TEXT, "棋譜の行の SHA-256", "SHA-256 of the record's own lines")
_GAME = ("game", TEXT, "ゲームの id", "id of the game")
_RULES = _both("rules", TEXT, "判定に使った規則", "the rules it was judged by")
_STATUS = _both("status", TEXT, "判定 (CONFIRMED など)", "the verdict: CONFIRMED, DECLARED, …")
_PLIES = _both("plies", COUNT, "正しく進んだ手数", "plies played before any fault")
_DIAGNOSTICS = _both("diagnostics", TEXT, "指摘のすべて (JSON)", "all diagnostics, as JSON")
_PLY = _both("ply", COUNT, "手数。0 は開始局面", "number of the ply; 0 is the start")
_SIDE = _both("side", TEXT, "first (先手) か second (後手)", "first or second")

RECORDS = TableColumns(
    row=Message("一つの棋譜。データセットでは対局の一局ずつ", "a record; in a dataset each game of a match"),
    memory="records",
    corpus="games",
    columns=(
        _RECORD,
        _FILE,
        _INDEX,
        _corpus(*_MATCH),
        _SHA256,
        _DIGEST,
        _both(*_GAME),
        _RULES,
        _STATUS,
        _PLIES,
        _both("branches", COUNT, "変化の数", "how many branches (変化) it has"),
        _both("winner", TEXT, "規則による勝者: first、second、draw", "who has won by the rules: first, second or draw"),
        _both("termination", TEXT, "終わり方", "how it ended"),
        _both("article", TEXT, "終わりを決めた条", "the article that ended it"),
        _both("recorded_winner", TEXT, "棋譜に書かれた勝者", "who has won as the record says"),
        _both("recorded_termination", TEXT, "棋譜に書かれた終わり方", "how it ended as the record says"),
        _corpus("match_status", TEXT, "対局の判定", "the verdict on the match"),
        _corpus("match_winner", TEXT, "対局の勝者", "who has won the match"),
        _both("first", TEXT, "先手の名前", "name of 先手, as written"),
        _both("second", TEXT, "後手の名前", "name of 後手, as written"),
        _both("date", TEXT, "開始日時", "the header 開始日時, as written"),
        _both("event", TEXT, "棋戦", "the header 棋戦, as written"),
        _both("start", TEXT, "棋譜の局面図。なければ空", "the position of its 局面図; missing where it has none"),
        _both("first_score", REAL, "最後の局面の先手の得点", "score of 先手 after the last ply"),
        _both("second_score", REAL, "最後の局面の後手の得点", "score of 後手 after the last ply"),
        _both("end_seconds", COUNT, "投了などの前に使った時間 (秒)", "seconds before the word that ends it (投了, …)"),
        _DIAGNOSTICS,
        _memory("errors", COUNT, "誤りの数", "diagnostics that are errors"),
        _memory("warnings", COUNT, "注意の数", "diagnostics that are warnings"),
        _memory(
            "fault_ply", COUNT, "最初の誤りの手数。0 は初手の前", "ply of the first fault; 0: before the first move"
        ),
        _memory("fault_article", TEXT, "誤りの条", "the article it breaks"),
        _memory("fault_code", TEXT, "誤りの符号", "the code of the fault"),
        _corpus("moves_digest", TEXT, "指し手のダイジェスト", "digest of the moves"),
        _corpus(
            "symmetric_digest",
            TEXT,
            "対称を除いた指し手のダイジェスト",
            "digest of the moves up to the game's symmetries",
        ),
        _corpus("duplicate_of", WIDE, "同じ指し手の最初の局 (record)", "record of the first game of the same moves"),
        _corpus(
            "similar_to",
            WIDE,
            "対称を除いて同じ最初の局 (record)",
            "record of the first game that is the same up to symmetries",
        ),
    ),
    of_games=(
        _memory("<kind>_first", COUNT, "先手の出来事の数", "events of that kind of 先手 over the whole game"),
        _memory("<kind>_second", COUNT, "後手の出来事の数", "events of that kind of 後手 over the whole game"),
    ),
)
PLIES = TableColumns(
    row=Message("開始局面 (ply 0)、または一手", "the start (ply 0), or one ply"),
    memory="plies",
    corpus="plies",
    columns=(
        _memory(*_GAME),
        _RECORD,
        _memory(*_MATCH),
        _PLY,
        _SIDE,
        _both("move", TEXT, "指し手", "the move in its canonical spelling"),
        _both("code", WIDE, "指し手の番号。64 ビットに入らなければ空", "the move as a number; missing beyond 64 bits"),
        _both("first", REAL, "先手の得点", "score of 先手 after the ply"),
        _both("second", REAL, "後手の得点", "score of 後手 after the ply"),
        _both(
            "seconds",
            COUNT,
            "一手に使った時間 (秒)。書かれていなければ空",
            "seconds the ply took; missing where not written",
        ),
        _both("key", WIDE, "局面の番号", "the position as a number"),
        _both("symmetric", WIDE, "対称を除いた局面の番号", "the lowest number of the position's images"),
    ),
    of_games=(
        _memory("<measure>_first", REAL, "先手の指標", "that measure of the game for 先手 after the ply"),
        _memory("<measure>_second", REAL, "後手の指標", "that measure of the game for 後手 after the ply"),
        _memory("<kind>_first", COUNT, "この手での先手の出来事の数", "events of that kind of 先手 at the ply"),
        _memory("<kind>_second", COUNT, "この手での後手の出来事の数", "events of that kind of 後手 at the ply"),
    ),
)
REJECTS = TableColumns(
    row=Message("誤りのある棋譜、または対局の一局", "a record, or a game of a match, with a fault"),
    corpus="rejects",
    columns=(
        _FILE,
        _INDEX,
        _corpus(*_MATCH),
        _SHA256,
        _DIGEST,
        _both(*_GAME),
        _RULES,
        _STATUS,
        _PLIES,
        _corpus("code", TEXT, "誤りの符号", "the code of the fault"),
        _corpus("article", TEXT, "誤りの条", "the article it breaks"),
        _corpus("line", COUNT, "誤りのある行 (1 から)", "its line in the file, from 1"),
        _corpus("column", COUNT, "行の何文字目か (1 から)", "its column, in characters, from 1"),
        _corpus("ply", COUNT, "誤りの手数。0 は初手の前", "its ply; 0: before the first move"),
        _corpus("move", TEXT, "誤りのある手、書かれたまま", "the move at fault, as written"),
        _corpus("ja", TEXT, "日本語の説明", "what is wrong, in Japanese"),
        _corpus("en", TEXT, "英語の説明", "what is wrong, in English"),
        _corpus(
            "slip",
            TEXT,
            "反則の手の説明がつく書き違い",
            "the slip of the pen that explains the illegal move, in Japanese",
        ),
        _DIAGNOSTICS,
    ),
)
MARKS = TableColumns(
    row=Message("一手が盤に残すしるし", "a mark that a ply leaves on the board"),
    memory="marks",
    columns=(
        _memory(*_GAME),
        _RECORD,
        _memory(*_MATCH),
        _memory("ply", COUNT, "手数 (1 から)", "the ply that left it, from 1"),
        _memory("kind", TEXT, "しるしの種類", "one of the game's kinds of trace"),
        _memory("square", TEXT, "マス (四04 など)", "the square in its canonical spelling, such as 四04"),
        _memory("column", COUNT, "左から何列目か (1 から)", "its column, from 1, from the left"),
        _memory("column_name", TEXT, "列の名前 (四 など)", "its column as diagrams print it, such as 四"),
        _memory("row", COUNT, "上から何行目か (1 から)", "its row, from 1, from the top"),
        _SIDE,
        _memory("unit", TEXT, "駒の種類", "one of the game's kinds of unit"),
    ),
)
TABLES = (RECORDS, PLIES, MARKS, REJECTS)


def page() -> str:
    """Return docs/columns.md: every table and column in Japanese and English, in Markdown."""
    lines = [
        "# 表の列 / The columns of the tables",
        "",
        "`analysis/tables/columns.py` から作られています。どの列もメモリーとデータセットで同じ名前です。",
        "Made from `analysis/tables/columns.py`. A column has the same name in memory and in a dataset.",
    ]
    for table in TABLES:
        lines += ["", f"## {_heading(table)}", "", f"一行は{table.row.ja}。A row is {table.row.en}.", ""]
        lines += [
            "| 列 column | 値 values | メモリー memory | データセット dataset | 意味 | meaning |",
            "|---|---|---|---|---|---|",
        ]
        lines += [_line(table, column) for column in (*table.columns, *table.of_games)]
    return "\n".join(lines) + "\n"


def _heading(table: TableColumns) -> str:
    names = {"メモリー memory": table.memory, "データセット dataset": table.corpus}
    return "、".join(f"{place}: `{name}`" for place, name in names.items() if name)


def _line(table: TableColumns, column: Column) -> str:
    kind = f"{column.kind.value.ja} {column.kind.value.en}"
    marks = ["○" if present else "" for present in (table.memory and column.memory, table.corpus and column.corpus)]
    return "| " + " | ".join([f"`{column.name}`", kind, *marks, column.meaning.ja, column.meaning.en]) + " |"
