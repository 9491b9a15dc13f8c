"""Third step of the referee: compare a line's claims with its replay."""

from typing import NamedTuple

from kifu.core.diagnostic import Diagnostic
from kifu.core.game.game import Game
from kifu.core.outcome import Ending
from kifu.referee.checkpoints import compare_checkpoints
from kifu.referee.claims import NO_FOUL, Foul, compare_claims
from kifu.referee.fault import Fault
from kifu.referee.record import Variation
from kifu.referee.replay import RecordReplay, Replay, Stretch
from kifu.referee.statements import Stated, read_statements


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


class RecordFindings(NamedTuple):
    """Findings about all lines of play of a record."""

    replays: RecordReplay
    main: Findings
    branches: tuple[Findings | None, ...]
    """None for a branch whose starting position is not known."""
    stretches: tuple[Findings, ...]


def compare(game: Game, line: Variation, played: Replay, before: int = 0) -> Findings:
    """Compare claims, counts, diagrams and totals with the replay.

    `before` is the number of plies of the game before the line of play; messages count them too.
    """
    said = read_statements(game, line, played)
    wrong, diagnostics = compare_checkpoints(game, line.checkpoints, played, before)
    claims = compare_claims(game, line, said, played)
    return Findings(
        game=game,
        line=line,
        replay=played,
        said=said,
        ending=claims.ending,
        checkpoint=wrong,
        fault=claims.fault,
        foul=claims.foul,
        claims=claims.wrong,
        diagnostics=(*diagnostics, *claims.notes),
    )


def compare_record(replays: RecordReplay) -> RecordFindings:
    """Compare each line of play of a record with its replay."""
    game = replays.game
    main, *branches = (
        None if played is None else compare(game, line, played)
        for line, played in zip(replays.lines, (replays.main, *replays.branches), strict=True)
    )
    assert main is not None  # noqa: S101 - the game itself is always replayed
    stretches = tuple(_compare_stretch(game, stretch) for stretch in replays.stretches)
    return RecordFindings(replays, main, tuple(branches), stretches)


def _compare_stretch(game: Game, stretch: Stretch) -> Findings:
    findings = compare(game, stretch.line, stretch.replay, stretch.before)
    # A foul that the record claims is the fault before the diagram.
    return findings._replace(claims=tuple(claim for claim in findings.claims if claim.code != NO_FOUL))
