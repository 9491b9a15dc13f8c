"""Clauses of a sentence that tells an end: whom each is about, what it claims of that one, and the facts beside."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Outcome, Side, Termination
from notation.freeform.end_words_of_clauses import (
    DENIED_BEHIND,
    OF_AN_END,
    OF_ONE_SIDE,
    Clause,
    EndWord,
    clause_without_result_words,
    clauses_of,
    has_end_come,
)
from notation.freeform.free_text_risk import risk_and_disprovable_part
from notation.freeform.players_of_head_lines import HONORIFICS
from notation.freeform.result_of_word_tokens import StatedResult, result_of_words
from notation.freeform.spans_line_context_and_sides import LineContext
from notation.freeform.tokens_of_result_words import (
    ASIDE,
    DENIED,
    OF_ANOTHER_TIME,
    OF_THE_LOSER,
    OF_THE_WINNER,
    PERSON,
    SELF,
    WORDS,
    ResultToken,
)
from notation.freeform.undecided_results import FOUL_OF_EITHER
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import POINTS, POINTS_IN_FIGURES, parse_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Position
    from notation.freeform.spans_line_context_and_sides import SideContext


_NOUN = r"[^\W\d_ぁ-んa-zA-Z]{1,8}"
_FREE_NOUNS = (
    "(?:持ち?|考慮|残り|制限|規定)?時間|時計|電池|充電|結果|勝負|勝敗|対局|本局|局|今[日回局]|本日|最後|最終的|結局|判定|中押し|完全|反則|助言|不戦|気分|体調|具合|気力|気|頭|お?腹|足|手|目|声|集中力|根気|雨|雪|日|風|夜|電話|電車|バス|チャイム|逆転|大差|僅差|途中|"
    "堂々|見事|圧巻|貫禄|会心|執念|余裕|薄氷|ルール|規則|盤上?|玉|王|君|帥|将|キング|占領?|領|駒|石|得点|点数|点|百点|合体|組|手番|一局|戦意|審判|立会人?|裁定|協議|合意|両者|双方|お互い|以上|終局|終了|記録|都合|用事|病気|急用|体調"
)
_WAYS_OF_AN_END = "(?:持ち?|考慮|残り|制限|規定)?時間|判定|中押し|完全|反則|不戦|逆転|大差|僅差|途中|最終的|結局|以上|終局|結果|勝負|最後"
_NOBODY = rf"(?!ー|(?:{_FREE_NOUNS})(?:が|は|の|も)|(?:{_WAYS_OF_AN_END})$)(?<![^\W\d_ぁ-んa-zA-Z])"
_ANYBODY = kept_pattern(
    rf"(?:{_NOBODY}{_NOUN}{HONORIFICS}|[ぁ-ん]{{2,6}}(?:さん|くん|ちゃん)|@[\w.-]{{1,30}}(?:\([^()]{{1,8}}\))?)(?:が|は|も|の$|$)|(?:^|[、。\s])(?!これ|それ|あれ|ここ|そこ|もう|また|まさか|さすが|やはり|みごと|まさに)[ぁ-ん]{{2,6}}[がはもの]$|(?i:\b(?:he|she|they|it|we|you)\b)[^.]*$"
)
"""Somebody of no known side in the place of the subject before an end: 林さん|勝ち."""
_MAX_ADVERB = 6
"""The most characters of what stands between a subject and its end."""
_YOU = kept_pattern(
    r"(?:あなた|貴方|貴殿|お前|おまえ|そちら|そっち|(?<![^\W\d_])きみ|(?<![^\W\d_])君)(?=[がはのも])|(?i:\byou\b)"
)
_OTHER = kept_pattern("(?:お?相手|先方|向こう|対局者)(?:さん|の方|方)?(?=[がはのも]|から|より)")
I_MYSELF = kept_pattern(rf"{SELF}|(?<![ぁ-ん])うち(?=[がはの])|自分(?=[がはの])|(?i:\bI\b|\bmy\b|\bme\b)")
_SIDE_BEHIND = kept_pattern(r"\s*(?:(?:のは|は|:|=|が)\s*)?")
_OWNS = frozenset({"", "の", "が", "は", "も"})
"""What stands between a side and its own word: 白の勝ち, before a side that has another one."""
_LABELS_BEHIND_VERBS = "のは"
"""What makes a verb such a word: 勝ったのは山田."""
_WITHOUT_A_MOVE = kept_pattern("に[はも]?(?:もう)?(?:指す|打つ|次の|受ける)?手[がはも]")
"""What stands behind the side that has no move left: 山田に手がなく投了."""
_CAUSE = kept_pattern(r"(?:から|ので|ため|て|で|と)$")
_BY_WHAT = kept_pattern("の.+(?:で|により|によって|から|ので)")
"""What stands between a side and a word for who has won that is about the other one."""
_OF_AN_OBJECT = kept_pattern(r"の[^\sがはも、。]{1,8}を")
"""What stands behind a side that owns the object of a sentence."""
_OF_A_BLOW = kept_pattern(
    r"の[^\sがはも、。]{1,10}(?:を(?:見て|見せられ|受け(?:切れ|きれ|止め)|浴び|食ら|くら|評価し|認め)|に(?:感服|脱帽|感心|敬服|圧倒|驚|屈|耐え|対し|完敗|降参|参り|参っ|まいり|まいっ|押され|やられ|負け|まけ|敗れ|投了|なすす?べ|手も足も))(?<!負けを認め)(?<!まけを認め)(?<!敗北を認め)"
)
"""What stands behind a side whose moves have made the other one give up: 宇都宮さんの指し手に感服して投了."""
_HIMSELF = kept_pattern(r"[がはも]、?自分(?=[のでか])")
"""What stands behind a side that a sentence goes on about: 西さんが自分の色をそろえた."""
_NAME_BEFORE = kept_pattern(
    r"(?<![A-Za-z])(?!(?:no|ga|wa|ni|de|mo|on|by|in|at|of|to|the|an?|after|won|wins|lost|loses|has|have|had|then|finally|thus|so|also|now|just|soon|duly|again|and|he|she|they|who|which|that|is|was|will|easily|eventually)\b)[a-z]{2,20}\s*$",
    re.IGNORECASE,
)
"""A word in Latin letters right before an end, which may be the name of somebody of no known side."""
_LABELS = frozenset({"勝者", "敗者", "winner", "loser", "勝ち", "負け", "勝", "敗"})
"""Words behind which a side may stand: 勝者 山田."""


_AWARDED = frozenset({"軍配", "凱歌", "白星", "金星"})
"""What goes to the winner: 村井さんに軍配."""
_BY_POINTS = kept_pattern(rf"(?:{POINTS})[点目]?の?差?")
"""By how much somebody has won, which is nobody: 後手の|6目半|勝ち."""
_OF_A_FIRST_WIN = kept_pattern(r"(?:うれしい|嬉しい|念願の|待望の|久々の|久しぶりの)?初?$")
"""What stands before 勝利 and is nobody."""


class EndContext(NamedTuple):
    """What is known where an end is told: whose words they are, and what the board shows."""

    around: SideContext
    speaker: Side | None = None
    position: Position | None = None
    ply: int = 0
    topic: Side | None = None
    """The side that the sentence before was about."""
    only: Side | None = None
    """The only side that is named where the end is told: 相手 is the other one, and so is a writer of no known side."""
    by_name: bool = False
    """Whether it is named by a player's name."""
    fouled: Side | None = None
    """The side whose last ply is not legal."""

    @property
    def shown(self) -> Outcome | None:
        """How the rules have ended the game."""
        if self.fouled is not None:
            return Outcome.win(self.fouled.other)
        ending = None if self.position is None else self.around.game.outcome(self.position)
        return None if ending is None else ending.outcome

    @property
    def margin(self) -> float | None:
        """By how many points a side is ahead."""
        points = None if self.position is None else self.around.game.score(self.position)
        return None if points is None else abs(points[0] - points[1])

    def shows(self, number: float) -> bool:
        """Return whether a number is one of those that the board shows: the plies, the rounds, the points of a side."""
        points = None if self.position is None else self.around.game.score(self.position)
        return number in {self.ply, (self.ply + 1) // 2, *(points or ())}


def is_about_some_person(side_context: SideContext, text: str) -> bool:
    """Return whether a clause is about somebody of no known side; in a cause what stands before a verb is no person."""
    units = side_context.game.vocabulary.units
    found = [one[0] for one in _ANYBODY.finditer(text) if one[0][:-1] not in units]
    person = any(PERSON.search(one) for one in found)
    return person or (any(one.endswith(("が", "は", "も")) for one in found) and not _CAUSE.search(text))


class Subject(NamedTuple):
    """Whom a word of an end is about."""

    side: Side | None = None
    foreign: bool = False
    """Whether it is somebody of no known side."""
    writer: bool = False
    """Whether it is the writer, of no known side."""
    weak: bool = False


def find_subject(  # noqa: PLR0911 - one way to name it after the other
    end_context: EndContext, clause: Clause, word: EndWord, topic: Side | None
) -> Subject:
    """Return the subject of a word of an end, as its clause names it; `topic` is that of the clauses before it."""
    sentence, sides = clause.sentence, clause.of({"side"})
    before = [one for one in sides if one.end <= word.start]
    owners = [one for one in before if _OF_AN_OBJECT.match(sentence, one.end, word.start)]
    before = [one for one in before if one not in owners] or before  # 黒が白の占をぜんぶ取って勝ち
    ends = [one.start for one in clause.of(OF_AN_END) if one.start < word.start]
    free = [
        one for one in before if not any(sentence[one.end : at].strip() in {"", "の"} for at in ends if at >= one.end)
    ]
    struck = [one for one in before if _OF_A_BLOW.match(sentence, one.end, word.end)]
    if before and len(struck) == len(before):
        return Subject(struck[-1].token.side.other if struck[-1].token.side is not None else None)
    free = [one for one in free if one not in struck]
    last = next(reversed(free or before), None)  # 山田が鈴木の投了で勝ち
    gap = sentence[clause.start if last is None else last.end : word.start]
    gap = _OF_A_FIRST_WIN.sub("", _BY_POINTS.sub("", gap))
    gap = gap if last is None else _HIMSELF.sub("が", gap, count=1)
    if (person := person_meant_by_pronoun(end_context, gap)) is not None:
        return person
    for one in sides:
        gap = gap.replace(one.token.text, "\0") if one.token.text else gap
    another = word.token.kind != "board" and _is_unknown_person_subject(
        end_context.around, gap, beside=last is not None or topic is not None
    )
    if (word.token.kind in OF_THE_WINNER and _BY_WHAT.match(gap)) or (
        word.token.kind in {"win", "lose", "resign"} and _NAME_BEFORE.search(gap)
    ):
        return Subject(foreign=True)  # 後手の回線落ちで勝ち; black 100 white 69 -> yui wins
    if (named := _side_behind(clause, word, sides)) is not None and (last is None or gap.strip() not in _OWNS):
        return Subject(named)
    if last is None:
        return Subject(None, another)
    # 山田の息子が鈴木に勝った; 山田に勝ち
    another = another or (
        last.against and _is_unknown_person_subject(end_context.around, sentence[clause.start : last.start])
    )
    two_winners = last.against and any(one.token.side is not last.token.side for one in before)
    addressed = gap.lstrip().startswith(("に", "を", "と", "へ", "宛", "あて")) and not _WITHOUT_A_MOVE.match(gap)
    addressed = addressed and not (gap.strip() == "に" and word.token.text in _AWARDED)
    if another or two_winners or (addressed and word.token.kind in OF_ONE_SIDE):
        return Subject(foreign=True)
    several = len({one.token.side for one in free}) > 1
    return Subject(last.token.side, weak=several and gap.strip() not in _OWNS)


def person_meant_by_pronoun(end_context: EndContext, gap: str) -> Subject | None:
    """Return whom a word for the writer, or for the other one, means before a word of an end; None if there is none."""
    own = end_context.around.side_of_writer() if end_context.speaker is None else end_context.speaker
    if I_MYSELF.search(gap):
        side = own
        if side is None and end_context.only is not None and end_context.by_name:
            side = end_context.only.other
        return Subject(side, writer=side is None)
    if _YOU.search(gap):
        return Subject(foreign=True) if end_context.speaker is None else Subject(end_context.speaker.other)
    if _OTHER.search(gap):
        one = own if end_context.only is None else end_context.only
        return Subject(foreign=True) if one is None else Subject(one.other)
    return None


def _side_behind(clause: Clause, word: EndWord, sides: Sequence[EndWord]) -> Side | None:
    """Return the side right behind a word that may stand before it: 勝者 山田."""
    behind = next((one for one in sides if one.start >= word.end), None)
    if behind is None or not (
        word.token.text.lower() in _LABELS or clause.sentence.startswith(_LABELS_BEHIND_VERBS, word.end)
    ):
        return None
    if not _SIDE_BEHIND.fullmatch(clause.sentence[word.end : behind.start]):
        return None
    return behind.token.side


def _is_unknown_person_subject(side_context: SideContext, text: str, *, beside: bool = False) -> bool:
    """Return whether somebody of no known side stands in the place of a subject in a text; a unit is nobody.

    `beside` says that a side stands before the text: then what a verb speaks of behind it is nobody either: 携帯が鳴りまして.
    """
    units = side_context.game.vocabulary.units
    return any(
        one[0][:-1] not in units
        and not (beside and not PERSON.search(one[0]) and (len(text) - one.end() > _MAX_ADVERB or text.endswith("て")))
        for one in _ANYBODY.finditer(text)
    )


_OF_FACTS = frozenset({"points", "score", "count", "board"})
_POINTS_BEHIND = kept_pattern(
    rf"(?:の?(?:最終)?(?:得点|点数|スコア))?(?:[はがも]、?|:|=|\s(?:had|has|scored|got)(?=\s))?(?:コミ(?:込み|を入れて|を?含め)て?で?)?\s*({POINTS_IN_FIGURES})[点目]?(?![手点目をに差分秒時:\d]|の差|\.\d)"
)
"""The points of the side before them."""
_OF_UNITS = kept_pattern("アゲハマ|[石駒]は|残[りっるす]|手元|駒台|持ち?駒|合体")
"""What numbers behind the sides count that are no points: アゲハマ先手2、後手1."""
_OF_PLIES = kept_pattern("手数|指し手|着手")
"""What numbers behind the sides count that are plies of each: they are none of the points of that side."""
_ASIDE = kept_pattern(ASIDE, re.IGNORECASE)
_TAKES_BACK = kept_pattern(r"\W*いや(?!な|[ぁ-ん])")
_CONCESSION = kept_pattern(
    r"(?:(?<=[ただいる])が|(?<=ません)が|(?<=です)が|(?<=ます)が|(?<=[ただいるの])(?:けど|けれども?|ものの)|のに|と(?:思|おも)(?:ったら|いきや)|\bbut\b)(?=[、\s]|[^ぁ-んー])"
)
"""The end of a clause whose words do not doubt what is told behind it: 山田優勢だったが、鈴木の勝ち."""
_IN_ITS_PLACE = kept_pattern("\\s*(?:(?:から|より)?$|[がはも:「]|の(?:ほう|方)で(?!は))")
"""What stands behind the side that the clauses behind are about."""
_BREAK = kept_pattern(WORDS["break"])
_POLITE = kept_pattern("まし|ます|です")


class Claim(NamedTuple):
    """What a clause says about the end."""

    word: EndWord
    winner: Side | None = None
    foreign: bool = False
    """Whether somebody of no known side is in the place of its subject."""
    hedged: bool = False
    before: str = ""
    """The words before it in its sentence."""


class Fact(NamedTuple):
    """A count, points, or what the board is said to show, beside an end."""

    token: ResultToken
    side: Side | None


class Sentence(NamedTuple):
    """What the clauses of a sentence say about the end."""

    claims: list[Claim]
    facts: list[Fact]
    taken_back: bool = False
    """Whether it takes back the claims before it."""
    topic: Side | None = None
    """The side that it is about."""
    story: str = ""
    """Its other words."""


def read_sentence(end_context: EndContext, sentence: str, *, doubted: bool) -> Sentence | None:  # noqa: C901 - kinds of clauses
    """Return what the clauses of a sentence say; None if one may tell a move, or something else that is no free text.

    `doubted` says that it is a question, or that something else makes its claims doubtful.
    """
    conceded = max((one.end() for one in _CONCESSION.finditer(sentence)), default=0)
    doubts = [doubted or _is_doubted(part) for part in (sentence[:conceded], sentence[conceded:])]
    claims: list[Claim] = []
    facts: list[Fact] = []
    topic: Side | None = None
    foreign = taken_back = False
    story = ""
    for clause in clauses_of(end_context.around, sentence):
        story += (own := clause_without_result_words(end_context.around, clause))
        if _TAKES_BACK.match(clause.text):
            taken_back, claims = True, []
        sides, ends = clause.of({"side"}), clause.of(OF_AN_END)
        if _names_two_sides(sentence, sides):
            return None
        if (marked := _claim_of_result_marks(end_context.around, clause)) is not None:
            if marked.winner is None:
                return None
            claims.append(Claim(clause.words[0]._replace(token=ResultToken("win")), marked.winner))
            continue
        if not ends:
            counted = end_context.shown is not None and _tells_points_of_its_side(clause, sides)
            known = counted or clause.of(_OF_FACTS)
            if own.strip() and not known and _may_clause_hide_statement(end_context, clause.text):
                return None
            claims = _claims_named_behind(claims, clause)
            person = None if sides else person_meant_by_pronoun(end_context, clause.text)
            if person is not None:
                topic, foreign = person.side, person.side is None
            elif not sides and is_about_some_person(end_context.around, clause.text):
                topic, foreign = None, True
        for word in ends:
            about = _subject_of_word(end_context, clause, word, Subject(topic, foreign=foreign and topic is None))
            topic = topic if about.side is None else about.side
            if word.token.kind == "closed" or not DENIED_BEHIND.match(sentence[word.end :]):
                hedged = (
                    doubts[word.start >= conceded] or about.weak or not has_end_come(end_context.around, clause, word)
                )
                hedged = hedged and word.token.kind != "closed"
                winner = _winner_by_subject(word.token, about.side)
                claims.append(Claim(word, winner, about.foreign, hedged, sentence[: word.start]))
        if sides:
            spoken_of = bool(ends) or _IN_ITS_PLACE.match(sentence[sides[-1].end : clause.end]) is not None
            topic, foreign = (
                sides[-1].token.side if spoken_of else None,
                False,
            )  # 先手の指摘により|対局を止め|反則と認める
        facts += _facts_of_clause(clause, topic)
    return Sentence(_without_conceded(claims, conceded), facts, taken_back, topic, story)


def _without_conceded(claims: list[Claim], end: int) -> list[Claim]:
    """Return the claims of a sentence without those that it hedges before `end`, if it tells a sure one behind."""
    if all(one.hedged or one.word.start < end for one in claims):
        return claims
    return [one for one in claims if not one.hedged or one.word.start >= end]


def _is_doubted(text: str) -> bool:
    """Return whether words of a text say that it tells of another game, or of an end that has not come."""
    return DENIED.search(text) is not None or OF_ANOTHER_TIME.search(_BREAK.sub("", text)) is not None


_DONE_FOR_ANOTHER = kept_pattern("して(?:いただ|頂|もら|くれ|くださ|下さ)")


def _subject_of_word(end_context: EndContext, clause: Clause, word: EndWord, topic: Subject) -> Subject:
    """Return whom a word of an end is about: as its clause says, else the topic of those before it, else the speaker."""
    if word.token.kind in OF_THE_LOSER and _DONE_FOR_ANOTHER.match(clause.sentence, word.end) is not None:
        return Subject(foreign=True)  # 投了していただきました, says the other one
    about = find_subject(end_context, clause, word, topic.side)
    if word.token.kind != "board" and about.side is None and not (about.foreign or about.writer):
        about = about._replace(side=topic.side, foreign=topic.foreign)
    if about != Subject():
        return about
    if word.token.kind == "foul" and FOUL_OF_EITHER.fullmatch(clause.sentence, word.start, clause.end) is not None:
        return about  # 「反則だよ」, says whoever has made it, or the other one
    bare = not (clause.sentence[: word.start].strip() or _POLITE.search(clause.sentence[word.start :]))
    if bare and word.token.kind in OF_THE_LOSER and end_context.topic is not None:
        return Subject(end_context.topic)  # 先手、時間を使い切る。負け。
    return Subject(end_context.speaker) if word.token.kind in OF_ONE_SIDE else about


def _claim_of_result_marks(side_context: SideContext, clause: Clause) -> StatedResult | None:
    """Return what the marks of results beside names say, with no winner if they are not understood; None where none stand."""
    sides, marks = clause.of({"side"}), clause.of({"win-mark", "lose-mark", "chess"})
    behind = [next((one.token.side for one in sides if one.start >= mark.end), None) for mark in marks]
    signs = [side_context.side_meant_by(clause.sentence[mark.start]) for mark in marks]
    if not (sides and marks) or (signs == behind and None not in signs):
        return None  # ○笹本さん, whose colour it is
    return result_of_words(side_context, clause.text.replace(" ", ""), alone=False) or StatedResult()


def _claims_named_behind(claims: list[Claim], clause: Clause) -> list[Claim]:
    """Return the claims, the last of the side that stands alone in brackets or a cell behind it: 降参です（山田）."""
    alone = len(clause.words) == 1 and clause.words[0].token.kind == "side"
    if not alone or not claims or clause.sentence[clause.start - 1 : clause.start] not in "(," or _has_more(clause):
        return claims
    last = claims[-1]
    if last.winner is not None or last.foreign:
        return claims
    return [*claims[:-1], last._replace(winner=_winner_by_subject(last.word.token, clause.words[0].token.side))]


def _has_more(clause: Clause) -> bool:
    """Return whether a clause says more than its only word."""
    word = clause.words[0]
    return bool((clause.sentence[clause.start : word.start] + clause.sentence[word.end : clause.end]).strip())


def _names_two_sides(sentence: str, sides: Sequence[EndWord]) -> bool:
    """Return whether words for both sides stand right behind each other: 後手源さん, where 源 is the other one."""
    return any(
        one.token.side is not two.token.side and not sentence[one.end : two.start].strip("の(")
        for one, two in pairwise(sides)
    )


def _tells_points_of_its_side(clause: Clause, sides: Sequence[EndWord]) -> bool:
    """Return whether a clause tells the points of a side, and nothing else: 先手 2."""
    points = _POINTS_BEHIND.match(clause.sentence, sides[0].end, clause.end) if len(sides) == 1 else None
    return points is not None and not clause.sentence[points.end() : clause.end].strip()


def _may_clause_hide_statement(end_context: EndContext, clause: str) -> bool:
    """Return whether a clause without words of an end may tell something that is no free text; a pass is none when the game is over."""
    clause = clause if end_context.shown is None else clause.replace("パス", "")
    risk, disproved = risk_and_disprovable_part(
        LineContext(end_context.around, moving=True), _ASIDE.sub("", clause).strip()
    )
    return risk - disproved * (end_context.shown is not None) >= 1  # behind the last ply no number is that of a move


def _facts_of_clause(clause: Clause, topic: Side | None) -> Iterator[Fact]:
    """Yield the points, counts and what the board is said to show in a clause, with the side before each."""
    if _OF_UNITS.search(clause.sentence):
        return
    sides = clause.of({"side"})
    for one in sides:
        if points := _POINTS_BEHIND.match(clause.sentence, one.end):
            of = None if _OF_PLIES.search(clause.sentence) else one.token.side
            yield Fact(ResultToken("points", value=parse_points(points[1])), of)
    for word in clause.of({"board"}):
        for figure in re.findall(r"\d+", clause.sentence[word.start : word.end]):
            yield Fact(ResultToken("said", value=int(figure)), None)  # 100点を超え
    for word in clause.of(_OF_FACTS):
        before = [one.token.side for one in sides if one.end <= word.start]
        yield Fact(word.token, before[-1] if before else topic)


def _winner_by_subject(token: ResultToken, subject: Side | None) -> Side | None:
    if subject is None or token.text == "詰み":
        return None  # 先手の詰み: the mate of either
    if token.kind in OF_THE_LOSER | {"mate"} or token.reason is Termination.ELIMINATION:
        return subject.other
    return subject if token.kind in OF_THE_WINNER or token.kind == "board" else None
