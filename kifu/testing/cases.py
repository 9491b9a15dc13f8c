"""Cases of the tests: games by argument names, positions by random walks.

This is pytest's hook for the modules that import it.
| arguments | each case |
|---|---|
| game | a game, by itself and with all its options changed |
| default | a game by itself |
| default, option, value | a game, and one value of one of its options that is not its default |
| game, counts | a block of a perft.txt, and the game under its rules |
"""

from __future__ import annotations

import random
from contextlib import nullcontext, suppress
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from kifu.core import games
from kifu.core.compiled.bind_and_compile import compiled_rule_kernels, rules_compile
from kifu.core.compiled.perft_and_expected_counts import read_perft_blocks
from kifu.core.errors import InvalidSetup
from kifu.core.game.text import diagram_of_text, split_diagram
from kifu.core.lazy_imports_extras_and_package_files import is_installed
from kifu.testing import CHOSEN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kifu.core.compiled.perft_and_expected_counts import PerftBlock
    from kifu.core.game.game import Game, Position


EACH_OPTION_ALONE = False
"""Whether a `game` also comes with each value of each option alone. A suite that takes its time sets it."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test its cases."""
    names = set(metafunc.fixturenames)
    chosen = [games.load(game_id) for game_id in metafunc.config.getoption(CHOSEN, None) or games.ids()]
    if "counts" in names:
        parametrize_perft(metafunc, ((game, counts) for game in chosen for counts in read_perft_blocks(game)))
    elif "option" in names:
        values = [(game, option, value) for game in chosen for option, value in _choices(game)]
        metafunc.parametrize(
            ("default", "option", "value"),
            values,
            ids=[f"{game.id}-{option}-{value}" for game, option, value in values],
        )
    elif "default" in names:
        metafunc.parametrize("default", chosen, ids=[game.id for game in chosen])
    elif "game" in names:
        spelled = [f"{game.id}{options}" for game in chosen for options in ("", *_option_rules_texts(game))]
        metafunc.parametrize("game", [_load_game(name) for name in spelled], ids=spelled)


def parametrize_perft(metafunc: pytest.Metafunc, blocks: Iterable[tuple[Game, PerftBlock]]) -> None:
    """Give a test of counts its blocks, each with its game.

    The game is put under the rules that the block names.
    """
    blocks = list(blocks)
    metafunc.parametrize(
        ("game", "counts"),
        [(game.configure(counts.rules, {}) if counts.rules else game, counts) for game, counts in blocks],
        ids=[f"{game.id}-{counts.id}" for game, counts in blocks],
    )


def compiled_kernels(game: Game) -> dict[str, Any]:
    """Return the compiled kernels of a game by name.

    Skips the test where there can be none.
    """
    if not rules_compile(game):
        pytest.skip(f"the rules of {game.id} do not compile")
    if not is_installed("fast"):
        pytest.skip("numba is not installed, so nothing is compiled: the extra [fast] of kifu brings it")
    return compiled_rule_kernels(game)


def _choices(game: Game) -> list[tuple[str, str]]:
    """Return each option with each value that is not its default."""
    return [(option.name, value) for option in game.options for value in option.values[1:]]


def _option_rules_texts(game: Game) -> list[str]:
    """Return the rules text of each choice of changed options."""
    changed = [f" {option}={value}" for option, value in _choices(game)]
    return (["".join(changed)] if changed else []) + (changed if EACH_OPTION_ALONE else [])


@cache
def _load_game(game_and_options: str) -> Game:
    """Return the game named as ``six near=any line=blocked``, cached."""
    game_id, *options = game_and_options.split()
    game = games.load(game_id)
    for option in options:
        game = game.under(*option.split("="))
    return game


BY_DEFAULT = ((8, 150), (3, 40))
"""Walks and their plies from the game's own start, and from each diagram of its perft.txt."""
UNDER_OPTIONS = ((2, 60), (1, 15))
"""The same for a game under an option."""
READ_BACK = 400
"""Positions that are written and read back, and at which every move is played. A suite that takes its time sets more."""
SAMPLED = 60
"""Positions at which other things are tried."""
SPACES_SAMPLED = 12
"""Positions at which moves are drawn from the move space, and how many at each."""
MOVES = 1000


