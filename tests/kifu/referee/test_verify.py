"""The table of verdicts, row by row, on small records."""

from each import each
from helpers import DIAGRAM, HEAD, SIX, remarks, verdicts
from helpers import verdict as verdict_on
from small_records import FOUL, OPEN, OVER, SETUP, shuffled

from kifu.core.outcome import SPECIALS, Ending, Outcome, Termination, WinnerRule
from kifu.referee.status_fault_and_basis import Status

ELIMINATION = Ending(Outcome.FIRST, Termination.ELIMINATION, "six.14")


def claim(text, **more):
    """Return the status, the recorded result and the fault's code of a record."""
    verdict = verdict_on(text)
    assert verdict.plies == more.get("plies", verdict.plies)
    return verdict.status, verdict.recorded, verdict.fault and verdict.fault.code


# CONFIRMED


@each(
    "end",
    ["", "まで1手で先手の勝ち\n", "2 投了\n", "2 投了\nまで1手で先手の勝ち\n", "まで1手\n"],
)
def test_confirmed(end):
    """The rules end the game, and the record claims the same or nothing."""
    verdict = verdict_on(OVER + end)
    assert (verdict.status, verdict.plies, verdict.outcome, verdict.fault) == (Status.CONFIRMED, 1, ELIMINATION, None)
    assert (verdict.recorded and verdict.recorded.outcome) == (Outcome.FIRST if end and end != "まで1手\n" else None)
    assert verdict.diagnostics == ()


def test_confirmed_by_standstill_before_any_move():
    """A game is over at its set-up if the side to move has no legal move."""
    text = SETUP.replace("武", "○").replace("：13 占不可", "：0 占不可")
    verdict = verdict_on(text + "まで0手で後手の勝ち\n")
    assert (verdict.status, verdict.outcome) == (
        Status.CONFIRMED,
        Ending(Outcome.SECOND, Termination.STANDSTILL, "six.15"),
    )


@each(
    "end",
    [
        "3 反則負け\n",
        "3 反則勝ち\n",
        "3 △反則負け\n",
        "まで2手で後手の反則負け\n",
        "まで1手で先手の反則勝ち\n",
        "まで反則負け\n",
        "3 反則負け\nまで2手で先手の勝ち\n",
        "3 反則勝ち\nまで1手で先手の勝ち\n",
    ],
)
def test_confirmed_foul(end):
    """A record may end in 反則 right after its first illegal move: the verdict names the article, and that side loses."""
    verdict = verdict_on(FOUL + end)
    assert (verdict.status, verdict.plies) == (Status.CONFIRMED, 1)
    assert (verdict.fault.ply, verdict.fault.article, verdict.fault.move) == (2, "six.4", "四07士")
    assert verdict.outcome == Ending(Outcome.FIRST, Termination.FOUL, "six.4")
    assert verdict.recorded == Ending(Outcome.FIRST, Termination.FOUL)


def test_a_foul_after_further_moves_is_illegal():
    """反則 must stand right after the first illegal move."""
    verdict = verdict_on(FOUL + "3 一01占\n4 反則勝ち\n")
    assert (verdict.status, verdict.outcome, verdict.fault.article) == (Status.ILLEGAL, None, "six.4")


def test_broken_off_though_over():
    """中断 claims no winner: the game is confirmed, and a warning stands at its place."""
    verdict = verdict_on(OVER + "2 中断\n")
    assert (verdict.status, verdict.recorded) == (Status.CONFIRMED, Ending(None, Termination.ADJOURNED))
    assert [(d.code, d.line) for d in verdict.diagnostics] == [("adjourned-after-the-end", 15)]


# DECLARED and UNFINISHED


