"""Fourth step of the referee: turn findings into a decision."""

from collections.abc import Iterable
from typing import NamedTuple

from kifu.core.diagnostic import Diagnostic, Severity, note, warning
from kifu.core.message import Message
from kifu.core.outcome import Ending, Termination
from kifu.referee.compare import Findings, RecordFindings
from kifu.referee.recorded_end_statements import EndStatements
from kifu.referee.status_fault_and_basis import Fault, Status, first_error_as_fault

AGREED = frozenset({Termination.REPETITION, Termination.AGREEMENT, Termination.IMPASSE})

TOLD_COUNT = "told-count"
"""The code of a count in a sentence that the record does not show."""


class Decision(NamedTuple):
    """Status, outcome and fault of a line of play, with diagnostics."""

    status: Status
    outcome: Ending | None
    fault: Fault | None
    diagnostics: tuple[Diagnostic, ...] = ()


class RecordDecision(NamedTuple):
    """Decisions on a record's lines of play; the game's is the record's."""

    findings: RecordFindings
    main: Decision
    branches: tuple[Decision | None, ...]
    """None for a branch whose starting position is not known."""
    stretches: tuple[Decision, ...]


def decide_record(findings: RecordFindings) -> RecordDecision:
    """Decide each line of play of a record."""
    branches = tuple(None if branch is None else decide_findings(branch) for branch in findings.branches)
    return RecordDecision(
        findings, decide_findings(findings.main), branches, tuple(map(decide_findings, findings.stretches))
    )


def decide_findings(findings: Findings) -> Decision:
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
        return _decide_fault(findings, fault)
    if findings.claims:
        diagnostics += tuple(claim.diagnostic() for claim in findings.claims[1:])
        return Decision(Status.CONTRADICTED, findings.ending, findings.claims[0], diagnostics)
    return _decide_without_fault(findings)


def unreadable_if_part_unread(decision: Decision, diagnostics: Iterable[Diagnostic]) -> Decision:
    """Decision, or UNREADABLE if a part of the record was not read.

    A broken rule outweighs what was not read, and that a count in a sentence that is wrong. `diagnostics` are all those of the
    record and its file.
    """
    if decision.status.exit_code:
        return decision
    errors = [one for one in diagnostics if one.severity is Severity.ERROR]
    unread = first_error_as_fault(one for one in errors if one.code != TOLD_COUNT)
    if unread:
        return Decision(Status.UNREADABLE, None, unread)
    wrong = first_error_as_fault(errors)
    return Decision(Status.CONTRADICTED, decision.outcome, wrong) if wrong else decision


def _decide_fault(findings: Findings, fault: Fault) -> Decision:
    """Decision on an unreadable or illegal move, and on a claimed foul."""
    diagnostics, foul = findings.diagnostics, findings.foul
    if fault.article is None:
        return Decision(Status.UNREADABLE, None, fault, diagnostics)
    if foul is None:
        return Decision(Status.ILLEGAL, None, fault, diagnostics)
    if foul.wrong:
        diagnostics += tuple(wrong.diagnostic() for wrong in foul.wrong[1:])
        return Decision(Status.CONTRADICTED, foul.outcome, foul.wrong[0], diagnostics)
    return Decision(Status.CONFIRMED, foul.outcome, fault, diagnostics)


def _decide_without_fault(findings: Findings) -> Decision:
    """Decision on a line without a fault, by its end."""
    diagnostics, said = findings.diagnostics, findings.said
    recorded = said.recorded_ending
    broken_off = recorded is not None and recorded.termination is Termination.ADJOURNED
    if findings.ending is not None:
        if broken_off:
            diagnostics += (_adjourned_after_end_warning(said),)
        return Decision(Status.CONFIRMED, findings.ending, None, diagnostics)
    if recorded is None or broken_off:
        return Decision(Status.UNFINISHED, None, None, diagnostics)
    if recorded.termination in AGREED:
        diagnostics += (_agreed_draw_note(findings, recorded),)
    elif recorded.termination is Termination.MATE:
        diagnostics += (_no_mate_warning(said),)
    return Decision(Status.DECLARED, recorded, None, diagnostics)


def _adjourned_after_end_warning(statements: EndStatements) -> Diagnostic:
    """Warning for an adjournment after the end by the rules."""
    message = Message(
        "中断とありますが、規則ではすでに終局しています", "recorded as adjourned, but by the rules the game is over"
    )
    return warning("adjourned-after-the-end", message, *statements.place_of_statement)


def _agreed_draw_note(findings: Findings, recorded: Ending) -> Diagnostic:
    """Note on a draw that the players agreed on.

    For 千日手 it counts the occurrences of the last position.
    """
    game, played = findings.game, findings.replay
    label = recorded.termination.label
    times = played.positions.count(played.positions[-1]) if recorded.termination is Termination.REPETITION else 0
    message = Message(
        f"「{label.ja}」を対局者の決めた引き分けとして受け入れます ({game.agreed_article})"
        + (f"。最後の局面は {times} 回目です" if times else ""),
        f"'{label.en}' is taken for a draw that the players agreed on ({game.agreed_article})"
        + (f"; the last position has occurred {times} time(s)" if times else ""),
    )
    return note("agreed", message, *findings.said.place_of_statement)


def _no_mate_warning(statements: EndStatements) -> Diagnostic:
    """Warning of 詰み in a position with legal moves."""
    message = Message(
        "詰みとありますが、規則ではまだ指せる手があります", "recorded as mate, but by the rules there are legal moves"
    )
    return warning("no-mate", message, *statements.place_of_statement)
