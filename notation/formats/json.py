"""The same records as JSON, with a published schema; text → JSON → text changes no byte.

A file is a list of records, a record a list of lines. Each line has its kind and what it says in parts; its ``text`` is
the line as it stood. A program that makes or changes a record leaves ``text`` out, and the line is spelled from its
parts; where both are there, they must agree.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from kifu.errors import UnreadableFile
from kifu.message import Message, quoted
from kifu.specials import SPECIALS
from notation.encoding import UTF8_BOM, encode, line_bytes, split
from notation.formats.kif_writer import TABLE, spell_clock, spell_move
from notation.scanner import Clock, Kind, classify, read_clock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.record import Record, Source

FORMAT = "kifu/1"
ENDS = {"\n": "lf", "\r\n": "crlf", "\r": "cr", "": "none"}
_END_TEXTS = {name: end for end, name in ENDS.items()}
_PREFIXES = {"file-comment": "#", "comment": "*", "bookmark": "&"}


@cache
def schema() -> dict[str, Any]:
    """Return the JSON Schema of this format (draft 2020-12), as it ships with the package."""
    text = resources.files("notation.formats").joinpath("record.schema.json").read_text("utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def to_json(source: Source, records: Sequence[Record]) -> bytes:
    """Return the file as JSON (UTF-8, two-space indent, LF at the end)."""
    data = line_bytes(source)
    document = {
        "format": FORMAT,
        "encoding": source.encoding,
        "bom": source.bom,
        "records": [
            {
                "game": record.game,
                "lines": [_line(source, number, data[number - 1]) for number in range(record.span.first, record.span.last + 1)],
            }
            for record in records
        ],
    }
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "surrogatepass")


def to_text(source: Source) -> Source:
    """Return the file that a JSON source stands for. Raises UnreadableFile ``bad-json`` or ``json-schema``."""
    document = _checked(_parsed(source))
    encoding, bom = document.get("encoding", "utf-8"), document.get("bom", False)
    pieces: list[bytes] = []
    for number, record in enumerate(document["records"]):
        for place, line in enumerate(record["lines"]):
            text = _text(line, f"records[{number}].lines[{place}]")
            end = _END_TEXTS[line.get("end", "lf")]
            pieces.append(bytes.fromhex(line["bytes"]) if "bytes" in line else encode([text], [end], encoding))
    body = b"".join(pieces)
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError:
        raise _wrong_bytes(encoding) from None
    return split(source.name, (UTF8_BOM if bom else b"") + body, text, encoding, bom=bom)


def _line(source: Source, number: int, data: bytes) -> dict[str, object]:
    text, end = source.lines[number - 1], source.ends[number - 1]
    line: dict[str, object] = {"kind": classify(text, SPECIALS).kind.value, **_parts(text)}
    line["text"] = text
    line["end"] = ENDS[end]
    if (text + end).encode(source.encoding) != data:
        line["bytes"] = data.hex()
    return line


def _parts(text: str) -> dict[str, object]:
    """Return what a line says, in parts."""
    item = classify(text, SPECIALS)
    parts: dict[str, object] = {}
    if item.kind is Kind.HEADER:
        parts = {"key": item.key, "value": item.text}
    elif item.kind in {Kind.COMMENT, Kind.BOOKMARK, Kind.FILE_COMMENT}:
        parts = {"value": item.text}
    elif item.kind is Kind.BRANCH:
        parts = {"ply": item.number}
    elif item.kind is Kind.MOVE:
        parts = {"move": item.text} if item.number is None else {"ply": item.number, "move": item.text}
        clock = read_clock(item.clock) if item.clock else None
        if clock is not None:
            parts["spent"] = clock.spent
            if clock.total is not None:
                parts["total"] = clock.total
    return parts


def _text(line: dict[str, Any], path: str) -> str:
    """Return a line's text: as given, if it agrees with the parts, else spelled from the parts."""
    given = line.get("text")
    if given is None:
        return _spelled(line, path)
    parts = _parts(given)
    wrong = [key for key in ("key", "value", "ply", "move", "spent", "total") if key in line and parts.get(key) != line[key]]
    if wrong or classify(given, SPECIALS).kind.value != line["kind"]:
        which = wrong[0] if wrong else "kind"
        raise UnreadableFile(
            "json-mismatch",
            Message(
                f"{path}: {which} が text「{quoted(given)}」と合いません。text を消せば、ほかの項目から書きなおします",
                f"{path}: {which} disagrees with text '{quoted(given)}'; leave text out to have it spelled from the rest",
            ),
        )
    return given  # type: ignore[no-any-return]


def _spelled(line: dict[str, Any], path: str) -> str:
    kind = line["kind"]
    if kind == "blank":
        return ""
    if kind == "table":
        return TABLE
    if kind == "diagram":
        return "局面図"
    try:
        if kind == "header":
            return f"{line['key']}：{line['value']}"
        if kind in _PREFIXES:
            return f"{_PREFIXES[kind]}{line['value']}"
        if kind == "branch":
            return f"変化：{line['ply']}手"
        if kind == "move":
            clock = Clock(line["spent"], line.get("total"), branches=False) if "spent" in line else None
            return spell_move(line["ply"], line["move"], spell_clock(clock) if clock else "")
        return line["text"]  # type: ignore[no-any-return]
    except KeyError as missing:
        raise UnreadableFile(
            "json-missing",
            Message(
                f"{path}: {kind} の行には text か {missing.args[0]} が要ります",
                f"{path}: a line of kind {kind} needs text or {missing.args[0]}",
            ),
        ) from None


def _wrong_bytes(encoding: str) -> UnreadableFile:
    return UnreadableFile(
        "json-bytes",
        Message(
            f"bytes の中に {encoding} として読めないものがあります",
            f"some `bytes` of the JSON cannot be read as {encoding}",
        ),
    )


def _parsed(source: Source) -> object:
    text = "".join(line + end for line, end in zip(source.lines, source.ends, strict=True))
    try:
        return json.loads(text)
    except json.JSONDecodeError as bad:
        raise UnreadableFile(
            "bad-json",
            Message(
                f"JSON として読めません ({bad.lineno} 行目 {bad.colno} 文字目: {bad.msg})",
                f"not JSON (line {bad.lineno}, column {bad.colno}: {bad.msg})",
            ),
            line=bad.lineno,
            offset=bad.colno - 1,
        ) from None
    except (RecursionError, ValueError):
        raise UnreadableFile(
            "bad-json", Message("JSON の入れ子か数が大きすぎます", "the JSON nests too deep or holds a number too large")
        ) from None


def _checked(document: object) -> dict[str, Any]:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - takes longer to load than most records to judge
    from jsonschema.exceptions import best_match  # noqa: PLC0415

    worst = best_match(Draft202012Validator(schema()).iter_errors(document))
    if worst is not None:
        found = quoted(worst.message)
        raise UnreadableFile(
            "json-schema",
            Message(
                f"JSON の {worst.json_path} が棋譜の形 ({FORMAT}) ではありません: {found}",
                f"{worst.json_path} of the JSON is not of the record format ({FORMAT}): {found}",
            ),
        )
    return document  # type: ignore[return-value]
