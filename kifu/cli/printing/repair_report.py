"""Writes the repairs of a record in words: where it first contradicts, and each slip that would explain it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.cli.printing.report import describe_fault, headline
from kifu.core.message import Message, visible
from kifu.reconcile.slip_or_foul import candidate_text, with_headline_after

if TYPE_CHECKING:
    from kifu.core.message import Language
    from kifu.reconcile.repair import Repair
    from kifu.referee.verdict import Verdict
    from notation.reading import Document


def describe_repair(verdict: Verdict, repair: Repair | None, document: Document, language: Language) -> str:
    """Return the repairs of a record as lines of text, ended by LF; `repair` is None for a file without any record."""
    shown = verdict if repair is None else with_headline_after(repair, verdict)
    lines = [headline(shown, len(document.records), language)]
    at = next((game for game in verdict.games if game.status.exit_code), verdict)
    if verdict.fault is not None and verdict.status.exit_code:
        if repair is not None:
            lines.append("  " + Message("ここで初めて矛盾する:", "it first contradicts here:").in_language(language))
        lines += [f"  {line}" for line in describe_fault(at if at.fault else verdict, document.source, language)]
    if repair is None or not verdict.status.exit_code:
        if not verdict.status.exit_code:
            lines.append("  " + Message("矛盾はありません", "nothing contradicts").in_language(language))
        return "\n".join(lines) + "\n"
    lines.append(f"  {_summary(repair).in_language(language)}")
    for number, candidate in enumerate(repair.candidates, start=1):
        lines.append(
            f"  {number:>4}. {visible(candidate_text(candidate).in_language(language))} ({candidate.label.in_language(language)})"
        )
        lines.append(f"        {candidate.status.heading.in_language(language)}  SHA-256 {candidate.sha256}")
    if not repair.complete:
        lines.append(f"  {_broken_off(repair).in_language(language)}")
    return "\n".join(lines) + "\n"


def _summary(repair: Repair) -> Message:
    count = len(repair.candidates)
    if not count:
        return Message("もしかして: 一つの書き違いでは説明できません", "no single slip explains it")
    if count == 1 and repair.exhausted:
        return Message("もしかして: 一つだけあります", "perhaps, and this is the only candidate:")
    return Message(f"もしかして: {count} 個あります", f"perhaps one of these {count} candidates:")


def _broken_off(repair: Repair) -> Message:
    return Message(
        f"{repair.limit} 手を試して打ち切りました (--limit)。ほかにもあるかもしれません",
        f"the search was broken off after {repair.limit} plies (--limit); there may be more",
    )
