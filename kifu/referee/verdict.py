"""The verdict on a record, as a value and as the JSON that `kifu verify --format json` prints."""

from __future__ import annotations

from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Protocol

from kifu.model.message import Message
from kifu.model.outcome import Termination

if TYPE_CHECKING:
    from kifu.model.answers import CountRow, Share
    from kifu.model.diagnostic import Diagnostic
    from kifu.model.game import Game, Position
    from kifu.model.outcome import Ending
    from kifu.model.record import Record
    from kifu.referee.fault import Fault
    from kifu.referee.replay import Replay

EXIT_CODES = {
    "CONFIRMED": 0,
    "DECLARED": 0,
    "UNFINISHED": 0,
    "CONTRADICTED": 1,
    "ILLEGAL": 1,
    "UNREADABLE": 3,
}


class Status(StrEnum):
    """What the referee finds."""

    CONFIRMED = "CONFIRMED"
    DECLARED = "DECLARED"
    UNFINISHED = "UNFINISHED"
    CONTRADICTED = "CONTRADICTED"
    ILLEGAL = "ILLEGAL"
    UNREADABLE = "UNREADABLE"

    @property
    def exit_code(self) -> int:
        """The exit code of `kifu verify` for a record of this status."""
        return EXIT_CODES[self]

    @property
    def label(self) -> Message:
        """The status in words."""
        return STATUS_LABELS[self]

    @property
    def heading(self) -> Message:
        """The status as programs know it, and what it means where that word alone does not say so."""
        return Message(f"{self.value} {self.label.ja}", f"{self.value}{ENGLISH_REMARKS.get(self, '')}")


STATUS_LABELS = {
    Status.CONFIRMED: Message("確認済み", "confirmed"),
    Status.DECLARED: Message("申告のとおり (規則では決められません)", "as declared (the rules cannot confirm it)"),
    Status.UNFINISHED: Message("未了", "unfinished"),
    Status.CONTRADICTED: Message("記録と食い違い", "contradicts the record"),
    Status.ILLEGAL: Message("反則", "illegal"),
    Status.UNREADABLE: Message("判定不能", "unreadable"),
}

ENGLISH_REMARKS = {
    Status.DECLARED: " (the rules cannot confirm it)",
    Status.CONTRADICTED: " (the rules find otherwise)",
}


class VerdictLike(Protocol):
    """What is said about a record, however it was judged: one by one (a Verdict), or among many."""

    @property
    def file(self) -> str: ...  # noqa: D102 - as in Verdict, all of them
    @property
    def index(self) -> int: ...  # noqa: D102
    @property
    def sha256(self) -> str: ...  # noqa: D102
    @property
    def status(self) -> Status: ...  # noqa: D102
    @property
    def game(self) -> Game | None: ...  # noqa: D102
    @property
    def outcome(self) -> Ending | None: ...  # noqa: D102
    @property
    def recorded(self) -> Ending | None: ...  # noqa: D102
    @property
    def fault(self) -> Fault | None: ...  # noqa: D102
    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]: ...  # noqa: D102
    @property
    def games(self) -> tuple[VerdictLike, ...]: ...  # noqa: D102
    @property
    def plies(self) -> int: ...  # noqa: D102
    @property
    def final(self) -> Position | None: ...  # noqa: D102
    @property
    def seconds(self) -> tuple[int | None, ...]: ...  # noqa: D102
    @property
    def end_seconds(self) -> int | None: ...  # noqa: D102
    def scores(self) -> list[tuple[float, float]]: ...  # noqa: D102
    def counting(self) -> tuple[CountRow, ...]: ...  # noqa: D102
    def to_json(self) -> dict[str, object]: ...  # noqa: D102


