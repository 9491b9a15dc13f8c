"""Diagnostics of a verdict, in order: the game, its stretches, its branches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.diagnostic import as_warning, note, warning
from kifu.core.errors import InvalidMove
from kifu.core.message import Message
from kifu.referee.compare import NOT_REACHED
from kifu.referee.status_fault_and_basis import Status, fault_of_move

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.game.game import Game
    from kifu.referee.compare import Findings
    from kifu.referee.decide import Decision, RecordDecision
    from kifu.referee.record import Entry, Variation
    from kifu.referee.replay import Replay, Stretch
    from kifu.referee.status_fault_and_basis import Fault

SLIPS = frozenset({"missing-ply-number", "repeated-ply-number", "wrong-ply-number", "missing-turn", "repeated-move"})
"""The codes of diagnostics that may explain an illegal move at the same place. They are listed before it."""


def record_diagnostics(decided: RecordDecision, already_told: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """Diagnostics of a record's game, of its stretches and of its branches.

    The fault that decides is left out if it is among those `already_told`.
    """
    findings, replays = decided.findings, decided.findings.replays
    yield from _game_diagnostics(findings.main, decided.main, already_told, replays.stretches)
    for stretch, decision in zip(replays.stretches, decided.stretches, strict=True):
        for diagnostic in _stretch_diagnostics(replays.game, stretch, decision):
            ply = None if diagnostic.ply is None else diagnostic.ply + stretch.before
            yield diagnostic._replace(ply=ply)
    for line, played, decided_branch in zip(replays.lines[1:], replays.branches, decided.branches, strict=True):
        if played is None or decided_branch is None:
            yield _unjudged_note(line)
            yield from unreadable_entry_errors(replays.game, line.entries)
        else:
            yield from _branch_diagnostics(replays.game, line, played, decided_branch)


def unreadable_entry_errors(game: Game, entries: Sequence[Entry]) -> Iterator[Diagnostic]:
    """Yield an error for each entry that cannot be read.

    The entries are those that were not replayed.
    """
    for entry in entries:
        try:
            game.read(entry.text)
        except InvalidMove as invalid:
            yield fault_of_move(entry, invalid).diagnostic()


def _game_diagnostics(
    findings: Findings, decision: Decision, already_told: Sequence[Diagnostic], later_stretches: Sequence[Stretch]
) -> Iterator[Diagnostic]:
    """Diagnostics of the game; `later_stretches` are the stretches after its fault."""
    game, line, played = findings.game, findings.line, findings.replay
    yield from (
        diagnostic for diagnostic in decision.diagnostics if not _is_reached_by_stretch(diagnostic, later_stretches)
    )
    if decision.fault is not None:
        slip = _lost_or_repeated_line_warning(game, line.entries, line.start, played)
        if slip is not None:
            yield slip
        diagnostic = decision.fault.diagnostic()
        if decision.status is Status.CONFIRMED:
            yield as_warning(diagnostic)  # the record itself ends in a foul
        elif diagnostic not in already_told:
            yield diagnostic
    yield from _notes_on_end(played, line)
    if decision.outcome is not None and decision.outcome.article is not None:
        for notice in game.closing_notices(played.positions, decision.outcome):
            yield note(notice.code, notice.message, ply=len(played.moves))
    if played.fault is not None:
        if played.fault is not decision.fault:
            yield played.fault.diagnostic()
        first = len(played.moves) + (played.fault.move is not None)
        for stretch in later_stretches:
            yield from unreadable_entry_errors(game, line.entries[first : stretch.before])
            first = stretch.before + len(stretch.replay.moves) + (stretch.replay.fault is not None)
        yield from unreadable_entry_errors(game, line.entries[first:])


def _branch_diagnostics(game: Game, line: Variation, replay: Replay, decision: Decision) -> Iterator[Diagnostic]:
    """Diagnostics of a branch, which do not decide the record's status."""
    yield from _notes_on_end(replay, line)
    yield from (as_warning(diagnostic) for diagnostic in decision.diagnostics)
    if decision.fault is not None and decision.status is not Status.CONFIRMED:
        yield _branch_fault_diagnostic(decision.fault)
    if replay.fault is not None:
        if replay.fault is not decision.fault:
            yield _branch_fault_diagnostic(replay.fault)
        unplayed = len(replay.moves) - line.start + 1 + (replay.fault.move is not None)
        yield from unreadable_entry_errors(game, line.entries[unplayed:])


