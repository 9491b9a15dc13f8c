"""Words of results that decide nothing: what is wished, asked, offered or has not come, and ends that may be of either side."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING

from kifu.core.outcome import Side
from notation.freeform.japanese_verbs import IF, PERHAPS, SEEMS, SUPPOSED
from notation.freeform.players_of_head_lines import HONORIFICS, TOSS_WON
from notation.freeform.spans_line_context_and_sides import SIGNS_OF_SIDES, with_signs_for_names
from notation.freeform.tokens_of_result_words import WEIGHTY
from notation.freeform.word_list_patterns import tried_where_it_may_begin
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from notation.freeform.spans_line_context_and_sides import LineContext, SideContext


MAX_HEDGE_CHARACTERS = 12
"""How far behind a result the words stand by which it is none."""
_NOT_SURE = rf"うそ|嘘|冗談|{IF}|そう|{PERHAPS}|(?<!意)思|考え[るた]|だろ|でしょ|やろ|じゃん|かな|{SEEMS}|{SUPPOSED}|ちゃう[?？]|まい(?![っり])"
_NOT_YET = "寸前|目前|間近|まだ|には早|かけ[たるて]|気配|ムード|予感|可能性|恐れ|おそれ|チャンス|コース|ルート|パターン|フラグ|一歩手前"
_NOT_DONE = "という(?!こと[にで])|つもり|ところ(?!で[、。])|(?<=[いきしちみりえけせてねべめれげ一-龠])たい|ない|なかっ|(?<!あり)ません|ずに|拒否|提案|(?<!中)断|べき|てもよ|ても良|てもい|てもおかし|ようか|ようとし|し(?:よう|ましょう)と(?:言|提案|もちか|持ちか|切り出)|ましょうか|どころ|覚悟|狙|ねら|話(?!し合|が?(?:まとま|つい))|場合|とき[はに]|条件|筋|意識|近い|近づ|遠い|濃厚|見え(?:て|る)|確信|予想|期待|祈|夢|より(?:まし|よ|は)|のほうがよ|急[いぐ]|級の|時間の問題|たくな|declin|refus|reject"
_OFFERED = "(?:引き?分け?|ドロー|ひきわけ)(?:で|に)(?:お願い|しません|しよう|どう|いい(?=[?？])|いかが)"
_HEDGED = kept_pattern(f"{_NOT_SURE}|{_NOT_YET}|{_NOT_DONE}|{_OFFERED}")
"""Words of a sentence that speaks about a result that is not one."""
_SETTLED = kept_pattern("とな(?:りました|った)(?!ら|と)|に(?:決まりました|決まった|決まる)[。!]?$")
"""Words of a sentence about an offer that has been taken up: 「引き分けにしよか」「そうしましょ」となりました."""
_CONDITION = kept_pattern(
    "(?i:(?:offer|propose)[a-z]* (?:an? )?|(?:personne n['’](?:a|avait)|nobody|no one|niemand|nadie) (?:had |has |hat )?)$|"
    rf"(?:(?<!思っ)(?:{IF})|ても(?![らう]))[^。!]{{0,6}}$"
)
"""What stands before a result that has not come."""
_SUDDEN_DEATH = kept_pattern(
    r"(?:\d{1,3} ?(?:分|秒|時間)|持ち?時間|時計)(?:ずつ|ルール|制)?(?:です|で|の|は)?[\s(・、,/]{0,3}(?:時間)?切れ負け"
)
"""The term of a time limit by which its end loses: 持ち時間 各20分（切れ負け）."""
OF_NO_RESULT = kept_pattern(
    tried_where_it_may_begin(
        rf"{TOSS_WON}|(?:won|wins|lost|loses) the (?:toss|coin (?:toss|flip)|draw for colou?rs?)|{_SUDDEN_DEATH.pattern}|(?:時間(?:が)?)?切れ(?:たら|ると|れば|は)(?:即)?(?:負け|敗け|終わり)|負け(?:たほう|た方|た人|残り)|勝(?:ち残り|ったほう|った方|った人)が"
        r"|(?:(?<=[えけせてべれきがも])(?:ない|なくなった|なくなる)|尽きた)(?:方|ほう|人|側|者|プレイヤー)[がは]、?(?:勝ち|負け)(?:です|だ|となる|になる)?(?:よ?ね|から|ので)?(?!まし|た)"
        r"|(?<=[えけせてべれきがも])(?:なければ|ない(?:と|なら))、?負け(?:です|だ|となる|になる)?(?:よ?ね|から|ので)?(?!まし|た)"
        r"|(?:たら|[たる](?:方|ほう|人|側|者)が)、?(?:勝ち|負け)(?!まし)|[勝敗]者に|(?:勝った|負けた)(?:方|ほう|人|側)[がはもに]|(?:勝ち|負け)[抜越][きいしす]|敗者復活|雪辱"
        r"|(?:さっき|先ほど|先程|前回|前局|この前|先日|先週|昨日|昨年|去年|いつも|毎回|これまで|過去)[はもの、][^。、()]{0,16}?(?:勝ち|勝った|負け|負けた|引き?分け|投了)(?:でした|だった|です)?"
        r"|(?:(?<=勝ち[。!])|(?<=勝ちです[。!])|(?<=勝ちだ[。!])|(?<=勝ちでした[。!])|(?<=勝ちました[。!])|(?<=勝った[。!]))\s?(?:久々|久しぶり|念願|待望|今年初?|うれしい|嬉しい|初)の?(?:うれしい|嬉しい)?初?(?:白星|勝利|勝ち星)(?:です|でした|だ)?"
        r"|(?<=[うくぐすつぬぶむる])と、?(?:勝ち|負け)(?:だ|になる|なの?だ)?と(?:聞|きい|きき|教|おそわ|習|なら[いっ]|言われ|いわれ)[^。、]{0,6}"
        r"|[黒白]星先行|敗着|勝着|[勝敗]因|勝負[手所]|勝機|[敗勝]勢|必[勝敗]|(?:勝ち|負け)筋|勝敗の分かれ目|勝ち?(?:パターン|方|味)"
        r"|パス(?=も(?:一手|1手|可|でき|あり|認め)|は(?:一手|1手|可|不可|でき|認め|禁止|なし|無し|あり)|[がを]?(?:でき|認め|禁止|可能)|の(?:ルール|規定|権利|場合)|という)"
    )
)
"""Words of results and turns that are none: of the toss, of the terms of the game, of its rules."""
DISPUTED = kept_pattern(
    r"[。、\s]*いや[、,]?[^。、]{1,12}[のがは](?:勝|負|投了|かち|まけ)|[。、\s]*(?:の?(?:つもり|はず)[がで]|と(?:思|おも)(?:った|い|わせ|いき)|と見せ|(?:ただし|但し|でも|しかし)[^。]{0,20}(?:認め|納得|異議|抗議))|\s(?:(?:in|of) )?(?:the )?(?:previous|other|last|next) (?:game|match|board)"
)
"""Words right behind an end by which it is none, is not agreed on, or is of another game."""

_BARE_FOUL = r"(?:反則|禁じ手|はんそく|ハンソク|(?:ルール|規則|規定)違反)(?:だ|です|じゃ)?(?:[よねぞなわ]{1,2}|ろう?|でしょう?|じゃん|(?:では|じゃ)ない)?か?(?:(?:な|です)の[でに]|から|のため|により)?[ー。!?]{0,2}"
FOUL_OF_EITHER = kept_pattern(_BARE_FOUL)
"""What somebody says of a foul that may be the other one's: 反則だよ."""
_CALLED_A_FOUL = kept_pattern(rf"[「『](?:[それこあ]{{2}}[はっ、て]{{0,3}})?{_BARE_FOUL}(?:[」』]|$)")
"""Such words in quotes: じいじ「反則だよ」."""

