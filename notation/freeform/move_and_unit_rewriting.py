"""Rewrites moves, and names of units in other languages, in the words of the notation; each character knows where it came from."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from notation.freeform.fold_text import LocatedText
from notation.freeform.word_list_patterns import first_sign_pattern
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import KANJI, parse_numeral

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine


KANJI_FIGURES = "一二三四五六七八九"
_AND = "[・,、 ]*"
_KATAKANA = kept_pattern("[ァ-ヶー]|(?<=[ァ-ヶー])・(?=[ァ-ヶー])")
SKIPPED = "パス"
_PASSING = (
    kept_pattern(r"(?<![A-Za-z])pass(?:es|ed)?(?![A-Za-z])", re.IGNORECASE),
    kept_pattern(
        r"最後の(?:一手|1手|手)[をは](?:指さなかった|指さない|指しません(?:でした)?|放棄(?:した|しました)?|見送(?:り|る|った|りました))"
    ),
)
"""What people write for パス, besides the word."""
_AXIS = f"の之乃ノ{KANJI}壱壹弌弐貳貮参參"
_IN_ANY_GAME = (
    *(
        (kept_pattern(rf"[{old}](?=[{_AXIS}0-9])|(?<=[{_AXIS}])[{old}]"), new)
        for old, new in (("壱壹弌", "一"), ("弐貳貮", "二"), ("参參", "三"))
    ),
    (kept_pattern(":(?:arrow_right|arrow|point_right|fast_forward):"), "→"),
    (kept_pattern("靈"), "霊"),
    (kept_pattern(r"(?i)(?<![a-z])(?:wo|o) (?:oki(?:masu|mashita)|oku|oita)(?![a-z])"), "を置く"),
    (kept_pattern(r"(?i)(?<=まで )(?:iki(?:masu|mashita)|iku|itta|ugoki(?:masu|mashita))(?![a-z])"), "行く"),
    (kept_pattern(r"(?<=[0-9一二三四五六七八九)段目])で(?=\s*(?:置|お[いき]))"), "に"),
    (kept_pattern(rf"(?<=\s)(?:配置|移動)\s+(?=[{KANJI}1-9a-s][の0-9{KANJI}])"), ""),
    (kept_pattern(r"([白黒])の?(?:コマ|こま|駒)\s*(?=[A-G])"), r"\1"),
    (kept_pattern("戰"), "戦"),
    (kept_pattern(r"(?<=\s)([*_])([^\s*_|]{1,4})\1(?=\s|$)"), r"\2"),
    (kept_pattern("龍"), "竜"),
    (kept_pattern("內"), "内"),
    *((kept_pattern(rf"(?<![ァ-ヶ{KANJI}]){sign}(?=[0Oo]?[1-9lI])"), into) for sign, into in ("ニ二", "ミ三")),
    (kept_pattern(rf"(?<![0-9ァ-ヶー―{KANJI}-])[ー―](?=0[1-9])|(?:(?<=^\d )|(?<=^\d\d ))-(?=0[1-9])"), "一"),
    (kept_pattern(rf"(?<=[{KANJI}])[lI](?![A-Za-z])|(?<=[{KANJI} ][0O])[lI](?![A-Za-z])"), "1"),
    (kept_pattern(rf"(?<=[{KANJI}])S(?![A-Za-z])"), "5"),
    (kept_pattern(rf"(?<=[{KANJI}][0-9])一(?=[{KANJI}][0-9](?![0-9]))|(?<=[0-9Il] )一(?= [{KANJI}] ?[0Oo]?[1-9Il](?![0-9]))"), "-"),
    (kept_pattern(r"(?<=[へにヘニ])[、, ]{0,2}(?:動いた|うごいた|動かした|うごかした|進めた|移した|移動した|移動)[、, ]{1,2}(?=を?\s*(?:反|合|成|裏返|うら|ウラ|ひっくり|がったい|重|くっつ))"), ""),
    (kept_pattern(rf"(?<![{KANJI}0-9の])[{KANJI}1-9]の?[{KANJI}0-9]{{1,2}}[へにヘニ][、, ]{{0,2}}(?:あっ?|いや|えっ?と|えーと)?[、,… ]{{0,3}}(?:(?:違(?:う|った|います)|ちが(?:う|った)|間違え(?:た|ました)?|間違い)[、,… ]{{0,2}}){{1,3}}(?=[{KANJI}0-9]の?[{KANJI}0-9])"), ""),
    (kept_pattern(r"(?:進め|すすめ|動かし|うごかし|移し|うつし|移動し|動い|うごい|進ん|すすん|移っ|重ね|乗せ|置い)[てで][、,]?(?=を?\s*(?:反|合|成|裏返|うらがえ|ひっくり|がったい|くっつ))"), ""),
    (kept_pattern(r"(?<=[0-9一二三四五六七八九])\s?\((?:ここで|を)?(?:倒(?:す|した|して)|たおす|討(?:つ|った)|撃破|やっつける|取(?:る|った|って)|経由|通過|beats?|beating|takes?|via)\)\s?(?=(?:-|→)\s?[一二三四五六七八九a-g0-9])"), ""),
    (kept_pattern(r"(?i)\b(?:plac|put|drop|mov|play|tak|captur)(?:es?|s|ed|ing)?\s+(?:an?\s+|the\s+|his\s+|her\s+|my\s+)?(?=[a-z]{3})"), ""),
)  # fmt: skip
"""Old figures and kanji, what a scanner makes of figures, verbs before what happens at the end of a move: in any game."""
_SCANNED_NUMBER = kept_pattern(
    r"^\s*(?:(?=[0-9O]?[l0-9])(?=[0-9l]{0,2}[lO])[0-9lO]{2,3}|l(?=\s*[|:.)]|\s+[▲△☗☖]))(?=[\s|:.)])"
)
"""A ply number with letters in place of figures: l0, ll, 2O."""
_FIGURE = rf"[1-9{KANJI.replace('〇', '')}]"
ROMAJI_FIGURES = {
    word: value
    for value, words in enumerate(
        ("ichi", "ni", "san", "yon shi", "go", "roku", "nana shichi", "hachi", "kyu kyuu ku"), start=1
    )
    for word in words.split()
}
ROMAJI_PARTICLES = {"": "", "ni": "に", "kara": "から", "yori": "より", "made": "まで", "e": "へ", "he": "へ"}
_ROMAJI = "|".join(sorted(ROMAJI_FIGURES, key=len, reverse=True))
_ROMAJI_SQUARE = kept_pattern(
    rf"(?i)(?<![a-z])({_ROMAJI})(?: no | ?[-.・] ?| (?=(?:{_ROMAJI}|[1-9]) (?:ni|kara|yori|made|he|e|oku|oki(?:masu|mashita)|wo|o)(?![a-z])))({_ROMAJI}|[1-9])(?![a-z0-9])(?: (ni|kara|yori|made|he|e)(?![a-z]))?"
)
_COLUMN = r"(?:よこ|ヨコ|横|左から|左(?=に?[\d一二三四五六七八九])|列|れつ|筋|すじ|(?<![a-z])(?:columns?|cols?\b|files?|x|c)(?![a-z]))"
_ROW = r"(?:たて|タテ|縦|上から|上(?=に?[\d一二三四五六七八九])|行|段|だん|(?<![a-z])(?:rows?|ranks?|y|r)(?![a-z]))"
_NAMED = r"(?:(?<![1-9一二三四五六七八九])|(?![列れ筋す行段だ]))"
"""Where a named axis begins: 2れつ7だん names them behind their numbers."""
_IS = r"(?:の|に|が)?\s?[=:]?\s?"
_IN_ONE, _IN_OTHER = r"\s?(?:列目?|れつめ?|筋目?|番目?|ばんめ)?", r"\s?(?:段目?|だんめ?|行目?|番目?|ばんめ)?"
_PART = r"[、,・/ので-]?\s?(?:and )?"
_COLUMN_AND_ROW = (
    kept_pattern(rf"(?i){_NAMED}{_COLUMN}{_IS}({_FIGURE}){_IN_ONE}{_PART}{_ROW}{_IS}({_FIGURE})(?![0-9]){_IN_OTHER}"),
    kept_pattern(rf"(?i)(){_NAMED}{_ROW}{_IS}({_FIGURE}){_IN_OTHER}{_PART}{_COLUMN}{_IS}({_FIGURE})(?![0-9]){_IN_ONE}"),
    kept_pattern(rf"({_FIGURE})\s*(?:列目?|れつめ?|筋目)\s*の?\s*({_FIGURE})\s*(?:段目?|だんめ?|行目?)"),
    kept_pattern(rf"()({_FIGURE})\s*(?:段目?|だんめ?|行目?)\s*の?\s*({_FIGURE})\s*(?:列目?|れつめ?|筋目?)"),
    kept_pattern(r"(?<![^\W\d_])()([一二三四五六七八九])段([1-9])(?![0-9段級列筋勝敗])"),
)
"""A square whose axes are named, the column first or the row."""
FILE_AND_ROW = kept_pattern(rf"({_FIGURE})\s*筋\s*の?\s*({_FIGURE})\s*(?:段目?|だんめ?|行目?)")
"""The same by the word of shogi, which counts its files from the right."""
NAMED_SQUARE = (
    r"[(]?(?:十?[一二三四五六七八九十]|[1-9]|[a-zA-Z](?![a-zA-Z]))\s?[の,、]?\s?(?:[0-9]{1,2}|[一二三四五六七八九])[)]?"
)
BEATEN = (
    r"\s*を?\s*(?:討(?:つ|った|ち(?:取る|取った|ます|ました))|打ち(?:取る|取った)|やっつけ(?:る|た|ます|ました)|倒(?:す|した|し(?:ます|ました))"
    r"|たお(?:す|した|し(?:ます|ました))|取(?:る|った|り(?:ます|ました))|と(?:る|った|り(?:ます|ました))|撃破(?:する|した)?|撃(?:つ|った))"
)
"""What says that a move beats the unit that is named before it."""
_ORIGIN_BEHIND = kept_pattern(r"\(([^\s()]{2,4})(?:から|より)\)")


def rewrite_in_notation(game: Game, passage: LocatedText) -> LocatedText:
    """Return a line with the notation's own words in its moves; each character knows where it came from."""
    at = _next_rewriting(game, passage.text, 0)
    while at is not None:
        passage = _replace_matches(passage, *_rewriting_patterns(game)[at])
        at = _next_rewriting(game, passage.text, at + 1)
    return passage


