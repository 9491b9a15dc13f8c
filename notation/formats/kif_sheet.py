"""Writes a record with all that a record may have: comments, bookmarks, times, diagrams between moves, branches.

A :class:`Sheet` is the record as values. Its moves are texts, so it may hold moves that are illegal or cannot be read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.model.errors import InvalidSetup
from kifu.model.outcome import Side
from notation.formats.kif_writer import TABLE, spell_clock, spell_move
from notation.scanner import BRANCH, Clock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kifu.model.game import Game, Position


class Remark(NamedTuple):
    """A comment, or a bookmark, of one line."""

    text: str
    bookmark: bool = False


class Turn(NamedTuple):
    """A move as written, its time in whole seconds, and what stands below it: remarks, then a diagram."""

    text: str
    seconds: int | None = None
    remarks: tuple[Remark, ...] = ()
    diagram: str | None = None
    """The canonical diagram of the position after the move, each line ended by LF; None without one."""


class Play(NamedTuple):
    """A line of play from its first ply on. `special` is a special word that ends it, `closing` its closing line."""

    turns: tuple[Turn, ...] = ()
    before: tuple[Remark, ...] = ()
    """The remarks on the position before its first move."""
    special: str | None = None
    end_seconds: int | None = None
    """The time before the special word, in whole seconds."""
    closing: str | None = None


class Branch(NamedTuple):
    """A line of play that replaces move `start` of the game and all moves after it."""

    start: int
    play: Play


class Sheet(NamedTuple):
    """A record: the head, the position that it begins from, the game and its branches.

    `headers` are those besides 棋種, 規則 and the headers that the game requires. `setup` is the diagram of the start,
    each line ended by LF; None for the game's own start.
    """

    game: Game
    headers: Mapping[str, str]
    setup: str | None
    main: Play
    branches: tuple[Branch, ...] = ()
    diagram: str | None = None
    """A diagram after the head and before the first move, which replaces the start; None without one."""


def write(sheet: Sheet, start: Position | None = None) -> str:
    """Return a sheet as canonical text with LF line ends.

    `start` is the position of its `setup`; without it the position is the game's own start. If the records of a game need
    header lines, its own start is drawn too, as :func:`notation.formats.kif_writer.compose` does.
    """
    game = sheet.game
    headers = {**game.required_head, **sheet.headers}
    setup = sheet.setup
    if setup is None and game.required_head:
        setup = game.spell_diagram(game.start())
    lines = [f"棋種：{game.name.ja}", f"規則：{game.rules}", *(f"{key}：{value}" for key, value in headers.items())]
    if setup is not None:
        lines += ["局面図", *setup.splitlines()]
    lines.append(TABLE)
    side_of = sides(game, start)
    main = sheet.main
    lines += map(_remark, main.before)
    if sheet.diagram is not None:
        lines += ["局面図", *sheet.diagram.splitlines()]
    lines += _play(main, 1, [0, 0], side_of)
    # A branch leaves the line right above it that is long enough. The last one comes first, so that all leave the game.
    for branch in sorted(sheet.branches, key=lambda branch: -branch.start):
        lines += [f"{BRANCH}：{branch.start}手", *map(_remark, branch.play.before)]
        lines += _play(branch.play, branch.start, _totals(main.turns[: branch.start - 1], side_of), side_of)
    return "".join(f"{line}\n" for line in lines)


def sides(game: Game, start: Position | None) -> Callable[[int], Side]:
    """Return the function that tells whose time the time of a ply is, as the reader counts it."""

    def first() -> Position:
        return game.start() if start is None else start

    try:
        again = game.double_turn(first)
    except InvalidSetup:
        again = None
    return lambda ply: Side((ply + 1 + (again is not None and ply > again)) % 2)


def _play(play: Play, first: int, totals: list[int], side_of: Callable[[int], Side]) -> Iterator[str]:
    """Yield the lines of a line of play. `totals` are the seconds that each side has used before it."""
    ply = first
    for turn in play.turns:
        yield spell_move(ply, turn.text, _clock(turn.seconds, totals, side_of(ply)))
        yield from map(_remark, turn.remarks)
        if turn.diagram is not None:
            yield from ("局面図", *turn.diagram.splitlines())
        ply += 1
    if play.special is not None:
        yield spell_move(ply, play.special, _clock(play.end_seconds, totals, side_of(ply)))
    if play.closing is not None:
        yield play.closing


def _clock(seconds: int | None, totals: list[int], side: Side) -> str:
    if seconds is None:
        return ""
    totals[side] += seconds
    return spell_clock(Clock(seconds, totals[side], branches=False))


def _totals(turns: Sequence[Turn], side_of: Callable[[int], Side]) -> list[int]:
    totals = [0, 0]
    for ply, turn in enumerate(turns, start=1):
        totals[side_of(ply)] += turn.seconds or 0
    return totals


def _remark(remark: Remark) -> str:
    return f"{'&' if remark.bookmark else '*'}{remark.text}"
