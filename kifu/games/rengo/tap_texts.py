"""What the text of an action may say behind its squares, by the unit alone (rengo.59). It tells nothing about legality."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.contract.paper import SetupPiece
from kifu.games.rengo.data import BOARDS, HANDS, KINDS, MAN, MEN, NAMES, PAWN, PEARL, PROMOTES, STONES, UNITS
from kifu.games.rengo.rengo_diagrams import STANDS
from kifu.games.rengo.text import BECOMES_WORDS, BY_ITSELF, DROP_WORD, PROMOTED_WORD, UNPROMOTED_WORD
from kifu.model.outcome import Side

if TYPE_CHECKING:
    from kifu.model.drawn import Token
    from kifu.model.squares import Squares

_STONES_FIRST = sorted(HANDS, key=lambda kind: kind not in STONES | {PEARL})
_DROPS = tuple(NAMES[kind] + DROP_WORD for kind in _STONES_FIRST)


def written_from(token: Token) -> tuple[str, ...]:
    """Return the name of a unit, with each suffix that a move of its kind may have."""
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
    """Return the drops: of each kind that a stand can hold, stones first. They are the same for each `side`."""
    return _DROPS


def longest_moves(board: Squares) -> tuple[str, ...]:
    """Return a drop, a move that promotes, and a leap over several squares, each at the far corner of a board."""
    corner = board.spell(board.columns * board.rows - 1)
    drop = max(_DROPS, key=len)
    promotes = NAMES[PAWN] + max(BECOMES_WORDS, key=len)
    leaps = NAMES[MAN] + UNPROMOTED_WORD
    return corner + drop, f"{corner}-{corner}{promotes}", f"{corner}-{corner}-{corner}{leaps}"


def pieces(board: str) -> tuple[SetupPiece, ...]:
    """Return the units of both sides on a board, with what each costs there; promoted faces come last."""
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
            STANDS[side] if unit.name in held else "",
        )
        for side in Side
        for unit in units
    )


def goes_on(token: Token) -> bool:
    """Tell whether a token shows a 平 or a 冠, which may leap several times."""
    return KINDS[token.text] in MEN
