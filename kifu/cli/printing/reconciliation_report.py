"""Report of a reconciliation: verdict, first faults, differing rows; its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.cli.printing.tabular_text import align_columns
from kifu.cli.printing.verdict_report import fault_in_match, verdict_headline
from kifu.core.message import Message, bilingual_pattern, quoted, visible
from kifu.core.untrusted_text import markup
from kifu.reconcile.alignment_rows import (
    CLASSES,
    FIELD_HEADINGS,
    FIELDS,
    FIRST,
    HEADINGS,
    SAME,
    equal_fields,
    equal_lines,
    fold_rows,
    left_out,
    legality,
    numbered_line,
)
from kifu.referee import verdict_text as words
from kifu.render.difference_drawing import difference_drawing, difference_text
from kifu.render.html.document_frame import page_frame
from kifu.render.shapes import CELL, DrawingOptions, svg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.message import Language
    from kifu.reconcile.alignment_rows import AlignmentRow
    from kifu.reconcile.reconciliation import Reconciliation
    from kifu.referee.record import Record
    from kifu.referee.verdict import Verdict


SHOWN = 20
"""The most games that are written out; the others are counted."""


def describe_reading(
    reading: Reconciliation, names: tuple[str, str], sheets: tuple[Record, Record], language: Language
) -> str:
    """Return a joint reading as lines of text, ended by LF."""
    lines = [f"{reading.word.value}: {visible(reading.label.in_language(language))}"]
    lines += [visible(note.in_language(language)) for note in reading.notes]
    for letter, name, verdict, sheet in zip("AB", names, (reading.a, reading.b), sheets, strict=True):
        lines.append(f"{letter}: {verdict_headline(verdict._replace(file=name), 1, language)}")
        if verdict.suspicion is not None:
            lines.append(f"  {visible(verdict.suspicion.in_language(language))}")
        if verdict.fault is not None and verdict.status.exit_code:
            lines.append(f"  {fault_in_match(verdict, sheet.source, language)}")
    if reading.difference is not None:
        lines.append(f"{FIRST.in_language(language)}: {reading.difference.where.in_language(language)}")
        lines += difference_text(reading.difference, language)
    lines += _row_lines(reading, language)
    lines += _field_lines(reading, language)
    lines += _game_lines(reading, language)
    return "\n".join(lines) + "\n"


def _row_lines(reading: Reconciliation, language: Language) -> Iterator[str]:
    yield equal_lines(row.kind for row in reading.rows).in_language(language)
    if any(row.kind != SAME for row in reading.rows):
        head = [heading.in_language(language) for heading in HEADINGS]
        shown = fold_rows(reading.rows, lambda row: row.kind)
        yield from align_columns([head, *(_row_cells(row, language) for row in shown)], {0})


def _row_cells(row: AlignmentRow | int, language: Language) -> list[str]:
    if isinstance(row, int):
        return ["", "…", "…", left_out(row).in_language(language), "", "", ""]
    return [
        str(row.ply) if row.part is None else f"{row.part}:{row.ply}",
        numbered_line(row.ply_a, quoted(row.a or "")),
        numbered_line(row.ply_b, quoted(row.b or "")),
        CLASSES[row.kind].in_language(language),
        legality(row.legal_a),
        legality(row.legal_b),
        row.joint or "",
    ]


def _field_lines(reading: Reconciliation, language: Language) -> Iterator[str]:
    """Yield the differing fields; none if all agree."""
    differing = [field for field in reading.fields if field.kind != SAME]
    if not differing:
        return
    yield f"{FIELDS.in_language(language)} ({equal_fields(field.kind for field in reading.fields).in_language(language)}):"
    head = [heading.in_language(language) for heading in FIELD_HEADINGS]
    cells = [
        [
            quoted(field.label.in_language(language)),
            *("" if text is None else quoted(text.in_language(language)) for text in field.texts),
            field.class_label.in_language(language),
            quoted(field.joint or ""),
        ]
        for field in differing
    ]
    yield from align_columns([head, *cells], set())


def _game_lines(reading: Reconciliation, language: Language) -> Iterator[str]:
    count = len(reading.games)
    if reading.cost is not None:
        yield Message(f"最も少ない書き違い: {reading.cost}", f"the fewest slips: {reading.cost}").in_language(language)
    if count < 2:  # noqa: PLR2004 - one game is told by the rows
        return
    yield Message(f"考えられる対局: {count}", f"possible games: {count}").in_language(language)
    for number, game in enumerate(reading.games[:SHOWN], start=1):
        like = bool(reading.like_c) and reading.like_c[number - 1]
        arbiter = Message(" (C と同じ)", " (as C says)").in_language(language) if like else ""
        yield f"  {number}.{arbiter} {_differences(reading, game)}"
    if count > SHOWN:
        yield Message(f"  ほか {count - SHOWN}", f"  and {count - SHOWN} more").in_language(language)


def _differences(reading: Reconciliation, game: tuple[str, ...]) -> str:
    """Return the plies that differ from all other games."""
    shortest = min(map(len, reading.games))
    differing = [
        f"{ply + 1} {text}"
        for ply, text in enumerate(game)
        if ply >= shortest or len({other[ply] for other in reading.games}) > 1
    ]
    return " ".join(differing)


_STYLE = (
    "body{font-family:sans-serif;margin:2em;color:#222;background:#fff}table{border-collapse:collapse}"
    "th,td{border:1px solid #999;padding:.2em .6em;text-align:left}tr.same td{color:#666}"
    "tr.slip-a td,tr.slip-b td{background:#fff4d6}tr.both-differ td,tr.illegible td{background:#fde0dc}"
    "tr.missing-a td,tr.missing-b td,tr.exchanged td,tr.moved td{background:#e3ecfa}"
    "tr.same-meaning td{color:#666}figure{display:inline-block;margin:0 1em 1em 0}"
)


def report_page(reading: Reconciliation, names: tuple[str, str], language: Language) -> str:
    """Return the page in one language.

    All text from the sheets and the names of their files is escaped.
    """
    title = Message("二枚の棋譜", "Two sheets").in_language(language)
    body = "\n".join(_page_body(reading, names, language))
    return page_frame(title, f"<h1>{title}</h1>\n{body}", language, style=_STYLE)


def _page_body(reading: Reconciliation, names: tuple[str, str], language: Language) -> Iterator[str]:
    label = reading.label.in_language(language)
    yield f"<p><strong>{markup(reading.word.value)}</strong> {markup(label)}</p>"
    for note in reading.notes:
        yield f"<p>{markup(note.in_language(language))}</p>"
    for sheet, name, verdict in zip("AB", names, (reading.a, reading.b), strict=True):
        yield f"<p>{sheet}: <code>{markup(name)}</code> {markup(_of_a_sheet(verdict).in_language(language))}</p>"
    if reading.difference is not None:
        first = reading.difference.where.in_language(language)
        yield f"<p>{FIRST.in_language(language)}: {markup(first)}</p>"
        drawn = difference_drawing(reading.difference, DrawingOptions(CELL, language=language))
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
        said = said if more is None else bilingual_pattern("{}, {}", said, more)
    return said
