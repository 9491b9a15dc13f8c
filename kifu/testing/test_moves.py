"""Tests of rules and texts: legal moves, refusals, reading back."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from kifu.core import rulebook
from kifu.core.errors import IllegalMove, InvalidMove, WrongArgument
from kifu.core.outcome import Outcome
from kifu.testing import cases
from kifu.testing.cases import (
    cached_legal_moves,
    ended_positions,
    pytest_generate_tests,  # noqa: F401 - pytest finds its hook in this module
    read_diagram,
    sample_move_space,
    sample_positions,
    unfinished_positions,
    walk_positions,
)

if TYPE_CHECKING:
    from kifu.core.game.game import Game


NO_MOVES = (10**9, -2, -(10**9), 1 << 62, 1 << 70)
"""Numbers that are moves in no game, or legal in none."""
REFUSED = 20
"""Moves of the move space that `play` refuses at each position."""


def test_moves_are_unique_and_in_the_same_order_each_time(game: Game) -> None:
    """Each legal move is generated once, always in the same order."""
    for position in walk_positions(game):
        moves = cached_legal_moves(game, position)
        assert len(set(moves)) == len(moves), game.spell_diagram(position)
        assert tuple(game.legal_moves(position)) == moves


ORDER = """
import random, sys
from kifu.core import games
game = games.load(sys.argv[1])
draw = random.Random(7)
for _ in range(5):
    position = game.start()
    for _ in range(60):
        moves = list(game.legal_moves(position))
        print(*map(game.spell, moves))
        if not moves:
            break
        position = game.play_legal(position, draw.choice(moves))
"""


def test_the_order_does_not_depend_on_the_hash_seed(default: Game) -> None:
    """The order of moves does not depend on Python's hash seed."""
    path = os.pathsep.join(sys.path)  # whatever pytest has put there
    printed = {
        subprocess.run(
            [sys.executable, "-c", ORDER, default.id],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8", "PYTHONPATH": path},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "271828")
    }
    assert len(printed) == 1
    assert b"\n" in printed.pop()


def test_play_leaves_its_argument_unchanged(game: Game) -> None:
    """Playing every legal move of a position leaves it as it was."""
    for position in sample_positions(game, cases.READ_BACK):
        before, hashed = repr(position), hash(position)
        for move in cached_legal_moves(game, position):
            game.play_legal(position, move)
        assert (repr(position), hash(position)) == (before, hashed)


def test_play_gives_the_same_position_each_time(game: Game) -> None:
    """A move played twice gives equal positions, other than before."""
    for position in sample_positions(game, cases.SAMPLED):
        for move in cached_legal_moves(game, position):
            after = game.play_legal(position, move)
            assert after == game.play_legal(position, move)
            assert after != position


def test_play_takes_a_move_by_its_code_or_its_text(game: Game) -> None:
    """`play`, which checks, leads to the position that `play_legal` leads to."""
    for position in sample_positions(game, cases.SPACES_SAMPLED):
        for move in cached_legal_moves(game, position):
            after = game.play_legal(position, move)
            assert after == game.play(position, move) == game.play(position, game.spell(move))


def test_play_refuses_what_is_not_legal(game: Game) -> None:
    """An illegal move is refused with its article.

    A number that is no move, and anything else, is refused without one.
    """
    for position in [*sample_positions(game, cases.SPACES_SAMPLED), *ended_positions(game)[:1]]:
        legal = cached_legal_moves(game, position)
        for move in sample_move_space(game, position, cases.MOVES)[:: cases.MOVES // REFUSED]:
            if move not in legal:
                with pytest.raises(IllegalMove) as illegal:
                    game.play(position, move)
                assert illegal.value.article in (None, game.explain(position, move).article)  # type: ignore[union-attr]
        for number in NO_MOVES:
            if number not in legal:
                with pytest.raises(IllegalMove):
                    game.play(position, number)
        for wrong in (None, True, 1.5, b"", (), position):
            with pytest.raises(WrongArgument):
                game.play(position, wrong)  # type: ignore[arg-type]
        with pytest.raises(InvalidMove):
            game.play(position, "?")
    for wrong in (None, 7, "", object()):
        with pytest.raises(WrongArgument):
            game.play(wrong, 0)


def test_a_game_and_its_positions_can_be_pickled_and_copied(game: Game) -> None:
    """An unpickled game is the same; its positions go on alike."""
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):  # noqa: S301 - our own bytes
        assert (again.id, again.rules, again.required_head) == (game.id, game.rules, game.required_head)
        for position in sample_positions(game, cases.SPACES_SAMPLED):
            for same in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):  # noqa: S301
                assert same == position
                assert again.spell_diagram(same) == game.spell_diagram(position)
                assert tuple(again.legal_moves(same)) == cached_legal_moves(game, position)


