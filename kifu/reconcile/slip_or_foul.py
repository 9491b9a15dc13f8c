"""Slip or foul: a verdict names an explaining slip before the article."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

from kifu.core.message import Message, quoted
from kifu.core.outcome import Termination
from kifu.reconcile.repair import Repair
from kifu.reconcile.slip_rules import SlipKind
from kifu.referee.status_fault_and_basis import Status
from kifu.referee.verdict import Verdict
from kifu.referee.verify import verify_document
from notation.formats.kif_head_reader import was_recorded_at_table
from notation.freeform.unsettled_move_errors import UNWRITTEN
from notation.time_control_and_time_checks import time_control_of

if TYPE_CHECKING:
    from kifu.reconcile.candidate_edits import Candidate
    from kifu.referee.record import Record
    from kifu.referee.verdict_text import VerdictLike
    from kifu.referee.verify import JudgedDocument
    from notation.formats.kif_head_reader import RulesSource

V = TypeVar("V", bound="VerdictLike")

MAX_HEADLINE_PLIES = 40_000
"""The plies that are tried at most for the headline of a verdict; `kifu repair` tries more."""
_OF_ANY_MOVE = frozenset(
    {SlipKind.BESIDE, SlipKind.SQUARE, SlipKind.MIRRORED, SlipKind.OPPOSITE, SlipKind.UNIT, SlipKind.COORDINATE}
)
"""Slips that make a legal move of almost any other: they explain an illegal move only if play went on after it."""
_NOTHING = Message("(なし)", "(nothing)")


def verify_with_headlines(document: JudgedDocument, rules: RulesSource | None = None) -> tuple[Verdict, ...]:
    """Verdicts on a document as people read them: a slip is told from a foul."""
    return tuple(with_slip_headline(verdict, rules) for verdict in verify_document(document))


def with_slip_headline(verdict: V, rules: RulesSource | None = None) -> V:
    """Return a verdict whose headline tells a slip from a foul.

    Every output for people has it.
    Slips are looked for only in a record with an illegal move. `rules` are those that a command gave for all records.
    """
    if not isinstance(verdict, Verdict) or verdict.sought:
        return verdict
    if (
        verdict.status is not Status.ILLEGAL
        or verdict.record is None
        or _does_record_exclude_slip(verdict.record, verdict)
    ):
        return cast("V", without_suspicion(verdict))
    return cast("V", verdict_and_suspected_slip(verdict, rules)[0])


def verdict_and_suspected_slip(verdict: Verdict, rules: RulesSource | None = None) -> tuple[Verdict, Message | None]:
    """Return a verdict with its suspicion, and the slip in words.

    The slip is the best that explains the record at fault, if one does.
    `rules` are those that a command gave for all records. At most MAX_HEADLINE_PLIES plies are played.
    """
    if not verdict.status.exit_code or verdict.record is None:
        return without_suspicion(verdict), None
    repair = Repair(verdict.record, verdict, limit=MAX_HEADLINE_PLIES, rules=rules).run()
    return with_slip_suspicion(verdict, repair), best_candidate_text(repair)


def without_suspicion(verdict: Verdict) -> Verdict:
    """Mark a verdict as one that no slip explains, unsearched."""
    return verdict._replace(sought=True, games=tuple(map(without_suspicion, verdict.games)))


def with_headline_of_repair(repair: Repair, verdict: Verdict) -> Verdict:
    """Return a verdict with its headline after a repair search."""
    if repair.complete and repair.played <= MAX_HEADLINE_PLIES:
        return with_slip_suspicion(verdict, repair)
    return with_slip_headline(verdict, repair.rules)


def with_slip_suspicion(verdict: Verdict, repair: Repair) -> Verdict:
    """Return an illegal move's verdict with the explaining slip.

    Without one the verdict stays as it is.
    A record that says itself that a foul was played is no case of a slip, and neither is one that a program or a clock
    has kept ply by ply. Nor is a record that ends with an illegal move which only another square or unit would mend.
    """
    verdict = without_suspicion(verdict)
    words = best_candidate_text(repair)
    if words is None or verdict.status is not Status.ILLEGAL or verdict.record is None:
        return verdict
    part, kind = repair.candidates[0].part, repair.candidates[0].kind
    judged = verdict if part is None else verdict.games[part - 1]
    if _does_record_exclude_slip(verdict.record, verdict, judged) or (
        kind in _OF_ANY_MOVE and _is_fault_in_last_move(judged)
    ):
        return verdict
    games = verdict.games
    if part is not None:
        games = (*games[: part - 1], judged._replace(suspicion=words), *games[part:])
    return verdict._replace(suspicion=words, games=games)


def _does_record_exclude_slip(record: Record, verdict: Verdict, game_verdict: Verdict | None = None) -> bool:
    """Tell whether a record excludes a slip.

    It says itself that a foul was played, or was kept ply by ply; `game_verdict` is its game at fault.
    """
    game_verdict = game_verdict or next((game for game in verdict.games if game.status.exit_code), verdict)
    fouls = [one.recorded for one in (verdict, game_verdict) if one.recorded is not None]
    return any(one.termination is Termination.FOUL for one in fouls) or _was_recorded_live(record, game_verdict)


def _is_fault_in_last_move(judged: Verdict) -> bool:
    """Tell whether no move stands behind the fault."""
    part, fault = judged.record, judged.fault
    return part is not None and fault is not None and all(entry.ply <= fault.ply for entry in part.main.entries)


def _was_recorded_live(record: Record, game_verdict: Verdict) -> bool:
    """Tell whether a recorder or a clock kept each move."""
    if was_recorded_at_table(record.source, record.span):
        return True
    part, fault = game_verdict.record, game_verdict.fault
    if part is None or fault is None or time_control_of(record.head | part.head) is None:
        return False
    entries = part.main.entries[: max(0, fault.ply - part.main.start + 1)]
    return bool(entries) and all(entry.seconds is not None for entry in entries)


def best_candidate_text(repair: Repair) -> Message | None:
    """Return the best candidate in one sentence, or None.

    The sentence has the number of candidates.
    Of figures of another kind, and of a slip throughout the record, every reading is named: none is better than another.
    Of a move that is not written down no one of several is better: the fault says how many fit.
    """
    if not repair.candidates:
        return None
    first, count = repair.candidates[0], len(repair.candidates)
    fault = repair.verdict.fault
    if fault is not None and fault.code == UNWRITTEN and (count > 1 or not repair.exhausted):
        return None
    same = [one for one in repair.candidates if one.kind is first.kind]
    if first.kind not in {SlipKind.FIGURES, SlipKind.THROUGHOUT}:
        same = [first]
    slips = [candidate_text(one) for one in same]
    more = Message("", "") if repair.exhausted else Message("以上", " or more")
    others = Message(f" (候補は {count} 個{more.ja})", f" ({count}{more.en} candidates)")
    tail = others if count > 1 or not repair.exhausted else Message(" (候補はこれだけ)", " (the only candidate)")
    return Message(
        f"もしかして: {'、または '.join(one.ja for one in slips)} なら最後まで正しい{tail.ja}",
        f"perhaps: with {', or '.join(one.en for one in slips)} all is right to the end{tail.en}",
    )


def candidate_text(candidate: Candidate) -> Message:
    """Return a candidate's change in words: 14 手目 五05武 → 五06武."""
    part = Message("", "") if candidate.part is None else Message(f"対局 {candidate.part} ", f"game {candidate.part} ")
    was, now = (
        _NOTHING if text is None else Message(quoted(text, 80), quoted(text, 80))
        for text in (candidate.was, candidate.now)
    )
    lines = Message("", "")
    if candidate.slip is not None:
        lines = Message(f" など {candidate.lines} 行", f" and so on in {candidate.lines} lines")
    return Message(
        f"{part.ja}{candidate.ply} 手目 {was.ja} → {now.ja}{lines.ja}",
        f"{part.en}ply {candidate.ply} {was.en} → {now.en}{lines.en}",
    )
