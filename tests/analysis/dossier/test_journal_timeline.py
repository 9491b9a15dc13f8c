"""Tests the time line of a journal: every event, what was taken back, what was written twice, what is damaged."""

import pytest
from disputed import RIGHT, WRONG, inputs, made, recorded, sheet_a
from each import each

from analysis.dossier import dossier_and_journal_to_blocks
from analysis.dossier.contents import make_dossier
from analysis.dossier.inputs_and_judged_sheets import UnusableInput
from analysis.dossier.journal_timeline import MAX_JOURNAL_LINES, read_timeline


@pytest.fixture(scope="module")
def data():
    """Return the bytes of the journal."""
    return recorded().data()


def test_time_line(data):
    """Each line is an event; an undo names what it took back, and that names the undo."""
    told = read_timeline("j", data).to_json()
    assert told["whole"]
    assert told["lines"] == len(told["events"]) == data.count(b"\n")
    assert (told["mode"], told["torn"], told["damage"]) == ("official", None, None)
    wrong = next(event for event in told["events"] if event.get("text") == WRONG)
    assert (wrong["legal"], wrong["article"]) == (False, "six.9")
    undo = told["events"][wrong["taken_back_by"] - 1]
    assert undo["kind"] == "undo"
    assert undo["took_back"] == {"kind": "move", "ply": 11, "text": WRONG, "seq": wrong["seq"]}


def test_conflicts(data):
    """A ply with two texts is a conflict, and says which was taken back; the same text twice is none."""
    (conflict,) = read_timeline("j", data).to_json()["conflicts"]
    assert conflict["ply"] == 11
    assert [(one["text"], one["taken_back_by"] is None) for one in conflict["written"]] == [
        (WRONG, False),
        (RIGHT, True),
    ]


def test_corrections():
    """A correction names what it took away, and the text at its ply was written twice."""
    table = recorded()
    table.arbiter = True
    table.send("correct", ply=11, was=RIGHT, text=WRONG)
    table.send("correct", ply=12, was="", text=RIGHT)
    table.send("correct", ply=12, was=RIGHT, text="")
    told = read_timeline("j", table.data()).to_json()
    changed, put_in, taken_out = told["events"][-3:]
    assert told["events"][changed["took_back"]["seq"] - 1]["taken_back_by"] == changed["seq"]
    assert "took_back" not in put_in
    assert taken_out["took_back"]["text"] == RIGHT
    assert [dossier_and_journal_to_blocks.event_text(event).en for event in (changed, put_in, taken_out)] == [
        f"corrected: ply 11 {RIGHT} → {WRONG}",
        f"corrected: {RIGHT} put in as ply 12 (taken back by {taken_out['seq']})",
        f"corrected: ply 12 {RIGHT} taken out",
    ]
    (conflict,) = told["conflicts"]
    assert [one["text"] for one in conflict["written"]] == [WRONG, RIGHT, WRONG]


def test_record(data):
    """It adds up to the record that the table writes; sheet A is compared with it."""
    whole = read_timeline("j", data)
    same = make_dossier(inputs(whole.record.encode(), None, data)).contents["journal"]["against_a"]
    assert same == {"same_bytes": True, "same_lines": True, "first_difference": None}
    other = make_dossier(inputs(sheet_a(), None, data)).contents["journal"]["against_a"]
    assert other == {"same_bytes": False, "same_lines": False, "first_difference": 11}


def test_torn(data):
    """A torn last line is said, with its bytes and its place; the lines before it count."""
    told = read_timeline("j", data[:-30]).to_json()
    assert not told["whole"]
    assert told["torn"]["offset"] + told["torn"]["bytes"] == len(data) - 30
    assert told["lines"] == data.count(b"\n") - 1


def test_unended(data):
    """A last line that only lacks its line end is whole, and that is said."""
    told = read_timeline("j", data[:-1]).to_json()
    assert (told["whole"], told["unended"], told["lines"]) == (False, True, data.count(b"\n"))


