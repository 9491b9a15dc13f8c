"""Results in heads, closing lines and sentences."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Side, Termination
from kifu.core.squares import BLANKS
from notation.freeform.either_side import end_of_either_side
from notation.freeform.heads import HONORIFICS
from notation.freeform.result_grammar import StatedResult, interpret_tokens, read_words
from notation.freeform.result_tokens import ResultToken, result_tokens_of, result_word_at, token_of_match
from notation.freeform.result_words import (
    ALONE,
    DENIED,
    DRAWS,
    IN_OTHER_WORDS,
    MAX_RESULT_CHARACTERS,
    NO_CONTEST,
    OF_ANOTHER_TIME,
    OF_THE_LOSER,
    OF_THE_SIDE_TO_MOVE,
    OF_THE_WINNER,
    OFF_THE_BOARD,
    OWN_RESULTS,
    PERSON,
    REACHED,
    REASONS,
    SELF,
    TOTAL,
    WEIGHTY,
    WORDS,
)
from notation.line_kinds import NUMBER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notation.freeform.side_context import SideContext


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
_CLOSED = re.compile(WORDS["closed"])
_KANA = re.compile("[ぁ-んー]")
_A_PLY = rf"(?:{NUMBER})手目"
_IN_A_STORY = (re.compile(_A_PLY), re.compile(rf"{_A_PLY}|[先後](?![手番])|[黒白▲△▽☗☖](?![はが])"))
"""What names no count of plies; and, behind other letters, no side: 最後は, 面白い."""
_UNSAID = re.compile(r"\*|(?:結果は|勝敗は)?(?:不明|未定|未記入|記載なし|記録なし|忘れ(?:た|ました)|失念)。?")
"""A result that is not said."""
_TOLD_OF_A_GAME = re.compile(
    r"#?(?:(?:これ|以下|次|こちら|下記|本局|この(?:棋譜|対局))は、?)?(.{3,40}?)の?(?:対局|対戦|一局|一番|棋譜|譜|記録|お?手本|将棋|ゲーム|勝負|試合|自戦記)(?:の(?:棋譜|記録))?(?:です|でした|である|だ(?:った)?|を(?:ご?紹介|掲載|記録|公開|お?送り)[^。]{0,6})?[。!]?$"
)
"""A sentence that says how the game of the record ended: これは先手が時間切れで負けた対局の記録です."""
_NOT_SO = re.compile(
    rf"(?:{'|'.join(WORDS[kind] for kind in ('foul', 'time', 'resign', 'mate'))})(?:では|じゃ)なくて?[、,]?"
)
"""A reason that it was not: 反則ではなく時間負け."""
_NOTICED = re.compile("[がはも](?:気[づ付]|指摘|見つけ|発見|とがめ|咎め)[^、。!]{0,8}反則")
"""Whoever notices a foul has not made it: 鈴木さんが気づいて反則."""
_SUBJECT = re.compile(r"[^\W\d_ぁ-ん]が")
_RIGHT_BEFORE = frozenset({"side", "の", "が", "は", "も"})
"""What stands between a side and the word of its result: 山田勝ち, 山田の勝ち."""
_OF_NO_RESULT = frozenset({"side", "until", "closed", "self", "glue", "cause"})
_CAUSE_BEHIND = re.compile("[、,。]([^、,。]{2,60}(?:ため|から|ので))$")
"""The cause behind a result: 山田の勝ち、鈴木の占がすべて倒れたため."""
_SELF = re.compile(SELF)
_LEGEND = re.compile(r"\([○◯〇●▲△☗☖▽][はが=][^()]{1,20}\)")
"""What a sign means, behind a result: (○は白、●は黒)."""
_SAYING = re.compile(
    r"(?P<name>[^「」、。:]{1,12}?)[:は、]?「(?P<words>[^「」]{1,40})」(?:と(?:言|いい|いっ|返)[^「」。、]{0,6})?[、。]?"
)
"""What somebody says about the end: みさき「ギブ」."""
_OTHER = re.compile(rf"相手|(?<!の){SELF}")
_IN_KATAKANA = re.compile(r"(?=[^ァ-ヶ]*[ァ-ヶ])[ァ-ヶー\d\W]+")
"""A text as telegrams and old programs write it: シロ マケタ."""
_CLAUSES = re.compile(
    r"[。!、,…〜~]+|(?<=投げて)|(?<=投了して)|(?<=ので)|(?<=ため)|(?<=により)|(?<=から)|(?<=につき)|(?<=[参了たす]」)と"
)
_IN_BRACKETS = re.compile(r"\(([^()]{1,60})\)")


def read_result(around: SideContext, text: str, *, alone: bool = True) -> StatedResult | None:
    """Return what a folded text says about the end of the game; None if a word of it is not understood, or it says nothing.

    `alone` says that it stands on a line of its own, where 0-0 and 1-0 are results and no points.
    """
    said = (
        _NOT_SO.sub("", re.sub(r"\s+", "", text.strip(BLANKS).replace("\t", "、")))
        if len(text) <= MAX_RESULT_CHARACTERS
        else ""
    )
    said = _of_the_speaker(around, _LEGEND.sub("", said))
    if _UNSAID.fullmatch(said):
        return StatedResult(unsaid=True)
    if said in {"", "-", "?"} or TOTAL.search(said) or _NOTICED.search(said) or end_of_either_side(around, said):
        return None
    told = {
        read_words(around, f"{name}{words}", alone=False) or read_words(around, f"{name}、{words}", alone=False)
        for name, words in _sayings_of(around, said)
    }
    if told - {None}:
        return told.pop() if len(told) == 1 else None
    found = read_words(around, said, alone=alone) or _result_of_a_title(around, said)
    if found is None and _IN_KATAKANA.fullmatch(said):
        around = around._replace(players={_in_hiragana(name): side for name, side in around.players.items()})
        said = _in_hiragana(said)
        found = read_words(around, said, alone=alone)
    denied = DENIED.search(said) or OF_ANOTHER_TIME.search(_BREAK.sub("", said)) or said.endswith(("?", "か"))
    found = found or (None if denied else _result_of_sentence(around, said, alone=alone))
    # 通りすがり「負けました」; 時間切れのためここまで: it may be the time of the room
    of_nobody = {ALONE["resign"]: bool(told), "時間切れ": _CLOSED.search(said) is not None}
    if found is not None and found.side is None and of_nobody.get(found.word):
        return None
    if found is not None and found.reason in REACHED and found.reason not in around.game.decides:
        return found._replace(reason=None)  # 全滅 where nobody wins by it
    return found


def _result_of_a_title(around: SideContext, said: str) -> StatedResult | None:
    """Return the result in a sentence that says what the record is: これは先手が時間切れで負けた対局の記録です."""
    told = _TOLD_OF_A_GAME.match(said)
    found = None if told is None else read_words(around, told[1], alone=False)
    return None if found is None or found.inferred or found.word in OF_THE_SIDE_TO_MOVE else found


def _sayings_of(around: SideContext, said: str) -> list[tuple[str, str]]:
    """Return who says what, thanks left out, in a text of nothing but sayings: たけし「負けました」みさき「ありがとう」."""
    at, found = 0, []
    while (one := _SAYING.match(said, at)) is not None:
        at = one.end()
        if result_tokens_of(around, one["words"]) != []:
            found.append((one["name"], one["words"]))
    return found if at == len(said) else []


def _in_hiragana(text: str) -> str:
    """Return a text with hiragana in place of katakana."""
    return "".join(chr(ord(sign) - ord("ァ") + ord("ぁ")) if "ァ" <= sign <= "ヶ" else sign for sign in text)


def _of_the_speaker(around: SideContext, said: str) -> str:
    """Return a text with the name of the player who says it, before a colon, in place of the word for the writer."""
    name, colon, rest = said.partition(":")
    return _SELF.sub(name, rest) if colon and name in around.players and _SELF.search(rest) else said


def counts_several_games(text: str) -> bool:
    """Return whether a text counts several games, and says no other result: 高杉 2勝, 通算 3勝1敗."""
    return TOTAL.search(text) is not None and WEIGHTY.search(TOTAL.sub("", text)) is None


class _Clause(NamedTuple):
    """A clause of a sentence that tells a result among other words."""

    tokens: list[ResultToken]
    story: str = ""
    """The words that are not understood; they say nothing of the result."""
    subject: Side | None = None
    """The only subject of the clause: 山田が, 鈴木は, 鈴木「."""
    owned: bool = False
    """Whether somebody of no known side stands right before the word of a result: 佐藤の勝ち."""
    marked: StatedResult | None = None
    """What a clause with the marks of results says: ○山田 ●鈴木; each of its words is understood."""

    of_self: bool = False
    """Whether it is about the writer, of no known side."""

    @property
    def tells(self) -> bool:
        """Whether it says something about the end."""
        return self.marked is not None or (not self.of_self and any(token.kind in _OF_A_STORY for token in self.tokens))


def _result_of_sentence(around: SideContext, said: str, *, alone: bool) -> StatedResult | None:
    """Return the result that a sentence tells in its last words, behind others: 山田が逃げ切って勝ち, 自分の反則と認め投了.

    Its clauses have to say the same, each of the side that it names, or of the only one that was spoken of before.
    """
    if behind := _CAUSE_BEHIND.search(said):
        said = f"{behind[1]}、{said[: behind.start()]}"
    texts = [*_IN_BRACKETS.findall(said), _IN_BRACKETS.sub("、", said)]
    parts = [[part for part in _CLAUSES.split(text) if part] for text in texts]
    clauses = [clause for part in chain(*parts) if (clause := _parse_clause(around, part, alone=alone)) is not None]
    if len(clauses) < sum(map(len, parts)):
        return None
    if other := _other_word(around, clauses, said):
        return _result_of_sentence(around, said.replace(*other), alone=alone)
    of_sentence = clauses[len(clauses) - len(parts[-1]) :]
    ends = of_sentence[-1:] if any(one.tells for one in of_sentence) else clauses
    if not any(one.tells for one in ends):
        return None  # the sentence itself has the last word
    found: StatedResult | None = None
    subject: Side | None = None
    beside: list[tuple[ResultToken, Side | None]] = []
    for clause in (one for one in clauses if not one.of_self):  # 私の時間が切れました(先手の負け)
        subject = subject if clause.subject is None else clause.subject
        said_in_it = [token for token in clause.tokens if token.kind not in _OF_NO_RESULT]
        sides = {token.side for token in clause.tokens if token.kind == "side"}
        about = clause.subject if len(sides) > 1 else next(iter(sides), None)
        beside += [(token, about) for token in said_in_it if token.kind in _BESIDE]
        if {token.kind for token in said_in_it} <= _BESIDE and clause.marked is None:
            continue
        last = clause.marked or _result_of_clause(clause, subject)
        found = None if last is None else _merge_results(found, last)
        if found is None:
            return None
    story = "".join(clause.story for clause in clauses)
    thrown = any("投げて" in one.story and one.subject is not None for one in clauses)
    thrown = thrown and found is not None and found.winner in {one.subject for one in clauses if "投げて" in one.story}
    bare = found is not None and found.word in ALONE.values()
    someone = (PERSON.search(said) and found is not None and found.word != "中断") or (
        bare and (any(one.side is not None for one in chain(*(one.tokens for one in clauses))) or _SUBJECT.search(said))
    )
    own = found is not None and found.word in OWN_RESULTS.values()
    if (
        found is None
        or thrown
        or (own and (story or not beside))
        or (found.winner is None and found.side is None and someone)
    ):
        return None  # it may be somebody in the story who resigned; 千田さんが投げて私の負け
    if story and NO_CONTEST in said:
        found = StatedResult(word="中断")  # something besides the board has brought it about
    return _complete_result(found, beside, story)


def _other_word(around: SideContext, clauses: Sequence[_Clause], said: str) -> tuple[str, str] | None:
    """Return a word for the other of the only side that a sentence names, 相手 or the writer beside a name, and that side."""
    named = {token.side for clause in clauses for token in clause.tokens if token.side is not None}
    by_name = any(name in token.text for one in clauses for token in one.tokens for name in around.players)
    word = _OTHER.search(said) if by_name else re.search("相手", said)
    against = word is not None and said[: word.start()].removesuffix("を").endswith(tuple(around.players))
    if word is None or against or word[0] in around.players or len(named) != 1:  # 後手が私です
        return None
    return word[0], named.pop().other.label.ja


def _complete_result(
    found: StatedResult, beside: list[tuple[ResultToken, Side | None]], story: str
) -> StatedResult | None:
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


def _merge_results(one: StatedResult | None, two: StatedResult) -> StatedResult | None:
    """Return what two clauses say of one end; None if they contradict each other."""
    if one is None or (one.word in _OPEN and two.word in {"中断", *DRAWS.values()}):
        return two
    if one.winner is not two.winner and one.winner is not None and two.winner is not None:
        return None
    if one.winner is two.winner:
        return one._replace(reason=one.reason or two.reason) if one.word == two.word else None
    whole, bare = (one, two) if one.winner is not None else (two, one)
    if bare.word == OWN_RESULTS["win"]:
        return whole
    why = next((REASONS[kind] for kind, word in ALONE.items() if word == bare.word), None)
    return None if why is None else whole._replace(reason=whole.reason or why)


def _result_of_clause(clause: _Clause, subject: Side | None) -> StatedResult | None:
    """Return what a clause says of a result, of the side that it names, else of the subject of those before it."""
    names = [re.sub(f"{HONORIFICS}$", "", one.text) or one.text for one in clause.tokens if one.kind == "side"]
    twice = len(set(names)) < len(names) and not any(token.kind == "board" for token in clause.tokens)
    if clause.owned or twice:  # 山田さんが山田さんに勝ち
        return None
    sides = {token.side for token in clause.tokens if token.kind == "side"}
    whole = interpret_tokens([token for token in clause.tokens if token.kind in {"side", *_OF_A_STORY}])
    if whole is not None and (
        sides or whole.winner is not None or whole.word not in {*OWN_RESULTS.values(), *ALONE.values()}
    ):
        return whole
    if len(sides) > 1 and any(token.side is not None for token in clause.tokens if token.kind in _OF_A_PLAYER):
        return _result_of_both_sides(clause)
    about = next(iter(sides)) if len(sides) == 1 else clause.subject if sides else subject
    if about is not None and not sides and PERSON.search(clause.story):
        return None
    if about is None:
        return None if sides else whole
    return interpret_tokens(
        [ResultToken("side", about), *(token for token in clause.tokens if token.kind in _OF_A_STORY - _BESIDE)]
    )


def _result_of_both_sides(clause: _Clause) -> StatedResult | None:
    """Return what a clause about both sides says, each word of a result of the side right before it, else of the subject."""
    told = [token for token in clause.tokens if token.kind in _OF_A_PLAYER]
    owners = [clause.subject if token.side is None else token.side for token in told]
    winners = {
        None if owner is None else owner if token.kind in OF_THE_WINNER else owner.other
        for token, owner in zip(told, owners, strict=True)
    }
    winner = winners.pop()
    reason = next((token.reason for token in told if token.reason is not None), None)
    return None if winners or winner is None else StatedResult(winner=winner, reason=reason)


def _parse_clause(around: SideContext, part: str, *, alone: bool) -> _Clause | None:
    """Return the words of a clause; None if something that is not understood stands behind that of a result, or has a figure."""
    at, found = 0, _Clause([])
    subjects: set[Side | None] = set()
    before = ""
    while at < len(part):
        match = result_word_at(around, part, at)
        token = token_of_match(around, match) if match is not None and match.end() > at else None
        among_others = token is not None and token.kind in IN_OTHER_WORDS and found.story
        if match is None or token is None or among_others or _IN_A_STORY[before == "story"].match(part, at):
            told = _STORY.match(part, at)
            if told is None or any(token.kind in _OF_A_STORY - {"both"} for token in found.tokens):
                return None
            story = "" if told[0].endswith("手目") else told[0]  # 11手目を考慮中に
            found, before, at = found._replace(story=found.story + story), "story", told.end()
            continue
        if token.kind in {"chess", "win-mark", "lose-mark", "?", "offer"}:
            marked = read_words(around, part, alone=alone)
            return None if marked is None else _Clause([], marked=marked)
        if token.kind == "glue":
            in_a_story = before == "story" and found.story
            before = "owner" if before == "story" and match[0] in {"の", "が", "は", "も"} else match[0]
            before = "party" if in_a_story and match[0] == "に" else before
        else:
            named = before == "story" and token.kind in _OF_A_PLAYER and not _KANA.match(found.story[-1])
            owned = named or (before == "owner" and token.kind in _OF_A_STORY)
            owned = owned or (before == "party" and token.kind in {"win", "lose", "give-up"})  # 佐藤に負けました
            if (
                token.kind in _OF_A_PLAYER
                and before in _RIGHT_BEFORE
                and found.tokens
                and found.tokens[-1].kind == "side"
            ):
                token = token._replace(side=found.tokens[-1].side)
            if not match[0].startswith("の"):  # 後手の私が
                of_self = found.of_self or token.kind == "self"
                found = found._replace(tokens=[*found.tokens, token], owned=found.owned or owned, of_self=of_self)
            before = token.kind
        at = match.end()
        if token.kind == "side" and part[at : at + 1] in {*"はがも:「", ""}:
            subjects.add(token.side)
    if found.of_self and any(token.kind == "side" for token in found.tokens):
        return None
    return found._replace(subject=subjects.pop() if len(subjects) == 1 else None)
