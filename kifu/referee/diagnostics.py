"""What a verdict says of a line of play: every finding as a diagnostic, in the order in which people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.model.diagnostic import as_warning, note
from kifu.model.errors import InvalidMove
from kifu.model.message import Message
from kifu.referee.compare import compare
from kifu.referee.decide import decide
from kifu.referee.replay import unreadable
from kifu.referee.slips import slip_of_turn
from kifu.referee.verdict import Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.model.diagnostic import Diagnostic
    from kifu.model.game import Game
    from kifu.model.record import Entry, Variation
    from kifu.referee.compare import Findings
    from kifu.referee.decide import Decision
    from kifu.referee.fault import Fault
    from kifu.referee.replay import Replay


def of_the_game(findings: Findings, decision: Decision, before: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield what there is to say of the game itself; the fault that decides only if the reader has not said it `before`."""
    game, line, played = findings.game, findings.line, findings.replay
    yield from decision.diagnostics
    if decision.fault is not None:
        slip = slip_of_turn(game, line.entries, line.start, played)
        if slip is not None:
            yield slip
        said = decision.fault.diagnostic()
        if decision.status is Status.CONFIRMED:
            yield as_warning(said)  # the record itself ends in a foul
        elif said not in before:
            yield said
    yield from _notes(played, line)
    if decision.outcome is not None and decision.outcome.article is not None:
        for one in game.closing_notices(played.positions, decision.outcome):
            yield note(one.code, one.message, ply=len(played.moves))
    if played.fault is not None:
        if played.fault is not decision.fault:
            yield played.fault.diagnostic()
        yield from unreadable_entries(game, line.entries[len(played.moves) + (played.fault.move is not None) :])


def of_a_branch(game: Game, line: Variation, played: Replay | None) -> Iterator[Diagnostic]:
    """Yield what there is to say of a branch: it is judged like the game, but does not decide the record's status."""
    if played is None:
        yield _not_judged(line)
        yield from unreadable_entries(game, line.entries)
        return
    yield from _notes(played, line)
    decision = decide(compare(game, line, played))
    yield from (as_warning(said) for said in decision.diagnostics)
    if decision.fault is not None and decision.status is not Status.CONFIRMED:
        yield _of_branch(decision.fault)
    if played.fault is not None:
        if played.fault is not decision.fault:
            yield _of_branch(played.fault)
        unplayed = len(played.moves) - line.start + 1 + (played.fault.move is not None)
        yield from unreadable_entries(game, line.entries[unplayed:])


def unreadable_entries(game: Game, entries: Sequence[Entry]) -> Iterator[Diagnostic]:
    """Name every move that cannot be read among those that are not replayed."""
    for entry in entries:
        try:
            game.read(entry.text)
        except InvalidMove as invalid:
            yield unreadable(entry, invalid).diagnostic()


def _notes(played: Replay, line: Variation) -> Iterator[Diagnostic]:
    for ply, said in played.notices:
        entry = line.entries[ply - line.start]
        yield note(said.code, said.message, entry.line, entry.column, ply=ply)


def _not_judged(line: Variation) -> Diagnostic:
    message = Message(
        "この変化は、元の局面がわからないので判定できません",
        "this branch cannot be judged: the position it starts from is not known",
    )
    return note("branch-not-judged", message, line.line, ply=line.start)


def _of_branch(fault: Fault) -> Diagnostic:
    """Return what is wrong with a branch: an error if it could not be read, else a warning, for the game stands."""
    article = f" [{fault.article}]" if fault.article else ""
    message = Message(f"変化: {fault.message.ja}{article}", f"branch: {fault.message.en}{article}")
    found = fault._replace(code=f"branch-{fault.code}", message=message).diagnostic()
    return found if fault.move is not None and fault.article is None else as_warning(found)