@each("word", [word for word, meaning in SPECIALS.items() if meaning.termination.value != "foul"])
@each("end", ["2 {}", "{}", "2 △{}", "まで1手で{}"])
def test_each_special_word(word, end):
    """If the rules have not ended the game, the claim of the record counts; 後手 is to move."""
    meaning = SPECIALS[word]
    winner = {WinnerRule.OTHER: "first", WinnerRule.MOVER: "second", WinnerRule.DRAW: "draw", WinnerRule.NOBODY: None}[
        meaning.winner
    ]
    claimed = Ending(winner and Outcome(winner), meaning.termination)
    both_have_lost = word in {"両者負け", "両者時間切れ", "両者不戦敗"}
    verdict = verdict_on(OPEN + end.format(word) + "\n")
    assert (verdict.recorded, verdict.fault, verdict.plies) == (claimed, None, 1)
    if winner is None and not both_have_lost:
        assert (verdict.status, verdict.outcome) == (Status.UNFINISHED, None)
    else:
        assert (verdict.status, verdict.outcome) == (Status.DECLARED, claimed)


def test_declared_by_the_closing_line():
    """A winner without a reason has the termination DECLARED."""
    for name, outcome in (("先手", Outcome.FIRST), ("後手", Outcome.SECOND)):
        verdict = verdict_on(OPEN + f"まで1手で{name}の勝ち\n")
        assert (verdict.status, verdict.outcome) == (Status.DECLARED, Ending(outcome, Termination.DECLARED))


def test_the_closing_line_tells_the_winner_and_the_word_the_reason():
    """If both agree, the result has the winner of the closing line and the reason of the special word."""
    assert verdict_on(OPEN + "2 時間切れ\nまで1手で先手の勝ち\n").outcome == Ending(Outcome.FIRST, Termination.TIME)


@each(("end", "recorded"), [("", None), ("まで1手\n", None), ("2 中断\n", Ending(None, Termination.ADJOURNED))])
def test_unfinished(end, recorded):
    """A record without a result, whose game goes on, is unfinished."""
    verdict = verdict_on(OPEN + end)
    assert (verdict.status, verdict.outcome, verdict.recorded) == (Status.UNFINISHED, None, recorded)


@each(("word", "label"), [("千日手", "repetition"), ("引き分け", "agreement"), ("持将棋", "impasse")])
def test_agreed_draws_are_said_to_be_so(word, label):
    """An agreed draw is accepted with a note (six.16); for 千日手 the note counts the occurrences of the position."""
    (note,) = verdict_on(OPEN + f"2 {word}\n").diagnostics
    assert (note.code, note.severity, note.line, note.column) == ("agreed", "note", 15, 3)
    assert "six.16" in note.message.en
    assert label in note.message.en
    assert ("1 time" in note.message.en) == (word == "千日手")


def test_repetition_is_reported_once_and_ends_nothing():
    """The first fourth occurrence of a position gives a note at its ply; later ones do not, and play goes on."""
    verdict = verdict_on(shuffled(5))
    assert (verdict.status, verdict.plies) == (Status.UNFINISHED, 20)
    assert [(d.code, d.ply, d.severity) for d in verdict.diagnostics if d.ply == 12] == [("repetition", 12, "note")]
    assert {d.ply for d in verdict.diagnostics} == {12}
    agreed = verdict_on(shuffled(3) + "13 千日手\n")
    assert (agreed.status, agreed.outcome) == (Status.DECLARED, Ending(Outcome.DRAW, Termination.REPETITION))
    assert ["4 time" in d.message.en for d in agreed.diagnostics if d.code == "agreed"] == [True]


def test_mate_that_is_none_is_remarked_on():
    """詰み is a declared loss, with a warning if there are legal moves."""
    assert remarks(OPEN + "2 詰み\n") == [("no-mate", 15)]


# CONTRADICTED


