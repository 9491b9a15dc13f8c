"""What a record states about its end, collected once and held against the rules and against the rest of the record."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kifu.contract.game import Game
from kifu.model.diagnostic import Diagnostic, note, warning
from kifu.model.message import Message, quoted
from kifu.model.outcome import OUTCOME_LABELS, Ending, Outcome, Side, Termination
from kifu.model.special_words import SPECIALS, Meaning, Winner, claimed, ending
from kifu.referee.fault import Fault
from kifu.referee.record import Closing, Score, Variation
from kifu.referee.replay import Replay

UNFOUNDED = "unfounded-claim"
"""The code of a claim that the game has ended by the rules although it goes on."""
NO_FOUL = "no-foul"
"""The code of a foul that is claimed although every move is legal."""
_NO_REASON = frozenset({None, Termination.DECLARED, Termination.AGREEMENT})
"""The reasons of statements that give a result alone. 引き分け is also the result of equal totals."""
_WON = frozenset[Outcome | None]({Outcome.FIRST, Outcome.SECOND})
_ENDED = _WON | {Outcome.DRAW}
_ANY = _ENDED | {None}
_WINNERS = {Winner.UNSAID: _ENDED}
_OFF_THE_BOARD = frozenset({Termination.TIME, Termination.FOUL, Termination.FORFEIT})
"""The reasons beside which nobody resigns. Who is lost on the board may say so: 投了 stands beside a mate."""


class Statement(NamedTuple):
    """What a special word, a closing line or a header states about the end of a game."""

    text: str
    outcomes: frozenset[Outcome | None]
    """Who may have won by it; None: nobody. 投了 in the head leaves open which side has won, まで5手 everything."""
    reason: Termination | None
    """Why the game ended; None if it is not said."""
    count: int | None  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    """The number of plies; None if it is not said."""
    line: int
    column: int

    @property
    def outcome(self) -> Outcome | None:
        """Who has won; None: nobody, or it is not said."""
        return next(iter(self.outcomes)) if len(self.outcomes) == 1 else None

    @property
    def says_nothing(self) -> bool:
        """Whether it gives no result, but at most a number of plies."""
        return self.outcomes == _ANY and self.reason is None


class Stated(NamedTuple):
    """All that a line of play states about its end: below its moves, and in the head."""

    word: Statement | None
    closing: Statement | None
    head: tuple[Statement, ...]

    @property
    def all(self) -> tuple[Statement, ...]:
        """The statements, first those below the moves."""
        return tuple(statement for statement in (self.word, self.closing, *self.head) if statement is not None)

    @property
    def recorded(self) -> Ending | None:
        """The result that the record claims: the winner by its closing line, for the reason of its special word."""
        word, closing = self.word, self.closing
        if closing is None or closing.says_nothing:
            closing = word or next(iter(self.head), None)
        return closing and Ending(closing.outcome, (word or closing).reason or Termination.DECLARED)


def stated(game: Game, line: Variation, played: Replay) -> Stated:
    """Collect what a line of play states about its end."""
    turn = _turn_after(game, line, played)
    special, word = line.special, None
    if special is not None:
        meaning = _meaning(game, special.word)
        outcomes = _WINNERS.get(meaning.winner) or frozenset({claimed(meaning, special, turn).outcome})
        text = ("" if special.side is None else special.side.mark) + special.word
        word = Statement(text, outcomes, meaning.termination, None, special.line, special.column)
    closing = None if line.closing is None else of_a_closing(game, line.closing, turn)
    # If nothing below the moves gives a result, the turn tells who has won by a word in the head.
    alone = word is None and (closing is None or closing.says_nothing)
    head = (of_a_closing(game, claim, turn if alone else None) for claim in line.claims)
    return Stated(word, closing, tuple(head))


def of_a_closing(game: Game, claim: Closing, turn: Side | None = None) -> Statement:
    """Return what a closing line or a header states. Without the side to move, a word such as 投了 names no winner."""
    outcomes, reason = _ANY if claim.outcome is None else frozenset({claim.outcome}), claim.termination
    if claim.word is not None:
        meaning = _meaning(game, claim.word)
        by_turn = meaning.winner in {Winner.OTHER, Winner.MOVER}
        said = frozenset({ending(meaning, turn or Side.FIRST).outcome})
        outcomes = _WINNERS.get(meaning.winner) or (_WON if by_turn and turn is None else said)
        reason = meaning.termination
    return Statement(claim.text, outcomes, reason, claim.count, claim.line, claim.column)


def contradictions(
    game: Game, line: Variation, said: Stated, played: Replay, counts: frozenset[int] | None = None
) -> Iterator[Fault]:
    """Yield a fault for each statement that the rules or an earlier statement contradict.

    `played.ending` is the end by the rules. `counts` are the numbers of plies that a record may give; by default that of
    the replay.
    """
    ply = len(played.moves)
    yield from disagreements(game, said.all, played.ending, ply, counts or frozenset({ply}))
    points = game.score(played.positions[-1]) if line.scores else None
    for score in line.scores:
        if points is not None and (score.first, score.second) != points:
            yield _wrong_score(score, points, ply)


def disagreements(
    game: Game, statements: Sequence[Statement], ended: Ending | None, ply: int, counts: frozenset[int] | None
) -> Iterator[Fault]:
    """Yield a fault for each statement about an end that the end by the rules, `ended`, or an earlier statement contradicts."""
    for number, statement in enumerate(statements):
        if counts is not None and statement.count is not None and statement.count not in counts:
            yield _wrong_count(statement, ply)
        against = _against_the_rules(game, statement, ended, ply)
        if against is not None:
            yield against
        earlier = next((other for other in statements[:number] if _disagree(other, statement)), None)
        if earlier is not None:
            yield _claims_disagree(earlier, statement, ply)


def over_though_adjourned(said: Stated) -> Diagnostic:
    """Return the warning for a game that was broken off although the rules had ended it."""
    message = Message(
        "中断とありますが、規則ではすでに終局しています", "recorded as adjourned, but by the rules the game is over"
    )
    return warning("adjourned-after-the-end", message, *_place(said))


def agreed(game: Game, said: Stated, played: Replay, recorded: Ending) -> Diagnostic:
    """Return the note on a draw that the players agreed on; for 千日手 it counts the occurrences of the last position."""
    label = recorded.termination.label
    times = played.positions.count(played.positions[-1]) if recorded.termination is Termination.REPETITION else 0
    message = Message(
        f"「{label.ja}」を対局者の決めた引き分けとして受け入れます ({game.agreed_article})"
        + (f"。最後の局面は {times} 回目です" if times else ""),
        f"'{label.en}' is taken for a draw that the players agreed on ({game.agreed_article})"
        + (f"; the last position has occurred {times} time(s)" if times else ""),
    )
    return note("agreed", message, *_place(said))


def no_mate(said: Stated) -> Diagnostic:
    """Return the warning for 詰み in a position with legal moves."""
    message = Message(
        "詰みとありますが、規則ではまだ指せる手があります", "recorded as mate, but by the rules there are legal moves"
    )
    return warning("no-mate", message, *_place(said))


def wrong_claim(said: Stated, ply: int, message: Message) -> Fault:
    """Return the fault of a claim that the game itself has refused, with the game's message."""
    at = said.word or said.closing
    return _fault(at, ply, "wrong-claim", message) if at else Fault(ply=ply, code="wrong-claim", message=message)


