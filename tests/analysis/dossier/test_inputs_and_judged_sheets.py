"""Tests the inputs of a dossier: their names, their kinds, and their full text or bytes."""

import base64

from disputed import SAMPLES, sheet_a
from each import each

from analysis.dossier.inputs_and_judged_sheets import FILES, Input, InputRole, Inputs, input_bytes, sheet_kind


@each(
    ("data", "name", "kind"),
    [
        (b"\xe6\xa3\x8b", "x.kif", "kif"),
        (b' \n{"format":"kifu/1"}', "x.kif", "json"),
        (b'{"by":"","event":{}}', "x.txt", "journal"),
        (b"\x00\xff", "x.journal", "journal"),
        (b"", "", "kif"),
    ],
)
def test_kind(data, name, kind):
    """The content tells the kind of a sheet, and the ending a journal whose first line is damaged."""
    assert sheet_kind(data, name) == kind


@each(
    "data",
    [
        sheet_a(),
        b"\xef\xbb\xbf" + sheet_a(),
        (SAMPLES / "six/cp932.kif").read_bytes(),
        sheet_a().decode().encode("utf-16"),
        sheet_a().replace(b"\n", b"\r\n"),
        b"\x00\xff\xfe",
        b"",
    ],
)
def test_every_byte_is_told(data):
    """The text with its encoding gives the bytes again, or the bytes stand there in base64."""
    told = Input(InputRole.A, "kif", data).to_json()
    assert input_bytes(told) == data
    assert told["file"] == "a.kif"


def test_what_is_no_text():
    """Bytes that do not decode are said, and given in base64."""
    told = Input(InputRole.JOURNAL, "journal", b"ab\xff").to_json()
    assert told["text"] is None
    assert told["problem"]["code"] == "not-text"
    assert base64.b64decode(told["base64"]) == b"ab\xff"


@each(
    "told",
    [{}, {"text": 1, "encoding": 2}, {"base64": "%"}, {"text": "x", "encoding": "EBCDIC"}, {"base64": "あ"}],
)
def test_hostile_objects(told):
    """What no program has written tells no bytes."""
    assert input_bytes(told) is None


def test_from_files():
    """The names of the copies tell the roles; a sheet counts once, and no other name counts at all."""
    files = {"b.json": b"2", "a.kif": b"1", "a.json": b"x", "rules.toml": b"3", "rules.txt": b"4", "../a.kif": b"5"}
    found = Inputs.from_copies(files)
    assert [one.file for one in found.all] == ["a.kif", "b.json", "rules.txt", "rules.toml"]
    assert {one.file for one in found.all} <= FILES
    assert all("/" not in name for name in FILES)
