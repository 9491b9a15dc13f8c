"""Entries of a variant file, parsed within limits; errors name their paths."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

from kifu.core.errors import InvalidSetup
from kifu.core.message import PATH, Message, quoted, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

TABLES = frozenset({"board", "start", "back", "score", "provenance"})
MAX_NUMBER = 1_000_000
"""The largest number that a file may have. With this limit every sum fits machine integers."""
FINER = ("score.pair", "score.unturned", "score.turned", "score.inner", "score.outer")
"""Paths of the entries that are tables of known keys themselves."""


def entry_error(code: str, name: str, path: str, ja: str, en: str) -> InvalidSetup:
    """Return the error for the entry `path` of the file `name`."""
    place = ": ".join(filter(None, (quoted(name, PATH), quoted(path))))
    return InvalidSetup(code, Message(f"{place}: {ja}", f"{place}: {en}"), width=max(1, len(name)))


def _holds(flat: Mapping[str, Any], entry: str) -> bool:
    """Tell whether `flat` has the entry, or its enclosing table."""
    return any(key == entry or entry.startswith(f"{key}.") for key in flat)


class VariantEntries:
    """The entries of a file by path (``score.pair.lines``).

    A base gives the entries that the file leaves out.
    """

    def __init__(self, name: str, data: Mapping[str, Any], base: Mapping[str, Any]) -> None:
        self.name = name
        self._own = self._flatten(data)
        self._base = self._flatten(base)
        self._taken: set[str] = set()

    def entry_error(self, path: str, ja: str, en: str) -> InvalidSetup:
        """Return the error for the entry `path`.

        Its message tells if the entry comes from the default, not from the file.
        """
        entry = path.split("[", maxsplit=1)[0]
        if not _holds(self._own, entry) and _holds(self._base, entry):
            ja, en = f"{ja} (この項目は既定のもの)", f"{en} (this entry is the default's)"
        return entry_error("variant-entry", self.name, path, ja, en)

    def own(self, path: str) -> bool:
        """Tell whether the file itself has an entry under `path`."""
        return any(key == path or key.startswith(f"{path}.") for key in self._own)

    def text(self, path: str) -> str:
        """Return the text at `path`.

        Raises InvalidSetup if it is no text or empty.
        """
        value = self._take_value(path)
        if not isinstance(value, str) or not value.strip():
            raise self.entry_error(path, "文字列を書いてください", "should be a text")
        return value.strip()

    def number(self, path: str, *, minimum: int = 0) -> int:
        """Return the whole number at `path`.

        Raises InvalidSetup if it is none from `minimum` to MAX_NUMBER.
        """
        value = self._take_value(path)
        if not isinstance(value, int) or isinstance(value, bool) or not minimum <= value <= MAX_NUMBER:
            raise self.entry_error(
                path,
                f"{minimum} から {MAX_NUMBER} までの整数を書いてください",
                f"should be a whole number from {minimum} to {MAX_NUMBER}",
            )
        return value

    def texts(self, path: str) -> Iterator[tuple[str, str]]:
        """Path and value of each text of a list.

        Raises InvalidSetup for another value.
        """
        return self.texts_of_list(path, self.list_at(path))

    def texts_of_list(self, path: str, values: object) -> Iterator[tuple[str, str]]:
        """Yield the path and value of each text of the list `values`.

        Raises InvalidSetup for another value.
        """
        if not isinstance(values, list):
            raise self.entry_error(
                path, '点の並び ["一01", …] を書いてください', 'should be a list of points like ["一01", …]'
            )
        for number, value in enumerate(values):
            if not isinstance(value, str):
                raise self.entry_error(
                    f"{path}[{number}]", "点を「一01」のように書いてください", "should be a point like 一01"
                )
            yield f"{path}[{number}]", value

    def list_at(self, path: str) -> list[Any]:
        """Return the list at `path`.

        Raises InvalidSetup if it is no list or empty.
        """
        value = self._take_value(path)
        if not isinstance(value, list) or not value:
            raise self.entry_error(path, "並び […] を書いてください", "should be a list […] with something in it")
        return value

    def texts_of_table(self, path: str) -> Iterator[tuple[str, str, str]]:
        """Path, key and value of each text of a table.

        Raises InvalidSetup for another value.
        """
        value = self._take_value(path)
        if not isinstance(value, dict):
            raise self.entry_error(
                path, '{ "一07" = "外丸", … } のように書いてください', 'should be like { "一07" = "外丸", … }'
            )
        for key, unit in value.items():
            if not isinstance(unit, str):
                raise self.entry_error(
                    f'{path}."{key}"', "駒を「外丸」のように書いてください", "should be a piece like 外丸"
                )
            yield f'{path}."{key}"', key, unit

    def require_all_read(self) -> None:
        """Raise InvalidSetup for an entry that no method has read."""
        for path in self._own:
            if path not in self._taken:
                known = " ".join(sorted(self._taken))
                raise self.entry_error(
                    path, f"この項目はありません。あるのは {known} です", f"there is no such entry; there are {known}"
                )

    def _take_value(self, path: str) -> object:
        self._taken.add(path)
        if path in self._own:
            return self._own[path]
        if path in self._base:
            return self._base[path]
        raise self.entry_error(path, "がありません。書いてください", "is missing; write it")

    def _flatten(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Entries by their path. Raises InvalidSetup for a wrong table."""
        flat: dict[str, Any] = {}
        for section, value in data.items():
            if section in TABLES:
                if not isinstance(value, dict):
                    raise entry_error(
                        "variant-entry",
                        self.name,
                        section,
                        f"表 [{section}] のはずです",
                        f"should be a table [{section}]",
                    )
                for key, entry in value.items():
                    path = f"{section}.{key}"
                    if path in FINER and isinstance(entry, dict):
                        flat |= {f"{path}.{inner}": item for inner, item in entry.items()}
                    else:
                        flat[path] = entry
            else:
                flat[section] = value
        return flat


