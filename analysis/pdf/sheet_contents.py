"""Contents of a score sheet: printed words, games, plies, headers, results, remarks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from analysis.pdf.paper_page import BELOW_MARKS, area_inside_margins
from kifu.core.errors import InvalidSetup
from kifu.core.message import Message
from kifu.core.outcome import SIDE_IDS, Side, Termination

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from analysis.pdf.paper_page import Area, Size
    from kifu.core.game.game import Game, Position
    from kifu.core.message import Language


SHEET = Message("棋譜用紙", "Score sheet")
RECORD = Message("棋譜", "Game record")
CONTINUED = Message("続き", "continued")
WRITER = Message("記入", "Written by")
SEEN = Message("盤を見る側", "Seen by")
EVENT = Message("棋戦", "Event")
ROUND = Message("回戦・卓", "Round, table")
PLACE = Message("場所", "Place")
BEGAN = Message("開始日時", "Begun")
ENDED = Message("終了日時", "Ended")
TIME = Message("持ち時間", "Time")
PLACING = Message("配置", "Placing")
MOVES = Message("指し手", "Moves")
HALVES = (Message("前半", "first game"), Message("後半", "second game"))
UNITS = Message("駒", "Units")
BOARD = Message("盤 (記入する側から)", "The board from the writer's side")
FINAL = Message("最後の局面", "The last position")
START = Message("はじめの局面", "The position at the start")
RESULT = Message("結果 (○で囲む)", "Result (encircle)")
RESULT_TICKED = Message("結果 (印を付ける)", "Result (tick)")
JUDGED = Message("判定", "Verdict")
BY_RULES = Message("規則では", "By the rules")
AS_RECORDED = Message("結果 (棋譜のとおり)", "Result (as recorded)")
DRAW = Message("引き分け", "draw")
UNTIL = Message("手まで", "plies")
REASON = Message("理由", "By")
REASONS = Message("投了・時間切れ・反則・", "resignation · time · foul ·")
POINTS = Message("得点", "Points")
FOUL = Message("反則の指摘", "An illegal move pointed out")
AT_PLY = Message("手目", "At ply")
MADE_BY = Message("指した側", "made by")
NAMED_BY = Message("指摘", "named by")
ARBITER = Message("審判", "arbiter")
WHAT = Message("内容・処置", "What, decision")
SIGNATURES = Message("署名", "Signatures")
FURTHER = Message("続き・訂正 (手数を書く)", "Long moves and corrections (write the ply)")
SUM = Message("二局の合計 (前半の手番で)", "Sum of both games (by the sides of the first)")
TOTAL = Message("合計", "sum")
REMARKS = Message("備考", "Remarks")
HAND = Message("盤の外", "Off the board")
COST = Message("コスト", "Cost")
FREE = Message("まで無料", "free")
HOW = Message("一マスに一字。段の頭の 0 は省けます。", "One character a box; 0 before a row may be left out.")
HOW_TIMED = Message(
    "一マスに一字。段の頭の 0 は省けます。右は時間。",
    "One character a box; 0 before a row may be left out. At the right: the time.",
)
HOW_BOXES = Message(
    "一マスに一字。列・段を左から順に、駒は駒の欄に。淡い字は当てはまれば印を。間違えたら消して下の欄へ。",
    "One character a box: squares from the left, the unit in its place; tick the pale words. Strike slips out, write them below.",
)
ANY_MARK = Message("印はどれでも:", "Any of these marks:")
NO_ZERO = Message("段の 0 は省く:", "No 0 before a row:")
STRUCK = Message("消した字:", "Struck out:")
STRIP = Message("筆跡の見本: 小さい字と同じものを一つずつ", "Your hand: each small symbol once")
WHO_WON, HOW_ENDED = ("▲", "△", "引分"), ("投了", "時間", "反則")
HOW_ENDED_EN = ("resigned", "time", "foul")
EXAMPLES = Message("長い手の例", "The longest moves")


EMPTY, CROSSED = "", "×"
"""The symbols of a box without ink, and of one whose ink is crossed out."""
MARKED, TIMED, TAUGHT = 2, 3, 4
"""The form with marks in its corners, that with a box for each character and a column for the time, and the marked one that
shows how to write and whose strip has a tick."""
_LEADING = re.compile(r"0([0-9])")


class PlySlot(NamedTuple):
    """Room for one ply; unnumbered where `ply` and `side` are None."""

    ply: int | None = None
    side: Side | None = None
    text: str = ""
    seconds: int | None = None


class Box(NamedTuple):
    """Box on a page: place name, symbols, area."""

    place: str
    symbols: tuple[str, ...]
    area: Area


class BoxRow(NamedTuple):
    """Boxes of one ply; `ply` None: further row; `time`: its area."""

    ply: int | None
    boxes: tuple[Box, ...]
    time: Area | None = None


class SheetFoul(NamedTuple):
    """Foul of a record: ply, side, article with its reason."""

    ply: int
    side: Side
    words: str


class SheetGame(NamedTuple):
    """One game on paper."""

    slots: tuple[PlySlot, ...]
    title: Message | None = None
    """Which game of a match it is."""
    exchanged: bool = False
    """Whether the players have exchanged their sides, as in the second game of a match."""
    names: tuple[str, str] = ("", "")
    ending: str = ""
    """Who has won a record's game, and how; empty if nobody has."""
    result: tuple[str, ...] = ()
    """The lines of a record about its end, as they stand there."""
    foul: SheetFoul | None = None
    shown: Position | None = None
    """The position on the small board; None: an empty board."""
    caption: Message = BOARD
    """What that board shows."""
    start: Position | None = None
    """The position that the players set up; None if the sheet is to be filled in."""
    set_up: bool = False
    """Whether there is a page for the position that the players set up."""
    remarks: tuple[str, ...] = ()


