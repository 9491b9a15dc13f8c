"""Split matches into two plain records and join their verdicts."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, cast

from analysis.batch.file_pieces import PLAIN_HEAD
from kifu import games
from kifu.referee import match
from kifu.referee.basis import basis_of
from kifu.referee.verdict import Verdict
from notation.formats.kif_head import GAME, HALVES, MATCH
from notation.reading import read

if TYPE_CHECKING:
    from analysis.batch.fast_path_verdict import PlainVerdict
    from analysis.batch.file_pieces import FilePiece
    from kifu.referee.record import Record

GAMES = len(HALVES)
WORD = MATCH.encode()
FIRST, SECOND = (f"\n{MATCH}：{half}\n".encode() for half in HALVES)


def halves(data: bytes) -> tuple[bytes, bytes] | None:
    """Return the two records of a plain match, else None.

    Each has the head of the match.

    `data` is one record. 対局 may stand nowhere but above its two games.
    """
    if data.count(WORD) != GAMES or not data.startswith(PLAIN_HEAD):
        return None
    head, first, both = data.replace(b"\r\n", b"\n").partition(FIRST)
    one, second, two = both.partition(SECOND)
    return (b"%b\n%b\n" % (head, one), b"%b\n%b\n" % (head, two)) if first and second else None


def verdict_of(plain: tuple[PlainVerdict, PlainVerdict], piece: FilePiece, index: int) -> Verdict:
    """Return the verdict on a plain match, record `index` of the file."""
    parts = tuple(
        part._replace(file=piece.name, index=number, sha256=piece.sha256) for number, part in enumerate(plain)
    )
    verdicts = cast("tuple[Verdict, ...]", parts)  # they have the members that a match asks for
    game = plain[0].game
    decision = match.decide(match.compare(game, _silent(game.id), verdicts))
    return Verdict(
        file=piece.name,
        index=index,
        sha256=piece.sha256,
        status=decision.status,
        game=game,
        outcome=decision.outcome,
        fault=decision.fault,
        diagnostics=(*piece.notes, *decision.diagnostics),
        games=verdicts,
        basis=basis_of(game, decision.outcome, decision.fault, set_up=all(part.set_up for part in plain)),
    )


@cache
def _silent(game_id: str) -> Record:
    """Return a record that says nothing about a match of a game."""
    return read("", f"{GAME}：{games.load(game_id).name.ja}\n".encode()).records[0]
