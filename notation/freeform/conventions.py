"""Conventions that a record states itself: the order of figures in a square, signs for units and sides, who plays which side."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Side
from notation.freeform.chess_squares import counts_from_below, in_the_notation
from notation.freeform.fold import Passage
from notation.freeform.labels import Around
from notation.freeform.moves import inked
from notation.freeform.sentences import corrected, subjects

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.layout import Laid

MAX_SENTENCE_CHARACTERS = 120
"""The most characters of a sentence that states a convention."""
MAX_SIGN_CHARACTERS, MIN_SIGNS = 6, 2
"""The most characters of a sign in a legend, and the fewest signs of one."""
MAX_SIDE_LINES = 20
"""The first lines of a record in which signs and names of the sides are looked for."""
_COLUMN = r"(?:左から(?:何番目?)?|[横縦]の列|[よた][こて]のれつ|横(?:軸|方向|座標)?|(?:よこ|ヨコ)(?:軸|方向)?|(?<![横縦])列(?:番号)?|れつ|筋|すじ|(?<![a-z])(?:columns?|cols?|files?|x)(?![a-z]))"
_ROW = r"(?:上から(?:何番目?)?|[横縦]の[段行]|縦(?:軸|方向|座標)?|(?:たて|タテ)(?:軸|方向)?|段(?:番号)?|だん|(?<![横縦一二三四五六七八九十\d])行(?:番号|(?![くきっかこ]))|(?<![a-z])(?:rows?|ranks?|y)(?![a-z]))"
_MORE = r"(?:\([^()]{1,12}\))?"
_LINK = r"\s*(?:[・、,/→>~〜-]|->|の順に|(?:が|を)(?:先|さき|最初|前)(?:で|に)?[、,]?|から|(?:first)?[, ]*(?:and )?then|and|before|by)\s*"
_CUE = re.compile(
    r"順|数字|座標|表記|番地|左から|[書読]み?(?:き?方|いて|きます|く)|(?<![a-z])(?:coordinates?|order|notation|squares?|digits?|numbers?)(?![a-z])",
    re.IGNORECASE,
)
"""What a sentence about the order of figures speaks of, besides the names of the axes."""
_FIRST = r"(?:先|さき|最初|first)(?![手番生攻日輩制取])"
_ONE = r"(?:[1１一]つ目|[1一]文字目|最初|はじめ|初め|左|前|十の位|first|left)(?:の|側の)?\s*(?:数字|数|桁|ほう|方|文字|digit|number|figure)?\s*(?:が|は|=|is|:)\s*(?:the )?"
_ORDERS = tuple(
    (re.compile(pattern, re.IGNORECASE), order, alone)
    for order, one, two in (("column", _COLUMN, _ROW), ("row", _ROW, _COLUMN))
    for pattern, alone in (
        (rf"{one}{_MORE}{_LINK}{two}", False),
        (rf"{one}{two}の?順", False),
        (rf"{one}(?:番号)?\s?(?:が|は|を|から)?\s?{_FIRST}", True),
        (rf"{_ONE}{one}", True),
        (rf"{one}[はが:]?[^。;]{{0,12}}左[^。;]{{0,24}}[、,。 ]\s*{two}[はが:]?[^。;]{{0,12}}(?:上|奥|向こう)", True),
        (rf"{one}[^.;。]{{0,20}} from [^.;。]{{0,20}},\s*(?:and )?{two}[^.;。]{{0,20}} from ", True),
        (rf"{one}[^.;。]{{0,40}}[, ]then\s+(?:the )?{two}", True),
    )
)
"""What tells the order of the axes; the flag says whether it does so without a word about figures in its sentence."""
_ORDERS = (
    *_ORDERS,
    (re.compile("筋(?:番号)?[はをが]?左(?:端)?から"), "column", True),  # as in shogi the file stands first
    (
        re.compile(
            r"(?<!漢)(?<!漢字の)数字[はがを]左(?:端)?から[^。、,漢]{0,8}[、, ]\s?漢数?字[はがを]上から|(?<![A-Za-z])[a-iA-I]\s?[~〜～-]\s?[a-sA-S][がは]左(?:端)?から[^。、,]{0,8}[、, ]\s?1[^。、,]{0,6}[がは][^。、,]{0,4}上"
        ),
        "column",
        True,
    ),
    *(
        (
            re.compile(
                rf"(?<![はがをも])(?<!段が)(?<!列が){one}(?:から|カラ)[^\s。;・、,→>-]{{0,4}}\s*[・、,→>-]+>?\s*{two}(?:から|カラ)"
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
_EXAMPLE = re.compile(
    r"(?<![0-9])([1-9])\s*[-,.・の]?\s*([1-9一二三四五六七八九])\s*(?:=|は|なら|とは)\s*([一二三四五六七八九])\s*の?\s*0?([1-9])(?=$|[\s、。)」』】]|の|と|で(?!は)|,)"
)
"""A square of two figures, and what it is in the notation: 31=三の01."""
_EXAMPLE_IN_WORDS = re.compile(
    r"(?<![0-9])([1-9])\s*[-,.・の]?\s*([1-9])\s*(?:=|は|が|なら|とは)\s*"
    r"(?:左から|(?:よこ|横|ヨコ)(?:に|が)?|(?P<down>上から|(?:たて|縦|タテ)(?:に|が)?))\s*([1-9])(?:番目?|列目?|段目?|つ目?)?[\s、・,で]{0,3}"
    r"(?:左から|よこ|横|ヨコ|上から|たて|縦|タテ)(?:に|が)?\s*([1-9])"
)
"""A square of two figures, and what they count: 37は左から3、上から7."""
_TURNED = re.compile(
    r"(?:[列筋横]|columns?|files?)(?:番号)?[^。.;\d列筋横]{0,16}(?:右から|右端から|from (?:the )?right)"
    r"|(?:[段縦]|rows?|ranks?)(?:番号)?[^。.;\d段縦]{0,16}(?:下から|手前から|from (?:the )?bottom)"
)
"""A sentence that counts columns from the right or rows from below, as the notation does not: it is not read."""
_STOPS = re.compile(r"[。()「」【】『』;※\s]")
_ENGLISH_STOPS = re.compile(r"[;:]|\s{2}|\.\s|[^\x00-\x7f]")
_ENGLISH_PAIR = re.compile(
    r"(?<![^\s,;:.(])(?:(?P<quote>[\"'])(?=.{1,2}(?P=quote)))?([A-Za-z]{1,2}|[^\w\s,;:.()=\"']{1,2})(?(quote)(?P=quote))(\s?=\s?|\s)([A-Za-z]{3,12})(?: [a-z]{2,12}){0,3}(?=[,;.)]|$)"
)
"""A sign and the English words for it."""
_KEY = re.compile(r"(?:凡例|記号|略号|略記|符号|表記|legend|key)\s*[:.]\s*", re.IGNORECASE)
_TOKEN = re.compile(r"(?::[a-z_]{2,20}: ?)?[^\s、。,/;・|()※「」]+")
_CODE = re.compile(r"(:[a-z_]{2,20}:)[ =は]{0,3}")
"""The name of a drawing, as programs for messages write it: :repeat:."""
_EQUAL = re.compile(rf"(\S{{1,{MAX_SIGN_CHARACTERS}}}?)(?:=|:|→|は)(\S{{1,6}})")
_SIDE_MARKS = frozenset("▲△▽☗☖")
_BRACKETED_SIGN = re.compile(r"[(\[][^\s()\[\]]{1,6}[)\]]$")
_DISCS = frozenset("○●◯⚪⚫")
_SIDE_OF = {"先手": Side.FIRST, "先": Side.FIRST, "後手": Side.SECOND, "後": Side.SECOND}
_SIDE_SIGN = re.compile(
    r"([^\w\s()。、:=])\s?(?:(先手|後手|白|黒)|([^\W\d_][^\s():、。]{0,9})\((?:(?:白|黒|しろ|くろ|シロ|クロ)[・、/])?(先手?|後手?|白|黒|しろ|くろ|シロ|クロ)番?\))"
)
_WHO = re.compile(
    r"([^\W\d_][^\s、。()「」はが]{0,7})(?:\([^\s()]{1,12}\))?[がは](先手|後手|白|黒)(?=$|番|で|[\s、。(])"
    r"|(先手|後手|先番|後番)[はが]([^\W\d_][^\s、。()「」はが]{0,7})(?:\([^\s()]{1,12}\))?(?=$|で|[\s、。])"
    r"|(?<![a-z])([a-z]{2,12})(?:-san|-kun)? is (?:the )?(first|second|sente|gote|white|black)(?![a-z])(?: player| \((?:first|second|sente|gote)\))?",
    re.IGNORECASE,
)
"""A sentence that says who plays which side."""
_OPPOSITES = (
    ("自分", "相手"),
    ("自分", "敵"),
    ("自", "敵"),
    ("僕", "相手"),
    ("私", "相手"),
    ("わたし", "相手"),
    ("俺", "相手"),
    ("小生", "貴殿"),
    ("me", "you"),
)
"""What one side is called, and the other."""
_SHORT = re.compile(r"([^\s\d、。()「」はがの]{1,8})\(([^\W\d_])\)")
"""A name, and the one sign that stands for it: 自分(自)."""

_A_SENTENCE = re.compile("[ぁ-ん]{3}")
_WHO_IN_BRACKETS = re.compile(
    r"(?<![^\W\d_と])([^\W\d_と][^\W\d_と]{0,7})\((先手|後手|先|後|白|黒)番?\)(?=[と対はがの、。\s]|$)"
)
"""The players of a sentence: 私（白番）と教頭先生（黒番）の一局."""


class Conventions(NamedTuple):
    """What a record says of its own way of writing."""

    order: str = ""
    """Which axis stands first in squares of two figures; empty if it does not say so, or says both."""
    signs: tuple[tuple[str, str], ...] = ()
    """The signs of its legend, and the words of the notation that they stand for."""
    sides: tuple[tuple[str, str], ...] = ()
    """The signs before the moves of each side."""
    names: tuple[tuple[str, Side], ...] = ()
    """The names that sentences have for the sides: あなた, わたし."""


def stated(game: Game, lines: Sequence[Laid]) -> tuple[Conventions, list[Laid]]:
    """Return the conventions that the lines of a record state, and the lines with what they mean.

    A sentence that states one stands for itself, as a comment; nothing else is taken away.
    """
    orders: set[str] = set()
    signs: dict[str, str] = {}
    parted: list[Laid] = []
    turned = False
    for laid in corrected(lines):
        if laid.furniture or laid.refused:
            parted.append(laid)
            continue
        found = (
            ()
            if laid.parts or len(laid.passage.text) > MAX_SENTENCE_CHARACTERS * 4
            else _stated_in(game, laid.passage.text)
        )
        for _, _, order, legend in found:
            orders |= {order} - {""}
            signs |= dict(legend)
        if counts_from_below(game, laid.passage.text) and not laid.parts:
            parted.append(laid._replace(furniture=True))
            turned = True
            continue
        if _TURNED.search(laid.passage.text[:MAX_SENTENCE_CHARACTERS]):
            laid = laid._replace(refused=True)  # noqa: PLW2901
        parted += _parted(laid, [(start, end) for start, end, _, _ in found])
    parted = in_the_notation(game, parted, turned=turned)
    parted = _of_their_senders(parted)
    sides, names = _sides(game, parted)
    conventions = Conventions(orders.pop() if len(orders) == 1 else "", tuple(signs.items()), sides, names)
    parted = [_drawn(game, laid, names) for laid in parted]
    if signs or sides:
        parted = [_reworded(game, laid, conventions) for laid in parted]
    return conventions if names else conventions._replace(names=subjects(game, parted)), parted


@lru_cache(maxsize=1 << 10)
def _stated_in(game: Game, text: str) -> tuple[tuple[int, int, str, tuple[tuple[str, str], ...]], ...]:
    """Return the parts of a line that state conventions: where each begins and ends, the order, and the signs."""
    found = []
    legend = _legend(game, text)
    if legend is not None:
        found.append((legend[0], legend[1], "", legend[2]))
    rest = text if legend is None else text[: legend[0]] + "\0" * (legend[1] - legend[0]) + text[legend[1] :]
    if (order := _order_in(rest)) is not None:
        found.append((*order, ()))
    return tuple(sorted(found))


def _order_in(text: str) -> tuple[int, int, str] | None:
    """Return where a sentence about the order of figures stands, and the order; None if there is none, or several."""
    found = []
    for pattern, order, alone in _ORDERS:
        match = pattern.search(text)
        if match is not None:
            start, end = _sentence(text, *match.span())
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
        return None
    start, end = min(one.start() for one, _ in found), max(one.end() for one, _ in found)
    start, end = _sentence(text, start, end)
    return (start, end, found[0][1]) if end - start <= MAX_SENTENCE_CHARACTERS else None


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the sentence round a part of a text."""
    stops = _ENGLISH_STOPS if text[start:end].isascii() else _STOPS
    before = [stop.end() for stop in stops.finditer(text, 0, start)]
    behind = stops.search(text, end)
    first, last = (before[-1] if before else 0), (behind.start() if behind else len(text))
    while first and text[first - 1] in "※(「【*・ ":
        first -= 1
    while last < len(text) and text[last] in "。)」】.":
        last += 1
    return first, last


