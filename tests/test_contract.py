"""Holds every game to the contract, also under each of its options. The tests know no game and no option by name.

The positions come from random walks of the game itself, from its own start and from the diagrams of its perft.txt.
"""

import inspect
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from functools import cache
from itertools import islice
from pathlib import Path

import numba
import numpy as np
import pytest
from effort import effort

import kifu.kernels.bind
from kifu import games
from kifu.cli.judging import judge
from kifu.games import rulebook
from kifu.kernels import keys
from kifu.kernels.bind import compiles
from kifu.kernels.perft import read_counts
from kifu.model.errors import InvalidSetup
from kifu.model.outcome import Outcome
from notation.diagram import split
from notation.reading import read

pytestmark = pytest.mark.no_cover  # watching this number of positions is slow, and other tests run the same lines

SAMPLES = Path(__file__).parents[1] / "samples"
WALKS = 8
"""Walks from the game's own start."""
FURTHER_WALKS = 3
"""Walks from each diagram."""
LONGEST = 150
FURTHER = 40
UNDER_OPTIONS = ((2, 60), (1, 15))
"""The same for a game under an option: walks and their plies, from the start and from each diagram."""
FULL_SPACES = 5
"""Positions at which the whole move space is judged."""
READ_BACK = effort(400, 10_000)
"""Positions that are written and read back, and at which every move is played. The thorough run takes all of them."""
SAMPLED = 60
"""Positions at which other things are tried."""
SPACES_SAMPLED = 12
"""Positions at which moves are drawn from the move space, and how many at each."""
MOVES = 1000
ROUND_TRIPS = 50_000


def under_options(game_ids):
    """Return the names of games for a parametrized test: each by itself, and under options: ``six near=any line=blocked``.

    The usual run has each game once with all its options changed, the thorough run also each option alone.
    """
    names = []
    for game_id in game_ids:
        changed = [f"{option.name}={value}" for option in games.load(game_id).options for value in option.values[1:]]
        alone = effort([], changed)
        names += [f"{game_id} {options}" for options in ([" ".join(changed)] if changed else []) + alone]
    return [*game_ids, *names]


@cache
def loaded(name):
    """Return the game of a name of :func:`under_options`."""
    game_id, *options = name.split()
    game = games.load(game_id)
    for option in options:
        game = game.under(*option.split("="))
    return game


@pytest.fixture(params=under_options(games.ids()), name="game")
def _game(request):
    return loaded(request.param)


def draws(seed):
    """Return a source of random draws with a fixed seed."""
    return random.Random(seed)


def read_diagram(game, text):
    """Return the position of a diagram."""
    return game.read_diagram(split(1, enumerate(text.splitlines(), start=1)))


@cache
def legal_at(game, position):
    """Return the legal moves of a position in their order; all tests ask for those of the same positions."""
    return tuple(game.legal_moves(position))


@cache
def positions_of(game):
    """Return each position of random walks once, in the order of the walks, with positions after the end."""
    by_default = game.rules == games.load(game.id).rules
    (walks, longest), (further_walks, further) = (
        ((WALKS, LONGEST), (FURTHER_WALKS, FURTHER)) if by_default else UNDER_OPTIONS
    )
    starts = [(game.start(), longest)] * walks
    for counts in read_counts(game):
        if counts.diagram:
            with nullcontext() if by_default else suppress(InvalidSetup):  # an option can make a diagram impossible
                start = game.read_diagram(split(counts.line, counts.diagram))
                starts += [(start, further)] * further_walks
    positions = {}
    for number, (position, plies) in enumerate(starts):
        draw = draws(f"{game.id} {number}")
        for _ in range(plies):
            positions[position] = None
            moves = legal_at(game, position)
            if not moves:
                break
            position = game.play(position, draw.choice(moves))  # noqa: PLW2901 - the walk goes on
        positions[position] = None
    return tuple(positions)


def some(game, number):
    """Return `number` positions spread over the walks of a game."""
    positions = positions_of(game)
    return draws(number).sample(positions, min(number, len(positions)))


@cache
def size_of_the_move_space(game_id):
    """Return the number of moves that can be written at the start of a game."""
    game = games.load(game_id)
    return sum(1 for _ in game.move_space(game.start()))


