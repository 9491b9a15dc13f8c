"""Requests of the page about files: explorer's games, puzzles, sharing."""

from __future__ import annotations

import base64
import hashlib
from collections import deque
from typing import TYPE_CHECKING, Any

from analysis.explorer.graph_json import explorer_json
from analysis.explorer.played_game import games_of_verdict
from analysis.explorer.position_graph import GraphCollector
from analysis.pdf.paper_page import QUIET, qr_matrix
from kifu.core import games
from kifu.core.errors import KifuError
from kifu.core.game.options import named_file
from kifu.core.message import Message
from kifu.core.outcome import SIDE_IDS
from kifu.recording import untrusted_json_fields
from kifu.recording.game_drawing_and_catalogue_json import drawing_json, look_name
from kifu.recording.position_and_moves_json import enterable_moves, held_and_beside_json, tokens_json
from kifu.recording.record_link import record_fragment, record_of_link
from kifu.recording.untrusted_json_fields import Rejected, parse_strict_json
from kifu.referee.verify import verify
from kifu.render.board import Board
from kifu.render.shapes_and_svg import DrawingOptions, scene_svg
from kifu.web.service.file_commands import requested_document
from kifu.web.service.requests_responses_and_ports import RequestFailed, Response, json_response

if TYPE_CHECKING:
    from kifu.core.message import Language
    from kifu.referee.record import Record
    from kifu.referee.verdict import Verdict
    from kifu.web.service.requests_responses_and_ports import Request


MAX_BATCH_RECORDS = 40
"""The records that are judged before the page is told how far it is."""
MAX_GAMES = 10_000
"""The most games that are gathered."""
TOO_MANY_GAMES = Message(
    f"{MAX_GAMES} 局までです。それより多い棋譜は kifu study explorer で見られます",
    f"{MAX_GAMES} games at most; kifu study explorer shows more",
)


class ExplorerImport:
    """Import of games: those verified, and the records that wait."""

    def __init__(self) -> None:
        self._empty()

    def _empty(self) -> None:
        self._gathered = GraphCollector()
        self._waiting: deque[tuple[Record, str, str]] = deque()

    def read_file(self, request: Request) -> Response:
        """Read a file; ``address`` is that of a screen that shows it.

        Raises Rejected.
        """
        document, address = requested_document(request.value, request.data, "address"), request.value.get("address", "")
        address = untrusted_json_fields.one_line_field(address, "address") if address else ""
        if self._gathered.games + len(self._waiting) + len(document.records) > MAX_GAMES:
            raise Rejected("too-many-games", TOO_MANY_GAMES)
        if not document.records:
            self._gathered.add_game(None)
        self._waiting.extend((record, document.sha256, address) for record in document.records)
        return self.judge_waiting_records(request)

    def judge_waiting_records(self, _request: Request) -> Response:
        """Verify some of the records that wait, and count the rest."""
        for _ in range(min(MAX_BATCH_RECORDS, len(self._waiting))):
            record, sha256, address = self._waiting.popleft()
            for game in games_of_verdict(verify(record, sha256), address):
                self._gathered.add_game(game)
        return json_response({"games": self._gathered.games, "left": len(self._waiting)})

    def clear(self, request: Request) -> Response:
        """Forget all games."""
        self._empty()
        return self.judge_waiting_records(request)

    def graphs(self, _request: Request) -> Response:
        """Return the graphs of the verified games."""
        return json_response(explorer_json(self._gathered.graphs(), self._gathered.rejected))


FORMAT, LINE_FORMAT = "kifu-puzzles/1", "kifu-puzzle/1"
MAX_PUZZLES = 500
"""The most puzzles of a file that are asked."""
GAME, TITLE = "棋種", "棋戦"
NO_PUZZLES = Message(
    "詰め問題がありません。kifu study puzzles が書いた棋譜を選んでください",
    "it holds no puzzle; choose records that kifu study puzzles has written",
)


def read_puzzles(request: Request) -> Response:
    """Return the puzzles of a file. Raises Rejected.

    Each legal record that begins on a board of its own and has a solution.
    """
    document = requested_document(request.value, _puzzles_as_records(request.data))
    judged = [verify(record, document.sha256) for record in document.records[:MAX_PUZZLES]]
    found = [verdict for verdict in judged if _is_puzzle(verdict)]
    if not found:
        raise Rejected("no-puzzle", NO_PUZZLES)
    looks = {look_name(verdict.game): drawing_json(verdict.game) for verdict in found if verdict.game is not None}
    left_out = len(document.records) - len(found)
    return json_response(
        {"format": FORMAT, "looks": looks, "puzzles": list(map(_puzzle_json, found)), "left_out": left_out}
    )


