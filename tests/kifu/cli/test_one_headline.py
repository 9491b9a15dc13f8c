"""Every output for people gives a record the same headline: a slip of the pen is nowhere called a foul, nor a foul a slip."""

import base64
import io
import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner
from helpers import HEAD
from repository import ROOT

import kifu
from analysis.pdf.sheet_contents_of_record import score_sheet_of_record
from analysis.plots.titles import ending_line
from kifu.cli.main import main
from kifu.core.outcome import Side
from kifu.reconcile.slip_or_foul import with_slip_headline
from kifu.recording.sheet_comparison_json import sheet_comparison_json
from kifu.referee import verdict_text as words
from kifu.referee.verify import unreadable_file
from kifu.web.service import file_commands
from kifu.web.service.requests_responses_and_ports import Request

MOVES = "1 五02占\n2 三01領\n3 四03弓\n4 二01馬\n5 六02武\n6 三02馬\n7 四01巫\n8 四02馬\n"
SLIP = MOVES.replace("四03弓", "四03矢")
KING = (ROOT / "samples/king/match.kif").read_text("utf-8")
RECORDS = {
    "slip": ("書き違いの疑い", HEAD + SLIP),
    "slip of a turn": ("書き違いの疑い", HEAD + MOVES.replace("4 ", "4 四03弓\n5 ")),
    "slip and resigned": ("書き違いの疑い", HEAD + SLIP + "9 △投了\n"),
    "slip in a match": ("書き違いの疑い", KING.replace("丸内", "丸外", 1)),
    "foul": ("反則", (ROOT / "samples/six/illegal-move.kif").read_text("utf-8")),
    "foul at the end": ("反則", HEAD + "1 四04占\n2 四04領\n"),
    "foul that the record names": ("確認済み", HEAD + "1 四04占\n2 四04領\n3 反則負け\n"),
    "foul that it names wrongly": ("記録と食い違い", HEAD + "1 四04占\n2 四04領\n3 ▲反則負け\n"),
    "foul under a clock": (
        "反則",
        HEAD + "持ち時間：10分\n" + "".join(f"{line} (0:05)\n" for line in SLIP.splitlines()),
    ),
    "foul at a table": ("反則", f"# kifu-table/1 8 {'0' * 64} {'0' * 64}\n" + HEAD + SLIP),
    "set-up": ("反則", (ROOT / "samples/rengo/over-budget.kif").read_text("utf-8")),
    "contradicted": ("記録と食い違い", HEAD + MOVES + "まで8手で反則負け\n"),
    "declared": ("申告のとおり", HEAD + MOVES + "9 投了\n"),
    "declared out of turn": ("申告のとおり", HEAD + MOVES + "9 △投了\n"),
    "unfinished": ("未了", HEAD + MOVES),
    "confirmed": ("確認済み", (ROOT / "samples/six/elimination.kif").read_text("utf-8")),
    "unread": ("判定不能", HEAD + "1 四04占\n2 九九領\n"),
}
LABELS = ("確認済み", "申告のとおり", "未了", "記録と食い違い", "反則", "書き違いの疑い", "規則に合わない", "判定不能")


@pytest.fixture(name="name", params=RECORDS)
def _name(request):
    return request.param


@pytest.fixture(name="wanted")
def _wanted(name):
    """Return the label that every output is to have: `kifu verify` gives it."""
    label, _ = RECORDS[name]
    assert label_of(name) == label
    return label


@pytest.fixture(name="sheet")
def _sheet(name, tmp_path):
    path = tmp_path / "sheet.kif"
    path.write_text(RECORDS[name][1], "utf-8")
    return path


def run(*arguments):
    """Run a command in Japanese and return what it prints."""
    result = CliRunner().invoke(main, [*map(str, arguments), "--lang", "ja"], catch_exceptions=False)
    return result.stdout + result.stderr


def headlines(text):
    """Return each label that stands behind a status in a text, in their order, each once."""
    found = [(text.find(f"{status.value} {label}"), label) for status in kifu.Status for label in LABELS]
    return [label for at, label in sorted(found) if at >= 0]


