"""Defines the option `--game`, which names a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kifu import games
from kifu.cli.printing.language import say
from kifu.model.errors import UnknownGame

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.model.game import Game


def _find(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Game | None:
    try:
        return None if value is None else games.find(value)
    except UnknownGame as unknown:
        raise click.BadParameter(say(unknown.message)) from None


def game_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the required option `--game`. The command gets the Game."""
    return click.option(
        "--game", required=True, metavar="ID", callback=_find, help="棋種の名か id。The game's id or name."
    )(function)


def any_game_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option `--game`. The command gets the Game, or None if the option is left out."""
    return click.option(
        "--game",
        metavar="ID",
        callback=_find,
        help="棋種の名か id (図に棋種があるか、データに一つしかなければ不要)。The game's id or name; needless where the diagram "
        "names it, or the dataset holds one game only.",
    )(function)


def blank_game_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option `--game` for an empty sheet. The command gets the Game, or None if the option is left out."""
    return click.option(
        "--game", metavar="ID", callback=_find, help="空の用紙の棋種の名か id。Game of an empty sheet."
    )(function)
