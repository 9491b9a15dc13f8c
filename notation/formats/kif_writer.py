"""Writes the KIF family: records from scratch, records in canonical form, and single lines changed in place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu import games
from kifu.errors import InvalidMove, InvalidSetup
from kifu.outcome import SIDE_MARKS
from kifu.specials import SPECIALS
from kifu.specials import find as find_special
from notation.encoding import UTF8_BOM, encode, line_bytes
from notation.scanner import BLANKS, Clock, Item, Kind, classify, read_clock

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kifu.game import Game, Position
    from kifu.record import Record, Source

TABLE = "手数----指手---------消費時間--"
_CLOCK_COLUMN = 16
"""Where the time stands after a move, so that times form a column."""
_COLON = re.compile("[：:]")


def compose(
    game: Game,
    headers: Mapping[str, str],
    moves: Sequence[int],
    closing: str | None = None,
    start: Position | None = None,
) -> str:
    """Return a record as canonical text with LF line ends; `start` is given when it is not the game's own.

    A game whose records need header lines of their own (`head`) has no start that goes without saying.
    """
    headers = {**game.head, **headers}
    if start is None and game.head:
        start = game.start()
    lines = [f"棋種：{game.name.ja}", f"規則：{game.rules}", *(f"{key}：{value}" for key, value in headers.items())]
    if start is not None:
        lines += ["局面図", *game.spell_diagram(start).splitlines()]
    lines.append(TABLE)
    lines += [spell_move(ply, game.spell(move)) for ply, move in enumerate(moves, start=1)]
    if closing is not None:
        lines.append(closing)
    return "".join(f"{line}\n" for line in lines)


def spell_move(ply: int, text: str, clock: str = "") -> str:
    """Return a move line: the ply number in four columns, the move, and its time if it has one."""
    line = f"{ply:>4} {text}"
    return f"{line.ljust(_CLOCK_COLUMN)}{clock}" if clock else line


def spell_clock(clock: Clock) -> str:
    """Return a time in canonical form: ( 0:05/00:00:05)."""
    minutes, seconds = divmod(clock.spent, 60)
    total = "" if clock.total is None else f"{clock.total // 3600:02d}:{clock.total // 60 % 60:02d}:{clock.total % 60:02d}"
    return f"({minutes:>2}:{seconds:02d}/{total}){'+' if clock.branches else ''}"


def canonical(record: Record, positions: Mapping[int, Position]) -> list[str]:
    """Return the lines of a record in canonical form; what is not understood stays as it is.

    `positions` maps the line number of each legal move to the position before it: a unit whose owner was left to the
    position is spelled by the die that stands there.
    """
    game = None if record.game is None else games.load(record.game).configure(record.rules, record.head)
    plies = {entry.line: entry.ply for line in record.lines for entry in line.entries}
    plies |= {line.special.line: line.special.ply for line in record.lines if line.special}
    setup = _setup_lines(record, game)
    lines = []
    for number in range(record.span.first, record.span.last + 1):
        text = record.source.lines[number - 1]
        if number in setup:
            lines += setup[number]
        elif game is None:
            lines.append(text)
        else:
            lines.append(_canonical_line(game, text, plies.get(number), positions.get(number)))
    return lines


def replace_line(source: Source, number: int, text: str) -> bytes:
    """Return the bytes of the file with line `number` (from 1) replaced; every other line keeps its bytes.

    Raises UnreadableFile ``unencodable`` for a character the file's encoding lacks, IndexError for no such line.
    """
    if not 1 <= number <= len(source.lines):
        raise IndexError(number)
    pieces = list(line_bytes(source))
    pieces[number - 1] = encode([text], [source.ends[number - 1]], source.encoding)
    return (UTF8_BOM if source.bom else b"") + b"".join(pieces)


def _setup_lines(record: Record, game: Game | None) -> dict[int, list[str]]:
    """Return the set-up diagram in canonical form at the line it starts on, and nothing at its other lines."""
    diagram = record.setup
    if game is None or diagram is None:
        return {}
    try:
        spelled = game.spell_diagram(game.read_diagram(diagram)).splitlines()
    except InvalidSetup:
        return {}
    parts = [*diagram.rows, *diagram.fields, *([diagram.head] if diagram.head else [])]
    return {part.line: [] for part in parts} | {diagram.line: ["局面図", *spelled]}


def _canonical_line(game: Game, text: str, ply: int | None, before: Position | None) -> str:
    item = classify(text, {**SPECIALS, **game.words})
    if item.kind is Kind.HEADER:
        return f"{item.key}：{item.text}"
    if item.kind is Kind.BRANCH:
        return f"変化：{item.number}手"
    if item.kind is Kind.TABLE:
        return TABLE
    if item.kind is Kind.MOVE and ply is not None:
        return _canonical_move(game, text, item, ply, before)
    if item.kind in {Kind.COMMENT, Kind.BOOKMARK, Kind.FILE_COMMENT, Kind.UNKNOWN, Kind.MOVE}:
        return text
    return text.strip(BLANKS)


def _canonical_move(game: Game, text: str, item: Item, ply: int, before: Position | None) -> str:
    word = item.text[1:] if item.text[:1] in SIDE_MARKS else item.text
    if find_special(word, {**SPECIALS, **game.words}):
        move = item.text
    else:
        try:
            reading = game.read(item.text)
        except InvalidMove:
            return text
        if reading.move is not None:
            move = game.spell(reading.move)
        elif before is not None:
            move = game.spell(game.resolve(before, reading))
        else:
            move = item.text[1:] if reading.side is not None else item.text
        if reading.side is not None:
            move = f"{item.text[0]}{move}"
    clock = read_clock(item.clock) if item.clock else None
    return spell_move(ply, move, item.clock if clock is None else spell_clock(clock))
