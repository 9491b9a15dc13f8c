"""Tests `kifu repair`: its exit codes, JSON, text, and the record that it writes."""

import hashlib
import json
import re
from pathlib import Path

from click.testing import CliRunner
from each import each

from kifu.cli.main import main

SAMPLES = Path(__file__).resolve().parents[3] / "samples"
DAMAGED = SAMPLES / "six/damaged.kif"
WRONG = SAMPLES / "six/wrong-winner.kif"
SOUND = SAMPLES / "six/elimination.kif"


def run(*words, **options):
    """Run the command in English."""
    return CliRunner().invoke(main, ["repair", "--lang", "en", *map(str, words)], **options)


def test_json():
    """One object a line, one line a record, with the members that programs rely on; the highest exit code of any."""
    done = run("--format", "json", DAMAGED, WRONG, SOUND, "no-such.kif")
    assert done.exit_code == 3
    objects = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["status"] for one in objects] == ["UNREADABLE", "CONTRADICTED", "CONFIRMED", "UNREADABLE"]
    assert [len(one["candidates"]) for one in objects] == [1, 3, 0, 0]
    assert set(objects[0]) == {"file", "index", "game", "status", "candidates", "complete"}
    (candidate,) = objects[0]["candidates"]
    assert list(candidate) == ["kind", "ply", "was", "now", "moves", "status", "sha256"]
    assert (candidate["kind"], candidate["ply"], candidate["was"], candidate["now"]) == (
        "illegible",
        31,
        "四02",
        "四02騎",
    )


@each(("path", "code"), [(DAMAGED, 3), (WRONG, 1), (SOUND, 0)])
def test_text(path, code):
    """The text shows where the record first contradicts, with the board there, and the candidates in order."""
    done = run(path)
    assert done.exit_code == code
    assert ("it first contradicts here:" in done.stdout) == (code > 0)
    assert ("一二三四五六七" in done.stdout) == (code > 0)
    assert ("nothing contradicts" in done.stdout) == (code == 0)
    if path is WRONG:
        assert re.search(
            r"perhaps one of these 3 candidates:\n +1\. ply 60 まで60手で先手の勝ち → まで60手で後手の勝ち", done.stdout
        )


def test_no_candidate(tmp_path):
    """A record that no single slip explains is told so."""
    file = tmp_path / "x.kif"
    file.write_text("棋種：6面体\n   1 四04武占\n   2 九99馬馬\n", encoding="utf-8")
    assert "no single slip explains it" in run(file).stdout


def test_write(tmp_path):
    """A candidate is written whole, with its comment; its digest is that of the JSON; nothing is replaced unasked."""
    (told,) = json.loads(run("--format", "json", DAMAGED).stdout)["candidates"]
    out = tmp_path / "out.kif"
    assert run(DAMAGED, "--write", 1, "-o", out).exit_code == 0
    assert hashlib.sha256(out.read_bytes()).hexdigest() == told["sha256"]
    assert "*もしかして (kifu repair): 31 手目 四02 → 四02騎" in out.read_text("utf-8")
    before = out.read_bytes()
    assert run(DAMAGED, "--write", 1, "-o", out).exit_code == 2
    assert out.read_bytes() == before
    assert run(DAMAGED, "--write", 1, "-o", out, "--force").exit_code == 0
    assert (
        json.loads(CliRunner().invoke(main, ["verify", "--format", "json", str(out)]).stdout)["status"] == "UNFINISHED"
    )
    assert run(DAMAGED, "--write", 1, "-o", tmp_path / "out.json", "--force").exit_code == 0
    assert json.loads((tmp_path / "out.json").read_text("utf-8"))["format"] == "kifu/1"


@each(
    ("words", "told"),
    [
        ((DAMAGED, "--write", 1), "go together"),
        ((DAMAGED, "-o", "x.kif"), "go together"),
        ((DAMAGED, "--write", 9, "-o", "-"), "the number of candidates is 1"),
        ((SOUND, "--write", 1, "-o", "-"), "no candidate"),
        ((DAMAGED, WRONG, "--write", 1, "-o", "-"), "2 records have candidates"),
    ],
)
def test_usage(words, told):
    """What cannot be written is a usage error that says why."""
    done = run(*words)
    assert done.exit_code == 2
    assert told in done.output


def test_the_limit():
    """A broken-off search says so, and names the option."""
    assert "--limit" in run(WRONG, "--limit", 70).stdout


def test_verify_tells_the_best_candidate():
    """`kifu verify` of one record at fault ends with its likeliest slip, counted; of several files it does not."""
    lines = CliRunner().invoke(main, ["verify", "--lang", "ja", str(DAMAGED)]).stdout.splitlines()
    assert lines[-1] == "  もしかして: 31 手目 四02 → 四02騎 なら最後まで正しい (候補はこれだけ)"
    shown = CliRunner().invoke(main, ["verify", "--lang", "en", str(WRONG)]).stdout
    assert re.search(r"perhaps: with ply 60 .* all is right to the end \(3.* candidates\)\n$", shown)
    for words in ([str(DAMAGED), str(SOUND)], ["--quiet", str(DAMAGED)], ["--format", "json", str(DAMAGED)]):
        assert "もしかして: 31" not in CliRunner().invoke(main, ["verify", "--lang", "ja", *words]).stdout


