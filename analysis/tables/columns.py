"""Column definitions of every table, in memory and in datasets.

A column has one name wherever it stands: the DataFrames (:mod:`analysis.tables.dataframes`) and the dataset
(:mod:`analysis.corpus.dataset_schemas_and_manifest`) are two selections of the columns below, in the same order. Both are built from this
list, and so is the page docs/columns.md.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from kifu.core.message import Message


class ColumnType(Enum):
    """Type of a column; any value may be missing."""

    TEXT = Message("文字", "text")
    COUNT = Message("整数", "whole number")
    WIDE = Message("整数 (64 ビット)", "whole number of 64 bits")
    REAL = Message("数", "number")
    DATE = Message("日付", "date")


DTYPES = {
    ColumnType.TEXT: "string",
    ColumnType.COUNT: "Int64",
    ColumnType.WIDE: "Int64",
    ColumnType.REAL: "Float64",
    ColumnType.DATE: "datetime64[s]",
}
"""The dtype of each type in pandas. All have missing values: counts stay whole numbers."""
PARQUET = {
    ColumnType.TEXT: "string",
    ColumnType.COUNT: "int64",
    ColumnType.WIDE: "int64",
    ColumnType.REAL: "double",
    ColumnType.DATE: "date32",
}
"""The name of each type in Arrow and Parquet."""

DUCKDB = {
    **dict.fromkeys(
        ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "HUGEINT"), ColumnType.COUNT
    ),
    "DECIMAL": ColumnType.REAL,
    "FLOAT": ColumnType.REAL,
    "DOUBLE": ColumnType.REAL,
    "VARCHAR": ColumnType.TEXT,
    "DATE": ColumnType.DATE,
}
"""The type of each column that DuckDB answers, by the name it has there."""


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

    @property
    def in_memory(self) -> tuple[Column, ...]:
        """The columns of the DataFrame."""
        return tuple(column for column in self.columns if column.memory)

    @property
    def in_corpus(self) -> tuple[Column, ...]:
        """The columns of the dataset."""
        return tuple(column for column in self.columns if column.corpus)


def _shared_column(name: str, kind: ColumnType, ja: str, en: str) -> Column:
    return Column(name, kind, Message(ja, en))


def _memory_column(name: str, kind: ColumnType, ja: str, en: str) -> Column:
    return Column(name, kind, Message(ja, en), corpus=False)


def _corpus_column(name: str, kind: ColumnType, ja: str, en: str) -> Column:
    return Column(name, kind, Message(ja, en), memory=False)


TEXT, COUNT, WIDE, REAL, DATE = ColumnType

_RECORD = _shared_column(
    "record",
    WIDE,
    "棋譜の番号。メモリーでは行の番号 (0 から)",
    "number of the record; in memory that of its row, from 0",
)
_FILE = _shared_column("file", TEXT, "ファイルの名前", "name of the file, as it was given")
_INDEX = _shared_column(
    "index", COUNT, "ファイルの中で何番目か (0 から)", "number of the record within its file, from 0"
)
_MATCH = (
    "match",
    COUNT,
    "対局の何局目か (1 から)。対局でなければ空",
    "which game of a match it is, from 1; else missing",
)
_SHA256 = _shared_column("sha256", TEXT, "ファイルの SHA-256", "SHA-256 of the file")
_DIGEST = _corpus_column("digest", TEXT, "棋譜の行の SHA-256", "SHA-256 of the record's own lines")
_GAME = ("game", TEXT, "ゲームの id", "id of the game")
_RULES = _shared_column("rules", TEXT, "判定に使った規則", "the rules it was judged by")
_STATUS = _shared_column("status", TEXT, "判定 (CONFIRMED など)", "the verdict: CONFIRMED, DECLARED, …")
_PLIES = _shared_column("plies", COUNT, "正しく進んだ手数", "plies played before any fault")
_FIRST_SCORE = _shared_column(
    "first_score", REAL, "先手の得点 (棋譜では最後の)", "score of 先手 after the ply, of a record after its last"
)
_SECOND_SCORE = _shared_column(
    "second_score", REAL, "後手の得点 (棋譜では最後の)", "score of 後手 after the ply, of a record after its last"
)
_FAULT_PLY = ("fault_ply", COUNT, "最初の誤りの手数。0 は初手の前", "ply of the first fault; 0: before the first move")
_FAULT_ARTICLE = ("fault_article", TEXT, "誤りの条", "the article it breaks")
_FAULT_CODE = ("fault_code", TEXT, "誤りの符号", "the code of the fault")
_DIAGNOSTICS = _shared_column("diagnostics", TEXT, "指摘のすべて (JSON)", "all diagnostics, as JSON")
_PLY = _shared_column("ply", COUNT, "手数。0 は開始局面", "number of the ply; 0 is the start")
_SIDE = _shared_column("side", TEXT, "first (先手) か second (後手)", "first or second")

RECORDS = TableColumns(
    row=Message("一つの棋譜。データセットでは対局の一局ずつ", "a record; in a dataset each game of a match"),
    memory="records",
    corpus="games",
    columns=(
        _RECORD,
        _FILE,
        _INDEX,
        _corpus_column(*_MATCH),
        _SHA256,
        _DIGEST,
        _shared_column(*_GAME),
        _RULES,
        _STATUS,
        _PLIES,
        _shared_column("branches", COUNT, "変化の数", "how many branches (変化) it has"),
        _shared_column(
            "winner", TEXT, "規則による勝者: first、second、draw", "who has won by the rules: first, second or draw"
        ),
        _shared_column("termination", TEXT, "終わり方", "how it ended"),
        _shared_column("article", TEXT, "終わりを決めた条", "the article that ended it"),
        _shared_column("recorded_winner", TEXT, "棋譜に書かれた勝者", "who has won as the record says"),
        _shared_column("recorded_termination", TEXT, "棋譜に書かれた終わり方", "how it ended as the record says"),
        _corpus_column("match_status", TEXT, "対局の判定", "the verdict on the match"),
        _corpus_column("match_winner", TEXT, "対局の勝者", "who has won the match"),
        _shared_column("first_name", TEXT, "先手の名前", "name of 先手, as written"),
        _shared_column("second_name", TEXT, "後手の名前", "name of 後手, as written"),
        _shared_column("date_written", TEXT, "開始日時、書かれたまま", "the header 開始日時, as written"),
        _shared_column(
            "date", DATE, "開始の日。日まで書かれていなければ空", "its day; missing unless it is known to the day"
        ),
        _shared_column(
            "date_known",
            TEXT,
            "わかるところまでの日付 (2026、2026-11、2026-11-03)。並べる順。年が書かれていなければ空",
            "the date as far as it is known: 2026, 2026-11 or 2026-11-03, to sort by; missing without a year",
        ),
        _shared_column("event", TEXT, "棋戦", "the header 棋戦, as written"),
        _shared_column(
            "start", TEXT, "棋譜の局面図。なければ空", "the position of its 局面図; missing where it has none"
        ),
        _FIRST_SCORE,
        _SECOND_SCORE,
        _shared_column(
            "end_seconds", COUNT, "投了などの前に使った時間 (秒)", "seconds before the word that ends it (投了, …)"
        ),
        _DIAGNOSTICS,
        _memory_column("errors", COUNT, "誤りの数", "diagnostics that are errors"),
        _memory_column("warnings", COUNT, "注意の数", "diagnostics that are warnings"),
        _memory_column(*_FAULT_PLY),
        _memory_column(*_FAULT_ARTICLE),
        _memory_column(*_FAULT_CODE),
        _shared_column(
            "setting",
            TEXT,
            "棋種、規則、盤、規則のファイルのダイジェスト",
            "digest of its game, rules, board and variant file",
        ),
        _shared_column(
            "moves_digest", TEXT, "開始局面と指し手のダイジェスト", "digest of the setting, the start and the moves"
        ),
        _corpus_column(
            "symmetric_digest",
            TEXT,
            "対称を除いた指し手のダイジェスト",
            "digest of the moves up to the game's symmetries",
        ),
        _shared_column(
            "duplicate_of", WIDE, "同じ指し手の最初の局 (record)", "record of the first game of the same moves"
        ),
        _corpus_column(
            "similar_to",
            WIDE,
            "対称を除いて同じ最初の局 (record)",
            "record of the first game that is the same up to symmetries",
        ),
        _shared_column(
            "prefix_of",
            WIDE,
            "この局の指し手がその始まりである、いちばん長い局 (record)",
            "record of the longest game that begins with all moves of this one",
        ),
    ),
)
PLIES = TableColumns(
    row=Message("開始局面 (ply 0)、または一手", "the start (ply 0), or one ply"),
    memory="plies",
    corpus="plies",
    columns=(
        _memory_column(*_GAME),
        _RECORD,
        _memory_column(*_MATCH),
        _PLY,
        _SIDE,
        _shared_column("move", TEXT, "指し手", "the move in its canonical spelling"),
        _shared_column(
            "code", WIDE, "指し手の番号。64 ビットに入らなければ空", "the move as a number; missing beyond 64 bits"
        ),
        _FIRST_SCORE,
        _SECOND_SCORE,
        _shared_column(
            "seconds",
            COUNT,
            "一手に使った時間 (秒)。書かれていなければ空",
            "seconds the ply took; missing where not written",
        ),
        _shared_column("key", WIDE, "局面の番号", "the position as a number"),
        _shared_column("symmetric", WIDE, "対称を除いた局面の番号", "the lowest number of the position's images"),
    ),
)
REJECTS = TableColumns(
    row=Message("誤りのある棋譜、または対局の一局", "a record, or a game of a match, with a fault"),
    corpus="rejects",
    columns=(
        _FILE,
        _INDEX,
        _corpus_column(*_MATCH),
        _SHA256,
        _DIGEST,
        _shared_column(*_GAME),
        _RULES,
        _STATUS,
        _PLIES,
        _corpus_column(*_FAULT_CODE),
        _corpus_column(*_FAULT_ARTICLE),
        _corpus_column("fault_line", COUNT, "誤りのある行 (1 から)", "its line in the file, from 1"),
        _corpus_column(
            "fault_column", COUNT, "行の何文字目か (1 から)", "its column in that line, in characters, from 1"
        ),
        _corpus_column(*_FAULT_PLY),
        _corpus_column("fault_move", TEXT, "誤りのある手、書かれたまま", "the move at fault, as written"),
        _corpus_column("ja", TEXT, "日本語の説明", "what is wrong, in Japanese"),
        _corpus_column("en", TEXT, "英語の説明", "what is wrong, in English"),
        _corpus_column(
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
        _memory_column(*_GAME),
        _RECORD,
        _memory_column(*_MATCH),
        _PLY,
        _memory_column("kind", TEXT, "しるしの種類", "one of the game's kinds of trace"),
        _memory_column("square", TEXT, "マス (四04 など)", "the square in its canonical spelling, such as 四04"),
        _memory_column("column", COUNT, "左から何列目か (1 から)", "its column, from 1, from the left"),
        _memory_column("column_name", TEXT, "列の名前 (四 など)", "its column as diagrams print it, such as 四"),
        _memory_column("row", COUNT, "上から何行目か (1 から)", "its row, from 1, from the top"),
        _SIDE,
        _memory_column("unit", TEXT, "駒の種類", "one of the game's kinds of unit"),
    ),
)
MEASURES = TableColumns(
    row=Message("一手のあとの、一方の一つの指標", "a measure of the game for one side after a ply"),
    memory="measures",
    columns=(
        _memory_column(*_GAME),
        _RECORD,
        _memory_column(*_MATCH),
        _PLY,
        _memory_column("measure", TEXT, "指標", "one of the game's measures, such as territories"),
        _SIDE,
        _memory_column("value", REAL, "その値", "its value after the ply"),
    ),
)
OPENING_SETS = TableColumns(
    row=Message("一方の序盤", "the opening of one side"),
    memory="opening_sets",
    columns=(
        _memory_column(*_GAME),
        _RECORD,
        _memory_column(*_MATCH),
        _SIDE,
        _memory_column(
            "number", COUNT, "序盤の手の数。6面体では占の数", "how many moves it has; in 6面体 the number of 占"
        ),
        _memory_column("moves", TEXT, "その手、指した順", "its moves in the order of play"),
        _memory_column(
            "opening",
            TEXT,
            "同じ組なら同じ文字: 手の順と盤の対称を除く",
            "the same for the same set, whatever the order of play and the symmetry",
        ),
        _memory_column(
            "complete",
            COUNT,
            "もう増えないなら 1、途中で終わるなら 0",
            "1 if nothing can be added to it any more; 0 if the record ends before",
        ),
        _memory_column(
            "winner", TEXT, "規則による勝者: first、second、draw", "who has won by the rules: first, second or draw"
        ),
    ),
)
TABLES = (RECORDS, PLIES, MARKS, MEASURES, OPENING_SETS, REJECTS)
