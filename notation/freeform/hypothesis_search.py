"""The search: hypotheses about a record grow line by line, moves are played, and the cheapest hypothesis is the record."""

from __future__ import annotations

import re
from math import inf
from typing import TYPE_CHECKING

from kifu.core.squares import BLANKS
from notation.formats.kif_head_reader import GAME
from notation.formats.kif_moves_of_line import is_move, moves_of_line
from notation.freeform import turns_of_table_rows
from notation.freeform.apply_ends_and_claimed_results import hypotheses_after_told_end
from notation.freeform.chat_messages_and_posts import is_date_stamp
from notation.freeform.clean_lines import CleanLine, without_bullet
from notation.freeform.free_text_risk import RESULT_MARK
from notation.freeform.head_lines_in_other_words import read_head
from notation.freeform.hypotheses_after_free_line import FreeLines, do_moves_tell_points
from notation.freeform.hypothesis import line_read_as, special_words_by_text, verbatim_item
from notation.freeform.hypothesis_beam import BEAM_WIDTH, COST_RANGE, MARGIN, Beam, cheapest_of
from notation.freeform.plain_diagram_lines_and_setup import (
    FIGURE,
    MAX_LINES_ABOVE_BOARD,
    MIN_ROWS,
    begins_with_row,
    ply_of_board,
)
from notation.freeform.plain_lines import PlainLines
from notation.freeform.results_in_texts_and_beside_players import read_result
from notation.freeform.spans_line_context_and_sides import MAX_LINE_CHARACTERS
from notation.freeform.table_cells_and_columns import does_number_begin_column_names
from notation.freeform.tokens_of_result_words import REOPENED, SOMEBODY_WON, WEIGHTY
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import LineKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from kifu.referee.record import Source
    from notation.formats.kif_head_reader import RulesSource
    from notation.freeform.fold_text import LocatedText
    from notation.freeform.hypothesis import CopyItem, Hypothesis

NEAR = 2.0
"""How much a hypothesis may cost beyond the cheapest one where each line has a reading that agrees with those above."""
MAX_WIDE_LINES, NARROW_BEAM_WIDTH = 200, 3
"""The lines after which a record has shown how it is written, and how many hypotheses are then kept."""
BROKEN_COST = 0.5
"""The cost of a move that is broken between two lines."""
_BROKEN = kept_pattern(r"[-→0-9一二三四五六七八九十]$")
_WHOLE = kept_pattern(r"[0-9]{1,3}\s*[.)手:]|[0-9]{1,3}\s+|[▲△☗☖]")
LOST_PLIES = 4
"""The plies without a known position by which no further move can be legal."""
UNNAMED_GAME = 3.0
"""The cost of a title that is not taken for the name of the game."""
ROW_TAKEN = 2.0
"""What it costs to read a row below named columns otherwise than by its cells."""
MAX_SURE_COST = 0.6
"""The most that each turn of a line costs if all are legal and due and nothing else stands there: free text would cost more."""
_KEY_OF_A_RESULT = kept_pattern(r"#.{0,40}?(?<!\w)(?:結果|勝者|勝敗|result|winner)(?:\s*[:=]|\s)", re.IGNORECASE)
_COMMENTS = frozenset({LineKind.FILE_COMMENT, LineKind.COMMENT, LineKind.BOOKMARK})


def _naming_line(lines: Sequence[CleanLine]) -> int:
    """Return the index of the line that names the game by another key than 棋種, as [Game "…"]; -1 if none does."""
    for at, laid in enumerate(lines):
        head = read_head(laid.passage.text, None)
        if head is not None and head[0].startswith(GAME):
            return -1 if laid.passage.text.lstrip().startswith(GAME) else at
    return -1


