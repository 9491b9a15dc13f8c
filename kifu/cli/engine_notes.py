"""Engine notes on a record: chances and proofs, printed and saved."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from analysis.tables.missed_wins import prove
from analysis.tables.win_chances import chances_json, estimates, no_chances, worst
from kifu.cli.arguments.options import AUTO
from kifu.cli.printing.guard import one_line
from kifu.cli.printing.language import say
from kifu.cli.printing.progress import progress
from kifu.cli.printing.proof_text import proofs_of_a_record
from kifu.core.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from analysis.tables.missed_wins import RecordProofs
    from analysis.tables.win_chances import Estimate
    from kifu.referee.verdict import Verdict

Chances = list["Estimate"] | Message
"""What searches say of each position of a record, or why they give no chances."""


def chances_of(verdict: Verdict, nodes: int) -> Chances:
    """Return the chances of each replayed position, by `nodes` searches."""
    if verdict.game is not None and (why := no_chances(verdict.game, nodes)) is not None:
        return why
    label = say(Message("探索中", "searching"))
    searched = zip(estimates(verdict, nodes), progress(range(verdict.plies + 1), label), strict=False)
    return [estimate for estimate, _ in searched]


def lost_in_words(verdict: Verdict, chances: Chances, nodes: int) -> str:
    """Return the moves that lost most, with better ones.

    Or why they are not known.
    """
    title, moves = worst(verdict, chances, nodes)
    place = f"{PurePath(visible(verdict.file)).name} [{verdict.index + 1}]"
    return "".join((f"  {place} {say(title)}\n", *(f"    {say(move)}\n" for _, move in moves)))


def chances_file(verdicts: Iterable[Verdict], chances: Iterable[Chances], nodes: int) -> bytes:
    """Return chances.json: a line for each game, in order."""
    found = zip(verdicts, chances, strict=True)
    return _lines(_head(verdict) | {"nodes": nodes} | chances_json(verdict, each) for verdict, each in found)


def proofs_of(verdict: Verdict, start: int, nodes: int) -> RecordProofs | None:
    """Solve the positions of a record; None if unsolvable.

    What the solver says is printed.
    """
    from kifu.engine.adjudicate import Adjudication  # noqa: PLC0415 - loads numpy
    from kifu.engine.solver import solves  # noqa: PLC0415 - loads numpy

    if verdict.game is None or not solves(verdict.game):
        name = verdict.game.name if verdict.game else Message("棋種不明", "an unknown game")
        click.echo(f"  {say(Message(f'{name.ja}の局面は解けません', f'positions of {name.en} cannot be solved'))}")
        return None
    proofs = prove(verdict, Adjudication(start, nodes))
    for line in proofs_of_a_record(verdict, proofs, nodes):
        click.echo(f"  {say(line)}")
    return proofs


def proven_file(verdicts: Iterable[Verdict], proofs: Sequence[RecordProofs | None], start: int, nodes: int) -> bytes:
    """Return proven.json: a line for each game, in order."""
    asked = {"from": "auto" if start == AUTO else start, "nodes": nodes}
    return _lines(
        _head(verdict) | asked | {"solvable": found is not None} | (found.to_json() if found else {})
        for verdict, found in zip(verdicts, proofs, strict=True)
    )


def _head(verdict: Verdict) -> dict[str, object]:
    return {
        "file": verdict.file,
        "record": verdict.index + 1,
        "game": verdict.game.id if verdict.game else None,
    }


def _lines(rows: Iterable[dict[str, object]]) -> bytes:
    return "".join(one_line(row) + "\n" for row in rows).encode()
