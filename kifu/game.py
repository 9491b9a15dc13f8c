"""What a game is to everything outside its folder: pure functions over an immutable position.

Positions are hashable and compare equal exactly when a repetition rule would call them the same; moves are integers.
A game object holds no state: two calls with the same arguments give the same answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from kifu.errors import InvalidSetup
from kifu.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.diagram import DiagramText
    from kifu.movetext import Written
    from kifu.outcome import Ending, Side
    from kifu.squares import Squares

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


class Share(NamedTuple):
    """A part of a side's score, so that people can follow the sum."""

    square: int
    side: Side
    points: float
    what: Message
    facts: Mapping[str, object]
    """The same for programs."""


class Game(Protocol):
    """One game under one set of rules.

    What only some games have stands below the class: a function that asks the game, and what the others answer.
    """

    id: str
    name: Message
    package: str
    """Import name of its folder, where the compiled rules, the rulebook and the perft counts are found."""
    rules: str
    """Rule set and version, such as ``six/1``."""
    board: Squares
    diagram_keys: frozenset[str]
    """Keys of the lines that belong to a diagram, such as 手番."""
    turn_article: str
    """The article that an untimely move breaks."""
    agreed_article: str
    """The article by which players may agree on 千日手 or a draw."""
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


def shares(game: Game, position: Position) -> tuple[Share, ...] | None:
    """Return what the score of a position is made of; None for a game without points."""
    ask = getattr(game, "shares", None)
    return None if ask is None else ask(position)


def closed(game: Game, position: Position) -> Ending | None:
    """Return how the game ends if its record closes here, where the side to move need not move; None elsewhere."""
    ask = getattr(game, "closed", None)
    return None if ask is None else ask(position)


def match_article(game: Game) -> str | None:
    """Return the article by which two games make a match (対局：前半, 後半); None for a game without matches."""
    return getattr(game, "match_article", None)


def variant(game: Game, name: str, text: str) -> Game:
    """Return the game over the data of a variant file. Raises InvalidSetup; so it does for a game without variants."""
    ask = getattr(game, "variant", None)
    if ask is None:
        raise InvalidSetup(
            "no-variants",
            Message(f"{game.name.ja}に規則のファイルはありません", f"{game.name.en} takes no variant file"),
            width=max(1, len(name)),
        )
    return ask(name, text)  # type: ignore[no-any-return]
