"""The game 続・連合将棋 under the names of the contract, and its symmetry."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, cached_property, lru_cache, partial
from typing import TYPE_CHECKING

from kifu.core.errors import InvalidSetup, suggestion
from kifu.core.game.game import Game
from kifu.core.game.symmetries import Symmetries, board_turns
from kifu.core.game.text import DiagramField, DiagramRow, DiagramText
from kifu.core.message import Message, quoted
from kifu.core.outcome import PLAYERS, Side
from kifu.core.squares import BoardSize
from kifu.games.rengo import diagrams_and_drawing, move_text, referee_hooks, rules, score_and_evaluation
from kifu.games.rengo import explain as why
from kifu.games.rengo import measures_and_marks as tally
from kifu.games.rengo.boards_and_unit_movements import BOARDS
from kifu.games.rengo.position import (
    RULES,
    SQUARE_BITS,
    SQUARES_FROM,
    Position,
    RuleContext,
    options_of,
    parse_rules,
    rule_context,
)
from kifu.games.rengo.referee_hooks import RengoRefereeHooks
from kifu.games.rengo.rules import move_space

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.game.drawing import PlyBoxes, SetupPiece
    from kifu.core.game.symmetries import Symmetry
    from kifu.core.game.text import Reading, Vocabulary


COLUMN_BITS = 5
_SQUARE_MASK, _COLUMN_MASK = (1 << SQUARE_BITS) - 1, (1 << COLUMN_BITS) - 1


def mirror_image(position: Position) -> Position:
    """Return the position with left and right exchanged."""
    chosen = position.context
    columns, size = chosen.geometry.columns, chosen.geometry.size
    board = position.board
    dead = frozenset(_mirrored_square(square, columns) for square in chosen.dead)
    return position._replace(
        context=rule_context(chosen.board, chosen.options, dead, chosen.sets),
        board=b"".join(board[row : row + columns][::-1] for row in range(0, size, columns)),
        en_passant=_mirrored_square(position.en_passant, columns),
        ko=_mirrored_square(position.ko, columns),
        kings=(_mirrored_square(position.kings[0], columns), _mirrored_square(position.kings[1], columns)),
    )


def mirrored_move(move: int, columns: int) -> int:
    """Mirror image of a move on a board of `columns` columns."""
    packed, turned, shift = move >> SQUARES_FROM, 0, SQUARES_FROM
    while packed:
        place = packed & _SQUARE_MASK
        turned |= (place & ~_COLUMN_MASK | columns - 1 - (place & _COLUMN_MASK)) << shift
        packed >>= SQUARE_BITS
        shift += SQUARE_BITS
    return turned | move & (1 << SQUARES_FROM) - 1


def _mirrored_square(square: int, columns: int) -> int:
    """Return the image of a square; -1, which means no square, stays."""
    return square if square < 0 else square + columns - 1 - 2 * (square % columns)


class Mirrored(Symmetries[Position]):
    """The symmetry of the game, left and right exchanged, and equality.

    All rows of rengo.2 and rengo.3 run across the board, the palaces of rengo.4 stand in its middle columns, and every unit
    moves to the left as it moves to the right (rengo.16 to rengo.22). Drops, enclosure, flanking and five depend only on
    columns and lines (rengo.28 to rengo.39). Up and down differ in all these articles. No symmetry exchanges the sides: the
    king of 後手 decides repetition and standstill (rengo.50, 51), and only 後手 gets komi in the count (rengo.55).
    """

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The identity, and the exchange of left and right."""
        return tuple(board_turns(self.board.columns, self.board.rows))[:2]

    def image(self, position: Position, number: int) -> Position:
        """Position for `number` 0, its left-right mirror image for 1."""
        return mirror_image(position) if number else position

    def image_of_move(self, move: int, number: int) -> int:
        """Move for `number` 0, its left-right mirror image for 1."""
        return mirrored_move(move, self.board.columns) if number else move

    def position_words(self, position: Position) -> tuple[int, ...]:
        """Return the integers that decide whether two positions are equal (rengo.51)."""
        return tuple(position.words())


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


def read_rule_context(rules: str | None, head: Mapping[str, str]) -> RuleContext:
    """Return the rule context that a record names (rengo.57, 58).

    Raises InvalidSetup for an unknown option or board, and for a record that names no board.
    """
    options = parse_rules(rules)
    if BOARD_KEY not in head and GAME_KEY in head:
        raise InvalidSetup(
            "missing-board", _message_with_known_boards("盤の行がありません", "there is no line 盤："), key=GAME_KEY
        )
    board = unicodedata.normalize("NFKC", head.get(BOARD_KEY, DEFAULT_BOARD)).strip()
    if board not in BOARDS:
        name = head[BOARD_KEY]
        hint = suggestion(name, BOARDS)
        raise InvalidSetup(
            "unknown-board",
            _message_with_known_boards(
                f"「{quoted(name)}」という盤はありません{hint.ja}", f"there is no board '{quoted(name)}'{hint.en}"
            ),
            width=max(1, len(name)),
            key=BOARD_KEY,
        )
    size = BoardSize(BOARDS[board].columns, BOARDS[board].rows)
    squares = referee_hooks.parse_dead_squares(size, head.get(DEAD_KEY))
    return rule_context(board, options, frozenset(squares or ()), _read_unit_sets(head))


