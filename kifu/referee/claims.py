"""The claims of a record about its own result, and the faults of claims that the rules or other claims contradict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.model.diagnostic import Diagnostic, note, warning
from kifu.model.message import Message, quoted
from kifu.model.outcome import OUTCOME_LABELS, Ending, Outcome, Side, Termination
from kifu.model.specials import SPECIALS, Meaning, Winner, ending
from kifu.referee.fault import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.model.game import Game
    from kifu.model.record import Closing, Score, Variation
    from kifu.referee.replay import Replay

UNFOUNDED = "unfounded-claim"
"""The code of a claim that the game has ended by the rules although it goes on."""
NO_FOUL = "no-foul"
"""The code of a foul that is claimed although every move is legal."""


def recorded_ending(game: Game, line: Variation, played: Replay) -> Ending | None:
    """Return the result that the record claims: the winner by its closing line, for the reason of its special word."""
    special, closing = _claims(game, line, played)
    if special is None or closing is None:
        return special or closing
    return Ending(closing.outcome, special.termination)


def contradictions(game: Game, line: Variation, played: Replay, recorded: Ending | None) -> Iterator[Fault]:
    """Yield a fault for each claim that the rules or other claims contradict: foul, count, winner, reason, points."""
    foul = recorded is not None and recorded.termination is Termination.FOUL
    special, closing = _claims(game, line, played)
    if foul:
        yield _no_foul(line, played)
    if line.closing is not None and line.closing.count not in {None, len(played.moves)}:
        yield wrong_count(line, played)
    if (
        recorded is not None
        and played.ending is not None
        and not foul
        and recorded.termination is not Termination.ADJOURNED
        and not ((closing is None or closing.outcome is None) and _unsaid(game, line))
        and recorded.outcome != played.ending.outcome
    ):
        yield wrong_winner(line, played, recorded, played.ending)
    if recorded is not None and played.ending is None and recorded.termination in game.decides:
        yield _unfounded(line, played, recorded)
    if special is not None and closing is not None and special.outcome != closing.outcome and not _unsaid(game, line):
        yield _claims_disagree(line, played, special)
    for claim in line.claims:
        yield from _wrong_in_the_head(claim, played, recorded)
    if line.score is not None:
        points = game.score(played.positions[-1])
        if (line.score.first, line.score.second) != points:
            yield _wrong_score(line.score, points, len(played.moves))


def wrong_winner(line: Variation, played: Replay, recorded: Ending, outcome: Ending) -> Fault:
    """Return the fault of a record that claims a different winner than the rules give."""
    claimed, actual = _label(recorded.outcome), _label(outcome.outcome)
    reason = outcome.termination.label
    fault = _claim_fault(
        line,
        played,
        "wrong-winner",
        Message(
            f"記録は「{claimed.ja}」ですが、規則では{actual.ja}です ({reason.ja}、{outcome.article})",
            f"the record says: {claimed.en}; by the rules: {actual.en} ({reason.en}, {outcome.article})",
        ),
    )
    return fault._replace(article=outcome.article)


def wrong_count(line: Variation, played: Replay) -> Fault:
    """Return the fault of a closing line with a wrong number of plies."""
    count, plies = line.closing.count if line.closing else None, len(played.moves)
    return _claim_fault(
        line,
        played,
        "wrong-count",
        Message(
            f"「まで{count}手」とありますが、指し手は {plies} 手です",
            f"the record closes at {count} plies, but has {plies}",
        ),
    )


def over_though_adjourned(line: Variation) -> Diagnostic:
    """Return the warning for a game that was broken off although the rules had ended it."""
    message = Message(
        "中断とありますが、規則ではすでに終局しています", "recorded as adjourned, but by the rules the game is over"
    )
    return warning("adjourned-after-the-end", message, *_claim_place(line))


def agreed(game: Game, line: Variation, played: Replay, recorded: Ending) -> Diagnostic:
    """Return the note on a draw that the players agreed on; for 千日手 it counts the occurrences of the last position."""
    label = recorded.termination.label
    times = played.positions.count(played.positions[-1]) if recorded.termination is Termination.REPETITION else 0
    message = Message(
        f"「{label.ja}」を対局者の決めた引き分けとして受け入れます ({game.agreed_article})"
        + (f"。最後の局面は {times} 回目です" if times else ""),
        f"'{label.en}' is taken for a draw that the players agreed on ({game.agreed_article})"
        + (f"; the last position has occurred {times} time(s)" if times else ""),
    )
    return note("agreed", message, *_claim_place(line))


def no_mate(line: Variation) -> Diagnostic:
    """Return the warning for 詰み in a position with legal moves."""
    message = Message(
        "詰みとありますが、規則ではまだ指せる手があります", "recorded as mate, but by the rules there are legal moves"
    )
    return warning("no-mate", message, *_claim_place(line))


def wrong_claim(line: Variation, played: Replay, message: Message) -> Fault:
    """Return the fault of a claim that the game itself has refused, with the game's message."""
    return _claim_fault(line, played, "wrong-claim", message)


