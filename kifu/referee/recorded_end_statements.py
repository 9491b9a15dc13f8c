"""Statements of a record about its end: special word, closing line, header.

The table that this module is stands in docs/notation.md; tests/kifu/referee/test_word_table.py tries each of its cells.
"""

from typing import NamedTuple

from kifu.core.game.game import Game
from kifu.core.message import quoted
from kifu.core.outcome import (
    SPECIALS,
    Ending,
    NamedSide,
    Outcome,
    Side,
    Special,
    SpecialMeaning,
    Termination,
    WinnerRule,
    claimed_ending,
)
from kifu.referee.record import Closing, Variation
from kifu.referee.replay import Replay

WON = frozenset[Outcome | None]({Outcome.FIRST, Outcome.SECOND})
_ENDED = WON | {Outcome.DRAW}
_ANY = _ENDED | {None}
_BY_TURN = frozenset({WinnerRule.OTHER, WinnerRule.MOVER})
_LOSERS = {Outcome.FIRST: Side.SECOND, Outcome.SECOND: Side.FIRST}


class EndStatement(NamedTuple):
    """Statement on a game's end, by special word, closing line or header."""

    text: str
    outcomes: frozenset[Outcome | None]
    """Who may have won by it; None: nobody. 投了 in the head leaves open which side has won, まで5手 everything."""
    reason: Termination | None
    """Why the game ended; None if it is not said."""
    count: int | None  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    """The number of plies; None if it is not said."""
    line: int
    column: int
    side: Side | None = None
    """The side of the mark or the name before a word that leaves open who has won."""

    @property
    def quote(self) -> str:
        """The text, fit for a message."""
        return quoted(self.text)

    @property
    def outcome(self) -> Outcome | None:
        """Who has won; None: nobody, or it is not said."""
        return next(iter(self.outcomes)) if len(self.outcomes) == 1 else None

    @property
    def loser(self) -> Side | None:
        """The side that has lost by it.

        None if none has, or if it is not said.
        """
        return None if self.outcome is None else _LOSERS.get(self.outcome)

    @property
    def says_nothing(self) -> bool:
        """Whether it gives no result, but at most a number of plies."""
        return self.outcomes == _ANY and self.reason is None


class TimeLoss(NamedTuple):
    """Stated loss on time of a side with seconds left."""

    statement: EndStatement
    side: Side
    seconds: int
    contradicted: bool
    """Whether the seconds prove the statement wrong.

    They do not if the side was to move and the record does not tell how long it thought in the end, or if the times of the
    record are not exact enough.
    """


class EndStatements(NamedTuple):
    """All statements of a line of play on its end."""

    word: EndStatement | None
    closing: EndStatement | None
    head: tuple[EndStatement, ...]
    turn: Side = Side.FIRST
    """The side to move after all written moves."""
    special: Special | None = None
    """The special word that ends the line: below its moves, in its closing line, or in the head."""
    time_loss: TimeLoss | None = None
    """The first of the statements that is a loss on time of a side with time left."""

    @property
    def all(self) -> tuple[EndStatement, ...]:
        """The statements, first those below the moves."""
        return tuple(statement for statement in (self.word, self.closing, *self.head) if statement is not None)

    @property
    def place_of_statement(self) -> tuple[int | None, int | None]:
        """Line and column of the closing line, else of a statement."""
        at = self.closing or self.word or next(iter(self.head), None)
        return (at.line, at.column) if at else (None, None)

    @property
    def recorded_ending(self) -> Ending | None:
        """Claimed result: winner by the closing line, reason by the word."""
        said = [one for one in (self.closing, self.word, *self.head) if one is not None and not one.says_nothing]
        if not said:
            return None
        winner = next((one.outcome for one in said if len(one.outcomes) == 1), None)
        reasons = [one.reason for one in (self.word, *said) if one is not None and one.reason is not None]
        return Ending(winner, next(iter(reasons), Termination.DECLARED))


