"""Heads in other words than the notation's become its lines: the game, keys without a colon, players, dates, titles."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from kifu.core import games
from kifu.core.outcome import PLAYERS, SIDE_MARKS, SPECIALS
from notation.formats.kif_head_reader import GAME, KNOWN_KEYS, RESULT_KEYS, RULES, SCORE, known_header_keys
from notation.freeform.players_of_head_lines import (
    AROUND_A_NAME,
    BLACK,
    COLOURS,
    DESCRIBED,
    NAME_OF_A_PLAYER,
    NAMED_RESULT,
    NO_PLAYER,
    WHITE,
    bare_name,
    lines_for_players,
    lines_for_players_with_score,
    may_side_have_colour,
    player_of_colour,
)
from notation.freeform.squares_named_in_text import is_like_a_move
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import KANJI, NUMBER, POINTS_IN_FIGURES, parse_numeral, parse_points
from notation.time_control_and_time_checks import BYOYOMI_KEY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kifu.core.game.game import Game

MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
"""The name of a month in English."""
_OTHER_SPACED = frozenset(
    {"記録", "記録者", "対局者", "備考", "立会", "立会人", "審判", "天候", "会場", "大会", "大会名", "持時間"}
)
MAX_HEAD_LINE_CHARACTERS = 100
"""The most characters of a line of the head that is read so."""
_KEYS = {
    "種目": GAME, "ゲーム": GAME, "game": GAME, "キシュ": GAME, "きしゅ": GAME, "ゲーム名": GAME, "ルール": RULES, "日付": "開始日時", "日時": "開始日時", "対局日時": "開始日時",
    **dict.fromkeys(("その時の点", "その時の得点", "投了時の得点", "投了時の点", "終局時の得点", "終局時の点", "最終得点", "点数", "スコア", "ポイント", "score", "points"), "得点"),
    "対局者": "", "先": "先手", "後": "後手", "先番": "先手", "後番": "後手", "先手番": "先手", "後手番": "後手", **dict.fromkeys(("sente", "senteban", "senko", "senkou"), "先手"), **dict.fromkeys(("gote", "goteban", "koko", "koukou"), "後手"), **dict.fromkeys(("first", "1st"), "先手"), **dict.fromkeys(("second", "2nd"), "後手"),
    **dict.fromkeys(("moves", "plies", "number of moves", "total moves", "length", "終了手数", "終局手数", "最終手数", "手の数", "指し手数"), "手数"), "event": "棋戦", "site": "場所", "date": "開始日時", "place": "場所", "result": "結果", **dict.fromkeys(("outcome", "結末", "決着", "最終結果", "対局結果"), "結果"), "loser": "敗者", "勝った人": "勝者", "負けた人": "敗者", "rules": "規則", "winner": "勝者", **dict.fromkeys(("ショウシャ", "シヨウシヤ", "しょうしゃ"), "勝者"), "board": "盤", "センテ": "先手", "せんて": "先手", "ゴテ": "後手", "ごて": "後手", "会場": "場所", "対局場所": "場所", "盤面": "盤", "持時間": "持ち時間", "もち時間": "持ち時間", "大会名": "棋戦",
}  # fmt: skip
KEYS_IN_OTHER_WORDS = frozenset({*_KEYS, *COLOURS, BYOYOMI_KEY})
SIGNS_OF_A_FIELD = (
    r"[▲☗△☖▽]|せんて|センテ|ente|irst|[全計]\s?\d|全部で|[wb]\s?[:=]|[日会種先後棋場盤結規][ \u3000]+[付時場目手番戦所面果則]|\d年|\d[/.-]\d|\d\s*(?:月|がつ|[年/.-])|元[年/.-]|"
    rf"{MONTH}|於|場所は|会場|にて|において"
)
"""What names a player, a date or a place in a field without a key."""
_DATE = kept_pattern(
    r"((?:(?:\d{4}|(?:令和|平成|昭和)(?:\d{1,2}|元))\s*[年/.-]\s*\d{1,2}\s*[月/.-]\s*\d{1,2}日?|\d{1,2}(?:月|がつ)\s*\d{1,2}(?:日|にち)|\d{1,2}/\d{1,2}(?=\s?\([日月火水木金土]\))))\s*(?:[(]?(?:[日月火水木金土](?:曜日?)?|(?:にち|げつ|か|すい|もく|きん|ど)ようび)[)]?)?"
    r"\s*((?:\d{1,2}:\d{2}(?::\d{2})?|(?:午前|午後)?\d{1,2}時(?:\d{1,2}分|半)?)?)\s*(?:開始|対局開始)?(?:[、,]|於|\s)*(|.*[^:])"
)
_ENGLISH_DATE = kept_pattern(
    rf"(?:[A-Z][a-z]{{2,8}},?\s+)?(?:\d{{1,2}}(?:st|nd|rd|th)?\s+{MONTH},?|{MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?)\s+\d{{4}}(?:,?\s+\d{{1,2}}:\d{{2}})?"
)
_TIME_OF_DAY = kept_pattern(r"\d{1,2}:\d{2}")
_SPACED_KEY = kept_pattern(
    r"^([^\W\d_])[ \u3000]+([^\W\d_])(?:[ \u3000]+([^\W\d_]))?(?:[ \u3000]+([^\W\d_]))?(?=[\s:])[ \u3000]*:?"
)
"""A key whose characters stand apart, to be as wide as the others: 日　付."""
_SIDE_AND_COLOUR = kept_pattern(
    r"(先手|後手|[先後](?=\())番?(?:\s*[・/(]\s*([白黒])番?\)?[\s:]*|\s*([白黒])番?[\s:]+)(?=\S)"
)
"""A side with its colour: 先手・白, 先(白)."""
_COLOUR_IS_SIDE = kept_pattern(
    r"([白黒])番?\s?(?:=\s?(先|後)手番?(?:\s?[=:]\s?|\s+)|\((?:(先)|後)手?番?\)[\s:=]{0,3})(?=\S)"
)
"""A colour with its side before a name: 黒＝先手＝大黒, 白=後手 Anna, 黒(先)：くま."""
_TABLE_LABEL = kept_pattern(
    r"(?:第\s?)?(?:[A-Za-z]{0,2}\s?-?\s?\d{1,3}|[A-Za-z]|[一二三四五六七八九十]{1,3})\s?(?:番|号)?(?:卓|テーブル|盤|組)\s*(?:[:、・/]\s*|(?<=\s))"
    r"|(?:対局)?(?:記録|棋譜)(?:シート|用紙|票)\s+"
)
"""The table, or the sheet, before both players on one line: A-3卓　先手：三宅　後手：久保田."""
_SIDE_IN_BRACKETS_AND_COLOUR = kept_pattern(r"\((先|後)手?番?\)\s?([白黒])番?[:\s]+(?=\S)")
"""A side in brackets with its colour: (先)白 奥."""
_SIDE_IN_LATIN_TWICE = kept_pattern(
    r"(?i)(?<![a-z])(?P<one>[^\W\d_]{3,9})\s?(?:[/(]\s?(?P<two>first|white|sente|shiro|second|black|gote|kuro|1st|2nd|先手?|後手?)"
    r"(?:\s?[,/]\s?(?P<three>first|second|sente|gote|1st|2nd))?|\(?\s?(?:moves|moving|goes|plays|starts|to\smove)\s(?P<turn>first|second|1st|2nd))\)?"
    r"(?=\s*[:=]|\s+[-–—]\s)"
)
"""A side in two words: First/White: Pryce, Shiro (sente): Yamane, White moves first: Ito."""
_WORD_FOR_PLAYER = kept_pattern(
    r"(?i)\b(?:(first|second|1st|2nd)\s?player|player\s?[12]\s?\((first|second|sente|gote|white|black)\))(?=\s?(?:[:=(]|[-–—]\s))"
)
"""A side that is called a player: First player (sente): Ann; Player 2 (gote): Bob."""
_COLOUR_WITH_ITS_SIDE = kept_pattern(r"(?:(白)番?\(先手?番?\)|(黒)番?\(後手?番?\))[:\s]*(?=\S)")
"""A colour with its side, where white moves first: 白(先) 山田."""
_COUNTED = kept_pattern(r"[(〔【]?\s?(?:全部で|全|合?計|総計)[\s,、:]?(\d{1,3})手(?:です|でした)?\s?[)〕】]?。?")
"""The number of plies without a key: 全31手."""
SCORE_IN_BRACKETS = kept_pattern(r"[(〔【]\s?((?:最終|合計)?(?:得点|点数|スコア)[^()〔〕【】]{3,30})[)〕】]")
_PLACE = kept_pattern(r"(?:於|場所は|会場は|会場)[:\s]*(\S.*)|((?!\d+手)\S+(?:にて|において))")
_MARKED_VALUE = kept_pattern(r"^(?:(先手：)[▲☗]|(後手：)[△☖▽])\s?(?=\w)")
"""The mark of a side before the name behind its key: 先手 ▲国枝."""
_MARK_BEHIND_WORD = kept_pattern(
    r"(?:(?<=先手)|(?<=先手番))[\s:]*[▲☗]\s?(?=[^\W\d_])|(?:(?<=後手)|(?<=後手番))[\s:]*[△☖▽]\s?(?=[^\W\d_])"
)
"""The mark of a side behind its word, where the name of its player follows: 先手 ▲坂井 後手 △松尾."""
_MARKED_PLAYER = kept_pattern(r"(?:先手番?[:\s]*[▲☗]|後手番?[:\s]*[△☖▽])\s?(?P<name>[^\W\d_][^\d:、。,]{0,20})")
"""The one player of a line behind a word and the mark of the same side: 先手▲大貫登志夫."""
_OF_THE_MARKED_SIDE = kept_pattern(
    r"[のがはをでにも][^ぁ-ん]|の番|.*(?:持ち?駒|駒台|手番|優勢|劣勢|有利|不利|良し|勝|負|敗)|(?:なし|無し|不明|未定)$"
)
"""What a text says of a side instead of naming its player: 先手▲持駒なし."""
_MARKED_WORD = kept_pattern(r"[▲☗△☖▽]\s*(?=先[手番]|後[手番])")
_COLOURS_IN_LETTERS = kept_pattern(
    r"(?:W|[Ww]hite)\s?[=:]\s?([^\s=:,/()][^=:,/()]{0,20}?)(?:\s?\((?:first|sente|先手?番?)\))?\s*[,/ ]\s*(?:B|[Bb]lack)\s?[=:]\s?([^\s=:,/()][^=:,/()]{0,20}?)(?:\s?\((?:second|gote|後手?番?)\))?"
)
_MARKED_COLOURS = kept_pattern(
    rf"^[▲☗]\s*\(?白番?\)?[:=\s]*({NAME_OF_A_PLAYER}(?: {NAME_OF_A_PLAYER})?)[\s、,/]*[△☖▽]\s*\(?黒番?\)?[:=\s]*({NAME_OF_A_PLAYER}(?: {NAME_OF_A_PLAYER})?)$"
)
"""Marks and colours of both players that say the same where 白 moves first: ☗（白）金子　☖（黒）ウォン."""
_MARKED_PLAYERS = kept_pattern(
    rf"^[▲☗][がは=]先手番?\s*\(({NAME_OF_A_PLAYER})\)[\s、,/]*[△☖▽][がは=]後手番?\s*\(({NAME_OF_A_PLAYER})\)$"
)
"""What the marks of both sides mean, with the players: ▲が先手（西田）、△が後手（ノエル）."""
_MARK_OF_A_PLAYER = kept_pattern(
    r"([▲☗])\s?[=:]?\s?([^\s()=:]{1,12})(?:\s?\(先手?番?\))?(?=[\s△☖▽]|$)|([△☖▽])\s?[=:]?\s?([^\s()=:]{1,12})(?:\s?\(後手?番?\))?(?=\s|$)"
)
"""The mark of a side and its player, with the side in words: ▲=赤尾(先)."""
_BRACKETS = kept_pattern(r"[【\[<《「『(]\s*([^】\]>》」』)]+?)\s*[】\]>》」』)]\s*(.*)")
_TAG_PAIR = kept_pattern(r'\[(\w{2,12})\s+"([^"]*)"\]')
_CELL_OF_A_SIDE = kept_pattern(rf"(?:先手|後手|{WHITE}|{BLACK})番?\s?[(:]")
"""The head of the column of a side with its player: | 白 (一郎) | 黒 (次郎) |."""
_CSV = kept_pattern(r'"?([^",:\s]{1,12})"?\s*,\s*"?([^",]+)"?,*')
KEYED = kept_pattern(r"([^\s:=→]{1,12}?)\s*(?:[:=→]|…{1,2}|\t| は|は、?|\s|(?<=得点|点数)(?=[0-9先後白黒]))\s*(.*)")
KEYS_OF_RESULTS = "結果|勝者|敗者|勝敗"
OTHER_KEYS = "棋種|規則|先手|後手|先番|後番|持ち?時間|秒読み|開始日時|終了日時|場所|棋戦|備考|盤|手番|局面図|得点"
KEYS: str = f"{OTHER_KEYS}|{KEYS_OF_RESULTS}"
KEY_INSIDE = kept_pattern(rf"(?:{KEYS}|(?<![^\W_])[先後白黒]番?)\s*[:=：]")
_HEAD_BEHIND_DATE = kept_pattern(rf"{KEY_INSIDE.pattern}|持ち?時間|先手|後手")
"""What stands behind a date and is no place: 1月25日　雪　先手 ぼく　後手 まーくん."""
OTHER_KEY = kept_pattern(rf"(?:{OTHER_KEYS})\s*[:=](?!\s*(?:{NAMED_RESULT.pattern})(?:$|[\s、,/]))")
RESULT_KEY = kept_pattern(rf"(?:{KEYS_OF_RESULTS})\s*[:=]")
_SCANNED = str.maketrans("休一―二工才夕ソュォ", "体ーーニエオタンユオ")
"""What a scanner puts for the characters of the games' names: 六面休, ュニオンエ一ス."""


