"""The reason why a table takes no event or opens no game."""

from __future__ import annotations

from kifu.model.errors import KifuError
from kifu.model.message import Message


class Refused(KifuError):
    """An event or an opening that no table can take, whatever its state. Nothing was taken."""

    def __init__(self, code: str, message: Message, article: str | None = None) -> None:
        super().__init__(code, message, article=article)


def no_such_ply() -> Refused:
    """Return the refusal of a ply that is not there."""
    return Refused("no-such-ply", Message("その手はまだありません", "there is no such ply yet"))
