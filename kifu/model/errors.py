"""What can be wrong with a move or a set-up. Each error carries the move, the article and the unchanged position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kifu.model.message import Message


class KifuError(Exception):
    """Base of every error this package raises on purpose.

    `code` is stable and meant for programs, `message` for people, in both languages. `offset` and `width` say which
    characters of the text at hand are meant (from 0), `line` which line (from 1) where there are several, `key` which header's value.
    """

    def __init__(  # noqa: PLR0913 - one keyword for each thing an error carries
        self,
        code: str,
        message: Message,
        *,
        offset: int = 0,
        width: int = 1,
        line: int | None = None,
        move: object = None,
        article: str | None = None,
        position: Any = None,  # noqa: ANN401 - a position of whichever game
        key: str | None = None,
    ) -> None:
        super().__init__(message.en)
        self.code = code
        self.message = message
        self.offset = offset
        self.width = width
        self.line = line
        self.move = move
        self.article = article
        self.position = position
        self.key = key


class InvalidMove(KifuError):
    """The text cannot be read as a move of the game, or names a square off the board."""


class IllegalMove(KifuError):
    """The move is well written but breaks an article."""


class AmbiguousMove(KifuError):
    """The text fits more than one legal move."""


class InvalidSetup(KifuError):
    """A diagram cannot be read, or is no position of the game."""


class UnknownGame(KifuError):
    """No game has that name or id."""


class UnknownArticle(KifuError):
    """No article of the rulebook has that number, or several have."""


class UnreadableFile(KifuError):
    """A file that holds no text of a known encoding, or cannot be opened at all."""
