"""まるばつ under the names that every game has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.game.kernels import KernelModules
from kifu.core.game.rules import Breach
from kifu.core.game.counting import Measure, Trace
from kifu.core.game.game import Game
from kifu.games.marubatsu import breach
from kifu.core.game.options import RuleSet
from kifu.games.marubatsu import rules as laws
from kifu.games.marubatsu import text
from kifu.games.marubatsu.position import PASS, SQUARES, START, Position
from kifu.core.message import Message
from kifu.core.outcome import Ending, Outcome, Side, Termination

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ARTICLES = (
    Message("", ""),
    Message("先手は丸、後手は罰を交互に置きます", "先手 puts down 丸 and 後手 罰, in turn"),
    Message("そのマスは空いていません", "that square is taken"),
    Message("三つ並び、すでに終局しています", "the game was already over: three in a line"),
    Message("盤が埋まり、すでに終局しています", "the game was already over: the board is full"),
)


RULES = RuleSet("marubatsu/1", Message("まるばつ", "noughts and crosses (まるばつ)"))


class Marubatsu(Game[Position]):
    """まるばつ (see :class:`kifu.core.game.game.Game`)."""

    id = "marubatsu"
    name = Message("まるばつ", "noughts and crosses (まるばつ)")
    package = __package__ or ""
    rules = RULES.name
    board = text.BOARD
    diagram_keys = frozenset({text.TURN})
    turn_article = "marubatsu.1"
    agreed_article = "marubatsu.4"
    measures = (Measure("marks", Message("置いた数", "marks")), Measure("lines", Message("並び", "lines filled")))
    traces = {"placement": Message("置いたマス", "placements"), "stood": Message("立っていた手数", "plies stood")}  # noqa: RUF012
    units = {"丸": Message("丸", "nought"), "罰": Message("罰", "cross")}  # noqa: RUF012

    turn = staticmethod(lambda position: Side(position.turn))
    legal_moves = staticmethod(laws.legal_moves)
    play = staticmethod(laws.play)
    score = staticmethod(laws.score)
    read = staticmethod(text.read)
    resolve = staticmethod(text.resolve)
    spell = staticmethod(text.spell)
    read_diagram = staticmethod(text.read_diagram)
    spell_diagram = staticmethod(text.spell_diagram)
    differences = staticmethod(text.differences)
    cell = staticmethod(text.cell)

    def configure(self, named: str | None, head: Mapping[str, str]) -> Marubatsu:  # noqa: ARG002
        """Return this game. Raises InvalidSetup for any other rules."""
        RULES.parse(named)
        return self

    def start(self) -> Position:
        """Return the empty board."""
        return START

    def outcome(self, position: Position) -> Ending | None:
        """Return the end by marubatsu.3 or 4."""
        article = laws.ended(position)
        if article == 3:
            return Ending(Outcome.win(Side(1 - position.turn)), Termination.FIVE, "marubatsu.3")
        return Ending(Outcome.DRAW, Termination.STANDSTILL, "marubatsu.4") if article else None

    def explain(self, position: Position, move: int) -> Breach | None:
        """Return the article that a move breaks."""
        number = laws.fault(position, move)
        return Breach(f"marubatsu.{number}", ARTICLES[number]) if number else None

    def history(self, positions: Sequence[Position], moves: Sequence[int], occurrences: int) -> None:
        """Nothing in this game depends on the way there."""

    def move_space(self, position: Position) -> Iterator[int]:  # noqa: ARG002
        """Yield every move that can be written."""
        yield from range(2 * SQUARES)
        yield PASS

    def kernel_modules(self) -> KernelModules:
        """Return rules and breaches; no symmetry is told of."""
        return KernelModules(laws, breach)

    def measure(self, position: Position) -> tuple[tuple[float, float], ...]:
        """Return marks and filled lines of both sides."""
        return ((position.first.bit_count(), position.second.bit_count()), laws.score(position))

    def trace(self, position: Position, move: int) -> tuple[Trace, ...]:
        """Return the mark that was put down."""
        return (Trace("placement", move >> 1, Side(position.turn), text.UNITS[position.turn]),)

    def standing(self, position: Position) -> Iterator[Trace]:
        """Yield each mark on the board."""
        for square in range(SQUARES):
            found = text.cell(position, square)
            if found != text.EMPTY:
                yield Trace("stood", square, Side(text.UNITS.index(found)), found)


GAME = Marubatsu()
