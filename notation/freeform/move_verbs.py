"""Verbs of moves in all their forms: each stands once, by its dictionary form; the forms are made from its class."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from notation.freeform.result_verbs import VERB_SOUNDS
from notation.freeform.word_list_patterns import any_continued_word_pattern

if TYPE_CHECKING:
    from kifu.core.game.game import Game

_GODAN = {
    last: (before_masu, before_ta + pair[0], before_ta + pair[1])
    for last, (before_masu, before_ta, pair, _) in VERB_SOUNDS.items()
    if not last.startswith("+")
}
"""The last kana of a verb: before ます, before た, before て."""
_POLITE = ("ます", "ました", "ましょう", "まーす", "ましょっか")
_TAIL = "(?:い(?:く|った|きます|きました)|き(?:た|ます|ました)|くる|み(?:る|た|ます|ました)|お(?:く|いた|きます|きました)|しまった|しまいました)?"
"""What may stand behind て: 動かしていく, 置いておく, 出てきた."""

MOVING = (
    "動かす うごかす 進める! すすめる! 移す うつす 運ぶ はこぶ 飛ばす とばす 走らせる! 下げる! さげる! 引く 上げる! 出す 戻す もどす 寄せる! よせる! 回す まわす 送る"
    " 渡す ずらす 滑らせる! 動く うごく 進む すすむ 移る うつる 行く 往く いく ゆく 来る= 飛ぶ とぶ 跳ぶ 跳ねる! 走る はしる 歩く あるく 上がる あがる 下がる さがる 出る! 入る 戻る もどる"
    " 寄る 回る まわる 渡る わたる 逃げる! 逃がす 突く 突き出す 引き上げる! 引っ込める! 繰り出す 押し出す 向かう 移動する 移動させる! 前進する 前進させる! 後退する 後退させる! 直進する スライドする ジャンプする 転進する"
)
"""The verbs by which a unit goes over the board; ! marks those that keep their stem, = the irregular 来る."""
PLACING = "置く おく 打つ うつ 据える! すえる! 並べる! 配置する 設置する 投入する 着手する 張る はる 指す 入れる! いれる! 出す だす 繰り出す 送り込む 載せる! のせる! 加える! 足す 置かれる! 打ち込む 放つ 着地する"
"""The verbs by which a unit comes to the board."""


def stem_of(verb: str) -> str:
    """Return the stem of a verb before ます."""
    if verb.endswith("する"):
        return verb.removesuffix("する") + "し"
    return verb[:-2] if verb[-1] in "!=" else verb[:-1] + _GODAN[verb[-1]][0]


def forms_of(verb: str) -> tuple[str, ...]:
    """Return the forms of a verb that tell what is or was done: 動かす, 動かした, 動かして, 動かします, 動かしました."""
    stem = stem_of(verb)
    more = (*(stem + polite for polite in _POLITE), f"{stem}ながら", f"{stem}つつ")
    if verb.endswith("する"):
        noun = verb.removesuffix("する")
        return (verb, f"{stem}た", f"{stem}て", *more, f"{noun}いたします", f"{noun}致します")
    if verb[-1] in "!=":
        return (f"{stem}る", f"{stem}た", f"{stem}て", *more)
    _, past, joined = _GODAN[verb[-1]]
    if verb in {"行く", "往く", "いく", "ゆく"}:
        past, joined = "った", "って"
    return (verb, verb[:-1] + past, verb[:-1] + joined, *more)


_GOES_ON = {
    "stem": r"(?=$|[、,。!！\s)）」』反合成不])",  # 進めず, 置きたい
    "noun": "(?![さしすせでの])",  # 移動せず
    "whole": "(?!べき|つもり|気|予定|はず|まい|な(?:い|ら|$)|の(?:は|を|も)|手)",
}
"""What may not follow a form, or has to: else it says that the move was not made."""


def verb_pattern(verbs: str) -> str:
    """Return the pattern for any form of the verbs of a list, the longest first."""
    ways: dict[str, str] = {}
    for verb in verbs.split():
        whole, past, joined, *others = forms_of(verb)
        ways |= {past: "", joined: _TAIL, **dict.fromkeys(others, "")}
        ways[stem_of(verb)] = _GOES_ON["stem"]
        ways[whole] = _GOES_ON["whole"]
        if verb.endswith("する"):
            ways[verb.removesuffix("する")] = _GOES_ON["noun"]
    return any_continued_word_pattern(ways)


_MOVED, _PLACED = verb_pattern(MOVING), verb_pattern(PLACING)
_POLITE_END = r"(?:です(?:ね|よ|かね?)?|かな|で(?:お願いします|いきます)?|に(?:します|する|しました)|と(?:いた|致)?します|(?:[、,]?\s?っと|よ|ね|な|わ|ぞ|さ)(?=$|[\s。、!！」』)]))?"


@lru_cache(maxsize=16)
def done_pattern(game: Game) -> re.Pattern[str]:
    """Return the pattern of what a sentence says behind a move: that it was made."""
    put = "着" if "打" in game.vocabulary.suffixes else "着|打"
    return re.compile(
        rf"\s*(?:を?(?:{_PLACED}|{put})|を?(?P<moved>{_MOVED})|と返(?:し|す|した)|と?応じ(?:る|た|ます|ました))?\s*{_POLITE_END}\s*[。.]?\s*"
    )


LEADING = re.compile(
    r"(?:(?P<placed>00(?=[1-9]{2})|置く?|打つ?|配置|設置|着手|put|place|drop)|(?P<moved>動か?す?|移動?|進める?|行|move)|(?:いま|今|さっき|先ほど|さきほど)の)(?P<apart>\s?[:、,|/]\s?|\s|(?<=00))?",
    re.IGNORECASE,
)
"""A verb before what is placed or moved: 置 白F外 六01, 動: 玉 五09 六08."""
THEN = re.compile(
    rf"\s*+(?:(?:を?{_PLACED}|を?(?P<moved>{_MOVED}))で?|で|して|し)?(?:[、,。・\s]|同時に|その(?:場|上)で?|そのまま|さらに|そして|これも|それも|また|かつ|最後に|続けて|すぐに?|のち|後|[かくそ]こで|そこの|[でとにを])*+(?=\(?[反合成不打])"
)
"""What leads from where a unit goes to what happens there: へ進めて、同時に裏返し."""
FILLER = re.compile(
    r"\s?(?:もう[一ひ1１](?:つ|枚|個)|ひとつ|また(?!は)|さらに|今度は?|こんどは?|次(?:に|は)|ここで|そこで|そのまま|すぐに?|一気に|そっと|ゆっくり|まず|まっすぐ|真っ直ぐ|ななめに|斜めに|ぴょんと|すっと|ずっと)[、,]?\s?"
)
"""Words between a unit and its square that say nothing of the game: 占をもう一つ三02に."""
