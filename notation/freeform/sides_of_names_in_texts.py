"""Names of players that a record ties to a side in passing: black=gen, 後手（イレーネ）の陣; as subjects of sentences that tell moves in turn."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from kifu.core.outcome import PLAYERS, Side
from notation.freeform.corrections_of_numbered_plies import PAIR
from notation.freeform.fold_text import LocatedText
from notation.freeform.free_text_risk import count_move_like_texts, move_patterns
from notation.freeform.head_lines_in_other_words import read_head
from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.freeform.moves_in_any_word_order import moves_by_slots
from notation.freeform.number_time_and_side_recogniser import leading_ply_numbers_and_ends
from notation.freeform.players_of_head_lines import HONORIFICS, player_of_colour, without_honorific
from notation.freeform.spans_line_context_and_sides import side_or_colour
from notation.freeform.tokens_of_result_words import OF_THE_LOSER, OF_THE_WINNER, WEIGHTY, WORDS
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import KANJI

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.spans_line_context_and_sides import SideContext

MAX_SENTENCE_CHARACTERS = 200
"""The most characters of a line in which a name is looked for."""
_ENDS = "|".join(WORDS[kind] for kind in sorted(OF_THE_LOSER | OF_THE_WINNER))
_NO_NAME = (
    "(?!私|わたし|わたくし|僕|ぼく|俺|おれ|うち|小生|当方|相手|敵|自分|両者|双方|勝者|敗者|こちら|向こう|これ|それ)"
)
"""Words for somebody that are no names: in a quotation 俺 is whoever speaks."""
_SIDE = (
    r"(?:先手番?|後手番?|先番|後番|先攻|後攻|[▲△☗☖●○]|[白黒]番?|(?<![A-Za-z])(?:white|black|sente|gote)(?![A-Za-z]))"
)
_SIDE_BEFORE = kept_pattern(rf"({_SIDE})[()\[\]「」:=はがの・]{{0,3}}$", re.IGNORECASE)
_CELL_BEFORE = kept_pattern(rf"(?:^|[|,;\t])\s?({_SIDE})\s$", re.IGNORECASE)
_CELL_BEHIND = kept_pattern(r"\s?(?:$|[|,;\t])")
"""What stands round a name that fills the name of a column with its side: | 白 花岡 | 黒 ミゲル |."""
MAX_SIDE_CHARACTERS = 24
"""How far before a name the word for its side begins."""
_NAME_ENDS = kept_pattern(rf"{HONORIFICS}(?![^\W_ぁ-ん])")
_OR_BEFORE = kept_pattern(r"[^\W\d_](?:か|と|や|または|又は|もしくは|あるいは|及び|および)\s?$")
"""What stands before one of two names that an end may be of: 森か|岡の勝ち."""
_SIDE_BEHIND = kept_pattern(
    rf"{HONORIFICS}[(=:はが]?({_SIDE}|先(?![生日週月々])|後(?!半))(?=番|で|[\s、。()]|$)", re.IGNORECASE
)
_OF_KIN = tuple(
    tuple(words.split())
    for words in (
        "父 お父さん おとうさん 父さん とうさん 父ちゃん とうちゃん パパ 親父 おやじ",
        "母 お母さん おかあさん 母さん かあさん 母ちゃん かあちゃん ママ おふくろ",
        "祖父 おじいちゃん おじいさん お祖父さん お爺さん じいちゃん じいさん 爺さん じいじ",
        "祖母 おばあちゃん おばあさん お祖母さん お婆さん ばあちゃん ばあさん 婆さん ばあば",
        "夫 旦那 旦那さん だんな ダンナ 主人 亭主",
        "妻 嫁 嫁さん お嫁さん 奥さん 家内 女房 カミさん かみさん ワイフ",
        "兄 お兄ちゃん おにいちゃん お兄さん おにいさん 兄ちゃん にいちゃん 兄さん 兄貴",
        "姉 お姉ちゃん おねえちゃん お姉さん おねえさん 姉ちゃん ねえちゃん 姉さん 姉貴",
        "弟 おとうと 弟くん",
        "妹 いもうと 妹ちゃん",
        "息子 むすこ せがれ 倅",
        "娘 むすめ",
        "孫 まご お孫さん",
        "友達 友人 友だち ともだち",
        "叔父 伯父 おじさん 叔父さん 伯父さん",
        "叔母 伯母 おばさん 叔母さん 伯母さん",
    )
)
"""The words for one and the same relative: 祖父 of the head is おじいちゃん below."""
_SELVES = tuple("わたし わたくし あたし わし ワイ 筆者 私 僕 ぼく ボク 俺 おれ オレ うち こちら 当方 小生 自分".split())  # noqa: SIM905 - one line of words
_OTHERS = ("相手の方", "お相手", "相手", "先方", "向こう", "むこう")
_SELF = "|".join(_SELVES)
_SIDE_IN_WORDS = "(先手|後手|先番|後番|先攻|後攻|[白黒]番|[白黒]|[先後](?=$|[でだ。、!\\s)]))"
_SIDE_OF_THE_WRITER = kept_pattern(
    rf"(?<![^\W_ぁ-ん])(?:{_SELF})[はがも、]?\s?{_SIDE_IN_WORDS}番?(?=$|[でだをの、。!\s()])|{_SIDE_IN_WORDS}番?(?:\s?\([白黒先後]手?番?\))?[はがの:=、]?\s?(?:{_SELF})(?=$|[はが、。!\s()]|で(?:す|し|、))"
)
"""A sentence that says which side the writer plays: 私が先手です, 後手は当方."""
_WRITTEN_BY = kept_pattern(
    r"\W{0,2}(?:投稿者?|(?i:from|by)|差出人|送信者|書いた人|筆者|記録者?|記)\s?:\s*(?P<name>[^\s:/(<、。]{1,12})"
)
"""The head of a message or a page that names its writer."""
_SPOKEN = kept_pattern(r"[^\s:]{1,12}\s?:\s")
"""What stands before a message of one of several writers."""
_OTHER_DISC = {"●": "○", "○": "●", "黒": "白", "白": "黒"}
MIN_SENTENCES = 4
"""The fewest sentences with a move that show who plays which side."""
MAX_SENTENCES = 400
_LEADING = kept_pattern(
    r"^(?:まず|次に|つぎに|続いて|つづいて|ここで|そこで|対する|そして|すると|えーと|で、|次は|そしたら|それから|(?:今度|こんど)は?|もう[一1]?回|さらに|一方|(?:これに)?対し(?:て|(?=、))|負けじと|すかさず|最後に|次いで|続けて|つづけて|間を置いて|[^\w「『])+"
)
_SUBJECT = kept_pattern(
    rf"([^\W\d_](?:[^\W\d_はがのを]|-){{0,9}}?)({HONORIFICS})(?:\s*[はがの、,:]|\s+(?=\S)|(?=「))\s*"
)
_BEFORE_A_SQUARE = kept_pattern(
    r"((?:私|わたし|僕|ぼく|俺|おれ)|(?<![^\s、。,])[^\W\d_]{1,8}(?:さん|さま|氏|君|くん|ちゃん|先生)|(?<![^\s、。,・])[ぁ-んァ-ヶ]{1,2}(?=・?[1-9一二三四五六七八九]))・?(?=[1-9一二三四五六七八九]\s?[-・.]?\s?[1-9一二三四五六七八九])"
)
"""A subject right before its square: 私6-6占、石黒さん3-3領, わ六二占, ハ・3五占."""
_SENTENCE_ENDS = kept_pattern(r"[。!?\n]+|\s[/|]\s")


@cache
def _result_with_name_pattern() -> re.Pattern[str]:
    """Return the pattern of the end of a game with the name of whom it is told; it is compiled if need be."""
    return kept_pattern(
        rf"{_NO_NAME}(?P<name>(?<![^\W_ぁ-ん])[^\W\d_ぁ-ん]{{1,8}}?|(?<!\w)[ぁ-ん]{{2,6}}?|(?<!\w)[A-Za-z]{{2,12}})"
        rf"(?:{HONORIFICS}[がはの、]?|\s(?=resign|won|win|los))\s?(?:{_ENDS})",
        re.IGNORECASE,
    )


def sides_of_names_beside_end_words(
    side_context: SideContext, lines: Sequence[CleanLine]
) -> tuple[tuple[str, Side], ...]:
    """Return the sides of the names of an end, where other words of the record tie each to one side, and never to the other."""
    texts = [
        laid.passage.text for laid in lines if not laid.parts and len(laid.passage.text) <= MAX_SENTENCE_CHARACTERS
    ]
    ended = [text for text in texts if WEIGHTY.search(text)]  # each word of _ENDS is one of WEIGHTY: few lines have any
    named = [
        (found["name"], text[: found.start()]) for text in ended for found in _result_with_name_pattern().finditer(text)
    ]
    names = dict.fromkeys(name for name, before in named if not _OR_BEFORE.search(before))
    sides = {name: _sides_tied_to_name(side_context, name, texts) for name in names if side_or_colour(name) is None}
    return (
        *((name, side) for name, of_name in sides.items() if len(of_name) == 1 for side in of_name),
        *_sides_by_other_words_for_relatives(side_context, texts, ended),
        *_sides_by_words_for_writer(
            side_context, [laid.passage.text for laid in lines if not (laid.parts or laid.sender)]
        ),
    )


def _sides_by_other_words_for_relatives(
    side_context: SideContext, texts: Sequence[str], ended: Sequence[str]
) -> Iterator[tuple[str, Side]]:
    """Yield the other words for a relative who is a player, where they stand beside an end: 祖父, and おじいちゃんの負け."""
    for words in _OF_KIN:
        found = [word for word in words if any(word in text for text in ended)]
        tied = {word: _sides_tied_to_name(side_context, word, texts) for word in words} if found else {}
        sides = set().union(*tied.values())
        if len(sides) == 1:
            yield from ((word, side) for word in found if not tied[word] for side in sides)


def _sides_by_words_for_writer(side_context: SideContext, texts: Sequence[str]) -> Iterator[tuple[str, Side]]:
    """Yield the words beside an end for the writer and the other player, where sentences say which side the writer plays."""
    written = [text for text in texts if len(text) <= MAX_SENTENCE_CHARACTERS]
    texts = [text for text in written if not _SPOKEN.match(text)]
    of_writers = [text for text in texts if any(word in text for word in _SELVES)]
    said = [found[1] or found[2] for text in of_writers for found in _SIDE_OF_THE_WRITER.finditer(text)]
    writers = {found["name"] for text in written if (found := _WRITTEN_BY.match(text)) is not None}
    said += [
        word
        for name in writers
        if len(writers) == 1
        for word in _side_words_beside_name(without_honorific(name), texts)
    ]
    sides = {side for word in said if (side := side_context.side_meant_by(word)) is not None}
    ended = [text for text in texts if WEIGHTY.search(text)] if len(sides) == 1 else []
    for own in sides if len(sides) == 1 else ():
        yield from ((word, own) for word in _SELVES if any(word in text for text in ended))
        yield from ((word, own.other) for word in _OTHERS if any(word in text for text in ended))


def _sides_tied_to_name(side_context: SideContext, name: str, texts: Sequence[str]) -> set[Side]:
    """Return the sides that a name is tied to; by a disc it is the side that the name behind the other disc is not tied to."""
    words = {*_side_words_beside_name(name, texts)}
    sides = {side for word in words if (side := side_context.side_meant_by(word)) is not None}
    for disc in words & _OTHER_DISC.keys():
        behind = re.compile(rf"{_OTHER_DISC[disc]}\s?([^\W\d_]{{1,8}})")
        others = {found[1] for text in texts if disc in text for found in behind.finditer(text)}
        tied = (side_context.side_meant_by(word) for other in others for word in _side_words_beside_name(other, texts))
        sides |= {side.other for side in tied if side is not None}
    return sides


def _side_words_beside_name(name: str, texts: Sequence[str]) -> Iterator[str]:
    """Yield the words for a side that stand right before or behind a name: 先手ムラタ, 後手は菅野, 野々村(先)."""
    for text in texts:
        for found in re.finditer(re.escape(name), text):
            start, end = found.span()
            ahead = text[max(0, start - MAX_SIDE_CHARACTERS) : start]
            before = _SIDE_BEFORE.search(ahead)
            before = (
                (_CELL_BEFORE.search(ahead) if _CELL_BEHIND.match(text, end) else None) if before is None else before
            )
            if before is not None and _NAME_ENDS.match(text, end):
                yield before[1]
            behind = _SIDE_BEHIND.match(text, end)
            if behind is not None and not text[max(0, start - 1) : start].isalnum():
                yield behind[1]


def sides_named_in_sentences(game: Game, lines: Sequence[CleanLine]) -> tuple[tuple[str, Side], ...]:
    """Return the names of both sides if sentences with a move have two subjects in turn; else nothing."""
    found = [
        name
        for laid in lines
        if not (laid.sender or laid.furniture or laid.parts)
        for name in _names_in(game, laid.passage.text)
    ]
    counts = Counter(found[:MAX_SENTENCES])
    if len(found) < MIN_SENTENCES or len(counts) != len(Side) or min(counts.values()) < MIN_SENTENCES // 2:
        return ()
    in_turn = sum(one != two for one, two in pairwise(found))
    if 10 * in_turn < 8 * (len(found) - 1):
        return ()
    first, begins = found[0], Side(game.turn(game.blank_start()))  # 黒 places first in ユニオンマスター
    return tuple((name, begins if name == first else begins.other) for name in counts)


@lru_cache(maxsize=4096)
def _names_in(game: Game, text: str) -> tuple[str, ...]:
    """Return the subjects of the sentences of a line that hold a move."""
    return tuple(_subjects_of(game, text))


def _subjects_of(game: Game, text: str) -> Iterator[str]:
    """Yield the subjects of the sentences of a text that tell a move."""
    glued = [found[1] for found in _BEFORE_A_SQUARE.finditer(text)]
    if glued and count_move_like_texts(game, text) >= len(glued):
        yield from (without_honorific(name) or name for name in glued)
        return
    for sentence in _SENTENCE_ENDS.split(text):
        bare = _LEADING.sub("", sentence)
        ends = [end for _, end in leading_ply_numbers_and_ends(bare)]
        bare = _LEADING.sub("", bare[max(ends, default=0) :])
        subject = _SUBJECT.match(bare)
        if subject is None or (_is_word_of_game_or_side(game, subject[1]) and not subject[2]):
            continue
        rest = bare[subject.end() :]
        told = rewrite_in_notation(game, LocatedText(rest, ((1, 1),) * len(rest))).text
        if (
            count_move_like_texts(game, told) >= 1
            or moves_by_slots(game, told)
            or move_patterns(game).dictated.search(told)
            or (
                PAIR.search(told)
                and any(unit in told for unit in game.vocabulary.units if not re.fullmatch("[ぁ-んァ-ヶa-zA-Z]", unit))
            )
        ):
            yield subject[1]


def _is_word_of_game_or_side(game: Game, name: str) -> bool:
    """Return whether a subject is a word of the game, or one for a side."""
    name = without_honorific(name) or name  # クロさん is 黒
    return (
        side_or_colour(name) is not None
        or name.lower() in {"w", "b"}
        or any(unit in name for unit in game.vocabulary.units if len(unit) > 1)
        or re.fullmatch(f"[{KANJI}十百a-zA-Z]", name) is not None
    )


_SIDE_WORD = "(?P<side>先手番?|後手番?|先番|後番|先攻|後攻|[▲△☗☖]|[白黒]番?|(?:sente|gote|first|second|white|black)\\b)"
_NAME_OF_SIDE = "(?P<name>[^\\s:=、。,!]{1,20}?)"
_BEHIND_NAME = r"(?:です|でした|だった|だ|でして)?[\s。.!]{0,3}"
_SIDE_OF_NAME = tuple(
    kept_pattern(form, re.IGNORECASE)
    for form in (
        rf"\W{{0,3}}{_SIDE_WORD}\s?(?:[:=はが]|is\s|was\s|\s)\s?{_NAME_OF_SIDE}{_BEHIND_NAME}",
        rf"\W{{0,3}}{_NAME_OF_SIDE}\s?(?:[:=はが]|is\s|was\s)\s?{_SIDE_WORD}{_BEHIND_NAME}",
    )
)
"""A line that names one side and its player, and nothing else: 黒：鈴木, 後手は田中です, 鈴木が先手."""
_KEYS_OF_SIDES = {"先": "先手", "後": "後手", "▲": "先手", "☗": "先手", "△": "後手", "☖": "後手"}
_LATIN_SIDES = {"sente": "先手", "first": "先手", "gote": "後手", "second": "後手"}
MAX_PLAYER_CHARACTERS = 60
"""The most characters of a line that names the players and is asked about if it names them otherwise than the head."""


def with_other_names_of_sides_refused(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return lines; one is refused that gives a player whom a line above names to the other side."""
    told: dict[str, str] = {}
    coloured: object = False
    made = []
    for laid in lines:
        text = laid.passage.text.strip()
        short = 0 < len(text) <= MAX_PLAYER_CHARACTERS and not (laid.parts or laid.furniture or laid.refused)
        named = _players_named_by(game, text, set(told.values()), coloured=bool(coloured)) if short else {}
        other = any(
            told.get(key, name) != name and name in (named_above for side, named_above in told.items() if side != key)
            for key, name in named.items()
        )
        if not other:
            coloured = coloured or (bool(named) and {*"白黒"} & {*text} and {*"先後▲△☗☖"} & {*text})
            told = {**named, **told}
        made.append(laid._replace(refused=True) if other else laid)
    return made


def _players_named_by(game: Game, text: str, known: set[str], *, coloured: bool) -> dict[str, str]:
    """Return the names that a line gives to the keys of the sides; `coloured` says that lines above tell colours."""
    if not known:
        heads = [head.partition("：") for head in read_head(text, game) or ()]
        return {key: without_honorific(name) or name for key, _, name in heads if key in PLAYERS and name}
    if not any(name in text for name in known):
        return {}
    for pattern in _SIDE_OF_NAME:
        if (found := pattern.fullmatch(text)) and (name := without_honorific(found["name"])) in known:
            word = found["side"].lower()
            key = _LATIN_SIDES.get(word) or _KEYS_OF_SIDES.get(word[0]) or player_of_colour(word, game)
            of_game = word[0] in "先後▲△☗☖" or word in _LATIN_SIDES or not coloured or game.sides[0].label.ja == "白"
            return {key: name} if key in PLAYERS and of_game else {}
    heads = [head.partition("：") for head in read_head(text, game) or ()]
    named = {key: without_honorific(name) or name for key, _, name in heads if key in PLAYERS}
    return named if len(named) == len(PLAYERS) and not (coloured and re.search("[白黒]", text)) else {}
