"""The public door: `import kifu`, and what it gives."""

import copy
import io
import json
import os
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from click.testing import CliRunner
from each import each

import kifu
from kifu.cli.main import main
from kifu.engine.best_move_and_win_chance import find_best_move
from kifu.engine.bind_engine import search_kernels
from kifu.engine.play_engine_games import Player, play_engine_game
from notation import limits

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "samples" / "six" / "illegal-move.kif"
OPEN = "棋種：6面体\n先手：山田\n   1 四04占\n"
HEAVY = {"numpy", "pandas", "matplotlib", "numba", "click", "pyarrow", "jsonschema", "wcwidth"}


def test_importing_it_opens_no_room():
    """After `import kifu` neither a library nor a room of ours is loaded."""
    program = "import sys, kifu; print(*[name for name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = done.stdout.split()
    assert HEAVY.isdisjoint(loaded)
    assert [name for name in loaded if name.split(".")[0] in {"kifu", "notation", "analysis"}] == ["kifu"]


@pytest.mark.parametrize(
    ("file", "use"), [("notation.py", ""), ("notation/__init__.py", ""), ("notation.py", "import notation; ")]
)
def test_a_file_that_hides_the_reader_is_named(file, use, tmp_path):
    """A notation.py beside a notebook ends `import kifu` with an error that names it."""
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).touch()
    done = _run_beside(tmp_path, f"{use}import kifu")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(f"ImportError: {tmp_path / file} ")


@pytest.mark.parametrize("file", ["analysis.py", "analysis/__init__.py"])
def test_a_file_that_hides_the_tables_is_warned_of(file, tmp_path):
    """An analysis.py beside a notebook leaves kifu at work, and the warning names it."""
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).touch()
    done = _run_beside(tmp_path, "import kifu; print(kifu.verify(b'')[0].status.value)")
    assert (done.returncode, done.stdout) == (0, "UNREADABLE\n")
    assert f"RuntimeWarning: {tmp_path / file} " in done.stderr


def _run_beside(folder, program):
    """Run a program in a folder, whose modules come first."""
    path = os.pathsep.join([str(folder), str(ROOT)])
    command = [sys.executable, "-c", program]
    environment = os.environ | {"PYTHONPATH": path}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)


def test_judging_a_record_loads_no_library():
    """Reading, judging and writing need the standard library alone."""
    program = f"import sys, kifu; kifu.verify(kifu.read({str(SAMPLE)!r})); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert HEAVY.isdisjoint(done.stdout.split())


def test_every_reading_of_a_record_loads_no_library():
    """A record is judged under every reading with the standard library alone; each row has the verdict of its rules."""
    program = (
        f"import sys, kifu; (each,) = kifu.readings(kifu.read({str(SAMPLE)!r}));"
        "print(*[other.name for other in each.differing]); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    differing, loaded = done.stdout.splitlines()
    assert differing == "line=blocked"
    assert HEAVY.isdisjoint(loaded.split())


def test_every_public_name_is_there_and_listed():
    """`__all__`, `dir` and what can be had agree; another name is an AttributeError."""
    for name in kifu.__all__:
        assert getattr(kifu, name) is not None
        assert name in dir(kifu)
    with pytest.raises(AttributeError, match="nothing_like_it"):
        kifu.nothing_like_it  # noqa: B018 - asked for, to be refused


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "euc_jp", "utf-16"])
def test_a_path_bytes_and_open_files_are_the_same_document(tmp_path, encoding):
    """Whatever is given and in whatever encoding, the same records are read."""
    path = tmp_path / "game.kif"
    path.write_bytes(OPEN.encode(encoding))
    with path.open("rb") as binary, path.open(encoding="ascii", errors="replace") as text:
        sources = [path, str(path), path.read_bytes(), io.BytesIO(path.read_bytes()), binary, text]
        documents = [kifu.read(source) for source in sources]
    for document in documents:
        (verdict,) = kifu.verify(document)
        assert (verdict.status, verdict.plies, verdict.record.header("先手")) == (kifu.Status.UNFINISHED, 1, "山田")
    assert {document.name for document in documents} == {str(path), "<bytes>"}
    assert len({document.sha256 for document in documents}) == 1


def test_a_document_can_be_named():
    """What verdicts call a file can be told."""
    (verdict,) = kifu.verify(kifu.read(OPEN.encode(), name="round 3"))
    assert verdict.file == "round 3"
    assert kifu.verify(kifu.read(io.StringIO(OPEN)))[0].plies == 1


