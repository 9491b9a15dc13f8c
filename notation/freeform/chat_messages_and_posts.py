"""Chat messages and posts of boards: who has sent a line, and when, with what programs put above and before it."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from notation.freeform.fold_text import word_at
from notation.freeform.head_lines_in_other_words import MONTH
from notation.freeform.tokens_of_result_words import SELF, may_tell_an_end
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.fold_text import LocatedText

_CLOCK = r"(?:(?:午前|午後|AM|PM)\s?)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[APap]\.?[Mm]\.?)?"
_WEEKDAY = r"\(?(?:[日月火水木金土](?:曜日?)?|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}\.?)\)?"
_DATE = (
    rf"(?:(?:令和|平成|昭和)?\d{{1,4}}年 ?)?\d{{1,2}}月 ?\d{{1,2}}日|[一二三四五六七八九十]{{1,3}}月[一二三四五六七八九十]{{1,3}}日|\d{{4}}[/.-]\d{{1,2}}[/.-]\d{{1,2}}|\d{{1,2}}[/.-]\d{{1,2}}[/.-]\d{{2,4}}|\d{{1,2}}/\d{{1,2}}"
    rf"|{MONTH} \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?|\d{{1,2}}\.? {MONTH}(?:,? \d{{2,4}})?|今日|昨日|一昨日|きょう|きのう|おととい|[Tt]oday|[Yy]esterday"
)
_DAY = rf"(?:{_WEEKDAY},? )?(?:{_DATE})(?: ?{_WEEKDAY})?"
_AGO = r"(?:\d{1,3}|数) ?(?:秒|分|時間|日|週間|[かヶカ]月|年)前|たった今|[Jj]ust now|\d{1,3} ?(?:s|m|h|d|w|min|sec|hour|minute|day|week|month|year)s?(?: ago|(?= ?$))"
_STAMP = rf"(?:{_DAY}|{_CLOCK}|{_AGO}|{_WEEKDAY})(?:[ ,・·|-]{{0,3}}(?:の ?|at )?(?:{_CLOCK}|{_AGO}|{_DAY})){{0,2}}"
"""When something was written."""
_MESSAGES = tuple(
    kept_pattern(pattern)
    for pattern in (
        rf"\s*{_CLOCK}\t([^\t]{{1,40}})\t(?=\S)",
        rf"\s*\[?(?:{_DAY}),? {_CLOCK}(?:\]| -)\s*([^:]{{1,40}}?)\s*:\s+(?=\S)",
        rf"\s*\[{_CLOCK}\]\s*([^\s:]{{1,40}})\s*:?\s+(?=\S)",
        rf"\s*(?:\d{{4}}[/.-]\d{{1,2}}[/.-]\d{{1,2}}\s+)?{_CLOCK}\s+([^\s\d:]{{1,40}})\s*:?\s+(?=\S)",
    )
)
_STAMPED = kept_pattern(
    rf"[\W_]{{0,40}}(?:{_STAMP})(?: ?の?(?:つづき|続き|より|再開|休憩|中断|[一二三四五六七1-7]日目)\S{{0,4}})?[\W_]{{0,40}}"
)
_SURELY_STAMPED = kept_pattern(
    r"[月曜年前目]|たった今|\d{4}|[APap]\.?[Mm]|つづき|続き|[-=~_*─━―]{2}|[a-z]{3}|\([日月火水木金土]\)"
)
"""What a line has that is surely a date or a time of day, and no figures of the game."""
FURNITURE = kept_pattern(
    r"\s*(?:\[LINE\].*|トーク履歴.*|保存日時[::].*|\d{4}[/.-]\d{1,2}[/.-]\d{1,2}\s*\([日月火水木金土](?:曜日?)?\)|"
    r"(?:(?::[a-z_+-]{2,20}:|[💬🔁❤♥♡👍🔖👁📊🗨↩👀😂🎉]\ufe0f?) {0,3}\d{1,4} {0,4})+|\[(?:スタンプ|写真|画像|動画)\])\s*|.*とのトーク履歴.*|.*がメッセージの送信を取り消しました\s*"
)
_NAME = r"[^\s\d:()「」▲△☗☖→[\]][^\s:()\t]{0,30}?(?: [^\s\d:()][^\s:()]{0,20}?){0,2}?"
_SPOKEN = kept_pattern(
    rf"\s*({_NAME})(?: ?\([^()\d]{{1,12}}\))?(?:\s{{0,3}}[-·・|,]\s{{0,3}}|\s{{1,4}})(?:{_STAMP})(?: ?\((?:編集済み?|edited)\))?\s*"
)
"""The line above a message: who sent it, and when."""
_CALLED = kept_pattern(rf"\s*({_NAME})\s*")
_NO_NAME = kept_pattern(
    r"^同|パス|[^\W\dA-Za-z_][0-9]{2}(?![0-9])|(?<![A-Za-z])[一二三四五六七八九十a-sA-S][0-9]{1,2}(?![0-9])|[1-9][一二三四五六七八九]|[一二三四五六七八九]{2}|[1-9]{2}[^\W\d]"
)
"""What no sender's name has."""
POST = kept_pattern(
    r"(?:\[? ?\d{1,5} ?\]?|No\.? ?\d{1,5}) ?(?:[:.]? ?(?:(?:[^\s:]{1,12}: )?\S{0,30} {1,3})?(?:名前|投稿者|Name|お名前|From) ?:|:) ?([^\s:]{1,30})(?: [^ :]{0,30})?:?"
    r" {0,4}(?:(?:投稿日|投稿日時|Date|日時) ?[:：] ?)?\d{4}[年/.-]\d{1,2}[月/.-]\d{1,2}日?(?: ?\([^()\d]{1,4}\))?(?: ?\d{1,2}[:時]\d{2}(?:[:分]\d{2})?秒?(?:\.\d{1,3})?)?"
    r"(?: {1,4}ID ?[:：] ?([!-~]{1,20}))?(?= |$)"
    r"|\d{1,5} ?[:.]? ?(?:(?:お?名前|投稿者|Name) ?: ?([^\s:]{1,30}) *$|: ?(名無し[^\s:]{0,20}) ?: ?)"
)
"""What stands above or before a post of a bulletin board: its number, the name, the date, an ID."""
MIN_POSTS = 4
"""The fewest posts by whose numbers, one after the other, a board is known that writes them in a way of its own."""
_NUMBERED_POST = kept_pattern(
    rf"\s{{0,4}}\[?(\d{{1,4}})\]? ?:? ?([^\s\d:()\[\]→>-][^\s:()]{{0,20}})(?: ?\([^()\d]{{1,8}}\))?(?: ?: ?|\s{{1,4}}(?={_STAMP}\s*$))(?:(?:{_STAMP}|\d{{1,2}}日 ?\d{{1,2}}時)\s*$)?"
)
"""What stands above or before such a post: [23] name  11/24 14:57, 2:name(後手):."""
_NAMED_PLY = kept_pattern(r"(\[\d{1,3}手目\] ?)?名前 ?: ?(\S{1,20}?)(?:さん)? {1,4}(?=\S)")
"""What stands before a post that has the number of its ply: [39手目] 名前:name."""
_CARD_DATE = rf"(?:\d{{1,2}}月\s?\d{{1,2}}日|\d{{1,2}}/\s?\d{{1,2}}|[一二三四五六七八九十]{{1,3}}月[一二三四五六七八九十]{{1,3}}日)(?:\s?{_WEEKDAY})?"
_BEHIND_PART = r"[\s、,・:()]{1,3}"
_CARD = kept_pattern(
    rf"\s{{0,4}}(?:(?:第\s?)?(?P<number>\d{{1,3}}|[一二三四五六七八九十]{{1,3}})\s?(?:信|便|報|葉目?|通目?|枚目){_BEHIND_PART})?(?:{_CARD_DATE}\s?(?P<came>着信?|付け?|消印|受信?|発信?|投函)?{_BEHIND_PART})?"
    rf"(?P<name>[^\W\d_]{{1,10}}?)(?:さん|氏|様|先生|くん|君)?(?P<sent>より|から)?{_BEHIND_PART}(?=\S)"
)
"""What stands before the text of a card: 第3信　10月12日　三宅, 4/2着　佐々木より."""
_QUOTED_WHOLE = kept_pattern(r"「([^「」]+)」[\s。]{0,3}")
_POST_WITHIN = kept_pattern(r"(?<=\S)(?=(?<!\d)\d{1,5} 名前 ?:[^\s:]{1,30} {1,4}投稿日 ?:)")
"""Where the next post begins on the line of another one."""
_MESSAGE_WITHIN = kept_pattern(rf"(?<=.)(?<!\d)(?:(?={_CLOCK}\t[^\t]{{1,40}}\t\S)|(?=\[{_CLOCK}\] [^\s:]{{1,40}}: \S))")
"""Where the next message begins on the line of another one."""
_SIGN_OF_A_MOVE = kept_pattern("[0-9一二三四五六七八九]")
ANCHOR = kept_pattern(r"\s{0,4}(?:>>|》|≫)\d{1,4}(?:\s+|$)")
MAX_MESSAGE_CHARACTERS = 400
"""The most characters of a line that may be a message, or what a program puts above one."""


