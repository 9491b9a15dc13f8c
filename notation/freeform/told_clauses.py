"""Clauses of a sentence that tells an end: what each claims of whom, and the facts beside."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Side, Termination
from notation.freeform.free_text_risk import disprovable_risk
from notation.freeform.result_grammar import StatedResult, result_of_words
from notation.freeform.result_tokens import ResultToken
from notation.freeform.result_words import (
    ASIDE,
    DENIED,
    OF_ANOTHER_TIME,
    OF_THE_LOSER,
    OF_THE_WINNER,
    WORDS,
)
from notation.freeform.spans_and_context import LineContext
from notation.freeform.told_subjects import (
    EndContext,
    Subject,
    find_subject,
    is_about_somebody,
    person_meant_by_pronoun,
)
from notation.freeform.told_words import (
    DENIED_BEHIND,
    OF_AN_END,
    OF_ONE_SIDE,
    Clause,
    EndWord,
    clause_without_result_words,
    clauses_of,
    has_come,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from notation.freeform.side_context import SideContext


_OF_FACTS = frozenset({"points", "score", "count", "board"})
_POINTS_BEHIND = re.compile(r"(?:の?(?:最終)?(?:得点|点数|スコア))?(?:は|:|=)?\s*(\d{1,3})点?(?![手\d])")
"""The points of the side before them."""
_ASIDE = re.compile(ASIDE, re.IGNORECASE)
_TAKES_BACK = re.compile(r"\W*いや(?!な|[ぁ-ん])")
_IN_ITS_PLACE = re.compile("\\s*(?:$|[がはも:「])")
"""What stands behind the side that the clauses behind are about."""
_BREAK = re.compile(WORDS["break"])
_POLITE = re.compile("まし|ます|です")


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
    doubted = (
        doubted or DENIED.search(sentence) is not None or OF_ANOTHER_TIME.search(_BREAK.sub("", sentence)) is not None
    )
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
        if _names_two(sentence, sides):
            return None
        if (marked := _claim_of_result_marks(end_context.around, clause)) is not None:
            if marked.winner is None:
                return None
            claims.append(Claim(clause.words[0]._replace(token=ResultToken("win")), marked.winner))
            continue
        if not ends:
            if own.strip() and not clause.of(_OF_FACTS) and _may_clause_hide_statement(end_context, clause.text):
                return None
            claims = _named_behind(claims, clause)
            person = None if sides else person_meant_by_pronoun(end_context, clause.text)
            if person is not None:
                topic, foreign = person.side, person.side is None
            elif not sides and is_about_somebody(end_context.around, clause.text):
                topic, foreign = None, True
        for word in ends:
            about = _subject_of_word(end_context, clause, word, Subject(topic, foreign=foreign and topic is None))
            topic = topic if about.side is None else about.side
            if word.token.kind == "closed" or not DENIED_BEHIND.match(sentence[word.end :]):
                hedged = doubted or about.weak or not has_come(end_context.around, clause, word)
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
    return Sentence(claims, facts, taken_back, topic, story)


def _subject_of_word(end_context: EndContext, clause: Clause, word: EndWord, topic: Subject) -> Subject:
    """Return whom a word of an end is about: as its clause says, else the topic of those before it, else the speaker."""
    about = find_subject(end_context, clause, word, topic.side)
    if word.token.kind != "board" and about.side is None and not (about.foreign or about.writer):
        about = about._replace(side=topic.side, foreign=topic.foreign)
    if about != Subject():
        return about
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


def _named_behind(claims: list[Claim], clause: Clause) -> list[Claim]:
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


def _names_two(sentence: str, sides: Sequence[EndWord]) -> bool:
    """Return whether words for both sides stand right behind each other: 後手源さん, where 源 is the other one."""
    return any(
        one.token.side is not two.token.side and not sentence[one.end : two.start].strip("の(")
        for one, two in pairwise(sides)
    )


def _may_clause_hide_statement(end_context: EndContext, clause: str) -> bool:
    """Return whether a clause without words of an end may tell something that is no free text."""
    risk, disproved = disprovable_risk(LineContext(end_context.around, moving=True), _ASIDE.sub("", clause).strip())
    return risk - disproved * (end_context.shown is not None) >= 1  # behind the last ply no number is that of a move


def _facts_of_clause(clause: Clause, topic: Side | None) -> Iterator[Fact]:
    """Yield the points, counts and what the board is said to show in a clause, with the side before each."""
    sides = clause.of({"side"})
    for one in sides:
        if points := _POINTS_BEHIND.match(clause.sentence, one.end):
            yield Fact(ResultToken("points", value=int(points[1])), one.token.side)
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
