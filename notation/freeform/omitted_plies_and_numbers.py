"""Plies, ends of plies and numbers left out: 14と16の間に 15.三05-二04平 を補う; 反 at the head of the next line; 12と13は欠番, no move missing."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.free_text_risk import count_move_like_texts
from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.freeform.move_ink import whole_move_ends
from notation.freeform.word_list_patterns import any_word_pattern
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine

MAX_CHARACTERS = 160
MAX_LINES_ABOVE = 2
"""The most lines above a ply in which the words stand that put it in."""
_FORGOTTEN = (
    r"書き?(?:落と|おと|忘れ|わすれ|洩ら|漏ら|もら)|(?:記入|記載|書き|つけ|付け)(?:漏れ|もれ|洩れ)|抜け(?:て|た|ま)|ぬけ(?:て|た|ま)|抜かし|飛ばし(?:て|た|ま)|とばし(?:て|た|ま)|(?:が|を)?脱落|脱字"
    r"|補(?:う|い|足|記|っ)|追記|追加|挿入|入(?:る|り|れ)|書き?足|間に|(?i:\b(?:forgot(?:ten)?|missing|missed|left out|omitted|insert(?:ed)?|add(?:ed)?|goes? between|belongs? between)\b)"
)
_PUTS_IN = kept_pattern(_FORGOTTEN)
"""Words that say that a ply was left out, or where it belongs."""
_BETWEEN = kept_pattern(
    r"(?<!\d)(?P<one>\d{1,3})(?:手目)?\s?[とー~〜,、-]\s?(?P<two>\d{1,3})(?:手目)?の(?:あいだ|間)"
    r"|(?<!\d)(?P<after>\d{1,3})(?:手目)?の(?:次|つぎ|あと|後|直後)"
    r"|(?<!\d)(?P<before>\d{1,3})(?:手目)?の(?:前|まえ|直前)"
    r"|(?i:\bbetween (?P<first>\d{1,3}) and (?P<second>\d{1,3})\b|\bafter (?:move |ply )?(?P<behind>\d{1,3})\b|\bbefore (?:move |ply )?(?P<ahead>\d{1,3})\b)"
)
"""Where a ply belongs."""
_UNSURE = kept_pattern(
    "かも|だろう|でしょう|らしい|たぶん|多分|おそらく|はず|[?？]|(?i:\\b(?:perhaps|maybe|probably)\\b)"
)
_NUMBER_OF_PLY = kept_pattern(
    r"(?<![\w./,>-])(?<!\d:)[(\[【#第]{0,2}(?P<number>\d{1,3})(?:手目?)?[.)\]】:、・]{0,2}\s{0,3}"
)
_SIDE = kept_pattern(r"(?:(?:先手|後手|[先後白黒])(?:番)?|[▲△☗☖▽])?\s?[:、]?\s{0,2}")


MAX_SUFFIXES = 2
"""The most suffixes of a move."""


class _Ply(NamedTuple):
    """A ply with its number, and where it stands."""

    number: int
    line: int
    start: int
    end: int


def with_plies_put_in(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines with each ply in its place that the record has left out there, and puts in below by words.

    It has to be the only one of its number, and those before and behind it have to stand above; what the words say of its place has
    to be so. The words stand as a comment.
    """
    plies = list(numbered_plies(game, lines)) if any(map(_may_put_in, lines)) else []
    for ply in plies:
        words = _words_that_put_in(lines, ply)
        before, behind = ([one for one in plies if one.number == number] for number in (ply.number - 1, ply.number + 1))
        alone = sum(one.number == ply.number for one in plies) == 1
        if words is None or not alone or len(before) != 1 or len(behind) != 1:
            continue
        if _is_misplaced(lines, ply, before[0], behind[0]) and _names_place(lines, words, ply):
            return with_plies_put_in(game, _moved(lines, ply, behind[0], words))
    return list(lines)


def _may_put_in(clean_line: CleanLine) -> bool:
    text = clean_line.passage.text
    usable = len(text) <= MAX_CHARACTERS and not (clean_line.furniture or clean_line.parts or clean_line.refused)
    return usable and _PUTS_IN.search(text) is not None and _UNSURE.search(text) is None


def numbered_plies(game: Game, lines: Sequence[CleanLine]) -> Iterator[_Ply]:
    """Yield the moves of lines with a number before them."""
    for at, laid in enumerate(lines):
        text = laid.passage.text
        if laid.furniture or laid.parts or laid.refused or len(text) > MAX_CHARACTERS:
            continue
        told = rewrite_in_notation(game, laid.passage)
        known = told.text if len(told.text) == len(text) else text
        places = [found.span() for found in _BETWEEN.finditer(text)]  # in 14と16の間 と is no unit
        end = 0
        for number in _NUMBER_OF_PLY.finditer(text):
            if any(start <= number.start("number") < stop for start, stop in places):
                continue
            start = _SIDE.match(text, number.end())
            ends = whole_move_ends(game, known, number.end() if start is None else start.end())
            if number.start() >= end and ends:
                bracketed = _bracketed_suffix_pattern(game).match(known, max(ends))
                end = max(ends) if bracketed is None else bracketed.end()
                yield _Ply(int(number["number"]), at, number.start(), end)


