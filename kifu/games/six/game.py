"""The game 6面体 under the contract's names: options, measures, drawing, referee hooks."""

from __future__ import annotations

import importlib
from collections import Counter
from functools import cache, cached_property
from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import popcount
from kifu.core.game.counting import Measure, SideOpening, Trace
from kifu.core.game.drawing import Drawing, Form, Paper, Placed, SetupPiece, Token
from kifu.core.game.game import Game
from kifu.core.game.kernels import EngineModules, KernelModules
from kifu.core.game.options import RuleOption, RuleSet
from kifu.core.game.rules import Notice, RefereeHooks, Rules
from kifu.core.game.text import Vocabulary, hands_keys, with_katakana
from kifu.core.message import Message
from kifu.core.outcome import Ending, Outcome, Side, Termination
from kifu.games.six import breach, directed_moves, text
from kifu.games.six import rules as laws
from kifu.games.six.position import (
    DICE,
    FACES,
    FOUR_DRAW,
    MANY,
    NONE,
    PASS,
    SQUARES,
    START,
    TERRITORY,
    Position,
    encode,
)
from kifu.games.six.text import FULL_NAMES, UNITS, cell_text, written_units

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from types import ModuleType

    from kifu.core.game.rules import Breach
    from kifu.core.game.symmetries import Symmetry
    from kifu.core.game.text import DiagramText


RULES = RuleSet(
    "six/1",
    Message("6面体", "6面体 (six)"),
    (
        RuleOption("near", ("own", "any"), "six.4"),
        RuleOption("line", ("open", "blocked"), "six.12", also=("six.13",)),
        RuleOption("beat", ("live", "any"), "six.13"),
        RuleOption("four", ("note", "draw"), "six.16"),
    ),
    aliases=("six",),
)

MEASURES = (
    Measure("territories", Message("盤上の占", "占 standing")),
    Measure("fighters", Message("戦う駒 (武騎弓巫)", "fighting dice (武騎弓巫)")),
    Measure("ghosts", Message("怨", "怨")),
    Measure("hand", Message("持駒", "dice in hand")),
    Measure("mobility", Message("指せる手 (手番だとして)", "legal moves (as if to move)")),
)

TRACES = {
    "placement": Message("置いたマス", "placements"),
    "landing": Message("動いた先", "landings"),
    "beating": Message("倒されたマス", "beatings"),
    "stood": Message("立っていた手数", "plies stood"),
}

FACE_NAMES = ("territory", "warrior", "horse", "archer", "maiden", "ghost")
UNIT_LABELS = {
    name: Message(full, f"{UNITS[face]} ({name})")
    for face, (name, full) in enumerate(zip(FACE_NAMES, FULL_NAMES, strict=True))
}


def measure_values(position: Position) -> tuple[tuple[float, float], ...]:
    """Return the MEASURES of a position, each as (先手, 後手).

    Mobility counts a side's moves as if it were its turn.
    """
    sides = (position.first, position.second)
    ghosts = (popcount(position.ghosts & sides[0]), popcount(position.ghosts & sides[1]))
    territories = laws.score(position)
    fighters = (
        popcount(sides[0]) - ghosts[0] - territories[0],
        popcount(sides[1]) - ghosts[1] - territories[1],
    )
    moves = (laws.mobility(position._replace(turn=0)), laws.mobility(position._replace(turn=1)))
    hands = (position.hands & 15, position.hands >> 4 & 15)
    return (territories, fighters, ghosts, hands, moves)