@lru_cache(maxsize=4096)
def _next_rewriting(game: Game, text: str, start: int) -> int | None:
    """Return the index, from a first one on, of the next pattern that stands in a text; None if none does."""
    patterns = _rewriting_patterns(game)
    may_stand = set[int]().union(*(_rewritings_beginning_with(game, sign) for sign in {*text}))
    return next((at for at in sorted(may_stand) if at >= start and patterns[at][0].search(text)), None)


@lru_cache(maxsize=4096)
def _rewritings_beginning_with(game: Game, sign: str) -> frozenset[int]:
    """Return the indices of the patterns that may begin with a sign: of hundreds, those of a line are a few."""
    return frozenset(at for at, first in enumerate(_first_signs_of_rewritings(game)) if first.match(sign))


@lru_cache(maxsize=16)
def _first_signs_of_rewritings(game: Game) -> Sequence[re.Pattern[str]]:
    """Return the patterns of the signs that each of the patterns may begin with."""
    patterns = [pattern for pattern, _ in _rewriting_patterns(game)]
    return [
        kept_pattern(first_sign_pattern(one.pattern.removeprefix("(?i)")), one.flags & re.IGNORECASE)
        for one in patterns
    ]


@lru_cache(maxsize=16)
def _rewriting_patterns(game: Game) -> Sequence[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]]:
    """Return the patterns that are replaced in the moves of a game one after the other, and what replaces them."""
    vocabulary = game.vocabulary
    board_letters = chr(ord("a") + game.board.columns - 1)
    words = _unit_pattern(vocabulary.units, vocabulary.suffixes)
    before = "".join(re.escape(sign) for sign in sorted(set("".join(vocabulary.units))))
    one = rf"\(\s*(?:{words})\s*\)"
    unit = _unit_pattern(vocabulary.units, ())
    suffix = _unit_pattern(vocabulary.suffixes, ())
    signs = (rf"(?<=\s):({suffix}):(?=\s|$)", rf"[《【〈〔\[]\s?({suffix})\s?[》】〉〕\]]")
    quoted = (kept_pattern(rf"[「『\[<]\s?({unit})\s?[」』\]>]"), *list(map(re.compile, signs)) * bool(suffix))
    bracketed = kept_pattern(
        rf"(?<=[0-9{KANJI}十へにたるすくて{before}{''.join(vocabulary.suffixes)}])\s?{one}(?:\s?{one})*"
    )
    return (
        (_ROMAJI_SQUARE, _square_from_romaji),
        *[(_SCANNED_NUMBER, lambda found: found[0].translate(str.maketrans("lO", "10")))] * (board_letters < "l"),
        *((axes, _square_of_named_axes) for axes in (*_COLUMN_AND_ROW, FILE_AND_ROW)),
        *_IN_ANY_GAME,
        *((kept_pattern(pattern), into) for pattern, into in vocabulary.rewritings if not pattern.startswith("^")),
        *((passing, SKIPPED) for passing in _PASSING if game.passes),
        *((sign, r"\1") for sign in quoted),
        (_ORIGIN_BEHIND, r"(\1)"),
        (_sentence_pattern(vocabulary.units), r"\1の\2が\3へ"),
        (bracketed, lambda found: re.sub(_AND, "", re.sub(r"[()\s]", "", found[0]))),
    )


