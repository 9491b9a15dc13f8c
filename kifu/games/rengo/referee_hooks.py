"""Referee hooks of 続・連合将棋: repetition, board claims, notices."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.core.errors import InvalidMove
from kifu.core.game.rules import Notice, RefereeHooks
from kifu.core.message import Message, quoted
from kifu.core.outcome import SIDE_LABELS, Ending, Outcome, Side, SpecialMeaning, Termination, WinnerRule
from kifu.core.squares import SQUARE, BoardSize
from kifu.core.written_dates_and_points import COLOURS, read_points
from kifu.games.rengo import rules
from kifu.games.rengo.boards_and_unit_movements import GO, NAMES, SIDE
from kifu.games.rengo.check_detection_and_effect_breaches import is_in_check, is_king_attacked
from kifu.games.rengo.mandatory_capture import capture_obligation, max_capture_bound
from kifu.games.rengo.position import GOING, KING_TAKEN, PASSED_TWICE, Position, RuleContext
from kifu.games.rengo.score_and_evaluation import count_both_sides, sums_of_both_sides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.outcome import Special

LIMITS = {"玉": 4, "王": 5, "帥": 3, "楚": 3, "君": 3}
"""The number of the occurrence that ends the game, by 後手's king."""
CLAIMABLE = 3
"""The number of the occurrence from which 千日手 may be claimed under the rule of 王."""
CHECKS_LOSE = frozenset("玉帥")
"""The kings under whose rule a side loses if it alone gave check all the time."""
ARTICLE = "rengo.51"


def ruling_king(position: Position) -> str:
    """Return 後手's king, whose rule applies."""
    return NAMES[position.board[position.kings[1]] % SIDE]


def history(positions: Sequence[Position], occurrences: int) -> Ending | Notice | None:
    """Ending by repetition, or notice that 千日手 may be claimed.

    Repetition comes before a double pass, and after all other endings (rengo.13).
    """
    position = positions[-1]
    if occurrences < CLAIMABLE or position.ended not in {GOING, PASSED_TWICE}:
        return None
    king = ruling_king(position)
    if occurrences >= LIMITS[king]:
        return repetition_ending(positions)
    if king == "王" and position.ended == GOING:
        return _repetition_claim_notice(positions, occurrences)
    return None


def repetition_ending(positions: Sequence[Position]) -> Ending:
    """Ending by 千日手: a draw, or loss for perpetual check."""
    checking = perpetual_checker(positions) if ruling_king(positions[-1]) in CHECKS_LOSE else None
    if checking is not None:
        return Ending(Outcome.win(checking.other), Termination.PERPETUAL_CHECK, ARTICLE)
    return Ending(Outcome.DRAW, Termination.REPETITION, ARTICLE)


def perpetual_checker(positions: Sequence[Position]) -> Side | None:
    """Side that gave check with every action since the first occurrence.

    None if both or neither did.
    """
    first = positions.index(positions[-1])
    always = {Side.FIRST, Side.SECOND}
    for position in positions[first + 1 :]:
        mover = Side(1 - position.turn)
        if mover in always and not is_in_check(position):
            always.remove(mover)
    return always.pop() if len(always) == 1 else None


def occurrence_plies(positions: Sequence[Position]) -> list[int]:
    """Return the plies after which the last position has occurred.

    0 for the start.
    """
    return [ply for ply, position in enumerate(positions) if position == positions[-1]]


def repetition_notice(positions: Sequence[Position]) -> Notice:
    """Notice of the plies after which the last position occurred."""
    plies = occurrence_plies(positions)
    numbers = ", ".join(map(str, plies))
    return Notice(
        "repetition",
        Message(
            f"同じ局面が {len(plies)} 回現れました: {numbers} 手目のあと (0 ははじめの局面、後手の王様駒は{ruling_king(positions[-1])}、rengo.51)",
            f"the same position has occurred {len(plies)} times: after plies {numbers} (0: the start; 後手's king is {ruling_king(positions[-1])}, rengo.51)",
        ),
    )


def _repetition_claim_notice(positions: Sequence[Position], occurrences: int) -> Notice:
    plies = ", ".join(map(str, occurrence_plies(positions)))
    return Notice(
        "repetition-claimable",
        Message(
            f"同じ局面が {occurrences} 回目です ({plies} 手目のあと)。後手の王様駒が王なので、どちらも「千日手」と書いて引き分けにできます (rengo.51)",
            f"the position has occurred {occurrences} times (after plies {plies}); 後手's king is 王, so either player may write 千日手 for a draw (rengo.51)",
        ),
    )


