"""Results in heads, closing lines and sentences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Side, Termination
from kifu.core.squares import BLANKS
from notation.freeform.result_grammar import Result, interpreted, read_words
from notation.freeform.result_tokens import Token, token_of, token_pattern
from notation.freeform.result_words import (
    ALONE,
    DENIED,
    DRAWS,
    MAX_RESULT_CHARACTERS,
    NO_CONTEST,
    OF_ANOTHER_TIME,
    OF_THE_LOSER,
    OF_THE_WINNER,
    OFF_THE_BOARD,
    OWN_WIN,
    PERSON,
    REACHED,
    REASONS,
    TOTAL,
    WEIGHTY,
    WORDS,
)
from notation.numerals import NUMBER

if TYPE_CHECKING:
    from notation.freeform.sides import Around


_OF_A_STORY = frozenset(
    {
        *OF_THE_LOSER,
        *OF_THE_WINNER,
        *DRAWS,
        "mate",
        "void",
        "break",
        "both",
        "beat",
        "board",
        "score",
        "points",
        "count",
        "accept",
    }
)
"""The kinds of words that say something about the end."""
_OF_A_PLAYER = OF_THE_LOSER | OF_THE_WINNER
_BESIDE = frozenset({"points", "score", "board", "count"})
"""Those that say who won only beside another."""
_STORY = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?|\d{1,4}(?:時間?|分|秒|年|月|日|人|回|度|手目)|[^\x00-\x7f\d]")
"""A word that is not understood, a time or a date; no other figure."""
_OPEN = frozenset({"中断", "時間切れ"})
"""What leaves open whether the game goes on, or is a draw."""
_BREAK = re.compile(WORDS["break"])
_KANA = re.compile("[ぁ-んー]")
_A_PLY = rf"(?:{NUMBER})手目"
_IN_A_STORY = (re.compile(_A_PLY), re.compile(rf"{_A_PLY}|[先後]|[黒白▲△▽☗☖](?![はが])"))
"""What names no count of plies; and, behind other letters, no side: 最後は, 面白い."""
_NOT_SO = re.compile(
    rf"(?:{'|'.join(WORDS[kind] for kind in ('foul', 'time', 'resign', 'mate'))})(?:では|じゃ)なくて?[、,]?"
)
"""A reason that it was not: 反則ではなく時間負け."""
_SUBJECT = re.compile(r"[^\W\d_ぁ-ん]が")
_OF_NO_RESULT = frozenset({"side", "until", "closed", "self", "glue", "cause"})
_CAUSE_BEHIND = re.compile("[、,。]([^、,。]{2,60}(?:ため|から|ので))$")
"""The cause behind a result: 山田の勝ち、鈴木の占がすべて倒れたため."""
_CLAUSES = re.compile(r"[。!、,…〜~]+|(?<=ので)|(?<=ため)|(?<=により)|(?<=から)|(?<=につき)")
_IN_BRACKETS = re.compile(r"\(([^()]{1,60})\)")


def read_result(around: Around, text: str, *, alone: bool = True) -> Result | None:
    """Return what a folded text says about the end of the game; None if a word of it is not understood, or it says nothing.

    `alone` says that it stands on a line of its own, where 0-0 and 1-0 are results and no points.
    """
    said = (
        _NOT_SO.sub("", re.sub(r"\s+", "", text.strip(BLANKS).replace("\t", "、")))
        if len(text) <= MAX_RESULT_CHARACTERS
        else ""
    )
    if not said:
        return None
    if said in {"*", "-", "?"}:
        return Result(unsaid=True) if said == "*" else None
    if TOTAL.search(said):
        return None
    found = read_words(around, said, alone=alone)
    found = found or _told(around, said, alone=alone)
    if found is not None and found.reason in REACHED and found.reason not in around.game.decides:
        return found._replace(reason=None)  # 全滅 where nobody wins by it
    return found


def is_a_total(text: str) -> bool:
    """Return whether a text counts several games, and says no other result: 高杉 2勝, 通算 3勝1敗."""
    return TOTAL.search(text) is not None and WEIGHTY.search(TOTAL.sub("", text)) is None


class _Clause(NamedTuple):
    """A clause of a sentence that tells a result among other words."""

    tokens: list[Token]
    story: str = ""
    """The words that are not understood; they say nothing of the result."""
    subject: Side | None = None
    """The only subject of the clause: 山田が, 鈴木は, 鈴木「."""
    owned: bool = False
    """Whether somebody of no known side stands right before the word of a result: 佐藤の勝ち."""
    marked: Result | None = None
    """What a clause with the marks of results says: ○山田 ●鈴木; each of its words is understood."""

    @property
    def tells(self) -> bool:
        """Whether it says something about the end."""
        return self.marked is not None or any(token.kind in _OF_A_STORY for token in self.tokens)


def _told(around: Around, said: str, *, alone: bool) -> Result | None:
    """Return the result that a sentence tells in its last words, behind others: 山田が逃げ切って勝ち, 自分の反則と認め投了.

    Its clauses have to say the same, each of the side that it names, or of the only one that was spoken of before.
    """
    if DENIED.search(said) or OF_ANOTHER_TIME.search(_BREAK.sub("", said)) or said.endswith(("?", "か")):
        return None
    if behind := _CAUSE_BEHIND.search(said):
        said = f"{behind[1]}、{said[: behind.start()]}"
    texts = [*_IN_BRACKETS.findall(said), _IN_BRACKETS.sub("、", said)]  # the sentence itself has the last word
    parts = [part for text in texts for part in _CLAUSES.split(text) if part]
    clauses = [clause for part in parts if (clause := _clause(around, part, alone=alone)) is not None]
    if not clauses or len(clauses) < len(parts) or not clauses[-1].tells:
        return None
    named = {token.side for clause in clauses for token in clause.tokens if token.side is not None}
    if "相手" in said and len(named) == 1:
        return _told(around, said.replace("相手", named.pop().other.label.ja), alone=alone)
    found: Result | None = None
    subject: Side | None = None
    beside: list[tuple[Token, Side | None]] = []
    for clause in clauses:
        subject = subject if clause.subject is None else clause.subject
        said_in_it = [token for token in clause.tokens if token.kind not in _OF_NO_RESULT]
        sides = {token.side for token in clause.tokens if token.kind == "side"}
        about = clause.subject if len(sides) > 1 else next(iter(sides), None)
        beside += [(token, about) for token in said_in_it if token.kind in _BESIDE]
        if {token.kind for token in said_in_it} <= _BESIDE and clause.marked is None:
            continue
        last = clause.marked or _of_a_clause(clause, subject)
        found = None if last is None else _together(found, last)
        if found is None:
            return None
    story = "".join(clause.story for clause in clauses)
    bare = found is not None and found.word in ALONE.values()
    someone = (PERSON.search(said) and found is not None and found.word != "中断") or (
        bare and (named or _SUBJECT.search(said))
    )
    if found is None or (found.winner is None and found.side is None and someone):
        return None  # it may be somebody in the story who resigned
    if story and NO_CONTEST in said:
        found = Result(word="中断")  # something besides the board has brought it about
    return _completed(found, beside, story)


def _completed(found: Result, beside: list[tuple[Token, Side | None]], story: str) -> Result | None:
    """Return a result with the count, the points and the reason that clauses name besides; None if they contradict it."""
    counts = {token.value for token, _ in beside if token.kind == "count"} | ({found.count} - {None})
    points = {side: token.value for token, side in beside if token.kind == "points"}
    reached = [(token.reason, side) for token, side in beside if token.kind == "board"]
    if len(counts) > 1 or any(
        side is not None and reason in {Termination.TARGET, Termination.FIVE} and side is not found.winner
        for reason, side in reached
    ):
        return None
    if found.winner is not None and set(points) == set(Side):
        found = found._replace(points=(points[Side.FIRST], points[Side.SECOND]))
    reason = found.reason or next((reason for reason, _ in reached), None)
    for score in (token for token, _ in beside if token.kind == "score" and (reason is None or reason in REACHED)):
        found = found.with_score(score.value, score.two)
    off = reason is Termination.FOUL and OFF_THE_BOARD.search(story)
    return found._replace(reason=None if off else reason, clause=story, count=next(iter(counts), None))


def _together(one: Result | None, two: Result) -> Result | None:
    """Return what two clauses say of one end; None if they contradict each other."""
    if one is None or (one.word in _OPEN and two.word in {"中断", *DRAWS.values()}):
        return two
    if one.winner is not two.winner and one.winner is not None and two.winner is not None:
        return None
    if one.winner is two.winner:
        return one._replace(reason=one.reason or two.reason) if one.word == two.word else None
    whole, bare = (one, two) if one.winner is not None else (two, one)
    why = next((REASONS[kind] for kind, word in ALONE.items() if word == bare.word), None)
    return None if why is None else whole._replace(reason=whole.reason or why)


def _of_a_clause(clause: _Clause, subject: Side | None) -> Result | None:
    """Return what a clause says of a result, of the side that it names, else of the subject of those before it."""
    if clause.owned:
        return None
    names = [token.text for token in clause.tokens if token.kind == "side"]
    if len(set(names)) < len(names) and not any(token.kind == "board" for token in clause.tokens):
        return None  # 山田さんが山田さんに勝ち
    sides = {token.side for token in clause.tokens if token.kind == "side"}
    whole = interpreted([token for token in clause.tokens if token.kind in {"side", *_OF_A_STORY}])
    if whole is not None and (sides or whole.winner is not None or whole.word not in {OWN_WIN, *ALONE.values()}):
        return whole
    about = next(iter(sides)) if len(sides) == 1 else clause.subject if sides else subject
    if about is not None and not sides and PERSON.search(clause.story):
        return None
    if about is None:
        return None if sides or whole is None or whole.word == OWN_WIN else whole
    return interpreted(
        [Token("side", about), *(token for token in clause.tokens if token.kind in _OF_A_STORY - _BESIDE)]
    )


def _clause(around: Around, part: str, *, alone: bool) -> _Clause | None:
    """Return the words of a clause; None if something that is not understood stands behind that of a result, or has a figure."""
    pattern, at = token_pattern(tuple(around.players)), 0
    found = _Clause([])
    subjects: set[Side | None] = set()
    before = ""
    while at < len(part):
        match = pattern.match(part, at)
        token = token_of(around, match) if match is not None and match.end() > at else None
        if match is None or token is None or _IN_A_STORY[before == "story"].match(part, at):
            told = _STORY.match(part, at)
            if told is None or any(token.kind in _OF_A_STORY - {"both"} for token in found.tokens):
                return None
            found, before, at = found._replace(story=found.story + told[0]), "story", told.end()
            continue
        if token.kind in {"chess", "win-mark", "lose-mark", "?", "offer"}:
            marked = read_words(around, part, alone=alone)
            return None if marked is None else _Clause([], marked=marked)
        if token.kind == "glue":
            before = "owner" if before == "story" and match[0] in {"の", "が", "は", "も"} else match[0]
        else:
            named = before == "story" and token.kind in _OF_A_PLAYER and not _KANA.match(found.story[-1])
            owned = named or (before == "owner" and token.kind in _OF_A_STORY)
            found = found._replace(tokens=[*found.tokens, token], owned=found.owned or owned)
            before = token.kind
        at = match.end()
        if token.kind == "side" and part[at : at + 1] in {*"はがも:「", ""}:
            subjects.add(token.side)
    return found._replace(subject=subjects.pop() if len(subjects) == 1 else None)