def _replace_matches(
    passage: LocatedText, pattern: re.Pattern[str], replacement: str | Callable[[re.Match[str]], str]
) -> LocatedText:
    """Return a passage with the matches of a pattern replaced; the new characters have the places of the old ones."""
    at, text, places = 0, "", passage.places[:0]
    for found in pattern.finditer(passage.text):
        new = found.expand(replacement) if isinstance(replacement, str) else replacement(found)
        old = passage.places[found.start() : found.end()]
        if not old or (_KATAKANA.match(passage.text, found.end() - 1) and _KATAKANA.match(passage.text, found.end())):
            continue  # a part of a longer word: ユニオンキング
        text += passage.text[at : found.start()] + new
        places += (*passage.places[at : found.start()], *(old[min(number, len(old) - 1)] for number in range(len(new))))
        at = found.end()
    return LocatedText(text + passage.text[at:], places + passage.places[at:]) if at else passage


def _square_from_romaji(match: re.Match[str]) -> str:
    """Return a square in Latin letters with its particle in the notation: yon no go kara is 四5から."""
    column, row = (ROMAJI_FIGURES.get(word.lower()) or int(word) for word in match.groups()[:2])
    return f"{KANJI_FIGURES[column - 1]}{row}" + ROMAJI_PARTICLES[(match[3] or "").lower()]