class Search:
    """Reads the lines of one record. `stars` says that stars are bullets, `patience` how long moves are looked for.

    `probing` says that it is asked whether the record is of the game: it is left when no further move can be legal.
    """

    def __init__(  # noqa: PLR0913 - what is read, and how
        self, source: Source, game: Game, rules: RulesSource, *, stars: bool, patience: int, probing: bool = False
    ) -> None:
        self.source, self.game, self.stars, self._probing = source, game, stars, probing
        self.waited = 0
        """The most spans that were looked at behind a move until the next one."""
        self.stopped = 0
        """The first line that was not tried, because too much above it is no move; 0 if each was."""
        self._plain_head = False
        """Whether a line 棋種 heads the record: then what stands behind # above the moves is a comment."""
        self._plain = PlainLines(source, game, rules)
        self._free = FreeLines(self._plain, patience)

    def hypotheses_after_lines(self, first: Hypothesis, lines: Sequence[CleanLine], title: int) -> list[Hypothesis]:
        """Return the hypotheses about all lines, the cheapest first; `title` is the index of the line that names the game."""
        texts = [laid.passage.text for laid in lines]
        self._free.scored = do_moves_tell_points(self.game, texts)
        self._free.crossed = turns_of_table_rows.ticked_by_crosses(texts)
        begun = [at for at in range(len(lines)) if begins_with_row(self.game, texts[at : at + MIN_ROWS])]
        self._plain.boards = {lines[at].passage.places[:1] for at in begun}
        for at in begun:
            told = ply_of_board(texts[max(at - MAX_LINES_ABOVE_BOARD, 0) : at])
            if told is not None:
                rows = lines[at : at + self.game.board.rows]
                self._plain.boards_of_plies |= {laid.passage.places[:1]: told for laid in rows}
        self._plain_head = any(self._plain.scanned_item(text).key == GAME for text in texts)
        left = self._free.left
        naming = title if title >= 0 or first.started else _naming_line(lines)
        if near := self._grow_line_by_line(first, lines, title, naming, NEAR):
            return near
        self._free.left = left
        return self._grow_line_by_line(first, lines, title, naming, COST_RANGE)

    def _grow_line_by_line(
        self, first: Hypothesis, lines: Sequence[CleanLine], title: int, naming: int, reach: float
    ) -> list[Hypothesis]:
        """Return the hypotheses about all lines that cost at most `reach` beyond the cheapest at each.

        Below COST_RANGE nothing is returned if the cheapest costs so much more than the least that each line has to cost, read in
        any way, that a hypothesis beyond the reach may be about as good.
        """
        self._free.lines.clear()
        self._free.reach = reach
        self._free.idle = 0
        above: list[Hypothesis] = []
        beam = [first]
        least = cost = 0.0
        for at, laid in enumerate(lines):
            titled = at == title
            self._free.least = inf
            grown = Beam(reach, UNNAMED_GAME if at == naming else 0.0)
            for found in beam:
                self._take(grown, found, laid, titled=titled)
            if at and not self._free.spent:
                grown.add(self._after_broken_lines(above, lines[at - 1], laid, grown))
            above, beam = beam, grown.cheapest(self._width)
            if beam[0].ply > above[0].ply:
                self.waited = max(self.waited, self._free.idle)
                self._free.idle = 0
            before, cost = cost, min(one.cost - one.lent for one in beam)
            # a line that no reading is near to may cost less for a hypothesis that is not kept
            least += min(cost - before, reach, 0.0 if self._free.least == inf else self._free.least)
            if cost - least > reach - MARGIN and reach < COST_RANGE:
                return []
            if self._probing and all(map(_is_lost, beam)):
                return [] if reach < COST_RANGE else beam
            if self._free.spent:
                return [self._after_strict_lines(beam[0], lines[at + 1 :])]
        return beam

    def _after_strict_lines(self, hypothesis: Hypothesis, lines: Sequence[CleanLine]) -> Hypothesis:
        """Return the hypothesis after lines that are left to the strict reader."""
        self.stopped = self.stopped or next((laid.line for laid in lines if laid.passage.text.strip(BLANKS)), 0)
        for laid in lines:
            aside = laid.furniture or laid.refused
            hypothesis = hypothesis.adding(
                self._as_comment_or_unread(laid, laid.passage.text) if aside else verbatim_item(laid)
            )
        return hypothesis

    @property
    def _width(self) -> int:
        """How many hypotheses are kept: few when the record has shown how it is written, one when nothing more is tried."""
        return 1 if self._free.spent else BEAM_WIDTH if len(self._free.lines) <= MAX_WIDE_LINES else NARROW_BEAM_WIDTH

    def _take(self, grown: Beam, hypothesis: Hypothesis, clean_line: CleanLine, *, titled: bool) -> None:
        """Add the hypotheses after a line, as far as they can be among the cheapest."""
        grown.add(self._after_line(hypothesis, clean_line, grown.limit, titled=titled))

    def _after_broken_lines(
        self, beam: Sequence[Hypothesis], above: CleanLine, below: CleanLine, grown: Beam
    ) -> Iterator[Hypothesis]:
        """Yield the hypotheses after two lines that are one: a move is broken between them."""
        first, second = above.passage.text.rstrip(), below.passage.text.lstrip()
        if above.parts or below.parts or not _BROKEN.search(first) or not second or _WHOLE.match(second):
            return
        units = tuple(self.game.vocabulary.units)
        if not (first[-1] in "-→" or second.startswith(units)) or _WHOLE.match(first[-1:]):
            return
        whole = CleanLine(above.passage.cut(0).joined(below.passage.cut(0)), None, above.line)
        limit = grown.limit - BROKEN_COST
        for found in beam:
            if found.moving or first[-1] in "-→" or found.started:
                for after in self._free.hypotheses_by_covers(found, whole, limit, titled=False):
                    if _does_new_turn_span_lines(after, found, {above.line, below.line}):
                        yield after._replace(cost=after.cost + BROKEN_COST)

    def written(self, passage: LocatedText) -> str:
        """Return a passage as it stands in the file; parts on several lines follow each other."""
        return self._free.text_in_file(passage)

    def _after_line(  # noqa: C901, PLR0911 - kinds of lines
        self, hypothesis: Hypothesis, clean_line: CleanLine, limit: float, *, titled: bool
    ) -> list[Hypothesis]:
        """Return the hypotheses after a line, as far as those of covers cost no more than `limit`."""
        if clean_line.parts:
            return self._after_vertical_lines(hypothesis, clean_line, limit)
        text = clean_line.raw if clean_line.raw is not None else clean_line.passage.text
        item = self._plain.scanned_item(text)
        if not text.strip(BLANKS):
            return [hypothesis.adding(verbatim_item(clean_line))]
        if clean_line.row and (
            ways := list(self._free.hypotheses_by_cells(hypothesis, clean_line))
        ):  # what a program wrote as a row is no sentence
            self._free.lines.add(clean_line.line)
            return cheapest_of(ways, self._free.reach)
        names = clean_line.passage.text.startswith("#") and does_number_begin_column_names(clean_line.passage)
        if (titled and clean_line.passage.text.startswith("#")) or self._says_who_won(hypothesis, clean_line):
            # what is not understood behind the sign is no comment
            return self._after_free_line(
                hypothesis, clean_line._replace(passage=clean_line.passage.cut(1), raw=None), limit, titled=titled
            )
        if item.kind in _COMMENTS and not (
            titled or names or (self.stars and without_bullet(clean_line.passage, stars=True))
        ):
            return [self._comment(hypothesis, clean_line, text)]
        if clean_line.furniture or clean_line.refused or (hypothesis.moving and is_date_stamp(clean_line.passage.text)):
            reopened = hypothesis.reopened or REOPENED.search(text) is not None
            return [hypothesis._replace(reopened=reopened).adding(self._as_comment_or_unread(clean_line, text))]
        if (drawn := self._plain.after_diagram_line(hypothesis, clean_line, item)) is not None:
            return [drawn]
        if (
            hypothesis.moving
            and (figure := FIGURE.fullmatch(clean_line.passage.text))
            and figure[1] in {None, str(hypothesis.ply)}
        ):
            return [hypothesis.adding(line_read_as(clean_line, f"# {text.strip()}", "comment"))]
        hypothesis = hypothesis._replace(row=0) if hypothesis.row else hypothesis
        if (branch := self._plain.after_branch_or_match_line(hypothesis, clean_line, item, text)) is not None:
            return [branch]
        if (plain := self._plain.after_plain_line(hypothesis, clean_line, item, text)) is not None:
            return [plain]
        return self._after_free_line(hypothesis, clean_line, limit, titled=titled)

    def _says_who_won(self, hypothesis: Hypothesis, clean_line: CleanLine) -> bool:
        """Return whether a line behind # says a result: below moves in free forms, or where 棋種 does not head a plain record."""
        text = clean_line.passage.text
        below = self._free.lines and hypothesis.moving
        if not text.startswith("#") or hypothesis.over or (self._plain_head and not below):
            return False
        if SOMEBODY_WON.search(text) or (
            _KEY_OF_A_RESULT.match(text) and (WEIGHTY.search(text) or RESULT_MARK.search(text))
        ):
            return True  # understood or not
        clauses = (text[1:], *re.split("[、。,.;]", text[1:]))
        results = (
            read_result(hypothesis.side_context(), clause.strip(BLANKS)) for clause in clauses if clause.strip(BLANKS)
        )
        return any(result is not None and result.winner is not None for result in results)

    def _after_free_line(
        self, hypothesis: Hypothesis, clean_line: CleanLine, limit: float, *, titled: bool
    ) -> list[Hypothesis]:
        """Return the hypotheses after a line that is not plain."""
        bare = without_bullet(clean_line.passage, stars=self.stars)
        if self.stars and bare is not None:
            clean_line, bare = (
                clean_line._replace(passage=bare, raw=None),
                None,
            )  # what is not understood behind it is no comment
        self._free.lines.add(clean_line.line)
        if self._free.spent or len(clean_line.passage.text) > MAX_LINE_CHARACTERS:
            return self._left_unread(hypothesis, clean_line)
        ways = list(self._free.hypotheses_by_cells(hypothesis, clean_line))
        told = ROW_TAKEN * bool(ways and hypothesis.roles)  # what the names of the columns say is no free text
        numbered = ROW_TAKEN * (
            not told and turns_of_table_rows.is_numbered(clean_line.passage, hypothesis.roles)
        )  # nor is a row of the table
        near = hypothesis.position is not None and self._free.reach < COST_RANGE
        if (near or _is_lost(hypothesis)) and not (ways or titled or numbered):
            sure = list(self._free.hypotheses_by_covers(hypothesis, clean_line, limit, moves_only=True))
            if any(_is_line_read_surely(one, hypothesis) for one in sure):
                return cheapest_of(sure, self._free.reach)  # to leave it unread, and to ask what that hides, costs more
        unread = self._left_unread(hypothesis, clean_line)
        if told and any(_is_line_read_surely(one, hypothesis) for one in ways):
            return cheapest_of(ways, self._free.reach)
        if not titled:
            limit = min(limit, min(one.cost for one in unread) + COST_RANGE)
        covered = self._free.hypotheses_by_covers(hypothesis, clean_line, limit - told, titled=titled)
        ways += (one._replace(cost=one.cost + told + numbered * (one.ply == hypothesis.ply)) for one in covered)
        ways += hypotheses_after_told_end(hypothesis, self._free.statement_line(clean_line), clean_line.passage.text)
        if not (ways and self._is_a_move(hypothesis, clean_line)):
            ways += unread
        if bare is not None:
            ways += self._free.hypotheses_by_covers(hypothesis, clean_line._replace(passage=bare), limit, titled=titled)
        return cheapest_of(ways, self._free.reach)

    def _left_unread(self, hypothesis: Hypothesis, clean_line: CleanLine) -> list[Hypothesis]:
        """Return the hypotheses after a line that is left as it stands; no reading of it need cost more than the cheapest."""
        unread = list(self._free.hypotheses_left_unread(hypothesis, clean_line))
        self._free.least = min(self._free.least, min(one.cost for one in unread) - hypothesis.cost)
        return unread

    def _is_a_move(self, hypothesis: Hypothesis, clean_line: CleanLine) -> bool:
        """Return whether a line is a numbered move of the notation and nothing else: what it says is not in doubt."""
        text = clean_line.raw if clean_line.raw is not None else clean_line.passage.text
        item = self._plain.scanned_item(text)
        if item.kind is LineKind.MOVE:
            return not item.clock and is_move(hypothesis.game, item.text.rstrip(BLANKS))
        moves = moves_of_line(self.game, special_words_by_text(self.game), text, 0)
        return len(moves) == 1 and not moves[0].clock and is_move(hypothesis.game, moves[0].text)

    def _comment(self, hypothesis: Hypothesis, clean_line: CleanLine, text: str) -> Hypothesis:
        reopened = hypothesis.reopened or REOPENED.search(text) is not None
        return hypothesis._replace(reopened=reopened).adding(verbatim_item(clean_line))

    def _as_comment_or_unread(self, clean_line: CleanLine, text: str) -> CopyItem:
        """Return a line that says nothing of the game as a comment, or as a line that is not understood."""
        if not clean_line.refused:
            return line_read_as(clean_line, f"# {text.strip()}", "comment")
        return verbatim_item(clean_line, "unread")

    def _after_vertical_lines(self, hypothesis: Hypothesis, clean_line: CleanLine, limit: float) -> list[Hypothesis]:
        """Return the hypotheses after lines of one character each: as one text, or each by itself."""
        whole = (
            []
            if clean_line.passage.text.isdecimal()
            else list(self._free.hypotheses_by_covers(hypothesis, clean_line, limit, titled=False))
        )
        turned = [one for one in whole if one.ply > hypothesis.ply or one.over != hypothesis.over]
        beam = [hypothesis]
        for part in clean_line.parts:
            grown = Beam(self._free.reach)
            for one in beam:
                self._take(grown, one, part, titled=False)
            beam = grown.cheapest()
        return cheapest_of([*turned, *beam], self._free.reach)


