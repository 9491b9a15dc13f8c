"""Hypotheses after a line in a form of its own: by its covers, by its cells as a row, or left unread at a cost."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise, takewhile
from math import inf
from typing import TYPE_CHECKING

from kifu.core.outcome import PLAYERS, SIDE_NAMES
from kifu.core.squares import BLANKS
from notation.freeform import turns_of_table_rows
from notation.freeform.apply_statements import apply_statements
from notation.freeform.apply_turns_labels_and_reopening import TAKEN_BACK, label_as_unread_line
from notation.freeform.free_text_risk import (
    RESULT_MARK,
    count_move_like_texts,
    free_text_risk,
    names_both_sides,
    says_nothing_about_game,
)
from notation.freeform.free_text_spans_and_cost import MAX_WEIGHT_LENT
from notation.freeform.hypothesis import ItemLink, line_read_as, verbatim_item
from notation.freeform.hypothesis_beam import COST_RANGE, cheapest_of
from notation.freeform.line_covers import COST_RANGE as COVER_RANGE
from notation.freeform.line_covers import LineKey, line_readings
from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.freeform.moves_in_any_word_order import moves_by_slots
from notation.freeform.number_time_and_side_recogniser import SCORE_BEHIND
from notation.freeform.plain_copy import CopyLine, StatementLine
from notation.freeform.plain_lines import read_closing_text
from notation.freeform.results_in_texts_and_beside_players import read_result
from notation.freeform.setup_in_words import read_setup
from notation.freeform.spans_line_context_and_sides import MAX_LINE_CHARACTERS, LineContext, side_or_colour
from notation.freeform.table_cells_and_columns import (
    HEAD_IN_BARS,
    OF_THE_RESULT,
    do_columns_list_units,
    first_axis_of_columns,
    is_frame_line,
    read_column_names,
    split_row,
    unquote_cells,
)
from notation.freeform.tokens_of_result_words import REOPENED, WEIGHTY, may_tell_an_end
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import LineKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from kifu.core.outcome import Side
    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.fold_text import LocatedText, Place
    from notation.freeform.hypothesis import Hypothesis
    from notation.freeform.line_covers import LineReading
    from notation.freeform.plain_lines import PlainLines
    from notation.freeform.statements_of_covers import Statement
    from notation.line_kinds import ClassifiedLine as ScannedItem

MAX_FREE_LINES, MAX_SPANS = 1500, 120_000
"""The most lines of a record that are read as people write them, and the most spans of them that are looked at, for equal lines
once; what is not plain behind them is named as not understood."""
MAX_IDLE_SPANS = 24_000
"""The most spans that are looked at behind the last move, for equal lines once: no record has so much that is none of its moves."""
SPANS_OF_A_HYPOTHESIS = 4
"""How many spans weigh as much as a hypothesis about a line."""
UNREAD_CLOSING = 2.0
"""What it costs besides to leave a closing line that is understood."""
NAMES_LOST = 1.2
"""What it costs besides to leave a line that names both players."""
UNREAD_COST = 2.6
"""The cost of a line that is left as it stands, for the strict reader to name."""
LOST_PLY = 1.2
"""The cost of such a line where it takes the place of a move: the position behind it is not known."""
ROW_COST = 0.1
_PAIR = 2
MIN_SCORES = 3
"""The fewest lines by which the points behind the moves are known."""
_SEVERAL_BACK = kept_pattern("何手|数手|幾手|いくつか|[2-9二三四五六七八九十]{1,3}手(?:戻|もど|分)")


_COUNT_IN_CELL = kept_pattern(r"(\d{1,3})手")
"""A count of the plies in a cell."""
_NAME_OF_THE_COUNT = kept_pattern(r"(?:[総全]?手数|(?:total )?(?:moves|plies)):?", re.IGNORECASE)
_FIGURES_OF_A_COUNT = kept_pattern(r"(\d{1,3})手?")


class FreeLines:
    """Reads the lines of one record that are not plain. `plain` reads the others.

    `patience` is how many spans are looked at behind a move until the next one.
    """

    def __init__(self, plain: PlainLines, patience: int) -> None:
        self.plain, self.source, self.game = plain, plain.source, plain.game
        self.lines: set[int] = set()
        """The lines that are not plain."""
        self.scored = False
        """Whether the points of both sides stand behind the moves."""
        self.crossed = False
        """Whether x is a tick in the cells of tables."""
        self.reach = COST_RANGE
        """How much a reading of a line may cost beyond the cheapest one."""
        self.least = inf
        """The least that any reading of the line in hand costs."""
        self._covers: dict[LineKey, Sequence[LineReading]] = {}
        self._lines: dict[tuple[object, ...], StatementLine] = {}
        self.left = MAX_SPANS
        """How many more spans are looked at."""
        self.idle = 0
        """How many were looked at behind the last move, with what hypotheses weigh."""
        self.patience = patience
        self._ends: dict[Place, int] = {}
        """The last columns of characters that stand for more than one of the file: 合 for 合体."""

    @property
    def spent(self) -> bool:
        """Whether so much was read as people write it that the rest is read as it stands."""
        return len(self.lines) > MAX_FREE_LINES or self.left <= 0 or self.idle > self.patience

    def text_in_file(self, passage: LocatedText) -> str:
        """Return a passage as it stands in the file; parts on several lines follow each other."""
        ends: dict[int, tuple[int, int]] = {}
        for line, column in passage.places:
            first, last = ends.get(line, (column, column))
            ends[line] = (min(first, column), max(last, self._ends.get((line, column), column)))
        return "".join(
            _characters_between_columns(self.source.lines[line - 1], first, last)
            for line, (first, last) in ends.items()
        )

    def hypotheses_left_unread(self, hypothesis: Hypothesis, clean_line: CleanLine) -> Iterator[Hypothesis]:
        """Yield the hypotheses after a line that is left as it stands: it may take the place of a move or not."""
        text = clean_line.raw if clean_line.raw is not None else clean_line.passage.text
        item = self.plain.scanned_item(text)
        cost = UNREAD_COST if self.spent else self._cost_unread(hypothesis, clean_line, item)
        after = label_as_unread_line(hypothesis, self.text_in_file).adding(verbatim_item(clean_line, "unread"), cost)
        if hypothesis.over == "end":
            yield after
            return
        of_a_move = item.kind is LineKind.MOVE and (hypothesis.moving or item.number == 1)
        if not of_a_move:
            yield after
        if of_a_move or (hypothesis.moving and not self.spent):
            number = item.number if of_a_move else None
            lost = self.plain.with_moves_begun(after)  # the strict reader takes it for the move that has to stand there
            number = lost.number + 1 if number is None else number
            yield lost.skipped()._replace(cost=lost.cost + LOST_PLY, number=number)

    def _cost_unread(self, hypothesis: Hypothesis, clean_line: CleanLine, item: ScannedItem) -> float:
        """Return what it costs to leave a line as it stands."""
        text = clean_line.passage.text
        by_slots = len(moves_by_slots(hypothesis.game, text)) if len(text) <= MAX_LINE_CHARACTERS else 0
        cost = UNREAD_COST + max(0.5 * count_move_like_texts(hypothesis.game, text), 1.0 * by_slots)
        if (
            hypothesis.over == "end"
            and free_text_risk(LineContext(hypothesis.side_context(), moving=True), text) > MAX_WEIGHT_LENT
        ):
            cost = 1.0  # what weighs is no remark behind the end
        if not hypothesis.moving and clean_line.raw is not None and item.kind is LineKind.HEADER:
            cost += 0.6
        if not hypothesis.moving and names_both_sides(text):
            cost += NAMES_LOST
        text = clean_line.raw if clean_line.raw is not None else text
        if item.kind is LineKind.CLOSING and read_closing_text(hypothesis, text) is not None:
            cost += UNREAD_CLOSING
        return cost

    def hypotheses_by_covers(
        self,
        hypothesis: Hypothesis,
        clean_line: CleanLine,
        limit: float,
        *,
        titled: bool = False,
        moves_only: bool = False,
    ) -> Iterator[Hypothesis]:
        """Yield the hypotheses by the covers of a line, as far as they cost no more than `limit`."""
        line = self.statement_line(clean_line)
        text = clean_line.passage.text
        cells = split_row(clean_line.passage, hypothesis.roles) if hypothesis.roles and not hypothesis.moving else None
        roles = hypothesis.roles if cells is not None and len(cells) == len(hypothesis.roles) > _PAIR else ()
        reopens, takes_back = bool(REOPENED.search(text)), hypothesis.moving and bool(TAKEN_BACK.search(text))
        covers = self._covers_of(
            hypothesis, line.passage.text, titled=titled, quoted=clean_line.quoted, moves_only=moves_only
        )
        self.least = min(self.least, *(way.least for way in covers), inf)
        for way in covers:
            statements = way.statements
            if hypothesis.cost + way.cost + way.again * bool(hypothesis.order) + way.lowered > limit:
                continue
            if not statements:
                yield hypothesis.adding(line_read_as(clean_line, f"# {text.strip()}", "comment"), way.cost)
                continue
            turn = next((one for one in statements if one.kind == "turn"), None)
            begun = hypothesis if turn is None else self.plain.with_moves_begun(hypothesis, turn.side)
            self.idle += SPANS_OF_A_HYPOTHESIS
            for after in self._after_statements(begun, line, statements, hypothesis):
                if takes_back and _SEVERAL_BACK.search(text):
                    continue  # nobody can tell which moves were taken back
                yield after._replace(
                    made=_with_line_verbatim(after, begun, clean_line),
                    cost=after.cost + way.cost,
                    reopened=after.reopened or reopens,
                    roles=roles,
                    taken_back=after.taken_back or (takes_back and turn is None),
                )

    def _after_statements(
        self, begun: Hypothesis, line: StatementLine, statements: Sequence[Statement], hypothesis: Hypothesis
    ) -> list[Hypothesis]:
        """Return the hypotheses after statements; heads that stand before the first turn of a line belong to the head."""
        turn = next((at for at, one in enumerate(statements) if one.kind == "turn"), len(statements))
        if hypothesis.moving or turn in {0, len(statements)}:
            return apply_statements(begun, line, statements)
        return [
            after
            for head in apply_statements(hypothesis, line, statements[:turn])
            for after in apply_statements(
                self.plain.with_moves_begun(head, statements[turn].side), line, statements[turn:]
            )
        ]

    def _covers_of(
        self, hypothesis: Hypothesis, text: str, *, titled: bool = False, quoted: bool = False, moves_only: bool = False
    ) -> Sequence[LineReading]:
        """Return the covers of a line, the cheapest first, each with its statements."""
        around = hypothesis.side_context()
        key = LineKey(
            around.game,
            text,
            tuple((name, side) for name, side in around.players.items() if name.lower() in text.lower()),
            around.first,
            around.order,
            _side_of_head_above(hypothesis),
            min(self.reach, COVER_RANGE),
            moving=hypothesis.moving,
            titled=titled,
            scored=self.scored,
            quoted=quoted,
            moves_only=moves_only,
        )
        if key not in self._covers:
            if self.spent:
                return ()
            self._covers[key], looked_at = line_readings(key)
            self.left -= looked_at
            self.idle += looked_at
        return self._covers[key]

    def statement_line(self, clean_line: CleanLine) -> StatementLine:
        """Return a line that statements are taken from."""
        return self._statement_line(clean_line.passage, clean_line.sender, quoted=clean_line.quoted)

    def _statement_line(self, passage: LocatedText, sender: str = "", *, quoted: bool = False) -> StatementLine:
        """Return the line that statements are taken from, with the notation's own words in its moves."""
        key = (passage.text, passage.places[:1], sender, quoted)
        if key not in self._lines:
            passage = unquote_cells(passage)
            made = rewrite_in_notation(self.game, passage)
            self._lines[key] = StatementLine(made, self.text_in_file, sender, quoted=quoted)
            if len(made.places) < len(passage.places):
                self._ends.update(_joined_places_and_last_columns(passage, made))
        return self._lines[key]

    def hypotheses_by_cells(  # noqa: C901, PLR0911, PLR0912 - kinds of rows
        self, hypothesis: Hypothesis, clean_line: CleanLine
    ) -> Iterator[Hypothesis]:
        """Yield the hypotheses by the cells of a line, if it is the row of a table."""
        passage = clean_line.passage
        self._statement_line(
            passage, clean_line.sender, quoted=clean_line.quoted
        )  # notes on cells know where their words end in the file
        if is_frame_line(passage.text):
            yield hypothesis.adding(line_read_as(clean_line, "", "comment"), 0.05)._replace(ruled=True)
            return
        if not hypothesis.moving and HEAD_IN_BARS.fullmatch(passage.text):
            return
        cells = split_row(passage, hypothesis.roles)
        if cells is not None and OF_THE_RESULT.fullmatch(cells[0].text):
            return  # 得点;白;50;黒;75 names no columns
        around = hypothesis.side_context()
        texts = passage.text.split() if cells is None else [cell.text for cell in cells]
        if hypothesis.moving and (count := _count_beside_its_name(texts)) is not None:
            if not (may_tell_an_end(count[1]) or re.search(r"\d", count[1])):
                yield _hypothesis_after_count(hypothesis, clean_line, *count)
            return
        ended = (
            hypothesis.moving and bool(hypothesis.roles) and not clean_line.row and any(map(WEIGHTY.search, texts))
        )  # ,end,black,,,,,,resigned
        figures = sum(map(str.isdecimal, texts)) > 1 and hypothesis.moving
        roles = (
            ()
            if ended or figures  # 37手で打ち切り,得点,白,55,黒,60
            else read_column_names(texts, around.players, hypothesis.roles, may_have_other_names=cells is not None)
        )
        if (
            (roles or cells is not None)
            and hypothesis.moving
            and not clean_line.row
            and (read_result(around, passage.text) is not None or (roles and RESULT_MARK.search(passage.text)))
        ):
            return  # 山田 ○; 結果,山田の勝ち,鈴木の占が全滅: the line is one sentence, its cells are not
        if roles:
            if len(texts) > 1 or hypothesis.moving:
                headed = hypothesis.adding(
                    line_read_as(clean_line, f"# {' '.join(text for text in texts if text)}", "comment"), 0.05
                )
                may_place = (
                    hypothesis.game.vocabulary.cells and not hypothesis.moving
                )  # rows of the start may come first
                begun = headed if may_place else self.plain.with_moves_begun(headed)
                yield begun._replace(roles=roles, order=first_axis_of_columns(roles) or hypothesis.order)
            return
        if cells is None:
            return
        listed = do_columns_list_units(hypothesis.roles) if hypothesis.roles else False
        unit = (
            turns_of_table_rows.setup_of_unit_list_row(cells, hypothesis.roles)
            if listed
            else turns_of_table_rows.setup_of_unnamed_row(texts)
        )
        if hypothesis.game.vocabulary.cells and not hypothesis.moving and (listed or unit):
            units = read_setup(hypothesis.game, unit, (), hypothesis.order)
            if units is not None and (units.units or units.diagram_field_lines()):
                placed = hypothesis.adding(
                    line_read_as(clean_line, f"# {' '.join(filter(None, texts))}", "comment"), ROW_COST
                )
                yield placed._replace(setup=(*hypothesis.setup, (units, passage)))
            return
        if texts[0] in turns_of_table_rows.TOTALS and not count_move_like_texts(hypothesis.game, passage.text):
            yield _hypothesis_after_totals(hypothesis, clean_line, texts)
            return
        context = LineContext(around, hypothesis.moving)
        marks = turns_of_table_rows.cell_marks_of_game(hypothesis.game, crossed=self.crossed)
        row = turns_of_table_rows.turns_of_row(
            cells, hypothesis.roles, lambda text: says_nothing_about_game(context, text), marks
        )
        if not row:
            return
        begun = self.plain.with_moves_begun(hypothesis)
        filled = [cell for cell in row if cell.passage.text]
        if not filled:
            if hypothesis.roles and not any(cell.remark for cell in row):
                yield begun._replace(
                    pending=(*begun.pending, *((passage, None) for _ in row)), cost=begun.cost + ROW_COST
                )
            return
        row = self._turns_in_game_order(begun, row)
        beam = [begun._replace(cost=begun.cost + ROW_COST)]
        covers = [
            self._covers_of(begun, self._statement_line(cell.passage).passage.text, titled=False) for cell in filled
        ]
        of_cells = [min((way.least for way in one), default=0.0) for one in covers]
        self.least = min(self.least, ROW_COST + sum(of_cells))
        for cell in row:
            beam = cheapest_of(
                [after for one in beam for after in self._hypotheses_after_cell(one, cell, passage)], self.reach
            )
        yield from (one._replace(roles=hypothesis.roles) for one in beam)

    def _turns_in_game_order(
        self, hypothesis: Hypothesis, row: list[turns_of_table_rows.RowTurn]
    ) -> list[turns_of_table_rows.RowTurn]:
        """Return the two turns of a row in the order of the game where the columns of the sides stand the other way round."""
        if [bool(cell.side) for cell in row] != [True, True]:
            return row
        around = hypothesis.side_context()
        one, two = (around.players.get(cell.side, around.side_meant_by(cell.side)) for cell in row)
        turned = one is not None and two is not None and one is not hypothesis.side is two
        return [row[1]._replace(number=row[0].number), row[0]._replace(number=row[1].number)] if turned else row

    def _hypotheses_after_cell(
        self, hypothesis: Hypothesis, cell: turns_of_table_rows.RowTurn, row: LocatedText
    ) -> Iterator[Hypothesis]:
        """Yield the hypotheses after the cell of a turn, by each cover that is one turn or one end; an empty cell is pending."""
        if not cell.passage.text:
            place = cell.passage if cell.passage.places else row
            yield hypothesis._replace(pending=(*hypothesis.pending, (place, None)))
            return
        line = self._statement_line(cell.passage)
        around = hypothesis.side_context()
        side = around.players.get(cell.side, around.side_meant_by(cell.side)) if cell.side else None
        for way in self._covers_of(hypothesis, line.passage.text, titled=False):
            if len(way.statements) != 1 or way.statements[0].kind not in {"turn", "end"}:
                continue
            (one,) = way.statements
            if one.kind == "end" and side is not None and one.value.winner is None and one.value.side is None:
                one = one._replace(value=one.value._replace(side=side))
            if one.kind == "turn":
                remarks = (*one.remarks, cell.remark) if cell.remark else one.remarks
                one = one._replace(
                    number=cell.number if one.number is None else one.number,
                    side=(side_or_colour(cell.side) if side is None else side) if one.side is None else one.side,
                    clock=cell.clock if one.clock is None else one.clock,
                    remarks=remarks,
                )
            for after in apply_statements(hypothesis, line, [one]):
                yield after._replace(cost=after.cost + way.cost)