_BY_SOMEBODY = kept_pattern(
    r"(?:どちら|どっち|だれ|誰)か?[がのは]?[^。、]{0,8}(?:投了|投げ|勝|負け|かっ|まけ)[^。]{0,8}?(?:(?:わか|分か)(?:ら|り)|不明|知ら|知り|覚え|おぼえ|忘れ|聞い|思|らしい|よう[だで]|みたい)"
    r"|(?:投了|勝ち?|負け|かち|まけ)[^。、]{0,6}[。、](?:[^。、]{0,10}、)?(?:どちら|どっち|だれ|誰)か?[がの](?:言|い|投|勝|負|し)[^。]{0,14}?(?:わか|分か|聞き取|聞こえ|不明|覚え|おぼえ|忘れ|思い出)"
    r"|(?:引き?分け|勝ち|負け|投了|中断)だ?と(?:言|い|主張)[^。、]{0,6}、[^。、]{1,12}[はが][^。、]{1,24}と(?:言|い|主張)"
)
"""An end whose side nobody knows: どちらが投げたか分からない, どちらかが投了したと思う; or one that each player tells otherwise."""


_SAID_ONCE = kept_pattern(
    r"(?:します|した|する)?(?:って|と)(?:言|い)(?:った|いました)(?:の|こと)?[はが、]?(?:冗談|本当|ほんと|本気|嘘|うそ)"
)
"""Words by which somebody asks whether an end was meant: it may stand, 投了って言ったの冗談だよね."""


def names_nobody(text: str) -> bool:
    """Return whether a text tells an end and that nobody knows whose it is."""
    return _BY_SOMEBODY.search(text) is not None


def calls_a_foul(text: str) -> bool:
    """Return whether somebody is quoted who speaks of a foul, and does not say whose it was."""
    return _CALLED_A_FOUL.search(text) is not None


def stands_in_a_time_limit(text: str, start: int, end: int) -> bool:
    """Return whether a part of a text belongs to a time limit: 各20分|（切れ負け）|."""
    return any(start < found.end() <= end for found in _SUDDEN_DEATH.finditer(text))


def is_hedged(text: str, result: re.Match[str]) -> bool:
    """Return whether the words round a result say that it is none, or has not come."""
    return is_hedged_at(text, *result.span())