def read_end_statements(game: Game, line: Variation, replay: Replay) -> EndStatements:
    """Collect what a line of play states about its end."""
    turn = _side_after_written_moves(game, line, replay)
    over = None if replay.fault is not None else replay.ending
    special, word = line.special, None
    if special is not None:
        text = ("" if special.side is None else special.side.mark) + special.word
        place = special.line, special.column
        word = _statement_of_word(
            game, special.word, special.side, turn, over, EndStatement(text, _ANY, None, None, *place)
        )
    # A word with a mark tells who has won also by the same word without one.
    open_word = special is not None and special.side is not None
    closing = (
        None
        if line.closing is None
        else statement_of_closing_line(game, line.closing, None if open_word else turn, over)
    )
    # If nothing below the moves gives a result, the turn tells who has won by a word in the head.
    alone = word is None and (closing is None or closing.says_nothing)
    head = tuple(statement_of_closing_line(game, claim, turn if alone else None, over) for claim in line.claims)
    said = EndStatements(word, closing, head, turn, _first_special_word(line))
    losses = (_time_loss(line, statement, turn) for statement in said.all)
    return said._replace(time_loss=next((loss for loss in losses if loss is not None), None))


def statement_of_closing_line(
    game: Game, claim: Closing, turn: Side | None = None, ending_by_rules: Ending | None = None
) -> EndStatement:
    """Return what a closing line or a header states.

    Without the side to move, a word such as 投了 names no winner.
    """
    outcomes = _ANY if claim.outcome is None else frozenset({claim.outcome})
    reason = None if _is_before_the_count(claim.termination, ending_by_rules) else claim.termination
    said = EndStatement(claim.text, outcomes, reason, claim.count, claim.line, claim.column)
    return said if claim.word is None else _statement_of_word(game, claim.word, claim.side, turn, ending_by_rules, said)


def _is_before_the_count(reason: Termination | None, ending_by_rules: Ending | None) -> bool:
    """Return whether a reason is that both passed, where the points were counted then: it says no more than that."""
    counted = ending_by_rules is not None and ending_by_rules.termination is Termination.COUNT
    return reason is Termination.PASSES and counted


def _first_special_word(line: Variation) -> Special | None:
    if line.special is not None:
        return line.special
    ply = line.start + len(line.entries)
    said = (claim for claim in (line.closing, *line.claims) if claim is not None and claim.word is not None)
    return next((Special(ply, one.word or "", one.side, one.line, one.column) for one in said), None)


def _time_loss(line: Variation, statement: EndStatement, turn: Side) -> TimeLoss | None:
    side = statement.loser if statement.reason is Termination.TIME else None
    left = None if side is None else line.clocks[side]
    if side is None or left is None or left.seconds <= 0:
        return None
    thought = side != turn or (line.special is not None and line.special.seconds is not None)
    return TimeLoss(statement, side, left.seconds, thought and left.exact)


def _statement_of_word(  # noqa: PLR0913, PLR0917 - the columns of the table
    game: Game,
    word: str,
    side: Side | None,
    turn: Side | None,
    ending_by_rules: Ending | None,
    statement_so_far: EndStatement,
) -> EndStatement:
    """Return what a word states of whom it names.

    `ending_by_rules` is the end by the rules; `turn` is None if it is not to count.
    """
    meaning = SPECIALS.get(word) or game.words[word]
    if _is_before_the_count(meaning.termination, ending_by_rules):
        return statement_so_far
    outcomes = _possible_outcomes(meaning, side, turn, ending_by_rules)
    idle = side if meaning.named is NamedSide.NEITHER and word in SPECIALS else None
    return statement_so_far._replace(outcomes=outcomes, reason=meaning.termination, side=idle)


def _possible_outcomes(
    meaning: SpecialMeaning, side: Side | None, turn: Side | None, ending_by_rules: Ending | None
) -> frozenset[Outcome | None]:
    """Possible winners by a word: its named side, else the turn.

    Once the rules have ended the game nobody is to move: 投了 is then the loser's.
    """
    if meaning.winner is WinnerRule.UNSAID:
        return _ENDED
    if meaning.winner not in _BY_TURN or (side is not None and meaning.named is not NamedSide.NEITHER):
        return frozenset({claimed_ending(meaning, Side.FIRST, side).outcome})  # whoever is to move
    if meaning.winner is WinnerRule.OTHER and ending_by_rules is not None and ending_by_rules.outcome in WON:
        return frozenset({ending_by_rules.outcome})
    return WON if turn is None else frozenset({claimed_ending(meaning, turn).outcome})


def _side_after_written_moves(game: Game, line: Variation, replay: Replay) -> Side:
    """Side to move after all written moves, those after faults too."""
    turn = game.turn(replay.positions[-1])
    unplayed = line.start - 1 + len(line.entries) - len(replay.moves)
    return turn.other if unplayed % 2 else turn
