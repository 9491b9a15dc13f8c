"""The variant files that records name (規則：my-king.toml), fetched from beside them before workers read the records."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from analysis.corpus.inputs import BROKEN
from kifu.errors import UnreadableFile
from kifu.message import Message
from kifu.setting import VARIANT_ENDING
from notation.encoding import ENCODINGS
from notation.formats.kif_head import RULES, Rules

if TYPE_CHECKING:
    from collections.abc import Callable

Variants = tuple[tuple[str, str | None], ...]
"""Names of variant files with their texts; None where there is none that can be read."""
_SIGN = VARIANT_ENDING.encode()
_NAMES = tuple(
    re.compile(form.format(ending=re.escape(VARIANT_ENDING)), re.IGNORECASE)
    for form in (
        rf'{RULES}[^\r\n：:"]*[：:][ \t\u3000]*([^\r\n"]*?{{ending}})',
        r'"value"\s*:\s*"([^"\r\n]*?{ending})"',
    )
)
"""As the head of a record names a file, and as JSON may."""


def variants_of(data: bytes, beside: Callable[[str], bytes]) -> Variants:
    """Return the variant files that some records may name; `beside` reads a file of their folder."""
    if _SIGN not in data.lower():
        return ()
    texts = (data.decode(encoding, "replace") for encoding in ENCODINGS)
    names = sorted({name for text in texts for pattern in _NAMES for name in pattern.findall(text)})
    return tuple((name, _text(name, beside)) for name in names)


def rules_of(variants: Variants) -> Rules:
    """Return where a reader finds those files, and no others."""
    texts = dict(variants)

    def load(name: str) -> str:
        text = texts.get(name.strip())
        if text is None:
            message = Message(
                f"規則のファイル {name} が棋譜と同じフォルダーにないか、UTF-8 ではありません",
                f"the variant file {name} is not beside the record, or is not UTF-8",
            )
            raise UnreadableFile("variant-file", message, width=max(1, len(name)))
        return text

    return Rules(load)


def _text(name: str, beside: Callable[[str], bytes]) -> str | None:
    try:
        return beside(name).decode()
    except (*BROKEN, KeyError):
        return None
