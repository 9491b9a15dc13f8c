"""Verdicts on a record under each other reading of its rules.

Where the pages of a game are silent, its rules have an option (:class:`kifu.core.game.options.RuleOption`). The record has
chosen a value of each; another named value of one of them, all others as chosen, is another reading. An option whose
value is a number has no other named value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from kifu.core.game.options import other_values
from kifu.referee.judge import judge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.game.options import RuleOption
    from kifu.core.outcome import Ending
    from kifu.referee.record import Record
    from kifu.referee.status import Status
    from kifu.referee.verdict_protocol import VerdictLike

V = TypeVar("V", bound="VerdictLike")
V_co = TypeVar("V_co", bound="VerdictLike", covariant=True)


class Gist(NamedTuple):
    """The parts of a verdict by which readings are compared.

    Two verdicts say the same if these are equal.
    """

    status: Status
    outcome: Ending | None
    """The end of the game, as in the verdict."""
    plies: int
    """The number of legal plies before the first fault."""
    fault_ply: int | None = None
    """The ply of the fault, from 1; 0: the set-up. None: there is no fault."""
    fault_article: str | None = None
    """The article that the fault breaks; None if it breaks none, or if there is no fault."""

    def to_json(self) -> dict[str, object]:
        """Return the members of a row in the JSON of `kifu readings`."""
        ended = self.outcome
        return {
            "status": self.status.value,
            "winner": ended.outcome.value if ended and ended.outcome else None,
            "termination": ended.termination.value if ended else None,
            "article": ended.article if ended else None,
            "plies": self.plies,
            "fault": None if self.fault_ply is None else {"ply": self.fault_ply, "article": self.fault_article},
        }


class OtherReading(NamedTuple):
    """What one other reading says of a record."""

    option: RuleOption
    value: str
    """The value of the option under this reading."""
    gist: Gist

    @property
    def name(self) -> str:
        """The option with its value, as a record writes it: ``near=any``."""
        return f"{self.option.name}={self.value}"


class Readings(NamedTuple, Generic[V_co]):
    """Verdict on a record by its own reading and each other."""

    verdict: V_co
    """The verdict by the record's own reading."""
    others: tuple[OtherReading, ...] = ()
    """One row for each other reading, in the order of the game's options; none for a record without a known game."""

    @property
    def status(self) -> Status:
        """The status by the record's own reading."""
        return self.verdict.status

    @property
    def default(self) -> Gist:
        """What the record's own reading says."""
        return gist(self.verdict)

    @property
    def differing(self) -> tuple[OtherReading, ...]:
        """The rows that say something else than the record's own reading."""
        default = self.default
        return tuple(other for other in self.others if other.gist != default)

    def to_json(self) -> dict[str, object]:
        """Return the JSON object of `kifu readings --format json`."""
        default, verdict = self.default, self.verdict
        return {
            "file": verdict.file,
            "index": verdict.index,
            "game": verdict.game.id if verdict.game else None,
            "default": default.to_json(),
            "readings": [
                {
                    "option": other.name,
                    "rule": other.option.article,
                    **other.gist.to_json(),
                    "same": other.gist == default,
                }
                for other in self.others
            ],
        }


def gist(verdict: VerdictLike) -> Gist:
    """Return the parts of a verdict by which readings are compared."""
    fault = verdict.fault
    return Gist(
        verdict.status,
        verdict.outcome,
        verdict.plies,
        None if fault is None else fault.ply,
        None if fault is None else fault.article,
    )


def readings(record: Record, verdict: V, diagnostics: Sequence[Diagnostic] = ()) -> Readings[V]:
    """Return what each reading says of a record.

    A match is judged as a match under each. `verdict` is the verdict by the record's own reading. `diagnostics` are
    those of its file as a whole. A record without a known game has no other reading.
    """
    if record.game is None:
        return Readings(verdict)
    others = (
        OtherReading(option, value, gist_under(record, option, value, diagnostics))
        for option, value in other_values(record.game)
    )
    return Readings(verdict, tuple(others))


def gist_under(record: Record, option: RuleOption, value: str, diagnostics: Sequence[Diagnostic] = ()) -> Gist:
    """Return what another value of one option says of a record.

    `diagnostics` are those of its file as a whole. The record needs a game.
    """
    return gist(judge(_under(record, option.name, value), "", diagnostics))


def _under(record: Record, option: str, value: str) -> Record:
    """Record, and each game of a match, under another option value."""
    game = record.game
    return record._replace(
        game=None if game is None else game.under(option, value),
        games=tuple(_under(part, option, value) for part in record.games),
    )
