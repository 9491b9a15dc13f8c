"""Played game of the explorer: moves, result, players and date."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.longest_continuations import MoveLine, longest_continuations
from kifu.core.outcome import PLAYERS
from kifu.core.written_dates_and_points import read_date
from kifu.referee.match_of_two_games import split_match

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kifu.core.game.game import Game, Position
    from kifu.referee.record import Record
    from kifu.referee.verdict import Verdict

DATE, EVENT = "開始日時", "棋戦"
_NODES = re.compile(r"(\d[\d,]*)\s*(?:nodes|局面)", re.ASCII)


class GameSource(NamedTuple):
    """Source of a game: file, record and header values."""

    link: str
    """The file, and the record's number in it from 0: ``games.kif#3``; for a game of a match also its number from 1."""
    players: tuple[str, str]
    """先手 and 後手 as the record names them; empty where it does not."""
    date: str = ""
    event: str = ""
    address: str = ""
    """The address of a screen that shows it; empty for none."""

    @property
    def date_number(self) -> int | None:
        """Date as yyyymmdd, 00 for unknown parts; None without a year."""
        date = read_date(self.date)
        return None if date is None else date.year * 10_000 + (date.month or 0) * 100 + (date.day or 0)

    @property
    def engine_nodes(self) -> tuple[int | None, int | None]:
        """Nodes of each engine player, from ``A (2000 nodes)``; None: person."""
        first, second = (_NODES.search(name) for name in self.players)
        return _first_group_as_int(first), _first_group_as_int(second)


class PlayedGame(NamedTuple):
    """A game that broke no rule, under the rules of `game`."""

    game: Game
    start: Position
    moves: tuple[int, ...]
    winner: str | None
    """first, second, draw, or None: it has no result."""
    source: GameSource


def games_of_verdict(verdict: Verdict, address: str = "") -> Iterator[PlayedGame | None]:
    """Yield the games of a record; None for one with a fault.

    `address` is that of a screen that shows the record.
    """
    record = verdict.record
    if record is None or not verdict.games:
        yield _played_game(record, verdict, None, address)
        return
    for number, (part, judged) in enumerate(zip(split_match(record), verdict.games, strict=False), start=1):
        yield _played_game(part, judged, number, address)


def drop_prefix_games(games: Iterable[PlayedGame | None]) -> list[PlayedGame | None]:
    """Return the games that are not the beginning of another.

    Only games of the same kind and start are compared.
    """
    kept = list(games)
    kinds: dict[object, str] = {}
    lines = []
    for number, played in enumerate(kept):
        if played is not None:
            kind = (comparability_key(played.game), played.start)
            lines.append(MoveLine(kinds.setdefault(kind, str(len(kinds))), "", played.moves, number))
    beginnings = longest_continuations(lines)
    return [played for number, played in enumerate(kept) if number not in beginnings]


def comparability_key(game: Game) -> tuple[object, ...]:
    """Return the comparability key of games: game, rules and board."""
    return game.id, game.rules, tuple(sorted(game.required_head.items())), game.likeness()


def _played_game(record: Record | None, verdict: Verdict, game_number: int | None, address: str) -> PlayedGame | None:
    """Return a verdict's game; None if its moves are not legal."""
    replay = verdict.replay
    if record is None or verdict.game is None or replay is None or verdict.status.exit_code:
        return None
    ending = verdict.outcome
    first, second = (record.header(key) or "" for key in PLAYERS)
    link = f"{verdict.file}#{verdict.index}" + ("" if game_number is None else f".{game_number}")
    return PlayedGame(
        verdict.game,
        replay.positions[0],
        tuple(replay.moves),
        None if ending is None else ending.winner,
        GameSource(link, (first, second), record.header(DATE) or "", record.header(EVENT) or "", address),
    )


def _first_group_as_int(match: re.Match[str] | None) -> int | None:
    return None if match is None else int(match[1].replace(",", ""))
