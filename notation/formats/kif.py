"""Reads the KIF family: text to records, each line understood or named in a diagnostic."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from kifu import games
from kifu.diagnostic import Severity
from kifu.errors import InvalidSetup, UnknownGame
from kifu.fence import too_much
from kifu.game import double_turn, match_article, words_of
from kifu.message import CONTROL
from kifu.movetext import MOVE_LIKE
from kifu.outcome import SIDE_MARKS, Side
from kifu.record import Checkpoint, Entry, Header, Record, Remark, Source, Span, Special
from kifu.specials import SPECIALS
from kifu.specials import find as find_special
from kifu.squares import BLANKS, DIGITS, SQUARE
from notation import complaints, limits
from notation.closing import SIDE_NAMES, named_players, read_closing, read_score
from notation.diagram import ends_like_a_row, split
from notation.formats.kif_claims import RESULT_KEYS, read_claim
from notation.formats.kif_head import GAME, Rules, find_head
from notation.formats.kif_keys import KNOWN_KEYS, keys_of, without_colon
from notation.formats.kif_match import (
    MATCH_RESULT,
    MATCH_SCORE,
    SCORE,
    complaints_of,
    read_result,
    spans_of_games,
)
from notation.formats.kif_moves import NUMBER, holds_a_move, moves_on, reads, unmarked
from notation.formats.kif_parts import Drawing, Line
from notation.formats.kif_times import Thought, control_of, overtime
from notation.scanner import BRANCH, CLEAN_MOVE, Clock, Item, Kind, classify, read_clock

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.diagnostic import Diagnostic
    from kifu.diagram import DiagramText
    from kifu.game import Game
    from kifu.record import Closing, Score
    from kifu.specials import Meaning
    from notation.formats.kif_head import Head

_SQUARE = re.compile(SQUARE)
_GAME_LINE = re.compile(rf"[{BLANKS}]*{GAME}[{BLANKS}]*([：:])?(.*)")
_NUMBER = re.compile(f"[{DIGITS}]+")
_NO_MOVE_YET = frozenset({Kind.MOVE, Kind.CLOSING, Kind.BRANCH, Kind.DIAGRAM})
_PERHAPS_MOVES = frozenset({Kind.MOVE, Kind.HEADER, Kind.UNKNOWN})
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
    """Return the record number `index` of a file, which stands on the lines of `span`, its 棋種 on line `start`.

    Of one that is too large, or too much for the machine, nothing is read.
    """
    large = limits.of_record(source.lines[span.first - 1 : span.last], span.first, start)
    if large is not None:
        return unread(source, index, Span(span.first, start), large)
    try:
        return _Reader(_Part(source, index, span, start), rules or Rules()).record()
    except Exception as failed:
        beyond = too_much(failed, start)
        if beyond is None:
            raise
        return unread(source, index, span, beyond)


def unread(source: Source, index: int, span: Span, why: Diagnostic) -> Record:
    """Return a record that was not read."""
    return Record(source, index, span, None, None, (), None, (Line(1, None, span.first, (0, 0)).frozen(),), (why,))


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
        self.comments: list[tuple[int, str]] = []
        """Line and text of each comment and bookmark, those of the file included."""
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
        elif self.head.game is not None:
            self._conclude(self.head.game)
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
                    self._unread(complaints.unreadable_result(header.line, header.column, header.value), main)
            elif header.key == MATCH_SCORE and main.score is None:
                main.score = self._score(header)

    def _conclude(self, game: Game) -> None:
        """Take what the head says of the result, and check the times, now that all names and plies are known."""
        main = self.lines[0]
        for header in self.headers if self.match is None else ():
            if header.key in RESULT_KEYS:
                claim = read_claim(header, self._players())
                if claim is None:
                    self._unread(complaints.unreadable_result(header.line, header.column, header.value), main)
                else:
                    main.claims.append(claim)
        if main.claims and main.closing is None and main.special is None:
            main.closing = main.claims.pop(0)
        headers = [*self.headers, *(self.match.headers if self.match else ())]
        control, unclear = control_of(headers)
        if unclear is not None and self.match is None:
            self.diagnostics.append(unclear)
        if control is not None:
            self.diagnostics += overtime(control, self._thoughts(main), main)
        if not main.entries and main.special is None:
            self._moves_elsewhere(game, main)

    def _thoughts(self, line: Line) -> list[Thought]:
        """Return the time taken for each ply of the game, the special word that ends it included."""
        found = [
            Thought(entry.ply, self._side(entry.ply), entry.seconds, entry.line, entry.column) for entry in line.entries
        ]
        if line.special is not None:
            ply = line.special.ply
            found.append(Thought(ply, self._side(ply), line.last_seconds, line.special.line, line.special.column))
        return found

    def _moves_elsewhere(self, game: Game, main: Line) -> None:
        """Complain of a record without a move whose comments or headers hold moves: they would be lost."""
        texts = [(header.line, header.value) for header in self.headers] + self.comments
        for line, text in sorted(texts):
            if holds_a_move(game, text):
                self._unread(complaints.move_elsewhere(line, text), main)
                return

    def _score(self, header: Header) -> Score | None:
        score = read_score(header.value, header.line, header.column)
        if score is None:
            self._unread(complaints.unreadable_score(*header[2:], header.key, header.value), self.line)
        return score

    def _unread(self, found: Diagnostic, line: Line) -> None:
        """Keep an error: from the ply on that it stands before, the line of play is not vouched for."""
        found = found._replace(ply=line.ply + 1 if self.moving or line.entries else 0)
        self.diagnostics.append(found)
        line.unread.append(found)

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
                if word not in words and not line.over and not word.isalpha():
                    if clock is None and not line.strays and int(written) == line.number + 1:
                        line.number += 1
                        line.entries.append(Entry(line.start + len(line.entries), word, number, move.start(2) + 1))
                        continue
                    if clock is None or read_clock(clock) is not None:
                        self._move(number, Item(Kind.MOVE, word, move.start(2) + 1, "", int(written), clock or ""))
                        continue
            if not text.isprintable() and (control := CONTROL.search(text)):
                self.diagnostics.append(complaints.control_character(number, control.start() + 1, control[0]))
            self._item(game, number, text, classify(text, self.words))
        self._end_diagram()
        self._settle_strays(None)

    def _item(self, game: Game, number: int, text: str, item: Item) -> None:
        kind = item.kind
        if kind in _REMARKS:
            self.comments.append((number, item.text))
            if kind is not Kind.FILE_COMMENT:
                self.line.remarks.append(Remark(kind.value, item.text, self.line.ply, number))
        elif number < self.start and kind in _NO_MOVE_YET:
            self._unread(complaints.before_the_record(number, item.column, item.text), self.line)
        elif moves := self._odd_moves(game, number, text, item):
            self._end_diagram()
            for move in moves:
                self._numbered_or_bare(game, number, move)
        elif self.diagram is not None and _belongs(game, self.diagram, text, item):
            self._diagram_line(self.diagram, number, text, item)
        elif kind is not Kind.BLANK:
            self._end_diagram()
            self._content(game, number, item)

    def _odd_moves(self, game: Game, number: int, text: str, item: Item) -> tuple[Item, ...]:
        """Return the moves of a line that writes them in another way than KIF does; none for any other line."""
        if number < self.start or item.kind not in _PERHAPS_MOVES:
            return ()
        if item.kind is Kind.MOVE and (
            (not item.clock or read_clock(item.clock) is not None)
            and (find_special(unmarked(item.text), self.words) or reads(game, item.text))
        ):
            return ()
        if item.kind is Kind.HEADER and not self.moving and not _SQUARE.search(text):
            return ()
        return moves_on(game, self.words, text, self.line.number + 1)

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
        known = item.key in game.diagram_keys or item.key in keys_of(game)
        if item.key in SIDE_NAMES and self._says_who_won(number, item):
            return
        if self.moving and not self.line.over and (not known or _hides_move(item)):
            self._unknown(number, self._whole(number))
            return
        header = Header(item.key, item.text, number, item.column)
        if item.key in game.diagram_keys:
            self.diagnostics.append(complaints.field_outside_diagram(number, item.key))
        elif item.key == SCORE and self.line.score is None:
            self.line.score = self._score(header)
        elif item.key in self.keys:
            self.diagnostics.append(complaints.repeated_header(number, item.key))
        elif not known and self._belongs_misspelt(game, item.key):
            self._unread(complaints.misspelt_field(number, item.key, sorted(game.diagram_keys)), self.line)
        elif not known and holds_a_move(game, item.text):
            self._unread(complaints.not_understood(number, 1, self._whole(number).text), self.line)
        elif not known:
            self.diagnostics.append(complaints.unknown_header(number, item.key, keys_of(game)))
        self.keys.add(item.key)
        self.headers.append(header)

    def _belongs_misspelt(self, game: Game, key: str) -> bool:
        """Tell whether a line below the set-up is nearly one about hands or turn: left out, it would be guessed."""
        if self.setup is None or self.moving:
            return False
        from difflib import get_close_matches  # noqa: PLC0415 - only a file with such a line needs it

        return bool(get_close_matches(key, game.diagram_keys))

    def _numbered_or_bare(self, game: Game, number: int, item: Item) -> None:
        if self.line.over:
            self.diagnostics.append(complaints.after_the_end(number, item.column, item.text))
        elif special := find_special(unmarked(item.text), self.words):
            self._special(number, item, *special)
        elif self._says_who_won(number, item):
            pass
        elif self._is_prose(game, item):
            self._unknown(number, self._whole(number))
        else:
            self.moving = True
            self._move(number, item)

    def _says_who_won(self, number: int, item: Item) -> bool:
        """Take a line such as 先手投了 or 六十手まで後手の勝ち, which closes the record without beginning with まで."""
        if not self.moving or self.line.over:
            return False
        whole = self._whole(number)
        text = f"{item.key}{item.text}" if item.key in SIDE_NAMES else whole.text
        closing = read_closing(text, number, whole.column, self._players())
        numbered = NUMBER.match(text) if closing is None else None
        if numbered:
            closing = read_closing(text[numbered.end() :], number, whole.column + numbered.end(), self._players())
        if closing is None:
            return False
        if numbered:
            self._check_number(number, int(numbered[1]), whole.column)
        self._close(closing)
        return True

    def _special(self, number: int, item: Item, word: str, detail: str) -> None:
        line = self.line
        self.moving = True
        self._settle_strays(None if item.number is None else item.number - line.number - 1)
        self._check_number(number, item.number, item.column)
        ply = line.ply + 1
        if item.clock:
            clock = read_clock(item.clock)
            line.last_seconds = clock.spent if clock else None
            self._check_clock(number, ply, item, clock)
        line.over = True
        line.special = Special(ply, word, SIDE_MARKS.get(item.text[0]), number, item.column, detail)

    def _is_prose(self, game: Game, item: Item) -> bool:
        """Tell whether a line that begins like a move is none: a date in the head, a comment without its `*`."""
        if item.number is not None:
            return not self.moving and item.number != 1 and not _SQUARE.search(item.text)
        return not reads(game, item.text)

    def _move(self, number: int, item: Item) -> None:
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
        if item.clock and clock is None and _SQUARE.search(item.clock):
            # More moves on the line: taken as one, which fails at the second.
            text = self.source.lines[number - 1][item.column - 1 :].rstrip(BLANKS)
        elif item.clock:
            self._check_clock(number, ply, item, clock)
        line.entries.append(Entry(ply, text, number, item.column, None if clock is None else clock.spent))

    def _check_number(self, number: int, written: int | None, column: int) -> None:
        """Check the ply number of a line against the one before it."""
        expected = self.line.number + 1
        self.line.number = expected if written is None else written
        if written != expected:
            self.diagnostics.append(complaints.ply_number(number, column, self.line.ply + 1, written, expected))

    def _check_clock(self, number: int, ply: int, item: Item, clock: Clock | None) -> None:
        """Check a move's time: readable, and its side's total equal to the sum."""
        line = self.line
        text = item.clock.rstrip(BLANKS)
        column = self.source.lines[number - 1].find(text, item.column - 1) + 1
        if clock is None:
            self.diagnostics.append(complaints.unreadable_time(number, column, ply, text))
            return
        side = self._side(ply)
        before, others = line.totals[side], line.totals[side.other]
        line.totals[side] += clock.spent
        if clock.total is not None and clock.total != line.totals[side]:
            place = (number, column, ply)
            if clock.total == others + clock.spent:
                self.diagnostics.append(complaints.total_of_the_other(*place, side, clock.total))
            elif clock.total < before:
                self.diagnostics.append(complaints.time_runs_back(*place, clock.total, before))
            else:
                self.diagnostics.append(complaints.wrong_total(*place, clock.total, line.totals[side]))
            line.totals[side] = clock.total
        line.clocks[ply] = (line.totals[0], line.totals[1])

    def _side(self, ply: int) -> Side:
        """Return whose ply it is."""
        again = self._double_turn
        return Side((ply + 1 + (again is not None and ply > again)) % 2)

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
        if self.line.closing is not None:
            self.diagnostics.append(complaints.after_the_end(number, item.column, item.text))
        elif closing is None:
            self.moving = True
            self._settle_strays(None)
            self._unread(complaints.unreadable_closing(number, item.column, item.text), self.line)
        else:
            self._close(closing)

    def _close(self, closing: Closing) -> None:
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
            self.line = Line(1, None, number, (0, 0))
            self.line.adrift = True
            self._unread(complaints.unreadable_branch(number, item.column, item.text), self.line)
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
            orphan = Line(max(start, 1), None, number, (0, 0))
            self._unread(complaints.branch_from_nowhere(*here, start, left.last), orphan)
            return orphan
        if short:
            self.diagnostics.append(complaints.branch_of_an_earlier_line(*here, start))
        if "：" not in item.text and ":" not in item.text:
            self.diagnostics.append(
                complaints.unclosed_header(number, item.column, BRANCH, len(item.text))._replace(
                    severity=Severity.WARNING
                )
            )
        return Line(start, above, number, left.totals_before(start))

    def _whole(self, number: int) -> Item:
        """Return a line as one that is not understood."""
        text = self.source.lines[number - 1]
        return Item(Kind.UNKNOWN, text.strip(BLANKS), len(text) - len(text.lstrip(BLANKS)) + 1)

    def _unknown(self, number: int, item: Item) -> None:
        if self._says_who_won(number, item):
            return
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
        """Complain of a line that nothing is known of; after the end, where nothing depends on it, only warn."""
        at = (number, item.column)
        if known := without_colon(item.text):
            self.diagnostics.append(
                complaints.unclosed_header(*at, known[0], len(item.text))._replace(severity=Severity.WARNING)
            )
            self.headers.append(Header(*known, number, item.column + len(item.text) - len(known[1])))
            return
        key = next((key for key in KNOWN_KEYS if item.text.startswith(key)), None)
        found = (
            complaints.not_understood(*at, item.text)
            if key is None
            else complaints.unclosed_header(*at, key, len(item.text))
        )
        if self.line.over:
            self.diagnostics.append(found._replace(severity=Severity.WARNING))
        else:
            self._unread(found, self.line)


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
