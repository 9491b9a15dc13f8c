"""Puzzles of a file of `kifu study puzzles`, as JSON."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from kifu import games
from kifu.core.errors import KifuError
from kifu.core.message import Message
from kifu.recording.errors import Rejected
from kifu.recording.game_json import look_json
from kifu.recording.json_fields import SIDE_NAMES, parse_strict
from kifu.recording.position_json import beside_json, choices, tokens_json
from kifu.recording.viewer_json import look_name
from kifu.referee.verify import verify
from kifu.web.service.file_commands import document_of
from kifu.web.service.messages import Response, json_response

if TYPE_CHECKING:
    from kifu.referee.verdict import Verdict
    from kifu.web.service.messages import Request

FORMAT, LINE_FORMAT = "kifu-puzzles/1", "kifu-puzzle/1"
MAX_PUZZLES = 500
"""The most puzzles of a file that are asked."""
GAME, TITLE = "棋種", "棋戦"
NO_PUZZLES = Message(
    "詰め問題がありません。kifu study puzzles が書いた棋譜を選んでください",
    "it holds no puzzle; choose records that kifu study puzzles has written",
)


def puzzles(request: Request) -> Response:
    """Return the puzzles of a file. Raises Rejected.

    Each legal record that begins on a board of its own and has a solution.
    """
    document = document_of(request.value, _as_records(request.data))
    judged = [verify(record, document.sha256) for record in document.records[:MAX_PUZZLES]]
    found = [verdict for verdict in judged if _is_puzzle(verdict)]
    if not found:
        raise Rejected("no-puzzle", NO_PUZZLES)
    looks = {look_name(verdict.game): look_json(verdict.game) for verdict in found if verdict.game is not None}
    left_out = len(document.records) - len(found)
    return json_response({"format": FORMAT, "looks": looks, "puzzles": list(map(_puzzle, found)), "left_out": left_out})


def _as_records(data: bytes | None) -> bytes | None:
    """Return puzzles in JSON lines as records; other files unchanged."""
    if data is None or not data.lstrip().startswith(b"{"):
        return data
    try:
        found = [parse_strict(line) for line in data.decode().splitlines() if line.strip()]
        texts = [_as_record(each) for each in found]
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError, KifuError):
        return data
    return "\n".join(texts).encode()


def _as_record(puzzle: Any) -> str:  # noqa: ANN401 - any JSON
    """Return a puzzle as a record, which is judged like any other.

    Raises KeyError and TypeError for what is none.
    """
    if puzzle["format"] != LINE_FORMAT:
        raise KeyError(LINE_FORMAT)
    name = games.find(puzzle["game"]).name.ja
    moves = "".join(f"{ply:4} {text}\n" for ply, text in enumerate(puzzle["solution"], start=1))
    head = f"{GAME}：{name}\n規則：{puzzle['rules']}\n{TITLE}：{' '.join(puzzle['source'].split())}\n"
    return f"{head}局面図\n{puzzle['diagram']}手数----指手---------消費時間--\n{moves}"


def _is_puzzle(verdict: Verdict) -> bool:
    return (
        not verdict.status.exit_code
        and verdict.record is not None
        and verdict.record.setup is not None
        and verdict.plies > 0
    )


def _puzzle(verdict: Verdict) -> dict[str, Any]:
    game, replay, record = verdict.game, verdict.replay, verdict.record
    assert game is not None  # noqa: S101 - it was replayed
    assert replay is not None  # noqa: S101
    assert record is not None  # noqa: S101
    texts = list(map(game.spell, replay.moves))
    start = replay.positions[0]
    identity = "\n".join((game.id, game.rules, game.spell_diagram(start), texts[0]))
    boards = [
        {
            "tokens": tokens_json(game, position),
            "turn": SIDE_NAMES[game.turn(position)],
            **beside_json(game, position),
        }
        for position in replay.positions
    ]
    return {
        "id": hashlib.sha256(identity.encode()).hexdigest()[:16],
        "look": look_name(game),
        "title": record.header(TITLE) or "",
        "boards": boards,
        "choices": [choice.to_json() for choice in choices(game, start)],
        "solution": texts,
    }
