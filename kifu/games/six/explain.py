"""Explanations of illegal moves of 6面体: article, square, moves allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.compiled.kernel_primitives import lowest
from kifu.core.game.rules import Breach
from kifu.core.message import Message
from kifu.core.outcome import SIDE_LABELS
from kifu.games.six.breach import breach
from kifu.games.six.position import BEAT_ANY, FACES, GHOST, LINE_BLOCKED, MANY, NEAR_ANY, NONE, PASS, SQUARES, Position
from kifu.games.six.rules import BEYOND, NEIGHBOURS, maidens_beside, unit_on, victims
from kifu.games.six.text import BOARD, FULL_NAMES, UNITS

if TYPE_CHECKING:
    from collections.abc import Callable


class _IllegalMove(NamedTuple):
    """The parts of a move, with the position before it."""

    position: Position
    move: int

    @property
    def unit(self) -> int:
        return self.move & 15

    @property
    def to(self) -> int:
        return self.move >> 4 & 63

    @property
    def origin(self) -> int:
        return self.move >> 10 & 63

    @property
    def beaten(self) -> int:
        return self.move >> 16

    @property
    def name(self) -> str:
        return UNITS[self.unit]

    @property
    def here(self) -> str:
        return BOARD.spell(self.origin)

    @property
    def there(self) -> str:
        return BOARD.spell(self.to)

    @property
    def mover(self) -> Message:
        return SIDE_LABELS[self.position.turn]

    @property
    def either(self) -> bool:
        """Option near=any: placement next to either side's 占."""
        return self.position.options & NEAR_ANY != 0

    @property
    def blocked(self) -> bool:
        """Whether a jump ends before the first die on its way (line=blocked)."""
        return self.position.options & LINE_BLOCKED != 0

    @property
    def occupant(self) -> str | None:
        """The unit on the square where the move ends.

        None if the square is empty.
        """
        unit = unit_on(self.position, self.to)
        return None if unit < 0 else f"{UNITS[unit]}({FULL_NAMES[unit % FACES]})"


def explain(position: Position, move: int) -> Breach | None:
    """Return why `move` is illegal, None if it is legal."""
    article = breach(position, move)
    if not article:
        return None
    return Breach(f"six.{article}", _MESSAGES[article](_IllegalMove(position, move)))


def _elimination_reason(illegal: _IllegalMove) -> Message:
    loser = SIDE_LABELS[illegal.position.fallen - 1]
    return Message(
        f"{loser.ja}の最後の占が倒されて、すでに終局しています",
        f"the game was already over: the last 占 of {loser.en} had been beaten",
    )


def _standstill_reason(illegal: _IllegalMove) -> Message:
    return Message(
        f"{illegal.mover.ja}には置ける駒も動かせる駒もなく、すでに終局しています",
        f"the game was already over: {illegal.mover.en} can neither place nor move",
    )


def _wrong_side_reason(illegal: _IllegalMove) -> Message:
    """Reason of six.1: パス, empty hand, another owner, or absent die."""
    if illegal.move == PASS:
        return Message("パスはできません", "there is no pass")
    owner = illegal.unit // FACES
    theirs = SIDE_LABELS[owner]
    if illegal.origin == NONE:
        if owner == illegal.position.turn:
            return Message(f"{illegal.mover.ja}の持駒はもうありません", f"{illegal.mover.en} has no die left in hand")
        return Message(
            f"「{illegal.name}」は{theirs.ja}の字ですが、{illegal.mover.ja}の番です",
            f"'{illegal.name}' is the character of {theirs.en}, but it is the turn of {illegal.mover.en}",
        )
    standing = unit_on(illegal.position, illegal.origin)
    if standing == illegal.unit:
        return Message(
            f"{illegal.here} の{illegal.name}は{theirs.ja}の駒ですが、{illegal.mover.ja}の番です",
            f"{illegal.name} on {illegal.here} belongs to {theirs.en}, but it is the turn of {illegal.mover.en}",
        )
    if standing < 0:
        return Message(
            f"{illegal.here} に{illegal.name}はありません。空きマスです",
            f"there is no {illegal.name} on {illegal.here}, which is empty",
        )
    return Message(
        f"{illegal.here} に{illegal.name}はありません。あるのは{UNITS[standing]}です",
        f"there is no {illegal.name} on {illegal.here}, which holds {UNITS[standing]}",
    )