def _legend(  # noqa: C901 - one kind of item after the other
    game: Game, text: str
) -> tuple[int, int, tuple[tuple[str, str], ...]] | None:
    """Return where a legend stands in a line, and its signs with the words of the notation; None if there is none."""
    keyed = _KEY.search(text) is not None
    runs: list[list[tuple[int, int, str, str]]] = [[]]
    for token in _TOKEN.finditer(text):
        at = token.start()
        if key := _KEY.match(token[0]):
            at += key.end()
        bracketed = _BRACKETED_SIGN.search(text, max(0, at - MAX_SIGN_CHARACTERS - 2), at)
        if bracketed is not None and token[0].startswith("="):  # (裏)=裏返し
            into = _meant(game, token[0][1:])
            if into is not None:
                runs[-1].append((bracketed.start(), token.end(), bracketed[0], into))
                continue
        item = _item(game, text[at : token.end()], keyed=keyed)
        if item is None and _meant(game, token[0]) is not None:
            continue  # ▲三角 ■四角 五角 六角: those that have no sign of their own
        if item is None:
            if token[0] not in {"凡例", "legend"} and not _KEY.fullmatch(token[0]):
                runs.append([])
            continue
        runs[-1].append((token.start(), token.end(), *item))
    run = max(runs, key=len)
    if len(paired := _pairs_in_english(game, text, keyed=keyed)) > len(run):
        run = paired
    if len(run) <= MIN_SIGNS or len({into for *_, into in run}) < len(run):
        run = [one for one in run if one[1] - one[0] > len("●占") or keyed]  # ●占 ○占 are no legend
    symbols = sum(not sign.isalnum() for _, _, sign, _ in run)
    run = [one for one in run if not one[2].isdecimal() or symbols > MIN_SIGNS]
    drawn = len(run) == 1 and run[0][3] in game.vocabulary.suffixes and unicodedata.category(run[0][2][0]) == "So"
    if (len(run) < MIN_SIGNS and not drawn) or all(sign == into for _, _, sign, into in run):
        return None
    start, end = run[0][0], run[-1][1]
    while start and text[start - 1] in "(※「 " and text[start - 1] != " ":
        start -= 1
    while end < len(text) and text[end] in ")」。":
        end += 1
    return start, end, tuple((sign, into) for _, _, sign, into in run if sign != into)