@cache
def example_setup(context: RuleContext) -> Position:
    """Return the example of rengo.60 as a setup in the context `context`."""
    rows = tuple(DiagramRow(line[:-2], number, number, 1) for number, line in enumerate(EXAMPLE.splitlines(), start=1))
    fields = (
        DiagramField("先手の駒台", "碁3 翻2 珠2", 10, 1),
        DiagramField("後手の駒台", "碁3 翻", 11, 1),
    )
    return diagrams_and_drawing.read_diagram(context, DiagramText(1, None, rows, fields))


def blank_setup(context: RuleContext) -> Position:
    """Board with two 玉 alone, in the middle of their last rows."""
    columns, rows = context.geometry.columns, context.geometry.rows
    blank = diagrams_and_drawing.EMPTY * columns
    middle = diagrams_and_drawing.WIDTH * (columns // 2)
    cells = [blank] * rows
    for row, side in ((0, Side.SECOND), (rows - 1, Side.FIRST)):
        cells[row] = f"{blank[:middle]}{side.mark}玉{blank[middle + diagrams_and_drawing.WIDTH :]}"
    lines = tuple(DiagramRow(text, number, number, 1) for number, text in enumerate(cells, start=1))
    return diagrams_and_drawing.read_diagram(context, DiagramText(0, None, lines, ()))


def missing_setup_error() -> InvalidSetup:
    """Error of a record without the diagram that this game needs."""
    return InvalidSetup(
        "missing-diagram",
        Message(
            "局面図がありません。続・連合将棋に決まった初形はないので、はじめの局面図を書いてください (rengo.58)",
            "there is no 局面図; 続・連合将棋 has no standard start, so a record begins with a diagram (rengo.58)",
        ),
    )


def _read_unit_sets(head: Mapping[str, str]) -> tuple[int, int]:
    """Players' different sets, 0 A and 1 B, by default 先手 A."""
    named = [_SET.search(unicodedata.normalize("NFKC", head.get(key, "")).upper()) for key in PLAYERS]
    if named[0] is not None:
        first = "AB".index(named[0][1])
    elif named[1] is not None:
        first = 1 - "AB".index(named[1][1])
    else:
        first = 0
    return first, 1 - first


def _message_with_known_boards(ja: str, en: str) -> Message:
    known = " ".join(BOARDS)
    return Message(f"{ja}。盤は {known} のどれかです (rengo.58)", f"{en}; the boards are {known} (rengo.58)")


class Rengo(RengoRefereeHooks, Mirrored, Game[Position]):
    """続・連合将棋 on one board under one choice of options (see :class:`kifu.core.game.game.Game`)."""

    id = "rengo"
    name = Message("続・連合将棋", "続・連合将棋 (rengo)")
    package = __package__ or ""
    diagram_keys = diagrams_and_drawing.DIAGRAM_KEYS
    head_keys = frozenset({DEAD_KEY})
    words = referee_hooks.WORDS
    options = RULES.options
    measures = tally.MEASURES
    traces = tally.TRACES
    units = tally.UNIT_LABELS

    turn = staticmethod(lambda position: Side(position.turn))
    legal_moves = staticmethod(rules.legal_moves)
    play_legal = staticmethod(rules.play)
    score = staticmethod(score_and_evaluation.sums_of_both_sides)
    count = staticmethod(score_and_evaluation.count_rows)
    worth = staticmethod(score_and_evaluation.worth)
    explain = staticmethod(why.explain)
    advance = staticmethod(why.explain_or_play)
    legal = staticmethod(lambda position, move: not rules.first_breach(position, move))  # to explain a foul takes long
    outcome = staticmethod(rules.outcome)
    resolve = staticmethod(move_text.move_of_reading)
    spell = staticmethod(move_text.spell_move)
    spell_diagram = staticmethod(diagrams_and_drawing.spell_diagram)
    differences = staticmethod(diagrams_and_drawing.diagram_differences)
    cell = staticmethod(diagrams_and_drawing.cell_text)
    measure = staticmethod(tally.measure_values)
    trace = staticmethod(tally.marks_of_move)
    standing = staticmethod(tally.standing_marks)
    tokens = staticmethod(diagrams_and_drawing.unit_tokens)
    written_from = staticmethod(move_text.written_from)
    written_on = staticmethod(move_text.written_on)
    goes_on = staticmethod(move_text.goes_on)
    face = staticmethod(move_text.glyph_after_move)
    placed = staticmethod(move_text.placed)
    held = staticmethod(move_text.drops_and_counts)
    beside = staticmethod(move_text.captives_message)
    promoted_names: Mapping[str, tuple[str, str]] = move_text.PROMOTED_NAMES
    head_values: Mapping[str, tuple[str, ...]] = {BOARD_KEY: tuple(BOARDS)}
    move_space = staticmethod(move_space)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Words for units, 打 and 成, stands and diagrams."""
        return move_text.vocabulary_of_shogi_programs()

    def __init__(self, chosen: RuleContext, dead: str | None = None, *, recorded: bool = False) -> None:
        self._laws = chosen
        self.rules = chosen.options.spell()
        self.chosen = chosen.options.by_name()
        self.board = BoardSize(chosen.geometry.columns, chosen.geometry.rows)
        self.ground = diagrams_and_drawing.ground_of_board(chosen.board)
        self.passes = chosen.geometry.board.passing != "never"
        self.required_head: Mapping[str, str] = {BOARD_KEY: chosen.board}
        self.name_marks = dict(zip(PLAYERS, ("（B）", "（A）"), strict=True)) if chosen.sets[0] else {}
        self._dead = dead
        self._recorded = recorded

    def configure(self, rules: str | None, head: Mapping[str, str]) -> Rengo:
        """Game on the board and options of a record (rengo.57, 58).

        Raises InvalidSetup for an unknown option or board, and for a record that names no board.
        """
        return _game_under(read_rule_context(rules, head), head.get(DEAD_KEY), recorded=GAME_KEY in head)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle with the record's dead 碁 and setup, unlike the rules."""
        return partial(_game_under, recorded=self._recorded), (self._laws, self._dead)

    def longest_moves(self) -> tuple[str, ...]:
        """Return the longest texts on this board (rengo.59)."""
        return move_text.longest_moves(self.board)

    def ply_boxes(self, *, placing: bool) -> PlyBoxes:  # noqa: ARG002 - the contract of Game
        """Return two squares, any unit, and what may stand behind it.

        A leap over more squares takes further rows.
        """
        return move_text.PLY_BOXES

    def pieces(self) -> tuple[SetupPiece, ...]:
        """Units of both sides with their costs (rengo.6, 7), promoted last."""
        return move_text.setup_pieces(self._laws.board)

    @property
    def budget(self) -> int:
        """The points that an army may cost (rengo.7)."""
        return self._laws.options.budget

    def under(self, option: str, value: str) -> Rengo:
        """Game on the same board with another option value.

        Raises ValueError for an unknown one.
        """
        chosen = RULES.with_value(self.chosen, option, value)
        if chosen == self.chosen:
            return self
        laws_now = self._laws
        changed = rule_context(laws_now.board, options_of(chosen), laws_now.dead, laws_now.sets)
        return _game_under(changed, self._dead, recorded=self._recorded)

    def start(self) -> Position:
        """Return the armies of the rulebook's own record.

        Raises InvalidSetup for a record, which must have a diagram.
        """
        if self._recorded or self._laws.board != DEFAULT_BOARD:
            raise missing_setup_error()
        return example_setup(self._laws)

    def blank_start(self) -> Position:
        """Return the board with only two 玉.

        The players add the rest of the setup.
        """
        return blank_setup(self._laws)

    def read(self, written: str) -> Reading:
        """Read a written action. Raises InvalidMove if it is not understood."""
        return move_text.read_action(self._laws.board, written)

    def read_diagram(self, diagram: DiagramText, base: Position | None = None) -> Position:
        """Read a diagram (rengo.58); `base` gives what it leaves out.

        Raises InvalidSetup if it is faulty.
        """
        return diagrams_and_drawing.read_diagram(self._laws, diagram, base)

    @cached_property
    def reconstructed(self) -> Mapping[str, Message]:
        """The board, if its rows and endings are reconstructed (rengo.2)."""
        return {"board": Message("盤", "board")} if self._laws.geometry.board.reconstructed else {}


@lru_cache(1 << 10)  # a game holds no state, and many records have the same context
def _game_under(context: RuleContext, dead: str | None, *, recorded: bool) -> Rengo:
    """Return the game under these context.

    `dead` is the header 死石 of its record.
    """
    if dead is None and not recorded and context is GAME._laws:  # noqa: SLF001 - of the same class
        return GAME
    return Rengo(context, dead, recorded=recorded)


GAME = Rengo(rule_context(DEFAULT_BOARD))
