"""What the program says to people, always in Japanese and in English, side by side where it is said."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Language = Literal["ja", "en"]

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What rules a terminal instead of being shown: the C0 and C1 controls but tab and LF, line separators, marks that turn
the direction of writing; and lone surrogates, which no encoding has."""

EXCERPT = 40
"""How many characters of somebody's text a message quotes at most."""


class Message(NamedTuple):
    """One sentence in Japanese and in English."""

    ja: str
    en: str

    def in_language(self, language: Language) -> str:
        """Return the sentence in `language`."""
        return self.ja if language == "ja" else self.en


def quoted(text: str) -> str:
    """Return `text` fit for a message: control characters made visible, cut after EXCERPT characters."""
    return visible(text if len(text) <= EXCERPT else f"{text[:EXCERPT]}…")


def visible(text: str) -> str:
    """Return `text` with each control character (but tab) replaced by its picture, so that none reaches a terminal."""
    if text.isprintable():
        return text
    return "".join(_picture(character) for character in text)


def _picture(character: str) -> str:
    code = ord(character)
    if character < " " and character != "\t":
        return chr(ord("\u2400") + code)
    if character == "\x7f":
        return "\u2421"
    # C1 controls, bidirectional overrides, separators and lone surrogates: they rule a terminal, or fail to encode.
    return character if character.isprintable() or character in "\t\u3000" else f"<U+{code:04X}>"
