"""Folds lines into characters that know their places: widths, entities, tags, struck-out text, readings above kanji."""

from __future__ import annotations

import html
import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.squares import BLANKS, WIDER
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Place = tuple[int, int]
"""A line and a column of the file, counted from 1."""
STRUCK = "~~"
"""The sign round text that was struck out, in the folded text."""
_UNSEEN = "\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff\xad\u20e3"
_DASHES = "−–—⁻₋‒―─━⁃"
_ARROWS = "⟶➡➔➜⇨⭢⇾⟹►➤⇒"
_FOLDED: dict[int, str] = {
    **{code: chr(code - WIDER) for code in range(0xFF01, 0xFF5E)},
    **dict.fromkeys(map(ord, _UNSEEN), ""),
    **dict.fromkeys(map(ord, _DASHES), "-"),
    **dict.fromkeys(map(ord, _ARROWS), "→"),
    **dict.fromkeys(map(ord, "\u3000\xa0\u2002\u2003\u2009\f\v"), " "),
    **{code: unicodedata.normalize("NFKC", chr(code)) for code in range(0xFF61, 0xFFA0)},
}
_NEXT_CELL = kept_pattern(r"</t[dh]>\s{0,9}<t[dh](?:\s[^<>]{0,80})?>", re.IGNORECASE)
_LINE_TAG = kept_pattern(r"\v|<br\s*/?>|</(?:p|tr|li|div|h\d)>", re.IGNORECASE)
_QUOTE_TAG = kept_pattern(r"\[/?quote(?:=[^\[\]]{0,40})?\]", re.IGNORECASE)
_STRIKE_TAG = kept_pattern(r"</?(?:del|s|strike)>|\[/?s\]|%%", re.IGNORECASE)
_HEADING_CELL = kept_pattern(r"(?<=\|)~(?!~)")
"""The sign of a heading's cell in a wiki: |~手数|~指し手|."""
_READING = kept_pattern(r"<rt>[^<>]{0,40}</rt>|</?ruby>|</?r[bp]>|(?<=[一-鿿々0-9])《[ぁ-ん]{1,12}》", re.IGNORECASE)
_ELEMENTS = (
    "a|abbr|article|aside|b|big|blockquote|body|br|caption|center|code|col|colgroup|dd|details|div|dl|dt|em|figcaption|figure"
    "|font|footer|h[1-6]|head|header|hr|html|i|img|kbd|label|li|link|main|mark|meta|nav|ol|p|pre|q|section|small|span|strong"
    "|style|sub|summary|sup|table|tbody|td|tfoot|th|thead|time|title|tr|tt|u|ul|wbr"
)
"""The elements of a page. Tags of others are data: <move by="1" unit="占" to="2,2"/>."""
_ATTRIBUTES = r"(?:[\s/](?:[^<>一-鿿]|[一-鿿](?![0-9])){0,80})?"
"""What a tag may say and yet be left out: no square."""
TAG = kept_pattern(
    rf"(?i:</?(?:{_ELEMENTS})){_ATTRIBUTES}>"
    r"|\[/?(?:b|i|u|color|size|list|img|url|code|center|\*)(?:=[^\[\]]{0,40})?\](?!\()|(?<!\*)\*\*(?=[^\s*])|^\s{0,4}\*\*(?=\s{1,4}[^\s*].{0,200}\*\*\s{0,4}$)|(?<=[^\s*])\*\*(?!\*)|`|'{3}"
)
_ENTITY = kept_pattern(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,10});")
_STRIKING = "\u0335\u0336\u0337\u0338"
"""Combining characters that strike out the one before them."""
_STRIKEN = kept_pattern(f"[^{_STRIKING}][{_STRIKING}]")
_GAP = kept_pattern(rf"[^{_STRIKING}\s]{{1,2}}[^{_STRIKING}\s][{_STRIKING}]")
"""Characters between struck ones that an editor has left out."""


