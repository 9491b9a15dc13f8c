"""Legends: signs that a record explains itself, with the words of the notation that they stand for."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from kifu.core.outcome import SIDE_MARKS
from kifu.core.squares import COLUMNS
from notation.freeform.fold_text import LocatedText
from notation.freeform.free_text_risk import count_move_like_texts
from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kifu.core.game.game import Game

FoundLegend = tuple[int, int, tuple[tuple[str, str], ...]]
"""Where a legend begins and ends in a text, and its signs, each with the words of the notation."""
LegendItem = tuple[int, int, str, str]
"""Where one sign is explained in a text, from and to, the sign, and its word."""
MAX_SIGN_CHARACTERS, MAX_WORD_CHARACTERS, MIN_SIGNS = 6, 14, 2
"""The most characters of a sign in a legend, and of the word for it, and the fewest signs of one."""
MIN_LISTED_SIGNS = 4
"""The fewest letters before words of units by which a line is a legend without a key: O circle, T triangle, S square, X cross."""
_ENGLISH_PAIR = kept_pattern(
    r"(?<![^\s,;:.(])(?:(?P<quote>[\"'])(?P<quoted>[^\s\w\"']?[A-Za-z]{1,6}|[^\w\s\"']{1,2})(?P=quote)|(?P<sign>[/+~*&]?[A-Za-z]{1,2}|[A-Za-z]{3,8}(?=\s?=)|[^\w\s,;:.()=\"']{1,2}))"
    r"(?P<equal>\)?\s?=\s?|\s)(?P<word>[A-Za-z]{3,12}|(?<== )[^\W\dA-Za-z_]{1,4})(?: [a-z]{2,12}){0,6}(?: \([a-z ]{2,20}\))?(?=[,;.)]|$)"
)
"""A sign and the English words for it."""
_KEYS = "(?:凡例|記号|略号|略記|符号|表記|図形|legend|key|flags?|pieces?)"
_KEY = kept_pattern(rf"{_KEYS}\s*[:.]\s*", re.IGNORECASE)
_KEY_BEFORE = kept_pattern(rf"(?:^|(?<=\s))[#;※*]{{0,2}}\s?{_KEYS}\s*[:.]?\s*$", re.IGNORECASE)
"""The key of a legend where no colon stands behind it."""
_TOKEN = kept_pattern(r"(?::[a-z_]{2,20}: ?)?[^\s、。,/;・|()※「」『』]+")
_CODE = kept_pattern(r"(:[a-z_]{2,20}:)[ =は]{0,3}")
"""The name of a drawing, as programs for messages write it: :repeat:."""
_EQUAL = kept_pattern(
    rf"(\S{{1,{MAX_SIGN_CHARACTERS}}}?|[A-Za-z]{{7,12}})(?:の?(?:マーク|印))?(?:=|:|→|は|が|…{{1,2}})(\S{{1,{MAX_WORD_CHARACTERS}}}?)"
)
_OF_A_SENTENCE = kept_pattern(r"(?:の?(?:ところ|所|手|印|しるし|マーク|こと|意味|とき))?(?:です|だ|。){0,3}$")
"""What stands behind the word of a sign: 🔄はひっくり返したところ。"""
_SAID_ALONE = kept_pattern(r"(?:^|[(※、。\s])[^\w\s()、。]\s?(?:は|=|:)\s?[^\W\d]{1,4}(?=$|[)。、\s])")
"""A legend of one sign that is neither letter nor figure: (+は合体)."""
_KANJI_SQUARE = kept_pattern("[一二三四五六七八九十]{2,4}")
_KATAKANA = kept_pattern("[ァ-ヶー]+")
_NAMED_SIGN = kept_pattern(r"\([^\s()]{1,2}\)は")
"""A sign behind its name: 二重丸(◎)は."""
_OWN_WORD_BEHIND = kept_pattern(r"[\s,、]{1,3}([A-Za-z]{3,12})(?=\s*$)")
_BRACKETED_SIGN = kept_pattern(r"[(\[][^\s()\[\]]{1,6}[)\]]$")
_QUOTED_SIGN = kept_pattern(r"[「『]([^\s「」『』]{1,6})[」』]$")
_SAYS_WHAT_IT_IS = kept_pattern(r"[」』]\s?(?:は|が|=|:|→)")
"""What stands behind a quoted sign that a legend explains: 「返」は裏返し."""


_ONE_SIGN = kept_pattern(
    r"(?:^|(?<=[\s(※、。/・*#]))(?:(?:末尾|後ろ|うしろ|最後|右|あと)の|記号の?)?[「『(\[]?(?P<sign>[^\w\s()「」『』、。:=※]{1,2}|[A-Za-z]{1,2})[」』)\]]?"
    r"(?:の?(?:印|しるし|マーク|記号|字))?\s?(?:は|が|=|:|→|…{1,2}|・{2,3}|\.{2,3})\s?[「『]?(?P<word>[^\s、。()=:「」]{1,12}?)[」』]?"
    r"(?:(?:の|た|る)?(?:手|とき|時|ところ|所|こと|意味|印|略|合図|場合))?(?:です|だ|である|の?(?:を|こと)?(?:示|表|意味)[しすわ](?:ます|ています|る)?)?(?=$|[\s。、)」,])"
)
"""A sentence that explains one sign: ※＋は裏返した手, Rは裏返し."""
_BY_A_SIGN = kept_pattern(
    r"(?:^|(?<=[\s(※、。/・*#]))(?P<word>[^\s、。()=:「」]{1,10}?)(?:したら|した(?:手|とき|時|ところ|場合)|の(?:手|とき|時|ところ|場合)|たら|とき)?(?:に|は|を|には|なら|、){0,2}"
    r"[「『(\[]?(?P<sign>[^\w\s()「」『』、。:=※]{1,2}|[A-Za-z]{1,2})[」』)\]]?(?:の?(?:印|しるし|マーク|記号))?(?:で|と|を)(?:示|表|書|記|付|つ|略)[^\s。、]{1,8}(?=$|[\s。、)」,])"
)
"""The same with the word first: 裏返しは×で示す."""
_GLUED = kept_pattern(r"(?<![A-Za-z])([A-Za-z])([^\W\dA-Za-z_]{1,3})(?![^\s、,。)])")
"""A letter right before the word for it: W白 i内."""
_SAME_SQUARE = kept_pattern(r"\s*(?<![A-Za-z0-9])[a-s]\d{1,2}\s?=\s?[一二三四五六七八九十]{1,2}\d{1,2}")
"""An example of a square in both ways of writing it."""
_COLOURS = frozenset("白黒")
_BEHIND_A_MOVE = kept_pattern(r"(?<=[\w)])\s?([^\w\s、。,.()「」『』:;|/]{1,2}|(?<![A-Za-z])[A-Za-z]{1,2})(?=\s*$|\s)")


def signs_behind_moves(texts: Iterable[str]) -> frozenset[str]:
    """Return the signs that stand behind something in lines that may be moves."""
    return frozenset(sign for text in texts if any(map(str.isdecimal, text)) for sign in _BEHIND_A_MOVE.findall(text))


_CASES = kept_pattern(
    r"(?:(?P<upper>大文字|upper ?-?case|capitals?(?: letters?)?)|小文字|lower ?-?case|small(?: letters?)?)(?:の?(?:字|ほう|方))?\s?(?:は|が|で|=|is|are|:)\s?(?:the )?(?P<one>内|外|inner|outer)(?:側|コマ|こま|駒| pieces?)?"
    r"[、,・;/\s]{1,3}(?:and )?(?:大文字|upper ?-?case|capitals?(?: letters?)?|小文字|lower ?-?case|small(?: letters?)?)(?:の?(?:字|ほう|方))?\s?(?:は|が|で|=|is|are|:)\s?(?:the )?(?:内|外|inner|outer)(?:側|コマ|こま|駒| pieces?)?(?:です|だ)?"
    r"|(?P<two>内|外|inner|outer)(?:側|コマ|こま|駒| pieces?)?\s?(?:は|が|=|is|are|:)\s?(?:(?P<capital>大文字|upper ?-?case|capitals?(?: letters?)?)|小文字|lower ?-?case|small(?: letters?)?)"
    r"[、,・;/\s]{1,3}(?:and )?(?:内|外|inner|outer)(?:側|コマ|こま|駒| pieces?)?\s?(?:は|が|=|is|are|:)\s?(?:大文字|upper ?-?case|capitals?(?: letters?)?|小文字|lower ?-?case|small(?: letters?)?)(?:です|だ)?",
    re.IGNORECASE,
)
"""A sentence that tells the part of a unit by the case of its letter: 内は小文字、外は大文字."""
_LISTED_COLUMNS = kept_pattern(
    r"(?:列|筋|横|よこ|ヨコ)[^。\d]{0,6}?左(?:端)?から\s?[:、「]?\s?((?:[ァ-ヶ][\s・、,/]{0,2}){5,19})(?![ァ-ヶー])」?"
)
"""A sentence that names the columns by a list of katakana: 列は左からアイウエオカキ."""


def find_case_or_column_legend(game: Game, text: str) -> FoundLegend | None:
    """Return where a sentence tells parts of units by the case of letters, or names the columns, and the signs; None if none does."""
    letters = [kind for slot, kind, _ in game.vocabulary.slots if slot == "kind" and kind.isascii()]
    if letters and (said := _CASES.search(text)) is not None:
        part = "内" if (said["one"] or said["two"]).lower() in {"内", "inner"} else "外"
        upper = (said["upper"] or said["capital"]) is not None
        parts = (part, "外内"[part == "外"]) if upper else ("外内"[part == "外"], part)
        return *said.span(), tuple(
            (word, kind + own) for kind in letters for word, own in zip((kind, kind.lower()), parts, strict=True)
        )
    if (said := _LISTED_COLUMNS.search(text)) is not None:
        names = re.findall("[ァ-ヶ]", said[1])
        if len(names) == game.board.columns == len({*names}):
            return *said.span(), tuple(zip(names, COLUMNS, strict=False))
    return None


def find_legend_of_suffix_sign(game: Game, text: str, used: frozenset[str]) -> FoundLegend | None:
    """Return where a sentence explains one of the signs behind moves, and the sign with its word; None if none does."""
    own = set("".join(game.vocabulary.units))
    for pattern in (_ONE_SIGN, _BY_A_SIGN):
        for said in pattern.finditer(text):
            into = _word_of_notation(game, said["word"])
            if (
                into is not None
                and into in game.vocabulary.suffixes
                and said["sign"] in used
                and not own.intersection(said["sign"])
            ):
                start = said.start() - len(text[: said.start()]) + len(text[: said.start()].rstrip("※*#( "))
                return start, said.end() + (text[said.end() : said.end() + 1] in {")", "。"}), ((said["sign"], into),)
    return None


def _largest_set_of_signs(game: Game, text: str, run: list[LegendItem], *, keyed: bool) -> list[LegendItem]:
    """Return the signs of a line in the way of explaining them by which it has most; those of `run` come first."""
    return max((run, _legend_items_in_english(game, text, keyed=keyed), _glued_letters(game, text)), key=len)


def _glued_letters(game: Game, text: str) -> list[LegendItem]:
    """Return the letters of a line that are explained right before their words: W白 B黒 i内 o外."""
    found = [
        (*one.span(), one[1], one[2] if one[2] in _COLOURS else _word_of_notation(game, one[2]))
        for one in _GLUED.finditer(text)
    ]
    known = [(start, end, sign, into) for start, end, sign, into in found if into is not None]
    whole = len(known) == len(found) > MIN_SIGNS and len({into for *_, into in known}) == len(known)
    return known if whole and count_move_like_texts(game, text) == 0 else []


def find_legend(game: Game, text: str) -> FoundLegend | None:
    """Return where a legend stands in a line, and its signs with the words of the notation; None if there is none."""
    keyed = _KEY.search(text) is not None
    runs: list[list[LegendItem]] = [[]]
    for token in _TOKEN.finditer(text):
        at = token.start()
        if key := _KEY.match(token[0]):
            at += key.end()
        if (named := _legend_item_of_bracketed_sign(game, text, token)) is not None:
            runs[-1].append(named)
            continue
        item = _parse_legend_item(game, text[at : token.end()], keyed=keyed) or _glued_letter(game, token[0])
        if item is not None:
            runs[-1].append((token.start(), token.end(), *item))
        elif runs[-1] and not _may_stand_within_legend(game, text, token):
            runs.append([])
    run = _largest_set_of_signs(game, text, max(runs, key=len), keyed=keyed)
    if len(run) <= MIN_SIGNS or len({into for *_, into in run}) < len(run):
        suffixes = game.vocabulary.suffixes  # ●占 ○占 are no legend
        run = [one for one in run if one[1] - one[0] > len("●占") or keyed or one[3] in suffixes]
    symbols = sum(not sign.isalnum() for _, _, sign, _ in run)
    run = [one for one in run if not one[2].isdecimal() or symbols > MIN_SIGNS]
    alone = len(run) == 1 and run[0][3] in game.vocabulary.suffixes
    sign = alone and unicodedata.category(run[0][2][0]) == "So"
    behind_a_move = (
        sign and count_move_like_texts(game, text) >= 1 and _EQUAL.search(text, *run[0][:2]) is None
    )  # 五5→三7 六内 ★合体
    drawn = (sign and not behind_a_move) or (alone and _SAID_ALONE.search(text) is not None)
    own = all(sign == into for _, _, sign, into in run)  # 反=昇格させながら 合=合体 explain the notation's own
    equated = all(not {*"=:"}.isdisjoint(text[start:end]) for start, end, *_ in run)  # T=占領 W=武士 H=騎馬
    own = (
        own and not (equated and len(run) > MIN_SIGNS) and any(into not in game.vocabulary.suffixes for *_, into in run)
    )
    if (len(run) < MIN_SIGNS and not drawn) or own:
        return None
    start, end = _widen_to_key_and_brackets(text, run[0][0], _end_with_own_word(game, text, run[-1][1]))
    return start, end, tuple((sign, into) for _, _, sign, into in run if sign != into)


def _end_with_own_word(game: Game, text: str, end: int) -> int:
    """Return where a legend ends with a word of the notation that explains itself: …, gattai."""
    word = _OWN_WORD_BEHIND.match(text, end)
    return end if word is None or _word_of_notation(game, word[1]) is None else word.end(1)


def _may_stand_within_legend(game: Game, text: str, token: re.Match[str]) -> bool:
    """Return whether a word that has no sign of its own may stand between those that have one: ▲三角 ■四角 五角 六角."""
    return (
        token[0] in {"凡例", "legend"}
        or (
            text[token.start() - 1 : token.start()] in {"「", "『"}
            and _SAYS_WHAT_IT_IS.match(text, token.end()) is not None
        )
        or _KEY.fullmatch(token[0]) is not None
        or _NAMED_SIGN.match(text, token.end()) is not None
        or _word_of_notation(game, token[0]) is not None
    )


def _legend_item_of_bracketed_sign(game: Game, text: str, token: re.Match[str]) -> LegendItem | None:
    """Return the item of a sign in brackets with its word behind them: (裏)=裏返し, 二重丸(◎)は重ねたしるし; None if it is none."""
    at = token.start()
    if (quoted := _QUOTED_SIGN.search(text, max(0, at - MAX_SIGN_CHARACTERS - 2), at)) is not None:
        return _legend_item_of_quoted_sign(game, quoted, token)
    sign = _BRACKETED_SIGN.search(text, max(0, at - MAX_SIGN_CHARACTERS - 2), at)
    into = _word_of_notation(game, _OF_A_SENTENCE.sub("", token[0][1:])) if sign and token[0][0] in "=は" else None
    if sign is None or into is None:
        return None
    return sign.start(), token.end(), sign[0] if token[0][0] == "=" else sign[0][1:-1], into


def _legend_item_of_quoted_sign(game: Game, quoted: re.Match[str], token: re.Match[str]) -> LegendItem | None:
    """Return the item of a sign in quotes, 「返」は裏返し; None if it explains none, or one of the notation's own otherwise."""
    into = _word_of_notation(game, _OF_A_SENTENCE.sub("", token[0][1:])) if token[0][0] in "はが=:→" else None
    own = _word_of_notation(game, quoted[1])
    if into is None or into not in game.vocabulary.suffixes or own not in {None, into}:
        return None
    return quoted.start(), token.end(), into if own == into else quoted[1], into


