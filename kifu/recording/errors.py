"""What is said where something is wrong, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.model.message import Message
from kifu.recording.game_json import words

if TYPE_CHECKING:
    from kifu.model.errors import KifuError

NO_GAME = Message("その対局はありません", "there is no such game")
STALE = Message("ほかの記録が先に入りました", "another event was taken before it")
BAD_JSON = Message("JSON として読めません", "it is no JSON")


def failure(wrong: KifuError) -> dict[str, object]:
    """Return an error as JSON, with its line if it has one."""
    body: dict[str, object] = {"error": wrong.code, "message": words(wrong.message)}
    return body if wrong.line is None else {**body, "line": wrong.line}
