"""Writes a record with all that a record may have: comments, bookmarks, times, diagrams between moves, branches.

A :class:`WrittenRecord` is the record as values. Its moves are texts, so it may hold moves that are illegal or cannot be read.
A list of moves becomes one, and is proven by reading it back.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.errors import IllegalMove, InvalidMove, InvalidSetup, KifuError
from kifu.core.game.game import legal_move_code
from kifu.core.message import Message, fill_pattern_in_both_languages, quoted
from kifu.core.outcome import Outcome, Side
from notation.formats.kif_canonical_writer import TABLE, spell_clock, spell_closing_line, spell_move_line
from notation.formats.kif_head_reader import HALVES, MATCH
from notation.line_kinds import BRANCH, MoveClock
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kifu.core.game.game import Game, Position
    from notation.reading import Document

DIAGRAM = "局面図"
"""The line above a diagram."""


class Remark(NamedTuple):
    """A comment, or a bookmark, of one line."""

    text: str
    bookmark: bool = False


class WrittenTurn(NamedTuple):
    """A move as written, its time in whole seconds, and what stands below it: remarks, then a diagram."""

    text: str
    seconds: int | None = None
    remarks: tuple[Remark, ...] = ()
    diagram: str | None = None
    """The canonical diagram of the position after the move, each line ended by LF; None without one."""


class WrittenPlay(NamedTuple):
    """A line of play from its first ply on. `special` is a special word that ends it, `closing` its closing line."""

    turns: tuple[WrittenTurn, ...] = ()
    before: tuple[Remark, ...] = ()
    """The remarks on the position before its first move."""
    special: str | None = None
    end_seconds: int | None = None
    """The time before the special word, in whole seconds."""
    closing: str | None = None


class WrittenBranch(NamedTuple):
    """A line of play that replaces move `start` of the game and all moves after it."""

    start: int
    play: WrittenPlay


class WrittenRecord(NamedTuple):
    """A record: the head, the position that it begins from, the game and its branches.

    `headers` are those besides 棋種, 規則 and the headers that the game requires. `setup` is the diagram of the start,
    each line ended by LF; None for the game's own start.
    """

    game: Game
    headers: Mapping[str, str]
    setup: str | None
    main: WrittenPlay
    branches: tuple[WrittenBranch, ...] = ()
    diagram: str | None = None
    """A diagram after the head and before the first move, which replaces the start; None without one."""


def write(record: WrittenRecord, start: Position | None = None) -> str:
    """Return a sheet as canonical text with LF line ends.

    `start` is the position of its `setup`; without it the position is the game's own start. If the records of a game need
    header lines, its own start is drawn too, as :func:`notation.formats.kif_canonical_writer.compose_record` does.
    """
    return record_head(record.game, record.headers) + record_body(record, start)


def write_match(
    game: Game, headers: Mapping[str, str], first_body: str, second_record: WrittenRecord, start: Position | None
) -> str:
    """Return a match of two games as canonical text. `first_body` is the :func:`record_body` of the first game.

    `headers` are those of the match; those of `second_record` stand in the second game, which begins from `start`.
    """
    own = _spelled(second_record.headers)
    return (
        record_head(game, headers)
        + f"{MATCH}：{HALVES[0]}\n{first_body}{MATCH}：{HALVES[1]}\n{own}{record_body(second_record, start)}"
    )


def record_head(game: Game, headers: Mapping[str, str]) -> str:
    """Return the head of a record: 棋種, 規則, the headers that the game requires, and `headers`."""
    return _spelled({"棋種": game.name.ja, "規則": game.rules, **game.required_head, **headers})


def record_body(record: WrittenRecord, start: Position | None = None) -> str:
    """Return what stands below the head of a record: the diagram of its start, its moves, its end and its branches."""
    game, setup, lines = record.game, record.setup, []
    if setup is None and game.required_head:
        setup = game.spell_diagram(game.start())
    if setup is not None:
        lines += [DIAGRAM, *setup.splitlines()]
    lines.append(TABLE)
    side_of = timed_side_finder(game, start)
    main = record.main
    lines += map(_remark, main.before)
    if record.diagram is not None:
        lines += [DIAGRAM, *record.diagram.splitlines()]
    lines += _write_line_of_play(main, 1, [0, 0], side_of)
    # A branch leaves the line right above it that is long enough. The last one comes first, so that all leave the game.
    for branch in sorted(record.branches, key=lambda branch: -branch.start):
        lines += [f"{BRANCH}：{branch.start}手", *map(_remark, branch.play.before)]
        lines += _write_line_of_play(
            branch.play, branch.start, _total_seconds(main.turns[: branch.start - 1], side_of), side_of
        )
    return "".join(f"{line}\n" for line in lines)


def timed_side_finder(game: Game, start: Position | None) -> Callable[[int], Side]:
    """Return the function that tells whose time the time of a ply is, as the reader counts it."""

    def first() -> Position:
        return game.start() if start is None else start

    try:
        again = game.double_turn(first)
    except InvalidSetup:
        again = None
    return lambda ply: Side((ply + 1 + (again is not None and ply > again)) % 2)


def _write_line_of_play(
    play: WrittenPlay, first: int, totals: list[int], side_of: Callable[[int], Side]
) -> Iterator[str]:
    """Yield the lines of a line of play. `totals` are the seconds that each side has used before it."""
    ply = first
    for turn in play.turns:
        yield spell_move_line(ply, turn.text, _clock_text(turn.seconds, totals, side_of(ply)))
        yield from map(_remark, turn.remarks)
        if turn.diagram is not None:
            yield from (DIAGRAM, *turn.diagram.splitlines())
        ply += 1
    if play.special is not None:
        yield spell_move_line(ply, play.special, _clock_text(play.end_seconds, totals, side_of(ply)))
    if play.closing is not None:
        yield play.closing


def _clock_text(seconds: int | None, totals: list[int], side: Side) -> str:
    if seconds is None:
        return ""
    totals[side] += seconds
    return spell_clock(MoveClock(seconds, totals[side], branches=False))


def _total_seconds(turns: Sequence[WrittenTurn], side_of: Callable[[int], Side]) -> list[int]:
    totals = [0, 0]
    for ply, turn in enumerate(turns, start=1):
        totals[side_of(ply)] += turn.seconds or 0
    return totals


def _spelled(headers: Mapping[str, str]) -> str:
    return "".join(f"{key}：{value}\n" for key, value in headers.items())


def _remark(remark: Remark) -> str:
    return f"{'&' if remark.bookmark else '*'}{remark.text}"


def document_of_moves(  # noqa: PLR0913, PLR0917 - the parts of a record
    name: str,
    game: Game,
    moves: Sequence[str | int],
    head: Mapping[str, str],
    result: str | Outcome | None,
    start: Position | None,
) -> Document:
    """Return the document of one record in canonical form.

    A legal move is spelled in its standard form, any other text as it stands: the referee judges it. Raises IllegalMove for
    a number that is no move, and KifuError (``unwritable``) for what would be read back as something else.
    """
    texts = _texts_of_moves(game, moves, game.start() if start is None else start)
    special, closing = (None, spell_closing_line(len(texts), result)) if isinstance(result, Outcome) else (result, None)
    play = WrittenPlay(tuple(map(WrittenTurn, texts)), special=special, closing=closing)
    sheet = WrittenRecord(game, head, None if start is None else game.spell_diagram(start), play)
    document = read(name, write(sheet, start).encode())
    for changed in _reread_differences(document, sheet, start):
        raise KifuError("unwritable", fill_pattern_in_both_languages("{}: {}", _UNWRITABLE, changed))
    return document


_UNWRITABLE = Message("このままでは棋譜に書けません", "it cannot stand in a record as it is")


def _texts_of_moves(game: Game, moves: Sequence[str | int], position: Position) -> list[str]:
    """Return the moves as texts, in standard form up to the first that is not legal."""
    texts = []
    legal = True
    for move in moves:
        try:
            code = legal_move_code(game, position, move)
        except (IllegalMove, InvalidMove) as refused:
            if refused.code == "no-such-move":
                raise
            legal = False
        if legal:
            position = game.play_legal(position, code)
            texts.append(game.spell(code))
        else:
            texts.append(move if isinstance(move, str) else game.spell(move))
    return texts


def _reread_differences(document: Document, sheet: WrittenRecord, start: Position | None) -> Iterator[Message]:
    """Yield what reads back otherwise than written."""
    if len(document.records) != 1 or document.records[0].games:
        yield Message("棋譜が一つになりません", "it is not one record")
        return
    (record,) = document.records
    game, main = record.game, record.main
    if game is None or record.refused is not None or game.rules != sheet.game.rules:
        yield Message("規則が変わります", "its rules change")
    elif start is not None and (record.setup is None or game.read_diagram(record.setup) != start):
        yield Message("別の局面から始まります", "it begins from another position")
    headers = [(header.key, header.value) for header in record.headers[2:]]
    if headers != list({**sheet.game.required_head, **sheet.headers}.items()) or main.claims:
        yield Message("見出しが変わります", "its head changes")
    for ply, (turn, entry) in enumerate(zip_longest(sheet.main.turns, main.entries), start=1):
        if turn is None or entry is None or (turn.text, turn.seconds) != (entry.text, entry.seconds):
            text = entry.text if turn is None else turn.text
            yield Message(f"{ply} 手目が変わります ({quoted(text)})", f"ply {ply} changes ({quoted(text)})")
    end = f"{main.special.word} {main.special.text}".rstrip() if main.special is not None else None
    if (end, main.closing and main.closing.text) != (sheet.main.special, sheet.main.closing):
        yield Message("結果が変わります", "its result changes")
    if any(unread.ply == 0 for unread in main.unread) or len(record.lines) > 1 or main.comments or main.checkpoints:
        yield Message("手でない行ができます", "a line other than a move would stand in it")
