"""Games of a dataset, read for the position graph."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from analysis.corpus.dataset import SOURCE
from analysis.explorer.played_game import PlayedGame, Source
from kifu import games
from kifu.core.compiled.position_hash import key
from kifu.core.errors import KifuError
from kifu.games.ruleset import configure_game, named_file
from notation.diagram_lines import split

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import duckdb

    from kifu.core.game.game import Game, Position

BATCH = 2_000
"""Games that are fetched at a time."""
_GAMES = f"""
    WITH starts AS (SELECT record, key FROM plies WHERE ply = 0),
    moves AS (
        SELECT record, list(code ORDER BY ply) AS codes, list(move ORDER BY ply) AS texts FROM plies WHERE ply > 0 GROUP BY record
    )
    SELECT game, rules, start, key, coalesce(codes, []), coalesce(texts, []), winner, file, "index", "match", first_name, second_name,
        date_written, event
    FROM games JOIN starts USING (record) LEFT JOIN moves USING (record) ORDER BY {SOURCE}
"""  # noqa: S608 - our own expression


def played_games(connection: duckdb.DuckDBPyConnection) -> Iterator[PlayedGame | None]:
    """Yield the games of a dataset, in the order of their sources.

    None stands for a reject, and for a game whose rules or board the dataset does not hold: those of a variant file, and in
    続・連合将棋 a board that the record names. `connection` comes from :func:`analysis.corpus.dataset.open_dataset`.
    """
    rejects = connection.execute("SELECT count(*) FROM rejects").fetchone()
    for _ in range(rejects[0] if rejects else 0):
        yield None
    rows = connection.execute(_GAMES)
    while batch := rows.fetchmany(BATCH):
        for row in batch:
            yield _played_game(*row)


def _played_game(  # noqa: PLR0913, PLR0917 - the columns
    game_id: str,
    rules: str,
    start: str | None,
    start_key: int,
    codes: Sequence[int | None],
    texts: Sequence[str],
    winner: str | None,
    file: str,
    index: int,
    match: int | None,
    first: str | None,
    second: str | None,
    date: str | None,
    event: str | None,
) -> PlayedGame | None:
    game = _game(game_id, rules)
    position = None if game is None else _start(game, start)
    if game is None or position is None or key(game, position) != start_key:
        return None
    link = f"{file}#{index}" + ("" if match is None else f".{match}")
    source = Source(link, (first or "", second or ""), date or "", event or "")
    return PlayedGame(game, position, _moves(game, position, codes, texts), winner, source)


@cache
def _game(game_id: str, rules: str) -> Game | None:
    """Return a game under named rules; None for a variant file."""
    try:
        game = games.load(game_id)
        if game.rules != rules and named_file(rules) is None:
            game = configure_game(game, rules, {}, None)
    except KifuError:
        return None
    return game if game.rules == rules else None


def _start(game: Game, start: str | None) -> Position | None:
    if start is None:
        return game.start()
    try:
        return game.read_diagram(split(1, enumerate(start.splitlines(), start=1)))
    except KifuError:
        return None


def _moves(game: Game, start: Position, codes: Sequence[int | None], texts: Sequence[str]) -> tuple[int, ...]:
    """Return the moves of a game.

    A number that is too large for a column is found by its text, which needs the position.
    """
    known = [code for code in codes if code is not None]
    if len(known) == len(codes):
        return tuple(known)
    moves, position = [], start
    for code, text in zip(codes, texts, strict=True):
        move = game.resolve(position, game.read(text)) if code is None else code
        position = game.play_legal(position, move)
        moves.append(move)
    return tuple(moves)
