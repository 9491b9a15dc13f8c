"""Tests of docs/notation.md: its records are read, its codes are those of the sources, its examples provoke them."""

import re
from pathlib import Path
from typing import NamedTuple

from diagnostic_codes import CODE, codes
from each import each

import kifu
from kifu.core import games
from kifu.core.diagnostic import Severity
from kifu.referee.status_fault_and_basis import Status
from notation.documents_and_variant_files import read_variant_in_folder
from notation.formats.kif_head_reader import RulesSource
from notation.reading import read

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
RECORDS = re.findall(
    r"`([A-Z]{3,})`(?:(?!`[A-Z]{3,}`)[^\n]|\n(?!```|#))*\n```(?:kif|json)\n(.*?)\n```\n", PAGE, re.DOTALL
)
PARTS = re.compile(r"```(kif|toml)-template\n((?:(?!```).*\n)*)```\n\n((?:\|.*\n)+)")
ROW = re.compile(r"\| `([^`]+)` \| (\w+) \| (.+?) \| (.+?) \| ?(.*) \|")
PLACE = "…"
OF_A_VARIANT = "棋種：ユニオンキング\n規則：my-king.toml\n"
MOVES = re.findall(r"^\| ([\w, ]+) \| `([^`]+)` \| [^|]+ \|$", PAGE.partition("### Examples")[2], re.MULTILINE)


class Example(NamedTuple):
    """An example of a code: a record and a variant file, both as the page describes them."""

    code: str
    severity: str
    record: str
    variant: str


def examples():
    """Yield every example of the page."""
    for kind, template, table in PARTS.findall(PAGE):
        for code, severity, _, _, text in ROW.findall(table):
            if text.strip():
                lines = "\n".join(re.findall(r"`([^`]+)`", text))
                whole = template.replace(PLACE, lines)
                record, variant = (OF_A_VARIANT, whole) if kind == "toml" else (whole, 'game = "king"\n')
                yield Example(code, severity, record, variant)


EXAMPLES = list(examples())
ROWS = ROW.findall(PAGE)


def diagnostics(text, folder):
    """Return the diagnostics of a file and its records; the file lies in `folder`."""
    document = read("game.kif", text.encode(), RulesSource(lambda name: read_variant_in_folder(folder, name)))
    pending = list(kifu.verify(document))
    all_diagnostics = list(document.diagnostics)
    while pending:
        verdict = pending.pop()
        all_diagnostics += verdict.diagnostics
        pending += verdict.games
    return all_diagnostics


@each(("status", "text"), RECORDS, ids=range(len(RECORDS)))
def test_each_record_has_the_status_that_stands_before_it(status, text):
    """A record of the page gets the status of the page, and a good one gets no warning."""
    (verdict,) = kifu.verify(read("game.kif", (text + "\n").encode()))
    assert verdict.status.value == status, verdict.diagnostics
    if status not in {Status.ILLEGAL, Status.CONTRADICTED, Status.UNREADABLE}:
        grave = {Severity.ERROR, Severity.WARNING}
        assert [diagnostic.code for diagnostic in verdict.diagnostics if diagnostic.severity in grave] == []


def test_every_record_of_the_page_is_read():
    """Each fenced record has its status."""
    assert len(RECORDS) == len(re.findall(r"^```(?:kif|json)$", PAGE, re.MULTILINE))
    assert {game for _, text in RECORDS for game in games.ids() if games.game_by_name(game).name.ja in text} >= {
        "king",
        "rengo",
    }


@each(("named", "text"), MOVES)
def test_each_move_of_the_page_is_read(named, text):
    """Each game that the page names beside a move reads that move."""
    for name in named.split(", "):
        games.load(name).read(text)


def test_every_code_of_the_sources_is_told_of():
    """The tables have a row for each code of the sources, and no other row."""
    on_page = {code for code, *_ in ROWS}
    in_sources = set(codes())
    assert sorted(in_sources - on_page) == [], "docs/notation.md lacks a row for these codes"
    assert sorted(on_page - in_sources) == [], "docs/notation.md has rows for codes that nothing says"


def test_codes_are_found_wherever_they_are_written():
    """The search through the sources finds codes in literals, names, choices and arguments."""
    in_sources = codes()
    for code in (
        "unknown-game",
        "unfounded-claim",
        "wrong-ply-number",
        "claims-disagree",
        "diagram-pair",
        "cannot-write",
    ):
        assert code in in_sources
    assert all(CODE.fullmatch(code.replace("*", "x")) for code in in_sources)


def test_every_row_says_what_it_means_and_what_to_do():
    """Each row of a table of codes has a severity, a meaning and an advice."""
    assert len(ROWS) == len(re.findall(r"^\| `[a-z*-]+` \| (?:error|warning|note) ", PAGE, re.MULTILINE))
    assert {severity for _, severity, *_ in ROWS} <= {severity.value for severity in Severity}
    assert all(meaning.strip() and advice.strip() for _, _, meaning, advice, _ in ROWS)


@each("example", EXAMPLES, ids=[example.code for example in EXAMPLES])
def test_each_example_provokes_its_code(example, tmp_path):
    """The example of a row gets the code and the severity of the row."""
    (tmp_path / "my-king.toml").write_text(example.variant, "utf-8")
    wanted = re.compile(re.escape(example.code).replace(r"\*", "[a-z-]+"))
    reported = [(diagnostic.code, diagnostic.severity.value) for diagnostic in diagnostics(example.record, tmp_path)]
    assert [severity for code, severity in reported if wanted.fullmatch(code)][:1] == [example.severity], reported


def test_most_codes_of_a_record_have_an_example():
    """Most codes have an example that provokes them."""
    assert len({example.code for example in EXAMPLES}) > 80
