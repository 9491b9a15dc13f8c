"""Variant files: boards of other shapes and sizes, and errors that name the entry."""

import random
import tomllib
from itertools import chain

import pytest
from each import each

from kifu.core import games
from kifu.core.compiled.bind_and_compile import compiled_rule_kernels, rules_compile
from kifu.core.compiled.perft_and_expected_counts import perft
from kifu.core.errors import InvalidMove, InvalidSetup
from kifu.games.union.position import NONE, encode

RING = """
game = "king"
[board]
points = ["二01", "一02", "三02", "二03"]
lines = [["二01", "三02"], ["三02", "二03"], ["二03", "一02"], ["一02", "二01"]]
[start]
white = { "二03" = "内丸" }
black = { "二01" = "外丸" }
[provenance]
board = "my set"
"""


def given(kind, text):
    """Return a game over the variant file `text`."""
    return games.load(kind).variant("my.toml", text)


@each("kind", ["ace", "king", "master"])
def test_what_is_exported_is_the_game(kind):
    """The exported file, read as a variant, is the same game, and every entry says where it comes from."""
    game = games.load(kind)
    text = game.default_variant()
    again = given(kind, text)
    assert again.rules == "my.toml"
    assert again.start() == game.start()
    assert perft(again, again.start(), 2, compiled=False) == perft(game, game.start(), 2, compiled=False)
    provenance = tomllib.loads(text)["provenance"]
    assert set(provenance) == set(tomllib.loads(text)) - {"game", "provenance"}
    assert all(origin.startswith(("source", "reconstructed")) for origin in provenance.values())


def test_the_degrees_of_the_default_board():
    """All 42 rows' and 42 columns' segments and 36 slanting ones are drawn; each counts at both of its ends."""
    assert sum(games.load("king")._laws.DEGREES) == 2 * (2 * 42 + 36)


def test_a_board_of_another_shape():
    """Four points in a ring: moves, cells, diagram and provenance follow the file; the rest is the default's."""
    game = given("king", RING)
    start = game.start()
    assert game.spell_diagram(start) == "一 二 三\n・v丸 01\n・・ ・・ 02\n丸・ 03\n手番：白\n"
    moves = {game.spell(move) for move in game.legal_moves(start)}
    assert moves == {f"二03-{to}{unit}" for to in ("一02", "三02") for unit in ("丸内", "四内反")}
    assert game.cell(start, 0) == "\u3000\u3000"
    assert game.cell(start, 1) == "・v丸"
    assert game._data.target == 100
    assert dict(game._data.provenance)["board"] == "my set"
    assert dict(game._data.provenance)["start"] == "my.toml"
    assert dict(game._data.provenance)["back"].startswith("reconstructed")


def test_messages_fit_the_board_and_the_game():
    """A hole in the board is told from what lies outside; examples of moves are the game's own."""
    ring = given("king", RING)
    messages = {}
    for text in ("一01-二01丸内", "四01-二01丸内", "なんとか"):
        with pytest.raises(InvalidMove) as raised:
            ring.read(text)
        messages[text] = raised.value.message.en
    assert "no point '一01'" in messages["一01-二01丸内"]
    assert "'四01' is off the board; write a square from 一01 to 三03" in messages["四01-二01丸内"]
    assert messages["なんとか"].endswith("write it like 三04-四04丸内 or 三04-四04丸内反合")
    with pytest.raises(InvalidMove, match="四04白A内"):
        games.load("master").read("なんとか")


def test_the_largest_board():
    """19 × 19 points do not fit the machine's integers; the same source runs on Python's."""
    columns = [*"一二三四五六七八九十", *(f"十{digit}" for digit in "一二三四五六七八九")]
    points = [f"{column}{row:02d}" for row in range(1, 20) for column in columns]
    lines = [points[19 * row : 19 * row + 19] for row in range(19)]
    text = f'game = "ace"\n[board]\npoints = {points}\nlines = {lines}\n'
    game = given("ace", text)
    start = game.start()
    assert not rules_compile(game)
    with pytest.raises(ValueError, match=r"ace \(my.toml\) do not compile"):
        compiled_rule_kernels(game)
    assert len(list(game.legal_moves(start))) == perft(game, start, 1)
    far = game.read("十九19-十八19丸内").move
    assert game.spell(far) == "十九19-十八19丸内"
    assert game.explain(start, far).article == "union.2"
    assert game.explain(start, game.read("七02-八02四内").move).article == "union.2"  # black's
    assert game.explain(start, game.read("七07-八07丸外").move) is None


