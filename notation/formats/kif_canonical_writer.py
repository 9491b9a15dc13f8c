"""Writes the KIF family: new records, and records in canonical form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.errors import InvalidMove, InvalidSetup
from kifu.core.move_grammar import split_side
from kifu.core.outcome import SIDE_MARKS, SPECIALS, Termination, special_word_and_rest
from kifu.core.squares import BLANKS
from notation.formats.kif_moves_of_line import MAX_MOVE_CHARACTERS, NUMBER
from notation.lazy_pattern import lazy_pattern
from notation.line_kinds import PARTING, LineKind, MoveClock, classify_line, read_clock, split_move_and_time

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from kifu.core.game.game import Game, Position
    from kifu.core.game.text import DiagramText, Reading
    from kifu.core.outcome import Outcome
    from kifu.referee.record import Record

TABLE = "手数----指手---------消費時間--"
_CLOCK_COLUMN = 16
"""The column of the time behind a move, so that times stand below each other."""
_TIME = lazy_pattern(r"[(（][^()（）]*[)）]\s*\+?\s*")


class _Step(NamedTuple):
    """A move or special word of a file, and the position before it, None if it is unknown."""

    number: int
    """Its ply number: the written one, or the one that follows, for a missing or doubled number tells of a missing move."""
    text: str
    column: int
    before: Position | None


def compose_record(
    game: Game,
    headers: Mapping[str, str],
    moves: Sequence[int],
    closing: str | None = None,
    start: Position | None = None,
) -> str:
    """Return a record as canonical text with LF line ends.

    `start` is the position that the moves begin from, None for the game's own. If the records of a game need header
    lines, its own start is drawn too.
    """
    headers = {**game.required_head, **headers}
    if start is None and game.required_head:
        start = game.start()
    lines = [f"棋種：{game.name.ja}", f"規則：{game.rules}", *(f"{key}：{value}" for key, value in headers.items())]
    if start is not None:
        lines += ["局面図", *game.spell_diagram(start).splitlines()]
    lines.append(TABLE)
    lines += [spell_move_line(ply, game.spell(move)) for ply, move in enumerate(moves, start=1)]
    if closing is not None:
        lines.append(closing)
    return "".join(f"{line}\n" for line in lines)


def spell_closing_line(plies: int, outcome: Outcome | None) -> str:
    """Return the closing line of a game that has ended by the rules, or that was broken off (`outcome` None)."""
    result = Termination.ADJOURNED if outcome is None else outcome
    return f"まで{plies}手で{result.label.ja}"


def spell_move_line(ply: int, text: str, clock: str = "") -> str:
    """Return a move line: the ply number in four columns, the move, and its time, if any."""
    line = f"{ply:>4} {text}"
    return f"{line.ljust(_CLOCK_COLUMN)}{clock}" if clock else line


def spell_clock(clock: MoveClock) -> str:
    """Return a time in canonical form: ( 0:05/00:00:05)."""
    minutes, seconds = divmod(clock.spent, 60)
    total = (
        "" if clock.total is None else f"{clock.total // 3600:02d}:{clock.total // 60 % 60:02d}:{clock.total % 60:02d}"
    )
    return f"({minutes:>2}:{seconds:02d}/{total}){'+' if clock.branches else ''}"


def canonical_lines(record: Record, positions: Mapping[tuple[int, int], Position]) -> list[str]:
    """Return the lines of a record in canonical form, one move on a line. A line that is not understood stays unchanged.

    `positions` maps the line and the column of each replayed move to the position before it. The position tells the
    owner of a unit that is written without one.
    """
    game = None if record.refused else record.game
    parts = (record, *record.games)
    written: dict[int, list[_Step]] = {}
    for line in (line for part in parts for line in part.lines):
        number = line.start - 1
        for entry in line.entries:
            place = (entry.line, entry.column)
            steps = written.setdefault(entry.line, [])
            number = _written_ply_number(record.source.lines[entry.line - 1], steps, entry.column, number + 1)
            steps.append(_Step(number, entry.text, entry.column, positions.get(place)))
        if special := line.special:
            whole = record.source.lines[special.line - 1]
            text = split_move_and_time(whole[special.column - 1 :])[0].rstrip(BLANKS)
            steps = written.setdefault(special.line, [])
            number = _written_ply_number(whole, steps, special.column, number + 1)
            steps.append(_Step(number, text, special.column, None))
    setup = {number: lines for part in parts for number, lines in _setup_lines_by_line_number(part, game).items()}
    lines = []
    for number in range(record.span.first, record.span.last + 1):
        text = record.source.lines[number - 1]
        if number in setup:
            lines += setup[number]
        elif game is None:
            lines.append(text)
        elif number in written:
            lines += _canonical_move_lines(game, text, written[number])
        else:
            lines.append(_canonical_line(game, text))
    return lines


def _written_ply_number(line: str, steps: Sequence[_Step], column: int, expected_ply: int) -> int:
    """Return the ply number written before a move, behind the moves of its line before it; `expected_ply` where none is."""
    behind = steps[-1].column - 1 + len(steps[-1].text) if steps else 0
    numbers = re.finditer(NUMBER, line[max(behind, column - 1 - MAX_MOVE_CHARACTERS) : column - 1])
    return next((int(number[1]) for number in numbers if number.end() == len(number.string)), expected_ply)


def _setup_lines_by_line_number(record: Record, game: Game | None) -> dict[int, list[str]]:
    """Return the set-up diagram in canonical form for its first line, and no lines for each of its other lines."""
    diagram = record.setup
    if game is None or diagram is None:
        return {}
    try:
        spelled = _diagram_with_marks(
            game.spell_diagram(game.read_diagram(diagram)).splitlines(), diagram, game.diagram_marks
        )
    except InvalidSetup:
        return {}
    numbers = [row.line for row in diagram.rows] + [field.line for field in diagram.fields]
    if diagram.head is not None:
        numbers.append(diagram.head.line)
    return {number: [] for number in numbers} | {diagram.line: ["局面図", *spelled]}


def _diagram_with_marks(spelled: list[str], diagram: DiagramText, marks: Collection[str]) -> list[str]:
    """Return the lines of a canonical diagram, a head line and the rows first, with the marks that `diagram` has."""
    if not marks:
        return spelled
    lines = list(spelled)
    for number, row in enumerate(diagram.rows, start=1):
        marked = dict(enumerate(row.cells))
        lines[number] = "".join(
            marked[at] if marked.get(at) in marks else cell for at, cell in enumerate(lines[number])
        )
    return lines


def _canonical_line(game: Game, text: str) -> str:
    """Return a line without moves in canonical form; a comment or a line that is not understood as it stands."""
    item = classify_line(text, {**SPECIALS, **game.words})
    if item.kind is LineKind.HEADER:
        return f"{item.key}：{item.text}"
    if item.kind is LineKind.BRANCH:
        return f"変化：{item.number}手"
    if item.kind is LineKind.TABLE:
        return TABLE
    if item.kind in {LineKind.COMMENT, LineKind.BOOKMARK, LineKind.FILE_COMMENT, LineKind.UNKNOWN, LineKind.MOVE}:
        return text
    return text.strip(BLANKS)


def _canonical_move_lines(game: Game, text: str, steps: Sequence[_Step]) -> list[str]:
    """Return the moves of a line, each on a line of its own."""
    ends = [step.column - 1 for step in steps[1:]] + [len(text)]
    return [
        _canonical_move_line(
            game,
            text,
            step,
            _text_behind_move(text[step.column - 1 + len(step.text) : end]),
            alone_on_line=len(steps) == 1,
        )
        for step, end in zip(steps, ends, strict=True)
    ]


def _text_behind_move(text: str) -> str:
    """Return what stands behind a move, without the signs that part it from the next and say nothing."""
    return text.strip(BLANKS) if text.strip(f"{BLANKS}{PARTING}") else ""


def _canonical_move_line(game: Game, line: str, step: _Step, rest_of_line: str, *, alone_on_line: bool) -> str:
    """Return a move and its time as a canonical line; a move that cannot be read stays as written."""
    move = step.text
    if special_word_and_rest(split_side(move)[1], {**SPECIALS, **game.words}) is None:
        try:
            reading = game.read(move)
        except InvalidMove:
            return line if alone_on_line else spell_move_line(step.number, move, rest_of_line)
        spelled = _canonical_move_text(game, reading, step.before)
        if spelled is not None:
            side = reading.side
            mark = "" if side is None else move[0] if move[0] in SIDE_MARKS else side.mark
            move = mark + spelled
    time = _TIME.match(rest_of_line)
    text = rest_of_line if alone_on_line else time[0] if time else ""
    clock = read_clock(text) if text else None
    return spell_move_line(step.number, move, text if clock is None else spell_clock(clock))


def _canonical_move_text(game: Game, reading: Reading, position_before: Position | None) -> str | None:
    """Return the canonical text of a move; None if it stays as written.

    It stays if the position decides the move and is not known or leaves it open, and if the path is one that no move has,
    which would be lost in the spelling.
    """
    try:
        move = (
            game.resolve(position_before, reading)
            if reading.move is None and position_before is not None
            else reading.move
        )
    except InvalidMove:
        return None
    spelled = None if move is None else game.spell(move)
    written = reading.written
    if spelled is None or (not written.directions and game.read(spelled).written.squares != written.squares):
        return None
    return spelled
