"""The errors for wrong text, files and names. A move that breaks a rule raises nothing: it is a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kifu.model.message import Message


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
        """Unpickle to the same error, whatever its class asks for to be made: other processes raise it too."""
        return _raised_elsewhere, (type(self), self.args, vars(self))


def _raised_elsewhere(kind: type[KifuError], arguments: tuple[object, ...], members: dict[str, object]) -> KifuError:
    error = kind.__new__(kind)
    error.args = arguments
    vars(error).update(members)
    return error


class InvalidMove(KifuError):
    """The text cannot be read as a move of the game, or names a square off the board."""


class InvalidSetup(KifuError):
    """A diagram cannot be read, or shows no position of the game; or the game has no such rules."""


class UnknownGame(KifuError):
    """No game has that name or id."""


class UnknownArticle(KifuError):
    """No article of the rulebook has that number, or several have."""


class DamagedTablebase(KifuError):
    """The values of a tablebase are not those that were written, or do not follow from the rules."""


class UnreadableFile(KifuError):
    """A file that holds no text of a known encoding, or cannot be opened at all."""
