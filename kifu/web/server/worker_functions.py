"""Functions that worker processes run: untrusted input in, picklable values out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analysis.pdf.score_sheet import records_pdf
from kifu.core.errors import KifuError
from kifu.core.lazy_imports_extras_and_package_files import require_extra
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.reconcile.slip_or_foul import verify_with_headlines
from kifu.recording.game_setup import read_setup
from kifu.recording.submit_and_replay_events import submit
from kifu.recording.viewer_json import read_analysis_line
from kifu.referee.verify import verify
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from analysis.explorer.played_game import PlayedGame
    from kifu.recording.game_setup import GameSetup
    from kifu.recording.state_and_clock import State
    from kifu.recording.state_record_conversion import StoredGame
    from kifu.recording.submit_and_replay_events import Sender, SubmitResult
    from kifu.recording.viewer_json import PlayedLine
    from kifu.referee.verdict import Verdict
    from notation.formats.kif_head_reader import RulesSource


def stored_game_pdf(stored: StoredGame, query: Mapping[str, str]) -> bytes:
    """Return the record of a game on score sheets.

    Raises MissingExtra and KifuError.
    """
    return record_pdf(stored.name, stored.data, stored.rules, query, silent=stored.silent)


def played_games(stored: StoredGame, address: str) -> tuple[PlayedGame | None, ...]:
    """Return the games of a record for the explorer."""
    from analysis.explorer.played_game import games_of_verdict  # noqa: PLC0415 - the server runs without this satellite

    document = read(stored.name, stored.data, stored.rules)
    judged = (verify(record, document.sha256, document.diagnostics) for record in document.records)
    return tuple(game for verdict in judged for game in games_of_verdict(verdict, address))


def read_opening_setup(value: object) -> GameSetup:
    """Return the opening that a JSON object describes. Raises Rejected."""
    return read_setup(value)


def variation_line(state: State, value: object, *, silent: bool) -> PlayedLine:
    """Return the line to the position behind tried moves. Raises Rejected."""
    return read_analysis_line(state, value, silent=silent).line


def submit_event(state: State, request: object, *, sender: Sender) -> SubmitResult:
    """Return the answer to a request with an event. Raises Rejected."""
    return submit(state, request, sender)


def read_photographs(request: object, handwritings_folder: Path) -> dict[str, Any]:
    """Read photographs of score sheets, by the handwritings of a folder. Raises Rejected and MissingExtra."""
    require_extra("scan")
    from analysis.scan import handwriting, review_api  # noqa: PLC0415 - an extra

    return review_api.read_photos(request, handwriting.Handwritings(handwritings_folder))


def learn_handwriting(request: object, handwritings_folder: Path) -> dict[str, Any]:
    """Keep the handwriting of confirmed sheets in a folder. Raises Rejected, MissingExtra and OSError."""
    require_extra("scan")
    from analysis.scan import handwriting, review_api  # noqa: PLC0415 - an extra

    return review_api.learn_handwriting(request, handwriting.Handwritings(handwritings_folder))


def forget_handwriting(request: object, handwritings_folder: Path) -> dict[str, Any]:
    """Forget a handwriting of a folder. Raises Rejected, MissingExtra and OSError."""
    require_extra("scan")
    from analysis.scan import handwriting, review_api  # noqa: PLC0415 - an extra

    return review_api.forget_handwriting(request, handwriting.Handwritings(handwritings_folder))


def draft_board_json(request: object) -> dict[str, Any]:
    """Return the board behind the plies of a draft. Raises Rejected."""
    from analysis.scan import review_api  # noqa: PLC0415 - an extra

    return review_api.draft_board(request)


def record_of_draft(request: object) -> bytes:
    """Return the record of a draft. Raises Rejected."""
    from analysis.scan import review_api  # noqa: PLC0415 - an extra

    return review_api.confirmed_record(request)


def record_pdf(
    file_name: str, data: bytes, rules: RulesSource | None, query: Mapping[str, str], *, silent: bool
) -> bytes:
    """Return the records of a file on score sheets.

    If `silent`, nothing is shown of what the rules say.
    The members `size`, `side` and `lang` of `query` choose the paper; others count for nothing, and A4, 先手 and Japanese
    stand for values that are not known. Raises MissingExtra, and KifuError for records that cannot be printed.
    """
    require_extra("paper")

    document = read(file_name, data, rules)
    if all(record.game is None for record in document.records):
        raise KifuError(
            "unknown-game", Message("棋種が分からないので印刷できません", "the game is not known: it cannot be printed")
        )
    verdicts: list[Verdict | None] = [None] * len(document.records)
    if not silent:
        verdicts = list(verify_with_headlines(document, rules))
    return records_pdf(
        document.records,
        verdicts,
        side=Side.SECOND if query.get("side") == "second" else Side.FIRST,
        size="letter" if query.get("size") == "letter" else "a4",
        language="en" if query.get("lang") == "en" else "ja",
    )
