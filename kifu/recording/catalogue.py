"""Catalogue of games and their settings; preview of a set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu import games
from kifu.core.errors import InvalidSetup, UnknownGame
from kifu.core.message import Message
from kifu.games.variants import configure_game
from kifu.recording import json_fields
from kifu.recording.errors import Rejected
from kifu.recording.game_json import diagram_json, look_json, words
from kifu.recording.game_setup import MODES, read_setup
from kifu.recording.position_json import position_json
from kifu.recording.variant_upload import read_variant

if TYPE_CHECKING:
    from kifu.core.game.game import Game


def catalogue_json() -> list[dict[str, Any]]:
    """Return the games with options, required headers and set-ups."""
    found = []
    for identity in games.ids():
        game = games.load(identity)
        found.append(
            {
                "id": game.id,
                "name": words(game.name),
                "rules": game.rules,
                "sides": [{"mark": side.mark, "label": words(side.label)} for side in game.sides],
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


def blank_json(value: object) -> dict[str, Any]:
    """Return a drawn board to set up, with its diagram's pieces.

    `value` has the members ``game``, ``rules``, ``variant``, ``head`` and ``setup`` of :func:`kifu.recording.game_setup.read_opening`. With a
    ``setup`` it is judged, and returned as it was read; else the board is the emptiest that the game has. Raises Rejected,
    with the reason, for what the rules do not allow.
    """
    given = dict(json_fields.members(value, ("game", "rules", "variant", "names", "head", "setup"), "setup"))
    setup = given.get("setup")
    if setup is None:
        game = _game(given)
        position = game.blank_start()
    else:
        opening = read_setup({**given, "mode": MODES[0]})
        game, position = opening.game, opening.start
    return {
        "look": look_json(game),
        "diagram": diagram_json(game, position),
        "tokens": position_json(game, position)["tokens"],
    }


def _game(given: dict[str, Any]) -> Game:
    """Return the game that an opening names, without a start. Raises Rejected."""
    head = {} if given.get("head") is None else given["head"]
    rules = None if given.get("rules") is None else json_fields.line(given["rules"], "rules")
    if not isinstance(head, dict):
        raise json_fields.rejection("head", Message("オブジェクトで書いてください", "it has to be an object"))
    lines = {json_fields.line(key, "head"): json_fields.line(text, "head") for key, text in head.items()}
    try:
        found = games.find(json_fields.line(given.get("game"), "game"))
        file = read_variant(found, rules, given.get("variant"))
        return configure_game(found, rules, {**found.required_head, **lines}, file)
    except (InvalidSetup, UnknownGame) as wrong:
        raise Rejected(wrong.code, wrong.message, wrong.article) from None
