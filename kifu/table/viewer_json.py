"""A table for a viewer: the board after each ply, its branches, its timeline, its heatmaps and its verdict."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from kifu.games import rulebook
from kifu.model.outcome import Side
from kifu.referee.verify import verify
from kifu.scene.board import Board
from kifu.scene.panels import TURN
from kifu.table.fields import SIDE_NAMES
from kifu.table.game_json import EMPTY, diagram_json, words
from kifu.table.match_tables import match_verdict
from kifu.table.position_json import position_json, silent_position
from kifu.table.table_record import file_of
from kifu.table.table_variant import rules_of
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.contract.game import Game, Position
    from kifu.referee.replay import Replay
    from kifu.referee.verdict import Verdict
    from kifu.table.state import State

MOST_BRANCH_PLIES = 200
"""The most plies of a branch that are shown."""


def course_json(state: State, *, silent: bool) -> dict[str, Any]:
    """Return the game of a table as a viewer shows it. With `silent` it tells nothing that the rules say.

    ``boards`` has an item for each ply, from 0: the board after it. A board that was corrected after a ply takes its place.
    """
    boards = list(_boards(state))
    shown: dict[str, Any] = {"silent": silent, "seq": state.seq}
    if silent:
        shown["boards"] = [_silent(state, board) for board in boards]
        # The board that was known last: what followed would tell which moves were played on it.
        shown["diagram"] = _to_correct(state, state.stretches[-1].replay.positions[0])
        return shown
    whole = _verdict(state)
    # The record of a second game is the match: what is shown is the game, and beside it how the match stands.
    verdict = whole.games[-1] if whole.games else whole
    if whole.games:
        shown["match"] = {**match_verdict(whole), "label": words(whole.status.label)}
    return shown | {
        "boards": [_shown(state.game, board) for board in boards],
        "branches": list(_branches(state.game, verdict)),
        "timeline": _timeline(state.game, boards),
        "heat": _heat(state),
        "verdict": _verdict_json(verdict),
        "diagram": _to_correct(state, state.position),
        "cells": sorted({cell for board in boards for cell in _cells(state.game, board.position)}),
    }


class _Shown:
    """The board after a ply: the position, the move that led there if it was played, and what was not played."""

    def __init__(self, position: Position, before: Position | None = None, move: int | None = None) -> None:
        self.position = position
        self.before = before
        self.move = move
        self.unplayed: tuple[str, ...] = ()


def _boards(state: State) -> Iterator[_Shown]:
    for number, stretch in enumerate(state.stretches):
        replay = stretch.replay
        last = number + 1 == len(state.stretches)
        end = state.ply + 1 if last else state.stretches[number + 1].before
        for offset in range(end - stretch.before):
            yield _at(state, replay, stretch.before, offset)


def _at(state: State, replay: Replay, before: int, offset: int) -> _Shown:
    played = len(replay.moves)
    if offset > played:
        shown = _Shown(replay.positions[-1])
        shown.unplayed = tuple(move.text for move in state.moves[before + played : before + offset])
        return shown
    if not offset:
        return _Shown(replay.positions[0])
    return _after(replay, offset)


def _silent(state: State, shown: _Shown) -> dict[str, object]:
    return silent_position(state.game, shown.position, shown.unplayed)


def _shown(game: Game, shown: _Shown) -> dict[str, Any]:
    position = position_json(game, shown.position)
    found: dict[str, Any] = {key: position[key] for key in ("tokens", "hands", "turn", "score")}
    if shown.before is not None and shown.move is not None:
        board = Board.after(game, shown.before, shown.move)
        found["last"] = None if board.last is None else game.board.spell(board.last)
        found["changed"] = [game.board.spell(square) for square in board.changed]
    return found


def _to_correct(state: State, position: Position) -> dict[str, Any]:
    """Return the diagram of a position for somebody who corrects the board: with the side that moves next."""
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


def _verdict(state: State) -> Verdict:
    document = read("table.kif", file_of(state), rules_of(state.opening.variant))
    return verify(document.records[0], document.sha256, document.diagnostics)


def _branches(game: Game, verdict: Verdict) -> Iterator[dict[str, Any]]:
    record = verdict.record
    for line, replay in zip(() if record is None else record.lines[1:], verdict.branches, strict=True):
        # A replay of a branch begins with the moves that come before it.
        shown = [] if replay is None else [_shown(game, _after(replay, ply)) for ply in _plies(line.start, replay)]
        fault = None if replay is None or replay.fault is None else replay.fault
        yield {
            "ply": line.start,
            "moves": [entry.text for entry in line.entries],
            "boards": shown,
            "message": None if fault is None else words(fault.message),
        }


def _plies(start: int, replay: Replay) -> range:
    return range(start, min(len(replay.moves), start - 1 + MOST_BRANCH_PLIES) + 1)


def _after(replay: Replay, ply: int) -> _Shown:
    """Return the board after a legal ply of a replay, counted from 1."""
    return _Shown(replay.positions[ply], replay.positions[ply - 1], replay.moves[ply - 1])


def _timeline(game: Game, boards: Sequence[_Shown]) -> list[dict[str, Any]]:
    """Return each measure of the game with its values after each ply, for both sides."""
    counted = [game.measure(board.position) for board in boards]
    return [
        {
            "key": measure.key,
            "label": words(measure.label),
            "first": [values[number][0] for values in counted],
            "second": [values[number][1] for values in counted],
        }
        for number, measure in enumerate(game.measures)
    ]


def _heat(state: State) -> list[dict[str, Any]]:
    """Return how often each kind of trace was left on each square, by side."""
    game = state.game
    counts: dict[str, tuple[Counter[int], Counter[int]]] = {kind: (Counter(), Counter()) for kind in game.traces}
    for stretch in state.stretches:
        replay = stretch.replay
        for number, move in enumerate(replay.moves):
            for trace in game.trace(replay.positions[number], move):
                counts[trace.kind][trace.side][trace.square] += 1
            for trace in game.standing(replay.positions[number + 1]):
                counts[trace.kind][trace.side][trace.square] += 1
    return [
        {
            "key": kind,
            "label": words(game.traces[kind]),
            **{
                SIDE_NAMES[side]: {
                    game.board.spell(square): number for square, number in sorted(counts[kind][side].items())
                }
                for side in Side
            },
        }
        for kind in game.traces
    ]


def _verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict with the sentence of its article, and what that article rests on."""
    shown = dict(verdict.to_json())
    shown["label"] = words(verdict.status.label)
    basis = verdict.basis
    if basis is None or verdict.game is None:
        return shown
    article = rulebook.article(rulebook.load(verdict.game), basis.article)
    shown["article"] = {
        "number": article.number,
        "title": words(article.title),
        "text": words(article.text),
        "basis": [
            {
                "kind": words(ground.kind.label),
                "quote": list(ground.quote),
                "text": None if ground.text is None else words(ground.text),
                "reason": None if ground.reason is None else words(ground.reason),
            }
            for ground in article.basis
        ],
        "data": [words(label) for label in basis.data.values()],
    }
    return shown