def _stretch_diagnostics(game: Game, stretch: Stretch, decision: Decision) -> Iterator[Diagnostic]:
    """Diagnostics of a stretch, with plies from its diagram on."""
    line, played = stretch.line, stretch.replay
    yield _stretch_start_note(game, stretch)
    for ply, notice in played.notices:
        entry = line.entries[ply - 1]
        yield note(notice.code, notice.message, entry.line, entry.column, ply=ply)
    yield from (as_warning(diagnostic) for diagnostic in decision.diagnostics if diagnostic.code != NOT_REACHED)
    faults = [fault for fault in (decision.fault, played.fault) if fault is not None]
    for fault in dict.fromkeys(faults):
        article = f" [{fault.article}]" if fault.article else ""
        message = Message(f"続き: {fault.message.ja}{article}", f"after the diagram: {fault.message.en}{article}")
        yield as_warning(fault._replace(code=f"stretch-{fault.code}", message=message).diagnostic())


def _stretch_start_note(game: Game, stretch: Stretch) -> Diagnostic:
    plies, ending = len(stretch.replay.moves), stretch.replay.ending
    ja = f"ここからは、この局面図の続きとして判定しました。規則どおりの手は {plies} 手です"
    en = f"from here on play is judged as going on from this diagram; {plies} legal ply(s)"
    if ending is not None and ending.outcome is not None:
        label, why = game.outcome_label(ending.outcome), ending.termination.label
        ja, en = f"{ja}。規則では{label.ja} ({why.ja})", f"{en}; by the rules: {label.en} ({why.en})"
    return note("stretch", Message(ja, en), stretch.at, ply=0)


def _is_reached_by_stretch(diagnostic: Diagnostic, stretches: Sequence[Stretch]) -> bool:
    """Tell whether a stretch of play refutes a not-reached diagnostic."""
    lines = {stretch.at for stretch in stretches}
    lines |= {checkpoint.diagram.line for stretch in stretches for checkpoint in stretch.line.checkpoints}
    return diagnostic.code == NOT_REACHED and diagnostic.line in lines


def _lost_or_repeated_line_warning(
    game: Game, entries: Sequence[Entry], start_position: int, replay: Replay
) -> Diagnostic | None:
    """Warning of a lost or repeated line at an out-of-turn move.

    A line was written twice if the move has the same text as the entry before it. A move was lost if the move has the
    mark of the opponent, or would have been legal a ply earlier. The line of play begins at ply `start_position`.
    """
    fault = replay.fault
    if fault is None or fault.article != game.turn_article or fault.move is None:
        return None
    index = fault.ply - start_position
    if not 0 <= index < len(entries):
        return None
    place = (fault.line, fault.column)
    if index > 0 and entries[index - 1].text == fault.move:
        message = Message(
            f"{fault.ply - 1} 手目が二度書かれていませんか (同じ手が続いています)",
            f"does move {fault.ply - 1} stand twice? The same move follows itself",
        )
        return warning("repeated-move", message, *place, ply=fault.ply, width=fault.width)
    if not _does_move_fit_other_side(game, replay, fault.move):
        return None
    lost = game.turn(replay.positions[-1]).label
    message = Message(
        f"{fault.ply} 手目の前に{lost.ja}の手が抜けていませんか",
        f"is a move of {lost.en} missing before move {fault.ply}?",
    )
    return warning("missing-turn", message, *place, ply=fault.ply, width=fault.width)


def _does_move_fit_other_side(game: Game, replay: Replay, move_text: str) -> bool:
    """Tell whether a move fits the side that is not to move."""
    try:
        reading = game.read(move_text)
    except InvalidMove:
        return False
    side = game.turn(replay.positions[-1])
    if reading.side is not None:
        return reading.side != side
    if len(replay.positions) < 2:  # noqa: PLR2004 - a position a ply earlier needs two
        return False
    before = replay.positions[-2]
    if game.turn(before) == side:
        return False
    try:
        return game.explain(before, game.resolve(before, reading)) is None
    except InvalidMove:
        return False


def _notes_on_end(replay: Replay, line: Variation) -> Iterator[Diagnostic]:
    for ply, notice in replay.notices:
        entry = line.entries[ply - line.start]
        yield note(notice.code, notice.message, entry.line, entry.column, ply=ply)


def _unjudged_note(line: Variation) -> Diagnostic:
    message = Message(
        "この変化は、元の局面がわからないので判定できません",
        "this branch cannot be judged: the position it starts from is not known",
    )
    return note("branch-not-judged", message, line.line, ply=line.start)


def _branch_fault_diagnostic(fault: Fault) -> Diagnostic:
    """Diagnostic of a branch's fault: error if unreadable, else warning."""
    article = f" [{fault.article}]" if fault.article else ""
    message = Message(f"変化: {fault.message.ja}{article}", f"branch: {fault.message.en}{article}")
    diagnostic = fault._replace(code=f"branch-{fault.code}", message=message).diagnostic()
    return diagnostic if fault.move is not None and fault.article is None else as_warning(diagnostic)
