"""Reads and spells the options of rengo.57: ``規則：rengo/1 name=value …``."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from kifu.model.errors import InvalidSetup
from kifu.model.message import Message, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

RULES = "rengo/1"
EXAMPLE = f"{RULES} saki=five"


class Options(NamedTuple):
    """The readings that a record may choose; the defaults are the rulings with the mark ⚖."""

    budget: int = 100
    kan: int = 1
    jin: str = "half"
    nari: str = "move"
    pawn2: str = "on"
    kinshi: str = "all"
    hasami: str = "take"
    saki: str = "capture"
    komi: float = 6.5

    def spell(self) -> str:
        """Return the rule set as a record names it; it names only options that differ from their default."""
        named = [f"{name}={value}" for name, value in self._asdict().items() if value != DEFAULTS[name]]
        return " ".join([RULES, *named])


DEFAULTS = Options()._asdict()
VALUES = {
    "kan": ("1", "2"),
    "jin": ("half", "zone"),
    "nari": ("move", "stop"),
    "pawn2": ("on", "off"),
    "kinshi": ("all", "nonking"),
    "hasami": ("take", "immune"),
    "saki": ("capture", "five"),
}
"""The values of each option with a fixed list of values; the first is the default."""
_BUDGET = re.compile("[0-9]{1,6}")
_KOMI = re.compile(r"-?[0-9]{1,4}(?:\.[0-9]{1,2})?")


def parse(text: str | None) -> Options:
    """Read the text of 規則; full-width characters count as half-width ones.

    Raises InvalidSetup for an unknown rule set, option or value, and for an option that comes twice.
    """
    written = unicodedata.normalize("NFKC", text or RULES)
    words = [(match[0], match.start()) for match in re.finditer(r"\S+", written)]
    if not words or words[0][0] not in {RULES, "rengo"}:
        raise InvalidSetup(
            "unknown-rules",
            Message(
                f"規則「{quoted(text or '')}」はありません。続・連合将棋の規則は「{RULES}」で、「{EXAMPLE}」のように選べます",
                f"there is no rule set '{quoted(text or '')}'; 続・連合将棋 has '{RULES}', with options like {EXAMPLE}",
            ),
            width=max(1, len(text or "")),
        )
    chosen: dict[str, object] = {}
    for word, offset in words[1:]:
        name, _, value = word.partition("=")
        if name in chosen or not _known(name, value):
            raise _unknown(word, offset)
        chosen[name] = _value(name, value)
    return Options(**chosen)  # type: ignore[arg-type]


def others(options: Options) -> Iterator[tuple[str, Options]]:
    """Yield each choice that differs in one option, with the text of that option."""
    for name, values in VALUES.items():
        for value in values:
            reading = _value(name, value)
            if getattr(options, name) != reading:
                yield f"{name}={value}", options._replace(**{name: reading})  # type: ignore[arg-type]


def _known(name: str, value: str) -> bool:
    if name == "budget":
        return _BUDGET.fullmatch(value) is not None
    if name == "komi":
        return _KOMI.fullmatch(value) is not None
    return value in VALUES.get(name, ())


def _value(name: str, value: str) -> object:
    if name == "komi":
        return float(value)
    return int(value) if name in {"budget", "kan"} else value


def _unknown(word: str, offset: int) -> InvalidSetup:
    known = " ".join(["budget=N", *(f"{name}={'|'.join(values)}" for name, values in VALUES.items()), "komi=x"])
    return InvalidSetup(
        "unknown-option",
        Message(
            f"規則の「{quoted(word)}」が読めません。選べるのは {known} で、一度ずつです。「{EXAMPLE}」のように書きます (rengo.57)",
            f"'{quoted(word)}' is no option of the rules; there are {known}, each at most once; write it like {EXAMPLE} (rengo.57)",
        ),
        offset=offset,
        width=len(word),
    )
