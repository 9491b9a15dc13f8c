"""Judges a record in four rooms, one way: settle, replay, compare, decide.

Each takes the frozen value that the one before it returned. Branches and the games of a match pass through the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.model.too_large import too_much
from kifu.referee import match
from kifu.referee.compare import compare
from kifu.referee.decide import decide, vouched_for
from kifu.referee.diagnostics import of_a_branch, of_the_game, unreadable_entries
from kifu.referee.fault import first_error
from kifu.referee.replay import replay_record
from kifu.referee.settle import Settled, Unsettled, settle
from kifu.referee.verdict import Status, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.model.diagnostic import Diagnostic
    from kifu.model.game import Game
    from kifu.model.record import Record


def verify(record: Record, sha256: str, diagnostics: Sequence[Diagnostic] = ()) -> Verdict:
    """Judge one record. `diagnostics` are those of its file as a whole; the verdict lists them first.

    `sha256` is the file's. A record that is too much for the machine is unreadable (see :mod:`kifu.model.too_large`).
    """
    said = (*diagnostics, *record.diagnostics)
    try:
        verdict = _verdict(record, sha256, said)
    except Exception as failed:
        beyond = too_much(failed, record.span.first)
        if beyond is None:
            raise
        verdict = Verdict.unreadable(
            file=record.source.name,
            index=record.index,
            sha256=sha256,
            fault=first_error([beyond]),
            diagnostics=(*said, beyond),
        )
    return verdict._replace(record=record)


def unreadable_file(name: str, sha256: str, diagnostics: Sequence[Diagnostic]) -> Verdict:
    """Return the verdict on a file without any record."""
    said = tuple(diagnostics)
    return Verdict.unreadable(file=name, index=0, sha256=sha256, fault=first_error(said), diagnostics=said)


def _verdict(record: Record, sha256: str, said: Sequence[Diagnostic]) -> Verdict:
    if record.game is None:
        return Verdict.unreadable(
            file=record.source.name,
            index=record.index,
            sha256=sha256,
            fault=first_error(said),
            diagnostics=tuple(said),
        )
    if record.games and record.refused is None:
        return _match(record.game, record, sha256, said)
    settled = settle(record, record.game)
    if isinstance(settled, Unsettled):
        return _unsettled(settled, record, sha256, said)
    return _replayed(settled, record, sha256, said)


def _unsettled(settled: Unsettled, record: Record, sha256: str, said: Sequence[Diagnostic]) -> Verdict:
    """Return the verdict on a record whose rules or set-up are at fault: nothing can be replayed."""
    fault = settled.fault
    unread = [found for line in record.lines for found in unreadable_entries(settled.game, line.entries)]
    return Verdict(
        file=record.source.name,
        index=record.index,
        sha256=sha256,
        status=Status.UNREADABLE if fault.article is None else Status.ILLEGAL,
        game=settled.game,
        fault=fault,
        diagnostics=(*said, *settled.notices, fault.diagnostic(), *unread),
    )


def _replayed(settled: Settled, record: Record, sha256: str, before: Sequence[Diagnostic]) -> Verdict:
    game = settled.game
    main, branches = replay_record(settled, record)
    findings = compare(game, record.main, main)
    decision = decide(findings)
    said = [*before, *settled.notices, *of_the_game(findings, decision, before)]
    for line, played in zip(record.lines[1:], branches, strict=True):
        said += of_a_branch(game, line, played)
    decision = vouched_for(decision, said)
    return Verdict(
        file=record.source.name,
        index=record.index,
        sha256=sha256,
        status=decision.status,
        game=game,
        replay=main,
        outcome=decision.outcome,
        recorded=findings.recorded,
        fault=decision.fault,
        diagnostics=tuple(said),
        branches=branches,
    )


def _match(game: Game, record: Record, sha256: str, before: Sequence[Diagnostic]) -> Verdict:
    """Judge a match: each of its games, then their sum."""
    verdicts = tuple(verify(part, sha256) for part in record.games)
    findings = match.compare(game, record, verdicts)
    decision = match.decide(findings)
    said = [*before, *decision.diagnostics]
    decision = vouched_for(decision, said)
    return Verdict(
        file=record.source.name,
        index=record.index,
        sha256=sha256,
        status=decision.status,
        game=game,
        outcome=decision.outcome,
        recorded=findings.recorded,
        fault=decision.fault,
        diagnostics=tuple(said),
        games=verdicts,
    )
