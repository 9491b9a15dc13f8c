"""Finds the statuses of records of games whose rules do not compile, as far as kernels prove their moves legal.

The careful reader reads the head of each record, and the rules judge the few moves that are not proven. The scanner
reads the moves and the end. All other records are left to the careful referee.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis.bulk import scan
from analysis.bulk import scan_layout as layout
from analysis.bulk.end_verdicts import Ended, impersonal
from kifu.kernels import proofs
from kifu.model.diagnostic import Severity
from kifu.model.errors import InvalidMove, InvalidSetup
from kifu.model.outcome import SIDE_MARKS, Termination
from kifu.model.specials import SPECIALS
from notation.scanner import CLEAN_MOVE
from notation.timecontrol import BUDGET_KEY, BYOYOMI_KEY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from analysis.bulk.scan import Scanned
    from kifu.contract.game import Game, Position
    from kifu.contract.prover import Prover
    from kifu.referee.record import Record
    from kifu.referee.status import Status
    from kifu.referee.verdict import Verdict

UNSEEN, NO_MOVE, WORD, UNKNOWN = -4, -3, -2, -1
"""The codes of texts that are no code of a move: not read yet, not understood, a special word; a move that the kernels do
not know."""
ON_THE_WAY = frozenset(
    {Termination.COUNT, Termination.PASSES, Termination.REPETITION, Termination.PERPETUAL_CHECK, Termination.FOUL}
)
"""Ends about which the verdict depends on more than the last position."""
TIMED = frozenset({BUDGET_KEY, BYOYOMI_KEY})


class Reader(NamedTuple):
    """The careful reading and judging of the records that are scanned; each function takes the row of a record."""

    head: Callable[[int, int], Record]
    """Reads a record as if it stopped at a byte."""
    whole: Callable[[int], Verdict]
    """Judges a record, without the diagnostics of its file."""


class Line(NamedTuple):
    """A scanned line of play with the head of its record."""

    game: Game
    start: Position
    words: NDArray[np.int32]
    """The numbers of its texts."""
    codes: NDArray[np.int64]
    """What they are for the kernels."""
    timed: bool
    """Whether the head tells the time that the players have."""


def statuses(
    game: Game, data: bytes, bounds: NDArray[np.int64], lines: int, reader: Reader
) -> Iterator[tuple[int, Status]]:
    """Yield the row and the status of each record of `game` that is proven; none of them has an error or a warning.

    The first arguments are those of :func:`analysis.bulk.scan.scan`.
    """
    scanned = scan.scan(data, bounds, game, lines, headed=True)
    known: dict[tuple[str, object, Ended], Status | None] = {}
    for row in np.flatnonzero(scanned.found[:, layout.PLAIN] == 1).tolist():
        line = _line(scanned, row, reader)
        end = None if line is None else _end(scanned, row, line)
        if line is None or end is None:
            continue
        about = (line.game.rules, line.game.prover(), end)
        if about not in known:
            known[about] = _learned(end, scanned, reader.whole, row)
        status = known[about]
        if status is not None:
            yield row, status


def _line(scanned: Scanned, row: int, reader: Reader) -> Line | None:
    """Return the line of play of a record; None if its head says anything that needs the careful referee."""
    found = scanned.found[row]
    first, plies = int(found[layout.FIRST]), int(found[layout.PLIES])
    record = reader.head(row, int(found[layout.HEAD_END]))
    game = record.game
    if game is None or record.setup is None or not _says_nothing_else(record):
        return None
    timed = any(header.key in TIMED for header in record.headers)
    prover = game.prover()
    if prover is None or (timed and scanned.times[first : first + plies].max() > 0):
        return None
    words = scanned.words[first : first + plies]
    codes = _codes(scanned, game, prover, words)
    try:
        return Line(game, game.read_diagram(record.setup), words, codes, timed)
    except InvalidSetup:
        return None


def _says_nothing_else(record: Record) -> bool:
    """Tell whether the head of a record has no fault, no move and no claim."""
    line = record.lines[0]
    said = (line.entries, line.special, line.closing, line.checkpoints, line.score, line.claims, line.unread)
    return not (record.diagnostics or record.refused or record.games or record.variant or record.lines[1:] or any(said))


def _codes(scanned: Scanned, game: Game, prover: Prover, words: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return what the texts of a record are for the kernels. Each text is read once for each prover."""
    texts, kept = scanned.texts, scanned.vocabulary.codes
    codes = kept.get(prover)
    if codes is None or len(codes) < len(texts):
        more = np.full(len(texts) - (0 if codes is None else len(codes)), UNSEEN, dtype=np.int64)
        codes = kept[prover] = more if codes is None else np.concatenate((codes, more))
    new = words[codes[words] == UNSEEN].tolist()
    specials = scan.special_words(game) if new else frozenset()
    for word in new:
        codes[word] = _code(game, prover, texts[word].decode(), specials)
    return codes[words]


