"""Players that a line of the head names, beside the words, marks or colours for their sides."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.core.outcome import PLAYERS
from notation.freeform.squares_named_in_text import is_like_a_move
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game

TELLS_WHAT_IS_PLACED = kept_pattern(
    r"(?:相手|あいて)の(?:駒|コマ|こま|石)を(?:先に|さきに)?(?:置|並べ|おく|おき)|(?<=が)[白黒](?:の?(?:駒|コマ|こま))?を(?:置|並べ|おく|おき)"
)
"""Words by which a colour is that of the units that somebody places, which may be the other's: わたしが白を置く."""
HONORIFICS = r"(?:さん|チーム|君|くん|氏|様|さま|先生|ちゃん|選手|(?:[初二三四五六七八九]|\d{1,2})[段級](?!目))?"
TITLE = "(?:さん|くん|君|氏|様|さま|先生|ちゃん|選手)"
"""What stands behind a name that is spoken to."""
TOSS_WORDS = "じゃんけん|ジャンケン|じゃん拳|くじ(?:引き)?|クジ|抽選|振り?駒|握り|ニギリ|(?:サイ|さい)コロ|さいころ|コイン(?:トス)?|トス|あみだ(?:くじ)?|話し合い"
_WON_OR_LOST = "勝ち?(?:って?|った|ました(?:ので)?)?|負け(?:て|た|ました(?:ので)?)?"
TOSS_WON = rf"(?:{TOSS_WORDS})[でにはをの]?[、,]?\s?(?:[^\s。、,]{{1,10}}?[がは])?(?:{_WON_OR_LOST})(?:ので|ため|から|ほう|方|人)?"
"""What is won or lost, and is no game."""
_TOSS = rf"(?:{TOSS_WORDS})(?:の結果|により|で決めて?|[でにはをの])?[、,]?\s?(?:{_WON_OR_LOST}|決ま(?:り|った|って))?(?:ので|ため|から)?[、,]?\s?"
"""How it was decided who moves first."""
_RELATIONS = (
    "うち|家|お?隣|となり|お?向かい|近所|裏|会社|職場|学校|部活|サークル|同好会|道場|クラブ|例会|大学|高校|中学|会員|友人|友達|同僚|先輩|後輩|上司|部下|師匠|弟子|幹事|会長|部長|副部長|店長|常連|新人|初参加|"
    r"同級生|いとこ|従[兄姉弟妹]弟?|甥|姪|孫|[兄弟姉妹父母]|[伯叔][父母]|息子|娘|地元|[一二三四五六1-6]年生?|[一二三1-3]年[一二三四五1-9A-F]組|[^\W\d_]{1,6}(?:部|会|課|組|大学?|高校?|支部|教室|[都道府県市町村])"
)
DESCRIPTION = rf"(?:{_TOSS}|(?:{_RELATIONS})の)"
"""What is said of a player before the name: 隣の源さん."""
DESCRIBED = kept_pattern(rf"^{DESCRIPTION}(?=[^\s、。]{{1,12}}$)")
"""What a player is, before the name: 常連のT氏."""
AROUND_A_NAME = kept_pattern(
    r"^を(?:持|引|取|と)[^\s、。]{1,4}[はが]|^(?:くじ|籤|抽選)により|^[■□◆◇]|^[初二三四五六七八九十\d]{1,2}[段級]の(?=[^\s、。]{1,8}$)"
    r"|(?:が|に)(?:務め|つとめ|担当し|決ま|なっ|なり|決定)[^\s、。]{0,5}$|(?<=[^\s、。])(?:である|だった|でした|です)$|(?:さん|くん|君|氏|様|先生|ちゃん)?の(?:対局|一局|一戦|対戦|勝負)[^\s、。]{0,3}$|(?<=..)戦$"
)
"""What a sentence has round the name of a player: 先手を持つのは山田, 後手は佐藤が務めた."""
COLOURS = {
    **dict.fromkeys(
        (
            "白",
            "白さん",
            "しろ",
            "シロ",
            "shiro",
            "white",
            *["weiß", "blanc", "blancs", "blanches", "blanco", "blancas", "blancos", "bianco"],
        ),
        "白",
    ),
    **dict.fromkeys(
        (
            "黒",
            "黒さん",
            "くろ",
            "クロ",
            "kuro",
            "black",
            *["schwarz", "noir", "noirs", "noires", "negro", "negras", "negros", "nero"],
        ),
        "黒",
    ),
}
"""The colour that a word names."""
_LABEL = kept_pattern(r"[【〔《<\[]\s?[^【】〔〕《》<>\[\]\s:\"]{1,10}\s?[】〕》>\]]\s*(?=\S)")
"""A heading in brackets before the players on its line: 【棋譜】."""
NAME_OF_A_PLAYER = r"[^\s,、。()・/:=|;](?:[^\s,、。()・/:=|;]|・(?=[^\W\d])){0,19}"
_SHORT_NAME = r"(?:[^\s,、。()・/:=|;ぁ-ん]{1,8}?|[ぁ-ん]{2,6}?)(?:さん|くん|君|ちゃん|氏)?"
"""A name without a description of whoever has it: 大きい目の出た若林 is none."""
NO_PLAYER = kept_pattern(
    r"(?:[白黒]番?|(?:[左右上下]|手前|奥|こちら|向こう)側?|盤面?|駒|コマ|石|占|領|内|外|[赤青緑黄紅]色?|守り|攻め|\d+[分秒時点].*|.*[るたうす]か|.*を.*)(?:です|でした|だ)?[。.]?"
)
"""What stands behind the word for a side without a colon, and is no name: 先手が赤、後手が青."""
NAMED_RESULT = kept_pattern(r"勝|負|敗|勝ち|負け|勝利|敗北|敗け|投了|引き?分け?|[○◯〇●×]")
"""What stands in the place of a player's name and is none: 先手：勝　後手：負."""
_KNOWN_AS = r"(?:\([^()\d]{1,12}\))?"
_BETWEEN = r"\s*(?:対|vs\.?|VS\.?|で、?|[-、,/・×x;]|\s)\s*"
_VERSUS = r"\s*(?:対|vs\.?|VS\.?|[-・×x])\s*"
_SIGN = r"\s*(?:[:=は@,]|が|…{1,2}|\s)\s*"
"""What stands between the word for a side and a name."""
_FORMS = (
    r"{0}手[番:=はが・\s]*({name}{known_as}){between}{1}手[番:=はが・\s]*({name}{known_as})(?:です。?)?",
    r"{0}手番?[:=・\s]+({name}(?: {name}){{1,2}})\s+{1}手番?[:=・\s]+({name}(?: {name}){{1,2}})",
    r"(?:{4}){sign}({name}){between}(?:{5}){sign}({name})",
    r"{0}[:=\s]+({name}){between}{1}[:=\s]+({name})",
    r"{2}\s*(?:[がは](?=[^\Wぁ-ん]))?({name}{known_as}){between}?{3}\s*(?:[がは](?=[^\Wぁ-ん]))?({name}{known_as})",
    r"({name})\s*\({0}手?番?\){between}?({name})\s*\({1}手?番?\)",
    r"{0}手?番?\s*\(({name})\){between}?{1}手?番?\s*\(({name})\)",
    r"({name}?)(?:が|は)?{0}手{between}({name}?)(?:が|は)?{1}手",
    r"({short})(?:が|は)?{0}番?{between}({short})(?:が|は)?{1}番?",
    r"{0}手番?({name}?){1}手番?({name})",
    r"({name})\s?\((?:{4})\){between}({name})\s?\((?:{5})\)",
)
_FIRST = ("先", "[▲☗]", "先手番?|先番|せんて|センテ|[Ss]ente|[Ff]irst")
_SECOND = ("後", "[△☖▽]", "後手番?|後番|ごて|ゴテ|[Gg]ote|[Ss]econd")
# Each pattern names both players; the keys say in which order.
_PLAYERS = tuple(
    (
        kept_pattern(
            form.format(
                one[0],
                two[0],
                one[1],
                two[1],
                one[2],
                two[2],
                name=NAME_OF_A_PLAYER,
                short=_SHORT_NAME,
                known_as=_KNOWN_AS,
                between=_BETWEEN,
                sign=_SIGN,
            )
        ),
        keys,
    )
    for one, two, keys in ((_FIRST, _SECOND, ("先手", "後手")), (_SECOND, _FIRST, ("後手", "先手")))
    for form in _FORMS
)
_OF_THE_SIDE = kept_pattern("[先後手番▲△▽☗☖]の")
"""What stands where a name would begin that says something of the side: 先手の勝ち. のぞみ is a name."""
_OF_A_PLAYER = kept_pattern("[先後白黒▲△▽☗☖]|せんて|センテ|ente|irst")
"""A sign of one player."""
_OF_FIRST, _OF_SECOND = kept_pattern("[先▲☗]|せんて|センテ|ente|irst"), kept_pattern("[後△☖▽]|ごて|ゴテ|ote|econd")
"""A sign of each side, which both stand in every text that names both players by them."""
_LIST_OF_ONE = kept_pattern(
    rf"[(\[〔]?(先手|後手)番?(?:\s*[(・]\s*({NAME_OF_A_PLAYER}?)[)]?)の?(?:指し手|手|棋譜|記録|手帳|メモ)[)\]〕]?"
)
"""The heading of a list of the moves of one player."""
_END_OF_THE_BOARD = kept_pattern(rf"(?:上|下|奥|手前)側?\s*\((先手|後手)番?\s*[・、/:]\s*({NAME_OF_A_PLAYER})\)")
"""The player at one end of the board, above the units: 下（先手・俺）."""
_ONE_OF_BOTH = kept_pattern(
    rf"({NAME_OF_A_PLAYER}){_VERSUS}({NAME_OF_A_PLAYER})[\s、,/(]{{1,9}}(先|後)(?:手|番|攻)?[番:はが\s]{{0,9}}(\1|\2)\)?|({NAME_OF_A_PLAYER}){_VERSUS}({NAME_OF_A_PLAYER})[\s、,/(]{{1,9}}(\5|\6){HONORIFICS}が?の?(先|後)(?:手|番|攻)?番?\)?"
)
"""Both players, and which of them one is: 黒田 対 白石 先手黒田; 東×西(東先)."""
_ONE_COLOUR = kept_pattern(
    rf"({NAME_OF_A_PLAYER}){_VERSUS}({NAME_OF_A_PLAYER})[\s、,/(]{{1,9}}(?:(白|黒)番?[=:はが]?\s?(\1|\2)|(\1|\2){HONORIFICS}が?の?(白|黒)番?)\)?"
)
"""Both players, and the colour of one: 松本 対 矢部 (白=松本)."""
_WON = {"○": 1, "◯": 1, "〇": 1, "●": -1, "×": -1, "✕": -1}
_SCORED_PLAYERS = kept_pattern(
    rf"(?:[^()]{{0,30}}\s)?({NAME_OF_A_PLAYER})\s?\((先|後)手?番?\)\s?([{''.join(_WON)}])\s?[-~対]?\s?([{''.join(_WON)}])\s?({NAME_OF_A_PLAYER})\s?\((先|後)手?番?\)"
)
"""Both players with their sides, and the marks of who has won: 山際（先）●－○桂木（後）."""
WHITE, BLACK = "(?:白|しろ|シロ)", "(?:黒|くろ|クロ)"
_BLACK_FIRST = kept_pattern(
    rf"{BLACK}番?[:=,・\s]+({NAME_OF_A_PLAYER}){_BETWEEN}{WHITE}番?[:=,・\s]+({NAME_OF_A_PLAYER})"
)
_SIDES_IN_BRACKETS = kept_pattern(
    r"[(\[](先手?|後手?|[白黒])番?[)\]]\s?([^\s\d()\[\]][^()\[\]]{0,29}?)[\s/、]{0,9}[(\[](先手?|後手?|[白黒])番?[)\]]\s?([^\s\d()\[\]][^()\[\]]{0,29})"
)
"""Both players behind their sides in brackets: (白)佐伯 (黒)堂前."""
_SIDES_IN_SHORT = {"先": "先手", "後": "後手"}
_ONE_PLAYER = kept_pattern(r"([▲☗△☖▽])\s*([^\W\d_][^\d:()、。,]{0,20})")
_I = r"(?:(?:私|わたし|あたし|僕|ぼく|俺|おれ|自分)(?=\())?\(?"
"""The writer, before the name that others call them: 私(妹)."""
_COLOURS = kept_pattern(
    rf"{WHITE}(?:方|側|の(?:方|人|側))?[番:=は,・\s]+{_I}({NAME_OF_A_PLAYER})\)?{_BETWEEN}{BLACK}(?:方|側|の(?:方|人|側))?[番:=は,・\s]+{_I}({NAME_OF_A_PLAYER})\)?|({NAME_OF_A_PLAYER})\s*\(白番?\){_BETWEEN}?({NAME_OF_A_PLAYER})\s*\(黒番?\)"
)
_COLOURS_BESIDE_NAMES = tuple(
    (kept_pattern(form.format(one=one, two=two, name=NAME_OF_A_PLAYER, short=_SHORT_NAME, between=_BETWEEN)), keys)
    for keys, one, two in (("白黒", "白|W|White", "黒|B|Black"), ("黒白", "黒|B|Black", "白|W|White"))
    for form in (
        r"({name})\s?\((?:{one})番?\){between}({name})\s?\((?:{two})番?\)",
        r"({short})[がは]?(?:{one})番?{between}({short})[がは]?(?:{two})番?",
        r"(?:{one})\s({name}){between}(?:{two})\s({name})",
    )
)
"""Both players beside their colours, and the order of these: 山田 (W) vs 鈴木 (B), 山田白、鈴木黒, W 山田 / B 鈴木."""


