"""Verdicts on a record under each other reading of its rules.

Where the pages of a game are silent, its rules have an option (:class:`kifu.core.game.options.RuleOption`). The record has
chosen a value of each; another named value of one of them, all others as chosen, is another reading. An option whose
value is a number has no other named value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from kifu.core.game.options import unchosen_option_values
from kifu.core.message import Message
from kifu.referee import verdict_text as words
from kifu.referee.status_fault_and_basis import Status
from kifu.referee.verify import judge_record, verify_document

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.game.game import Game
    from kifu.core.game.options import RuleOption
    from kifu.core.outcome import Ending
    from kifu.referee.record import Record
    from kifu.referee.verdict import Verdict
    from kifu.referee.verdict_text import VerdictLike
    from kifu.referee.verify import JudgedDocument

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
            "winner": ended.winner if ended else None,
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
        return verdict_gist(self.verdict)

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


def verdict_gist(verdict: VerdictLike) -> Gist:
    """Return the parts of a verdict by which readings are compared."""
    fault = verdict.fault
    return Gist(
        verdict.status,
        verdict.outcome,
        verdict.plies,
        None if fault is None else fault.ply,
        None if fault is None else fault.article,
    )


def judge_readings(record: Record, verdict: V, diagnostics: Sequence[Diagnostic] = ()) -> Readings[V]:
    """Return what each reading says of a record.

    A match is judged as a match under each. `verdict` is the verdict by the record's own reading. `diagnostics` are
    those of its file as a whole. A record without a known game has no other reading.
    """
    if record.game is None:
        return Readings(verdict)
    others = (
        OtherReading(option, value, gist_under_option(record, option, value, diagnostics))
        for option, value in unchosen_option_values(record.game)
    )
    return Readings(verdict, tuple(others))


def readings_of_document(document: JudgedDocument) -> tuple[Readings[Verdict], ...]:
    """Readings of a document's records, in order; of one without any, UNREADABLE."""
    verdicts, records, diagnostics = verify_document(document), document.records, document.diagnostics
    if not records:
        return tuple(map(Readings, verdicts))
    return tuple(
        judge_readings(record, verdict, diagnostics) for record, verdict in zip(records, verdicts, strict=True)
    )


def gist_under_option(record: Record, option: RuleOption, value: str, diagnostics: Sequence[Diagnostic] = ()) -> Gist:
    """Return what another value of one option says of a record.

    `diagnostics` are those of its file as a whole. The record needs a game.
    """
    return verdict_gist(judge_record(_record_under_option(record, option.name, value), "", diagnostics))


def _record_under_option(record: Record, option: str, value: str) -> Record:
    """Record, and each game of a match, under another option value."""
    game = record.game
    return record._replace(
        game=None if game is None else game.under(option, value),
        games=tuple(_record_under_option(part, option, value) for part in record.games),
    )


def readings_summary(readings: Readings[VerdictLike]) -> Message:
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
    changes = [reading_difference(other, readings) for other in differing]
    return Message(
        head.ja + "".join(sentence.ja for sentence in changes),
        " ".join([head.en, *(sentence.en for sentence in changes)]),
    )


def reading_difference(other_reading: OtherReading, readings: Readings[VerdictLike]) -> Message:
    """Sentence about a reading that differs from the record's own."""
    default, said, match = readings.default, other_reading.gist, bool(readings.verdict.games)
    # The plies of a match are those of both games, but the ply of a fault counts within its game.
    freed = default.status is Status.ILLEGAL and not match and 0 < (default.fault_ply or 0) <= said.plies
    result = _reading_result(said, None if match else readings.verdict.game)
    if not freed:
        return Message(f"{other_reading.name} なら{result.ja}。", f"Under {other_reading.name} {result.en}.")
    ply = default.fault_ply
    return Message(
        f"{other_reading.name} なら {ply} 手目は合法で、{result.ja.lstrip()}。",
        f"Under {other_reading.name} ply {ply} is legal, and {result.en}.",
    )


def reading_row_text(gist: Gist, game: Game | None) -> Message:
    """Table row of a reading: status, plies, ending and fault."""
    heading = words.status_headline(gist.status, slip_sought=False)
    parts = [Message(f"{gist.plies} 手", f"{gist.plies} plies")]
    if gist.outcome is not None:
        parts.append(words.ending_text(gist.outcome, game))
    if gist.fault_ply is not None:
        parts.append(_fault_text(gist))
    return Message(
        f"{heading.ja} - {'、'.join(part.ja for part in parts)}",
        f"{heading.en} - {', '.join(part.en for part in parts)}",
    )


def _fault_text(gist: Gist) -> Message:
    article = f" [{gist.fault_article}]" if gist.fault_article else ""
    if not gist.fault_ply:
        return Message(f"開始局面に誤り{article}", f"fault in the set-up{article}")
    return Message(f"{gist.fault_ply} 手目に誤り{article}", f"fault at ply {gist.fault_ply}{article}")


def _reading_result(gist: Gist, game: Game | None) -> Message:
    """Return what a reading says, for the end of a sentence."""
    article = f" [{gist.fault_article}]" if gist.fault_article else ""
    if gist.status is Status.UNREADABLE:
        return Message("判定できない", "it cannot be decided")
    if gist.status is Status.ILLEGAL:
        if not gist.fault_ply:
            return Message(f"開始局面が規則に合わない{article}", f"the set-up is illegal{article}")
        return Message(f" {gist.fault_ply} 手目が規則に合わない{article}", f"ply {gist.fault_ply} is illegal{article}")
    status, plies = gist.status.value, gist.plies
    ended = Message("", "") if gist.outcome is None else words.ending_text(gist.outcome, game)
    return Message(
        f" {status}: {plies} 手{'で' if ended.ja else ''}{ended.ja}",
        f"it is {status}: {plies} plies{', ' if ended.en else ''}{ended.en}",
    )