@lru_cache(maxsize=4096)
def only_game_named(text: str) -> Game | None:
    """Return the only game that a line names, by any of its words; None if it names none, or several."""
    if len(text) > MAX_HEAD_LINE_CHARACTERS:
        return None
    line = unicodedata.normalize("NFKC", text)
    if (game := games.find_by_any_name(line.strip("【】[]()「」『』《》<>#■◆●◎〇★▼ "))) is not None:
        return game
    words = re.split(r"[\s、,。:/()【】\[\]「」『』《》<>の戦]+", line)
    found = {game.id: game for word in words if len(word) > 1 and (game := games.find_by_any_name(word)) is not None}
    if not found:
        named = games.ids_named_in(line) or games.ids_named_in(line.translate(_SCANNED))
        found = {game_id: games.load(game_id) for game_id in named}
    return next(iter(found.values())) if len(found) == 1 else None


_ONLY_POINTS = kept_pattern(r"(?:[\d\s:、,・/~〜=.。対点目半先後手番白黒▲△☗☖のはWBwb-]|[Ww]hite|[Bb]lack)+")
"""Two counts with the words for whose they are, and nothing else."""
_GAME_SCORE = kept_pattern(r"(?:[01½]|1/2|0?\.5)\s*[-:対]\s*(?:[01½]|1/2|0?\.5)")
"""The marks of a won, drawn or lost game for both players."""
_SQUARES_OF_A_SIDE = kept_pattern(
    r"(?!(?:合計|最終)?(?:得点|点数|スコア|ポイント))[^\d:]{1,4}[:\s]?\s?[1-9][1-9]\s?(?:[-→>]|から)\s?[1-9][1-9](?!\d)"
)
"""A side with two squares, which are nobody's name: しろ 55-44."""


