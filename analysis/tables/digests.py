"""Digests of records and position hashes: equal moves, equal up to symmetry."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from kifu.core.compiled.bind import compiles, rules_of
from kifu.core.compiled.position_hash import key
from kifu.core.packages import is_installed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kifu.core.game.game import Game, Position
    from kifu.referee.record import Record


def of_lines(record: Record) -> str:
    """Return the SHA-256 (hexadecimal) of a record's own lines.

    They are taken in UTF-8, each ended by LF, without blank ones at the end.

    So the digest does not depend on the file's encoding, its line ends and the place of the record in it.
    """
    first, last = record.span
    return of_text("\n".join(record.source.lines[first - 1 : last]))


def of_text(text: str) -> str:
    """Return :func:`of_lines` of lines joined by LF."""
    text = text.rstrip("\n \u3000\t")
    return hashlib.sha256(text.encode("utf-8", "surrogatepass") + b"\n").hexdigest()


def of_setting(game: Game, record: Record | None) -> bytes:
    """Return a game's setting as bytes: id, rules, board, variant file.

    Only moves of games with the same setting can be compared. `record` is None for one that names no variant file.
    """
    file = record.variant if record else None
    return json.dumps(
        [game.id, game.rules, dict(game.required_head), file.text if file else None], ensure_ascii=True, sort_keys=True
    ).encode()


def of_bytes(setting: bytes) -> str:
    """Return the SHA-256 (hexadecimal) of a setting."""
    return hashlib.sha256(setting).hexdigest()


def of_moves(setting: bytes, start: str, moves: Sequence[str]) -> str:
    """Return the SHA-256 (hexadecimal) of canonical setup and moves."""
    return hashlib.sha256(b"\n".join([setting, start.encode(), *(move.encode() for move in moves)])).hexdigest()


def of_images(setting: bytes, keys: NDArray[np.int64]) -> str:
    """Return the SHA-256 (hexadecimal) of positions, equal for all images.

    `keys` (symmetry, position) holds the keys of the positions turned by each symmetry.
    """
    lines = sorted(line.astype("<i8").tobytes() for line in keys)
    return hashlib.sha256(setting + lines[0]).hexdigest()


COMPILED_FROM = 1000
"""The number of positions of a game from which on machine code is worth the time that loading it takes."""
_seen: Counter[str] = Counter()
"""How many positions this process has seen, by rules. The keys do not depend on it."""


def keys_of(game: Game, positions: Sequence[Position]) -> NDArray[np.int64]:
    """Return the hashes of all images: array (symmetry of the game, position).

    Row 0 holds the keys of the positions themselves. The lowest key of a column is the one that
    :func:`kifu.core.compiled.position_hash.canonical_key` returns.
    """
    keys = np.empty((len(positions), len(game.symmetries)), dtype=np.int64)
    _seen[game.rules] += len(positions)
    if _seen[game.rules] > COMPILED_FROM and compiles(game) and is_installed("fast"):
        image_keys = rules_of(game)["image_keys"]
        for row, position in zip(keys, positions, strict=True):
            image_keys(position, row)
    else:
        for row, position in zip(keys, positions, strict=True):
            row[:] = [key(game, game.image(position, number)) for number in range(len(row))]
    return keys.T
