"""Diagnostics of a verdict about a line of play, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.diagnostic import as_warning, note
from kifu.core.errors import InvalidMove
from kifu.core.message import Message
from kifu.referee.compare import compare
from kifu.referee.decide import decide
from kifu.referee.missing_turn import slip_of_turn
from kifu.referee.replay import unreadable
from kifu.referee.resumed_play import is_reached, of_the_stretches
from kifu.referee.status import Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.game.game import Game
    from kifu.referee.compare import Findings
    from kifu.referee.decide import Decision
    from kifu.referee.fault import Fault
    from kifu.referee.record import Entry, Variation
    from kifu.referee.replay import Replay
    from kifu.referee.resumed_play import Stretch


def of_the_game(
    findings: Findings, decision: Decision, before: Sequence[Diagnostic], later: Sequence[Stretch] = ()
) -> Iterator[Diagnostic]:
    """Yield the diagnostics of the game itself.

    The deciding fault only if it is not among those `before`. `later` are the stretches after its first fault. Their
    diagnostics come last.
    """
    game, line, played = findings.game, findings.line, findings.replay
    yield from (diagnostic for diagnostic in decision.diagnostics if not is_reached(diagnostic, later))
    if decision.fault is not None:
        slip = slip_of_turn(game, line.entries, line.start, played)
        if slip is not None:
            yield slip
        diagnostic = decision.fault.diagnostic()
        if decision.status is Status.CONFIRMED:
            yield as_warning(diagnostic)  # the record itself ends in a foul
        elif diagnostic not in before:
            yield diagnostic
    yield from _notes(played, line)
    if decision.outcome is not None and decision.outcome.article is not None:
        for notice in game.closing_notices(played.positions, decision.outcome):
            yield note(notice.code, notice.message, ply=len(played.moves))
    if played.fault is not None:
        if played.fault is not decision.fault:
            yield played.fault.diagnostic()
        first = len(played.moves) + (played.fault.move is not None)
        for stretch in later:
            yield from unreadable_entries(game, line.entries[first : stretch.before])
            first = stretch.before + len(stretch.replay.moves) + (stretch.replay.fault is not None)
        yield from unreadable_entries(game, line.entries[first:])
    yield from of_the_stretches(game, later)


def of_a_branch(game: Game, line: Variation, played: Replay | None) -> Iterator[Diagnostic]:
    """Yield the diagnostics of a branch.

    It is judged like the game, but does not decide the record's status.
    """
    if played is None:
        yield _not_judged(line)
        yield from unreadable_entries(game, line.entries)
        return
    yield from _notes(played, line)
    decision = decide(compare(game, line, played))
    yield from (as_warning(diagnostic) for diagnostic in decision.diagnostics)
    if decision.fault is not None and decision.status is not Status.CONFIRMED:
        yield _of_branch(decision.fault)
    if played.fault is not None:
        if played.fault is not decision.fault:
            yield _of_branch(played.fault)
        unplayed = len(played.moves) - line.start + 1 + (played.fault.move is not None)
        yield from unreadable_entries(game, line.entries[unplayed:])


def unreadable_entries(game: Game, entries: Sequence[Entry]) -> Iterator[Diagnostic]:
    """Yield an error for each entry that cannot be read.

    The entries are those that were not replayed.
    """
    for entry in entries:
        try:
            game.read(entry.text)
        except InvalidMove as invalid:
            yield unreadable(entry, invalid).diagnostic()


def _notes(played: Replay, line: Variation) -> Iterator[Diagnostic]:
    for ply, notice in played.notices:
        entry = line.entries[ply - line.start]
        yield note(notice.code, notice.message, entry.line, entry.column, ply=ply)


def _not_judged(line: Variation) -> Diagnostic:
    message = Message(
        "この変化は、元の局面がわからないので判定できません",
        "this branch cannot be judged: the position it starts from is not known",
    )
    return note("branch-not-judged", message, line.line, ply=line.start)


def _of_branch(fault: Fault) -> Diagnostic:
    """Diagnostic of a branch's fault: error if unreadable, else warning."""
    article = f" [{fault.article}]" if fault.article else ""
    message = Message(f"変化: {fault.message.ja}{article}", f"branch: {fault.message.en}{article}")
    diagnostic = fault._replace(code=f"branch-{fault.code}", message=message).diagnostic()
    return diagnostic if fault.move is not None and fault.article is None else as_warning(diagnostic)
