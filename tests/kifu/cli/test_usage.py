"""A wrong command line is explained in the user's language."""

import json
import re
from pathlib import Path

import click
import pytest
from click import core, exceptions, parser, types
from click.testing import CliRunner
from commands import leaves

from kifu.cli.main import main
from kifu.cli.printing.language_and_usage_errors import ARGUMENTS, JAPANESE

WRONG = [
    ("nope", "No such command 'nope'.", "コマンド 'nope' はありません"),
    ("verify", "Missing argument 'FILES...'.", "'FILES...' がありません。棋譜のファイル"),
    ("verify --jobs", "Option '--jobs' requires an argument.", "オプション '--jobs' には値が要ります"),
    ("verify --quiet=1 a", "Option '--quiet' does not take a value.", "オプション '--quiet' は値を取りません"),
    ("verify --jobs x a", "'x' is not a valid integer range.", "'--jobs' の値が違います: 'x' は書ける数ではありません"),
    ("verify --jobs 0 a", "0 is not in the range x>=1.", "'--jobs' の値が違います: 0 は範囲 x>=1 にありません"),
    (
        "verify --format x a",
        "'x' is not one of",
        "'--format' の値が違います: 'x' ではなく、次のどれかです: 'text', 'json'",
    ),
    ("games more", "Got unexpected extra argument (more)", "余分な引数があります: more"),
    ("perft --game go 1", "no game 'go'", "'--game' の値が違います: 「go」という棋種はありません"),
    ("perft --game six 0 --divide", "--divide takes a DEPTH", "--divide には 1 以上の DEPTH が要ります"),
]


def run(words, locale, *before):
    """Run the program with a locale."""
    return CliRunner().invoke(main, [*before, *words.split()], env={"LC_ALL": locale}, catch_exceptions=False)


@pytest.mark.parametrize(("words", "english", "japanese"), WRONG)
def test_both_languages(words, english, japanese):
    """By the locale, exit code 2; what click says itself as well as what the program says."""
    in_english, japanese_locale = run(words, "C.UTF-8"), run(words, "ja_JP.UTF-8")
    assert (in_english.exit_code, japanese_locale.exit_code) == (2, 2)
    assert english in in_english.stderr
    assert japanese in japanese_locale.stderr
    assert english not in japanese_locale.stderr


def test_the_language_asked_for():
    """`--lang` before the command's name counts for what is wrong after it."""
    assert "'--jobs' の値が違います" in run("verify --jobs x a", "C.UTF-8", "--lang", "ja").stderr
    assert "is not a valid" in run("verify --jobs x a", "ja_JP.UTF-8", "--lang", "en").stderr


@pytest.mark.parametrize(
    ("words", "english", "japanese"),
    [
        (
            "verfiy a",
            "No such command 'verfiy'; did you mean 'verify'?",
            "コマンド 'verfiy' はありません。もしかして「verify」ですか",
        ),
        (
            "corpus biuld a",
            "No such command 'biuld'; did you mean 'build'?",
            "コマンド 'biuld' はありません。もしかして「build」ですか",
        ),
        (
            "verify --fromat csv a",
            "No such option '--fromat'; did you mean '--format'?",
            "オプション '--fromat' はありません。もしかして「--format」ですか",
        ),
        ("verify --zzz a", "No such option '--zzz'.", "オプション '--zzz' はありません\n"),
        ("moves --game sixx", "; did you mean 'six'?", "。もしかして「six」ですか"),
        ("rules ユニオンマスタ", "; did you mean 'ユニオンマスター'?", "。もしかして「ユニオンマスター」ですか"),
        ("rules six sx.14", "; did you mean 'six.14'?", "。もしかして「six.14」ですか"),
    ],
)
def test_what_may_have_been_meant(words, english, japanese):
    """Commands, options, games and articles: the nearest that is there is named; exit code 2."""
    in_english, in_japanese = run(words, "C.UTF-8"), run(words, "ja_JP.UTF-8")
    assert (in_english.exit_code, in_japanese.exit_code) == (2, 2)
    assert english in in_english.stderr
    assert japanese in in_japanese.stderr


def test_the_words_around_an_error():
    """How a command is used, where help is, and the word for an error are in the language too."""
    message = run("verify --jobs x a", "C.UTF-8", "--lang", "ja").stderr
    assert message.startswith(
        "使い方: main verify [オプション] FILES...\n説明は 'main verify --help' で読めます。\n\nエラー: "
    )
    message = run("verify --jobs x a", "ja_JP.UTF-8", "--lang", "en").stderr
    assert message.startswith("Usage: main verify [OPTIONS] FILES...\nTry 'main verify --help' for help.\n\nError: ")
    assert run("show gone.kif", "ja_JP.UTF-8").stderr.startswith("エラー: gone.kif")
    assert run("show gone.kif", "C.UTF-8").stderr.startswith("Error: gone.kif")


@pytest.mark.parametrize(
    "words", ["nope --lang en", "--lang=en nope", "verify --jobs x a --lang=en", "show --lang en --zzz"]
)
def test_the_language_is_read_first(words):
    """Wherever `--lang` stands, what is wrong before it is said in its language."""
    assert "Error: " in run(words, "ja_JP.UTF-8").stderr


