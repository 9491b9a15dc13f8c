"""The contract of a game: everything that code outside its folder may use.

A game is a set of pure functions over an immutable position. Positions are hashable; two of them are equal exactly when
a repetition rule would call them the same. Moves are integers. A game object holds no state: two calls with the same
arguments give the same answer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kifu.model.answers import SIDES
from kifu.model.errors import InvalidSetup
from kifu.model.message import Message
from kifu.model.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from kifu.model.answers import (
        Breach,
        CountRow,
        DataEntry,
        KernelModules,
        Measure,
        Notice,
        Opening,
        Piece,
        Reading,
        RuleOption,
        Share,
        SideName,
        Target,
        Trace,
    )
    from kifu.model.diagram import DiagramText
    from kifu.model.drawn import Ground, Token
    from kifu.model.outcome import Ending, Side, Termination
    from kifu.model.specials import Meaning, Special
    from kifu.model.squares import Squares
    from kifu.model.symmetry import Symmetry

Position = Any
"""A game's own immutable position; only that game's functions look inside."""


class Game(ABC):
    """One game under one set of rules.

    Every game gives the first part of this class: the attributes without a value and the abstract methods. Only some games
    give the second part; all others have the value or the body that stands here. A game has no other public names. A
    new public name is taken for a misspelling: its class definition, or the assignment, raises TypeError. Names that
    begin with an underscore are the game's own.
    """

    # Every game gives these.

    id: str
    name: Message
    package: str
    """Import name of its folder, which holds the rulebook and the perft counts."""
    rules: str
    """Rule set and version, such as ``six/1``."""
    board: Squares
    diagram_keys: frozenset[str]
    """Keys of the lines that belong to a diagram, such as 手番."""
    turn_article: str
    """The article that a move out of turn breaks."""
    agreed_article: str
    """The article by which players may agree on 千日手 or a draw."""
    measures: tuple[Measure, ...]
    traces: Mapping[str, Message]
    """Kinds of Trace with their labels: the events of a move, and ``stood``, which is counted once a ply. No kind is the
    key of a measure, because both are columns of one table."""
    units: Mapping[str, Message]
    """Kinds of unit with their labels. Both sides have the same kinds."""

    # These three attributes hold a function. A method that calls the kernel would cost a second call.

    legal_moves: Callable[[Position], Iterator[int]]
    """(position) -> each legal move once, in an order that never changes; none when the game is over."""
    play: Callable[[Position, int], Position]
    """(position, legal move) -> the position after it. Legality is not checked."""
    score: Callable[[Position], tuple[float, float]]
    """(position) -> the points of 先手 and 後手; in a game without points, its tally."""

    @abstractmethod
    def configure(self, rules: str | None, head: Mapping[str, str]) -> Game:
        """Return this game under the rule set a record names. Raises InvalidSetup for one that is not known.

        For the rules that this game has already it returns the game itself: records under them are judged compiled.
        """

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
        """Return what follows from the moves so far and not from the last position: an end, a notice, or None.

        The referee calls it after each ply. `positions` runs from the start to the present position, which has occurred
        `occurrences` times.
        """

    @abstractmethod
    def read(self, text: str) -> Reading:
        """Read a written move without a position. Raises InvalidMove."""

    @abstractmethod
    def resolve(self, position: Position, reading: Reading) -> int:
        """Return the move that a reading means in `position`, legal or not.

        Raises InvalidMove if a reading without a `move` leaves it open there, as 巫女→右上 does if two dice can go that way.
        """

    @abstractmethod
    def spell(self, move: int) -> str:
        """Return the canonical text of a move, without side mark."""

    @abstractmethod
    def move_space(self, position: Position) -> Iterator[int]:
        """Yield every move that can be written in the position's game, legal or not."""

    @abstractmethod
    def read_diagram(self, diagram: DiagramText, base: Position | None = None) -> Position:
        """Read a diagram. What it leaves out is taken from `base`, or has the game's default. Raises InvalidSetup."""

    @abstractmethod
    def spell_diagram(self, position: Position) -> str:
        """Return the canonical diagram, each line ended by LF."""

    @abstractmethod
    def cell(self, position: Position, square: int) -> str:
        """Return what stands on a square, in full-width characters; an empty square is ・ or ○."""

    @abstractmethod
    def differences(self, position: Position, other: Position) -> tuple[Message, ...]:
        """Return how `other`, which a diagram shows, differs from the replayed `position`; empty if they agree."""

    @abstractmethod
    def measure(self, position: Position) -> tuple[tuple[float, float], ...]:
        """Return the game's `measures` of a position, each for 先手 and 後手."""

    @abstractmethod
    def trace(self, position: Position, move: int) -> tuple[Trace, ...]:
        """Return the marks that a legal move leaves when played in `position`."""

    @abstractmethod
    def standing(self, position: Position) -> Iterator[Trace]:
        """Yield a mark of kind ``stood`` for each unit on the board."""

    # Only some games give this, for speed.

    def advance(self, position: Position, move: int) -> tuple[Breach | None, Position]:
        """Return why `move` is illegal and `position`, else None and the position after the move."""
        breach = self.explain(position, move)
        return (None, self.play(position, move)) if breach is None else (breach, position)

    def legal(self, position: Position, move: int) -> bool:
        """Tell whether `move` is legal, as `explain` does, but without any words."""
        return self.explain(position, move) is None

    # Only some games give these, about readings of the rules.

    options: tuple[RuleOption, ...] = ()
    """The options of the rule set; none for a game whose rules can be read in one way only."""
    chosen: Mapping[str, str] = {}
    """The value of each option under which this game is played."""

    def under(self, option: str, value: str) -> Game:
        """Return this game with another value of one option; for the value that it has already, the game itself.

        Raises ValueError for an option or a value that the rules do not have.
        """
        raise ValueError(f"{self.rules} has no option {option}={value}")

    # Only some games give these, about people and records.

    sides: tuple[SideName, SideName] = SIDES
    """The names of the sides: 白 and 黒 in the Union games, else 先手 and 後手. The marks are for people. A move in
    a record has ▲ or △ in every game: no other mark is read."""
    required_head: Mapping[str, str] = {}
    """Header lines, besides 棋種 and 規則, that a record of this game needs to be judged."""
    head_values: Mapping[str, tuple[str, ...]] = {}
    """The values that a required header may have, for those that have a list of them."""
    head_keys: frozenset[str] = frozenset()
    """Keys of header lines, besides the required ones, that have a meaning in this game."""
    diagram_marks: frozenset[str] = frozenset()
    """The characters of a diagram that mark an empty square. They are read as empty, and a note counts them."""
    name_marks: Mapping[str, str] = {}
    """The mark that has to stand behind each player's name (先手, 後手) in a record's head."""
    words: Mapping[str, Meaning] = {}
    """The special words of this game besides those of :mod:`kifu.model.specials`."""
    match_article: str | None = None
    """The article by which two games make a match (対局：前半, 対局：後半); None for a game without matches."""
    target: Target | None = None
    """The value that ends the game for the side that reaches it; None for a game without one."""
    lines: tuple[tuple[int, ...], ...] = ()
    """The lines of a board that is a graph, each as its squares in order; none for a board of plain squares."""

    @cached_property
    def ground(self) -> Ground:
        """The board without units, as it is drawn: by default its lines, or plain squares if it has none."""
        from kifu.model.drawn import Ground  # noqa: PLC0415 - only a picture needs it

        return Ground(self.lines)

    def tokens(self, position: Position) -> Iterator[Token]:
        """Yield the tokens on the board: by default a disc for each unit, with the text of its cell."""
        from kifu.model.drawn import Token  # noqa: PLC0415 - only a picture needs it

        for unit in self.standing(position):
            yield Token(unit.square, unit.side, self.cell(position, unit.square).strip())

    def written_from(self, token: Token) -> tuple[str, ...]:
        """Return what may stand behind the squares of a move of the unit that a token shows: its name and suffixes.

        The position counts for nothing, so the texts tell nothing about what is legal. By default the token's own text.
        """
        return (token.text,)

    def written_on(self, side: Side) -> tuple[str, ...]:
        """Return what may stand behind the one square of a move of `side` that brings a unit to the board: 占, 白A内, 歩打.

        By default what the moves with one square of :meth:`move_space` say, whatever their side.
        """
        behind = {}
        for move in self.move_space(self.start()):
            text = self.spell(move)
            squares = self.read(text).written.squares
            if len(squares) == 1:
                behind[text.removeprefix(self.board.spell(squares[0]))] = side
        return tuple(behind)

    def longest_moves(self) -> tuple[str, ...]:
        """Return the canonical texts of moves that take the most room on paper: one with one square, one with two, and so on.

        By default they are found in :meth:`move_space`. A game whose moves may name any number of squares gives one more
        than two.
        """
        longest: dict[int, str] = {}
        for move in self.move_space(self.blank_start()):
            text = self.spell(move)
            squares = len(self.read(text).written.squares)
            if len(text) > len(longest.get(squares, "")):
                longest[squares] = text
        return tuple(longest[squares] for squares in sorted(longest) if squares)

    def written_units(self, side: Side) -> Mapping[str, str]:
        """Return how a move writes the units of a side, by kind; by default the first word of each label."""
        return {kind: label.ja.split()[0] for kind, label in self.units.items()}

    def goes_on(self, token: Token) -> bool:
        """Tell whether a move of the unit that a token shows may name more than two squares."""
        return False

    def pieces(self) -> tuple[Piece, ...]:
        """Return the units that a page offers to put on the squares of a diagram; by default none."""
        return ()

    @property
    def budget(self) -> int | None:
        """The points that the set-up of a side may cost; None for a game without such a limit."""
        return None

    def outcome_label(self, outcome: Outcome) -> Message:
        """Return 「先手の勝ち」 and so on, by the game's own names of the sides."""
        if outcome is Outcome.DRAW:
            return outcome.label
        label = self.sides[outcome is Outcome.SECOND].label
        return Message(f"{label.ja}の勝ち", f"{label.en} wins")

    def blank_start(self) -> Position:
        """Return the position that an empty record shows, for its writer to fill in; by default the game's start."""
        return self.start()

    def shares(self, position: Position) -> tuple[Share, ...] | None:
        """Return the parts of a position's score; None for a game that does not give them."""
        return None

    def count(self, position: Position) -> tuple[CountRow, ...] | None:
        """Return the count that has decided a game, line by line; None if no count has ended it."""
        return None

    # Only some games give these, for the referee.

    quiet_until: int | None = None
    """`history` returns None before a position has occurred this number of times; None: it may return an end or a notice
    at any ply."""
    decides: frozenset[Termination] = frozenset()
    """The ends that the board shows. A record that claims one of them before the rules reach it is wrong."""

    def claim(
        self,
        positions: Sequence[Position],
        ended: Ending | None,
        special: Special | None,
    ) -> Ending | Message | None:
        """Return the end that the special word of a record brings about, the reason why it is wrong, or None.

        `positions` are those of the replay, `ended` is the end by the rules at the last of them. Raises InvalidMove for a
        text behind the word that is not understood.
        """
        return None

    def closed(self, position: Position) -> Ending | None:
        """Return how the game ends if its record closes here because the side to move may decline its move; else None."""
        return None

    def opening_notices(self, start: Position) -> tuple[Notice, ...]:
        """Return the notices that come before the first move."""
        return ()

    def standing_notices(self) -> tuple[Notice, ...]:
        """Return the notices of every verdict under these rules, also of a verdict on a refused set-up."""
        return ()

    def closing_notices(self, positions: Sequence[Position], ending: Ending) -> tuple[Notice, ...]:
        """Return the notices on `ending`, with which the rules have ended the game at the last position."""
        return ()

    def double_turn(self, start: Callable[[], Position]) -> int | None:
        """Return the ply after which the same side moves again; None if turns alternate.

        `start` returns the first position, or raises InvalidSetup. A game calls it only if the answer depends on it.
        """
        return None

    # Only some games give these, about symmetries and equality.

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the game; the first is the identity.

        A symmetry maps a position, its legal moves, the positions after them, its score and its outcome to those of the
        image. If it exchanges the sides, it exchanges the scores and the winner too.
        """
        from kifu.model.symmetry import identity  # noqa: PLC0415 - a verdict needs none

        return (identity(self.board.columns * self.board.rows),)

    def image(self, position: Position, symmetry: int) -> Position:
        """Return the image of a position under a symmetry, given by its number: the position itself for 0."""
        return position

    def image_of_move(self, move: int, symmetry: int) -> int:
        """Return the image of a move under a symmetry, given by its number. Only the squares of the move change."""
        return move

    def position_words(self, position: Position) -> Iterable[int]:
        """Return a position as integers: two positions are equal exactly if their integers are.

        The default is for a position that is itself a tuple of integers.
        """
        return position  # type: ignore[no-any-return]  # a tuple of integers

    def likeness(self) -> object:
        """Return a hashable value, equal for two games whose moves and points mean the same.

        By default it is the board, with the value of each option in a game that has options.
        """
        return (self.board, tuple(sorted(self.chosen.items()))) if self.chosen else self.board

    # Only some games give these, about openings, the engine and machine code.

    opening_unit: str | None = None
    """The unit that an opening set places, as it is written; None for a game without opening sets."""
    opening_plies: int | None = None
    """The number of plies that `openings` takes; None for a game that does not define its opening."""
    placing_plies: int | None = None
    """The number of plies in which the players place the pieces before they move; None if they place none first."""
    opening_note: Message | None = None
    """What counts as an opening, and when it is complete."""
    evaluation: str | None = None
    """Import name of the module with the game's evaluation (see :mod:`kifu.engine.search_defaults`); None without one."""
    limits: str | None = None
    """Import name of the module that says how soon a side can win (see :mod:`kifu.engine.limit_defaults`); None without one."""
    slices: str | None = None
    """Import name of the module that numbers the game's positions with little material for a tablebase; None without one."""

    def worth(self, position: Position) -> tuple[float, float]:
        """Return what the position looks worth to 先手 and to 後手, in points: for a search of a game without evaluation.

        By default the score.
        """
        return self.score(position)

    def openings(self, moves: Sequence[int], *, over: bool) -> tuple[Opening, Opening]:
        """Return the openings of 先手 and of 後手 in a game from its own start.

        `moves` are its first `opening_plies` plies, or all plies of a shorter game. `over` says that the rules ended the
        game with the last of them. Raises ValueError for a game without `opening_plies`.
        """
        raise ValueError(f"{self.id} does not say what its opening is ({len(moves)} plies, over: {over})")

    def kernel_modules(self) -> KernelModules | None:
        """Return the modules that become machine code, the same at each call. None for a game without kernels."""
        return None

    def article_of(self, number: int) -> str:
        """Return the article that the kernel `breach` gives as a number above 0; by default ``six.9`` for 9 in six."""
        return f"{self.id}.{number}"

    # Only some games give these, about data that their pages have lost or that a file gives.

    @cached_property
    def reconstructed(self) -> Mapping[str, Message]:
        """The names of the data that the project has reconstructed, with their labels; none by default.

        The name of the starting layout is ``start``. A record with a diagram of its own does not use it.
        """
        return {}

    def entries(self) -> tuple[DataEntry, ...]:
        """Return the data of a game, entry by entry; empty for a game without a variant file."""
        return ()

    def variant(self, name: str, text: str) -> Game:
        """Return the game with the data of a variant file.

        Raises InvalidSetup for a wrong file, and for a game without variants.
        """
        raise self._no_variants(name)

    def default_variant(self) -> str:
        """Return the text of the game's own variant file. Raises InvalidSetup for a game without variants."""
        raise self._no_variants(self.id)

    def _no_variants(self, name: str) -> InvalidSetup:
        return InvalidSetup(
            "no-variants",
            Message(f"{self.name.ja}に規則のファイルはありません", f"{self.name.en} takes no variant file"),
            width=max(1, len(name)),
        )

    # These refuse a misspelt name.

    def __init_subclass__(cls) -> None:
        """Refuse a subclass with a public name that is not in the contract. Raises TypeError."""
        super().__init_subclass__()
        annotated = (name for base in cls.__mro__ for name in vars(base).get("__annotations__", {}))
        for name in (*dir(cls), *annotated):
            _refuse_unknown(cls, name)

    if not TYPE_CHECKING:  # with this method a type checker would allow any name

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
    """Return `game` if it has all required names. Raises TypeError with the names that it lacks."""
    lacking = sorted(name for name in REQUIRED if not hasattr(game, name))
    if lacking:
        raise TypeError(f"{type(game).__qualname__} lacks {', '.join(lacking)}: see kifu.model.game.Game")
    return game


def _refuse_unknown(kind: type[Game], name: str) -> None:
    if name.startswith("_") or name in CONTRACT:
        return
    from difflib import get_close_matches  # noqa: PLC0415 - only a mistake needs it

    near = get_close_matches(name, CONTRACT, n=1)
    hint = f"; is it {near[0]}?" if near else ""
    own = "; a name of the game's own begins with _"
    raise TypeError(f"{kind.__qualname__}.{name} is not in the contract of kifu.model.game.Game{hint}{own}")
