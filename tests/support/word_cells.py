"""Builds the cells of the table of words: a word of the end, the side that it names, and the board, in every writing."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from helpers import document, verdict
from repository import ROOT
from statements import record_of

from kifu.core import games
from kifu.core.outcome import PLAYERS, SPECIALS, Side
from notation.formats.kif_head_reader import RESULT_KEYS

SIDES = (None, Side.FIRST, Side.SECOND)
_NAMED = {None: ("",), Side.FIRST: ("▲", "先手", "甲の"), Side.SECOND: ("△", "後手", "乙の")}
_BOARDS_OF_ALL_NAMES = ("open", "over", "open clock")
"""Where each name of a side is tried, and what people write for it; on the others a mark and 先手 or 後手."""
_NAMED_AS_ANOTHER = frozenset({"ace", "master"})
"""Games whose sides are named as those of another one here, by the same code."""
_ALONE = frozenset({"両者反則負け", "両者パス"})
"""The words that are about both sides, so that none is named before them."""
_SPELLINGS = frozenset({"引分け", "引分", "詰"})
"""Other spellings of words, which mean the same."""
_SAMPLES = {
    "ace": (("disputed-last", None), ("last-move-decides", None), ("last-move-decides", 1)),
    "king": (("disputed-last", None), ("last-move-decides", None), ("last-move-decides", 1)),
    "master": (("disputed-last", None), ("last-move-decides", None), ("last-move-decides", 1)),
    "rengo": (("counting", None), ("five", None), ("repetition-claimed", None)),
    "six": (("elimination", None), ("disputed-line", None)),
}
"""Samples whose boards are over, by their names; with a number, that number of plies before."""
_TIMES = {"clock": ("30分", "0:05"), "late": ("1分", "1:10")}
_ILLEGAL = {
    "six": ("一01占", "一01領"),
    "ace": ("一01丸内", "七07丸内"),
    "king": ("一01丸内", "七07丸内"),
    "master": ("一01-一02A内", "七07-七06A内"),
    "rengo": ("五05-五05玉", "五05-五05王"),
}


class Ground(NamedTuple):
    """A record without its end: the lines above 棋種 and its names, those below, the plies, and the side to move."""

    name: str
    head: tuple[str, ...]
    body: tuple[str, ...]
    plies: int
    turn: Side


class Cell(NamedTuple):
    """A word that names a side or none, on a ground."""

    game: str
    ground: str
    word: str
    side: Side | None
    texts: dict[str, str]
    """The record in each writing, by the writing."""


class Answer(NamedTuple):
    """What a verdict says, as far as a cell is about it."""

    status: str
    outcome: tuple[str, ...] | None
    recorded: tuple[str, ...] | None
    fault: str | None
    article: str | None
    codes: tuple[str, ...]


def cells(game):
    """Yield each cell of a game."""
    words = [word for word in (*SPECIALS, *games.load(game).words) if word not in _SPELLINGS]
    for ground in grounds(game):
        for word in words:
            for side in SIDES:
                if side is None or word not in _ALONE:
                    yield Cell(game, ground.name, word, side, dict(_written(game, ground, word, side)))


def answer(text):
    """Return the answer of the referee on a record."""
    judged = verdict(text)
    fault = judged.fault
    return Answer(
        judged.status.value,
        _ending(judged.outcome),
        _ending(judged.recorded),
        fault and fault.code,
        fault and fault.article,
        tuple(sorted({f"{one.code} {one.severity}" for one in judged.diagnostics if one.code not in _ABOUT_LINES})),
    )


_ABOUT_LINES = frozenset({"read-as", "missing-ply-number"})
"""The codes about how a line is written, not about what it says."""


def _ending(ended):
    return None if ended is None else (str(ended.outcome), str(ended.termination), str(ended.article))


def _written(game, ground, word, side):
    """Yield the name of each writing and the record: below the moves with a number and without one, in まで, in the head.

    How a side is named has nothing to do with the board, and is tried in full on some boards only.
    """
    whole = ground.name in _BOARDS_OF_ALL_NAMES and game not in _NAMED_AS_ANOTHER
    names = _NAMED[side] if whole else _NAMED[side][:2]
    for named in names:
        if len(named) < 2:
            yield f"{{p}} {named}{word}", _text(ground, end=f"{ground.plies + 1} {named}{word}")
        if not whole and named != names[-1]:
            continue
        yield f"{named}{word}", _text(ground, end=f"{named}{word}")
        yield f"まで{{n}}手で{named}{word}", _text(ground, end=f"まで{ground.plies}手で{named}{word}")
        yield f"結果：{named}{word}", _text(ground, above=f"結果：{named}{word}")
    if whole and side is not None and word in SPECIALS:  # as people write it
        for text in (f"{word}（{PLAYERS[side]}）", f"{PLAYERS[side]}：{word}", f"{word} {side.mark}"):
            yield f"{{p}} {text}", _text(ground, end=f"{ground.plies + 1} {text}")


def _text(ground, above=None, end=None):
    lines = [*ground.head, *([above] if above else ()), *ground.body, *([end] if end else ())]
    return "\n".join(lines) + "\n"


@cache
def grounds(game):
    """Return the boards of a game: it goes on, a side has won, it is drawn, the last move is a foul, with clocks."""
    found = [_split(name, record_of(game, name)) for name in ("open", "over", "drawn", "foul")]
    later = _later(found[0])
    found += [later, _appended(later, "foul later", _illegal(game, later))]
    for name, (control, time) in _TIMES.items():
        found += [_timed(ground, name, control, time) for ground in (found[0], later)]
    found += [_sample(game, name, before) for name, before in _SAMPLES[game]]
    return tuple(found)


def _split(name, text):
    lines = tuple(text.splitlines())
    judged = verdict(text)
    unplayed = len(judged.record.main.entries) - judged.plies
    turn = judged.game.turn(judged.final)
    head = 1 + max(at for at, line in enumerate(lines) if line.startswith(("棋種", "先手：", "後手：")))
    return Ground(
        name, lines[:head], lines[head:], len(judged.record.main.entries), turn.other if unplayed % 2 else turn
    )


def _appended(ground, name, move):
    return _split(name, _text(ground, end=f"{ground.plies + 1} {move}"))


def _later(ground):
    """Return a ground a legal move later."""
    judged = verdict(_text(ground))
    return _appended(
        ground, f"{ground.name} later", judged.game.spell(next(iter(judged.game.legal_moves(judged.final))))
    )


def _illegal(game, ground):
    texts = [entry.text for entry in verdict(_text(ground)).record.main.entries]
    for move in (*_ILLEGAL[game], *texts):
        if verdict(_text(ground, end=f"{ground.plies + 1} {move}")).status == "ILLEGAL":
            return move
    raise AssertionError(game)


def _timed(ground, name, control, time):
    at = len(ground.body) - ground.plies
    body = (*ground.body[:at], *(f"{line} ({time})" for line in ground.body[at:]))
    return ground._replace(name=f"{ground.name} {name}", head=(*ground.head, f"持ち時間：{control}"), body=body)


def _sample(game, name, before):
    """Return a sample without its end, and without its last `before` plies."""
    (record,) = document((ROOT / f"samples/{game}/{name}.kif").read_bytes()).records
    entries = record.main.entries[: -before if before else None]
    first, last = record.span.first, entries[-1].line
    lines = [line for line in record.source.lines[first - 1 : last] if not line.startswith(tuple(RESULT_KEYS))]
    game_line, *rest = (line for line in lines if not line.startswith(("先手：", "後手：", "#", "*")))
    return _split(f"{name}{before or ''}", "\n".join([game_line, "先手：甲", "後手：乙", *rest]) + "\n")
