"""Copies the turns of a record: one a line, rows of tables, running text, and the word that ends the game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.model.message import Message, quoted
from kifu.model.outcome import SIDE_MARKS, SIDE_NAMES, Side
from kifu.referee.record import Unread
from notation.closing_line import read_closing
from notation.formats.kif_claims import RESULT_KEYS
from notation.formats.kif_writer import spell_clock, spell_move
from notation.forms import tables
from notation.forms.copying_head import HeadCopier, names_a_square
from notation.forms.ends import read_end
from notation.forms.holes import UNWRITTEN
from notation.forms.labels import numbers_before
from notation.forms.passages import Passage
from notation.forms.running import parted
from notation.scanner import classify

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.referee.record import Source
    from notation.forms.course import Course
    from notation.forms.entries import Turn
    from notation.forms.labels import Around
    from notation.forms.layout import Laid

READINGS_NAMED = 4
"""The number of readings that an error names."""


class TurnCopier(HeadCopier):
    """Copies turns, the rows of tables, lines of several turns, and the end."""

    def __init__(self, source: Source, course: Course, *, common: bool) -> None:
        super().__init__(source, course)
        self.common = common
        self.roles: tuple[str, ...] = ()
        """The roles of the columns of the table that is being copied."""
        self.pending: list[tuple[Passage, int | None]] = []
        """The empty places of turns, each with its number if it has one. They are moves that were not written if another
        turn follows."""
        self.over = False
        """Whether the game has ended; what stands below its end is no move of it."""
        self.in_match = False
        self.below: Iterator[str] = iter(())
        """The lines below that have something on them."""
        self.ruled = False
        """Whether a rule stands below the last turn, as above the signature of a mail."""
        self.senders: dict[str, set[Side]] = {}
        """The sides for which each sender of messages has sent moves."""

    def _is_of_the_other(self, text: str) -> bool:
        """Return whether 後手 writes a move with the character of 先手's unit, as `common` says of the record."""
        return self.common and self.course.ply % 2 == 1 and any(one in text for one in self.course.game.common_units)

    def _turn(self, found: Sequence[Turn], passage: Passage, *, told: bool = False) -> None:
        """Copy a turn; `found` is what it may be. `told` says that the note on its line stands already."""
        self._flush()
        self.ruled = False
        course, turn = self.course, found[0]
        number = course.number + 1 if turn.number is None else turn.number
        written = self.written(turn.core) if turn.core.places else ""
        fault = _unwritten(number) if turn.unwritten else _several(written, self._readings(found))
        clock = "" if turn.clock is None else spell_clock(turn.clock)
        remark = [f"*{turn.remark}"] if turn.remark else []
        move = written if fault is not None else self._of_the_side(turn)
        lines = [spell_move(number, move, clock), *remark]
        self.add(turn.core if turn.core.places else passage, lines, fault)
        if fault is None and not (told and not remark and move.endswith(written)):
            self.tell(passage, lines, course.ply + 1)
        if fault is not None:
            course.skip()
        elif turn.word:
            self.over = True
        else:
            course.play(move)
        course.number = number

    def _readings(self, found: Sequence[Turn]) -> list[str]:
        """Return all that a turn may be: its moves, and a move without its square behind a number that is stuck to it."""
        readings = [move for turn in found for move in (turn.moves or (turn.word,))]
        core = found[0].core.text
        stuck = re.fullmatch(r"(\d+)(\D+)", core)
        if stuck and found[0].number is None and int(stuck[1]) == self.course.number + 1 and core not in readings:
            readings.append(f"{stuck[1]} {stuck[2]}")
        return readings

    def _of_the_side(self, turn: Turn) -> str:
        """Return the move or the word of a turn with its side mark, if it has one, and with the characters of its side."""
        move = turn.word or turn.moves[0]
        if self._is_of_the_other(move):
            move = "".join(self.course.game.common_units.get(one, one) for one in move)
        return move if turn.side is None or move[0] in SIDE_MARKS else turn.side.mark + move

    def _flush(self) -> None:
        """Copy the turns whose places are empty, for a turn follows."""
        pending, self.pending = self.pending, []
        for passage, written in pending:
            number = self.course.number + 1 if written is None else written
            self.add(passage, [spell_move(number, "〓" if written is None else "")], _unwritten(number))
            self.course.skip()
            self.course.number = number

    def settle(self, count: int | None) -> None:
        """Decide about empty places at the end of the game, whose closing line has `count` plies.

        A number alone is a move that was not written. Several numbers, rows of a table, and what the closing line does not
        count are the lines of a form that were not needed.
        """
        in_a_table = any(number is None for _, number in self.pending)
        if in_a_table or len(self.pending) > 1 or count == self.course.ply:
            pending, self.pending = self.pending, []
            copied = {line.line for line in self.lines}  # the row of another turn
            for passage in dict.fromkeys(passage for passage, _ in pending):
                if passage.text.strip() and passage.place[0] not in copied:
                    self.put(passage, [f"# {self.written(passage).strip()}"])
        self._flush()

    def _unread(self, passage: Passage, text: str, fault: Unread | None = None) -> None:
        """Copy a text that stands where a move should stand."""
        self._flush()
        self.course.number += 1
        self.add(passage, [spell_move(self.course.number, text)], fault)
        self.course.skip()

    # Lines of several turns.

    def _row(self, laid: Laid) -> bool:
        """Copy a row of a table; return whether the line is one."""
        passage = laid.passage
        if tables.is_rule(passage.text):
            self.ruled = True
            self.put(passage, [""])
            return True
        cells = tables.cells_of(passage, self.roles)
        if cells is None:
            self.roles = ()
            headed = self._names_columns(laid)
            if headed:
                self.put(passage, [f"# {' '.join(passage.text.split())}"])
            return headed
        around = self.course.around(passage.text)
        if roles := tables.roles_of([cell.text for cell in cells], around.players):
            self.roles = roles
            self.course.colour = around.first
            self.put(passage, [f"# {' '.join(cell.text for cell in cells if cell.text)}"])
            return True
        row = tables.turns_of(cells, self.roles) or []
        filled = [cell.passage for cell in row if cell.passage.text]
        if self.roles and row and not filled:
            self.pending += [(passage, None) for _ in row]
            return True
        if not any(self.course.turns(cell) or read_end(around, cell.text, self.course.ply) for cell in filled):
            return False
        numbers = [cell.number for cell in row if cell.number is not None]
        expected = self.course.number + 1 + len(self.pending)
        in_rounds = len(row) > 1 and len(numbers) == 1 and numbers[0] != expected
        first = len(self.lines)
        for cell in row:
            if not cell.passage.text:
                self.pending.append((cell.passage if cell.passage.places else passage, None))
            else:
                self._cell(cell._replace(number=None) if in_rounds else cell)
        self.tell(passage, [line.text for line in self.lines[first:]])
        return True

    def _cell(self, cell: tables.Cell) -> None:
        around = self.course.around(cell.passage.text)
        found = self.course.turns(cell.passage)
        if not found and (end := read_end(around, cell.passage.text, self.course.ply)) is not None:
            self.add(cell.passage, end)
        elif not found:
            self._unread(cell.passage, self.written(cell.passage))
        else:
            side = around.side(cell.side) if cell.side not in around.players else around.players[cell.side]
            own = [
                turn._replace(
                    number=cell.number if turn.number is None else turn.number,
                    side=side if turn.side is None else turn.side,
                    clock=cell.clock if turn.clock is None else turn.clock,
                    remark=f"{turn.remark} {cell.remark}".strip(),
                )
                for turn in found
            ]
            self._turn(own, cell.passage, told=True)

    def _running(self, laid: Laid, passage: Passage | None = None) -> bool:
        """Copy a line of several turns; return whether it is one."""
        passage = passage or laid.passage
        parts = parted(self.course.around(passage.text), passage)
        if not parts:
            return False
        if alternatives := self._alternatives(parts):
            self._turn(alternatives, passage)
            return True
        first, numbered = len(self.lines), False
        for at, part in enumerate(parts):
            found = self.course.turns(part)
            if found:
                if not numbered and found[0].number == self.course.number // 2 + 1:
                    found = tuple(turn._replace(number=None) for turn in found)  # the number of the round
                numbered = found[0].number is not None
                self._turn(found, part, told=part.place[0] == passage.place[0])
            elif (end := read_end(self.course.around(), part.text, self.course.ply)) is not None:
                self.put(part, end)
            elif at == 0 and not names_a_square(part.text):
                self.put(part, [f"*{part.text}"])
            else:
                self._unread(part, self.written(part))
        self.tell(passage, [line.text for line in self.lines[first:]])
        return True

    def _alternatives(self, parts: Sequence[Passage]) -> list[Turn]:
        """Return the turns of a line that has one number, if the next line has the next one: they are one turn."""
        found = [turn for part in parts for turn in self.course.turns(part)[:1] if turn.moves]
        number = self.course.number + 1
        numbers = [turn.number for turn in found]
        of_a_round = number == self.course.number // 2 + 1
        one = len(found) == len(parts) and numbers[0] == number and not any(numbers[1:]) and not of_a_round
        if not one or all(value != number + 1 for value, _ in numbers_before(next(self.below, ""))):
            return []
        core = parts[0]
        for part in parts[1:]:
            core = core.joined(Passage("/", part.places[:1])).joined(part)
        return [turn._replace(core=core.cut(core.text.index(found[0].core.text))) for turn in found]

    def _end(self, laid: Laid) -> bool:
        """Copy a line that says how the game has ended; return whether it is one."""
        around = self.course.around()
        item = classify(laid.passage.text)
        end = read_end(around, laid.passage.text, self.course.ply)
        if end is None or (item.key in RESULT_KEYS and (self.in_match or "の勝ち" not in end[-1])):
            return False
        count = read_closing(end[-1], 1, 1, SIDE_NAMES)
        self.settle(None if count is None else count.count)
        self.over = True
        resigned = self._resigned(around, laid.sender) if end == ("投了",) and laid.sender else None
        self.put(laid.passage, end if resigned is None else [f"まで{resigned.label.ja}の投了"])
        return True

    def _resigned(self, around: Around, sender: str) -> Side | None:
        """Return the side of whoever has sent that they resign; None for the side to move."""
        sides = self.senders.get(sender, set())
        return around.players.get(sender, next(iter(sides)) if len(sides) == 1 else None)


def _several(written: str, readings: Sequence[str]) -> Unread | None:
    """Return the error that names the readings of a turn; None if it has one reading."""
    shown = list(dict.fromkeys(readings))
    if len(shown) < 2:  # noqa: PLR2004
        return None
    more = "…" if len(shown) > READINGS_NAMED else ""
    ja, en = "」か「".join(shown[:READINGS_NAMED]), "' or '".join(shown[:READINGS_NAMED])
    return Unread(
        "two-readings",
        Message(
            f"「{quoted(written)}」は「{ja}」{more}とも読めます。指した手を書いてください",
            f"'{quoted(written)}' may mean '{en}'{more}; write the move that was played",
        ),
    )


def _unwritten(number: int) -> Unread:
    return Unread(
        UNWRITTEN,
        Message(
            f"{number} 手目の指し手が書かれていません。分かれば書き足してください",
            f"move {number} is not written down; add it if it is known",
        ),
    )