@lru_cache(maxsize=4096)
def read_head(text: str, game: Game | None) -> tuple[str, ...] | None:
    """Return the lines of the notation for a folded line of the head; None if it is none that is read so."""
    text = _MARKED_WORD.sub("", text.strip())
    marked = _MARKED_PLAYER.fullmatch(text)
    if len(_MARK_BEHIND_WORD.findall(text)) > 1 or (marked and _may_be_player(marked["name"], game)):
        text = _MARK_BEHIND_WORD.sub(" ", text)
    text = _SPACED_KEY.sub(_key_without_blanks, text)
    text = _MARKED_PLAYERS.sub(r"先手 \1 後手 \2", text)
    text = _MARK_OF_A_PLAYER.sub(r"\1\2\3\4", text) if any(mark in text for mark in SIDE_MARKS) else text
    text = _SIDE_AND_COLOUR.sub(
        lambda found: (
            f"{found[1][0]}手 " if may_side_have_colour(game, f"{found[1][0]}手", found[2] or found[3]) else found[0]
        ),
        text,
    )
    text = _COLOUR_IS_SIDE.sub(
        lambda found: (
            f" {side} "
            if may_side_have_colour(game, side := f"{found[2] or found[3] or '後'}手", found[1])
            else found[0]
        ),
        text,
    ).strip()
    text = _SIDE_IN_BRACKETS_AND_COLOUR.sub(
        lambda found: f"{found[1]}手 " if may_side_have_colour(game, f"{found[1]}手", found[2]) else found[0], text
    )
    text = _WORD_FOR_PLAYER.sub(r"\1\2", text)
    text = _SIDE_IN_LATIN_TWICE.sub(lambda found: _first_of_two_words_for_side(found, game), text)
    turn = _SIDE_IN_LATIN_TWICE.match(text)
    if player_of_colour("白", game) == "先手":
        text = _MARKED_COLOURS.sub(r"白 \1 黒 \2", text)
        text = _COLOUR_WITH_ITS_SIDE.sub(r"\1\2 ", text)
        if letters := _COLOURS_IN_LETTERS.fullmatch(text):
            return tuple(f"{key}：{bare_name(name)}" for key, name in zip(PLAYERS, letters.groups(), strict=True))
    no_name = (turn is not None and turn["turn"]) or _SQUARES_OF_A_SIDE.match(text)  # White moves second: Ann
    if not text or len(text) > MAX_HEAD_LINE_CHARACTERS or no_name:
        return None
    labelled = _TABLE_LABEL.match(text)
    if (
        read := lines_for_players_with_score(text)
        or lines_for_players(text, game)
        or (labelled and lines_for_players(text[labelled.end() :], game))
        or _line_with_completed_key(text, game)
    ):
        return tuple(_MARKED_VALUE.sub(r"\1\2", line) for line in read)
    if dated := _date_lines(text, game):
        return dated
    counted, place = _COUNTED.fullmatch(text), _PLACE.fullmatch(text)
    if counted:
        return (f"総手数：{counted[1]}手",)
    return (f"場所：{(place[1] or place[2]).removesuffix('において').removesuffix('にて')}",) if place else None