# 63 points, the most that fit: nine columns of seven, no diagonals but one.
WIDE = """
game = "{kind}"
[board]
points = {points}
lines = {lines}
"""


def wide(kind):
    """Return a game on nine columns of seven points, with the rows, the columns and one long diagonal drawn."""
    names = [[f"{column}{row:02d}" for column in "一二三四五六七八九"] for row in range(1, 8)]
    lines = [*names, *map(list, zip(*names, strict=True)), [names[row][row] for row in range(7)]]
    return given(kind, WIDE.format(kind=kind, points=list(chain(*names)), lines=lines))


def test_a_file_compiles_too():
    """Up to 63 points the game of a variant file has compiled rules of its own, which agree with the interpreted."""
    game = wide("king")
    assert len(game._data.points) == 63
    kernels = compiled_rule_kernels(game)
    draw = random.Random(63)
    position = game.start()
    for _ in range(100):
        assert kernels["score"](position) == game.score(position)
        move = draw.choice(list(game.legal_moves(position)))
        after = game.play_legal(position, move)
        assert kernels["play"](position, move) == after
        for _ in range(20):
            part, kind, to, origin = map(draw.randrange, (2, 7, 63, 63))
            strange = encode(part, kind, to, draw.choice([origin, NONE]), mark=draw.randrange(3))
            assert bool(kernels["breach"](position, strange)) == (game.explain(position, strange) is not None)
        position = after
    assert perft(game, position, 2, compiled=True) == perft(game, position, 2, compiled=False)


def test_what_is_compiled_is_told_apart_by_its_tables():
    """Two files never share machine code unless their tables are the same; the game's own rules are its own."""
    king, low = games.load("king"), given("king", 'game = "king"\n[score]\ntarget = 7\n')
    names = {compiled_rule_kernels(game)["score"].py_func.__qualname__ for game in (king, low, wide("king"))}
    assert len(names) == 3
    same = given("king", king.default_variant())
    assert (
        compiled_rule_kernels(same)["score"].py_func.__qualname__
        == compiled_rule_kernels(king)["score"].py_func.__qualname__
    )


def test_scores_and_target_of_a_file():
    """The score table and the target are the file's, one number at a time."""
    game = given("king", 'game = "king"\n[score]\nturned = { lines = 3 }\ntarget = 7\n')
    assert game._laws.WORTH_PER_LINE == (2, 1, 1, 3)
    assert game._laws.WORTH_BESIDES == (0, 0, 0, 5)
    assert game._data.target == 7