def without_honorific(name: str) -> str:
    """Return a name without the honorific or the grade behind it: 山田 of 山田さん, 岡 of 岡三段."""
    return re.sub(f"{HONORIFICS}$", "", name)


def lines_for_players_with_score(text: str) -> tuple[str, ...]:
    """Return the lines for both players with the marks of who has won; empty for any other text."""
    found = _SCORED_PLAYERS.fullmatch(text)
    if found is None or found[2] == found[6] or _WON[found[3]] == _WON[found[4]]:
        return ()
    names = {found[2]: found[1], found[6]: found[5]}
    winner = found[2] if _WON[found[3]] > 0 else found[6]
    return (f"先手：{names['先']}", f"後手：{names['後']}", f"結果：{winner}手の勝ち")


def may_side_have_colour(game: Game | None, side: str, colour: str) -> bool:
    """Return whether a side may have a colour: one that the game gives to no side may be either's."""
    labels = [] if game is None else [one.label.ja for one in game.sides]
    return colour not in labels or PLAYERS[labels.index(colour)] == side


def lines_for_players(text: str, game: Game | None) -> tuple[str, ...]:
    """Return the lines for both players in a text, behind a label in brackets; empty if it does not name them."""
    label = _LABEL.match(text)
    return _lines_for_players_in_one(text[label.end() :] if label and not _OF_A_PLAYER.search(label[0]) else text, game)