_OF_A_SENTENCE = kept_pattern(
    r"(?:game|match|time|move|player|round|session|try|go|one|of|to|in|is|was|we|I|the|a|attempt|report|play|meeting)s? [a-z]"
)
"""What stands behind First or Second in a sentence, and is no name."""


def _may_be_player(text: str, game: Game | None) -> bool:
    """Return whether a text without figures may name a player, since it is no move, no end and no word of the game."""
    if game is None or NO_PLAYER.fullmatch(text) or _OF_THE_MARKED_SIDE.match(text) or is_like_a_move(game, text):
        return False
    return text not in {*game.words, *game.vocabulary.units} and not any(map(text.startswith, SPECIALS))


def _key_without_blanks(match: re.Match[str]) -> str:
    """Return a key whose characters stand apart as one word; anything else as it stands."""
    key = "".join(filter(None, match.groups()))
    known = key in _KEYS or key in KNOWN_KEYS or key in _OTHER_SPACED or re.fullmatch("[白黒先後]番", key) is not None
    return f"{key} " if known else match[0]


def _first_of_two_words_for_side(match: re.Match[str], game: Game | None) -> str:
    """Return the side of two words for it if both mean one player; both as they stand otherwise."""
    words = [word.lower().rpartition(" ")[2] for word in match.group("one", "two", "three", "turn") if word]
    if not {*words} <= {*_KEYS, *COLOURS, *PLAYERS}:
        return match[0]
    sides = {_KEYS.get(word, word) for word in words if word in _KEYS or word in PLAYERS}
    colours = {COLOURS[word] for word in words if word in COLOURS}
    if max(len(sides), len(colours)) > 1:
        return match[0]
    side = sides.pop() if sides else player_of_colour(match["one"].lower(), game)
    return side if all(may_side_have_colour(game, side, colour) for colour in colours) else match[0]


