"""Says in words why a move of 6面体 is illegal: the article, what stands there, what would have been allowed."""

from __future__ import annotations

from kifu.game import Breach
from kifu.games.six.breach import breach
from kifu.games.six.position import FACES, GHOST, MANY, NONE, PASS, Position
from kifu.games.six.rules import BEYOND, SQUARES, maidens_beside, unit_on, victims
from kifu.games.six.text import BOARD, FULL_NAMES, UNITS
from kifu.kernel import lowest
from kifu.message import Message
from kifu.outcome import SIDE_LABELS

REACH = {
    7: ("一マス (縦・横・斜め)", "one square in any direction"),
    8: ("八方桂馬の先", "a knight's leap"),
    9: ("縦か横に二マスか三マス", "two or three squares along a row or column"),
}


def explain(position: Position, move: int) -> Breach | None:
    """Return why `move` is illegal, None if it is legal."""
    article = breach(position, move)
    if not article:
        return None
    return Breach(f"six.{article}", _message(position, move, article))


def _message(position: Position, move: int, article: int) -> Message:  # noqa: PLR0911 - one sentence an article
    unit, to, origin, beaten = move & 15, move >> 4 & 63, move >> 10 & 63, move >> 16 & 63
    there = BOARD.spell(to) if to < SQUARES else ""
    mine = SIDE_LABELS[position.turn]
    if article == 14:
        loser = SIDE_LABELS[position.fallen - 1]
        return Message(
            f"{loser.ja}の最後の占が倒されて、すでに終局しています",
            f"the game was already over: the last 占 of {loser.en} had been beaten",
        )
    if article == 15:
        return Message(
            f"{mine.ja}には置ける駒も動かせる駒もなく、すでに終局しています",
            f"the game was already over: {mine.en} can neither place nor move",
        )
    if article == 1:
        return _turn_message(position, move)
    if article == 2:
        return Message("はじめに置けるのは占だけです", "a side's first placement is 占")
    if article == 3:
        if not position.rights >> position.turn & 1:
            return Message(
                f"{mine.ja}は占以外の駒を置いたあとなので、もう占を置けません",
                f"{mine.en} has placed another face and may place no more 占",
            )
        return Message(
            f"{there} には{_standing(position, to)}があり、空いていません",
            f"{there} is not empty: {_standing(position, to)} stands there",
        )
    if article == 4:
        if unit_on(position, to) >= 0:
            return Message(
                f"{there} には{_standing(position, to)}があり、空いていません",
                f"{there} is not empty: {_standing(position, to)} stands there",
            )
        return Message(
            f"{there} のまわり一マスに{mine.ja}の占がありません",
            f"no 占 of {mine.en} stands on the eight neighbours of {there}",
        )
    if article == 5:
        return Message("怨は置けません。倒された駒だけが怨になります", "怨 is never placed; only a beaten die turns to 怨")
    here = BOARD.spell(origin)
    if article == 6:
        if unit % FACES == GHOST:
            return Message(
                f"{here} の{UNITS[unit]}は自分では動けません。となりに{mine.ja}の巫がありません",
                f"{UNITS[unit]} on {here} does not move by itself, and no 巫 of {mine.en} stands next to it",
            )
        return Message("占は置いたあと動かせません", "占 does not move once placed")
    name = UNITS[unit]
    if article in REACH:
        ja, en = REACH[article]
        return Message(f"{name}が動けるのは{ja}です。{here} から {there} へは行けません", f"{name} moves {en}; {there} is not so from {here}")
    if article == 10:
        return Message(
            f"{there} には{_standing(position, to)}があります。動けるのは空きマスか、怨でない敵の駒のマスです",
            f"{_standing(position, to)} stands on {there}; one lands on an empty square or on an enemy die that is not 怨",
        )
    if article == 11:
        return Message(
            f"{name}の手に書けるのは元と先の二マスです。倒した駒は元のマスへ移ります",
            f"a move of {name} names two squares; the die it beats goes to the square it left",
        )
    if article == 12:
        return Message(
            f"巫はとなりの怨を飛び越え、その先の空きマスへ動けるだけです。{here} から {there} へは行けません",
            f"巫 only flies over a 怨 next to it to an empty square beyond; {there} is not so from {here}",
        )
    return _flight_message(position, origin, beaten, to)


def _turn_message(position: Position, move: int) -> Message:
    mine = SIDE_LABELS[position.turn]
    if move == PASS:
        return Message("パスはできません", "there is no pass")
    unit, origin = move & 15, move >> 10 & 63
    if origin == NONE:
        if unit // FACES != position.turn:
            theirs = SIDE_LABELS[unit // FACES]
            return Message(
                f"「{UNITS[unit]}」は{theirs.ja}の字ですが、{mine.ja}の番です",
                f"'{UNITS[unit]}' is the character of {theirs.en}, but it is the turn of {mine.en}",
            )
        return Message(f"{mine.ja}の持駒はもうありません", f"{mine.en} has no die left in hand")
    here = BOARD.spell(origin)
    standing = unit_on(position, origin)
    if standing != unit:
        found = ("何もありません", "is empty") if standing < 0 else (f"あるのは{UNITS[standing]}です", f"holds {UNITS[standing]}")
        return Message(f"{here} に{UNITS[unit]}はありません。{here} に{found[0]}", f"there is no {UNITS[unit]} on {here}, which {found[1]}")
    theirs = SIDE_LABELS[unit // FACES]
    return Message(
        f"{here} の{UNITS[unit]}は{theirs.ja}の駒ですが、{mine.ja}の番です",
        f"{UNITS[unit]} on {here} belongs to {theirs.en}, but it is the turn of {mine.en}",
    )


def _flight_message(position: Position, origin: int, beaten: int, to: int) -> Message:
    here, there = BOARD.spell(origin), BOARD.spell(to)
    if unit_on(position, to) >= 0 and to != origin:
        return Message(
            f"{there} には{_standing(position, to)}があり、怨はそこに降りられません",
            f"{_standing(position, to)} stands on {there}; a 怨 lands on an empty square only",
        )
    if beaten == NONE:
        return Message(
            f"怨は、巫のまわり一マスか、巫を飛び越えた先の筋に動かせます。{here} から {there} へは行けません",
            f"a 怨 goes next to the 巫 or onto the line beyond it; {there} is neither from {here}",
        )
    if beaten == MANY:
        return Message("怨が倒せるのは一駒だけです", "a flying 怨 beats one die only")
    maidens = maidens_beside(position, origin)
    victim = BOARD.spell(beaten)
    while maidens:
        maiden = lowest(maidens)
        if BEYOND[origin * SQUARES + maiden] >> beaten & 1:
            if not victims(position, origin, maiden) >> beaten & 1:
                return Message(
                    f"{victim} に倒せる敵の駒がありません (怨は倒せません)",
                    f"no enemy die that can be beaten stands on {victim} (a 怨 cannot be)",
                )
            return Message(
                f"怨の着地点は飛んだ筋の、手の前に空いていたマスです。{there} はそうではありません",
                f"the 怨 lands on a square of the line it flew along, empty before the move; {there} is none",
            )
        maidens &= maidens - 1
    return Message(
        f"{victim} は、{here} の怨が巫を飛び越えた先の筋にありません",
        f"{victim} is not on a line beyond a 巫 that the 怨 on {here} can fly over",
    )


def _standing(position: Position, square: int) -> str:
    unit = unit_on(position, square)
    return f"{UNITS[unit]}({FULL_NAMES[unit % FACES]})" if unit >= 0 else "○"