def do_moves_tell_points(game: Game, texts: Sequence[str]) -> bool:
    """Return whether two numbers stand behind most moves that cannot be times: the points of both sides."""
    if not game.counts_points:
        return False
    moves = [text.rstrip() for text in texts if count_move_like_texts(game, text) >= 1 or moves_by_slots(game, text)]
    pairs = [pair for text in moves if (pair := SCORE_BEHIND.search(text))]
    timed = all(":" in pair[0] and len(pair[2]) == len("00") and pair[2] < "60" for pair in pairs)
    bracketed = all(pair[0].startswith("[") for pair in pairs)
    no_squares = any(re.search("[089]|[0-9]{3}", number) for pair in pairs for number in pair.groups())
    often = (2 + no_squares) * len(pairs) > len(moves)
    return len(pairs) >= MIN_SCORES and (bracketed or often) and not timed


def _with_line_verbatim(
    hypothesis_after: Hypothesis, hypothesis_before: Hypothesis, clean_line: CleanLine
) -> ItemLink | None:
    """Return what a hypothesis has made, with the line itself in place of its copy where both say the same."""
    made = hypothesis_after.made
    if made is None or made.before is not hypothesis_before.made or clean_line.raw is None or len(made.item.lines) != 1:
        return made
    line = made.item.lines[0]
    if (
        line.unread is not None
        or made.item.kind not in {"turn", "head", "end"}
        or plain_text(line.text) != _as_a_plain_text(clean_line.raw)
    ):
        return made
    kind = "kept-turn" if made.item.kind == "turn" else made.item.kind
    item = made.item._replace(lines=(CopyLine(clean_line.raw, None, clean_line.line),), kind=kind, passage=None)
    return ItemLink(item, made.before)


