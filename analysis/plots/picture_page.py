"""Picture pages, drawn only when their `draw` is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from matplotlib.figure import Figure

    from kifu.core.message import Message


class PicturePage(NamedTuple):
    """Undrawn picture: file name without ending, and drawing function.

    A picture too large for a screen has several figures. A picture with nothing in it has none, so no empty file is
    written.
    """

    name: str
    draw: Callable[[], Sequence[Figure]]
    empty: Message
    """The reason why a picture without figures has none."""

    def figures(self) -> Iterator[tuple[str, Figure]]:
        """Draw the figures; yield each with its file name.

        The page's own for the first, then with -2, -3, …
        """
        for number, figure in enumerate(self.draw(), start=1):
            yield (self.name if number == 1 else f"{self.name}-{number}"), figure


def single(name: str, draw: Callable[[], Figure], empty: Message, *, wanted: bool = True) -> PicturePage:
    """Return a page of one figure, or none unless `wanted`."""
    return PicturePage(name, lambda: (draw(),) if wanted else (), empty)