def _date_lines(text: str, game: Game | None) -> tuple[str, ...]:
    """Return the lines for a date and what stands behind it, a place or the players; empty if it is none."""
    if _ENGLISH_DATE.fullmatch(text):
        return (f"開始日時：{text}",)
    date = _DATE.fullmatch(text)
    if date is None or _HEAD_BEHIND_DATE.search(date[3]):
        return ()
    place = date[3].strip().removesuffix("にて")
    when = f"開始日時：{f'{date[1]} {date[2]}'.strip()}"
    return (when, *(lines_for_players(place, game) or ([f"場所：{place}"] if place else [])))


def _line_with_completed_key(text: str, game: Game | None) -> tuple[str, ...] | None:
    """Return a line with a known key that has no colon, stands in brackets, or is written in other words."""
    text = _CSV.sub(r"\1 \2", text) if "," in text else text
    cells = [cell.strip() for cell in text.strip("|").split("|")] if text.startswith("|") else []
    found = (
        _TAG_PAIR.fullmatch(text)
        or _BRACKETS.fullmatch(text)
        or KEYED.fullmatch(" ".join(cells) if len(cells) > 1 else text.lstrip("・-■◆●◎〇★▼ "))
    )
    if found is None or any(_CELL_OF_A_SIDE.match(cell) for cell in cells[1:]):
        return None
    known = known_header_keys(game) if game is not None else frozenset({*KNOWN_KEYS, BYOYOMI_KEY})
    own = game.vocabulary.keys if game is not None else {}
    key, value = found[1].strip(), re.sub(r'^["“](.*)["”]$', r"\1", found[2].strip().lstrip(":= "))
    key = unicodedata.normalize("NFKC", key)
    key = re.sub(r"\((?:先手?番?|後手?番?|白番?|黒番?)\)$", "", key) or key
    key = own.get(key, _KEYS.get(key, _KEYS.get(key.lower(), player_of_colour(key, game))))
    if game is not None and key in game.diagram_keys and value:
        return (f"{key}：{_hands_in_figures(value)}",)
    if key in PLAYERS:
        value = DESCRIBED.sub("", re.sub("(?:です|でした)?[。.]?$", "", value))
        value = value if ":" in text else AROUND_A_NAME.sub("", value) or value
        value = value.lstrip("-–— ") or value
    if key == SCORE and _GAME_SCORE.fullmatch(value):
        key = "結果"  # Score: 1-0 tells who has won
    of_columns = value in PLAYERS or _KEYS.get(value.lower()) in PLAYERS  # 先手　後手 above the moves of both
    bare = ":" not in text and (of_columns or NO_PLAYER.fullmatch(value) is not None)
    named = "。" not in value and NAMED_RESULT.fullmatch(value) is None and not bare
    counted = game is not None and game.counts_points
    named = named and not (":" not in text and _OF_A_SENTENCE.match(value))  # Second game ever for both of us
    told = key == SCORE and "得点" not in found[1] and _ONLY_POINTS.fullmatch(value) is None  # Points: letters a-g
    of_a_match = told or (key == SCORE and "点" not in found[1] and not counted)  # where no points are made
    timed = key in RESULT_KEYS and not counted and _TIME_OF_DAY.fullmatch(value) is not None  # △鈴木 勝ち 15:07
    if key not in known or not value or (key in PLAYERS and not named) or of_a_match or timed:
        return None
    if key == GAME:
        meant_game = only_game_named(value)
        return None if meant_game is None else (f"{GAME}：{meant_game.name.ja}",)
    if key == SCORE and game is not None:
        value = points_behind_their_sides(value, partial(_player_of_word, game))
    if game is not None and key in game.head_values:
        meant = only_value_meant(re.sub("です[。.]?$", "", value), game.head_values[key])
        return None if meant is None else (f"{key}：{meant}",)
    return (f"{key}：{value}",)


