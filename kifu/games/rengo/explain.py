"""Explanations of illegal actions: article, units, option that would allow them."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

from kifu.core.game.rules import Breach
from kifu.core.message import Message
from kifu.core.outcome import SIDE_LABELS
from kifu.core.squares import BoardSize
from kifu.games.rengo.apply_move import decode_move, is_any_chain_enclosed, move_squares, pseudo_legal_effect
from kifu.games.rengo.boards_and_unit_movements import HAND_PLACE, NAMES, SIDE, UNIT_OF
from kifu.games.rengo.check_detection_and_effect_breaches import attackers
from kifu.games.rengo.mandatory_capture import capture_obligation, longest_sequences
from kifu.games.rengo.move_text import spell_move
from kifu.games.rengo.position import KING_TAKEN, Position, decode, differing_options
from kifu.games.rengo.pseudo_legal import FOOTMAN, may_drop_shogi
from kifu.games.rengo.rules import breach_and_next_position, first_breach, mandatory_leaps, pseudo_legal_actions

if TYPE_CHECKING:
    from collections.abc import Callable

SLOW = ("kinshi", "hasami")
"""Options that change the duty to leap. They are not tried if finding the duty takes long."""
SHOWN = 3
"""The number of compelled sequences or attackers that a message names."""
WAYS = {
    "玉王君": Message("縦横斜めに一マス", "one step in any direction"),
    "帥": Message("縦横に一マス (③④では九宮の中)", "one step orthogonally (on ③ and ④ within the palace)"),
    "楚士": Message(
        "縦横に一マス (③④では九宮の線に沿って)", "one step orthogonally (on ③ and ④ along the palace's lines)"
    ),
    "飛城俥船": Message("縦横にどこまでも", "any distance orthogonally"),
    "车": Message("縦横 (九宮では斜線も) にどこまでも", "any distance orthogonally, and along the palace's diagonals"),
    "角僧": Message("斜めにどこまでも", "any distance diagonally"),
    "后": Message("縦横斜めにどこまでも", "any distance in any direction"),
    "香": Message("前にどこまでも", "any distance forward"),
    "歩": Message("前に一マス", "one step forward"),
    "桂": Message("前へ二マス、横へ一マス跳ぶだけ", "two forward and one aside, leaping"),
    "金全圭杏と": Message("縦横と斜め前に一マス", "one step orthogonally or diagonally forward"),
    "銀根": Message("前と斜めに一マス", "one step forward or diagonally"),
    "竜": Message("縦横にどこまでもと、斜めに一マス", "any distance orthogonally or one step diagonally"),
    "馬": Message("斜めにどこまでもと、縦横に一マス", "any distance diagonally or one step orthogonally"),
    "騎午": Message("八方桂馬の先", "a knight's leap"),
    "兵": Message(
        "前の空きマスへ一つ (最初は二つ)、取るのは斜め前",
        "one forward to an empty square (two at first) and takes diagonally forward",
    ),
    "貝": Message("前の空きマスへ一つ、取るのは斜め前", "one forward to an empty square and takes diagonally forward"),
    "傌马": Message(
        "縦横に一つ、続けて斜めに一つ (縦横のマスが空いているとき)",
        "one orthogonally, then one diagonally onward, the first square being empty",
    ),
    "象": Message(
        "縦横に一つ、続けて斜めに二つ (途中のマスが空いているとき)",
        "one orthogonally, then two diagonally onward, the squares between being empty",
    ),
    "相": Message(
        "斜めにちょうど二つ (間が空いていて、③では河を越えないとき)",
        "exactly two diagonally over an empty square, on ③ not across the river",
    ),
    "仕": Message("斜めに一マス (③④では九宮の斜線)", "one step diagonally (on ③ and ④ along the palace's diagonals)"),
    "種核": Message("斜めに一マス", "one step diagonally"),
    "卒": Message("前に一マス、線に達してからは横にも", "one step forward, and sideways once on its line"),
    "卆": Message(
        "前か横に一マス (九宮では斜線の前へも)",
        "one step forward or sideways (in a palace also forward along its diagonals)",
    ),
    "炮": Message(
        "縦横の空きマスにどこまでも。取るのは一つだけ飛び越えた先",
        "any distance orthogonally over empty squares, and takes by jumping exactly one unit",
    ),
    "包": Message(
        "縦横に、包でない駒を一つだけ飛び越えた先 (包は取れない)",
        "orthogonally by jumping exactly one unit that is no 包, and takes no 包",
    ),
    "平": Message("斜め前の空きマスへ一つ", "one diagonally forward to an empty square"),
    "冠": Message("斜めの空きマスにどこまでも", "any distance diagonally over empty squares"),
}


def explain(position: Position, move: int) -> Breach | None:
    """Return why `move` is illegal, None if it is legal."""
    article = first_breach(position, move)
    if not article:
        return None
    message = _reason_by_article(position, move, article)
    names = [
        name
        for name, options in differing_options(position.context.options)
        if (capture_obligation(position).proven or not name.startswith(SLOW))
        and not first_breach(position._replace(context=position.context.under(options)), move)
    ]
    if names:
        message = Message(
            f"{message.ja} (規則の {'、'.join(names)} なら合法)",
            f"{message.en} (legal under option {', '.join(names)})",
        )
    return Breach(f"rengo.{article}", message)


def explain_or_play(position: Position, move: int) -> tuple[Breach | None, Position]:
    """Return why `move` is illegal, else None and the position after it.

    The move is carried out once.
    """
    article, after = breach_and_next_position(position, move)
    return (explain(position, move), position) if article else (None, after)


def _reason_by_article(position: Position, move: int, article: int) -> Message:
    fixed = _FIXED.get(article)
    return fixed if fixed is not None else _BY_ARTICLE.get(article, _unit_movement_reason)(position, move)


_FIXED = {
    39: Message("五連で、すでに終局しています", "the game was already over: five in a row"),
    44: Message("王様駒が取られて、すでに終局しています", "the game was already over: a king had been taken"),
    46: Message("詰みで、すでに終局しています", "the game was already over: mate"),
    48: Message(
        "ピッチャングンが破られず、すでに終局しています", "the game was already over: the 楚 faced each other still"
    ),
    50: Message("指せる手がなく、すでに終局しています", "the game was already over: there was no legal action"),
    53: Message("両者パスで、すでに終局しています", "the game was already over: both had passed"),
    55: Message("両者パスで、すでに整地に入っています", "the game was already over and counted: both had passed"),
    23: Message("石は動かせません", "stones never move"),
}


def _square_name(position: Position, square: int) -> str:
    geometry = position.context.geometry
    return BoardSize(geometry.columns, geometry.rows).spell(square)


def _occupant_text(position: Position, square: int) -> Message:
    unit = position.board[square]
    if not unit:
        return Message("何もありません", "is empty")
    label, name = SIDE_LABELS[unit // SIDE], NAMES[unit % SIDE]
    return Message(f"あるのは{label.ja}の{name}です", f"holds {name} of {label.en}")


def _absent_unit_reason(position: Position, move: int) -> Message:
    kind, (square, *_), _ = decode_move(position.context.geometry, move)
    here, standing = _square_name(position, square), _occupant_text(position, square)
    label = SIDE_LABELS[position.turn]
    return Message(
        f"{here} に{label.ja}の{NAMES[kind]}はありません。{here} に{standing.ja}",
        f"there is no {NAMES[kind]} of {label.en} on {here}, which {standing.en}",
    )


def _own_unit_reason(position: Position, move: int) -> Message:
    square = move_squares(position, move)[-1]
    here, name = _square_name(position, square), NAMES[position.board[square] % SIDE]
    return Message(f"{here} には味方の{name}があります", f"{name} of its own side stands on {here}")


def _unit_movement_reason(position: Position, move: int) -> Message:
    """Message on how the unit moves, with the move's squares."""
    kind, squares, _ = decode_move(position.context.geometry, move)
    name = NAMES[kind]
    way = next((message for names, message in WAYS.items() if name in names), Message("", ""))
    here, there = _square_name(position, squares[0]), _square_name(position, squares[-1])
    return Message(
        f"{name}が動けるのは{way.ja}です。{here} から {there} へは行けません",
        f"{name} moves {way.en}; it cannot go from {here} to {there}",
    )


