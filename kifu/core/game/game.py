"""The contract of a game: all that outside code may use.

A game is a set of pure functions over an immutable position. Positions are hashable; two of them are equal exactly when
a repetition rule would call them the same. Moves are integers. A game object holds no state: two calls with the same
arguments give the same answer.
"""

from __future__ import annotations

import importlib
import operator
from typing import TYPE_CHECKING, Any

from kifu.core.errors import IllegalMove, InvalidMove, WrongArgument, closest_word
from kifu.core.game.counting import Counting, Openings
from kifu.core.game.drawing import Drawing, Paper
from kifu.core.game.kernels import Kernels
from kifu.core.game.options import Options
from kifu.core.game.rules import Head, Identity, P, RefereeHooks, Rules
from kifu.core.game.symmetries import Symmetries
from kifu.core.game.text import Text
from kifu.core.message import Message, fill_pattern_in_both_languages, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

Position = Any
"""A position of any game; only that game's functions look inside."""

MOVE = Message(
    "手 (符号の整数、または「四04占」のような文字)", "a move: its code, a whole number, or its text, such as '四04占'"
)


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

    def play(self, position: P, move: int | str) -> P:
        """Position after a move, given as its code or its text.

        Raises IllegalMove with the article that it breaks, InvalidMove for a text that is no move, WrongArgument for
        anything else. Code that knows its moves to be legal calls `play_legal`, which is many times as fast.
        """
        return self.play_legal(position, legal_move_code(self, position, move))

    def __init_subclass__(cls) -> None:
        """Refuse a subclass with a public name outside the contract.

        Raises TypeError.
        """
        super().__init_subclass__()
        given = next(vars(base)["play"] for base in cls.__mro__ if "play" in vars(base))
        if given is not Game.play:  # a package may give its function by the name that the contract had for it before
            cls.play_legal, cls.play = given, Game.play  # type: ignore[method-assign]
        annotated = (name for base in cls.__mro__ for name in vars(base).get("__annotations__", {}))
        for name in (*dir(cls), *annotated):
            _refuse_misspelt_name(cls, name)

    if not TYPE_CHECKING:  # with this method a type checker would allow any name

        def __setattr__(self, name: str, value: object) -> None:
            """Set an attribute of the contract or a private one.

            Raises TypeError for any other.
            """
            _refuse_misspelt_name(type(self), name)
            super().__setattr__("play_legal" if name == "play" else name, value)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle a game as its folder, rules and head, without tables."""
        return rebuild_game, (self.package, self.rules, dict(self.required_head))


PARTS = tuple(base for base in Game.__mro__[1:] if issubclass(base, Identity))
"""The parts of the contract."""
_ANNOTATED = frozenset(name for part in PARTS for name in vars(part).get("__annotations__", {}))
_GIVEN = frozenset(name for part in (Game, *PARTS) for name in vars(part) if not name.startswith("_"))
CONTRACT = _ANNOTATED | _GIVEN
"""Every name of the contract."""
REQUIRED = (_ANNOTATED - _GIVEN) | Game.__abstractmethods__
"""The names that every game gives."""


def require_complete(game: Game) -> Game:
    """Return `game` if it has all required names.

    Raises TypeError with the names that it lacks.
    """
    lacking = sorted(name for name in REQUIRED if not hasattr(game, name))
    if lacking:
        raise TypeError(f"{type(game).__qualname__} lacks {', '.join(lacking)}: see kifu.core.game.game.Game")
    return game


def _refuse_misspelt_name(kind: type[Game], name: str) -> None:
    if name.startswith("_") or name in CONTRACT:
        return
    near = closest_word(name, CONTRACT)
    hint = "" if near is None else f"; is it {near}?"
    own = "; a name of the game's own begins with _"
    raise TypeError(f"{kind.__qualname__}.{name} is not in the contract of kifu.core.game.game.Game{hint}{own}")


def legal_move_code(game: Game, position: Position, move: object) -> int:
    """Return the code of a legal move, given as code or text.

    Raises IllegalMove, InvalidMove, WrongArgument.
    """
    legal = legal_moves_of_own_position(game, position)
    if isinstance(move, str):
        reading = game.read(move)
        if reading.side is not None and reading.side != game.turn(position):
            raise _illegal_move_error(move, game.turn_article, Message("手番が違います", "it is the other side's turn"))
        code = game.resolve(position, reading)
        if code in legal:
            return code
    else:
        code = _whole_number_of_move(move)
        if code in legal:
            return code
        if not _is_spelled(game, position, code):
            reason = Message("この数で表される手はありません", "no move has this number")
            raise IllegalMove("no-such-move", fill_pattern_in_both_languages("{}: {}", quoted(str(code)), reason))
    breach = game.explain(position, code)
    if breach is None:
        return code
    raise _illegal_move_error(game.spell(code), breach.article, breach.message)


def legal_moves_of_own_position(game: Game, position: Position) -> frozenset[int]:
    """Return the legal moves of a position of `game`.

    Raises WrongArgument for anything else.
    """
    try:
        game.turn(position)
        game.spell_diagram(position)
        return frozenset(game.legal_moves(position))
    except Exception as error:
        wanted = Message(f"{game.name.ja}の局面", f"a position of {game.name.en}")
        raise WrongArgument("position", wanted, position) from error


def rebuild_game(package: str, rules: str, head: Mapping[str, str]) -> Game:
    """Game of a folder, under its rules and required header lines."""
    game: Game = importlib.import_module(f"{package}.game").GAME
    return game.configure(rules, head)


def _whole_number_of_move(move: Any) -> int:  # noqa: ANN401 - whatever a caller hands over
    """Return a whole number of any type, those of numpy too.

    Raises WrongArgument.
    """
    if isinstance(move, bool):
        raise WrongArgument("move", MOVE, move)
    try:
        return operator.index(move)
    except TypeError:
        raise WrongArgument("move", MOVE, move) from None


def _is_spelled(game: Game, position: Position, code: int) -> bool:
    """Tell whether a code is that of a move with a spelling.

    A game promises nothing about any other number.
    """
    try:
        return game.resolve(position, game.read(game.spell(code))) == code
    except (InvalidMove, ArithmeticError, LookupError, TypeError, ValueError):
        return False


def _illegal_move_error(text: str, article: str, reason: Message) -> IllegalMove:
    return IllegalMove(
        "illegal-move", fill_pattern_in_both_languages("{} ({}): {}", quoted(text), article, reason), article=article
    )
