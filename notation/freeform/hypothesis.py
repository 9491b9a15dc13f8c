"""The state of a reading: a frozen hypothesis about the lines so far, linked to its plies and to the lines of the plain copy that it made."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.errors import InvalidMove
from kifu.core.outcome import PLAYERS, SIDE_NAMES, SPECIALS, Side
from kifu.referee.record import Header
from notation.closing_line_reader import sides_of_named_players
from notation.freeform.plain_copy import CopyLine, copy_line
from notation.freeform.spans_line_context_and_sides import WORDS_FOR_WRITER, SideContext
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping

    from kifu.core.game.game import Game, Position
    from kifu.core.outcome import SpecialMeaning
    from kifu.referee.record import Unread
    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.fold_text import LocatedText
    from notation.freeform.setup_parts import Setup
    from notation.freeform.table_cells_and_columns import TableColumn


class Situation(NamedTuple):
    """What is known of the place of a move in its game."""

    position: Position | None = None
    last: str = ""
    """The square where the move before has ended, in the notation."""
    counted: tuple[str, ...] = ()
    """The sides of the board from which the squares as written are counted, but for the left and the top."""


class PlyLink(NamedTuple):
    """A ply behind those before it: the position after it, and the square where its move has ended."""

    position: Position | None = None
    """None where it is not known."""
    last: str = ""
    before: PlyLink | None = None
    ply: int = 0

    def then(self, position: Position | None = None, last: str = "") -> PlyLink:
        """Return the ply behind this one."""
        return PlyLink(position, last, self, self.ply + 1)

    def positions(self) -> tuple[Position | None, ...]:
        """Return the positions after this ply and those before it, the last first."""
        found, positions = self, [self.position]
        while found.before is not None:
            found = found.before
            positions.append(found.position)
        return tuple(positions)

    def link_of_ply(self, ply: int) -> PlyLink:
        """Return ply `ply`; one that is not known behind the last."""
        found = self
        while found.ply > ply and found.before is not None:
            found = found.before
        return found if found.ply == ply else PlyLink(ply=ply)


TITLE, DIAGRAM = "表題", "局面図"
MIN_NAME_CHARACTERS = 2
"""The fewest characters of a name that stand for all of it."""
MAX_BEGINNING_CHARACTERS = 20
"""The most characters of the beginning of a name: all those of a long one would be its length squared."""
_INITIAL = kept_pattern(r"(?<![^\s・/／])[A-ZＡ-Ｚ][.．]")
"""The initial before a surname: B.オルセン."""
_IN_LATIN = kept_pattern(r"[^\W\d_]{1,12}\.?(?: [^\W\d_]{1,16}){1,2}(?<=[A-Za-z])")
"""A name of several words, whose blanks stand in the text as in the head: Mrs. Oda."""
_NAME_AND_ANOTHER = kept_pattern(r"([^\W\d]{1,12})\s?[(（]([^\W\d]{1,12})[)）]")


@lru_cache(maxsize=32)
def special_words_by_text(game: Game) -> Mapping[str, SpecialMeaning]:
    """Return the special words of a game by their text."""
    return {**SPECIALS, **game.words}


_CLASS_OF_A_YEAR = kept_pattern(r"(?<=\w年)\w{1,2}組$")
"""What a class is called for short: 1組 of 6年1組 川端."""

_OWN_MARK = kept_pattern(r"^[▲☗△☖▽]\s?(?=\w)")
"""The mark of a side before the name behind its key: 先手：▲大貫."""

_BEGINS_AN_HONORIFIC = kept_pattern(r"[^\Wぁ-ん][さくち]$")
"""A beginning of a name that would tear さん, くん or ちゃん: 村井さ of 村井さつき, in 村井さん."""


@lru_cache(maxsize=256)
def sides_by_player_name(head: tuple[tuple[str, str], ...]) -> Mapping[str, Side]:  # noqa: C901 - one way to write a name after the other
    """Return the side of each player's name in a head, and of the beginnings that only one of them has."""
    head = tuple((key, _OWN_MARK.sub("", value) if key in PLAYERS else value) for key, value in head)
    sides = sides_of_named_players([Header(key, value, 0) for key, value in head])
    whole = {name: side for name, side in sides.items() if name not in SIDE_NAMES}
    beginnings: dict[str, set[Side]] = {}
    parts = list(whole.items())
    for key, value in head:  # 三浦 of 第一中学校 三浦, オルセン of B.オルセン
        value = _INITIAL.sub(r"\g<0> ", value)  # noqa: PLW2901
        named = key in PLAYERS and len(whole) == len(Side)
        if named and _IN_LATIN.fullmatch(value.strip()):
            beginnings.setdefault(value.strip(), set()).add(SIDE_NAMES[key])
        words = [word for word in re.split(r"[\s・/／]", value) if re.search(r"\w", word)] if named else []
        for word in words if len(words) == 2 else ():  # noqa: PLR2004 - a house and a name, or both names of one person
            if not _INITIAL.fullmatch(word):
                beginnings.setdefault(word, set()).add(SIDE_NAMES[key])
                parts.append((word, SIDE_NAMES[key]))
            if (of_a_year := _CLASS_OF_A_YEAR.search(word)) is not None:
                beginnings.setdefault(of_a_year[0], set()).add(SIDE_NAMES[key])
    for whole_name, side in whole.items():
        for name in _names_of_writer(whole_name):
            beginnings.setdefault(name, set()).add(side)
    for name, side in parts:  # people write 山田 for 山田太郎
        for end in range(MIN_NAME_CHARACTERS, min(len(name), MAX_BEGINNING_CHARACTERS + 1)):
            if not _BEGINS_AN_HONORIFIC.search(name[:end]):
                beginnings.setdefault(name[:end], set()).add(side)
    shared = {name for name in whole if any(other.startswith((f"{name}(", f"{name}（")) for other in whole)}
    clear = {name: of.pop() for name, of in beginnings.items() if len(of) == 1} | whole
    return {name: side for name, side in clear.items() if name not in shared}  # 後藤, and 後藤(二丁目) is the other one


