"""Judges a record: replays it, compares what it claims with what the rules give, and names what decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu import games
from kifu.diagnostic import Diagnostic, Severity, error, note, warning
from kifu.errors import InvalidMove, InvalidSetup
from kifu.message import Message
from kifu.outcome import OUTCOME_LABELS, Ending, Outcome, Termination
from kifu.replay import Fault, Replay, out_of_turn, replay, unreadable
from kifu.specials import SPECIALS, Winner, ending
from kifu.verdict import Status, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.game import Game, Position
    from kifu.outcome import Side
    from kifu.record import Checkpoint, Entry, Record, Special, Variation
    from kifu.specials import Meaning

MATCHING_DIFFERENCES = 8
"""How many differences of a checkpoint are listed."""

AGREED = frozenset({Termination.REPETITION, Termination.AGREEMENT, Termination.IMPASSE})


class Decision(NamedTuple):
    """What decides a record's status."""

    status: Status
    outcome: Ending | None
    fault: Fault | None
    remarks: tuple[Diagnostic, ...] = ()


def verify(record: Record, sha256: str, diagnostics: Sequence[Diagnostic] = ()) -> Verdict:
    """Judge one record. `diagnostics` are those of its file as a whole; the verdict lists them first."""
    found = [*diagnostics, *record.diagnostics]
    head = (record.source.name, record.index, sha256)
    if record.game is None:
        return Verdict(*head, Status.UNREADABLE, None, None, None, None, first_error(found), tuple(found))
    game = games.load(record.game).configure(record.rules, record.head)
    try:
        start = game.read_diagram(record.setup) if record.setup else game.start()
    except InvalidSetup as invalid:
        fault = _bad_setup(invalid)
        status = Status.UNREADABLE if invalid.article is None else Status.ILLEGAL
        found += [_as_diagnostic(fault), *_unreadable_entries(game, record.main.entries)]
        return Verdict(*head, status, game, None, None, None, fault, tuple(found))
    found += [note(remark.code, remark.message, ply=0) for remark in game.remarks(start)]
    replays = _replay_all(game, record, start)
    main = replays[0]
    assert main is not None  # noqa: S101 - only a branch can leave nothing there is
    recorded = _recorded(game, record.main, main)
    decision = _decide(game, record.main, main, recorded)
    found += decision.remarks
    if decision.fault is not None:
        found.append(_as_diagnostic(decision.fault))
    found += _notes(main, record.main)
    if main.fault is not None:
        if main.fault is not decision.fault:
            found.append(_as_diagnostic(main.fault))
        found += _unreadable_entries(game, record.main.entries[len(main.moves) + 1 :])
    for number, line in enumerate(record.lines[1:], start=1):
        found += _branch_remarks(game, line, replays[number])
    return Verdict(*head, decision.status, game, main, decision.outcome, recorded, decision.fault, tuple(found))


def unreadable_file(name: str, sha256: str, diagnostics: Sequence[Diagnostic]) -> Verdict:
    """Return the verdict on a file without any record."""
    fault = first_error(diagnostics)
    return Verdict(name, 0, sha256, Status.UNREADABLE, None, None, None, None, fault, tuple(diagnostics))


def first_error(diagnostics: Sequence[Diagnostic]) -> Fault | None:
    """Return the first error as a fault of the set-up (ply 0), for what could not be replayed at all."""
    for found in diagnostics:
        if found.severity is Severity.ERROR:
            return Fault(0, None, found.line, found.column, None, found.code, found.message, found.width)
    return None


def _replay_all(game: Game, record: Record, start: Position) -> list[Replay | None]:
    """Replay the game and its branches; None for a branch whose starting position is not known."""
    before = Replay((start,), (), None, game.outcome(start))
    replays: list[Replay | None] = [replay(game, record.main.entries, before)]
    for line in record.lines[1:]:
        parent = None if line.parent is None else replays[line.parent]
        plies = line.start - 1
        if parent is None or plies > len(parent.moves):
            replays.append(None)
            continue
        over = parent.ending if plies == len(parent.moves) else None
        before = Replay(parent.positions[: plies + 1], parent.moves[:plies], None, over)
        replays.append(replay(game, line.entries, before))
    return replays


def _turn_after(game: Game, line: Variation, played: Replay) -> Side:
    """Return whose turn it is after all that is written, also past a fault."""
    turn = game.turn(played.positions[-1])
    unplayed = line.start - 1 + len(line.entries) - len(played.moves)
    return turn.other if unplayed % 2 else turn


