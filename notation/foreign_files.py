"""Tells files apart that are no records of these games: documents of Word and Excel, records of shogi, chess and go."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.core.diagnostic import Diagnostic, error
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

_AS_TEXT = Message("中の文字をテキストとして保存しなおしてください", "save its words as plain text")
_PACKED = (
    (b"word/document.xml", "Word の文書 (.docx)", "a Word document (.docx)"),
    (b"xl/workbook.xml", "Excel の表 (.xlsx)", "an Excel sheet (.xlsx)"),
    (b"xl/workbook.bin", "Excel の表 (.xlsb)", "an Excel sheet (.xlsb)"),
    (b"ppt/presentation.xml", "PowerPoint の文書 (.pptx)", "a PowerPoint document (.pptx)"),
    (b"mimetypeapplication/", "OpenDocument などの文書", "a document (OpenDocument or EPUB)"),
)
"""A name within a ZIP file that tells which document it is."""
_BEGINNINGS = (
    (b"%PDF-", "PDF の文書", "a PDF document"),
    (b"{\\rtf", "リッチテキスト (.rtf)", "a rich text document (.rtf)"),
    (b"\xd0\xcf\x11\xe0", "古い形式の Word か Excel のファイル", "an old Word or Excel file"),
    (b"\x89PNG", "画像 (PNG)", "a picture (PNG)"),
    (b"\xff\xd8\xff", "画像 (JPEG)", "a picture (JPEG)"),
)
_OTHER_GAMES = (
    (r"\s*\(;", "SGF の棋譜 (囲碁など)", "an SGF record (of go, for example)"),
    (r'\[(?:Event|Site|White|Black) "', "PGN の棋譜 (チェス)", "a PGN record (of chess)"),
    (r"(?:V2(?:\.\d)?|PI|P1.*|[+-]\d{4}[A-Z]{2}(?:,.*)?)\s*$", "将棋の CSA 形式の棋譜", "a shogi record (CSA)"),
    (
        r"手合割|.*[1-9１-９][一二三四五六七八九][玉飛角金銀桂香歩と龍竜馬](?:[成打]|不成)?\(\d\d\)|.*[▲△☗☖][1-9１-９][一二三四五六七八九]",
        "将棋の棋譜 (KIF・KI2)",
        "a shogi record (KIF, KI2)",
    ),
)
"""The beginning of a line of other records, and what they are in both languages."""
_LOOKED_AT = 60
"""The lines of a file that are looked at."""


def of_bytes(data: bytes) -> Diagnostic | None:
    """Return the error for a document or a picture; None for any other file."""
    if data.startswith(b"PK"):
        found = next((kind for kind in _PACKED if kind[0] in data), None)
    else:
        found = next((kind for kind in _BEGINNINGS if data.startswith(kind[0])), None)
    return None if found is None else _other(Message(*found[1:]), _AS_TEXT)


def of_lines(lines: Sequence[str]) -> Diagnostic | None:
    """Return the error for a text that is the record of another game; None for any other text."""
    advice = Message(
        "kifu で読む棋譜なら、「棋種：6面体」のような行で始めてください",
        "a record for kifu begins with a line like 棋種：6面体",
    )
    found = (Message(ja, en) for line in lines[:_LOOKED_AT] for start, ja, en in _OTHER_GAMES if re.match(start, line))
    name = next(found, None)
    return None if name is None else _other(name, advice)


def _other(name: Message, advice: Message) -> Diagnostic:
    return error("other-kind", Message(f"{name.ja}です。{advice.ja}", f"this is {name.en}; {advice.en}"))
