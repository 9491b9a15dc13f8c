"""Verdict on a record: four steps, then its basis by other readings.

Each step takes the frozen value that the step before it has returned. Branches and the games of a match pass through the
same steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kifu.core.diagnostic import too_large_diagnostic
from kifu.core.game.options import unchosen_option_values
from kifu.referee import match_of_two_games
from kifu.referee.compare import compare_record
from kifu.referee.decide import decide_record, unreadable_if_part_unread
from kifu.referee.replay import replay_record
from kifu.referee.resolve import Resolved, Unresolved, resolve
from kifu.referee.status_fault_and_basis import Status, basis_of, first_error_as_fault
from kifu.referee.verdict import Verdict
from kifu.referee.verdict_diagnostics import record_diagnostics, unreadable_entry_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.game.game import Game
    from kifu.referee.record import Record


def verify(record: Record, sha256: str, diagnostics: Sequence[Diagnostic] = ()) -> Verdict:
    """Verdict on one record with its basis; see :func:`kifu.referee.verify.judge_record`."""
    return _add_basis(judge_record(record, sha256, diagnostics))


class JudgedDocument(Protocol):
    """A file of records as far as it is judged."""

    @property
    def name(self) -> str: ...  # noqa: D102 - as in notation.reading.Document
    @property
    def sha256(self) -> str: ...  # noqa: D102
    @property
    def records(self) -> Sequence[Record]: ...  # noqa: D102
    @property
    def diagnostics(self) -> Sequence[Diagnostic]: ...  # noqa: D102


def verify_document(document: JudgedDocument) -> tuple[Verdict, ...]:
    """Verdicts on a document's records, in order; UNREADABLE without any."""
    name, sha256, diagnostics = document.name, document.sha256, document.diagnostics
    if not document.records:
        return (unreadable_file(name, sha256, diagnostics),)
    return tuple(verify(record, sha256, diagnostics) for record in document.records)


def unreadable_file(name: str, sha256: str, diagnostics: Sequence[Diagnostic]) -> Verdict:
    """Verdict on a file without any record."""
    listed = tuple(diagnostics)
    return Verdict.unreadable(file=name, index=0, sha256=sha256, fault=first_error_as_fault(listed), diagnostics=listed)


def _add_basis(verdict: Verdict) -> Verdict:
    """Add the basis to a verdict and to a match's games."""
    basis = basis_of(
        verdict.game, verdict.outcome, verdict.fault, set_up=verdict.set_up, by_a_reading=_depends_on_reading(verdict)
    )
    return verdict._replace(basis=basis, games=tuple(map(_add_basis, verdict.games)))


def _depends_on_reading(verdict: Verdict) -> bool:
    """Tell whether another option value changes the illegal move.

    The option is one at the move's article; the move is then legal, or the fault another.
    """
    record, game, fault = verdict.record, verdict.game, verdict.fault
    if record is None or game is None or fault is None or fault.move is None or fault.article is None or verdict.games:
        return False
    others = (
        judge_record(record._replace(game=game.under(option.name, value)), verdict.sha256).fault
        for option, value in unchosen_option_values(game)
        if fault.article in {option.article, *option.also}
    )
    return any(other is None or (other.ply, other.article) != (fault.ply, fault.article) for other in others)


def judge_record(record: Record, sha256: str, diagnostics: Sequence[Diagnostic] = ()) -> Verdict:
    """Verdict on one record, without its basis.

    `diagnostics` are those of its file as a whole; the verdict lists them first. `sha256` is the digest of the file in
    hexadecimal digits. A record that is too large is unreadable (see :mod:`kifu.core.diagnostic`).
    """
    before = (*diagnostics, *record.diagnostics)
    try:
        verdict = _verdict_without_basis(record, sha256, before)
    except Exception as raised:
        too_large = too_large_diagnostic(raised, record.span.first)
        if too_large is None:
            raise
        verdict = Verdict.unreadable(
            file=record.source.name,
            index=record.index,
            sha256=sha256,
            fault=first_error_as_fault([too_large]),
            diagnostics=(*before, too_large),
        )
    return verdict._replace(record=record)


def _verdict_without_basis(record: Record, sha256: str, reader_diagnostics: Sequence[Diagnostic]) -> Verdict:
    """Verdict on a record: unreadable, a match, unresolved, or resolved."""
    if record.game is None:
        return Verdict.unreadable(
            file=record.source.name,
            index=record.index,
            sha256=sha256,
            fault=first_error_as_fault(reader_diagnostics),
            diagnostics=tuple(reader_diagnostics),
        )
    if record.games and record.refused is None:
        return _verdict_on_match(record.game, record, sha256, reader_diagnostics)
    resolved = resolve(record, record.game)
    if isinstance(resolved, Unresolved):
        return _verdict_on_unresolved(resolved, record, sha256, reader_diagnostics)
    return _verdict_on_resolved(resolved, record, sha256, reader_diagnostics)


def _verdict_on_unresolved(
    resolved: Unresolved, record: Record, sha256: str, reader_diagnostics: Sequence[Diagnostic]
) -> Verdict:
    """Return the verdict on a record whose rules or set-up are wrong.

    Nothing can be replayed.
    """
    fault = resolved.fault
    unread = [
        diagnostic for line in record.lines for diagnostic in unreadable_entry_errors(resolved.game, line.entries)
    ]
    return Verdict(
        file=record.source.name,
        index=record.index,
        sha256=sha256,
        status=Status.UNREADABLE if fault.article is None else Status.ILLEGAL,
        game=resolved.game,
        fault=fault,
        diagnostics=(*reader_diagnostics, *resolved.notices, fault.diagnostic(), *unread),
    )


def _verdict_on_resolved(
    resolved: Resolved, record: Record, sha256: str, reader_diagnostics: Sequence[Diagnostic]
) -> Verdict:
    """Verdict on a record whose game, rules and start are known."""
    replays = replay_record(resolved, record)
    findings = compare_record(replays)
    decided = decide_record(findings)
    diagnostics = (*reader_diagnostics, *resolved.notices, *record_diagnostics(decided, reader_diagnostics))
    decision = unreadable_if_part_unread(decided.main, diagnostics)
    return Verdict(
        file=record.source.name,
        index=record.index,
        sha256=sha256,
        status=decision.status,
        game=resolved.game,
        replay=replays.main,
        outcome=decision.outcome,
        recorded=findings.main.said.recorded_ending,
        fault=decision.fault,
        diagnostics=diagnostics,
        branches=replays.branches,
        stretches=replays.stretches,
    )


def _verdict_on_match(game: Game, record: Record, sha256: str, reader_diagnostics: Sequence[Diagnostic]) -> Verdict:
    """Verdict on a match: each of its games, then their sum."""
    verdicts = tuple(judge_record(part, sha256) for part in record.games)
    findings = match_of_two_games.compare_match(game, record, verdicts)
    decision = match_of_two_games.decide_match(findings)
    diagnostics = [*reader_diagnostics, *decision.diagnostics]
    decision = unreadable_if_part_unread(decision, diagnostics)
    return Verdict(
        file=record.source.name,
        index=record.index,
        sha256=sha256,
        status=decision.status,
        game=game,
        outcome=decision.outcome,
        recorded=findings.recorded,
        fault=decision.fault,
        diagnostics=tuple(diagnostics),
        games=verdicts,
    )