def short_texts(texts: Iterable[str]) -> Iterator[str]:
    """Yield the lines that are short enough to be what a program puts round a message."""
    return (text for text in texts if len(text) <= MAX_MESSAGE_CHARACTERS)


def _sender_of_message(text: str, line_below: str) -> str:
    """Return who sent the message below a line, which says so alone or with the line below it; empty if it does not."""
    if max(len(text), len(line_below)) > MAX_MESSAGE_CHARACTERS:
        return ""
    spoken = _SPOKEN.fullmatch(text) or (_CALLED.fullmatch(text) if _STAMPED.fullmatch(line_below) else None)
    name = "" if spoken is None else spoken[1].rstrip(" -·・|,").lstrip("@")
    return "" if _NO_NAME.search(name) or may_tell_an_end(name) else name


def senders_above(texts: Sequence[str]) -> frozenset[str]:
    """Return the names that stand above messages, each more than once; none if most of what looks like one is another."""
    names = Counter(filter(None, map(_sender_of_message, texts, [*texts[1:], ""])))
    again = {name: times for name, times in names.items() if times > 1}
    return frozenset(again if 2 * sum(again.values()) >= names.total() else ())


def is_date_stamp(text: str) -> bool:
    """Return whether a line says only when something was written: 11月14日（土）, --- 14:20 ---, 10/11 つづき."""
    short = len(text) <= MAX_MESSAGE_CHARACTERS
    return short and _STAMPED.fullmatch(text) is not None and _SURELY_STAMPED.search(text) is not None


