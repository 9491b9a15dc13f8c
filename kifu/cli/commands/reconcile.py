"""Defines `kifu reconcile`, which reads two sheets of one game, and its report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.game_and_rules_options import rules_option, rules_source
from kifu.cli.arguments.shared_options import force_option, form_option, output_option
from kifu.cli.command_definition import CommandOptions, argument, number_option, with_options
from kifu.cli.printing.guarded_output_and_progress import align_columns, json_line_for_stdout, progress_bar
from kifu.cli.printing.language_and_usage_errors import language, say, usage_error
from kifu.cli.printing.verdict_report import fault_line_in_match, verdict_headline
from kifu.cli.read_and_write_files import load_document_with_records, write_output
from kifu.core.escapes_confusables_and_text_width import escape_markup
from kifu.core.message import Message, fill_pattern_in_both_languages, quoted, visible
from kifu.reconcile.alignment_rows import (
    CLASSES,
    FIELD_HEADINGS,
    FIELDS,
    FIRST,
    HEADINGS,
    SAME,
    equal_fields_text,
    equal_row_count_text,
    fold_equal_rows,
    folded_rows_text,
    legality_mark,
    numbered_line,
)
from kifu.reconcile.distance_and_first_difference import NotOneGame, difference_drawing_and_caption, difference_text
from kifu.reconcile.make_reconciliation import MAX_PLIES_PLAYED, reconcile
from kifu.reconcile.merged_record import judged_merged_record
from kifu.reconcile.slip_or_foul import verify_with_headlines
from kifu.referee import verdict_text as words
from kifu.render.html.document_frame_and_style import page_frame
from kifu.render.shapes_and_svg import CELL, DrawingOptions, scene_svg
from notation import formats
from notation.reading import read
from notation.writing import document_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.message import Language
    from kifu.reconcile.alignment_rows import AlignmentRow
    from kifu.reconcile.reconciliation import Reconciliation
    from kifu.referee.record import Record
    from kifu.referee.verdict import Verdict
    from notation.formats.kif_head_reader import RulesSource


SHOWN = 20
"""The most games that are written out; the others are counted."""


def joint_reading_text(
    reading: Reconciliation, file_names: tuple[str, str], sheets: tuple[Record, Record], language: Language
) -> str:
    """Return a joint reading as lines of text, ended by LF."""
    lines = [f"{reading.word.value}: {visible(reading.label.in_language(language))}"]
    lines += [visible(note.in_language(language)) for note in reading.notes]
    for letter, name, verdict, sheet in zip("AB", file_names, (reading.a, reading.b), sheets, strict=True):
        lines.append(f"{letter}: {verdict_headline(verdict._replace(file=name), 1, language)}")
        if verdict.suspicion is not None:
            lines.append(f"  {visible(verdict.suspicion.in_language(language))}")
        if verdict.fault is not None and verdict.status.exit_code:
            lines.append(f"  {fault_line_in_match(verdict, sheet.source, language)}")
    if reading.difference is not None:
        lines.append(f"{FIRST.in_language(language)}: {reading.difference.where.in_language(language)}")
        lines += difference_text(reading.difference, language)
    lines += _row_lines(reading, language)
    lines += _differing_field_lines(reading, language)
    lines += _joint_game_lines(reading, language)
    return "\n".join(lines) + "\n"


def _row_lines(reading: Reconciliation, language: Language) -> Iterator[str]:
    yield equal_row_count_text(row.kind for row in reading.rows).in_language(language)
    if any(row.kind != SAME for row in reading.rows):
        head = [heading.in_language(language) for heading in HEADINGS]
        shown = fold_equal_rows(reading.rows, lambda row: row.kind)
        yield from align_columns([head, *(_row_cells(row, language) for row in shown)], {0})


def _row_cells(row: AlignmentRow | int, language: Language) -> list[str]:
    """Return the cells of a row or of folded rows."""
    if isinstance(row, int):
        return ["", "…", "…", folded_rows_text(row).in_language(language), "", "", ""]
    return [
        str(row.ply) if row.part is None else f"{row.part}:{row.ply}",
        numbered_line(row.ply_a, quoted(row.a or "")),
        numbered_line(row.ply_b, quoted(row.b or "")),
        CLASSES[row.kind].in_language(language),
        legality_mark(row.legal_a),
        legality_mark(row.legal_b),
        row.joint or "",
    ]


def _differing_field_lines(reading: Reconciliation, language: Language) -> Iterator[str]:
    """Yield the differing fields; none if all agree."""
    differing = [field for field in reading.fields if field.kind != SAME]
    if not differing:
        return
    yield f"{FIELDS.in_language(language)} ({equal_fields_text(field.kind for field in reading.fields).in_language(language)}):"
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


def _joint_game_lines(reading: Reconciliation, language: Language) -> Iterator[str]:
    """Yield the joint games with their number of slips."""
    count = len(reading.games)
    if reading.cost is not None:
        yield Message(f"最も少ない書き違い: {reading.cost}", f"the fewest slips: {reading.cost}").in_language(language)
    if count < 2:  # noqa: PLR2004 - one game is told by the rows
        return
    yield Message(f"考えられる対局: {count}", f"possible games: {count}").in_language(language)
    for number, game in enumerate(reading.games[:SHOWN], start=1):
        like = bool(reading.like_c) and reading.like_c[number - 1]
        arbiter = Message(" (C と同じ)", " (as C says)").in_language(language) if like else ""
        yield f"  {number}.{arbiter} {_differing_plies(reading, game)}"
    if count > SHOWN:
        yield Message(f"  ほか {count - SHOWN}", f"  and {count - SHOWN} more").in_language(language)


def _differing_plies(reading: Reconciliation, game: tuple[str, ...]) -> str:
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


def joint_reading_page(reading: Reconciliation, file_names: tuple[str, str], language: Language) -> str:
    """Return the page in one language.

    All text from the sheets and the names of their files is escaped.
    """
    title = Message("二枚の棋譜", "Two sheets").in_language(language)
    body = "\n".join(_page_body(reading, file_names, language))
    return page_frame(title, f"<h1>{title}</h1>\n{body}", language, style=_STYLE)


def _page_body(reading: Reconciliation, file_names: tuple[str, str], language: Language) -> Iterator[str]:
    """Yield the HTML of a page's body: verdict, fields, rows, games."""
    label = reading.label.in_language(language)
    yield f"<p><strong>{escape_markup(reading.word.value)}</strong> {escape_markup(label)}</p>"
    for note in reading.notes:
        yield f"<p>{escape_markup(note.in_language(language))}</p>"
    for sheet, name, verdict in zip("AB", file_names, (reading.a, reading.b), strict=True):
        yield f"<p>{sheet}: <code>{escape_markup(name)}</code> {escape_markup(_sheet_verdict_text(verdict).in_language(language))}</p>"
    if reading.difference is not None:
        first = reading.difference.where.in_language(language)
        yield f"<p>{FIRST.in_language(language)}: {escape_markup(first)}</p>"
        drawn = difference_drawing_and_caption(reading.difference, DrawingOptions(CELL, language=language))
        if drawn is not None:
            scene, said = drawn
            yield f"<figure>{scene_svg(scene)}<figcaption>{escape_markup(said.in_language(language))}</figcaption></figure>"
    if len(reading.games) > 1:
        yield "<ol>"
        for game in reading.games:
            yield f"<li>{escape_markup(' '.join(game))}</li>"
        yield "</ol>"
    heads = "".join(f"<th>{escape_markup(heading.in_language(language))}</th>" for heading in HEADINGS)
    yield f"<table><thead><tr>{heads}</tr></thead><tbody>"
    for row in reading.rows:
        cells = (
            str(row.ply),
            numbered_line(row.ply_a, row.a or ""),
            numbered_line(row.ply_b, row.b or ""),
            CLASSES[row.kind].in_language(language),
            legality_mark(row.legal_a),
            legality_mark(row.legal_b),
            row.joint or "",
        )
        yield f'<tr class="{row.kind}">{"".join(f"<td>{escape_markup(cell)}</td>" for cell in cells)}</tr>'
    yield "</tbody></table>"
    if reading.fields:
        heads = "".join(f"<th>{escape_markup(heading.in_language(language))}</th>" for heading in FIELD_HEADINGS)
        yield f"<h2>{escape_markup(FIELDS.in_language(language))}</h2>"
        yield f"<table><thead><tr>{heads}</tr></thead><tbody>"
        for field in reading.fields:
            shown = (
                field.label.in_language(language),
                *("" if text is None else text.in_language(language) for text in field.texts),
                field.class_label.in_language(language),
                field.joint or "",
            )
            yield f'<tr class="{field.kind}">{"".join(f"<td>{escape_markup(cell)}</td>" for cell in shown)}</tr>'
        yield "</tbody></table>"