def test_no_file_contradicts_nothing():
    """A file that is not there is said to be missing; nothing is said of a contradiction."""
    done = run("no-such.kif")
    assert done.exit_code == 3
    assert "no such file" in done.stdout
    assert "contradicts" not in done.stdout


def test_match_with_a_variant_file(tmp_path):
    """A slip in the second game of a match under a variant file is found, written beside the file, and verified."""
    text = (SAMPLES / "king/match.kif").read_text("utf-8")
    text = text.replace("棋種：ユニオンキング\n", "棋種：ユニオンキング\n規則：my-king.toml\n")
    first, second = text.split("対局：後半")
    file = tmp_path / "match.kif"
    file.write_text(f"{first}対局：後半{second.replace('四07-四06五外合', '四07-四05五外合')}", "utf-8")
    (tmp_path / "my-king.toml").write_text('game = "king"\n', "utf-8")
    assert "game 2 ply 5 四07-四05五外合 → 四07-四06五外合" in run(file).stdout
    run("--write", "1", "-o", tmp_path / "out.kif", file)
    verified = CliRunner().invoke(main, ["verify", "--lang", "en", str(tmp_path / "out.kif")])
    assert (verified.exit_code, "CONFIRMED" in verified.stdout) == (0, True)


def three(tmp_path, encoding="utf-8", end="\n"):
    """Return a file of three records, the second damaged, with a last line that has no end."""
    texts = [path.read_text("utf-8").rstrip("\n") for path in (SOUND, DAMAGED, SOUND)]
    file = tmp_path / "three.kif"
    file.write_bytes(f"\n\n# {'-' * 9}\n".join(texts).replace("\n", end).encode(encoding))
    return file


@each(
    ("encoding", "end"), [("utf-8", "\n"), ("cp932", "\r\n"), ("utf-16", "\n"), ("euc_jp", "\n"), ("utf-8-sig", "\r\n")]
)
def test_the_whole_file_is_written(tmp_path, encoding, end):
    """Of three records every byte of the others stays, in its encoding; only the slip of the repaired one changes."""
    file = three(tmp_path, encoding, end)
    before = file.read_bytes().decode(encoding)
    for out in (tmp_path / "out.kif", file):
        assert run(file, "--write", 1, "-o", out, "--force").exit_code == 0
        after = out.read_bytes().decode(encoding)
        comment = f"*もしかして (kifu repair): 31 手目 四02 → 四02騎 (読めない字){end}"
        assert after == before.replace(f"  31 四02{end}", f"  31 四02騎{end}{comment}")
    (first, second, third) = map(
        json.loads, CliRunner().invoke(main, ["verify", "--format", "json", str(file)]).stdout.splitlines()
    )
    assert [one["status"] for one in (first, second, third)] == ["CONFIRMED", "UNFINISHED", "CONFIRMED"]
    assert run(three(tmp_path), "--write", 1, "-o", tmp_path / "out.json", "--force").exit_code == 0
    assert len(json.loads((tmp_path / "out.json").read_text("utf-8"))["records"]) == 3


def test_a_record_as_people_write_it_among_others(tmp_path):
    """The repaired record is written in its plain form, and the others as they stand, with the line ends of the file."""
    own = "六面体\r\n▲四04占△二02領\r\n▲五五武\r\n△三01馬馬？\r\n"
    file = tmp_path / "own.kif"
    file.write_bytes(
        (
            own.replace("六面体", "棋種：6面体").replace("三01馬馬？", "三01？") + "棋種：6面体\r\n▲四04占△二02領\r\n"
        ).encode("cp932")
    )
    done = run(file, "--write", 1, "-o", file, "--force")
    assert done.exit_code == 0, done.output
    after = file.read_bytes().decode("cp932")
    assert after.endswith("棋種：6面体\r\n▲四04占△二02領\r\n")
    assert after.count("\n") == after.count("\r\n")
    assert after.count("棋種") == 2


def test_what_is_not_written(tmp_path):
    """Where several records have candidates nothing is written; nor is a file over that was read for its own records."""
    both, other = tmp_path / "both.kif", tmp_path / "other.kif"
    both.write_bytes(DAMAGED.read_bytes() + WRONG.read_bytes())
    other.write_bytes(SOUND.read_bytes())
    for words, told in (
        ((both, "--write", 1, "-o", both), "2 records have candidates"),
        ((DAMAGED, other, "--write", 1, "-o", other), "would lose its records"),
    ):
        kept = [both.read_bytes(), other.read_bytes()]
        done = run(*words, "--force")
        assert (done.exit_code, told in done.output) == (2, True)
        assert [both.read_bytes(), other.read_bytes()] == kept


def test_exit_code_of_writing(tmp_path):
    """What is not repaired, or could not be read, still decides the exit code; the file is written all the same."""
    assert run(DAMAGED, SOUND, "--write", 1, "-o", tmp_path / "a.kif").exit_code == 0
    assert run(DAMAGED, "no-such.kif", "--write", 1, "-o", tmp_path / "b.kif").exit_code == 3
    assert (tmp_path / "b.kif").read_bytes() == (tmp_path / "a.kif").read_bytes()
