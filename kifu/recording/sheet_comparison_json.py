"""Comparison of two sheets as JSON: recorded games or sent files."""

from __future__ import annotations

import base64
import binascii
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.message import Message, visible
from kifu.reconcile.alignment_rows import CLASSES, EQUAL
from kifu.reconcile.distance_and_first_difference import FirstDifference, NotOneGame, difference_drawing_and_caption
from kifu.reconcile.make_reconciliation import reconcile
from kifu.reconcile.slip_or_foul import with_slip_headline
from kifu.recording import untrusted_json_fields
from kifu.recording.game_drawing_and_catalogue_json import scene_json
from kifu.recording.untrusted_json_fields import Rejected
from kifu.referee.replay import replay_texts
from kifu.referee.verdict_text import headline_of_verdict, status_label
from kifu.referee.verify import verify
from kifu.render.shapes_and_svg import DrawingOptions
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kifu.core.game.options import VariantFile
    from kifu.reconcile.alignment_rows import AlignmentRow
    from kifu.reconcile.reconciliation import Reconciliation
    from kifu.recording.state_and_clock import State
    from kifu.recording.state_record_conversion import StoredGame
    from kifu.referee.record import Record
    from kifu.referee.verdict import Verdict
    from notation.formats.kif_head_reader import RulesSource

LETTERS = ("a", "b")
LOOK = DrawingOptions(cell=32.0)
MAX_PLACES = 5
"""The most places behind the first difference whose boards are shown."""


class ComparedSheet(NamedTuple):
    """One of two sheets: its record and verdict."""

    name: str
    data: bytes
    record: Record
    verdict: Verdict
    id: str | None = None
    """The id of its game or its file in the list; None for a file that a device sends."""
    state: State | None = None
    """The state of its table, if this device may correct it; else None."""
    variant: VariantFile | None = None
    """The variant file of its table."""


def sheet_comparison_json(request: object, find_stored_game: Callable[[str], StoredGame | None]) -> dict[str, Any]:
    """Return the joint reading of two sheets as JSON.

    `request` is ``{"a", "b"}``, each ``{"id"}`` of a game that `find_stored_game` knows, or ``{"name", "data"}``: a file in base64. Raises
    Rejected for what is no sheet, for sheets of different games, and for a game whose judgement this device may not see.
    """
    given = untrusted_json_fields.object_field(request, LETTERS, "compare")
    one, two = (requested_sheet(given.get(letter), letter, find_stored_game) for letter in LETTERS)
    try:
        reading = reconcile(one.record, two.record, (one.verdict, two.verdict))
    except NotOneGame as refused:
        raise Rejected(refused.code, refused.message) from None
    sheets = [sheet._replace(verdict=with_slip_headline(sheet.verdict)) for sheet in (one, two)]
    return {
        "verdict": reading.word.value,
        "label": reading.label.to_json(),
        "first_difference": reading.first_difference,
        "difference": None if reading.difference is None else _difference_json(reading.difference),
        "further": [_difference_json(place) for place in islice(_later_differences(reading, sheets[0]), MAX_PLACES)],
        "cost": reading.cost,
        "complete": reading.complete,
        "notes": [note.to_json() for note in reading.notes],
        "games": [list(game) for game in reading.games],
        "rows": list(_rows_json(reading, sheets)),
        "fields": [{**field.to_json(), "class_label": field.class_label.to_json()} for field in reading.fields],
        **{letter: _sheet_json(sheet) for letter, sheet in zip(LETTERS, sheets, strict=True)},
    }


def requested_sheet(
    request: object, sheet_letter: str, find_stored_game: Callable[[str], StoredGame | None]
) -> ComparedSheet:
    """Return the sheet that a device names or sends as `sheet_letter`.

    Raises Rejected, as :func:`sheet_comparison_json` does.
    """
    if isinstance(request, dict) and "data" in request:
        members = untrusted_json_fields.object_field(request, ("name", "data"), sheet_letter)
        return _compared_sheet_of_file(
            untrusted_json_fields.one_line_field(members.get("name"), "name"),
            decode_base64(members.get("data"), f"{sheet_letter}.data"),
        )
    identity = untrusted_json_fields.one_line_field(
        untrusted_json_fields.object_field(request, ("id",), sheet_letter).get("id"), "id"
    )
    kept = find_stored_game(identity)
    if kept is None:
        raise Rejected("no-game", Message("その対局はありません", "there is no such game"))
    if kept.state is None:
        return _compared_sheet_of_file(visible(kept.name), kept.data)._replace(id=identity)
    state, variant = kept.state, kept.state.opening.variant
    if kept.silent:
        raise Rejected(
            "silent",
            Message(
                "公式の対局は、閉じるか審判の暗証番号を入れるまで比べられません",
                "an official game can be compared when it is closed, or when the arbiter has given the PIN",
            ),
        )
    sheet = _compared_sheet_of_file(identity, kept.data, kept.rules)
    correctable = state.closed is None or kept.arbiter
    return sheet._replace(id=identity, state=state if correctable else None, variant=variant)


