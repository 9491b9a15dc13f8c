"""Record as its text gives it, with the place of each part.

Lines and columns of a file count from 1.
"""

from collections.abc import Sequence
from typing import NamedTuple

from kifu.core.diagnostic import Diagnostic
from kifu.core.errors import InvalidSetup
from kifu.core.game.game import Game
from kifu.core.game.options import VariantFile
from kifu.core.game.text import DiagramText
from kifu.core.message import Message
from kifu.core.outcome import Outcome, Side, Special, Termination


class Span(NamedTuple):
    """First and last line of a record in its file, from 1."""

    first: int
    last: int


class Source(NamedTuple):
    """File as read: bytes, encoding, and lines without line ends."""

    name: str
    data: bytes
    encoding: str
    """Name of the codec; :data:`notation.encoding.MIXED` for a file of records in several."""
    bom: bool
    lines: Sequence[str]
    ends: Sequence[str]
    """The end of each line: LF, CRLF, CR, NEL, U+2028, U+2029, or an empty string for a last line without an end."""
    sections: Sequence[tuple[int, str]] = ()
    """The first line of each part of a file in several encodings, from 1, and its codec."""

    @property
    def text(self) -> str:
        """The file as text, each line with its end."""
        return "".join(line + end for line, end in zip(self.lines, self.ends, strict=True))


class Header(NamedTuple):
    """A line `key：value`."""

    key: str
    value: str
    line: int
    column: int = 1
    """Where the value starts, from 1."""


def first_value_by_key(headers: Sequence[Header]) -> dict[str, str]:
    """Return the values of headers by key.

    If a key stands twice, the first value.
    """
    return {header.key: header.value for header in reversed(headers)}


class Unread(NamedTuple):
    """Reader's message on an unreadable move, in place of the game's."""

    code: str
    message: Message


class Entry(NamedTuple):
    """A move as written, at its place in a line of play."""

    ply: int
    text: str
    line: int
    column: int
    seconds: int | None = None
    """The time of the move in seconds; None if the record gives none that can be read."""
    unread: Unread | None = None
    """Set only for a text that the game cannot read."""


class Closing(NamedTuple):
    """A closing line, such as まで52手で先手の勝ち.

    A part that it leaves out is None.
    """

    text: str
    count: int | None  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    outcome: Outcome | None
    termination: Termination | None
    word: str | None
    """The special word in place of the result, such as まで52手で投了. The turn tells who won by it."""
    line: int
    column: int
    side: Side | None = None
    """The side before a word that does not tell by it who has won: 先手の中断."""


class ClockLeft(NamedTuple):
    """Time left to a side after its last move or ending word."""

    seconds: int
    """Below 0: it was over its time."""
    exact: bool
    """Whether seconds that the times leave out (each is cut to whole ones, totals that do not add up) cannot have used it up."""


class Score(NamedTuple):
    """Line of points, counted after the last move: 得点：先手105 後手98."""

    first: float
    second: float
    line: int
    column: int


class Checkpoint(NamedTuple):
    """Diagram between moves: the board after `ply` plies."""

    ply: int
    diagram: DiagramText


class Comment(NamedTuple):
    """Comment (`*`) or bookmark (`&`) on the position after `ply` plies."""

    kind: str
    text: str
    ply: int
    line: int


class Variation(NamedTuple):
    """Line of play: the game, or a branch at `start` of `parent`."""

    start: int
    parent: int | None
    """Index of the line of play that it leaves; None for the game itself, and for a branch whose parent is missing.

    A branch starts after the start of its parent. If two branches replace the same move, both have the same parent.
    """
    line: int
    entries: tuple[Entry, ...] = ()
    special: Special | None = None
    closing: Closing | None = None
    checkpoints: tuple[Checkpoint, ...] = ()
    comments: tuple[Comment, ...] = ()
    scores: tuple[Score, ...] = ()
    """Every count of the points (得点), in order."""
    claims: tuple[Closing, ...] = ()
    """The claims about the result in the head (結果, 勝者, …)."""
    unread: tuple[Diagnostic, ...] = ()
    """Errors of the reader: the text that could not be understood before the end of this line of play, in order of ply
    (0: in the head)."""
    clocks: tuple[ClockLeft | None, ClockLeft | None] = (None, None)
    """What is left to 先手 and 後手 by 持ち時間 and the times of the record; None if it is not known."""

    @property
    def score(self) -> Score | None:
        """The first count of the points; None if there is none."""
        return next(iter(self.scores), None)


class Record(NamedTuple):
    """One record of a file. `lines[0]` is the game.

    The others are its branches (変化) in the order of the file.
    """

    source: Source
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody needs here
    """The number of the record in its file, from 0."""
    span: Span
    game: Game | None
    """The game under the record's own rules; None if the record names no known game, or no known rules."""
    rules: str | None
    """The rule set that the record names; None for the default."""
    headers: tuple[Header, ...]
    setup: DiagramText | None
    lines: tuple[Variation, ...]
    diagnostics: tuple[Diagnostic, ...]
    variant: VariantFile | None = None
    games: tuple["Record", ...] = ()
    """The games of a match (対局：前半, 対局：後半), in order. `lines[0]` then holds only the claims about their sum."""
    copies: tuple["Record", ...] = ()
    """The same record in the plain form of the notation, with a source of its own; empty if it is plain itself."""
    refused: InvalidSetup | None = None
    """The reason why the game cannot be played under the record's headers. `game` then has its default rules."""

    @property
    def plain(self) -> "Record":
        """Record in the plain form: its copy, if one was made."""
        return self.copies[0] if self.copies else self

    @property
    def main(self) -> Variation:
        """The game itself."""
        return self.lines[0]

    @property
    def head(self) -> dict[str, str]:
        """The values of all headers by key.

        If a key stands twice, the first value.
        """
        return first_value_by_key(self.headers)

    def header(self, key: str) -> str | None:
        """Return the value of the first header `key`.

        None if there is none.
        """
        return next((header.value for header in self.headers if header.key == key), None)
