"""Sharing of a record: link with QR code, text, picture."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from analysis.pdf.paper_page import QUIET, modules
from kifu.core.message import Message
from kifu.games.ruleset import named_file
from kifu.recording import json_fields
from kifu.recording.record_link import link_of, record_of_link
from kifu.referee.verify import verify
from kifu.render.board import Board
from kifu.render.options import Look
from kifu.render.svg import svg
from kifu.web.service.file_commands import document_of
from kifu.web.service.messages import Failed, Response, json_response

if TYPE_CHECKING:
    from kifu.core.message import Language
    from kifu.referee.verdict import Verdict
    from kifu.web.service.messages import Request

MAX_CODE_CHARACTERS = 2_900
"""The longest text of a QR code."""
NO_CODE = Message("QR コードには長すぎます", "it is too long for a QR code")
NO_DATA = Message("棋譜がありません", "there is no record")


def link(request: Request) -> Response:
    """Return the fragment of a link that carries a file, and the names of the variant files that it does not carry."""
    if request.data is None:
        raise Failed(422, "no-data", NO_DATA)
    rules = (named_file(record.plain.rules) for record in document_of({}, request.data).records)
    variants = sorted({file.name for file in rules if file is not None})
    return json_response({"link": link_of(request.data), "variants": variants})


def linked_record(request: Request) -> Response:
    """Return the file that a link carries."""
    given = json_fields.members(request.value, ("link",), "link").get("link")
    data = record_of_link(given if isinstance(given, str) else "")
    return json_response({"data": base64.b64encode(data).decode()})


def qr_code(request: Request) -> Response:
    """Return a QR code as SVG path, and its width in modules."""
    text = json_fields.members(request.value, ("text",), "code").get("text")
    if not isinstance(text, str) or not text or len(text.encode()) > MAX_CODE_CHARACTERS:
        raise Failed(422, "no-code", NO_CODE)
    rows = modules(text, error="l")
    path = "".join(
        f"M{QUIET + column} {QUIET + row}h1v1h-1z"
        for row, line in enumerate(rows)
        for column, dark in enumerate(line)
        if dark
    )
    return json_response({"side": len(rows) + 2 * QUIET, "path": path})


def shared_forms(request: Request) -> Response:
    """Return a file as text, and one game as picture.

    The picture is of its last board.
    """
    document = document_of(request.value, request.data)
    language: Language = "en" if request.value.get("language") == "en" else "ja"
    picture = None
    if len(document.records) == 1:
        picture = _picture(verify(document.records[0], document.sha256), language)
    return json_response({"text": document.text, "picture": picture})


def _picture(verdict: Verdict, language: Language) -> str | None:
    """Return a game's last board as SVG, or None."""
    if verdict.games:
        return _picture(verdict.games[-1], language)
    game, replay, record = verdict.game, verdict.replay, verdict.record
    if game is None or replay is None or record is None:
        return None
    ply = len(replay.positions) - 1
    caption = f"{ply} {game.spell(replay.moves[ply - 1])}" if ply else ""
    names = (record.header("先手") or "", record.header("後手") or "")
    look = Look(language=language, caption=caption, names=names, ended=verdict.outcome)
    return svg(Board.at(game, replay.positions, replay.moves, ply, look).scene())
