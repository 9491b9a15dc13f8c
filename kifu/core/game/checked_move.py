"""Checks of positions and moves that come from outside a game."""

from __future__ import annotations

import importlib
import operator
from typing import TYPE_CHECKING, Any

from kifu.core.errors import IllegalMove, InvalidMove, WrongArgument
from kifu.core.message import Message, in_both, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.game.game import Game, Position

MOVE = Message(
    "手 (符号の整数、または「四04占」のような文字)", "a move: its code, a whole number, or its text, such as '四04占'"
)


def move_of(game: Game, position: Position, move: object) -> int:
    """Return the code of a legal move, given as code or text.

    Raises IllegalMove, InvalidMove, WrongArgument.
    """
    legal = require_position(game, position)
    if isinstance(move, str):
        reading = game.read(move)
        if reading.side is not None and reading.side != game.turn(position):
            raise _illegal(move, game.turn_article, Message("手番が違います", "it is the other side's turn"))
        code = game.resolve(position, reading)
        if code in legal:
            return code
    else:
        code = _code(move)
        if code in legal:
            return code
        if not _is_spelled(game, position, code):
            reason = Message("この数で表される手はありません", "no move has this number")
            raise IllegalMove("no-such-move", in_both("{}: {}", quoted(str(code)), reason))
    breach = game.explain(position, code)
    if breach is None:
        return code
    raise _illegal(game.spell(code), breach.article, breach.message)


def require_position(game: Game, position: Position) -> frozenset[int]:
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


def made_again(package: str, rules: str, head: Mapping[str, str]) -> Game:
    """Game of a folder, under its rules and required header lines."""
    game: Game = importlib.import_module(f"{package}.game").GAME
    return game.configure(rules, head)


def _code(move: Any) -> int:  # noqa: ANN401 - whatever a caller hands over
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


def _illegal(text: str, article: str, reason: Message) -> IllegalMove:
    return IllegalMove("illegal-move", in_both("{} ({}): {}", quoted(text), article, reason), article=article)