def _puzzles_as_records(data: bytes | None) -> bytes | None:
    """Return puzzles in JSON lines as records; other files unchanged."""
    if data is None or not data.lstrip().startswith(b"{"):
        return data
    try:
        found = [parse_strict_json(line) for line in data.decode().splitlines() if line.strip()]
        texts = [_puzzle_as_record(each) for each in found]
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError, KifuError):
        return data
    return "\n".join(texts).encode()


def _puzzle_as_record(puzzle: Any) -> str:  # noqa: ANN401 - any JSON
    """Return a puzzle as a record, which is judged like any other.

    Raises KeyError and TypeError for what is none.
    """
    if puzzle["format"] != LINE_FORMAT:
        raise KeyError(LINE_FORMAT)
    name = games.game_by_name(puzzle["game"]).name.ja
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


def _puzzle_json(verdict: Verdict) -> dict[str, Any]:
    """Return a puzzle as JSON: its boards, moves and solution."""
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
            "turn": SIDE_IDS[game.turn(position)],
            **held_and_beside_json(game, position),
        }
        for position in replay.positions
    ]
    return {
        "id": hashlib.sha256(identity.encode()).hexdigest()[:16],
        "look": look_name(game),
        "title": record.header(TITLE) or "",
        "boards": boards,
        "choices": [choice.to_json() for choice in enterable_moves(game, start)],
        "solution": texts,
    }


MAX_CODE_CHARACTERS = 2_900
"""The longest text of a QR code."""
NO_CODE = Message("QR コードには長すぎます", "it is too long for a QR code")
NO_DATA = Message("棋譜がありません", "there is no record")


def record_link(request: Request) -> Response:
    """Return the fragment of a link that carries a file, and the names of the variant files that it does not carry."""
    if request.data is None:
        raise RequestFailed(422, "no-data", NO_DATA)
    rules = (named_file(record.plain.rules) for record in requested_document({}, request.data).records)
    variants = sorted({file.name for file in rules if file is not None})
    return json_response({"link": record_fragment(request.data), "variants": variants})


def linked_record(request: Request) -> Response:
    """Return the file that a link carries."""
    given = untrusted_json_fields.object_field(request.value, ("link",), "link").get("link")
    data = record_of_link(given if isinstance(given, str) else "")
    return json_response({"data": base64.b64encode(data).decode()})


def qr_code(request: Request) -> Response:
    """Return a QR code as SVG path, and its width in modules."""
    text = untrusted_json_fields.object_field(request.value, ("text",), "code").get("text")
    if not isinstance(text, str) or not text or len(text.encode()) > MAX_CODE_CHARACTERS:
        raise RequestFailed(422, "no-code", NO_CODE)
    rows = qr_matrix(text, error_correction="l")
    path = "".join(
        f"M{QUIET + column} {QUIET + row}h1v1h-1z"
        for row, line in enumerate(rows)
        for column, dark in enumerate(line)
        if dark
    )
    return json_response({"side": len(rows) + 2 * QUIET, "path": path})


def text_and_picture_of_file(request: Request) -> Response:
    """Return a file as text, and one game as picture.

    The picture is of its last board.
    """
    document = requested_document(request.value, request.data)
    language: Language = "en" if request.value.get("language") == "en" else "ja"
    picture = None
    if len(document.records) == 1:
        picture = _last_board_svg(verify(document.records[0], document.sha256), language)
    return json_response({"text": document.text, "picture": picture})


def _last_board_svg(verdict: Verdict, language: Language) -> str | None:
    """Return a game's last board as SVG, or None."""
    if verdict.games:
        return _last_board_svg(verdict.games[-1], language)
    game, replay, record = verdict.game, verdict.replay, verdict.record
    if game is None or replay is None or record is None:
        return None
    ply = len(replay.positions) - 1
    caption = f"{ply} {game.spell(replay.moves[ply - 1])}" if ply else ""
    names = (record.header("先手") or "", record.header("後手") or "")
    look = DrawingOptions(language=language, caption=caption, names=names, ended=verdict.outcome)
    return scene_svg(Board.at(game, replay.positions, replay.moves, ply, look).scene())
