"""Third step of the referee: compare a line's claims with its replay."""

from collections.abc import Sequence
from typing import NamedTuple

from kifu.core.diagnostic import Diagnostic, note
from kifu.core.errors import InvalidSetup
from kifu.core.game.game import Game
from kifu.core.message import Message
from kifu.core.outcome import Ending
from kifu.referee.compare_end_claims import NO_FOUL, RecordedFoul, compare_claims
from kifu.referee.record import Checkpoint, Variation
from kifu.referee.recorded_end_statements import EndStatements, read_end_statements
from kifu.referee.replay import RecordReplay, Replay, Stretch
from kifu.referee.status_fault_and_basis import Fault, fault_of_setup

NOT_REACHED = "checkpoint-not-reached"
"""The code of a diagram that cannot be compared, because a move before it is at fault."""
LISTED = 8
"""The number of differences of a diagram that a message lists."""


class CheckpointComparison(NamedTuple):
    """Fault of a line's first wrong diagram, and further diagnostics."""

    wrong: Fault | None
    diagnostics: tuple[Diagnostic, ...]


def compare_checkpoints(
    game: Game, checkpoints: Sequence[Checkpoint], replay: Replay, plies_before: int = 0
) -> CheckpointComparison:
    """Compare the diagrams in a line of play with its replay.

    A diagram that cannot be read, and a diagram after the end of the replay, gets a diagnostic. `plies_before` is the number of
    plies of the game before the line of play; messages count them too.
    """
    wrong: Fault | None = None
    diagnostics: list[Diagnostic] = []
    for checkpoint in checkpoints:
        if checkpoint.ply >= len(replay.positions):
            diagnostics.append(_unreached_note(checkpoint))
            continue
        fault = _checkpoint_fault(game, checkpoint, replay, plies_before)
        if fault is None:
            continue
        if wrong is None and fault.code == "checkpoint":
            wrong = fault
        else:
            diagnostics.append(fault.diagnostic())
    return CheckpointComparison(wrong, tuple(diagnostics))


def _checkpoint_fault(game: Game, checkpoint: Checkpoint, replay: Replay, plies_before: int) -> Fault | None:
    position = replay.positions[checkpoint.ply]
    try:
        shown = game.read_diagram(checkpoint.diagram, position)
    except InvalidSetup as invalid:
        return fault_of_setup(invalid, checkpoint.ply)
    differences = game.differences(position, shown)
    return _checkpoint_mismatch_fault(checkpoint, differences, plies_before) if differences else None


def _unreached_note(checkpoint: Checkpoint) -> Diagnostic:
    message = Message(
        "この局面図は、前の手に誤りがあるので比べられません",
        "this diagram cannot be compared: a move before it is at fault",
    )
    return note(NOT_REACHED, message, checkpoint.diagram.line, ply=checkpoint.ply)


def _checkpoint_mismatch_fault(checkpoint: Checkpoint, differences: Sequence[Message], plies_before: int) -> Fault:
    """Fault of a diagram that differs from the replay, with the differences."""
    shown = differences[:LISTED]
    more = len(differences) - len(shown)
    ja = "、".join(message.ja for message in shown) + (f"、ほか {more} 箇所" if more else "")
    en = "; ".join(message.en for message in shown) + (f"; and {more} more" if more else "")
    return Fault(
        ply=checkpoint.ply,
        code="checkpoint",
        message=Message(
            f"{plies_before + checkpoint.ply} 手目のあとの局面図が合いません: {ja}",
            f"the diagram after ply {plies_before + checkpoint.ply} differs: {en}",
        ),
        line=checkpoint.diagram.line,
        column=1,
    )


class Findings(NamedTuple):
    """The results of comparing a line of play with its replay."""

    game: Game
    line: Variation
    replay: Replay
    said: EndStatements
    """What the record states about its end."""
    ending: Ending | None
    """How the rules end the game, also by a move that the last player declines, or by a claim that they accept."""
    checkpoint: Fault | None
    """The fault of the first diagram that shows a different position."""
    fault: Fault | None
    """The fault of the first move that is illegal or could not be read, or of a special word whose text could not."""
    foul: RecordedFoul | None
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


def compare_line(game: Game, line: Variation, replay: Replay, plies_before: int = 0) -> Findings:
    """Compare claims, counts, diagrams and totals with the replay.

    `plies_before` is the number of plies of the game before the line of play; messages count them too.
    """
    said = read_end_statements(game, line, replay)
    wrong, diagnostics = compare_checkpoints(game, line.checkpoints, replay, plies_before)
    claims = compare_claims(game, line, said, replay)
    return Findings(
        game=game,
        line=line,
        replay=replay,
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
        None if played is None else compare_line(game, line, played)
        for line, played in zip(replays.lines, (replays.main, *replays.branches), strict=True)
    )
    assert main is not None  # noqa: S101 - the game itself is always replayed
    stretches = tuple(_compare_stretch(game, stretch) for stretch in replays.stretches)
    return RecordFindings(replays, main, tuple(branches), stretches)


def _compare_stretch(game: Game, stretch: Stretch) -> Findings:
    findings = compare_line(game, stretch.line, stretch.replay, stretch.before)
    # A foul that the record claims is the fault before the diagram.
    return findings._replace(claims=tuple(claim for claim in findings.claims if claim.code != NO_FOUL))