def _pairs_in_english(game: Game, text: str, *, keyed: bool) -> list[tuple[int, int, str, str]]:
    """Return the signs that a legend in English explains: Key. O circle, T triangle; / = flipped while moving."""
    found = []
    for pair in _ENGLISH_PAIR.finditer(text):
        into = _meant(game, pair[4]) if keyed or pair["quote"] or pair[3].strip() else None
        if into is not None:
            found.append((pair.start(), pair.end(), pair[2], into))
    return found


def _item(game: Game, token: str, *, keyed: bool) -> tuple[str, str] | None:
    """Return a sign and the word that it stands for: 🚩占領, s=外, 藩=反; None for anything else."""
    code = _CODE.match(token)
    if code is None and len(token) > 2 * MAX_SIGN_CHARACTERS + 1:
        return None
    if code is not None:
        sign, word = code[1], token[code.end() :]
    elif (equal := _EQUAL.fullmatch(token)) is not None:
        sign, word = equal.groups()
        if len(sign) > 1 and any(map(str.isdecimal, sign)):
            return None  # d4=占
        if not word.isdecimal() and any(map(str.isdecimal, word)):
            return None  # 帥=5十
    else:
        sign, word = token[:1], token[1:]
        drawn = unicodedata.category(sign or " ") in {"So", "Sm"} and sign not in _SIDE_MARKS
        if (
            (len(word) == 1 and not (keyed or drawn))
            or not word
            or sign.isalpha()
            or (sign in _SIDE_MARKS and word.startswith(("先手", "後手")))
        ):
            return None
    into, own = _meant(game, word), _meant(game, sign)
    if into is None and own is not None and len(word) < len(sign) + 2:
        sign, into, own = word, own, None  # 占=千
    if own is not None and into is not None and (into[0], own) in game.common_units.items():
        own = None  # ウマ＝騎馬: the name of the same unit of the other side
    if into is None or sign in _SIDE_OF or into in "白黒" or own not in {None, into}:
        return None
    return (into, into) if own == into else (sign, into)


