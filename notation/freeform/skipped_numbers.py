"""Remarks that a number was skipped or written twice and no move is missing (12と13は欠番), compared with the numbers of the plies."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from notation.freeform.free_text_risk import count_move_like_texts
from notation.freeform.plies_put_in import numbered_plies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine

MAX_CHARACTERS = 120
_MISSING = r"(?:抜け|ぬけ|抜か|ぬか|飛び|とび|飛ん|とん|飛ば|とば|欠け|かけ|漏れ|もれ|落ち|落と)"
_NOT = r"(?:たの|たわけ)?[しさ]?(?:[てでれ]?[はも]?|じゃ)い?(?:ない|な[くし]|ません|おりません|おらず|ず|ぬ)"
_WHOLE = re.compile(
    rf"(?:手|着手|指し手|棋譜)(?:自体|そのもの)?[はのがも]?{_MISSING}{_NOT}|{_MISSING}た手[はがも]な(?:い|し)|欠番|(?:番号|数字)(?:だけ|のみ)|ただけ|実際|(?:手|着手|指し手)は(?:連続|続い|つなが)"
    r"|(?i:\bno (?:moves?|ply|plies) (?:(?:is|are|was|were|has been|have been|got) )?(?:missing|lost|left out|skipped|omitted)|\bnothing (?:is|was) (?:missing|lost|left out)|\bnumber(?:s|ing)? only\b|\bonly the number)"
)
"""Words by which the moves are whole, and only a number was left out."""
_TWICE = re.compile(
    r"(?<!\d)(?P<number>\d{1,3})(?:番|手目)?(?:の番号|の数字)?[がはを]、?(?:[二2](?:つ|回|度|か所|箇所)|だぶ|ダブ|重複|重な)"
)
"""A number that two plies have."""
_SLIP = re.compile(
    r"番号[のをがは、](?:書き|付け|つけ|振り|記入)?(?:間違|まちが|誤|違|ちが|ミス|ずれ|重複)|(?:手|着手|指し手)(?:は|も)[^。]{0,8}合って"
)
"""Words by which only a number is wrong."""
_SIGNED = re.compile(r"[。\s]\s?[^\W\d_]{1,6}\s?[)）]?\s*$")
"""The name of whoever has written a remark behind it."""
_LOST = re.compile(
    rf"(?:手|着手|指し手)[がを]{_MISSING}(?!{_NOT})|(?i:\b(?:moves?|ply|plies) (?P<ply>\d{{1,3}}) (?:is|are|was|were|got) (?:lost|forgotten|missing|left out)\b)"
)
"""Words by which a move may be missing too."""
_COUNT = re.compile(
    r"(?:実際|本当|正しく|全部|合計|総?手数)(?:の手数|に)?[はで、:]{0,2}(?:全部で)?(?P<count>\d{1,3})手|(?:^|[。、]|手は)\s?(?P<bare>\d{1,3})手(?:で|です|だ|[。)）]|$)|(?i:\b(?P<plies>\d{1,3}) (?:moves|plies) (?:in all|in total|really|were played))"
)
_UNSURE = re.compile("かも|はず|らしい|たぶん|だろう|でしょう|おそらく|[?？]")
_WORDS = re.compile(
    r"\d{1,3}|[ぁ-んー]|番号?|手目?|数字?|通し|次|後|前|間|抜|飛|欠番?|漏|落|書|付|振|記入|用紙|記録|棋譜|行|紙|欄|段|違|誤|単|指|着手|自体|実際|本当|正|総|全部?|合って|[二2](?:つ|回|度)|重複|合計|連続|続|注|※"
    r"|(?i:\b(?:numbers?|numbering|numbered|no|moves?|ply|plies|jump(?:s|ed)?|skip(?:s|ped)?|from|to|and|is|are|was|were|has|have|been|missing|nothing|not|none|only|just|the|an?|i|we|he|she|by|mistake|slip|my|row|line|sheet|wrong(?:ly)?|wrote|written|after|then|comes?|left|out|lost|really|actual(?:ly)?|in|all|total|there|of|on|played|but|so|note)\b)|[^\w]"
)
"""The words of such a remark; one with any other word is none."""
_NOT_MADE = re.compile(
    r"\s*(?P<number>\d{1,3})\s?(?:手目?)?[.):]?\s+(?:(?P<side>[先後]手?|白|黒)番?\s+)?"
    r"[(「]?\s?(?:着手(?:なし|無し|せず|できず|しないまま)|指し手(?:なし|無し)|指さず|未着手|(?i:no move(?: made)?))[^()「」\d]{0,8}(?:\d{1,2}:\d\d)?[^()「」\d]{0,8}[)」]?\s*"
)
"""The row of the ply that was due and was not made: 32 黒（着手なし・時計 0:00）."""
_NUMBERED = re.compile(r"\s*(\d{1,3})(?!\d)")


def _row_not_made(clean_line: CleanLine) -> re.Match[str] | None:
    """Return the row of a ply that was not made, matched; None for any other line."""
    text = clean_line.passage.text
    return _NOT_MADE.fullmatch(text) if len(text) <= MAX_CHARACTERS else None


def _index_and_number_of_last_ply(game: Game, lines: Sequence[CleanLine]) -> tuple[int, int]:
    """Return the index and the number of the last numbered line with a move; (-1, 0) without one."""
    for at in range(len(lines) - 1, -1, -1):
        text = lines[at].passage.text
        numbered = _NUMBERED.match(text)
        if numbered is not None and count_move_like_texts(game, text[numbered.end() :]) > 0:
            return at, int(numbered[1])
    return -1, 0


def _is_due(row: re.Match[str], ply: int) -> bool:
    """Return whether a row that was not made is that of a ply, and of its side if it names one."""
    second = row["side"] is not None and row["side"][0] in "後黒"
    return int(row["number"]) == ply and (row["side"] is None or second is (ply % 2 == 0))


def with_skipped_numbers(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines; a remark by which numbers that the record lacks were skipped is a comment.

    One by which a move of them is missing is refused.
    """
    found = list(lines)
    numbers: list[int] | None = None
    last: tuple[int, int] | None = None
    for at, laid in enumerate(lines):
        text = laid.passage.text
        lost = _LOST.search(text[:MAX_CHARACTERS])
        if laid.furniture or laid.parts or laid.refused:
            continue
        if (row := _row_not_made(laid)) is not None:
            last = last or _index_and_number_of_last_ply(game, lines)
            if last[0] in range(at) and _is_due(row, last[1] + 1):
                found[at] = laid._replace(raw=None, furniture=True)
        if not (_is_remark(text) or (lost and lost["ply"])):
            continue
        if numbers is None:
            numbers = [one.number for one in numbered_plies(game, lines)]
        if lost and lost["ply"]:
            found[at] = laid._replace(refused=int(lost["ply"]) not in numbers)
        elif _fits(text, numbers):
            found[at] = laid._replace(raw=None, furniture=True)
    return found