@lru_cache(maxsize=64)
def _as_a_plain_text(raw: str) -> str | None:
    """Return a line of the file as the strict reader sees it; None with a sign that it does not read, such as ①."""
    numbered = any(unicodedata.category(sign) == "No" for sign in raw)
    return None if numbered else plain_text(unicodedata.normalize("NFKC", raw))


def plain_text(line: str) -> str:
    """Return a line without what the strict reader passes over."""
    return " ".join(filter(None, re.split(f"[{BLANKS}]+", line)))


def _characters_between_columns(line: str, first: int, last: int) -> str:
    """Return the characters of a line from one column to another, with the marks that belong to the last one: ﾀﾞ."""
    while last < len(line) and unicodedata.combining(unicodedata.normalize("NFKC", line[last])[:1] or " "):
        last += 1
    return line[first - 1 : last]


def _side_of_head_above(hypothesis: Hypothesis) -> Side | None:
    """Return the side whose head, and what it holds, is all that stands on the line above; None among the moves."""
    if hypothesis.moving or not hypothesis.game.vocabulary.cells:
        return None
    heads = takewhile(
        lambda item: item.kind == "head", (item for item in hypothesis.items_from_last() if item.kind != "comment")
    )
    lines = [line for item in heads for line in item.lines]
    keys = [line.text.partition("：")[0] for line in lines if line.line == lines[0].line]
    return SIDE_NAMES[keys[0]] if len(keys) == 1 and keys[0] in PLAYERS else None


