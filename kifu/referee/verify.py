"""Judges a record: replays it, compares what it claims with what the rules give, and names what decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu import games
from kifu.games.variants import game_of
from kifu.model.diagnostic import Diagnostic, Severity, as_warning, error, note
from kifu.model.errors import InvalidMove, InvalidSetup
from kifu.model.message import Message
from kifu.model.outcome import Ending, Outcome, Termination
from kifu.model.too_large import too_much
from kifu.referee import match
from kifu.referee.claims import (
    UNFOUNDED,
    agreed,
    contradictions,
    no_mate,
    over_though_adjourned,
    recorded_ending,
    wrong_claim,
    wrong_count,
    wrong_winner,
)
from kifu.referee.replay import Fault, Replay, fault_of, out_of_turn, replay_lines, unreadable, until
from kifu.referee.slips import slip_of_turn
from kifu.referee.verdict import Status, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.model.game import Game
    from kifu.model.record import Checkpoint, Entry, Record, Special, Variation

MATCHING_DIFFERENCES = 8
"""How many differences of a checkpoint are listed."""

_RESULTS = frozenset({None, Termination.AGREEMENT})
"""What まで… may name that is no more than who has won: 引き分け is the result of equal totals too."""
AGREED = frozenset({Termination.REPETITION, Termination.AGREEMENT, Termination.IMPASSE})


class Decision(NamedTuple):
    """What decides a record's status."""

    status: Status
    outcome: Ending | None
    fault: Fault | None
    remarks: tuple[Diagnostic, ...] = ()


def verify(record: Record, sha256: str, diagnostics: Sequence[Diagnostic] = ()) -> Verdict:
    """Judge one record. `diagnostics` are those of its file as a whole; the verdict lists them first.

    A record that is too much for the machine is unreadable (see :mod:`kifu.model.too_large`).
    """
    try:
        return _verify(record, sha256, diagnostics)
    except Exception as failed:
        beyond = too_much(failed, record.span.first)
        if beyond is None:
            raise
        found = (*diagnostics, *record.diagnostics, beyond)
        head = (record.source.name, record.index, sha256)
        return Verdict(*head, Status.UNREADABLE, None, None, None, None, _first_error([beyond]), found)


def _verify(record: Record, sha256: str, diagnostics: Sequence[Diagnostic]) -> Verdict:
    found = [*diagnostics, *record.diagnostics]
    head = (record.source.name, record.index, sha256)
    if record.game is None:
        return Verdict(*head, Status.UNREADABLE, None, None, None, None, _first_error(found), tuple(found))
    game = games.load(record.game)
    try:
        game = game_of(record) or game
        if record.games:
            return _match(game, record, head, found)
        found += [note(remark.code, remark.message, ply=0) for remark in game.standing_remarks()]
        start = game.read_diagram(record.setup) if record.setup else game.start()
    except InvalidSetup as invalid:
        fault = _bad_setup(invalid)
        status = Status.UNREADABLE if invalid.article is None else Status.ILLEGAL
        found.append(_as_diagnostic(fault))
        for line in record.lines:
            found += _unreadable_entries(game, line.entries)
        return Verdict(*head, status, game, None, None, None, fault, tuple(found))
    found += [note(remark.code, remark.message, ply=0) for remark in game.opening_remarks(start)]
    replays = replay_lines(game, record.lines, start)
    assert replays[0] is not None  # noqa: S101 - only a branch can leave nothing there is
    main = until(replays[0], _first_unread(record.main))
    recorded = recorded_ending(game, record.main, main)
    decision = _decide(game, record.main, main, recorded)
    found += decision.remarks
    if decision.fault is not None:
        slip = slip_of_turn(game, record.main.entries, record.main.start, main)
        found += [slip] if slip else []
        said = _as_diagnostic(decision.fault)
        if decision.status is Status.CONFIRMED:  # a foul that the record itself ends in
            said = as_warning(said)
        found += [] if said in found else [said]
    found += _notes(main, record.main)
    found += _of_the_end(game, main, decision.outcome)
    if main.fault is not None:
        if main.fault is not decision.fault:
            found.append(_as_diagnostic(main.fault))
        found += _unreadable_entries(game, record.main.entries[len(main.moves) + (main.fault.move is not None) :])
    for number, line in enumerate(record.lines[1:], start=1):
        found += _branch_remarks(game, line, replays[number])
    branches = tuple(replays[1:])
    decision = _vouched_for(decision, found)
    return Verdict(
        *head, decision.status, game, main, decision.outcome, recorded, decision.fault, tuple(found), branches
    )


