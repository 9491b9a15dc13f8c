"""Sentences about what the readings of the rules change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.message import Message
from kifu.referee import verdict_text as words
from kifu.referee.status import Status

if TYPE_CHECKING:
    from kifu.core.game.game import Game
    from kifu.referee.readings import Gist, OtherReading, Readings
    from kifu.referee.verdict_protocol import VerdictLike


def summary(readings: Readings[VerdictLike]) -> Message:
    """Summary sentence: number of readings, and those that change the verdict."""
    total, game = len(readings.others), readings.verdict.game
    if game is None:
        return Message("⚖ 棋種がわからないので、読み方もありません。", "⚖ Without a known game there are no readings.")
    if not total:
        return Message("⚖ ほかの読み方はありません。", "⚖ There is no other reading.")
    differing = readings.differing
    if not differing:
        return Message(f"⚖ {total} のどれでも変わらない。", f"⚖ None of {total} readings changes anything.")
    same = total - len(differing)
    head = Message(f"⚖ {total} のうち {same} では変わらない。", f"⚖ {same} of {total} readings change nothing.")
    changes = [change(other, readings) for other in differing]
    return Message(
        head.ja + "".join(sentence.ja for sentence in changes),
        " ".join([head.en, *(sentence.en for sentence in changes)]),
    )


def change(other: OtherReading, readings: Readings[VerdictLike]) -> Message:
    """Sentence about a reading that differs from the record's own."""
    default, said, match = readings.default, other.gist, bool(readings.verdict.games)
    # The plies of a match are those of both games, but the ply of a fault counts within its game.
    freed = default.status is Status.ILLEGAL and not match and 0 < (default.fault_ply or 0) <= said.plies
    result = _result(said, None if match else readings.verdict.game)
    if not freed:
        return Message(f"{other.name} なら{result.ja}。", f"Under {other.name} {result.en}.")
    ply = default.fault_ply
    return Message(
        f"{other.name} なら {ply} 手目は合法で、{result.ja.lstrip()}。",
        f"Under {other.name} ply {ply} is legal, and {result.en}.",
    )


def row(said: Gist, game: Game | None) -> Message:
    """Table row of a reading: status, plies, ending and fault."""
    heading = words.heading_of(said.status, sought=False)
    parts = [Message(f"{said.plies} 手", f"{said.plies} plies")]
    if said.outcome is not None:
        parts.append(words.ending_text(said.outcome, game))
    if said.fault_ply is not None:
        parts.append(_fault(said))
    return Message(
        f"{heading.ja} - {'、'.join(part.ja for part in parts)}",
        f"{heading.en} - {', '.join(part.en for part in parts)}",
    )


def _fault(said: Gist) -> Message:
    article = f" [{said.fault_article}]" if said.fault_article else ""
    if not said.fault_ply:
        return Message(f"開始局面に誤り{article}", f"fault in the set-up{article}")
    return Message(f"{said.fault_ply} 手目に誤り{article}", f"fault at ply {said.fault_ply}{article}")


def _result(said: Gist, game: Game | None) -> Message:
    """Return what a reading says, for the end of a sentence."""
    article = f" [{said.fault_article}]" if said.fault_article else ""
    if said.status is Status.UNREADABLE:
        return Message("判定できない", "it cannot be decided")
    if said.status is Status.ILLEGAL:
        if not said.fault_ply:
            return Message(f"開始局面が規則に合わない{article}", f"the set-up is illegal{article}")
        return Message(f" {said.fault_ply} 手目が規則に合わない{article}", f"ply {said.fault_ply} is illegal{article}")
    status, plies = said.status.value, said.plies
    ended = Message("", "") if said.outcome is None else words.ending_text(said.outcome, game)
    return Message(
        f" {status}: {plies} 手{'で' if ended.ja else ''}{ended.ja}",
        f"it is {status}: {plies} plies{', ' if ended.en else ''}{ended.en}",
    )
