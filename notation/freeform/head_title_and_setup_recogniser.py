"""Spans of heads, titles and set-ups, and what they cost."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kifu.core.outcome import PLAYERS, SIDE_MARKS
from notation.formats.kif_head_reader import FIELD_BEHIND_A_NAME, MATCH_SCORE, RESULT_KEYS, SCORE, SWALLOWED
from notation.freeform.fold_text import REMARK_KEYS
from notation.freeform.free_text_risk import count_move_like_texts, free_text_risk, move_patterns
from notation.freeform.head_lines_in_other_words import (
    KEYED,
    KEYS,
    KEYS_IN_OTHER_WORDS,
    OTHER_KEY,
    SCORE_IN_BRACKETS,
    SIGNS_OF_A_FIELD,
    known_keys,
    only_game_named,
    read_head,
)
from notation.freeform.players_of_head_lines import names_one_side
from notation.freeform.results_in_texts_and_beside_players import read_result
from notation.freeform.setup_in_words import does_name_tell_units, may_setup_end_at, read_setup, side_before
from notation.freeform.spans_line_context_and_sides import LineContext, Span
from notation.freeform.tokens_of_result_words import SCORED, WEIGHTY, may_tell_an_end
from notation.freeform.undecided_results import may_be_of_either_side
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Game

MAX_KEY_CHARACTERS = 12
MAX_UNITS_OF_A_MOVE = 2
"""The most units of a text that names a side, and may be its move."""
FIELD_WITHIN_A_NAME = 3.0
"""What it costs besides that a player's name has another field behind it: 山田・主催：町内会."""
NAMED_LATE = 1.5
"""What it costs besides to name a player without a colon when the moves have begun: 黒は…"""
_KEY_IN_LATIN = kept_pattern(r"(?:[Ss]ente|[Gg]ote|[Ff]irst|[Ss]econd|(?<![A-Za-z])(?:B|[Bb]lack))\s*[:=]")
_BOTH_SIDES = (("先手", "後手"), ("先番", "後番"), ("ente", "ote"), ("irst", "econd"), ("白は", "黒は"))
"""The words for both sides, without their capitals."""
SIDE_IN_BRACKETS = kept_pattern(r"(?:(?<=[^\s(])|(?<=[^\s(] ))\((?:(?:[先後]手?|[白黒])番?|sente|gote|first|second)\)")
"""The side of a player behind the name: 山田(先)."""
_NOT_SET_EQUAL = r"(?!\s*[:=])"
_BLANK_FIELD = kept_pattern(rf"[\s、。，,/|]*(?:$|(?:{KEYS})\s*[:=：])")
"""What may stand behind a field that is not filled in."""
_KEY_INSIDE = kept_pattern(
    rf"(?<=[\s、,;・|])(?:(?:{KEYS}|[▲△☗☖]|(?:白|黒|しろ|くろ)番?(?=[\s:=]))\s*(?=\S)|[^\W\d_]{{1,8}}:(?=[^\s/]))|(?<=\w)(?:{KEYS})\s*[:=]"
)
"""A key within a value: a known one with or without a colon, any other with one."""
_SIDE_BEHIND_A_NAME = kept_pattern(
    r"\s(?:shiro|kuro|white|black|sente|gote|first|second|先手|後手|[白黒])$", re.IGNORECASE
)
"""The word for the other side at the end of a name: what stands behind it belongs to it. White: Marta    black|: Ann."""
_TWO_NUMBERS = kept_pattern(r"\d{1,3}点?\s?[-:/対]\s?\d{1,3}点?[.。]?")
"""Points that name nobody, although the word for a side and a colon stand before them: White-Black: 16-18."""
_NAMES_OF_COLUMNS = frozenset({"手数", "手番", "指し手", "指手", "先手", "後手", "時間", "消費時間"})
"""Names of columns that are no names of players."""
_OF_A_SENTENCE = kept_pattern("^(?:先手|後手)：[のがはにもと]")


