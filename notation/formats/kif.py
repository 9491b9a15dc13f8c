"""Reads the KIF family: text to records, each line understood or named in a diagnostic."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu import games
from kifu.diagnostic import Diagnostic, error, warning
from kifu.errors import InvalidMove, InvalidSetup, UnknownGame
from kifu.message import Message, quoted
from kifu.outcome import SIDE_MARKS, Side
from kifu.record import Checkpoint, Entry, Header, Record, Remark, Source, Span, Special, Variation
from kifu.specials import SPECIALS, Meaning
from kifu.specials import find as find_special
from kifu.squares import SQUARE
from notation.closing import read_closing
from notation.diagram import split
from notation.scanner import BLANKS, CLEAN_MOVE, Clock, Item, Kind, classify, read_clock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.diagram import DiagramText
    from kifu.game import Game
    from kifu.record import Closing

GAME = "棋種"
RULES = "規則"
KNOWN_KEYS = (GAME, RULES, "開始日時", "終了日時", "先手", "後手", "場所", "棋戦", "持ち時間", "備考", "盤")
_SQUARE = re.compile(SQUARE)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
_GAME_LINE = re.compile(rf"[{BLANKS}]*{GAME}[{BLANKS}]*[：:]")


def read(source: Source) -> tuple[Record, ...]:
    """Return the records of a file, in order; none where it has no 棋種 line."""
    starts = [number for number, line in enumerate(source.lines) if GAME in line and _GAME_LINE.match(line)]
    if not starts:
        return ()
    starts[0] = 0
    bounds = zip(starts, [*starts[1:], len(source.lines)], strict=True)
    return tuple(_Reader(source, index, Span(first + 1, last)).record() for index, (first, last) in enumerate(bounds))


class _Line:
    """A line of play while it is being read."""

    def __init__(self, start: int, parent: int | None, line: int, totals: tuple[int, int]) -> None:
        self.start = start
        self.parent = parent
        self.line = line
        self.entries: list[Entry] = []
        self.special: Special | None = None
        self.closing: Closing | None = None
        self.checkpoints: list[Checkpoint] = []
        self.remarks: list[Remark] = []
        self.number = start - 1
        """The ply number written last."""
        self.totals = list(totals)
        """Seconds each side (by parity of the ply) has used."""
        self.clocks: dict[int, tuple[int, int]] = {start - 1: totals}
        """Those totals after each ply that gave a time."""
        self.over = False
        """Whether a special word or a closing line has ended it."""
        self.strays: list[Item] = []
        """Lines since the last move that could not be understood, with their line numbers in `number`."""

    @property
    def ply(self) -> int:
        """The number of the last ply read."""
        return self.start - 1 + len(self.entries)

    def totals_before(self, ply: int) -> tuple[int, int]:
        known = [at for at in self.clocks if at < ply]
        return self.clocks[max(known)] if known else (0, 0)

    def frozen(self) -> Variation:
        return Variation(
            self.start,
            self.parent,
            self.line,
            tuple(self.entries),
            self.special,
            self.closing,
            tuple(self.checkpoints),
            tuple(self.remarks),
        )


class _Head(NamedTuple):
    game: Game | None
    rules: str | None
    words: dict[str, Meaning]
    """The special words of the game."""


class _Reader:
    """Reads one record: the lines of `span`."""

    def __init__(self, source: Source, index: int, span: Span) -> None:
        self.source = source
        self.index = index
        self.span = span
        self.diagnostics: list[Diagnostic] = []
        self.headers: list[Header] = []
        self.setup: DiagramText | None = None
        self.lines = [_Line(1, None, span.first, (0, 0))]
        self.line = self.lines[0]
        self.moving = False
        """Whether the head is over."""
        self.diagram: tuple[int, list[tuple[int, str]]] | None = None
        self.head = self._find_game()
        self.players: dict[str, Side] = {}

    def record(self) -> Record:
        if self.head.game is not None:
            self._read_lines()
        self.diagnostics.sort(key=lambda found: found.line or 0)
        return Record(
            self.source,
            self.index,
            self.span,
            self.head.game.id if self.head.game else None,
            self.head.rules,
            tuple(self.headers),
            self.setup,
            tuple(line.frozen() for line in self.lines),
            tuple(self.diagnostics),
        )

    def _numbered_lines(self) -> Iterator[tuple[int, str]]:
        first, last = self.span
        return enumerate(self.source.lines[first - 1 : last], start=first)

    def _find_game(self) -> _Head:
        """Find the game first: which lines belong to a diagram depends on it."""
        game = None
        for number, text in self._numbered_lines():
            if GAME in text and _GAME_LINE.match(text):
                item = classify(text, SPECIALS)
                try:
                    game = games.find(item.text)
                except UnknownGame as unknown:
                    self.diagnostics.append(
                        error(unknown.code, unknown.message, number, item.column, width=unknown.width)
                    )
                break
        words = SPECIALS if game is None else {**SPECIALS, **game.words}
        head: dict[str, Header] = {}
        for number, text in self._numbered_lines():
            if CLEAN_MOVE.fullmatch(text):
                break
            item = classify(text, words)
            if item.kind is Kind.HEADER and item.key not in head:
                head[item.key] = Header(item.key, item.text, number, item.column)
        rules = head[RULES].value if RULES in head else None
        if game is not None:
            game = self._configured(game, rules, head)
        return _Head(game, rules, words)

    def _configured(self, game: Game, rules: str | None, head: dict[str, Header]) -> Game | None:
        try:
            return game.configure(rules, {key: header.value for key, header in head.items()})
        except InvalidSetup as invalid:
            at = head.get(invalid.key or RULES) or head[GAME]
            column = at.column + invalid.offset
            self.diagnostics.append(error(invalid.code, invalid.message, at.line, column, width=invalid.width, ply=0))
            return None

    def _read_lines(self) -> None:
        self.players = self._player_names()
        clean = CLEAN_MOVE.fullmatch
        words = self.head.words
        for number, text in self._numbered_lines():
            # The common case, kept short: most lines of most files are moves without anything odd about them.
            move = clean(text)
            if move is not None and self.diagram is None:
                written, word, clock = move.groups()
                line = self.line
                if word not in words and not line.over:
                    self.moving = True
                    if clock is None and not line.strays and int(written) == line.number + 1:
                        line.number += 1
                        line.entries.append(Entry(line.start + len(line.entries), word, number, move.start(2) + 1))
                    else:
                        self._move(number, word, move.start(2) + 1, int(written), clock)
                    continue
            if not text.isprintable() and (control := _CONTROL.search(text)):
                self._warn_of_control(number, control)
            self._item(number, text, classify(text, words))
        self._end_diagram()
        self._settle_strays(None)

    def _player_names(self) -> dict[str, Side]:
        """Names by which a closing line may mean a side: 先手, 後手, and the players' own where they differ."""
        names = {"先手": Side.FIRST, "後手": Side.SECOND, "先": Side.FIRST, "後": Side.SECOND} | SIDE_MARKS
        own: dict[str, Side] = {}
        for _, text in self._numbered_lines():
            if text.startswith(("先手", "後手")):
                item = classify(text, SPECIALS)
                if item.kind is Kind.HEADER and item.key in names and item.text:
                    if own.get(item.text, names[item.key]) != names[item.key]:
                        return names
                    own[item.text] = names[item.key]
            elif CLEAN_MOVE.fullmatch(text):
                break
        return own | names

    def _item(self, number: int, text: str, item: Item) -> None:
        if self.diagram is not None and self._belongs_to_diagram(item):
            if item.kind is not Kind.BLANK:
                self.diagram[1].append((number, text))
            return
        self._end_diagram()
        if item.kind is Kind.MOVE:
            self._numbered_or_bare(number, item)
        elif item.kind in {Kind.COMMENT, Kind.BOOKMARK}:
            self.line.remarks.append(Remark(item.kind.value, item.text, self.line.ply, number))
        elif item.kind is Kind.HEADER:
            self._header(number, item)
        elif item.kind is Kind.DIAGRAM:
            self.diagram = (number, [])
        elif item.kind is Kind.TABLE:
            self.moving = True
        elif item.kind is Kind.CLOSING:
            self._closing(number, item)
        elif item.kind is Kind.BRANCH:
            self._branch(number, item)
        elif item.kind is Kind.UNKNOWN:
            self._unknown(number, item)

    def _belongs_to_diagram(self, item: Item) -> bool:
        if item.kind is Kind.HEADER:
            return self.head.game is not None and item.key in self.head.game.diagram_keys
        return item.kind in {Kind.BLANK, Kind.UNKNOWN}

    def _end_diagram(self) -> None:
        if self.diagram is None:
            return
        start, lines = self.diagram
        self.diagram = None
        diagram = split(start, lines)
        if not self.moving and self.setup is None:
            self.setup = diagram
        else:
            self.line.checkpoints.append(Checkpoint(self.line.ply, diagram))

    def _header(self, number: int, item: Item) -> None:
        header = Header(item.key, item.text, number, item.column)
        if self.head.game is not None and item.key in self.head.game.diagram_keys:
            self.diagnostics.append(
                warning(
                    "field-outside-diagram",
                    Message(
                        f"「{item.key}」の行は局面図に続けて書いてください。ここでは使われません",
                        f"a line '{item.key}' belongs right after a diagram (局面図); here it has no effect",
                    ),
                    number,
                )
            )
        elif self.moving and _SQUARE.search(item.key):
            self._unknown(number, item._replace(text=f"{item.key}：{item.text}", column=1))
            return
        elif any(header.key == item.key for header in self.headers):
            self.diagnostics.append(
                warning(
                    "repeated-header",
                    Message(
                        f"「{item.key}」が二度書かれています。はじめの行を使います",
                        f"'{item.key}' stands twice; the first line counts",
                    ),
                    number,
                )
            )
        self.headers.append(header)

    def _numbered_or_bare(self, number: int, item: Item) -> None:
        word = item.text[1:] if item.text[:1] in SIDE_MARKS else item.text
        if self.line.over:
            self._after_the_end(number, item)
        elif special := find_special(word, self.head.words):
            self.moving = True
            self._settle_strays(item.number)
            self._check_number(number, item.number, item.column)
            self._check_clock(number, item.column + len(item.text), item.clock)
            side = SIDE_MARKS.get(item.text[:1])
            self.line.over = True
            self.line.special = Special(self.line.ply + 1, special[0], side, number, item.column, special[1])
        elif self._is_prose(item):
            whole = self.source.lines[number - 1]
            stripped = whole.strip(BLANKS)
            self._unknown(number, item._replace(text=stripped, column=whole.index(stripped) + 1))
        else:
            self.moving = True
            self._move(number, item.text, item.column, item.number, item.clock)

    def _is_prose(self, item: Item) -> bool:
        """Tell whether a line that begins like a move is none: a date in the head, a comment without its `*`."""
        if item.number is not None:
            return not self.moving and item.number != 1 and not _SQUARE.search(item.text)
        assert self.head.game is not None  # noqa: S101 - without a game no line is read
        try:
            self.head.game.read(item.text)
        except InvalidMove:
            return True
        return False

    def _move(self, number: int, text: str, column: int, written: int | None, clock: str | None) -> None:
        line = self.line
        if line.strays:
            self._settle_strays(written)
        if written != line.number + 1:
            self._check_number(number, written, column)
        else:
            line.number = written
        ply = line.start + len(line.entries)
        line.entries.append(Entry(ply, text, number, column))
        if clock:
            self._check_clock(number, column + len(text), clock)

    def _check_number(self, number: int, written: int | None, column: int) -> None:
        """Check the ply number of a line against the one before it."""
        expected = self.line.number + 1
        self.line.number = expected if written is None else written
        if written == expected:
            return
        if written is None:
            code, message = "missing-ply-number", Message(
                f"手数がありません。{expected} と書いてください", f"the ply number is missing; write {expected}"
            )
        elif written == expected - 1 and expected > 1:
            code, message = "repeated-ply-number", Message(
                f"手数 {written} が二度あります。{expected} のはずです", f"ply number {written} stands twice; {expected} is expected"
            )
        else:
            code, message = "wrong-ply-number", Message(
                f"手数 {written} は {expected} のはずです", f"ply number {written} should be {expected}"
            )
        self.diagnostics.append(warning(code, message, number, column, ply=self.line.ply + 1))

    def _check_clock(self, number: int, column: int, text: str) -> None:
        """Check a move's time: readable, and its side's total equal to the sum."""
        if not text:
            return
        line = self.line
        ply = line.ply
        clock = read_clock(text)
        if clock is None:
            self.diagnostics.append(
                warning(
                    "unreadable-time",
                    Message(
                        f"時間「{quoted(text)}」が読めません。( 0:05/00:00:05) のように書いてください",
                        f"time '{quoted(text)}' is not understood; write it like ( 0:05/00:00:05)",
                    ),
                    number,
                    column,
                    ply=ply,
                )
            )
            return
        self._add_clock(number, column, ply, clock)

    def _add_clock(self, number: int, column: int, ply: int, clock: Clock) -> None:
        line = self.line
        side = (ply + 1) % 2
        line.totals[side] += clock.spent
        if clock.total is not None and clock.total != line.totals[side]:
            right = _spell_total(line.totals[side])
            self.diagnostics.append(
                warning(
                    "wrong-total-time",
                    Message(
                        f"累計時間 {_spell_total(clock.total)} は、合計すると {right} のはずです",
                        f"the total time {_spell_total(clock.total)} should be {right}, the sum",
                    ),
                    number,
                    column,
                    ply=ply,
                )
            )
            line.totals[side] = clock.total
        line.clocks[ply] = (line.totals[0], line.totals[1])

    def _closing(self, number: int, item: Item) -> None:
        closing = read_closing(item.text, number, item.column, self.players)
        if closing is None:
            self.diagnostics.append(
                error(
                    "unreadable-closing",
                    Message(
                        f"「{quoted(item.text)}」が読めません。「まで52手で先手の勝ち」のように書いてください",
                        f"'{quoted(item.text)}' is not understood; write it like まで52手で先手の勝ち",
                    ),
                    number,
                    item.column,
                    width=len(item.text),
                )
            )
            self._settle_strays(None)
            return
        if self.line.closing is not None:
            self._after_the_end(number, item)
            return
        self.moving = True
        self._settle_strays(None if closing.count is None else closing.count + 1)
        self.line.over = True
        self.line.closing = closing

    def _branch(self, number: int, item: Item) -> None:
        """Start a branch that replaces move N of the line above it (notation.md), or of the one that it left."""
        self._settle_strays(None)
        self.moving = True
        start = item.number or 0
        above: int | None = len(self.lines) - 1
        while above and self.lines[above].start >= start:
            above = self.lines[above].parent or 0
        assert above is not None  # noqa: S101 - the main line is index 0 and ends the loop
        left = self.lines[above]
        last = left.ply + (left.special is not None)
        if 1 <= start <= last:
            self.line = _Line(start, above, number, left.totals_before(start))
        else:
            self.diagnostics.append(
                error(
                    "branch-from-nowhere",
                    Message(
                        f"変化の元の手がありません。上の手順は {left.start} 手目から {last} 手目までで、{start} 手目はありません",
                        f"there is no move {start} to branch from: the line above has moves {left.start} to {last}",
                    ),
                    number,
                    item.column,
                    width=len(item.text),
                )
            )
            self.line = _Line(max(start, 1), None, number, (0, 0))
        self.lines.append(self.line)

    def _unknown(self, number: int, item: Item) -> None:
        if self.moving and not self.line.over:
            self.line.strays.append(item._replace(number=number))
        else:
            self._not_understood(number, item)

    def _settle_strays(self, next_number: int | None) -> None:
        """Decide about lines not understood since the last move, now that the next number is known.

        If it goes on counting, no move is lost: they were something else. Otherwise the first of them stands where a
        move is missing, and is read as that move, which fails at its place.
        """
        line = self.line
        strays, line.strays = line.strays, []
        if not strays:
            return
        goes_on = next_number == line.number + 1
        if next_number is None:
            goes_on = not any(_SQUARE.search(stray.text) for stray in strays)
        for stray in strays:
            assert stray.number is not None  # noqa: S101 - _unknown has put the line there
            if not goes_on:
                line.entries.append(Entry(line.ply + 1, stray.text, stray.number, stray.column))
                line.number += 1
                goes_on = True
            else:
                self._not_understood(stray.number, stray)

    def _not_understood(self, number: int, item: Item) -> None:
        key = next((key for key in KNOWN_KEYS if item.text.startswith(key)), None)
        if key is not None:
            code = "unclosed-header"
            message = Message(
                f"「{key}」のあとにコロンがありません。「{key}：…」のように書いてください",
                f"no colon after '{key}'; write '{key}：…'",
            )
        else:
            code = "not-understood"
            message = Message(
                f"「{quoted(item.text)}」が読めません。注釈なら行の頭に * か # を付けてください",
                f"'{quoted(item.text)}' is not understood; begin a comment with * or #",
            )
        self.diagnostics.append(error(code, message, number, item.column, width=len(item.text)))

    def _after_the_end(self, number: int, item: Item) -> None:
        self.diagnostics.append(
            warning(
                "after-the-end",
                Message(
                    f"終局のあとの「{quoted(item.text)}」は数えません",
                    f"'{quoted(item.text)}' stands after the end of the record and is not counted",
                ),
                number,
                item.column,
                width=max(1, len(item.text)),
            )
        )

    def _warn_of_control(self, number: int, control: re.Match[str]) -> None:
        self.diagnostics.append(
            warning(
                "control-character",
                Message(
                    f"制御文字 U+{ord(control[0]):04X} があります",
                    f"there is a control character, U+{ord(control[0]):04X}",
                ),
                number,
                control.start() + 1,
            )
        )


def _spell_total(seconds: int) -> str:
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
