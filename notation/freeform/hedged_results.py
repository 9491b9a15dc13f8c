"""Words of results that tell none: what is wished, feared, asked, offered or refused, has not come, or is said of something else."""

from __future__ import annotations

import re

from notation.freeform.heads import TOSS_WON
from notation.freeform.result_words import WEIGHTY

MAX_HEDGE_CHARACTERS = 12
"""How far behind a result the words stand by which it is none."""
_NOT_SURE = "うそ|嘘|冗談|たら(?!しい)|れば|なら(?!ぬ|び)|そう|かも|(?<!意)思|考え[るた]|だろ|でしょ|やろ|じゃん|かな|らしい|はず|ちゃう[?？]|まい(?![っり])"
_NOT_YET = "寸前|目前|間近|まだ|には早|かけ[たるて]|気配|ムード|予感|可能性|恐れ|おそれ|チャンス|コース|ルート|パターン|フラグ|一歩手前"
_NOT_DONE = "という(?!こと[にで])|つもり|ところ|たい|ない|なかっ|(?<!あり)ません|ずに|拒否|提案|(?<!中)断|べき|てもよ|ても良|てもい|てもおかし|ようか|ようとし|ましょうか|どころ|覚悟|狙|ねら|話(?!し合|が?(?:まとま|つい))|場合|とき[はに]|条件|筋|意識|近い|近づ|遠い|濃厚|見え(?:て|る)|確信|予想|期待|祈|夢|より(?:まし|よ|は)|のほうがよ|急[いぐ]|級の|時間の問題|たくな|declin|refus|reject"
_OFFERED = "(?:引き?分け?|ドロー|ひきわけ)(?:で|に)(?:お願い|しません|しよう|どう|いい(?=[?？])|いかが)"
_HEDGED = re.compile(f"{_NOT_SURE}|{_NOT_YET}|{_NOT_DONE}|{_OFFERED}")
"""Words of a sentence that speaks about a result that is not one."""
_SETTLED = re.compile("とな(?:りました|った)(?!ら|と)|に(?:決まりました|決まった|決まる)[。!]?$")
"""Words of a sentence about an offer that has been taken up: 「引き分けにしよか」「そうしましょ」となりました."""
_CONDITION = re.compile(
    "(?i:(?:offer|propose)[a-z]* (?:an? )?|(?:personne n['’](?:a|avait)|nobody|no one|niemand|nadie) (?:had |has |hat )?)$|(?:(?<!思っ)たら|れば|なら|ても(?!ら))[^。!]{0,6}$"
)
"""What stands before a result that has not come."""
_SUDDEN_DEATH = (
    r"(?:\d ?(?:分|秒|時間)|持ち?時間|時計)(?:ずつ|ルール|制)?(?:です|で|の|は)?[\s(・、,/]{0,3}(?:時間)?切れ負け"
)
"""The term of a time limit by which its end loses: 持ち時間 各20分（切れ負け）."""
OF_NO_RESULT = re.compile(
    rf"{TOSS_WON}|{_SUDDEN_DEATH}|(?:時間(?:が)?)?切れ(?:たら|ると|れば)(?:即)?(?:負け|敗け|終わり)|負け(?:たほう|た方|た人|残り)|勝(?:ち残り|ったほう|った方|った人)が"
    r"|(?:たら|[たる](?:方|ほう|人|側|者)が)、?(?:勝ち|負け)(?!まし)|[勝敗]者に|(?:勝った|負けた)(?:方|ほう|人|側)[がはもに]|(?:勝ち|負け)[抜越][きいしす]|敗者復活|雪辱"
    r"|(?:前回|前局|この前|先日|先週|昨日|昨年|去年|いつも|毎回|これまで|過去)[はもの、][^。、()]{0,12}?(?:勝ち|勝った|負け|負けた|引き?分け|投了)(?:でした|だった|です)?"
    r"|敗着|勝着|[勝敗]因|勝負[手所]|勝機|[敗勝]勢|必[勝敗]|(?:勝ち|負け)筋|勝敗の分かれ目|勝ち?(?:パターン|方|味)"
    r"|パス(?=も(?:一手|1手|可|でき|あり|認め)|は(?:一手|1手|可|不可|でき|認め|禁止|なし|無し|あり)|[がを]?(?:でき|認め|禁止|可能)|の(?:ルール|規定|権利|場合)|という)"
)
"""Words of results and turns that are none: of the toss, of the terms of the game, of its rules."""


def stands_in_a_time_limit(text: str, start: int, end: int) -> bool:
    """Return whether a part of a text belongs to a time limit: 各20分|（切れ負け）|."""
    return any(start < found.end() <= end for found in re.finditer(_SUDDEN_DEATH, text))


def is_hedged(text: str, result: re.Match[str]) -> bool:
    """Return whether the words round a result say that it is none, or has not come."""
    return is_hedged_at(text, *result.span())


def is_hedged_at(text: str, start: int, end: int) -> bool:
    """Return whether the words round a part of a text say that the result there is none, or has not come."""
    most = end + MAX_HEDGE_CHARACTERS
    behind = _HEDGED.search(text, start, most + 4)  # the word and what stands behind it: ということに
    return (behind is not None and behind.end() <= most) or _CONDITION.search(text[:start]) is not None


def denies_a_result(text: str) -> bool:
    """Return whether a text speaks about results that are none, or have not come."""
    if WEIGHTY.search(text) is None or _SETTLED.search(text):
        return False
    text = OF_NO_RESULT.sub(" ", text)
    return all(is_hedged(text, one) for one in WEIGHTY.finditer(text))