def _first_unread(line: Variation) -> Diagnostic | None:
    return line.unread[0] if line.unread else None


def _vouched_for(decision: Decision, found: Sequence[Diagnostic]) -> Decision:
    """Return the decision; UNREADABLE in its place where nothing is wrong by the rules, but something could not be read."""
    unread = None if decision.status.exit_code else _first_error(found)
    return Decision(Status.UNREADABLE, None, unread) if unread else decision


def _of_the_end(game: Game, main: Replay, ended: Ending | None) -> list[Diagnostic]:
    """Return what is to be said of an end by the rules."""
    if ended is None or ended.article is None:
        return []
    said = game.closing_remarks(main.positions, ended)
    return [note(remark.code, remark.message, ply=len(main.moves)) for remark in said]


def _match(game: Game, record: Record, head: tuple[str, int, str], found: list[Diagnostic]) -> Verdict:
    """Judge a match: each of its games, then their sum."""
    verdicts = tuple(verify(part, head[2]) for part in record.games)
    broken = _first_error([said for said in record.diagnostics if said.code in match.BROKEN])
    status, outcome, recorded, fault, own = match.decide(game, record, verdicts, broken)
    if own is not None:
        found.append(_as_diagnostic(own))
    status, outcome, fault, _ = _vouched_for(Decision(status, outcome, fault), found)
    return Verdict(*head, status, game, None, outcome, recorded, fault, tuple(found), games=verdicts)


def unreadable_file(name: str, sha256: str, diagnostics: Sequence[Diagnostic]) -> Verdict:
    """Return the verdict on a file without any record."""
    fault = _first_error(diagnostics)
    return Verdict(name, 0, sha256, Status.UNREADABLE, None, None, None, None, fault, tuple(diagnostics))


def _first_error(diagnostics: Sequence[Diagnostic]) -> Fault | None:
    """Return the first error as a fault."""
    found = next((said for said in diagnostics if said.severity is Severity.ERROR), None)
    return None if found is None else fault_of(found)


def _decide(game: Game, line: Variation, played: Replay, recorded: Ending | None) -> Decision:
    """Return what decides: the first ply with a fault, an illegal move before a contradiction at the same ply.

    A wrong diagram stands before the move at fault, if both are there: it is compared with positions already reached.
    """
    wrong, remarks = _first_wrong_checkpoint(game, line.checkpoints, played)
    fault = played.fault or _untimely_special(game, line.special, played)
    if fault is None and _closes(line):
        # Closed before a move that need not be made: that is declining it.
        played = played._replace(ending=played.ending or game.closed(played.positions[-1]))
    claimed = None if fault else game.claim(played.positions, played.ending, line.special)
    if isinstance(claimed, Ending):
        played = played._replace(ending=claimed)
    wrong_claims = () if fault else tuple(contradictions(game, line, played, recorded))
    if isinstance(claimed, Message):
        # The game itself has said why.
        wrong_claims = tuple(found for found in wrong_claims if found.code != UNFOUNDED)
        wrong_claims = (wrong_claim(line, played, claimed), *wrong_claims)
    if wrong is not None:
        others = wrong_claims if fault is None or fault is played.fault else (fault,)
        remarks += tuple(map(_as_diagnostic, others))
        return Decision(Status.CONTRADICTED, played.ending, wrong, remarks)
    if fault is not None:
        if fault.article is None:
            return Decision(Status.UNREADABLE, None, fault, remarks)
        foul = _claimed_foul(game, line, played, recorded, fault)
        return foul._replace(remarks=remarks) if foul else Decision(Status.ILLEGAL, None, fault, remarks)
    if wrong_claims:
        remarks += tuple(map(_as_diagnostic, wrong_claims[1:]))
        return Decision(Status.CONTRADICTED, played.ending, wrong_claims[0], remarks)
    return _agreeing(game, line, played, recorded, remarks)