@cache
def label_of(name):
    """Return the label of the first headline of `kifu verify` for a record of RECORDS."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "sheet.kif")
        path.write_text(RECORDS[name][1], "utf-8")
        return headlines(run("verify", path).splitlines()[0])[0]


def test_commands(sheet, wanted, tmp_path, monkeypatch):
    """Verify of one file, of a folder and by several processes, readings, repair, reconcile, review, show, export, HTML."""
    monkeypatch.setattr("kifu.cli.commands.review._record_pages", lambda *_: ())  # the titles of pictures: see below
    (tmp_path / "folder").mkdir()
    for name in "ab":
        (tmp_path / "folder" / f"{name}.kif").write_bytes(sheet.read_bytes())
    outputs = {
        "folder": run("verify", tmp_path / "folder"),
        "jobs": run("verify", "--jobs", 1, sheet),
        "repair": run("repair", sheet),
        "readings": run("readings", sheet),
        "readings by jobs": run("readings", "--jobs", 1, sheet),
        "export": run("export", sheet, "-o", "-"),
    }
    run("review", sheet, "-o", tmp_path / "review")
    outputs["review"] = (tmp_path / "review/verdict.txt").read_text("utf-8")
    known = kifu.read(sheet).records[0].game is not None and wanted != "判定不能"
    if known:
        outputs["reconcile"] = run("reconcile", sheet, sheet)
        outputs["reconcile as HTML"] = run("reconcile", sheet, sheet, "--format", "html").replace("</strong>", "")
    for name, text in outputs.items():
        assert headlines(text)[:1] == [wanted], name
    quiet = run("verify", "--quiet", sheet, sheet)
    if headlines(quiet.splitlines()[-1]):
        assert headlines(quiet.splitlines()[-1]) == [wanted]
        assert f"{wanted} 2" in quiet.splitlines()[-1].replace(" (規則では決められません)", "")
    json_lines = [json.loads(line)["status"] for line in run("verify", sheet, "--format", "json").splitlines()]
    assert json_lines == [run("verify", sheet).splitlines()[0].split(": ", 1)[1].split()[0]]


def test_show(sheet, wanted):
    """The board of the end has the headline below it."""
    text = run("show", sheet)
    if kifu.verify(kifu.read(sheet))[0].final is not None:
        assert headlines(text.splitlines()[-1]) == [wanted]


def test_corpus(tmp_path):
    """A dataset counts each record under its headline; of a match it counts the games."""
    wanted = Counter(label for label, _ in RECORDS.values()) + Counter({"確認済み": 1})  # the other game of the match
    (tmp_path / "records").mkdir()
    for name, (_, text) in RECORDS.items():
        (tmp_path / "records" / f"{name}.kif").write_text(text, "utf-8")
    run("corpus", "build", tmp_path / "records", "-o", tmp_path / "set")
    lines = [line for line in run("corpus", "stats", tmp_path / "set").splitlines() if line.startswith("  判定: ")]
    counts = Counter()
    for label, count in re.findall(rf"({'|'.join(LABELS)})(?: \([^)]*\))? (\d+)", "\n".join(lines)):
        counts[label] += int(count)
    assert counts == wanted


def test_paper(sheet, wanted, tmp_path):
    """The printed sheet says the same, and points out no foul where a slip explains it."""
    pypdf = pytest.importorskip("pypdf")
    (verdict, *_), (record, *_) = [kifu.verify(kifu.read(sheet)), kifu.read(sheet).records]
    if record.game is None:
        return
    form = score_sheet_of_record(record, with_slip_headline(verdict), side=Side.FIRST, size="a4", language="ja")
    told = [line for part in form.parts for line in part.result] if not record.games else form.sum
    assert headlines("\n".join(told)) == [wanted]
    assert all(part.foul is None for part in form.parts) or wanted == "反則"
    run("sheet", sheet, "-o", tmp_path / "sheet.pdf")
    text = "".join(
        page.extract_text() for page in pypdf.PdfReader(io.BytesIO((tmp_path / "sheet.pdf").read_bytes())).pages
    )
    assert wanted in text.replace("\n", "")
    assert wanted == "反則" or "ILLEGAL反則" not in text.replace("\n", "").replace(" ", "")


def test_dossier(sheet, wanted, tmp_path):
    """The dossier as JSON and as a page."""
    (record,) = kifu.read(sheet).records
    if record.game is None or wanted == "判定不能":
        return
    run("dossier", sheet, "-o", tmp_path / "dossier")
    told = json.loads((tmp_path / "dossier/dossier.json").read_text("utf-8"))["verdict"]["label"]["ja"]
    assert told.startswith(wanted)
    assert headlines((tmp_path / "dossier/dossier.html").read_text("utf-8"))[0] == wanted


def test_screens(sheet, wanted):
    """What the page shows of a file, its page, the slips of a file, and the screen that compares two sheets."""
    value = {"name": "sheet.kif", "data": base64.b64encode(sheet.read_bytes()).decode()}
    shown, _ = file_commands.verdicts_and_games_of_file(Request("POST", "/", value))
    assert json.loads(shown.text)["verdicts"][0]["label"]["ja"].startswith(wanted)
    page = file_commands.export_file_as_page(Request("POST", "/", value)).data.decode()
    assert headlines(page)[0] == wanted
    if kifu.read(sheet).records[0].games or wanted == "判定不能":
        return
    found = sheet_comparison_json({"a": value, "b": value}, lambda _: None)
    assert (found["a"]["label"]["ja"].startswith(wanted), headlines(found["a"]["heading"]["ja"])) == (True, [wanted])


def test_notebooks_and_pictures(sheet, wanted):
    """A verdict in a notebook, and the title of a picture."""
    (verdict,) = kifu.verify(kifu.read(sheet))
    assert headlines(verdict._repr_html_())[0] == wanted
    if verdict.outcome is None:
        assert wanted in ending_line(with_slip_headline(verdict), "ja")


def test_what_nobody_has_looked_at(sheet, wanted):
    """A verdict from Python, before anybody has looked for a slip, is called neither a foul nor a slip."""
    (verdict,) = kifu.verify(kifu.read(sheet))
    if verdict.status is kifu.Status.ILLEGAL:
        assert (words.headline_of_verdict(verdict).ja, words.status_label(verdict).ja) == (
            "ILLEGAL 規則に合わない",
            "規則に合わない",
        )
        assert words.result_text(verdict).ja.startswith("規則に合わない")
    assert words.headline_of_verdict(with_slip_headline(verdict)).ja.split()[1] in wanted
    assert with_slip_headline(with_slip_headline(verdict)) == with_slip_headline(verdict)
    assert with_slip_headline(unreadable_file("x", "", ())).sought
