"""Text on proofs, for commands with `--adjudicate`."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from kifu.cli.printing.language import usage_error
from kifu.core.game.head import SIDES
from kifu.core.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.tables.missed_wins import Miss, RecordProofs
    from kifu.core.game.game import Game
    from kifu.engine.opening_match import ProofCounts
    from kifu.referee.verdict import Verdict


def require_solvable(game: Game) -> None:
    """Raise click.UsageError for a game whose positions the solver cannot solve."""
    from kifu.engine.solver import solves  # noqa: PLC0415 - loads numpy

    if not solves(game):
        raise usage_error(
            f"--adjudicate: {game.name.ja}の局面は解けません。--adjudicate を外してください",
            f"--adjudicate: positions of {game.name.en} cannot be solved; leave --adjudicate out",
        )


def adjudication_text(count: ProofCounts, games: int) -> Message:
    """Return how often proofs decided games, and how these ended."""
    return Message(
        f"必勝の証明で決まった局 {count.decided}/{games} (そのあと実際には、その側が負けた局 {count.lost}、引き分けた局 {count.drawn}、"
        f"中断した局 {count.unfinished})。中断の局のうち、どちらにも必勝がないと証明された局 {count.neither}",
        f"decided by proof: {count.decided} of {games} games (as they were played on, that side lost {count.lost}, "
        f"{count.drawn} were drawn and {count.unfinished} broken off); broken off, and proven that neither side could "
        f"force a win: {count.neither}",
    )


def proofs_of_a_record(verdict: Verdict, proofs: RecordProofs, nodes: int) -> Iterator[Message]:
    """Return each side's first proven win and missed wins."""
    sides = verdict.game.sides if verdict.game else SIDES
    place = f"{PurePath(visible(verdict.file)).name} [{verdict.index + 1}]"
    first_ply = f"{min(proofs.asked)}" if proofs.asked else "-"
    yield Message(
        f"{place} 必勝の証明: {first_ply} 手目のあとから {len(proofs.asked)} 局面、一局面に {nodes:,} 局面まで",
        f"{place} proofs: {len(proofs.asked)} positions from the one after ply {first_ply} on, {nodes:,} positions each",
    )
    for name, win in zip(sides, proofs.first, strict=True):
        label = name.label
        if win is None:
            yield Message(f"{label.ja}: 証明された必勝はない", f"{label.en}: no proven win")
        else:
            yield Message(
                f"{label.ja}: {win.ply} 手目のあとの局面で初めて必勝 ({win.plies} 手)",
                f"{label.en}: first had a proven win after ply {win.ply} (in {win.plies} plies)",
            )
    for miss in proofs.missed:
        played = f"{sides[miss.side].mark}{miss.move}"
        yield Message(
            f"{miss.ply} 手目 {played}: {miss.plies} 手の必勝を逃した (最善 {miss.better})、{_left_out(miss).ja}",
            f"ply {miss.ply} {played}: missed a win in {miss.plies} plies (best {miss.better}); {_left_out(miss).en}",
        )


def _left_out(miss: Miss) -> Message:
    if miss.certain:
        return Message("そのあとは必勝がないと証明された", "it is proven that it could not force a win any more")
    return Message(
        f"そのあとは {miss.searched} 手以内の必勝がない",
        f"after it, it cannot force a win within {miss.searched} plies",
    )
