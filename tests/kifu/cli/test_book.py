"""`kifu study book`, and what reads a book: `kifu play --engine`, `kifu review`."""

import json

import pytest
from click.testing import CliRunner
from explored import corner_games, dataset, six

import kifu
from analysis.openings.book import read_book
from kifu.cli.main import main


def run(*arguments):
    """Run `kifu` in English."""
    return CliRunner().invoke(main, ["--lang", "en", *map(str, arguments)], catch_exceptions=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a dataset of corner games."""
    return dataset(tmp_path_factory.mktemp("book"), corner_games(30))


@pytest.fixture(scope="module")
def book(folder):
    """Return the path of its book."""
    path = folder.parent / "six.book"
    done = run("study", "book", folder, "-o", path, "--depth", 4)
    assert done.exit_code == 0, done.output
    assert "positions with" in done.stderr
    return path


def test_the_same_bytes_and_nothing_overwritten(folder, book):
    """The same dataset gives the same bytes; a file that is there is not replaced unasked."""
    again = folder.parent / "again.book"
    assert run("study", "book", folder, "-o", again, "--depth", 4).exit_code == 0
    assert again.read_bytes() == book.read_bytes()
    assert run("study", "book", folder, "-o", book).exit_code == 2


def test_values(folder):
    """With --nodes each move has a value of the engine, and the head says of how many nodes."""
    path = folder.parent / "valued.book"
    assert run("study", "book", folder, "-o", path, "--depth", 1, "--nodes", 50).exit_code == 0
    head, *entries = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    assert head["nodes"] == 50
    assert all(isinstance(move[5], int) for _, _, moves in entries for move in moves)


def test_play_follows_the_book(book):
    """The first moves are in the book, as the record says; the same seed gives the same game."""
    options = ("play", "--game", "six", "--engine", "--nodes", 20, "--seed", 3, "--plies", 8, "--book", book)
    done = run(*options)
    assert done.exit_code == 0
    number = int(done.stdout.split("手目までは定跡")[0].rsplit("。", 1)[1])
    assert number >= 1
    assert run(*options).stdout == done.stdout
    (verdict,) = kifu.verify(kifu.read(done.stdout.encode()))
    played = read_book(book.read_bytes()).departure_text(verdict.game, verdict.replay.positions, verdict.replay.moves)
    assert f"ply {number + 1} " in played.en


def test_review_says_where_a_game_leaves(folder, book):
    """The ply, the move, and the moves of the book; a game of another kind is not compared."""
    path = folder.parent / "game.kif"
    path.write_text(six("四04占", "四03領") + "\n棋種：ユニオンキング\n   1 一06-一05十内\n", encoding="utf-8")
    used = folder.parent / "left"
    used.mkdir()
    (used / "verdict.json").touch()
    done = run("review", path, "-o", used, "--book", book)  # a used folder ends it before anything is drawn
    assert done.exit_code == 2
    assert "ply 1 四04占 leaves the book, which has " in done.stdout
    assert "it cannot be compared with the book: it is a book of the game six" in done.stdout


def test_usage(folder, book):
    """A book without the engine, of another game, a damaged one, and a dataset without such positions."""
    bad = folder.parent / "bad.book"
    bad.write_bytes(book.read_bytes()[:-2])
    for arguments, said in (
        (("play", "--game", "six", "--book", book), "--book goes with --engine"),
        (("play", "--game", "ace", "--engine", "--book", book), "[other-game-book]"),
        (("play", "--game", "six", "--engine", "--book", bad), "[damaged-book]"),
        (("play", "--game", "six", "--engine", "--book", folder), "cannot be read"),
        (("study", "book", folder, "-o", bad.with_name("other.book"), "--least", 1000), "with 1000 games or more"),
    ):
        done = run(*arguments)
        assert done.exit_code == 2, arguments
        assert said in done.stderr, arguments
