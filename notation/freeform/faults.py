"""What an error says of a text that stands in the place of a move: several readings, none, or nothing written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.message import Message, quoted
from kifu.referee.record import Unread
from notation.freeform.holes import UNWRITTEN

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_READINGS_NAMED = 4
"""The most readings that an error names."""


def several(written: str, readings: Sequence[str]) -> Unread:
    """Return the error that names the readings of a turn."""
    shown = list(dict.fromkeys(readings))
    more = "…" if len(shown) > MAX_READINGS_NAMED else ""
    ja, en = "」か「".join(shown[:MAX_READINGS_NAMED]), "' or '".join(shown[:MAX_READINGS_NAMED])
    return Unread(
        "two-readings",
        Message(
            f"「{quoted(written)}」は「{ja}」{more}とも読めます。指した手を書いてください",
            f"'{quoted(written)}' may mean '{en}'{more}; write the move that was played",
        ),
    )


def illegal_as_read(written: str, reading: str) -> Unread:
    """Return the error for a free text whose only reading is not legal, so that it may be another move."""
    return Unread(
        "illegal-as-read",
        Message(
            f"「{quoted(written)}」は「{reading}」と読めますが、ここでは指せません。指した手を手数を付けて書いてください",
            f"'{quoted(written)}' reads as '{reading}', which is not legal here; write the move that was played, with its ply number",
        ),
    )


def illegal_behind_a_slip(written: str) -> Unread:
    """Return the error for a move that is not legal behind a number or a side that does not fit: a move may be missing."""
    return Unread(
        "illegal-as-read",
        Message(
            f"手数か手番がここまでに合っていないので、「{quoted(written)}」が反則か、手が抜けているか二度書かれているのかが決まりません。"
            "抜けた手を書き足すか、余分な手を消してください",
            f"a number or a side does not fit up to here, so '{quoted(written)}' may be illegal, or a move may be missing or stand "
            "twice; add the missing move, or delete the other",
        ),
    )


def unwritten(number: int) -> Unread:
    """Return the error for a move that is not written down."""
    return Unread(
        UNWRITTEN,
        Message(
            f"{number} 手目の指し手が書かれていません。分かれば書き足してください",
            f"move {number} is not written down; add it if it is known",
        ),
    )
