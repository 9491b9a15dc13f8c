"""Speakers of the sentences of an end: who writes or signs them, and to whom they are said."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from notation.freeform.players_of_head_lines import HONORIFICS
from notation.freeform.tokens_of_result_words import SELF
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from notation.freeform.end_words_of_clauses import EndWord
    from notation.freeform.spans_line_context_and_sides import SideContext

MAX_SIGNATURE = 24
"""The most characters of the signature of a text."""
_APART_FROM_A_SENTENCE = kept_pattern(r"(?:\s?(?:記|拝|より|筆))?\s?\)?\s*$")
_BEFORE_A_KEEPER = kept_pattern(r"(?:記録|観戦|立会人?|審判|文責|文|筆者?|記|撮影|入力|清書)[者係]?[はが:\s(]{1,2}$")
"""What stands before the name of somebody who keeps the record, or looks on."""
_OF_KIN = kept_pattern(r"の(?:お|ご)?(?:父|母|兄|弟|姉|妹|息子|娘|奥|嫁|妻|夫|旦那|孫|友|祖|叔|伯|子|家族|応援)")
_LABEL_OF_A_SPEAKER = kept_pattern(
    r"\s{0,4}(?:\[\d{1,2}:\d{2}(?::\d{2})?\]\s?)?[<\[【(〈《@]?\s?(?P<who>[^\s:<>()「」\[\]【】|→@、,。]{1,16})(?P<sign>\s?\(\d{1,2}:\d{2}\)|\s?[>\]】)〉》]:?|\s?[|→])?(?:\s-)?\s{0,4}(?=\S)"
)
_OF_THE_SPEAKER = kept_pattern(
    rf"{SELF}|(?<![A-Za-z])(?i:I|you)(?![A-Za-z])|(?:君|きみ|あなた|そっち|そちら)[がはのも]"
)


_ADDRESSED = kept_pattern(
    rf"\s{{0,4}}(?P<who>[^\s:<>()「」→@、,。!]{{1,16}}?)(?P<honorific>{HONORIFICS})(?P<parted>[、,!]?)\s{{0,4}}(?={SELF}|(?i:I)(?![a-z]))"
)
"""Whoever is spoken to, before what the speaker says of himself: 鈴木さん、私の負けです."""


_INTRODUCED = kept_pattern(
    r"\W{0,2}(?P<who>[^\s:<>()「」→@、,。!]{1,16}?)(?:です(?![かねよ])|でございます|と(?:申|もう)します)[。、,!\s]\s{0,4}(?=\S)"
)
"""Who writes what follows: 宇都宮です。うれしい初勝利."""
_SIGNED = kept_pattern(
    r"(?:(?<=[。!?…♪〜~」])|(?<=[。!?]\))|(?<=ました)(?=[\s(])|(?<=です)(?=[\s(]))\s{0,4}[-―—─–(]{0,2}\s?(?P<who>[^\s:<>()「」→@、,。!?♪〜~]{1,16}?)(?:\s?(?:記|拝|より|筆))?\s?\)?\s*$"
)
"""The name below the words of whoever writes them: 私が投了。　古賀記."""
_OF_THE_SIGNER = kept_pattern(
    rf"{SELF}|(?i:(?<![a-z])I(?![a-z]))|(?:勝|かち|まけ|負|敗|投了|降参|参り|まいり|引き?分け)[^。、!]{{0,8}}?(?:ました|ます|でした|です|ちゃった)|[初完惜大]勝利?(?=[。!]|です|でした)|時間切れ勝ち(?=$|[。!])|[完惜惨大]敗(?=[。!]|です|でした)|(?:^|[。!])(?:負け|まけ|勝ち|かち)(?=[。!])"
)
"""Words about whoever has signed them; a word such as 投了 may be of the other one."""


def with_colon_behind_writer(side_context: SideContext, text: str) -> str:
    """Return a text of a player who says his name first, or signs it, behind that name and a colon; any other text as it is."""
    introduced = _INTRODUCED.match(text)
    known = introduced is not None and introduced["who"] in side_context.players
    if introduced is not None and known and _OF_THE_SIGNER.search(text, introduced.end()) is not None:
        return f"{introduced['who']}:{text[introduced.end() :]}"
    signed = _SIGNED.search(text, max(0, len(text) - MAX_SIGNATURE))
    if signed is None or signed["who"] not in side_context.players:
        return text
    said = text[: signed.start()]
    if is_said_to_the_other(side_context, text):
        said = said[said.index("、") + 1 :] if "、" in said else ""
    return f"{signed['who']}:{said}" if _OF_THE_SIGNER.search(said) is not None and ":" not in said else text


_SPOKEN_TO = kept_pattern(rf"\s{{0,4}}(?P<who>[^\s:<>()「」→@、,。!]{{1,16}}?){HONORIFICS}、")


def with_colon_behind_speaker(side_context: SideContext, text: str) -> str:
    """Return a text with a colon behind the player whose words about himself, or the other one, it holds: みお> 私の負け.

    Behind a name with its honorific, the other player speaks to whoever has it.
    """
    text = with_colon_behind_writer(side_context, text)
    addressed = _ADDRESSED.match(text)
    if addressed is not None and addressed["who"] in side_context.players and addressed["honorific"]:
        other = side_context.players[addressed["who"]].other
        return f"{other.label.ja}:{text[addressed.end() :]}"
    label = _LABEL_OF_A_SPEAKER.match(text)
    if label is None or label["who"] not in side_context.players:
        return text
    own_words = _OF_THE_SPEAKER.search if label["sign"] else _OF_THE_SPEAKER.match
    return text if own_words(text, label.end()) is None else f"{label['who']}:{text[label.end() :]}"


def is_said_to_the_other(side_context: SideContext, text: str) -> bool:
    """Return whether one player signs a text that begins with the name of the other and a comma: 山田さん、時間切れになりました。鈴木."""
    signed = _SIGNED.search(text, max(0, len(text) - MAX_SIGNATURE))
    addressed = None if signed is None else _SPOKEN_TO.match(text)
    if signed is None or addressed is None:
        return False
    sides = [side_context.players.get(name) for name in (signed["who"], addressed["who"])]
    return None not in sides and sides[0] is not sides[1]


def may_be_spoken_to(side_context: SideContext, text: str) -> bool:
    """Return whether a text begins with a name and a comma before what somebody says of himself: 鈴木、私の負け. Whose it is is open."""
    addressed = _ADDRESSED.match(text)
    bare = addressed is not None and not addressed["honorific"] and addressed["parted"] != ""
    return bare and addressed is not None and addressed["who"] in side_context.players


def may_be_words_of_named_player(side_context: SideContext, text: str) -> bool:
    """Return whether a text begins with a player and a blank, and speaks of its writer later: either may be meant: 堀江　占を討たれ、当方の負け."""
    label = _LABEL_OF_A_SPEAKER.match(text)
    return (
        label is not None
        and label["who"] in side_context.players
        and not label["sign"]
        and text[label.end("who") : label.end()].isspace()
        and _OF_THE_SPEAKER.search(text, label.end()) is not None
    )


def is_beside_the_game(text: str, name: EndWord) -> bool:
    """Return whether a name stands apart, or is that of who keeps the record, or of the house of somebody else."""
    apart = _APART_FROM_A_SENTENCE.match(text, name.end) and re.search(r"(?:^|[\s。!?…(-])$", text[: name.start])
    return (
        bool(apart)
        or _BEFORE_A_KEEPER.search(text[: name.start]) is not None
        or _OF_KIN.match(text, name.end) is not None
    )
