"""Tests of records as JSON: the schema is valid, nothing is lost either way, and contradictions are refused."""

import json

import pytest
from each import each
from helpers import DIAGRAM, HEAD, document, texts
from jsonschema import Draft202012Validator

from notation.encoding import ENCODINGS
from notation.formats.json import FORMAT, schema, to_json
from notation.line_kinds import LineKind
from notation.reading import read

FULL = (
    "# 六月\n" + HEAD + "先手：山田\n" + DIAGRAM + "手数----指手---------消費時間--\n"
    "   1 四03-五03武 ( 0:05/00:00:05)+\n*注\n&印\n\nよめない行\n2 投了(0:01/)\nまで1手で先手の勝ち\n"
    "変化：1手\n1 d3-c3W\n変化：二手\n"
)


def lines(*some, **more):
    """Return a JSON file of one record with a 棋種 line and the given lines."""
    head = {"kind": "header", "key": "棋種", "value": "6面体"}
    return json.dumps({"format": FORMAT, "records": [{"lines": [head, *some]}], **more}).encode()


def fault(data):
    """Return the only diagnostic of a JSON file without a record."""
    file = document(data)
    (only,) = file.diagnostics
    assert (file.records, file.source) == ((), None)
    return only


def test_the_schema_is_a_schema():
    """The schema passes the check of jsonschema, and it names every kind of line."""
    Draft202012Validator.check_schema(schema())
    assert set(schema()["$defs"]["line"]["properties"]["kind"]["enum"]) == {kind.value for kind in LineKind}


@each("end", ["\n", "\r\n", "\r"])
@each(("encoding", "bom"), [*((encoding, False) for encoding in ENCODINGS), ("utf-8", True)])
def test_what_is_written_is_valid_and_lossless(encoding, end, bom):
    """Text to JSON to text changes no byte, in any encoding and with any line end; the JSON fits the schema."""
    data = (b"\xef\xbb\xbf" if bom else b"") + FULL.replace("\n", end).encode(encoding)[: -len(end)]
    file = document(data)
    written = to_json(file.source, file.records)
    assert list(Draft202012Validator(schema()).iter_errors(json.loads(written))) == []
    again = document(written)
    assert (again.source.data, again.source.lines, again.source.ends) == (data, file.source.lines, file.source.ends)
    assert to_json(again.source, again.records) == written


def test_lines_say_what_they_mean():
    """Each line has its kind and its parts, beside its text."""
    file = document(FULL)
    record = json.loads(to_json(file.source, file.records))["records"][0]
    by_text = {line["text"]: line for line in record["lines"]}
    assert record["game"] == "six"
    assert by_text["   1 四03-五03武 ( 0:05/00:00:05)+"] == {
        "kind": "move",
        "ply": 1,
        "move": "四03-五03武",
        "spent": 5,
        "total": 5,
        "text": "   1 四03-五03武 ( 0:05/00:00:05)+",
        "end": "lf",
    }
    assert by_text["変化：1手"]["ply"] == 1
    assert (by_text["変化：二手"]["kind"], by_text["変化：二手"]["key"]) == ("header", "変化")
    assert by_text["先手：山田"]["value"] == "山田"
    assert by_text["よめない行"]["kind"] == "unknown"


def test_a_line_without_text_is_spelled_from_its_parts():
    """Lines given in parts become canonical text."""
    data = lines(
        {"kind": "file-comment", "value": " 機械"},
        {"kind": "blank"},
        {"kind": "table"},
        {"kind": "move", "ply": 1, "move": "一01占", "spent": 65, "total": 65},
        {"kind": "comment", "value": "よい"},
        {"kind": "bookmark", "value": "印", "end": "crlf"},
        {"kind": "move", "ply": 2, "move": "投了", "spent": 1},
        {"kind": "diagram"},
        {"kind": "branch", "ply": 1, "end": "none"},
    )
    assert document(data).source.data.decode() == (
        "棋種：6面体\n# 機械\n\n手数----指手---------消費時間--\n   1 一01占       ( 1:05/00:01:05)\n*よい\n&印\r\n"
        "   2 投了         ( 0:01/)\n局面図\n変化：1手"
    )


