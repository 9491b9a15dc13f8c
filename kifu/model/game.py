"""What a game is to everything outside its folder: pure functions over an immutable position.

Positions are hashable and compare equal exactly when a repetition rule would call them the same; moves are integers.
A game object holds no state: two calls with the same arguments give the same answer.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from kifu.model.errors import InvalidSetup
from kifu.model.message import Message
from kifu.model.outcome import Outcome, Side
from kifu.model.symmetry import Symmetry, identity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kifu.model.diagram import DiagramText
    from kifu.model.movetext import Written
    from kifu.model.outcome import Ending, Termination
    from kifu.model.record import Special
    from kifu.model.specials import Meaning
    from kifu.model.squares import Squares

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
    """A mark a move leaves on the board, counted by the heatmaps: `kind` is one of the game's `traces`.

    `side` owns the unit, whoever moved it. The kind ``beating`` (its side has lost the unit) and the kind ``stood`` mean
    the same in every game; the first mark of a move is where it ended.
    """

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


class CountRow(NamedTuple):
    """One line of the count that decides a game: what is counted, and how much of it each side has."""

    key: str
    what: Message
    first: float
    second: float


class SideName(NamedTuple):
    """What a game calls a side, and the mark that stands for it."""

    mark: str
    label: Message


class Target(NamedTuple):
    """What a side is to reach: a value of one of the game's measures."""

    measure: str
    """Key of that Measure."""
    value: float


class DataEntry(NamedTuple):
    """A part of the data that a game is played by, in words, and where it comes from."""

    key: str
    title: Message
    lines: tuple[Message, ...]
    origin: str
    """As the variant file says it: source, the maker's other pages, reconstructed; or the file itself."""


class Game(Protocol):
    """One game under one set of rules."""

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
    """Kinds of Trace with their labels: events of a move, and ``stood``, counted once a ply. No kind is the key of a
    measure: both are columns of one table."""
    units: Mapping[str, Message]
    """Kinds of unit with their labels, whichever side owns them."""

    def configure(self, rules: str | None, head: Mapping[str, str]) -> Game:
        """Return this game under the rule set a record names. Raises InvalidSetup for one that is not known."""
        ...

    def start(self) -> Position:
        """Return the position a game starts from when its record gives none."""
        ...

    def turn(self, position: Position) -> Side:
        """Return the side to move."""
        ...

    def legal_moves(self, position: Position) -> Iterator[int]:
        """Yield each legal move once, in an order that never changes; none when the game is over."""
        ...

    def play(self, position: Position, move: int) -> Position:
        """Return the position after a legal move. Legality is not checked."""
        ...

    def outcome(self, position: Position) -> Ending | None:
        """Return how the rules have ended the game, None while it goes on."""
        ...

    def score(self, position: Position) -> tuple[float, float]:
        """Return the points of 先手 and 後手; in a game without points, its tally."""
        ...

    def explain(self, position: Position, move: int) -> Breach | None:
        """Return the article that `move` breaks, the first in the rulebook's order; None exactly for legal moves."""
        ...

    def history(self, positions: Sequence[Position], moves: Sequence[int], occurrences: int) -> Ending | Note | None:
        """Return what only the way there tells, after each ply: an end, a remark, or nothing.

        `positions` runs from the start to the present one, which has occurred `occurrences` times.
        """
        ...

    def read(self, text: str) -> Reading:
        """Read a written move. Raises InvalidMove. Nothing is judged that takes a position."""
        ...

    def resolve(self, position: Position, reading: Reading) -> int:
        """Return the move that a reading means in `position`, legal or not."""
        ...

    def spell(self, move: int) -> str:
        """Return the canonical text of a move, without side mark."""
        ...

    def move_space(self, position: Position) -> Iterator[int]:
        """Yield every move that can be written in the position's game, legal or not."""
        ...

    def read_diagram(self, diagram: DiagramText, base: Position | None = None) -> Position:
        """Read a diagram; what it leaves out is `base`'s, else the game's default. Raises InvalidSetup."""
        ...

    def spell_diagram(self, position: Position) -> str:
        """Return the canonical diagram, each line ended by LF."""
        ...

    def cell(self, position: Position, square: int) -> str:
        """Return what stands on a square, in full-width characters; an empty square is ・ or ○."""
        ...

    def differences(self, position: Position, other: Position) -> tuple[Message, ...]:
        """Return what `other`, shown by a diagram, has otherwise than the replayed `position`; empty if nothing."""
        ...

    def measure(self, position: Position) -> tuple[tuple[float, float], ...]:
        """Return the game's `measures` of a position, each for 先手 and 後手."""
        ...

    def trace(self, position: Position, move: int) -> tuple[Trace, ...]:
        """Return the marks that a legal move leaves when played in `position`."""
        ...

    def standing(self, position: Position) -> Iterator[Trace]:
        """Yield a mark of kind ``stood`` for each unit on the board."""
        ...