def setup_spans(context: LineContext, text: str, at: int, end: int) -> Iterator[Span]:
    """Yield the text as what is said of the start."""
    game, around = context.game, context.around
    if not may_setup_end_at(game, text, end):
        return
    names = tuple((name, side) for name, side in around.players.items() if name in text)
    owner = side_before(text[:at], names) if text[:at].strip() else context.owner
    told = read_setup(game, text[at:end], names, around.order, owner)
    unowned = owner is None and None not in (told.stands if told is not None else ())
    if told is not None and not (unowned and text[:at].rstrip()[-1:].isalnum() and text[:at].isascii()):
        few = 1.5 * (bool(around.order or names) and 0 < len(told.units) <= MAX_UNITS_OF_A_MOVE)
        yield Span("setup", at, end, told, 0.3 + 0.004 * (end - at) + few)


def title_spans(context: LineContext, text: str, at: int, end: int) -> Iterator[Span]:
    """Yield the text as the title that names the game."""
    part = text[at:end]
    if context.titled and (named := only_game_named(part)) is not None and named.id == context.game.id:
        cost = 0.3 + 0.01 * len(part) + free_text_risk(context, part, kana=False) + _cost_of_named_players(part)
        yield Span("title", at, end, part, cost)


def _cost_of_named_players(part: str) -> float:
    """Return what it costs to take a text for a title although it names both players."""
    return 1.5 * (
        any(one in part and two in part for one, two in _BOTH_SIDES)
        or _KEY_IN_LATIN.search(part) is not None
        or names_one_side(part)
        or len(re.findall(SIDE_IN_BRACKETS.pattern + _NOT_SET_EQUAL, part)) > 1
    )


def head_spans(  # noqa: C901 - one kind of head after the other
    context: LineContext, text: str, at: int, end: int
) -> Iterator[Span]:
    """Yield the text as a field of the head, or as several."""
    part = SCORE_IN_BRACKETS.sub(r"\1", text[at:end].strip())
    key, colon, value = part.partition(":")
    blank = not value.strip() and _BLANK_FIELD.match(text, end) is not None
    if colon and not context.moving and blank and key.strip() in known_keys(context.game) - {"備考", *SIDE_MARKS}:
        yield Span("head", at, end, (f"{key.strip()}：",), 0.1 if end == len(text) else 0.5)
        return
    lines = read_head(part, context.game)
    if lines is None:
        if not context.moving and _is_value_alone(context.game, part):
            yield Span("prose", at, end, 0.0, 0.3)
        if (
            colon
            and value.strip()
            and 0 < len(key.strip()) <= MAX_KEY_CHARACTERS
            and not context.moving
            and not any(map(str.isdigit, key))
            and key.count("(") == key.count(")")
            and not (at and key.lstrip()[0] in "、。，,;/|・")
            and move_patterns(context.game).strong.match(value.strip()) is None  # 先:黒F外五4
        ):
            yield Span(
                "head",
                at,
                end,
                (f"{key.strip()}：{value.strip()}",),
                1.0 + 0.012 * len(value) + free_text_risk(context, value, kana=False) + _bare_keys(value),
            )
        return
    if not "".join(line.partition("：")[2] for line in lines).strip("()[]{}「」【】、。,.:;・/| "):
        return
    if (not colon and _names_nobody(context, part, lines)) or _is_move_in_name(context, part, lines[0]):
        return
    free = len(lines) == 1 and lines[0].partition("：")[0] in REMARK_KEYS
    if free and _BLANK_FIELD.match(text, end) is None and not _does_result_follow(context, text, end):
        return  # a remark goes on to the end of its line, or to the next statement
    found = KEYED.match(part) if len(lines) == 1 else None
    written = part[found.start(2) :] if found else part
    if lines[0].startswith("棋種："):
        name = lines[0].partition("：")[2]
        cost = 0.1 + 0.05 * max(0, len(written) - len(name) - 3)
    else:
        cost = 0.1 if colon else 0.3 if len(lines) > 1 else 0.5
        cost += 0.5 * (lines[0].partition("：")[0] in RESULT_KEYS)
    if context.moving:
        of_a_player = lines[0].partition("：")[0] in PLAYERS
        cost += count_move_like_texts(context.game, written) + NAMED_LATE * (not colon and of_a_player)
        cost += NAMED_LATE * (of_a_player and WEIGHTY.search(written) is not None)  # 後手：鈴木　投げます
    cost += _cost_of_name(context, part, lines)
    cost += end < len(text) and lines[0].startswith(PLAYERS) and _SIDE_BEHIND_A_NAME.search(lines[-1]) is not None
    if len(lines) > 1 and not colon:
        cost += 2.5 * count_move_like_texts(context.game, written)
    understood = lines[0].partition("：")[0] in RESULT_KEYS and read_result(context.around, written) is not None
    if len(lines) == 1 and (not understood or may_be_of_either_side(context, text, at, end)):
        cost += free_text_risk(context, written, kana=False) + _bare_keys(written)
    yield Span("head", at, end, lines, cost + 0.012 * len(written))