def _sheet_verdict_text(verdict: Verdict) -> Message:
    said = words.headline_of_verdict(verdict)
    for more in (verdict.suspicion, None if verdict.fault is None else words.fault_sentence(verdict.fault)):
        said = said if more is None else fill_pattern_in_both_languages("{}, {}", said, more)
    return said


UNDECIDED = 1
"""The exit code where the sheets do not give one game, a field of one contradicts the other, or a line is not understood."""
NO_RECORD = 3
"""The exit code where the game of a sheet, or its rules, are not known: then nothing was compared."""


class _Options(CommandOptions):
    a: str = argument()
    b: str = argument()
    c: str | None = argument(required=False)
    output: str | None = output_option(formats.formats_by_ending).help(
        "一つに決まったとき、その棋譜を書き出すファイル (- は標準出力)。File for the agreed record, where there is just one game; - is standard output."
    )
    form: str = form_option("text", "html", "json")
    limit: int = number_option(minimum=1, default=MAX_PLIES_PLAYED).help(
        "この手数を試したら打ち切る。Break off the search after this number of plies tried."
    )
    force: bool = force_option
    rules: str | None = rules_option


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """二枚の棋譜を一つの対局として読み合わせる。

    A と B は同じ対局の棋譜、C は審判の棋譜、- は標準入力。書き違いの数が最も少ない、規則に合う対局を探し、同じ数のものはすべて示す。
    どちらも最後まで規則どおりで違うときは、どちらが正しいかを決めない。-o で、一つに決まった対局を、違いを注釈にして書き出す。
    行は二枚の棋譜の順のまま並ぶ。結果・理由・手数・得点・見出し・時間も行として並べ、A と B の順で選ぶことはない。
    終了コードは、一つの対局になれば 0、ならないか、結果や見出しが食い違うか、手のほかに読めない行があれば 1、違う対局の棋譜なら比べずに 2、棋譜として読めなければ 3。

    Read two sheets of one game together. A and B are the sheets, C is an arbiter's; - is standard input. The answer is
    the legal game with the fewest slips that explain both sheets; all that need as few are shown. Where both are
    legal to their ends and differ, the program does not choose. The rows keep the order of the sheets; result, reason,
    counts, head and times are rows too, and the order of A and B chooses nothing. With -o the game is written, each
    difference as a comment. The exit code is 0 if there is one game; 1 if not, if results or heads contradict each
    other, or if a line other than a move is not understood; 2 for sheets of different games, which are not compared; 3 if a sheet is no record.
    """
    sheets = [
        _record_and_verdict_of_sheet(path, options.rules)
        for path in ([options.a, options.b] if options.c is None else [options.a, options.b, options.c])
    ]
    (one, judged_one), (two, judged_two) = sheets[:2]
    arbiter = sheets[2][0] if options.c is not None else None
    label = say(Message("二枚を読み合わせています", "reading the sheets together"))
    with progress_bar(options.limit * max(len(one.games), 1), label) as shown:
        try:
            reading = reconcile(
                one,
                two,
                (judged_one, judged_two),
                arbiter_sheet=arbiter,
                max_plies_played=options.limit,
                progress=shown.update,
            )
        except NotOneGame as refused:
            raise click.UsageError(f"{say(refused.message)} [{refused.code}]") from None
    if options.form == "json":
        sys.stdout.write(json_line_for_stdout(reading.to_json()))
    elif options.form == "html":
        sys.stdout.write(joint_reading_page(reading, (options.a, options.b), language()))
    else:
        sys.stdout.write(joint_reading_text(reading, (options.a, options.b), (one, two), language()))
    sys.stdout.flush()
    if options.output is not None:
        _write_merged_record(
            reading, (one, two), options.output, rules_source(options.a, options.rules), force=options.force
        )
    if any(sheet.game is None or sheet.refused is not None for sheet, _ in sheets):
        sys.exit(NO_RECORD)
    sys.exit(0 if reading.agreed else UNDECIDED)


