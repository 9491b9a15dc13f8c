"""What happens to an event: taken, known, a confirmation, stale, refused; undo, fouls, ends, the close."""

import pytest
from each import each
from helpers import DIAGRAM
from helpers import verdict as verdict_on
from tables import Recorder

from kifu.recording.state_record_conversion import record_text
from kifu.recording.submit_and_replay_events import MAX_EVENTS, EventStatus
from kifu.recording.untrusted_json_fields import Rejected
from kifu.referee.status_fault_and_basis import Status as Verdict


def refused(table, *arguments, **members):
    """Send an event that is refused; return the code. Nothing is taken."""
    before = table.state
    with pytest.raises(Rejected) as wrong:
        table.send(*arguments, **members)
    assert table.state is before
    return wrong.value.code


def test_the_same_id_is_known_whatever_its_base():
    """An event that was sent twice is taken once; the answer is that of the first time."""
    table = Recorder()
    first = table.send("move", identity="a", ply=1, text="四04占")
    table.move("三03領")
    again = table.send("move", identity="a", base=0, ply=1, text="四04占")
    assert (first.status, again.status) == (EventStatus.TAKEN, EventStatus.KNOWN)
    assert (again.seq, again.head) == (first.seq, table.lines[1].hash)
    assert table.state.ply == 2


def test_an_old_base_is_stale():
    """Another move, or any other event, on an old base takes nothing."""
    table = Recorder().move("四04占")
    assert table.send("move", base=1, ply=1, text="三03占").status is EventStatus.STALE
    assert table.send("move", base=1, ply=2, text="三03領").status is EventStatus.STALE
    assert table.send("undo", base=1).status is EventStatus.STALE
    assert table.send("comment", base=99, ply=1, text="x").status is EventStatus.STALE
    assert (table.state.ply, table.state.seq) == (1, 2)


def test_the_same_move_on_an_old_base_is_a_confirmation():
    """A second recorder agrees, in any spelling of the move; the line of play stays as it is."""
    table = Recorder().move("四04占")
    for number, text in enumerate(("四04占", "d4T", "▲四０４占領")):
        found = table.send("move", base=1, ply=1, text=text)
        assert (found.status, found.seq) == (EventStatus.AGREE, 3 + number)
    assert [said["text"] for said in table.view()["said"]] == ["四04占", "d4T", "▲四０４占領"]
    assert table.state.ply == 1


@each("ply", [1, 3, 2000])
def test_a_ply_that_is_not_the_next(ply):
    """A move for another ply takes nothing, on the present base too."""
    table = Recorder().move("四04占")
    assert table.send("move", ply=ply, text="三03領").status is EventStatus.STALE


@each("text", ["", " ", "a\nb", "a\tb", "\x1b[2J", "\u202e", "占" * 201, "投了", "四04占(x)", None, 5, "\ud800"])
def test_text_that_no_line_can_hold(text):
    """Control characters, too long texts, and what would read back as something else are refused."""
    assert refused(Recorder(), "move", ply=1, text=text) in {"bad-member", "unwritable"}


def test_wrong_requests():
    """Whatever is no event is refused with a code."""
    table = Recorder()
    assert refused(table, "open") == "unknown-kind"
    assert refused(table, "agree", ply=1, text="x") == "unknown-kind"
    assert refused(table, ["move"]) == "unknown-kind"
    assert refused(table, "move", ply=True, text="四04占") == "bad-member"
    assert refused(table, "move", ply=1, text="四04占", extra=1) == "bad-member"
    assert refused(table, "move", identity="a" * 201, ply=1, text="四04占") == "bad-member"
    assert refused(table, "move", identity="\ud800", ply=1, text="四04占") == "bad-member"
    assert refused(table, "comment", ply=5, text="x") == "no-such-ply"
    assert refused(table, "header", key="規則", value="x") == "bad-member"
    assert refused(table, "header", key="結果", value="先手の勝ち") == "bad-member"
    assert refused(table, "header", key="a：b", value="x") == "unwritable"
    assert refused(table, "special", word="参った") == "unknown-word"
    assert refused(table, "board", diagram="x") != "unwritable"
    assert refused(table, "undo") == "nothing-to-undo"


