"""Tests of matches of two games in one record: no line is lost, the head counts for both games, misplaced lines fail."""

import json

from each import each
from helpers import codes_of, document
from hypothesis import given, settings
from hypothesis import strategies as st

import kifu
from kifu.cli.printing.guarded_output_and_progress import json_line_for_stdout
from kifu.cli.printing.verdict_report import verdict_report
from kifu.core.errors import UnreadableFile
from kifu.referee.status_fault_and_basis import Status
from notation.formats.json import to_json
from notation.line_kinds import LineKind, classify_line
from notation.writing import document_bytes

HEAD = "棋種：ユニオンキング\n先手：あ\n後手：い\n"
SETUP = """\
局面図
一 二 三 四 五 六 七
・・ ・・ ・・ ・・ ・・ ・・ ・・ 01
・・ 丸'丸' ・・ ・・ ・・ v八・ ・v八 02
・・ ・・ 三'三' ・・ ・・ ・・ ・・ 03
・・ ・・ ・・ 四'四' ・・ ・・ ・・ 04
・・ ・・ ・・ ・・ 五'五' ・・ ・・ 05
・・ ・・ ・・ ・・ 六'・ ・六' ・・ 06
・・ ・・ ・・ ・・ ・・ ・・ ・・ 07
手番：白
"""
MOVES = "   1 五06-六06六内合\n   2 六02-七02八内合\n"
FIRST, SECOND = "対局：前半\n", "対局：後半\n"

PIECES = [
    "対局：前半",
    "対局：後半",
    "対局：三局目",
    "得点：先手105 後手6",
    "得点：たくさん",
    "合計得点：先手111　後手１１１点",
    "合計得点：半々",
    "結果：先手の勝ち",
    "結果：投了",
    "結果：",
    "先手：あ",
    "後手：あ",
    "1 一06-一05十内",
    "2 七02-七03十内",
    "3 パス",
    "変化：2手",
    "まで2手で中断",
    "まで1手",
    *SETUP.splitlines(),
    "投了",
    "めも",
    "規則：my.toml",
    "手数----",
    "*注",
    "#注",
    "",
]


def lines_of(record):
    """Return the numbers of the lines of a record's parts, including the parts of its games."""
    numbers = {header.line for header in record.headers}
    for line in record.lines:
        parts = (*line.entries, *line.comments, line.special, line.closing, line.score, *line.claims)
        numbers |= {part.line for part in parts if part is not None}
    for diagram in [record.setup, *(shown.diagram for line in record.lines for shown in line.checkpoints)]:
        if diagram is not None:
            head = [diagram.head] if diagram.head else []
            numbers |= {diagram.line, *(part.line for part in [*head, *diagram.rows, *diagram.fields])}
    numbers |= {line.line for line in record.lines[1:]} | {diagnostic.line for diagnostic in record.diagnostics}
    return numbers.union(*map(lines_of, record.games))


@settings(max_examples=150)
@given(st.lists(st.sampled_from(PIECES), max_size=20))
def test_any_order_of_lines(lines):
    """Lines of a match in any order are kept, or get a diagnostic; the canonical form means the same, or is refused."""
    data = "\n".join(["棋種：ユニオンキング", *lines]).encode()
    file = document(data)
    (record,) = file.records
    unheld = {LineKind.BLANK, LineKind.FILE_COMMENT, LineKind.TABLE}
    wanted = {at for at, text in enumerate(file.source.lines, start=1) if classify_line(text).kind not in unheld}
    if record.game is not None:
        assert lines_of(record) >= wanted
    (verdict,) = kifu.verify(file)
    shape = json.loads(json_line_for_stdout(verdict.to_json()))
    assert shape["plies"] + 1 == len(shape["scores"]) or not shape["scores"]
    assert (shape["status"] in {"ILLEGAL", "CONTRADICTED", "UNREADABLE"}) == (shape["fault"] is not None)
    for language in ("ja", "en"):
        assert verdict_report(verdict, file.source, len(file.records), language)
    assert document(to_json(file.source, file.records)).source.data == data
    try:
        once = document_bytes(file, canonical=True)
    except UnreadableFile as refused:
        assert refused.code == "canonical-changes"  # noqa: PT017 - what is raised is one of two right answers
        return
    again = document(once)
    assert document_bytes(again, canonical=True) == once
    assert [one.status for one in kifu.verify(again)] == [verdict.status]


def verdict(text):
    """Return the verdict on the one record of a text."""
    (game_verdict,) = kifu.verify(document(HEAD + text))
    return game_verdict


def codes(match_verdict):
    """Return the codes of the diagnostics of a match and its games."""
    return {code for part in (match_verdict, *match_verdict.games) for code in codes_of(part.diagnostics)}