class ScoreSheet(NamedTuple):
    """Score sheet, blank or filled from a record.

    Empty places of a filled one stay empty.
    """

    game: Game
    side: Side
    """The side of the writer, who sees the board from there."""
    size: Size
    language: Language
    parts: tuple[SheetGame, ...]
    head: Mapping[str, str]
    """Values of the head by their key in a record."""
    filled: bool = False
    sum: tuple[str, ...] | None = None
    """The lines of a record about the sum of a match, empty for a blank sheet; None for a game that is no match."""
    version: int = TIMED
    """The form. Its number stands for the place of each box: where a box moves, the form gets another number.

    1 has a box for each character, TIMED such boxes and a column for the time, 2 a place for each part of a move, and marks
    in its corners; TAUGHT is as 2 and shows how to write.
    """

    @property
    def code_of_form_without_fiducials(self) -> str:
        """QR code text of unmarked forms: game, side, form.

        That of a marked form begins with it.
        """
        return f"kifu:{self.game.id}:{SIDE_IDS[self.side]}:{self.version}"

    def page_code_text(self, game_number: int, page: int) -> str:
        """Return the QR code text of a page of a marked form.

        It says all that the place of a box depends on.

        Behind :attr:`code_of_form_without_fiducials` stand the paper, the plies of the form, the game of a match and the page, both from 1, and
        what the head of a record must say: ``KIFU:RENGO:FIRST:4:A4:96:1:2:碁盤9路``.
        """
        plies = len(self.parts[game_number].slots)
        parts = (self.code_of_form_without_fiducials, self.size, str(plies), str(game_number + 1), str(page))
        # Capitals take less room in a QR code.
        return ":".join((*(text.upper() for text in parts), *self.game.required_head.values()))

    @property
    def area(self) -> Area:
        """Page area inside margins, below the fiducials of a marked form."""
        area = area_inside_margins(self.size)
        return area._replace(top=BELOW_MARKS) if self.marked else area

    @property
    def marked(self) -> bool:
        """True if symbol boxes and fiducials are printed."""
        return self.version in {MARKED, TAUGHT}

    def say(self, message: Message) -> str:
        """Return a message in the language of the sheet."""
        return message.in_language(self.language)

    def marked_side_name(self, side: Side, *, exchanged: bool = False) -> str:
        """Return a side's name with its mark.

        ▲ 先手, in the Union games ▲ 先手 = ○ 白.

        In the game in which the players have `exchanged` their sides it names the side that they had before too.
        """
        mark, own = self.game.sides[side]
        words = f"{side.mark} {self._name(side)}"
        if own != side.label:
            words += f" = {mark} {self.say(own).split()[0]}"
        return f"{words} ({self.seat_in_first_game(side.other)})" if exchanged else words

    def seat_in_first_game(self, side: Side) -> str:
        """Return a match player by the side in the first game: 前半の先手."""
        name = self._name(side)
        return Message(f"前半の{name}", f"{name} in the first game").in_language(self.language)

    def side_of_writer(self, sheet_game: SheetGame) -> Side:
        """Return the writer's side, from which a game's board is seen.

        The writer changes sides with the players.
        """
        return self.side.other if sheet_game.exchanged and not self.filled else self.side

    def _name(self, side: Side) -> str:
        return self.say(side.label) if self.language == "ja" else SIDE_IDS[side]


def compact_move_text(text: str) -> str:
    """Return a move as written by hand: 四4 for 四04."""
    return _LEADING.sub(r"\1", text)


def box_counts_of_longest_moves(game: Game) -> tuple[int, ...]:
    """Return box counts of the longest moves, shortest first.

    One character a box.
    """
    return tuple(sorted(len(compact_move_text(text)) for text in game.longest_moves()))


def side_of_each_ply(game: Game, position: Position) -> Iterator[Side]:
    """Yield the side to move at each ply, until a forced pass."""
    side = game.turn(position)
    twice = game.double_turn(lambda: position)
    ply = 0
    while True:
        ply += 1
        yield side
        if ply != twice:
            side = side.other


def blank_slots(game: Game, plies: int) -> tuple[PlySlot, ...]:
    """Return the empty room for the first plies of a game."""
    turns = side_of_each_ply(game, game.blank_start())
    return tuple(PlySlot(ply, next(turns)) for ply in range(1, plies + 1))


def do_players_set_up(game: Game) -> bool:
    """Tell whether players set up units, so that starts are unknown."""
    try:
        return bool(game.start() != game.blank_start())
    except InvalidSetup:
        return True


def has_points(game: Game) -> bool:
    """Tell whether points can decide a game."""
    return game.shares(game.blank_start()) is not None or Termination.COUNT in game.decides