def _closes(line: Variation) -> bool:
    """Tell whether a line of play is closed by its last line alone (まで…), which names no other end than a result."""
    return line.closing is not None and line.special is None and line.closing.termination in _RESULTS


def _agreeing(
    game: Game, line: Variation, played: Replay, recorded: Ending | None, remarks: tuple[Diagnostic, ...]
) -> Decision:
    """Return the decision on a record without any fault."""
    broken_off = recorded is not None and recorded.termination is Termination.ADJOURNED
    if played.ending is not None:
        if broken_off:
            remarks += (over_though_adjourned(line),)
        return Decision(Status.CONFIRMED, played.ending, None, remarks)
    if recorded is None or broken_off:
        return Decision(Status.UNFINISHED, None, None, remarks)
    if recorded.termination in AGREED:
        remarks += (agreed(game, line, played, recorded),)
    elif recorded.termination is Termination.MATE:
        remarks += (no_mate(line),)
    return Decision(Status.DECLARED, recorded, None, remarks)


def _first_wrong_checkpoint(
    game: Game, checkpoints: Sequence[Checkpoint], played: Replay
) -> tuple[Fault | None, tuple[Diagnostic, ...]]:
    """Compare the diagrams in the middle with the replay; those past its end, or unreadable, are remarked on."""
    first: Fault | None = None
    remarks = []
    for checkpoint, faults in _judged_checkpoints(game, checkpoints, played):
        for found in faults:
            if found.code != "checkpoint":
                remarks.append(_as_diagnostic(found))
            elif first is None:
                first = found
            else:
                remarks.append(_as_diagnostic(found))
        if not faults and checkpoint.ply >= len(played.positions):
            remarks.append(
                note(
                    "checkpoint-not-reached",
                    Message(
                        "この局面図は、前の手に誤りがあるので比べられません",
                        "this diagram cannot be compared: a move before it is at fault",
                    ),
                    checkpoint.diagram.line,
                    ply=checkpoint.ply,
                )
            )
    return first, tuple(remarks)


def _judged_checkpoints(
    game: Game, checkpoints: Sequence[Checkpoint], played: Replay
) -> Iterator[tuple[Checkpoint, list[Fault]]]:
    for checkpoint in checkpoints:
        faults = []
        if checkpoint.ply < len(played.positions):
            position = played.positions[checkpoint.ply]
            try:
                shown = game.read_diagram(checkpoint.diagram, position)
            except InvalidSetup as invalid:
                faults.append(_bad_setup(invalid)._replace(ply=checkpoint.ply))
            else:
                differences = game.differences(position, shown)
                if differences:
                    faults.append(_wrong_checkpoint(checkpoint, differences))
        yield checkpoint, faults


def _wrong_checkpoint(checkpoint: Checkpoint, differences: Sequence[Message]) -> Fault:
    shown = differences[:MATCHING_DIFFERENCES]
    more = len(differences) - len(shown)
    ja = "、".join(message.ja for message in shown) + (f"、ほか {more} 箇所" if more else "")
    en = "; ".join(message.en for message in shown) + (f"; and {more} more" if more else "")
    return Fault(
        checkpoint.ply,
        None,
        checkpoint.diagram.line,
        1,
        None,
        "checkpoint",
        Message(
            f"{checkpoint.ply} 手目のあとの局面図が合いません: {ja}",
            f"the diagram after ply {checkpoint.ply} differs: {en}",
        ),
    )