def sample_of_the_move_space(game, position, number):
    """Return about `number` moves, spread over the whole move space of a position."""
    step = 1 + size_of_the_move_space(game.id) // number
    first = draws(game.spell_diagram(position)).randrange(step)
    return list(islice(game.move_space(position), first, None, step))


COMPILING = [game_id for game_id in games.ids() if compiles(games.load(game_id))]
"""Games written in the subset that compiles: a board that needs more than 64 bits is not."""


@pytest.fixture(params=under_options(COMPILING), name="compiling")
def _compiling(request):
    return loaded(request.param)


def over_in_samples(game_id):
    """Yield each game of the samples that the rules have ended, under its record's own rules, with its last position."""
    for path in sorted((SAMPLES / game_id).glob("*.kif")):
        for verdict in judge(read(str(path), path.read_bytes())):
            for one in verdict.games or (verdict,):
                if one.game is not None and one.final is not None and one.game.outcome(one.final) is not None:
                    yield one.game, one.final


def test_there_are_games():
    """There is at least one game."""
    assert games.ids()


def test_its_own_rules_are_the_game_itself(game):
    """A record that names the rules of the game as it is gets the same game, and so it is judged compiled."""
    if not game.required_head:
        assert game.configure(game.rules, {}) is game
        by_default = games.load(game.id)
        assert game.configure(None, {}) is by_default.configure(None, {}) is by_default


CHOICES = [
    (game_id, option.name, value)
    for game_id in games.ids()
    for option in games.load(game_id).options
    for value in option.values[1:]
]
"""Every value that is not a default, of every option of every game."""


@pytest.mark.parametrize(("game_id", "option", "value"), CHOICES)
def test_a_game_under_an_option(game_id, option, value):
    """It says what is chosen and spells it in its rules, which give it back; its positions are no positions of the default."""
    game = games.load(game_id)
    under = game.under(option, value)
    assert under.options == game.options
    assert under.chosen == {**game.chosen, option: value}
    assert under.rules == f"{game.rules} {option}={value}"
    assert under.likeness() != game.likeness()
    assert under.start() != game.start()
    assert keys.key(under, under.start()) != keys.key(game, game.start())
    assert game.configure(under.rules, {}).rules == under.rules
    assert under.under(option, value) is under
    back = under.under(option, game.chosen[option])
    assert (back.rules, back.start()) == (game.rules, game.start())
    if not game.required_head:
        assert game.configure(under.rules, {}) is under
        assert under.configure(None, {}) is back is game
        assert under.kernel_modules() == game.kernel_modules()  # one compiled kernel judges by every reading


@pytest.mark.parametrize("game_id", games.ids())
def test_the_rulebook_explains_the_options(game_id):
    """The rulebook has each option of the game and no other, at its article, with the same values in the same order."""
    game = games.load(game_id)
    told = {option.name: option for option in rulebook.options(rulebook.load(game))}
    assert told.keys() == {option.name for option in game.options}
    for option in game.options:
        values = tuple(value.value for value in told[option.name].values)
        assert told[option.name].article == option.article
        assert values[0] == option.default
        assert option.number or values == option.values


@pytest.mark.parametrize("game_id", games.ids())
def test_what_is_no_option(game_id):
    """An option or a value that the rules do not have is an error; the defaults are the first values."""
    game = games.load(game_id)
    assert game.chosen == {option.name: option.default for option in game.options}
    for option, value in [("no", "such"), *((option.name, "no such") for option in game.options)]:
        with pytest.raises(ValueError, match=value):
            game.under(option, value)
        with pytest.raises(InvalidSetup) as refused:
            game.configure(f"{game.rules} {option}={value}", {})
        assert refused.value.code == "unknown-option"
        assert refused.value.offset == len(game.rules) + 1


def test_moves_are_unique_and_in_the_same_order_each_time(game):
    """Each legal move is generated once, and a second call generates them in the same order."""
    for position in positions_of(game):
        moves = legal_at(game, position)
        assert len(set(moves)) == len(moves), game.spell_diagram(position)
        assert tuple(game.legal_moves(position)) == moves


def test_as_many_as_are_generated_are_counted(compiling):
    """The compiled rules count as many legal moves of a position as they list."""
    mobility = kifu.kernels.bind.rules_of(compiling)["mobility"]
    for position in positions_of(compiling):
        listed = len(legal_at(compiling, position))
        assert mobility(position) == listed, compiling.spell_diagram(position)