def _names_of_writer(name: str) -> tuple[str, ...]:
    """Return the word for the writer and the name beside it, of a player who writes the record: おれ(浜口), 浜口（ぼく）."""
    told = _NAME_AND_ANOTHER.fullmatch(name)
    return told.groups() if told is not None and not {*WORDS_FOR_WRITER}.isdisjoint(told.groups()) else ()


class CopyItem(NamedTuple):
    """Lines of the plain copy that one statement became."""

    lines: tuple[CopyLine, ...]
    kind: str
    """turn, hole, head, end, comment, unread, kept-turn, or kept: a line as it stands."""
    passage: LocatedText | None = None
    """The text that they were read from; None where no note is needed."""
    ply: int | None = None
    slip: Unread | None = None
    """What a move out of turn is if a number or a side anywhere in the record does not fit."""
    implied: Unread | None = None
    """What a move without the square that it leaves is if the record does not leave it out throughout."""

    @property
    def is_turn(self) -> bool:
        """Whether it is a turn, read or kept as it stands."""
        return self.kind in {"turn", "kept-turn"}


def verbatim_item(clean_line: CleanLine, kind: str = "kept") -> CopyItem:
    """Return a line as it stands, for the strict reader to read, or to name if it is `unread`."""
    passage = None if clean_line.raw is not None or not clean_line.passage.places else clean_line.passage
    line = (
        CopyLine(clean_line.raw or "", None, clean_line.line) if passage is None else copy_line(passage, passage.text)
    )
    return CopyItem((line._replace(kind=kind if kind == "unread" else ""),), kind, passage)


def line_read_as(clean_line: CleanLine, text: str, kind: str) -> CopyItem:
    """Return a line that became another of the notation."""
    return CopyItem((copy_line(clean_line.passage, text),), kind, clean_line.passage)


class ItemLink(NamedTuple):
    """An item behind those before it."""

    item: CopyItem
    before: ItemLink | None


class LoneLabel(NamedTuple):
    """A number or a side that stands alone above its move."""

    passage: LocatedText
    side: Side | str | None = None