def marks_of_move(position: Position, move: int) -> tuple[Trace, ...]:
    """Marks of a legal move: placement or landing, and a beaten die."""
    unit, to, origin, beaten = move & 15, move >> 4 & 63, move >> 10 & 63, move >> 16 & 63
    kind = "placement" if origin == NONE else "landing"
    marks = [Trace(kind, to, Side(unit // FACES), FACE_NAMES[unit % FACES])]
    struck = to if beaten == NONE else beaten
    victim = laws.unit_on(position, struck) if origin != NONE else -1
    if victim >= 0:
        marks.append(Trace("beating", struck, Side(victim // FACES), FACE_NAMES[victim % FACES]))
    return tuple(marks)


def standing_marks(position: Position) -> Iterator[Trace]:
    """Yield one mark for each die on the board."""
    for square in range(SQUARES):
        unit = laws.unit_on(position, square)
        if unit >= 0:
            yield Trace("stood", square, Side(unit // FACES), FACE_NAMES[unit % FACES])


OPENING_NOTE = Message(
    "序盤の配置とは、各対局者がはじめの武・騎・弓・巫を置くまでに置いた占の集合です (順序は問わず、途中で倒された占も含みます)。それを置いた時点、"
    "持駒が尽きた時点、または規則による終局で確定します。その後は占を置けません (six.2, six.3, six.6)。確定する前に終わる棋譜は数えません。",
    "The opening placement of a side is the set of 占 it placed before its first 武, 騎, 弓 or 巫, whatever their order, those "
    "that were beaten meanwhile included. It is complete when such a die has been placed, when the hand is empty, or when "
    "the rules have ended the game: no 占 can be placed after that (six.2, six.3, six.6). Records that end before are left "
    "out.",
)
OPENING_PLIES = 2 * (DICE + 1)
"""After this number of plies each side has placed all its dice, or a die of another face."""


def opening_placements(moves: Sequence[int], *, over: bool) -> tuple[SideOpening, SideOpening]:
    """Opening placements of both sides: 占 before the first other die.

    The game starts from the empty board; `over`: the rules have ended it. A side begins with 占 (six.2). It cannot move before it has placed another face
    (six.6), and after that it never places 占 again (six.3). So until then each of its turns places one 占. Its placement
    is complete when it has placed a 武 騎 弓 or 巫, when its hand is empty, or when the game is over. In a record that ends
    before that, the placement is incomplete: more 占 might have come. The two sides complete theirs at different plies. A 占
    that was beaten meanwhile also belongs to the placement.
    """
    placed: tuple[list[int], list[int]] = ([], [])
    complete = [over, over]
    for move in moves:
        side, face = divmod(move & 15, FACES)
        if move >> 10 & 63 != NONE:
            continue
        if face != TERRITORY:
            complete[side] = True
        else:
            placed[side].append(move)
    first, second = (
        SideOpening(tuple(own), done or len(own) == DICE) for own, done in zip(placed, complete, strict=True)
    )
    return first, second


class SixDrawing(Drawing[Position], Paper[Position]):
    """The dice as tokens, and how a move writes them."""

    written_on = staticmethod(text.written_units)
    longest_moves = staticmethod(text.longest_moves)
    passes = False  # six.1

    def goes_on(self, token: Token) -> bool:
        """Tell whether a token shows a 怨.

        Its move names the die that it beats on its way.
        """
        return token.text in text.GHOSTS

    def written_units(self, side: Side) -> Mapping[str, str]:
        """Return the character of each unit of a side."""
        return dict(zip(self.units, text.written_units(side), strict=True))

    def tokens(self, position: Position) -> Iterator[Token]:
        """Yield each die on the board."""
        for die in standing_marks(position):
            yield Token(die.square, die.side, cell_text(position, die.square), Form.DIE)

    def pieces(self) -> tuple[SetupPiece, ...]:
        """Return the dice by side and face."""
        return tuple(SetupPiece(unit, Side(number // FACES), unit, form=Form.DIE) for number, unit in enumerate(UNITS))

    def placed(self, side: Side) -> tuple[Placed, ...]:
        """Return the faces of a die that is placed."""
        return tuple(Placed(side, unit, Form.DIE) for unit in written_units(side))

    def held(self, position: Position, side: Side) -> dict[str, int | None]:
        """Return every face while a side has a die in hand."""
        return dict.fromkeys(written_units(side) if position.hands >> 4 * side & 15 else ())

    def beside(self, position: Position, side: Side) -> Message:
        """Number of dice in hand, and the right to 占 (six.3)."""
        dice = position.hands >> 4 * side & 15
        if position.rights >> side & 1:
            return Message(f"持駒 {dice}　占可", f"{dice} in hand, 占 allowed")
        return Message(f"持駒 {dice}　占不可", f"{dice} in hand, no more 占")


REPETITIONS = 4
"""The number of the occurrence that six.16 reports."""


class SixRefereeHooks(RefereeHooks[Position], Rules[Position]):
    """Answer the referee under the options of a set of flags."""

    _flags: int
    turn_article = "six.1"
    agreed_article = "six.16"
    decides = frozenset({Termination.ELIMINATION})
    quiet_until = REPETITIONS

    def history(self, positions: Sequence[Position], moves: Sequence[int], occurrences: int) -> Ending | Notice | None:  # noqa: ARG002
        """Return what follows when a position occurs for the fourth time (six.16).

        It is a notice, at most once in a game; under four=draw it is the end of the game, if no other has come first.
        """
        if occurrences != REPETITIONS:
            return None
        if self._flags & FOUR_DRAW:
            return None if self.outcome(positions[-1]) else Ending(Outcome.DRAW, Termination.REPETITION, "six.16")
        if max(Counter(positions[:-1]).values()) >= REPETITIONS:
            return None
        return Notice(
            "repetition",
            Message(
                "同じ局面が四回現れました。6面体に千日手の規則はなく、勝負は続きます (six.16)",
                "the same position has occurred four times; 6面体 has no rule for it and play goes on (six.16)",
            ),
        )


class Six(SixRefereeHooks, SixDrawing, Game[Position]):
    """6面体 (see :class:`kifu.core.game.game.Game`)."""

    id = "six"
    name = Message("6面体", "6面体 (six)")
    package = __package__ or ""
    options = RULES.options
    board = text.BOARD
    diagram_keys = text.DIAGRAM_KEYS
    diagram_marks = text.MARKS
    opening_unit = "占領"
    measures = MEASURES
    traces = TRACES
    units = UNIT_LABELS
    stock = tuple((frozenset((side, unit) for unit in UNIT_LABELS), DICE) for side in Side)
    common_units = text.COMMON

    opening_plies = OPENING_PLIES
    opening_note = OPENING_NOTE

    turn = staticmethod(lambda position: Side(position.turn))
    legal_moves = staticmethod(laws.legal_moves)
    play_legal = staticmethod(laws.play)
    score = staticmethod(laws.score)
    score_label = MEASURES[0].label
    legal = staticmethod(laws.is_legal)
    read = staticmethod(text.read_move_text)
    resolve = staticmethod(directed_moves.move_of_directed_reading)
    spell = staticmethod(text.spell_move)
    spell_diagram = staticmethod(text.spell_diagram)
    differences = staticmethod(text.diagram_differences)
    cell = staticmethod(text.cell_text)
    measure = staticmethod(measure_values)
    trace = staticmethod(marks_of_move)
    standing = staticmethod(standing_marks)
    openings = staticmethod(opening_placements)

    def __init__(self, flags: int = 0) -> None:
        """Make the game under the options of the set `flags` (:data:`RULES`)."""
        self._flags = flags
        self.chosen = RULES.of_flags(flags)
        self.rules = RULES.spell(self.chosen)

    def explain(self, position: Position, move: int) -> Breach | None:
        """Return the article that a move breaks, in words.

        None for a legal move.
        """
        if laws.is_legal(position, move):
            return None
        from kifu.games.six.explain import explain  # noqa: PLC0415 - only a foul needs it

        return explain(position, move)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words for the dice, by either owner.

        打 behind one square says nothing else than the square.
        """
        units = {**text.GRAMMAR.units, **dict(zip(text.ASCII_UNITS, text.FULL_NAMES, strict=True))}
        units |= with_katakana(text.SPOKEN_UNITS)
        return Vocabulary(
            units,
            rewritings=((r"^((?:(?!から|より|[-→の]).)*)打(?:つ|った)?$", r"\1"), *text.ENGLISH_UNITS),
            keys=hands_keys("持駒"),
        )

    def configure(self, rules: str | None, head: Mapping[str, str]) -> Six:  # noqa: ARG002 - no header changes it
        """Return this game under the options of a record.

        Raises InvalidSetup for an unknown rule set, option or value.
        """
        return _under(RULES.flags(RULES.parse(rules)))

    def under(self, option: str, value: str) -> Six:
        """Return this game with another value of one option.

        Raises ValueError for an unknown one.
        """
        return _under(RULES.flags(RULES.with_value(self.chosen, option, value)))

    def start(self) -> Position:
        """Return the empty board with fifteen dice in each hand."""
        return START._replace(options=self._flags)

    def read_diagram(self, diagram: DiagramText, base: Position | None = None) -> Position:
        """Read a diagram; `base` gives what it leaves out.

        Raises InvalidSetup if it is faulty.
        """
        return text.read_diagram(diagram, base)._replace(options=self._flags)

    def outcome(self, position: Position) -> Ending | None:
        """Return the end of the game by six.14 or six.15.

        None while the game goes on.
        """
        loser = laws.loser(position)
        if not loser:
            return None
        winner = Outcome.win(Side(2 - loser))
        if position.fallen:
            return Ending(winner, Termination.ELIMINATION, "six.14")
        return Ending(winner, Termination.STANDSTILL, "six.15")

    def move_space(self, position: Position) -> Iterator[int]:  # noqa: ARG002 - every position has the same space
        """All spellable moves: パス, placements, moves, moves with a beaten die."""
        squares = range(SQUARES)
        yield PASS
        for unit in range(2 * FACES):
            for to in squares:
                yield encode(unit, to)
                for origin in squares:
                    yield encode(unit, to, origin)
                    yield encode(unit, to, origin, MANY)
                    yield from (encode(unit, to, origin, beaten) for beaten in squares)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Eight turns of the square, without and with exchanged sides."""
        turned = _symmetry_module().BOARD_SYMMETRIES
        return (*turned, *(turn._replace(exchanges=True) for turn in turned))

    def image(self, position: Position, symmetry: int) -> Position:
        """Return `position` under the symmetry of number `symmetry`.

        0 leaves it as it is.
        """
        return position if symmetry == 0 else _symmetry_module().image(position, symmetry)

    def image_of_move(self, move: int, symmetry: int) -> int:
        """Return `move` under the symmetry of number `symmetry`.

        0 leaves it as it is.
        """
        return move if symmetry == 0 else _symmetry_module().image_of_move(move, symmetry)

    def kernel_modules(self) -> KernelModules:
        """Return the modules of rules, breaches and symmetries that :mod:`kifu.core.compiled.bind_and_compile` compiles."""
        return KernelModules(laws, breach, _symmetry_module())

    def engine_modules(self) -> EngineModules:
        """Return evaluation, lower bounds of wins, and slices."""
        from kifu.games.six import (  # noqa: PLC0415 - only the engine needs them
            evaluation,
            tablebase_index,
            win_bounds,
        )

        return EngineModules(evaluation, win_bounds, tablebase_index)


@cache
def _symmetry_module() -> ModuleType:
    """Return the module of symmetries.

    Importing it makes its tables, so this waits for the first use.
    """
    return importlib.import_module(f"{__package__}.symmetry")


@cache
def _under(flags: int) -> Six:
    """Return the only game under these options."""
    return Six(flags) if flags else GAME


GAME = Six()
