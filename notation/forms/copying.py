"""Copies a record that people have written in their own way into the plain form of the notation, line by line.

What is plain already is copied as it stands. Each other line becomes lines of the notation, with a note that says what was
read for what; what can be read in two ways stays as it is, with an error that names both.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.model.outcome import SIDE_NAMES, Side
from kifu.model.special_words import find as find_special
from kifu.model.squares import BLANKS
from kifu.referee.record import Source, Span
from notation.closing_line import read_closing
from notation.formats.kif_head import MATCH
from notation.formats.kif_keys import without_colon
from notation.formats.kif_moves import moves_on, reads, unmarked
from notation.formats.kif_reader import Part, Reader
from notation.forms.copies import Copied, Copy
from notation.forms.copying_head import find_game, names_a_square
from notation.forms.copying_turns import TurnCopier
from notation.forms.course import Course
from notation.forms.heads import read_head
from notation.forms.labels import sides_before
from notation.forms.layout import TAG, Laid, laid_out, without_bullet
from notation.forms.passages import Passage
from notation.forms.prose import is_prose
from notation.scanner import BRANCH, CLEAN_MOVE, Item, Kind, classify, read_clock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notation.formats.kif_head import Rules

_NUMBER_ALONE = re.compile(r"[(\[第]?\s*\d{1,4}\s*(?:手目?)?\s*[)\].:、]*")


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
        copier.below = (text for below in range(at + 1, len(lines)) if (text := lines[below].passage.text).strip())
        copier.copy(joined or lines[at], titled=at == found[1])
        at += 2 if joined else 1
        if copier.moving and not copier.start:  # moves above the line that names the game belong to no record
            return None
    copier.settle(None)
    return Copy(tuple(copier.lines), copier.start or 1, tuple(copier.notes))


class Copier(TurnCopier):
    """Copies the lines of one record."""

    def __init__(self, source: Source, course: Course, rules: Rules, *, stars: bool, common: bool) -> None:
        super().__init__(source, course, common=common)
        self.rules, self.stars = rules, stars

    def copy(self, laid: Laid, *, titled: bool) -> None:
        """Copy a line; `titled` says that it is the title that names the game."""
        if laid.parts and (laid.passage.text.isdecimal() or not self.is_body(laid)):
            if self.moving and not self.over and not laid.passage.text.isdecimal():
                self._unread(laid.passage, laid.passage.text)  # not its figures as turns of their own
            else:
                for part in laid.parts:
                    self.copy(part, titled=False)
            return
        text = laid.raw if laid.raw is not None else laid.passage.text
        item = classify(text, self.course.around().words)
        comment = item.kind in {Kind.FILE_COMMENT, Kind.COMMENT, Kind.BOOKMARK}
        if titled:
            self.title(laid)
        elif not text.strip(BLANKS) or (comment and not (self.stars and without_bullet(laid.passage, stars=True))):
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
        elif is_prose(self.course.game, laid.passage.text, below_a_rule=self.ruled):
            self.put(laid.passage, [f"*{laid.passage.text}"])
        elif (
            item.kind is not Kind.HEADER
            and without_colon(text) is None
            and (lines := read_head(laid.passage.text, self.course.game))
        ):
            self.put(laid.passage, lines)
        elif laid.raw is None and not laid.parts and TAG.search(self.source.lines[laid.line - 1]):
            self.lines.append(Copied(self.source.lines[laid.line - 1], None, laid.line))  # with its tags
        else:
            self.keep(laid)

    def _line(self, laid: Laid) -> bool:
        return self._turn_line(laid) or self._row(laid) or self._running(laid) or self._end(laid)

    def _without_bullet(self, laid: Laid) -> bool:
        bare = without_bullet(laid.passage, stars=self.stars)
        return bare is not None and (self._turn_line(laid._replace(passage=bare)) or self._running(laid, bare))

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
