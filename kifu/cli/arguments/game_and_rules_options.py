"""Options for the game, and for the rules of records: `--game`, `--rules`.

A record names its variant file (規則：my-king.toml); the option `--rules` replaces the rules of all records.
"""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.shared_options import STANDARD_STREAM
from kifu.cli.command_definition import CommandOption, word_completion
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.core import games
from kifu.core.errors import InvalidSetup, KifuError, UnknownGame, UnreadableFile
from kifu.core.game.options import VariantFile, configure_game, named_file
from kifu.core.message import Message, quoted
from kifu.core.regular_files import file_system_path, is_shell_stream, open_regular
from notation.formats.kif_head_reader import RulesSource

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from click.shell_completion import CompletionItem

    from kifu.core.game.game import Game


class GameName(click.types.StringParamType):
    """A game's name or id, completed by the shell."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        """Return the matching ids with names, or else matching names."""
        known = [games.load(game_id) for game_id in games.ids()]
        found = [word_completion(game.id, help=game.name.ja) for game in known if game.id.startswith(incomplete)]
        return found or [word_completion(game.name.ja) for game in known if game.name.ja.startswith(incomplete)]

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
        from kifu.core import rulebook  # noqa: PLC0415 - a verdict needs no rulebook

        try:
            book = rulebook.load_rulebook(game)
        except KifuError:
            return []
        return [
            word_completion(article.number, help=say(article.title))
            for article in book.articles
            if article.number.startswith(incomplete)
        ]


def _game_of_option(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Game | None:
    try:
        return None if value is None else games.game_by_name(value)
    except UnknownGame as unknown:
        raise click.BadParameter(say(unknown.message)) from None


class GameWordCommand(click.Command):
    """A command whose first word may be the game: ``kifu new six``.

    The first word is the game if it is the name or the id of one, or if the game has to be given. A file that is called
    like a game is written with its folder: ``./six``.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line.

        Raises click.UsageError if the first word and `--game` name two games.
        """
        place, given = _first_word_and_game_option(self, ctx, args)
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


def _first_word_and_game_option(
    command: click.Command, ctx: click.Context, args: Sequence[str]
) -> tuple[int | None, str | None]:
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
        return games.game_by_name(word)
    except UnknownGame:
        return None


def _require_one_game(word: str, game_option_value: str | None) -> None:
    """Raise click.UsageError if `--game` and a first word name two games."""
    one, other = _game_by_name(word), None if game_option_value is None else _game_by_name(game_option_value)
    if one is not None and other is not None and one.id != other.id:
        raise usage_error(
            f"{quoted(word)} と --game {quoted(game_option_value or '')} は違う棋種です。どちらか一つにしてください。"
            f"{quoted(word)} という名のファイルなら ./{quoted(word)} と書いてください",
            f"{quoted(word)} and --game {quoted(game_option_value or '')} are two games; write one of them. A file that is "
            f"called {quoted(word)} is written ./{quoted(word)}",
        )


_game = CommandOption("--game", type=GameName(), metavar="ID", callback=_game_of_option)
game_option = CommandOption("--game", required=True, type=GameName(), metavar="ID", callback=_game_of_option).help(
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


MAX_CACHED_FILES = 16
"""The number of variant files that a command keeps in memory; the records of a folder mostly share one."""
_KEY = "kifu.cli.arguments.game_and_rules_options"


def rules_source(path: str, rules: str | None = None) -> RulesSource:
    """Return the source of the rules for the record file `path`.

    Without `rules`, the variant files that its records name are read from its folder; for standard input from the current
    folder. `rules`, the value of `--rules`, counts for all records. Raises click.UsageError if that file cannot be read.
    """
    if rules is None:
        read = _variant_reader()
        return RulesSource(lambda name: _result_or_raise(read(file_system_path(path).parent, name)))
    return RulesSource(given=_variant_file(rules) or rules)


def game_under_rules(
    game: Game, rules: str | None, file_name: str | None = None, head: Mapping[str, str] = MappingProxyType({})
) -> Game:
    """Return `game` under rules `rules` and headers `head`.

    Without either, `game` itself.
    `file_name` is the name of the variant file in records; by default it is the path in `rules`.

    Raises click.UsageError for a file that cannot be read, and for wrong rules.
    """
    if rules is None and not head:
        return game
    try:
        return configure_game(game, rules, head, None if rules is None else _variant_file(rules, file_name))
    except InvalidSetup as wrong:
        raise click.UsageError(say(wrong.message)) from None


def _variant_file(rules: str, file_name: str | None = None) -> VariantFile | None:
    """Return the variant file `rules`, called `file_name`, or None; raises click.UsageError."""
    file = named_file(rules)
    if file is None:
        return None
    name = file_name or (NAME if is_spooled(file.name) else file.name)  # that of standard input is fixed
    return VariantFile(name, _variant_text(file.name), file.options)


def _variant_text(rules: str) -> str:
    from notation.documents_and_variant_files import read_given_variant  # noqa: PLC0415 - only a variant file needs it

    try:
        return read_given_variant(rules)
    except UnreadableFile as unreadable:
        raise click.UsageError(say(unreadable.message)) from None


def _variant_reader() -> Callable[[Path, str], str | UnreadableFile]:
    """Return a caching reader of variant files.

    It reads each file once per command, or once per task of a worker.
    """
    context = click.get_current_context(silent=True)
    cached = lru_cache(MAX_CACHED_FILES)(_read_variant_file)
    return cached if context is None else context.meta.setdefault(_KEY, cached)


def _read_variant_file(folder: Path, file_name: str) -> str | UnreadableFile:
    from notation.documents_and_variant_files import read_variant_in_folder  # noqa: PLC0415 - only a variant file needs it

    try:
        return read_variant_in_folder(folder, file_name)
    except UnreadableFile as unreadable:
        return unreadable


def _result_or_raise(read: str | UnreadableFile) -> str:
    if isinstance(read, UnreadableFile):
        raise read.with_traceback(None)
    return read


NAME = "stdin.toml"
PREFIX = "kifu-stdin-"


def spool_stream_to_file(context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """Return `value`, or a stream's content as a file's path; raises click.BadParameter."""
    if value is None or (value != STANDARD_STREAM and not is_shell_stream(value)):
        return value
    if value == STANDARD_STREAM and sys.stdin is None:
        raise click.BadParameter(say(Message("標準入力がありません", "there is no standard input")))
    from tempfile import TemporaryDirectory  # noqa: PLC0415 - only these rules need it

    from notation.documents_and_variant_files import MAX_VARIANT_BYTES  # noqa: PLC0415 - only these rules need it

    path = file_system_path(context.with_resource(TemporaryDirectory(prefix=PREFIX))) / NAME
    with open_regular(value) if is_shell_stream(value) else nullcontext(sys.stdin.buffer) as stream:
        path.write_bytes(stream.read(MAX_VARIANT_BYTES + 1))  # one byte above the limit shows that it is too large
    return str(path)


def is_spooled(path: str) -> bool:
    """Tell whether a path is spooled standard input."""
    folder, name = os.path.split(path)
    return name == NAME and os.path.basename(folder).startswith(PREFIX)  # noqa: PTH119 - pathlib takes long to load


rules_option = CommandOption(metavar="RULES", callback=spool_stream_to_file).help(
    "棋譜の名指す規則の代わりに使う、規則のファイル (….toml、- は標準入力) か規則の文 ('rengo/1 saki=five' など)。"
    "Rules to use whatever a record names: a variant file (….toml, or - for standard input), or the rules in words, such as "
    "'rengo/1 saki=five'."
)
