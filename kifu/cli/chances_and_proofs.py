"""Engine notes on a record: chances and proofs, printed and saved."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from analysis.tables.win_chances_and_proofs import (
    chances_json,
    estimate_chances,
    missing_chances_reason,
    solve_record_positions,
    worst_moves_text,
)
from kifu import engine
from kifu.cli.arguments.shared_options import AUTO
from kifu.cli.printing.guarded_output_and_progress import json_line, show_progress
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.core.game.rules import SIDES
from kifu.core.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from analysis.tables.win_chances_and_proofs import Estimate, MissedWin, RecordProofs
    from kifu.core.game.game import Game
    from kifu.engine.opening_match_and_adjudication import ProofCounts
    from kifu.referee.verdict import Verdict


def require_solvable_game(game: Game) -> None:
    """Raise click.UsageError for a game whose positions the solver cannot solve."""
    if not engine.solver.can_solve(game):
        raise usage_error(
            f"--adjudicate: {game.name.ja}の局面は解けません。--adjudicate を外してください",
            f"--adjudicate: positions of {game.name.en} cannot be solved; leave --adjudicate out",
        )


def adjudication_text(proof_counts: ProofCounts, game_count: int) -> Message:
    """Return how often proofs decided games, and how these ended."""
    return Message(
        f"必勝の証明で決まった局 {proof_counts.decided}/{game_count} (そのあと実際には、その側が負けた局 {proof_counts.lost}、引き分けた局 {proof_counts.drawn}、"
        f"中断した局 {proof_counts.unfinished})。中断の局のうち、どちらにも必勝がないと証明された局 {proof_counts.neither}",
        f"decided by proof: {proof_counts.decided} of {game_count} games (as they were played on, that side lost {proof_counts.lost}, "
        f"{proof_counts.drawn} were drawn and {proof_counts.unfinished} broken off); broken off, and proven that neither side could "
        f"force a win: {proof_counts.neither}",
    )


def proof_messages(verdict: Verdict, proofs: RecordProofs, nodes: int) -> Iterator[Message]:
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
            f"{miss.ply} 手目 {played}: {miss.plies} 手の必勝を逃した (最善 {miss.better})、{_after_missed_win_text(miss).ja}",
            f"ply {miss.ply} {played}: missed a win in {miss.plies} plies (best {miss.better}); {_after_missed_win_text(miss).en}",
        )


def _after_missed_win_text(miss: MissedWin) -> Message:
    if miss.certain:
        return Message("そのあとは必勝がないと証明された", "it is proven that it could not force a win any more")
    return Message(
        f"そのあとは {miss.searched} 手以内の必勝がない",
        f"after it, it cannot force a win within {miss.searched} plies",
    )


Chances = list["Estimate"] | Message
"""What searches say of each position of a record, or why they give no chances."""


def chances_of_record(verdict: Verdict, nodes: int) -> Chances:
    """Return the chances of each replayed position, by `nodes` searches."""
    if verdict.game is not None and (why := missing_chances_reason(verdict.game, nodes)) is not None:
        return why
    label = say(Message("探索中", "searching"))
    searched = zip(estimate_chances(verdict, nodes), show_progress(range(verdict.plies + 1), label), strict=False)
    return [estimate for estimate, _ in searched]


def worst_moves_message(verdict: Verdict, chances: Chances, nodes: int) -> str:
    """Return the moves that lost most, with better ones.

    Or why they are not known.
    """
    title, moves = worst_moves_text(verdict, chances, nodes)
    place = f"{PurePath(visible(verdict.file)).name} [{verdict.index + 1}]"
    return "".join((f"  {place} {say(title)}\n", *(f"    {say(move)}\n" for _, move in moves)))


def chances_json_lines(verdicts: Iterable[Verdict], chances: Iterable[Chances], nodes: int) -> bytes:
    """Return chances.json: a line for each game, in order."""
    found = zip(verdicts, chances, strict=True)
    return _lines(_game_members(verdict) | {"nodes": nodes} | chances_json(verdict, each) for verdict, each in found)


def solve_positions_if_solvable(verdict: Verdict, first_ply: int, nodes: int) -> RecordProofs | None:
    """Solve the positions of a record; None if unsolvable.

    What the solver says is printed.
    """
    if verdict.game is None or not engine.solver.can_solve(verdict.game):
        name = verdict.game.name if verdict.game else Message("棋種不明", "an unknown game")
        click.echo(f"  {say(Message(f'{name.ja}の局面は解けません', f'positions of {name.en} cannot be solved'))}")
        return None
    proofs = solve_record_positions(
        verdict, engine.opening_match_and_adjudication.AdjudicationSettings(first_ply, nodes)
    )
    for line in proof_messages(verdict, proofs, nodes):
        click.echo(f"  {say(line)}")
    return proofs


def proofs_json_lines(
    verdicts: Iterable[Verdict], proofs: Sequence[RecordProofs | None], first_ply: int, nodes: int
) -> bytes:
    """Return proven.json: a line for each game, in order."""
    asked = {"from": "auto" if first_ply == AUTO else first_ply, "nodes": nodes}
    return _lines(
        _game_members(verdict) | asked | {"solvable": found is not None} | (found.to_json() if found else {})
        for verdict, found in zip(verdicts, proofs, strict=True)
    )


def _game_members(verdict: Verdict) -> dict[str, object]:
    return {
        "file": verdict.file,
        "record": verdict.index + 1,
        "game": verdict.game.id if verdict.game else None,
    }


def _lines(rows: Iterable[dict[str, object]]) -> bytes:
    return "".join(json_line(row) + "\n" for row in rows).encode()
