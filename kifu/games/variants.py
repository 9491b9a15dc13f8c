"""Rules that a record names in 規則: rule set or variant file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.errors import InvalidSetup
from kifu.core.message import Message, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.game.game import Game

VARIANT_ENDING = ".toml"
# A name may hold blanks and ends with the last ending that blanks or nothing follow: no option has such an ending.
_NAMED = re.compile(
    rf"\s*(\S.*{re.escape(VARIANT_ENDING)}|{re.escape(VARIANT_ENDING)})(?!\S)", re.IGNORECASE | re.DOTALL
)


class VariantFile(NamedTuple):
    """Variant file that 規則 names, or one for all records."""

    name: str
    text: str
    options: str = ""
    """The options behind its name, with the blanks before them, such as `` last=must``."""


class NamedFile(NamedTuple):
    """The two parts of the text after 規則, such as ``my-king.toml last=must``."""

    name: str
    """The name of the variant file."""
    options: str
    """The rest of the text, with the blanks before it; empty if no options are named."""


def named_file(rules: str | None) -> NamedFile | None:
    """Variant file and options named after 規則; None without a file."""
    named = None if rules is None else _NAMED.match(rules)
    if rules is None or named is None:
        return None
    return NamedFile(named[1], rules[named.end() :].rstrip())


def names_a_file(rules: str | None) -> bool:
    """Tell whether `rules`, the text after 規則, names a variant file."""
    return named_file(rules) is not None


def configure_game(game: Game, rules: str | None, head: Mapping[str, str], file: VariantFile | None) -> Game:
    """Return `game` under the rules that a record names.

    Raises InvalidSetup for unknown rules and for a faulty file.
    """
    if file is not None:
        own = game.variant(file.name, file.text)
        return own.configure(own.rules + file.options, head) if file.options else own
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
