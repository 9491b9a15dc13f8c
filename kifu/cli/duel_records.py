"""The records of a duel: how a game is written, and which games a file has already."""

from __future__ import annotations

import re
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.files import contents
from kifu.cli.arguments.shared_options import STANDARD_STREAM
from kifu.cli.printing.language import say
from kifu.core.message import Message, visible
from notation.formats.kif_writer import compose, spell_closing

if TYPE_CHECKING:
    from kifu.core.game.game import Game
    from kifu.engine.adjudicate import Adjudication
    from kifu.engine.opening_match import MatchGame, MatchSettings


def kept_records(output: str | None, game: Game, contest: MatchSettings, *, resume: bool) -> list[str]:
    """Return the records that a file has already. The last one is played again, to see that it is of this duel.

    Raises click.UsageError if it is not, or there is no file to go on with.
    """
    if not resume:
        return []
    if output is None or output == STANDARD_STREAM:
        raise click.UsageError(say(Message("--resume には -o のファイルが要ります", "--resume needs a file with -o")))
    from kifu.engine.opening_match import play_match_game  # noqa: PLC0415 - loads numpy

    if not Path(output).exists():
        return []
    try:
        text = contents(output).decode()
    except (OSError, ValueError):
        text = "?"
    kept = re.split(r"(?<=\n)\n(?=棋種：)", text) if text else []
    if kept and kept[-1] != record_of(game, contest, len(kept) - 1, play_match_game(contest, len(kept) - 1)):
        shown = visible(output)
        raise click.UsageError(
            say(
                Message(
                    f"{shown} の {len(kept)} 局目は、この指定と種の局ではありません。同じ指定と種にするか、別のファイルに書いてください",
                    f"game {len(kept)} of {shown} is not that of these options and seed; give the same ones, or write to another file",
                )
            )
        )
    return kept


def record_of(game: Game, contest: MatchSettings, number: int, played: MatchGame) -> str:
    """Return the record of a game of a duel, numbered from 0, as KIF text. What a proof decided is played on by the proof."""
    names = [f"{name} ({nodes} nodes)" for name, nodes in zip("AB", contest.nodes, strict=True)]
    if played.exchanged:
        names.reverse()
    drawn = f" --drawn {contest.drawn}" if contest.drawn else ""
    headers = {
        "先手": names[0],
        "後手": names[1],
        "備考": f"kifu study duel --game {game.id} --seed {contest.seed}{drawn} の {number + 1} 局目、対称形 {played.symmetry}",
    }
    moves, outcome = played.played.moves, played.played.outcome
    if played.decided is not None and contest.adjudication is not None:
        ply, outcome = played.decided.ply, played.decided.outcome
        moves = (*moves[:ply], *_proof(game, moves[:ply], contest.adjudication))
        headers["備考"] += f"、{ply + 1} 手目からは証明された必勝の手順"
    return compose(game, headers, moves, spell_closing(len(moves), outcome))


def _proof(game: Game, moves: tuple[int, ...], how: Adjudication) -> tuple[int, ...]:
    """Return the moves of the proof that decided a game after `moves`."""
    from kifu.engine.solver import solve  # noqa: PLC0415 - loads numpy

    return solve(game, reduce(game.play_legal, moves, game.start()), how.nodes).line
