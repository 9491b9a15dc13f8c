"""Tests of properties of generated records: reading and writing change nothing, lose nothing and raise nothing."""

import json
from itertools import pairwise

import pytest
from helpers import document, replaced, texts
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from hypothesis_profile import examples
from strategies import SIX, UNITS, damaged_files, files, notation_text, odd_text, records

import kifu
from kifu.cli.printing.guarded_output_and_progress import json_line_for_stdout
from kifu.cli.printing.verdict_report import verdict_report
from kifu.core.errors import InvalidMove
from kifu.referee.status_fault_and_basis import Status
from notation.encoding import bytes_of_each_line, encode
from notation.formats.json import to_json
from notation.line_kinds import LineKind, classify_line
from notation.writing import _canonical_lines

pytestmark = pytest.mark.no_cover  # coverage is slow over thousands of positions, and other tests run the same lines

HARMLESS = {"control-character", "encoding", "repetition", "agreed", "unknown-header", "read-as"}
"""The codes of the diagnostics that a clean record may have; an unknown key without a value is read as a remark."""

PIECES = [
    "1 一01占",
    "2 七07領",
    "3 一02占",
    "一02占",
    "変化：2手",
    "変化：9手",
    "まで2手で中断",
    "局面図",
    "○○○○○○○01",
    "手番：先手",
    "投了",
    "2 ▲投了",
    "めも",
    "八01",
    "棋種：6面体",
    "手数----",
    "*注",
    "",
]

often = settings(max_examples=examples(60, 150), suppress_health_check=[HealthCheck.too_slow])


def diagram_lines(diagram):
    """Return the numbers of the lines of a diagram."""
    head = [diagram.head] if diagram.head else []
    return {diagram.line, *(part.line for part in [*head, *diagram.rows, *diagram.fields])}


def covered_lines(record):
    """Return the numbers of the lines of a record's parts, of its comments of the file and of its table heads."""
    numbers = {header.line for header in record.headers}
    for line in record.lines:
        numbers |= {
            part.line
            for part in (*line.entries, *line.comments, line.special, line.closing, *line.claims)
            if part is not None
        }
        for checkpoint in line.checkpoints:
            numbers |= diagram_lines(checkpoint.diagram)
    numbers |= {line.line for line in record.lines[1:]}
    if record.setup is not None:
        numbers |= diagram_lines(record.setup)
    first, last = record.span
    unheld = {LineKind.FILE_COMMENT, LineKind.TABLE}
    return numbers | {
        number for number in range(first, last + 1) if classify_line(record.source.lines[number - 1]).kind in unheld
    }


def assert_nothing_skipped(record):
    """Check that each line is blank, part of the record or named in a diagnostic, and that each part equals its line.

    What is not as it stands has its note.
    """
    lines = record.source.lines
    first, last = record.span
    wanted = {
        number for number in range(first, last + 1) if classify_line(lines[number - 1]).kind is not LineKind.BLANK
    }
    named = {diagnostic.line for diagnostic in record.diagnostics}
    noted = {diagnostic.line for diagnostic in record.diagnostics if diagnostic.code == "read-as"}
    if record.game is None:
        assert any(
            diagnostic.severity == "error" and first <= diagnostic.line <= last for diagnostic in record.diagnostics
        )
    else:
        assert covered_lines(record) | named >= wanted
    assert covered_lines(record) <= set(range(first, last + 1))
    for part in [
        *(entry for line in record.lines for entry in line.entries),
        *(line.closing for line in record.lines if line.closing),
    ]:
        assert lines[part.line - 1][part.column - 1 :].startswith(part.text) or part.line in noted
    inferred = {diagnostic.line for diagnostic in record.diagnostics if diagnostic.code == "game-as-read"}
    for header in record.headers:
        stands = lines[header.line - 1][header.column - 1 :].startswith(header.value)
        assert stands or header.line in noted or (header.key == "棋種" and header.line in inferred)


