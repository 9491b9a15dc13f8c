"""What the program says to people, always in Japanese and in English, side by side where it is said."""

from __future__ import annotations

from typing import Literal, NamedTuple

Language = Literal["ja", "en"]

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
    if code < 0x20 and character != "\t":
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    # C1 controls, bidirectional overrides, separators and lone surrogates: they rule a terminal, or fail to encode.
    return character if character.isprintable() or character in "\t\u3000" else f"<U+{code:04X}>"
