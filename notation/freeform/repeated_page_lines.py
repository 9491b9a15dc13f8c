"""Repeated lines of a text, page heads and feet and frames of posts, become comments."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kifu.core.squares import BLANKS
from notation.freeform.apply_turns_labels_and_reopening import TAKEN_BACK
from notation.freeform.chat_messages_and_posts import is_date_stamp
from notation.freeform.fold_text import LocatedText
from notation.freeform.free_text_risk import TOLD, count_move_like_texts
from notation.freeform.head_lines_in_other_words import only_game_named, read_head
from notation.freeform.lines_in_order_of_play import leading_ply_number
from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.freeform.move_ink import ink_moves_by_end
from notation.freeform.move_recogniser import HOLE, LEFT_OUT
from notation.freeform.plain_diagram_lines_and_setup import is_row
from notation.freeform.table_cells_and_columns import read_column_names
from notation.freeform.tokens_of_result_words import may_tell_an_end
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import KANJI, LineKind, classify_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine

MAX_CHARACTERS = 100
MAX_THREAD_LINE = 400
"""The most characters of a line with the number of its post."""
MIN_LETTERS = 4
"""The fewest letters of a line, besides its numbers, by which it is known when it stands again."""
_COUNTED = kept_pattern(r"(?<![0-9/])(\d{1,3}) ?/ ?(\d{1,3})(?: ?(?:ページ|頁))?[)\]]?$")
MIN_TIMES = 3
"""How often a line with other numbers has to stand, so that it says nothing about the game."""
_REPLY = kept_pattern(r"\bRe:\s?")
"""What a mail puts before the subject of another, once more each time."""
_FIGURES = kept_pattern(rf"[0-9]+|(?<![{KANJI}十百])[{KANJI}十百]{{1,5}}(?=\s|$)")
_PAGE = kept_pattern(
    r".{0,80}?(?:(?<![\w.])[Pp](?:age|\.)? ?\d{1,3} ?(?:/|of) ?\d{1,3}|[(\[]? ?\d{1,3} ?/ ?\d{1,3} ?(?:ページ|頁|[Pp]age)?[)\]]? ?$|\d{1,3} ?(?:ページ|頁)(?:目)?)"
    r".{0,20}|[-=~ ]{1,6}\d{1,3}[-=~ ]{1,6}|[-(\[]{0,3} ?(?:続く|つづく|裏へ|次ページへ|前ページ(?:より|から)|continued) ?[-)\]]{0,3}"
)
"""The head or the foot of a page: p.2/4, (3/8), - 12 -, 2頁."""
_WORD_OF_A_SITE = "(?i:いいね!?|リ?ポスト|リツイート|RT|返信|コメント|トラックバック|ブックマーク|シェア|閲覧数?|拍手|スキ|表示|likes?|(?:re)?posts?|repl(?:y|ies)|views?|(?:re)?tweets?|comments?|shares?|bookmarks?)"
_OF_A_SITE = kept_pattern(
    rf"\s*(?:(?:\d{{1,6}} ?[件人]? ?(?:の ?)?{_WORD_OF_A_SITE}|{_WORD_OF_A_SITE}(?:数|する)? ?(?:[:(]? ?\d{{1,6}} ?[件人]?\)?)?)[\s・·、,|/]{{0,4}}){{1,6}}"
    r"|\s*(?:[♡♥❤↻↺⟲💬🔁🔄🔃🔖👀👁📊📈🗨💯🎉🔥\u2764\U0001F493-\U0001F49F\U0001F44A-\U0001F450\U0001F600-\U0001F64F]\ufe0f? {0,3}\d{1,5}\s{0,4}){1,8}"
)
"""What a site counts below a post: コメント(2), 6 リポスト 44 いいね, ♡3 ↻1."""
_TAGS = kept_pattern(
    r"\s*(?:(?:カテゴリー?|タグ|ラベル|キーワード|ジャンル|分類|[Tt]ags?|[Cc]ategor(?:y|ies)|[Ll]abels?|[Kk]eywords?|(?:[Ff]iled under|[Pp]osted in)(?= ?:)) ?: ?|\[\[(?:[Cc]ategory|カテゴリ):).{1,60}|\s*\d{1,2} ?(?:ポスト|ツイート|投稿|通)目(?: ?\([^()]{0,30}\))?"
)

"""The tags of a post: タグ：6面体, 夫婦."""
_DATE = r"(?:1[0-2]|0?[1-9])(?:/|月|\.)(?:3[01]|[12]\d|0?[1-9])(?!\d)日?\s?(?:\([日月火水木金土](?:曜日?|・祝)?\)|[日月火水木金土]曜日?)?"
_NEXT_TIME = kept_pattern(
    rf"\W{{0,3}}(?:次回|次の(?:例会|活動|集まり|集い|部会|会|対局)|来[週月]|今後の?|(?i:next (?:time|meeting|session|game)))[^\d。:()]{{0,8}}[:はが,\s]{{0,3}}(?P<dates>(?:{_DATE}[、,・\s]{{0,3}}){{1,4}})(?:[^\d。]{{0,6}}\d{{1,2}}(?::\d\d|時(?:半|\d\d分)?))?(?P<rest>[^。]{{0,24}})[。!]?"
)
"""When people meet again, at the foot: 次回: 6/13(金) 放課後. 金 is no unit there."""
_DATE_BEFORE = kept_pattern(
    r"\s{0,4}(?:(?:1[0-2]|0?[1-9])月(?:3[01]|[12]\d|0?[1-9])|(?:十[一二]?|[一二三四五六七八九正])月(?:三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九]))日(?:\s?\([日月火水木金土]\))?\s+(?=[^\W\d_])"
)
"""The day before the player on each line of a game by letters: 四月二日　堀江　第一手."""
_PAGE_NUMBER = kept_pattern(r"(?:(?<![\w.])[Pp](?:age|\.)? ?)?\d{1,3} ?(?:/|of) ?\d{1,3}$")
_PART_OF_A_THREAD = kept_pattern(
    r"^\s{0,8}[(\[【](\d{1,2})/(\d{1,2})[)\]】]\s{0,8}|\s{0,4}[(\[【](\d{1,2})/(\d{1,2})[)\]】]\s{0,8}$"
)
"""The number of a post of several: (2/5)."""
_TAGGED = kept_pattern(r"#(?![\s\d])[^\s#]{2,30}\s+(?=\S)")
"""The mark of a topic before what a post says."""


def with_repeated_lines_as_comments(game: Game, lines: Sequence[CleanLine], *, paged: bool) -> list[CleanLine]:
    """Return the lines of a text; those that stand again and again without a move or a result are comments.

    `paged` says that there are signs for new pages.
    """
    lines = _parted_at_dates(game, _without_counts(_without_topics(game, lines)))
    shapes = [_line_shape(laid.passage.text) for laid in lines]
    times = Counter(filter(None, shapes))
    pages = paged or _are_counted(lines)
    seen: set[str] = set()
    found = []
    for laid, shape in zip(lines, shapes, strict=True):
        text = laid.passage.text.strip(BLANKS)
        short = len(text) <= MAX_CHARACTERS
        mark = short and ((pages and _PAGE.fullmatch(text) is not None) or _TAGS.fullmatch(text) is not None)
        again, often = shape in seen and (pages or times[shape] >= MIN_TIMES), times[shape] >= MIN_TIMES
        dated = short and is_date_stamp(text) and read_head(text, game) is None
        next_time = _NEXT_TIME.fullmatch(text) if short else None
        dated = dated or (next_time is not None and not _tells_move_end_or_ply(game, next_time["rest"], numbered=False))
        if dated or (short and _OF_A_SITE.fullmatch(text)):
            laid = laid._replace(furniture=True)  # noqa: PLW2901 - no more than counts
        said = _PAGE_NUMBER.sub("", text) if mark else text
        if (
            (mark or again or often)
            and not laid.furniture
            and not _tells_move_end_or_ply(game, said, numbered=not mark)
        ):
            named = only_game_named(text)
            known = mark and named is not None and named.id == game.id and _is_game_named_elsewhere(game, lines, laid)
            head = (named is not None and not known) or read_head(text, game) is not None
            laid = laid._replace(furniture=again or not head)  # noqa: PLW2901 - the same line as a comment
        found.append(laid._replace(raw=None) if laid.furniture else laid)
        seen.add(shape)
    return found


def _parted_at_dates(game: Game, lines: Sequence[CleanLine]) -> Sequence[CleanLine]:
    """Return lines parted behind the day that several of them have before a move."""
    days = [
        None if laid.parts or laid.furniture else _DATE_BEFORE.match(laid.passage.text[:MAX_CHARACTERS])
        for laid in lines
    ]
    told = sum(
        day is not None and count_move_like_texts(game, laid.passage.text[day.end() :]) >= 1
        for laid, day in zip(lines, days, strict=True)
    )
    if told < MIN_TIMES:
        return lines
    parted: list[CleanLine] = []
    for laid, day in zip(lines, days, strict=True):
        at = 0 if day is None else day.end()
        parted += [laid._replace(passage=laid.passage.cut(0, at), raw=None, furniture=True)] if at else []
        parted.append(laid._replace(passage=laid.passage.cut(at), raw=None) if at else laid)
    return parted


def _is_game_named_elsewhere(game: Game, lines: Sequence[CleanLine], tags: CleanLine) -> bool:
    """Return whether another line than one of tags names the game."""
    texts = (
        laid.passage.text for laid in lines if laid is not tags and not _TAGS.fullmatch(laid.passage.text.strip(BLANKS))
    )
    return any((named := only_game_named(text)) is not None and named.id == game.id for text in texts)


def _without_topics(game: Game, lines: Sequence[CleanLine]) -> Sequence[CleanLine]:
    """Return lines without the topic that several of them have before a move: #ユニオンキング 2/ 二1→二2."""
    tags = [_TAGGED.match(laid.passage.text[:MAX_CHARACTERS]) for laid in lines]
    times = Counter(
        tag[0]
        for laid, tag in zip(lines, tags, strict=True)
        if tag and count_move_like_texts(game, laid.passage.text[tag.end() :])
    )
    return [
        laid._replace(passage=laid.passage.cut(tag.end()), raw=None) if tag and times[tag[0]] >= MIN_TIMES else laid
        for laid, tag in zip(lines, tags, strict=True)
    ]