def test_explain_is_silent_exactly_for_generated_moves(game: Game) -> None:
    """`explain` names an article for every sampled move that is not generated.

    It is the article that the game names for the number that the kernel `breach` gives. `advance` says the same, and plays.
    """
    articles = {article.number for article in rulebook.load_rulebook(game).articles}
    modules = game.kernel_modules()
    for position in sample_positions(game, cases.SPACES_SAMPLED):
        generated = set(cached_legal_moves(game, position))
        for move in [*generated, *sample_move_space(game, position, cases.MOVES)]:
            breach = game.explain(position, move)
            assert (breach is None) == (move in generated), (game.spell(move), game.spell_diagram(position))
            after = position if breach else game.play_legal(position, move)
            assert repr(game.advance(position, move)) == repr((breach, after))
            if breach is not None:
                assert breach.article in articles
                assert breach.message.ja
                assert breach.message.en
                assert modules is None or breach.article == game.article_of(modules.breach.breach(position, move))


def test_what_is_generated_lies_in_the_move_space(game: Game) -> None:
    """The move space has each legal move, and each move once."""
    position = sample_positions(game, 1)[0]
    space = list(game.move_space(position))
    moves = set(space)
    assert len(moves) == len(space)
    assert moves.issuperset(game.legal_moves(position))


def test_no_moves_once_there_is_an_outcome(game: Game) -> None:
    """A position with an outcome has no legal move."""
    over = ended_positions(game)
    if not over:
        pytest.skip(f"no walk of {game.id} comes to an end; a diagram in its perft.txt that is near one would help")
    for position in over:
        assert list(game.legal_moves(position)) == [], game.spell_diagram(position)


def test_positions_are_immutable(game: Game) -> None:
    """A position cannot be changed: neither its items nor its attributes."""
    position = game.start()
    with pytest.raises((TypeError, AttributeError)):
        position[0] = None
    for name in getattr(position, "_fields", ()) or getattr(position, "__dataclass_fields__", ()):
        with pytest.raises((TypeError, AttributeError)):
            setattr(position, name, None)


ROUND_TRIPS = 50_000


def test_written_moves_read_back(game: Game) -> None:
    """Each move of the move space reads back from its text."""
    position = game.start()
    wrong: dict[str, object] = {}
    for move in sample_move_space(game, position, ROUND_TRIPS):
        text = game.spell(move)
        again: object
        try:
            again = game.resolve(position, game.read(text))
        except Exception as error:  # noqa: BLE001 - any error means that the text does not read back
            again = error
        if again != move:
            wrong[text] = again
    assert not wrong, (len(wrong), dict(islice(wrong.items(), 3)))


def test_legal_moves_read_back(game: Game) -> None:
    """Each legal move reads back from its text at its position."""
    for position in walk_positions(game):
        for move in cached_legal_moves(game, position):
            assert game.resolve(position, game.read(game.spell(move))) == move


def test_spellings_are_distinct(default: Game) -> None:
    """No two moves of the move space are written alike."""
    texts = set()
    number = 0
    for number, move in enumerate(default.move_space(default.start()), start=1):  # noqa: B007 - the last is the count
        texts.add(default.spell(move))
    assert len(texts) == number


def test_diagrams_read_back(game: Game) -> None:
    """Diagrams of unfinished positions read back equal, with an equal hash."""
    for position in unfinished_positions(game, sample_positions(game, cases.READ_BACK)):
        text = game.spell_diagram(position)
        again = read_diagram(game, text)
        assert again == position, text
        assert hash(again) == hash(position)
        assert game.spell_diagram(again) == text


def test_diagrams_are_distinct(game: Game) -> None:
    """Two different positions that are not over have different diagrams."""
    positions = unfinished_positions(game, list(walk_positions(game)))
    assert len({game.spell_diagram(position) for position in positions}) == len(positions)


def test_sides_have_names_and_marks_of_their_own(game: Game) -> None:
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
