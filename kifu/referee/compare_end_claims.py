"""Claims about the end, against rules, clocks and the record."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kifu.core.diagnostic import Diagnostic, note
from kifu.core.errors import InvalidMove
from kifu.core.game.game import Game
from kifu.core.message import Message
from kifu.core.outcome import OUTCOME_LABELS, Ending, Outcome, Side, Special, Termination
from kifu.referee.record import Score, Variation
from kifu.referee.recorded_end_statements import EndStatement, EndStatements, TimeLoss
from kifu.referee.replay import Replay
from kifu.referee.status_fault_and_basis import Fault

UNFOUNDED = "unfounded-claim"
"""The code of a claim that the game has ended by the rules although it goes on."""
NO_FOUL = "no-foul"
"""The code of a foul that is claimed although every move is legal."""
NO_REASON = frozenset({None, Termination.DECLARED, Termination.AGREEMENT})
"""The reasons of statements that give a result alone. 引き分け is also the result of equal totals."""
_OFF_THE_BOARD = frozenset({Termination.TIME, Termination.FOUL, Termination.FORFEIT})
"""The reasons beside which nobody resigns. Who is lost on the board may say so: 投了 stands beside a mate."""
_RESULTS = frozenset({None, Termination.AGREEMENT})
"""The reasons of what gives a result without one. 引き分け is also the result of equal totals."""


class RecordedFoul(NamedTuple):
    """A record that ends in 反則 right after its first illegal move."""

    outcome: Ending
    wrong: tuple[Fault, ...]
    """The statements of the record that contradict it."""


class ClaimFindings(NamedTuple):
    """Findings about the claims of a line of play (:class:`kifu.referee.compare.Findings` describes them)."""

    ending: Ending | None
    fault: Fault | None
    foul: RecordedFoul | None
    wrong: tuple[Fault, ...]
    notes: tuple[Diagnostic, ...]


def compare_claims(game: Game, line: Variation, statements: EndStatements, replay: Replay) -> ClaimFindings:
    """Compare claims with the rules, the clocks and each other."""
    fault = replay.fault
    ended = replay if fault else _replay_ended_by_closing_line(game, statements, replay)
    granted: Ending | Message | None = None
    if fault is None:
        try:
            granted = game.claim(ended.positions, ended.ending, statements.special)
        except InvalidMove as unread:
            fault = _unreadable_special_fault(statements.special, unread)
    if isinstance(granted, Ending):
        ended = ended._replace(ending=granted)
    wrong = () if fault else tuple(_contradiction_faults(game, line, statements, ended))
    if isinstance(granted, Message):
        # The game's message replaces the general one.
        others = (claim for claim in wrong if claim.code != UNFOUNDED)
        wrong = (_wrong_claim_fault(statements, len(ended.moves), granted), *others)
    foul = None if fault is None else _recorded_foul(game, line, replay, statements, fault)
    return ClaimFindings(ended.ending, fault, foul, wrong, tuple(_claim_notes(statements, ended)))


def claim_faults(
    game: Game, statements: Sequence[EndStatement], ended: Ending | None, ply: int, counts: frozenset[int] | None
) -> Iterator[Fault]:
    """Faults of statements on an end: by the rules, by each other."""
    for number, statement in enumerate(statements):
        if counts is not None and statement.count is not None and statement.count not in counts:
            yield _wrong_count_fault(statement, ply)
        against = _fault_against_rules(game, statement, ended, ply)
        if against is not None:
            yield against
        earlier = next((other for other in statements[:number] if _do_statements_disagree(other, statement)), None)
        if earlier is not None:
            yield _claims_disagree_fault(earlier, statement, ply)


def _replay_ended_by_closing_line(game: Game, statements: EndStatements, replay: Replay) -> Replay:
    """Replay with the end by its closing line, or by 引き分け.

    A line of play that is closed before an optional move declines that move.
    """
    last = statements.word or statements.closing
    if last is None or last.reason not in _RESULTS | game.decides:
        return replay
    return replay._replace(ending=replay.ending or game.closed(replay.positions[-1]))


def _unreadable_special_fault(special: Special | None, unread: InvalidMove) -> Fault:
    """Fault of a special word with text that the game rejects."""
    assert special is not None  # noqa: S101 - a game reads nothing else
    return Fault(
        ply=special.ply,
        code=unread.code,
        message=unread.message,
        line=special.line,
        column=special.column + unread.offset,
        width=unread.width,
    )


def _recorded_foul(
    game: Game, line: Variation, replay: Replay, statements: EndStatements, fault: Fault
) -> RecordedFoul | None:
    """Foul of a record whose 反則 follows its first illegal move."""
    recorded = statements.recorded_ending
    if (
        fault.article is None
        or recorded is None
        or recorded.termination is not Termination.FOUL
        or line.start - 1 + len(line.entries) != fault.ply
    ):
        return None
    winner = Outcome.win(game.turn(replay.positions[-1]).other)
    outcome = Ending(winner, Termination.FOUL, fault.article)
    plies = len(replay.moves)
    ended = replay._replace(ending=outcome)
    return RecordedFoul(
        outcome, tuple(_contradiction_faults(game, line, statements, ended, frozenset({plies, plies + 1})))
    )


def _contradiction_faults(
    game: Game, line: Variation, statements: EndStatements, replay: Replay, counts: frozenset[int] | None = None
) -> Iterator[Fault]:
    """Faults of statements that the rules or earlier statements contradict.

    `played.ending` is the end by the rules. `counts` are the numbers of plies that a record may give; by default that of
    the replay.
    """
    ply = len(replay.moves)
    yield from claim_faults(game, statements.all, replay.ending, ply, counts or frozenset({ply}))
    if replay.ending is None and statements.time_loss is not None and statements.time_loss.contradicted:
        yield _time_left_fault(ply, statements.time_loss)
    points = game.score(replay.positions[-1]) if line.scores else None
    for score in line.scores:
        if points is not None and (score.first, score.second) != points:
            yield _wrong_score_fault(score, points, ply)


def _claim_notes(statements: EndStatements, replay: Replay) -> Iterator[Diagnostic]:
    """Notes on marks out of turn and on undecided time losses.

    The marks stand at 中断, 千日手, …; a 時間切れ is undecided if the clocks leave it open. A game that the rules have ended, or
    that has a fault, has neither.
    """
    if replay.fault is not None or replay.ending is not None:
        return
    marked = next((one for one in statements.all if one.side not in {None, statements.turn}), None)
    if marked is not None:
        yield _mark_out_of_turn_note(marked, statements.turn)
    if statements.time_loss is not None and not statements.time_loss.contradicted:
        fault = _time_left_fault(len(replay.moves), statements.time_loss)
        yield note(fault.code, fault.message, fault.line, fault.column, ply=fault.ply, width=fault.width)


def _wrong_claim_fault(statements: EndStatements, ply: int, message: Message) -> Fault:
    """Fault of a claim that the game refused, with its message."""
    at = next(iter(statements.all), None)
    return (
        _statement_fault(at, ply, "wrong-claim", message) if at else Fault(ply=ply, code="wrong-claim", message=message)
    )


def _statement_fault(
    statement: EndStatement, ply: int, code: str, message: Message, article: str | None = None
) -> Fault:
    """Return a fault at the place of a statement.

    `ply` is the last ply of the game.
    """
    return Fault(
        ply=ply,
        code=code,
        message=message,
        line=statement.line,
        column=statement.column,
        article=article,
        width=max(1, len(statement.text)),
    )


def _fault_against_rules(game: Game, statement: EndStatement, ended: Ending | None, ply: int) -> Fault | None:
    """Fault of a statement against the rules: foul, winner or reason."""
    reason = statement.reason
    if reason is Termination.FOUL and (ended is None or ended.termination is not Termination.FOUL):
        return _statement_fault(statement, ply, NO_FOUL, _NO_FOUL)
    if ended is None:
        return _unfounded_claim_fault(statement, reason, ply) if reason is not None and reason in game.decides else None
    if reason is Termination.ADJOURNED:
        return None
    if ended.outcome not in statement.outcomes:
        return _wrong_winner_fault(statement, ended, ply)
    if reason is Termination.MATE and Termination.MATE not in game.decides:
        reason = Termination.STANDSTILL  # in a game without 詰み the word says that the side to move has no move
    return None if _can_reasons_coexist(reason, ended.termination) else _wrong_reason_fault(statement, ended, ply)


def _do_statements_disagree(first_statement: EndStatement, second_statement: EndStatement) -> bool:
    return first_statement.outcomes.isdisjoint(second_statement.outcomes) or not _can_reasons_coexist(
        first_statement.reason, second_statement.reason
    )


def _can_reasons_coexist(first_reason: Termination | None, second_reason: Termination | None) -> bool:
    """Tell whether two reasons can stand beside each other.

    Who has won is compared apart.
    """
    if first_reason == second_reason or first_reason in NO_REASON or second_reason in NO_REASON:
        return True
    return Termination.RESIGNATION in {first_reason, second_reason} and _OFF_THE_BOARD.isdisjoint(
        {first_reason, second_reason}
    )


_NO_FOUL = Message(
    "反則と記録されていますが、すべての手は規則に合っています", "a foul is recorded, but every move is legal"
)


def _wrong_winner_fault(statement: EndStatement, ended: Ending, ply: int) -> Fault:
    said, actual, reason = _result_text(statement), _outcome_label(ended.outcome), ended.termination.label
    message = Message(
        f"記録は「{said.ja}」ですが、規則では{actual.ja}です ({reason.ja}、{ended.article})",
        f"the record says: {said.en}; by the rules: {actual.en} ({reason.en}, {ended.article})",
    )
    return _statement_fault(statement, ply, "wrong-winner", message, ended.article)


def _wrong_reason_fault(statement: EndStatement, ended: Ending, ply: int) -> Fault:
    said = (statement.reason or Termination.DECLARED).label
    actual, text = ended.termination.label, statement.quote
    message = Message(
        f"「{text}」の終局の理由は{said.ja}ですが、規則では{actual.ja}です ({ended.article})",
        f"'{text}' says that the game ended by {said.en}, but by the rules it ended by {actual.en} ({ended.article})",
    )
    return _statement_fault(statement, ply, "wrong-reason", message, ended.article)


def _time_left_fault(ply: int, loss: TimeLoss) -> Fault:
    statement, side, seconds, _ = loss
    left = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    message = Message(
        f"「{statement.quote}」とありますが、記録の時間では{side.label.ja}の時間が {left} 残っています",
        f"'{statement.quote}', but by the times of the record {side.label.en} has {left} left",
    )
    return _statement_fault(statement, ply, "time-left", message)


def _mark_out_of_turn_note(statement: EndStatement, turn: Side) -> Diagnostic:
    text, other = statement.quote, turn.other
    message = Message(
        f"「{text}」は{other.label.ja}の名で書かれていますが、{turn.label.ja}の番です。結果は変わりません",
        f"'{text}' names {other.label.en}, but it is the turn of {turn.label.en}; the result is the same",
    )
    return note("word-out-of-turn", message, statement.line, statement.column, width=max(1, len(statement.text)))


def _wrong_count_fault(statement: EndStatement, plies: int) -> Fault:
    message = Message(
        f"「{statement.quote}」とありますが、指し手は {plies} 手です",
        f"'{statement.quote}' gives {statement.count} plies, but there are {plies}",
    )
    return _statement_fault(statement, plies, "wrong-count", message)


def _unfounded_claim_fault(statement: EndStatement, reason: Termination, ply: int) -> Fault:
    word = reason.label
    message = Message(
        f"「{word.ja}」と記録されていますが、規則ではまだ終局していません",
        f"the record says '{word.en}', but by the rules the game is not over",
    )
    return _statement_fault(statement, ply, UNFOUNDED, message)


def _claims_disagree_fault(statement: EndStatement, other_statement: EndStatement, ply: int) -> Fault:
    first, second = (
        _contradicted_part_text(statement, other_statement),
        _contradicted_part_text(other_statement, statement),
    )
    texts = statement.quote, other_statement.quote
    message = Message(
        f"{statement.line} 行目の「{texts[0]}」は{first.ja}、{other_statement.line} 行目の「{texts[1]}」は{second.ja}で、食い違います",
        f"line {statement.line} '{texts[0]}' means {first.en}, but line {other_statement.line} '{texts[1]}' means {second.en}",
    )
    return _statement_fault(other_statement, ply, "claims-disagree", message)


def _contradicted_part_text(statement: EndStatement, other_statement: EndStatement) -> Message:
    """Part of a statement that differs from another: winner, else reason."""
    if statement.outcomes.isdisjoint(other_statement.outcomes):
        return _result_text(statement)
    return (statement.reason or Termination.DECLARED).label


def _result_text(statement: EndStatement) -> Message:
    """Return who has won by a statement, in words.

    Its reason if that leaves it open.
    """
    if len(statement.outcomes) > 1 and statement.reason is not None:
        return statement.reason.label
    return _outcome_label(statement.outcome)


def _wrong_score_fault(score: Score, points: tuple[float, float], ply: int) -> Fault:
    first, second = points
    message = Message(
        f"記録の得点は先手 {score.first}、後手 {score.second} ですが、数えると先手 {first}、後手 {second} です",
        f"the record counts {score.first} for 先手 and {score.second} for 後手, but they have {first} and {second}",
    )
    return Fault(ply=ply, code="wrong-score", message=message, line=score.line, column=score.column)


def _outcome_label(outcome: Outcome | None) -> Message:
    return OUTCOME_LABELS[outcome] if outcome else Message("勝敗なし", "no winner")
