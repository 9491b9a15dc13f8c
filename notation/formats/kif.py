"""Reads the KIF family: text to records, each line understood or named in a diagnostic."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from kifu import games
from kifu.errors import InvalidMove, InvalidSetup, UnknownGame
from kifu.game import double_turn, match_article, words_of
from kifu.message import CONTROL
from kifu.movetext import MOVE_LIKE
from kifu.outcome import SIDE_MARKS, Side
from kifu.record import Checkpoint, Entry, Header, Record, Remark, Source, Span, Special
from kifu.specials import SPECIALS
from kifu.specials import find as find_special
from kifu.squares import DIGITS, SQUARE
from notation import complaints
from notation.closing import SIDE_NAMES, named_players, read_closing, read_score
from notation.diagram import ends_like_a_row, split
from notation.formats.kif_head import GAME, RULES, Rules, find_head
from notation.formats.kif_match import (
    MATCH_RESULT,
    MATCH_SCORE,
    SCORE,
    complaints_of,
    read_result,
    spans_of_games,
)
from notation.formats.kif_parts import Drawing, Line
from notation.scanner import BLANKS, BRANCH, CLEAN_MOVE, Clock, Item, Kind, classify, read_clock

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.diagnostic import Diagnostic
    from kifu.diagram import DiagramText
    from kifu.game import Game
    from kifu.record import Score
    from kifu.specials import Meaning
    from notation.formats.kif_head import Head

KNOWN_KEYS = (GAME, RULES, "開始日時", "終了日時", "先手", "後手", "場所", "棋戦", "持ち時間", "備考", "盤")
_SQUARE = re.compile(SQUARE)
_GAME_LINE = re.compile(rf"[{BLANKS}]*{GAME}[{BLANKS}]*([：:])?(.*)")
_NUMBER = re.compile(f"[{DIGITS}]+")
_AFTER_TIME = re.compile(rf"[(（][^()（）]*[)）][{BLANKS}+]*(?:[{DIGITS}]+[{BLANKS}]*)?([^{BLANKS}(（]+)")
"""A time and what stands behind it, without a ply number."""
_NO_MOVE_YET = frozenset({Kind.MOVE, Kind.CLOSING, Kind.BRANCH, Kind.DIAGRAM})
_REMARKS = frozenset({Kind.COMMENT, Kind.BOOKMARK, Kind.FILE_COMMENT})


def read(source: Source, rules: Rules | None = None) -> tuple[Record, ...]:
    """Return the records of a file, in order; none where it has no 棋種 line."""
    starts = [number for number, line in enumerate(source.lines) if begins_record(line)]
    if not starts:
        return ()
    firsts = [0, *starts[1:]]
    lasts = [*starts[1:], len(source.lines)]
    return tuple(
        read_part(source, index, Span(first + 1, last), start + 1, rules)
        for index, (first, last, start) in enumerate(zip(firsts, lasts, starts, strict=True))
    )


def read_part(source: Source, index: int, span: Span, start: int, rules: Rules | None = None) -> Record:
    """Return the record number `index` of a file, which stands on the lines of `span`, its 棋種 on line `start`."""
    return _Reader(_Part(source, index, span, start), rules or Rules()).record()


def begins_record(text: str) -> bool:
    """Tell whether a line is 棋種：…, or that with its colon lost."""
    if GAME not in text:
        return False
    match = _GAME_LINE.fullmatch(text)
    return match is not None and (match[1] is not None or _is_game(match[2]))


def _is_game(name: str) -> bool:
    try:
        games.find(name)
    except UnknownGame:
        return False
    return True


class _Part(NamedTuple):
    """Lines of a file: the record number `index`, or the game of that number in a match."""

    source: Source
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody needs here
    span: Span
    start: int
    """The line of its 棋種, or of its 対局."""


class _Reader:
    """Reads one record, or one game of the record that `match` reads."""

    def __init__(self, part: _Part, rules: Rules, match: _Reader | None = None) -> None:
        self.source, self.index, self.span, self.start = part
        self.rules = rules
        self.match = match
        self.reading = self.span
        """The lines this reader reads itself: the games of a match have readers of their own."""
        self.diagnostics: list[Diagnostic] = []
        self.headers: list[Header] = []
        self.keys: set[str] = set()
        self.setup: DiagramText | None = None
        self.lines = [Line(1, None, self.span.first, (0, 0))]
        self.line = self.lines[0]
        self.moving = False
        """Whether the head is over."""
        self.diagram: Drawing | None = None
        self.head: Head = (
            match.head if match else find_head(self.source, self.span, self.start, rules, self.diagnostics)
        )

        self.words: Mapping[str, Meaning] = SPECIALS
        if self.head.game is not None and words_of(self.head.game):
            self.words = {**SPECIALS, **words_of(self.head.game)}

    def record(self) -> Record:
        games: tuple[Record, ...] = ()
        if self.head.game is not None:
            readers = self._readers_of_games(self.head.game)
            self._read_lines(self.head.game)
            games = tuple(reader.record() for reader in readers)
        if games:
            self._sum_up(games)
        self.diagnostics.sort(key=lambda found: found.line or 0)
        return Record(
            self.source,
            self.index,
            self.span,
            self.head.game.id if self.head.game else None,
            self.head.rules,
            tuple(self.headers),
            self.match.setup if self.match and self.setup is None else self.setup,
            tuple(line.frozen() for line in self.lines),
            tuple(self.diagnostics),
            self.head.file,
            games,
        )

    def _readers_of_games(self, game: Game) -> list[_Reader]:
        """Give each game of a match a reader of its own; this one keeps the head."""
        if self.match is not None or match_article(game) is None:
            return []
        spans = spans_of_games(self.source, Span(self.start + 1, self.span.last))
        if spans:
            self.reading = Span(self.span.first, spans[0].first - 1)
        parts = [_Part(self.source, index, span, span.first) for index, span in enumerate(spans)]
        return [_Reader(part, self.rules, self) for part in parts]

    def _sum_up(self, games: Sequence[Record]) -> None:
        """See that a match has its games in order, and take what it claims of their sum."""
        main = self.lines[0]
        self.diagnostics += complaints_of(main.frozen(), games)
        for header in (*self.headers, *games[-1].headers):
            if header.key == MATCH_RESULT and main.closing is None:
                main.closing = read_result(header, self._players())
                if main.closing is None:
                    self.diagnostics.append(complaints.unreadable_result(header.line, header.column, header.value))
            elif header.key == MATCH_SCORE and main.score is None:
                main.score = self._score(header)

    def _score(self, header: Header) -> Score | None:
        score = read_score(header.value, header.line, header.column)
        if score is None:
            self.diagnostics.append(complaints.unreadable_score(*header[2:], header.key, header.value))
        return score

    def _numbered_lines(self) -> Iterator[tuple[int, str]]:
        first, last = self.reading
        return enumerate(self.source.lines[first - 1 : last], start=first)

    def _read_lines(self, game: Game) -> None:
        clean = CLEAN_MOVE.fullmatch
        words = {mark + word for mark in ("", *SIDE_MARKS) for word in self.words}
        for number, text in self._numbered_lines():
            # The common case, kept short: most lines of most files are moves without anything odd about them.
            move = clean(text)
            if move is not None and self.moving and self.diagram is None:
                written, word, clock = move.groups()
                line = self.line
                if word not in words and not line.over:
                    if clock is None and not line.strays and int(written) == line.number + 1:
                        line.number += 1
                        line.entries.append(Entry(line.start + len(line.entries), word, number, move.start(2) + 1))
                    else:
                        self._move(
                            game, number, Item(Kind.MOVE, word, move.start(2) + 1, "", int(written), clock or "")
                        )
                    continue
            if not text.isprintable() and (control := CONTROL.search(text)):
                self.diagnostics.append(complaints.control_character(number, control.start() + 1, control[0]))
            self._item(game, number, text, classify(text, self.words))
        self._end_diagram()
        self._settle_strays(None)

    def _item(self, game: Game, number: int, text: str, item: Item) -> None:
        kind = item.kind
        if kind in _REMARKS:
            if kind is not Kind.FILE_COMMENT:
                self.line.remarks.append(Remark(kind.value, item.text, self.line.ply, number))
        elif number < self.start and kind in _NO_MOVE_YET:
            self.diagnostics.append(complaints.before_the_record(number, item.column, item.text))
        elif self.diagram is not None and _belongs(game, self.diagram, text, item):
            self._diagram_line(self.diagram, number, text, item)
        elif kind is not Kind.BLANK:
            self._end_diagram()
            self._content(game, number, item)

    def _content(self, game: Game, number: int, item: Item) -> None:
        """Take a line that says something of the game."""
        if item.kind is Kind.MOVE:
            self._numbered_or_bare(game, number, item)
        elif item.kind is Kind.HEADER:
            self._header(game, number, item)
        elif item.kind is Kind.DIAGRAM:
            self.diagram = Drawing(number, [], set())
        elif item.kind is Kind.TABLE:
            self.moving = self.moving or number > self.start
        elif item.kind is Kind.CLOSING:
            self._closing(number, item)
        elif item.kind is Kind.BRANCH:
            self._branch(number, item)
        else:
            self._unknown(number, item)

    def _diagram_line(self, diagram: Drawing, number: int, text: str, item: Item) -> None:
        if item.key in diagram.keys:
            self.diagnostics.append(complaints.field_outside_diagram(number, item.key))
        elif item.kind is not Kind.BLANK:
            diagram.lines.append((number, text))
            if item.key:
                diagram.keys.add(item.key)

    def _end_diagram(self) -> None:
        if self.diagram is None:
            return
        diagram = split(self.diagram.line, self.diagram.lines)
        self.diagram = None
        if not self.moving and self.setup is None:
            self.setup = diagram
        else:
            self.line.checkpoints.append(Checkpoint(self.line.ply, diagram))

    def _header(self, game: Game, number: int, item: Item) -> None:
        if self.moving and item.key == BRANCH:
            self._branch(number, item)
            return
        if self.moving and _hides_move(item):
            self._unknown(number, self._whole(number))
            return
        header = Header(item.key, item.text, number, item.column)
        if item.key in game.diagram_keys:
            self.diagnostics.append(complaints.field_outside_diagram(number, item.key))
        elif item.key == SCORE and self.line.score is None:
            self.line.score = self._score(header)
        elif item.key in self.keys:
            self.diagnostics.append(complaints.repeated_header(number, item.key))
        elif self._belongs_misspelt(game, item.key):
            self.diagnostics.append(complaints.misspelt_field(number, item.key, sorted(game.diagram_keys)))
        self.keys.add(item.key)
        self.headers.append(header)

    def _belongs_misspelt(self, game: Game, key: str) -> bool:
        """Tell whether a line below the set-up is nearly one about hands or turn: left out, it would be guessed."""
        if self.setup is None or self.moving or key in KNOWN_KEYS:
            return False
        from difflib import get_close_matches  # noqa: PLC0415 - only a file with such a line needs it

        return bool(get_close_matches(key, game.diagram_keys))

    def _numbered_or_bare(self, game: Game, number: int, item: Item) -> None:
        if self.line.over:
            self.diagnostics.append(complaints.after_the_end(number, item.column, item.text))
        elif special := find_special(_unmarked(item.text), self.words):
            self._special(number, item, *special)
        elif self._is_prose(game, item):
            self._unknown(number, self._whole(number))
        else:
            self.moving = True
            self._move(game, number, item)

    def _special(self, number: int, item: Item, word: str, detail: str) -> None:
        line = self.line
        self.moving = True
        self._settle_strays(None if item.number is None else item.number - line.number - 1)
        self._check_number(number, item.number, item.column)
        ply = line.ply + 1
        if item.clock:
            self._check_clock(number, ply, item.clock, read_clock(item.clock))
        line.over = True
        line.special = Special(ply, word, SIDE_MARKS.get(item.text[0]), number, item.column, detail)

    def _is_prose(self, game: Game, item: Item) -> bool:
        """Tell whether a line that begins like a move is none: a date in the head, a comment without its `*`."""
        if item.number is not None:
            return not self.moving and item.number != 1 and not _SQUARE.search(item.text)
        return not _reads(game, item.text)

    def _move(self, game: Game, number: int, item: Item) -> None:
        line = self.line
        written = item.number
        if line.adrift and written:
            line.start, line.number = written, written - 1
        line.adrift = False
        if line.strays:
            self._settle_strays(None if written is None else written - line.number - 1)
        if written != line.number + 1:
            self._check_number(number, written, item.column)
        else:
            line.number = written
        ply = line.start + len(line.entries)
        text = item.text
        clock = read_clock(item.clock) if item.clock else None
        if item.clock:
            if clock is None and (behind := _AFTER_TIME.match(item.clock)) and _reads(game, behind[1]):
                # Two moves on a line: taken as one, which fails at the second.
                text = self.source.lines[number - 1][item.column - 1 :].rstrip(BLANKS)
            else:
                self._check_clock(number, ply, item.clock, clock)
        line.entries.append(Entry(ply, text, number, item.column, None if clock is None else clock.spent))

    def _check_number(self, number: int, written: int | None, column: int) -> None:
        """Check the ply number of a line against the one before it."""
        expected = self.line.number + 1
        self.line.number = expected if written is None else written
        if written != expected:
            self.diagnostics.append(complaints.ply_number(number, column, self.line.ply + 1, written, expected))

    def _check_clock(self, number: int, ply: int, text: str, clock: Clock | None) -> None:
        """Check a move's time: readable, and its side's total equal to the sum."""
        line = self.line
        text = text.rstrip(BLANKS)
        column = len(self.source.lines[number - 1].rstrip(BLANKS)) - len(text) + 1
        if clock is None:
            self.diagnostics.append(complaints.unreadable_time(number, column, ply, text))
            return
        again = self._double_turn
        side = (ply + 1 + (again is not None and ply > again)) % 2
        line.totals[side] += clock.spent
        if clock.total is not None and clock.total != line.totals[side]:
            self.diagnostics.append(complaints.wrong_total(number, column, ply, clock.total, line.totals[side]))
            line.totals[side] = clock.total
        line.clocks[ply] = (line.totals[0], line.totals[1])

    @cached_property
    def _double_turn(self) -> int | None:
        """The ply after which the same side moves again; asked for first when the set-up has been read."""
        game, setup = self.head.game, self.setup or (self.match.setup if self.match else None)
        ask = double_turn(game) if game else None
        if game is None or ask is None:
            return None
        try:
            return ask(game.read_diagram(setup) if setup else game.start())
        except InvalidSetup:  # the referee says so
            return None

    def _closing(self, number: int, item: Item) -> None:
        closing = read_closing(item.text, number, item.column, self._players())
        if closing is None:
            self.diagnostics.append(complaints.unreadable_closing(number, item.column, item.text))
            self._settle_strays(None)
        elif self.line.closing is not None:
            self.diagnostics.append(complaints.after_the_end(number, item.column, item.text))
        else:
            self.moving = True
            self._settle_strays(None if closing.count is None else closing.count - self.line.ply)
            self.line.over = True
            self.line.closing = closing

    def _players(self) -> dict[str, Side]:
        """Names by which a closing line may mean a side: 先手, 後手, and the players' own where they differ."""
        own = named_players(self.headers)
        if not own and self.match is not None:
            # 先手 and 後手 of a match are those of its first game: in the second the sides are exchanged.
            named = named_players(self.match.headers)
            own = {name: side.other if self.index else side for name, side in named.items()}
        return own | SIDE_NAMES

    def _branch(self, number: int, item: Item) -> None:
        """Start a branch that replaces move N of the line above it (notation.md), or of the one that that one left."""
        self._settle_strays(None)
        self.moving = True
        if item.number is None:
            self.diagnostics.append(complaints.unreadable_branch(number, item.column, item.text))
            self.line = Line(1, None, number, (0, 0))
            self.line.adrift = True
        else:
            self.line = self._branch_from(item.number, number, item)
        self.lines.append(self.line)

    def _branch_from(self, start: int, number: int, item: Item) -> Line:
        above, short = len(self.lines) - 1, False
        while above and not self.lines[above].start < start <= self.lines[above].last:
            short = short or self.lines[above].start < start
            above = self.lines[above].parent or 0
        left = self.lines[above]
        here = (number, item.column, len(item.text))
        if not 1 <= start <= left.last:
            self.diagnostics.append(complaints.branch_from_nowhere(*here, start, left.last))
            return Line(max(start, 1), None, number, (0, 0))
        if short:
            self.diagnostics.append(complaints.branch_of_an_earlier_line(*here, start))
        if "：" not in item.text and ":" not in item.text:
            self.diagnostics.append(complaints.unclosed_header(number, item.column, BRANCH, len(item.text)))
        return Line(start, above, number, left.totals_before(start))

    def _whole(self, number: int) -> Item:
        """Return a line as one that is not understood."""
        text = self.source.lines[number - 1]
        return Item(Kind.UNKNOWN, text.strip(BLANKS), len(text) - len(text.lstrip(BLANKS)) + 1)

    def _unknown(self, number: int, item: Item) -> None:
        if self.moving and not self.line.over:
            self.line.strays.append(item._replace(number=number))
        else:
            self._not_understood(number, item)

    def _settle_strays(self, lost: int | None) -> None:
        """Decide about lines not understood since the last move, now that it is known how many plies are `lost` there.

        If the count goes on, none is: the lines were something else. Otherwise one of them stands where a move is
        missing, and is read as that move, which fails at its place. Where nothing counts on (None), a line that names a
        square is taken for a move.
        """
        line = self.line
        strays, line.strays = line.strays, []
        if not strays:
            return
        naming = next((stray for stray in strays if _SQUARE.search(stray.text)), None)
        missing = naming if lost is None or lost < 0 else (naming or strays[0]) if lost else None
        for stray in strays:
            assert stray.number is not None  # noqa: S101 - _unknown has put the line there
            if stray is missing:
                line.entries.append(Entry(line.ply + 1, stray.text, stray.number, stray.column))
                line.number += 1
            else:
                self._not_understood(stray.number, stray)

    def _not_understood(self, number: int, item: Item) -> None:
        key = next((key for key in KNOWN_KEYS if item.text.startswith(key)), None)
        self.diagnostics.append(
            complaints.not_understood(number, item.column, item.text)
            if key is None
            else complaints.unclosed_header(number, item.column, key, len(item.text))
        )


def _belongs(game: Game, diagram: Drawing, text: str, item: Item) -> bool:
    """Tell whether a line belongs to the diagram above it: a row, or a field about hands or turn."""
    if item.kind is Kind.HEADER:
        return item.key in game.diagram_keys
    if item.kind is Kind.UNKNOWN:
        unfinished = not diagram.keys and len(diagram.lines) <= game.board.rows
        return unfinished or ends_like_a_row(text) or item.text.startswith(tuple(game.diagram_keys))
    return item.kind is Kind.BLANK


def _hides_move(item: Item) -> bool:
    """Tell whether a header among the moves is one that a colon has got into."""
    numbered = _NUMBER.fullmatch(item.key) is not None and MOVE_LIKE.match(item.text) is not None
    return numbered or _SQUARE.search(item.key) is not None


def _reads(game: Game, text: str) -> bool:
    try:
        game.read(text)
    except InvalidMove:
        return False
    return True


def _unmarked(text: str) -> str:
    return text[1:] if text[:1] in SIDE_MARKS else text