@each(
    ("text", "code", "line"),
    [
        (OVER + "まで1手で後手の勝ち\n", "wrong-winner", 15),
        (OVER + "2 千日手\n", "wrong-winner", 15),
        (OVER + "2 不戦勝\n", "wrong-winner", 15),
        (OVER + "まで2手で先手の勝ち\n", "wrong-count", 15),
        (OPEN + "まで2手で先手の勝ち\n", "wrong-count", 15),
        (OPEN + "2 中断\nまで0手で中断\n", "wrong-count", 16),
        (OPEN + "2 反則負け\n", "no-foul", 15),
        (OPEN + "2 反則勝ち\n", "no-foul", 15),
        (OPEN + "まで1手で先手の反則負け\n", "no-foul", 15),
        (OVER + "2 反則負け\n", "no-foul", 15),
        (OPEN + "2 投了\nまで1手で後手の勝ち\n", "claims-disagree", 16),
        (OPEN + "2 投了\nまで1手で中断\n", "claims-disagree", 16),
        (OPEN + "2 中断\nまで1手で先手の勝ち\n", "claims-disagree", 16),
        (OPEN + "2 千日手\nまで1手で投了\n", "claims-disagree", 16),
        (OVER + "2 不戦勝\nまで1手で先手の勝ち\n", "wrong-winner", 15),
        (OVER + "2 詰み\n", "wrong-reason", 15),
        (OVER + "2 不戦敗\n", "wrong-reason", 15),
        (OVER + "2 投了\nまで1手で時間切れにより先手の勝ち\n", "wrong-reason", 16),
        (FOUL + "3 反則負け\nまで2手で後手の勝ち\n", "wrong-winner", 17),
        (FOUL + "3 反則負け\nまで5手で先手の勝ち\n", "wrong-count", 17),
    ],
)
def test_contradicted(text, code, line):
    """A wrong winner, reason or count, a foul without an illegal move, and claims that disagree are contradictions."""
    verdict = verdict_on(text)
    assert (verdict.status, verdict.fault.code, verdict.fault.line, verdict.fault.move) == (
        Status.CONTRADICTED,
        code,
        line,
        None,
    )
    assert verdict.fault.ply == verdict.plies == 1


def test_the_outcome_of_a_contradicted_record_is_that_of_the_rules():
    """The outcome is that of the rules, or None if the game goes on; `recorded` is the claim."""
    over = verdict_on(OVER + "まで1手で後手の勝ち\n")
    assert (over.outcome, over.recorded) == (ELIMINATION, Ending(Outcome.SECOND, Termination.DECLARED))
    assert over.fault.article == "six.14"
    assert verdict_on(OPEN + "まで9手で後手の勝ち\n").outcome is None


def test_further_contradictions_are_named():
    """The first contradiction decides, and the others are errors too."""
    verdict = verdict_on(OVER + "2 投了\nまで3手で後手の勝ち\n")
    assert verdict.fault.code == "wrong-count"
    assert [d.code for d in verdict.diagnostics] == ["wrong-winner", "claims-disagree", "wrong-count"]


def test_a_right_checkpoint():
    """A diagram that agrees gives no diagnostic; it may leave out hands and turn."""
    board = "\n".join(SIX.spell_diagram(verdict_on(OPEN).final).splitlines()[:8])
    assert remarks(OPEN + f"局面図\n{board}\n2 一01領\n") == []


def test_a_wrong_checkpoint_names_the_squares():
    """The fault has the ply and line of the diagram, and the message lists the squares that differ."""
    verdict = verdict_on(OPEN + DIAGRAM + "2 一01領\n")
    assert (verdict.status, verdict.plies) == (Status.CONTRADICTED, 2)
    assert (verdict.fault.code, verdict.fault.ply, verdict.fault.line, verdict.fault.article) == (
        "checkpoint",
        1,
        15,
        None,
    )
    for part in ("三03 is 武 by the moves, ○ in the diagram", "四03 is ○ by the moves, 武 in", "to move is second"):
        assert part in verdict.fault.message.en
    assert "三03 は棋譜では武、図では○" in verdict.fault.message.ja


def test_many_differences_are_cut():
    """The message about a wholly different diagram lists eight squares and counts the rest."""
    rows = "".join(f"領領領領領領領0{row}\n" for row in range(1, 3)) + "".join(
        f"○○○○○○○0{row}\n" for row in range(3, 8)
    )
    verdict = verdict_on(OPEN + f"局面図\n{rows}後手の持駒：1\n")
    assert verdict.fault.message.en.count(" by the moves, ") == 8
    assert "more" in verdict.fault.message.en


def test_an_unreadable_checkpoint_is_no_contradiction():
    """A diagram that cannot be read makes the record unreadable, with an error at its place."""
    verdict = verdict_on(OPEN + "局面図\n○○\n")
    assert (verdict.status, [(d.code, d.severity, d.ply) for d in verdict.diagnostics]) == (
        Status.UNREADABLE,
        [("diagram-row-number", "error", 1)],
    )


