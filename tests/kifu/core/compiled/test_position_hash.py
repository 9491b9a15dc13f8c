"""Keys of positions never change, and differ for different positions."""

from __future__ import annotations

import os
import subprocess
import sys

import numba
import numpy as np
from each import each

from kifu.core import games
from kifu.core.compiled import bind_and_compile, position_hash

PINNED = {
    "ace": 7079172032128126868,
    "king": 213209491785557667,
    "master": 5889413909319582619,
    "rengo": 6017588283938646347,
    "six": 3432980643849496351,
}
MANY = 1_000_000


@each(("game", "number"), PINNED.items())
def test_keys_never_change(game, number):
    """Datasets hold keys: a start has the same key as in the first dataset that held it (King has begun anew since)."""
    assert position_hash.position_key(games.load(game), games.load(game).start()) == number


def test_keys_do_not_depend_on_the_hash_seed():
    """Another process with another seed of Python's hashes gives the same keys."""
    program = "from kifu.core import games; from kifu.core.compiled import position_hash; print([position_hash.position_key(games.load(i), games.load(i).start()) for i in games.ids()])"
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "271828")
    }
    assert len(printed) == 1


@numba.njit
def walk(legal_moves, play, key, start, words, codes):  # noqa: PLR0913, PLR0917  # pragma: no cover - runs as machine code
    """Fill `words` (positions × 12) and `codes` with positions of random games and their keys."""
    np.random.seed(5)  # noqa: NPY002 - numba's own generator
    position = start
    number = 0
    while number < len(codes):
        count = 0
        for _ in legal_moves(position):
            count += 1
        if count == 0 or np.random.random() < 0.004:  # noqa: NPY002
            position = start
            continue
        chosen = np.random.randint(count)  # noqa: NPY002
        for move in legal_moves(position):
            if chosen == 0:
                position = play(position, move)
                break
            chosen -= 1
        codes[number] = key(position)
        for place, word in enumerate(position):
            words[number, place] = word
        number += 1


def test_a_million_positions_have_a_key_each():
    """Among the positions of random games there are as many keys as different positions."""
    kernels = bind_and_compile.compiled_rule_kernels(games.load("six"))
    words, codes = np.empty((MANY, 12), np.int64), np.empty(MANY, np.int64)
    start = games.load("six").start()
    walk(kernels["legal_moves"], kernels["play"], kernels["key"], start, words, codes)
    rows = words.view([("", np.int64)] * 12).ravel()
    different = len(np.unique(rows))
    assert different > MANY * 0.95
    assert len(np.unique(codes)) == different


def test_neighbouring_numbers_have_keys_far_apart():
    """Keys of positions that differ in one bit differ in about half of their bits."""
    six = games.load("six")
    base = six.start()
    flipped = []
    for field in range(len(base)):
        for bit in range(49):
            other = tuple(word ^ (1 << bit) * (place == field) for place, word in enumerate(base))
            flipped.append(
                (
                    (position_hash.position_key(six, base) ^ position_hash.position_key(six, other)) & (1 << 64) - 1
                ).bit_count()
            )
    assert 30 < sum(flipped) / len(flipped) < 34
    assert min(flipped) > 10


WIDE = 'game = "ace"\n[board]\npoints = [{points}]\nlines = [{lines}]\n'


def wide_board():
    """Return ユニオンエース on a board of 9 × 9 points, more than a machine word has bits."""
    columns = "一二三四五六七八九"
    names = [[f'"{column}{row:02d}"' for column in columns] for row in range(1, 10)]
    lines = [f"[{', '.join(line)}]" for line in [*names, *map(list, zip(*names, strict=True))]]
    text = WIDE.format(points=", ".join(name for row in names for name in row), lines=", ".join(lines))
    return games.load("ace").variant("wide.toml", text)


def test_boards_wider_than_a_machine_word_have_keys():
    """Positions of a large board have keys of 64 bits too, different ones, and the same for all images."""
    game = wide_board()
    position, seen = game.start(), set()
    assert len(game.symmetries) == 8
    for ply in range(40):
        seen.add(position_hash.position_key(game, position))
        canonical = position_hash.canonical_key(game, position)
        assert all(position_hash.canonical_key(game, game.image(position, number)) == canonical for number in range(8))
        moves = list(game.legal_moves(position))
        position = game.play_legal(position, moves[ply * 7 % len(moves)])
    assert len(seen) == 40
    assert all(-(1 << 63) <= number < 1 << 63 for number in seen)


def test_same_is_proof():
    """Two positions are the same exactly if a repetition rule would call them the same."""
    six = games.load("six")
    start = six.start()
    after = six.play_legal(start, next(six.legal_moves(start)))
    assert position_hash.is_same_position(six, start, six.start())
    assert not position_hash.is_same_position(six, start, after)
