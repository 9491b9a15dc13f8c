"""What the text of a record claims, unjudged, and where each claim stands in its file."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.model.diagnostic import Diagnostic
    from kifu.model.diagram import DiagramText
    from kifu.model.errors import InvalidSetup
    from kifu.model.game import Game
    from kifu.model.outcome import Outcome, Termination
    from kifu.model.specials import Special


class Span(NamedTuple):
    """Lines of a file, both ends included, counted from 1."""

    first: int
    last: int


class Source(NamedTuple):
    """A file as it was found: its bytes, how they were decoded, and its lines without their ends."""

    name: str
    data: bytes
    encoding: str
    """Name of the Python codec."""
    bom: bool
    lines: Sequence[str]
    ends: Sequence[str]
    """What ended each line: LF, CRLF, CR, or nothing for a last line without an end."""


class Header(NamedTuple):
    """A line `key：value`."""

    key: str
    value: str
    line: int
    column: int = 1
    """Where the value starts, from 1."""


def first_values(headers: Sequence[Header]) -> dict[str, str]:
    """Return headers by key; of those that stand twice, the first."""
    return {header.key: header.value for header in reversed(headers)}


class Entry(NamedTuple):
    """A move as written, at its place in a line of play."""

    ply: int
    text: str
    line: int
    column: int
    seconds: int | None = None
    """Time the move took, in seconds; None where the record gives none that can be read."""


class Closing(NamedTuple):
    """A closing line: まで52手で先手の勝ち. What it leaves out is None."""

    text: str
    count: int | None  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    outcome: Outcome | None
    termination: Termination | None
    word: str | None
    """The special word that stands for the result: まで52手で投了. Who won by it, the turn tells."""
    line: int
    column: int


class Score(NamedTuple):
    """A line 得点：先手105 後手98: what the players counted after the last move."""

    first: int
    second: int
    line: int
    column: int


class Checkpoint(NamedTuple):
    """A diagram in the middle: the board as the players had it after `ply` plies."""

    ply: int
    diagram: DiagramText


class Comment(NamedTuple):
    """A comment (`*`) or bookmark (`&`) on the position after `ply` plies of a line of play."""

    kind: str
    text: str
    ply: int
    line: int


class Variation(NamedTuple):
    """A line of play: the game itself, or a branch that replaces move `start` of the line `parent`."""

    start: int
    parent: int | None
    """Index of the line it leaves; None for the game itself, and for a branch that leaves nothing there is.

    It leaves a line behind that one's own start: where two branches replace the same move, both leave the same line.
    """
    line: int
    entries: tuple[Entry, ...] = ()
    special: Special | None = None
    closing: Closing | None = None
    checkpoints: tuple[Checkpoint, ...] = ()
    comments: tuple[Comment, ...] = ()
    score: Score | None = None
    claims: tuple[Closing, ...] = ()
    """What the head says of the result (結果, 勝者, …) besides the closing line."""
    unread: tuple[Diagnostic, ...] = ()
    """Errors of the reader: what could not be understood before the end of this line of play, in order of ply (0: in
    the head)."""


class VariantFile(NamedTuple):
    """The file that 規則 names, or that the reader was told to judge by: its name and text."""

    name: str
    text: str


class Record(NamedTuple):
    """One record of a file. `lines[0]` is the game, the rest its branches (変化) in the order they stand."""

    source: Source
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody needs here
    """From 0 within the file."""
    span: Span
    game: Game | None
    """The game under the record's own rules; None if the record names no game, or no rules, that is known."""
    rules: str | None
    """The rule set it names, None for the default."""
    headers: tuple[Header, ...]
    setup: DiagramText | None
    lines: tuple[Variation, ...]
    diagnostics: tuple[Diagnostic, ...]
    variant: VariantFile | None = None
    games: tuple[Record, ...] = ()
    """The games of a match (対局：前半, 対局：後半), in order; `lines[0]` then holds only what is claimed of their sum."""
    refused: InvalidSetup | None = None
    """Why the game cannot be played under the record's headers; `game` is then the game under its default rules."""

    @property
    def main(self) -> Variation:
        """The game itself."""
        return self.lines[0]

    @property
    def head(self) -> dict[str, str]:
        """All headers by key; of those that stand twice, the first."""
        return first_values(self.headers)

    def header(self, key: str) -> str | None:
        """Return the value of the first header `key`, None if there is none."""
        return next((header.value for header in self.headers if header.key == key), None)