def _player_of_word(game: Game, word: str) -> str:
    """Return 先手 or 後手 for a word for a side; another word as it stands."""
    return _KEYS.get(word, player_of_colour(word, game))


def only_value_meant(value: str, known_values: Iterable[str]) -> str | None:
    """Return the one value of `known_values` that people mean: 碁盤九路 and 9路盤 are 碁盤9路; None if several fit or none does."""
    wanted = _essence(value)
    found = [name for name in known_values if _essence(name) == wanted]
    return found[0] if len(found) == 1 and wanted else None


def _essence(name: str) -> Sequence[str]:
    text = re.sub(NUMBER, lambda found: str(parse_numeral(found[0])), unicodedata.normalize("NFKC", name))
    return sorted(set(re.findall(r"\d+|[^\d\s]", text)) - set("の盤碁囲・用()"))


def _hands_in_figures(text: str) -> str:
    """Return the hands of a diagram with figures for numbers in kanji: 碁三 is 碁3."""
    text = re.sub(r"[、,・]\s*", " ", text)
    return re.sub(rf"(?<=[^\s{KANJI}十])([{KANJI}十]+)(?=\s|$)", lambda found: str(parse_numeral(found[0])), text)


@lru_cache(maxsize=16)
def known_keys(game: Game) -> frozenset[str]:
    """Return the keys of a game's heads and diagrams."""
    return known_header_keys(game) | frozenset(game.diagram_keys) | frozenset(KNOWN_KEYS)


