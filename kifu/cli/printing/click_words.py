"""The Japanese of click's own messages about a wrong command line: click asks gettext for each of them."""

from __future__ import annotations

import click.core
import click.decorators
import click.exceptions
import click.parser
import click.types

from kifu.cli.printing.language import language

JAPANESE = {
    "Missing argument": "引数がありません:",
    "Missing option": "オプションがありません:",
    "Missing parameter": "パラメーターがありません:",
    "Missing command.": "コマンドがありません",
    "Choose from:\n\t{choices}": " 次のどれかです:\n\t{choices}",
    "Got unexpected extra argument ({args})": "余分な引数があります: {args}",
    "Got unexpected extra arguments ({args})": "余分な引数があります: {args}",
    "Option {name!r} requires an argument.": "オプション {name!r} には値が要ります",
    "Option {name!r} requires {nargs} arguments.": "オプション {name!r} には値が {nargs} 個要ります",
    "Option {name!r} does not take a value.": "オプション {name!r} は値を取りません",
    "Argument {name!r} takes {nargs} values.": "引数 {name!r} には値が {nargs} 個要ります",
    "Takes {nargs} values but 1 was given.": "値が {nargs} 個要りますが、1 個です",
    "Takes {nargs} values but {len} were given.": "値が {nargs} 個要りますが、{len} 個です",
    "Invalid value: {message}": "値が違います: {message}",
    "Invalid value for {param_hint}: {message}": "{param_hint} の値が違います: {message}",
    "{value!r} is not {choice}.": "{value!r} ではなく {choice} です",
    "{value!r} is not one of {choices}.": "{value!r} ではなく、次のどれかです: {choices}",
    "{value!r} is not a valid {number_type}.": "{value!r} は書ける数ではありません",
    "{value} is not in the range {range}.": "{value} は範囲 {range} にありません",
}
"""The Japanese of each message; one that is missing here stays English."""


def install() -> None:
    """Let the modules of click that word errors ask here, in the language of the running command, in place of gettext, which takes long to load."""
    for module in (click.core, click.decorators, click.exceptions, click.parser, click.types):
        vars(module).update(_=_gettext, ngettext=_ngettext)


def _gettext(message: str) -> str:
    return JAPANESE.get(message, message) if language() == "ja" else message


def _ngettext(singular: str, plural: str, number: int) -> str:
    return _gettext(singular if number == 1 else plural)