def _widen_to_key_and_brackets(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where a legend begins and ends with its key, its brackets, and an example of a square behind it."""
    if key := _KEY_BEFORE.search(text[:start]):
        start = key.start()
    while start and text[start - 1] in "(※「 " and text[start - 1] != " ":
        start -= 1
    while end < len(text) and text[end] in ")」。":
        end += 1
    example = _SAME_SQUARE.match(text, end)
    return start, end if example is None else example.end()


def _glued_letter(game: Game, token: str) -> tuple[str, str] | None:
    """Return a letter and the one sign right behind it that it stands for: h反; None for anything else."""
    glued = _GLUED.fullmatch(token)
    into = None if glued is None or len(glued[2]) > 1 else _word_of_notation(game, glued[2])
    return None if glued is None or into is None else (glued[1], into)


def _legend_items_in_english(game: Game, text: str, *, keyed: bool) -> list[LegendItem]:
    """Return the signs that a legend in English explains: Key. O circle, T triangle; / = flipped while moving."""
    pairs = [*_ENGLISH_PAIR.finditer(text)]
    words = [_word_of_notation(game, pair["word"]) for pair in pairs]
    listed = keyed or sum(into is not None for into in words) >= MIN_LISTED_SIGNS
    found = []
    for pair, into in zip(pairs, words, strict=True):
        sign = pair["quoted"] or pair["sign"]
        alone = not sign[0].isalnum() and re.search(r"\w", text[: pairs[0].start()]) is None
        if into is not None and (listed or pair["quote"] or pair["equal"].strip() or alone):
            found.append((pair.start(), pair.end(), sign, into))
    return found


def _parse_legend_item(game: Game, token: str, *, keyed: bool) -> tuple[str, str] | None:
    """Return a sign and the word that it stands for: 🚩占領, s=外, 藩=反; None for anything else."""
    token = _OF_A_SENTENCE.sub("", token)
    code = _CODE.match(token)
    if code is None and len(token) > MAX_SIGN_CHARACTERS + MAX_WORD_CHARACTERS:
        return None
    if code is not None:
        sign, word = code[1], token[code.end() :]
    elif (equal := _EQUAL.fullmatch(token)) is not None and _word_of_notation(game, token[1:]) is None:
        sign, word = equal.groups()
        if (len(sign) > 1 and any(map(str.isdecimal, sign))) or (game.vocabulary.cells and sign in COLUMNS):
            return None  # d4=占; 三=銀: a column, and what stands in it
        if _KANJI_SQUARE.fullmatch(word) or (not word.isdecimal() and any(map(str.isdecimal, word))):
            return None  # 帥=5十, 城=三九
    else:
        sign, word = token[:1], token[1:]
        drawn = unicodedata.category(sign or " ") in {"So", "Sm"} and sign not in SIDE_MARKS
        if (
            (len(word) == 1 and not (keyed or drawn or (word in game.vocabulary.suffixes and sign in "+*×!")))
            or not 0 < len(word) <= 2 * MAX_SIGN_CHARACTERS
            or sign.isalpha()
            or (sign in SIDE_MARKS and word.startswith(("先手", "後手")))
        ):
            return None
    into, own = _word_of_notation(game, word), _word_of_notation(game, sign)
    if into is None and own is not None and len(word) < len(sign) + 2:
        sign, into, own = word, own, None  # 占=千
    if own is not None and into is not None and (into[0], own) in game.common_units.items():
        own = None  # ウマ＝騎馬: the name of the same unit of the other side
    if into is None or sign in {"先手", "先", "後手", "後"} or into in "白黒" or own not in {None, into}:
        return None
    return (into, into) if own == into else (sign, into)


@lru_cache(maxsize=4096)
def _word_of_notation(game: Game, word: str) -> str | None:
    """Return the word of the notation that a word stands for; None if it stands for none."""
    for pattern, into in _other_word_patterns(game):
        if (found := pattern.fullmatch(word)) is not None:
            told = found.expand(into)
            return told if told == into else _word_of_notation(game, told)
    return _words_for_sign(game).get(rewrite_in_notation(game, LocatedText(word, ((1, 1),) * len(word))).text)


@lru_cache(maxsize=16)
def _other_word_patterns(game: Game) -> Sequence[tuple[re.Pattern[str], str]]:
    """Return the patterns of whole words that stand for one of the notation."""
    words = ((pattern, into) for pattern, into in game.vocabulary.rewritings if pattern.startswith("^"))
    return tuple((re.compile(pattern[1:], re.IGNORECASE), into) for pattern, into in words)


@lru_cache(maxsize=16)
def _words_for_sign(game: Game) -> Mapping[str, str]:
    """Return the words that a sign may stand for: units, suffixes, and the parts of units; either owner's where both share them."""
    units = game.vocabulary.units
    parts = {sign: sign for unit in units.values() for sign in unit}
    words = {**parts, **units, **game.vocabulary.suffixes}
    shared = {
        own: whole for own in game.common_units for whole in units.values() if len(whole) > 1 and whole.startswith(own)
    }
    return words | shared


_ENGLISH_WORDS = "(?:the|to|too|he|she|it|is|his|this|so|go|goes|got|get|gets|hope|hit|hits|stop|top|site|sit|see|i|on|no|not|a|at|as|in|an)"
"""Words of a sentence that letters for units may spell as well."""


@lru_cache(maxsize=64)
def sign_pattern(
    game: Game, signs: tuple[tuple[str, str], ...], sides: tuple[tuple[str, str], ...]
) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Return the pattern of the signs of a legend where they stand in moves, and what each means."""
    words = {**dict(signs), **dict(sides)}
    letters = [sign for sign in words if sign.isascii() and sign.isalpha()]
    kinds = "".join(sorted({one for unit in game.vocabulary.units for one in unit if "A" <= one <= "Z"}))
    figures = [sign for sign in words if sign.isdecimal()]
    others = sorted({*words} - {*letters, *figures}, key=len, reverse=True)
    kana = [sign for sign in others if _KATAKANA.fullmatch(sign)]
    columns = "".join(chr(ord("a") + at) for at in range(game.board.columns))
    ways = [re.escape(sign) for sign in others if sign not in kana]
    if kana:
        ways.append(rf"(?<![ァ-ヶー])(?:{'|'.join(kana)})(?![ァ-ヶー])")  # ウ is no sign in ウォン
    if kinds and any(words[sign] in _COLOURS for sign in letters):  # WBi: B is a colour only before a kind
        of_colours = [sign for sign in letters if words[sign] in _COLOURS]
        letters = [sign for sign in letters if sign not in of_colours]
        ways.append(rf"(?<![A-Za-z])(?:{'|'.join(of_colours)})(?=[{kinds}](?:[^A-Z]|$))")
        ways += [rf"(?<=[{kinds}])(?:{'|'.join(letters)})(?![A-Za-z])"] * bool(letters)
    callers = [sign for sign in letters if sign in dict(sides)]
    ways += [rf"(?:^|(?<=[\s|]))(?:{'|'.join(callers)})(?=\d{{1,3}}[\s:.、)])"] * bool(callers)  # S1 22占領
    parts = [
        sign
        for sign in letters
        if len(sign) == 1
        and sign.islower()
        and any(words[sign] == value and slot == "part" for slot, value, _ in game.vocabulary.slots)
    ]
    ways += [rf"(?<![A-Za-z])(?:{'|'.join(parts)})(?=[A-Z][a-z]{{0,5}}[ -])"] * bool(parts)  # iTri, oX
    if letters:
        letter = "|".join(map(re.escape, letters))
        apart = rf"(?![{columns}{columns.upper()}][0-9])(?!{_ENGLISH_WORDS}\s[A-Za-z]{{2}})"  # the left: t, h and e
        single = all(len(sign) == 1 for sign in letters)
        ways.append(rf"(?<![A-Za-z]){apart}(?:{letter}){'+' if single else ''}(?![A-Za-z])")
    if figures and letters:
        ways.append(rf"(?<![0-9])(?:{'|'.join(figures)})(?=(?:{'|'.join(map(re.escape, [*letters, *others]))}))")
    return re.compile("|".join(ways)), words
