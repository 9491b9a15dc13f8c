"""Reads one record of the KIF family, line by line. Each line is understood, or a diagnostic names it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.diagnostic import Severity
from kifu.core.errors import closest_word
from kifu.core.game.text import ends_like_a_row, split_diagram
from kifu.core.message import CONTROL
from kifu.core.outcome import PLAYERS, SIDE_MARKS, SIDE_NAMES, Side, Special, special_word_and_rest
from kifu.referee.record import Checkpoint, Comment, Entry, Header, Record, Score, Source, Span
from notation import line_diagnostics
from notation.closing_line_reader import without_blanks
from notation.formats.kif_head_reader import (
    COUNT_KEYS,
    MATCH_SCORE,
    MOVE_WITHIN,
    READ_WHOLE,
    RESULT_KEYS,
    RULES,
    SCANNED,
    SCORE,
    UNCONFIRMED,
    RulesSource,
    game_under_all_headers,
    hides_a_statement,
    known_header_keys,
    match_diagnostics,
    read_claim_of_header,
    read_count_claim,
    read_game_and_rules,
    read_match_result,
    spans_of_match_games,
    was_recorded_at_table,
)
from notation.formats.kif_moves_of_line import (
    A_SQUARE,
    gives_an_example,
    holds_a_move,
    is_move,
    is_moves_only,
    looks_like_a_move,
    moves_of_line,
    without_side_mark,
)
from notation.formats.kif_play_reader import PlayReader
from notation.formats.line_and_diagram_builders import DiagramBuilder, LineBuilder
from notation.line_kinds import BRANCH, CLEAN_MOVE, ClassifiedLine, LineKind, classify_line, read_clock
from notation.time_control_and_time_checks import TimedPly, check_overtime, header_time_control_or_diagnostic

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.game.game import Game
    from kifu.referee.record import Closing
    from notation.formats.kif_head_reader import RecordHead

MOVES_OF_ANOTHER_GAME = 4
"""The fewest moves behind an end by which another game, which nobody has judged, may stand there."""
MIN_TOLD_MOVES = 2
"""The fewest remarks that tell moves by which a record without a move has lost its own."""
MAX_TOLD_MOVES_PER_PLY = 2
"""The most remarks that tell moves for each ply: a commentary has fewer, unless the moves stand in it alone."""
MAX_NAMES_OF_A_PLAYER = 2
"""The most names under a player's key: more are lines of play, each begun with its side."""
_NO_MOVE_YET = frozenset({LineKind.MOVE, LineKind.CLOSING, LineKind.BRANCH, LineKind.DIAGRAM})
_PERHAPS_MOVES = frozenset({LineKind.MOVE, LineKind.HEADER, LineKind.UNKNOWN})
_REMARKS = frozenset({LineKind.COMMENT, LineKind.BOOKMARK, LineKind.FILE_COMMENT})


class RecordPart(NamedTuple):
    """The lines of one record in a file, or of one game in a match. `index` is its number, from 0."""

    source: Source
    index: int  # type: ignore[assignment]  # it hides tuple.index, which is not used here
    span: Span
    start: int
    """The number of its 棋種 line, or of its 対局 line."""


