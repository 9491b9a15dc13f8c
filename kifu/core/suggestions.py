"""Suggestions for an unknown word: もしかして…."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from kifu.core.message import Message, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_WORD_CHARS = 100
"""The number of characters of the longest word that gets a suggestion. A longer word is no misspelling of a known one."""


def closest(word: str, known: Iterable[str]) -> str | None:
    """Return the word of `known` that is most similar to `word`.

    None if none is similar enough. Letter case and width (ｖｅｒｉｆｙ) do not count.
    """
    from difflib import get_close_matches  # noqa: PLC0415 - needed only after a mistake

    if len(word) > MAX_WORD_CHARS:
        return None
    spellings = {_normalize(spelling): spelling for spelling in known}
    matches = get_close_matches(_normalize(word), spellings, n=1)
    return spellings[matches[0]] if matches else None


def suggestion(word: str, known: Iterable[str]) -> Message:
    """Question whether :func:`closest` was meant; empty if nothing is similar."""
    return did_you_mean(closest(word, known))


def did_you_mean(*words: str | None) -> Message:
    """Question whether one of `words` was meant; empty for None alone."""
    known = [quoted(word) for word in words if word is not None]
    if not known:
        return Message("", "")
    english = " or ".join(f"'{word}'" for word in known)
    return Message(f"。もしかして{'か'.join(f'「{word}」' for word in known)}ですか", f"; did you mean {english}?")


def _normalize(word: str) -> str:
    return unicodedata.normalize("NFKC", word).strip().casefold()