def _without_counts(lines: Sequence[CleanLine]) -> Sequence[CleanLine]:
    """Return lines without the numbers of the posts of a thread, where these are all of them: (1/3), (2/3), (3/3)."""
    found = [
        (at, part)
        for at, laid in enumerate(lines)
        if (part := _PART_OF_A_THREAD.search(laid.passage.text[-MAX_THREAD_LINE:]))
        and len(laid.passage.text) <= MAX_THREAD_LINE
    ]
    counts = [tuple(int(figure) for figure in part.groups() if figure) for _, part in found]
    if len(counts) < MIN_TIMES - 1 or counts != [(at, len(counts)) for at in range(1, len(counts) + 1)]:
        return lines
    parts = dict(found)
    return [
        laid
        if (part := parts.get(at)) is None
        else laid._replace(
            passage=laid.passage.cut(0, part.start()) if part.start() else laid.passage.cut(part.end()), raw=None
        )
        for at, laid in enumerate(lines)
    ]


def _line_shape(text: str) -> str:
    """Return a line without its numbers; empty for the names of the columns of a table, and a line not known by its letters."""
    if classify_line(text).kind is LineKind.TABLE or ("\t" in text and read_column_names(text.split("\t"), ())):
        return ""
    shape = _FIGURES.sub("#", _REPLY.sub("", text.strip(BLANKS))) if len(text) <= MAX_CHARACTERS else ""
    return shape if sum(map(str.isalpha, shape)) >= MIN_LETTERS else ""