class Reader(PlayReader):
    """Reads one record, or one game of the record that `match` reads."""

    def __init__(
        self, part: RecordPart, rules: RulesSource, match: Reader | None = None, refused: frozenset[int] = frozenset()
    ) -> None:
        diagnostics: list[Diagnostic] = []
        self.head: RecordHead = (
            match.head if match else read_game_and_rules(part.source, part.span, part.start, rules, diagnostics)
        )
        super().__init__(part.source, part.index, part.span, self.head.game, match)
        self.diagnostics += diagnostics
        self.start = part.start
        self.rules = rules
        self.refused: frozenset[int] = match.refused if match else refused
        """The lines that may not be read here, because more stands on them than this notation sees."""
        self.values: dict[str, dict[str, None]] = {}
        """The values of the headers by their keys, each value once."""
        self.known_keys = known_header_keys(self.game) if self.game is not None else frozenset()
        self.comments: list[tuple[int, str]] = []
        """The line and the text of each comment and bookmark, also of comments of the file, but not of examples."""
        self.diagram: DiagramBuilder | None = None

    def read_record(self) -> Record:
        """Read all lines and return the record."""
        games: tuple[Record, ...] = ()
        if self.game is not None:
            readers = self._split_off_readers_of_games(self.game)
            self._read_lines(self.game)
            games = tuple(reader.read_record() for reader in readers)
        if games:
            self._add_match_claims(games)
        elif self.game is not None:
            self._add_head_claims_and_check_times(self.game)
        self.diagnostics.sort(key=lambda diagnostic: diagnostic.line or 0)
        game, refused = game_under_all_headers(self.head, self.headers)
        return Record(
            source=self.source,
            index=self.index,
            span=self.span,
            game=game,
            rules=self.head.rules,
            headers=tuple(self.headers),
            setup=self.match.setup if self.match and self.setup is None else self.setup,
            lines=tuple(line.to_variation() for line in self.lines),
            diagnostics=tuple(self.diagnostics),
            variant=self.head.file,
            games=games,
            refused=refused,
        )

    def _split_off_readers_of_games(self, game: Game) -> list[Reader]:
        """Return a reader for each game of a match, and keep only the head for this reader."""
        if self.match is not None or game.match_article is None:
            return []
        spans = spans_of_match_games(self.source, Span(self.start + 1, self.span.last))
        if spans:
            self.reading = Span(self.span.first, spans[0].first - 1)
        parts = [RecordPart(self.source, index, span, span.first) for index, span in enumerate(spans)]
        return [Reader(part, self.rules, self) for part in parts]

    def _add_match_claims(self, games: Sequence[Record]) -> None:
        """Check the order of the games of a match, and add the result and the score of the match."""
        main = self.lines[0]
        self.diagnostics += match_diagnostics(main.to_variation(), games)
        said = [*self.headers, *(header for game in games for header in game.headers if header.key == MATCH_SCORE)]
        for header in [*said, *(header for header in games[-1].headers if header.key in RESULT_KEYS)]:
            if header.key in RESULT_KEYS:
                self._add_claim_of_header(header, read_match_result(header, self.sides_by_name()))
            elif header.key == MATCH_SCORE:
                self._add_points_claim(header, main)
        if main.claims and main.closing is None:
            main.closing = main.claims.pop(0)

    def _add_head_claims_and_check_times(self, game: Game) -> None:
        """Add the claims of the head and check the times. This comes last, when all names and plies are known."""
        main = self.lines[0]
        for header in () if self.is_last else self.headers:
            if header.key in RESULT_KEYS:
                self._add_claim_of_header(header, read_claim_of_header(header, self.sides_by_name(), self.words))
        if main.claims and main.closing is None and main.special is None:
            main.closing = main.claims.pop(0)
        for header in (one for one in self.headers if one.key in COUNT_KEYS):
            if (count := read_count_claim(header)) is not None:
                main.claims.append(count)
            elif re.search(r"\d", header.value):
                self.diagnostics.append(
                    line_diagnostics.unreadable_count(header.line, header.column, header.key, header.value)
                )
        headers = [*self.headers, *(self.match.headers if self.match else ())]
        control, unclear = header_time_control_or_diagnostic(headers)
        if unclear is not None and self.match is None:
            self.diagnostics.append(unclear)
        if control is not None:
            whole = self.match or self
            if was_recorded_at_table(self.source, whole.span):  # moves taken back have used time too
                main.doubted.update(Side)
            self.diagnostics += check_overtime(control, self._timed_plies_of_line(main), main)
        self._report_moves_elsewhere(game, main)

    def _add_claim_of_header(self, header: Header, claim: Closing | None) -> None:
        """Add the claim of a header, or the error that it is not understood."""
        main = self.lines[0]
        if claim is None:
            self.keep_error(line_diagnostics.unreadable_result(header.line, header.column, header.value), main)
        else:
            main.claims.append(claim)

    def _timed_plies_of_line(self, line_of_play: LineBuilder) -> list[TimedPly]:
        """Return the time of each ply of the game, and of the special word that ends it."""
        turns: list[Entry | Special] = [
            *line_of_play.entries,
            *([line_of_play.special] if line_of_play.special else []),
        ]
        return [TimedPly(turn.ply, self.side_of(turn.ply), turn.seconds, turn.line, turn.column) for turn in turns]

    def _report_moves_elsewhere(self, game: Game, main: LineBuilder) -> None:
        """Add the error for comments and headers that hold the moves of the record: they would be lost.

        That is so where no move stands anywhere else, or where far more of them tell moves than stand elsewhere.
        """
        plies = len(main.entries)
        texts = sorted([(header.line, header.value) for header in self.headers] + self.comments)
        if main.unread or (plies and len(texts) < MIN_TOLD_MOVES + MAX_TOLD_MOVES_PER_PLY * plies):
            return
        held = [one for one in texts if not plies and holds_a_move(game, one[1])]
        told = [] if self.setup else [one for one in texts if looks_like_a_move(game, one[1])]  # a set-up is told too
        if len(told) < MIN_TOLD_MOVES + MAX_TOLD_MOVES_PER_PLY * plies:
            told = []
        if found := held or told:
            self.keep_error(line_diagnostics.move_elsewhere(*found[0], plies), main)

    def _add_points_claim(self, header: Header, line_of_play: LineBuilder) -> None:
        """Add a count of the points to a line of play, or the error that it is not understood."""
        from kifu.core.written_dates_and_points import COLOURS, read_points  # noqa: PLC0415 - few records count points

        points = read_points(header.value, COLOURS | self.sides_by_name())
        if points is None:
            self.keep_error(line_diagnostics.unreadable_score(*header[2:], header.key, header.value), self.line)
        else:
            line_of_play.scores.append(Score(*points, header.line, header.column))

    def _numbered_lines(self) -> Iterator[tuple[int, str]]:
        first, last = self.reading
        return enumerate(self.source.lines[first - 1 : last], start=first)

    def _read_lines(self, game: Game) -> None:
        """Read each line of the record, moves in the usual form at once; stop where the rest is hopeless."""
        clean, refused = CLEAN_MOVE.fullmatch, self.refused
        words = {mark + word for mark in ("", *SIDE_MARKS) for word in self.words}
        for number, text in self._numbered_lines():
            # This is the common case, kept short: most lines of most files are moves in the usual form.
            move = clean(text)
            if move is not None and self.moving and self.diagram is None and not (refused and number in refused):
                written, word, clock = move.groups()
                line = self.line
                if word not in words and not line.over and not word.isalpha():
                    if clock is None and not line.strays and int(written) == line.number + 1:
                        line.number += 1
                        line.entries.append(Entry(line.start + len(line.entries), word, number, move.start(2) + 1))
                        continue
                    if clock is None or read_clock(clock) is not None:
                        self.take_move(
                            number,
                            ClassifiedLine(LineKind.MOVE, word, move.start(2) + 1, "", int(written), clock or ""),
                        )
                        continue
            if not text.isprintable() and (control := re.search(CONTROL, text)):
                self.diagnostics.append(line_diagnostics.control_character(number, control.start() + 1, control[0]))
            self._read_item(game, number, text, classify_line(text, self.words))
            if self.is_hopeless():
                self.diagnostics.append(line_diagnostics.not_read_on(number + 1, self.reading.last))
                break
        self._end_diagram()
        self.settle_unread_lines(None)

    def _read_item(self, game: Game, line_number: int, text: str, item: ClassifiedLine) -> None:
        """Read a classified line: a remark, moves, part of a diagram, or a line of the head or the play."""
        kind = item.kind
        remark = kind in _REMARKS
        if remark and line_number not in self.refused:
            if not gives_an_example(item):
                self.comments.append((line_number, item.text))
            if kind is not LineKind.FILE_COMMENT:
                self.line.comments.append(Comment(kind.value, item.text, self.line.ply, line_number))
        elif line_number in self.refused and (remark or self._would_be_read(game, line_number, text, item)):
            self._end_diagram()
            whole = self.as_unknown_line(line_number)
            self.keep_error(line_diagnostics.not_understood(line_number, whole.column, whole.text), self.line)
        elif line_number < self.start and kind in _NO_MOVE_YET:
            self.keep_error(line_diagnostics.statement_before_record(line_number, item.column, item.text), self.line)
        elif moves := self._moves_in_other_forms(game, line_number, text, item):
            self._end_diagram()
            for move in moves:
                self._add_numbered_or_bare_move(game, line_number, move)
        elif self.diagram is not None and _does_line_belong_to_diagram(game, self.diagram, text, item):
            self._add_diagram_line(self.diagram, line_number, text, item)
        elif kind is not LineKind.BLANK:
            self._end_diagram()
            self._add_item(game, line_number, item)

    def _would_be_read(self, game: Game, line_number: int, text: str, item: ClassifiedLine) -> bool:
        """Return whether a line would be taken for moves, a head or an end as it stands."""
        odd = self._moves_in_other_forms(game, line_number, text, item)
        if odd and all(is_move(game, one.text) for one in odd):
            return True
        if item.kind is LineKind.MOVE:
            return (
                is_move(game, item.text)
                or special_word_and_rest(without_side_mark(item.text), self.words) is not None
                or (self.line.over and self.corrects_a_ply(line_number, text))
            )
        return item.kind is LineKind.HEADER and item.key != BRANCH

    def _moves_in_other_forms(
        self, game: Game, line_number: int, text: str, item: ClassifiedLine
    ) -> tuple[ClassifiedLine, ...]:
        """Return the moves of a line that does not write them as KIF does. Empty for any other line."""
        if line_number < self.start or item.kind not in _PERHAPS_MOVES or text.isdecimal():
            return ()
        if item.kind is LineKind.MOVE and (
            (not item.clock or read_clock(item.clock) is not None)
            and (special_word_and_rest(without_side_mark(item.text), self.words) or is_move(game, item.text))
        ):
            return ()
        if item.kind is LineKind.HEADER and not self.moving and not A_SQUARE.search(text):
            return ()
        return moves_of_line(game, self.words, text, self.line.number + 1)

    def _add_item(self, game: Game, line_number: int, item: ClassifiedLine) -> None:
        """Add a line that is neither a comment nor part of a diagram."""
        if item.kind is LineKind.MOVE:
            self._add_numbered_or_bare_move(game, line_number, item)
        elif item.kind is LineKind.HEADER:
            self._add_header(game, line_number, item)
        elif item.kind is LineKind.DIAGRAM:
            self.diagram = DiagramBuilder(line_number, [], set())
        elif item.kind is LineKind.TABLE and not holds_a_move(game, item.text):
            self.moving = self.moving or line_number > self.start
        elif item.kind is LineKind.CLOSING:
            self.take_closing_line(line_number, item)
        elif item.kind is LineKind.BRANCH:
            self.start_branch(line_number, item)
        else:
            self.take_unknown_line(line_number, item)

    def _add_diagram_line(self, diagram: DiagramBuilder, line_number: int, text: str, item: ClassifiedLine) -> None:
        """Add a line to the open diagram, or the diagnostic for a field that it has already."""
        if item.key in diagram.keys:
            again = line_diagnostics.field_outside_diagram(line_number, item.key)
            if any(_same_field(line, item) for _, line in diagram.lines):
                self.diagnostics.append(again)
            else:
                self.keep_error(again._replace(severity=Severity.ERROR), self.line)
        elif item.kind is not LineKind.BLANK:
            diagram.lines.append((line_number, text))
            if item.key:
                diagram.keys.add(item.key)

    def _end_diagram(self) -> None:
        """Close the open diagram, if any: it is the setup, or a checkpoint of the line of play."""
        if self.diagram is None:
            return
        diagram = split_diagram(self.diagram.line, self.diagram.lines)
        self.diagram = None
        marks = line_diagnostics.diagram_marks_note(diagram, self.game.diagram_marks) if self.game is not None else None
        if marks is not None:
            self.diagnostics.append(marks)
        if not self.moving and self.setup is None:
            self.setup = diagram
        else:
            self.line.checkpoints.append(Checkpoint(self.line.ply, diagram))

    def _add_header(self, game: Game, line_number: int, item: ClassifiedLine) -> None:
        """Add a header, or read its line as the branch, result or damaged move that it is below the moves."""
        if self.moving and item.key == BRANCH:
            self.start_branch(line_number, item)
            return
        known = item.key in game.diagram_keys or item.key in self.known_keys
        if item.key in SIDE_NAMES and self.take_result_in_words(line_number, item):
            return
        if self.moving and not self.line.over and not known:
            self.take_unknown_line(line_number, self.as_unknown_line(line_number))
            return
        header = Header(item.key, item.text, line_number, item.column)
        if self._would_header_lose_moves(game, self.as_unknown_line(line_number).text, item, known_key=known):
            whole = self.as_unknown_line(line_number)
            self.keep_error(line_diagnostics.moves_not_understood(line_number, whole.column, whole.text), self.line)
        elif item.key in game.diagram_keys:
            self.diagnostics.append(line_diagnostics.field_outside_diagram(line_number, item.key))
        elif item.key == SCORE:
            self._add_points_claim(header, self.line)
        elif item.key == RULES or item.key in self.values:
            self._report_repeated_header(game, header)
        elif not known:
            self._report_unknown_header(game, header)
        else:
            self._warn_of_unconfirmed_reading(line_number, item)
        self._check_header_value(header)
        self._keep_header(header)

    def _keep_header(self, header: Header) -> None:
        """Add a header, its value to those of its key, and a player's name to the names."""
        self.headers.append(header)
        self.values.setdefault(header.key, {})[header.value] = None
        if header.key in SIDE_NAMES:
            self.players.append(header)

    def _check_header_value(self, header: Header) -> None:
        """Add the error for a value that is kept as written and holds a statement which nobody would hear."""
        lost = header.key not in READ_WHOLE and hides_a_statement(header, self.sides_by_name(), self.words)
        if lost and not was_recorded_at_table(self.source, (self.match or self).span):
            self.keep_error(
                line_diagnostics.statement_in_a_head(header.line, header.column, header.value), self.lines[0]
            )

    def _warn_of_unconfirmed_reading(self, line_number: int, item: ClassifiedLine) -> None:
        """Add the warning on a record from photographs that nobody has confirmed."""
        if item.key == SCANNED and item.text.startswith(UNCONFIRMED):
            self.diagnostics.append(line_diagnostics.unconfirmed_reading(line_number, len(item.text)))

    def _report_repeated_header(self, game: Game, header: Header) -> None:
        """Add the diagnostic for a key that stands twice, and for 規則 outside the head.

        It is an error if the game is judged by it and it says another thing, or if players' names are moves. Each result counts (:meth:`_add_head_claims_and_check_times`).
        """
        if header.key in RESULT_KEYS:
            return
        if header.key == RULES and (self.moving or self.match is not None or self.head.rules is None):
            self.keep_error(line_diagnostics.rules_elsewhere(header.line, header.value), self.line)
            return
        named = self.values.get(header.key)
        if named is None:
            return
        repeated = line_diagnostics.repeated_header(header.line, header.key)
        same = without_blanks(next(iter(named))) == without_blanks(header.value)
        lost = header.key in PLAYERS and (
            looks_like_a_move(game, header.value) or len(named) + (header.value not in named) > MAX_NAMES_OF_A_PLAYER
        )
        if (header.key in {RULES, *game.required_head} or lost) and not same:
            self.keep_error(repeated._replace(severity=Severity.ERROR), self.line)
        else:
            self.diagnostics.append(repeated)

    def _is_name_of_other_side(self, game: Game, key: str, name: str) -> bool:
        """Return whether a word for a side stands before the name that the head gives only to the other one."""
        words = {**SIDE_NAMES, "sente": Side.FIRST, "gote": Side.SECOND, "first": Side.FIRST, "second": Side.SECOND}
        for side, drawn in zip(Side, game.sides, strict=True):
            words |= {drawn.label.ja: side, drawn.label.en.partition(" ")[0].lower(): side}
        if (at := words.get(re.sub("[番攻]$", "", key.strip().lower()))) is None:
            return False
        own, other = ({*map(without_blanks, self.values.get(one, ()))} for one in (PLAYERS[at], PLAYERS[1 - at]))
        return without_blanks(name) in other - own

    def _report_unknown_header(self, game: Game, header: Header) -> None:
        """Add the diagnostic for a key that is not known: an error for a damaged field, and for a name of the other side."""
        if self._is_misspelt_diagram_field(game, header.key):
            error = line_diagnostics.misspelt_field(header.line, header.key, sorted(game.diagram_keys))
            self.keep_error(error, self.line)
        elif self._is_name_of_other_side(game, header.key, header.value):
            self.keep_error(line_diagnostics.name_of_other_side(header.line, header.key, header.value), self.line)
        else:
            self.diagnostics.append(line_diagnostics.unknown_header(header.line, header.key, self.known_keys))

    def _would_header_lose_moves(self, game: Game, line: str, item: ClassifiedLine, *, known_key: bool) -> bool:
        """Return whether a header holds moves that would be lost.

        Under an unknown key one move is enough. Under a known key the value has to consist of moves alone.
        """
        if self.line.over and self.line.entries:
            return False
        return is_moves_only(game, item.text, one_suffices=self.moving) if known_key else holds_a_move(game, line)

    def _is_misspelt_diagram_field(self, game: Game, key: str) -> bool:
        """Return whether a key below the set-up is nearly that of hands or turn. Without the line they would be guessed."""
        if self.setup is None or self.moving:
            return False
        return closest_word(key, game.diagram_keys) is not None

    def _add_numbered_or_bare_move(self, game: Game, line_number: int, item: ClassifiedLine) -> None:
        """Add a move, or the special word, result or prose that stands in its place."""
        if self.line.over and item.number is None and self.take_result_in_words(line_number, item):
            pass
        elif self.line.over:
            diagnostic = line_diagnostics.text_after_end(line_number, item.column, item.text)
            self.line.moves_behind_end += max(1, len(MOVE_WITHIN.findall(item.text)))
            several = self.line.moves_behind_end >= MOVES_OF_ANOTHER_GAME and not self.line.analysed
            another = several or self.line.named_another
            if self.loses_the_game(item.text) or another or self._goes_on_after_adjournment(game, item):
                self.keep_error(diagnostic._replace(severity=Severity.ERROR), self.line)
            else:
                self.diagnostics.append(diagnostic)
        elif special := special_word_and_rest(without_side_mark(item.text), self.words):
            self.end_by_word(line_number, item, *special)
        elif self.take_result_in_words(line_number, item):
            pass
        elif self._is_prose(game, item):
            self.take_unknown_line(line_number, self.as_unknown_line(line_number))
        else:
            self.moving = True
            self.take_move(line_number, item)

    def _goes_on_after_adjournment(self, game: Game, item: ClassifiedLine) -> bool:
        """Return whether a move stands behind 中断: the game went on."""
        broken_off = self.line.special or self.line.closing
        return broken_off is not None and broken_off.word == "中断" and is_move(game, item.text)

    def _is_prose(self, game: Game, item: ClassifiedLine) -> bool:
        """Return whether a line that begins like a move is none: a date in the head, or a comment without its `*`."""
        if item.number is not None:
            return not self.moving and item.number != 1 and not A_SQUARE.search(item.text)
        return not is_move(game, item.text)


def _does_line_belong_to_diagram(game: Game, diagram: DiagramBuilder, text: str, item: ClassifiedLine) -> bool:
    """Return whether a line belongs to the diagram above it: a row, or a field about hands or turn."""
    if item.kind is LineKind.HEADER:
        return item.key in game.diagram_keys
    if item.kind is LineKind.UNKNOWN:
        unfinished = not diagram.keys and len(diagram.lines) <= game.board.rows
        return unfinished or ends_like_a_row(text) or item.text.startswith(tuple(game.diagram_keys))
    return item.kind is LineKind.BLANK


def _same_field(line: str, item: ClassifiedLine) -> bool:
    field = classify_line(line)
    return (field.key, field.text) == (item.key, item.text)