@each("data", [b"", b"\x00\x01", b"\xff\xfe\x00", b"{", b'{"format": 1}', "詰将棋\n".encode(), b"\x80" * 99])
def test_bad_content_never_raises(data):
    """A document without any record gives one verdict, UNREADABLE with a fault."""
    (verdict,) = kifu.verify(kifu.read(data))
    assert verdict.status is kifu.Status.UNREADABLE
    assert verdict.status.value == "UNREADABLE"
    assert verdict.fault is not None
    assert verdict.record is None
    assert json.loads(json.dumps(verdict.to_json()))["status"] == "UNREADABLE"


def test_lone_surrogates_in_text_never_raise():
    """Text that no encoding has is bad content too."""
    (verdict,) = kifu.verify(kifu.read(io.StringIO("\ud800")))
    assert verdict.status is kifu.Status.UNREADABLE


def test_what_is_larger_than_is_read_at_once_is_unreadable(tmp_path, monkeypatch):
    """Of a file too large, no more than shows it is read."""
    monkeypatch.setattr(limits, "LIMITS", limits.LIMITS._replace(file=8))
    path = tmp_path / "large.kif"
    path.write_bytes(OPEN.encode())
    for source in (path, path.read_bytes()):
        (verdict,) = kifu.verify(kifu.read(source))
        assert (verdict.status.value, verdict.fault.code) == ("UNREADABLE", "file-too-large")


def test_a_missing_path_is_the_usual_error(tmp_path):
    """As `open` has it; a folder is no file."""
    with pytest.raises(FileNotFoundError):
        kifu.read(tmp_path / "none.kif")
    with pytest.raises(OSError, match=r"directory|denied"):
        kifu.read(tmp_path)


@each("sample", ["six/illegal-move.kif", "rengo", "king"])
def test_verdicts_are_those_of_the_command(sample):
    """`to_json` is the object that `kifu verify --format json` prints."""
    found = ROOT / "samples" / sample
    for path in [found] if found.is_file() else sorted(found.glob("*.kif"))[:3]:
        printed = CliRunner().invoke(main, ["verify", "--format", "json", str(path)], catch_exceptions=False).stdout
        verdicts = kifu.verify(kifu.read(str(path)))
        assert [json.loads(line) for line in printed.splitlines()] == [verdict.to_json() for verdict in verdicts]
        assert all(verdict.record.source.name == str(path) for verdict in verdicts)


def test_rules_in_words_replace_those_a_record_names():
    """As `--rules` does; rules that there are not are a verdict, no error."""
    document = kifu.read(next(ROOT.glob("samples/rengo/*.kif")))
    (own, *_), (other, *_) = kifu.verify(document), kifu.verify(document, rules="rengo/1 saki=five")
    assert "saki=five" not in own.game.rules
    assert "saki=five" in other.game.rules
    (wrong,) = kifu.verify(document, rules="rengo/99")
    assert wrong.status is kifu.Status.UNREADABLE


def test_a_variant_file_replaces_the_rules(tmp_path):
    """Of a path that ends in .toml; one that is not there is an error of ours."""
    variant = tmp_path / "mine.toml"
    text = CliRunner().invoke(main, ["rules", "king", "--export", str(variant)], catch_exceptions=False)
    assert text.exit_code == 0
    document = kifu.read("棋種：ユニオンキング\n".encode())
    for rules in (variant, str(variant)):
        (verdict,) = kifu.verify(document, rules=rules)
        assert verdict.game is not None
        assert str(variant) in verdict.record.rules
    with pytest.raises(kifu.KifuError, match="cannot be opened"):
        kifu.verify(document, rules=tmp_path / "none.toml")


def test_a_variant_file_beside_the_record_is_read(tmp_path):
    """For a path and for an open file; bytes stand in no folder."""
    CliRunner().invoke(main, ["rules", "king", "--export", str(tmp_path / "mine.toml")], catch_exceptions=False)
    path = tmp_path / "game.kif"
    path.write_text("棋種：ユニオンキング\n規則：mine.toml\n", encoding="utf-8")
    with path.open("rb") as file:
        assert [kifu.read(source).records[0].game.id for source in (path, file)] == ["king", "king"]
    (lone,) = kifu.verify(kifu.read(path.read_bytes()))
    assert lone.status is kifu.Status.UNREADABLE


