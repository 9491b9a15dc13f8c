"""Tokens of results: sides, outcomes, reasons, points, counts."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.columns import MOVERS
from notation.freeform.heads import HONORIFICS
from notation.freeform.result_words import (
    AGAINST,
    ASIDE,
    BOARD,
    CAUSE,
    GLUE,
    LOSES,
    NUM,
    REACHED,
    REASONS,
    SCORE,
    SELF,
    WEIGHTY,
    WINS,
    WORDS,
)
from notation.freeform.side_context import DISCS
from notation.line_kinds import parse_numeral

if TYPE_CHECKING:
    from kifu.core.outcome import Side, Termination
    from notation.freeform.side_context import SideContext


class ResultToken(NamedTuple):
    """A word of a result, with the side, the number or the reason that it names."""

    kind: str
    side: Side | None = None
    value: int = 0
    reason: Termination | None = None
    two: int = 0
    text: str = ""


_REACHED = "|".join(f"(?P<r{at}>{words})" for at, words in enumerate(REACHED.values()))
_TITLE = r"(?:名人|師[匠範]|[先後]輩|殿|嬢|翁|老(?:人)?|[会部課社]長|教授|女史|プロ|の(?:お|御)?(?:じ|ば|爺|婆|兄|姉)(?:い|あ)?(?:さん|ちゃん))(?:さん)?"
"""What a player is, behind the name."""
_WORDS = "|".join(f"(?P<k{at}>{pattern})" for at, pattern in enumerate(WORDS.values()))
_BOARD = "|".join(map(re.escape, sorted(BOARD, key=len, reverse=True)))
_COLOURS = "".join(DISCS).replace("黒", "").replace("白", "")
_MAY_BE_BEATEN = re.compile("(?:の?(?:[玉王]将?|君|帥|将|キング))?を|[にへ]|相手に")
"""How AGAINST begins."""
_BEFORE_NAMES = re.compile(rf"(?P<aside>{ASIDE})|{_REACHED}|(?P<cause>{CAUSE})", re.IGNORECASE)
_BEHIND_NAMES = re.compile(
    r"(?:l[ea]s|los)?(?P<side>先手番?|後手番?|[先後]攻|せんて|ごて|センテ|ゴテ|先番|後番|[▲△▽☗☖]|[先後](?=$|[のはが勝負敗])|(?:[黒白](?![旗星])|しろ(?!はた)|くろ|シロ|クロ|shiro|kuro)番?|sente|gote|first|second|black|white|weiß|schwarz|blanc(?:he)?s|noire?s|blanc[ao]s|negr[ao]s|(?<![a-z])[bw](?=[のがは失負勝反投時])|[bw](?=resign|win|won|lose|lost|forfeit|\+(?:[rtf]|\d|$)))"
    rf"(?P<against>{AGAINST})?|(?P<self>の?{SELF})|(?P<mark>[{WINS}{LOSES}{_COLOURS}])|(?:(?<!最後の)(?P<plies>{NUM})(?:手目?|moves|plies)|(?:(?:after|at|in|on)?(?:move|ply)|(?<=wins)in)(?P<after>\d{{1,4}}))|(?P<chess>1-0|0-1|0-0)(?![0-9])"
    rf"|{_WORDS}|(?P<board>{_BOARD})|(?P<score>{SCORE})|(?P<points>(?P<n>{NUM})[点目](?!半?[勝差])|(?<=[白黒手ke])(?P<bare>\d{{1,4}})(?![\d勝敗分手目点回:]))|(?P<until>まで|以上)|(?P<called>[^\W\d_ぁ-ん]{{1,8}}\((?P<own>先手?|後手?|白|黒)番?\))|(?P<glue>{GLUE})",
    re.IGNORECASE,
)
"""The words of a result that are tried before and behind the names of players."""


@lru_cache(maxsize=64)
def _name_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a player's name."""
    own = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or r"(?!)"
    return re.compile(rf"(?P<name>(?:{own}){HONORIFICS})(?:{_TITLE})?", re.IGNORECASE)


@lru_cache(maxsize=64)
def _beaten_name_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a player's name with what tells that the other one has beaten it; it is compiled if need be."""
    return re.compile(rf"{_name_pattern(names).pattern}(?P<against>{AGAINST})?", re.IGNORECASE)


def result_word_at(side_context: SideContext, text: str, at: int) -> re.Match[str] | None:
    """Return the word of a result at a place of a text, for `token_of_match`; None if there is none."""
    if (word := _BEFORE_NAMES.match(text, at)) is not None:
        return word
    names = tuple(side_context.players)
    if (named := _name_pattern(names).match(text, at)) is None:
        return _BEHIND_NAMES.match(text, at)
    return named if _MAY_BE_BEATEN.match(text, named.end()) is None else _beaten_name_pattern(names).match(text, at)


_KINDS = tuple(WORDS)


def result_tokens_of(side_context: SideContext, text: str) -> list[ResultToken] | None:
    """Return the words of a text without its glue; None if one is not understood."""
    at, found = 0, []
    while at < len(text):
        match = result_word_at(side_context, text, at)
        if match is None or match.end() == at:
            return None
        token = token_of_match(side_context, match)
        if token is None:
            return None
        if token.kind != "glue":
            found.append(token)
        at = match.end()
    return found


def token_of_match(side_context: SideContext, match: re.Match[str]) -> ResultToken | None:  # noqa: C901, PLR0911 - one kind of word after the other
    """Return the token of a match of `result_word_at`; None for a colour of no known side."""
    text, kind = match[0], str(match.lastgroup)
    if kind.startswith("k") and kind[1:].isdecimal():
        name = _KINDS[int(kind[1:])]
        return ResultToken(name, reason=REASONS.get(name), text=text)
    if kind.startswith("r") and kind[1:].isdecimal():
        return ResultToken("board", reason=tuple(REACHED)[int(kind[1:])])
    if kind in {"aside", "cause"}:
        return ResultToken("cause" if kind == "cause" else "glue", text=text)
    groups = match.groupdict()
    if named := groups.get("name") or groups.get("side"):
        players = {name.lower(): side for name, side in side_context.players.items()}
        bare = named if named in side_context.players else re.sub(rf"{HONORIFICS}$", "", named)
        side = (
            side_context.side_meant_by(MOVERS.get(named.lower(), named.replace("攻", "手")))
            if "side" in groups
            else players.get(bare.lower(), players.get(named.lower()))
        )
        if side is None or side_context.is_name_of(named, side.other):
            return None
        return ResultToken("side", side.other if groups.get("against") else side, text=named)
    if kind == "mark":
        return ResultToken("win-mark" if text in WINS else "lose-mark" if text in LOSES else "?")
    if match["own"] is not None:
        side = side_context.side_meant_by(match["own"])
        return None if side is None or WEIGHTY.search(text) else ResultToken("side", side, text=match["own"])
    if kind == "plies":
        return ResultToken("count", value=parse_numeral(match["plies"] or match["after"]))
    if kind == "chess":
        return ResultToken("chess", text=text)
    if kind == "board":
        return ResultToken("board", reason=BOARD.get(text) or BOARD[text.lower()])
    if match["score"] is not None:
        return ResultToken("score", value=parse_numeral(match["one"]), two=parse_numeral(match["two"]))
    if match["points"] is not None:
        return ResultToken("points", value=parse_numeral(match["n"] or match["bare"]))
    return ResultToken(kind if kind in {"self", "until"} else "glue")
