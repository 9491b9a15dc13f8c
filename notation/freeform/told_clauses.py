"""Clauses of a sentence that tells an end: words of an end among free words, and what each says of whom."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Outcome, Side, Termination
from notation.freeform.free_text_risk import disprovable_risk
from notation.freeform.heads import HONORIFICS
from notation.freeform.hedged_results import is_hedged_at
from notation.freeform.result_tokens import ResultToken, result_word_at, token_of_match
from notation.freeform.result_words import (
    ASIDE,
    DENIED,
    DRAWS,
    IN_OTHER_WORDS,
    OF_ANOTHER_TIME,
    OF_THE_LOSER,
    OF_THE_WINNER,
    PERSON,
    SELF,
)
from notation.freeform.spans import LineContext

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Position
    from notation.freeform.side_context import SideContext

OF_ONE_SIDE = (OF_THE_LOSER | OF_THE_WINNER) - IN_OTHER_WORDS
"""The kinds of words that say of one side that it has won, or lost."""
_OF_AN_END = OF_ONE_SIDE | {*DRAWS, "mate", "void", "break", "closed", "board"}
_OF_FACTS = frozenset({"points", "score", "count", "board"})
_CLAUSES = re.compile(
    r"[、,;/／・()（）【】|]|(?<=ので)|(?<=ため)|(?<=により)|(?<=から)|(?<=につき)|(?<=です)(?=[が\s]|[^かねよがけ])|(?<=ですが)|(?<=ましたが)|(?<=だったが)|(?<=けど)"
    r"|(?<=ました)(?=\s)|(?<=でした)(?=\s)|\b(?:so|and|but|because|since|after)\b"
)
_DENIED = re.compile(
    r"^(?:と|って)?(?:いう)?(?:の|こと|わけ|扱い)?(?:では|じゃ)(?:な(?:く|い|かった)|あり(?:ません|ませず))|^(?:な(?:かった|い)|ませんでした|ず(?:に|、|$)|せず)"
    r"|^と(?:言|い)いたいところ|^(?:と|って)(?:言|い)い?か[けか]|^(?:か)?と(?:思|おも)(?:ったら|いきや|った(?:が|けど|のに))|^(?:る|た)?ところだった(?:が|けど)"
)
"""What stands right behind an end that has not come, or was another one."""
_TAIL = re.compile(
    r"(?:という|って|と|っちゅう)?(?:こと|扱い|形)|(?:させて)?(?:もら|いただ|頂|くれ)(?:いました|きました|いました|ました|った|いた|って|いて|い|き|う|く|た|て)?"
    r"|し(?:て?おきました|て?おきます|て?おいた|て?おく|とく|とき(?:ます|ました))|な(?:ります|りました|った|って|り|る)|決(?:まりました|まった|まり|定|着)|確定|お(?:わ|しま)い?り?|終(?:わりました|わった|わり|局|了)|(?:致|いた)し(?:ました|ます)"
    r"|(?:盤上?に?は?)?(?:ゼロ|皆無)|だ[ねよな]|です[ねよ]?|で(?:した|っしゃろ|ごわす)|ごわす|じゃ|っす|っと|[にでとをはがのねよなわぞやさー~〜w笑)\]」!\s]"
)
"""What may stand behind a word of an end in its clause: it has come. Behind anything else it is only spoken of."""
_OF_GIVING_UP = frozenset({"resign", "give-up", "yields"})
_TOLD_SO = re.compile(
    r"(?:と|って)(?:言|い|宣言し|おっしゃ)(?:って|った|い?ました|いました|る|う)?|の?(?:お?(?:葉書|電話|手紙|返事|知らせ)|連絡|メール|申告|意思表示)(?:を|が)?(?:いただきました|いただいた|頂きました|もらった|もらいました|届いた|届きました|来た|来ました|ありました|あった|あり|した|しました)"
)
"""How somebody gives up, behind the word for it: まいったって言った, 投了のお葉書をいただきました."""
_OFFERED = re.compile(r"[のを]?お?(?:申し(?:出|入れ|込み)|提案)(?:が|を)?(?:あり|受け|され|し)?(?:まし)?(?:て|た)?")
_TAKEN_UP = re.compile(r"[、,。\s]*お?(?:受け(?:し|ま|た|入れ)|承知|承諾|同意|応じ|快諾|了承)")
"""An offer, and its being taken up in the next clause: 引き分けのお申し出があり、お受けしました."""
_NOT_IN_ENGLISH = re.compile(
    r"(?i:\b(?:not|never|if|would|could|should|may|might|must|almost|nearly|about to|going to|thinks?|thought|hopes?|wants?|until|unless|when|whether|did|offers?|offered)\b|n't\b)"
)
_NOUN = r"[^\W\d_ぁ-んa-zA-Z]{1,8}"
_FREE_NOUNS = (
    "(?:持ち?|考慮|残り|制限|規定)?時間|時計|電池|充電|結果|勝負|勝敗|対局|本局|局|今[日回局]|本日|最後|最終的|結局|判定|中押し|完全|反則|助言|不戦|気分|体調|具合|気力|気|頭|お?腹|足|目|声|集中力|根気|雨|雪|日|風|夜|電話|電車|バス|チャイム|逆転|大差|僅差|途中|"
    "ルール|規則|盤上?|玉|王|君|帥|将|キング|占領?|領|駒|石|得点|点数|点|百点|合体|組|手番|一局|戦意|審判|立会人?|裁定|協議|合意|両者|双方|お互い|以上|終局|終了|記録|都合|用事|病気|急用|体調"
)
_SOMEBODY = re.compile(
    rf"(?:(?!(?:{_FREE_NOUNS})(?:が|は|の|も|$))(?<![^\W\d_ぁ-んa-zA-Z]){_NOUN}{HONORIFICS}|[ぁ-ん]{{2,6}}(?:さん|くん|ちゃん))(?:が|は|の|も|$)|(?i:\b(?:he|she|they|it|we|you)\b)[^.]*$"
)
"""Somebody of no known side in the place of the subject before an end: 林さん|勝ち."""
_YOU = re.compile(r"(?:あなた|貴方|貴殿|お前|おまえ|そちら|そっち|(?<![^\W\d_])きみ|(?<![^\W\d_])君)(?=[がはのも])")
_I = re.compile(rf"{SELF}|(?<![ぁ-ん])うち(?=[がはの])|自分(?=[がはの])|(?i:\bI\b|\bmy\b|\bme\b)")
_TORN_COLOUR = re.compile(
    r"[黒白先後](?!$|[手番]|[がはのもに、:]|[勝負敗投]|時間|\s)|(?<=[^\W\d_ぁ-ん])[黒白先後](?![手番がは])|(?<=[ぁ-ん])[黒白先後](?![手番がはのに])"
)
"""A sign for a colour or a side that is a piece of another word: 面白い, 最後の."""
_DISC = re.compile(r"[⚪⚫]\s?(?=[^\s\d\W])|[○●](?=[のがは])")
"""A disc that stands for its side: ●の勝ち."""
_OF_A_SIDE = re.compile(r"の?(?:人|方|ほう|側|番|さん|くん|君|ちゃん)(?=[がはのも、])")
_POINTS_BEHIND = re.compile(r"(?:の?(?:最終)?(?:得点|点数|スコア))?(?:は|:|=)?\s*(\d{1,3})点?(?![手\d])")
"""The points of the side before them."""
_COUNTED = re.compile(r"まで|で|にて|を?もって|にして|の|$|\W")
"""What stands behind a count of the plies, and not behind a move of them: 黒一手を指して."""
_TO_THE_END = re.compile(r"まで|で|にて|を?もって|にして")
"""What stands behind the number of the last ply."""
_ASIDE = re.compile(ASIDE, re.IGNORECASE)
_SIDE_BEHIND = re.compile(r"\s*(?:は|:|=|が)?\s*")
_TAKES_BACK = re.compile(r"\W*いや(?!な|[ぁ-ん])")
_SPEAKS_OF_IT = re.compile(r"[、,]?(?:と|って)(?:言|い|思|書|の|か|は|も)")
"""What the next clause begins with that only quotes an end: 山田の勝ち、と言うのは早い."""
_CAUSE = re.compile(r"(?:から|ので|ため|て|で|と)$")
_LABELS = frozenset({"勝者", "敗者", "winner", "loser", "勝ち", "負け", "勝", "敗"})
"""Words behind which a side may stand: 勝者 山田."""


class EndWord(NamedTuple):
    """A word of an end, and where it stands in its sentence."""

    token: ResultToken
    start: int
    end: int
    against: bool = False
    """Of a side, whether it stands for the other one, who has beaten it: 鈴木に|勝った."""


class Claim(NamedTuple):
    """What a clause says about the end."""

    word: EndWord
    winner: Side | None = None
    foreign: bool = False
    """Whether somebody of no known side is in the place of its subject."""
    hedged: bool = False


class Fact(NamedTuple):
    """A count, points, or what the board is said to show, beside an end."""

    token: ResultToken
    side: Side | None


class Told(NamedTuple):
    """What is known where an end is told: whose words they are, and what the board shows."""

    around: SideContext
    speaker: Side | None = None
    position: Position | None = None
    ply: int = 0
    fouled: Side | None = None
    """The side whose last ply is not legal."""

    @property
    def shown(self) -> Outcome | None:
        """How the rules have ended the game."""
        if self.fouled is not None:
            return Outcome.win(self.fouled.other)
        ending = None if self.position is None else self.around.game.outcome(self.position)
        return None if ending is None else ending.outcome

    def shows(self, number: int) -> bool:
        """Return whether a number is one of those that the board shows: the plies, the rounds, the points of a side."""
        points = None if self.position is None else self.around.game.score(self.position)
        return number in {self.ply, (self.ply + 1) // 2, *(points or ())}


class Sentence(NamedTuple):
    """What the clauses of a sentence say about the end."""

    claims: list[Claim]
    facts: list[Fact]
    taken_back: bool = False
    """Whether it takes back the claims before it."""


def _words(around: SideContext, sentence: str) -> Iterator[EndWord]:
    """Yield the words of an end in a sentence, with sides, points and counts; other words are passed over."""
    at = 0
    while at < len(sentence):
        match = result_word_at(around, sentence, at)
        token = token_of_match(around, match) if match is not None and match.end() > at else None
        disc = _DISC.match(sentence, at)
        side = None if disc is None else around.side(disc[0].strip())
        if disc is not None and side is not None:
            yield EndWord(ResultToken("side", side, text=disc[0]), at, at := disc.end())
            continue
        if match is None or token is None or _is_torn(sentence, match, token):
            at += 1
            continue
        at = match.end()
        if token.kind == "side" and (more := _OF_A_SIDE.match(sentence, at)):
            at = more.end()
        if token.kind == "count" and _is_ordinal(sentence, match):
            continue
        if token.kind not in {"glue", "cause", "?", "win-mark", "lose-mark"}:
            yield EndWord(token, match.start(), at, against=bool(match.groupdict().get("against")))


def _is_ordinal(sentence: str, count: re.Match[str]) -> bool:
    """Return whether a count of plies is the number of one, or no count: 四十七手目にて, （第8手）, 黒一手を指して."""
    behind = _TO_THE_END if sentence[: count.start()].endswith("第") else _COUNTED
    return count[0].endswith("目") or behind.match(sentence, count.end()) is None


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


class _Clause(NamedTuple):
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


def _clauses(around: SideContext, sentence: str) -> Iterator[_Clause]:
    words = list(_words(around, sentence))
    at = 0
    for edge in (*_CLAUSES.finditer(sentence), None):
        end = len(sentence) if edge is None else edge.start()
        yield _Clause(sentence, at, end, [one for one in words if at <= one.start < end])
        at = end if edge is None else edge.end()


def read_sentence(told: Told, sentence: str, *, doubted: bool) -> Sentence | None:  # noqa: C901 - clause by clause
    """Return what the clauses of a sentence say; None if one may tell a move, or something else that is no free text.

    `doubted` says that it is a question, or that something else makes its claims doubtful.
    """
    doubted = doubted or DENIED.search(sentence) is not None or OF_ANOTHER_TIME.search(sentence) is not None
    claims: list[Claim] = []
    facts: list[Fact] = []
    topic: Side | None = None
    foreign = taken_back = False
    for clause in _clauses(told.around, sentence):
        if _TAKES_BACK.match(clause.text):
            taken_back, claims = True, []
        sides, ends = clause.of({"side"}), clause.of(_OF_AN_END)
        if _names_two(sentence, sides):
            return None
        if not ends:
            if not clause.of(_OF_FACTS) and _weighs(told, clause.text):
                return None
            person = _somebody(told.around, clause.text)
            if not sides and person and (PERSON.search(person[0]) or not _CAUSE.search(clause.text)):
                topic, foreign = None, True
        for word in ends:
            subject, unknown, weak = _subject(told, clause, word)
            if subject is None and not unknown:
                subject, unknown = topic, foreign and topic is None
            if subject is None and not unknown and word.token.kind in OF_ONE_SIDE:
                subject = told.speaker
            topic = topic if subject is None else subject
            if word.token.kind == "closed" or not _DENIED.match(sentence[word.end :]):
                hedged = doubted or weak or not _has_come(told.around, clause, word)
                hedged = hedged and word.token.kind != "closed"
                claims.append(Claim(word, _winner(word.token, subject), unknown, hedged))
        if sides:
            spoken_of = bool(ends) or sentence[sides[-1].end :][:1] != "の"  # 先手の指摘により|対局を止め|反則と認める
            topic, foreign = sides[-1].token.side if spoken_of else None, False
        facts += _facts(clause, topic)
    return Sentence(claims, facts, taken_back)


def _names_two(sentence: str, sides: Sequence[EndWord]) -> bool:
    """Return whether words for both sides stand right behind each other: 後手源さん, where 源 is the other one."""
    return any(
        one.token.side is not two.token.side and not sentence[one.end : two.start].strip("の(")
        for one, two in pairwise(sides)
    )


def _has_come(around: SideContext, clause: _Clause, word: EndWord) -> bool:
    """Return whether the words round that of an end say that it has come: nothing behind it, in its clause, speaks of it."""
    text, behind = clause.sentence, clause.sentence[clause.end :]
    if is_hedged_at(text, word.start, word.end) or _NOT_IN_ENGLISH.search(clause.text) or _SPEAKS_OF_IT.match(behind):
        return False
    after = next((one.start for one in clause.of({"side", *_OF_AN_END}) if one.start >= word.end), clause.end)
    rest = text[word.end : after]
    if _OFFERED.fullmatch(rest):
        return _TAKEN_UP.match(behind) is not None
    at = 0
    while at < len(rest):
        match = max(_pieces_at(around, rest, at, word), key=re.Match.end, default=None)
        if match is None or match.end() == at:
            return False
        at = match.end()
    return True


def _pieces_at(around: SideContext, rest: str, at: int, word: EndWord) -> Iterator[re.Match[str]]:
    """Yield what may stand at a place behind a word of an end that has come."""
    if (tail := _TAIL.match(rest, at)) is not None:
        yield tail
    if word.token.kind in _OF_GIVING_UP and (told := _TOLD_SO.match(rest, at)) is not None:
        yield told
    match = result_word_at(around, rest, at)
    token = None if match is None else token_of_match(around, match)
    if match is not None and token is not None and token.kind in {"glue", "cause", "count"}:
        yield match


def _weighs(told: Told, clause: str) -> bool:
    """Return whether a clause without words of an end may tell something that is no free text."""
    risk, disproved = disprovable_risk(LineContext(told.around, moving=True), _ASIDE.sub("", clause).strip())
    return risk - disproved * (told.shown is not None) >= 1  # behind the last ply no number is that of a move


def _facts(clause: _Clause, topic: Side | None) -> Iterator[Fact]:
    """Yield the points, counts and what the board is said to show in a clause, with the side before each."""
    sides = clause.of({"side"})
    for one in sides:
        if points := _POINTS_BEHIND.match(clause.sentence, one.end):
            yield Fact(ResultToken("points", value=int(points[1])), one.token.side)
    for word in clause.of(_OF_FACTS):
        before = [one.token.side for one in sides if one.end <= word.start]
        yield Fact(word.token, before[-1] if before else topic)


def _subject(told: Told, clause: _Clause, word: EndWord) -> tuple[Side | None, bool, bool]:
    """Return the side that a word of an end is about, whether somebody of no known side is, and whether that is weak."""
    sentence, sides = clause.sentence, clause.of({"side"})
    before = [one for one in sides if one.end <= word.start]
    last = before[-1] if before else None
    gap = sentence[clause.start if last is None else last.end : word.start]
    mine, yours = _I.search(gap), _YOU.search(gap)
    if (mine or yours) and told.speaker is None:
        return None, yours is not None or told.shown is None, False
    if mine or yours:
        assert told.speaker is not None  # noqa: S101 - looked at above
        return (told.speaker if mine else told.speaker.other), False, False
    another = word.token.kind != "board" and _somebody(told.around, gap)
    if last is None:
        named = _side_behind(clause, word, sides) if not another and not gap.strip() else None
        return named, bool(another), False
    # 山田の息子が鈴木に勝った; 山田に勝ち
    another = another or (last.against and _somebody(told.around, sentence[clause.start : last.start]))
    two_winners = last.against and any(one.token.side is not last.token.side for one in before)
    if another or two_winners or (gap.lstrip()[:1] in {"に", "を", "と", "へ"} and word.token.kind in OF_ONE_SIDE):
        return None, True, False
    several = len({one.token.side for one in before}) > 1
    return last.token.side, False, several and gap.strip() not in {"", "の", "が", "は", "も"}


def _side_behind(clause: _Clause, word: EndWord, sides: Sequence[EndWord]) -> Side | None:
    """Return the side right behind a word that may stand before it: 勝者 山田."""
    behind = next((one for one in sides if one.start >= word.end), None)
    label = behind is not None and word.token.text.lower() in _LABELS
    if behind is None or not label or not _SIDE_BEHIND.fullmatch(clause.sentence[word.end : behind.start]):
        return None
    return behind.token.side


def _somebody(around: SideContext, text: str) -> re.Match[str] | None:
    """Return somebody of no known side in the place of a subject; a unit is nobody."""
    units = around.game.vocabulary.units
    return next((one for one in _SOMEBODY.finditer(text) if one[0][:-1] not in units), None)


def _winner(token: ResultToken, subject: Side | None) -> Side | None:
    if subject is None or token.text == "詰み":
        return None  # 先手の詰み: the mate of either
    if token.kind in OF_THE_LOSER | {"mate"} or token.reason is Termination.ELIMINATION:
        return subject.other
    return subject if token.kind in OF_THE_WINNER or token.kind == "board" else None
