"""Review API of drafts for the screen: stateless JSON requests."""

from __future__ import annotations

import base64
import io
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from analysis.scan.draft import (
    DraftGame,
    DraftRecord,
    NotConfirmed,
    canonical_moves_by_game,
    confirmed_file_of_draft,
    scan_draft_of_sheets,
)
from kifu.core.errors import KifuError
from kifu.core.games import game_by_name
from kifu.core.lazy_imports_extras_and_package_files import program_version
from kifu.core.message import Message
from kifu.recording import untrusted_json_fields
from kifu.recording.game_drawing_and_catalogue_json import scene_json
from kifu.recording.sheet_comparison_json import decode_base64
from kifu.recording.untrusted_json_fields import Rejected
from kifu.referee.replay import replay_texts
from kifu.referee.resolve import Resolved, resolve
from kifu.referee.verify import judge_record
from kifu.render.position_drawing import draw_position
from kifu.render.shapes_and_svg import DrawingOptions
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from analysis.scan.draft import ScanDraft
    from analysis.scan.handwriting import Handwritings
    from analysis.scan.plies_and_move_likelihood import PlyInk
    from analysis.scan.scanned_sheet import InkRow, Sheet
    from kifu.core.game.game import Game, Position
    from kifu.referee.record import Record

MAX_SHEETS, MAX_PAGES, MAX_PLIES, MAX_LINES = 2, 6, 2_000, 100
"""The sheets of a scan, the photographs of a sheet, the plies and the lines of a head that are taken."""
LOOK = DrawingOptions(cell=40.0)
QUALITY = 80
"""The quality of the flattened pages that are sent back, as JPEG."""


def read_photos(request: object, handwritings: Handwritings | None = None) -> dict[str, Any]:
    """Return the draft of photographs.

    `request` is ``{"sheets", "game", "start", "players"}``; all but the first may be missing.

    Each sheet is a list of ``{"name", "data"}``, a file in base64, and so is `start`: a record with the head and the set-up.
    `players` are the writers of the sheets, whose handwriting may be `handwritings`. Raises Rejected, and MissingExtra.
    """
    given = untrusted_json_fields.object_field(request, ("sheets", "game", "start", "players"), "scan")
    players = _read_writer_names(given)
    try:
        hands = [None if handwritings is None or not name else handwritings.find(name) for name in players]
        record, game, sheets = _read_record_game_and_sheets(given, hands)
        start = None if record is None else _start_position(record, game)
        found = scan_draft_of_sheets(game, game.start() if start is None else start, sheets)
    except KifuError as wrong:
        raise _error_for_screen(wrong) from None
    answer = _draft_json(found, found.record_draft(record, start, program_version()))
    for sheet, name, hand in zip(answer["sheets"], players, hands, strict=False):
        sheet |= {"player": name, "kept": hand is not None}
    return answer


def learn_handwriting(request: object, handwritings: Handwritings) -> dict[str, Any]:
    """Keep what confirmed sheets teach of their writers' hands; return the boxes that were learned, by player.

    `request` has what `read_photos` takes, and the members of `confirmed_record`. A sheet whose player has no name teaches nothing.
    Raises Rejected, and MissingExtra.
    """
    given = untrusted_json_fields.object_field(
        request, ("sheets", "game", "start", "players", "head", "plies", "ends"), "handwriting"
    )
    players = _read_writer_names(given)
    if not any(players):
        raise untrusted_json_fields.field_rejection(
            "players", Message("書き手の名前がありません", "no writer is named")
        )
    confirmed = _read_record(("draft", _read_reviewed_draft(given).record_text().encode()))
    try:
        _, game, sheets = _read_record_game_and_sheets(given, [])
        truth = canonical_moves_by_game(judge_record(confirmed, ""))
        learned = [
            {"player": name, "boxes": handwritings.learn(name, sheet, game, truth)}
            for name, sheet in zip(players, sheets, strict=False)
            if name
        ]
    except KifuError as wrong:
        raise _error_for_screen(wrong) from None
    return {"learned": learned, "players": handwritings.names()}


def forget_handwriting(request: object, handwritings: Handwritings) -> dict[str, Any]:
    """Forget a player's handwriting. ``{"player"}``. Raises Rejected."""
    name = untrusted_json_fields.one_line_field(
        untrusted_json_fields.object_field(request, ("player",), "handwriting").get("player"), "player"
    )
    try:
        return {"forgotten": handwritings.forget(name), "players": handwritings.names()}
    except KifuError as wrong:
        raise _error_for_screen(wrong) from None


