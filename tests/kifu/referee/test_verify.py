"""The table of verdicts, row by row, on small records."""

import json

import pytest
from helpers import DIAGRAM, HEAD, SIX, document, remarks, verdict, verdicts

from kifu.cli.judging import judge
from kifu.model.outcome import Ending, Outcome, Side, Termination
from kifu.model.specials import SPECIALS, Winner
from kifu.referee.verdict import EXIT_CODES, Status

SETUP = HEAD + DIAGRAM
OPEN = SETUP + "1 四03-三03武\n"
"""A legal move that ends nothing; 後手 is to move."""
OVER = SETUP + "1 四03-五03武\n"
"""先手 beats the last 占 of 後手."""
FOUL = OPEN + "2 四07士\n"
"""The second move breaks six.4: no 占 of 後手 is next to it."""
SHUFFLE = SETUP.replace("○占○○○○○05", "○占○○○士○05").replace("：14 占可", "：13 占不可")
"""Both sides have a 武 to move to and fro."""

ELIMINATION = Ending(Outcome.FIRST, Termination.ELIMINATION, "six.14")


def claim(text, **more):
    """Return status, recorded and fault code of a record."""
    found = verdict(text)
    assert found.plies == more.get("plies", found.plies)
    return found.status, found.recorded, found.fault and found.fault.code


def shuffled(rounds):
    """Return a record in which both sides move to and fro."""
    moves = ["四03-三03武", "六05-六06士", "三03-四03武", "六06-六05士"] * rounds
    return SHUFFLE + "".join(f"{ply} {move}\n" for ply, move in enumerate(moves, start=1))


# CONFIRMED


@pytest.mark.parametrize(
    "end",
    ["", "まで1手で先手の勝ち\n", "2 投了\n", "2 投了\nまで1手で先手の勝ち\n", "まで1手\n", "2 詰み\n", "2 不戦敗\n"],
)
def test_confirmed(end):
    """The rules end the game, and the record claims the same or nothing."""
    found = verdict(OVER + end)
    assert (found.status, found.plies, found.outcome, found.fault) == (Status.CONFIRMED, 1, ELIMINATION, None)
    assert (found.recorded and found.recorded.outcome) == (Outcome.FIRST if end and end != "まで1手\n" else None)
    assert found.diagnostics == ()


def test_confirmed_by_standstill_before_any_move():
    """A set-up whose side to move can do nothing is over."""
    text = SETUP.replace("武", "○").replace("：13 占不可", "：0 占不可")
    found = verdict(text + "まで0手で後手の勝ち\n")
    assert (found.status, found.outcome) == (
        Status.CONFIRMED,
        Ending(Outcome.SECOND, Termination.STANDSTILL, "six.15"),
    )


