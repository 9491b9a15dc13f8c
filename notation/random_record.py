"""Writes the record of a game of random moves as KIF."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

from kifu.core.outcome import PLAYERS, Ending
from notation.formats.kif_canonical_writer import compose_record, spell_closing_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game, Position


def random_game_as_kif(game: Game, seed: int, plies: int, start: Position | None = None) -> str:
    """Return a random game of at most `plies` plies as KIF.

    The same arguments give the same game. `start` None stands for the start of the game.
    """
    draw = random.Random(seed)  # noqa: S311 - a reproducible game, no secret
    position = game.start() if start is None else start
    positions = [position]
    moves: list[int] = []
    seen = Counter(positions)
    ending = game.outcome(position)
    while len(moves) < plies and ending is None:
        move = draw.choice(list(game.legal_moves(position)))
        position = game.play_legal(position, move)
        moves.append(move)
        positions.append(position)
        seen[position] += 1
        ending = ending_at_last_position(game, positions, moves, seen)
    remark = f"kifu play --game {game.id} --seed {seed} --plies {plies} による。合法手から一様に選んだ"
    headers = {**player_names(game, "一様乱数"), "備考": remark}
    return compose_record(
        game, headers, moves, spell_closing_line(len(moves), ending.outcome if ending else None), start
    )


def ending_at_last_position(
    game: Game, positions: Sequence[Position], moves: Sequence[int], occurrences: Counter[Position]
) -> Ending | None:
    """Return the end with the last of `positions`, or None."""
    last = positions[-1]
    notice = game.history(positions, moves, occurrences[last])
    return notice if isinstance(notice, Ending) else game.outcome(last)


def player_names(game: Game, name: str) -> dict[str, str]:
    """Return the name of each player, with the mark that the game wants."""
    marks = game.name_marks
    return {side: name + marks.get(side, "") for side in PLAYERS}
