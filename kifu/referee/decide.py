"""Fourth step of the referee: turn findings into a decision."""

from collections.abc import Iterable
from typing import NamedTuple

from kifu.core.diagnostic import Diagnostic
from kifu.core.outcome import Ending, Termination
from kifu.referee.claims import adjourned_after_end, agreed_draw_note, no_mate
from kifu.referee.compare import Findings
from kifu.referee.fault import Fault, first_error
from kifu.referee.status import Status

AGREED = frozenset({Termination.REPETITION, Termination.AGREEMENT, Termination.IMPASSE})


class Decision(NamedTuple):
    """Status, outcome and fault of a line of play, with diagnostics."""

    status: Status
    outcome: Ending | None
    fault: Fault | None
    diagnostics: tuple[Diagnostic, ...] = ()


def decide(findings: Findings) -> Decision:
    """Return the decision by the first fault.

    At the same ply an illegal move comes before a contradiction. A wrong diagram always comes before a move at fault,
    because only the diagrams before that move are compared.
    """
    diagnostics = findings.diagnostics
    fault = findings.fault
    if findings.checkpoint is not None:
        later = findings.claims if fault is None or fault is findings.replay.fault else (fault,)
        diagnostics += tuple(later_fault.diagnostic() for later_fault in later)
        return Decision(Status.CONTRADICTED, findings.ending, findings.checkpoint, diagnostics)
    if fault is not None:
        return _at_fault(findings, fault)
    if findings.claims:
        diagnostics += tuple(claim.diagnostic() for claim in findings.claims[1:])
        return Decision(Status.CONTRADICTED, findings.ending, findings.claims[0], diagnostics)
    return _without_fault(findings)


def require_all_read(decision: Decision, diagnostics: Iterable[Diagnostic]) -> Decision:
    """Decision, or UNREADABLE if a part of the record was not read.

    A broken rule outweighs what was not read. `diagnostics` are all those of the record and its file.
    """
    unread = None if decision.status.exit_code else first_error(diagnostics)
    return Decision(Status.UNREADABLE, None, unread) if unread else decision


def _at_fault(findings: Findings, fault: Fault) -> Decision:
    diagnostics, foul = findings.diagnostics, findings.foul
    if fault.article is None:
        return Decision(Status.UNREADABLE, None, fault, diagnostics)
    if foul is None:
        return Decision(Status.ILLEGAL, None, fault, diagnostics)
    if foul.wrong:
        diagnostics += tuple(wrong.diagnostic() for wrong in foul.wrong[1:])
        return Decision(Status.CONTRADICTED, foul.outcome, foul.wrong[0], diagnostics)
    return Decision(Status.CONFIRMED, foul.outcome, fault, diagnostics)


def _without_fault(findings: Findings) -> Decision:
    diagnostics, said = findings.diagnostics, findings.said
    recorded = said.recorded
    broken_off = recorded is not None and recorded.termination is Termination.ADJOURNED
    if findings.ending is not None:
        if broken_off:
            diagnostics += (adjourned_after_end(said),)
        return Decision(Status.CONFIRMED, findings.ending, None, diagnostics)
    if recorded is None or broken_off:
        return Decision(Status.UNFINISHED, None, None, diagnostics)
    if recorded.termination in AGREED:
        diagnostics += (agreed_draw_note(findings.game, said, findings.replay, recorded),)
    elif recorded.termination is Termination.MATE:
        diagnostics += (no_mate(said),)
    return Decision(Status.DECLARED, recorded, None, diagnostics)
