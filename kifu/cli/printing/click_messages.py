"""Japanese of click's own messages on wrong command lines."""

from __future__ import annotations

import click.core
import click.decorators
import click.exceptions
import click.parser
import click.types

from kifu.cli.printing.language import language

JAPANESE = {
    "Aborted!": "中断しました",
    "No such option {name!r}.": "オプション {name!r} はありません",
    "No such command {name!r}.": "コマンド {name!r} はありません",
    "Did you mean {possibility}?": "もしかして {possibility} ですか",
    "(Did you mean one of: {possibilities}?)": "(もしかして次のどれかですか: {possibilities})",
    "Missing {param_type}": "{param_type} がありません:",
    "Missing parameter: {param_name}": "パラメーターがありません: {param_name}",
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
    "{value!r} is not a valid boolean. Recognized values: {states}": "{value!r} は真偽の値ではありません。次のどれかです: {states}",
    "{value!r} is not a valid UUID.": "{value!r} は UUID ではありません",
    "{value!r} does not match the format {format}.": "{value!r} は {format} の形ではありません",
    "{value!r} does not match the formats {formats}.": "{value!r} は {formats} のどの形でもありません",
    "{len_type} values are required, but {len_value} was given.": "値が {len_type} 個要りますが、{len_value} 個です",
    "{len_type} values are required, but {len_value} were given.": "値が {len_type} 個要りますが、{len_value} 個です",
    "{name} {filename!r} does not exist.": "{filename!r} がありません",
    "{name} {filename!r} is a file.": "{filename!r} はファイルです",
    "{name} {filename!r} is a directory.": "{filename!r} はフォルダーです",
    "{name} {filename!r} is not readable.": "{filename!r} を読めません",
    "{name} {filename!r} is not writable.": "{filename!r} に書けません",
    "{name} {filename!r} is not executable.": "{filename!r} を実行できません",
    "Could not open file {filename!r}: {message}": "{filename!r} を開けません: {message}",
    "unknown error": "わけは分かりません",
    "Value must be an iterable.": "値がいくつも要ります",
}
"""The Japanese of each message; one that is missing here stays English."""


def install() -> None:
    """Make click word errors in the running command's language.

    They come from here in place of gettext, which takes long to load.
    """
    for module in (click.core, click.decorators, click.exceptions, click.parser, click.types):
        vars(module).update(_=_gettext, ngettext=_ngettext)


def _gettext(message: str) -> str:
    return JAPANESE.get(message, message) if language() == "ja" else message


def _ngettext(singular: str, plural: str, number: int) -> str:
    return _gettext(singular if number == 1 else plural)
