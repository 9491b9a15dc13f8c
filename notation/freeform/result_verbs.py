"""Verbs by which a game ends, in the forms in which a record tells that it has ended so."""

from __future__ import annotations

from notation.freeform.word_list_patterns import any_word_pattern

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


def told_verb_pattern(verbs: str) -> str:
    """Return the pattern of verbs in the forms that tell what has happened: 勝つ 負け+る 屈+する.

    Those are 負けた, 負けました, 負けます, 負けちゃった, 負けてもうた, 負けよった, 負ける at the end, and 負け、 before a comma.
    """
    stems: dict[str, list[str]] = {}
    for verb in verbs.split():
        stem, ending = _stem_and_ending(verb)
        stems.setdefault(ending, []).append(stem)
    return "|".join(any_word_pattern(of_ending) + _ending_pattern(ending) for ending, of_ending in stems.items())


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


def _ending_pattern(ending: str) -> str:
    """Return the pattern of what stands behind the stem of a verb that tells what has happened."""
    before_masu, before_ta, pair, _ = VERB_SOUNDS[ending]
    told = f"(?:{before_masu}{_POLITE}|{before_ta}{_TOLD[pair]})"
    return f"(?:{'(?:られ)?' * (ending == '+る')}{told}|{ending.lstrip('+')}(?=$|[。!」]))"


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
)  # fmt: skip
"""What a player does who loses."""
WINNING = phrases(
    (f"{_GAIN}を", "収め+る おさめ+る 納め+る 挙げ+る 上げ+る あげ+る 得+る 手に入れ+る 決め+る きめ+る 飾る かざる つかむ 掴む 拾う ひろう もぎ取る 勝ち取る 手に+する ものに+する モノに+する 奪う 取る とる"),
    (f"{_GAIN}[がは]", "上がる あがる つく 付く 決まる きまる 輝く 転がり込む"),
    ("軍配[がをは]?", "上がる あがる 挙がる 上げ+る あげ+る 挙げ+る"),
    (f"{_GAME}[をには]{{1,2}}", "制+する 勝つ かつ 勝利+する ものに+する モノに+する"),
    ("(?:競り|せり|打ち|うち|粘り|守り|攻め|読み|押し|走り|撃ち)", "勝つ 勝+る"),
    ("(?:リベンジ|雪辱)を", "果たす はたす 遂げ+る"),
)  # fmt: skip
"""What a player does who wins, besides 勝つ."""
FAILING = "|".join((
    told_verb_pattern("ボコられ+る やられ+る 散る 沈む 潰え+る 果て+る 力尽き+る 燃え尽き+る 屈+する 崩れ落ち+る 討ち取られ+る"),
    phrases(("涙を", "のむ 飲む 呑む"), ("(?:敵|相手)?の?膝[をに]", "屈+する"), ("土俵を", "割る"), ("一敗地に", "まみれ+る 塗れ+る"), ("後塵を", "拝+する")),
    passive_verb_pattern("逃げ切る 逃げきる 押し切る 押しきる 寄り切る 振り切る 攻め切る 守り切る 負かす やりこめ+る ひねる 圧倒+する 完封+する 粉砕+する 一蹴+する 撃破+する"),
    "(?:力|もう?一歩|あと一歩|わずかに)、?(?:及ば|およば|届か|とどか)(?:ず|なかった|ない)|及びませんでした|届きませんでした",
    "(?<=も)(?:及ばず|届かず)|(?:ボコボコ|フルボッコ|瞬殺)(?:に?され(?:ました|た))?|頓死|撃沈|轟沈|玉砕|討ち?死に?|自滅|力負け|敗走|陥落",
))  # fmt: skip
"""What a player does who loses, in words that may be about something else: an end only where they stand with a side."""
PREVAILING = "|".join((
    told_verb_pattern("逃げ切る 逃げきる 押し切る 押しきる 寄り切る 振り切る 攻め切る 守り切る 勝ち切る 勝ちきる 切り抜け+る"),
    f"(?<=を)(?:{told_verb_pattern('下す 降す くだす 破る 打ち破る 倒す たおす 負かす まかす 退け+る 制+する 圧倒+する 撃破+する 一蹴+する 粉砕+する')})",
))  # fmt: skip
"""What a player does who wins, in such words; before を stands whom it has beaten."""
CLOCK_RUN_DOWN = phrases(
    ("(?:(?:持ち?|考慮|制限|規定|残り)?時間|秒読み)[がはも](?:両者|双方|とも|共に|に)*", "切れ+る きれ+る 尽き+る つき+る オーバー+する 超過+する"),
    ("(?:(?:持ち?|考慮|制限|規定|残り)時間|(?<=の)時間|秒読み|[一二三四五六]?十秒|(?<!\\d)\\d\\d秒)を?", "使い切る 使いきる 使い果たす 過ぎ+る すぎ+る 超え+る 越え+る こえ+る オーバー+する 超過+する"),
    ("(?:時計|フラッ?グ|旗|針)が?", "落ち+る おち+る 倒れ+る 切れ+る きれ+る"),
)  # fmt: skip
"""What a clock does, or a player with it, when the time is over."""
BEATING = told_verb_pattern("破る 打ち破る 下す 降す くだす 倒す たおす 負かす まかす 退け+る 制+する")
"""What a player does to the one before を."""
MATING = told_verb_pattern("詰ます 詰ませ+る 詰め上げ+る 詰めあげ+る 詰め切る つます つませ+る 仕留め+る")
"""What a player does who mates the other one."""
MATED = passive_verb_pattern("詰ます 詰ませ+る 詰め+る つます 仕留め+る 討ち取る")
"""What happens to a player who is mated."""