def _is_remark(text: str) -> bool:
    """Return whether a text says that a number was skipped or written twice, that no move is missing, and nothing else."""
    twice = _TWICE.search(text) is not None and _SLIP.search(text) is not None
    says = (twice or _WHOLE.search(text) is not None) and not (_LOST.search(text) or _UNSURE.search(text))
    if len(text) > MAX_CHARACTERS or not says or not re.search(r"\d", text):
        return False
    signed = _SIGNED.search(text) if twice else None
    at, end = 0, len(text) if signed is None else signed.start() + 1
    while at < end:
        word = _WORDS.match(text, at)
        if word is None:
            return False
        at = word.end()
    return True


def _fits(text: str, numbers: Sequence[int]) -> bool:
    """Return whether the numbers of a remark are those that a record lacks, those beside them, and the count of its plies."""
    if (twice := _TWICE.search(text)) is not None:
        return _fits_twice(text, numbers, int(twice["number"]))
    gaps = [range(one + 1, two) for one, two in pairwise(numbers) if one + 1 < two]
    counts = [int(one["count"] or one["bare"] or one["plies"]) for one in _COUNT.finditer(text)]
    told = {int(one) for one in re.findall(r"\d{1,3}", _COUNT.sub("", text))}
    lacking = [gap for gap in gaps if told & {gap.start - 1, gap.stop, *gap}]
    beside = {number for gap in lacking for number in (gap.start - 1, gap.stop, *gap)}
    named = all({*gap} <= told or {gap.start - 1, gap.stop} <= told for gap in lacking)
    return bool(lacking) and named and told <= beside and all(count == len(numbers) for count in counts)


def _fits_twice(text: str, numbers: Sequence[int], number: int) -> bool:
    """Return whether a number is the only one that two plies have, one behind the other, and the count is that of the plies."""
    again = [one for one, two in pairwise(numbers) if one == two]
    told = {int(one) for one in re.findall(r"\d{1,3}", _COUNT.sub("", text))}
    counts = [int(one["count"] or one["bare"] or one["plies"]) for one in _COUNT.finditer(text)]
    return (
        again == [number]
        and number in told
        and told <= {number - 1, number, number + 1}
        and all(count == len(numbers) for count in counts)
    )