@each(
    ("kind", "text", "code", "entry"),
    [
        ("king", "game = ", "variant-toml", "my.toml"),
        ("king", "", "variant-entry", None),
        ("king", 'game = "ace"', "variant-entry", "game"),
        ("king", 'game = "king"\nboard = 1', "variant-entry", "board"),
        ("king", 'game = "king"\n[bord]', "variant-entry", "bord"),
        ("king", 'game = "king"\n[score]\npromoted = 5', "variant-entry", "score.promoted"),
        ("king", 'game = "king"\n[score]\ntarget = 0', "variant-entry", "score.target"),
        ("king", 'game = "king"\n[score]\ntarget = true', "variant-entry", "score.target"),
        ("king", 'game = "king"\n[score]\ninner = { lines = "1" }', "variant-entry", "score.inner.lines"),
        ("king", 'game = "king"\n[back]\ninner = "丸三四五六八"', "variant-entry", "back.inner"),
        ("king", 'game = "king"\n[back]\ninner = "丸四三六五十八"', "variant-entry", "back.inner"),
        ("ace", 'game = "ace"\n[back]\nouter = "三丸四五六八十"', "variant-entry", "back.outer"),
        ("king", 'game = "king"\n[board]\npoints = ["二十01"]', "variant-entry", "board.points[0]"),
        ("king", 'game = "king"\n[board]\npoints = ["一01", "a1"]', "variant-entry", "board.points[1]"),
        ("king", 'game = "king"\n[board]\nlines = []', "variant-entry", "board.lines"),
        ("king", 'game = "king"\n[board]\nlines = [["一01"]]', "variant-entry", "board.lines[0]"),
        ("king", 'game = "king"\n[board]\nlines = [["一01", "一08"]]', "variant-entry", "board.lines[0][1]"),
        ("king", 'game = "king"\n[board]\nlines = [["一01", "二01", "一01"]]', "variant-entry", "board.lines[0][2]"),
        (
            "king",
            'game = "king"\n[board]\nlines = [["一01", "二01"], ["二01", "一01"]]',
            "variant-entry",
            "board.lines[1][1]",
        ),
        ("king", 'game = "king"\n[start]\nwhite = { "一08" = "外丸" }', "variant-entry", 'start.white."一08"'),
        ("king", 'game = "king"\n[start]\nwhite = { "一07" = "丸外" }', "variant-entry", 'start.white."一07"'),
        ("king", 'game = "king"\n[start]\nwhite = { "一01" = "外丸" }', "variant-entry", 'start.black."一01"'),
        (
            "king",
            'game = "king"\n[start]\nwhite = { "一07" = "外丸", "二07" = "外丸" }',
            "variant-entry",
            'start.white."二07"',
        ),
        ("king", 'game = "king"\n[board]\npoints = ["一01"]', "variant-entry", "board.lines[0][1]"),
        ("master", 'game = "master"\n[start]\nwhite = { "一07" = "外A" }', "variant-entry", "start.white"),
        (
            "master",
            'game = "master"\n[board]\npoints = ["一01", "二01"]\nlines = [["一01", "二01"]]',
            "variant-entry",
            "board.points",
        ),
        ("king", 'game = "king"\n[provenance]\nboard = ""', "variant-entry", "provenance.board"),
    ],
)
def test_a_bad_file_names_the_entry(kind, text, code, entry):
    """The error has its code, and its message begins with the file and the entry, in both languages."""
    if entry is None:
        assert given(kind, text).start() == games.load(kind).start()  # empty: all is the default's
        return
    with pytest.raises(InvalidSetup) as raised:
        given(kind, text)
    assert raised.value.code == code
    place = "my.toml: " if entry == "my.toml" else f"my.toml: {entry}: "
    assert raised.value.message.ja.startswith(place)
    assert raised.value.message.en.startswith(place)


def test_only_what_the_file_leaves_out_is_called_the_defaults():
    """An error in an entry of the file is the file's, whichever way TOML writes the table; else it is the default's."""
    own = [
        'game = "king"\n[start]\nwhite = { "一07" = "丸外" }',
        'game = "king"\n[start.white]\n"一07" = "丸外"',
        'game = "king"\n[score.turned]\nplus = 1000001',
    ]
    for text in own:
        with pytest.raises(InvalidSetup) as raised:
            given("king", text)
        assert "default" not in raised.value.message.en
    assert "from 0 to 1000000" in raised.value.message.en
    with pytest.raises(InvalidSetup) as raised:
        given("king", 'game = "king"\n[board]\npoints = ["一01"]')
    assert "(this entry is the default's)" in raised.value.message.en


def test_six_has_no_variants():
    """A game without variant files says so."""
    with pytest.raises(InvalidSetup) as raised:
        given("six", "")
    assert raised.value.code == "no-variants"
    with pytest.raises(InvalidSetup):
        games.load("six").default_variant()


@each("named", ["king/1", "king", None])
def test_the_rule_sets_by_name(named):
    """規則 may name the default; anything else is not known."""
    king = games.load("king")
    assert king.configure(named, {}) is king
    with pytest.raises(InvalidSetup) as raised:
        king.configure("king/2", {})
    assert raised.value.code == "unknown-rules"
