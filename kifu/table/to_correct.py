"""The board of a table for somebody who corrects it: its diagram in pieces, and the units that have stood on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.scene.panels import TURN
from kifu.table.look import EMPTY, diagram_json
from kifu.table.shown import tokens_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.contract.game import Game, Position
    from kifu.table.state import State


def to_correct_json(state: State, *, silent: bool) -> dict[str, Any]:
    """Return ``diagram``, ``tokens`` (each kind of unit that has stood on the board) and ``cells`` (the texts of their cells).

    With `silent` the board is the one that was known last: what followed would tell which moves were played on it.
    """
    game, last = state.game, state.stretches[-1].replay.positions
    position = last[0] if silent else last[-1]
    seen = [last[0]] if silent else [each for stretch in state.stretches for each in stretch.replay.positions]
    return {
        "diagram": _diagram(state, position),
        "tokens": list(
            {
                (token["text"], token["form"], token["side"]): token
                for each in seen
                for token in tokens_json(game, each)
            }.values()
        ),
        "cells": sorted({cell for each in seen for cell in _cells(game, each)}),
    }


def _diagram(state: State, position: Position) -> dict[str, Any]:
    """Return the diagram of a position with the side that moves next."""
    diagram = diagram_json(state.game, position)
    label = state.game.sides[state.turn].label.ja
    others = [field for field in diagram["fields"] if field[0] != TURN]
    if len(others) < len(diagram["fields"]) or state.turn != state.game.turn(position):
        diagram["fields"] = [*others, [TURN, label]]
    return diagram


def _cells(game: Game, position: Position) -> Iterator[str]:
    """Yield the texts of the cells that are not empty."""
    for square in range(game.board.columns * game.board.rows):
        cell = game.cell(position, square).strip()
        if cell.strip(EMPTY):
            yield cell