def _code(game: Game, prover: Prover, text: str, specials: frozenset[str]) -> int:
    if text in specials:
        return WORD
    clean = CLEAN_MOVE.fullmatch(f"1 {text}")
    if clean is None or clean[2] != text:
        return NO_MOVE
    try:
        return prover.code_of(game.read(text))
    except InvalidMove:
        return NO_MOVE


def _end(scanned: Scanned, row: int, line: Line) -> Ended | None:
    """Return how a record ends; None if not all its moves are surely legal, or its end needs the careful referee."""
    found = scanned.found[row]
    worded = line.codes[-1] == WORD
    codes = line.codes[:-1] if worded else line.codes
    count = int(found[layout.COUNT])
    if codes.min() < UNKNOWN or (count >= 0 and count != len(codes)):
        return None
    claimed = _termination(line.game, scanned.texts[line.words[-1]].decode()) if worded else None
    if claimed in ON_THE_WAY or (claimed is Termination.TIME and line.timed):
        return None
    last = _last(scanned, line, codes)
    if last is None:
        return None
    ending = line.game.outcome(last)
    if ending is not None and ending.termination in ON_THE_WAY:
        return None
    closing = int(found[layout.CLOSING])
    declined = line.game.closed(last) if ending is None and closing >= 0 and not worded else None
    word = int(line.words[-1]) if worded else -1
    return Ended(word, closing, count >= 0, int(line.game.turn(last)), ending, declined)


def _last(scanned: Scanned, line: Line, codes: NDArray[np.int64]) -> Position | None:
    """Return the position after all moves of a line; None if one is illegal, or the referee remarks on one."""
    game = line.game
    prover = game.prover()
    assert prover is not None  # noqa: S101 - `_line` has looked

    def judge(position: Position, at: int) -> Position | None:
        if game.history((position,), (), 1) is not None:
            return None
        try:
            reading = game.read(scanned.texts[line.words[at]].decode())
            move = game.resolve(position, reading) if reading.move is None else reading.move
        except InvalidMove:
            return None
        if reading.side is not None and reading.side != game.turn(position):
            return None
        breach, after = game.advance(position, move)
        return after if breach is None else None

    last = proofs.last_of(prover, line.start, codes, judge)
    return None if last is None or game.history((last,), (), 1) is not None else last


def _termination(game: Game, word: str) -> Termination | None:
    meaning = {**SPECIALS, **game.words}[word.lstrip("".join(SIDE_MARKS))]
    return meaning.termination


def _learned(end: Ended, scanned: Scanned, whole: Callable[[int], Verdict], row: int) -> Status | None:
    """Return the status of all records with this end, from the careful verdict on one; None if it is not theirs alone."""
    if not impersonal(end, scanned.texts):
        return None
    verdict = whole(row)
    quiet = all(diagnostic.severity is Severity.NOTE for diagnostic in verdict.diagnostics)
    return verdict.status if verdict.fault is None and quiet and not verdict.status.exit_code else None