def assert_sound(data):
    """Check that a file is read, judged and printed without an exception, and that no line and no byte is lost."""
    file = document(data)
    spans = [record.span for record in file.records]
    for record in file.records:
        assert_nothing_skipped(record)
    for verdict in kifu.verify(file):
        shape = json.loads(json_line_for_stdout(verdict.to_json()))
        assert shape["plies"] + 1 == len(shape["scores"]) or not shape["scores"]
        assert (shape["status"] in {"ILLEGAL", "CONTRADICTED", "UNREADABLE"}) <= (shape["fault"] is not None)
        assert shape["status"] in {"ILLEGAL", "CONTRADICTED", "UNREADABLE"} or not [
            diagnostic for diagnostic in shape["diagnostics"] if diagnostic["severity"] == "error"
        ]
        for language in ("ja", "en"):
            printed = verdict_report(verdict, file.source, len(file.records), language)
            assert not [c for c in printed if c not in "\n\t" and (ord(c) < 32 or 0x7F <= ord(c) < 0xA0)]
    if file.records:
        assert [spans[0].first, spans[-1].last] == [1, len(file.source.lines)]
        assert all(span.last + 1 == following.first for span, following in pairwise(spans))
        assert_lossless(data, file)


def assert_lossless(data, file):
    """Check that text to Record to text, and text to JSON to text, change no byte."""
    source = file.source
    bom = b"\xef\xbb\xbf" if source.bom else b""
    assert bom + b"".join(bytes_of_each_line(source)) == source.data
    again = document(to_json(source, file.records))
    assert again.source.data == source.data
    assert [record[1:] for record in again.records] == [record[1:] for record in file.records]
    if not data.lstrip().startswith(b"{"):
        assert source.data == data


@often
@given(files())
def test_clean_files_are_read_as_they_were_made(file):
    """Every move, branch and result of a clean file is read, in every encoding, without a warning."""
    read_file = document(file.data)
    assert (read_file.source.lines, read_file.source.ends) == (tuple(file.lines), tuple(file.ends))
    assert (read_file.source.encoding, read_file.source.bom) == (file.encoding, file.bom)
    assert_sound(file.data)
    verdicts = kifu.verify(read_file)
    assert len(verdicts) == len(file.made)
    for plan, verdict, record in zip(file.made, verdicts, read_file.records, strict=True):
        assert {remark.code for remark in verdict.diagnostics} <= HARMLESS
        assert (verdict.status, verdict.fault) == (plan.status, None)
        assert [(line.start, line.parent) for line in record.lines] == [
            (line.start, line.parent) for line in plan.lines
        ]
        for line, played in zip(plan.lines, [verdict.replay, *verdict.branches], strict=True):
            assert list(played.moves) == [move for _, move in line.steps]


@often
@given(files(junk=True))
def test_files_with_nonsense_lose_nothing(file):
    """Each line of nonsense among the records gets a diagnostic, or is read as a line of some kind."""
    assert_sound(file.data)


@settings(often, max_examples=examples(120, 300))
@given(damaged_files())
def test_damaged_files_lose_nothing(data):
    """A damaged file is handled soundly: with changed bytes, moved or garbled lines, or without its end."""
    assert_sound(data)


@given(st.binary(max_size=200))
def test_any_bytes(data):
    """Any bytes are read without an exception; without a record there is one verdict."""
    assert_sound(data)


@settings(often, max_examples=examples(60, 500))
@given(st.lists(st.one_of(odd_text, notation_text), max_size=12), st.sampled_from(["\n", "\r\n", "\r"]))
@example(["○-"], "\n")
@example(["A", ":", "-"], "\n")
def test_any_lines_below_a_game(lines, end):
    """Any text below a 棋種 line is handled soundly."""
    assert_sound(end.join(["棋種：6面体", "1 一01占", *lines]).encode())