ORDER = """
import random, sys
from kifu import games
game = games.load(sys.argv[1])
draw = random.Random(7)
for _ in range(5):
    position = game.start()
    for _ in range(60):
        moves = list(game.legal_moves(position))
        print(*map(game.spell, moves))
        if not moves:
            break
        position = game.play(position, draw.choice(moves))
"""


def test_the_order_does_not_depend_on_the_hash_seed(game):
    """The moves of whole games come in the same order under every seed of Python's hashes."""
    printed = {
        subprocess.run(
            [sys.executable, "-c", ORDER, game.id],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "271828")
    }
    assert len(printed) == 1
    assert b"\n" in printed.pop()


def test_play_leaves_its_argument_unchanged(game):
    """Playing every legal move of a position leaves it as it was."""
    for position in some(game, READ_BACK):
        before, hashed = repr(position), hash(position)
        for move in legal_at(game, position):
            game.play(position, move)
        assert (repr(position), hash(position)) == (before, hashed)


def test_play_gives_the_same_position_each_time(game):
    """Playing a move twice gives equal positions, which differ from the position before."""
    for position in some(game, SAMPLED):
        for move in legal_at(game, position):
            after = game.play(position, move)
            assert after == game.play(position, move)
            assert after != position


@numba.njit
def unbroken(breach, position, moves):  # pragma: no cover - runs as machine code
    """Return for each move whether it breaks no article."""
    legal = np.empty(len(moves), np.bool_)
    for index, move in enumerate(moves):
        legal[index] = breach(position, move) == 0
    return legal


def test_legal_exactly_when_generated_over_the_whole_space(compiling):
    """A move of the move space breaks no article exactly if it is generated."""
    game = compiling
    breach = kifu.kernels.bind.rules_of(game)["breach"]
    over = [position for position in positions_of(game) if game.outcome(position) is not None]
    for position in [*some(game, FULL_SPACES), *over[:1]]:
        space = np.fromiter(game.move_space(position), dtype=np.int64)
        legal = space[unbroken(breach, position, space)].tolist()
        assert sorted(map(game.spell, legal)) == sorted(map(game.spell, legal_at(game, position)))


def test_explain_is_silent_exactly_for_generated_moves(game):
    """`explain` returns None for a generated move, and an article of the rulebook for every other sampled move.

    It is the article that the game names for the number that the kernel `breach` gives. `advance` says the same, and plays.
    """
    articles = {article.number for article in rulebook.load(game).articles}
    modules = game.kernel_modules()
    for position in some(game, SPACES_SAMPLED):
        generated = set(legal_at(game, position))
        for move in [*generated, *sample_of_the_move_space(game, position, MOVES)]:
            breach = game.explain(position, move)
            assert (breach is None) == (move in generated), (game.spell(move), game.spell_diagram(position))
            after = position if breach else game.play(position, move)
            assert repr(game.advance(position, move)) == repr((breach, after))
            if breach is not None:
                assert breach.article in articles
                assert breach.message.ja
                assert breach.message.en
                assert modules is None or breach.article == game.article_of(modules.breach.breach(position, move))


def test_what_is_generated_lies_in_the_move_space(game):
    """Every legal move is in the move space, which has each move once."""
    position = some(game, 1)[0]
    space = np.fromiter(game.move_space(position), dtype=np.int64)
    assert len(np.unique(space)) == len(space)
    assert set(game.legal_moves(position)) <= set(space.tolist())


def test_written_moves_read_back(game):
    """Every move of the move space is read back from its text as the same move."""
    position = game.start()
    wrong = {}
    for move in sample_of_the_move_space(game, position, ROUND_TRIPS):
        text = game.spell(move)
        try:
            again = game.resolve(position, game.read(text))
        except Exception as error:  # noqa: BLE001 - any error means that the text does not read back
            again = error
        if again != move:
            wrong[text] = again
    assert not wrong, (len(wrong), dict(islice(wrong.items(), 3)))


def test_legal_moves_read_back(game):
    """Every legal move is read back from its text as the same move, at its position."""
    for position in positions_of(game):
        for move in legal_at(game, position):
            assert game.resolve(position, game.read(game.spell(move))) == move


def test_spellings_are_distinct(game):
    """No two moves of the move space are written alike."""
    texts = set()
    number = 0
    for number, move in enumerate(game.move_space(game.start()), start=1):  # noqa: B007 - the last is the count
        texts.add(game.spell(move))
    assert len(texts) == number


