"""What makes two records the same: their lines, their moves, their moves up to the symmetries of the game."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from kifu.model.game import Game
    from kifu.model.record import Record


def of_lines(record: Record) -> str:
    """Return the SHA-256 (hexadecimal) of a record's own lines: in UTF-8, ended by LF, blank ones at the end left out.

    So a record has one digest in whatever encoding, with whatever line ends and wherever in a file it stands.
    """
    first, last = record.span
    return of_text("\n".join(record.source.lines[first - 1 : last]))


def of_text(text: str) -> str:
    """Return the same of the record's lines joined by LF."""
    text = text.rstrip("\n \u3000\t")
    return hashlib.sha256(text.encode("utf-8", "surrogatepass") + b"\n").hexdigest()


def of_setting(game: Game, record: Record | None) -> bytes:
    """Return what games must share for their moves to be compared: the game, its rules, its board, its variant file.

    None stands for a record that names no variant file.
    """
    file = record.variant if record else None
    return json.dumps(
        [game.id, game.rules, dict(game.required_head), file.text if file else None], ensure_ascii=True, sort_keys=True
    ).encode()


def of_moves(setting: bytes, start: str, moves: Sequence[str]) -> str:
    """Return the SHA-256 (hexadecimal) of a game's set-up and its moves, both in their canonical spelling."""
    return hashlib.sha256(b"\n".join([setting, start.encode(), *(move.encode() for move in moves)])).hexdigest()


def of_images(setting: bytes, keys: NDArray[np.int64]) -> str:
    """Return the SHA-256 (hexadecimal) of a game's positions, the same for all its images.

    `keys` (symmetry, position) are the keys of the positions turned by each symmetry.
    """
    lines = sorted(line.astype("<i8").tobytes() for line in keys)
    return hashlib.sha256(setting + lines[0]).hexdigest()
