"""Names the basis of a verdict: the ground of its deciding article, and the reconstructed data that it was judged by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.games.ground import kind_of
from kifu.games.kind import Kind

if TYPE_CHECKING:
    from kifu.contract.game import Game
    from kifu.model.message import Message
    from kifu.referee.verdict import Verdict, VerdictLike

JSON_KINDS = {Kind.STANDARD: Kind.SOURCE}
"""The page names the games that it builds upon, so their ordinary rules count as its own words in JSON."""


class Basis(NamedTuple):
    """What a verdict stands on."""

    article: str
    """The deciding article: of the end by the rules, or of the fault."""
    kind: Kind
    data: dict[str, Message]
    """The reconstructed data that the record was judged by, with their labels."""

    def to_json(self) -> dict[str, object]:
        """Return the member `basis` of a verdict's JSON."""
        kind = JSON_KINDS.get(self.kind, self.kind)
        return {"article": self.article, "kind": kind.value, "data": list(self.data)}


def basis_of(verdict: VerdictLike) -> Basis | None:
    """Return the basis of a verdict; None if no article decides it.

    The kind is that on which the article rests. An illegal move that another reading of the same article would allow
    rests on our ruling.
    """
    article = _deciding(verdict)
    if verdict.game is None or article is None:
        return None
    kind = Kind.RULING if _is_a_reading(verdict) else kind_of(verdict.game, article)
    data = {key: label for key, label in verdict.game.reconstructed.items() if key != "start" or not verdict.set_up}
    return Basis(article, kind, data)


def _deciding(verdict: VerdictLike) -> str | None:
    """Return the article of the end by the rules, or else the article of the fault."""
    if verdict.outcome is not None and verdict.outcome.article is not None:
        return verdict.outcome.article
    return None if verdict.fault is None else verdict.fault.article


def _is_a_reading(verdict: VerdictLike) -> bool:
    """Tell whether the fault is an illegal move that another value of an option at its article allows."""
    fault = verdict.fault
    if fault is None or fault.article is None or fault.move is None or verdict.game is None or verdict.games:
        return False
    return any(
        _has_another_fault(verdict, verdict.game.under(option.name, value))
        for option in verdict.game.options
        if fault.article in {option.article, *option.also}
        for value in option.values
        if not option.number and value != verdict.game.chosen[option.name]
    )


def _has_another_fault(verdict: VerdictLike, game: Game) -> bool:
    """Tell whether the record of a verdict has no fault, or another one, if it is played under the rules of `game`."""
    from kifu.referee.verify import verify  # noqa: PLC0415 - a verdict asks for its basis, and judging makes a verdict

    faulty: Verdict = verdict  # type: ignore[assignment]  # a batch verdict has no fault
    if faulty.record is None:
        return False
    other = verify(faulty.record._replace(game=game), faulty.sha256).fault
    assert faulty.fault is not None  # noqa: S101 - the caller has checked it
    return other is None or (other.ply, other.article) != (faulty.fault.ply, faulty.fault.article)
