"""Rules of 続・連合将棋: legal actions, first article broken, end of game."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

from kifu.core.outcome import Ending, Outcome, Side, Termination
from kifu.games.rengo import score_and_evaluation
from kifu.games.rengo.apply_move import (
    MoveEffect,
    decode_move,
    effect_of_parts,
    flanking_drops,
    has_five,
    pseudo_legal_effect,
)
from kifu.games.rengo.boards_and_unit_movements import (
    DISC,
    FOR_PAWN,
    HANDS,
    JANGGI,
    KINDS,
    MAN,
    MEN,
    NAMES,
    PAWN,
    PAWNS,
    PEARL,
    PROMOTES,
    SHOGI,
    SIDE,
    UNITS_OF,
)
from kifu.games.rengo.check_detection_and_effect_breaches import article_violated_by_effect, is_in_check, may_take_king
from kifu.games.rengo.jump_moves import EMPTY
from kifu.games.rengo.jump_search import promotion_suffix
from kifu.games.rengo.mandatory_capture import capture_obligation, longest_sequences, max_capture_bound
from kifu.games.rengo.position import (
    BECOMES,
    DROP,
    FACED,
    FIVE,
    GOING,
    KING_TAKEN,
    NO_SUFFIX,
    PASS,
    PASSED_TWICE,
    PROMOTED,
    SECOND_SQUARE_FROM,
    UNPROMOTED,
    Position,
    decode,
    encode,
    place_codes,
)
from kifu.games.rengo.provably_legal_moves import FastLegality
from kifu.games.rengo.pseudo_legal import (
    BIA,
    CASSIA,
    CHOOSING,
    FOOTMAN,
    LANCE,
    is_in_camp,
    may_drop_disc,
    may_drop_shogi,
    pseudo_legal_breach,
    unit_destinations,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.compiled.kernel_primitives import ArticleNumber
    from kifu.games.rengo.position import Position, RuleContext

    MoveKindOriginAndDestination = tuple[int, int, int, int]
    """The origin of a drop is -1."""
    OverResultAndArticle = tuple[bool, int, int]
    """Whether the game is over, the result for the mover, and the article that ends it (0: none)."""

PLAIN = (NO_SUFFIX,)
ENDED_BY = {KING_TAKEN: 44, FIVE: 39, FACED: 48}
"""The articles by which an action ends the game at once."""


def play(position: Position, move: int) -> Position:
    """Return the position after a legal `move`."""
    return pseudo_legal_effect(position, move).after


def legal_moves(position: Position) -> Iterator[int]:
    """Legal actions, once each: leaps, moves by origin, drops, then パス."""
    return legal_actions(position) if position.ended == GOING else iter(())


def legal_actions(position: Position) -> Iterator[int]:
    """Legal actions, as if the last had not ended the game."""
    others = _legal_actions_but_pass(position)
    first = next(others, None)
    if first is not None:
        yield first
        yield from others
    if may_pass(position, has_other_action=first is not None):
        yield PASS


def has_action(position: Position) -> bool:
    """Tell whether a legal action exists, パス included.

    The last action counts as one that has not ended the game.
    """
    return capture_obligation(position).most > 0 or any(True for _ in legal_actions(position))


def _legal_actions_but_pass(position: Position) -> Iterator[int]:
    """Yield the legal actions except パス."""
    compelled = capture_obligation(position)
    if compelled.most:
        yield from mandatory_leaps(position)
        if position.context.options.saki == "capture":
            return
    fast = None if compelled.most else FastLegality(position)
    for move, kind, origin, to in _pseudo_legal_actions(position):
        if fast is not None and (fast.proves_drop(kind, to) if origin < 0 else fast.proves_move(kind, origin, to)):
            yield move
            continue
        deed = pseudo_legal_effect(position, move)
        if compelled.most and not _is_exempt_by_making_five(position, deed):
            continue
        if not (article_violated_by_effect(position, deed) or mates_by_pawn_drop(position, move, deed)):
            yield move


def _is_exempt_by_making_five(position: Position, effect: MoveEffect) -> bool:
    """Tell whether ``saki=five`` exempts an action from rengo.42 because it makes five.

    It may also take the king.
    """
    return position.context.options.saki == "five" and has_five(
        position.context.geometry, effect.after.board, position.turn
    )


def mandatory_leaps(position: Position) -> Iterator[int]:
    """Yield the leap sequences that fulfil the duty of rengo.42.

    There are none without a duty.
    """
    compelled = capture_obligation(position)
    packed = place_codes(position.context.board)
    for squares in longest_sequences(position, compelled) if compelled.most else ():
        kind = position.board[squares[0]] % SIDE
        suffix = promotion_suffix(position, squares[0], squares[-1])
        yield encode(kind, tuple(packed[square] for square in squares), suffix)


def pseudo_legal_actions(position: Position) -> Iterator[int]:
    """Pseudo-legal actions under the ko ban, without leaps and パス."""
    return (move for move, _, _, _ in _pseudo_legal_actions(position))


def _pseudo_legal_actions(position: Position) -> Iterator[MoveKindOriginAndDestination]:
    """Pseudo-legal actions with kind, origin (-1 for drops) and destination."""
    context, board, turn, ko = position.context, position.board, position.turn, position.ko
    packed, depth = place_codes(context.board), context.geometry.depth[turn]
    squares = range(len(board))
    for square in compress(squares, board.translate(UNITS_OF[turn])):
        kind = board[square] % SIDE
        choosing = kind in CHOOSING
        leaving = encode(kind, (packed[square],))
        for to in unit_destinations(position, square):
            if to != ko:
                move = leaving | packed[to] << SECOND_SQUARE_FROM
                for suffix in canonical_suffixes(context, kind, depth[square], depth[to]) if choosing else PLAIN:
                    yield move | suffix, kind, square, to
    empty = list(compress(squares, board.translate(EMPTY)))
    for kind, count in zip(HANDS, position.stands[turn], strict=True):
        for square in drop_squares(position, kind, empty) if count else ():
            if square != ko:
                yield encode(kind, (packed[square],), DROP), kind, -1, square


def drop_squares(position: Position, kind: int, empty: list[int]) -> list[int]:
    """Return the `empty` squares where rengo.28-30 allow a drop.

    打ち歩詰め is not judged.
    """
    if kind == DISC:
        board, turn = position.board, position.turn
        if DISC + SIDE * turn not in board:
            return empty
        points = set(flanking_drops(position.context.geometry, board, turn))
        return [square for square in empty if square in points and may_drop_disc(position, square)]
    if kind == PEARL:
        return [square for square in empty if not is_in_camp(position, square)]
    if kind in {FOOTMAN, LANCE, CASSIA}:
        return [square for square in empty if may_drop_shogi(position, kind, square)]
    return empty


def canonical_suffixes(context: RuleContext, kind: int, from_row: int, to_row: int) -> tuple[int, ...]:
    """Canonical suffixes of a move between two rows (rengo.24, 25).

    The rows count from the mover's last row.
    """
    zone = context.geometry.board.zone
    if kind in SHOGI:
        if kind not in PROMOTES:
            return (NO_SUFFIX,)
        if to_row > zone and (context.options.nari == "stop" or from_row > zone):
            return (NO_SUFFIX,)
        must = (kind in {FOOTMAN, LANCE} and to_row == 1) or (kind == CASSIA and to_row <= 2)
        return (PROMOTED,) if must else (NO_SUFFIX, PROMOTED)
    if kind in PAWNS and to_row == 1:
        return tuple(BECOMES + number for number in range(len(FOR_PAWN)))
    if (kind == MAN and to_row == 1) or (kind == BIA and to_row <= zone):
        return (PROMOTED,)
    return (NO_SUFFIX,)


def mates_by_pawn_drop(position: Position, move: int, effect: MoveEffect) -> bool:
    """Tell whether `move` mates by a dropped 歩 (rengo.28).

    The 歩 itself threatens the king, and no legal action is left.
    """
    kind, _, suffix = decode_move(position.context.geometry, move)
    if kind != FOOTMAN or suffix != DROP or effect.after.ended in {KING_TAKEN, FIVE}:
        return False
    side, square, king = position.turn, effect.touched[0], effect.after.kings[1 - position.turn]
    if position.context.geometry.ahead[4 if side else 0][square] != king:
        return False
    return may_take_king(effect.after, square, king, side) and not has_action(effect.after)


def may_pass(position: Position, *, has_other_action: bool) -> bool:
    """Tell whether パス is legal (rengo.49).

    `has_other_action` tells whether there is another legal action.
    """
    return not pass_breach(position, has_other_action=has_other_action)


def pass_breach(position: Position, *, has_other_action: bool) -> ArticleNumber:
    """Article that パス breaks: 49, 42 or 45; 0 if legal.

    49 means that the board does not allow it; 42 comes before 45. This is decided before the pass is carried out, so a
    five that the mover already has does not help against 42 and 45.
    """
    passing = position.context.geometry.board.passing
    if passing == "king":
        second = position.kings[1]
        passing = "forced" if second >= 0 and position.board[second] % SIDE == JANGGI else "never"
    if passing == "never" or (passing == "forced" and has_other_action):
        return 49
    if capture_obligation(position).most:
        return 42
    return 45 if is_in_check(position) else 0


def first_breach(position: Position, move: int) -> ArticleNumber:
    """First article that `move` breaks by rengo.13; 0 if legal."""
    return breach_and_next_position(position, move)[0]


def breach_and_next_position(position: Position, move: int) -> tuple[int, Position]:
    """First article that `move` breaks, or 0 and the position after."""
    if position.ended != GOING:
        return end_of_game(position)[2], position
    article, after = _breach_and_next_unless_over(position, move)
    if article and not has_action(position):
        return end_of_game(position)[2], position
    return article, after


def _breach_and_next_unless_over(position: Position, move: int) -> tuple[int, Position]:
    """Article that an action breaks, or 0 and the next position."""
    if move == PASS:
        has_other = position.context.geometry.board.passing in {"forced", "king"} and any(
            True for _ in _legal_actions_but_pass(position)
        )
        article = pass_breach(position, has_other_action=has_other)
        return article, position if article else play(position, move)
    kind, squares, suffix = decode_move(position.context.geometry, move)
    article = pseudo_legal_breach(position, kind, squares, suffix)
    if article:
        return article, position
    deed = effect_of_parts(position, kind, squares, suffix)
    if deed.touched[0] == position.ko:
        return 35, position
    leaping = kind in MEN
    if leaping and deed.taken and _takes_the_most(position, deed) and not article_violated_by_effect(position, deed):
        return 0, deed.after
    most = capture_obligation(position).most
    if most:
        excused = _is_exempt_by_making_five(position, deed) and not (leaping and deed.taken)
        if not excused and (not leaping or len(deed.taken) < most or article_violated_by_effect(position, deed)):
            return 42, position
        if not excused:
            return 0, deed.after
    article = article_violated_by_effect(position, deed)
    if not article and kind == FOOTMAN and suffix == DROP and mates_by_pawn_drop(position, move, deed):
        article = 28
    return article, deed.after


def _takes_the_most(position: Position, deed: MoveEffect) -> bool:
    """Sufficient test that no leap takes more, without the full duty."""
    return 0 <= max_capture_bound(position) <= len(deed.taken)


LOST, DRAWN, WON, COUNTED = range(4)
"""The meaning of an ending for the side to move; with COUNTED rengo.55 decides."""
STANDSTILL_BY_KING = {"玉": LOST, "王": DRAWN, "帥": LOST, "君": DRAWN}
"""The meaning of rengo.50 on the board ⑧, by 後手's king; with 楚 the side passes."""


