"""What a game is to everything outside its folder: pure functions over an immutable position.

Positions are hashable and compare equal exactly when a repetition rule would call them the same; moves are integers.
A game object holds no state: two calls with the same arguments give the same answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from kifu.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.diagram import DiagramText
    from kifu.movetext import Written
    from kifu.outcome import Ending, Side, Termination
    from kifu.record import Special
    from kifu.specials import Meaning
    from kifu.squares import Board

Position = Any
"""A game's own immutable position; only that game's functions look inside."""


class Breach(NamedTuple):
    """Why a move is illegal: the article it breaks and what that means here."""

    article: str
    message: Message


class Note(NamedTuple):
    """Something the referee should mention that changes nothing."""

    code: str
    message: Message


class Reading(NamedTuple):
    """A move as read from text alone: the side it was marked with, and whatever else the game made of it."""

    side: Side | None
    written: Written
    move: int | None = None
    """The move itself where the text settles it without the position."""


class Measure(NamedTuple):
    """A number that a position gives for each side, drawn in the timeline."""

    key: str
    label: Message


class Trace(NamedTuple):
    """A mark a move leaves on the board, counted by the heatmaps: `kind` is one of the game's `traces`."""

    kind: str
    square: int
    side: Side
    unit: str


class Game(Protocol):
    """One game under one set of rules."""

    id: str
    name: Message
    package: str
    """Import name of its folder, where the compiled rules, the rulebook and the perft counts are found."""
    rules: str
    """Rule set and version, such as ``six/1``."""
    board: Board
    diagram_keys: frozenset[str]
    """Keys of the lines that belong to a diagram, such as 手番."""
    turn_article: str
    """The article that an untimely move breaks."""
    agreed_article: str
    """The article by which players may agree on 千日手 or a draw."""
    head: Mapping[str, str]
    """Header lines, besides 棋種 and 規則, without which a record of this game cannot be judged."""
    words: Mapping[str, Meaning]
    """Special words of this game besides those of :mod:`kifu.specials`."""
    decides: frozenset[Termination]
    """Ends that the board shows: a record that claims one is contradicted where the rules have not reached it."""
    measures: tuple[Measure, ...]
    traces: Mapping[str, Message]
    """Kinds of Trace with their labels; the first ones are events of a move, ``stood`` is counted once a ply."""
    units: Mapping[str, Message]
    """Kinds of unit with their labels, whichever side owns them."""

    def configure(self, rules: str | None, head: Mapping[str, str]) -> Game:
        """Return this game under the rule set a record names. Raises InvalidSetup for one that is not known."""
        ...

    def start(self) -> Position: ...
    def turn(self, position: Position) -> Side: ...
    def legal_moves(self, position: Position) -> Iterator[int]: ...
    def play(self, position: Position, move: int) -> Position: ...
    def outcome(self, position: Position) -> Ending | None: ...
    def score(self, position: Position) -> tuple[float, float]: ...
    def explain(self, position: Position, move: int) -> Breach | None: ...
    def history(
        self, positions: Sequence[Position], moves: Sequence[int], occurrences: int
    ) -> Ending | Note | None: ...

    def claim(
        self, positions: Sequence[Position], ended: Ending | None, special: Special | None
    ) -> Ending | Message | None:
        """Judge a record's closing claim: the end it brings about, in words what contradicts it, or nothing."""
        ...

    def remarks(self, start: Position) -> tuple[Note, ...]:
        """Return what the referee should mention before the first move."""
        ...

    def read(self, text: str) -> Reading:
        """Read a written move. Raises InvalidMove. Nothing is judged that takes a position."""
        ...

    def resolve(self, position: Position, reading: Reading) -> int: ...
    def spell(self, move: int) -> str: ...
    def move_space(self, position: Position) -> Iterator[int]: ...

    def read_diagram(self, diagram: DiagramText, base: Position | None = None) -> Position:
        """Read a diagram; what it leaves out is `base`'s, else the game's default. Raises InvalidSetup."""
        ...

    def spell_diagram(self, position: Position) -> str: ...
    def cell(self, position: Position, square: int) -> str:
        """Return what stands on a square, in full-width characters; an empty square is ・ or ○."""
        ...

    def differences(self, position: Position, other: Position) -> tuple[Message, ...]: ...

    def measure(self, position: Position) -> tuple[tuple[float, float], ...]: ...
    def trace(self, position: Position, move: int) -> tuple[Trace, ...]: ...
    def standing(self, position: Position) -> Iterator[Trace]: ...