def _first_placement_reason(_case: _IllegalMove) -> Message:
    return Message("はじめに置けるのは占だけです", "a side's first placement is 占")


def _occupied_square_reason(illegal: _IllegalMove) -> Message:
    return Message(
        f"{illegal.there} には{illegal.occupant}があり、空いていません",
        f"{illegal.there} is not empty: {illegal.occupant} stands there",
    )


def _territory_reason(illegal: _IllegalMove) -> Message:
    if illegal.position.rights >> illegal.position.turn & 1:
        return _occupied_square_reason(illegal)
    return Message(
        f"{illegal.mover.ja}は占以外の駒を置いたあとなので、もう占を置けません",
        f"{illegal.mover.en} has placed another face and may place no more 占",
    )


def _placing_beside_reason(illegal: _IllegalMove) -> Message:
    """Reason of six.4: occupied square, or no 占 beside it."""
    if illegal.occupant:
        return _occupied_square_reason(illegal)
    if illegal.either:
        return Message(
            f"{illegal.there} のまわり一マスに占も領もありません",
            f"neither a 占 nor a 領 stands on the eight neighbours of {illegal.there}",
        )
    return Message(
        f"{illegal.there} のまわり一マスに{illegal.mover.ja}の占がありません",
        f"no 占 of {illegal.mover.en} stands on the eight neighbours of {illegal.there}",
    )


def _ghost_placement_reason(_case: _IllegalMove) -> Message:
    return Message("怨は置けません。倒された駒だけが怨になります", "怨 is never placed; only a beaten die turns to 怨")


def _immovable_reason(illegal: _IllegalMove) -> Message:
    if illegal.unit % FACES == GHOST:
        return Message(
            f"{illegal.here} の{illegal.name}は自分では動けません。となりに{illegal.mover.ja}の巫がありません",
            f"{illegal.name} on {illegal.here} does not move by itself, and no 巫 of {illegal.mover.en} stands next to it",
        )
    return Message(f"{illegal.name}は置いたあと動かせません", f"{illegal.name} does not move once placed")


def _out_of_reach_reason(ja: str, en: str) -> Callable[[_IllegalMove], Message]:
    def out_of_reach_message(illegal: _IllegalMove) -> Message:
        return Message(
            f"{illegal.name}が動けるのは{ja}です。{illegal.here} から {illegal.there} へは行けません",
            f"{illegal.name} moves {en}; {illegal.there} is not so from {illegal.here}",
        )

    return out_of_reach_message


_beyond_a_ghost = _out_of_reach_reason(
    "となりの怨を飛び越えた先の空きマスだけ", "only over a 怨 next to it, to an empty square on the line beyond"
)
_clear_beyond_a_ghost = _out_of_reach_reason(
    "となりの怨を飛び越えた先の、間に駒のない空きマスだけ",
    "only over a 怨 next to it, to an empty square on the line beyond with no die between",
)


def _blocked_jump_reason(illegal: _IllegalMove, jumped: int) -> Message | None:
    """Message on the die that blocks a jump, under line=blocked.

    None if none of the squares `jumped` is occupied.
    """
    if not illegal.blocked or illegal.occupant:
        return None
    while jumped:
        over = lowest(jumped)
        if BEYOND[illegal.origin * SQUARES + over] >> illegal.to & 1:
            step = over - illegal.origin
            way = range(over + step, illegal.to, step)
            square, unit = next((at, unit) for at in way if (unit := unit_on(illegal.position, at)) >= 0)
            name, standing = BOARD.spell(square), UNITS[unit]
            return Message(
                f"{illegal.here} から {illegal.there} への筋は、{name} の{standing}でふさがっています",
                f"{standing} on {name} stands in the way from {illegal.here} to {illegal.there}",
            )
        jumped &= jumped - 1
    return None


def _occupied_target_reason(illegal: _IllegalMove) -> Message:
    return Message(
        f"{illegal.there} には{illegal.occupant}があります。動けるのは空きマスか、怨でない敵の駒のマスです",
        f"{illegal.occupant} stands on {illegal.there}; one lands on an empty square or on an enemy die that is not 怨",
    )


