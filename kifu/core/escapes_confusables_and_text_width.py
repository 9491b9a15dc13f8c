"""Characters of untrusted text: escapes for HTML, SVG, CSV and file names, those that people confuse, width in columns."""

from __future__ import annotations

import re
import unicodedata
from html import escape
from typing import TYPE_CHECKING

from kifu.core.message import CONTROL, visible

if TYPE_CHECKING:
    from collections.abc import Iterable

GROUPS = (
    "士土工上",
    "武式",
    "占古点卜",
    "領頷頒須頭",
    "騎奇",
    "馬鳥烏",
    "弓弔",
    "矢失天夫",
    "巫丕巠",
    "女安",
    "怨恕怒恩",
    "霊靈雲雷需",
    "丸九",
    "八入人ハ8８",
    "三ミ彡3３",
    "四西4４",
    "五吾5５",
    "六大穴6６",
    "十+＋X×",
    "内円肉",
    "外夕列",
    "玉王主",
    "歩步走",
    "と卜ト",
    "卒卆",
    "楚礎",
    "漢漠",
    "士仕",
    "飛乕",
    "象像",
    "車軍東",
    "馬傌",
    "碁基",
    "珠殊",
    "翻翔",
    "冠寇",
    "平乎",
    "貝見目",
    "炮砲包",
)
"""Each character may stand for any other of its group."""


def confusable_spellings(text: str, known_spellings: Iterable[str]) -> tuple[str, ...]:
    """Known spellings that `text` begins with, but for one confusable character.

    Those that explain most of the text come first.
    """
    found = []
    for spelling in dict.fromkeys(known_spellings):
        if len(spelling) <= len(text):
            differing = [pair for pair in zip(text, spelling, strict=False) if pair[0] != pair[1]]
            if len(differing) == 1 and any(differing[0][0] in group and differing[0][1] in group for group in GROUPS):
                found.append(spelling)
    return tuple(sorted(found, key=len, reverse=True))


_TWO = frozenset({"W", "F"})
_NARROW = frozenset({"Na", "N", "H"})
_NO_ROOM = frozenset({"Mn", "Me"})


def terminal_columns(text: str) -> int:
    """Width in a terminal, ambiguous characters like ▲ one column."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.category(character) in _NO_ROOM
        else 2
        if unicodedata.east_asian_width(character) in _TWO
        else 1
        for character in text
    )


def japanese_columns(text: str) -> int:
    """Width in a Japanese font, ambiguous characters like ▲ two columns."""
    return sum(1 if unicodedata.east_asian_width(character) in _NARROW else 2 for character in text)


def cut_to_width(text: str, width: int) -> str:
    """Return `text`, cut to at most `width` columns of a Japanese font.

    A cut text ends in ….
    """
    if japanese_columns(text) <= width:
        return text
    room = width - japanese_columns("…")
    kept = []
    for character in text:
        room -= japanese_columns(character)
        if room < 0:
            break
        kept.append(character)
    return "".join(kept) + "…"


def escape_markup(text: str) -> str:
    """Escaped text for HTML and XML, with control characters made visible."""
    return escape(visible(text))


def escape_markup_with_breaks(text: str) -> str:
    """Escaped text of several lines, with <br> for each LF."""
    return escape_markup_lines(text).replace("\n", "<br>")


def escape_markup_lines(text: str) -> str:
    """Return text of several lines, as :func:`escape_markup` does.

    The LF between the lines stays.
    """
    return "\n".join(map(escape_markup, text.split("\n")))


_STARTS = tuple("=+-@\t\r\n＝＋－＠")
"""The characters that begin a formula, in both widths, and those that spreadsheets skip before a formula."""
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?", re.ASCII)


def safe_csv_cell(value: object) -> object:
    """Cell of a value, safe from formula injection.

    Text that a spreadsheet would run gets a ' before it; any other value is unchanged.
    """
    if isinstance(value, str) and value.startswith(_STARTS) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value


MAX_STEM_BYTES = 180
"""The bytes of a stem, at most; a file name has 255, and a number, the kind of picture and an ending follow."""
DIGEST = 8
"""The characters of the digest that makes shortened stems differ."""
OPTION = "-"
"""What the options of commands begin with."""
_FOREIGN = re.compile(r'[<>:"/\\|?*\n\t]')
"""Characters that Windows has in no name; / parts folders everywhere, : does on old systems of Apple."""
_DEVICE = re.compile(r"(?i:CON|PRN|AUX|NUL|CLOCK\$|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³])[ ]*(?:\.|$)")
"""A name that Windows takes for a device, whatever ending follows."""


def file_stem(text: str) -> str:
    """Return the beginning of a file name that says what `text` says.

    What no name may hold becomes _, a device of Windows and what a command would take for an option get a _ before them, and
    letters are composed (NFC). Dots and blanks at the end go. A stem longer than MAX_STEM_BYTES becomes its beginning and a digest of the whole.
    """
    import hashlib  # noqa: PLC0415 - few names of files are cut

    named = unicodedata.normalize("NFC", _FOREIGN.sub("_", re.sub(CONTROL, "_", text)))
    stem = named.rstrip(". ") or "_"
    stem = f"_{stem}" if _DEVICE.match(stem) or stem.startswith(OPTION) else stem
    data = stem.encode()
    if len(data) <= MAX_STEM_BYTES:
        return stem
    digest = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:DIGEST]
    return f"{data[: MAX_STEM_BYTES - DIGEST - 1].decode(errors='ignore')}-{digest}"


def claim_unused_stem(text: str, taken_stems: set[str]) -> str:
    """Unused stem of `text`, numbered if necessary, and added to `taken_stems`.

    Stems differ in more than case and form of letters: not every system tells them apart.
    """
    stem = free = file_stem(text)
    again = 1
    while _case_folded(free) in taken_stems:
        again += 1
        free = f"{stem}-{again}"
    taken_stems.add(_case_folded(free))
    return free


def _case_folded(stem: str) -> str:
    """Stem as a case-insensitive file system compares it."""
    return unicodedata.normalize("NFKC", stem.casefold())
