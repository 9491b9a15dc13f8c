"""Verdict with its basis, for which other readings are judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.game.options import other_values
from kifu.referee.basis import basis_of
from kifu.referee.fault import first_error
from kifu.referee.judge import judge
from kifu.referee.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.diagnostic import Diagnostic
    from kifu.referee.record import Record


def verify(record: Record, sha256: str, diagnostics: Sequence[Diagnostic] = ()) -> Verdict:
    """Verdict on one record with its basis; see :func:`kifu.referee.judge.judge`."""
    return _add_basis(judge(record, sha256, diagnostics))


def unreadable_file(name: str, sha256: str, diagnostics: Sequence[Diagnostic]) -> Verdict:
    """Verdict on a file without any record."""
    listed = tuple(diagnostics)
    return Verdict.unreadable(file=name, index=0, sha256=sha256, fault=first_error(listed), diagnostics=listed)


def _add_basis(verdict: Verdict) -> Verdict:
    """Add the basis to a verdict and to a match's games."""
    basis = basis_of(
        verdict.game, verdict.outcome, verdict.fault, set_up=verdict.set_up, by_a_reading=_is_a_reading(verdict)
    )
    return verdict._replace(basis=basis, games=tuple(map(_add_basis, verdict.games)))


def _is_a_reading(verdict: Verdict) -> bool:
    """Tell whether another option value changes the illegal move.

    The option is one at the move's article; the move is then legal, or the fault another.
    """
    record, game, fault = verdict.record, verdict.game, verdict.fault
    if record is None or game is None or fault is None or fault.move is None or fault.article is None or verdict.games:
        return False
    others = (
        judge(record._replace(game=game.under(option.name, value)), verdict.sha256).fault
        for option, value in other_values(game)
        if fault.article in {option.article, *option.also}
    )
    return any(other is None or (other.ply, other.article) != (fault.ply, fault.article) for other in others)