def _words_that_put_in(lines: Sequence[CleanLine], ply: _Ply) -> tuple[int, ...] | None:
    """Return the indices of the lines whose words put a ply in: its own, or one right above it; None if there are none."""
    own = lines[ply.line]
    apart = own.passage.text[: ply.start] + " " + own.passage.text[ply.end :]
    if _may_put_in(own) and _PUTS_IN.search(apart):
        return (ply.line,)
    above = range(ply.line - 1, max(-1, ply.line - 1 - MAX_LINES_ABOVE), -1)
    at = next((at for at in above if lines[at].passage.text.strip()), None)
    alone = not apart.strip(" *※→-・()")
    said = at is not None and alone and _may_put_in(lines[at]) and _NUMBER_OF_PLY.match(lines[at].passage.text) is None
    return (at, ply.line) if said and at is not None else None


def _is_misplaced(lines: Sequence[CleanLine], ply: _Ply, before: _Ply, behind: _Ply) -> bool:
    """Return whether the plies before and behind one stand one behind the other above it."""
    ordered = (before.line, before.start) < (behind.line, behind.start) < (ply.line, ply.start)
    between = [laid.passage.text for laid in lines[before.line + 1 : behind.line]]
    return ordered and not any(text.strip() and _NUMBER_OF_PLY.match(text) for text in between)


def _names_place(lines: Sequence[CleanLine], words: Sequence[int], ply: _Ply) -> bool:
    """Return whether what words say of the place of a ply is so; words that name none say no more than its number."""
    for at in words:
        for found in _BETWEEN.finditer(lines[at].passage.text):
            named = {key: int(value) for key, value in found.groupdict().items() if value}
            right = {"one": -1, "two": 1, "after": -1, "before": 1, "first": -1, "second": 1, "behind": -1, "ahead": 1}
            if any(number != ply.number + right[key] for key, number in named.items()):
                return False
    return True


def _moved(lines: Sequence[CleanLine], ply: _Ply, behind: _Ply, words: Sequence[int]) -> list[CleanLine]:
    """Return the lines with a ply before the one behind it, and the words about it as comments."""
    found = list(lines)
    own = lines[ply.line]
    for at in words:
        found[at] = lines[at]._replace(raw=None, furniture=True)
    put = own._replace(passage=own.passage.cut(ply.start, ply.end), raw=None)
    rest = [
        own._replace(passage=part, raw=None, furniture=True)
        for part in (own.passage.cut(0, ply.start), own.passage.cut(ply.end))
        if any(map(str.isalnum, part.text))
    ]
    found[ply.line : ply.line + 1] = rest
    there = lines[behind.line]
    above, below = there.passage.cut(0, behind.start), there.passage.cut(behind.start)
    parted = [] if not above.text else [there._replace(passage=above, raw=None)]
    kept = there if not above.text else there._replace(passage=below, raw=None)
    return [*found[: behind.line], *parted, put, kept, *found[behind.line + 1 :]]


def with_fallen_suffixes(game: Game, lines: Sequence[CleanLine]) -> list[CleanLine]:
    """Return the lines; suffixes at the head of one, before its ply number, stand behind the move of the ply before it."""
    found = list(lines)
    for at, below in enumerate(lines):
        fallen = _fallen_suffix_pattern(game).match(below.passage.text[:MAX_CHARACTERS])
        above = next((index for index in range(at - 1, -1, -1) if lines[index].passage.text.strip()), None)
        if fallen is None or above is None:
            continue
        rest = below._replace(passage=below.passage.cut(fallen.end()), raw=None)
        whole = found[above]._replace(
            passage=found[above].passage.cut(0).joined(below.passage.part(*fallen.span("suffixes"))), raw=None
        )
        before, behind = list(numbered_plies(game, [whole])), list(numbered_plies(game, [rest]))
        follows = before and behind and not behind[0].start and before[-1].number + 1 == behind[0].number
        if follows and before[-1].end == len(whole.passage.text):
            found[above], found[at] = whole, rest
    return found


@lru_cache(maxsize=16)
def _bracketed_suffix_pattern(game: Game) -> re.Pattern[str]:
    """Return the pattern of suffixes in brackets behind a move: 一05-二05C外（合）."""
    words = any_word_pattern(game.vocabulary.suffixes)
    return kept_pattern(rf"\s?[(（](?:{words}){{1,{MAX_SUFFIXES}}}[)）]")