def _promotion_reason(position: Position, move: int) -> Message:
    """Reason why a move may not promote, or has to."""
    kind, places, suffix = decode(move)
    name = NAMES[kind]
    if len(places) == 1:
        return Message("打つ手では成れません", "a drop never promotes")
    zone = position.context.geometry.board.zone
    unit = UNIT_OF[kind]
    if unit is None or not (unit.promoted or name == "兵"):
        return Message(f"{name}は成りも不成もしません", f"{name} does not promote")
    if suffix in {1, *range(4, 8)}:
        return Message(
            f"この手では{name}は成れません (成れるのは敵陣の {zone} 段目まで、兵と平は最後の段)",
            f"{name} does not promote by this move (the zone is the last {zone} rows; for 兵 and 平 the last row)",
        )
    return Message(f"{name}はここでは成らなければなりません", f"{name} has to promote there")


def _absent_or_occupied_drop_reason(position: Position, move: int) -> Message:
    """Reason why a drop fails: absent unit, or occupied square."""
    kind, (square, *_), _ = decode_move(position.context.geometry, move)
    label = SIDE_LABELS[position.turn]
    at = HAND_PLACE.get(kind, -1)
    if at < 0 or not position.stands[position.turn][at]:
        return Message(
            f"{label.ja}の駒台に{NAMES[kind]}はありません", f"there is no {NAMES[kind]} on the stand of {label.en}"
        )
    here, standing = _square_name(position, square), _occupant_text(position, square)
    return Message(f"{here} は空いていません。{standing.ja}", f"{here} is not empty: it {standing.en}")


