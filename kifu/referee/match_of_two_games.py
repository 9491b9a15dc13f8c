"""Judge a match of two games by the sums of their points.

The players exchange sides in the second game.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kifu.core.game.game import Game
from kifu.core.message import Message, quoted
from kifu.core.outcome import PLAYERS, Ending, Outcome, Side, Termination
from kifu.core.squares import BLANKS
from kifu.referee.compare_end_claims import claim_faults
from kifu.referee.decide import Decision
from kifu.referee.record import Header, Record
from kifu.referee.recorded_end_statements import EndStatements, statement_of_closing_line
from kifu.referee.status_fault_and_basis import Fault, Status, first_error_as_fault
from kifu.referee.verdict import Verdict

GAMES = 2
PART = "対局"
"""The header that says which game of a match a record is."""
BROKEN = frozenset({"match-order", "outside-the-games"})
"""The codes of errors of the reader for a match whose games cannot be told apart."""
FAULTY = frozenset({Status.CONTRADICTED, Status.ILLEGAL, Status.UNREADABLE})
UNENDED = frozenset({Status.UNFINISHED, Status.ILLEGAL, Status.UNREADABLE})
"""The status of games that leave a match without a result."""

_NO_BLANKS = str.maketrans(dict.fromkeys(BLANKS))


class MatchFindings(NamedTuple):
    """The results of comparing a match with the verdicts on its games."""

    record: Record
    verdicts: tuple[Verdict, ...]
    recorded: Ending | None
    """The result that the match claims."""
    summed: Ending | None
    """The result by the sum; None if a game has not ended on the board, or if it is not known who had which side."""
    broken: Fault | None
    """The fault of a match whose games cannot be told apart."""
    names: Fault | None
    """The fault of a game whose players have not exchanged sides."""
    wrong: tuple[Fault, ...]
    """The faults of claims of the match that its games, or other claims, contradict."""


def split_match(record: Record) -> tuple[Record, ...]:
    """Return the games of a match as separate records.

    None for a record that is no match. Each has the headers of the match too. The names of the players are exchanged in
    every second game.
    """
    games = []
    for number, part in enumerate(record.games):
        exchanged = dict(zip(PLAYERS, reversed(PLAYERS), strict=True)) if number % 2 else {}
        shared = tuple(header._replace(key=exchanged.get(header.key, header.key)) for header in record.headers)
        games.append(part._replace(headers=part.headers + shared))
    return tuple(games)


def compare_match(game: Game, record: Record, verdicts: tuple[Verdict, ...]) -> MatchFindings:
    """Compare the claims of a match with the verdicts on its games.

    If the rules have ended all games, their sum decides, also if a record claims another result. If a game ended off the
    board, the recorded result of the match counts (king.3).
    """
    main = record.main
    said = EndStatements(
        None,
        None if main.closing is None else statement_of_closing_line(game, main.closing),
        tuple(statement_of_closing_line(game, claim) for claim in main.claims),
    )
    names = _wrong_side_of_player_fault(game, record)
    whole = len(verdicts) >= GAMES and all(verdict.status not in UNENDED for verdict in verdicts)
    summed = (
        _match_ending(game, points_of_both_games(verdicts))
        if whole and all(map(_was_finished_on_board, verdicts))
        else None
    )
    ply = sum(verdict.plies for verdict in verdicts)
    ended = None if names else summed  # without the sides nobody knows whose sums they are
    wrong = tuple(
        _add_sums_if_wrong_winner(fault, verdicts) for fault in claim_faults(game, said.all, ended, ply, None)
    )
    if whole and names is None:
        wrong += tuple(_wrong_total_faults(record, verdicts, ply))
    return MatchFindings(
        record=record,
        verdicts=verdicts,
        recorded=said.recorded_ending,
        summed=ended,
        broken=first_error_as_fault(diagnostic for diagnostic in record.diagnostics if diagnostic.code in BROKEN),
        names=names,
        wrong=wrong,
    )


def decide_match(findings: MatchFindings) -> Decision:
    """Decision on a match: by unclear games, first fault, or sum."""
    if findings.broken is not None:
        return Decision(Status.UNREADABLE, None, findings.broken)
    verdicts, names = findings.verdicts, findings.names
    diagnostics = tuple(fault.diagnostic() for fault in (*((names,) if names else ()), *findings.wrong))
    faulty = next((verdict for verdict in verdicts if verdict.status in FAULTY), None)
    fault = (faulty and faulty.fault) or names or next(iter(findings.wrong), None)
    if len(verdicts) < GAMES or any(verdict.status in UNENDED for verdict in verdicts):
        unended = Status.CONTRADICTED if fault else Status.UNFINISHED
        return Decision(faulty.status if faulty else unended, None, fault, diagnostics)
    outcome = findings.summed or (None if names else findings.recorded)
    if fault:
        return Decision(Status.CONTRADICTED, outcome, fault, diagnostics)
    return Decision(Status.CONFIRMED if findings.summed else Status.DECLARED, outcome, None, diagnostics)


def points_of_both_games(verdicts: Sequence[Verdict]) -> tuple[float, float]:
    """Points of both games for the first game's 先手 and 後手."""
    first: float = 0
    second: float = 0
    for number, verdict in enumerate(verdicts):
        pair = verdict.scores()[-1]
        first, second = first + pair[number % 2], second + pair[1 - number % 2]
    return first, second


