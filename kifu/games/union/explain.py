"""Explanations of illegal Union moves: article, pieces, moves allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.game.rules import Breach
from kifu.core.message import Message
from kifu.games.union.breach import MASTER, OVER
from kifu.games.union.position import (
    BLACK,
    INNER,
    LAST_MUST,
    MANY,
    NONE,
    OUTER,
    PASS,
    TURN_OTHER,
    TURNED,
    WHITE,
    Position,
)
from kifu.games.union.unit_words_and_move_text import MARKS, PARTS

if TYPE_CHECKING:
    from kifu.games.union.diagrams import Diagrams
    from kifu.games.union.unit_words_and_move_text import UnionText
    from kifu.games.union.variant import Family
    from kifu.games.union.variant_context_and_rule_tables import VariantContext

SIDES = (Message("白 (先手)", "white (先手)"), Message("黒 (後手)", "black (後手)"))


class Explainer:
    """Explain the breaches of one board."""

    def __init__(self, family: Family, shared: VariantContext, text: UnionText, diagrams: Diagrams) -> None:
        self.family = family
        self.laws = shared.laws
        self.breach = shared.faults.breach
        self.text = text
        self.name = text.points.name
        self.diagrams = diagrams

    def explain(self, position: Position, move: int) -> Breach | None:
        """Return why `move` is illegal, None if it is legal."""
        number = self.breach(position, move)
        if not number:
            return None
        return Breach(self.article_of_number(number), self._illegality_message(position, move, number))

    def article_of_number(self, number: int) -> str:
        """Return the article of a number of :mod:`kifu.games.union.breach`."""
        if number == OVER:
            return self.family.end_article
        return f"master.{number - MASTER}" if number > MASTER else f"union.{number}"

    def _illegality_message(self, position: Position, move: int, article_number: int) -> Message:
        """Message on the article that a move breaks, by its kind."""
        if article_number == OVER:
            side = WHITE if self.laws.has_reached_target(position, WHITE) else BLACK
            return Message(
                f"{SIDES[side].ja}が終局の条件に達していて、すでに終局しています",
                f"the game was already over: {SIDES[side].en} stands at the target",
            )
        if article_number == 9:  # noqa: PLR2004 - an article
            return Message(
                "どちらも動かせる駒がなく、すでに終局しています", "the game was already over: neither side can move"
            )
        if move == PASS:
            return self._explain_illegal_pass(position)
        if article_number > MASTER or position.left:
            return self._explain_illegal_placement(position, move, article_number)
        if article_number in {2, 8}:
            return self._explain_wrong_piece(position, move, article_number)
        return self._explain_illegal_path(position, move, article_number)

    def _explain_illegal_pass(self, position: Position) -> Message:
        """Message on a パス that is not allowed."""
        if position.left:
            return Message("駒を置く間はパスできません", "there is no pass while pieces are placed")
        if self.laws.last_move(position):
            return Message(
                "動かせる駒があるので、最後の一手は指さなければなりません (last=must)",
                "black has to make the last move, because it can move a piece (last=must)",
            )
        if position.options & LAST_MUST:
            return Message(
                "パスはできません。パスできるのは、動かせる駒がないときだけです (last=must)",
                "there is no pass, but for a side that cannot move (last=must)",
            )
        return Message(
            "パスはできません。パスできるのは、動かせる駒がないときと、後手が最後の一手を指さないときだけです",
            "there is no pass, but for a side that cannot move and for black declining the last move",
        )

    def _explain_illegal_placement(self, position: Position, move: int, article_number: int) -> Message:  # noqa: PLR0911 - one sentence a case
        """Message on a piece that may not be placed there or now."""
        to, origin, mark = move & 511, move >> 9 & 511, move >> 22 & 3
        unit = self.text.unit(move)
        if not position.left:
            if origin == NONE:
                return Message(
                    "置く駒は残っていません。動かす手は元の点から書いてください",
                    "nothing is left to place; a move begins with the point it leaves",
                )
            return Message(
                "色 (白・黒) を書くのは駒を置く手だけです",
                "a colour (白, 黒) is written only for a piece that is placed",
            )
        if article_number == 2:  # noqa: PLR2004
            return self._missing_piece_message(position, move)
        if origin != NONE:
            return Message("駒をすべて置き終わるまで、動かせません", "no piece moves before all are placed")
        if article_number == MASTER + 1:
            opponent = SIDES[1 - position.turn]
            if mark != 2 - position.turn:
                return Message(
                    f"置くのは相手の駒です。{opponent.ja}の駒を「{MARKS[2 - position.turn]}」を付けて書いてください",
                    f"one places the other side's pieces: write {MARKS[2 - position.turn]} and a piece of {opponent.en}",
                )
            return Message(f"{unit} はもう置いてあります", f"{unit} is already down")
        if self.laws.occupied_points(position) >> to & 1:
            return Message(
                f"{self._pieces_on_point_text(position, to).ja}。置けるのは空いた点だけです",
                f"{self._pieces_on_point_text(position, to).en}; a piece is placed on an empty point",
            )
        return Message(
            "駒は表を上にして置き、置くときに合体はしません",
            "pieces are placed front up, and do not unite while placing",
        )

    def _missing_piece_message(self, position: Position, move: int) -> Message:
        """Message on a piece that does not stand, or shows another kind."""
        origin, part, mark = move >> 9 & 511, move >> 21 & 1, move >> 22 & 3
        here, unit = self.name(origin), self.text.unit(move)
        mine = SIDES[position.turn]
        own = self.laws.pieces(position, part, position.turn) >> origin & 1
        if own and mark != 2 - position.turn:
            shown = self.diagrams.spell_half(position, part, origin).lstrip("v")
            turned = Message("反転させると", "turned over it shows ") if move & TURNED else Message("", "")
            kind = self.family.kinds[self.kind_shown_after(position, move)]
            return Message(
                f"{here} の{PARTS[part]}コマは {shown} で、{turned.ja}動いたあとに見えるのは{kind}です。{unit} ではありません",
                f"the {PARTS[part]} on {here} shows {shown}; {turned.en or 'after the move it shows '}{kind}, not {unit}",
            )
        standing = self._pieces_on_point_text(position, origin)
        return Message(
            f"{here} に{mine.ja}の{unit}はありません。{standing.ja}",
            f"{mine.en} has no {unit} on {here}; {standing.en}",
        )

    def kind_shown_after(self, position: Position, move: int) -> int:
        """Return the kind that the moving piece shows after the move.

        反 turns it over.
        """
        origin, part = move >> 9 & 511, move >> 21 & 1
        kind: int = self.laws.kind_on(position, part, origin)
        face = self.laws.turned_on(position, part, origin)
        return self.laws.OTHER_FACES[part << 4 | face << 3 | kind] if move & TURNED else kind

    def _explain_wrong_piece(self, position: Position, move: int, article_number: int) -> Message:
        """Message on a wrong piece, or a wrong 反."""
        to, origin = move & 511, move >> 9 & 511
        if article_number == 8:  # noqa: PLR2004
            if origin == to:
                return Message("動かさずに反転させることはできません", "a piece is turned over only while it moves")
            if position.options & TURN_OTHER:
                return Message(
                    "裏返ったコマはもう反転できません (turn=once)", "a piece turned over is not turned back (turn=once)"
                )
            return Message("昇格コマはもう反転できません", "a 昇格コマ is not turned over again")
        if self.fits_no_piece(position, move):
            return self._missing_piece_message(position, move)
        if move & MANY:
            return Message(
                "手に書くのは元と先の二点だけです", "a move names two points, the one it leaves and the one it lands on"
            )
        return Message(
            f"{self.name(origin)} から {self.name(to)} へ引かれた線はありません",
            f"no line is drawn from {self.name(origin)} to {self.name(to)}",
        )

    def fits_no_piece(self, position: Position, move: int) -> bool:
        """Tell whether the move fits no piece of the mover."""
        origin, part, mark = move >> 9 & 511, move >> 21 & 1, move >> 22 & 3
        own = self.laws.pieces(position, part, position.turn) >> origin & 1
        return not own or mark == 2 - position.turn or self.kind_shown_after(position, move) != move >> 18 & 7

    def _explain_illegal_path(self, position: Position, move: int, article_number: int) -> Message:
        """Message on a wrong path, or a wrong landing."""
        to, origin, unit = move & 511, move >> 9 & 511, self.text.unit(move)
        there = self.name(to)
        over, free = self.laws.reach(self.laws.occupied_points(position), origin)
        standing = self._pieces_on_point_text(position, to)
        if article_number == 3:  # noqa: PLR2004
            return Message(
                f"となりの点が空いているので、そこまでの一歩です。{self.name(origin)} から {there} へは行けません",
                f"the next point is empty, so it goes just there; {there} is farther from {self.name(origin)}",
            )
        if article_number == 6:  # noqa: PLR2004
            return Message(
                f"{standing.ja}。{unit} はそれと合体できません", f"{standing.en}; {unit} cannot unite with that"
            )
        if article_number == 5:  # noqa: PLR2004
            if free >> to & 1:
                return Message(
                    f"{there} は空いているので、「合」は要りません", f"{there} is empty: 合 has no place here"
                )
            return Message(
                f"{standing.ja}。止まるなら合体です。「合」を書いてください",
                f"{standing.en}; landing there unites, so 合 must be written",
            )
        if over >> to & 1:
            return Message(
                f"{standing.ja}。合体できない駒の上には止まれません",
                f"{standing.en}; one does not land on a piece one cannot unite with",
            )
        return Message(
            f"続いた駒を飛び越えたら、最初の空いた点に止まります。{there} はその先です",
            f"beyond the pieces flown over it stops on the first empty point; {there} lies past it",
        )

    def _pieces_on_point_text(self, position: Position, point: int) -> Message:
        """Return a clause about the pieces on a point.

        It begins a sentence of a message.
        """
        name = self.name(point)
        units = []
        for part in (INNER, OUTER):
            for side in (WHITE, BLACK):
                if self.laws.pieces(position, part, side) >> point & 1:
                    half = self.diagrams.spell_half(position, part, point).lstrip("v")
                    units.append((f"{'白黒'[side]}{half[0]}{PARTS[part]}", len(half) > 1))
        if not units:
            return Message(f"{name} には何もありません", f"{name} is empty")
        ja = "と".join(f"{unit}{' (裏)' if turned else ''}" for unit, turned in units)
        en = " and ".join(f"{unit}{' (turned)' if turned else ''}" for unit, turned in units)
        return Message(f"{name} には{ja}があります", f"{en} stand{'' if len(units) > 1 else 's'} on {name}")