def _square_of_named_axes(match: re.Match[str]) -> str:
    """Return the square of a column and a row with their names: 1列目の7段目 is 一7."""
    column, row = (match[1], match[2]) if match[1] else (match[3], match[2])
    return KANJI_FIGURES[parse_numeral(column) - 1] + str(parse_numeral(row))


def _sentence_pattern(units: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern for a unit of one square that goes to another, or beats what stands there: 二の五の弓、五の五の馬を討つ."""
    unit = "|".join(map(re.escape, sorted((one for one in units if not one.isascii()), key=len, reverse=True)))
    return kept_pattern(
        rf"({NAMED_SQUARE})\s?の\s?({unit})\s?(?:で|が|は|、|,)\s*({NAMED_SQUARE})(?:[にへ]?(?:い|居|あ)(?:た|る|った))?"
        rf"(?:(?:\s?(?:の\s?)?(?:(?:相手|敵)\s?の?\s?)?(?:{unit}))?{BEATEN}|\s?へ)"
    )


def _unit_pattern(units: Iterable[str], suffixes: Iterable[str]) -> str:
    """Return the pattern for a unit, for suffixes, or for both."""
    unit, suffix = (
        "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) for words in (units, suffixes)
    )
    more = rf"(?:{_AND}(?:{suffix}))*" if suffix else ""
    return rf"(?:{unit}){more}|(?:{suffix}){more}" if suffix else unit


MAX_NAMED_CHARACTERS = 480
"""The most characters of a line that is read so."""
_OF_CHESS = kept_pattern(
    r"chess (?:pieces?|sets?|men|units?|army|armies)|algebraic|チェスの?(?:駒|並び|配置|初期配置)|(?:as|like) in chess|(?<![A-Za-z])queens?(?![a-z])",
    re.IGNORECASE,
)
_OF_SHOGI = kept_pattern(r"(?<![A-Za-z])(?:golds?|silvers?|lances?)(?![a-z])", re.IGNORECASE)
_CHESS = {"king": "王", "queen": "后", "rook": "城", "bishop": "僧", "knight": "騎", "pawn": "兵"}
_SHOGI = {
    "king": "玉", "gold": "金", "silver": "銀", "rook": "飛", "bishop": "角", "knight": "桂", "lance": "香", "pawn": "歩",
}  # fmt: skip
_STONES = {"pearl": "珠", "renju stone": "珠", "go stone": "碁", "othello disc": "翻", "reversi disc": "翻"}
_KANA = {
    "ギョク": "玉", "キン": "金", "ギン": "銀", "ヒシャ": "飛", "カク": "角", "ケイ": "桂", "ケイマ": "桂", "キョウ": "香", "フ": "歩",
}  # fmt: skip
_LETTERS = {"K": "王", "Q": "后", "R": "城", "N": "騎", "B": "僧", "P": "兵", "p": "兵"}
_SQUARE = r"x?(?:[a-s]1?\d(?!\d)|\(?\d{1,2}\s?[,-]\s?\d{1,2})"
_LEADS = r"(?=[\s:]{0,3}(?:at |on |from |to )?" + _SQUARE + r"|s? on all of )"
"""What stands behind the name of a unit: its square."""


def with_unit_characters_for_names(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return lines with the characters of units in place of their names and letters before squares."""
    texts = [laid.passage.text for laid in lines if len(laid.passage.text) <= MAX_NAMED_CHARACTERS]
    words, letters = _names_of_units(game, texts)
    if not game.vocabulary.cells or not (words or letters):
        return list(lines)
    parts = []
    if words:
        names = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
        signs = "".join(set(words.values()))
        parts.append(rf"(?<![^\W\d_])(?P<word>(?i:{names}))(?:s(?![a-z]))?(?:\s?\([{signs}]\))?{_LEADS}")
    if letters:
        names = "|".join(sorted(map(re.escape, letters), key=len, reverse=True))
        parts.append(rf"(?<![A-Za-z])(?P<letter>{names})(?=\s?{_SQUARE})")
    named = re.compile("|".join(parts))
    return [_line_with_unit_characters(laid, named, words, letters) for laid in lines]


def _names_of_units(game: Game, texts: Sequence[str]) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the words and the letters by which a record calls its units."""
    units = "".join(unit for unit in game.vocabulary.units if len(unit) == 1)
    explained: dict[str, set[str]] = {}
    for text in texts:
        for name, _, sign in re.findall(
            rf"(?<![A-Za-z])([A-Za-z]{{1,10}}?)s?\s?(=\s?|\()([{units}])(?![^\W\d_])", text
        ):
            explained.setdefault(name, set()).add(sign)
    told = {name: signs.pop() for name, signs in explained.items() if len(signs) == 1}
    chess = any(map(_OF_CHESS.search, texts))
    shogi = any(map(_OF_SHOGI.search, texts))
    usual = _CHESS if chess and not shogi else _SHOGI if shogi and not chess else {}
    words = {
        **_KANA,
        **_STONES,
        **usual,
        **{name.lower(): sign for name, sign in told.items() if len(name) > len("Ru")},
    }
    letters = {name: sign for name, sign in told.items() if len(name) <= len("Ru")}
    letters = letters or (_LETTERS if chess and not shogi else {})
    held = "\n".join(texts).lower()
    return {name: sign for name, sign in words.items() if sign in units and name.lower() in held}, letters


def _line_with_unit_characters(
    clean_line: CleanLine, named: re.Pattern[str], words: Mapping[str, str], letters: Mapping[str, str]
) -> CleanLine:
    """Return a line with the characters of units in place of their names."""
    text, passage = clean_line.passage.text, clean_line.passage
    if clean_line.furniture or clean_line.parts or len(text) > MAX_NAMED_CHARACTERS:
        return clean_line
    made, at = LocatedText("", ()), 0
    for found in named.finditer(text):
        name = found.groupdict().get("word")
        sign = letters[found["letter"]] if name is None else words.get(name, words.get(name.lower(), ""))
        drop = "打 " if name is not None and name.lower() in _STONES else ""
        place = passage.places[found.start()]
        made = made.joined(passage.part(at, found.start())).joined(
            LocatedText(sign + drop, (place,) * len(sign + drop))
        )
        at = found.end()
    if not at:
        return clean_line
    return clean_line._replace(passage=made.joined(passage.part(at, None)), raw=None)
