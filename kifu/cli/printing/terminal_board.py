"""Draws a board for a terminal: the text board of :mod:`kifu.render`, with a colour and a weight for each side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.core.outcome import Side
from kifu.render.board import Board

if TYPE_CHECKING:
    from kifu.core.game.game import Game
    from kifu.referee.replay import Replay

LOOK = {Side.FIRST: {"bold": True}, Side.SECOND: {"fg": "cyan"}}


def draw(game: Game, played: Replay, ply: int) -> str:
    """Return the board after `ply` plies as lines of text; brackets mark the target square of the last move."""
    return Board.at(game, played.positions, played.moves, ply).text(_styled)


def _styled(cell: str, side: Side) -> str:
    return click.style(cell, **LOOK[side])  # type: ignore[arg-type]
