"""Tests that no command prints control or invisible characters from a name, a file or an option."""

import json
import re

import click
import pytest
from click.testing import CliRunner
from commands import leaves
from each import each
from helpers import HEAD
from hypothesis import given, settings
from hypothesis import strategies as st

from kifu.cli.main import main
from kifu.core.message import visible_lines

EVIL = "e\x1b]0;t\x07\x1b[2J\x7f\x9b1m\x85\u202eb\u200b\ufeff\u061c\u2066\u2028\u2060\xad\U000e0041z"
"""Controls of both sets, directions, what has no width, tags."""
OWN = re.compile("\x1b\\[(?:0|1|36)m")
"""Bold, cyan and back again: how `show` tells the sides apart."""
SERVING = frozenset({("serve", "folder"), ("site", "output")})
"""What would start a server, which runs until it is stopped, or fetch a runtime. Other values are among the cases below."""
FORGED = re.compile(r"^(?:x\.kif|y\b|\.kif)", re.MULTILINE)
"""A line that is no line of ours: what stands behind the line end in a name."""
ELSEWHERE = frozenset({"--scheduler"})
"""Options that would ask the network."""

GOOD = (
    f"{HEAD}先手：{EVIL}\n後手：後{EVIL}\n開始日時：2026/11/22\n棋戦：{EVIL}\n備考：{EVIL}\n{EVIL}：{EVIL}\n"
    f"   1 四04占\n*{EVIL}\n&{EVIL}\n   2 三03占\n"
)
KING = "棋種：ユニオンキング\n規則：{}\n   1 一06-一05十内\n"
FILES = {
    f"good{EVIL}\nx.kif": GOOD,
    "moves.kif": f"{GOOD}   3 {EVIL}\n   4 四05{EVIL}\nまで{EVIL}手で\n",
    "game.kif": f"棋種：{EVIL}\n   1 四04占\n",
    "rules.kif": f"{HEAD}規則：{EVIL}\n   1 四04占\n",
    "option.kif": f"{HEAD}規則：six/1 {EVIL}\n   1 四04占\n",
    "file.kif": KING.format(f"{EVIL}.toml"),
    "outside.kif": KING.format(f"../{EVIL}.toml"),
    "keys.kif": KING.format("keys.toml"),
    "keys.toml": f"game = 'king'\n[score]\n{json.dumps(EVIL)} = 1\n",
    "values.kif": KING.format("values.toml"),
    "values.toml": f"game = 'king'\n[board]\npoints = [{json.dumps(EVIL)}]\n",
    "start.kif": KING.format("start.toml"),
    "start.toml": f"game = 'king'\n[start]\nwhite = {{ {json.dumps(EVIL)} = {json.dumps(EVIL)} }}\n",
    "broken.kif": KING.format("broken.toml"),
    "broken.toml": f"game = {EVIL}\n",
    "field.kif": f"{HEAD}局面図\n" + "○○○○○○○01\n" * 7 + f"先手の持{EVIL}駒：13 占不可\n{EVIL}手番：先手\n",
    "drawn.kif": f"{HEAD}局面図\n一二三四五六七\n{EVIL}01\n",
    "near.kif": f"{HEAD}局面図\n一二三四五六七\n"
    + "".join(f"○○○○○○○{row:02d}\n" for row in range(1, 8))
    + f"先手の持駒：14 占可\n後手の持駒：15 占可\n手番：先手\n先手の\u200b持駒：1\n手{EVIL}番：後手\n   1 四04占\n",
    "match.kif": f"棋種：ユニオンキング\n先手：{EVIL}\n対局：前半{EVIL}\n   1 一06-一05十内\n対局：後半\n   1 一06-一05十内\n対局結果：{EVIL}\n",
    "rengo.kif": f"棋種：続・連合将棋\n盤：{EVIL}\n死石：{EVIL}\n規則：rengo/1 {EVIL}\n",
    "record.json": json.dumps({"format": "kifu/1", EVIL: EVIL, "records": [{"game": EVIL, "lines": [{"kind": EVIL}]}]}),
    "twice.json": f"{{{json.dumps(EVIL)}: 1, {json.dumps(EVIL)}: 2}}",
    "bare.txt": f"{EVIL}\n○○\n",
    f"{EVIL}.doc": "",
}
LINK = f"link{EVIL}.kif"
"""The name of a link that leads nowhere."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Lay hostile files into a folder with a hostile name."""
    folder = tmp_path_factory.mktemp("hostile") / f"f{EVIL}\ny"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / LINK).symlink_to(folder / f"nowhere{EVIL}")
    return folder


