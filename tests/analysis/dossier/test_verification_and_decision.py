"""Tests the check of a dossier: whatever was changed in it is named, whatever stands in its files."""

import json
import re
from functools import cache

import pytest
from disputed import made
from each import each
from helpers import HEAD
from tables import Recorder

from analysis.dossier import verification_and_decision
from analysis.dossier.contents import canonical_json, make_dossier
from analysis.dossier.dossier_files_and_zip import dossier_files, sha256sum_lines
from analysis.dossier.verification_and_decision import (
    WINNERS,
    ArbiterDecision,
    DecisionState,
    check_dossier,
    decision_fingerprint,
    decision_state,
    decision_text,
    differing_fields,
)
from kifu.core import lazy_imports_extras_and_package_files
from kifu.core.message import Message

SHORT_A = f"{HEAD}   1 四04占\n   2 三03占\n   3 四04-四01占\n".encode()
SHORT_B = f"{HEAD}   1 四04占\n   2 三03占\n".encode()


@pytest.fixture(scope="module")
def files():
    """Return the files of a dossier with all inputs, and the decision on it."""
    whole, files = made(SHORT_A, SHORT_B, Recorder().move("四04占", "三03占").data())
    decided = decision_text(whole.fingerprint, ArbiterDecision("first", "反則", "審判", "2026-11-23"))
    return files | {"decision.txt": decided.encode()}


@pytest.fixture(scope="module", autouse=True)
def _same_dossier_once():
    """Make the dossier of the same inputs once: most checks find them as they were, and it is a function of them."""
    dossiers, made_files = cache(lambda inputs, _version: make_dossier(inputs)), {}

    def files_once(inputs, whole, *, paper):
        key = inputs, whole.fingerprint, paper
        if key not in made_files:
            made_files[key] = dossier_files(inputs, whole, paper=paper)
        return made_files[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            verification_and_decision,
            "make_dossier",
            lambda inputs: dossiers(inputs, lazy_imports_extras_and_package_files.program_version()),
        )
        patch.setattr(verification_and_decision, "dossier_files", files_once)
        yield


def named(files, others=None):
    """Return the names of the files that a check finds fault with, and their codes."""
    return [(finding.file, finding.code) for finding in check_dossier(files, others or {}).findings]


def again(files):
    """Return the files with their digests listed anew."""
    return files | {"SHA256SUMS": sha256sum_lines(files)}


def test_unchanged(files):
    """Nothing is found, with a decision and without one."""
    checked = check_dossier(files, {})
    assert checked.findings == ()
    assert (checked.decision, checked.version) == (DecisionState.SEALED, None)
    assert checked.fingerprint == decision_fingerprint(files["decision.txt"])
    without = {name: data for name, data in files.items() if name != "decision.txt"}
    assert check_dossier(without, {}) == checked._replace(decision=None)


