"""Tests whole records that are written as people write them: their places in the file, their plain form, their repair."""

from helpers import HEAD, codes_of_forms, document, record, verdict

from kifu.cli.printing.verdict_report import verdict_report
from kifu.reconcile.repair import Repair
from notation.writing import document_bytes

RUNNING = f"{HEAD}▲四04占△二02領▲四五武\n"


def test_places_are_those_of_the_file():
    """Each move stands where it is written, and its text is that of the plain form."""
    own = record(RUNNING)
    assert [(entry.text, entry.line, entry.column) for entry in own.main.entries] == [
        ("▲四04占", 2, 1),
        ("△二02領", 2, 6),
        ("▲四05武", 2, 11),
    ]
    assert own.source.lines[1] == "▲四04占△二02領▲四五武"
    assert [entry.line for entry in own.plain.main.entries] == [2, 3, 4]


def test_a_file_written_back_is_the_same_file():
    """No byte of a record in another form changes unless its plain form is asked for."""
    file = document(RUNNING)
    assert document_bytes(file) == RUNNING.encode()
    plain = f"{HEAD}   1 ▲四04占\n   2 △二02領\n   3 ▲四05武\n".encode()
    assert document_bytes(file, canonical=True) == plain
    assert record(plain.decode()).copies == ()


def test_a_plain_record_has_no_copy():
    """What is plain is read as it stands, without a note."""
    own = record(f"{HEAD}1 四04占\n2 二02領\n")
    assert (own.copies, own.plain is own, own.diagnostics) == ((), True, ())


def test_two_readings_are_one_error():
    """An error names both readings at the place of the move, and no other error repeats it."""
    judged = verdict(f"{HEAD}1 四04占\n2 ４三領\n3 四05武\n")
    (error,) = [one for one in judged.diagnostics if one.severity == "error"]
    assert (judged.fault.code, judged.fault.ply, error.line, error.column) == ("two-readings", 2, 3, 3)
    assert "「四03領」か「三04領」" in error.message.ja
    assert judged.plies == 1


def test_what_the_rest_says_of_a_move_that_was_not_written():
    """The message says how many legal moves fit the moves below, and that none does where none does."""
    judged = verdict(f"{HEAD}1 四04占\n2 二02領\n3 不明\n4 二03士\n5 四05武\n")
    assert "このあとの 2 手と合うのは、合法手 79 手のうち" in judged.fault.message.ja
    judged = verdict(f"{HEAD}1 四04占\n2 二02領\n3\n4 七07-七06士\n")
    assert "どの合法手を入れても" in judged.fault.message.ja


def test_both_sides_with_the_same_letters_only_where_it_explains_the_record():
    """The letters of 先手 by both sides are read for the other's throughout a record, never in a single move."""
    text = f"{HEAD}1 四04占\n2 二02占\n3 四05武\n4 二03武\n"
    assert [entry.text for entry in record(text).main.entries] == ["四04占", "二02領", "四05武", "二03士"]
    for other, status in (
        (text.replace("二03武", "二03士"), "ILLEGAL"),
        (f"{HEAD}1 四04占\n2 二02占\n", "ILLEGAL"),
        (f"{HEAD}" + "1 四04占\n" * 4, "ILLEGAL"),
    ):
        assert record(other).main.entries[1].text.endswith("占")
        assert verdict(other).status == status


def test_a_repair_mends_the_plain_form():
    """A slip in a record of another form is found, and the repaired file is in the plain form."""
    file = f"{HEAD}▲四04占△二02領▲四05武△二03士▲四05-七06武\nまで5手で中断\n"
    repair = Repair(record(file)).run()
    assert repair.candidates
    assert "   5 ▲四05-" in repair.candidates[0].data.decode()


def test_many_notes_are_counted():
    """A verdict in words shows the first notes and the number of the others."""
    text = HEAD + "".join(f"{number}手目：{move}！\n" for number, move in enumerate(["四四占", "二二領"] * 4, start=1))
    file = document(text)
    shown = verdict_report(verdict(text), file.source, 1, "ja")
    assert shown.count("と読みました") == 3
    assert "ほか 5 か所" in shown
    assert codes_of_forms(text).count("read-as") == 8


def test_a_number_before_several_turns():
    """It is that of the first turn or of the round; any other number is kept, with its warning."""
    moves = ["▲四04占", "△二02領", "▲四05武", "△二03士"]
    for numbers in (("1 ", "2 "), ("1. ", "2. "), ("1 ", "3 "), ("第1手", "第3手")):
        lines = "\n".join(
            f"{number}{''.join(pair)}" for number, pair in zip(numbers, (moves[:2], moves[2:]), strict=True)
        )
        own = record(f"{HEAD}{lines}\n")
        assert [entry.text for entry in own.main.entries] == moves, numbers
        assert {one.code for one in own.diagnostics} == {"read-as"}, numbers
    own = record(f"{HEAD}7 ▲四04占△二02領\n")
    assert {one.code for one in own.diagnostics} == {"read-as", "wrong-ply-number"}


def test_who_resigns_in_messages():
    """It is the side for which the sender has moved; of anybody who has not moved the side to move."""
    sent = "10:21\t山田\t四04占\n10:22\t鈴木\t二02領\n10:23\t山田\t四05武\n10:24\t鈴木\t二03士\n10:30\t{}\t投了\n"
    for sender, winner in (("山田", "SECOND"), ("高橋", "SECOND")):
        judged = verdict(HEAD + sent.format(sender))
        assert (judged.status.value, judged.outcome.outcome.name) == ("DECLARED", winner), sender


def test_rows_without_a_diagram_are_not_lost():
    """Rows of dots are no turns that were left out: each line is kept or named."""
    rows = [
        "・・ ・・ ・・ ・・ ・・ ・・ ・・ 01",
        "・・ ・・ ・・ ・・ ・・ ・・ ・・ 01",
        "・・ ・・ ・・ ・・ ・・ ・・ ・・ 07",
    ]
    own = record("棋種：ユニオンキング\n" + "\n".join(rows) + "\n")
    named = {one.line for one in own.diagnostics} | {entry.line for entry in own.main.entries}
    assert named >= {2, 3, 4}