def test_the_same_bytes_are_written(tmp_path):
    """Whatever is in the file, in whatever encoding and with whatever line ends."""
    for number, data in enumerate([OPEN.encode("cp932"), OPEN.encode().replace(b"\n", b"\r\n"), SAMPLE.read_bytes()]):
        path = tmp_path / f"{number}.kif"
        kifu.write(kifu.read(data), path)
        assert path.read_bytes() == data


def test_a_document_is_written_otherwise(tmp_path):
    """Encoding, line ends and canonical form can be chosen; .json is JSON and comes back as it was."""
    path, document = tmp_path / "out.kif", kifu.read("棋種：6面体\n1 四04占\n".encode())
    kifu.write(document, path, encoding="Shift_JIS", newline="crlf", canonical=True)
    lines = ["棋種：6面体", "   1 四04占", ""]
    assert path.read_bytes() == "\r\n".join(lines).encode("cp932")
    kifu.write(document, tmp_path / "out.json")
    kifu.write(kifu.read(tmp_path / "out.json"), path)
    assert path.read_bytes() == document.source.data


def test_a_variant_file_is_kept_in_mind_when_a_document_is_rewritten(tmp_path):
    """JSON of a rewritten document names its game, though no file is read again."""
    CliRunner().invoke(main, ["rules", "king", "--export", str(tmp_path / "mine.toml")], catch_exceptions=False)
    (tmp_path / "game.kif").write_text("棋種：ユニオンキング\n規則：mine.toml\n", encoding="utf-8")
    document = kifu.read(tmp_path / "game.kif")
    (tmp_path / "mine.toml").unlink()
    kifu.write(document, tmp_path / "out.json", newline="crlf")
    assert [one["game"] for one in json.loads((tmp_path / "out.json").read_text("utf-8"))["records"]] == ["king"]


def test_what_cannot_be_written_leaves_the_file_as_it_was(tmp_path):
    """A character that the encoding lacks, an unknown encoding, no text, and a file that is not to be replaced."""
    path = tmp_path / "out.kif"
    path.write_text("before", encoding="utf-8")
    document = kifu.read("棋種：6面体\n*😀\n".encode())
    with pytest.raises(kifu.KifuError, match="😀"):
        kifu.write(document, path, encoding="cp932")
    for wrong in ({"encoding": "koi8"}, {"newline": "vt"}):
        with pytest.raises(ValueError, match="is none of"):
            kifu.write(document, path, **wrong)
    with pytest.raises(kifu.KifuError, match="nothing to write"):
        kifu.write(kifu.read(b"\x00"), path)
    with pytest.raises(FileExistsError):
        kifu.write(document, path, overwrite=False)
    assert path.read_text("utf-8") == "before"
    assert [file.name for file in tmp_path.iterdir()] == ["out.kif"]


@pytest.mark.skipif(os.name == "nt", reason="permissions and links of POSIX")
def test_a_file_that_is_replaced_keeps_its_permissions_and_links(tmp_path):
    """As if it had been written into, but whole or not at all."""
    path, link = tmp_path / "game.kif", tmp_path / "link.kif"
    path.write_bytes(b"")
    path.chmod(0o640)
    link.symlink_to(path)
    kifu.write(kifu.read(OPEN.encode()), link)
    assert link.is_symlink()
    assert (path.read_text("utf-8"), path.stat().st_mode & 0o777) == (OPEN, 0o640)


def test_a_document_without_records_is_written_too(tmp_path):
    """Its text is all there is; in canonical form it is the same."""
    kifu.write(kifu.read("# 何もない\n".encode()), tmp_path / "out.kif", canonical=True)
    assert (tmp_path / "out.kif").read_text("utf-8") == "# 何もない\n"


@each("name", ["six", "6面体", "６面体", " 6面体 "])
def test_a_game_is_loaded_by_any_name(name):
    """Its id, its name, and its name in full-width characters."""
    game = kifu.load_game(name)
    position = game.start()
    move = next(game.legal_moves(position))
    assert game.id in kifu.game_ids()
    assert game.play(position, move) != position
    assert game.read(game.spell(move)).move == move


def test_an_unknown_game_is_an_error_of_ours():
    """With the games there are."""
    with pytest.raises(kifu.KifuError, match="six"):
        kifu.load_game("chess")


def test_the_version_is_the_declared_one(tmp_path):
    """Installed or not."""
    program = "import kifu; print(kifu.__version__)"
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {program}"]
    bare = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert bare.stdout.strip() == kifu.__version__


