"""Text and TOML of ``rulebook.toml`` in a package."""

from __future__ import annotations

from typing import Any, NoReturn

from kifu.core.errors import KifuError
from kifu.core.message import Message
from kifu.core.packages import text_in

FILE = "rulebook.toml"


def text_of(package: str) -> str:
    """Return the text of the rulebook in `package`. Raises KifuError (``no-rulebook``, ``bad-rulebook``)."""
    place = f"{package}/{FILE}"
    try:
        return text_in(package, FILE)
    except (FileNotFoundError, ModuleNotFoundError):
        raise KifuError("no-rulebook", Message(f"{place} がありません", f"there is no {place}")) from None
    except UnicodeDecodeError:
        bad_rulebook(place, "UTF-8 ではありません", "is not UTF-8")


def parse_toml(text: str, package: str) -> dict[str, Any]:
    """Parse TOML of the rulebook of `package`, or of a part."""
    import tomllib  # noqa: PLC0415 - a verdict looks up one line of the text

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        bad_rulebook(f"{package}/{FILE}", f"TOML として読めません ({error})", f"is no TOML: {error}")


def bad_rulebook(place: str, ja: str, en: str) -> NoReturn:
    """Raise KifuError (``bad-rulebook``) for the fault at a place."""
    raise KifuError("bad-rulebook", Message(f"{place}: {ja}", f"{place}: {en}"))
