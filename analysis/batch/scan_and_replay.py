"""Scan plain records, parse their texts, replay their moves: compiled kernels."""

from __future__ import annotations

import threading
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis.batch import clock_check_kernel, scanner_kernel
from analysis.batch import scanner_layout_and_text_kernel as layout
from analysis.batch.file_splitting import count_line_feeds
from kifu.core import games
from kifu.core.compiled import machine_code_cache, replay_kernel
from kifu.core.compiled.bind_and_compile import (
    compile_module,
    compiled_kernels_of_layers,
    compiled_name,
    last_layer_name,
    rules_compile,
)
from kifu.core.compiled.machine_code_cache import cached_kernel
from kifu.core.compiled.replay_kernel import MOVE, NO_MOVE, NOBODY, WORD
from kifu.core.errors import InvalidMove
from kifu.core.outcome import SIDE_MARKS, SIDE_NAMES, SPECIALS
from kifu.core.squares import BLANKS
from kifu.core.written_dates_and_points import read_points
from notation.formats.kif_moves_of_line import is_moves_only
from notation.line_kinds import CLEAN_MOVE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from analysis.batch.plain_heads_and_cached_verdicts import EndVerdicts, PlainHead
    from kifu.core.game.game import Game, Position
    from notation.time_control_and_time_checks import TimeControl


FREE_KEYS = (
    *"先手 後手 開始日時 終了日時 場所 棋戦 備考 先手省略名 後手省略名 先手段位 後手段位 開始日 終了日 対局日".split(),  # noqa: SIM905 - easier to read
    *"表題 題名 大会 会場 棋戦詳細 戦型 記録係 立会人 審判 掲載 作者 出典".split(),  # noqa: SIM905 - easier to read
)
"""Keys of the header lines whose values decide nothing, unless they hold moves."""
UNREACHED_PLY = 1 << 40
"""A ply that no game reaches."""


class Scanned(NamedTuple):
    """Result of scanning some records."""

    found: NDArray[np.int64]
    """(record, column): one row a record; :mod:`analysis.batch.scanner_layout_and_text_kernel` names the columns."""
    words: NDArray[np.int32]
    """The numbers of the texts of moves and special words, record by record."""
    times: NDArray[np.int32]
    """The seconds spent on each word; -1: the record has no time for it."""
    vocabulary: ScannedTexts
    """The different texts, by their numbers."""

    @property
    def texts(self) -> Sequence[bytes]:
        """The different texts; their places here are their numbers."""
        return self.vocabulary.texts


class Meanings(NamedTuple):
    """Parsed texts of one game, as arrays for the replay kernel.

    See :func:`kifu.core.compiled.replay_kernel.replay`.
    """

    kinds: NDArray[np.int8]
    """MOVE, WORD or NO_MOVE."""
    moves: NDArray[np.int64]
    sides: NDArray[np.int8]
    """The side that the text names; NOBODY if it names none."""


NONE = Meanings(np.empty(0, dtype=np.int8), np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int8))
"""The meanings of no texts."""


class ScannedTexts:
    """Interned texts of a thread, with their meanings.

    The pieces of a file share most of their texts.
    """

    def __init__(self) -> None:
        self.texts: list[bytes] = []
        """The texts; their places here are their numbers. It only grows."""
        self.memory = np.zeros(layout.MEMORY, dtype=np.int64)
        self.pool = np.empty(layout.POOL, dtype=np.uint8)
        self.end_verdicts: dict[tuple[str, Position], EndVerdicts] = {}
        """What is known of ends whose words are these texts, by the rules and the start."""
        self.heads: dict[tuple[int, str | None], PlainHead | None] = {}
        """What each text means as a head, by its number and the rules that were asked for."""
        self._meanings: dict[str, Meanings] = {}

    @property
    def is_nearly_full(self) -> bool:
        """True if the texts of another piece may not fit."""
        return bool(2 * self.memory[layout.USED] > layout.TEXTS or 2 * self.memory[layout.POOLED] > layout.POOL)

    def adopt_new_texts(self) -> None:
        """Take over the texts that the kernel has added."""
        new = self.memory[layout.SPANS + 2 * len(self.texts) : layout.SPANS + 2 * int(self.memory[layout.USED])]
        self.texts += [self.pool[start:stop].tobytes() for start, stop in new.reshape(-1, 2).tolist()]

    def meanings(self, game: Game) -> Meanings:
        """Return what each text means in `game`. Each text is read once."""
        known = self._meanings.get(game.rules, NONE)
        if len(known.kinds) < len(self.texts):
            more = parse_texts(game, self.texts[len(known.kinds) :])
            known = Meanings(
                np.concatenate((known.kinds, more.kinds)),
                np.concatenate((known.moves, more.moves)),
                np.concatenate((known.sides, more.sides)),
            )
            self._meanings[game.rules] = known
        return known