def _patterns_for_players(text: str) -> Sequence[tuple[re.Pattern[str], tuple[str, str]]]:
    """Return the patterns that may name both players of a text, by the order in which their signs stand."""
    first, second = ([found.start() for found in signs.finditer(text)] for signs in (_OF_FIRST, _OF_SECOND))
    in_order = {"先手": first[0] < second[-1], "後手": second[0] < first[-1]} if first and second else {}
    return [(pattern, keys) for pattern, keys in _PLAYERS if in_order.get(keys[0])]


def _lines_for_players_in_one(text: str, game: Game | None) -> tuple[str, ...]:
    """Return the lines for both players in one; empty if it does not name them."""
    for pattern, keys in _patterns_for_players(text):
        if named := pattern.fullmatch(text):
            if any(
                _OF_THE_SIDE.match(text, named.start(at) - 1) or "先手" in name or "後手" in name
                for at, name in enumerate(named.groups(), start=1)
            ):
                return ()  # more than a name
            if all(map(NO_PLAYER.fullmatch, named.groups())) or any(
                NAMED_RESULT.fullmatch(name) or (game and is_like_a_move(game, name.partition("(")[0]))
                for name in named.groups()
            ):
                return ()  # 先手：勝　後手：負; ▲七06歩　△三04卒
            return tuple(f"{key}：{bare_name(name)}" for key, name in zip(keys, named.groups(), strict=True))
    alone = _ONE_PLAYER.fullmatch(text)
    if alone and game is not None and not is_like_a_move(game, alone[2]):
        return (f"{PLAYERS[alone[1] not in '▲☗']}：{bare_name(alone[2].strip())}",)
    if told := _lines_for_both_players(text, game):
        return told
    found = [] if game is None else _names_beside_colours(text, game)
    return tuple(f"{key}：{bare_name(name)}" for key, name in zip(PLAYERS, found, strict=False))


