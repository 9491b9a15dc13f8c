"""Writes and reads records as JSON, with a published schema. Text → JSON → text changes no byte.

A file is a list of records, and a record is a list of lines. Each line has its kind and its parts; its ``text`` is the
line as it stands in the file. A program that makes or changes a record leaves ``text`` out, and the line is spelled from
its parts. If a line has both, they must agree.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from kifu.core.errors import UnreadableFile
from kifu.core.message import Message, quoted, visible
from notation.encoding import (
    BOMS,
    bytes_of_each_line,
    encode,
    require_one_encoding,
    source_of_text,
    unencodable_characters,
)
from notation.formats.kif_canonical_writer import TABLE, spell_clock, spell_move_line
from notation.line_kinds import LineKind, MoveClock, classify_line, read_clock

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kifu.referee.record import Record, Source

ENDINGS = (".json",)
FORMAT = "kifu/1"
ENDS = {"\n": "lf", "\r\n": "crlf", "\r": "cr", "\x85": "nel", "\u2028": "ls", "\u2029": "ps", "": "none"}
_END_TEXTS = {name: end for end, name in ENDS.items()}


@cache
def schema() -> dict[str, Any]:
    """Return the JSON Schema of this format (draft 2020-12), which is a file of the package."""
    text = resources.files("notation.formats").joinpath("record.schema.json").read_text("utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def write(source: Source, records: Callable[[], Sequence[Record]]) -> bytes:
    """Return the file as JSON; see :func:`to_json`."""
    return to_json(source, records())


def to_json(source: Source, records: Sequence[Record]) -> bytes:
    """Return the file as JSON (UTF-8, two-space indent, LF at the end)."""
    require_one_encoding(source.encoding)
    data = bytes_of_each_line(source)
    document = {
        "format": FORMAT,
        "encoding": source.encoding,
        "bom": source.bom,
        "records": [
            {
                "game": record.game.id if record.game else None,
                "lines": [
                    _line_json(source, number, data[number - 1])
                    for number in range(record.span.first, record.span.last + 1)
                ],
            }
            for record in records
        ],
    }
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "surrogatepass")


def to_text(source: Source) -> Source:
    """Return the text file that a JSON source describes.

    Raises UnreadableFile with one of the codes ``bad-json``, ``json-schema``, ``json-missing`` (a line has neither text
    nor all parts), ``json-mismatch`` (parts disagree) and ``unencodable``.
    """
    document = _check_schema(_parse_json(source))
    encoding, bom = document.get("encoding", "utf-8"), document.get("bom", False)
    places = [
        (f"records[{number}].lines[{place}]", line)
        for number, record in enumerate(document["records"])
        for place, line in enumerate(record["lines"])
    ]
    body = b"".join(_bytes_of_line_json(line, path, encoding, last=path == places[-1][0]) for path, line in places)
    return source_of_text(
        source.name, (BOMS[encoding] if bom else b"") + body, body.decode(encoding), encoding, bom=bom
    )


def _bytes_of_line_json(line_json: dict[str, Any], path: str, encoding: str, *, last: bool) -> bytes:
    """Return the bytes of a line with its end. Its text, its parts and its bytes must agree."""
    text = _text_of_line_json(line_json, path)
    end = _END_TEXTS[line_json.get("end", "lf")]
    if not end and not last:
        raise _mismatch_error(path, "end", text)
    if "bytes" not in line_json:
        return _encode_line(text, end, path, encoding)
    data = bytes.fromhex(line_json["bytes"])
    try:
        agrees = data.decode(encoding) == text + end
    except UnicodeDecodeError:
        agrees = False
    if not agrees:
        raise _mismatch_error(path, "bytes", text)
    return data


def _encode_line(text: str, end: str, path: str, encoding: str) -> bytes:
    try:
        return encode([text], [end], encoding)
    except UnreadableFile:
        characters = " ".join(dict.fromkeys(visible(item.character) for item in unencodable_characters(text, encoding)))
        message = Message(
            f"{path}: {encoding} にない文字があります: {characters}", f"{path}: {encoding} has no {characters}"
        )
        raise UnreadableFile("unencodable", message) from None


def _line_json(source: Source, line_number: int, data: bytes) -> dict[str, object]:
    text, end = source.lines[line_number - 1], source.ends[line_number - 1]
    line: dict[str, object] = {"kind": classify_line(text).kind.value, **_line_parts(text)}
    line["text"] = text
    line["end"] = ENDS[end]
    if (text + end).encode(source.encoding) != data:
        line["bytes"] = data.hex()
    return line


def _line_parts(text: str) -> dict[str, object]:
    """Return the parts of a line, by the names of their JSON members."""
    item = classify_line(text)
    parts: dict[str, object] = {}
    if item.kind is LineKind.HEADER:
        parts = {"key": item.key, "value": item.text}
    elif item.kind in {LineKind.COMMENT, LineKind.BOOKMARK, LineKind.FILE_COMMENT}:
        parts = {"value": item.text}
    elif item.kind is LineKind.BRANCH:
        parts = {"ply": item.number}
    elif item.kind is LineKind.MOVE:
        parts = {"move": item.text} if item.number is None else {"ply": item.number, "move": item.text}
        clock = read_clock(item.clock) if item.clock else None
        if clock is not None:
            parts["spent"] = clock.spent
            if clock.total is not None:
                parts["total"] = clock.total
    return parts


def _text_of_line_json(line_json: dict[str, Any], path: str) -> str:
    """Return the text of a line, given or spelled from its parts. A given text must agree with the parts."""
    text: str = line_json["text"] if "text" in line_json else _spell_line_of_parts(line_json, path)
    parts = _line_parts(text)
    wrong = [
        key
        for key in ("key", "value", "ply", "move", "spent", "total")
        if key in line_json and parts.get(key) != line_json[key]
    ]
    if wrong or classify_line(text).kind.value != line_json["kind"]:
        raise _mismatch_error(path, wrong[0] if wrong else "kind", text)
    return text


def _spell_line_of_parts(line_json: dict[str, Any], path: str) -> str:
    kind = line_json["kind"]
    if kind not in _SPELLINGS:
        raise _missing_part_error(path, kind, "text")
    try:
        return _SPELLINGS[kind](line_json)
    except KeyError as absent:
        raise _missing_part_error(path, kind, absent.args[0]) from None


def _spell_move_line(line: dict[str, Any]) -> str:
    ply = int(line["ply"])
    if "spent" not in line:
        return spell_move_line(ply, line["move"])
    total = line.get("total")
    clock = MoveClock(int(line["spent"]), None if total is None else int(total), branches=False)
    return spell_move_line(ply, line["move"], spell_clock(clock))


_SPELLINGS: dict[str, Callable[[dict[str, Any]], str]] = {
    "blank": lambda _: "",
    "table": lambda _: TABLE,
    "diagram": lambda _: "局面図",
    "header": lambda line: f"{line['key']}：{line['value']}",
    "file-comment": lambda line: f"#{line['value']}",
    "comment": lambda line: f"*{line['value']}",
    "bookmark": lambda line: f"&{line['value']}",
    "branch": lambda line: f"変化：{line['ply']}手",
    "move": _spell_move_line,
}
"""The function that spells a line of each kind from its parts. A line of any other kind needs its text."""


def _missing_part_error(path: str, kind: str, part: str) -> UnreadableFile:
    return UnreadableFile(
        "json-missing",
        Message(f"{path}: {kind} の行には {part} が要ります", f"{path}: a line of kind {kind} needs {part}"),
    )


def _mismatch_error(path: str, part: str, text: str) -> UnreadableFile:
    return UnreadableFile(
        "json-mismatch",
        Message(
            f"{path}: {part} が行「{quoted(text)}」と合いません。text を消せば、ほかの項目から書きなおします",
            f"{path}: {part} disagrees with the line '{quoted(text)}'; leave text out to have it spelled from the rest",
        ),
    )


def _parse_json(source: Source) -> object:
    """Return the value of a JSON file. Raises UnreadableFile for broken JSON and for JSON that is nested too deep."""
    text = "".join(line + end for line, end in zip(source.lines, source.ends, strict=True))
    try:
        return json.loads(text, object_pairs_hook=_object_without_repeats)
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
        raise _too_large_error() from None


def _object_without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object. Raises UnreadableFile for a key that stands twice: one of its values would be lost."""
    members = dict(pairs)
    if len(members) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = quoted(next(key for key, times in Counter(keys).items() if times > 1))
        message = Message(f"JSON の項目「{twice}」が二度あります", f"the JSON has the member '{twice}' twice")
        raise UnreadableFile("bad-json", message)
    return members


def _too_large_error() -> UnreadableFile:
    return UnreadableFile(
        "bad-json", Message("JSON の入れ子か数が大きすぎます", "the JSON nests too deep or holds a number too large")
    )


def _check_schema(document: object) -> dict[str, Any]:
    """Return the document as an object. Raises UnreadableFile if it is not of the schema."""
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - loading it takes longer than judging most records
    from jsonschema.exceptions import best_match  # noqa: PLC0415 - it belongs to the same slow package

    try:
        worst = best_match(Draft202012Validator(schema()).iter_errors(document))
    except RecursionError:
        raise _too_large_error() from None
    if worst is not None:
        reason = quoted(worst.message)
        raise UnreadableFile(
            "json-schema",
            Message(
                f"JSON の {worst.json_path} が棋譜の形 ({FORMAT}) ではありません: {reason}",
                f"{worst.json_path} of the JSON is not of the record format ({FORMAT}): {reason}",
            ),
        )
    return document  # type: ignore[return-value]
