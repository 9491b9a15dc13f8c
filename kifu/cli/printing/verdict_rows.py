"""Verdicts as rows of a flat table: `kifu verify --format csv`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kifu.model.message import Language
    from kifu.model.outcome import Ending
    from kifu.referee.verdict import VerdictLike


class Row(NamedTuple):
    """One record; the fields are the columns, in this order. None is an empty cell."""

    file: str
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody needs here
    """From 0 within the file."""
    game: str | None
    rules: str | None
    status: str
    plies: int
    """The length of the legal prefix; of a match, in all its games."""
    winner: str | None
    """By the rules: first, second or draw."""
    termination: str | None
    article: str | None
    recorded_winner: str | None
    """As the record has it."""
    recorded_termination: str | None
    fault_ply: int | None
    """From 1; 0: before the first move."""
    fault_move: str | None
    fault_line: int | None
    fault_column: int | None
    fault_article: str | None
    fault_code: str | None
    fault_message: str | None
    """In the language of the messages."""
    sha256: str
    """Of the file."""


def row_of(judgement: VerdictLike, language: Language) -> Row:
    """Return the row of a judgement."""
    game, fault = judgement.game, judgement.fault
    ended, recorded = judgement.outcome, judgement.recorded
    return Row(
        file=judgement.file,
        index=judgement.index,
        game=game.id if game else None,
        rules=game.rules if game else None,
        status=judgement.status.value,
        plies=judgement.plies,
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
        sha256=judgement.sha256,
    )


def _winner(ending: Ending | None) -> str | None:
    return ending.outcome.value if ending and ending.outcome else None
