"""What click says of a wrong command line, in the user's language."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING

import click

from kifu.cli.language import language

if TYPE_CHECKING:
    from collections.abc import Iterator

_MEANT = r"(?: \(?Did you mean (?:one of: )?(.+?)\?\)?)?"
_JAPANESE = [
    (rf"No such option:? (\S+?)\.?{_MEANT}", "オプション {} はありません", "。{} ではありませんか"),
    (rf"No such command (\S+?)\.?{_MEANT}", "コマンド {} はありません", "。{} ではありませんか"),
    (
        r"Missing (?:argument|option|parameter) (.+?)\.(?: Choose from:\s*(.+))?",
        "{} がありません",
        "。次のどれかです: {}",
    ),
    (r"Missing command\.", "コマンドがありません", ""),
    (r"Got unexpected extra arguments? \((.+)\)", "余分な引数があります: {}", ""),
    (r"Option (\S+) requires (?:an argument|(\d+) arguments)\.", "オプション {} には値が要ります", " ({} 個)"),
    (r"Option (\S+) does not take a value\.", "オプション {} は値を取りません", ""),
    (r"Invalid value for (.+?): (.+) is not a valid (?:integer|int).*\.", "{} には整数を書きます", "。{} は違います"),
    (r"Invalid value for (.+?): (.+) is not a valid float.*\.", "{} には数を書きます", "。{} は違います"),
    (r"Invalid value for (.+?): .+ is not in the range (.+)\.", "{} の値が範囲にありません", " ({})"),
    (r"Invalid value for (.+?): .+ is not (?:one of )?('.+')\.", "{} に書けるのは次のどれかです", ": {}"),
    (r"Invalid value for (.+?): (.+)", "{} の値が違います", ": {}"),
]
"""What click says, whole; in Japanese with its first part; and what follows with its second part, if there is one."""


def in_japanese(said: str) -> str:
    """Return a message of click's in Japanese; what is none of those known stays as it is."""
    for pattern, words, more in _JAPANESE:
        found = re.fullmatch(pattern, said, re.DOTALL)
        if found:
            first, second = (*found.groups(), None, None)[:2]
            return words.format(first) + (more.format(second) if second else "")
    return said


@contextlib.contextmanager
def translated() -> Iterator[None]:
    """Say what is wrong with the command line in the user's language. Raises click.UsageError."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as wrong:
        if language(wrong.ctx) == "en":
            raise
        raise click.UsageError(in_japanese(wrong.format_message()), wrong.ctx) from None