def _is_value_alone(game: Game, text: str) -> bool:
    """Return whether a text is the value of a required line of the head, without its key: 碁盤13路; a sentence tells it."""
    return any(re.sub("(?:です|でした)?。?$", "", text) in values for values in game.head_values.values())


def _cost_of_name(context: LineContext, part: str, lines: tuple[str, ...]) -> float:
    """Return what it costs besides to take a text for a player's name, or a place, although it holds something else."""
    key, _, value = lines[0].partition("：")
    if key == "場所":
        return FIELD_WITHIN_A_NAME * (SWALLOWED.search(value) is not None)
    if key not in PLAYERS:
        return 0.0
    units = 2.0 * does_name_tell_units(context.game, part)  # 先手: 8段目に左から 城 騎 僧 … names nobody
    return units + FIELD_WITHIN_A_NAME * (len(lines) == 1 and FIELD_BEHIND_A_NAME.search(value) is not None)


def may_have_a_head(context: LineContext, text: str) -> bool:
    """Return whether a part of a line may be a field of the head: without a key, a player, a date or a place none is."""
    return (":" in text and not context.moving) or _signs_of_heads(context.game).search(text) is not None


@lru_cache(maxsize=16)
def _signs_of_heads(game: Game) -> re.Pattern[str]:
    """Return the pattern of what some part of each field has in it."""
    words = known_keys(game) | KEYS_IN_OTHER_WORDS | frozenset(game.vocabulary.keys)
    keys = "|".join(map(re.escape, sorted(sorted(words), key=len, reverse=True)))
    return kept_pattern(rf"{keys}|{SIGNS_OF_A_FIELD}", re.IGNORECASE)


def _names_nobody(context: LineContext, part: str, lines: tuple[str, ...]) -> bool:
    """Return whether what looks like a player is none: 先手の勝ち, 先手 28目、後手 32目で後手の勝ち, 先手 手数 後手."""
    key = lines[0].partition("：")[0]
    told = context.moving and key in PLAYERS and WEIGHTY.search(part) is not None
    words = lines[0].partition("：")[2].split()
    told = told or (key in PLAYERS and (not _NAMES_OF_COLUMNS.isdisjoint(words) or all(map(str.isdecimal, words))))
    return told or key in SIDE_MARKS or (len(lines) == 1 and _OF_A_SENTENCE.search(lines[0]) is not None)


def _is_move_in_name(context: LineContext, part: str, line: str) -> bool:
    """Return whether a move or points stand in a player's place, 後手：一04白A内, or another statement behind a game or a result.

    Words in the place of points tell how these are counted: 得点は電卓で計算した.
    """
    key, _, value = line.partition("：")
    if key in {SCORE, MATCH_SCORE}:
        return not any(map(str.isdigit, value))
    if key in RESULT_KEYS and OTHER_KEY.search(value):
        return True  # 結果：先手の勝ち。得点：先手3 後手5
    if key == "棋種":
        rest = part.replace(value, "", 1)
        return count_move_like_texts(context.game, rest) >= 1 or SCORED.search(rest) is not None
    moved = move_patterns(context.game).strong.match(value.strip()) is not None
    return key in PLAYERS and (moved or _TWO_NUMBERS.fullmatch(value) is not None)


def _does_result_follow(context: LineContext, text: str, end: int) -> bool:
    """Return whether a result stands behind a separator at `end`, up to the end of the line."""
    rest = text[end:].strip(" \t\u3000、。，,/|;・")
    if rest == text[end:] or not may_tell_an_end(rest):
        return False
    result = read_result(context.around, rest, alone=True)
    return result is not None and (result.winner is not None or result.count is not None)


def _bare_keys(value: str) -> float:
    return 1.5 * len(_KEY_INSIDE.findall(value))
