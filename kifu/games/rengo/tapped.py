"""What the text of an action may say behind its squares, by the unit alone (rengo.59). It tells nothing about legality."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo.data import CROWN, HANDS, KINDS, MAN, NAMES, PAWN, PEARL, PROMOTES, STONES
from kifu.games.rengo.text import BECOMES_WORDS, BY_ITSELF, DROP_WORD, PROMOTED_WORD, UNPROMOTED_WORD

if TYPE_CHECKING:
    from kifu.model.drawn import Token
    from kifu.model.outcome import Side

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


def written_on(_side: Side) -> tuple[str, ...]:
    """Return the drops: of each kind that a stand can hold, stones first."""
    return _DROPS


def goes_on(token: Token) -> bool:
    """Tell whether a token shows a 平 or a 冠, which may leap several times."""
    return KINDS[token.text] in {MAN, CROWN}