MAX_LINE_CHARS = 100_000
"""The limit of the characters of a line."""
MAX_BRACKET_DEPTH = 16
"""The limit of brackets within brackets; a variant file has three."""
DIGITS = 40
"""The limit of digits in a row."""
LINES = 10_000
"""The limit of lines of the file; a variant file has about fifty."""
PARTS = 10_000
"""The limit of entries, list items and brackets of the file; the largest board needs a fifth of it."""
DOTS = 16
"""The limit of dots in a line outside strings. Dots separate keys of tables, and the parser walks the tables again for each."""
ALL_DOTS = 1_000
"""The limit of dots in the file outside strings."""

_SILENT = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"""|\Z)'
    r"|'''(?:[^']++|'(?!''))*+(?:'''|\Z)"
    r'|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""Matches comments and strings, also strings without an end."""
_PART = re.compile(r"[=,\[{]")
_DIGITS = re.compile(rf"[0-9][xob]?[0-9A-Fa-f_]{{{DIGITS},}}")


class BadToml(Exception):
    """A text is no TOML, or it exceeds a limit.

    `message` tells which.
    """

    def __init__(self, message: Message) -> None:
        super().__init__(message.en)
        self.message = message


def parse_toml(variant_text: str) -> dict[str, Any]:
    """Return the tables of a TOML text.

    Raises BadToml if it is no TOML or exceeds a limit.
    """
    for message in _limit_messages(variant_text):
        raise BadToml(message)
    try:
        return tomllib.loads(variant_text)
    except tomllib.TOMLDecodeError as error:
        reason = visible(str(error))
    except (ValueError, RecursionError, OverflowError, MemoryError):  # a text within the limits can still fail
        reason = "too large"
    raise BadToml(Message(f"TOML として読めません ({reason})", f"cannot be read as TOML: {reason}"))


def _limit_messages(variant_text: str) -> Iterator[Message]:
    """Yield a message for each limit that a text exceeds.

    It has the line number if the limit is for a line.
    """
    lines = variant_text.split("\n")
    if len(lines) > LINES:
        yield Message(f"行が多すぎます。{LINES:,} 行までです", f"there are more than {LINES:,} lines")
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE_CHARS:
            yield Message(
                f"{number} 行目が長すぎます。一行は {MAX_LINE_CHARS:,} 字までです",
                f"line {number} is too long; a line has {MAX_LINE_CHARS:,} characters at most",
            )
    bare = _SILENT.sub(_blank_string, variant_text)
    if _DIGITS.search(bare):
        yield Message(f"数の桁が多すぎます。{DIGITS} 桁までです", f"a number has more than {DIGITS} digits")
    if _bracket_depth(bare) > MAX_BRACKET_DEPTH:
        yield Message(
            f"括弧の入れ子が深すぎます。{MAX_BRACKET_DEPTH} 重までです",
            f"brackets nest too deep, more than {MAX_BRACKET_DEPTH} times",
        )
    if sum(1 for _ in _PART.finditer(bare)) > PARTS:
        yield Message(f"項目が多すぎます。{PARTS:,} 個までです", f"there are more than {PARTS:,} entries and items")
    if bare.count(".") > ALL_DOTS:
        yield Message(
            f"項目名の点が多すぎます。全部で {ALL_DOTS:,} 個までです", f"keys have more than {ALL_DOTS:,} dots in all"
        )
    for number, line in enumerate(bare.split("\n"), 1):
        if line.count(".") > DOTS:
            yield Message(
                f"{number} 行目の項目名に点が多すぎます。score.target のように書いてください",
                f"line {number} has a key of too many parts; write it like score.target",
            )


def _blank_string(match: re.Match[str]) -> str:
    """Return a placeholder for a string, with the same line ends.

    It keeps the dots around the string apart.
    """
    return "_" + "\n" * match[0].count("\n")


def _bracket_depth(bare: str) -> int:
    """Return the depth of the nested brackets."""
    depth = deepest = 0
    for bracket in re.finditer(r"[\[{]|[]}]", bare):
        depth += 1 if bracket[0] in "[{" else -1
        deepest = max(deepest, depth)
    return deepest