@pytest.fixture(scope="module")
def dataset(folder):
    """Make a dataset of them."""
    target = folder.parent / f"d{EVIL}"
    inputs = [str(path) for path in sorted(folder.iterdir()) if path.is_file()]
    done = run(["corpus", "build", *inputs, "-o", str(target), "--workers", "0"])
    assert done.exit_code == 0, done.exception
    return target


def run(arguments):
    """Run a command as if on a terminal; nothing it prints may rule one."""
    done = CliRunner().invoke(main, arguments, color=True)
    assert done.exception is None or isinstance(done.exception, SystemExit), (arguments, done.exc_info)
    for shown in (done.stdout, done.stderr):
        uncoloured = OWN.sub("", shown)
        assert visible_lines(uncoloured) == uncoloured, (arguments, ascii(uncoloured))
    return done


ALL = dict(leaves(main))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_hostile_values(words, language, tmp_path, monkeypatch):
    """Hostile values of every argument and option of every command are never printed as they are."""
    monkeypatch.chdir(tmp_path)
    values = (EVIL, f"{EVIL}\n.kif", f"{EVIL}.toml")
    for parameter in ALL[words].params:
        for value in values:
            given = [value] if isinstance(parameter, click.Argument) else [f"{parameter.opts[0]}={value}"]
            if parameter.name != "lang" and parameter.opts[0] not in ELSEWHERE:
                if (*words, parameter.name) not in SERVING:
                    run([*words, "--lang", language, *given])
                run([*words, "--lang", language, *given, value, value])
    for wrong in (f"--{EVIL}", f"--lang={EVIL}"):
        assert run([*words, wrong]).exit_code == 2


@each("words", [(), ("corpus",), ("study",)])
def test_hostile_commands(words):
    """A hostile name of a command is a usage error."""
    assert run([*words, EVIL]).exit_code == 2