def _record_and_verdict_of_sheet(path: str, rules: str | None) -> tuple[Record, Verdict]:
    """Return a file's one record and verdict; raises click.UsageError."""
    document = load_document_with_records(path, rules)
    if len(document.records) > 1:
        shown = visible(path)
        raise usage_error(
            f"{shown} には棋譜が {len(document.records)} 局あります。一局だけのファイルにしてください",
            f"{shown} holds {len(document.records)} records; give a file with one",
        )
    return document.records[0], verify_with_headlines(document, rules_source(path, rules))[0]


def _write_merged_record(
    reading: Reconciliation, sheets: tuple[Record, Record], output: str, rules: RulesSource, *, force: bool
) -> None:
    """Write the merged record, or say why there is none."""
    proof = judged_merged_record(reading, sheets, rules)
    if proof is None:
        message = Message("対局が一つに決まらないので書きませんでした", "not written: there is not exactly one game")
        if reading.joint is not None:
            message = Message(
                "二枚とも読めない行があるので書きませんでした。その行を直してください",
                "not written: both sheets have a line that is not understood; correct it first",
            )
        click.echo(say(message), err=True)
        return
    form = formats.formats_by_ending().get(Path(output).suffix.lower(), formats.TEXT)
    data = proof.data if form == formats.TEXT else document_bytes(read(visible(output), proof.data), form)
    write_output(output, data, force=force)
