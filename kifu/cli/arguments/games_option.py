"""Option `--game` and the argument that stands for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu import games
from kifu.cli.arguments.command_options import Option, completion
from kifu.cli.printing.language import say, usage_error
from kifu.core.errors import KifuError, UnknownGame
from kifu.core.message import quoted
from kifu.games import rulebook

if TYPE_CHECKING:
    from collections.abc import Sequence

    from click.shell_completion import CompletionItem

    from kifu.core.game.game import Game


class GameName(click.types.StringParamType):
    """A game's name or id, completed by the shell."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        """Return the matching ids with names, or else matching names."""
        known = [games.load(game_id) for game_id in games.ids()]
        found = [completion(game.id, help=game.name.ja) for game in known if game.id.startswith(incomplete)]
        return found or [completion(game.name.ja) for game in known if game.name.ja.startswith(incomplete)]

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:  # noqa: ARG002 - click's signature
        """Return what there is to choose from."""
        return f"Choose from: {', '.join(games.ids())}"


class ArticleNumber(click.types.StringParamType):
    """An article number of the game on the command line."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the matching article numbers with their titles."""
        game = ctx.params.get("game")
        if game is None:
            return GameName().shell_complete(ctx, param, incomplete)
        try:
            book = rulebook.load(game)
        except KifuError:
            return []
        return [
            completion(article.number, help=say(article.title))
            for article in book.articles
            if article.number.startswith(incomplete)
        ]


def _find(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Game | None:
    try:
        return None if value is None else games.find(value)
    except UnknownGame as unknown:
        raise click.BadParameter(say(unknown.message)) from None


class NamesGame(click.Command):
    """A command whose first word may be the game: ``kifu new six``.

    The first word is the game if it is the name or the id of one, or if the game has to be given. A file that is called
    like a game is written with its folder: ``./six``.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line.

        Raises click.UsageError if the first word and `--game` name two games.
        """
        place, given = _first_word(self, ctx, args)
        if place is not None:
            word = args[place]
            needed = given is None and any(each.name == "game" and each.required for each in self.params)
            if needed or _game_by_name(word) is not None:
                _require_one_game(word, given)
                args = ["--game", word, *args[:place], *args[place + 1 :]]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the options, and the games where none is named yet."""
        items = super().shell_complete(ctx, incomplete)
        if incomplete.startswith("-") or ctx.params.get("game") is not None:
            return items
        return [*GameName().shell_complete(ctx, self.params[0], incomplete), *items]

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the words of the usage line."""
        options, *rest = super().collect_usage_pieces(ctx)
        return [options, "[GAME]", *rest]


def _first_word(command: click.Command, ctx: click.Context, args: Sequence[str]) -> tuple[int | None, str | None]:
    """Return the first free word's place, and the `--game` value."""
    taken = {
        name: option.nargs
        for option in command.get_params(ctx)
        if isinstance(option, click.Option) and not option.is_flag and not option.count
        for name in option.opts
    }
    first = given = None
    place = 0
    while place < len(args):
        word = args[place]
        name, equals, value = word.partition("=")
        if name == "--game":
            given = value if equals else next(iter(args[place + 1 :]), None)
        if word == "--":
            return (place + 1 if first is None and place + 1 < len(args) else first), given
        if first is None and (word == "-" or not word.startswith("-")):
            first = place
        place += 1 + taken.get(word, 0)
    return first, given


def _game_by_name(word: str) -> Game | None:
    try:
        return games.find(word)
    except UnknownGame:
        return None


def _require_one_game(word: str, given: str | None) -> None:
    """Raise click.UsageError if `--game` and a first word name two games."""
    one, other = _game_by_name(word), None if given is None else _game_by_name(given)
    if one is not None and other is not None and one.id != other.id:
        raise usage_error(
            f"{quoted(word)} と --game {quoted(given or '')} は違う棋種です。どちらか一つにしてください。"
            f"{quoted(word)} という名のファイルなら ./{quoted(word)} と書いてください",
            f"{quoted(word)} and --game {quoted(given or '')} are two games; write one of them. A file that is "
            f"called {quoted(word)} is written ./{quoted(word)}",
        )


_game = Option("--game", type=GameName(), metavar="ID", callback=_find)
game_option = Option("--game", required=True, type=GameName(), metavar="ID", callback=_find).help(
    "棋種の名か id。はじめの語としても書ける。The game's id or name; it may also be the first word."
)
position_game_option = _game.help(
    "棋種の名か id。はじめの語としても書け、棋種のある棋譜や図があれば不要。The game's id or name; it may also be the first word, and "
    "is needless with a record or a diagram that names it."
)
any_game_option = _game.help(
    "棋種の名か id (図に棋種があるか、データに一つしかなければ不要)。The game's id or name; needless where the diagram "
    "names it, or the dataset holds one game only."
)
sheet_game_option = _game.help("用紙の棋種の名か id。Game of the sheet, by its id or name.")
