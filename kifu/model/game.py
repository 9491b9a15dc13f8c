"""The contract of a game: what everything outside its folder may ask it.

A game is a set of pure functions over an immutable position. Positions are hashable; two of them are equal exactly when
a repetition rule would call them the same. Moves are integers. A game object holds no state: two calls with the same
arguments give the same answer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kifu.model.answers import SIDES
from kifu.model.drawn import Ground, Token
from kifu.model.errors import InvalidSetup
from kifu.model.message import Message
from kifu.model.outcome import Outcome
from kifu.model.symmetry import Symmetry, identity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from kifu.model.answers import (
        Breach,
        CountRow,
        DataEntry,
        KernelModules,
        Measure,
        Notice,
        Reading,
        Share,
        SideName,
        Target,
        Trace,
    )
    from kifu.model.diagram import DiagramText
    from kifu.model.opening import Opening
    from kifu.model.outcome import Ending, Side, Termination
    from kifu.model.specials import Meaning, Special
    from kifu.model.squares import Squares

Position = Any
"""A game's own immutable position; only that game's functions look inside."""


class Game(ABC):
    """One game under one set of rules.

    The first part of this class is what every game gives: the attributes without a value and the abstract methods. The
    second part is what only some games have; the value or the body here is the answer of all others. A game has no
    public name besides these. One that it adds is taken for a slip of the pen: the class, or the assignment, raises
    TypeError. Names that begin with an underscore are the game's own.
    """

    # What every game gives.

    id: str
    name: Message
    package: str
    """Import name of its folder, where the rulebook and the perft counts are found."""
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

    # These three are attributes that hold a function, so that a call of a kernel costs no second call.

    legal_moves: Callable[[Position], Iterator[int]]
    """(position) -> each legal move once, in an order that never changes; none when the game is over."""
    play: Callable[[Position, int], Position]
    """(position, legal move) -> the position after it. Legality is not checked."""
    score: Callable[[Position], tuple[float, float]]
    """(position) -> the points of 先手 and 後手; in a game without points, its tally."""

    @abstractmethod
    def configure(self, rules: str | None, head: Mapping[str, str]) -> Game:
        """Return this game under the rule set a record names. Raises InvalidSetup for one that is not known."""

    @abstractmethod
    def start(self) -> Position:
        """Return the position a game starts from when its record gives none."""

    @abstractmethod
    def turn(self, position: Position) -> Side:
        """Return the side to move."""

    @abstractmethod
    def outcome(self, position: Position) -> Ending | None:
        """Return how the rules have ended the game, None while it goes on."""

    @abstractmethod
    def explain(self, position: Position, move: int) -> Breach | None:
        """Return the article that `move` breaks, the first in the rulebook's order; None exactly for legal moves."""

    @abstractmethod
    def history(self, positions: Sequence[Position], moves: Sequence[int], occurrences: int) -> Ending | Notice | None:
        """Return what only the way there tells, after each ply: an end, a remark, or nothing.

        `positions` runs from the start to the present one, which has occurred `occurrences` times.
        """

    @abstractmethod
    def read(self, text: str) -> Reading:
        """Read a written move. Raises InvalidMove. Nothing is judged that takes a position."""

    @abstractmethod
    def resolve(self, position: Position, reading: Reading) -> int:
        """Return the move that a reading means in `position`, legal or not."""

    @abstractmethod
    def spell(self, move: int) -> str:
        """Return the canonical text of a move, without side mark."""

    @abstractmethod
    def move_space(self, position: Position) -> Iterator[int]:
        """Yield every move that can be written in the position's game, legal or not."""

    @abstractmethod
    def read_diagram(self, diagram: DiagramText, base: Position | None = None) -> Position:
        """Read a diagram; what it leaves out is `base`'s, else the game's default. Raises InvalidSetup."""

    @abstractmethod
    def spell_diagram(self, position: Position) -> str:
        """Return the canonical diagram, each line ended by LF."""

    @abstractmethod
    def cell(self, position: Position, square: int) -> str:
        """Return what stands on a square, in full-width characters; an empty square is ・ or ○."""

    @abstractmethod
    def differences(self, position: Position, other: Position) -> tuple[Message, ...]:
        """Return what `other`, shown by a diagram, has otherwise than the replayed `position`; empty if nothing."""

    @abstractmethod
    def measure(self, position: Position) -> tuple[tuple[float, float], ...]:
        """Return the game's `measures` of a position, each for 先手 and 後手."""

    @abstractmethod
    def trace(self, position: Position, move: int) -> tuple[Trace, ...]:
        """Return the marks that a legal move leaves when played in `position`."""

    @abstractmethod
    def standing(self, position: Position) -> Iterator[Trace]:
        """Yield a mark of kind ``stood`` for each unit on the board."""

    # What only some games have: people and records.

    sides: tuple[SideName, SideName] = SIDES
    """What people call the sides: 白 and 黒 in the Union games, else 先手 and 後手. The marks are for people. A move in
    a record has ▲ or △ in every game: no other mark is read."""
    required_head: Mapping[str, str] = {}
    """Header lines, besides 棋種 and 規則, without which a record of this game cannot be judged."""
    head_keys: frozenset[str] = frozenset()
    """Keys of header lines, besides the required ones, that say something of this game."""
    name_marks: Mapping[str, str] = {}
    """What has to stand behind the names of the players (先手, 後手) in a record's head."""
    words: Mapping[str, Meaning] = {}
    """The special words of this game besides those of :mod:`kifu.model.specials`."""
    match_article: str | None = None
    """The article by which two games make a match (対局：前半, 後半); None for a game without matches."""
    target: Target | None = None
    """What ends the game for the side that reaches it; None for a game without such a number."""
    lines: tuple[tuple[int, ...], ...] = ()
    """The lines of a board that is a graph, each as its squares in order; none for a board of plain squares."""

    @cached_property
    def ground(self) -> Ground:
        """The board without units, as it is drawn; by default its lines, or plain squares where it has none."""
        return Ground(self.lines)

    def tokens(self, position: Position) -> Iterator[Token]:
        """Yield what stands on the board, as it is drawn: by default a disc for each unit, with what its cell says."""
        for unit in self.standing(position):
            yield Token(unit.square, unit.side, self.cell(position, unit.square).strip())

    def outcome_label(self, outcome: Outcome) -> Message:
        """Return 「先手の勝ち」 and so on, by the game's own names of the sides."""
        if outcome is Outcome.DRAW:
            return outcome.label
        label = self.sides[outcome is Outcome.SECOND].label
        return Message(f"{label.ja}の勝ち", f"{label.en} wins")

    def blank_start(self) -> Position:
        """Return the position that an empty record shows, for its writer to fill in; mostly the game's start."""
        return self.start()

    def shares(self, position: Position) -> tuple[Share, ...] | None:
        """Return what the score of a position is made of; None for a game that does not say."""
        return None

    def count(self, position: Position) -> tuple[CountRow, ...] | None:
        """Return the count that has decided a game, line by line; None where no count has ended it."""
        return None

    # What only some games have: the referee.

    quiet_until: int | None = None
    """The occurrence of a position before which `history` has nothing to say; None where it may at any ply."""
    decides: frozenset[Termination] = frozenset()
    """The ends that the board shows: a record that claims one is wrong where the rules have not reached it."""

    def claim(
        self,
        positions: Sequence[Position],
        ended: Ending | None,
        special: Special | None,
    ) -> Ending | Message | None:
        """Return the end that a record's closing claim brings about, in words what contradicts it, or nothing."""
        return None

    def closed(self, position: Position) -> Ending | None:
        """Return how the game ends if its record closes here, where the side to move need not move; None elsewhere."""
        return None

    def opening_notices(self, start: Position) -> tuple[Notice, ...]:
        """Return what the referee should mention before the first move."""
        return ()

    def standing_notices(self) -> tuple[Notice, ...]:
        """Return what the referee should mention in every verdict under these rules, also on a refused set-up."""
        return ()

    def closing_notices(self, positions: Sequence[Position], ending: Ending) -> tuple[Notice, ...]:
        """Return what the referee should mention of how the rules have ended the game at the last position."""
        return ()

    def double_turn(self, start: Callable[[], Position]) -> int | None:
        """Return the ply after which the same side moves again; None where turns alternate.

        `start` returns the first position. It is called only by a game in which the answer depends on it, for it may
        raise InvalidSetup.
        """
        return None

    # What only some games have: symmetries and equality.

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The ways to turn the game into itself; the first changes nothing.

        An image of a position has the images of its legal moves, of what they lead to, of its score and of its outcome;
        where a symmetry exchanges the sides, score and winner change sides too.
        """
        return (identity(self.board.columns * self.board.rows),)

    def image(self, position: Position, symmetry: int) -> Position:
        """Return a position turned by the symmetry of that number: itself for 0."""
        return position

    def image_of_move(self, move: int, symmetry: int) -> int:
        """Return a move turned by the symmetry of that number; what is no square in it stays as it is."""
        return move

    def position_words(self, position: Position) -> Iterable[int]:
        """Return what makes positions equal as integers; different positions differ in them.

        The answer here is for a position that is itself a tuple of integers.
        """
        return position  # type: ignore[no-any-return]  # a tuple of integers

    def likeness(self) -> object:
        """Return something hashable that is equal for two games whose moves and points mean the same: their data or board."""
        return self.board

    # What only some games have: openings, the engine, machine code.

    opening_unit: str | None = None
    """The unit that a side's opening set places, as it is written; None where there is no such set."""
    opening_plies: int | None = None
    """How many plies the game's `openings` have to see; None for a game that does not say what its opening is."""
    opening_note: Message | None = None
    """What counts as an opening, and when it is complete."""
    evaluation: str | None = None
    """Import name of the module that tells a search about the game (see :mod:`kifu.engine.search_defaults`); None without."""

    def openings(self, moves: Sequence[int], *, over: bool) -> tuple[Opening, Opening]:
        """Return the openings of 先手 and of 後手 in a game from its own start.

        `moves` are its first `opening_plies` plies, or all there are; `over` says that the rules ended the game with
        the last of them. Raises ValueError for a game without `opening_plies`.
        """
        raise ValueError(f"{self.id} does not say what its opening is ({len(moves)} plies, over: {over})")

    def kernel_modules(self) -> KernelModules | None:
        """Return the modules that become machine code; the same ones at each call. None for a game that has none."""
        return None

    # What only some games have: data in a file.

    def entries(self) -> tuple[DataEntry, ...]:
        """Return the data a game is played by, entry by entry; none for a game whose rules say it all."""
        return ()

    def variant(self, name: str, text: str) -> Game:
        """Return the game over the data of a variant file. Raises InvalidSetup; so does a game without variants."""
        raise self._no_variants(name)

    def default_variant(self) -> str:
        """Return the text of the variant file a game ships with. Raises InvalidSetup for a game without variants."""
        raise self._no_variants(self.id)

    def _no_variants(self, name: str) -> InvalidSetup:
        return InvalidSetup(
            "no-variants",
            Message(f"{self.name.ja}に規則のファイルはありません", f"{self.name.en} takes no variant file"),
            width=max(1, len(name)),
        )

    # The guard of the names.

    def __init_subclass__(cls) -> None:
        """Refuse a public name that is none of the contract. Raises TypeError."""
        super().__init_subclass__()
        annotated = (name for base in cls.__mro__ for name in vars(base).get("__annotations__", {}))
        for name in (*dir(cls), *annotated):
            _refuse_unknown(cls, name)

    if not TYPE_CHECKING:  # a checker would then let any name be set

        def __setattr__(self, name: str, value: object) -> None:
            """Set an attribute of the contract or a private one. Raises TypeError for any other."""
            _refuse_unknown(type(self), name)
            super().__setattr__(name, value)


CONTRACT = frozenset(name for name in (*vars(Game), *Game.__annotations__) if not name.startswith("_"))
"""Every name of the contract."""
REQUIRED = frozenset(
    {name for name in Game.__annotations__ if name not in vars(Game)} | Game.__abstractmethods__,
)
"""The names that every game gives."""


def complete(game: Game) -> Game:
    """Return a game that gives all that is required. Raises TypeError with the names that it lacks."""
    lacking = sorted(name for name in REQUIRED if not hasattr(game, name))
    if lacking:
        raise TypeError(f"{type(game).__qualname__} lacks {', '.join(lacking)}: see kifu.model.game.Game")
    return game


def _refuse_unknown(kind: type[Game], name: str) -> None:
    if name.startswith("_") or name in CONTRACT:
        return
    near = get_close_matches(name, CONTRACT, n=1)
    hint = f"; is it {near[0]}?" if near else ""
    raise TypeError(f"{kind.__qualname__}.{name} is not in the contract of kifu.model.game.Game{hint}")
