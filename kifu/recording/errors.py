"""Errors of recording: rejected events and requests, as JSON."""

from __future__ import annotations

from kifu.core.errors import KifuError
from kifu.core.message import Message

NO_GAME = Message("その対局はありません", "there is no such game")
STALE = Message("ほかの記録が先に入りました", "another event was taken before it")
BAD_JSON = Message("JSON として読めません", "it is no JSON")


class Rejected(KifuError):
    """An event or request that is taken in no state."""

    def __init__(self, code: str, message: Message, article: str | None = None) -> None:
        super().__init__(code, message, article=article)


def no_such_ply() -> Rejected:
    """Return the rejection of a ply that is not there."""
    return Rejected("no-such-ply", Message("その手はまだありません", "there is no such ply yet"))


def failure(wrong: KifuError) -> dict[str, object]:
    """Return an error as JSON, with its line if it has one."""
    body: dict[str, object] = {"error": wrong.code, "message": wrong.message._asdict()}
    return body if wrong.line is None else {**body, "line": wrong.line}