def _shogi_drop_reason(position: Position, move: int) -> Message:
    kind, _, _ = decode(move)
    deed = pseudo_legal_effect(position, move)
    if kind == FOOTMAN and deed.after.board[deed.touched[0]]:
        return _pawn_drop_reason(position, deed.touched[0])
    return Message(
        f"{NAMES[kind]}は動けなくなる段に打てません", f"{NAMES[kind]} may not be dropped where it could never move"
    )


def _pawn_drop_reason(position: Position, square: int) -> Message:
    """Reason against dropping a 歩: mate, last row, or 二歩."""
    geometry, turn = position.context.geometry, position.turn
    if may_drop_shogi(position, FOOTMAN, square):
        return Message("打ち歩詰めです", "it would be mate by dropping a 歩 (打ち歩詰め)")
    if geometry.depth[turn][square] == 1:
        return Message("歩は最後の段に打てません", "歩 may not be dropped on the last row")
    own = FOOTMAN + SIDE * turn
    column = range(square % geometry.columns, geometry.size, geometry.columns)
    there = _square_name(position, next(at for at in column if position.board[at] == own))
    return Message(
        f"二歩です。同じ筋の {there} に歩があります", f"another 歩 stands on the same column, at {there} (二歩)"
    )


def _leap_reason(position: Position, move: int) -> Message:  # noqa: ARG001 - the written move is enough
    return Message(
        f"「{spell_move(move)}」は平や冠が飛び越えて進める順ではありません。敵の駒を一つずつ飛び越え、そのすぐ先 (冠はその先) の空きマスに降ります",
        f"'{spell_move(move)}' is no sequence of leaps: each goes over exactly one enemy unit to an empty square behind it",
    )


def _mandatory_capture_reason(position: Position, move: int) -> Message:  # noqa: ARG001 - the message is the same for every move
    """Reason of the duty to take the most units, with examples."""
    compelled = capture_obligation(position)
    board = position.board
    examples = islice(longest_sequences(position, compelled), 1 if compelled.example else SHOWN)
    named = "、".join(
        "-".join(_square_name(position, at) for at in squares) + NAMES[board[squares[0]] % SIDE] for squares in examples
    )
    least = Message("", "") if compelled.proven else Message("少なくとも ", "at least ")
    return Message(
        f"取れる駒は取らなければならず、一番多く取る順に限られます ({least.ja}{compelled.most} 個: {named} など)",
        f"one has to take, and the most there is to take ({least.en}{compelled.most}: {named})",
    )


