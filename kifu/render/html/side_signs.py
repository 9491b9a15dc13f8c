"""The sign of a side in a page: a disc that is dark or light whatever the page's colours are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.model.drawn import DARK_MARKS
from kifu.model.markup import markup

if TYPE_CHECKING:
    from kifu.contract.game import Game
    from kifu.contract.head import SideName
    from kifu.model.message import Language
    from kifu.model.outcome import Side


def sign_html(side: SideName) -> str:
    """Return the disc of a side."""
    return f'<i class="{"dark" if side.mark in DARK_MARKS else "light"}"></i>'


def side_html(game: Game, side: Side, language: Language) -> str:
    """Return the disc of a side and its name."""
    name = game.sides[side]
    return f"<span>{sign_html(name)} {markup(name.label.in_language(language))}</span>"
