"""Notation of a game: words of its moves, diagrams, and the interface."""

from __future__ import annotations

import re
import unicodedata
from abc import abstractmethod
from typing import TYPE_CHECKING, Generic, NamedTuple

from kifu.core.errors import InvalidSetup
from kifu.core.game.rules import Identity, P
from kifu.core.message import Message, quoted
from kifu.core.outcome import SIDE_LABELS
from kifu.core.squares import BLANKS, COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from kifu.core.move_grammar import WrittenMove
    from kifu.core.outcome import Side
    from kifu.core.squares import Squares


_COLON = re.compile("[：:]")
_LONGEST_KEY = 40
_HEAD_CHARACTERS = frozenset("".join(COLUMNS) + BLANKS)
_FIGURES = "0123456789０１２３４５６７８９"
_LONGEST_NUMBER = 2
Rewriting = tuple[str, str]
"""A regular expression, and what stands in place of its matches (see re.sub)."""


class Vocabulary(NamedTuple):
    """What a reader of free text needs to know of a game.

    A rewriting has to keep the meaning, whatever stands round it.
    """

    units: Mapping[str, str]
    """The units as they may stand in a move; the notation's own word for each spelling."""
    suffixes: Mapping[str, str] = {}
    """The words that may stand behind a unit; the notation's own word for each."""
    rewritings: tuple[Rewriting, ...] = ()
    """What people write in moves, put into the words of the notation; one after the other."""
    slots: tuple[tuple[str, str, str], ...] = ()
    """The words for the parts that a unit's name consists of: the slot, the notation's own sign, and an expression; the slots in the order of
    the name. The slot `suffix` is that of further words for suffixes, where a move may have one."""
    keys: Mapping[str, str] = {}
    """The keys of head lines and diagrams that people write for the game's own."""
    cells: tuple[Rewriting, ...] = ()
    """What people write in a row of a diagram within a frame, put into cells of the notation; one after the other."""
    values: Mapping[str, tuple[Rewriting, ...]] = {}
    """What a sentence says in place of a required line of the head: for each key expressions, each with its value; one with a group `implied` only where no other names one."""


_KATAKANA = {code: chr(code + 0x60) for code in range(0x3041, 0x3097)}
_LARGE = str.maketrans("ャュョッ", "ヤユヨツ")


def with_katakana(words: Mapping[str, str]) -> dict[str, str]:
    """Words with their katakana spellings, small signs also large.

    Old printers write large signs for small ones.
    """
    katakana = {word.translate(_KATAKANA): meant for word, meant in words.items() if re.fullmatch("[ぁ-んー]+", word)}
    return {**words, **katakana, **{word.translate(_LARGE): meant for word, meant in katakana.items()}}


HANDS_IN_OTHER_WORDS = ("持駒", "持ち駒", "もち駒", "手駒", "手持ち", "持物", "持ち物", "残り駒", "残駒")
"""The words that people write for what a side has not placed yet."""


def hands_keys(own: str) -> dict[str, str]:
    """Return the keys that people write for `先手の{own}` and `後手の{own}`."""
    words = [word for word in HANDS_IN_OTHER_WORDS if word != own]
    return {f"{side}{of}{word}": f"{side}の{own}" for side in ("先手", "後手") for of in ("の", "") for word in words}


class DiagramRow(NamedTuple):
    """Row of a diagram: its cells as written, its row number.

    `line` and `column` count from 1.
    """

    cells: str
    number: int | None
    line: int
    column: int


class DiagramField(NamedTuple):
    """A line `key：value` of a diagram, such as ``手番：先手``."""

    key: str
    value: str
    line: int
    column: int
    """Where the value starts, from 1."""


class DiagramText(NamedTuple):
    """The parts of a diagram. No game has read them yet."""

    line: int
    """The line where the diagram starts, from 1."""
    head: DiagramRow | None
    rows: tuple[DiagramRow, ...]
    fields: tuple[DiagramField, ...]


def read_turn(field: DiagramField) -> int:
    """Side to move by a line 手番: 0 先手, 1 後手.

    Raises InvalidSetup if it names no side.
    """
    for side, label in enumerate(SIDE_LABELS):
        if unicodedata.normalize("NFKC", field.value.strip()) == label.ja:
            return side
    raise bad_field(field, *(label.ja for label in SIDE_LABELS))


