"""Spans of remarks: marks, brackets, what stands behind a move or corrects it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from notation.freeform.free_text_risk import (
    CORRECTION,
    DOUBTED,
    FOUL_SAID,
    HIRAGANA,
    SPOKEN_CORRECTION,
    count_move_like_texts,
    free_text_risk,
    move_patterns,
)
from notation.freeform.free_text_spans_and_cost import MAX_SCRAP_CHARACTERS
from notation.freeform.move_and_unit_rewriting import BEATEN
from notation.freeform.move_ink import ink_moves_by_end
from notation.freeform.number_time_and_side_recogniser import CLOCKS
from notation.freeform.spans_line_context_and_sides import LineContext, Span
from notation.freeform.tokens_of_result_words import ON_THE_BOARD, SCORED, WEIGHTY
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Game

_MARKS = kept_pattern(
    r"(?:[!?！？☆★♪◎✓✔✅☑✨🙏👍🔥⭐❗❓‼⁉⩲⩱±∓]|[\U0001F300-\U0001FAFF])+(?:\s*\d{1,3}(?=\s*$))?|\$\d{1,3}|#+(?=\s|$)|\(=\)|=(?=\s*$)|\(?(?:編集済|既読)(?:み)?\)?(?:\s*\d+)?|[+-]\d+(?:\.\d+)(?:/\d+)?"
)
_SIGNED = kept_pattern(
    r"(?:署名|サイン|文責|立会人?|審判員?|書記|記入者?|作成者?)\s*[:/]?\s*[^\d\s]\S*(?:[\s/、]+[^\d\s]\S*){0,2}\s*$"
)
"""Those who have signed, below the moves."""
VARIATION = kept_pattern(
    r"[\s┗└┣├>・*-]{0,12}(?:変化|別案|代案|参考図?|仮に)\s*(?:[A-Za-z]|\d{1,2}|[一二三四イロハ])?\s*[).:、]\s*\S.{0,200}$"
)
"""A line of play that was not played, told in one line."""
_RUNNING_SCORE = kept_pattern(
    r"(?:(?:この時点|ここまで|ここ|現在|これ)で?[、は]?\s?)?(?!1-0(?![0-9])|0-1(?![0-9]))[(\[【]?(?:[白先]手?)?\s?\d{1,3}点?\s?[-:対/、,]\s?(?:[黒後]手?)?\s?\d{1,3}点?[)\]】]?(?:[のでと、]?(?:また)?(?:同点|互角))?(?:です|となる|となった|になった|に(?:追いつ|並)[いん][ただ])?(?=$|[\s、。])"
    r"|(?:[白先]手?|(?:W|White)(?![a-z]))\s?[:=]?\s?\d{1,3}点?\s?[、,/・-]?\s?(?:[黒後]手?|(?:B|Black)(?![a-z]))\s?[:=]?\s?\d{1,3}点?(?=$|[\s、。])"
    r"|(?<=\s)[(\[]?(?:[白黒]|White |Black )\s?\d{1,3}点?[)\]]?$"
)
"""The points of both sides, or of one, behind a move of a Union game."""
_SCORE_SO_FAR = kept_pattern(
    r"(?:score|points) (?:after|at) (?:move|ply|round) \d{1,3} ?[:=]? ?\d{1,3} ?[-:] ?\d{1,3}\.?"
    r"|(?:第?\d{1,3}手(?:目|時点|終了時?)?(?:まで)?|途中)(?:で|の|まで)?(?:得点|点数|スコア)?[はで:、 ]{0,2}(?:白)?\d{1,3}点?(?:[-:対、 ]|黒){1,2}\d{1,3}点?。?",
    re.IGNORECASE,
)
"""The points of both sides in the middle of a game, as a line of its own."""
_BRACKETED = {
    pattern.lstrip("\\")[0]: kept_pattern(pattern)
    for pattern in (
        r"\(((?:[^()]|\([^()]{0,60}\)){1,120})\)", r"【([^【】]{1,80})】", r"「([^「」]{1,120})」", r"『([^『』]{1,120})』",
        r"\{([^{}]{1,160})\}", r"\[([^\[\]]{1,80})\]", r"〈([^〈〉]{1,80})〉", r"<([^<>]{1,80})>", r"《([^《》]{1,80})》", r'"([^"]{1,120})"',
    )
}  # fmt: skip
_BEHIND = kept_pattern(r"(?:←|<-|<=|※|#|//|;|\*|＊|…|‥|--|-(?= )|—|：)\s*(.{1,200})$")
_TAKEN = kept_pattern(r"[×✕x]\s?([^\s、,。]{1,2})(?=[\s、,。]|$)|(?<=\S)[×✕](?=[\s、,。]|$)")
"""The unit that a move has taken, behind it: ×马; or only that it has taken one."""
_LEADING_TO_THE_BEATEN = (
    r"て?[、, ]{0,2}(?:(?:そこに(?:いた|いる)|そこの|相手の|敵の|(?:せん|ご|先|後)手の|[白黒]の?)\s?)?"
)
_STOOD_BEFORE = kept_pattern(
    r"(?:はじめ|初め|最初|当初|もと|元)(?:は|に|、)?\s?[「『][^「」『』]{2,24}[」』]\s?と(?:誤記|書き誤|書き間違|書きまちが|誤って書|書いて|書いた)[^「」『』かも?？]{0,6}[、。]?(?:後で|のちに|すぐ)?(?:直|訂正|修正|改め)[^かも?？「」]{0,6}"
)
"""What is said behind a move of what stood in its place: はじめ「三5→三6C内返」と誤記、直した."""
_STRUCK = kept_pattern(r"~~(.{1,60}?)~~|\(誤\)\s*(.{1,40}?)\s*(?=\(正\))|(?<!\S)[×✕]\s*((?!訂正|修正)\S{2,20})(?=\s)")
_CORRECTING = kept_pattern(
    r"\(正\)\s*|(?:(?:←|<-)?\s?(?:消[すし去](?:ます|た)?|取り?消し?)[。、, ]{0,2})?(?:[×✕]\s?)?(?:→|⇒|->|=>)?\s*(?:訂正|修正|正しくは|正)\s?(?:[:は→⇒]|->|=>)?\s*|(?:[×✕]\s?)?(?:間違い|まちがい|誤り?)\s?(?:→|⇒|->|=>)\s*"
)
_SPOKEN_CORRECTION = kept_pattern(
    rf"[、。,.…\s]{{0,6}}(?:(?:あー?っ?|えー?っ?と?|おっと)[、。,.…\s]{{0,6}}){{0,3}}"
    rf"(?:(?:{SPOKEN_CORRECTION})[、。,.…\s]{{0,6}}){{1,3}}(?=[一二三四五六七八九十1-9a-s])(?!\d{{1,3}}手)"
)
"""What a speaker says between a move and the one that was meant: あごめん違う."""
_CORRECTED = kept_pattern(
    r"\s*(?:の(?:間違い|まちがい|誤り|つもり)|[にへと](?:訂正|修正|変更|直し)|が(?:正しい|正解?)|\((?:書き)?(?:間違い|まちがい|誤記)(?=\)))(?:です|でした|ます|ました|します|しました|した|済み?)?[。.]?\s*[)）」]?\s*"
)
"""What stands behind the move that takes the place of the one before it: 五07-五04弓の間違いです."""
_FIGURE = kept_pattern(r"(?<![\d時:])[1-9一二三四五六七八九](?![\d時分秒回局人年月日手:])")
_MARKED_RIGHT = kept_pattern(r"\s?[○◯〇](?=\s|$)")
"""The sign behind the right one of two moves, behind × at the wrong one."""
_RIGHT_AHEAD = kept_pattern(r"\s?[○◯〇]\s?(?=[^\W_])")
_WAS = kept_pattern(r"\s*(?:でし|だっ)た(?!か|ら|っけ)[。.]?\s*")
_BEFORE_A_CORRECTION = kept_pattern(r"\s*(?:[(「]\s*(?:[^()「」0-9]{1,20}?[、,。:]\s*)?|→|⇒|->|=>|[×✕]\s)\s*")


@lru_cache(maxsize=16)
def _beaten_unit_pattern(game: Game) -> re.Pattern[str]:
    """Return the pattern of a clause behind a move about the unit that it beats: てきばをやっつけた, 、占領を討つ."""
    units = "|".join(map(re.escape, sorted(game.vocabulary.units, key=len, reverse=True)))
    return kept_pattern(rf"{_LEADING_TO_THE_BEATEN}(?:{units}){BEATEN}[。.!]?")


def _match_captured_unit(game: Game, text: str, at: int) -> re.Match[str] | None:
    """Return what stands behind a move about the unit that it takes; None if nothing does."""
    taken = _TAKEN.match(text, at)
    if taken is not None and taken[1] is not None and taken[1] not in game.vocabulary.units:
        taken = None
    return taken or _beaten_unit_pattern(game).match(text, at)


def _names_part_of_move(game: Game, correction: str) -> bool:
    """Return whether a correction names a part of a move: a move, a unit, or a square or one figure of it."""
    signs = move_patterns(game)
    told = CORRECTION.sub("", correction)
    return (
        signs.unit.search(told) is not None or signs.strong.search(told) is not None or _FIGURE.search(told) is not None
    )


def remark_spans(context: LineContext, text: str, at: int, kind_before: str) -> Iterator[Span]:  # noqa: C901 - one kind of remark after the other
    """Yield remarks at a place, and what is struck or corrected."""
    if marks := _MARKS.match(text, at):
        doubt = 3.0 * (
            kind_before in {"end", "word"} and not {"?", "？"}.isdisjoint(marks[0])
        )  # a result that somebody doubts is none
        cost = doubt + (0.1 if kind_before in {"move", "time", "remark"} else 0.5)
        yield Span("remark", at, marks.end(), marks[0].strip(), cost)
    if context.moving and kind_before in {"", "end", "sep"} and (signed := _SIGNED.match(text, at)):
        yield Span("prose", at, signed.end(), cost=0.4 + 4.0 * (WEIGHTY.search(signed[0]) is not None))
    if context.moving and (clocks := CLOCKS.match(text, at)) is not None and not text[clocks.end() :].strip():
        yield Span("remark", at, clocks.end(), clocks[0].strip(), 0.3)
    if context.moving and not text[:at].strip() and (score := _SCORE_SO_FAR.fullmatch(text, at)) is not None:
        yield Span("prose", at, len(text), cost=0.3)
    if context.moving and not text[:at].strip() and VARIATION.match(text, at):
        yield Span("prose", at, len(text), cost=1.0)
    if kind_before == "move" and (taken := _match_captured_unit(context.game, text, at)):
        yield Span("remark", at, taken.end(), taken[0].strip(), 0.1)
    if struck := _STRUCK.match(text, at):
        inside = next(filter(None, struck.groups()))
        yield Span("struck", at, struck.end(), inside, 0.2)
    if (
        kind_before in {"move", "time", "remark", "side-behind"}
        and context.game.counts_points
        and (score := _RUNNING_SCORE.match(text, at))
        and not move_patterns(context.game).unit.match(text[score.end() : score.end() + 8].lstrip())  # 71-53 十外
    ):
        yield Span("remark", at, score.end(), score[0].strip(), 0.35 if ":" in score[0] else 0.25)
    yield from _correction_spans(context, text, at, kind_before)
    if (pattern := _BRACKETED.get(text[at])) and (found := pattern.match(text, at)):
        inside = found[1].strip()
        weighed = "" if kind_before == "move" and _STOOD_BEFORE.fullmatch(inside) else inside
        cost = 0.5 + 0.004 * len(inside) + free_text_risk(context, FOUL_SAID.sub("", weighed))
        cost += count_move_like_texts(context.game, inside) * (HIRAGANA.search(inside) is None)
        cost += 4.0 * (kind_before == "move" and DOUBTED.search(inside) is not None)
        cost += 4.0 * (CORRECTION.search(weighed) is not None and _names_part_of_move(context.game, weighed))
        cost += 4.0 * (kind_before == "end" and ON_THE_BOARD.search(inside) is not None)  # how it was won is no remark
        own = tuple(context.game.vocabulary.suffixes)
        alone = not text[:at].strip() and not text[found.end() :].strip()
        stated = WEIGHTY.search(inside) or SCORED.search(inside)
        cost += 2.0 * (alone and context.moving and stated is not None)
        cost += 3.0 * (kind_before == "move" and len(inside) <= MAX_SCRAP_CHARACTERS and inside.startswith(own))
        cost = 0.5 if context.moving and _SCORE_SO_FAR.fullmatch(inside) else cost  # it is compared with the board
        if inside and not (re.fullmatch(r"[\d\s:/]+", inside)):
            yield Span("remark", at, found.end(), inside if found[0][0] in "([{<" else found[0], cost)
    if kind_before in {"move", "time", "remark", "side-behind", "num-behind"} and (behind := _BEHIND.match(text, at)):
        stop = re.search(r"[.。](?=\s)", behind[1])  # what stands behind its first sentence may be the result
        for part in (behind[1], behind[1][: stop.end()]) if stop else (behind[1],):
            without = FOUL_SAID.sub("", part)  # a remark on a foul may name squares
            told = 2.0 * (WEIGHTY.search(without) is not None) if without != part else free_text_risk(context, part)
            cost = 0.5 + 0.01 * len(part) + told
            yield Span("remark", at, behind.start(1) + len(part), part.strip(), cost)


def _correction_spans(context: LineContext, text: str, at: int, kind_before: str) -> Iterator[Span]:
    """Yield what parts a move from the one that takes its place, and what may stand behind that one."""
    if kind_before == "struck" and (right := _RIGHT_AHEAD.match(text, at)) is not None:
        yield Span("sep", at, right.end(), cost=0.05)
    for pattern in (_CORRECTING, _SPOKEN_CORRECTION) if kind_before in {"move", "struck"} else ():
        if correcting := pattern.match(text, at):
            yield Span("correcting", at, correcting.end(), cost=0.1)
    if kind_before in {"move", "time"} and (begun := _BEFORE_A_CORRECTION.match(text, at)):
        for end in ink_moves_by_end(context.game, text, begun.end()):
            if _CORRECTED.match(text, end) or (begun[0].strip() in {"×", "✕"} and _MARKED_RIGHT.match(text, end)):
                yield Span("correcting", at, begun.end(), cost=0.05)
                break
    if kind_before == "move" and (corrected := _CORRECTED.match(text, at)):
        yield Span("sep", at, corrected.end(), cost=0.05)
    if kind_before == "move" and (right := _MARKED_RIGHT.match(text, at)) and re.search(r"[×✕]\s", text[:at]):
        yield Span("sep", at, right.end(), cost=0.05)
    if kind_before == "move" and (was := _WAS.match(text, at)) and _SPOKEN_CORRECTION.search(text, 0, at):
        yield Span("sep", at, was.end(), cost=0.05)