@lru_cache(maxsize=16)
def _fallen_suffix_pattern(game: Game) -> re.Pattern[str]:
    """Return the pattern of suffixes before a ply number."""
    words = any_word_pattern(game.vocabulary.suffixes)
    return kept_pattern(rf"\s*(?P<suffixes>(?:{words}){{1,{MAX_SUFFIXES}}})\s?(?=\d{{1,3}}\D)")


_MISSING = r"(?:抜け|ぬけ|抜か|ぬか|飛び|とび|飛ん|とん|飛ば|とば|欠け|かけ|漏れ|もれ|落ち|落と)"
_NOT = r"(?:たの|たわけ)?[しさ]?(?:[てでれ]?[はも]?|じゃ)い?(?:ない|な[くし]|ません|おりません|おらず|ず|ぬ)"
_WHOLE = kept_pattern(
    rf"(?:手|着手|指し手|棋譜)(?:自体|そのもの)?[はのがも]?{_MISSING}{_NOT}|{_MISSING}た手[はがも]な(?:い|し)|欠番|(?:番号|数字)(?:だけ|のみ)|ただけ|実際|(?:手|着手|指し手)は(?:連続|続い|つなが)"
    r"|(?i:\bno (?:moves?|ply|plies) (?:(?:is|are|was|were|has been|have been|got) )?(?:missing|lost|left out|skipped|omitted)|\bnothing (?:is|was) (?:missing|lost|left out)|\bnumber(?:s|ing)? only\b|\bonly the number)"
)
"""Words by which the moves are whole, and only a number was left out."""
_TWICE = kept_pattern(
    r"(?<!\d)(?P<number>\d{1,3})(?:番|手目)?(?:の番号|の数字)?[がはを]、?(?:[二2](?:つ|回|度|か所|箇所)|だぶ|ダブ|重複|重な)"
)
"""A number that two plies have."""
_SLIP = kept_pattern(
    r"番号[のをがは、](?:書き|付け|つけ|振り|記入)?(?:間違|まちが|誤|違|ちが|ミス|ずれ|重複)|(?:手|着手|指し手)(?:は|も)[^。]{0,8}合って"
)
"""Words by which only a number is wrong."""
_SIGNED = kept_pattern(r"[。\s]\s?[^\W\d_]{1,6}\s?[)）]?\s*$")
"""The name of whoever has written a remark behind it."""
_LOST = kept_pattern(
    rf"(?:手|着手|指し手)[がを]{_MISSING}(?!{_NOT})|(?i:\b(?:moves?|ply|plies) (?P<ply>\d{{1,3}}) (?:is|are|was|were|got) (?:lost|forgotten|missing|left out)\b)"
)
"""Words by which a move may be missing too."""
_COUNT = kept_pattern(
    r"(?:実際|本当|正しく|全部|合計|総?手数)(?:の手数|に)?[はで、:]{0,2}(?:全部で)?(?P<count>\d{1,3})手|(?:^|[。、]|手は)\s?(?P<bare>\d{1,3})手(?:で|です|だ|[。)）]|$)|(?i:\b(?P<plies>\d{1,3}) (?:moves|plies) (?:in all|in total|really|were played))"
)
_WORDS = kept_pattern(
    r"\d{1,3}|[ぁ-んー]|番号?|手目?|数字?|通し|次|後|前|間|抜|飛|欠番?|漏|落|書|付|振|記入|用紙|記録|棋譜|行|紙|欄|段|違|誤|単|指|着手|自体|実際|本当|正|総|全部?|合って|[二2](?:つ|回|度)|重複|合計|連続|続|注|※"
    r"|(?i:\b(?:numbers?|numbering|numbered|no|moves?|ply|plies|jump(?:s|ed)?|skip(?:s|ped)?|from|to|and|is|are|was|were|has|have|been|missing|nothing|not|none|only|just|the|an?|i|we|he|she|by|mistake|slip|my|row|line|sheet|wrong(?:ly)?|wrote|written|after|then|comes?|left|out|lost|really|actual(?:ly)?|in|all|total|there|of|on|played|but|so|note)\b)|[^\w]"
)
"""The words of such a remark; one with any other word is none."""
_NOT_MADE = kept_pattern(
    r"\s*(?P<number>\d{1,3})\s?(?:手目?)?[.):]?\s+(?:(?P<side>[先後]手?|白|黒)番?\s+)?"
    r"[(「]?\s?(?:着手(?:なし|無し|せず|できず|しないまま)|指し手(?:なし|無し)|指さず|未着手|(?i:no move(?: made)?))[^()「」\d]{0,8}(?:\d{1,2}:\d\d)?[^()「」\d]{0,8}[)」]?\s*"
)
"""The row of the ply that was due and was not made: 32 黒（着手なし・時計 0:00）."""
_NUMBERED = kept_pattern(r"\s*(\d{1,3})(?!\d)")


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