class LocatedText(NamedTuple):
    """Located text: characters with their places in the file."""

    text: str
    places: tuple[Place, ...]

    def cut(self, start: int, end: int | None = None) -> LocatedText:
        """Return the part from `start` to `end`, without the blanks round it."""
        text = self.text[start:end]
        left = start + len(text) - len(text.lstrip(BLANKS))
        text = text.strip(BLANKS)
        return LocatedText(text, self.places[left : left + len(text)])

    def part(self, start: int, end: int | None) -> LocatedText:
        """Return the part from `start` to `end` as it stands."""
        return LocatedText(self.text[start:end], self.places[start:end])

    def joined(self, other: LocatedText) -> LocatedText:
        """Return both texts as one."""
        return LocatedText(self.text + other.text, self.places + other.places)

    def with_part_replaced(self, start: int, end: int, replacement: str) -> LocatedText:
        """Return the text with another one in place of the part from `start` to `end`, at the places of that part."""
        places = self.places[start:end] or self.places[-1:]
        new = LocatedText(replacement, tuple(places[min(sign, len(places) - 1)] for sign in range(len(replacement))))
        return self.part(0, start).joined(new).joined(self.part(end, None))

    @property
    def place(self) -> Place:
        """Where it begins; an empty text has no place."""
        return self.places[0]

    @property
    def width(self) -> int:
        """How many columns it takes on the line where it begins."""
        line, column = self.places[0]
        last = max(self.places)
        if last[0] != line:  # what is joined stands on several lines
            last = max(place for place in self.places if place[0] == line)
        return last[1] - column + 1


def word_at(text: str, place: LocatedText) -> LocatedText:
    """Return a word that stands for what is written at a place."""
    return LocatedText(text, place.places[:1] * len(text))


def fold_line(text: str, line: int) -> LocatedText:
    """Return a line in half width and composed characters, without those that are not seen."""
    return _in_half_width(text, tuple((line, column) for column in range(1, len(text) + 1)))


_ESCAPE = kept_pattern(
    r"\\u(?:(?P<high>[dD][89abAB][0-9a-fA-F]{2})\\u(?P<low>[dD][c-fC-F][0-9a-fA-F]{2})|(?P<sign>[0-9a-fA-F]{4}))"
)
"""A character as JSON in ASCII writes it."""


def fold_line_of_json(text: str, line: int) -> LocatedText:
    r"""Return a line like :func:`fold_line`, with the characters that JSON has escaped: \u4e8c03 is 二03."""
    plain, at = "", 0
    columns: list[int] = []
    for escape in _ESCAPE.finditer(text):
        code = escape["sign"] or escape["high"] + escape["low"]
        sign = bytes.fromhex(code).decode("utf-16-be", "surrogatepass")
        if sign in '"\\' or not sign.isprintable():
            continue
        plain += text[at : escape.start()] + sign
        columns += range(at + 1, escape.start() + 2)
        at = escape.end()
    columns += range(at + 1, len(text) + 1)
    return _in_half_width(plain + text[at:], tuple((line, column) for column in columns))


REMARK_KEYS = ("備考", "戦型", "表題", "題名", "掲載", "出典")
"""The keys of heads whose values are sentences."""
FREE_HEAD = kept_pattern(f"(?:{'|'.join(('先手', '後手', '棋戦', '場所', *REMARK_KEYS))})[:：]")
"""A head whose value stands as it is, whatever it looks like."""
_MARKUP = kept_pattern(r"[<&`\v《]|%%|\|~|'{3}|\*\*|\[[/a-zA-Z*]")


def folded_logical_lines(text: str, line: int) -> list[LocatedText]:
    """Return the logical lines of a line of the file: it may hold several, parted by the tags of a web page."""
    if not _MARKUP.search(text) and not any(sign in text for sign in _STRIKING):
        return [fold_line(text, line)]
    if FREE_HEAD.match(text) and not _LINE_TAG.search(text):
        return [fold_line(text, line)]
    places = tuple((line, column) for column in range(1, len(text) + 1))
    parts, at = [], 0
    for tag in _LINE_TAG.finditer(text):
        parts.append((text[at : tag.start()], places[at : tag.start()]))
        at = tag.end()
    if text[at:].strip(BLANKS) or not parts:
        parts.append((text[at:], places[at:]))
    return [_in_half_width(*_without_strikes(*_without_markup(*part))) for part in parts]


def _without_markup(text: str, places: Sequence[Place]) -> tuple[str, tuple[Place, ...]]:
    """Return a text without tags and readings, with the characters that entities name, and with signs round struck text."""
    found = re.compile(
        "|".join(one.pattern for one in (_READING, _HEADING_CELL, _NEXT_CELL, _STRIKE_TAG, _QUOTE_TAG, TAG, _ENTITY)),
        re.IGNORECASE,
    )
    characters: list[str] = []
    where: list[Place] = []
    at = 0
    for match in found.finditer(text):
        characters += text[at : match.start()]
        where += places[at : match.start()]
        into = _replacement_of_markup(match[0])
        characters += into
        where += [places[match.start()]] * len(into)
        at = match.end()
    return "".join([*characters, text[at:]]), (*where, *places[at:])