class _ThreadVocabulary(threading.local):
    """Thread-local state: kernels change the arrays of a vocabulary."""

    def __init__(self) -> None:
        self.vocabulary = ScannedTexts()


_thread_vocabulary = _ThreadVocabulary()


def scan_records(data: bytes, record_bounds: NDArray[np.int64], double_turn_after: int) -> Scanned:
    """Scan records in `data`; `record_bounds` has their begin and end bytes.

    After ply `double_turn_after` the same side moves again (:func:`double_turn_ply`); the scanner adds up the times of each side.
    """
    if _thread_vocabulary.vocabulary.is_nearly_full:
        _thread_vocabulary.vocabulary = ScannedTexts()
    vocabulary = _thread_vocabulary.vocabulary
    array = np.frombuffer(data, dtype=np.uint8)
    lines = count_line_feeds(data) + len(record_bounds)
    words = np.zeros(lines, dtype=np.int32)
    times = np.zeros(lines, dtype=np.int32)
    rows = np.zeros((len(record_bounds), layout.COLUMNS), dtype=np.int64)
    _compiled_scanner()(
        array,
        record_bounds,
        double_turn_after,
        *_free_header_keys_and_lengths(),
        vocabulary.memory,
        vocabulary.pool,
        words,
        times,
        rows,
    )
    vocabulary.adopt_new_texts()
    return Scanned(rows, words, times, vocabulary)


def double_turn_ply(game: Game, start: Position) -> int:
    """Return the ply before a double turn of one side from `start`.

    UNREACHED_PLY if there is none.
    """
    return game.double_turn(lambda: start) or UNREACHED_PLY


def parse_texts(game: Game, texts: Sequence[bytes]) -> Meanings:
    """Parse each text as the reader parses a move line.

    A text is NO_MOVE if the careful reader would take it for anything but a move or a special word, or if its move
    depends on the position.
    """
    table = np.array([_cached_kind_move_and_side(game, text) for text in texts], dtype=np.int64).reshape(-1, 3)
    return Meanings(table[:, 0].astype(np.int8), table[:, 1].copy(), table[:, 2].astype(np.int8))


@lru_cache(maxsize=layout.TEXTS)
def _cached_kind_move_and_side(game: Game, text_bytes: bytes) -> tuple[int, int, int]:
    """Return kind, move and side of a text, cached over threads."""
    text = text_bytes.decode()
    if text in special_words(game):
        return WORD, 0, NOBODY
    clean = CLEAN_MOVE.fullmatch(f"1 {text}")
    if clean is None or clean[2] != text:
        return NO_MOVE, 0, NOBODY
    try:
        reading = game.read(text)
    except InvalidMove:
        return NO_MOVE, 0, NOBODY
    if reading.move is None:
        return NO_MOVE, 0, NOBODY
    return MOVE, reading.move, NOBODY if reading.side is None else int(reading.side)


@lru_cache(maxsize=layout.TEXTS)
def parse_points_line(game: Game, line_bytes: bytes) -> tuple[float, float] | None:
    """Return the points of a 得点 line; None if names are needed."""
    text = line_bytes.decode().strip(BLANKS)
    points = read_points(text, SIDE_NAMES)
    return None if points is None or is_moves_only(game, text, one_suffices=True) else points


@lru_cache(maxsize=64)
def special_words(game: Game) -> frozenset[str]:
    """Return a game's special words, with and without side marks."""
    words = SPECIALS.keys() | game.words.keys()
    return frozenset(mark + word for mark in ("", *SIDE_MARKS) for word in words)


def clock_status_of_lines(  # noqa: PLR0913, PLR0917 - arrays in, arrays out
    firsts: NDArray[np.int64],
    moves: NDArray[np.int32],
    word_numbers: NDArray[np.int64],
    times: NDArray[np.int32],
    control: TimeControl,
    double_turn_after: int,
) -> NDArray[np.int8]:
    """Return what :mod:`analysis.batch.clock_check_kernel` tells of each line under a time control."""
    told = np.zeros(len(firsts), dtype=np.int8)
    seconds = np.array(
        [control.budget_seconds, control.byoyomi_seconds or 0, control.increment_seconds], dtype=np.int64
    )
    _compiled_clock_check()(firsts, moves.astype(np.int64), word_numbers, times, seconds, double_turn_after, told)
    return told


