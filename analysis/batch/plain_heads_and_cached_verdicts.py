"""Verdict of the fast path on a plain record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.batch.clock_check_kernel import EARLY
from kifu.core.compiled.bind_and_compile import rules_compile
from kifu.core.outcome import SIDE_NAMES, SPECIALS, Termination
from kifu.referee.record import Span
from kifu.referee.resolve import Resolved, resolve
from kifu.referee.status_fault_and_basis import Status, basis_of
from kifu.referee.verdict import verdict_json
from notation.closing_line_reader import read_closing_line
from notation.encoding import source_of_text
from notation.formats.kif import is_game_line, read_record_in_span
from notation.freeform import has_swallowing_header
from notation.time_control_and_time_checks import header_time_control_or_diagnostic

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy import int32, int64
    from numpy.typing import NDArray

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.game.counting import CountRow
    from kifu.core.game.game import Game, Position
    from kifu.core.outcome import Ending
    from kifu.referee.record import Record
    from kifu.referee.status_fault_and_basis import Basis
    from kifu.referee.verdict import Verdict
    from kifu.referee.verdict_text import VerdictLike
    from notation.formats.kif_head_reader import RulesSource
    from notation.time_control_and_time_checks import TimeControl


class PlainVerdict(NamedTuple):
    """The referee's verdict on a record without a fault (see :class:`kifu.referee.verdict_text.VerdictLike`)."""

    file: str
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody needs here
    sha256: str
    status: Status
    game: Game
    outcome: Ending | None
    recorded: Ending | None
    diagnostics: tuple[Diagnostic, ...]
    final: Any
    """The position at the end."""
    moves: NDArray[int64]
    """The move of each ply, as the game's integer."""
    course: NDArray[int32]
    """(plies + 1, 3): the scores of 先手 and 後手 and the side to move, at the start and after each ply; no rows if unwanted."""
    marks: NDArray[int64]
    """(plies + 1, symmetries): the keys of the images of each position under each symmetry; no rows if unwanted."""
    start: Any
    """The position at the start."""
    set_up: bool
    """Whether the record sets up its start."""
    times: NDArray[int32]
    """(plies,): the seconds that each ply took; -1: the record has no time for it."""
    end_time: int
    """The seconds before the special word that ends the record; -1: it has no such word, or no time."""

    @property
    def fault(self) -> None:
        """None: a record at fault is not plain."""

    @property
    def suspicion(self) -> None:
        """None: a record without a fault has no slip that shows."""

    @property
    def sought(self) -> bool:
        """True: there is nothing to look for."""
        return True

    @property
    def basis(self) -> Basis | None:
        """Basis of the verdict; None if no article decides it."""
        return basis_of(self.game, self.outcome, None, set_up=self.set_up)

    @property
    def games(self) -> tuple[VerdictLike, ...]:
        """Empty: a plain record is one game."""
        return ()

    @property
    def plies(self) -> int:
        """Number of moves."""
        return len(self.moves)

    @property
    def seconds(self) -> tuple[int | None, ...]:
        """Seconds of each ply; None for a time that is not recorded."""
        times = self.times.tolist()
        return tuple(None if time < 0 else time for time in times) if -1 in times else tuple(times)

    @property
    def end_seconds(self) -> int | None:
        """Seconds before the closing special word; None if not recorded."""
        return None if self.end_time < 0 else self.end_time

    def scores(self) -> list[tuple[float, float]]:
        """Return the scores of 先手 and 後手 by ply, from the start."""
        return [(first, second) for first, second, _ in self.course.tolist()]

    def counting(self) -> tuple[CountRow, ...]:
        """Return the lines of the deciding count, if a count decided."""
        if self.outcome is None or self.outcome.article is None:
            return ()
        return self.game.count(self.final) or ()

    def to_json(self) -> dict[str, object]:
        """Return the JSON object of a verdict, as :meth:`kifu.referee.verdict.Verdict.to_json` does."""
        return verdict_json(self)


class PlainHead(NamedTuple):
    """Common part of records with the same head."""

    game: Game
    """The game under their rules."""
    start: Position
    set_up: bool
    """Whether the head has a set-up position."""
    control: TimeControl | None
    """How long each side may think; None: no limit."""


