"""Reads the lines of play of a record: moves, numbers, times, ends, branches, and lines that are not understood."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from kifu.core import games
from kifu.core.diagnostic import as_warning
from kifu.core.errors import InvalidSetup
from kifu.core.game.rules import SIDES
from kifu.core.outcome import PLAYERS, SIDE_MARKS, SIDE_NAMES, SPECIALS, Side, Special
from kifu.core.squares import BLANKS
from kifu.referee.record import Entry, Header, Source, Span
from notation import line_diagnostics, time_control_and_time_checks
from notation.closing_line_reader import read_closing_line, sides_of_named_players, without_blanks
from notation.formats.kif_head_reader import HALVES, KNOWN_KEYS, MATCH
from notation.formats.kif_moves_of_line import A_SQUARE, NUMBER, holds_a_move, names_a_unit
from notation.formats.line_and_diagram_builders import LineBuilder
from notation.lazy_pattern import lazy_pattern
from notation.line_kinds import BRANCH, ClassifiedLine, LineKind, MoveClock, read_clock
from notation.line_kinds import NUMBER as PLY_NUMBER
from notation.line_kinds import parse_numeral as ply_number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.game.game import Game
    from kifu.core.game.text import DiagramText
    from kifu.core.outcome import SpecialMeaning
    from kifu.referee.record import Closing

_RESULT = "[先後]手?[^：:]{0,40}(?:勝|負|敗|投了|切れ)"
_OF_AN_END = "勝(?!負所)|負け|敗|投了|切れ|引き?分|反則|棄権|不戦|無効|千日手|持将棋|詰"
"""Words of a line that may say how a game ended."""
"""A text that looks like a result."""
NOT_PLAYED = lazy_pattern(
    "変化|分岐|参考|検討|感想|解説|もし|仮に|代わりに|なら(?![びべぶんず])|(?<![あは])たら(?!し)|本譜|別の手順|別案|読み筋|研究|再掲|写し|控え|清書|訂正|(?i:variation|analysis|instead)"
)
"""Words above moves that are not those of another game: a variation, a copy."""
_CORRECTED_END = lazy_pattern(r"訂正|変更|取り?消|判定|引き?分|\d手目?[^。]{0,24}(?:なく|曖昧|あいまい|逆)")
_CORRECTED_PLY = lazy_pattern(
    r"\d手目?[^。]{0,24}(?:なく|正し|誤|間違|まちが|書き違|訂正|修正)|\d手目[はのを][^。]{1,16}(?:でした|だった|です)|(?i:(?:move|ply|no\.?) ?\d{1,3},? [^.]{0,24}(?:should|wrong|typo|not |mistake|correct))"
)
"""A text that corrects a ply by its number."""
_PLY_IN_WORDS = lazy_pattern(
    r"[\d一二三四五六七八九十百]\s?手目|初手|(?i:(?:move|ply|turn) ?#?\d)|\d(?:st|nd|rd|th) (?:move|ply)"
)
"""What names a ply in words: beside a square, a line that is not understood tells another move for it."""
_WISHED = lazy_pattern(
    r"[?？]|とおり|通り|ほう|方が|[良善]|よ[かさけ]|なら|たら|(?i:better|best|should|would|could|looks? like|what was played)"
)
"""Words about a move that might have been played, or that was asked about."""
_HALF = rf"[【\[(（]?(?:{MATCH})?[】\])）{BLANKS}]?(?:{'|'.join(HALVES)})戦?[】\])）]?"
_NUMBERED = lazy_pattern(rf"[第【\[(（#＃{BLANKS}]*({PLY_NUMBER})(?:手目?|[.．)）、:：・】\]{BLANKS}])")
"""A line that begins with a ply number."""
_BOTH = tuple(Side)
MAX_LINES_AT_FAULT = 1000
"""The most faulty lines in one line of play. After more of them the rest of the record is not read."""


class PlayReader:
    """The lines of play of one record, or of one game of the match that `match` reads.

    `index` is the number of the record in its file, or of the game in its match, from 0.
    """

    def __init__(
        self, source: Source, index: int, span: Span, game: Game | None, match: PlayReader | None = None
    ) -> None:
        self.source, self.index, self.span, self.game = source, index, span, game
        self.match = match
        self.reading = span
        """The lines that this reader reads itself. Each game of a match has a reader of its own."""
        self.diagnostics: list[Diagnostic] = []
        self.headers: list[Header] = []
        self.players: list[Header] = []
        """The headers that name a player."""
        self.setup: DiagramText | None = None
        self.lines = [LineBuilder(1, None, span.first, (0, 0))]
        self.line = self.lines[0]
        self.moving = False
        """Whether the moves have begun."""
        self.misnumbered = 0
        """How many numbers did not follow those above them."""
        self.words: Mapping[str, SpecialMeaning] = {**SPECIALS, **game.words} if game is not None else SPECIALS
        self.refused: frozenset[int] = frozenset()
        """The lines that are not understood, whatever they look like."""

    @property
    def is_last(self) -> bool:
        """Whether this is the second game of a match. A result below it is that of the match."""
        return self.match is not None and self.index > 0

    def keep_error(self, diagnostic: Diagnostic, line: LineBuilder) -> None:
        """Add an error to the record and to `line`. No move after the error is judged, for one may be missing there."""
        diagnostic = diagnostic._replace(ply=line.ply + 1 if self.moving or line.entries else 0)
        self.diagnostics.append(diagnostic)
        line.unread.append(diagnostic)

    def is_hopeless(self) -> bool:
        """Return whether too many lines are not understood, or out of order, so that reading stops."""
        return len(self.line.unread) + len(self.line.strays) + self.misnumbered > MAX_LINES_AT_FAULT

    def as_unknown_line(self, line_number: int) -> ClassifiedLine:
        """Return the whole line as an item of unknown kind."""
        text = self.source.lines[line_number - 1]
        return ClassifiedLine(LineKind.UNKNOWN, text.strip(BLANKS), len(text) - len(text.lstrip(BLANKS)) + 1)

    def sides_by_name(self) -> dict[str, Side]:
        """Return the side for each name in a closing line: 先手, 後手, and the players' names if they differ."""
        own = sides_of_named_players(self.players)
        if not own and self.match is not None:
            # 先手 and 後手 of a match are those of its first game: in the second the sides are exchanged.
            named = sides_of_named_players(self.match.players)
            own = {name: side.other if self.index else side for name, side in named.items()}
        if self.reading == self.span:  # in a match each player has both colours, so a colour names nobody
            own |= {
                name.label.ja: side for side, name in zip(Side, self.game.sides if self.game else SIDES, strict=True)
            }
        return own | SIDE_NAMES

    def end_by_word(self, line_number: int, item: ClassifiedLine, word: str, detail: str) -> None:
        """Add a special word. It ends the line of play at the ply after its last move."""
        line = self.line
        self.moving = True
        self.settle_unread_lines(None if item.number is None else item.number - line.number - 1)
        self._check_ply_number(line_number, item.number, item.column)
        ply = line.ply + 1
        clock = read_clock(item.clock) if item.clock else None
        if item.clock:
            self._check_move_time(line_number, ply, item, clock)
        line.over = True
        side, seconds = SIDE_MARKS.get(item.text[0]), None if clock is None else clock.spent
        line.special = Special(ply, word, side, line_number, item.column, detail, seconds)

    def take_move(self, line_number: int, item: ClassifiedLine) -> None:
        """Add a move, readable or not, with its number and time."""
        line = self.line
        written = item.number
        if line.adrift and written:
            line.start, line.number = written, written - 1
        line.adrift = False
        if line.strays:
            self.settle_unread_lines(None if written is None else written - line.number - 1)
        if written != line.number + 1:
            self._check_ply_number(line_number, written, item.column)
        else:
            line.number = written
        ply = line.start + len(line.entries)
        text = item.text
        clock = read_clock(item.clock) if item.clock else None
        if item.clock and clock is None and self._do_brackets_name_move(item.clock):
            # The line holds more moves. It is kept as one move, which fails at the second one.
            text = self.source.lines[line_number - 1][item.column - 1 :].rstrip(BLANKS)
        elif item.clock:
            self._check_move_time(line_number, ply, item, clock)
        line.entries.append(Entry(ply, text, line_number, item.column, None if clock is None else clock.spent))

    def _do_brackets_name_move(self, text: str) -> bool:
        """Return whether brackets behind a move name another one, or a unit: they may correct or doubt it."""
        if A_SQUARE.search(without_blanks(text)):
            return True
        return self.game is not None and (holds_a_move(self.game, text) or names_a_unit(self.game, text))

    def loses_the_game(self, text: str) -> bool:
        """Return whether a line after the end holds a move although the line of play has none: its game would be lost."""
        return not self.line.entries and self.game is not None and holds_a_move(self.game, text)

    def _check_ply_number(self, line_number: int, written: int | None, column: int) -> None:
        """Check the ply number of a line against the one before it."""
        expected = self.line.number + 1
        self.line.number = expected if written is None else written
        if written != expected:
            self.misnumbered += 1
            self.diagnostics.append(
                line_diagnostics.wrong_ply_number(line_number, column, self.line.ply + 1, written, expected)
            )

    def _check_move_time(self, line_number: int, ply: int, item: ClassifiedLine, clock: MoveClock | None) -> None:
        """Check the time of a move: it is readable, and the total of its side is the sum of the times."""
        line = self.line
        text = item.clock.rstrip(BLANKS)
        column = self.source.lines[line_number - 1].find(text, item.column - 1) + 1
        if clock is None:
            self.diagnostics.append(time_control_and_time_checks.unreadable_time(line_number, column, ply, text))
            return
        side = self.side_of(ply)
        timed = next(reversed(line.clocks))
        for untimed in range(timed + 1, min(ply, timed + 4)):  # three plies in a row are of both sides
            line.totals[self.side_of(untimed)] = None
        before, others = line.totals[side], line.totals[side.other]
        total = None if before is None else before + clock.spent
        if clock.total is not None and total is not None and clock.total != total:
            place = (line_number, column, ply)
            line.doubted.add(side)
            if others is not None and clock.total == others + clock.spent:
                self.diagnostics.append(time_control_and_time_checks.total_of_other_side(*place, side, clock.total))
            elif before is not None and clock.total < before:
                self.diagnostics.append(time_control_and_time_checks.time_runs_back(*place, clock.total, before))
            else:
                self.diagnostics.append(time_control_and_time_checks.wrong_total(*place, clock.total, total))
        line.totals[side] = total if clock.total is None else clock.total
        line.clocks[ply] = (line.totals[0], line.totals[1])

    def side_of(self, ply: int) -> Side:
        """Return the side that moves at `ply`."""
        first, again = self._first_side_and_double_turn
        return _BOTH[(first + ply + 1 + (again is not None and ply > again)) % 2]

    @cached_property
    def _first_side_and_double_turn(self) -> tuple[Side, int | None]:
        """The side that moves first, and the ply after which the same side moves again. The set-up has to be read before."""
        game, setup = self.game, self.setup or (self.match.setup if self.match else None)
        if game is None:
            return Side.FIRST, None
        try:
            start = game.read_diagram(setup) if setup else game.start()
        except InvalidSetup:  # the referee reports the fault
            return Side.FIRST, None
        return game.turn(start), game.double_turn(lambda: start)

    def take_closing_line(self, line_number: int, item: ClassifiedLine) -> None:
        """Add the closing line, which begins with まで."""
        closing = read_closing_line(item.text, line_number, item.column, self.sides_by_name(), self.words)
        if closing is not None and self.line.closing is not None:
            self.line.claims.append(closing)  # the referee compares what several lines say
        elif closing is None and self.line.over and self._has_stated_result:
            self.diagnostics.append(line_diagnostics.text_after_end(line_number, item.column, item.text))
        elif closing is None:
            self.moving = True
            self.settle_unread_lines(None)
            self.keep_error(
                line_diagnostics.unreadable_closing(line_number, item.column, item.text, self._closing_line_example()),
                self.line,
            )
        else:
            self._end_by_closing(closing)

    def _closing_line_example(self) -> str:
        """Return a closing line that the line of play may have, as an example: with its plies, and a player's name."""
        named = {side: name for name, side in sides_of_named_players(self.players).items() if name not in SIDE_NAMES}
        return f"まで{self.line.ply}手で{named.get(Side.FIRST, PLAYERS[0])}の勝ち"

    def take_result_in_words(self, line_number: int, item: ClassifiedLine) -> bool:
        """Add a closing line in other words, such as 先手投了 or 六十手まで後手の勝ち. Return whether it is one."""
        if not self.moving:
            return False
        whole = self.as_unknown_line(line_number)
        text = f"{item.key}{item.text}" if item.key in SIDE_NAMES else whole.text
        players = self.sides_by_name()
        if text.isdecimal() and text not in players:
            return False
        closing = read_closing_line(text, line_number, whole.column, players, self.words)
        numbered = re.match(NUMBER, text) if closing is None else None
        if numbered:
            closing = read_closing_line(
                text[numbered.end() :], line_number, whole.column + numbered.end(), players, self.words
            )
        if closing is None or (self.line.over and numbered):
            return False
        if self.line.over and self.line.closing is not None:
            self.line.claims.append(closing)
            return True
        if numbered:
            self._check_ply_number(line_number, int(numbered[1]), whole.column)
        self._end_by_closing(closing)
        return True

    @property
    def _has_stated_result(self) -> bool:
        """Whether a line below the moves has said how the game ended, and not only that the record ends."""
        said = self.line.closing
        return self.line.special is not None or (
            said is not None and (said.outcome is not None or said.word not in {None, "中断"})
        )

    def _end_by_closing(self, closing: Closing) -> None:
        self.moving = True
        self.settle_unread_lines(None if closing.count is None else closing.count - self.line.ply)
        self.line.over = True
        self.line.closing = closing

    def start_branch(self, line_number: int, item: ClassifiedLine) -> None:
        """Start a branch. It replaces move N of the line above it, or of an ancestor of that line (docs/notation.md)."""
        self.settle_unread_lines(None)
        self.moving = True
        if item.number is None:
            self.line = LineBuilder(1, None, line_number, (0, 0))
            self.line.adrift = True
            self.keep_error(line_diagnostics.unreadable_branch(line_number, item.column, item.text), self.line)
        else:
            self.line = self._branch_at_ply(item.number, line_number, item)
        self.lines.append(self.line)

    def _branch_at_ply(self, ply: int, line_number: int, item: ClassifiedLine) -> LineBuilder:
        """Return the branch at `ply` of the line above it or of the nearest ancestor that has the ply; an orphan if none has it."""
        above, short = len(self.lines) - 1, False
        while above and not self.lines[above].start < ply <= self.lines[above].last:
            short = short or self.lines[above].start < ply
            above = self.lines[above].parent or 0
        left = self.lines[above]
        here = (line_number, item.column, len(item.text))
        if not 1 <= ply <= left.last:
            orphan = LineBuilder(max(ply, 1), None, line_number, (0, 0))
            self.keep_error(line_diagnostics.branch_from_nowhere(*here, ply, left.last), orphan)
            return orphan
        if short:
            self.diagnostics.append(line_diagnostics.branch_of_an_earlier_line(*here, ply))
        if "：" not in item.text and ":" not in item.text:
            self.diagnostics.append(
                as_warning(line_diagnostics.unclosed_header(line_number, item.column, BRANCH, len(item.text)))
            )
        return LineBuilder(ply, above, line_number, *left.last_totals_and_ply_before(ply))

    def take_unknown_line(self, line_number: int, item: ClassifiedLine) -> None:
        """Add a line of unknown kind. It may be a result in other words, or a damaged move, or not understood at all."""
        if self.take_result_in_words(line_number, item):
            return
        if self.moving and not self.line.over:
            self.line.strays.append(item._replace(number=line_number))
        else:
            self._add_unread_line_error(line_number, item)

    def settle_unread_lines(self, missing_plies: int | None) -> None:
        """Decide about the lines since the last move that are not understood. `missing_plies` is the number of missing plies.

        If no ply is missing, the lines were no moves. If one is, one of the lines is taken for the missing move, and it
        fails at its place. If the number is unknown (None), a line that names a square is taken for a move.
        """
        line = self.line
        strays, line.strays = line.strays, []
        if not strays:
            return
        naming = next((stray for stray in strays if A_SQUARE.search(stray.text)), None)
        missing = (
            naming if missing_plies is None or missing_plies < 0 else (naming or strays[0]) if missing_plies else None
        )
        for stray in strays:
            assert stray.number is not None  # noqa: S101 - take_unknown_line has put the line there
            if stray is missing:
                line.entries.append(Entry(line.ply + 1, stray.text, stray.number, stray.column))
                line.number += 1
            else:
                self._add_unread_line_error(stray.number, stray)

    def _add_unread_line_error(self, line_number: int, item: ClassifiedLine) -> None:
        """Add the error for a line that is not understood. After the end no move depends on it, so it is a warning."""
        diagnostic = self._unread_line_diagnostic(line_number, item.column, item.text)
        self.line.named_another |= self.line.over and bool(games.ids_named_in(item.text))
        self.line.analysed |= self.line.over and NOT_PLAYED.search(item.text) is not None
        loses_the_result = not self._has_stated_result and re.search(_OF_AN_END, item.text) is not None
        if self.line.over and not (
            self._tells_another_end(line_number, item.text)
            or loses_the_result
            or self.loses_the_game(item.text)
            or self._begins_a_half(item.text)
        ):
            self.diagnostics.append(as_warning(diagnostic))
        else:
            self.keep_error(diagnostic, self.line)

    def _tells_another_end(self, line_number: int, text: str) -> bool:
        """Return whether a line behind an end, which is no mere remark, says something of a player, or corrects the end."""
        names = (*sides_of_named_players(self.players), *SIDE_NAMES)
        told = self.corrects_a_ply(line_number, text) or _CORRECTED_END.search(text) is not None
        told = told or any(name in text for name in names)
        next_ply = _NUMBERED.match(text)
        told = told or (next_ply is not None and ply_number(next_ply[1]) == self.line.number + 1)
        return line_number in self.refused and (told or (self.game is not None and holds_a_move(self.game, text)))

    def corrects_a_ply(self, line_number: int, text: str) -> bool:
        """Return whether a line that was not understood corrects a ply by its number: 5手目、六06じゃなくて四03だった."""
        if line_number not in self.refused:
            return False
        return _CORRECTED_PLY.search(text) is not None or (self.line.over and self._tells_a_ply(text))

    @staticmethod
    def _tells_a_ply(text: str) -> bool:
        """Return whether a text tells the move of a ply by its number in words: 7手目は三03巫."""
        named = _PLY_IN_WORDS.search(text) is not None and A_SQUARE.search(text) is not None
        return named and _WISHED.search(text) is None

    def _begins_a_half(self, text: str) -> bool:
        """Return whether a line looks like 対局：後半. Otherwise the moves of that game would stand after the end."""
        return self.match is not None and re.fullmatch(_HALF, text) is not None

    def _unread_line_diagnostic(self, line_number: int, column: int, text: str) -> Diagnostic:
        """Return the diagnostic for a line that is not understood. Its advice suits the kind that the line looks like."""
        if re.search(_RESULT, text) and not A_SQUARE.search(text):
            if self.moving:
                return line_diagnostics.unreadable_closing(line_number, column, text, self._closing_line_example())
            return line_diagnostics.result_in_the_head(line_number, column, text)
        if self.game is not None and holds_a_move(self.game, text):
            return line_diagnostics.moves_not_understood(line_number, column, text)
        behind = r"\W" if self.moving else ""  # 後手動けず, below the moves, is no line of the head
        key = next((key for key in KNOWN_KEYS if re.match(key + behind, text)), None)
        if self._begins_a_half(text):
            key = MATCH
        if key is not None:
            return line_diagnostics.unclosed_header(line_number, column, key, len(text))
        return line_diagnostics.not_understood(line_number, column, text)
