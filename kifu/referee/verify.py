"""Judge a record in four steps: settle, replay, compare, decide.

Each step takes the frozen value that the step before it has returned. Branches and the games of a match pass through the
same steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.game.options import other_values
from kifu.core.size_limits import too_much
from kifu.referee import match
from kifu.referee.basis import basis_of
from kifu.referee.compare import compare
from kifu.referee.decide import decide, require_all_read
from kifu.referee.diagnostics import of_a_branch, of_the_game, unreadable_entries
from kifu.referee.fault import first_error
from kifu.referee.replay import replay_record
from kifu.referee.resolve import Resolved, Unresolved, resolve
from kifu.referee.resumed_play import stretches
from kifu.referee.status import Status
from kifu.referee.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.game.game import Game
    from kifu.referee.record import Record


def verify(record: Record, sha256: str, diagnostics: Sequence[Diagnostic] = ()) -> Verdict:
    """Return the verdict on one record.

    `diagnostics` are those of its file as a whole; the verdict lists them first. `sha256` is the digest of the file in
    hexadecimal digits. A record that is too large is unreadable (see :mod:`kifu.core.size_limits`).
    """
    return _add_basis(judge_without_basis(record, sha256, diagnostics))


def judge_without_basis(record: Record, sha256: str, diagnostics: Sequence[Diagnostic] = ()) -> Verdict:
    """Verdict without the basis that :func:`verify` adds.

    For the basis, an illegal move is judged by other readings too.
    """
    before = (*diagnostics, *record.diagnostics)
    try:
        verdict = _verdict(record, sha256, before)
    except Exception as raised:
        too_large = too_much(raised, record.span.first)
        if too_large is None:
            raise
        verdict = Verdict.unreadable(
            file=record.source.name,
            index=record.index,
            sha256=sha256,
            fault=first_error([too_large]),
            diagnostics=(*before, too_large),
        )
    return verdict._replace(record=record)


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
        judge_without_basis(record._replace(game=game.under(option.name, value)), verdict.sha256).fault
        for option, value in other_values(game)
        if fault.article in {option.article, *option.also}
    )
    return any(other is None or (other.ply, other.article) != (fault.ply, fault.article) for other in others)


def unreadable_file(name: str, sha256: str, diagnostics: Sequence[Diagnostic]) -> Verdict:
    """Return the verdict on a file without any record."""
    listed = tuple(diagnostics)
    return Verdict.unreadable(file=name, index=0, sha256=sha256, fault=first_error(listed), diagnostics=listed)


def _verdict(record: Record, sha256: str, before: Sequence[Diagnostic]) -> Verdict:
    if record.game is None:
        return Verdict.unreadable(
            file=record.source.name,
            index=record.index,
            sha256=sha256,
            fault=first_error(before),
            diagnostics=tuple(before),
        )
    if record.games and record.refused is None:
        return _match(record.game, record, sha256, before)
    settled = resolve(record, record.game)
    if isinstance(settled, Unresolved):
        return _verdict_unresolved(settled, record, sha256, before)
    return _verdict_resolved(settled, record, sha256, before)


def _verdict_unresolved(settled: Unresolved, record: Record, sha256: str, before: Sequence[Diagnostic]) -> Verdict:
    """Return the verdict on a record whose rules or set-up are wrong.

    Nothing can be replayed.
    """
    fault = settled.fault
    unread = [diagnostic for line in record.lines for diagnostic in unreadable_entries(settled.game, line.entries)]
    return Verdict(
        file=record.source.name,
        index=record.index,
        sha256=sha256,
        status=Status.UNREADABLE if fault.article is None else Status.ILLEGAL,
        game=settled.game,
        fault=fault,
        diagnostics=(*before, *settled.notices, fault.diagnostic(), *unread),
    )


def _verdict_resolved(settled: Resolved, record: Record, sha256: str, before: Sequence[Diagnostic]) -> Verdict:
    game = settled.game
    main, branches = replay_record(settled, record)
    findings = compare(game, record.main, main)
    decision = decide(findings)
    later = stretches(game, record.main, main)
    diagnostics = [*before, *settled.notices, *of_the_game(findings, decision, before, later)]
    for line, played in zip(record.lines[1:], branches, strict=True):
        diagnostics += of_a_branch(game, line, played)
    decision = require_all_read(decision, diagnostics)
    return Verdict(
        file=record.source.name,
        index=record.index,
        sha256=sha256,
        status=decision.status,
        game=game,
        replay=main,
        outcome=decision.outcome,
        recorded=findings.said.recorded,
        fault=decision.fault,
        diagnostics=tuple(diagnostics),
        branches=branches,
        stretches=later,
    )


def _match(game: Game, record: Record, sha256: str, before: Sequence[Diagnostic]) -> Verdict:
    """Verdict on a match: each of its games, then their sum."""
    verdicts = tuple(judge_without_basis(part, sha256) for part in record.games)
    findings = match.compare(game, record, verdicts)
    decision = match.decide(findings)
    diagnostics = [*before, *decision.diagnostics]
    decision = require_all_read(decision, diagnostics)
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