def board_posts(lines: Sequence[CleanLine], senders: frozenset[str]) -> Iterator[CleanLine]:
    """Yield the posts of a bulletin board: the line above each as what a program put there, those below with their sender."""
    sender, stamped = "", False
    for laid, below in zip(lines, [*lines[1:], None], strict=True):
        passage = laid.passage
        short = len(passage.text) <= MAX_MESSAGE_CHARACTERS
        spoken = _sender_of_message(passage.text, "" if below is None else below.passage.text) if senders else ""
        if spoken in senders or (stamped and _STAMPED.fullmatch(passage.text)):
            sender, stamped = spoken or sender, spoken in senders and not _SPOKEN.fullmatch(passage.text)
            yield laid._replace(furniture=True)
            continue
        post = POST.match(passage.text) if short else None
        if laid.sender:
            sender = ""
        elif spoken and _SPOKEN.fullmatch(passage.text):
            sender = spoken  # somebody else, who may say what no player has said
        if post is None:
            anchor = ANCHOR.match(passage.text)
            cut = laid._replace(passage=passage.cut(anchor.end()), raw=None) if anchor else laid
            yield cut if laid.sender or laid.furniture or not sender else cut._replace(sender=sender)
            continue
        sender = next(filter(None, (post[2], post[1], post[3], post[4])))
        yield laid._replace(passage=passage.cut(0, post.end()), raw=None, furniture=True)
        rest = passage.cut(post.end())
        if rest.text:
            anchor = ANCHOR.match(rest.text)
            yield laid._replace(passage=rest.cut(anchor.end()) if anchor else rest, raw=None, sender=sender)


