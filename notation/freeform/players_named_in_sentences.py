"""Players that only sentences above the moves name: 若林が先、矢部が後; 先手は隣の源さん; 岸本-内海（左が先手）."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import PLAYERS
from notation.formats.kif_head_reader import GAME
from notation.freeform.fold_text import LocatedText
from notation.freeform.free_text_risk import count_move_like_texts
from notation.freeform.hypothesis import CopyItem
from notation.freeform.japanese_verbs import IF
from notation.freeform.plain_copy import copy_line
from notation.freeform.players_of_head_lines import (
    DESCRIPTION,
    TELLS_WHAT_IS_PLACED,
    TOSS_WON,
    lines_for_players,
    player_of_colour,
)
from notation.freeform.spans_line_context_and_sides import DISCS
from notation.freeform.tokens_of_result_words import WEIGHTY
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.hypothesis import Hypothesis

MAX_LINES, MAX_LINE_CHARACTERS = 40, 200
"""The most lines above the first move, and the most characters of each, in which players are looked for."""
_BY_WORD = {
    **dict.fromkeys(
        ("先手", "先番", "先攻", "先", "さき", "サキ", "せんて", "センテ", "sente", "first", "▲", "☗"), PLAYERS[0]
    ),
    **dict.fromkeys(
        ("後手", "後番", "後攻", "後", "あと", "アト", "ごて", "ゴテ", "gote", "second", "△", "☖", "▽"), PLAYERS[1]
    ),
}
_WHOLE_WORD = r"先手|後手|先番|後番|先攻|後攻|せんて|ごて|センテ|ゴテ|[▲△☗☖▽]"
_SIDE = rf"(?P<side>{_WHOLE_WORD}|(?<![^\W_ぁ-ん])[白黒](?=番|の?[方人]|[\s:=はが・(]))番?(?:の(?:方|人))?"
_SIDE_BEHIND = (
    rf"(?P<side>{_WHOLE_WORD}|(?<![^\W_ぁ-ん])[白黒]|先(?![生日週月々頭])|後(?![半日ろ輩])|さき|あと|サキ|アト)番?"
)
_HONORIFIC = r"(?:さん|くん|君|氏|様|さま|殿|先生|ちゃん|選手|女史|はん|師匠|先輩|後輩|[部会店課社]長|[初二三四五六七八九\d][段級])"
MYSELF = r"(?:私|わたし|わたくし|あたし|僕|ぼく|ボク|俺|おれ|オレ|わし|ワシ|小生|自分|当方|筆者)"
_ROLE = r"(?:人間|挑戦者|(?:お|対戦)?相手|友人|友達|先生|師匠|先輩|[部会店課社]長)"
_LETTERS = "[^\\W\\d_]"
_NAME = rf"(?:[^\W\d_ぁ-ん]{{1,8}}?[ぁ-ん]{{0,3}}?[^\W\d_ぁ-ん]?|[ぁ-ん]{{2,8}}?|[A-Za-z][\w.-]{{0,15}}?){_HONORIFIC}?"
_READING = r"(?:\([ぁ-んァ-ヶー ]{1,12}\))?"
_STOPS = r"(?=\s*(?:です|でした|だ|や|で(?=[、,\s])|とし?て|と(?=[、。]|先|後|[白黒])|(?:で|の)(?:対局|一局|一戦|対戦|勝負)|[、。!?,;)」]|\s|$))"
_GRADE = r"(?:[初一二三四五六七八九十\d]{1,2}[段級])"
"""What a player of a club may play, between the side and the name: 白　三段　橋爪."""
_SIDE_FIRST = kept_pattern(
    rf"{_SIDE}(?:\s?[はがも:=・…/]\s?|の(?={MYSELF}(?![のがはを])|[^\s、。]{{1,6}}(?:{_HONORIFIC}|で(?:す|した)|[、。]))|\s+|(?={_LETTERS}))"
    rf"(?:{_GRADE}\s+)?(?:{DESCRIPTION})?(?:{MYSELF}[・、=])?(?P<name>(?!{_GRADE}(?:\s|$)){_NAME}){_READING}{_HONORIFIC}?{_STOPS}"
)
"""後手は隣の源さん; 先手おれ、後手あにき; ▲は先手の私・黒沢です."""
_NAME_FIRST = kept_pattern(
    rf"(?P<name>(?<![^\W\d_ぁ-ん])[^\W\d_ぁ-ん]{{1,8}}{_HONORIFIC}?|(?<!{_LETTERS})(?:[ぁ-ん]{{2,8}}?|[^\W\d_]{{1,8}}?{_HONORIFIC}))"
    rf"(?:\((?P<own>[^()\d]{{1,10}})\))?(?:\s?[がは、]\s?){_SIDE_BEHIND}(?=です|でし|だ|や|で(?!あ)|[、。!?)」]|\s|$|を(?:持|も|頂|いただ|引|と|取)|に(?:な|決|まわ|回)|と(?:な|決|し)|[・/](?P<again>先手?|後手?|[白黒])番?(?:です|でし|だ|で(?!あ)|[、。!?)]|\s|$))"
)
"""若林が先、矢部が後; ぼく（けんた）が黒で; 私、大塚が先番を頂戴しました; 誠一が先手・白."""
_IN_ENGLISH = kept_pattern(
    r"(?:(?<![A-Za-z])I \((?P<own>[A-Z][a-z.'-]{1,15})\)|(?<![A-Za-z])(?P<name>(?!I )[A-Z][A-Za-z.'-]{1,15}(?: [A-Z][A-Za-z.'-]{1,15})?)(?: \([^()]{1,20}\))?)"
    r" (?:had|has|takes?|took|plays?|played|is|was|got|holds?|held)(?: with)? (?:the )?(?P<side>White|Black|white|black|first|second|sente|gote)(?![A-Za-z])"
)
"""Owen had White (so he started), I (Dilys) had Black."""
_SIDE_IN_BRACKETS = kept_pattern(
    rf"(?:(?:vs|VS)\.?|ー)?(?P<name>[^\s、。()「」\[\]【】:=○●◯×✕・/|,;-]{{1,20}}?){_READING}\s?\((?:以下)?[「『]?(?:[^()\s「」先後]{{1,6}}[・、/])?{_SIDE_BEHIND}[」』]?(?:[・、/][^()]{{1,6}})?\)"
)
"""川端（先手）."""
_SIDE_BEFORE_NAMES = kept_pattern(r"(?:^|[\s。:])\((?:先手?|後手?|[白黒])番?\)\s?[^\W\d_]")
"""The side in brackets before its player: (白)佐伯 (黒)堂前."""
_SIDE_AND_NAME = kept_pattern(rf"{_SIDE}・(?P<name>{_NAME})(?=の|が|は|に|を)")
"""後手・速水の持ち時間から引く."""
_NAME_IN_BRACKETS = kept_pattern(
    rf"(?:{_SIDE}|(?<!\w)(?P<kana>しろ|くろ|シロ|クロ))\s?\((?P<name>[^\s、。()「」:=/|,;]{{1,12}})\)"
)
_QUOTED_NAME = kept_pattern(
    rf"{_SIDE}(?:\s?[はが:]?\s?【(?P<name>[^【】\s]{{1,12}})】|[はが]「(?P<quoted>[^「」\s、。]{{1,8}})」(?=です|で|、|。|$))"
)
"""先手【鈴木】; 後手が「たま」です."""
_OWN_SIDE = kept_pattern(rf"(?P<name>{_NAME})の(?P<side>先手|後手|先番|後番)番?(?=[、。!\s]|で(?!は)|$)")
"""私の先手; 山田の先番."""
_KEY_WITH_ITS_SIDE = kept_pattern(
    r"^\W{0,3}\w{1,12}\s?\((?P<side>先手?|後手?|[白黒])番?\)\s*[:=]\s*(?P<name>(?!\S*[段筋。])[^\s:=()]{1,16})\s*$"
)
"""Player1(先手): haru."""
_ONE_OF_TWO = r"[^\s、。()「」:=対×・ー-]{1,12}"
_BY_PLACE = kept_pattern(
    rf"(?P<one>{_ONE_OF_TWO})\s?(?:対|vs\.?|VS\.?|[-・×ー])\s?(?P<two>{_ONE_OF_TWO})\s?[(、,。※]\s?(?P<which>左|右|前者?|後者)側?[がは](?P<side>先手?|後手?|[白黒])番?(?=[)。、]|で|$)"
)
"""岸本-内海（左が先手）."""
_OF_A_PAIR = r"[^\s\d、。()「」:=対×・/ー-][^\s、。()「」:=対×・/ー-]{0,11}"
_PAIR_AND_SIDE = kept_pattern(
    rf"(?<![^\s、。()「」:=])(?P<one>{_OF_A_PAIR})\s?(?:対|vs\.?|VS\.?|[-・×/ー])\s?(?P<two>{_OF_A_PAIR})(?=[\s(、。]).{{0,40}}?[\s(、。]"
    rf"(?:(?P<told>(?P=one)|(?P=two)){_HONORIFIC}?\s?[=:はが]?\s?(?P<side>先手?|後手?|[白黒])番?(?=[)。、\s(]|$)"
    rf"|(?P<behind>先手?|後手?|[白黒])番?\s?[=:はが]?\s?(?P<name>(?P=one)|(?P=two)){_HONORIFIC}?(?=[)。、\s]|$))"
)
"""会田 vs 難波（6面体、会田先手）; 瀧川-真壁 8月例会 瀧川=白（先番）."""
_IN_SQUARE_BRACKETS = kept_pattern(
    r"\[\s?(?P<side>先手?|後手?|[白黒])番?\s?[\s:・]\s?(?P<name>[^\s\[\]:\d]{1,12})\s?\]"
)
"""[白 江里] [黒 師匠]."""
_READ_OUT = kept_pattern(rf"^\s*(?P<side>先手|後手|[白黒])番?、\s?(?P<name>[^\W\d_]{{1,10}}?{_HONORIFIC})[。\s]*$")
"""白、井手さん。黒、ウォンさん。"""
_DISC = kept_pattern(r"(?:^|(?<=[\s/、]))(?P<side>[⚪⚫])\ufe0f?\s?(?P<name>[^\W\d_]{1,10})(?=[\s/、]|$)")
"""⚪ゆず　⚫こうた."""
_OPPONENT = kept_pattern(
    rf"(?:お|対戦)?相手[は:=]\s?(?:{DESCRIPTION})?(?P<name>{_NAME}){_STOPS}|(?P<named>[^\W\d_ぁ-ん]{{1,8}}{_HONORIFIC})と(?:の)?(?:対局|一局|一戦|対戦|勝負)"
)
_OTHERWISE = kept_pattern(rf"[前次][局回戦]|[1-9一二三四]局目|入れ?替|交[代替]|逆|もし|{IF}|どちら|[?？]|番勝負")
"""Words of a sentence about another game, or about sides that are not settled."""
_NAMES_NOBODY = kept_pattern(
    r"[白黒赤青緑黄紅上下左右奥表裏先後前次東西南北]|[先後]手番?|[先後]番|手[前番]|です|でした|しろ|くろ|シロ|クロ|[上下左右手前奥]側|[上下]手方|[紅赤白青黒緑]組|\W+|\d.*|.*(?:陣|向け|図|例会|大会|コマ|駒)|両[者方]|双方|交互|交代|同[じ時]|不明|未定|[有不]利|[優劣]勢|[好不]調|攻め|守り|手順|初手|"
    r"遅刻|欠席|長考|作戦|必[死勝]|余裕|無言|以下|以上|棋譜|対局|記録|持ち?時間|時間|コマ|駒|玉|王|本人|それ|これ|どちら|だれ|誰|から|まで|など|なので|という|らしい|かな|まだ|いつも|たぶん"
)
"""What stands behind a word for a side, and is no name."""
_PARTICLE_INSIDE = kept_pattern(r"を|[^ぁ-ん][はがにでとへ][^ぁ-ん]|[がは](?:[白黒先後]|しろ|くろ)|[にはが]$")
_ALIAS = rf"\s?(?:\(|→|=|・|、|こと|は)\s?(?P<name>{_NAME}){_READING}(?=で|です|や|だ|が|は|[)、。!]|\s|$)"
_BEFORE_A_NAME = kept_pattern(
    rf"{DESCRIPTION}|(?:先日|今日|本日|昨日|いつも|今回|例|クラス)の|[^\s、]{{1,12}}[^\Wぁ-ん_][はがで](?=[^\Wぁ-ん_])|(?<=\))[とにへ](?!$)|と(?=[^\Wぁ-ん_])"
)
"""What stands before a name and is none of it: 職場の後輩の楠田くん, とBさん."""
_CELL = kept_pattern(r"[^\s|](?:[^|\t]*?[^\s|])??(?=\s*[|\t]|\s{2,}|\s*$)")
_SENTENCE_ENDS = kept_pattern(r"[。!※]|(?<=\S)\s{2,}(?=※)")


class _Tie(NamedTuple):
    """A name and the side that a sentence ties it to."""

    key: str
    name: LocatedText
    sure: bool
    """Whether nothing but a name stands in such a place."""


def with_players_named_in_sentences(hypothesis: Hypothesis, lines: Sequence[CleanLine]) -> Hypothesis:
    """Return a reading with the players that only sentences above its moves name, as heads below that of the game."""
    known = dict(hypothesis.head)
    turns = hypothesis.turns()
    if not turns or all(key in known for key in PLAYERS):
        return hypothesis
    first = turns[0].lines[0].line
    above = [laid.passage for laid in lines if laid.line < first and not (laid.sender or laid.parts or laid.quoted)]
    named = {key: name for key, name in players_of_sentences(hypothesis.game, above).items() if key not in known}
    items = list(hypothesis.items_from_last())[::-1]
    start = next((at for at, item in enumerate(items) if any(one.text.startswith(GAME) for one in item.lines)), None)
    if not named or start is None or any(name.text == value for name in named.values() for value in known.values()):
        return hypothesis
    made = [CopyItem((copy_line(name, f"{key}：{name.text}"),), "head", name) for key, name in named.items()]
    hypothesis = hypothesis._replace(
        made=None, head=(*hypothesis.head, *((key, name.text) for key, name in named.items()))
    )
    for item in (*items[: start + 1], *made, *items[start + 1 :]):
        hypothesis = hypothesis.adding(item)
    return hypothesis


def players_of_sentences(game: Game, passages: Sequence[LocatedText]) -> dict[str, LocatedText]:
    """Return the players that sentences tie to one side each; one alone only where nothing but a name can stand."""
    parts = [
        part
        for passage in passages[:MAX_LINES]
        if len(passage.text) <= MAX_LINE_CHARACTERS
        for part in _sentences(passage)
    ]
    told = [part for part in parts if not (game.places_once and TELLS_WHAT_IS_PLACED.search(part.text))]
    ties = [tie for part in told if not _OTHERWISE.search(part.text) for tie in _names_tied_to_sides(game, part)]
    ties += [
        tie for row, below in pairwise(passages[:MAX_LINES]) for tie in _names_below_words_for_sides(game, row, below)
    ]
    ties += [tie for row, below in pairwise(parts) for tie in _names_of_a_pair_on_two_lines(game, row, below)]
    of_each = {key: [tie for tie in ties if tie.key == key] for key in PLAYERS}
    found: dict[str, _Tie] = {}
    for key, own in of_each.items():
        if own and all(_same(own[0].name.text, tie.name.text) for tie in own):
            found[key] = max(own, key=lambda tie: (tie.sure, len(tie.name.text)))
    if len(found) == 1:
        ((key, tie),) = found.items()
        opponents = [one for part in parts if not of_each[_other(key)] for one in _opponents(part)]
        if len(opponents) == 1:
            found[_other(key)] = _Tie(_other(key), opponents[0], sure=True)
        elif not tie.sure:
            return {}
    named = {key: _name_for_writer_or_title(game, tie.name, parts) for key, tie in found.items()}
    return {} if len({name.text for name in named.values()}) < len(named) else named


def _sentences(passage: LocatedText) -> Iterator[LocatedText]:
    """Yield the sentences of a passage."""
    at = 0
    for end in (*(found.end() for found in _SENTENCE_ENDS.finditer(passage.text)), len(passage.text)):
        part = passage.cut(at, end)
        if part.text:
            yield part
        at = end


def _names_tied_to_sides(game: Game, sentence: LocatedText) -> Iterator[_Tie]:
    """Yield the names that a sentence ties to a side."""
    text = sentence.text
    for line in lines_for_players(text.rstrip("。!※ "), game):
        key, _, told = line.partition("：")
        start = text.find(told)
        if start >= 0 and _is_a_name(game, told):
            yield _Tie(key, sentence.cut(start, start + len(told)), sure=True)
    if pair := _names_of_a_pair(game, sentence):
        yield from pair
        return
    if (keyed := _KEY_WITH_ITS_SIDE.search(text)) is not None:
        yield _Tie(_key(game, keyed["side"]), sentence.cut(*keyed.span("name")), sure=True)
        return
    for pattern, sure in (
        (_SIDE_AND_NAME, True), (_IN_SQUARE_BRACKETS, True), (_READ_OUT, True), (_DISC, False), (_QUOTED_NAME, True), (_OWN_SIDE, False), (_SIDE_IN_BRACKETS, True), (_NAME_IN_BRACKETS, True), (_IN_ENGLISH, False), (_NAME_FIRST, False), (_SIDE_FIRST, False)
    ):  # fmt: skip
        if pattern is _SIDE_IN_BRACKETS and _SIDE_BEFORE_NAMES.search(text):
            continue
        for found in pattern.finditer(text):
            writer = found["name"] is None or re.fullmatch(MYSELF, found["name"])
            group = "own" if found.groupdict().get("own") and writer else "name"
            group = "quoted" if found.groupdict().get("quoted") else group
            start, end = found.span(group)
            while (more := _BEFORE_A_NAME.match(text, start, end)) is not None:
                start = more.end()
            name = sentence.cut(start, end)
            if name.text and _is_a_name(game, name.text) and (key := _key_of_both_words(game, found)):
                yield _Tie(key, name, sure or re.search(f"{_HONORIFIC}$", name.text) is not None)


def _key_of_both_words(game: Game, found: re.Match[str]) -> str:
    """Return the key of the side that a sentence names; empty if its second word is of the other one: 先手・黒, where white begins."""
    key = _key(game, found["side"] or found["kana"])
    again = found.groupdict().get("again")
    return "" if again and _key(game, again) != key else key


def _names_of_a_pair(game: Game, sentence: LocatedText) -> tuple[_Tie, ...]:
    """Return both names of a pair whose sides are told by the place or the side of one; empty if none are."""
    if (found := _BY_PLACE.search(sentence.text)) is not None:
        told = "one" if found["which"] in {"左", "前", "前者"} else "two"
        side = "side"
    elif (found := _PAIR_AND_SIDE.search(sentence.text)) is not None:
        side = "side" if found["told"] else "behind"
        told = "one" if found["one"] in {found["told"], found["name"]} else "two"
    else:
        return ()
    of_told = _key(game, found[side])
    return tuple(
        _Tie(of_told if group == told else _other(of_told), sentence.cut(*found.span(group)), sure=True)
        for group in ("one", "two")
    )


def _names_of_a_pair_on_two_lines(game: Game, row: LocatedText, row_below: LocatedText) -> tuple[_Tie, ...]:
    """Return both names of a pair whose sides the next sentence tells: めぐみ-岩田, and below めぐみが白."""
    texts = (row.text, row_below.text)
    if any(map(_OTHERWISE.search, texts)) or any(_names_of_a_pair(game, one) for one in (row, row_below)):
        return ()
    blank = LocatedText(" ", row_below.places[:1])
    return _names_of_a_pair(game, row.joined(blank).joined(row_below))


def _names_below_words_for_sides(game: Game, row: LocatedText, row_below: LocatedText) -> Iterator[_Tie]:
    """Yield the names below the words for both sides, in the columns of a row."""
    keys, names = (
        [*_CELL.finditer(one.text)] if len(one.text) <= MAX_LINE_CHARACTERS else [] for one in (row, row_below)
    )
    sides = {_key(game, found[0].removesuffix("番")): found for found in keys}
    if len(keys) != len(names) or not all(key in sides for key in PLAYERS):
        return
    for word, name in zip(keys, names, strict=True):
        key = _key(game, word[0].removesuffix("番"))
        if key in PLAYERS and _is_a_name(game, name[0]):
            yield _Tie(key, row_below.cut(*name.span()), sure=True)


def _key(game: Game, word: str) -> str:
    return _BY_WORD.get(word) or _BY_WORD.get(word.lower()) or player_of_colour(DISCS.get(word, word), game)


def _other(key: str) -> str:
    return PLAYERS[key == PLAYERS[0]]


def _same(one: str, two: str) -> bool:
    """Return whether two names may be those of one player: 坂口 and 坂口さん."""
    return one.startswith(two) or two.startswith(one) or re.fullmatch(f"{MYSELF}|{_ROLE}", one + two) is not None


def _is_a_name(game: Game, name: str) -> bool:
    """Return whether a word may be the name of a player."""
    return not (
        _NAMES_NOBODY.fullmatch(name)
        or "先手" in name
        or "後手" in name
        or _PARTICLE_INSIDE.search(name)
        or name in game.vocabulary.units
        or WEIGHTY.search(re.sub(TOSS_WON, "", name))
        or count_move_like_texts(game, name)
        or name[-1] in "戦局手番勝負"
    )


def _opponents(sentence: LocatedText) -> Iterator[LocatedText]:
    """Yield whom a sentence calls the other player: お相手は同僚の前川氏."""
    for found in _OPPONENT.finditer(sentence.text):
        yield sentence.cut(*found.span("name" if found["name"] else "named"))


def _name_for_writer_or_title(game: Game, name: LocatedText, parts: Sequence[LocatedText]) -> LocatedText:
    """Return the name that sentences have for the writer, or for a title: わし→徳次郎, 玉井先生."""
    if re.fullmatch(MYSELF, name.text) or re.fullmatch(_ROLE, name.text):
        alias = re.compile(re.escape(name.text) + _ALIAS)
        for part in parts:
            found = alias.search(part.text)
            if found is not None and _is_a_name(game, found["name"]) and not re.fullmatch(_SIDE_BEHIND, found["name"]):
                return part.cut(*found.span("name"))
    if re.fullmatch(_HONORIFIC, name.text):
        titled = re.compile(rf"(?<![^\W\d_ぁ-ん])[^\W\d_ぁ-ん]{{1,6}}{name.text}")
        for part in parts:
            if (found := titled.search(part.text)) is not None:
                return part.cut(*found.span())
    return name
