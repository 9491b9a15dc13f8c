"""What was probably meant by a word that is not known: もしかして…."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from kifu.model.message import Message, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST = 100
"""Characters of a word from which on nobody mistyped a known one."""


def closest(word: str, known: Iterable[str]) -> str | None:
    """Return the one of `known` that `word` most resembles; None where none is near enough.

    Letter case and width (ｖｅｒｉｆｙ) do not count.
    """
    from difflib import get_close_matches  # noqa: PLC0415 - only where something is wrong

    if len(word) > LONGEST:
        return None
    spelled = {_plain(one): one for one in known}
    found = get_close_matches(_plain(word), spelled, n=1)
    return spelled[found[0]] if found else None


def suggestion(word: str, known: Iterable[str]) -> Message:
    """Return the words that ask whether :func:`closest` was meant, to end a sentence with; empty where there is none."""
    return meant(closest(word, known))


def meant(word: str | None) -> Message:
    """Return the words that ask whether `word` was meant; empty for None."""
    if word is None:
        return Message("", "")
    return Message(f"。もしかして「{quoted(word)}」ですか", f"; did you mean '{quoted(word)}'?")


def _plain(word: str) -> str:
    return unicodedata.normalize("NFKC", word).strip().casefold()
