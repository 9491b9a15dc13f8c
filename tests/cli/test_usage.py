"""A wrong command line is explained in the user's language."""

import pytest
from click.testing import CliRunner

from kifu.cli.main import main
from kifu.cli.usage import in_japanese

WRONG = [
    ("nope", "No such command 'nope'.", "コマンド 'nope' はありません"),
    ("verify", "Missing argument 'FILES...'.", "'FILES...' がありません"),
    ("verify --jobs", "Option '--jobs' requires an argument.", "オプション '--jobs' には値が要ります"),
    ("verify --quiet=1 a", "Option '--quiet' does not take a value.", "オプション '--quiet' は値を取りません"),
    ("verify --jobs x a", "'x' is not a valid integer range.", "'--jobs' には整数を書きます。'x' は違います"),
    ("verify --jobs 0 a", "0 is not in the range x>=1.", "'--jobs' の値が範囲にありません (x>=1)"),
    ("verify --format x a", "'x' is not one of", "'--format' に書けるのは次のどれかです: 'text', 'json'"),
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
    assert "'--jobs' には整数" in run("verify --jobs x a", "C.UTF-8", "--lang", "ja").stderr
    assert "is not a valid" in run("verify --jobs x a", "ja_JP.UTF-8", "--lang", "en").stderr


@pytest.mark.parametrize(("words", "meant"), [("verify --form", "'--format'"), ("verify --fo", "--fo")])
def test_what_may_have_been_meant(words, meant):
    """What click guesses is passed on."""
    said = run(words, "ja_JP.UTF-8").stderr
    assert f"オプション '{words.split()[-1]}' はありません" in said
    assert meant in said


@pytest.mark.parametrize(
    ("said", "japanese"),
    [
        ("No such option: --fo", "オプション --fo はありません"),
        ("No such option: --fo Did you mean --to?", "オプション --fo はありません。--to ではありませんか"),
        (
            "No such option '--fo'. (Did you mean one of: '--do', '--to'?)",
            "オプション '--fo' はありません。'--do', '--to' ではありませんか",
        ),
        ("Missing option '--game'. Choose from:\n\tace,\n\tsix", "'--game' がありません。次のどれかです: ace,\n\tsix"),
        ("Option '--at' requires 2 arguments.", "オプション '--at' には値が要ります (2 個)"),
        ("Something new.", "Something new."),
    ],
)
def test_wordings(said, japanese):
    """Those of click 8.2 and of later ones; what is not known is left as it is."""
    assert in_japanese(said) == japanese


def test_a_group_alone_shows_its_help():
    """No message, in either language."""
    assert "Commands:" in run("study", "ja_JP.UTF-8").output
