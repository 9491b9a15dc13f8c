"""Judges a match of two games by the sums of their points. The players exchange sides in the second game."""

from collections.abc import Sequence
from typing import NamedTuple

from kifu.model.game import Game
from kifu.model.message import Message
from kifu.model.outcome import OUTCOME_LABELS, PLAYERS, Ending, Outcome, Side, Termination
from kifu.model.record import Record
from kifu.model.specials import SPECIALS, ending
from kifu.referee.decide import Decision
from kifu.referee.fault import Fault, first_error
from kifu.referee.verdict import Status, Verdict

GAMES = 2
PART = "対局"
"""The header that says which game of a match a record is."""
BROKEN = frozenset({"match-order", "outside-the-games"})
"""The codes of errors of the reader for a match whose games cannot be told apart."""
FAULTY = frozenset({Status.CONTRADICTED, Status.ILLEGAL, Status.UNREADABLE})
UNENDED = frozenset({Status.UNFINISHED, Status.ILLEGAL, Status.UNREADABLE})
"""The status of games that leave a match without a result."""


class MatchFindings(NamedTuple):
    """The results of comparing a match with the verdicts on its games."""

    record: Record
    verdicts: tuple[Verdict, ...]
    recorded: Ending | None
    """The result that the match claims."""
    summed: Ending | None
    """The result by the sum; None if a game has not ended on the board."""
    broken: Fault | None
    """The fault of a match whose games cannot be told apart."""
    wrong: Fault | None
    """The fault of a claim of the match that its games contradict."""


def parts(record: Record) -> tuple[Record, ...]:
    """Return the games of a match as separate records; none for a record that is no match.

    Each has the headers of the match too. The names of the players are exchanged in every second game.
    """
    games = []
    for number, part in enumerate(record.games):
        exchanged = dict(zip(PLAYERS, reversed(PLAYERS), strict=True)) if number % 2 else {}
        shared = tuple(header._replace(key=exchanged.get(header.key, header.key)) for header in record.headers)
        games.append(part._replace(headers=part.headers + shared))
    return tuple(games)


def compare(game: Game, record: Record, verdicts: tuple[Verdict, ...]) -> MatchFindings:
    """Compare the claims of a match with the verdicts on its games.

    If the rules have ended all games, their sum decides, also if a record claims another result. If a game ended off the
    board, the recorded result of the match counts (king.3).
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
        broken=first_error(diagnostic for diagnostic in record.diagnostics if diagnostic.code in BROKEN),
        wrong=wrong,
    )


def decide(findings: MatchFindings) -> Decision:
    """Return the decision on a match: by its games that cannot be told apart, their first fault, or their sum."""
    if findings.broken is not None:
        return Decision(Status.UNREADABLE, None, findings.broken)
    verdicts = findings.verdicts
    faulty = next((verdict for verdict in verdicts if verdict.status in FAULTY), None)
    fault = faulty.fault if faulty else None
    if len(verdicts) < GAMES or any(verdict.status in UNENDED for verdict in verdicts):
        return Decision(faulty.status if faulty else Status.UNFINISHED, None, fault)
    wrong = findings.wrong
    diagnostics = (wrong.diagnostic(),) if wrong else ()
    outcome = findings.summed or findings.recorded
    if fault or wrong:
        return Decision(Status.CONTRADICTED, outcome, fault or wrong, diagnostics)
    return Decision(Status.CONFIRMED if findings.summed else Status.DECLARED, outcome, None, diagnostics)


def sums(verdicts: Sequence[Verdict]) -> tuple[float, float]:
    """Return the points of both games for the player who was 先手 in the first game, and for the opponent."""
    first: float = 0
    second: float = 0
    for number, verdict in enumerate(verdicts):
        pair = verdict.scores()[-1]
        first, second = first + pair[number % 2], second + pair[1 - number % 2]
    return first, second


def _recorded(record: Record) -> Ending | None:
    """Return the result that a match claims; None if it claims none. Its special words (引き分け, 中断) need no turn."""
    claim = record.main.closing
    if claim is None or (claim.outcome is None and claim.word is None):
        return None
    if claim.word is not None:
        return ending(SPECIALS[claim.word], Side.FIRST)
    return Ending(claim.outcome, claim.termination or Termination.DECLARED)


def _finished_on_the_board(verdict: Verdict) -> bool:
    """Tell whether the rules ended a game, other than by a foul."""
    ended = verdict.outcome
    return ended is not None and ended.article is not None and ended.termination is not Termination.FOUL


def _ending(game: Game, total: tuple[float, float]) -> Ending:
    first, second = total
    outcome = Outcome.DRAW if first == second else Outcome.win(Side(second > first))
    return Ending(outcome, Termination.MATCH, game.match_article)


def _wrong_winner(record: Record, recorded: Ending | None, summed: Ending, verdicts: Sequence[Verdict]) -> Fault | None:
    """Return the fault of a match that claims a different winner than the sums give; None if it does not."""
    if recorded is None or recorded.termination is Termination.ADJOURNED or recorded.outcome == summed.outcome:
        return None
    total = sums(verdicts)
    claim = record.main.closing
    claimed = OUTCOME_LABELS[recorded.outcome] if recorded.outcome else Message("勝敗なし", "no winner")
    actual = OUTCOME_LABELS[Outcome(summed.outcome or Outcome.DRAW)]
    return Fault(
        ply=sum(verdict.plies for verdict in verdicts),
        code="wrong-winner",
        message=Message(
            f"記録は「{claimed.ja}」ですが、二局の合計は {total[0]} 対 {total[1]} で{actual.ja}です",
            f"the record says: {claimed.en}; the two games add up to {total[0]} to {total[1]}: {actual.en}",
        ),
        line=claim.line if claim else None,
        column=claim.column if claim else None,
        article=summed.article,
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
