"""Third step of the referee: compare a line's claims with its replay."""

from typing import NamedTuple

from kifu.core.diagnostic import Diagnostic
from kifu.core.errors import InvalidMove
from kifu.core.game.game import Game
from kifu.core.message import Message
from kifu.core.outcome import Ending, Outcome, Termination
from kifu.core.special_words import Special
from kifu.referee.checkpoints import compare_checkpoints
from kifu.referee.claims import UNFOUNDED, contradictions, remarks, wrong_claim
from kifu.referee.fault import Fault
from kifu.referee.record import Variation
from kifu.referee.replay import Replay
from kifu.referee.statements import Stated, read_statements, word_of

_RESULTS = frozenset({None, Termination.AGREEMENT})
"""The reasons of what gives a result without one. 引き分け is also the result of equal totals."""


class Foul(NamedTuple):
    """A record that ends in 反則 right after its first illegal move."""

    outcome: Ending
    wrong: tuple[Fault, ...]
    """The statements of the record that contradict it."""


class Findings(NamedTuple):
    """The results of comparing a line of play with its replay."""

    game: Game
    line: Variation
    replay: Replay
    said: Stated
    """What the record states about its end."""
    ending: Ending | None
    """How the rules end the game, also by a move that the last player declines, or by a claim that they accept."""
    checkpoint: Fault | None
    """The fault of the first diagram that shows a different position."""
    fault: Fault | None
    """The fault of the first move that is illegal or could not be read, or of a special word whose text could not."""
    foul: Foul | None
    claims: tuple[Fault, ...]
    """Claims about the result that the rules or other claims contradict."""
    diagnostics: tuple[Diagnostic, ...]


def compare(game: Game, line: Variation, played: Replay, before: int = 0) -> Findings:
    """Compare claims, counts, diagrams and totals with the replay.

    `before` is the number of plies of the game before the line of play; messages count them too.
    """
    said = read_statements(game, line, played)
    wrong, diagnostics = compare_checkpoints(game, line.checkpoints, played, before)
    fault, word = played.fault, word_of(line)
    ended = played if fault else _apply_closing_line(game, said, played)
    granted: Ending | Message | None = None
    if fault is None:
        try:
            granted = game.claim(ended.positions, ended.ending, word)
        except InvalidMove as unread:
            fault = _unreadable_special(word, unread)
    if isinstance(granted, Ending):
        ended = ended._replace(ending=granted)
    wrong_claims = () if fault else tuple(contradictions(game, line, said, ended))
    if isinstance(granted, Message):
        # The game's message replaces the general one.
        other_claims = (claim for claim in wrong_claims if claim.code != UNFOUNDED)
        wrong_claims = (wrong_claim(said, len(ended.moves), granted), *other_claims)
    return Findings(
        game=game,
        line=line,
        replay=played,
        said=said,
        ending=ended.ending,
        checkpoint=wrong,
        fault=fault,
        foul=None if fault is None else _foul(game, line, played, said, fault),
        claims=wrong_claims,
        diagnostics=(*diagnostics, *remarks(line, said, ended)),
    )


def _apply_closing_line(game: Game, said: Stated, played: Replay) -> Replay:
    """Replay with the end by its closing line, or by 引き分け.

    A line of play that is closed before an optional move declines that move.
    """
    last = said.word or said.closing
    if last is None or last.reason not in _RESULTS:
        return played
    return played._replace(ending=played.ending or game.closed(played.positions[-1]))


def _unreadable_special(special: Special | None, unread: InvalidMove) -> Fault:
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


def _foul(game: Game, line: Variation, played: Replay, said: Stated, fault: Fault) -> Foul | None:
    """Foul of a record whose 反則 follows its first illegal move."""
    recorded = said.recorded
    if (
        fault.article is None
        or recorded is None
        or recorded.termination is not Termination.FOUL
        or line.start - 1 + len(line.entries) != fault.ply
    ):
        return None
    winner = Outcome.win(game.turn(played.positions[-1]).other)
    outcome = Ending(winner, Termination.FOUL, fault.article)
    plies = len(played.moves)
    ended = played._replace(ending=outcome)
    return Foul(outcome, tuple(contradictions(game, line, said, ended, frozenset({plies, plies + 1}))))