def test_every_wrong_checkpoint_is_named():
    """The first wrong diagram decides, and the others are errors too."""
    assert [code for code, _ in remarks(OPEN + DIAGRAM + "2 一01領\n" + DIAGRAM)] == ["checkpoint", "checkpoint"]


# ILLEGAL


@each(
    ("text", "ply", "move", "article", "column"),
    [
        (FOUL, 2, "四07士", "six.4", 3),
        (OPEN + "2 ▲一01占\n", 2, "▲一01占", "six.1", 3),
        (OPEN + "  2  一01占\n", 2, "一01占", "six.1", 6),
        (OPEN + "2 パス\n", 2, "パス", "six.1", 3),
        (OPEN + "パス\n", 2, "パス", "six.1", 1),
        (OVER + "2 一01領\n", 2, "一01領", "six.14", 3),
        (OVER + "2 ▲一01占\n", 2, "▲一01占", "six.14", 3),
    ],
)
def test_illegal_moves(text, ply, move, article, column):
    """The fault is the first illegal move: a wrong unit, a wrong side mark, a pass, or a move after the end."""
    verdict = verdict_on(text + "3 一01占\nまで3手で後手の勝ち\n")
    assert (verdict.status, verdict.outcome, verdict.plies) == (Status.ILLEGAL, None, 1)
    assert (verdict.fault.ply, verdict.fault.move, verdict.fault.article, verdict.fault.line, verdict.fault.column) == (
        ply,
        move,
        article,
        15,
        column,
    )
    assert verdict.fault.code == "illegal-move"


def test_an_illegal_set_up():
    """A set-up that breaks an article is illegal at ply 0, without a move, at the place of its line."""
    verdict = verdict_on(SETUP.replace("13 占不可", "13 占可") + "1 四03-三03武\n")
    assert (verdict.status, verdict.plies, verdict.replay) == (Status.ILLEGAL, 0, None)
    fault = verdict.fault
    assert (fault.ply, fault.move, fault.line, fault.column) == (0, None, 11, 7)
    assert (fault.article, fault.code) == ("six.3", "diagram-right")


def test_an_article_only_and_no_reading_error():
    """A well-formed move with a wrong unit, owner or path is illegal, and never unreadable."""
    for move in ("四03-三03士", "四03-三03怨霊", "四03-二03-一03武", "一01-二02占", "四03-四03武", "四03占", "d3-c3G"):
        assert verdict_on(SETUP + f"1 {move}\n").status is Status.ILLEGAL


# UNREADABLE


@each(
    ("text", "code", "ply", "line", "column"),
    [
        (OPEN + "2 八01領\n", "square-off-board", 2, 15, 3),
        (OPEN + "2 一01-一08領\n", "square-off-board", 2, 15, 7),
        (OPEN + "2 一00領\n", "square-off-board", 2, 15, 3),
        (OPEN + "2 一01金\n", "unknown-unit", 2, 15, 6),
        (OPEN + "2 一01-一02\n", "unknown-unit", 2, 15, 10),
        (OPEN + "2 一01領成\n", "unknown-suffix", 2, 15, 7),
        (OPEN + "2 なんとか\n", "not-a-move", 2, 15, 3),
        (OPEN + "2\n", "unwritten-move", 2, 15, 1),
        (SETUP.replace("○○○武領○○03", "○○○武領○03"), "diagram-row-length", 0, 6, 1),
        (SETUP.replace("○○○武領○○03", "○○○武金○○03"), "diagram-cell", 0, 6, 5),
        (SETUP.replace("○○○武領○○03\n", ""), "diagram-row-number", 0, 6, 1),
        (SETUP.replace("：13", "：14"), "too-many-dice", 0, 11, 7),
        (SETUP.replace("手番：先手", "手番：誰か"), "diagram-field", 0, 13, 4),
        ("棋種：なにか\n", "unknown-game", 0, 1, 4),
        (HEAD + "規則：six/9\n", "unknown-rules", 0, 2, 4),
    ],
)
def test_unreadable_records(text, code, ply, line, column):
    """A move or a set-up that cannot be read, and an unknown game, have exact places and no article."""
    verdict = verdict_on(text)
    assert (verdict.status, verdict.outcome, verdict.fault.article) == (Status.UNREADABLE, None, None)
    assert (verdict.fault.code, verdict.fault.ply, verdict.fault.line, verdict.fault.column) == (
        code,
        ply,
        line,
        column,
    )
    assert verdict.plies == (1 if ply else 0)