def seeded_random(seed: int | str) -> random.Random:
    """Return a source of random draws with a fixed seed."""
    return random.Random(seed)


def read_diagram(game: Game, text: str) -> Position:
    """Return the position of a diagram."""
    return game.read_diagram(diagram_of_text(text))


def start_of_perft_block(game: Game, counts: PerftBlock) -> Position:
    """Return the position that a block of a perft.txt starts from.

    Raises InvalidSetup.
    """
    return game.read_diagram(split_diagram(counts.line, counts.diagram)) if counts.diagram else game.start()


@cache
def cached_legal_moves(game: Game, position: Position) -> tuple[int, ...]:
    """Return a position's legal moves in their order, cached."""
    return tuple(game.legal_moves(position))


@cache
def walk_positions(game: Game) -> tuple[Position, ...]:
    """Return each position of the walks once, ended ones too."""
    by_default = game.rules == games.load(game.id).rules
    (walks, longest), (further_walks, further) = BY_DEFAULT if by_default else UNDER_OPTIONS
    starts = [(game.start(), longest)] * walks
    for counts in read_perft_blocks(game):
        if counts.diagram:
            with nullcontext() if by_default else suppress(InvalidSetup):  # an option can make a diagram impossible
                starts += [(start_of_perft_block(game, counts), further)] * further_walks
    positions: dict[Any, None] = {}
    for number, (start, plies) in enumerate(starts):
        position = start
        draw = seeded_random(f"{game.id} {number}")
        for _ in range(plies):
            positions[position] = None
            moves = cached_legal_moves(game, position)
            if not moves:
                break
            position = game.play_legal(position, draw.choice(moves))
        positions[position] = None
    return tuple(positions)


def sample_positions(game: Game, number: int) -> list[Position]:
    """Return up to `number` positions spread over a game's walks."""
    positions = walk_positions(game)
    return seeded_random(number).sample(positions, min(number, len(positions)))


def ended_positions(game: Game) -> list[Position]:
    """Return the positions of the walks at which the game is over."""
    return [position for position in walk_positions(game) if game.outcome(position) is not None]


def unfinished_positions(game: Game, positions: list[Position]) -> list[Position]:
    """Return those of the positions at which the game is not over."""
    return [position for position in positions if game.outcome(position) is None]


@cache
def _size_of_the_move_space(game_id: str) -> int:
    """Return the number of writable moves at a game's start."""
    game = games.load(game_id)
    return sum(1 for _ in game.move_space(game.start()))


@cache
def sample_move_space(game: Game, position: Position, sample_size: int) -> tuple[int, ...]:
    """Return about `sample_size` moves spread over a position's move space, cached.

    A move space may have more than a million moves, and several tests ask for those of the same positions.
    """
    step = 1 + _size_of_the_move_space(game.id) // sample_size
    first = seeded_random(game.spell_diagram(position)).randrange(step)
    return tuple(islice(game.move_space(position), first, None, step))


def move_space_and_breached_articles(game: Game, breach: object, position: Position) -> tuple[np.ndarray, np.ndarray]:
    """Return the move space, and the article that each move breaks.

    0 stands for none.
    `breach` is the compiled kernel of that name.
    """
    space = np.fromiter(game.move_space(position), dtype=np.int64)
    return space, _breach_judge()(breach, position, space)


@cache
def _breach_judge() -> Callable[..., np.ndarray]:
    """Compiled function that gives the article of each of many moves."""
    import numba  # noqa: PLC0415 - numba is an extra

    def articles_of_moves(
        breach: Any, position: Any, moves: np.ndarray
    ) -> np.ndarray:  # pragma: no cover - runs as machine code
        numbers = np.empty(len(moves), np.int64)
        for index, move in enumerate(moves):
            numbers[index] = breach(position, move)
        return numbers

    return numba.njit(articles_of_moves)  # type: ignore[no-any-return]