# What only some games have: a function that asks the game, and what it answers for the others.


def shares(game: Game, position: Position) -> tuple[Share, ...] | None:
    """Return what the score of a position is made of; None for a game that does not say."""
    ask = getattr(game, "shares", None)
    return None if ask is None else ask(position)


def count_of(game: Game, position: Position) -> tuple[CountRow, ...] | None:
    """Return the count that has decided a game, line by line; None where no count has ended it."""
    ask = getattr(game, "count", None)
    return None if ask is None else ask(position)


def side_names(game: Game | None) -> tuple[SideName, SideName]:
    """Return what people call the sides of a game: 白 and 黒 in the Union games, else 先手 and 後手.

    The marks are for people. A move in a record has ▲ or △ in every game: no other mark is read.
    """
    named: tuple[SideName, SideName] | None = getattr(game, "sides", None)
    first, second = (SideName(side.mark, side.label) for side in Side)
    return (first, second) if named is None else named


def outcome_label(game: Game | None, outcome: Outcome) -> Message:
    """Return 「先手の勝ち」 and so on, by the game's own names of the sides."""
    if outcome is Outcome.DRAW:
        return outcome.label
    label = side_names(game)[outcome is Outcome.SECOND].label
    return Message(f"{label.ja}の勝ち", f"{label.en} wins")


def quiet_until(game: Game) -> int | None:
    """Return the occurrence of a position before which `history` has nothing to say; None where it may at any ply."""
    return getattr(game, "quiet_until", None)


def required_head(game: Game) -> Mapping[str, str]:
    """Return header lines, besides 棋種 and 規則, without which a record of this game cannot be judged."""
    return getattr(game, "head", {})


def blank_start(game: Game) -> Position:
    """Return the position that an empty record shows, for its writer to fill in; mostly the game's start."""
    ask = getattr(game, "blank_start", None)
    return game.start() if ask is None else ask()


def head_keys(game: Game) -> frozenset[str]:
    """Return the keys of header lines, besides the required ones, that say something of this game."""
    return getattr(game, "head_keys", frozenset())


def name_marks(game: Game) -> Mapping[str, str]:
    """Return what has to stand behind the names of the players (先手, 後手) in a record's head; mostly nothing."""
    return getattr(game, "name_marks", {})


def words_of(game: Game) -> Mapping[str, Meaning]:
    """Return the special words of this game besides those of :mod:`kifu.model.specials`."""
    return getattr(game, "words", {})


def decides(game: Game) -> frozenset[Termination]:
    """Return the ends that the board shows: a record that claims one is wrong where the rules have not reached it."""
    return getattr(game, "decides", frozenset())


def claim(
    game: Game, positions: Sequence[Position], ended: Ending | None, special: Special | None
) -> Ending | Message | None:
    """Return the end that a record's closing claim brings about, in words what contradicts it, or nothing."""
    ask = getattr(game, "claim", None)
    return None if ask is None else ask(positions, ended, special)


def opening_remarks(game: Game, start: Position) -> tuple[Note, ...]:
    """Return what the referee should mention before the first move."""
    ask = getattr(game, "remarks", None)
    return () if ask is None else ask(start)


def standing_remarks(game: Game) -> tuple[Note, ...]:
    """Return what the referee should mention in every verdict under these rules, also on a set-up that is refused."""
    ask = getattr(game, "standing_remarks", None)
    return () if ask is None else ask()


