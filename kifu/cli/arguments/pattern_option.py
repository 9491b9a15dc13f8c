"""Defines the option `--pattern`: a partial board in plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kifu.cli.printing.language import say
from notation.rendering import caret

if TYPE_CHECKING:
    from collections.abc import Callable

    from analysis.openings import Pattern
    from kifu.core.game.game import Game


def pattern_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option `--pattern`, whose text :func:`pattern_of` reads."""
    return click.option(
        "--pattern",
        metavar="TEXT",
        help="盤の一部の形。例: '一01と七07に占、ほかの縁になし、対称' (docs/openings.ja.md)。Part of a board, as '占 on 一01 and 七07, "
        "none elsewhere on the rim, turned'; see docs/openings.md.",
    )(function)


def pattern_of(game: Game, text: str, *, symmetric: bool = False) -> Pattern:
    """Return the pattern of a text; with `symmetric` it is turned, and its sides exchanged. Raises click.UsageError."""
    from analysis.openings import BadPattern, read_pattern  # noqa: PLC0415 - only a pattern needs it

    try:
        pattern = read_pattern(game, text)
    except BadPattern as wrong:
        shown = caret(" ".join(text.splitlines()) or " ", wrong.offset + 1, wrong.width)
        raise click.UsageError(f"--pattern: {say(wrong.message)} [{wrong.code}]\n{shown}") from None
    return pattern._replace(turned=True, exchanged=True) if symmetric else pattern