def _king_danger_reason(position: Position, move: int) -> Message:
    """Reason why the own king could be taken after a move."""
    after = pseudo_legal_effect(position, move).after
    king = after.kings[position.turn]
    origins = [
        f"{_square_name(after, at)} の{NAMES[after.board[at] % SIDE]}" for at in attackers(after, king, after.turn)
    ][:SHOWN]
    name = NAMES[after.board[king] % SIDE]
    if origins:
        return Message(
            f"この手のあと、{_square_name(after, king)} の{name}が取られます ({'、'.join(origins)})",
            f"after it {name} on {_square_name(after, king)} could be taken (by {', '.join(origins).replace(' の', ' ')})",
        )
    taking = next(
        (
            spell_move(reply)
            for reply in chain(pseudo_legal_actions(after), mandatory_leaps(after))
            if _takes_king(after, reply)
        ),
        None,
    )
    by = f" ({taking})" if taking else ""
    return Message(
        f"この手のあと、{_square_name(after, king)} の{name}が飛び越し・囲み・挟み・対面のどれかで取られます{by}",
        f"after it {name} on {_square_name(after, king)} could be taken, by a leap, enclosure, flanking or along the open column{by}",
    )


def _takes_king(position: Position, move: int) -> bool:
    return pseudo_legal_effect(position, move).after.ended == KING_TAKEN


def _illegal_pass_reason(position: Position, move: int) -> Message:  # noqa: ARG001 - the move is always パス
    rule = position.context.geometry.board.passing
    if rule == "never":
        return Message(f"{position.context.board}ではパスできません", f"there is no pass on {position.context.board}")
    return Message(
        "ほかに指せる手がないときのほかはパスできません", "one passes only when there is no other legal action"
    )


def _forbidden_point_reason(position: Position, move: int) -> Message:
    deed = pseudo_legal_effect(position, move)
    after, geometry, side = deed.after, position.context.geometry, position.turn
    there = _square_name(
        after, next(at for at in deed.touched if is_any_chain_enclosed(geometry, after.board, (at,), side))
    )
    return Message(
        f"着手禁止点です。この手のあと {there} につながる味方が敵の碁だけに囲まれます",
        f"a forbidden point: after it the chain at {there} would stand enclosed by enemy 碁",
    )


def _ko_reason(position: Position, move: int) -> Message:  # noqa: ARG001 - the message is the same for every unit
    there = _square_name(position, position.ko)
    return Message(
        f"{there} はコウで取られた直後なので、何も置けません",
        f"a unit was just taken on {there} in ko; nothing may be put there at once",
    )


def _no_flank_reason(position: Position, move: int) -> Message:
    there = _square_name(position, move_squares(position, move)[0])
    return Message(
        f"{there} の翻は敵を一つも挟みません。盤に味方の翻があるうちは、挟める所にだけ打てます",
        f"翻 on {there} flanks nothing; while its side has 翻 on the board it must",
    )


def _own_camp_reason(position: Position, move: int) -> Message:
    there = _square_name(position, move_squares(position, move)[0])
    return Message(
        f"{there} は自陣です。珠は自陣に打てません", f"{there} lies in one's own half, where 珠 may not be dropped"
    )


_BY_ARTICLE: dict[int, Callable[[Position, int], Message]] = {
    12: _absent_unit_reason,
    15: _own_unit_reason,
    24: _promotion_reason,
    25: _promotion_reason,
    27: _absent_or_occupied_drop_reason,
    28: _shogi_drop_reason,
    29: _no_flank_reason,
    30: _own_camp_reason,
    34: _forbidden_point_reason,
    35: _ko_reason,
    41: _leap_reason,
    42: _mandatory_capture_reason,
    45: _king_danger_reason,
    49: _illegal_pass_reason,
}
