"""The fourth room of the referee: what the findings on a line of play amount to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.model.outcome import Termination
from kifu.referee.claims import agreed, no_mate, over_though_adjourned
from kifu.referee.fault import first_error
from kifu.referee.verdict import Status

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.model.diagnostic import Diagnostic
    from kifu.model.outcome import Ending
    from kifu.referee.compare import Findings
    from kifu.referee.fault import Fault

AGREED = frozenset({Termination.REPETITION, Termination.AGREEMENT, Termination.IMPASSE})


class Decision(NamedTuple):
    """What decides the status of a line of play, and what is said beside it."""

    status: Status
    outcome: Ending | None
    fault: Fault | None
    diagnostics: tuple[Diagnostic, ...] = ()


def decide(findings: Findings) -> Decision:
    """Return what decides: the first ply with a fault, an illegal move before a contradiction at the same ply.

    If a wrong diagram and a move at fault are both there, the diagram stands before the move, for diagrams are compared
    only with positions that were reached.
    """
    said = findings.diagnostics
    fault = findings.fault
    if findings.checkpoint is not None:
        others = findings.claims if fault is None or fault is findings.replay.fault else (fault,)
        said += tuple(one.diagnostic() for one in others)
        return Decision(Status.CONTRADICTED, findings.ending, findings.checkpoint, said)
    if fault is not None:
        return _at_fault(findings, fault)
    if findings.claims:
        said += tuple(one.diagnostic() for one in findings.claims[1:])
        return Decision(Status.CONTRADICTED, findings.ending, findings.claims[0], said)
    return _without_fault(findings)


def vouched_for(decision: Decision, said: Iterable[Diagnostic]) -> Decision:
    """Return the decision, or UNREADABLE if no rule is broken but something in the record could not be read.

    `said` holds all diagnostics of the record and its file.
    """
    unread = None if decision.status.exit_code else first_error(said)
    return Decision(Status.UNREADABLE, None, unread) if unread else decision


def _at_fault(findings: Findings, fault: Fault) -> Decision:
    said, foul = findings.diagnostics, findings.foul
    if fault.article is None:
        return Decision(Status.UNREADABLE, None, fault, said)
    if foul is None:
        return Decision(Status.ILLEGAL, None, fault, said)
    if foul.wrong is not None:
        return Decision(Status.CONTRADICTED, foul.outcome, foul.wrong, said)
    return Decision(Status.CONFIRMED, foul.outcome, fault, said)


def _without_fault(findings: Findings) -> Decision:
    said, recorded, line = findings.diagnostics, findings.recorded, findings.line
    broken_off = recorded is not None and recorded.termination is Termination.ADJOURNED
    if findings.ending is not None:
        if broken_off:
            said += (over_though_adjourned(line),)
        return Decision(Status.CONFIRMED, findings.ending, None, said)
    if recorded is None or broken_off:
        return Decision(Status.UNFINISHED, None, None, said)
    if recorded.termination in AGREED:
        said += (agreed(findings.game, line, findings.replay, recorded),)
    elif recorded.termination is Termination.MATE:
        said += (no_mate(line),)
    return Decision(Status.DECLARED, recorded, None, said)
