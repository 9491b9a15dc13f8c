"""Which game under which rules a record is of: its id, what 規則 says, and the variant file that may name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu import games
from kifu.model.errors import InvalidSetup
from kifu.model.message import Message, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.model.game import Game
    from kifu.model.record import Record, VariantFile

VARIANT_ENDING = ".toml"


def names_a_file(rules: str | None) -> bool:
    """Tell whether what 規則 says is the name of a variant file."""
    return rules is not None and rules.strip().lower().endswith(VARIANT_ENDING)


def configured(game: Game, rules: str | None, head: Mapping[str, str], file: VariantFile | None) -> Game:
    """Return `game` under the rules a record names. Raises InvalidSetup for rules that are not known or not right."""
    if file is not None:
        return game.variant(file.name, file.text)
    if rules is not None and names_a_file(rules):
        raise InvalidSetup(
            "variant-not-read",
            Message(
                f"規則のファイル「{quoted(rules)}」が読まれていません",
                f"the variant file '{quoted(rules)}' has not been read",
            ),
            width=len(rules),
        )
    return game.configure(rules, head)


def game_of(record: Record) -> Game | None:
    """Return the game a record is of, under its rules; None for a record that names no known game or rules.

    Raises InvalidSetup for headers that the game cannot be played under.
    """
    if record.game is None:
        return None
    head = {header.key: header.value for header in reversed(record.headers)}  # of two the first counts
    return configured(games.load(record.game), record.rules, head, record.variant)