def cases(folder, out):
    """Return the arguments with which each command reads hostile files."""
    files = [str(folder / name) for name in sorted([*FILES, LINK])]  # not what another command has written beside them
    good = next(file for file in files if "good" in file)
    games = ("six", "king", "rengo")
    diagrams = [("--game", game, file) for game in games for file in files]
    given = [str(folder / name) for name in ("keys.toml", "values.toml", "start.toml", "broken.toml")]
    under = [f"{EVIL}.toml", f"six/1 {EVIL}", f"rengo/1 {EVIL}", EVIL, *given]
    return {
        "verify": [
            *((*files, "--format", form) for form in ("text", "json")),
            (str(folder), "--quiet"),
            (str(folder), "--jobs", "1"),
            *((good, str(folder / "match.kif"), "--rules", rules) for rules in under),
        ],
        "repair": [
            *((*files, "--format", form, "--limit", "300") for form in ("text", "json")),
            (good, "--write", "1", "-o", str(folder / "game.kif")),
            *((good, "--rules", rules) for rules in under),
        ],
        "reconcile": [
            *((file, good, "--format", form, "--limit", "300") for file in files for form in ("text", "html", "json")),
            (good, str(folder / "moves.kif"), good, "-o", str(out / f"j{EVIL}")),
        ],
        "scan": [
            *((file, "--format", form) for file in files for form in ("text", "json")),
            (good, "--second", good, "--start", good, "--score", good, "-o", str(out / f"c{EVIL}.kif")),
            *(("--confirm", file, "-o", str(out / f"c{number}.kif")) for number, file in enumerate(files)),
        ],
        "export": [
            *((*files, "-o", str(out / f"e{EVIL}.html"), "--force", "--lang", language) for language in ("ja", "en")),
            *((file, "-o", "-", "--no-charts") for file in files),
            (good, "-o", str(folder / "game.kif")),
            *((good, "-o", "-", "--rules", rules) for rules in under),
        ],
        "dossier": [
            *((file, good, "-o", str(out / f"d{EVIL}{number}")) for number, file in enumerate(files)),
            *((good, file, "-o", str(out / f"b{number}")) for number, file in enumerate(files)),
            *((good, "-o", str(out / "r"), "--rules", rules) for rules in under),
            (good, "-o", str(folder)),
            *((way, str(folder), "--format", form) for way in ("--check", "--decide") for form in ("text", "json")),
        ],
        "readings": [
            *((*files, "--format", form) for form in ("text", "json", "csv")),
            (str(folder), "--quiet"),
            (str(folder), "--jobs", "1"),
            *((good, str(folder / "match.kif"), "--rules", rules) for rules in under),
        ],
        "show": [(file, "--ply", ply) for file in files for ply in ("0", "1")] + [(file,) for file in files],
        "convert": [(file, "-o", str(folder / "game.kif")) for file in files],
        "new": [
            *(("--game", game, "--head", f"{EVIL}={EVIL}", "-o", good) for game in games),
            *(("--game", "king", "--rules", rules) for rules in under),
            ("--game", "six", "--first", EVIL, "--second", EVIL, "-o", str(out / f"n{EVIL}.kif")),
        ],
        "review": [
            (good, "-o", str(out / f"r{EVIL}"), "--format", "svg"),
            (str(folder / "moves.kif"), "-o", str(folder)),
            *((good, "-o", str(out / "b"), "--book", file) for file in files),
            (good, "-o", str(out / f"p{EVIL}"), "--format", "svg", "--adjudicate", "auto", "--proof-nodes", "10"),
        ],
        "moves": [
            *((*position, *options) for position in diagrams for options in ((), ("--diagram",))),
            *(
                ("--game", game, option, EVIL, *drawn)
                for game in games
                for option in ("--from", "--place")
                for drawn in ((), ("--diagram",))
            ),
        ],
        "perft": [(*position[:2], "1", position[2]) for position in diagrams],
        "play": [("--game", "six", "--engine", "--book", file) for file in files]
        + [(*position, "--plies", "1", "-o", str(folder / "game.kif")) for position in diagrams],
        "solve": [("--nodes", "1", file) for file in files],
        "rules": [("king", "--rules", rules) for rules in under] + [("king", EVIL), (EVIL,), ("six", "--export", good)],
        "games": [(EVIL,)],
        "help": [(EVIL,), ("corpus", EVIL), ("verify", EVIL)],
        "sheet": [
            *((file, "-o", str(out / f"s{number}{EVIL}.pdf")) for number, file in enumerate(files)),
            *(("--game", "king", "-o", str(out / "n.pdf"), "--rules", rules) for rules in under),
            *(("--game", game, "--head", f"{EVIL}={EVIL}", "-o", str(out / "n.pdf")) for game in games),
            ("--game", "six", "-o", good),
        ],
        "site": [
            *(("-o", str(out / f"p{EVIL}{ending}"), "--runtime", str(folder)) for ending in ("", ".html")),
            ("-o", good, "--runtime", EVIL),
        ],
        "serve": [(file, "--no-browser", "--format", form) for file in files for form in ("text", "json")],
        "record": [
            *(("--game", "six", file, "--terminal") for file in files),
            *(("--game", "six", str(out), "--terminal", option, f"{EVIL}={EVIL}") for option in ("--first", "--head")),
            *(("--game", game, str(out / f"t{EVIL}"), "--terminal") for game in games),
        ],
    }


