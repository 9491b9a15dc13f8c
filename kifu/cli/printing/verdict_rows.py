"""Makes verdicts rows of a flat table, for `kifu verify --format csv`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kifu.core.message import Language
    from kifu.core.outcome import Ending
    from kifu.referee.verdict_protocol import VerdictLike


class VerdictRow(NamedTuple):
    """The row of one record. The fields are the columns, in this order; None is an empty cell."""

    file: str
    index: int  # type: ignore[assignment]  # hides tuple.index, which is not used here
    """Index of the record within the file, from 0."""
    game: str | None
    rules: str | None
    status: str
    plies: int
    """The number of legal plies before the first fault; for a match, of all its games."""
    winner: str | None
    """The result by the rules: first, second or draw."""
    termination: str | None
    article: str | None
    recorded_winner: str | None
    """The result that the record claims."""
    recorded_termination: str | None
    fault_ply: int | None
    """The ply of the fault, from 1; 0 means before the first move."""
    fault_move: str | None
    fault_line: int | None
    fault_column: int | None
    fault_article: str | None
    fault_code: str | None
    fault_message: str | None
    """The message in the language of the command."""
    sha256: str
    """SHA-256 of the file, in hexadecimal."""


def row_of(verdict: VerdictLike, language: Language) -> VerdictRow:
    """Return the row of a verdict."""
    game, fault = verdict.game, verdict.fault
    ended, recorded = verdict.outcome, verdict.recorded
    return VerdictRow(
        file=verdict.file,
        index=verdict.index,
        game=game.id if game else None,
        rules=game.rules if game else None,
        status=verdict.status.value,
        plies=verdict.plies,
        winner=_winner(ended),
        termination=ended.termination.value if ended else None,
        article=ended.article if ended else None,
        recorded_winner=_winner(recorded),
        recorded_termination=recorded.termination.value if recorded else None,
        fault_ply=fault.ply if fault else None,
        fault_move=fault.move if fault else None,
        fault_line=fault.line if fault else None,
        fault_column=fault.column if fault else None,
        fault_article=fault.article if fault else None,
        fault_code=fault.code if fault else None,
        fault_message=fault.message.in_language(language) if fault else None,
        sha256=verdict.sha256,
    )


def _winner(ending: Ending | None) -> str | None:
    return ending.outcome.value if ending and ending.outcome else None