@pytest.mark.parametrize(
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
    """A record that ends in a foul right after its first illegal move: the article is named, whoever wrote it loses."""
    found = verdict(FOUL + end)
    assert (found.status, found.plies) == (Status.CONFIRMED, 1)
    assert (found.fault.ply, found.fault.article, found.fault.move) == (2, "six.4", "四07士")
    assert found.outcome == Ending(Outcome.FIRST, Termination.FOUL, "six.4")
    assert found.recorded == Ending(Outcome.FIRST, Termination.FOUL)


def test_a_foul_after_further_moves_is_illegal():
    """反則 must stand right after the first illegal move."""
    found = verdict(FOUL + "3 一01占\n4 反則勝ち\n")
    assert (found.status, found.outcome, found.fault.article) == (Status.ILLEGAL, None, "six.4")


def test_broken_off_though_over():
    """中断 claims no winner; the game is confirmed, and the oddity is said where it stands."""
    found = verdict(OVER + "2 中断\n")
    assert (found.status, found.recorded) == (Status.CONFIRMED, Ending(None, Termination.ADJOURNED))
    assert [(d.code, d.line) for d in found.diagnostics] == [("adjourned-after-the-end", 15)]


# DECLARED and UNFINISHED


@pytest.mark.parametrize("word", [word for word, meaning in SPECIALS.items() if meaning.termination.value != "foul"])
@pytest.mark.parametrize("end", ["2 {}", "{}", "2 △{}", "まで1手で{}"])
def test_each_special_word(word, end):
    """Where the rules have not ended the game the record's word is taken; 後手 is to move."""
    meaning = SPECIALS[word]
    winner = {Winner.OTHER: "first", Winner.MOVER: "second", Winner.DRAW: "draw", Winner.NOBODY: None}[meaning.winner]
    claimed = Ending(winner and Outcome(winner), meaning.termination)
    found = verdict(OPEN + end.format(word) + "\n")
    assert (found.recorded, found.fault, found.plies) == (claimed, None, 1)
    if winner is None:
        assert (found.status, found.outcome) == (Status.UNFINISHED, None)
    else:
        assert (found.status, found.outcome) == (Status.DECLARED, claimed)


def test_declared_by_the_closing_line():
    """A winner without a reason is one as recorded."""
    for name, outcome in (("先手", Outcome.FIRST), ("後手", Outcome.SECOND)):
        found = verdict(OPEN + f"まで1手で{name}の勝ち\n")
        assert (found.status, found.outcome) == (Status.DECLARED, Ending(outcome, Termination.DECLARED))


def test_the_closing_line_tells_the_winner_and_the_word_the_reason():
    """Where both agree, the result has the one's winner and the other's reason."""
    assert verdict(OPEN + "2 時間切れ\nまで1手で先手の勝ち\n").outcome == Ending(Outcome.FIRST, Termination.TIME)


@pytest.mark.parametrize(
    ("end", "recorded"), [("", None), ("まで1手\n", None), ("2 中断\n", Ending(None, Termination.ADJOURNED))]
)
def test_unfinished(end, recorded):
    """No result recorded and none reached."""
    found = verdict(OPEN + end)
    assert (found.status, found.outcome, found.recorded) == (Status.UNFINISHED, None, recorded)


@pytest.mark.parametrize(
    ("word", "label"), [("千日手", "repetition"), ("引き分け", "agreement"), ("持将棋", "impasse")]
)
def test_agreed_draws_are_said_to_be_so(word, label):
    """six.16: accepted as agreed by the players, with a note; of 千日手 it tells how often the position has occurred."""
    (note,) = verdict(OPEN + f"2 {word}\n").diagnostics
    assert (note.code, note.severity, note.line, note.column) == ("agreed", "note", 15, 3)
    assert "six.16" in note.message.en
    assert label in note.message.en
    assert ("1 time" in note.message.en) == (word == "千日手")


def test_repetition_is_reported_once_and_ends_nothing():
    """The first fourth occurrence of a position is a note at its ply; no later one is, and play goes on."""
    found = verdict(shuffled(5))
    assert (found.status, found.plies) == (Status.UNFINISHED, 20)
    assert [(d.code, d.ply, d.severity) for d in found.diagnostics if d.ply == 12] == [("repetition", 12, "note")]
    assert {d.ply for d in found.diagnostics} == {12}
    agreed = verdict(shuffled(3) + "13 千日手\n")
    assert (agreed.status, agreed.outcome) == (Status.DECLARED, Ending(Outcome.DRAW, Termination.REPETITION))
    assert ["4 time" in d.message.en for d in agreed.diagnostics if d.code == "agreed"] == [True]


def test_mate_that_is_none_is_remarked_on():
    """詰み is a declared loss, but the rules know legal moves."""
    assert remarks(OPEN + "2 詰み\n") == [("no-mate", 15)]


# CONTRADICTED


@pytest.mark.parametrize(
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
        (OVER + "2 不戦勝\nまで1手で先手の勝ち\n", "claims-disagree", 16),
        (FOUL + "3 反則負け\nまで2手で後手の勝ち\n", "wrong-winner", 17),
        (FOUL + "3 反則負け\nまで5手で先手の勝ち\n", "wrong-count", 17),
    ],
)
def test_contradicted(text, code, line):
    """The record claims another winner, another count, a foul that was none, or two things that disagree."""
    found = verdict(text)
    assert (found.status, found.fault.code, found.fault.line, found.fault.move) == (
        Status.CONTRADICTED,
        code,
        line,
        None,
    )
    assert found.fault.ply == found.plies == 1


