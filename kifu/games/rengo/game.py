"""Defines the game 続・連合将棋: it gives its functions the names of the contract :class:`kifu.contract.game.Game`."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, cached_property
from typing import TYPE_CHECKING

from kifu.contract.game import Game
from kifu.games.rengo import claims, counting, diagrams, ground, notices, repetition, rules, symmetry, tapped, text
from kifu.games.rengo import explain as why
from kifu.games.rengo import measures as tally
from kifu.games.rengo.compulsion import duty, most_at_sight
from kifu.games.rengo.data import BOARDS
from kifu.games.rengo.options import RULES, options_of, parse
from kifu.games.rengo.position import GOING, KING_TAKEN, Laws, Position, laws
from kifu.games.rengo.space import move_space
from kifu.games.rengo.threat import threatened
from kifu.model.diagram import DiagramField, DiagramRow, DiagramText
from kifu.model.errors import InvalidSetup
from kifu.model.message import Message, quoted
from kifu.model.outcome import PLAYERS, Ending, Outcome, Side, Termination
from kifu.model.squares import Board
from kifu.model.suggestions import suggestion
from kifu.model.symmetry import turns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kifu.contract.judging import Notice
    from kifu.contract.paper import Piece
    from kifu.contract.rules import Breach
    from kifu.contract.text import Reading
    from kifu.model.specials import Special
    from kifu.model.symmetry import Symmetry
    from kifu.model.vocabulary import Vocabulary

GAME_KEY, BOARD_KEY, DEAD_KEY = "棋種", "盤", "死石"
DEFAULT_BOARD = "碁盤9路"
EXAMPLE = """\
・・・・・・・・△王・・・・・・・・01
・・△城・・・・・・・・・・・・・・02
・・・・△卒・・・・△平・・・・・・03
・・・・・・・・・・・・・・・・・・04
・・・・・・・・・・・・・・・・・・05
・・・・・・・・・・・・・・・・・・06
・・・・▲平・・・・・・▲歩・・・・07
・・・・・・・・・・・・・・▲飛・・08
・・・・・・・・▲玉・・・・・・・・09
"""
"""The armies of the rulebook's own record (rengo.60): the start of a game that no record sets up."""
_SET = re.compile(r"\(([AB])\)")
TERMINATIONS = {
    39: Termination.FIVE,
    44: Termination.KING_TAKEN,
    46: Termination.MATE,
    48: Termination.FACING,
    50: Termination.STANDSTILL,
    53: Termination.PASSES,
    55: Termination.COUNT,
}


