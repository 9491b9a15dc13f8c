"""Board before the first difference of two sheets, with both moves: drawn, and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kifu.core.errors import InvalidMove
from kifu.core.message import Message, quoted
from kifu.render.board import text_board
from kifu.render.drawing import Arrow, draw_position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Game, Position
    from kifu.core.message import Language
    from kifu.render.shapes import DrawingOptions, Scene


class DrawnDifference(Protocol):
    """A first difference of two sheets, as far as it is drawn."""

    @property
    def ply(self) -> int: ...  # noqa: D102 - as in kifu.reconcile.first_difference.Difference
    @property
    def a(self) -> str | None: ...  # noqa: D102
    @property
    def b(self) -> str | None: ...  # noqa: D102
    @property
    def game(self) -> Game: ...  # noqa: D102
    @property
    def before(self) -> Position | None: ...  # noqa: D102
    @property
    def read(self) -> tuple[str | None, str | None]: ...  # noqa: D102


_MARKS = (("[", "]"), ("(", ")"))
_BOTH = ("{", "}")
ARROW_COLOURS = ("#0b57a4", "#b3261e")
SHIFT = 0.07
"""How far the arrow of each sheet lies beside the middle of the squares."""
MAX_QUOTED_CHARACTERS = 80


def difference_drawing(difference: DrawnDifference, look: DrawingOptions) -> tuple[Scene, Message] | None:
    """Return the board before a difference, both arrows, and the caption.

    None where no position is known.
    """
    if difference.before is None:
        return None
    arrows = [
        Arrow(written_squares(difference.game, read), letter, colour, shift)
        for read, letter, colour, shift in zip(difference.read, "AB", ARROW_COLOURS, (-SHIFT, SHIFT), strict=True)
    ]
    captions = [_move_caption(letter, text) for letter, text in zip("AB", (difference.a, difference.b), strict=True)]
    caption = Message("、".join(said.ja for said in captions), ", ".join(said.en for said in captions))
    return draw_position(difference.game, difference.before, arrows=arrows, look=look), caption


def difference_text(difference: DrawnDifference, language: Language) -> Iterator[str]:
    """Yield the board as text, with each sheet's squares marked.

    Squares of A stand in [ ], those of B in ( ), those of both in { }.
    """
    if difference.before is None:
        return
    ply, texts = difference.ply, (difference.a, difference.b)
    yield f"{Message(f'{ply} 手目の前の局面', f'the position before ply {ply}').in_language(language)}:"
    a, b = (set(written_squares(difference.game, text)) for text in difference.read)
    marks = dict.fromkeys(a, _MARKS[0]) | dict.fromkeys(b, _MARKS[1]) | dict.fromkeys(a & b, _BOTH)
    yield from (f"  {line}".rstrip() for line in text_board(difference.game, difference.before, marks).splitlines())
    for letter, text, mark in zip("AB", texts, _MARKS, strict=True):
        yield f"  {' '.join(mark)} {_move_caption(letter, text).in_language(language)}"


def written_squares(game: Game, text: str | None) -> tuple[int, ...]:
    """Return the squares of a written move; none if it is unreadable."""
    try:
        return () if text is None else tuple(game.read(text).written.squares)
    except InvalidMove:
        return ()


def _move_caption(letter: str, text: str | None) -> Message:
    return (
        Message(f"{letter}: (なし)", f"{letter}: (nothing)")
        if text is None
        else Message(
            f"{letter}: {quoted(text, MAX_QUOTED_CHARACTERS)}", f"{letter}: {quoted(text, MAX_QUOTED_CHARACTERS)}"
        )
    )