def _recorded(game: Game, line: Variation, played: Replay) -> Ending | None:
    """Return the result the record claims: its closing line's winner, else what its special word says."""
    turn = _turn_after(game, line, played)
    said = ending(_meaning(game, line.special), turn) if line.special else None
    closing = line.closing
    if closing is None or (closing.outcome is None and closing.termination is None):
        return said
    outcome = closing.outcome
    if outcome is None and closing.termination in {Termination.RESIGNATION, Termination.TIME}:
        outcome = Outcome.win(turn.other)
    termination = said.termination if said else closing.termination or Termination.DECLARED
    return Ending(outcome, termination)


def _decide(game: Game, line: Variation, played: Replay, recorded: Ending | None) -> Decision:
    """Return what decides: the first ply with a fault, an illegal move before a contradiction at the same ply."""
    wrong, remarks = _first_wrong_checkpoint(game, line.checkpoints, played)
    claimed = game.claim(played.positions, played.ending, line.special) if played.fault is None else None
    if isinstance(claimed, Ending):
        played = played._replace(ending=claimed)
        claimed = None
    fault = played.fault
    if fault is None and line.special is not None:
        fault = _untimely_special(game, line.special, played)
    if fault is not None and (wrong is None or fault.ply <= wrong.ply):
        if fault.article is None:
            return Decision(Status.UNREADABLE, None, fault, remarks)
        if recorded is not None and recorded.termination is Termination.FOUL:
            foul = _claimed_foul(game, line, played, recorded, fault)
            if foul is not None:
                return foul._replace(remarks=remarks)
        return Decision(Status.ILLEGAL, None, fault, remarks)
    if wrong is not None:
        return Decision(Status.CONTRADICTED, played.ending, wrong, remarks)
    contradiction = _claim_fault(line, played, "wrong-claim", claimed) if claimed else None
    contradiction = contradiction or _contradiction(game, line, played, recorded)
    if contradiction is not None:
        return Decision(Status.CONTRADICTED, played.ending, contradiction, remarks)
    return _agreeing(game, played, recorded, remarks)


def _agreeing(game: Game, played: Replay, recorded: Ending | None, remarks: tuple[Diagnostic, ...]) -> Decision:
    """Return the decision on a record without any fault."""
    broken_off = recorded is not None and recorded.termination is Termination.ADJOURNED
    if played.ending is not None:
        if broken_off:
            remarks = (*remarks, _over_though_adjourned())
        return Decision(Status.CONFIRMED, played.ending, None, remarks)
    if recorded is None or broken_off:
        return Decision(Status.UNFINISHED, None, None, remarks)
    if recorded.termination in AGREED:
        remarks = (*remarks, _agreed(game, played, recorded))
    elif recorded.termination is Termination.MATE:
        remarks = (*remarks, _no_mate())
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
        Message(f"{checkpoint.ply} 手目のあとの局面図が合いません: {ja}", f"the diagram after ply {checkpoint.ply} differs: {en}"),
    )


def _untimely_special(game: Game, special: Special, played: Replay) -> Fault | None:
    """A special word may carry a side mark, which must be that of the side to move."""
    position = played.positions[-1]
    if special.side is None or special.side == game.turn(position):
        return None
    article, message = out_of_turn(game, position, special.side)
    return Fault(special.ply, special.word, special.line, special.column, article, "illegal-move", message)


def _claimed_foul(
    game: Game, line: Variation, played: Replay, recorded: Ending, fault: Fault
) -> Decision | None:
    """The record itself ends in 反則 right after its first illegal move: it is confirmed, or names the wrong winner."""
    if line.start - 1 + len(line.entries) != fault.ply:
        return None
    winner = Outcome.win(game.turn(played.positions[-1]).other)
    outcome = Ending(winner, Termination.FOUL, fault.article)
    if recorded.outcome not in {None, winner}:
        return Decision(Status.CONTRADICTED, outcome, _wrong_winner(line, played, recorded, outcome))
    if line.closing and line.closing.count not in {None, len(played.moves), len(played.moves) + 1}:
        return Decision(Status.CONTRADICTED, outcome, _wrong_count(line, played))
    return Decision(Status.CONFIRMED, outcome, fault)