def _are_counted(lines: Sequence[CleanLine]) -> bool:
    """Return whether the parts of a text are counted: 1/4, 2/4 …."""
    short = (laid.passage.text.rstrip() for laid in lines if len(laid.passage.text) <= MAX_CHARACTERS)
    found = [page for text in short if (page := _COUNTED.search(text))]
    numbers = [int(page[1]) for page in found]
    return len(found) > 1 and numbers == [*range(1, len(found) + 1)] and len({page[2] for page in found}) == 1


def _tells_move_end_or_ply(game: Game, text: str, *, numbered: bool) -> bool:
    """Return whether a line says something about the game: a move, an end, the number of a ply."""
    told_in = rewrite_in_notation(game, LocatedText(text, ((1, 1),) * len(text))).text
    said = (
        count_move_like_texts(game, told_in)
        or TOLD.search(told_in)
        or any(len(unit) > 1 and not unit.isascii() and unit in told_in for unit in game.vocabulary.units)
        or text.strip() in game.words
        or (numbered and leading_ply_number(text) is not None)
    )
    told = LEFT_OUT.search(text) or HOLE.fullmatch(text) or TAKEN_BACK.search(text) or "再開" in text
    return (
        bool(said or told)
        or is_row(game, text)
        or may_tell_an_end(text)
        or any(ink_moves_by_end(game, text, at) for at in range(len(text)))
    )
