"""Ways to read a line: its covers, each with what it says, found once for all hypotheses and records."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from notation.formats.kif_moves_of_line import is_move
from notation.freeform.apply_move import ORDER_AGAIN
from notation.freeform.apply_turn import NEW_SPEAKER_AGAIN
from notation.freeform.cover import LineSpans, cheapest_covers_and_count
from notation.freeform.hypothesis import special_words_by_text
from notation.freeform.side_context import SideContext
from notation.freeform.spans_and_context import LineContext
from notation.freeform.statements import Statement, statements_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game
    from kifu.core.outcome import Side
    from notation.freeform.cover import Cover

MAX_KNOWN_LINES = 4096
"""The most lines whose covers are kept: those of a record are asked for again where some of its signs may be confused."""

MAX_LINES_IN_HAND = 128
"""The most lines whose spans are kept: a record is read again where a line of it costs much."""


class LineKey(NamedTuple):
    """What the covers of a line depend on: its text, and what it is read with."""

    game: Game
    text: str
    players: tuple[tuple[str, Side], ...]
    """Those whose names stand in it."""
    first: str
    order: str
    owner: Side | None
    reach: float
    moving: bool
    titled: bool
    scored: bool
    quoted: bool
    moves_only: bool = False
    """Whether only moves with what stands round them are asked for."""


class LineReading(NamedTuple):
    """A cover of a line with what it says, and what it adds to the cost of a hypothesis besides its own."""

    cost: float
    statements: Sequence[Statement]
    again: float
    """What its moves cost less where the record has told which axis stands first."""
    least: float
    """The least that it can cost: if its order and its speakers are known, and what is lent is paid back."""
    lowered: float
    """What its own cost is lowered by if its speakers are known, and what is lent is paid back."""


@lru_cache(maxsize=MAX_KNOWN_LINES)
def line_readings(line: LineKey) -> tuple[Sequence[LineReading], int]:
    """Return the ways to read a line, the cheapest first, and how many spans were looked at."""
    spans = _spans_of(line._replace(reach=0.0, moves_only=False))
    covers, looked_at = cheapest_covers_and_count(spans, reach=line.reach, moves_only=line.moves_only)
    ways: dict[object, LineReading] = {}
    for cover in covers:  # the cheapest first
        statements = statements_of(cover)
        ways.setdefault(_statement_key(line, statements), _make_line_reading(cover, statements))
    return tuple(ways.values()), looked_at


@lru_cache(maxsize=MAX_LINES_IN_HAND)
def _spans_of(line: LineKey) -> LineSpans:
    around = SideContext(
        line.game, special_words_by_text(line.game), dict(line.players), first=line.first, order=line.order
    )
    context = LineContext(around, line.moving, line.titled, scored=line.scored, quoted=line.quoted, owner=line.owner)
    return LineSpans(context, line.text)


def _statement_key(line: LineKey, statements: Sequence[Statement]) -> object:
    """Return what two covers have in common that say the same: in one a stop belongs to a move, in another it stands behind it."""
    return tuple(
        one._replace(
            start=0,
            end=0,
            core=(0, is_move(line.game, line.text[slice(*one.core)])),
            others=tuple((0, 0, moves) for _, _, moves in one.others),
        )
        if one.kind == "turn" and one.what == "move"
        else one
        for one in statements
    )


def _make_line_reading(cover: Cover, statements: Sequence[Statement]) -> LineReading:
    moves = [span.value for span in cover.spans if span.kind == "move"]
    ordered = sum(any(move.order for move in of_one) for of_one in moves)
    speakers = sum(span.kind == "side" and isinstance(span.value, str) for span in cover.spans)  # cheaper if known
    lent = sum(span.value or 0.0 for span in cover.spans if span.kind == "prose")
    lowered = NEW_SPEAKER_AGAIN * speakers - lent
    return LineReading(
        cover.cost, statements, ORDER_AGAIN * len(moves), cover.cost + ORDER_AGAIN * ordered + lowered, lowered
    )
