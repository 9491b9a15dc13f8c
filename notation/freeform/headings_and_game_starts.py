"""Headings of games and of their parts, and the games of a text that begin anew: below a heading, or with the numbers at 1 again."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from notation.formats.kif_head_reader import GAME
from notation.formats.kif_play_reader import NOT_PLAYED
from notation.freeform.corrected_plies import with_restated_plies_as_comments
from notation.freeform.free_text_risk import count_move_like_texts
from notation.freeform.head_lines_in_other_words import only_game_named, read_head
from notation.freeform.lines_in_order_of_play import leading_ply_number
from notation.freeform.number_time_and_side_recogniser import leading_ply_numbers_and_ends
from notation.freeform.tokens_of_result_words import REOPENED, WEIGHTY, may_tell_an_end
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import KANJI

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine


MAX_HEADING_CHARACTERS = 100
MAX_LEAD_CHARACTERS = 30
"""The most characters of the words before a heading on its line: 春の大会 第1局."""
MAX_NOTE_CHARACTERS = 24
_NUMERAL = rf"(?:\d{{1,3}}|[{KANJI}十]{{1,3}}|[壱弐参]|[①-⑳Ⅰ-Ⅻ]|(?<![A-Za-z])[A-H](?![A-Za-z]))"
_GAMES = (
    "対?局|番(?!手|地)|番?勝負|回?戦|試合|ゲーム|マッチ|セット|本(?=目)|面|卓|台|組|きょく|しあい|かいせん|つ(?=目|め)"
)
_PARTS = "譜|章|部|節|回|幕|場|図|日|ページ|頁|枚|通|信|便|シート|用紙|編|段階|期|号|ラウンド|クォーター|ピリオド"
_PARTED = "記録用紙|用紙|棋譜|記録|シート|対?局|ゲーム|試合|ラウンド|ページ|卓|表|その|パート"
_STAGES = "予選|本選|本|準々?決勝|決勝|三位決定|優勝決定|敗者復活|最終|開幕|初|緒|次|再|前座|大将|副将|中堅|次鋒|先鋒|主将|[三四五六七]将|リベンジ"
_TIMES = r"早?朝|昼|夕方?|夜|晩|午前|午後|前半|後半|今日|本日|昨日|前日|翌日|翌朝|初日|最終日|[月火水木金土日]曜日?|(?:\d{1,2}|[一二三四五六七八九十]{1,2})月(?:(?:\d{1,2}|[一二三四五六七八九十]{1,3})日)?"
_KINDS = [
    rf"第 ?{_NUMERAL} ?(?:{_GAMES}|{_PARTS})(?:目|め)?",
    rf"{_NUMERAL} ?(?:{_GAMES}|{_PARTS})(?:目|め)?",
    rf"(?:{_PARTED}) ?(?:の|その)? ?{_NUMERAL}(?!手)",
    r"(?:[Gg]ame|GAME|[Mm]atch|[Rr]ound|[Pp]art|[Pp]age|[Ss]heet|[Nn][oO][.:]?|#) ?[.#]? ?\d{1,3}(?!\d)",
    rf"(?:{_STAGES})(?:戦|局|試合)(?:第? ?{_NUMERAL} ?(?:{_GAMES}))?",
    rf"(?:準々?)?決勝(?:第? ?{_NUMERAL} ?(?:{_GAMES}))?",
    rf"(?:{_TIMES})の(?:対?局|一局|部|ゲーム|勝負|試合|戦|分)",
    r"本番|練習|指し直し(?:局|の一局)?|再対局|プレーオフ|番外(?:編|戦)?|おまけ(?:の一局)?|(?:もう|次の|あとの|最後の|別の)(?:一|1)?(?:局|番|戦|試合|ゲーム)",
    r"[前中後上下続完]編|(?:配置|移動|序盤|中盤|終盤|前半|後半|布石|開始|完結)(?:編|の部|戦|篇)",
]
_MARKS = r"[^\w\s+-]{0,6} ?"
HEADING = kept_pattern(
    rf"{_MARKS}(?:{'|'.join(_KINDS)})(?!(?!終了|開始|再開|の?続き|の?つづき|は)\w|\s?[-~〜]\s?\d)[^\w\s(]{{0,6}}"
)
"""What a heading begins with: 【第一局】, その二, Game 2, 準決勝第1試合, 夜の対局, 大将戦."""
_COUNTED = kept_pattern(rf"{_MARKS}{_NUMERAL}[^\w\s]{{0,6}}")
"""A number that is all of a line: 壱, (2), ②."""
_IN_BRACKETS = kept_pattern(r"[(\[【](?:\d{1,2}|[一二三四五六七八九十]{1,2})[)\]】](?= ?\S)")
SEPARATOR = kept_pattern(r"\s*([^\w\s])(?:\s?\1){2,}\s*|\s*[-=~*＊─━―◇◆○●☆★]{3,}\s*")
"""A line of one sign again and again: ＊＊＊＊＊, -----."""
_GOES_ON = r"(?:の?(?:つづき|続き)|承前|前(?:ページ|回)(?:から|より|の続き)|裏面?|表面?|続|continued|contd?\.?|(?:\d{1,2} ?/ ?\d{1,2}))"
_NOTE = rf"\([^()]{{1,{MAX_NOTE_CHARACTERS}}}\)|※.{{1,{MAX_NOTE_CHARACTERS}}}|(?:終了|開始|再開)(?:時点?)?|{_GOES_ON}|から|[^\w\s()]"
_NOTES = kept_pattern(rf"[)\]】]?(?:\s?(?:{_NOTE}))*\s*")
_GOES_ON_ALONE = kept_pattern(rf"(?:[\s(\[【-]*{_GOES_ON}[\s)\]】-]*)+")
WHEN = kept_pattern(
    r"[^\w]{0,3}(?:(?:午前|午後|AM|PM)?\s?\d{1,2}(?::\d{2}|時(?:半|\d{1,2}分)?|[/月]\d{1,2}日?)(?:\s?(?:~|〜|-|より|から|開始|開始分|頃|ごろ))?[\s()月火水木金土日曜]{0,6}){1,4}[^\w]{0,3}"
)
"""When a game was played, behind its heading: 9:30〜."""
_OF_A_SIDE = kept_pattern("先手|後手|[先後]番|[▲△☗☖]|白|黒")


def find_heading(text: str) -> tuple[int, int] | None:
    """Return where a heading stands in a line: at its beginning, or behind words that lead to it; None for any other line."""
    if len(text) > MAX_HEADING_CHARACTERS and HEADING.match(text) is None:
        return None
    starts = [0, *(one.end() for one in re.finditer(r"[\s、:]+", text[:MAX_LEAD_CHARACTERS]))]
    found = next((one for at in starts if (one := HEADING.match(text, at)) is not None), None)
    if found is not None:
        return found.start(), found.end()
    alone = _COUNTED.fullmatch(text.strip()) or _IN_BRACKETS.match(text)
    return (alone.start(), alone.end()) if alone is not None else None


def is_heading_of_a_part(text: str, name: str) -> bool:
    """Return whether a line is no more than the heading of a part of one game, or names it again on the next page.

    `name` is that of the game.
    """
    if len(text) > MAX_HEADING_CHARACTERS:
        return False
    rest = text.strip().removeprefix(name)
    if rest != text.strip() and _GOES_ON_ALONE.fullmatch(rest) is not None:
        return True
    heading = HEADING.match(rest.lstrip(" ([【"))
    if heading is None:
        return False
    rest = rest.lstrip(" ([【")[heading.end() :]
    return _NOTES.fullmatch(rest) is not None and WEIGHTY.search(rest) is None and _OF_A_SIDE.search(rest) is None


MIN_MOVES = 2
"""The fewest moves of each game."""
MAX_GAP_LINES = 30
"""The most lines between the last move of a game and the first of the next."""
MAX_TEXT_CHARACTERS = 80
"""The most characters of a line between two games that tells something about them."""


class GameSection(NamedTuple):
    """The lines of one game."""

    first: int
    """The index of its heading; 0 for the first game, whose lines begin with those that all have in common."""
    last: int
    """The index behind its last line."""


def games_by_starts(named_games: Sequence[Game], lines: Sequence[CleanLine]) -> list[GameSection]:
    """Return the games of a text whose moves begin anew, each behind the end of the one before or below a heading; else nothing.

    `named_games` are the games that the text names. Whether each is a game has to be tried.
    """
    texts = [laid.passage.text for laid in lines]
    aside = [laid.furniture or laid.refused for laid in with_restated_plies_as_comments(named_games[0], lines)]
    counts = [0 if is_aside else _count_moves(named_games, text) for text, is_aside in zip(texts, aside, strict=True)]
    moves = [at for at, count in enumerate(counts) if count]
    if len(moves) < MIN_MOVES:
        return []
    starts, played, last = [_first_heading(texts, moves[0])], counts[moves[0]], _leading_ply_number(texts[moves[0]])
    for before, at in pairwise(moves):
        number = _leading_ply_number(texts[at])
        begun = _first_line_of_next_game(
            texts, before, at, numbered_anew=number == 1 and last != 0, was_numbered=last is not None
        )
        if begun is not None and played >= MIN_MOVES and (number == 1 or (number is None and last is None)):
            starts.append(begun)
            played = 0
        played += counts[at]
        last = number
    ends = [*starts[1:], len(lines)]
    return [GameSection(*one) for one in zip(starts, ends, strict=True)] if len(starts) > 1 else []


def games_by_their_names(named_games: Sequence[Game], lines: Sequence[CleanLine]) -> list[GameSection]:
    """Return the games of a text that names the game of each by a key, on a line of its own in the file; else nothing.

    The next page of one game names it too, and its plies are counted on.
    """
    starts = [at for at, laid in enumerate(lines) if _names_game_by_key(laid.passage.text)]
    if len(starts) < MIN_MOVES or any(lines[one - 1].line == lines[one].line for one in starts[1:]):
        return []
    counts = [_count_moves(named_games, laid.passage.text) for laid in lines]
    found = [GameSection(*one) for one in zip(starts, [*starts[1:], len(lines)], strict=True)]
    played = all(sum(counts[one.first : one.last]) >= MIN_MOVES for one in found)
    if not played or any(counts[: starts[0]]):
        return []
    first = [next(at for at in range(one.first, one.last) if counts[at]) for one in found]
    return found if all(_leading_ply_number(lines[at].passage.text) in {None, 1} for at in first) else []


def _names_game_by_key(text: str) -> bool:
    """Return whether a line is the key of a game with its name: game:six."""
    head = read_head(text, None) if len(text) <= MAX_TEXT_CHARACTERS else None
    return head is not None and head[0].startswith(f"{GAME}：")


def _count_moves(named_games: Sequence[Game], text: str) -> int:
    return max((int(count_move_like_texts(game, text)) for game in named_games), default=0)


def _leading_ply_number(text: str) -> int | None:
    """Return the ply number that a line begins with; None if it has none."""
    stripped = text.lstrip(" ([【▲△")
    found = leading_ply_number(text)
    return found if found is not None else next((value for value, _ in leading_ply_numbers_and_ends(stripped)), None)


def _first_heading(texts: Sequence[str], first: int) -> int:
    """Return the index of the heading above the first move; that of the move if there is none."""
    above = range(first, max(-1, first - MAX_GAP_LINES), -1)
    return next((at for at in above if find_heading(texts[at]) is not None), first)


def _first_line_of_next_game(
    texts: Sequence[str], index_of_last_move: int, index_of_move: int, *, numbered_anew: bool, was_numbered: bool
) -> int | None:
    """Return the index of the first line of the game that begins between two lines with moves; None if none begins there."""
    gap = range(index_of_last_move + 1, index_of_move)
    if len(gap) > MAX_GAP_LINES or any(NOT_PLAYED.search(texts[one][:MAX_TEXT_CHARACTERS]) for one in gap):
        return None
    headings = [one for one in gap if _is_heading(texts[one])]
    own = find_heading(texts[index_of_move])
    if own is not None and own[1] < len(texts[index_of_move].rstrip()) and not was_numbered:
        headings.append(index_of_move)  # 副将戦 三07-一05六外 …
    others = [one for one in gap if one not in headings]
    if not headings and any(REOPENED.search(texts[one][:MAX_TEXT_CHARACTERS]) for one in gap):
        return None  # 中断, 再開, 1 …: the same game, its plies counted anew
    ended = [one for one in others if len(texts[one]) <= MAX_TEXT_CHARACTERS and may_tell_an_end(texts[one])]
    closed = bool(ended) or may_tell_an_end(texts[index_of_last_move].partition(" ")[2])
    below = [one for one in headings if one > max(ended, default=index_of_last_move)]
    if not (below or (numbered_anew and closed)) or not (numbered_anew or (closed and below)):
        return None
    return below[0] if below else max(ended, default=index_of_last_move) + 1


def _is_heading(text: str) -> bool:
    """Return whether a line without a move begins a game: a heading, the name of a game, its players, a line that separates."""
    if len(text) > MAX_TEXT_CHARACTERS or not text.strip():
        return False
    if find_heading(text) is not None or SEPARATOR.fullmatch(text) is not None or only_game_named(text) is not None:
        return True
    return read_head(text, None) is not None and not may_tell_an_end(text)
