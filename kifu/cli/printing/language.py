"""Chooses the language of messages: the option `--lang` counts, else the locale."""

from __future__ import annotations

import os
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kifu.model.message import Language, Message

_KEY = "kifu.language"
OPTION = "--lang"
LANGUAGES = ("ja", "en")


def _remember(context: click.Context, _parameter: click.Parameter, value: Language | None) -> None:
    if value is not None:
        context.meta[_KEY] = value


def remember_language(context: click.Context, arguments: Sequence[str]) -> None:
    """Store the language that `--lang` names anywhere in a command line, for its help and its error messages.

    This function only looks for the words of the option before ``--``. Click parses the option later and reports errors.
    """
    words = arguments[: arguments.index("--")] if "--" in arguments else arguments
    names = [after for word, after in pairwise(words) if word == OPTION]
    names += [word.removeprefix(f"{OPTION}=") for word in words if word.startswith(f"{OPTION}=")]
    known = [word for word in names if word in LANGUAGES]
    if known:
        context.meta[_KEY] = known[-1]


def language_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option `--lang`; :func:`language` reads it."""
    return click.option(
        OPTION,
        type=click.Choice(LANGUAGES),
        expose_value=False,
        callback=_remember,
        help="メッセージの言語 (なければロケール)。Language of messages; default: the locale.",
    )(function)


def chosen_language() -> Language | None:
    """Return the language that `--lang` gives the running command; None if the locale decides."""
    context = click.get_current_context(silent=True)
    return context.meta.get(_KEY) if context else None


def language(context: click.Context | None = None) -> Language:
    """Return the language of a command, by default the running one: the value of `--lang`, else that of the locale."""
    context = context or click.get_current_context(silent=True)
    chosen = context.meta.get(_KEY) if context else None
    if chosen is not None:
        return chosen  # type: ignore[no-any-return]
    locale = next((os.environ[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(key)), "")
    return "ja" if locale.startswith("ja") else "en"


def say(message: Message) -> str:
    """Return a message in the language of the running command."""
    return message.in_language(language())
