"""Words for units of Union games, and moves in kanji or ASCII."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kifu.core.errors import InvalidMove
from kifu.core.game.text import Reading, Vocabulary
from kifu.core.message import Message, quoted
from kifu.core.move_grammar import PASS as PASS_WORD
from kifu.core.move_grammar import Grammar
from kifu.games.union.position import KINDS, MANY, NONE, PASS, TURNED, UNITED, encode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.games.union.variant import BoardPoints, Family

PARTS = "内外"
ASCII_PARTS = "ie"
MARKS = ("", "白", "黒")
ASCII_MARKS = ("", "w", "b")
TURN_OVER, UNITE = "反", "合"
WIDE = str.maketrans("ABCDEFG", "ＡＢＣＤＥＦＧ")
FIGURES = {"丸": "○〇◯円●◎", "三": "△▲▽▼", "四": "□■", "五": "⬠⬟☆", "六": "⬡⬢", "十": "✚＋+✖"}
"""The signs that people draw for a kind."""
SHAPES = {
    "丸": "circ?(?:les?)?|rounds?|discs?|maru|まる|マル|丸形?|円形|kreis|rond|cercle|c[ií]rculo|圆形?|圓形?",
    "三": "tri(?:angles?)?|(?:san|3) ?-?kaku|さんかく|サンカク|三角形?|3角形?|参画|三画|dreieck|tri[aá]ngulo",
    "四": "sqr?|squares?|(?:shi|4) ?-?kaku|しかく|シカク|四角形?|4角形?|資格|視覚|刺客|死角|viereck|quadrat|carr[eé]|cuadrado|正方形|方形",
    "五": "pent?(?:a|agons?)?|(?:go|5) ?-?kaku|ごかく|ゴカク|五角形?|5角形?|互角|碁角|fünfeck|pent[aá]gon[eo]",
    "六": "hex(?:a|agons?)?|(?:rok|roku|6) ?-?kaku|ろっかく|ろくかく|ロッカク|ロツカク|六角形?|6角形?|六画|sechseck|hex[aá]gon[eo]",
    "八": "oct(?:a|agons?)?|(?:hak|hachi|8) ?-?kaku|はっかく|はちかく|ハッカク|ハツカク|八角形?|8角形?|発覚|白鶴|achteck|oct[oó]gon[eo]",
    "十": "crs|cro(?:ss(?:es)?)?|plus|juu?ji|じゅ[うー]じ|ジュ[ウー]ジ|ジユウジ|十字形?|従事|十時|重字|kreuz|croix|cruz",
}
"""The kinds in English words, in romaji, as they are dictated, and what a telephone hears for them."""
BEFORE_A_PART = {"四": "方", "丸": "圆"}
"""Words for a kind that are one only right before its part."""
CAPITAL_FIGURES = {"丸": "O", "十": "[X+]"}
"""Letters that look like a kind, behind a part: outer X."""
_FIGURES = "一二三四五六七八九十"
NO_WORD = "(?:(?<![A-Za-z])|(?![A-Za-z]))"
"""Where no word in Latin letters goes on."""
ROMAJI_KINDS = {"丸": "maru", "三": "san", "四": "shi|yon", "五": "go", "六": "roku", "八": "hachi", "十": "juu?"}
"""The kinds in romaji before their part: san soto."""
DIGITS_OF_KINDS = {"丸": "[oO0]", "三": "3", "四": "4", "五": "5", "六": "6", "八": "8", "十": r"(?:10|[xX+])"}
"""The numbers of corners as people put them into brackets for a kind."""
COLOUR_WORDS = (
    "white|weiß|blanc(?:he)?|blanc[oa]|shiro|しろ|シロ|白い",
    "black|schwarz|noire?|negr[oa]|kuro|くろ|クロ|黒い",
)
SHORT_SUFFIXES = {
    TURN_OVER: r"(?<![一-龠])[転昇裏](?!(?!合)[一-龠])|うら(?:にな(?:って|る|った)|(?![ぁ-ん]))|ひっくり(?![ぁ-ん])|ウラ(?![ァ-ヶ])|(?i:(?<![A-Za-z])(?:(?:um)?gedreht|gewendet|retourn[eé]e?s?|ret\.|(?:se )?gira(?:d[oa])?|volte?ad[oa]|turned|flip|han(?:tai|shite|te?nn?)|kaeshi(?:te)?|ura(?:gaeshi(?:te)?)?))(?![A-Za-z])|翻面|返し?て?(?=[ 、,A-G(（]|$)|(?<=[a-z])~",
    UNITE: r"(?<![一-龠])重(?:ねる?)?(?![一-龠])|ぴとっ|(?i:(?<![A-Za-z])(?:vere(?:int|inigt)|réunie?s?|un\.|unid[oa]|se une|union|unites?))(?![A-Za-z])|合體|(?<=[a-z~])&",
}
"""The short words for what happens at the end of a move, where nothing else may stand."""
LETTERS = {
    "A": "エー|えー", "B": "ビー|びー", "C": "シー|しー", "D": "ディー|でぃー|デー|でー", "E": "イー|いー", "F": "エフ|えふ", "G": "ジー|じー",
}  # fmt: skip
"""The letters as they are dictated."""
SIDES_OF_A_PIECE = {
    "外": "out(?:er|side)?|äu(?:ß|ss)ere[rs]?|au(?:ß|ss)en|ext(?:[eé]rieure?|erior|\\.)?|soto|そと|ソト|外",
    "内": "inn?(?:er|side)?|innere[rs]?|innen|int(?:[eé]rieure?|erior|\\.)?|uchi|うち|ウチ|内|打ち|家",
}
"""The parts in English words, in romaji, as they are dictated, and what a telephone hears for them."""
SPOKEN_KINDS = {
    "丸": "まる|マル",
    "三": "さん|サン",
    "四": "よん|ヨン|シ(?![ァ-ヶ])",
    "五": "ご|ゴ",
    "六": "ろく|ロク",
    "八": "はち|ハチ",
    "十": "じゅう|ジュウ",
    "A": "えー|エー",
    "B": "びー|ビー",
    "C": "しー|シー",
    "D": "でぃー|ディー",
    "E": "いー|イー",
    "F": "えふ|エフ",
    "G": "じー|ジー",
}
"""The kinds as they are dictated before their part: ハチソト, えふの そと."""
_DONE = "(?:させ(?:ました|ながら|て|た)|しました|しながら|した|して|する|します|し|す|った|って|り|る|た|て)?(?:あり|有り|ながら)?"
_END = r"(?=$|[\s、。,.!！(（)）」』・;；:/／反合重かカくドがガそ])"
"""What may stand behind a word for what happens at the end of a move."""
WORDS_OF_SUFFIXES = (
    (
        (
            rf"を?(?:(?:(?:裏|うら|ウラ)返|ひっくり返|引っ繰り返|ひっくりかえ)(?![さらせ])|反転(?!せ|しな)|(?:裏|うら)に(?=[し、,。合]|\s?[\[(]|\s?$)|裏(?![に返])"
            rf"|反(?=し[てた、])|うらがえ(?=[しすたっ])|ウラガエ(?:ス|シマシタ|シマス|シタ|シテ|シ)|ヒックリ[カガ]エ(?:ス|シマシタ|シマス|シタ|シテ|シ)|(?<![ァ-ヶー])(?:ウラ|ショウカク|ショウキュウ|プロモート)(?=$|[^ァ-ヶ]|ガ[ッツ]タイ)|うら{_END}|(?<![ぁ-ん])くる[りっん](?:と|{_END})|(?<![ァ-ヶー])(?:クル[リッン]|ハン)(?![ァ-ヶー])|(?<=[1-7一二三四五六七] )半(?=$|[\s、。])|(?<=[、, ])はん{_END}|昇格(?!せ|しな|戦|者|・降格))"
            rf"{_DONE}|(?<![りおきし見])返(?:って|した|して|します|す|し|る|った|り)?{_END}"
            r"|(?i:[, ]{0,3}(?:and )?\b(?:turn(?:s|ed|ing)?(?: it)? over|flip(?:s|ped|ping)?(?: over)?|turned|prom(?:ot(?:es?|ed|ing))?|ura(?:gae(?:shi|su|tta))?|hikkuri ?kae(?:shi|su))(?![A-Za-z])(?: ?[(（](?:裏返し?|ひっくり返し|反転?|昇格)[)）])?)"
        ),
        TURN_OVER,
    ),
    (
        (
            rf"(?:して|し|と|に)?(?:合体|ユニオン|ドッキング|合流|がったい|ガ[ッツ]タイ(?:スル|シマシタ|シマス|シタ|シテ|シ)?)(?!せ|しな){_DONE}"
            rf"|(?:合[わは][せさ]|あわせ|重な|重ね|かさな|かさね|くっつ(?=[いくけき])|くっ付(?=[いくけき]))(?:る|り|って|った|て|た|ます|ました|いて|いた|く|ける|けて?|けた|け(?:ます|ました)|き)?{_END}"
            r"|(?<![ァ-ヶー])(?:カサネ(?:ル|タ)?|ゴウ)(?![ァ-ヶ])|(?<=[1-7一二三四五六七半反] )号(?=$|[\s、。])|(?<=[、, 反])ごう(?=$|[\s、。])"
            r"|(?i:[, ]{0,3}(?:and )?\b(?:unit(?:es?|ed|ing)|unions?|join(?:s|ed|ing)?|merg(?:es?|ed|ing)|dock(?:s|ed|ing)?|pair(?:s|ed)?|gattai|kasane(?:ru)?)(?![A-Za-z])(?! ?(?:ace|king|master))(?: ?[(（]合体?[)）])?)"
        ),
        UNITE,
    ),
)
"""What people write for 反 and 合; 裏返さずに and 合体せず say neither."""
NEITHER = (
    r"[、,・]?[ 　]?(?:(?:裏|うら|ウラ)(?:返|がえ|ガエ)[しさシサ]?|ひっくり返[しさ]?|ひっくりかえ[しさ]?|反転?[しさせ]?|合体?[しさせ]?|重ね|昇格[しさせ]?)"
    r"[ はもを:]?(?:な[しい]|無し|無い|ナシ|ナイ|しない|せず|さず|ず|しません|ません|×|✕|[nN]o(?![a-zA-Z]))(?:に|で)?(?![一-龠ぁ-ん])"
)
"""What people write where a unit is not turned over, or does not unite: 裏返しなし."""
_SHOWN = r"(?:のまま|が ?(?:出|で|見え|みえ)(?:て|た|る|ます|ました)?|にな(?:って|った|り|る)|として|の面)"
"""What stands behind a kind that is told at the end: 三角のまま, 六角が出て, いま Aが 見える."""
TO_THE_SCANNER = (
    (
        r"(?:タト|夕卜|夕ト|夘|列)(?=[の・/]?[丸三四五六八十九ハ][^の0-9])|(?<=[丸三四五六八十])(?:タト|夕卜|夕ト|夘)",
        "外",
    ),
    (r"肉(?=[の・/]?[丸三四五六八十九ハ+A-G])|(?<=[丸三四五六八十A-G])肉", "内"),
    (r"(?<=[内外])\+(?=[\s一二三四五六七をで])", "十"),
    (r"(?<=[内外肉])[ハﾊ](?=$|[\s一二三四五六七をで])|[ハﾊ](?=[内外肉])", "八"),
    (r"(?<=[内外肉])九(?=$|[\s一二三四五六七をで])", "丸"),
    (r"(?<=[一二三四五六七])[|](?=$|[^A-Za-z])", "1"),
    (r"(?<=[\sを])[ー-](?=[1-7](?:の|[へヘ]|[-ー→]))|(?<=[0-9]の内)ー(?=[1-7])", "一"),
    (r"(?<=[1-7へヘ反])(?:友|叛)(?=$|[\s、。,;.合含台])", TURN_OVER),
    (r"(?<=[1-7へヘ反内外])(?: ?(?<=[内外反] ))?[含台](?=$|[\s、。,;.])", UNITE),
)
"""What a scanner sees for the signs of moves, where no other sign may stand."""


def colour_patterns(kinds: str) -> tuple[tuple[str, str], ...]:
    """Return what people write for the colour of a unit: ○A内, A内(白)."""
    return (
        (rf"[○〇◯⚪](?=[{kinds}])", "白"),
        (rf"[●⚫](?=[{kinds}])", "黒"),
        (rf"(?<![A-Za-z])[wW](?=[{kinds}][{PARTS}])", "白"),
        (rf"(?<![A-Za-z])[bB](?=[{kinds}][{PARTS}])", "黒"),
        (rf"(?<![白黒])([{kinds}][{PARTS}])[ 　]*[(（]([白黒])[)）]", r"\2\1"),
    )


def coloured_word_patterns(kinds: str) -> tuple[tuple[str, str], ...]:
    """Patterns of placed units in English: white A inner, WA-in@F7."""
    return tuple(
        (
            rf"(?i)(?<![A-Za-z])(?:{word})[ _-]?((?-i:[{kinds}]))[ _-]?\(?(?:{side})\)?(?= ?(?:@|at\b|on\b|to\b)| [a-g][1-9](?![0-9])(?! ?(?:to\b|into\b|[-→>x])))",
            rf"{colour}\1{part}",
        )
        for colour, word in (("白", "white|w"), ("黒", "black|b"))
        for part, side in SIDES_OF_A_PIECE.items()
    )


def code_patterns(kinds: str) -> tuple[tuple[str, str], ...]:
    """Patterns of letter codes round squares: wBi@b7, white Bi on b7, Di c7, g3-d3 Fe."""
    return tuple(
        row
        for code, part in (("i", "内"), ("[oe]", "外"))
        for row in (
            *(
                (
                    rf"(?<![A-Za-z])(?:{mark})([{kinds}]){code}(?: ?@ ?| (?:(?:on|at) )?)(?=[a-gA-G][1-9])",
                    rf"{colour}\1{part} ",
                )
                for mark, colour in (("w|[Ww]hite ", "白"), ("b|[Bb]lack ", "黒"), ("", ""))
            ),
            (rf"(?<=[a-g][1-9] )([{kinds}]){code}(?![A-Za-z0-9])", rf"\1{part}"),
        )
    )


def word_patterns(kinds: str) -> tuple[tuple[str, str], ...]:
    """Patterns of units in English and kana: outer cross, そとのはっかく, A-in."""
    rows = []
    for part, side in SIDES_OF_A_PIECE.items():
        spoken = "|".join(word for word in side.split("|") if not word.isascii() and "(" not in word and word != part)
        for kind in kinds:
            drawn = "".join(map(re.escape, FIGURES.get(kind, "")))
            shape = (
                SHAPES[kind] + f"|(?<![{kinds}][{PARTS}])[{drawn}]" * bool(drawn) if kind in SHAPES else f"(?-i:{kind})"
            )
            behind = f"{shape}|{kind}" if kind in SHAPES else shape
            word = rf"(?<![A-Za-z])(?:{side})(?:がわ|側|の?コマ|ガワ|の?こま|の?駒)?"
            rows += [
                (
                    rf"(?i)(?<![{kinds}]){word}[ _・/-]?[のノ]? ?(?:{shape})(?![A-Za-z0-9]|(?<=[＋+])[合反])",
                    kind + part,
                ),
                (rf"(?<![{kinds}]){word}[・/]{kind}(?![A-Za-z0-9の])", kind + part),
                (rf"(?i)(?<![{kinds}]){word} ?[(（](?:{behind})[)）]", kind + part),
                (rf"(?i)(?<![A-Za-z])(?:{shape})[のノ]?[ _・/-]?(\()?(?:{side})(?(1)\))(?![A-Za-z])", kind + part),
                (rf"(?i){kind} ?[(（](?:{side})(?:がわ|側)?[)）]", kind + part),
                (
                    rf"(?:{kind}|(?<![ぁ-んァ-ヶー]){SPOKEN_KINDS[kind]})(?:[ 　][のノ])?[のノ、,]?[ 　]?(?:{spoken})",
                    kind + part,
                ),
                (
                    rf"(?i){word}([^内外。;；]{{3,40}}?)[、, ]*(?:いま|今|表は|文字は)? *(?:{behind}) *{_SHOWN}",
                    rf"{kind}{part}\1",
                ),
            ]
    return tuple(rows)


def unit_patterns_by_slot(kinds: str, letters: str, *, coloured: bool) -> Iterator[tuple[str, str, str]]:
    """Yield the words for colour, kind and part of a unit, and for the end of its move, each with what has to stand beside it."""
    codes = {
        part: f"(?<=[{kinds}{letters}])(?:{code})(?![A-Za-z])" for part, code in zip(PARTS, ("i", "[eo]"), strict=True)
    }
    either = "|".join(SIDES_OF_A_PIECE.values())
    for colour, sign, words in zip(MARKS[1:] * coloured, ASCII_MARKS[1:], COLOUR_WORDS, strict=False):
        before_a_code = f"{sign}(?=[{kinds}][ieo](?![A-Za-z]))"
        yield "colour", colour, f"{colour}の?|(?i:{NO_WORD}(?:{words})){NO_WORD}|{before_a_code}"
    for kind, letter in zip(kinds, letters, strict=True):
        spoken = f"{SPOKEN_KINDS[kind]}|{ROMAJI_KINDS.get(kind, kind)}"
        ways = [
            f"{NO_WORD}(?:{spoken})(?=[ ・]?(?:の|no )?[ ・]?(?:{either}))",
            f"(?:(?<=[内外とちトチ])|(?<=[内外とちトチ][ の]))(?:{SPOKEN_KINDS[kind]})(?![ぁ-んァ-ヶ])",
            rf"(?<![A-Za-z])(?!(?<=[1-9] )to [a-g][1-9])(?:{letter}|{kind})(?=[ieo](?![A-Za-z]))",  # b7 to b6
        ]
        yield "kind", kind, "|".join([*(_shape_words(kind) if kind in SHAPES else _letter_words(kind)), *ways])
    for part in PARTS:
        word = f"(?i:{NO_WORD}(?:{SIDES_OF_A_PIECE[part]})){NO_WORD}(?:がわ|側|ガワ)?"
        yield "part", part, f"{word}|{codes[part]}"
    yield from (("suffix", own, words) for own, words in SHORT_SUFFIXES.items())


def _shape_words(kind: str) -> Iterator[str]:
    """Yield the patterns of a kind that is a shape: a word, a figure, or its sign where no square is meant."""
    yield f"(?i:{NO_WORD}(?:{SHAPES[kind]})){NO_WORD}"
    yield f"(?:{kind}|{BEFORE_A_PART.get(kind, kind)})(?=[・·/の ]?[内外])"
    yield f"(?<=[内外])(?:{CAPITAL_FIGURES.get(kind, kind)})(?![A-Za-z])"
    yield rf"(?<![0-9{_FIGURES}]){kind}(?![0-9{_FIGURES}の]|\s[0-9])|(?<=[内外]){kind}(?=[{_FIGURES}][0-9])"
    if drawn := "".join(map(re.escape, FIGURES.get(kind, ""))):
        yield rf"[{drawn}](?=$|[\s内外,、反合/)\]])"
    if corners := DIGITS_OF_KINDS.get(kind):
        yield rf"[(\[]{corners}[)\]]"


def _letter_words(kind: str) -> Iterator[str]:
    """Yield the patterns of a kind that is a letter."""
    yield f"(?<![A-Za-z]){kind}(?![A-Za-z0-9])"
    yield rf"(?<=[反 ]){kind.lower()}(?=$|[\s反合])"


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
            (r"(?:十字|重じ|じゅ[うー]じ)(?:がた|型)|十字形?", "十"),
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