def is_hedged_at(text: str, start: int, end: int) -> bool:
    """Return whether the words round a part of a text say that the result there is none, or has not come."""
    if _SAID_ONCE.match(text, end) is not None:
        return False
    most = end + MAX_HEDGE_CHARACTERS
    behind = _HEDGED.search(text, start, most + 4)  # the word and what stands behind it: ということに
    return (behind is not None and behind.end() <= most) or _CONDITION.search(text[:start]) is not None


def denies_a_result(text: str) -> bool:
    """Return whether a text speaks about results that are none, or have not come."""
    if WEIGHTY.search(text) is None or _SETTLED.search(text) or names_nobody(text):
        return False
    text = OF_NO_RESULT.sub(" ", text)
    return all(is_hedged(text, one) for one in WEIGHTY.finditer(text))


_SIDES = {
    Side.FIRST: ("先手", "先番", "先攻", "せんて", "センテ", "sente", "first", "▲", "☗", "先"),
    Side.SECOND: ("後手", "後番", "後攻", "ごて", "ゴテ", "gote", "second", *"△▽☖", "後"),
}
_COLOURS = {"黒": ("黒", "くろ", "クロ", "kuro", "black"), "白": ("白", "しろ", "シロ", "shiro", "white")}
_WORDS = {
    **{sign: rf"(?<!\w){sign}" for sign in "先後"},
    **{sign: rf"{sign}{{1,40}}" for sign in SIGNS_OF_SIDES},
    **{
        word: rf"(?<![a-z]){word}"
        for words in (*_SIDES.values(), *_COLOURS.values())
        for word in words
        if word.isascii()
    },
}
"""The expressions of words that are a piece of another one (その後、先手の勝ち), of names, and of words in Latin letters."""
_OR = r"(?:か|の|または|又は|もしくは|あるいは|or|and|及び|および|と|や|も|vs|対|,(?!,)|[・/、|;&+→(-]|\s){1,6}"
"""What parts two sides that an end may be of."""
_OF_BOTH = (
    "(?:(?<![優決])勝(?!者)|敗(?!者)|負|詰|かち|まけ|カチ|マケ|win|won|los[et]|投了|resign|反則|時間|切れ負|不戦)"
)
_ENDS_OF_BOTH = kept_pattern(rf"{_OF_BOTH}|勝者|敗者", re.IGNORECASE)
"""Words of an end: each that may be of either side has one."""


def may_be_of_either_side(context: LineContext, text: str, at: int, end: int) -> bool:
    """Return whether a part of a text belongs to an end that may be of either side: 先手・|後手の勝ち|, |勝者：先手|／後手."""
    either = end_of_either_side(context.around, text) if context.of_results else None
    return either is not None and at < either.end() and either.start() < end


def end_of_either_side(side_context: SideContext, text: str) -> re.Match[str] | None:
    """Return the end that may be of either side in a text, if it has words for both of them."""
    return _find_either_side(text, tuple(side_context.players.items()), side_context.side_meant_by("黒"))


@lru_cache(maxsize=1024)
def _find_either_side(text: str, players: tuple[tuple[str, Side], ...], black: Side | None) -> re.Match[str] | None:
    """Return the first match of words for an end of both players, or of both colours, in a text."""
    if _ENDS_OF_BOTH.search(text) is None:
        return None
    signed = with_signs_for_names(dict(players), text)
    low = signed.lower()
    there = (
        [tuple(word for word in of_one if word in low) for of_one in words] for words in _words_of_both(black)
    )  # an expression of these alone is short, and soon known
    named = ((one, two) for one, two in there if one and two)
    return next(filter(None, (_either_side_pattern(words).search(signed) for words in named)), None)


@lru_cache(maxsize=4)
def _words_of_both(black: Side | None) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Return the words for each side; and those for each colour, where it is not known whose it is."""
    colours = dict.fromkeys(Side, ()) if black is None else {black: _COLOURS["黒"], black.other: _COLOURS["白"]}
    first, second = ((SIGNS_OF_SIDES[key], *_SIDES[key], *colours[key]) for key in Side)
    return ((first, second), *((_COLOURS["黒"], _COLOURS["白"]) for _ in range(black is None)))


@lru_cache(maxsize=64)
def _either_side_pattern(words: tuple[tuple[str, ...], tuple[str, ...]]) -> re.Pattern[str]:
    """Return the pattern of an end that may be of either side: 先手か後手の勝ち, 山田・鈴木の勝ち, 勝者：先手／後手."""
    pairs = []
    for both in permutations(words):
        first, second = (
            rf"(?:{'|'.join(_WORDS.get(word, word) for word in one)}){HONORIFICS}[番側方]?" for one in both
        )
        each = [rf"(?:{word}\s{{0,2}}[(:=]?\s{{0,2}}){{1,2}}\)?" for word in (first, second)]
        pairs.append(rf"{first}{second}|{each[0]}{_OR}{each[1]}")
    return kept_pattern(
        rf"(?P<before>(?:{_OF_BOTH}[ちけ]?|勝者|敗者)[\sはが:=(「\[]{{0,3}})?(?:{'|'.join(pairs)})[)\]」]?\s?"
        rf"(?(before)[。.!]?$|[のがはも]?\s?{_OF_BOTH})",
        re.IGNORECASE,
    )