def numbered_posts(lines: Sequence[CleanLine]) -> Sequence[CleanLine]:
    """Return the posts of a board that numbers them all, those below each number with its sender; any other lines as they are.

    Some of them hold no move: their numbers are not those of the plies.
    """
    short = [laid.passage.text[:MAX_MESSAGE_CHARACTERS] for laid in lines]
    plies = [_NAMED_PLY.match(text) for text in short]
    if sum(map(bool, plies)) >= MIN_POSTS:
        return [
            laid
            if ply is None
            else laid._replace(passage=_without(laid.passage, *ply.span(1), ply.end()), raw=None, sender=ply[2])
            for laid, ply in zip(lines, plies, strict=True)
        ]
    posts = [
        post
        if (post := _NUMBERED_POST.match(text)) and not (_NO_NAME.search(post[2]) or may_tell_an_end(post[2]))
        else None
        for text in short
    ]
    numbers = [int(post[1]) for post in posts if post]
    names = Counter(post[2] for post in posts if post)
    steps = {two - one for one, two in pairwise(numbers)}
    chat = any(post and not _SIGN_OF_A_MOVE.search(text, post.end()) for post, text in zip(posts, short, strict=True))
    if len(numbers) < MIN_POSTS or steps not in ({1}, {-1}) or len(names) > len(numbers) // 2 or not chat:
        return lines
    made, sender = [], ""
    for laid, post in zip(lines, posts, strict=True):
        if post is not None:
            sender = post[2]
            made.append(laid._replace(passage=laid.passage.cut(0, post.end()), raw=None, furniture=True))
        rest = laid if post is None else laid._replace(passage=laid.passage.cut(post.end()), raw=None)
        if post is None or rest.passage.text:
            made.append(rest._replace(sender=sender) if sender and not rest.furniture else rest)
    return made


_SPEAKER_NAME = r"(?!(?:[先後]手?番?|[白黒]番?|W|B|(?i:white|black|sente|gote|first|second))(?:[^\w]|$))[^\W\d_][^\s:<>()「」\[\]【】|→@]{0,15}?"
_SAYS = kept_pattern(
    rf"\s{{0,4}}(?P<label>[<\[【(〈《]@?(?P<inside>{_SPEAKER_NAME})[>\]】)〉》]:?|@?(?P<before>{_SPEAKER_NAME})\s?(?:(?:\(\d{{1,2}}:\d{{2}}\))?>(?![>=-])|\(\d{{1,2}}:\d{{2}}\)|→|\|(?![^|]*\|)|(?<=\s)-(?=\s))|@(?P<called>{_SPEAKER_NAME})(?=\s))\s{{0,4}}(?=\S)"
)
"""Who says the line behind the label: みお> …, <みお> …, 【みお】…, みお | …, @みお …."""
_SAYS_OF_HIMSELF = kept_pattern(
    rf"\s{{0,4}}(?P<who>{_SPEAKER_NAME})(?P<blank>\s+)(?=(?:I|[Yy]ou|{SELF}|(?:君|きみ|あなた)[がはの])(?![A-Za-z]))"
)
"""The same before a word for the writer, with nothing but a blank between: Rob I resign."""


_NAMED_ABOVE = kept_pattern(
    rf"\s{{0,4}}(?P<mark>[■□◆◇▼★☆]\s?|\[?{_CLOCK}\]?\s{{1,4}}|(?:差出人|送信者|発信者|(?i:from))\s?:\s?)?(?P<who>{_SPEAKER_NAME})(?P<colon>\s?:)?(?:\s?<[^<>]{{1,60}}>)?\s{{0,4}}"
)
"""Who says the line below: ■みお, 20:31 みお, みお：, 差出人：みお."""
_OF_A_PLAYER = r"先|後|白|黒|[▲△☗☖]|対|vs|[Ww]hite|[Bb]lack|[Ff]irst|[Ss]econd"


