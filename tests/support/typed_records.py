"""Judges records that people typed before anybody saw the reader: how each is read, against what a person reads in it."""

import json
from pathlib import Path
from typing import NamedTuple

import kifu
from kifu.core.errors import InvalidMove
from kifu.referee.status_fault_and_basis import Status
from notation.reading import read_documents

DATA = Path(__file__).resolve().parents[1] / "data"
TYPED, CASES = DATA / "typed", DATA / "cases"
FOUL = "illegal at ply "
"""What begins the expected verdict of a record with a foul; its ply follows."""
WRONG = ("moves", "foul", "result")
"""The outcomes of records that were neither read as a person reads them nor asked about."""
_WINNERS = {"first": "first", "second": "second", "draw": "draw", "nobody": "none", "none": "none", None: "none"}


class Outcome(NamedTuple):
    """How a record was read: right; asked, with an error; foul, where there is none; moves, on others; result, of another winner."""

    kind: str
    why: str = ""


class Judged(NamedTuple):
    """A record as it was read and judged."""

    status: Status
    moves: tuple[str, ...]
    """The moves that were read, in canonical spelling, with the one that is illegal."""
    plies: int
    """The plies that were legal."""
    winner: str
    """The winner by the board, else by the record: first, second, draw, none."""
    codes: tuple[str, ...]


def judged(file):
    """Return every game of a file as it is judged: a match is two."""
    found = []
    for document in read_documents(file.name, file.read_bytes()):
        verdicts = kifu.verify(document) if document.records else ()
        for record, verdict in zip(document.records, verdicts, strict=True):
            games = [(record, verdict)] if not verdict.games else zip(record.games, verdict.games, strict=True)
            found += [_judged(*game) for game in games]
    return found


def _judged(record, verdict):
    moves = tuple(map(record.game.spell, verdict.replay.moves)) if verdict.replay else ()
    if verdict.status is Status.ILLEGAL:
        entries = record.plain.main.entries[len(moves) :]
        moves += tuple(_canonical(record.game, entry.text) for entry in entries[:1])
    outcome = verdict.outcome.outcome.value if verdict.outcome and verdict.outcome.outcome else "none"
    codes = tuple(one.code for one in verdict.diagnostics if one.severity != "note")
    return Judged(verdict.status, moves, verdict.plies, outcome, codes)


def _canonical(game, text):
    try:
        move = game.read(text).move
    except InvalidMove:
        return text
    return text if move is None else game.spell(move)


def outcome_of(file, expected):
    """Return how a file of typed records is read; of several records the worst."""
    found = judged(file)
    wanted = expected.get("records", [expected])
    if len(found) != len(wanted):
        if not found or any(one.status.exit_code for one in found):
            return Outcome("asked", f"{len(found)} records for {len(wanted)}")
        return Outcome("moves", f"{len(found)} records for {len(wanted)}")
    outcomes = [_outcome(one, own, expected["verdict"]) for one, own in zip(found, wanted, strict=True)]
    worst = (one for kind in WRONG for one in outcomes if one.kind == kind)
    return next(worst, next((one for one in outcomes if one.kind == "asked"), outcomes[0]))


def _outcome(found, wanted, verdict):  # noqa: PLR0911 - one verdict after the other
    status, moves = found.status, tuple(wanted.get("moves") or ())
    told = f"{status} at ply {found.plies + 1} {' '.join(found.codes)}"
    if verdict == "ask":
        asked = bool(status.exit_code) and status is not Status.ILLEGAL
        return Outcome("right" if asked else "foul" if status.exit_code else "moves", told)
    if status is Status.UNREADABLE:
        return Outcome("asked", told)
    if verdict.startswith(FOUL) and status is Status.CONFIRMED:
        return Outcome("right" if _ends_in_the_foul(found, wanted, int(verdict.removeprefix(FOUL))) else "foul", told)
    if status is Status.ILLEGAL:
        ply = int(verdict.removeprefix(FOUL)) if verdict.startswith(FOUL) else 0
        return Outcome("right" if ply == found.plies + 1 and found.moves[:-1] == moves[: ply - 1] else "foul", told)
    if found.moves != moves or verdict.startswith(FOUL):
        return Outcome("moves", f"{told}: {' '.join(found.moves)} for {' '.join(moves)}")
    if (verdict == "contradicted") != (status is Status.CONTRADICTED):
        return Outcome("result", told)
    winner = _WINNERS[wanted["winner"]]
    right = verdict == "contradicted" or found.winner == winner
    return Outcome("right" if right else "result", "" if right else f"{told} {found.winner}")


def _ends_in_the_foul(found, wanted, ply):
    """Return whether a record that itself ends in its foul is confirmed with the winner that a person reads in it."""
    legal = (
        "illegal-move" in found.codes and found.moves == tuple(wanted["moves"])[: ply - 1] and found.plies == ply - 1
    )
    return legal and found.winner == _WINNERS[wanted["winner"]]


def typed(folder):
    """Yield each typed file of a folder, its name, and what a person reads in it."""
    expected = json.loads((TYPED / folder / "expected.json").read_text("utf-8"))
    for name, own in expected.items():
        yield f"{folder}/{name}", TYPED / folder / name, own