def test_diagrams_read_back(game):
    """The diagram of a position that is not over reads back as an equal position with an equal hash."""
    for position in some(game, READ_BACK):
        if game.outcome(position) is None:
            text = game.spell_diagram(position)
            again = read_diagram(game, text)
            assert again == position, text
            assert hash(again) == hash(position)
            assert game.spell_diagram(again) == text


def test_diagrams_are_distinct(game):
    """Two different positions that are not over have different diagrams."""
    going_on = [position for position in positions_of(game) if game.outcome(position) is None]
    assert len({game.spell_diagram(position) for position in going_on}) == len(going_on)


def test_no_moves_once_there_is_an_outcome(game):
    """A position with an outcome has no legal move, in walks and in the samples, where every game has such an end."""
    over = [(game, position) for position in positions_of(game) if game.outcome(position) is not None]
    over += over_in_samples(game.id)
    assert over
    for played, position in over:
        assert list(played.legal_moves(position)) == [], played.spell_diagram(position)


def test_a_game_that_does_not_compile_says_so(game):
    """A game that compiles has compiled rules; for another game they are an error that names it."""
    if compiles(game):
        assert "legal_moves" in kifu.kernels.bind.rules_of(game)
        return
    with pytest.raises(ValueError, match=game.id):
        kifu.kernels.bind.rules_of(game)


def listed(value):
    """Return a kernel's result with generators run to their end."""
    return list(value) if isinstance(value, Iterator) else value


def test_interpreted_and_compiled_agree(compiling):
    """Every kernel that takes a position, or a position and a move, gives equal results interpreted and compiled."""
    game = compiling
    compiled = kifu.kernels.bind.rules_of(game)
    modules = game.kernel_modules()[:2]
    interpreted = {name: getattr(module, name) for name in compiled for module in modules if hasattr(module, name)}
    of_a_position = [name for name in interpreted if parameters(interpreted[name]) == ["position"]]
    of_a_move = [name for name in interpreted if parameters(interpreted[name]) == ["position", "move"]]
    assert {"legal_moves", "score"} <= set(of_a_position)
    assert {"play", "breach"} <= set(of_a_move)
    for number, position in enumerate(some(game, SAMPLED)):
        for name in of_a_position:
            results = listed(compiled[name](position)), listed(interpreted[name](position))
            assert results[0] == results[1], (name, game.spell_diagram(position))
        legal = legal_at(game, position)
        strange = sample_of_the_move_space(game, position, MOVES) if number < SPACES_SAMPLED else []
        for name in of_a_move:
            for move in legal if name == "play" else [*legal, *strange]:
                results = compiled[name](position, move), interpreted[name](position, move)
                assert results[0] == results[1], (name, game.spell(move), game.spell_diagram(position))


def parameters(function):
    """Return the names of a function's parameters."""
    return list(inspect.signature(function).parameters)


def test_outcomes_agree_with_the_compiled_end(compiling):
    """The kernel of the end (`loser` or `ended`) reports an end exactly if there is an outcome."""
    game = compiling
    kernels = kifu.kernels.bind.rules_of(game)
    end = kernels["loser"] if "loser" in kernels else kernels["ended"]
    for position in positions_of(game):
        assert bool(end(position)) == (game.outcome(position) is not None), game.spell_diagram(position)


def test_symmetries_are_distinct_permutations(game):
    """The first symmetry changes nothing; each moves the squares of the board among themselves, no two alike."""
    symmetries = game.symmetries
    squares = range(game.board.columns * game.board.rows)
    points = [square for square in squares if symmetries[0].squares[square] >= 0]
    assert symmetries[0].squares == tuple(square if square in points else -1 for square in squares)
    assert not symmetries[0].exchanges
    assert all(sorted(filter(lambda square: square >= 0, symmetry.squares)) == points for symmetry in symmetries)
    assert len({(symmetry.squares, symmetry.exchanges) for symmetry in symmetries}) == len(symmetries)