def end_of_game(position: Position) -> OverResultAndArticle:
    """End of game: whether over, result for the mover, article.

    rengo.13, 46 and 50 give them. The game is over by the last action, by mate, or because there is neither an action
    nor パス.
    """
    ended = position.ended
    if ended in {KING_TAKEN, FIVE}:
        return True, LOST, ENDED_BY[ended]
    if ended == PASSED_TWICE:
        counted = position.context.geometry.board.passes == "count"
        return (True, COUNTED, 55) if counted else (True, DRAWN, 53)
    if not has_action(position):
        return (True, LOST, 46) if is_in_check(position) else (True, standstill_result(position), 50)
    return (True, DRAWN, 48) if ended == FACED else (False, DRAWN, 0)


def standstill_result(position: Position) -> int:
    """Result of a standstill without check for the mover (rengo.50)."""
    rule = position.context.geometry.board.standstill
    if rule == "king":
        return STANDSTILL_BY_KING[NAMES[position.board[position.kings[1]] % SIDE]]
    return LOST if rule == "loss" else DRAWN


SQUARES_OF_A_STEP = 2
"""The number of squares of a move that is no leap sequence."""


def move_space(position: Position) -> Iterator[int]:
    """パス, drops, two-square moves, and leap sequences that fulfil the duty."""
    packed = place_codes(position.context.board)
    geometry = position.context.geometry
    yield PASS
    for kind in KINDS.values():
        for to in packed:
            yield encode(kind, (to,), DROP)
        zone = {MAN: 1, BIA: geometry.board.zone}.get(kind, 0)
        for square, to in enumerate(packed):
            promotes = geometry.depth[position.turn][square] <= zone
            for origin in packed:
                yield encode(kind, (origin, to), UNPROMOTED if promotes else NO_SUFFIX)
                yield from (encode(kind, (origin, to), suffix) for suffix in _promotion_suffixes(kind))
    if capture_obligation(position).most:
        yield from (move for move in legal_moves(position) if len(decode(move)[1]) > SQUARES_OF_A_STEP)


def _promotion_suffixes(kind: int) -> tuple[int, ...]:
    return tuple(BECOMES + number for number in range(len(FOR_PAWN))) if kind == PAWN else (PROMOTED,)


TERMINATIONS = {
    39: Termination.FIVE,
    44: Termination.KING_TAKEN,
    46: Termination.MATE,
    48: Termination.FACING,
    50: Termination.STANDSTILL,
    53: Termination.PASSES,
    55: Termination.COUNT,
}


def outcome(position: Position) -> Ending | None:
    """Ending by rengo.39, 44, 46, 48, 50, 53 or 55, or None."""
    over, meaning, article = end_of_game(position)
    if not over:
        return None
    if meaning == COUNTED:
        first, second = score_and_evaluation.sums_of_both_sides(position)
        outcome = Outcome.DRAW if first == second else Outcome.FIRST if first > second else Outcome.SECOND
    else:
        outcome = Outcome.DRAW if meaning == DRAWN else Outcome.win(Side(1 - position.turn))
    return Ending(outcome, TERMINATIONS[article], f"rengo.{article}")
