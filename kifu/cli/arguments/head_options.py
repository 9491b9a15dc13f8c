"""Options for the head of a new record or score sheet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from kifu.cli.printing.language import say
from kifu.core.message import CONTROL, Message, quoted
from kifu.core.outcome import PLAYERS
from kifu.core.squares import BLANKS

if TYPE_CHECKING:
    from collections.abc import Callable

_TAKEN = ("棋種", "規則", *PLAYERS)
"""Keys of the head that have an option of their own."""


def _line(_context: click.Context, _parameter: click.Parameter, value: Any) -> Any:  # noqa: ANN401 - text or None
    """Return a text fit for one line of a record.

    Raises click.BadParameter for line ends and control characters.
    """
    if value is not None and ("\n" in value or "\t" in value or re.search(CONTROL, value)):
        raise click.BadParameter(
            say(
                Message(
                    f"一行の文字で書いてください。改行や制御文字は使えません (「{quoted(value)}」)",
                    f"write one line, without line ends and control characters ('{quoted(value)}')",
                )
            )
        )
    return value


def _head(context: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> dict[str, str]:
    """Return the headers by key.

    Raises click.BadParameter for a text that is not KEY=VALUE, and for a repeated key.
    """
    headers: dict[str, str] = {}
    for written in value:
        key, equals, text = _line(context, parameter, written).partition("=")
        key = key.strip(BLANKS)
        if not equals or not key or key in headers or key in _TAKEN:
            raise click.BadParameter(
                say(
                    Message(
                        f"「場所=会館」のように、項目を一度ずつ書いてください (「{quoted(written)}」)。"
                        "棋種・規則・先手・後手は --game --rules --first --second で書きます",
                        f"write KEY=VALUE, as in 場所=会館, each key once ('{quoted(written)}'); "
                        "棋種, 規則, 先手, 後手 are --game, --rules, --first, --second",
                    )
                )
            )
        headers[key] = text.strip(BLANKS)
    return headers


def head_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--first`, `--second` and `--head`.

    The command gets two names, or None, and the headers by key.
    """
    for option in (
        click.option(
            "--head",
            metavar="KEY=VALUE",
            multiple=True,
            callback=_head,
            help="見出しに書いておくこと (何度でも)。続・連合将棋の盤は 盤=碁盤19路。"
            "A line of the head, such as 場所=NAME; may be repeated. 盤=碁盤19路 chooses a board of rengo.",
        ),
        click.option("--second", metavar="NAME", callback=_line, help="後手の名。Name of 後手."),
        click.option(
            "--first", metavar="NAME", callback=_line, help="先手 (ユニオンでは白) の名。Name of 先手 (white in Union)."
        ),
    ):
        function = option(function)
    return function


def with_names(head: dict[str, str], first: str | None, second: str | None) -> dict[str, str]:
    """Return the headers with the names of the players that are given."""
    names = zip(PLAYERS, (first, second), strict=True)
    return {**head, **{player: name for player, name in names if name is not None}}