def _is_line_read_surely(hypothesis_after: Hypothesis, hypothesis_before: Hypothesis) -> bool:
    """Return whether a line has legal turns, and nothing in it is in doubt: no other reading comes near.

    Where no position is known any more, no turn is legal, and none a foul.
    """
    whole = hypothesis_after.ply > hypothesis_before.ply and hypothesis_after.slipped == hypothesis_before.slipped
    whole = whole and (hypothesis_after.position is not None or hypothesis_before.position is None)
    return whole and hypothesis_after.cost < hypothesis_before.cost + MAX_SURE_COST * (
        hypothesis_after.ply - hypothesis_before.ply
    )


def _is_lost(hypothesis: Hypothesis) -> bool:
    """Return whether no position is known behind several plies: what follows cannot be legal."""
    return hypothesis.ply >= LOST_PLIES and not any(hypothesis.plies.positions()[:LOST_PLIES])


def _does_new_turn_span_lines(hypothesis_after: Hypothesis, hypothesis_before: Hypothesis, lines: set[int]) -> bool:
    """Return whether one of the turns that a hypothesis has more than another stands on all of some lines."""
    kept = hypothesis_after.made
    while kept is not None and kept is not hypothesis_before.made:
        passage = kept.item.passage
        if kept.item.is_turn and passage is not None and lines <= {line for line, _ in passage.places}:
            return True
        kept = kept.before
    return False
