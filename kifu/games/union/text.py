"""Reads and writes the moves of the Union games: units, 反 and 合, the colour of a placed piece; in kanji or ASCII."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kifu.contract.text import Reading
from kifu.games.union.position import KINDS, MANY, NONE, PASS, TURNED, UNITED, encode
from kifu.model.errors import InvalidMove
from kifu.model.message import Message, quoted
from kifu.model.movetext import PASS as PASS_WORD
from kifu.model.movetext import Grammar

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.games.union.family import Family
    from kifu.games.union.point_names import Points
    from kifu.model.vocabulary import Vocabulary

PARTS = "内外"
ASCII_PARTS = "ie"
MARKS = ("", "白", "黒")
ASCII_MARKS = ("", "w", "b")
TURN_OVER, UNITE = "反", "合"
SUFFIXES = {TURN_OVER: TURN_OVER, "~": TURN_OVER, UNITE: UNITE, "&": UNITE}
SUFFIX_FLAGS = {(): 0, (TURN_OVER,): TURNED, (UNITE,): UNITED, (TURN_OVER, UNITE): TURNED | UNITED}
WIDE = str.maketrans("ABCDEFG", "ＡＢＣＤＥＦＧ")
FIGURES = {"丸": "○〇◯円", "三": "△▲▽", "四": "□■", "五": "⬠☆", "六": "⬡", "十": "✚＋+"}
"""The signs that people draw for a kind."""
SHAPES = {
    "丸": "circles?|rounds?|discs?|まる|マル",
    "三": "triangles?|さんかく|サンカク",
    "四": "squares?|しかく|シカク",
    "五": "pentagons?|ごかく|ゴカク",
    "六": "hexagons?|ろっかく|ろくかく|ロッカク|ロツカク",
    "八": "octagons?|はっかく|はちかく|ハッカク|ハツカク",
    "十": "cross(?:es)?|plus|じゅうじ|ジュウジ|ジユウジ",
}
"""The kinds in English words, and as they are dictated."""
SIDES_OF_A_PIECE = {"外": "out(?:er|side)?|そと|ソト", "内": "inn?(?:er|side)?|うち|ウチ"}
"""The parts in English words, and as they are dictated."""
_DONE = "(?:しました|した|して|する|し|す|った|り)?(?:あり|有り)?"
WORDS_OF_SUFFIXES = (
    (
        (
            rf"を?(?:(?:裏返|ひっくり返)(?![さら])|反転(?!せ|しな)|裏に(?=し)|裏(?![に返])|うらがえ(?=[しす])|ウラガエ(?=[シス])シ?){_DONE}"
            r"|(?i:[, ]{0,3}(?:and )?\b(?:turn(?:s|ed|ing)?(?: it)? over|flip(?:s|ped|ping)?(?: over)?|turned)\b)"
        ),
        TURN_OVER,
    ),
    (
        (
            rf"(?:して|し|と)?(?:合体|ユニオン|合流|がったい|ガッタイ|ガツタイ)(?!せ|しな){_DONE}"
            r"|(?i:[, ]{0,3}(?:and )?\b(?:unit(?:es?|ed|ing)|unions?|join(?:s|ed|ing)?|merg(?:es?|ed|ing))\b(?! ?(?:ace|king|master)))"
        ),
        UNITE,
    ),
)
"""What people write for 反 and 合; 裏返さずに and 合体せず say neither."""
ENDS = 2
"""The number of points that a move along a line names."""


def _colours(kinds: str) -> tuple[tuple[str, str], ...]:
    """Return what people write for the colour of a unit: ○A内, A内(白)."""
    return (
        (rf"[○〇◯⚪](?=[{kinds}])", "白"),
        (rf"[●⚫](?=[{kinds}])", "黒"),
        (rf"(?<![白黒])([{kinds}][{PARTS}])[ 　]*[(（]([白黒])[)）]", r"\2\1"),
    )


def _coloured_in_words(kinds: str) -> tuple[tuple[str, str], ...]:
    """Return the units that are placed in English words: white A inner at F7, WA-in@F7."""
    return tuple(
        (
            rf"(?i)(?<![A-Za-z])(?:{word})[ _-]?((?-i:[{kinds}]))[ _-]?\(?(?:{side})\)?(?= ?(?:@|at\b|on\b|to\b))",
            rf"{colour}\1{part}",
        )
        for colour, word in (("白", "white|w"), ("黒", "black|b"))
        for part, side in SIDES_OF_A_PIECE.items()
    )


def _in_words(kinds: str) -> tuple[tuple[str, str], ...]:
    """Return the units in English words and in kana: outer cross, cross (outer), そとのはっかく, A-in."""
    rows = []
    for part, side in SIDES_OF_A_PIECE.items():
        for kind in kinds:
            shape = SHAPES.get(kind, f"(?-i:{kind})")
            rows += [
                (
                    rf"(?i)(?<![A-Za-z])(?:{side})(?:がわ|コマ|ガワ)?[ _-]?[のノ]? ?(?:{shape})(?![A-Za-z0-9])",
                    kind + part,
                ),
                (rf"(?i)(?<![A-Za-z])(?:{shape})[のノ]?[ _-]?\(?(?:{side})\)?(?![A-Za-z])", kind + part),
            ]
    return tuple(rows)


class UnionText:
    """The spellings of one board's moves."""

    def __init__(self, family: Family, points: Points) -> None:
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
        """Return the move of a reading; a path of more than two points becomes a move that is never legal (union.2)."""
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
        from kifu.model.vocabulary import Vocabulary  # noqa: PLC0415 - only what is written otherwise needs it

        kinds = self.family.kinds
        parts = rf"[(（]?([{PARTS}])(?:側|の)?(?:[ココこ]マ|こま|駒)?[)）]?"
        signs = tuple((rf"[{sign}](?=の?[(（]?[{PARTS}])", kind) for kind, sign in FIGURES.items() if kind in kinds)
        rewritings = (
            *signs,
            (r"([三四五六八十])角形?", r"\1"),
            (r"十字形?", "十"),
            ("丸形", "丸"),
            *_coloured_in_words(kinds) * self.family.places,
            *_in_words(kinds),
            (rf"([{kinds}])の?[ 　]?{parts}", r"\1\2"),
            (rf"{parts}の?([{kinds}])(?![{PARTS}])", r"\2\1"),
            *(((rf"{kind.lower()}(?=[{PARTS}])", kind)) for kind in kinds if kind.isascii()),
            (r"([白黒])の[ 　]?", r"\1"),
            *_colours(kinds) * self.family.places,
            *WORDS_OF_SUFFIXES,
            (r"合反", TURN_OVER + UNITE),
            (rf"[+で]{UNITE}", UNITE),
            (rf"[。、,・] ?([{TURN_OVER}{UNITE}])(?=[{TURN_OVER}{UNITE}。、,・\s!]|$)", r"\1"),
        )
        units = {unit: unit for unit in self._units} | {
            MARKS[mark] + kind.translate(WIDE) + part: MARKS[mark] + kind + part
            for mark in range(len(MARKS))
            for kind in kinds
            for part in PARTS
        }
        return Vocabulary(units, {TURN_OVER: TURN_OVER, UNITE: UNITE}, rewritings)

    def unit(self, move: int) -> str:
        """Return the unit of a move as text: 丸内, 白A内."""
        kind, part, mark = move >> 18 & 7, move >> 21 & 1, move >> 22 & 3
        return MARKS[mark] + self.family.kinds[kind] + PARTS[part]