class Hypothesis(NamedTuple):
    """A reading of the lines so far."""

    game: Game
    cost: float = 0.0
    lent: float = 0.0
    """How much of the cost is paid back if the next number shows that no move is missing."""
    made: ItemLink | None = None
    head: tuple[tuple[str, str], ...] = ()
    started: bool = False
    """Whether the line 棋種 stands in the copy."""
    moving: bool = False
    """Whether the moves have begun."""
    plies: PlyLink = PlyLink()
    """The last ply, which knows those before it; ply 0 is the start."""
    number: int = 0
    """The ply number written last."""
    numbering: str = ""
    """What numbers count: ply, round, or zero for plies from 0; empty while it is not known."""
    base: int = 0
    """The ply behind which the numbers began again at 1."""
    colour: str = ""
    """The colour of 先手 as the record uses it; empty while it has used none."""
    order: str = ""
    """Which axis stands first in squares of two figures; empty while it is not known."""
    counted: tuple[str, ...] = ()
    """The sides of the board from which squares are counted, as the record says, but for the left and the top."""
    names: tuple[tuple[str, Side], ...] = ()
    """What sentences call the sides: あなた, わたし."""
    speakers: tuple[tuple[str, Side], ...] = ()
    said: object = None
    """The winner or the word of the last end."""
    over: str = ""
    """How the game has ended: end, inferred, break; empty while it goes on."""
    reopened: bool = False
    """Whether a line says that the broken game goes on."""
    taken_back: bool = False
    """Whether a line says that the last ply was taken back."""
    row: int = 0
    """The row of a diagram that comes next, from 1; 0 outside a diagram."""
    fields: tuple[CopyLine, ...] = ()
    """Lines about hands above a diagram in a frame, which belong below it."""
    setup: tuple[tuple[Setup, LocatedText], ...] = ()
    """What lines say about the start, besides the rows of a diagram."""
    roles: tuple[TableColumn, ...] = ()
    """The columns of a table."""
    pending: tuple[tuple[LocatedText, int | None], ...] = ()
    """Empty places of turns: moves that were not written if another turn follows."""
    label: LoneLabel | None = None
    slipped: bool = False
    """Whether a number or a side did not fit, so that a move may be missing, or written twice."""
    implied: int = 0
    """How many moves were read whose ink would place the unit, for the square that it leaves may be left out."""
    common: bool = False
    """Whether 後手 writes the characters of 先手's units."""
    in_match: bool = False
    ruled: bool = False
    """Whether a rule stands below the last turn, as above the signature of a mail."""

    @property
    def ply(self) -> int:
        """The number of the last ply."""
        return self.plies.ply

    @property
    def position(self) -> Position | None:
        """The position after the last ply; None where it is not known."""
        return self.plies.position

    @property
    def side(self) -> Side:
        """The side to move; by the number of plies where the position is not known."""
        position = self.plies.position
        return Side(self.plies.ply % 2 if position is None else self.game.turn(position))

    @property
    def ends_in_a_foul(self) -> bool:
        """Whether the last ply is the first that is not legal."""
        return self.fouled is not None

    @property
    def fouled(self) -> Side | None:
        """The side of the last ply, if it is the first that is not legal; 黒 (後手) places first in ユニオンマスター."""
        before = self.plies.before
        if self.position is not None or before is None or before.position is None:
            return None
        return Side(self.game.turn(before.position))

    @property
    def situation(self) -> Situation:
        """The place of the next move in its game."""
        return Situation(self.plies.position, self.plies.last, self.counted)

    def sides_of_players(self) -> Mapping[str, Side]:
        """Return the side of each player's name, and of the beginnings that only one of them has."""
        players = sides_by_player_name(self.head)
        return {**dict(self.names), **players} if self.names else players

    def side_context(self) -> SideContext:
        """Return what a line is read with."""
        return SideContext(
            self.game,
            special_words_by_text(self.game),
            self.sides_of_players(),
            first=self.colour,
            order="" if self.moving else self.order,
        )

    def adding(self, item: CopyItem, cost: float = 0.0) -> Hypothesis:
        """Return the hypothesis with one more item."""
        return self._replace(made=ItemLink(item, self.made), cost=self.cost + cost)

    def items_from_last(self) -> Iterator[CopyItem]:
        """Yield the items from the last to the first."""
        kept = self.made
        while kept is not None:
            yield kept.item
            kept = kept.before

    def turns(self) -> list[CopyItem]:
        """Return the turns in order."""
        return [item for item in self.items_from_last() if item.is_turn][::-1]

    def with_fields(self) -> Hypothesis:
        """Return the hypothesis with the lines about hands that stood above their diagram."""
        return self.adding(CopyItem(self.fields, "kept"))._replace(fields=()) if self.fields else self

    def lines(self, left_out: Container[str] = ()) -> list[CopyLine]:
        """Return the lines of the copy in order, without items of the kinds in `left_out`."""
        return [
            line for item in reversed(list(self.items_from_last())) if item.kind not in left_out for line in item.lines
        ]

    def paid_back(self) -> Hypothesis:
        """Return the hypothesis where a count of the plies has shown that the free text above hides no move."""
        return self._replace(cost=self.cost - self.lent, lent=0.0) if self.lent else self

    def back_to(self, ply: int) -> Hypothesis:
        """Return the hypothesis at the position after `ply` plies, for a branch or the next game of a match."""
        plies = self.plies.link_of_ply(ply)
        return self._replace(plies=plies, number=ply, over="", roles=(), pending=(), label=None, taken_back=False)

    def after(self, text: str) -> PlyLink:
        """Return the ply of a move; the position is unknown after a move that is not legal."""
        return self.plies.then(*_position_after(self.game, self.plies.position, text))

    def skipped(self) -> Hypothesis:
        """Return the hypothesis after a move that is not known."""
        return self._replace(plies=self.plies.then())


@lru_cache(maxsize=4096)
def _position_after(game: Game, position: Position | None, text: str) -> tuple[Position | None, str]:
    """Return the position after a move, None if it is not known or not legal, and the square where the move ends."""
    after = None
    try:
        reading = game.read(text)
        squares = reading.written.squares
        last = game.board.spell(squares[-1]) if squares else ""
        if position is not None:
            move = game.resolve(position, reading)
            after = game.play_legal(position, move) if game.legal(position, move) else None
    except InvalidMove:
        last = ""
    return after, last