@each("data", [b"", b"\x00\x01", "棋種：".encode()[:-1], b"{", b"text", "\ufeff".encode("utf-16")])
def test_files_without_a_record(data):
    """A file without a record gives a verdict at index 0 with the reason and the digest of the file."""
    (verdict,) = verdicts(data)
    assert (verdict.status, verdict.index, verdict.game, verdict.fault.ply, len(verdict.sha256)) == (
        Status.UNREADABLE,
        0,
        None,
        0,
        64,
    )
    assert verdict.to_json()["diagnostics"][-1]["code"] == verdict.fault.code


def test_unreadable_moves_further_on_are_named():
    """After the first fault nothing is replayed, but each move that cannot be read is an error."""
    text = FOUL + "3 八01占\n4 一01領\n5 ？\n"
    assert remarks(text) == [("illegal-move", 15), ("square-off-board", 16), ("unwritten-move", 18)]
    assert ("square-off-board", 15) in remarks(
        SETUP.replace("七07", "七").replace("07\n", "\n") + "1 一01占\n2 八01占\n"
    )


# What decides


def test_the_first_ply_with_a_fault_decides():
    """A wrong diagram before an illegal move decides; a diagram after it is not reached."""
    before = verdict_on(OPEN + DIAGRAM + "2 四07士\n")
    assert (before.status, before.fault.code) == (Status.CONTRADICTED, "checkpoint")
    assert [d.code for d in before.diagnostics] == ["checkpoint", "illegal-move"]
    after = verdict_on(FOUL + DIAGRAM)
    assert (after.status, [d.code for d in after.diagnostics]) == (
        Status.ILLEGAL,
        ["checkpoint-not-reached", "illegal-move"],
    )


def test_illegal_before_contradicted_at_the_same_ply():
    """An illegal move comes before a wrong count, winner or result of the same record."""
    assert verdict_on(FOUL + "まで9手で先手の勝ち\n").status is Status.ILLEGAL
    assert verdict_on(FOUL + "3 投了\nまで9手で先手の勝ち\n").status is Status.ILLEGAL


def test_a_wrong_diagram_does_not_hide_what_comes_after():
    """After a wrong diagram the later contradictions, or a word of the wrong side, are errors too."""
    codes = [code for code, _ in remarks(OPEN + DIAGRAM + "まで9手で後手の勝ち\n")]
    assert codes == ["wrong-count", "checkpoint"]
    assert [code for code, _ in remarks(OVER + DIAGRAM + "2 ▲投了\n")] == ["wrong-winner", "checkpoint"]


def test_warnings_leave_the_status():
    """Wrong numbers and times, and lines after the end, are warnings that leave the status."""
    text = HEAD + "2 一01占 (0:05/00:00:09)\n七07領\n3 投了\n4 一02占\nまで2手で後手の勝ち\n"
    verdict = verdict_on(text)
    assert (verdict.status, {d.severity for d in verdict.diagnostics}) == (Status.DECLARED, {"warning"})


@each(
    ("text", "why"),
    [
        ("棋種：6面体\n   1 四04占\nまで1手で全滅により先手の勝ち\n", "elimination"),
        ("棋種：ユニオンエース\n   1 二06-三05三内\nまで1手で目標到達により先手の勝ち\n", "target"),
        ("棋種：ユニオンエース\n1 二06-三05三内\n白が100点に達し、白の勝ち。\n", "target"),
    ],
)
def test_an_end_that_the_board_does_not_show(text, why):
    """A claim that the board has ended the game, with its reason, is contradicted while play goes on."""
    status, recorded, code = claim(text)
    assert (status, code) == (Status.CONTRADICTED, "unfounded-claim")
    assert recorded.termination.value == why


def test_an_end_that_the_board_shows():
    """The reason that the board shows is confirmed."""
    assert claim(f"{OVER}まで1手で全滅により先手の勝ち\n")[0] is Status.CONFIRMED
