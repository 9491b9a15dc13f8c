"""The contract of a game: all that outside code may use.

A game is a set of pure functions over an immutable position. Positions are hashable; two of them are equal exactly when
a repetition rule would call them the same. Moves are integers. A game object holds no state: two calls with the same
arguments give the same answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.game.checked_move import made_again
from kifu.core.game.counting import Counting
from kifu.core.game.drawing import Drawing
from kifu.core.game.head import Head
from kifu.core.game.identity import Identity, P
from kifu.core.game.kernels import Kernels
from kifu.core.game.opening_sets import Openings
from kifu.core.game.options import Options
from kifu.core.game.paper import Paper
from kifu.core.game.referee_hooks import RefereeHooks
from kifu.core.game.rules import Rules
from kifu.core.game.symmetries import Symmetries
from kifu.core.game.text import Text
from kifu.core.suggestions import closest

Position = Any
"""A position of any game; only that game's functions look inside."""


class Game(
    Openings,
    RefereeHooks[P],
    Drawing[P],
    Head,
    Paper[P],
    Symmetries[P],
    Kernels[P],
    Rules[P],
    Text[P],
    Counting[P],
    Options,
):
    """Game under one set of rules, with positions of type P.

    ``Game`` alone is a game of any kind of position. Every game gives those attributes of the parts that have no value,
    and the abstract methods. Only some games give the rest; all others have the value or the body that stands in the
    part. A game has no other public names. A new public name is taken for a misspelling: its class definition, or the
    assignment, raises TypeError. Names that begin with an underscore are the game's own.
    """

    def __init_subclass__(cls) -> None:
        """Refuse a subclass with a public name outside the contract.

        Raises TypeError.
        """
        super().__init_subclass__()
        given = next(vars(base)["play"] for base in cls.__mro__ if "play" in vars(base))
        if given is not Rules.play:  # a package may give its function by the name that the contract had for it before
            cls.play_legal, cls.play = given, Rules.play  # type: ignore[method-assign]
        annotated = (name for base in cls.__mro__ for name in vars(base).get("__annotations__", {}))
        for name in (*dir(cls), *annotated):
            _refuse_unknown(cls, name)

    if not TYPE_CHECKING:  # with this method a type checker would allow any name

        def __setattr__(self, name: str, value: object) -> None:
            """Set an attribute of the contract or a private one.

            Raises TypeError for any other.
            """
            _refuse_unknown(type(self), name)
            super().__setattr__("play_legal" if name == "play" else name, value)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle a game as its folder, rules and head, without tables."""
        return made_again, (self.package, self.rules, dict(self.required_head))


PARTS = tuple(base for base in Game.__mro__[1:] if issubclass(base, Identity))
"""The parts of the contract."""
_ANNOTATED = frozenset(name for part in PARTS for name in vars(part).get("__annotations__", {}))
_GIVEN = frozenset(name for part in PARTS for name in vars(part) if not name.startswith("_"))
CONTRACT = _ANNOTATED | _GIVEN
"""Every name of the contract."""
REQUIRED = (_ANNOTATED - _GIVEN) | Game.__abstractmethods__
"""The names that every game gives."""


def complete(game: Game) -> Game:
    """Return `game` if it has all required names.

    Raises TypeError with the names that it lacks.
    """
    lacking = sorted(name for name in REQUIRED if not hasattr(game, name))
    if lacking:
        raise TypeError(f"{type(game).__qualname__} lacks {', '.join(lacking)}: see kifu.core.game.game.Game")
    return game


def _refuse_unknown(kind: type[Game], name: str) -> None:
    if name.startswith("_") or name in CONTRACT:
        return
    near = closest(name, CONTRACT)
    hint = "" if near is None else f"; is it {near}?"
    own = "; a name of the game's own begins with _"
    raise TypeError(f"{kind.__qualname__}.{name} is not in the contract of kifu.core.game.game.Game{hint}{own}")
