"""Errors of texts in the place of a move: several readings, none that is legal, nothing written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.errors import InvalidMove
from kifu.core.message import Message, quoted
from kifu.referee.record import Unread
from kifu.referee.replay import Replay, replay_entries
from kifu.referee.resolve import Resolved, resolve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game, Position
    from kifu.referee.record import Entry, Record
    from notation.freeform.plain_copy import PlainCopy

UNWRITTEN = "unwritten-move"
MAX_READINGS_NAMED = 4
"""The most readings that an error names."""
MAX_PLIES_TRIED = 4000
"""The most plies that are played to see which moves fit."""
MAX_MOVES_NAMED = 3


def several_readings_error(written: str, readings: Sequence[str]) -> Unread:
    """Return the error that names the readings of a turn."""
    shown = list(dict.fromkeys(readings))
    more = "…" if len(shown) > MAX_READINGS_NAMED else ""
    ja, en = "」か「".join(shown[:MAX_READINGS_NAMED]), "' or '".join(shown[:MAX_READINGS_NAMED])
    return Unread(
        "two-readings",
        Message(
            f"「{quoted(written)}」は「{ja}」{more}とも読めます。指した手を書いてください",
            f"'{quoted(written)}' may mean '{en}'{more}; write the move that was played",
        ),
    )


def illegal_reading_error(written: str, reading: str) -> Unread:
    """Return the error for a free text whose only reading is not legal, so that it may be another move."""
    return Unread(
        "illegal-as-read",
        Message(
            f"「{quoted(written)}」は「{reading}」と読めますが、ここでは指せません。指した手を手数を付けて書いてください",
            f"'{quoted(written)}' reads as '{reading}', which is not legal here; write the move that was played, with its ply number",
        ),
    )


def illegal_behind_slip_error(written: str) -> Unread:
    """Return the error for a move that is not legal behind a number or a side that does not fit: a move may be missing."""
    return Unread(
        "illegal-as-read",
        Message(
            f"手数か手番がここまでに合っていないので、「{quoted(written)}」が反則か、手が抜けているか二度書かれているのかが決まりません。"
            "抜けた手を書き足すか、余分な手を消してください",
            f"a number or a side does not fit up to here, so '{quoted(written)}' may be illegal, or a move may be missing or stand "
            "twice; add the missing move, or delete the other",
        ),
    )


def unwritten_move_error(number: int) -> Unread:
    """Return the error for a move that is not written down."""
    return Unread(
        UNWRITTEN,
        Message(
            f"{number} 手目の指し手が書かれていません。分かれば書き足してください",
            f"move {number} is not written down; add it if it is known",
        ),
    )


def with_moves_that_fit(record: Record, copy: PlainCopy) -> PlainCopy:
    """Return the copy that `record` was read from; the error of its first unwritten move also says which moves fit the rest."""
    entries, game = record.main.entries, record.game
    faults = [copy.lines[entry.line - 1].unread for entry in entries]
    at = next((at for at, fault in enumerate(faults) if fault is not None), None)
    if game is None or at is None or (fault := faults[at]) is None or fault.code != UNWRITTEN:
        return copy
    settled = resolve(record, game)
    if not isinstance(settled, Resolved):
        return copy
    before = replay_entries(game, entries[:at], Replay((settled.start,), (), None, game.outcome(settled.start)))
    if before.fault is not None or before.ending is not None:
        return copy
    said = _count_moves_that_fit(game, before.positions[-1], entries[at + 1 :])
    message = Message(f"{fault.message.ja}。{said.ja}", f"{fault.message.en}; {said.en}")
    line = entries[at].line - 1
    changed = copy.lines[line]._replace(unread=fault._replace(message=message))
    return copy._replace(lines=(*copy.lines[:line], changed, *copy.lines[line + 1 :]))


def _count_moves_that_fit(game: Game, position: Position, rest: Sequence[Entry]) -> Message:
    """Return how many of the legal moves let the rest of the record be legal, and which, if they are few."""
    moves = list(game.legal_moves(position))
    if not rest:
        are = "is" if len(moves) == 1 else "are"
        return Message(f"合法手は {len(moves)} 手です", f"{_moves(len(moves))} {are} legal there")
    rest = rest[: MAX_PLIES_TRIED // max(1, len(moves))]
    lengths = {move: _count_legal_plies(game, game.play_legal(position, move), rest) for move in moves}
    longest = max(lengths.values(), default=0)
    fitting = [game.spell(move) for move, length in lengths.items() if length == longest]
    named = "・".join(fitting) if len(fitting) <= MAX_MOVES_NAMED else ""
    if not longest:
        return Message(
            "どの合法手を入れても、次の手は反則になります", "whatever legal move stood there, the next move is illegal"
        )
    if longest == len(rest):
        ja, en = f"このあとの {len(rest)} 手と合う", f"legal moves fit the {_moves(len(rest))} behind it"
    else:
        ja = f"このあと {longest} 手目までと合う (その次はどの手でも合わない)"
        en = f"legal moves fit the {_moves(longest)} behind it; none fits the next"
    return Message(
        f"{ja}のは、合法手 {len(moves)} 手のうち {len(fitting)} 手です" + (f" ({named})" if named else ""),
        f"{len(fitting)} of {len(moves)} {en}" + (f" ({named})" if named else ""),
    )


def _moves(count: int) -> str:
    return f"{count} move" if count == 1 else f"{count} moves"


def _count_legal_plies(game: Game, position: Position, entries: Sequence[Entry]) -> int:
    """Return how many of the entries are legal from a position on."""
    for played, entry in enumerate(entries):
        try:
            reading = game.read(entry.text)
            move = game.resolve(position, reading)
        except InvalidMove:
            return played
        if (reading.side is not None and reading.side != game.turn(position)) or not game.legal(position, move):
            return played
        position = game.play_legal(position, move)
    return len(entries)