def _names_beside_colours(text: str, game: Game) -> list[str]:
    """Return the names of the players beside their colours, in the order of the sides; none if a text does not name both."""
    white_first = player_of_colour("白", game) == "先手"
    if (black := _BLACK_FIRST.fullmatch(text)) is not None:
        return [black[2], black[1]] if white_first else [black[1], black[2]]
    if white_first and (named := _COLOURS.fullmatch(text)) is not None:
        return list(filter(None, named.groups()))
    for form, colours in _COLOURS_BESIDE_NAMES if any(sign in text for sign in "白黒WB") else ():
        beside = form.fullmatch(text)
        if beside is not None and not any(map(NO_PLAYER.fullmatch, beside.groups())):
            return list(beside.groups()[:: 1 if player_of_colour(colours[0], game) == PLAYERS[0] else -1])
    return []


def names_one_side(text: str) -> bool:
    """Return whether a text names both players, and the side or the colour of one."""
    return any(_ONE_OF_BOTH.fullmatch(part) or _ONE_COLOUR.fullmatch(part) for part in re.split("[。;]", text))


def _lines_for_both_players(text: str, game: Game | None) -> tuple[str, ...]:
    """Return the lines for both players, where the side of one is told, or for the one whose moves a list holds."""
    if listed := _LIST_OF_ONE.fullmatch(text) or _END_OF_THE_BOARD.fullmatch(text):
        return (f"{listed[1]}：{bare_name(listed[2])}",)
    if bracketed := _SIDES_IN_BRACKETS.fullmatch(text):
        keys = [_SIDES_IN_SHORT.get(side, player_of_colour(side, game)) for side in bracketed.group(1, 3)]
        named = zip(keys, bracketed.group(2, 4), strict=True)
        return tuple(f"{key}：{bare_name(name)}" for key, name in named) if sorted(keys) == sorted(PLAYERS) else ()
    one = _ONE_OF_BOTH.fullmatch(text)
    if one is None and game is not None and (coloured := _ONE_COLOUR.fullmatch(text)) is not None:
        told, colour = (coloured[4], coloured[3]) if coloured[3] else (coloured[5], coloured[6])
        first = (coloured[1] == told) == (player_of_colour(colour, game) == PLAYERS[0])
        players = coloured.groups()[:2] if first else coloured.groups()[1::-1]
        return tuple(f"{key}：{bare_name(name)}" for key, name in zip(PLAYERS, players, strict=True))
    if one is None:
        return ()
    names = [bare_name(name) for name in (one[1] or one[5], one[2] or one[6])]
    told, side = (bare_name(one[4]), one[3]) if one[1] else (bare_name(one[7]), one[8])
    names = names if (names[0] == told) == (side == "先") else names[::-1]
    return tuple(f"{key}：{name}" for key, name in zip(PLAYERS, names, strict=True))


def bare_name(name: str) -> str:
    """Return a name without what a sentence has round it: 山田 of 隣の山田さんです."""
    name = AROUND_A_NAME.sub("", DESCRIBED.sub("", name)) or name
    return re.sub(rf"{HONORIFICS}(?:です)?$", "", name).rstrip() or name


def player_of_colour(key: str, game: Game | None) -> str:
    """Return 先手 or 後手 for the colour of a side, where the game has colours or black moves first; else the key."""
    colour = COLOURS.get(re.sub("(?:番|方|側|の(?:方|人|側))$", "", key).lower())
    if colour is None or game is None:
        return key
    labels = [side.label.ja for side in game.sides]
    return PLAYERS[labels.index(colour) if colour in labels else colour != "黒"]