class Verdict(NamedTuple):
    """What the referee says about one record. `replay` and `game` are None where there was nothing to replay."""

    file: str
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody needs here
    sha256: str
    status: Status
    game: Game | None = None
    replay: Replay | None = None
    outcome: Ending | None = None
    recorded: Ending | None = None
    """The result that the record claims."""
    fault: Fault | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    branches: tuple[Replay | None, ...] = ()
    """The replays of the record's branches, in order; None for one whose starting position is not known."""
    games: tuple[Verdict, ...] = ()
    """The verdicts on the games of a match; its own replay is then None."""
    record: Record | None = None
    """The record that was judged; None for a file without any."""

    def __repr__(self) -> str:
        """Name the record and its status: all that a verdict holds fills screens."""
        game = "" if self.game is None else f", {self.game.rules}, {self.plies} plies"
        fault = "" if self.fault is None else f", {self.fault.code} at ply {self.fault.ply}"
        return f"<Verdict on {self.file!r} [{self.index}]: {self.status.value}{game}{fault}>"

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the verdict in words, and the board it ends on."""
        from kifu.referee.html import verdict_html  # noqa: PLC0415 - for notebooks alone

        return verdict_html(self)

    @classmethod
    def unreadable(
        cls, *, file: str, index: int, sha256: str, fault: Fault | None, diagnostics: tuple[Diagnostic, ...]
    ) -> Verdict:
        """Return the verdict on what is no record of any known game, or is too much to be judged."""
        return cls(
            file=file, index=index, sha256=sha256, status=Status.UNREADABLE, fault=fault, diagnostics=diagnostics
        )

    @property
    def counted(self) -> tuple[Verdict, ...]:
        """The games of a match up to the first with an illegal move, or one that cannot be read."""
        faulty = [
            number for number, game in enumerate(self.games) if game.status in {Status.ILLEGAL, Status.UNREADABLE}
        ]
        return self.games[: faulty[0] + 1] if faulty else self.games

    @property
    def plies(self) -> int:
        """The length of the legal prefix; of a match, in all its games."""
        return len(self.replay.moves) if self.replay else sum(game.plies for game in self.counted)

    @property
    def final(self) -> Position | None:
        """The position after the legal prefix."""
        if self.games:
            return self.counted[-1].final
        return self.replay.positions[-1] if self.replay else None

    @property
    def seconds(self) -> tuple[int | None, ...]:
        """The time that each ply of the legal prefix took, in seconds; None for a ply whose time is not recorded.

        Of a match: the plies of its games, one game after the other, as :attr:`plies` counts them.
        """
        if self.games:
            return tuple(chain.from_iterable(game.seconds for game in self.counted))
        if self.record is None:
            return (None,) * self.plies
        return tuple(entry.seconds for entry in self.record.main.entries[: self.plies])

    @property
    def end_seconds(self) -> int | None:
        """The time before the special word that ends the record (投了, …), in seconds; None where none is recorded.

        None too where an illegal move stands before that word, and for a match: its games have their own.
        """
        if self.record is None or self.replay is None or self.record.main.special is None:
            return None
        whole = len(self.replay.moves) == len(self.record.main.entries)
        return self.record.main.special.seconds if whole else None

    def scores(self) -> list[tuple[float, float]]:
        """Return the score of 先手 and 後手 at the start and after each ply; in a match, of who had them in game one."""
        if self.games:
            return self._course()
        if self.game is None or self.replay is None:
            return []
        return [self.game.score(position) for position in self.replay.positions]

    def counting(self) -> tuple[CountRow, ...]:
        """Return the count that has decided the game, line by line; empty where none has."""
        if self.game is None or self.outcome is None or self.outcome.termination is not Termination.COUNT:
            return ()
        return self.game.count(self.final) or ()

    def _course(self) -> list[tuple[float, float]]:
        """Return the sums of a match: one pair more than it has plies; the sides are exchanged in every second game."""
        course: list[tuple[float, float]] = []
        for number, game in enumerate(self.counted):
            pairs = [(second, first) for first, second in game.scores()] if number % 2 else game.scores()
            before = course[-1] if course else (0, 0)
            course += [(before[0] + first, before[1] + second) for first, second in (pairs[1:] if course else pairs)]
        return course

    def to_json(self) -> dict[str, object]:
        """Return the verdict as a JSON object, for one line of output."""
        return to_json(self)


def to_json(judgement: VerdictLike) -> dict[str, object]:
    """Return a judgement as a JSON object.

    Members that only some records have come last: `seconds`, a number or null for each ply, where at least one ply has
    a time; `end_seconds` where the special word that ends the record has one; `pairs` and `count` in games that have them.
    """
    game, final = judgement.game, judgement.final
    sums = None if game is None or final is None or judgement.games else game.shares(final)
    more: dict[str, object] = {}
    seconds = judgement.seconds
    if seconds.count(None) < len(seconds):
        more["seconds"] = list(seconds)
    if judgement.end_seconds is not None:
        more["end_seconds"] = judgement.end_seconds
    if game is not None and sums is not None:
        more["pairs"] = [_share_json(game, share) for share in sums]
    if rows := judgement.counting():
        more["count"] = [_row_json(row) for row in rows]
    return {
        "file": judgement.file,
        "index": judgement.index,
        "game": game.id if game else None,
        "rules": game.rules if game else None,
        "status": judgement.status.value,
        "plies": judgement.plies,
        "outcome": _ending_json(judgement.outcome),
        "recorded": _ending_json(judgement.recorded),
        "fault": _fault_json(judgement.fault),
        "scores": [list(pair) for pair in judgement.scores()],
        "final": game.spell_diagram(final) if game and final is not None else None,
        "games": [one.to_json() for one in judgement.games],
        "diagnostics": [_diagnostic_json(found) for found in judgement.diagnostics],
        "sha256": judgement.sha256,
    } | more


def _row_json(row: CountRow) -> dict[str, object]:
    return {"key": row.key, "what": {"ja": row.what.ja, "en": row.what.en}, "first": row.first, "second": row.second}


def _share_json(game: Game, share: Share) -> dict[str, object]:
    return {
        "side": "second" if share.side else "first",
        "point": game.board.spell(share.square),
        "points": share.points,
        **share.facts,
        "what": {"ja": share.what.ja, "en": share.what.en},
    }


def _ending_json(ending: Ending | None) -> dict[str, object] | None:
    if ending is None:
        return None
    return {
        "winner": ending.outcome.value if ending.outcome else None,
        "termination": ending.termination.value,
        "article": ending.article,
    }


def _fault_json(fault: Fault | None) -> dict[str, object] | None:
    if fault is None:
        return None
    return {
        "ply": fault.ply,
        "move": fault.move,
        "line": fault.line,
        "column": fault.column,
        "article": fault.article,
        "code": fault.code,
        "message": {"ja": fault.message.ja, "en": fault.message.en},
    }


def _diagnostic_json(found: Diagnostic) -> dict[str, object]:
    return {
        "code": found.code,
        "severity": found.severity.value,
        "line": found.line,
        "column": found.column,
        "ply": found.ply,
        "message": {"ja": found.message.ja, "en": found.message.en},
    }