def _meaning(game: Game, word: str) -> Meaning:
    return SPECIALS.get(word) or game.words[word]


def _turn_after(game: Game, line: Variation, played: Replay) -> Side:
    """Return the side to move after all written moves, also those after a fault."""
    turn = game.turn(played.positions[-1])
    unplayed = line.start - 1 + len(line.entries) - len(played.moves)
    return turn.other if unplayed % 2 else turn


def _fault(statement: Statement, ply: int, code: str, message: Message, article: str | None = None) -> Fault:
    """Return a fault at the place of a statement. `ply` is the last ply of the game."""
    return Fault(
        ply=ply,
        code=code,
        message=message,
        line=statement.line,
        column=statement.column,
        article=article,
        width=max(1, len(statement.text)),
    )


def _against_the_rules(game: Game, statement: Statement, ended: Ending | None, ply: int) -> Fault | None:
    """Return the fault of a statement that the rules contradict: a foul that was none, a winner, a reason."""
    reason = statement.reason
    if reason is Termination.FOUL and (ended is None or ended.termination is not Termination.FOUL):
        return _fault(statement, ply, NO_FOUL, _NO_FOUL)
    if ended is None:
        return _unfounded(statement, reason, ply) if reason is not None and reason in game.decides else None
    if reason is Termination.ADJOURNED:
        return None
    if ended.outcome not in statement.outcomes:
        return _wrong_winner(statement, ended, ply)
    if reason is Termination.MATE and Termination.MATE not in game.decides:
        reason = Termination.STANDSTILL  # in a game without 詰み the word says that the side to move has no move
    return None if _same_reason(reason, ended.termination) else _wrong_reason(statement, ended, ply)


