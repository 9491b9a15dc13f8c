"""Resumed play after a foul, from a diagram drawn behind it.

An illegal move that was really played is never played on the board here. If the record draws the board as it stood after it,
the moves below that diagram are a stretch: they are replayed from the diagram. The verdict stays that of the first fault.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from kifu.core.diagnostic import Diagnostic, as_warning, note
from kifu.core.errors import InvalidSetup
from kifu.core.game.game import Game, Position
from kifu.core.message import Message
from kifu.referee.checkpoints import NOT_REACHED
from kifu.referee.claims import NO_FOUL
from kifu.referee.compare import compare
from kifu.referee.decide import decide
from kifu.referee.record import Checkpoint, Entry, Variation
from kifu.referee.replay import Replay, cut_at_unread, replay


class Stretch(NamedTuple):
    """A part of a game that begins at a diagram.

    `line` and `replay` count their plies from that diagram on.
    """

    before: int
    """The number of plies before it, also of those that were not played on the board."""
    at: int | None
    """The line of its diagram in the file, from 1."""
    line: Variation
    replay: Replay


def played_from(game: Game, position: Position, entries: Sequence[Entry], before: int = 0) -> Replay:
    """Replay `entries` from a diagram.

    Their plies are counted from the diagram on: `before` plies come before it.
    """
    own = [entry._replace(ply=entry.ply - before) for entry in entries]
    return replay(game, own, Replay((position,), (), None, game.outcome(position)))


def stretches(game: Game, line: Variation, played: Replay) -> tuple[Stretch, ...]:
    """Return the stretches after the first fault of a game, in order.

    A stretch begins at a diagram that can be read and has moves below it. `played` is the replay of `line` up to its first fault. Only a move at fault begins the search; a diagram stands at the
    ply of that move or later. What cannot be read after the fault (`line.unread`) ends the stretch that it stands in.
    """
    found: list[Stretch] = []
    before, fault = 0, played.fault
    while fault is not None and fault.move is not None:
        start = _next_start(game, line, before + fault.ply)
        if start is None:
            break
        checkpoint, position = start
        before = checkpoint.ply
        own = _from(line, before)
        going = played_from(game, position, own.entries)
        found.append(Stretch(before, checkpoint.diagram.line, own, cut_at_unread(going, next(iter(own.unread), None))))
        fault = going.fault
    # Each stretch ends where the next one begins.
    for number, (stretch, following) in enumerate(pairwise(found)):
        found[number] = stretch._replace(line=_until(stretch.line, following.before - stretch.before))
    return tuple(found)


def of_the_stretches(game: Game, found: Sequence[Stretch]) -> Iterator[Diagnostic]:
    """Yield the diagnostics of the stretches.

    They are judged like a game, but do not decide the record's status.
    """
    for stretch in found:
        for diagnostic in _of_a_stretch(game, stretch):
            ply = None if diagnostic.ply is None else diagnostic.ply + stretch.before
            yield diagnostic._replace(ply=ply)


def is_reached(diagnostic: Diagnostic, found: Sequence[Stretch]) -> bool:
    """Tell whether a stretch of play refutes a not-reached diagnostic."""
    lines = {stretch.at for stretch in found}
    lines |= {checkpoint.diagram.line for stretch in found for checkpoint in stretch.line.checkpoints}
    return diagnostic.code == NOT_REACHED and diagnostic.line in lines


def _next_start(game: Game, line: Variation, ply: int) -> tuple[Checkpoint, Position] | None:
    """First readable diagram from `ply` with moves below, and its position."""
    for checkpoint in line.checkpoints:
        if ply <= checkpoint.ply < line.start - 1 + len(line.entries):
            try:
                return checkpoint, game.read_diagram(checkpoint.diagram)
            except InvalidSetup:
                continue
    return None


def _from(line: Variation, before: int) -> Variation:
    """Rest of a line of play after `before` plies, renumbered."""
    return line._replace(
        start=1,
        parent=None,
        entries=tuple(entry._replace(ply=entry.ply - before) for entry in line.entries[before:]),
        special=None if line.special is None else line.special._replace(ply=line.special.ply - before),
        # The count of a closing line is about the whole game.
        closing=None if line.closing is None else line.closing._replace(count=None),
        checkpoints=tuple(
            checkpoint._replace(ply=checkpoint.ply - before)
            for checkpoint in line.checkpoints
            if checkpoint.ply > before
        ),
        comments=(),
        claims=(),
        clocks=(None, None),
        unread=tuple(
            unread._replace(ply=unread.ply - before)
            for unread in line.unread
            if unread.ply is not None and unread.ply > before
        ),
    )


def _until(line: Variation, plies: int) -> Variation:
    """First `plies` plies of a line of play, without its end."""
    return line._replace(
        entries=line.entries[:plies],
        special=None,
        closing=None,
        scores=(),
        checkpoints=tuple(checkpoint for checkpoint in line.checkpoints if checkpoint.ply < plies),
        unread=tuple(unread for unread in line.unread if unread.ply is not None and unread.ply <= plies),
    )


def _of_a_stretch(game: Game, stretch: Stretch) -> Iterator[Diagnostic]:
    line, played = stretch.line, stretch.replay
    yield _begins(game, stretch)
    for ply, notice in played.notices:
        entry = line.entries[ply - 1]
        yield note(notice.code, notice.message, entry.line, entry.column, ply=ply)
    findings = compare(game, line, played, stretch.before)
    # A foul that the record claims is the fault before the diagram.
    findings = findings._replace(claims=tuple(claim for claim in findings.claims if claim.code != NO_FOUL))
    decision = decide(findings)
    yield from (as_warning(diagnostic) for diagnostic in decision.diagnostics if diagnostic.code != NOT_REACHED)
    faults = [fault for fault in (decision.fault, played.fault) if fault is not None]
    for fault in dict.fromkeys(faults):
        article = f" [{fault.article}]" if fault.article else ""
        message = Message(f"続き: {fault.message.ja}{article}", f"after the diagram: {fault.message.en}{article}")
        yield as_warning(fault._replace(code=f"stretch-{fault.code}", message=message).diagnostic())


def _begins(game: Game, stretch: Stretch) -> Diagnostic:
    plies, ending = len(stretch.replay.moves), stretch.replay.ending
    ja = f"ここからは、この局面図の続きとして判定しました。規則どおりの手は {plies} 手です"
    en = f"from here on play is judged as going on from this diagram; {plies} legal ply(s)"
    if ending is not None and ending.outcome is not None:
        label, why = game.outcome_label(ending.outcome), ending.termination.label
        ja, en = f"{ja}。規則では{label.ja} ({why.ja})", f"{en}; by the rules: {label.en} ({why.en})"
    return note("stretch", Message(ja, en), stretch.at, ply=0)
