"""Defines the option `--game`, which names a game, and the argument that does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kifu import games
from kifu.cli.printing.language import say
from kifu.model.errors import KifuError, UnknownGame

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.shell_completion import CompletionItem

    from kifu.contract.game import Game


class GameName(click.types.StringParamType):
    """The name or the id of a game; a shell completes the ids, and the names that begin as the word does."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        """Return the ids that begin with a word, each with the game's name; else the names that do."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - needed only when a shell completes a word

        known = [games.load(game_id) for game_id in games.ids()]
        found = [CompletionItem(game.id, help=game.name.ja) for game in known if game.id.startswith(incomplete)]
        return found or [CompletionItem(game.name.ja) for game in known if game.name.ja.startswith(incomplete)]

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:  # noqa: ARG002 - click's signature
        """Return what there is to choose from."""
        return f"Choose from: {', '.join(games.ids())}"


class ArticleNumber(click.types.StringParamType):
    """The number of an article of the game that the argument `game_id` names."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        """Return the numbers that begin with a word, each with the title of its article."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - needed only when a shell completes a word

        from kifu.games import rulebook  # noqa: PLC0415

        try:
            book = rulebook.load(games.find(ctx.params.get("game_id") or ""))
        except KifuError:
            return []
        return [
            CompletionItem(article.number, help=say(article.title))
            for article in book.articles
            if article.number.startswith(incomplete)
        ]


def _find(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Game | None:
    try:
        return None if value is None else games.find(value)
    except UnknownGame as unknown:
        raise click.BadParameter(say(unknown.message)) from None


def game_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the required option `--game`. The command gets the Game."""
    return click.option(
        "--game",
        required=True,
        type=GameName(),
        metavar="ID",
        callback=_find,
        help="棋種の名か id。The game's id or name.",
    )(function)


def any_game_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option `--game`. The command gets the Game, or None if the option is left out."""
    return click.option(
        "--game",
        type=GameName(),
        metavar="ID",
        callback=_find,
        help="棋種の名か id (図に棋種があるか、データに一つしかなければ不要)。The game's id or name; needless where the diagram "
        "names it, or the dataset holds one game only.",
    )(function)


def sheet_game_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option `--game` of a sheet. The command gets the Game, or None if the option is left out."""
    return click.option(
        "--game", type=GameName(), metavar="ID", callback=_find, help="用紙の棋種の名か id。Game of the sheet."
    )(function)