def test_a_file_called_like_the_option():
    """Behind -- nothing is an option."""
    assert "エラー: " in run("nope -- --lang en", "ja_JP.UTF-8").stderr


def test_each_message_is_one_of_click():
    """The catalogue has no message that click does not have, and each translation has no field that the original lacks."""
    sources = "".join(Path(module.__file__).read_text("utf-8") for module in (core, exceptions, parser, types))
    for english, japanese in JAPANESE.items():
        assert json.dumps(english) in sources, english
        assert set(re.findall(r"\{\w+(?:!r)?\}", japanese)) <= set(re.findall(r"\{\w+(?:!r)?\}", english))


def test_a_group_alone_shows_its_help():
    """No message, in either language."""
    assert run("study", "ja_JP.UTF-8").output == run("study --help", "ja_JP.UTF-8").output


def test_numbers_that_no_machine_counts_to():
    """A number beyond what machine code counts to is refused by its range; too little memory is said, not traced."""
    huge = "9" * 20
    for words in (
        f"solve --game six --nodes {huge} x",
        f"play --game six --nodes {huge}",
        f"review --engine --nodes {huge} x",
        f"study puzzles --game six --seed {huge}",
        *(
            f"study duel --game six --{name} {huge}"
            for name in ("nodes", "second-nodes", "games", "plies", "stale", "workers", "proof-nodes", "seed")
        ),
        f"study placements --game six --others {huge} -o x",
        f"study contests --game six --side 7 --plies {huge} -o x",
    ):
        done = run(words, "C.UTF-8")
        assert (done.exit_code, huge in done.stderr) == (2, True), words


def test_too_little_memory(monkeypatch):
    """It is one line and exit code 2."""

    def lacking(*_arguments):
        raise MemoryError

    monkeypatch.setattr("kifu.cli.commands.solve.load_game_and_position", lacking)
    done = run("solve --game six x", "C.UTF-8")
    assert done.exit_code == 2
    assert done.stderr == "Error: there is not enough memory; try smaller numbers, or smaller files\n"


def test_a_missing_argument_is_told_in_words():
    """Not only by the word of the usage line: each required argument of each command says what it is, in both languages."""
    met = set()
    for words, command in leaves(main):
        name = " ".join(words)
        required = [param for param in command.params if isinstance(param, click.Argument) and param.required]
        for param in required[:1]:
            game = " --game six" if any(option.name == "game" and option.required for option in command.params) else ""
            what = ARGUMENTS[param.human_readable_name]
            assert f"' がありません。{what.ja}を書いてください" in run(f"{name}{game}", "ja_JP.UTF-8").stderr, name
            assert f"'. Give {what.en}." in run(f"{name}{game}", "C.UTF-8").stderr, name
        met |= {param.human_readable_name for param in required}
    assert met == set(ARGUMENTS)


DATA = {"corpus find", "corpus sql", "study book", "study explorer", "study openings", "study tree", "scan"}
"""Commands whose --game chooses among what their own first word names."""


def test_a_game_is_named_in_both_ways():
    """By the first word and by --game, before or behind the others: every command with a game takes it alike."""
    words = {"perft": ["1"], "moves": [], "solve": ["a"], "study contests": ["-o", "x", "--side", "7"]}
    words |= {"study placements": ["-o", "x"], "study replies": ["-o", "x", "--start", "四04"], "sheet": ["-o", "x"]}
    named = {" ".join(name): command for name, command in leaves(main) if _names_a_game(command)}
    assert named.keys() >= DATA
    for name in named.keys() - DATA:
        rest, command = words.get(name, []), named[name]
        ways = [["six", *rest], ["--game", "six", *rest], [*rest, "--game=6面体"], ["SIX", *rest, "--game", "six"]]
        given = [command.make_context(name, [*way]).params for way in ways]
        assert {each["game"].id for each in given} == {"six"}, name
        assert given[0] == given[1] == given[2] == given[3], name
        assert "[GAME]" in command.get_usage(click.Context(command))
        with pytest.raises(click.UsageError, match=r"king (and|と) --game six"):
            command.make_context(name, ["king", *rest, "--game", "six"])


def _names_a_game(command):
    return any(option.name == "game" for option in command.params)


def test_a_file_that_is_called_like_a_game(tmp_path, monkeypatch):
    """With its folder it is the file; without, the word is the game."""
    monkeypatch.chdir(tmp_path)
    Path("six").write_text("棋種：6面体\n1 四04占\n", encoding="utf-8")
    assert len(run("moves six", "C.UTF-8").stdout.splitlines()) == 49
    assert len(run("moves ./six", "C.UTF-8").stdout.splitlines()) == 48
    assert len(run("moves -- six", "C.UTF-8").stdout.splitlines()) == 49


def test_a_record_of_another_game_to_start_from(tmp_path):
    """`kifu scan` does not choose between --game and the record of --start."""
    pytest.importorskip("cv2")
    path = tmp_path / "start.kif"
    path.write_text("棋種：6面体\n", encoding="utf-8")
    done = run(f"scan page.png --game king --start {path}", "C.UTF-8")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "the record of --start is of 6面体 (six), and --game names ユニオンキング (king)" in done.stderr