def test_a_verdict_is_short_in_the_interpreter():
    """Its record and its positions would fill screens; a file's name cannot rule the terminal."""
    (verdict,) = kifu.verify(kifu.read(SAMPLE, name="\x1b[31m.kif"))
    assert repr(verdict) == r"<Verdict on '\x1b[31m.kif' [0]: ILLEGAL, six/1, 40 plies, illegal-move at ply 41>"


def test_the_engine_chooses_a_move():
    """The choice is legal, the same each time, and the one that `kifu play --engine` plays with its seed."""
    game = kifu.load_game("six")
    positions = [game.start()]
    played = play_engine_game(game, (Player(300), Player(300)), 5, plies=12).moves
    for ply, move in enumerate(played):
        seed = int(search_kernels(game)["random_number"](5, ply))
        choice = kifu.choose(game, positions[-1], nodes=300, seed=seed, before=positions[:-1])
        assert (choice.move, choice.text) == (move, game.spell(move))
        positions.append(game.play(positions[-1], choice.move))
    choice = kifu.choose(game, positions[-1], nodes=1000)
    assert choice == kifu.choose(game, positions[-1], nodes=1000)
    assert isinstance(choice, kifu.Choice)
    assert game.explain(positions[-1], choice.move) is None
    assert (0 < choice.chance < 1, choice.proven, choice.plies) == (True, False, None)
    with pytest.raises(ValueError, match="0"):
        kifu.choose(game, positions[-1], nodes=0)


@pytest.mark.nightly  # it compiles the engine of a game where no machine code is kept
@pytest.mark.slow
def test_an_end_that_is_proven():
    """The side to move has lost within four plies, whatever it does, and so the other side wins within three."""
    (verdict,) = kifu.verify(kifu.read(SAMPLE.parent / "elimination.kif"))
    game, lost = verdict.game, verdict.replay.positions[-8]
    choice = kifu.choose(game, lost, nodes=2000)
    assert (choice.chance, choice.plies, choice.proven) == (0.0, 4, True)
    choice = kifu.choose(game, game.play(lost, choice.move), nodes=2000)
    assert (choice.chance, choice.plies, choice.proven) == (1.0, 3, True)
    assert not find_best_move(game, lost, 2000).proven


def test_the_engine_names_its_extra(monkeypatch):
    """Without numba a game that needs it is refused by name."""
    monkeypatch.setattr(
        "kifu.core.lazy_imports_extras_and_package_files._absent_libraries",
        lambda extra: ["numba"] if extra == "fast" else [],
    )
    game = kifu.load_game("ace")
    with pytest.raises(kifu.MissingExtra, match=r"\[fast\]"):
        kifu.choose(game, game.start())


NEITHER = [None, 5, True, 1.5, [str(SAMPLE)], {}, object(), kifu.load_game("six"), kifu.read(SAMPLE).records[0], print]
"""Values that no function of the door takes as a document or a path."""
CALLS = {
    "read": kifu.read,
    "verify": kifu.verify,
    "readings": kifu.readings,
    "write": lambda value: kifu.write(value, "never"),
    "write to": lambda value: kifu.write(kifu.read(SAMPLE), value),
    "load_game": kifu.load_game,
    "board": lambda value: kifu.board(kifu.load_game("six"), value),
    "board of": lambda value: kifu.board(value if value is not NEITHER[7] else None, kifu.load_game("six").start()),
    "choose": lambda value: kifu.choose(kifu.load_game("six"), value, nodes=10),
    "before": lambda value: kifu.choose(kifu.load_game("six"), kifu.load_game("six").start(), before=[value]),
}


@pytest.mark.parametrize("value", NEITHER, ids=lambda value: type(value).__name__)
@each("call", CALLS)
def test_a_wrong_argument_is_told_what_is_wanted(call, value):
    """In both languages, as a TypeError that is an error of ours."""
    with pytest.raises(kifu.WrongArgument) as wrong:
        CALLS[call](value)
    assert isinstance(wrong.value, TypeError)
    assert wrong.value.message.ja in str(wrong.value)
    assert wrong.value.message.en in str(wrong.value)
    assert type(value).__name__ in str(wrong.value) or value is NEITHER[7]