@each(
    ("old", "new"),
    [(WRONG.encode(), "六03-七06弓".encode()), (b'"seq":12', b'"seq":13'), (WRONG.encode(), b"\xff")],
)
def test_damage(data, old, new):
    """A line that is not as it was written ends the time line; its place and its bytes are said."""
    told = read_timeline("j", data.replace(old, new, 1)).to_json()
    assert (told["lines"], told["damage"]["line"]) == (11, 12)
    assert told["stopped"] == told["damage"]["message"]
    assert ("base64" in told["damage"]) == (new == b"\xff")
    assert [event["seq"] for event in told["events"]] == list(range(1, 12))


@each("data", [b"", b"\x00\xff", b"{}\n", b"x\n" * 10, b"[" * 9999])
def test_no_journal(data):
    """What is no journal gives no record: beside a sheet that is said, as a sheet it is refused."""
    told = make_dossier(inputs(sheet_a(), None, data)).contents["journal"]
    assert (told["whole"], told["record"], told["events"]) == (False, None, [])
    assert told["stopped"] is not None


def test_a_sheet_that_is_a_journal(data):
    """Its record is judged; what is wrong with the journal is said at the sheet."""
    assert make_dossier(inputs(data)).contents["verdict"]["status"] == "CONFIRMED"
    contents = make_dossier(inputs(data[:-30])).contents
    assert contents["sheet_journal"]["torn"] is not None
    assert contents["mode"] == "official"
    with pytest.raises(UnusableInput):
        make_dossier(inputs(data[40:]))


def test_no_more_lines_than_a_table_takes(data, monkeypatch):
    """A journal beyond the limit is followed up to it, and says so."""
    monkeypatch.setattr("analysis.dossier.journal_timeline.MAX_JOURNAL_LINES", 5)
    told = read_timeline("j", data).to_json()
    assert len(told["events"]) == 5
    assert "5" in told["stopped"]["en"]
    assert MAX_JOURNAL_LINES > 2000


def test_words(data):
    """Every event has words in both languages, on one line, and the page and the paper show them."""
    for event in read_timeline("j", data).events:
        said = dossier_and_journal_to_blocks.event_text(event)
        assert said.ja
        assert said.en
        assert "\n" not in said.ja + said.en
    whole, files = made(data)
    assert "&lt;script&gt;" in files["dossier.html"].decode()
    assert "<script" not in files["dossier.html"].decode()
    assert whole.contents["sheet_journal"]["events"][0]["kind"] == "open"


def test_words_of_every_kind():
    """Also of those that hardly ever stand in a journal."""
    for event in (
        {"kind": "foul", "side": "first", "ply": 3},
        {"kind": "special", "word": "投了"},
        {"kind": "special", "word": "投了", "side": "second", "detail": "x"},
        {"kind": "board"},
        {"kind": "clock", "action": "set", "side": "first"},
        {"kind": "clock", "action": "press"},
        {"kind": "branch", "ply": 3, "moves": ["四04占"]},
        {"kind": "header", "key": "棋戦", "value": "x"},
        {"kind": "join", "name": "甲"},
        {"kind": "undo"},
        {"kind": "undo", "took_back": {"kind": "foul", "text": None, "seq": 3}},
        {"kind": "undo", "took_back": {"kind": "board", "ply": 3, "seq": 3}},
        {"kind": "undo", "took_back": {"kind": "special", "text": "投了", "seq": 3}},
    ):
        assert all(dossier_and_journal_to_blocks.event_text(event))
    assert (
        dossier_and_journal_to_blocks.event_time_text({"time": "2026-11-22T01:02:03.456+00:00"})
        == "2026-11-22 01:02:03"
    )
    assert dossier_and_journal_to_blocks.event_time_text({"time": "昨日\x1b"}) == "昨日␛"
