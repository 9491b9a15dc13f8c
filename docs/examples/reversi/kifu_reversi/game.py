"""Reversi on 4×4 squares, under the names of the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.game.counting import Measure, Trace
from kifu.core.game.game import Game
from kifu.core.game.kernels import KernelModules
from kifu.core.game.options import RuleSet
from kifu.core.game.rules import Breach
from kifu.core.message import Message
from kifu.core.outcome import Ending, Outcome, Side, Termination
from kifu_reversi import breach, text
from kifu_reversi import rules as laws
from kifu_reversi.position import PASS, SQUARES, START, Position

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.core.game.text import Reading

RULES = RuleSet("reversi/1", Message("リバーシ", "reversi"))
FAULTS = {
    2: Message("そのマスには石があります", "there is a stone on that square"),
    3: Message("裏返る石がありません", "it turns no stone over"),
    4: Message("置けるマスがあるので、パスできません", "there is a square for a stone, so no pass"),
    5: Message("対局は終わっています", "the game is over"),
}


class Reversi(Game[Position]):
    """Reversi on 4×4 squares."""

    id = "reversi"
    name = Message("リバーシ", "reversi")
    package = __package__ or ""
    rules = RULES.name
    board = text.BOARD
    diagram_keys = frozenset({"手番"})
    turn_article = "reversi.1"
    agreed_article = "reversi.5"
    decides = frozenset({Termination.STANDSTILL})
    measures = (Measure("stones", Message("石", "stones")),)
    traces = {"put": Message("置いたマス", "stones put down"), "stood": Message("石のあった手数", "plies with a stone")}
    units = {text.STONE: Message("石", "stone")}

    legal_moves = staticmethod(laws.legal_moves)
    play_legal = staticmethod(laws.play)
    score = staticmethod(laws.score)
    read = staticmethod(text.read)
    spell = staticmethod(text.spell)
    read_diagram = staticmethod(text.read_diagram)
    spell_diagram = staticmethod(text.spell_diagram)
    differences = staticmethod(text.differences)
    cell = staticmethod(text.cell)

    def configure(self, rules: str | None, head: Mapping[str, str]) -> Reversi:
        """Return this game. Raises InvalidSetup for any other rules."""
        RULES.parse(rules)
        return self

    def start(self) -> Position:
        """Return two stones of each side in the middle."""
        return START

    def turn(self, position: Position) -> Side:
        """Return the side to move."""
        return Side(position.turn)

    def outcome(self, position: Position) -> Ending | None:
        """Return the end by reversi.5."""
        if not laws.ended(position):
            return None
        first, second = laws.score(position)
        winner = Outcome.DRAW if first == second else Outcome.win(Side(first < second))
        return Ending(winner, Termination.STANDSTILL, "reversi.5")

    def explain(self, position: Position, move: int) -> Breach | None:
        """Return the article that a move breaks."""
        number = breach.breach(position, move)
        return Breach(self.article_of(number), FAULTS[number]) if number else None

    def history(self, positions: Sequence[Position], moves: Sequence[int], occurrences: int) -> None:
        """Return None: no position of reversi comes twice."""

    def resolve(self, position: Position, reading: Reading) -> int:
        """Return the move of a reading: the text says all."""
        assert reading.move is not None
        return reading.move

    def move_space(self, position: Position) -> Iterator[int]:
        """Yield every move that can be written."""
        yield from range(SQUARES)
        yield PASS

    def measure(self, position: Position) -> tuple[tuple[float, float], ...]:
        """Return the stones of both sides."""
        return (laws.score(position),)

    def trace(self, position: Position, move: int) -> tuple[Trace, ...]:
        """Return the stone that was put down."""
        return () if move == PASS else (Trace("put", move, self.turn(position), text.STONE),)

    def standing(self, position: Position) -> Iterator[Trace]:
        """Yield each stone on the board."""
        for square in range(SQUARES):
            if text.cell(position, square) != text.CELLS[0]:
                yield Trace("stood", square, Side(position.second >> square & 1), text.STONE)

    def kernel_modules(self) -> KernelModules:
        """Return what becomes machine code."""
        return KernelModules(laws, breach)


GAME = Reversi()
