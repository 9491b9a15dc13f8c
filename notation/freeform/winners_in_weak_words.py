"""Winners that weak words round a name hint at: 勝った人は田中, 田中さん、おめでとう, Suzuki was beaten by Tanaka."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from notation.freeform.players_of_head_lines import HONORIFICS, TOSS_WORDS
from notation.freeform.spans_line_context_and_sides import (
    SIGNS_OF_SIDES,
    WHO,
    has_name,
    side_of_sign,
    with_signs_for_names,
)
from notation.freeform.tokens_of_result_words import PERSON, SELF
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.outcome import Side

_WINS = (
    r"勝(?:て(?:た|まし)|っ(?:た|て)|ち(?![目負筋方気たそ越抜残]|味)|利(?!の女神)|つ(?=$|\W)|因)|白星|(?<![\d一二三四五六七八九十])[1一]勝(?![\d負敗])|連勝(?=$|[。!！\s]|です|だ)|制し|制す|勝負を決め|決め(?:た|て(?!い))|決め手(?!が?な)|一本(?:を?取|勝)"
    r"|とどめ|逃げ切|押し切|守り切|寄り切|リベンジ(?:に?成功|達成)|最後に笑|おめでと|優勝(?!候補|争い)|軍配|金星|星を取|仕留め|目標(?:点)?[をに]?(?:到達|達成|達し)"
)
_LOSES = r"負け(?![ずんじ]|な[いかくし]|惜|てい?[るない])|投了|降参|ギブアップ|投げ[てた]|敗(?!者復活|退の)|力尽き|屈し|沈(?:ん|み|む)|自滅|自爆|及ば[なず]|届か(?:な(?!い)|ず)|やられ|一敗地|勝て(?:な[いかくし]|ず|ん)|黒星|連敗(?=$|[。!！\s]|です|だ)|頭を下げ"
_WINS_IN_ENGLISH = r"(?:wins?|won|beats?|defeat(?:s|ed)|crush(?:es|ed)|destroy(?:s|ed)|outplay(?:s|ed)|finish(?:es|ed) off|got the better|c[ao]me out on top|t(?:akes?|ook) (?:(?:the|this) (?:game|match|one)|it)|def?\.|triumph(?:s|ed)|prevail(?:s|ed)|reach(?:es|ed) the target)(?![a-z])"
_LOSES_IN_ENGLISH = r"(?:lost|loses|(?:was|got) (?:beaten|defeated|crushed|outplayed)|had to (?:admit defeat|resign|give up)|suffer(?:s|ed) (?:a )?defeat|admit(?:s|ted) defeat|resign(?:s|ed)|gave up|shook hands in defeat)(?![a-z])"
_TOSS = kept_pattern(rf"{TOSS_WORDS}|(?i:\btoss\b|\bcoin\b)")
_SOMEBODY_ELSE = kept_pattern(rf"{SELF}|{PERSON.pattern}|(?i:\b(?:i|me|my|you|your|he|she|his|her)\b)")
"""Words for a person between a name and a word about the end, which is that one's: 千田さんが投げて私の勝ち."""


PLAYER = rf"(?<![^\W\d_ぁ-ん]){WHO}{HONORIFICS}?"
"""The signs for a name that is no piece of a word, with its title."""
_WINNERS = (
    kept_pattern(
        rf"(?:(?P<wins>勝った)|負けた|敗れた)(?:人|ひと|方|ほう|側|の)?(?:[はがも:：=＝、\s]|だけど){{0,2}}{PLAYER}"
    ),
    kept_pattern(rf"(?:(?P<wins>勝因)|敗因)は{PLAYER}"),
    kept_pattern(rf"(?:(?P<wins>勝者|勝利)|敗者|敗北)[:：=＝は\s]{{1,2}}{PLAYER}"),
    kept_pattern(
        rf"{PLAYER}(?:に[はも]?[^。、]{{0,6}}?(?:(?P<wins>負け(?!な|ず)|やられ|敗れ|屈し|降参|投了|頭を下げ|勝て(?:な|ず))|勝(?:っ|ち(?![目負星が])|利|つ))|を[^。、]{{0,6}}?(?:破|下し|下す|倒し|撃破|退け|完封|圧倒|やっつけ))"
    ),
    kept_pattern(
        rf"{PLAYER}(?:[がはも、:：\s]|の(?!番|手(?!痛)))?[^。にを\s:：]{{0,8}}?(?:(?P<wins>{_WINS})|{_LOSES})"
    ),
    kept_pattern(rf"{PLAYER}\s?[(（]\s?(?:(?P<wins>勝ち?)|負け?)\s?[)）]"),
    kept_pattern(
        rf"(?i:(?:(?P<wins>victory|win|congrat(?:ulation)?s|game went to|match went to)|loss|defeat)(?:[:!] ?| (?:to|for|by|of) | (?=(?-i:[A-Z])))){PLAYER}"
    ),
    kept_pattern(
        rf"(?i:{PLAYER}(?:,? (?:\w{{1,9}} )?(?:(?P<wins>{_WINS_IN_ENGLISH})|{_LOSES_IN_ENGLISH})|'s (?:loss|defeat)\b))"
    ),
)
"""A winner, or a loser, beside the name; what stands first is tried first."""


def winner_called_so(sides: Mapping[str, Side], sentence: str) -> Side | None:
    """Return the winner whom a sentence calls so, or whose opponent the loser: 勝った田中は大喜び; None if it calls nobody."""
    found = _WINNERS[0].search(with_signs_for_names(sides, sentence))
    return None if found is None else _winner_by(found)


def winner_told(sides: Mapping[str, Side], sentence: str) -> Side | None:
    """Return the winner that the words round a name hint at; None if there are none."""
    signed = with_signs_for_names(sides, sentence)
    if not has_name(signed) or _TOSS.search(sentence) is not None:
        return None
    for pattern in _WINNERS:
        at = 0
        while (found := pattern.search(signed, at)) is not None:
            gap = re.sub(rf"^{HONORIFICS}", "", signed[found.end("who") : found.end()])
            behind = signed[found.end() :].lstrip(" \u3000:：")
            label = gap[:1].isspace() and behind.startswith(tuple(SIGNS_OF_SIDES))  # 勝 鈴木　敗 田中
            if not (label or any(sign in gap for sign in SIGNS_OF_SIDES) or _SOMEBODY_ELSE.search(gap)):
                return _winner_by(found)
            at = found.end("who")  # another name is nearer to the word
    return None


def _winner_by(found: re.Match[str]) -> Side:
    """Return the winner by a match of one of the patterns."""
    side = side_of_sign(found["who"])
    return side if found["wins"] is not None else side.other
