"""Validation of a rulebook's TOML table: known keys, right types."""

from __future__ import annotations

from typing import Any, NoReturn

from kifu.core.message import Message
from kifu.games.rulebook_text import bad_rulebook


class TomlTable:
    """A table of the file.

    It knows its place and checks that every key is read exactly once. Each method that reads a key raises KifuError
    (``bad-rulebook``), which names the place and the fault.
    """

    def __init__(self, values: object, place: str) -> None:
        if not isinstance(values, dict):
            bad_rulebook(place, "テーブルではありません", "is no table")
        self.values: dict[str, Any] = dict(values)
        self.place = place

    def bad(self, key: str, ja: str, en: str) -> NoReturn:
        """Raise the error for the fault of a key."""
        bad_rulebook(f"{self.place}: {key}", ja, en)

    def string(self, key: str) -> str:
        """Return the text of a key, trimmed; it must not be empty."""
        value = self.values.pop(key, None)
        if not isinstance(value, str) or not value.strip():
            self.bad(key, "文字列がありません", "is no text, or empty")
        return value.strip()

    def strings(self, key: str) -> tuple[str, ...]:
        """Return the texts of a list, () if the key is missing.

        They may be quotations and are not trimmed.
        """
        value = self.values.pop(key, [])
        if not isinstance(value, list) or not all(isinstance(line, str) and line.strip() for line in value):
            self.bad(key, "文字列の並びではありません", "is no list of texts")
        return tuple(value)

    def table(self, key: str) -> TomlTable:
        """Return the table of a key."""
        return TomlTable(self.values.pop(key, None), f"{self.place}: {key}")

    def tables(self, key: str) -> list[TomlTable]:
        """Return the tables of a list, [] if the key is missing."""
        value = self.values.pop(key, [])
        if not isinstance(value, list):
            self.bad(key, "テーブルの並びではありません", "is no list of tables")
        return [TomlTable(entry, f"{self.place}: {key} {count}") for count, entry in enumerate(value, start=1)]

    def message(self, key: str) -> Message:
        """Return the text of a key in both languages."""
        inner = self.table(key)
        message = Message(inner.string("ja"), inner.string("en"))
        inner.finish()
        return message

    def optional_message(self, key: str) -> Message | None:
        """Return the text of a key in both languages.

        None if the key is missing.
        """
        return self.message(key) if key in self.values else None

    def finish(self) -> None:
        """Check that no key is left."""
        for key in self.values:
            self.bad(key, "知らない項目です", "is not known here")
