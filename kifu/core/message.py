"""Messages in Japanese and English, and quoting of untrusted text."""

from typing import Literal, NamedTuple

Language = Literal["ja", "en"]
LANGUAGES: tuple[Language, Language] = ("ja", "en")

CONTROL = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""A character that controls a terminal, or that a terminal does not show: a C0 or C1 control except tab and LF, a separator
of lines or paragraphs, a format character (zero width, direction of writing, tags), or a lone surrogate, which no encoding
has. The Unicode categories are Cc, Zl, Zp, Cf and Cs."""

EXCERPT = 40
"""The number of characters that a message quotes of a text at most."""
PATH = 200
"""The number of characters that a message quotes of a file's name at most."""


class Message(NamedTuple):
    """One sentence in Japanese and in English."""

    ja: str
    en: str

    def in_language(self, language: Language) -> str:
        """Return the sentence in `language`."""
        return self.ja if language == "ja" else self.en

    def to_json(self) -> dict[str, str]:
        """Return the sentence in both languages as a JSON object."""
        return self._asdict()


def fill_pattern_in_both_languages(pattern: str, *fields: object) -> Message:
    """Return a pattern of str.format with its parts, in both languages.

    A part that is a Message stands in each in its words.
    """
    ja, en = ([each.in_language(one) if isinstance(each, Message) else each for each in fields] for one in LANGUAGES)
    return Message(pattern.format(*ja), pattern.format(*en))


def quoted(text: str, max_characters: int = EXCERPT) -> str:
    """Excerpt of `text` for a message, at most `max_characters` characters.

    Control characters are made visible.
    """
    return visible(text if len(text) <= max_characters else f"{text[:max_characters]}…")


def visible(text: str) -> str:
    """Text with pictures for control characters except tab, safe for terminals."""
    return text if _is_shown_as_itself(text) else "".join(_control_picture(character) for character in text)


def visible_lines(text: str) -> str:
    """Return text of several lines with each line made :func:`visible`.

    The LF between the lines stays.
    """
    return "\n".join(map(visible, text.split("\n")))


def escape_json(text: str) -> str:
    """JSON with escapes for characters that a terminal would not show."""
    if _is_shown_as_itself(text):
        return text
    return "".join(character if _is_shown_as_itself(character) else _as_in_json(character) for character in text)


def _is_shown_as_itself(text: str) -> bool:
    """Tell whether a terminal shows all characters of a text as themselves."""
    # Records often have the full-width blank and the tab, and str.isprintable() is false for both.
    return text.isprintable() or text.replace("\u3000", "").replace("\t", "").isprintable()


def _control_picture(character: str) -> str:
    code = ord(character)
    if character < " " and character != "\t":
        return chr(ord("\u2400") + code)
    if character == "\x7f":
        return "\u2421"
    # C1 controls, bidirectional overrides, separators and lone surrogates control a terminal, or fail to encode.
    return character if _is_shown_as_itself(character) else f"<U+{code:04X}>"


def _as_in_json(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass").hex()  # a character beyond U+FFFF has two units
    return "".join(f"\\u{units[place : place + 4]}" for place in range(0, len(units), 4))
