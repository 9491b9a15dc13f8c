"""HTML page of a reconciliation, without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.message import Message, in_both
from kifu.core.untrusted_text import markup
from kifu.reconcile.alignment_rows import CLASSES, FIELD_HEADINGS, FIELDS, FIRST, HEADINGS, legality, numbered_line
from kifu.reconcile.first_difference import difference_drawing
from kifu.referee import verdict_text as words
from kifu.render.html.document_frame import shell
from kifu.render.options import CELL, Look
from kifu.render.svg import svg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.message import Language
    from kifu.reconcile.reconciliation import Reconciliation
    from kifu.referee.verdict import Verdict

_STYLE = (
    "body{font-family:sans-serif;margin:2em;color:#222;background:#fff}table{border-collapse:collapse}"
    "th,td{border:1px solid #999;padding:.2em .6em;text-align:left}tr.same td{color:#666}"
    "tr.slip-a td,tr.slip-b td{background:#fff4d6}tr.both-differ td,tr.illegible td{background:#fde0dc}"
    "tr.missing-a td,tr.missing-b td,tr.exchanged td,tr.moved td{background:#e3ecfa}"
    "tr.same-meaning td{color:#666}figure{display:inline-block;margin:0 1em 1em 0}"
)


def page(reading: Reconciliation, names: tuple[str, str], language: Language) -> str:
    """Return the page in one language.

    All text from the sheets and the names of their files is escaped.
    """
    title = Message("二枚の棋譜", "Two sheets").in_language(language)
    body = "\n".join(_body(reading, names, language))
    return shell(title, f"<h1>{title}</h1>\n{body}", language, style=_STYLE)


def _body(reading: Reconciliation, names: tuple[str, str], language: Language) -> Iterator[str]:
    label = reading.label.in_language(language)
    yield f"<p><strong>{markup(reading.word.value)}</strong> {markup(label)}</p>"
    for note in reading.notes:
        yield f"<p>{markup(note.in_language(language))}</p>"
    for sheet, name, verdict in zip("AB", names, (reading.a, reading.b), strict=True):
        yield f"<p>{sheet}: <code>{markup(name)}</code> {markup(_of_a_sheet(verdict).in_language(language))}</p>"
    if reading.difference is not None:
        first = reading.difference.where.in_language(language)
        yield f"<p>{FIRST.in_language(language)}: {markup(first)}</p>"
        drawn = difference_drawing(reading.difference, Look(CELL, language=language))
        if drawn is not None:
            scene, said = drawn
            yield f"<figure>{svg(scene)}<figcaption>{markup(said.in_language(language))}</figcaption></figure>"
    if len(reading.games) > 1:
        yield "<ol>"
        for game in reading.games:
            yield f"<li>{markup(' '.join(game))}</li>"
        yield "</ol>"
    heads = "".join(f"<th>{markup(heading.in_language(language))}</th>" for heading in HEADINGS)
    yield f"<table><thead><tr>{heads}</tr></thead><tbody>"
    for row in reading.rows:
        cells = (
            str(row.ply),
            numbered_line(row.ply_a, row.a or ""),
            numbered_line(row.ply_b, row.b or ""),
            CLASSES[row.kind].in_language(language),
            legality(row.legal_a),
            legality(row.legal_b),
            row.joint or "",
        )
        yield f'<tr class="{row.kind}">{"".join(f"<td>{markup(cell)}</td>" for cell in cells)}</tr>'
    yield "</tbody></table>"
    if reading.fields:
        heads = "".join(f"<th>{markup(heading.in_language(language))}</th>" for heading in FIELD_HEADINGS)
        yield f"<h2>{markup(FIELDS.in_language(language))}</h2>"
        yield f"<table><thead><tr>{heads}</tr></thead><tbody>"
        for field in reading.fields:
            shown = (
                field.label.in_language(language),
                *("" if text is None else text.in_language(language) for text in field.texts),
                field.class_label.in_language(language),
                field.joint or "",
            )
            yield f'<tr class="{field.kind}">{"".join(f"<td>{markup(cell)}</td>" for cell in shown)}</tr>'
        yield "</tbody></table>"


def _of_a_sheet(verdict: Verdict) -> Message:
    said = words.headline_of_verdict(verdict)
    for more in (verdict.suspicion, None if verdict.fault is None else words.fault(verdict.fault)):
        said = said if more is None else in_both("{}, {}", said, more)
    return said