def test_symmetries_keep_the_game(game):
    """The image of a position has the images of its legal moves, score and outcome, and lets the image side move."""
    over = [position for position in positions_of(game) if game.outcome(position) is not None]
    for position in [*some(game, SAMPLED), *over[:3]]:
        for number, symmetry in enumerate(game.symmetries):
            turned = game.image(position, number)
            moves = [game.image_of_move(move, number) for move in legal_at(game, position)]
            assert sorted(game.legal_moves(turned)) == sorted(moves), (symmetry.name, game.spell_diagram(position))
            way = -1 if symmetry.exchanges else 1
            assert game.score(turned) == game.score(position)[::way]
            assert game.turn(turned) == (game.turn(position).other if symmetry.exchanges else game.turn(position))
            assert game.outcome(turned) == exchanged(game.outcome(position), symmetry)


def exchanged(ending, symmetry):
    """Return an ending under a symmetry, which may exchange the sides."""
    if ending is None or ending.outcome is None or ending.outcome is Outcome.DRAW or not symmetry.exchanges:
        return ending
    return ending._replace(outcome=Outcome.FIRST if ending.outcome is Outcome.SECOND else Outcome.SECOND)


def test_playing_and_turning_go_in_any_order(game):
    """The image of the position after a move is the position after the image of the move."""
    for position in some(game, SAMPLED):
        moves = legal_at(game, position)
        for move in draws(7).sample(moves, min(5, len(moves))):
            for number in range(len(game.symmetries)):
                turned = game.play(game.image(position, number), game.image_of_move(move, number))
                assert turned == game.image(game.play(position, move), number)


def test_what_stands_on_a_square_stands_on_its_image(game):
    """A symmetry that keeps the sides moves the text of each square to its image."""
    for position in some(game, SPACES_SAMPLED):
        for number, symmetry in enumerate(game.symmetries):
            if not symmetry.exchanges:
                turned = game.image(position, number)
                for square, place in enumerate(symmetry.squares):
                    if place >= 0:
                        assert game.cell(turned, place) == game.cell(position, square)


def test_keys_tell_positions_apart(game):
    """Positions have the same key exactly if they are equal; all images have the same canonical key."""
    positions = positions_of(game)
    assert len({keys.key(game, position) for position in positions}) == len(positions)
    for position in some(game, SAMPLED):
        again = (
            keys.key(game, read_diagram(game, game.spell_diagram(position))) if game.outcome(position) is None else None
        )
        assert again in {None, keys.key(game, position)}
        canonical = keys.canonical_key(game, position)
        for number in range(len(game.symmetries)):
            assert keys.canonical_key(game, game.image(position, number)) == canonical
        assert -(1 << 63) <= canonical <= keys.key(game, position) < 1 << 63


def test_compiled_images_and_keys_agree(compiling):
    """Images, keys and canonical keys are equal interpreted and compiled."""
    game = compiling
    compiled = kifu.kernels.bind.rules_of(game)
    moves = sample_of_the_move_space(game, game.start(), MOVES)
    for position in some(game, SPACES_SAMPLED):
        for number in range(len(game.symmetries)):
            turned = game.image(position, number)
            assert compiled["image"](position, number) == turned
            assert compiled["key"](turned) == keys.key(game, turned)
            for move in draws(number).sample(moves, min(SAMPLED, len(moves))):
                assert compiled["image_of_move"](move, number) == game.image_of_move(move, number)
        assert compiled["canonical_key"](position) == keys.canonical_key(game, position)


def test_sides_have_names_and_marks_of_their_own(game):
    """The two sides have different names in both languages, and different marks."""
    first, second = game.sides
    assert len(first.mark) == len(second.mark) == 1
    assert first.mark != second.mark
    assert first.label.ja != second.label.ja
    assert first.label.en != second.label.en
    assert [game.outcome_label(outcome).ja for outcome in Outcome] == [
        f"{first.label.ja}の勝ち",
        f"{second.label.ja}の勝ち",
        "引き分け",
    ]


def test_the_position_says_what_equal_means(game):
    """The docstring of the position's type tells when two positions are equal, for repetition counts them."""
    described = inspect.getdoc(type(game.start())) or ""
    assert "equal" in described


def test_positions_are_immutable(game):
    """A position cannot be changed: neither its items nor its attributes."""
    position = game.start()
    with pytest.raises((TypeError, AttributeError)):
        position[0] = None
    for name in getattr(position, "_fields", None) or getattr(position, "__dataclass_fields__", ()):
        with pytest.raises((TypeError, AttributeError)):
            setattr(position, name, None)
