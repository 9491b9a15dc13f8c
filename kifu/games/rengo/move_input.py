"""Suffixes that an entered move may have, legal or not (rengo.59)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.drawing_spec import Placed
from kifu.core.game.paper import PlyBoxes, SetupPiece
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.games.rengo.data import (
    BOARDS,
    FOR_PAWN,
    HAND_PLACE,
    HANDS,
    KINDS,
    MAN,
    MEN,
    NAMES,
    PAWN,
    PEARL,
    PROMOTES,
    STONES,
    UNITS,
)
from kifu.games.rengo.diagrams import STANDS
from kifu.games.rengo.drawing import form
from kifu.games.rengo.text import BECOMES_WORDS, BY_ITSELF, DROP_WORD, PROMOTED_WORD, UNPROMOTED_WORD

if TYPE_CHECKING:
    from kifu.core.drawing_spec import Token
    from kifu.core.squares import Squares
    from kifu.games.rengo.position import Position

_STONES_FIRST = sorted(HANDS, key=lambda kind: kind not in STONES | {PEARL})
_DROPS = tuple(NAMES[kind] + DROP_WORD for kind in _STONES_FIRST)
PLY_BOXES = PlyBoxes(
    2,
    tuple(KINDS),
    (DROP_WORD, PROMOTED_WORD, UNPROMOTED_WORD),
    becomes=tuple(NAMES[kind] for kind in FOR_PAWN),
)
"""The boxes of an action on paper, besides its squares."""


def written_from(token: Token) -> tuple[str, ...]:
    """Name of a unit, with each suffix of its kind's moves."""
    kind = KINDS[token.text]
    suffixes: tuple[str, ...] = ("",)
    if kind == PAWN:
        suffixes += BECOMES_WORDS
    elif kind in PROMOTES:
        suffixes += (PROMOTED_WORD,)
    if kind in BY_ITSELF:
        suffixes += (UNPROMOTED_WORD,)
    return tuple(token.text + suffix for suffix in suffixes)


def written_on(side: Side) -> tuple[str, ...]:  # noqa: ARG001 - the contract of Game
    """Drops of each kind that a stand holds, stones first."""
    return _DROPS


def longest_moves(board: Squares) -> tuple[str, ...]:
    """Longest texts of a drop, a promotion and a leap sequence."""
    corner = board.spell(board.columns * board.rows - 1)
    drop = max(_DROPS, key=len)
    promotes = NAMES[PAWN] + max(BECOMES_WORDS, key=len)
    leaps = NAMES[MAN] + UNPROMOTED_WORD
    return corner + drop, f"{corner}-{corner}{promotes}", f"{corner}-{corner}-{corner}{leaps}"


def pieces(board: str) -> tuple[SetupPiece, ...]:
    """Units of both sides with their costs, promoted faces last."""
    units = sorted(UNITS, key=lambda unit: bool(unit.of))
    held = {NAMES[kind] for kind in HANDS}
    family = BOARDS[board].family
    return tuple(
        SetupPiece(
            side.mark + unit.name,
            side,
            unit.name,
            unit.cost if family else unit.away,
            unit.free,
            form(KINDS[unit.name]),
            line=STANDS[side] if unit.name in held else "",
        )
        for side in Side
        for unit in units
    )


def face(token: Token, behind: str) -> str:
    """Glyph after a move: promoted face, or what a 兵 becomes."""
    suffix = behind.removeprefix(token.text)
    kind = KINDS[token.text]
    if suffix in BECOMES_WORDS:
        return suffix.removeprefix(PROMOTED_WORD)
    return NAMES[PROMOTES[kind]] if suffix == PROMOTED_WORD and kind in PROMOTES else token.text


def placed(side: Side) -> tuple[Placed, ...]:
    """Return how the drops of :func:`written_on` are drawn."""
    return tuple(Placed(side, NAMES[kind], form(kind)) for kind in _STONES_FIRST)


def held(position: Position, side: Side) -> dict[str, int | None]:
    """Drops that the stand of a side allows, with their numbers."""
    return {
        NAMES[kind] + DROP_WORD: position.stands[side][HAND_PLACE[kind]]
        for kind in _STONES_FIRST
        if position.stands[side][HAND_PLACE[kind]]
    }


def beside(position: Position, side: Side) -> Message | None:
    """Return the アゲハマ of a side; None before the first action."""
    if position.fresh:
        return None
    return Message(f"アゲハマ {position.captives[side]}", f"prisoners {position.captives[side]}")


def goes_on(token: Token) -> bool:
    """Tell whether a token shows a 平 or 冠, which leaps repeatedly."""
    return KINDS[token.text] in MEN
