"""Copies a record that people have written in their own way into the plain form of the notation, line by line.

What is plain already is copied as it stands. Each other line becomes lines of the notation, with a note that says what was
read for what; what can be read in two ways stays as it is, with an error that names both.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.model.message import Message, quoted
from kifu.model.outcome import SIDE_MARKS, SIDE_NAMES, Side
from kifu.model.special_words import find as find_special
from kifu.model.squares import BLANKS
from kifu.referee.record import Source, Span, Unread
from notation.closing_line import read_closing
from notation.formats.kif_claims import RESULT_KEYS
from notation.formats.kif_head import MATCH
from notation.formats.kif_keys import without_colon
from notation.formats.kif_moves import moves_on, reads, unmarked
from notation.formats.kif_reader import Part, Reader
from notation.formats.kif_writer import spell_clock, spell_move
from notation.forms import tables
from notation.forms.copies import Copy
from notation.forms.copying_head import HeadCopier, find_game, names_a_square
from notation.forms.course import Course
from notation.forms.ends import read_end
from notation.forms.entries import sides_before
from notation.forms.heads import read_head
from notation.forms.holes import UNWRITTEN
from notation.forms.layout import Laid, laid_out, without_bullet
from notation.forms.passages import Passage
from notation.forms.running import parted
from notation.scanner import BRANCH, CLEAN_MOVE, Item, Kind, classify, read_clock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notation.formats.kif_head import Rules
    from notation.forms.entries import Around, Turn

_NUMBER_ALONE = re.compile(r"[(\[第]?\s*\d{1,4}\s*(?:手目?)?\s*[)\].:、]*")
READINGS_NAMED = 4
"""The number of readings that an error names."""


def copy_of(source: Source, span: Span, rules: Rules, *, stars: bool = False, common: bool = False) -> Copy | None:
    """Return the copy of the record on the lines of `span`; None if they name no game.

    `stars` says that stars are bullets, not comments; `common` that 後手 writes the characters of 先手's units.
    """
    lines = laid_out(source.lines[span.first - 1 : span.last], span.first)
    found = find_game(lines, rules)
    if found is None:
        return None
    copier = Copier(source, Course(found[0]), rules, stars=stars, common=common)
    at = 0
    while at < len(lines):
        joined = copier.labelled(lines[at : at + 2])
        copier.copy(joined or lines[at], titled=at == found[1])
        at += 2 if joined else 1
        if copier.moving and not copier.start:  # moves above the line that names the game belong to no record
            return None
    copier.settle(None)
    return Copy(tuple(copier.lines), copier.start or 1, tuple(copier.notes))


class Copier(HeadCopier):
    """Copies the lines of one record."""

    def __init__(self, source: Source, course: Course, rules: Rules, *, stars: bool, common: bool) -> None:
        super().__init__(source, course)
        self.rules, self.stars, self.common = rules, stars, common
        self.roles: tuple[str, ...] = ()
        """The roles of the columns of the table that is being copied."""
        self.pending: list[tuple[Passage, int | None]] = []
        """The empty places of turns, each with its number if it has one. They are moves that were not written if another
        turn follows."""
        self.over = False
        """Whether the game has ended; what stands below its end is no move of it."""
        self.in_match = False
        self.senders: dict[str, set[Side]] = {}
        """The sides for which each sender of messages has sent moves."""

    def copy(self, laid: Laid, *, titled: bool) -> None:
        """Copy a line; `titled` says that it is the title that names the game."""
        if laid.parts and (laid.passage.text.isdecimal() or not self.is_body(laid)):
            for part in laid.parts:
                self.copy(part, titled=False)
            return
        text = laid.raw if laid.raw is not None else laid.passage.text
        item = classify(text, self.course.around().words)
        comment = item.kind in {Kind.FILE_COMMENT, Kind.COMMENT, Kind.BOOKMARK}
        if titled:
            self.title(laid)
        elif not text.strip(BLANKS) or (comment and not (self.stars and item.kind is Kind.COMMENT)):
            self.keep(laid)
        elif laid.furniture:
            self.put(laid.passage, [f"# {text.strip()}"])
        elif not self.diagram_line(laid, item) and (self.moving or not self.head_line(laid, item)):
            self._begin()
            before = self.course.ply
            side = self.course.side
            self._body_line(laid, item, text)
            if laid.sender and self.course.ply == before + 1:
                self.senders.setdefault(laid.sender, set()).add(side)

    def labelled(self, lines: Sequence[Laid]) -> Laid | None:
        """Return two lines as one if the first is only the number or the side of the turn on the second; else None."""
        if len(lines) == 1 or self.over or any(laid.parts or not laid.passage.text.strip() for laid in lines):
            return None
        label, move = (laid.passage.cut(0) for laid in lines)
        around = self.course.around(label.text)
        sided = any(end == len(label.text) for _, end in sides_before(around, label.text))
        if sided and not self.moving and ":" in label.text:
            return None  # the line of a player whose name is not filled in
        if not sided and _NUMBER_ALONE.fullmatch(label.text) is None:
            return None
        blank = Passage(" ", move.places[:1])
        whole = label.joined(blank).joined(move)
        alone, together = self.course.turns(move), self.course.turns(whole)
        fits = (
            alone
            and alone[0].moves
            and alone[0].number is None
            and together
            and together[0].core.text.endswith(alone[0].core.text)
        )
        return Laid(whole, None, lines[0].line) if fits else None

    def _begin(self) -> None:
        """Begin the moves, when the head is complete."""
        if self.moving:
            return
        self.moving = True
        if not self.start:
            return
        self.end_fields()
        lines = tuple(line.text for line in self.lines)
        source = Source("", b"", "utf-8", False, lines, ("\n",) * len(lines))  # noqa: FBT003
        self.course.begin(Reader(Part(source, 0, Span(1, len(lines)), self.start or 1), self.rules).record())

    def _body_line(self, laid: Laid, item: Item, text: str) -> None:
        if item.kind is Kind.BRANCH or (item.kind is Kind.HEADER and item.key in {MATCH, BRANCH}):
            number = re.search(r"\d+", text)
            self.course.back_to(max(int(number[0]) - 1, 0) if number else 0)
            self.roles, self.over = (), False
            self.in_match = self.in_match or item.key == MATCH
            self.keep(laid)
        elif item.kind is Kind.TABLE or (laid.raw is not None and not self.roles and self._plain(item, text)):
            self.keep(laid)
        elif self.over:
            if not self._end(laid):
                self.put(laid.passage, [f"*{laid.passage.text}"]) if laid.sender else self.keep(laid)
        elif (self.roles and self._row(laid)) or self._line(laid) or self._without_bullet(laid):
            pass
        elif laid.sender and not names_a_square(laid.passage.text):
            self.put(laid.passage, [f"*{laid.sender} {laid.passage.text}"])
        elif (
            item.kind is not Kind.HEADER
            and without_colon(text) is None
            and (lines := read_head(laid.passage.text, self.course.game))
        ):
            self.put(laid.passage, lines)
        else:
            self.keep(laid)

    def _line(self, laid: Laid) -> bool:
        return self._turn_line(laid) or self._row(laid) or self._running(laid) or self._end(laid)

    def _without_bullet(self, laid: Laid) -> bool:
        bare = without_bullet(laid.passage, stars=self.stars)
        return bare is not None and (self._turn_line(laid._replace(passage=bare)) or self._running(laid, bare))

    # Lines that are plain.

    def _plain(self, item: Item, text: str) -> bool:
        """Return whether a line is one of the notation, and play its moves."""
        game, words = self.course.game, self.course.around().words

        def understood(move: Item) -> bool:
            special = find_special(unmarked(move.text), words) is not None
            timed = not move.clock or read_clock(move.clock) is not None
            return timed and (special or (reads(game, move.text) and not self._is_of_the_other(move.text)))

        items: tuple[Item, ...] = (item,) if item.kind is Kind.MOVE and understood(item) else ()
        usual = CLEAN_MOVE.fullmatch(text) is not None  # the reader takes such a line as it is
        if not items and not usual and item.kind in {Kind.MOVE, Kind.HEADER, Kind.UNKNOWN}:
            items = moves_on(game, words, text, self.course.number + 1)
        if items and all(map(understood, items)):
            self._flush()
            for move in items:
                if find_special(unmarked(move.text), words) is not None:
                    self.over = True
                else:
                    self.course.play(move.text)
                    self.course.number = self.course.number + 1 if move.number is None else move.number
            return True
        sides = {side.label.ja: Side(at) for at, side in enumerate(game.sides)} | SIDE_NAMES
        closing = (
            read_closing(text.strip(BLANKS), 1, 1, self.course.players() | sides, words) if text.strip(BLANKS) else None
        )
        if closing is None:
            return False
        self.settle(closing.count)
        self.over = True
        return True

    def _is_of_the_other(self, text: str) -> bool:
        """Return whether 後手 writes a move with the character of 先手's unit, as `common` says of the record."""
        return self.common and self.course.ply % 2 == 1 and any(one in text for one in self.course.game.common_units)

    # Turns.

    def _turn_line(self, laid: Laid) -> bool:
        """Copy a line that is one turn; return whether it is one."""
        found = self.course.turns(laid.passage)
        if not found or (found[0].unwritten and not self.course.ply and found[0].number != 1):
            return False
        if found[0].unwritten and self.course.ply and not found[0].core.text and found[0].clock is None:
            self.pending.append((laid.passage, found[0].number))
            return True
        if found[0].word and (found[0].side is not None or laid.sender) and self._end(laid):
            return True
        self._turn(found, laid.passage)
        return True

    def _turn(self, found: Sequence[Turn], passage: Passage, *, told: bool = False) -> None:
        """Copy a turn; `found` is what it may be. `told` says that the note on its line stands already."""
        self._flush()
        course, turn = self.course, found[0]
        number = course.number + 1 if turn.number is None else turn.number
        written = self.written(turn.core) if turn.core.places else ""
        fault = _unwritten(number) if turn.unwritten else _several(written, self._readings(found))
        clock = "" if turn.clock is None else spell_clock(turn.clock)
        remark = [f"*{turn.remark}"] if turn.remark else []
        move = written if fault is not None else turn.word or self._of_the_side(turn)
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
        """Return the move of a turn with its side mark, if it has one, and with the characters of its side."""
        move = turn.moves[0]
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
            self.put(passage, [""])
            return True
        cells = tables.cells_of(passage, self.roles)
        if cells is None:
            self.roles = ()
            return False
        around = self.course.around(passage.text)
        if roles := tables.roles_of([cell.text for cell in cells], around.players):
            self.roles = roles
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
        first = len(self.lines)
        for at, part in enumerate(parts):
            found = self.course.turns(part)
            if found:
                if at == 0 and found[0].number == self.course.number // 2 + 1:
                    found = tuple(turn._replace(number=None) for turn in found)  # the number of the round
                self._turn(found, part, told=part.place[0] == passage.place[0])
            elif (end := read_end(self.course.around(), part.text, self.course.ply)) is not None:
                self.put(part, end)
            elif at == 0 and not names_a_square(part.text):
                self.put(part, [f"*{part.text}"])
            else:
                self._unread(part, self.written(part))
        self.tell(passage, [line.text for line in self.lines[first:]])
        return True

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
