"""Results in heads, closing lines and sentences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import SIDE_NAMES, Side, Termination
from notation.freeform.heads import HONORIFICS
from notation.freeform.result_grammar import Result, interpreted, read_words
from notation.freeform.result_tokens import Token, token_of, token_pattern
from notation.freeform.result_words import (
    ALONE,
    CONNECTED,
    DENIED,
    DRAWS,
    MAX_CLAUSES,
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
)

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
_BESIDE = frozenset({"points", "board", "count"})
"""Those that say who won only beside another."""
_OF_NO_RESULT = frozenset({"side", "until", "closed", "self", "glue", "cause"})
_CLAUSES = re.compile(r"[。!、,…]+")


def read_result(around: Around, text: str, *, alone: bool = True) -> Result | None:
    """Return what a folded text says about the end of the game; None if a word of it is not understood, or it says nothing.

    `alone` says that it stands on a line of its own, where 0-0 and 1-0 are results and no points.
    """
    said = re.sub(r"\s+", "", text) if len(text) <= MAX_RESULT_CHARACTERS else ""
    if not said:
        return None
    if said in {"*", "-", "?"}:
        return Result(unsaid=True) if said == "*" else None
    if TOTAL.search(said):
        return None
    found = read_words(around, said, alone=alone)
    found = found or _told(around, said) or _behind_a_clause(around, said, alone=alone)
    if found is not None and found.reason in REACHED and found.reason not in around.game.decides:
        return found._replace(reason=None)  # 全滅 where nobody wins by it
    return found


def is_a_total(text: str) -> bool:
    """Return whether a text counts several games, and says no other result: 高杉 2勝, 通算 3勝1敗."""
    return TOTAL.search(text) is not None and WEIGHTY.search(TOTAL.sub("", text)) is None


def _behind_a_clause(around: Around, said: str, *, alone: bool) -> Result | None:
    """Return the result behind a clause that tells how the game came to it: 盤をひっくり返したので弟の反則負け."""
    for connected, _ in zip(CONNECTED.finditer(said), range(MAX_CLAUSES), strict=False):
        clause, rest = said[: connected.end()], said[connected.end() :]
        if (
            WEIGHTY.search(clause)
            or DENIED.search(clause)
            or any(re.search(words, clause) for words in REACHED.values())
        ):
            return None
        found = read_words(around, rest, alone=alone)
        who = token_pattern(tuple(around.players)).match(clause)
        unnamed = found is None or found.word == OWN_WIN
        if unnamed and (told := _subject_in(around, clause)) is not None:
            found = read_words(around, f"{told.label.ja}は{rest}", alone=alone)
        if found is None and who is not None and clause[who.end() : who.end() + 1] in {"が", "は"} and who.end() > 0:
            token = token_of(around, who)
            found = read_words(around, who[0] + rest, alone=alone) if token and token.kind == "side" else None
        if found is not None and found.winner is None and found.word not in DRAWS.values():
            named = PERSON.search(clause) or any(name in clause for name in (*around.players, *SIDE_NAMES))
            found = None if named else found  # 鈴木さん、18手まで指して投了: it may be 鈴木 who resigned
        if found is not None and rest.startswith(NO_CONTEST):
            found = Result(word="中断", count=found.count)
        if found is not None and not found.inferred:
            off = found.reason is Termination.FOUL and OFF_THE_BOARD.search(clause)
            return found._replace(reason=None if off else found.reason, clause=clause)
    return None


class _Clause(NamedTuple):
    """A clause of a sentence that tells a result among other words."""

    tokens: list[Token]
    story: str = ""
    """The words that are not understood; they say nothing of the result."""
    subject: Side | None = None
    """The only subject of the clause: 山田が, 鈴木は, 鈴木「."""
    owned: bool = False
    """Whether somebody of no known side stands right before the word of a result: 佐藤の勝ち."""


def _told(around: Around, said: str) -> Result | None:
    """Return the result that a sentence tells in its last words, behind others: 山田が逃げ切って勝ち, 自分の反則と認め投了.

    Its clauses have to say the same, each of the side that it names, or of the only one that was spoken of before.
    """
    if DENIED.search(said) or OF_ANOTHER_TIME.search(said) or said.endswith(("?", "か")):
        return None
    parts = [part for part in _CLAUSES.split(said) if part]
    if any(part.count("(") != part.count(")") for part in parts):
        return None  # what stands in brackets goes over several clauses
    clauses = [clause for part in parts if (clause := _clause(around, part)) is not None]
    if len(clauses) < len(parts) or not any(
        token.kind in _OF_A_STORY for clause in clauses[-1:] for token in clause.tokens
    ):
        return None
    found: Result | None = None
    subject: Side | None = None
    beside: list[tuple[Token, Side | None]] = []
    for clause in clauses:
        subject = clause.subject or subject
        said_in_it = [token for token in clause.tokens if token.kind not in _OF_NO_RESULT]
        sides = {token.side for token in clause.tokens if token.kind == "side"}
        about = clause.subject if len(sides) > 1 else next(iter(sides), None)
        beside += [(token, about) for token in said_in_it if token.kind in _BESIDE]
        if {token.kind for token in said_in_it} <= _BESIDE:
            continue
        last = _of_a_clause(clause, [token for token in said_in_it if token.kind != "count"], subject)
        found = None if last is None else _together(found, last)
        if found is None:
            return None
    story = "".join(clause.story for clause in clauses)
    if found is None or (found.winner is None and (found.word in ALONE.values() or PERSON.search(story))):
        return None  # it may be somebody in the story who resigned
    return _completed(found, beside, story)


def _completed(found: Result, beside: list[tuple[Token, Side | None]], story: str) -> Result | None:
    """Return a result with the count, the points and the reason that clauses name besides; None if they contradict it."""
    counts = [token.value for token, _ in beside if token.kind == "count"]
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
    off = reason is Termination.FOUL and OFF_THE_BOARD.search(story)
    return found._replace(reason=None if off else reason, clause=story, count=next(iter(counts), None))


def _together(one: Result | None, two: Result) -> Result | None:
    """Return what two clauses say of one end; None if they contradict each other."""
    if one is None or (one.word in {"中断", "時間切れ"} and two.word in DRAWS.values()):
        return two
    if one.winner is not two.winner and one.winner is not None and two.winner is not None:
        return None
    if one.winner is two.winner:
        return one._replace(reason=one.reason or two.reason) if one.word == two.word else None
    whole, bare = (one, two) if one.winner is not None else (two, one)
    why = next((REASONS[kind] for kind, word in ALONE.items() if word == bare.word), None)
    return None if why is None else whole._replace(reason=whole.reason or why)


def _of_a_clause(clause: _Clause, said: list[Token], subject: Side | None) -> Result | None:
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
    return interpreted([Token("side", about), *said])


def _clause(around: Around, part: str) -> _Clause | None:
    """Return the words of a clause; None if something that is not understood stands behind that of a result, or has a figure."""
    pattern, at = token_pattern(tuple(around.players)), 0
    found = _Clause([])
    subjects: set[Side | None] = set()
    before = ""
    while at < len(part):
        match = pattern.match(part, at)
        token = token_of(around, match) if match is not None and match.end() > at else None
        if match is None or token is None or (before == "story" and token.kind == "side" and len(match[0]) == 1):
            if part[at].isascii() or part[at].isdigit() or any(token.kind in _OF_A_STORY for token in found.tokens):
                return None
            found, before, at = found._replace(story=found.story + part[at]), "story", at + 1
            continue
        if token.kind in {"chess", "win-mark", "lose-mark", "?", "offer"}:
            return None
        if token.kind == "glue":
            before = "owner" if before == "story" and match[0] in {"の", "が", "は", "も"} else match[0]
        else:
            owned = before == "owner" and token.kind in _OF_A_STORY
            found = found._replace(tokens=[*found.tokens, token], owned=found.owned or owned)
            before = token.kind
        at = match.end()
        if token.kind == "side" and part[at : at + 1] in {*"はがも:「", ""}:
            subjects.add(token.side)
    return found._replace(subject=subjects.pop() if len(subjects) == 1 else None)


def _subject_in(around: Around, clause: str) -> Side | None:
    """Return the only side that is the subject of a clause; None if it has none, or both."""
    words = "|".join(map(re.escape, sorted((*around.players, *SIDE_NAMES, "黒", "白"), key=len, reverse=True)))
    names = [one[1] for one in re.finditer(rf"({words}){HONORIFICS}(?=[はが])", clause)]
    sides = {around.players.get(name, SIDE_NAMES.get(name, around.side(name))) for name in names}
    return sides.pop() if len(sides) == 1 else None