@lru_cache(maxsize=4096)
def _meant(game: Game, word: str) -> str | None:
    for pattern, into in _in_other_words(game):
        if pattern.fullmatch(word):
            return into
    return _words(game).get(inked(game, Passage(word, ((1, 1),) * len(word))).text)


@lru_cache(maxsize=16)
def _in_other_words(game: Game) -> Sequence[tuple[re.Pattern[str], str]]:
    """Return the patterns of whole words that stand for one of the notation."""
    words = ((pattern, into) for pattern, into in game.vocabulary.rewritings if pattern.startswith("^"))
    return tuple((re.compile(pattern[1:], re.IGNORECASE), into) for pattern, into in words)


@lru_cache(maxsize=16)
def _words(game: Game) -> Mapping[str, str]:
    """Return the words that a sign may stand for: units, suffixes, and the parts of units; either owner's where both share them."""
    units = game.vocabulary.units
    parts = {sign: sign for unit in units.values() for sign in unit}
    words = {**parts, **units, **game.vocabulary.suffixes}
    shared = {
        own: whole for own in game.common_units for whole in units.values() if len(whole) > 1 and whole.startswith(own)
    }
    return words | shared


def _parted(laid: Laid, spans: Sequence[tuple[int, int]]) -> Iterator[Laid]:
    """Yield the parts of a line: what states a convention is furniture, and the rest stands as it is."""
    if not spans:
        yield laid
        return
    at = 0
    for start, end in spans:
        if laid.passage.text[at:start].strip():
            yield laid._replace(passage=laid.passage.cut(at, start), raw=None)
        yield laid._replace(passage=laid.passage.cut(start, end), raw=None, furniture=True)
        at = end
    if laid.passage.text[at:].strip(" 、。,"):
        yield laid._replace(passage=laid.passage.cut(at), raw=None)


