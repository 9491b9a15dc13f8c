"""Variant file of a recorded game: journaled text, copy named by digest.

The name holds a digest of the text. So the record keeps its rules, whatever happens to the file that the game was opened with.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from kifu.core.errors import UnreadableFile
from kifu.core.message import CONTROL, Message
from kifu.games.ruleset import VARIANT_ENDING, VariantFile, named_file
from kifu.recording import json_fields
from kifu.recording.errors import Rejected
from notation.formats.kif_head import Rules

if TYPE_CHECKING:
    from kifu.core.game.game import Game

MAX_CHARACTERS = 64_000
"""The most characters of a variant file; a game's own has four thousand."""
_DIGITS = 32
"""The digits of the digest in a name: 128 bits, for which nobody finds two texts."""
_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""A name that is safe on every system; another one is replaced by the id of the game."""


def read_variant(game: Game, rules: str | None, value: object) -> VariantFile | None:
    """Return the variant file of a setup, or None.

    Its name is that of its copy; there is none if `rules` names none.
    `value` is the text of the file. Raises Rejected for a missing text, and for one that cannot stand in a file.
    """
    named = named_file(rules)
    if named is None:
        if value is not None:
            raise json_fields.rejection(
                "variant", Message("rules に規則のファイルの名がありません", "rules names no variant file")
            )
        return None
    if value is None:
        raise Rejected(
            "variant-file",
            Message(
                "規則のファイルがありません。フォルダーに置くか、中身を variant に書いてください",
                "the variant file is not there; put it into the folder, or send its text as variant",
            ),
        )
    text = _text(value)
    return VariantFile(_name_with_digest(game, named.name, text), text, named.options)


def rules_of(file: VariantFile | None) -> Rules | None:
    """Return rules that open this variant file alone, or None."""
    if file is None:
        return None

    def load(name: str) -> str:
        if name != file.name:
            raise UnreadableFile("variant-file", Message("別の規則のファイルです", "it is another variant file"))
        return file.text

    return Rules(load)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise json_fields.rejection("variant", Message("文字列で書いてください", "it has to be a string"))
    if len(value) > MAX_CHARACTERS:
        raise json_fields.rejection(
            "variant", Message(f"{MAX_CHARACTERS:,} 文字までです", f"it may have {MAX_CHARACTERS:,} characters")
        )
    text = value.replace("\r\n", "\n").replace("\r", "\n")
    if re.search(CONTROL, text):
        raise json_fields.rejection("variant", Message("制御文字は使えません", "it may have no control characters"))
    return text


def _name_with_digest(game: Game, name: str, text: str) -> str:
    """Return the copy's name: plain stem, or game id, and digest."""
    digest = hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]
    given = name[: -len(VARIANT_ENDING)]
    stem = given if _PLAIN.fullmatch(given) else game.id
    return f"{stem if stem.endswith(f'-{digest}') else f'{stem}-{digest}'}{VARIANT_ENDING}"
