"""Table rows of one record, the reference for faster ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

from analysis.corpus.schema import FOUND_GAMES, FOUND_PLIES, REJECTS, ArrowTables
from analysis.tables import digests
from analysis.tables.digests import keys_of
from analysis.tables.table_rows import Row, as_json, ply_rows, verdict_row
from analysis.tables.verdict_access import GOOD
from kifu.reconcile.slip_or_foul import with_headline
from kifu.referee.match import BROKEN, parts
from kifu.referee.status import Status
from kifu.referee.verify import unreadable_file, verify
from notation.reading import Document, read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from kifu.core.diagnostic import Diagnostic
    from kifu.referee.record import Record
    from kifu.referee.verdict import Verdict
    from notation.formats.kif_head import Rules


def tables(name: str, data: bytes, rules: Rules | None = None) -> ArrowTables:
    """Return the rows of records in `data`, bytes of file `name`.

    It never raises because of `data`: a record that cannot be read is a row of `rejects`.
    """
    return _tables(read(name, data, rules))


def reject_row(name: str, why: Diagnostic) -> ArrowTables:
    """Return the `rejects` row of an unreadable file; `why` tells."""
    return _tables(Document(name, "", None, (), (why,)))


def _tables(document: Document) -> ArrowTables:
    return rows_of(_judge_document(document))


def rows_of(pairs: Iterable[tuple[Record | None, Verdict]]) -> ArrowTables:
    """Return rows of records with verdicts; record None: file without any."""
    games: list[Row] = []
    plies: list[Row] = []
    rejects: list[Row] = []
    for record, verdict in pairs:
        place: Row = {
            "file": verdict.file,
            "index": verdict.index,
            "sha256": verdict.sha256 or None,
            "digest": digests.of_lines(record) if record else verdict.sha256,
        }
        for part in parts_of(record, verdict):
            key: Row = place | {"match": part.match}
            if part.good:
                game, rows = _game(part)
                games.append(key | game)
                plies += rows
            else:
                rejects.append(key | _reject(part))
    return ArrowTables(
        pa.Table.from_pylist(games, schema=FOUND_GAMES),
        pa.Table.from_pylist(plies, schema=FOUND_PLIES),
        pa.Table.from_pylist(rejects, schema=REJECTS),
    )


def _judge_document(document: Document) -> Iterable[tuple[Record | None, Verdict]]:
    if not document.records:
        return [(None, unreadable_file(document.name, document.sha256, document.diagnostics))]
    return ((record, verify(record, document.sha256, document.diagnostics)) for record in document.records)


def _game(part: RecordGame) -> tuple[Row, list[Row]]:
    """Return the row of a good game, and its ply rows."""
    record, verdict, replay, game = part.record, part.verdict, part.verdict.replay, part.verdict.game
    assert record is not None  # noqa: S101 - a good game has been read
    assert replay is not None  # noqa: S101 - a good game has been replayed
    assert game is not None  # noqa: S101 - a replay has a game
    keys = keys_of(game, replay.positions)
    plies = ply_rows(verdict, keys)
    start = game.spell_diagram(replay.positions[0])
    setting = digests.of_setting(game, record)
    row = verdict_row(verdict, part.head) | {
        "setting": digests.of_bytes(setting),
        "moves_digest": digests.of_moves(setting, start, [str(ply["move"]) for ply in plies[1:]]),
        "symmetric_digest": digests.of_images(setting, keys),
    }
    if part.whole is not None:
        ending = part.whole.outcome
        row["match_status"] = part.whole.status.value
        row["match_winner"] = ending.outcome.value if ending and ending.outcome else None
    return row, plies


def _reject(part: RecordGame) -> Row:
    """Return the row of a game that is not good."""
    verdict, fault = part.verdict, part.verdict.fault
    row: Row = {
        "game": verdict.game.id if verdict.game else None,
        "rules": verdict.game.rules if verdict.game else None,
        "status": verdict.status.value,
        "plies": verdict.plies,
        "diagnostics": as_json(verdict.diagnostics),
    }
    if fault is not None:
        row |= {
            "fault_code": fault.code,
            "fault_article": fault.article,
            "fault_line": fault.line,
            "fault_column": fault.column,
            "fault_ply": fault.ply,
            "fault_move": fault.move,
            "ja": fault.message.ja,
            "en": fault.message.en,
            "slip": _slip(part),
        }
    return row


def _slip(part: RecordGame) -> str | None:
    """Return the slip that explains a reject's illegal move, if any."""
    if part.verdict.status is not Status.ILLEGAL:
        return None
    verdict = with_headline(part.verdict if part.whole is None else part.whole)
    shown = verdict if part.match is None else verdict.games[part.match - 1]
    return None if shown.suspicion is None else shown.suspicion.ja


class RecordGame(NamedTuple):
    """Game of a record, or a record rejected as a whole."""

    record: Record | None
    verdict: Verdict
    head: Mapping[str, str]
    """The headers of this game. A game of a match also has the headers of the match, with the players on their sides."""
    match: int | None = None
    """The number of the game in its match, from 1; None: the only game, or the match itself."""
    whole: Verdict | None = None
    """The verdict on the match that the game is part of; None: it is part of no match."""

    @property
    def good(self) -> bool:
        """True if all moves are legal and nothing contradicts the record."""
        return self.verdict.status in GOOD


def parts_of(record: Record | None, verdict: Verdict) -> Iterator[RecordGame]:
    """Yield the games of a record, and a match at fault.

    Each game of a match counts by its own verdict: a good game stays good if the other one is not, or if the sum is wrong.
    A match is rejected as a whole only if its games cannot be told apart.
    """
    if record is None or not verdict.games:
        yield RecordGame(record, verdict, record.head if record else {})
        return
    fault = verdict.fault
    if fault is not None and fault.code in BROKEN:
        yield RecordGame(record, verdict, record.head)
        return
    for number, (game, game_verdict) in enumerate(zip(parts(record), verdict.games, strict=True), start=1):
        yield RecordGame(game, game_verdict, game.head, number, verdict)
    if fault is not None and all(fault is not game_verdict.fault for game_verdict in verdict.games):
        yield RecordGame(record, verdict, record.head)
