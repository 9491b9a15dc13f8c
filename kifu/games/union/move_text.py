"""Moves of the Union games in kanji or ASCII."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kifu.core.errors import InvalidMove
from kifu.core.game.text import Reading, Vocabulary
from kifu.core.message import Message, quoted
from kifu.core.move_grammar import PASS as PASS_WORD
from kifu.core.move_grammar import Grammar
from kifu.games.union.position import KINDS, MANY, NONE, PASS, TURNED, UNITED, encode
from kifu.games.union.unit_word_patterns import (
    ASCII_MARKS,
    ASCII_PARTS,
    FIGURES,
    LETTERS,
    MARKS,
    NEITHER,
    PARTS,
    SHAPES,
    SIDES_OF_A_PIECE,
    TO_THE_SCANNER,
    TURN_OVER,
    UNITE,
    WIDE,
    WORDS_OF_SUFFIXES,
    code_patterns,
    colour_patterns,
    coloured_word_patterns,
    unit_patterns_by_slot,
    word_patterns,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.games.union.variant import BoardPoints, Family

SUFFIXES = {TURN_OVER: TURN_OVER, "~": TURN_OVER, UNITE: UNITE, "&": UNITE}
SUFFIX_FLAGS = {(): 0, (TURN_OVER,): TURNED, (UNITE,): UNITED, (TURN_OVER, UNITE): TURNED | UNITED}
ENDS = 2
"""The number of points that a move along a line names."""


class UnionText:
    """The spellings of one board's moves."""

    def __init__(self, family: Family, points: BoardPoints) -> None:
        self.family = family
        self.points = points
        self._units: dict[str, tuple[int, int, int]] = {}
        spellings: dict[str, str] = {}
        for mark in range(len(MARKS)):
            for kind in range(KINDS):
                for part in range(len(PARTS)):
                    unit = MARKS[mark] + family.kinds[kind] + PARTS[part]
                    self._units[unit] = (part, kind, mark)
                    wide = MARKS[mark] + family.kinds[kind].translate(WIDE) + PARTS[part]
                    ascii_unit = ASCII_MARKS[mark] + family.ascii_kinds[kind] + ASCII_PARTS[part]
                    spellings |= {unit: unit, wide: unit, ascii_unit: unit}
        shown = [family.kinds[kind] + part for part in PARTS for kind in range(KINDS)]
        unit = family.kinds[0] + PARTS[0]
        examples = (f"四04白{unit}" if family.places else f"三04-四04{unit}", f"三04-四04{unit}{TURN_OVER}{UNITE}")
        letters = f"{family.ascii_kinds[0]}{ASCII_PARTS[0]}"
        ascii_example = f"{f'd4w{letters} ' if family.places else ''}c4-d4{letters}~&"
        self._grammar = Grammar(points, spellings, SUFFIXES, shown, examples, ascii_example)
        self.read: Callable[[str], Reading] = lru_cache(maxsize=1 << 14)(self._read)

    def _read(self, text: str) -> Reading:
        """Read a written move. Raises InvalidMove."""
        written = self._grammar.read(text)
        if written.unit == PASS_WORD:
            return Reading(written.side, written, PASS)
        flags = SUFFIX_FLAGS.get(written.suffixes)
        if flags is None:
            raise InvalidMove(
                "suffix-order",
                Message(
                    f"「{quoted(text)}」の終わりは 反、合、反合 のどれかです",
                    f"'{quoted(text)}' should end in 反, 合 or 反合 (in ASCII ~, & or ~&)",
                ),
                offset=len(text) - len(written.suffixes),
                width=len(written.suffixes),
            )
        part, kind, mark = self._units[written.unit]
        points = [self.points.point(square) for square in written.squares]
        to = points[-1]
        if len(points) > ENDS:
            # A reading has no room for the points between, so `resolve` makes the move from the written squares.
            return Reading(written.side, written)
        origin = points[0] if len(points) == ENDS else NONE
        return Reading(written.side, written, encode(part, kind, to, origin, mark=mark, flags=flags))

    def resolve(self, _position: object, reading: Reading) -> int:
        """Return the move of a reading.

        A path of more than two points becomes a move that is never legal (union.2).
        """
        if reading.move is not None:
            return reading.move
        written = reading.written
        part, kind, mark = self._units[written.unit]
        origin, to = (self.points.point(written.squares[place]) for place in (0, -1))
        return encode(part, kind, to, origin, mark=mark, flags=MANY | SUFFIX_FLAGS[written.suffixes])

    def spell(self, move: int) -> str:
        """Return the canonical text of a move of the move space."""
        if move == PASS:
            return PASS_WORD
        to, origin = move & 511, move >> 9 & 511
        path = self.points.name(to) if origin == NONE else f"{self.points.name(origin)}-{self.points.name(to)}"
        return path + self.unit(move) + TURN_OVER * bool(move & TURNED) + UNITE * bool(move & UNITED)

    def vocabulary(self) -> Vocabulary:
        """Return the words that people use: (内), 内コマ, 六角の内, ○内, 裏返し, 合反."""
        kinds = self.family.kinds
        parts = rf"(?P<bracket>[(（])?(?P<part>[{PARTS}])(?:側|の)?(?:[ココこ]マ|こま|駒)?(?(bracket)[)）])"
        sides = "|".join(SIDES_OF_A_PIECE.values())
        signs = tuple((rf"[{sign}](?=の?[(（]?[{PARTS}])", kind) for kind, sign in FIGURES.items() if kind in kinds)
        rewritings = (
            *((rf"^(?:{SHAPES[kind]})", kind) for kind in kinds if kind in SHAPES),
            *(
                (rf"^(?:{word})(?: pieces?|側?の?(?:コマ|こま|駒)|側)?", part)
                for part, word in SIDES_OF_A_PIECE.items()
            ),
            *TO_THE_SCANNER,
            (rf"(?<![ぁ-ん])(?:ソト|そと)(?=の?[{kinds}])", "外"),
            (rf"(?<![ぁ-ん])(?:ウチ|うち)(?=の?[{kinds}])", "内"),
            (r"(?<![^\s。])城(?=[、,はが])", "白"),
            *(((rf"(?:{word})(?=の?[ 　]?(?:{sides}))", kind)) for kind, word in LETTERS.items() if kind in kinds),
            (r"(?i)(?<![a-z])(?:shiro|white)[ _-](?:no )?(?=[a-g](?![a-z]))", "白"),
            (r"(?i)(?<![a-z])(?:kuro|black)[ _-](?:no )?(?=[a-g](?![a-z]))", "黒"),
            (r"(?:[しシ]ろい?|白い|シロイ?|城)[ 　]?の?[ 　]?(?:コマの?[ 　]?)?(?=[A-G])", "白"),
            (r"(?:[くク]ろい?|黒い|クロイ?)[ 　]?の?[ 　]?(?:コマの?[ 　]?)?(?=[A-G])", "黒"),
            *signs,
            (r"([三四五六八十])角(?:形|がた|型)?", r"\1"),
            (r"(?:十字|重じ|じゅうじ)(?:がた|型)|十字形?", "十"),
            ("(?:丸|まる)(?:がた|型)|丸形", "丸"),
            *coloured_word_patterns(kinds) * self.family.places,
            *code_patterns(kinds) * self.family.places,
            *word_patterns(kinds),
            (rf"([{kinds}])(?:[ 　]の)?の?[ 　]?{parts}", r"\1\g<part>"),
            (
                rf"(?!(?<=[{kinds}])[{PARTS}][{kinds}][0-9]){parts}の?(?P<kind>[{kinds}])(?![{PARTS}])",
                r"\g<kind>\g<part>",
            ),  # 三外六7 is 三外 六7
            *(((rf"{kind.lower()}(?=[{PARTS}])", kind)) for kind in kinds if kind.isascii()),
            (r"([白黒])の[ 　]?", r"\1"),
            *colour_patterns(kinds) * self.family.places,
            (NEITHER, ""),
            *WORDS_OF_SUFFIXES,
            (
                rf"(?:移し|動かし|進め|乗せ)?て?[、,]?(?:そこの|そこにいる|そこにある|その)(?:相方|相棒|仲間|味方|片割れ|自分のコマ|コマ|駒)(?:と|に)?{UNITE}",
                UNITE,
            ),
            (rf"(?:再び|また|もう一度|[、,]?返して)(?={TURN_OVER})", ""),
            (r"合反", TURN_OVER + UNITE),
            (rf"{TURN_OVER}[、 ]?{TURN_OVER}", TURN_OVER),  # ひっくり返して昇格
            (rf"[+で]{UNITE}", UNITE),
            (rf"[。、,・]? ?([{TURN_OVER}{UNITE}])(?=[{TURN_OVER}{UNITE}。、,・\s!」』]|$)", r"\1"),
        )
        marks = MARKS if self.family.places else MARKS[:1]
        units = {
            mark + kind.translate(letters) + part: mark + kind + part
            for mark in marks
            for kind in kinds
            for part in PARTS
            for letters in ({}, WIDE)
        }
        suffixes = {TURN_OVER: TURN_OVER, UNITE: UNITE, "成": TURN_OVER}
        return Vocabulary(
            units,
            suffixes,
            rewritings,
            slots=tuple(unit_patterns_by_slot(kinds, self.family.ascii_kinds, coloured=self.family.places)),
        )

    def unit(self, move: int) -> str:
        """Return the unit of a move as text: 丸内, 白A内."""
        kind, part, mark = move >> 18 & 7, move >> 21 & 1, move >> 22 & 3
        return MARKS[mark] + self.family.kinds[kind] + PARTS[part]