def _read_writer_names(request_fields: Mapping[str, Any]) -> list[str]:
    """Return the names of the sheets' writers, empty for one that is not named. Raises Rejected."""
    names = request_fields.get("players") or []
    if not isinstance(names, list) or len(names) > MAX_SHEETS:
        raise untrusted_json_fields.field_rejection(
            "players", Message("名前は用紙ごとに一つです", "a name for each sheet")
        )
    return [untrusted_json_fields.one_line_field(name, "players", may_be_empty=True) for name in names]


def _read_record_game_and_sheets(
    request_fields: Mapping[str, Any], handwritings: Sequence[bytes | None]
) -> tuple[Record | None, Game, list[Sheet]]:
    """Return the record with the set-up, the game, and the sheets of photographs. Raises Rejected, MissingExtra and KifuError."""
    from analysis.scan.read_sheet import game_of_pages, read_sheet  # noqa: PLC0415 - an extra, which a confirmation does without

    sheets = request_fields.get("sheets")
    if not isinstance(sheets, list) or not 1 <= len(sheets) <= MAX_SHEETS:
        raise untrusted_json_fields.field_rejection("sheets", Message("用紙は一枚か二枚です", "one sheet or two"))
    files = [[_file_name_and_bytes(one, "sheets") for one in photograph_list_field(sheet)] for sheet in sheets]
    record = (
        None
        if request_fields.get("start") is None
        else _read_record(_file_name_and_bytes(request_fields["start"], "start"))
    )
    name = request_fields.get("game")
    known = (
        record.game
        if record is not None
        else None
        if not name
        else game_by_name(untrusted_json_fields.one_line_field(name, "game"))
    )
    read_sheets = [read_sheet(some, known, hand) for some, hand in zip_longest(files, handwritings[: len(files)])]
    return record, game_of_pages(read_sheets, known), read_sheets


def _error_for_screen(failed: KifuError) -> Exception:
    """Return an error as the screen says it; a missing extra stays one."""
    if isinstance(failed, (ImportError, Rejected)):
        return failed
    where = f"{failed.key}: " if failed.key else ""
    return Rejected(failed.code, Message(f"{where}{failed.message.ja}", f"{where}{failed.message.en}"))


def photograph_list_field(value: object) -> list[object]:
    """Return a list of photographs. Raises Rejected."""
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_PAGES:
        raise untrusted_json_fields.field_rejection(
            "sheets",
            Message(f"写真は一枚の用紙に {MAX_PAGES} 枚までです", f"at most {MAX_PAGES} photographs a sheet"),
        )
    return value


def _file_name_and_bytes(value: object, field_name: str) -> tuple[str, bytes]:
    members = untrusted_json_fields.object_field(value, ("name", "data"), field_name)
    return untrusted_json_fields.one_line_field(members.get("name"), "name"), decode_base64(
        members.get("data"), field_name
    )


def _read_record(file: tuple[str, bytes]) -> Record:
    document = read(*file)
    if len(document.records) != 1 or document.records[0].game is None:
        raise Rejected(
            "no-record",
            Message("棋種の分かる一局の棋譜ではありません", "it is no record of one game whose kind is known"),
        )
    return document.records[0]


def _start_position(record: Record, game: Game) -> Position:
    settled = resolve(record, game)
    if not isinstance(settled, Resolved):
        raise Rejected(settled.fault.code, settled.fault.message)
    return settled.start


def _draft_json(scan: ScanDraft, record_draft: DraftRecord) -> dict[str, Any]:
    """Return a draft with its questions as JSON for the screen."""
    pages = [(sheet, page) for sheet in scan.sheets for page in sheet.pages]
    places = {
        (number, page.part, page.page): pages.index((sheet, page))
        for number, sheet in enumerate(scan.sheets)
        for page in sheet.pages
    }
    answer = scan.to_json()
    plies: Any = answer["plies"]
    at = 0
    for part, (draft, sheets) in enumerate(zip(scan.drafts, scan.inks, strict=True)):
        for ply, (_, note) in zip(draft.plies, record_draft.parts[part].plies, strict=True):
            ink = [
                []
                if row is None
                else _boxes_of_ply_json(
                    sheets[number][row], [places[number, part, page] for page in sheets[number][row].pages]
                )
                for number, row in enumerate(ply.rows)
            ]
            aside = [
                []
                if row is None
                else [
                    _boxes_of_row_json(further, places[number, part, page])
                    for further, page in sheets[number][row].aside
                ]
                for number, row in enumerate(ply.rows)
            ]
            why = [None if one.breach is None else one.breach.message.to_json() for one in ply.candidates]
            plies[at] |= {"part": part, "note": note, "ink": ink, "aside": aside, "why": why, "foul": ply.foul}
            at += 1
    return answer | {
        "head": list(record_draft.head),
        "ends": [part.end for part in record_draft.parts],
        "off": [draft.off for draft in scan.drafts],
        "warnings": [warning.to_json() for warning in scan.warnings],
        "pages": [_picture_data(page.flat) for _, page in pages],
    }