def bad_field(field: DiagramField, *expected: str) -> InvalidSetup:
    """Return the error that the value of `field` cannot be read.

    `expected` shows how to write it.
    """
    return InvalidSetup(
        "diagram-field",
        Message(
            f"「{field.key}：{quoted(field.value)}」が読めません。「{'」「'.join(expected)}」のように書いてください",
            f"'{field.key}：{quoted(field.value)}' is not understood; write it like {' or '.join(expected)}",
        ),
        line=field.line,
        offset=field.column - 1,
        width=max(1, len(field.value)),
    )


class Reading(NamedTuple):
    """A move as read from its text alone, without a position."""

    side: Side | None
    """The side that the move is marked with."""
    written: WrittenMove
    move: int | None = None
    """The move, if its text determines it in every position; else None."""


class Text(Identity, Generic[P]):
    """Read and spells moves and diagrams."""

    board: Squares
    diagram_keys: frozenset[str]
    """Keys of the lines that belong to a diagram, such as 手番."""
    diagram_marks: frozenset[str] = frozenset()
    """The characters of a diagram that mark an empty square. They are read as empty, and a note counts them."""

    passes: bool = True
    """Whether the rules know パス. It can be written in every game."""

    @abstractmethod
    def read(self, text: str) -> Reading:
        """Read a written move without a position. Raises InvalidMove."""

    @abstractmethod
    def resolve(self, position: P, reading: Reading) -> int:
        """Return the move that a reading means in `position`, legal or not.

        Raises InvalidMove if a reading without a `move` leaves it open there, as 巫女→右上 does if two dice can go that way.
        """

    @abstractmethod
    def spell(self, move: int) -> str:
        """Return the canonical text of a move, without side mark."""

    @abstractmethod
    def move_space(self, position: P) -> Iterator[int]:
        """Moves that can be written in the position's game, legal or not."""

    @abstractmethod
    def read_diagram(self, diagram: DiagramText, base: P | None = None) -> P:
        """Read a diagram.

        What it leaves out is taken from `base`, or has the game's default. Raises InvalidSetup.
        """

    @abstractmethod
    def spell_diagram(self, position: P) -> str:
        """Return the canonical diagram, each line ended by LF."""

    @abstractmethod
    def cell(self, position: P, square: int) -> str:
        """Return what stands on a square, in full-width characters.

        An empty square is ・ or ○.
        """

    @abstractmethod
    def differences(self, position: P, other: P) -> tuple[Message, ...]:
        """Return how `other`, which a diagram shows, differs from the replayed `position`.

        Empty if they agree.
        """


def split_header(stripped: str, column: int) -> tuple[str, str, int] | None:
    """Return the key, the value and the value's column of a header line, or None if the line has no key.

    `stripped` is the line without the blanks round it, and `column` is its column in the file (from 1).
    """
    colon = _COLON.search(stripped)
    if colon is None:
        return None
    key, value = stripped[: colon.start()].rstrip(BLANKS), stripped[colon.end() :].lstrip(BLANKS)
    return (key, value, column + len(stripped) - len(value)) if 0 < len(key) <= _LONGEST_KEY else None


def diagram_of_text(text: str) -> DiagramText:
    """Return a diagram whose text begins with its first row."""
    return split_diagram(1, enumerate(text.splitlines(), start=1))


def split_diagram(title_line: int, lines: Iterable[tuple[int, str]]) -> DiagramText:
    """Split the numbered, non-blank `lines` of a diagram whose 局面図 stands on line `title_line`."""
    head = None
    rows: list[DiagramRow] = []
    fields = []
    for number, text in lines:
        stripped = text.strip(BLANKS)
        column = len(text) - len(text.lstrip(BLANKS)) + 1
        if field := split_header(stripped, column):
            key, value, place = field
            fields.append(DiagramField(key, value, number, place))
        elif head is None and not rows and _HEAD_CHARACTERS.issuperset(stripped):
            head = DiagramRow(stripped, None, number, column)
        else:
            rows.append(_parse_diagram_row(stripped, number, column))
    return DiagramText(title_line, head, tuple(rows), tuple(fields))


def ends_like_a_row(text: str) -> bool:
    """Return whether a line ends in a figure; each row of a diagram does."""
    return text.rstrip(BLANKS).endswith(tuple(_FIGURES))


def _parse_diagram_row(stripped: str, line: int, column: int) -> DiagramRow:
    """Return a row: its cells and, if there is one, its number."""
    cells = stripped.rstrip(_FIGURES)
    figures = stripped[len(cells) :]
    if not 0 < len(figures) <= _LONGEST_NUMBER:
        return DiagramRow(stripped, None, line, column)
    return DiagramRow(cells.rstrip(BLANKS), int(figures), line, column)