_SIDE = r"(?i:white|black|first|second|sente|gote)(?![A-Za-z])|[WB](?![A-Za-z])|先手?|後手?|[白黒]"
LABELLED_POINTS = kept_pattern(
    rf"\(?(?P<one>{_SIDE})番?\s?[-:/・対]\s?(?P<two>{_SIDE})番?\)?\s?[:=は]?\s?(?P<n>\d{{1,3}}(?:\.\d)?)[点目]?\s?[-:/・対,、]\s?(?P<m>\d{{1,3}}(?:\.\d)?)[点目]?"
)
"""Two points behind the words for their sides, in the same order."""
_IN_LATIN = kept_pattern(
    r"(?P<one>[A-Za-z]{1,6})\s?:?\s?(?P<n>\d{1,3}(?:\.\d)?)[\s,/-]{1,3}(?P<two>[A-Za-z]{1,6})\s?:?\s?(?P<m>\d{1,3}(?:\.\d(?!\d))?)"
)
"""Two points, each behind the word for its side: White 46, Black 37."""
_AT_THE_END = r"\W*(?:(?:終了|終局|投了)時|最終|合計|総計|計)?[\s:、(]{0,3}"
"""What may stand before the points below the end."""
_TWO_NUMBERS_ALONE = kept_pattern(
    rf"{_AT_THE_END}(?P<one>{POINTS_IN_FIGURES})[点目]?\s?(?:対|[-−–と・/、]|\s)\s?(?P<two>{POINTS_IN_FIGURES})[点目]?\W*"
)
"""Two numbers and nothing else below the end: what a club that counts points writes last."""
_SIDES_AND_NUMBERS_ALONE = kept_pattern(
    rf"{_AT_THE_END}(?P<one>[^\W\d]{{1,12}}?)\s?[=:]?\s?(?P<n>{POINTS_IN_FIGURES})[点目]?[\s、,・/]{{1,3}}(?P<two>[^\W\d]{{1,12}}?)\s?[=:]?\s?(?P<m>{POINTS_IN_FIGURES})[点目]?\W*"
)
"""Two numbers, each behind a word, and nothing else: 森 72 岡 65, 終了時　白＝72　黒＝65."""
_POINTS_OF_ONE = kept_pattern(
    r"(?P<side>[^\W\d]{1,12}?)(?:さん|君|くん|ちゃん)?[のはが]\s?(?P<n>\d{1,3}(?:\.\d)?[点目]半?)(?:だった|でした|です|を?取(?:った|りました)|で終(?:わった|わりました|了))?[。\s]*"
)
"""The points of one side as a sentence of its own: 白は72点だった."""
MONTHS, DAYS = 12, 31
"""The most of two numbers that may be a month and a day."""
MIN_BARE_POINTS = 20
"""The fewest points in all that two numbers without a word may be: fewer are a score of games, or a date."""
_WORDS = {"W": "white", "B": "black", "先": PLAYERS[0], "後": PLAYERS[1]}


