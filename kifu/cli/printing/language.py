"""Language of messages: `--lang`, else the locale, else the system.

Windows sets no LANG, and neither has a program that the desktop of macOS, cron or a service starts: there the language that
the user has chosen for the system counts. ``LANG=C`` is a choice too, and means English.
"""

from __future__ import annotations

import os
import re
import sys
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import click

from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kifu.core.message import Language

_KEY, _SYSTEM = "kifu.language", "kifu.system"
OPTION = "--lang"
LANGUAGES = ("ja", "en")
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name the locale of messages, the one that counts first first. An empty one is as good as none."""
SYSTEM_FILES = ("/etc/locale.conf", "/etc/default/locale")
"""The files in which a Linux system keeps its locale, as lines such as LANG=ja_JP.UTF-8."""
MACOS_PREFERENCES = "Library/Preferences/.GlobalPreferences.plist"
"""The file below the home folder in which macOS keeps the languages of a user."""
_JAPANESE = re.compile(r"ja(panese)?(?![a-z])", re.IGNORECASE)
_LANGUAGE_BITS, _WINDOWS_JAPANESE = 0x3FF, 0x11  # LANG_JAPANESE, without the bits of the country


def _remember(context: click.Context, _parameter: click.Parameter, value: Language | None) -> None:
    if value is not None:
        context.meta[_KEY] = value


def remember_language(context: click.Context, arguments: Sequence[str]) -> None:
    """Store the `--lang` value found anywhere in a command line.

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
    """Return the language of `--lang`; None if the locale decides."""
    context = click.get_current_context(silent=True)
    return context.meta.get(_KEY) if context else None


def language(context: click.Context | None = None) -> Language:
    """Return a command's language, by default the running one's.

    It is the value of `--lang`, else that of the locale or the system.
    """
    context = context or click.get_current_context(silent=True)
    chosen = context.meta.get(_KEY) if context else None
    if chosen is not None:
        return chosen  # type: ignore[no-any-return]
    locale = next((os.environ[key] for key in VARIABLES if os.environ.get(key)), None)
    if locale is None:
        known = context.meta if context else {}  # it is asked once for each command: to read the answer takes a while
        if _SYSTEM not in known:
            known[_SYSTEM] = _system_language(sys.platform)
        locale = known[_SYSTEM]
    return "ja" if _JAPANESE.match(locale) else "en"


def _system_language(platform: str) -> str:
    """Return the system's language, like ``ja_JP.UTF-8``, or ""."""
    try:
        if platform == "win32":
            import ctypes  # noqa: PLC0415 - only Windows needs it

            number = vars(ctypes)["windll"].kernel32.GetUserDefaultUILanguage()
            return "ja" if number & _LANGUAGE_BITS == _WINDOWS_JAPANESE else "en"
        if platform == "darwin":
            import plistlib  # noqa: PLC0415 - only macOS needs it
            from pathlib import Path  # noqa: PLC0415 - it takes long to load

            with (Path.home() / MACOS_PREFERENCES).open("rb") as file:
                return str(plistlib.load(file)["AppleLanguages"][0])
        for path in SYSTEM_FILES:
            if os.path.isfile(path):  # noqa: PTH113 - pathlib takes long to load
                with open(path, encoding="utf-8") as file:  # noqa: PTH123 - as above
                    lines = [line.strip().partition("=") for line in file]
                named = {key: value.strip("\"'") for key, _, value in lines}
                return next((named[key] for key in VARIABLES if named.get(key)), "")
    except Exception:  # noqa: BLE001 - a system that does not say it, in whatever way, is no reason not to run
        return ""
    return ""


def say(message: Message) -> str:
    """Return a message in the language of the running command."""
    return message.in_language(language())


def usage_error(ja: str, en: str) -> click.UsageError:
    """Return the error of a wrong command line, in both languages."""
    return click.UsageError(say(Message(ja, en)))