NAMES = [
    "SHA256SUMS",
    "a.kif",
    "b.kif",
    "decision.txt",
    "dossier.html",
    "dossier.json",
    "dossier.pdf",
    "journal.journal",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("share", [0.0, 0.4, 0.99])
def test_one_byte(files, name, share):
    """A byte that was changed is found in the very file, and in no other."""
    data = bytearray(files[name])
    data[int(share * len(data))] ^= 1
    assert [file for file, _ in named(files | {name: bytes(data)})] == [name]


@pytest.mark.parametrize("name", [name for name in NAMES if name != "decision.txt"])
def test_missing(files, name):
    """A file that is missing is named."""
    rest = {file: data for file, data in files.items() if file != name}
    assert (name, "missing-file") in named(rest)
    assert (name, "not-a-file") in named(rest, {name: Message("リンク", "a link")})


@pytest.mark.parametrize("name", ["x.txt", "c.kif", "../a.kif", "a.json", "rules-a.toml", "e\x1b[2J", "<b>"])
def test_extra(files, name):
    """A file too many is named, also a second copy of a sheet, and a copy that dossier.json does not list."""
    assert named(files | {name: b""}) == [(name, "extra-file")]


def test_a_dossier_without_paper(files):
    """The PDF may be missing if the list of digests does not name it, as in a dossier of the page; the rest is checked."""
    rest = again({name: data for name, data in files.items() if name not in {"dossier.pdf", "SHA256SUMS"}})
    assert check_dossier(rest, {}).findings == ()
    assert ("a.kif", "changed") in named(rest | {"a.kif": rest["a.kif"] + b"\n"})
    assert ("dossier.html", "missing-file") in named(
        {name: data for name, data in rest.items() if name != "dossier.html"}
    )


@each("name", ["a.kif", "b.kif", "journal.journal", "dossier.html", "dossier.pdf"])
def test_digests_made_anew(files, name):
    """A list of digests that was made anew hides nothing: everything is made again from the inputs."""
    data = files[name].replace(b"1", b"2", 1)
    assert data != files[name]
    assert (name, "changed") in named(again(files | {name: data}))


def test_a_comment_that_changes_no_verdict(files):
    """A sheet that differs only in a remark is another file, even if every digest was made anew."""
    changed = again(files | {"a.kif": files["a.kif"] + "*注\n".encode()})
    assert [file for file, _ in named(changed)] == ["a.kif"]


def test_contents_made_to_fit(files):
    """Contents that were changed with all digests are still not what the inputs give; the fields are named."""
    told = json.loads(files["dossier.json"])
    told["verdict"]["status"] = "CONFIRMED"
    changed = again(files | {"dossier.json": canonical_json(told)})
    (finding,) = [finding for finding in check_dossier(changed, {}).findings if finding.file == "dossier.json"]
    assert finding.message.en == "unlike what the inputs give: verdict.status"
    told = json.loads(files["dossier.json"])
    told["inputs"][0]["sha256"] = "0" * 64
    assert [file for file, _ in named(again(files | {"dossier.json": canonical_json(told)}))] == [
        "SHA256SUMS",
        "dossier.json",
    ]


def test_another_input_with_everything_made_anew(files):
    """A dossier of another sheet is another dossier: its decision does not name it."""
    _, others = made(SHORT_B)
    assert named(others) == []
    assert named(others | {"decision.txt": files["decision.txt"]}) == [("decision.txt", "other-fingerprint")]


def test_not_canonical(files):
    """The same contents in another form are named."""
    same = json.dumps(json.loads(files["dossier.json"])).encode()
    (finding,) = [
        one for one in check_dossier(files | {"dossier.json": same}, {}).findings if one.file == "dossier.json"
    ]
    assert "canonical" in finding.message.en


def test_another_version(files, monkeypatch):
    """A dossier by another version: the version is named, and every field that differs."""
    whole = {name: data for name, data in files.items() if name != "decision.txt"}
    monkeypatch.setattr("kifu.core.lazy_imports_extras_and_package_files.program_version", lambda: "9.9")
    checked = check_dossier(whole, {})
    assert [(finding.file, finding.code) for finding in checked.findings] == [("dossier.json", "other-version")]
    assert "versions.program" in checked.findings[0].message.en
    assert "9.9" in checked.findings[0].message.ja
    assert checked.version is not None
    changed = whole | {"dossier.html": whole["dossier.html"] + b"\n"}
    assert [file for file, _ in named(changed)] == ["dossier.html", "dossier.json"]


def test_another_library(files):
    """A PDF that says it was drawn by another ReportLab is not the same, and the message says why."""
    data = re.sub(rb"ReportLab \d[\d.]*\d", b"ReportLab 0.1", files["dossier.pdf"])
    (finding,) = check_dossier(again(files | {"dossier.pdf": data}), {}).findings[:1] or [None]
    assert finding.file in {"SHA256SUMS", "dossier.pdf"}
    pdf = [one for one in check_dossier(again(files | {"dossier.pdf": data}), {}).findings if one.file == "dossier.pdf"]
    assert "ReportLab 0.1" in pdf[0].message.en


@pytest.mark.parametrize(
    "hostile",
    [
        b"",
        b"[]",
        b"{}",
        b"null",
        b"[" * 100_000,
        b'{"inputs": 1, "versions": []}',
        b'{"inputs": [1, {"file": 2}, {"file": "../../etc/passwd", "sha256": 3}], "versions": {"program": 7}}',
        b'{"inputs": [{"file": "a.kif", "text": [], "base64": "!"}]}',
        b'{"e\\u001b": NaN}',
        b"9" * 10_000,
    ],
)
def test_hostile_contents(files, hostile):
    """Whatever stands in dossier.json, it is named, and nothing raises."""
    found = named(files | {"dossier.json": hostile})
    assert "dossier.json" in [file for file, _ in found]


@pytest.mark.parametrize(
    "hostile", [b"", b"\xff", b"x", b"0" * 64 + b"  ../../etc/passwd\n", b"\x1b[2J\n", b"0" * 64 + b"  a.kif\n"]
)
def test_hostile_sums(files, hostile):
    """Whatever stands in SHA256SUMS, it is named."""
    assert ("SHA256SUMS", "changed") in named(files | {"SHA256SUMS": hostile})


@each("hostile", [b"", b"x", b"\xff" * 40, "棋種：将棋\n".encode()])
def test_hostile_sheet(files, hostile):
    """A copy that gives no dossier any more is named; so is one whose contents were made to fit."""
    assert [file for file, _ in named(files | {"a.kif": hostile})] == ["a.kif"]
    told = json.loads(files["dossier.json"])
    told["inputs"] = told["inputs"][1:]
    assert "a.kif" in [file for file, _ in named(files | {"a.kif": hostile, "dossier.json": canonical_json(told)})]


def test_nothing_at_all():
    """An empty folder lacks every file."""
    assert {file for file, _ in named({})} == {"SHA256SUMS", "a.kif", "dossier.html", "dossier.json", "dossier.pdf"}
    assert check_dossier({}, {}).fingerprint is None


def test_differing():
    """The paths of the fields that differ, in order; numbers of another type differ too."""
    one = {"a": [1, {"b": 2}], "c": 1, "d": None}
    other = {"a": [1, {"b": 3}], "c": 1.0, "e": None}
    assert differing_fields(one, other) == ["a.1.b", "c", "d", "e"]
    assert differing_fields([1], [1, 2], "x") == ["x"]
    assert differing_fields(one, one) == []


class TestDecision:
    """The decision of an arbiter."""

    PRINT = "0123456789abcdef" * 4

    def test_it_names_the_fingerprint(self):
        """In a line of its own; what the arbiter writes forges no such line, and rules no terminal."""
        text = decision_text(self.PRINT, ArbiterDecision("draw", f"一\n指紋 fingerprint: {'f' * 64}\x1b", "e\nx", "d"))
        assert decision_fingerprint(text.encode()) == self.PRINT
        assert "\x1b" not in text
        assert decision_state(text.encode()) is DecisionState.SEALED

    @pytest.mark.parametrize("winner", WINNERS)
    def test_what_was_changed(self, winner):
        """Each line that is dropped, changed, doubled or put in between shows, the seal too; line ends do not count."""
        text = decision_text(self.PRINT, ArbiterDecision(winner, "理由\nそのわけ", "甲", "2026-11-23"))
        lines = text.splitlines(keepends=True)
        assert decision_state(text.replace("\n", "\r\n").encode()) is DecisionState.SEALED
        other = decision_text(self.PRINT, ArbiterDecision(WINNERS[winner == "first"], "理由")).splitlines(
            keepends=True
        )[2]
        for at, line in enumerate(lines):
            for instead in ("", f"{line[:-2]}\n", f"{line[:-1]}x\n", f" {line}", line + line, f"追記\n{line}"):
                changed = "".join([*lines[:at], instead, *lines[at + 1 :]])
                assert decision_state(changed.encode()) is DecisionState.CHANGED, changed
                if at != 2:  # the seal is dropped too: its winner is still the program's own word
                    unsealed = "".join(
                        [*lines[:at], instead, *lines[at + 1 : -1]] if at + 1 < len(lines) else lines[:-1]
                    )
                    assert decision_state(unsealed.encode()) is DecisionState.CHANGED, unsealed
        assert decision_state((text + "追記\n").encode()) is DecisionState.CHANGED
        assert decision_state("".join([*lines[:2], other, *lines[3:-1]]).encode()) is DecisionState.CHANGED

    def test_what_is_in_words_of_ones_own(self):
        """A form, filled in or not, and any other text: nothing would show whether they were changed."""
        form = decision_text(self.PRINT, ArbiterDecision())
        for text in (
            form,
            form.replace("審判 arbiter:", "審判 arbiter: 甲").replace("勝者 winner:", "勝者 winner: 先手"),
            f"On {self.PRINT} I decide: replay.",
        ):
            assert decision_state(text.encode()) is DecisionState.OWN_WORDS
        sealed = decision_text(self.PRINT, ArbiterDecision("first", "理由"))
        without = "".join(
            line for line in sealed.splitlines(keepends=True) if "SHA-256" not in line and "winner" not in line
        )
        assert (
            decision_state(without.encode()) is DecisionState.OWN_WORDS
        )  # and it names no winner that anybody could take for the program's

    @pytest.mark.parametrize(
        "text", ["", "指紋 fingerprint:", "指紋 fingerprint: 0123", "x\xff", f"{PRINT} {'f' * 64}"]
    )
    def test_what_names_none(self, text):
        """No fingerprint, half of one, or two."""
        assert decision_fingerprint(text.encode("latin-1", "ignore") if "\xff" in text else text.encode()) is None

    def test_words_of_somebodys_own(self):
        """A decision in another form may name the fingerprint anywhere, in groups or not."""
        assert decision_fingerprint(f"On {self.PRINT} I decide".encode()) == self.PRINT
        groups = " ".join(self.PRINT[at : at + 4] for at in range(0, 64, 4))
        assert decision_fingerprint(f"On {groups}: replay.".encode()) == self.PRINT