def parse_plain_head(head_bytes: bytes, rules: RulesSource) -> PlainHead | None:
    """Return the meaning of a head; None if it is not plain.

    It is not if it gets a diagnostic, or if nothing compiles under it. `head_bytes` has the lines above the moves; the values that mean nothing may be missing.

    `head_bytes` has the lines above the moves; the values that mean nothing may be missing.
    """
    source = source_of_text("", b"", head_bytes.decode(errors="replace"), "utf-8", bom=False)
    start = next((number for number, line in enumerate(source.lines, start=1) if is_game_line(line)), 0)
    if not start:
        return None
    record = read_record_in_span(source, 0, Span(1, len(source.lines)), start, rules)
    game = record.game
    if game is None or not rules_compile(game) or game.quiet_until is None or not _has_only_plain_headers(record):
        return None
    settled = resolve(record, game)
    if not isinstance(settled, Resolved):
        return None
    return PlainHead(
        game, settled.start, record.setup is not None, header_time_control_or_diagnostic(record.headers)[0]
    )


def _has_only_plain_headers(record: Record) -> bool:
    """Tell whether a head gives only game, start and time control."""
    main = record.main
    unjudged = (record.diagnostics, record.games, record.variant, record.refused, main.unread, main.checkpoints)
    return not has_swallowing_header(record) and not any(
        (*unjudged, main.claims, main.closing, main.scores, main.entries, main.special, record.lines[1:])
    )


TIME_WORDS = tuple(word for word, meaning in SPECIALS.items() if meaning.termination is Termination.TIME)
"""The words that end a game by the clock."""


class EndKey(NamedTuple):
    """End of a record, the key of its verdict.

    The verdict depends on nothing else if every move is legal and the closing count is right.
    """

    word: int
    """Number of the text of its special word; -1: it has none."""
    closing: int
    """Number of the text that ends its closing line; -1: it has none."""
    counted: bool
    """Whether the closing line counts the plies."""
    turn: int
    """The side to move at the end."""
    ending: Ending | None
    """How the rules have ended the game; None: they have not."""
    by_closing: Ending | None
    """How the rules end the game if the record is closed here; None: they do not."""
    scored: int = -1
    """Whether a 得点 line counts the points, rightly (1); -1: there is none."""
    told: int = 1
    """What :mod:`analysis.batch.clock_check_kernel` tells of the time before the special word."""


class EndVerdict(NamedTuple):
    """The referee's verdict on all records with the same end."""

    shared: bool
    """Whether it holds for all of them. False: each record must be judged for itself."""
    status: Status
    outcome: Ending | None = None
    recorded: Ending | None = None
    diagnostics: tuple[Diagnostic, ...] = ()


class EndVerdicts:
    """Verdicts by end, for games from one start.

    `texts` are the texts that the scanner has numbered.
    """

    def __init__(self, game: Game, start: Position, texts: Sequence[bytes]) -> None:
        self._texts = texts
        self._known: dict[EndKey, EndVerdict] = {}
        self._opening_messages = {notice.message for notice in (*game.standing_notices(), *game.opening_notices(start))}
        self.get = self._known.get

    def judge_and_cache(self, end: EndKey, judge_example: Callable[[], Verdict]) -> EndVerdict:
        """Judge one record with this end; cache and return the verdict.

        `judge_example` returns the verdict on that record, without the diagnostics of its file.
        """
        end_verdict = EndVerdict(shared=False, status=Status.UNREADABLE)
        if is_end_independent_of_names(end, self._texts):
            verdict = judge_example()
            if verdict.fault is None and all(
                diagnostic.message in self._opening_messages for diagnostic in verdict.diagnostics
            ):
                end_verdict = EndVerdict(
                    shared=True,
                    status=verdict.status,
                    outcome=verdict.outcome,
                    recorded=verdict.recorded,
                    diagnostics=verdict.diagnostics,
                )
        self._known[end] = end_verdict
        return end_verdict


def is_end_independent_of_names(end: EndKey, texts: Sequence[bytes]) -> bool:
    """Tell whether names and remaining times do not decide an end's verdict."""
    word = texts[end.word].decode() if end.word >= 0 else ""
    if end.closing < 0:
        # A mark may name the side whose time is not told.
        return not word.endswith(TIME_WORDS) or (word in TIME_WORDS and end.told != EARLY)
    count = "1" if end.counted else ""
    closing = read_closing_line(f"まで{count}{texts[end.closing].decode()}", 1, 1, SIDE_NAMES)
    if closing is None or (closing.count is not None) != end.counted:
        return False
    # Whether a loss on time is contradicted depends on what is left to each side.
    return closing.termination is not Termination.TIME or not (word or end.told == EARLY)
