"""What is raised on purpose for text, files and names that are wrong. A move that breaks a rule raises nothing: it is a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kifu.model.message import Message


class KifuError(Exception):
    """Base of every error this package raises on purpose.

    `code` is stable and meant for programs, `message` for people, in both languages. `offset` and `width` say which
    characters of the text at hand are meant (from 0), `line` which line (from 1) if there are several, `key` which
    header's value. `article` is the article of the rules that is broken, if one is.
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


class InvalidMove(KifuError):
    """The text cannot be read as a move of the game, or names a square off the board."""


class InvalidSetup(KifuError):
    """A diagram cannot be read, or is no position of the game."""


class UnknownGame(KifuError):
    """No game has that name or id."""


class UnknownArticle(KifuError):
    """No article of the rulebook has that number, or several have."""


class UnreadableFile(KifuError):
    """A file that holds no text of a known encoding, or cannot be opened at all."""