@cache
def _free_header_keys_and_lengths() -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    names = [key.encode() for key in FREE_KEYS]
    table = np.zeros((len(names), max(map(len, names))), dtype=np.uint8)
    for row, name in zip(table, names, strict=True):
        row[: len(name)] = np.frombuffer(name, dtype=np.uint8)
    return table, np.array([len(name) for name in names], dtype=np.int64)


@cache
def _compiled_scanner() -> Callable[..., None]:
    return cached_kernel(
        compiled_name(scanner_kernel.__name__),
        lambda: compile_module(scanner_kernel.__name__, layout.__name__, entry="scan").scan,
    )


@cache
def _compiled_clock_check() -> Callable[..., None]:
    return cached_kernel(
        compiled_name(clock_check_kernel.__name__),
        lambda: compile_module(clock_check_kernel.__name__, entry="check_clocks").check_clocks,
    )


_kernels: dict[str, Callable[..., None]] = {}


class WantedOutputs(NamedTuple):
    """Optional results of a replay, besides legality, by position."""

    scores: bool = False
    marks: bool = False
    """The keys of the images of the position."""


class ReplayedLines(NamedTuple):
    """Replayed lines; `ends`, `finals` and `tops` have a row a line.

    :mod:`kifu.core.compiled.replay_kernel` names the columns of `ends`.
    """

    ends: NDArray[np.int32]
    finals: NDArray[np.int64]
    """The last position, part by part."""
    scores: NDArray[np.int32]
    """Row tops[n] + m: both scores of line n after m plies, and the side to move. No rows if unwanted."""
    marks: NDArray[np.int64]
    """Row tops[n] + m: the keys (:mod:`kifu.core.compiled.position_hash`) of that position's images, a column a symmetry of the game."""
    tops: NDArray[np.int64]
    """The first row of each line in `scores` and `marks`."""


def is_any_replay_code_cached() -> bool:
    """Tell whether any game's machine code for replays is cached."""
    compiled = (game for game in map(games.load, games.ids()) if rules_compile(game))
    return any(machine_code_cache.is_cached(last_layer_name(game, replay_kernel.__name__)) for game in compiled)


def replay_lines(  # noqa: PLR0913 - arrays in, arrays out
    game: Game,
    first_words: NDArray[np.int64],
    ply_counts: NDArray[np.int64],
    word_numbers: NDArray[np.int32],
    meanings: Meanings,
    *,
    start: Position,
    legal_occurrences: int,
    wanted_outputs: WantedOutputs,
) -> ReplayedLines:
    """Replay lines of `ply_counts[n]` words from `word_numbers[firsts[n]]` on.

    A line in which a position occurs `legal_occurrences` times does not count as legal: the referee has to judge it.
    """
    lines = len(first_words)
    ends = np.zeros((lines, replay_kernel.COLUMNS), dtype=np.int32)
    finals = np.zeros((lines, len(start)), dtype=np.int64)
    scores = np.zeros(
        (int(ply_counts.sum()) + lines if wanted_outputs.scores else 0, replay_kernel.SCORE_COLUMNS), dtype=np.int32
    )
    marks = np.zeros(
        (int(ply_counts.sum()) + lines if wanted_outputs.marks else 0, len(game.symmetries)), dtype=np.int64
    )
    tops = np.concatenate(([0], np.cumsum(ply_counts + 1)[:-1]))
    keys = np.zeros(replay_kernel.SLOTS, dtype=np.int64)
    stamps = np.zeros(replay_kernel.SLOTS, dtype=np.int32)
    times = np.zeros(replay_kernel.SLOTS, dtype=np.int32)
    _compiled_replay_kernel(game)(
        start,
        first_words,
        ply_counts,
        tops,
        word_numbers,
        *meanings,
        legal_occurrences,
        keys,
        stamps,
        times,
        ends,
        finals,
        scores,
        marks,
    )
    return ReplayedLines(ends, finals, scores, marks, tops)


def _compiled_replay_kernel(game: Game) -> Callable[..., None]:
    name = last_layer_name(game, replay_kernel.__name__)
    if name not in _kernels:
        _kernels[name] = machine_code_cache.cached_kernel(
            name, lambda: compiled_kernels_of_layers(game, (replay_kernel.__name__,), entry="replay")["replay"]
        )
    return _kernels[name]