def closing_remarks(game: Game, positions: Sequence[Position], ending: Ending) -> tuple[Note, ...]:
    """Return what the referee should mention of how the rules have ended the game at the last position."""
    ask = getattr(game, "closing_remarks", None)
    return () if ask is None else ask(positions, ending)


def closed(game: Game, position: Position) -> Ending | None:
    """Return how the game ends if its record closes here, where the side to move need not move; None elsewhere."""
    ask = getattr(game, "closed", None)
    return None if ask is None else ask(position)


def match_article(game: Game) -> str | None:
    """Return the article by which two games make a match (対局：前半, 後半); None for a game without matches."""
    return getattr(game, "match_article", None)


def double_turn(game: Game) -> Callable[[Position], int | None] | None:
    """Return what tells the ply of a game from a start after which the same side moves again, None where turns alternate.

    None itself for a game in which they always do.
    """
    return getattr(game, "double_turn", None)


def lines_of(game: Game) -> tuple[tuple[int, ...], ...]:
    """Return the lines of a board that is a graph, each as its squares in order; none for a board of plain squares."""
    return getattr(game, "lines", ())


def target_of(game: Game) -> Target | None:
    """Return what ends the game for the side that reaches it; None for a game without such a number."""
    return getattr(game, "target", None)


def symmetries(game: Game) -> tuple[Symmetry, ...]:
    """Return the ways to turn the game into itself, the first of which changes nothing.

    An image of a position has the images of its legal moves, of what they lead to, of its score and of its outcome;
    where a symmetry exchanges the sides, score and winner change sides too.
    """
    found: tuple[Symmetry, ...] | None = getattr(game, "symmetries", None)
    return (identity(game.board.columns * game.board.rows),) if found is None else found


def image(game: Game, position: Position, symmetry: int) -> Position:
    """Return a position turned by the symmetry of that number (see :func:`symmetries`)."""
    return position if symmetry == 0 else game.image(position, symmetry)  # type: ignore[attr-defined] # it has others


def image_of_move(game: Game, move: int, symmetry: int) -> int:
    """Return a move turned by the symmetry of that number; what is no square in it stays as it is."""
    return move if symmetry == 0 else game.image_of_move(move, symmetry)  # type: ignore[attr-defined]


def opening_unit(game: Game) -> str | None:
    """Return the unit that a side's opening set places, as it is written; None where there is no such set."""
    return getattr(game, "opening_unit", None)


def evaluation_of(game: Game) -> str | None:
    """Return the name of the module that tells a search about the game (see :mod:`kifu.engine.plain`), None without.

    It is the game's own module ``evaluation``, or the one that the game names.
    """
    name: str = getattr(game, "evaluation", f"{game.package}.evaluation")
    return name if find_spec(name) else None


def data_of(game: Game) -> object:
    """Return something hashable that is equal for two games whose moves and points mean the same: their data or board."""
    return getattr(game, "likeness", game.board)


def entries_of(game: Game) -> tuple[DataEntry, ...]:
    """Return the data a game is played by, entry by entry; none for a game whose rules say it all."""
    ask = getattr(game, "entries", None)
    return () if ask is None else ask()


def variant(game: Game, name: str, text: str) -> Game:
    """Return the game over the data of a variant file. Raises InvalidSetup; so it does for a game without variants."""
    ask = getattr(game, "variant", None)
    if ask is None:
        raise _no_variants(game, name)
    return ask(name, text)  # type: ignore[no-any-return]


def default_variant(game: Game) -> str:
    """Return the text of the variant file a game ships with. Raises InvalidSetup for a game without variants."""
    ask = getattr(game, "default_variant", None)
    if ask is None:
        raise _no_variants(game, game.id)
    return ask()  # type: ignore[no-any-return]


def _no_variants(game: Game, name: str) -> InvalidSetup:
    return InvalidSetup(
        "no-variants",
        Message(f"{game.name.ja}に規則のファイルはありません", f"{game.name.en} takes no variant file"),
        width=max(1, len(name)),
    )