def test_a_program_may_ask_for_another_encoding():
    """The text is encoded as the file says."""
    file = document(lines({"kind": "comment", "value": "鬼"}, encoding="cp932"))
    assert file.source.data == "棋種：6面体\n*鬼\n".encode("cp932")
    assert document(lines(bom=True)).source.data == "\ufeff棋種：6面体\n".encode()


def test_json_is_judged_like_the_text_it_stands_for():
    """A JSON file of several records is read like a text of several records."""
    record = json.loads(lines({"kind": "move", "ply": 1, "move": "一01占"}))["records"][0]
    file = document(json.dumps({"format": FORMAT, "records": [record, record]}).encode())
    assert [texts(record.main) for record in file.records] == [["一01占"], ["一01占"]]


@each(
    ("line", "part"),
    [
        ({"kind": "move", "ply": 2, "text": "1 一01占"}, "ply"),
        ({"kind": "move", "move": "一02占", "text": "1 一01占"}, "move"),
        ({"kind": "move", "spent": 5, "text": "1 一01占 (0:06/)"}, "spent"),
        ({"kind": "move", "total": 5, "text": "1 一01占 (0:06/)"}, "total"),
        ({"kind": "header", "key": "先手", "text": "後手：甲"}, "key"),
        ({"kind": "header", "value": "甲", "text": "後手：乙"}, "value"),
        ({"kind": "comment", "text": "&印"}, "kind"),
        ({"kind": "branch", "ply": 3, "text": "変化：4手"}, "ply"),
        ({"kind": "header", "key": "先：手", "value": "甲"}, "key"),
        ({"kind": "comment", "value": "甲 "}, "value"),
        ({"kind": "move", "ply": 1, "move": "一01占 (x"}, "move"),
        ({"kind": "move", "ply": 1, "move": "一01占", "total": 3}, "total"),
        ({"kind": "move", "ply": 12345678901, "move": "一01占"}, "ply"),
        ({"kind": "blank", "text": "x"}, "kind"),
        ({"kind": "comment", "value": "x", "bytes": b"*y\n".hex()}, "bytes"),
        ({"kind": "comment", "value": "\ufffd", "bytes": b"*\xff\n".hex()}, "bytes"),
        ({"kind": "comment", "value": "x", "bytes": b"*x".hex()}, "bytes"),
    ],
)
def test_disagreement_is_refused(line, part):
    """Parts, text and bytes must agree. A part that would be read differently from its own line is refused too."""
    diagnostic = fault(lines(line))
    assert diagnostic.code == "json-mismatch"
    assert f"records[0].lines[1]: {part} " in diagnostic.message.en


def test_only_the_last_line_may_have_no_end():
    """A line without an end before another line is refused, because two lines would become one."""
    assert fault(lines({"kind": "comment", "value": "x", "end": "none"}, {"kind": "blank"})).code == "json-mismatch"


@each(
    ("line", "part"),
    [
        ({"kind": "header", "key": "先手"}, "value"),
        ({"kind": "move", "ply": 1}, "move"),
        ({"kind": "move", "move": "一01占"}, "ply"),
        ({"kind": "branch"}, "ply"),
        ({"kind": "comment"}, "value"),
        ({"kind": "closing"}, "text"),
        ({"kind": "unknown", "value": "x"}, "text"),
    ],
)
def test_missing_parts_are_named(line, part):
    """A line without text that lacks a part is refused, and the part is named."""
    diagnostic = fault(lines(line))
    assert (diagnostic.code, diagnostic.message.en.endswith(f" needs {part}")) == ("json-missing", True)


@each(
    "text",
    [
        "{",
        '{"format": "kifu/1",}',
        "{}x",
        '{"format": "kifu/1", "records": [' + "[" * 100_000,
        '{"a": ' + "9" * 5000 + "}",
        '{"format": "kifu/1", "format": "kifu/1"}',
    ],
)
def test_bad_json(text):
    """Broken JSON gives one diagnostic, and so do deep nesting, a large number and a doubled member."""
    assert fault(text.encode()).code == "bad-json"


