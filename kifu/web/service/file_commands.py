"""Commands on files as JSON: `kifu verify`, `repair`, `readings`, `reconcile` and `export`."""

from __future__ import annotations

import base64
import hashlib
import tempfile
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kifu.core.errors import UnreadableFile
from kifu.core.message import Message
from kifu.reconcile.distance_and_first_difference import NotOneGame
from kifu.reconcile.make_reconciliation import reconcile
from kifu.reconcile.proven_text_edits import patched_file
from kifu.reconcile.repair import Repair, repairs_json
from kifu.reconcile.slip_or_foul import verify_with_headlines
from kifu.recording import untrusted_json_fields
from kifu.recording.sheet_comparison_json import decode_base64
from kifu.recording.state_record_conversion import import_as_closed_state
from kifu.recording.untrusted_json_fields import Rejected
from kifu.referee.rule_readings import readings_of_document, readings_summary
from kifu.referee.verdict_text import ending_text, headline_of_verdict, status_label
from kifu.referee.verify import verify_document
from kifu.render.html.record_pages_and_notebook import PageOptions, page_limit_message, records_page
from kifu.web.service.requests_responses_and_ports import HTML, Response, json_line, json_list_response, json_response
from notation.documents_and_variant_files import read_variant_in_folder
from notation.formats.kif_head_reader import RulesSource
from notation.limits import LIMITS, file_too_large
from notation.reading import Document, read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.reconcile.candidate_edits import Candidate
    from kifu.recording.state_and_clock import State
    from kifu.referee.record import Record
    from kifu.referee.verdict import Verdict
    from kifu.web.service.requests_responses_and_ports import Request

FILE_MEMBERS = ("name", "data", "rules", "beside", "language")
MAX_SLIPS = 20
"""The most slips that the page shows of a record."""
_NAMELESS = "<bytes>"


def verify_file(request: Request) -> Response:
    """Return the verdicts on a file, as `kifu verify --format json`."""
    return json_list_response(
        verdict.to_json() for verdict in verify_document(requested_document(request.value, request.data))
    )


def repair_file(request: Request) -> Response:
    """Return the repairs of a file, as `kifu repair --format json`."""
    document = requested_document(request.value, request.data)
    judged = verify_document(document)
    if not document.records:
        return json_list_response([repairs_json(judged[0], None)])
    rules = _rules_of_file(request.value)
    found = (Repair(record, verdict, rules=rules) for record, verdict in zip(document.records, judged, strict=True))
    return json_list_response(
        repairs_json(verdict, repair.run()) for verdict, repair in zip(judged, found, strict=True)
    )


def readings_of_file(request: Request) -> Response:
    """Return the readings of a file, as `kifu readings --format json`."""
    return json_list_response(
        reading.to_json() for reading in readings_of_document(requested_document(request.value, request.data))
    )


def readings_and_slips(request: Request) -> Response:
    """Return a file's readings, and slips that would explain a fault."""
    document = requested_document(request.value, request.data)
    rules = _rules_of_file(request.value)
    found = []
    for record, reading in zip(document.records, readings_of_document(document), strict=False):
        repair = Repair(record, reading.verdict, rules=rules).run()
        found.append(
            {
                "readings": readings_summary(reading).to_json(),
                "slips": [_slip_json(document, record, candidate) for candidate in repair.candidates[:MAX_SLIPS]],
                "more": max(0, len(repair.candidates) - MAX_SLIPS),
                "complete": repair.complete,
                "sought": bool(reading.verdict.status.exit_code),
            }
        )
    return json_response(found)


def _slip_json(document: Document, record: Record, candidate: Candidate) -> dict[str, Any]:
    """Return a repair candidate as JSON, with the repaired file."""
    assert document.source is not None  # noqa: S101 - it has a record
    try:
        data = patched_file(document.source, record, candidate.data)
    except UnreadableFile:  # the encoding of the file lacks a character: the record alone
        data = candidate.data
    return {
        "ply": candidate.ply,
        "was": candidate.was,
        "now": candidate.now,
        "label": candidate.label.to_json(),
        "heading": headline_of_verdict(candidate.verdict).to_json(),
        "data": base64.b64encode(data).decode(),
    }


def reconcile_files(request: Request) -> Response:
    """Return the joint reading of two files, as `kifu reconcile --format json`."""
    given = untrusted_json_fields.object_field(request.value, ("a", "b", "c"), "reconcile")
    (one, first), (two, second), *third = (
        _record_and_verdict_of_sheet(given[key]) for key in ("a", "b", "c") if given.get(key) is not None
    )
    try:
        reading = reconcile(one, two, (first, second), arbiter_sheet=third[0][0] if third else None)
    except NotOneGame as refused:
        raise Rejected(refused.code, refused.message) from None
    return Response(200, json_line(reading.to_json()))


