"""Moves that only comments, titles and names hold: those lines are given back as not understood."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from kifu.core.outcome import PLAYERS
from notation.formats.kif_moves_of_line import holds_a_move
from notation.freeform.chat_messages_and_posts import is_date_stamp
from notation.freeform.fold_text import fold_line
from notation.freeform.free_text_risk import count_move_like_texts, holds_move_of_ply, move_patterns
from notation.freeform.hypothesis import CopyItem
from notation.freeform.lines_in_order_of_play import leading_ply_number
from notation.freeform.plain_copy import CopyLine, LineOfItemId
from notation.freeform.table_cells_and_columns import split_row
from notation.freeform.tokens_of_result_words import WEIGHTY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Game
    from kifu.referee.record import Source
    from notation.freeform.hypothesis import Hypothesis

MIN_COMMENTED_MOVES = 4
"""The fewest moves in the comments of a file without any other by which they are its game."""

_FIGURES = re.compile(r"(?<![\d.:/,-])[1-9][1-9]\s?(?:->|→|:\w{1,12}:|-)\s?[1-9][1-9](?![\d:/年月日])")
"""Two squares in figures, from which and to which a unit goes."""
_COMMENTED_PLY = re.compile(r"\s*(?:[*#＊＃]+|//|;)[\s|]*(\d{1,3})(?:手目?)?[.)、:：|]?[\s|]+([^\s|].{0,60})$")
"""A comment of the file that begins with a ply number."""


def may_texts_hold_whole_game(hypothesis: Hypothesis) -> bool:
    """Return whether a reading has no move, although its free texts, or names, or comments may hold the game."""
    items = [item for item in hypothesis.items_from_last() if item.passage is not None]
    if hypothesis.ply or any(item.kind == "hole" for item in items):
        return False
    return _do_comments_hold_game(hypothesis) or any(_may_hold_moves(hypothesis.game, item) for item in items)


def _do_comments_hold_game(hypothesis: Hypothesis) -> bool:
    """Return whether the comments of a file hold its game, in no form of the notation."""
    counted = [
        (item, moves)
        for item in hypothesis.items_from_last()
        if (moves := _count_moves_of_comment(hypothesis.game, item))
    ]
    if any(holds_a_move(hypothesis.game, item.lines[0].text) for item, _ in counted):
        return False  # the strict reader asks of those
    return sum(moves for _, moves in counted) >= MIN_COMMENTED_MOVES


def _count_moves_of_comment(game: Game, item: CopyItem) -> float:
    """Return the number of moves in a line that stands as a comment in the file."""
    text = item.lines[0].text if item.kind in {"kept", "comment"} and item.lines else ""
    if not text.startswith(("#", "*", "＃", "＊")):
        return 0.0
    text = fold_line(text, 1).text
    if all(holds_move_of_ply(game, text, ply) for ply in range(1, MIN_COMMENTED_MOVES + 1)):
        return MIN_COMMENTED_MOVES  # the rows of a table, written as one line
    return max(count_move_like_texts(game, text), float(len(_FIGURES.findall(text))))


def _may_hold_moves(game: Game, item: CopyItem) -> bool:
    """Return whether an item is free text, or the name of a player with a move or words of a result in it."""
    parts = [line.text.partition("：") for line in item.lines] if item.kind == "head" else []
    return item.kind == "comment" or any(
        key in PLAYERS and (WEIGHTY.search(value) is not None or count_move_like_texts(game, value) > 0)
        for key, _, value in parts
    )


def _is_note_without_ply(game: Game, item: CopyItem) -> bool:
    """Return whether an item is a comment, or a title, that is no row of a table and has no ply number and no move."""
    if item.passage is None or not item.lines[0].text.startswith(("#", "表題")):
        return False
    text = item.passage.text
    numbered = leading_ply_number(text) is not None and not is_date_stamp(text)
    return not (numbered or split_row(item.passage, ()) or count_move_like_texts(game, text))


def with_hidden_moves_not_understood(hypothesis: Hypothesis, source: Source) -> Hypothesis:
    """Return the reading with such texts as the lines that they stand on, so that each is named as not understood."""
    items, commented = list(hypothesis.items_from_last())[::-1], _do_comments_hold_game(hypothesis)
    hypothesis = hypothesis._replace(made=None)
    given: set[int] = set()
    of_turns = {line.line for item in items if item.is_turn for line in item.lines}  # what is beside a ply hides none
    for item in items:
        numbers: set[int] = set()
        if commented and _count_moves_of_comment(hypothesis.game, item):
            numbers = {line.line for line in item.lines}
        elif (
            item.passage is not None
            and _may_hold_moves(hypothesis.game, item)
            and not _is_note_without_ply(hypothesis.game, item)
        ):
            numbers = {line for line, _ in item.passage.places}
        numbers -= of_turns
        if not numbers or not item.lines[0].text:
            hypothesis = hypothesis.adding(item)
            continue
        lines = tuple(
            CopyLine(source.lines[number - 1], None, number, kind="unread") for number in sorted(numbers - given)
        )
        given |= numbers
        hypothesis = hypothesis.adding(CopyItem(lines, "unread"))
    return hypothesis


def comments_of_next_ply(hypothesis: Hypothesis) -> Iterator[LineOfItemId]:
    """Yield the comments below the last move, and heads, that may be the next one, by identity, as lines not understood."""
    for item in takewhile(lambda item: not item.is_turn, hypothesis.items_from_last()):
        if item.kind == "kept" and item.lines and _is_the_next_ply(hypothesis, item.lines[0].text):
            yield id(item), item.lines[0]._replace(kind="unread")
    for item in hypothesis.items_from_last():  # where the last move stands first, the one behind it stands in the head
        value = item.lines[0].text.partition("：")[2] if item.kind == "head" and item.lines else ""
        if value and holds_move_of_ply(hypothesis.game, fold_line(value, 1).text, _next_number(hypothesis)):
            yield id(item), item.lines[0]._replace(kind="unread")


def _next_number(hypothesis: Hypothesis) -> int:
    """Return the number that the next ply would have."""
    return hypothesis.ply // 2 + 1 if hypothesis.numbering == "round" else hypothesis.number + 1


def _is_the_next_ply(hypothesis: Hypothesis, text: str) -> bool:
    """Return whether a comment of the file begins with the number of the next ply, and has a sign of a move behind it."""
    ply = _COMMENTED_PLY.match(text)
    return (
        ply is not None
        and int(ply[1]) == _next_number(hypothesis)
        and bool(move_patterns(hypothesis.game).ink & {*ply[2]})
    )