def test_the_outcome_of_a_contradicted_record_is_that_of_the_rules():
    """Filled where the rules end the game, null where they do not; recorded is the claim."""
    over = verdict(OVER + "まで1手で後手の勝ち\n")
    assert (over.outcome, over.recorded) == (ELIMINATION, Ending(Outcome.SECOND, Termination.DECLARED))
    assert over.fault.article == "six.14"
    assert verdict(OPEN + "まで9手で後手の勝ち\n").outcome is None


def test_further_contradictions_are_named():
    """The first decides; none is lost."""
    found = verdict(OVER + "2 投了\nまで3手で後手の勝ち\n")
    assert found.fault.code == "wrong-count"
    assert [d.code for d in found.diagnostics] == ["wrong-winner", "claims-disagree", "wrong-count"]


def test_a_right_checkpoint():
    """A diagram that agrees says nothing; hands and turn may be left out."""
    board = "\n".join(SIX.spell_diagram(verdict(OPEN).final).splitlines()[:8])
    assert remarks(OPEN + f"局面図\n{board}\n2 一01領\n") == []


def test_a_wrong_checkpoint_names_the_squares():
    """The ply and line of the diagram, and what stands where by the moves and by the diagram."""
    found = verdict(OPEN + DIAGRAM + "2 一01領\n")
    assert (found.status, found.plies) == (Status.CONTRADICTED, 2)
    assert (found.fault.code, found.fault.ply, found.fault.line, found.fault.article) == ("checkpoint", 1, 15, None)
    for part in ("三03 is 武 by the moves, ○ in the diagram", "四03 is ○ by the moves, 武 in", "to move is second"):
        assert part in found.fault.message.en
    assert "三03 は棋譜では武、図では○" in found.fault.message.ja


def test_many_differences_are_cut():
    """A wholly different diagram lists eight squares and counts the rest."""
    rows = "".join(f"領領領領領領領0{row}\n" for row in range(1, 3)) + "".join(
        f"○○○○○○○0{row}\n" for row in range(3, 8)
    )
    found = verdict(OPEN + f"局面図\n{rows}後手の持駒：1\n")
    assert found.fault.message.en.count(" by the moves, ") == 8
    assert "more" in found.fault.message.en


def test_an_unreadable_checkpoint_is_no_contradiction():
    """It is a line among the moves that is not understood; its place is named."""
    found = verdict(OPEN + "局面図\n○○\n")
    assert (found.status, [(d.code, d.severity, d.ply) for d in found.diagnostics]) == (
        Status.UNREADABLE,
        [("diagram-row-number", "error", 1)],
    )


def test_every_wrong_checkpoint_is_named():
    """The first decides, the others are errors too."""
    assert [code for code, _ in remarks(OPEN + DIAGRAM + "2 一01領\n" + DIAGRAM)] == ["checkpoint", "checkpoint"]


# ILLEGAL


@pytest.mark.parametrize(
    ("text", "ply", "move", "article", "column"),
    [
        (FOUL, 2, "四07士", "six.4", 3),
        (OPEN + "2 ▲一01占\n", 2, "▲一01占", "six.1", 3),
        (OPEN + "  2  一01占\n", 2, "一01占", "six.1", 6),
        (OPEN + "2 パス\n", 2, "パス", "six.1", 3),
        (OPEN + "パス\n", 2, "パス", "six.1", 1),
        (OVER + "2 一01領\n", 2, "一01領", "six.14", 3),
        (OVER + "2 ▲一01占\n", 2, "▲一01占", "six.14", 3),
        (OPEN + "2 ▲投了\n", 2, "投了", "six.1", 3),
        (OVER + "2 ▲投了\n", 2, "投了", "six.14", 3),
    ],
)
def test_illegal_moves(text, ply, move, article, column):
    """The first illegal move with its place and article: wrong unit, wrong side mark, a pass, a move after the end."""
    found = verdict(text + "3 一01占\nまで3手で後手の勝ち\n")
    assert (found.status, found.outcome, found.plies) == (Status.ILLEGAL, None, 1)
    assert (found.fault.ply, found.fault.move, found.fault.article, found.fault.line, found.fault.column) == (
        ply,
        move,
        article,
        15,
        column,
    )
    assert found.fault.code == "illegal-move"


