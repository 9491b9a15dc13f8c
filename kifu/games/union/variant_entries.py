"""Entries of a variant file by path, so that errors name them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.errors import InvalidSetup
from kifu.core.message import PATH, Message, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

TABLES = frozenset({"board", "start", "back", "score", "provenance"})
MAX_NUMBER = 1_000_000
"""The largest number that a file may have. With this limit every sum fits machine integers."""
FINER = ("score.pair", "score.unturned", "score.turned", "score.inner", "score.outer")
"""Paths of the entries that are tables of known keys themselves."""


def bad(code: str, name: str, path: str, ja: str, en: str) -> InvalidSetup:
    """Return the error for the entry `path` of the file `name`."""
    place = ": ".join(filter(None, (quoted(name, PATH), quoted(path))))
    return InvalidSetup(code, Message(f"{place}: {ja}", f"{place}: {en}"), width=max(1, len(name)))


def _holds(flat: Mapping[str, Any], entry: str) -> bool:
    """Tell whether `flat` has the entry, or its enclosing table."""
    return any(key == entry or entry.startswith(f"{key}.") for key in flat)


class Entries:
    """The entries of a file by path (``score.pair.lines``).

    A base gives the entries that the file leaves out.
    """

    def __init__(self, name: str, data: Mapping[str, Any], base: Mapping[str, Any]) -> None:
        self.name = name
        self._own = self._flat(data)
        self._base = self._flat(base)
        self._taken: set[str] = set()

    def bad(self, path: str, ja: str, en: str) -> InvalidSetup:
        """Return the error for the entry `path`.

        Its message tells if the entry comes from the default, not from the file.
        """
        entry = path.split("[", maxsplit=1)[0]
        if not _holds(self._own, entry) and _holds(self._base, entry):
            ja, en = f"{ja} (この項目は既定のもの)", f"{en} (this entry is the default's)"
        return bad("variant-entry", self.name, path, ja, en)

    def own(self, path: str) -> bool:
        """Tell whether the file itself has an entry under `path`."""
        return any(key == path or key.startswith(f"{path}.") for key in self._own)

    def text(self, path: str) -> str:
        """Return the text at `path`.

        Raises InvalidSetup if it is no text or empty.
        """
        value = self._take(path)
        if not isinstance(value, str) or not value.strip():
            raise self.bad(path, "文字列を書いてください", "should be a text")
        return value.strip()

    def number(self, path: str, *, least: int = 0) -> int:
        """Return the whole number at `path`.

        Raises InvalidSetup if it is none from `least` to MOST.
        """
        value = self._take(path)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= MAX_NUMBER:
            raise self.bad(
                path,
                f"{least} から {MAX_NUMBER} までの整数を書いてください",
                f"should be a whole number from {least} to {MAX_NUMBER}",
            )
        return value

    def texts(self, path: str) -> Iterator[tuple[str, str]]:
        """Path and value of each text of a list.

        Raises InvalidSetup for another value.
        """
        return self.texts_of(path, self.lists(path))

    def texts_of(self, path: str, values: object) -> Iterator[tuple[str, str]]:
        """Yield the path and value of each text of the list `values`.

        Raises InvalidSetup for another value.
        """
        if not isinstance(values, list):
            raise self.bad(path, '点の並び ["一01", …] を書いてください', 'should be a list of points like ["一01", …]')
        for number, value in enumerate(values):
            if not isinstance(value, str):
                raise self.bad(f"{path}[{number}]", "点を「一01」のように書いてください", "should be a point like 一01")
            yield f"{path}[{number}]", value

    def lists(self, path: str) -> list[Any]:
        """Return the list at `path`.

        Raises InvalidSetup if it is no list or empty.
        """
        value = self._take(path)
        if not isinstance(value, list) or not value:
            raise self.bad(path, "並び […] を書いてください", "should be a list […] with something in it")
        return value

    def pairs(self, path: str) -> Iterator[tuple[str, str, str]]:
        """Path, key and value of each text of a table.

        Raises InvalidSetup for another value.
        """
        value = self._take(path)
        if not isinstance(value, dict):
            raise self.bad(
                path, '{ "一07" = "外丸", … } のように書いてください', 'should be like { "一07" = "外丸", … }'
            )
        for key, unit in value.items():
            if not isinstance(unit, str):
                raise self.bad(f'{path}."{key}"', "駒を「外丸」のように書いてください", "should be a piece like 外丸")
            yield f'{path}."{key}"', key, unit

    def finish(self) -> None:
        """Raise InvalidSetup for an entry that no method has read."""
        for path in self._own:
            if path not in self._taken:
                known = " ".join(sorted(self._taken))
                raise self.bad(
                    path, f"この項目はありません。あるのは {known} です", f"there is no such entry; there are {known}"
                )

    def _take(self, path: str) -> object:
        self._taken.add(path)
        if path in self._own:
            return self._own[path]
        if path in self._base:
            return self._base[path]
        raise self.bad(path, "がありません。書いてください", "is missing; write it")

    def _flat(self, data: Mapping[str, Any]) -> dict[str, Any]:
        flat: dict[str, Any] = {}
        for section, value in data.items():
            if section in TABLES:
                if not isinstance(value, dict):
                    raise bad(
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
