"""The language of messages: `--lang`, else the locale."""

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


def remember_asked(context: click.Context, arguments: Sequence[str]) -> None:
    """Remember what `--lang` a whole command line asks for, so that its help and its faults are said in that language.

    Only click decides what is an option, and says so where it is none: this only looks for one before ``--``.
    """
    words = arguments[: arguments.index("--")] if "--" in arguments else arguments
    found = [after for word, after in pairwise(words) if word == OPTION]
    found += [word.removeprefix(f"{OPTION}=") for word in words if word.startswith(f"{OPTION}=")]
    known = [word for word in found if word in LANGUAGES]
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


def asked_language() -> Language | None:
    """Return the language that `--lang` asks the running command for; None: the locale decides."""
    context = click.get_current_context(silent=True)
    return context.meta.get(_KEY) if context else None


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
