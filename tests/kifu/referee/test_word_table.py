"""Each word of the end, whoever it names, says the same wherever it stands: the table of docs/notation.md, cell by cell."""

import re
from functools import cache

import pytest
from helpers import HEAD, verdict
from repository import ROOT
from statements import GAMES
from word_cells import answer, cells, grounds

from kifu.core.outcome import SPECIALS, Outcome, Side
from kifu.referee.status_fault_and_basis import Status

PAGE = (ROOT / "docs" / "notation.md").read_text("utf-8")
LOSES = {"投了", "詰み", "時間切れ", "切れ負け", "不戦敗"}
WINS = {"不戦勝"}
BOTH_LOSE = {"両者反則負け", "両者負け", "両者時間切れ", "両者不戦敗"}
FOULS = {"反則負け": -1, "反則勝ち": 1}
COLUMNS = ("open", "same", "other", "draw", "foul")


def _rows(head):
    """Return the rows of the table of the page that begins with a head, each as a list of cells."""
    lines = PAGE[PAGE.index(head) :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def _answers():
    """Return what the page says: for each word and each column the pairs (status, code) that a cell may have."""
    said = {}
    for words, *row in _rows("| the record says |"):
        for word in words.split():
            for column, text in zip(COLUMNS, row, strict=True):
                pairs = re.findall(r"([A-Z]+)(?: `([a-z-]+)`)?", text)
                said[word, column] = {(status, code or None) for status, code in pairs}
    return said


@cache
def judged(game):
    """Return the answers to each cell of a game, by the writing."""
    return [(cell, {written: answer(text) for written, text in cell.texts.items()}) for cell in cells(game)]


@pytest.mark.parametrize("game", GAMES)
def test_each_cell_has_one_answer(game):
    """Below the moves, in まで and in the head a word gives the same status, winner, fault and codes."""
    found = judged(game)
    assert len(found) > 400
    assert [(cell[:4], answers) for cell, answers in found if len(set(answers.values())) > 1] == []


@pytest.mark.parametrize("game", GAMES)
def test_each_cell_is_answered_as_the_page_says(game):
    """The status and the code are among those of the table in docs/notation.md, and the winner is the one that is named."""
    said = _answers()
    assert {word for word, _ in said} == {*SPECIALS} - {"引分け", "引分", "詰"}
    boards = {ground.name: (ground, *_ended(ground)) for ground in grounds(game)}
    for cell, answers in judged(game):
        if cell.word not in SPECIALS:
            continue
        found = next(iter(answers.values()))
        ground, column, winner = boards[cell.ground]
        claimed = _winner(cell, ground.turn, winner)
        assert found.recorded is not None, cell[:4]
        assert found.recorded[0] == str(claimed), (cell[:4], found)
        if column == "won":
            column = "same" if claimed == winner else "other"
        if cell.ground.endswith("decides1") and cell.word in {"引き分け", "無勝負"}:
            column = "other"  # the last move is declined, and the totals differ
        codes = {code.split()[0] for code in found.codes}
        fits = [one for one in said[cell.word, column] if one[0] == found.status and one[1] in {None, *codes}]
        assert fits, (cell[:4], column, found)
        assert found.status != "CONTRADICTED" or found.fault == fits[0][1], (cell[:4], found)


def _ended(ground):
    """Return the column of a ground, and the winner by the rules."""
    base = verdict("\n".join((*ground.head, *ground.body)) + "\n")
    if base.status is Status.ILLEGAL:
        return "foul", None
    ended = base.replay.ending
    if ended is None:
        return "open", None
    return ("draw" if ended.outcome is Outcome.DRAW else "won"), ended.outcome


def _winner(cell, turn, winner):
    """Return the winner by the first table of the page. A word of no side on a won board is the loser's."""
    word, side = cell.word, cell.side
    if word in FOULS and side is not None:
        return Outcome.win(side if FOULS[word] > 0 else side.other)
    if word in LOSES and side is None and winner in {Outcome.FIRST, Outcome.SECOND}:
        return winner
    if word in LOSES:
        return Outcome.win((turn if side is None else side).other)
    if word in WINS or word in FOULS:
        return Outcome.win(turn if side is None else side)
    return None if word == "中断" or word in BOTH_LOSE else Outcome.DRAW


TIMED = "持ち時間：30分\n1 四04占 (0:05)\n2 二02領 (0:08)\n"


@pytest.mark.parametrize(
    ("end", "status", "severity"),
    [
        ("3 時間切れ (0:03)", Status.CONTRADICTED, "error"),
        ("3 ▲時間切れ (0:03)", Status.CONTRADICTED, "error"),
        ("3 切れ負け (29:50)", Status.CONTRADICTED, "error"),
        ("3 時間切れ (29:54)", Status.DECLARED, "note"),  # each of two times may have lost a second
        ("3 時間切れ (29:55)", Status.DECLARED, None),
        ("3 時間切れ (0:03)\nまで2手で後手の勝ち", Status.CONTRADICTED, "error"),
        ("3 △時間切れ", Status.CONTRADICTED, "error"),
        ("まで2手で後手の時間切れ", Status.CONTRADICTED, "error"),
        ("まで2手で時間切れにより先手の勝ち", Status.CONTRADICTED, "error"),
        ("3 時間切れ", Status.DECLARED, "note"),
        ("まで2手で時間切れ", Status.DECLARED, "note"),
        ("まで2手で先手の切れ負け", Status.DECLARED, "note"),
        ("先手時間切れ", Status.DECLARED, "note"),
    ],
)
def test_a_loss_on_time_against_the_clock(end, status, severity):
    """It is contradicted where the record has all the time that the side used; else a note says what was left."""
    for text in (f"{HEAD}{TIMED}{end}\n", *_in_the_head(end)):
        found = verdict(text)
        assert found.status is status, text
        assert [one.severity for one in found.diagnostics if one.code == "time-left"] == [severity] * (
            severity is not None
        )
        assert (found.fault is not None) == (status is Status.CONTRADICTED), text


def _in_the_head(end):
    if end.startswith("まで2手で"):
        yield f"{HEAD}結果：{end.removeprefix('まで2手で')}\n{TIMED}"


@pytest.mark.parametrize(
    "text",
    [
        TIMED.replace("(0:08)", "(0:08/00:25:00)"),  # its total tells of more time than its moves
        TIMED.replace("2 二02領 (0:08)", "2 二02領"),
        TIMED.replace("(0:08)", "(31:00)"),
        TIMED.replace("持ち時間：30分\n", ""),
    ],
)
def test_a_clock_that_does_not_tell(text):
    """Times that do not account for all that a side used contradict nothing."""
    assert verdict(f"{HEAD}{text}まで2手で後手の時間切れ\n").status is Status.DECLARED
    assert verdict(f"# kifu-table/1 \n{HEAD}{TIMED}3 時間切れ (0:03)\n").status is Status.DECLARED


def test_a_mark_beside_other_statements():
    """△投了 and an unmarked まで of the same word agree; the winner is the other side's in both languages and in JSON."""
    for end in ("3 △投了\nまで2手で投了\n", "3 △投了\nまで2手で先手の勝ち\n", "3 △投了\n"):
        found = verdict(f"{HEAD}1 四04占\n2 二02領\n{end}")
        assert found.status is Status.DECLARED, end
        assert found.to_json()["recorded"] == {"winner": "first", "termination": "resignation", "article": None}
    found = verdict(f"{HEAD}1 四04占\n2 二02領\n3 △投了\nまで2手で後手の勝ち\n")
    assert (found.status, found.fault.code) == (Status.CONTRADICTED, "claims-disagree")
    assert Side.SECOND is found.record.main.special.side