def _replacement_of_markup(markup: str) -> str:
    """Return what stands for a tag, a mark-up sign or an entity: a sign for a strike, a tab, a quote, nothing."""
    if _STRIKE_TAG.fullmatch(markup):
        return STRUCK
    if _NEXT_CELL.fullmatch(markup):
        return "\t"
    if _READING.fullmatch(markup) or markup.startswith("《") or markup.strip(BLANKS) in {"**", "`", "'''", "~"}:
        return ""
    if _QUOTE_TAG.fullmatch(markup):
        return "」" if markup.startswith("[/") else "「"
    return html.unescape(markup) if markup.startswith("&") else " "


def _without_strikes(text: str, places: Sequence[Place]) -> tuple[str, tuple[Place, ...]]:
    """Return a text with signs round the characters that others strike out."""
    characters: list[str] = []
    where: list[Place] = []
    inside = False
    for at, character in enumerate(text):
        if character in _STRIKING:
            continue
        struck = _STRIKEN.match(text, at) is not None or (inside and _GAP.match(text, at) is not None)
        if struck is not inside:
            characters += STRUCK
            where += [places[at]] * len(STRUCK)
            inside = struck
        characters.append(character)
        where.append(places[at])
    if inside:
        characters += STRUCK
        where += [places[-1]] * len(STRUCK)
    return "".join(characters), tuple(where)


_NTH = kept_pattern(r"(?<=[0-9０-９一二三四五六七八九十]手)め(?![くぐっらり])")
"""The kana of 目 behind the number of a ply, as children write it: 1手め."""


def _in_half_width(text: str, where: Sequence[Place]) -> LocatedText:
    """Return a text in half-width characters, each with its place; a combining mark joins the one before it."""
    if text.isascii():
        return LocatedText(text, tuple(where))
    text = _NTH.sub("目", text) if "手め" in text else text
    folded = text.translate(_FOLDED)
    if len(folded) == len(text) and not any(map(unicodedata.combining, folded)):
        return LocatedText(folded, tuple(where))
    characters: list[str] = []
    places: list[Place] = []
    for character, place in zip(text, where, strict=True):
        plain = _FOLDED.get(ord(character), character)
        if plain and characters and unicodedata.combining(plain):  # ﾞ and ﾟ too
            whole = unicodedata.normalize("NFC", characters[-1] + plain)
            if len(whole) == 1:
                characters[-1] = whole
                continue
        if plain:
            characters.append(plain)
            places.append(place)
    return LocatedText("".join(characters), tuple(places))


def join_texts(passages: Iterable[LocatedText]) -> LocatedText:
    """Return texts as one."""
    parts = list(passages)
    return LocatedText("".join(part.text for part in parts), tuple(place for part in parts for place in part.places))


_READ_ALOUD = kept_pattern(
    r"(?:(?<=[内中])\((?:うち|なか)\)|(?<=外)\(そと\)|(?<=[裏返])\((?:うら|かえ)\)|(?<=白)\(しろ\)|(?<=黒)\(くろ\)"
    r"|(?<=[一-鿿々])(?<![角形字型印])\((?!うち|なか|そと|うら|おもて|かえ|はん|ごう|しろ|くろ|さき|せん|あと|ご|まる|しかく)[ぁ-ん]{1,6}\))"
)
"""How kanji are read, in brackets behind them; a side or a part of a unit only where it is the kanji before it."""
MIN_LINES_READ_ALOUD = 4
"""The fewest lines with such readings by which they are some."""


def without_readings(lines: Sequence[LocatedText]) -> Sequence[LocatedText]:
    """Return lines without the readings in brackets behind kanji, 裏(うら), where many have some; any others as they are."""
    found = [list(_READ_ALOUD.finditer(line.text)) for line in lines]
    if sum(map(bool, found)) < MIN_LINES_READ_ALOUD:
        return lines
    made = []
    for line, readings in zip(lines, found, strict=True):
        edges = [0, *(edge for one in readings for edge in one.span()), len(line.text)]
        parts = (line.part(*edges[at : at + 2]) for at in range(0, len(edges), 2))
        made.append(join_texts(parts) if readings else line)
    return made
