"""Tests how records are read as people write them: the corpus of tests/data/forms/, and damaged copies of it."""

import random

import form_faults
import pytest
import written_forms

import kifu
from notation.freeform import hypothesis_search
from notation.reading import read
from notation.writing import document_bytes

FORMS = written_forms.forms()
FAMILIES = sorted({(form.family, form.game) for form in FORMS})


@pytest.mark.parametrize(("family", "game"), FAMILIES)
def test_every_form_is_read_or_refused_with_its_readings(family, game):
    """Every form means what the corpus says; what has two readings is an error that names them.

    No line is lost, each move that is not its own text has a note, and the plain form has the same moves and no note.
    """
    wanted = {"two readings": "both", "hole": "hole", "refused": "refused"}.get(family, "read")
    for form in (form for form in FORMS if (form.family, form.game) == (family, game)):
        assert form_faults.outcome_of(form)[0] == wanted, (form.name, form_faults.outcome_of(form), form.text)
        assert form_faults.faults_of(form.text) == [], (form.name, form.text)
        if wanted == "read":
            plain = document_bytes(form_faults.read(form.text.encode()), canonical=True)
            (record,) = form_faults.read(plain).records
            assert not record.copies, (form.name, form.text, record.diagnostics)


def test_there_are_enough_forms():
    """The corpus has hundreds of forms, for every game."""
    assert len(FORMS) >= 400
    assert {form.game for form in FORMS} == set(written_forms.GAMES)


def test_damaged_forms_lose_nothing_and_guess_nothing():
    """Whatever happens to a form, no line is lost and no move is read as another without a note."""
    draw = random.Random(20)
    for form in draw.sample(FORMS, 120):
        text = form_faults.damaged(form.text, draw)
        assert form_faults.faults_of(text) == [], text


def test_what_is_far_dearer_changes_no_reading(monkeypatch):
    """A text has the moves and the verdict that it has where everything is weighed that may be meant, also when it is damaged."""
    draw = random.Random(37)
    forms = [form.text for form in draw.sample(FORMS, 25)]
    texts = [*forms, *(form_faults.damaged(text, draw) for text in forms)]
    near = list(map(_judged, texts))
    monkeypatch.setattr(hypothesis_search, "NEAR", 0.0)
    for text, verdict in zip(texts, near, strict=True):
        assert _judged(text) == verdict, text


def _judged(text):
    """Return the moves of the records of a text, and their verdicts."""
    document = kifu.read(text.encode())
    moves = [entry.text for record in document.records for entry in form_faults.entries_of(record)]
    return moves, [(verdict.status, verdict.plies, verdict.outcome) for verdict in kifu.verify(document)]


def test_files_of_other_kinds_are_named():
    """A record of shogi, chess or go, and a document of Word, is named as what it is."""
    for kind in written_forms.kinds():
        (diagnostic,) = read("game.kif", kind["text"].encode()).diagnostics
        assert (diagnostic.code, kind["says"] in diagnostic.message.ja) == ("other-kind", True), kind["name"]
    word = b"PK\x03\x04\x14\x00word/document.xml"
    assert "Word" in read("game.docx", word).diagnostics[0].message.ja
    assert "PDF" in read("game.kif", b"%PDF-1.7").diagnostics[0].message.en