def decode_base64(base64_text: object, field_name: str) -> bytes:
    """Return the bytes of a base64 file; may raise Rejected."""
    try:
        return base64.b64decode(base64_text if isinstance(base64_text, str) else "?", validate=True)
    except (binascii.Error, ValueError):
        raise untrusted_json_fields.field_rejection(
            field_name, Message("base64 の文字列です", "it has to be base64")
        ) from None


def _compared_sheet_of_file(file_name: str, data: bytes, rules: RulesSource | None = None) -> ComparedSheet:
    """Return a file's only record, judged; may raise Rejected."""
    document = read(file_name, data, rules)
    if len(document.records) != 1:
        count = len(document.records)
        raise Rejected(
            "not-one-game",
            Message(
                f"{file_name}: 一局だけの棋譜ではありません ({count} 局)",
                f"{file_name}: it holds {count} games, not one",
            ),
        )
    record = document.records[0]
    return ComparedSheet(file_name, data, record, verify(record, document.sha256))


def _sheet_json(sheet: ComparedSheet) -> dict[str, Any]:
    """Return a sheet as JSON: name, status, headline, fault."""
    verdict, state = sheet.verdict, sheet.state
    shown: dict[str, Any] = {
        "name": sheet.name,
        "id": sheet.id,
        "seq": None if state is None else state.seq,
        "status": verdict.status.value,
        "heading": headline_of_verdict(verdict).to_json(),
        "label": status_label(verdict).to_json(),
        "suspicion": None if verdict.suspicion is None else verdict.suspicion.to_json(),
        "fault": None,
    }
    if verdict.fault is not None:
        fault = verdict.fault
        shown["fault"] = {"ply": fault.ply, "article": fault.article, "message": fault.message.to_json()}
    return shown


def _later_differences(reading: Reconciliation, sheet: ComparedSheet) -> Iterator[FirstDifference]:
    """Yield the later differences of a single joint game.

    In a match there are none.
    """
    first, verdict = reading.difference, sheet.verdict
    if (
        first is None
        or reading.joint is None
        or first.part is not None
        or verdict.game is None
        or verdict.replay is None
    ):
        return
    game, start = verdict.game, verdict.replay.positions[0]
    positions = replay_texts(game, start, reading.joint.moves).positions
    for before, row in pairwise(reading.rows):
        parts = before.kind in EQUAL and row.kind not in EQUAL
        if parts and row.ply > first.ply and row.ply <= len(positions):
            read = (row.read_a, row.read_b)
            yield FirstDifference(row.ply, row.a, row.b, game, positions[row.ply - 1], read=read)


def _difference_json(difference: FirstDifference) -> dict[str, Any]:
    """Return a difference with the board before it and both arrows."""
    drawn, board = difference_drawing_and_caption(difference, LOOK), None
    if drawn is not None:
        scene, said = drawn
        board = {"said": said.to_json(), **scene_json(scene)}
    return {"where": difference.where.to_json(), "board": board}


def _rows_json(reading: Reconciliation, sheets: Sequence[ComparedSheet]) -> Iterator[dict[str, Any]]:
    """Yield the rows with their `fixes`, events that correct a sheet."""
    written = [0, 0]
    for row in reading.rows:
        fixes = {}
        for number, (letter, sheet) in enumerate(zip(LETTERS, sheets, strict=True)):
            was = row.a if letter == "a" else row.b
            ply = written[number] + 1
            written[number] += was is not None
            # The moves of a match stand in two tables' worth of plies: it is corrected as text.
            correctable = sheet.state is not None and row.part is None
            fixes[letter] = list(_corrections_json(row, letter, ply, reading)) if correctable else []
        yield {**row.to_json(), "label": CLASSES[row.kind].to_json(), "fixes": fixes}


def _corrections_json(row: AlignmentRow, letter: str, ply: int, reading: Reconciliation) -> Iterator[dict[str, Any]]:
    """Yield the corrections of a sheet: joint move or other sheet's."""
    own, other = (row.read_a, row.read_b) if letter == "a" else (row.read_b, row.read_a)
    if row.kind in EQUAL or (reading.joint is not None and (row.right_a if letter == "a" else row.right_b)):
        return
    was, text = own or "", (row.joint if reading.joint is not None else other) or ""
    if was != text:
        yield {"kind": "correct", "ply": ply, "was": was, "text": text}