def test_an_illegal_move_is_marked_and_taken_back():
    """It is kept as text with its article, the board stays, and an undo leaves it in view."""
    table = Recorder().move("四04占", "四04領")
    view = table.view()
    assert (view["moves"][1]["legal"], view["moves"][1]["article"]) == (False, "six.3")
    assert view["position"]["diagram"] == Recorder().move("四04占").view()["position"]["diagram"]
    table.send("comment", ply=2, text="もう一度")
    assert refused(table, "undo", ply=1) == "not-last"
    table.send("undo", ply=2)
    view = table.view()
    assert ([move["text"] for move in view["moves"]], view["comments"]) == (["四04占"], [])
    assert [(undone["kind"], undone["text"]) for undone in view["undone"]] == [("move", "四04領")]
    table.move("三03領")
    assert table.view()["moves"][1]["legal"] is True


def test_a_foul_names_its_side():
    """反則 ends the game; the closing line says whose foul, and the referee confirms it."""
    table = Recorder().move("四04占", "四04領")
    table.send("foul", side="second", ply=2)
    assert record_text(table.state).splitlines()[-1] == "まで2手で後手の反則負け"
    assert table.view()["ending"] == {"winner": "first", "termination": "foul", "article": None}
    assert verdict_on(record_text(table.state)).status is Verdict.CONFIRMED
    assert refused(table, "move", ply=3, text="三03占") == "ended"
    table.send("undo")
    assert "ending" not in table.view()


@each(
    ("word", "side", "line", "winner"),
    [
        ("投了", None, "   2 投了", "first"),
        ("投了", "second", "   2 投了", "first"),
        ("投了", "first", "まで1手で先手の投了", "second"),
        ("時間切れ", "first", "まで1手で先手の時間切れ", "second"),
        ("不戦勝", "first", "まで1手で先手の不戦勝", "first"),
        ("中断", None, "   2 中断", None),
        ("千日手", "first", "   2 千日手", "draw"),
    ],
)
def test_ends_by_people(word, side, line, winner):
    """A special word is written so that the referee reads the same winner."""
    table = Recorder().move("四04占")
    table.send("special", word=word, side=side)
    assert record_text(table.state).splitlines()[-1] == line
    assert table.view()["ending"]["winner"] == winner
    recorded = verdict_on(record_text(table.state)).recorded
    assert (recorded and recorded.outcome) == winner


def test_a_game_that_the_rules_have_ended():
    """The end by the rules is in view at once, and the closing line comes when the game is closed."""
    table = Recorder(setup=DIAGRAM).move("四03-五03武")
    assert table.view()["ending"]["article"] == "six.14"
    assert "まで" not in record_text(table.state)
    table.send("close")
    assert record_text(table.state).splitlines()[-1] == "まで1手で先手の勝ち"
    assert verdict_on(record_text(table.state)).status is Verdict.CONFIRMED
    assert refused(table, "move", ply=2, text="一01領") == "closed"
    assert table.send("sign", name="審判").status is EventStatus.TAKEN


def test_branches_comments_and_headers():
    """They stand in the record at their places, those of several plies too."""
    table = Recorder(names={"first": "甲", "second": "乙"}).move("四04占", "三03領", "四03占")
    table.send("comment", ply=0, text="はじめ")
    table.send("comment", ply=2, text="一\n二", bookmark=True)
    table.send("branch", ply=2, moves=["五05領", "六06占"], text="こうなら")
    table.send("branch", ply=3, moves=["五05占"])
    table.send("branch", ply=2, moves=["七07領"])
    table.send("header", key="場所", value="会館")
    verdict = verdict_on(record_text(table.state))
    assert verdict.diagnostics == ()
    assert [(line.start, line.parent, len(line.entries)) for line in verdict.record.lines] == [
        (1, None, 3),
        (3, 0, 1),
        (2, 0, 2),
        (2, 0, 1),
    ]
    assert verdict.record.head["場所"] == "会館"


def test_a_full_game_can_still_be_ended():
    """After the most events only what ends or signs the game is taken."""
    table = Recorder()
    table.state = table.state._replace(seq=MAX_EVENTS)
    assert refused(table, "move", ply=1, text="四04占") == "full"
    assert table.send("close").status is EventStatus.TAKEN
