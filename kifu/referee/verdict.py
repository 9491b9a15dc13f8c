"""Verdict on a record, and its JSON (`kifu verify --format json`)."""

from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.diagnostic import Diagnostic
from kifu.core.game.counting import CountRow, ScorePart
from kifu.core.game.game import Game, Position
from kifu.core.message import Message
from kifu.core.outcome import Ending, Termination
from kifu.referee.record import Record
from kifu.referee.replay import Replay, Stretch
from kifu.referee.status_fault_and_basis import Basis, Fault, Status

if TYPE_CHECKING:
    from kifu.referee.verdict_text import VerdictLike


class Verdict(NamedTuple):
    """The judgement of the referee about one record.

    `replay` and `game` are None if there was nothing to replay.
    """

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
    games: tuple["Verdict", ...] = ()
    """The verdicts on the games of a match; its own replay is then None."""
    record: Record | None = None
    """The record that was judged; None for a file without any record."""
    stretches: tuple[Stretch, ...] = ()
    """What was played from diagrams after the first fault, in order."""
    basis: Basis | None = None
    """What the verdict stands on; None if no article decides it."""
    suspicion: Message | None = None
    """The slip of the pen that explains an illegal move, if somebody has looked for one and found it."""
    sought: bool = False
    """Whether a slip has been looked for. Until then an illegal move is called neither a foul nor a slip."""
    html_view: Callable[["Verdict"], str] | None = None
    """What a notebook shows of it; the referee itself draws nothing."""

    def __repr__(self) -> str:
        """Return the record, its status and its fault in a line.

        The other members are too long to print.
        """
        game = "" if self.game is None else f", {self.game.rules}, {self.plies} plies"
        fault = "" if self.fault is None else f", {self.fault.code} at ply {self.fault.ply}"
        return f"<Verdict on {self.file!r} [{self.index}]: {self.status.value}{game}{fault}>"

    def _repr_html_(self) -> str | None:
        """Notebook HTML, if whoever gave the verdict has chosen a view."""
        return None if self.html_view is None else self.html_view(self)

    @classmethod
    def unreadable(
        cls, *, file: str, index: int, sha256: str, fault: Fault | None, diagnostics: tuple[Diagnostic, ...]
    ) -> "Verdict":
        """Verdict on unreadable text or on a record too large."""
        return cls(
            file=file, index=index, sha256=sha256, status=Status.UNREADABLE, fault=fault, diagnostics=diagnostics
        )

    @property
    def counted(self) -> tuple["Verdict", ...]:
        """Games of a match, up to the first illegal or unreadable one."""
        faulty = [
            number for number, game in enumerate(self.games) if game.status in {Status.ILLEGAL, Status.UNREADABLE}
        ]
        return self.games[: faulty[0] + 1] if faulty else self.games

    @property
    def plies(self) -> int:
        """The number of legal plies before the first fault.

        For a match, the sum of its `counted` games.
        """
        return len(self.replay.moves) if self.replay else sum(game.plies for game in self.counted)

    @property
    def final(self) -> Position | None:
        """The position after the last legal ply before the first fault.

        None if nothing was replayed.
        """
        if self.games:
            return self.counted[-1].final
        return self.replay.positions[-1] if self.replay else None

    @property
    def seconds(self) -> tuple[int | None, ...]:
        """The time of each ply before the first fault, in seconds.

        None for a ply whose time is not recorded. For a match: the plies of its `counted` games, game after game.
        """
        if self.games:
            return tuple(chain.from_iterable(game.seconds for game in self.counted))
        if self.record is None:
            return (None,) * self.plies
        return tuple(entry.seconds for entry in self.record.main.entries[: self.plies])

    @property
    def end_seconds(self) -> int | None:
        """Seconds before the special word that ends the record, if recorded.

        The word is 投了, …. It is also None if an illegal move stands before that word, and for a match, whose games have
        their own.
        """
        if self.record is None or self.replay is None or self.record.main.special is None:
            return None
        whole = len(self.replay.moves) == len(self.record.main.entries)
        return self.record.main.special.seconds if whole else None

    @property
    def set_up(self) -> bool:
        """Whether the record begins with a diagram of its own.

        For a match, whether each of its games does.
        """
        if self.games:
            return all(game.set_up for game in self.games)
        return self.record is not None and self.record.setup is not None

    def scores(self) -> list[tuple[float, float]]:
        """Scores of 先手 and 後手 at the start and after each ply.

        For a match they are the sums of the players who were 先手 and 後手 in its first game.
        """
        if self.games:
            return self._match_scores()
        if self.game is None or self.replay is None:
            return []
        return [self.game.score(position) for position in self.replay.positions]

    def counting(self) -> tuple[CountRow, ...]:
        """Return the count that has decided the game, line by line.

        Empty if no count has.
        """
        if self.game is None or self.outcome is None or self.outcome.termination is not Termination.COUNT:
            return ()
        return self.game.count(self.final) or ()

    def _match_scores(self) -> list[tuple[float, float]]:
        """Sums of a match's scores at the start and each ply.

        The sides are exchanged in every second game.
        """
        course: list[tuple[float, float]] = []
        for number, game in enumerate(self.counted):
            pairs = [(second, first) for first, second in game.scores()] if number % 2 else game.scores()
            before = course[-1] if course else (0, 0)
            course += [(before[0] + first, before[1] + second) for first, second in (pairs[1:] if course else pairs)]
        return course

    def to_json(self) -> dict[str, object]:
        """Return the verdict as a JSON object, for one line of output."""
        return verdict_json(self)


