"""Reads one move as people write it. All ways of reading it are found; whoever asks decides what several of them mean."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.model.errors import InvalidMove
from kifu.model.squares import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kifu.contract.game import Game, Position
    from kifu.model.vocabulary import Vocabulary

LONGEST = 60
"""The most characters of a move."""
MOST = 8
"""The most readings of a move that are looked for."""
_KANJI = "一二三四五六七八九"
_COLUMN = rf"十[{_KANJI}]?|[{_KANJI}]|[a-sA-S]"
_FIGURES = "[1-9]|1[0-9]"
_PLAIN = re.compile(rf"(?:十[{_KANJI}]?|[{_KANJI}])[0-9]{{2}}(?![0-9])")
"""A square of the notation. Where one stands nothing else is meant: 十一11 is no pair of squares."""
_OF = r"\s*(?:の|筋|列|[,、・.])\s*"
_STEP = "(?:段目?|行目?)?"
# Each pattern finds one way to write a square; the flags tell whether the first part is the column, the row, or either.
_SQUARES = tuple(
    (re.compile(rf"[(\[]?({first})(?:{_OF}{gap})?({second}){_STEP}[)\]]?"), either)
    for first, second, gap, either in (
        (_COLUMN, r"[0Oo〇○]?[1-9]|1[0-9]", r"|\s+", False),
        (_COLUMN, rf"[〇零]?[{_KANJI}]|十[{_KANJI}]?|一[{_KANJI}]", "", False),
        (_FIGURES, _FIGURES, "", True),
        (_FIGURES, rf"[{_KANJI}]|十[{_KANJI}]?", "", True),
    )
)
_JOIN = re.compile(r"\s*(?:->|=>|-?→|[-‐ー〜~～>_x×✕・、,]|[をがは]?\s*)\s*")
_CONNECTED = re.compile(r"\s*(?:->|=>|→|-|を|が|は)\s*|\s+")
_FROM = re.compile(r"\s*(?:から|より)\s*[、,]?\s*(?:[-→>]\s*)?")
_TO = re.compile(r"\s*(?:[へに]|のところ(?:へ|に)?|まで)\s*[、,]?\s*")
_DONE = re.compile(
    r"\s*(?:を?(?:(?:置|お)(?:く|いた|き(?:ます|ました)?)|配置|(?:動|うご)か(?:す|した|し(?:ます|ました)?)|移動(?:する|した|し(?:ます|ました)?)?"
    r"|進(?:める|む|んだ|めた|め(?:ます|ました))|移(?:す|る|した|った)|行く|打つ))?"
    r"\s*(?:です(?:ね|かね?)?|かな|で(?:お願いします|いきます)?|に(?:します|する|しました)|とします|よ)?\s*[。.]?\s*"
)
_DASHES = frozenset({"->", "=>", "→", "-→", *"-‐ー〜~～>_"})
_MOTIONS = {"引": -1, "上": 1, "寄": 0}


class Move(NamedTuple):
    """The parts of a move as written."""

    squares: tuple[str, ...]
    """The squares in the notation, in the order in which the move visits them."""
    unit: str
    """The unit in the notation; empty if none is written."""
    suffixes: tuple[str, ...] = ()
    same: bool = False
    """Whether 同 stands for the last square."""
    motion: str = ""
    """引, 上 or 寄."""

    def text(self, squares: tuple[str, ...] | None = None) -> str:
        """Return the move in the notation."""
        return "-".join(squares or self.squares) + self.unit + "".join(self.suffixes)


class Situation(NamedTuple):
    """What is known of the place of a move in its game."""

    position: Position | None = None
    last: str = ""
    """The square where the move before has ended, in the notation."""


Visited = tuple[tuple[str, ...], tuple[str, ...]]
"""The squares of a move, and its suffixes, in the notation."""


class _State(NamedTuple):
    at: int
    squares: tuple[tuple[str, str], ...] = ()
    """Pairs of a square and its part: from, to, or nothing."""
    unit: str = ""
    unit_after: int = 0
    """How many squares stand before the unit."""
    suffixes: tuple[str, ...] = ()
    same: bool = False
    motion: str = ""
    told: bool = False
    """Whether a particle or an arrow follows the unit."""
    open: bool = False
    """Whether the last sign is a dash or an arrow, behind which a square has to stand."""


def readings(game: Game, text: str, situation: Situation) -> tuple[str, ...]:
    """Return the moves that `text` may mean, in the notation, at most MOST; empty if it is no move.

    `text` is folded and has no side, number or time. A move without its unit, or without the square that it leaves, needs
    the position: each legal move that fits is a reading.
    """
    if not text or len(text) > LONGEST:
        return ()
    if _read(game, text) is not None:
        return (text,)
    found: dict[object, str] = {}
    for move in _parsed(game, _rewritten(game.vocabulary, text)):
        for spelled in _completed(game, move, situation):
            found.setdefault(_identity(game, spelled, situation), spelled)
            if len(found) == MOST:
                break
    return tuple(found.values())


def _rewritten(vocabulary: Vocabulary, text: str) -> str:
    for word in vocabulary.suffixes:
        text = text.replace(f"({word})", word)
    for pattern, into in vocabulary.rewritings:
        text = re.sub(pattern, into, text)
    return text


def _identity(game: Game, text: str, situation: Situation) -> object:
    try:
        reading = game.read(text)
        if reading.move is None and situation.position is not None:
            return game.resolve(situation.position, reading)
    except InvalidMove:
        return text
    return text if reading.move is None else reading.move


def _read(game: Game, text: str) -> str | None:
    try:
        game.read(text)
    except InvalidMove:
        return None
    return text


def _completed(game: Game, move: Move, situation: Situation) -> Iterator[str]:
    """Yield what a parsed move means: itself if it is complete, else the legal moves that it leaves open."""
    if move.same:
        if not situation.last:
            return
        move = move._replace(squares=(*move.squares, situation.last), same=False)
        if len(move.squares) == 1 and move.unit:
            yield from _legal(game, move, situation.position)
            return
    if move.unit and not move.motion and _read(game, move.text()) is not None:
        yield move.text()
    else:
        yield from _legal(game, move, situation.position)


def _legal(game: Game, move: Move, position: Position | None) -> Iterator[str]:
    """Yield the legal moves that have all that is written."""
    if position is None:
        return
    for legal in game.legal_moves(position):
        spelled = game.spell(legal)
        written = game.read(spelled).written
        squares = tuple(map(game.board.spell, written.squares))
        if (
            squares[-1:] == move.squares[-1:]
            and (squares == move.squares or (len(move.squares) == 1 and move.unit))
            and (not move.motion or _goes(game, position, squares, move.motion))
            and _fits(game, position, legal, move, (squares, written.suffixes))
        ):
            yield spelled


def _fits(game: Game, position: Position, legal: int, move: Move, visited: Visited) -> bool:
    """Return whether a legal move is one that is written so, with its squares as `visited`."""
    squares, suffixes = visited
    if not move.unit:
        return not move.suffixes or move.suffixes == suffixes
    if len(squares) == 1 and not move.suffixes:  # the mark of bringing a unit to the board may be left out
        move = move._replace(suffixes=suffixes)
    try:
        return game.resolve(position, game.read(move.text(squares))) == legal
    except InvalidMove:
        return False


def _goes(game: Game, position: Position, squares: tuple[str, ...], motion: str) -> bool:
    start, end = (game.board.parse(square) for square in (squares[0], squares[-1]))
    if start is None or end is None or len(squares) == 1:
        return False
    rows = (start // game.board.columns - end // game.board.columns) * (1, -1)[game.turn(position)]
    return (rows > 0) - (rows < 0) == _MOTIONS[motion]


def _parsed(game: Game, text: str) -> Iterator[Move]:
    """Yield each way in which the whole text is squares, one unit and its suffixes, with the words between them."""
    pending = [_State(len(text) - len(text.lstrip()))]
    seen: set[_State] = set()
    while pending:
        state = pending.pop()
        if state in seen:
            continue
        seen.add(state)
        if _DONE.fullmatch(text, state.at) and (move := _move(state)) is not None:
            yield move
        pending += _steps(game, text, state)


def _steps(game: Game, text: str, state: _State) -> Iterator[_State]:
    """Yield the states after the next word of the text."""
    squares, words = state.squares, game.vocabulary
    behind = text.startswith(("(", "["), state.at)
    if not state.unit or not state.unit_after or state.told or behind:
        part = "from" if state.unit and behind and state.unit_after == len(squares) else ""
        for name, end in _squares(game, text, state.at):
            yield from _particles(text, state._replace(at=end, squares=(*squares, (name, part)), open=False))
    if text.startswith("同", state.at) and not state.same and not state.unit:
        yield from _particles(text, state._replace(at=state.at + 1, same=True, open=False))
    if state.open:
        return
    again = bool(state.unit) and state.unit_after < len(squares)  # 四05武→五06武 names the unit twice
    if not state.unit or again:
        for unit in _at(words.units, text, state.at):
            if words.units[unit] == (state.unit or words.units[unit]):
                named = state._replace(at=state.at + len(unit), unit=words.units[unit], unit_after=len(squares))
                yield from _connected(text, named)
    if not state.unit:
        return
    yield from _behind_the_unit(words, text, state)


def _behind_the_unit(words: Vocabulary, text: str, state: _State) -> Iterator[_State]:
    """Yield the states after a suffix, or after a word like 引."""
    for word in _at(words.suffixes, text, state.at):
        yield from _connected(
            text, state._replace(at=state.at + len(word), suffixes=(*state.suffixes, words.suffixes[word]))
        )
    for word in _at(_MOTIONS, text, state.at):
        if not state.motion:
            yield state._replace(at=state.at + 1, motion=word)


def _connected(text: str, state: _State) -> Iterator[_State]:
    """Yield the states behind a unit or a suffix: with what may lead from it to a square, and without."""
    yield state
    if join := _CONNECTED.match(text, state.at):
        sign = join[0].strip()
        yield state._replace(at=join.end(), told=state.told or bool(sign), open=sign in _DASHES)


def _particles(text: str, state: _State) -> Iterator[_State]:
    """Yield the states behind what may follow a square: から, へ, の before the unit, a dash of any kind, or nothing."""
    yield state
    name, part = state.squares[-1] if state.squares else ("", "")
    before = state.squares[:-1]
    if state.squares and not part and not (state.same and not text.startswith(("から", "より"), state.at)):
        for pattern, role in ((_FROM, "from"), (_TO, "to")):
            if found := pattern.match(text, state.at):
                yield state._replace(at=found.end(), squares=(*before, (name, role)))
        if not state.unit and text.startswith("の", state.at):
            yield state._replace(at=state.at + 1, squares=(*before, (name, "from")))
    join = _JOIN.match(text, state.at)
    if join and join.end() > state.at:
        yield state._replace(at=join.end(), open=join[0].strip() in _DASHES)


def _squares(game: Game, text: str, at: int) -> Iterator[tuple[str, int]]:
    """Yield each square of the board that may be written at a place, in the notation, and where it ends."""
    plain = _PLAIN.match(text, at)
    if plain is not None and game.board.parse(plain[0]) is not None:
        yield plain[0], plain.end()
        return
    for pattern, either in _SQUARES:
        longest = pattern.match(text, at)
        if longest is None:
            continue
        for end in range(at + 2, longest.end() + 1):
            for column, row in _split(pattern, text, at, end, either=either):
                if 1 <= column <= len(COLUMNS) and game.board.parse(f"{COLUMNS[column - 1]}{row:02d}") is not None:
                    yield f"{COLUMNS[column - 1]}{row:02d}", end


def _split(pattern: re.Pattern[str], text: str, at: int, end: int, *, either: bool) -> set[tuple[int, int]]:
    """Return the columns and rows that text[at:end] may name; 十一二 is 十一 二 and 十 一二."""
    match = pattern.fullmatch(text, at, end)
    if match is None:
        return set()
    found = set()
    inside = text[match.start(1) : match.end(2)]
    cuts = [(inside[:cut], inside[cut:]) for cut in range(1, len(inside))]
    for first, second in cuts if match.end(1) == match.start(2) else [(match[1], match[2])]:
        whole = pattern.fullmatch(f"{first}の{second}")
        one, two = _number(first), _number(second)
        if one and two and whole is not None and (whole[1], whole[2]) == (first, second):
            found |= {(one, two), (two, one)} if either else {(one, two)}
    return found


def _number(text: str) -> int:
    """Return the number of a column or row: 四, 十二, 一二, 04, O4, d; 0 for anything else."""
    text = text.lstrip("0Oo〇○零")
    if text.isdecimal():
        return int(text)
    if len(text) == 1 and text.isascii() and text.isalpha():
        return ord(text.lower()) - ord("a") + 1
    if text.startswith("十"):
        return 10 + _number(text[1:]) if len(text) == 1 or text[1:] in _KANJI else 0
    if text and all(figure in _KANJI for figure in text):
        return int("".join(str(_KANJI.index(figure) + 1) for figure in text))
    return 0


def _at(words: Iterable[str], text: str, at: int) -> Iterator[str]:
    return (word for word in words if text.startswith(word, at))


def _move(state: _State) -> Move | None:
    """Return the move that a text says, its squares in the order in which the move visits them; None if it says none."""
    squares = state.squares
    starts = [name for name, part in squares if part == "from"]
    ends = [name for name, part in squares if part == "to"]
    if state.open or (not squares and not state.same):
        return None
    if len(starts) > 1 or len(ends) > 1 or (ends and state.same):
        return None
    middle = [name for name, part in squares if not part]
    if starts and not (middle or ends or state.same):
        return None
    return Move((*starts, *middle, *ends), state.unit, state.suffixes, state.same, state.motion)