def _joined_places_and_last_columns(passage: LocatedText, made: LocatedText) -> Iterator[tuple[Place, int]]:
    """Yield the places that stand for several of a passage in the one made from it, and their last columns."""
    kept = set(made.places)
    place = passage.places[0]
    for line, column in passage.places:
        if (line, column) in kept:
            place = (line, column)
        elif place[0] == line:
            yield place, column


def _count_beside_its_name(texts: Sequence[str]) -> tuple[str, str] | None:
    """Return the count of the plies in the cell behind its name, and the other cells: 手数,24,記録,石毛; None if there is none."""
    filled = [text for text in texts if text]
    for at, (name, number) in enumerate(pairwise(filled)):
        if _NAME_OF_THE_COUNT.fullmatch(name) and (count := _FIGURES_OF_A_COUNT.fullmatch(number)):
            return count[1], " ".join((*filled[:at], *filled[at + 2 :]))
    return None


def _hypothesis_after_count(hypothesis: Hypothesis, clean_line: CleanLine, count: str, rest: str) -> Hypothesis:
    """Return the hypothesis after a row that tells the count of the plies, which is compared, and a remark."""
    total = line_read_as(clean_line, f"総手数：{count}手", "head")
    beside = line_read_as(clean_line, f"# {rest}", "comment").lines if rest else ()
    return hypothesis.adding(total._replace(lines=(*total.lines, *beside)), ROW_COST)


def _hypothesis_after_totals(hypothesis: Hypothesis, clean_line: CleanLine, texts: Sequence[str]) -> Hypothesis:
    """Return the hypothesis after a row of totals: the count of the plies is compared, other sums are a remark."""
    count = next(filter(None, map(_COUNT_IN_CELL.fullmatch, texts)), None)
    rest = " ".join(text for text in texts if text and (count is None or text != count[0]))
    if count is None:
        return hypothesis.adding(line_read_as(clean_line, f"# {rest}", "comment"), ROW_COST)
    return _hypothesis_after_count(hypothesis, clean_line, count[1], "" if rest == texts[0] else rest)
