"""Games as JSON for a page: drawing, entry, catalogue, empty board."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kifu.core import games
from kifu.core.errors import InvalidSetup, UnknownGame
from kifu.core.game.options import configure_game
from kifu.core.message import Message
from kifu.core.outcome import SIDE_IDS, SPECIALS, Outcome, Side, Termination
from kifu.recording import untrusted_json_fields
from kifu.recording.game_setup import MODES, read_setup, read_variant
from kifu.recording.journal_and_record_mark import canonical_json_text
from kifu.recording.position_and_moves_json import position_json
from kifu.recording.untrusted_json_fields import Rejected
from kifu.render.move_diagrams import cells_of_row
from kifu.render.position_drawing import GLYPH, DrawingParts, drawing_parts
from kifu.render.shapes_and_svg import Circle, Line, Polygon, Rectangle, Ring, Text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.game.game import Game, Position
    from kifu.render.shapes_and_svg import Scene, Shape

EMPTY = "・○"
"""The characters of an empty cell."""


def drawing_json(game: Game) -> dict[str, Any]:
    """Return the shapes and units a page draws and enters with.

    Nothing in it depends on a position. ``placing`` holds what may stand behind the square of a placement of each side,
    ``placed`` how each of them is drawn.
    """
    return {
        "game": game.id,
        "name": game.name.to_json(),
        "sides": [{"mark": side.mark, "label": side.label.to_json()} for side in game.sides],
        "columns": game.board.columns,
        "rows": game.board.rows,
        "glyph": GLYPH,
        "views": {
            name: _drawing_parts_json(game, drawing_parts(game, side))
            for name, side in zip(SIDE_IDS, Side, strict=True)
        },
        "placing": {name: list(game.written_on(side)) for name, side in zip(SIDE_IDS, Side, strict=True)},
        "placed": {
            name: [
                {"side": SIDE_IDS[unit.side], "text": unit.text, "form": unit.form.value} for unit in game.placed(side)
            ]
            for name, side in zip(SIDE_IDS, Side, strict=True)
        },
        "places_once": game.places_once,
        "joins": game.joins,
        "passes": game.passes,
        "score": game.score_label.to_json(),
        "outcomes": {outcome.value: game.outcome_label(outcome).to_json() for outcome in Outcome},
        "terminations": {termination.value: termination.label.to_json() for termination in Termination},
        "words": [*SPECIALS, *game.words],
        "pieces": setup_pieces_json(game),
        "budget": game.budget,
        "match": game.match_article is not None,
    }


@lru_cache(maxsize=256)
def look_name(game: Game) -> str:
    """Return the name under which equally drawn games share data."""
    return hashlib.sha256(canonical_json_text(drawing_json(game)).encode()).hexdigest()[:16]


def diagram_json(game: Game, position: Position) -> dict[str, Any]:
    """Return the diagram of a position in cells and other parts.

    Row by row, ``parts`` and ``cells`` give the line if they are put together by turns, a part first. ``head`` are the lines
    above the rows, ``fields`` those below them, as pairs. ``empty`` is the text of an empty cell.
    """
    head, rows, fields = [], [], []
    board, row = game.board, 0
    for line in game.spell_diagram(position).splitlines():
        if row < board.rows and line.rstrip().endswith(f"{row + 1:02d}"):
            rows.append(_row_json(game, position, line, row))
            row += 1
        elif "：" in line:
            fields.append(line.split("：", 1))
        else:
            head.append(line)
    return {"head": head, "rows": rows, "fields": fields, "empty": _empty(game, position)}


def setup_pieces_json(game: Game) -> list[dict[str, object]]:
    """Return the units to put on squares, with their costs."""
    return [
        {
            "cell": piece.cell,
            "side": SIDE_IDS[piece.side],
            "name": piece.name,
            "form": piece.form.value,
            "part": piece.part,
            "cost": piece.cost,
            "free": piece.free,
            "line": piece.line,
        }
        for piece in game.pieces()
    ]


def _row_json(game: Game, position: Position, line: str, row: int) -> dict[str, object]:
    between, cells, squares = [], [], []
    end = 0
    for square, start, cell in cells_of_row(game, position, line, row):
        between.append(line[end:start])
        cells.append(cell)
        squares.append(game.board.spell(square))
        end = start + len(cell)
    return {"parts": [*between, line[end:]], "cells": cells, "squares": squares}


def _empty(game: Game, position: Position) -> str:
    cells = (game.cell(position, square).strip() for square in range(game.board.columns * game.board.rows))
    return next((cell for cell in cells if cell and not cell.strip(EMPTY)), EMPTY[0])


def _drawing_parts_json(game: Game, drawing: DrawingParts) -> dict[str, Any]:
    """Return the parts of a drawing: size, ground, places, bodies."""
    places: Mapping[str, list[float]] = {
        game.board.spell(square): [round(x, 2), round(y, 2)] for square, (x, y) in drawing.places.items()
    }
    return {
        "width": drawing.width,
        "height": drawing.height,
        "cell": drawing.cell,
        "ground": list(map(shape_json, drawing.ground)),
        "places": places,
        "bodies": [
            {
                "form": body.form.value,
                "side": SIDE_IDS[body.side],
                "inside": body.inside,
                "shapes": list(map(shape_json, body.shapes)),
            }
            for body in drawing.bodies
        ],
    }


def scene_json(scene: Scene) -> dict[str, object]:
    """Return a drawing as JSON: its size and its shapes."""
    return {"width": scene.width, "height": scene.height, "shapes": list(map(shape_json, scene.shapes))}


def shape_json(shape: Shape) -> dict[str, object]:
    """Return a shape as JSON: kind, and lengths in pixels."""
    match shape:
        case Text(x, y, size, text, fill, anchor, bold):
            values: dict[str, object] = {"text": text, "fill": fill, "anchor": anchor, "bold": bold}
            return {"kind": "text", **_round(x=x, y=y, size=size), **values}
        case Line(points, paint):
            return {"kind": "line", "points": _points(points), **_paint(paint)}
        case Polygon(points, paint):
            return {"kind": "polygon", "points": _points(points), **_paint(paint)}
        case Rectangle(x, y, width, height, paint, radius):
            box = _round(x=x, y=y, width=width, height=height, radius=radius)
            return {"kind": "rectangle", **box, **_paint(paint)}
        case Ring(x, y, radius, hole_y, hole, paint):
            ring = _round(x=x, y=y, radius=radius, hole_y=hole_y, hole=hole)
            return {"kind": "ring", **ring, **_paint(paint)}
        case Circle(x, y, radius, paint):
            return {"kind": "circle", **_round(x=x, y=y, radius=radius), **_paint(paint)}


def _points(points: tuple[tuple[float, float], ...]) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in points]


def _paint(paint: tuple[str, str, float]) -> dict[str, object]:
    fill, stroke, width = paint
    return {"fill": fill, "stroke": stroke, "line": round(width, 2)}


def _round(**lengths: float) -> dict[str, float]:
    return {name: round(length, 2) for name, length in lengths.items()}


def catalogue_json() -> list[dict[str, Any]]:
    """Return the games with options, required headers and set-ups."""
    found = []
    for identity in games.ids():
        game = games.load(identity)
        found.append(
            {
                "id": game.id,
                "name": game.name.to_json(),
                "rules": game.rules,
                "sides": [{"mark": side.mark, "label": side.label.to_json()} for side in game.sides],
                "options": [
                    {
                        "name": option.name,
                        "values": list(option.values),
                        "number": option.number,
                        "article": option.article,
                    }
                    for option in game.options
                ],
                "head": {key: list(game.head_values.get(key, (value,))) for key, value in game.required_head.items()},
                "given": dict(game.required_head),
                "budget": game.budget is not None,
                "variants": _has_variants(game),
            }
        )
    return found


def _has_variants(game: Game) -> bool:
    try:
        return bool(game.default_variant())
    except InvalidSetup:
        return False


def blank_board_json(setup_request: object) -> dict[str, Any]:
    """Return a drawn board to set up, with its diagram's pieces.

    `setup_request` has the members ``game``, ``rules``, ``variant``, ``head`` and ``setup`` of :func:`kifu.recording.game_setup.read_setup`. With a
    ``setup`` it is judged, and returned as it was read; else the board is the emptiest that the game has. Raises Rejected,
    with the reason, for what the rules do not allow.
    """
    given = dict(
        untrusted_json_fields.object_field(
            setup_request, ("game", "rules", "variant", "names", "head", "setup"), "setup"
        )
    )
    setup = given.get("setup")
    if setup is None:
        game = _requested_game(given)
        position = game.blank_start()
    else:
        opening = read_setup({**given, "mode": MODES[0]})
        game, position = opening.game, opening.start
    return {
        "look": drawing_json(game),
        "diagram": diagram_json(game, position),
        "tokens": position_json(game, position)["tokens"],
    }


def _requested_game(setup_json: dict[str, Any]) -> Game:
    """Return the game that an opening names, without a start. Raises Rejected."""
    head = {} if setup_json.get("head") is None else setup_json["head"]
    rules = (
        None if setup_json.get("rules") is None else untrusted_json_fields.one_line_field(setup_json["rules"], "rules")
    )
    if not isinstance(head, dict):
        raise untrusted_json_fields.field_rejection(
            "head", Message("オブジェクトで書いてください", "it has to be an object")
        )
    lines = {
        untrusted_json_fields.one_line_field(key, "head"): untrusted_json_fields.one_line_field(text, "head")
        for key, text in head.items()
    }
    try:
        found = games.game_by_name(untrusted_json_fields.one_line_field(setup_json.get("game"), "game"))
        file = read_variant(found, rules, setup_json.get("variant"))
        return configure_game(found, rules, {**found.required_head, **lines}, file)
    except (InvalidSetup, UnknownGame) as wrong:
        raise Rejected(wrong.code, wrong.message, wrong.article) from None
