"""The plain records of one game among many: scanned, replayed and decided together."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis.bulk import plays, scan
from analysis.bulk import scan_layout as layout
from analysis.bulk.end_verdicts import Ended, EndVerdict, EndVerdicts
from analysis.bulk.plain_verdict import PlainVerdict
from kifu.kernels.replay_kernel import CLOSED, ENDED_BY, ENDING, LEGAL, MOVES, TURN
from kifu.model.errors import InvalidSetup

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from analysis.bulk.pieces import Piece
    from analysis.bulk.plays import Plays
    from analysis.bulk.scan import Meanings, Scanned
    from kifu.model.game import Game, Position
    from kifu.referee.verdict import Status, Verdict

    Example = Callable[[int], Verdict]


class Group(NamedTuple):
    """What was found: a line for each record that seemed plain at first."""

    game: Game
    rows: NDArray[np.int64]
    """Which of the records each line is."""
    scanned: Scanned
    meanings: Meanings
    played: Plays
    firsts: NDArray[np.int64]
    """Where the words of each line begin."""
    decided: NDArray[np.int32]
    """Which of the decisions holds for each line; -1: it is not plain."""
    decisions: tuple[EndVerdict, ...]

    def plain(self) -> NDArray[np.int64]:
        """Return the lines of the records that are plain."""
        return np.flatnonzero(self.decided >= 0)

    def statuses(self) -> Counter[Status]:
        """Return how many plain records have each status."""
        counts: Counter[Status] = Counter()
        decided = self.decided[self.decided >= 0]
        for number, count in enumerate(np.bincount(decided, minlength=len(self.decisions)).tolist()):
            counts[self.decisions[number].status] += count
        return counts

    def judgement(self, line: int, piece: Piece, index: int) -> PlainVerdict:
        """Return the judgement on the record of a line, number `index` of the file that `piece` is of."""
        decision = self.decisions[self.decided[line]]
        first, moves, top = int(self.firsts[line]), int(self.played.ends[line, MOVES]), int(self.played.tops[line])
        times = self.scanned.times
        return PlainVerdict(
            piece.name,
            index,
            piece.sha256,
            decision.status,
            self.game,
            decision.outcome,
            decision.recorded,
            (*piece.notes, *decision.notes),
            _final(self.game, self.played, line),
            self.meanings.moves[self.scanned.words[first : first + moves]],
            self.played.scores[top : top + moves + 1],
            self.played.marks[top : top + moves + 1],
            times[first : first + moves],
            int(times[first + moves]) if self.played.ends[line, ENDED_BY] >= 0 else -1,
        )


def group_of(game: Game, data: bytes, bounds: NDArray[np.int64], example: Example, *, wanted: plays.Wanted) -> Group:
    """Scan, replay and decide the records of `game` that stand in the `bounds` (rows of begin and end) of `data`.

    `example` returns the careful verdict on one of them.
    """
    scanned = scan.scan(data, bounds, game)
    meanings = scan.meanings(game, scanned.texts)
    rules = scanned.found[:, layout.RULES]
    named = {text: _known_rules(game, scanned.texts[text]) for text in set(rules.tolist()) if text >= 0}
    known = np.isin(rules, [-1, *(text for text, good in named.items() if good)])
    rows = np.flatnonzero((scanned.found[:, layout.PLAIN] == 1) & known)
    found = scanned.found[rows]
    firsts, plies = found[:, layout.FIRST].copy(), found[:, layout.PLIES].copy()
    quiet = game.quiet_until or 0
    played = plays.replay(game, firsts, plies, scanned.words, meanings, quiet=quiet, wanted=wanted)
    decided, decisions = _decide(game, found, scanned.texts, played, lambda line: example(int(rows[line])))
    return Group(game, rows, scanned, meanings, played, firsts, decided, decisions)


def _decide(
    game: Game, found: NDArray[np.int64], texts: Sequence[bytes], played: Plays, example: Example
) -> tuple[NDArray[np.int32], tuple[EndVerdict, ...]]:
    """Return which decision holds for each line, and the decisions.

    Lines whose moves are all legal and whose count is right are decided alike where they end alike.
    """
    decided = np.full(len(found), -1, dtype=np.int32)
    count = found[:, layout.COUNT]
    good = np.flatnonzero((played.ends[:, LEGAL] == 1) & ((count < 0) | (count == played.ends[:, MOVES])))
    known = EndVerdicts(game, texts)
    numbers: dict[EndVerdict, int] = {}
    for lines in _alike(found, played, good):
        line = int(lines[0])
        how = _ended(game, found, played, line)
        decision = known.get(how) or known.learn(how, partial(example, line))
        if decision.plain:
            decided[lines] = numbers.setdefault(decision, len(numbers))
    return decided, tuple(numbers)


def _alike(found: NDArray[np.int64], played: Plays, lines: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Yield together the lines whose ends cannot differ: the same words, the same turn, the same by the rules."""
    ends = played.ends[lines]
    ways = np.column_stack(
        (
            found[lines, layout.CLOSING],
            found[lines, layout.COUNT] >= 0,
            ends[:, ENDED_BY],
            ends[:, TURN],
            ends[:, ENDING],
            ends[:, CLOSED],
        )
    )
    order = np.lexsort(ways.T)
    if len(order):
        breaks = np.flatnonzero((np.diff(ways[order], axis=0) != 0).any(axis=1)) + 1
        yield from np.split(lines[order], breaks)


def _ended(game: Game, found: NDArray[np.int64], played: Plays, line: int) -> Ended:
    position = _final(game, played, line)
    word = int(played.ends[line, ENDED_BY])
    closing = int(found[line, layout.CLOSING])
    ending = game.outcome(position) if played.ends[line, ENDING] else None
    by_closing = game.closed(position) if ending is None and closing >= 0 and word < 0 else None
    return Ended(word, closing, bool(found[line, layout.COUNT] >= 0), int(played.ends[line, TURN]), ending, by_closing)


def _final(game: Game, played: Plays, line: int) -> Position:
    return type(game.start())._make(played.finals[line].tolist())


def _known_rules(game: Game, text: bytes) -> bool:
    """Tell whether what 規則 says means the game as it is by default."""
    try:
        named = text.decode()
        return named == named.strip() and game.configure(named, {}) is game
    except (InvalidSetup, UnicodeDecodeError):
        return False