def test_an_illegal_set_up():
    """A diagram that breaks an article: ply 0, no move, the place of the field."""
    found = verdict(SETUP.replace("13 占不可", "13 占可") + "1 四03-三03武\n")
    assert (found.status, found.plies, found.replay) == (Status.ILLEGAL, 0, None)
    fault = found.fault
    assert (fault.ply, fault.move, fault.line, fault.column) == (0, None, 11, 7)
    assert (fault.article, fault.code) == ("six.3", "diagram-right")


def test_an_article_only_and_no_reading_error():
    """A well-formed move that does not fit the position is never unreadable: unit, owner, path."""
    for move in ("四03-三03士", "四03-三03怨霊", "四03-二03-一03武", "一01-二02占", "四03-四03武", "四03占", "d3-c3G"):
        assert verdict(SETUP + f"1 {move}\n").status is Status.ILLEGAL


# UNREADABLE


@pytest.mark.parametrize(
    ("text", "code", "ply", "line", "column"),
    [
        (OPEN + "2 八01領\n", "square-off-board", 2, 15, 3),
        (OPEN + "2 一01-一08領\n", "square-off-board", 2, 15, 7),
        (OPEN + "2 一00領\n", "square-off-board", 2, 15, 3),
        (OPEN + "2 一01金\n", "unknown-unit", 2, 15, 6),
        (OPEN + "2 一01\n", "unknown-unit", 2, 15, 6),
        (OPEN + "2 一01領 一02占\n", "two-moves", 2, 15, 8),
        (OPEN + "2 一01領打\n", "unknown-suffix", 2, 15, 7),
        (OPEN + "2 一01T\n", "mixed-dialects", 2, 15, 3),
        (OPEN + "2 なんとか\n", "not-a-move", 2, 15, 3),
        (OPEN + "2\n", "not-a-move", 2, 15, 2),
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
    """A move line that cannot be read, a set-up that cannot, a game that is not known: no article, exact places."""
    found = verdict(text)
    assert (found.status, found.outcome, found.fault.article) == (Status.UNREADABLE, None, None)
    assert (found.fault.code, found.fault.ply, found.fault.line, found.fault.column) == (code, ply, line, column)
    assert found.plies == (1 if ply else 0)


@pytest.mark.parametrize("data", [b"", b"\x00\x01", "棋種：".encode()[:-1], b"{", b"text", "\ufeff".encode("utf-16")])
def test_files_without_a_record(data):
    """One verdict says why, at index 0, with the digest of the bytes."""
    (found,) = verdicts(data)
    assert (found.status, found.index, found.game, found.fault.ply, len(found.sha256)) == (
        Status.UNREADABLE,
        0,
        None,
        0,
        64,
    )
    assert found.to_json()["diagnostics"][-1]["code"] == found.fault.code


def test_unreadable_moves_further_on_are_named():
    """After the first fault nothing is replayed, but whatever cannot be read is said."""
    text = FOUL + "3 八01占\n4 一01領\n5 ？\n"
    assert remarks(text) == [("illegal-move", 15), ("square-off-board", 16), ("not-a-move", 18)]
    assert ("square-off-board", 15) in remarks(
        SETUP.replace("七07", "七").replace("07\n", "\n") + "1 一01占\n2 八01占\n"
    )


# What decides


def test_the_first_ply_with_a_fault_decides():
    """A wrong diagram after ply 1 comes before an illegal move at ply 2; after it, it is not reached."""
    before = verdict(OPEN + DIAGRAM + "2 四07士\n")
    assert (before.status, before.fault.code) == (Status.CONTRADICTED, "checkpoint")
    assert [d.code for d in before.diagnostics] == ["checkpoint", "illegal-move"]
    after = verdict(FOUL + DIAGRAM)
    assert (after.status, [d.code for d in after.diagnostics]) == (
        Status.ILLEGAL,
        ["checkpoint-not-reached", "illegal-move"],
    )


def test_illegal_before_contradicted_at_the_same_ply():
    """An illegal move decides over a wrong count, winner and result of the same record."""
    assert verdict(FOUL + "まで9手で先手の勝ち\n").status is Status.ILLEGAL
    assert verdict(OPEN + "2 ▲投了\nまで9手で後手の勝ち\n").status is Status.ILLEGAL


def test_a_wrong_diagram_does_not_hide_what_comes_after():
    """The contradictions and the untimely word behind it are named."""
    codes = [code for code, _ in remarks(OPEN + DIAGRAM + "まで9手で後手の勝ち\n")]
    assert codes == ["wrong-count", "checkpoint"]
    assert [code for code, _ in remarks(OPEN + DIAGRAM + "2 ▲投了\n")] == ["illegal-move", "checkpoint"]


def test_warnings_leave_the_status():
    """Wrong numbers and times, and lines after the end."""
    text = HEAD + "2 一01占 (0:05/00:00:09)\n七07領\n3 投了\n4 一02占\nまで2手で後手の勝ち\n"
    found = verdict(text)
    assert (found.status, {d.severity for d in found.diagnostics}) == (Status.DECLARED, {"warning"})


# Branches


BRANCHED = OPEN + "2 一01領\n3 中断\n変化：2手\n2 一02領\n3 三03-四03武\n"


def test_a_good_branch_says_nothing():
    """It is replayed from where it leaves."""
    found = verdict(BRANCHED)
    assert (found.diagnostics, len(found.branches[0].moves), found.plies) == ((), 3, 2)


@pytest.mark.parametrize(
    ("moves", "codes"),
    [
        ("2 四07士\n3 八01占\n", [("branch-illegal-move", 18), ("square-off-board", 19)]),
        ("2 八01領\n", [("branch-square-off-board", 18)]),
        ("2 一02領\nまで9手で先手の勝ち\n", [("branch-wrong-count", 19)]),
        ("2 一02領\n" + DIAGRAM, [("branch-checkpoint", 19)]),
        ("2 一02領\n" + DIAGRAM + "3 ？\n", [("branch-checkpoint", 19), ("branch-not-a-move", 31)]),
        ("2 ▲投了\n", [("branch-illegal-move", 18)]),
        ("2 一02領\n3 千日手\n", [("agreed", 19)]),
        ("2 四07士\n3 反則負け\n", []),
    ],
)
def test_faults_of_a_branch_are_remarks(moves, codes):
    """They have codes that begin with branch- and leave the record's status, but for a move that cannot be read."""
    text = OPEN + "2 一01領\n3 中断\n変化：2手\n" + moves
    found = verdict(text)
    unread = next((code for code, _ in codes if code.endswith(("-a-move", "off-board"))), None)
    assert found.status is (Status.UNREADABLE if unread else Status.UNFINISHED)
    assert (found.fault and found.fault.code) == unread
    assert [(d.code, d.line) for d in found.diagnostics] == codes


def test_a_branch_from_a_fault():
    """One that replaces the illegal move is judged; one that comes after it cannot be."""
    text = FOUL + "3 一01占\n変化：3手\n3 一02占\n変化：2手\n2 一03領\n3 五05武\n"
    found = verdict(text)
    assert found.status is Status.ILLEGAL
    assert [(d.code, d.line) for d in found.diagnostics] == [
        ("illegal-move", 15),
        ("branch-not-judged", 17),
        ("branch-illegal-move", 21),
    ]
    assert found.branches[0] is None


def test_a_branch_may_go_on_where_players_resigned():
    """But not where the rules have ended the game."""
    assert remarks(OPEN + "2 投了\n変化：2手\n2 一01領\n") == []
    assert remarks(OVER + "2 投了\n変化：2手\n2 一01領\n") == [("branch-illegal-move", 17)]


def test_nested_branches_start_from_their_own_line():
    """A branch of a branch is replayed from the branch's position."""
    nested = BRANCHED + "変化：3手\n3 三03-二03武\n4 一02領\n"
    found = verdict(nested)
    assert [(d.code, d.line, d.ply) for d in found.diagnostics] == [("branch-illegal-move", 22, 4)]
    assert "six.3" in found.diagnostics[0].message.en


def test_repetition_counts_the_moves_before_a_branch():
    """A position may occur for the fourth time within a branch."""
    text = (
        shuffled(2)
        + "9 四03-三03武\n変化：9手\n"
        + "".join(
            f"{ply} {move}\n"
            for ply, move in enumerate(["四03-三03武", "六05-六06士", "三03-四03武", "六06-六05士"], start=9)
        )
    )
    assert [d.code for d in verdict(text).diagnostics] == ["repetition"]


# The file and its JSON


def test_remarks_on_the_file_come_with_every_record():
    """Such as the encoding it was read in."""
    for found in judge(document((OPEN * 2).encode("cp932"))):
        assert found.diagnostics[0].code == "encoding"


def test_exit_codes():
    """0 for what is well, 1 for what is not, 3 for what cannot be read."""
    assert {status.value: status.exit_code for status in Status} == EXIT_CODES
    assert set(EXIT_CODES.values()) == {0, 1, 3}


@pytest.mark.parametrize(
    "text",
    [
        OVER + "まで1手で先手の勝ち\n",
        FOUL,
        OPEN + "2 八01占\n",
        "",
        OVER + "まで1手で後手の勝ち\n",
        SETUP.replace("：13", "：99"),
    ],
)
def test_the_json_has_exactly_the_shape_of_the_design(text):
    """Every key, in order; its values of the kinds that a program may count on; one line."""
    (found,) = verdicts(text)
    shape = json.loads(json.dumps(found.to_json()))
    assert list(shape) == [
        "file",
        "index",
        "game",
        "rules",
        "status",
        "plies",
        "outcome",
        "recorded",
        "fault",
        "scores",
        "final",
        "games",
        "diagnostics",
        "sha256",
    ]
    for ending in (shape["outcome"], shape["recorded"]):
        assert ending is None or list(ending) == ["winner", "termination", "article"]
    fault = shape["fault"]
    assert fault is None or list(fault) == ["ply", "move", "line", "column", "article", "code", "message"]
    for remark in shape["diagnostics"]:
        assert list(remark) == ["code", "severity", "line", "column", "ply", "message"]
        assert list(remark["message"]) == ["ja", "en"]
    assert len(shape["scores"]) == (shape["plies"] + 1 if found.replay else 0)
    assert (shape["games"], shape["index"], shape["file"]) == ([], 0, "game.kif")


def test_the_json_of_a_confirmed_game():
    """Winner by side, the tally of 占 at each ply, the final diagram with its hand and turn lines."""
    shape = verdict(OVER + "まで1手で先手の勝ち\n").to_json()
    assert (shape["game"], shape["rules"], shape["status"], shape["plies"]) == ("six", "six/1", "CONFIRMED", 1)
    assert shape["outcome"] == {"winner": "first", "termination": "elimination", "article": "six.14"}
    assert shape["recorded"] == {"winner": "first", "termination": "declared", "article": None}
    assert shape["scores"] == [[1, 1], [1, 0]]
    assert shape["final"] == (
        "一二三四五六七\n○○○○○○○01\n○○○○○○○02\n○○○霊武○○03\n○○○○○○○04\n○占○○○○○05\n○○○○○○○06\n○○○○○○○07\n"
        "先手の持駒：13 占不可\n後手の持駒：14 占可\n手番：後手\n"
    )


def test_the_side_that_wins_is_told_by_whose_turn_it_is():
    """The position decides whose turn it is, also when a set-up starts with 後手."""
    text = SETUP.replace("手番：先手", "手番：後手") + "1 一01領\n2 投了\n"
    assert verdict(text).outcome == Ending(Outcome.win(Side.SECOND), Termination.RESIGNATION)
