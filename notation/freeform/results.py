"""Grammar of results, for heads, closing lines and sentences."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import SIDE_NAMES, Side, Termination
from notation.freeform.heads import HONORIFICS
from notation.freeform.result_words import (
    ALONE,
    ASIDE,
    BOARD,
    BOTH_LOST,
    CAUSE,
    CONNECTED,
    DENIED,
    DRAWS,
    GIVING_UP,
    GLUE,
    LOSES,
    LOST_BY,
    MAX_CLAUSES,
    MAX_RESULT_CHARACTERS,
    NO_CONTEST,
    NUM,
    OF_THE_LOSER,
    OF_THE_WINNER,
    OFF_THE_BOARD,
    OWN_WIN,
    PERSON,
    REASONS,
    SCORE,
    TOTAL,
    WEIGHTY,
    WINS,
    WORDS,
)
from notation.freeform.sides import DISCS
from notation.numerals import number

if TYPE_CHECKING:
    from notation.freeform.sides import Around


class Result(NamedTuple):
    """What a text says about the end of a game. What it leaves out is None or empty."""

    count: int | None = None  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    """The number of plies."""
    winner: Side | None = None
    word: str = ""
    """The special word, where no winner is named: 投了, 中断, 引き分け, 両者負け."""
    reason: Termination | None = None
    points: tuple[int, int] | None = None
    """The points of 先手 and of 後手."""
    inferred: bool = False
    """Whether it says only that the record ends."""
    unsaid: bool = False
    """Whether it is the sign * for a result that is not said."""
    omitted: bool = False
    """Whether it says that the rest of the game is left out."""
    side: Side | None = None
    """The side that stands with the word, where no winner is named: 投了（先手）."""
    clause: str = ""
    """What stands before it about how the game came to its end."""

    def lines(self, ply: int) -> tuple[str, ...]:
        """Return the lines of the notation that say the same below ply `ply`."""
        head = "まで" if self.count is None else f"まで{self.count}手で"
        if self.inferred:
            return (f"まで{ply if self.count is None else self.count}手",)
        if self.winner is None and self.side is not None:
            return (f"{head}{self.side.label.ja}の{self.word}",)
        if self.winner is None:
            return (self.word if self.word in {"投了", "詰み"} and self.count is None else head + self.word,)
        lost = LOST_BY.get(self.reason) if self.reason is not None else None
        closing = f"{head}{self.winner.other.label.ja}{lost}" if lost else f"{head}{self.winner.label.ja}の勝ち"
        if self.points is None:
            return (closing,)
        return (f"得点：先手{self.points[0]} 後手{self.points[1]}", closing)


class _Token(NamedTuple):
    kind: str
    side: Side | None = None
    value: int = 0
    reason: Termination | None = None
    two: int = 0
    text: str = ""


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    own = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or r"(?!)"
    words = "|".join(f"(?P<k{at}>{pattern})" for at, pattern in enumerate(WORDS.values()))
    board = "|".join(map(re.escape, sorted(BOARD, key=len, reverse=True)))
    colours = "".join(DISCS).replace("黒", "").replace("白", "")
    return re.compile(
        rf"(?P<aside>{ASIDE})|(?P<cause>{CAUSE})|(?P<name>(?:{own}){HONORIFICS})"
        r"|(?P<self>の?(?:私|わたし|僕|ぼく|俺|当方))(?=[がは])"
        r"|(?P<side>先手番?|後手番?|せんて|ごて|センテ|ゴテ|先番|後番|[▲△▽☗☖]|[先後](?=$|[のはが勝負敗])|(?:[黒白]|しろ|くろ|シロ|クロ|shiro|kuro)番?|sente|gote|first|second|black|white)"
        rf"|(?P<mark>[{WINS}{LOSES}{colours}])|(?:(?P<plies>{NUM})(?:手目?|moves|plies)|(?:after|at|in|on)?(?:move|ply)(?P<after>\d{{1,4}}))|(?P<chess>1-0|0-1|0-0)(?![0-9])"
        rf"|{words}|(?P<board>{board})|(?P<score>{SCORE})|(?P<points>(?P<n>{NUM})点|(?<=[白黒手ke])(?P<bare>\d{{1,4}})(?![\d勝敗分手目点回:]))|(?P<until>まで|以上)|(?P<called>[^\W\d_ぁ-ん]{{1,8}}\((?P<own>先手?|後手?|白|黒)番?\))|(?P<glue>{GLUE})",
        re.IGNORECASE,
    )


_KINDS = tuple(WORDS)


def _tokens(around: Around, text: str) -> list[_Token] | None:
    """Return the words of a text without its glue; None if one is not understood."""
    pattern = _pattern(tuple(around.players))
    at, found = 0, []
    while at < len(text):
        match = pattern.match(text, at)
        if match is None or match.end() == at:
            return None
        token = _token(around, match)
        if token is None:
            return None
        if token.kind != "glue":
            found.append(token)
        at = match.end()
    return found


def _token(around: Around, match: re.Match[str]) -> _Token | None:  # noqa: C901, PLR0911 - one kind of word after the other
    text, kind = match[0], str(match.lastgroup)
    if kind.startswith("k") and kind[1:].isdecimal():
        name = _KINDS[int(kind[1:])]
        return _Token(name, reason=REASONS.get(name), text=text)
    if kind == "name":
        bare = text if text in around.players else re.sub(rf"{HONORIFICS}$", "", text)
        players = {name.lower(): side for name, side in around.players.items()}
        return _Token("side", players.get(bare.lower(), players.get(text.lower())), text=text)
    if kind == "side":
        side = around.side(text)
        return None if side is None else _Token("side", side, text=text)
    if kind == "mark":
        return _Token("win-mark" if text in WINS else "lose-mark" if text in LOSES else "?")
    if match["own"] is not None:
        side = around.side(match["own"])
        return None if side is None or WEIGHTY.search(text) else _Token("side", side, text=match["own"])
    if kind == "plies":
        return _Token("count", value=number(match["plies"] or match["after"]))
    if kind == "chess":
        return _Token("chess", text=text)
    if kind == "board":
        return _Token("board", reason=BOARD.get(text) or BOARD[text.lower()])
    if match["score"] is not None:
        return _Token("score", value=number(match["one"]), two=number(match["two"]))
    if match["points"] is not None:
        return _Token("points", value=number(match["n"] or match["bare"]))
    return _Token(kind if kind in {"cause", "self", "until"} else "glue")


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
    found = _of_the_words(around, said, alone=alone)
    return _behind_a_clause(around, said, alone=alone) if found is None else found


def is_a_total(text: str) -> bool:
    """Return whether a text counts several games, and says no other result: 高杉 2勝, 通算 3勝1敗."""
    return TOTAL.search(text) is not None and WEIGHTY.search(TOTAL.sub("", text)) is None


def _behind_a_clause(around: Around, said: str, *, alone: bool) -> Result | None:
    """Return the result behind a clause that tells how the game came to it: 盤をひっくり返したので弟の反則負け."""
    for connected, _ in zip(CONNECTED.finditer(said), range(MAX_CLAUSES), strict=False):
        clause, rest = said[: connected.end()], said[connected.end() :]
        if WEIGHTY.search(clause) or DENIED.search(clause):
            return None
        found = _of_the_words(around, rest, alone=alone)
        who = _pattern(tuple(around.players)).match(clause)
        if found is None and (told := _subject_in(around, clause)) is not None:
            found = _of_the_words(around, f"{told.label.ja}は{rest}", alone=alone)
        if found is None and who is not None and clause[who.end() : who.end() + 1] in {"が", "は"} and who.end() > 0:
            token = _token(around, who)
            found = _of_the_words(around, who[0] + rest, alone=alone) if token and token.kind == "side" else None
        if found is not None and found.winner is None and found.word not in DRAWS.values():
            named = PERSON.search(clause) or any(name in clause for name in (*around.players, *SIDE_NAMES))
            found = None if named else found  # 鈴木さん、18手まで指して投了: it may be 鈴木 who resigned
        if found is not None and rest.startswith(NO_CONTEST):
            found = Result(word="中断", count=found.count)
        if found is not None and not found.inferred:
            off = found.reason is Termination.FOUL and OFF_THE_BOARD.search(clause)
            return found._replace(reason=None if off else found.reason, clause=clause)
    return None


def _subject_in(around: Around, clause: str) -> Side | None:
    """Return the only side that is the subject of a clause; None if it has none, or both."""
    words = "|".join(map(re.escape, sorted((*around.players, *SIDE_NAMES, "黒", "白"), key=len, reverse=True)))
    names = [one[1] for one in re.finditer(rf"({words}){HONORIFICS}(?=[はが])", clause)]
    sides = {around.players.get(name, SIDE_NAMES.get(name, around.side(name))) for name in names}
    return sides.pop() if len(sides) == 1 else None


def _of_the_words(around: Around, said: str, *, alone: bool) -> Result | None:
    """Return what the words of a text say together; None if one is not understood."""
    tokens = _tokens(around, said)
    if not tokens or (not alone and any(token.text == "0-0" for token in tokens)):
        return None
    count = next((token.value for token in tokens if token.kind == "count"), None)
    until = any(token.kind in {"until", "closed"} for token in tokens)
    rest = [token for token in tokens if token.kind not in {"count", "until", "closed", "glue"}]
    if sum(token.kind == "count" for token in tokens) > 1:
        return None
    if not rest:
        return Result(count, inferred=True) if until and _closes(tokens, said) else None
    told = _with_causes(rest)
    found = _interpreted(told) if told else None
    return None if found is None else found._replace(count=count)


def _with_causes(tokens: list[_Token]) -> list[_Token] | None:
    """Return the words without causes; who had one is the loser if nobody is named. None for a speaker of no side."""
    about: Side | None = None
    caused = False
    kept: list[_Token] = []
    for token in tokens:
        if token.kind == "cause":
            caused = True
            if kept and kept[-1].kind == "side":
                about = kept.pop().side
        elif token.kind != "self":
            kept.append(token)
        elif not kept or kept[-1].kind != "side":
            return None
    if caused and [token.text for token in kept] == [NO_CONTEST]:
        return [_Token("void")]
    if not {"draw", "offer"} & {token.kind for token in kept}:
        kept = [token for token in kept if token.kind != "accept"]
    if about is not None and kept and all(token.kind in OF_THE_LOSER | {"forfeit-win"} for token in kept):
        return [_Token("side", about.other if kept[0].kind == "forfeit-win" else about), *kept]
    return kept


def _closes(tokens: list[_Token], said: str) -> bool:
    """Return whether a text without a result says that the record ends: 終局, 以上4手, まで4手."""
    return (
        any(token.kind == "closed" for token in tokens)
        or any(token.kind == "count" for token in tokens)
        or "以上" in said
    )


def _interpreted(tokens: list[_Token]) -> Result | None:  # noqa: C901, PLR0911, PLR0912, PLR0915 - one word after the other
    """Return what the words say together; None if they contradict each other, or say nothing."""
    kinds = [token.kind for token in tokens]
    if kinds == ["win"]:
        return Result(word=OWN_WIN)
    if kinds == ["side", "beat", "side"] and tokens[0].side is not tokens[2].side:
        return Result(winner=tokens[0].side)
    if kinds == ["omitted"]:
        return Result(inferred=True, omitted=True)
    if "chess" in kinds:
        return _of_chess(tokens)
    if kinds == ["void"]:
        return Result(word="中断")  # nobody has won, and nobody agreed to a draw
    if "break" in kinds:
        return Result(word="中断", side=_only_side(tokens)) if set(kinds) <= {"break", "side"} else None
    if "both" in kinds:
        return _of_both(tokens)
    if draw := next((kind for kind in kinds if kind in DRAWS), None):
        offered = "offer" in kinds and "accept" not in kinds and kinds.index("offer") > kinds.index(draw)
        of_a_draw = set(kinds) <= {*DRAWS, "board", "side", "offer", "accept", "time"} and not offered
        return Result(word=DRAWS[draw], side=_only_side(tokens)) if of_a_draw else None
    claims: list[tuple[Side, bool]] = []
    points: dict[Side, int] = {}
    score: tuple[int, int] | None = None
    reasons = [token.reason for token in tokens if token.reason is not None]
    subject: Side | None = None
    pending: bool | None = None
    alone = named = ""
    for token in tokens:
        if token.kind == "side":
            assert token.side is not None  # noqa: S101 - a word that names no side is no token
            if subject is not None and (subject is not token.side or token.text == named):
                return None
            named = token.text
            subject = token.side
            if pending is not None:
                claims.append((subject, pending))
                subject, pending = None, None
        elif token.kind in {"win-mark", "lose-mark"} | OF_THE_WINNER | OF_THE_LOSER:
            wins = token.kind == "win-mark" or token.kind in OF_THE_WINNER
            if subject is not None:
                claims.append((subject, wins))
                subject = None
            elif token.kind in {"win", "lose", "win-mark", "lose-mark"}:
                if token.text.lower() in {"敗者", "勝者", "winner", "loser"} or token is not tokens[-1]:
                    pending = wins
                elif token.kind == "win" and claims:
                    return None
                elif token.text in GIVING_UP:
                    alone = "投了"
                elif not (claims or reasons):
                    return None
            else:
                alone = alone or ALONE[token.kind]
        elif token.kind == "mate":
            if subject is not None:
                claims.append((subject, False))
                subject = None
            else:
                alone = alone or "詰み"
        elif token.kind == "points":
            if subject is None:
                return None
            points[subject], subject = token.value, None
        elif token.kind == "score":
            if score is not None:
                return None
            score = (token.value, token.two)
        elif token.kind != "board":
            return None
    if subject is not None and kinds[-1] == "side" and alone and len(kinds) == 2 and "give-up" not in kinds:  # noqa: PLR2004
        return Result(word=alone, side=subject)  # 投了（先手）; whoever writes 参りました 鈴木さん speaks to the other
    if pending is not None or (subject is not None and not claims):
        return None
    if subject is not None and subject is not claims[-1][0]:
        return None
    winners = {side if wins else side.other for side, wins in claims}
    if len(winners) > 1:
        return None
    if not winners:
        return Result(word=alone, reason=None) if alone and score is None and not points else None
    winner = winners.pop()
    if points and len(points) < 2:  # noqa: PLR2004
        return None
    both = (points[Side.FIRST], points[Side.SECOND]) if points else None
    if score is not None and not reasons:  # who resigns may be ahead
        high, low = max(score), min(score)
        both = (high, low) if winner is Side.FIRST else (low, high)
    return Result(winner=winner, reason=reasons[0] if reasons else None, points=both)


def _only_side(tokens: list[_Token]) -> Side | None:
    """Return the side that the words name; None if they name none, or both."""
    sides = {token.side for token in tokens if token.kind == "side"}
    return sides.pop() if len(sides) == 1 else None


def _of_chess(tokens: list[_Token]) -> Result | None:
    """Return the result of 1-0, of 先手 1-0 後手, and of 0-0, by which both have lost."""
    sides = [token.side for token in tokens if token.kind == "side"]
    (score, *more) = [token.text for token in tokens if token.kind == "chess"]
    if more or len(sides) + 1 != len(tokens):
        return None
    if len(sides) > 1 and (len(sides) != len(Side) or sides[0] is sides[1]):
        return None
    if score == "0-0":
        return Result(word=BOTH_LOST[None])
    left = sides[0] if sides and sides[0] is not None else Side.FIRST
    return Result(winner=left if score == "1-0" else left.other)


def _of_both(tokens: list[_Token]) -> Result | None:
    """Return the result of 両者負け and its reasons, or of a draw that both have agreed."""
    kinds = {token.kind for token in tokens} - {"both", "board", "side", "accept"}
    side = _only_side(tokens)
    if kinds <= {*DRAWS} and kinds:
        return Result(word=DRAWS[min(kinds)], side=side)
    if kinds and kinds <= {"lose", "time", "foul", "forfeit"}:
        reason = next((token.reason for token in tokens if token.reason is not None), None)
        return Result(word=BOTH_LOST[reason], side=side)
    return None