def _meaning(game: Game, word: str) -> Meaning:
    return SPECIALS.get(word) or game.words[word]


def _unsaid(game: Game, line: Variation) -> bool:
    """Tell whether the special word names the reason of the end, but not the winner."""
    return line.special is not None and _meaning(game, line.special.word).winner is Winner.UNSAID


def _unfounded(line: Variation, played: Replay, recorded: Ending) -> Fault:
    word = recorded.termination.label
    message = Message(
        f"「{word.ja}」と記録されていますが、規則ではまだ終局していません",
        f"the record says '{word.en}', but by the rules the game is not over",
    )
    return _claim_fault(line, played, UNFOUNDED, message)


def _claims(game: Game, line: Variation, played: Replay) -> tuple[Ending | None, Ending | None]:
    """Return the result that the special word claims, and the result that the closing line claims."""
    turn = _turn_after(game, line, played)
    closing = line.closing
    special = ending(_meaning(game, line.special.word), turn) if line.special else None
    if closing is None or (closing.word is None and closing.outcome is None):
        return special, None
    if closing.word is not None:
        return special, ending(SPECIALS[closing.word], turn)
    return special, Ending(closing.outcome, closing.termination or Termination.DECLARED)


def _turn_after(game: Game, line: Variation, played: Replay) -> Side:
    """Return the side to move after all written moves, also those after a fault."""
    turn = game.turn(played.positions[-1])
    unplayed = line.start - 1 + len(line.entries) - len(played.moves)
    return turn.other if unplayed % 2 else turn


def _no_foul(line: Variation, played: Replay) -> Fault:
    message = Message(
        "反則と記録されていますが、すべての手は規則に合っています", "a foul is recorded, but every move is legal"
    )
    return _claim_fault(line, played, NO_FOUL, message)


def _claims_disagree(line: Variation, played: Replay, special: Ending) -> Fault:
    word, text = line.special.word if line.special else "", quoted(line.closing.text) if line.closing else ""
    means = _label(special.outcome)
    message = Message(
        f"「{word}」なら{means.ja}ですが、「{text}」とあります",
        f"'{word}' means: {means.en}; but the record closes '{text}'",
    )
    return _claim_fault(line, played, "claims-disagree", message)


def _wrong_in_the_head(claim: Closing, played: Replay, recorded: Ending | None) -> Iterator[Fault]:
    """Yield a fault for each claim in the head that contradicts the rules, or the end of the record."""
    plies = len(played.moves)
    if claim.count not in {None, plies}:
        message = Message(
            f"「{quoted(claim.text)}」とありますが、指し手は {plies} 手です",
            f"'{quoted(claim.text)}' is said, but there are {plies} plies",
        )
        yield _fault_in_the_head(claim, plies, "wrong-count", message)
    meaning = ending(SPECIALS[claim.word], Side.FIRST) if claim.word is not None else None
    if meaning is not None and meaning.outcome not in {None, Outcome.DRAW}:
        return  # for a word such as 投了, only the closing line or the turn tells who won
    claimed = meaning.outcome if meaning else claim.outcome
    actual = played.ending or recorded
    if (
        actual is None
        or (meaning is not None and meaning.termination is Termination.ADJOURNED)
        or claimed == actual.outcome
    ):
        return
    label = _label(actual.outcome)
    by_rules = played.ending is not None
    message = Message(
        f"「{quoted(claim.text)}」とありますが、{'規則では' if by_rules else '棋譜の終わりでは'}{label.ja}です",
        f"'{quoted(claim.text)}' is said, but {'by the rules' if by_rules else 'at the end of the record'}: {label.en}",
    )
    if by_rules:
        yield _fault_in_the_head(claim, plies, "wrong-winner", message)._replace(article=actual.article)
    else:
        yield _fault_in_the_head(claim, plies, "claims-disagree", message)


def _fault_in_the_head(claim: Closing, ply: int, code: str, message: Message) -> Fault:
    return Fault(ply=ply, code=code, message=message, line=claim.line, column=claim.column, width=len(claim.text))


def _wrong_score(score: Score, points: tuple[float, float], ply: int) -> Fault:
    first, second = points
    message = Message(
        f"記録の得点は先手 {score.first}、後手 {score.second} ですが、数えると先手 {first}、後手 {second} です",
        f"the record counts {score.first} for 先手 and {score.second} for 後手, but they have {first} and {second}",
    )
    return Fault(ply=ply, code="wrong-score", message=message, line=score.line, column=score.column)


def _claim_fault(line: Variation, played: Replay, code: str, message: Message) -> Fault:
    """Return a fault at the place of the closing line, or else of the special word."""
    at, column = _claim_place(line)
    width = len(line.closing.text) if line.closing else 1
    return Fault(ply=len(played.moves), code=code, message=message, line=at, column=column, width=width)


def _claim_place(line: Variation) -> tuple[int | None, int | None]:
    claim = line.closing or line.special
    return (claim.line, claim.column) if claim else (None, None)


def _label(outcome: Outcome | None) -> Message:
    return OUTCOME_LABELS[outcome] if outcome else Message("勝敗なし", "no winner")