@pytest.mark.timeout(60)
def test_a_member_that_stands_twice_among_many():
    """Many members are counted in one pass, not each against all others."""
    members = [*(f'"k{number}": 0' for number in range(200_000)), '"last": 0', '"last": 0']
    assert "'last' twice" in fault(f"{{{', '.join(members)}}}".encode()).message.en


def test_bad_json_is_placed():
    """The diagnostic has the line and the column in the JSON."""
    diagnostic = fault(b'{\n  "format": kifu\n}')
    assert (diagnostic.line, diagnostic.column) == (2, 13)


@each(
    "document_of",
    [
        {},
        {"format": "kifu/2", "records": [{"lines": [{"kind": "blank"}]}]},
        {"format": "kifu/1", "records": []},
        {"format": "kifu/1", "records": [{"lines": []}]},
        {"format": "kifu/1", "records": [{"lines": [{"kind": "poem"}]}]},
        {"format": "kifu/1", "records": [{"lines": [{"kind": "blank", "colour": 1}]}]},
        {"format": "kifu/1", "records": [{"lines": [{"kind": "comment", "value": "a\nb"}]}]},
        {"format": "kifu/1", "records": [{"lines": [{"kind": "comment", "value": "a\n"}]}]},
        {"format": "kifu/1", "records": [{"lines": [{"kind": "comment", "text": "*a\r"}]}]},
        {"format": "kifu/1", "records": [{"lines": [{"kind": "move", "ply": 1.5, "move": "x"}]}]},
        {"format": "kifu/1", "records": [{"lines": [{"kind": "move", "ply": True, "move": "x"}]}]},
        {"format": "kifu/1", "records": [{"lines": [{"kind": "blank"}]}], "encoding": "latin-1"},
        {"format": "kifu/1", "records": [{"lines": [{"kind": "blank"}]}], "encoding": "cp932", "bom": True},
        {"format": "kifu/1", "records": [{"lines": [{"kind": "blank", "bytes": "0G"}]}]},
    ],
)
def test_what_does_not_fit_the_schema(document_of):
    """The schema refuses a wrong format, no lines, unknown kinds and members, and line breaks within a line."""
    assert fault(json.dumps(document_of).encode()).code == "json-schema"


def test_nesting_that_json_bears_but_a_message_does_not():
    """The check of the schema may run out of stack. The JSON then gets a diagnostic, and nothing crashes."""
    for depth in (100, 500, 900, 980):
        text = '{"format": "kifu/1", "records": ' + "[" * depth + "]" * depth + "}"
        assert fault(text.encode()).code in {"bad-json", "json-schema"}


def test_characters_the_encoding_lacks():
    """The diagnostic names such characters and their place in the JSON; it makes lone surrogates visible."""
    diagnostic = fault(lines({"kind": "comment", "value": "a😀"}, encoding="euc_jp"))
    assert (diagnostic.code, diagnostic.line) == ("unencodable", None)
    assert "records[0].lines[1]: euc_jp has no 😀" in diagnostic.message.en
    assert "<U+D800>" in fault(lines({"kind": "comment", "value": "\ud800"})).message.ja


def test_a_brace_does_not_make_a_record_json():
    """A record below a line that begins with a brace is still a record."""
    file = document("{対局}\n" + HEAD + "1 一01占\n")
    assert [(d.code, d.line) for d in file.records[0].diagnostics] == [("read-as", 1)]


def test_json_without_a_record():
    """JSON of the right form whose text holds no 棋種 is a file without a record."""
    data = json.dumps(
        {
            "format": FORMAT,
            "records": [{"game": "six", "lines": [{"kind": "blank"}, {"kind": "comment", "value": "x"}]}],
        }
    )
    assert [diagnostic.code for diagnostic in document(data).diagnostics] == ["no-record"]


@pytest.mark.timeout(120)  # it takes a moment, unless each member is compared with all others
def test_a_large_object_whose_last_member_stands_twice():
    """A large object is counted in one pass."""
    members = "".join(f'"{number}":1,' for number in range(400_000))
    (diagnostic,) = read("a.json", ("{" + members + '"399999":1}').encode()).diagnostics
    assert diagnostic.code == "bad-json"
    assert "'399999'" in diagnostic.message.en
