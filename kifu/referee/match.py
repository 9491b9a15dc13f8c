"""A match of two games: the sums of both, the sides exchanged in the second, and who has won by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.model.message import Message
from kifu.model.outcome import OUTCOME_LABELS, PLAYERS, Ending, Outcome, Side, Termination
from kifu.model.specials import SPECIALS, ending
from kifu.referee.decide import Decision
from kifu.referee.fault import Fault, first_error
from kifu.referee.verdict import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.model.game import Game
    from kifu.model.record import Record
    from kifu.referee.verdict import Verdict

GAMES = 2
PART = "対局"
"""The header that says which game of a match a record is."""
BROKEN = frozenset({"match-order", "outside-the-games"})
"""What a reader complains of where the games of a match are not told apart."""
FAULTY = frozenset({Status.CONTRADICTED, Status.ILLEGAL, Status.UNREADABLE})
UNENDED = frozenset({Status.UNFINISHED, Status.ILLEGAL, Status.UNREADABLE})
"""Games that leave a match without a result."""


class MatchFindings(NamedTuple):
    """What the games of a match, and their sum, have shown."""

    record: Record
    verdicts: tuple[Verdict, ...]
    recorded: Ending | None
    """The result that the match claims."""
    summed: Ending | None
    """The result by the sum; None if a game has not ended on the board."""
    broken: Fault | None
    """That its games cannot be told apart."""
    wrong: Fault | None
    """What the match itself claims and its games contradict."""


def parts(record: Record) -> tuple[Record, ...]:
    """Return the games of a match as if records of their own; none for a record that is no match.

    They share the headers of the match; its players change sides from game to game.
    """
    found = []
    for number, part in enumerate(record.games):
        names = dict(zip(PLAYERS, reversed(PLAYERS), strict=True)) if number % 2 else {}
        shared = tuple(header._replace(key=names.get(header.key, header.key)) for header in record.headers)
        found.append(part._replace(headers=part.headers + shared))
    return tuple(found)


def compare(game: Game, record: Record, verdicts: tuple[Verdict, ...]) -> MatchFindings:
    """Compare what a match claims with the verdicts on its games.

    A game that ended off the board leaves the match to the result it records (king.3); one that the rules have ended
    counts, whatever its record claims.
    """
    recorded = _recorded(record)
    whole = len(verdicts) >= GAMES and all(verdict.status not in UNENDED for verdict in verdicts)
    wrong = _wrong_score(record, verdicts) if whole else None
    summed = None
    if whole and all(map(_finished_on_the_board, verdicts)):
        summed = _ending(game, sums(verdicts))
        wrong = _wrong_winner(record, recorded, summed, verdicts) or wrong
    return MatchFindings(
        record=record,
        verdicts=verdicts,
        recorded=recorded,
        summed=summed,
        broken=first_error(said for said in record.diagnostics if said.code in BROKEN),
        wrong=wrong,
    )


def decide(findings: MatchFindings) -> Decision:
    """Return what decides a match: that it is broken; the first fault of its games; both finished, their sum."""
    if findings.broken is not None:
        return Decision(Status.UNREADABLE, None, findings.broken)
    verdicts = findings.verdicts
    faulty = next((verdict for verdict in verdicts if verdict.status in FAULTY), None)
    fault = faulty.fault if faulty else None
    if len(verdicts) < GAMES or any(verdict.status in UNENDED for verdict in verdicts):
        return Decision(faulty.status if faulty else Status.UNFINISHED, None, fault)
    wrong = findings.wrong
    said = (wrong.diagnostic(),) if wrong else ()
    outcome = findings.summed or findings.recorded
    if fault or wrong:
        return Decision(Status.CONTRADICTED, outcome, fault or wrong, said)
    return Decision(Status.CONFIRMED if findings.summed else Status.DECLARED, outcome, None, said)


def sums(verdicts: Sequence[Verdict]) -> tuple[float, float]:
    """Return the points of both games for who was 先手, and who was 後手, in the first."""
    first: float = 0
    second: float = 0
    for number, verdict in enumerate(verdicts):
        pair = verdict.scores()[-1]
        first, second = first + pair[number % 2], second + pair[1 - number % 2]
    return first, second


def _recorded(record: Record) -> Ending | None:
    """Return the result that a match claims; its special words (引き分け, 中断) are those that need no turn."""
    claim = record.main.closing
    if claim is None or (claim.outcome is None and claim.word is None):
        return None
    if claim.word is not None:
        return ending(SPECIALS[claim.word], Side.FIRST)
    return Ending(claim.outcome, claim.termination or Termination.DECLARED)


def _finished_on_the_board(verdict: Verdict) -> bool:
    """Tell whether a game was ended by the rules, and not by a foul."""
    ended = verdict.outcome
    return ended is not None and ended.article is not None and ended.termination is not Termination.FOUL


def _ending(game: Game, total: tuple[float, float]) -> Ending:
    first, second = total
    outcome = Outcome.DRAW if first == second else Outcome.win(Side(second > first))
    return Ending(outcome, Termination.MATCH, game.match_article)


def _wrong_winner(record: Record, recorded: Ending | None, ours: Ending, verdicts: Sequence[Verdict]) -> Fault | None:
    """Return the fault of claiming another winner than the sums give; None for a match that claims the same, or none."""
    if recorded is None or recorded.termination is Termination.ADJOURNED or recorded.outcome == ours.outcome:
        return None
    total = sums(verdicts)
    claim = record.main.closing
    claimed = OUTCOME_LABELS[recorded.outcome] if recorded.outcome else Message("勝敗なし", "no winner")
    found = OUTCOME_LABELS[Outcome(ours.outcome or Outcome.DRAW)]
    return Fault(
        ply=sum(verdict.plies for verdict in verdicts),
        code="wrong-winner",
        message=Message(
            f"記録は「{claimed.ja}」ですが、二局の合計は {total[0]} 対 {total[1]} で{found.ja}です",
            f"the record says: {claimed.en}; the two games add up to {total[0]} to {total[1]}: {found.en}",
        ),
        line=claim.line if claim else None,
        column=claim.column if claim else None,
        article=ours.article,
    )


def _wrong_score(record: Record, verdicts: Sequence[Verdict]) -> Fault | None:
    score, total = record.main.score, sums(verdicts)
    if score is None or (score.first, score.second) == total:
        return None
    return Fault(
        ply=sum(verdict.plies for verdict in verdicts),
        code="wrong-score",
        message=Message(
            f"記録の合計は先手 {score.first}、後手 {score.second} ですが、二局の合計は先手 {total[0]}、後手 {total[1]} です",
            f"the record adds up to {score.first} and {score.second}, but the two games to {total[0]} and {total[1]}",
        ),
        line=score.line,
        column=score.column,
    )