def _untimely_special(game: Game, special: Special | None, played: Replay) -> Fault | None:
    """A special word may carry a side mark, which must be that of the side to move."""
    position = played.positions[-1]
    if special is None or special.side is None or special.side == game.turn(position):
        return None
    article, message = out_of_turn(game, position, special.side)
    return Fault(special.ply, special.word, special.line, special.column, article, "illegal-move", message)


def _claimed_foul(
    game: Game, line: Variation, played: Replay, recorded: Ending | None, fault: Fault
) -> Decision | None:
    """The record itself ends in 反則 right after its first illegal move: it is confirmed, or claims what is not so."""
    if (
        recorded is None
        or recorded.termination is not Termination.FOUL
        or line.start - 1 + len(line.entries) != fault.ply
    ):
        return None
    winner = Outcome.win(game.turn(played.positions[-1]).other)
    outcome = Ending(winner, Termination.FOUL, fault.article)
    if recorded.outcome != winner:
        return Decision(Status.CONTRADICTED, outcome, wrong_winner(line, played, recorded, outcome))
    if line.closing and line.closing.count not in {None, len(played.moves), len(played.moves) + 1}:
        return Decision(Status.CONTRADICTED, outcome, wrong_count(line, played))
    return Decision(Status.CONFIRMED, outcome, fault)


def _bad_setup(invalid: InvalidSetup) -> Fault:
    column = None if invalid.line is None else invalid.offset + 1
    return Fault(0, None, invalid.line, column, invalid.article, invalid.code, invalid.message, invalid.width)


def _as_diagnostic(fault: Fault) -> Diagnostic:
    return error(fault.code, fault.message, fault.line, fault.column, ply=fault.ply, width=fault.width)


def _unreadable_entries(game: Game, entries: Sequence[Entry]) -> Iterator[Diagnostic]:
    """Name every move that cannot be read among those that are not replayed."""
    for entry in entries:
        try:
            game.read(entry.text)
        except InvalidMove as invalid:
            yield _as_diagnostic(unreadable(entry, invalid))


def _notes(played: Replay, line: Variation) -> Iterator[Diagnostic]:
    for ply, remark in played.notes:
        entry = line.entries[ply - line.start]
        yield note(remark.code, remark.message, entry.line, entry.column, ply=ply)


def _branch_remarks(game: Game, line: Variation, played: Replay | None) -> Iterator[Diagnostic]:
    """Report on a branch: it is verified like the game, but does not decide the record's status."""
    if played is None:
        yield note(
            "branch-not-judged",
            Message(
                "この変化は、元の局面がわからないので判定できません",
                "this branch cannot be judged: the position it starts from is not known",
            ),
            line.line,
            ply=line.start,
        )
        yield from _unreadable_entries(game, line.entries)
        return
    played = until(played, _first_unread(line))
    yield from _notes(played, line)
    decision = _decide(game, line, played, recorded_ending(game, line, played))
    yield from (as_warning(said) for said in decision.remarks)
    if decision.fault is not None and decision.status is not Status.CONFIRMED:
        yield _of_branch(decision.fault)
    if played.fault is not None:
        if played.fault is not decision.fault:
            yield _of_branch(played.fault)
        unplayed = len(played.moves) - line.start + 1 + (played.fault.move is not None)
        yield from _unreadable_entries(game, line.entries[unplayed:])


def _of_branch(fault: Fault) -> Diagnostic:
    """Return what is wrong with a branch: an error where it could not be read, else a warning, for the game stands."""
    article = f" [{fault.article}]" if fault.article else ""
    message = Message(f"変化: {fault.message.ja}{article}", f"branch: {fault.message.en}{article}")
    found = _as_diagnostic(fault._replace(code=f"branch-{fault.code}", message=message))
    return found if fault.move is not None and fault.article is None else as_warning(found)