def verdict_json(verdict: "VerdictLike") -> dict[str, object]:
    """Return a verdict as a JSON object.

    The last members are those that only some records have: `seconds` (a number or null for each ply) if at least one ply
    has a time, `end_seconds` if the special word that ends the record has one, `pairs` and `count` in games that have them.
    """
    game, final, basis = verdict.game, verdict.final, verdict.basis
    shares = None if game is None or final is None or verdict.games else game.shares(final)
    optional: dict[str, object] = {}
    seconds = verdict.seconds
    if seconds.count(None) < len(seconds):
        optional["seconds"] = list(seconds)
    if verdict.end_seconds is not None:
        optional["end_seconds"] = verdict.end_seconds
    if game is not None and shares is not None:
        optional["pairs"] = [_score_part_json(game, share) for share in shares]
    if rows := verdict.counting():
        optional["count"] = [_count_row_json(row) for row in rows]
    return {
        "file": verdict.file,
        "index": verdict.index,
        "game": game.id if game else None,
        "rules": game.rules if game else None,
        "status": verdict.status.value,
        "plies": verdict.plies,
        "outcome": None if verdict.outcome is None else verdict.outcome.to_json(),
        "recorded": None if verdict.recorded is None else verdict.recorded.to_json(),
        "fault": _fault_json(verdict.fault),
        "scores": [list(pair) for pair in verdict.scores()],
        "final": game.spell_diagram(final) if game and final is not None else None,
        "games": [game_verdict.to_json() for game_verdict in verdict.games],
        "diagnostics": [diagnostic.to_json() for diagnostic in verdict.diagnostics],
        "sha256": verdict.sha256,
        "basis": None if basis is None else basis.to_json(),
    } | optional


def _count_row_json(row: CountRow) -> dict[str, object]:
    return {"key": row.key, "what": row.what.to_json(), "first": row.first, "second": row.second}


def _score_part_json(game: Game, share: ScorePart) -> dict[str, object]:
    return {
        "side": "second" if share.side else "first",
        "point": game.board.spell(share.square),
        "points": share.points,
        **share.facts,
        "what": share.what.to_json(),
    }


def _fault_json(fault: Fault | None) -> dict[str, object] | None:
    """JSON of a fault, or None."""
    if fault is None:
        return None
    return {
        "ply": fault.ply,
        "move": fault.move,
        "line": fault.line,
        "column": fault.column,
        "article": fault.article,
        "code": fault.code,
        "message": fault.message.to_json(),
    }