def _sides(game: Game, lines: Sequence[Laid]) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, Side], ...]]:
    """Return the signs and the names of both sides, if the head gives each side one of its own."""
    around = Around(game, {}, {})
    signs: dict[str, Side] = {}
    names: dict[str, Side] = {}
    for laid in lines[:MAX_SIDE_LINES]:
        text = laid.passage.text
        if laid.furniture or len(text) > MAX_SENTENCE_CHARACTERS * 2:
            continue
        for sign, word, _, short in _SIDE_SIGN.findall(text):
            side = _SIDE_OF.get(word or short, around.side(word or short))
            if side is not None and sign not in _SIDE_MARKS | _DISCS and unicodedata.category(sign) == "So":
                signs.setdefault(sign, side)
        called = dict(_called(around, text))
        names |= {name: side for name, side in called.items() if name not in names}
    marks = tuple((sign, side.mark) for sign, side in signs.items())
    return (marks if len(set(signs.values())) == len(signs) == len(Side) else ()), (
        tuple(names.items()) if {*names.values()} == {*Side} else ()
    )


def _called(around: Around, text: str) -> Iterator[tuple[str, Side]]:
    """Yield the names that a sentence has for the sides."""
    in_brackets = [(name, _side_said(around, word)) for name, word in _WHO_IN_BRACKETS.findall(text)]
    if {side for _, side in in_brackets} == {*Side} and _A_SENTENCE.search(text):
        yield from ((name, side) for name, side in in_brackets if side is not None)
    for one, word, label, two, english, side_word in _WHO.findall(text):
        side = _side_said(around, word or label or side_word)
        if side is None:
            continue
        name = one or two or english
        short = {sign for long, sign in _SHORT.findall(text) if long == name}
        for known in (name, *short):
            yield known, side
        for first, second in _OPPOSITES:
            for mine, other in ((first, second), (second, first)):
                if mine in {name, *short} and other in text:
                    signs = {sign for _, sign in _SHORT.findall(text) if sign not in short and len(short) == 1}
                    for known in (other, *(signs if len(signs) == 1 else ())):
                        yield known, Side(not side)


def _side_said(around: Around, word: str) -> Side | None:
    english = {"first": Side.FIRST, "sente": Side.FIRST, "second": Side.SECOND, "gote": Side.SECOND}
    known = {"先番": Side.FIRST, "後番": Side.SECOND, **_SIDE_OF, **english}
    return known.get(word.lower(), around.side({"white": "白", "black": "黒"}.get(word.lower(), word)))


