"""Words of an end in the clauses of a sentence, and whether what stands behind one says that it has come."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Termination
from notation.freeform.spans_line_context_and_sides import SideContext
from notation.freeform.tokens_of_result_words import (
    DRAWS,
    IN_OTHER_WORDS,
    OF_THE_LOSER,
    OF_THE_WINNER,
    ResultToken,
    result_word_at,
    token_of_match,
)
from notation.freeform.undecided_results import is_hedged_at
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from kifu.core.outcome import Side


OF_ONE_SIDE = (OF_THE_LOSER | OF_THE_WINNER) - IN_OTHER_WORDS
"""The kinds of words that say of one side that it has won, or lost."""
OF_AN_END = OF_ONE_SIDE | {*DRAWS, "mate", "void", "break", "closed", "board"}
_CLAUSES = kept_pattern(
    r"[、,;/／・()（）【】「」|]|(?<=ので)|(?<=ため)|(?<=により)|(?<=から)(?<!さんから)(?<!くんから)(?<![君様氏]から)|(?<=につき)|(?<=[ただい]が)(?=[^\Wぁ-んー])|(?<=のに)(?=[^\Wぁ-んー])|(?<=です)(?=[が\s]|[^かねよがけ])|(?<=ですが)|(?<=ましたが)|(?<=だったが)|(?<=けど)"
    r"|(?<=ました)(?=\s)|(?<=でした)(?=\s)|\b(?:so|and|but|because|since|after)\b"
)
DENIED_BEHIND = kept_pattern(
    r"^(?:と|って)?(?:いう)?(?:の|こと|わけ|扱い)?(?:では|じゃ)(?:な(?:く|い|かった)|あり(?:ません|ませず))|^(?:な(?:かった|い)|ませんでした|ず(?:に|、|$)|せず)"
    r"|^(?:の(?:提案|申し出))?を(?:断|拒|蹴|避|逃|のが|急|焦|意識|目指|狙)|^と(?:言|い)いたいところ|^(?:と|って)(?:言|い)い?か[けか]|^(?:か)?と(?:思|おも)(?:ったら|いきや|った(?:が|けど|のに))|^(?:る|た)?ところだった(?:が|けど)"
)
"""What stands right behind an end that has not come, or was another one."""
_TAIL = kept_pattern(
    r"(?:という|って|と|っちゅう)?(?:こと|扱い|形)|(?:させて)?(?:もら|いただ|頂|くれ)(?:いました|きました|いました|ました|った|いた|って|いて|い|き|う|く|た|て)?"
    r"|し(?:て?おきました|て?おきます|て?おいた|て?おく|とく|とき(?:ます|ました))|な(?:ります|りました|った|って|り|る)|ところで(?=[、。]|$)|決(?:ま(?:りました|った|って|り|る)|定|着)|確定|お(?:わ|しま)い?り?|終(?:わりました|わった|わり|局|了)|(?:致|いた)し(?:ました|ます)"
    r"|(?:盤上?に?は?)?(?:ゼロ|皆無)|だ[ねよな]|です[ねよ]?|で(?:した|っしゃろ|ごわす)|ごわす|じゃ|っす|っと|[にでとをはがのねよなわぞやさー~〜w笑)\]」!\s]"
)
"""What may stand behind a word of an end in its clause: it has come. Behind anything else it is only spoken of."""
_OF_GIVING_UP = frozenset({"resign", "give-up", "yields"})
_TOLD_SO = kept_pattern(
    r"だ(?:って(?:さ|よ)?|とさ|と(?=[。!]|$))(?=$|[。!])|(?:と|って)(?:言|い|宣言し|おっしゃ)(?:って|った|い?ました|いました|る|う)?|の?(?:旨の?)?(?:お?(?:葉書|はがき|ハガキ|電話|手紙|返事|知らせ|返信)|連絡|メール|通知|申告|意思表示|お?申し(?:出|入れ))(?:を|が)?(?:いただきました|いただいた|いただく|頂きました|頂く|もらった|もらいました|届いた|届きました|届く|届き|来た|来ました|来る|来たる|ありました|あった|あり|した|しました|出した|出しました|出す|出し|送った|送りました|送る|送り|受け(?:取った|取りました|取る|た|ました|る))|の?お?申し(?:出|入れ)(?=$)"
)
"""How somebody gives up, behind the word for it: まいったって言った, 投了のお葉書をいただきました."""
_OFFERED = kept_pattern(r"[のを]?お?(?:申し(?:出|入れ|込み)|提案)(?:が|を)?(?:あり|受け|され|し)?(?:まし)?(?:て|た)?")
_TAKEN_UP = kept_pattern(
    r"[、,。\s]*(?:[^\s、。]{1,8}?(?:[はがも]|さん|くん|君|氏|様)?)?(?:これ[にを])?お?(?:受け(?:し|ま|た|入れ)|承知|承諾|同意|応じ|快諾|了承|賛成|合意)(?!せ?ず|し?な[いくか]|しま?せ|でき|するか|を)"
)
"""An offer, and its being taken up in the next clause: 引き分けのお申し出があり、お受けしました."""
_NOT_IN_ENGLISH = kept_pattern(
    r"(?i:\b(?:not|never|if|would|could|should|may|might|must|almost|nearly|about to|going to|(?<!long )thinks?|thought|hopes?|wants?|until|unless|when|whether|did|offers?|offered)\b|n't\b)"
)
_IF = kept_pattern(r"(?i:\b(?:if|unless|when|would|could|might|not)\b)")
"""Words of a clause before the one of an end, by which it has not come."""
_TORN_COLOUR = kept_pattern(
    r"[黒白先後](?!$|[手番]|[がはのもに、:]|[勝負敗投]|時間|\s)|(?<=[^\W\d_ぁ-ん])[黒白先後](?![手番がは])|(?<=[ぁ-ん])[黒白先後](?![手番がはのに])"
)
"""A sign for a colour or a side that is a piece of another word: 面白い, 最後の."""
_DISC = kept_pattern(r"[⚪⚫]\s?(?=[^\s\d\W])|[○●](?=[のがは])")
"""A disc that stands for its side: ●の勝ち."""
_THROWN = kept_pattern("(?<![をにへ])(?:投げ|なげ)て(?!い|み|も|は|ば|か|し)")
"""How somebody gives up, before what follows from it: 千田が投げて私の勝ち."""
_OF_A_SIDE = kept_pattern(r"の?(?:人|方|ほう|側|番|さん|くん|君|ちゃん)(?=[がはのも、])")
_NAME_OF_A_SIDE = kept_pattern(
    r"の(?!お?(?:父|母|兄|弟|姉|妹|息子|娘|奥|嫁|妻|夫|旦那|孫|友|祖|叔|伯|爺|婆))[^\W\d_ぁ-んa-zA-Z]{1,6}(?:さん|くん|君|氏|様|ちゃん|先生|選手)"
)
"""The name of a side behind it, that stands nowhere else: 後手の門間さん."""
_COUNTED = kept_pattern(r"まで|で|にて|を?もって|にして|の|$|\W")
"""What stands behind a count of the plies, and not behind a move of them: 黒一手を指して."""
_TO_THE_END = kept_pattern(r"まで|で|にて|を?もって|にして")
"""What stands behind the number of the last ply."""
_WHOLE_COUNT = kept_pattern("(?:以上|全|計|まで)$")
"""What stands before a count of all plies."""
_SPEAKS_OF_IT = kept_pattern(r"[、,]?(?:と|って)(?:言|い|思|書|の|か|は|も)")
"""What the next clause begins with that only quotes an end: 山田の勝ち、と言うのは早い."""


class EndWord(NamedTuple):
    """A word of an end, and where it stands in its sentence."""

    token: ResultToken
    start: int
    end: int
    against: bool = False
    """Of a side, whether it stands for the other one, who has beaten it: 鈴木に|勝った."""


def _end_words_of_sentence(side_context: SideContext, sentence: str, at: int = 0) -> Sequence[EndWord]:
    """Return the words of an end from a place of a sentence, with sides, points and counts; other words are passed over."""
    game, _, players, first, _ = side_context
    return _known_end_words(game, tuple(players.items()), first, sentence, at)


@lru_cache(maxsize=1024)  # the hypotheses about a line know the same players, and each asks for all of its sentences
def _known_end_words(
    game: Game, players: tuple[tuple[str, Side], ...], first: str, sentence: str, at: int
) -> tuple[EndWord, ...]:
    return tuple(_find_end_words(SideContext(game, {}, dict(players), first), sentence, at))


def _find_end_words(side_context: SideContext, sentence: str, at: int) -> Iterator[EndWord]:
    while at < len(sentence):
        match = result_word_at(side_context, sentence, at)
        token = token_of_match(side_context, match) if match is not None and match.end() > at else None
        if (thrown := _THROWN.match(sentence, at)) is not None:
            yield EndWord(ResultToken("resign", reason=Termination.RESIGNATION, text=thrown[0]), at, at := thrown.end())
            continue
        disc = _DISC.match(sentence, at)
        side = None if disc is None else side_context.side_meant_by(disc[0].strip())
        if disc is not None and side is not None:
            yield EndWord(ResultToken("side", side, text=disc[0]), at, at := disc.end())
            continue
        if match is None or token is None or _is_torn(sentence, match, token):
            at += 1
            continue
        at = match.end()
        if (token.kind == "side" and (more := _OF_A_SIDE.match(sentence, at))) or (
            match.groupdict().get("side") and (more := _NAME_OF_A_SIDE.match(sentence, at))
        ):
            at = more.end()
        if token.kind == "count" and _is_ordinal(sentence, match):
            continue
        if token.kind not in {"glue", "cause", "?"}:
            yield EndWord(token, match.start(), at, against=bool(match.groupdict().get("against")))


def _is_ordinal(sentence: str, count: re.Match[str]) -> bool:
    """Return whether a count of plies is the number of one, or no count: 四十七手目にて, （第8手）, 黒一手を指して."""
    before = sentence[: count.start()]
    behind = _TO_THE_END if before.endswith("第") else _COUNTED
    counted = behind.match(sentence, count.end()) is not None or _WHOLE_COUNT.search(before) is not None
    return count[0].endswith("目") or not counted


def _is_torn(sentence: str, match: re.Match[str], token: ResultToken) -> bool:
    """Return whether a word is a piece of another one: white in whiteboard, 白 in 面白い."""
    before, first, last, behind = (
        sentence[: match.start()][-1:],
        match[0][:1],
        match[0][-1:],
        sentence[match.end() :][:1],
    )
    if first.isascii() and first.isalnum() and before.isascii() and before.isalpha():  # l6手
        return True
    if last.isascii() and last.isalpha() and behind.isascii() and behind.isalnum():
        return True
    if token.kind == "glue":
        return False
    if match[0] in "黒白先後▲△▽☗☖" and _TORN_COLOUR.match(sentence, match.start()):
        return True
    if token.kind == "side" and re.fullmatch("[ぁ-ん]+", match[0]):
        return re.match(r"[ぁ-ん]", behind) is not None and behind not in "がはもにのをとへで"
    return False


def naming_words(side_context: SideContext, text: str) -> list[EndWord]:
    """Return the words of a text that name a side."""
    return [one for one in _end_words_of_sentence(side_context, text) if one.token.side is not None]


class Clause(NamedTuple):
    """A clause, and its words of an end."""

    sentence: str
    start: int
    end: int
    words: list[EndWord]

    @property
    def text(self) -> str:
        """The text of the clause."""
        return self.sentence[self.start : self.end]

    def of(self, kinds: frozenset[str] | set[str]) -> list[EndWord]:
        """Return its words of some kinds."""
        return [one for one in self.words if one.token.kind in kinds]


def clause_without_result_words(side_context: SideContext, clause: Clause) -> str:
    """Return what a clause says besides words of results."""
    edges = [clause.start, *(edge for one in clause.words for edge in (one.start, one.end)), clause.end]
    pieces = (clause.sentence[at:end] for at, end in zip(edges[::2], edges[1::2], strict=True))
    return "".join(_without_glue(side_context, piece) for piece in pieces)


def _without_glue(side_context: SideContext, text: str) -> str:
    """Return a text without the words of results in it."""
    at, left = 0, ""
    while at < len(text):
        match = result_word_at(side_context, text, at)
        if match is not None and match.end() > at and not _is_torn(text, match, ResultToken("glue")):
            at = match.end()
        else:
            left += text[at]
            at += 1
    return left


def clauses_of(side_context: SideContext, sentence: str) -> Iterator[Clause]:
    """Yield the clauses of a sentence."""
    at = 0
    for edge in (*_CLAUSES.finditer(sentence), None):
        end = len(sentence) if edge is None else edge.start()
        yield Clause(sentence, at, end, list(_end_words_of_sentence(side_context, sentence[:end], at)))
        at = end if edge is None else edge.end()


def has_end_come(side_context: SideContext, clause: Clause, word: EndWord) -> bool:
    """Return whether the words round that of an end say that it has come: nothing behind it, in its clause, speaks of it."""
    text, behind = clause.sentence, clause.sentence[clause.end :]
    after = next((one.start for one in clause.of({"side", *OF_AN_END}) if one.start >= word.end), clause.end)
    rest = text[word.end : after]
    if word.token.kind not in _OF_GIVING_UP and _OFFERED.fullmatch(rest):
        return _TAKEN_UP.match(behind) is not None
    if (
        is_hedged_at(text, word.start, word.end)
        or _NOT_IN_ENGLISH.search(clause.text)
        or _IF.search(text, 0, word.start)
        or _SPEAKS_OF_IT.match(behind)
    ):
        return False
    at = 0
    while at < len(rest):
        match = max(_words_behind_end_word(side_context, rest, at, word), key=re.Match.end, default=None)
        if match is None or match.end() == at:
            return False
        at = match.end()
    return True


def _words_behind_end_word(side_context: SideContext, rest: str, at: int, word: EndWord) -> Iterator[re.Match[str]]:
    """Yield what may stand at a place behind a word of an end that has come."""
    if (tail := _TAIL.match(rest, at)) is not None:
        yield tail
    if word.token.kind in _OF_GIVING_UP and (told := _TOLD_SO.match(rest, at)) is not None:
        yield told
    match = result_word_at(side_context, rest, at)
    token = None if match is None else token_of_match(side_context, match)
    agreed = {"accept", "both"} if word.token.kind in DRAWS else set[str]()
    if match is not None and token is not None and token.kind in {"glue", "cause", "count"} | agreed:
        yield match