WORDS = {
    "五連": SpecialMeaning(Termination.FIVE, WinnerRule.OTHER),
    "王取り": SpecialMeaning(Termination.KING_TAKEN, WinnerRule.OTHER),
    "手詰まり": SpecialMeaning(Termination.STANDSTILL, WinnerRule.UNSAID),
    "対面": SpecialMeaning(Termination.FACING, WinnerRule.DRAW),
    "両者パス": SpecialMeaning(Termination.PASSES, WinnerRule.DRAW),
    "連続王手の千日手": SpecialMeaning(Termination.PERPETUAL_CHECK, WinnerRule.UNSAID),
    "整地": SpecialMeaning(Termination.COUNT, WinnerRule.UNSAID, detail=True),
}
"""The special words of rengo.60 that the other games do not have."""
DECIDES = frozenset({*(meaning.termination for meaning in WORDS.values()), Termination.MATE, Termination.REPETITION})
"""The endings that the board shows. A record that claims one must be right."""
_SQUARE = re.compile(rf"[\s、,]*({SQUARE})[\s、,]*")


def claim(
    positions: Sequence[Position], ended: Ending | None, special: Special | None, dead: str | None
) -> Ending | Message | None:
    """Ending by a claim, the message if wrong, None without a claim.

    Raises InvalidMove for a count after 整地 that is not understood.
    """
    position = positions[-1]
    if (
        dead is not None
        and position.ended == PASSED_TWICE
        and (message := _dead_squares_fault(position, dead)) is not None
    ):
        return message
    if special is None:
        return None
    if special.word == "千日手" and ended is None:
        return _repetition_ending_or_objection(positions)
    if special.word == "整地" and special.text:
        return _score_claim_fault(position, special, ended)
    return None


def parse_dead_squares(board: BoardSize, header_value: str | None) -> tuple[int, ...] | None:
    """Return the squares that the line 死石 lists.

    None if the line is not understood.
    """
    squares = []
    at = 0
    while match := _SQUARE.match(header_value or "", at):
        square = board.parse(match[1])
        if square is None:
            return None
        squares.append(square)
        at = match.end()
    return tuple(squares) if at == len(header_value or "") or (header_value or "").strip() in {"", "なし"} else None


def _dead_squares_fault(position: Position, dead: str) -> Message | None:
    """Message on dead stones, unreadable or no 碁; None if right."""
    geometry = position.context.geometry
    board = BoardSize(geometry.columns, geometry.rows)
    squares = parse_dead_squares(board, dead)
    if squares is None:
        return Message(
            f"死石「{quoted(dead)}」が読めません。「死石：五05,六06」のように書いてください",
            f"the dead stones '{quoted(dead)}' are not understood; write them like 死石：五05,六06",
        )
    for square in squares:
        if position.board[square] % SIDE != GO:
            name = board.spell(square)
            return Message(
                f"死石の {name} に碁はありません (rengo.54)", f"no 碁 stands on {name}, listed as dead (rengo.54)"
            )
    return None


def _repetition_ending_or_objection(positions: Sequence[Position]) -> Ending | Message:
    """Ending by a claimed 千日手, or why it may not be claimed."""
    plies = occurrence_plies(positions)
    king = ruling_king(positions[-1])
    if king == "王" and len(plies) >= CLAIMABLE:
        return repetition_ending(positions)
    numbers = ", ".join(map(str, plies))
    return Message(
        f"千日手とありますが、最後の局面は {len(plies)} 回目です ({numbers} 手目のあと、後手の王様駒は{king}、rengo.51)",
        f"千日手 is recorded, but the last position has occurred {len(plies)} time(s) (after plies {numbers}; 後手's king is {king}, rengo.51)",
    )


def _score_claim_fault(position: Position, special: Special, ended: Ending | None) -> Message | None:
    """Message on claimed points that differ from the count; None if right."""
    text = special.text
    claimed = read_points(text, COLOURS)
    if claimed is None:
        raise InvalidMove(
            "unreadable-count",
            Message(
                f"整地の「{quoted(text)}」が読めません。「整地 先手28 後手34.5」のように書いてください",
                f"'{quoted(text)}' after 整地 is not understood; write it like 整地 先手28 後手34.5",
            ),
            width=len(special.word) + 1 + len(text),
        )
    totals = sums_of_both_sides(position)
    if ended is None or ended.termination is not Termination.COUNT or claimed == totals:
        return None
    return Message(
        f"「整地 {quoted(text)}」とありますが、数えると先手{totals[0]:g} 後手{totals[1]:g} です (rengo.55)",
        f"the record counts '{quoted(text)}', but it is 先手{totals[0]:g} 後手{totals[1]:g} (rengo.55)",
    )