_MYSELF = re.compile(r"(?:わたし|わたくし|私|僕|ぼく|俺|おれ|うち|こちら|저는|나는|제)(?=[がはの ]|$)\s*")
_I_PLAY = re.compile(r"(?:わたし|わたくし|私|僕|ぼく|俺|おれ|うち|こちら)[がは](先手|後手|先番|後番)")


def _of_their_senders(lines: Sequence[Laid]) -> list[Laid]:
    """Return the messages of two people, one of whom says who plays first, with the side of a sender who tells his own army."""
    senders = {laid.sender for laid in lines if laid.sender}
    said = {
        laid.sender: Side(found[1].startswith("後"))
        for laid in lines[:MAX_SIDE_LINES]
        if laid.sender and (found := _I_PLAY.search(laid.passage.text[: MAX_SENTENCE_CHARACTERS * 2]))
    }
    if len(senders) != len(Side) or len(set(said.values())) != len(said) or not said:
        return list(lines)
    first, side = next(iter(said.items()))
    made = []
    for laid in lines:
        found = _MYSELF.match(laid.passage.text) if laid.sender else None
        if found is not None and not _I_PLAY.match(laid.passage.text):
            own = side if laid.sender == first else Side(not side)
            word = own.label.ja
            place = laid.passage.places[:1] * len(word)
            passage = Passage(word, place).joined(laid.passage.part(found.end() - found[0].endswith(" "), None))
            laid = laid._replace(passage=passage, raw=None)  # noqa: PLW2901
        made.append(laid)
    return made


def _drawn(game: Game, laid: Laid, names: Sequence[tuple[str, Side]]) -> Laid:
    """Return the row of a picture with marks in place of the one sign that a sentence has for each side: 敵王."""
    text = laid.passage.text
    marks = {name: side.mark for name, side in names if len(name) == 1}
    cells = text.split() if marks and len(text) <= MAX_SENTENCE_CHARACTERS else ()
    if len(cells) < game.board.columns or not any(
        len(cell) > 1 and cell[0] in marks and cell[1:] in game.vocabulary.units for cell in cells
    ):
        return laid
    made = re.sub(rf"(?<!\S)[{''.join(map(re.escape, marks))}](?=\S(?:\s|$))", lambda sign: marks[sign[0]], text)
    return laid._replace(passage=Passage(made, laid.passage.places), raw=None)


def _reworded(game: Game, laid: Laid, conventions: Conventions) -> Laid:
    """Return a line with the words of the notation in place of the signs of a legend."""
    if laid.furniture or laid.parts:
        return laid
    text = laid.passage.text
    pattern, words = _sign_pattern(game, conventions.signs, conventions.sides)
    passage, at = Passage("", ()), 0
    for found in pattern.finditer(text):
        into = words[found[0]] if found[0] in words else "".join(words[sign] for sign in found[0])
        if found[0] in dict(conventions.sides):
            defined = _SIDE_SIGN.match(text, found.start()) is not None
            into = "" if defined else into
        place = laid.passage.places[found.start()]
        passage = passage.joined(laid.passage.part(at, found.start())).joined(Passage(into, (place,) * len(into)))
        at = found.end()
    if not at:
        return laid
    return laid._replace(passage=passage.joined(laid.passage.part(at, None)).cut(0), raw=None)


@lru_cache(maxsize=64)
def _sign_pattern(
    game: Game, signs: tuple[tuple[str, str], ...], sides: tuple[tuple[str, str], ...]
) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Return the pattern of the signs of a legend where they stand in moves, and what each means."""
    words = {**dict(signs), **dict(sides)}
    letters = [sign for sign in words if sign.isascii() and sign.isalpha()]
    figures = [sign for sign in words if sign.isdecimal()]
    others = sorted({*words} - {*letters, *figures}, key=len, reverse=True)
    columns = "".join(chr(ord("a") + at) for at in range(game.board.columns))
    ways = [re.escape(sign) for sign in others]
    if letters:
        letter = "|".join(map(re.escape, letters))
        apart = rf"(?![{columns}{columns.upper()}][0-9])"
        single = all(len(sign) == 1 for sign in letters)
        ways.append(rf"(?<![A-Za-z]){apart}(?:{letter}){'+' if single else ''}(?![A-Za-z])")
    if figures and letters:
        ways.append(rf"(?<![0-9])(?:{'|'.join(figures)})(?=(?:{'|'.join(map(re.escape, [*letters, *others]))}))")
    return re.compile("|".join(ways)), words
