"""The board at the first difference of two sheets: the position before it, with the squares that each sheet names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.model.errors import InvalidMove
from kifu.model.message import Message, quoted
from kifu.render.drawing import draw
from kifu.render.text_board import text_board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.contract.game import Game
    from kifu.model.message import Language
    from kifu.reconcile.first_difference import Difference
    from kifu.render.options import Look
    from kifu.render.shapes import Scene

_MARKS = (("[", "]"), ("(", ")"))
_BOTH = ("{", "}")
_LONGEST = 80


def drawn(difference: Difference, look: Look) -> Iterator[tuple[Scene, Message]]:
    """Yield a drawing for each sheet with what is said below it; none where no position is known."""
    if difference.before is not None:
        for letter, text, read in zip("AB", (difference.a, difference.b), difference.read, strict=True):
            squares = squares_of(difference.game, read)
            last = squares[-1] if squares else None
            yield draw(difference.game, difference.before, last=last, changed=squares, look=look), _said(letter, text)


def written(difference: Difference, language: Language) -> Iterator[str]:
    """Yield the board as lines of text. The squares of A stand in [ ], those of B in ( ), those of both in { }."""
    if difference.before is None:
        return
    ply, texts = difference.ply, (difference.a, difference.b)
    yield f"{Message(f'{ply} 手目の前の局面', f'the position before ply {ply}').in_language(language)}:"
    a, b = (set(squares_of(difference.game, text)) for text in difference.read)
    marks = dict.fromkeys(a, _MARKS[0]) | dict.fromkeys(b, _MARKS[1]) | dict.fromkeys(a & b, _BOTH)
    yield from (f"  {line}".rstrip() for line in text_board(difference.game, difference.before, marks).splitlines())
    for letter, text, mark in zip("AB", texts, _MARKS, strict=True):
        yield f"  {' '.join(mark)} {_said(letter, text).in_language(language)}"


def squares_of(game: Game, text: str | None) -> tuple[int, ...]:
    """Return the squares that a written move names; none if it cannot be read."""
    try:
        return () if text is None else tuple(game.read(text).written.squares)
    except InvalidMove:
        return ()


def _said(letter: str, text: str | None) -> Message:
    return (
        Message(f"{letter}: (なし)", f"{letter}: (nothing)")
        if text is None
        else Message(f"{letter}: {quoted(text, _LONGEST)}", f"{letter}: {quoted(text, _LONGEST)}")
    )
