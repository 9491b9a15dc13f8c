"""Moves of turns: resolved in the position, played, and written as lines of the copy."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from kifu.core.outcome import SIDE_MARKS, Side
from notation.formats.kif_canonical_writer import spell_clock, spell_move_line
from notation.formats.kif_moves_of_line import is_move
from notation.freeform.fold_text import fold_line
from notation.freeform.free_text_risk import FOUL_SAID
from notation.freeform.hypothesis import CopyItem, ItemLink
from notation.freeform.move_and_unit_rewriting import BEATEN, NAMED_SQUARE, SKIPPED, rewrite_in_notation
from notation.freeform.move_readings import (
    FROM_THE_RIGHT,
    MoveReading,
    is_legal,
    is_out_of_turn,
    moves_meant_by_ink,
    moves_without_origin,
    square_counted_from_sides,
)
from notation.freeform.plain_copy import copy_line
from notation.freeform.spans_line_context_and_sides import DISCS
from notation.freeform.squares_named_in_text import A_SQUARE, squares_ends_and_first_axes_at
from notation.freeform.unsettled_move_errors import (
    illegal_behind_slip_error,
    illegal_reading_error,
    several_readings_error,
)
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from kifu.referee.record import Unread
    from notation.freeform.hypothesis import Hypothesis, PlyLink
    from notation.freeform.move_ink import InkMove
    from notation.freeform.plain_copy import StatementLine
    from notation.freeform.statements_of_covers import Statement

FOUL = 1.5
IMPLIED = 0.3
"""The cost of the first move over the board whose ink would place the unit."""
LOST_BETWEEN = 3.0
ROW_FIRST = 1.2
"""What it costs that the row stands first in squares of two figures although nothing says so and the column might."""
TWO_FIGURES = kept_pattern(
    r"(?<![0-9])[1-9]\s?[-・.,、の]?\s?[1-9](?![0-9])|[①-⑲]\s?[-,.・]?\s?[①-⑲]|(?<![0-9])0[1-9]\s?[-・.,:]?\s?0[1-9](?![0-9])"
)
ORDER_AGAIN = -0.8
"""What two figures cost less in a record that has told which axis stands first."""
BEATEN_THERE = kept_pattern(
    rf"({NAMED_SQUARE})\s?(?:の|に(?:い|あ)(?:る|た|った))?\s?[^\s\d、。のを]{{0,4}}(?:{BEATEN}|\s*[をが]\s*怨霊?(?:に|化))(?!狙|ねら|気|つもり|ため|なら|と[ころ駄だ])"
)
"""The square of a unit that a remark says to be beaten: 七04の占領を怨霊にする."""
_NUMBERED = kept_pattern(r"([0-9０-９]{1,3})[ \t\u3000]+(\S.*)")
"""A ply number, and the move behind it."""


def _readings_of_side_to_move(hypothesis: Hypothesis, ways: tuple[MoveReading, ...]) -> tuple[MoveReading, ...]:
    """Return the ways to read a move where both sides write the characters of 先手, as those of the side to move.

    They are the other side's, as a ghost may be, if only that is legal.
    """
    own = str.maketrans(dict(hypothesis.game.common_units))
    made = tuple(way._replace(text=way.text.translate(own)) for way in ways)
    position = hypothesis.position
    legal = [
        position is not None and any(is_legal(hypothesis.game, position, way.text) for way in one)
        for one in (made, ways)
    ]
    one, other = (made, ways) if hypothesis.ply % 2 else (ways, made)
    return other if legal[:: 1 if hypothesis.ply % 2 else -1] == [False, True] else one


def hypotheses_after_move(  # noqa: C901, PLR0911, PLR0912, PLR0913, PLR0915 - one way to read the ink after the other
    hypothesis: Hypothesis, line: StatementLine, turn: Statement, number: int, side: Side | None, *, stated: bool
) -> list[Hypothesis]:
    """Return the hypotheses after a move, one for each way to read it that later lines may decide between.

    `stated` says that its number or its side is written.
    """
    game = hypothesis.game
    written = line.text_in_file(*turn.core)
    numbered = _NUMBERED.match(written) if turn.number is None else None
    if turn.number is None and _begins_with_its_number(hypothesis, line, turn, written):
        return []
    if numbered and (
        is_move(game, numbered[2]) or (int(numbered[1]) == hypothesis.number + 1 and A_SQUARE.search(numbered[2]))
    ):
        return []  # 11 二02領 is no 一01-二02領, whatever the number should be; 11 騎 names a square
    spelled = line.passage.text[slice(*turn.core)]
    if written != spelled and fold_line(written, 1).text != spelled and is_move(game, written):
        written = spelled  # a correction or a legend has another word for it
    ways = moves_meant_by_ink(game, written, cast("Sequence[InkMove]", turn.value), hypothesis.situation)
    if not ways and not turn.value and line.passage.text.startswith(SKIPPED, turn.core[0]):
        ways = (MoveReading(SKIPPED),)
    if not ways:
        return []
    if turn.others:
        named = [way.text for way in ways]
        for start, end, moves in turn.others:
            named += [
                way.text
                for way in moves_meant_by_ink(
                    game, line.text_in_file(start, end), cast("Sequence[InkMove]", moves), hypothesis.situation
                )
            ]
        whole = line.text_in_file(turn.core[0], turn.others[-1][1])
        return [append_turn(hypothesis, line, turn, number, whole, fault=several_readings_error(whole, named))]
    position = hypothesis.position
    if hypothesis.common:
        ways = _readings_of_side_to_move(hypothesis, ways)
    ways = _moves_that_beat_as_told(hypothesis, ways, turn.remarks) or ways
    literal = len(ways) == 1 and ways[0].text == written
    if hypothesis.order and any(way.order == FROM_THE_RIGHT for way in ways):
        ways = tuple(way for way in ways if way.order != FROM_THE_RIGHT)
        if not ways:
            return []
    if hypothesis.order and any(way.order == hypothesis.order for way in ways):
        hypothesis = hypothesis._replace(cost=hypothesis.cost + ORDER_AGAIN)
        ways = tuple(way for way in ways if way.order in {"", hypothesis.order})
    legal = ways if position is None else tuple(way for way in ways if is_legal(game, position, way.text))
    foul_said = any(FOUL_SAID.search(remark) for remark in turn.remarks)
    if "?" in "".join(turn.remarks) and not (literal or (ways[0].whole and (legal or foul_said))):
        return []
    if len(legal) > 1:
        orders = {way.order for way in legal}
        if len(orders) == len(legal) and "" not in orders and all(way.whole for way in legal):
            return [
                _play_move(
                    _with_order_of_axes(hypothesis, way.order, written), line, turn, number, side, way.text, written
                )
                for way in legal
            ]
        return [
            append_turn(
                hypothesis,
                line,
                turn,
                number,
                written,
                fault=several_readings_error(written, [way.text for way in legal]),
            )
        ]
    if len(legal) == 1:
        way = legal[0]
        order = ("column" if way.order == FROM_THE_RIGHT else way.order) or hypothesis.order
        after = hypothesis if order == hypothesis.order else hypothesis._replace(order=order)
        return [_play_move(after, line, turn, number, side, way.text, written)]
    if numbered:
        return []  # nor is it a foul of a unit that its number names
    plain = (literal and turn.number is not None) or foul_said or position is None or bool(hypothesis.counted)
    meant = [] if plain else moves_without_origin(game, written, position)
    if meant:
        fault = several_readings_error(written, [way.text for way in (*ways, *map(MoveReading, meant))])
        asked = [
            append_turn(hypothesis._replace(cost=hypothesis.cost + FOUL), line, turn, number, written, fault=fault)
        ]
        told = any(A_SQUARE.search(remark) for remark in turn.remarks)  # 三四怨(三七より飛び、三一を討つ)
        return (
            asked
            if len(meant) > 1 or told
            else [*asked, _play_implied_move(hypothesis, line, turn, number, side, meant[0], written)]
        )
    if literal or len(ways) == 1 or len({way.text for way in ways}) == 1:
        dearer = hypothesis._replace(cost=hypothesis.cost + (0.0 if foul_said else FOUL))
        text = ways[0].text
        if hypothesis.counted:
            return [append_turn(dearer, line, turn, number, written, fault=illegal_reading_error(written, text))]
        if hypothesis.slipped or (not stated and is_out_of_turn(game, hypothesis.plies, text)):
            return [append_turn(dearer, line, turn, number, written, fault=illegal_behind_slip_error(written))]
        if (stated or literal) and ways[0].whole and not _ends_in_legal_move(hypothesis, written):
            return [_play_move(dearer, line, turn, number, side, text, written)]
        return [append_turn(dearer, line, turn, number, written, fault=illegal_reading_error(written, text))]
    dearer = hypothesis._replace(cost=hypothesis.cost + FOUL)
    return [
        append_turn(
            dearer, line, turn, number, written, fault=several_readings_error(written, [way.text for way in ways])
        )
    ]


def _ends_in_legal_move(hypothesis: Hypothesis, written: str) -> bool:
    """Return whether ink that is a foul ends, behind a blank, in a move that is legal: 55 四02領 need not be 五05-四02領."""
    behind = re.search(r"\s(\S+)$", written)
    move = behind[1] if behind is not None else ""
    return (
        hypothesis.position is not None
        and is_move(hypothesis.game, move)
        and is_legal(hypothesis.game, hypothesis.position, move)
    )


def _moves_that_beat_as_told(
    hypothesis: Hypothesis, ways: Sequence[MoveReading], remarks: Sequence[str]
) -> tuple[MoveReading, ...]:
    """Return the moves that beat, between their two squares, what a remark says to be beaten; none in most games."""
    beating = [
        way._replace(text=text, order=way.order or order)
        for remark in remarks
        for told in BEATEN_THERE.finditer(rewrite_in_notation(hypothesis.game, fold_line(remark, 1)).text)
        for way in ways
        for text, order in moves_with_passed_squares(hypothesis.game, way.text, told[1], hypothesis.counted)
        if not way.order or order in {"", way.order}
    ]
    position = hypothesis.position
    return tuple(
        way._replace(whole=position is not None and is_legal(hypothesis.game, position, way.text)) for way in beating
    )


def moves_with_passed_squares(
    game: Game, move: str, text: str, counted_sides: tuple[str, ...] = ()
) -> Iterator[tuple[str, str]]:
    """Yield a move of two squares with each square of a text between them, if the game has such moves, and its first axis."""
    written = game.read(move).written if is_move(game, move) else None
    squares = () if written is None else tuple(map(game.board.spell, written.squares))
    if written is None or len(squares) != len(("from", "to")):
        return
    for told, _, order in (
        one for at in range(len(text)) for one in squares_ends_and_first_axes_at(game.board, text, at)
    ):
        name = square_counted_from_sides(game, told, counted_sides)
        through = f"{squares[0]}-{name}-{squares[1]}{written.unit}"
        if name not in squares and is_move(game, through):
            yield through, order


def _begins_with_its_number(hypothesis: Hypothesis, line: StatementLine, turn: Statement, written: str) -> bool:
    """Return whether the two figures before a unit are the number of its ply, in a record that numbers plies: 21 白F外 7-3."""
    begins = not line.passage.text[: turn.core[0]].strip()
    due = re.match(r"(\d{1,3})(?:\s+|(?=[^\W\dぁ-ん]))", written) if begins and hypothesis.numbering == "ply" else None
    return due is not None and int(due[1]) == hypothesis.number + 1


def _with_order_of_axes(hypothesis: Hypothesis, order: str, written: str) -> Hypothesis:
    """Return the hypothesis with the order of the axes; in two figures of one kind the column stands first by habit."""
    against = order == "row" and TWO_FIGURES.search(written) is not None
    return hypothesis._replace(order=order, cost=hypothesis.cost + ROW_FIRST * against)


def _play_implied_move(  # noqa: PLR0913, PLR0917 - what a turn is written with
    hypothesis: Hypothesis,
    line: StatementLine,
    turn: Statement,
    number: int,
    side: Side | None,
    text: str,
    written: str,
) -> Hypothesis:
    """Return the hypothesis after the only move over the board that an ink can mean which names its end alone."""
    after = _play_move(
        hypothesis._replace(cost=hypothesis.cost + IMPLIED * (not hypothesis.implied)),
        line,
        turn,
        number,
        side,
        text,
        written,
    )
    assert after.made is not None  # noqa: S101 - the turn has just been added
    item = after.made.item._replace(implied=illegal_reading_error(written, text))
    return after._replace(made=after.made._replace(item=item), implied=hypothesis.implied + 1)


def _play_move(  # noqa: PLR0913, PLR0917
    hypothesis: Hypothesis,
    line: StatementLine,
    turn: Statement,
    number: int,
    side: Side | None,
    text: str,
    written: str,
) -> Hypothesis:
    """Return the hypothesis after a move of one reading, with what it costs if the record calls it a foul and it is none."""
    marked = text if side is None or text[0] in SIDE_MARKS else side.mark + text
    plies = hypothesis.after(text)
    after = append_turn(hypothesis, line, turn, number, marked, written=written, plies=plies)
    if plies.position is not None and any(FOUL_SAID.search(remark) for remark in turn.remarks):
        return after._replace(cost=after.cost + LOST_BETWEEN)  # what is called a foul is none as it was read
    of_the_other = side is not None and side is not hypothesis.side and hypothesis.position is not None
    if not of_the_other and (plies.position is not None or not is_out_of_turn(hypothesis.game, hypothesis.plies, text)):
        return after
    assert after.made is not None  # noqa: S101 - the turn has just been added
    return after._replace(
        made=after.made._replace(item=after.made.item._replace(slip=illegal_behind_slip_error(written)))
    )


def append_turn(  # noqa: PLR0913 - what a turn is written with
    hypothesis: Hypothesis,
    line: StatementLine,
    turn: Statement,
    number: int,
    text: str,
    *,
    fault: Unread | None = None,
    written: str = "",
    plies: PlyLink | None = None,
) -> Hypothesis:
    """Return the hypothesis with the lines of a turn; after a word or a fault the position is not known."""
    start, end = turn.core
    before = line.passage.text[turn.start : start].rstrip()
    if fault is None and turn.side is not None and before[-1:] in {*SIDE_MARKS, *DISCS}:
        start = turn.start + len(before) - 1  # the place of a hole is that of the dash
    passage = line.located_part(start, end)
    clock = turn.odd_time or ("" if turn.clock is None else spell_clock(turn.clock))
    remarks = []
    for remark in turn.remarks:
        if remark.startswith("\0"):
            one, two = map(int, remark[1:].split(":"))
            remark = f"訂正前：{line.text_in_file(one, two)}"  # noqa: PLW2901
        remarks.append(copy_line(passage, f"*{remark}", ""))
    main = copy_line(passage, spell_move_line(number, text, clock), written, fault)
    whole = line.located_part(turn.start, turn.end)
    whole = whole if line.label is None else line.label.joined(whole)
    item = CopyItem((main, *remarks), "turn", whole, hypothesis.ply + 1)
    plies = hypothesis.plies if turn.what == "word" else plies or hypothesis.plies.then()
    return hypothesis._replace(made=ItemLink(item, hypothesis.made), number=number, plies=plies)
