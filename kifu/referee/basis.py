"""Basis of a verdict: its deciding article, and reconstructed data."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.games.article_basis import BasisKind, kind_of

if TYPE_CHECKING:
    from kifu.core.game.game import Game
    from kifu.core.message import Message
    from kifu.core.outcome import Ending
    from kifu.referee.fault import Fault

JSON_KINDS = {BasisKind.STANDARD: BasisKind.SOURCE}
"""The page names the games that it builds upon, so their ordinary rules count as its own words in JSON."""


class Basis(NamedTuple):
    """What a verdict stands on."""

    article: str
    """The deciding article: of the end by the rules, or of the fault."""
    kind: BasisKind
    data: dict[str, Message]
    """The reconstructed data that the record was judged by, with their labels."""

    def to_json(self) -> dict[str, object]:
        """Return the member `basis` of a verdict's JSON."""
        kind = JSON_KINDS.get(self.kind, self.kind)
        return {"article": self.article, "kind": kind.value, "data": list(self.data)}


def basis_of(
    game: Game | None, outcome: Ending | None, fault: Fault | None, *, set_up: bool, by_a_reading: bool = False
) -> Basis | None:
    """Return the basis of a verdict.

    None if no article decides it: neither that of the end by the rules nor that of the fault. The kind is that on which
    the article rests. If the fault is one `by_a_reading`, an illegal move that another reading of the same article
    would allow, it is our ruling. A record that is `set_up` by a diagram of its own does not use the start.
    """
    ended = None if outcome is None else outcome.article
    article = ended if ended is not None else fault and fault.article
    if game is None or article is None:
        return None
    kind = BasisKind.RULING if by_a_reading else kind_of(game, article)
    return Basis(
        article, kind, {key: label for key, label in game.reconstructed.items() if key != "start" or not set_up}
    )