def _disagree(one: Statement, other: Statement) -> bool:
    return one.outcomes.isdisjoint(other.outcomes) or not _same_reason(one.reason, other.reason)


def _same_reason(one: Termination | None, other: Termination | None) -> bool:
    """Tell whether two reasons can stand beside each other. Who has won is compared apart."""
    if one == other or one in _NO_REASON or other in _NO_REASON:
        return True
    return Termination.RESIGNATION in {one, other} and _OFF_THE_BOARD.isdisjoint({one, other})


_NO_FOUL = Message(
    "反則と記録されていますが、すべての手は規則に合っています", "a foul is recorded, but every move is legal"
)


def _wrong_winner(statement: Statement, ended: Ending, ply: int) -> Fault:
    said, actual, reason = _result(statement), _label(ended.outcome), ended.termination.label
    message = Message(
        f"記録は「{said.ja}」ですが、規則では{actual.ja}です ({reason.ja}、{ended.article})",
        f"the record says: {said.en}; by the rules: {actual.en} ({reason.en}, {ended.article})",
    )
    return _fault(statement, ply, "wrong-winner", message, ended.article)


def _wrong_reason(statement: Statement, ended: Ending, ply: int) -> Fault:
    said = (statement.reason or Termination.DECLARED).label
    actual, text = ended.termination.label, quoted(statement.text)
    message = Message(
        f"「{text}」の終局の理由は{said.ja}ですが、規則では{actual.ja}です ({ended.article})",
        f"'{text}' says that the game ended by {said.en}, but by the rules it ended by {actual.en} ({ended.article})",
    )
    return _fault(statement, ply, "wrong-reason", message, ended.article)


def _wrong_count(statement: Statement, plies: int) -> Fault:
    message = Message(
        f"「{quoted(statement.text)}」とありますが、指し手は {plies} 手です",
        f"'{quoted(statement.text)}' gives {statement.count} plies, but there are {plies}",
    )
    return _fault(statement, plies, "wrong-count", message)


def _unfounded(statement: Statement, reason: Termination, ply: int) -> Fault:
    word = reason.label
    message = Message(
        f"「{word.ja}」と記録されていますが、規則ではまだ終局していません",
        f"the record says '{word.en}', but by the rules the game is not over",
    )
    return _fault(statement, ply, UNFOUNDED, message)


def _claims_disagree(one: Statement, other: Statement, ply: int) -> Fault:
    first, second = (_meant(one, other), _meant(other, one))
    texts = quoted(one.text), quoted(other.text)
    message = Message(
        f"{one.line} 行目の「{texts[0]}」は{first.ja}、{other.line} 行目の「{texts[1]}」は{second.ja}で、食い違います",
        f"line {one.line} '{texts[0]}' means {first.en}, but line {other.line} '{texts[1]}' means {second.en}",
    )
    return _fault(other, ply, "claims-disagree", message)


def _meant(statement: Statement, other: Statement) -> Message:
    """Return the part of a statement in which it differs from another: who has won, or else why."""
    if statement.outcomes.isdisjoint(other.outcomes):
        return _result(statement)
    return (statement.reason or Termination.DECLARED).label


def _result(statement: Statement) -> Message:
    """Return who has won by a statement, in words; its reason if that leaves it open."""
    if len(statement.outcomes) > 1 and statement.reason is not None:
        return statement.reason.label
    return _label(statement.outcome)


def _wrong_score(score: Score, points: tuple[float, float], ply: int) -> Fault:
    first, second = points
    message = Message(
        f"記録の得点は先手 {score.first}、後手 {score.second} ですが、数えると先手 {first}、後手 {second} です",
        f"the record counts {score.first} for 先手 and {score.second} for 後手, but they have {first} and {second}",
    )
    return Fault(ply=ply, code="wrong-score", message=message, line=score.line, column=score.column)


def _place(said: Stated) -> tuple[int | None, int | None]:
    at = said.closing or said.word or next(iter(said.head), None)
    return (at.line, at.column) if at else (None, None)


def _label(outcome: Outcome | None) -> Message:
    return OUTCOME_LABELS[outcome] if outcome else Message("勝敗なし", "no winner")
