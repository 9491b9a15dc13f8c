"""The errors for wrong text, files and names, and suggestions (もしかして…).

A move that breaks a rule raises nothing: it is a fault.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from kifu.core.message import Message, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable


class KifuError(Exception):
    """Base of every error that this package raises on purpose.

    `code` is stable and meant for programs; `message` is meant for people, in both languages. `offset` (from 0) and
    `width` give the wrong characters of the text. `line` (from 1) gives the line, if the text has several; `key` gives
    the header whose value is wrong. `article` is the article of the rules that is broken, or None.
    """

    def __init__(  # noqa: PLR0913 - one keyword for each thing an error carries
        self,
        code: str,
        message: Message,
        *,
        offset: int = 0,
        width: int = 1,
        line: int | None = None,
        article: str | None = None,
        key: str | None = None,
    ) -> None:
        super().__init__(message.en)
        self.code = code
        self.message = message
        self.offset = offset
        self.width = width
        self.line = line
        self.article = article
        self.key = key

    def __reduce__(self) -> tuple[object, ...]:
        """Take an error through a pool of processes with everything it carries."""
        return _error_without_attributes, (type(self), self.args), self.__dict__


def _error_without_attributes(kind: type[KifuError], arguments: tuple[object, ...]) -> KifuError:
    """Return an error whose attributes are still missing.

    Each class has arguments of its own.
    """
    return kind.__new__(kind, *arguments)


class WrongArgument(KifuError, TypeError):
    """Argument of a wrong kind, given to the public door."""

    def __init__(self, name: str, wanted: Message, given: object) -> None:
        kind = type(given).__name__
        shown = quoted(ascii(given) if isinstance(given, bytes | bytearray) else repr(given))
        super().__init__(
            "wrong-argument",
            Message(
                f"{name} には{wanted.ja}を渡してください。渡されたのは {kind} です: {shown}",
                f"{name} takes {wanted.en}; it was given {kind}: {shown}",
            ),
        )

    def __str__(self) -> str:
        """Message in both languages: a traceback has none."""
        return f"{self.message.ja} / {self.message.en}"


def require_kind(
    argument_name: str,
    argument: object,
    wanted_kind: type | tuple[type, ...],
    wanted_texts: tuple[str, str],
    *,
    fits: bool = True,
) -> None:
    """Raise WrongArgument unless an argument is of a kind and `fits`.

    No bool is a number.
    """
    if not isinstance(argument, wanted_kind) or not fits or isinstance(argument, bool):
        raise WrongArgument(argument_name, Message(*wanted_texts), argument)


class IllegalMove(KifuError):
    """The rules do not allow the move.

    `article` is the article that it breaks, None for a number that is no move.
    """

    def __str__(self) -> str:
        """Return the message in both languages, as :class:`WrongArgument` does."""
        return f"{self.message.ja} / {self.message.en}"


class InvalidMove(KifuError):
    """Text that is no move of the game, or leaves the board."""


class InvalidSetup(KifuError):
    """A diagram cannot be read, or shows no position of the game.

    the game has no such rules.
    """


class UnknownGame(KifuError):
    """No game has that name or id."""


class UnknownArticle(KifuError):
    """No article of the rulebook has that number, or several have."""


class DamagedTablebase(KifuError):
    """Tablebase whose values were altered, or contradict the rules."""


class UnreadableFile(KifuError):
    """File without text of a known encoding, or not openable."""


MAX_WORD_CHARS = 100
"""The number of characters of the longest word that gets a suggestion. A longer word is no misspelling of a known one."""


def closest_word(misspelt_word: str, known_words: Iterable[str]) -> str | None:
    """Return the word of `known_words` that is most similar to `misspelt_word`.

    None if none is similar enough. Letter case and width (ｖｅｒｉｆｙ) do not count.
    """
    from difflib import get_close_matches  # noqa: PLC0415 - needed only after a mistake

    if len(misspelt_word) > MAX_WORD_CHARS:
        return None
    spellings = {normalized_name(spelling): spelling for spelling in known_words}
    matches = get_close_matches(normalized_name(misspelt_word), spellings, n=1)
    return spellings[matches[0]] if matches else None


def suggestion(word: str, known_words: Iterable[str]) -> Message:
    """Question whether :func:`closest_word` was meant; empty if nothing is similar."""
    return did_you_mean(closest_word(word, known_words))


def did_you_mean(*words: str | None) -> Message:
    """Question whether one of `words` was meant; empty for None alone."""
    known = [quoted(word) for word in words if word is not None]
    if not known:
        return Message("", "")
    english = " or ".join(f"'{word}'" for word in known)
    return Message(f"。もしかして{'か'.join(f'「{word}」' for word in known)}ですか", f"; did you mean {english}?")


def normalized_name(word: str) -> str:
    """Name in normalised form: half-width, small letters."""
    return unicodedata.normalize("NFKC", word).strip().casefold()
