"""Japanese verbs of ends and of moves, as patterns of the forms that tell what has been done."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from notation.freeform.word_list_patterns import any_continued_word_pattern, any_word_pattern
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from kifu.core.game.game import Game


VERB_SOUNDS = {
    "く": ("き", "い", "たて", "か"),
    "ぐ": ("ぎ", "い", "だで", "が"),
    "す": ("し", "し", "たて", "さ"),
    "つ": ("ち", "っ", "たて", "た"),
    "ぶ": ("び", "ん", "だで", "ば"),
    "む": ("み", "ん", "だで", "ま"),
    "る": ("り", "っ", "たて", "ら"),
    "う": ("い", "っ", "たて", "わ"),
    "+る": ("", "", "たて", "ら"),
    "+する": ("し", "し", "たて", "さ"),
}
"""The forms of a verb by its last sound: its stem before ます, and before た and て, those two, and its stem before れる."""
_POLITE = "(?:ま(?:し[たて]|す)|[はよ]った|はりました|(?=[、。]|$))"
_TOLD = {
    "たて": "(?:(?:てしま|ちゃ)(?:っ[たて]|い(?:まし[たて])?)|てもう?た|[たて])",
    "だで": "(?:(?:でしま|じゃ)(?:っ[たて]|い(?:まし[たて])?)|でもう?た|[だで])",
}
"""What stands behind the stem of a verb before ます, and before た and て, if it tells what has happened."""
_AT_THE_END = "(?=$|[。」]|!)"
"""What stands behind the whole verb; a set of three signs or more is compiled slowly, and this one is read in many places."""
ENDINGS_OF_VERBS = (_POLITE, *_TOLD.values(), _AT_THE_END)
"""What `told_verb_pattern` writes behind stems."""


IF_SO = "(?<!さよ)(?<!さよう)なら(?!び|べ|ぶ|ぼ|ん(?:で|だ)|ず|ぬ|っ[たて]|い(?:たて|まし|始))"
IF = f"(?:{IF_SO}|(?<![あは])(?<!数え)(?<!ぞえ)たら(?!しい|く|き|ず)|(?<!てみ)れば)"
"""The endings of a condition; ならんで, さようなら and あたらしい are none."""
PERHAPS, SUPPOSED, SEEMS = "(?<!し)かも(?!め)", "はず(?![かすれしみむ])", "(?<![ばずたわ])らしい"
"""Words that leave open what they speak of; しかも, はずかしい and すばらしい do not."""


def told_verb_pattern(verbs: str) -> str:
    """Return the pattern of verbs in the forms that tell what has happened: 勝つ 負け+る 屈+する.

    Those are 負けた, 負けました, 負けます, 負けちゃった, 負けてもうた, 負けよった, 負ける at the end, and 負け、 before a comma.
    """
    behind: dict[str, list[str]] = {}
    for stem, ending in map(_stem_and_ending, verbs.split()):
        before_masu, before_ta, pair, _ = VERB_SOUNDS[ending]
        for passive in ("", "られ") if ending == "+る" else ("",):
            behind.setdefault(_POLITE, []).append(stem + before_masu + passive)
            behind.setdefault(_TOLD[pair], []).append(stem + before_ta + passive)
        behind.setdefault(_AT_THE_END, []).append(stem + ending.lstrip("+"))
    return "|".join(any_word_pattern(words) + end for end, words in behind.items())


def passive_verb_pattern(verbs: str) -> str:
    """Return the pattern of the passive of verbs in the same forms: 倒された, 制されました."""
    return told_verb_pattern(
        " ".join(f"{stem}{VERB_SOUNDS[ending][3]}れ+る" for stem, ending in map(_stem_and_ending, verbs.split()))
    )


def phrases(*parts: tuple[str, str]) -> str:
    """Return the pattern of objects, each with the verbs that it may stand before: 頭を 下げ+る."""
    told = ((objects, told_verb_pattern(verbs)) for objects, verbs in parts)
    return "|".join(f"(?:{objects})(?:{verbs})" if objects else verbs for objects, verbs in told)


def _stem_and_ending(verb: str) -> tuple[str, str]:
    stem, sign, ending = verb.rpartition("+")
    return (stem, sign + ending) if sign else (verb[:-1], verb[-1])


_FLAG = "(?:白|しろ)(?:旗|はた)"
_LOSS = "(?:初|手?痛い)?(?:敗北|敗戦|負け|まけ|黒星|苦杯|(?:一|1)敗)"
_GAIN = (
    "(?:初|嬉しい|うれしい|貴重な|大きな|値千金の)?(?:初?勝利|初?白星|勝ち?星|大?金星|勝ち(?:名乗り)?|(?:一|1)勝|凱歌)"
)
_GAME = "(?:勝負|(?:この|その)?(?:一局|一番|対局|対戦|将棋)|本局|(?:大|接|激|熱|乱|混|[初緒]|最終|決勝|決定|死)(?:戦|闘)|最終局|長丁場)"

RESIGNING = phrases(
    ("", "諦め+る あきらめ+る 投げ出す なげ出す なげだす"),
    (f"{_GAME}[をから]{{1,2}}", "諦め+る あきらめ+る 降り+る おり+る 投げ+る 捨て+る"),
    ("(?:(?<=[がは、])|(?<=さん)|(?<=ここで))(?:黙って|静かに|深々と|深く)?(?:頭|こうべ)を(?:深く|深々と|静かに)?", "下げ+る さげ+る 垂れ+る たれ+る"),
    ("(?:[駒石匙]|さじ|タオル)を", "投じ+る 投げ+る なげ+る 投げ入れ+る 投げ込む"),
    (f"{_FLAG}を?", "上げ+る 挙げ+る 揚げ+る 掲げ+る あげ+る 振る 出す"),
    ("(?:両手を?|音を|ねを)", "上げ+る 挙げ+る あげ+る"),
    ("(?:兜|かぶと|シャッポ)を", "脱ぐ ぬぐ"),
    ("軍門に", "下る 降る くだる"),
    (f"(?:{_LOSS}|投了|降参)[をと]", "認め+る みとめ+る 告げ+る 伝え+る 申し出+る 選ぶ 決め+る 宣言+する 表明+する 決断+する 選択+する"),
)  # fmt: skip
"""What a player does who resigns, besides 投げる and 投了する."""
LOSING = phrases(
    ("(?<!切れ)", "負け+る まけ+る 敗れ+る やぶれ+る 敗れ去る"),
    (f"{_LOSS}[をが]", "喫+する きっ+する なめ+る つく 付く もらう くらう 食らう 味わう"),
    ("土が", "つく 付く"),
    (f"(?:白星|星|{_GAME})を", "落とす 落す 失う 譲る ゆずる 献上+する"),
    (f"{_GAIN}を", "譲る ゆずる 献上+する"),
    ("", "仕留められ+る しとめられ+る 討ち取られ+る"),
)  # fmt: skip
"""What a player does who loses."""
WINNING = phrases(
    (f"{_GAIN}を", "収め+る おさめ+る 納め+る 挙げ+る 上げ+る あげ+る 得+る 手に入れ+る 決め+る きめ+る 飾る かざる つかむ 掴む 拾う ひろう もぎ取る 勝ち取る 手に+する ものに+する モノに+する 奪う 取る とる"),
    (f"{_GAIN}[がは]", "上がる あがる つく 付く 決まる きまる 輝く 転がり込む"),
    ("軍配[がをは]?", "上がる あがる 挙がる 上げ+る あげ+る 挙げ+る"),
    (f"{_GAME}[をには]{{1,2}}", "制+する 勝つ かつ 勝利+する ものに+する モノに+する"),
    ("(?<=[がは])", "制+する"),
    ("(?:競り|せり|打ち|うち|粘り|守り|攻め|読み|押し|走り|撃ち)", "勝つ 勝+る"),
    ("(?:リベンジ|雪辱)を", "果たす はたす 遂げ+る"),
    ("(?<!を)(?!(?:仕留め|しとめ)られ)", "仕留め+る しとめ+る"),
)  # fmt: skip
"""What a player does who wins, besides 勝つ."""
FAILING = "|".join((
    told_verb_pattern("ボコられ+る やられ+る 散る 沈む 潰え+る 果て+る 力尽き+る 燃え尽き+る 屈+する 崩れ落ち+る"),
    phrases(("涙を", "のむ 飲む 呑む"), ("(?:敵|相手)?の?膝[をに]", "屈+する"), ("土俵を", "割る"), ("一敗地に", "まみれ+る 塗れ+る"), ("後塵を", "拝+する")),
    passive_verb_pattern("逃げ切る 逃げきる 押し切る 押しきる 寄り切る 振り切る 攻め切る 守り切る 負かす やりこめ+る ひねる 圧倒+する 完封+する 粉砕+する 一蹴+する 撃破+する"),
    "(?:力|もう?一歩|あと一歩|わずかに)、?(?:及ば|およば|届か|とどか)(?:ず|なかった|ない)|及びませんでした|届きませんでした|(?<=[はが])(?<!に[はが])(?<!で[はが])勝て(?:なかった|ませんでした|ず)",
    "(?<=も)(?:及ばず|届かず)|(?:ボコボコ|フルボッコ|瞬殺)(?:に?され(?:ました|た))?|頓死|撃沈|轟沈|玉砕|討ち?死に?|自滅|力負け|敗走|陥落",
))  # fmt: skip
"""What a player does who loses, in words that may be about something else: an end only where they stand with a side."""
PREVAILING = "|".join((
    told_verb_pattern("逃げ切る 逃げきる 押し切る 押しきる 寄り切る 振り切る 攻め切る 守り切る 勝ち切る 勝ちきる 切り抜け+る"),
    f"(?<=を)(?:{told_verb_pattern('投了に追い込む 投了に追いこむ 下す 降す くだす 破る 打ち破る 倒す たおす 負かす まかす 退け+る 制+する 圧倒+する 撃破+する 一蹴+する 粉砕+する 仕留め+る しとめ+る')})",
))  # fmt: skip
"""What a player does who wins, in such words; before を stands whom it has beaten."""
CLOCK_RUN_DOWN = phrases(
    ("(?:(?:持ち?|考慮|制限|規定|残り)?時間|秒読み)[がはも](?:両者|双方|とも|共に|に)*", "切れ+る きれ+る 尽き+る つき+る オーバー+する 超過+する"),
    ("(?:(?:持ち?|考慮|制限|規定|残り)時間|(?<=の)時間|秒読み|[一二三四五六]?十秒|(?<!\\d)\\d\\d秒)を?", "使い切る 使いきる 使い果たす 過ぎ+る すぎ+る 超え+る 越え+る こえ+る オーバー+する 超過+する"),
    ("(?:時計|フラッ?グ|旗|針)が?", "落ち+る おち+る 倒れ+る 切れ+る きれ+る"),
)  # fmt: skip
"""What a clock does, or a player with it, when the time is over."""
BEATING = told_verb_pattern(
    "投了に追い込む 投了に追いこむ 仕留め+る しとめ+る 破る 打ち破る 下す 降す くだす 倒す たおす 負かす まかす 退け+る 制+する"
)
"""What a player does to the one before を."""
MATING = told_verb_pattern("詰ます 詰ませ+る 詰め上げ+る 詰めあげ+る 詰め切る つます つませ+る")
"""What a player does who mates the other one."""
MATED = passive_verb_pattern("詰ます 詰ませ+る 詰め+る つます")
"""What happens to a player who is mated."""


_GODAN = {
    last: (before_masu, before_ta + pair[0], before_ta + pair[1])
    for last, (before_masu, before_ta, pair, _) in VERB_SOUNDS.items()
    if not last.startswith("+")
}
"""The last kana of a verb: before ます, before た, before て."""
_POLITE_FORMS = ("ます", "ました", "ましょう", "まーす", "ましょっか")
_TAIL = "(?:い(?:く|った|きます|きました)|き(?:た|ます|ました)|くる|み(?:る|た|ます|ました)|お(?:く|いた|きます|きました)|しまった|しまいました)?"
"""What may stand behind て: 動かしていく, 置いておく, 出てきた."""

MOVING = (
    "動かす うごかす 進める! すすめる! 移す うつす 運ぶ はこぶ 飛ばす とばす 走らせる! 下げる! さげる! 引く 上げる! 出す 戻す もどす 寄せる! よせる! 回す まわす 送る"
    " 渡す ずらす 滑らせる! 動く うごく 進む すすむ 移る うつる 行く 往く いく ゆく 来る= 飛ぶ とぶ 跳ぶ 跳ねる! 走る はしる 歩く あるく 上がる あがる 下がる さがる 出る! 入る 戻る もどる"
    " 寄る 回る まわる 渡る わたる 逃げる! 逃がす 突く 突き出す 引き上げる! 引っ込める! 繰り出す 押し出す 向かう 移動する 移動させる! 着地する 着地させる! 前進する 前進させる! 後退する 後退させる! 直進する スライドする ジャンプする 転進する"
)
"""The verbs by which a unit goes over the board; ! marks those that keep their stem, = the irregular 来る."""
PLACING = "置く おく 打つ うつ 据える! すえる! 並べる! 配置する 設置する 投入する 着手する 張る はる 指す 入れる! いれる! 出す だす 繰り出す 送り込む 載せる! のせる! 加える! 足す 置かれる! 打ち込む 放つ 着地する"
"""The verbs by which a unit comes to the board."""


def verb_stem_before_masu(verb: str) -> str:
    """Return the stem of a verb before ます."""
    if verb.endswith("する"):
        return verb.removesuffix("する") + "し"
    return verb[:-2] if verb[-1] in "!=" else verb[:-1] + _GODAN[verb[-1]][0]


def done_forms_of_verb(verb: str) -> tuple[str, ...]:
    """Return the forms of a verb that tell what is or was done: 動かす, 動かした, 動かして, 動かします, 動かしました."""
    stem = verb_stem_before_masu(verb)
    more = (*(stem + polite for polite in _POLITE_FORMS), f"{stem}ながら", f"{stem}つつ")
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
    "stem": r"(?=$|[、。]|[」』]|[!,]|！|\s|\)|）|反|合|成|不)",  # 進めず, 置きたい
    "noun": "(?![さしすせでの])",  # 移動せず
    "whole": "(?!べき|つもり|気|予定|はず|まい|な(?:い|ら|$)|のは|のを|のも|手)",
}
"""What may not follow a form, or has to: else it says that the move was not made; as alternatives, as in `_AT_THE_END`."""


def verb_pattern(verbs: str) -> str:
    """Return the pattern for any form of the verbs of a list, the longest first."""
    ways: dict[str, str] = {}
    for verb in verbs.split():
        whole, past, joined, *others = done_forms_of_verb(verb)
        ways |= {past: "", joined: _TAIL, **dict.fromkeys(others, "")}
        ways[verb_stem_before_masu(verb)] = _GOES_ON["stem"]
        ways[whole] = _GOES_ON["whole"]
        if verb.endswith("する"):
            ways[verb.removesuffix("する")] = _GOES_ON["noun"]
    return any_continued_word_pattern(ways)


_PUT = r"(?P<put>置)(?![^\W\d_])"
"""The short form behind a unit that comes to the board: 六05占置, and not 置き場所."""
_MOVED, _PLACED = verb_pattern(MOVING), verb_pattern(PLACING)
_POLITE_END = r"(?:です(?:ね|よ|かね?)?|かな|で(?:お願いします|いきます)?|に(?:します|する|しました)|と(?:いた|致)?します|(?:[、,]?\s?っと|よ|ね|な|わ|ぞ|さ)(?=$|[\s。、!！」』)]))?"


@lru_cache(maxsize=16)
def move_was_made_pattern(game: Game) -> re.Pattern[str]:
    """Return the pattern of what a sentence says behind a move: that it was made."""
    put = rf"着|{_PUT}" if "打" in game.vocabulary.suffixes else rf"着|{_PUT}|打"
    return kept_pattern(
        rf"\s*(?:を?(?:{_PLACED}|{put})|を?(?P<moved>{_MOVED})|と返(?:し|す|した)|と?応じ(?:る|た|ます|ました))?\s*{_POLITE_END}\s*[。.]?\s*"
    )


LEADING = kept_pattern(
    r"(?:(?P<placed>00(?=[1-9]{2})|置く?|打つ?|配置|設置|着手|put|place|drop)|(?P<moved>動か?す?|移動?|進める?|行|move)|(?:いま|今|さっき|先ほど|さきほど)の)(?P<apart>\s?[:、,|/]\s?|\s|(?<=00))?",
    re.IGNORECASE,
)
"""A verb before what is placed or moved: 置 白F外 六01, 動: 玉 五09 六08."""
THEN = kept_pattern(
    rf"\s*+(?:(?:を?{_PLACED}|を?(?P<moved>{_MOVED}))で?|で|して|し)?(?:[、,。・\s]|同時に|その(?:場|上)で?|そのまま|さらに|そして|これも|それも|また|かつ|最後に|続けて|すぐに?|のち|後|[かくそ]こで|そこの|[でとにを])*+(?=\(?[反合成不打])"
)
"""What leads from where a unit goes to what happens there: へ進めて、同時に裏返し."""
FILLER = kept_pattern(
    r"\s?(?:もう[一ひ1１](?:つ|枚|個)|ひとつ|また(?!は)|さらに|今度は?|こんどは?|次(?:に|は)|ここで|そこで|そのまま|すぐに?|一気に|そっと|ゆっくり|まず|まっすぐ|真っ直ぐ|ななめに|斜めに|ぴょんと|すっと|ずっと)[、,]?\s?"
)
"""Words between a unit and its square that say nothing of the game: 占をもう一つ三02に."""