def export_file_as_page(request: Request) -> Response:
    """Return a file as the page that `kifu export` writes."""
    document = requested_document(request.value, request.data)
    judged = verify_with_headlines(document, _rules_of_file(request.value))
    refused = page_limit_message(judged)
    if refused is not None:
        raise Rejected("too-many-plies", refused)
    language = untrusted_json_fields.choice_field(request.value.get("language", "ja"), ("ja", "en"), "language")
    html = records_page(judged, PageOptions("en" if language == "en" else "ja"))
    return Response(200, data=html.encode(), type=HTML, name=f"{document.name.rpartition('.')[0] or 'kifu'}.html")


def verdicts_and_games_of_file(request: Request) -> tuple[Response, dict[str, State]]:
    """Return verdicts in words, and the games for a viewer by id."""
    document = requested_document(request.value, request.data)
    judged = verify_with_headlines(document, _rules_of_file(request.value))
    games: dict[str, State] = {}
    if len(judged) == 1 and document.source is not None:
        try:
            name = f"file-{hashlib.sha256(document.source.data).hexdigest()[:16]}"
            games[name] = import_as_closed_state(
                document.name, document.source.data, datetime.now(UTC).isoformat(timespec="milliseconds")
            )
        except Rejected:  # what no table has written is shown as the page of its file
            games = {}
    seen = [_verdict_json(verdict) for verdict in judged]
    return json_response({"name": document.name, "view": next(iter(games), None), "verdicts": seen}), games


def _verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict in words as JSON."""
    fault, record = verdict.fault, verdict.record
    head = {} if record is None else record.head
    return {
        "index": verdict.index,
        "game": verdict.game.id if verdict.game else None,
        "name": verdict.game.name.to_json() if verdict.game else None,
        "status": verdict.status.value,
        "well": not verdict.status.exit_code,
        "label": status_label(verdict).to_json(),
        "result": None if verdict.outcome is None else ending_text(verdict.outcome, verdict.game).to_json(),
        "plies": verdict.plies,
        "head": dict(head),
        "suspicion": None if verdict.suspicion is None else verdict.suspicion.to_json(),
        "fault": None
        if fault is None
        else {"ply": fault.ply, "article": fault.article, "message": fault.message.to_json()},
        "notes": [
            {"severity": note.severity.value, "line": note.line, "message": note.message.to_json()}
            for note in verdict.diagnostics
        ],
    }


def _record_and_verdict_of_sheet(sheet: object) -> tuple[Record, Verdict]:
    document = requested_document(sheet, None)
    if len(document.records) != 1:
        count = len(document.records)
        raise Rejected(
            "not-one-game", Message(f"一局だけの棋譜ではありません ({count} 局)", f"it holds {count} games, not one")
        )
    return document.records[0], verify_with_headlines(document, _rules_of_file(sheet))[0]


def requested_document(file_json: object, data: bytes | None, *further_members: str) -> Document:
    """Return the document of a requested file. Raises Rejected.

    `further_members` are members that its request may have besides.
    """
    given = untrusted_json_fields.object_field(file_json, (*FILE_MEMBERS, *further_members), "file")
    name = str(given.get("name") or _NAMELESS)
    whole = decode_base64(given.get("data"), "data") if data is None else data
    if len(whole) > LIMITS.file:
        return Document(name, "", None, (), (file_too_large(),))
    return read(name, whole, _rules_of_file(given, *further_members))


def _rules_of_file(file_json: object, *further_members: str) -> RulesSource:
    """Return a file's rules: the given ones, else its variant files."""
    given = untrusted_json_fields.object_field(file_json, (*FILE_MEMBERS, *further_members), "file")
    if given.get("rules") is not None:
        return RulesSource(given=untrusted_json_fields.one_line_field(given["rules"], "rules"))
    beside = given.get("beside") or {}
    folder = _fill_variant_folder(beside if isinstance(beside, dict) else {})
    return RulesSource(lambda name: read_variant_in_folder(folder, name))


def _fill_variant_folder(variant_files: Mapping[object, object]) -> Path:
    """Return a folder with the variant files of a record alone."""
    folder = _variant_folder()
    for old in folder.iterdir():
        old.unlink()
    for name, text in variant_files.items():
        if isinstance(name, str) and isinstance(text, str) and Path(name).name == name:
            # A record that names a file which cannot be there says so.
            with suppress(OSError, ValueError):
                (folder / name).write_text(text, "utf-8")
    return folder


@cache
def _variant_folder() -> Path:
    return Path(tempfile.mkdtemp())