def _two_squares_reason(illegal: _IllegalMove) -> Message:
    return Message(
        f"{illegal.name}の手に書けるのは元と先の二マスです。倒した駒は元のマスへ移ります",
        f"a move of {illegal.name} names two squares; the die it beats goes to the square it left",
    )


def _over_ghost_reason(illegal: _IllegalMove) -> Message:
    if illegal.beaten != NONE:
        return Message(
            f"{illegal.name}の手に書けるのは元と先の二マスです。飛び越える怨のマスは書きません",
            f"a move of {illegal.name} names two squares; the 怨 it goes over is not written",
        )
    ghosts = NEIGHBOURS[illegal.origin] & illegal.position.ghosts
    return _blocked_jump_reason(illegal, ghosts) or (_clear_beyond_a_ghost if illegal.blocked else _beyond_a_ghost)(
        illegal
    )


def _flight_reason(illegal: _IllegalMove) -> Message:
    """Reason why a 怨 does not fly to a square."""
    if illegal.occupant and illegal.to != illegal.origin:
        return Message(
            f"{illegal.there} には{illegal.occupant}があり、怨はそこに降りられません",
            f"{illegal.occupant} stands on {illegal.there}; a 怨 lands on an empty square only",
        )
    if illegal.beaten == NONE:
        clear_ja, clear_en = ("、間に駒のない", " with no die between") if illegal.blocked else ("", "")
        return _blocked_jump_reason(illegal, maidens_beside(illegal.position, illegal.origin)) or Message(
            f"怨は、巫のまわり一マスか、巫を飛び越えた先の{clear_ja}筋に動かせます。{illegal.here} から {illegal.there} へは行けません",
            f"a 怨 goes next to the 巫 or onto the line beyond it{clear_en}; {illegal.there} is neither from {illegal.here}",
        )
    if illegal.beaten == MANY:
        return Message("怨が倒せるのは一駒だけです", "a flying 怨 beats one die only")
    return _beating_flight_reason(illegal)


def _beating_flight_reason(illegal: _IllegalMove) -> Message:
    """Reason why a 怨 does not beat a die on its flight."""
    victim = BOARD.spell(illegal.beaten)
    maidens = maidens_beside(illegal.position, illegal.origin)
    while maidens:
        maiden = lowest(maidens)
        if victims(illegal.position, illegal.origin, maiden) >> illegal.beaten & 1:
            return Message(
                f"怨の着地点は飛んだ筋の、手の前に空いていたマスです。{illegal.there} はそうではありません",
                f"the 怨 lands on a square of the line it flew along, empty before the move; {illegal.there} is none",
            )
        if BEYOND[illegal.origin * SQUARES + maiden] >> illegal.beaten & 1:
            return _no_victim_reason(illegal, victim)
        maidens &= maidens - 1
    return Message(
        f"{victim} は、{illegal.here} の怨が巫を飛び越えた先の筋にありません",
        f"{victim} is not on a line beyond a 巫 that the 怨 on {illegal.here} can fly over",
    )


def _no_victim_reason(illegal: _IllegalMove, victim: str) -> Message:
    if illegal.position.options & BEAT_ANY:
        return Message(f"{victim} に敵の駒がありません", f"no enemy die stands on {victim}")
    return Message(
        f"{victim} に倒せる敵の駒がありません (怨は倒せません)",
        f"no enemy die that can be beaten stands on {victim} (a 怨 cannot be)",
    )


_MESSAGES: dict[int, Callable[[_IllegalMove], Message]] = {
    1: _wrong_side_reason,
    2: _first_placement_reason,
    3: _territory_reason,
    4: _placing_beside_reason,
    5: _ghost_placement_reason,
    6: _immovable_reason,
    7: _out_of_reach_reason("一マス (縦・横・斜め)", "one square in any direction"),
    8: _out_of_reach_reason("八方桂馬の先", "a knight's leap"),
    9: _out_of_reach_reason("縦か横に二マスか三マス", "two or three squares along a row or column"),
    10: _occupied_target_reason,
    11: _two_squares_reason,
    12: _over_ghost_reason,
    13: _flight_reason,
    14: _elimination_reason,
    15: _standstill_reason,
}