def _was_finished_on_board(verdict: Verdict) -> bool:
    """Tell whether the rules ended a game, other than by a foul."""
    ended = verdict.outcome
    return ended is not None and ended.article is not None and ended.termination is not Termination.FOUL


def _match_ending(game: Game, total: tuple[float, float]) -> Ending:
    first, second = total
    outcome = Outcome.DRAW if first == second else Outcome.win(Side(second > first))
    return Ending(outcome, Termination.MATCH, game.match_article)


def _add_sums_if_wrong_winner(fault: Fault, verdicts: Sequence[Verdict]) -> Fault:
    """Fault of a claimed winner, with both games' sums in its message."""
    if fault.code != "wrong-winner":
        return fault
    first, second = points_of_both_games(verdicts)
    ja, en = fault.message
    return fault._replace(
        message=Message(
            f"{ja}。二局の合計は {first} 対 {second} です", f"{en}; the two games add up to {first} to {second}"
        )
    )


def _wrong_total_faults(record: Record, verdicts: Sequence[Verdict], ply: int) -> Iterator[Fault]:
    """Faults of recorded totals that differ from the sum of both games."""
    total = points_of_both_games(verdicts)
    for score in record.main.scores:
        if (score.first, score.second) != total:
            yield Fault(
                ply=ply,
                code="wrong-score",
                message=Message(
                    f"記録の合計は先手 {score.first}、後手 {score.second} ですが、二局の合計は先手 {total[0]}、後手 {total[1]} です",
                    f"the record adds up to {score.first} and {score.second}, but the two games to {total[0]} and {total[1]}",
                ),
                line=score.line,
                column=score.column,
            )


def _wrong_side_of_player_fault(game: Game, record: Record) -> Fault | None:
    """Fault of the first game whose players are on wrong sides.

    先手 and 後手 of the head are the sides of the first game; in the second they are exchanged. A head without names leaves
    them to the first game.
    """
    known = {header.key: header for header in reversed(record.headers) if header.key in PLAYERS and header.value}
    for number, part in enumerate(record.games[:GAMES]):
        for header in part.headers:
            if header.key not in PLAYERS or not header.value:
                continue
            own, other = header.key, PLAYERS[1 - PLAYERS.index(header.key)]
            if number % 2:
                own, other = other, own
            name, opponent = known.get(own), known.get(other)
            if name is not None and _player_name_without_blanks(name) != _player_name_without_blanks(header):
                return _sides_not_exchanged_fault(game, record, name, header, number)
            if (
                number
                and name is None
                and opponent is not None
                and _player_name_without_blanks(opponent) == _player_name_without_blanks(header)
            ):
                return _sides_not_exchanged_fault(game, record, opponent, header, number)
            known.setdefault(own, header)
    return None


def _sides_not_exchanged_fault(
    game: Game, record: Record, header_of_first: Header, header: Header, game_number: int
) -> Fault:
    """Fault of a game whose players do not exchange the sides."""
    half, other = record.games[game_number].header(PART) or "", quoted(header.value)
    earlier = f"{header_of_first.key}：{quoted(header_of_first.value)}"
    message = Message(
        f"{half}に「{header.key}：{other}」とありますが、{header_of_first.line} 行目には「{earlier}」とあります。対局は先手と後手を入れ替えた"
        f"二局です ({game.match_article})。どの名前が正しいか確かめてください",
        f"{half} says '{header.key}：{other}', but line {header_of_first.line} '{earlier}': a match is two games with the sides exchanged "
        f"({game.match_article}); see which name is right",
    )
    return Fault(
        ply=0 if game_number == 0 else len(record.games[0].main.entries),
        code="match-names",
        message=message,
        line=header.line,
        column=header.column,
        article=game.match_article,
        width=max(1, len(header.value)),
    )


def _player_name_without_blanks(header: Header) -> str:
    return header.value.translate(_NO_BLANKS)