def with_senders_named_above(lines: Sequence[CleanLine]) -> Sequence[CleanLine]:
    """Return lines with the sender that stands above them, where two take turns; any other lines as they are.

    A name that neither a mark nor a time nor a colon shows to be one is that of a player, by another line.
    """
    texts = [laid.passage.text[:MAX_MESSAGE_CHARACTERS] for laid in lines]
    found = [None if laid.furniture else _NAMED_ABOVE.fullmatch(text) for laid, text in zip(lines, texts, strict=True)]
    heads = [named for named in found if named is not None and _NO_NAME.search(named["who"]) is None]
    names = two_that_take_turns([named["who"] for named in heads])
    shown = all(named["mark"] or named["colon"] for named in heads if named["who"] in names)
    below = [
        re.search(r"\w", text) is not None
        for named, text in zip(found, [*texts[1:], ""], strict=True)
        if named is not None and named["who"] in names
    ]
    if below.count(False) > 1:  # names stand below what they have signed
        return lines
    if not names or not (shown or all(_is_named_with_side(name, texts) for name in names)):
        return lines
    made, sender = [], ""
    for laid, named in zip(lines, found, strict=True):
        if named is not None and named["who"] in names:
            sender = named["who"]
            made.append(laid._replace(raw=None, furniture=True))
        else:
            made.append(laid._replace(raw=None, sender=sender) if sender and laid.passage.text.strip() else laid)
    return made


def _is_named_with_side(name: str, texts: Iterable[str]) -> bool:
    """Return whether a line gives a side to a name."""
    written = re.escape(name)
    return any(
        re.search(rf"(?:{_OF_A_PLAYER}).{{0,8}}{written}|{written}.{{0,4}}(?:{_OF_A_PLAYER})", text) for text in texts
    )


def with_colons_behind_speakers(lines: Sequence[CleanLine]) -> Sequence[CleanLine]:
    """Return lines with a colon behind whoever says them, where two take turns; any other lines as they are.

    Lines with moves keep their labels, which are read as they stand.
    """
    found = [_said(laid) for laid in lines]
    names = two_that_take_turns([one[0] for one in found if one is not None])
    if not names:
        first = Counter(
            words[0] for laid in lines if (words := laid.passage.text[:MAX_MESSAGE_CHARACTERS].split(None, 1))
        )
        found = [_said_of_himself(laid, first) for laid in lines]
        names = frozenset(one[0] for one in found if one is not None)
    return [
        laid if said is None or said[0] not in names or not _may_be_talk(laid, said[1][1]) else _with_colon(laid, *said)
        for laid, said in zip(lines, found, strict=True)
    ]


_FIGURE_IN_TALK = kept_pattern(r"[\d一二三四五六七八九]")


def _may_be_talk(clean_line: CleanLine, start: int) -> bool:
    """Return whether what stands behind a place of a line has no figure, as moves have, or may tell an end."""
    said = clean_line.passage.text[start:]
    return _FIGURE_IN_TALK.search(said) is None or may_tell_an_end(said)


def two_that_take_turns(names: Sequence[str]) -> frozenset[str]:
    """Return the two names that most of some labels have, each more than once; none if there are no such two."""
    two = Counter(names).most_common(2)
    often = len(two) > 1 and two[1][1] >= MIN_POSTS // 2 and 2 * (two[0][1] + two[1][1]) > len(names)
    return frozenset(name for name, _ in two) if often else frozenset()


def _with_colon(clean_line: CleanLine, name: str, label: tuple[int, int]) -> CleanLine:
    """Return a line with a name and a colon in place of the label that says who speaks."""
    return clean_line._replace(passage=clean_line.passage.with_part_replaced(*label, f"{name}:"), raw=None)


def _said(clean_line: CleanLine) -> tuple[str, tuple[int, int]] | None:
    """Return who says a line, and the place of the label that says so; None for any other line."""
    text = clean_line.passage.text
    said = None if clean_line.furniture else _SAYS.match(text)
    name = "" if said is None else said["inside"] or said["before"] or said["called"]
    if said is None or _NO_NAME.search(name) or _STAMPED.fullmatch(text[said.end() :][:MAX_MESSAGE_CHARACTERS]):
        return None  # みお — 今日 21:02 stands above a message
    return name, said.span("label")