class Rengo(Game[Position]):
    """続・連合将棋 on one board under one choice of options (see :class:`kifu.contract.game.Game`)."""

    id = "rengo"
    name = Message("続・連合将棋", "続・連合将棋 (rengo)")
    package = __package__ or ""
    diagram_keys = diagrams.DIAGRAM_KEYS
    turn_article = "rengo.12"
    agreed_article = "rengo.56"
    head_keys = frozenset({DEAD_KEY})
    words = claims.WORDS
    options = RULES.options
    decides = claims.DECIDES
    measures = tally.MEASURES
    traces = tally.TRACES
    units = tally.UNIT_LABELS

    turn = staticmethod(lambda position: Side(position.turn))
    legal_moves = staticmethod(rules.legal_moves)
    play = staticmethod(rules.play)
    score = staticmethod(counting.score)
    count = staticmethod(counting.table)
    worth = staticmethod(tally.worth)
    explain = staticmethod(why.explain)
    resolve = staticmethod(text.resolve)
    spell = staticmethod(text.spell)
    spell_diagram = staticmethod(diagrams.spell_diagram)
    differences = staticmethod(diagrams.differences)
    cell = staticmethod(diagrams.cell)
    measure = staticmethod(tally.measure)
    trace = staticmethod(tally.trace)
    standing = staticmethod(tally.standing)
    tokens = staticmethod(ground.tokens)
    written_from = staticmethod(tapped.written_from)
    written_on = staticmethod(tapped.written_on)
    goes_on = staticmethod(tapped.goes_on)
    head_values: Mapping[str, tuple[str, ...]] = {BOARD_KEY: tuple(BOARDS)}
    move_space = staticmethod(move_space)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words that people use for units, 打 and 成, for the stands and in diagrams."""
        return text.vocabulary()

    def legal(self, position: Position, move: int) -> bool:
        """Tell whether `move` is legal. Explaining an illegal one takes long, because each option is tried."""
        return not rules.fault(position, move)

    def advance(self, position: Position, move: int) -> tuple[Breach | None, Position]:
        """Return why `move` is illegal, else None and the position after it. The move is carried out once."""
        article, after = rules.judged(position, move)
        return (why.explain(position, move), position) if article else (None, after)

    def __init__(self, chosen: Laws, dead: str | None = None, *, recorded: bool = False) -> None:
        self._laws = chosen
        self.rules = chosen.options.spell()
        self.chosen = chosen.options.chosen()
        self.board = Board(chosen.geometry.columns, chosen.geometry.rows)
        self.ground = ground.ground(chosen.board)
        self.required_head: Mapping[str, str] = {BOARD_KEY: chosen.board}
        self.name_marks = dict(zip(PLAYERS, ("（B）", "（A）"), strict=True)) if chosen.sets[0] else {}
        self._dead = dead
        self._recorded = recorded

    def configure(self, named: str | None, head: Mapping[str, str]) -> Rengo:
        """Return this game on the board and under the options of a record (rengo.57, 58).

        Raises InvalidSetup for an unknown option or board, and for a record that names no board.
        """
        options = parse(named)
        if BOARD_KEY not in head and GAME_KEY in head:
            raise InvalidSetup(
                "missing-board", _which_board("盤の行がありません", "there is no line 盤："), key=GAME_KEY
            )
        board = unicodedata.normalize("NFKC", head.get(BOARD_KEY, DEFAULT_BOARD)).strip()
        if board not in BOARDS:
            name = head[BOARD_KEY]
            hint = suggestion(name, BOARDS)
            raise InvalidSetup(
                "unknown-board",
                _which_board(
                    f"「{quoted(name)}」という盤はありません{hint.ja}", f"there is no board '{quoted(name)}'{hint.en}"
                ),
                width=max(1, len(name)),
                key=BOARD_KEY,
            )
        dead = head.get(DEAD_KEY)
        size = Board(BOARDS[board].columns, BOARDS[board].rows)
        squares = claims.dead_squares(size, dead)
        chosen = laws(board, options, frozenset(squares or ()), _sets(head))
        recorded = GAME_KEY in head
        return Rengo(chosen, dead, recorded=recorded) if dead is not None else _without_dead(chosen, recorded=recorded)

    def longest_moves(self) -> tuple[str, ...]:
        """Return the longest texts on this board (rengo.59)."""
        return tapped.longest_moves(self.board)

    def pieces(self) -> tuple[Piece, ...]:
        """Return the units of both sides with what they cost on this board (rengo.6, 7), promoted faces last."""
        return tapped.pieces(self._laws.board)

    @property
    def budget(self) -> int:
        """The points that an army may cost (rengo.7)."""
        return self._laws.options.budget

    def under(self, option: str, value: str) -> Rengo:
        """Return this game, on the same board, with another value of one option. Raises ValueError for an unknown one."""
        chosen = RULES.changed(self.chosen, option, value)
        if chosen == self.chosen:
            return self
        laws_now = self._laws
        changed = laws(laws_now.board, options_of(chosen), laws_now.dead, laws_now.sets)
        return Rengo(changed, self._dead, recorded=self._recorded)

    def start(self) -> Position:
        """Return the armies of the rulebook's own record. Raises InvalidSetup for a record, which must have a diagram."""
        if self._recorded or self._laws.board != DEFAULT_BOARD:
            raise InvalidSetup(
                "missing-diagram",
                Message(
                    "局面図がありません。続・連合将棋に決まった初形はないので、はじめの局面図を書いてください (rengo.58)",
                    "there is no 局面図; 続・連合将棋 has no standard start, so a record begins with a diagram (rengo.58)",
                ),
            )
        return example(self._laws)

    def blank_start(self) -> Position:
        """Return the board with only two 玉, each in the middle of its last row; the players add the rest of the setup."""
        columns, rows = self.board.columns, self.board.rows
        blank = diagrams.EMPTY * columns
        middle = diagrams.WIDTH * (columns // 2)
        cells = [blank] * rows
        for row, side in ((0, Side.SECOND), (rows - 1, Side.FIRST)):
            cells[row] = f"{blank[:middle]}{side.mark}玉{blank[middle + diagrams.WIDTH :]}"
        lines = tuple(DiagramRow(text, number, number, 1) for number, text in enumerate(cells, start=1))
        return diagrams.read_diagram(self._laws, DiagramText(0, None, lines, ()))

    def read(self, written: str) -> Reading:
        """Read a written action. Raises InvalidMove if it is not understood."""
        return text.read(self._laws.board, written)

    def read_diagram(self, diagram: DiagramText, base: Position | None = None) -> Position:
        """Read a diagram (rengo.58); `base` gives what it leaves out. Raises InvalidSetup if it is faulty."""
        return diagrams.read_diagram(self._laws, diagram, base)

    def outcome(self, position: Position) -> Ending | None:
        """Return the end of the game by rengo.39, 44, 46, 48, 50, 53 or 55, None while the game goes on."""
        over, meaning, article = rules.end(position)
        if not over:
            return None
        if meaning == rules.COUNTED:
            first, second = counting.score(position)
            outcome = Outcome.DRAW if first == second else Outcome.FIRST if first > second else Outcome.SECOND
        else:
            outcome = Outcome.DRAW if meaning == rules.DRAWN else Outcome.win(Side(1 - position.turn))
        return Ending(outcome, TERMINATIONS[article], f"rengo.{article}")

    def history(self, positions: Sequence[Position], moves: Sequence[int], occurrences: int) -> Ending | Notice | None:  # noqa: ARG002
        """Return the ending by repetition (rengo.51), the notice that it may be claimed or that a duty is unproven, or None."""
        if occurrences >= repetition.CLAIMABLE and (event := repetition.history(positions, occurrences)) is not None:
            return event
        position = positions[-1]
        return None if most_at_sight(position) >= 0 else next(iter(_unproven(position)), None)

    def claim(
        self, positions: Sequence[Position], ended: Ending | None, special: Special | None
    ) -> Ending | Message | None:
        """Judge the closing words of a record that claim something about the board (rengo.60)."""
        return claims.claim(positions, ended, special, self._dead)

    def standing_notices(self) -> tuple[Notice, ...]:
        """Return the notice that the board is reconstructed (rengo.2); it goes into every verdict."""
        return (notices.reconstructed(self._laws.board),) if self._laws.geometry.board.reconstructed else ()

    @cached_property
    def reconstructed(self) -> Mapping[str, Message]:
        """The board, if its rows and endings are reconstructed (rengo.2)."""
        return {"board": Message("盤", "board")} if self._laws.geometry.board.reconstructed else {}

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The identity, and the exchange of left and right (see :mod:`kifu.games.rengo.symmetry`)."""
        return tuple(turns(self.board.columns, self.board.rows))[:2]

    def image(self, position: Position, number: int) -> Position:
        """Return the position as it is if `number` is 0, with left and right exchanged if it is 1."""
        return symmetry.image(position) if number else position

    def image_of_move(self, move: int, number: int) -> int:
        """Return the move as it is if `number` is 0, with left and right exchanged if it is 1."""
        return symmetry.image_of_move(move, self.board.columns) if number else move

    def position_words(self, position: Position) -> tuple[int, ...]:
        """Return the integers that decide whether two positions are equal (rengo.51)."""
        return tuple(position.words())

    def opening_notices(self, start: Position) -> tuple[Notice, ...]:
        """Return notices about the start: the side to move can take the king (rengo.44), a duty is unproven."""
        if threatened(start, 1 - start.turn, start.ko) and any(
            rules.play(start, move).ended == KING_TAKEN for move in rules.legal_moves(start)
        ):
            return (notices.king_in_danger(Side(start.turn)), *_unproven(start))
        return _unproven(start)

    def closing_notices(self, positions: Sequence[Position], ending: Ending) -> tuple[Notice, ...]:
        """Return notices about an ending: the plies of a repetition (rengo.51), the dead units of a count (rengo.54)."""
        if ending.termination in {Termination.REPETITION, Termination.PERPETUAL_CHECK}:
            return (repetition.occurred(positions),)
        if ending.termination is Termination.COUNT:
            return notices.dead(positions[-1])
        return ()


def _unproven(position: Position) -> tuple[Notice, ...]:
    if position.ended != GOING or (compelled := duty(position)).proven:
        return ()
    return (notices.unproven(compelled.most),)


@cache  # a game holds no state, and many records have the same laws
def _without_dead(chosen: Laws, *, recorded: bool) -> Rengo:
    return Rengo(chosen, recorded=recorded)


@cache
def example(chosen: Laws) -> Position:
    """Return the example of rengo.60 as a setup under the laws `chosen`."""
    rows = tuple(DiagramRow(line[:-2], number, number, 1) for number, line in enumerate(EXAMPLE.splitlines(), start=1))
    fields = (
        DiagramField("先手の駒台", "碁3 翻2 珠2", 10, 1),
        DiagramField("後手の駒台", "碁3 翻", 11, 1),
    )
    return diagrams.read_diagram(chosen, DiagramText(1, None, rows, fields))


def _sets(head: Mapping[str, str]) -> tuple[int, int]:
    """Return the set of each player, 0 for A and 1 for B (rengo.58); the players have different sets, 先手 A by default."""
    named = [_SET.search(unicodedata.normalize("NFKC", head.get(key, "")).upper()) for key in PLAYERS]
    if named[0] is not None:
        first = "AB".index(named[0][1])
    elif named[1] is not None:
        first = 1 - "AB".index(named[1][1])
    else:
        first = 0
    return first, 1 - first


def _which_board(ja: str, en: str) -> Message:
    known = " ".join(BOARDS)
    return Message(f"{ja}。盤は {known} のどれかです (rengo.58)", f"{en}; the boards are {known} (rengo.58)")


GAME = Rengo(laws(DEFAULT_BOARD))
