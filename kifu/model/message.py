"""What the program says to people, always in Japanese and in English, side by side where it is said."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Language = Literal["ja", "en"]

CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""What rules a terminal, or is not seen in it, instead of being shown: the C0 and C1 controls but tab and LF, separators of
lines and paragraphs, characters of format (zero width, direction of writing, tags); and lone surrogates, which no encoding
has. Unicode calls them Cc, Zl, Zp, Cf and Cs."""

EXCERPT = 40
"""How many characters of somebody's text a message quotes at most."""
PATH = 200
"""How many characters of a file's name."""


class Message(NamedTuple):
    """One sentence in Japanese and in English."""

    ja: str
    en: str

    def in_language(self, language: Language) -> str:
        """Return the sentence in `language`."""
        return self.ja if language == "ja" else self.en


def quoted(text: str, most: int = EXCERPT) -> str:
    """Return `text` fit for a message: control characters made visible, cut after `most` characters."""
    return visible(text if len(text) <= most else f"{text[:most]}…")


def visible(text: str) -> str:
    """Return `text` with each control character (but tab) replaced by its picture, so that none reaches a terminal."""
    return text if _is_shown(text) else "".join(_picture(character) for character in text)


def safe(text: str) -> str:
    """Return text of several lines with each line made :func:`visible`; the LF between them stay."""
    return "\n".join(map(visible, text.split("\n")))


def escaped(text: str) -> str:
    """Return JSON with each character that a terminal would not show as itself escaped in the way of JSON."""
    if _is_shown(text):
        return text
    return "".join(character if _is_shown(character) else _as_in_json(character) for character in text)


def _is_shown(text: str) -> bool:
    """Tell whether a terminal shows all characters of a text as themselves."""
    # The two are in many a record, and isprintable() knows neither.
    return text.isprintable() or text.replace("\u3000", "").replace("\t", "").isprintable()


def _picture(character: str) -> str:
    code = ord(character)
    if character < " " and character != "\t":
        return chr(ord("\u2400") + code)
    if character == "\x7f":
        return "\u2421"
    # C1 controls, bidirectional overrides, separators and lone surrogates: they rule a terminal, or fail to encode.
    return character if _is_shown(character) else f"<U+{code:04X}>"


def _as_in_json(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass").hex()  # beyond U+FFFF there are two
    return "".join(f"\\u{units[place : place + 4]}" for place in range(0, len(units), 4))