def _contradiction(game: Game, line: Variation, played: Replay, recorded: Ending | None) -> Fault | None:
    """Return where the record's own claims and the rules disagree: foul, count, winner, or each other."""
    if recorded is not None and recorded.termination is Termination.FOUL:
        return _claim_fault(
            line,
            played,
            "no-foul",
            Message(
                "反則と記録されていますが、すべての手は規則に合っています",
                "a foul is recorded, but every move is legal",
            ),
        )
    if line.closing is not None and line.closing.count not in {None, len(played.moves)}:
        return _wrong_count(line, played)
    if recorded is None:
        return None
    if played.ending is not None and recorded.termination is not Termination.ADJOURNED:
        if recorded.outcome is not None and recorded.outcome != played.ending.outcome:
            return _wrong_winner(line, played, recorded, played.ending)
        return None
    if recorded.termination in game.decides:
        return _unfounded(line, played, recorded)
    if line.special is not None and line.closing is not None and line.closing.outcome is not None:
        meaning = _meaning(game, line.special)
        said = ending(meaning, _turn_after(game, line, played))
        if meaning.winner is not Winner.UNSAID and said.outcome != line.closing.outcome:
            return _claim_fault(
                line,
                played,
                "claims-disagree",
                Message(
                    f"「{line.special.word}」なら{_label(said.outcome).ja}ですが、「{line.closing.text}」とあります",
                    f"'{line.special.word}' means: {_label(said.outcome).en}; but the record closes '{line.closing.text}'",
                ),
            )
    return None


def _meaning(game: Game, special: Special) -> Meaning:
    return SPECIALS.get(special.word) or game.words[special.word]


def _unfounded(line: Variation, played: Replay, recorded: Ending) -> Fault:
    word = recorded.termination.label
    return _claim_fault(
        line,
        played,
        "unfounded-claim",
        Message(
            f"「{word.ja}」と記録されていますが、規則ではまだ終局していません",
            f"the record ends by {word.en}, but by the rules the game is not over",
        ),
    )


def _wrong_winner(line: Variation, played: Replay, recorded: Ending, outcome: Ending) -> Fault:
    claimed, found = _label(recorded.outcome), _label(outcome.outcome)
    why = outcome.termination.label
    fault = _claim_fault(
        line,
        played,
        "wrong-winner",
        Message(
            f"記録は「{claimed.ja}」ですが、規則では{found.ja}です ({why.ja}、{outcome.article})",
            f"the record says: {claimed.en}; by the rules: {found.en} ({why.en}, {outcome.article})",
        ),
    )
    return fault._replace(article=outcome.article)


def _wrong_count(line: Variation, played: Replay) -> Fault:
    count, plies = line.closing.count if line.closing else None, len(played.moves)
    return _claim_fault(
        line,
        played,
        "wrong-count",
        Message(f"「まで{count}手」とありますが、指し手は {plies} 手です", f"the record closes at {count} plies, but has {plies}"),
    )


def _claim_fault(line: Variation, played: Replay, code: str, message: Message) -> Fault:
    """Return a fault at the place where the record states its result."""
    claim = line.closing or line.special
    place = (claim.line, claim.column) if claim else (None, None)
    width = len(line.closing.text) if line.closing else 1
    return Fault(len(played.moves), None, *place, None, code, message, width)


def _label(outcome: Outcome | None) -> Message:
    return OUTCOME_LABELS[outcome] if outcome else Message("勝敗なし", "no winner")


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
    yield from _notes(played, line)
    _, remarks = _first_wrong_checkpoint(game, line.checkpoints, played)
    yield from remarks
    recorded = _recorded(game, line, played)
    decision = _decide(game, line, played, recorded)
    if decision.fault is not None and decision.status is not Status.CONFIRMED:
        fault = decision.fault
        article = f" [{fault.article}]" if fault.article else ""
        message = Message(f"変化: {fault.message.ja}{article}", f"branch: {fault.message.en}{article}")
        yield error(f"branch-{fault.code}", message, fault.line, fault.column, ply=fault.ply, width=fault.width)
    if played.fault is not None:
        yield from _unreadable_entries(game, line.entries[len(played.moves) - line.start + 2 :])


def _over_though_adjourned() -> Diagnostic:
    return warning(
        "adjourned-after-the-end",
        Message("中断とありますが、規則ではすでに終局しています", "recorded as adjourned, but by the rules the game is over"),
    )


def _agreed(game: Game, played: Replay, recorded: Ending) -> Diagnostic:
    times = played.positions.count(played.positions[-1])
    word = recorded.termination.label
    return note(
        "agreed",
        Message(
            f"{word.ja}は対局者の合意として受け入れます ({game.agreed_article})。最後の局面は {times} 回目です",
            f"{word.en} is accepted as agreed by the players ({game.agreed_article}); "
            f"the last position has occurred {times} time(s)",
        ),
    )


def _no_mate() -> Diagnostic:
    return warning(
        "no-mate",
        Message("詰みとありますが、規則ではまだ指せる手があります", "recorded as mate, but by the rules there are legal moves"),
    )
