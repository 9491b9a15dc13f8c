"""Variant files that records name, read before the workers start.

A record names one by a line such as 規則：my-king.toml; it is looked for in the record's folder.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from analysis.corpus.record_sources import BROKEN
from kifu.core.errors import UnreadableFile
from kifu.core.message import PATH, Message, quoted
from kifu.games.ruleset import VARIANT_ENDING, named_file
from notation.encoding import ENCODINGS
from notation.formats.kif_head import RULES, Rules
from notation.named_variant_file import require_beside, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Variants = tuple[tuple[str, str | Message], ...]
"""Names of variant files, each with its text, or with the message if it cannot be read."""
_SIGN = VARIANT_ENDING.encode()
_IN_JSON = re.compile(r'"value"\s*:\s*"([^"\r\n]*)"')
_LINES = re.compile(r"[^\r\n\"]+")
"""A line of text. A string of JSON counts as a line, for JSON has the lines of a record in strings."""
_COLON = re.compile("[：:]")
MAX_NAMES = 256
"""Names that are looked up for one piece at most."""
MAX_NAME_LENGTH = 1 << 10
"""Characters of the longest such name."""


def variants_of(data: bytes, beside: Callable[[str], bytes]) -> Variants:
    """Return the variant files that records in `data` may name.

    `beside` reads a file of their folder.
    """
    if _SIGN not in data.lower():
        return ()
    texts = (data.decode(encoding, "replace") for encoding in ENCODINGS)
    names = sorted({name for text in texts for name in _variant_file_names(text) if len(name) <= MAX_NAME_LENGTH})
    return tuple((name, _text(name, beside)) for name in names[:MAX_NAMES])


def _variant_file_names(text: str) -> Iterator[str]:
    """Yield variant file names of a text: record heads, or JSON.

    Each line is read once.
    """
    lines = (line for line in _LINES.findall(text) if RULES in line)
    heads = ((line, _COLON.search(line, line.find(RULES))) for line in lines)
    values = [line[colon.end() :] for line, colon in heads if colon is not None]
    yield from (file.name for value in (*_IN_JSON.findall(text), *values) if (file := named_file(value)) is not None)


def rules_of(variants: Variants) -> Rules:
    """Return the rules that open these variant files and no others."""
    texts = dict(variants)

    def load(name: str) -> str:
        text = texts.get(name.strip()) or _missing_file_error(name)
        if isinstance(text, Message):
            raise UnreadableFile("variant-file", text, width=max(1, len(name)))
        return text

    return Rules(load)


def _text(name: str, beside: Callable[[str], bytes]) -> str | Message:
    try:
        require_beside(name)
        return text_of(name, beside(name))
    except UnreadableFile as refused:
        return refused.message
    except (*BROKEN, KeyError):
        return _missing_file_error(name)


def _missing_file_error(name: str) -> Message:
    shown = quoted(name, PATH)
    return Message(
        f"規則のファイル {shown} が棋譜と同じフォルダーにありません",
        f"the variant file {shown} is not beside the record",
    )
