"""Identity of a game and the type of its positions."""

from __future__ import annotations

from abc import ABC
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from kifu.core.message import Message

    P = TypeVar("P", default=Any)
else:
    from typing import TypeVar  # it takes a default from Python 3.13 on

    P = TypeVar("P")
    """A game's own immutable position; only that game's functions look inside."""


class Identity(ABC):
    """Name a game."""

    id: str
    name: Message
    package: str
    """Import name of its folder, which holds the rulebook and the perft counts."""