@settings(often, max_examples=examples(60, 500))
@given(st.lists(st.sampled_from(PIECES), max_size=14))
def test_any_order_of_lines(lines):
    """Lines of a record in any order and number are handled soundly."""
    assert_sound("\n".join(["棋種：6面体", *lines]).encode())


@given(st.one_of(odd_text, notation_text, st.text()), st.sampled_from(["", "▲"]))
def test_any_text_as_a_move(text, mark):
    """A text is a move that can be spelled and read again, or an InvalidMove with a place inside the text."""
    text = mark + text
    move, invalid = read_move(text)
    if invalid is None:
        assert SIX.resolve(SIX.start(), SIX.read(SIX.spell(move))) == move
    else:
        assert 0 <= invalid.offset <= len(text)
        assert invalid.width >= 1


def read_move(text):
    """Return the move in a text at the start of the game and None, or None and the InvalidMove."""
    try:
        return SIX.resolve(SIX.start(), SIX.read(text)), None
    except InvalidMove as invalid:
        return None, invalid


@often
@given(records(), st.integers(0, 2**32), st.integers(0, 11), st.lists(st.integers(0, 48), min_size=1, max_size=4))
def test_one_move_of_any_kind_after_legal_ones(plan, at, unit, squares):
    """The verdict on any well-formed move is the game's own: legal, or ILLEGAL at its ply with its article."""
    steps = plan.lines[0].steps
    assume(steps)
    position, _ = steps[at % len(steps)]
    written = "-".join(map(SIX.board.spell, squares)) + UNITS[unit]
    move = SIX.read(written).move
    (verdict,) = kifu.verify(document(f"棋種：6面体\n局面図\n{SIX.spell_diagram(position)}1 {written}\n"))
    breach = SIX.explain(position, move)
    if breach is None:
        assert (verdict.plies, verdict.fault) == (1, None)
        assert verdict.final == SIX.play_legal(position, move)
    else:
        assert (verdict.status, verdict.plies, verdict.fault.ply) == (Status.ILLEGAL, 0, 1)
        assert verdict.fault.article == breach.article


@often
@given(files(junk=True))
def test_canonical_form_is_idempotent_and_means_the_same(file):
    """A record in canonical form has the same moves, branches, comments and verdict, and writing it again is the same."""
    read_file = document(file.data)
    once = "".join(f"{line}\n" for line in _canonical_lines(read_file))
    again = document(once)
    assert _canonical_lines(again) == once.split("\n")[:-1]
    assert [v.status for v in kifu.verify(again)] == [v.status for v in kifu.verify(read_file)]
    for before, after in zip(kifu.verify(read_file), kifu.verify(again), strict=True):
        assert (before.plies, before.final, before.outcome, before.recorded) == (
            after.plies,
            after.final,
            after.outcome,
            after.recorded,
        )
    for before, after in zip(read_file.records, again.records, strict=True):
        assert [(line.start, line.parent, len(line.entries)) for line in before.lines] == [
            (line.start, line.parent, len(line.entries)) for line in after.lines
        ]
        assert [[remark[:3] for remark in line.comments] for line in before.lines] == [
            [remark[:3] for remark in line.comments] for line in after.lines
        ]


@often
@given(files(), st.integers(0, 2**32))
def test_an_edit_changes_only_its_own_line(file, at):
    """An edit keeps the bytes of all other lines, in every encoding and with every line end."""
    source = document(file.data).source
    number = at % len(file.lines)
    lines = [*file.lines[:number], "*変更", *file.lines[number + 1 :]]
    assert replaced(source, number + 1, "*変更") == encode(lines, file.ends, file.encoding, bom=file.bom)


@given(records())
def test_what_is_written_of_a_game_is_its_moves(plan):
    """The canonical lines of a clean record spell each move of the game as the game does."""
    (record,) = document("\n".join(_canonical_lines(document("\n".join(plan.text))))).records
    spelled = [text.lstrip("▲△☗☖▽") for text in texts(record.main)]
    assert spelled == [SIX.spell(move) for _, move in plan.lines[0].steps]
