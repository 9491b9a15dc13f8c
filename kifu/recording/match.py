"""Match of two games: the second is opened from the first.

The journal of the second game holds the record of the first as it was closed. So it needs no other journal.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.message import CONTROL, Message
from kifu.recording import json_fields
from kifu.recording.clock import control_json
from kifu.recording.journal import unmarked_bytes
from kifu.recording.json_fields import Rejected
from kifu.recording.position_json import ending_json
from kifu.referee.match import sums
from kifu.referee.verify import verify
from notation.formats.kif_sheet import DIAGRAM
from notation.formats.kif_writer import TABLE
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.game.game import Game
    from kifu.recording.state import State
    from kifu.referee.verdict import Verdict
    from notation.formats.kif_head import Rules

MAX_RECORD_CHARACTERS = 1 << 20
"""The most characters of the record of a first game."""
_HASH = re.compile(r"[0-9a-f]{64}")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


class FirstGame(NamedTuple):
    """A match's first game as of the second one's opening."""

    id: str
    hash: str
    """The hash of the last line of its journal."""
    record: str
    headers: tuple[tuple[str, str], ...]
    """The head of its record without 棋種 and 規則; the match has the same."""
    body: str
    """Its record below the head."""
    points: tuple[float, float]
    """Its points, those of 先手 first. In the second game the sides are exchanged."""

    @property
    def json(self) -> dict[str, str]:
        """The first game as :func:`read_first` reads it."""
        return {"id": self.id, "hash": self.hash, "record": self.record}


def read_first(value: object, game: Game, rules: Rules | None) -> FirstGame:
    """Return the first game of a second one's setup; may raise Rejected."""
    given = json_fields.members(value, ("id", "hash", "record"), "first")
    name, head, text = (given.get(key) for key in ("id", "hash", "record"))
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise json_fields.rejection("id", Message("対局の名ではありません", "it is no id of a game"))
    if not isinstance(head, str) or not _HASH.fullmatch(head):
        raise json_fields.rejection("hash", Message("16進の 64 桁です", "it has to be 64 hexadecimal digits"))
    if not isinstance(text, str) or len(text) > MAX_RECORD_CHARACTERS or re.search(CONTROL, text):
        raise json_fields.rejection(
            "record", Message("大きすぎるか、制御文字があります", "it is too long, or has control characters")
        )
    document = read("first.kif", unmarked_bytes(text), rules)
    record = document.records[0] if len(document.records) == 1 else None
    if record is None or record.games or record.game is None or record.game.rules != game.rules:
        raise json_fields.rejection(
            "record", Message("同じ規則の一局ではありません", "it is not one game under the same rules")
        )
    lines = text.split("\n")
    top = next((number for number, line in enumerate(lines) if line in {TABLE, DIAGRAM}), len(lines))
    headers = tuple((header.key, header.value) for header in record.headers[2:] if header.line <= top)
    scores = verify(record, document.sha256).scores()
    points = scores[-1] if scores else (0, 0)
    return FirstGame(name, head, text, headers, "\n".join(lines[top:]), points)


def second_game_setup(state: State, name: str, record: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the setup JSON of the second game, sides exchanged.

    `state` is the table `name` of the first game, and `record` the text of its record. `value` has the members ``match``,
    and what may be left out: ``game``, ``mode`` and ``clock``, else those of the first game. Raises Rejected.
    """
    given = json_fields.members(value, ("match", "game", "mode", "clock"), "match")
    opening = state.opening
    if state.game.match_article is None:
        raise Rejected("no-match", Message("この棋種に二局の対局はありません", "this game has no matches of two games"))
    if opening.first is not None:
        raise Rejected("no-match", Message("すでに後半です", "it is the second game already"))
    if state.closed is None:
        raise Rejected("not-closed", Message("前半を閉じてください", "close the first game before"))
    if given.get("game") not in {None, state.game.id}:
        raise json_fields.rejection("game", Message("前半と違います", "it is not that of the first game"))
    clock = None if opening.control is None else control_json(opening.control)
    second: dict[str, Any] = {
        "game": state.game.id,
        "rules": state.game.rules,
        "mode": given.get("mode", opening.mode),
        "names": dict(zip(json_fields.SIDE_NAMES, reversed(opening.names), strict=True)),
        "clock": given.get("clock", clock),
        "setup": opening.setup,
        "first": {"id": name, "hash": state.head, "record": record},
    }
    if opening.variant is not None:
        second["variant"] = opening.variant.text
    return second


def match_verdict(verdict: Verdict) -> dict[str, Any]:
    """Return the match result; ``points`` sum by the second game's sides."""
    return {
        "status": verdict.status.value,
        "outcome": ending_json(verdict.outcome),
        "points": list(reversed(sums(verdict.games))) if all(game.scores() for game in verdict.games) else None,
    }


def match_json(first: FirstGame) -> dict[str, Any]:
    """Return the match as its second game shows it.

    ``before`` are the points of the first by the sides of this one.
    """
    return {"half": "second", "first": first.id, "before": list(reversed(first.points))}
