"""A picture that is still to be drawn. Nothing is drawn until its `draw` is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from matplotlib.figure import Figure

    from kifu.model.message import Message


class Page(NamedTuple):
    """A picture to be drawn: the name of its file without the ending, and what draws it.

    A picture too large for a screen is several figures. One without anything in it is none: nobody wants an empty file.
    """

    name: str
    draw: Callable[[], Sequence[Figure]]
    empty: Message
    """Why there is no figure, where there is none."""

    def figures(self) -> Iterator[tuple[str, Figure]]:
        """Draw the figures, each with the name of its file: the first has the page's own, then -2, -3, …"""
        for number, figure in enumerate(self.draw(), start=1):
            yield (self.name if number == 1 else f"{self.name}-{number}"), figure


def single(name: str, draw: Callable[[], Figure], empty: Message, *, wanted: bool = True) -> Page:
    """Return a page of one figure, of none where it is not `wanted`."""
    return Page(name, lambda: (draw(),) if wanted else (), empty)