@pytest.mark.parametrize("command", sorted(" ".join(words) for words in ALL))
def test_hostile_files(request, command, tmp_path):
    """Names, headers, comments, moves, diagrams, variant files, and what a dataset holds of them."""
    folder = request.getfixturevalue("folder")
    questions = cases(folder, tmp_path) | of_dataset(command, request, tmp_path)
    for arguments in questions[command]:  # a new command has to have its line here
        done = run([*command.split(), *arguments])
        # CSV has line ends in its cells, and click repeats an argument as it is.
        assert "csv" in arguments or done.exit_code == 2 or not FORGED.search(done.output), arguments


def of_dataset(command, request, out):
    """Return the arguments with which a command reads the hostile dataset, which is made only if needed."""
    if not command.startswith(("corpus", "study")):
        return {}
    data, folder = str(request.getfixturevalue("dataset")), str(request.getfixturevalue("folder"))
    good = next(str(path) for path in request.getfixturevalue("folder").iterdir() if "good" in path.name)
    queries = [
        f"SELECT '{EVIL}'",
        f'SELECT 1 AS "{EVIL}"',
        EVIL,
        "SELECT * FROM rejects",
        "SELECT file, first, second, event FROM games",
    ]
    return {
        "corpus build": [(folder, "-o", data), (f"{folder}/{EVIL}", "-o", data), (f"{EVIL}://x", "-o", data)],
        "corpus sql": [(query, data, "--format", form) for query in queries for form in ("table", "csv", "json")],
        "corpus stats": [(data, "--format", form) for form in ("text", "json")] + [(folder,)],
        "corpus find": [
            *((good, data, "--format", form) for form in ("text", "csv", "json")),
            *(
                ("--pattern", text, data, "--format", form)
                for text in (EVIL, "占 on 四04")
                for form in ("text", "json")
            ),
        ],
        "study book": [
            (data, "-o", str(out / f"b{EVIL}"), "--least", "1", "--game", game) for game in ("six", "king", EVIL)
        ]
        + [(folder, "-o", good), (data, "--game", "six", "-o", good)],
        "study tree": [(data, "--game", "six", "--format", form) for form in ("text", "csv", "json")],
        "study explorer": [
            (data, folder, "-o", str(out / f"x{EVIL}.html")),
            (folder, "-o", good),
            *((good, "-o", "-", "--rules", rules) for rules in (f"{EVIL}.toml", EVIL)),
        ],
        "study openings": [(data, "--game", "six", "-o", str(out / f"o{EVIL}")), (data, "-o", folder)],
        "study duel": [("--game", "six", "--first", EVIL), ("--game", "six", "--second", f"四04,{EVIL}")],
        "study contests": [("--game", "six", "-o", good, "--side", "2", "--rival", word) for word in (EVIL, "free")],
        "study replies": [
            ("--game", "six", "-o", good, "--start", EVIL),
            ("--game", "six", "-o", good, "--start", "四04", "--sizes", EVIL),
            ("--game", "six", "-o", good, "--start", "四04", "--sizes", "1,2"),
        ],
        "study tablebase": [
            ("--game", "six", "--dice", "2", "-o", str(out / f"t{EVIL}")),
            *(("--game", "six", "-o", str(file), *more) for file in (good, folder) for more in ((), ("--check",))),
        ],
        "study puzzles": [("--game", "six", "-o", good), ("--game", EVIL)],
        "study placements": [
            ("--game", "six", "-o", good, "--sizes", EVIL),
            ("--game", "six", "-o", good, "--sizes", "7"),
        ],
    }


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(blacklist_categories=["Cs"]), max_size=30), st.sampled_from(["", "：", ":"]))
def test_any_line(tmp_path_factory, text, colon):
    """One line of anything, where it may stand: in a head, below a diagram, among moves."""
    line = " ".join(text.splitlines())
    file = tmp_path_factory.getbasetemp() / "any.kif"
    field = FILES["near.kif"].replace(EVIL, line)
    for text_of_file in (f"{HEAD}{line}{colon}{line}\n", field, f"{HEAD}   1 四04占\n   2 {line}\n{line}\n"):
        file.write_text(text_of_file, encoding="utf-8")
        run(["verify", str(file)])
        run(["verify", "--format", "json", str(file)])
