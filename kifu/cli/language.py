"""The language of messages: `--lang`, else the locale."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.message import Language, Message

_KEY = "kifu.language"


def _remember(context: click.Context, _parameter: click.Parameter, value: Language | None) -> None:
    if value is not None:
        context.meta[_KEY] = value


def language_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option `--lang`; :func:`language` reads it."""
    return click.option(
        "--lang",
        type=click.Choice(["ja", "en"]),
        expose_value=False,
        callback=_remember,
        help="メッセージの言語 (なければロケール)。Language of messages; default: the locale.",
    )(function)


def language(context: click.Context | None = None) -> Language:
    """Return the language of a command, else of the running one: `--lang` before or after its name, else the locale's."""
    context = context or click.get_current_context(silent=True)
    chosen = context.meta.get(_KEY) if context else None
    if chosen is not None:
        return chosen  # type: ignore[no-any-return]
    named = next((os.environ[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(key)), "")
    return "ja" if named.startswith("ja") else "en"


def say(message: Message) -> str:
    """Return a message in the running command's language."""
    return message.in_language(language())
