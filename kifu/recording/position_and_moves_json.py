"""Position as JSON for a page, and the moves that can be entered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.errors import InvalidMove
from kifu.core.game.drawing import Placed, Token
from kifu.core.outcome import SIDE_IDS, Side
from kifu.core.squares import COLUMNS
from kifu.render.panels_above_and_below import diagram_fields

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.core.game.game import Game, Position
    from kifu.core.outcome import Ending

BLANK_CELLS = " \u3000"


def empty_board_json(game: Game) -> dict[str, object]:
    """Return an empty board: size, squares, lines of a graph."""
    board = game.board
    return {
        "columns": board.columns,
        "rows": board.rows,
        "names": list(COLUMNS[: board.columns]),
        "lines": [[board.spell(square) for square in line] for line in game.lines],
    }


def position_json(game: Game, position: Position, ending: Ending | None = None) -> dict[str, object]:
    """Return a position as a JSON object.

    `ending` is how the rules have ended the game. The members: ``board``; ``cells``, the text of each square by rows, null
    where the board has no point; ``tokens``, the units on the board; ``hands``, the lines about hands and stands as pairs;
    ``held``, what each side can bring to the board, with numbers; ``beside``, what else lies beside it, in words;
    ``turn``; ``score``, that of 先手 first; ``ending``; ``diagram``, the canonical diagram.
    """
    turn = game.turn(position)
    return {
        "board": empty_board_json(game),
        "cells": _cell_texts(game, position),
        "tokens": tokens_json(game, position),
        "hands": [list(line.split("：", 1)) for line in diagram_fields(game, position)],
        **held_and_beside_json(game, position),
        "turn": SIDE_IDS[turn],
        "score": list(game.score(position)),
        "ending": None if ending is None else ending.to_json(),
        "diagram": game.spell_diagram(position),
    }


def held_and_beside_json(game: Game, position: Position) -> dict[str, Any]:
    """Return what lies beside the board: ``held`` and ``beside``.

    ``held`` is what each side can bring to it, ``beside`` all else in words.
    """
    sides = list(zip(SIDE_IDS, Side, strict=True))
    return {
        "held": {name: dict(game.held(position, side)) for name, side in sides},
        "beside": {name: (said := game.beside(position, side)) and said.to_json() for name, side in sides},
    }


def silent_position_json(game: Game, position: Position, unplayed: Iterable[str]) -> dict[str, object]:
    """Return the unjudged board as JSON (see :func:`unjudged_tokens_and_turn`)."""
    tokens, turn = unjudged_tokens_and_turn(game, position, unplayed)
    return {"board": empty_board_json(game), "tokens": tokens, "turn": SIDE_IDS[turn]}


def unjudged_tokens_and_turn(
    game: Game, position: Position, unplayed: Iterable[str]
) -> tuple[list[dict[str, Any]], Side]:
    """Return the unjudged units after unplayed moves, and the turn.

    `unplayed` are the moves after `position` as written. Each is drawn as it says, by no rule: the unit goes from its first
    square to its last and shows what is written. So nothing shows which of them is legal, not even the order of the units.
    Hands, score and end are left out, for they would.
    """
    tokens, turn = list(game.tokens(position)), game.turn(position)
    for text in unplayed:
        tokens = _tokens_as_written(game, tokens, text, turn)
        turn = turn.other
    return [_token_json(game, token) for token in sorted(tokens, key=lambda each: (each.square, each.form))], turn


def _tokens_as_written(game: Game, tokens: list[Token], move_text: str, side: Side) -> list[Token]:
    """Return the tokens after a move drawn as written.

    They are the same if it names no square.
    """
    try:
        written = game.read(move_text).written
    except InvalidMove:
        return tokens
    if not written.squares:
        return tokens
    (start, *_), end = written.squares, written.squares[-1]
    behind = written.unit + "".join(written.suffixes)
    standing = [token for token in tokens if token.square == start] if len(written.squares) > 1 else []
    named = [token for token in standing if behind in game.written_from(token)]
    going = [token._replace(square=end, text=game.face(token, behind)) for token in named]
    going = going or [token._replace(square=end) for token in standing]
    gone = named or standing
    if not going:
        units = dict(zip(game.written_on(side), game.placed(side), strict=True))
        unit = units.get(behind, Placed(side, written.unit))
        going = [Token(end, unit.side, unit.text, unit.form)]
    forms = {token.form for token in going}
    return [
        token
        for token in tokens
        if token not in gone and not (token.square == end and (not game.joins or token.form in forms))
    ] + going


def _cell_texts(game: Game, position: Position) -> list[list[str | None]]:
    board = game.board
    cells = []
    for row in range(board.rows):
        texts = (game.cell(position, row * board.columns + column) for column in range(board.columns))
        cells.append([None if not text.strip(BLANK_CELLS) else text for text in texts])
    return cells


def tokens_json(game: Game, position: Position) -> list[dict[str, Any]]:
    """Return the units on the board."""
    return [_token_json(game, token) for token in game.tokens(position)]


def _token_json(game: Game, token: Token) -> dict[str, Any]:
    """Return a unit as JSON, with what it may be written from."""
    behind = list(game.written_from(token))
    return {
        "square": game.board.spell(token.square),
        "side": SIDE_IDS[Side(token.side)],
        "text": token.text,
        "form": token.form.value,
        "behind": behind,
        "faces": [game.face(token, text) for text in behind],
        "goes_on": game.goes_on(token),
    }


class EnteredMove(NamedTuple):
    """A legal move as a person enters it."""

    squares: tuple[str, ...]
    """The squares in the order of the move; empty for パス. A drop or a placement has one."""
    unit: str
    """The unit as it is written, パス for a pass."""
    suffix: str
    """What stands behind the unit: 反, 合, 成, 打, …; empty without any."""
    text: str
    """The canonical text of the move, without a side mark."""

    def to_json(self) -> dict[str, object]:
        """Return the choice as a JSON object."""
        return {"squares": list(self.squares), "unit": self.unit, "suffix": self.suffix, "text": self.text}


def enterable_moves(game: Game, position: Position) -> tuple[EnteredMove, ...]:
    """Return the legal moves of a position in the game's order.

    An end that follows from the history of a game (a repetition) is not seen here.
    """
    spell = game.board.spell
    found = []
    for move in game.legal_moves(position):
        text = game.spell(move)
        written = game.read(text).written
        squares = tuple(spell(square) for square in written.squares)
        found.append(EnteredMove(squares, written.unit, "".join(written.suffixes), text))
    return tuple(found)
