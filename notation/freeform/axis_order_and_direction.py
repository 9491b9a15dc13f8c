"""Order of the axes in squares of two figures, as a record tells it, and lines whose rows are counted from below put right."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from notation.freeform.fold_text import LocatedText
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine

MAX_CHESS_CHARACTERS = 480
"""The most characters of a line that is read so."""
_FROM_BELOW = kept_pattern(
    r"(?<![a-z])(?<!not )(?<!n't )(?:as|like) in (?:western )?chess|(?<![a-z])a1(?![0-9])[^.;]{0,40}(?:lower|bottom|near)[ -]left|a1[^。]{0,12}左下|左下[^。]{0,12}a1"
    r"|チェス(?:と同じ|式|の(?:座標|書き方|表記))(?!で?は(?:な|あり|無))"
    r"|(?:段|ranks?|rows?)(?:番号)?[^。.;列筋\d]{0,16}(?:下から|手前から|from (?:the )?bottom|from below)",
    re.IGNORECASE,
)
_FROM_THE_RIGHT = kept_pattern(r"右から|右端から|from (?:the )?right", re.IGNORECASE)
_SQUARE = kept_pattern(r"(?<![a-z0-9])([a-s])(1[0-9]|[1-9])(?![0-9])|(?<=[a-s][0-9]x)([a-s])([1-9])(?![0-9])")
_OTHER_SQUARE = kept_pattern(
    r"[一二三四五六七八九十][0-9]|[0-9][一二三四五六七八九]|(?<![0-9])[1-9][1-9](?![0-9])|[一二三四五六七八九]の[一二三四五六七八九]"
)
"""A square in another way of writing; nothing says that its rows are counted so."""
MAX_SENTENCE_CHARACTERS = 120
"""The most characters of a sentence that states a convention."""
_COLUMN = r"(?:左から(?:何(?:番|列)目?)?|[横縦]の列|[よた][こて]のれつ|(?:縦|たて|タテ)の?(?:列|れつ)|横(?:軸|方向|座標|の(?:数字?|番号))?(?!の?段)|(?:よこ|ヨコ)(?:軸|方向)?(?!の?(?:段|だん))|(?<![横縦])列(?:番号)?|れつ|筋|すじ|(?<![a-z])(?:columns?|cols?|files?|x|spalten?|colonnes?|columnas?|retsu|suji|keta)(?![a-z]))"
_ROW = r"(?:上から(?:何[番段行]目?)?|[横縦]の[段行]|(?:横|よこ|ヨコ)の?(?:段|だん)|縦(?:軸|方向|座標|の(?:数字?|番号))?(?!の?列)|(?:たて|タテ)(?:軸|方向)?(?!の?(?:列|れつ))|段(?:番号)?|だん|(?<![横縦一二三四五六七八九十\d])行(?:番号|(?![くきっかこ先]))|(?<![a-z])(?:rows?|ranks?|y|zeilen?|reihen?|lignes?|rang[ée]es?|filas?|dan)(?![a-z]))"
_MORE = r"(?:\s?\([^()]{1,20}\))?"
_LINK = r"\s*(?:[・、,/→>~〜+-]|->|の順に|(?:が|を)(?:先|さき|最初|前)(?:で|に)?[、,]?|から|(?:first)?[, ]*(?:and )?then|and|before|by|の次に|no tsugi ni)\s*"
_CUE = kept_pattern(
    r"順|ケタ|けた|桁|左上|ひだりうえ|ヒダリウエ|数字|座標|表記|棋譜|番地|(?:マス|[升枡桝])目?は|左から|[書読]み?(?:き?方|いて|きます|く)|(?<![a-z])(?:coordinates?|order|notation|squares?|digits?|numbers?|followed by|links|gauche|izquierda|hidari|angabe|bangou?)(?![a-z])",
    re.IGNORECASE,
)
"""What a sentence about the order of figures speaks of, besides the names of the axes."""
_FIRST = r"(?:先|さき|最初|first)(?![^\W\d_ぁ-んァ-ヶA-Za-z縦段列横行筋次])(?!で?は(?:な[いく]|あり)|じゃ)"
NAMES_ROWS_FIRST = kept_pattern(
    r"(?:段|たて|タテ|縦|(?<![a-z])rows?|(?<![a-z])ranks?)[^。.;]{0,24}?(?:筋|列|よこ|ヨコ|横|columns?|files?)",
    re.IGNORECASE,
)
"""A text that speaks of rows, then of columns."""
_FAR, _NEAR = (
    rf"(?:{side}['’]?s (?:(?:back|home|first|own) )?(?:row|rank|side|line|end)|{place})"
    for side, place in (
        ("black", "(?:the )?(?:top|far)(?: (?:row|rank|side|end))?"),
        ("white", "(?:the )?(?:bottom|near)(?: (?:row|rank|side|end))?"),
    )
)
"""The side of the board that 後手 sits at in the Union games, and that of 先手."""
_A_TO_G = r"(?:files?|columns?),? (?:(?:run|go|are|from) )*a ?(?:-|–|\.\.|to|through) ?[a-s]"
_LETTERED = r"(?:,? (?:are |is )?(?:counted |lettered |named |running )?|[:,] ?)"
_RANK_ONE = r"(?:ranks?|rows?) (?:1|one) (?:is|=|at|being|on) (?:at )?(?:the )?"
_FILES_AS_WHITE_SEES = (
    rf"{_A_TO_G}{_LETTERED}(?:from )?(?:white['’]?s left|(?:the )?left to right|the left|black['’]?s right)(?: hand)?(?: to right)?"
    rf"(?:,? (?:and )?{_RANK_ONE}{_FAR})?|(?:^|(?<=[.;(])|(?<=[.;] )|(?<=[.;]  )){_RANK_ONE}{_FAR}"
)
_ONE = r"(?:[1１一]つ目|[1一]文字目|最初|はじめ|初め|左|前|十の位|first|left)(?:の|側の)?\s*(?:数字|数|桁|ほう|方|文字|digit|number|figure|word)?\s*(?:が|は|=|is|:)\s*(?:the )?"
_ORDERS = tuple(
    (kept_pattern(pattern, re.IGNORECASE), order, alone)
    for order, one, two in (("column", _COLUMN, _ROW), ("row", _ROW, _COLUMN))
    for pattern, alone in (
        (rf"{one}{_MORE}{_LINK}{two}{_MORE}", False),
        (rf"{one}の?{two}[」』)]?の?(?:順|[2二](?:ケタ|けた|桁|文字|数字))", False),
        (rf"{one}(?:の?\s?(?:番号|ばんごう))?\s?(?:が|は|を|から)?\s?{_FIRST}", True),
        (rf"{_ONE}{one}", True),
        (rf"{one}[はが:]?[^。;]{{0,12}}左[^。;]{{0,24}}[、,。 ]\s*{two}[はが:]?[^。;]{{0,12}}(?:上|奥|向こう)", True),
        (
            rf"{one}(?:\.\.\.|[^.;。]){{0,20}} (?:from|von|de|desde|à partir de) [^.;。]{{0,20}},\s*(?:and |und |et |y )?{two}(?:\.\.\.|[^.;。]){{0,20}} (?:from|von|de|desde|à partir de) ",
            True,
        ),
        (rf"{one}[^.;。]{{0,40}}[, ]then\s+(?:the )?{two}", True),
    )
)
"""What tells the order of the axes; the flag says whether it does so without a word about figures in its sentence."""
_ORDERS = (
    *_ORDERS,
    (
        kept_pattern(
            r"(?:squares? )?(?<![a-z])a1 ?(?:=|is|at|\() ?(?:the )?(?:top|upper)[ -]?left(?: corner)?(?:\) to [a-s]\d{1,2} \([a-z -]{4,20}\))?",
            re.IGNORECASE,
        ),
        "column",
        True,
    ),
    (kept_pattern("筋(?:番号)?[はをが]?左(?:端)?から"), "column", True),  # as in shogi the file stands first
    (kept_pattern(_FILES_AS_WHITE_SEES, re.IGNORECASE), "column", True),
    (
        kept_pattern(
            r"(?:よこ|ヨコ|横|列)[はがを]\s*(?:左|ひだり)から\s*(?:(?:数|かぞ)え(?:る|ます|て))?[。、,\s]{0,3}(?:たて|タテ|縦|段)[はがを]\s*(?:上|うえ)から\s*(?:(?:数|かぞ)え(?:る|ます|た))?"
        ),
        "column",
        True,
    ),
    (
        kept_pattern(
            r"(?<!漢)(?<!漢字の)数字[はがを]左(?:端)?から[^。、,漢]{0,8}[、, ]\s?漢数?字[はがを]上から|(?<![A-Za-z])[a-iA-I]\s?[~〜～-]\s?[a-sA-S][がは]左(?:端)?から[^。、,]{0,8}[、, ]\s?1[^。、,]{0,6}[がは][^。、,]{0,4}上"
        ),
        "column",
        True,
    ),
    *(
        (
            kept_pattern(
                rf"(?<![はがをも])(?<!段が)(?<!列が){one}(?:から|カラ)[^\s\d。;・、,→>-]{{0,4}}\s*[・、,→>-]+>?\s*{two}(?:から|カラ)"
            ),
            order,
            True,
        )
        for order, one, two in (
            ("column", "(?:左|ひだり|ヒダリ)", "(?:上|うえ|ウエ)"),
            ("row", "(?:上|うえ|ウエ)", "(?:左|ひだり|ヒダリ)"),
        )
    ),
)
_KANJI = "一二三四五六七八九"
_EXAMPLE = kept_pattern(
    r"(?<![0-9])([1-9])\s*[-,.・の]?\s*([1-9一二三四五六七八九])\s*(?:=|は|なら|とは)\s*([一二三四五六七八九])\s*の?\s*0?([1-9])(?=$|[\s、。)」』】]|の|と|で(?!は)|,)"
)
"""A square of two figures, and what it is in the notation: 31=三の01."""
_EXAMPLE_IN_WORDS = kept_pattern(
    r"(?<![0-9])([1-9])\s*[-,.・の]?\s*([1-9])\s*[」』)]?\s*(?:(?:みたいな|のような|っぽい)(?:の|やつ|数字)|みたいに書いた(?:の|マス)|(?:って|と)(?:いうの|書いた(?:の|ら|マス)?|あるの|の)|とか|(?:の|という)(?:マス|数字|場所))?\s*(?:=|は|が|なら|とは|って)\s*"
    r"(?:左から|(?:よこ|横|ヨコ)(?:に|が)?|(?P<down>上から|(?:たて|縦|タテ)(?:に|が)?))\s*([1-9])(?:番目?|列目?|段目?|つ目?)?[\s、・,で]{0,3}"
    r"(?:左から|よこ|横|ヨコ|上から|たて|縦|タテ)(?:に|が)?\s*([1-9])"
)
"""A square of two figures, and what they count: 37は左から3、上から7."""
COUNTED_OTHERWISE = kept_pattern(
    r"(?:[列筋横]|columns?|files?|(?<![A-Za-z])[xX](?![A-Za-z0-9]))(?:番号)?[^。.;\d列筋横yY]{0,16}(?:右端? ?から|from (?:the )?right|right[ -]to[ -]left)"
    r"|(?:[段縦]|rows?|ranks?|(?<![A-Za-z])[yY](?![A-Za-z0-9]))(?:番号)?[^。.;\d段縦xX]{0,16}(?:下 ?から|手前 ?から|from (?:the )?bottom|bottom[ -]to[ -]top)"
)
"""A sentence that counts columns from the right or rows from below, as the notation does not: it is not read."""
_INSIDE = kept_pattern(r"\([^()\0]{1,40}\)")
"""What a bracket says of an axis."""
_STOPS = kept_pattern(r"[。()「」【】『』;※\s]")
_TOPIC = kept_pattern(r"(?:(?:マス|[升枡桝]|[ます]{2})目?|座標|番地|場所|位置|数字|表記|符号)[はがハガ:、]\s?[「『]?$")
"""What a quotation about the order stands behind: マス目は「横・縦」."""
_CORNER = kept_pattern(r"\s*\(?(?:左上|ひだりうえ|ヒダリウエ|upper left|top left)[^()]{0,16}\)", re.IGNORECASE)
"""Which square a corner is, behind the order of the axes: (左上が1-1)."""
_MOVE_BEHIND = kept_pattern(
    r"[・/|、,。][^ぁ-んa-zA-Z・/|、,。]{0,6}?(?<!\d)[1-9][-.]?[1-9](?!\d)[^ぁ-んa-zA-Z・/|、,。]{0,6}(?=[・/|、,。]|$)"
)
"""A move that was written on the line of a sentence: ・🔴🚩52."""
_ENGLISH_STOPS = kept_pattern(r"[;:]|\s{2}|\.\s|[^\x00-\x7f]")


def counts_from_below(game: Game, text: str) -> bool:
    """Return whether a line says that the rows of a board are counted from below, as chess does."""
    return (
        bool(game.vocabulary.cells)
        and len(text) <= MAX_CHESS_CHARACTERS
        and _FROM_BELOW.search(text) is not None
        and _FROM_THE_RIGHT.search(text) is None
    )


_TELLS = r"(?=\s?(?:[\d一]|で?す|だ|[、。)]|$|に?(?:数え|かぞえ|書|番号|番|順|始|はじ|つけ|付|振|ふっ|並)|の(?:番号|順)|と[しな]))"
_FROM_RIGHT = kept_pattern(
    rf"(?:[列筋横]|よこ|ヨコ|れつ)(?:番号|の数字)?[^。;\d列筋横]{{0,16}}(?:右端?|みぎ)から{_TELLS}|右端?[がを]は?(?:[1１一]|いち)(?:筋|列|とし|で|。|$)"
    r"|右上(?:の?(?:隅|すみ|角|かど|マス))?[がを=](?:[1１一][-・の,]?[1１一]|a1)|(?:座標|符号|マス(?:目)?|棋譜|筋)[はも]?(?:普通の|本?将棋)(?:と同じ|式|の(?:数え方|書き方|表記))"
    r"|(?:columns?|files?)[^.;\d]{0,24}(?:counted |numbered )?from (?:the )?right|(?:squares?|coordinates?|files?|columns?)[^.;]{0,30}(?:as|like) in shogi|a1 (?:is |=|at )[^.;]{0,12}(?:top|upper)[ -]right"
    rf"|{_A_TO_G}{_LETTERED}(?:from )?(?:black['’]?s left|white['’]?s right)",
    re.IGNORECASE,
)
_FROM_BOTTOM = kept_pattern(
    rf"(?:[段縦]|たて|タテ|だん|(?<![一二三四五六七八九十\d])行)(?:番号|の数字)?[^。;\d段縦]{{0,16}}(?:下端?|した|手前)から{_TELLS}|左下(?:の?(?:隅|すみ|角|かど|マス))?[がを=](?:[1１一][-・の,]?[1１一]|a1)"
    r"|(?:rows?|ranks?)[^.;\d]{0,24}(?:counted |numbered )?from (?:the )?(?:bottom|below)|(?:squares?|coordinates?|ranks?|rows?)[^.;]{0,30}(?<![a-z])(?<!not )(?<!n't )(?:as|like) in (?:western )?chess|a1 (?:is |=|at )[^.;]{0,16}(?:lower|bottom|near)[ -]left"
    r"|(?:座標|符号|番地|記法|表記|マス(?:目)?)[^。;]{0,8}チェス(?:と同じ|式|の)|チェス(?:の(?:座標|書き方|表記)|(?:式|と同じ)の?(?:座標|表記|記法|書き方))"
    rf"|(?<![a-z]){_RANK_ONE}{_NEAR}",
    re.IGNORECASE,
)
RIGHT, BOTTOM = "right", "bottom"
"""The sides of the board from which a record counts its columns and rows, where not from the left and the top."""


def find_unusual_counted_sides(text: str) -> tuple[int, int, tuple[str, ...]] | None:
    """Return where a sentence says from which sides the axes are counted, and those that are not usual; None if none does."""
    found = [
        (side, match)
        for side, pattern in ((RIGHT, _FROM_RIGHT), (BOTTOM, _FROM_BOTTOM))
        if (match := pattern.search(text))
    ]
    if not found or len(text) > MAX_CHESS_CHARACTERS:
        return None
    start, end = min(one.start() for _, one in found), max(one.end() for _, one in found)
    return (*_sentence_around(text, start, end), tuple(side for side, _ in found))


def lines_with_rows_counted_from_above(game: Game, lines: Sequence[CleanLine], *, turned: bool) -> list[CleanLine]:
    """Return lines with rows counted from above where `turned` says so."""
    if not game.vocabulary.cells:
        return list(lines)
    return [_line_counted_from_above(game, laid) for laid in lines] if turned else list(lines)


def _line_counted_from_above(game: Game, clean_line: CleanLine) -> CleanLine:
    """Return a line with its rows counted from above; one with squares of another kind is refused."""
    text, passage = clean_line.passage.text, clean_line.passage
    if clean_line.furniture or clean_line.parts or len(text) > MAX_CHESS_CHARACTERS:
        return clean_line._replace(refused=clean_line.refused or not clean_line.furniture)
    if _OTHER_SQUARE.search(text):
        return clean_line._replace(refused=True)
    made, at = LocatedText("", ()), 0
    for found in _SQUARE.finditer(text):
        column, row = (found[1], found[2]) if found[1] else (found[3], found[4])
        if int(row) <= game.board.rows:
            written = f"{column}{game.board.rows + 1 - int(row)}"
            place = passage.places[found.start()]
            made = made.joined(passage.part(at, found.start())).joined(LocatedText(written, (place,) * len(written)))
            at = found.end()
    passage = made.joined(passage.part(at, None))
    return clean_line if passage.text == text else clean_line._replace(passage=passage, raw=None)


_SCRIPTS = (
    r"漢数字|漢字",
    r"(?:(?:算用|アラビア|洋|ふつうの|普通の|ただの)数?字|(?<![漢丸○])数字)",
    r"(?:丸(?:付き|つき|囲み)?|○|まる)(?:の)?(?:数?字)",
)
"""The scripts of figures; where two stand in a square, the later one here stands first: ⑤6, ⑤六, 5六."""
_SCRIPT = "|".join(f"(?P<{{0}}{at}>{words})" for at, words in enumerate(_SCRIPTS))
_AXES_OF_SCRIPTS = tuple(
    (
        kept_pattern(
            rf"{one}\s?[はをが=:]\s?(?:{_SCRIPT.format('a')})[でに]?[、,・/ ]{{1,2}}{two}\s?[はをが=:]\s?(?:{_SCRIPT.format('b')})"
        ),
        names_the_column,
    )
    for one, two, names_the_column in ((_COLUMN, _ROW, True), (_ROW, _COLUMN, False))
)
"""A sentence that tells the script of each axis: よこ＝算用数字、たて＝漢数字."""


def _order_of_scripts(text: str) -> tuple[re.Match[str], str] | None:
    """Return a sentence that tells the scripts of the axes, and which axis stands first by them; None if there is none."""
    for pattern, names_the_column in _AXES_OF_SCRIPTS:
        if (match := pattern.search(text)) is not None:
            one, two = (next(at for at in range(len(_SCRIPTS)) if match[f"{name}{at}"]) for name in "ab")
            if one != two:
                return match, "column" if (one > two) is names_the_column else "row"
    return None


_NAMES_AN_AXIS = kept_pattern("[A-Za-z左上横縦列段行筋]|[よた][こて]|ヨコ|タテ|れつ|だん|すじ|ひだり|ヒダリ|うえ|ウエ")
"""A part of each word for an axis, or for the side of the board that it is counted from: most lines have none."""


def find_order_of_figures(text: str) -> tuple[int, int, str] | None:
    """Return where a sentence about the order of figures stands, and the order; None if there is none, or several."""
    may_tell = _NAMES_AN_AXIS.search(text) is not None
    scripts = _order_of_scripts(text) if may_tell else None
    found = [] if scripts is None else [scripts]
    for pattern, order, alone in _ORDERS if may_tell else ():
        match = pattern.search(text)
        if match is not None:
            start, end = _sentence_around(text, *match.span())
            if alone or _CUE.search(text[max(0, start - 12) : end + 12]):
                found.append((match, order))
    for example in _EXAMPLE.finditer(text):
        one, two, column, row = example.groups()
        named = (str(_KANJI.index(column) + 1), row)
        two = str(_KANJI.index(two) + 1) if two in _KANJI else two
        if one != two and named in {(one, two), (two, one)}:
            found.append((example, "column" if named == (one, two) else "row"))
    for example in _EXAMPLE_IN_WORDS.finditer(text):
        one, two, down, three, four = example.groups()
        if one != two and {one, two} == {three, four}:
            found.append((example, "column" if ((one, two) == (three, four)) is (down is None) else "row"))
    if len({order for _, order in found}) != 1:
        inside = [] if len(found) < len(("column", "row")) else list(_INSIDE.finditer(text))
        bare = _INSIDE.sub(lambda one: "(" + "\0" * (len(one[0]) - 2) + ")", text)
        return find_order_of_figures(bare) if inside and bare != text else None  # 段(よこの並び・上が一段)を先に
    start, end = min(one.start() for one, _ in found), max(one.end() for one, _ in found)
    start, end = _sentence_around(text, start, end)
    return (start, end, found[0][1]) if end - start <= MAX_SENTENCE_CHARACTERS else None


def _sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the sentence round a part of a text."""
    stops = _ENGLISH_STOPS if text[start:end].isascii() else _STOPS
    before = [stop.end() for stop in stops.finditer(text, 0, start)]
    behind = stops.search(text, end)
    first, last = (before[-1] if before else 0), (behind.start() if behind else len(text))
    first = topic.start() if (topic := _TOPIC.search(text, max(0, first - 12), first)) else first
    behind = _MOVE_BEHIND.search(text, end, last)
    last = last if behind is None else behind.start()
    while first and text[first - 1] in "※(「【*・ ":
        first -= 1
    while last < len(text) and text[last] in "。)」】.":
        last += 1
    corner = _CORNER.match(text, last)
    last = last if corner is None else corner.end()
    return first, last