def reconstructed_board_notice(board: str) -> Notice:
    """Notice of a board with reconstructed rows and endings (rengo.2)."""
    return Notice(
        "reconstructed-board",
        Message(
            f"{board}の段と終わり方は、第一作の失われた部分を補った再構成です (rengo.2)",
            f"the rows and endings of {board} are reconstructed: that part of the first article is lost (rengo.2)",
        ),
    )


def king_can_be_taken_notice(attacker: Side) -> Notice:
    """Return the notice that `attacker` can take the king at once (rengo.44)."""
    return Notice(
        "king-in-danger",
        Message(
            f"はじめの局面で{attacker.label.ja}は敵の王様駒を取れます。取れば勝ちです (rengo.44)",
            f"in the starting position {attacker.label.en} can take the enemy king, and wins by it (rengo.44)",
        ),
    )


def unproven_maximum_notice(max_captures: int) -> Notice:
    """Notice that the maximum capture `max_captures` is a lower bound (rengo.42)."""
    if not max_captures:
        message = Message(
            "飛び越しの順が多すぎて、取らなければならない駒があるか決め切れません。見つからなかったので、ないものとします (rengo.42)",
            "there are too many leap sequences to prove whether any is legal: none was found, so none is asked for (rengo.42)",
        )
    else:
        message = Message(
            f"飛び越しの順が多すぎて、一番多く取る数を決め切れません。少なくとも {max_captures} 個取れ、それより少ない手は反則、{max_captures} 個以上なら認めます (rengo.42)",
            f"there are too many leap sequences to prove what the most is: at least {max_captures} can be taken, fewer is illegal, {max_captures} or more is accepted (rengo.42)",
        )
    return Notice("leap-maximum-unproven", message)


def removed_dead_unit_notices(position: Position) -> tuple[Notice, ...]:
    """Notices of dead units removed before the count, per side (rengo.54)."""
    geometry = position.context.geometry
    size = BoardSize(geometry.columns, geometry.rows)
    notices = []
    for side, label in enumerate(SIDE_LABELS):
        squares = count_both_sides(position)[side].dead
        if squares:
            units = " ".join(f"{size.spell(at)}{NAMES[position.board[at] % SIDE][:1]}" for at in squares)
            notices.append(
                Notice(
                    "dead-units",
                    Message(
                        f"{label.ja}が取り除いた死に駒: {units} (rengo.54)",
                        f"dead, taken off by {label.en}: {units} (rengo.54)",
                    ),
                )
            )
    return tuple(notices)


class RengoRefereeHooks(RefereeHooks[Position]):
    """Referee's questions, answered under a context and claimed dead units."""

    _laws: RuleContext
    _dead: str | None
    turn_article = "rengo.12"
    agreed_article = "rengo.56"
    decides = DECIDES

    def history(self, positions: Sequence[Position], moves: Sequence[int], occurrences: int) -> Ending | Notice | None:  # noqa: ARG002
        """Ending or notice by repetition (rengo.51), or notice of unproven duty."""
        if occurrences >= CLAIMABLE and (event := history(positions, occurrences)) is not None:
            return event
        position = positions[-1]
        return None if max_capture_bound(position) >= 0 else next(iter(_unproven_maximum_notices(position)), None)

    def claim(
        self, positions: Sequence[Position], ended: Ending | None, special: Special | None
    ) -> Ending | Message | None:
        """Judgement of closing words that claim something about the board (rengo.60)."""
        return claim(positions, ended, special, self._dead)

    def standing_notices(self) -> tuple[Notice, ...]:
        """Return the notice that the board is reconstructed (rengo.2).

        It goes into every verdict.
        """
        return (reconstructed_board_notice(self._laws.board),) if self._laws.geometry.board.reconstructed else ()

    def opening_notices(self, start: Position) -> tuple[Notice, ...]:
        """Notices about the start: king en prise (rengo.44), unproven duty."""
        if is_king_attacked(start, 1 - start.turn, start.ko) and any(
            rules.play(start, move).ended == KING_TAKEN for move in rules.legal_moves(start)
        ):
            return (king_can_be_taken_notice(Side(start.turn)), *_unproven_maximum_notices(start))
        return _unproven_maximum_notices(start)

    def closing_notices(self, positions: Sequence[Position], ending: Ending) -> tuple[Notice, ...]:
        """Notices about an ending: repetition's plies (rengo.51), dead units (rengo.54)."""
        if ending.termination in {Termination.REPETITION, Termination.PERPETUAL_CHECK}:
            return (repetition_notice(positions),)
        if ending.termination is Termination.COUNT:
            return removed_dead_unit_notices(positions[-1])
        return ()


def _unproven_maximum_notices(position: Position) -> tuple[Notice, ...]:
    if position.ended != GOING or (compelled := capture_obligation(position)).proven:
        return ()
    return (unproven_maximum_notice(compelled.most),)
