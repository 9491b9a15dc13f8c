"""Tells files apart that are no records of these games: documents of Word and Excel, records of shogi, chess and go."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.model.diagnostic import Diagnostic, error
from kifu.model.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

_AS_TEXT = Message("中の文字をテキストとして保存しなおしてください", "save its words as plain text")
_PACKED = (
    (b"word/", "Word の文書 (.docx)", "a Word document (.docx)"),
    (b"xl/", "Excel の表 (.xlsx)", "an Excel sheet (.xlsx)"),
)
_BEGINNINGS = (
    (b"PK\x03\x04", "ZIP の書庫", "a ZIP archive"),
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
    beginning = next((found for found in _BEGINNINGS if data.startswith(found[0])), None)
    if beginning is None:
        return None
    packed = next((found for found in _PACKED if found[0] in data), beginning) if data[:2] == b"PK" else beginning
    _, ja, en = packed
    return _other(Message(ja, en), _AS_TEXT)


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