def test_the_set_up_of_the_head_is_that_of_both_games():
    """A diagram above the games is the start of both games, but a diagram of a game's own comes first."""
    match_verdict = verdict(SETUP + FIRST + MOVES + SECOND + MOVES)
    assert (match_verdict.status, match_verdict.scores()[-1], codes(match_verdict)) == (
        Status.CONFIRMED,
        (111, 111),
        set(),
    )
    own = verdict(SETUP + FIRST + MOVES + SECOND + SETUP.replace("白", "黒") + "   1 六02-七02八内合\n")
    assert (own.games[1].status, own.games[1].plies) == (Status.UNFINISHED, 1)


def test_a_game_that_names_its_own_players():
    """A second game may name its own players; the result is the same as with the names of the head."""
    exchanged = SECOND + "先手：い\n後手：あ\n" + SETUP + MOVES + "まで2手でいの勝ち\n"
    match_verdict = verdict(FIRST + SETUP + MOVES + "まで2手であの勝ち\n" + exchanged)
    assert (match_verdict.status, codes(match_verdict)) == (Status.CONFIRMED, set())


@each(
    ("text", "code", "line"),
    [
        ("   1 一06-一05十内\n" + FIRST + SECOND, "outside-the-games", 4),
        ("投了\n" + FIRST + SECOND, "outside-the-games", 4),
        ("手数----\n" + SETUP + FIRST + SECOND, "outside-the-games", 5),
        (SECOND + FIRST, "match-order", 4),
        (FIRST + FIRST, "match-order", 5),
        (FIRST + SECOND + SECOND, "match-order", 6),
    ],
)
def test_games_that_cannot_be_told_apart(text, code, line):
    """A line that belongs to neither game, or a game out of order, makes the match unreadable at that line."""
    match_verdict = verdict(text)
    assert (match_verdict.status, match_verdict.fault.code, match_verdict.fault.line) == (Status.UNREADABLE, code, line)


@each("result", ["投了", "あが強い", "4手で先手の勝ち", "反則勝ち"])
def test_a_result_that_says_nothing_of_a_match(result):
    """A word that needs a turn, or a count of moves, is no result of a match, so the claim is not understood."""
    match_verdict = verdict(SETUP + FIRST + MOVES + SECOND + MOVES + f"結果：{result}\n")
    assert match_verdict.status is Status.UNREADABLE
    assert codes(match_verdict) <= {"unreadable-result", "not-understood"}


@each(
    ("result", "status"),
    [("引き分け", Status.CONFIRMED), ("中断", Status.CONFIRMED), ("いの勝ち", Status.CONTRADICTED)],
)
def test_results_of_a_match(result, status):
    """111 to 111 is a draw. A match that was broken off contradicts no sum."""
    assert verdict(SETUP + FIRST + MOVES + SECOND + MOVES + f"結果：{result}\n").status is status


def test_nonsense_in_the_head():
    """A line that holds a statement nobody understands makes the record unreadable; a remark is kept with a note."""
    match_verdict = verdict("先手が勝ちそうだと思った\n" + SETUP + FIRST + MOVES + SECOND + MOVES)
    assert match_verdict.status is not Status.UNREADABLE
    match_verdict = verdict("甲の勝ちは乙の負け\n" + SETUP + FIRST + MOVES + SECOND + MOVES)
    assert match_verdict.status is Status.UNREADABLE


def test_only_a_game_that_is_played_twice_has_matches():
    """In a game without matches 対局 is a header like any other."""
    (game_verdict,) = kifu.verify(document("棋種：6面体\n対局：前半\n1 一01占\n"))
    assert (game_verdict.games, game_verdict.plies) == ((), 1)


def test_results_of_an_unfinished_match_are_compared_with_each_other():
    """A match that is not over has no sums, but its results must not differ from each other."""
    half = SETUP + FIRST + MOVES
    assert verdict("結果：先手の勝ち\n" + half).status is Status.UNFINISHED
    both = verdict("結果：先手の勝ち\n勝者：い\n" + half)
    assert (both.status, both.fault.code, both.fault.line) == (Status.CONTRADICTED, "claims-disagree", 5)
    assert verdict("結果：先手の勝ち\n勝者：あ\n" + half).status is Status.UNFINISHED


def test_a_result_below_the_first_game_is_that_of_the_game():
    """It is held against the first game; below the second game it is held against the sums."""
    games = verdict(SETUP + FIRST + MOVES + "結果：後手の勝ち\n" + SECOND + MOVES + "結果：引き分け\n")
    assert (games.status, games.fault.code) == (Status.CONTRADICTED, "wrong-winner")
    assert games.games[0].status is Status.CONTRADICTED
    assert verdict(SETUP + FIRST + MOVES + "結果：先手の勝ち\n" + SECOND + MOVES).status is Status.CONFIRMED
