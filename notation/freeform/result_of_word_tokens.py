"""Grammar of results: bags of words that are all understood."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Side, Termination
from notation.freeform.tokens_of_result_words import (
    ALONE,
    BOTH_LOST,
    DRAWS,
    GIVEN_UP_ALOUD,
    GIVING_UP,
    LOST_BY,
    NO_CONTEST,
    OF_THE_LOSER,
    OF_THE_WINNER,
    OFF_THE_BOARD,
    OWN_RESULTS,
    REACHED,
    ResultToken,
    result_tokens_of,
)
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from notation.freeform.spans_line_context_and_sides import SideContext


MIN_FINAL_POINTS = 10
"""The fewest points of the better side that no word calls so: less may be units, or games of a match."""


class StatedResult(NamedTuple):
    """What a text says about the end of a game. What it leaves out is None or empty."""

    count: int | None = None  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    """The number of plies."""
    winner: Side | None = None
    word: str = ""
    """The special word, where no winner is named: 投了, 中断, 引き分け, 両者負け."""
    reason: Termination | None = None
    points: tuple[float, float] | None = None
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

    def with_score(self, points_of_one: float, points_of_other: float) -> StatedResult:
        """Return the result with a score, the higher number for who has won."""
        if self.winner is None:
            return self
        high, low = max(points_of_one, points_of_other), min(points_of_one, points_of_other)
        return self._replace(points=(high, low) if self.winner is Side.FIRST else (low, high))

    def lines(self, ply: int) -> tuple[str, ...]:
        """Return the lines of the notation that say the same below ply `ply`."""
        head = "まで" if self.count is None else f"まで{self.count}手で"
        points = () if self.points is None else (f"得点：先手{self.points[0]} 後手{self.points[1]}",)
        if self.inferred:
            return (*points, f"まで{ply if self.count is None else self.count}手")
        if self.winner is None and self.side is not None:
            return (*points, f"{head}{self.side.label.ja}の{self.word}")
        if self.winner is None:
            return (*points, self.word if self.word in {"投了", "詰み"} and self.count is None else head + self.word)
        lost = LOST_BY.get(self.reason) if self.reason is not None else None
        why = f"{self.reason.label.ja}により" if self.reason in {*REACHED, Termination.MATE} else ""
        closing = f"{head}{self.winner.other.label.ja}{lost}" if lost else f"{head}{why}{self.winner.label.ja}の勝ち"
        return (*points, closing)


_PROPOSED = kept_pattern(r"し(?:よう|ましょう?)(?!、)|に?(?:する|した)と?決め")
"""Words by which somebody proposes an end: 引き分けにしようと言った."""
_AGREED = kept_pattern(
    r"(?:二人|2人|ふたり|両者|双方|両対局者|お?互い)[^。、]{0,16}決め(?:ました|た)|合意|そうし|賛成|承[知諾]|受け|応じ|同意|(?:と|って)(?:いう)?(?:こと|事)|とな[りっ]|決ま|はい|話し合|相談|協議|一致"
)
"""Words by which it has been agreed on."""


def result_of_words(  # noqa: PLR0911 - one way to say it after the other
    side_context: SideContext, text: str, *, alone: bool
) -> StatedResult | None:
    """Return what the words of a text say together; None if one is not understood, or an end is only proposed."""
    proposed = _PROPOSED.search(text) is not None and _AGREED.search(text) is None
    tokens = None if proposed else result_tokens_of(side_context, text)
    several = sum(token.kind == "count" for token in tokens or ()) > 1
    if not tokens or several or (not alone and any(token.text == "0-0" for token in tokens)):
        return None
    count = next((int(token.value) for token in tokens if token.kind == "count"), None)
    until = any(token.kind in {"until", "closed"} for token in tokens)
    rest = [token for token in tokens if token.kind not in {"count", "until", "closed", "glue"}]
    if alone and [token.kind for token in rest] in (["self", "win"], ["self", "lose"]):
        rest = rest[1:]  # whose message it is tells the side
    if until and [token.text for token in rest] == ["反則"]:
        return StatedResult(count, inferred=True)  # 反則ですのでここまで: whose it was is for the rules to say
    if (points := _points_if_nothing_else(side_context, rest, until=until)) is not None:
        return StatedResult(count, inferred=True, points=points)
    if {token.kind for token in rest} in ({"accept", "void"}, {"both", "accept", "void"}):
        return StatedResult(count, word=DRAWS["draw"])  # 両者同意のうえ終了。勝ち負けなし
    if all(token.kind == "cause" for token in rest):  # of nobody: the time of the room
        return StatedResult(count, inferred=True) if until and _says_record_ends(tokens, text) else None
    told = _drop_causes(rest)
    found = result_of_tokens(told) if told else None
    if found is None:
        return None
    return found._replace(count=count, reason=_reason_told_besides(found, rest, text))


def _reason_told_besides(result: StatedResult, tokens: list[ResultToken], text: str) -> Termination | None:
    """Return the reason of a result: none for a foul that no move shows, a resignation where the loser is quoted."""
    if result.reason is Termination.FOUL and any(
        OFF_THE_BOARD.search(one.text) for one in tokens if one.kind == "cause"
    ):
        return None
    if result.reason is None and result.winner is not None and GIVEN_UP_ALOUD.search(text):
        return Termination.RESIGNATION
    return result.reason


def _points_if_nothing_else(
    side_context: SideContext, tokens: list[ResultToken], *, until: bool
) -> tuple[float, float] | None:
    """Return the points of both sides where words say no more; None where they do, or where they may be units: 白5、黒2."""
    tokens = [token for token in tokens if token.kind != "cause"]
    kinds = [token.kind for token in tokens]
    halves = any(not float(value).is_integer() for token in tokens for value in (token.value, token.two))
    counted = side_context.game.counts_points or halves  # where a side is given half a point, only points have one
    if kinds == ["score"] and counted:
        return tokens[0].value, tokens[0].two
    if (
        kinds in (["score", "side", "side"], ["side", "score", "side"]) and counted
    ):  # 105-98(山田-鈴木), 山田 105-98 鈴木
        (one, two), (left, right) = _score_and_sides(tokens)
        is_known = left is not right and (kinds[0] == "score" or max(one, two) >= MIN_FINAL_POINTS)
        return ((two, one) if left else (one, two)) if is_known else None
    if kinds != ["side", "points"] * len(Side) or tokens[0].side is tokens[2].side:
        return None
    one, two = tokens[1].value, tokens[3].value
    if not (until or (counted and max(one, two) >= MIN_FINAL_POINTS)):
        return None
    return (one, two) if tokens[0].side is Side.FIRST else (two, one)


def _score_and_sides(tokens: list[ResultToken]) -> tuple[tuple[float, float], list[Side | None]]:
    """Return the two numbers of the one score, and the sides in their order."""
    score = next(token for token in tokens if token.kind == "score")
    return (score.value, score.two), [token.side for token in tokens if token.kind == "side"]


def _drop_causes(tokens: list[ResultToken]) -> list[ResultToken] | None:
    """Return the words without causes; who had one is the loser if nobody is named. None for a speaker of no side."""
    about: Side | None = None
    caused = False
    kept: list[ResultToken] = []
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
        return [ResultToken("void")]
    if not {"draw", "offer"} & {token.kind for token in kept}:
        kept = [token for token in kept if token.kind != "accept"]
    if about is not None and kept and all(token.kind in OF_THE_LOSER | {"forfeit-win"} for token in kept):
        return [ResultToken("side", about.other if kept[0].kind == "forfeit-win" else about), *kept]
    return kept


def _says_record_ends(tokens: list[ResultToken], text: str) -> bool:
    """Return whether a text without a result says that the record ends: 終局, 以上4手, まで4手."""
    return (
        any(token.kind == "closed" for token in tokens)
        or any(token.kind == "count" for token in tokens)
        or "以上" in text
    )


def result_of_tokens(tokens: list[ResultToken]) -> StatedResult | None:  # noqa: C901, PLR0911, PLR0912, PLR0915 - one word after the other
    """Return what the words say together; None if they contradict each other, or say nothing."""
    tokens = [
        one for at, one in enumerate(tokens) if not (at and _is_another_word_for_side(tokens[at - 1], one))
    ]  # ○笹川 敏
    kinds = [token.kind for token in tokens]
    if len(kinds) == 1 and kinds[0] in OWN_RESULTS and tokens[0].text not in GIVING_UP:
        return StatedResult(word=OWN_RESULTS[kinds[0]])
    if kinds == ["side", "beat", "side"] and tokens[0].side is not tokens[2].side:
        return StatedResult(winner=tokens[0].side)
    if kinds == ["omitted"]:
        return StatedResult(inferred=True, omitted=True)
    if "chess" in kinds and not {*kinds} & (OF_THE_WINNER | OF_THE_LOSER):
        return _chess_result(tokens)
    tokens = [token for token in tokens if token.text not in {"1-0", "0-1"}]  # 先手の勝ち (1-0): told twice
    kinds = [token.kind for token in tokens]
    if set(kinds) <= {"void", "time"} and "void" in kinds:
        return StatedResult(word="中断")  # nobody has won, and nobody agreed to a draw
    tokens = [token for token in tokens if token.kind != "void"]
    kinds = [token.kind for token in tokens]
    if "break" in kinds:
        return StatedResult(word="中断", side=_only_side(tokens)) if set(kinds) <= {"break", "side"} else None
    if "both" in kinds:
        return _both_sides_result(tokens)
    if draw := next((kind for kind in kinds if kind in DRAWS), None):
        offer = next((at for at, kind in enumerate(kinds) if kind == "offer"), -1)
        before = offer >= 0 and tokens[offer].text.isascii()  # offers a draw
        offered = "accept" not in kinds and (before or offer > _last(kinds, draw))
        of_a_draw = set(kinds) <= {*DRAWS, "board", "score", "side", "offer", "accept", "time"} and not offered
        both = next(((one.value, one.two) for one in tokens if one.kind == "score"), None)
        return StatedResult(word=DRAWS[draw], side=_only_side(tokens), points=both) if of_a_draw else None
    claims: list[tuple[Side, bool]] = []
    points: dict[Side, float] = {}
    score: tuple[float, float] | None = None
    reasons = [token.reason for token in tokens if token.reason is not None]
    subject: Side | None = None
    marked: Side | None = None
    pending: bool | None = None
    alone = named = ""
    for kind_before, token, behind in zip(["", *kinds[:-1]], tokens, [*kinds[1:], ""], strict=True):
        if token.kind == "side":
            assert token.side is not None  # noqa: S101 - a word that names no side is no token
            if subject is not None and (subject is not token.side or token.text == named):
                return None
            named = token.text
            subject = token.side
            if pending is not None:
                claims.append((subject, pending))
                marked, subject, pending = subject, None, None
        elif token.kind in {"win-mark", "lose-mark"} | OF_THE_WINNER | OF_THE_LOSER:
            wins = token.kind == "win-mark" or token.kind in OF_THE_WINNER
            label = token.text.lower() in {"敗者", "勝者", "winner", "loser"}
            if label and subject is not None and token is not tokens[-1]:
                return None  # 後手 敗者：先手
            if subject is not None:
                claims.append((subject, wins))
                subject = None
            elif token.kind in {"win", "lose", "win-mark", "lose-mark"}:
                if label or token is not tokens[-1]:
                    pending = wins
                elif claims and claims[-1][1] is not wins and (wins or kinds[-3:-2] == ["win-mark"]):
                    return None  # ○星くんの負け, but 星の勝ち。ボロ負け
                elif token.text in GIVING_UP:
                    alone = "投了"
                elif not (claims or reasons):
                    return None
            else:
                alone = alone or ALONE.get(token.kind, "")  # 時間切れ勝ち names nobody
        elif token.kind == "mate":
            if subject is not None:
                claims.append((subject, False))
                subject = None
            else:
                alone = alone or "詰み"
        elif token.kind == "points":
            free = subject is None and ("lose-mark" not in kinds or kind_before == "side")
            owner = marked if free else subject  # ○山田 13 鈴木 0, ○山田 13 ●鈴木 0
            if owner is None:
                return None
            points[owner], subject, marked = token.value, None, None
        elif token.kind == "score":
            if score is not None:
                return None
            score = (token.value, token.two)
        elif token.kind != "board":
            return None
        elif token.reason is Termination.ELIMINATION and subject is not None and behind in {"", "side"}:
            claims.append((subject, re.search("させ(?!られ)", token.text) is not None))  # 後手全滅, 先手が全滅させた
            subject = None
    if subject is not None and kinds[-1] == "side" and alone and len(kinds) == 2 and "give-up" not in kinds:  # noqa: PLR2004
        return StatedResult(
            word=alone, side=subject
        )  # 投了（先手）; whoever writes 参りました 鈴木さん speaks to the other
    if pending is not None or (subject is not None and not claims):
        return None
    if subject is not None and subject is not claims[-1][0]:
        return None
    winners = {side if wins else side.other for side, wins in claims}
    if len(winners) > 1:
        return None
    if not winners:
        return StatedResult(word=alone, reason=None) if alone and score is None and not points else None
    winner = winners.pop()
    if points and len(points) < 2:  # noqa: PLR2004
        return None
    if (
        points
        and "lose-mark" in kinds
        and kinds.index("points") < kinds.index("lose-mark")
        and points[winner] < points[winner.other]
    ):
        return None  # ○山田 20 ●鈴木 85: the discs may be colours
    told = (points[Side.FIRST], points[Side.SECOND]) if points else None
    found = StatedResult(winner=winner, reason=reasons[0] if reasons else None, points=told)
    # Who resigns may be ahead, and a few points may be games of a match: compared as points of nobody, see SentencePoints.
    if score is not None and max(score) >= MIN_FINAL_POINTS and all(reason in REACHED for reason in reasons):
        return found.with_score(*score)
    return found


def _is_another_word_for_side(before: ResultToken, token: ResultToken) -> bool:
    """Return whether a word names the side of the word before it by another name: 笹川 敏."""
    same = before.kind == token.kind == "side" and before.side is token.side
    return same and before.text != token.text


def _last(kinds: list[str], kind: str) -> int:
    """Return the index of the last word of a kind."""
    return len(kinds) - 1 - kinds[::-1].index(kind)


def _only_side(tokens: list[ResultToken]) -> Side | None:
    """Return the side that the words name; None if they name none, or both."""
    sides = {token.side for token in tokens if token.kind == "side"}
    return sides.pop() if len(sides) == 1 else None


def _chess_result(tokens: list[ResultToken]) -> StatedResult | None:
    """Return the result of 1-0, of 先手 1-0 後手, and of 0-0, by which both have lost."""
    sides = [token.side for token in tokens if token.kind == "side"]
    (score, *more) = [token.text for token in tokens if token.kind == "chess"]
    if more or len(sides) + 1 != len(tokens):
        return None
    if len(sides) > 1 and (len(sides) != len(Side) or sides[0] is sides[1]):
        return None
    if score == "0-0":
        return StatedResult(word=BOTH_LOST[None])
    if len(sides) == 1 and tokens[0].kind == "chess":  # 0-1 (Tom): of 先手 and 後手, and who has won
        winner = Side(score == "0-1")
        return StatedResult(winner=winner) if sides[0] is winner else None
    left = sides[0] if sides and sides[0] is not None else Side.FIRST
    return StatedResult(winner=left if score == "1-0" else left.other)


def _both_sides_result(tokens: list[ResultToken]) -> StatedResult | None:
    """Return the result of 両者負け and its reasons, or of a draw that both have agreed."""
    kinds = {token.kind for token in tokens} - {"both", "board", "side", "accept"}
    side = _only_side(tokens)
    if kinds <= {*DRAWS} and kinds:
        return StatedResult(word=DRAWS[min(kinds)], side=side)
    if kinds and kinds <= {"lose", "time", "foul", "forfeit"}:
        reason = next((token.reason for token in tokens if token.reason is not None), None)
        return StatedResult(word=BOTH_LOST[reason], side=side)
    return None