def _boxes_of_ply_json(ink: PlyInk, pages: Sequence[int]) -> list[list[object]]:
    """Return picture, place, best symbol and probability of each box."""
    return [box for row, page in zip(ink.rows, pages, strict=True) for box in _boxes_of_row_json(row, page)]


def _boxes_of_row_json(row: InkRow, page: int) -> list[list[object]]:
    return [[page, *(round(side, 1) for side in box.box), box.best, round(max(box.chances), 3)] for box in row.boxes]


def _picture_data(flat: bytes) -> str:
    from PIL import Image  # noqa: PLC0415

    made = io.BytesIO()
    with Image.open(io.BytesIO(flat)) as image:
        image.convert("RGB").save(made, "JPEG", quality=QUALITY)
    return base64.b64encode(made.getvalue()).decode()


def draft_board(request: object) -> dict[str, Any]:
    """Return the board after a draft's plies, and where rules stop it.

    ``{"head", "texts"}``. Raises Rejected.
    """
    given = untrusted_json_fields.object_field(request, ("head", "texts"), "board")
    texts = _read_ply_texts(given.get("texts"))
    record = _read_record(("draft", "\n".join(_read_head_lines(given.get("head"))).encode()))
    game = record.game
    assert game is not None  # noqa: S101 - _record requires it
    start = _start_position(record, game)
    played = replay_texts(game, start, texts)
    fault = played.fault
    last = game.read(game.spell(played.moves[-1])).written.squares[-1:] if played.moves else ()
    scene = draw_position(game, played.positions[-1], last_square=last[0] if last else None, look=LOOK)
    wrong = None if fault is None else {"ply": fault.ply, "words": [fault.article or "", fault.message.to_json()]}
    return {"plies": len(played.moves), "board": scene_json(scene), "wrong": wrong}


def confirmed_record(request: object) -> bytes:
    """Return the record of a reviewed draft.

    ``{"head", "plies", "ends", "confirmed"}``. Raises Rejected.

    `plies` are ``{"part", "text", "note"}``. `confirmed` says that the person has compared every ply that was asked.
    """
    given = untrusted_json_fields.object_field(request, ("head", "plies", "ends", "confirmed"), "record")
    made = _read_reviewed_draft(given)
    document = read("draft", made.record_text().encode())
    if len(document.records) != 1 or document.source is None:
        raise Rejected("no-record", Message("一局の棋譜になりません", "it makes no record of one game"))
    if given.get("confirmed") is not True:
        return made.record_text().encode()
    try:
        return confirmed_file_of_draft(document.source)
    except NotConfirmed as wrong:
        raise Rejected(wrong.code, wrong.message) from None


def _read_reviewed_draft(request_fields: Mapping[str, Any]) -> DraftRecord:
    """Return a reviewed draft. Raises Rejected."""
    ends = _read_head_lines(request_fields.get("ends"))
    plies = request_fields.get("plies")
    if not isinstance(plies, list) or len(plies) > MAX_PLIES:
        raise untrusted_json_fields.field_rejection(
            "plies", Message(f"手は {MAX_PLIES} までのリストです", f"it has to be a list of at most {MAX_PLIES}")
        )
    parts: list[list[tuple[str, str]]] = [[] for _ in ends]
    for one in plies:
        ply = untrusted_json_fields.object_field(one, ("part", "text", "note"), "ply")
        note = untrusted_json_fields.one_line_field(ply.get("note"), "note", may_be_empty=True)
        if note and not note.startswith("*"):
            raise untrusted_json_fields.field_rejection("note", Message("* で始まります", "it begins with *"))
        parts[untrusted_json_fields.integer_field(ply.get("part"), "part", len(ends) - 1)].append(
            (untrusted_json_fields.one_line_field(ply.get("text"), "text"), note)
        )
    return DraftRecord(
        tuple(_read_head_lines(request_fields.get("head"))),
        tuple(DraftGame(tuple(some), end) for some, end in zip(parts, ends, strict=True)),
    )


def _read_head_lines(value: object) -> list[str]:
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_LINES:
        raise untrusted_json_fields.field_rejection(
            "head", Message(f"行は {MAX_LINES} までです", f"1 to {MAX_LINES} lines")
        )
    return [untrusted_json_fields.one_line_field(one, "head", may_be_empty=True) for one in value]


def _read_ply_texts(value: object) -> list[str]:
    if not isinstance(value, list) or len(value) > MAX_PLIES:
        raise untrusted_json_fields.field_rejection(
            "texts", Message(f"手は {MAX_PLIES} までのリストです", f"it has to be a list of at most {MAX_PLIES}")
        )
    return [untrusted_json_fields.one_line_field(one, "texts") for one in value]