def test_further_arguments_of_the_wrong_kind():
    """Names, rules, encodings, numbers of nodes, seeds and positions."""
    document, six = kifu.read(SAMPLE), kifu.load_game("six")
    for call in (
        lambda: kifu.read(b"", name=5),
        lambda: kifu.verify(document, 5),
        lambda: kifu.readings(document, [b"six/1"]),
        lambda: kifu.write(document, "never", encoding=5),
        lambda: kifu.write(document, "never", newline=b"lf"),
        lambda: kifu.choose(six, six.start(), nodes="10"),
        lambda: kifu.choose(six, six.start(), nodes=True),
        lambda: kifu.choose(six, six.start(), seed=0.5),
        lambda: kifu.choose(six, six.start(), before=six.start()),
        lambda: kifu.board(kifu.load_game("ace"), six.start()),
        lambda: kifu.Board.after(six, six.start(), None),
    ):
        with pytest.raises(kifu.WrongArgument):
            call()


def test_a_path_is_taken_for_a_document(tmp_path):
    """Where a document is wanted, its path and its bytes are taken too; one that is missing is the usual error."""
    document = kifu.read(SAMPLE)
    assert kifu.verify(SAMPLE) == kifu.verify(str(SAMPLE)) == kifu.verify(document)
    assert kifu.readings(SAMPLE.read_bytes())[0].verdict.plies == kifu.readings(SAMPLE)[0].verdict.plies == 40
    kifu.write(SAMPLE, tmp_path / "copy.kif")
    assert (tmp_path / "copy.kif").read_bytes() == SAMPLE.read_bytes()
    for call in (kifu.verify, kifu.readings, lambda path: kifu.write(path, tmp_path / "never")):
        with pytest.raises(FileNotFoundError):
            call(tmp_path / "none.kif")
    with pytest.raises(FileNotFoundError, match=r"text\.encode"):
        kifu.read(OPEN)


def test_a_move_that_is_not_legal_is_refused():
    """By `game.play` and `Board.after`, with the article; a move may be given as text."""
    six = kifu.load_game("six")
    after = six.play(six.start(), "四04占")
    assert after == six.play(six.start(), six.read("四04占").move)
    with pytest.raises(kifu.IllegalMove, match="手番"):
        six.play(after, "▲四05占")
    for move in ("四04占", six.read("四04占").move):
        with pytest.raises(kifu.IllegalMove) as illegal:
            kifu.Board.after(six, after, move)
        assert illegal.value.article.startswith("six.")
    with pytest.raises(kifu.IllegalMove, match="1000000000"):
        six.play(six.start(), 10**9)
    with pytest.raises(kifu.InvalidMove):
        six.play(six.start(), "四04銀")


def verdicts_of(path):
    """Return the verdicts on a file: what a worker of a pool returns."""
    return kifu.verify(path)


def refused(path):
    """Raise what the door raises for no path."""
    return kifu.read(None if path else path)


def test_verdicts_and_errors_come_back_from_a_pool_of_processes():
    """Of each game, matches and branches too."""
    paths = [str(path) for path in sorted((ROOT / "samples").glob("*/*.kif"))[::7]]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        judged = list(pool.map(verdicts_of, paths))
        error = pool.submit(refused, "a path").exception()
    assert {verdict.game.id for verdicts in judged for verdict in verdicts if verdict.game} == set(kifu.game_ids())
    for path, verdicts in zip(paths, judged, strict=True):
        assert [verdict.to_json() for verdict in verdicts] == [verdict.to_json() for verdict in kifu.verify(path)]
    assert isinstance(error, kifu.WrongArgument)
    assert error.message.ja


def test_verdicts_under_a_variant_file_are_pickled_with_it(tmp_path):
    """The file is not read again: it may be gone where the verdict is unpickled."""
    variant = tmp_path / "mine.toml"
    CliRunner().invoke(main, ["rules", "king", "--export", str(variant)], catch_exceptions=False)
    variant.write_text(variant.read_text("utf-8").replace("target = 100", "target = 3"), "utf-8")
    path = tmp_path / "game.kif"
    path.write_text("棋種：ユニオンキング\n規則：mine.toml last=must\n", encoding="utf-8")
    document = kifu.read(path)
    (verdict,) = kifu.verify(document)
    variant.unlink()
    assert verdict.game.target.value == 3
    for again in (pickle.loads(pickle.dumps(verdict)), copy.deepcopy(verdict)):  # noqa: S301 - our own bytes
        assert again == verdict
        assert (again.game.rules, again.game.target) == (verdict.game.rules, verdict.game.target)
    assert pickle.loads(pickle.dumps(document)) == document  # noqa: S301 - our own bytes
    assert pickle.loads(pickle.dumps(kifu.readings(document))) == kifu.readings(document)  # noqa: S301 - our own bytes
