"""Gives a game the rules that a record names in 規則: a rule set with options, or a variant file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.model.errors import InvalidSetup
from kifu.model.message import Message, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.model.game import Game
    from kifu.model.record import VariantFile

VARIANT_ENDING = ".toml"


def names_a_file(rules: str | None) -> bool:
    """Tell whether `rules`, the text after 規則, is the name of a variant file."""
    return rules is not None and rules.strip().lower().endswith(VARIANT_ENDING)


def configured(game: Game, rules: str | None, head: Mapping[str, str], file: VariantFile | None) -> Game:
    """Return `game` under the rules that a record names. Raises InvalidSetup for unknown rules and for a faulty file."""
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