def word_for_side(word: str) -> str:
    """Return a word for a side in the way in which heads know it."""
    return _WORDS.get(word, word.lower())


def points_behind_their_sides(text: str, player_of_word: Callable[[str], str]) -> str:
    """Return two points in the notation, each behind its side: 先手56 後手110; any other text as it stands."""
    bare = text.strip(" .。")
    found = LABELLED_POINTS.fullmatch(bare) or _IN_LATIN.fullmatch(bare)
    keys = [] if found is None else [player_of_word(word_for_side(found[group])) for group in ("one", "two")]
    return text if found is None or sorted(keys) != sorted(PLAYERS) else f"{keys[0]}{found['n']} {keys[1]}{found['m']}"


def points_in_latin(text: str) -> tuple[tuple[str, float], tuple[str, float]] | None:
    """Return two points in a text, each behind a word in Latin letters: White 46, Black 37; None if it has none."""
    found = _IN_LATIN.search(text)
    return (
        None if found is None else ((found["one"], parse_points(found["n"])), (found["two"], parse_points(found["m"])))
    )


def points_alone(text: str) -> tuple[tuple[str, float], ...]:
    """Return the one or two points of a text of nothing else, each with the word for its side, if it has one; else nothing."""
    if (bare := _TWO_NUMBERS_ALONE.fullmatch(text)) is not None:
        one, two = parse_points(bare["one"]), parse_points(bare["two"])
        halves = not (float(one).is_integer() and float(two).is_integer())
        is_date = one <= MONTHS and two <= DAYS
        return (("", one), ("", two)) if halves or (one + two >= MIN_BARE_POINTS and not is_date) else ()
    if (both := _SIDES_AND_NUMBERS_ALONE.fullmatch(text)) is not None:
        return (both["one"], parse_points(both["n"])), (both["two"], parse_points(both["m"]))
    alone = _POINTS_OF_ONE.fullmatch(text)
    return () if alone is None else ((alone["side"], parse_points(alone["n"])),)