def _said_of_himself(clean_line: CleanLine, first: Mapping[str, int]) -> tuple[str, tuple[int, int]] | None:
    """Return who says a line of himself that begins with his name, as other lines do, and its place; None for any other line."""
    said = None if clean_line.furniture else _SAYS_OF_HIMSELF.match(clean_line.passage.text)
    is_label = said is not None and first.get(said["who"], 0) >= MIN_POSTS
    return (said["who"], (said.start("who"), said.end("blank"))) if said is not None and is_label else None


def cards_with_senders(lines: Sequence[CleanLine]) -> Sequence[CleanLine]:
    """Return lines with the cards that two players send each other as messages of theirs; any other lines as they are.

    The number of a card stays where each has a move, and is that of the ply.
    """
    found = [_card(laid) for laid in lines]
    names = Counter(card["name"] for card in found if card)
    if len(names) != 2 or min(names.values()) < MIN_POSTS // 2:  # noqa: PLR2004 - both players
        return lines
    texts = [laid.passage.cut(card.end() if card else 0) for laid, card in zip(lines, found, strict=True)]
    bare = [text.cut(*quote.span(1)) if (quote := _QUOTED_WHOLE.fullmatch(text.text)) else text for text in texts]
    moves = [_SIGN_OF_A_MOVE.search(text.text) is not None for text, card in zip(bare, found, strict=True) if card]
    numbered = moves == sorted(moves, reverse=True)  # what is only said stands behind the last move
    made = []
    for laid, card, text in zip(lines, found, bare, strict=True):
        if card is not None and card["number"] and numbered and _SIGN_OF_A_MOVE.search(text.text):
            number = laid.passage.part(*card.span("number"))
            text = number.joined(word_at("手目 ", number)).joined(text)  # noqa: PLW2901
        made.append(laid._replace(passage=text, raw=None, sender=card["name"]) if card else laid)
    return made


def _card(clean_line: CleanLine) -> re.Match[str] | None:
    """Return what a card begins with, matched; None for any other line."""
    text = clean_line.passage.text
    card = _CARD.match(text) if len(text) <= MAX_MESSAGE_CHARACTERS and not clean_line.furniture else None
    told = card is not None and (card["number"] or card["came"] or card["sent"])
    return card if card is not None and told and _NO_NAME.search(card["name"]) is None else None


def _without(passage: LocatedText, start: int, end: int, behind: int) -> LocatedText:
    """Return what stands between two places of a text, and behind a third."""
    return passage.part(max(start, 0), max(end, 0)).joined(passage.part(behind, None))


def messages_on_line(clean_line: CleanLine) -> Iterator[CleanLine]:
    """Yield the messages on one line, each with its time and its sender; any other line as it is."""
    starts = [found.start() for found in _MESSAGE_WITHIN.finditer(clean_line.passage.text)]
    if not starts or clean_line.furniture or not match_time_and_sender_of_message(clean_line.passage.text):
        yield clean_line
        return
    for start, end in zip([0, *starts], [*starts, None], strict=True):
        yield clean_line._replace(passage=clean_line.passage.cut(start, end), raw=None)


def posts_on_line(clean_line: CleanLine) -> Iterator[CleanLine]:
    """Yield the posts of a bulletin board on one line; any other line as it is."""
    starts = [found.start() for found in _POST_WITHIN.finditer(clean_line.passage.text)]
    if clean_line.furniture or not starts:
        yield clean_line
        return
    for start, end in zip([0, *starts], [*starts, None], strict=True):
        yield clean_line._replace(passage=clean_line.passage.cut(start, end), raw=None)


def match_time_and_sender_of_message(text: str) -> re.Match[str] | None:
    """Return the time and the name before a message, matched; None for any other line."""
    if len(text) > MAX_MESSAGE_CHARACTERS:
        return None
    return next(filter(None, (pattern.match(text) for pattern in _MESSAGES)), None)
